//! The strategy polygon of the paper: the parallels of a route on both sides, closed, with the even-odd test.
//!
//! Where the polygon crosses itself (the route does, turns on the spot, or has segments too short for its corners) the even-odd rule calls
//! places outside that lie on the route. Such a polygon says so ([`Polygon::is_simple`]), and containment uses the corridor of each segment.

use super::offset::{directions, parallel};
use crate::base::math::{DVec2, DVec3, lift};
use alloc::vec::Vec;

/// Share of the size of a polygon that counts as on its edge; many times what rounding can do.
const EDGE_TOLERANCE: f64 = 1e-9;

/// A closed polygon in the ground plane, relative to the origin of its route.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Polygon {
    ring: Vec<DVec2>,
    low: DVec2,
    high: DVec2,
    /// Within this many metres of an edge is on it.
    pub(super) tolerance: f64,
    simple: bool,
}

impl Polygon {
    /// Both sides of a line at `threshold` metres, which is also how far it reaches beyond both ends.
    pub(super) fn around(points: &[DVec3], threshold: f64) -> Self {
        let directions = directions(points);
        let mut points = points.to_vec();
        let (first, last) = (0, points.len() - 1);
        points[first] -= lift(directions[0] * threshold, 0.0);
        points[last] += lift(directions[last - 1] * threshold, 0.0);
        let left = parallel(&points, &directions, threshold);
        let right = parallel(&points, &directions, -threshold);
        let mut ring: Vec<DVec2> = left.points.iter().map(|(point, _)| *point).collect();
        ring.extend(right.points.iter().rev().map(|(point, _)| *point));
        let (mut low, mut high) = (ring[0], ring[0]);
        for point in &ring {
            (low, high) = (low.min(*point), high.max(*point));
        }
        let size = low.abs().max_element() + high.abs().max_element();
        let simple = !left.crossed && !right.crossed && !crosses_itself(&ring);
        Self { ring, low, high, tolerance: EDGE_TOLERANCE * size, simple }
    }

    /// Whether no two edges touch but at the corner they share, so that the even-odd rule is right.
    pub(super) fn is_simple(&self) -> bool {
        self.simple
    }

    /// The corners in order.
    pub(super) fn ring(&self) -> &[DVec2] {
        &self.ring
    }

    /// The point containment test: a line from `p` towards +x crosses the edges an odd number of times. On an edge is inside.
    pub(super) fn contains(&self, p: DVec2) -> bool {
        let t = self.tolerance;
        if p.x < self.low.x - t || p.x > self.high.x + t || p.y < self.low.y - t || p.y > self.high.y + t {
            return false;
        }
        let mut odd = false;
        for (a, b) in edges(&self.ring) {
            let (_, beside) = super::simplify::foot(p, a, b);
            if beside.length_squared() <= t * t {
                return true;
            }
            // Half open, so that a corner at the height of `p` counts once.
            if (a.y > p.y) != (b.y > p.y) && p.x < a.x + (b.x - a.x) * ((p.y - a.y) / (b.y - a.y)) {
                odd = !odd;
            }
        }
        odd
    }

    pub(super) fn bytes(&self) -> usize {
        self.ring.capacity() * size_of::<DVec2>()
    }
}

fn edges(ring: &[DVec2]) -> impl Iterator<Item = (DVec2, DVec2)> {
    let next = ring.iter().cycle().skip(1);
    ring.iter().zip(next).map(|(a, b)| (*a, *b))
}

/// Whether two edges that do not share a corner touch. Sorted by their left ends, so that few pairs are looked at.
fn crosses_itself(ring: &[DVec2]) -> bool {
    let n = ring.len();
    let mut sorted: Vec<(usize, DVec2, DVec2)> =
        edges(ring).enumerate().map(|(i, (a, b))| if a.x <= b.x { (i, a, b) } else { (i, b, a) }).collect();
    sorted.sort_by(|p, q| p.1.x.total_cmp(&q.1.x).then(p.0.cmp(&q.0)));
    for (k, (i, a, b)) in sorted.iter().enumerate() {
        for (j, c, d) in sorted[k + 1..].iter().take_while(|(_, c, _)| c.x <= b.x) {
            let neighbours = (i + 1) % n == *j || (j + 1) % n == *i;
            if !neighbours && touch(*a, *b, *c, *d) {
                return true;
            }
        }
    }
    false
}

