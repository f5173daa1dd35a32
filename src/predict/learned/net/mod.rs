//! The network: two hidden layers, exactly mirror-equivariant.
//!
//! The inputs of the mirrored world differ in the sign of the odd ones only, so both passes share the sums of the first
//! layer: `a ± c`. The output along the own frame is the mean of the passes, the one across it half their difference.

mod learning;
#[cfg(test)]
mod tests;

pub use learning::{Adam, Passes};

use super::HORIZON_COUNT;
use super::fast::exp;
use super::inputs::{EVEN, INPUTS};
use crate::base::simd::{Kernel, Simd};
use alloc::vec;
use alloc::vec::Vec;

/// Most neurons of the first hidden layer.
pub const MAX_FIRST: usize = 128;
/// Most neurons of the second hidden layer.
pub const MAX_SECOND: usize = 64;
/// Columns whose sums are kept in registers at once. Hidden layers are multiples of it.
pub const BLOCK: usize = 16;
/// Standardised inputs are kept within ± this.
pub const CLIP: f32 = 6.0;

/// Displacements per horizon in the own frame, in units of [`super::SCALE`].
pub type Output = [[f32; 2]; HORIZON_COUNT];

/// The network that predicts: one displacement per horizon.
pub type Weights = Net<HORIZON_COUNT>;

/// Width of the last layer's rows: two outputs per vector, padded to whole blocks.
pub(super) const fn outputs(vectors: usize) -> usize {
    (2 * vectors).next_multiple_of(BLOCK)
}

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
pub struct Net<const VECTORS: usize> {
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

/// Where the parts of [`Net::values`] begin.
#[derive(Clone, Copy)]
struct Parts {
    offset1: usize,
    layer2: usize,
    offset2: usize,
    layer3: usize,
    offset3: usize,
    end: usize,
}

fn parts(first: usize, second: usize, vectors: usize) -> Parts {
    let offset1 = INPUTS * first;
    let layer2 = offset1 + first;
    let offset2 = layer2 + first * second;
    let layer3 = offset2 + second;
    let offset3 = layer3 + second * outputs(vectors);
    Parts { offset1, layer2, offset2, layer3, offset3, end: offset3 + outputs(vectors) }
}

/// SiLU in place.
#[inline(always)]
fn activate(z: &mut [f32]) {
    for z in z {
        *z *= sigmoid(*z);
    }
}

/// The hidden layers of a network. How many vectors it answers with does not matter to them, so one copy of their code serves all.
#[derive(Clone, Copy)]
struct Hidden<'a> {
    first: usize,
    second: usize,
    values: &'a [f32],
}

/// What the second hidden layer says to `x`, in the pass and in the mirrored pass; `N` eights of columns at a time, which changes
/// nothing but the speed.
struct Think<'a, const N: usize> {
    layers: Hidden<'a>,
    x: &'a [f32; INPUTS],
}

impl<const N: usize> Kernel for Think<'_, N> {
    type Output = [[f32; MAX_SECOND]; 2];

    #[inline(always)]
    fn run(self) -> [[f32; MAX_SECOND]; 2] {
        let Hidden { first, second, .. } = self.layers;
        let mut hidden1 = self.layers.first_sums::<N>(self.x);
        activate(&mut hidden1[0][..first]);
        activate(&mut hidden1[1][..first]);
        let mut hidden2 = self.layers.second_sums(&hidden1);
        activate(&mut hidden2[0][..second]);
        activate(&mut hidden2[1][..second]);
        hidden2
    }
}

/// What the last layer makes of the second hidden one.
struct Answer<'a, const VECTORS: usize> {
    weights: &'a Net<VECTORS>,
    hidden: &'a [[f32; MAX_SECOND]; 2],
}

impl<const VECTORS: usize> Kernel for Answer<'_, VECTORS> {
    type Output = [[f32; 2]; VECTORS];

    #[inline(always)]
    fn run(self) -> [[f32; 2]; VECTORS] {
        let Net { first, second, ref values, .. } = *self.weights;
        let p = parts(first, second, VECTORS);
        last_layer(&values[p.layer3..p.end], &values[p.offset3..p.end], second, self.hidden)
    }
}

