//! The inputs of the network, in the entity's own frame.
//!
//! Lengths in `v_max · 1 s`, velocities in v_max. Inputs are even (unchanged when the world is mirrored) or odd (their
//! sign flips); all even ones come first.

use super::history::{History, Past};
use super::net::exp;
use crate::base::math::sqrt32;
use crate::pheromone::trail::{RESOLUTIONS, Reading, Recall};

/// Even inputs.
pub const EVEN: usize = 89;
/// Odd inputs.
pub const ODD: usize = 43;
/// All inputs.
pub const INPUTS: usize = EVEN + ODD;

/// Typical error per horizon in `v_max · 1 s`; inputs and outputs of the network about horizons are in these units.
pub const SCALE: [f32; 5] = [0.1, 0.25, 0.5, 0.9, 1.3];

/// Seconds into the past that are looked at.
pub(super) const LAGS: [f32; 11] = [0.0, 0.05, 0.1, 0.15, 0.2, 0.3, 0.4, 0.5, 0.6, 1.0, 2.0];
/// Those of them that bound the windows in which mean velocities are taken, by place in [`LAGS`].
const WINDOWS: [usize; 8] = [0, 1, 2, 4, 5, 7, 9, 10];
/// Lags of the passage that is compared with others: 1 and 2 s.
pub(super) const PATH: [usize; 2] = [9, 10];
/// Lag over which somebody without a view is headed, 0.6 s.
const HEADED: usize = 8;
/// Weight of the view (or of the mean velocity) against the velocity in the direction of the own frame.
const VIEW_WEIGHT: f32 = 0.1;

/// Somebody or something near, relative to the entity, world axes.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub(super) struct Near {
    pub(super) place: [f32; 2],
    pub(super) velocity: [f32; 2],
}

/// Everything the network gets to know.
pub(super) struct Known<'a> {
    pub(super) history: &'a History,
    /// At [`LAGS`].
    pub(super) past: &'a [Past; LAGS.len()],
    /// Cosine and sine of the own frame.
    pub(super) frame: [f32; 2],
    /// g_h of damped dead reckoning.
    pub(super) reach: &'a [f32; 5],
    pub(super) trails: &'a [[Reading; 5]; RESOLUTIONS],
    pub(super) recall: &'a Recall,
    /// Nearest other entity, nearest landmark.
    pub(super) near: [Option<Near>; 2],
    /// Pull of the pheromone field, v_max per second.
    pub(super) pull: Option<[f32; 2]>,
}

/// The direction the inputs are turned to: that of `V + 0.1 view`.
pub(super) fn own_frame(past: &[Past; LAGS.len()]) -> [f32; 2] {
    let now = &past[0].moment;
    let extra = if now.has_view() {
        now.view
    } else {
        let Past { age, moment } = &past[HEADED];
        let dt = if *age > 1e-3 { *age } else { 1e-3 };
        [(now.place[0] - moment.place[0]) / dt, (now.place[1] - moment.place[1]) / dt]
    };
    let d = [now.velocity[0] + VIEW_WEIGHT * extra[0], now.velocity[1] + VIEW_WEIGHT * extra[1]];
    let len = length(d);
    if len > 1e-5 { [d[0] / len, d[1] / len] } else { [1.0, 0.0] }
}

/// A vector of the world in the own frame.
pub(super) fn to_own(frame: [f32; 2], v: [f32; 2]) -> [f32; 2] {
    [frame[0] * v[0] + frame[1] * v[1], frame[0] * v[1] - frame[1] * v[0]]
}

/// Inverse of [`to_own`].
pub(super) fn from_own(frame: [f32; 2], v: [f32; 2]) -> [f32; 2] {
    [frame[0] * v[0] - frame[1] * v[1], frame[1] * v[0] + frame[0] * v[1]]
}

pub(super) fn length(v: [f32; 2]) -> f32 {
    sqrt32(v[0] * v[0] + v[1] * v[1])
}

fn minus(a: [f32; 2], b: [f32; 2]) -> [f32; 2] {
    [a[0] - b[0], a[1] - b[1]]
}

fn ground(place: &[f32; 3]) -> [f32; 2] {
    [place[0], place[1]]
}

/// Where the next even and odd input go.
struct Filler<'a> {
    even: core::slice::IterMut<'a, f32>,
    odd: core::slice::IterMut<'a, f32>,
    frame: [f32; 2],
}

impl Filler<'_> {
    #[inline(always)]
    fn even(&mut self, x: f32) {
        *self.even.next().expect("as many as EVEN") = x;
    }
    #[inline(always)]
    fn odd(&mut self, x: f32) {
        *self.odd.next().expect("as many as ODD") = x;
    }
    /// A vector of the world: its parts along and across the own frame, each within ±`limit`.
    #[inline(always)]
    fn vector(&mut self, v: [f32; 2], limit: f32) {
        let own = to_own(self.frame, v);
        self.even(own[0].clamp(-limit, limit));
        self.odd(own[1].clamp(-limit, limit));
    }
}

