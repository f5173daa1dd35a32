//! All networks of a bank at once (eq. 10), from scaled inputs to changes of velocity.
//!
//! The networks share their inputs, so their hidden neurons form one long row: m · q of them are summed up side by side,
//! input by input, and so are the q outputs of a component, hidden neuron by hidden neuron. Every single sum is added up
//! in the order of the formula, so the result is that of the formula to the bit.

use super::bank::{Bank, MAX_INPUTS, MAX_NETWORKS, MAX_UNITS};
use super::tanh::tanh;

/// Scaled inputs, the first n of them used.
pub(super) type Inputs = [f32; MAX_INPUTS];
/// Δv of each network, components in the bank's order; what is not used is 0.
pub(super) type Changes = [[f32; 3]; MAX_NETWORKS];

/// Hidden neurons summed up in one go: as many as fit the registers of the narrowest vector unit.
const ABREAST: usize = 16;

impl Bank {
    /// Δv_i of all networks (eq. 10), scaled back (eq. 13), m/s in the bank's axes.
    pub(super) fn changes(&self, inputs: &Inputs) -> Changes {
        let shape = self.shape();
        let (m, q) = (shape.hidden, shape.networks);
        let mut hidden = [0.0; MAX_UNITS];
        let hidden = &mut hidden[..m * q];
        self.hidden_layer(&inputs[..shape.inputs()], hidden);

        let mut changes = [[0.0; 3]; MAX_NETWORKS];
        let ranges = self.output_ranges();
        for component in 0..shape.dimensions {
            let mut sums = [0.0; MAX_NETWORKS];
            let sums = &mut sums[..q];
            sums.copy_from_slice(&self.output_biases[component * q..][..q]);
            let weights = &self.output_weights[component * m * q..][..m * q];
            for (weights, hidden) in weights.chunks_exact(q).zip(hidden.chunks_exact(q)) {
                for ((sum, u), t) in sums.iter_mut().zip(weights).zip(hidden) {
                    *sum += u * t;
                }
            }
            for (i, sum) in sums.iter().enumerate() {
                let [least, most] = ranges[i * shape.dimensions + component];
                changes[i][component] = (sum + 1.0) * (0.5 * (most - least)) + least;
            }
        }
        changes
    }

    fn hidden_layer(&self, inputs: &[f32], hidden: &mut [f32]) {
        let units = hidden.len();
        let whole = units - units % ABREAST;
        for at in (0..whole).step_by(ABREAST) {
            let mut sums = [0.0; ABREAST];
            sums.copy_from_slice(&self.hidden_biases[at..][..ABREAST]);
            for (row, s) in self.hidden_weights.chunks_exact(units).zip(inputs) {
                let row = &row[at..][..ABREAST];
                for (sum, w) in sums.iter_mut().zip(row) {
                    *sum += w * s;
                }
            }
            for (out, sum) in hidden[at..][..ABREAST].iter_mut().zip(sums) {
                *out = tanh(sum);
            }
        }
        for (at, out) in hidden.iter_mut().enumerate().skip(whole) {
            let mut sum = self.hidden_biases[at];
            for (row, s) in self.hidden_weights.chunks_exact(units).zip(inputs) {
                sum += row[at] * s;
            }
            *out = tanh(sum);
        }
    }
}
