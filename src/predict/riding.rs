//! Moving bases: what rides on a lift is observed and predicted in the lift's frame, and answered in the level's.

use super::kinematics::Kinematics;
use super::observation::BaseMotion;
use crate::base::Result;
use crate::base::math::{DQuat, DVec3};
use crate::base::time::{Nanos, seconds_between};
use alloc::vec::Vec;

/// The moving bases that a host knows, by their number on the network.
#[derive(Clone, Debug, Default)]
pub struct Bases {
    /// Number, when it moved so, how; by number.
    known: Vec<(u32, Nanos, BaseMotion)>,
}

impl Bases {
    /// How a base moves at `time` on the host's own clock.
    pub fn set(&mut self, number: u32, time: Nanos, motion: &BaseMotion) -> Result<()> {
        let motion = BaseMotion { id: number.into(), ..motion.checked()? };
        match self.place(number) {
            Ok(place) => self.known[place] = (number, time, motion),
            Err(place) => self.known.insert(place, (number, time, motion)),
        }
        Ok(())
    }

    /// Forgets a base; whether there was one.
    pub fn remove(&mut self, number: u32) -> bool {
        self.place(number).map(|place| self.known.remove(place)).is_ok()
    }

    /// Where a base is at `time` on the host's own clock, going on as it was last seen.
    pub fn at(&self, number: u32, time: Nanos) -> Option<BaseMotion> {
        let (_, seen, motion) = &self.known[self.place(number).ok()?];
        // Both ways: an update may be older than what the host last said of the base.
        let seconds = if time >= *seen { seconds_between(*seen, time) } else { -seconds_between(time, *seen) };
        Some(motion.carried(seconds))
    }

    /// Moves all of them by -`shift`.
    pub fn rebase(&mut self, shift: DVec3) {
        self.known.iter_mut().for_each(|(_, _, motion)| motion.position -= shift);
    }

    /// Bytes of heap memory held.
    pub fn bytes(&self) -> usize {
        self.known.capacity() * size_of::<(u32, Nanos, BaseMotion)>()
    }

    fn place(&self, number: u32) -> core::result::Result<usize, usize> {
        self.known.binary_search_by_key(&number, |(known, ..)| *known)
    }
}

/// Where observations find the base that they speak of.
#[derive(Clone, Copy, Debug, Default)]
pub enum BaseContext<'a> {
    /// Every base is at rest in the origin: riders are predicted in its frame and answered in it.
    #[default]
    Resting,
    /// Those of the host; times of observations are ahead of the host's own clock by so much.
    Known(&'a Bases, Nanos),
}

impl BaseContext<'_> {
    /// The base of this number at the time of an observation; `None` = nobody knows it.
    pub fn at(&self, number: u32, time: Nanos) -> Option<BaseMotion> {
        match self {
            Self::Resting => Some(BaseMotion { id: number.into(), ..BaseMotion::LEVEL }),
            Self::Known(bases, ahead) => bases.at(number, time.saturating_sub(*ahead)),
        }
    }
}

impl BaseMotion {
    /// The level itself, as a base that never moves.
    const LEVEL: Self = Self {
        id: 0,
        position: DVec3::ZERO,
        orientation: DQuat::IDENTITY,
        velocity: DVec3::ZERO,
        angular_velocity: DVec3::ZERO,
    };

    /// The base `seconds` later (or earlier, if negative) at unchanged velocity and angular velocity.
    pub fn carried(&self, seconds: f64) -> Self {
        Self {
            position: self.position + self.velocity * seconds,
            orientation: (rotation(self.angular_velocity, seconds) * self.orientation).normalize(),
            ..*self
        }
    }

    /// A point of the base's frame in the level's.
    pub fn point_to_level(&self, point: DVec3) -> DVec3 {
        self.position + self.orientation * point
    }

    /// The velocity in the level of something at `point` that moves with `velocity`, both in the base's frame.
    pub fn velocity_to_level(&self, point: DVec3, velocity: DVec3) -> DVec3 {
        self.velocity + self.angular_velocity.cross(self.orientation * point) + self.orientation * velocity
    }

    /// A point of the level in the base's frame.
    pub fn point_from_level(&self, point: DVec3) -> DVec3 {
        self.orientation.conjugate() * (point - self.position)
    }

