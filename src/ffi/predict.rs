//! Predicting entities, one or many, and explaining a prediction.

use super::arg::export;
use super::batch;
use super::error::{Fail, Outcome, fail};
use super::frame::Frame;
use super::handle::{Kind, resolve};
use super::map::MapState;
use super::predictor::{AntEntity, AntPredictor, PredictorObject, alive};
use super::status::*;
use super::stream::{AntStream, FLAGS, IDS, ROTATIONS, SCALARS, STATUSES, TIMES, VECTORS, check_overlap};
use super::structs::{Desc, sized};
use crate::base::math::DVec3;
use crate::predict::{EntityId, Explanation, LevelContext, PredictScratch, Prediction, Predictor, correction};
use crate::world::World;
use parking_lot::RwLockReadGuard;

/// What was done to a prediction after its model.
pub type AntCorrectionFlags = u32;
/// Shortened to the speed limit.
pub const ANT_CORRECTION_SPEED: AntCorrectionFlags = 1;
/// Led along walls.
pub const ANT_CORRECTION_OBSTACLE: AntCorrectionFlags = 2;
/// Forces off or reduced because the entity stands still.
pub const ANT_CORRECTION_STANDING: AntCorrectionFlags = 8;
/// The final vector was limited.
pub const ANT_CORRECTION_VECTOR: AntCorrectionFlags = 16;
/// The time lies before the last observation, which was answered.
pub const ANT_CORRECTION_PAST: AntCorrectionFlags = 32;
/// Forces or walls were left out: there is no map, or the entity is off the level or on a moving base.
pub const ANT_CORRECTION_FALLBACK: AntCorrectionFlags = 64;

// The header generator needs literals above.
const _: () = {
    assert!(ANT_CORRECTION_SPEED == correction::SPEED && ANT_CORRECTION_OBSTACLE == correction::OBSTACLE);
    assert!(ANT_CORRECTION_STANDING == correction::STANDING);
    assert!(ANT_CORRECTION_VECTOR == correction::VECTOR && ANT_CORRECTION_PAST == correction::PAST);
    assert!(ANT_CORRECTION_FALLBACK == correction::FALLBACK);
};

/// A predicted state in the host's frame.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AntPrediction {
    /// Set by ant_prediction_init.
    pub struct_size: u32,
    /// Which corrections changed it: ANT_CORRECTION_…
    pub corrections: AntCorrectionFlags,
    /// Where.
    pub position: [f64; 3],
    /// How fast then, units per second.
    pub velocity: [f64; 3],
    /// Facing: x, y, z, w.
    pub orientation: [f64; 4],
    /// Radius that holds the true position nine times out of ten; 0 when the model does not say.
    pub radius: f64,
    /// How sure the model is, 0 to 1; 0 when it does not say.
    pub confidence: f64,
}
sized!(AntPrediction, 88, "call ant_prediction_init", {
    struct_size, corrections, position, velocity, orientation, radius, confidence
});

/// The level and the fields of a predictor, held for one call.
pub(super) struct LockedLevel<'a> {
    world: Option<RwLockReadGuard<'a, World>>,
    map: Option<RwLockReadGuard<'a, MapState>>,
}

impl<'a> LockedLevel<'a> {
    pub(super) fn of(object: &'a PredictorObject) -> Outcome<Self> {
        Ok(Self {
            world: object.world.as_ref().map(|world| world.read_from_other()).transpose()?,
            map: object.map.as_ref().map(|map| map.read_from_other()).transpose()?,
        })
    }

    pub(super) fn context(&self) -> LevelContext<'_> {
        LevelContext { world: self.world.as_deref(), map: self.map.as_deref().map(|state| &state.map) }
    }
}

fn status_of(prediction: &Prediction) -> AntStatus {
    if prediction.corrections & correction::PAST != 0 { ANT_IN_THE_PAST } else { ANT_OK }
}

/// Fails when nothing is known of an entity; cheap.
pub(super) fn observed(predictor: &Predictor, id: EntityId) -> Outcome<EntityId> {
    if predictor.kinematics(id).is_some() {
        return Ok(id);
    }
    alive(predictor, id)?;
    Err(fail!(ANT_ERROR_NOT_FOUND, "the entity with index {} was never observed", id.index))
}

/// Runs with the kept working memory, or with fresh memory while another thread uses it. Without a level nothing needs it.
pub(super) fn with_scratch<T>(object: &PredictorObject, run: impl FnOnce(&mut PredictScratch) -> T) -> T {
    match object.world.as_ref().and_then(|_| object.scratch.try_lock()) {
        Some(mut scratch) => run(&mut scratch),
        None => run(&mut PredictScratch::default()),
    }
}

