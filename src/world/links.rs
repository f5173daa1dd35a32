//! Connections that are not shared edges: jumps, drops, ladders, teleporters, lifts.

use super::cells::CellIndex;
use super::grid::GridLink;
use super::input::{LinkInput, LinkKind, TileKey};
use super::mesh::Departure;
use super::mesh::clean::AREA_KINDS;
use super::mesh::geometry::distance;
use super::query::Budget;
use super::{CellMode, LinkId, Surface, World, polygon_cells};
use crate::base::hash::StableHasher;
use crate::base::math::DVec3;
use crate::base::{Error, Result, Short};
use alloc::format;

/// One end of an attached link, on the surface, relative to the origin.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct LinkEnd {
    pub(crate) point: DVec3,
    pub(crate) polygon: Option<u32>,
    pub(crate) cell: Option<CellIndex>,
}

/// Both ends of an attached link.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct LinkEnds {
    pub(crate) from: LinkEnd,
    pub(crate) to: LinkEnd,
}

/// A link as the level keeps it; places are relative to the origin.
#[derive(Clone, Debug)]
pub(crate) struct Link {
    from: DVec3,
    to: DVec3,
    pub(crate) kind: LinkKind,
    pub(crate) two_way: bool,
    pub(crate) travel_time: f64,
    pub(crate) area: u8,
    /// The tile it came with, and goes with.
    pub(crate) tile: Option<TileKey>,
    /// Closed doors that name it.
    pub(crate) closed: u32,
    /// `None` while there is no surface near one of its ends.
    pub(crate) ends: Option<LinkEnds>,
}

/// A link as hosts see it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LinkView {
    /// Where it begins, on the surface (as handed in while it is not attached).
    pub from: DVec3,
    /// Where it ends.
    pub to: DVec3,
    /// How one travels.
    pub kind: LinkKind,
    /// Usable both ways.
    pub two_way: bool,
    /// Seconds it takes; 0 = distance at walking speed.
    pub travel_time: f64,
    /// Area kind.
    pub area: u8,
    /// Both ends are on the surface (a neighbouring tile may be missing).
    pub attached: bool,
    /// No closed door names it.
    pub open: bool,
}

impl LinkInput {
    /// Refuses values outside of their ranges, by name.
    pub(crate) fn check(&self) -> Result<()> {
        for (name, place) in [("from", self.from), ("to", self.to)] {
            if !place.is_finite() {
                return Err(Error::invalid(format!("{name} is {}, must be finite", Short(place))));
            }
        }
        if !(0.0..=1e6).contains(&self.travel_time) {
            return Err(Error::invalid(format!("travel_time is {}, allowed is 0 to 1000000", Short(self.travel_time))));
        }
        if self.area >= AREA_KINDS {
            return Err(Error::invalid(format!("area is {}, allowed are 0 to {}", self.area, AREA_KINDS - 1)));
        }
        Ok(())
    }
}

impl Link {
    pub(crate) fn new(input: &LinkInput, origin: DVec3, tile: Option<TileKey>) -> Self {
        Self {
            from: input.from - origin,
            to: input.to - origin,
            kind: input.kind,
            two_way: input.two_way,
            travel_time: input.travel_time,
            area: input.area,
            tile,
            closed: 0,
            ends: None,
        }
    }

    /// Metres it counts in path costs at `walk_speed`, before the area's price.
    pub(crate) fn length(&self, ends: &LinkEnds, walk_speed: f64) -> f64 {
        if self.travel_time > 0.0 { self.travel_time * walk_speed } else { distance(ends.from.point, ends.to.point) }
    }

    /// Seconds from one end to the other at most, whatever one's speed; a teleporter that was given none takes none.
    pub(crate) fn seconds(&self) -> f64 {
        match self.kind {
            _ if self.travel_time > 0.0 => self.travel_time,
            LinkKind::Teleport => 0.0,
            _ => f64::INFINITY,
        }
    }

    pub(crate) fn hash_into(&self, h: &mut StableHasher) {
        for place in [self.from, self.to] {
            h.f64(place.x).f64(place.y).f64(place.z);
        }
        h.u32(self.kind as u32).u32(self.two_way as u32).f64(self.travel_time).u32(self.area as u32);
        let tile = self.tile.map(|t| [t.x, t.z, t.layer]);
        h.u32(tile.is_some() as u32);
        tile.into_iter().flatten().for_each(|part| {
            h.i64(part.into());
        });
    }
}

