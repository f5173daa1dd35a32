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
    let limit = threshold * one.trace.meta.body_width;
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
            if (x - state.position[0]).hypot(y - state.position[1]) <= limit && seconds < HEARTBEAT {
                continue;
            }
        }
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

/// What dead reckoning sends.
pub(super) struct DeadReckoning {
    pub(super) first: Counts,
    pub(super) second: Counts,
    /// The fewest of first order, smoothed first order, second order and four damped receivers over all players, per threshold.
    pub(super) best: [usize; THRESHOLDS.len()],
}

impl DeadReckoning {
    pub(super) fn of(matches: &[Match]) -> Self {
        let first = count(matches, |_, _, _, e| (e.velocity, Rule::Line));
        let second = count(matches, |_, _, _, e| (e.mean_velocity, Rule::Quad(e.mean_acceleration)));
        let smoothed = count(matches, |_, _, _, e| (e.mean_velocity, Rule::Line));
        let damped = DAMPED.map(|tau| count(matches, |_, _, _, e| (e.velocity, Rule::Damped(tau))));
        let mut all = vec![total(&first), total(&second), total(&smoothed)];
        all.extend(damped.iter().map(total));
        let best = std::array::from_fn(|slot| all.iter().map(|counts| counts[slot]).min().unwrap_or(0));
        Self { first, second, best }
    }

    /// The paper's opponent: the better of first and second order over all players, per threshold.
    pub(super) fn better(&self) -> [usize; THRESHOLDS.len()] {
        let (first, second) = (total(&self.first), total(&self.second));
        std::array::from_fn(|slot| first[slot].min(second[slot]))
    }
}

/// What owners with these policies send, one policy per match.
pub(super) fn neuro(matches: &[Match], policies: &[Policy]) -> Counts {
    count(matches, |which, player, k, _| (policies[which].at(player, k), Rule::Line))
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
