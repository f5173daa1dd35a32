//! The entities and the calls on them.

use super::PredictScratch;
use super::crowd::Crowd;
use super::kinematics::{Kinematics, RIDING, SEEN};
use super::learned::{ObserveContext, Track, needs_track};
use super::neuro::Window;
use super::observation::{BaseMotion, Observation, ObserveReport, check_shift};
use super::profile::{EntityProfile, Model};
use super::reckoning::{Details, force_shares, reckon};
use super::riding::{base_differs, change_base};
use super::{EntityId, Explanation, LevelContext, Prediction};
use crate::base::arena::Arena;
use crate::base::math::DVec3;
use crate::base::time::{Nanos, seconds_between};
use crate::base::{Error, Result, Short};
use alloc::boxed::Box;
use alloc::format;
use alloc::vec::Vec;

/// Memory per entity without its layer weights and what learned models add, 676 bytes: kinematics (which are all that dead reckoning reads)
/// with their place in the arena and in its free list, then profile and estimates.
pub const BYTES_PER_ENTITY: usize = size_of::<Kinematics>() + 8 + 4 + size_of::<Details>();

/// Largest component of [`EntityProfile::other_force`].
const MAX_OTHER_FORCE: f64 = 1e9;

/// Entities and what is known of their motion.
///
/// What dead reckoning reads lies densely in one array, profiles and estimators in another one by the same index.
#[derive(Clone, Debug)]
pub struct Predictor {
    pub(super) kinematics: Arena<Kinematics>,
    /// By index of the arena; places that are free hold the default.
    pub(super) details: Vec<Details>,
    pub(super) max_entities: u32,
    /// What the entities share.
    pub(super) crowd: Crowd,
}

impl Predictor {
    /// A predictor without entities; `max_entities` is the budget.
    pub fn new(max_entities: u32) -> Self {
        Self { kinematics: Arena::new(), details: Vec::new(), max_entities, crowd: Crowd::default() }
    }

    /// Adds an entity of which nothing is known yet. Fails on a bad profile or when the budget is used up.
    pub fn add_entity(&mut self, profile: &EntityProfile) -> Result<EntityId> {
        profile.validate()?;
        if self.kinematics.len() >= self.max_entities as usize {
            return Err(Error::budget(format!(
                "max_entities is {}, so many entities exist already",
                self.max_entities
            )));
        }
        let id = self.kinematics.insert(Kinematics::new(profile));
        let index = id.index as usize;
        if index >= self.details.len() {
            self.details.resize_with(index + 1, Details::default);
        }
        self.details[index] = Details { profile: profile.clone(), ..Details::default() };
        Ok(id)
    }

    /// Forgets an entity; its id is dead from now on.
    pub fn remove_entity(&mut self, id: EntityId) -> Result<()> {
        self.kinematics.remove(id).ok_or_else(|| unknown(id))?;
        self.details[id.index as usize] = Details::default();
        self.crowd.interest.removed(id);
        self.crowd.learning.removed(id);
        Ok(())
    }

    /// Changes how an entity is predicted; what is known of its motion stays.
    pub fn set_profile(&mut self, id: EntityId, profile: &EntityProfile) -> Result<()> {
        let kinematics = self.kinematics.get_mut(id).ok_or_else(|| unknown(id))?;
        profile.validate()?;
        let details = &mut self.details[id.index as usize];
        details.profile.clone_from(profile);
        kinematics.follow(profile, &details.estimator);
        Ok(())
    }

    /// Changes the other forces that act on an entity alone ([`EntityProfile::other_force`], each within ±1e9).
    pub fn set_other_force(&mut self, id: EntityId, force: DVec3) -> Result<()> {
        self.kinematics.get(id).ok_or_else(|| unknown(id))?;
        if !force.is_finite() || force.abs().max_element() > MAX_OTHER_FORCE {
            return Err(Error::invalid(format!("other_force is {}, allowed is ±{MAX_OTHER_FORCE}", Short(force))));
        }
        self.details[id.index as usize].profile.other_force = force;
        Ok(())
    }

    /// Changes the model alone.
    pub fn set_model(&mut self, id: EntityId, model: Model) -> Result<()> {
        let kinematics = self.kinematics.get_mut(id).ok_or_else(|| unknown(id))?;
        kinematics.model = model;
        self.details[id.index as usize].profile.model = model;
        Ok(())
    }

    /// The profile of an entity, if the id is alive.
    pub fn profile(&self, id: EntityId) -> Option<&EntityProfile> {
        self.kinematics.get(id).map(|_| &self.details[id.index as usize].profile)
    }

