//! Packets about entities whose models look at each other: what is told of one changes what receivers show of the others.
//!
//! So updates are taken for known as soon as they are in the packet, and everybody else is looked at again, until nobody is off
//! any more. Each entity is told of once at most, which ends it.

use super::collect::{Candidate, FRAME_BYTES, LEAST_WAIT, Packet};
use super::connection::DecisionContext;
use super::trigger::Reason;
use super::truth::SendContext;
use super::{ConnectionId, Sender, unknown_connection};
use crate::base::Result;
use crate::base::time::{Nanos, seconds_between};
use crate::net::PacketWriter;

impl Sender {
    /// As [`Sender::collect`]; `base` is the tick at or before `now`. The order of a packet, which is by priority here, is that in
    /// which the receiver takes its updates in.
    pub(super) fn collect_coupled(
        &mut self,
        id: ConnectionId,
        base: Nanos,
        now: Nanos,
        context: &mut SendContext<'_>,
        out: &mut [u8],
    ) -> Result<Packet> {
        let finest = self.finest();
        let connection = self.connections.get_mut(id).ok_or_else(|| unknown_connection(id))?;
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
        let overhead = connection.params.overhead as usize;
        let budget = connection.link.room(&connection.params, now).map(|room| room.saturating_sub(overhead));
        let room = budget.unwrap_or(usize::MAX).min(out.len());
        let number = connection.link.next_number();
        let mut writer =
            if room < FRAME_BYTES { None } else { Some(PacketWriter::new(&self.codec, base, &mut out[..room])?) };
        let (mut updates, mut left, mut first) = (0, false, true);
        let waiting = loop {
            self.candidates.clear();
            for (_, entity) in &self.by_number {
                let Some(owned) = self.entities.get(*entity) else { continue };
                let slot = entity.index as usize;
                let Some(due) = connection.check(slot, owned, &mut moment) else { continue };
                let Some(sent) = connection.make(slot, owned, due, &mut moment) else { continue };
                let pair = &mut connection.pairs[slot];
                if first {
                    pair.priority += due.0.ratio * waited;
                }
                let (slot, priority) = (entity.index, pair.priority);
                self.candidates.push(Candidate { slot, priority, reason: due.0.reason, sent, packed: false });
            }
            self.candidates.sort_unstable_by(|a, b| b.priority.total_cmp(&a.priority).then(a.slot.cmp(&b.slot)));
            let mut waiting = self.candidates.len();
            first = false;
            let Some(writer) = &mut writer else { break waiting };
            let before = updates;
            for Candidate { slot, reason, sent, .. } in &self.candidates {
                let slot = *slot as usize;
                if writer.push(&sent.update, connection.baseline(slot))? {
                    connection.commit(slot, sent, *reason, Some(number), now, &self.codec);
                    left |= *reason == Reason::Leave;
                    (updates, waiting) = (updates + 1, waiting - 1);
                }
            }
            if updates == before {
                break waiting;
            }
        };
        let Some(writer) = writer.filter(|_| updates > 0) else { return Ok(Packet { waiting, ..Packet::default() }) };
        let bytes = writer.finish();
        connection.link.send(bytes + overhead, now);
        connection.stats.packets = connection.stats.packets.saturating_add(1);
        connection.stats.bytes += bytes as u64;
        if left {
            self.forget_gone();
        }
        Ok(Packet { number, bytes, updates, waiting })
    }
}
