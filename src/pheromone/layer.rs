//! Parameters of a map and of its layers.

use crate::base::time::Nanos;
use crate::base::{Error, Limited, Result, Short};
use alloc::format;
use alloc::vec::Vec;

/// Largest emission, deposit or cap: far above any use, and small enough that no sum of them leaves `f32`.
pub const MAX_AMOUNT: f32 = 1e9;

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
    /// A tile whose amounts are all below this is dropped from the field, and the field does not grow into tiles that
    /// would receive less than this (bounded pruning; 0 = never). Against a field that is never pruned no amount differs
    /// by more than `prune / (1 - evaporation)`, times at most the ratio of the cells' degrees.
    pub prune: f32,
}

impl Default for LayerParams {
    fn default() -> Self {
        Self { evaporation: 0.5, diffusion: 0.7, cap: 100.0, floor: 1e-3, prune: 1e-4 }
    }
}

impl LayerParams {
    /// Whether an amount is worth letting flow into a tile that is not active.
    #[inline]
    pub(super) fn is_worth(&self, amount: f32) -> bool {
        amount != 0.0 && amount.abs() >= self.prune
    }

    /// The numbers with their ranges.
    pub fn limits(&self) -> [Limited; 5] {
        [
            ("evaporation", self.evaporation.into(), 0.0, 1.0),
            ("diffusion", self.diffusion.into(), 0.0, 1.0),
            ("cap", self.cap.into(), 0.0, MAX_AMOUNT.into()),
            ("floor", self.floor.into(), 0.0, MAX_AMOUNT.into()),
            ("prune", self.prune.into(), 0.0, MAX_AMOUNT.into()),
        ]
    }

    /// Refuses values outside their ranges; `name` says whose they are.
    pub(super) fn check(&self, name: &str) -> Result<()> {
        for (field, value, lowest, highest) in self.limits() {
            if !(lowest..=highest).contains(&value) {
                let value = value as f32;
                return Err(Error::invalid(format!(
                    "{name}: {field} is {}, allowed is {lowest} to {highest}",
                    Short(value)
                )));
            }
        }
        Ok(())
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
    /// Layer that collects where players were; `None` = not kept.
    pub presence_layer: Option<usize>,
    /// Layer that collects where kills were made; `None` = not kept.
    pub kill_layer: Option<usize>,
    /// Layer that collects where players died; `None` = not kept.
    pub death_layer: Option<usize>,
    /// A source this far off the level counts as at the nearest place of it, metres, 0 to 1e6: items float, and navmeshes
    /// keep a body's radius from walls. One farther off is refused.
    pub source_reach: f64,
    /// Most steps one `step_to` makes.
    pub max_catch_up: u32,
    /// Most active tiles over all layers. A call that would need more gives a budget error; growth during a step stops at
    /// the tile border and is reported.
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
            source_reach: 1.0,
            max_catch_up: 200,
            max_active_tiles: 1 << 20,
            max_sources: 1 << 16,
            max_avatars: 256,
        }
    }
}

/// Largest [`MapParams::source_reach`], metres.
pub const MAX_SOURCE_REACH: f64 = 1e6;

/// Most layers of [`MapParams::layers`].
pub const MAX_LAYERS: usize = 1 << 12;

impl MapParams {
    /// Refuses values outside their ranges.
    pub(super) fn check(&self) -> Result<()> {
        if self.step <= 0 {
            return Err(Error::invalid(format!("step is {} ns, it must be above 0", self.step)));
        }
        if self.layers.len() > MAX_LAYERS {
            return Err(Error::invalid(format!("{} layers, allowed are at most {MAX_LAYERS}", self.layers.len())));
        }
        for (i, layer) in self.layers.iter().enumerate() {
            layer.check(&format!("layer {i}"))?;
        }
        self.avatar_layer.check("avatar layer")?;
        check_weight("avatar_weight", self.avatar_weight)?;
        for (name, layer) in [("presence", self.presence_layer), ("kill", self.kill_layer), ("death", self.death_layer)]
        {
            if let Some(layer) = layer.filter(|l| *l >= self.layers.len()) {
                return Err(Error::invalid(format!(
                    "{name} layer is {layer}, the map has layers 0 to {}",
                    self.layers.len() as i64 - 1
                )));
            }
        }
        if !(0.0..=MAX_SOURCE_REACH).contains(&self.source_reach) {
            return Err(Error::invalid(format!(
                "source_reach is {}, allowed is 0 to {MAX_SOURCE_REACH}",
                Short(self.source_reach)
            )));
        }
        if self.max_catch_up == 0 {
            return Err(Error::invalid("max_catch_up is 0, it must be at least 1"));
        }
        Ok(())
    }
}

/// Refuses a weight that is not finite or absurdly large.
pub(super) fn check_weight(name: &str, weight: f32) -> Result<()> {
    check_amount(name, weight)
}

/// Refuses an amount that is not finite or beyond [`MAX_AMOUNT`].
pub(super) fn check_amount(name: &str, amount: f32) -> Result<()> {
    if amount.abs() <= MAX_AMOUNT {
        Ok(())
    } else {
        Err(Error::invalid(format!("{name} is {}, allowed is -{MAX_AMOUNT} to {MAX_AMOUNT}", Short(amount))))
    }
}
