//! What a host hands in to describe a level: grids, meshes, links, doors.

use super::arg::{Caller, in_range, known_flags, plain, unknown_value};
use super::error::{Outcome, fail};
use super::frame::{Frame, vector_from};
use super::handle::{Tag, split_id};
use super::status::*;
use super::stream::{AntStream, COUNTS, Input, SCALARS, VECTORS};
use super::structs::{Desc, sized};
use crate::base::arena::ArenaId;
use crate::base::math::DVec3;
use crate::world::{DoorId, DoorInput, GridInput, LinkId, LinkInput, LinkKind, MeshInput};
use std::vec::Vec;

/// Area kinds are 0 to 63.
pub(super) const MAX_AREA: u32 = 63;

/// A link of a level. Zero is null.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AntLink {
    /// Opaque.
    pub id: u64,
}

/// A door of a level. Zero is null.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AntDoor {
    /// Opaque.
    pub id: u64,
}
plain!(AntLink, AntDoor);

/// A regular grid, laid out along the host's own ground axes. Fill it with ant_grid_desc_init. Lengths in the host's units.
/// Square (u, v) of a floor is element `floor * width * depth + v * width + u`, where u counts along the host's first ground axis (x, or y when x is
/// up) and v along the second, both upwards.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct AntGridDesc {
    /// Set by ant_grid_desc_init.
    pub struct_size: u32,
    /// Squares along the first ground axis. [Limit: > 0]
    pub width: u32,
    /// Squares along the second ground axis. [Limit: > 0]
    pub depth: u32,
    /// Floors above each other. Default 1. [Limit: > 0]
    pub floors: u32,
    /// Corner with the smallest ground coordinates, at the height of floor 0, in the host's frame. Default 0, 0, 0.
    pub corner: [f64; 3],
    /// Height between floors where `heights` is absent; 0 = 3 metres. Default 0. [Limit: 0 to 1e6 m]
    pub floor_height: f64,
    /// [opt] [width * depth * floors] ANT_U8 …: not 0 = blocked. Absent = nothing is blocked.
    pub blocked: AntStream,
    /// [opt] [width * depth * floors] ANT_F32 or ANT_F64: height of each square above the corner. Absent = flat floors.
    pub heights: AntStream,
    /// [opt] [width * depth * floors] ANT_U8 …: area kind of each square. Absent = all 0. [Limit: 0 to 63]
    pub areas: AntStream,
}
sized!(AntGridDesc, 120, "call ant_grid_desc_init", {
    struct_size, width, depth, floors, corner, floor_height, blocked, heights, areas
});

impl Desc for AntGridDesc {
    fn defaults() -> Self {
        Self {
            struct_size: size_of::<Self>() as u32,
            width: 0,
            depth: 0,
            floors: 1,
            corner: [0.0; 3],
            floor_height: 0.0,
            blocked: AntStream::NONE,
            heights: AntStream::NONE,
            areas: AntStream::NONE,
        }
    }
}

/// A mesh of convex polygons, one tile or a whole level. Fill it with ant_mesh_desc_init. Positions in the host's frame, any winding.
/// Duplicate vertices, slivers, T-junctions, islands and overlaps are dealt with.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct AntMeshDesc {
    /// Set by ant_mesh_desc_init.
    pub struct_size: u32,
    /// Elements of `vertices`.
    pub vertex_count: u32,
    /// Elements of `indices`.
    pub index_count: u32,
    /// Polygons; without `polygon_sizes` it must be index_count / 3 or 0 (then it is taken to be that).
    pub polygon_count: u32,
    /// [vertex_count] ANT_F32X3 or ANT_F64X3: corners.
    pub vertices: AntStream,
    /// [index_count] ANT_U8, ANT_U16, ANT_U32 or ANT_I32: vertex numbers of all polygons, one after the other.
    pub indices: AntStream,
    /// [opt] [polygon_count] ANT_U8 …: number of vertices of each polygon. Absent = triangles.
    pub polygon_sizes: AntStream,
    /// [opt] [polygon_count] ANT_U8 …: area kind of each polygon. Absent = all 0. [Limit: 0 to 63]
    pub areas: AntStream,
    /// [opt] [link_count] links that belong to this tile: they come and go with it. Each filled with ant_link_desc_init.
    pub links: *const AntLinkDesc,
    /// Must be null.
    pub reserved_pointer: *const core::ffi::c_void,
    /// Elements of `links`.
    pub link_count: u32,
    /// Must be 0.
    pub reserved: u32,
}
sized!(AntMeshDesc, 96 + 2 * size_of::<usize>() as u32 + 24, "call ant_mesh_desc_init", {
    struct_size, vertex_count, index_count, polygon_count, vertices, indices, polygon_sizes, areas, links, reserved_pointer,
    link_count, reserved
});

