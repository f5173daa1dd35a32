//! The network: two hidden layers, exactly mirror-equivariant.
//!
//! The inputs of the mirrored world differ in the sign of the odd ones only, so both passes share the sums of the first
//! layer: `a ± c`. The output along the own frame is the mean of the passes, the one across it half their difference.

use super::fast::exp;
use super::inputs::{EVEN, INPUTS};
use crate::base::simd::{Kernel, Simd};
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

#[inline(always)]
fn sigmoid(x: f32) -> f32 {
    1.0 / (1.0 + exp(-x))
}

/// Eight columns.
type Eight = [f32; 8];

/// `start` + Σ_i x_i · row_i over 8 `N` columns from `first`, kept in registers; rows are `width` wide.
#[inline(always)]
fn columns<const N: usize>(w: &[f32], first: usize, width: usize, x: &[f32], start: [Eight; N]) -> [Eight; N] {
    let mut sums = start;
    for (row, x) in w.chunks_exact(width).zip(x) {
        let (row, _) = row[first..first + 8 * N].as_chunks::<8>();
        for (sum, row) in sums.iter_mut().zip(row) {
            for lane in 0..8 {
                sum[lane] += x * row[lane];
            }
        }
    }
    sums
}

/// [`columns`] of all `width` columns into `out`, `N` eights at a time and the rest by two.
#[inline(always)]
fn layer<const N: usize>(w: &[f32], width: usize, x: &[f32], start: &[f32], out: &mut [f32]) {
    let mut at = 0;
    while at + 8 * N <= width {
        let sums: [Eight; N] = columns(w, at, width, x, eights(start, at));
        out[at..at + 8 * N].copy_from_slice(sums.as_flattened());
        at += 8 * N;
    }
    while at + BLOCK <= width {
        let sums: [Eight; 2] = columns(w, at, width, x, eights(start, at));
        out[at..at + BLOCK].copy_from_slice(sums.as_flattened());
        at += BLOCK;
    }
}

#[inline(always)]
fn eights<const N: usize>(values: &[f32], at: usize) -> [Eight; N] {
    let (eights, _) = values[at..at + 8 * N].as_chunks::<8>();
    core::array::from_fn(|i| eights[i])
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
    simd: Simd,
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

/// SiLU in place.
#[inline(always)]
fn activate(z: &mut [f32]) {
    for z in z {
        *z *= sigmoid(*z);
    }
}

/// SiLU in place, and its slope.
#[inline(always)]
fn activate_with_slope(z: &mut [f32], slope: &mut [f32]) {
    for (z, slope) in z.iter_mut().zip(slope) {
        let s = sigmoid(*z);
        let y = *z * s;
        *slope = s + y * (1.0 - s);
        *z = y;
    }
}

/// [`Weights::output_with`].
struct ForwardWith<'a> {
    weights: &'a Weights,
    x: &'a [f32; INPUTS],
    passes: &'a mut Passes,
}

impl Kernel for ForwardWith<'_> {
    type Output = Output;
    #[inline(always)]
    fn run(self) -> Output {
        self.weights.forward_with(self.x, self.passes)
    }
}

/// [`Weights::gradient`].
struct Backward<'a> {
    weights: &'a Weights,
    x: &'a [f32; INPUTS],
    passes: &'a Passes,
    slopes: &'a Output,
    gradient: &'a mut [f32],
}

impl Kernel for Backward<'_> {
    type Output = ();
    #[inline(always)]
    fn run(self) {
        self.weights.backward(self.x, self.passes, self.slopes, self.gradient);
    }
}

/// Answers `x`; `N` eights of columns at a time, which changes nothing but the speed.
struct Forward<'a, const N: usize> {
    weights: &'a Weights,
    x: &'a [f32; INPUTS],
}

impl<const N: usize> Kernel for Forward<'_, N> {
    type Output = Output;

    #[inline(always)]
    fn run(self) -> Output {
        let Self { weights, x } = self;
        let Weights { first, second, .. } = *weights;
        let p = parts(first, second);
        let w = &weights.values[..p.end];
        let mut hidden1 = weights.first_sums::<N>(x);
        activate(hidden1[0].as_mut_slice());
        activate(hidden1[1].as_mut_slice());
        let mut hidden2 = weights.second_sums(&hidden1);
        activate(hidden2[0].as_mut_slice());
        activate(hidden2[1].as_mut_slice());
        last_layer(&w[p.layer3..], &w[p.offset3..], second, &hidden2)
    }
}

