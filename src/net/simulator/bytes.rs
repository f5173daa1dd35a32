//! The simulator for datagrams of bytes, which are copied into slots of its own.

use super::{Delivery, Flight, MAX_CAPACITY, NetworkParams, NetworkStats, Simulator};
use crate::base::hash::StableHasher;
use crate::base::serial::{Reader, Writer};
use crate::base::time::Nanos;
use crate::base::{Error, Result};
use alloc::format;
use alloc::vec::Vec;

const MAGIC: [u8; 4] = *b"ANNS";
const VERSION: u32 = 1;
/// Longest datagram: what UDP carries.
const MAX_PACKET: usize = 65_535;
/// Most memory for datagrams.
const MAX_MEMORY: usize = 1 << 26;
/// Payload of packets that do not set out.
const NO_SLOT: u32 = u32::MAX;

/// One direction of a network for datagrams. It allocates when made and not afterwards.
#[derive(Clone, Debug)]
pub struct ByteSimulator {
    network: Simulator<u32>,
    max_packet: usize,
    /// `capacity` slots of `max_packet` bytes.
    memory: Vec<u8>,
    slots: Vec<Slot>,
    free: Vec<u32>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Slot {
    length: u32,
    /// Copies under way.
    uses: u32,
}

impl ByteSimulator {
    /// A network on which at most `capacity` (1 to 2²⁰) datagrams of at most `max_packet` bytes (1 to 65,535) are under way; the
    /// product at most 2²⁶.
    pub fn new(params: &NetworkParams, seed: u64, capacity: usize, max_packet: usize) -> Result<Self> {
        let network = Simulator::new(params, seed, capacity)?;
        if !(1..=MAX_PACKET).contains(&max_packet) || capacity * max_packet > MAX_MEMORY {
            return Err(Error::invalid(format!(
                "max_packet is {max_packet}, must be 1 to {MAX_PACKET}, and at most {MAX_MEMORY} bytes for {capacity} packets"
            )));
        }
        Ok(Self {
            network,
            max_packet,
            memory: alloc::vec![0; capacity * max_packet],
            slots: alloc::vec![Slot::default(); capacity],
            free: (0..capacity as u32).rev().collect(),
        })
    }

    /// Sends a datagram and returns on how many ways it set out (0 to 2). Fails when it is longer than any may be.
    pub fn send(&mut self, now: Nanos, bytes: &[u8]) -> Result<usize> {
        if bytes.len() > self.max_packet {
            return Err(Error::invalid(format!(
                "the packet has {} bytes, at most {} are allowed",
                bytes.len(),
                self.max_packet
            )));
        }
        // Every slot in use has a copy under way, so none is free only when the network is full and takes nothing.
        let slot = self.free.last().copied().unwrap_or(NO_SLOT);
        let copies = self.network.send(now, bytes.len(), slot);
        if copies > 0 {
            self.free.pop();
            let start = slot as usize * self.max_packet;
            self.memory[start..start + bytes.len()].copy_from_slice(bytes);
            self.slots[slot as usize] = Slot { length: bytes.len() as u32, uses: copies as u32 };
        }
        Ok(copies)
    }

    /// Bytes of the datagram that [`ByteSimulator::receive`] would return.
    pub fn waiting(&self, now: Nanos) -> Option<usize> {
        let first = self.network.first().filter(|first| first.arrives <= now)?;
        Some(self.slots[first.payload as usize].length as usize)
    }

    /// The datagram that has arrived first, at or before `now`; of those that arrived together the one sent first.
    pub fn receive(&mut self, now: Nanos) -> Option<Delivery<&[u8]>> {
        let Delivery { payload: slot, sent, arrived } = self.network.receive(now)?;
        let state = &mut self.slots[slot as usize];
        state.uses -= 1;
        if state.uses == 0 {
            self.free.push(slot);
        }
        Some(Delivery { payload: self.content(slot), sent, arrived })
    }

    fn content(&self, slot: u32) -> &[u8] {
        let start = slot as usize * self.max_packet;
        &self.memory[start..start + self.slots[slot as usize].length as usize]
    }

    /// What the network is like.
    pub fn params(&self) -> &NetworkParams {
        self.network.params()
    }

