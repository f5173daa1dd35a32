//! The predicted path (eq. 6 and 7) and the velocity that an owner sends (eq. 8).

use super::bank::{Bank, MAX_NETWORKS, SendRule, SentSpeed};
use super::features::Heading;
use super::network::Changes;
use crate::base::math::{DVec3, Vec3, sqrt};
use crate::base::time::to_seconds;

/// By how much a path leaves the straight line of plain dead reckoning.
///
/// Eq. 7 is `x̂_{i+1} = x̂_i + (v + Δv_i) h` with a first step of plain v. Without its part `v δ` that is 0 until h, and at
/// (i+1)h the sum of `Δv_1 h … Δv_i h`. Straight in between; after (q+1)h it goes on with the last velocity.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Path {
    /// h, seconds.
    pub(super) step: f64,
    /// q; 0 = no path.
    pub(super) steps: usize,
    /// The vertical is not predicted (d = 2).
    pub(super) flat: bool,
    /// At 2h, 3h, … (q+1)h, metres in the level's axes.
    pub(super) bends: [Vec3; MAX_NETWORKS],
}

impl Path {
    /// Plain dead reckoning.
    pub(super) const NONE: Self = Self { step: 0.0, steps: 0, flat: false, bends: [Vec3::ZERO; MAX_NETWORKS] };

    /// Adds up what the networks say. One that explained nothing of data it did not know (r² not above 0) is not asked: then
    /// the velocity of that step stays as it is. `scale` brings velocities of the bank to those of the entity.
    pub(super) fn roll_out(bank: &Bank, changes: &Changes, heading: Heading, scale: f32) -> Self {
        let step = to_seconds(bank.step());
        let (steps, flat) = (bank.shape().networks, bank.shape().dimensions == 2);
        let mut path = Self { step, steps, flat, ..Self::NONE };
        let mut sum = Vec3::ZERO;
        for (i, bend) in path.bends[..path.steps].iter_mut().enumerate() {
            if bank.quality[i] > 0.0 {
                sum += heading.turn_out(changes[i]) * (step as f32 * scale);
            }
            *bend = sum;
        }
        path
    }

    /// How far off the straight line it is after `delta` seconds, metres, and how much its velocity then differs from that of
    /// the line, m/s.
    pub(super) fn bend(&self, delta: f64) -> (DVec3, DVec3) {
        if self.steps == 0 || delta <= self.step {
            return (DVec3::ZERO, DVec3::ZERO);
        }
        let whole = delta / self.step;
        // The step that is under way, 1 to q: the first straight one is 0.
        let i = if whole < self.steps as f64 { whole as usize } else { self.steps };
        let before = if i == 1 { DVec3::ZERO } else { self.bends[i - 2].as_dvec3() };
        let change = (self.bends[i - 1].as_dvec3() - before) / self.step;
        (before + change * (delta - i as f64 * self.step), change)
    }

    /// Eq. 8: as fast as `velocity`, towards the end of the path; `velocity` itself where either has no length. Or the mean
    /// velocity of the path ([`SentSpeed::Mean`]). The path ends where `rule` says. With d = 2 that is about the ground
    /// plane, and the vertical velocity stays.
    pub(super) fn predictive_velocity(&self, velocity: DVec3, rule: SendRule) -> DVec3 {
        let steps = self.steps.min(rule.networks);
        let Some(last) = steps.checked_sub(1) else { return velocity };
        let seconds = (steps + 1) as f64 * self.step;
        let mut way = velocity * seconds + self.bends[last].as_dvec3();
        let mut speed = velocity.length_squared();
        if self.flat {
            way.y = 0.0;
            speed = velocity.x * velocity.x + velocity.z * velocity.z;
        }
        let mut sent = way / seconds;
        if rule.speed == SentSpeed::Kept {
            let length = way.length_squared();
            // Below a micrometre a direction would be made of rounding errors.
            if length < 1e-12 || speed == 0.0 {
                return velocity;
            }
            sent = way * (sqrt(speed) / sqrt(length));
        }
        if self.flat {
            sent.y = velocity.y;
        }
        sent
    }

    /// (q+1)h: when the path ends.
    pub(super) fn seconds(&self) -> f64 {
        (self.steps + 1) as f64 * self.step
    }
}