impl Desc for AntMeshDesc {
    fn defaults() -> Self {
        Self {
            struct_size: size_of::<Self>() as u32,
            vertex_count: 0,
            index_count: 0,
            polygon_count: 0,
            vertices: AntStream::NONE,
            indices: AntStream::NONE,
            polygon_sizes: AntStream::NONE,
            areas: AntStream::NONE,
            links: core::ptr::null(),
            reserved_pointer: core::ptr::null(),
            link_count: 0,
            reserved: 0,
        }
    }
}

/// What a link is.
pub type AntLinkKind = u32;
/// On foot: a connection the mesh does not show.
pub const ANT_LINK_WALK: AntLinkKind = 0;
/// A jump across or up.
pub const ANT_LINK_JUMP: AntLinkKind = 1;
/// A fall.
pub const ANT_LINK_DROP: AntLinkKind = 2;
/// A ladder.
pub const ANT_LINK_LADDER: AntLinkKind = 3;
/// A teleporter.
pub const ANT_LINK_TELEPORT: AntLinkKind = 4;
/// A lift.
pub const ANT_LINK_LIFT: AntLinkKind = 5;
/// A jump pad.
pub const ANT_LINK_JUMP_PAD: AntLinkKind = 6;
/// Swimming.
pub const ANT_LINK_SWIM: AntLinkKind = 7;

/// Flags of AntLinkDesc.
pub type AntLinkFlags = u32;
/// The link is usable in both directions.
pub const ANT_LINK_TWO_WAY: AntLinkFlags = 1;

/// A connection that is not a shared edge. Fill it with ant_link_desc_init.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AntLinkDesc {
    /// Set by ant_link_desc_init.
    pub struct_size: u32,
    /// How one travels: ANT_LINK_WALK … ANT_LINK_SWIM. Default ANT_LINK_WALK.
    pub kind: AntLinkKind,
    /// Where it begins, in the host's frame; put on the nearest floor.
    pub from: [f64; 3],
    /// Where it ends, in the host's frame; put on the nearest floor.
    pub to: [f64; 3],
    /// Seconds it takes; 0 = the distance at walking speed. Default 0. [Limit: 0 to 86400]
    pub travel_time: f64,
    /// ANT_LINK_TWO_WAY or 0. Default 0.
    pub flags: AntLinkFlags,
    /// Area kind, for cost and filter. Default 0. [Limit: 0 to 63]
    pub area: u32,
}
sized!(AntLinkDesc, 72, "call ant_link_desc_init", { struct_size, kind, from, to, travel_time, flags, area });

impl Desc for AntLinkDesc {
    fn defaults() -> Self {
        Self {
            struct_size: size_of::<Self>() as u32,
            kind: ANT_LINK_WALK,
            from: [0.0; 3],
            to: [0.0; 3],
            travel_time: 0.0,
            flags: 0,
            area: 0,
        }
    }
}

/// Flags of AntDoorDesc.
pub type AntDoorFlags = u32;
/// The door closes everything inside the box bounds_min … bounds_max.
pub const ANT_DOOR_HAS_BOUNDS: AntDoorFlags = 1;
/// The door is closed at the start.
pub const ANT_DOOR_CLOSED: AntDoorFlags = 2;

