//! What feeds a map: sources, deposits, hot spots, the area of interest.

use super::arg::{export, in_range, known_flags, unknown_value};
use super::batch;
use super::error::{Outcome, fail};
use super::frame::vector_from;
use super::guard::guard;
use super::handle::resolve;
use super::map::{AntPheromoneMap, MapObject, amount, layer_number};
use super::status::*;
use super::stream::{AntStream, COUNTS, IDS, SCALARS, STATUSES, VECTORS, check_overlap};
use super::structs::{Desc, sized};
use super::world_query::not_walkable;
use crate::base::math::DVec3;
use crate::pheromone::{AreaOfInterest, HotSpotKind, PheromoneMap, Source};
use crate::world::World;
use std::vec::Vec;

/// Flags of AntSourceDesc.
pub type AntSourceFlags = u32;
/// The source does not move: its fixed pattern is solved once and present at once.
pub const ANT_SOURCE_FIXED: AntSourceFlags = 1;

/// Something that emits pheromone. Fill it with ant_source_desc_init.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AntSourceDesc {
    /// Set by ant_source_desc_init.
    pub struct_size: u32,
    /// Layer it feeds, one of the descriptor's. Default 0.
    pub layer: u32,
    /// Where it is, in the host's frame.
    pub position: [f64; 3],
    /// Amount per step; negative repels. Default 36 (base emission 40 times 0.9). [Limit: -1e9 to 1e9]
    pub emission: f32,
    /// ANT_SOURCE_FIXED or 0 (default).
    pub flags: AntSourceFlags,
}
sized!(AntSourceDesc, 40, "call ant_source_desc_init", { struct_size, layer, position, emission, flags });

impl Desc for AntSourceDesc {
    fn defaults() -> Self {
        Self { struct_size: size_of::<Self>() as u32, layer: 0, position: [0.0; 3], emission: 36.0, flags: 0 }
    }
}

/// A layer that sources may feed: not an avatar's.
fn shared_layer(map: &PheromoneMap, layer: u32) -> Outcome<usize> {
    let count = map.params().layers.len();
    if (layer as usize) < count {
        return Ok(layer as usize);
    }
    Err(fail!(ANT_ERROR_OUT_OF_RANGE, "`layer` is {layer}, must be below {count}, the layers of the descriptor"))
}

/// Adds a source. Beside the level it counts as at the nearest place, at most AntMapDesc::source_reach away; farther off it is an error unless the
/// level's tiles come and go. Mutating.
/// id: the host's own number of it, not in use
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ant_map_add_source(map: AntPheromoneMap, id: u64, source: *const AntSourceDesc) -> AntStatus {
    export!("ant_map_add_source", |c| {
        let desc = c.desc(source, "source")?;
        let object = resolve::<MapObject>(map.id)?;
        let (mut state, world) = object.edit()?;
        let source = Source {
            layer: shared_layer(&state.map, desc.layer)?,
            position: vector_from(object.frame(), desc.position, "source.position")?,
            emission: amount(desc.emission, "source.emission")?,
            fixed: known_flags(desc.flags, ANT_SOURCE_FIXED, "source.flags")? != 0,
        };
        state.map.add_source(&world, id, &source)?;
        Ok(ANT_OK)
    })
}

/// Many sources to be added or changed. Fill it with ant_source_batch_init.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct AntSourceBatch {
    /// Set by ant_source_batch_init.
    pub struct_size: u32,
    /// Number of sources. Default 0.
    pub count: u32,
    /// [count] ANT_U64: the host's own numbers; those not in use are added
    pub ids: AntStream,
    /// [opt] [count] ANT_F32X3 or ANT_F64X3; new sources need it, others stay where they are without it
    pub positions: AntStream,
    /// [opt] [count] ANT_F32 or ANT_F64: amount per step; new sources need it. [Limit: -1e9 to 1e9]
    pub emissions: AntStream,
    /// [opt] [count] ANT_U8 … ANT_U32: 1 or 0 as for ant_map_set_source_active; new sources are active without it
    pub active: AntStream,
    /// [opt] [count] ANT_U8 … ANT_U32: layer of new sources. Absent: 0
    pub layers: AntStream,
    /// [opt] [count] ANT_U8 … ANT_U32: ANT_SOURCE_FIXED or 0, of new sources. Absent: 0
    pub flags: AntStream,
    /// [opt] [count] ANT_U8, ANT_I8 or ANT_I32, written
    pub status: AntStream,
}
sized!(AntSourceBatch, 8 + 7 * size_of::<AntStream>() as u32, "call ant_source_batch_init", {
    struct_size, count, ids, positions, emissions, active, layers, flags, status
});

