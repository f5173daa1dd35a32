//! Whether an owner's avatar moves evenly.
//!
//! Lines of the policy bet on what players do next, which is worth fewer updates; on somebody who runs straight on they are a few
//! per cent too slow, and every update would show it as a pulse. Who has moved evenly for a moment is told as it is.

use super::truth::Truth;
use crate::base::math::DVec3;
use crate::base::time::{Nanos, SECOND, seconds_between};

/// Moving evenly for so long is believed to go on.
const ENOUGH: Nanos = SECOND / 4;
/// Velocities that differ by less are the same, m/s and as a share of the speed.
const SAME: (f64, f64) = (0.02, 0.005);
/// Nearer to the line than this is on it, metres.
const ON_THE_LINE: f64 = 0.03;

/// Since when, from where and how fast it has moved evenly.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Steady {
    pub(super) since: Nanos,
    pub(super) position: DVec3,
    pub(super) velocity: DVec3,
}

impl Steady {
    /// Takes in the next truth.
    pub(super) fn after(&self, truth: &Truth) -> Self {
        let seconds = seconds_between(self.since, truth.time);
        let tolerance = SAME.0 + SAME.1 * self.velocity.length();
        let even = (truth.velocity - self.velocity).length() <= tolerance
            && (truth.position - (self.position + self.velocity * seconds)).length() <= ON_THE_LINE * (1.0 + seconds)
            && !truth.teleported;
        if even { *self } else { Self { since: truth.time, position: truth.position, velocity: truth.velocity } }
    }

    /// Whether it has moved evenly for long enough at a time.
    pub(super) fn is_even(&self, now: Nanos) -> bool {
        now.saturating_sub(self.since) >= ENOUGH
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn even_after(seconds: f64, path: impl Fn(f64) -> (DVec3, DVec3)) -> bool {
        let mut steady = Steady::default();
        let ticks = (seconds * 60.0) as i64;
        for tick in 0..=ticks {
            let (position, velocity) = path(tick as f64 / 60.0);
            steady = steady.after(&Truth::at(tick * SECOND / 60, position, velocity));
        }
        steady.is_even(ticks * SECOND / 60)
    }

    #[test]
    fn straight_on_is_even_and_a_turn_is_not() {
        let straight = |t: f64| (DVec3::X * (5.0 * t), DVec3::X * 5.0);
        let circle = |t: f64| {
            (DVec3::new(libm::sin(t), 0.0, libm::cos(t)) * 5.0, DVec3::new(libm::cos(t), 0.0, -libm::sin(t)) * 5.0)
        };
        assert!(even_after(1.0, straight) && !even_after(0.2, straight));
        assert!(!even_after(3.0, circle));
    }
}
