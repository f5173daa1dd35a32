//! Reading a map: amounts, what a reader makes of them, gradients, forces, ways along the field.

use super::arg::{Caller, check_vector, export, half_turn, in_range, known_flags, plain, unknown_value};
use super::batch;
use super::error::{Outcome, fail};
use super::handle::resolve;
use super::map::{AntPheromoneMap, MapObject, layer_number};
use super::status::*;
use super::stream::{AntStream, IDS, SCALARS, STATUSES, VECTORS, check_overlap};
use super::structs::{Desc, sized};
use super::world_cells::cell_index;
use super::world_query::not_walkable;
use crate::base::Short;
use crate::base::math::{DVec3, ground, lift};
use crate::pheromone::{ForceLaw, Reader, Region, RegionShape};
use crate::world::{CellIndex, World};
use core::ffi::c_void;

/// Flags of AntReader.
pub type AntReaderFlags = u32;
/// AntReader::avatar is given.
pub const ANT_READER_HAS_AVATAR: AntReaderFlags = 1;
/// Weights beyond this make sums overflow.
const MAX_WEIGHT: f64 = 1e6;

/// Who reads a map: how much each layer counts, and whose avatar it is. Fill it with ant_reader_init.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct AntReader {
    /// Set by ant_reader_init.
    pub struct_size: u32,
    /// Elements of `weights`.
    pub weight_count: u32,
    /// [opt] [weight_count] weight per layer of the descriptor; missing ones count 0. [Limit: -1e6 to 1e6]
    pub weights: *const f32,
    /// Must be null.
    pub reserved_pointer: *const c_void,
    /// The reader's own avatar, with ANT_READER_HAS_AVATAR: it feels the other avatars by their pair weights.
    pub avatar: u64,
    /// ANT_READER_HAS_AVATAR or 0 (default: feels no avatars).
    pub flags: AntReaderFlags,
    /// Must be 0.
    pub reserved: u32,
}
sized!(AntReader, 24 + 2 * size_of::<usize>() as u32, "call ant_reader_init", {
    struct_size, weight_count, weights, reserved_pointer, avatar, flags, reserved
});

impl Desc for AntReader {
    fn defaults() -> Self {
        Self {
            struct_size: size_of::<Self>() as u32,
            weight_count: 0,
            weights: core::ptr::null(),
            reserved_pointer: core::ptr::null(),
            avatar: 0,
            flags: 0,
            reserved: 0,
        }
    }
}

/// Reads weights in place.
pub(super) fn layer_weights<'c>(c: Caller<'c>, weights: *const f32, count: u32, name: &str) -> Outcome<&'c [f32]> {
    let weights = c.slice(weights, count.into(), name)?;
    for (i, weight) in weights.iter().enumerate() {
        if !weight.is_finite() {
            return Err(fail!(ANT_ERROR_NOT_FINITE, "`{name}[{i}]` is {}, must be finite", Short(*weight)));
        }
        in_range((*weight).into(), -MAX_WEIGHT, MAX_WEIGHT, name)?;
    }
    Ok(weights)
}

fn reader<'c>(c: Caller<'c>, pointer: *const AntReader) -> Outcome<Reader<'c>> {
    let desc = c.desc(pointer, "reader")?;
    if desc.reserved != 0 || !desc.reserved_pointer.is_null() {
        return Err(fail!(ANT_ERROR_INVALID_ARGUMENT, "`reader.reserved` and `reader.reserved_pointer` must be 0"));
    }
    let flags = known_flags(desc.flags, ANT_READER_HAS_AVATAR, "reader.flags")?;
    Ok(Reader {
        weights: layer_weights(c, desc.weights, desc.weight_count, "reader.weights")?,
        avatar: (flags & ANT_READER_HAS_AVATAR != 0).then_some(desc.avatar),
    })
}

fn cell_at(object: &MapObject, world: &World, point: DVec3) -> Outcome<CellIndex> {
    world.cell_at(point).ok_or_else(|| not_walkable(object.frame(), point, "there is no cell at"))
}

