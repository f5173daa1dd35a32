//! One pass of a model over a match: which predictions count, their errors, and the updates a sender needs.
use super::dump::Dump;
use super::floor::Floor;
use super::forecaster::{Forecast, Forecaster, Update};
use super::kinematics::Estimates;
use super::outbox::Mail;
use super::stats::Tally;
use super::told::Told;
use crate::trace::{Sample, Trace};
use std::io;

/// Frames of unbroken history before a prediction counts.
const HISTORY: u32 = 6;
/// Share of a trace that is for learning only.
const WARM_UP: f64 = 0.4;
/// An update is sent at the latest after this many seconds.
pub(super) const HEARTBEAT: f64 = 5.0;
/// Length of the cold-start table, seconds from the first frame.
pub const COLD_SECONDS: f64 = 120.0;

/// Frames from which predictions are scored.
pub fn scored_from(trace: &Trace) -> usize {
    (WARM_UP * trace.frames as f64).ceil() as usize
}

/// A horizon in whole frames; half-way cases go to the even frame, as in the reference scorer.
pub fn frames_ahead(trace: &Trace, horizon: f64) -> usize {
    (horizon * trace.meta.tick_hz).round_ties_even() as usize
}

/// Does a prediction for this player from frame `k` to `k + n` count, in whatever part of the trace?
pub fn counts(trace: &Trace, estimates: &Estimates, player: usize, k: usize, n: usize) -> bool {
    k.is_multiple_of(2)
        && k + n < trace.frames
        && estimates.frame(k)[player].is_some_and(|estimate| estimate.run >= HISTORY)
        && estimates.unbroken(player, k, n)
}

/// Which predictions count.
pub(super) struct Cases<'a> {
    /// The match.
    pub trace: &'a Trace,
    /// Its runs of unbroken life.
    pub estimates: &'a Estimates,
    /// Of every so many frames models are told one; from the others nothing is predicted.
    pub told_every: usize,
    /// Are heights recorded?
    pub has_height: bool,
    /// Its walkable area, where one is recorded.
    pub floor: Option<&'a Floor>,
}

impl<'a> Cases<'a> {
    /// Does a prediction for this player from frame `k` to `k + n` count, in whatever part of the trace?
    pub(super) fn counts(&self, player: usize, k: usize, n: usize) -> bool {
        k.is_multiple_of(self.told_every) && counts(self.trace, self.estimates, player, k, n)
    }

    /// (player, frame) of every case of the learning part that ends before the scored part begins.
    pub(super) fn learning(&self, n: usize) -> impl Iterator<Item = (usize, usize)> + use<'_, 'a> {
        let end = scored_from(self.trace).saturating_sub(n);
        (0..self.trace.players.len())
            .flat_map(move |player| (0..end).map(move |k| (player, k)))
            .filter(move |&(player, k)| self.counts(player, k, n))
    }
}

/// What to measure.
pub(super) struct Plan<'a> {
    /// Horizons in frames.
    pub horizons: &'a [usize],
    /// Thresholds in trace units.
    pub thresholds: &'a [f64],
}

/// What one pass measured.
pub(super) struct Replay {
    /// The scored part, per horizon.
    pub scored: Vec<Part>,
    /// The first two minutes, per horizon.
    pub cold: Vec<Part>,
    /// What senders did in the scored part, per threshold; `None` when the model sends nothing.
    pub updates: Option<Vec<Sent>>,
}

/// What the senders of all players did at one threshold.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Sent {
    /// Updates.
    pub updates: usize,
    /// Sum of the receivers' errors at the end of every tick, units.
    pub error: f64,
    /// How many errors those are.
    pub ticks: usize,
}

/// What was measured of a model at one horizon in one part of a match.
pub(super) struct Part {
    /// Errors in the ground plane.
    pub flat: Tally,
    /// Errors in space, where heights are recorded and the model predicts them.
    pub space: Tally,
    /// Truth inside the radius that the model said.
    pub inside: Share,
    /// Predictions over no floor.
    pub off: Share,
}

/// How many of how many.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Share {
    hits: usize,
    of: usize,
}

impl Share {
    /// Counts one more.
    pub(super) fn add(&mut self, hit: bool) {
        self.hits += usize::from(hit);
        self.of += 1;
    }

    /// The share; `None` of nothing.
    pub(super) fn value(self) -> Option<f64> {
        (self.of > 0).then(|| self.hits as f64 / self.of as f64)
    }
}

impl Part {
    fn new(trace: &Trace) -> Self {
        Self { flat: Tally::new(trace), space: Tally::new(trace), inside: Share::default(), off: Share::default() }
    }

    fn add(&mut self, player: usize, k: usize, judged: &Judged) {
        self.flat.add(player, k, judged.flat);
        if let Some(error) = judged.space {
            self.space.add(player, k, error);
        }
        if let Some(inside) = judged.inside {
            self.inside.add(inside);
        }
        if let Some(off) = judged.off {
            self.off.add(off);
        }
    }
}

/// A prediction held against the truth.
struct Judged {
    flat: f64,
    space: Option<f64>,
    inside: Option<bool>,
    off: Option<bool>,
}

impl Judged {
    fn of(forecast: &Forecast, truth: &Sample, cases: &Cases<'_>) -> Self {
        let [x, y, z] = truth.position;
        let flat = (forecast.place[0] - x).hypot(forecast.place[1] - y);
        Self {
            flat,
            space: forecast.height.filter(|_| cases.has_height).map(|height| flat.hypot(height - z)),
            inside: forecast.radius.map(|radius| flat <= radius),
            off: cases.floor.map(|floor| !floor.is_under(forecast.place)),
        }
    }
}

