//! A seeded network in a box, for tests, tools and demos.

use super::arg::{export, in_range, known_flags, null, plain};
use super::error::{Outcome, fail};
use super::handle::{self, Kind, resolve};
use super::object::Object;
use super::status::*;
use super::structs::{Desc, sized};
use crate::net::simulator::{Burst, ByteSimulator, NetworkParams, Scatter};
use core::ffi::c_void;

/// Flags of AntSimulatorDesc.
pub type AntNetworkFlags = u32;
/// A packet waits for the one sent before it, so that jitter reorders nothing.
pub const ANT_NETWORK_KEEP_ORDER: AntNetworkFlags = 1;
/// Delays scatter normally with deviation `jitter`, cut at three of them; else evenly within it.
pub const ANT_NETWORK_NORMAL_JITTER: AntNetworkFlags = 2;
/// Losses come in bursts: the AntSimulatorDesc::burst_… are used.
pub const ANT_NETWORK_BURSTS: AntNetworkFlags = 4;

const ALL_FLAGS: u32 = 7;

/// One direction of a simulated network. Zero is null.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AntSimulator {
    /// Opaque.
    pub id: u64,
}
plain!(AntSimulator);

/// What a simulated network does to packets. Defaults: nothing. Times are nanoseconds, shares are probabilities per packet. Fill it with ant_simulator_desc_init.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AntSimulatorDesc {
    /// Set by ant_simulator_desc_init.
    pub struct_size: u32,
    /// ANT_NETWORK_… Default 0.
    pub flags: AntNetworkFlags,
    /// The same seed and calls give the same deliveries. Default 0.
    pub seed: u64,
    /// Packets that can be under way at once; more are dropped. Default 1024. [Limit: 1 to 1048576]
    pub capacity: u32,
    /// Longest packet, bytes. Default 1500. [Limit: 1 to 65535, and 2^26 for all]
    pub max_packet: u32,
    /// Mean time under way. [Limit: 0 to 6e10]
    pub latency: i64,
    /// How far delays scatter; no packet arrives before it was sent. [Limit: 0 to 6e10]
    pub jitter: i64,
    /// How long `reorder` holds a packet up. [Limit: 0 to 6e10]
    pub reorder_delay: i64,
    /// Longest wait before the narrow link; packets that would wait longer are dropped. Default 1e9. [Limit: 0 to 6e10]
    pub queue: i64,
    /// Bytes per second of the narrow link, 0 = no limit. [Limit: 0 to 2^40]
    pub bandwidth: u64,
    /// Share of packets lost (outside of bursts). [Limit: 0 to 1]
    pub loss: f64,
    /// Share of packets that arrive twice. [Limit: 0 to 1]
    pub duplicate: f64,
    /// Share of packets that are held up, whatever the flags. [Limit: 0 to 1]
    pub reorder: f64,
    /// Share of packets before which a burst begins. [Limit: 0 to 1]
    pub burst_begin: f64,
    /// Share of packets before which it ends: its mean length is 1 / burst_end. Default 1. [Limit: > 0, <= 1]
    pub burst_end: f64,
    /// Share of the packets of a burst that are lost. Default 1. [Limit: 0 to 1]
    pub burst_loss: f64,
}
sized!(AntSimulatorDesc, 112, "call ant_simulator_desc_init", {
    struct_size, flags, seed, capacity, max_packet, latency, jitter, reorder_delay, queue, bandwidth, loss, duplicate, reorder,
    burst_begin, burst_end, burst_loss
});

impl Desc for AntSimulatorDesc {
    fn defaults() -> Self {
        let p = NetworkParams::default();
        Self {
            struct_size: size_of::<Self>() as u32,
            flags: 0,
            seed: 0,
            capacity: 1024,
            max_packet: 1500,
            latency: p.latency,
            jitter: p.jitter,
            reorder_delay: p.reorder_delay,
            queue: p.queue,
            bandwidth: p.bandwidth,
            loss: p.loss,
            duplicate: p.duplicate,
            reorder: p.reorder,
            burst_begin: 0.0,
            burst_end: 1.0,
            burst_loss: 1.0,
        }
    }
}

