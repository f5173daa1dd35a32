//! When a sender that follows a policy has to send, and what it could learn from.
use super::THRESHOLDS;
use super::forecaster::Frame;
use super::kinematics::Estimates;
use super::plugin::{News, Setup, Watch};
use super::score::scored_from;
use super::units::Units;
use crate::trace::Trace;
use antreckon::base::math::DVec3;
use antreckon::learn::survival::{Moments, STEP, STEPS};
use antreckon::net::policy::Policy;
use antreckon::pheromone::trail::{TrailParams, Trails};
use antreckon::predict::Model;
use antreckon::predict::learned::{INPUTS, Recorder, Row, Surroundings};

/// What a replay gave.
pub struct Sending {
    /// What could be learned from.
    pub moments: Moments,
    /// Updates in the scored part, per threshold.
    pub updates: [usize; 5],
    /// Mean error ÷ threshold in the scored part.
    pub error: [f64; 5],
    ticks: [usize; 5],
}

#[derive(Default)]
struct Seen {
    inputs: Vec<f32>,
    frame: [f32; 2],
}

impl Recorder for Seen {
    fn row(&mut self, row: &Row<'_>) {
        self.inputs.clear();
        self.inputs.extend_from_slice(row.inputs);
        self.frame = row.frame;
    }
}

#[derive(Clone, Copy)]
struct Sent {
    k: usize,
    place: [f64; 2],
    velocity: [f64; 2],
}

/// Replays a match; every `thin`-th moment is kept, and all at which something is sent.
pub fn replay(trace: &Trace, policy: Option<&Policy>, thin: usize, keep: bool, forget: bool) -> Sending {
    let estimates = Estimates::of(trace);
    let mut watch = Watch::new(trace, Setup::plain(Model::Kinematic));
    let units = Units::of(&trace.meta);
    let v_max = trace.meta.v_max * trace.meta.metres_per_unit;
    let params = TrailParams { v_max, ..TrailParams::default() };
    let mut trails = forget.then(|| Trails::new(&params, DVec3::ZERO).expect("a positive speed"));
    let mut emptied = 0.0;
    let tick = trace.tick();
    let start = scored_from(trace);
    let ground = |k: usize, player: usize| {
        trace.states(k)[player].map(|s| {
            let p = units.to_metres(s.position);
            [p.x / v_max, p.z / v_max]
        })
    };
    let mut out = Sending { moments: Moments::default(), updates: [0; 5], error: [0.0; 5], ticks: [0; 5] };
    let mut last: Vec<[Option<Sent>; 5]> = vec![[None; 5]; trace.players.len()];
    let mut seen = Seen::default();
    let mut path = Vec::new();
    for k in 0..trace.frames {
        let frame = Frame::new(trace, estimates.frame(k), &[], k);
        if let Some(trails) = &mut trails
            && frame.time - emptied >= 45.0
        {
            emptied = frame.time;
            trails.clear();
        }
        for (player, state) in frame.states.iter().enumerate() {
            if state.is_none() {
                last[player] = [None; 5];
            }
        }
        watch.frame(&frame, &mut |news: News<'_>| {
            let player = news.player;
            seen.inputs.clear();
            let around = Surroundings { trails: trails.as_mut(), recorder: Some(&mut seen), ..Surroundings::default() };
            news.predictor.observe_in(news.entity, &news.observation, around).expect("finite samples");
            let Some(here) = ground(k, player) else { return };
            let jumped = frame.jumped[player];
            let velocity = news.observation.velocity.map_or_else(
                || {
                    let before = k.checked_sub(1).filter(|_| !jumped).and_then(|k| ground(k, player));
                    before.map_or([0.0; 2], |b| [(here[0] - b[0]) / tick, (here[1] - b[1]) / tick])
                },
                |v| [v.x / v_max, v.z / v_max],
            );
            let mut sends = 0;
            for (h, widths) in THRESHOLDS.into_iter().enumerate() {
                let eta = widths * trace.meta.body_width / trace.meta.v_max;
                let error = |sent: &Sent| {
                    let t = (k - sent.k) as f64 * tick;
                    let d = [0, 1].map(|i| sent.place[i] + sent.velocity[i] * t - here[i]);
                    d[0].hypot(d[1])
                };
                let due = match &last[player][h] {
                    None => true,
                    Some(sent) => jumped || error(sent) > eta || (k - sent.k) as f64 * tick >= 5.0,
                };
                if due {
                    sends |= 1 << h;
                    let mut sent = Sent { k, place: here, velocity };
                    if let Some(policy) = policy
                        && seen.inputs.len() == INPUTS
                    {
                        let row = Row { inputs: &seen.inputs, base: &[[0.0; 2]; 5], frame: seen.frame };
                        let world = DVec3::new(velocity[0] * v_max, 0.0, velocity[1] * v_max);
                        let line = policy.line(&row, v_max, world, eta * v_max);
                        sent.place = [here[0] + line.offset.x / v_max, here[1] + line.offset.z / v_max];
                        sent.velocity = [line.velocity.x / v_max, line.velocity.z / v_max];
                    }
                    last[player][h] = Some(sent);
                    out.updates[h] += (k >= start) as usize;
                }
                if k >= start {
                    out.error[h] += last[player][h].as_ref().map_or(0.0, error) / eta;
                    out.ticks[h] += 1;
                }
            }
            if keep
                && seen.inputs.len() == INPUTS
                && (sends != 0 && (k % thin == 0 || sends & 0b11100 != 0) || k % (2 * thin) == 0)
            {
                path.clear();
                for step in 1..=STEPS {
                    let at = k as f64 + step as f64 * STEP as f64 / tick;
                    let (before, after) = (at.floor() as usize, at.ceil() as usize);
                    if after >= trace.frames || (k + 1..=after).any(|k| trace.jumped(k)[player]) {
                        break;
                    }
                    let (Some(a), Some(b)) = (ground(before, player), ground(after, player)) else { break };
                    let f = at - at.floor();
                    let way = [0, 1].map(|i| a[i] + f * (b[i] - a[i]) - here[i]);
                    path.push(own(seen.frame, way));
                }
                if !path.is_empty() {
                    out.moments.push(&seen.inputs, own(seen.frame, velocity), &path, sends);
                }
            }
        });
    }
    for h in 0..5 {
        out.error[h] /= out.ticks[h].max(1) as f64;
    }
    out
}

fn own([cos, sin]: [f32; 2], [x, z]: [f64; 2]) -> [f32; 2] {
    let (c, s) = (f64::from(cos), f64::from(sin));
    [(c * x + s * z) as f32, (c * z - s * x) as f32]
}
