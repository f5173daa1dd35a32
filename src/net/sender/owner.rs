//! Type-2 lines from the owner's own prediction: by the policy where a learned model watches the entity, else along the
//! path that its model predicts.

use super::connection::Owned;
use super::{Sender, Truth, unknown_entity};
use crate::base::math::DVec3;
use crate::base::time::{Nanos, seconds_between};
use crate::base::{Error, Result};
use crate::net::line::{Line, longest_line};
use crate::net::policy::{Policy, Sight};
use crate::predict::learned::{Expert, ObserveContext, Recorder, Row};
use crate::predict::{BaseContext, EntityId, LevelContext, Observation, ObserveReport, Predictor};
use alloc::boxed::Box;
use alloc::format;

/// Places of a predicted path that a line is laid along …
const PLACES: usize = 40;
/// … and the time between two of them.
const APART: Nanos = 50_000_000;

/// What the owner's model saw of an entity at the truth of this time.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct OwnerSight {
    pub(super) time: Nanos,
    pub(super) sight: Sight,
}

impl OwnerSight {
    /// The line that lives longest; `None` when it was not this truth that was seen.
    pub(super) fn line(&self, policy: &Policy, truth: &Truth, threshold: f64) -> Option<Line> {
        (self.time == truth.time).then(|| policy.line(&self.sight.row(), self.sight.v_max, truth.velocity, threshold))
    }
}

impl Sender {
    /// Replaces the policy that chooses type-2 lines of entities told by [`Sender::submit_observed`]; `None` = the built-in
    /// one.
    pub fn set_policy(&mut self, file: Option<&[u8]>) -> Result<()> {
        self.policy = Some(Box::new(file.map_or_else(|| Ok(Policy::built_in()), Policy::load)?));
        Ok(())
    }

    /// [`Sender::submit`], and the owner's predictor observes it, too. Where the entity's model there is `kinematic` or
    /// `auto`, type-2 updates are then chosen by the policy: lines that stay within the threshold longest, not those
    /// along the present velocity. On error nothing changes.
    pub fn submit_observed(
        &mut self,
        number: u32,
        truth: &Truth,
        predictor: &mut Predictor,
        id: EntityId,
        context: ObserveContext<'_>,
    ) -> Result<ObserveReport> {
        self.check_truth(number, truth)?;
        let v_max = predictor.profile(id).ok_or_else(|| not_predicted(number))?.v_max;
        let observation = truth.observation();
        observation.checked()?;
        if self.policy.is_none() {
            self.set_policy(None)?;
        }
        if self.submit(number, truth)? == ObserveReport::Late {
            return Ok(ObserveReport::Late);
        }
        let owned = self.owned_mut(number)?;
        let owner_sight =
            owned.owner_sight.get_or_insert_with(|| Box::new(OwnerSight { time: 0, sight: Sight::NOTHING }));
        let mut seen = Noting { sight: &mut owner_sight.sight, noted: false };
        let ObserveContext { trails, expert, pull, bases, .. } = context;
        let context = ObserveContext {
            trails: trails.map(|trails| &mut *trails),
            expert: expert.map(|expert| expert as &mut dyn Expert),
            recorder: Some(&mut seen),
            pull,
            bases,
        };
        let report = predictor.observe_in(id, &observation, context)?;
        let noted = seen.noted;
        owner_sight.sight.v_max = v_max;
        // A model that is no network saw nothing: then this is not the truth that was seen.
        owner_sight.time = if noted { truth.time } else { Nanos::MIN };
        Ok(report)
    }

    /// [`Sender::suggest`] the line that stays longest within the position threshold of the path that a predictor's model
    /// expects of the entity: the type-2 vector for any model.
    pub fn suggest_along(
        &mut self,
        number: u32,
        predictor: &Predictor,
        id: EntityId,
        level: LevelContext<'_>,
    ) -> Result<()> {
        let owned = self.owned_mut(number)?;
        let truth = owned.truth.ok_or_else(|| Error::state(format!("nothing was told of entity {number} yet")))?;
        let threshold = owned.params.position;
        let mut places = [(0.0, DVec3::ZERO); PLACES];
        for (i, place) in places.iter_mut().enumerate() {
            let time = truth.time.saturating_add(APART * (i as Nanos + 1));
            let position = predictor.predict(level, id, time)?.position;
            *place = (seconds_between(truth.time, time), position - truth.position);
        }
        let line = if threshold.is_finite() { longest_line(&places, threshold).velocity } else { truth.velocity };
        self.suggest(number, Line { offset: DVec3::ZERO, velocity: line })
    }

    fn owned_mut(&mut self, number: u32) -> Result<&mut Owned> {
        let id = self.entity(number)?;
        self.entities.get_mut(id).ok_or_else(|| unknown_entity(number))
    }

    /// Heap memory of policy and owner_sights.
    pub(super) fn owners_bytes(&self) -> usize {
        let owner_sights = self.entities.iter().filter(|(_, owned)| owned.owner_sight.is_some()).count();
        let policy = self.policy.as_ref().map_or(0, |policy| policy.bytes());
        owner_sights * size_of::<OwnerSight>() + policy
    }
}

/// Notes whether anything was seen.
struct Noting<'a> {
    sight: &'a mut Sight,
    noted: bool,
}

impl Recorder for Noting<'_> {
    fn row(&mut self, row: &Row<'_>) {
        self.sight.row(row);
        self.noted = true;
    }
}

