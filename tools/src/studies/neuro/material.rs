//! Recorded matches as the networks and the plugin see them.
use antreckon::base::math::{DQuat, DVec3, Vec3};
use antreckon::learn::neuro::Exemplars;
use antreckon::predict::neuro::{Bank, Features, History, Sample};
use antreckon::predict::{DEFAULT_RUN_SPEED, EntityProfile, Model, Observation, Obstacle, Predictor};
use antreckon_cli::eval::kinematics::Estimates;
use antreckon_cli::eval::plugin::facing;
use antreckon_cli::eval::score::scored_from;
use antreckon_cli::eval::units::Units;
use antreckon_cli::trace::{Trace, TraceError};
use std::f64::consts::FRAC_PI_2;
use std::path::Path;

/// h of all banks: the paper's, and the tick of all matches that the study takes.
pub(super) const STEP: i64 = 50_000_000;

/// A match with the estimates that the scoring rules define.
pub(super) struct Match {
    pub(super) trace: Trace,
    pub(super) estimates: Estimates,
    /// Views look up and down, as the library is told by games; else only around, as in the paper.
    pub(super) pitched: bool,
    /// h of the exemplars and fits, nanoseconds.
    pub(super) step: i64,
    /// Factor on velocities and lengths of exemplars and fits: where all players shall run equally fast.
    pub(super) scale: f64,
}

/// One unbroken stretch of a player's life.
pub(super) struct Run {
    /// Frame of the first sample.
    pub(super) first: usize,
    pub(super) samples: Vec<Sample>,
}

/// Sums for r².
#[derive(Clone, Copy, Default)]
pub(super) struct Fit {
    count: f64,
    sum: f64,
    squares: f64,
    unexplained: f64,
}

impl Fit {
    fn add(&mut self, target: f32, guess: f32) {
        let (target, error) = (f64::from(target), f64::from(target - guess));
        self.count += 1.0;
        self.sum += target;
        self.squares += target * target;
        self.unexplained += error * error;
    }

    pub(super) fn r2(&self) -> f64 {
        1.0 - self.unexplained / (self.squares - self.sum * self.sum / self.count)
    }
}

/// Velocity on the ground, trace units per second, per frame and player; what a player sends when it must send then.
#[derive(Clone)]
pub(super) struct Policy {
    players: usize,
    velocities: Vec<[f64; 2]>,
    /// Moments in which the bank was asked.
    pub(super) asked: usize,
    /// Those in which it was believed.
    pub(super) believed: usize,
}

impl Policy {
    pub(super) fn at(&self, player: usize, k: usize) -> [f64; 2] {
        self.velocities[k * self.players + player]
    }
}

impl Match {
    pub(super) fn load(path: &Path) -> Result<Self, TraceError> {
        Trace::load(path).map(Self::of)
    }

    pub(super) fn of(trace: Trace) -> Self {
        Self { estimates: Estimates::of(&trace), trace, pitched: false, step: STEP, scale: 1.0 }
    }

    /// The run speed, m/s.
    pub(super) fn v_max(&self) -> f64 {
        self.trace.meta.v_max * self.trace.meta.metres_per_unit
    }

    /// As learned from with steps of `step`, and where velocities count relative to the run speed, as if that were the same in
    /// all games.
    pub(super) fn into_material(self, step: i64, relative: bool) -> Self {
        let scale = if relative { DEFAULT_RUN_SPEED / self.v_max() } else { 1.0 };
        Self { pitched: true, step, scale, ..self }
    }

    /// All stretches of a player in steps of h, with velocity and view direction in the canonical frame.
    pub(super) fn runs(&self, player: usize) -> Vec<Run> {
        let (mut runs, units): (Vec<Run>, _) = (Vec::new(), Units::of(&self.trace.meta));
        for k in 0..self.trace.frames {
            let Some(estimate) = self.estimates.frame(k)[player] else { continue };
            let sample = Sample {
                time: units.time(k),
                velocity: (self.velocity(player, k) * self.scale).as_vec3(),
                facing: self.view(player, k).map_or(Vec3::ZERO, |view| (view * DVec3::NEG_Z).as_vec3()),
            };
            match runs.last_mut() {
                Some(run) if estimate.run > 0 => run.samples.push(sample),
                _ => runs.push(Run { first: k, samples: vec![sample] }),
            }
        }
        runs.iter_mut().for_each(|run| run.samples = in_steps(&run.samples, self.step));
        runs
    }

    /// The frame of a run's sample.
    fn frame(&self, first: usize, now: usize) -> usize {
        first + (now as f64 * self.step as f64 * 1e-9 * self.trace.meta.tick_hz).round() as usize
    }

