//! How one entity is predicted.

use crate::pheromone::{ForceLaw, Region};
use crate::world::AreaFilter;
use alloc::vec::Vec;

/// The model that predicts an entity.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Model {
    /// Stays where it was.
    Still,
    /// First-order dead reckoning with the last velocity.
    Dr1,
    /// Second-order dead reckoning with the moving averages of eq. 3 and 4.
    Dr2,
    /// First order with a velocity that dies away: `x + v τ (1 - e^(-δ/τ))`.
    Damped,
    /// AntReckoning (eq. 5): second order plus the pull of the pheromone field.
    Ant,
}

/// What happens to a prediction that runs through an obstacle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Obstacle {
    /// Nothing.
    Ignore,
    /// It stops at the obstacle.
    Clip,
    /// It follows the shortest path around it, at most the speed limit's distance along the path.
    FollowPath,
}

/// Corrections (a) to (d) of S1, each switchable.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PostProcessing {
    /// (a) the distance from the last known position is at most the speed limit times the horizon.
    pub limit_speed: bool,
    /// (b) obstacles.
    pub obstacle: Obstacle,
    /// (c) below this speed (m/s) an entity stands still …
    pub still_speed: f64,
    /// … and its forces are multiplied by this (1 = off).
    pub still_force: f64,
    /// (d) the displacement is at most this factor of `|v| δ` (infinity = off).
    pub vector_factor: f64,
}

/// How one entity is predicted. Lengths in metres, times in seconds.
#[derive(Clone, Debug, PartialEq)]
pub struct EntityProfile {
    /// The model.
    pub model: Model,
    /// m: scales the effect of forces.
    pub mass: f64,
    /// Nominal top speed.
    pub v_max: f64,
    /// The speed limit is max(v_max, this × fastest recently observed speed) …
    pub speed_factor: f64,
    /// … but never above this.
    pub speed_cap: f64,
    /// α of eq. 5: weight of forces against acceleration.
    pub alpha: f64,
    /// αv of eq. 3, per `frame`.
    pub alpha_v: f64,
    /// αa of eq. 4, per `frame`.
    pub alpha_a: f64,
    /// h: the paper's frame, in which forces and averages are expressed.
    pub frame: f64,
    /// τ of the damped model.
    pub tau: f64,
    /// Factor on all forces (the paper's λ is in the emission; this one is the entity's).
    pub force_scale: f64,
    /// Weight per layer of the map.
    pub layer_weights: Vec<f32>,
    /// The entity's own avatar on the map (feels the others, never itself).
    pub avatar: Option<u64>,
    /// Attraction region.
    pub region: Region,
    /// Force law.
    pub law: ForceLaw,
    /// Corrections.
    pub post: PostProcessing,
    /// Where it may walk.
    pub filter: AreaFilter,
}