    /// What is known of an entity's motion, if it was observed.
    pub fn kinematics(&self, id: EntityId) -> Option<&Kinematics> {
        self.kinematics.get(id).filter(|kinematics| kinematics.has(SEEN))
    }

    /// What an entity rides on, as of its last observation.
    pub fn base(&self, id: EntityId) -> Option<&BaseMotion> {
        self.kinematics.get(id).and_then(|_| self.details[id.index as usize].base.as_ref())
    }

    /// How many entities there are.
    pub fn entity_count(&self) -> usize {
        self.kinematics.len()
    }

    /// All entities in index order.
    pub fn entities(&self) -> impl Iterator<Item = EntityId> {
        self.kinematics.iter().map(|(id, _)| id)
    }

    /// Takes in an update. Not newer than the last one: ignored and reported, nothing changes.
    pub fn observe(&mut self, id: EntityId, observation: &Observation) -> Result<ObserveReport> {
        self.observe_in(id, observation, ObserveContext::default())
    }

    /// As [`Predictor::observe`], with what surrounds the entity: the trails of the level's map, the host's own expert.
    pub fn observe_in(
        &mut self,
        id: EntityId,
        observation: &Observation,
        context: ObserveContext<'_>,
    ) -> Result<ObserveReport> {
        let kinematics = self.kinematics.get_mut(id).ok_or_else(|| unknown(id))?;
        let observation = observation.checked()?;
        let details = &mut self.details[id.index as usize];
        if kinematics.has(SEEN) {
            if observation.time <= kinematics.time {
                return Ok(ObserveReport::Late);
            }
            let (before, now) = (details.base.as_ref(), observation.base.as_ref());
            if base_differs(before, now) {
                let seconds = seconds_between(kinematics.time, observation.time);
                change_base(kinematics, &mut details.estimator.average_acceleration, before, now, seconds);
            }
        }
        details.base = observation.base;
        kinematics.set(RIDING, observation.base.is_some());
        let fresh = !kinematics.has(SEEN) || observation.teleported;
        if needs_track(&details.profile) {
            let floors = (!details.profile.shared_only).then_some(&mut self.crowd.floors);
            let track = details.extras.track.get_or_insert_with(|| Box::new(Track::new()));
            track.fall.observed(kinematics, &observation, floors);
        }
        kinematics.take(&mut details.estimator, &details.profile, &observation);
        let Details { profile, extras, .. } = details;
        extras.spin = observation.angular_velocity.unwrap_or(DVec3::ZERO);
        let mut stake = kinematics.stake;
        self.crowd.interest.observed(id, kinematics, &mut stake);
        kinematics.stake = stake;
        if kinematics.model == Model::Neuro {
            let window = extras.window.get_or_insert_with(|| Box::new(Window::new()));
            self.crowd.banks.need(profile.bank);
            window.observed(&self.crowd.banks, kinematics, profile, fresh);
        }
        // Trials are recorded whatever model predicts.
        if kinematics.model == Model::Strategy || extras.progress.is_some() {
            extras.progress.get_or_insert_default().observed(&self.crowd.strategies, kinematics, fresh);
        }
        // On a moving base the level's trails say nothing.
        if !kinematics.has(RIDING) && (needs_track(profile) || (profile.leaves_trail && context.trails.is_some())) {
            let track = extras.track.get_or_insert_with(|| Box::new(Track::new()));
            track.observed(&mut self.crowd.learning, id, kinematics, profile, context, fresh);
        } else if let Some(track) = &mut extras.track {
            track.interrupt();
        }
        self.crowd.learning.seen(id, kinematics);
        Ok(ObserveReport::Used)
    }

    /// Predicts for `time`. Fails only on an unknown id or an entity that was never observed. A time before the last
    /// observation gives that observation. Allocates only to follow a path; see [`Predictor::predict_with`].
    pub fn predict(&self, level: LevelContext<'_>, id: EntityId, time: Nanos) -> Result<Prediction> {
        let mut prediction = Prediction::NOWHERE;
        self.predict_into(level, id, time, None, &mut prediction)?;
        Ok(prediction)
    }

    /// As [`Predictor::predict`], with working memory for entities that follow paths.
    pub fn predict_with(
        &self,
        level: LevelContext<'_>,
        id: EntityId,
        time: Nanos,
        scratch: &mut PredictScratch,
    ) -> Result<Prediction> {
        let mut prediction = Prediction::NOWHERE;
        self.predict_into(level, id, time, Some(scratch), &mut prediction)?;
        Ok(prediction)
    }

