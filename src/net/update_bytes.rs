//! Updates as bytes.

use crate::base::math::{DQuat, DVec3};
use crate::base::serial::{Reader, Writer};
use crate::base::{Error, Result};
use crate::net::update::{Flags, Sequence, Update};
use crate::predict::strategy::Follow;
use alloc::format;

/// Bytes of an update: entity, sequence, time, flags, what is present, all vectors, present or not, base, strategy.
pub(in crate::net) const UPDATE_BYTES: usize = 4 + 2 + 8 + 1 + 1 + 24 * 4 + 32 + 4 + 5;

pub(super) fn write_update(w: &mut Writer, update: &Update) {
    w.u32(update.entity).u16(update.sequence.0).i64(update.time).u8(update.flags.bits());
    let Update { acceleration, orientation, angular_velocity, .. } = *update;
    let present = [acceleration.is_some(), orientation.is_some(), angular_velocity.is_some(), update.base.is_some()];
    w.u8(present.iter().enumerate().fold(0, |bits, (i, set)| bits | u8::from(*set) << i));
    w.dvec3(update.position).dvec3(update.velocity);
    w.dvec3(acceleration.unwrap_or_default()).dvec3(angular_velocity.unwrap_or_default());
    let q = orientation.unwrap_or_default();
    w.f64(q.x).f64(q.y).f64(q.z).f64(q.w);
    w.u32(update.base.unwrap_or(0));
    write_follow(w, update.follow);
}

pub(super) fn read_update(r: &mut Reader<'_>) -> Result<Update> {
    let (entity, sequence, time, flags) = (r.u32()?, Sequence(r.u16()?), r.i64()?, Flags::from_bits(r.u8()?));
    let present = r.u8()?;
    if present > 15 {
        return Err(Error::corrupt(format!("an update has parts {present:#x}, must be below 16")));
    }
    let mut vector = || r.dvec3();
    let [position, velocity, acceleration, spin]: [DVec3; 4] = [vector()?, vector()?, vector()?, vector()?];
    let orientation = DQuat::from_xyzw(r.f64()?, r.f64()?, r.f64()?, r.f64()?);
    let (base, follow) = (r.u32()?, read_follow(r)?);
    let update = Update {
        entity,
        sequence,
        time,
        position,
        velocity,
        acceleration: (present & 1 != 0).then_some(acceleration),
        orientation: (present & 2 != 0).then_some(orientation),
        angular_velocity: (present & 4 != 0).then_some(spin),
        flags,
        base: (present & 8 != 0).then_some(base),
        follow,
    };
    update.observation().checked().map_err(|error| Error::corrupt(format!("an update is bad: {error}")))?;
    Ok(update)
}

pub(super) fn write_follow(w: &mut Writer, follow: Follow) {
    let (kind, strategy) = match follow {
        Follow::Automatic => (0, 0),
        Follow::Nothing => (1, 0),
        Follow::Strategy(strategy) => (2, strategy),
    };
    w.u8(kind).u32(strategy);
}

pub(super) fn read_follow(r: &mut Reader<'_>) -> Result<Follow> {
    match (r.u8()?, r.u32()?) {
        (0, 0) => Ok(Follow::Automatic),
        (1, 0) => Ok(Follow::Nothing),
        (2, strategy) => Ok(Follow::Strategy(strategy)),
        (kind, strategy) => Err(Error::corrupt(format!("an update follows {strategy} in way {kind}, which is none"))),
    }
}