impl AntSimulatorDesc {
    fn params(&self) -> Outcome<NetworkParams> {
        let flags = known_flags(self.flags, ALL_FLAGS, "desc.flags")?;
        let has = |flag: u32| flags & flag != 0;
        let burst = Burst { begin: self.burst_begin, end: self.burst_end, loss: self.burst_loss };
        Ok(NetworkParams {
            latency: self.latency,
            jitter: self.jitter,
            scatter: if has(ANT_NETWORK_NORMAL_JITTER) { Scatter::Normal } else { Scatter::Uniform },
            keep_order: has(ANT_NETWORK_KEEP_ORDER),
            loss: self.loss,
            burst: has(ANT_NETWORK_BURSTS).then_some(burst),
            duplicate: self.duplicate,
            reorder: self.reorder,
            reorder_delay: self.reorder_delay,
            bandwidth: self.bandwidth,
            queue: self.queue,
        })
    }
}

/// When a packet was sent and when it arrived.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AntDelivery {
    /// Size of this struct.
    pub struct_size: u32,
    /// 0.
    pub reserved: u32,
    /// When it was sent.
    pub sent: i64,
    /// When it arrived, at or before the time asked for.
    pub arrived: i64,
}
sized!(AntDelivery, 24, "call ant_delivery_init", { struct_size, reserved, sent, arrived });

/// What became of packets so far.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AntNetworkStats {
    /// Size of this struct.
    pub struct_size: u32,
    /// Copies under way now.
    pub under_way: u32,
    /// Packets handed in.
    pub sent: u64,
    /// Copies handed out.
    pub delivered: u64,
    /// Packets lost at random or in a burst.
    pub lost: u64,
    /// Packets dropped because the queue before the narrow link was too long.
    pub queue_dropped: u64,
    /// Copies dropped because as many as the capacity were under way.
    pub overflowed: u64,
    /// Packets that were sent on their way twice.
    pub duplicated: u64,
    /// Memory used.
    pub bytes: u64,
    /// When the next packet arrives; the largest int64_t when none is under way.
    pub next_arrival: i64,
}
sized!(AntNetworkStats, 72, "call ant_network_stats_init", {
    struct_size, under_way, sent, delivered, lost, queue_dropped, overflowed, duplicated, bytes, next_arrival
});

/// A simulator behind its handle.
pub(super) struct SimulatorObject(Object<ByteSimulator>);

impl Kind for SimulatorObject {
    const KIND: u8 = 11;
    const NAME: &'static str = "simulator";
    type State = ByteSimulator;
    fn object(&self) -> &Object<ByteSimulator> {
        &self.0
    }
    fn bytes(&self) -> Outcome<u64> {
        Ok(self.read()?.bytes() as u64)
    }
    fn state_hash(&self) -> Outcome<u64> {
        Ok(self.read()?.state_hash())
    }
    fn snapshot(&self) -> Outcome<Vec<u8>> {
        Ok(self.read()?.snapshot())
    }
    fn restore(&self, bytes: &[u8]) -> Outcome<()> {
        let restored = ByteSimulator::from_snapshot(bytes)?;
        *self.write()? = restored;
        Ok(())
    }
}

/// Makes one direction of a network. Any thread.
/// desc: copied
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ant_simulator_create(
    desc: *const AntSimulatorDesc,
    out_simulator: *mut AntSimulator,
) -> AntStatus {
    export!("ant_simulator_create", |c| {
        let (out, desc) = (c.out(out_simulator, "out_simulator")?, c.desc(desc, "desc")?);
        in_range(desc.capacity.into(), 1.0, 1_048_576.0, "desc.capacity")?;
        in_range(desc.max_packet.into(), 1.0, 65_535.0, "desc.max_packet")?;
        let made = ByteSimulator::new(&desc.params()?, desc.seed, desc.capacity as usize, desc.max_packet as usize)?;
        out.write(AntSimulator { id: handle::insert(SimulatorObject(Object::new(made)))? });
        Ok(ANT_OK)
    })
}

