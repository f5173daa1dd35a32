//! Connections of a sender: who is told, what is packed, what arrived.

use super::arg::{export, in_range, null, plain, unknown_value};
use super::batch;
use super::error::{Outcome, fail};
use super::guard::guard;
use super::handle::{Kind, child_id, resolve, spin};
use super::level_input::arena_id;
use super::net_codec::AntUpdate;
use super::object::Writing;
use super::sender::{AntSender, SenderObject};
use super::status::*;
use super::stream::{AntStream, IDS};
use super::structs::{Desc, sized};
use crate::net::sender::{Around, ConnectionId, ConnectionParams, Delivery, Observers, Relevance};
use crate::net::{Sender, Sequence};
use crate::predict::Scene;
use core::ffi::c_void;

/// Nobody says what arrived: everything sent counts as known, heartbeats repair losses.
pub const ANT_DELIVERY_ASSUMED: u32 = 0;
/// All arrives, in order.
pub const ANT_DELIVERY_RELIABLE: u32 = 1;
/// The observer acknowledges packets: only what it acknowledged is known.
pub const ANT_DELIVERY_ACKNOWLEDGED: u32 = 2;

/// The connection's area of interest decides.
pub const ANT_RELEVANCE_BY_AREA: u32 = 0;
/// Always relevant.
pub const ANT_RELEVANCE_ALWAYS: u32 = 1;
/// Never relevant.
pub const ANT_RELEVANCE_NEVER: u32 = 2;

/// The first update about this entity to this observer.
pub const ANT_REASON_ENTER: u32 = 0;
/// The last one: the entity is gone, or no longer relevant.
pub const ANT_REASON_LEAVE: u32 = 1;
/// It was moved.
pub const ANT_REASON_TELEPORT: u32 = 2;
/// It is not simulated any more, or again.
pub const ANT_REASON_FREEZE: u32 = 3;
/// It has come to rest.
pub const ANT_REASON_STOP: u32 = 4;
/// Receivers are too far off.
pub const ANT_REASON_POSITION: u32 = 5;
/// They were off for too long.
pub const ANT_REASON_TIME_SPACE: u32 = 6;
/// They show it turned too far.
pub const ANT_REASON_ORIENTATION: u32 = 7;
/// Its speed has changed.
pub const ANT_REASON_SPEED: u32 = 8;
/// Its direction of motion has changed.
pub const ANT_REASON_DIRECTION: u32 = 9;
/// Its acceleration has changed.
pub const ANT_REASON_ACCELERATION: u32 = 10;
/// Nothing was sent for long.
pub const ANT_REASON_HEARTBEAT: u32 = 11;
/// An update was not acknowledged in time, and what it told is still unknown to the receiver.
pub const ANT_REASON_LOST: u32 = 12;
/// Number of reasons.
pub const ANT_REASON_COUNT: u32 = 13;

// The header generator needs literals above.
const _: () = {
    use crate::net::sender::Reason;
    assert!(ANT_REASON_COUNT as usize == Reason::ALL.len() && ANT_REASON_LOST == Reason::Lost as u32);
    assert!(ANT_REASON_POSITION == Reason::Position as u32 && ANT_REASON_STOP == Reason::Stop as u32);
    assert!(ANT_DELIVERY_ACKNOWLEDGED == Delivery::Acknowledged as u32);
};

/// An observer of a sender, or all of them where everybody gets the same. Zero is null. Refused by other senders and after its end.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AntConnection {
    /// Opaque.
    pub id: u64,
}
plain!(AntConnection);

/// What a connection is like. Fill it with ant_connection_desc_init.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AntConnectionDesc {
    /// Set by ant_connection_desc_init.
    pub struct_size: u32,
    /// ANT_DELIVERY_… Default ANT_DELIVERY_ASSUMED. Cannot be changed later.
    pub delivery: u32,
    /// Budget; 0 (default) = no limit. [Limit: <= 1073741824]
    pub bytes_per_second: u32,
    /// Bytes that headers below add to each packet and that count for the budget. Default 28 (UDP over IPv4). [Limit: <= 65536]
    pub overhead: u32,
    /// Entities nearer than this to the observer become relevant, metres. Default INFINITY. [Limit: > 0]
    pub enter_radius: f64,
    /// Entities farther than this become irrelevant, metres. Default INFINITY. [Limit: >= enter_radius]
    pub leave_radius: f64,
    /// Round trip that is assumed before one was measured, nanoseconds. Default 0.2 s. [Limit: 1 ms to 60 s]
    pub first_round_trip: i64,
    /// An update counts as lost after so many estimated round trips without an acknowledgement. Default 1.25. [Limit: 1 to 10]
    pub patience: f64,
}
sized!(AntConnectionDesc, 48, "call ant_connection_desc_init", {
    struct_size, delivery, bytes_per_second, overhead, enter_radius, leave_radius, first_round_trip, patience
});

