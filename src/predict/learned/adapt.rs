//! Adaptation: the network goes on learning from what its predictor sees.
//!
//! Rows of inputs are kept in a ring of recent ones and, when they leave it, in a reservoir of older ones. Every new row
//! earns [`PASSES`] gradients; half of a batch is drawn from the newest rows, half from all.

use super::HORIZON_COUNT;
use super::inputs::{INPUTS, SCALE};
use super::net::{Adam, CLIP, Output, Passes, Weights};
use crate::base::math::sqrt32;
use crate::base::serial::{Reader, Writer};
use crate::base::time::{Nanos, SECOND};
use crate::base::{Error, Result};
use alloc::vec;
use alloc::vec::Vec;

/// Gradients per new row.
const PASSES: u32 = 4;
/// Gradients per step.
const BATCH: u32 = 128;
const RATE: f32 = 5e-4;
/// The rate rises until so many rows were taken: a short match teaches little, and long steps would spoil what was known.
const WARM_UP: u32 = 2000;
/// Pull towards the weights it began with.
const PULL: f32 = 1e-3;
/// Fewer rows teach nothing.
const FIRST: usize = 200;
/// More than this many gradients are not owed: rows of a long pause are not caught up with.
const MOST_OWED: u32 = 40 * BATCH;
/// Rows of so many seconds are new …
const LATELY: u32 = 5;
/// … but at least so many rows.
const FEWEST_NEW: u32 = 1000;
/// Rows in the ring.
const RECENT: usize = 8192;
/// Older rows.
const RESERVOIR: usize = 8192;
/// About so many rows per second are taken from a crowd: a row stays in the ring until its last horizon is known.
const ROWS_PER_SECOND: u32 = 1000;
/// Standardised inputs are kept in steps of this.
const INPUT_STEP: f32 = CLIP / 127.0;
/// What the network should have said is kept in steps of this, in units of [`SCALE`].
const TARGET_STEP: f32 = 1.0 / 1024.0;
/// Of the rounding of errors near zero in the loss, squared.
const SMOOTH: f32 = 1e-4;
/// No row.
pub(super) const NONE: u32 = u32::MAX;

/// Loss of an answer, Σ_h √(|answer - wanted|² + 1e-4) over the horizons in `known` (bit h), and its slope times `share`.
pub fn loss(answer: &Output, wanted: &Output, known: u8, share: f32) -> (f32, Output) {
    let (mut total, mut slopes) = (0.0, [[0.0; 2]; HORIZON_COUNT]);
    for h in 0..HORIZON_COUNT {
        if known >> h & 1 == 1 {
            let d = [answer[h][0] - wanted[h][0], answer[h][1] - wanted[h][1]];
            let e = sqrt32(d[0] * d[0] + d[1] * d[1] + SMOOTH);
            total += e;
            slopes[h] = d.map(|d| share * d / e);
        }
    }
    (total, slopes)
}

/// One row.
#[derive(Clone, Debug)]
struct Sample {
    x: [i8; INPUTS],
    wanted: [[i16; 2]; HORIZON_COUNT],
    /// Bit h: the horizon is known.
    known: u8,
}
const _: () = assert!(HORIZON_COUNT <= 8);

const EMPTY: Sample = Sample { x: [0; INPUTS], wanted: [[0; 2]; HORIZON_COUNT], known: 0 };

/// What adaptation has made of the weights, and what it learns from.
#[derive(Clone, Debug)]
pub(super) struct Tuning {
    pub(super) weights: Weights,
    adam: Adam,
    gradient: Vec<f32>,
    /// Rows in the gradient so far.
    in_batch: u32,
    /// Gradients that the rows so far have earned.
    owed: u32,
    random: u64,
    /// First the recent ring, then the reservoir.
    samples: Vec<Sample>,
    /// Number of the next row …
    taken: u32,
    /// … and of the first one, a multiple of the ring's size.
    began: u32,
    /// Rows that have left the ring, as far as they were known.
    left: u32,
    /// Second of the game clock in which `offered` rows could have been taken, and how many in the one before.
    second: i64,
    offered: u32,
    offered_before: u32,
}

fn below(random: &mut u64, n: u32) -> u32 {
    *random = random.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut z = *random;
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^= z >> 31;
    (((z >> 32) * n as u64) >> 32) as u32
}

/// Rounds to nearest, ties away from zero; casts of the result saturate.
fn rounded(x: f32) -> f32 {
    if x < 0.0 { x - 0.5 } else { x + 0.5 }
}

