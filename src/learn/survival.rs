//! Training of the sending policy: which straight line stays within the threshold for the longest time.
//!
//! A line starts beside the true place and goes on with one velocity. At every later step it survives with a probability
//! that falls smoothly as its error nears the threshold; what is maximised is the expected number of steps survived, less a
//! price for the error meanwhile. The edge grows sharper during the training.

use super::descent::{self, Loss, Material, Progress};
use crate::net::policy::{MOST_OFFSET, OFFSET, OwnLine, PolicyNet, THRESHOLDS, TIMES, own_line};
use crate::predict::learned::{INPUTS, Passes};
use alloc::vec::Vec;

/// Most steps of a path.
pub const STEPS: usize = 80;
/// Length of a step, seconds.
pub const STEP: f32 = 0.05;
/// How suddenly lines die at the threshold, at the beginning and at the end of the training.
const SHARPNESS: [f32; 2] = [4.0, 12.0];
/// A line of which so little is left is dead.
const DEAD: f32 = 1e-3;
/// Weight of moments at which nothing is sent: the policy is not asked there, but they tell how people move.
const UNASKED: f32 = 0.5;

/// Moments at which something could be sent, with what happened afterwards.
#[derive(Clone, Debug, Default)]
pub struct Moments {
    inputs: Vec<f32>,
    velocity: Vec<[f32; 2]>,
    /// Where it was after each step.
    paths: Vec<[f32; 2]>,
    /// Steps that are known.
    known: Vec<u8>,
    /// Bit h: something is sent at threshold h.
    sends: Vec<u8>,
}

impl Moments {
    /// Adds a moment: inputs before standardising; velocity, and places after each [`STEP`] as far as they are known, in the
    /// own frame and units of `v_max`; at which of the thresholds something is sent (bits).
    pub fn push(&mut self, inputs: &[f32; INPUTS], velocity: [f32; 2], path: &[[f32; 2]], sends: u8) {
        self.inputs.extend_from_slice(inputs);
        self.velocity.push(velocity);
        let known = path.len().min(STEPS);
        self.paths.extend_from_slice(&path[..known]);
        self.paths.resize(self.velocity.len() * STEPS, [0.0; 2]);
        self.known.push(known as u8);
        self.sends.push(sends);
    }

    fn path(&self, row: usize) -> &[[f32; 2]] {
        &self.paths[row * STEPS..][..self.known[row] as usize]
    }
}

impl Material for Moments {
    fn len(&self) -> usize {
        self.known.len()
    }

    fn inputs(&self, row: usize) -> &[f32; INPUTS] {
        self.inputs[row * INPUTS..][..INPUTS].try_into().expect("a whole row")
    }
}

/// A match and how often its moments are drawn.
pub type Source<'a> = descent::Source<'a, Moments>;

/// Price of an error of the whole threshold, in steps survived, for each of the policy's thresholds. Lines of the smallest
/// live shortest and gain most by erring, so they pay most.
pub type Prices = [f32; THRESHOLDS.len()];
/// Prices at which the mean error of receivers stays within 1.15 of that of dead reckoning.
pub const PRICES: Prices = [1.8, 0.9, 0.5, 0.4, 0.4];

/// How long and how fast, unless told otherwise.
pub fn default_schedule() -> descent::Schedule {
    descent::Schedule { hidden: (96, 48), batches: 12_000, batch: 256, rate: 2e-3, ..descent::Schedule::default() }
}

