//! What a sender packs for a connection, and what arrived of it.

use super::arg::{export, in_range, null};
use super::error::Outcome;
use super::guard::guard;
use super::handle::{Kind, resolve};
use super::net_codec::AntUpdate;
use super::object::Writing;
use super::sender::{AntSender, SenderObject};
use super::sender_connection::AntConnection;
use super::status::*;
use super::structs::sized;
use crate::net::sender::{Reason, SendContext};
use crate::net::{Sender, Sequence};
use crate::predict::LevelContext;
use core::ffi::c_void;

/// Why an update is sent.
pub type AntReason = u32;
/// The first update about this entity to this observer.
pub const ANT_REASON_ENTER: AntReason = 0;
/// The last one: the entity is gone, or no longer relevant.
pub const ANT_REASON_LEAVE: AntReason = 1;
/// It was moved.
pub const ANT_REASON_TELEPORT: AntReason = 2;
/// It is not simulated any more, or again.
pub const ANT_REASON_FREEZE: AntReason = 3;
/// It has come to rest.
pub const ANT_REASON_STOP: AntReason = 4;
/// Receivers are too far off.
pub const ANT_REASON_POSITION: AntReason = 5;
/// They were off for too long.
pub const ANT_REASON_TIME_SPACE: AntReason = 6;
/// They show it turned too far.
pub const ANT_REASON_ORIENTATION: AntReason = 7;
/// Its speed has changed.
pub const ANT_REASON_SPEED: AntReason = 8;
/// Its direction of motion has changed.
pub const ANT_REASON_DIRECTION: AntReason = 9;
/// Its acceleration has changed.
pub const ANT_REASON_ACCELERATION: AntReason = 10;
/// Nothing was sent for long.
pub const ANT_REASON_HEARTBEAT: AntReason = 11;
/// An update was not acknowledged in time, and what it told is still unknown to the receiver.
pub const ANT_REASON_LOST: AntReason = 12;
/// It got onto a moving base, off it, or onto another one.
pub const ANT_REASON_BASE: AntReason = 13;
/// Its velocity has changed.
pub const ANT_REASON_VELOCITY: AntReason = 14;
/// It has moved.
pub const ANT_REASON_MOVED: AntReason = 15;
/// Number of reasons.
pub const ANT_REASON_COUNT: u32 = 16;

// The header generator needs literals above.
const _: () = {
    assert!(ANT_REASON_COUNT as usize == Reason::ALL.len() && ANT_REASON_BASE == Reason::Base as u32);
    assert!(ANT_REASON_VELOCITY == Reason::Velocity as u32 && ANT_REASON_MOVED == Reason::Moved as u32);
    assert!(ANT_REASON_POSITION == Reason::Position as u32 && ANT_REASON_STOP == Reason::Stop as u32);
};

/// A packet as collected.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AntCollected {
    /// Size of this struct.
    pub struct_size: u32,
    /// Number of the packet, to be sent along: what is acknowledged.
    pub number: u32,
    /// Bytes of the packet; 0 = nothing to send, and no number was used.
    pub byte_len: u32,
    /// Updates in it.
    pub updates: u32,
    /// Updates that are due but had no room. Collect again to send them in another packet.
    pub waiting: u32,
    /// Not used.
    pub reserved: u32,
}
sized!(AntCollected, 24, "call ant_collected_init", {
    struct_size, number, byte_len, updates, waiting, reserved
});

/// What was sent over a connection so far.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AntConnectionStats {
    /// Size of this struct.
    pub struct_size: u32,
    /// Entities of the sender, those that are leaving too.
    pub entities: u32,
    /// Mean round trip, nanoseconds; -1 before one was measured.
    pub round_trip: i64,
    /// Packets collected.
    pub packets: u64,
    /// Their bytes, without headers below.
    pub bytes: u64,
    /// Updates by ANT_REASON_…
    pub updates: [u64; 16],
}
sized!(AntConnectionStats, 160, "call ant_connection_stats_init", {
    struct_size, entities, round_trip, packets, bytes, updates
});

/// No packet is longer, whatever the capacity.
const MAX_PACKET: usize = 16_384;

