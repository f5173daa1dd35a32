//! Ground-plane geometry of convex polygons that are counter-clockwise seen from above.
//!
//! Points are [`DVec3`]; only x and z count unless a height is asked for.

use crate::base::math::{DVec2, DVec3, sqrt};

/// Twice the signed ground area of (a, b, p): positive when `p` is inside of the edge a → b of a polygon that is
/// counter-clockwise seen from above; divided by the edge's length it is the distance to the edge.
#[inline]
pub(crate) fn side(a: DVec3, b: DVec3, p: DVec2) -> f64 {
    (b.z - a.z) * (p.x - a.x) - (b.x - a.x) * (p.y - a.z)
}

/// The ground-plane part (x, z).
#[inline]
pub(crate) fn flat(p: DVec3) -> DVec2 {
    DVec2::new(p.x, p.z)
}

/// Ground-plane distance.
#[inline]
pub(crate) fn flat_distance(a: DVec3, b: DVec3) -> f64 {
    sqrt(flat_distance_squared(a, b))
}

/// Square of the ground-plane distance.
#[inline]
pub(crate) fn flat_distance_squared(a: DVec3, b: DVec3) -> f64 {
    let (dx, dz) = (b.x - a.x, b.z - a.z);
    dx * dx + dz * dz
}

/// Distance in space.
#[inline]
pub(crate) fn distance(a: DVec3, b: DVec3) -> f64 {
    sqrt((b - a).length_squared())
}

/// The point at share `t` of the way from `a` to `b`; exact at both ends.
#[inline]
pub(crate) fn between(a: DVec3, b: DVec3, t: f64) -> DVec3 {
    if t >= 1.0 { b } else { a + (b - a) * t }
}

/// Edge `i` of an outline, as (from, to).
#[inline]
pub(crate) fn edge(corners: &[DVec3], i: usize) -> (DVec3, DVec3) {
    (corners[i], corners[if i + 1 == corners.len() { 0 } else { i + 1 }])
}

/// All edges of an outline in order.
pub(crate) fn edges(corners: &[DVec3]) -> impl Iterator<Item = (DVec3, DVec3)> {
    (0..corners.len()).map(move |i| edge(corners, i))
}

/// Signed ground area; positive = counter-clockwise seen from above.
pub(crate) fn signed_area(corners: &[DVec3]) -> f64 {
    // Relative to the first corner, so that far away from the origin nothing cancels.
    let o = corners[0];
    let twice: f64 =
        edges(corners).map(|(a, b)| (a.z - o.z) * (b.x - o.x) - (a.x - o.x) * (b.z - o.z)).fold(0.0, |sum, x| sum + x);
    0.5 * twice
}

/// Whether `p` is inside the convex outline or at most `tolerance` outside of each edge's line.
#[inline]
pub(crate) fn contains(corners: &[DVec3], p: DVec2, tolerance: f64) -> bool {
    edges(corners).all(|(a, b)| {
        let s = side(a, b, p);
        s >= 0.0 || s * s <= tolerance * tolerance * flat_distance_squared(a, b)
    })
}

/// How far `p` lies outside of the convex outline's edge lines; 0 inside.
pub(crate) fn violation(corners: &[DVec3], p: DVec2) -> f64 {
    edges(corners).fold(0.0, |worst: f64, (a, b)| {
        let s = side(a, b, p);
        if s >= 0.0 { worst } else { worst.max(-s / flat_distance(a, b)) }
    })
}

/// The part of the segment a → b (ground plane) inside the convex outline, as shares of the way.
pub(crate) fn clip_segment(corners: &[DVec3], a: DVec2, b: DVec2) -> Option<(f64, f64)> {
    let (mut enter, mut leave) = (0.0f64, 1.0f64);
    for (c, d) in edges(corners) {
        let (at_a, at_b) = (side(c, d, a), side(c, d, b));
        if at_a < 0.0 && at_b < 0.0 {
            return None;
        } else if at_a < 0.0 {
            enter = enter.max(at_a / (at_a - at_b));
        } else if at_b < 0.0 {
            leave = leave.min(at_a / (at_a - at_b));
        }
    }
    (enter < leave).then_some((enter, leave))
}

/// The point of the segment a → b nearest to `p` in the ground plane, as a share of the way.
pub(crate) fn nearest_on_segment(a: DVec3, b: DVec3, p: DVec2) -> f64 {
    let d = flat(b) - flat(a);
    let squared = d.length_squared();
    if squared == 0.0 { 0.0 } else { ((p - flat(a)).dot(d) / squared).clamp(0.0, 1.0) }
}

