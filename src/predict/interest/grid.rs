//! Who is near: a uniform grid over the ground plane, hashed, so that it costs nothing where nobody is.
//!
//! Bodies of all cells that share a bucket hang in one list, sorted by cell and key. Neighbours are therefore always met
//! in the same order (cells row by row, players by index, then objects by id), whatever the history of the grid: sums of
//! forces are the same bits on every machine and after every restore.

use crate::base::math::{DVec3, floor_to_i32};
use crate::base::time::Nanos;
use alloc::vec::Vec;

/// End of a list.
const NONE: u32 = u32::MAX;
/// Widens a search by more than coordinates are rounded, so that a body at the very edge is looked at.
const SLACK: f64 = 1.000_001;

/// Most bodies that are gathered for one prediction: two kilobytes on the stack.
const MOST_GATHERED: usize = 512;
/// Most bodies that are looked at around one place: of a larger crowd the first ones in the order of the grid count.
const MOST_LOOKED_AT: usize = 1024;

/// Who a body is. Players come before objects.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Key {
    /// By index of the entity.
    Player(u32),
    /// By the host's own number.
    Object(u64),
}

/// Somebody or something that is felt.
#[derive(Clone, Copy, Debug)]
pub(super) struct Body {
    pub(super) key: Key,
    /// Where it was last seen, metres.
    pub(super) position: DVec3,
    /// How it moved then, m/s; zero for objects.
    pub(super) velocity: DVec3,
    /// When that was; 0 for objects.
    pub(super) time: Nanos,
    /// S of a player (infinite = as much as can be), S_O of an object.
    pub(super) amount: f64,
    /// Players feel those of their own company; objects have none and are felt by all.
    pub(super) company: Option<u64>,
}

#[derive(Clone, Copy, Debug)]
struct Node {
    body: Body,
    cell: Cell,
    next: u32,
    live: bool,
}

/// A cell of the ground plane; ordered row by row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Cell {
    z: i32,
    x: i32,
}

/// Bodies that somebody may come near to; too many are not listed.
pub(super) struct Gathered {
    slots: [u32; MOST_GATHERED],
    count: Option<usize>,
}

/// All bodies by place.
#[derive(Clone, Debug)]
pub(super) struct Grid {
    /// Edge of a cell, metres.
    edge: f64,
    nodes: Vec<Node>,
    free: Vec<u32>,
    /// First node per bucket; a power of two of them, or none.
    heads: Vec<u32>,
}

impl Grid {
    pub(super) fn new(edge: f64) -> Self {
        Self { edge, nodes: Vec::new(), free: Vec::new(), heads: Vec::new() }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.nodes.len() == self.free.len()
    }

    pub(super) fn bytes(&self) -> usize {
        self.nodes.capacity() * size_of::<Node>() + (self.free.capacity() + self.heads.capacity()) * size_of::<u32>()
    }

    pub(super) fn get(&self, slot: u32) -> &Body {
        &self.nodes[slot as usize].body
    }

    /// Adds a body whose key is not there yet; the slot is its handle until it is removed.
    pub(super) fn insert(&mut self, body: Body) -> u32 {
        let node = Node { body, cell: self.cell(body.position), next: NONE, live: true };
        let slot = match self.free.pop() {
            Some(slot) => {
                self.nodes[slot as usize] = node;
                slot
            }
            None => {
                self.nodes.push(node);
                // Keeps `remove` free of allocation.
                self.free.reserve(self.nodes.len() - self.free.len());
                self.nodes.len() as u32 - 1
            }
        };
        if self.nodes.len() > self.heads.len() {
            // Two to four buckets per body keep lists short.
            self.heads.resize((2 * self.nodes.len()).next_power_of_two(), NONE);
            self.lay_out();
        } else {
            self.link(slot);
        }
        slot
    }

    pub(super) fn remove(&mut self, slot: u32) {
        self.unlink(slot);
        self.nodes[slot as usize].live = false;
        self.free.push(slot);
    }

    /// Replaces a body by what is now known of it; its key stays.
    pub(super) fn update(&mut self, slot: u32, body: Body) {
        let cell = self.cell(body.position);
        if self.nodes[slot as usize].cell == cell {
            self.nodes[slot as usize].body = body;
        } else {
            self.unlink(slot);
            self.nodes[slot as usize] = Node { body, cell, next: NONE, live: true };
            self.link(slot);
        }
    }

    /// All bodies whose last seen position is at most `radius` from `centre` (in space, not only on the ground).
    pub(super) fn near(&self, centre: DVec3, radius: f64, mut visit: impl FnMut(&Body)) {
        self.near_nodes(centre, radius, |_, body| visit(body));
    }

    #[inline]
    fn near_nodes(&self, centre: DVec3, radius: f64, mut visit: impl FnMut(u32, &Body)) {
        if self.is_empty() {
            return;
        }
        let reach = DVec3::splat(radius * SLACK);
        let (low, high) = (self.cell(centre - reach), self.cell(centre + reach));
        let mut left = MOST_LOOKED_AT;
        for z in low.z..=high.z {
            for x in low.x..=high.x {
                self.in_cell(Cell { z, x }, &mut left, |slot, body| {
                    if (body.position - centre).length_squared() <= radius * radius {
                        visit(slot, body);
                    }
                });
            }
        }
    }

