//! A straight walk over the surface, polygon by polygon, until something stops it.

use super::adjacency::Span;
use super::geometry::{contains, edge, edges, flat, flat_distance, flat_distance_squared, side, violation};
use super::locate::ON_EDGE;
use super::{ClosedBox, MeshSurface, Polygon, SurfacePoint};
use crate::base::math::{DVec2, DVec3, sqrt};
use crate::world::query::{AreaFilter, EdgeKind};

/// A stopped walk ends this far before the wall, metres, so that its end is on the surface and not beyond the wall.
pub(crate) const PULL_BACK: f64 = 1e-6;
/// Progress that counts as progress, metres.
const ADVANCE: f64 = 1e-9;
/// An edge closer to parallel with the way than this (sine of the angle) does not end it.
const PARALLEL: f64 = 1e-12;
/// Who flies so close past the corner of a floor meets the corner, metres: above the distances at which walks stop.
const IN_CORNER: f64 = 1e-5;
/// Polygons looked at around a corner before the walk counts as stopped.
const MAX_AROUND_CORNER: usize = 48;

/// Who walks.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Walker {
    pub(crate) filter: AreaFilter,
    /// Not stopped at drops.
    pub(crate) airborne: bool,
    /// Not stopped by closed doors (used to lay out cells, which doors block by themselves).
    pub(crate) ignore_doors: bool,
}

/// How far a walk got, relative to the origin.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Walk {
    pub(crate) point: DVec3,
    pub(crate) fraction: f64,
    pub(crate) stopped_by: Option<EdgeKind>,
    /// The surface under `point`, if any.
    pub(crate) end: Option<SurfacePoint>,
    /// Direction of the edge that stopped it, length 1; zero when none did.
    pub(crate) edge: DVec2,
}

/// A straight way over the ground.
#[derive(Clone, Copy)]
struct Way {
    from: DVec2,
    step: DVec2,
    length: f64,
}

impl Way {
    fn at(&self, s: f64) -> DVec2 {
        if s >= 1.0 { self.from + self.step } else { self.from + self.step * s }
    }

    /// Also beyond the end.
    fn ahead(&self, s: f64) -> DVec2 {
        self.from + self.step * s
    }

    fn metres(&self, length: f64) -> f64 {
        length / self.length
    }
}

/// Where a way leaves a polygon.
#[derive(Clone, Copy)]
struct Exit {
    /// Share of the way; infinite when it never does.
    s: f64,
    edge: usize,
}

/// Direction of the face of a box that is nearest to a point.
fn face_at(b: &ClosedBox, p: DVec2) -> DVec2 {
    let to_x = (p.x - b.min.x).abs().min((p.x - b.max.x).abs());
    let to_z = (p.y - b.min.z).abs().min((p.y - b.max.z).abs());
    if to_x < to_z { DVec2::Y } else { DVec2::X }
}

impl Polygon {
    fn edge_direction(&self, number: usize) -> DVec2 {
        let (a, b) = edge(&self.corners, number);
        let length = flat_distance(a, b);
        if length > 0.0 { (flat(b) - flat(a)) / length } else { DVec2::ZERO }
    }

    /// Where the way leaves the polygon, and through which edge.
    fn exit(&self, way: &Way) -> Exit {
        let mut best = Exit { s: f64::INFINITY, edge: 0 };
        for (i, (a, b)) in edges(&self.corners).enumerate() {
            let rate = (b.z - a.z) * way.step.x - (b.x - a.x) * way.step.y;
            if rate < 0.0 && rate * rate > PARALLEL * PARALLEL * flat_distance_squared(a, b) * way.length * way.length {
                let s = side(a, b, way.from) / -rate;
                if s < best.s {
                    best = Exit { s, edge: i };
                }
            }
        }
        best
    }
}

