//! What arrives about an entity.

use crate::base::math::{DQuat, DVec3};
use crate::base::time::Nanos;

/// One update about an entity.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Observation {
    /// When it was true.
    pub time: Nanos,
    /// Where it was (in the frame of `base` if there is one).
    pub position: DVec3,
    /// Velocity, if the sender knows it; else it is estimated (eq. 3).
    pub velocity: Option<DVec3>,
    /// Acceleration, if the sender knows it; else it is estimated (eq. 4).
    pub acceleration: Option<DVec3>,
    /// Facing.
    pub orientation: Option<DQuat>,
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
    /// Position of the base's own origin.
    pub position: DVec3,
    /// Its rotation.
    pub orientation: DQuat,
    /// Its velocity.
    pub velocity: DVec3,
    /// Its angular velocity, radians per second around the world's axes.
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
