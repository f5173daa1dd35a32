//! The line parallel to a route, to its left or right.
//!
//! A corner is where the two neighbouring parallels meet (mitre), as in figure 2b of the paper. Where a turn is so sharp that the mitre would
//! be longer than [`MITRE_LIMIT`] times the distance, the outer corner is cut off square, at the distance from the point itself, so that
//! nothing near the route is lost. On the inner side parallels of short segments do not meet at all; that is told, not hidden.
//!
//! Ground plane: x to the right, z downwards on a map, so "left" of heading +x is -z, and the left normal of (x, z) is (z, -x).

use crate::base::math::{DVec2, DVec3, ground, sqrt};
use alloc::vec::Vec;

/// Longest mitre as a multiple of the distance: 2 mitres turns of up to 120°.
pub(super) const MITRE_LIMIT: f64 = 2.0;

/// A line parallel to a route.
pub(super) struct Parallel {
    /// Its points and the number of the route's point each belongs to.
    pub(super) points: Vec<(DVec2, usize)>,
    /// Whether two neighbouring parallels do not meet within their segments.
    pub(super) crossed: bool,
}

/// A turn between two segments of the route.
#[derive(Clone, Copy)]
pub(super) struct Turn {
    before: DVec2,
    after: DVec2,
    /// Cosine and sine of the angle turned, left positive.
    cosine: f64,
    sine: f64,
}

impl Turn {
    pub(super) fn new(before: DVec2, after: DVec2) -> Self {
        // Left is (z, -x): the sine of a left turn is positive.
        Self { before, after, cosine: before.dot(after), sine: left(before).dot(after) }
    }

    /// From the corner to where the parallels 1 m to the left meet: `(n₁ + n₂) / (1 + cos θ)`, of length 1 / cos(θ/2). Beyond the limit it is cut.
    pub(super) fn mitre(&self) -> DVec2 {
        let sum = left(self.before) + left(self.after);
        let room = 1.0 + self.cosine;
        if self.is_sharp() {
            let length = sum.length();
            return if length > 1e-9 { sum * (MITRE_LIMIT / length) } else { left(self.before) };
        }
        sum / room
    }

    /// The mitre is longer than the limit: `1 / cos(θ/2) > limit`.
    fn is_sharp(&self) -> bool {
        (1.0 + self.cosine) * (MITRE_LIMIT * MITRE_LIMIT) < 2.0
    }

    /// Whether the left (`true`) or right side is the outer one. A turn on the spot has its outer side on the left.
    fn is_outer(&self, to_left: bool) -> bool {
        to_left == (self.sine <= 0.0)
    }

    /// tan(θ/2): how far along the segments, per metre of distance, the inner parallels meet.
    fn half_tangent(&self) -> f64 {
        let room = 1.0 + self.cosine;
        if room > 0.0 { self.sine.abs() / room } else { f64::INFINITY }
    }

    /// tan(θ/4), for the square cut.
    fn quarter_tangent(&self) -> f64 {
        let half_cosine = sqrt(not_negative((1.0 + self.cosine) / 2.0));
        sqrt(not_negative((1.0 - self.cosine) / 2.0)) / (1.0 + half_cosine)
    }
}

fn not_negative(x: f64) -> f64 {
    if x > 0.0 { x } else { 0.0 }
}

/// The left normal of a direction in the ground plane.
pub(super) fn left(direction: DVec2) -> DVec2 {
    DVec2::new(direction.y, -direction.x)
}

/// Directions of all segments of a line.
pub(super) fn directions(points: &[DVec3]) -> Vec<DVec2> {
    let unit = |pair: &[DVec3]| {
        let along = ground(pair[1] - pair[0]);
        along / along.length()
    };
    points.windows(2).map(unit).collect()
}

