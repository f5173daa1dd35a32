//! Convergence led by the pheromone field: the way of least cost where good sample shortens it (what `PheromoneMap::path`
//! answers), searched in memory that is kept, among so many cells at most.

use super::way::{MAX_CORNERS, polyline_length};
use crate::base::math::{DVec3, sqrt};
use crate::pheromone::{PheromoneMap, Reader};
use crate::world::{AreaFilter, CellIndex, World};
use alloc::collections::BinaryHeap;
use alloc::vec::Vec;
use core::cmp::Ordering;

/// Cells looked at before the search is given up: corrections are short.
const MAX_CELLS: usize = 1024;
/// Places of the table, a power of two; at most a quarter is used.
const PLACES: usize = 4096;
const EMPTY: u32 = u32::MAX;

/// A cell that can be reached at a cost; the cheapest, then the lowest number, comes first out of a heap.
#[derive(Clone, Debug, PartialEq)]
struct Reached {
    cost: f64,
    cell: CellIndex,
}

impl Eq for Reached {}

impl Ord for Reached {
    fn cmp(&self, other: &Self) -> Ordering {
        other.cost.total_cmp(&self.cost).then(other.cell.cmp(&self.cell))
    }
}

impl PartialOrd for Reached {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// How a cell was reached.
#[derive(Clone, Copy, Debug)]
struct Entry {
    cell: u32,
    from: u32,
    cost: f64,
}

/// Working memory of the search.
#[derive(Clone, Debug, Default)]
pub(super) struct GuideScratch {
    table: Vec<Entry>,
    used: usize,
    heap: BinaryHeap<Reached>,
    cells: Vec<DVec3>,
}

impl GuideScratch {
    pub(super) fn bytes(&self) -> usize {
        self.table.capacity() * size_of::<Entry>()
            + self.heap.capacity() * size_of::<Reached>()
            + self.cells.capacity() * size_of::<DVec3>()
    }

    /// Fills `route` with 2 to [`MAX_CORNERS`] corners between which one can walk straight. `false` = there is no such way,
    /// or it is too far to look for.
    #[allow(clippy::too_many_arguments, reason = "a question with its whole context")]
    pub(super) fn find(
        &mut self,
        world: &World,
        map: &PheromoneMap,
        reader: &Reader<'_>,
        (from, to): (DVec3, DVec3),
        gain: f32,
        filter: &AreaFilter,
        route: &mut Vec<DVec3>,
    ) -> bool {
        self.search(world, map, reader, (from, to), gain).is_some() && self.straighten(world, filter, route)
    }

    /// Cost of the cheapest way, whose points are `from`, cell centres and `to` in `self.cells`.
    fn search(
        &mut self,
        world: &World,
        map: &PheromoneMap,
        reader: &Reader<'_>,
        (from, to): (DVec3, DVec3),
        gain: f32,
    ) -> Option<f64> {
        let (start, goal) = (world.cell_at(from)?, world.cell_at(to)?);
        self.clear();
        let scale = f64::from(gain) / cap(map, reader);
        self.improve(start, start, 0.0);
        self.heap.push(Reached { cost: 0.0, cell: start });
        while let Some(Reached { cost, cell }) = self.heap.pop() {
            if cell == goal {
                self.trace(world, (start, goal), (from, to));
                return Some(cost);
            }
            if cost > self.entry(cell)?.cost {
                continue;
            }
            if self.used > MAX_CELLS {
                return None;
            }
            let center = world.cell_center(cell);
            // Links are no part of a way that is shown step by step.
            world.cells().for_each_surface_step(cell, |next| {
                let sample = f64::from(map.sample(world, reader, next)) * scale;
                let length = sqrt((world.cell_center(next) - center).length_squared());
                let toll = if sample >= 0.0 { length / (1.0 + sample) } else { length * (1.0 - sample) };
                if self.improve(next, cell, cost + toll) {
                    self.heap.push(Reached { cost: cost + toll, cell: next });
                }
            });
        }
        None
    }

