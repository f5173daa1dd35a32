//! Pheromone fields over a level: points of interest emit, the field spreads, fades and pulls (AntReckoning, eq. 6 and 7).

pub mod attract;
pub mod force;
pub mod layer;
pub mod source;

pub use force::{Force, ForceLaw, Reader, Region, RegionShape};
pub use layer::{LayerParams, MapParams};
pub use source::{AreaOfInterest, HotSpotKind, Source, SourceId};

use crate::base::Result;
use crate::base::math::{DVec2, DVec3};
use crate::base::time::Nanos;
use crate::world::{CellIndex, World};
use alloc::vec::Vec;

/// Fields of one level. Every call that needs the level takes it; it must be the one the map was made for.
pub struct PheromoneMap {}

/// Result of stepping to a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct StepReport {
    /// Steps made.
    pub steps: u32,
    /// Steps still owed, because one call makes at most `MapParams::max_catch_up`.
    pub owed: u64,
    /// The time asked for lies before the map's own; nothing was done.
    pub in_the_past: bool,
}

/// One step cut into independent tasks. The cut depends on the field only, never on the number of threads.
pub struct StepJob {
    /// The tasks.
    pub tasks: Vec<StepTask>,
}

/// A part of a step; owns the buffers it writes.
pub struct StepTask {}

#[allow(unused_variables, missing_docs)]
impl StepTask {
    /// Computes this part. Running it twice gives the same result.
    pub fn run(&mut self, map: &PheromoneMap, world: &World) { todo!() }
}

#[allow(unused_variables, missing_docs)]
impl PheromoneMap {
    pub fn new(world: &World, params: &MapParams) -> Result<Self> { todo!() }
    pub fn params(&self) -> &MapParams { todo!() }
    pub fn time(&self) -> Nanos { todo!() }
    /// Number of layers: those of the parameters, then one per avatar.
    pub fn layer_count(&self) -> usize { todo!() }
    pub fn set_layer(&mut self, layer: usize, params: &LayerParams) -> Result<()> { todo!() }

    // sources (src/pheromone/source.rs); `id` is the host's own number
    pub fn add_source(&mut self, world: &World, id: SourceId, source: &Source) -> Result<()> { todo!() }
    pub fn move_source(&mut self, world: &World, id: SourceId, position: DVec3) -> Result<()> { todo!() }
    pub fn set_emission(&mut self, world: &World, id: SourceId, per_step: f32) -> Result<()> { todo!() }
    /// Taken or away (false): stops emitting and fades. Back (true): static sources return with their solved pattern.
    pub fn set_source_active(&mut self, world: &World, id: SourceId, active: bool) -> Result<()> { todo!() }
    pub fn remove_source(&mut self, id: SourceId) -> Result<()> { todo!() }
    pub fn source(&self, id: SourceId) -> Option<&Source> { todo!() }
    /// A one-off amount (negative repels) into the cell at `position`.
    pub fn deposit(&mut self, world: &World, layer: usize, position: DVec3, amount: f32) -> Result<()> { todo!() }
    /// Notes presence, a kill or a death for the hot spots of the last minutes.
    pub fn note(&mut self, world: &World, kind: HotSpotKind, position: DVec3) -> Result<()> { todo!() }
    pub fn set_area_of_interest(&mut self, world: &World, area: Option<AreaOfInterest>) -> Result<()> { todo!() }

    // avatars: who emits pairwise pheromone
    /// Gives an avatar (host id) its own sparse layer; returns the layer's number.
    pub fn add_avatar(&mut self, world: &World, id: u64, emission: f32) -> Result<usize> { todo!() }
    pub fn move_avatar(&mut self, world: &World, id: u64, position: DVec3) -> Result<()> { todo!() }
    pub fn remove_avatar(&mut self, id: u64) -> Result<()> { todo!() }
    pub fn avatar_layer(&self, id: u64) -> Option<usize> { todo!() }
    /// Weight with which `reader` feels `emitter` (default `MapParams::avatar_weight`; own weight is always 0).
    pub fn set_pair_weight(&mut self, reader: u64, emitter: u64, weight: f32) -> Result<()> { todo!() }

    // time
    /// Advances to `time` in whole steps of the map's own rate.
    pub fn step_to(&mut self, world: &World, time: Nanos) -> Result<StepReport> { todo!() }
    /// Starts one step in phases for a host's job system: the job's tasks own the buffers they write, so they may run on
    /// any threads in any order while the map is only read. `None` = nothing due at `time`.
    pub fn begin_step(&mut self, world: &World, time: Nanos) -> Result<Option<StepJob>> { todo!() }
    /// Ends the step. Fails, and takes the buffers back without the step, when a task was not run.
    pub fn end_step(&mut self, world: &World, job: StepJob) -> Result<StepReport> { todo!() }

    // reading
    /// Raw amount of one layer in one cell (no weight, cap or floor).
    pub fn value(&self, world: &World, layer: usize, cell: CellIndex) -> f32 { todo!() }
    /// What a reader smells in a cell: weighted sum over layers, floor and cap applied.
    pub fn smell(&self, world: &World, reader: &Reader<'_>, cell: CellIndex) -> f32 { todo!() }
    /// Gradient of the smell in the ground plane, per metre.
    pub fn gradient(&self, world: &World, reader: &Reader<'_>, cell: CellIndex) -> DVec2 { todo!() }
    /// The force of eq. 7 on somebody at `position`.
    pub fn force(&self, world: &World, reader: &Reader<'_>, position: DVec3, view: DVec2, region: &Region, law: &ForceLaw) -> Force { todo!() }
    /// Cheapest way over cells where good smell shortens the way: cost of entering a cell = length / (1 + gain · max(smell, 0)/cap) · (1 + gain · max(-smell, 0)/cap).
    pub fn path(&self, world: &World, reader: &Reader<'_>, from: DVec3, to: DVec3, gain: f32, out: &mut Vec<DVec3>) -> Result<f64> { todo!() }

    pub fn total(&self, layer: usize) -> f64 { todo!() }
    pub fn active_cells(&self, layer: usize) -> usize { todo!() }
    /// Bytes of the field buffers alone: 8 per active cell and layer.
    pub fn field_bytes(&self) -> usize { todo!() }
    pub fn bytes(&self) -> usize { todo!() }
    pub fn state_hash(&self) -> u64 { todo!() }
    pub fn snapshot(&self, world: &World) -> Vec<u8> { todo!() }
    pub fn restore(&mut self, world: &World, bytes: &[u8]) -> Result<()> { todo!() }
}
