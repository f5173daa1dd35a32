//! The receiving end: one model, fed by what arrives, drawn by every convergence.
use super::link::Arrival;
use antreckon::base::Result;
use antreckon::base::math::DVec3;
use antreckon::base::time::Nanos;
use antreckon::net::{Flags, Receiver, ReceiverParams};
use antreckon::predict::learned::Surroundings;
use antreckon::predict::{EntityId, Model, Prediction, Predictor, Scene};
use antreckon::smooth::{Correction, Method, SmoothParams, Smoother, Terrain};
use antreckon_cli::eval::plugin::Setup;
use antreckon_cli::trace::Trace;

/// Models that are compared.
pub(super) const MODELS: [(&str, Model); 3] = [("dr1", Model::Dr1), ("damped", Model::Damped), ("auto", Model::Auto)];

/// Names of [`Method::ALL`].
pub(super) const METHODS: [&str; 8] = ["snap", "linear", "bezier", "hermite", "projective", "damped", "path", "chase"];

/// Gradients of adaptation per update, as the library advises.
const GRADIENTS: u32 = 4;

/// One model at the receiving end.
pub(super) struct Observer {
    receiver: Receiver,
    predictor: Predictor,
    /// By player.
    entities: Vec<EntityId>,
    /// By method.
    smoothers: Vec<Smoother>,
    learns: bool,
}

impl Observer {
    pub(super) fn new(trace: &Trace, model: Model, weights: Option<&[u8]>, smooth: &SmoothParams) -> Result<Self> {
        let players = trace.players.len() as u32;
        let mut predictor = Predictor::new(players);
        predictor.load_weights(weights)?;
        let mut receiver = Receiver::new(&ReceiverParams { synchronised: true, ..ReceiverParams::default() })?;
        let profile = Setup::plain(model).profile(trace);
        let mut entities = Vec::new();
        for player in 0..players {
            let id = predictor.add_entity(&profile)?;
            receiver.add(player, id)?;
            entities.push(id);
        }
        let smoothers = Method::ALL
            .into_iter()
            .map(|method| Smoother::new(players, &SmoothParams { method, ..smooth.clone() }))
            .collect::<Result<_>>()?;
        Ok(Self { receiver, predictor, entities, smoothers, learns: model == Model::Auto })
    }

    /// Takes in what arrived since the last frame; `drawn` = the smoothers are told.
    pub(super) fn take(&mut self, arrivals: &[Arrival], now: Nanos, terrain: &Terrain<'_>, drawn: bool) -> Result<()> {
        for arrival in arrivals {
            let number = arrival.player as u32;
            let before = if drawn { self.predict(number, now).ok() } else { None };
            self.receiver.receive(&mut self.predictor, &arrival.update, arrival.time, Surroundings::default())?;
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
        self.receiver.advance(&mut self.predictor, now, Surroundings::default())
    }

    fn predict(&self, number: u32, now: Nanos) -> Result<Prediction> {
        let shown = self.receiver.predict_at(&self.predictor, Scene::default(), number, now, None)?;
        Ok(shown.prediction)
    }

    /// Draws a player by all methods.
    pub(super) fn draw(&mut self, player: usize, now: Nanos, terrain: &Terrain<'_>) -> Result<[DVec3; METHODS.len()]> {
        let prediction = self.predict(player as u32, now)?;
        let mut places = [DVec3::ZERO; METHODS.len()];
        for (place, smoother) in places.iter_mut().zip(&mut self.smoothers) {
            *place = smoother.draw(self.entities[player], now, &prediction, terrain)?.position;
        }
        Ok(places)
    }
}