    fn clear(&mut self) {
        self.table.clear();
        self.table.resize(PLACES, Entry { cell: EMPTY, from: EMPTY, cost: 0.0 });
        self.used = 0;
        self.heap.clear();
        self.heap.reserve(8 * MAX_CELLS);
    }

    /// Place of a cell in the table, or the free one where it belongs.
    fn place(&self, cell: CellIndex) -> usize {
        let mut place = (cell.0.wrapping_mul(0x9e37_79b1) >> 16) as usize % PLACES;
        while self.table[place].cell != EMPTY && self.table[place].cell != cell.0 {
            place = (place + 1) % PLACES;
        }
        place
    }

    fn entry(&self, cell: CellIndex) -> Option<Entry> {
        Some(self.table[self.place(cell)]).filter(|entry| entry.cell != EMPTY)
    }

    /// Notes a cheaper way to a cell; whether it is one.
    fn improve(&mut self, cell: CellIndex, from: CellIndex, cost: f64) -> bool {
        let place = self.place(cell);
        let known = self.table[place];
        if known.cell == EMPTY {
            // Full enough: what is left out here ends the search soon.
            if self.used > MAX_CELLS + 8 {
                return false;
            }
            self.used += 1;
        } else if known.cost <= cost {
            return false;
        }
        self.table[place] = Entry { cell: cell.0, from: from.0, cost };
        true
    }

    fn trace(&mut self, world: &World, (start, goal): (CellIndex, CellIndex), (from, to): (DVec3, DVec3)) {
        self.cells.clear();
        self.cells.push(to);
        let mut cell = goal;
        while cell != start {
            let Some(entry) = self.entry(cell) else { break };
            cell = CellIndex(entry.from);
            if cell != start {
                self.cells.push(world.cell_center(cell));
            }
        }
        self.cells.push(from);
        self.cells.reverse();
    }

    /// Keeps the bends of the way and drops the steps of the lattice: legs leave out points that lie at most a tolerance off
    /// them. The tolerance grows until the corners are few enough.
    fn straighten(&self, world: &World, filter: &AreaFilter, route: &mut Vec<DVec3>) -> bool {
        let length = polyline_length(&self.cells);
        let mut tolerance = 0.75 * world.cells().cell_size();
        loop {
            if self.corners(world, filter, tolerance, route) && route.len() <= MAX_CORNERS {
                return true;
            }
            if tolerance > length {
                return false;
            }
            tolerance *= 2.0;
        }
    }

    /// Greedy: each leg reaches as far as one can walk straight within the tolerance. `false` = not even one step.
    fn corners(&self, world: &World, filter: &AreaFilter, tolerance: f64, route: &mut Vec<DVec3>) -> bool {
        route.clear();
        route.push(self.cells[0]);
        let mut here = 0;
        while here + 1 < self.cells.len() {
            let Some(place) = world.locate(self.cells[here]) else { return false };
            let walkable = |to: usize| world.line_of_walk(&place, self.cells[to], filter, false).stopped_by.is_none();
            let fits = |to: usize| self.deviation(here, to) <= tolerance;
            let mut next = here;
            while next + 1 < self.cells.len() && fits(next + 1) && walkable(next + 1) {
                next += 1;
            }
            if next == here {
                return false;
            }
            route.push(self.cells[next]);
            here = next;
        }
        true
    }