    /// Adds exemplars of all moments that are `wanted` (player, frame) and whose future ends before frame `end`.
    pub(super) fn add_to(&self, exemplars: &mut Exemplars, end: usize, wanted: impl Fn(usize, usize) -> bool) {
        for player in 0..self.trace.players.len() {
            for Run { first, samples } in self.runs(player) {
                let known = (0..samples.len()).take_while(|&now| self.frame(first, now) < end).count();
                exemplars.add_run(&samples[..known], |now| wanted(player, self.frame(first, now)));
            }
        }
    }

    /// Adds the scored part of this match to the fits of a bank, per network and component x, z.
    pub(super) fn fit(&self, bank: &Bank, fits: &mut Vec<[Fit; 2]>) {
        let q = bank.shape().networks;
        fits.resize(q, [Fit::default(); 2]);
        for player in 0..self.trace.players.len() {
            for Run { first, samples } in self.runs(player) {
                let mut history = History::default();
                for (now, sample) in samples.iter().enumerate() {
                    history.push(*sample, self.step);
                    let Some(future) = samples.get(now + 1..=now + q) else { break };
                    let features = Features::of(&history, bank.shape(), bank.axes(), self.step);
                    let Some(features) = features.filter(|_| self.frame(first, now) >= scored_from(&self.trace)) else {
                        continue;
                    };
                    let said = bank.velocity_changes(&features);
                    for ((fits, said), later) in fits.iter_mut().zip(said).zip(future) {
                        let change = later.velocity - sample.velocity;
                        fits[0].add(change.x, said.x);
                        fits[1].add(change.z, said.z);
                    }
                }
            }
        }
    }

    /// What an owner sends that adds to its velocity what the network of each threshold says.
    pub(super) fn per_threshold(&self, bank: &Bank) -> Vec<Policy> {
        let players = self.trace.players.len();
        let mut policies: Vec<Policy> = (0..bank.shape().networks)
            .map(|_| Policy { players, velocities: vec![[0.0; 2]; self.trace.frames * players], asked: 0, believed: 0 })
            .collect();
        for player in 0..players {
            for Run { first, samples } in self.runs(player) {
                let mut history = History::default();
                for (now, sample) in samples.iter().enumerate() {
                    history.push(*sample, STEP);
                    let features = Features::of(&history, bank.shape(), bank.axes(), STEP);
                    let said = features.map(|features| bank.velocity_changes(&features)).unwrap_or_default();
                    for (policy, said) in policies.iter_mut().zip(said) {
                        let sent = (sample.velocity + said).as_dvec3() / self.trace.meta.metres_per_unit;
                        policy.velocities[(first + now) * players + player] = [sent.x, -sent.z];
                    }
                }
            }
        }
        policies
    }

    /// Velocity in the canonical frame, m/s.
    fn velocity(&self, player: usize, k: usize) -> DVec3 {
        let [x, y] = self.estimates.frame(k)[player].unwrap_or_default().velocity;
        let climb = self.trace.states(k)[player].and_then(|state| state.climb).unwrap_or(0.0);
        DVec3::new(x, climb, -y) * self.trace.meta.metres_per_unit
    }

    /// Forward is -Z, yaw counts from +x towards +y (canonical -z).
    fn view(&self, player: usize, k: usize) -> Option<DQuat> {
        let state = self.trace.states(k)[player]?;
        if self.pitched {
            return facing(&state);
        }
        let yaw = state.yaw?;
        Some(DQuat::from_rotation_y(f64::from(yaw).to_radians() - FRAC_PI_2))
    }

    /// What an owner knows of its player.
    pub(super) fn observation(&self, player: usize, k: usize) -> Option<Observation> {
        let (state, estimate) = (self.trace.states(k)[player]?, self.estimates.frame(k)[player]?);
        let [x, y, z] = state.position;
        let place = DVec3::new(x, z, -y) * self.trace.meta.metres_per_unit;
        Some(Observation {
            velocity: Some(self.velocity(player, k)),
            orientation: self.view(player, k),
            teleported: estimate.run == 0,
            ..Observation::at(Units::of(&self.trace.meta).time(k), place)
        })
    }

    /// What the plugin would send at every moment, for each of these thresholds (metres): observes every frame and asks for
    /// the predictive velocity. `fallback`: where the bank is not believed, the plain velocity is sent.
    pub(super) fn plugin(&self, bank: &Bank, thresholds: &[f64], fallback: bool) -> Result<Vec<Policy>, String> {
        self.contest(std::slice::from_ref(bank), thresholds, fallback)
    }

