//! All networks of a bank at once (eq. 10), from scaled inputs to changes of velocity.
//!
//! The networks share their inputs, so their hidden neurons form one long row: m · q of them are summed up side by side,
//! input by input, and so are the q outputs of a component, hidden neuron by hidden neuron. Every single sum is added up
//! in the order of the formula, so the result is that of the formula to the bit.

use super::bank::{Bank, MAX_INPUTS, MAX_NETWORKS, MAX_UNITS};
use super::features::Features;
use super::tanh::tanh;
use crate::base::math::Vec3;

/// Scaled inputs, the first n of them used.
pub(super) type Inputs = [f32; MAX_INPUTS];
/// Δv of each network, components in the bank's order; what is not used is 0.
pub(super) type Changes = [[f32; 3]; MAX_NETWORKS];

/// Hidden neurons summed up in one go: as many as fit the registers of the narrowest vector unit.
const ABREAST: usize = 16;
/// Networks whose outputs are summed up in one go.
const OUTPUTS_ABREAST: usize = 4;
/// Room for the hidden neurons of a small bank, such as the paper's 80: clearing more would cost as much as using it.
const FEW_UNITS: usize = 128;

impl Bank {
    /// What each network says to these features, whether it is to be believed or not: Δv_1, Δv_2 …, m/s in the level's axes;
    /// 0 beyond the last one.
    pub fn velocity_changes(&self, features: &Features) -> [Vec3; MAX_NETWORKS] {
        self.changes(&features.scaled(self).0).map(|change| features.heading.turn_out(change))
    }

    /// Δv_i of all networks (eq. 10), scaled back (eq. 13), m/s in the bank's axes.
    pub(super) fn changes(&self, inputs: &Inputs) -> Changes {
        let units = self.hidden_biases.len();
        let inputs = &inputs[..self.shape().inputs()];
        if units <= FEW_UNITS {
            self.run(inputs, &mut [0.0; FEW_UNITS][..units])
        } else {
            self.run(inputs, &mut [0.0; MAX_UNITS][..units])
        }
    }

    fn run(&self, inputs: &[f32], hidden: &mut [f32]) -> Changes {
        self.hidden_layer(inputs, hidden);
        let shape = self.shape();
        let (m, q) = (shape.hidden, shape.networks);
        let mut changes = [[0.0; 3]; MAX_NETWORKS];
        for component in (0..3).take(shape.dimensions) {
            let biases = &self.output_biases[component * q..][..q];
            let weights = &self.output_weights[component * m * q..][..m * q];
            let mut set = |i: usize, sum: f32| {
                let [least, most] = self.output_ranges()[i * shape.dimensions + component];
                changes[i][component] = (sum + 1.0) * (0.5 * (most - least)) + least;
            };
            let whole = q - q % OUTPUTS_ABREAST;
            for at in (0..whole).step_by(OUTPUTS_ABREAST) {
                let mut sums = [0.0; OUTPUTS_ABREAST];
                sums.copy_from_slice(&biases[at..][..OUTPUTS_ABREAST]);
                for (weights, hidden) in weights.chunks_exact(q).zip(hidden.chunks_exact(q)) {
                    let (weights, hidden) = (&weights[at..][..OUTPUTS_ABREAST], &hidden[at..][..OUTPUTS_ABREAST]);
                    for ((sum, u), t) in sums.iter_mut().zip(weights).zip(hidden) {
                        *sum += u * t;
                    }
                }
                for (i, sum) in sums.into_iter().enumerate() {
                    set(at + i, sum);
                }
            }
            for at in whole..q {
                let pairs = weights.chunks_exact(q).zip(hidden.chunks_exact(q));
                set(at, pairs.fold(biases[at], |sum, (weights, hidden)| sum + weights[at] * hidden[at]));
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
            let rows = self.hidden_weights.chunks_exact(units).zip(inputs);
            *out = tanh(rows.fold(self.hidden_biases[at], |sum, (row, s)| sum + row[at] * s));
        }
    }
}
