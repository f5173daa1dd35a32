//! A chase from frame to frame, and the moment at which the prediction leaves the path it was on.
//!
//! An update comes between two frames. What is drawn goes by the old path until then and by the new one afterwards, so that
//! frames of all rates show the same; and as one step, so that the level is asked once. A jump of the prediction
//! that nobody announced is noticed and treated alike.

use super::chase::{chase, creep};
use super::curve::Motion;
use super::drawn::{SLOWED, SNAPPED};
use super::params::{Method, SmoothParams};
use super::track::Track;
use crate::base::math::{DVec3, sqrt};
use crate::base::time::{Nanos, SECOND, seconds_between};
use crate::predict::Prediction;

/// A chase goes by an update from this long before it came on, as far as that is not drawn yet: it makes up for some of the
/// time that a correction takes, and frames of all rates stay within centimetres of each other.
const REACTION: Nanos = SECOND / 500;
/// A prediction that is off the path of the last one by more than this many metres and …
const JUMP: f64 = 0.02;
/// … this share of the way it made has jumped, whether a correction was announced or not.
const JUMP_SHARE: f64 = 0.5;

/// The path of the prediction before a correction, from the last frame to when the correction takes effect.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Switch {
    pub(super) time: Nanos,
    pub(super) from: DVec3,
    pub(super) to: Motion,
}

impl Track {
    /// Runs after the prediction from what was drawn last, walls and all.
    pub(super) fn chase(&mut self, now: Nanos, live: Motion, params: &SmoothParams, flags: &mut u32) -> Motion {
        let dt = seconds_between(self.time, now);
        let mut switch = self.switch.take();
        if switch.is_none() && self.has_jumped(live, dt) {
            let offset = live.position - self.drawn.position;
            if offset.length_squared() > params.snap_distance * params.snap_distance {
                *flags |= SNAPPED;
                self.anchor = None;
                self.jump(live);
                return live;
            }
            switch = Some(self.leave_path(now, live));
        }
        let shown = Motion { position: self.drawn.position, velocity: self.drawn.velocity };
        if !self.exact
            && let Some(near) = creep(params, shown, live, dt)
        {
            self.curve = near.position;
            return near;
        }
        let chased = match switch {
            Some(Switch { time, from, to }) => {
                let before = chase(params, shown, from, to, self.radius, seconds_between(self.time, time));
                chase(params, before.shown, self.predicted.position, live, self.radius, seconds_between(time, now))
            }
            None => chase(params, shown, self.predicted.position, live, self.radius, dt),
        };
        if chased.arrived {
            self.jump(live);
            return live;
        }
        *flags |= if chased.slowed { SLOWED } else { 0 };
        self.curve = chased.shown.position;
        chased.shown
    }

    /// Whether the prediction has left the path it was on without an announced correction.
    fn has_jumped(&self, live: Motion, dt: f64) -> bool {
        let path = (self.predicted.velocity + live.velocity) * (0.5 * dt);
        let off = live.position - self.predicted.position - path;
        let unseen = JUMP + JUMP_SHARE * sqrt(path.length_squared());
        off.length_squared() > unseen * unseen
    }

    /// The prediction has jumped somewhen since the last frame: halfway is the least wrong.
    fn leave_path(&mut self, now: Nanos, live: Motion) -> Switch {
        let Motion { position: from, velocity } = self.predicted;
        let time = self.time + (now - self.time) / 2;
        let to = Motion { position: from + velocity * seconds_between(self.time, time), velocity };
        self.predicted = Motion { position: live.position - live.velocity * seconds_between(time, now), ..live };
        Switch { time, from, to }
    }

    /// How long before its time a correction takes effect: not before what is drawn already.
    pub(super) fn reach_back(&self, params: &SmoothParams, time: Nanos, early: Nanos) -> Nanos {
        match params.method {
            Method::Chase => REACTION.saturating_add(early.max(0)).min(time - self.time),
            _ => 0,
        }
    }

    /// Keeps the path that a chase is on until `early` before the time of a correction. Of several since the last frame the first
    /// one is kept.
    pub(super) fn note_switch(&mut self, time: Nanos, early: Nanos, before: Option<&Prediction>) {
        if self.switch.is_some() {
            return;
        }
        let leaves = time - early;
        let to = match before {
            Some(before) => {
                let back = before.velocity * seconds_between(leaves, time);
                Motion { position: before.position - back, velocity: before.velocity }
            }
            None => self.carried_on(leaves),
        };
        self.switch = Some(Switch { time: leaves, from: self.predicted.position, to });
    }
}
