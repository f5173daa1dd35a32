//! Where a receiver's entities are shown, and what is known of their updates.

use super::arg::export;
use super::batch;
use super::error::Outcome;
use super::frame::Frame;
use super::handle::{Kind, resolve};
use super::predict::{AntCorrectionFlags, LockedLevel, with_scratch};
use super::predictor::AntEntity;
use super::receiver::{AntReceiver, NUMBERS, ReceiverObject};
use super::status::*;
use super::stream::{AntStream, FLAGS, ROTATIONS, SCALARS, STATUSES, VECTORS, check_overlap};
use super::structs::{Desc, sized};
use crate::base::Error;
use crate::net::Receiver;
use crate::net::receiver::{Counts, Shown, Source};
use crate::predict::{LevelContext, PredictScratch, Predictor};

/// Where what is shown comes from.
pub type AntShownAs = u32;
/// By the model, for now.
pub const ANT_SHOWN_PREDICTED: AntShownAs = 0;
/// By the model, slowing down beyond the horizon.
pub const ANT_SHOWN_FADING: AntShownAs = 1;
/// Held: nothing was heard for longer than the horizon and the fading.
pub const ANT_SHOWN_SILENT: AntShownAs = 2;
/// It has stopped.
pub const ANT_SHOWN_STOPPED: AntShownAs = 3;
/// It is frozen.
pub const ANT_SHOWN_FROZEN: AntShownAs = 4;
/// Between two updates.
pub const ANT_SHOWN_INTERPOLATED: AntShownAs = 5;
/// The oldest update that is kept, which is after the time asked for.
pub const ANT_SHOWN_OLDEST: AntShownAs = 6;

// The header generator needs literals above.
const _: () = {
    assert!(ANT_SHOWN_PREDICTED == Source::Predicted as u32 && ANT_SHOWN_FADING == Source::Fading as u32);
    assert!(ANT_SHOWN_SILENT == Source::Silent as u32 && ANT_SHOWN_STOPPED == Source::Stopped as u32);
    assert!(ANT_SHOWN_FROZEN == Source::Frozen as u32 && ANT_SHOWN_OLDEST == Source::Oldest as u32);
    assert!(ANT_SHOWN_INTERPOLATED == Source::Interpolated as u32);
};

/// A state to show, in the host's frame.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AntShown {
    /// Set by ant_shown_init.
    pub struct_size: u32,
    /// Where it comes from: ANT_SHOWN_…
    pub source: AntShownAs,
    /// The time it is for, nanoseconds on the sender's clock.
    pub time: i64,
    /// Seconds since the last update that was taken in; negative in the interpolated past.
    pub age: f64,
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
    /// Which corrections changed the prediction: ANT_CORRECTION_…
    pub corrections: AntCorrectionFlags,
    /// 0.
    pub reserved: u32,
}
sized!(AntShown, 128, "call ant_shown_init", {
    struct_size, source, time, age, position, velocity, orientation, radius, confidence, corrections, reserved
});

impl AntShown {
    fn of(shown: &Shown, frame: &Frame) -> Self {
        let p = &shown.prediction;
        Self {
            struct_size: 0,
            source: shown.source as u32,
            time: shown.time,
            age: shown.age,
            position: frame.vector_out(p.position).to_array(),
            velocity: frame.vector_out(p.velocity).to_array(),
            orientation: frame.rotation_out(p.orientation).to_array(),
            radius: frame.length_out(p.radius),
            confidence: p.confidence,
            corrections: p.corrections,
            reserved: 0,
        }
    }
}

/// An entity that has left, or of which nothing has come, is not there.
fn not_there(error: Error) -> super::error::Fail {
    let mut fail = super::error::Fail::from(error);
    if fail.status == ANT_ERROR_STATE {
        fail.status = ANT_ERROR_NOT_FOUND;
    }
    fail
}