/// The part of [t0, t1] where a value that goes linearly from `v0` to `v1` lies within [low, high].
pub(crate) fn clip_linear(t0: f64, t1: f64, v0: f64, v1: f64, low: f64, high: f64) -> Option<(f64, f64)> {
    let (mut from, mut to) = (0.0f64, 1.0f64);
    for (a, b) in [(v0 - low, v1 - low), (high - v0, high - v1)] {
        if a < 0.0 && b < 0.0 {
            return None;
        } else if a < 0.0 {
            from = from.max(a / (a - b));
        } else if b < 0.0 {
            to = to.min(a / (a - b));
        }
    }
    (from < to || (from == to && t0 < t1 && v0 == v1)).then_some((t0 + (t1 - t0) * from, t0 + (t1 - t0) * to))
}

/// Height over the ground plane of a polygon.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Plane {
    anchor: DVec3,
    slope: DVec2,
}

impl Plane {
    /// The plane through the outline, if all corners lie on it within `tolerance`.
    pub(crate) fn through(corners: &[DVec3], tolerance: f64) -> Option<Self> {
        let plane = Self::fit(corners)?;
        corners.iter().all(|c| (plane.height(flat(*c)) - c.y).abs() <= tolerance).then_some(plane)
    }

    /// Newell's normal through the first corner.
    fn fit(corners: &[DVec3]) -> Option<Self> {
        let o = corners[0];
        let normal = edges(corners).fold(DVec3::ZERO, |sum, (a, b)| sum + (a - o).cross(b - o));
        (normal.y > 0.0).then(|| Self { anchor: o, slope: DVec2::new(-normal.x / normal.y, -normal.z / normal.y) })
    }

    /// Height at a ground position.
    #[inline]
    pub(crate) fn height(&self, p: DVec2) -> f64 {
        self.anchor.y + (p.x - self.anchor.x) * self.slope.x + (p.y - self.anchor.z) * self.slope.y
    }

    /// Height gained per metre along x and z.
    pub(crate) fn slope(&self) -> DVec2 {
        self.slope
    }
}

/// Height at `p` of an outline that is not flat: its fan of triangles around corner 0, which agrees with the neighbours
/// along every edge.
pub(crate) fn fan_height(corners: &[DVec3], p: DVec2) -> f64 {
    let last = corners.len() - 2;
    for i in 1..=last {
        // The fan's triangles are in order around corner 0: the first one that `p` is not beyond holds it.
        if i == last || side(corners[i + 1], corners[0], p) >= 0.0 {
            let triangle = [corners[0], corners[i], corners[i + 1]];
            if let Some(plane) = Plane::fit(&triangle) {
                return plane.height(p);
            }
        }
    }
    corners[0].y
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;

    fn square() -> Vec<DVec3> {
        [(0.0, 0.0), (0.0, 2.0), (2.0, 2.0), (2.0, 0.0)].map(|(x, z)| DVec3::new(x, 0.0, z)).into()
    }

    #[test]
    fn an_outline_with_its_normal_up_has_positive_area() {
        let s = square();
        assert!((s[1] - s[0]).cross(s[2] - s[0]).y > 0.0);
        assert_eq!(signed_area(&s), 4.0);
    }

    #[test]
    fn inside_is_on_the_positive_side() {
        assert!(contains(&square(), DVec2::new(1.0, 1.0), 0.0));
        assert!(!contains(&square(), DVec2::new(2.1, 1.0), 0.05));
        assert!(contains(&square(), DVec2::new(2.1, 1.0), 0.11));
        assert!((violation(&square(), DVec2::new(2.5, 1.0)) - 0.5).abs() < 1e-15);
    }

    #[test]
    fn a_segment_is_clipped_to_the_part_inside() {
        let cut = clip_segment(&square(), DVec2::new(-1.0, 1.0), DVec2::new(3.0, 1.0)).unwrap();
        assert_eq!(cut, (0.25, 0.75));
        assert_eq!(clip_segment(&square(), DVec2::new(-1.0, 3.0), DVec2::new(3.0, 3.0)), None);
    }

    #[test]
    fn a_linear_value_is_clipped_to_its_band() {
        assert_eq!(clip_linear(0.0, 1.0, -1.0, 1.0, -0.5, 0.5), Some((0.25, 0.75)));
        assert_eq!(clip_linear(0.0, 1.0, 1.0, 2.0, -0.5, 0.5), None);
        assert_eq!(clip_linear(0.5, 1.0, 0.0, 0.0, -0.5, 0.5), Some((0.5, 1.0)));
    }

    #[test]
    fn a_bent_outline_has_the_heights_of_its_corners() {
        let mut s = square();
        s[2].y = 1.0;
        assert!(Plane::through(&s, 1e-3).is_none());
        for c in &s {
            assert!((fan_height(&s, flat(*c)) - c.y).abs() < 1e-12);
        }
        assert!((fan_height(&s, DVec2::new(1.0, 2.0)) - 0.5).abs() < 1e-12);
    }
}
