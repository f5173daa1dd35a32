//! What is true of the entities of a sender.

use super::arg::export;
use super::batch;
use super::handle::{Kind, resolve};
use super::net_codec::{
    ANT_UPDATE_AIRBORNE, ANT_UPDATE_FROZEN, ANT_UPDATE_HAS_ACCELERATION, ANT_UPDATE_HAS_ANGULAR_VELOCITY,
    ANT_UPDATE_HAS_ORIENTATION, ANT_UPDATE_TELEPORT, AntUpdate, known_update_flags,
};
use super::sender::{AntSender, SenderObject};
use super::status::*;
use super::stream::{AntStream, COUNTS, ROTATIONS, STATUSES, VECTORS, check_overlap};
use crate::net::{Flags, Truth, Update};
use crate::predict::ObserveReport;

pub(super) const TRUTH_FLAGS: u32 =
    STATE_FLAGS | ANT_UPDATE_HAS_ACCELERATION | ANT_UPDATE_HAS_ORIENTATION | ANT_UPDATE_HAS_ANGULAR_VELOCITY;
const STATE_FLAGS: u32 = ANT_UPDATE_TELEPORT | ANT_UPDATE_FROZEN | ANT_UPDATE_AIRBORNE;

/// What an update says is true of an entity.
pub(super) fn truth(update: &Update) -> Truth {
    let Update { time, position, velocity, acceleration, orientation, angular_velocity, flags, .. } = *update;
    Truth {
        base: None,
        time,
        position,
        velocity,
        acceleration,
        orientation,
        angular_velocity,
        airborne: flags.contains(Flags::AIRBORNE),
        teleported: flags.contains(Flags::TELEPORT),
        frozen: flags.contains(Flags::FROZEN),
    }
}

pub(super) fn told(report: ObserveReport) -> AntStatus {
    match report {
        ObserveReport::Used => ANT_OK,
        ObserveReport::Late => ANT_LATE,
    }
}

/// Tells the truth about an entity, once per tick. ANT_LATE when it is not newer than the last one: then it is ignored. A number beyond the codec's limits is
/// ANT_ERROR_INVALID_ARGUMENT. Mutating.
/// truth: its sequence is not read; of the flags ANT_UPDATE_TELEPORT, ANT_UPDATE_FROZEN, ANT_UPDATE_AIRBORNE and ANT_UPDATE_HAS_…. What is given is sent, so give acceleration and
///   angular velocity only where the receivers' model uses them.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ant_sender_submit(sender: AntSender, truth: *const AntUpdate) -> AntStatus {
    export!("ant_sender_submit", |c| {
        let given = c.desc(truth, "truth")?;
        known_update_flags(given.flags, TRUTH_FLAGS, "truth.flags")?;
        let object = resolve::<SenderObject>(sender.id)?;
        let update = given.checked(&object.frame, "truth")?;
        let report = object.write()?.submit(update.entity, &self::truth(&update))?;
        Ok(told(report))
    })
}

/// Tells the truth about many entities at one time. Allocates nothing. ANT_PARTIAL when some are bad and there is a status stream; without it one bad
/// element fails the call before anything changed. ANT_LATE when all are good and some came late. Mutating.
/// entities: [count] ANT_U8 … ANT_U32: numbers on the network
/// positions: [count] ANT_F32X3 or ANT_F64X3
/// velocities: [count] ANT_F32X3 or ANT_F64X3: units per second
/// orientations: [opt] [count] ANT_F32X4 or ANT_F64X4: x, y, z, w
/// flags: [opt] [count] ANT_U8 … ANT_U32: ANT_UPDATE_TELEPORT, ANT_UPDATE_FROZEN, ANT_UPDATE_AIRBORNE
/// out_status: [opt] [count] ANT_U8, ANT_I8 or ANT_I32
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ant_sender_submit_batch(
    sender: AntSender,
    time: i64,
    count: u32,
    entities: *const AntStream,
    positions: *const AntStream,
    velocities: *const AntStream,
    orientations: *const AntStream,
    flags: *const AntStream,
    out_status: *const AntStream,
) -> AntStatus {
    export!("ant_sender_submit_batch", |c| {
        let entities = c.input(&c.stream(entities), count, COUNTS, "entities")?;
        let positions = c.input(&c.stream(positions), count, VECTORS, "positions")?;
        let velocities = c.input(&c.stream(velocities), count, VECTORS, "velocities")?;
        let orientations = c.input_opt(&c.stream(orientations), count, ROTATIONS, "orientations")?;
        let flags = c.input_opt(&c.stream(flags), count, COUNTS, "flags")?;
        let statuses = c.output_opt(&c.stream(out_status), count, STATUSES, "out_status")?;
        check_overlap(&[Some(entities), Some(positions), Some(velocities), orientations, flags], &[statuses])?;
        let object = resolve::<SenderObject>(sender.id)?;
        let frame = &object.frame;
        batch::run_on(
            count,
            statuses,
            &mut *object.write()?,
            |sender, i| {
                let flags = flags.map_or(Ok(0), |flags| known_update_flags(flags.count(i)?, STATE_FLAGS, "flags"))?;
                let truth = Truth {
                    orientation: orientations.map(|o| o.rotation(i, frame)).transpose()?,
                    airborne: flags & ANT_UPDATE_AIRBORNE != 0,
                    teleported: flags & ANT_UPDATE_TELEPORT != 0,
                    frozen: flags & ANT_UPDATE_FROZEN != 0,
                    ..Truth::at(time, positions.vector(i, frame)?, velocities.vector(i, frame)?)
                };
                let entity = entities.count(i)?;
                sender.check_truth(entity, &truth)?;
                Ok((entity, truth))
            },
            |sender, _, (entity, truth)| Ok(told(sender.submit(entity, &truth)?)),
        )
    })
}
