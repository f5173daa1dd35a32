//! Training of the sending policy: which straight line stays within the threshold for the longest time.
//!
//! A line starts beside the true place (the offset) and goes on with a velocity; at every later step it survives with a
//! probability that falls smoothly as its error nears the threshold. What is maximised is the expected number of steps
//! survived, less a price for the error meanwhile.

use crate::base::random::Random;
use crate::net::policy::{MOST_OFFSET, OFFSET, OwnLine, PolicyNet, THRESHOLDS, TIMES, own_line};
use crate::predict::learned::{Adam, EVEN, INPUTS, Passes};
use alloc::vec;
use alloc::vec::Vec;

/// Steps of a path, and their length in seconds.
pub const STEPS: usize = 50;
/// Length of a step, seconds.
pub const STEP: f32 = 0.05;

/// Moments at which something could be sent, with what happened afterwards.
#[derive(Clone, Debug, Default)]
pub struct Moments {
    inputs: Vec<f32>,
    velocity: Vec<[f32; 2]>,
    /// Where it was after each step, own frame.
    paths: Vec<[f32; 2]>,
    /// Steps that are known.
    known: Vec<u8>,
    /// Bit h: threshold h was broken just now, so this is a moment of sending.
    sends: Vec<u8>,
}

impl Moments {
    /// Adds a moment: inputs before standardising, velocity and path in the own frame and units of `v_max`, and at which
    /// thresholds something is sent.
    pub fn push(&mut self, inputs: &[f32], velocity: [f32; 2], path: &[[f32; 2]], sends: u8) {
        self.inputs.extend_from_slice(&inputs[..INPUTS]);
        self.velocity.push(velocity);
        let known = path.len().min(STEPS);
        self.paths.extend_from_slice(&path[..known]);
        self.paths.resize(self.velocity.len() * STEPS, [0.0; 2]);
        self.known.push(known as u8);
        self.sends.push(sends);
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.known.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.known.is_empty()
    }

    fn inputs(&self, row: usize) -> &[f32; INPUTS] {
        self.inputs[row * INPUTS..][..INPUTS].try_into().expect("a whole row")
    }

    fn path(&self, row: usize) -> &[[f32; 2]] {
        &self.paths[row * STEPS..][..self.known[row] as usize]
    }
}

/// Expected steps that a line survives within a threshold, less the price of its error, and the slopes of that by offset
/// and velocity. `sharpness` is how suddenly it dies at the threshold.
pub fn survival(path: &[[f32; 2]], threshold: f32, line: &OwnLine, sharpness: f32, price: f32) -> (f32, OwnLine) {
    let OwnLine { offset, velocity } = *line;
    let eta = threshold;
    let mut alive = 1.0_f32;
    let mut value = 0.0_f32;
    let mut steps = [([0.0_f32; 2], 0.0_f32, 0.0_f32, 0.0_f32); STEPS];
    let mut n = 0;
    for (k, place) in path.iter().enumerate() {
        let t = (k + 1) as f32 * STEP;
        let d = [0, 1].map(|i| offset[i] + velocity[i] * t - place[i]);
        let e = libm::sqrtf(d[0] * d[0] + d[1] * d[1]) + 1e-9;
        let s = 1.0 / (1.0 + libm::expf(-sharpness * (1.0 - e / eta)));
        alive *= s;
        let worth = 1.0 - price * e / eta;
        value += alive * worth;
        steps[k] = (d.map(|d| d / e), s, alive, worth);
        n = k + 1;
        if alive < 1e-3 {
            break;
        }
    }
    let (mut by_offset, mut by_velocity) = ([0.0; 2], [0.0; 2]);
    let mut later = 0.0;
    for k in (0..n).rev() {
        let (direction, s, alive, worth) = steps[k];
        later += alive * worth;
        let slope = -later * (1.0 - s) * sharpness / eta - price / eta * alive;
        let t = (k + 1) as f32 * STEP;
        for i in 0..2 {
            by_offset[i] += slope * direction[i];
            by_velocity[i] += slope * direction[i] * t;
        }
    }
    (value, OwnLine { offset: by_offset, velocity: by_velocity })
}

/// How long and how fast.
#[derive(Clone, Copy, Debug)]
pub struct Schedule {
    /// Neurons of the hidden layers.
    pub hidden: (usize, usize),
    /// Steps of Adam.
    pub batches: usize,
    /// Rows per step.
    pub batch: usize,
    /// Rate after the warm-up.
    pub rate: f32,
    /// Pull of the weights towards zero.
    pub decay: f32,
    /// Price of an error of the whole threshold, in steps survived, per threshold.
    pub price: [f32; 5],
    /// Weight of moments at which nothing is sent.
    pub other: f32,
    /// Of the beginning and of all draws.
    pub seed: u64,
}

