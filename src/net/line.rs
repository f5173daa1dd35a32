//! The straight line that stays near a predicted path for the longest time.
//!
//! At time t after its start, lines from one place are within the threshold of the path if their velocity lies in a ball of
//! radius `threshold / t` about the mean velocity of the path up to t. A velocity in all balls up to some time survives
//! until then; as long as the balls have a point in common, going to the nearest point of each in turn finds one.

use crate::base::math::{DVec3, sqrt};

/// A straight line to predict along: what a type-2 update says.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Line {
    /// Where it begins, from the true position, metres. A sender uses no line that begins farther off than its threshold.
    pub offset: DVec3,
    /// The prediction vector, m/s.
    pub velocity: DVec3,
}

/// Rounds over all balls; where they have a common interior, far fewer are needed.
const ROUNDS: usize = 200;
/// Step into the farthest ball, in units of the way to its edge.
const OVERSHOOT: f64 = 1.5;
/// What counts as inside, relative to the threshold.
const ROUNDING: f64 = 1e-12;

/// A velocity and how many of the places it passes within the threshold.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LongestLine {
    /// m/s.
    pub velocity: DVec3,
    /// Places from the first on that the line passes in time within the threshold.
    pub survives: usize,
}

/// The velocity of the line from the origin that passes most of `places` (seconds after the start, ascending, above 0;
/// metres from the start) within `threshold`, counted from the first until one is missed. Where none is passed, it leads to
/// the first.
pub fn longest_line(places: &[(f64, DVec3)], threshold: f64) -> LongestLine {
    let Some((seconds, first)) = places.first() else {
        return LongestLine { velocity: DVec3::ZERO, survives: 0 };
    };
    let mut best = LongestLine { velocity: *first / *seconds, survives: 1 };
    // The common part only shrinks with more balls: halve until the first prefix that has none.
    let (mut lived, mut died) = (1, places.len() + 1);
    let mut next = places.len();
    while died - lived > 1 {
        match common(&places[..next], threshold, best.velocity) {
            Some(velocity) => {
                best = LongestLine { velocity, survives: next };
                lived = next;
            }
            None => died = next,
        }
        next = lived + (died - lived) / 2;
    }
    best
}

/// A velocity in all balls.
fn common(places: &[(f64, DVec3)], threshold: f64, start: DVec3) -> Option<DVec3> {
    let mut velocity = start;
    for _ in 0..ROUNDS {
        // Into the ball that is farthest away, and as far again beyond its edge: that ends inside where there is an inside.
        let mut farthest = (0.0, DVec3::ZERO);
        for (seconds, place) in places {
            let out = velocity - *place / *seconds;
            let distance = sqrt(out.length_squared());
            let beyond = distance - threshold / *seconds;
            if beyond > farthest.0 {
                let deep = beyond * OVERSHOOT;
                farthest = (beyond, out * ((if deep < distance { deep } else { distance }) / distance));
            }
        }
        if farthest.0 <= threshold * ROUNDING {
            return Some(velocity);
        }
        velocity -= farthest.1;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;
    use proptest::prelude::*;

    fn misses(places: &[(f64, DVec3)], velocity: DVec3, threshold: f64) -> usize {
        places.iter().position(|(t, p)| (velocity * *t - *p).length() > threshold).unwrap_or(places.len())
    }

    #[test]
    fn a_straight_path_is_followed_to_its_end() {
        let places: Vec<_> = (1..=40).map(|i| (i as f64 * 0.05, DVec3::X * (i as f64 * 0.05 * 7.0))).collect();
        let line = longest_line(&places, 0.3);
        assert_eq!(line.survives, 40);
        assert_eq!(misses(&places, line.velocity, 0.3), 40);
    }

    #[test]
    fn a_turn_is_cut_so_that_the_line_lives_longer_than_the_tangent() {
        // A circle of radius 4 m at 8 m/s: the tangent is 0.5 m off after t with 8 t²  ≈ 0.5, t = 0.25 s.
        let circle = |t: f64| DVec3::new(4.0 * (2.0 * t).sin(), 0.0, 4.0 * (1.0 - (2.0 * t).cos()));
        let places: Vec<_> = (1..=100).map(|i| i as f64 * 0.01).map(|t| (t, circle(t))).collect();
        let line = longest_line(&places, 0.5);
        let tangent = misses(&places, DVec3::X * 8.0, 0.5);
        assert!((24..=26).contains(&tangent), "{tangent}");
        assert!(line.survives > 2 * tangent, "{line:?}");
        assert_eq!(misses(&places, line.velocity, 0.5), line.survives);
    }

    #[test]
    fn without_a_path_it_stands_and_a_leap_is_aimed_at() {
        assert_eq!(longest_line(&[], 1.0), LongestLine { velocity: DVec3::ZERO, survives: 0 });
        let leap = [(0.5, DVec3::X * 100.0)];
        assert_eq!(longest_line(&leap, 0.1), LongestLine { velocity: DVec3::X * 200.0, survives: 1 });
    }

    proptest! {
        /// Against all velocities of a fine grid: none survives more than one place longer.
        #[test]
        fn no_other_velocity_lives_much_longer(
            turns in prop::collection::vec(-1.0f64..1.0, 24),
            threshold in 0.1f64..1.5,
        ) {
            let (mut at, mut heading) = (DVec3::ZERO, 0.0f64);
            let places: Vec<_> = turns.iter().enumerate().map(|(i, turn)| {
                heading += turn * 0.6;
                at += DVec3::new(heading.cos(), 0.0, heading.sin()) * 0.4;
                ((i + 1) as f64 * 0.05, at)
            }).collect();
            let line = longest_line(&places, threshold);
            prop_assert_eq!(misses(&places, line.velocity, threshold * (1.0 + 1e-9)), line.survives);
            let mut most = 0;
            for i in -60..=60 {
                for j in -60..=60 {
                    let velocity = DVec3::new(i as f64, 0.0, j as f64) * 0.15;
                    most = most.max(misses(&places, velocity, threshold));
                }
            }
            prop_assert!(line.survives + 1 >= most, "{} of {}", line.survives, most);
        }
    }
}
