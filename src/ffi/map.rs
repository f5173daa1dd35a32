//! Pheromone maps: making and ending them, and their state as a whole.

use super::arg::{export, in_range, plain};
use super::error::{Outcome, fail};
use super::frame::Frame;
use super::handle::{self, Kind, resolve};
use super::map_step::OpenStep;
use super::object::{Object, Reading, Writing};
use super::status::*;
use super::structs::{Desc, sized};
use super::world::{AntWorld, WorldObject};
use crate::base::math::DVec3;
use crate::pheromone::{LayerParams, MapParams, PheromoneMap, StepTask};
use crate::world::World;
use core::sync::atomic::{AtomicBool, Ordering};
use parking_lot::{Mutex, RwLockReadGuard};
use std::sync::Arc;
use std::vec::Vec;

/// Pheromone fields over a level. Zero is null.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AntPheromoneMap {
    /// Opaque.
    pub id: u64,
}
plain!(AntPheromoneMap);

/// No layer.
pub const ANT_NO_LAYER: u32 = 0xffff_ffff;
/// Largest emission, deposit, weight or cap.
const MAX_AMOUNT: f64 = crate::pheromone::layer::MAX_AMOUNT as f64;
/// Layers a map may have.
const MAX_LAYERS: u32 = 1 << 12;

/// One kind of pheromone (health, weapons, places …). Fill it with ant_layer_desc_init. Defaults are those of the paper for Quake III.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AntLayerDesc {
    /// Set by ant_layer_desc_init.
    pub struct_size: u32,
    /// Share that survives a step. Default 0.5. [Limit: 0 to 1]
    pub evaporation: f32,
    /// Share of the survivors that moves on to the neighbours. Default 0.7. [Limit: 0 to 1]
    pub diffusion: f32,
    /// What is read is at most this, in both directions. Default 100. [Limit: 0 to 1e9]
    pub cap: f32,
    /// What is read below this counts as nothing. Default 0.001. [Limit: 0 to 1e9]
    pub floor: f32,
    /// A tile whose amounts are all below this is dropped; 0 = never. Default 0.0001. [Limit: 0 to 1e9]
    pub prune: f32,
}
sized!(AntLayerDesc, 24, "call ant_layer_desc_init", { struct_size, evaporation, diffusion, cap, floor, prune });

impl AntLayerDesc {
    fn of(p: &LayerParams) -> Self {
        Self {
            struct_size: size_of::<Self>() as u32,
            evaporation: p.evaporation,
            diffusion: p.diffusion,
            cap: p.cap,
            floor: p.floor,
            prune: p.prune,
        }
    }

    pub(super) fn checked(&self) -> Outcome<LayerParams> {
        in_range(self.evaporation.into(), 0.0, 1.0, "evaporation")?;
        in_range(self.diffusion.into(), 0.0, 1.0, "diffusion")?;
        in_range(self.cap.into(), 0.0, MAX_AMOUNT, "cap")?;
        in_range(self.floor.into(), 0.0, MAX_AMOUNT, "floor")?;
        in_range(self.prune.into(), 0.0, MAX_AMOUNT, "prune")?;
        Ok(LayerParams {
            evaporation: self.evaporation,
            diffusion: self.diffusion,
            cap: self.cap,
            floor: self.floor,
            prune: self.prune,
        })
    }
}

impl Desc for AntLayerDesc {
    fn defaults() -> Self {
        Self::of(&LayerParams::default())
    }
}

/// Parameters of a map. Fill it with ant_map_desc_init.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct AntMapDesc {
    /// Set by ant_map_desc_init.
    pub struct_size: u32,
    /// Elements of `layers`. Default 0. [Limit: <= 4096]
    pub layer_count: u32,
    /// [opt] [layer_count] each filled with ant_layer_desc_init. With none the map has one layer with defaults.
    pub layers: *const AntLayerDesc,
    /// [opt] parameters of the avatars' own layers; null = defaults.
    pub avatar_layer: *const AntLayerDesc,
    /// Length of one step of the field, nanoseconds, whatever the rate of the host. Default 50 ms. [Limit: 1000 to 60 s]
    pub step: i64,
    /// Time at which the map begins, nanoseconds. Default 0.
    pub start: i64,
    /// Weight with which an avatar is felt by others unless a pair weight is set. Default -1. [Limit: -1e9 to 1e9]
    pub avatar_weight: f32,
    /// Layer that collects presence (ant_map_note), or ANT_NO_LAYER (default).
    pub presence_layer: u32,
    /// Layer that collects kills, or ANT_NO_LAYER (default).
    pub kill_layer: u32,
    /// Layer that collects deaths, or ANT_NO_LAYER (default).
    pub death_layer: u32,
    /// A source this far off the level counts as at the nearest place of it, metres: items float, and navmeshes keep a body's radius from walls. One farther
    /// off cannot be added unless tiles come and go; one that is moved farther off emits nothing there. Default 1. [Limit: 0 to 1e6]
    pub source_reach: f64,
    /// Most steps one ant_map_step_to makes; the others are owed. Default 200. [Limit: > 0]
    pub max_catch_up: u32,
    /// Most tiles of 16 x 16 cells with pheromone, over all layers; the field does not spread beyond. Default 1048576.
    pub max_active_tiles: u32,
    /// Most sources; more give ANT_ERROR_BUDGET. Default 65536.
    pub max_sources: u32,
    /// Most avatars; more give ANT_ERROR_BUDGET. Default 256.
    pub max_avatars: u32,
}
sized!(AntMapDesc, 64 + 2 * size_of::<usize>() as u32, "call ant_map_desc_init", {
    struct_size, layer_count, layers, avatar_layer, step, start, avatar_weight, presence_layer, kill_layer, death_layer,
    source_reach, max_catch_up, max_active_tiles, max_sources, max_avatars
});