/// Where in the part [s0, s1] of the way, at heights from `y0` to `y1`, the box is entered; `None` when it is missed or
/// the part begins inside.
fn box_entry(b: &ClosedBox, step: f64, way: &Way, (s0, y0): (f64, f64), (s1, y1): (f64, f64)) -> Option<f64> {
    let (p, q) = (way.at(s0), way.at(s1));
    let (p, q) = (DVec3::new(p.x, y0, p.y), DVec3::new(q.x, y1, q.y));
    segment_enters_box(b, step, p, q).map(|u| s0 + (s1 - s0) * u)
}

/// Exact slab test: the share of p → q at which the box (lowered by `step`) is entered; `None` when it is missed, only
/// touched, or `p` is inside.
pub(crate) fn segment_enters_box(b: &ClosedBox, step: f64, p: DVec3, q: DVec3) -> Option<f64> {
    let (min, max) = (b.min - DVec3::Y * step, b.max);
    let d = q - p;
    let (mut enter, mut leave) = (f64::NEG_INFINITY, f64::INFINITY);
    for axis in 0..3 {
        let (p, d, min, max) = (p[axis], d[axis], min[axis], max[axis]);
        if d == 0.0 {
            if p < min || p > max {
                return None;
            }
        } else {
            let (near, far) = ((min - p) / d, (max - p) / d);
            enter = enter.max(near.min(far));
            leave = leave.min(near.max(far));
        }
    }
    (enter < leave && (0.0..=1.0).contains(&enter)).then_some(enter)
}

impl MeshSurface {
    pub(crate) fn passable(&self, polygon: &Polygon, walker: &Walker) -> bool {
        walker.filter.allowed >> polygon.area & 1 != 0 && (walker.ignore_doors || polygon.closed == 0)
    }

    /// Where a closed box is entered first on the part [s0, s1] of the way at these heights, and the direction of its face.
    fn first_box(&self, walker: &Walker, way: &Way, begin: (f64, f64), end: (f64, f64)) -> Option<(f64, DVec2)> {
        if walker.ignore_doors {
            return None;
        }
        let step = self.tolerances.step;
        let mut first: Option<(f64, &ClosedBox)> = None;
        for b in &self.closed_boxes {
            let entry = box_entry(b, step, way, begin, end);
            first = entry.filter(|s| first.is_none_or(|(f, _)| *s < f)).map(|s| (s, b)).or(first);
        }
        first.map(|(s, b)| (s, face_at(b, way.at(s))))
    }

    /// Walks from `start` straight towards the ground position of `to`.
    pub(crate) fn walk(&self, start: SurfacePoint, to: DVec3, walker: &Walker) -> Walk {
        self.walk_from(start, None, to, walker)
    }

