//! Uniform surface cells in tiles of 16 × 16, floor by floor.
//!
//! The lattice is aligned to the world's origin: cell (ix, iz) covers `[ix, ix+1) × [iz, iz+1)` cell sizes. A *tile* is
//! 16 × 16 lattice columns on one *sheet*; where floors lie over each other a lattice column has one cell on each of
//! several sheets. Cells of one tile that touch are *regular* neighbours, kept as four direction bits, also across to one
//! neighbouring tile per side; everything else (another sheet, a link, a polygon edge) is an *extra* edge with a weight.
//!
//! A cell that survives a re-bake keeps its place, so fields stay by position without any copying.

use alloc::vec::Vec;

/// Cells along one side of a tile.
pub const TILE_SIDE: usize = 16;
/// Cells of a tile.
pub const TILE_CELLS: usize = TILE_SIDE * TILE_SIDE;
/// No tile.
pub const NO_TILE: u32 = u32::MAX;

/// Directions of regular neighbours, as bit numbers of [`CellTile::open`].
pub const EAST: usize = 0; // +x
/// -x
pub const WEST: usize = 1;
/// +z
pub const NORTH: usize = 2;
/// -z
pub const SOUTH: usize = 3;

/// A cell: `tile * 256 + slot`, slot = `z * 16 + x` within the tile. Valid until the next change of tiles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CellIndex(pub u32);

/// A cell id for hosts: it also holds the tile's generation and is refused when the tile was re-baked since.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CellRef(pub u64);

/// An incoming edge from a cell that is not a regular neighbour.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ExtraEdge {
    /// Receiving slot in this tile.
    pub to: u8,
    /// Sending cell.
    pub from: CellIndex,
    /// Share of what the sender gives away that goes along this edge (surface cells: 1 / degree of the sender).
    pub weight: f32,
}

/// One tile on one sheet.
#[derive(Clone, Debug)]
pub struct CellTile {
    /// Tile coordinate along x (lattice x = tx * 16 + slot % 16).
    pub tx: i32,
    /// Tile coordinate along z.
    pub tz: i32,
    /// Sheet number within this tile column.
    pub sheet: u16,
    /// Changes when cells appear, vanish or change height here.
    pub generation: u32,
    /// Which of the 256 cells exist.
    pub present: [u64; 4],
    /// Height of each cell relative to the origin, metres.
    pub height: [f32; TILE_CELLS],
    /// Regular connections: bit d of `open[slot]` = one may go from slot to its neighbour in direction d, and back.
    pub open: [u8; TILE_CELLS],
    /// 1 / number of cells this cell gives pheromone to (regular and extra); 0 for a cell without any.
    pub inverse_degree: [f32; TILE_CELLS],
    /// Regular neighbour tile per direction, or [`NO_TILE`]; mutual.
    pub neighbours: [u32; 4],
    /// Edges into this tile from cells that are not regular neighbours, in order of (to, from).
    pub incoming: Vec<ExtraEdge>,
    /// Every cell exists, has all four regular neighbours open and degree exactly 4 (the fast kernel applies).
    pub uniform: bool,
    /// Lowest and highest cell.
    pub height_range: (f32, f32),
}

/// All cells of a level.
pub struct CellSpace {
    tiles: Vec<Option<CellTile>>,
}

use crate::base::hash::StableHasher;
use crate::base::math::Vec3;

#[allow(unused_variables, missing_docs)]
impl CellIndex {
    pub fn new(tile: u32, slot: usize) -> Self { Self(tile * TILE_CELLS as u32 + slot as u32) }
    pub fn tile(self) -> u32 { self.0 / TILE_CELLS as u32 }
    pub fn slot(self) -> usize { self.0 as usize % TILE_CELLS }
}

#[allow(unused_variables, missing_docs)]
impl CellTile {
    #[inline]
    pub fn is_present(&self, slot: usize) -> bool { self.present[slot / 64] >> (slot % 64) & 1 != 0 }
}

