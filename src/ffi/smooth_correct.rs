//! Corrections of a smoother: updates changed predictions.

use super::arg::{export, in_range, known_flags};
use super::batch;
use super::error::{Outcome, fail};
use super::frame::{Frame, rotation_from, vector_from};
use super::handle::{Kind, resolve};
use super::predict::{LockedLevel, observed};
use super::predictor::{AntEntity, PredictorObject, alive};
use super::smooth::{AntSmoother, SmootherObject, SmootherState};
use super::status::*;
use super::stream::{AntStream, COUNTS, IDS, STATUSES, check_overlap};
use super::structs::{Desc, sized};
use crate::base::math::DVec3;
use crate::pheromone::Reader;
use crate::predict::{EntityId, LevelContext, Prediction, Predictor};
use crate::smooth::{Correction, Course, DrawContext};
use parking_lot::RwLockReadGuard;

/// What an entity does about a correction.
pub type AntCourse = u32;
/// Nothing was shown yet: the entity appears where it is predicted.
pub const ANT_COURSE_APPEARS: AntCourse = 0;
/// The correction is a jump.
pub const ANT_COURSE_JUMPS: AntCourse = 1;
/// The correction follows the curve of the method.
pub const ANT_COURSE_CURVES: AntCourse = 2;
/// The correction follows a walkable path.
pub const ANT_COURSE_WALKS: AntCourse = 3;

// The header generator needs literals above.
const _: () = {
    assert!(Course::Appears as u32 == ANT_COURSE_APPEARS && Course::Jumps as u32 == ANT_COURSE_JUMPS);
    assert!(Course::Curves as u32 == ANT_COURSE_CURVES && Course::Walks as u32 == ANT_COURSE_WALKS);
};

/// Flags of AntSmoothCorrection.
pub type AntSmoothFlags = u32;
/// The entity was moved on purpose: it jumps.
pub const ANT_SMOOTH_TELEPORTED: AntSmoothFlags = 1;
/// AntSmoothCorrection::gap is given (default: time since the last correction).
pub const ANT_SMOOTH_HAS_GAP: AntSmoothFlags = 2;
/// position, velocity and orientation are what is predicted with the update (default: the predictor is asked).
pub const ANT_SMOOTH_HAS_PREDICTION: AntSmoothFlags = 4;
/// The before_… fields are what was predicted for the same time without the update (default: the last frame's prediction is carried on by its velocity).
pub const ANT_SMOOTH_HAS_BEFORE: AntSmoothFlags = 8;
const ALL_FLAGS: u32 = ANT_SMOOTH_TELEPORTED | ANT_SMOOTH_HAS_GAP | ANT_SMOOTH_HAS_PREDICTION | ANT_SMOOTH_HAS_BEFORE;

/// An update changed the prediction of an entity. Fill it with ant_smooth_correction_init.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AntSmoothCorrection {
    /// Set by ant_smooth_correction_init.
    pub struct_size: u32,
    /// ANT_SMOOTH_TELEPORTED, ANT_SMOOTH_HAS_… Default 0.
    pub flags: AntSmoothFlags,
    /// When the update was taken in, on the clock of the frames, nanoseconds. Default 0.
    pub time: i64,
    /// Seconds between this update and the one before, with ANT_SMOOTH_HAS_GAP. [Limit: 0 to 1e6]
    pub gap: f64,
    /// With ANT_SMOOTH_HAS_PREDICTION.
    pub position: [f64; 3],
    /// Units per second.
    pub velocity: [f64; 3],
    /// x, y, z, w. Default 0, 0, 0, 1.
    pub orientation: [f64; 4],
    /// With ANT_SMOOTH_HAS_BEFORE.
    pub before_position: [f64; 3],
    /// Units per second.
    pub before_velocity: [f64; 3],
    /// x, y, z, w. Default 0, 0, 0, 1.
    pub before_orientation: [f64; 4],
}
sized!(AntSmoothCorrection, 184, "call ant_smooth_correction_init", {
    struct_size, flags, time, gap, position, velocity, orientation, before_position, before_velocity, before_orientation
});