impl Truth {
    /// What a predictor takes in of it.
    pub fn observation(&self) -> Observation {
        Observation {
            velocity: Some(self.velocity),
            acceleration: self.acceleration,
            orientation: self.orientation,
            angular_velocity: self.angular_velocity,
            airborne: self.airborne,
            teleported: self.teleported,
            base: self.base.and_then(|base| BaseContext::Resting.at(base, self.time)),
            ..Observation::at(self.time, self.position)
        }
    }
}

#[cold]
fn not_predicted(number: u32) -> Error {
    Error::not_found(format!("the predictor has no such entity for entity {number}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::net::CodecParams;
    use crate::net::sender::{ConnectionParams, SendContext, SenderCapacity, SenderKind, SenderParams};
    use crate::predict::{EntityProfile, Model};

    const TICK: Nanos = 50_000_000;

    /// Somebody who runs in a circle of 3 m at 6 m/s.
    fn runner(k: i64) -> Truth {
        let angle = 2.0 * 0.05 * k as f64;
        let (sin, cos) = (libm::sin(angle), libm::cos(angle));
        Truth::at(k * TICK, DVec3::new(3.0 * cos, 0.0, 3.0 * sin), DVec3::new(-6.0 * sin, 0.0, 6.0 * cos))
    }

    #[derive(Clone, Copy, PartialEq)]
    enum How {
        Velocity,
        Policy,
        Path(Model),
    }

    /// Updates that a runner costs in 30 s, and the sender afterwards.
    fn updates(how: How) -> (usize, Sender) {
        let mut sender = Sender::new(&CodecParams::default(), &SenderCapacity::default()).unwrap();
        let kind = SenderKind::OwnerLine;
        let params = SenderParams { kind, position: 0.4, orientation: f64::INFINITY, ..SenderParams::default() };
        sender.add_entity(1, &params, None).unwrap();
        let link = sender.connect(&ConnectionParams::default()).unwrap();
        let model = if let How::Path(model) = how { model } else { Model::Auto };
        let mut predictor = Predictor::new(1);
        let id = predictor.add_entity(&EntityProfile { model, v_max: 6.0, ..EntityProfile::default() }).unwrap();
        let mut sent = 0;
        for k in 0..600 {
            let truth = runner(k);
            match how {
                How::Velocity => drop(sender.submit(1, &truth).unwrap()),
                How::Policy => {
                    let context = ObserveContext::default();
                    sender.submit_observed(1, &truth, &mut predictor, id, context).unwrap();
                }
                How::Path(_) => {
                    predictor.observe(id, &truth.observation()).unwrap();
                    sender.submit(1, &truth).unwrap();
                    sender.suggest_along(1, &predictor, id, LevelContext::default()).unwrap();
                }
            }
            sent += sender.poll(link, 1, truth.time, &mut SendContext::default()).unwrap().is_some() as usize;
        }
        (sent, sender)
    }

    #[test]
    fn lines_of_the_policy_and_along_a_good_path_live_longer_than_the_velocity() {
        let (velocity, _) = updates(How::Velocity);
        let (policy, _) = updates(How::Policy);
        let (turning, _) = updates(How::Path(Model::Trail));
        let (straight, _) = updates(How::Path(Model::Dr1));
        // A tangent leaves a circle of 3 m by 0.4 m after 0.26 s, which is in the sixth tick.
        assert_eq!(velocity, 100);
        assert!(policy < 80 && turning < 80, "{policy} {turning}");
        assert_eq!(straight, velocity, "the path of dead reckoning is its velocity");
    }

    #[test]
    fn a_restored_sender_asks_the_same_policy_about_the_same_sight() {
        let (_, mut sender) = updates(How::Policy);
        let mut other = Policy::built_in().net().clone();
        other.values.iter_mut().for_each(|w| *w *= 0.5);
        sender.set_policy(Some(&Policy::new(other).to_bytes())).unwrap();
        let bytes = sender.snapshot();
        let mut restored = Sender::new(&CodecParams::default(), &SenderCapacity::default()).unwrap();
        restored.restore(&bytes).unwrap();
        assert_eq!(restored.snapshot(), bytes);
        let link = sender.connections().next().unwrap();
        let later = runner(599).time + 10 * 1_000_000_000;
        let [a, b] =
            [&mut sender, &mut restored].map(|s| s.poll(link, 1, later, &mut SendContext::default()).unwrap().unwrap());
        assert_eq!(a.update, b.update);
        for n in (0..bytes.len()).step_by(101) {
            assert!(restored.restore(&bytes[..n]).is_err(), "{n} bytes");
        }
    }

    #[test]
    fn what_cannot_be_told_changes_nothing() {
        let (_, mut sender) = updates(How::Policy);
        let mut predictor = Predictor::new(1);
        let id = predictor.add_entity(&EntityProfile::default()).unwrap();
        let before = sender.snapshot();
        let truth = runner(700);
        let bad = Truth { velocity: DVec3::NAN, ..truth };
        let none = ObserveContext::default;
        assert!(sender.submit_observed(2, &truth, &mut predictor, id, none()).is_err());
        assert!(sender.submit_observed(1, &bad, &mut predictor, id, none()).is_err());
        predictor.remove_entity(id).unwrap();
        assert!(sender.submit_observed(1, &truth, &mut predictor, id, none()).is_err());
        assert!(sender.suggest_along(1, &predictor, id, LevelContext::default()).is_err());
        assert!(sender.set_policy(Some(b"no policy")).is_err());
        assert_eq!(sender.snapshot(), before);
    }
}
