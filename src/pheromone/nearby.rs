//! Where polygon cells are: they lie on no lattice, so regions find them in a coarse grid of their centres.

use crate::base::math::{DVec2, floor_to_i32};
use crate::world::{CellIndex, CellMode, World};
use alloc::vec::Vec;

/// Bucket edge in cell sizes of the level.
const BUCKET_CELLS: f64 = 8.0;

/// Cells by bucket of their centre; empty on worlds with surface cells.
#[derive(Default)]
pub(super) struct Nearby {
    bucket: f64,
    /// (row, column, cell), sorted.
    cells: Vec<(i32, i32, CellIndex)>,
}

impl Nearby {
    pub(super) fn rebuild(&mut self, world: &World) {
        self.cells.clear();
        if world.params().cell_mode != CellMode::Polygon {
            return;
        }
        self.bucket = BUCKET_CELLS * world.params().cell_size;
        for cell in world.cells().cells() {
            let center = world.cell_center(cell) - world.origin();
            self.cells.push((floor_to_i32(center.z / self.bucket), floor_to_i32(center.x / self.bucket), cell));
        }
        self.cells.sort_unstable();
    }

    /// Calls `f` for every cell whose bucket lies within `reach` of a place relative to the level's origin.
    pub(super) fn for_each(&self, center: DVec2, reach: f64, mut f: impl FnMut(CellIndex)) {
        let bucket = |v: f64| floor_to_i32(v / self.bucket);
        let (first_column, last_column) = (bucket(center.x - reach), bucket(center.x + reach));
        let last_row = bucket(center.y + reach);
        let mut row = bucket(center.y - reach);
        loop {
            let start = self.cells.partition_point(|c| (c.0, c.1) < (row, first_column));
            let Some(&(found, ..)) = self.cells.get(start) else { return };
            if found > last_row {
                return;
            }
            if found > row {
                // Empty rows are jumped over, so that a wide region costs no more than the level has cells.
                row = found;
                continue;
            }
            self.cells[start..].iter().take_while(|c| c.0 == row && c.1 <= last_column).for_each(|c| f(c.2));
            let Some(next) = row.checked_add(1) else { return };
            row = next;
        }
    }

    pub(super) fn bytes(&self) -> usize {
        self.cells.capacity() * size_of::<(i32, i32, CellIndex)>()
    }
}
