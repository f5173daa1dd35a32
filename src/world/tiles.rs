//! Tiles that come, go and are baked anew while the game runs. Only what a tile touches is computed again.

use super::input::{CellMode, MeshInput, TileKey};
use super::layout::Plan;
use super::links::Link;
use super::mesh::geometry::flat;
use super::mesh::raster::covered_columns;
use super::mesh::{MeshSurface, MeshTile, Polygon, RetiredTile, clean};
use super::{DoorId, LinkId, Surface, World, polygon_cells};
use crate::base::math::{DVec2, floor_to_i32};
use crate::base::{Error, Result};
use alloc::format;
use alloc::vec::Vec;

/// A change of polygons that still can be undone.
struct Edit {
    key: TileKey,
    retired: Option<RetiredTile>,
    /// Ground rectangles of all polygons that came or went.
    changed: Vec<(DVec2, DVec2)>,
    /// Polygons whose edges were computed anew.
    dirty: Vec<u32>,
}

/// What becomes of the cells.
enum CellPlan {
    Surface(Plan),
    Polygon { gone: Vec<u32>, new: Vec<u32> },
}

impl World {
    /// Adds a tile or bakes it anew. Fields of untouched places stay, by position. On error nothing changed.
    pub fn set_tile(&mut self, key: TileKey, mesh: &MeshInput<'_>) -> Result<()> {
        let surface = self.mesh()?;
        let old = surface.tiles.get(&key).map_or(0, |tile| tile.polygons.len());
        let (polygons, stats) = clean::clean(mesh, self.origin, self.params.weld_distance)?;
        for (number, link) in mesh.links.iter().enumerate() {
            link.check().map_err(|e| Error::new(e.kind, format!("link {number}: {}", e.message)))?;
        }
        let count = surface.count() - old + polygons.len();
        if count > self.params.max_polygons as usize {
            let budget = self.params.max_polygons;
            return Err(Error::budget(format!(
                "the level would have {count} polygons, budget max_polygons is {budget}"
            )));
        }
        let count = self.links.len() - self.links_of_tile(key).count() + mesh.links.len();
        if count > self.params.max_links as usize {
            let budget = self.params.max_links;
            return Err(Error::budget(format!("the level would have {count} links, budget max_links is {budget}")));
        }
        let links = mesh.links.iter().map(|l| Link::new(l, self.origin, Some(key))).collect();
        self.edit_tile(key, Some((polygons, stats)), links)?;
        self.may_grow = true;
        Ok(())
    }

    /// Takes a tile away, with the links that came with it.
    pub fn remove_tile(&mut self, key: TileKey) -> Result<()> {
        if !self.mesh()?.tiles.contains_key(&key) {
            return Err(Error::not_found(format!("there is no tile ({}, {}, {})", key.x, key.z, key.layer)));
        }
        self.edit_tile(key, None, Vec::new())?;
        self.may_grow = true;
        Ok(())
    }

