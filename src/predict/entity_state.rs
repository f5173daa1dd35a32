//! One entity's own state, taken out and put back: what a receiver needs to give an update that came late its place.

use super::EntityId;
use super::crowd::Extras;
use super::interest::Stake;
use super::kinematics::{Estimator, Kinematics, RIDING};
use super::learned::needs_track;
use super::observation::BaseMotion;
use super::predictor::{Predictor, unknown};
use super::profile::{EntityProfile, Model};
use super::snapshot::{read_base, read_estimator, read_kinematics, write_base, write_estimator, write_kinematics};
use crate::base::math::DVec3;
use crate::base::serial::{Reader, Writer};
use crate::base::{Error, Result};

/// What a predictor knows of one entity's motion, without the profile and without what entities share.
///
/// Reused by [`Predictor::save_entity`]: saving into one that has been used for an entity of the same model allocates
/// nothing.
#[derive(Clone, Debug)]
pub struct EntityState {
    kinematics: Kinematics,
    estimator: Estimator,
    base: Option<BaseMotion>,
    extras: Extras,
}

impl Default for EntityState {
    fn default() -> Self {
        Self {
            kinematics: Kinematics::new(&EntityProfile::default()),
            estimator: Estimator::default(),
            base: None,
            extras: Extras::default(),
        }
    }
}

impl EntityState {
    /// Moves known positions by -`shift`, as [`Predictor::rebase`] does.
    pub fn rebase(&mut self, shift: DVec3) {
        self.extras.rebase(shift);
        match &mut self.base {
            Some(base) => base.position -= shift,
            None => self.kinematics.position -= shift,
        }
    }

    /// Bytes of heap memory held.
    pub fn bytes(&self) -> usize {
        self.extras.bytes()
    }

    /// Appends everything.
    pub fn write(&self, w: &mut Writer) {
        write_kinematics(w, &self.kinematics);
        write_estimator(w, &self.estimator);
        write_base(w, self.base.as_ref());
        self.extras.write(w);
    }

    /// Reads what [`EntityState::write`] wrote.
    pub fn read(r: &mut Reader<'_>) -> Result<Self> {
        let state = Self {
            kinematics: read_kinematics(r)?,
            estimator: read_estimator(r)?,
            base: read_base(r)?,
            extras: Extras::read(r)?,
        };
        if state.kinematics.has(RIDING) != state.base.is_some() {
            return Err(Error::corrupt("a saved entity contradicts itself on its base"));
        }
        Ok(state)
    }
}

impl Predictor {
    /// Whether observing this entity changes nothing but its own state, so that saving, restoring and observing again is as
    /// if it had been observed in that order from the start.
    ///
    /// Not so for models that learn together (`trail`, `kinematic` and `auto` unless `shared_only`, `custom`), for who takes part in
    /// the interest scheme, for who leaves trails (`trails` = the host hands in those of a map) and while a trial is recorded.
    pub fn keeps_to_itself(&self, id: EntityId, trails: bool) -> bool {
        let Some(kinematics) = self.kinematics.get(id) else { return false };
        let details = &self.details[id.index as usize];
        let (profile, extras) = (&details.profile, &details.extras);
        let learns_alone = profile.shared_only && matches!(kinematics.model, Model::Auto | Model::Kinematic);
        let leaves_trail =
            profile.leaves_trail && (trails || (needs_track(profile) && self.crowd.learning.has_trails()));
        (!needs_track(profile) || learns_alone)
            && !kinematics.model.feels_others()
            && kinematics.stake == Stake::default()
            && !leaves_trail
            && !extras.progress.as_ref().is_some_and(|progress| progress.records())
    }

    /// Copies what is known of an entity's motion into `into`.
    pub fn save_entity(&self, id: EntityId, into: &mut EntityState) -> Result<()> {
        into.kinematics = *self.kinematics.get(id).ok_or_else(|| unknown(id))?;
        let details = &self.details[id.index as usize];
        (into.estimator, into.base) = (details.estimator, details.base);
        into.extras.clone_from(&details.extras);
        Ok(())
    }