impl Default for Schedule {
    fn default() -> Self {
        Self {
            hidden: (64, 32),
            batches: 4000,
            batch: 256,
            rate: 2e-3,
            decay: 1e-4,
            price: [1.6, 1.1, 0.8, 0.8, 0.8],
            other: 0.5,
            seed: 1,
        }
    }
}

/// Trains a policy on moments with weights.
pub fn train(
    sources: &[(&Moments, f64)],
    schedule: &Schedule,
    start: Option<&PolicyNet>,
    progress: &mut dyn FnMut(usize, f32),
) -> PolicyNet {
    let mut random = Random(schedule.seed);
    let mut policy = PolicyNet::zero(schedule.hidden.0, schedule.hidden.1);
    let mut upto = Vec::new();
    let mut total = 0.0;
    for (moments, weight) in sources {
        total += weight * moments.len() as f64;
        upto.push(total);
    }
    let draw = |random: &mut Random| {
        let ticket = random.unit() * total;
        let source = upto.partition_point(|upto| *upto <= ticket).min(sources.len() - 1);
        (sources[source].0, random.below(sources[source].0.len()))
    };
    if let Some(start) = start {
        policy = start.clone();
    } else {
        for ((range, below), gain) in policy.layers().into_iter().zip([1.0, 1.2, 0.1]) {
            let most = gain * libm::sqrt(3.0 / below as f64);
            for value in &mut policy.values[range] {
                *value = ((2.0 * random.unit() - 1.0) * most) as f32;
            }
        }
        let (mut sum, mut square) = ([0.0_f64; INPUTS], [0.0_f64; INPUTS]);
        const PROBE: usize = 40_000;
        for _ in 0..PROBE {
            let (rows, row) = draw(&mut random);
            for ((sum, square), &x) in sum.iter_mut().zip(&mut square).zip(rows.inputs(row)) {
                *sum += f64::from(x);
                *square += f64::from(x) * f64::from(x);
            }
        }
        for i in 0..INPUTS {
            let mean = if i < EVEN { sum[i] / PROBE as f64 } else { 0.0 };
            let variance = (square[i] / PROBE as f64 - mean * mean).max(0.0);
            policy.mean[i] = mean as f32;
            policy.inverse[i] = (1.0 / (libm::sqrt(variance) + 1e-3)) as f32;
        }
    }
    let mut adam = Adam::new(policy.values.len());
    let mut average = policy.values.clone();
    let mut gradient = vec![0.0; policy.values.len()];
    let mut passes = Passes::default();
    let mut x = [0.0; INPUTS];
    let mut running = 0.0;
    for done in 0..schedule.batches {
        gradient.fill(0.0);
        let mut worth = 0.0;
        let phase = done as f32 / schedule.batches as f32;
        let sharpness = 4.0 + 8.0 * phase;
        for _ in 0..schedule.batch {
            let (rows, row) = draw(&mut random);
            policy.standardise(rows.inputs(row), &mut x);
            let out = policy.output_with(&x, &mut passes);
            let mut slopes = [[0.0; 2]; 10];
            for (h, eta) in THRESHOLDS.into_iter().enumerate() {
                let weight = if rows.sends[row] >> h & 1 == 1 { 1.0 } else { schedule.other };
                // Lives of all thresholds count alike.
                let share = weight / (TIMES[h] / STEP) / schedule.batch as f32;
                let line = own_line(h, eta, rows.velocity[row], &out);
                let (value, by) = survival(rows.path(row), eta, &line, sharpness, schedule.price[h]);
                let offset = line.offset;
                worth += value / (TIMES[h] / STEP);
                // Least is best for Adam; offsets beyond what is allowed are drawn back.
                for i in 0..2 {
                    let beyond =
                        (libm::sqrtf(offset[0] * offset[0] + offset[1] * offset[1]) / eta - MOST_OFFSET).max(0.0);
                    slopes[2 * h][i] = -share * by.offset[i] * OFFSET * eta + share * 2.0 * beyond * out[2 * h][i];
                    slopes[2 * h + 1][i] = -share * by.velocity[i] * eta / TIMES[h];
                }
            }
            policy.gradient(&x, &passes, &slopes, &mut gradient);
        }
        let warm = ((done + 1) as f32 / 100.0).min(1.0);
        let rate = schedule.rate * warm * 0.5 * (1.0 + libm::cosf(core::f32::consts::PI * phase));
        adam.step(&mut policy.values, &gradient, rate, schedule.decay, None);
        let keep = 0.998_f32.min(1.0 - 1.0 / (1.0 + done as f32));
        for (average, value) in average.iter_mut().zip(&policy.values) {
            *average += (1.0 - keep) * (value - *average);
        }
        let share = (1.0 / (done + 1) as f32).max(0.01);
        running += share * (worth / schedule.batch as f32 / 5.0 - running);
        progress(done + 1, running);
    }
    policy.values = average;
    policy
}
