//! Training data of the sending policy from a recorded match.
use super::THRESHOLDS;
use super::forecaster::{Frame, Rule, Update};
use super::harvest::Handicap;
use super::kinematics::Estimates;
use super::plugin::{News, Setup, Watch};
use super::units::Units;
use crate::trace::Trace;
use antreckon::base::math::DVec3;
use antreckon::learn::survival::{Moments, STEP, STEPS};
use antreckon::pheromone::trail::{TrailParams, Trails};
use antreckon::predict::Model;
use antreckon::predict::learned::{INPUTS, ObserveContext, Recorder, Row};

/// Of moments at which only the two smallest thresholds send, which come often, one of so many frames is kept …
const THINNED: usize = 3;
/// … and of those at which nothing is sent.
const UNSENT: usize = 6;

/// Replays a match through a predictor and keeps what its network saw where first-order dead reckoning would send, and
/// elsewhere now and then, with where the player went.
pub fn moments(trace: &Trace, handicap: Handicap) -> Moments {
    let estimates = Estimates::of(trace);
    let mut watch = Watch::new(trace, Setup::plain(Model::Kinematic));
    let v_max = trace.meta.v_max * trace.meta.metres_per_unit;
    let params = TrailParams { v_max, ..TrailParams::default() };
    let mut trails = handicap.forget.map(|_| Trails::new(&params, DVec3::ZERO).expect("a positive speed"));
    let (mut moments, mut emptied) = (Moments::default(), 0.0);
    let mut receivers = vec![[None; THRESHOLDS.len()]; trace.players.len()];
    for k in 0..trace.frames {
        let frame = Frame::new(trace, estimates.frame(k), &[], k);
        if let Some((trails, after)) = trails.as_mut().zip(handicap.forget)
            && frame.time - emptied >= after
        {
            emptied = frame.time;
            trails.clear();
        }
        let sends: Vec<u8> =
            (0..trace.players.len()).map(|player| sends(&frame, trace, player, &mut receivers)).collect();
        watch.frame(&frame, &mut |mut news: News<'_>| {
            if handicap.blind {
                news.observation.orientation = None;
            }
            let sends = sends[news.player];
            let kept = sends & 0b11100 != 0 || k.is_multiple_of(if sends == 0 { UNSENT } else { THINNED });
            let velocity = frame.estimates[news.player].map_or([0.0; 2], |estimate| estimate.velocity);
            let mut writer = Writer { moments: &mut moments, trace, player: news.player, k, velocity, sends };
            let recorder: Option<&mut dyn Recorder> = if kept { Some(&mut writer) } else { None };
            let around = ObserveContext { trails: trails.as_mut(), recorder, ..ObserveContext::default() };
            news.predictor.observe_in(news.entity, &news.observation, around).expect("finite samples");
        });
    }
    moments
}

/// At which thresholds the owner of a player has to send in this frame, by first-order dead reckoning.
fn sends(
    frame: &Frame<'_>,
    trace: &Trace,
    player: usize,
    receivers: &mut [[Option<(usize, Update)>; THRESHOLDS.len()]],
) -> u8 {
    let (Some(sample), Some(estimate)) = (&frame.states[player], &frame.estimates[player]) else {
        receivers[player] = [None; THRESHOLDS.len()];
        return 0;
    };
    let [x, y, _] = sample.position;
    let mut sends = 0;
    for (h, (widths, receiver)) in THRESHOLDS.into_iter().zip(&mut receivers[player]).enumerate() {
        let drawn = receiver.filter(|_| !frame.jumped[player]).map(|(since, update)| {
            let [a, b] = update.at((frame.k - since) as f64 * trace.tick());
            (a - x).hypot(b - y)
        });
        if drawn.is_none_or(|error| error > widths * trace.meta.body_width) {
            *receiver = Some((frame.k, Update { position: [x, y], velocity: estimate.velocity, rule: Rule::Line }));
            sends |= 1 << h;
        }
    }
    sends
}

/// Keeps the moment of one player and frame.
struct Writer<'a> {
    moments: &'a mut Moments,
    trace: &'a Trace,
    player: usize,
    k: usize,
    velocity: [f64; 2],
    sends: u8,
}

impl Recorder for Writer<'_> {
    fn row(&mut self, row: &Row<'_>) {
        let (trace, units) = (self.trace, Units::of(&self.trace.meta));
        let v_max = trace.meta.v_max * trace.meta.metres_per_unit;
        let [cos, sin] = row.frame.map(f64::from);
        let own = |v: DVec3| {
            let (x, z) = (v.x / v_max, v.z / v_max);
            [(cos * x + sin * z) as f32, (cos * z - sin * x) as f32]
        };
        let at = |k: usize| trace.states(k)[self.player].map(|sample| units.to_metres(sample.position));
        let Some(here) = at(self.k) else { return };
        let whole = |k: usize| k < trace.frames && at(k).is_some() && !trace.jumped(k)[self.player];
        let mut path = [[0.0; 2]; STEPS];
        let (mut known, mut reached) = (0, self.k);
        while known < STEPS {
            let frames = self.k as f64 + (known + 1) as f64 * f64::from(STEP) / trace.tick();
            let (before, after) = (frames.floor() as usize, frames.ceil() as usize);
            while reached < after && whole(reached + 1) {
                reached += 1;
            }
            let (Some(from), Some(to)) = (at(before.min(reached)), at(after.min(reached))) else { break };
            if reached < after {
                break;
            }
            path[known] = own(from.lerp(to, frames - frames.floor()) - here);
            known += 1;
        }
        if known > 0 {
            let [vx, vy] = self.velocity;
            let velocity = own(units.to_metres([vx, vy, 0.0]));
            let inputs: &[f32; INPUTS] = row.inputs.try_into().expect("all inputs");
            self.moments.push(inputs, velocity, &path[..known], self.sends);
        }
    }
}