/// Many places of a map to be read. Fill it with ant_sample_batch_init.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct AntSampleBatch {
    /// Set by ant_sample_batch_init.
    pub struct_size: u32,
    /// Number of places. Default 0.
    pub count: u32,
    /// [opt] Who reads. Null (default): the raw amounts of `layer`, without weight, cap or floor.
    pub reader: *const AntReader,
    /// Must be null.
    pub reserved_pointer: *const c_void,
    /// Layer whose raw amounts are read where there is no reader. Default 0.
    pub layer: u32,
    /// Must be 0.
    pub reserved: u32,
    /// [opt] [count] ANT_U64: AntCell. Either this or `positions`
    pub cells: AntStream,
    /// [opt] [count] ANT_F32X3 or ANT_F64X3
    pub positions: AntStream,
    /// [count] ANT_F32 or ANT_F64, written
    pub values: AntStream,
    /// [opt] [count] ANT_U8, ANT_I8 or ANT_I32, written: ANT_OK, or ANT_ERROR_NOT_FOUND where there is no cell
    pub status: AntStream,
}
sized!(AntSampleBatch, 16 + 2 * size_of::<usize>() as u32 + 4 * size_of::<AntStream>() as u32, "call ant_sample_batch_init", {
    struct_size, count, reader, reserved_pointer, layer, reserved, cells, positions, values, status
});

impl Desc for AntSampleBatch {
    fn defaults() -> Self {
        Self {
            struct_size: size_of::<Self>() as u32,
            count: 0,
            reader: core::ptr::null(),
            reserved_pointer: core::ptr::null(),
            layer: 0,
            reserved: 0,
            cells: AntStream::NONE,
            positions: AntStream::NONE,
            values: AntStream::NONE,
            status: AntStream::NONE,
        }
    }
}

/// ant_map_sample for many cells or positions, or the raw amounts of a layer there. Const.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ant_map_sample_batch(map: AntPheromoneMap, batch: *const AntSampleBatch) -> AntStatus {
    export!("ant_map_sample_batch", |c| {
        let b = c.desc(batch, "batch")?;
        if b.reserved != 0 || !b.reserved_pointer.is_null() {
            return Err(fail!(ANT_ERROR_INVALID_ARGUMENT, "`batch.reserved` and `batch.reserved_pointer` must be 0"));
        }
        let reader = if b.reader.is_null() { None } else { Some(self::reader(c, b.reader)?) };
        let cells = c.input_opt(&b.cells, b.count, IDS, "cells")?;
        let positions = c.input_opt(&b.positions, b.count, VECTORS, "positions")?;
        let values = c.output(&b.values, b.count, SCALARS, "values")?;
        let statuses = c.output_opt(&b.status, b.count, STATUSES, "status")?;
        if cells.is_some() == positions.is_some() && b.count > 0 {
            let what = if cells.is_some() { "are both given" } else { "are both missing" };
            return Err(fail!(ANT_ERROR_INVALID_ARGUMENT, "`batch.cells` and `batch.positions` {what}, one must be"));
        }
        check_overlap(&[cells, positions], &[Some(values), statuses])?;
        let object = resolve::<MapObject>(map.id)?;
        let (state, world) = object.look()?;
        let layer = layer_number(&state.map, b.layer)?;
        batch::run(
            b.count,
            statuses,
            |i| match (cells, positions) {
                (Some(cells), _) => cell_index(&world, cells.id(i)),
                (None, Some(positions)) => cell_at(&object, &world, positions.vector(i, object.frame())?),
                (None, None) => unreachable!("one of both is given"),
            },
            |i, cell| {
                let value = match &reader {
                    Some(reader) => state.map.sample(&world, reader, cell),
                    None => state.map.value(&world, layer, cell),
                };
                values.scalar(i, value.into());
                Ok(ANT_OK)
            },
        )
    })
}