/// Along the own frame the mean of both passes counts, across it half their difference; the last layer is linear, so it
/// takes means and differences of the neurons.
#[inline(always)]
fn last_layer<const VECTORS: usize>(
    w: &[f32],
    offset: &[f32],
    second: usize,
    hidden: &[[f32; MAX_SECOND]; 2],
) -> [[f32; 2]; VECTORS] {
    let width = outputs(VECTORS);
    let mut out = [[0.0; 2]; VECTORS];
    for (block, out) in out.chunks_mut(BLOCK / 2).enumerate() {
        let at = block * BLOCK;
        let mut sums: [Eight; 2] = eights(offset, at);
        for sum in &mut sums {
            // The offset of the mirrored pass cancels it.
            for lane in [1, 3, 5, 7] {
                sum[lane] = 0.0;
            }
        }
        for (i, row) in w.chunks_exact(width).take(second).enumerate() {
            let (one, mirrored) = (hidden[0][i], hidden[1][i]);
            let (mean, half) = (0.5 * (one + mirrored), 0.5 * (one - mirrored));
            let pattern = [mean, half, mean, half, mean, half, mean, half];
            for (sum, row) in sums.iter_mut().zip(row[at..at + BLOCK].as_chunks::<8>().0) {
                for lane in 0..8 {
                    sum[lane] += pattern[lane] * row[lane];
                }
            }
        }
        let flat = sums.as_flattened();
        for (h, out) in out.iter_mut().enumerate() {
            *out = [flat[2 * h], flat[2 * h + 1]];
        }
    }
    out
}

impl<const VECTORS: usize> Net<VECTORS> {
    /// A network of zeros. Sizes of the hidden layers are multiples of [`BLOCK`], at most [`MAX_FIRST`] and
    /// [`MAX_SECOND`].
    pub fn zero(first: usize, second: usize) -> Self {
        assert!(first.is_multiple_of(BLOCK) && (BLOCK..=MAX_FIRST).contains(&first), "first hidden layer of {first}");
        assert!(
            second.is_multiple_of(BLOCK) && (BLOCK..=MAX_SECOND).contains(&second),
            "second hidden layer of {second}"
        );
        Self {
            first,
            second,
            simd: Simd::detect(),
            values: vec![0.0; parts(first, second, VECTORS).end],
            mean: vec![0.0; INPUTS],
            inverse: vec![1.0; INPUTS],
        }
    }

    /// Neurons of both hidden layers.
    pub fn sizes(&self) -> (usize, usize) {
        (self.first, self.second)
    }

    /// Ranges of [`Net::values`] with one row per neuron below, and how many those are: for random beginnings.
    pub fn layers(&self) -> [(core::ops::Range<usize>, usize); 3] {
        let p = parts(self.first, self.second, VECTORS);
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
    pub fn output(&self, x: &[f32; INPUTS]) -> [[f32; 2]; VECTORS] {
        self.output_on(self.simd, x)
    }

    /// The same computed on some instruction set; all give the same bits.
    pub fn output_on(&self, simd: Simd, x: &[f32; INPUTS]) -> [[f32; 2]; VECTORS] {
        let layers = self.hidden();
        let hidden = match simd.has_avx2() {
            true => simd.run(Think::<8> { layers, x }),
            false => simd.run(Think::<4> { layers, x }),
        };
        simd.run(Answer { weights: self, hidden: &hidden })
    }

    #[inline(always)]
    fn hidden(&self) -> Hidden<'_> {
        let Self { first, second, .. } = *self;
        Hidden { first, second, values: &self.values[..parts(first, second, VECTORS).layer3] }
    }
}

impl Hidden<'_> {
    /// Of the parts that are there.
    #[inline(always)]
    fn parts(&self) -> Parts {
        parts(self.first, self.second, 0)
    }

    /// The sums of the first layer, of the pass and of the mirrored pass.
    #[inline(always)]
    fn first_sums<const N: usize>(&self, x: &[f32; INPUTS]) -> [[f32; MAX_FIRST]; 2] {
        let (p, w) = (self.parts(), self.values);
        let (mut even, mut odd) = ([0.0_f32; MAX_FIRST], [0.0_f32; MAX_FIRST]);
        layer::<N>(w, self.first, &x[..EVEN], &w[p.offset1..], &mut even);
        layer::<N>(&w[EVEN * self.first..], self.first, &x[EVEN..], &[0.0; MAX_FIRST], &mut odd);
        let (mut one, mut mirrored) = ([0.0_f32; MAX_FIRST], [0.0_f32; MAX_FIRST]);
        for j in 0..self.first {
            one[j] = even[j] + odd[j];
            mirrored[j] = even[j] - odd[j];
        }
        [one, mirrored]
    }

    /// The sums of the second layer, both passes side by side because they share the weights.
    #[inline(always)]
    fn second_sums(&self, hidden: &[[f32; MAX_FIRST]; 2]) -> [[f32; MAX_SECOND]; 2] {
        let p = self.parts();
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
}
