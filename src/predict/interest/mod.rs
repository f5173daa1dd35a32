//! Interest scheme and hybrid method (S3): forces between players and objects bend the path ahead.
//!
//! A player moves on at constant speed. Its direction, at first that of the last update, turns slice by slice towards the
//! sum of the forces it feels: objects that would help it attract ([`InterestObject`]), weaker players attract, stronger
//! ones repel. How much it prefers either is observed from its behaviour. The hybrid method begins with dead reckoning.
//!
//! Entities take part when one of the two models predicts them or when the host told their life; the others cost nothing.

mod field;
mod force;
mod grid;
mod params;
mod path;
mod predictor;
mod preference;
mod snapshot;
#[cfg(test)]
mod tests;

pub(super) use field::{InterestField, Stake};
pub use params::{InterestObject, InterestParams, LeadBy, PreferenceTurns, check_life};

use super::kinematics::{Kinematics, RIDING};
use super::model::{self, Motion};
use super::profile::Model;
use super::reckoning::Details;
use crate::base::math::{DVec3, lift};
use field::viewer;
use grid::Key;
use path::Walk;

/// Interest scheme or hybrid method, as the entity's model says. Heights follow dead reckoning, and so do riders.
pub(super) fn motion(field: &InterestField, kinematics: &Kinematics, details: &Details, delta: f64) -> Motion {
    // For models without a formula of their own in `model` this is first-order dead reckoning.
    let mut motion = model::motion(kinematics, &details.profile, delta, DVec3::ZERO);
    let straight = if kinematics.model == Model::Hybrid { field.params.threshold } else { 0.0 };
    if delta <= straight || kinematics.has(RIDING) {
        return motion;
    }
    let stake = kinematics.stake;
    let seat = field.seat(stake).copied().unwrap_or_default();
    let own = stake.0.checked_sub(1).map(Key::Player);
    let viewer = viewer(own, kinematics, &seat);
    let walk = Walk {
        viewer,
        velocity: kinematics.velocity,
        fading: match seat.fading {
            // The model was chosen after the last update.
            0 => field.fading_slices(&viewer),
            slices => slices,
        },
        preference: details.profile.preference.map_or_else(|| seat.habit.preference(), f64::from),
        straight,
    };
    let course = walk.course(field, delta);
    motion.terms.learned = lift(course.beyond, 0.0);
    motion.velocity += lift(course.change, 0.0);
    motion
}
