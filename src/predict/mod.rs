//! Where an entity will be: one file per model, one interface.

pub mod observation;
pub mod profile;

pub use observation::{BaseMotion, Observation, ObserveReport};
pub use profile::{EntityProfile, Model, Obstacle, PostProcessing};

use crate::base::Result;
use crate::base::arena::ArenaId;
use crate::base::math::{DQuat, DVec3};
use crate::base::time::Nanos;
use crate::pheromone::PheromoneMap;
use crate::world::World;
use alloc::vec::Vec;

/// Id of an entity of a [`Predictor`].
pub type EntityId = ArenaId;

/// The level and its fields, as far as there are any.
#[derive(Clone, Copy, Default)]
pub struct Scene<'a> {
    /// The level.
    pub world: Option<&'a World>,
    /// Its fields.
    pub map: Option<&'a PheromoneMap>,
}

/// Which corrections changed a prediction (bits of [`Prediction::corrections`]).
pub mod correction {
    /// Shortened to the speed limit.
    pub const SPEED: u32 = 1;
    /// Clipped at an obstacle.
    pub const OBSTACLE: u32 = 2;
    /// Led around an obstacle.
    pub const PATH: u32 = 4;
    /// Forces off or reduced because the entity stands still.
    pub const STANDING: u32 = 8;
    /// Final vector limited.
    pub const VECTOR: u32 = 16;
    /// The time asked for lies before the last observation; the observation was answered.
    pub const PAST: u32 = 32;
    /// There is no level or map, or the entity is off it; the model fell back to dead reckoning.
    pub const FALLBACK: u32 = 64;
}

/// A predicted state.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Prediction {
    /// Where.
    pub position: DVec3,
    /// How fast then.
    pub velocity: DVec3,
    /// Facing (last known; identity when never told).
    pub orientation: DQuat,
    /// Bits of [`correction`].
    pub corrections: u32,
}

/// Why a prediction is what it is. Displacements in metres over the whole horizon.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Explanation {
    /// Horizon in seconds.
    pub horizon: f64,
    /// Last known position.
    pub from: DVec3,
    /// `v δ` (or what the model makes of it).
    pub velocity_term: DVec3,
    /// `½ (1-α) a δ²`.
    pub acceleration_term: DVec3,
    /// `½ α F/m δ²`.
    pub force_term: DVec3,
    /// The force term's share per layer.
    pub force_per_layer: Vec<DVec3>,
    /// Before post-processing.
    pub raw: DVec3,
    /// After it.
    pub result: DVec3,
    /// Bits of [`correction`].
    pub corrections: u32,
    /// The speed limit that applied, m/s.
    pub speed_limit: f64,
}

/// Entities and what is known of their motion.
pub struct Predictor {}

#[allow(unused_variables, missing_docs)]
impl Predictor {
    /// `max_entities` is the budget.
    pub fn new(max_entities: u32) -> Self { todo!() }
    pub fn add_entity(&mut self, profile: &EntityProfile) -> Result<EntityId> { todo!() }
    pub fn remove_entity(&mut self, id: EntityId) -> Result<()> { todo!() }
    pub fn set_profile(&mut self, id: EntityId, profile: &EntityProfile) -> Result<()> { todo!() }
    pub fn set_model(&mut self, id: EntityId, model: Model) -> Result<()> { todo!() }
    pub fn profile(&self, id: EntityId) -> Option<&EntityProfile> { todo!() }
    pub fn entity_count(&self) -> usize { todo!() }
    pub fn entities(&self) -> impl Iterator<Item = EntityId> { core::iter::empty() }
    /// Takes in an update. Older than the last one: ignored and reported.
    pub fn observe(&mut self, id: EntityId, observation: &Observation) -> Result<ObserveReport> { todo!() }
    /// Predicts for `time`. Fails only on an unknown id or an entity that was never observed.
    pub fn predict(&self, scene: Scene<'_>, id: EntityId, time: Nanos) -> Result<Prediction> { todo!() }
    pub fn explain(&self, scene: Scene<'_>, id: EntityId, time: Nanos, out: &mut Explanation) -> Result<()> { todo!() }
    /// Moves all known positions by -shift together with the level's origin.
    pub fn rebase(&mut self, shift: DVec3) -> Result<()> { todo!() }
    pub fn bytes(&self) -> usize { todo!() }
    pub fn state_hash(&self) -> u64 { todo!() }
    pub fn snapshot(&self) -> Vec<u8> { todo!() }
    pub fn restore(&mut self, bytes: &[u8]) -> Result<()> { todo!() }
}
