//! Outbox: own avatars, from the truth in every tick to the few packets that others need.

use super::arg::{export, null, plain, unknown_value};
use super::error::fail;
use super::frame::{AntFrame, vector_from};
use super::ghosts::{AntState, Place, codec, each_state, tell_warnings};
use super::ghosts_frame::Held;
use super::guard::guard;
use super::handle::{self, Kind, resolve};
use super::map::AntPheromoneMap;
use super::neuro::given;
use super::object::Object;
use super::profile::{AntProfile, profile};
use super::sender::{AntSenderRules, rules};
use super::sender_collect::AntConnectionStats;
use super::sender_connection::{AntRelevance, relevance};
use super::status::*;
use super::structs::{Desc, sized};
use super::world::AntWorld;
use crate::ghosts::{MapAccess, Outbox, OutboxParams};
use crate::net::SenderCapacity;
use crate::net::sender::{ConnectionParams, Delivery};
use core::ffi::c_void;
use std::vec::Vec;

/// Own avatars and who is told of them. Zero is null.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AntOutbox {
    /// Opaque.
    pub id: u64,
}
plain!(AntOutbox);

/// What an outbox is made of. Fill it with ant_outbox_desc_init.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AntOutboxDesc {
    /// Set by ant_outbox_desc_init.
    pub struct_size: u32,
    /// Most own avatars. Default 64. [Limit: 1 to 1048576]
    pub max_players: u32,
    /// Most observers; the product with max_players at most 2^24. Default 64. [Limit: 1 to 4096]
    pub max_observers: u32,
    /// Updates of an avatar under way to an observer that are remembered: at least round trip x updates per second. Default 16. [Limit: 1 to 32]
    pub in_flight: u32,
    /// [opt] The level, for walls; null (default) = the map's, or none.
    pub world: AntWorld,
    /// [opt] The fields; null (default) = none. Must be of the same level.
    pub map: AntPheromoneMap,
    /// The host's frame; only without a level and a map, else theirs counts. Default canonical.
    pub frame: AntFrame,
    /// Speed at which players run, m/s; 0 (default) = learned from what is submitted. [Limit: 0.001 to 1e6]
    pub run_speed: f64,
    /// Positions in packets are multiples of this, metres; the same as in the ghosts. Default 0.01. [Limit: 1e-6 to 1e6]
    pub position_step: f64,
    /// Velocities in packets are multiples of this, m/s; the same as in the ghosts. Default 0.01. [Limit: 1e-6 to 1e6]
    pub velocity_step: f64,
    /// Most that observers may be off before an update is sent, metres; ant_outbox_set_rules has the rest. Default 0.1.
    pub threshold: f64,
    /// Longest time between two updates of an avatar, nanoseconds. Default 5e8. [Limit: 1e6 to 6e10]
    pub heartbeat: i64,
}
sized!(AntOutboxDesc, 104, "call ant_outbox_desc_init", {
    struct_size, max_players, max_observers, in_flight, world, map, frame, run_speed, position_step, velocity_step,
    threshold, heartbeat
});

impl Desc for AntOutboxDesc {
    fn defaults() -> Self {
        let p = OutboxParams::default();
        Self {
            struct_size: size_of::<Self>() as u32,
            max_players: p.capacity.entities,
            max_observers: p.capacity.connections,
            in_flight: p.capacity.in_flight,
            world: AntWorld { id: 0 },
            map: AntPheromoneMap { id: 0 },
            frame: AntFrame::CANONICAL,
            run_speed: p.run_speed,
            position_step: p.codec.position_step,
            velocity_step: p.codec.velocity_step,
            threshold: p.rules.position,
            heartbeat: p.rules.heartbeat,
        }
    }
}

/// An outbox behind its handle.
pub(super) struct OutboxObject {
    object: Object<Outbox>,
    pub(super) place: Place,
}

