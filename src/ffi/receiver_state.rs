//! The state of a receiver as a whole, and what somebody who joins late needs.

use super::arg::export;
use super::error::fail;
use super::handle::{Kind, resolve};
use super::receiver::{AntReceiver, ReceiverObject};
use super::status::*;
use crate::net::join;
use core::ffi::c_void;

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
/// the next update on both machines know the same to the bit. The remote clock is estimated anew. Ask ant_receiver_stats for the entities. On an error nothing
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