impl Desc for AntSourceBatch {
    fn defaults() -> Self {
        let none = AntStream::NONE;
        Self {
            struct_size: size_of::<Self>() as u32,
            count: 0,
            ids: none,
            positions: none,
            emissions: none,
            active: none,
            layers: none,
            flags: none,
            status: none,
        }
    }
}

/// What a batch says about one source.
struct Told {
    id: u64,
    position: Option<DVec3>,
    emission: Option<f32>,
    active: Option<bool>,
    layer: u32,
    fixed: bool,
}

impl Told {
    /// The source, when it is not there yet.
    fn new_source(&self, map: &PheromoneMap) -> Outcome<Option<Source>> {
        if map.source(self.id).is_some() {
            return Ok(None);
        }
        let (Some(position), Some(emission)) = (self.position, self.emission) else {
            return Err(fail!(
                ANT_ERROR_NOT_FOUND,
                "there is no source {}; `positions` and `emissions` would add it",
                self.id
            ));
        };
        let layer = shared_layer(map, self.layer)?;
        if self.fixed && map.params().layers[layer].evaporation >= 1.0 {
            return Err(fail!(
                ANT_ERROR_INVALID_ARGUMENT,
                "`flags` of source {} is ANT_SOURCE_FIXED, but layer {layer} does not evaporate: there is no fixed pattern",
                self.id
            ));
        }
        Ok(Some(Source { layer, position, emission, fixed: self.fixed }))
    }

    fn apply(&self, map: &mut PheromoneMap, world: &World) -> Outcome {
        match self.new_source(map)? {
            Some(source) => map.add_source(world, self.id, &source)?,
            None => {
                if let Some(position) = self.position {
                    map.move_source(world, self.id, position)?;
                }
                if let Some(emission) = self.emission {
                    map.set_emission(world, self.id, emission)?;
                }
            }
        }
        if let Some(active) = self.active {
            map.set_source_active(world, self.id, active)?;
        }
        Ok(ANT_OK)
    }
}

/// Adds and changes many sources. Without a status stream nothing changes when one is bad; a field that outgrows max_active_tiles ends the call. Mutating.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ant_map_set_source_batch(map: AntPheromoneMap, batch: *const AntSourceBatch) -> AntStatus {
    export!("ant_map_set_source_batch", |c| {
        let b = c.desc(batch, "batch")?;
        let count = b.count;
        let ids = c.input(&b.ids, count, IDS, "ids")?;
        let positions = c.input_opt(&b.positions, count, VECTORS, "positions")?;
        let emissions = c.input_opt(&b.emissions, count, SCALARS, "emissions")?;
        let active = c.input_opt(&b.active, count, COUNTS, "active")?;
        let layers = c.input_opt(&b.layers, count, COUNTS, "layers")?;
        let flags = c.input_opt(&b.flags, count, COUNTS, "flags")?;
        let statuses = c.output_opt(&b.status, count, STATUSES, "status")?;
        check_overlap(&[Some(ids), positions, emissions, active, layers, flags], &[statuses])?;
        let object = resolve::<MapObject>(map.id)?;
        let (mut state, world) = object.edit()?;
        let map = &mut state.map;
        let read = |i: usize| -> Outcome<Told> {
            let flag = |n: u32| in_range(n.into(), 0.0, 1.0, "active").map(|n| n == 1.0);
            Ok(Told {
                id: ids.id(i),
                position: positions.map(|positions| positions.vector(i, object.frame())).transpose()?,
                emission: emissions.map(|emissions| amount(emissions.scalar(i)?, "emissions")).transpose()?,
                active: active.map(|active| flag(active.count(i)?)).transpose()?,
                layer: layers.map_or(Ok(0), |layers| layers.count(i))?,
                fixed: known_flags(flags.map_or(Ok(0), |flags| flags.count(i))?, ANT_SOURCE_FIXED, "flags")? != 0,
            })
        };
        if statuses.is_none() {
            let mut new: Vec<u64> = Vec::new();
            for i in 0..count as usize {
                let told = read(i)?;
                if told.new_source(map)?.is_some() {
                    new.push(told.id);
                }
            }
            new.sort_unstable();
            new.dedup();
            let (most, there) = (map.params().max_sources as usize, map.sources().count());
            if there + new.len() > most {
                return Err(fail!(
                    ANT_ERROR_BUDGET,
                    "`ids` has {} new sources, but there are {there} and `max_sources` is {most}",
                    new.len()
                ));
            }
        }
        batch::run_checked(count, statuses, |i| read(i)?.apply(map, &world))
    })
}

