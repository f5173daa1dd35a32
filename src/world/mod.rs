//! The level: where one can walk, in cells and polygons, floor by floor.
//!
//! Two inputs, one inside. A level comes as a regular grid or as a convex-polygon navmesh; inside, **fields live on
//! uniform surface cells** laid over the walkable surface ([`cells::CellSpace`]), so that two bakes of one level agree.
//! The polygons stay for location, line of walk, paths and clipping.

pub mod cells;
mod doors;
mod doubt;
pub mod grid;
pub mod input;
mod layout;
mod links;
pub mod mesh;
mod polygon_cells;
mod polygons;
mod queries;
pub mod query;
pub mod sight;
mod slide;
mod snapshot;
mod tiles;

pub use cells::{CellIndex, CellRef, CellSpace};
pub use input::{CellMode, DoorInput, GridInput, LinkInput, LinkKind, MeshInput, TileKey, WorldParams};
pub use links::LinkView;
pub use mesh::{MeshStats, PolygonRef};
pub use query::{
    AreaFilter, EdgeKind, EdgePart, Foothold, Location, Path, PathLimit, PathPoint, PathScratch, PathStatus, Search,
    WalkHit,
};
pub use sight::{Visibility, Window, WindowId};
pub use slide::Slide;

use crate::base::arena::{Arena, ArenaId};
use crate::base::math::{DVec3, lift};
use crate::base::{Error, Result, Short};
use alloc::collections::BTreeMap;
use alloc::format;
use alloc::vec::Vec;
use doors::Door;
use grid::{GridLink, GridSurface};
use links::Link;
use mesh::MeshSurface;
use mesh::clean::AREA_KINDS;

/// Id of a door of a [`World`].
pub type DoorId = ArenaId;
/// Id of a link of a [`World`].
pub type LinkId = ArenaId;

/// Where the walkable surface comes from.
enum Surface {
    Grid(GridSurface),
    Mesh(MeshSurface),
}

/// A level. Mutated by the host (tiles, doors, origin), read by everything else.
pub struct World {
    params: WorldParams,
    /// Where local coordinates are zero, in the host's present coordinates.
    origin: DVec3,
    cells: CellSpace,
    surface: Surface,
    links: Arena<Link>,
    doors: Arena<Door>,
    /// Boxes that are seen through, relative to the origin.
    windows: Arena<mesh::ClosedBox>,
    visibility: Option<Visibility>,
    /// Cells inside closed doors, and how many doors close each.
    blocked: BTreeMap<CellIndex, u32>,
    area_costs: [f32; AREA_KINDS as usize],
    /// Usable links of a grid level, one entry per direction, ordered by the cell they leave; empty on meshes.
    grid_links: Vec<GridLink>,
    /// No link is cheaper than this share of its straight length.
    link_pace: f64,
    /// Metres per second of the fastest link that there has been; infinite with a teleporter.
    fastest_link: f64,
    revision: u64,
    /// Sum over all cells of a hash of their number and place: which cell is where.
    layout_hash: u64,
    /// Tiles come and go.
    may_grow: bool,
}

impl World {
    fn new(params: &WorldParams, cells: CellSpace, surface: Surface) -> Self {
        Self {
            params: params.clone(),
            origin: params.origin,
            cells,
            links: Arena::new(),
            doors: Arena::new(),
            windows: Arena::new(),
            visibility: None,
            blocked: BTreeMap::new(),
            area_costs: [1.0; AREA_KINDS as usize],
            grid_links: Vec::new(),
            link_pace: 1.0,
            fastest_link: 0.0,
            revision: 1,
            layout_hash: 0,
            may_grow: matches!(surface, Surface::Mesh(_)),
            surface,
        }
    }

    /// A level from a regular grid.
    pub fn from_grid(params: &WorldParams, grid: &GridInput<'_>) -> Result<Self> {
        params.check()?;
        let mut cells = CellSpace::new(params.cell_size);
        let surface = GridSurface::build(params, grid, &mut cells)?;
        let mut hasher = crate::base::hash::StableHasher::new();
        cells.hash_into(&mut hasher);
        surface.hash_into(&mut hasher);
        let mut world = Self::new(params, cells, Surface::Grid(surface));
        world.layout_hash = hasher.finish();
        Ok(world)
    }

    /// A level that starts empty and is filled by [`World::set_tile`].
    pub fn empty(params: &WorldParams) -> Result<Self> {
        params.check()?;
        let surface = Surface::Mesh(MeshSurface::new(params));
        Ok(Self::new(params, CellSpace::new(params.cell_size), surface))
    }

    /// A level of one navmesh tile with key (0, 0, 0).
    pub fn from_mesh(params: &WorldParams, mesh: &MeshInput<'_>) -> Result<Self> {
        let mut world = Self::empty(params)?;
        world.set_tile(TileKey::default(), mesh)?;
        world.check_not_lost(mesh)?;
        world.may_grow = false;
        Ok(world)
    }

    /// Whether tiles may come or go, so that a place without floor may get one.
    pub fn may_grow(&self) -> bool {
        self.may_grow
    }

    /// The parameters it was made with.
    pub fn params(&self) -> &WorldParams {
        &self.params
    }

    /// Grows with every change of topology (tiles, doors, links); maps compare it to what they last saw.
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// Bytes of heap memory held.
    pub fn bytes(&self) -> usize {
        let surface = match &self.surface {
            Surface::Grid(grid) => grid.bytes(),
            Surface::Mesh(mesh) => mesh.bytes(),
        };
        let doors: usize = self.doors.iter().map(|(_, door)| door.bytes()).sum();
        self.cells.bytes()
            + surface
            + self.links.bytes()
            + self.doors.bytes()
            + doors
            + self.sight_bytes()
            + self.grid_links.capacity() * size_of::<GridLink>()
            + self.blocked.len() * size_of::<(CellIndex, u32)>() * 3 / 2
    }

