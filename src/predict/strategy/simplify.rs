//! From recorded points to few: duplicates and very short segments merged, then Douglas and Peucker.

use crate::base::math::{DVec2, DVec3, ground};
use alloc::vec;
use alloc::vec::Vec;

/// The line through `points` with fewer of them. Every point dropped by the tolerance lies within `tolerance` of its segment in the
/// ground plane and within `rise` of its height; segments shorter than `tolerance` are merged, which moves the line by at most another
/// `tolerance`. First and last point stay. A tolerance of 0 keeps every point but doubled ones: the route as published.
pub(super) fn simplify(points: &[DVec3], tolerance: f64, rise: f64) -> Vec<DVec3> {
    let merged = merge_short(points, tolerance);
    if tolerance == 0.0 {
        return merged;
    }
    merge_short(&douglas_peucker(&merged, tolerance, rise), tolerance)
}

/// Without points closer than `shortest` (and without exact duplicates) in the ground plane.
pub(super) fn merge_short(points: &[DVec3], shortest: f64) -> Vec<DVec3> {
    let near = |a: DVec3, b: DVec3| {
        let squared = ground(a - b).length_squared();
        squared == 0.0 || squared < shortest * shortest
    };
    let mut kept: Vec<DVec3> = Vec::with_capacity(points.len());
    for point in points {
        if kept.last().is_none_or(|last| !near(*last, *point)) {
            kept.push(*point);
        }
    }
    if let Some(end) = points.last()
        && kept.last() != Some(end)
    {
        while kept.len() > 1 && near(kept[kept.len() - 1], *end) {
            kept.pop();
        }
        // A trial that ends where it began stays one point; anything else ends where it ended.
        if ground(kept[kept.len() - 1] - *end).length_squared() > 0.0 {
            kept.push(*end);
        }
    }
    kept
}

fn douglas_peucker(points: &[DVec3], tolerance: f64, rise: f64) -> Vec<DVec3> {
    if points.len() < 3 {
        return points.to_vec();
    }
    let mut keep = vec![false; points.len()];
    keep[0] = true;
    keep[points.len() - 1] = true;
    let mut open = vec![(0, points.len() - 1)];
    while let Some((first, last)) = open.pop() {
        // How far the worst point is beyond what is allowed, as a multiple of it; ties go to the first.
        let (mut worst, mut at) = (1.0, None);
        for i in first + 1..last {
            let excess = excess(points[i], points[first], points[last], tolerance, rise);
            if excess > worst {
                (worst, at) = (excess, Some(i));
            }
        }
        if let Some(i) = at {
            keep[i] = true;
            open.push((first, i));
            open.push((i, last));
        }
    }
    points.iter().zip(keep).filter(|(_, keep)| *keep).map(|(point, _)| *point).collect()
}

fn excess(point: DVec3, a: DVec3, b: DVec3, tolerance: f64, rise: f64) -> f64 {
    let (t, beside) = foot(ground(point), ground(a), ground(b));
    let height = a.y + (b.y - a.y) * t;
    let beside = share(beside.length(), tolerance);
    let above = share((point.y - height).abs(), rise);
    if beside > above { beside } else { above }
}

fn share(value: f64, allowed: f64) -> f64 {
    if value == 0.0 { 0.0 } else { value / allowed }
}

/// The point of segment `a`-`b` nearest to `p`, as its place between 0 and 1, and the way from it to `p`.
pub(super) fn foot(p: DVec2, a: DVec2, b: DVec2) -> (f64, DVec2) {
    let along = b - a;
    let squared = along.length_squared();
    let t = if squared > 0.0 { (p - a).dot(along) / squared } else { 0.0 };
    let t = t.clamp(0.0, 1.0);
    (t, p - (a + along * t))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn line(points: &[(f64, f64)]) -> Vec<DVec3> {
        points.iter().map(|(x, z)| DVec3::new(*x, 0.0, *z)).collect()
    }

    #[test]
    fn points_on_a_line_vanish_and_corners_stay() {
        let given = line(&[(0.0, 0.0), (5.0, 0.2), (10.0, 0.0), (10.0, 5.0), (10.2, 8.0), (10.0, 12.0)]);
        assert_eq!(simplify(&given, 0.5, 1.0), line(&[(0.0, 0.0), (10.0, 0.0), (10.0, 12.0)]));
    }

    #[test]
    fn duplicates_and_tiny_segments_are_merged_but_the_ends_stay() {
        let given =
            line(&[(0.0, 0.0), (0.0, 0.0), (0.1, 0.0), (6.0, 3.0), (6.1, 3.0), (6.1, 3.1), (12.0, 0.0), (12.1, 0.0)]);
        assert_eq!(simplify(&given, 0.5, 1.0), line(&[(0.0, 0.0), (6.0, 3.0), (12.1, 0.0)]));
        assert_eq!(simplify(&line(&[(1.0, 1.0), (1.0, 1.0)]), 0.5, 1.0).len(), 1);
        assert_eq!(simplify(&line(&[(1.0, 1.0), (1.1, 1.0)]), 0.5, 1.0), line(&[(1.0, 1.0), (1.1, 1.0)]));
        assert!(simplify(&[], 0.5, 1.0).is_empty());
    }

    #[test]
    fn a_climb_is_kept_where_the_ground_plan_is_straight() {
        let given = [DVec3::ZERO, DVec3::new(5.0, 3.0, 0.0), DVec3::new(10.0, 0.0, 0.0)];
        assert_eq!(simplify(&given, 0.5, 1.0), given);
        assert_eq!(simplify(&given, 0.5, 4.0), [given[0], given[2]]);
    }

    #[test]
    fn with_no_tolerance_every_point_is_kept_but_doubled_ones() {
        let given = line(&[(0.0, 0.0), (5.0, 1e-6), (5.0, 1e-6), (10.0, 0.0), (20.0, 0.0), (30.0, 0.0)]);
        assert_eq!(simplify(&given, 0.0, 1.0), [given[0], given[1], given[3], given[4], given[5]]);
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(256) })]
        #[test]
        fn no_point_is_left_farther_away_than_promised(
            raw in prop::collection::vec((-50.0..50.0f64, -3.0..3.0f64, -50.0..50.0f64), 2..40),
            tolerance in 0.01..5.0f64,
        ) {
            let points: Vec<DVec3> = raw.iter().map(|(x, y, z)| DVec3::new(*x, *y, *z)).collect();
            let simple = simplify(&points, tolerance, 1.0);
            prop_assert!(simple[0] == points[0]);
            if simple.len() > 1 {
                prop_assert!(*simple.last().unwrap() == *points.last().unwrap());
            }
            for point in &points {
                let distance = if simple.len() == 1 { ground(*point - simple[0]).length() } else {
                    simple.windows(2).map(|s| foot(ground(*point), ground(s[0]), ground(s[1])).1.length())
                        .fold(f64::INFINITY, f64::min)
                };
                // The tolerance itself, and once more for merged points before and after.
                prop_assert!(distance <= 3.0 * tolerance, "{point} is {distance} away");
            }
            for (i, pair) in simple.windows(2).enumerate() {
                prop_assert!(simple.len() == 2 || ground(pair[0] - pair[1]).length() >= tolerance, "segment {i}");
            }
        }
    }
}