/// Moves a source; what it emitted elsewhere fades. Mutating.
/// position: [(x, y, z)]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ant_map_move_source(map: AntPheromoneMap, id: u64, position: *const f64) -> AntStatus {
    export!("ant_map_move_source", |c| {
        let object = resolve::<MapObject>(map.id)?;
        let position = c.point(position, "position", object.frame())?;
        let (mut state, world) = object.edit()?;
        state.map.move_source(&world, id, position)?;
        Ok(ANT_OK)
    })
}

/// Changes what a source emits per step. Mutating.
/// emission: negative repels. [Limit: -1e9 to 1e9]
#[unsafe(no_mangle)]
pub extern "C" fn ant_map_set_source_emission(map: AntPheromoneMap, id: u64, emission: f32) -> AntStatus {
    guard("ant_map_set_source_emission", move || {
        amount(emission, "emission")?;
        let object = resolve::<MapObject>(map.id)?;
        let (mut state, world) = object.edit()?;
        state.map.set_emission(&world, id, emission)?;
        Ok(ANT_OK)
    })
}

/// Takes a source away for a while (active = 0: it stops emitting and its field fades) or brings it back (active = 1). Mutating.
#[unsafe(no_mangle)]
pub extern "C" fn ant_map_set_source_active(map: AntPheromoneMap, id: u64, active: AntBool) -> AntStatus {
    guard("ant_map_set_source_active", move || {
        let active = in_range(active.into(), 0.0, 1.0, "active")? == 1.0;
        let object = resolve::<MapObject>(map.id)?;
        let (mut state, world) = object.edit()?;
        state.map.set_source_active(&world, id, active)?;
        Ok(ANT_OK)
    })
}

/// Removes a source; its field fades. Mutating.
#[unsafe(no_mangle)]
pub extern "C" fn ant_map_remove_source(map: AntPheromoneMap, id: u64) -> AntStatus {
    guard("ant_map_remove_source", move || {
        let object = resolve::<MapObject>(map.id)?;
        let (mut state, _world) = object.edit()?;
        state.map.remove_source(id)?;
        Ok(ANT_OK)
    })
}

/// Puts a one-off amount into the cell at a point. ANT_ERROR_NOT_FOUND when there is no cell. Mutating.
/// position: [(x, y, z)]
/// amount: negative repels. [Limit: -1e9 to 1e9]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ant_map_deposit(
    map: AntPheromoneMap,
    layer: u32,
    position: *const f64,
    amount: f32,
) -> AntStatus {
    export!("ant_map_deposit", |c| {
        let object = resolve::<MapObject>(map.id)?;
        let position = c.point(position, "position", object.frame())?;
        self::amount(amount, "amount")?;
        let (mut state, world) = object.edit()?;
        let layer = layer_number(&state.map, layer)?;
        if world.cell_at(position).is_none() {
            return Err(not_walkable(object.frame(), position, "`position`: there is no cell at"));
        }
        state.map.deposit(&world, layer, position, amount)?;
        Ok(ANT_OK)
    })
}

