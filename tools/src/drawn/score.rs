//! What counts as an error, a jump, a reversal and a twitch.
use super::truth::Place;
use antreckon::base::math::DVec3;

/// Drawn movements up to this many times as fast as the player, or as one who runs, are no jumps.
const JUMP_FACTOR: f64 = 2.0;
/// Nor is this much in a frame, metres.
const JUMP_SLACK: f64 = 0.02;
/// Movements against the true direction by less in a frame are not seen, metres.
const SEEN: f64 = 0.001;
/// Share of the run speed below which a player has no direction.
const MOVING: f64 = 0.25;

/// Scores of one way of drawing all players.
#[derive(Clone, Debug, Default)]
pub(super) struct Score {
    /// Drawn to true place, metres, of every frame of every player.
    pub(super) errors: Vec<f32>,
    pub(super) jumps: usize,
    pub(super) reversals: usize,
    /// Frames over no floor.
    pub(super) off_floor: usize,
    /// Frames whose step lies across a wall.
    pub(super) through_walls: usize,
    /// Sum of the changes of the drawn velocity from frame to frame, m/s, and their number.
    changes: f64,
    changed: usize,
}

/// What is remembered of the frame before of one drawn player.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Before {
    drawn: Option<DVec3>,
    /// Its movement since the frame before it; `None` after a jump.
    step: Option<DVec3>,
    life: u32,
    reversing: bool,
}

/// Run speed and time between frames.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rules {
    pub(super) v_max: f64,
    pub(super) dt: f64,
}

impl Rules {
    /// Whether a drawn point that moves by `step` in a frame jumps.
    fn is_jump(&self, step: DVec3, truth: &Place) -> bool {
        step.length() > JUMP_FACTOR * self.v_max.max(truth.velocity.length()) * self.dt + JUMP_SLACK
    }

    /// Whether it moves against the true direction.
    fn is_reverse(&self, step: DVec3, truth: &Place) -> bool {
        let speed = truth.velocity.length();
        truth.steady && speed > MOVING * self.v_max && step.length() > SEEN && step.dot(truth.velocity) < 0.0
    }
}

impl Score {
    /// Takes in a frame of one player; returns where the frame before of the same life was drawn, unless
    /// this one jumps.
    pub(super) fn frame(&mut self, rules: &Rules, before: &mut Before, drawn: DVec3, truth: &Place) -> Option<DVec3> {
        self.errors.push((drawn - truth.position).length() as f32);
        let last = before.drawn.filter(|_| before.life == truth.life);
        let (mut reversing, mut calm) = (false, None);
        if let Some(last) = last {
            let step = drawn - last;
            let jumps = rules.is_jump(step, truth);
            self.jumps += usize::from(jumps);
            reversing = rules.is_reverse(step, truth);
            self.reversals += usize::from(reversing && !before.reversing);
            calm = Some(step).filter(|_| !jumps);
            if let Some((step, earlier)) = calm.zip(before.step) {
                self.changes += (step - earlier).length() / rules.dt;
                self.changed += 1;
            }
        }
        *before = Before { drawn: Some(drawn), step: calm, life: truth.life, reversing };
        last.filter(|_| calm.is_some())
    }

    /// Summary of a score whose frames are `dt` seconds apart.
    pub(super) fn result(mut self, rules: &Rules) -> Outcome {
        self.errors.sort_unstable_by(f32::total_cmp);
        let n = self.errors.len().max(1) as f64;
        let quantile = |q: f64| self.errors.get((q * (n - 1.0)).round() as usize).map_or(f64::NAN, |&e| f64::from(e));
        let minutes = n * rules.dt / 60.0;
        Outcome {
            mean: self.errors.iter().map(|&error| f64::from(error)).sum::<f64>() / n,
            p50: quantile(0.5),
            p95: quantile(0.95),
            p99: quantile(0.99),
            jumps: self.jumps as f64 / minutes,
            reversals: self.reversals as f64 / minutes,
            twitch: self.changes / rules.dt / self.changed.max(1) as f64,
            off_floor: self.off_floor as f64 / n,
            through_walls: self.through_walls as f64 / n,
        }
    }
}

