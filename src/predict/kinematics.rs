//! What is known of an entity's motion, and how it is estimated from updates (eq. 3 and 4).
//!
//! The paper's weights are per frame of length h. An update that comes after `dt` weighs `w(α) = 1 - (1-α)^(dt/h)`, so
//! that one update over n frames of constant velocity leaves the same average velocity as n updates; `dt = h` is the
//! paper.
//!
//! An average lags behind: the velocity of eq. 3 belongs to a moment `age` before now. The mean velocity `d` of the last
//! interval belongs to its middle, so eq. 4 takes `(d - v') / (dt/2 + age')` as the newest acceleration. With `dt = h`
//! throughout this is the paper's `(v - v')/h`; with any other intervals a constant acceleration is still found exactly,
//! where dividing by `dt` would be off by the ratio of neighbouring intervals.
//!
//! A velocity that is told belongs to the moment of its update. Unless the profile asks for the averages as published, it
//! is what the second-order models move by, and eq. 4 takes the difference of two told velocities over `dt`.

use super::interest::Stake;
use super::observation::Observation;
use super::profile::{EntityProfile, Model, Obstacle, STANDING_SPEED, VelocitySource};
use crate::base::math::{DQuat, DVec3};
use crate::base::time::{Nanos, SECOND, seconds_between};

/// An observation was taken in.
pub(super) const SEEN: u8 = 1;
/// The orientation was told at least once.
pub(super) const ORIENTED: u8 = 2;
/// Not on the ground.
pub(super) const AIRBORNE: u8 = 4;
/// Positions are in the frame of a moving base.
pub(super) const RIDING: u8 = 8;
/// The profile limits the speed.
pub(super) const LIMIT_SPEED: u8 = 16;
/// The profile has corrections beyond the speed limit.
pub(super) const POST: u8 = 32;
/// The last observation told a velocity.
pub(super) const TOLD: u8 = 64;
/// The profile asks for averages over positions.
pub(super) const AVERAGED: u8 = 128;
/// Flags that come from the profile, not from observations.
const PROFILE_FLAGS: u8 = LIMIT_SPEED | POST | AVERAGED;

/// The state a model predicts from; all that plain dead reckoning touches, kept apart from the bulky rest.
/// Coordinates are those of the level, or of the moving base the entity rides on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Kinematics {
    /// Time of the last observation.
    pub time: Nanos,
    /// Last known position.
    pub position: DVec3,
    /// Last velocity: as told, else the last difference of positions.
    pub velocity: DVec3,
    /// Moving average of the velocity (eq. 3).
    pub average_velocity: DVec3,
    /// Acceleration: as told, else the moving average of eq. 4, over told velocities where the profile wants them.
    pub acceleration: DVec3,
    /// Facing.
    pub orientation: DQuat,
    /// min(speed_cap, max(v_max, speed_factor × fastest recently observed speed)), m/s.
    pub speed_limit: f64,
    /// Which model predicts.
    pub model: Model,
    pub(super) flags: u8,
    /// Its part in the interest scheme; here because the room is free.
    pub(super) stake: Stake,
}

/// What only observing needs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Estimator {
    /// Moving average of eq. 4, kept also while accelerations are told.
    pub(super) average_acceleration: DVec3,
    /// How far the average velocity lags behind the last observation, seconds.
    pub(super) age: f64,
    /// Fastest speed observed in the whole second `second` of the clock, m/s …
    pub(super) peak: f64,
    /// … and in the one before it. Together they cover the last one to two seconds in constant memory.
    pub(super) previous_peak: f64,
    /// See `peak`.
    pub(super) second: i64,
}

impl Kinematics {
    pub(super) fn new(profile: &EntityProfile) -> Self {
        let mut new = Self {
            time: 0,
            position: DVec3::ZERO,
            velocity: DVec3::ZERO,
            average_velocity: DVec3::ZERO,
            acceleration: DVec3::ZERO,
            orientation: DQuat::IDENTITY,
            speed_limit: 0.0,
            model: profile.model,
            flags: 0,
            stake: Stake::default(),
        };
        new.follow(profile, &Estimator::default());
        new
    }

