//! Training of the learned kinematic model.
//!
//! Rows come from replays ([`crate::predict::learned::Recorder`]) with the truth added. The loss is that of adaptation
//! ([`crate::predict::learned::loss`]): nearly the mean distance, but smooth.

use super::descent::{self, Loss, Material};
use crate::predict::learned::{self, HORIZON_COUNT, INPUTS, Output, Passes, SCALE, Weights};
use alloc::vec::Vec;

pub use super::descent::{Progress, Schedule};

/// What happened after one row, per horizon: displacement in the entity's own frame and units of `v_max · 1 s`.
pub type Truth = [Option<[f32; 2]>; HORIZON_COUNT];

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
        let (mut wanted, mut known) = ([[0.0; 2]; HORIZON_COUNT], 0);
        for (h, truth) in truth.iter().enumerate() {
            if let Some(truth) = truth {
                wanted[h] = [0, 1].map(|i| (truth[i] - base[h][i]) / SCALE[h]);
                known |= 1 << h;
            }
        }
        self.wanted.push(wanted);
        self.known.push(known);
    }
}

impl Material for Rows {
    fn len(&self) -> usize {
        self.known.len()
    }

    fn inputs(&self, row: usize) -> &[f32; INPUTS] {
        self.inputs[row * INPUTS..][..INPUTS].try_into().expect("a whole row")
    }
}

/// A match and how often its rows are drawn.
pub type Source<'a> = descent::Source<'a, Rows>;

/// Trains a network; see [`descent::descend`].
pub fn train(sources: &[Source<'_>], schedule: &Schedule, progress: &mut dyn FnMut(Progress)) -> Weights {
    descent::descend(sources, schedule, &mut Judge::default(), progress)
}

/// Mean loss of all rows, each counted once.
pub fn loss(weights: &Weights, rows: &Rows) -> f32 {
    let mut judge = Judge::default();
    let sum: f64 = (0..rows.len()).map(|row| f64::from(judge.loss(weights, rows, row, 0.0).0)).sum();
    (sum / rows.len().max(1) as f64) as f32
}

/// r² over all rows: the share explained of what is left to the network, all horizons in their own units together.
pub fn r2(weights: &Weights, rows: &Rows) -> f32 {
    let mut judge = Judge::default();
    let mut sums = Explained::default();
    for row in 0..rows.len() {
        judge.loss(weights, rows, row, 0.0);
        sums.add(&judge.output, &rows.wanted[row], rows.known[row], 1.0);
    }
    sums.share().unwrap_or(0.0)
}

/// Rows after which an error counts e times less in what was explained lately.
const LATELY: f32 = 20_000.0;

/// Squares of targets, and of what is left of them.
#[derive(Default)]
struct Explained {
    left: f32,
    all: f32,
}

impl Explained {
    /// Adds a row to what came before, `keep` of which is kept.
    fn add(&mut self, output: &Output, wanted: &Output, known: u8, keep: f32) {
        (self.left, self.all) = (self.left * keep, self.all * keep);
        for (_, (output, wanted)) in output.iter().zip(wanted).enumerate().filter(|(h, _)| known & 1 << h != 0) {
            for (said, wanted) in output.iter().zip(wanted) {
                self.left += (wanted - said) * (wanted - said);
                self.all += wanted * wanted;
            }
        }
    }

    fn share(&self) -> Option<f32> {
        (self.all > 0.0).then(|| 1.0 - self.left / self.all)
    }
}

/// Working memory of a pass.
struct Judge {
    x: [f32; INPUTS],
    passes: Passes,
    output: Output,
    lately: Explained,
}

impl Default for Judge {
    fn default() -> Self {
        Self { x: [0.0; INPUTS], passes: Passes::default(), output: Output::default(), lately: Explained::default() }
    }
}

impl Judge {
    /// Loss of a row and a share of its slopes.
    fn loss(&mut self, weights: &Weights, rows: &Rows, row: usize, share: f32) -> (f32, Output) {
        weights.standardise(rows.inputs(row), &mut self.x);
        self.output = weights.output_with(&self.x, &mut self.passes);
        learned::loss(&self.output, &rows.wanted[row], rows.known[row], share)
    }
}

impl Loss<Rows, HORIZON_COUNT> for Judge {
    fn learn(&mut self, net: &Weights, rows: &Rows, row: usize, _: f32, share: f32, gradient: &mut [f32]) -> f32 {
        let (loss, slopes) = self.loss(net, rows, row, share);
        net.gradient(&self.x, &self.passes, &slopes, gradient);
        self.lately.add(&self.output, &rows.wanted[row], rows.known[row], 1.0 - 1.0 / LATELY);
        loss
    }

    fn explained(&self) -> Option<f32> {
        self.lately.share()
    }
}

#[cfg(test)]
mod tests {
    use super::super::descent::beginning;
    use super::*;
    use crate::base::random::Random;
    use crate::predict::learned::EVEN;
    use alloc::vec;

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
            rows.push(&inputs, &[[0.0; 2]; HORIZON_COUNT], &truth);
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
        let weights = train(&sources, &schedule, &mut |progress| told.push(progress));
        let after = loss(&weights, &others);
        assert!(after < 0.5 * before, "{before} {after}");
        assert_eq!(told.len(), 600);
        assert!(told[599].loss < 0.6 * told[5].loss, "{:?}", (told[5], told[599]));
        let explained = r2(&weights, &others);
        assert!(explained > 0.7 && (told[599].r2.unwrap() - explained).abs() < 0.3, "{explained} {:?}", told[599]);
        assert_eq!(r2(&Weights::zero(16, 16), &others), 0.0, "who says nothing explains nothing");
        assert_eq!(weights, train(&sources, &schedule, &mut |_| ()), "the same again");
        assert_ne!(weights, train(&sources, &Schedule { seed: 2, ..schedule }, &mut |_| ()));
    }

    #[test]
    fn what_never_varied_in_training_changes_nothing() {
        let rows = made_up(300, 4);
        let schedule = Schedule { hidden: (16, 16), batches: 5, batch: 16, ..Schedule::default() };
        let weights = train(&[Source { rows: &rows, weight: 1.0 }], &schedule, &mut |_| ());
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
            judge.learn(&weights, &rows, row, 0.0, 1.0 / 3.0, &mut gradient);
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
    fn nothing_to_learn_from_is_no_fault() {
        let weights = train(&[], &Schedule::default(), &mut |_| ());
        assert!(weights.values.iter().all(|x| x.is_finite()));
    }
}
