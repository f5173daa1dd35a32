//! The inputs of the network, in the entity's own frame.
//!
//! Lengths in `v_max · 1 s`, velocities in v_max. Inputs are even (unchanged when the world is mirrored) or odd (their
//! sign flips); all even ones come first.

use super::fast::{atan2, exp, ln_1p};
use super::history::{Micros, Past};
use super::{EXPERT_HORIZONS, HORIZON_COUNT};
use crate::base::math::sqrt32;
use crate::pheromone::trail::{RESOLUTIONS, Reading, Recall};

/// Even inputs.
pub const EVEN: usize = 89;
/// Odd inputs.
pub const ODD: usize = 43;
/// All inputs.
pub const INPUTS: usize = EVEN + ODD;

/// Typical error per horizon in `v_max · 1 s`; inputs and outputs of the network about horizons are in these units.
pub const SCALE: [f32; HORIZON_COUNT] = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 0.9, 1.3];

/// One over [`SCALE`], of the horizons of the trails.
const PER_SCALE: [f32; 5] = [10.0, 4.0, 2.0, 1.0 / 0.9, 1.0 / 1.3];

/// How far into the past it is looked, microseconds.
pub(super) const LAGS: [Micros; 11] =
    [0, 50_000, 100_000, 150_000, 200_000, 300_000, 400_000, 500_000, 600_000, 1_000_000, 2_000_000];
/// What is known at [`LAGS`].
pub(super) type Lately = [Past; LAGS.len()];
/// Those of them that bound the windows in which mean velocities are taken, by place in [`LAGS`].
const WINDOWS: [usize; 8] = [0, 1, 2, 4, 5, 7, 9, 10];
/// Lags of the passage that is compared with others: 1 and 2 s.
pub(super) const PATH: [usize; 2] = [9, 10];
/// Lag over which somebody without a view is headed, 0.6 s.
const HEADED: usize = 8;
/// Weight of the view (or of the mean velocity) against the velocity in the direction of the own frame.
const VIEW_WEIGHT: f32 = 0.1;
/// Lags over which turns of the view are taken, and one over the root of their seconds.
const TURNS: [(usize, f32); 4] = [(1, 4.472_136), (3, 2.581_989), (5, 1.825_741_9), (8, 1.290_994_4)];

/// Somebody or something near, relative to the entity, world axes.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub(super) struct Near {
    pub(super) place: [f32; 2],
    pub(super) velocity: [f32; 2],
}

/// Everything the network gets to know.
pub(super) struct Known<'a> {
    pub(super) past: &'a Lately,
    /// Seconds since the last break.
    pub(super) age: f32,
    /// Cosine and sine of the own frame.
    pub(super) frame: [f32; 2],
    /// g_h of damped dead reckoning, for the horizons of the trails.
    pub(super) reach: &'a [f32; 5],
    pub(super) trails: &'a [[Reading; 5]; RESOLUTIONS],
    pub(super) recall: &'a Recall,
    /// Nearest other entity, nearest landmark.
    pub(super) near: [Option<Near>; 2],
    /// Pull of the pheromone field, v_max per second.
    pub(super) pull: Option<[f32; 2]>,
}

/// The direction the inputs are turned to: that of `V + 0.1 view`.
#[inline]
pub(super) fn own_frame(past: &Lately) -> [f32; 2] {
    let now = &past[0].moment;
    let extra = if now.has_view() {
        now.view()
    } else {
        let Past { age, moment } = &past[HEADED];
        let dt = if *age > 1e-3 { *age } else { 1e-3 };
        minus(now.ground(), moment.ground()).map(|x| x / dt)
    };
    let v = now.velocity();
    let d = [v[0] + VIEW_WEIGHT * extra[0], v[1] + VIEW_WEIGHT * extra[1]];
    let len = length(d);
    if len > 1e-5 { [d[0] / len, d[1] / len] } else { [1.0, 0.0] }
}

/// A vector of the world in the own frame.
#[inline(always)]
pub(super) fn to_own(frame: [f32; 2], v: [f32; 2]) -> [f32; 2] {
    [frame[0] * v[0] + frame[1] * v[1], frame[0] * v[1] - frame[1] * v[0]]
}

/// Inverse of [`to_own`].
#[inline(always)]
pub(super) fn from_own(frame: [f32; 2], v: [f32; 2]) -> [f32; 2] {
    [frame[0] * v[0] - frame[1] * v[1], frame[1] * v[0] + frame[0] * v[1]]
}

