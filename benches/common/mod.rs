//! Timing shared by the benchmarks: many short samples, of which the smallest and the median are reported.
//!
//! Machines are noisy, so what the tables give first are ratios of numbers taken in one run. The smallest of many
//! samples is the least disturbed one and is what ratios are made of.
#![allow(dead_code, reason = "each benchmark uses a part")]

use std::time::{Duration, Instant};

/// Nanoseconds per operation.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Timing {
    /// Least disturbed sample.
    pub(crate) min: f64,
    /// Middle sample.
    pub(crate) median: f64,
}

/// Runs `work` (which does `operations` operations) until about 0.4 s have passed and at least 9 samples are there.
pub(crate) fn time(operations: usize, mut work: impl FnMut()) -> Timing {
    const BUDGET: Duration = Duration::from_millis(400);
    work();
    let probe = Instant::now();
    work();
    let once = probe.elapsed().max(Duration::from_nanos(20));
    // Samples long enough for the clock, short enough to slip between disturbances.
    let repeats = (Duration::from_micros(500).as_nanos() / once.as_nanos()).clamp(1, 100_000) as usize;
    let mut samples = Vec::new();
    let begin = Instant::now();
    while samples.len() < 9 || begin.elapsed() < BUDGET {
        let start = Instant::now();
        for _ in 0..repeats {
            work();
        }
        samples.push(start.elapsed().as_nanos() as f64 / (repeats * operations) as f64);
    }
    samples.sort_by(f64::total_cmp);
    Timing { min: samples[0], median: samples[samples.len() / 2] }
}

/// A heading with a rule below.
pub(crate) fn heading(text: &str) {
    println!("\n{text}\n{}", "-".repeat(text.len()));
}

/// Small deterministic generator for scenes.
pub(crate) struct Dice(pub(crate) u64);

impl Dice {
    /// Uniform in 0 .. 1.
    pub(crate) fn unit(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 11) as f64 / (1u64 << 53) as f64
    }

    /// Uniform in 0 .. n.
    pub(crate) fn below(&mut self, n: usize) -> usize {
        (self.unit() * n as f64) as usize
    }
}
