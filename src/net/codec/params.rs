//! How finely an update is measured, and what that costs: stated errors and a stated size.

use super::wire;
use crate::base::hash::StableHasher;
use crate::base::math::{DVec3, sqrt};
use crate::base::time::SECOND;
use crate::base::{Error, Result, Short};
use alloc::format;

/// Whole numbers of steps a coordinate may be away from zero: below it, the roundings of the four operations of a round
/// trip add up to an eighth of a step at most, so that a value on the grid is found again.
const MAX_STEPS: f64 = (1u64 << 48) as f64;
/// Largest coordinate of a position, metres, as for observations.
const MAX_POSITION: f64 = 1e12;
/// Largest component of a velocity or acceleration.
const MAX_RATE: f64 = 1e9;
/// Largest component of an angular velocity, rad/s.
const MAX_SPIN: f64 = 1e6;
/// Finest step of anything.
const MIN_STEP: f64 = 1e-6;

/// Steps and limits of every number in an update. Both ends must use the same.
///
/// Limits bound what is accepted from the network; numbers are written as long as they are, so a generous limit costs an
/// ordinary update nothing and only raises [`max_bytes`](super::Codec::max_bytes).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CodecParams {
    /// Positions are multiples of this from `origin`, metres, 1e-6 to 1e6.
    pub position_step: f64,
    /// Positions are within ± this of `origin` along each axis, metres, at least a step; and
    /// |origin| + limit at most 2⁴⁸ steps and 1e12 m.
    pub position_limit: f64,
    /// Middle of the world, metres.
    pub origin: DVec3,
    /// Step of each component of a velocity, m/s, 1e-6 to 1e6.
    pub velocity_step: f64,
    /// Largest component of a velocity, m/s, a step to 1e9, and 2⁴⁸ steps.
    pub velocity_limit: f64,
    /// Step of each component of an acceleration, m/s², 1e-6 to 1e6.
    pub acceleration_step: f64,
    /// Largest component of an acceleration, m/s², a step to 1e9, and 2⁴⁸ steps.
    pub acceleration_limit: f64,
    /// Step of each component of an angular velocity, rad/s, 1e-6 to 1e6.
    pub angular_velocity_step: f64,
    /// Largest component of an angular velocity, rad/s, a step to 1e6, and 2⁴⁸ steps.
    pub angular_velocity_limit: f64,
    /// Bits of each of the three smaller components of an orientation, 4 to 24.
    pub quaternion_bits: u32,
    /// Times are ticks of this rate, 1 to 1,000,000; tick n is n / rate seconds, rounded down to a nanosecond.
    pub ticks_per_second: u32,
}

impl Default for CodecParams {
    /// A centimetre, a centimetre per second, a tenth of a degree, a millisecond; limits beyond any game on Earth.
    fn default() -> Self {
        Self {
            position_step: 0.01,
            position_limit: 1e8,
            origin: DVec3::ZERO,
            velocity_step: 0.01,
            velocity_limit: 1e4,
            acceleration_step: 0.05,
            acceleration_limit: 1e4,
            angular_velocity_step: 0.01,
            angular_velocity_limit: 1e3,
            quaternion_bits: 11,
            ticks_per_second: 1000,
        }
    }
}

impl CodecParams {
    pub(super) fn check(&self) -> Result<()> {
        // A comparison with NaN is false, so it is refused too.
        if !self.origin.to_array().iter().all(|c| c.abs() <= MAX_POSITION) {
            let DVec3 { x, y, z } = self.origin;
            return Err(Error::invalid(format!("origin is ({x}, {y}, {z}), must be within ±{MAX_POSITION:e}")));
        }
        let largest = self.origin.abs().max_element();
        check_scale("position", self.position_step, self.position_limit, largest, MAX_POSITION)?;
        check_scale("velocity", self.velocity_step, self.velocity_limit, 0.0, MAX_RATE)?;
        check_scale("acceleration", self.acceleration_step, self.acceleration_limit, 0.0, MAX_RATE)?;
        check_scale("angular_velocity", self.angular_velocity_step, self.angular_velocity_limit, 0.0, MAX_SPIN)?;
        if !(4..=24).contains(&self.quaternion_bits) {
            return Err(Error::invalid(format!("quaternion_bits is {}, must be 4 to 24", self.quaternion_bits)));
        }
        if !(1..=1_000_000).contains(&self.ticks_per_second) {
            return Err(Error::invalid(format!("ticks_per_second is {}, must be 1 to 1000000", self.ticks_per_second)));
        }
        Ok(())
    }

