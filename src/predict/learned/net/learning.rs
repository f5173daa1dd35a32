//! Derivatives of the network and steps along them.

use super::{BLOCK, EVEN, INPUTS, MAX_FIRST, MAX_SECOND, Net, last_layer, outputs, parts, sigmoid};
use crate::base::math::sqrt32;
use crate::base::simd::Kernel;
use alloc::vec;
use alloc::vec::Vec;

/// Widest last layer that can be learned: sixteen vectors.
const MAX_OUTPUTS: usize = 2 * BLOCK;

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

/// [`Net::output_with`].
struct ForwardWith<'a, const VECTORS: usize> {
    weights: &'a Net<VECTORS>,
    x: &'a [f32; INPUTS],
    passes: &'a mut Passes,
}

impl<const VECTORS: usize> Kernel for ForwardWith<'_, VECTORS> {
    type Output = [[f32; 2]; VECTORS];
    #[inline(always)]
    fn run(self) -> [[f32; 2]; VECTORS] {
        self.weights.forward_with(self.x, self.passes)
    }
}

/// [`Net::gradient`].
struct Backward<'a, const VECTORS: usize> {
    weights: &'a Net<VECTORS>,
    x: &'a [f32; INPUTS],
    passes: &'a Passes,
    slopes: &'a [[f32; 2]; VECTORS],
    gradient: &'a mut [f32],
}

impl<const VECTORS: usize> Kernel for Backward<'_, VECTORS> {
    type Output = ();
    #[inline(always)]
    fn run(self) {
        self.weights.backward(self.x, self.passes, self.slopes, self.gradient);
    }
}

impl<const VECTORS: usize> Net<VECTORS> {
    /// [`Net::output`], with what [`Net::gradient`] needs; the same bits.
    pub fn output_with(&self, x: &[f32; INPUTS], passes: &mut Passes) -> [[f32; 2]; VECTORS] {
        self.simd.run(ForwardWith { weights: self, x, passes })
    }

    #[inline(always)]
    fn forward_with(&self, x: &[f32; INPUTS], passes: &mut Passes) -> [[f32; 2]; VECTORS] {
        let p = parts(self.first, self.second, VECTORS);
        let Passes { hidden1, slope1, hidden2, slope2 } = passes;
        *hidden1 = self.hidden().first_sums::<4>(x);
        for (hidden, slope) in hidden1.iter_mut().zip(slope1) {
            activate_with_slope(&mut hidden[..self.first], slope);
        }
        *hidden2 = self.hidden().second_sums(hidden1);
        for (hidden, slope) in hidden2.iter_mut().zip(slope2) {
            activate_with_slope(&mut hidden[..self.second], slope);
        }
        last_layer(&self.values[p.layer3..], &self.values[p.offset3..], self.second, hidden2)
    }

    /// Adds the gradient of Σ `slopes` · output to `gradient`, which is laid out as [`Net::values`].
    pub fn gradient(&self, x: &[f32; INPUTS], passes: &Passes, slopes: &[[f32; 2]; VECTORS], gradient: &mut [f32]) {
        self.simd.run(Backward { weights: self, x, passes, slopes, gradient });
    }

    #[inline(always)]
    fn backward(&self, x: &[f32; INPUTS], passes: &Passes, slopes: &[[f32; 2]; VECTORS], gradient: &mut [f32]) {
        let p = parts(self.first, self.second, VECTORS);
        let (w, gradient) = (&self.values[..p.end], &mut gradient[..p.end]);
        let mut blame1 = [[0.0_f32; MAX_FIRST]; 2];
        for (pass, blame1) in blame1.iter_mut().enumerate() {
            let sign = if pass == 0 { 0.5 } else { -0.5 };
            // Vectors and their padding; as many rows of zeros as any network needs.
            let mut blame3 = [0.0_f32; MAX_OUTPUTS];
            let blame3 = &mut blame3[..outputs(VECTORS)];
            for (pair, slope) in blame3.chunks_exact_mut(2).zip(slopes) {
                pair.copy_from_slice(&[0.5 * slope[0], sign * slope[1]]);
            }
            let mut blame2 = [0.0_f32; MAX_SECOND];
            for (i, blame) in blame2[..self.second].iter_mut().enumerate() {
                let row = p.layer3 + i * outputs(VECTORS);
                let felt = back(&w[row..], &mut gradient[row..], passes.hidden2[pass][i], blame3);
                *blame = felt * passes.slope2[pass][i];
            }
            add(&mut gradient[p.offset3..], blame3);
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
        for j in 0..self.first {
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
    pub(in super::super) mean: Vec<f32>,
    pub(in super::super) square: Vec<f32>,
    /// β₁ and β₂ to the power of the number of steps.
    pub(in super::super) powers: [f32; 2],
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
            let step = *mean * c1 / (sqrt32(*square * c2) + 1e-8);
            *value -= rate * (step + pull * (*value - from));
        }
    }
}