#[inline(always)]
pub(super) fn length(v: [f32; 2]) -> f32 {
    sqrt32(v[0] * v[0] + v[1] * v[1])
}

#[inline(always)]
fn minus(a: [f32; 2], b: [f32; 2]) -> [f32; 2] {
    [a[0] - b[0], a[1] - b[1]]
}

#[inline(always)]
fn limited(x: f32, limit: f32) -> f32 {
    let x = if x < limit { x } else { limit };
    if x > -limit { x } else { -limit }
}

/// Inputs that are yet to be filled in.
struct Sheet<'a> {
    even: &'a mut [f32; EVEN],
    odd: &'a mut [f32; ODD],
    frame: [f32; 2],
}

impl Sheet<'_> {
    /// A vector of the world: its parts along and across the own frame, each within ±`limit`.
    #[inline(always)]
    fn vector(&mut self, even: usize, odd: usize, v: [f32; 2], limit: f32) {
        let own = to_own(self.frame, v);
        self.even[even] = limited(own[0], limit);
        self.odd[odd] = limited(own[1], limit);
    }

    /// What a trail or recall says about horizon `h`; `source` counts the trails and then recall.
    #[inline(always)]
    fn source(&mut self, source: usize, h: usize, mean: [f32; 2], spread: f32) {
        let own = to_own(self.frame, mean);
        let scale = PER_SCALE[h];
        self.even[12 * source + 2 * h] = own[0] * scale;
        self.even[12 * source + 2 * h + 1] = spread * scale;
        self.odd[5 * source + h] = own[1] * scale;
    }
}

/// Fills in all inputs. Even ones: 12 per trail and for recall, 12 of motion, 5 of height, 4 of the view, 1 of age, 4 of
/// speed, 5 of damping, 3 per neighbour, 2 more of motion, 2 of the pull. Odd ones: 5 per trail and for recall, 11 of
/// motion, 5 of the view, 2 per neighbour, 2 more of motion, 1 of the pull.
#[inline]
pub(super) fn build(out: &mut [f32; INPUTS], known: &Known<'_>) {
    let (even, odd) = out.split_at_mut(EVEN);
    let even = even.try_into().expect("all even inputs");
    let odd = odd.try_into().expect("all odd inputs");
    let mut sheet = Sheet { even, odd, frame: known.frame };
    let Known { past, trails, recall, reach, near, .. } = known;
    for (source, trail) in trails.iter().enumerate() {
        for (h, reading) in trail.iter().enumerate() {
            sheet.source(source, h, reading.mean, reading.spread);
        }
    }
    for h in 0..5 {
        sheet.source(RESOLUTIONS, h, recall.centre[h], recall.spread[h]);
    }
    let [a, b, c] = trails;
    let evidence = [a, b, c].map(|trail| [trail[0].evidence, trail[4].evidence]);
    let [[a0, a4], [b0, b4], [c0, c4]] = evidence;
    let (r0, r4) = (10.0 * recall.weight[0], 10.0 * recall.weight[4]);
    let logs = ln_1p([a0, a4, b0, b4, c0, c4, r0, r4, known.age, 0.0, 0.0, 0.0]);
    for source in 0..RESOLUTIONS + 1 {
        sheet.even[12 * source + 10] = logs[2 * source];
        sheet.even[12 * source + 11] = logs[2 * source + 1];
    }
    motion(&mut sheet, past);
    view(&mut sheet, past);
    sheet.even[69] = logs[8] / 3.0;
    speeds(&mut sheet, past);
    for (h, seconds) in EXPERT_HORIZONS.into_iter().enumerate() {
        sheet.even[74 + h] = reach[h] / seconds as f32;
    }
    for (i, near) in near.iter().enumerate() {
        neighbour(&mut sheet, i, near.as_ref());
    }
    // Squashed, because fields of different games differ by orders of magnitude.
    let pull = known.pull.unwrap_or([0.0; 2]);
    let strength = length(pull);
    sheet.vector(87, 42, pull.map(|x| x / (0.3 + strength)), 1.0);
    sheet.even[88] = strength / (1.0 + strength);
}