impl World {
    /// Adds a link; both ends must lie within floor reach + cell size of the surface.
    pub fn add_link(&mut self, link: &LinkInput) -> Result<LinkId> {
        link.check()?;
        if self.links.len() >= self.params.max_links as usize {
            return Err(Error::budget(format!(
                "the level has {} links, which is the budget max_links",
                self.links.len()
            )));
        }
        let new = Link::new(link, self.origin, None);
        for (name, local) in [("from", new.from), ("to", new.to)] {
            if self.link_end(local).is_none() {
                let (place, reach) = (local + self.origin, self.link_reach());
                return Err(Error::not_found(format!("{name} is {}: no surface within {reach} m", Short(place))));
            }
        }
        let id = self.links.insert(new);
        self.attach_link(id);
        self.refresh_grid_links();
        self.cells.finish_edit();
        self.revision += 1;
        Ok(id)
    }

    /// Takes a link away.
    pub fn remove_link(&mut self, id: LinkId) -> Result<()> {
        self.check_link(id)?;
        self.detach_link(id);
        self.links.remove(id);
        self.refresh_grid_links();
        self.cells.finish_edit();
        self.revision += 1;
        Ok(())
    }

    /// A link by its id.
    pub fn link(&self, id: LinkId) -> Option<LinkView> {
        let link = self.links.get(id)?;
        let (from, to) = link.ends.map_or((link.from, link.to), |ends| (ends.from.point, ends.to.point));
        Some(LinkView {
            from: from + self.origin,
            to: to + self.origin,
            kind: link.kind,
            two_way: link.two_way,
            travel_time: link.travel_time,
            area: link.area,
            attached: link.ends.is_some(),
            open: link.closed == 0,
        })
    }

