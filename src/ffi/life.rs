//! What all kinds of handles have in common: their end, their memory and their state as a whole.

use super::arg::export;
use super::error::fail;
use super::guard::guard;
use super::handle;
use super::status::*;
use core::ffi::c_void;

/// The number in a handle: `world.id` of an AntWorld. What follows works on handles of every kind.
pub type AntHandle = u64;

/// Ends a handle at once; also of a poisoned object. Objects that were made with it keep what they need of it, and calls that run finish. Any thread.
#[unsafe(no_mangle)]
pub extern "C" fn ant_destroy(handle: AntHandle) -> AntStatus {
    guard("ant_destroy", move || handle::destroy(handle))
}

/// ANT_OK when the handle can be used, ANT_ERROR_INVALID_HANDLE or ANT_ERROR_POISONED otherwise. Any thread.
#[unsafe(no_mangle)]
pub extern "C" fn ant_is_valid(handle: AntHandle) -> AntStatus {
    guard("ant_is_valid", move || {
        let object = handle::find(handle)?;
        if object.is_poisoned() {
            return Err(fail!(ANT_ERROR_POISONED, "the {} can only be destroyed", object.name()));
        }
        Ok(ANT_OK)
    })
}

/// Bytes of memory an object holds, without the objects it uses. ANT_ERROR_UNSUPPORTED for kinds that hold next to nothing (codec, need model,
/// interactions). Const.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ant_bytes(handle: AntHandle, out_bytes: *mut u64) -> AntStatus {
    export!("ant_bytes", |c| {
        let out = c.out(out_bytes, "out_bytes")?;
        out.write(handle::find(handle)?.bytes()?);
        Ok(ANT_OK)
    })
}

/// Hash of an object's whole state: equal on two machines when they are in the same state. ANT_ERROR_UNSUPPORTED for a codec and a recorder;
/// ANT_ERROR_STATE for a timewarp whose plan is open. Const.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ant_state_hash(handle: AntHandle, out_hash: *mut u64) -> AntStatus {
    export!("ant_state_hash", |c| {
        let out = c.out(out_hash, "out_hash")?;
        out.write(handle::find(handle)?.state_hash()?);
        Ok(ANT_OK)
    })
}

/// Writes the whole state of an object, so that a late joiner goes on bit-equal. Objects it uses write their own; of a level only what changes in
/// play is written (doors, origin), and callbacks never are. Call it with a null buffer first to learn the size. ANT_ERROR_STATE for a map between
/// step_begin and step_end and for a timewarp whose plan is open; ANT_ERROR_UNSUPPORTED for a codec and a recorder. Const.
/// buf: [opt] [capacity bytes] too short: ANT_ERROR_BUFFER_TOO_SMALL
/// needed: [opt] receives the size in bytes
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ant_snapshot(
    handle: AntHandle,
    buf: *mut c_void,
    capacity: u64,
    needed: *mut u64,
) -> AntStatus {
    export!("ant_snapshot", |c| {
        let bytes = handle::find(handle)?.snapshot()?;
        c.copy_bytes(&bytes, buf, capacity, c.out_opt(needed))
    })
}

/// Takes over what ant_snapshot wrote of an object of the same kind, made with an equal descriptor over an equal level. On an error nothing changed.
/// Ids inside the object are new afterwards: ask ant_predictor_entities and ant_sender_connections for them. Mutating.
/// bytes: [byte_len bytes]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ant_restore(handle: AntHandle, bytes: *const c_void, byte_len: u64) -> AntStatus {
    export!("ant_restore", |c| {
        let bytes = c.bytes(bytes, byte_len, "bytes")?;
        handle::find(handle)?.restore(bytes)?;
        Ok(ANT_OK)
    })
}

/// Moves the origin of coordinates, for games with a floating origin: the place that was at `shift` is at zero from now on. Call it for the level and
/// for each object that keeps positions of its own; maps follow their level. ANT_ERROR_UNSUPPORTED for kinds without positions. Mutating.
/// shift: [(x, y, z)] in the host's frame
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ant_rebase(handle: AntHandle, shift: *const f64) -> AntStatus {
    export!("ant_rebase", |c| {
        let shift = c.read(shift.cast::<[f64; 3]>(), "shift")?;
        handle::find(handle)?.rebase(shift)?;
        Ok(ANT_OK)
    })
}
