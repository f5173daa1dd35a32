//! The state of a player as a host knows it: its own avatar, or one that its netcode brought.

use crate::base::math::{DQuat, DVec3};
use crate::base::time::Nanos;
use crate::net::sender::Truth;
use crate::net::update::{Flags, Sequence, Update};
use crate::predict::strategy::Follow;

/// The state of a player, in the canonical frame (or that of `base`).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlayerState {
    /// When it was true, on the clock of the machine that says so; `None` = it is dated when it arrives.
    pub time: Option<Nanos>,
    /// Where, metres.
    pub position: DVec3,
    /// How fast, m/s; `None` = from the positions.
    pub velocity: Option<DVec3>,
    /// Acceleration, m/s², where the model uses one.
    pub acceleration: Option<DVec3>,
    /// Facing, a unit quaternion.
    pub orientation: Option<DQuat>,
    /// Angular velocity about the player's own axes, rad/s.
    pub angular_velocity: Option<DVec3>,
    /// It is not on the ground: drops do not stop it.
    pub airborne: bool,
    /// It was moved, it did not move.
    pub teleported: bool,
    /// It is not simulated at present (paused, loading): it stays where it is.
    pub frozen: bool,
    /// Number of the moving base (lift, vehicle) that it rides on: everything above is in that base's frame.
    pub base: Option<u32>,
}

impl PlayerState {
    /// Somebody on the ground who moves.
    pub fn at(position: DVec3, velocity: DVec3) -> Self {
        Self { velocity: Some(velocity), ..Self::resting(position) }
    }

    /// Somebody of whom only the place is known.
    pub fn resting(position: DVec3) -> Self {
        Self {
            time: None,
            position,
            velocity: None,
            acceleration: None,
            orientation: None,
            angular_velocity: None,
            airborne: false,
            teleported: false,
            frozen: false,
            base: None,
        }
    }

    /// The update that says so; `velocity` where the state has none.
    pub(super) fn update(&self, player: u32, sequence: Sequence, time: Nanos, velocity: DVec3) -> Update {
        let mut flags = Flags::NONE;
        for (set, flag) in
            [(self.airborne, Flags::AIRBORNE), (self.teleported, Flags::TELEPORT), (self.frozen, Flags::FROZEN)]
        {
            flags = if set { flags.with(flag) } else { flags };
        }
        Update {
            entity: player,
            sequence,
            time,
            position: self.position,
            velocity: self.velocity.unwrap_or(velocity),
            acceleration: self.acceleration,
            orientation: self.orientation,
            angular_velocity: self.angular_velocity,
            flags,
            base: self.base,
            follow: Follow::Automatic,
        }
    }

    /// The truth that an owner submits; `velocity` where the state has none.
    pub(super) fn truth(&self, time: Nanos, velocity: DVec3) -> Truth {
        Truth {
            time,
            position: self.position,
            velocity: self.velocity.unwrap_or(velocity),
            acceleration: self.acceleration,
            orientation: self.orientation,
            angular_velocity: self.angular_velocity,
            airborne: self.airborne,
            teleported: self.teleported,
            frozen: self.frozen,
            base: self.base,
        }
    }
}
