//! Which trials took the same route: distance of two trials, and clusters of many.

use crate::base::math::{DVec3, ground, sqrt};
use alloc::vec;
use alloc::vec::Vec;

/// Points a trial is compared by, evenly along its length. Half the distance between two of them is the error of the comparison.
const SAMPLES: usize = 64;

/// Trials that took one route.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Cluster {
    /// Numbers of its trials in order.
    pub(super) members: Vec<usize>,
    /// The one with the least sum of distances to all others.
    pub(super) medoid: usize,
}

/// A trial made comparable.
#[derive(Clone, Debug)]
pub(super) struct Shape {
    points: Vec<DVec3>,
    min: DVec3,
    max: DVec3,
}

impl Shape {
    /// Evenly spaced points along a line of at least one point.
    pub(super) fn new(line: &[DVec3]) -> Self {
        let mut lengths = Vec::with_capacity(line.len());
        let mut length = 0.0;
        for (i, point) in line.iter().enumerate() {
            if i > 0 {
                length += ground(*point - line[i - 1]).length();
            }
            lengths.push(length);
        }
        let mut segment = 0;
        let points = (0..SAMPLES).map(|k| {
            let along = length * (k as f64 / (SAMPLES - 1) as f64);
            while segment + 2 < line.len() && lengths[segment + 1] < along {
                segment += 1;
            }
            let Some(end) = line.get(segment + 1) else { return line[segment] };
            let room = lengths[segment + 1] - lengths[segment];
            let share = if room > 0.0 { ((along - lengths[segment]) / room).clamp(0.0, 1.0) } else { 0.0 };
            line[segment] + (*end - line[segment]) * share
        });
        let points: Vec<DVec3> = points.collect();
        let (min, max) = points.iter().fold((points[0], points[0]), |(min, max), p| (min.min(*p), max.max(*p)));
        Self { points, min, max }
    }

    /// Whether the two can be within `limit`, by their extents alone: every point of one has a partner of the other within the leash.
    pub(super) fn may_be_within(&self, other: &Self, limit: f64) -> bool {
        let apart = (self.min - other.min).abs().max((self.max - other.max).abs());
        apart.max_element() <= limit
    }

    /// Discrete Fréchet distance in metres, in the better of both directions: a route is the same one there and back. Infinite when it is
    /// above `limit`.
    pub(super) fn distance(&self, other: &Self, limit: f64) -> f64 {
        if !self.may_be_within(other, limit) {
            return f64::INFINITY;
        }
        let there = frechet(&self.points, other.points.iter(), limit);
        let back = frechet(&self.points, other.points.iter().rev(), limit);
        least(there, back)
    }
}

/// The shortest leash with which two walkers can go along both lines, never backwards, from point to point; infinite above `limit`.
fn frechet<'a>(a: &[DVec3], b: impl Iterator<Item = &'a DVec3>, limit: f64) -> f64 {
    // One column of the table, squared: the leash needed to reach (i, j).
    let mut column = vec![0.0; a.len()];
    for (j, q) in b.enumerate() {
        let (mut diagonal, mut shortest) = (0.0, f64::INFINITY);
        for (i, p) in a.iter().enumerate() {
            let before = match (i, j) {
                (0, 0) => 0.0,
                (0, _) => column[0],
                (_, 0) => column[i - 1],
                _ => least(diagonal, least(column[i], column[i - 1])),
            };
            let apart = (*p - *q).length_squared();
            diagonal = column[i];
            column[i] = if apart > before { apart } else { before };
            shortest = least(shortest, column[i]);
        }
        // Every way to the end leads through this column.
        if shortest > limit * limit {
            return f64::INFINITY;
        }
    }
    let leash = sqrt(column[a.len() - 1]);
    if leash <= limit { leash } else { f64::INFINITY }
}

fn least(a: f64, b: f64) -> f64 {
    if b < a { b } else { a }
}