/// Which of both a call shows.
type Show = fn(&Receiver, &Predictor, LevelContext<'_>, u32, Option<&mut PredictScratch>) -> crate::base::Result<Shown>;

fn show(receiver: AntReceiver, number: u32, show: Show) -> Outcome<AntShown> {
    let object = resolve::<ReceiverObject>(receiver.id)?;
    let receiver = object.read()?;
    let predictor = object.predictor.read_from_other()?;
    let locked = LockedLevel::of(&object.predictor)?;
    let level = locked.context();
    let shown = with_scratch(&object.predictor, |scratch| show(&receiver, &predictor, level, number, Some(scratch)));
    Ok(AntShown::of(&shown.map_err(not_there)?, &object.predictor.frame))
}

/// Where an entity is at the time of the last ant_receiver_advance, as far as its updates and its model tell; or where it was a little in the past, between
/// two updates (predicted when the next one has not come). ANT_ERROR_NOT_FOUND when it is not known, no update of it has come, or it has left. Const.
/// number: its network number
/// interpolate: 0 = the predicted present, 1 = the interpolated past
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ant_receiver_show(
    receiver: AntReceiver,
    number: u32,
    interpolate: AntBool,
    out_shown: *mut AntShown,
) -> AntStatus {
    export!("ant_receiver_show", |c| {
        let out = c.out_struct(out_shown, "out_shown")?;
        let how: Show = match interpolate {
            0 => Receiver::predict,
            1 => Receiver::interpolate,
            other => return Err(super::arg::unknown_value(other, "interpolate", "0, 1")),
        };
        out.write(show(receiver, number, how)?);
        Ok(ANT_OK)
    })
}

/// A question for many entities. Fill it with ant_show_batch_init.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct AntShowBatch {
    /// Set by ant_show_batch_init.
    pub struct_size: u32,
    /// Number of entities. Default 0.
    pub count: u32,
    /// 0 = the predicted present (default), 1 = the interpolated past.
    pub interpolate: AntBool,
    /// Must be 0.
    pub reserved: u32,
    /// [count] ANT_U32: network numbers
    pub numbers: AntStream,
    /// [opt] [count] ANT_F32X3 or ANT_F64X3, written
    pub positions: AntStream,
    /// [opt] [count] ANT_F32X3 or ANT_F64X3, written: units per second
    pub velocities: AntStream,
    /// [opt] [count] ANT_F32X4 or ANT_F64X4, written: x, y, z, w
    pub orientations: AntStream,
    /// [opt] [count] ANT_U8 or ANT_U32, written: ANT_SHOWN_…
    pub sources: AntStream,
    /// [opt] [count] ANT_F32 or ANT_F64, written: seconds since the last update
    pub ages: AntStream,
    /// [opt] [count] ANT_F32 or ANT_F64, written: radius that holds the true position nine times out of ten
    pub radii: AntStream,
    /// [opt] [count] ANT_U8, ANT_I8 or ANT_I32, written: ANT_OK or an error
    pub status: AntStream,
}
sized!(AntShowBatch, 208, "call ant_show_batch_init", {
    struct_size, count, interpolate, reserved, numbers, positions, velocities, orientations, sources, ages, radii, status
});

impl Desc for AntShowBatch {
    fn defaults() -> Self {
        Self {
            struct_size: size_of::<Self>() as u32,
            count: 0,
            interpolate: 0,
            reserved: 0,
            numbers: AntStream::NONE,
            positions: AntStream::NONE,
            velocities: AntStream::NONE,
            orientations: AntStream::NONE,
            sources: AntStream::NONE,
            ages: AntStream::NONE,
            radii: AntStream::NONE,
            status: AntStream::NONE,
        }
    }
}

