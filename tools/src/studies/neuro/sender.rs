//! The owner's side: when updates are sent, and how many, by the rules of the reference scorer.
use super::material::{Match, Policy};
use antreckon_cli::eval::THRESHOLDS;
use antreckon_cli::eval::forecaster::{Rule, Update};
use antreckon_cli::eval::kinematics::Estimate;
use antreckon_cli::eval::score::scored_from;

/// An update is sent at the latest after this many seconds.
const HEARTBEAT: f64 = 5.0;
/// Time constants of the damped receivers that compete for the best dead reckoning.
const DAMPED: [f64; 4] = [0.5, 1.0, 2.0, 5.0];

/// Updates per player and threshold, in the scored part.
pub(super) type Counts = Vec<[usize; THRESHOLDS.len()]>;

/// Every update of a player that keeps the receiver within `threshold` body widths at the end of every tick, by frame.
pub(super) fn updates(
    one: &Match,
    player: usize,
    threshold: f64,
    content: impl Fn(usize, &Estimate) -> ([f64; 2], Rule),
) -> Vec<(usize, Update)> {
    updates_within(one, player, threshold * one.trace.meta.body_width, content)
}

/// The same with the threshold in units of the trace.
pub(super) fn updates_within(
    one: &Match,
    player: usize,
    limit: f64,
    content: impl Fn(usize, &Estimate) -> ([f64; 2], Rule),
) -> Vec<(usize, Update)> {
    replay(one, player, limit, content, |_, _| {})
}

/// The same; `seen` is told at the end of every tick how far the receiver is off, units of the trace.
fn replay(
    one: &Match,
    player: usize,
    limit: f64,
    content: impl Fn(usize, &Estimate) -> ([f64; 2], Rule),
    mut seen: impl FnMut(usize, f64),
) -> Vec<(usize, Update)> {
    let mut sent: Vec<(usize, Update)> = Vec::new();
    for k in 0..one.trace.frames {
        let (Some(state), Some(estimate)) = (one.trace.states(k)[player], one.estimates.frame(k)[player]) else {
            continue;
        };
        if let Some((then, update)) = sent.last()
            && one.estimates.unbroken(player, *then, k - then)
        {
            let seconds = (k - then) as f64 / one.trace.meta.tick_hz;
            let [x, y] = update.at(seconds);
            let error = (x - state.position[0]).hypot(y - state.position[1]);
            if error <= limit && seconds < HEARTBEAT {
                seen(k, error);
                continue;
            }
        }
        seen(k, 0.0);
        let (velocity, rule) = content(k, &estimate);
        let position = [state.position[0], state.position[1]];
        sent.push((k, Update { position, velocity, rule }));
    }
    sent
}

/// Counts of all players of all matches. `content` is asked by match, player and frame.
fn count(matches: &[Match], content: impl Fn(usize, usize, usize, &Estimate) -> ([f64; 2], Rule)) -> Counts {
    let mut counts = Counts::new();
    for (which, one) in matches.iter().enumerate() {
        let start = scored_from(&one.trace);
        counts.extend((0..one.trace.players.len()).map(|player| {
            THRESHOLDS.map(|threshold| {
                let sent = updates(one, player, threshold, |k, estimate| content(which, player, k, estimate));
                sent.iter().filter(|(k, _)| *k >= start).count()
            })
        }));
    }
    counts
}

/// Mean squared error of receivers in the scored part, square body widths, per threshold: what figure 7 of the paper says
/// above its plots. `content` as in [`count`].
fn errors(
    matches: &[Match],
    content: impl Fn(usize, usize, usize, usize, &Estimate) -> ([f64; 2], Rule),
) -> [f64; THRESHOLDS.len()] {
    std::array::from_fn(|slot| {
        let (mut sum, mut moments) = (0.0, 0_usize);
        for (which, one) in matches.iter().enumerate() {
            let (start, width) = (scored_from(&one.trace), one.trace.meta.body_width);
            for player in 0..one.trace.players.len() {
                let told = |k: usize, estimate: &Estimate| content(slot, which, player, k, estimate);
                replay(one, player, THRESHOLDS[slot] * width, told, |k, error| {
                    if k >= start {
                        sum += (error / width) * (error / width);
                        moments += 1;
                    }
                });
            }
        }
        sum / moments.max(1) as f64
    })
}

