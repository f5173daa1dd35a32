//! Training of networks on rows of recorded matches: what all losses have in common.
//!
//! Batches are drawn with replacement so that a match counts by its number of rows times its weight. Adam with warm-up and
//! a rate that falls like a cosine to zero; what is kept is the running average of the weights. The same sources and
//! schedule give the same weights, bit for bit.

use crate::base::random::Random;
use crate::predict::learned::{Adam, EVEN, INPUTS, Net};
use alloc::vec;
use alloc::vec::Vec;

/// Batches over which the rate rises from nothing.
const WARM_UP: f32 = 100.0;
/// Rows from which the standardisation of inputs is taken.
const PROBE: usize = 40_000;
/// Added to the deviation of an input, so that rare ones do not blow up.
const LEAST_DEVIATION: f64 = 1e-3;
/// Inputs that vary less than this say nothing in the data. Their weights are zero, for else it would be chance what the
/// network makes of them elsewhere; adaptation can change that.
const CONSTANT: f64 = 1e-9;
/// Uniform beginnings have this gain per layer: the last one starts small, near the base it corrects.
const GAINS: [f64; 3] = [1.0, 1.2, 0.1];

/// Rows of one match.
pub trait Material {
    /// How many there are.
    fn len(&self) -> usize;

    /// Whether there are none.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Inputs of a row before standardising.
    fn inputs(&self, row: usize) -> &[f32; INPUTS];
}

/// A match and how often its rows are drawn.
#[derive(Debug)]
pub struct Source<'a, M> {
    /// Its rows.
    pub rows: &'a M,
    /// Draws per row, relative to the other sources.
    pub weight: f64,
}

/// How long and how fast.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Schedule {
    /// Neurons of the hidden layers.
    pub hidden: (usize, usize),
    /// Steps of Adam.
    pub batches: usize,
    /// Rows per step.
    pub batch: usize,
    /// Rate after the warm-up.
    pub rate: f32,
    /// Pull of the weights towards zero, apart from the gradient.
    pub decay: f32,
    /// Share of the average that stays at each step.
    pub average: f32,
    /// Of the beginning and of all draws.
    pub seed: u64,
}

impl Default for Schedule {
    fn default() -> Self {
        Self { hidden: (64, 32), batches: 32_000, batch: 512, rate: 3e-3, decay: 1e-4, average: 0.998, seed: 1 }
    }
}

/// How far a training has come.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Progress {
    /// Batches done.
    pub done: usize,
    /// Running mean loss of a row.
    pub loss: f32,
    /// Running share of the targets' squares that is explained, where there are targets.
    pub r2: Option<f32>,
}

/// What is made small.
pub trait Loss<M, const VECTORS: usize> {
    /// Adds `share` of a row's gradient to `gradient` (laid out as [`Net::values`]) and returns the row's loss. `phase` goes
    /// from 0 to 1 during the training.
    fn learn(&mut self, net: &Net<VECTORS>, rows: &M, row: usize, phase: f32, share: f32, gradient: &mut [f32]) -> f32;

    /// Share of the targets' squares that was explained lately; `None` when there are no targets.
    fn explained(&self) -> Option<f32> {
        None
    }
}

