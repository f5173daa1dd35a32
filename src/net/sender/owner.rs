//! Type-2 lines from the owner's own prediction: by the policy where a learned model watches the entity, those of its bank
//! where that is neuro-reckoning, else along the path that its model predicts.

use super::connection::Owned;
use super::proof::{Maker, Measure, Proof};
use super::{Sender, SenderKind, Truth, unknown_entity};
use crate::base::math::DVec3;
use crate::base::time::{Nanos, seconds_between};
use crate::base::{Error, Result};
use crate::net::line::{Line, longest_line};
use crate::net::policy::{Policy, Sight};
use crate::predict::learned::{Expert, ObserveContext, Recorder, Row};
use crate::predict::{BaseContext, EntityId, LevelContext, Model, Observation, ObserveReport, Predictor};
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
    /// along the present velocity. Where it is `neuro`, they go along its predictive velocity
    /// ([`Predictor::predictive_velocity`]): as long as that costs no more updates than the velocity itself, or always
    /// without [`bank_fallback`](crate::predict::EntityProfile::bank_fallback). On error nothing changes.
    pub fn submit_observed(
        &mut self,
        number: u32,
        truth: &Truth,
        predictor: &mut Predictor,
        id: EntityId,
        context: ObserveContext<'_>,
    ) -> Result<ObserveReport> {
        self.check_truth(number, truth)?;
        let profile = predictor.profile(id).ok_or_else(|| not_predicted(number))?;
        let (v_max, neuro, fallback) = (profile.v_max, profile.model == Model::Neuro, profile.bank_fallback);
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
        if neuro {
            let threshold = owned.params.position;
            let (velocity, _) = predictor.predictive_velocity(id, threshold)?;
            let line = Line { offset: DVec3::ZERO, velocity };
            if fallback {
                self.propose(number, line, Maker::Bank)?;
            } else {
                self.suggest(number, line)?;
            }
        }
        Ok(report)
    }

    /// Offers the line that stays longest within the position threshold of the path that a predictor's model expects of the
    /// entity: the type-2 vector for any model. It is used while such lines cost fewer updates than those along the velocity,
    /// which is found out by playing both; so call this for every truth. A [`Sender::suggest`] goes before.
    pub fn suggest_along(
        &mut self,
        number: u32,
        predictor: &Predictor,
        id: EntityId,
        level: LevelContext<'_>,
    ) -> Result<()> {
        let owned = self.owned_mut(number)?;
        let truth = owned.truth.ok_or_else(|| Error::state(format!("nothing was told of entity {number} yet")))?;
        let line = along(&truth, owned.params.position, predictor, id, level)?;
        self.propose(number, line, Maker::Path)
    }

    /// A line for the newest truth, which is used if such lines pay.
    fn propose(&mut self, number: u32, line: Line, maker: Maker) -> Result<()> {
        let (id, finest) = (self.entity(number)?, self.finest());
        let owned = self.entities.get_mut(id).ok_or_else(|| unknown_entity(number))?;
        let Some(truth) = owned.truth.filter(|_| owned.params.kind == SenderKind::OwnerLine) else { return Ok(()) };
        let measure = Measure { codec: &self.codec, finest, params: &owned.params, number };
        if owned.proof.is_none() {
            owned.proof = Proof::new(&measure, &truth, maker).map(Box::new);
        }
        if let Some(proof) = &mut owned.proof {
            proof.suggest(&measure, &truth, line);
        }
        Ok(())
    }

    fn owned_mut(&mut self, number: u32) -> Result<&mut Owned> {
        let id = self.entity(number)?;
        self.entities.get_mut(id).ok_or_else(|| unknown_entity(number))
    }

    /// Heap memory of policy and owner_sights.
    pub(super) fn owners_bytes(&self) -> usize {
        let owner_sights = self.entities.iter().filter(|(_, owned)| owned.owner_sight.is_some()).count();
        let policy = self.policy.as_ref().map_or(0, |policy| policy.bytes());
        let proofs = self.entities.iter().filter(|(_, owned)| owned.proof.is_some()).count();
        owner_sights * size_of::<OwnerSight>() + proofs * size_of::<Proof>() + policy
    }
}