    /// Inverse of [`BaseMotion::velocity_to_level`]; `point` is in the level's frame.
    pub fn velocity_from_level(&self, point: DVec3, velocity: DVec3) -> DVec3 {
        let carried_along = self.velocity + self.angular_velocity.cross(point - self.position);
        self.orientation.conjugate() * (velocity - carried_along)
    }
}

/// Rotation by `angular_velocity` (rad/s) over `seconds`.
fn rotation(angular_velocity: DVec3, seconds: f64) -> DQuat {
    let speed = angular_velocity.length();
    if speed == 0.0 {
        return DQuat::IDENTITY;
    }
    let (sin, cos) = libm::sincos(speed * seconds / 2.0);
    let axis = angular_velocity * (sin / speed);
    DQuat::from_xyzw(axis.x, axis.y, axis.z, cos)
}

/// Expresses what is known, all of it from the last observation, in the frame of another base (or of the level).
///
/// `seconds` is the time from that observation to the one at which `to` was seen: the new base is taken back by so much.
/// Accelerations only turn with the frame; the apparent forces of a rotating frame are left out because estimated
/// accelerations are far noisier than they are.
pub(super) fn change_base(
    kinematics: &mut Kinematics,
    average_acceleration: &mut DVec3,
    from: Option<&BaseMotion>,
    to: Option<&BaseMotion>,
    seconds: f64,
) {
    let from = from.unwrap_or(&BaseMotion::LEVEL);
    let to = to.unwrap_or(&BaseMotion::LEVEL).carried(-seconds);
    let turn = to.orientation.conjugate() * from.orientation;
    let local = kinematics.position;
    let point = from.point_to_level(local);
    let convert = |velocity| to.velocity_from_level(point, from.velocity_to_level(local, velocity));
    kinematics.velocity = convert(kinematics.velocity);
    kinematics.average_velocity = convert(kinematics.average_velocity);
    kinematics.position = to.point_from_level(point);
    kinematics.acceleration = turn * kinematics.acceleration;
    *average_acceleration = turn * *average_acceleration;
    kinematics.orientation = (turn * kinematics.orientation).normalize();
}

/// Whether an observation speaks of another frame than the one before it.
pub(super) fn base_differs(before: Option<&BaseMotion>, now: Option<&BaseMotion>) -> bool {
    before.map(|b| b.id) != now.map(|b| b.id)
}

#[cfg(test)]
mod tests {
    use super::*;
    use core::f64::consts::FRAC_PI_2;

    fn carousel() -> BaseMotion {
        BaseMotion {
            id: 7,
            position: DVec3::new(10.0, 1.0, -4.0),
            orientation: rotation(DVec3::Y, 0.3),
            velocity: DVec3::new(1.0, 0.5, 0.0),
            angular_velocity: DVec3::new(0.0, FRAC_PI_2, 0.0),
        }
    }

    #[test]
    fn a_quarter_turn_takes_x_to_minus_z() {
        let turned = rotation(DVec3::Y * FRAC_PI_2, 1.0) * DVec3::X;
        assert!((turned - DVec3::NEG_Z).length() < 1e-15, "{turned}");
        assert_eq!(rotation(DVec3::ZERO, 5.0), DQuat::IDENTITY);
    }

    #[test]
    fn the_velocity_in_the_level_is_the_derivative_of_the_position_in_it() {
        let (base, point, velocity) = (carousel(), DVec3::new(2.0, 0.0, 1.0), DVec3::new(0.3, 0.0, -0.2));
        let dt = 1e-6;
        let at = |t: f64| base.carried(t).point_to_level(point + velocity * t);
        let numeric = (at(dt) - at(-dt)) / (2.0 * dt);
        assert!((numeric - base.velocity_to_level(point, velocity)).length() < 1e-8);
    }

    #[test]
    fn from_level_undoes_to_level() {
        let (base, point, velocity) = (carousel(), DVec3::new(2.0, 0.0, 1.0), DVec3::new(0.3, 0.0, -0.2));
        let in_level = base.point_to_level(point);
        assert!((base.point_from_level(in_level) - point).length() < 1e-14);
        let back = base.velocity_from_level(in_level, base.velocity_to_level(point, velocity));
        assert!((back - velocity).length() < 1e-14);
    }

    #[test]
    fn carrying_back_undoes_carrying() {
        let base = carousel();
        let back = base.carried(3.7).carried(-3.7);
        assert!((back.position - base.position).length() < 1e-12);
        assert!(back.orientation.dot(base.orientation) > 1.0 - 1e-14);
    }
}