    /// Most steps from the origin.
    pub(super) fn position_steps(&self) -> i64 {
        steps(self.position_limit, self.position_step)
    }

    /// Most steps of a velocity component.
    pub(super) fn velocity_steps(&self) -> i64 {
        steps(self.velocity_limit, self.velocity_step)
    }

    /// Most steps of an acceleration component.
    pub(super) fn acceleration_steps(&self) -> i64 {
        steps(self.acceleration_limit, self.acceleration_step)
    }

    /// Most steps of an angular velocity component.
    pub(super) fn spin_steps(&self) -> i64 {
        steps(self.angular_velocity_limit, self.angular_velocity_step)
    }

    /// Steps from zero to the largest of the smaller components of a quaternion, √½. The scale is symmetric, so that no
    /// rotation, and none about the vertical, has an exact code.
    pub(super) fn quaternion_steps(&self) -> i64 {
        (1 << (self.quaternion_bits - 1)) - 1
    }

    /// Distance of two neighbouring components of a quaternion.
    pub(super) fn quaternion_step(&self) -> f64 {
        core::f64::consts::FRAC_1_SQRT_2 / self.quaternion_steps() as f64
    }

    /// Most a quantised position is away from the true one, metres.
    pub fn position_error(&self) -> f64 {
        // Four roundings of numbers below |origin| + limit, each at most half a unit in the last place.
        let rounding = 4.0 * f64::EPSILON * (self.origin.abs().max_element() + self.position_limit);
        sqrt(3.0) * (0.5 * self.position_step + rounding)
    }

    /// Most a quantised velocity differs from the true one (length of the difference), m/s.
    pub fn velocity_error(&self) -> f64 {
        vector_error(self.velocity_step, self.velocity_limit)
    }

    /// Most a quantised acceleration differs from the true one, m/s².
    pub fn acceleration_error(&self) -> f64 {
        vector_error(self.acceleration_step, self.acceleration_limit)
    }

    /// Most a quantised angular velocity differs from the true one, rad/s.
    pub fn angular_velocity_error(&self) -> f64 {
        vector_error(self.angular_velocity_step, self.angular_velocity_limit)
    }

    /// Largest angle between a quantised orientation and the true one, radians.
    ///
    /// Each of the three smaller components is off by up to half a step e. The largest one, √(1 - Σs²), changes by
    /// |Σ s δ| / l ≤ 3 e (no component is larger than it), so the two quaternions are at most √(3 e² + 9 e²) = √3 steps
    /// apart; the angle is 4 asin(half of that). The last factor covers what is of second order.
    pub fn orientation_error(&self) -> f64 {
        let step = self.quaternion_step();
        let apart = sqrt(3.0) * step * (1.0 + 4.0 * step);
        4.0 * libm::asin((0.5 * apart).min(1.0))
    }

    /// Most a quantised time differs from the true one, nanoseconds.
    pub fn time_error(&self) -> i64 {
        // Half a tick, and a nanosecond because ticks are rounded down to whole nanoseconds.
        SECOND / i64::from(self.ticks_per_second) / 2 + 1
    }

    /// A byte that differs, very likely, between parameters that do not fit together.
    pub(super) fn fingerprint(&self) -> u8 {
        self.digest() as u8
    }

    /// A number that differs, very likely, between parameters that do not fit together.
    pub fn digest(&self) -> u32 {
        let mut h = StableHasher::new();
        h.u32(wire::FORMAT);
        for value in [
            self.position_step,
            self.position_limit,
            self.origin.x,
            self.origin.y,
            self.origin.z,
            self.velocity_step,
            self.velocity_limit,
            self.acceleration_step,
            self.acceleration_limit,
            self.angular_velocity_step,
            self.angular_velocity_limit,
        ] {
            h.f64(value);
        }
        h.u32(self.quaternion_bits).u32(self.ticks_per_second);
        h.finish() as u32
    }
}

