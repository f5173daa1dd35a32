//! What a receiver knows beside the updates themselves: items that come and go, and the field of pheromones over the level.
//!
//! Only what was sent: players where they were last heard of, events a latency after they happened.
use super::link::Arrival;
use super::screen::Screen;
use crate::eval::forecaster::Frame;
use crate::eval::level::Level;
use crate::eval::plugin::Setup;
use crate::eval::stakes::Stakes;
use crate::trace::{Sample, Trace};
use antreckon::base::Result;
use antreckon::pheromone::PheromoneMap;
use antreckon::predict::EntityProfile;
use antreckon::world::World;

/// The surroundings of a model at the receiving end.
pub(super) struct Known<'a> {
    trace: &'a Trace,
    profile: EntityProfile,
    level: Option<Level>,
    /// The newest sample of every player that came through.
    heard: Vec<Option<Sample>>,
    jumped: Vec<bool>,
    /// Latency of the events, seconds.
    latency: f64,
    events: usize,
    ticks: usize,
}

impl<'a> Known<'a> {
    pub(super) fn new(trace: &'a Trace, setup: &Setup, latency: f64) -> Self {
        let needs_level = setup.force_scale != 0.0;
        Self {
            trace,
            profile: setup.profile(trace),
            level: if needs_level { Level::of(trace) } else { None },
            heard: vec![None; trace.players.len()],
            jumped: vec![false; trace.players.len()],
            latency,
            events: 0,
            ticks: 0,
        }
    }

    /// The level with its field where the model needs it, else the level without one.
    pub(super) fn level_or<'b>(
        &'b mut self,
        roads: Option<&'b World>,
    ) -> (Option<&'b World>, Option<&'b mut PheromoneMap>) {
        match &mut self.level {
            Some(level) => {
                let (world, map) = level.parts();
                (Some(world), Some(map))
            }
            None => (roads, None),
        }
    }

    /// Lets time pass up to `seconds`, tick by tick.
    pub(super) fn advance(&mut self, screens: &mut [(Screen, Stakes)], seconds: f64) -> Result<()> {
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
            for (screen, stakes) in &mut *screens {
                stakes.frame(&frame, screen.predictor())?;
            }
            self.events += fresh;
            self.ticks += 1;
        }
        Ok(())
    }

    fn sample(&self, arrival: &Arrival) -> Option<Sample> {
        // The frame that was over when it was sent: what comes later is not known.
        let k = (arrival.sent as f64 * 1e-9 * self.trace.meta.tick_hz + 1e-6) as usize;
        self.trace.states(k)[arrival.player]
    }

    /// An update has arrived.
    pub(super) fn hear(&mut self, arrival: &Arrival) {
        self.heard[arrival.player] = self.sample(arrival).or(self.heard[arrival.player]);
    }

    /// Tells a screen what the model wants to know of a player beside its update.
    pub(super) fn tell(&self, screen: &mut Screen, stakes: &Stakes, arrival: &Arrival) -> Result<()> {
        let Some((sample, entity)) = self.sample(arrival).zip(screen.entity(arrival.player)) else { return Ok(()) };
        if let Some(level) = &self.level {
            let mut profile = self.profile.clone();
            profile.layer_weights = level.wishes(arrival.player).to_vec();
            profile.avatar = Some(arrival.player as u64);
            screen.set_profile(arrival.player, &profile)?;
        }
        stakes.player(screen.predictor(), entity, &sample, arrival.state.teleported)
    }
}
