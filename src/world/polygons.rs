//! The polygons of a level, as hosts see them.

use super::input::TileKey;
use super::mesh::geometry::{between, edge, flat, flat_distance, nearest_on_segment};
use super::mesh::{MeshStats, Polygon, PolygonRef};
use super::query::{EdgeKind, EdgePart};
use super::{Surface, World};
use crate::base::math::DVec3;
use crate::base::{Error, Result};
use alloc::format;
use alloc::vec::Vec;

impl World {
    /// How many polygons there are; 0 on grid worlds.
    pub fn polygon_count(&self) -> usize {
        self.mesh().map_or(0, |mesh| mesh.count())
    }

    /// All polygons, by number. After tiles were removed the numbers have gaps.
    pub fn polygons(&self) -> impl Iterator<Item = u32> + '_ {
        self.mesh().into_iter().flat_map(|mesh| mesh.polygons().map(|(number, _)| number))
    }

    /// An id that is refused once the polygon's tile was baked anew.
    pub fn polygon_ref(&self, polygon: u32) -> Result<PolygonRef> {
        self.mesh().ok().and_then(|mesh| mesh.to_ref(polygon)).ok_or_else(|| no_polygon(polygon))
    }

    /// The polygon of an id; `None` when forged, vanished or stale.
    pub fn resolve_polygon(&self, id: PolygonRef) -> Option<u32> {
        self.mesh().ok()?.resolve(id)
    }

    /// The polygons that polygon `number` of a tile's input became: one, none when it was dropped, several when it was
    /// not convex.
    pub fn polygons_of_input(&self, key: TileKey, number: u32, out: &mut Vec<u32>) -> Result<()> {
        out.clear();
        let mesh = self.mesh()?;
        let Some(tile) = mesh.tiles.get(&key) else {
            return Err(Error::not_found(format!("there is no tile ({}, {}, {})", key.x, key.z, key.layer)));
        };
        out.extend(tile.polygons.iter().copied().filter(|&p| mesh.polygon(p).source == number));
        Ok(())
    }

    /// What cleaning did to the tiles that are there now.
    pub fn mesh_stats(&self) -> MeshStats {
        let mut sum = MeshStats::default();
        if let Surface::Mesh(mesh) = &self.surface {
            mesh.tiles.values().for_each(|tile| sum.add(&tile.stats));
        }
        sum
    }

    /// Corners of a polygon, counter-clockwise seen from above.
    pub fn polygon_vertices(&self, polygon: u32, out: &mut Vec<DVec3>) -> Result<()> {
        out.clear();
        out.extend(self.live_polygon(polygon)?.corners.iter().map(|c| *c + self.origin));
        Ok(())
    }

    /// Kind of edge `edge` (from corner `edge` to the next): that of its longest part, of equal ones the first of open,
    /// link, drop, wall.
    pub fn polygon_edge_kind(&self, polygon: u32, edge: usize) -> Result<EdgeKind> {
        let mut parts = Vec::new();
        self.polygon_edge_parts(polygon, edge, &mut parts)?;
        let kinds = [EdgeKind::Open, EdgeKind::Link, EdgeKind::Drop, EdgeKind::Wall];
        let lengths = kinds.map(|kind| covered(&parts, kind));
        let longest = (0..kinds.len()).fold(0, |best, i| if lengths[i] > lengths[best] { i } else { best });
        Ok(kinds[longest])
    }

    /// What lies beyond each part of an edge, in order of their begin. Where polygons overlap, open parts do too. A wall
    /// or drop within a step height of which a link leaves counts as link.
    pub fn polygon_edge_parts(&self, polygon: u32, edge_number: usize, out: &mut Vec<EdgePart>) -> Result<()> {
        out.clear();
        let shape = self.live_polygon(polygon)?;
        if edge_number >= shape.corners.len() {
            let last = shape.corners.len() - 1;
            return Err(Error::invalid(format!("edge is {edge_number}, polygon {polygon} has edges 0 to {last}")));
        }
        let spans = shape.spans_of(edge_number);
        out.extend(spans.iter().map(|s| EdgePart { t0: s.t0, t1: s.t1, kind: s.kind, to: Some(s.to) }));
        let mut from = 0.0;
        for span in spans {
            if span.t0 > from {
                out.push(EdgePart { t0: from, t1: span.t0, kind: EdgeKind::Wall, to: None });
            }
            from = span.t1.max(from);
        }
        if from < 1.0 {
            out.push(EdgePart { t0: from, t1: 1.0, kind: EdgeKind::Wall, to: None });
        }
        for t in self.link_places(shape, edge_number) {
            let part = out.iter_mut().find(|p| p.kind != EdgeKind::Open && p.t0 <= t && t <= p.t1);
            if let Some(part) = part {
                part.kind = EdgeKind::Link;
            }
        }
        out.sort_by(|a, b| a.t0.total_cmp(&b.t0).then(a.to.cmp(&b.to)));
        Ok(())
    }

    /// Shares of an edge beside which links leave.
    fn link_places(&self, shape: &Polygon, edge_number: usize) -> Vec<f64> {
        let (a, b) = edge(&shape.corners, edge_number);
        let mut places = Vec::new();
        for departure in &shape.departures {
            let Some(ends) = self.links.get(departure.link).and_then(|l| l.ends) else { continue };
            let place = if departure.forward { ends.from.point } else { ends.to.point };
            let t = nearest_on_segment(a, b, flat(place));
            if flat_distance(between(a, b, t), place) <= self.params.step_height {
                places.push(t);
            }
        }
        places
    }

    /// The polygons one can walk to directly, ascending.
    pub fn polygon_neighbours(&self, polygon: u32, out: &mut Vec<u32>) -> Result<()> {
        out.clear();
        let shape = self.live_polygon(polygon)?;
        out.extend(shape.spans.iter().filter(|s| s.kind == EdgeKind::Open).map(|s| s.to));
        out.extend(shape.inlets.iter().map(|i| i.to));
        out.sort_unstable();
        out.dedup();
        Ok(())
    }

    fn live_polygon(&self, polygon: u32) -> Result<&Polygon> {
        self.mesh().ok().and_then(|mesh| mesh.get(polygon)).ok_or_else(|| no_polygon(polygon))
    }
}

fn no_polygon(polygon: u32) -> Error {
    Error::not_found(format!("there is no polygon {polygon}"))
}

/// Length of the edge that parts of a kind cover, where overlaps count once.
fn covered(parts: &[EdgePart], kind: EdgeKind) -> f64 {
    let mut end = 0.0f64;
    let mut sum = 0.0;
    for part in parts.iter().filter(|p| p.kind == kind) {
        sum += (part.t1 - part.t0.max(end)).max(0.0);
        end = end.max(part.t1);
    }
    sum
}
