//! One cell per polygon, for hosts that want exactly their cells.
//!
//! The cells sit on a lattice that means nothing: polygon n has the n-th slot of the n / 256-th tile. Edges are weighted
//! by the metres of border that two polygons share.

use super::cells::{CellIndex, CellSpace, TILE_CELLS, TILE_SIDE};
use super::mesh::MeshSurface;
use super::mesh::geometry::{flat, flat_distance};
use super::query::EdgeKind;
use crate::base::hash::StableHasher;
use alloc::vec::Vec;

fn lattice_of(polygon: u32) -> (i32, i32) {
    let (tile, slot) = (polygon as usize / TILE_CELLS, polygon as usize % TILE_CELLS);
    ((tile * TILE_SIDE + slot % TILE_SIDE) as i32, (slot / TILE_SIDE) as i32)
}

/// The cell of a polygon.
pub(crate) fn cell_of(cells: &CellSpace, polygon: u32) -> Option<CellIndex> {
    let (ix, iz) = lattice_of(polygon);
    cells.column(ix, iz).next()
}

/// The polygon of a cell.
pub(crate) fn polygon_of(cells: &CellSpace, cell: CellIndex) -> u32 {
    let (ix, iz) = cells.lattice(cell);
    let (tile, x) = (ix as usize / TILE_SIDE, ix as usize % TILE_SIDE);
    (tile * TILE_CELLS + iz as usize * TILE_SIDE + x) as u32
}

fn polygon_hash(cells: &CellSpace, cell: CellIndex) -> u64 {
    StableHasher::new().u32(cell.0).u32(polygon_of(cells, cell)).f32(cells.height(cell)).finish()
}

/// Takes the cells of `gone` away, makes those of `new`, and connects everything anew around the `dirty` polygons (which
/// include the new ones). Returns by how much the layout's hash changes.
pub(crate) fn lay_out(surface: &MeshSurface, cells: &mut CellSpace, gone: &[u32], new: &[u32], dirty: &[u32]) -> u64 {
    let mut change = 0u64;
    for cell in gone.iter().filter_map(|&p| cell_of(cells, p)).collect::<Vec<_>>() {
        change = change.wrapping_sub(polygon_hash(cells, cell));
        cells.remove(cell);
    }
    for &polygon in new {
        let (ix, iz) = lattice_of(polygon);
        let cell = cells.place_on_sheet(ix, iz, 0, surface.polygon(polygon).centroid.y as f32);
        change = change.wrapping_add(polygon_hash(cells, cell));
    }
    let mut around: Vec<u32> = Vec::new();
    let mut near = Vec::new();
    for &number in dirty {
        if let Some(cell) = cell_of(cells, number) {
            cells.disconnect(cell);
        }
        let margin = crate::base::math::DVec2::splat(surface.tolerances.drop_reach.max(surface.tolerances.weld));
        let polygon = surface.polygon(number);
        surface.buckets().within(flat(polygon.min) - margin, flat(polygon.max) + margin, &mut near);
        around.extend_from_slice(&near);
    }
    around.sort_unstable();
    around.dedup();
    let is_dirty = |polygon: u32| dirty.binary_search(&polygon).is_ok();
    for &number in &around {
        let targets = surface.polygon(number).spans.iter().map(|s| s.to);
        let mut targets: Vec<u32> = targets.filter(|&to| is_dirty(to) || is_dirty(number)).collect();
        targets.sort_unstable();
        targets.dedup();
        for to in targets {
            connect(surface, cells, number, to);
        }
    }
    change
}

/// Metres of border through which one gets from `a` to `b` in this way.
fn border(surface: &MeshSurface, a: u32, b: u32, kind: EdgeKind) -> f64 {
    let polygon = surface.polygon(a);
    let parts = polygon.spans.iter().filter(|s| s.to == b && s.kind == kind);
    parts.map(|s| polygon.portal(s)).fold(0.0, |sum, (p, q)| sum + flat_distance(p, q))
}

fn connect(surface: &MeshSurface, cells: &mut CellSpace, a: u32, b: u32) {
    let (Some(from), Some(to)) = (cell_of(cells, a), cell_of(cells, b)) else { return };
    let open = border(surface, a, b, EdgeKind::Open).max(border(surface, b, a, EdgeKind::Open));
    if open > 0.0 {
        cells.connect(from, to, true, open as f32);
    } else {
        cells.connect(from, to, false, border(surface, a, b, EdgeKind::Drop) as f32);
    }
}
