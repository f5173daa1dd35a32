//! Training of neuro-reckoning banks: exemplars from recorded movement, one network per horizon, the file that comes of it.

use super::levenberg::{End, Options, Samples, Size, r2, train};
use super::random::Random;
use crate::base::Result;
use crate::base::math::{Vec3, sqrt};
use crate::base::time::Nanos;
use crate::predict::neuro::{Axes, Bank, BankParts, Features, History, Sample, SentSpeed, Shape};
use alloc::vec::Vec;

/// What a bank shall be like.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Plan {
    /// Sizes.
    pub shape: Shape,
    /// Axes of inputs and outputs.
    pub axes: Axes,
    /// h, nanoseconds.
    pub step: Nanos,
}

impl Plan {
    fn size(&self) -> Size {
        Size { inputs: self.shape.inputs(), hidden: self.shape.hidden, outputs: self.shape.dimensions }
    }
}

/// Rows of inputs (eq. 9) and of the changes of velocity that followed, before scaling.
#[derive(Clone, Debug)]
pub struct Exemplars {
    plan: Plan,
    inputs: Vec<f32>,
    /// Per row: network by network, d each.
    changes: Vec<f32>,
}

impl Exemplars {
    /// None yet.
    pub fn new(plan: Plan) -> Self {
        Self { plan, inputs: Vec::new(), changes: Vec::new() }
    }

    /// Number of rows.
    pub fn rows(&self) -> usize {
        self.inputs.len() / self.plan.shape.inputs()
    }

    /// Adds the exemplars of one unbroken run of samples, each h after the one before. `wanted` is asked by the index of the
    /// sample that would be "now".
    pub fn add_run(&mut self, run: &[Sample], wanted: impl Fn(usize) -> bool) {
        self.add_run_with(run, |now, changes| {
            let future = run.get(now + 1..=now + changes.len()).filter(|_| wanted(now));
            future.is_some_and(|future| {
                changes.iter_mut().zip(future).for_each(|(to, later)| *to = later.velocity - run[now].velocity);
                true
            })
        });
    }

    /// As [`Exemplars::add_run`] with other targets than the changes of velocity: `targets` fills in one vector per network, in
    /// the level's axes, for the sample of this index; where it says false there is no exemplar.
    pub fn add_run_with(&mut self, run: &[Sample], mut targets: impl FnMut(usize, &mut [Vec3]) -> bool) {
        let Plan { shape, axes, step } = self.plan;
        let mut history = History::default();
        let mut row = alloc::vec![Vec3::ZERO; shape.networks];
        for (now, sample) in run.iter().enumerate() {
            history.push(*sample, step);
            if !targets(now, &mut row) {
                continue;
            }
            let Some(features) = Features::of(&history, shape, axes, step) else { continue };
            self.inputs.extend(&features.values[..shape.inputs()]);
            for target in &row {
                self.changes.extend(&features.heading.turn_in(*target)[..shape.dimensions]);
            }
        }
    }

    /// At most `most` of the rows, drawn by lot.
    pub fn thinned(&self, most: usize, seed: u64) -> Self {
        let mut thin = Self::new(self.plan);
        for &row in shuffled(self.rows(), seed).iter().take(most) {
            thin.inputs.extend(self.inputs_of(row));
            thin.changes.extend(self.changes_of(row));
        }
        thin
    }

    /// Adds the rows of others of the same plan.
    pub fn extend(&mut self, others: &Self) {
        debug_assert_eq!(self.plan, others.plan);
        self.inputs.extend(&others.inputs);
        self.changes.extend(&others.changes);
    }

    fn inputs_of(&self, row: usize) -> &[f32] {
        let n = self.plan.shape.inputs();
        &self.inputs[row * n..][..n]
    }

    fn changes_of(&self, row: usize) -> &[f32] {
        let n = self.plan.shape.networks * self.plan.shape.dimensions;
        &self.changes[row * n..][..n]
    }

    /// Least and greatest value of each input; 0 without rows.
    fn input_ranges(&self) -> Vec<[f32; 2]> {
        (0..self.plan.shape.inputs()).map(|j| range((0..self.rows()).map(|row| self.inputs_of(row)[j]))).collect()
    }
}

/// Parts into which exemplars are divided by lot: training, validation, test.
const PARTS: [f64; 3] = [0.70, 0.15, 0.15];

/// One trained network with its scales.
#[derive(Clone, Debug, PartialEq)]
pub struct Network {
    /// In the order of [`BankParts::weights`], for scaled inputs and outputs.
    pub parameters: Vec<f64>,
    /// Per component.
    pub output_ranges: Vec<[f32; 2]>,
    /// r² per part (training, validation, test) and component.
    pub r2: [Vec<f64>; 3],
    /// Root mean square of `|error of Δv|` on the test part, m/s.
    pub test_error: f64,
    /// Rows per part.
    pub rows: [usize; 3],
    /// Epochs gone through.
    pub epochs: usize,
    /// Why training ended.
    pub end: End,
}

