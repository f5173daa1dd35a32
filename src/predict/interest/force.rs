//! What a player feels at one moment: interest (eq. 2 and 3), inverse-square forces (eq. 4), the lead of eq. 13.
//!
//! The scheme is about the ground plane. Distances are taken in space, so that what lies a floor above is far, and a force
//! is the horizontal part of what pulls along the line; heights stay as they were seen, because a jump is over before the
//! scheme looks.

use super::field::InterestField;
use super::grid::{Body, Gathered, Key};
use super::params::LeadBy;
use crate::base::math::{DVec2, DVec3, ground, lift, sqrt};
use crate::base::time::{Nanos, seconds_between};

/// Dead reckoning carries nobody on for longer than this, seconds: whoever was not heard of for so long is anywhere.
const LONGEST_CARRY: f64 = 16.0;

/// Interest of a player in another one (eq. 2): the stronger is drawn to the weaker, the weaker is repelled.
pub(super) fn interest_in_player(own_life: f64, other_life: f64, full_life: f64) -> f64 {
    (own_life - other_life) / full_life
}

/// Interest of a player in an object (eq. 3): what it would really add.
pub(super) fn interest_in_object(value: f64, own_life: f64, full_life: f64) -> f64 {
    let need = full_life - own_life;
    (if value < need { value } else { need }) / full_life
}

/// Who feels, where and when.
#[derive(Clone, Copy, Debug)]
pub(super) struct Viewer {
    /// Feels everybody but itself …
    pub(super) own: Option<Key>,
    /// … of its own company.
    pub(super) company: Option<u64>,
    pub(super) position: DVec3,
    /// |V_A| in the ground plane, m/s.
    pub(super) speed: f64,
    /// S_A, infinite = as much as can be.
    pub(super) life: f64,
    /// Of its last observation …
    pub(super) time: Nanos,
    /// … and how long ago that is, seconds.
    pub(super) elapsed: f64,
}

/// The most strongly felt of a kind.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub(super) struct Strongest {
    /// |F|; 0 = none is felt.
    pub(super) strength: f64,
    /// Unit vector towards it in the ground plane, also where the force repels.
    pub(super) toward: DVec2,
}

/// All that is felt at one moment; |F_0| of inertia is 1.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub(super) struct Felt {
    /// ΣF in the ground plane.
    pub(super) sum: DVec2,
    pub(super) player: Strongest,
    pub(super) object: Strongest,
}

impl Viewer {
    /// Whether a body is somebody else of the same company, or an object.
    #[inline]
    pub(super) fn meets(&self, body: &Body) -> bool {
        match body.key {
            Key::Object(_) => true,
            key => Some(key) != self.own && body.company == self.company,
        }
    }
}

impl InterestField {
    /// Everything that is felt at one place.
    pub(super) fn feel(&self, viewer: &Viewer) -> Felt {
        let mut felt = Felt::default();
        self.grid.near(viewer.position, self.params.radius, |body| self.add_force(viewer, body, &mut felt));
        felt
    }

    /// As [`InterestField::feel`], for many places on one way.
    pub(super) fn feel_among(&self, around: &Gathered, viewer: &Viewer) -> Felt {
        let mut felt = Felt::default();
        let radius = self.params.radius;
        self.grid.near_among(around, viewer.position, radius, |body| self.add_force(viewer, body, &mut felt));
        felt
    }

    #[inline]
    pub(super) fn add_force(&self, viewer: &Viewer, body: &Body, felt: &mut Felt) {
        let full = self.params.full_life;
        let at_most_full = |life: f64| if life < full { life } else { full };
        let own_life = at_most_full(viewer.life);
        match body.key {
            Key::Object(_) => {
                let interest = interest_in_object(body.amount, own_life, full);
                let offset = body.position - viewer.position;
                self.add_pull(interest, offset.length_squared(), offset, felt, |felt| &mut felt.object);
            }
            Key::Player(_) if !viewer.meets(body) => {}
            Key::Player(_) => {
                let interest = interest_in_player(own_life, at_most_full(body.amount), full);
                let ahead = seconds_between(body.time, viewer.time) + viewer.elapsed;
                let moved = ground(body.velocity) * ahead.clamp(-LONGEST_CARRY, LONGEST_CARRY);
                let offset = body.position + lift(moved, 0.0) - viewer.position;
                let squared = offset.length_squared();
                let aim = offset + lift(self.lead(viewer.speed, ground(body.velocity), sqrt(squared)), 0.0);
                self.add_pull(interest, squared, aim, felt, |felt| &mut felt.player);
            }
        }
    }

    /// ΔP_B of eq. 13: `q |V_B| D / |V_A|` (or `/ (|V_A| + |V_B|)`) along V_B. A slow A would aim at nowhere, so it is at
    /// most D.
    pub(super) fn lead(&self, own_speed: f64, velocity: DVec2, distance: f64) -> DVec2 {
        let speed = velocity.length();
        let wanted = self.params.lead * speed;
        let under = match self.params.lead_by {
            LeadBy::OwnSpeed => own_speed,
            LeadBy::BothSpeeds => own_speed + speed,
        };
        if wanted < under {
            velocity * (self.params.lead * distance / under)
        } else if speed > 0.0 {
            velocity * (distance / speed)
        } else {
            DVec2::ZERO
        }
    }

    /// Eq. 4: `k I / D²` along `aim`. Closer than one unit counts as one unit, or whoever stands on an object would be
    /// thrown away by it.
    #[inline]
    fn add_pull(
        &self,
        interest: f64,
        distance_squared: f64,
        aim: DVec3,
        felt: &mut Felt,
        kind: impl FnOnce(&mut Felt) -> &mut Strongest,
    ) {
        let flat = ground(aim);
        if interest == 0.0 || flat == DVec2::ZERO {
            return;
        }
        let square = distance_squared / (self.params.unit * self.params.unit);
        let force = self.params.strength * interest / if square > 1.0 { square } else { 1.0 };
        felt.sum += flat * (force / sqrt(aim.length_squared()));
        let strongest = kind(felt);
        if force.abs() > strongest.strength {
            *strongest = Strongest { strength: force.abs(), toward: flat / sqrt(flat.length_squared()) };
        }
    }

    /// m of eq. 12 and 15: slices over which inertia fades, by the distance to the nearest player or object.
    pub(super) fn fading_slices(&self, viewer: &Viewer) -> u32 {
        let params = &self.params;
        let longest = params.longest_fading;
        match self.grid.nearest_squared(viewer.position, params.radius, |body| viewer.meets(body)) {
            None => longest,
            Some(squared) => {
                let slices = params.fading * (sqrt(squared) / params.unit);
                // Truncation is the floor of a number that is not negative, and saturates.
                (slices as u32).clamp(1, longest)
            }
        }
    }
}