    /// Predicts many entities for one time. An entity that cannot be predicted leaves its element of `out` untouched and
    /// is told to `failed` by its place in `ids`; the others go on. Fails as a whole when the lengths differ.
    pub fn predict_batch(
        &self,
        level: LevelContext<'_>,
        ids: &[EntityId],
        time: Nanos,
        scratch: &mut PredictScratch,
        out: &mut [Prediction],
        mut failed: impl FnMut(usize, Error),
    ) -> Result<()> {
        if ids.len() != out.len() {
            return Err(Error::invalid(format!(
                "out has {} elements, must be as many as ids: {}",
                out.len(),
                ids.len()
            )));
        }
        for (place, (id, out)) in ids.iter().zip(out).enumerate() {
            if let Err(error) = self.predict_into(level, *id, time, Some(&mut *scratch), out) {
                failed(place, error);
            }
        }
        Ok(())
    }

    /// [`Predictor::predict_with`] into memory of the caller, which a loop over many entities reuses. Untouched on error.
    #[inline(always)]
    pub fn predict_into(
        &self,
        level: LevelContext<'_>,
        id: EntityId,
        time: Nanos,
        scratch: Option<&mut PredictScratch>,
        out: &mut Prediction,
    ) -> Result<()> {
        let (kinematics, details) = self.known(id)?;
        {
            let _ = scratch;
            reckon(kinematics, details, &self.crowd, level, time).0
        }
        .answer(kinematics, details, out);
        Ok(())
    }

    /// Explains the prediction that [`Predictor::predict`] gives for `time`.
    pub fn explain(&self, level: LevelContext<'_>, id: EntityId, time: Nanos, out: &mut Explanation) -> Result<()> {
        let (kinematics, details) = self.known(id)?;
        let reckoned = reckon(kinematics, details, &self.crowd, level, time);
        let (reckoning, motion) = &reckoned;
        let mut prediction = Prediction::NOWHERE;
        reckoning.answer(kinematics, details, &mut prediction);
        let carried = details.base.as_ref().map(|base| base.carried(reckoning.delta));
        let point = |local: DVec3| carried.map_or(local, |base| base.point_to_level(local));
        let direction = |local: DVec3| carried.map_or(local, |base| base.orientation * local);

        let terms = &motion.terms;
        force_shares(kinematics, details, level, &reckoned, &mut out.force_per_layer);
        out.force_per_layer.iter_mut().for_each(|share| *share = direction(*share));
        out.horizon = reckoning.delta;
        out.from = point(kinematics.position);
        out.velocity_term = direction(terms.velocity);
        out.acceleration_term = direction(terms.acceleration);
        out.force_term = direction(terms.force);
        out.learned_term = direction(terms.learned);
        out.raw = point(kinematics.position + terms.sum());
        out.result = prediction.position;
        out.corrections = prediction.corrections;
        out.speed_limit = kinematics.speed_limit;
        Ok(())
    }

    /// Moves all known positions by -`shift`, together with the level's origin.
    pub fn rebase(&mut self, shift: DVec3) -> Result<()> {
        check_shift(shift)?;
        self.crowd.rebase(shift);
        for (id, kinematics) in self.kinematics.iter_mut() {
            let details = &mut self.details[id.index as usize];
            details.extras.rebase(shift);
            match &mut details.base {
                Some(base) => base.position -= shift,
                None => kinematics.position -= shift,
            }
        }
        Ok(())
    }

    /// Bytes of heap memory held.
    pub fn bytes(&self) -> usize {
        let weights: usize = self.details.iter().map(|d| d.profile.layer_weights.capacity()).sum();
        let extras: usize = self.details.iter().map(|d| d.extras.bytes()).sum();
        self.kinematics.bytes()
            + self.details.capacity() * size_of::<Details>()
            + weights * size_of::<f32>()
            + extras
            + self.crowd.bytes()
    }

    /// An entity that was observed.
    #[inline(always)]
    pub(super) fn known(&self, id: EntityId) -> Result<(&Kinematics, &Details)> {
        match self.kinematics.get(id) {
            Some(kinematics) if kinematics.has(SEEN) => Ok((kinematics, &self.details[id.index as usize])),
            Some(_) => Err(never_observed(id)),
            None => Err(unknown(id)),
        }
    }
}

#[cold]
pub(super) fn unknown(id: EntityId) -> Error {
    Error::not_found(format!("entity {} of generation {} does not exist", id.index, id.generation))
}

#[cold]
fn never_observed(id: EntityId) -> Error {
    Error::state(format!("entity {} of generation {} was never observed", id.index, id.generation))
}
