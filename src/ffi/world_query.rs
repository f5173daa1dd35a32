//! Questions about a level: location, straight walks, paths.

use super::arg::{Caller, export, in_range, known_flags, plain};
use super::batch;
use super::error::{Outcome, fail};
use super::frame::Frame;
use super::handle::{Kind, child_id, resolve};
use super::status::*;
use super::stream::{ANT_I32, ANT_U32, AntStream, FLAGS, IDS, SCALARS, STATUSES, VECTORS, check_overlap};
use super::structs::{Desc, sized};
use super::world::{AntWorld, WorldObject};
use crate::base::Short;
use crate::base::math::DVec3;
use crate::world::{AreaFilter, EdgeKind, Location, PathStatus, WalkHit, World};

/// A field cell of a level. Zero is none. Refused when its place was baked anew.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AntCell {
    /// Opaque.
    pub id: u64,
}
plain!(AntCell);

/// No polygon (on a grid, or nothing hit).
pub const ANT_NO_POLYGON: u32 = 0xffff_ffff;

/// What an edge of the walkable surface is.
pub type AntEdge = u32;
/// Another polygon or cell one can walk to; for a walk: nothing stopped it.
pub const ANT_EDGE_OPEN: AntEdge = 0;
/// Nothing beyond: one stops here.
pub const ANT_EDGE_WALL: AntEdge = 1;
/// A lower floor beyond: who walks stops, who is airborne does not.
pub const ANT_EDGE_DROP: AntEdge = 2;
/// A link leaves from here.
pub const ANT_EDGE_LINK: AntEdge = 3;

/// Flags of AntQueryFilter.
pub type AntQueryFlags = u32;
/// The walker is in the air: drops do not stop it.
pub const ANT_QUERY_AIRBORNE: AntQueryFlags = 1;
/// Links may not be used.
pub const ANT_QUERY_NO_LINKS: AntQueryFlags = 2;

/// Polygon numbers in streams.
const POLYGONS: &[u32] = &[ANT_U32, ANT_I32];

/// Where one may go. Fill it with ant_query_filter_init. Where a filter is [opt], null means the defaults.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AntQueryFilter {
    /// Set by ant_query_filter_init.
    pub struct_size: u32,
    /// ANT_QUERY_AIRBORNE, ANT_QUERY_NO_LINKS. Default 0.
    pub flags: AntQueryFlags,
    /// Bit n set: area kind n may be entered. Default all.
    pub allowed_areas: u64,
}
sized!(AntQueryFilter, 16, "call ant_query_filter_init", { struct_size, flags, allowed_areas });

impl Desc for AntQueryFilter {
    fn defaults() -> Self {
        Self { struct_size: size_of::<Self>() as u32, flags: 0, allowed_areas: u64::MAX }
    }
}

fn filter(c: Caller<'_>, pointer: *const AntQueryFilter) -> Outcome<(AreaFilter, bool)> {
    let desc = c.desc_opt(pointer, "filter")?;
    let flags = known_flags(desc.flags, ANT_QUERY_AIRBORNE | ANT_QUERY_NO_LINKS, "filter.flags")?;
    let filter = AreaFilter { allowed: desc.allowed_areas, use_links: flags & ANT_QUERY_NO_LINKS == 0 };
    Ok((filter, flags & ANT_QUERY_AIRBORNE != 0))
}

/// A place on the walkable surface.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AntLocation {
    /// Set by ant_location_init.
    pub struct_size: u32,
    /// Polygon it lies on, or ANT_NO_POLYGON.
    pub polygon: u32,
    /// The point on the surface, in the host's frame.
    pub point: [f64; 3],
    /// Cell it belongs to; zero when no cell covers the place.
    pub cell: AntCell,
}
sized!(AntLocation, 40, "call ant_location_init", { struct_size, polygon, point, cell });

pub(super) fn cell_of(world: &World, location: &Location) -> AntCell {
    AntCell { id: location.cell.map_or(0, |cell| world.cells().to_ref(cell).0) }
}

