//! Uniform surface cells in tiles of 16 × 16, floor by floor.
//!
//! The lattice is aligned to the world's origin: cell (ix, iz) covers `[ix, ix+1) × [iz, iz+1)` cell sizes. A *tile* is
//! 16 × 16 lattice columns on one *sheet*; where floors lie over each other a lattice column has one cell on each of
//! several sheets. Cells of one tile that touch are *regular* neighbours, kept as four direction bits, also across to one
//! neighbouring tile per side; everything else (another sheet, a link, a polygon edge) is an *extra* edge with a weight.
//!
//! Travel and scent run in opposite directions: if one can go from `a` to `b`, then `b` gives pheromone to `a`.
//!
//! A cell that survives a re-bake keeps its place, so fields stay by position without any copying.

mod directory;
mod edit;
mod settle;
#[cfg(test)]
mod tests;
mod tile;

pub use tile::{CellTile, ExtraEdge, direction_step, opposite, slot_beside};

use crate::base::hash::StableHasher;
use crate::base::math::Vec3;
use alloc::boxed::Box;
use alloc::vec::Vec;
use directory::Directory;
use tile::EdgeList;

/// Cells along one side of a tile.
pub const TILE_SIDE: usize = 16;
/// Cells of a tile.
pub const TILE_CELLS: usize = TILE_SIDE * TILE_SIDE;
/// No tile.
pub const NO_TILE: u32 = u32::MAX;
/// Tile numbers stay below this, so that a cell index fits 32 bits and a cell id 64.
pub const MAX_TILES: u32 = 1 << 24;

/// +x. Directions of regular neighbours are the bit numbers of [`CellTile::open`].
pub const EAST: usize = 0;
/// -x
pub const WEST: usize = 1;
/// +z
pub const NORTH: usize = 2;
/// -z
pub const SOUTH: usize = 3;

const TILE_SHIFT: u32 = TILE_SIDE.trailing_zeros();

/// A cell: `tile * 256 + slot`, slot = `z * 16 + x` within the tile. Valid until the next change of tiles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CellIndex(pub u32);

impl CellIndex {
    /// The cell in `slot` of `tile`.
    #[inline]
    pub fn new(tile: u32, slot: usize) -> Self {
        Self(tile * TILE_CELLS as u32 + slot as u32)
    }

    /// Its tile's number.
    #[inline]
    pub fn tile(self) -> u32 {
        self.0 / TILE_CELLS as u32
    }

    /// Its place in the tile.
    #[inline]
    pub fn slot(self) -> usize {
        self.0 as usize % TILE_CELLS
    }
}

/// A cell id for hosts: it also holds the tile's generation and is refused when the tile was re-baked since.
/// Bits: generation (32) | tile (24) | slot (8).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CellRef(pub u64);

/// All cells of a level.
#[derive(Clone, Debug)]
pub struct CellSpace {
    cell_size: f64,
    tiles: Vec<Option<Box<CellTile>>>,
    /// Vacant tile numbers; the last one is used first.
    free: Vec<u32>,
    directory: Directory,
    cell_count: usize,
    /// Tiles to settle, each once.
    touched: Vec<u32>,
    /// Generation that the next changed tile gets. One counter for all tiles, so that a reused tile number never shows an
    /// old generation again.
    next_generation: u32,
}

impl CellSpace {
    /// No cells yet, of edge `cell_size` metres.
    pub fn new(cell_size: f64) -> Self {
        Self {
            cell_size,
            tiles: Vec::new(),
            free: Vec::new(),
            directory: Directory::default(),
            cell_count: 0,
            touched: Vec::new(),
            next_generation: 1,
        }
    }

    /// Edge of a cell, metres.
    pub fn cell_size(&self) -> f64 {
        self.cell_size
    }

    /// Bound of tile numbers; some may be vacant.
    pub fn tile_capacity(&self) -> usize {
        self.tiles.len()
    }

    /// `None` when vacant or out of range.
    #[inline]
    pub fn tile(&self, tile: u32) -> Option<&CellTile> {
        self.tiles.get(tile as usize)?.as_deref()
    }

    /// Every tile with its number, in number order.
    pub fn tiles(&self) -> impl Iterator<Item = (u32, &CellTile)> {
        self.tiles.iter().enumerate().filter_map(|(i, t)| t.as_deref().map(|t| (i as u32, t)))
    }

