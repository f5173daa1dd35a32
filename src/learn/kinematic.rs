//! Training of the learned kinematic model.
//!
//! Rows come from replays ([`crate::predict::learned::Recorder`]) with the truth added; batches are drawn with replacement
//! so that a match counts by its number of rows times its weight. The loss is that of adaptation
//! ([`crate::predict::learned::loss`]): nearly the mean distance, but smooth. Adam with warm-up and a rate that falls like
//! a cosine to zero; what is kept is the running average of the weights.

use crate::base::random::Random;
use crate::predict::learned::{self, Adam, EVEN, INPUTS, Output, Passes, SCALE, Weights};
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

/// What happened after one row, per horizon: displacement in the entity's own frame and units of `v_max · 1 s`.
pub type Truth = [Option<[f32; 2]>; 5];

/// Training data of one match.
#[derive(Clone, Debug, Default)]
pub struct Rows {
    inputs: Vec<f32>,
    /// What the network should have said, in units of [`SCALE`].
    wanted: Vec<Output>,
    /// Bit h: the horizon is known.
    known: Vec<u8>,
}

impl Rows {
    /// Adds one row: inputs before standardising, what the output is added to, what happened.
    pub fn push(&mut self, inputs: &[f32; INPUTS], base: &Output, truth: &Truth) {
        self.inputs.extend_from_slice(inputs);
        let (mut wanted, mut known) = ([[0.0; 2]; 5], 0);
        for (h, truth) in truth.iter().enumerate() {
            if let Some(truth) = truth {
                wanted[h] = [0, 1].map(|i| (truth[i] - base[h][i]) / SCALE[h]);
                known |= 1 << h;
            }
        }
        self.wanted.push(wanted);
        self.known.push(known);
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.known.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.known.is_empty()
    }

    fn inputs(&self, row: usize) -> &[f32; INPUTS] {
        self.inputs[row * INPUTS..][..INPUTS].try_into().expect("a whole row")
    }
}

/// A match and how often its rows are drawn.
#[derive(Clone, Copy, Debug)]
pub struct Source<'a> {
    /// Its rows.
    pub rows: &'a Rows,
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
        Self { hidden: (64, 32), batches: 8000, batch: 512, rate: 3e-3, decay: 1e-4, average: 0.998, seed: 1 }
    }
}

/// Trains a network. `progress` is told after every batch how many are done and the running mean loss of a row. The same
/// sources and schedule give the same weights, bit for bit. Without rows the beginning is returned.
pub fn train(sources: &[Source<'_>], schedule: &Schedule, progress: &mut dyn FnMut(usize, f32)) -> Weights {
    let mut random = Random(schedule.seed);
    let mut weights = beginning(schedule.hidden, &mut random);
    let urn = Urn::new(sources);
    if urn.total == 0.0 {
        return weights;
    }
    urn.standardisation(&mut random, &mut weights);
    let mut adam = Adam::new(weights.values.len());
    let mut average = weights.values.clone();
    let mut gradient = vec![0.0; weights.values.len()];
    let mut judge = Judge::default();
    let mut running = 0.0;
    for done in 0..schedule.batches {
        gradient.fill(0.0);
        let mut loss = 0.0;
        for _ in 0..schedule.batch {
            let (rows, row) = urn.draw(&mut random);
            loss += judge.learn(&weights, rows, row, 1.0 / schedule.batch as f32, &mut gradient);
        }
        let warm = ((done + 1) as f32 / WARM_UP).min(1.0);
        let phase = core::f32::consts::PI * done as f32 / schedule.batches as f32;
        let rate = schedule.rate * warm * 0.5 * (1.0 + libm::cosf(phase));
        adam.step(&mut weights.values, &gradient, rate, schedule.decay, None);
        let keep = schedule.average.min(1.0 - 1.0 / (1.0 + done as f32));
        for (average, value) in average.iter_mut().zip(&weights.values) {
            *average += (1.0 - keep) * (value - *average);
        }
        let share = (1.0 / (done + 1) as f32).max(0.01);
        running += share * (loss / schedule.batch as f32 - running);
        progress(done + 1, running);
    }
    weights.values = average;
    weights
}

/// Mean loss of all rows, each counted once.
pub fn loss(weights: &Weights, rows: &Rows) -> f32 {
    let mut judge = Judge::default();
    let sum: f64 = (0..rows.len()).map(|row| f64::from(judge.loss(weights, rows, row, 0.0).0)).sum();
    (sum / rows.len().max(1) as f64) as f32
}

/// Random weights, none of the offsets.
fn beginning((first, second): (usize, usize), random: &mut Random) -> Weights {
    let mut weights = Weights::zero(first, second);
    for ((range, below), gain) in weights.layers().into_iter().zip(GAINS) {
        let most = gain * libm::sqrt(3.0 / below as f64);
        for value in &mut weights.values[range] {
            *value = ((2.0 * random.unit() - 1.0) * most) as f32;
        }
    }
    weights
}

/// Draws rows of all sources.
struct Urn<'a> {
    sources: &'a [Source<'a>],
    /// Sum of weight × rows up to and with each source.
    upto: Vec<f64>,
    total: f64,
}