    /// Whether positions and velocities are those in the frame of a moving base.
    pub fn is_riding(&self) -> bool {
        self.has(RIDING)
    }

    /// The velocity that second-order models move by: as told, else (or where the profile wants it) the moving average of
    /// eq. 3.
    #[inline(always)]
    pub fn steady_velocity(&self) -> DVec3 {
        if self.flags & (TOLD | AVERAGED) == TOLD { self.velocity } else { self.average_velocity }
    }

    /// Whether the last update told to stand: no model moves it until the next one.
    #[inline(always)]
    pub fn is_told_to_stand(&self) -> bool {
        self.flags & (TOLD | AVERAGED) == TOLD && self.velocity.length_squared() < STANDING_SPEED * STANDING_SPEED
    }

    pub(super) fn has(&self, flag: u8) -> bool {
        self.flags & flag != 0
    }

    pub(super) fn set(&mut self, flag: u8, on: bool) {
        self.flags = if on { self.flags | flag } else { self.flags & !flag };
    }

    /// Copies from the profile what prediction needs at hand.
    pub(super) fn follow(&mut self, profile: &EntityProfile, estimator: &Estimator) {
        self.model = profile.model;
        self.flags &= !PROFILE_FLAGS;
        self.set(LIMIT_SPEED, profile.post.limit_speed);
        self.set(AVERAGED, profile.velocity == VelocitySource::Averaged);
        self.set(POST, profile.post.obstacle != Obstacle::Ignore || profile.post.vector_factor < f64::INFINITY);
        self.speed_limit = estimator.speed_limit(profile);
    }

    /// Takes in a checked observation, newer than the last one and in the same frame as this state.
    pub(super) fn take(&mut self, estimator: &mut Estimator, profile: &EntityProfile, observation: &Observation) {
        let speed = if self.has(SEEN) && !observation.teleported {
            self.advance(estimator, profile, observation)
        } else {
            self.restart(estimator, profile, observation)
        };
        estimator.note_speed(observation.time, speed);
        self.speed_limit = estimator.speed_limit(profile);
        self.time = observation.time;
        self.position = observation.position;
        if let Some(orientation) = observation.orientation {
            self.orientation = orientation;
            self.set(ORIENTED, true);
        }
        self.set(AIRBORNE, observation.airborne);
        self.set(TOLD, observation.velocity.is_some());
        self.set(SEEN, true);
    }

    /// First observation of a life: the averages begin at zero. Returns the observed speed.
    fn restart(&mut self, estimator: &mut Estimator, profile: &EntityProfile, observation: &Observation) -> f64 {
        // The age at which regular updates of one frame keep it: age = α h/2 + (1-α)(age + h).
        *estimator = Estimator { age: profile.frame * (1.0 / profile.alpha_v - 0.5), ..Estimator::default() };
        self.velocity = observation.velocity.unwrap_or(DVec3::ZERO);
        self.average_velocity = DVec3::ZERO;
        self.acceleration = observation.acceleration.unwrap_or(DVec3::ZERO);
        self.velocity.length()
    }

    /// Eq. 3 and 4 over the interval since the last observation. Returns the observed speed.
    fn advance(&mut self, estimator: &mut Estimator, profile: &EntityProfile, observation: &Observation) -> f64 {
        let dt = seconds_between(self.time, observation.time);
        // In nanoseconds, so that an update after exactly one frame has exactly the paper's weight.
        let frames = observation.time.saturating_sub(self.time) as f64 / (profile.frame * SECOND as f64);
        let mean = (observation.position - self.position) / dt;
        let newest = match observation.velocity {
            Some(told) if self.flags & (TOLD | AVERAGED) == TOLD => (told - self.velocity) / dt,
            Some(told) if !self.has(AVERAGED) => (told - self.average_velocity) / (dt + estimator.age),
            _ => (mean - self.average_velocity) / (dt / 2.0 + estimator.age),
        };

        let w = weight(profile.alpha_v, frames);
        self.average_velocity = w * mean + (1.0 - w) * self.average_velocity;
        estimator.age = w * (dt / 2.0) + (1.0 - w) * (estimator.age + dt);
        let w = weight(profile.alpha_a, frames);
        estimator.average_acceleration = w * newest + (1.0 - w) * estimator.average_acceleration;

        self.velocity = observation.velocity.unwrap_or(mean);
        self.acceleration = observation.acceleration.unwrap_or(estimator.average_acceleration);
        let (told, made) = (self.velocity.length(), mean.length());
        if told > made { told } else { made }
    }
}

