//! The level: where one can walk, in cells and polygons, floor by floor.
//!
//! Two inputs, one inside. A level comes as a regular grid or as a convex-polygon navmesh; inside, **fields live on
//! uniform surface cells** laid over the walkable surface ([`cells::CellSpace`]), so that two bakes of one level agree.
//! The polygons stay for location, line of walk, paths and clipping.

pub mod cells;
pub mod input;
pub mod mesh;
pub mod query;

pub use cells::{CellIndex, CellRef, CellSpace};
pub use input::{CellMode, DoorInput, GridInput, LinkInput, LinkKind, MeshInput, TileKey, WorldParams};
pub use query::{AreaFilter, EdgeKind, Location, Path, PathPoint, PathScratch, PathStatus, WalkHit};

use crate::base::Result;
use crate::base::math::DVec3;

/// A level. Mutated by the host (tiles, doors, origin), read by everything else.
pub struct World {
    cells: CellSpace,
}

/// Id of a door of a [`World`].
pub type DoorId = crate::base::arena::ArenaId;
/// Id of a link of a [`World`].
pub type LinkId = crate::base::arena::ArenaId;

#[allow(unused_variables, missing_docs)]
impl World {
    /// A level from a regular grid.
    pub fn from_grid(params: &WorldParams, grid: &GridInput<'_>) -> Result<Self> { todo!() }
    /// A level that starts empty and is filled by [`World::set_tile`].
    pub fn empty(params: &WorldParams) -> Result<Self> { todo!() }
    /// A level of one navmesh tile with key (0, 0).
    pub fn from_mesh(params: &WorldParams, mesh: &MeshInput<'_>) -> Result<Self> { todo!() }
    /// Adds a tile or bakes it anew. Fields of untouched places stay, by position. On error nothing changed.
    pub fn set_tile(&mut self, key: TileKey, mesh: &MeshInput<'_>) -> Result<()> { todo!() }
    pub fn remove_tile(&mut self, key: TileKey) -> Result<()> { todo!() }

    pub fn params(&self) -> &WorldParams { todo!() }
    /// Unique within the process run is not needed: an id the host never sees, drawn from the level's content.
    /// Hash of the static level (cells, polygons, links); snapshots of maps are only restored on an equal level.
    pub fn content_hash(&self) -> u64 { todo!() }
    /// Content plus door states and origin.
    pub fn state_hash(&self) -> u64 { todo!() }
    /// Grows with every change of topology (tiles, doors, links); maps compare it to what they last saw.
    pub fn revision(&self) -> u64 { todo!() }
    pub fn bytes(&self) -> usize { todo!() }
    pub fn origin(&self) -> DVec3 { todo!() }
    /// Moves the origin of coordinates by `shift`: the place that was at `shift` is at zero from now on.
    pub fn rebase(&mut self, shift: DVec3) -> Result<()> { todo!() }

    pub fn cells(&self) -> &CellSpace { &self.cells }
    pub fn cell_center(&self, cell: CellIndex) -> DVec3 { todo!() }
    /// Area of a cell in m² (surface cells: cell_size²; polygon cells: the polygon's).
    pub fn cell_area(&self, cell: CellIndex) -> f32 { todo!() }
    /// The surface cell whose square contains `p` on the floor nearest below (within vertical reach).
    pub fn cell_at(&self, p: DVec3) -> Option<CellIndex> { todo!() }

    pub fn polygon_count(&self) -> usize { todo!() }
    /// Vertices of a polygon (for drawing); empty on grid worlds.
    pub fn polygon_vertices(&self, polygon: u32, out: &mut alloc::vec::Vec<DVec3>) -> Result<()> { todo!() }
    /// Kind of edge `edge` (from vertex `edge` to the next) of a polygon.
    pub fn polygon_edge_kind(&self, polygon: u32, edge: usize) -> Result<EdgeKind> { todo!() }
    pub fn polygon_neighbours(&self, polygon: u32, out: &mut alloc::vec::Vec<u32>) -> Result<()> { todo!() }

    pub fn add_link(&mut self, link: &LinkInput) -> Result<LinkId> { todo!() }
    pub fn remove_link(&mut self, id: LinkId) -> Result<()> { todo!() }
    pub fn add_door(&mut self, door: &DoorInput<'_>) -> Result<DoorId> { todo!() }
    pub fn remove_door(&mut self, id: DoorId) -> Result<()> { todo!() }
    pub fn set_door_open(&mut self, id: DoorId, open: bool) -> Result<()> { todo!() }
    pub fn door_is_open(&self, id: DoorId) -> Result<bool> { todo!() }
    pub fn set_area_cost(&mut self, area: u8, cost: f32) -> Result<()> { todo!() }

    /// The floor under (or just above, within step height) `p`.
    pub fn locate(&self, p: DVec3) -> Option<Location> { todo!() }
    pub fn nearest(&self, p: DVec3, max_distance: f64) -> Option<Location> { todo!() }
    /// Walks straight in the ground plane from `from` towards `to` until a wall (or, on the ground, a drop) stops it.
    /// An airborne walker is not stopped at drops. Closed doors stop both.
    pub fn line_of_walk(&self, from: &Location, to: DVec3, filter: &AreaFilter, airborne: bool) -> WalkHit { todo!() }
    /// A* over polygons (cells on grids) and links, then string pulling. Allocates only when `out`/`scratch` must grow.
    pub fn path(&self, from: DVec3, to: DVec3, filter: &AreaFilter, scratch: &mut PathScratch, out: &mut Path) -> Result<PathStatus> { todo!() }

    /// Door states and origin, framed; the level itself is the host's to load.
    pub fn snapshot(&self) -> alloc::vec::Vec<u8> { todo!() }
    pub fn restore(&mut self, bytes: &[u8]) -> Result<()> { todo!() }
}
