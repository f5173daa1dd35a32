//! Laying surface cells over the polygons, column by column, so that only what a tile touches is laid anew.

use super::cells::{CellIndex, CellSpace};
use super::mesh::MeshSurface;
use super::mesh::raster::{Column, Floor, Passage};
use crate::base::hash::StableHasher;
use crate::base::{Error, Result};
use alloc::format;
use alloc::vec::Vec;

/// Steps to the four squares beside a column, as (dz, dx).
const BESIDE: [(i32, i32); 4] = [(0, 1), (0, -1), (1, 0), (-1, 0)];
/// An existing cell within this share of the step height is the same cell after a re-bake. Floors of one column are more
/// than a step apart, so below one half no cell fits two of them.
const KEEP_SHARE: f64 = 0.49;

/// A connection between two floors of a plan, by number.
#[derive(Clone, Copy, Debug)]
struct PlannedEdge {
    from: u32,
    to: u32,
    two_way: bool,
}

/// New cells and connections of some columns, before anything is changed.
pub(crate) struct Plan {
    /// Columns laid anew, ascending.
    dirty: Vec<Column>,
    /// Floors of those columns and of the columns beside them, in order of column and height.
    floors: Vec<Floor>,
    edges: Vec<PlannedEdge>,
    keep_height: f32,
}

fn lattice_hash(cells: &CellSpace, c: CellIndex) -> u64 {
    let (ix, iz) = cells.lattice(c);
    StableHasher::new().u32(c.0).i64(ix.into()).i64(iz.into()).f32(cells.height(c)).finish()
}

impl Plan {
    /// Plans the cells of `dirty` columns (sorted here); fails when the level would have more than `max_cells`.
    pub(crate) fn new(
        surface: &MeshSurface,
        cells: &CellSpace,
        mut dirty: Vec<Column>,
        max_cells: u32,
        step_height: f64,
    ) -> Result<Self> {
        let size = cells.cell_size();
        dirty.sort_unstable();
        dirty.dedup();
        let is_dirty = |column: &Column| dirty.binary_search(column).is_ok();
        let mut columns = dirty.clone();
        for &(iz, ix) in &dirty {
            let beside = BESIDE.iter().map(|(dz, dx)| (iz + dz, ix + dx));
            columns.extend(beside.filter(|c| !is_dirty(c) && cells.column(c.1, c.0).next().is_some()));
        }
        columns.sort_unstable();
        columns.dedup();
        let now: usize = dirty.iter().map(|c| cells.column(c.1, c.0).count()).sum();
        let mut total = cells.cell_count() - now;
        let mut floors = Vec::new();
        for &column in &columns {
            let before = floors.len();
            surface.floors_of(column, size, &mut floors);
            total += if is_dirty(&column) { floors.len() - before } else { 0 };
            if total > max_cells as usize {
                return Err(Error::budget(format!(
                    "the level would have {total} cells or more, budget max_cells is {max_cells}; or are its coordinates of another \
                     unit than the frame's?"
                )));
            }
        }
        let keep_height = (KEEP_SHARE * step_height) as f32;
        let mut plan = Self { dirty, floors, edges: Vec::new(), keep_height };
        plan.find_edges(surface, size);
        Ok(plan)
    }

    fn is_dirty(&self, column: Column) -> bool {
        self.dirty.binary_search(&column).is_ok()
    }

    /// Numbers of the floors of a column.
    fn floors_of(&self, column: Column) -> core::ops::Range<usize> {
        let from = self.floors.partition_point(|f| f.column < column);
        from..from + self.floors[from..].partition_point(|f| f.column == column)
    }

    fn find_edges(&mut self, surface: &MeshSurface, size: f64) {
        let mut edges = Vec::new();
        for &(iz, ix) in &self.dirty {
            let own = self.floors_of((iz, ix));
            for (dz, dx) in BESIDE {
                let other = (iz + dz, ix + dx);
                // Two dirty columns meet once.
                if other < (iz, ix) && self.is_dirty(other) {
                    continue;
                }
                self.connect_columns(surface, size, own.clone(), self.floors_of(other), &mut edges);
            }
            self.connect_falls(surface, size, own.clone(), own, &mut edges);
        }
        self.edges = edges;
    }

    fn connect_columns(
        &self,
        surface: &MeshSurface,
        size: f64,
        a: core::ops::Range<usize>,
        b: core::ops::Range<usize>,
        edges: &mut Vec<PlannedEdge>,
    ) {
        let begin = edges.len();
        for from in a.clone() {
            for to in b.clone() {
                if surface.passage(&self.floors[from], &self.floors[to], size) == Some(Passage::Walk) {
                    edges.push(PlannedEdge { from: from as u32, to: to as u32, two_way: true });
                }
            }
        }
        // Who can walk over there need not fall.
        let walks = |floor: usize, edges: &[PlannedEdge]| {
            edges[begin..].iter().any(|e| e.two_way && (e.from as usize == floor || e.to as usize == floor))
        };
        for (here, there) in [(a.clone(), b.clone()), (b, a)] {
            for from in here {
                if !walks(from, edges) {
                    self.connect_falls(surface, size, from..from + 1, there.clone(), edges);
                }
            }
        }
    }