/// What came out: metres, and events per minute of one drawn player.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Outcome {
    /// Mean error.
    pub mean: f64,
    /// Error that half of the frames are below.
    pub p50: f64,
    /// Error that 95 % of the frames are below.
    pub p95: f64,
    /// Error that 99 % of the frames are below.
    pub p99: f64,
    /// Jumps per minute.
    pub jumps: f64,
    /// Reversals per minute.
    pub reversals: f64,
    /// Mean change of the drawn velocity per second, jumps aside, m/s².
    pub twitch: f64,
    /// Share of frames over no floor; 0 where no walkable area is recorded.
    pub off_floor: f64,
    /// Share of frames whose step lies across a wall edge and is no jump; 0 where no walkable area is recorded.
    pub through_walls: f64,
}

#[cfg(test)]
mod tests {
    use super::*;

    const RULES: Rules = Rules { v_max: 6.0, dt: 0.01 };

    fn truth(speed: f64) -> Place {
        Place { position: DVec3::ZERO, velocity: DVec3::X * speed, steady: true, life: 1 }
    }

    /// Draws a player at these places while it truly moves as `truth` says.
    fn scored(places: &[f64], truth: &Place) -> Score {
        let (mut score, mut before) = (Score::default(), Before::default());
        for &x in places {
            score.frame(&RULES, &mut before, DVec3::X * x, truth);
        }
        score
    }

    #[test]
    fn a_jump_is_twice_as_fast_as_running_and_two_centimetres_more() {
        // 2 · 6 m/s · 10 ms + 2 cm = 14 cm; at a true speed of 10 m/s 22 cm.
        assert_eq!(scored(&[0.0, 0.139, 0.28], &truth(1.0)).jumps, 1);
        assert_eq!(scored(&[0.0, 0.2, 0.41, 0.64], &truth(10.0)).jumps, 1);
    }

    #[test]
    fn a_reversal_is_counted_once_however_long_it_lasts() {
        let there_and_back = [0.0, 0.05, 0.04, 0.03, 0.08, 0.07, 0.12];
        assert_eq!(scored(&there_and_back, &truth(5.0)).reversals, 2);
        assert_eq!(scored(&there_and_back, &truth(1.4)).reversals, 0, "who stands has no direction");
        assert_eq!(scored(&there_and_back, &Place { steady: false, ..truth(5.0) }).reversals, 0, "truly turns back");
        assert_eq!(scored(&[0.0, -0.0009, -0.0018], &truth(5.0)).reversals, 0, "too little to be seen");
    }

    #[test]
    fn what_leads_from_one_life_to_the_next_is_neither() {
        let (mut score, mut before) = (Score::default(), Before::default());
        for (x, life) in [(0.0, 1), (-50.0, 2), (-49.95, 2)] {
            score.frame(&RULES, &mut before, DVec3::X * x, &Place { life, ..truth(5.0) });
        }
        assert_eq!((score.jumps, score.reversals, score.errors.len()), (0, 0, 3));
    }

    #[test]
    fn a_twitch_is_a_change_of_the_drawn_velocity_that_is_no_jump() {
        // Frames of 10 ms: 1, 1, 3 and 3 m/s change by 0, 2 and 0 m/s; the jump and what touches it do not count.
        let calm = scored(&[0.0, 0.01, 0.02, 0.05, 0.08], &truth(1.0)).result(&RULES);
        assert!((calm.twitch - 2.0 / 3.0 / 0.01).abs() < 1e-9, "{}", calm.twitch);
        let jumping = scored(&[0.0, 0.01, 0.02, 1.02, 1.03, 1.04], &truth(1.0)).result(&RULES);
        assert!(jumping.jumps > 0.0 && jumping.twitch < 1e-9, "{}", jumping.twitch);
        assert_eq!(Score::default().result(&RULES).twitch, 0.0);
    }

    #[test]
    fn outcomes_are_quantiles_and_events_per_minute() {
        let errors = (0..=100).map(|i| i as f32).collect();
        let score = Score { errors, jumps: 101, reversals: 202, ..Score::default() };
        let outcome = score.result(&Rules { v_max: 1.0, dt: 0.5 });
        assert_eq!((outcome.mean, outcome.p50, outcome.p95, outcome.p99), (50.0, 50.0, 95.0, 99.0));
        assert!((outcome.jumps - 120.0).abs() < 1e-9 && (outcome.reversals - 240.0).abs() < 1e-9);
    }
}