/// What a door closes: everything inside a box, named polygons, named links. Fill it with ant_door_desc_init.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct AntDoorDesc {
    /// Set by ant_door_desc_init.
    pub struct_size: u32,
    /// ANT_DOOR_HAS_BOUNDS, ANT_DOOR_CLOSED. Default 0.
    pub flags: AntDoorFlags,
    /// One corner of the box, in the host's frame.
    pub bounds_min: [f64; 3],
    /// The opposite corner.
    pub bounds_max: [f64; 3],
    /// [opt] [polygon_count] polygons that are closed.
    pub polygons: *const u32,
    /// [opt] [link_count] links that are closed.
    pub links: *const AntLink,
    /// Elements of `polygons`.
    pub polygon_count: u32,
    /// Elements of `links`.
    pub link_count: u32,
}
sized!(AntDoorDesc, 64 + 2 * size_of::<usize>() as u32, "call ant_door_desc_init", {
    struct_size, flags, bounds_min, bounds_max, polygons, links, polygon_count, link_count
});

impl Desc for AntDoorDesc {
    fn defaults() -> Self {
        Self {
            struct_size: size_of::<Self>() as u32,
            flags: 0,
            bounds_min: [0.0; 3],
            bounds_max: [0.0; 3],
            polygons: core::ptr::null(),
            links: core::ptr::null(),
            polygon_count: 0,
            link_count: 0,
        }
    }
}

/// A grid in canonical order.
pub(super) struct Grid {
    size: [u32; 2],
    floors: u32,
    corner: DVec3,
    floor_height: f64,
    blocked: Vec<u8>,
    heights: Vec<f32>,
    areas: Vec<u8>,
}

impl Grid {
    pub(super) fn as_input(&self) -> GridInput<'_> {
        GridInput {
            width: self.size[0],
            depth: self.size[1],
            floors: self.floors,
            corner: self.corner,
            floor_height: self.floor_height,
            blocked: &self.blocked,
            heights: &self.heights,
            areas: &self.areas,
        }
    }
}

/// Turns a grid along the host's ground axes into one along canonical x and z.
pub(super) fn grid_input(c: Caller<'_>, desc: &AntGridDesc, frame: &Frame, cell_size: f64) -> Outcome<Grid> {
    let squares = u64::from(desc.width) * u64::from(desc.depth);
    let count = squares.checked_mul(desc.floors.into()).and_then(|n| u32::try_from(n).ok()).filter(|n| *n > 0);
    let Some(count) = count else {
        let AntGridDesc { width, depth, floors, .. } = *desc;
        return Err(fail!(
            ANT_ERROR_OUT_OF_RANGE,
            "the grid is {width} x {depth} x {floors} squares, must be more than 0 and less than 2^32"
        ));
    };
    let blocked = c.input_opt(&desc.blocked, count, COUNTS, "grid.blocked")?;
    let heights = c.input_opt(&desc.heights, count, SCALARS, "grid.heights")?;
    let areas = c.input_opt(&desc.areas, count, COUNTS, "grid.areas")?;
    let floor_height = match in_range(frame.length_in(desc.floor_height), 0.0, 1e6, "grid.floor_height in metres")? {
        0.0 => 3.0,
        height => height,
    };

    let mut corner = vector_from(frame, desc.corner, "grid.corner")?.to_array();
    let host_size = [desc.width, desc.depth];
    let [u_axis, v_axis] = frame.ground_axes();
    // Canonical axis number 0 is x, 2 is z.
    let mut size = [0; 2];
    for ((axis, sign), n) in [u_axis, v_axis].into_iter().zip(host_size) {
        size[axis / 2] = n;
        if sign < 0.0 {
            corner[axis] -= f64::from(n) * cell_size;
        }
    }
    let canonical = |element: u32| {
        let square = u64::from(element) % squares;
        let host = [(square % u64::from(desc.width)) as u32, (square / u64::from(desc.width)) as u32];
        let mut at = [0u32; 2];
        for (((axis, sign), n), i) in [u_axis, v_axis].into_iter().zip(host_size).zip(host) {
            at[axis / 2] = if sign < 0.0 { n - 1 - i } else { i };
        }
        (u64::from(element) - square) as usize + at[1] as usize * size[0] as usize + at[0] as usize
    };
    let bytes = |stream: Option<Input<'_>>, convert: &dyn Fn(u32, u32) -> Outcome<u8>| -> Outcome<Vec<u8>> {
        let Some(stream) = stream else { return Ok(Vec::new()) };
        let mut made = std::vec![0; count as usize];
        for i in 0..count {
            made[canonical(i)] = convert(i, stream.count(i as usize)?)?;
        }
        Ok(made)
    };
    let mut tall = Vec::new();
    if let Some(heights) = heights {
        tall = std::vec![0.0; count as usize];
        for i in 0..count {
            let height = frame.length_in(heights.scalar(i as usize)?.into());
            tall[canonical(i)] = in_range(height, -1e6, 1e6, "a height of the grid in metres")? as f32;
        }
    }
    Ok(Grid {
        size,
        floors: desc.floors,
        corner: DVec3::from_array(corner),
        floor_height,
        blocked: bytes(blocked, &|_, value| Ok((value != 0).into()))?,
        heights: tall,
        areas: bytes(areas, &|i, value| area_kind(value, format_args!("grid.areas[{i}]")))?,
    })
}