/// Shows many entities. Allocates nothing. ANT_PARTIAL when some cannot be shown and there is a status stream; without it one such entity fails the call before
/// anything is written. Const.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ant_receiver_show_batch(receiver: AntReceiver, batch: *const AntShowBatch) -> AntStatus {
    export!("ant_receiver_show_batch", |c| {
        let b = c.desc(batch, "batch")?;
        if b.interpolate > 1 || b.reserved != 0 {
            return Err(super::arg::unknown_value(b.interpolate.max(b.reserved), "interpolate or reserved", "0, 1"));
        }
        let n = b.count;
        let numbers = c.input(&b.numbers, n, NUMBERS, "numbers")?;
        let positions = c.output_opt(&b.positions, n, VECTORS, "positions")?;
        let velocities = c.output_opt(&b.velocities, n, VECTORS, "velocities")?;
        let orientations = c.output_opt(&b.orientations, n, ROTATIONS, "orientations")?;
        let sources = c.output_opt(&b.sources, n, FLAGS, "sources")?;
        let ages = c.output_opt(&b.ages, n, SCALARS, "ages")?;
        let radii = c.output_opt(&b.radii, n, SCALARS, "radii")?;
        let statuses = c.output_opt(&b.status, n, STATUSES, "status")?;
        check_overlap(&[Some(numbers)], &[positions, velocities, orientations, sources, ages, radii, statuses])?;
        let object = resolve::<ReceiverObject>(receiver.id)?;
        let (receiver, frame) = (object.read()?, &object.predictor.frame);
        let predictor = object.predictor.read_from_other()?;
        let locked = LockedLevel::of(&object.predictor)?;
        let level = locked.context();
        let show: Show = if b.interpolate == 1 { Receiver::interpolate } else { Receiver::predict };
        with_scratch(&object.predictor, |scratch| {
            if statuses.is_none() {
                for i in 0..n as usize {
                    receiver.can_show(&predictor, numbers.count(i)?).map_err(not_there)?;
                }
            }
            batch::run_checked(n, statuses, |i| {
                let number = numbers.count(i)?;
                let shown = show(&receiver, &predictor, level, number, Some(&mut *scratch)).map_err(not_there)?;
                let p = &shown.prediction;
                if let Some(positions) = positions {
                    positions.vector(i, p.position, frame);
                }
                if let Some(velocities) = velocities {
                    velocities.vector(i, p.velocity, frame);
                }
                if let Some(orientations) = orientations {
                    orientations.rotation(i, p.orientation, frame);
                }
                if let Some(sources) = sources {
                    sources.number(i, shown.source as u32);
                }
                if let Some(ages) = ages {
                    ages.scalar(i, shown.age);
                }
                if let Some(radii) = radii {
                    radii.scalar(i, frame.length_out(p.radius));
                }
                Ok(ANT_OK)
            })
        })
    })
}

/// In place of a network number: all entities of the link.
pub const ANT_ALL_ENTITIES: u32 = 0xffff_ffff;

