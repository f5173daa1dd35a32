//! Parameters of a map and of its layers.

use crate::base::time::Nanos;
use alloc::vec::Vec;

/// One kind of pheromone (health, weapons, places …). Defaults are the paper's for Quake III.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LayerParams {
    /// ε: share that survives a step, 0 to 1.
    pub evaporation: f32,
    /// γ: share of the survivors that moves on to the neighbours, 0 to 1.
    pub diffusion: f32,
    /// ph_max: what a reader smells is at most this, in both directions.
    pub cap: f32,
    /// What a reader smells below this counts as nothing.
    pub floor: f32,
    /// A tile whose amounts are all below this is dropped from the field (bounded pruning; 0 = never).
    pub prune: f32,
}

impl Default for LayerParams {
    fn default() -> Self {
        Self { evaporation: 0.5, diffusion: 0.7, cap: 100.0, floor: 1e-3, prune: 1e-4 }
    }
}

/// Parameters of a [`super::PheromoneMap`].
#[derive(Clone, Debug, PartialEq)]
pub struct MapParams {
    /// Length of one step of eq. 6 (the paper's frame): 50 ms for Quake III.
    pub step: Nanos,
    /// Time at which the map begins.
    pub start: Nanos,
    /// The layers.
    pub layers: Vec<LayerParams>,
    /// Parameters of the avatars' pairwise layers.
    pub avatar_layer: LayerParams,
    /// Weight with which an avatar is felt by others unless a pair weight is set.
    pub avatar_weight: f32,
    /// Layers that collect presence, kills and deaths; `None` = not kept.
    pub presence_layer: Option<usize>,
    /// See `presence_layer`.
    pub kill_layer: Option<usize>,
    /// See `presence_layer`.
    pub death_layer: Option<usize>,
    /// Most steps one `step_to` makes.
    pub max_catch_up: u32,
    /// Most active tiles over all layers; reaching it gives a budget error on growth, which then stops at the tile border.
    pub max_active_tiles: u32,
    /// Most sources.
    pub max_sources: u32,
    /// Most avatars.
    pub max_avatars: u32,
}

impl Default for MapParams {
    fn default() -> Self {
        Self {
            step: 50_000_000,
            start: 0,
            layers: alloc::vec![LayerParams::default()],
            avatar_layer: LayerParams::default(),
            avatar_weight: -1.0,
            presence_layer: None,
            kill_layer: None,
            death_layer: None,
            max_catch_up: 200,
            max_active_tiles: 1 << 20,
            max_sources: 1 << 16,
            max_avatars: 256,
        }
    }
}