fn location_out(world: &World, frame: &Frame, location: &Location) -> AntLocation {
    AntLocation {
        struct_size: 0,
        polygon: location.polygon.unwrap_or(ANT_NO_POLYGON),
        point: frame.vector_out(location.point).to_array(),
        cell: cell_of(world, location),
    }
}

pub(super) fn locate(world: &World, frame: &Frame, p: DVec3) -> Outcome<Location> {
    world.locate(p).ok_or_else(|| not_walkable(frame, p, "there is no floor under"))
}

/// The place and what is to be said of it.
fn find(world: &World, frame: &Frame, p: DVec3, max_distance: f64) -> Outcome<(Location, AntStatus)> {
    if max_distance == 0.0 {
        return Ok((locate(world, frame, p)?, ANT_OK));
    }
    match world.nearest_so_far(p, max_distance) {
        (Some(found), certain) => Ok((found, if certain { ANT_OK } else { ANT_BUDGET_REACHED })),
        (None, true) => Err(not_walkable(frame, p, "nothing walkable is near")),
        (None, false) => Err(fail!(
            ANT_ERROR_BUDGET,
            "max_nodes is {}, and among so many places nothing walkable is near {}",
            world.params().max_nodes,
            Short(frame.vector_out(p))
        )),
    }
}

pub(super) fn not_walkable(frame: &Frame, p: DVec3, what: &str) -> super::error::Fail {
    fail!(ANT_ERROR_NOT_FOUND, "{what} {}", Short(frame.vector_out(p)))
}

/// Finds the place on the level that a point stands for: polygon, cell and point. ANT_ERROR_NOT_FOUND when there is none. Where max_nodes of the level
/// ends the search: ANT_BUDGET_REACHED with the nearest found until then, ANT_ERROR_BUDGET with none. Const.
/// point: [(x, y, z)]
/// max_distance: 0 = the floor under the point (or just above it, within the step height); else the nearest walkable point within this distance, in the
/// host's units. [Limit: >= 0]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ant_world_locate(
    world: AntWorld,
    point: *const f64,
    max_distance: f64,
    out_location: *mut AntLocation,
) -> AntStatus {
    export!("ant_world_locate", |c| {
        let out = c.out_struct(out_location, "out_location")?;
        let object = resolve::<WorldObject>(world.id)?;
        let point = c.point(point, "point", &object.frame)?;
        let reach = object.frame.length_in(in_range(max_distance, 0.0, f64::MAX, "max_distance")?);
        let world = object.read()?;
        let (location, status) = find(&world, &object.frame, point, reach)?;
        out.write(location_out(&world, &object.frame, &location));
        Ok(status)
    })
}

/// ant_world_locate for many points. Const.
/// positions: [count] ANT_F32X3 or ANT_F64X3
/// max_distance: as for ant_world_locate. [Limit: >= 0]
/// out_points: [opt] [count] ANT_F32X3 or ANT_F64X3, may be the stream of positions
/// out_cells: [opt] [count] ANT_U64
/// out_polygons: [opt] [count] ANT_U32
/// out_status: [opt] [count] ANT_U8, ANT_I8 or ANT_I32; without it one point off the level fails the whole call
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ant_world_locate_batch(
    world: AntWorld,
    count: u32,
    positions: *const AntStream,
    max_distance: f64,
    out_points: *const AntStream,
    out_cells: *const AntStream,
    out_polygons: *const AntStream,
    out_status: *const AntStream,
) -> AntStatus {
    export!("ant_world_locate_batch", |c| {
        in_range(max_distance, 0.0, f64::MAX, "max_distance")?;
        let positions = c.input(&c.stream(positions), count, VECTORS, "positions")?;
        let points = c.output_opt(&c.stream(out_points), count, VECTORS, "out_points")?;
        let cells = c.output_opt(&c.stream(out_cells), count, IDS, "out_cells")?;
        let polygons = c.output_opt(&c.stream(out_polygons), count, POLYGONS, "out_polygons")?;
        let statuses = c.output_opt(&c.stream(out_status), count, STATUSES, "out_status")?;
        check_overlap(&[Some(positions)], &[points, cells, polygons, statuses])?;
        let object = resolve::<WorldObject>(world.id)?;
        let (world, frame) = (object.read()?, &object.frame);
        let reach = frame.length_in(max_distance);
        batch::run(
            count,
            statuses,
            |i| find(&world, frame, positions.vector(i, frame)?, reach),
            |i, (location, status)| {
                if let Some(points) = points {
                    points.vector(i, location.point, frame);
                }
                if let Some(cells) = cells {
                    cells.id(i, cell_of(&world, &location).id);
                }
                if let Some(polygons) = polygons {
                    polygons.number(i, location.polygon.unwrap_or(ANT_NO_POLYGON));
                }
                Ok(status)
            },
        )
    })
}