/// The line that stays longest within `threshold` of the path that the predictor's model expects.
fn along(truth: &Truth, threshold: f64, predictor: &Predictor, id: EntityId, level: LevelContext<'_>) -> Result<Line> {
    let mut places = [(0.0, DVec3::ZERO); PLACES];
    for (i, place) in places.iter_mut().enumerate() {
        let time = truth.time.saturating_add(APART * (i as Nanos + 1));
        let position = predictor.predict(level, id, time)?.position;
        *place = (seconds_between(truth.time, time), position - truth.position);
    }
    let velocity = if threshold.is_finite() { longest_line(&places, threshold).velocity } else { truth.velocity };
    Ok(Line { offset: DVec3::ZERO, velocity })
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
    use alloc::vec::Vec;
    use proptest::prelude::*;
    use proptest::test_runner::RngSeed;

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
        /// Lines along the path whether they pay or not.
        Always(Model),
    }

    /// Updates that a runner costs in 30 s, and the sender afterwards.
    fn updates(how: How) -> (usize, Sender) {
        updates_on(how, &mut runner)
    }

    fn updates_on(how: How, path: &mut dyn FnMut(i64) -> Truth) -> (usize, Sender) {
        let mut sender = Sender::new(&CodecParams::default(), &SenderCapacity::default()).unwrap();
        let kind = SenderKind::OwnerLine;
        let params = SenderParams { kind, position: 0.4, orientation: f64::INFINITY, ..SenderParams::default() };
        sender.add_entity(1, &params, None).unwrap();
        let link = sender.connect(&ConnectionParams::default()).unwrap();
        let model = if let How::Path(model) | How::Always(model) = how { model } else { Model::Auto };
        let mut predictor = Predictor::new(1);
        let id = predictor.add_entity(&EntityProfile { model, v_max: 6.0, ..EntityProfile::default() }).unwrap();
        let mut sent = 0;
        for k in 0..600 {
            let truth = path(k);
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
                How::Always(_) => {
                    predictor.observe(id, &truth.observation()).unwrap();
                    sender.submit(1, &truth).unwrap();
                    let line = along(&truth, params.position, &predictor, id, LevelContext::default()).unwrap();
                    sender.suggest(1, line).unwrap();
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

    /// Goes on from `place` at `speed` m/s in a direction.
    fn step(place: &mut DVec3, k: i64, heading: f64, speed: f64) -> Truth {
        let velocity = DVec3::new(libm::cos(heading), 0.0, libm::sin(heading)) * speed;
        let truth = Truth::at(k * TICK, *place, velocity);
        *place += velocity * 0.05;
        truth
    }

    type Course = Box<dyn FnMut(i64) -> Truth>;
    /// Begins a course anew.
    type Start = Box<dyn Fn() -> Course>;

    /// Ways on which some model or other is wrong.
    fn courses() -> Vec<(&'static str, Start)> {
        let turning = |heading: fn(i64) -> f64, speed: fn(i64) -> f64| -> Start {
            Box::new(move || {
                let mut place = DVec3::ZERO;
                Box::new(move |k| step(&mut place, k, heading(k), speed(k)))
            })
        };
        let steady = |_: i64| 6.0;
        alloc::vec![
            ("circle", turning(|k| 0.1 * k as f64, steady)),
            ("straight on", turning(|_| 0.0, steady)),
            ("a corner every second", turning(|k| core::f64::consts::FRAC_PI_2 * ((k / 20) % 4) as f64, steady)),
            ("there and back", turning(|k| core::f64::consts::PI * ((k / 14) % 2) as f64, steady)),
            ("slalom", turning(|k| 0.9 * libm::sin(0.11 * k as f64), steady)),
            ("stop and go", turning(|_| 0.4, |k| if k % 30 < 18 { 6.0 } else { 0.0 })),
            ("faster and slower", turning(|k| 0.02 * k as f64, |k| 4.0 + 2.0 * libm::sin(0.3 * k as f64))),
            ("circle, then corners", turning(|k| if k < 300 { 0.1 * k as f64 } else { 1.7 * (k / 11) as f64 }, steady)),
        ]
    }

    #[test]
    fn lines_along_a_path_cost_at_most_two_more_than_those_along_the_velocity() {
        let models = [Model::Still, Model::Dr2, Model::Damped, Model::Trail, Model::Kinematic];
        let (mut worst, mut best) = (0.0f64, f64::INFINITY);
        for (name, course) in courses() {
            let (plain, _) = updates_on(How::Velocity, &mut course());
            for model in models {
                let (always, _) = updates_on(How::Always(model), &mut course());
                let (proven, _) = updates_on(How::Path(model), &mut course());
                worst = worst.max(always as f64 / plain as f64);
                best = best.min(proven as f64 / plain as f64);
                // An update for each time that a model is heard and fails, of which half a minute has room for two.
                assert!(proven <= plain + 2, "{name} {model:?}: {proven} of {plain}, always {always}");
            }
        }
        // What they would cost on such ways if they were always used, and what they save where a path is right.
        assert!(worst > 1.21 && best < 0.85, "{worst} {best}");
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, rng_seed: RngSeed::Fixed(7), ..ProptestConfig::default() })]

        /// Whatever somebody does: no more than the update by which each change of mind is made.
        #[test]
        fn whatever_the_way_lines_along_a_path_cost_at_most_a_handful_more(
            turns in prop::collection::vec((-1.5f64..1.5, 3usize..40, 0.0f64..7.0), 60),
            damped in any::<bool>(),
        ) {
            let ways: Vec<(f64, f64)> = turns
                .iter()
                .flat_map(|(turn, ticks, speed)| core::iter::repeat_n((*turn, *speed), *ticks))
                .collect();
            let course = || {
                let (mut place, mut heading, ways) = (DVec3::ZERO, 0.0, ways.clone());
                move |k: i64| {
                    let (turn, speed) = ways[k as usize % ways.len()];
                    heading += turn * 0.05;
                    step(&mut place, k, heading, speed)
                }
            };
            let model = if damped { Model::Damped } else { Model::Dr2 };
            let (plain, _) = updates_on(How::Velocity, &mut course());
            let (proven, _) = updates_on(How::Path(model), &mut course());
            prop_assert!(proven <= plain + 4, "{} of {}", proven, plain);
        }
    }

    #[test]
    fn a_sender_restored_in_mid_proof_sends_the_same() {
        let course = |k: i64| runner(k);
        let (_, sender) = updates_on(How::Path(Model::Damped), &mut { course });
        let bytes = sender.snapshot();
        let mut restored = Sender::new(&CodecParams::default(), &SenderCapacity::default()).unwrap();
        restored.restore(&bytes).unwrap();
        assert_eq!(restored.snapshot(), bytes);
        for n in (0..bytes.len()).step_by(83) {
            assert!(restored.restore(&bytes[..n]).is_err(), "{n} bytes");
        }
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