impl SenderObject {
    /// Runs with the level.
    fn around<T>(
        &self,
        sender: &mut Writing<'_, Sender>,
        run: impl FnOnce(&mut Sender, &mut SendContext<'_>) -> crate::base::Result<T>,
    ) -> Outcome<T> {
        let world = self.world.as_ref().map(|world| world.read_from_other()).transpose()?;
        let map = self.map.as_ref().map(|map| map.read_from_other()).transpose()?;
        let mut context = SendContext {
            level: LevelContext { world: world.as_deref(), map: map.as_deref().map(|state| &state.map) },
            aim: None,
            observers: None,
        };
        Ok(run(sender, &mut context)?)
    }
}

/// Packs what a connection should be told now into a packet; all of it counts as sent. When not all fits, the most wrong and longest waiting come first.
/// ANT_EMPTY when there is nothing to send. Allocates nothing. Mutating.
/// now: nanoseconds on the game clock, usually the time told
/// buf: [capacity bytes] At most 16384 are used; at least AntCodecInfo::max_bytes + 20 are needed.
/// out_collected: with its struct_size set
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ant_sender_collect(
    sender: AntSender,
    connection: AntConnection,
    now: i64,
    buf: *mut c_void,
    capacity: u64,
    out_collected: *mut AntCollected,
) -> AntStatus {
    export!("ant_sender_collect", |c| {
        let out = c.out_struct(out_collected, "out_collected")?;
        if buf.is_null() {
            return Err(null("buf"));
        }
        let object = resolve::<SenderObject>(sender.id)?;
        let id = object.connection(connection)?;
        let mut held = object.write()?;
        // Written here first: a buffer is the host's, and what is in it need not be bytes yet.
        let mut bytes = [0; MAX_PACKET];
        let room = capacity.min(MAX_PACKET as u64) as usize;
        let packet =
            object.around(&mut held, |sender, context| sender.collect(id, now, context, &mut bytes[..room]))?;
        c.copy_bytes(&bytes[..packet.bytes], buf, capacity, None)?;
        out.write(AntCollected {
            struct_size: 0,
            number: packet.number,
            byte_len: packet.bytes as u32,
            updates: packet.updates as u32,
            waiting: packet.waiting as u32,
            reserved: 0,
        });
        Ok(if packet.bytes == 0 { ANT_EMPTY } else { ANT_OK })
    })
}

/// The update of one entity that one connection should get now; it counts as sent. For hosts that make their own packets: the budget is theirs. ANT_EMPTY when
/// there is none. Mutating.
/// out_update: with its struct_size set; as receivers will see it, so ant_codec_quantise does not change it
/// out_baseline: [opt] with its struct_size set; what it may be packed relative to
/// out_has_baseline: [opt] 1 when there is one, else 0
/// out_reason: [opt] ANT_REASON_…
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ant_sender_poll(
    sender: AntSender,
    connection: AntConnection,
    entity: u32,
    now: i64,
    out_update: *mut AntUpdate,
    out_baseline: *mut AntUpdate,
    out_has_baseline: *mut AntBool,
    out_reason: *mut AntReason,
) -> AntStatus {
    export!("ant_sender_poll", |c| {
        let out = c.out_struct(out_update, "out_update")?;
        let baseline = c.out_struct_opt(out_baseline, "out_baseline")?;
        let object = resolve::<SenderObject>(sender.id)?;
        let id = object.connection(connection)?;
        let mut held = object.write()?;
        let Some(sent) = object.around(&mut held, |sender, context| sender.poll(id, entity, now, context))? else {
            return Ok(ANT_EMPTY);
        };
        out.write(AntUpdate::of(&sent.update, &object.frame));
        if let (Some(out), Some(known)) = (baseline, &sent.baseline) {
            out.write(AntUpdate::of(known, &object.frame));
        }
        if let Some(out) = c.out_opt(out_has_baseline) {
            out.write(sent.baseline.is_some().into());
        }
        if let Some(out) = c.out_opt(out_reason) {
            out.write(sent.reason as u32);
        }
        Ok(ANT_OK)
    })
}

/// A receiver has packets of ant_sender_collect. It must not acknowledge a packet that came after a newer one, unless its model has no memory (ANT_MODEL_STILL, ANT_MODEL_DR1,
/// ANT_MODEL_DAMPED, or the line of an update): it has not used it, or not in this order. A number that was never sent is ANT_ERROR_INVALID_ARGUMENT. Mutating.
/// newest: number of the newest packet it has
/// mask: bit i = it also has packet newest - 1 - i
/// now: nanoseconds on the game clock; round trips are measured by it
#[unsafe(no_mangle)]
pub extern "C" fn ant_sender_acknowledge(
    sender: AntSender,
    connection: AntConnection,
    newest: u32,
    mask: u32,
    now: i64,
) -> AntStatus {
    guard("ant_sender_acknowledge", move || {
        let object = resolve::<SenderObject>(sender.id)?;
        object.write()?.acknowledge(object.connection(connection)?, newest, mask, now)?;
        Ok(ANT_OK)
    })
}

/// A receiver has an update of ant_sender_poll. ANT_LATE when it was not waited for any more. Mutating.
/// sequence: AntUpdate::sequence. [Limit: <= 65535]
#[unsafe(no_mangle)]
pub extern "C" fn ant_sender_acknowledge_update(
    sender: AntSender,
    connection: AntConnection,
    entity: u32,
    sequence: u32,
    now: i64,
) -> AntStatus {
    guard("ant_sender_acknowledge_update", move || {
        in_range(sequence.into(), 0.0, 65_535.0, "sequence")?;
        let object = resolve::<SenderObject>(sender.id)?;
        let id = object.connection(connection)?;
        let used = object.write()?.acknowledge_update(id, entity, Sequence(sequence as u16), now)?;
        Ok(if used { ANT_OK } else { ANT_LATE })
    })
}

/// What was sent over a connection so far. Const.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ant_sender_connection_stats(
    sender: AntSender,
    connection: AntConnection,
    out_stats: *mut AntConnectionStats,
) -> AntStatus {
    export!("ant_sender_connection_stats", |c| {
        let out = c.out_struct(out_stats, "out_stats")?;
        let object = resolve::<SenderObject>(sender.id)?;
        let id = object.connection(connection)?;
        let sender = object.read()?;
        let stats = sender.stats(id)?;
        out.write(AntConnectionStats {
            struct_size: 0,
            entities: sender.entities().count() as u32,
            round_trip: sender.round_trip(id)?.unwrap_or(-1),
            packets: stats.packets,
            bytes: stats.bytes,
            updates: stats.updates,
        });
        Ok(ANT_OK)
    })
}
