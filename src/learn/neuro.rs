//! Training of neuro-reckoning banks: exemplars from recorded movement, one network per horizon, the file that comes of it.

use super::levenberg::{End, Options, Samples, Size, r2, train};
use crate::base::Result;
use crate::base::math::{Vec3, sqrt};
use crate::base::random::Random;
use crate::base::time::Nanos;
use crate::predict::neuro::{Axes, Bank, BankParts, Features, History, Sample, SendRule, Shape};
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
    /// Speed at which the players run in the exemplars, m/s, where velocities shall count relative to it; else 0.
    pub run_speed: f32,
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

    /// q of the bank that comes of it.
    pub fn networks(&self) -> usize {
        self.plan.shape.networks
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
        let Plan { shape, axes, step, .. } = self.plan;
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
    let Plan { shape, axes, step, run_speed } = exemplars.plan;
    Bank::new(&BankParts {
        shape,
        axes,
        sends: alloc::vec![SendRule::paper(shape.networks)],
        step,
        run_speed,
        origin: alloc::string::String::new(),
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

#[cfg(test)]
mod tests {
    use super::*;

    const STEP: Nanos = 50_000_000;

    fn plan(axes: Axes) -> Plan {
        Plan { shape: Shape { dimensions: 2, delays: 1, hidden: 4, networks: 2 }, axes, step: STEP, run_speed: 0.0 }
    }

    /// Runs in a circle at 5 m/s, turning by `turn` radians per step, and begins in the direction `start`.
    fn circle(start: f64, turn: f64, steps: i64) -> Vec<Sample> {
        let at = |i: i64| {
            let angle = start + turn * i as f64;
            let facing = Vec3::new(libm::cos(angle) as f32, 0.0, libm::sin(angle) as f32);
            Sample { time: i * STEP, velocity: facing * 5.0, facing }
        };
        (0..steps).map(at).collect()
    }

    #[test]
    fn exemplars_are_windows_and_the_changes_that_follow() {
        let run: Vec<Sample> = (0..5)
            .map(|i| Sample { time: i * STEP, velocity: Vec3::new(i as f32, 9.0, (i * i) as f32), facing: Vec3::Z })
            .collect();
        let mut exemplars = Exemplars::new(plan(Axes::World));
        exemplars.add_run(&run, |_| true);
        // A window of two and a future of two: at samples 1 and 2.
        assert_eq!((exemplars.rows(), exemplars.networks()), (2, 2));
        assert_eq!(exemplars.inputs_of(0), [1.0, 1.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0]);
        assert_eq!(exemplars.changes_of(0), [1.0, 3.0, 2.0, 8.0]);
        assert_eq!(exemplars.inputs_of(1)[..2], [2.0, 4.0]);
        assert_eq!(exemplars.changes_of(1), [1.0, 5.0, 2.0, 12.0]);
        exemplars.add_run(&run[..3], |_| true);
        exemplars.add_run(&run, |now| now == 2);
        assert_eq!(exemplars.rows(), 3, "too short a run has none, and only what is wanted is taken");
        assert_eq!(exemplars.input_ranges()[1], [1.0, 4.0]);
        assert_eq!(exemplars.input_ranges()[2], [0.0, 0.0]);
    }

    #[test]
    fn drawing_by_lot_repeats_nothing_and_can_be_repeated() {
        let mut exemplars = Exemplars::new(plan(Axes::World));
        exemplars.add_run(&circle(0.0, 0.01, 60), |_| true);
        let drawn = exemplars.thinned(20, 3);
        let mut rows: Vec<f32> = (0..20).map(|row| drawn.inputs_of(row)[1]).collect();
        rows.sort_by(f32::total_cmp);
        rows.dedup();
        assert_eq!((rows.len(), drawn.rows()), (20, 20));
        assert_eq!(exemplars.thinned(20, 3).inputs, drawn.inputs);
        assert_ne!(exemplars.thinned(20, 4).inputs, drawn.inputs);
        assert_eq!(exemplars.thinned(1000, 3).rows(), exemplars.rows());
        let mut both = drawn.clone();
        both.extend(&drawn);
        assert_eq!((both.rows(), both.changes_of(25)), (40, drawn.changes_of(5)));
    }

    #[test]
    fn scaling_is_eq_13_and_survives_constants() {
        assert_eq!(range([3.0, -1.0, 2.0].into_iter()), [-1.0, 3.0]);
        assert_eq!(range([3.0, 3.0].into_iter()), [3.0, 3.0]);
        assert_eq!(range([].into_iter()), [0.0, 0.0]);
        assert_eq!((scale(-1.0, [-1.0, 3.0]), scale(2.0, [-1.0, 3.0]), scale(7.0, [3.0, 3.0])), (-1.0, 0.5, 0.0));
    }

    fn turners(axes: Axes, starts: &[f64], ticks: i64) -> Exemplars {
        let mut exemplars = Exemplars::new(plan(axes));
        for (i, start) in starts.iter().enumerate() {
            exemplars.add_run(&circle(*start, 0.02 + 0.02 * (i % 5) as f64, ticks), |_| true);
        }
        exemplars
    }

    #[test]
    fn a_bank_learns_to_go_on_in_circles() {
        let starts: Vec<f64> = (0..20).map(|i| 0.31 * f64::from(i)).collect();
        let (bank, networks) = train_bank(&turners(Axes::World, &starts, 40), 1, &Options::default()).unwrap();
        for network in &networks {
            assert!(network.r2.iter().flatten().all(|r2| *r2 > 0.999), "{:?}", network.r2);
            assert_eq!(network.rows.iter().sum::<usize>(), 20 * 37);
            assert!(network.rows[0] == 518 && network.rows[1] == 111, "{:?}", network.rows);
        }
        assert!(bank.r2(1)[0] > 0.999 && bank.error(1) < 0.05, "{}", bank.error(1));
        // Another start than any that was trained.
        let run = circle(1.0, 0.06, 4);
        let mut history = History::default();
        run[..2].iter().for_each(|sample| history.push(*sample, STEP));
        let features = Features::of(&history, bank.shape(), bank.axes(), STEP).unwrap();
        let said = bank.velocity_changes(&features);
        for i in 0..2 {
            let truth = run[2 + i].velocity - run[1].velocity;
            assert!((said[i] - truth).length() < 0.05, "{i}: {} {truth}", said[i]);
        }
        let again = train_bank(&turners(Axes::World, &starts, 40), 1, &Options::default()).unwrap();
        assert_eq!(again.0.to_bytes(), bank.to_bytes(), "training is the same every time");
    }

    #[test]
    fn in_own_axes_what_is_learned_northwards_holds_eastwards() {
        // Too short to turn far: no heading beyond half a radian is seen.
        let north: Vec<f64> = (0..40).map(|i| 0.005 * f64::from(i - 20)).collect();
        let told = |axes: Axes| {
            let (bank, _) = train_bank(&turners(axes, &north, 6), 1, &Options::default()).unwrap();
            let run = circle(2.5, 0.06, 4);
            let mut history = History::default();
            run[..2].iter().for_each(|sample| history.push(*sample, STEP));
            let features = Features::of(&history, bank.shape(), axes, STEP).unwrap();
            (bank.velocity_changes(&features)[1] - (run[3].velocity - run[1].velocity)).length()
        };
        let (own, world) = (told(Axes::Own), told(Axes::World));
        assert!(own < 0.05 && world > 0.3, "{own} {world}");
    }
}
