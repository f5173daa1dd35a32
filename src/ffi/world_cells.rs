//! Cells and polygons of a level, for tools and for drawing.

use super::arg::export;
use super::batch;
use super::error::{Outcome, fail};
use super::handle::{Kind, resolve};
use super::status::*;
use super::stream::{ANT_U32, AntStream, FLAGS, IDS, VECTORS, check_overlap};
use super::structs::sized;
use super::world::{AntWorld, WorldObject};
use super::world_query::{AntCell, edge_number};
use crate::world::{CellIndex, CellRef, TileKey, World};
use std::vec::Vec;

/// Polygon numbers in streams.
const NUMBERS: &[u32] = &[ANT_U32];

/// A cell.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AntCellInfo {
    /// Set by ant_cell_info_init.
    pub struct_size: u32,
    /// Cells one can go to from here.
    pub neighbour_count: u32,
    /// Centre on the surface, in the host's frame.
    pub center: [f64; 3],
    /// Area in square units of the host.
    pub area: f64,
    /// Column of the lattice along canonical x (the origin is the corner of column 0).
    pub lattice_x: i32,
    /// Column of the lattice along canonical z.
    pub lattice_z: i32,
}
sized!(AntCellInfo, 48, "call ant_cell_info_init", {
    struct_size, neighbour_count, center, area, lattice_x, lattice_z
});

pub(super) fn cell_index(world: &World, cell: u64) -> Outcome<CellIndex> {
    world
        .cells()
        .resolve(CellRef(cell))
        .ok_or_else(|| fail!(ANT_ERROR_NOT_FOUND, "the cell {cell:#018x} does not exist or was baked anew"))
}

fn neighbours(world: &World, cell: CellIndex, mut visit: impl FnMut(CellIndex)) -> u32 {
    let mut count = 0;
    world.cells().for_each_step(cell, |next| {
        visit(next);
        count += 1;
    });
    count
}

/// Centre, area and place of a cell. ANT_ERROR_NOT_FOUND when the id is stale. Const.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ant_world_cell_info(world: AntWorld, cell: AntCell, out_info: *mut AntCellInfo) -> AntStatus {
    export!("ant_world_cell_info", |c| {
        let out = c.out_struct(out_info, "out_info")?;
        let object = resolve::<WorldObject>(world.id)?;
        let (world, frame) = (object.read()?, &object.frame);
        let cell = cell_index(&world, cell.id)?;
        let (lattice_x, lattice_z) = world.cells().lattice(cell);
        let area = f64::from(world.cell_area(cell));
        out.write(AntCellInfo {
            struct_size: 0,
            neighbour_count: neighbours(&world, cell, |_| ()),
            center: frame.vector_out(world.cell_center(cell)).to_array(),
            area: frame.length_out(frame.length_out(area)),
            lattice_x,
            lattice_z,
        });
        Ok(ANT_OK)
    })
}

/// Lists the cells one can go to from a cell. ANT_TRUNCATED when there are more than `capacity`. Const.
/// out_cells: [opt] [capacity] ANT_U64
/// out_count: receives how many there are
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ant_world_cell_neighbours(
    world: AntWorld,
    cell: AntCell,
    capacity: u32,
    out_cells: *const AntStream,
    out_count: *mut u32,
) -> AntStatus {
    export!("ant_world_cell_neighbours", |c| {
        let cells = c.output_opt(&c.stream(out_cells), capacity, IDS, "out_cells")?;
        let out = c.out(out_count, "out_count")?;
        let object = resolve::<WorldObject>(world.id)?;
        let world = object.read()?;
        let mut i = 0;
        let total = neighbours(&world, cell_index(&world, cell.id)?, |next| {
            if let Some(cells) = cells.filter(|_| i < capacity as usize) {
                cells.id(i, world.cells().to_ref(next).0);
            }
            i += 1;
        });
        out.write(total);
        Ok(batch::page(total as usize, 0, capacity).1)
    })
}

/// Lists the cells of a level with their centres, in a fixed order. ANT_TRUNCATED when more follow. Const.
/// first: number of cells to skip
/// out_cells: [opt] [capacity] ANT_U64
/// out_centers: [opt] [capacity] ANT_F32X3 or ANT_F64X3
/// out_count: receives how many cells the level has
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ant_world_cells(
    world: AntWorld,
    first: u32,
    capacity: u32,
    out_cells: *const AntStream,
    out_centers: *const AntStream,
    out_count: *mut u32,
) -> AntStatus {
    export!("ant_world_cells", |c| {
        let cells = c.output_opt(&c.stream(out_cells), capacity, IDS, "out_cells")?;
        let centers = c.output_opt(&c.stream(out_centers), capacity, VECTORS, "out_centers")?;
        check_overlap(&[], &[cells, centers])?;
        let out = c.out(out_count, "out_count")?;
        let object = resolve::<WorldObject>(world.id)?;
        let world = object.read()?;
        let total = world.cells().cell_count();
        let (written, status) = batch::page(total, first, capacity);
        for (i, cell) in world.cells().cells().skip(first as usize).take(written).enumerate() {
            if let Some(cells) = cells {
                cells.id(i, world.cells().to_ref(cell).0);
            }
            if let Some(centers) = centers {
                centers.vector(i, world.cell_center(cell), &object.frame);
            }
        }
        out.write(total as u32);
        Ok(status)
    })
}