/// How far a straight walk got.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AntWalkHit {
    /// Set by ant_walk_hit_init.
    pub struct_size: u32,
    /// What stopped it: ANT_EDGE_WALL, ANT_EDGE_DROP, ANT_EDGE_LINK; ANT_EDGE_OPEN = it arrived.
    pub stopped_by: AntEdge,
    /// Where it ended, in the host's frame.
    pub point: [f64; 3],
    /// Share of the way that was walked, 0 to 1.
    pub fraction: f64,
    /// Cell where it ended; zero when there is none.
    pub cell: AntCell,
    /// Polygon where it ended, or ANT_NO_POLYGON.
    pub polygon: u32,
    /// 0.
    pub reserved: u32,
}
sized!(AntWalkHit, 56, "call ant_walk_hit_init", {
    struct_size, stopped_by, point, fraction, cell, polygon, reserved
});

pub(super) fn edge_number(kind: EdgeKind) -> u32 {
    match kind {
        EdgeKind::Open => ANT_EDGE_OPEN,
        EdgeKind::Wall => ANT_EDGE_WALL,
        EdgeKind::Drop => ANT_EDGE_DROP,
        EdgeKind::Link => ANT_EDGE_LINK,
    }
}

fn hit_status(hit: &WalkHit) -> AntStatus {
    if hit.stopped_by.is_some() { ANT_STOPPED } else { ANT_OK }
}

/// Walks straight in the ground plane from one point towards another until a wall, a closed door or (on the ground) a drop stops it. ANT_STOPPED
/// when it did not arrive, ANT_ERROR_NOT_FOUND when the start is off the level. Const.
/// from, to: [(x, y, z)]
/// filter: [opt]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ant_world_raycast(
    world: AntWorld,
    from: *const f64,
    to: *const f64,
    filter: *const AntQueryFilter,
    out_hit: *mut AntWalkHit,
) -> AntStatus {
    export!("ant_world_raycast", |c| {
        let out = c.out_struct(out_hit, "out_hit")?;
        let (areas, airborne) = self::filter(c, filter)?;
        let object = resolve::<WorldObject>(world.id)?;
        let frame = &object.frame;
        let (from, to) = (c.point(from, "from", frame)?, c.point(to, "to", frame)?);
        let world = object.read()?;
        let hit = world.line_of_walk(&locate(&world, frame, from)?, to, &areas, airborne);
        out.write(AntWalkHit {
            struct_size: 0,
            stopped_by: hit.stopped_by.map_or(ANT_EDGE_OPEN, edge_number),
            point: frame.vector_out(hit.point).to_array(),
            fraction: hit.fraction,
            cell: hit.end.map_or(AntCell { id: 0 }, |end| cell_of(&world, &end)),
            polygon: hit.end.and_then(|end| end.polygon).unwrap_or(ANT_NO_POLYGON),
            reserved: 0,
        });
        Ok(hit_status(&hit))
    })
}