/// Puts one-off amounts into many cells. Without out_status nothing is put anywhere when one is bad; a field that outgrows max_active_tiles ends the
/// call. Mutating.
/// positions: [count] ANT_F32X3 or ANT_F64X3
/// amounts: [count] ANT_F32 or ANT_F64
/// out_status: [opt] [count] ANT_U8, ANT_I8 or ANT_I32
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ant_map_deposit_batch(
    map: AntPheromoneMap,
    layer: u32,
    count: u32,
    positions: *const AntStream,
    amounts: *const AntStream,
    out_status: *const AntStream,
) -> AntStatus {
    export!("ant_map_deposit_batch", |c| {
        let positions = c.input(&c.stream(positions), count, VECTORS, "positions")?;
        let amounts = c.input(&c.stream(amounts), count, SCALARS, "amounts")?;
        let statuses = c.output_opt(&c.stream(out_status), count, STATUSES, "out_status")?;
        check_overlap(&[Some(positions), Some(amounts)], &[statuses])?;
        let object = resolve::<MapObject>(map.id)?;
        let (mut state, world) = object.edit()?;
        let layer = layer_number(&state.map, layer)?;
        batch::run_on(
            count,
            statuses,
            &mut state.map,
            |_, i| {
                let position = positions.vector(i, object.frame())?;
                world.cell_at(position).ok_or_else(|| not_walkable(object.frame(), position, "there is no cell at"))?;
                Ok((position, amount(amounts.scalar(i)?, "amounts")?))
            },
            |map, _, (position, amount)| {
                map.deposit(&world, layer, position, amount)?;
                Ok(ANT_OK)
            },
        )
    })
}

/// What ant_map_note notes.
pub type AntNote = u32;
/// Somebody was here.
pub const ANT_NOTE_PRESENCE: AntNote = 0;
/// Somebody made a kill here.
pub const ANT_NOTE_KILL: AntNote = 1;
/// Somebody died here.
pub const ANT_NOTE_DEATH: AntNote = 2;

fn note_kind(kind: u32) -> Outcome<HotSpotKind> {
    match kind {
        ANT_NOTE_PRESENCE => Ok(HotSpotKind::Presence),
        ANT_NOTE_KILL => Ok(HotSpotKind::Kill),
        ANT_NOTE_DEATH => Ok(HotSpotKind::Death),
        other => Err(unknown_value(other, "kind", "ANT_NOTE_PRESENCE (0), ANT_NOTE_KILL (1), ANT_NOTE_DEATH (2)")),
    }
}

/// Notes presence, a kill or a death for the hot spots of the last minutes; ignored when the descriptor keeps no layer for the kind, and off the
/// level. Mutating.
/// kind: ANT_NOTE_PRESENCE, ANT_NOTE_KILL or ANT_NOTE_DEATH
/// position: [(x, y, z)]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ant_map_note(map: AntPheromoneMap, kind: AntNote, position: *const f64) -> AntStatus {
    export!("ant_map_note", |c| {
        let kind = note_kind(kind)?;
        let object = resolve::<MapObject>(map.id)?;
        let position = c.point(position, "position", object.frame())?;
        let (mut state, world) = object.edit()?;
        state.map.note(&world, kind, position)?;
        Ok(ANT_OK)
    })
}

/// Lets only what is inside a circle feed the map; what leaves it fades. A null centre lets everything in again (default). Mutating.
/// center: [opt] [(x, y, z)]
/// radius: in the ground plane, in the host's units. [Limit: > 0]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ant_map_set_area_of_interest(
    map: AntPheromoneMap,
    center: *const f64,
    radius: f64,
) -> AntStatus {
    export!("ant_map_set_area_of_interest", |c| {
        let object = resolve::<MapObject>(map.id)?;
        let area = if center.is_null() {
            None
        } else {
            let center = c.point(center, "center", object.frame())?;
            let radius = object.frame().length_in(in_range(radius, f64::MIN_POSITIVE, 1e12, "radius")?);
            Some(AreaOfInterest { center, radius })
        };
        let (mut state, world) = object.edit()?;
        state.map.set_area_of_interest(&world, area)?;
        Ok(ANT_OK)
    })
}