impl<'a> Urn<'a> {
    fn new(sources: &'a [Source<'a>]) -> Self {
        let mut total = 0.0;
        let upto = sources.iter().map(|source| {
            total += source.weight.max(0.0) * source.rows.len() as f64;
            total
        });
        let upto = upto.collect();
        Self { sources, upto, total }
    }

    fn draw(&self, random: &mut Random) -> (&'a Rows, usize) {
        let ticket = random.unit() * self.total;
        let source = self.upto.partition_point(|upto| *upto <= ticket).min(self.sources.len() - 1);
        let rows = self.sources[source].rows;
        (rows, random.below(rows.len()))
    }

    /// Mean and deviation of the inputs as they will be drawn. Odd inputs keep their zero.
    fn standardisation(&self, random: &mut Random, weights: &mut Weights) {
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
            weights.mean[i] = mean as f32;
            let deviation = libm::sqrt(variance);
            weights.inverse[i] = (1.0 / (deviation + LEAST_DEVIATION)) as f32;
            if deviation < CONSTANT {
                weights.inverse[i] = 1.0;
                let width = weights.sizes().0;
                weights.values[i * width..][..width].fill(0.0);
            }
        }
    }
}

/// Working memory of a pass.
struct Judge {
    x: [f32; INPUTS],
    passes: Passes,
}

impl Default for Judge {
    fn default() -> Self {
        Self { x: [0.0; INPUTS], passes: Passes::default() }
    }
}

impl Judge {
    /// Loss of a row and a share of its slopes.
    fn loss(&mut self, weights: &Weights, rows: &Rows, row: usize, share: f32) -> (f32, Output) {
        weights.standardise(rows.inputs(row), &mut self.x);
        let output = weights.output_with(&self.x, &mut self.passes);
        learned::loss(&output, &rows.wanted[row], rows.known[row], share)
    }

