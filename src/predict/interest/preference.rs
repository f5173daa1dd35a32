//! E, the preference for objects (-100) or enemies (100), from what a player does.
//!
//! At every update the directions to the most strongly felt object and player are noted. The next update shows where the
//! player really went. With unit vectors `d` (went), `o`, `p` and `[x] = max(x, 0)`, the verdict
//! `e = ([d·p] - [d·o]) / (1 - [p·o])`, kept within ±1, is 1 for going to the player, -1 for going to the object and 0 for
//! going to neither. It weighs as many units as were walked, times `(1 - p·o)/2`: where both lie in one direction nothing
//! is shown. Both sums fade with time, and `E = 100 Σ w e / (Σ w + 40)`: about a second of full speed is needed before
//! E says much.

use crate::base::math::{DVec2, sqrt};

/// Units walked without a verdict that everybody starts with.
const DOUBT: f64 = 40.0;
/// Longer intervals show too many decisions at once to judge any, seconds.
pub(super) const LONGEST_INTERVAL: f64 = 2.0;

/// What is known of a player's preference.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub(super) struct Habit {
    /// Directions to the most strongly felt object and player at the last update; zero = none was felt.
    pub(super) toward_object: DVec2,
    pub(super) toward_player: DVec2,
    /// Σ w e.
    pub(super) verdicts: f64,
    /// Σ w, units.
    pub(super) weight: f64,
}

impl Habit {
    /// Takes in that the player went `units` (of the scheme's map) within `seconds`.
    pub(super) fn went(&mut self, units: DVec2, seconds: f64, memory: f64) {
        // Time goes backwards after a forged snapshot only; what is known must not grow by that.
        let kept = libm::exp(-(if seconds > 0.0 { seconds } else { 0.0 }) / memory);
        self.verdicts *= kept;
        self.weight *= kept;
        let (o, p) = (self.toward_object, self.toward_player);
        let walked = sqrt(units.length_squared());
        if walked == 0.0 || o == DVec2::ZERO || p == DVec2::ZERO {
            return;
        }
        let positive = |x: f64| if x > 0.0 { x } else { 0.0 };
        let (d, between) = (units / walked, p.dot(o));
        let room = 1.0 - positive(between);
        let weight = walked * (1.0 - between) / 2.0;
        // Directions so close that the verdict would be rounding show nothing.
        if room > 1e-9 {
            let verdict = (positive(d.dot(p)) - positive(d.dot(o))) / room;
            self.verdicts += weight * verdict.clamp(-1.0, 1.0);
            self.weight += weight;
        }
    }

    /// E, from -100 to 100; 0 while nothing was seen.
    pub(super) fn preference(&self) -> f64 {
        100.0 * self.verdicts / (self.weight + DOUBT)
    }

    /// Nothing that comes next can be compared with what was felt before.
    pub(super) fn interrupt(&mut self) {
        self.toward_object = DVec2::ZERO;
        self.toward_player = DVec2::ZERO;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// After one walk of 60 units in direction `went`, without fading.
    fn after(went: DVec2, object: DVec2, player: DVec2) -> Habit {
        let mut habit = Habit { toward_object: object, toward_player: player, ..Habit::default() };
        habit.went(went * 60.0, 0.5, 1e300);
        habit
    }

    #[test]
    fn time_that_goes_backwards_makes_nothing_of_nothing() {
        let mut habit = Habit { toward_object: DVec2::Y, toward_player: DVec2::X, ..Habit::default() };
        habit.went(DVec2::X, -1e9, 1e-3);
        assert!(habit.weight.is_finite() && habit.verdicts.abs() <= habit.weight, "{habit:?}");
    }

    #[test]
    fn verdicts_and_weights_are_those_of_the_formula() {
        let (x, y) = (DVec2::X, DVec2::Y);
        let slant = DVec2::new(0.6, 0.8);
        // (went, object, player) → (e, w/60).
        for (went, object, player, verdict, weight) in [
            (x, y, x, 1.0, 0.5),
            (y, y, x, -1.0, 0.5),
            (-x, y, x, 0.0, 0.5),     // away from the player, across to the object: neither
            (x, -x, x, 1.0, 1.0),     // opposite directions show most
            (slant, y, x, -0.2, 0.5), // (0.6 - 0.8) / 1
            (x, slant, x, 1.0, 0.2),  // (1 - 0.6) / (1 - 0.6), weight (1 - 0.6) / 2
            (slant, x, slant, 1.0, 0.2),
        ] {
            let habit = after(went, object, player);
            assert!((habit.weight - 60.0 * weight).abs() < 1e-12, "{went} {object} {player}: {habit:?}");
            assert!((habit.verdicts - 60.0 * weight * verdict).abs() < 1e-12, "{went} {object} {player}: {habit:?}");
        }
        // 100 · 30 / (30 + 40).
        assert!((after(x, y, x).preference() - 42.857_142_857_142_854).abs() < 1e-12);
    }

    #[test]
    fn nothing_is_learned_where_there_is_no_choice() {
        let x = DVec2::X;
        for (went, object, player) in [(x, x, x), (x, DVec2::ZERO, x), (x, x, DVec2::ZERO), (DVec2::ZERO, x, -x)] {
            assert_eq!(after(went, object, player).preference(), 0.0);
        }
    }

    #[test]
    fn old_behaviour_fades() {
        let mut habit = after(DVec2::X, DVec2::Y, DVec2::X);
        let (verdicts, weight) = (habit.verdicts, habit.weight);
        habit.interrupt();
        habit.went(DVec2::X * 60.0, 60.0, 60.0);
        let e = core::f64::consts::E;
        assert!((habit.verdicts - verdicts / e).abs() < 1e-12 && (habit.weight - weight / e).abs() < 1e-12);
    }
}