/// Trains a network. `progress` is told after every batch. Without rows the beginning is returned.
pub fn descend<M: Material, const VECTORS: usize>(
    sources: &[Source<'_, M>],
    schedule: &Schedule,
    loss: &mut impl Loss<M, VECTORS>,
    progress: &mut dyn FnMut(Progress),
) -> Net<VECTORS> {
    let mut random = Random(schedule.seed);
    let mut net = beginning(schedule.hidden, &mut random);
    let urn = Urn::new(sources);
    if urn.total == 0.0 {
        return net;
    }
    urn.standardisation(&mut random, &mut net);
    let mut adam = Adam::new(net.values.len());
    let mut average = net.values.clone();
    let mut gradient = vec![0.0; net.values.len()];
    let mut running = 0.0;
    for done in 0..schedule.batches {
        gradient.fill(0.0);
        let phase = done as f32 / schedule.batches as f32;
        let mut sum = 0.0;
        for _ in 0..schedule.batch {
            let (rows, row) = urn.draw(&mut random);
            sum += loss.learn(&net, rows, row, phase, 1.0 / schedule.batch as f32, &mut gradient);
        }
        let warm = ((done + 1) as f32 / WARM_UP).min(1.0);
        let angle = core::f32::consts::PI * done as f32 / schedule.batches as f32;
        let rate = schedule.rate * warm * 0.5 * (1.0 + libm::cosf(angle));
        adam.step(&mut net.values, &gradient, rate, schedule.decay, None);
        let keep = schedule.average.min(1.0 - 1.0 / (1.0 + done as f32));
        for (average, value) in average.iter_mut().zip(&net.values) {
            *average += (1.0 - keep) * (value - *average);
        }
        let share = (1.0 / (done + 1) as f32).max(0.01);
        running += share * (sum / schedule.batch as f32 - running);
        progress(Progress { done: done + 1, loss: running, r2: loss.explained() });
    }
    net.values = average;
    net
}

/// Random weights, none of the offsets.
pub(super) fn beginning<const VECTORS: usize>((first, second): (usize, usize), random: &mut Random) -> Net<VECTORS> {
    let mut net = Net::zero(first, second);
    for ((range, below), gain) in net.layers().into_iter().zip(GAINS) {
        let most = gain * libm::sqrt(3.0 / below as f64);
        for value in &mut net.values[range] {
            *value = ((2.0 * random.unit() - 1.0) * most) as f32;
        }
    }
    net
}

/// Draws rows of all sources.
struct Urn<'a, M> {
    sources: &'a [Source<'a, M>],
    /// Sum of weight × rows up to and with each source.
    upto: Vec<f64>,
    total: f64,
}

impl<'a, M: Material> Urn<'a, M> {
    fn new(sources: &'a [Source<'a, M>]) -> Self {
        let mut total = 0.0;
        let upto = sources.iter().map(|source| {
            total += source.weight.max(0.0) * source.rows.len() as f64;
            total
        });
        let upto = upto.collect();
        Self { sources, upto, total }
    }

    fn draw(&self, random: &mut Random) -> (&'a M, usize) {
        let ticket = random.unit() * self.total;
        let source = self.upto.partition_point(|upto| *upto <= ticket).min(self.sources.len() - 1);
        let rows = self.sources[source].rows;
        (rows, random.below(rows.len()))
    }

    /// Mean and deviation of the inputs as they will be drawn. Odd inputs keep their zero.
    fn standardisation<const VECTORS: usize>(&self, random: &mut Random, net: &mut Net<VECTORS>) {
        let (mut sum, mut square) = ([0.0_f64; INPUTS], [0.0_f64; INPUTS]);
        for _ in 0..PROBE {
            let (rows, row) = self.draw(random);
            for ((sum, square), &x) in sum.iter_mut().zip(&mut square).zip(rows.inputs(row)) {
                *sum += f64::from(x);
                *square += f64::from(x) * f64::from(x);
            }
        }
        for i in 0..INPUTS {
            let mean = if i < EVEN { sum[i] / PROBE as f64 } else { 0.0 };
            let variance = (square[i] / PROBE as f64 - mean * mean).max(0.0);
            net.mean[i] = mean as f32;
            let deviation = libm::sqrt(variance);
            net.inverse[i] = (1.0 / (deviation + LEAST_DEVIATION)) as f32;
            if deviation < CONSTANT {
                net.inverse[i] = 1.0;
                let width = net.sizes().0;
                net.values[i * width..][..width].fill(0.0);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Numbered(usize);

    impl Material for Numbered {
        fn len(&self) -> usize {
            self.0
        }
        fn inputs(&self, _: usize) -> &[f32; INPUTS] {
            &[0.0; INPUTS]
        }
    }

    #[test]
    fn sources_are_drawn_by_weight_times_rows() {
        let (few, many) = (Numbered(10), Numbered(90));
        let sources = [Source { rows: &few, weight: 3.0 }, Source { rows: &many, weight: 1.0 }];
        let (urn, mut random) = (Urn::new(&sources), Random(3));
        let from_few = (0..10_000).filter(|_| urn.draw(&mut random).0.len() == 10).count();
        assert!((2300..2700).contains(&from_few), "{from_few} of 10000, expected a quarter");
    }
}
