//! How fast players of this game run, learned from those that are seen.

use crate::base::Result;
use crate::base::math::{DVec3, sqrt};
use crate::base::serial::{Reader, Writer};
use crate::predict::profile::DEFAULT_RUN_SPEED;

/// Slower than this nobody runs, m/s.
const LEAST: f64 = 0.3;
/// So many speeds are needed before the first guess; the next ones follow after twice as many each, so that there are few.
const ENOUGH: u32 = 48;
/// Share of speeds over the ground of those who move that lie below the run speed: some walk, most run, and those who have learned to
/// jump are faster than that. Chosen on recorded matches of Quake III and Quake Live, where it is within 10 % on most.
const SHARE: f64 = 0.4;
/// How far a guess may be off before another one takes its place: learned places are measured by it, so it must not waver.
const TOLERANCE: f64 = 1.05;
/// Least step of the estimate as a share of it.
const LEAST_STEP: f64 = 0.004;

/// Learns a run speed; the same speeds in the same order give the same bits.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct RunSpeed {
    /// Given by the host.
    given: Option<f64>,
    /// In use, m/s.
    pub(super) value: f64,
    /// Running estimate of the quantile.
    estimate: f64,
    seen: u32,
}

impl RunSpeed {
    /// `given` 0 = learn it.
    pub(super) fn new(given: f64) -> Self {
        let given = (given > 0.0).then_some(given);
        let value = given.unwrap_or(DEFAULT_RUN_SPEED);
        Self { given, value, estimate: 0.0, seen: 0 }
    }

    /// Takes in a velocity, m/s, of which only what is over the ground counts: nobody falls at its own pace. Whether the run speed in
    /// use has changed.
    pub(super) fn saw(&mut self, velocity: DVec3) -> bool {
        let speed = sqrt(velocity.x * velocity.x + velocity.z * velocity.z);
        if self.given.is_some() || !(LEAST..=1e6).contains(&speed) {
            return false;
        }
        if self.seen == 0 {
            self.estimate = speed;
        }
        // A stochastic quantile: up by a share of it where a speed lies above, down by the rest where below; the more are known, the
        // less each changes.
        let step = self.estimate * (4.0 / f64::from(self.seen.saturating_add(40))).max(LEAST_STEP);
        self.estimate += if speed > self.estimate { step * SHARE } else { -step * (1.0 - SHARE) };
        self.seen = self.seen.saturating_add(1);
        if !self.seen.is_multiple_of(ENOUGH) || !(self.seen / ENOUGH).is_power_of_two() {
            return false;
        }
        let (known, new) = (self.value, self.estimate);
        let off = if known > new { known / new } else { new / known };
        if off > TOLERANCE {
            self.value = new;
            return true;
        }
        false
    }

    pub(super) fn write(&self, w: &mut Writer) {
        w.f64(self.value).f64(self.estimate).u32(self.seen);
    }

    /// Restores what was learned; what the host gave stays.
    pub(super) fn read(&self, r: &mut Reader<'_>) -> Result<Self> {
        let (value, estimate, seen) = (r.f64()?, r.f64()?, r.u32()?);
        if !((1e-6..=1e6).contains(&value) && (0.0..=1e6).contains(&estimate)) {
            return Err(crate::base::Error::corrupt("snapshot has a run speed that cannot be"));
        }
        Ok(Self { given: self.given, value: self.given.unwrap_or(value), estimate, seen })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_what_most_of_those_who_move_run_at() {
        for run in [1.4, 5.0, 8.0, 30.0] {
            let mut speed = RunSpeed::new(0.0);
            // Runs, walks, stands, now and then a jump.
            for i in 0..400 {
                let share = [1.0, 1.0, 0.98, 1.0, 0.5, 0.0, 1.02, 1.0, 1.6, 1.0][i % 10];
                speed.saw(DVec3::new(0.6 * run * share, 3.0, 0.8 * run * share));
            }
            assert!((0.9..1.1).contains(&(speed.value / run)), "{run}: {}", speed.value);
        }
    }

    #[test]
    fn what_the_host_gave_stays() {
        let mut speed = RunSpeed::new(6.0);
        assert!((0..200).all(|_| !speed.saw(DVec3::X * 20.0)));
        assert_eq!(speed.value, 6.0);
    }

    #[test]
    fn it_does_not_waver() {
        let mut speed = RunSpeed::new(0.0);
        let changes = (0..20_000).filter(|i| speed.saw(DVec3::X * (5.0 + (i % 7) as f64 * 0.3))).count();
        assert!(changes <= 2, "{changes}");
    }
}
