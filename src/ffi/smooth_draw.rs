//! Corrections and frames of a smoother.

use super::arg::{export, in_range, known_flags};
use super::batch;
use super::error::Outcome;
use super::frame::{Frame, rotation_from, vector_from};
use super::handle::{Kind, resolve};
use super::predict::{Surroundings, observed};
use super::predictor::{AntEntity, PredictorObject, alive};
use super::smooth::{AntSmoother, SmootherObject, SmootherState};
use super::status::*;
use super::stream::{AntStream, COUNTS, FLAGS, IDS, ROTATIONS, SCALARS, STATUSES, VECTORS, check_overlap};
use super::structs::{Desc, sized};
use crate::base::math::DQuat;
use crate::pheromone::Reader;
use crate::predict::{EntityId, Prediction, Predictor, Scene};
use crate::smooth::{Correction, Course, Drawn, Terrain, drawn};

/// Has not arrived at the prediction yet.
pub const ANT_DRAWN_CONVERGING: u32 = 1;
/// Jumped since the last frame: it appeared, a teleport, too far away, or no way to walk there.
pub const ANT_DRAWN_SNAPPED: u32 = 2;
/// Held back so as not to move backwards.
pub const ANT_DRAWN_SLOWED: u32 = 4;
/// Goes along a walkable path.
pub const ANT_DRAWN_PATH: u32 = 8;
/// An obstacle stopped it in this frame.
pub const ANT_DRAWN_CLIPPED: u32 = 16;
/// There is no level, or the entity is off it: walls were not looked at.
pub const ANT_DRAWN_OFF_LEVEL: u32 = 32;
/// The time lies before that of the last frame, which was answered again.
pub const ANT_DRAWN_PAST: u32 = 64;

/// Nothing was shown yet: the entity appears where it is predicted.
pub const ANT_COURSE_APPEARS: u32 = 0;
/// The correction is a jump.
pub const ANT_COURSE_JUMPS: u32 = 1;
/// The correction follows the curve of the method.
pub const ANT_COURSE_CURVES: u32 = 2;
/// The correction follows a walkable path.
pub const ANT_COURSE_WALKS: u32 = 3;

// The header generator needs literals above.
const _: () = {
    assert!(ANT_DRAWN_CONVERGING == drawn::CONVERGING && ANT_DRAWN_SNAPPED == drawn::SNAPPED);
    assert!(ANT_DRAWN_SLOWED == drawn::SLOWED && ANT_DRAWN_PATH == drawn::PATH);
    assert!(ANT_DRAWN_CLIPPED == drawn::CLIPPED && ANT_DRAWN_OFF_LEVEL == drawn::OFF_LEVEL);
    assert!(ANT_DRAWN_PAST == drawn::PAST);
    assert!(Course::Appears as u32 == ANT_COURSE_APPEARS && Course::Jumps as u32 == ANT_COURSE_JUMPS);
    assert!(Course::Curves as u32 == ANT_COURSE_CURVES && Course::Walks as u32 == ANT_COURSE_WALKS);
};

/// The entity was moved on purpose: it jumps.
pub const ANT_SMOOTH_TELEPORTED: u32 = 1;
/// AntSmoothCorrection::gap is given (default: time since the last correction).
pub const ANT_SMOOTH_HAS_GAP: u32 = 2;
/// position, velocity and orientation are what is predicted with the update (default: the predictor is asked).
pub const ANT_SMOOTH_HAS_PREDICTION: u32 = 4;
/// The before_… fields are what was predicted for the same time without the update (default: the last frame's prediction is carried on by its velocity).
pub const ANT_SMOOTH_HAS_BEFORE: u32 = 8;
const ALL_FLAGS: u32 = ANT_SMOOTH_TELEPORTED | ANT_SMOOTH_HAS_GAP | ANT_SMOOTH_HAS_PREDICTION | ANT_SMOOTH_HAS_BEFORE;

/// An update changed the prediction of an entity. Fill it with ant_smooth_correction_init.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AntSmoothCorrection {
    /// Set by ant_smooth_correction_init.
    pub struct_size: u32,
    /// ANT_SMOOTH_TELEPORTED, ANT_SMOOTH_HAS_… Default 0.
    pub flags: u32,
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