/// ant_world_raycast for many walks. Const.
/// from, to: [count] ANT_F32X3 or ANT_F64X3
/// filter: [opt]
/// out_points: [opt] [count] ANT_F32X3 or ANT_F64X3: where each walk ended
/// out_fractions: [opt] [count] ANT_F32 or ANT_F64: share of the way, 0 to 1
/// out_stopped_by: [opt] [count] ANT_U8 or ANT_U32: ANT_EDGE_OPEN (arrived) …
/// out_status: [opt] [count] ANT_U8, ANT_I8 or ANT_I32: ANT_OK, ANT_STOPPED or an error
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ant_world_raycast_batch(
    world: AntWorld,
    count: u32,
    from: *const AntStream,
    to: *const AntStream,
    filter: *const AntQueryFilter,
    out_points: *const AntStream,
    out_fractions: *const AntStream,
    out_stopped_by: *const AntStream,
    out_status: *const AntStream,
) -> AntStatus {
    export!("ant_world_raycast_batch", |c| {
        let from = c.input(&c.stream(from), count, VECTORS, "from")?;
        let to = c.input(&c.stream(to), count, VECTORS, "to")?;
        let points = c.output_opt(&c.stream(out_points), count, VECTORS, "out_points")?;
        let fractions = c.output_opt(&c.stream(out_fractions), count, SCALARS, "out_fractions")?;
        let stopped_by = c.output_opt(&c.stream(out_stopped_by), count, FLAGS, "out_stopped_by")?;
        let statuses = c.output_opt(&c.stream(out_status), count, STATUSES, "out_status")?;
        check_overlap(&[Some(from), Some(to)], &[points, fractions, stopped_by, statuses])?;
        let (areas, airborne) = self::filter(c, filter)?;
        let object = resolve::<WorldObject>(world.id)?;
        let (world, frame) = (object.read()?, &object.frame);
        batch::run(
            count,
            statuses,
            |i| Ok((locate(&world, frame, from.vector(i, frame)?)?, to.vector(i, frame)?)),
            |i, (from, to)| {
                let hit = world.line_of_walk(&from, to, &areas, airborne);
                if let Some(points) = points {
                    points.vector(i, hit.point, frame);
                }
                if let Some(fractions) = fractions {
                    fractions.scalar(i, hit.fraction);
                }
                if let Some(stopped_by) = stopped_by {
                    stopped_by.number(i, hit.stopped_by.map_or(ANT_EDGE_OPEN, edge_number));
                }
                Ok(hit_status(&hit))
            },
        )
    })
}

/// A path.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AntPathInfo {
    /// Set by ant_path_info_init.
    pub struct_size: u32,
    /// Corners of the whole path, also when the capacity was smaller.
    pub point_count: u32,
    /// Length in the host's units; a link counts by its straight distance.
    pub length: f64,
    /// 1 when the path reaches the goal, 0 when it leads to the reachable place nearest to it.
    pub complete: u32,
    /// 0.
    pub reserved: u32,
}
sized!(AntPathInfo, 24, "call ant_path_info_init", { struct_size, point_count, length, complete, reserved });

