//! Levels: making and ending them, and their state as a whole.

use super::arg::{Out, export, in_range, plain};
use super::error::Outcome;
use super::frame::{AntFrame, Frame, vector_from};
use super::handle::{self, Kind};
use super::level_input::{AntGridDesc, AntMeshDesc, grid_input, with_mesh};
use super::log;
use super::object::Object;
use super::status::*;
use super::structs::{Desc, sized};
use crate::world::{CellMode, Path, PathScratch, World, WorldParams};
use core::sync::atomic::{AtomicBool, Ordering};
use parking_lot::Mutex;

/// A level. Zero is null. Stale, destroyed, forged and foreign handles are refused.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AntWorld {
    /// Opaque.
    pub id: u64,
}
plain!(AntWorld);

/// What the cells of a level are.
pub type AntCellMode = u32;
/// Fields live on uniform squares laid over the walkable surface, so that two bakes of one level agree (default).
pub const ANT_CELLS_SURFACE: AntCellMode = 0;
/// One cell per polygon, weighted by area and edge length, for hosts that want exactly their cells.
pub const ANT_CELLS_POLYGON: AntCellMode = 1;

/// Parameters of a level. Fill it with ant_world_desc_init. Lengths in metres.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AntWorldDesc {
    /// Set by ant_world_desc_init.
    pub struct_size: u32,
    /// ANT_CELLS_SURFACE (default) or ANT_CELLS_POLYGON.
    pub cell_mode: AntCellMode,
    /// The host's coordinate frame, in which all positions of this level, its maps and predictors are given and returned. Default canonical.
    pub frame: AntFrame,
    /// Edge of a cell, metres. Default 1. [Limit: 0.01 to 10000]
    pub cell_size: f64,
    /// Highest step that is walked up without jumping, metres. Default 0.5. [Limit: 0 to 10000]
    pub step_height: f64,
    /// Deepest fall that makes an edge a drop and not a wall, metres. Default 20. [Limit: 0 to 100000]
    pub drop_height: f64,
    /// How far outside of an edge a lower floor may begin for the edge to be a drop, metres: meshes often keep a walker's radius from edges. Default 0.25.
    /// [Limit: 0 to 1000]
    pub drop_reach: f64,
    /// How far above a floor a point still belongs to it, metres. Default 2. [Limit: 0 to 100000]
    pub floor_reach: f64,
    /// Edges with a smaller gap in the ground plane still touch, metres (for meshes that are not clean). Default 0.02. [Limit: 0 to 1, at most half of cell_size]
    pub weld_distance: f64,
    /// Speed at which the travel time of links counts as distance in paths, m/s. Default 5. [Limit: 0.001 to 10000]
    pub walk_speed: f64,
    /// Position to which single-precision data are relative, in the host's frame. Fields are precise within about 5 km of it. Default 0, 0, 0.
    pub origin: [f64; 3],
    /// Most cells; more give ANT_ERROR_BUDGET. Default 16777216.
    pub max_cells: u32,
    /// Most polygons; more give ANT_ERROR_BUDGET. Default 1048576.
    pub max_polygons: u32,
    /// Most links, and most doors; more give ANT_ERROR_BUDGET. Default 65536. [Limit: <= 16777215]
    pub max_links: u32,
    /// Most places (cells, polygons, buckets of polygons) that one search looks at: the nearest place, a path, a path's length. A search that would take more
    /// ends with what it has found and says ANT_BUDGET_REACHED. Default 65536. [Limit: >= 1]
    pub max_nodes: u32,
}
sized!(AntWorldDesc, 136, "call ant_world_desc_init", {
    struct_size, cell_mode, frame, cell_size, step_height, drop_height, drop_reach, floor_reach, weld_distance, walk_speed,
    origin, max_cells, max_polygons, max_links, max_nodes
});