impl Desc for AntConnectionDesc {
    fn defaults() -> Self {
        let p = ConnectionParams::default();
        Self {
            struct_size: size_of::<Self>() as u32,
            delivery: p.delivery as u32,
            bytes_per_second: p.bytes_per_second,
            overhead: p.overhead,
            enter_radius: p.enter_radius,
            leave_radius: p.leave_radius,
            first_round_trip: p.first_round_trip,
            patience: p.patience,
        }
    }
}

impl AntConnectionDesc {
    fn params(&self) -> Outcome<ConnectionParams> {
        let delivery = Delivery::ALL.get(self.delivery as usize).copied();
        let allowed = "ANT_DELIVERY_ASSUMED (0) to ANT_DELIVERY_ACKNOWLEDGED (2)";
        Ok(ConnectionParams {
            delivery: delivery.ok_or_else(|| unknown_value(self.delivery, "desc.delivery", allowed))?,
            bytes_per_second: self.bytes_per_second,
            overhead: self.overhead,
            enter_radius: self.enter_radius,
            leave_radius: self.leave_radius,
            first_round_trip: self.first_round_trip,
            patience: self.patience,
        })
    }
}

/// A packet as collected. Set struct_size before the call.
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
sized!(AntCollected, 24, "set it to sizeof(AntCollected)", {
    struct_size, number, byte_len, updates, waiting, reserved
});

/// What was sent over a connection so far. Set struct_size before the call.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AntConnectionStats {
    /// Size of this struct.
    pub struct_size: u32,
    /// Not used.
    pub reserved: u32,
    /// Mean round trip, nanoseconds; -1 before one was measured.
    pub round_trip: i64,
    /// Packets collected.
    pub packets: u64,
    /// Their bytes, without headers below.
    pub bytes: u64,
    /// Updates by ANT_REASON_…
    pub updates: [u64; 13],
}
sized!(AntConnectionStats, 136, "set it to sizeof(AntConnectionStats)", {
    struct_size, reserved, round_trip, packets, bytes, updates
});

/// No packet is longer, whatever the capacity.
const MAX_PACKET: usize = 16_384;

impl SenderObject {
    /// The connection of an id, if it can be one of this sender.
    fn connection(&self, connection: AntConnection) -> Outcome<ConnectionId> {
        arena_id(connection.id, self.tag).ok_or_else(|| {
            fail!(ANT_ERROR_NOT_FOUND, "the connection {:#018x} is null or not of this sender", connection.id)
        })
    }

    /// Runs with the level and the host's callbacks.
    fn around<T>(
        &self,
        sender: &mut Writing<'_, Sender>,
        run: impl FnOnce(&mut Sender, &mut Around<'_>) -> crate::base::Result<T>,
    ) -> Outcome<T> {
        let world = self.world.as_ref().map(|world| world.read_from_other()).transpose()?;
        let map = self.map.as_ref().map(|map| map.read_from_other()).transpose()?;
        let hooks = *spin(|| self.hooks.try_lock());
        let (mut aim, mut observers) = (hooks.aim(&self.frame), hooks.observers(&self.frame, self.tag));
        let mut around = Around {
            scene: Scene { world: world.as_deref(), map: map.as_deref().map(|state| &state.map) },
            aim: aim.as_mut().map(|aim| aim as &mut dyn crate::net::sender::Aim),
            observers: observers.as_mut().map(|observers| observers as &mut dyn Observers),
        };
        Ok(run(sender, &mut around)?)
    }
}

/// Fills a descriptor with defaults. Any thread.
/// struct_size: sizeof(AntConnectionDesc)
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ant_connection_desc_init(desc: *mut AntConnectionDesc, struct_size: u32) -> AntStatus {
    export!("ant_connection_desc_init", |c| c.init(desc, struct_size, "desc"))
}

/// Adds an observer: one per player on a server; one for all others, or one for each, on a peer. Mutating.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ant_sender_connect(
    sender: AntSender,
    desc: *const AntConnectionDesc,
    out_connection: *mut AntConnection,
) -> AntStatus {
    export!("ant_sender_connect", |c| {
        let (out, params) = (c.out(out_connection, "out_connection")?, c.desc(desc, "desc")?.params()?);
        let object = resolve::<SenderObject>(sender.id)?;
        let id = object.write()?.connect(&params)?;
        out.write(AntConnection { id: child_id(id.index, object.tag, id.generation) });
        Ok(ANT_OK)
    })
}

