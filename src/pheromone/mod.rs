//! Pheromone fields over a level: points of interest emit, the field spreads, fades and pulls (AntReckoning, eq. 6 and 7).
//!
//! A map has shared layers, fed by sources and deposits, and one sparse layer per avatar. Layers are linear: what a reader
//! smells is a weighted sum, and only that sum is capped and floored. Only tiles of 16 × 16 cells with pheromone in them
//! cost memory (8 bytes per cell and layer) and time, and tiles whose amounts no longer change cost no time either.

pub mod attract;
mod avatar;
mod feed;
mod field;
pub mod force;
pub mod layer;
mod map_trails;
mod nearby;
mod path;
mod read;
pub mod region;
mod sight;
mod simd;
mod snapshot;
pub mod source;
mod statics;
pub mod step;
mod sync;
#[cfg(test)]
mod tests;
pub mod trail;

pub use force::{Force, ForceLaw, Reader};
pub use layer::{LayerParams, MAX_AMOUNT, MapParams};
pub use region::{Region, RegionShape};
pub use sight::MAX_VIEW_WINDOWS;
pub use source::{AreaOfInterest, HotSpotKind, Source, SourceId};
pub use step::{StepJob, StepTask};

use crate::base::Result;
use crate::base::time::Nanos;
use crate::world::World;
use alloc::collections::BTreeMap;
use alloc::vec::Vec;

/// Fields of one level. Every call that needs the level takes it; it must be the one the map was made for.
pub struct PheromoneMap {
    params: MapParams,
    time: Nanos,
    /// Steps made since the start.
    steps: u64,
    store: field::FieldStore,
    sources: BTreeMap<SourceId, source::StoredSource>,
    /// Avatars by layer number after the shared ones; vacant places are reused.
    avatars: Vec<Option<avatar::Avatar>>,
    area: Option<AreaOfInterest>,
    seen: sync::Seen,
    nearby: nearby::Nearby,
    jobs: step::Jobs,
    simd: simd::Simd,
    /// The budget of active tiles stopped growth since the last step began.
    budget_reached: bool,
    trails: Option<trail::Trails>,
}

/// Result of stepping to a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct StepReport {
    /// Steps made.
    pub steps: u32,
    /// Steps still owed, because one call makes at most `MapParams::max_catch_up`.
    pub owed: u64,
    /// The time asked for lies before the map's own; nothing was done.
    pub in_the_past: bool,
    /// `MapParams::max_active_tiles` stopped the field's growth somewhere.
    pub budget_reached: bool,
}

impl PheromoneMap {
    /// An empty map over a level.
    pub fn new(world: &World, params: &MapParams) -> Result<Self> {
        params.check()?;
        let mut map = Self {
            params: params.clone(),
            time: params.start,
            steps: 0,
            store: field::FieldStore::new(&params.layers, params.max_active_tiles),
            sources: BTreeMap::new(),
            avatars: Vec::new(),
            area: None,
            seen: sync::Seen { revision: None, origin: world.origin() },
            nearby: nearby::Nearby::default(),
            jobs: step::Jobs::default(),
            simd: simd::Simd::detect(),
            budget_reached: false,
            trails: None,
        };
        map.sync(world);
        Ok(map)
    }

    /// The parameters, with every change by [`Self::set_layer`].
    pub fn params(&self) -> &MapParams {
        &self.params
    }

    /// Time up to which the field is computed: the start plus whole steps.
    pub fn time(&self) -> Nanos {
        self.time
    }

    /// Number of layers: those of the parameters, then one per avatar (with numbers free for reuse among them).
    pub fn layer_count(&self) -> usize {
        self.store.layers.len()
    }

    /// Bytes of the field buffers alone: 8 per active cell and layer.
    pub fn field_bytes(&self) -> usize {
        self.store.field_bytes()
    }

    /// Bytes of memory held altogether.
    pub fn bytes(&self) -> usize {
        let sources: usize = self.sources.values().map(source::StoredSource::bytes).sum();
        let avatars: usize = self.avatars.iter().flatten().map(|a| a.weights.capacity() * 4).sum();
        size_of::<Self>()
            + self.store.bytes()
            + sources
            + avatars
            + self.avatars.capacity() * size_of::<Option<avatar::Avatar>>()
            + self.nearby.bytes()
            + self.jobs.bytes()
            + self.params.layers.capacity() * size_of::<LayerParams>()
            + self.trails.as_ref().map_or(0, trail::Trails::bytes)
    }
}
