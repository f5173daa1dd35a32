//! Pulling a way through a row of portals straight.

use super::geometry::{flat, flat_distance_squared};
use crate::base::math::DVec3;
use alloc::vec::Vec;

/// Points closer than this (squared metres, ground plane) are one.
const SAME: f64 = 1e-18;
/// Turns with a smaller squared sine are none.
const STRAIGHT: f64 = 1e-24;

/// A gap one walks through: its ends, left and right in the (x, z) plane for somebody walking through.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Portal {
    pub(crate) left: DVec3,
    pub(crate) right: DVec3,
    /// Where the search went through.
    pub(crate) entry: DVec3,
}

/// Positive when `c` lies to the left of the ray from `a` through `b`.
fn turn(a: DVec3, b: DVec3, c: DVec3) -> f64 {
    (b.x - a.x) * (c.z - a.z) - (b.z - a.z) * (c.x - a.x)
}

/// Whether `c` lies to the left of the ray from `a` through `b`, or on it. Behind `a` on the same line is not on it: an apex
/// that lies on a portal sees its ends in opposite directions.
fn is_left(a: DVec3, b: DVec3, c: DVec3) -> bool {
    let (to_b, to_c) = (flat(b) - flat(a), flat(c) - flat(a));
    let turned = turn(a, b, c);
    let straight = turned * turned <= STRAIGHT * to_b.length_squared() * to_c.length_squared();
    if straight { to_b.dot(to_c) >= 0.0 } else { turned > 0.0 }
}

/// The mirror image of [`is_left`].
fn is_right(a: DVec3, b: DVec3, c: DVec3) -> bool {
    let mirror = |p: DVec3| DVec3::new(-p.x, p.y, p.z);
    is_left(mirror(a), mirror(b), mirror(c))
}

fn same(a: DVec3, b: DVec3) -> bool {
    flat_distance_squared(a, b) < SAME
}

/// Appends the corners of the shortest way from `begin` to `end` through the portals, without `begin`, with `end`.
pub(crate) fn pull_string(begin: DVec3, portals: &[Portal], end: DVec3, out: &mut Vec<DVec3>) {
    let gap = |i: usize| portals.get(i).map_or((end, end), |p| (p.left, p.right));
    let mut apex = begin;
    let (mut left, mut right) = (begin, begin);
    // Number of the portal each side of the funnel rests on; the way goes on behind it.
    let (mut left_at, mut right_at) = (0, 0);
    let mut i = 0;
    while i <= portals.len() {
        let (l, r) = gap(i);
        if turn(apex, right, r) >= 0.0 {
            if same(apex, right) || !is_left(apex, left, r) {
                (right, right_at) = (r, i);
            } else if !same(apex, left) {
                out.push(left);
                apex = left;
                right = left;
                i = left_at + 1;
                right_at = left_at;
                continue;
            }
        }
        if turn(apex, left, l) <= 0.0 {
            if same(apex, left) || !is_right(apex, right, l) {
                (left, left_at) = (l, i);
            } else if !same(apex, right) {
                out.push(right);
                apex = right;
                left = right;
                i = right_at + 1;
                left_at = right_at;
                continue;
            }
        }
        i += 1;
    }
    if out.last().is_none_or(|last| *last != end) {
        out.push(end);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(x: f64, z: f64) -> DVec3 {
        DVec3::new(x, 0.0, z)
    }

    /// Walking towards +z, left is at smaller x.
    fn gap(x0: f64, x1: f64, z: f64) -> Portal {
        Portal { left: at(x0, z), right: at(x1, z), entry: at(0.5 * (x0 + x1), z) }
    }

    fn pull(portals: &[Portal], end: DVec3) -> Vec<DVec3> {
        let mut out = Vec::new();
        pull_string(at(0.0, 0.0), portals, end, &mut out);
        out
    }

    #[test]
    fn a_free_way_is_straight() {
        assert_eq!(pull(&[gap(-1.0, 1.0, 1.0), gap(-1.0, 1.0, 2.0)], at(0.5, 3.0)), [at(0.5, 3.0)]);
        assert_eq!(pull(&[], at(0.5, 3.0)), [at(0.5, 3.0)]);
    }

    #[test]
    fn a_slalom_touches_the_posts() {
        let way = pull(&[gap(2.0, 4.0, 1.0), gap(-4.0, -2.0, 3.0), gap(2.0, 4.0, 5.0)], at(0.0, 6.0));
        assert_eq!(way, [at(2.0, 1.0), at(-2.0, 3.0), at(2.0, 5.0), at(0.0, 6.0)]);
    }

    #[test]
    fn one_corner_is_enough_for_a_bend() {
        let way = pull(&[gap(1.0, 2.0, 1.0), gap(0.0, 5.0, 2.0)], at(0.0, 4.0));
        assert_eq!(way, [at(1.0, 1.0), at(0.0, 4.0)]);
    }
}
