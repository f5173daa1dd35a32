//! Levenberg-Marquardt training of networks with one hidden layer of tanh neurons and linear outputs.
//!
//! Batch training on the mean squared error: each epoch solves `(JᵀJ + μ I) δ = Jᵀe` and takes the step δ if the error falls,
//! with a smaller μ from then on (towards Gauss-Newton); else μ grows (towards steepest descent) until a step helps. It ends
//! when the error on validation samples has not fallen for some epochs, and the parameters that were best there are kept.

mod cholesky;
mod normal;

use alloc::vec::Vec;
use cholesky::Cholesky;
use normal::NormalEquations;

/// Sizes of a network: n inputs, m hidden neurons, d outputs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    /// n.
    pub inputs: usize,
    /// m.
    pub hidden: usize,
    /// d.
    pub outputs: usize,
}

impl Size {
    /// Number of parameters. Their order is W (m × n, row by row), b (m), U (d × m, row by row), c (d).
    pub fn parameters(&self) -> usize {
        self.hidden * (self.inputs + 1) + self.outputs * (self.hidden + 1)
    }

    /// Outputs for one row of inputs: `U tanh(W s + b) + c`. `hidden` receives the m values of tanh.
    pub fn forward(&self, parameters: &[f64], inputs: &[f64], hidden: &mut [f64], outputs: &mut [f64]) {
        let (n, m) = (self.inputs, self.hidden);
        let (w, rest) = parameters.split_at(m * n);
        let (b, rest) = rest.split_at(m);
        let (u, c) = rest.split_at(self.outputs * m);
        for ((hidden, row), b) in hidden.iter_mut().zip(w.chunks_exact(n)).zip(b) {
            *hidden = libm::tanh(row.iter().zip(inputs).fold(*b, |sum, (w, s)| sum + w * s));
        }
        for ((output, row), c) in outputs.iter_mut().zip(u.chunks_exact(m)).zip(c) {
            *output = row.iter().zip(&*hidden).fold(*c, |sum, (u, t)| sum + u * t);
        }
    }
}

/// Samples: rows of inputs and of the outputs that belong to them, one after the other.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Samples {
    /// n numbers per row, best within -1 … 1.
    pub inputs: Vec<f64>,
    /// d numbers per row.
    pub targets: Vec<f64>,
}

impl Samples {
    /// Number of rows.
    pub fn rows(&self, size: Size) -> usize {
        self.targets.len() / size.outputs
    }

    /// Inputs and targets, row by row.
    pub fn iter(&self, size: Size) -> impl Iterator<Item = (&[f64], &[f64])> {
        self.inputs.chunks_exact(size.inputs).zip(self.targets.chunks_exact(size.outputs))
    }

    /// Mean over rows and outputs of the squared error; 0 without rows.
    pub fn mean_squared_error(&self, size: Size, parameters: &[f64]) -> f64 {
        let (mut hidden, mut outputs) = (alloc::vec![0.0; size.hidden], alloc::vec![0.0; size.outputs]);
        let mut sum = 0.0;
        for (inputs, targets) in self.iter(size) {
            size.forward(parameters, inputs, &mut hidden, &mut outputs);
            sum += outputs.iter().zip(targets).fold(0.0, |sum, (y, t)| sum + (y - t) * (y - t));
        }
        if self.targets.is_empty() { 0.0 } else { sum / self.targets.len() as f64 }
    }
}

/// How training goes on and ends.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Options {
    /// Most epochs.
    pub epochs: usize,
    /// Epochs in a row without a lower validation error after which training ends.
    pub patience: usize,
    /// μ at the beginning.
    pub damping: f64,
    /// Factor on μ after a step that did not help; its inverse is the factor after one that did.
    pub factor: f64,
    /// With a larger μ no step can help: training ends.
    pub most_damping: f64,
    /// A mean squared error of training samples that is good enough.
    pub goal: f64,
}

