//! Many updates in one datagram.

use super::arg::{Caller, export, null};
use super::batch;
use super::error::{Outcome, fail};
use super::frame::Frame;
use super::handle::{Kind, resolve};
use super::net_codec::{AntCodec, AntUpdate, CodecObject};
use super::status::*;
use super::stream::{AntStream, STATUSES};
use crate::base::math::DVec3;
use crate::net::{PacketEntry, PacketWriter, Sequence, Update};
use core::ffi::c_void;
use std::vec::Vec;

/// Updates of an array that can serve as baselines.
struct Pool<'c> {
    caller: Caller<'c>,
    updates: *const AntUpdate,
    count: u32,
    frame: Frame,
}

impl Pool<'_> {
    /// The first that fits.
    fn find(&self, fits: impl Fn(&AntUpdate) -> bool) -> Outcome<Option<Update>> {
        for i in 0..self.count {
            let candidate = self.caller.desc_at(self.updates, i, "baselines")?;
            if fits(&candidate) {
                return candidate.checked(&self.frame, "baselines").map(Some);
            }
        }
        Ok(None)
    }
}

/// Packs updates into one datagram, in the order given, as many as fit: the most urgent should come first. ANT_TRUNCATED when not all do. Updates of
/// one tick, sorted by entity, are the shortest. Const.
/// time: that of most updates, nanoseconds on the game clock
/// updates: [count]
/// baselines: [opt] [baseline_count] updates that the receiver surely has; an update is written relative to the first one of its entity
/// buf: [capacity bytes] the byte budget of the datagram. At most 16384 are used, at least 20 are needed.
/// out_byte_len: receives the bytes of the datagram
/// out_encoded: receives how many updates, from the first on, are in it
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ant_codec_encode_packet(
    codec: AntCodec,
    time: i64,
    count: u32,
    updates: *const AntUpdate,
    baseline_count: u32,
    baselines: *const AntUpdate,
    buf: *mut c_void,
    capacity: u64,
    out_byte_len: *mut u64,
    out_encoded: *mut u32,
) -> AntStatus {
    export!("ant_codec_encode_packet", |c| {
        let (out_len, out_encoded) = (c.out(out_byte_len, "out_byte_len")?, c.out(out_encoded, "out_encoded")?);
        if buf.is_null() {
            return Err(null("buf"));
        }
        let object = resolve::<CodecObject>(codec.id)?;
        let codec = object.read()?;
        let pool = Pool { caller: c, updates: baselines, count: baseline_count, frame: object.frame };
        // Written here first, so that a bad update leaves the host's buffer as it was.
        let mut bytes = [0; MAX_DATAGRAM];
        let room = capacity.min(MAX_DATAGRAM as u64) as usize;
        let mut packet = PacketWriter::new(&codec, time, &mut bytes[..room])?;
        let mut encoded = 0;
        for i in 0..count {
            let update = c.desc_at(updates, i, "updates")?.checked(&object.frame, "updates")?;
            let baseline = pool.find(|b| b.entity == update.entity)?;
            if !packet.push(&update, baseline.as_ref())? {
                break;
            }
            encoded = i + 1;
        }
        let length = packet.finish();
        c.copy_bytes(&bytes[..length], buf, capacity, Some(out_len))?;
        out_encoded.write(encoded);
        Ok(if encoded < count { ANT_TRUNCATED } else { ANT_OK })
    })
}

/// No datagram is longer, whatever the capacity: far above what networks carry in one piece, small enough for a stack.
const MAX_DATAGRAM: usize = 16_384;

/// Unpacks a datagram. Bytes from anywhere are a whole datagram or ANT_ERROR_CORRUPT, and then nothing is written. Const.
/// bytes: [byte_len bytes]
/// baselines: [opt] [baseline_count] updates received before; those that the datagram's updates are relative to are looked for here
/// capacity: updates there is room for; when the datagram has more, the first ones are written and the call returns ANT_TRUNCATED
/// out_updates: [opt] [capacity] all with the struct_size of the first; may be null when the capacity is 0
/// out_status: [opt] [capacity] ANT_U8, ANT_I8 or ANT_I32: ANT_OK, or ANT_ERROR_NOT_FOUND where the baseline is missing; then only entity and sequence of that
///   update are known and the call returns ANT_PARTIAL. Without this stream that fails the whole call.
/// out_count: receives how many updates the datagram has
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ant_codec_decode_packet(
    codec: AntCodec,
    bytes: *const c_void,
    byte_len: u64,
    baseline_count: u32,
    baselines: *const AntUpdate,
    capacity: u32,
    out_updates: *mut AntUpdate,
    out_status: *const AntStream,
    out_count: *mut u32,
) -> AntStatus {
    export!("ant_codec_decode_packet", |c| {
        let (bytes, out_count) = (c.bytes(bytes, byte_len, "bytes")?, c.out(out_count, "out_count")?);
        let statuses = c.output_opt(&c.stream(out_status), capacity, STATUSES, "out_status")?;
        let object = resolve::<CodecObject>(codec.id)?;
        let codec = object.read()?;
        let pool = Pool { caller: c, updates: baselines, count: baseline_count, frame: object.frame };
        let mut held = object.entries.try_lock();
        let mut own = Vec::new();
        let entries = held.as_deref_mut().unwrap_or(&mut own);
        let mut fault = None;
        let find = |entity: u32, sequence: Sequence| {
            let fits = |b: &AntUpdate| b.entity == entity && b.sequence == u32::from(sequence.0);
            pool.find(fits).unwrap_or_else(|bad| {
                fault.get_or_insert(bad);
                None
            })
        };
        codec.decode_packet(bytes, find, entries)?;
        if let Some(fault) = fault {
            return Err(fault);
        }
        let (written, page) = batch::page(entries.len(), 0, capacity);
        let total = entries.len() as u32;
        let entries = &entries[..written];
        let missing = entries.iter().find_map(|entry| match entry {
            PacketEntry::Missing { entity, baseline, .. } => Some((*entity, *baseline)),
            PacketEntry::Update(_) => None,
        });
        if let (None, Some((entity, baseline))) = (statuses, missing) {
            return Err(fail!(
                ANT_ERROR_NOT_FOUND,
                "an update of entity {entity} needs the baseline {}, which is not in `baselines`",
                baseline.0
            ));
        }
        // All places are looked at before the first one is written.
        for i in 0..written {
            let _ = c.out_struct_at(out_updates, i, "out_updates")?;
        }
        for (i, entry) in entries.iter().enumerate() {
            let (update, status) = match entry {
                PacketEntry::Update(update) => (*update, ANT_OK),
                PacketEntry::Missing { entity, sequence, .. } => {
                    (Update { sequence: *sequence, ..Update::at(*entity, 0, DVec3::ZERO) }, ANT_ERROR_NOT_FOUND)
                }
            };
            c.out_struct_at(out_updates, i, "out_updates")?.write(AntUpdate::of(&update, &object.frame));
            if let Some(statuses) = statuses {
                statuses.status(i, status);
            }
        }
        out_count.write(total);
        Ok(if page == ANT_OK && missing.is_some() { ANT_PARTIAL } else { page })
    })
}