/// Ends a connection. Mutating.
#[unsafe(no_mangle)]
pub extern "C" fn ant_sender_disconnect(sender: AntSender, connection: AntConnection) -> AntStatus {
    guard("ant_sender_disconnect", || {
        let object = resolve::<SenderObject>(sender.id)?;
        object.write()?.disconnect(object.connection(connection)?)?;
        Ok(ANT_OK)
    })
}

/// Lists the connections in a fixed order, which a restored sender shares with the one the snapshot came from. ANT_TRUNCATED when more follow. Const.
/// first: number of connections to skip
/// out_connections: [opt] [capacity] ANT_U64
/// out_count: receives the number of connections
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ant_sender_connections(
    sender: AntSender,
    first: u32,
    capacity: u32,
    out_connections: *const AntStream,
    out_count: *mut u32,
) -> AntStatus {
    export!("ant_sender_connections", |c| {
        let connections = c.output_opt(&c.stream(out_connections), capacity, IDS, "out_connections")?;
        let out = c.out(out_count, "out_count")?;
        let object = resolve::<SenderObject>(sender.id)?;
        let sender = object.read()?;
        let total = sender.connections().count();
        let (written, status) = batch::page(total, first, capacity);
        if let Some(connections) = connections {
            for (i, id) in sender.connections().skip(first as usize).take(written).enumerate() {
                connections.id(i, child_id(id.index, object.tag, id.generation));
            }
        }
        out.write(total as u32);
        Ok(status)
    })
}

/// Changes a connection's budget, radii and patience; ANT_ERROR_STATE when its delivery differs. Mutating.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ant_sender_set_connection(
    sender: AntSender,
    connection: AntConnection,
    desc: *const AntConnectionDesc,
) -> AntStatus {
    export!("ant_sender_set_connection", |c| {
        let params = c.desc(desc, "desc")?.params()?;
        let object = resolve::<SenderObject>(sender.id)?;
        object.write()?.set_connection(object.connection(connection)?, &params)?;
        Ok(ANT_OK)
    })
}

/// Tells where the observer of a connection is, for its area of interest and the tables of distances. Mutating.
/// position: [opt] [(x, y, z)]; null = nowhere: then everything is relevant to it
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ant_sender_set_observer(
    sender: AntSender,
    connection: AntConnection,
    position: *const f64,
) -> AntStatus {
    export!("ant_sender_set_observer", |c| {
        let object = resolve::<SenderObject>(sender.id)?;
        let position = if position.is_null() { None } else { Some(c.point(position, "position", &object.frame)?) };
        object.write()?.set_observer(object.connection(connection)?, position)?;
        Ok(ANT_OK)
    })
}

/// Says for one entity and one connection whether it is relevant, and the factor on its thresholds. Mutating.
/// relevance: ANT_RELEVANCE_…
/// factor: 0 = by the table of distances. [Limit: 0, 0.001 to 1000]
#[unsafe(no_mangle)]
pub extern "C" fn ant_sender_set_interest(
    sender: AntSender,
    connection: AntConnection,
    entity: u32,
    relevance: u32,
    factor: f64,
) -> AntStatus {
    guard("ant_sender_set_interest", || {
        let allowed = "ANT_RELEVANCE_BY_AREA (0) to ANT_RELEVANCE_NEVER (2)";
        let known = Relevance::ALL.get(relevance as usize).copied();
        let known = known.ok_or_else(|| unknown_value(relevance, "relevance", allowed))?;
        if factor != 0.0 {
            in_range(factor, 1e-3, 1e3, "factor")?;
        }
        let factor = (factor != 0.0).then_some(factor);
        let object = resolve::<SenderObject>(sender.id)?;
        object.write()?.set_interest(object.connection(connection)?, entity, known, factor)?;
        Ok(ANT_OK)
    })
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
        let packet = object.around(&mut held, |sender, around| sender.collect(id, now, around, &mut bytes[..room]))?;
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
    out_has_baseline: *mut u32,
    out_reason: *mut u32,
) -> AntStatus {
    export!("ant_sender_poll", |c| {
        let out = c.out_struct(out_update, "out_update")?;
        let baseline = c.out_struct_opt(out_baseline, "out_baseline")?;
        let object = resolve::<SenderObject>(sender.id)?;
        let id = object.connection(connection)?;
        let mut held = object.write()?;
        let Some(sent) = object.around(&mut held, |sender, around| sender.poll(id, entity, now, around))? else {
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
    guard("ant_sender_acknowledge", || {
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
    guard("ant_sender_acknowledge_update", || {
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
            reserved: 0,
            round_trip: sender.round_trip(id)?.unwrap_or(-1),
            packets: stats.packets,
            bytes: stats.bytes,
            updates: stats.updates,
        });
        Ok(ANT_OK)
    })
}
