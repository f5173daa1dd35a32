//! Receiver, predictor and smoother put together by hand: what the front door is measured against, and nothing else.

use antreckon::base::math::DVec3;
use antreckon::base::time::Nanos;
use antreckon::ghosts::GhostsParams;
use antreckon::net::{Receiver, ReceiverParams, Sequence, Update};
use antreckon::predict::learned::ObserveContext;
use antreckon::predict::{EntityId, EntityProfile, LevelContext, PredictScratch, Prediction, Predictor};
use antreckon::smooth::{Correction, DrawContext, Drawn, SmoothParams, Smoother};

/// A crowd that is observed and drawn without corrections for anything that can go wrong.
pub(crate) struct ByHand {
    receiver: Receiver,
    predictor: Predictor,
    smoother: Smoother,
    ids: Vec<EntityId>,
    scratch: PredictScratch,
    /// Observed since the last frame.
    observed: u32,
    /// What the host draws.
    shown: Vec<(Drawn, Prediction)>,
}

impl ByHand {
    pub(crate) fn new(count: u32, profile: &EntityProfile) -> Self {
        let everybody = ReceiverParams { max_entities: count, synchronised: true, ..ReceiverParams::default() };
        let mut receiver = Receiver::new(&everybody).expect("valid");
        let mut predictor = Predictor::new(count);
        let ids = (0..count)
            .map(|number| {
                let id = predictor.add_entity(profile).expect("within capacity");
                receiver.add(number, id).expect("within capacity");
                id
            })
            .collect();
        let smooth = SmoothParams { run_speed: profile.v_max, ..SmoothParams::default() };
        let smoother = Smoother::new(count, &smooth).expect("valid");
        let (scratch, shown) = (PredictScratch::default(), Vec::with_capacity(count as usize));
        Self { receiver, predictor, smoother, ids, scratch, observed: 0, shown }
    }

    /// An update came: what is drawn converges to it.
    pub(crate) fn observe(&mut self, player: u32, sequence: u16, time: Nanos, position: DVec3, velocity: DVec3) {
        let update = Update { sequence: Sequence(sequence), velocity, ..Update::at(player, time, position) };
        let id = self.ids[player as usize];
        self.observed += 1;
        let before = self.predictor.predict(LevelContext::default(), id, time).ok();
        self.receiver.receive(&mut self.predictor, &update, time, ObserveContext::default()).expect("finite");
        let prediction = self.predictor.predict(LevelContext::default(), id, time).expect("observed");
        let correction = Correction { before: before.as_ref(), ..Correction::new(time, &prediction) };
        self.smoother.correct(id, &correction, &DrawContext::default()).expect("finite");
    }

    /// Everybody is predicted and drawn.
    pub(crate) fn draw(&mut self, now: Nanos) {
        self.receiver.advance(&mut self.predictor, now, ObserveContext::default()).expect("time goes on");
        self.predictor.adapt(GhostsParams::default().adapt_per_frame.min(4 * core::mem::take(&mut self.observed)));
        self.shown.clear();
        for (number, id) in self.ids.iter().enumerate() {
            let scratch = Some(&mut self.scratch);
            let shown = self.receiver.predict(&self.predictor, LevelContext::default(), number as u32, scratch);
            let Ok(shown) = shown else { continue };
            let drawn = self.smoother.draw(*id, now, &shown.prediction, &DrawContext::default()).expect("finite");
            self.shown.push((drawn, shown.prediction));
        }
    }
}