/// What a reader reads at a point: the weighted sum over the layers, with floor and cap; and which way it grows. ANT_ERROR_NOT_FOUND when there is no
/// cell. Const.
/// position: [(x, y, z)]
/// out_value: [opt] receives what it reads
/// out_gradient: [opt] [(x, y, z)] receives the direction and rate of growth in the ground plane, per unit of the host
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ant_map_sample(
    map: AntPheromoneMap,
    reader: *const AntReader,
    position: *const f64,
    out_value: *mut f32,
    out_gradient: *mut f64,
) -> AntStatus {
    export!("ant_map_sample", |c| {
        let reader = self::reader(c, reader)?;
        let object = resolve::<MapObject>(map.id)?;
        let position = c.point(position, "position", object.frame())?;
        let (state, world) = object.look()?;
        let cell = cell_at(&object, &world, position)?;
        if let Some(out) = c.out_opt(out_value) {
            out.write(state.map.sample(&world, &reader, cell));
        }
        if !out_gradient.is_null() {
            let gradient = lift(state.map.gradient(&world, &reader, cell), 0.0);
            c.out_point(out_gradient, "out_gradient")?.write(object.frame().gradient_out(gradient).to_array());
        }
        Ok(ANT_OK)
    })
}

/// Form of the region in which cells attract.
pub type AntRegion = u32;
/// Axis-aligned square of side `diameter`.
pub const ANT_REGION_SQUARE: AntRegion = 0;
/// Disc.
pub const ANT_REGION_DISC: AntRegion = 1;
/// Cone around the view direction with radius `diameter` / 2.
pub const ANT_REGION_CONE: AntRegion = 2;

/// Which cells pull, and how: the attraction region and the force law. Lengths in metres.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AntAttraction {
    /// ANT_REGION_SQUARE (default), ANT_REGION_DISC or ANT_REGION_CONE.
    pub shape: AntRegion,
    /// 1: walls hide the cells behind them; drops and windows (ant_world_add_window) do not, and where the host told what sees what
    /// (ant_world_set_visibility), that decides. Default 0.
    pub walls_hide: u32,
    /// Size of the region, metres. Default 12.7. [Limit: 0 to 100000]
    pub diameter: f64,
    /// How far beyond the region's border cells still count, metres. Default 0. [Limit: 0 to 100000]
    pub margin: f64,
    /// Half the opening of the cone, radians. Default pi / 4. [Limit: 1e-6 to pi]
    pub half_angle: f64,
    /// Cells further above or below do not count, metres. Default 3. [Limit: >= 0]
    pub vertical_reach: f64,
    /// Length that counts as 1 in distance^exponent, metres. Default 0.0254. [Limit: 1e-6 to 1e6]
    pub unit: f64,
    /// Distances count as sqrt(d^2 + softening^2), metres. Default 0.5. [Limit: 0 to 1e6]
    pub softening: f64,
    /// Exponent of the distance: the pull of a cell is what is read there / distance^exponent. Default 2. [Limit: 0 to 4]
    pub exponent: u32,
    /// 1: the pull acts in three dimensions, towards what lies higher or lower too. Takes about ten times as long. Default 0.
    pub vertical: u32,
}
plain!(AntAttraction);

impl AntAttraction {
    pub(super) fn of(region: &Region, law: &ForceLaw) -> Self {
        let (shape, half_angle) = match region.shape {
            RegionShape::Square => (ANT_REGION_SQUARE, core::f64::consts::FRAC_PI_4),
            RegionShape::Disc => (ANT_REGION_DISC, core::f64::consts::FRAC_PI_4),
            RegionShape::Cone(half_angle) => (ANT_REGION_CONE, half_angle),
        };
        Self {
            shape,
            walls_hide: region.walls_hide.into(),
            diameter: region.diameter,
            margin: region.margin,
            half_angle,
            vertical_reach: region.vertical_reach,
            unit: law.unit,
            softening: law.softening,
            exponent: law.k,
            vertical: law.vertical.into(),
        }
    }