/// A smoother's predictor with its surroundings, held for one call.
struct Stage<'a> {
    object: &'a PredictorObject,
    predictor: parking_lot::RwLockReadGuard<'a, Predictor>,
    surroundings: Surroundings<'a>,
}

impl<'a> Stage<'a> {
    fn of(object: &'a PredictorObject) -> Outcome<Self> {
        Ok(Self { object, predictor: object.read_from_other()?, surroundings: Surroundings::of(object)? })
    }

    fn scene(&self) -> Scene<'_> {
        self.surroundings.scene()
    }

    /// The level as an entity walks and smells it.
    fn terrain(&self, id: EntityId) -> Terrain<'_> {
        let scene = self.scene();
        let profile = self.predictor.profile(id);
        // Who weighs no layer smells nothing that could lead it.
        let smells = profile.filter(|profile| !profile.layer_weights.is_empty());
        let reader = smells.map(|profile| Reader { weights: &profile.layer_weights, avatar: profile.avatar });
        Terrain {
            world: scene.world,
            field: scene.map.zip(reader),
            filter: profile.map(|profile| profile.filter).unwrap_or_default(),
        }
    }

    /// An entity that can be drawn: alive, and observed unless the host predicts it itself.
    fn entity(&self, id: u64, own_prediction: bool) -> Outcome<EntityId> {
        let id = self.object.entity(id)?;
        if own_prediction { alive(&self.predictor, id) } else { observed(&self.predictor, id) }
    }

    fn predict(&self, state: &mut SmootherState, id: EntityId, time: i64) -> Outcome<Prediction> {
        Ok(self.predictor.predict_with(self.scene(), id, time, &mut state.scratch)?)
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

/// Fills a correction with defaults. Any thread.
/// struct_size: sizeof(AntSmoothCorrection)
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ant_smooth_correction_init(
    correction: *mut AntSmoothCorrection,
    struct_size: u32,
) -> AntStatus {
    export!("ant_smooth_correction_init", |c| c.init(correction, struct_size, "correction"))
}

/// Tells that an update changed the prediction of an entity; call it right after ant_predictor_observe, and not for updates that came late. From then on drawing
/// moves from what was shown to the new prediction. Mutating.
/// out_course: [opt] receives ANT_COURSE_…
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ant_smoother_correct(
    smoother: AntSmoother,
    entity: AntEntity,
    correction: *const AntSmoothCorrection,
    out_course: *mut u32,
) -> AntStatus {
    export!("ant_smoother_correct", |c| {
        let given = c.desc(correction, "correction")?;
        let flags = known_flags(given.flags, ALL_FLAGS, "correction.flags")?;
        let has = |flag: u32| flags & flag != 0;
        let gap = if has(ANT_SMOOTH_HAS_GAP) { in_range(given.gap, 0.0, 1e6, "correction.gap")? } else { 0.0 };
        let object = resolve::<SmootherObject>(smoother.id)?;
        let stage = Stage::of(&object.predictor)?;
        let own = has(ANT_SMOOTH_HAS_PREDICTION);
        let id = stage.entity(entity.id, own)?;
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
            stage.predict(&mut state, id, given.time)?
        };
        let correction = Correction {
            time: given.time,
            prediction: &prediction,
            before: before.as_ref(),
            gap: has(ANT_SMOOTH_HAS_GAP).then_some(gap),
            teleported: has(ANT_SMOOTH_TELEPORTED),
        };
        let course = state.smoother.correct(id, &correction, &stage.terrain(id))?;
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
        let stage = Stage::of(&object.predictor)?;
        batch::run_on(
            count,
            statuses,
            &mut *object.write()?,
            |state, i| {
                let flags =
                    flags.map_or(Ok(0), |flags| known_flags(flags.count(i)?, ANT_SMOOTH_TELEPORTED, "flags"))?;
                let id = stage.entity(entities.id(i), false)?;
                room_for(state, id)?;
                Ok((id, flags & ANT_SMOOTH_TELEPORTED != 0))
            },
            |state, _, (id, teleported)| {
                let prediction = stage.predict(state, id, time)?;
                let correction = Correction { teleported, ..Correction::new(time, &prediction) };
                state.smoother.correct(id, &correction, &stage.terrain(id))?;
                Ok(ANT_OK)
            },
        )
    })
}

