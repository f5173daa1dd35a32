//! The network against its definition.

use super::*;
use crate::base::math::sqrt;
use alloc::vec;

struct Dice(u64);

impl Dice {
    fn next(&mut self) -> f32 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 40) as f32 / (1 << 23) as f32 - 1.0
    }
}

fn random(first: usize, second: usize) -> (Weights, [f32; INPUTS]) {
    let mut dice = Dice(7);
    let mut weights = Weights::zero(first, second);
    weights.values.iter_mut().for_each(|w| *w = 0.3 * dice.next());
    let mut x = [0.0; INPUTS];
    x.iter_mut().for_each(|x| *x = 2.0 * dice.next());
    (weights, x)
}

fn mirrored(mut x: [f32; INPUTS]) -> [f32; INPUTS] {
    x[EVEN..].iter_mut().for_each(|x| *x = -*x);
    x
}

/// The network as its definition reads: two whole passes, averaged.
fn slow(w: &Weights, x: &[f32; INPUTS]) -> Output {
    let p = parts(w.first, w.second, HORIZON_COUNT);
    let v = |i: usize| w.values[i] as f64;
    let silu = |z: f64| z / (1.0 + libm::exp(-z));
    let pass = |x: &[f32; INPUTS]| -> Vec<f64> {
        let sum = |n: usize, row: usize, offset: usize, j: usize, h: &dyn Fn(usize) -> f64, width: usize| {
            (0..n).fold(v(offset + j), |sum, i| sum + h(i) * v(row + i * width + j))
        };
        let one: Vec<f64> =
            (0..w.first).map(|j| silu(sum(INPUTS, 0, p.offset1, j, &|i| x[i] as f64, w.first))).collect();
        let two: Vec<f64> =
            (0..w.second).map(|j| silu(sum(w.first, p.layer2, p.offset2, j, &|i| one[i], w.second))).collect();
        (0..2 * HORIZON_COUNT)
            .map(|j| sum(w.second, p.layer3, p.offset3, j, &|i| two[i], outputs(HORIZON_COUNT)))
            .collect()
    };
    let (one, other) = (pass(x), pass(&mirrored(*x)));
    core::array::from_fn(|h| {
        [(0.5 * (one[2 * h] + other[2 * h])) as f32, (0.5 * (one[2 * h + 1] - other[2 * h + 1])) as f32]
    })
}

#[test]
fn a_network_of_three_weights_answers_as_computed_by_hand() {
    let mut w = Weights::zero(16, 16);
    let p = parts(16, 16, HORIZON_COUNT);
    // Odd input 0 with weight 2 to neuron 3, that one with weight 1 to neuron 5, with an offset of 0.5, and that one
    // with weight 4 to y of the second horizon and 8 to x of the third.
    w.values[EVEN * 16 + 3] = 2.0;
    w.values[p.layer2 + 3 * 16 + 5] = 1.0;
    w.values[p.offset2 + 5] = 0.5;
    w.values[p.layer3 + 5 * outputs(HORIZON_COUNT) + 3] = 4.0;
    w.values[p.layer3 + 5 * outputs(HORIZON_COUNT) + 4] = 8.0;
    let mut x = [0.0; INPUTS];
    x[EVEN] = 0.5;
    // silu(1) = 0.731059, silu(-1) = -0.268941; silu(1.231059) = 0.952829, silu(0.231059) = 0.128817.
    let out = w.output(&x);
    assert!((out[1][1] - 4.0 * (0.952_829 - 0.128_817) / 2.0).abs() < 1e-4, "{out:?}");
    assert!((out[2][0] - 8.0 * (0.952_829 + 0.128_817) / 2.0).abs() < 1e-4, "{out:?}");
    assert_eq!((out[0], out[1][0], out[2][1]), ([0.0; 2], 0.0, 0.0));
}