pub(super) fn area_kind(value: u32, name: core::fmt::Arguments<'_>) -> Outcome<u8> {
    if value > MAX_AREA {
        return Err(fail!(ANT_ERROR_OUT_OF_RANGE, "`{name}` is {value}, must be 0 to {MAX_AREA}"));
    }
    Ok(value as u8)
}

/// Reads a mesh and hands it on in canonical coordinates.
pub(super) fn with_mesh<T>(
    c: Caller<'_>,
    desc: &AntMeshDesc,
    frame: &Frame,
    run: impl FnOnce(&MeshInput<'_>) -> Outcome<T>,
) -> Outcome<T> {
    if desc.reserved != 0 || !desc.reserved_pointer.is_null() {
        return Err(fail!(ANT_ERROR_INVALID_ARGUMENT, "`mesh.reserved` and `mesh.reserved_pointer` must be 0"));
    }
    let read = |stream: &AntStream, count: u32, name: &'static str| -> Outcome<Option<Vec<u32>>> {
        let Some(stream) = c.input_opt(stream, count, COUNTS, name)? else { return Ok(None) };
        (0..count as usize).map(|i| stream.count(i)).collect::<Outcome<_>>().map(Some)
    };
    let vertices = c.input(&desc.vertices, desc.vertex_count, VECTORS, "mesh.vertices")?;
    let vertices: Vec<DVec3> =
        (0..desc.vertex_count as usize).map(|i| vertices.vector(i, frame)).collect::<Outcome<_>>()?;
    c.input(&desc.indices, desc.index_count, COUNTS, "mesh.indices")?;
    let indices = read(&desc.indices, desc.index_count, "mesh.indices")?.unwrap_or_default();
    let sized = !desc.polygon_sizes.data.is_null();
    let polygons = if sized || desc.polygon_count != 0 { desc.polygon_count } else { desc.index_count / 3 };
    if !sized && u64::from(polygons) * 3 != u64::from(desc.index_count) {
        return Err(fail!(
            ANT_ERROR_INVALID_ARGUMENT,
            "`mesh.index_count` is {}, must be three times `mesh.polygon_count` ({polygons}) without `mesh.polygon_sizes`",
            desc.index_count
        ));
    }
    let polygon_sizes = read(&desc.polygon_sizes, polygons, "mesh.polygon_sizes")?.unwrap_or_default();
    let total: u64 = polygon_sizes.iter().map(|n| u64::from(*n)).sum();
    if sized && total != indices.len() as u64 {
        return Err(fail!(
            ANT_ERROR_INVALID_ARGUMENT,
            "`mesh.polygon_sizes` sum up to {total}, but `mesh.index_count` is {}",
            indices.len()
        ));
    }
    let areas = read(&desc.areas, polygons, "mesh.areas")?.unwrap_or_default();
    let areas = areas.iter().enumerate().map(|(i, a)| area_kind(*a, format_args!("mesh.areas[{i}]")));
    let areas: Vec<u8> = areas.collect::<Outcome<_>>()?;
    let links = (0..desc.link_count).map(|i| link_input(&c.desc_at(desc.links, i, "mesh.links")?, frame));
    let links: Vec<LinkInput> = links.collect::<Outcome<_>>()?;
    run(&MeshInput {
        vertices: &vertices,
        indices: &indices,
        polygon_sizes: &polygon_sizes,
        areas: &areas,
        links: &links,
    })
}

