//! The same for orientations: the difference is a rotation vector (axis times angle), taken the shorter way round.

use super::curve::spring;
use super::params::TurnMethod;
use crate::base::math::{DQuat, DVec3, sqrt};

/// The damped turn is cut off after this many times its span, where less than a millionth of the angle is left.
const DAMPED_SPANS: f64 = 3.0;

/// How the shown orientation differed from the predicted one at a correction.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Turn {
    /// Rotation vector from the predicted to the shown orientation, radians, in the level's axes.
    pub(super) offset: DVec3,
    /// Its derivative by time, radians per second.
    pub(super) rate: DVec3,
    /// Time of convergence, seconds.
    pub(super) span: f64,
}

impl Turn {
    /// Nothing to turn.
    pub(super) const NONE: Self = Self { offset: DVec3::ZERO, rate: DVec3::ZERO, span: 1.0 };

    /// Whether the turn has ended after `tau` seconds.
    pub(super) fn is_over(&self, method: TurnMethod, tau: f64) -> bool {
        if self.offset == DVec3::ZERO && self.rate == DVec3::ZERO {
            return true;
        }
        match method {
            TurnMethod::Snap => true,
            TurnMethod::Slerp => tau >= self.span,
            TurnMethod::Damped => tau >= DAMPED_SPANS * self.span,
        }
    }

    /// Rotation vector and its derivative `tau` seconds after the correction.
    pub(super) fn at(&self, method: TurnMethod, tau: f64) -> (DVec3, DVec3) {
        if self.is_over(method, tau) {
            return (DVec3::ZERO, DVec3::ZERO);
        }
        match method {
            TurnMethod::Snap => (DVec3::ZERO, DVec3::ZERO),
            TurnMethod::Slerp => (self.offset * (1.0 - tau / self.span), -self.offset / self.span),
            TurnMethod::Damped => spring(self.offset, self.rate, self.span, tau),
        }
    }

    /// Shown orientation when `live` is predicted; exactly `live` when the turn is over.
    pub(super) fn shown(&self, method: TurnMethod, tau: f64, live: DQuat) -> DQuat {
        if self.is_over(method, tau) {
            return live;
        }
        unit(rotation(self.at(method, tau).0) * live)
    }
}

/// The rotation by a rotation vector.
pub(super) fn rotation(vector: DVec3) -> DQuat {
    let angle = sqrt(vector.length_squared());
    // sin(x)/x loses nothing above this; below, its series has no further term that counts.
    let share = if angle > 1e-4 { libm::sin(0.5 * angle) / angle } else { 0.5 - angle * angle / 48.0 };
    let axis = vector * share;
    DQuat::from_xyzw(axis.x, axis.y, axis.z, libm::cos(0.5 * angle))
}

/// The rotation vector from `from` to `to`, of at most half a turn.
pub(super) fn difference(from: DQuat, to: DQuat) -> DVec3 {
    let q = to * from.conjugate();
    let (axis, w) = if q.w < 0.0 { (DVec3::new(-q.x, -q.y, -q.z), -q.w) } else { (DVec3::new(q.x, q.y, q.z), q.w) };
    let sine = sqrt(axis.length_squared());
    if sine < 1e-12 { axis * 2.0 } else { axis * (2.0 * libm::atan2(sine, w) / sine) }
}

/// The rotation with length 1.
pub(super) fn unit(q: DQuat) -> DQuat {
    let length = sqrt(q.length_squared());
    DQuat::from_xyzw(q.x / length, q.y / length, q.z / length, q.w / length)
}

#[cfg(test)]
mod tests {
    use super::*;
    use core::f64::consts::{FRAC_PI_2, PI};

    fn yaw(angle: f64) -> DQuat {
        rotation(DVec3::Y * angle)
    }

    #[test]
    fn rotation_vectors_and_rotations_are_each_others_inverse() {
        for vector in [DVec3::ZERO, DVec3::X * 1e-9, DVec3::new(1e-4, 2e-5, 0.0), DVec3::new(0.3, -1.0, 2.0)] {
            assert!((difference(DQuat::IDENTITY, rotation(vector)) - vector).length() < 1e-12, "{vector}");
        }
        assert!((yaw(FRAC_PI_2) * DVec3::NEG_Z - DVec3::NEG_X).length() < 1e-15, "left is +Y by the right hand");
    }

    #[test]
    fn turns_go_the_shorter_way() {
        let (from, to) = (yaw(-0.9 * PI), yaw(0.9 * PI));
        assert!((difference(from, to) - DVec3::Y * (-0.2 * PI)).length() < 1e-12);
        assert!((difference(from, -to) - DVec3::Y * (-0.2 * PI)).length() < 1e-12, "both signs are one rotation");
        assert!(difference(yaw(0.0), yaw(PI)).length() <= PI + 1e-12);
    }

    #[test]
    fn slerp_turns_at_constant_rate_and_ends_exactly() {
        let turn = Turn { offset: DVec3::Y * 1.2, rate: DVec3::ZERO, span: 0.4 };
        let live = yaw(0.5);
        for (tau, want) in [(0.0, 1.7), (0.1, 1.4), (0.3, 0.8)] {
            let shown = turn.shown(TurnMethod::Slerp, tau, live);
            assert!((difference(yaw(want), shown)).length() < 1e-12, "{tau}");
        }
        assert_eq!(turn.shown(TurnMethod::Slerp, 0.4, live), live);
        assert_eq!(turn.shown(TurnMethod::Snap, 0.0, live), live);
    }

    #[test]
    fn damped_turns_keep_their_rate_at_the_begin_and_settle() {
        let turn = Turn { offset: DVec3::Y, rate: DVec3::Y * 3.0, span: 0.2 };
        assert_eq!(turn.at(TurnMethod::Damped, 0.0), (DVec3::Y, DVec3::Y * 3.0));
        assert!(turn.at(TurnMethod::Damped, 0.4).0.length() < 1e-3);
        assert_eq!(turn.shown(TurnMethod::Damped, 0.61, yaw(1.0)), yaw(1.0));
    }
}
