//! What a receiver knows beside the updates themselves: items that come and go, and the field of pheromones over the level.
//!
//! Only what was sent: players where they were last heard of, events a latency after they happened.
use super::link::Arrival;
use crate::eval::forecaster::Frame;
use crate::eval::level::Level;
use crate::eval::params::Tunables;
use crate::eval::plugin::Setup;
use crate::eval::stakes::Stakes;
use crate::trace::{Sample, Trace};
use antreckon::base::Result;
use antreckon::net::Flags;
use antreckon::predict::{EntityId, EntityProfile, LevelContext, Obstacle, Predictor};

/// The surroundings of a model at the receiving end.
pub(super) struct Known<'a> {
    trace: &'a Trace,
    profile: EntityProfile,
    level: Option<Level>,
    stakes: Stakes,
    /// The newest sample of every player that came through.
    heard: Vec<Option<Sample>>,
    jumped: Vec<bool>,
    /// Latency of the events, seconds.
    latency: f64,
    events: usize,
    ticks: usize,
}

impl<'a> Known<'a> {
    pub(super) fn new(trace: &'a Trace, setup: &Setup, latency: f64, predictor: &mut Predictor) -> Result<Self> {
        let needs_level = setup.force_scale != 0.0 || setup.obstacle != Obstacle::Ignore;
        Ok(Self {
            trace,
            profile: setup.profile(trace),
            level: if needs_level { Level::of(trace) } else { None },
            stakes: Stakes::of(trace, setup.model, &Tunables::of(trace, setup), predictor)?,
            heard: vec![None; trace.players.len()],
            jumped: vec![false; trace.players.len()],
            latency,
            events: 0,
            ticks: 0,
        })
    }

    pub(super) fn scene(&self) -> LevelContext<'_> {
        self.level.as_ref().map_or_else(LevelContext::default, Level::scene)
    }

    /// Lets time pass up to `seconds`, tick by tick.
    pub(super) fn advance(&mut self, predictor: &mut Predictor, seconds: f64) -> Result<()> {
        let now = ((seconds * self.trace.meta.tick_hz + 1e-9) as usize).min(self.trace.frames.saturating_sub(1));
        while self.ticks <= now {
            let k = self.ticks;
            let told = k as f64 * self.trace.tick() - self.latency + 1e-9;
            let fresh = self.trace.events[self.events..].iter().take_while(|event| event.time <= told).count();
            let events = &self.trace.events[self.events..self.events + fresh];
            let mut frame = Frame::new(self.trace, &[], events, k);
            (frame.states, frame.jumped) = (&self.heard, &self.jumped);
            if let Some(level) = &mut self.level {
                level.observe(&frame)?;
            }
            self.stakes.frame(&frame, predictor)?;
            self.events += fresh;
            self.ticks += 1;
        }
        Ok(())
    }

    /// A player is about to be observed.
    pub(super) fn hear(&mut self, predictor: &mut Predictor, entity: EntityId, arrival: &Arrival) -> Result<()> {
        let k = (arrival.update.time as f64 * 1e-9 * self.trace.meta.tick_hz).round() as usize;
        let Some(sample) = self.trace.states(k)[arrival.player] else { return Ok(()) };
        self.heard[arrival.player] = Some(sample);
        if let Some(level) = &self.level {
            let mut profile = self.profile.clone();
            profile.layer_weights = level.wishes(arrival.player).to_vec();
            profile.avatar = Some(arrival.player as u64);
            predictor.set_profile(entity, &profile)?;
        }
        self.stakes.player(predictor, entity, &sample, arrival.update.flags.contains(Flags::TELEPORT))
    }
}
