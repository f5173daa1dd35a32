//! The network: two hidden layers, exactly mirror-equivariant.
//!
//! The inputs of the mirrored world differ in the sign of the odd ones only, so both passes share the sums of the first
//! layer: `a ± c`. The output along the own frame is the mean of the passes, the one across it half their difference.

use super::inputs::{EVEN, INPUTS};
use alloc::vec;
use alloc::vec::Vec;

/// Most neurons of the first hidden layer.
pub const MAX_FIRST: usize = 64;
/// Most neurons of the second hidden layer.
pub const MAX_SECOND: usize = 32;
/// Outputs (2 per horizon) with padding: rows of the last layer are as wide as a block of columns.
pub(super) const OUTPUTS: usize = 16;
/// Columns whose sums are kept in registers at once. Hidden layers are multiples of it.
pub const BLOCK: usize = 16;
/// Standardised inputs are kept within ± this.
pub const CLIP: f32 = 6.0;

/// Displacements per horizon in the own frame, in units of [`super::SCALE`].
pub type Output = [[f32; 2]; 5];

/// e^x with a relative error below 2e-6 for x within ±80, held there beyond. Only adds, multiplies and moves of bits, so
/// it is the same everywhere, and loops of it become vector code.
#[inline(always)]
pub(super) fn exp(x: f32) -> f32 {
    let x = if x < -80.0 { -80.0 } else { x };
    let x = if x > 80.0 { 80.0 } else { x };
    let t = x * core::f32::consts::LOG2_E;
    // Adding and taking away 1.5 · 2²³ rounds to the nearest integer.
    let k = (t + 12_582_912.0) - 12_582_912.0;
    let f = t - k;
    let p = 1.0 + f * (0.693_147_2 + f * (0.240_226_5 + f * (0.055_504_11 + f * (0.009_618_13 + f * 0.001_333_36))));
    f32::from_bits((((k as i32) + 127) << 23) as u32) * p
}

#[inline(always)]
fn sigmoid(x: f32) -> f32 {
    1.0 / (1.0 + exp(-x))
}

/// `start` + Σ_i x_i · row_i over the columns from `first`; rows are `width` wide.
#[inline(always)]
fn columns(w: &[f32], first: usize, width: usize, x: &[f32], start: [f32; BLOCK]) -> [f32; BLOCK] {
    let mut sums = start;
    for (row, x) in w.chunks_exact(width).zip(x) {
        let row = block(row, first);
        for (sum, w) in sums.iter_mut().zip(row) {
            *sum += x * w;
        }
    }
    sums
}

#[inline(always)]
fn block(values: &[f32], first: usize) -> &[f32; BLOCK] {
    values[first..first + BLOCK].try_into().expect("a whole block")
}

#[inline(always)]
fn block_mut(values: &mut [f32], first: usize) -> &mut [f32; BLOCK] {
    (&mut values[first..first + BLOCK]).try_into().expect("a whole block")
}

/// A network with the standardisation of its inputs.
///
/// `values` holds, in this order and by rows of the receiving layer's width: the first layer (one row per input), its
/// offsets, the second layer (one row per neuron of the first), its offsets, the last layer (rows of 16: x and y per
/// horizon, then padding), its offsets.
#[derive(Clone, Debug, PartialEq)]
pub struct Weights {
    pub(super) first: usize,
    pub(super) second: usize,
    /// See the type.
    pub values: Vec<f32>,
    /// Mean of every input; zero for odd ones.
    pub mean: Vec<f32>,
    /// One over the deviation of every input.
    pub inverse: Vec<f32>,
}

/// Where the parts of [`Weights::values`] begin.
#[derive(Clone, Copy)]
struct Parts {
    offset1: usize,
    layer2: usize,
    offset2: usize,
    layer3: usize,
    offset3: usize,
    end: usize,
}