fn check_scale(name: &str, step: f64, limit: f64, offset: f64, most: f64) -> Result<()> {
    if !(MIN_STEP..=1e6).contains(&step) {
        return Err(Error::invalid(format!("{name}_step is {}, must be {MIN_STEP} to 1e6", Short(step))));
    }
    let top = most.min(MAX_STEPS * step) - offset;
    if !(limit >= step && limit <= top) {
        return Err(Error::invalid(format!("{name}_limit is {}, must be {step} (a step) to {top}", Short(limit))));
    }
    Ok(())
}

fn steps(limit: f64, step: f64) -> i64 {
    let whole = (limit / step) as i64;
    // The quotient may have been rounded up across a whole number; no decoded value lies beyond the limit.
    if whole as f64 * step > limit { whole - 1 } else { whole }
}

fn vector_error(step: f64, limit: f64) -> f64 {
    sqrt(3.0) * (0.5 * step + 2.0 * f64::EPSILON * limit)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_bad_parameter_is_refused_by_name() {
        type Spoil = fn(&mut CodecParams, f64);
        let spoilers: [(&str, Spoil); 9] = [
            ("position_step", |p, x| p.position_step = x),
            ("position_limit", |p, x| p.position_limit = x),
            ("origin", |p, x| p.origin.y = if x < 1e3 { x * 1e30 } else { x }),
            ("velocity_step", |p, x| p.velocity_step = x),
            ("velocity_limit", |p, x| p.velocity_limit = x),
            ("acceleration_step", |p, x| p.acceleration_step = x),
            ("acceleration_limit", |p, x| p.acceleration_limit = x),
            ("angular_velocity_step", |p, x| p.angular_velocity_step = x),
            ("angular_velocity_limit", |p, x| p.angular_velocity_limit = x),
        ];
        assert!(CodecParams::default().check().is_ok());
        for (name, spoil) in spoilers {
            for bad in [f64::NAN, f64::INFINITY, -1.0, 1e-9, 1e15] {
                let mut params = CodecParams::default();
                spoil(&mut params, bad);
                let message = params.check().unwrap_err().to_string();
                assert!(message.starts_with(name), "{name} {bad}: {message}");
            }
        }
        for (bits, rate) in [(3, 1000), (25, 1000), (10, 0), (10, 1_000_001)] {
            let params = CodecParams { quaternion_bits: bits, ticks_per_second: rate, ..CodecParams::default() };
            assert!(params.check().is_err(), "{bits} {rate}");
        }
        let far = CodecParams { position_step: 1e-6, position_limit: 1e9, ..CodecParams::default() };
        assert!(far.check().is_err(), "more steps than doubles can tell apart");
    }

    #[test]
    fn limits_are_whole_steps_and_never_more() {
        assert_eq!(steps(1.0, 0.25), 4);
        assert_eq!(steps(1.0, 0.3), 3);
        for i in 1..2000 {
            let limit = f64::from(i) * 0.001;
            assert!(steps(limit, 0.01) as f64 * 0.01 <= limit, "{limit}");
        }
    }

    #[test]
    fn stated_errors_are_those_of_the_steps() {
        let params = CodecParams::default();
        let near = |a: f64, b: f64| (a - b).abs() < 1e-6;
        assert!(near(params.position_error(), 0.008_660_254));
        assert!(near(params.velocity_error(), 0.008_660_254));
        assert_eq!(params.time_error(), 500_001);
        // 11 bits: 1023 steps to √½, so a step is 6.912e-4; √3 steps apart is 2.394e-3 rad.
        assert!((params.orientation_error() - 2.0 * 1.7320508 * 6.912e-4).abs() < 1e-5);
    }

    #[test]
    fn other_parameters_have_other_fingerprints() {
        let params = CodecParams::default();
        let other = CodecParams { ticks_per_second: 60, ..params };
        assert_ne!(params.fingerprint(), other.fingerprint());
    }
}