impl Default for Estimator {
    fn default() -> Self {
        Self { average_acceleration: DVec3::ZERO, age: 0.0, peak: 0.0, previous_peak: 0.0, second: i64::MIN }
    }
}

impl Estimator {
    fn note_speed(&mut self, time: Nanos, speed: f64) {
        let second = time.div_euclid(SECOND);
        if second != self.second {
            self.previous_peak = if self.second.checked_add(1) == Some(second) { self.peak } else { 0.0 };
            self.peak = 0.0;
            self.second = second;
        }
        if speed > self.peak {
            self.peak = speed;
        }
    }

    /// On human Quake about half of all true displacements exceed the nominal speed, so what was seen lately counts.
    fn speed_limit(&self, profile: &EntityProfile) -> f64 {
        let recent = if self.peak > self.previous_peak { self.peak } else { self.previous_peak };
        let wanted = profile.speed_factor * recent;
        let limit = if wanted > profile.v_max { wanted } else { profile.v_max };
        if limit < profile.speed_cap { limit } else { profile.speed_cap }
    }
}

/// `1 - (1-α)^frames`, without cancellation for tiny intervals and exactly α for one frame.
fn weight(alpha: f64, frames: f64) -> f64 {
    if frames == 1.0 { alpha } else { -libm::expm1(frames * libm::log1p(-alpha)) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;

    const FRAME: Nanos = 50_000_000;

    fn fresh() -> (Kinematics, Estimator, EntityProfile) {
        let profile = EntityProfile::default();
        (Kinematics::new(&profile), Estimator::default(), profile)
    }

    /// Feeds positions along x at the given times.
    fn fed(samples: impl IntoIterator<Item = (Nanos, f64)>) -> (Kinematics, Estimator) {
        let (mut k, mut e, profile) = fresh();
        for (time, x) in samples {
            k.take(&mut e, &profile, &Observation::at(time, DVec3::X * x));
        }
        (k, e)
    }

    fn close(a: f64, b: f64) -> bool {
        (a - b).abs() <= 1e-12 * (1.0 + b.abs())
    }

    #[test]
    fn regular_updates_give_the_numbers_of_the_paper() {
        // x = 0, 0.4, 0.6 m at 20 Hz, α = 0.8: d = 8 then 4 m/s.
        let (k, _) = fed([(0, 0.0)]);
        assert_eq!((k.velocity.x, k.average_velocity.x, k.acceleration.x), (0.0, 0.0, 0.0));
        let (k, _) = fed([(0, 0.0), (FRAME, 0.4)]);
        // v = 0.8 · 8, a = 0.8 · 6.4 / 0.05.
        assert!(
            close(k.velocity.x, 8.0) && close(k.average_velocity.x, 6.4) && close(k.acceleration.x, 102.4),
            "{k:?}"
        );
        let (k, _) = fed([(0, 0.0), (FRAME, 0.4), (2 * FRAME, 0.6)]);
        // v = 0.8 · 4 + 0.2 · 6.4 = 4.48, a = 0.8 · (4.48 - 6.4) / 0.05 + 0.2 · 102.4 = -10.24.
        assert!(
            close(k.velocity.x, 4.0) && close(k.average_velocity.x, 4.48) && close(k.acceleration.x, -10.24),
            "{k:?}"
        );
    }

    #[test]
    fn long_regular_updates_follow_the_recursion_of_the_paper() {
        let xs: Vec<f64> = (0..60).map(|i| libm::sin(i as f64 * 0.3) * 5.0 + i as f64 * 0.1).collect();
        let (mut v, mut a) = (0.0, 0.0);
        for pair in xs.windows(2) {
            let before = v;
            v = 0.8 * ((pair[1] - pair[0]) / 0.05) + (1.0 - 0.8) * v;
            a = 0.8 * ((v - before) / 0.05) + (1.0 - 0.8) * a;
        }
        let (k, _) = fed(xs.iter().enumerate().map(|(i, x)| (i as Nanos * FRAME, *x)));
        assert!((k.average_velocity.x - v).abs() < 1e-10 && (k.acceleration.x - a).abs() < 1e-8, "{k:?} {v} {a}");
    }

    #[test]
    fn one_update_over_n_frames_of_constant_velocity_equals_n_updates() {
        for n in [2, 3, 7, 20] {
            let start = [(0, 0.0), (FRAME, 1.0)];
            let at = |i: Nanos| ((1 + i) * FRAME, 1.0 + 0.15 * i as f64);
            let (many, _) = fed(start.into_iter().chain((1..=n).map(at)));
            let (one, _) = fed(start.into_iter().chain([at(n)]));
            assert!(close(one.average_velocity.x, many.average_velocity.x), "{n}: {one:?} {many:?}");
            assert!(close(one.velocity.x, many.velocity.x));
        }
    }

    #[test]
    fn an_old_acceleration_fades_alike_in_one_update_and_in_many() {
        // The average velocity is already right, so only the fading of the acceleration is seen.
        for n in [2, 5, 20] {
            let (mut many, mut many_e, profile) = fresh();
            many.take(&mut many_e, &profile, &Observation::at(0, DVec3::ZERO));
            many.average_velocity = DVec3::X * 3.0;
            many_e.average_acceleration = DVec3::X * 10.0;
            let (mut one, mut one_e) = (many, many_e);
            let at = |i: Nanos| Observation::at(i * FRAME, DVec3::X * (3.0 * 0.05 * i as f64));
            for i in 1..=n {
                many.take(&mut many_e, &profile, &at(i));
            }
            one.take(&mut one_e, &profile, &at(n));
            assert!(close(one.acceleration.x, many.acceleration.x), "{n}: {one:?} {many:?}");
        }
    }

    #[test]
    fn constant_acceleration_is_found_exactly_whatever_the_intervals() {
        // Intervals of 10 to 700 ms without a pattern; x = ½ 4 t².
        let mut time = 0;
        let samples = (0..80u64).map(|i| {
            let t = time as f64 * 1e-9;
            let sample = (time, 2.0 * t * t);
            time += 10_000_000 + (i * i * 7919 % 691) as Nanos * 1_000_000;
            sample
        });
        let (k, e) = fed(samples);
        assert!((k.acceleration.x - 4.0).abs() < 1e-6, "{k:?}");
        let now = k.time as f64 * 1e-9;
        assert!((k.average_velocity.x - 4.0 * (now - e.age)).abs() < 1e-6, "{k:?} {e:?}");
    }

    #[test]
    fn told_values_win_and_the_estimates_go_on_behind_them() {
        let (mut k, mut e, profile) = fresh();
        let told = |time, x, v, a| Observation {
            velocity: Some(DVec3::X * v),
            acceleration: Some(DVec3::X * a),
            ..Observation::at(time, DVec3::X * x)
        };
        k.take(&mut e, &profile, &told(0, 0.0, 5.0, 1.0));
        assert_eq!((k.velocity.x, k.acceleration.x, k.average_velocity.x), (5.0, 1.0, 0.0));
        k.take(&mut e, &profile, &told(FRAME, 0.4, 6.0, 2.0));
        assert_eq!((k.velocity.x, k.acceleration.x), (6.0, 2.0));
        // Eq. 3 goes on over positions; eq. 4 takes the told velocities, 0.8 · (6 - 5) / 0.05.
        assert!(close(k.average_velocity.x, 6.4) && close(e.average_acceleration.x, 16.0));
        assert_eq!(k.steady_velocity(), k.velocity);
        k.take(&mut e, &profile, &Observation::at(2 * FRAME, DVec3::X * 0.6));
        // 0.8 · (4.48 - 6.4) / 0.05 + 0.2 · 16.
        assert!(close(k.velocity.x, 4.0) && close(k.acceleration.x, -27.52), "{k:?}");
        assert_eq!(k.steady_velocity(), k.average_velocity, "none was told");
    }

    #[test]
    fn averages_as_published_do_not_look_at_told_velocities() {
        let profile = EntityProfile { velocity: VelocitySource::Averaged, ..EntityProfile::default() };
        let (mut told, mut e) = (Kinematics::new(&profile), Estimator::default());
        let xs = [0.0, 0.4, 0.6, 1.3, 1.1];
        for (i, x) in xs.into_iter().enumerate() {
            let velocity = Some(DVec3::Z * i as f64);
            told.take(&mut e, &profile, &Observation { velocity, ..Observation::at(i as Nanos * FRAME, DVec3::X * x) });
        }
        let (k, _) = fed(xs.into_iter().enumerate().map(|(i, x)| (i as Nanos * FRAME, x)));
        assert_eq!((told.steady_velocity(), told.acceleration), (k.average_velocity, k.acceleration));
        assert!(!told.is_told_to_stand());
    }

    #[test]
    fn told_velocities_give_a_constant_acceleration_exactly() {
        let (mut k, mut e, profile) = fresh();
        let mut time = 0;
        for i in 0..80_i64 {
            let t = time as f64 * 1e-9;
            let velocity = Some(DVec3::X * (4.0 * t + 1.0));
            k.take(&mut e, &profile, &Observation { velocity, ..Observation::at(time, DVec3::X * (2.0 * t * t + t)) });
            time += 10_000_000 + (i * i * 7919 % 691) * 1_000_000;
        }
        assert!((k.acceleration.x - 4.0).abs() < 1e-6, "{k:?}");
    }

    #[test]
    fn a_teleport_starts_the_estimates_anew() {
        let (mut k, mut e, profile) = fresh();
        k.take(&mut e, &profile, &Observation::at(0, DVec3::ZERO));
        k.take(&mut e, &profile, &Observation::at(FRAME, DVec3::X));
        k.take(&mut e, &profile, &Observation { teleported: true, ..Observation::at(2 * FRAME, DVec3::X * 500.0) });
        let (mut new, mut new_e, _) = fresh();
        new.take(&mut new_e, &profile, &Observation::at(2 * FRAME, DVec3::X * 500.0));
        assert_eq!((k, e), (new, new_e));
    }

    #[test]
    fn the_speed_limit_follows_what_was_seen_in_the_last_second_or_two() {
        let (mut k, mut e, profile) = fresh();
        assert_eq!(k.speed_limit, 8.128);
        let mut see = |time: Nanos, speed: f64| {
            let observation = Observation { velocity: Some(DVec3::Z * speed), ..Observation::at(time, DVec3::ZERO) };
            k.take(&mut e, &profile, &observation);
            k.speed_limit
        };
        assert_eq!(see(0, 1.0), 8.128);
        assert_eq!(see(SECOND / 2, 20.0), 22.0);
        assert_eq!(see(SECOND + 400_000_000, 3.0), 22.0, "0.9 s ago still counts");
        assert_eq!(see(2 * SECOND + 500_000_000, 3.0), 8.128, "2 s ago does not");
        assert_eq!(see(9 * SECOND, 100.0), 40.0, "never above the cap");
        assert_eq!(see(90 * SECOND, 0.0), 8.128, "nor after a gap");
    }

    #[test]
    fn weights_are_exact_for_one_frame_and_sound_at_the_extremes() {
        assert_eq!(weight(0.8, 1.0), 0.8);
        assert!(close(weight(0.8, 2.0), 0.96));
        assert_eq!((weight(1.0, 1e-9), weight(1.0, 1e9), weight(0.0, 7.0)), (1.0, 1.0, 0.0));
        assert!((weight(0.5, 1e-8) / (1e-8 * core::f64::consts::LN_2) - 1.0).abs() < 1e-7);
    }
}