fn parts(first: usize, second: usize) -> Parts {
    let offset1 = INPUTS * first;
    let layer2 = offset1 + first;
    let offset2 = layer2 + first * second;
    let layer3 = offset2 + second;
    let offset3 = layer3 + second * OUTPUTS;
    Parts { offset1, layer2, offset2, layer3, offset3, end: offset3 + OUTPUTS }
}

/// What a pass through the network leaves behind for its derivative.
#[derive(Clone, Debug)]
pub struct Passes {
    /// Values and slopes of the hidden neurons, for the pass and the mirrored pass.
    hidden1: [[f32; MAX_FIRST]; 2],
    slope1: [[f32; MAX_FIRST]; 2],
    hidden2: [[f32; MAX_SECOND]; 2],
    slope2: [[f32; MAX_SECOND]; 2],
}

impl Default for Passes {
    fn default() -> Self {
        Self {
            hidden1: [[0.0; MAX_FIRST]; 2],
            slope1: [[0.0; MAX_FIRST]; 2],
            hidden2: [[0.0; MAX_SECOND]; 2],
            slope2: [[0.0; MAX_SECOND]; 2],
        }
    }
}

/// How hidden neurons answer: with or without slopes.
trait Keep {
    fn first(&mut self, pass: usize, hidden: &[f32; MAX_FIRST], slope: &[f32; MAX_FIRST]);
    fn second(&mut self, pass: usize, hidden: &[f32; MAX_SECOND], slope: &[f32; MAX_SECOND]);
}

struct Nothing;

impl Keep for Nothing {
    #[inline(always)]
    fn first(&mut self, _: usize, _: &[f32; MAX_FIRST], _: &[f32; MAX_FIRST]) {}
    #[inline(always)]
    fn second(&mut self, _: usize, _: &[f32; MAX_SECOND], _: &[f32; MAX_SECOND]) {}
}

impl Keep for Passes {
    fn first(&mut self, pass: usize, hidden: &[f32; MAX_FIRST], slope: &[f32; MAX_FIRST]) {
        (self.hidden1[pass], self.slope1[pass]) = (*hidden, *slope);
    }
    fn second(&mut self, pass: usize, hidden: &[f32; MAX_SECOND], slope: &[f32; MAX_SECOND]) {
        (self.hidden2[pass], self.slope2[pass]) = (*hidden, *slope);
    }
}

/// SiLU of the first `n` sums in place, and its slope.
#[inline(always)]
fn activate<const N: usize>(z: &mut [f32; N], slope: &mut [f32; N], n: usize) {
    for (z, slope) in z[..n].iter_mut().zip(&mut slope[..n]) {
        let s = sigmoid(*z);
        let y = *z * s;
        *slope = s + y * (1.0 - s);
        *z = y;
    }
}

impl Weights {
    /// A network of zeros. Sizes of the hidden layers are multiples of [`BLOCK`], at most [`MAX_FIRST`] and
    /// [`MAX_SECOND`].
    pub fn zero(first: usize, second: usize) -> Self {
        assert!(first % BLOCK == 0 && (BLOCK..=MAX_FIRST).contains(&first), "first hidden layer of {first}");
        assert!(second % BLOCK == 0 && (BLOCK..=MAX_SECOND).contains(&second), "second hidden layer of {second}");
        Self {
            first,
            second,
            values: vec![0.0; parts(first, second).end],
            mean: vec![0.0; INPUTS],
            inverse: vec![1.0; INPUTS],
        }
    }

    /// Neurons of both hidden layers.
    pub fn sizes(&self) -> (usize, usize) {
        (self.first, self.second)
    }

    /// Ranges of [`Weights::values`] with one row per neuron below, and how many those are: for random beginnings.
    pub fn layers(&self) -> [(core::ops::Range<usize>, usize); 3] {
        let p = parts(self.first, self.second);
        [(0..p.offset1, INPUTS), (p.layer2..p.offset2, self.first), (p.layer3..p.offset3, self.second)]
    }

