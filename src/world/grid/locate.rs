//! From a point to the floor it belongs to.

use super::{GridSurface, HEIGHT_TOLERANCE};
use crate::base::math::{DVec2, DVec3, floor_to_i32, sqrt};
use crate::world::cells::{CellIndex, CellSpace};
use crate::world::query::{Budget, Location};
use alloc::vec::Vec;

/// A point this close to a border, in cell sizes, also belongs to the square beyond it if there is none here: points that
/// were clipped at a wall, or rounded to single precision by the host, must be found again.
const BORDER_TOLERANCE: f64 = 1e-5;

impl GridSurface {
    /// The floor that `p` belongs to: at most the floor reach below it or the step height above it, and of several the
    /// nearest in height. A cell closed by a door is found too.
    pub fn locate(&self, cells: &CellSpace, p: DVec3) -> Option<Location> {
        let at = self.lattice_position(p);
        let near = |value: f64, by: f64| floor_to_i32(value + by);
        let (x, z) = (near(at.x, 0.0), near(at.y, 0.0));
        let found = self.floor_in_column(cells, x, z, p.y).or_else(|| {
            let xs = [near(at.x, -BORDER_TOLERANCE), near(at.x, BORDER_TOLERANCE)];
            let zs = [near(at.y, -BORDER_TOLERANCE), near(at.y, BORDER_TOLERANCE)];
            let around = zs.into_iter().flat_map(|z| xs.into_iter().map(move |x| (x, z)));
            around.filter(|&column| column != (x, z)).find_map(|(x, z)| self.floor_in_column(cells, x, z, p.y))
        })?;
        let floor = self.lattice_origin().y + f64::from(cells.height(found));
        Some(Location { point: DVec3::new(p.x, floor, p.z), polygon: None, cell: Some(found) })
    }

    fn floor_in_column(&self, cells: &CellSpace, ix: i32, iz: i32, y: f64) -> Option<CellIndex> {
        let local = y - self.lattice_origin().y;
        let mut best: Option<(f64, CellIndex)> = None;
        for cell in cells.column(ix, iz) {
            let above = local - f64::from(cells.height(cell));
            let belongs = above <= self.floor_reach + HEIGHT_TOLERANCE && -above <= self.step_height + HEIGHT_TOLERANCE;
            if belongs && best.is_none_or(|(distance, _)| above.abs() < distance) {
                best = Some((above.abs(), cell));
            }
        }
        best.map(|(_, cell)| cell)
    }

    /// The point nearest to `p` in space on any square that is not closed, at most `max_distance` metres away; ties go to
    /// the lowest cell index. Every column looked at counts against the budget.
    pub(in crate::world) fn nearest(
        &self,
        cells: &CellSpace,
        p: DVec3,
        max_distance: f64,
        budget: &mut Budget,
    ) -> Option<Location> {
        let at = self.lattice_position(p);
        let column = |value: f64, count: i32| floor_to_i32(value).clamp(0, count - 1);
        let (cx, cz) = (column(at.x, self.width), column(at.y, self.depth));
        let mut best: Option<(f64, CellIndex)> = None;
        let mut limit = max_distance;
        'rings: for ring in 0..=self.width.max(self.depth) {
            // The point of the rectangle nearest to `p` lies in the middle column, and nothing in the rectangle is nearer to
            // `p` than to that point, so everything in this ring is at least this far.
            if f64::from(ring - 1) * self.cell_size > limit {
                break;
            }
            for (ix, iz) in self.ring(cx, cz, ring) {
                if !budget.take(1) {
                    break 'rings;
                }
                for cell in cells.column(ix, iz).filter(|&cell| !cells.is_blocked(cell)) {
                    let distance = self.distance_to_cell(cells, cell, p);
                    let key = (distance, cell);
                    if distance <= limit && best.is_none_or(|best| key < best) {
                        best = Some(key);
                        limit = distance;
                    }
                }
            }
        }
        best.map(|(_, cell)| self.location(cells, cell, at))
    }

    /// Distance in space from a point to a cell's square, metres.
    pub(super) fn distance_to_cell(&self, cells: &CellSpace, c: CellIndex, p: DVec3) -> f64 {
        let at = self.lattice_position(p);
        let (ix, iz) = cells.lattice(c);
        let outside = |value: f64, i: i32| value - value.clamp(f64::from(i), f64::from(i) + 1.0);
        let gap = DVec2::new(outside(at.x, ix), outside(at.y, iz)) * self.cell_size;
        let rise = p.y - self.lattice_origin().y - f64::from(cells.height(c));
        sqrt(gap.x * gap.x + gap.y * gap.y + rise * rise)
    }

    /// The cells that a closed box covers, in index order: squares that overlap it in the ground plane on floors between
    /// its bottom (less a step, because boxes are drawn to stand on the floor) and its top.
    pub fn cells_in_box(&self, cells: &CellSpace, low: DVec3, high: DVec3, out: &mut Vec<CellIndex>) {
        out.clear();
        let (from, to) = (self.lattice_position(low), self.lattice_position(high));
        let first = |value: f64| floor_to_i32(value).max(0);
        // A box that only touches a border does not reach across it; one without extent is where it is.
        let last = |value: f64, from: f64, count: i32| {
            let column = floor_to_i32(value);
            let touches = f64::from(column) == value && value > from;
            if touches { column - 1 } else { column }.min(count - 1)
        };
        let floor = self.lattice_origin().y;
        let heights = low.y - floor - self.step_height - HEIGHT_TOLERANCE..=high.y - floor + HEIGHT_TOLERANCE;
        for iz in first(from.y)..=last(to.y, from.y, self.depth) {
            for ix in first(from.x)..=last(to.x, from.x, self.width) {
                out.extend(cells.column(ix, iz).filter(|&c| heights.contains(&f64::from(cells.height(c)))));
            }
        }
        out.sort_unstable();
    }

    /// The lattice columns of the grid whose larger coordinate distance from (cx, cz) is `ring`.
    fn ring(&self, cx: i32, cz: i32, ring: i32) -> impl Iterator<Item = (i32, i32)> + use<> {
        let (west, east) = ((cx - ring).max(0), (cx + ring).min(self.width - 1));
        let (low, high) = ((cz - ring).max(0), (cz + ring).min(self.depth - 1));
        // Sides that lie outside cost nothing: a level may be one column wide.
        let both = |low: i32, high: i32, least: i32, most: i32| {
            let first = (low >= least).then_some(low);
            first.into_iter().chain((high <= most && high != low).then_some(high))
        };
        let rows = both(cz - ring, cz + ring, 0, self.depth - 1);
        let rows = rows.flat_map(move |z| (west..=east).map(move |x| (x, z)));
        let (low, high) = (low.max(cz - ring + 1), high.min(cz + ring - 1));
        let sides = both(cx - ring, cx + ring, 0, self.width - 1);
        rows.chain(sides.flat_map(move |x| (low..=high).map(move |z| (x, z))))
    }
}