    /// All sheets of a tile column, in sheet order.
    #[inline]
    pub fn tiles_at(&self, tx: i32, tz: i32) -> &[u32] {
        self.directory.tiles_at(tx, tz)
    }

    /// Number of cells.
    pub fn cell_count(&self) -> usize {
        self.cell_count
    }

    /// Every cell, in index order.
    pub fn cells(&self) -> impl Iterator<Item = CellIndex> {
        self.tiles().flat_map(|(number, tile)| tile.slots().map(move |slot| CellIndex::new(number, slot)))
    }

    /// Whether there is such a cell now.
    #[inline]
    pub fn exists(&self, c: CellIndex) -> bool {
        self.tile(c.tile()).is_some_and(|tile| tile.is_present(c.slot()))
    }

    /// Whether the cell is closed by a door.
    #[inline]
    pub fn is_blocked(&self, c: CellIndex) -> bool {
        self.tile(c.tile()).is_some_and(|tile| tile.is_blocked(c.slot()))
    }

    /// Lattice column (ix, iz) of an existing cell.
    #[inline]
    pub fn lattice(&self, c: CellIndex) -> (i32, i32) {
        let tile = self.existing_tile(c);
        let (x, z) = ((c.slot() % TILE_SIDE) as i32, (c.slot() / TILE_SIDE) as i32);
        (tile.tx * TILE_SIDE as i32 + x, tile.tz * TILE_SIDE as i32 + z)
    }

    /// Height of an existing cell relative to the origin, metres.
    #[inline]
    pub fn height(&self, c: CellIndex) -> f32 {
        self.existing_tile(c).height[c.slot()]
    }

    /// Relative to the origin: ((ix + ½) s, height, (iz + ½) s).
    pub fn center_local(&self, c: CellIndex) -> Vec3 {
        let (ix, iz) = self.lattice(c);
        let middle = |i: i32| ((f64::from(i) + 0.5) * self.cell_size) as f32;
        Vec3::new(middle(ix), self.height(c), middle(iz))
    }

    /// The cells of a lattice column on all floors, in sheet order.
    pub fn column(&self, ix: i32, iz: i32) -> impl Iterator<Item = CellIndex> {
        let slot = slot_of(ix, iz);
        self.tiles_at(ix >> TILE_SHIFT, iz >> TILE_SHIFT)
            .iter()
            .map(move |&tile| CellIndex::new(tile, slot))
            .filter(|&c| self.exists(c))
    }

    /// The regular neighbour, if the way is open.
    #[inline]
    pub fn regular_neighbour(&self, c: CellIndex, direction: usize) -> Option<CellIndex> {
        let tile = self.tile(c.tile())?;
        (tile.open[c.slot()] >> direction & 1 != 0).then(|| beside(tile, c, direction))
    }

    /// Every cell that `c` gives pheromone to, with its share (shares sum to 1, or there is none): regular neighbours in
    /// direction order, then the others in index order.
    pub fn receivers(&self, c: CellIndex, mut f: impl FnMut(CellIndex, f32)) {
        let Some(tile) = self.tile(c.tile()) else { return };
        let share = tile.inverse_degree[c.slot()];
        for direction in 0..4 {
            if let Some(neighbour) = self.regular_neighbour(c, direction) {
                f(neighbour, share);
            }
        }
        self.usable_extras(c, &tile.arrivals, |source, length, _| f(source, length * share));
    }

    /// Every cell one can go to from `c` (regular neighbours in direction order, then other sheets and links in index
    /// order). Scent goes against the direction of travel: what lies at the foot of a drop is smelled at its top, because
    /// it can be reached from there.
    pub fn for_each_step(&self, c: CellIndex, mut f: impl FnMut(CellIndex)) {
        self.for_each_marked_step(c, |to, _| f(to));
    }

    /// Like [`CellSpace::for_each_step`], but without what only a link connects.
    pub fn for_each_surface_step(&self, c: CellIndex, mut f: impl FnMut(CellIndex)) {
        self.for_each_marked_step(c, |to, only_by_link| {
            if !only_by_link {
                f(to);
            }
        });
    }

    /// Every cell on the other side of a border of the surface, whichever way one can pass it: drops are seen up and down.
    pub fn for_each_surface_touch(&self, c: CellIndex, mut f: impl FnMut(CellIndex)) {
        let Some(tile) = self.tile(c.tile()) else { return };
        for direction in 0..4 {
            if let Some(neighbour) = self.regular_neighbour(c, direction) {
                f(neighbour);
            }
        }
        for list in [&tile.departures, &tile.arrivals] {
            self.usable_extras(c, list, |other, _, link| {
                if !link {
                    f(other);
                }
            });
        }
    }

