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
    #[inline]
    pub(super) fn near(&self, centre: DVec3, radius: f64, mut visit: impl FnMut(&Body)) {
        if self.is_empty() {
            return;
        }
        let reach = DVec3::splat(radius * SLACK);
        let (low, high) = (self.cell(centre - reach), self.cell(centre + reach));
        for z in low.z..=high.z {
            for x in low.x..=high.x {
                self.in_cell(Cell { z, x }, |body| {
                    if (body.position - centre).length_squared() <= radius * radius {
                        visit(body);
                    }
                });
            }
        }
    }

    /// Squared distance to the nearest body but `own`, if there is one within `limit`: rings of cells around the centre
    /// until no farther ring can hold a nearer one.
    pub(super) fn nearest_squared(&self, centre: DVec3, limit: f64, own: Option<Key>) -> Option<f64> {
        if self.is_empty() {
            return None;
        }
        let home = self.cell(centre);
        let (mut best, mut found) = (limit * limit, None);
        for ring in 0..i32::MAX {
            // Whatever lies in this ring is farther away than the whole cells between.
            let between = (ring - 1) as f64 * self.edge / SLACK;
            if between > 0.0 && between * between > best {
                break;
            }
            self.in_ring(home, ring, |body| {
                let squared = (body.position - centre).length_squared();
                if squared <= best && Some(body.key) != own {
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
    fn in_cell(&self, cell: Cell, mut visit: impl FnMut(&Body)) {
        let mut slot = self.heads[self.bucket(cell)];
        while slot != NONE {
            let node = &self.nodes[slot as usize];
            if node.cell == cell {
                visit(&node.body);
            }
            slot = node.next;
        }
    }

    fn in_ring(&self, home: Cell, ring: i32, mut visit: impl FnMut(&Body)) {
        let mut look = |dz: i32, dx: i32| {
            self.in_cell(Cell { z: home.z.saturating_add(dz), x: home.x.saturating_add(dx) }, &mut visit);
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
pub(super) mod tests {
    use super::*;
    use proptest::prelude::*;

    pub(in super::super) fn body(key: Key, position: DVec3) -> Body {
        Body { key, position, velocity: DVec3::ZERO, time: 0, amount: 1.0 }
    }

    impl Grid {
        /// Slow reference: all bodies in the promised order.
        pub(in super::super) fn all(&self) -> Vec<Body> {
            let mut nodes: Vec<_> = self.nodes.iter().filter(|node| node.live).collect();
            nodes.sort_by_key(|node| (self.cell(node.body.position), node.body.key));
            nodes.into_iter().map(|node| node.body).collect()
        }

        /// Slow reference of [`Grid::near`].
        pub(in super::super) fn near_slow(&self, centre: DVec3, radius: f64) -> Vec<Body> {
            let mut all = self.all();
            all.retain(|body| (body.position - centre).length_squared() <= radius * radius);
            all
        }

        /// Slow reference of [`Grid::nearest_squared`].
        pub(in super::super) fn nearest_slow(&self, centre: DVec3, limit: f64, own: Option<Key>) -> Option<f64> {
            let others = self.all().into_iter().filter(|body| Some(body.key) != own);
            let squared = others.map(|body| (body.position - centre).length_squared());
            squared.filter(|d| *d <= limit * limit).min_by(f64::total_cmp)
        }
    }

    fn keys(grid: &Grid, centre: DVec3, radius: f64) -> Vec<Key> {
        let mut keys = Vec::new();
        grid.near(centre, radius, |body| keys.push(body.key));
        keys
    }

    #[test]
    fn neighbours_come_row_by_row_players_first() {
        let mut grid = Grid::new(10.0);
        let places = [
            (Key::Object(7), 1.0, 1.0),
            (Key::Player(3), 2.0, 2.0),
            (Key::Player(9), 2.0, -1.0),
            (Key::Object(2), 3.0, 3.0),
            (Key::Player(1), 11.0, 1.0),
        ];
        for (key, x, z) in places {
            grid.insert(body(key, DVec3::new(x, 0.0, z)));
        }
        let order = [Key::Player(9), Key::Player(3), Key::Object(2), Key::Object(7), Key::Player(1)];
        assert_eq!(keys(&grid, DVec3::ZERO, 20.0), order);
        assert_eq!(keys(&grid, DVec3::ZERO, 4.0), [Key::Player(9), Key::Player(3), Key::Object(7)]);
    }

    #[test]
    fn height_counts_for_the_distance() {
        let mut grid = Grid::new(10.0);
        grid.insert(body(Key::Object(1), DVec3::new(0.0, 5.0, 0.0)));
        assert_eq!(keys(&grid, DVec3::ZERO, 4.9), []);
        assert_eq!(keys(&grid, DVec3::ZERO, 5.0), [Key::Object(1)]);
        assert_eq!(grid.nearest_squared(DVec3::ZERO, 10.0, None), Some(25.0));
        assert_eq!(grid.nearest_squared(DVec3::ZERO, 10.0, Some(Key::Object(1))), None);
        assert_eq!(grid.nearest_squared(DVec3::ZERO, 4.0, None), None);
    }

    #[test]
    fn places_beyond_the_range_of_cells_are_found_all_the_same() {
        let far = DVec3::new(1e12, 0.0, -1e12);
        let mut grid = Grid::new(0.0005);
        grid.insert(body(Key::Player(0), far));
        assert_eq!(keys(&grid, far, 0.001), [Key::Player(0)]);
        assert_eq!(grid.nearest_squared(far, 0.001, None), Some(0.0));
    }

    proptest! {
        #[test]
        fn the_grid_finds_what_looking_at_all_finds_in_the_same_order(
            steps in prop::collection::vec((0u32..40, 0u8..4, -50.0..50.0, -9.0..9.0, -50.0..50.0), 1..200),
            (x, z, radius, edge) in (-60.0..60.0, -60.0..60.0, 0.1..40.0, 0.5..30.0),
            shift in -100.0..100.0,
        ) {
            let mut grid = Grid::new(edge);
            let mut slots = [None; 40];
            for (who, what, x, y, z) in steps {
                let key = if who % 2 == 0 { Key::Player(who) } else { Key::Object(1000 - who as u64) };
                let body = body(key, DVec3::new(x, y, z));
                match (slots[who as usize], what) {
                    (Some(slot), 0) => {
                        grid.remove(slot);
                        slots[who as usize] = None;
                    }
                    (Some(slot), _) => grid.update(slot, body),
                    (None, _) => slots[who as usize] = Some(grid.insert(body)),
                }
            }
            let check = |grid: &Grid, centre: DVec3| {
                let slow: Vec<Key> = grid.near_slow(centre, radius).iter().map(|body| body.key).collect();
                assert_eq!(keys(grid, centre, radius), slow);
                for own in [None, Some(Key::Player(0)), Some(Key::Object(999))] {
                    assert_eq!(grid.nearest_squared(centre, radius, own), grid.nearest_slow(centre, radius, own));
                }
            };
            let centre = DVec3::new(x, 0.0, z);
            check(&grid, centre);
            grid.rebase(DVec3::splat(shift));
            check(&grid, centre - DVec3::splat(shift));
            grid.resize(edge * 0.37);
            check(&grid, centre);
        }
    }
}