    /// [`MeshSurface::walk`] by somebody who may be in the air at a height over `start`.
    pub(crate) fn walk_from(&self, start: SurfacePoint, flight: Option<f64>, to: DVec3, walker: &Walker) -> Walk {
        let from = flat(start.point);
        let step = flat(to) - from;
        let length = sqrt(step.length_squared());
        if length < ADVANCE {
            let point = DVec3::new(start.point.x, flight.unwrap_or(start.point.y), start.point.z);
            return Walk { point, fraction: 1.0, stopped_by: None, end: Some(start), edge: DVec2::ZERO };
        }
        let way = Way { from, step, length };
        if !length.is_finite() {
            // So far away that doubles overflow.
            return self.stopped(&way, 0.0, start.polygon, EdgeKind::Wall, DVec2::ZERO);
        }
        let mut s = 0.0f64;
        let mut here = start.polygon;
        if let Some(height) = flight {
            match self.fly(&way, 0.0, height, here, walker) {
                Flight::Landed { s: at, on } => (s, here) = (at, on),
                Flight::Over(walk) => return walk,
            }
        }
        let mut exit = self.polygon(here).exit(&way);
        // Progress is strict, so this bound only guards against what nobody thought of.
        for _ in 0..4 * self.count() + 64 {
            let polygon = self.polygon(here);
            let up = self.step_up(polygon, &way, s, exit.s.min(1.0), walker);
            let end = up.map_or(exit.s.clamp(s, 1.0), |(at, _)| at);
            if polygon.boxed > 0 {
                let begin = (s, polygon.height(way.at(s)));
                if let Some((hit, face)) = self.first_box(walker, &way, begin, (end, polygon.height(way.at(end)))) {
                    return self.stopped(&way, hit, here, EdgeKind::Wall, face);
                }
            }
            if let Some((at, to)) = up {
                (s, here, exit) = (at, to, self.polygon(to).exit(&way));
                continue;
            }
            if exit.s >= 1.0 {
                let point = polygon.on(way.at(1.0));
                let end = Some(SurfacePoint { point, polygon: here });
                return Walk { point, fraction: 1.0, stopped_by: None, end, edge: DVec2::ZERO };
            }
            s = end;
            if let Some((to, its_exit)) = self.cross(here, exit.edge, &way, s, walker) {
                (here, exit) = (to, its_exit);
                continue;
            }
            let kind = self.kind_at(polygon, exit.edge, way.at(s));
            if !(walker.airborne && kind == EdgeKind::Drop) {
                return self.stopped(&way, s, here, kind, polygon.edge_direction(exit.edge));
            }
            match self.fly(&way, s, polygon.height(way.at(s)), here, walker) {
                Flight::Landed { s: at, on } => (s, here, exit) = (at, on, self.polygon(on).exit(&way)),
                Flight::Over(walk) => return walk,
            }
        }
        self.stopped(&way, s, here, EdgeKind::Wall, DVec2::ZERO)
    }

    /// Where, between `s` and `end`, the way meets the edge of a polygon that rises out of this one: who walks is on top
    /// of things, not below them.
    fn step_up(&self, polygon: &Polygon, way: &Way, s: f64, end: f64, walker: &Walker) -> Option<(f64, u32)> {
        let mut first: Option<(f64, u32)> = None;
        for inlet in &polygon.inlets {
            let other = self.polygon(inlet.to);
            let (left, right) = (flat(inlet.left), flat(inlet.right));
            let gap = right - left;
            // Positive for somebody who walks in with the left end to the left.
            let inward = way.step.y * gap.x - way.step.x * gap.y;
            if inward <= PARALLEL * way.length || !self.passable(other, walker) {
                continue;
            }
            let to_left = left - way.from;
            let at = (to_left.y * gap.x - to_left.x * gap.y) / inward;
            let across = (to_left.y * way.step.x - to_left.x * way.step.y) / inward;
            if at <= s + way.metres(ADVANCE) || at > end || !(0.0..=1.0).contains(&across) {
                continue;
            }
            let ahead = way.at(at + way.metres(0.5 * self.tolerances.weld).max(way.metres(ON_EDGE)));
            if other.height(ahead) > polygon.height(ahead) && first.is_none_or(|f| (at, inlet.to) < f) {
                first = Some((at, inlet.to));
            }
        }
        first
    }

    fn stopped(&self, way: &Way, s: f64, on: u32, kind: EdgeKind, edge: DVec2) -> Walk {
        let fraction = (s - way.metres(PULL_BACK)).max(0.0);
        let point = self.polygon(on).on(way.at(fraction));
        Walk { point, fraction, stopped_by: Some(kind), end: Some(SurfacePoint { point, polygon: on }), edge }
    }

    fn kind_at(&self, polygon: &Polygon, edge_number: usize, p: DVec2) -> EdgeKind {
        let (a, b) = edge(&polygon.corners, edge_number);
        let length = flat_distance(a, b);
        let t = (p - flat(a)).dot(flat(b) - flat(a)) / (length * length);
        let margin = ON_EDGE / length;
        let drop = polygon
            .spans_of(edge_number)
            .iter()
            .any(|s| s.kind == EdgeKind::Drop && s.t0 - margin <= t && t <= s.t1 + margin);
        if drop { EdgeKind::Drop } else { EdgeKind::Wall }
    }