pub(super) fn link_input(desc: &AntLinkDesc, frame: &Frame) -> Outcome<LinkInput> {
    let kind = match desc.kind {
        ANT_LINK_WALK => LinkKind::Walk,
        ANT_LINK_JUMP => LinkKind::Jump,
        ANT_LINK_DROP => LinkKind::Drop,
        ANT_LINK_LADDER => LinkKind::Ladder,
        ANT_LINK_TELEPORT => LinkKind::Teleport,
        ANT_LINK_LIFT => LinkKind::Lift,
        ANT_LINK_JUMP_PAD => LinkKind::JumpPad,
        ANT_LINK_SWIM => LinkKind::Swim,
        other => return Err(unknown_value(other, "link.kind", "ANT_LINK_WALK (0) to ANT_LINK_SWIM (7)")),
    };
    Ok(LinkInput {
        from: vector_from(frame, desc.from, "link.from")?,
        to: vector_from(frame, desc.to, "link.to")?,
        kind,
        two_way: known_flags(desc.flags, ANT_LINK_TWO_WAY, "link.flags")? & ANT_LINK_TWO_WAY != 0,
        travel_time: in_range(desc.travel_time, 0.0, 86_400.0, "link.travel_time")?,
        area: area_kind(desc.area, format_args!("link.area"))?,
    })
}

/// Reads a door and hands it on; `tag` is the world's.
pub(super) fn with_door<T>(
    c: Caller<'_>,
    desc: &AntDoorDesc,
    frame: &Frame,
    tag: Tag,
    run: impl FnOnce(&DoorInput<'_>) -> Outcome<T>,
) -> Outcome<T> {
    let flags = known_flags(desc.flags, ANT_DOOR_HAS_BOUNDS | ANT_DOOR_CLOSED, "door.flags")?;
    let bounds = if flags & ANT_DOOR_HAS_BOUNDS != 0 {
        let a = vector_from(frame, desc.bounds_min, "door.bounds_min")?;
        let b = vector_from(frame, desc.bounds_max, "door.bounds_max")?;
        Some((a.min(b), a.max(b)))
    } else {
        None
    };
    let polygons = c.slice(desc.polygons, desc.polygon_count.into(), "door.polygons")?;
    let links = c.slice(desc.links, desc.link_count.into(), "door.links")?;
    let links: Vec<LinkId> = links.iter().map(|link| link_id(*link, tag)).collect::<Outcome<_>>()?;
    run(&DoorInput { bounds, polygons, links: &links, open: flags & ANT_DOOR_CLOSED == 0 })
}

pub(super) fn link_id(link: AntLink, tag: Tag) -> Outcome<LinkId> {
    arena_id(link.id, tag).ok_or_else(|| fail!(ANT_ERROR_NOT_FOUND, "the link {:#018x} is not of this world", link.id))
}

pub(super) fn door_id(door: AntDoor, tag: Tag) -> Outcome<DoorId> {
    arena_id(door.id, tag).ok_or_else(|| fail!(ANT_ERROR_NOT_FOUND, "the door {:#018x} is not of this world", door.id))
}

/// The arena id inside an id given to a host.
#[inline]
pub(super) fn arena_id(id: u64, tag: Tag) -> Option<ArenaId> {
    split_id(id, tag).map(|(index, generation)| ArenaId { index, generation })
}
