//! What arrives about an entity.

use crate::base::math::{DQuat, DVec3};
use crate::base::rotation::checked_rotation;
use crate::base::time::Nanos;
use crate::base::{Error, Result, Short};
use alloc::format;

/// Largest coordinate, metres. The bounds of this file keep every later product finite for every horizon.
const MAX_POSITION: f64 = 1e12;
/// Largest speed component, m/s.
const MAX_VELOCITY: f64 = 1e9;
/// Largest acceleration component, m/s².
const MAX_ACCELERATION: f64 = 1e12;
/// Largest angular velocity component, rad/s.
const MAX_ANGULAR_VELOCITY: f64 = 1e6;

/// One update about an entity. With a `base`, position, velocity, acceleration and orientation are all in its frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Observation {
    /// When it was true.
    pub time: Nanos,
    /// Where it was (in the frame of `base` if there is one), metres, components within ±1e12.
    pub position: DVec3,
    /// Velocity, if the sender knows it, m/s: what every model starts with; below 1 cm/s the entity stands until the next
    /// update. Without it first-order models take the last difference of positions, second-order ones the moving average
    /// of eq. 3.
    pub velocity: Option<DVec3>,
    /// Acceleration, if the sender knows it, m/s²; else it is estimated (eq. 4).
    pub acceleration: Option<DVec3>,
    /// Facing, a unit quaternion; forward is -Z. `None` = as before.
    pub orientation: Option<DQuat>,
    /// Angular velocity about the entity's own axes, rad/s, components within ±1e6, if the sender knows it. Only the
    /// rotating DIS models use it.
    pub angular_velocity: Option<DVec3>,
    /// It is not on the ground: drops do not stop it.
    pub airborne: bool,
    /// It was moved, not moving: estimates start anew.
    pub teleported: bool,
    /// What it rides on.
    pub base: Option<BaseMotion>,
}

/// A moving base (lift, vehicle) at the time of the observation, in world coordinates.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BaseMotion {
    /// The host's own number of the base. While it stays the same, positions in its frame are differenced directly; when
    /// it changes, what is known is carried over into the new frame.
    pub id: u64,
    /// Position of the base's own origin.
    pub position: DVec3,
    /// Its rotation.
    pub orientation: DQuat,
    /// Its velocity.
    pub velocity: DVec3,
    /// Its angular velocity, radians per second around the world's axes, about its own origin.
    pub angular_velocity: DVec3,
}

/// What became of an observation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ObserveReport {
    /// Taken in.
    Used,
    /// Not newer than the last one; ignored.
    Late,
}

impl Observation {
    /// Somebody on the ground of the level at `position`, nothing else known.
    pub fn at(time: Nanos, position: DVec3) -> Self {
        Self {
            time,
            position,
            velocity: None,
            acceleration: None,
            orientation: None,
            angular_velocity: None,
            airborne: false,
            teleported: false,
            base: None,
        }
    }

    /// Checks every number and returns the observation with unit quaternions.
    pub fn checked(&self) -> Result<Self> {
        let mut checked = *self;
        check_vector("position", self.position, MAX_POSITION)?;
        if let Some(velocity) = self.velocity {
            check_vector("velocity", velocity, MAX_VELOCITY)?;
        }
        if let Some(acceleration) = self.acceleration {
            check_vector("acceleration", acceleration, MAX_ACCELERATION)?;
        }
        if let Some(spin) = self.angular_velocity {
            check_vector("angular_velocity", spin, MAX_ANGULAR_VELOCITY)?;
        }
        if let Some(orientation) = self.orientation {
            checked.orientation = Some(checked_rotation("orientation", orientation)?);
        }
        checked.base = self.base.map(|base| base.checked()).transpose()?;
        Ok(checked)
    }
}

impl BaseMotion {
    /// Checks every number and returns the motion with a unit quaternion.
    pub(super) fn checked(&self) -> Result<Self> {
        check_vector("base.position", self.position, MAX_POSITION)?;
        check_vector("base.velocity", self.velocity, MAX_VELOCITY)?;
        check_vector("base.angular_velocity", self.angular_velocity, MAX_ANGULAR_VELOCITY)?;
        Ok(Self { orientation: checked_rotation("base.orientation", self.orientation)?, ..*self })
    }
}

/// Fails unless every component is finite and within ±`limit`.
fn check_vector(name: &str, value: DVec3, limit: f64) -> Result<()> {
    // `all` of comparisons, because a comparison with NaN is false.
    if value.to_array().iter().all(|c| c.abs() <= limit) {
        return Ok(());
    }
    let [x, y, z] = value.to_array().map(Short);
    Err(Error::invalid(format!("{name} is ({x}, {y}, {z}), every component must be within ±{limit:e}")))
}

/// Whether a position of a snapshot can be: as far off as observations may be, after the origin was moved as far as it may be, some times.
pub(super) fn is_place(position: DVec3) -> bool {
    position.to_array().iter().all(|x| x.abs() <= 10.0 * MAX_POSITION)
}

/// Fails unless a shift of the origin is finite and within the range of positions.
pub(super) fn check_shift(shift: DVec3) -> Result<()> {
    check_vector("shift", shift, MAX_POSITION)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_bad_number_is_refused_by_name() {
        let good = Observation {
            velocity: Some(DVec3::X),
            acceleration: Some(DVec3::Y),
            angular_velocity: Some(DVec3::Z),
            orientation: Some(DQuat::IDENTITY),
            base: Some(BaseMotion {
                id: 1,
                position: DVec3::ZERO,
                orientation: DQuat::IDENTITY,
                velocity: DVec3::ZERO,
                angular_velocity: DVec3::ZERO,
            }),
            ..Observation::at(0, DVec3::ZERO)
        };
        assert_eq!(good.checked(), Ok(good));
        type Spoil = fn(&mut Observation, f64);
        let spoilers: [(&str, Spoil); 8] = [
            ("angular_velocity", |o, x| o.angular_velocity.as_mut().unwrap().y = x),
            ("position", |o, x| o.position.z = x),
            ("velocity", |o, x| o.velocity.as_mut().unwrap().x = x),
            ("acceleration", |o, x| o.acceleration.as_mut().unwrap().y = x),
            ("orientation", |o, x| o.orientation.as_mut().unwrap().w = x),
            ("base.position", |o, x| o.base.as_mut().unwrap().position.x = x),
            ("base.velocity", |o, x| o.base.as_mut().unwrap().velocity.x = x),
            ("base.angular_velocity", |o, x| o.base.as_mut().unwrap().angular_velocity.x = x),
        ];
        for (name, spoil) in spoilers {
            for bad in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 1e13] {
                let mut observation = good;
                spoil(&mut observation, bad);
                let error = observation.checked().unwrap_err();
                assert!(error.message.starts_with(name), "{name} {bad}: {error}");
            }
        }
    }

    #[test]
    fn quaternions_are_made_unit_and_zero_is_refused() {
        let mut observation = Observation::at(0, DVec3::ZERO);
        observation.orientation = Some(DQuat::from_xyzw(0.0, 0.0, 0.0, 1.0 + 1e-6));
        assert_eq!(observation.checked().unwrap().orientation, Some(DQuat::IDENTITY));
        observation.orientation = Some(DQuat::from_xyzw(0.0, 0.0, 0.0, 0.0));
        assert!(observation.checked().is_err());
    }
}