    /// The polygon the way goes on in after leaving `here` through an edge at `s`, and where it leaves that one.
    fn cross(&self, here: u32, edge_number: usize, way: &Way, s: f64, walker: &Walker) -> Option<(u32, Exit)> {
        let polygon = self.polygon(here);
        let p = way.at(s);
        let (a, b) = edge(&polygon.corners, edge_number);
        let t = (p - flat(a)).dot(flat(b) - flat(a)) / flat_distance_squared(a, b);
        let progress = s + way.metres(ADVANCE);
        let spans = polygon.spans_of(edge_number).iter();
        let beyond =
            spans.filter(|span| span.kind == EdgeKind::Open && span.t0 <= t && t <= span.t1).map(|span| span.to);
        let mut best: Option<(u32, Exit)> = None;
        for to in beyond.clone() {
            let next = self.polygon(to);
            let exit = next.exit(way);
            let farther = best.is_none_or(|(n, e)| exit.s > e.s || (exit.s == e.s && to < n));
            if exit.s > progress && farther && self.passable(next, walker) {
                best = Some((to, exit));
            }
        }
        best.or_else(|| {
            // Where a gap is bridged, and only there, polygons may miss the point by as much.
            let gap = beyond.clone().any(|to| !contains(&self.polygon(to).corners, p, ON_EDGE));
            self.around_corner(here, way, s, walker, if gap { self.tolerances.weld } else { ON_EDGE })
        })
    }

    /// At a corner the way may go on in a polygon that shares no edge with the one it leaves: search through the open
    /// edges that touch the point. Two polygons that touch in a corner only are not connected by it.
    fn around_corner(&self, here: u32, way: &Way, s: f64, walker: &Walker, tolerance: f64) -> Option<(u32, Exit)> {
        let p = way.at(s);
        let progress = s + way.metres(ADVANCE);
        let mut seen = [0u32; MAX_AROUND_CORNER];
        let (mut next, mut count) = (0, 1);
        seen[0] = here;
        // (distance outside of the polygon, -exit, number): smallest wins.
        let mut best: Option<((f64, f64, u32), Exit)> = None;
        while next < count {
            let polygon = self.polygon(seen[next]);
            next += 1;
            for span in polygon.spans.iter().filter(|s| s.kind == EdgeKind::Open) {
                if count == seen.len() || seen[..count].contains(&span.to) || !touches(polygon, span, p, tolerance) {
                    continue;
                }
                let other = self.polygon(span.to);
                if !self.passable(other, walker) || !contains(&other.corners, p, tolerance) {
                    continue;
                }
                seen[count] = span.to;
                count += 1;
                let exit = other.exit(way);
                if exit.s > progress {
                    let outside = violation(&other.corners, p);
                    let key = (if outside <= ON_EDGE { 0.0 } else { outside }, -exit.s, span.to);
                    if best.is_none_or(|(b, _)| key < b) {
                        best = Some((key, exit));
                    }
                }
            }
        }
        best.map(|((_, _, to), exit)| (to, exit))
    }