/// Fills in all inputs.
pub(super) fn build(out: &mut [f32; INPUTS], known: &Known<'_>) {
    let Known { history, past, frame, reach, trails, recall, near, pull } = known;
    let (even, odd) = out.split_at_mut(EVEN);
    let mut f = Filler { even: even.iter_mut(), odd: odd.iter_mut(), frame: *frame };
    for trail in trails.iter() {
        for (reading, scale) in trail.iter().zip(SCALE) {
            f.vector(reading.mean.map(|x| x / scale), f32::INFINITY);
            f.even(reading.spread / scale);
        }
        f.even(libm::logf(1.0 + trail[0].evidence));
        f.even(libm::logf(1.0 + trail[4].evidence));
    }
    for (h, scale) in SCALE.into_iter().enumerate() {
        f.vector(recall.centre[h].map(|x| x / scale), f32::INFINITY);
        f.even(recall.spread[h] / scale);
    }
    f.even(libm::logf(1.0 + 10.0 * recall.weight[0]));
    f.even(libm::logf(1.0 + 10.0 * recall.weight[4]));
    motion(&mut f, past);
    view(&mut f, past);
    f.even(libm::logf(1.0 + history.age()) / 3.0);
    speeds(&mut f, past);
    for (g, h) in reach.iter().zip(super::HORIZONS) {
        f.even(g / h as f32);
    }
    for near in near {
        neighbour(&mut f, near.as_ref());
    }
    for lag in [3, 6] {
        f.vector(minus(past[0].moment.velocity, past[lag].moment.velocity), 3.0);
    }
    // Squashed, because fields of different games differ by orders of magnitude.
    let pull = pull.unwrap_or([0.0; 2]);
    let strength = length(pull);
    f.vector(pull.map(|x| x / (0.3 + strength)), 1.0);
    f.even(strength / (1.0 + strength));
    debug_assert!(f.even.next().is_none() && f.odd.next().is_none());
}

/// Velocity now, in windows of the past, and its changes; the vertical alike.
fn motion(f: &mut Filler<'_>, past: &[Past; LAGS.len()]) {
    let now = &past[0].moment;
    f.even(length(now.velocity));
    f.vector(now.velocity, f32::INFINITY);
    for pair in WINDOWS.windows(2) {
        let (young, old) = (&past[pair[0]], &past[pair[1]]);
        let dt = old.age - young.age;
        let d = minus(ground(&young.moment.place), ground(&old.moment.place));
        f.vector(if dt > 1e-3 { d.map(|x| x / dt) } else { now.velocity }, 5.0);
    }
    for lag in [1, 2, 4] {
        f.vector(minus(now.velocity, past[lag].moment.velocity), 3.0);
    }
    for x in [now.climb, now.climb - past[2].moment.climb, past[4].moment.climb] {
        f.even(x.clamp(-3.0, 3.0));
    }
    for lag in [5, 9] {
        f.even((now.place[2] - past[lag].moment.place[2]).clamp(-2.0, 2.0));
    }
}

/// Where it looks and how it turned.
fn view(f: &mut Filler<'_>, past: &[Past; LAGS.len()]) {
    let now = &past[0].moment;
    f.vector(now.view, 1.0);
    for lag in [1, 3, 5, 8] {
        let old = past[lag].moment.view;
        let cross = old[0] * now.view[1] - old[1] * now.view[0];
        let dot = old[0] * now.view[0] + old[1] * now.view[1];
        f.odd(if cross == 0.0 { 0.0 } else { libm::atan2f(cross, dot) } / sqrt32(LAGS[lag]));
    }
    let seen = now.has_view();
    f.even(if seen { now.pitch } else { 0.0 });
    f.even(if seen { now.pitch - past[4].moment.pitch } else { 0.0 });
    f.even(seen as u8 as f32);
}

/// Net speed over 1 and 2 s, mean speed over 0.5 and 2 s.
fn speeds(f: &mut Filler<'_>, past: &[Past; LAGS.len()]) {
    let at = |i: usize| ground(&past[i].moment.place);
    let over = |i: usize, way: f32| way / if past[i].age > 0.05 { past[i].age } else { 0.05 };
    for lag in [9, 10] {
        f.even(over(lag, length(minus(at(0), at(lag)))));
    }
    let mut way = 0.0;
    for (i, pair) in WINDOWS.windows(2).enumerate() {
        way += length(minus(at(pair[0]), at(pair[1])));
        if i == 4 || i == 6 {
            f.even(over(pair[1], way));
        }
    }
}

fn neighbour(f: &mut Filler<'_>, near: Option<&Near>) {
    let Near { place, velocity } = near.copied().unwrap_or_default();
    let distance = length(place);
    let nearness = if near.is_some() { exp(-distance) } else { 0.0 };
    f.vector(place.map(|x| x / (0.3 + distance)), 1.0);
    f.even(nearness);
    f.vector(velocity.map(|x| x * nearness), 3.0);
}
