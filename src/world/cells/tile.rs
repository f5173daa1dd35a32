//! One tile of cells, and the connections its cells have besides the regular ones.

use super::{CellIndex, EAST, NORTH, SOUTH, TILE_CELLS, TILE_SIDE, WEST};
use alloc::vec::Vec;

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
    /// Changes when cells appear, vanish or change height here; never the same for two contents of one tile number.
    pub generation: u32,
    /// Which of the 256 cells exist.
    pub present: [u64; 4],
    /// Height of each cell relative to the origin, metres; 0 where there is no cell.
    pub height: [f32; TILE_CELLS],
    /// Regular connections: bit d of `open[slot]` = one may go from slot to its neighbour in direction d, and back.
    pub open: [u8; TILE_CELLS],
    /// What a cell gives away along each regular edge: 1 / total length of all edges to receivers, which for surface
    /// cells is 1 / number of receivers (regular and extra); 0 for a cell without any.
    pub inverse_degree: [f32; TILE_CELLS],
    /// Regular neighbour tile per direction, or [`super::NO_TILE`]; mutual.
    pub neighbours: [u32; 4],
    /// Edges into this tile from cells that are not regular neighbours, in order of (to, from).
    pub incoming: Vec<ExtraEdge>,
    /// Every cell exists, has all four regular neighbours open, degree exactly 4, and nothing comes in by extra edges
    /// (the fast kernel applies).
    pub uniform: bool,
    /// Lowest and highest cell.
    pub height_range: (f32, f32),
    /// Regular connections as if nothing were blocked.
    pub(super) base_open: [u8; TILE_CELLS],
    /// Cells closed by a door.
    pub(super) blocked: [u64; 4],
    /// Travel out of this tile's cells that is not regular.
    pub(super) departures: EdgeList,
    /// Travel into this tile's cells that is not regular; mirror image of all departures.
    pub(super) arrivals: EdgeList,
    /// Listed for the next settling.
    pub(super) touched: bool,
    /// Cells appeared, vanished or moved since the last settling.
    pub(super) cells_changed: bool,
}

impl CellTile {
    pub(super) fn new(tx: i32, tz: i32, sheet: u16) -> Self {
        Self {
            tx,
            tz,
            sheet,
            generation: 0,
            present: [0; 4],
            height: [0.0; TILE_CELLS],
            open: [0; TILE_CELLS],
            inverse_degree: [0.0; TILE_CELLS],
            neighbours: [super::NO_TILE; 4],
            incoming: Vec::new(),
            uniform: false,
            height_range: (0.0, 0.0),
            base_open: [0; TILE_CELLS],
            blocked: [0; 4],
            departures: EdgeList::default(),
            arrivals: EdgeList::default(),
            touched: false,
            cells_changed: false,
        }
    }

    /// Whether the cell exists.
    #[inline]
    pub fn is_present(&self, slot: usize) -> bool {
        bit(&self.present, slot)
    }

    /// Whether the cell is closed by a door.
    #[inline]
    pub fn is_blocked(&self, slot: usize) -> bool {
        bit(&self.blocked, slot)
    }

    /// The slots of the cells that exist, ascending.
    pub fn slots(&self) -> impl Iterator<Item = usize> + use<> {
        set_bits(self.present)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.present == [0; 4]
    }

    pub(super) fn heap_bytes(&self) -> usize {
        self.incoming.capacity() * size_of::<ExtraEdge>()
            + (self.departures.0.capacity() + self.arrivals.0.capacity()) * size_of::<TravelEdge>()
    }
}

/// The slot beside `slot` in a direction, and whether it lies in the neighbouring tile.
#[inline]
pub fn slot_beside(slot: usize, direction: usize) -> (usize, bool) {
    const LAST: usize = TILE_SIDE - 1;
    let (x, z) = (slot % TILE_SIDE, slot / TILE_SIDE);
    match direction {
        EAST if x == LAST => (slot - LAST, true),
        EAST => (slot + 1, false),
        WEST if x == 0 => (slot + LAST, true),
        WEST => (slot - 1, false),
        NORTH if z == LAST => (slot - LAST * TILE_SIDE, true),
        NORTH => (slot + TILE_SIDE, false),
        SOUTH if z == 0 => (slot + LAST * TILE_SIDE, true),
        _ => (slot - TILE_SIDE, false),
    }
}