    fn for_each_marked_step(&self, c: CellIndex, mut f: impl FnMut(CellIndex, bool)) {
        let Some(tile) = self.tile(c.tile()) else { return };
        for direction in 0..4 {
            if let Some(neighbour) = self.regular_neighbour(c, direction) {
                f(neighbour, false);
            }
        }
        self.usable_extras(c, &tile.departures, |to, _, link| f(to, link));
    }

    /// The edges of `c` in `list` (departures or arrivals of its tile) between cells that are not blocked, one per cell at
    /// the other end: a link beside a border adds nothing.
    fn usable_extras(&self, c: CellIndex, list: &EdgeList, mut f: impl FnMut(CellIndex, f32, bool)) {
        if self.is_blocked(c) {
            return;
        }
        let mut last = None;
        for edge in list.of_slot(c.slot()) {
            let repeated = last == Some(edge.other);
            last = Some(edge.other);
            let adds_nothing = repeated || edge.link && self.touches_regularly(c, edge.other);
            if !adds_nothing && !self.is_blocked(edge.other) {
                f(edge.other, edge.length, edge.link);
            }
        }
    }

    /// Whether the two are regular neighbours when no door is closed.
    fn touches_regularly(&self, a: CellIndex, b: CellIndex) -> bool {
        let tile = self.existing_tile(a);
        (0..4).any(|direction| tile.base_open[a.slot()] >> direction & 1 != 0 && beside(tile, a, direction) == b)
    }

    /// The id that a host keeps.
    pub fn to_ref(&self, c: CellIndex) -> CellRef {
        CellRef(u64::from(self.existing_tile(c).generation) << 32 | u64::from(c.0))
    }

    /// `None` when forged, vanished or stale.
    pub fn resolve(&self, r: CellRef) -> Option<CellIndex> {
        let cell = CellIndex(r.0 as u32);
        let tile = self.tile(cell.tile())?;
        (u64::from(tile.generation) == r.0 >> 32 && tile.is_present(cell.slot())).then_some(cell)
    }

    /// Bytes of heap memory held.
    pub fn bytes(&self) -> usize {
        let tiles: usize = self.tiles().map(|(_, tile)| size_of::<CellTile>() + tile.heap_bytes()).sum();
        tiles
            + self.tiles.capacity() * size_of::<Option<Box<CellTile>>>()
            + (self.free.capacity() + self.touched.capacity()) * 4
            + self.directory.bytes()
    }

    /// Mixes in the cells, their numbers and their connections as if every door were open. Generations do not count: they
    /// tell how the level came about, not what it is.
    pub fn hash_into(&self, h: &mut StableHasher) {
        h.f64(self.cell_size).u64(self.cell_count as u64);
        for (number, tile) in self.tiles() {
            h.u32(number).i64(tile.tx.into()).i64(tile.tz.into()).u32(tile.sheet.into());
            for word in tile.present {
                h.u64(word);
            }
            for slot in tile.slots() {
                h.f32(tile.height[slot]);
            }
            h.bytes(&tile.base_open).u64(tile.departures.0.len() as u64);
            for edge in &tile.departures.0 {
                let kind = u64::from(edge.slot) << 32 | u64::from(edge.count) << 8 | u64::from(edge.link);
                h.u64(kind).u32(edge.other.0).f32(edge.length);
            }
        }
    }

    #[inline]
    fn existing_tile(&self, c: CellIndex) -> &CellTile {
        self.tiles[c.tile() as usize].as_deref().expect("the cell's tile exists")
    }
}

/// Slot of a lattice column in its tile.
#[inline]
fn slot_of(ix: i32, iz: i32) -> usize {
    const MASK: i32 = TILE_SIDE as i32 - 1;
    ((iz & MASK) * TILE_SIDE as i32 + (ix & MASK)) as usize
}

/// The cell beside `c` in a direction: in its own tile, or in the tile that is its regular neighbour.
#[inline]
fn beside(tile: &CellTile, c: CellIndex, direction: usize) -> CellIndex {
    let (slot, crosses) = slot_beside(c.slot(), direction);
    CellIndex::new(if crosses { tile.neighbours[direction] } else { c.tile() }, slot)
}