    /// Notes who may come within `radius` of somebody who moves `way` from `centre`, in the order of [`Grid::near`].
    pub(super) fn gather(&self, centre: DVec3, radius: f64, way: f64) -> Gathered {
        let mut around = Gathered { slots: [0; MOST_GATHERED], count: None };
        // A long way through many cells costs more than it saves.
        if way <= radius {
            let (reach, mut count) = ((radius + way) * SLACK, 0);
            self.near_nodes(centre, reach, |slot, _| {
                if let Some(place) = around.slots.get_mut(count) {
                    *place = slot;
                }
                count += 1;
            });
            around.count = (count <= MOST_GATHERED).then_some(count);
        }
        around
    }

    /// As [`Grid::near`], for a centre on the way that was gathered for: looks at no cell again.
    #[inline]
    pub(super) fn near_among(&self, around: &Gathered, centre: DVec3, radius: f64, mut visit: impl FnMut(&Body)) {
        let Some(count) = around.count else {
            self.near_nodes(centre, radius, |_, body| visit(body));
            return;
        };
        for slot in &around.slots[..count] {
            let body = self.get(*slot);
            if (body.position - centre).length_squared() <= radius * radius {
                visit(body);
            }
        }
    }

    /// Squared distance to the nearest body that `counts`, if there is one within `limit`: rings of cells around the
    /// centre until no farther ring can hold a nearer one.
    pub(super) fn nearest_squared(&self, centre: DVec3, limit: f64, counts: impl Fn(&Body) -> bool) -> Option<f64> {
        if self.is_empty() {
            return None;
        }
        let home = self.cell(centre);
        let (mut best, mut found) = (limit * limit, None);
        let mut left = MOST_LOOKED_AT;
        for ring in 0..i32::MAX {
            // Whatever lies in this ring is farther away than the whole cells between.
            let between = (ring - 1) as f64 * self.edge / SLACK;
            if between > 0.0 && between * between > best {
                break;
            }
            self.in_ring(home, ring, &mut left, |body| {
                let squared = (body.position - centre).length_squared();
                if squared <= best && counts(body) {
                    (best, found) = (squared, Some(squared));
                }
            });
        }
        found
    }

    /// Lays the bodies out anew in cells of another size.
    pub(super) fn resize(&mut self, edge: f64) {
        self.edge = edge;
        self.lay_out();
    }

    /// Moves all bodies by -`shift`.
    pub(super) fn rebase(&mut self, shift: DVec3) {
        for node in &mut self.nodes {
            node.body.position -= shift;
        }
        self.lay_out();
    }

    fn cell(&self, position: DVec3) -> Cell {
        Cell { z: floor_to_i32(position.z / self.edge), x: floor_to_i32(position.x / self.edge) }
    }

    fn bucket(&self, cell: Cell) -> usize {
        let mixed = (cell.x as u32).wrapping_mul(0x9e37_79b1) ^ (cell.z as u32).wrapping_mul(0x85eb_ca77);
        (mixed ^ (mixed >> 15)) as usize & (self.heads.len() - 1)
    }

    fn lay_out(&mut self) {
        self.heads.fill(NONE);
        for slot in 0..self.nodes.len() {
            if self.nodes[slot].live {
                self.nodes[slot].cell = self.cell(self.nodes[slot].body.position);
                self.link(slot as u32);
            }
        }
    }

    fn link(&mut self, slot: u32) {
        let node = self.nodes[slot as usize];
        let bucket = self.bucket(node.cell);
        let (mut before, mut next) = (NONE, self.heads[bucket]);
        while next != NONE {
            let other = &self.nodes[next as usize];
            if (other.cell, other.body.key) > (node.cell, node.body.key) {
                break;
            }
            (before, next) = (next, other.next);
        }
        self.nodes[slot as usize].next = next;
        self.set_next(bucket, before, slot);
    }

    fn unlink(&mut self, slot: u32) {
        let node = self.nodes[slot as usize];
        let bucket = self.bucket(node.cell);
        let (mut before, mut next) = (NONE, self.heads[bucket]);
        while next != slot {
            (before, next) = (next, self.nodes[next as usize].next);
        }
        self.set_next(bucket, before, node.next);
    }

    /// What follows `before`, or comes first in the bucket.
    fn set_next(&mut self, bucket: usize, before: u32, slot: u32) {
        match before {
            NONE => self.heads[bucket] = slot,
            before => self.nodes[before as usize].next = slot,
        }
    }

    #[inline]
    fn in_cell(&self, cell: Cell, left: &mut usize, mut visit: impl FnMut(u32, &Body)) {
        let mut slot = self.heads[self.bucket(cell)];
        while slot != NONE && *left > 0 {
            let node = &self.nodes[slot as usize];
            if node.cell == cell {
                *left -= 1;
                visit(slot, &node.body);
            }
            slot = node.next;
        }
    }

    fn in_ring(&self, home: Cell, ring: i32, left: &mut usize, mut visit: impl FnMut(&Body)) {
        let mut look = |dz: i32, dx: i32| {
            let cell = Cell { z: home.z.saturating_add(dz), x: home.x.saturating_add(dx) };
            self.in_cell(cell, left, |_, body| visit(body));
        };
        for along in -ring..=ring {
            look(-ring, along);
            if ring > 0 {
                look(ring, along);
            }
        }
        for along in 1 - ring..ring {
            look(along, -ring);
            look(along, ring);
        }
    }
}

#[cfg(test)]
mod tests;