impl Tuning {
    /// Begins anew; rows of `before` are not mistaken for new ones.
    pub(super) fn new(start: &Weights, before: Option<&Self>) -> Self {
        let n = start.values.len();
        let began = before.map_or(0, |b| b.taken.checked_next_multiple_of(RECENT as u32).unwrap_or(NONE));
        Self {
            weights: start.clone(),
            adam: Adam::new(n),
            gradient: vec![0.0; n],
            in_batch: 0,
            owed: 0,
            random: 17,
            samples: vec![EMPTY; RECENT + RESERVOIR],
            taken: began,
            began,
            left: 0,
            second: i64::MIN,
            offered: 0,
            offered_before: 0,
        }
    }

    pub(super) fn bytes(&self) -> usize {
        4 * (self.weights.values.len() * 4 + 2 * INPUTS) + self.samples.capacity() * size_of::<Sample>()
    }

    /// Takes a row of standardised inputs whose outcome is not known yet, or not: then [`NONE`].
    pub(super) fn take(&mut self, x: &[f32; INPUTS], time: Nanos) -> u32 {
        let second = time.div_euclid(SECOND);
        if second != self.second {
            (self.offered_before, self.offered, self.second) = (self.offered, 0, second);
        }
        self.offered = self.offered.saturating_add(1);
        let crowd = self.offered_before.max(self.offered).max(ROWS_PER_SECOND);
        if below(&mut self.random, crowd) >= ROWS_PER_SECOND || self.taken == NONE {
            return NONE;
        }
        let slot = self.taken as usize % RECENT;
        self.retire(slot);
        let sample = &mut self.samples[slot];
        for (kept, x) in sample.x.iter_mut().zip(x) {
            *kept = rounded(*x / INPUT_STEP) as i8;
        }
        sample.known = 0;
        self.taken = self.taken.saturating_add(1);
        self.taken - 1
    }

    /// Moves what leaves the ring to the reservoir, where each of the rows so far is kept with the same probability.
    fn retire(&mut self, slot: usize) {
        if self.samples[slot].known == 0 {
            return;
        }
        let place = if (self.left as usize) < RESERVOIR {
            self.left as usize
        } else {
            below(&mut self.random, self.left.saturating_add(1)) as usize
        };
        self.left = self.left.saturating_add(1);
        if place < RESERVOIR {
            let (recent, reservoir) = self.samples.split_at_mut(RECENT);
            reservoir[place].clone_from(&recent[slot]);
        }
    }

    /// Tells a row what the network should have said about a horizon, in units of [`SCALE`] in the row's own frame.
    pub(super) fn complete(&mut self, row: u32, h: usize, wanted: [f32; 2]) {
        if row < self.began || row >= self.taken || self.taken - row > RECENT as u32 {
            return;
        }
        let sample = &mut self.samples[row as usize % RECENT];
        sample.wanted[h] = wanted.map(|x| rounded(x / TARGET_STEP) as i16);
        if sample.known == 0 {
            self.owed = (self.owed + PASSES).min(MOST_OWED);
        }
        sample.known |= 1 << h;
    }

    /// Does up to `most` of the gradients owed; a step after every 128. Returns how many it did.
    pub(super) fn adapt(&mut self, start: &Weights, most: u32) -> u32 {
        let recent = self.recent();
        let all = recent + (self.left as usize).min(RESERVOIR);
        if all < FIRST {
            return 0;
        }
        let many = most.min(self.owed);
        let lately = LATELY * self.offered_before.min(ROWS_PER_SECOND);
        let newest = lately.max(FEWEST_NEW).min(recent as u32);
        let mut x = [0.0; INPUTS];
        let mut passes = Passes::default();
        for _ in 0..many {
            // The reservoir begins behind the ring, which may not be full.
            let at = if self.in_batch.is_multiple_of(2) {
                let back = 1 + below(&mut self.random, newest);
                self.taken.wrapping_sub(back) as usize % RECENT
            } else {
                let at = below(&mut self.random, all as u32) as usize;
                if at < recent { at } else { RECENT + at - recent }
            };
            let sample = &self.samples[at];
            for (x, kept) in x.iter_mut().zip(&sample.x) {
                *x = *kept as f32 * INPUT_STEP;
            }
            let wanted = sample.wanted.map(|w| w.map(|w| w as f32 * TARGET_STEP));
            let answer = self.weights.output_with(&x, &mut passes);
            let (_, slopes) = loss(&answer, &wanted, sample.known, 1.0 / BATCH as f32);
            self.weights.gradient(&x, &passes, &slopes, &mut self.gradient);
            self.in_batch += 1;
            if self.in_batch == BATCH {
                let rate = RATE * (self.taken - self.began).min(WARM_UP) as f32 / WARM_UP as f32;
                self.adam.step(&mut self.weights.values, &self.gradient, rate, PULL, Some(&start.values));
                self.gradient.fill(0.0);
                self.in_batch = 0;
            }
        }
        self.owed -= many;
        many
    }