/// Acceleration by eq. 3 as it stands: what the velocity changed by in the last frame, units/s²; 0 in the first of a life.
fn last_change(one: &Match, player: usize, k: usize, estimate: &Estimate) -> [f64; 2] {
    let before = k.checked_sub(1).filter(|_| estimate.run > 0).and_then(|before| one.estimates.frame(before)[player]);
    let [x, y] = before.map_or(estimate.velocity, |before| before.velocity);
    [estimate.velocity[0] - x, estimate.velocity[1] - y].map(|change| change * one.trace.meta.tick_hz)
}

/// What dead reckoning sends.
pub(super) struct DeadReckoning {
    pub(super) first: Counts,
    /// Smoothed velocity and acceleration, as the scoring rules have it.
    pub(super) second: Counts,
    /// Eq. 3 as it stands: velocity and acceleration of the moment.
    pub(super) published: Counts,
    /// Mean squared error of receivers of first order, and of eq. 3.
    pub(super) errors: [[f64; THRESHOLDS.len()]; 2],
    /// The fewest of first order, smoothed first order, second order and four damped receivers over all players, per threshold.
    pub(super) best: [usize; THRESHOLDS.len()],
}

impl DeadReckoning {
    pub(super) fn of(matches: &[Match]) -> Self {
        let first = count(matches, |_, _, _, e| (e.velocity, Rule::Line));
        let second = count(matches, |_, _, _, e| (e.mean_velocity, Rule::Quad(e.mean_acceleration)));
        let eq_3 = |which: usize, player: usize, k: usize, e: &Estimate| {
            (e.velocity, Rule::Quad(last_change(&matches[which], player, k, e)))
        };
        let published = count(matches, eq_3);
        let errors = [
            errors(matches, |_, _, _, _, e| (e.velocity, Rule::Line)),
            errors(matches, |_, which, player, k, e| eq_3(which, player, k, e)),
        ];
        let smoothed = count(matches, |_, _, _, e| (e.mean_velocity, Rule::Line));
        let damped = DAMPED.map(|tau| count(matches, |_, _, _, e| (e.velocity, Rule::Damped(tau))));
        let mut all = vec![total(&first), total(&second), total(&smoothed)];
        all.extend(damped.iter().map(total));
        let best = std::array::from_fn(|slot| all.iter().map(|counts| counts[slot]).min().unwrap_or(0));
        Self { first, second, published, errors, best }
    }

    /// The paper's opponent: the better of first and second order over all players, per threshold; of second order ours or
    /// eq. 3 as it stands, whichever sends less.
    pub(super) fn better(&self) -> [usize; THRESHOLDS.len()] {
        let orders = [&self.first, &self.second, &self.published].map(total);
        std::array::from_fn(|slot| orders.iter().map(|counts| counts[slot]).min().unwrap_or(0))
    }

    /// The same over all thresholds together, of some players.
    pub(super) fn better_of(&self, players: impl Iterator<Item = usize> + Clone) -> usize {
        let sum = |counts: &Counts| players.clone().flat_map(|player| counts[player]).sum::<usize>();
        [&self.first, &self.second, &self.published].into_iter().map(sum).min().unwrap_or(0)
    }
}

/// What owners with these policies send, one policy per match.
pub(super) fn neuro(matches: &[Match], policies: &[Policy]) -> Counts {
    count(matches, |which, player, k, _| (policies[which].at(player, k), Rule::Line))
}

/// What owners send whose bank has rules of its own: one policy per match and threshold.
pub(super) fn ruled(matches: &[Match], policies: &[Vec<Policy>]) -> Counts {
    let mut counts = Counts::new();
    for (one, policies) in matches.iter().zip(policies) {
        let start = scored_from(&one.trace);
        counts.extend((0..one.trace.players.len()).map(|player| {
            std::array::from_fn(|slot| {
                let told = |k: usize, _: &Estimate| (policies[slot].at(player, k), Rule::Line);
                updates(one, player, THRESHOLDS[slot], told).iter().filter(|(k, _)| *k >= start).count()
            })
        }));
    }
    counts
}

/// Mean squared error of receivers with these policies, one per match and threshold.
pub(super) fn neuro_errors(matches: &[Match], policies: &[Vec<&Policy>]) -> [f64; THRESHOLDS.len()] {
    errors(matches, |slot, which, player, k, _| (policies[which][slot].at(player, k), Rule::Line))
}

/// Sums over players.
pub(super) fn total(counts: &Counts) -> [usize; THRESHOLDS.len()] {
    std::array::from_fn(|slot| counts.iter().map(|player| player[slot]).sum())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn totals_add_up_players() {
        assert_eq!(total(&vec![[1, 2, 3, 4, 5], [10, 20, 30, 40, 50]]), [11, 22, 33, 44, 55]);
    }
}