    /// Goes on through the air at a height, over lower floors, until something as high lies under it. Between two floors it
    /// looks ahead, also beyond the end of the way: how far one gets does not depend on how far one wants to go.
    fn fly(&self, way: &Way, departure: f64, height: f64, from: u32, walker: &Walker) -> Flight {
        let t = &self.tolerances;
        let mut s = departure;
        let mut below = from;
        let mut has_left_floor = false;
        let in_the_air = |s: f64, stopped_by: Option<EdgeKind>, below: Option<u32>, edge: DVec2| {
            let fraction = if stopped_by.is_some() { (s - way.metres(PULL_BACK)).max(0.0) } else { s };
            let ground = way.at(fraction);
            let end = below.map(|polygon| SurfacePoint { point: self.polygon(polygon).on(ground), polygon });
            Flight::Over(Walk { point: DVec3::new(ground.x, height, ground.y), fraction, stopped_by, end, edge })
        };
        for _ in 0..4 * self.count() + 64 {
            let reach = if has_left_floor { self.reach_over_edge(below, way, s, height) } else { 4.0 * t.drop_reach };
            let mut probe = ON_EDGE;
            let found = loop {
                if probe > reach {
                    break None;
                }
                let at = s + way.metres(probe);
                if let Some((floor, level)) = self.highest_floor(way.ahead(at), height - t.drop, height + t.step) {
                    break Some((at, floor, level));
                }
                probe = if probe < t.weld { t.weld.max(2.0 * ON_EDGE) } else { 2.0 * probe };
            };
            let Some((at, floor, level)) = found.filter(|f| walker.ignore_doors || self.polygon(f.1).closed == 0)
            else {
                let polygon = self.polygon(below);
                let edge = polygon.edge_direction(polygon.exit(way).edge);
                return in_the_air(s, Some(EdgeKind::Wall), Some(below), edge);
            };
            if at >= 1.0 {
                let floor = self.highest_floor(way.at(1.0), height - t.drop, height + t.step);
                return in_the_air(1.0, None, floor.map(|f| f.0), DVec2::ZERO);
            }
            let lands = level >= height - t.step && self.passable(self.polygon(floor), walker);
            let end = if lands { at } else { self.polygon(floor).exit(way).s.clamp(at, 1.0) };
            if let Some((hit, face)) = self.first_box(walker, way, (s, height), (end, height)) {
                return in_the_air(hit, Some(EdgeKind::Wall), Some(floor), face);
            }
            if lands {
                return Flight::Landed { s: at, on: floor };
            }
            (s, below) = (end, floor);
            if s >= 1.0 {
                return in_the_air(1.0, None, Some(floor), DVec2::ZERO);
            }
            has_left_floor = true;
        }
        in_the_air(s, Some(EdgeKind::Wall), Some(below), DVec2::ZERO)
    }
}

impl MeshSurface {
    /// How far beyond the edge through which the way leaves a floor at `s` the next floor may begin, for who flies over it.
    /// Zero where none touches the edge: two floors that touch in a corner only are not connected by it.
    fn reach_over_edge(&self, below: u32, way: &Way, s: f64, height: f64) -> f64 {
        let t = &self.tolerances;
        let polygon = self.polygon(below);
        let number = polygon.exit(way).edge;
        if self.kind_at(polygon, number, way.at(s)) == EdgeKind::Drop {
            return 4.0 * t.drop_reach;
        }
        let direction = polygon.edge_direction(number);
        let outward = DVec2::new(-direction.y, direction.x);
        let is_floor = |at: DVec2| self.highest_floor(at, height - t.drop, height + t.step).is_some();
        let touches = |distance: f64| {
            let beyond = way.at(s) + outward * distance;
            is_floor(beyond - direction * IN_CORNER) && is_floor(beyond + direction * IN_CORNER)
        };
        if touches(2.0 * ON_EDGE) || touches(t.weld) { 2.0 * t.weld } else { 0.0 }
    }
}

/// Whether an open part of an edge touches the point, which may lie off the edge by `tolerance`.
fn touches(polygon: &Polygon, span: &Span, p: DVec2, tolerance: f64) -> bool {
    let (a, b) = edge(&polygon.corners, span.edge as usize);
    let length = flat_distance(a, b);
    let t = (p - flat(a)).dot(flat(b) - flat(a)) / (length * length);
    let margin = ON_EDGE / length;
    span.t0 - margin <= t && t <= span.t1 + margin && side(a, b, p).abs() <= tolerance * length
}

enum Flight {
    /// Back on a floor of about the height of departure.
    Landed { s: f64, on: u32 },
    /// Ended in the air.
    Over(Walk),
}