/// Changes what the network is like from the next packet on; those under way arrive as they would have. Mutating.
/// desc: its seed, capacity and max_packet are not used
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ant_simulator_set_network(
    simulator: AntSimulator,
    desc: *const AntSimulatorDesc,
) -> AntStatus {
    export!("ant_simulator_set_network", |c| {
        let params = c.desc(desc, "desc")?.params()?;
        resolve::<SimulatorObject>(simulator.id)?.write()?.set_params(&params)?;
        Ok(ANT_OK)
    })
}

/// Sends a packet. Mutating.
/// now: nanoseconds on any clock
/// bytes: [byte_len bytes] copied. [Limit: max_packet bytes]
/// out_copies: [opt] on how many ways it set out: 0 = lost, 1, 2 = doubled
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ant_simulator_send(
    simulator: AntSimulator,
    now: i64,
    bytes: *const c_void,
    byte_len: u64,
    out_copies: *mut u32,
) -> AntStatus {
    export!("ant_simulator_send", |c| {
        let bytes = c.bytes(bytes, byte_len, "bytes")?;
        let copies = resolve::<SimulatorObject>(simulator.id)?.write()?.send(now, bytes)?;
        if let Some(out) = c.out_opt(out_copies) {
            out.write(copies as u32);
        }
        Ok(ANT_OK)
    })
}

/// Takes out the packet that arrived first, at or before a time; of those that arrived together the one sent first. ANT_EMPTY when there is none. Mutating.
/// buf: [opt] [capacity bytes] null: only `needed` is written and the packet stays; too short: ANT_ERROR_BUFFER_TOO_SMALL and the packet stays
/// needed: [opt] receives the size in bytes
/// out_delivery: [opt] with its struct_size set
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ant_simulator_receive(
    simulator: AntSimulator,
    now: i64,
    buf: *mut c_void,
    capacity: u64,
    needed: *mut u64,
    out_delivery: *mut AntDelivery,
) -> AntStatus {
    export!("ant_simulator_receive", |c| {
        let out = c.out_struct_opt(out_delivery, "out_delivery")?;
        let object = resolve::<SimulatorObject>(simulator.id)?;
        let mut network = object.write()?;
        let Some(waiting) = network.waiting(now) else { return Ok(ANT_EMPTY) };
        if buf.is_null() {
            // Nothing is copied from a null buffer; the length is what is told.
            if capacity > 0 {
                return Err(null("buf"));
            }
            if let Some(needed) = c.out_opt(needed) {
                needed.write(waiting as u64);
            }
            return Ok(ANT_OK);
        }
        if waiting as u64 > capacity {
            return Err(fail!(ANT_ERROR_BUFFER_TOO_SMALL, "`capacity` is {capacity}, must be at least {waiting}"));
        }
        let Some(delivery) = network.receive(now) else { return Ok(ANT_EMPTY) };
        c.copy_bytes(delivery.payload, buf, capacity, c.out_opt(needed))?;
        if let Some(out) = out {
            out.write(AntDelivery { struct_size: 0, reserved: 0, sent: delivery.sent, arrived: delivery.arrived });
        }
        Ok(ANT_OK)
    })
}

/// What became of packets so far. Const.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ant_simulator_stats(simulator: AntSimulator, out_stats: *mut AntNetworkStats) -> AntStatus {
    export!("ant_simulator_stats", |c| {
        let out = c.out_struct(out_stats, "out_stats")?;
        let object = resolve::<SimulatorObject>(simulator.id)?;
        let network = object.read()?;
        let s = network.stats();
        out.write(AntNetworkStats {
            struct_size: 0,
            under_way: network.under_way() as u32,
            sent: s.sent,
            delivered: s.delivered,
            lost: s.lost,
            queue_dropped: s.queue_dropped,
            overflowed: s.overflowed,
            duplicated: s.duplicated,
            bytes: network.bytes() as u64,
            next_arrival: network.next_arrival().unwrap_or(i64::MAX),
        });
        Ok(ANT_OK)
    })
}
