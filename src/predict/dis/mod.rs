//! The nine dead-reckoning models of DIS (IEEE 1278.1), with full orientation.

use super::kinematics::Kinematics;
use super::model::Motion;
use super::reckoning::Details;
use crate::base::math::DQuat;

/// What the acceleration of the body-axis models means; three conventions are in use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum BodyAcceleration {
    /// `A = dv/dt` in body axes (Towers & Hines).
    #[default]
    Derivative,
    /// `A - ω × v` is what changes the body-axis velocity.
    MinusRotation,
    /// `A + ω × v` is what changes the body-axis velocity.
    PlusRotation,
}

impl BodyAcceleration {
    /// All of them by their number.
    pub const ALL: [Self; 3] = [Self::Derivative, Self::MinusRotation, Self::PlusRotation];
}

/// The motion and the orientation at the end of it.
pub(super) fn motion(_kinematics: &Kinematics, _details: &Details, _delta: f64) -> (Motion, DQuat) {
    todo!()
}