/// Finds the shortest way: A* over polygons (cells on a grid) and links, pulled tight. ANT_UNREACHABLE when it ends at the reachable place nearest to
/// the goal, ANT_BUDGET_REACHED when max_nodes of the level ended the search, so that it ends at the place nearest to the goal that was found until then,
/// ANT_TRUNCATED when it has more corners than `capacity`. Const.
/// from, to: [(x, y, z)]
/// filter: [opt]
/// capacity: elements of the output streams
/// out_points: [opt] [capacity] ANT_F32X3 or ANT_F64X3: corners from start to goal
/// out_links: [opt] [capacity] ANT_U64: the link through which the way from this corner to the next goes, or 0
/// out_info: [opt]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ant_world_find_path(
    world: AntWorld,
    from: *const f64,
    to: *const f64,
    filter: *const AntQueryFilter,
    capacity: u32,
    out_points: *const AntStream,
    out_links: *const AntStream,
    out_info: *mut AntPathInfo,
) -> AntStatus {
    export!("ant_world_find_path", |c| {
        let points = c.output_opt(&c.stream(out_points), capacity, VECTORS, "out_points")?;
        let links = c.output_opt(&c.stream(out_links), capacity, IDS, "out_links")?;
        check_overlap(&[], &[points, links])?;
        let info = c.out_struct_opt(out_info, "out_info")?;
        let (areas, _) = self::filter(c, filter)?;
        let object = resolve::<WorldObject>(world.id)?;
        let frame = &object.frame;
        let (from, to) = (c.point(from, "from", frame)?, c.point(to, "to", frame)?);
        let world = object.read()?;
        object.with_paths(|work| {
            let status = world.path(from, to, &areas, &mut work.scratch, &mut work.path)?;
            let (written, cut) = batch::page(work.path.points.len(), 0, capacity);
            for (i, point) in work.path.points[..written].iter().enumerate() {
                if let Some(points) = points {
                    points.vector(i, point.position, frame);
                }
                if let Some(links) = links {
                    links.id(i, point.link.map_or(0, |id| child_id(id.index, object.tag, id.generation)));
                }
            }
            let (complete, given_up) = (status == PathStatus::Complete, status == PathStatus::Cut);
            if let Some(info) = info {
                info.write(AntPathInfo {
                    struct_size: 0,
                    point_count: work.path.points.len() as u32,
                    length: frame.length_out(work.path.length),
                    complete: complete.into(),
                    reserved: 0,
                });
            }
            Ok(match (complete, cut) {
                _ if given_up => ANT_BUDGET_REACHED,
                (_, ANT_TRUNCATED) => ANT_TRUNCATED,
                (false, _) => ANT_UNREACHABLE,
                (true, _) => ANT_OK,
            })
        })
    })
}

/// Length of the way, infinite where none was found, and what is to be said of it.
fn distance(
    world: &World,
    object: &WorldObject,
    (from, to): (DVec3, DVec3),
    areas: &AreaFilter,
) -> Outcome<(f64, AntStatus)> {
    object.with_paths(|work| match world.path(from, to, areas, &mut work.scratch, &mut work.path)? {
        PathStatus::Complete => Ok((object.frame.length_out(work.path.length), ANT_OK)),
        PathStatus::Partial => Ok((f64::INFINITY, ANT_UNREACHABLE)),
        PathStatus::Cut => Ok((f64::INFINITY, ANT_BUDGET_REACHED)),
    })
}

/// Lengths of the shortest ways between many pairs of points, in the host's units; infinite, with ANT_UNREACHABLE, where there is none, and with ANT_BUDGET_REACHED where
/// max_nodes of the level ended the search. Const.
/// from, to: [count] ANT_F32X3 or ANT_F64X3
/// filter: [opt]
/// out_distances: [count] ANT_F32 or ANT_F64
/// out_status: [opt] [count] ANT_U8, ANT_I8 or ANT_I32: ANT_OK, ANT_UNREACHABLE, ANT_BUDGET_REACHED or an error
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ant_world_path_distance_batch(
    world: AntWorld,
    count: u32,
    from: *const AntStream,
    to: *const AntStream,
    filter: *const AntQueryFilter,
    out_distances: *const AntStream,
    out_status: *const AntStream,
) -> AntStatus {
    export!("ant_world_path_distance_batch", |c| {
        let from = c.input(&c.stream(from), count, VECTORS, "from")?;
        let to = c.input(&c.stream(to), count, VECTORS, "to")?;
        let out = c.output(&c.stream(out_distances), count, SCALARS, "out_distances")?;
        let statuses = c.output_opt(&c.stream(out_status), count, STATUSES, "out_status")?;
        check_overlap(&[Some(from), Some(to)], &[Some(out), statuses])?;
        let (areas, _) = self::filter(c, filter)?;
        let object = resolve::<WorldObject>(world.id)?;
        let (world, frame) = (object.read()?, &object.frame);
        batch::run(
            count,
            statuses,
            |i| distance(&world, &object, (from.vector(i, frame)?, to.vector(i, frame)?), &areas),
            |i, (length, status)| {
                out.scalar(i, length);
                Ok(status)
            },
        )
    })
}