    /// Changes what it is like from the next datagram on.
    pub fn set_params(&mut self, params: &NetworkParams) -> Result<()> {
        self.network.set_params(params)
    }

    /// When the next datagram arrives, if any is under way.
    pub fn next_arrival(&self) -> Option<Nanos> {
        self.network.next_arrival()
    }

    /// Copies under way.
    pub fn under_way(&self) -> usize {
        self.network.under_way()
    }

    /// What became of datagrams so far.
    pub fn stats(&self) -> &NetworkStats {
        self.network.stats()
    }

    /// Bytes of memory it uses.
    pub fn bytes(&self) -> usize {
        size_of::<Self>() - size_of::<Simulator<u32>>()
            + self.network.bytes()
            + self.memory.capacity()
            + self.slots.capacity() * size_of::<Slot>()
            + self.free.capacity() * size_of::<u32>()
    }

    /// Hash of everything that decides what happens next.
    pub fn state_hash(&self) -> u64 {
        StableHasher::new().bytes(&self.snapshot()).finish()
    }

    /// The whole state, framed.
    pub fn snapshot(&self) -> Vec<u8> {
        let n = &self.network;
        let mut w = Writer::new();
        n.params.write(&mut w);
        w.u64(n.capacity as u64).u64(self.max_packet as u64).u64(n.random.0).u8(n.in_burst.into());
        w.i64(n.link_free).i64(n.last_arrival).u64(n.serial);
        for count in counts(&n.stats) {
            w.u64(count);
        }
        let mut flights: Vec<&Flight<u32>> = n.flights.iter().collect();
        flights.sort_unstable();
        w.u64(flights.len() as u64);
        for flight in flights {
            w.i64(flight.arrives).u64(flight.serial).i64(flight.sent).blob(self.content(flight.payload));
        }
        w.seal(MAGIC, VERSION)
    }

    /// The network that a snapshot was taken of; it goes on bit by bit as the other would have.
    pub fn from_snapshot(bytes: &[u8]) -> Result<Self> {
        let mut r = Reader::open(bytes, MAGIC, VERSION)?;
        let params = NetworkParams::read(&mut r)?;
        let (capacity, max_packet) = (r.u64()?, r.u64()?);
        if capacity > MAX_CAPACITY as u64 || max_packet > MAX_PACKET as u64 {
            return Err(Error::corrupt("a network is larger than any that can be made"));
        }
        let seed = r.u64()?;
        let mut made = Self::new(&params, seed, capacity as usize, max_packet as usize).map_err(Error::into_corrupt)?;
        let n = &mut made.network;
        n.in_burst = r.u8()? != 0;
        (n.link_free, n.last_arrival, n.serial) = (r.i64()?, r.i64()?, r.u64()?);
        for count in counts_mut(&mut n.stats) {
            *count = r.u64()?;
        }
        let flights = r.count(32)?;
        if flights > capacity as usize {
            return Err(Error::corrupt("more packets are under way than fit"));
        }
        for slot in 0..flights as u32 {
            let (arrives, serial, sent, content) = (r.i64()?, r.u64()?, r.i64()?, r.blob()?);
            if content.len() > made.max_packet || serial >= made.network.serial {
                return Err(Error::corrupt("a packet is under way that was never sent"));
            }
            made.network.flights.push(Flight { arrives, serial, sent, payload: slot });
            let start = slot as usize * made.max_packet;
            made.memory[start..start + content.len()].copy_from_slice(content);
            made.slots[slot as usize] = Slot { length: content.len() as u32, uses: 1 };
            // Slots are free from the last one down, so the first ones are taken.
            made.free.pop();
        }
        r.finish()?;
        Ok(made)
    }
}

fn counts(stats: &NetworkStats) -> [u64; 6] {
    let s = stats;
    [s.sent, s.delivered, s.lost, s.queue_dropped, s.overflowed, s.duplicated]
}

fn counts_mut(stats: &mut NetworkStats) -> [&mut u64; 6] {
    let s = stats;
    [&mut s.sent, &mut s.delivered, &mut s.lost, &mut s.queue_dropped, &mut s.overflowed, &mut s.duplicated]
}