    pub(super) fn write(&self, w: &mut Writer) {
        w.f32_slice(&self.weights.values).f32_slice(&self.adam.mean).f32_slice(&self.adam.square);
        w.f32_slice(&self.adam.powers).f32_slice(&self.gradient);
        w.u32(self.in_batch).u32(self.owed).u64(self.random).u32(self.taken).u32(self.began).u32(self.left);
        w.i64(self.second).u32(self.offered).u32(self.offered_before);
        // Only what is in use; the rest is as it was made.
        for sample in self.used() {
            for x in &sample.x {
                w.u8(*x as u8);
            }
            for x in sample.wanted.as_flattened() {
                w.u16(*x as u16);
            }
            w.u8(sample.known);
        }
    }

    fn recent(&self) -> usize {
        ((self.taken - self.began) as usize).min(RECENT)
    }

    fn used(&self) -> impl Iterator<Item = &Sample> {
        let (recent, reservoir) = self.samples.split_at(RECENT);
        recent[..self.recent()].iter().chain(&reservoir[..(self.left as usize).min(RESERVOIR)])
    }

    pub(super) fn read(r: &mut Reader<'_>, start: &Weights) -> Result<Self> {
        let mut new = Self::new(start, None);
        r.f32_slice(&mut new.weights.values)?;
        r.f32_slice(&mut new.adam.mean)?;
        r.f32_slice(&mut new.adam.square)?;
        r.f32_slice(&mut new.adam.powers)?;
        r.f32_slice(&mut new.gradient)?;
        (new.in_batch, new.owed, new.random) = (r.u32()?, r.u32()?, r.u64()?);
        (new.taken, new.began, new.left) = (r.u32()?, r.u32()?, r.u32()?);
        (new.second, new.offered, new.offered_before) = (r.i64()?, r.u32()?, r.u32()?);
        let numbers = [&new.weights.values, &new.adam.mean, &new.adam.square, &new.gradient];
        if new.in_batch >= BATCH
            || new.began > new.taken
            || new.began % RECENT as u32 != 0
            || !numbers.iter().all(|list| list.iter().all(|x| x.is_finite()))
        {
            return Err(Error::corrupt("snapshot has adapted weights that are not finite"));
        }
        let known = new.recent();
        let (recent, reservoir) = new.samples.split_at_mut(RECENT);
        for sample in recent[..known].iter_mut().chain(&mut reservoir[..(new.left as usize).min(RESERVOIR)]) {
            for x in &mut sample.x {
                *x = r.u8()? as i8;
            }
            for x in sample.wanted.as_flattened_mut() {
                *x = r.u16()? as i16;
            }
            sample.known = r.u8()?;
        }
        Ok(new)
    }
}