    /// Standardises raw inputs.
    pub fn standardise(&self, raw: &[f32; INPUTS], x: &mut [f32; INPUTS]) {
        for (((x, raw), mean), inverse) in x.iter_mut().zip(raw).zip(&self.mean).zip(&self.inverse) {
            let z = (raw - mean) * inverse;
            // Written so that NaN becomes a number.
            let z = if z < CLIP { z } else { CLIP };
            *x = if z > -CLIP { z } else { -CLIP };
        }
    }

    /// The answer to standardised inputs.
    pub fn output(&self, x: &[f32; INPUTS]) -> Output {
        self.pass(x, &mut Nothing)
    }

    /// The answer, with what [`Weights::gradient`] needs.
    pub fn output_with(&self, x: &[f32; INPUTS], passes: &mut Passes) -> Output {
        self.pass(x, passes)
    }

    #[inline(always)]
    fn pass(&self, x: &[f32; INPUTS], keep: &mut impl Keep) -> Output {
        let p = parts(self.first, self.second);
        let w = &self.values[..p.end];
        let (mut even, mut odd) = ([0.0_f32; MAX_FIRST], [0.0_f32; MAX_FIRST]);
        for at in (0..self.first).step_by(BLOCK) {
            let offset = *block(&w[p.offset1..], at);
            *block_mut(&mut even, at) = columns(w, at, self.first, &x[..EVEN], offset);
            *block_mut(&mut odd, at) = columns(&w[EVEN * self.first..], at, self.first, &x[EVEN..], [0.0; BLOCK]);
        }
        let mut out = [[0.0_f32; OUTPUTS]; 2];
        for (pass, out) in out.iter_mut().enumerate() {
            let (mut h1, mut slope) = ([0.0_f32; MAX_FIRST], [0.0_f32; MAX_FIRST]);
            for ((h, a), c) in h1.iter_mut().zip(&even).zip(&odd) {
                *h = if pass == 0 { a + c } else { a - c };
            }
            activate(&mut h1, &mut slope, self.first);
            keep.first(pass, &h1, &slope);
            let (mut h2, mut slope) = ([0.0_f32; MAX_SECOND], [0.0_f32; MAX_SECOND]);
            for at in (0..self.second).step_by(BLOCK) {
                let offset = *block(&w[p.offset2..], at);
                *block_mut(&mut h2, at) = columns(&w[p.layer2..], at, self.second, &h1[..self.first], offset);
            }
            activate(&mut h2, &mut slope, self.second);
            keep.second(pass, &h2, &slope);
            *out = columns(&w[p.layer3..], 0, OUTPUTS, &h2[..self.second], *block(&w[p.offset3..], 0));
        }
        let mut answer = [[0.0; 2]; 5];
        for (h, answer) in answer.iter_mut().enumerate() {
            let (x, y) = (2 * h, 2 * h + 1);
            *answer = [0.5 * (out[0][x] + out[1][x]), 0.5 * (out[0][y] - out[1][y])];
        }
        answer
    }