/// Trains network `i` (0 = the nearest horizon) of a bank. Networks are independent of each other, so that several threads
/// may train one each; `seed` must be the same for all of them, which divides the exemplars alike.
pub fn train_network(exemplars: &Exemplars, i: usize, seed: u64, options: &Options) -> Network {
    let plan = &exemplars.plan;
    let (size, d) = (plan.size(), plan.shape.dimensions);
    let inputs = exemplars.input_ranges();
    let output_ranges: Vec<[f32; 2]> =
        (0..d).map(|c| range((0..exemplars.rows()).map(|row| exemplars.changes_of(row)[i * d + c]))).collect();
    let order = shuffled(exemplars.rows(), seed);
    let [first, second, _] = PARTS.map(|part| (part * order.len() as f64) as usize);
    let parts = [&order[..first], &order[first..first + second], &order[first + second..]].map(|rows| {
        let mut samples = Samples::default();
        for &row in rows {
            let scaled = exemplars.inputs_of(row).iter().zip(&inputs).map(|(x, range)| scale(*x, *range));
            samples.inputs.extend(scaled);
            let changes = &exemplars.changes_of(row)[i * d..][..d];
            samples.targets.extend(changes.iter().zip(&output_ranges).map(|(x, range)| scale(*x, *range)));
        }
        samples
    });
    let start = first_guess(size, &mut Random(seed ^ (i as u64 + 1)));
    let trained = train(size, start, &parts[0], &parts[1], options);
    let parameters = trained.parameters;
    let components: Vec<f64> = (0..d).map(|c| component_error(size, &parameters, &parts[2], c)).collect();
    let test_error = components.iter().zip(&output_ranges).fold(0.0, |sum, (error, &[least, most])| {
        // Half the range is 1 in scaled numbers.
        let half = f64::from(most - least) / 2.0;
        sum + error * half * half
    });
    Network {
        r2: [0, 1, 2].map(|part| (0..d).map(|c| r2(size, &parameters, &parts[part], c)).collect()),
        rows: [0, 1, 2].map(|part| parts[part].rows(size)),
        output_ranges,
        test_error: sqrt(test_error),
        epochs: trained.epochs,
        end: trained.end,
        parameters,
    }
}

/// Puts networks together to a bank; they must be those of all horizons in order, trained with these exemplars.
pub fn assemble(exemplars: &Exemplars, networks: &[Network]) -> Result<Bank> {
    let Plan { shape, axes, step } = exemplars.plan;
    Bank::new(&BankParts {
        shape,
        axes,
        sent_speed: SentSpeed::Kept,
        step,
        input_ranges: exemplars.input_ranges(),
        output_ranges: networks.iter().flat_map(|network| network.output_ranges.iter().copied()).collect(),
        r2: networks.iter().flat_map(|network| network.r2[2].iter().map(|r2| *r2 as f32)).collect(),
        errors: networks.iter().map(|network| network.test_error as f32).collect(),
        weights: networks.iter().flat_map(|network| network.parameters.iter().map(|x| *x as f32)).collect(),
    })
}

/// Trains a whole bank.
pub fn train_bank(exemplars: &Exemplars, seed: u64, options: &Options) -> Result<(Bank, Vec<Network>)> {
    let networks: Vec<Network> =
        (0..exemplars.plan.shape.networks).map(|i| train_network(exemplars, i, seed, options)).collect();
    Ok((assemble(exemplars, &networks)?, networks))
}

fn range(values: impl Iterator<Item = f32>) -> [f32; 2] {
    let bounds = values.fold(None, |bounds: Option<[f32; 2]>, x| {
        let [least, most] = bounds.unwrap_or([x, x]);
        Some([if x < least { x } else { least }, if x > most { x } else { most }])
    });
    let [least, most] = bounds.unwrap_or_default();
    // Rounding of a constant is no range (see `Bank::new`).
    if most - least < 1e-5 { [least, least] } else { [least, most] }
}

/// Eq. 13 to -1 … 1; 0 where there is no range.
fn scale(x: f32, [least, most]: [f32; 2]) -> f64 {
    if most > least { f64::from(x - least) * (2.0 / f64::from(most - least)) - 1.0 } else { 0.0 }
}

/// Mean squared error of one output.
fn component_error(size: Size, parameters: &[f64], samples: &Samples, c: usize) -> f64 {
    let (mut hidden, mut outputs) = (alloc::vec![0.0; size.hidden], alloc::vec![0.0; size.outputs]);
    let sum = samples.iter(size).fold(0.0, |sum, (inputs, targets)| {
        size.forward(parameters, inputs, &mut hidden, &mut outputs);
        sum + (outputs[c] - targets[c]) * (outputs[c] - targets[c])
    });
    sum / samples.rows(size).max(1) as f64
}

/// Start parameters whose neurons divide the range of the inputs among them (the rule of Nguyen and Widrow): weight vectors of
/// length 0.7 m^(1/n) in random directions, biases spread over ± that length, small output weights.
fn first_guess(size: Size, random: &mut Random) -> Vec<f64> {
    let (n, m) = (size.inputs, size.hidden);
    let reach = 0.7 * libm::pow(m as f64, 1.0 / n as f64);
    let mut parameters = Vec::with_capacity(size.parameters());
    for _ in 0..m {
        let row: Vec<f64> = (0..n).map(|_| random.normal()).collect();
        let length = sqrt(row.iter().fold(0.0, |sum, x| sum + x * x));
        parameters.extend(row.iter().map(|x| x * (reach / length)));
    }
    let spread = |h: usize| if m == 1 { 0.0 } else { 2.0 * h as f64 / (m - 1) as f64 - 1.0 };
    parameters.extend((0..m).map(|h| reach * spread(h)));
    parameters.extend((0..size.outputs * m).map(|_| random.unit() - 0.5));
    parameters.extend((0..size.outputs).map(|_| 0.0));
    parameters
}

/// 0 … n - 1 in random order.
fn shuffled(n: usize, seed: u64) -> Vec<usize> {
    let mut random = Random(seed);
    let mut order: Vec<usize> = (0..n).collect();
    for i in (1..n).rev() {
        order.swap(i, random.below(i + 1));
    }
    order
}