/// Predicts an entity. ANT_IN_THE_PAST when the time lies before its last observation, which is answered then; ANT_ERROR_NOT_FOUND when it was never
/// observed. Const.
/// time: nanoseconds on the game clock
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ant_predictor_predict(
    predictor: AntPredictor,
    entity: AntEntity,
    time: i64,
    out_prediction: *mut AntPrediction,
) -> AntStatus {
    export!("ant_predictor_predict", |c| {
        let out = c.out_struct(out_prediction, "out_prediction")?;
        let object = resolve::<PredictorObject>(predictor.id)?;
        let predictor = object.read()?;
        let locked = LockedLevel::of(&object)?;
        let id = observed(&predictor, object.entity(entity.id)?)?;
        let p = with_scratch(&object, |scratch| predictor.predict_with(locked.context(), id, time, scratch))?;
        out.write(AntPrediction {
            struct_size: 0,
            corrections: p.corrections,
            position: object.frame.vector_out(p.position).to_array(),
            velocity: object.frame.vector_out(p.velocity).to_array(),
            orientation: object.frame.rotation_out(p.orientation).to_array(),
            radius: object.frame.length_out(p.radius),
            confidence: p.confidence,
        });
        Ok(status_of(&p))
    })
}

/// A question for many predictions. Fill it with ant_predict_batch_init.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct AntPredictBatch {
    /// Set by ant_predict_batch_init.
    pub struct_size: u32,
    /// Number of predictions. Default 0.
    pub count: u32,
    /// Time of all predictions where `times` is absent, nanoseconds. Default 0.
    pub time: i64,
    /// [count] ANT_U64: AntEntity
    pub entities: AntStream,
    /// [opt] [count] ANT_I64: nanoseconds
    pub times: AntStream,
    /// [opt] [count] ANT_F32X3 or ANT_F64X3, written
    pub positions: AntStream,
    /// [opt] [count] ANT_F32X3 or ANT_F64X3, written: units per second
    pub velocities: AntStream,
    /// [opt] [count] ANT_F32X4 or ANT_F64X4, written: x, y, z, w
    pub orientations: AntStream,
    /// [opt] [count] ANT_U8 or ANT_U32, written: ANT_CORRECTION_…
    pub corrections: AntStream,
    /// [opt] [count] ANT_U8, ANT_I8 or ANT_I32, written: ANT_OK, ANT_IN_THE_PAST or an error
    pub status: AntStream,
    /// [opt] [count] ANT_F32 or ANT_F64, written: radius that holds the true position nine times out of ten; 0 when the model does not say
    pub radii: AntStream,
    /// [opt] [count] ANT_F32 or ANT_F64, written: how sure the model is, 0 to 1; 0 when it does not say
    pub confidences: AntStream,
}
sized!(AntPredictBatch, 184, "call ant_predict_batch_init", {
    struct_size, count, time, entities, times, positions, velocities, orientations, corrections, status,
    radii, confidences
});

impl Desc for AntPredictBatch {
    fn defaults() -> Self {
        Self {
            struct_size: size_of::<Self>() as u32,
            count: 0,
            time: 0,
            entities: AntStream::NONE,
            times: AntStream::NONE,
            positions: AntStream::NONE,
            velocities: AntStream::NONE,
            orientations: AntStream::NONE,
            corrections: AntStream::NONE,
            status: AntStream::NONE,
            radii: AntStream::NONE,
            confidences: AntStream::NONE,
        }
    }
}

/// Predicts many entities. Allocates nothing. Threads may share the work: let each ask for its own part of the entities. ANT_PARTIAL when some are bad and there
/// is a status stream; without it one bad entity fails the call before anything is written. ANT_IN_THE_PAST when all are good and some are of the past. Const.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ant_predictor_predict_batch(
    predictor: AntPredictor,
    batch: *const AntPredictBatch,
) -> AntStatus {
    export!("ant_predictor_predict_batch", |c| {
        let b = c.desc(batch, "batch")?;
        let n = b.count;
        let entities = c.input(&b.entities, n, IDS, "entities")?;
        let times = c.input_opt(&b.times, n, TIMES, "times")?;
        let positions = c.output_opt(&b.positions, n, VECTORS, "positions")?;
        let velocities = c.output_opt(&b.velocities, n, VECTORS, "velocities")?;
        let orientations = c.output_opt(&b.orientations, n, ROTATIONS, "orientations")?;
        let corrections = c.output_opt(&b.corrections, n, FLAGS, "corrections")?;
        let statuses = c.output_opt(&b.status, n, STATUSES, "status")?;
        let radii = c.output_opt(&b.radii, n, SCALARS, "radii")?;
        let confidences = c.output_opt(&b.confidences, n, SCALARS, "confidences")?;
        let outputs = [positions, velocities, orientations, corrections, statuses, radii, confidences];
        check_overlap(&[Some(entities), times], &outputs)?;
        let object = resolve::<PredictorObject>(predictor.id)?;
        let (predictor, frame) = (object.read()?, &object.frame);
        let locked = LockedLevel::of(&object)?;
        let level = locked.context();
        with_scratch(&object, |scratch| {
            if statuses.is_none() {
                for i in 0..n as usize {
                    observed(&predictor, object.entity(entities.id(i))?)?;
                }
            }
            let mut p = Prediction::NOWHERE;
            batch::run_checked(n, statuses, |i| {
                let time = times.map_or(b.time, |times| times.time(i));
                let id = object.entity(entities.id(i))?;
                predictor.predict_into(level, id, time, Some(scratch), &mut p).or_else(|error| {
                    // The same status and words as without a status stream.
                    observed(&predictor, id)?;
                    Err(Fail::from(error))
                })?;
                if let Some(positions) = positions {
                    positions.vector(i, p.position, frame);
                }
                if let Some(velocities) = velocities {
                    velocities.vector(i, p.velocity, frame);
                }
                if let Some(orientations) = orientations {
                    orientations.rotation(i, p.orientation, frame);
                }
                if let Some(corrections) = corrections {
                    corrections.number(i, p.corrections);
                }
                if let Some(radii) = radii {
                    radii.scalar(i, frame.length_out(p.radius));
                }
                if let Some(confidences) = confidences {
                    confidences.scalar(i, p.confidence);
                }
                Ok(status_of(&p))
            })
        })
    })
}

