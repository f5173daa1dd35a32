//! Doors close cells, polygons and links, and stop walkers.

use super::cells::CellIndex;
use super::input::DoorInput;
use super::mesh::geometry::flat;
use super::mesh::raster::covered_columns;
use super::mesh::{ClosedBox, MeshSurface, PolygonRef};
use super::{CellMode, DoorId, LinkId, Surface, World, polygon_cells};
use crate::base::hash::StableHasher;
use crate::base::math::floor_to_i32;
use crate::base::{Error, Result};
use alloc::format;
use alloc::vec::Vec;

/// A door; its box is relative to the origin.
#[derive(Clone, Debug)]
pub(crate) struct Door {
    pub(crate) bounds: Option<ClosedBox>,
    pub(crate) polygons: Vec<PolygonRef>,
    links: Vec<LinkId>,
    pub(crate) open: bool,
    /// Cells it blocks now; empty while it is open.
    held: Vec<CellIndex>,
}

impl Door {
    pub(crate) fn bytes(&self) -> usize {
        self.polygons.capacity() * size_of::<PolygonRef>()
            + self.links.capacity() * size_of::<LinkId>()
            + self.held.capacity() * size_of::<CellIndex>()
    }

    pub(crate) fn hash_into(&self, h: &mut StableHasher) {
        h.u32(self.bounds.is_some() as u32);
        for v in self.bounds.iter().flat_map(|b| [b.min, b.max]) {
            h.f64(v.x).f64(v.y).f64(v.z);
        }
        h.u64(self.polygons.len() as u64).u64(self.links.len() as u64);
        for polygon in &self.polygons {
            h.u64(polygon.0);
        }
        for link in &self.links {
            h.u32(link.index).u32(link.generation);
        }
    }
}

impl World {
    /// Adds a door. It closes every cell whose square its box overlaps on the floors from a step below the box up to its
    /// top (polygon cells: those whose centre lies in it), the cells of its polygons, and its links.
    pub fn add_door(&mut self, door: &DoorInput<'_>) -> Result<DoorId> {
        if self.doors.len() >= self.params.max_links as usize {
            return Err(Error::budget(format!(
                "the level has {} doors, which is the budget max_links",
                self.doors.len()
            )));
        }
        if let Some((min, max)) = door.bounds
            && !(min.is_finite() && max.is_finite() && min.cmple(max).all())
        {
            return Err(Error::invalid(format!("bounds are {min} to {max}, must be finite and in order")));
        }
        let mut polygons = Vec::with_capacity(door.polygons.len());
        for &polygon in door.polygons {
            polygons.push(self.polygon_ref(polygon)?);
        }
        door.links.iter().try_for_each(|&link| self.check_link(link))?;
        let bounds = door.bounds.map(|(min, max)| ClosedBox { min: min - self.origin, max: max - self.origin });
        let id = self.doors.insert(Door { bounds, polygons, links: door.links.into(), open: true, held: Vec::new() });
        self.revision += 1;
        if !door.open {
            self.set_door_open(id, false)?;
        }
        Ok(id)
    }

    /// Takes a door away; what it closed is open.
    pub fn remove_door(&mut self, id: DoorId) -> Result<()> {
        self.set_door_open(id, true)?;
        self.doors.remove(id);
        self.revision += 1;
        Ok(())
    }

    /// Opens or closes a door.
    pub fn set_door_open(&mut self, id: DoorId, open: bool) -> Result<()> {
        if self.door_is_open(id)? == open {
            return Ok(());
        }
        if open {
            self.release_door(id);
        }
        self.doors.get_mut(id).expect("looked up above").open = open;
        if !open {
            self.hold_door(id);
        }
        self.refresh_grid_links();
        self.cells.finish_edit();
        self.revision += 1;
        Ok(())
    }

    /// Whether a door is open.
    pub fn door_is_open(&self, id: DoorId) -> Result<bool> {
        match self.doors.get(id) {
            Some(door) => Ok(door.open),
            None => Err(Error::not_found(format!("there is no door {} of generation {}", id.index, id.generation))),
        }
    }