/// Fails when a smoother is too small for an entity.
fn room_for(state: &SmootherState, id: EntityId) -> Outcome<()> {
    let capacity = state.smoother.capacity();
    if id.index < capacity {
        return Ok(());
    }
    Err(super::error::fail!(
        ANT_ERROR_BUDGET,
        "the smoother's capacity is {capacity}, the entity has index {}",
        id.index
    ))
}

/// What to draw, in the host's frame. Set struct_size before the call.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AntDrawn {
    /// sizeof(AntDrawn), set by the host.
    pub struct_size: u32,
    /// What happened: ANT_DRAWN_…
    pub flags: u32,
    /// Where.
    pub position: [f64; 3],
    /// How fast it is drawn to move, units per second: for animation.
    pub velocity: [f64; 3],
    /// Facing: x, y, z, w.
    pub orientation: [f64; 4],
    /// Distance to the prediction.
    pub distance: f64,
}
sized!(AntDrawn, 96, "set it to sizeof(AntDrawn)", { struct_size, flags, position, velocity, orientation, distance });

fn status_of(drawn: &Drawn) -> AntStatus {
    if drawn.flags & drawn::PAST != 0 { ANT_IN_THE_PAST } else { ANT_OK }
}

/// What to draw of an entity in a frame. ANT_IN_THE_PAST when the time lies before that of its last frame, which is answered again. Mutating.
/// time: nanoseconds on the game clock
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ant_smoother_draw(
    smoother: AntSmoother,
    entity: AntEntity,
    time: i64,
    out_drawn: *mut AntDrawn,
) -> AntStatus {
    export!("ant_smoother_draw", |c| {
        let out = c.out_struct(out_drawn, "out_drawn")?;
        let object = resolve::<SmootherObject>(smoother.id)?;
        let stage = Stage::of(&object.predictor)?;
        let id = stage.entity(entity.id, false)?;
        let mut state = object.write()?;
        let prediction = stage.predict(&mut state, id, time)?;
        let d = state.smoother.draw(id, time, &prediction, &stage.terrain(id))?;
        let frame = &object.predictor.frame;
        out.write(AntDrawn {
            struct_size: 0,
            flags: d.flags,
            position: frame.vector_out(d.position).to_array(),
            velocity: frame.vector_out(d.velocity).to_array(),
            orientation: frame.rotation_out(d.orientation).to_array(),
            distance: frame.length_out(d.distance),
        });
        Ok(status_of(&d))
    })
}

/// A frame of many entities. Fill it with ant_draw_batch_init.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct AntDrawBatch {
    /// Set by ant_draw_batch_init.
    pub struct_size: u32,
    /// Number of entities. Default 0.
    pub count: u32,
    /// Time of the frame, nanoseconds. Default 0.
    pub time: i64,
    /// [count] ANT_U64: AntEntity
    pub entities: AntStream,
    /// [opt] [count] ANT_F32X3 or ANT_F64X3: predicted by the host; absent = the predictor is asked
    pub predicted_positions: AntStream,
    /// [opt] [count] ANT_F32X3 or ANT_F64X3: units per second; needed with predicted_positions
    pub predicted_velocities: AntStream,
    /// [opt] [count] ANT_F32X4 or ANT_F64X4: x, y, z, w; absent = not turned
    pub predicted_orientations: AntStream,
    /// [opt] [count] ANT_F32X3 or ANT_F64X3, written
    pub positions: AntStream,
    /// [opt] [count] ANT_F32X3 or ANT_F64X3, written: units per second
    pub velocities: AntStream,
    /// [opt] [count] ANT_F32X4 or ANT_F64X4, written: x, y, z, w
    pub orientations: AntStream,
    /// [opt] [count] ANT_F32 or ANT_F64, written: distance to the prediction
    pub distances: AntStream,
    /// [opt] [count] ANT_U8 or ANT_U32, written: ANT_DRAWN_…
    pub flags: AntStream,
    /// [opt] [count] ANT_U8, ANT_I8 or ANT_I32, written: ANT_OK, ANT_IN_THE_PAST or an error
    pub status: AntStream,
}
sized!(AntDrawBatch, 16 + 10 * size_of::<AntStream>() as u32, "call ant_draw_batch_init", {
    struct_size, count, time, entities, predicted_positions, predicted_velocities, predicted_orientations, positions,
    velocities, orientations, distances, flags, status
});