/// What is known of the updates of an entity, or of all on a link. Times are nanoseconds.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AntReceiverStats {
    /// Set by ant_receiver_stats_init.
    pub struct_size: u32,
    /// Link: times the estimate of the remote clock was given up because everything came from its future.
    pub resynchronised: u32,
    /// All that arrived, with duplicates.
    pub received: u64,
    /// ANT_VERDICT_APPLIED.
    pub applied: u64,
    /// ANT_VERDICT_INSERTED.
    pub inserted: u64,
    /// ANT_VERDICT_KEPT.
    pub kept: u64,
    /// ANT_VERDICT_DUPLICATE.
    pub duplicates: u64,
    /// ANT_VERDICT_TOO_OLD.
    pub too_old: u64,
    /// ANT_VERDICT_STALE.
    pub stale: u64,
    /// ANT_VERDICT_BACKWARDS.
    pub backwards: u64,
    /// ANT_VERDICT_EARLY; counted again when their time has come.
    pub early: u64,
    /// ANT_VERDICT_REFUSED.
    pub refused: u64,
    /// Link: ANT_VERDICT_UNKNOWN.
    pub unknown: u64,
    /// Updates that were numbered and have not come (yet).
    pub lost: u64,
    /// Entity: share of the last up to 64 that has not come. Link: share of all.
    pub loss: f64,
    /// Running mean of the time between updates of one entity; 0 when unknown.
    pub mean_gap: i64,
    /// Link: interarrival jitter (RFC 3550).
    pub jitter: i64,
    /// Link: lateness that 95 of 100 recent updates did not exceed.
    pub lateness: i64,
    /// Link: how far behind the newest possible update the interpolated past is shown.
    pub delay: i64,
    /// Link: how far it should be.
    pub wanted_delay: i64,
    /// Entity: when the last one arrived, own clock; the smallest int64_t before the first.
    pub last_arrival: i64,
    /// Link: the time of the sender's clock that is predicted since the last ant_receiver_advance; the smallest int64_t before anything has arrived.
    pub prediction_time: i64,
    /// Link: the time of the sender's clock that is interpolated; the smallest int64_t before anything has arrived.
    pub interpolation_time: i64,
    /// Entity: the predictor's entity of this network number, also after a restore.
    pub entity: AntEntity,
}
sized!(AntReceiverStats, 184, "call ant_receiver_stats_init", {
    struct_size, resynchronised, received, applied, inserted, kept, duplicates, too_old, stale, backwards, early, refused,
    unknown, lost, loss, mean_gap, jitter, lateness, delay, wanted_delay, last_arrival, prediction_time,
    interpolation_time, entity
});

impl AntReceiverStats {
    fn of(counts: &Counts) -> Self {
        Self {
            struct_size: 0,
            resynchronised: 0,
            received: counts.received,
            applied: counts.applied,
            inserted: counts.inserted,
            kept: counts.kept,
            duplicates: counts.duplicates,
            too_old: counts.too_old,
            stale: counts.stale,
            backwards: counts.backwards,
            early: counts.held,
            refused: counts.refused,
            unknown: counts.unknown,
            lost: 0,
            loss: 0.0,
            mean_gap: 0,
            jitter: 0,
            lateness: 0,
            delay: 0,
            wanted_delay: 0,
            last_arrival: i64::MIN,
            prediction_time: i64::MIN,
            interpolation_time: i64::MIN,
            entity: AntEntity { id: 0 },
        }
    }
}

/// What is known of the updates of one entity, or of all on the link. Const.
/// number: network number of an entity: what is of the link is 0. ANT_ALL_ENTITIES: of the link
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ant_receiver_stats(
    receiver: AntReceiver,
    number: u32,
    out_stats: *mut AntReceiverStats,
) -> AntStatus {
    export!("ant_receiver_stats", |c| {
        let out = c.out_struct(out_stats, "out_stats")?;
        let object = resolve::<ReceiverObject>(receiver.id)?;
        let receiver = object.read()?;
        if number == ANT_ALL_ENTITIES {
            let stats = receiver.link_stats();
            out.write(AntReceiverStats {
                resynchronised: stats.resynchronised,
                lost: stats.lost,
                loss: stats.loss,
                mean_gap: stats.mean_gap,
                jitter: stats.jitter,
                lateness: stats.lateness,
                delay: stats.delay,
                wanted_delay: stats.wanted_delay,
                prediction_time: receiver.prediction_time().unwrap_or(i64::MIN),
                interpolation_time: receiver.interpolation_time().unwrap_or(i64::MIN),
                ..AntReceiverStats::of(&stats.counts)
            });
            return Ok(ANT_OK);
        }
        let stats = receiver.entity_stats(number)?;
        out.write(AntReceiverStats {
            lost: stats.lost,
            loss: stats.recent_loss,
            mean_gap: stats.mean_gap,
            last_arrival: stats.last_arrival.unwrap_or(i64::MIN),
            entity: AntEntity { id: receiver.entity(number).map_or(0, |id| object.predictor.id_of(id)) },
            ..AntReceiverStats::of(&stats.counts)
        });
        Ok(ANT_OK)
    })
}
