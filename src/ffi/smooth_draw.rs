//! Frames of a smoother: what to draw.

use super::arg::export;
use super::batch;
use super::error::Outcome;
use super::handle::{Kind, resolve};
use super::predictor::AntEntity;
use super::smooth::{AntSmoother, SmootherObject};
use super::smooth_correct::{LockedContext, room_for};
use super::status::*;
use super::stream::{AntStream, FLAGS, IDS, ROTATIONS, SCALARS, STATUSES, VECTORS, check_overlap};
use super::structs::{Desc, sized};
use crate::base::math::DQuat;
use crate::predict::Prediction;
use crate::smooth::{Drawn, drawn};

/// Flags of AntDrawn.
pub type AntDrawnFlags = u32;
/// Has not arrived at the prediction yet.
pub const ANT_DRAWN_CONVERGING: AntDrawnFlags = 1;
/// Jumped since the last frame: it appeared, a teleport, too far away, or no way to walk there.
pub const ANT_DRAWN_SNAPPED: AntDrawnFlags = 2;
/// Held back so as not to move backwards.
pub const ANT_DRAWN_SLOWED: AntDrawnFlags = 4;
/// Goes along a walkable path.
pub const ANT_DRAWN_PATH: AntDrawnFlags = 8;
/// An obstacle stopped it in this frame.
pub const ANT_DRAWN_CLIPPED: AntDrawnFlags = 16;
/// There is no level, or the entity is off it: walls were not looked at.
pub const ANT_DRAWN_OFF_LEVEL: AntDrawnFlags = 32;
/// The time lies before that of the last frame, which was answered again.
pub const ANT_DRAWN_PAST: AntDrawnFlags = 64;

// The header generator needs literals above.
const _: () = {
    assert!(ANT_DRAWN_CONVERGING == drawn::CONVERGING && ANT_DRAWN_SNAPPED == drawn::SNAPPED);
    assert!(ANT_DRAWN_SLOWED == drawn::SLOWED && ANT_DRAWN_PATH == drawn::PATH);
    assert!(ANT_DRAWN_CLIPPED == drawn::CLIPPED && ANT_DRAWN_OFF_LEVEL == drawn::OFF_LEVEL);
    assert!(ANT_DRAWN_PAST == drawn::PAST);
};

/// What to draw, in the host's frame.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AntDrawn {
    /// Set by ant_drawn_init.
    pub struct_size: u32,
    /// What happened: ANT_DRAWN_…
    pub flags: AntDrawnFlags,
    /// Where.
    pub position: [f64; 3],
    /// How fast it is drawn to move, units per second: for animation.
    pub velocity: [f64; 3],
    /// Facing: x, y, z, w.
    pub orientation: [f64; 4],
    /// Distance to the prediction.
    pub distance: f64,
}
sized!(AntDrawn, 96, "call ant_drawn_init", { struct_size, flags, position, velocity, orientation, distance });

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
        let locked = LockedContext::of(&object.predictor)?;
        let id = locked.entity(entity.id, false)?;
        let mut state = object.write()?;
        let prediction = locked.predict(&mut state, id, time)?;
        let d = state.smoother.draw(id, time, &prediction, &locked.draw_context(id))?;
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
        let (locked, frame) = (LockedContext::of(&object.predictor)?, &object.predictor.frame);
        batch::run_on(
            n,
            statuses,
            &mut *object.write()?,
            |state, i| {
                let own = own_positions.zip(own_velocities);
                let id = locked.entity(entities.id(i), own.is_some())?;
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
                    None => locked.predict(state, id, b.time)?,
                };
                let d = state.smoother.draw(id, b.time, &prediction, &locked.draw_context(id))?;
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