    /// The point to which single-precision data are relative, in the host's present coordinates.
    pub fn origin(&self) -> DVec3 {
        self.origin
    }

    /// Where lattice column (0, 0) of the cells begins, in the host's present coordinates: the origin, but on a grid level
    /// the corner of its first square. Local coordinates of cells are relative to it.
    pub fn lattice_origin(&self) -> DVec3 {
        match &self.surface {
            Surface::Grid(grid) => grid.lattice_origin(),
            Surface::Mesh(_) => self.origin,
        }
    }

    /// Moves the origin of coordinates by `shift`: the place that was at `shift` is at zero from now on. Nothing stored
    /// changes but the origin, so fields, cells and polygons stay bit for bit.
    pub fn rebase(&mut self, shift: DVec3) -> Result<()> {
        let origin = self.origin - shift;
        if check_origin(origin).is_err() {
            let (shift, most) = (Short(shift), MAX_ORIGIN);
            return Err(Error::invalid(format!("shift is {shift}, the origin must stay within ±{most:e}")));
        }
        self.origin = origin;
        if let Surface::Grid(grid) = &mut self.surface {
            grid.rebase(shift);
        }
        self.refresh_grid_links();
        Ok(())
    }

    /// The field cells.
    pub fn cells(&self) -> &CellSpace {
        &self.cells
    }

    /// Centre of a cell on its floor; of a polygon cell the centre of gravity. The cell must exist.
    pub fn cell_center(&self, cell: CellIndex) -> DVec3 {
        match &self.surface {
            Surface::Grid(grid) => grid.cell_center(&self.cells, cell),
            Surface::Mesh(mesh) if self.params.cell_mode == CellMode::Polygon => {
                self.origin + mesh.polygon(polygon_cells::polygon_of(&self.cells, cell)).centroid
            }
            Surface::Mesh(_) => {
                let (ix, iz) = self.cells.lattice(cell);
                let middle = |i: i32| (f64::from(i) + 0.5) * self.params.cell_size;
                let ground = crate::base::math::DVec2::new(middle(ix), middle(iz));
                self.origin + lift(ground, self.cells.height(cell).into())
            }
        }
    }

    /// Area of a cell in m² (surface cells: cell_size²; polygon cells: the polygon's). The cell must exist.
    pub fn cell_area(&self, cell: CellIndex) -> f32 {
        match &self.surface {
            Surface::Mesh(mesh) if self.params.cell_mode == CellMode::Polygon => {
                mesh.polygon(polygon_cells::polygon_of(&self.cells, cell)).ground_area as f32
            }
            _ => (self.params.cell_size * self.params.cell_size) as f32,
        }
    }

    /// Price of a metre through areas of a kind, 0.01 to 1e6; 1 at the start.
    pub fn set_area_cost(&mut self, area: u8, cost: f32) -> Result<()> {
        if area >= AREA_KINDS {
            return Err(Error::invalid(format!("area is {area}, allowed are 0 to {}", AREA_KINDS - 1)));
        }
        if !(0.01..=1e6).contains(&cost) {
            return Err(Error::invalid(format!("cost is {}, allowed is 0.01 to 1000000", Short(cost))));
        }
        self.area_costs[area as usize] = cost;
        self.refresh_grid_links();
        Ok(())
    }

    /// Price of a metre through areas of a kind (see [`World::set_area_cost`]).
    pub fn area_cost(&self, area: u8) -> Option<f32> {
        self.area_costs.get(area as usize).copied()
    }

    fn mesh(&self) -> Result<&MeshSurface> {
        match &self.surface {
            Surface::Mesh(mesh) => Ok(mesh),
            Surface::Grid(_) => Err(Error::state("the level came as a grid, it has no polygons")),
        }
    }
}

/// Farthest that the origin may lie from the host's, metres along each axis.
const MAX_ORIGIN: f64 = 1e12;

fn check_origin(origin: DVec3) -> Result<()> {
    // `all` of comparisons, because a comparison with NaN is false.
    if origin.to_array().iter().all(|x| x.abs() <= MAX_ORIGIN) {
        return Ok(());
    }
    let (origin, most) = (Short(origin), MAX_ORIGIN);
    Err(Error::invalid(format!("origin is {origin}, every component must be within ±{most:e}")))
}

impl WorldParams {
    /// Refuses values outside of their ranges, by name.
    pub fn check(&self) -> Result<()> {
        let ranges = [
            ("cell_size", self.cell_size, 0.01, 1e4),
            ("step_height", self.step_height, 0.0, 1e4),
            ("drop_height", self.drop_height, 0.0, 1e5),
            ("drop_reach", self.drop_reach, 0.0, 1e3),
            ("floor_reach", self.floor_reach, 0.0, 1e5),
            ("weld_distance", self.weld_distance, 0.0, 1.0),
            ("walk_speed", self.walk_speed, 1e-3, 1e4),
        ];
        for (name, value, low, high) in ranges {
            if !(low..=high).contains(&value) {
                return Err(Error::invalid(format!("{name} is {}, allowed is {low} to {high}", Short(value))));
            }
        }
        if self.max_nodes == 0 {
            return Err(Error::invalid("max_nodes is 0, must be at least 1"));
        }
        if self.weld_distance > 0.5 * self.cell_size {
            let (weld, size) = (self.weld_distance, self.cell_size);
            return Err(Error::invalid(format!(
                "weld_distance is {weld}, allowed is at most half of cell_size ({size})"
            )));
        }
        check_origin(self.origin)
    }
}