impl Kind for OutboxObject {
    const KIND: u8 = 21;
    const NAME: &'static str = "outbox";
    type State = Outbox;
    fn object(&self) -> &Object<Outbox> {
        &self.object
    }
    fn bytes(&self) -> super::error::Outcome<u64> {
        Ok(self.read()?.bytes() as u64)
    }
    fn state_hash(&self) -> super::error::Outcome<u64> {
        Ok(crate::base::hash::hash_bytes(&self.read()?.snapshot()))
    }
    fn snapshot(&self) -> super::error::Outcome<Vec<u8>> {
        Ok(self.read()?.snapshot())
    }
    fn restore(&self, bytes: &[u8]) -> super::error::Outcome<()> {
        Ok(self.write()?.restore(bytes)?)
    }
    fn rebase(&self, shift: [f64; 3]) -> super::error::Outcome<()> {
        let shift = vector_from(&self.place.frame, shift, "shift")?;
        Ok(self.write()?.rebase(shift)?)
    }
}

/// Makes an outbox. It keeps its level and map alive. Any thread.
/// desc: copied
/// profile: [opt] what receivers run where rules say ANT_SENDER_SHARED_MODEL; the same as in the ghosts. With ANT_MODEL_NEURO its bank also chooses what is
/// sent by the other rules (ANT_SENDER_OWNER_LINE). Copied.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ant_outbox_create(
    desc: *const AntOutboxDesc,
    profile: *const AntProfile,
    out_outbox: *mut AntOutbox,
) -> AntStatus {
    export!("ant_outbox_create", |c| {
        let (out, desc) = (c.out(out_outbox, "out_outbox")?, c.desc(desc, "desc")?);
        for (name, value, most) in
            [("max_players", desc.max_players, 1 << 20), ("max_observers", desc.max_observers, 4096)]
        {
            if !(1..=most).contains(&value) {
                return Err(fail!(ANT_ERROR_INVALID_ARGUMENT, "`{name}` is {value}, must be 1 to {most}"));
            }
        }
        let place = Place::new(desc.world, desc.map, &desc.frame)?;
        let mut params = OutboxParams {
            capacity: SenderCapacity {
                entities: desc.max_players,
                connections: desc.max_observers,
                in_flight: desc.in_flight,
            },
            codec: codec(desc.position_step, desc.velocity_step),
            run_speed: desc.run_speed,
            ..OutboxParams::default()
        };
        (params.rules.position, params.rules.heartbeat) = (desc.threshold, desc.heartbeat);
        if !profile.is_null() {
            params.profile = self::profile(c, profile)?;
        }
        let object = Object::new(Outbox::new(&params)?);
        out.write(AntOutbox { id: handle::insert(OutboxObject { object, place })? });
        Ok(ANT_OK)
    })
}

/// The truth about own avatars, once per tick; avatars appear with their first state. ANT_LATE when one of them is not newer than the one before, which is
/// then ignored. One bad state fails the call before anything changed. Mutating.
/// states: [count] all have the struct_size of the first
/// now: nanoseconds on the own clock; dates states that have no time
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ant_outbox_submit(
    outbox: AntOutbox,
    states: *const AntState,
    count: u32,
    now: i64,
) -> AntStatus {
    export!("ant_outbox_submit", |c| {
        let object = resolve::<OutboxObject>(outbox.id)?;
        let frame = &object.place.frame;
        let mut state = object.write()?;
        each_state(c, states, count, frame, |player, given| Ok(state.check(player, &given, now)?))?;
        let mut held = Held::of(&object.place, true)?;
        let mut remark = ANT_OK;
        each_state(c, states, count, frame, |player, player_state| {
            let (world, map) = held.parts();
            let map = if let MapAccess::Learn(map) = map { Some(map) } else { None };
            if state.submit(player, &player_state, now, world, map)? == crate::predict::ObserveReport::Late {
                remark = ANT_LATE;
            }
            Ok(())
        })?;
        tell_warnings("outbox", state.take_warnings());
        Ok(remark)
    })
}

