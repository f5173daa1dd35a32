//! What an entity did lately: velocities and orientations as they were told, and between the tellings by interpolation.

use super::bank::MAX_DELAYS;
use crate::base::math::{Vec3, sqrt32};
use crate::base::time::Nanos;

/// Samples kept: at least half a step apart they reach back over the longest window.
const CAPACITY: usize = 2 * MAX_DELAYS + 2;

/// How an entity moved at one moment, in the level's axes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sample {
    /// When.
    pub time: Nanos,
    /// Velocity, m/s.
    pub velocity: Vec3,
    /// Where it looked, of length 1; zero when unknown.
    pub facing: Vec3,
}

/// Recent samples of an unbroken life, oldest first.
#[derive(Clone, Debug, PartialEq)]
pub struct History {
    samples: [Sample; CAPACITY],
    len: usize,
}

impl Default for History {
    fn default() -> Self {
        Self { samples: [Sample { time: 0, velocity: Vec3::ZERO, facing: Vec3::ZERO }; CAPACITY], len: 0 }
    }
}

impl History {
    /// Forgets everything.
    pub fn clear(&mut self) {
        self.len = 0;
    }

    /// The samples kept.
    pub fn samples(&self) -> &[Sample] {
        &self.samples[..self.len]
    }

    /// Adds a sample newer than all others; where one is not, as after a forged snapshot, a new life begins. Of samples closer
    /// than `step / 2` only some are kept: more would not fit, and the networks look at multiples of `step` only.
    pub fn push(&mut self, sample: Sample, step: Nanos) {
        if self.samples().last().is_some_and(|last| last.time >= sample.time) {
            self.clear();
        }
        if let [.., before, last] = self.samples()
            && last.time.saturating_sub(before.time) < step / 2
        {
            self.len -= 1;
        } else if self.len == CAPACITY {
            self.samples.copy_within(1.., 0);
            self.len -= 1;
        }
        self.samples[self.len] = sample;
        self.len += 1;
    }

    /// Velocity and facing `ago` before the newest sample. `None` when that is before the oldest one by more than a quarter
    /// of a `step`, which unsteady clocks need.
    pub(super) fn before(&self, ago: Nanos, step: Nanos) -> Option<(Vec3, Vec3)> {
        let time = self.samples().last()?.time.saturating_sub(ago);
        let Some(at) = self.samples().iter().rposition(|sample| sample.time <= time) else {
            let oldest = self.samples().first()?;
            return (oldest.time.saturating_sub(time) <= step / 4).then_some((oldest.velocity, oldest.facing));
        };
        let a = &self.samples()[at];
        let Some(b) = self.samples().get(at + 1) else { return Some((a.velocity, a.facing)) };
        let share = (time.saturating_sub(a.time) as f64 / b.time.saturating_sub(a.time) as f64) as f32;
        let between = |a: Vec3, b: Vec3| a + (b - a) * share;
        let facing = between(a.facing, b.facing);
        // Of a turn by half a circle nobody knows which way round it went.
        let facing = unit(facing).unwrap_or(if share < 0.5 { a.facing } else { b.facing });
        Some((between(a.velocity, b.velocity), facing))
    }

    pub(super) fn restored(samples: &[Sample]) -> Option<Self> {
        let mut history = Self::default();
        let ascends = samples.windows(2).all(|pair| pair[0].time < pair[1].time);
        let finite = samples.iter().all(|sample| sample.velocity.is_finite() && sample.facing.is_finite());
        if samples.len() > CAPACITY || !ascends || !finite {
            return None;
        }
        history.samples[..samples.len()].copy_from_slice(samples);
        history.len = samples.len();
        Some(history)
    }
}