#[test]
fn the_fast_network_is_the_slow_one() {
    for (first, second) in [(64, 32), (48, 32), (32, 16), (16, 16)] {
        let (w, x) = random(first, second);
        for (fast, slow) in w.output(&x).iter().zip(slow(&w, &x)) {
            for i in 0..2 {
                assert!((fast[i] - slow[i]).abs() < 2e-5 * (1.0 + slow[i].abs()), "{first} {fast:?} {slow:?}");
            }
        }
    }
}

#[test]
fn all_instruction_sets_and_the_pass_for_learning_give_the_same_bits() {
    for (first, second) in [(64, 32), (48, 16), (32, 32)] {
        let (w, x) = random(first, second);
        let out = w.output_on(Simd::portable(), &x);
        assert_eq!(out, w.output_on(Simd::detect(), &x));
        assert_eq!(out, w.output_with(&x, &mut Passes::default()));
    }
}

#[test]
fn the_mirrored_world_gets_the_mirrored_answer_to_the_bit() {
    let (w, x) = random(64, 32);
    let (one, other) = (w.output(&x), w.output(&mirrored(x)));
    for (one, other) in one.iter().zip(other) {
        assert_eq!((one[0], one[1]), (other[0], -other[1]));
    }
}

#[test]
fn the_gradient_is_that_of_finite_differences() {
    let (w, x) = random(32, 16);
    let slopes = [[0.3, -0.2], [0.1, 0.4], [-0.5, 0.2], [0.7, 0.1], [0.2, -0.6], [-0.3, 0.5], [0.6, 0.3], [-0.1, -0.4]];
    let mut gradient = vec![0.0; w.values.len()];
    let mut passes = Passes::default();
    w.output_with(&x, &mut passes);
    w.gradient(&x, &passes, &slopes, &mut gradient);
    let value = |w: &Weights| -> f64 {
        let out = slow(w, &x);
        (0..HORIZON_COUNT).map(|h| (0..2).map(|i| slopes[h][i] as f64 * out[h][i] as f64).sum::<f64>()).sum()
    };
    let (mut square, mut seen) = (0.0, 0.0);
    for i in (0..w.values.len()).step_by(7) {
        let mut moved = w.clone();
        moved.values[i] += 0.01;
        let up = value(&moved);
        moved.values[i] -= 0.02;
        let numeric = (up - value(&moved)) / 0.02;
        assert!((numeric - gradient[i] as f64).abs() < 2e-4, "{i}: {numeric} {}", gradient[i]);
        (square, seen) = (square + numeric * numeric, seen + 1.0);
    }
    assert!(sqrt(square / seen) > 0.01, "the test would not see a gradient of zero");
}

#[test]
fn adam_goes_downhill_and_is_pulled_to_its_anchor() {
    // (w - 3)² from 0: the first step has the length of the rate.
    let (mut w, mut adam) = ([0.0_f32], Adam::new(1));
    adam.step(&mut w, &[-6.0], 0.1, 0.0, None);
    assert!((w[0] - 0.1).abs() < 1e-6);
    for _ in 0..500 {
        let g = 2.0 * (w[0] - 3.0);
        adam.step(&mut w, &[g], 0.1, 0.0, None);
    }
    assert!((w[0] - 3.0).abs() < 0.05, "{}", w[0]);
    let mut adam = Adam::new(1);
    for _ in 0..500 {
        adam.step(&mut w, &[0.0], 0.1, 1.0, Some(&[-1.0]));
    }
    assert!((w[0] + 1.0).abs() < 1e-3, "{}", w[0]);
}

#[test]
fn inputs_are_standardised_and_clipped_and_never_nan() {
    let mut w = Weights::zero(16, 16);
    (w.mean[0], w.inverse[0]) = (2.0, 0.5);
    let (mut raw, mut x) = ([0.0; INPUTS], [9.0; INPUTS]);
    (raw[0], raw[1], raw[2], raw[3]) = (5.0, 1e9, f32::NEG_INFINITY, f32::NAN);
    w.standardise(&raw, &mut x);
    assert_eq!(x[..3], [1.5, CLIP, -CLIP]);
    assert!(x.iter().all(|x| x.abs() <= CLIP));
}