    /// Farthest that the points between two lie off the straight line between them.
    fn deviation(&self, from: usize, to: usize) -> f64 {
        let way = self.cells[to] - self.cells[from];
        let squared = way.length_squared();
        let mut farthest = 0.0;
        for point in &self.cells[from + 1..to] {
            let offset = *point - self.cells[from];
            let along = if squared > 0.0 { (offset.dot(way) / squared).clamp(0.0, 1.0) } else { 0.0 };
            let off = sqrt((offset - way * along).length_squared());
            farthest = if off > farthest { off } else { farthest };
        }
        farthest
    }
}

/// What a sample is measured by: the largest cap of the layers the reader feels, as in `PheromoneMap::path`.
fn cap(map: &PheromoneMap, reader: &Reader<'_>) -> f64 {
    let params = map.params();
    let felt =
        params.layers.iter().zip(reader.weights).filter(|(_, weight)| **weight != 0.0).map(|(layer, _)| layer.cap);
    let mut cap = 0.0;
    for own in felt.chain(reader.avatar.map(|_| params.avatar_layer.cap)) {
        cap = if own > cap { own } else { cap };
    }
    if cap > 0.0 { f64::from(cap) } else { 1.0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::random::Random;
    use crate::pheromone::{LayerParams, MapParams, Source};
    use crate::world::{GridInput, WorldParams};

    fn level(seed: u64) -> (World, PheromoneMap) {
        let mut random = Random(seed);
        let blocked: Vec<u8> = (0..400).map(|_| (random.unit() < 0.2) as u8).collect();
        let grid = GridInput {
            width: 20,
            depth: 20,
            floors: 1,
            corner: DVec3::ZERO,
            floor_height: 3.0,
            blocked: &blocked,
            heights: &[],
            areas: &[],
        };
        let world = World::from_grid(&WorldParams::default(), &grid).unwrap();
        let params = MapParams { layers: alloc::vec![LayerParams::default(); 2], ..MapParams::default() };
        let mut map = PheromoneMap::new(&world, &params).unwrap();
        for id in 0..6 {
            let position = DVec3::new(random.unit() * 20.0, 0.0, random.unit() * 20.0);
            let emission = if id % 3 == 0 { -30.0 } else { 40.0 };
            // A source in a wall is refused, which is as good a level as any.
            let _ = map.add_source(&world, id, &Source { layer: id as usize % 2, position, emission, fixed: true });
        }
        map.step_to(&world, 2_000_000_000).unwrap();
        (world, map)
    }

    #[test]
    fn ways_cost_what_the_map_says_and_can_be_walked() {
        let (mut found, mut lost) = (0, 0);
        for seed in 0..40 {
            let (world, map) = level(seed);
            let mut random = Random(seed + 1000);
            let mut place = || DVec3::new(random.unit() * 20.0, 0.0, random.unit() * 20.0);
            let ends = (place(), place());
            let reader = Reader { weights: &[1.0, 0.5], avatar: None };
            let mut scratch = GuideScratch::default();
            let mut reference = Vec::new();
            let want = map.path(&world, &reader, ends.0, ends.1, 8.0, &mut reference).ok();
            let cost = scratch.search(&world, &map, &reader, ends, 8.0);
            assert_eq!(cost, want, "seed {seed}");
            if cost.is_none() {
                lost += 1;
                continue;
            }
            assert_eq!(scratch.cells, reference, "seed {seed}");
            let mut route = Vec::new();
            let filter = AreaFilter::default();
            if !scratch.straighten(&world, &filter, &mut route) {
                continue;
            }
            found += 1;
            assert!(route.len() <= MAX_CORNERS && route[0] == ends.0 && route[route.len() - 1] == ends.1);
            for leg in route.windows(2) {
                let from = world.locate(leg[0]).unwrap();
                assert_eq!(world.line_of_walk(&from, leg[1], &filter, false).stopped_by, None, "seed {seed}");
            }
        }
        assert!(found > 12 && lost > 3, "{found} found, {lost} without a way");
    }

    #[test]
    fn what_is_too_far_is_not_looked_for() {
        let grid = GridInput {
            width: 100,
            depth: 100,
            floors: 1,
            corner: DVec3::ZERO,
            floor_height: 3.0,
            blocked: &[],
            heights: &[],
            areas: &[],
        };
        let world = World::from_grid(&WorldParams::default(), &grid).unwrap();
        let map = PheromoneMap::new(&world, &MapParams::default()).unwrap();
        let reader = Reader { weights: &[1.0], avatar: None };
        let mut scratch = GuideScratch::default();
        let from = DVec3::new(0.5, 0.0, 0.5);
        let mut search = |to: DVec3| scratch.search(&world, &map, &reader, (from, to), 1.0);
        assert_eq!(search(DVec3::new(4.5, 0.0, 0.5)), Some(4.0));
        assert_eq!(search(DVec3::new(99.5, 0.0, 99.5)), None);
    }
}