    /// The same with several banks, of which for every player the one speaks that erred least of late.
    pub(super) fn contest(&self, banks: &[Bank], thresholds: &[f64], fallback: bool) -> Result<Vec<Policy>, String> {
        let players = self.trace.players.len();
        let mut predictor = Predictor::new(players as u32);
        let fault = |error: antreckon::base::Error| error.to_string();
        for (number, bank) in (0u32..).zip(banks) {
            predictor.load_bank(number, &bank.to_bytes()).map_err(fault)?;
        }
        let mut profile = EntityProfile {
            model: Model::Neuro,
            bank_count: banks.len() as u32,
            bank_fallback: fallback,
            v_max: self.v_max(),
            leaves_trail: false,
            ..EntityProfile::default()
        };
        profile.post.obstacle = Obstacle::Ignore;
        let ids = (0..players).map(|_| predictor.add_entity(&profile)).collect::<Result<Vec<_>, _>>().map_err(fault)?;
        let new = || Policy { players, velocities: Vec::new(), asked: 0, believed: 0 };
        let mut policies: Vec<Policy> = thresholds.iter().map(|_| new()).collect();
        let metres = self.trace.meta.metres_per_unit;
        for k in 0..self.trace.frames {
            for (player, id) in ids.iter().enumerate() {
                let (Some(observation), Some(estimate)) =
                    (self.observation(player, k), self.estimates.frame(k)[player])
                else {
                    policies.iter_mut().for_each(|policy| policy.velocities.push([0.0; 2]));
                    continue;
                };
                predictor.observe(*id, &observation).map_err(fault)?;
                let speaks = predictor.bank_in_use(*id).map_err(fault)?.is_some();
                for (policy, threshold) in policies.iter_mut().zip(thresholds) {
                    let (sent, _) = predictor.predictive_velocity(*id, *threshold).map_err(fault)?;
                    policy.asked += 1;
                    policy.believed += usize::from(speaks);
                    // Unless the bank speaks, the recorded velocity is sent to the bit.
                    policy.velocities.push(if speaks {
                        [sent.x / metres, -sent.z / metres]
                    } else {
                        estimate.velocity
                    });
                }
            }
        }
        Ok(policies)
    }
}

/// The same run in steps of h: on straight lines between samples where the match has another tick.
fn in_steps(samples: &[Sample], step: i64) -> Vec<Sample> {
    let ends = samples.first().zip(samples.last());
    let Some((first, last)) = ends.filter(|_| samples.windows(2).any(|two| two[1].time - two[0].time != step)) else {
        return samples.to_vec();
    };
    let mut at = 0;
    let steps = 0..=(last.time - first.time) / step;
    let between = steps.map(|number| {
        let time = first.time + number * step;
        at += samples[at..].iter().take_while(|sample| sample.time <= time).count().saturating_sub(1);
        let (a, b) = (&samples[at], &samples[(at + 1).min(samples.len() - 1)]);
        let share = (time - a.time) as f32 / (b.time - a.time).max(1) as f32;
        let facing = a.facing + (b.facing - a.facing) * share;
        Sample { time, velocity: a.velocity + (b.velocity - a.velocity) * share, facing: facing.normalize_or_zero() }
    });
    between.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample(time: i64, vx: f32) -> Sample {
        Sample { time, velocity: Vec3::new(vx, 0.0, 0.0), facing: Vec3::new(0.0, 0.0, -1.0) }
    }

    #[test]
    fn runs_of_another_tick_are_put_into_steps() {
        // 60 Hz: every third sample, and what is left over at the end is dropped.
        let fast: Vec<Sample> = (0..11).map(|k| sample(k * STEP / 3, k as f32)).collect();
        let steps = in_steps(&fast, STEP);
        assert_eq!(steps.iter().map(|sample| sample.time).collect::<Vec<_>>(), [0, STEP, 2 * STEP, 3 * STEP]);
        assert!(steps.iter().zip([0.0, 3.0, 6.0, 9.0]).all(|(s, vx)| (s.velocity.x - vx).abs() < 1e-4), "{steps:?}");
        // 10 Hz: between two samples.
        let slow = in_steps(&[sample(7, 1.0), sample(7 + 2 * STEP, 3.0)], STEP);
        assert_eq!(slow, [sample(7, 1.0), sample(7 + STEP, 2.0), sample(7 + 2 * STEP, 3.0)]);
        let even: Vec<Sample> = (0..5).map(|k| sample(k * STEP, 1.0)).collect();
        assert_eq!(in_steps(&even, STEP), even);
        assert!(in_steps(&[], STEP).is_empty());
    }

    #[test]
    fn r2_is_the_formula_by_hand() {
        // Targets 1, 2, 6 with the mean 3 and guesses of 2: 1 - (1 + 0 + 16) / (4 + 1 + 9).
        let mut fit = Fit::default();
        [1.0, 2.0, 6.0].into_iter().for_each(|target| fit.add(target, 2.0));
        assert!((fit.r2() - (1.0 - 17.0 / 14.0)).abs() < 1e-12);
    }
}
