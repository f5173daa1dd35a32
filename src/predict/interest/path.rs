//! The path ahead: constant speed, slices of Δt, a direction that turns from inertia to what is felt (eq. 7 to 11).

use super::field::InterestField;
use super::force::{Felt, Viewer};
use crate::base::math::{DVec2, DVec3, ground, lift, sqrt};

/// Slices in which forces are felt; after them the direction stays.
const MOST_SLICES: u32 = 64;

/// How a player goes on from its last observation.
pub(super) struct Walk {
    /// As it was observed.
    pub(super) viewer: Viewer,
    pub(super) velocity: DVec3,
    /// m of eq. 11, fixed at the update.
    pub(super) fading: u32,
    /// E, -100 to 100.
    pub(super) preference: f64,
    /// Straight on for so long, seconds: 0, or the threshold of the hybrid method.
    pub(super) straight: f64,
}

/// Where a walk leads.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub(super) struct Course {
    /// Displacement in the ground plane beyond `v δ`, metres.
    pub(super) beyond: DVec2,
    /// Velocity at the end minus that of the update, m/s: same length, another direction.
    pub(super) change: DVec2,
}

impl Walk {
    /// The course after `delta` seconds. Slices are counted from the update (eq. 7), also where the hybrid method goes
    /// straight on during the first of them: inertia fades with its age.
    pub(super) fn course(&self, field: &InterestField, delta: f64) -> Course {
        let velocity = ground(self.velocity);
        let (speed, slice) = (self.viewer.speed, field.params.slice);
        let mut course = Course::default();
        if speed == 0.0 {
            return course;
        }
        let inertia = velocity / speed;
        let mut direction = inertia;
        let mut elapsed = self.straight;
        let first = (elapsed / slice) as u32;
        let around = field.grid.gather(self.viewer.position, field.params.radius, speed * delta);
        for j in first..=first + MOST_SLICES {
            if elapsed >= delta {
                break;
            }
            let (mut end, is_last) = (f64::from(j + 1) * slice, j == first + MOST_SLICES);
            if is_last || end > delta {
                end = delta;
            }
            // In slice 0 there is inertia alone.
            if j > 0 && !is_last {
                let position = self.viewer.position + lift(velocity * elapsed + course.beyond, 0.0);
                let felt = field.feel_among(&around, &Viewer { position, elapsed, ..self.viewer });
                direction = self.direction(&felt, j, inertia, direction);
            }
            // As a difference, so that nobody who feels nothing leaves dead reckoning by a rounding error.
            course.change = (direction - inertia) * speed;
            course.beyond += course.change * (end - elapsed);
            elapsed = end;
        }
        course
    }

    /// Direction of F_j (eq. 11 and 14); without any force it stays.
    fn direction(&self, felt: &Felt, j: u32, inertia: DVec2, before: DVec2) -> DVec2 {
        if felt.sum == DVec2::ZERO {
            return before;
        }
        let wanted = preferred(felt, self.preference);
        let (j, m) = (f64::from(j), f64::from(self.fading));
        let force = if j < m { inertia * ((m - j) / m) + wanted * (j / m) } else { wanted };
        let length = sqrt(force.length_squared());
        if length > 0.0 { force / length } else { before }
    }
}

/// ΣF turned by |E| hundredths of its angle towards the most strongly felt object (E < 0) or player (E > 0).
pub(super) fn preferred(felt: &Felt, preference: f64) -> DVec2 {
    let favourite = if preference < 0.0 { &felt.object } else { &felt.player };
    if preference == 0.0 || favourite.strength == 0.0 {
        return felt.sum;
    }
    let (sum, toward) = (felt.sum, favourite.toward);
    // Adding zero turns -0 into 0, so that exactly opposite directions always turn the same way round.
    let angle = libm::atan2(sum.perp_dot(toward) + 0.0, sum.dot(toward));
    let (sin, cos) = libm::sincos(angle * (preference.abs() / 100.0));
    DVec2::new(sum.x * cos - sum.y * sin, sum.x * sin + sum.y * cos)
}
