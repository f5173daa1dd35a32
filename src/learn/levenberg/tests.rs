//! Training against functions that are known, and where it must end or survive.

use super::*;
use crate::base::random::Random;

fn random_parameters(size: Size, seed: u64) -> Vec<f64> {
    let mut random = Random(seed);
    (0..size.parameters()).map(|_| random.normal() * 0.5).collect()
}

fn grid(rows: usize) -> Vec<f64> {
    (0..rows).map(|i| 2.0 * i as f64 / (rows - 1) as f64 - 1.0).collect()
}

#[test]
fn a_sine_is_fitted_to_a_millionth() {
    let size = Size { inputs: 1, hidden: 6, outputs: 1 };
    let inputs = grid(60);
    let targets = inputs.iter().map(|x| libm::sin(3.0 * x)).collect();
    let samples = Samples { inputs, targets };
    let options = Options { epochs: 300, ..Options::default() };
    let trained = train(size, random_parameters(size, 3), &samples, &Samples::default(), &options);
    assert!(trained.training_error < 1e-6, "{trained:?}");
    assert!(r2(size, &trained.parameters, &samples, 0) > 0.999_99);
    assert_eq!(trained.validation_error, trained.training_error, "without validation samples");
}

#[test]
fn a_planted_network_is_found_again() {
    let size = Size { inputs: 3, hidden: 4, outputs: 2 };
    let planted = random_parameters(size, 11);
    let mut random = Random(12);
    let mut samples = Samples::default();
    let (mut hidden, mut outputs) = ([0.0; 4], [0.0; 2]);
    for _ in 0..400 {
        let inputs = [0; 3].map(|_| 2.0 * random.unit() - 1.0);
        size.forward(&planted, &inputs, &mut hidden, &mut outputs);
        samples.inputs.extend(inputs);
        samples.targets.extend(outputs);
    }
    let options = Options { epochs: 500, goal: 1e-14, ..Options::default() };
    let trained = train(size, random_parameters(size, 13), &samples, &Samples::default(), &options);
    assert!(trained.training_error < 1e-6, "{trained:?}");
}

#[test]
fn forward_is_the_formula_by_hand() {
    // 2-1-1: tanh(0.5 · 1 - 0.25 · 2 + 0.3) = tanh(0.3); 2 tanh(0.3) - 1.
    let size = Size { inputs: 2, hidden: 1, outputs: 1 };
    let (mut hidden, mut output) = ([0.0], [0.0]);
    size.forward(&[0.5, -0.25, 0.3, 2.0, -1.0], &[1.0, 2.0], &mut hidden, &mut output);
    assert!((hidden[0] - 0.291_312_612_451_591).abs() < 1e-14);
    assert!((output[0] - (2.0 * 0.291_312_612_451_591 - 1.0)).abs() < 1e-14);
}

#[test]
fn r2_is_the_formula_by_hand() {
    // No hidden influence: the output is the bias 2. Targets 1, 2, 6 have the mean 3: 1 - (1 + 0 + 16) / (4 + 1 + 9).
    let size = Size { inputs: 1, hidden: 1, outputs: 1 };
    let samples = Samples { inputs: alloc::vec![0.0; 3], targets: alloc::vec![1.0, 2.0, 6.0] };
    let parameters = [0.0, 0.0, 0.0, 2.0];
    assert!((r2(size, &parameters, &samples, 0) - (1.0 - 17.0 / 14.0)).abs() < 1e-15);
    let same = Samples { inputs: alloc::vec![0.0; 2], targets: alloc::vec![5.0; 2] };
    assert_eq!(r2(size, &parameters, &same, 0), 0.0);
}

/// Pure noise: whatever is learned of it is wrong elsewhere.
fn noise(rows: usize, seed: u64) -> Samples {
    let mut random = Random(seed);
    Samples {
        inputs: (0..2 * rows).map(|_| 2.0 * random.unit() - 1.0).collect(),
        targets: (0..rows).map(|_| random.normal()).collect(),
    }
}

#[test]
fn validation_stops_the_learning_of_noise_and_keeps_the_best() {
    let size = Size { inputs: 2, hidden: 10, outputs: 1 };
    let (training, validation) = (noise(60, 1), noise(60, 2));
    let options = Options::default();
    let trained = train(size, random_parameters(size, 4), &training, &validation, &options);
    assert_eq!(trained.end, End::Validation);
    assert_eq!(trained.epochs, trained.best_epoch + options.patience);
    assert!(trained.epochs < options.epochs);
    let judged = validation.mean_squared_error(size, &trained.parameters);
    assert_eq!(judged, trained.validation_error);
    let unchecked = train(size, random_parameters(size, 4), &training, &Samples::default(), &options);
    assert!(unchecked.training_error < trained.training_error);
    assert!(validation.mean_squared_error(size, &unchecked.parameters) > judged, "it would have learned the noise");
}

#[test]
fn singular_cases_survive() {
    let size = Size { inputs: 2, hidden: 3, outputs: 1 };
    // One sample many times, all inputs 0, neurons that are copies of each other, no samples at all.
    let same = Samples { inputs: alloc::vec![0.3; 20], targets: alloc::vec![0.7; 10] };
    let zero = Samples { inputs: alloc::vec![0.0; 20], targets: grid(10) };
    for (samples, start) in [
        (&same, random_parameters(size, 1)),
        (&zero, random_parameters(size, 2)),
        (&zero, alloc::vec![0.0; size.parameters()]),
        (&noise(10, 3), alloc::vec![0.5; size.parameters()]),
        (&noise(10, 3), alloc::vec![1e6; size.parameters()]),
        (&Samples::default(), random_parameters(size, 5)),
    ] {
        let trained = train(size, start.clone(), samples, &Samples::default(), &Options::default());
        assert!(trained.parameters.iter().all(|x| x.is_finite()), "{trained:?}");
        assert!(trained.training_error <= samples.mean_squared_error(size, &start));
    }
    let trained = train(size, random_parameters(size, 1), &same, &Samples::default(), &Options::default());
    assert!(trained.training_error < 1e-20, "one sample can be learned: {trained:?}");
}

#[test]
fn each_end_is_told() {
    let size = Size { inputs: 1, hidden: 2, outputs: 1 };
    let samples = Samples { inputs: grid(9), targets: grid(9) };
    let run = |options| train(size, random_parameters(size, 6), &samples, &Samples::default(), &options);
    assert_eq!(run(Options { goal: 1e3, ..Options::default() }).end, End::Goal);
    assert_eq!(run(Options { epochs: 2, ..Options::default() }).end, End::Epochs);
    let flat = Samples { inputs: grid(9), targets: alloc::vec![0.0; 9] };
    let trained = train(size, alloc::vec![0.0; 7], &flat, &Samples::default(), &Options::default());
    assert_eq!((trained.end, trained.epochs), (End::Goal, 0));
    let trained = train(size, alloc::vec![0.0; 7], &zero_gradient(), &Samples::default(), &Options::default());
    assert_eq!((trained.end, trained.epochs), (End::Minimum, 0));
}

/// Targets whose mean is 0, so that a network of zeros cannot improve in any direction.
fn zero_gradient() -> Samples {
    Samples { inputs: alloc::vec![0.0; 2], targets: alloc::vec![1.0, -1.0] }
}

#[test]
fn training_is_the_same_every_time() {
    let size = Size { inputs: 2, hidden: 5, outputs: 1 };
    let run = || train(size, random_parameters(size, 9), &noise(50, 7), &noise(20, 8), &Options::default());
    assert_eq!(run(), run());
}