impl Desc for AntSmoothCorrection {
    fn defaults() -> Self {
        Self {
            struct_size: size_of::<Self>() as u32,
            flags: 0,
            time: 0,
            gap: 0.0,
            position: [0.0; 3],
            velocity: [0.0; 3],
            orientation: [0.0, 0.0, 0.0, 1.0],
            before_position: [0.0; 3],
            before_velocity: [0.0; 3],
            before_orientation: [0.0, 0.0, 0.0, 1.0],
        }
    }
}

/// A smoother's predictor and its level, locked for one call.
pub(super) struct LockedContext<'a> {
    object: &'a PredictorObject,
    predictor: RwLockReadGuard<'a, Predictor>,
    locked: LockedLevel<'a>,
}

impl<'a> LockedContext<'a> {
    pub(super) fn of(object: &'a PredictorObject) -> Outcome<Self> {
        Ok(Self { object, predictor: object.read_from_other()?, locked: LockedLevel::of(object)? })
    }

    fn context(&self) -> LevelContext<'_> {
        self.locked.context()
    }

    /// The level as an entity walks and feels it.
    pub(super) fn draw_context(&self, id: EntityId) -> DrawContext<'_> {
        let level = self.context();
        let profile = self.predictor.profile(id);
        // Who weighs no layer reads nothing that could lead it.
        let reads = profile.filter(|profile| !profile.layer_weights.is_empty());
        let reader = reads.map(|profile| Reader { weights: &profile.layer_weights, avatar: profile.avatar });
        DrawContext {
            world: level.world,
            field: level.map.zip(reader),
            filter: profile.map(|profile| profile.filter).unwrap_or_default(),
            exact: false,
        }
    }

    /// Where an entity was by its newest update; `None` on a moving base, whose frame is not the level's.
    fn known(&self, id: EntityId) -> Option<DVec3> {
        self.predictor.kinematics(id).filter(|kinematics| !kinematics.is_riding()).map(|kinematics| kinematics.position)
    }

    /// An entity that can be drawn: alive, and observed unless the host predicts it itself.
    pub(super) fn entity(&self, id: u64, own_prediction: bool) -> Outcome<EntityId> {
        let id = self.object.entity(id)?;
        if own_prediction { alive(&self.predictor, id) } else { observed(&self.predictor, id) }
    }

    pub(super) fn predict(&self, state: &mut SmootherState, id: EntityId, time: i64) -> Outcome<Prediction> {
        Ok(self.predictor.predict_with(self.context(), id, time, &mut state.scratch)?)
    }
}

fn prediction_from(
    frame: &Frame,
    (position, velocity, orientation): ([f64; 3], [f64; 3], [f64; 4]),
    names: [&str; 3],
) -> Outcome<Prediction> {
    Ok(Prediction {
        position: vector_from(frame, position, names[0])?,
        velocity: vector_from(frame, velocity, names[1])?,
        orientation: rotation_from(frame, orientation, names[2])?,
        ..Prediction::NOWHERE
    })
}

