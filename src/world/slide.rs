//! A straight walk that goes on along what stops it.
//!
//! Where a wall stops the walk, the rest of it is projected onto the wall's edge and walked on; a corner ends it. A shorter
//! walk in the same direction is always the beginning of a longer one: where a slide is does not jump when its goal moves on.

use super::World;
use super::query::{AreaFilter, Foothold, Location, WalkHit};
use crate::base::math::{DVec2, DVec3, lift};

/// Edges met before a slide ends as if in a corner: round walls have many.
const MOST_EDGES: u32 = 8;
/// A slide runs this far off the edge, metres: above what rounding does to either, below anything visible.
const CLEARANCE: f64 = 1e-6;

/// Where a slide ended.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Slide {
    /// Where it ended.
    pub end: Foothold,
    /// `None` = nothing was in the way; else the direction along the edge it follows at its end, of length 1, and zero in a
    /// corner.
    pub along: Option<DVec2>,
}

/// An edge that was met.
#[derive(Clone, Copy)]
struct Wall {
    /// The way the slide goes on, length 1.
    along: DVec2,
    /// Away from the wall, length 1.
    off: DVec2,
}

impl Wall {
    /// Met by a walk in the direction of `way` whose wish is `wish`; `None` in a corner.
    fn met(hit: &WalkHit, way: DVec2, wish: DVec2) -> Option<Self> {
        let side = DVec2::new(-hit.edge.y, hit.edge.x);
        let (ahead, into) = (wish.dot(hit.edge), way.dot(side));
        let along = if ahead < 0.0 { -hit.edge } else { hit.edge };
        let off = if into > 0.0 { -side } else { side };
        (ahead != 0.0).then_some(Self { along, off })
    }
}

impl World {
    /// Walks from `from` by `by` in the ground plane like [`World::line_of_walk`], and on along the walls (on the ground, the
    /// drops) it meets.
    pub fn slide(&self, from: &Foothold, by: DVec2, filter: &AreaFilter, airborne: bool) -> Slide {
        let (mut end, mut wish, mut way) = (*from, by, by);
        let mut last: Option<Wall> = None;
        for _ in 0..MOST_EDGES {
            let hit = self.walk(&end, end.place.point + lift(way, 0.0), filter, airborne);
            end = after(&end, &hit);
            if hit.stopped_by.is_none() {
                return Slide { end, along: last.map(|wall| wall.along) };
            }
            wish *= 1.0 - hit.fraction;
            // A way that leads back into the wall before: both hold it.
            let next =
                Wall::met(&hit, way, wish).filter(|wall| last.is_none_or(|before| wall.along.dot(before.off) >= 0.0));
            let Some(wall) = next else { break };
            end.place.point += lift(wall.off * CLEARANCE, 0.0);
            way = wall.along * wish.dot(wall.along);
            last = Some(wall);
        }
        Slide { end, along: Some(DVec2::ZERO) }
    }
}

/// Where somebody is after a walk.
fn after(before: &Foothold, hit: &WalkHit) -> Foothold {
    let Some(end) = hit.end else {
        let place = Location { point: hit.point, polygon: before.place.polygon, cell: None };
        return Foothold { place, flight: Some(hit.point.y) };
    };
    // Who arrives is exactly where it wanted to be, whatever the origin.
    let point = DVec3::new(hit.point.x, end.point.y, hit.point.z);
    let flies = hit.point.y > end.point.y;
    Foothold { place: Location { point, ..end }, flight: flies.then_some(hit.point.y) }
}