/// The parallel `distance` metres to the left (negative: to the right) of a line without doubled points.
pub(super) fn parallel(points: &[DVec3], directions: &[DVec2], distance: f64) -> Parallel {
    let last = points.len() - 1;
    let at = |i: usize| ground(points[i]);
    let mut made = Vec::with_capacity(points.len() + 4);
    made.push((at(0) + left(directions[0]) * distance, 0));
    let mut crossed = false;
    for i in 1..last {
        let (before, after) = (directions[i - 1], directions[i]);
        let turn = Turn::new(before, after);
        if turn.is_outer(distance > 0.0) {
            if turn.is_sharp() {
                let further = distance.abs() * turn.quarter_tangent();
                made.push((at(i) + left(before) * distance + before * further, i));
                made.push((at(i) + left(after) * distance - after * further, i));
            } else {
                made.push((at(i) + turn.mitre() * distance, i));
            }
            continue;
        }
        let reach = distance.abs() * turn.half_tangent();
        let room = |j: usize| ground(points[j + 1] - points[j]).length();
        if reach <= room(i - 1) && reach <= room(i) {
            let sum = left(before) + left(after);
            made.push((at(i) + sum * (distance / (1.0 + turn.cosine)), i));
        } else {
            crossed = true;
            made.push((at(i) + left(before) * distance, i));
            made.push((at(i) + left(after) * distance, i));
        }
    }
    made.push((at(last) + left(directions[last - 1]) * distance, last));
    // An edge between two corners that runs against its segment: the corners' mitres overlap.
    let against = |pair: &[(DVec2, usize)]| {
        let ((a, i), (b, j)) = (pair[0], pair[1]);
        i != j && (b - a).dot(directions[i]) < 0.0
    };
    crossed |= made.windows(2).any(against);
    Parallel { points: made, crossed }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn offsets(line: &[(f64, f64)], distance: f64) -> (Vec<(f64, f64)>, bool) {
        let points: Vec<DVec3> = line.iter().map(|(x, z)| DVec3::new(*x, 0.0, *z)).collect();
        let made = parallel(&points, &directions(&points), distance);
        (made.points.iter().map(|(p, _)| (p.x, p.y)).collect(), made.crossed)
    }

    fn close(found: &[(f64, f64)], want: &[(f64, f64)]) {
        assert_eq!(found.len(), want.len(), "{found:?}");
        for (a, b) in found.iter().zip(want) {
            assert!((a.0 - b.0).abs() < 1e-9 && (a.1 - b.1).abs() < 1e-9, "{found:?} {want:?}");
        }
    }

    #[test]
    fn a_right_angle_has_its_corners_where_the_parallels_meet() {
        // East, then south (+z): a right turn; left of east is north (-z).
        let line = [(0.0, 0.0), (10.0, 0.0), (10.0, 10.0)];
        close(&offsets(&line, 2.0).0, &[(0.0, -2.0), (12.0, -2.0), (12.0, 10.0)]);
        close(&offsets(&line, -2.0).0, &[(0.0, 2.0), (8.0, 2.0), (8.0, 10.0)]);
        assert!(!offsets(&line, -2.0).1);
    }

    #[test]
    fn a_turn_of_45_degrees_has_its_corner_at_tan_22_5() {
        // East, then south-east. The parallels 2 m to the left meet 2 tan 22.5° = 0.828427 m beyond the point.
        let line = [(0.0, 0.0), (10.0, 0.0), (20.0, 10.0)];
        let t = 2.0 * (sqrt(2.0) - 1.0);
        let (dx, dz) = (sqrt(2.0), -sqrt(2.0));
        close(&offsets(&line, 2.0).0, &[(0.0, -2.0), (10.0 + t, -2.0), (20.0 + dx, 10.0 + dz)]);
        close(&offsets(&line, -2.0).0, &[(0.0, 2.0), (10.0 - t, 2.0), (20.0 - dx, 10.0 - dz)]);
    }

    #[test]
    fn a_turn_of_170_degrees_is_cut_off_square() {
        // East, then back at 170°: direction (cos 170°, sin 170°). Outer side is the left one; tan 42.5° = 0.916331.
        let (c, s) = (-0.984_807_753_012_208, 0.173_648_177_666_930_33);
        let line = [(0.0, 0.0), (100.0, 0.0), (100.0 + 100.0 * c, 100.0 * s)];
        let (found, crossed) = offsets(&line, 2.0);
        let further = 2.0 * 0.916_331_174_017_423;
        let second = (100.0 + 2.0 * s - further * c, -2.0 * c - further * s);
        close(&found[1..3], &[(100.0 + further, -2.0), second]);
        assert!(!crossed);
        // Both cut corners are 2 / cos 42.5° from the point, and the cut itself exactly 2 m.
        let middle = ((found[1].0 + found[2].0) / 2.0 - 100.0, (found[1].1 + found[2].1) / 2.0);
        assert!((libm::hypot(middle.0, middle.1) - 2.0).abs() < 1e-9);
        // The inner parallels meet 2 tan 85° = 22.860105 m before the point, both segments being longer.
        let (found, crossed) = offsets(&line, -2.0);
        close(&found[1..2], &[(100.0 - 22.860_104_605_524_92, 2.0)]);
        assert!(!crossed);
        // With 20 m they do not meet, and that is said.
        assert!(offsets(&[(80.0, 0.0), (100.0, 0.0), (100.0 + 20.0 * c, 20.0 * s)], -2.0).1);
    }

    #[test]
    fn points_on_a_straight_line_stay_beside_it() {
        let line = [(0.0, 0.0), (3.0, 4.0), (6.0, 8.0)];
        close(&offsets(&line, 5.0).0, &[(4.0, -3.0), (7.0, 1.0), (10.0, 5.0)]);
        assert!(!offsets(&line, 5.0).1 && !offsets(&line, -5.0).1);
    }

    #[test]
    fn a_turn_on_the_spot_gets_a_square_end_on_its_left_and_crosses_on_its_right() {
        let line = [(0.0, 0.0), (10.0, 0.0), (0.0, 0.0)];
        close(&offsets(&line, 2.0).0, &[(0.0, -2.0), (12.0, -2.0), (12.0, 2.0), (0.0, 2.0)]);
        assert!(offsets(&line, -2.0).1);
    }

    #[test]
    fn segments_too_short_for_their_corners_are_reported() {
        // Two left turns with 1 m between them: the mitres of 2 m overlap.
        assert!(offsets(&[(0.0, 0.0), (10.0, 0.0), (10.0, -1.0), (0.0, -1.0)], 2.0).1);
        // Half a mitre each fits twice, a whole one does not.
        assert!(offsets(&[(0.0, 0.0), (10.0, 0.0), (10.0, -3.0), (0.0, -3.0)], 2.0).1);
        assert!(!offsets(&[(0.0, 0.0), (10.0, 0.0), (10.0, -4.0), (0.0, -4.0)], 1.9).1);
    }
}
