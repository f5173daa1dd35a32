//! The same curve at every frame rate, with updates that come between frames.

use crate::course::{Frame, Update, play};
use antreckon::base::math::DVec3;
use antreckon::base::random::Random;
use antreckon::smooth::{DrawContext, Method, SmoothParams};

/// All rates divide this one, so its frames hold those of the others.
const FINEST: usize = 1440;
const SECONDS: usize = 6;

fn every(rate: usize) -> Vec<f64> {
    (0..SECONDS * rate).map(|i| (i * (FINEST / rate)) as f64 / FINEST as f64).collect()
}

/// A runner that changes its velocity, seen at irregular times with errors of the size of a threshold.
fn updates(seed: u64) -> Vec<Update> {
    let mut random = Random(seed);
    let (mut time, mut position, mut velocity) = (0.0, DVec3::ZERO, DVec3::X * 6.0);
    let mut list = vec![Update { time, position, velocity }];
    while time < SECONDS as f64 {
        let gap = 0.05 + 0.2 * random.unit();
        let turn = DVec3::new(random.normal(), 0.0, random.normal());
        position += velocity * gap + turn * 0.3;
        velocity = (velocity + turn * 2.0).clamp_length_max(8.0);
        time += gap;
        list.push(Update { time, position, velocity });
    }
    list
}

/// Largest distance between what two rates show at the same times.
fn largest_difference(rate: usize, coarse: &[Frame], fine: &[Frame]) -> f64 {
    let step = FINEST / rate;
    let difference = |(i, frame): (usize, &Frame)| (frame.drawn.position - fine[i * step].drawn.position).length();
    coarse.iter().enumerate().map(difference).fold(0.0, f64::max)
}

fn worst(method: Method, never_backwards: bool) -> [f64; 3] {
    let params = SmoothParams { method, never_backwards, ..SmoothParams::default() };
    let mut worst = [0.0f64; 3];
    for seed in 0..20 {
        let updates = updates(seed);
        let run = |rate| play(&params, &DrawContext::default(), &updates, &every(rate));
        let fine = run(FINEST);
        for (i, rate) in [30, 60, 144].into_iter().enumerate() {
            worst[i] = worst[i].max(largest_difference(rate, &run(rate), &fine));
        }
    }
    worst
}

/// What is a function of the time since the correction.
fn curves() -> impl Iterator<Item = Method> {
    Method::ALL.into_iter().filter(|&method| method != Method::Chase)
}

/// A chase goes by an update from a little before it came, as far as that is not drawn yet. docs/convergence.md states this limit.
#[test]
fn a_chase_depends_on_the_frame_rate_by_centimetres_at_most() {
    for never_backwards in [false, true] {
        let worst = worst(Method::Chase, never_backwards);
        println!("{worst:?} m");
        assert!(worst.into_iter().all(|difference| difference < 0.05), "{worst:?} m");
    }
}

#[test]
fn curves_do_not_know_the_frame_rate() {
    for method in curves() {
        for (difference, rate) in worst(method, false).into_iter().zip([30, 60, 144]) {
            assert!(difference < 1e-6, "{method:?} at {rate} Hz: {difference} m");
        }
    }
}

/// docs/convergence.md states these limits.
#[test]
fn slowing_down_depends_on_the_frame_rate_by_centimetres_at_most() {
    for method in curves() {
        let limits = [0.05, 0.03, 0.03];
        let worst = worst(method, true);
        println!("{method:?}: {worst:?} m");
        for (difference, limit) in worst.into_iter().zip(limits) {
            assert!(difference < limit, "{method:?}: {worst:?} m");
        }
    }
}