    /// All doors, in index order.
    pub fn doors(&self) -> impl Iterator<Item = DoorId> + '_ {
        self.doors.iter().map(|(id, _)| id)
    }

    /// Makes a closed door take effect.
    pub(super) fn hold_door(&mut self, id: DoorId) {
        let Some(door) = self.doors.get(id) else { return };
        let door = door.clone();
        let held = self.cells_of_door(&door);
        for &cell in &held {
            let doors = self.blocked.entry(cell).or_insert(0);
            *doors += 1;
            if *doors == 1 {
                self.cells.set_blocked(cell, true);
            }
        }
        self.close_surface(&door, true);
        self.doors.get_mut(id).expect("looked up above").held = held;
    }

    /// Undoes [`World::hold_door`].
    pub(super) fn release_door(&mut self, id: DoorId) {
        let Some(door) = self.doors.get_mut(id) else { return };
        let held = core::mem::take(&mut door.held);
        let door = door.clone();
        for cell in held {
            if let Some(doors) = self.blocked.get_mut(&cell) {
                *doors -= 1;
                if *doors == 0 {
                    self.blocked.remove(&cell);
                    self.cells.set_blocked(cell, false);
                }
            }
        }
        self.close_surface(&door, false);
    }

    fn close_surface(&mut self, door: &Door, closed: bool) {
        if let Surface::Mesh(mesh) = &mut self.surface {
            if let Some(bounds) = door.bounds {
                mesh.set_box_closed(bounds, closed);
            }
            for polygon in &door.polygons {
                if let Some(number) = mesh.resolve(*polygon) {
                    let doors = &mut mesh.polygon_mut(number).closed;
                    *doors = if closed { doors.saturating_add(1) } else { doors.saturating_sub(1) };
                }
            }
        }
        for &link in &door.links {
            self.close_link(link, closed);
        }
    }

    fn cells_of_door(&self, door: &Door) -> Vec<CellIndex> {
        let mut held = Vec::new();
        match &self.surface {
            Surface::Grid(grid) => {
                if let Some(b) = door.bounds {
                    grid.cells_in_box(&self.cells, b.min + self.origin, b.max + self.origin, &mut held);
                }
            }
            Surface::Mesh(mesh) => {
                let polygons: Vec<u32> = door.polygons.iter().filter_map(|&r| mesh.resolve(r)).collect();
                if self.params.cell_mode == CellMode::Polygon {
                    let inside =
                        mesh.polygons().filter(|(_, p)| door.bounds.is_some_and(|b| mesh.is_in_box(&b, p.centroid)));
                    let closed = inside.map(|(number, _)| number).chain(polygons);
                    held.extend(closed.filter_map(|p| polygon_cells::cell_of(&self.cells, p)));
                } else {
                    if let Some(b) = door.bounds {
                        self.cells_in_box(mesh, &b, &mut held);
                    }
                    for polygon in polygons {
                        self.cells_on_polygon(mesh, polygon, &mut held);
                    }
                }
            }
        }
        held.sort_unstable();
        held.dedup();
        held
    }

    fn cells_in_box(&self, mesh: &MeshSurface, b: &ClosedBox, out: &mut Vec<CellIndex>) {
        let size = self.params.cell_size;
        let first = |v: f64| floor_to_i32(v / size);
        // A box that only touches a border does not reach across it.
        let last = |v: f64, from: f64| {
            let column = floor_to_i32(v / size);
            if f64::from(column) * size == v && v > from { column - 1 } else { column }
        };
        let heights = b.min.y - mesh.tolerances.step..=b.max.y;
        let Some(range) = self.column_range() else { return };
        for iz in first(b.min.z).max(range.0.1)..=last(b.max.z, b.min.z).min(range.1.1) {
            for ix in first(b.min.x).max(range.0.0)..=last(b.max.x, b.min.x).min(range.1.0) {
                let column = self.cells.column(ix, iz);
                out.extend(column.filter(|&c| heights.contains(&f64::from(self.cells.height(c)))));
            }
        }
    }

    /// Smallest and largest lattice column (ix, iz) with cells: a box may be much larger than the level.
    fn column_range(&self) -> Option<((i32, i32), (i32, i32))> {
        const SIDE: i32 = super::cells::TILE_SIDE as i32;
        self.cells.tiles().fold(None, |range, (_, tile)| {
            let (low, high) =
                ((tile.tx * SIDE, tile.tz * SIDE), (tile.tx * SIDE + SIDE - 1, tile.tz * SIDE + SIDE - 1));
            Some(range.map_or((low, high), |(a, b): ((i32, i32), (i32, i32))| {
                ((a.0.min(low.0), a.1.min(low.1)), (b.0.max(high.0), b.1.max(high.1)))
            }))
        })
    }

    /// Cells that stand on a polygon; for one too small for that, all that touch it with a sample.
    fn cells_on_polygon(&self, mesh: &MeshSurface, polygon: u32, out: &mut Vec<CellIndex>) {
        let mut columns = Vec::new();
        covered_columns(mesh.polygon(polygon), self.params.cell_size, 0.0, &mut columns);
        let mut floors = Vec::new();
        for &column in &columns {
            mesh.floors_of(column, self.params.cell_size, &mut floors);
        }
        let standing = floors.iter().filter(|f| f.place.polygon == polygon).count() > 0;
        for floor in floors.iter().filter(|f| if standing { f.place.polygon == polygon } else { f.touches(polygon) }) {
            let place = flat(floor.place.point);
            let near = self.cells.column(floor.column.1, floor.column.0);
            let distance = |c: CellIndex| {
                (f64::from(self.cells.height(c)) - mesh.polygon(floor.place.polygon).height(place)).abs()
            };
            out.extend(near.min_by(|&a, &b| distance(a).total_cmp(&distance(b))));
        }
    }
}
