//! `AntPredictor`.

use super::{AntWorld, pack, unpack};
use crate::convert::{told, vector, vector_out};
use crate::level::{Level, observe_in};
use crate::resources::{AntProfile, profile_of};
use crate::workers;
use antreckon::base::{Error, Result};
use antreckon::predict::{EntityId, Explanation, LevelContext, Observation, PredictScratch, Prediction, Predictor};
use godot::prelude::*;
use std::sync::{Arc, Mutex};

/// Entities a thread predicts at least.
const PER_THREAD: usize = 256;

/// Predicts entities from what was observed of them, without a network and without convergence.
///
/// One part of what [AntGhosts] is made of.
#[derive(GodotClass)]
#[class(no_init, base=RefCounted)]
pub(super) struct AntPredictor {
    pub(super) level: Option<Arc<Level>>,
    pub(super) predictor: Predictor,
    scratch: PredictScratch,
    base: Base<RefCounted>,
}

#[godot_api]
impl AntPredictor {
    /// A predictor for at most [param max_entities] entities, in a level or ([code]null[/code]) without one.
    #[func]
    fn create(world: Option<Gd<AntWorld>>, max_entities: i64) -> Option<Gd<Self>> {
        let level = world.map(|world| world.bind().level.clone());
        let most = u32::try_from(max_entities).ok().filter(|most| (1..=1 << 20).contains(most));
        let most = most.ok_or_else(|| Error::invalid(format!("max_entities is {max_entities}, must be 1 to 1048576")));
        let most = told("AntPredictor.create", most)?;
        Some(Gd::from_init_fn(|base| Self {
            level,
            predictor: Predictor::new(most),
            scratch: PredictScratch::default(),
            base,
        }))
    }

    /// Adds an entity; returns its id, 0 on error. Without a profile it is predicted by AUTO.
    #[func]
    fn add_entity(&mut self, profile: Option<Gd<AntProfile>>) -> i64 {
        let (profile, _) = profile_of(profile.as_ref());
        told("AntPredictor.add_entity", self.predictor.add_entity(&profile)).map_or(0, pack)
    }

    /// Changes how an entity is predicted.
    #[func]
    fn set_profile(&mut self, entity: i64, profile: Option<Gd<AntProfile>>) -> bool {
        let (profile, _) = profile_of(profile.as_ref());
        told("AntPredictor.set_profile", self.predictor.set_profile(unpack(entity), &profile)).is_some()
    }

    /// Forgets an entity.
    #[func]
    fn remove_entity(&mut self, entity: i64) -> bool {
        told("AntPredictor.remove_entity", self.predictor.remove_entity(unpack(entity))).is_some()
    }

    /// Takes in where an entity was at a time in nanoseconds, and how fast. An observation that is not newer than the last one is
    /// ignored.
    #[func]
    fn observe(&mut self, entity: i64, time: i64, place: Vector3, velocity: Vector3) -> bool {
        let seen = Observation { velocity: Some(vector(velocity)), ..Observation::at(time, vector(place)) };
        self.take("AntPredictor.observe", entity, &seen)
    }

    /// As [method observe], for an entity that was moved there and did not walk.
    #[func]
    fn observe_teleport(&mut self, entity: i64, time: i64, place: Vector3, velocity: Vector3) -> bool {
        let seen =
            Observation { velocity: Some(vector(velocity)), teleported: true, ..Observation::at(time, vector(place)) };
        self.take("AntPredictor.observe_teleport", entity, &seen)
    }

    /// Where an entity will be. [constant Vector3.ZERO] and an error when it is unknown or was never observed.
    #[func]
    fn predict(&mut self, entity: i64, time: i64) -> Vector3 {
        let told = told("AntPredictor.predict", self.predicted(unpack(entity), time));
        told.map_or(Vector3::ZERO, |prediction| vector_out(prediction.position))
    }

    /// Where many entities will be, in their order. One that cannot be predicted gets [constant Vector3.INF].
    #[func]
    fn predict_batch(&mut self, entities: PackedInt64Array, time: i64) -> PackedVector3Array {
        let mut places = PackedVector3Array::new();
        places.resize(entities.len());
        self.fill(entities.as_slice(), time, places.as_mut_slice());
        places
    }

