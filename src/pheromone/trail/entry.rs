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

/// What was seen of one horizon.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub(super) struct Visits {
    /// Mean residual against [`REFERENCE`].
    pub(super) mean: [f32; 2],
    /// Mean distance of residuals from the mean of their time.
    pub(super) spread: f32,
    /// Number of visits, faded.
    pub(super) count: f32,
}

/// All horizons of a cell and heading, and the mean velocity of those who came by. The first four horizons lie side by side,
/// so that a reading takes them in at once.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub(super) struct Entry {
    pub(super) x: [f32; 4],
    pub(super) z: [f32; 4],
    pub(super) spread: [f32; 4],
    pub(super) count: [f32; 4],
    /// The last horizon: both axes, spread, count.
    pub(super) far: [f32; 4],
    pub(super) velocity: [f32; 2],
}

impl Entry {
    pub(super) const EMPTY: Self =
        Self { x: [0.0; 4], z: [0.0; 4], spread: [0.0; 4], count: [0.0; 4], far: [0.0; 4], velocity: [0.0; 2] };

    /// One horizon.
    pub(super) fn visits(&self, h: usize) -> Visits {
        match h {
            4 => Visits { mean: [self.far[0], self.far[1]], spread: self.far[2], count: self.far[3] },
            _ => Visits { mean: [self.x[h], self.z[h]], spread: self.spread[h], count: self.count[h] },
        }
    }

    /// Sets one horizon.
    pub(super) fn set(&mut self, h: usize, v: &Visits) {
        match h {
            4 => self.far = [v.mean[0], v.mean[1], v.spread, v.count],
            _ => (self.x[h], self.z[h], self.spread[h], self.count[h]) = (v.mean[0], v.mean[1], v.spread, v.count),
        }
    }

    /// All numbers, horizon by horizon.
    pub(super) fn numbers(&self) -> [f32; 22] {
        let mut numbers = [0.0; 22];
        for (h, four) in numbers[..4 * HORIZONS].chunks_exact_mut(4).enumerate() {
            let v = self.visits(h);
            four.copy_from_slice(&[v.mean[0], v.mean[1], v.spread, v.count]);
        }
        numbers[4 * HORIZONS..].copy_from_slice(&self.velocity);
        numbers
    }

    /// What [`Self::numbers`] was made of; `None` if visits cannot lead to it.
    pub(super) fn from_numbers(numbers: &[f32; 22]) -> Option<Self> {
        let mut entry = Self::EMPTY;
        for (h, four) in numbers[..4 * HORIZONS].chunks_exact(4).enumerate() {
            let v = Visits { mean: [four[0], four[1]], spread: four[2], count: four[3] };
            if v.spread < 0.0 || v.count < 0.0 {
                return None;
            }
            entry.set(h, &v);
        }
        entry.velocity.copy_from_slice(&numbers[4 * HORIZONS..]);
        numbers.iter().all(|x| x.is_finite()).then_some(entry)
    }

    /// Visits of all horizons together.
    pub(super) fn evidence(&self) -> f32 {
        let [a, b, c, d] = self.count;
        (a + b) + (c + d) + self.far[3]
    }

    /// Adds a visit that counts `weight`: somebody with `velocity` went `displacement` within horizon `h`.
    pub(super) fn add(&mut self, h: usize, displacement: [f32; 2], velocity: [f32; 2], weight: f32) {
        let mut v = self.visits(h);
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
        self.set(h, &v);
        let share = weight / self.evidence();
        for (mean, new) in self.velocity.iter_mut().zip(velocity) {
            *mean += share * (new - *mean);
        }
    }

    /// Lets the visits count `keep` times as much.
    pub(super) fn fade(&mut self, keep: f32) {
        self.count = self.count.map(|c| c * keep);
        self.far[3] *= keep;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn six_visits_give_the_numbers_worked_out_by_hand() {
        let mut entry = Entry::EMPTY;
        // Residual, then mean, spread and count after it. From the fifth on residuals are clipped at 0.7 spreads and count
        // twice: 2 + 2/5 · 0.7 · 0.75 = 2.21, then 2.21 - 2/6 · 0.7 · 2.2.
        let visits = [
            (1.0, 1.0, 1.0),
            (3.0, 2.0, 1.5),
            (2.0, 2.0, 1.0),
            (2.0, 2.0, 0.75),
            (10.0, 2.21, 2.2),
            (0.0, 1.696_666_7, 2.201_666_7),
        ];
        for (i, (residual, mean, spread)) in visits.into_iter().enumerate() {
            entry.add(2, [residual, 0.0], [0.0, 0.0], 1.0);
            let v = entry.visits(2);
            assert!((v.mean[0] - mean).abs() < 1e-6 && v.mean[1] == 0.0, "{i}: {v:?}");
            assert!((v.spread - spread).abs() < 1e-6, "{i}: {v:?}");
            assert_eq!(v.count, (i + 1) as f32);
        }
        assert_eq!(entry.evidence(), 6.0);
    }

    #[test]
    fn residuals_are_against_the_reference_and_the_velocity_is_the_visitors_mean() {
        let mut entry = Entry::EMPTY;
        entry.add(0, [1.0, 0.5], [2.0, 0.0], 1.0);
        entry.add(4, [1.0, 0.5], [1.0, 1.0], 1.0);
        assert_eq!(entry.velocity, [1.5, 0.5]);
        assert_eq!(entry.visits(0).mean, [1.0 - 2.0 * REFERENCE[0], 0.5]);
        assert_eq!(entry.visits(4).mean, [1.0 - REFERENCE[4], 0.5 - REFERENCE[4]]);
    }

    #[test]
    fn the_mean_of_many_visits_follows_most_of_them_and_never_stands_still() {
        let mut entry = Entry::EMPTY;
        for i in 0..400 {
            entry.add(0, [if i % 4 == 0 { 9.0 } else { 1.0 }, 0.0], [0.0; 2], 1.0);
        }
        let before = entry.visits(0).mean[0];
        assert!((before - 1.0).abs() < 0.7, "the plain mean is 3, the median 1: {before}");
        (0..400).for_each(|_| entry.add(0, [-1.0, 0.0], [0.0; 2], 1.0));
        assert!(entry.visits(0).mean[0] < -0.8, "{}", entry.visits(0).mean[0]);
    }
}