/// The packet that is due for an observer, or for ANT_EVERYONE; 0 bytes = nothing is. All in it counts as sent. Ask once per tick, and again after
/// ANT_BUDGET_REACHED: more is due than fitted. Mutating.
/// out: [capacity bytes] the usual 1200 of a datagram, at least 256
/// out_size: receives the bytes written
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ant_outbox_packet(
    outbox: AntOutbox,
    observer: u64,
    now: i64,
    out: *mut c_void,
    capacity: u64,
    out_size: *mut u64,
) -> AntStatus {
    export!("ant_outbox_packet", |c| {
        let size = c.out(out_size, "out_size")?;
        if out.is_null() {
            // Before anything counts as sent.
            return Err(null("out"));
        }
        let object = resolve::<OutboxObject>(outbox.id)?;
        let mut state = object.write()?;
        let held = Held::of(&object.place, false)?;
        let least = state.least_buffer();
        if (capacity as usize) < least {
            return Err(fail!(ANT_ERROR_BUFFER_TOO_SMALL, "`capacity` is {capacity}, must be at least {least}"));
        }
        let mut packet = [0; MAX_PACKET];
        let room = (capacity as usize).min(MAX_PACKET);
        let made = state.packet(observer, now, held.level(), &mut packet[..room])?;
        tell_warnings("outbox", state.take_warnings());
        c.copy_bytes(&packet[..made.bytes], out, capacity, None)?;
        size.write(made.bytes as u64);
        Ok(if made.waiting > 0 { ANT_BUDGET_REACHED } else { ANT_OK })
    })
}

/// No packet is longer, whatever the capacity: what datagrams of one piece hold.
const MAX_PACKET: usize = 1472;

/// What an observer's ghosts said back (ant_ghosts_reply there). Mutating.
/// bytes: [byte_len bytes]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ant_outbox_receive(
    outbox: AntOutbox,
    observer: u64,
    bytes: *const c_void,
    byte_len: u64,
    now: i64,
) -> AntStatus {
    export!("ant_outbox_receive", |c| {
        let bytes = c.bytes(bytes, byte_len, "bytes")?;
        resolve::<OutboxObject>(outbox.id)?.write()?.receive(observer, bytes, now)?;
        Ok(ANT_OK)
    })
}

/// An avatar goes; observers that knew it are told with their next packet. Mutating.
#[unsafe(no_mangle)]
pub extern "C" fn ant_outbox_remove(outbox: AntOutbox, player: u32) -> AntStatus {
    guard("ant_outbox_remove", move || {
        resolve::<OutboxObject>(outbox.id)?.write()?.remove(player)?;
        Ok(ANT_OK)
    })
}

/// When updates of a player, or of ANT_EVERYBODY, are sent. How a player is followed (AntSenderRules::kind) cannot change while it exists. Mutating.
/// rules: copied
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ant_outbox_set_rules(
    outbox: AntOutbox,
    player: u32,
    rules: *const AntSenderRules,
) -> AntStatus {
    export!("ant_outbox_set_rules", |c| {
        let rules = self::rules(c, rules)?;
        resolve::<OutboxObject>(outbox.id)?.write()?.set_rules(player, &rules)?;
        Ok(ANT_OK)
    })
}

/// ant_predictor_load_bank for an outbox whose profile has ANT_MODEL_NEURO: the bank chooses what is sent of own avatars, and where rules say
/// ANT_SENDER_SHARED_MODEL it predicts what receivers show; then ghosts need the same (ant_ghosts_load_bank). Mutating.
/// bytes: [opt] [byte_len bytes] copied. Null forgets the bank
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ant_outbox_load_bank(
    outbox: AntOutbox,
    bank: u32,
    bytes: *const c_void,
    byte_len: u64,
) -> AntStatus {
    export!("ant_outbox_load_bank", |c| {
        let file = given(c, bytes, byte_len)?;
        resolve::<OutboxObject>(outbox.id)?.write()?.load_bank(bank, file)?;
        Ok(ANT_OK)
    })
}