impl Desc for AntMapDesc {
    fn defaults() -> Self {
        let p = MapParams::default();
        Self {
            struct_size: size_of::<Self>() as u32,
            layer_count: 0,
            layers: core::ptr::null(),
            avatar_layer: core::ptr::null(),
            step: p.step,
            start: p.start,
            avatar_weight: p.avatar_weight,
            presence_layer: ANT_NO_LAYER,
            kill_layer: ANT_NO_LAYER,
            death_layer: ANT_NO_LAYER,
            source_reach: p.source_reach,
            max_catch_up: p.max_catch_up,
            max_active_tiles: p.max_active_tiles,
            max_sources: p.max_sources,
            max_avatars: p.max_avatars,
        }
    }
}

/// What the lock of a map protects.
pub(super) struct MapState {
    pub(super) map: PheromoneMap,
    /// A step between begin and end.
    pub(super) open: Option<OpenStep>,
    /// Its tasks; kept for its capacity.
    pub(super) tasks: Vec<Mutex<StepTask>>,
}

/// A map behind its handle.
pub(super) struct MapObject {
    object: Object<MapState>,
    pub(super) world: Arc<WorldObject>,
    /// Memory of path queries.
    pub(super) path: Mutex<Vec<DVec3>>,
    /// Whether the map has trails, for observers that must know before they lock it.
    has_trails: AtomicBool,
}

impl Kind for MapObject {
    const KIND: u8 = 2;
    const NAME: &'static str = "pheromone map";
    type State = MapState;
    fn object(&self) -> &Object<MapState> {
        &self.object
    }
    fn bytes(&self) -> Outcome<u64> {
        Ok(self.read()?.map.bytes() as u64)
    }
    fn state_hash(&self) -> Outcome<u64> {
        Ok(self.read()?.map.state_hash())
    }
    fn snapshot(&self) -> Outcome<Vec<u8>> {
        let (state, world) = self.look()?;
        if state.open.is_some() {
            return Err(fail!(ANT_ERROR_STATE, "the map is between step_begin and step_end"));
        }
        Ok(state.map.snapshot(&world))
    }
    fn restore(&self, bytes: &[u8]) -> Outcome<()> {
        let (mut state, world) = self.edit()?;
        state.map.restore(&world, bytes)?;
        self.note_trails(&state.map);
        Ok(())
    }
}

impl MapObject {
    pub(super) fn frame(&self) -> &Frame {
        &self.world.frame
    }

    /// For a const call: the map and its level.
    pub(super) fn look(&self) -> Outcome<(Reading<'_, MapState>, RwLockReadGuard<'_, World>)> {
        Ok((self.read()?, self.world.read_from_other()?))
    }

    /// To be called by whoever may have begun or ended the map's trails.
    pub(super) fn note_trails(&self, map: &PheromoneMap) {
        self.has_trails.store(map.trails().is_some(), Ordering::Release);
    }

    /// The map and its level for a predictor that observes, if there are trails to be read and written.
    pub(super) fn for_observing(&self) -> Outcome<Option<(Writing<'_, MapState>, RwLockReadGuard<'_, World>)>> {
        if !self.has_trails.load(Ordering::Acquire) {
            return Ok(None);
        }
        let state = self.write()?;
        if state.open.is_some() {
            return Err(fail!(ANT_ERROR_BUSY, "the predictor's map is between step_begin and step_end; try again"));
        }
        Ok(Some((state, self.world.read_from_other()?)))
    }

    /// For a mutating call: the map, not within a phased step, and its level.
    pub(super) fn edit(&self) -> Outcome<(Writing<'_, MapState>, RwLockReadGuard<'_, World>)> {
        let state = self.write()?;
        if state.open.is_some() {
            return Err(fail!(ANT_ERROR_STATE, "the map is between step_begin and step_end"));
        }
        Ok((state, self.world.read_from_other()?))
    }
}

/// An amount of pheromone, or a weight.
pub(super) fn amount(value: f32, name: &str) -> Outcome<f32> {
    in_range(value.into(), -MAX_AMOUNT, MAX_AMOUNT, name).map(|_| value)
}

/// A layer's number, checked.
pub(super) fn layer_number(map: &PheromoneMap, layer: u32) -> Outcome<usize> {
    let count = map.layer_count();
    if (layer as usize) < count {
        return Ok(layer as usize);
    }
    Err(fail!(ANT_ERROR_OUT_OF_RANGE, "`layer` is {layer}, must be below {count}"))
}