/// Velocity now, in windows of the past, and its changes; the vertical alike.
#[inline(always)]
fn motion(sheet: &mut Sheet<'_>, past: &Lately) {
    let now = &past[0].moment;
    let velocity = now.velocity();
    sheet.even[48] = length(velocity);
    sheet.vector(49, 20, velocity, f32::INFINITY);
    for i in 0..7 {
        let (young, old) = (&past[WINDOWS[i]], &past[WINDOWS[i + 1]]);
        let dt = old.age - young.age;
        let d = minus(young.moment.ground(), old.moment.ground());
        let mean = if dt > 1e-3 { [d[0] / dt, d[1] / dt] } else { velocity };
        sheet.vector(50 + i, 21 + i, mean, 5.0);
    }
    for (i, lag) in [1, 2, 4].into_iter().enumerate() {
        sheet.vector(57 + i, 28 + i, minus(velocity, past[lag].moment.velocity()), 3.0);
    }
    for (i, lag) in [3, 6].into_iter().enumerate() {
        sheet.vector(85 + i, 40 + i, minus(velocity, past[lag].moment.velocity()), 3.0);
    }
    let climb = now.climb();
    for (i, x) in [climb, climb - past[2].moment.climb(), past[4].moment.climb()].into_iter().enumerate() {
        sheet.even[60 + i] = limited(x, 3.0);
    }
    for (i, lag) in [5, 9].into_iter().enumerate() {
        sheet.even[63 + i] = limited(now.height() - past[lag].moment.height(), 2.0);
    }
}

/// Where it looks and how it turned.
#[inline(always)]
fn view(sheet: &mut Sheet<'_>, past: &Lately) {
    let now = &past[0].moment;
    let (view, seen) = (now.view(), now.has_view());
    sheet.vector(65, 31, view, 1.0);
    let old = TURNS.map(|(lag, _)| past[lag].moment.view());
    let turns =
        atan2(old.map(|old| old[0] * view[1] - old[1] * view[0]), old.map(|old| old[0] * view[0] + old[1] * view[1]));
    for (i, (_, rate)) in TURNS.into_iter().enumerate() {
        sheet.odd[32 + i] = turns[i] * rate;
    }
    sheet.even[66] = if seen { now.pitch() } else { 0.0 };
    sheet.even[67] = if seen { now.pitch() - past[4].moment.pitch() } else { 0.0 };
    sheet.even[68] = if seen { 1.0 } else { 0.0 };
}

/// Net speed over 1 and 2 s, mean speed over 0.5 and 2 s.
#[inline(always)]
fn speeds(sheet: &mut Sheet<'_>, past: &Lately) {
    let over = |lag: usize, way: f32| way / if past[lag].age > 0.05 { past[lag].age } else { 0.05 };
    let apart = |a: usize, b: usize| length(minus(past[a].moment.ground(), past[b].moment.ground()));
    sheet.even[70] = over(9, apart(0, 9));
    sheet.even[71] = over(10, apart(0, 10));
    let mut way = 0.0;
    for i in 0..7 {
        way += apart(WINDOWS[i], WINDOWS[i + 1]);
        if i == 4 {
            sheet.even[72] = over(7, way);
        }
    }
    sheet.even[73] = over(10, way);
}

#[inline(always)]
fn neighbour(sheet: &mut Sheet<'_>, i: usize, near: Option<&Near>) {
    let Near { place, velocity } = near.copied().unwrap_or_default();
    let distance = length(place);
    let nearness = if near.is_some() { exp(-distance) } else { 0.0 };
    sheet.vector(79 + 3 * i, 36 + 2 * i, place.map(|x| x / (0.3 + distance)), 1.0);
    sheet.even[80 + 3 * i] = nearness;
    sheet.vector(81 + 3 * i, 37 + 2 * i, velocity.map(|x| x * nearness), 3.0);
}

#[cfg(test)]
mod tests {
    use super::super::history::{History, Moment, Seen};
    use super::*;

