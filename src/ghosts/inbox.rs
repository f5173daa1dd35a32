//! What has arrived and was not looked at yet: bounded, in the order of arrival.
//!
//! A host's network thread fills it while the render thread draws. It is a value of its own so that a host that has both puts a lock
//! around it alone (the C ABI does), and nothing that draws is ever waited for.

use super::front::EVERYBODY;
use super::packet::{Digests, Header};
use super::player_state::PlayerState;
use crate::base::math::DVec3;
use crate::base::time::Nanos;
use crate::base::{Error, Result};
use crate::net::update::Sequence;
use alloc::format;
use alloc::vec::Vec;

/// Times beyond this (73 years) are refused, so that differences never overflow.
const MAX_TIME: Nanos = 1 << 61;
/// Longest packet, bytes: as much as a datagram holds.
const MAX_PACKET: usize = 65_507;

/// One thing that arrived.
#[derive(Clone, Copy, Debug)]
pub(super) enum Entry {
    /// Bytes `start` to `end` of the inbox.
    Packet { peer: u64, arrival: Nanos, start: u32, end: u32 },
    /// A state that the host's netcode brought.
    State { peer: u64, arrival: Nanos, player: u32, state: PlayerState },
}

/// What has arrived. See the module.
#[derive(Clone, Debug)]
pub struct Inbox {
    pub(super) entries: Vec<Entry>,
    pub(super) bytes: Vec<u8>,
    /// Most bytes of both.
    limit: usize,
    pub(super) digests: Digests,
    /// What had no room.
    pub(super) overflowed: u64,
}

impl Inbox {
    pub(super) fn new(limit: u32, digests: Digests) -> Self {
        Self { entries: Vec::new(), bytes: Vec::new(), limit: limit as usize, digests, overflowed: 0 }
    }

    fn room_for(&mut self, bytes: usize) -> Result<()> {
        let held = self.bytes.len() + (self.entries.len() + 1) * size_of::<Entry>();
        if held + bytes <= self.limit {
            return Ok(());
        }
        self.overflowed = self.overflowed.saturating_add(1);
        self.full()
    }

    #[cold]
    fn full(&self) -> Result<()> {
        Err(Error::budget(format!(
            "the inbox is full ({} bytes): draw more often, or give it more inbox_bytes",
            self.limit
        )))
    }

    /// Takes in a packet of an outbox that came from `peer` at `arrival` on the own clock. Bytes that are none, or of an end that
    /// does not agree with this one, are refused at once; what became of its updates is known after the next frame.
    pub fn receive(&mut self, peer: u64, bytes: &[u8], arrival: Nanos) -> Result<()> {
        check_time("now", arrival)?;
        if bytes.len() > MAX_PACKET {
            return Err(Error::invalid(format!("the packet has {} bytes, at most {MAX_PACKET} are read", bytes.len())));
        }
        let (header, _) = Header::read(bytes)?;
        if let Some(theirs) = &header.digests {
            self.digests.check(theirs)?;
        }
        self.room_for(bytes.len())?;
        let start = self.bytes.len() as u32;
        self.bytes.extend_from_slice(bytes);
        self.entries.push(Entry::Packet { peer, arrival, start, end: self.bytes.len() as u32 });
        Ok(())
    }

    /// Takes in a state of a player that the host's own netcode brought from `peer`, at `arrival` on the own clock.
    pub fn observe(&mut self, peer: u64, player: u32, state: &PlayerState, arrival: Nanos) -> Result<()> {
        check_state(player, state, arrival)?;
        self.room_for(0)?;
        self.entries.push(Entry::State { peer, arrival, player, state: *state });
        Ok(())
    }

    /// Whether there is room for so many states; they are counted as refused when there is not.
    pub fn has_room_for(&mut self, states: u32) -> Result<()> {
        let more = (states as usize).saturating_sub(1).saturating_mul(size_of::<Entry>());
        if self.room_for(more).is_err() {
            self.overflowed = self.overflowed.saturating_add(u64::from(states.saturating_sub(1)));
            return self.full();
        }
        Ok(())
    }

    /// From now on packets must agree with these ghosts.
    pub fn agree_with(&mut self, ghosts: &super::Ghosts) {
        self.digests = ghosts.digests;
    }

    /// What waits, in bytes.
    pub fn waiting(&self) -> usize {
        self.bytes.len() + self.entries.len() * size_of::<Entry>()
    }

    /// Forgets all that waits.
    pub(super) fn clear(&mut self) {
        self.entries.clear();
        self.bytes.clear();
    }

    /// Takes over what waits in another one, after what waits here; its memory stays there. Nothing is allocated once both have grown.
    pub fn take_from(&mut self, other: &mut Self) {
        self.overflowed = self.overflowed.saturating_add(core::mem::take(&mut other.overflowed));
        if self.entries.is_empty() {
            core::mem::swap(&mut self.entries, &mut other.entries);
            core::mem::swap(&mut self.bytes, &mut other.bytes);
            return;
        }
        let from = self.bytes.len() as u32;
        self.bytes.append(&mut other.bytes);
        self.entries.extend(other.entries.drain(..).map(|entry| match entry {
            Entry::Packet { peer, arrival, start, end } => {
                Entry::Packet { peer, arrival, start: start + from, end: end + from }
            }
            state @ Entry::State { .. } => state,
        }));
    }

    /// Bytes of heap memory held.
    pub fn heap_bytes(&self) -> usize {
        self.entries.capacity() * size_of::<Entry>() + self.bytes.capacity()
    }
}

/// Whether a state can be taken in.
pub fn check_state(player: u32, state: &PlayerState, arrival: Nanos) -> Result<()> {
    check_time("now", arrival)?;
    if player == EVERYBODY {
        return Err(Error::invalid(format!("player is {player}, which stands for everybody")));
    }
    if let Some(time) = state.time {
        check_time("time", time)?;
    }
    state.update(player, Sequence(0), arrival, DVec3::ZERO).observation().checked().map(|_| ())
}

/// Fails when a time is beyond what clocks show.
pub(super) fn check_time(name: &str, time: Nanos) -> Result<()> {
    if (-MAX_TIME..=MAX_TIME).contains(&time) {
        return Ok(());
    }
    Err(Error::invalid(format!("{name} is {time} ns, must be within ±2^61")))
}