impl Desc for AntDrawBatch {
    fn defaults() -> Self {
        Self {
            struct_size: size_of::<Self>() as u32,
            count: 0,
            time: 0,
            entities: AntStream::NONE,
            predicted_positions: AntStream::NONE,
            predicted_velocities: AntStream::NONE,
            predicted_orientations: AntStream::NONE,
            positions: AntStream::NONE,
            velocities: AntStream::NONE,
            orientations: AntStream::NONE,
            distances: AntStream::NONE,
            flags: AntStream::NONE,
            status: AntStream::NONE,
        }
    }
}

/// Fills a batch with defaults: no entities. Any thread.
/// struct_size: sizeof(AntDrawBatch)
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ant_draw_batch_init(batch: *mut AntDrawBatch, struct_size: u32) -> AntStatus {
    export!("ant_draw_batch_init", |c| c.init(batch, struct_size, "batch"))
}

/// What to draw of many entities in a frame. Allocates nothing once all were drawn. ANT_PARTIAL when some are bad and there is a status stream; without it one
/// bad entity fails the call before anything changed. Mutating.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ant_smoother_draw_batch(smoother: AntSmoother, batch: *const AntDrawBatch) -> AntStatus {
    export!("ant_smoother_draw_batch", |c| {
        let b = c.desc(batch, "batch")?;
        let n = b.count;
        let entities = c.input(&b.entities, n, IDS, "entities")?;
        let own_positions = c.input_opt(&b.predicted_positions, n, VECTORS, "predicted_positions")?;
        let own_velocities = match own_positions {
            Some(_) => Some(c.input(&b.predicted_velocities, n, VECTORS, "predicted_velocities")?),
            None => None,
        };
        let own_orientations = c.input_opt(&b.predicted_orientations, n, ROTATIONS, "predicted_orientations")?;
        let positions = c.output_opt(&b.positions, n, VECTORS, "positions")?;
        let velocities = c.output_opt(&b.velocities, n, VECTORS, "velocities")?;
        let orientations = c.output_opt(&b.orientations, n, ROTATIONS, "orientations")?;
        let distances = c.output_opt(&b.distances, n, SCALARS, "distances")?;
        let flags = c.output_opt(&b.flags, n, FLAGS, "flags")?;
        let statuses = c.output_opt(&b.status, n, STATUSES, "status")?;
        check_overlap(
            &[Some(entities), own_positions, own_velocities, own_orientations],
            &[positions, velocities, orientations, distances, flags, statuses],
        )?;
        let object = resolve::<SmootherObject>(smoother.id)?;
        let (stage, frame) = (Stage::of(&object.predictor)?, &object.predictor.frame);
        batch::run_on(
            n,
            statuses,
            &mut *object.write()?,
            |state, i| {
                let own = own_positions.zip(own_velocities);
                let id = stage.entity(entities.id(i), own.is_some())?;
                room_for(state, id)?;
                let prediction = own
                    .map(|(positions, velocities)| -> Outcome<Prediction> {
                        let turned = own_orientations.map_or(Ok(DQuat::IDENTITY), |o| o.rotation(i, frame))?;
                        Ok(Prediction {
                            position: positions.vector(i, frame)?,
                            velocity: velocities.vector(i, frame)?,
                            orientation: turned,
                            ..Prediction::NOWHERE
                        })
                    })
                    .transpose()?;
                Ok((id, prediction))
            },
            |state, i, (id, prediction)| {
                let prediction = match prediction {
                    Some(prediction) => prediction,
                    None => stage.predict(state, id, b.time)?,
                };
                let d = state.smoother.draw(id, b.time, &prediction, &stage.terrain(id))?;
                if let Some(positions) = positions {
                    positions.vector(i, d.position, frame);
                }
                if let Some(velocities) = velocities {
                    velocities.vector(i, d.velocity, frame);
                }
                if let Some(orientations) = orientations {
                    orientations.rotation(i, d.orientation, frame);
                }
                if let Some(distances) = distances {
                    distances.scalar(i, frame.length_out(d.distance));
                }
                if let Some(flags) = flags {
                    flags.number(i, d.flags);
                }
                Ok(status_of(&d))
            },
        )
    })
}