impl Desc for AntWorldDesc {
    fn defaults() -> Self {
        let p = WorldParams::default();
        Self {
            struct_size: size_of::<Self>() as u32,
            cell_mode: ANT_CELLS_SURFACE,
            frame: AntFrame::CANONICAL,
            cell_size: p.cell_size,
            step_height: p.step_height,
            drop_height: p.drop_height,
            drop_reach: p.drop_reach,
            floor_reach: p.floor_reach,
            weld_distance: p.weld_distance,
            walk_speed: p.walk_speed,
            origin: p.origin.to_array(),
            max_cells: p.max_cells,
            max_polygons: p.max_polygons,
            max_links: p.max_links,
            max_nodes: p.max_nodes,
        }
    }
}

impl AntWorldDesc {
    fn checked(&self) -> Outcome<(WorldParams, Frame)> {
        let frame = Frame::new(&self.frame)?;
        let params = WorldParams {
            cell_size: in_range(self.cell_size, 0.01, 1e4, "cell_size")?,
            cell_mode: match self.cell_mode {
                ANT_CELLS_SURFACE => CellMode::Surface,
                ANT_CELLS_POLYGON => CellMode::Polygon,
                other => {
                    return Err(super::arg::unknown_value(
                        other,
                        "cell_mode",
                        "ANT_CELLS_SURFACE (0), ANT_CELLS_POLYGON (1)",
                    ));
                }
            },
            step_height: in_range(self.step_height, 0.0, 1e4, "step_height")?,
            drop_height: in_range(self.drop_height, 0.0, 1e5, "drop_height")?,
            drop_reach: in_range(self.drop_reach, 0.0, 1e3, "drop_reach")?,
            floor_reach: in_range(self.floor_reach, 0.0, 1e5, "floor_reach")?,
            weld_distance: in_range(self.weld_distance, 0.0, 0.5 * self.cell_size.min(2.0), "weld_distance")?,
            walk_speed: in_range(self.walk_speed, 1e-3, 1e4, "walk_speed")?,
            origin: vector_from(&frame, self.origin, "origin")?,
            max_cells: self.max_cells,
            max_polygons: self.max_polygons,
            max_links: in_range(self.max_links.into(), 0.0, f64::from(handle::MAX_CHILDREN), "max_links")? as u32,
            max_nodes: in_range(self.max_nodes.into(), 1.0, f64::from(u32::MAX), "max_nodes")? as u32,
        };
        Ok((params, frame))
    }
}

/// Memory of path queries, kept so that a single thread that asks for paths allocates nothing in the long run.
#[derive(Default)]
pub(super) struct PathWork {
    pub(super) scratch: PathScratch,
    pub(super) path: Path,
}

/// A level behind its handle.
pub(super) struct WorldObject {
    object: Object<World>,
    pub(super) frame: Frame,
    pub(super) tag: handle::Tag,
    pub(super) paths: Mutex<PathWork>,
    /// It was said what is odd about it.
    doubted: AtomicBool,
}

impl Kind for WorldObject {
    const KIND: u8 = 1;
    const NAME: &'static str = "world";
    type State = World;
    fn object(&self) -> &Object<World> {
        &self.object
    }
    fn bytes(&self) -> Outcome<u64> {
        Ok(self.read()?.bytes() as u64)
    }
    fn state_hash(&self) -> Outcome<u64> {
        Ok(self.read()?.state_hash())
    }
    fn snapshot(&self) -> Outcome<Vec<u8>> {
        Ok(self.read()?.snapshot())
    }
    fn restore(&self, bytes: &[u8]) -> Outcome<()> {
        Ok(self.write()?.restore(bytes)?)
    }
    fn rebase(&self, shift: [f64; 3]) -> Outcome<()> {
        let shift = vector_from(&self.frame, shift, "shift")?;
        Ok(self.write()?.rebase(shift)?)
    }
}

impl WorldObject {
    /// Writes what is odd about the level to the log, once.
    pub(super) fn tell_doubt(&self, world: &World) {
        if !self.doubted.load(Ordering::Relaxed)
            && let Some(doubt) = world.likely_mistake()
        {
            self.doubted.store(true, Ordering::Relaxed);
            log::write(log::ANT_LOG_WARNING, format_args!("world: {doubt}"));
        }
    }