impl Default for Options {
    /// At most 100 epochs as in the paper; the others are what is usual for this method.
    fn default() -> Self {
        Self { epochs: 100, patience: 6, damping: 1e-3, factor: 10.0, most_damping: 1e10, goal: 0.0 }
    }
}

/// Why training ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// The validation error had not fallen for so many epochs as patience lasts.
    Validation,
    /// All epochs are over.
    Epochs,
    /// No step lowers the error any more.
    Minimum,
    /// The error is as low as asked for.
    Goal,
}

/// What came out.
#[derive(Clone, Debug, PartialEq)]
pub struct Trained {
    /// The parameters with the lowest validation error (without validation samples: training error).
    pub parameters: Vec<f64>,
    /// The epoch they are from; 0 is the beginning.
    pub best_epoch: usize,
    /// Epochs gone through.
    pub epochs: usize,
    /// Why it ended.
    pub end: End,
    /// Their mean squared error on the training samples …
    pub training_error: f64,
    /// … and on the validation samples.
    pub validation_error: f64,
}

/// Trains from `start`. Samples must have rows of the sizes that `size` says. Deterministic.
pub fn train(size: Size, start: Vec<f64>, training: &Samples, validation: &Samples, options: &Options) -> Trained {
    let mut parameters = start;
    let mut normal = NormalEquations::new(size);
    let mut solver = Cholesky::new(size.parameters());
    let mut trial = parameters.clone();
    let mut error = training.mean_squared_error(size, &parameters);
    let checked = !validation.targets.is_empty();
    let judge = |parameters: &[f64], error: f64| {
        if checked { validation.mean_squared_error(size, parameters) } else { error }
    };
    let first = judge(&parameters, error);
    let mut best = Trained {
        parameters: parameters.clone(),
        best_epoch: 0,
        epochs: 0,
        end: End::Epochs,
        training_error: error,
        validation_error: first,
    };
    let mut damping = options.damping;
    for epoch in 1..=options.epochs {
        if error <= options.goal {
            best.end = End::Goal;
            break;
        }
        normal.collect(training, &parameters);
        let lower = loop {
            if damping > options.most_damping {
                break None;
            }
            // A singular system is one more reason for more damping.
            if let Some(step) = solver.solve(normal.matrix(), damping, normal.gradient()) {
                for ((trial, now), step) in trial.iter_mut().zip(&parameters).zip(step) {
                    *trial = now - step;
                }
                let after = training.mean_squared_error(size, &trial);
                if after < error {
                    break Some(after);
                }
            }
            damping *= options.factor;
        };
        let Some(lower) = lower else {
            best.end = End::Minimum;
            break;
        };
        core::mem::swap(&mut parameters, &mut trial);
        error = lower;
        damping /= options.factor;
        best.epochs = epoch;
        let judged = judge(&parameters, error);
        if judged < best.validation_error {
            best.parameters.copy_from_slice(&parameters);
            (best.best_epoch, best.training_error, best.validation_error) = (epoch, error, judged);
        } else if epoch - best.best_epoch >= options.patience {
            best.end = End::Validation;
            break;
        }
    }
    best
}

/// r² (eq. 16) of one output over samples: 1 - Σ(x - x̂)² / Σ(x - x̄)². 0 when the targets do not differ.
pub fn r2(size: Size, parameters: &[f64], samples: &Samples, output: usize) -> f64 {
    let mean = samples.iter(size).fold(0.0, |sum, (_, t)| sum + t[output]) / samples.rows(size).max(1) as f64;
    let (mut hidden, mut outputs) = (alloc::vec![0.0; size.hidden], alloc::vec![0.0; size.outputs]);
    let (mut unexplained, mut all) = (0.0, 0.0);
    for (inputs, targets) in samples.iter(size) {
        size.forward(parameters, inputs, &mut hidden, &mut outputs);
        let (error, spread) = (targets[output] - outputs[output], targets[output] - mean);
        unexplained += error * error;
        all += spread * spread;
    }
    if all > 0.0 { 1.0 - unexplained / all } else { 0.0 }
}

#[cfg(test)]
mod tests;
