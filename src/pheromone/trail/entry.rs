//! What one cell and heading remember.

use super::{HORIZONS, Reach};
use crate::base::math::sqrt32;

/// Residuals farther than this from the mean, in mean deviations, are pulled in ...
const CLIP: f32 = 0.7;
/// ... and count more, which makes the mean follow the geometric median.
const GAIN: f32 = 2.0;
/// Visits before clipping begins.
const TRUSTED: f32 = 4.0;
/// Every visit counts at least this much, so that a trail can change.
const LEAST: f32 = 0.005;

/// What was seen of one horizon.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub(super) struct Visits {
    pub(super) mean: [f32; 2],
    pub(super) spread: f32,
    pub(super) count: f32,
}

/// All horizons, and the mean velocity of those who came by.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub(super) struct Entry {
    pub(super) visits: [Visits; HORIZONS],
    pub(super) velocity: [f32; 2],
}

impl Entry {
    pub(super) fn add(&mut self, h: usize, displacement: [f32; 2], velocity: [f32; 2], reference: &Reach) {
        let e = &mut self.visits[h];
        let r: [f32; 2] = core::array::from_fn(|i| displacement[i] - velocity[i] * reference[h]);
        let d = [r[0] - e.mean[0], r[1] - e.mean[1]];
        let length = sqrt32(d[0] * d[0] + d[1] * d[1]);
        let limit = CLIP * e.spread;
        let clip = if e.count >= TRUSTED && length > limit { limit / length } else { 1.0 };
        e.count += 1.0;
        let w = (1.0 / e.count).max(LEAST);
        let gain = if e.count > TRUSTED { (GAIN * w).min(0.5) } else { w };
        e.mean[0] += gain * clip * d[0];
        e.mean[1] += gain * clip * d[1];
        e.spread += w * (length - e.spread);
        let all: f32 = self.visits.iter().map(|v| v.count).sum();
        for i in 0..2 {
            self.velocity[i] += (velocity[i] - self.velocity[i]) / all;
        }
    }

    /// Adds what another entry saw of the same place.
    pub(super) fn merge(&mut self, other: &Self) {
        let count = |e: &Self| -> f32 { e.visits.iter().map(|v| v.count).sum() };
        let (a, b) = (count(self), count(other));
        if b <= 0.0 {
            return;
        }
        for i in 0..2 {
            self.velocity[i] = (a * self.velocity[i] + b * other.velocity[i]) / (a + b);
        }
        for (v, o) in self.visits.iter_mut().zip(&other.visits).filter(|(_, o)| o.count > 0.0) {
            let all = v.count + o.count;
            for i in 0..2 {
                v.mean[i] = (v.count * v.mean[i] + o.count * o.mean[i]) / all;
            }
            v.spread = (v.count * v.spread + o.count * o.spread) / all;
            v.count = all;
        }
    }

    pub(super) fn fade(&mut self, keep: f32) {
        self.visits.iter_mut().for_each(|v| v.count *= keep);
    }
}
