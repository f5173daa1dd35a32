//! Connections of a sender: who is told.

use super::arg::{export, in_range, plain, unknown_value};
use super::batch;
use super::error::{Outcome, fail};
use super::guard::guard;
use super::handle::{Kind, child_id, resolve};
use super::level_input::arena_id;
use super::sender::{AntSender, SenderObject};
use super::status::*;
use super::stream::{AntStream, IDS};
use super::structs::{Desc, sized};
use crate::net::sender::{ConnectionId, ConnectionParams, Delivery, Relevance};

/// What is known of the arrival of updates.
pub type AntDeliveryKind = u32;
/// Nobody says what arrived: everything sent counts as known, heartbeats repair losses.
pub const ANT_DELIVERY_ASSUMED: AntDeliveryKind = 0;
/// All arrives, in order.
pub const ANT_DELIVERY_RELIABLE: AntDeliveryKind = 1;
/// The observer acknowledges packets: only what it acknowledged is known.
pub const ANT_DELIVERY_ACKNOWLEDGED: AntDeliveryKind = 2;

/// Whether an observer gets updates of an entity.
pub type AntRelevance = u32;
/// The connection's area of interest decides.
pub const ANT_RELEVANCE_BY_AREA: AntRelevance = 0;
/// Always relevant.
pub const ANT_RELEVANCE_ALWAYS: AntRelevance = 1;
/// Never relevant.
pub const ANT_RELEVANCE_NEVER: AntRelevance = 2;

// The header generator needs literals above.
const _: () = assert!(ANT_DELIVERY_ACKNOWLEDGED == Delivery::Acknowledged as u32);

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
    pub delivery: AntDeliveryKind,
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

impl SenderObject {
    /// The connection of an id, if it can be one of this sender.
    pub(super) fn connection(&self, connection: AntConnection) -> Outcome<ConnectionId> {
        arena_id(connection.id, self.tag).ok_or_else(|| {
            fail!(ANT_ERROR_NOT_FOUND, "the connection {:#018x} is null or not of this sender", connection.id)
        })
    }
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
    guard("ant_sender_disconnect", move || {
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
    relevance: AntRelevance,
    factor: f64,
) -> AntStatus {
    guard("ant_sender_set_interest", move || {
        let known = self::relevance(relevance)?;
        if factor != 0.0 {
            in_range(factor, 1e-3, 1e3, "factor")?;
        }
        let factor = (factor != 0.0).then_some(factor);
        let object = resolve::<SenderObject>(sender.id)?;
        object.write()?.set_interest(object.connection(connection)?, entity, known, factor)?;
        Ok(ANT_OK)
    })
}

/// The checked relevance.
pub(super) fn relevance(number: AntRelevance) -> Outcome<Relevance> {
    let allowed = "ANT_RELEVANCE_BY_AREA (0) to ANT_RELEVANCE_NEVER (2)";
    Relevance::ALL.get(number as usize).copied().ok_or_else(|| unknown_value(number, "relevance", allowed))
}