/// Merges the two nearest clusters until none are within `limit`. The distance of clusters is that of their farthest members, so that
/// nobody in a cluster is farther than the limit from anybody else; of equal distances the one with the lowest numbers is merged first.
pub(super) fn cluster(shapes: &[Shape], limit: f64) -> Vec<Cluster> {
    let n = shapes.len();
    let mut between = vec![0.0; n * n];
    for i in 0..n {
        for j in i + 1..n {
            let distance = shapes[i].distance(&shapes[j], limit);
            (between[i * n + j], between[j * n + i]) = (distance, distance);
        }
    }
    let mut groups: Vec<Vec<usize>> = (0..n).map(|i| vec![i]).collect();
    // By the lowest member of each cluster; the others' rows are dead.
    let mut apart = between.clone();
    let mut alive: Vec<usize> = (0..n).collect();
    loop {
        let mut nearest: Option<(f64, usize, usize)> = None;
        for (k, i) in alive.iter().enumerate() {
            for j in &alive[k + 1..] {
                let distance = apart[i * n + j];
                if distance <= limit && nearest.is_none_or(|(least, ..)| distance < least) {
                    nearest = Some((distance, *i, *j));
                }
            }
        }
        let Some((_, i, j)) = nearest else { break };
        let joined = core::mem::take(&mut groups[j]);
        groups[i].extend(joined);
        alive.retain(|k| *k != j);
        for k in &alive {
            let (one, other) = (apart[i * n + k], apart[j * n + k]);
            let farther = if other > one { other } else { one };
            (apart[i * n + k], apart[k * n + i]) = (farther, farther);
        }
    }
    let made = alive.into_iter().map(|i| {
        let mut members = core::mem::take(&mut groups[i]);
        members.sort_unstable();
        let mut best = (f64::INFINITY, members[0]);
        for m in &members {
            let sum = members.iter().map(|other| between[m * n + other]).sum::<f64>();
            if sum < best.0 {
                best = (sum, *m);
            }
        }
        Cluster { members, medoid: best.1 }
    });
    made.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shape(line: &[(f64, f64)]) -> Shape {
        Shape::new(&line.iter().map(|(x, z)| DVec3::new(*x, 0.0, *z)).collect::<Vec<_>>())
    }

    #[test]
    fn shapes_are_sampled_evenly_by_length() {
        let bend = shape(&[(0.0, 0.0), (3.1, 0.0), (3.1, 59.9)]);
        assert_eq!(bend.points.len(), SAMPLES);
        for pair in bend.points.windows(2) {
            let step = (pair[1] - pair[0]).length();
            assert!(step < 1.0 + 1e-9 && step > 0.7, "{step}");
        }
        assert_eq!(bend.points[1], DVec3::new(1.0, 0.0, 0.0));
        assert_eq!(*bend.points.last().unwrap(), DVec3::new(3.1, 0.0, 59.9));
        assert!(shape(&[(2.0, 1.0)]).points.iter().all(|p| *p == DVec3::new(2.0, 0.0, 1.0)));
    }

    #[test]
    fn parallel_lines_are_their_distance_apart_in_both_directions() {
        let there = shape(&[(0.0, 0.0), (31.0, 0.0)]);
        let beside = shape(&[(0.0, 3.0), (31.0, 3.0)]);
        let back = shape(&[(31.0, 3.0), (0.0, 3.0)]);
        let apart = |a: &Shape, b: &Shape| a.distance(b, 9.0);
        assert_eq!((apart(&there, &beside), apart(&there, &back), apart(&back, &there)), (3.0, 3.0, 3.0));
        assert_eq!((apart(&there, &there), there.distance(&beside, 3.0)), (0.0, 3.0));
        assert_eq!(there.distance(&beside, 2.99), f64::INFINITY);
    }

    #[test]
    fn the_leash_is_that_of_the_definition() {
        // By hand: going 0, 1, 2 beside 0, 2 in one dimension needs 1 at the middle point.
        let line = |xs: &[f64]| xs.iter().map(|x| DVec3::X * *x).collect::<Vec<_>>();
        assert_eq!(frechet(&line(&[0.0, 1.0, 2.0]), line(&[0.0, 2.0]).iter(), 9.0), 1.0);
        // A detour of 5 that the other does not make cannot be walked around; Hausdorff of the end points would say 0.
        assert_eq!(frechet(&line(&[0.0, 5.0, 0.0]), line(&[0.0, 0.0]).iter(), 9.0), 5.0);
        // Recursion over all pairs, as the definition has it.
        fn slow(a: &[DVec3], b: &[DVec3]) -> f64 {
            let apart = (a[a.len() - 1] - b[b.len() - 1]).length();
            let before = match (a.len(), b.len()) {
                (1, 1) => 0.0,
                (1, m) => slow(a, &b[..m - 1]),
                (n, 1) => slow(&a[..n - 1], b),
                (n, m) => slow(&a[..n - 1], b).min(slow(a, &b[..m - 1])).min(slow(&a[..n - 1], &b[..m - 1])),
            };
            apart.max(before)
        }
        let wave = |phase: f64| -> Vec<DVec3> {
            (0..7).map(|i| DVec3::new(i as f64, 0.0, libm::sin(i as f64 * phase) * 3.0)).collect()
        };
        for phase in [0.3, 0.9, 1.7, 2.4] {
            let (a, b) = (wave(0.5), wave(phase));
            let exact = slow(&a, &b);
            assert!((frechet(&a, b.iter(), 99.0) - exact).abs() < 1e-12, "{phase}");
            assert_eq!(frechet(&a, b.iter(), 0.99 * exact), f64::INFINITY);
        }
    }

    #[test]
    fn clusters_join_what_is_near_and_keep_apart_what_is_not() {
        let at = |z: f64| shape(&[(0.0, z), (31.0, z)]);
        let shapes = [at(0.0), at(50.0), at(1.0), at(51.5), at(2.0), at(100.0)];
        let found = cluster(&shapes, 5.0);
        let members: Vec<_> = found.iter().map(|c| (c.members.clone(), c.medoid)).collect();
        assert_eq!(members, [(vec![0, 2, 4], 2), (vec![1, 3], 1), (vec![5], 5)]);
        // A chain of neighbours is cut where its ends are farther apart than the limit.
        let chain: Vec<Shape> = (0..4).map(|i| at(3.0 * i as f64)).collect();
        let members: Vec<_> = cluster(&chain, 4.0).into_iter().map(|c| c.members).collect();
        assert_eq!(members, [vec![0, 1], vec![2, 3]], "equal distances: lowest numbers first");
        assert!(cluster(&[], 4.0).is_empty());
    }
}