/// What the network should have said, in units of [`SCALE`]: the way from `base` to `truth`, both in the own frame.
pub(super) fn wanted(h: usize, base: [f32; 2], truth: [f32; 2]) -> [f32; 2] {
    [(truth[0] - base[0]) / SCALE[h], (truth[1] - base[1]) / SCALE[h]]
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::boxed::Box;

    const STEP: Nanos = 5_000_000;

    fn inputs(i: u32) -> [f32; INPUTS] {
        core::array::from_fn(|j| ((i as usize * 31 + j * 17) % 23) as f32 / 8.0 - 1.4)
    }

    /// `n` rows, 200 per second, which should all have been answered by `wanted` at the first two horizons.
    fn taught(n: u32, wanted: [f32; 2]) -> (Weights, Box<Tuning>) {
        let start = Weights::load(super::super::DEFAULT).unwrap();
        let mut tuning = Box::new(Tuning::new(&start, None));
        for i in 0..n {
            let row = tuning.take(&inputs(i), i as Nanos * STEP);
            assert_eq!(row, i);
            tuning.complete(row, 0, wanted);
            tuning.complete(row, 1, wanted);
        }
        (start, tuning)
    }

    fn error(weights: &Weights, wanted: [f32; 2]) -> f32 {
        (0..50)
            .map(|i| {
                let said = weights.output(&inputs(i));
                (0..2).map(|h| sqrt32((said[h][0] - wanted[0]).powi(2) + (said[h][1] - wanted[1]).powi(2))).sum::<f32>()
            })
            .sum()
    }

    #[test]
    fn the_network_learns_what_it_should_have_said() {
        let wanted = [2.0, 0.0];
        let (start, mut tuning) = taught(1000, wanted);
        let before = error(&start, wanted);
        assert_eq!(tuning.adapt(&start, 1_000_000), 4000, "four gradients per row");
        let after = error(&tuning.weights, wanted);
        assert!(after < 0.8 * before, "{before} {after}");
        assert_eq!(tuning.adapt(&start, 1_000_000), 0, "nothing is owed");
    }

    #[test]
    fn few_rows_teach_nothing_and_work_can_be_spread() {
        let (start, mut few) = taught(199, [1.0, 0.0]);
        assert_eq!(few.adapt(&start, 1000), 0);
        let (_, mut at_once) = taught(600, [1.0, 0.5]);
        let (_, mut spread) = taught(600, [1.0, 0.5]);
        at_once.adapt(&start, 1000);
        let done: u32 = (0..1000).map(|_| spread.adapt(&start, 1)).sum();
        assert_eq!(done, 1000);
        assert_eq!(at_once.weights, spread.weights);
    }

    #[test]
    fn of_a_crowd_some_rows_are_taken_and_old_ones_are_kept_evenly() {
        let start = Weights::zero(16, 16);
        let mut tuning = Box::new(Tuning::new(&start, None));
        let (mut taken, mut offered) = (0, 0);
        for second in 0..40 {
            for i in 0..4000 {
                // Input 0 tells the age of the row.
                let mut x = [0.0; INPUTS];
                x[0] = second as f32 * 0.1;
                let row = tuning.take(&x, second * SECOND + i * 250_000);
                offered += 1;
                taken += (row != NONE) as u32;
                tuning.complete(row, 0, [0.0; 2]);
            }
        }
        // A quarter; a little more in the first second, when nobody knew that a crowd comes.
        assert!((taken as f64 / offered as f64 - 0.25).abs() < 0.02, "{taken} of {offered}");
        let kept = &tuning.samples[RECENT..];
        let old = kept.iter().filter(|s| (s.x[0] as f32 * INPUT_STEP) < 1.5).count();
        // The ring holds the last 8 s; the reservoir has the 32 s before, of which 15 are older than that.
        let share = old as f64 / RESERVOIR as f64;
        assert!((share - 15.0 / 32.0).abs() < 0.06, "{share}");
    }

    #[test]
    fn outcomes_of_rows_that_are_gone_or_from_before_a_reset_change_nothing() {
        let (start, tuning) = taught(500, [1.0, 0.0]);
        let mut anew = Box::new(Tuning::new(&start, Some(&tuning)));
        let row = anew.take(&inputs(0), 0);
        assert!(row >= 500 && (row as usize).is_multiple_of(RECENT));
        for stale in [0, 499, row + 1, NONE] {
            anew.complete(stale, 0, [1.0, 0.0]);
        }
        assert!(anew.samples.iter().all(|s| s.known == 0));
    }

    #[test]
    fn a_restored_tuning_goes_on_with_the_same_bits() {
        let (start, mut tuning) = taught(700, [0.5, -0.5]);
        tuning.adapt(&start, 777);
        let mut w = Writer::new();
        tuning.write(&mut w);
        let bytes = w.seal(*b"TEST", 1);
        let mut r = Reader::open(&bytes, *b"TEST", 1).unwrap();
        let mut restored = Tuning::read(&mut r, &start).unwrap();
        r.finish().unwrap();
        for tuning in [&mut *tuning, &mut restored] {
            let row = tuning.take(&inputs(9), 700 * STEP);
            tuning.complete(row, 3, [0.1, 0.2]);
            tuning.adapt(&start, 500);
        }
        assert_eq!(tuning.weights, restored.weights);
        assert_eq!(tuning.random, restored.random);
    }

    #[test]
    fn the_loss_is_the_distance_but_smooth_and_its_slope_fits() {
        let (mut answer, wanted) = ([[0.0; 2]; HORIZON_COUNT], [[0.0; 2]; HORIZON_COUNT]);
        [answer[0], answer[1]] = [[3.0, 4.0], [1.0, 1.0]];
        let (value, slopes) = loss(&answer, &wanted, 1 | 1 << (HORIZON_COUNT - 1), 0.5);
        // |(3, 4)| = 5 and, of the last horizon, the rounding 0.01.
        assert!((value - 5.01).abs() < 1e-4, "{value}");
        assert!((slopes[0][0] - 0.3).abs() < 1e-5 && (slopes[0][1] - 0.4).abs() < 1e-5);
        assert_eq!(slopes[1], [0.0; 2], "unknown horizons do not count");
    }
}
