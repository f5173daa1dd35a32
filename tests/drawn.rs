//! What is drawn after a loss: one update later it is back where it belongs.
#![allow(missing_docs)]

use antreckon::base::math::DVec3;
use antreckon::net::{Receiver, ReceiverParams, Sequence, Update};
use antreckon::predict::learned::ObserveContext;
use antreckon::predict::{EntityId, EntityProfile, LevelContext, Model, Obstacle, Prediction, Predictor};
use antreckon::smooth::{Correction, DrawContext, Method, Pace, SmoothParams, Smoother};

const THRESHOLD: f64 = 0.3;
const FRAME: i64 = 1_000_000_000 / 60;
const FRAMES: i64 = 60 * 30;

/// Somebody who runs in wide curves at about 6 m/s.
fn truth(time: i64) -> (DVec3, DVec3) {
    let t = time as f64 * 1e-9;
    let position = DVec3::new(5.0 * t, 0.0, 4.0 * (0.9 * t).sin());
    (position, DVec3::new(5.0, 0.0, 3.6 * (0.9 * t).cos()))
}

/// One end of a connection without latency.
struct End {
    predictor: Predictor,
    receiver: Receiver,
    entity: EntityId,
}

impl End {
    fn new() -> Self {
        let mut profile = EntityProfile { model: Model::Dr1, ..EntityProfile::default() };
        profile.post.obstacle = Obstacle::Ignore;
        let mut predictor = Predictor::new(1);
        let entity = predictor.add_entity(&profile).unwrap();
        let params = ReceiverParams { synchronised: true, ..ReceiverParams::default() };
        let mut receiver = Receiver::new(&params).unwrap();
        receiver.add(7, entity).unwrap();
        Self { predictor, receiver, entity }
    }

    fn take(&mut self, update: &Update) {
        self.receiver.receive(&mut self.predictor, update, update.time, ObserveContext::default()).unwrap();
    }

    fn predict(&mut self, now: i64) -> Option<Prediction> {
        self.receiver.advance(&mut self.predictor, now, ObserveContext::default()).unwrap();
        let shown = self.receiver.predict_at(&self.predictor, LevelContext::default(), 7, now, None).ok()?;
        Some(shown.prediction)
    }
}

/// How far what is drawn is off in the frame before each update is sent, when update `lost` does not arrive.
fn errors(params: &SmoothParams, lost: Option<u16>) -> Vec<f64> {
    let (mut shadow, mut other) = (End::new(), End::new());
    let mut smoother = Smoother::new(1, params).unwrap();
    let terrain = DrawContext::default();
    let (mut errors, mut error) = (Vec::new(), 0.0);
    for frame in 0..FRAMES {
        let now = frame * FRAME;
        let (position, velocity) = truth(now);
        if shadow.predict(now).is_none_or(|shown| shown.position.distance(position) > THRESHOLD) {
            let number = errors.len() as u16;
            let update = Update { sequence: Sequence(number), velocity, ..Update::at(7, now, position) };
            errors.push(error);
            shadow.take(&update);
            if Some(number) != lost {
                let before = other.predict(now);
                other.take(&update);
                let after = other.predict(now).unwrap();
                let correction = Correction { before: before.as_ref(), ..Correction::new(now, &after) };
                smoother.correct(other.entity, &correction, &terrain).unwrap();
            }
        }
        let shown = other.predict(now).unwrap();
        error = smoother.draw(other.entity, now, &shown, &terrain).unwrap().position.distance(position);
    }
    errors
}

/// After each lost update: when the next one has come and the one after it is due, what is drawn is within the threshold.
fn heals(params: &SmoothParams) {
    let (all, method) = (errors(params, None), params.method);
    assert!(all.len() > 20, "{}", all.len());
    for lost in 1..all.len() - 2 {
        let seen = errors(params, Some(lost as u16));
        assert!(seen[lost + 1] > THRESHOLD, "{method:?}: nobody saw that {lost} was lost");
        for (n, error) in seen.iter().enumerate().skip(lost + 2) {
            assert!(*error <= THRESHOLD, "{method:?}, {lost} lost: {error} m before update {n}");
        }
    }
}

#[test]
fn one_update_after_a_loss_the_drawn_position_is_within_the_threshold_again() {
    heals(&SmoothParams::default());
    // Curves must end before the next update comes; those that take longer are never quite there, loss or not.
    let position = Pace { share: 0.25, ..SmoothParams::default().position };
    for method in Method::ALL {
        heals(&SmoothParams { method, position, ..SmoothParams::default() });
    }
}