/// Why a prediction is what it is. Displacements over the whole horizon in the host's frame and units;
/// velocity_term + acceleration_term + force_term + learned_term = raw - from.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AntExplanation {
    /// Set by ant_explanation_init.
    pub struct_size: u32,
    /// Which corrections changed it: ANT_CORRECTION_…
    pub corrections: AntCorrectionFlags,
    /// Horizon, seconds.
    pub horizon: f64,
    /// Last known position.
    pub from: [f64; 3],
    /// Share of the velocity.
    pub velocity_term: [f64; 3],
    /// Share of the acceleration.
    pub acceleration_term: [f64; 3],
    /// Share of the forces.
    pub force_term: [f64; 3],
    /// Position before the corrections.
    pub raw: [f64; 3],
    /// Position after them: the prediction.
    pub result: [f64; 3],
    /// Speed limit that applied, units per second.
    pub speed_limit: f64,
    /// Layers of which a force was asked for.
    pub layer_count: u32,
    /// 0.
    pub reserved: u32,
    /// Share of what was learned (trails, networks, routes) or felt (interest).
    pub learned_term: [f64; 3],
    /// What the entity prefers, -100 (always objects) to 100 (always players): as its profile says, else as observed while ANT_MODEL_INTEREST or
    /// ANT_MODEL_HYBRID predicts it; 0 while nothing was observed.
    pub preference: f64,
}
sized!(AntExplanation, 208, "call ant_explanation_init", {
    struct_size, corrections, horizon, from, velocity_term, acceleration_term, force_term, raw, result, speed_limit,
    layer_count, reserved, learned_term, preference
});

fn explanation_out(e: &Explanation, preference: f64, frame: &Frame) -> AntExplanation {
    let vector = |v: DVec3| frame.vector_out(v).to_array();
    AntExplanation {
        struct_size: 0,
        corrections: e.corrections,
        horizon: e.horizon,
        from: vector(e.from),
        velocity_term: vector(e.velocity_term),
        acceleration_term: vector(e.acceleration_term),
        force_term: vector(e.force_term),
        raw: vector(e.raw),
        result: vector(e.result),
        speed_limit: frame.length_out(e.speed_limit),
        layer_count: e.force_per_layer.len() as u32,
        reserved: 0,
        learned_term: vector(e.learned_term),
        preference,
    }
}

/// Explains the prediction of an entity for a time, for debugging. ANT_TRUNCATED when there are more layers than `capacity`. Const.
/// out_layer_terms: [opt] [capacity] ANT_F32X3 or ANT_F64X3: share of each layer in force_term
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ant_predictor_explain(
    predictor: AntPredictor,
    entity: AntEntity,
    time: i64,
    out_explanation: *mut AntExplanation,
    capacity: u32,
    out_layer_terms: *const AntStream,
) -> AntStatus {
    export!("ant_predictor_explain", |c| {
        let out = c.out_struct(out_explanation, "out_explanation")?;
        let terms = c.output_opt(&c.stream(out_layer_terms), capacity, VECTORS, "out_layer_terms")?;
        let object = resolve::<PredictorObject>(predictor.id)?;
        let predictor = object.read()?;
        let locked = LockedLevel::of(&object)?;
        let id = observed(&predictor, object.entity(entity.id)?)?;
        let mut explanation = Explanation::default();
        predictor.explain(locked.context(), id, time, &mut explanation)?;
        let layers = &explanation.force_per_layer;
        let (written, status) = batch::page(layers.len(), 0, capacity);
        if let Some(terms) = terms {
            layers[..written].iter().enumerate().for_each(|(i, term)| terms.vector(i, *term, &object.frame));
        }
        out.write(explanation_out(&explanation, predictor.preference(id)?, &object.frame));
        Ok(status)
    })
}
