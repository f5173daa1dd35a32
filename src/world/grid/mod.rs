//! The geometry behind a level that came as a regular grid: every square is one cell.
//!
//! Squares whose sides touch are connected where the heights differ by at most the step height, also from floor to floor
//! (stairs). Where a square has no such neighbour on a side but a lower one within the drop height, the side is a *drop*:
//! one can go down, not up, and somebody in the air is not stopped. Every other side is a wall.

mod build;
mod locate;
mod path;
mod search;
#[cfg(test)]
mod tests;
mod walk;

pub use path::{AreaCosts, GridLink, GridRoads};
pub use search::GridScratch;

use super::cells::{CellIndex, CellSpace};
use super::{AreaFilter, Location};
use crate::base::hash::StableHasher;
use crate::base::math::{DVec2, DVec3, floor_to_i32};
use alloc::vec::Vec;

/// Heights that differ from a limit by less than this count as equal to it, metres: stairs whose steps are exactly the
/// step height must work although heights are rounded to single precision.
const HEIGHT_TOLERANCE: f64 = 1e-3;

/// Squares in floors, with areas; the cells themselves are in [`CellSpace`].
#[derive(Clone, Debug)]
pub struct GridSurface {
    cell_size: f64,
    step_height: f64,
    drop_height: f64,
    floor_reach: f64,
    /// The world's origin in the host's present coordinates.
    origin: DVec3,
    /// From the origin to the corner of square (0, 0); y is 0, because heights of cells are relative to the origin.
    offset: DVec3,
    width: i32,
    depth: i32,
    /// Area kind by cell index; empty when all are 0.
    areas: Vec<u8>,
    /// Bit per area kind that occurs.
    areas_used: u64,
}

impl GridSurface {
    /// Where the corner of lattice column (0, 0) is; y is the height to which heights of cells are relative. Local
    /// coordinates of cells ([`CellSpace::center_local`]) are relative to this point.
    pub fn lattice_origin(&self) -> DVec3 {
        self.origin + self.offset
    }

    /// Moves the origin of coordinates: the place that was at `shift` is at zero from now on.
    pub fn rebase(&mut self, shift: DVec3) {
        self.origin -= shift;
    }

    /// Area kind of a cell.
    pub fn area(&self, c: CellIndex) -> u8 {
        self.areas.get(c.0 as usize).copied().unwrap_or(0)
    }

    /// Centre of a cell on its floor.
    pub fn cell_center(&self, cells: &CellSpace, c: CellIndex) -> DVec3 {
        let (ix, iz) = cells.lattice(c);
        self.point_at(cells, c, DVec2::new(f64::from(ix) + 0.5, f64::from(iz) + 0.5))
    }

    /// Bytes of heap memory held, without the cells.
    pub fn bytes(&self) -> usize {
        self.areas.capacity()
    }

    /// Mixes in what is not in the cells. Where the origin lies now does not count.
    pub fn hash_into(&self, h: &mut StableHasher) {
        for value in [self.cell_size, self.step_height, self.drop_height, self.floor_reach] {
            h.f64(value);
        }
        h.f64(self.offset.x).f64(self.offset.z).i64(self.width.into()).i64(self.depth.into()).bytes(&self.areas);
    }

    /// Ground-plane position in cell sizes from the lattice's corner.
    fn lattice_position(&self, p: DVec3) -> DVec2 {
        let local = p - self.lattice_origin();
        DVec2::new(local.x / self.cell_size, local.z / self.cell_size)
    }

    /// A lattice position put on the floor of a cell.
    fn point_at(&self, cells: &CellSpace, c: CellIndex, at: DVec2) -> DVec3 {
        let local = DVec3::new(at.x * self.cell_size, f64::from(cells.height(c)), at.y * self.cell_size);
        self.lattice_origin() + local
    }

    /// Like [`GridSurface::point_at`] for a position in the closed square of `c`, moved inside just so far that looking
    /// the point up finds the square of `c` again and not the one on the other side of the border.
    fn point_inside(&self, cells: &CellSpace, c: CellIndex, at: DVec2) -> DVec3 {
        let (ix, iz) = cells.lattice(c);
        let mut margin = 0.0;
        loop {
            let inside = |value: f64, i: i32| value.clamp(f64::from(i) + margin, f64::from(i) + 1.0 - margin);
            let point = self.point_at(cells, c, DVec2::new(inside(at.x, ix), inside(at.y, iz)));
            let found = self.lattice_position(point);
            let same = floor_to_i32(found.x) == ix && floor_to_i32(found.y) == iz;
            // Far from the origin doubles are coarse, so the first margins may be rounded away.
            if same || margin > 0.25 {
                return point;
            }
            margin = if margin == 0.0 { 1e-9 } else { margin * 4.0 };
        }
    }

    fn location(&self, cells: &CellSpace, c: CellIndex, at: DVec2) -> Location {
        Location { point: self.point_inside(cells, c, at), polygon: None, cell: Some(c) }
    }

    fn allows(&self, filter: &AreaFilter, c: CellIndex) -> bool {
        filter.allowed >> self.area(c) & 1 != 0
    }
}