    /// As [method predict_batch], on the threads of the [WorkerThreadPool]; the same result to the bit.
    #[func]
    fn predict_batch_in_threads(&mut self, entities: PackedInt64Array, time: i64) -> PackedVector3Array {
        let mut places = PackedVector3Array::new();
        places.resize(entities.len());
        let chunks = entities.as_slice().chunks(PER_THREAD).zip(places.as_mut_slice().chunks_mut(PER_THREAD));
        let tasks: Vec<Mutex<_>> = chunks.map(|(ids, out)| Mutex::new((ids, out))).collect();
        let (level, predictor) = (&self.level, &self.predictor);
        workers::run(tasks.len(), &|task| {
            let mut task = tasks[task].lock().unwrap_or_else(|poisoned| poisoned.into_inner());
            let (ids, out) = &mut *task;
            predict_all(level.as_ref(), predictor, &mut PredictScratch::default(), ids, time, out);
        });
        drop(tasks);
        places
    }

    /// Why a prediction is what it is: [code]from[/code], [code]velocity[/code], [code]acceleration[/code], [code]force[/code] and
    /// [code]learned[/code] (displacements, metres), [code]result[/code], [code]horizon[/code] (seconds), [code]corrections[/code].
    #[func]
    fn explain(&self, entity: i64, time: i64) -> VarDictionary {
        let mut explanation = Explanation::default();
        let seen = self.level.as_ref().map(|level| level.see());
        let scene = seen.as_ref().map_or(LevelContext::default(), |seen| seen.scene());
        let done = self.predictor.explain(scene, unpack(entity), time, &mut explanation);
        if told("AntPredictor.explain", done).is_none() {
            return VarDictionary::new();
        }
        vdict! {
            "from" => vector_out(explanation.from),
            "velocity" => vector_out(explanation.velocity_term),
            "acceleration" => vector_out(explanation.acceleration_term),
            "force" => vector_out(explanation.force_term),
            "learned" => vector_out(explanation.learned_term),
            "result" => vector_out(explanation.result),
            "horizon" => explanation.horizon,
            "corrections" => i64::from(explanation.corrections),
        }
    }

    /// Lets the learned model go on learning from what was observed; once per tick, with what the tick can afford (5 µs per sample).
    #[func]
    fn adapt(&mut self, samples: i64) -> i64 {
        self.predictor.adapt(samples.clamp(0, 1 << 20) as u32).into()
    }

    /// Number of entities.
    #[func]
    fn entity_count(&self) -> i64 {
        self.predictor.entity_count() as i64
    }

    /// Equal on machines whose predictors are equal.
    #[func]
    fn state_hash(&self) -> i64 {
        self.predictor.state_hash() as i64
    }
}

impl AntPredictor {
    fn take(&mut self, what: &str, entity: i64, seen: &Observation) -> bool {
        let predictor = &mut self.predictor;
        let taken = observe_in(self.level.as_ref(), |around| predictor.observe_in(unpack(entity), seen, around));
        told(what, taken).is_some()
    }

    fn predicted(&mut self, entity: EntityId, time: i64) -> Result<Prediction> {
        let seen = self.level.as_ref().map(|level| level.see());
        let scene = seen.as_ref().map_or(LevelContext::default(), |seen| seen.scene());
        self.predictor.predict_with(scene, entity, time, &mut self.scratch)
    }

    fn fill(&mut self, entities: &[i64], time: i64, out: &mut [Vector3]) {
        predict_all(self.level.as_ref(), &self.predictor, &mut self.scratch, entities, time, out);
    }
}

fn predict_all(
    level: Option<&Arc<Level>>,
    predictor: &Predictor,
    scratch: &mut PredictScratch,
    entities: &[i64],
    time: i64,
    out: &mut [Vector3],
) {
    let seen = level.map(|level| level.see());
    let scene = seen.as_ref().map_or(LevelContext::default(), |seen| seen.scene());
    let mut prediction = Prediction::NOWHERE;
    for (entity, out) in entities.iter().zip(out) {
        let done = predictor.predict_into(scene, unpack(*entity), time, Some(scratch), &mut prediction);
        *out = done.map_or(Vector3::INF, |()| vector_out(prediction.position));
    }
}
