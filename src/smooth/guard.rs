//! Never backwards: a correction that lies behind is absorbed by slowing down.
//!
//! Let the curve of the method advance by `r` along the predicted direction of motion in a frame, while the prediction
//! advances by `p`. Drawing may fall back against the prediction by at most `(1 - f) p`, `f` being the slowest speed as a
//! share of the predicted one. What the curve falls back more is put on a *lead*: how far the drawn place is ahead of the
//! curve. What it falls back less gives the lead back, at last exponentially, so that the speed has no corner. Both are
//! integrals over the way and not over frames, so the frame rate does not matter.

use super::params::SmoothParams;
use crate::base::math::{DVec3, exp, sqrt};

/// A lead shorter than this is dropped, metres.
const NO_LEAD: f64 = 1e-4;

/// What keeps one entity from moving backwards.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Guard {
    /// Drawn place minus the curve's.
    pub(super) lead: DVec3,
    /// How fast the lead changes now, m/s.
    pub(super) rate: DVec3,
    /// Slowest speed as a share of the predicted one. Negative when the shown entity was itself moving against the
    /// predicted direction when the correction came: it must be let to turn.
    pub(super) least: f64,
    /// Speed at which the drawn place may fall back whatever the predicted speed, m/s: the lead at the correction within
    /// the patience.
    pub(super) give: f64,
}

impl Guard {
    /// Nothing to absorb.
    pub(super) const NONE: Self = Self { lead: DVec3::ZERO, rate: DVec3::ZERO, least: 0.0, give: 0.0 };

    /// For a correction with this offset (shown minus predicted) and these velocities.
    pub(super) fn new(params: &SmoothParams, offset: DVec3, shown_velocity: DVec3, velocity: DVec3) -> Self {
        let speed = sqrt(velocity.length_squared());
        if speed < params.still_speed || speed == 0.0 {
            return Self { least: params.least_speed, ..Self::NONE };
        }
        let along = shown_velocity.dot(velocity) / (speed * speed);
        let ahead = offset.dot(velocity) / speed;
        Self {
            lead: DVec3::ZERO,
            rate: DVec3::ZERO,
            least: if along < params.least_speed { along } else { params.least_speed },
            give: if ahead > 0.0 { ahead / params.patience } else { 0.0 },
        }
    }

    /// Whether the drawn place is ahead of the curve.
    pub(super) fn is_ahead(&self) -> bool {
        self.lead != DVec3::ZERO
    }

    /// One frame of `dt` seconds: the curve moved by `curve.0` and moves at `curve.1` now, the prediction by `live.0` and at
    /// `live.1`. `span` is the time of convergence.
    pub(super) fn advance(
        &mut self,
        params: &SmoothParams,
        curve: (DVec3, DVec3),
        live: (DVec3, DVec3),
        span: f64,
        dt: f64,
    ) {
        let speed = sqrt(live.1.length_squared());
        if speed < params.still_speed || speed == 0.0 {
            // Standing still gives no direction and no way to absorb anything.
            let fading = 3.0 / params.patience;
            self.lead *= exp(-fading * dt);
            self.rate = self.lead * -fading;
        } else {
            let direction = live.1 / speed;
            // A quarter of the time of convergence at full slowing: short enough to end soon, long enough to be smooth.
            let soft = 0.25 * span * (1.0 - params.least_speed) * speed;
            let excess = self.excess(live.0.dot(direction), curve.0.dot(direction), dt);
            if excess > 0.0 {
                self.lead += direction * excess;
            } else if self.is_ahead() {
                let length = sqrt(self.lead.length_squared());
                self.lead *= released(length, -excess, soft) / length;
            }
            let growth = self.excess(speed, curve.1.dot(direction), 1.0);
            let length = sqrt(self.lead.length_squared());
            self.rate = if growth > 0.0 {
                direction * growth
            } else if length < soft {
                self.lead * (growth / soft)
            } else if length > 0.0 {
                self.lead * (growth / length)
            } else {
                DVec3::ZERO
            };
        }
        if self.lead.length_squared() < NO_LEAD * NO_LEAD {
            self.drop_lead();
        }
    }

    /// By how much the curve falls back more than is allowed (less when negative) in a time, while the prediction advances.
    fn excess(&self, advance: f64, curve: f64, time: f64) -> f64 {
        // A prediction that itself goes back (it was clipped, or turned) takes the drawn place along.
        let by_slowing = if advance > 0.0 { (1.0 - self.least) * advance } else { 0.0 };
        let allowed = if by_slowing > self.give * time { by_slowing } else { self.give * time };
        advance - curve - allowed
    }