    /// A made-up entity with everything known; mirrored when `side` is -1.
    fn inputs(side: f32) -> [f32; INPUTS] {
        let mut history = History::new();
        for k in 0..50 {
            let t = k as f32 * 0.05;
            let turn = 0.3 * t * t;
            history.push(Moment::new(&Seen {
                time: k * 50_000,
                place: [t + 0.2 * t * t, side * (0.4 * t * t - 0.1 * t), 0.05 * t * t],
                velocity: [1.0 + 0.4 * t, side * (0.8 * t - 0.1)],
                climb: 0.1 * t,
                view: [libm::cosf(turn), side * libm::sinf(turn)],
                pitch: 0.1 - 0.02 * t,
            }));
        }
        let past = history.before(&LAGS);
        let mut trails = [[Reading::default(); 5]; RESOLUTIONS];
        let mut recall = Recall::default();
        for h in 0..5 {
            let x = h as f32;
            for (r, trail) in trails.iter_mut().enumerate() {
                trail[h] =
                    Reading { mean: [0.1 * x, side * (0.3 - 0.1 * r as f32)], spread: 0.2 + x, evidence: 3.0 * x };
            }
            recall.centre[h] = [-0.1 * x, side * 0.07 * x];
            (recall.spread[h], recall.weight[h]) = (0.1, 0.2 + x);
        }
        let near = |x: f32, z: f32| Some(Near { place: [x, side * z], velocity: [z, side * x] });
        let mut out = [f32::NAN; INPUTS];
        let known = Known {
            past: &past,
            age: history.age(),
            frame: own_frame(&past),
            reach: &[0.2, 0.35, 0.5, 0.6, 0.7],
            trails: &trails,
            recall: &recall,
            near: [near(0.5, -0.4), near(-1.0, 0.2)],
            pull: Some([2.0, side * 3.0]),
        };
        build(&mut out, &known);
        out
    }

    #[test]
    fn the_inputs_of_the_mirrored_world_differ_in_the_sign_of_the_odd_ones_to_the_bit() {
        let (one, mirrored) = (inputs(1.0), inputs(-1.0));
        assert!(one.iter().all(|x| x.is_finite()), "every input is filled in");
        assert_eq!(one[..EVEN], mirrored[..EVEN]);
        assert_eq!(one[EVEN..], mirrored[EVEN..].iter().map(|x| -x).collect::<alloc::vec::Vec<_>>()[..]);
        assert!(one[EVEN..].iter().filter(|x| **x != 0.0).count() >= ODD - 2, "the level is not symmetric");
    }

    #[test]
    fn a_straight_runner_has_the_inputs_one_computes_by_hand() {
        let mut history = History::new();
        for k in 0..41 {
            // North-east at half the top speed, no view.
            let way = k as f32 * 0.05 * 0.5 * core::f32::consts::FRAC_1_SQRT_2;
            let v = 0.5 * core::f32::consts::FRAC_1_SQRT_2;
            history.push(Moment::new(&Seen {
                time: k * 50_000,
                place: [way, way, 0.0],
                velocity: [v, v],
                climb: 0.0,
                view: [0.0; 2],
                pitch: 0.0,
            }));
        }
        let past = history.before(&LAGS);
        let mut trails = [[Reading::default(); 5]; RESOLUTIONS];
        // The middle trail says: 0.05 farther along the way at 0.25 s, from 7 visits.
        let along = 0.05 * core::f32::consts::FRAC_1_SQRT_2;
        trails[1][0] = Reading { mean: [along, along], spread: 0.02, evidence: 7.0 };
        let mut out = [0.0; INPUTS];
        let known = Known {
            past: &past,
            age: history.age(),
            frame: own_frame(&past),
            reach: &[0.2, 0.4, 0.5, 1.0, 1.0],
            trails: &trails,
            recall: &Recall::default(),
            near: [Some(Near { place: [1.0, 1.0], velocity: [0.0, 0.0] }), None],
            pull: None,
        };
        build(&mut out, &known);
        let close = |i: usize, want: f32| assert!((out[i] - want).abs() < 2e-5, "input {i} is {}, not {want}", out[i]);
        close(12, 0.5);
        close(13, 0.2);
        close(22, libm::logf(8.0));
        close(48, 0.5);
        close(49, 0.5);
        for window in 50..57 {
            close(window, 0.5);
        }
        close(69, libm::logf(3.0) / 3.0);
        for speed in 70..74 {
            close(speed, 0.5);
        }
        for (h, want) in [0.8, 0.8, 0.5, 0.5, 0.25].into_iter().enumerate() {
            close(74 + h, want);
        }
        close(79, core::f32::consts::SQRT_2 / (0.3 + core::f32::consts::SQRT_2));
        close(80, libm::expf(-core::f32::consts::SQRT_2));
        for odd in EVEN..INPUTS {
            close(odd, 0.0);
        }
    }
}