    /// All links, in index order.
    pub fn links(&self) -> impl Iterator<Item = LinkId> + '_ {
        self.links.iter().map(|(id, _)| id)
    }

    pub(super) fn check_link(&self, id: LinkId) -> Result<()> {
        match self.links.get(id) {
            Some(_) => Ok(()),
            None => Err(Error::not_found(format!("there is no link {} of generation {}", id.index, id.generation))),
        }
    }

    /// How far from the surface an end of a link may lie, metres.
    fn link_reach(&self) -> f64 {
        self.params.floor_reach + self.params.cell_size
    }

    fn link_end(&self, local: DVec3) -> Option<LinkEnd> {
        let mut budget = Budget::new(self.params.max_nodes);
        match &self.surface {
            Surface::Mesh(mesh) => {
                let place = mesh.locate(local).or_else(|| mesh.nearest(local, self.link_reach(), &mut budget))?;
                let cell = self.cell_of_place(mesh, place);
                Some(LinkEnd { point: place.point, polygon: Some(place.polygon), cell })
            }
            Surface::Grid(grid) => {
                let p = local + self.origin;
                let place = grid.locate(&self.cells, p);
                let reach = self.link_reach();
                let place = place.or_else(|| grid.nearest(&self.cells, p, reach, &mut budget))?;
                Some(LinkEnd { point: place.point - self.origin, polygon: None, cell: place.cell })
            }
        }
    }

    /// Puts a link's ends on the surface and connects what lies there, if there is surface at both.
    pub(super) fn attach_link(&mut self, id: LinkId) {
        let Some(link) = self.links.get(id) else { return };
        let (Some(from), Some(to)) = (self.link_end(link.from), self.link_end(link.to)) else { return };
        let (two_way, closed) = (link.two_way, link.closed > 0);
        let ends = LinkEnds { from, to };
        if let Surface::Mesh(mesh) = &mut self.surface {
            for (end, forward) in [(from, true), (to, false)] {
                if let Some(polygon) = end.polygon.filter(|_| forward || two_way) {
                    mesh.polygon_mut(polygon).departures.push(Departure { link: id, forward });
                }
            }
        }
        let link = self.links.get_mut(id).expect("looked up above");
        link.ends = Some(ends);
        let straight = distance(from.point, to.point);
        if straight > 0.0 {
            self.link_pace = self.link_pace.min(link.length(&ends, self.params.walk_speed) / straight);
            self.fastest_link = self.fastest_link.max(straight / link.seconds());
        }
        if !closed {
            self.connect_link_cells(id, true);
        }
    }

    /// Undoes [`World::attach_link`].
    pub(super) fn detach_link(&mut self, id: LinkId) {
        let Some(link) = self.links.get(id) else { return };
        let Some(ends) = link.ends else { return };
        if link.closed == 0 {
            self.connect_link_cells(id, false);
        }
        if let Surface::Mesh(mesh) = &mut self.surface {
            for polygon in [ends.from.polygon, ends.to.polygon].into_iter().flatten() {
                if mesh.get(polygon).is_some() {
                    mesh.polygon_mut(polygon).departures.retain(|d| d.link != id);
                }
            }
        }
        self.links.get_mut(id).expect("looked up above").ends = None;
    }

    fn connect_link_cells(&mut self, id: LinkId, connect: bool) {
        let Some(link) = self.links.get(id) else { return };
        let Some(LinkEnds { from: LinkEnd { cell: Some(a), .. }, to: LinkEnd { cell: Some(b), .. } }) = link.ends
        else {
            return;
        };
        let ways = [Some((a, b)), link.two_way.then_some((b, a))];
        for (from, to) in ways.into_iter().flatten() {
            if connect {
                self.cells.connect_link(from, to, 1.0);
            } else {
                self.cells.disconnect_link(from, to);
            }
        }
    }

    /// One more or one fewer closed door names the link.
    pub(super) fn close_link(&mut self, id: LinkId, closed: bool) {
        let Some(link) = self.links.get_mut(id) else { return };
        let was_open = link.closed == 0;
        link.closed = if closed { link.closed + 1 } else { link.closed.saturating_sub(1) };
        let is_open = link.closed == 0;
        if was_open != is_open {
            self.connect_link_cells(id, is_open);
        }
    }

    /// Brings the list of links that grid searches read up to date.
    pub(super) fn refresh_grid_links(&mut self) {
        self.grid_links.clear();
        if matches!(self.surface, Surface::Mesh(_)) {
            return;
        }
        for (id, link) in self.links.iter().filter(|(_, link)| link.closed == 0) {
            let Some(ends) = link.ends else { continue };
            let cost = link.length(&ends, self.params.walk_speed) * f64::from(self.area_costs[link.area as usize]);
            let ways = [Some((ends.from, ends.to)), link.two_way.then_some((ends.to, ends.from))];
            for (from, to) in ways.into_iter().flatten() {
                if let (Some(leaves), Some(arrives)) = (from.cell, to.cell) {
                    let (entry, exit) = (from.point + self.origin, to.point + self.origin);
                    let (area, seconds) = (link.area, link.seconds());
                    self.grid_links.push(GridLink { from: leaves, to: arrives, entry, exit, cost, seconds, area, id });
                }
            }
        }
        self.grid_links.sort_by_key(|link| link.from);
    }

    /// The field cell of a place on the mesh.
    pub(super) fn cell_of_place(
        &self,
        mesh: &super::mesh::MeshSurface,
        place: super::mesh::SurfacePoint,
    ) -> Option<CellIndex> {
        if self.params.cell_mode == CellMode::Polygon {
            return polygon_cells::cell_of(&self.cells, place.polygon);
        }
        let size = self.params.cell_size;
        // A place on the far border of the surface's last square lies, by rounding down, in a column without cells.
        let border = mesh.tolerances.weld / size;
        let columns = |v: f64| [0.0, border, -border].map(|shift| crate::base::math::floor_to_i32(v / size - shift));
        // Between two points of one square a slope rises at most so much.
        let reach = mesh.tolerances.step + mesh.polygon(place.polygon).steepness() * size * core::f64::consts::SQRT_2;
        let distance = |c: CellIndex| (f64::from(self.cells.height(c)) - place.point.y).abs();
        let nearest = |ix: i32, iz: i32| {
            let near = self.cells.column(ix, iz).filter(|&c| distance(c) <= reach);
            near.min_by(|&a, &b| distance(a).total_cmp(&distance(b)))
        };
        let (xs, zs) = (columns(place.point.x), columns(place.point.z));
        zs.iter().flat_map(|&iz| xs.iter().map(move |&ix| (ix, iz))).find_map(|(ix, iz)| nearest(ix, iz))
    }
}