    /// Puts back what [`Predictor::save_entity`] took, of this entity; profile and model stay as they are now.
    pub fn restore_entity(&mut self, id: EntityId, from: &EntityState) -> Result<()> {
        let kinematics = self.kinematics.get_mut(id).ok_or_else(|| unknown(id))?;
        let details = &mut self.details[id.index as usize];
        (details.estimator, details.base) = (from.estimator, from.base);
        details.extras.clone_from(&from.extras);
        let stake = kinematics.stake;
        *kinematics = from.kinematics;
        kinematics.stake = stake;
        kinematics.follow(&details.profile, &details.estimator);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::{LevelContext, Model, Observation, ObserveReport};
    use super::*;
    use crate::base::math::DQuat;

    fn walk(i: i64) -> Observation {
        let t = i as f64 * 0.05;
        Observation {
            velocity: Some(DVec3::new(4.0, 0.0, 2.0 * libm::cos(t))),
            orientation: Some(DQuat::from_rotation_y(0.1 * t)),
            angular_velocity: Some(DVec3::Y),
            ..Observation::at(i * 50_000_000, DVec3::new(4.0 * t, 0.0, 2.0 * libm::sin(t)))
        }
    }

    fn profile(model: Model) -> EntityProfile {
        EntityProfile { model, shared_only: true, leaves_trail: false, ..EntityProfile::default() }
    }

    #[test]
    fn going_back_and_observing_again_ends_in_the_same_state() {
        for model in Model::ALL {
            let mut predictor = Predictor::new(2);
            let id = predictor.add_entity(&profile(model)).unwrap();
            (0..40).for_each(|i| assert_eq!(predictor.observe(id, &walk(i)), Ok(ObserveReport::Used)));
            if !predictor.keeps_to_itself(id, true) {
                assert!(matches!(model, Model::Interest | Model::Hybrid | Model::Trail | Model::Custom), "{model:?}");
                continue;
            }
            let mut saved = EntityState::default();
            predictor.save_entity(id, &mut saved).unwrap();
            (40..60).for_each(|i| assert_eq!(predictor.observe(id, &walk(i)), Ok(ObserveReport::Used)));
            let (hash, said) = (predictor.state_hash(), predictor.predict(LevelContext::default(), id, 3_300_000_000));
            for i in 40..70 {
                predictor.observe(id, &Observation { position: DVec3::ONE, ..walk(i) }).unwrap();
            }
            assert_ne!(predictor.state_hash(), hash, "{model:?}");
            let mut w = Writer::new();
            saved.write(&mut w);
            let bytes = w.seal(*b"TEST", 1);
            let mut r = Reader::open(&bytes, *b"TEST", 1).unwrap();
            let read = EntityState::read(&mut r).unwrap();
            r.finish().unwrap();
            for state in [saved, read] {
                predictor.restore_entity(id, &state).unwrap();
                (40..60).for_each(|i| assert_eq!(predictor.observe(id, &walk(i)), Ok(ObserveReport::Used)));
                assert_eq!(predictor.state_hash(), hash, "{model:?}");
                assert_eq!(predictor.predict(LevelContext::default(), id, 3_300_000_000), said);
            }
        }
    }

    #[test]
    fn whoever_shares_cannot_be_taken_back() {
        let mut predictor = Predictor::new(9);
        let mut add = |profile: EntityProfile| predictor.add_entity(&profile).unwrap();
        let dr = add(EntityProfile { model: Model::Dr1, ..EntityProfile::default() });
        let auto = add(EntityProfile { model: Model::Auto, ..EntityProfile::default() });
        let alone = add(profile(Model::Auto));
        assert!(predictor.keeps_to_itself(dr, false) && !predictor.keeps_to_itself(dr, true));
        assert!(!predictor.keeps_to_itself(auto, false) && predictor.keeps_to_itself(alone, true));
        predictor.set_life(dr, Some(5.0)).unwrap();
        assert!(!predictor.keeps_to_itself(dr, false), "it takes part in the interest scheme");
        predictor.remove_entity(alone).unwrap();
        assert!(!predictor.keeps_to_itself(alone, false));
        assert!(predictor.save_entity(alone, &mut EntityState::default()).is_err());
        assert!(predictor.restore_entity(alone, &EntityState::default()).is_err());
    }

    #[test]
    fn a_rebased_state_is_that_of_a_rebased_predictor() {
        let shift = DVec3::new(100.0, -5.0, 7.0);
        let mut predictor = Predictor::new(1);
        let id = predictor.add_entity(&profile(Model::Auto)).unwrap();
        (0..20).for_each(|i| assert_eq!(predictor.observe(id, &walk(i)), Ok(ObserveReport::Used)));
        let mut saved = EntityState::default();
        predictor.save_entity(id, &mut saved).unwrap();
        predictor.rebase(shift).unwrap();
        let hash = predictor.state_hash();
        saved.rebase(shift);
        predictor.restore_entity(id, &saved).unwrap();
        assert_eq!(predictor.state_hash(), hash);
    }
}