    /// Adds a share of the row's gradient; returns its loss.
    fn learn(&mut self, weights: &Weights, rows: &Rows, row: usize, share: f32, gradient: &mut [f32]) -> f32 {
        let (loss, slopes) = self.loss(weights, rows, row, share);
        weights.gradient(&self.x, &self.passes, &slopes, gradient);
        loss
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Truths that follow a smooth function of three inputs, with the symmetry of a mirror.
    fn made_up(n: usize, seed: u64) -> Rows {
        let (mut random, mut rows) = (Random(seed), Rows::default());
        for i in 0..n {
            let mut inputs = [0.0; INPUTS];
            for at in [0, 1, 2, EVEN, EVEN + 1] {
                inputs[at] = random.normal() as f32;
            }
            let (a, b, c) = (inputs[0], inputs[1], inputs[EVEN]);
            let truth = core::array::from_fn(|h| {
                let known = h == 0 || i % 2 == 0;
                known.then_some([SCALE[h] * (a * b + 0.5 * c * c), SCALE[h] * (c * a - 0.3 * c)])
            });
            rows.push(&inputs, &[[0.0; 2]; 5], &truth);
        }
        rows
    }

    #[test]
    fn a_known_function_is_learned_and_holds_on_other_data() {
        let (rows, others) = (made_up(6000, 1), made_up(500, 2));
        let schedule = Schedule { hidden: (32, 16), batches: 600, batch: 64, ..Schedule::default() };
        let before = loss(&beginning(schedule.hidden, &mut Random(1)), &others);
        let mut told = Vec::new();
        let sources = [Source { rows: &rows, weight: 1.0 }];
        let weights = train(&sources, &schedule, &mut |done, loss| told.push((done, loss)));
        let after = loss(&weights, &others);
        assert!(after < 0.5 * before, "{before} {after}");
        assert_eq!(told.len(), 600);
        assert!(told[599].1 < 0.6 * told[5].1, "{:?}", (told[5], told[599]));
        assert_eq!(weights, train(&sources, &schedule, &mut |_, _| ()), "the same again");
        assert_ne!(weights, train(&sources, &Schedule { seed: 2, ..schedule }, &mut |_, _| ()));
    }

    #[test]
    fn what_never_varied_in_training_changes_nothing() {
        let rows = made_up(300, 4);
        let schedule = Schedule { hidden: (16, 16), batches: 5, batch: 16, ..Schedule::default() };
        let weights = train(&[Source { rows: &rows, weight: 1.0 }], &schedule, &mut |_, _| ());
        let said = |at: usize| {
            let (mut raw, mut x) = ([0.0; INPUTS], [0.0; INPUTS]);
            raw[at] = 3.0;
            weights.standardise(&raw, &mut x);
            weights.output(&x)
        };
        // Inputs 0 and 1 vary in the rows, 7 and the last one do not.
        assert_ne!(said(0), said(1));
        assert_eq!(said(7), said(INPUTS - 1));
    }

    #[test]
    fn slopes_are_those_of_the_loss() {
        let rows = made_up(3, 5);
        let mut weights = beginning((16, 16), &mut Random(9));
        let mut gradient = vec![0.0; weights.values.len()];
        let mut judge = Judge::default();
        for row in 0..3 {
            judge.learn(&weights, &rows, row, 1.0 / 3.0, &mut gradient);
        }
        let mut largest = 0.0_f32;
        for i in (0..gradient.len()).step_by(5) {
            let (value, step) = (weights.values[i], 1e-2);
            let mut at = |x: f32| {
                weights.values[i] = x;
                loss(&weights, &rows)
            };
            let numeric = (at(value + step) - at(value - step)) / (2.0 * step);
            weights.values[i] = value;
            assert!((numeric - gradient[i]).abs() < 2e-3, "{i}: {numeric} {}", gradient[i]);
            largest = largest.max(numeric.abs());
        }
        assert!(largest > 0.02, "{largest}");
    }

    #[test]
    fn sources_are_drawn_by_weight_times_rows() {
        let (few, many) = (made_up(10, 1), made_up(90, 2));
        let sources = [Source { rows: &few, weight: 3.0 }, Source { rows: &many, weight: 1.0 }];
        let (urn, mut random) = (Urn::new(&sources), Random(3));
        let from_few = (0..10_000).filter(|_| urn.draw(&mut random).0.len() == 10).count();
        assert!((2300..2700).contains(&from_few), "{from_few} of 10000, expected a quarter");
    }

    #[test]
    fn nothing_to_learn_from_is_no_fault() {
        let weights = train(&[], &Schedule::default(), &mut |_, _| ());
        assert!(weights.values.iter().all(|x| x.is_finite()));
    }
}