    /// Gives up the lead at once.
    pub(super) fn drop_lead(&mut self) {
        (self.lead, self.rate) = (DVec3::ZERO, DVec3::ZERO);
    }
}

/// Solves `dl/dx = -min(1, l / soft)` from `lead` over `slack`.
fn released(lead: f64, slack: f64, soft: f64) -> f64 {
    if lead - slack >= soft {
        return lead - slack;
    }
    if soft <= 0.0 {
        return 0.0;
    }
    let straight = if lead > soft { lead - soft } else { 0.0 };
    (lead - straight) * exp(-(slack - straight) / soft)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn params() -> SmoothParams {
        SmoothParams { least_speed: 0.25, patience: 0.5, still_speed: 0.1, ..SmoothParams::default() }
    }

    #[test]
    fn a_lead_is_given_back_straight_and_then_softly() {
        assert_eq!(released(5.0, 2.0, 1.0), 3.0);
        assert!((released(3.0, 2.0, 1.0) - 1.0).abs() < 1e-15);
        assert!((released(3.0, 3.0, 1.0) - exp(-1.0)).abs() < 1e-15);
        assert!((released(0.5, 1.0, 1.0) - 0.5 * exp(-1.0)).abs() < 1e-15);
        assert_eq!(released(0.5, 1.0, 0.0), 0.0);
    }

    #[test]
    fn giving_back_in_many_steps_is_giving_back_in_one() {
        let mut lead = 4.0;
        (0..100).for_each(|_| lead = released(lead, 0.06, 0.7));
        assert!((lead - released(4.0, 6.0, 0.7)).abs() < 1e-12);
    }

    #[test]
    fn falling_back_more_than_slowing_allows_becomes_lead_by_hand() {
        let velocity = DVec3::X * 8.0;
        let mut guard = Guard::new(&params(), DVec3::X, velocity, velocity);
        assert_eq!((guard.least, guard.give), (0.25, 2.0));
        // The prediction advances 0.8, the curve goes back 0.2: 1.0 behind, of which 0.6 may be by slowing down.
        guard.advance(&params(), (DVec3::X * -0.2, DVec3::X * -2.0), (DVec3::X * 0.8, velocity), 0.2, 0.1);
        assert!((guard.lead - DVec3::X * 0.4).length() < 1e-12, "so drawing advances by 0.2: a quarter of 0.8");
        assert!((guard.rate - DVec3::X * 4.0).length() < 1e-12, "and at 2 m/s: a quarter of 8");
        // Then the curve keeps pace: 0.6 of slack, more than the lead; soft = 0.25 · 0.2 · 0.75 · 8 = 0.3.
        guard.advance(&params(), (DVec3::X * 0.8, velocity), (DVec3::X * 0.8, velocity), 0.2, 0.1);
        assert!((guard.lead.x - 0.3 * exp(-0.5 / 0.3)).abs() < 1e-12);
        assert!(
            (guard.rate.x + 6.0 * guard.lead.x / 0.3).abs() < 1e-12,
            "of the 6 m/s of slack, as far as it is softened"
        );
    }

    #[test]
    fn who_shows_a_turn_back_is_let_to_turn() {
        let guard = Guard::new(&params(), DVec3::ZERO, DVec3::X * -4.0, DVec3::X * 8.0);
        assert_eq!(guard.least, -0.5);
    }

    #[test]
    fn a_lead_beyond_all_patience_may_move_back() {
        // 6 m ahead within half a second: 12 m/s back, the entity makes 8.
        let velocity = DVec3::X * 8.0;
        let mut guard = Guard::new(&params(), DVec3::X * 6.0, velocity, velocity);
        guard.advance(&params(), (DVec3::X * -0.4, DVec3::X * -4.0), (DVec3::X * 0.8, velocity), 0.2, 0.1);
        assert_eq!(guard.lead, DVec3::ZERO);
    }

    #[test]
    fn standing_entities_are_not_guarded() {
        let mut guard = Guard::new(&params(), DVec3::X, DVec3::ZERO, DVec3::ZERO);
        guard.lead = DVec3::X;
        guard.advance(&params(), (DVec3::X * -0.4, DVec3::ZERO), (DVec3::ZERO, DVec3::ZERO), 0.2, 0.1);
        assert!((guard.lead.x - exp(-0.6)).abs() < 1e-12);
    }
}