    /// The tiles there are, in key order.
    pub fn tiles(&self) -> impl Iterator<Item = TileKey> + '_ {
        let mesh = match &self.surface {
            Surface::Mesh(mesh) => Some(mesh),
            Surface::Grid(_) => None,
        };
        mesh.into_iter().flat_map(|mesh| mesh.tiles.keys().copied())
    }

    fn links_of_tile(&self, key: TileKey) -> impl Iterator<Item = LinkId> + '_ {
        self.links.iter().filter(move |(_, link)| link.tile == Some(key)).map(|(id, _)| id)
    }

    fn edit_tile(
        &mut self,
        key: TileKey,
        new: Option<(Vec<clean::CleanPolygon>, clean::MeshStats)>,
        links: Vec<Link>,
    ) -> Result<()> {
        let Surface::Mesh(surface) = &mut self.surface else { unreachable!("callers checked for a mesh") };
        let edit = Edit::stage(surface, key, new);
        let plan = match self.plan_cells(&edit) {
            Ok(plan) => plan,
            Err(error) => {
                let Surface::Mesh(surface) = &mut self.surface else { unreachable!("callers checked for a mesh") };
                edit.undo(surface);
                return Err(error);
            }
        };
        for link in self.links_of_tile(key).collect::<Vec<_>>() {
            self.detach_link(link);
            self.links.remove(link);
        }
        let loose = self.links_touched(&edit, &plan);
        loose.iter().for_each(|&link| self.detach_link(link));
        let doors = self.closed_doors_near(&edit);
        doors.iter().for_each(|&door| self.release_door(door));
        let Surface::Mesh(surface) = &mut self.surface else { unreachable!("callers checked for a mesh") };
        let change = match plan {
            CellPlan::Surface(plan) => plan.apply(&mut self.cells),
            CellPlan::Polygon { gone, new } => {
                polygon_cells::lay_out(surface, &mut self.cells, &gone, &new, &edit.dirty)
            }
        };
        self.layout_hash = self.layout_hash.wrapping_add(change);
        edit.commit(surface);
        for link in links {
            self.links.insert(link);
        }
        let unattached = self.links.iter().filter(|(_, l)| l.ends.is_none()).map(|(id, _)| id);
        for link in unattached.collect::<Vec<_>>() {
            self.attach_link(link);
        }
        doors.iter().for_each(|&door| self.hold_door(door));
        self.cells.finish_edit();
        self.revision += 1;
        Ok(())
    }

    fn plan_cells(&self, edit: &Edit) -> Result<CellPlan> {
        let surface = self.mesh()?;
        if self.params.cell_mode == CellMode::Polygon {
            if surface.count() > self.params.max_cells as usize {
                let (count, budget) = (surface.count(), self.params.max_cells);
                return Err(Error::budget(format!("the level would have {count} cells, budget max_cells is {budget}")));
            }
            let numbers = |tile: Option<&MeshTile>| {
                let mut numbers = tile.map_or(Vec::new(), |tile| tile.polygons.clone());
                numbers.sort_unstable();
                numbers
            };
            let gone = numbers(edit.retired.as_ref().map(|retired| retired.tile()));
            let new = numbers(surface.tiles.get(&edit.key));
            return Ok(CellPlan::Polygon { gone, new });
        }
        let size = self.params.cell_size;
        let mut columns = Vec::new();
        // Squares at a border may get no cell, those that overlapping polygons share count several times until they are sorted.
        let most = 2 * self.params.max_cells as usize + (1 << 16);
        let mut sorted = 0;
        for polygon in edit.polygons(surface) {
            let extent = (polygon.max - polygon.min) / size;
            // A polygon covers about its area, and squares of its border in part.
            let squares = polygon.ground_area / (size * size) + 4.0 * (extent.x + extent.z) + 16.0;
            let mut too_many = squares > most as f64;
            if !too_many && columns.len() + squares as usize > most.max(2 * sorted) {
                columns.sort_unstable();
                columns.dedup();
                sorted = columns.len();
                too_many = sorted > most;
            }
            if too_many {
                return Err(Error::budget(format!(
                    "the tile covers more squares of {size} m than fit the budget max_cells of {}; or are its coordinates of another \
                     unit than the frame's?",
                    self.params.max_cells
                )));
            }
            covered_columns(polygon, size, self.params.weld_distance, &mut columns);
        }
        Plan::new(surface, &self.cells, columns, self.params.max_cells, self.params.step_height).map(CellPlan::Surface)
    }

    /// Attached links with an end where cells or polygons change.
    fn links_touched(&self, edit: &Edit, plan: &CellPlan) -> Vec<LinkId> {
        let size = self.params.cell_size;
        let touched = |link: &Link| {
            link.ends.iter().flat_map(|ends| [&ends.from, &ends.to]).any(|end| match plan {
                CellPlan::Surface(plan) => {
                    plan.covers(floor_to_i32(end.point.x / size), floor_to_i32(end.point.z / size))
                }
                CellPlan::Polygon { gone, .. } => {
                    end.polygon.is_some_and(|p| gone.binary_search(&p).is_ok() || edit.dirty.binary_search(&p).is_ok())
                }
            })
        };
        self.links.iter().filter(|(_, link)| touched(link)).map(|(id, _)| id).collect()
    }

    /// Closed doors that may close cells or polygons of the changed places.
    fn closed_doors_near(&self, edit: &Edit) -> Vec<DoorId> {
        let margin = self.params.cell_size;
        let overlaps = |min: DVec2, max: DVec2| {
            edit.changed.iter().any(|(low, high)| {
                min.x <= high.x + margin
                    && max.x >= low.x - margin
                    && min.y <= high.y + margin
                    && max.y >= low.y - margin
            })
        };
        let near = self.doors.iter().filter(|(_, door)| {
            let by_box = door.bounds.is_some_and(|b| overlaps(flat(b.min), flat(b.max)));
            !door.open && (by_box || !door.polygons.is_empty())
        });
        near.map(|(id, _)| id).collect()
    }
}

impl Edit {
    fn stage(
        surface: &mut MeshSurface,
        key: TileKey,
        new: Option<(Vec<clean::CleanPolygon>, clean::MeshStats)>,
    ) -> Self {
        let retired = surface.retire_tile(key);
        if let Some((polygons, stats)) = new {
            surface.insert_tile(key, polygons, stats);
        }
        let mut edit = Self { key, retired, changed: Vec::new(), dirty: Vec::new() };
        edit.changed = edit.polygons(surface).map(|p| (flat(p.min), flat(p.max))).collect();
        edit.dirty = surface.rebuild_edges(&edit.changed);
        edit
    }

    /// All polygons that came or went.
    fn polygons<'a>(&'a self, surface: &'a MeshSurface) -> impl Iterator<Item = &'a Polygon> {
        let gone = self.retired.iter().flat_map(|r| r.polygons());
        let tile: Option<&MeshTile> = surface.tiles.get(&self.key);
        gone.chain(tile.into_iter().flat_map(|t| t.polygons.iter().map(|&p| surface.polygon(p))))
    }

    fn undo(self, surface: &mut MeshSurface) {
        if let Some(new) = surface.retire_tile(self.key) {
            surface.commit(new);
        }
        if let Some(retired) = self.retired {
            surface.put_back(self.key, retired);
        }
        surface.rebuild_edges(&self.changed);
    }

    fn commit(self, surface: &mut MeshSurface) {
        if let Some(retired) = self.retired {
            surface.commit(retired);
        }
    }
}