    /// One falls to the highest floor that catches.
    fn connect_falls(
        &self,
        surface: &MeshSurface,
        size: f64,
        above: core::ops::Range<usize>,
        below: core::ops::Range<usize>,
        edges: &mut Vec<PlannedEdge>,
    ) {
        for from in above {
            let caught = below.clone().rev().find(|&to| {
                to != from && surface.passage(&self.floors[from], &self.floors[to], size) == Some(Passage::Fall)
            });
            if let Some(to) = caught {
                edges.push(PlannedEdge { from: from as u32, to: to as u32, two_way: false });
            }
        }
    }

    /// Whether a ground position (lattice column) is laid anew.
    pub(crate) fn covers(&self, ix: i32, iz: i32) -> bool {
        self.is_dirty((iz, ix))
    }

    /// Carries the plan out. Returns by how much the layout's hash changes. Links of the columns must be detached before
    /// and attached after.
    pub(crate) fn apply(self, cells: &mut CellSpace) -> u64 {
        let mut change = 0u64;
        let mut present: Vec<CellIndex> = Vec::new();
        for &column in &self.dirty {
            present.clear();
            present.extend(cells.column(column.1, column.0));
            let floors = &self.floors[self.floors_of(column)];
            for &cell in &present {
                change = change.wrapping_sub(lattice_hash(cells, cell));
                let height = cells.height(cell);
                if floors.iter().any(|f| (f.place.point.y as f32 - height).abs() <= self.keep_height) {
                    cells.disconnect(cell);
                } else {
                    cells.remove(cell);
                }
            }
        }
        let assigned = self.place(cells);
        for edge in &self.edges {
            if let (Some(from), Some(to)) = (assigned[edge.from as usize], assigned[edge.to as usize]) {
                cells.connect(from, to, edge.two_way, 1.0);
            }
        }
        for (floor, cell) in self.floors.iter().zip(&assigned) {
            if let Some(cell) = cell.filter(|_| self.is_dirty(floor.column)) {
                change = change.wrapping_add(lattice_hash(cells, cell));
            }
        }
        change
    }

    /// Gives every floor its cell, spreading from cells that exist so that connected floors share sheets.
    fn place(&self, cells: &mut CellSpace) -> Vec<Option<CellIndex>> {
        let mut assigned: Vec<Option<CellIndex>> = self
            .floors
            .iter()
            .map(|f| {
                let distance = |c: CellIndex| (cells.height(c) - f.place.point.y as f32).abs();
                let near = cells.column(f.column.1, f.column.0).filter(|&c| distance(c) <= self.keep_height);
                near.min_by(|&a, &b| distance(a).total_cmp(&distance(b)))
            })
            .collect();
        let neighbours = self.neighbours();
        let mut queue: Vec<u32> = (0..self.floors.len() as u32).filter(|&i| assigned[i as usize].is_some()).collect();
        for &i in &queue {
            let floor = &self.floors[i as usize];
            if self.is_dirty(floor.column) {
                assigned[i as usize] = Some(self.place_floor(cells, floor, None));
            }
        }
        let mut next = 0;
        for seed in 0..self.floors.len() as u32 {
            loop {
                while next < queue.len() {
                    let from = queue[next];
                    next += 1;
                    for &to in neighbours.of(from) {
                        if assigned[to as usize].is_none() && self.is_dirty(self.floors[to as usize].column) {
                            let beside = assigned[from as usize];
                            assigned[to as usize] = Some(self.place_floor(cells, &self.floors[to as usize], beside));
                            queue.push(to);
                        }
                    }
                }
                let floor = &self.floors[seed as usize];
                if assigned[seed as usize].is_some() || !self.is_dirty(floor.column) {
                    break;
                }
                assigned[seed as usize] = Some(self.place_floor(cells, floor, None));
                queue.push(seed);
            }
        }
        assigned
    }

    fn place_floor(&self, cells: &mut CellSpace, floor: &Floor, beside: Option<CellIndex>) -> CellIndex {
        cells.place(floor.column.1, floor.column.0, floor.place.point.y as f32, self.keep_height, beside)
    }

    fn neighbours(&self) -> Neighbours {
        let walks = || self.edges.iter().filter(|e| e.two_way);
        let mut starts = alloc::vec![0u32; self.floors.len() + 1];
        for e in walks() {
            starts[e.from as usize + 1] += 1;
            starts[e.to as usize + 1] += 1;
        }
        for i in 1..starts.len() {
            starts[i] += starts[i - 1];
        }
        let mut fill = starts.clone();
        let mut list = alloc::vec![0u32; *starts.last().expect("one more than floors") as usize];
        for e in walks() {
            for (a, b) in [(e.from, e.to), (e.to, e.from)] {
                list[fill[a as usize] as usize] = b;
                fill[a as usize] += 1;
            }
        }
        Neighbours { starts, list }
    }
}

/// Floors one can walk to, by floor.
struct Neighbours {
    starts: Vec<u32>,
    list: Vec<u32>,
}

impl Neighbours {
    fn of(&self, floor: u32) -> &[u32] {
        &self.list[self.starts[floor as usize] as usize..self.starts[floor as usize + 1] as usize]
    }
}