    pub(super) fn checked(&self) -> Outcome<(Region, ForceLaw)> {
        let half_angle = half_turn(self.half_angle, 1e-6, "attraction.half_angle")?;
        let region = Region {
            shape: match self.shape {
                ANT_REGION_SQUARE => RegionShape::Square,
                ANT_REGION_DISC => RegionShape::Disc,
                ANT_REGION_CONE => RegionShape::Cone(half_angle),
                other => {
                    return Err(unknown_value(
                        other,
                        "attraction.shape",
                        "ANT_REGION_SQUARE (0), ANT_REGION_DISC (1), ANT_REGION_CONE (2)",
                    ));
                }
            },
            diameter: in_range(self.diameter, 0.0, 1e5, "attraction.diameter")?,
            margin: in_range(self.margin, 0.0, 1e5, "attraction.margin")?,
            walls_hide: in_range(self.walls_hide.into(), 0.0, 1.0, "attraction.walls_hide")? == 1.0,
            vertical_reach: in_range(self.vertical_reach, 0.0, 1e9, "attraction.vertical_reach")?,
        };
        let law = ForceLaw {
            k: in_range(self.exponent.into(), 0.0, 4.0, "attraction.exponent")? as u32,
            unit: in_range(self.unit, 1e-6, 1e6, "attraction.unit")?,
            softening: in_range(self.softening, 0.0, 1e6, "attraction.softening")?,
            vertical: in_range(self.vertical.into(), 0.0, 1.0, "attraction.vertical")? == 1.0,
        };
        Ok((region, law))
    }
}

/// A question for a force. Fill it with ant_force_query_init.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AntForceQuery {
    /// Set by ant_force_query_init.
    pub struct_size: u32,
    /// Must be 0.
    pub reserved: u32,
    /// Which cells pull, and how.
    pub attraction: AntAttraction,
    /// Where somebody stands, in the host's frame.
    pub position: [f64; 3],
    /// Which way it looks, any length, in the host's frame; only for cones.
    pub view: [f64; 3],
}
sized!(AntForceQuery, 120, "call ant_force_query_init", { struct_size, reserved, attraction, position, view });

impl Desc for AntForceQuery {
    fn defaults() -> Self {
        let profile = crate::predict::EntityProfile::default();
        Self {
            struct_size: size_of::<Self>() as u32,
            reserved: 0,
            attraction: AntAttraction::of(&profile.region, &profile.law),
            position: [0.0; 3],
            view: [0.0; 3],
        }
    }
}

/// A force.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AntForce {
    /// Set by ant_force_init.
    pub struct_size: u32,
    /// Cells that were read.
    pub cells: u32,
    /// The force along the host's axes, in attraction units per frame^2 for mass 1.
    pub total: [f64; 3],
}
sized!(AntForce, 32, "call ant_force_init", { struct_size, cells, total });

/// The force of the field on somebody (eq. 7 of the paper): the sum of what is read / distance^exponent towards each cell of the region. Const.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ant_map_force(
    map: AntPheromoneMap,
    reader: *const AntReader,
    query: *const AntForceQuery,
    out_force: *mut AntForce,
) -> AntStatus {
    export!("ant_map_force", |c| {
        let (out, reader) = (c.out_struct(out_force, "out_force")?, self::reader(c, reader)?);
        let query = c.desc(query, "query")?;
        if query.reserved != 0 {
            return Err(fail!(ANT_ERROR_INVALID_ARGUMENT, "`query.reserved` is {}, must be 0", query.reserved));
        }
        let (region, law) = query.attraction.checked()?;
        let object = resolve::<MapObject>(map.id)?;
        let frame = object.frame();
        let position = super::frame::vector_from(frame, query.position, "query.position")?;
        let view = check_vector(frame.direction_in(DVec3::from_array(query.view)), "query.view")?;
        let (state, world) = object.look()?;
        let view = ground(view).try_normalize().unwrap_or_default();
        let force = state.map.force(&world, &reader, position, view, &region, &law);
        out.write(AntForce { struct_size: 0, cells: force.cells, total: frame.direction_out(force.total).to_array() });
        Ok(ANT_OK)
    })
}

