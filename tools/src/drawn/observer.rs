//! The receiving end: one model, fed by what arrives, drawn by every convergence.
use super::known::Known;
use super::link::Arrival;
use crate::eval::plugin::Setup;
use crate::trace::Trace;
use antreckon::base::Result;
use antreckon::base::math::DVec3;
use antreckon::base::time::Nanos;
use antreckon::net::{Flags, Receiver, ReceiverParams};
use antreckon::predict::learned::ObserveContext;
use antreckon::predict::{EntityId, Prediction, Predictor};
use antreckon::smooth::{Correction, DrawContext, Method, SmoothParams, Smoother};

/// Names of [`Method::ALL`].
pub const METHODS: [&str; 8] = ["snap", "linear", "bezier", "hermite", "projective", "damped", "path", "chase"];

/// Gradients of adaptation per update, as the library advises.
const GRADIENTS: u32 = 4;

/// Files of what was learned beforehand.
#[derive(Clone, Copy)]
pub(super) struct Learned<'a> {
    /// Of the kinematic model; `None` = embedded.
    pub(super) weights: Option<&'a [u8]>,
    /// Networks of neuro-reckoning.
    pub(super) bank: Option<&'a [u8]>,
}

/// One model at the receiving end.
pub(super) struct Observer<'a> {
    known: Known<'a>,
    receiver: Receiver,
    predictor: Predictor,
    /// By player.
    entities: Vec<EntityId>,
    /// By method.
    smoothers: Vec<Smoother>,
    learns: bool,
}

impl<'a> Observer<'a> {
    /// `latency` = how late the receiver learns of events, seconds.
    pub(super) fn new(
        trace: &'a Trace,
        setup: &Setup,
        learned: Learned<'_>,
        latency: f64,
        smooth: &SmoothParams,
        methods: &[Method],
    ) -> Result<Self> {
        let players = trace.players.len() as u32;
        let mut predictor = Predictor::new(players);
        predictor.load_weights(learned.weights)?;
        learned.bank.map_or(Ok(()), |bank| predictor.load_bank(0, bank))?;
        let mut receiver = Receiver::new(&ReceiverParams { synchronised: true, ..ReceiverParams::default() })?;
        let profile = setup.profile(trace);
        let known = Known::new(trace, setup, latency, &mut predictor)?;
        let mut entities = Vec::new();
        for player in 0..players {
            let id = predictor.add_entity(&profile)?;
            receiver.add(player, id)?;
            entities.push(id);
        }
        let smoothers = methods
            .iter()
            .map(|&method| Smoother::new(players, &SmoothParams { method, ..smooth.clone() }))
            .collect::<Result<_>>()?;
        Ok(Self { known, receiver, predictor, entities, smoothers, learns: setup.adapt })
    }

    /// Takes in what arrived since the last frame; `drawn` = the smoothers are told.
    pub(super) fn take(
        &mut self,
        arrivals: &[Arrival],
        now: Nanos,
        terrain: &DrawContext<'_>,
        drawn: bool,
    ) -> Result<()> {
        self.known.advance(&mut self.predictor, now as f64 * 1e-9)?;
        for arrival in arrivals {
            self.known.hear(&mut self.predictor, self.entities[arrival.player], arrival)?;
            let number = arrival.player as u32;
            let before = if drawn { self.predict(number, now).ok() } else { None };
            self.receiver.receive(&mut self.predictor, &arrival.update, arrival.time, ObserveContext::default())?;
            if drawn {
                let prediction = self.predict(number, now)?;
                let correction = Correction {
                    before: before.as_ref(),
                    teleported: arrival.update.flags.contains(Flags::TELEPORT),
                    known: Some(arrival.update.position),
                    ..Correction::new(now, &prediction)
                };
                for smoother in &mut self.smoothers {
                    smoother.correct(self.entities[arrival.player], &correction, terrain)?;
                }
            }
        }
        if self.learns && !arrivals.is_empty() {
            self.predictor.adapt(GRADIENTS * arrivals.len() as u32);
        }
        self.receiver.advance(&mut self.predictor, now, ObserveContext::default())
    }

    fn predict(&self, number: u32, now: Nanos) -> Result<Prediction> {
        let shown = self.receiver.predict_at(&self.predictor, self.known.scene(), number, now, None)?;
        Ok(shown.prediction)
    }

    /// Draws a player by all methods.
    pub(super) fn draw(
        &mut self,
        player: usize,
        now: Nanos,
        terrain: &DrawContext<'_>,
        places: &mut [DVec3],
    ) -> Result<()> {
        let prediction = self.predict(player as u32, now)?;
        for (place, smoother) in places.iter_mut().zip(&mut self.smoothers) {
            *place = smoother.draw(self.entities[player], now, &prediction, terrain)?.position;
        }
        Ok(())
    }
}
