//! The state of a receiver as a whole, and what somebody who joins late needs.

use super::arg::export;
use super::error::fail;
use super::handle::{Kind, resolve};
use super::receiver::{AntReceiver, ReceiverObject};
use super::status::*;
use crate::net::join;
use core::ffi::c_void;

/// Moves all kept positions together with the origin of coordinates; goes with ant_predictor_rebase. Mutating.
/// shift: [(x, y, z)] in the predictor's frame
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ant_receiver_rebase(receiver: AntReceiver, shift: *const f64) -> AntStatus {
    export!("ant_receiver_rebase", |c| {
        let object = resolve::<ReceiverObject>(receiver.id)?;
        let shift = c.point(shift, "shift", &object.predictor.frame)?;
        object.write()?.rebase(shift)?;
        Ok(ANT_OK)
    })
}

/// Bytes of memory a receiver holds, without its predictor. Const.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ant_receiver_bytes(receiver: AntReceiver, out_bytes: *mut u64) -> AntStatus {
    export!("ant_receiver_bytes", |c| {
        let out = c.out(out_bytes, "out_bytes")?;
        out.write(resolve::<ReceiverObject>(receiver.id)?.read()?.bytes() as u64);
        Ok(ANT_OK)
    })
}

/// Hash of the whole state: equal on two machines when they are in the same state. Const.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ant_receiver_state_hash(receiver: AntReceiver, out_hash: *mut u64) -> AntStatus {
    export!("ant_receiver_state_hash", |c| {
        let out = c.out(out_hash, "out_hash")?;
        out.write(resolve::<ReceiverObject>(receiver.id)?.read()?.state_hash());
        Ok(ANT_OK)
    })
}

/// Writes the whole state of a receiver, without its predictor. Call it with a null buffer first to learn the size. Const.
/// buf: [opt] [capacity bytes] too short: ANT_ERROR_BUFFER_TOO_SMALL
/// needed: [opt] receives the size in bytes
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ant_receiver_snapshot(
    receiver: AntReceiver,
    buf: *mut c_void,
    capacity: u64,
    needed: *mut u64,
) -> AntStatus {
    export!("ant_receiver_snapshot", |c| {
        let object = resolve::<ReceiverObject>(receiver.id)?;
        let bytes = object.read()?.snapshot();
        c.copy_bytes(&bytes, buf, capacity, c.out_opt(needed))
    })
}

/// Takes over a snapshot, made with the same `depth`, beside a predictor that took over the snapshot of that time too. On an error nothing changed. Mutating.
/// bytes: [byte_len bytes]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ant_receiver_restore(receiver: AntReceiver, bytes: *const c_void, byte_len: u64) -> AntStatus {
    export!("ant_receiver_restore", |c| {
        let bytes = c.bytes(bytes, byte_len, "bytes")?;
        resolve::<ReceiverObject>(receiver.id)?.write()?.restore(bytes)?;
        Ok(ANT_OK)
    })
}

/// Writes all that somebody who joins late needs: the state of the predictor, of its map (fields, trails) and of the receiver. The level is not in it: everybody
/// loads the same one. Call it with a null buffer first to learn the size. Const.
/// buf: [opt] [capacity bytes] too short: ANT_ERROR_BUFFER_TOO_SMALL
/// needed: [opt] receives the size in bytes
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ant_receiver_join_snapshot(
    receiver: AntReceiver,
    buf: *mut c_void,
    capacity: u64,
    needed: *mut u64,
) -> AntStatus {
    export!("ant_receiver_join_snapshot", |c| {
        let object = resolve::<ReceiverObject>(receiver.id)?;
        let receiver = object.read()?;
        let predictor = object.predictor.read_from_other()?;
        let map = object.predictor.map.as_ref().map(|map| map.look()).transpose()?;
        if map.as_ref().is_some_and(|(state, _)| state.open.is_some()) {
            return Err(fail!(ANT_ERROR_STATE, "the map is between step_begin and step_end"));
        }
        let ground = map.as_ref().map(|(state, world)| (&**world, &state.map));
        let bytes = join::pack(&predictor, ground, &receiver);
        c.copy_bytes(&bytes, buf, capacity, c.out_opt(needed))
    })
}

/// Takes over what ant_receiver_join_snapshot wrote on another machine: the states of the receiver's predictor, of its map and of the receiver are replaced, and from
/// the next update on both machines know the same to the bit. The remote clock is estimated anew. Ask ant_receiver_entity for the entities. On an error nothing
/// changed. Mutating.
/// bytes: [byte_len bytes]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ant_receiver_join(receiver: AntReceiver, bytes: *const c_void, byte_len: u64) -> AntStatus {
    export!("ant_receiver_join", |c| {
        let bytes = c.bytes(bytes, byte_len, "bytes")?;
        let object = resolve::<ReceiverObject>(receiver.id)?;
        let mut receiver = object.write()?;
        let mut predictor = object.predictor.write()?;
        let Some(map) = &object.predictor.map else {
            join::unpack(bytes, &mut predictor, None, &mut receiver)?;
            return Ok(ANT_OK);
        };
        let (mut state, world) = map.edit()?;
        join::unpack(bytes, &mut predictor, Some((&world, &mut state.map)), &mut receiver)?;
        map.note_trails(&state.map);
        Ok(ANT_OK)
    })
}