/// The slots along the side of a tile that faces `direction`, ascending.
pub(super) fn border_slots(direction: usize) -> impl Iterator<Item = usize> {
    const LAST: usize = TILE_SIDE - 1;
    (0..TILE_SIDE).map(move |i| match direction {
        EAST => i * TILE_SIDE + LAST,
        WEST => i * TILE_SIDE,
        NORTH => LAST * TILE_SIDE + i,
        _ => i,
    })
}

/// East and west, north and south are each other's opposite.
#[inline]
pub const fn opposite(direction: usize) -> usize {
    direction ^ 1
}

/// The lattice step of a direction: (dx, dz).
#[inline]
pub const fn direction_step(direction: usize) -> (i32, i32) {
    match direction {
        EAST => (1, 0),
        WEST => (-1, 0),
        NORTH => (0, 1),
        _ => (0, -1),
    }
}

/// The direction of a lattice step to one of the four squares beside.
#[inline]
pub(super) fn step_direction(dx: i32, dz: i32) -> Option<usize> {
    match (dx, dz) {
        (1, 0) => Some(EAST),
        (-1, 0) => Some(WEST),
        (0, 1) => Some(NORTH),
        (0, -1) => Some(SOUTH),
        _ => None,
    }
}

#[inline]
pub(super) fn bit(bits: &[u64; 4], slot: usize) -> bool {
    bits[slot / 64] >> (slot % 64) & 1 != 0
}

pub(super) fn assign_bit(bits: &mut [u64; 4], slot: usize, value: bool) {
    let mask = 1u64 << (slot % 64);
    if value {
        bits[slot / 64] |= mask;
    } else {
        bits[slot / 64] &= !mask;
    }
}

/// Numbers of the set bits, ascending.
pub(super) fn set_bits(bits: [u64; 4]) -> impl Iterator<Item = usize> {
    bits.into_iter().enumerate().flat_map(|(word, mut rest)| {
        core::iter::from_fn(move || {
            (rest != 0).then(|| {
                let lowest = rest.trailing_zeros() as usize;
                rest &= rest - 1;
                word * 64 + lowest
            })
        })
    })
}

/// A way between a cell of this tile and another cell that the direction bits do not express.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct TravelEdge {
    /// Cell of this tile.
    pub(super) slot: u8,
    /// A link of the level, not a shared border of the surface.
    pub(super) link: bool,
    /// How many links run here; 1 for a border.
    pub(super) count: u16,
    /// The cell at the other end.
    pub(super) other: CellIndex,
    /// Weight of the edge.
    pub(super) length: f32,
}

impl TravelEdge {
    fn key(&self) -> (u8, CellIndex, bool) {
        (self.slot, self.other, self.link)
    }
}

/// Edges in order of (slot, other, link).
#[derive(Clone, Debug, Default)]
pub(super) struct EdgeList(pub(super) Vec<TravelEdge>);

impl EdgeList {
    fn search(&self, slot: usize, other: CellIndex, link: bool) -> Result<usize, usize> {
        self.0.binary_search_by_key(&(slot as u8, other, link), TravelEdge::key)
    }

    pub(super) fn get(&self, slot: usize, other: CellIndex, link: bool) -> Option<&TravelEdge> {
        self.search(slot, other, link).ok().map(|at| &self.0[at])
    }

    /// Sets the border edge, or adds one link.
    pub(super) fn add(&mut self, slot: usize, other: CellIndex, link: bool, length: f32) {
        match self.search(slot, other, link) {
            Ok(at) => {
                let edge = &mut self.0[at];
                edge.length = length;
                if link {
                    edge.count = edge.count.saturating_add(1);
                }
            }
            Err(at) => self.0.insert(at, TravelEdge { slot: slot as u8, link, count: 1, other, length }),
        }
    }

    /// Removes the border edge, or one link. Returns whether there was one.
    pub(super) fn subtract(&mut self, slot: usize, other: CellIndex, link: bool) -> bool {
        match self.search(slot, other, link) {
            Ok(at) if self.0[at].count > 1 => self.0[at].count -= 1,
            Ok(at) => {
                self.0.remove(at);
            }
            Err(_) => return false,
        }
        true
    }

    /// Removes the edge with all its links.
    pub(super) fn erase(&mut self, slot: usize, other: CellIndex, link: bool) {
        if let Ok(at) = self.search(slot, other, link) {
            self.0.remove(at);
        }
    }

    /// The edges of one slot, in order of the other end; a border comes before links to the same cell.
    pub(super) fn of_slot(&self, slot: usize) -> &[TravelEdge] {
        let from = self.0.partition_point(|e| (e.slot as usize) < slot);
        let count = self.0[from..].partition_point(|e| e.slot as usize == slot);
        &self.0[from..from + count]
    }
}