/// Along the own frame the mean of both passes counts, across it half their difference; the last layer is linear, so it
/// takes means and differences of the neurons.
#[inline(always)]
fn last_layer(w: &[f32], offset: &[f32], second: usize, hidden: &[[f32; MAX_SECOND]; 2]) -> Output {
    let mut sums: [Eight; 2] = eights(offset, 0);
    for sum in &mut sums {
        // The offset of the mirrored pass cancels it.
        for lane in [1, 3, 5, 7] {
            sum[lane] = 0.0;
        }
    }
    for (i, row) in w.chunks_exact(OUTPUTS).take(second).enumerate() {
        let (one, mirrored) = (hidden[0][i], hidden[1][i]);
        let (mean, half) = (0.5 * (one + mirrored), 0.5 * (one - mirrored));
        let pattern = [mean, half, mean, half, mean, half, mean, half];
        for (sum, row) in sums.iter_mut().zip(row.as_chunks::<8>().0) {
            for lane in 0..8 {
                sum[lane] += pattern[lane] * row[lane];
            }
        }
    }
    let flat = sums.as_flattened();
    core::array::from_fn(|h| [flat[2 * h], flat[2 * h + 1]])
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
            simd: Simd::detect(),
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
        self.output_on(self.simd, x)
    }

    /// The same computed on some instruction set; all give the same bits.
    pub fn output_on(&self, simd: Simd, x: &[f32; INPUTS]) -> Output {
        if simd.has_avx2() {
            simd.run(Forward::<8> { weights: self, x })
        } else {
            simd.run(Forward::<4> { weights: self, x })
        }
    }

    /// The sums of the first layer, of the pass and of the mirrored pass.
    #[inline(always)]
    fn first_sums<const N: usize>(&self, x: &[f32; INPUTS]) -> [[f32; MAX_FIRST]; 2] {
        let p = parts(self.first, self.second);
        let w = &self.values[..p.end];
        let (mut even, mut odd) = ([0.0_f32; MAX_FIRST], [0.0_f32; MAX_FIRST]);
        layer::<N>(w, self.first, &x[..EVEN], &w[p.offset1..], &mut even);
        layer::<N>(&w[EVEN * self.first..], self.first, &x[EVEN..], &[0.0; MAX_FIRST], &mut odd);
        let (mut one, mut mirrored) = ([0.0_f32; MAX_FIRST], [0.0_f32; MAX_FIRST]);
        for j in 0..MAX_FIRST {
            one[j] = even[j] + odd[j];
            mirrored[j] = even[j] - odd[j];
        }
        [one, mirrored]
    }

    /// The sums of the second layer, both passes side by side because they share the weights.
    #[inline(always)]
    fn second_sums(&self, hidden: &[[f32; MAX_FIRST]; 2]) -> [[f32; MAX_SECOND]; 2] {
        let p = parts(self.first, self.second);
        let mut out = [[0.0_f32; MAX_SECOND]; 2];
        for at in (0..self.second).step_by(BLOCK) {
            let offset: [Eight; 2] = eights(&self.values[p.offset2..], at);
            let mut sums = [offset; 2];
            let rows = self.values[p.layer2..p.offset2].chunks_exact(self.second);
            for ((row, one), mirrored) in rows.zip(&hidden[0]).zip(&hidden[1]) {
                let (row, _) = row[at..at + BLOCK].as_chunks::<8>();
                for (sums, x) in sums.iter_mut().zip([one, mirrored]) {
                    for (sum, row) in sums.iter_mut().zip(row) {
                        for lane in 0..8 {
                            sum[lane] += x * row[lane];
                        }
                    }
                }
            }
            for (out, sums) in out.iter_mut().zip(&sums) {
                out[at..at + BLOCK].copy_from_slice(sums.as_flattened());
            }
        }
        out
    }

    /// [`Weights::output`], with what [`Weights::gradient`] needs; the same bits.
    pub fn output_with(&self, x: &[f32; INPUTS], passes: &mut Passes) -> Output {
        self.simd.run(ForwardWith { weights: self, x, passes })
    }

    #[inline(always)]
    fn forward_with(&self, x: &[f32; INPUTS], passes: &mut Passes) -> Output {
        let p = parts(self.first, self.second);
        let Passes { hidden1, slope1, hidden2, slope2 } = passes;
        *hidden1 = self.first_sums::<4>(x);
        for (hidden, slope) in hidden1.iter_mut().zip(slope1) {
            activate_with_slope(hidden, slope);
        }
        *hidden2 = self.second_sums(hidden1);
        for (hidden, slope) in hidden2.iter_mut().zip(slope2) {
            activate_with_slope(hidden, slope);
        }
        last_layer(&self.values[p.layer3..], &self.values[p.offset3..], self.second, hidden2)
    }

    /// Adds the gradient of Σ `slopes` · output to `gradient`, which is laid out as [`Weights::values`].
    pub fn gradient(&self, x: &[f32; INPUTS], passes: &Passes, slopes: &Output, gradient: &mut [f32]) {
        self.simd.run(Backward { weights: self, x, passes, slopes, gradient });
    }

    #[inline(always)]
    fn backward(&self, x: &[f32; INPUTS], passes: &Passes, slopes: &Output, gradient: &mut [f32]) {
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

#[inline(always)]
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
