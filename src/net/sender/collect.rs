//! Packets: what is due, the most wrong first, as much as the budget has room for.

use super::connection::{DecisionContext, tick_before};
use super::trigger::{Reason, Sent};
use super::truth::SendContext;
use super::{ConnectionId, Sender, unknown_connection};
use crate::base::time::{Nanos, seconds_between};
use crate::base::{Error, Result};
use crate::net::PacketWriter;
use alloc::format;

/// Bytes of a packet beside its updates at most: fingerprint, time, end.
pub(super) const FRAME_BYTES: usize = 20;
/// Time that counts for priorities when updates are collected for the first time, or twice in one tick, seconds.
pub(super) const LEAST_WAIT: f64 = 1e-3;

/// An update that is due.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate {
    pub(super) slot: u32,
    pub(super) priority: f64,
    pub(super) reason: Reason,
    pub(super) sent: Sent,
    /// It is in the packet.
    pub(super) packed: bool,
}

/// A packet as collected.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Packet {
    /// Its number: what is acknowledged. The host sends it along; counts up and wraps.
    pub number: u32,
    /// Its length; 0 = there is nothing to send, and no number was used.
    pub bytes: usize,
    /// Updates in it.
    pub updates: usize,
    /// Updates that are due but had no room. Collect again to send them in another packet; when that gives nothing, the
    /// budget is used up and they wait.
    pub waiting: usize,
}

impl Sender {
    /// Bytes that a buffer for [`Sender::collect`] must have at least; a datagram's usual 1200 are better.
    pub fn least_buffer(&self) -> usize {
        self.codec.max_bytes() + FRAME_BYTES
    }

    /// Packs what a connection should be told now into `out`; all of it counts as sent. When not all fits, those updates
    /// come first for which broken thresholds × waiting time is largest; as that grows while an update waits and starts anew
    /// once it is sent, everybody's turn comes.
    pub fn collect(
        &mut self,
        id: ConnectionId,
        now: Nanos,
        context: &mut SendContext<'_>,
        out: &mut [u8],
    ) -> Result<Packet> {
        let (least, finest) = (self.least_buffer(), self.finest());
        if out.len() < least {
            return Err(Error::invalid(format!("out has {} bytes, must be at least {least}", out.len())));
        }
        let base = tick_before(&self.codec, now)?;
        let connection = self.connections.get_mut(id).ok_or_else(|| unknown_connection(id))?;
        if connection.is_coupled {
            return self.collect_coupled(id, base, now, context, out);
        }
        let waited = connection.collected.map_or(0.0, |before| seconds_between(before, now)).max(LEAST_WAIT);
        connection.collected = Some(now);
        let mut moment = DecisionContext {
            id,
            now,
            codec: &self.codec,
            finest,
            context,
            scratch: &mut self.scratch,
            policy: self.policy.as_deref(),
            tick: Some((now, base)),
        };

        self.candidates.clear();
        for (_, entity) in &self.by_number {
            let Some(owned) = self.entities.get(*entity) else { continue };
            let slot = entity.index as usize;
            let Some(due) = connection.check(slot, owned, &mut moment) else { continue };
            let Some(sent) = connection.make(slot, owned, due, &mut moment) else { continue };
            let pair = &mut connection.pairs[slot];
            pair.priority += due.0.ratio * waited;
            let (slot, priority) = (entity.index, pair.priority);
            self.candidates.push(Candidate { slot, priority, reason: due.0.reason, sent, packed: false });
        }
        let overhead = connection.params.overhead as usize;
        let budget = connection.link.room(&connection.params, now).map(|room| room.saturating_sub(overhead));
        let room = budget.unwrap_or(usize::MAX).min(out.len());
        if self.candidates.is_empty() || room < FRAME_BYTES {
            return Ok(Packet { waiting: self.candidates.len(), ..Packet::default() });
        }

        // In the order of their numbers updates are shortest; only when they do not all fit must some come first.
        let mut bytes = pack(&self.codec, base, &mut self.candidates, 0..u32::MAX, connection, &mut out[..room])?;
        if self.candidates.iter().any(|candidate| !candidate.packed) {
            self.order.clear();
            self.order.extend(0..self.candidates.len() as u32);
            let candidates = &self.candidates;
            self.order.sort_unstable_by(|a, b| {
                let priority = |place: u32| candidates[place as usize].priority;
                priority(*b).total_cmp(&priority(*a)).then(a.cmp(b))
            });
            let order = self.order.iter().copied();
            bytes = pack(&self.codec, base, &mut self.candidates, order, connection, &mut out[..room])?;
        }
        let updates = self.candidates.iter().filter(|candidate| candidate.packed).count();
        let waiting = self.candidates.len() - updates;
        if updates == 0 {
            return Ok(Packet { waiting, ..Packet::default() });
        }
        let number = connection.link.send(bytes + overhead, now);
        connection.stats.packets = connection.stats.packets.saturating_add(1);
        connection.stats.bytes += bytes as u64;
        let mut left = false;
        for candidate in self.candidates.iter().filter(|candidate| candidate.packed) {
            let Candidate { slot, reason, sent, .. } = candidate;
            connection.commit(*slot as usize, sent, *reason, Some(number), now, &self.codec);
            left |= *reason == Reason::Leave;
        }
        if left {
            self.forget_gone();
        }
        Ok(Packet { number, bytes, updates, waiting })
    }
}

/// Writes as many candidates as fit, in the order of their `places`, and marks them.
fn pack(
    codec: &crate::net::Codec,
    time: Nanos,
    candidates: &mut [Candidate],
    places: impl Iterator<Item = u32>,
    connection: &super::Connection,
    out: &mut [u8],
) -> Result<usize> {
    let mut writer = PacketWriter::new(codec, time, out)?;
    for place in places.take(candidates.len()) {
        let candidate = &mut candidates[place as usize];
        candidate.packed = writer.push(&candidate.sent.update, connection.baseline(candidate.slot as usize))?;
    }
    Ok(writer.finish())
}