/// Makes a map over a level. The map keeps the level alive, also when the level's handle is destroyed. Any thread.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ant_map_create(
    world: AntWorld,
    desc: *const AntMapDesc,
    out_map: *mut AntPheromoneMap,
) -> AntStatus {
    export!("ant_map_create", |c| {
        let (out, desc) = (c.out(out_map, "out_map")?, c.desc(desc, "desc")?);
        in_range(desc.layer_count.into(), 0.0, MAX_LAYERS.into(), "layer_count")?;
        let layers: Vec<LayerParams> = match desc.layer_count {
            0 => std::vec![LayerParams::default()],
            n => (0..n).map(|i| c.desc_at(desc.layers, i, "layers")?.checked()).collect::<Outcome<_>>()?,
        };
        let hot_spot = |layer: u32, name: &str| match layer {
            ANT_NO_LAYER => Ok(None),
            _ => in_range(layer.into(), 0.0, layers.len() as f64 - 1.0, name).map(|layer| Some(layer as usize)),
        };
        let params = MapParams {
            step: in_range(desc.step as f64, 1e3, 6e10, "step").map(|_| desc.step)?,
            start: desc.start,
            avatar_layer: c.desc_opt(desc.avatar_layer, "avatar_layer")?.checked()?,
            avatar_weight: amount(desc.avatar_weight, "avatar_weight")?,
            presence_layer: hot_spot(desc.presence_layer, "presence_layer")?,
            kill_layer: hot_spot(desc.kill_layer, "kill_layer")?,
            death_layer: hot_spot(desc.death_layer, "death_layer")?,
            source_reach: in_range(desc.source_reach, 0.0, 1e6, "source_reach")?,
            max_catch_up: in_range(desc.max_catch_up.into(), 1.0, u32::MAX.into(), "max_catch_up")? as u32,
            max_active_tiles: desc.max_active_tiles,
            max_sources: desc.max_sources,
            max_avatars: desc.max_avatars,
            layers,
        };
        let world = resolve::<WorldObject>(world.id)?.keep();
        let map = PheromoneMap::new(&*world.read_from_other()?, &params)?;
        let state = MapState { map, open: None, tasks: Vec::new() };
        let id = handle::insert(MapObject {
            object: Object::new(state),
            world,
            path: Mutex::default(),
            has_trails: AtomicBool::new(false),
        })?;
        out.write(AntPheromoneMap { id });
        Ok(ANT_OK)
    })
}

/// Changes the parameters of a layer; its amounts stay. Mutating.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ant_map_set_layer(map: AntPheromoneMap, layer: u32, desc: *const AntLayerDesc) -> AntStatus {
    export!("ant_map_set_layer", |c| {
        let params = c.desc(desc, "desc")?.checked()?;
        let object = resolve::<MapObject>(map.id)?;
        let (mut state, _world) = object.edit()?;
        let layer = layer_number(&state.map, layer)?;
        state.map.set_layer(layer, &params)?;
        Ok(ANT_OK)
    })
}

/// What a map holds.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AntMapStats {
    /// Set by ant_map_stats_init.
    pub struct_size: u32,
    /// Layers: those of the descriptor, then one per avatar.
    pub layer_count: u32,
    /// Time of the last step, nanoseconds.
    pub time: i64,
    /// Cells with pheromone, over all layers.
    pub active_cells: u64,
    /// Bytes of the field buffers alone: 8 per active cell and layer.
    pub field_bytes: u64,
    /// Bytes of memory, with the trails.
    pub bytes: u64,
    /// 1 if the map has trails.
    pub has_trails: AntBool,
    /// 0.
    pub reserved: u32,
    /// Cells of the trails, of all resolutions.
    pub trail_cells: u64,
    /// Passages that the trails remember.
    pub trail_passages: u64,
    /// Bytes of memory of the trails.
    pub trail_bytes: u64,
}
sized!(AntMapStats, 72, "call ant_map_stats_init", {
    struct_size, layer_count, time, active_cells, field_bytes, bytes, has_trails, reserved, trail_cells, trail_passages,
    trail_bytes
});

/// Counts and sizes of a map. Const.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ant_map_stats(map: AntPheromoneMap, out_stats: *mut AntMapStats) -> AntStatus {
    export!("ant_map_stats", |c| {
        let out = c.out_struct(out_stats, "out_stats")?;
        let object = resolve::<MapObject>(map.id)?;
        let map = &object.read()?.map;
        let trails = map.trails();
        out.write(AntMapStats {
            struct_size: 0,
            layer_count: map.layer_count() as u32,
            time: map.time(),
            active_cells: (0..map.layer_count()).map(|layer| map.active_cells(layer) as u64).sum(),
            field_bytes: map.field_bytes() as u64,
            bytes: map.bytes() as u64,
            has_trails: trails.is_some().into(),
            reserved: 0,
            trail_cells: trails.map_or(0, |t| t.cell_count() as u64),
            trail_passages: trails.map_or(0, |t| t.passage_count() as u64),
            trail_bytes: trails.map_or(0, |t| t.bytes() as u64),
        });
        Ok(ANT_OK)
    })
}