#[allow(unused_variables, missing_docs)]
impl CellSpace {
    pub fn new(cell_size: f64) -> Self { todo!() }
    pub fn cell_size(&self) -> f64 { todo!() }
    /// Bound of tile numbers; some may be vacant.
    pub fn tile_capacity(&self) -> usize { self.tiles.len() }
    /// `None` when vacant or out of range.
    pub fn tile(&self, tile: u32) -> Option<&CellTile> { todo!() }
    pub fn tiles(&self) -> impl Iterator<Item = (u32, &CellTile)> { self.tiles.iter().enumerate().filter_map(|(i, t)| t.as_ref().map(|t| (i as u32, t))) }
    /// All sheets of a tile column, in sheet order.
    pub fn tiles_at(&self, tx: i32, tz: i32) -> &[u32] { todo!() }
    pub fn cell_count(&self) -> usize { todo!() }
    /// In index order.
    pub fn cells(&self) -> impl Iterator<Item = CellIndex> { core::iter::empty() }
    pub fn exists(&self, c: CellIndex) -> bool { todo!() }
    pub fn lattice(&self, c: CellIndex) -> (i32, i32) { todo!() }
    pub fn height(&self, c: CellIndex) -> f32 { todo!() }
    /// Relative to the origin: ((ix + ½) s, height, (iz + ½) s).
    pub fn center_local(&self, c: CellIndex) -> Vec3 { todo!() }
    /// The cells of a lattice column on all floors, in sheet order.
    pub fn column(&self, ix: i32, iz: i32) -> impl Iterator<Item = CellIndex> { core::iter::empty() }
    /// The regular neighbour, if the way is open.
    pub fn regular_neighbour(&self, c: CellIndex, direction: usize) -> Option<CellIndex> { todo!() }
    /// Every cell that `c` gives pheromone to, with its share (shares sum to 1, or there is none); fixed order.
    pub fn receivers(&self, c: CellIndex, f: impl FnMut(CellIndex, f32)) { todo!() }
    /// Every cell one can go to from `c` (regular neighbours, other sheets, links), fixed order. Scent goes against the
    /// direction of travel: what lies at the foot of a drop is smelled at its top, because it can be reached from there.
    pub fn for_each_step(&self, c: CellIndex, f: impl FnMut(CellIndex)) { todo!() }
    pub fn to_ref(&self, c: CellIndex) -> CellRef { todo!() }
    /// `None` when forged, vanished or stale.
    pub fn resolve(&self, r: CellRef) -> Option<CellIndex> { todo!() }
    pub fn bytes(&self) -> usize { todo!() }
    pub fn hash_into(&self, h: &mut StableHasher) { todo!() }

    // --- editing, used by the level only ---

    /// Makes sure a cell exists at this lattice column and height, keeping one that is within `merge_height`.
    /// `beside` is a cell it connects to, whose sheet is preferred.
    pub(crate) fn place(&mut self, ix: i32, iz: i32, height: f32, merge_height: f32, beside: Option<CellIndex>) -> CellIndex { todo!() }
    pub(crate) fn remove(&mut self, c: CellIndex) { todo!() }
    /// Drops every connection of `c` (regular and extra, both directions).
    pub(crate) fn disconnect(&mut self, c: CellIndex) { todo!() }
    /// One can go from `a` to `b` (and back when `two_way`). `length` weights the edge (polygon cells: metres of shared edge; 1 otherwise).
    pub(crate) fn connect(&mut self, a: CellIndex, b: CellIndex, two_way: bool, length: f32) { todo!() }
    /// A blocked cell (closed door) has no open connection until it is unblocked; its connections are remembered.
    pub(crate) fn set_blocked(&mut self, c: CellIndex, blocked: bool) { todo!() }
    /// Recomputes neighbours, open bits, degrees, extras, generations and flags of every tile touched since the last call.
    pub(crate) fn finish_edit(&mut self) { todo!() }
}