/// Trains a policy. `progress` is told after every batch how many are done and the running mean loss: minus the lives of
/// all thresholds' lines, each in units of its typical life.
pub fn train(
    sources: &[Source<'_>],
    schedule: &descent::Schedule,
    prices: Prices,
    progress: &mut dyn FnMut(Progress),
) -> PolicyNet {
    let mut judge = Judge { prices, x: [0.0; INPUTS], passes: Passes::default() };
    descent::descend(sources, schedule, &mut judge, progress)
}

/// Mean life of the lines that a network chooses at all moments of sending, in typical lives, without a price.
pub fn lives(net: &PolicyNet, rows: &Moments) -> f32 {
    let (mut sum, mut n, mut x) = (0.0_f64, 0.0_f64, [0.0; INPUTS]);
    for row in 0..rows.len() {
        net.standardise(rows.inputs(row), &mut x);
        let out = net.output(&x);
        for (h, threshold) in THRESHOLDS.into_iter().enumerate().filter(|(h, _)| rows.sends[row] >> h & 1 == 1) {
            let line = own_line(h, threshold, rows.velocity[row], &out);
            let (value, _) = survival(rows.path(row), threshold, &line, SHARPNESS[1], 0.0);
            sum += f64::from(value * STEP / TIMES[h]);
            n += 1.0;
        }
    }
    (sum / if n > 0.0 { n } else { 1.0 }) as f32
}

/// Expected steps that a line survives within a threshold, less the price of its error, and the slopes of that by offset
/// and velocity.
pub fn survival(path: &[[f32; 2]], threshold: f32, line: &OwnLine, sharpness: f32, price: f32) -> (f32, OwnLine) {
    /// At one step: direction of the error, probability to survive it, to live after it, and what that is worth.
    #[derive(Clone, Copy, Default)]
    struct Moment {
        direction: [f32; 2],
        passes: f32,
        alive: f32,
        worth: f32,
    }
    let mut moments = [Moment::default(); STEPS];
    let (mut alive, mut value, mut lived) = (1.0_f32, 0.0_f32, 0);
    for (k, (moment, place)) in moments.iter_mut().zip(path).enumerate() {
        let t = (k + 1) as f32 * STEP;
        let off = [0, 1].map(|i| line.offset[i] + line.velocity[i] * t - place[i]);
        let error = libm::sqrtf(off[0] * off[0] + off[1] * off[1]) + f32::MIN_POSITIVE;
        let passes = 1.0 / (1.0 + libm::expf(-sharpness * (1.0 - error / threshold)));
        alive *= passes;
        let worth = 1.0 - price * error / threshold;
        value += alive * worth;
        *moment = Moment { direction: off.map(|x| x / error), passes, alive, worth };
        lived = k + 1;
        if alive < DEAD {
            break;
        }
    }
    // Backwards: a larger error at a step makes everything after it less likely.
    let (mut slopes, mut later) = (OwnLine::default(), 0.0);
    for (k, Moment { direction, passes, alive, worth }) in moments[..lived].iter().enumerate().rev() {
        let t = (k + 1) as f32 * STEP;
        later += alive * worth;
        let slope = -(later * (1.0 - passes) * sharpness + price * alive) / threshold;
        for (i, direction) in direction.iter().enumerate() {
            slopes.offset[i] += slope * direction;
            slopes.velocity[i] += slope * direction * t;
        }
    }
    (value, slopes)
}

/// Working memory of a pass.
struct Judge {
    prices: Prices,
    x: [f32; INPUTS],
    passes: Passes,
}

impl Loss<Moments, { 2 * THRESHOLDS.len() }> for Judge {
    fn learn(
        &mut self,
        net: &PolicyNet,
        rows: &Moments,
        row: usize,
        phase: f32,
        share: f32,
        gradient: &mut [f32],
    ) -> f32 {
        net.standardise(rows.inputs(row), &mut self.x);
        let out = net.output_with(&self.x, &mut self.passes);
        let sharpness = SHARPNESS[0] + phase * (SHARPNESS[1] - SHARPNESS[0]);
        let mut slopes = [[0.0; 2]; 2 * THRESHOLDS.len()];
        let mut loss = 0.0;
        for (h, threshold) in THRESHOLDS.into_iter().enumerate() {
            let line = own_line(h, threshold, rows.velocity[row], &out);
            let (value, by) = survival(rows.path(row), threshold, &line, sharpness, self.prices[h]);
            // In typical lives, so that all thresholds count alike.
            let life = TIMES[h] / STEP;
            loss -= value / life;
            let asked = if rows.sends[row] >> h & 1 == 1 { 1.0 } else { UNASKED };
            let share = share * asked / life;
            // Offsets that would be cut off are drawn back.
            let [a, b] = line.offset;
            let excess = libm::sqrtf(a * a + b * b) / threshold - MOST_OFFSET;
            let excess = if excess > 0.0 { excess } else { 0.0 };
            for i in 0..2 {
                slopes[2 * h][i] = share * (2.0 * excess * out[2 * h][i] - by.offset[i] * OFFSET * threshold);
                slopes[2 * h + 1][i] = -share * by.velocity[i] * threshold / TIMES[h];
            }
        }
        net.gradient(&self.x, &self.passes, &slopes, gradient);
        loss
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::math::DVec3;
    use crate::base::random::Random;
    use crate::net::policy::Policy;
    use crate::predict::learned::Row;

    #[test]
    fn a_line_along_the_path_lives_to_its_end_and_one_beside_it_dies() {
        let path: Vec<[f32; 2]> = (1..=20).map(|k| [k as f32 * STEP, 0.0]).collect();
        let on = OwnLine { offset: [0.0; 2], velocity: [1.0, 0.0] };
        let (all, _) = survival(&path, 0.1, &on, 12.0, 0.5);
        assert!((all - 20.0).abs() < 0.01, "{all}");
        // Off by 0.05 after one step and by 0.1 after two: it survives the first for certain and the second by half.
        let off = OwnLine { offset: [0.0; 2], velocity: [1.0, 1.0] };
        let (few, _) = survival(&path, 0.1, &off, 50.0, 0.0);
        assert!((few - 1.5).abs() < 0.05, "{few}");
        // The same with a price of 0.4 per threshold: 1 · (1 - 0.2) + 0.5 · (1 - 0.4).
        let (priced, _) = survival(&path, 0.1, &off, 50.0, 0.4);
        assert!((priced - 1.1).abs() < 0.05, "{priced}");
    }

    #[test]
    fn slopes_are_those_of_the_value() {
        let path: Vec<[f32; 2]> = (1..=30).map(|k| k as f32 * STEP).map(|t| [t - t * t, 0.6 * t * t]).collect();
        let line = OwnLine { offset: [0.02, -0.03], velocity: [0.8, 0.1] };
        let value = |line: &OwnLine| survival(&path, 0.2, line, 6.0, 0.7).0;
        let (_, slopes) = survival(&path, 0.2, &line, 6.0, 0.7);
        for i in 0..2 {
            let (mut more, mut less) = (line, line);
            more.offset[i] += 1e-3;
            less.offset[i] -= 1e-3;
            let numeric = (value(&more) - value(&less)) / 2e-3;
            assert!((numeric - slopes.offset[i]).abs() < 0.02 * (1.0 + numeric.abs()), "{numeric} {slopes:?}");
            let (mut more, mut less) = (line, line);
            more.velocity[i] += 1e-3;
            less.velocity[i] -= 1e-3;
            let numeric = (value(&more) - value(&less)) / 2e-3;
            assert!((numeric - slopes.velocity[i]).abs() < 0.02 * (1.0 + numeric.abs()), "{numeric} {slopes:?}");
        }
    }

    /// Somebody who turns left when an odd input says so.
    fn turners(n: usize, seed: u64) -> Moments {
        let (mut random, mut moments) = (Random(seed), Moments::default());
        for _ in 0..n {
            let mut inputs = [0.0; INPUTS];
            let turn = random.normal() as f32;
            inputs[crate::predict::learned::EVEN] = turn;
            inputs[0] = random.normal() as f32;
            let path: Vec<[f32; 2]> = (1..=STEPS)
                .map(|k| k as f32 * STEP)
                .map(|t| [t - 0.2 * turn * turn * t * t, 0.6 * turn * t * t])
                .collect();
            moments.push(&inputs, [1.0, 0.0], &path, 0b11111);
        }
        moments
    }

    #[test]
    fn lines_learn_to_lead_into_the_turn_and_outlive_the_tangent() {
        let moments = turners(4000, 1);
        let schedule = descent::Schedule { hidden: (32, 16), batches: 600, batch: 64, ..default_schedule() };
        let sources = [Source { rows: &moments, weight: 1.0 }];
        let net = train(&sources, &schedule, [0.0; 5], &mut |_| ());
        assert_eq!(net, train(&sources, &schedule, [0.0; 5], &mut |_| ()), "the same again");
        let policy = Policy::new(net);
        let others = turners(200, 2);
        let (mut sent, mut tangent) = (0.0, 0.0);
        for row in 0..others.len() {
            let seen = Row {
                inputs: others.inputs(row),
                base: &[[0.0; 2]; crate::predict::learned::HORIZON_COUNT],
                frame: [1.0, 0.0],
            };
            let line = policy.line(&seen, 1.0, DVec3::X, 0.2);
            assert!(line.offset.length() <= 0.2 * f64::from(MOST_OFFSET) + 1e-6);
            let flat = |v: DVec3| [v.x as f32, v.z as f32];
            let own = OwnLine { offset: flat(line.offset), velocity: flat(line.velocity) };
            sent += survival(others.path(row), 0.2, &own, 50.0, 0.0).0;
            tangent +=
                survival(others.path(row), 0.2, &OwnLine { offset: [0.0; 2], velocity: [1.0, 0.0] }, 50.0, 0.0).0;
        }
        assert!(sent > 1.3 * tangent, "{sent} {tangent}");
    }
}