/// Lists the polygons of a level made from meshes, by number. After tiles were removed the numbers have gaps. ANT_TRUNCATED when more follow. Const.
/// first: number of polygons to skip
/// out_polygons: [opt] [capacity] ANT_U32
/// out_count: receives how many polygons the level has
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ant_world_polygons(
    world: AntWorld,
    first: u32,
    capacity: u32,
    out_polygons: *const AntStream,
    out_count: *mut u32,
) -> AntStatus {
    export!("ant_world_polygons", |c| {
        let polygons = c.output_opt(&c.stream(out_polygons), capacity, NUMBERS, "out_polygons")?;
        let out = c.out(out_count, "out_count")?;
        let object = resolve::<WorldObject>(world.id)?;
        let world = object.read()?;
        let total = world.polygon_count();
        let (written, status) = batch::page(total, first, capacity);
        if let Some(polygons) = polygons {
            let listed = world.polygons().skip(first as usize).take(written);
            listed.enumerate().for_each(|(i, polygon)| polygons.number(i, polygon));
        }
        out.write(total as u32);
        Ok(status)
    })
}

/// Says which polygons a polygon of a tile's input became: one, none when it was dropped as a sliver, several when it was not convex. ANT_TRUNCATED when
/// there are more than `capacity`. Const.
/// x, z, layer: the tile's key; 0, 0, 0 for ant_world_create_mesh
/// number: of the polygon in the mesh as it was given
/// out_polygons: [opt] [capacity] ANT_U32
/// out_count: receives how many there are
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ant_world_polygons_of_input(
    world: AntWorld,
    x: i32,
    z: i32,
    layer: i32,
    number: u32,
    capacity: u32,
    out_polygons: *const AntStream,
    out_count: *mut u32,
) -> AntStatus {
    export!("ant_world_polygons_of_input", |c| {
        let polygons = c.output_opt(&c.stream(out_polygons), capacity, NUMBERS, "out_polygons")?;
        let out = c.out(out_count, "out_count")?;
        let object = resolve::<WorldObject>(world.id)?;
        let mut found = Vec::new();
        object.read()?.polygons_of_input(TileKey { x, z, layer }, number, &mut found)?;
        let (written, status) = batch::page(found.len(), 0, capacity);
        if let Some(polygons) = polygons {
            found[..written].iter().enumerate().for_each(|(i, polygon)| polygons.number(i, *polygon));
        }
        out.write(found.len() as u32);
        Ok(status)
    })
}

/// Corners of a polygon, for drawing. ANT_TRUNCATED when it has more than `capacity`, ANT_ERROR_NOT_FOUND when there is no such polygon. Const.
/// out_vertices: [opt] [capacity] ANT_F32X3 or ANT_F64X3
/// out_edges: [opt] [capacity] ANT_U8 or ANT_U32: kind of the edge from this corner to the next, ANT_EDGE_OPEN …
/// out_count: receives the number of corners
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ant_world_polygon(
    world: AntWorld,
    polygon: u32,
    capacity: u32,
    out_vertices: *const AntStream,
    out_edges: *const AntStream,
    out_count: *mut u32,
) -> AntStatus {
    export!("ant_world_polygon", |c| {
        let vertices = c.output_opt(&c.stream(out_vertices), capacity, VECTORS, "out_vertices")?;
        let edges = c.output_opt(&c.stream(out_edges), capacity, FLAGS, "out_edges")?;
        check_overlap(&[], &[vertices, edges])?;
        let out = c.out(out_count, "out_count")?;
        let object = resolve::<WorldObject>(world.id)?;
        let world = object.read()?;
        let mut corners = Vec::new();
        world.polygon_vertices(polygon, &mut corners)?;
        let (written, status) = batch::page(corners.len(), 0, capacity);
        let kinds: Vec<_> = (0..written).map(|i| world.polygon_edge_kind(polygon, i)).collect::<Result<_, _>>()?;
        for (i, (corner, kind)) in corners.iter().zip(kinds).enumerate() {
            if let Some(vertices) = vertices {
                vertices.vector(i, *corner, &object.frame);
            }
            if let Some(edges) = edges {
                edges.number(i, edge_number(kind));
            }
        }
        out.write(corners.len() as u32);
        Ok(status)
    })
}

/// Polygons next to a polygon. ANT_TRUNCATED when there are more than `capacity`, ANT_ERROR_NOT_FOUND when there is no such polygon. Const.
/// out_polygons: [opt] [capacity] ANT_U32
/// out_count: receives how many there are
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ant_world_polygon_neighbours(
    world: AntWorld,
    polygon: u32,
    capacity: u32,
    out_polygons: *const AntStream,
    out_count: *mut u32,
) -> AntStatus {
    export!("ant_world_polygon_neighbours", |c| {
        let polygons = c.output_opt(&c.stream(out_polygons), capacity, NUMBERS, "out_polygons")?;
        let out = c.out(out_count, "out_count")?;
        let object = resolve::<WorldObject>(world.id)?;
        let mut found = Vec::new();
        object.read()?.polygon_neighbours(polygon, &mut found)?;
        let (written, status) = batch::page(found.len(), 0, capacity);
        if let Some(polygons) = polygons {
            found[..written].iter().enumerate().for_each(|(i, p)| polygons.number(i, *p));
        }
        out.write(found.len() as u32);
        Ok(status)
    })
}