/// Somebody who is told. Fill it with ant_observer_init.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AntObserver {
    /// Set by ant_observer_init.
    pub struct_size: u32,
    /// 1 = everything arrives, in order (TCP, WebSocket): nothing needs to be acknowledged. Default 0.
    pub reliable: u32,
    /// Budget, bytes per second; 0 (default) = no limit. [Limit: <= 2^30]
    pub bytes_per_second: u32,
    /// Bytes that headers below add to each packet and that count for the budget. Default 28. [Limit: <= 65536]
    pub overhead: u32,
    /// 1 = `position` is given: then distances count. Default 0.
    pub has_position: u32,
    /// 0.
    pub reserved: u32,
    /// Where the observer is, in the host's frame.
    pub position: [f64; 3],
    /// Avatars nearer than this become relevant, metres. Default INFINITY. [Limit: above 0]
    pub enter_radius: f64,
    /// Avatars farther than this leave. Default INFINITY. [Limit: at least enter_radius]
    pub leave_radius: f64,
}
sized!(AntObserver, 64, "call ant_observer_init", {
    struct_size, reliable, bytes_per_second, overhead, has_position, reserved, position, enter_radius, leave_radius
});

impl Desc for AntObserver {
    fn defaults() -> Self {
        let p = ConnectionParams::default();
        Self {
            struct_size: size_of::<Self>() as u32,
            reliable: 0,
            bytes_per_second: p.bytes_per_second,
            overhead: p.overhead,
            has_position: 0,
            reserved: 0,
            position: [0.0; 3],
            enter_radius: p.enter_radius,
            leave_radius: p.leave_radius,
        }
    }
}

/// Says how an observer is reached and where it is; one that is not announced appears with its first packet. Mutating.
/// observer: [opt] null = it is gone
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ant_outbox_set_observer(
    outbox: AntOutbox,
    number: u64,
    observer: *const AntObserver,
) -> AntStatus {
    export!("ant_outbox_set_observer", |c| {
        let object = resolve::<OutboxObject>(outbox.id)?;
        if observer.is_null() {
            object.write()?.remove_observer(number)?;
            return Ok(ANT_OK);
        }
        let o = c.desc(observer, "observer")?;
        if o.reliable > 1 || o.has_position > 1 || o.reserved != 0 {
            let bad = o.reliable.max(o.has_position).max(o.reserved);
            return Err(unknown_value(bad, "observer.reliable, has_position or reserved", "0, 1"));
        }
        let position = (o.has_position == 1)
            .then(|| vector_from(&object.place.frame, o.position, "observer.position"))
            .transpose()?;
        let params = ConnectionParams {
            delivery: if o.reliable == 1 { Delivery::Reliable } else { Delivery::Acknowledged },
            bytes_per_second: o.bytes_per_second,
            overhead: o.overhead,
            enter_radius: o.enter_radius,
            leave_radius: o.leave_radius,
            ..ConnectionParams::default()
        };
        object.write()?.set_observer(number, &params, position)?;
        Ok(ANT_OK)
    })
}

/// Says for one player and one observer whether it is relevant, and the factor on its thresholds. Mutating.
/// relevance: ANT_RELEVANCE_…
/// factor: 0 = by distance. [Limit: 0.001 to 1000]
#[unsafe(no_mangle)]
pub extern "C" fn ant_outbox_set_interest(
    outbox: AntOutbox,
    observer: u64,
    player: u32,
    relevance: AntRelevance,
    factor: f64,
) -> AntStatus {
    guard("ant_outbox_set_interest", move || {
        let relevance = self::relevance(relevance)?;
        let factor = (factor != 0.0).then_some(factor);
        resolve::<OutboxObject>(outbox.id)?.write()?.set_interest(observer, player, relevance, factor)?;
        Ok(ANT_OK)
    })
}

/// What was sent to an observer so far. Const.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ant_outbox_stats(
    outbox: AntOutbox,
    observer: u64,
    out_stats: *mut AntConnectionStats,
) -> AntStatus {
    export!("ant_outbox_stats", |c| {
        let out = c.out_struct(out_stats, "out_stats")?;
        let object = resolve::<OutboxObject>(outbox.id)?;
        let state = object.read()?;
        let stats = state.stats(observer)?;
        out.write(AntConnectionStats {
            struct_size: 0,
            entities: state.players().len() as u32,
            round_trip: state.round_trip(observer)?.unwrap_or(-1),
            packets: stats.packets,
            bytes: stats.bytes,
            updates: stats.updates,
        });
        Ok(ANT_OK)
    })
}
