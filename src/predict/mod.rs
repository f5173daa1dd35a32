//! Where an entity will be: one file or folder per model, one interface.
//!
//! [`Predictor::observe`] takes updates in and estimates motion from them ([`kinematics`]); [`Predictor::predict`] asks the
//! entity's [`model`] for the displacement over the horizon and corrects it by what the level allows. Nothing is
//! remembered between predictions, so they may run concurrently and in any order.

mod crowd;
pub mod dis;
mod entity_state;
mod fall;
mod floors;
pub mod interest;
pub mod kinematics;
pub mod learned;
pub mod model;
pub mod neuro;
pub mod observation;
mod obstacle;
mod predictor;
pub mod profile;
mod profile_check;
mod pull;
mod reckoning;
mod riding;
mod share;
mod snapshot;
pub mod strategy;

pub use entity_state::EntityState;
pub use kinematics::Kinematics;
pub use observation::{BaseMotion, Observation, ObserveReport};
pub use predictor::{BYTES_PER_ENTITY, Predictor};
pub use profile::{DEFAULT_RUN_SPEED, EntityProfile, Model, Obstacle, PostProcessing, STANDING_SPEED, VelocitySource};
pub use riding::{BaseContext, Bases};

use crate::base::arena::ArenaId;
use crate::base::math::{DQuat, DVec3};
use crate::pheromone::PheromoneMap;
use crate::world::World;
use alloc::vec::Vec;

/// Id of an entity of a [`Predictor`].
pub type EntityId = ArenaId;

/// The level and its fields, as far as there are any.
#[derive(Clone, Copy, Default)]
pub struct LevelContext<'a> {
    /// The level.
    pub world: Option<&'a World>,
    /// Its fields.
    pub map: Option<&'a PheromoneMap>,
}

/// Which corrections changed a prediction (bits of [`Prediction::corrections`]).
pub mod correction {
    /// Displacement or velocity shortened to the speed limit.
    pub const SPEED: u32 = 1;
    /// Led along walls.
    pub const OBSTACLE: u32 = 2;
    /// The entity stands still: the update told so and nothing moves, or forces are off or reduced.
    pub const STANDING: u32 = 8;
    /// Final vector limited.
    pub const VECTOR: u32 = 16;
    /// The time asked for lies before the last observation; the observation was answered.
    pub const PAST: u32 = 32;
    /// Forces or walls were left out: there is no map, or the entity is off the level or on a moving base.
    pub const FALLBACK: u32 = 64;
}

/// A predicted state in the level's coordinates.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Prediction {
    /// Where.
    pub position: DVec3,
    /// How fast then.
    pub velocity: DVec3,
    /// Facing (last known, turned along with a moving base; identity when never told).
    pub orientation: DQuat,
    /// Radius in metres that holds the true position nine times out of ten; 0 when the model does not say.
    pub radius: f64,
    /// How sure the model is, 0 to 1; 0 when it does not say.
    pub confidence: f64,
    /// Bits of [`correction`].
    pub corrections: u32,
}

impl Prediction {
    /// Room for a prediction: at rest in the origin.
    pub const NOWHERE: Self = Self {
        position: DVec3::ZERO,
        velocity: DVec3::ZERO,
        orientation: DQuat::IDENTITY,
        radius: 0.0,
        confidence: 0.0,
        corrections: 0,
    };
}

/// Why a prediction is what it is. Displacements in metres over the whole horizon, in the level's coordinates;
/// `velocity_term + acceleration_term + force_term + learned_term = raw - from`.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Explanation {
    /// Horizon in seconds.
    pub horizon: f64,
    /// Last known position; on a moving base, where the base alone carries it.
    pub from: DVec3,
    /// `v δ` (or what the model makes of it).
    pub velocity_term: DVec3,
    /// `½ (1-α) a δ²`.
    pub acceleration_term: DVec3,
    /// `½ α F/m δ²`, after the standing-still rule.
    pub force_term: DVec3,
    /// By what was learned: trails, networks, routes.
    pub learned_term: DVec3,
    /// The force term's share per layer; empty when no force was asked for.
    pub force_per_layer: Vec<DVec3>,
    /// Before the speed limit, obstacles and the limit of the vector.
    pub raw: DVec3,
    /// After them: the position of the prediction.
    pub result: DVec3,
    /// Bits of [`correction`].
    pub corrections: u32,
    /// The speed limit that applied, m/s.
    pub speed_limit: f64,
}

/// Working memory of predictions, kept by those who ask for many. No model needs any at present.
#[derive(Clone, Debug, Default)]
pub struct PredictScratch {}