/// Runs a model over a match. `mail` is how its owners send, one for every threshold; without any they send what the model itself
/// says, if it says anything. `dump` receives every scored prediction and every update of the whole match.
pub(super) fn replay(
    cases: &Cases<'_>,
    plan: &Plan<'_>,
    model: &mut dyn Forecaster,
    mail: &mut [Mail],
    mut dump: Option<&mut Dump>,
) -> io::Result<Replay> {
    let trace = cases.trace;
    let start = scored_from(trace);
    let cold_end = (COLD_SECONDS * trace.meta.tick_hz) as usize;
    let tally = || plan.horizons.iter().map(|_| Part::new(trace)).collect::<Vec<_>>();
    let mut result = Replay { scored: tally(), cold: tally(), updates: None };
    let thresholds = if mail.is_empty() { plan.thresholds } else { &[] };
    let mut links: Vec<Link> = thresholds.iter().map(|&threshold| Link::new(threshold, trace.players.len())).collect();
    let mut next_event = 0;
    let mut told = Told::new(trace, cases.told_every);
    for k in 0..trace.frames {
        if !told.is_told(trace, k) {
            continue;
        }
        let time = k as f64 * trace.tick();
        let fresh = trace.events[next_event..].iter().take_while(|event| event.time <= time + 1e-9).count();
        let events = &trace.events[next_event..next_event + fresh];
        next_event += fresh;
        let frame = told.frame(trace, cases.estimates.frame(k), events, k);
        model.observe(&frame);
        for mail in &mut *mail {
            mail.frame(&frame).expect("owners may send any finite frame");
        }
        for player in 0..trace.players.len() {
            let there = trace.states(k)[player].map(|sample| [sample.position[0], sample.position[1]]);
            for mail in &mut *mail {
                let Some(([x, y], [there_x, there_y], update)) =
                    there.zip(mail.shown(player)).map(|(there, (shown, update))| (shown, there, update))
                else {
                    continue;
                };
                if k >= start {
                    mail.sent.updates += usize::from(update.is_some());
                    mail.sent.error += (x - there_x).hypot(y - there_y);
                    mail.sent.ticks += 1;
                }
                if let Some((dump, update)) = dump.as_deref_mut().zip(update) {
                    dump.update(mail.threshold / trace.meta.body_width, k, trace.players[player].id, &update)?;
                }
            }
            for link in &mut links {
                if let Some(update) = link.step(cases, model, player, k) {
                    link.sent.updates += usize::from(k >= start);
                    if let Some(dump) = dump.as_deref_mut() {
                        dump.update(link.threshold / trace.meta.body_width, k, trace.players[player].id, &update)?;
                    }
                }
            }
            for link in links.iter_mut().filter(|_| k >= start) {
                if let Some(error) = link.error(cases, player, k) {
                    link.sent.error += error;
                    link.sent.ticks += 1;
                }
            }
            for (slot, &n) in plan.horizons.iter().enumerate() {
                let (scored, cold) = (k >= start, k + n < cold_end);
                if !(scored || cold) || !cases.counts(player, k, n) {
                    continue;
                }
                let Some(truth) = trace.states(k + n)[player] else { continue };
                let forecast = model.forecast(player, n);
                let judged = Judged::of(&forecast, &truth, cases);
                if cold {
                    result.cold[slot].add(player, k, &judged);
                }
                if scored {
                    result.scored[slot].add(player, k, &judged);
                    if let Some(dump) = dump.as_deref_mut() {
                        dump.prediction(k, trace.players[player].id, n, forecast.place)?;
                    }
                }
            }
        }
    }
    if links.iter().any(|link| link.ever_sent) {
        result.updates = Some(links.iter().map(|link| link.sent).collect());
    }
    if !mail.is_empty() {
        result.updates = Some(mail.iter().map(|mail| mail.sent).collect());
    }
    Ok(result)
}

/// All receivers of one threshold.
struct Link {
    threshold: f64,
    /// Per player: frame and content of the last update.
    last: Vec<Option<(usize, Update)>>,
    sent: Sent,
    ever_sent: bool,
}

impl Link {
    fn new(threshold: f64, players: usize) -> Self {
        Self { threshold, last: vec![None; players], sent: Sent::default(), ever_sent: false }
    }

    /// How far from the truth receivers draw a player in frame `k`.
    fn error(&self, cases: &Cases<'_>, player: usize, k: usize) -> Option<f64> {
        let (state, (then, update)) = cases.trace.states(k)[player].zip(self.last[player])?;
        let [x, y] = update.at((k - then) as f64 / cases.trace.meta.tick_hz);
        Some((x - state.position[0]).hypot(y - state.position[1]))
    }

    /// The update that the owner of a player must send in frame `k`, if any.
    fn step(&mut self, cases: &Cases<'_>, model: &mut dyn Forecaster, player: usize, k: usize) -> Option<Update> {
        if cases.trace.states(k)[player].is_none() {
            self.last[player] = None;
            return None;
        }
        if let Some((then, _)) = self.last[player]
            && cases.estimates.unbroken(player, then, k - then)
            && (k - then) as f64 / cases.trace.meta.tick_hz < HEARTBEAT
            && self.error(cases, player, k).is_some_and(|error| error <= self.threshold)
        {
            return None;
        }
        let update = model.update(player, self.threshold)?;
        self.last[player] = Some((k, update));
        self.ever_sent = true;
        Some(update)
    }
}