fn touch(a: DVec2, b: DVec2, c: DVec2, d: DVec2) -> bool {
    let side = |p: DVec2, q: DVec2, r: DVec2| (q - p).perp_dot(r - p);
    let apart = |p: DVec2, q: DVec2, r: DVec2, s: DVec2| {
        let (one, other) = (side(p, q, r), side(p, q, s));
        (one > 0.0 && other > 0.0) || (one < 0.0 && other < 0.0)
    };
    let overlap = |a: f64, b: f64, c: f64, d: f64| a.min(b) <= c.max(d) && c.min(d) <= a.max(b);
    overlap(a.x, b.x, c.x, d.x) && overlap(a.y, b.y, c.y, d.y) && !apart(a, b, c, d) && !apart(c, d, a, b)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn around(line: &[(f64, f64)], threshold: f64) -> Polygon {
        let points: Vec<DVec3> = line.iter().map(|(x, z)| DVec3::new(*x, 0.0, *z)).collect();
        Polygon::around(&points, threshold)
    }

    #[test]
    fn a_straight_route_gives_a_rectangle_with_its_edges_and_corners_inside() {
        // From x = 2 to 8, so that with its open ends it covers 0 to 10.
        let polygon = around(&[(2.0, 0.0), (8.0, 0.0)], 2.0);
        assert!(polygon.is_simple());
        let inside =
            [(5.0, 0.0), (0.0, 0.0), (10.0, 0.0), (5.0, 2.0), (5.0, -2.0), (0.0, -2.0), (10.0, 2.0), (0.0, 1.0)];
        let outside =
            [(-1e-6, 0.0), (10.0 + 1e-6, 0.0), (5.0, 2.0 + 1e-6), (5.0, -2.0 - 1e-6), (-5.0, 2.0), (15.0, -2.0)];
        for (x, z) in inside {
            assert!(polygon.contains(DVec2::new(x, z)), "({x}, {z})");
        }
        for (x, z) in outside {
            assert!(!polygon.contains(DVec2::new(x, z)), "({x}, {z})");
        }
    }

    #[test]
    fn a_corner_at_the_height_of_the_point_is_counted_once() {
        // Corners of the ring at z = -2 and z = 2 to the right of the points asked for.
        let polygon = around(&[(0.0, 0.0), (10.0, 0.0), (10.0, 10.0)], 2.0);
        assert!(polygon.is_simple());
        assert!(!polygon.contains(DVec2::new(-5.0, -2.0)) && !polygon.contains(DVec2::new(-5.0, 2.0)));
        assert!(polygon.contains(DVec2::new(11.0, 2.0)) && polygon.contains(DVec2::new(11.9, -1.9)));
        assert!(!polygon.contains(DVec2::new(7.0, 2.1)) && !polygon.contains(DVec2::new(7.9, 10.0)));
        assert!(polygon.contains(DVec2::new(8.1, 12.0)) && !polygon.contains(DVec2::new(8.1, 12.1)));
    }

    #[test]
    fn a_route_that_crosses_itself_has_no_simple_polygon() {
        let loop_ = [(0.0, 0.0), (20.0, 0.0), (20.0, 10.0), (10.0, 10.0), (10.0, -10.0)];
        let polygon = around(&loop_, 2.0);
        assert!(!polygon.is_simple());
        // What the plain even-odd test would say of the crossing, which lies on the route: outside.
        assert!(!polygon.contains(DVec2::new(10.0, 0.5)));
        assert!(!around(&[(0.0, 0.0), (10.0, 0.0), (0.0, 0.0)], 2.0).is_simple());
        assert!(!around(&[(0.0, 0.0), (10.0, 0.0), (10.0, -1.0), (0.0, -1.0)], 2.0).is_simple());
    }

    #[test]
    fn polygons_of_a_winding_route_stay_simple_while_its_bends_are_wide() {
        let bends: Vec<(f64, f64)> = (0..20).map(|i| (10.0 * i as f64, if i % 2 == 0 { 0.0 } else { 6.0 })).collect();
        assert!(around(&bends, 2.0).is_simple());
    }
}