/// Finds the cheapest way over cells where what attracts shortens the way and what repels lengthens it. ANT_TRUNCATED when it has more points than
/// `capacity`, ANT_ERROR_NOT_FOUND when there is no way. Const.
/// from, to: [(x, y, z)]
/// gain: how strongly the reader's field counts; 0 = plain distance. [Limit: 0 to 1e6]
/// out_points: [opt] [capacity] ANT_F32X3 or ANT_F64X3
/// out_count: [opt] receives the number of points
/// out_cost: [opt] receives the cost, in the host's units where there is no pheromone
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ant_map_path(
    map: AntPheromoneMap,
    reader: *const AntReader,
    from: *const f64,
    to: *const f64,
    gain: f32,
    capacity: u32,
    out_points: *const AntStream,
    out_count: *mut u32,
    out_cost: *mut f64,
) -> AntStatus {
    export!("ant_map_path", |c| {
        let reader = self::reader(c, reader)?;
        in_range(gain.into(), 0.0, 1e6, "gain")?;
        let points = c.output_opt(&c.stream(out_points), capacity, VECTORS, "out_points")?;
        let object = resolve::<MapObject>(map.id)?;
        let frame = object.frame();
        let (from, to) = (c.point(from, "from", frame)?, c.point(to, "to", frame)?);
        let (state, world) = object.look()?;
        for (point, what) in [(from, "`from`: there is no cell at"), (to, "`to`: there is no cell at")] {
            if world.cell_at(point).is_none() {
                return Err(not_walkable(frame, point, what));
            }
        }
        let mut fresh = std::vec::Vec::new();
        let mut kept = object.path.try_lock();
        let found = kept.as_deref_mut().unwrap_or(&mut fresh);
        let cost = state.map.path(&world, &reader, from, to, gain, found)?;
        let (written, status) = batch::page(found.len(), 0, capacity);
        if let Some(points) = points {
            found[..written].iter().enumerate().for_each(|(i, point)| points.vector(i, *point, frame));
        }
        if let Some(out) = c.out_opt(out_count) {
            out.write(found.len() as u32);
        }
        if let Some(out) = c.out_opt(out_cost) {
            out.write(frame.length_out(cost));
        }
        Ok(status)
    })
}

/// Lists the cells of a layer that hold pheromone, in a fixed order, for drawing. ANT_TRUNCATED when more follow. Const.
/// first: number of such cells to skip
/// out_cells: [opt] [capacity] ANT_U64
/// out_centers: [opt] [capacity] ANT_F32X3 or ANT_F64X3
/// out_values: [opt] [capacity] ANT_F32 or ANT_F64: raw amounts
/// out_count: receives the number of cells that hold pheromone
/// out_total: [opt] receives the sum of the layer's amounts over all cells
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ant_map_field(
    map: AntPheromoneMap,
    layer: u32,
    first: u32,
    capacity: u32,
    out_cells: *const AntStream,
    out_centers: *const AntStream,
    out_values: *const AntStream,
    out_count: *mut u32,
    out_total: *mut f64,
) -> AntStatus {
    export!("ant_map_field", |c| {
        let cells = c.output_opt(&c.stream(out_cells), capacity, IDS, "out_cells")?;
        let centers = c.output_opt(&c.stream(out_centers), capacity, VECTORS, "out_centers")?;
        let values = c.output_opt(&c.stream(out_values), capacity, SCALARS, "out_values")?;
        check_overlap(&[], &[cells, centers, values])?;
        let out = c.out(out_count, "out_count")?;
        let object = resolve::<MapObject>(map.id)?;
        let (state, world) = object.look()?;
        let layer = layer_number(&state.map, layer)?;
        let mut total = 0;
        for cell in world.cells().cells() {
            let value = state.map.value(&world, layer, cell);
            if value == 0.0 {
                continue;
            }
            if let Some(i) = usize::checked_sub(total, first as usize).filter(|i| *i < capacity as usize) {
                if let Some(cells) = cells {
                    cells.id(i, world.cells().to_ref(cell).0);
                }
                if let Some(centers) = centers {
                    centers.vector(i, world.cell_center(cell), object.frame());
                }
                if let Some(values) = values {
                    values.scalar(i, value.into());
                }
            }
            total += 1;
        }
        out.write(total as u32);
        if let Some(out) = c.out_opt(out_total) {
            out.write(state.map.total(layer));
        }
        Ok(batch::page(total, first, capacity).1)
    })
}
