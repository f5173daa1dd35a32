//! The path ahead: constant speed, slices of Δt, a direction that turns from inertia to what is felt (eq. 7 to 11).

use super::field::InterestField;
use super::force::{Felt, Viewer};
use super::params::{FELT, PreferenceTurns};
use crate::base::math::{DVec2, DVec3, ground, lift, sqrt};

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
        let turns_inertia = field.params.preference_turns == PreferenceTurns::Result && self.preference != 0.0;
        let mut j = first;
        while elapsed < delta {
            let (mut end, is_last) = (f64::from(j + 1) * slice, f64::from(j) * slice >= FELT);
            if is_last || end > delta {
                end = delta;
            }
            // In slice 0 there is inertia alone.
            if (j > 0 || turns_inertia) && !is_last {
                let position = self.viewer.position + lift(velocity * elapsed + course.beyond, 0.0);
                let felt = field.feel_among(&around, &Viewer { position, elapsed, ..self.viewer });
                direction = self.direction(&felt, field.params.preference_turns, j, inertia, direction);
            }
            // As a difference, so that nobody who feels nothing leaves dead reckoning by a rounding error.
            course.change = (direction - inertia) * speed;
            course.beyond += course.change * (end - elapsed);
            (elapsed, j) = (end, j + 1);
        }
        course
    }

    /// Direction of F_j (eq. 11 and 14); without any force it stays.
    fn direction(&self, felt: &Felt, turns: PreferenceTurns, j: u32, inertia: DVec2, before: DVec2) -> DVec2 {
        if felt.sum == DVec2::ZERO {
            return before;
        }
        let (j, m) = (f64::from(j), f64::from(self.fading));
        let with_inertia = |wanted| if j < m { inertia * ((m - j) / m) + wanted * (j / m) } else { wanted };
        let force = match turns {
            PreferenceTurns::Forces => with_inertia(preferred(felt, felt.sum, self.preference)),
            PreferenceTurns::Result => preferred(felt, with_inertia(felt.sum), self.preference),
        };
        let length = sqrt(force.length_squared());
        if length > 0.0 { force / length } else { before }
    }
}

/// A force turned by |E| hundredths of its angle towards the most strongly felt object (E < 0) or player (E > 0).
pub(super) fn preferred(felt: &Felt, force: DVec2, preference: f64) -> DVec2 {
    let favourite = if preference < 0.0 { &felt.object } else { &felt.player };
    if preference == 0.0 || favourite.strength == 0.0 {
        return force;
    }
    let toward = favourite.toward;
    // Adding zero turns -0 into 0, so that exactly opposite directions always turn the same way round.
    let angle = libm::atan2(force.perp_dot(toward) + 0.0, force.dot(toward));
    let (sin, cos) = libm::sincos(angle * (preference.abs() / 100.0));
    DVec2::new(force.x * cos - force.y * sin, force.x * sin + force.y * cos)
}
