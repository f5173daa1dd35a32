//! What one cell and heading remember: a running mean per horizon that outliers hardly move.

use super::{HORIZONS, REFERENCE};
use crate::base::math::sqrt32;

/// Residuals farther than this from the mean, in mean deviations, are pulled in …
const CLIP: f32 = 0.7;
/// … and count more, which makes the mean follow the geometric median.
const GAIN: f32 = 2.0;
/// Most that one residual moves the mean once it is trusted.
const MOST_GAIN: f32 = 0.5;
/// Visits before a mean is trusted and residuals are clipped.
const TRUSTED: f32 = 4.0;
/// Every visit counts at least this much, so that a trail can change.
const LEAST_SHARE: f32 = 0.005;

/// What was seen of one horizon; four numbers in the order of a reading's sums.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
#[repr(C)]
pub(super) struct Visits {
    /// Mean residual against [`REFERENCE`].
    pub(super) mean: [f32; 2],
    /// Mean distance of residuals from the mean of their time.
    pub(super) spread: f32,
    /// Number of visits, faded.
    pub(super) count: f32,
}

/// All horizons of a cell and heading, and the mean velocity of those who came by.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
#[repr(C)]
pub(super) struct Entry {
    pub(super) visits: [Visits; HORIZONS],
    pub(super) velocity: [f32; 2],
}

impl Entry {
    pub(super) const EMPTY: Self =
        Self { visits: [Visits { mean: [0.0; 2], spread: 0.0, count: 0.0 }; HORIZONS], velocity: [0.0; 2] };

    /// All numbers as bits.
    pub(super) fn bits(&self) -> [u32; 22] {
        let mut bits = [0; 22];
        let numbers = self.visits.iter().flat_map(|v| [v.mean[0], v.mean[1], v.spread, v.count]).chain(self.velocity);
        for (bits, number) in bits.iter_mut().zip(numbers) {
            *bits = number.to_bits();
        }
        bits
    }

    /// Whether all numbers are ones that visits can lead to.
    pub(super) fn is_sound(&self) -> bool {
        let sound = |v: &Visits| v.mean.iter().all(|m| m.is_finite()) && v.spread >= 0.0 && v.count >= 0.0;
        let finite = |v: &Visits| v.spread.is_finite() && v.count.is_finite();
        self.visits.iter().all(|v| sound(v) && finite(v)) && self.velocity.iter().all(|v| v.is_finite())
    }

    /// Visits of all horizons together.
    pub(super) fn evidence(&self) -> f32 {
        self.visits.iter().fold(0.0, |sum, v| sum + v.count)
    }

    /// Adds a visit that counts `weight`: somebody with `velocity` went `displacement` within horizon `h`.
    pub(super) fn add(&mut self, h: usize, displacement: [f32; 2], velocity: [f32; 2], weight: f32) {
        let v = &mut self.visits[h];
        let away = [
            displacement[0] - velocity[0] * REFERENCE[h] - v.mean[0],
            displacement[1] - velocity[1] * REFERENCE[h] - v.mean[1],
        ];
        let distance = sqrt32(away[0] * away[0] + away[1] * away[1]);
        let limit = CLIP * v.spread;
        let clip = if v.count >= TRUSTED && distance > limit { limit / distance } else { 1.0 };
        v.count += weight;
        let share = weight * (1.0 / v.count).max(LEAST_SHARE);
        let gain = if v.count > TRUSTED { (GAIN * share).min(MOST_GAIN) } else { share };
        v.mean[0] += gain * clip * away[0];
        v.mean[1] += gain * clip * away[1];
        v.spread += share * (distance - v.spread);
        let share = weight / self.evidence();
        for (mean, new) in self.velocity.iter_mut().zip(velocity) {
            *mean += share * (new - *mean);
        }
    }

    /// Lets the visits count `keep` times as much.
    pub(super) fn fade(&mut self, keep: f32) {
        for v in &mut self.visits {
            v.count *= keep;
        }
    }
}