/// Tells that an update changed the prediction of an entity; call it right after ant_predictor_observe, and not for updates that came late. From then on drawing
/// moves from what was shown to the new prediction. Mutating.
/// out_course: [opt] receives ANT_COURSE_…
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ant_smoother_correct(
    smoother: AntSmoother,
    entity: AntEntity,
    correction: *const AntSmoothCorrection,
    out_course: *mut AntCourse,
) -> AntStatus {
    export!("ant_smoother_correct", |c| {
        let given = c.desc(correction, "correction")?;
        let flags = known_flags(given.flags, ALL_FLAGS, "correction.flags")?;
        let has = |flag: u32| flags & flag != 0;
        let gap = if has(ANT_SMOOTH_HAS_GAP) { in_range(given.gap, 0.0, 1e6, "correction.gap")? } else { 0.0 };
        let object = resolve::<SmootherObject>(smoother.id)?;
        let locked = LockedContext::of(&object.predictor)?;
        let own = has(ANT_SMOOTH_HAS_PREDICTION);
        let id = locked.entity(entity.id, own)?;
        let frame = &object.predictor.frame;
        let before = has(ANT_SMOOTH_HAS_BEFORE)
            .then(|| {
                let fields = (given.before_position, given.before_velocity, given.before_orientation);
                let names =
                    ["correction.before_position", "correction.before_velocity", "correction.before_orientation"];
                prediction_from(frame, fields, names)
            })
            .transpose()?;
        let mut state = object.write()?;
        let prediction = if own {
            let fields = (given.position, given.velocity, given.orientation);
            prediction_from(frame, fields, ["correction.position", "correction.velocity", "correction.orientation"])?
        } else {
            locked.predict(&mut state, id, given.time)?
        };
        let correction = Correction {
            time: given.time,
            prediction: &prediction,
            before: before.as_ref(),
            gap: has(ANT_SMOOTH_HAS_GAP).then_some(gap),
            teleported: has(ANT_SMOOTH_TELEPORTED),
            early: 0,
            known: if own { None } else { locked.known(id) },
        };
        let course = state.smoother.correct(id, &correction, &locked.draw_context(id))?;
        if let Some(out) = c.out_opt(out_course) {
            out.write(course as u32);
        }
        Ok(ANT_OK)
    })
}

/// Tells that updates changed the predictions of many entities, in order; the predictor is asked for them. ANT_PARTIAL when some are bad and there is a status
/// stream; without it one bad entity fails the call before anything changed. Mutating.
/// time: when the updates were taken in, nanoseconds
/// entities: [count] ANT_U64: AntEntity
/// flags: [opt] [count] ANT_U8 … ANT_U32: ANT_SMOOTH_TELEPORTED
/// out_status: [opt] [count] ANT_U8, ANT_I8 or ANT_I32
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ant_smoother_correct_batch(
    smoother: AntSmoother,
    time: i64,
    count: u32,
    entities: *const AntStream,
    flags: *const AntStream,
    out_status: *const AntStream,
) -> AntStatus {
    export!("ant_smoother_correct_batch", |c| {
        let entities = c.input(&c.stream(entities), count, IDS, "entities")?;
        let flags = c.input_opt(&c.stream(flags), count, COUNTS, "flags")?;
        let statuses = c.output_opt(&c.stream(out_status), count, STATUSES, "out_status")?;
        check_overlap(&[Some(entities), flags], &[statuses])?;
        let object = resolve::<SmootherObject>(smoother.id)?;
        let locked = LockedContext::of(&object.predictor)?;
        batch::run_on(
            count,
            statuses,
            &mut *object.write()?,
            |state, i| {
                let flags =
                    flags.map_or(Ok(0), |flags| known_flags(flags.count(i)?, ANT_SMOOTH_TELEPORTED, "flags"))?;
                let id = locked.entity(entities.id(i), false)?;
                room_for(state, id)?;
                Ok((id, flags & ANT_SMOOTH_TELEPORTED != 0))
            },
            |state, _, (id, teleported)| {
                let prediction = locked.predict(state, id, time)?;
                let correction =
                    Correction { teleported, known: locked.known(id), ..Correction::new(time, &prediction) };
                state.smoother.correct(id, &correction, &locked.draw_context(id))?;
                Ok(ANT_OK)
            },
        )
    })
}

/// Fails when a smoother is too small for an entity.
pub(super) fn room_for(state: &SmootherState, id: EntityId) -> Outcome<()> {
    let capacity = state.smoother.capacity();
    if id.index < capacity {
        return Ok(());
    }
    Err(fail!(ANT_ERROR_BUDGET, "the smoother's capacity is {capacity}, the entity has index {}", id.index))
}