/// The vector with length 1; `None` when it is too short to have a direction.
pub(super) fn unit(v: Vec3) -> Option<Vec3> {
    let squared = v.length_squared();
    (squared > 1e-6).then(|| v / sqrt32(squared))
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;

    const STEP: Nanos = 50_000_000;

    fn sample(time: Nanos, x: f32) -> Sample {
        Sample { time, velocity: Vec3::X * x, facing: Vec3::Z }
    }

    #[test]
    fn a_sample_from_before_the_last_one_begins_a_new_life() {
        let mut history = History::default();
        for time in [0, STEP, 5 * STEP, 2 * STEP] {
            history.push(sample(time, 1.0), STEP);
        }
        assert_eq!(history.samples(), [sample(2 * STEP, 1.0)]);
        // What is beyond its length may differ.
        let restored = History::restored(history.samples()).unwrap();
        assert_eq!(restored.samples(), history.samples());
    }

    #[test]
    fn between_irregular_samples_velocities_are_interpolated() {
        let mut history = History::default();
        for (time, x) in [(0, 1.0), (130_000_000, 2.3), (200_000_000, 9.3)] {
            history.push(sample(time, x), STEP);
        }
        let at = |ago| history.before(ago, STEP).map(|(velocity, _)| velocity.x);
        assert_eq!(at(0), Some(9.3));
        // 150 ms: 20 / 70 of the way from 2.3 to 9.3; 100 ms: 100 / 130 of the way from 1 to 2.3.
        assert!((at(50_000_000).unwrap() - 4.3).abs() < 1e-5);
        assert!((at(100_000_000).unwrap() - 2.0).abs() < 1e-6);
        assert!((at(150_000_000).unwrap() - 1.5).abs() < 1e-6);
        assert_eq!(at(200_000_000), Some(1.0));
        assert_eq!(at(212_000_000), Some(1.0), "a quarter of a step is a matter of clocks");
        assert_eq!(at(213_000_000), None);
        assert_eq!(History::default().before(0, STEP), None);
    }

    #[test]
    fn facings_turn_and_keep_their_length() {
        let mut history = History::default();
        for (time, facing) in [(0, Vec3::X), (100, Vec3::Z), (200, -Vec3::Z)] {
            history.push(Sample { time, velocity: Vec3::ZERO, facing }, 100);
        }
        let (_, quarter) = history.before(150, 100).unwrap();
        assert!((quarter - Vec3::new(0.5f32.sqrt(), 0.0, 0.5f32.sqrt())).length() < 1e-6);
        assert_eq!(history.before(60, 100).unwrap().1, Vec3::Z, "less than half way back to the other side");
        assert_eq!(history.before(50, 100).unwrap().1, -Vec3::Z);
    }

    #[test]
    fn fast_updates_are_thinned_and_the_window_still_reaches_back() {
        let mut history = History::default();
        // 144 Hz, speed grows by 1 m/s every second.
        for i in 0..500 {
            let time = i * 6_944_444;
            history.push(sample(time, time as f32 * 1e-9), STEP);
        }
        let newest = history.samples().last().unwrap().time;
        assert_eq!(newest, 499 * 6_944_444);
        for k in 0..=MAX_DELAYS as Nanos {
            let (velocity, _) = history.before(k * STEP, STEP).expect("the window is full");
            assert!((velocity.x - (newest - k * STEP) as f32 * 1e-9).abs() < 1e-5, "{k}");
        }
    }

    #[test]
    fn slow_and_regular_updates_are_all_kept() {
        let mut history = History::default();
        for i in 0..10 {
            history.push(sample(i * STEP, i as f32), STEP);
        }
        assert_eq!(history.samples().len(), 10);
        for k in 0..=MAX_DELAYS as Nanos {
            assert_eq!(history.before(k * STEP, STEP).unwrap().0.x, 9.0 - k as f32);
        }
        for i in 10..40 {
            history.push(sample(i * STEP, i as f32), STEP);
        }
        assert_eq!(history.samples().len(), CAPACITY);
        assert_eq!(history.samples()[0].velocity.x, 40.0 - CAPACITY as f32);
    }

    #[test]
    fn what_cannot_be_a_history_is_not_restored() {
        let good: Vec<Sample> = (0..4).map(|i| sample(i, 1.0)).collect();
        assert_eq!(History::restored(&good).unwrap().samples(), good);
        let backwards = [sample(1, 0.0), sample(1, 0.0)];
        assert_eq!(History::restored(&backwards), None);
        assert_eq!(History::restored(&[sample(0, f32::NAN)]), None);
        let many: Vec<Sample> = (0..=CAPACITY as Nanos).map(|i| sample(i, 1.0)).collect();
        assert_eq!(History::restored(&many), None);
    }
}
