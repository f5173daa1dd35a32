//! What the owner knows of its entity, and the hooks by which a host has its say.

use super::ConnectionId;
use crate::base::math::{DQuat, DVec3};
use crate::base::rotation::checked_rotation;
use crate::base::time::Nanos;
use crate::base::{Error, Result};
use crate::net::Codec;
use crate::net::line::Line;
use crate::predict::LevelContext;
use alloc::format;

/// The true state of an owned entity at a time, in the canonical frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Truth {
    /// When, on the clock of the game.
    pub time: Nanos,
    /// Where, metres.
    pub position: DVec3,
    /// How fast, m/s.
    pub velocity: DVec3,
    /// Acceleration, m/s²; give it only where the receivers' model uses one (it is sent then).
    pub acceleration: Option<DVec3>,
    /// Facing, a unit quaternion, where receivers show it.
    pub orientation: Option<DQuat>,
    /// Angular velocity about the entity's own axes, rad/s, where the receivers' model uses one.
    pub angular_velocity: Option<DVec3>,
    /// It is not on the ground.
    pub airborne: bool,
    /// It was moved since the last time, it did not move.
    pub teleported: bool,
    /// It is not simulated at present (paused, loading): receivers hold it.
    pub frozen: bool,
    /// Number of the moving base that it rides on: everything above is in that base's frame.
    pub base: Option<u32>,
}

impl Truth {
    /// Somebody on the ground who moves.
    pub fn at(time: Nanos, position: DVec3, velocity: DVec3) -> Self {
        Self {
            time,
            position,
            velocity,
            acceleration: None,
            orientation: None,
            angular_velocity: None,
            airborne: false,
            teleported: false,
            frozen: false,
            base: None,
        }
    }

    /// Fails on what the codec could not send; returns it with a unit quaternion.
    pub(super) fn checked(&self, codec: &Codec) -> Result<Self> {
        let p = codec.params();
        // A step less than the limit, because rounding may go up.
        let within = |name: &str, v: DVec3, limit: f64, step: f64| {
            let most = limit - step;
            if v.to_array().iter().all(|c| c.abs() <= most) {
                return Ok(());
            }
            let DVec3 { x, y, z } = v;
            Err(Error::invalid(format!("{name} is ({x}, {y}, {z}), every component must be within ±{most}")))
        };
        within(
            "position (from the codec's origin)",
            self.position - codec.origin(self.base),
            p.position_limit,
            p.position_step,
        )?;
        within("velocity", self.velocity, p.velocity_limit, p.velocity_step)?;
        if let Some(acceleration) = self.acceleration {
            within("acceleration", acceleration, p.acceleration_limit, p.acceleration_step)?;
        }
        if let Some(spin) = self.angular_velocity {
            within("angular_velocity", spin, p.angular_velocity_limit, p.angular_velocity_step)?;
        }
        let mut checked = *self;
        if let Some(orientation) = self.orientation {
            checked.orientation = Some(checked_rotation("orientation", orientation)?);
        }
        Ok(checked)
    }
}

/// Chooses the line of a type-2 update: best the one that stays within the threshold for the longest time.
pub trait Aim {
    /// The line for `entity`, which is off by `threshold` metres at most for this observer and is sent at `now`.
    fn aim(&mut self, entity: u32, truth: &Truth, threshold: f64, now: Nanos) -> Line;
}

/// The plain choice: from where the entity is, along its velocity.
#[derive(Clone, Copy, Debug, Default)]
pub struct Recorded;

impl Aim for Recorded {
    fn aim(&mut self, _entity: u32, truth: &Truth, _threshold: f64, _now: Nanos) -> Line {
        Line { offset: DVec3::ZERO, velocity: truth.velocity }
    }
}

/// What a host says about who sees what. `None` = no opinion: then what was set for the pair counts, then the
/// connection's area of interest and the entity's table.
pub trait Observers {
    /// Whether an entity is relevant to a connection.
    fn relevant(&mut self, _connection: ConnectionId, _entity: u32, _truth: &Truth) -> Option<bool> {
        None
    }

    /// Factor on the thresholds of an entity for a connection, brought into 0.001 to 1000: below 1 for an observer who
    /// aims at it, say.
    fn factor(&mut self, _connection: ConnectionId, _entity: u32, _truth: &Truth) -> Option<f64> {
        None
    }
}

/// What surrounds a decision.
#[derive(Default)]
pub struct SendContext<'a> {
    /// The level and its fields, for shadows whose model uses them.
    pub level: LevelContext<'a>,
    /// Chooses type-2 lines; `None` = [`Recorded`].
    pub aim: Option<&'a mut dyn Aim>,
    /// Says who sees what.
    pub observers: Option<&'a mut dyn Observers>,
}