    /// Runs with the kept memory, or with fresh memory while another thread uses it.
    pub(super) fn with_paths<T>(&self, run: impl FnOnce(&mut PathWork) -> T) -> T {
        match self.paths.try_lock() {
            Some(mut work) => run(&mut work),
            None => run(&mut PathWork::default()),
        }
    }
}

fn create(world: World, frame: Frame, out: Out<'_, AntWorld>) -> Outcome {
    let object = WorldObject {
        object: Object::new(world),
        frame,
        tag: handle::Tag::next(),
        paths: Mutex::default(),
        doubted: AtomicBool::new(false),
    };
    object.tell_doubt(&*object.read()?);
    out.write(AntWorld { id: handle::insert(object)? });
    Ok(ANT_OK)
}

/// Makes a level from a regular grid of squares of the descriptor's cell size. Any thread.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ant_world_create_grid(
    desc: *const AntWorldDesc,
    grid: *const AntGridDesc,
    out_world: *mut AntWorld,
) -> AntStatus {
    export!("ant_world_create_grid", |c| {
        let out = c.out(out_world, "out_world")?;
        let (params, frame) = c.desc(desc, "desc")?.checked()?;
        let grid = grid_input(c, &c.desc(grid, "grid")?, &frame, params.cell_size)?;
        create(World::from_grid(&params, &grid.as_input())?, frame, out)
    })
}

/// Makes a level from a navmesh of convex polygons; it becomes the tile (0, 0, 0). A mesh that cannot be used gives ANT_ERROR_BAD_MESH and
/// the message names the polygon. Any thread.
/// mesh: [opt] null makes a level without any tile, to be filled by ant_world_set_tile
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ant_world_create_mesh(
    desc: *const AntWorldDesc,
    mesh: *const AntMeshDesc,
    out_world: *mut AntWorld,
) -> AntStatus {
    export!("ant_world_create_mesh", |c| {
        let out = c.out(out_world, "out_world")?;
        let (params, frame) = c.desc(desc, "desc")?.checked()?;
        let world = match mesh.is_null() {
            true => World::empty(&params)?,
            false => with_mesh(c, &c.desc(mesh, "mesh")?, &frame, |mesh| Ok(World::from_mesh(&params, mesh)?))?,
        };
        create(world, frame, out)
    })
}

/// What a level holds.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AntWorldStats {
    /// Set by ant_world_stats_init.
    pub struct_size: u32,
    /// Cells.
    pub cell_count: u32,
    /// Polygons; 0 on a grid.
    pub polygon_count: u32,
    /// Blocks of 16 x 16 cells.
    pub block_count: u32,
    /// Bytes of memory.
    pub bytes: u64,
    /// Grows with every change of tiles, doors and links.
    pub revision: u64,
    /// Hash of the static level: snapshots of maps are only restored on an equal level.
    pub content_hash: u64,
    /// Position to which single-precision data are relative.
    pub origin: [f64; 3],
}
sized!(AntWorldStats, 64, "call ant_world_stats_init", {
    struct_size, cell_count, polygon_count, block_count, bytes, revision, content_hash, origin
});

/// Counts and sizes of a level. Const.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ant_world_stats(world: AntWorld, out_stats: *mut AntWorldStats) -> AntStatus {
    export!("ant_world_stats", |c| {
        let out = c.out_struct(out_stats, "out_stats")?;
        let object = handle::resolve::<WorldObject>(world.id)?;
        let world = object.read()?;
        out.write(AntWorldStats {
            struct_size: 0,
            cell_count: world.cells().cell_count() as u32,
            polygon_count: world.polygon_count() as u32,
            block_count: world.cells().tiles().count() as u32,
            bytes: world.bytes() as u64,
            revision: world.revision(),
            content_hash: world.content_hash(),
            origin: object.frame.vector_out(world.origin()).to_array(),
        });
        Ok(ANT_OK)
    })
}
