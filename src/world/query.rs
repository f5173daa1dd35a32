//! Questions a level answers, and the shape of its answers.

use super::cells::CellIndex;
use super::grid::GridScratch;
use super::mesh::path::MeshScratch;
use crate::base::math::{DVec2, DVec3, sqrt};
use alloc::vec::Vec;

/// What lies beyond an edge of the walkable surface.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EdgeKind {
    /// Another polygon or cell one can walk to.
    Open,
    /// Nothing: one stops here.
    Wall,
    /// A lower floor: one may fall, and an airborne entity is not clipped.
    Drop,
    /// A link leaves from here.
    Link,
}

/// A part of a polygon's edge, from share `t0` to share `t1` of its length.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EdgePart {
    /// Begin, 0 to 1.
    pub t0: f64,
    /// End, 0 to 1.
    pub t1: f64,
    /// What lies beyond.
    pub kind: EdgeKind,
    /// The polygon beyond (open) or below (drop).
    pub to: Option<u32>,
}

/// Which kinds of area may be entered, and at what price.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AreaFilter {
    /// Bit per area kind: 1 = may be entered.
    pub allowed: u64,
    /// Links may be used.
    pub use_links: bool,
}

impl Default for AreaFilter {
    fn default() -> Self {
        Self { allowed: u64::MAX, use_links: true }
    }
}

/// A place on the walkable surface.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Location {
    /// The point on the surface.
    pub point: DVec3,
    /// The polygon it lies on; `None` on grid worlds.
    pub polygon: Option<u32>,
    /// The field cell it belongs to, if the surface there is covered by one.
    pub cell: Option<CellIndex>,
}

/// How far a straight walk got.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WalkHit {
    /// Where it ended, on the surface (for an airborne walk beyond a drop: at the height of departure).
    pub point: DVec3,
    /// Share of the way that was walked, 0 to 1.
    pub fraction: f64,
    /// What stopped it; `None` = arrived.
    pub stopped_by: Option<EdgeKind>,
    /// Where it ended as a place on the surface; `None` when airborne over nothing.
    pub end: Option<Location>,
    /// Direction in the ground plane, of length 1, of the edge that stopped it; zero when it arrived or met a corner.
    pub edge: DVec2,
}

impl WalkHit {
    /// Of a walk that could not begin.
    pub(super) fn nowhere(point: DVec3) -> Self {
        Self { point, fraction: 0.0, stopped_by: Some(EdgeKind::Wall), end: None, edge: DVec2::ZERO }
    }
}

/// Where somebody is who walks on: over which place of the surface, and at what height if in the air.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Foothold {
    /// The place on the surface; in the air over nothing the ground position alone counts.
    pub place: Location,
    /// Height of flight; `None` = on the floor.
    pub flight: Option<f64>,
}

impl Foothold {
    /// On the floor.
    pub fn on(place: Location) -> Self {
        Self { place, flight: None }
    }
}

/// A corner of a path.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PathPoint {
    /// On the surface.
    pub position: DVec3,
    /// The way from this point to the next goes through this link.
    pub link: Option<super::LinkId>,
}

/// A path with its corners in order; storage is reused between queries.
#[derive(Clone, Debug, Default)]
pub struct Path {
    /// Corners from start to end.
    pub points: Vec<PathPoint>,
    /// Length in metres (links count by their straight distance).
    pub length: f64,
}

impl Path {
    /// The point `distance` metres along the path, the end when it is shorter; `None` when it has no points.
    pub fn point_at(&self, distance: f64) -> Option<DVec3> {
        let mut rest = distance.max(0.0);
        for leg in self.points.windows(2) {
            let way = leg[1].position - leg[0].position;
            let length = sqrt(way.length_squared());
            if rest < length {
                return Some(leg[0].position + way * (rest / length));
            }
            rest -= length;
        }
        self.points.last().map(|p| p.position)
    }
}

/// How a path query ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PathStatus {
    /// The goal is reached.
    Complete,
    /// The goal cannot be reached; the path leads to the reachable place nearest to it.
    Partial,
    /// The search was given up at its limit; the path leads to the place nearest to the goal that was found until then.
    Cut,
}

/// How far a search for a path goes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PathLimit {
    /// Places it looks at, at least 1.
    pub nodes: u32,
    /// Ways that cost more than this are not looked for, in metres of ordinary floor.
    pub cost: f64,
}

/// How a search for a path ended.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Search {
    /// What was found.
    pub status: PathStatus,
    /// No way to the goal costs less than this, in metres of ordinary floor: what the way found costs before it is pulled straight, or how
    /// far a search that was cut had come. Infinite when there is no way.
    pub least: f64,
}

/// The places that a search may still look at.
#[derive(Clone, Copy, Debug)]
pub(super) struct Budget {
    left: u32,
    used_up: bool,
}

impl Budget {
    pub(super) fn new(nodes: u32) -> Self {
        Self { left: nodes, used_up: false }
    }

    /// Takes `count` places out; whether they were there.
    #[inline]
    pub(super) fn take(&mut self, count: usize) -> bool {
        let enough = count <= self.left as usize;
        self.left = if enough { self.left - count as u32 } else { 0 };
        self.used_up |= !enough;
        enough
    }

    /// Whether more was asked for than was there.
    pub(super) fn is_used_up(&self) -> bool {
        self.used_up
    }
}

/// What a metre costs.
#[derive(Clone, Copy, Debug)]
pub(super) enum Metric {
    /// The prices of areas and links.
    Price,
    /// The time it takes at a speed in m/s, times that speed: floors count their length, links their own time where that is shorter.
    Time { speed: f64, fastest_link: f64 },
}

/// Metres that a link counts for somebody of this speed.
pub(super) fn ridden(seconds: f64, span: f64, speed: f64) -> f64 {
    let ride = seconds * speed;
    if ride < span { ride } else { span }
}

/// Working memory of path queries, reused so that steady use does not allocate.
#[derive(Clone, Debug, Default)]
pub struct PathScratch {
    pub(super) grid: GridScratch,
    pub(super) mesh: MeshScratch,
}

impl PathScratch {
    /// Bytes of heap memory held.
    pub fn bytes(&self) -> usize {
        self.grid.bytes() + self.mesh.bytes()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_distance_along_a_path_turns_its_corners_and_stops_at_its_end() {
        let at = |x: f64, z: f64| PathPoint { position: DVec3::new(x, 0.0, z), link: None };
        let path = Path { points: [at(0.0, 0.0), at(3.0, 0.0), at(3.0, 4.0)].into(), length: 7.0 };
        assert_eq!(path.point_at(-1.0), Some(DVec3::ZERO));
        assert_eq!(path.point_at(5.0), Some(DVec3::new(3.0, 0.0, 2.0)));
        assert_eq!(path.point_at(9.0), Some(DVec3::new(3.0, 0.0, 4.0)));
        assert_eq!(Path::default().point_at(1.0), None);
    }
}