    /// Adds the gradient of Σ `slopes` · output to `gradient`, which is laid out as [`Weights::values`].
    pub fn gradient(&self, x: &[f32; INPUTS], passes: &Passes, slopes: &Output, gradient: &mut [f32]) {
        let p = parts(self.first, self.second);
        let (w, gradient) = (&self.values[..p.end], &mut gradient[..p.end]);
        let mut blame1 = [[0.0_f32; MAX_FIRST]; 2];
        for (pass, blame1) in blame1.iter_mut().enumerate() {
            let sign = if pass == 0 { 0.5 } else { -0.5 };
            let mut blame3 = [0.0_f32; OUTPUTS];
            for (pair, slope) in blame3.chunks_exact_mut(2).zip(slopes) {
                pair.copy_from_slice(&[0.5 * slope[0], sign * slope[1]]);
            }
            let mut blame2 = [0.0_f32; MAX_SECOND];
            for (i, blame) in blame2[..self.second].iter_mut().enumerate() {
                let row = p.layer3 + i * OUTPUTS;
                let felt = back(&w[row..], &mut gradient[row..], passes.hidden2[pass][i], &blame3);
                *blame = felt * passes.slope2[pass][i];
            }
            add(&mut gradient[p.offset3..], &blame3);
            add(&mut gradient[p.offset2..], &blame2[..self.second]);
            for (i, blame) in blame1[..self.first].iter_mut().enumerate() {
                let row = p.layer2 + i * self.second;
                let hidden = passes.hidden1[pass][i];
                let felt = back(&w[row..], &mut gradient[row..], hidden, &blame2[..self.second]);
                *blame = felt * passes.slope1[pass][i];
            }
        }
        let [one, mirrored] = &blame1;
        let (mut sum, mut difference) = ([0.0_f32; MAX_FIRST], [0.0_f32; MAX_FIRST]);
        for j in 0..MAX_FIRST {
            sum[j] = one[j] + mirrored[j];
            difference[j] = one[j] - mirrored[j];
        }
        add(&mut gradient[p.offset1..], &sum[..self.first]);
        for (i, (row, x)) in gradient.chunks_exact_mut(self.first).zip(x).enumerate() {
            let blame = if i < EVEN { &sum } else { &difference };
            for (g, b) in row.iter_mut().zip(blame) {
                *g += x * b;
            }
        }
    }
}

/// Back through one row: adds `hidden · blame` to its gradient and returns the row's product with the blame, summed in
/// eight lanes so that the order is the same at any vector width.
#[inline(always)]
fn back(row: &[f32], gradient: &mut [f32], hidden: f32, blame: &[f32]) -> f32 {
    let mut lanes = [0.0_f32; 8];
    let chunks = row.chunks_exact(8).zip(gradient.chunks_exact_mut(8)).zip(blame.chunks_exact(8));
    for ((row, gradient), blame) in chunks {
        for j in 0..8 {
            lanes[j] += row[j] * blame[j];
            gradient[j] += hidden * blame[j];
        }
    }
    ((lanes[0] + lanes[1]) + (lanes[2] + lanes[3])) + ((lanes[4] + lanes[5]) + (lanes[6] + lanes[7]))
}

fn add(to: &mut [f32], values: &[f32]) {
    for (to, value) in to.iter_mut().zip(values) {
        *to += value;
    }
}

/// Adam with a pull towards where the weights began (or towards zero), apart from the gradient.
#[derive(Clone, Debug)]
pub struct Adam {
    pub(super) mean: Vec<f32>,
    pub(super) square: Vec<f32>,
    /// β₁ and β₂ to the power of the number of steps.
    pub(super) powers: [f32; 2],
}

const BETA: [f32; 2] = [0.9, 0.999];

impl Adam {
    /// Before the first step on `n` weights.
    pub fn new(n: usize) -> Self {
        Self { mean: vec![0.0; n], square: vec![0.0; n], powers: [1.0; 2] }
    }

    /// One step against `gradient`; `pull` draws towards `anchor`.
    pub fn step(&mut self, values: &mut [f32], gradient: &[f32], rate: f32, pull: f32, anchor: Option<&[f32]>) {
        for (power, beta) in self.powers.iter_mut().zip(BETA) {
            *power *= beta;
        }
        let [c1, c2] = self.powers.map(|power| 1.0 / (1.0 - power));
        let moments = self.mean.iter_mut().zip(&mut self.square);
        for (i, ((value, g), (mean, square))) in values.iter_mut().zip(gradient).zip(moments).enumerate() {
            *mean = BETA[0] * *mean + (1.0 - BETA[0]) * g;
            *square = BETA[1] * *square + (1.0 - BETA[1]) * g * g;
            let from = anchor.map_or(0.0, |anchor| anchor[i]);
            let step = *mean * c1 / (crate::base::math::sqrt32(*square * c2) + 1e-8);
            *value -= rate * (step + pull * (*value - from));
        }
    }
}
