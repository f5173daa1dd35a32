//! What a receiver draws: updates as they arrive, the library's receiver and model, its smoother with default settings.
use super::ghosts::Places;
use super::network::Arrival;
use super::window::Window;
use crate::eval::floor::world_of;
use crate::eval::kinematics::Estimates;
use crate::eval::units::Units;
use crate::eval::{self, Request};
use crate::trace::Trace;
use antreckon::base::Result;
use antreckon::base::time::Nanos;
use antreckon::net::{Flags, Receiver, ReceiverParams};
use antreckon::predict::learned::ObserveContext;
use antreckon::predict::{EntityId, LevelContext, Prediction, Predictor};
use antreckon::smooth::{Correction, DrawContext, SmoothParams, Smoother};

/// Gradients of adaptation per update, as the library advises.
const GRADIENTS: u32 = 4;

/// The far end of the network with one model.
struct Screen {
    receiver: Receiver,
    predictor: Predictor,
    smoother: Smoother,
    /// By player.
    entities: Vec<EntityId>,
    adapts: bool,
}

/// Every place as it is drawn; `None` for models that need more than updates.
pub(super) fn of(
    request: &Request<'_>,
    trace: &Trace,
    estimates: &Estimates,
    name: &str,
    arrivals: &[Arrival],
    window: &Window,
) -> Result<Option<Places>> {
    let Some(mut screen) = Screen::new(request, trace, name)? else { return Ok(None) };
    let (units, world) = (Units::of(&trace.meta), world_of(trace));
    let terrain = DrawContext { world: world.as_ref(), ..DrawContext::default() };
    let mut places = vec![vec![None; window.count]; trace.players.len()];
    let mut rest = arrivals;
    let mut heard: Vec<Nanos> = vec![Nanos::MIN; trace.players.len()];
    for k in 0..window.end() {
        let now = units.time(k);
        let (come, later) = rest.split_at(rest.partition_point(|arrival| arrival.time <= now));
        rest = later;
        screen.take(come, now, &terrain)?;
        for arrival in come {
            heard[arrival.player] = heard[arrival.player].max(arrival.update.time);
        }
        for (player, estimate) in estimates.frame(k).iter().enumerate().filter(|_| k + 1 >= window.start) {
            // Who is not there, or whose new life has not been heard of, is not drawn.
            let Some(born) = estimate.map(|estimate| units.time(k - estimate.run as usize)) else { continue };
            if heard[player] < born {
                continue;
            }
            let prediction = screen.predict(player, now)?;
            let drawn = screen.smoother.draw(screen.entities[player], now, &prediction, &terrain)?;
            if let Some(stored) = window.stored(k) {
                let [x, y, _] = units.from_metres(drawn.position);
                places[player][stored] = Some(window.round([x, y]));
            }
        }
    }
    Ok(Some(places))
}

impl Screen {
    fn new(request: &Request<'_>, trace: &Trace, name: &str) -> Result<Option<Self>> {
        let Some(setup) = eval::receiver_setup(name) else { return Ok(None) };
        let players = trace.players.len() as u32;
        let mut predictor = Predictor::new(players);
        if let Ok(weights) = request.weights.choose(&trace.meta.layout) {
            predictor.load_weights(weights.bytes)?;
            predictor.load_bank(0, weights.bank)?;
        }
        let mut receiver = Receiver::new(&ReceiverParams { synchronised: true, ..ReceiverParams::default() })?;
        let profile = setup.profile(trace);
        let mut entities = Vec::new();
        for player in 0..players {
            let id = predictor.add_entity(&profile)?;
            receiver.add(player, id)?;
            entities.push(id);
        }
        let smoother = Smoother::new(players, &SmoothParams::default())?;
        Ok(Some(Self { receiver, predictor, smoother, entities, adapts: setup.adapt }))
    }

    fn take(&mut self, arrivals: &[Arrival], now: Nanos, terrain: &DrawContext<'_>) -> Result<()> {
        for arrival in arrivals {
            let before = self.predict(arrival.player, now).ok();
            self.receiver.receive(&mut self.predictor, &arrival.update, arrival.time, ObserveContext::default())?;
            let prediction = self.predict(arrival.player, now)?;
            let correction = Correction {
                before: before.as_ref(),
                teleported: arrival.update.flags.contains(Flags::TELEPORT),
                ..Correction::new(now, &prediction)
            };
            self.smoother.correct(self.entities[arrival.player], &correction, terrain)?;
        }
        if self.adapts && !arrivals.is_empty() {
            self.predictor.adapt(GRADIENTS * arrivals.len() as u32);
        }
        self.receiver.advance(&mut self.predictor, now, ObserveContext::default())
    }

    fn predict(&self, player: usize, now: Nanos) -> Result<Prediction> {
        let shown = self.receiver.predict_at(&self.predictor, LevelContext::default(), player as u32, now, None)?;
        Ok(shown.prediction)
    }
}
