//! What became of updates: sent, under way, arrived.

use super::connection::Connection;
use super::link::{Acknowledged, Delivery};
use super::pair::{Flight, Models, Pair, Presence, Shadow, Teleport};
use super::trigger::{Reason, Sent};
use crate::base::time::Nanos;
use crate::base::{Error, Result};
use crate::net::Codec;
use crate::net::update::{Flags, Sequence, Update};
use crate::predict::Predictor;
use crate::predict::learned::ObserveContext;
use crate::predict::strategy::Follow;

/// Updates that may lie between one and its baseline: receivers remember at least so many.
const BASELINE_AGE: i16 = 16;

impl Connection {
    /// Updates of an entity under way, oldest first.
    pub(super) fn flights(&self, slot: usize) -> &[Flight] {
        let start = slot * self.in_flight;
        &self.flights[start..start + self.pairs[slot].flights]
    }

    /// Update to which one may be relative.
    pub(super) fn baseline(&self, slot: usize) -> Option<&Update> {
        let pair = &self.pairs[slot];
        let sure = &pair.sure.as_ref()?.update;
        let arrives = match self.params.delivery {
            Delivery::Assumed => false,
            Delivery::Reliable => true,
            // While nobody acknowledges, what was sent is only assumed to be known.
            Delivery::Acknowledged => self.link.is_heard(),
        };
        let known = arrives && pair.sequence.since(sure.sequence) <= BASELINE_AGE;
        (known && pair.sequence.newer_than(sure.sequence)).then_some(sure)
    }

    /// Takes note of an update that is on its way.
    pub(super) fn commit(
        &mut self,
        slot: usize,
        sent: &Sent,
        reason: Reason,
        packet: Option<u32>,
        now: Nanos,
        codec: &Codec,
    ) {
        self.stats.updates[reason as usize] += 1;
        if sent.update.follow != Follow::Automatic {
            self.note_strategy(slot, sent, reason, codec);
        }
        let pair = &mut self.pairs[slot];
        pair.sequence = sent.update.sequence.next();
        pair.last = Some((sent.update.time, now));
        pair.compared = sent.update.time;
        (pair.area, pair.priority) = (0.0, 0.0);
        if pair.teleport == Teleport::Due {
            pair.teleport = Teleport::Told(sent.update.sequence);
        }
        if self.in_flight == 0 || self.link.gave_up(now) {
            self.pairs[slot].flights = 0;
            self.arrived(slot, sent);
            return;
        }
        let start = slot * self.in_flight;
        if pair.flights == self.in_flight {
            // The oldest is forgotten; should it be acknowledged all the same, a newer one will be too.
            self.flights.copy_within(start + 1..start + self.in_flight, start);
            pair.flights -= 1;
        }
        self.committed = self.committed.saturating_add(1);
        self.flights[start + pair.flights] = Flight { sent: *sent, at: now, packet, order: self.committed };
        pair.flights += 1;
        if let (Some(Models { hoped: Some(shadow), .. }), Some(predictor)) = (&mut pair.models, &mut self.hoped) {
            observe(predictor, shadow, &sent.update);
        }
    }

    /// The receiver has an update, newer than all it had.
    fn arrived(&mut self, slot: usize, sent: &Sent) {
        let pair = &mut self.pairs[slot];
        if let Some(models) = &mut pair.models {
            observe(&mut self.sure, &mut models.sure, &sent.update);
        }
        pair.sure = Some(*sent);
        if matches!(pair.teleport, Teleport::Told(told) if !told.newer_than(sent.update.sequence)) {
            pair.teleport = Teleport::Known;
        }
        if sent.update.flags.contains(Flags::LEAVE) {
            pair.presence = Presence::Out;
            pair.sure = None;
        }
    }

    /// The receiver has those updates under way of an entity that `has` names; older ones came too late or not at all.
    fn land(&mut self, slot: usize, has: impl Fn(&Flight) -> bool) {
        let (start, count) = (slot * self.in_flight, self.pairs[slot].flights);
        let Some(newest) = self.flights[start..start + count].iter().rposition(&has) else { return };
        for i in start..=start + newest {
            let flight = self.flights[i];
            if has(&flight) {
                self.arrived(slot, &flight.sent);
            } else if let Some(models) = &mut self.pairs[slot].models {
                models.tainted = true;
            }
        }
        self.flights.copy_within(start + newest + 1..start + count, start);
        self.pairs[slot].flights = count - newest - 1;
    }

    /// As [`Connection::land`] for all entities whose models look at each other: in the order in which they were sent, in which the
    /// receiver has taken them in.
    fn land_in_order(&mut self, acknowledged: Acknowledged) {
        let has = |flight: &Flight| flight.packet.is_some_and(|packet| acknowledged.has(packet));
        loop {
            let mut next: Option<(u64, usize)> = None;
            for (slot, pair) in self.pairs.iter().enumerate().filter(|(_, pair)| pair.flights > 0) {
                let start = slot * self.in_flight;
                let first = self.flights[start..start + pair.flights].iter().find(|flight| has(flight));
                if let Some(flight) = first.filter(|flight| next.is_none_or(|(order, _)| flight.order < order)) {
                    next = Some((flight.order, slot));
                }
            }
            let Some((order, slot)) = next else { return };
            self.land(slot, |flight| flight.order == order);
        }
    }

    fn must_acknowledge(&self) -> Result<()> {
        if self.params.delivery == Delivery::Acknowledged {
            return Ok(());
        }
        Err(Error::state("the connection was made without acknowledgements"))
    }

    /// The receiver has packets.
    pub(super) fn acknowledge(&mut self, acknowledged: Acknowledged, now: Nanos) -> Result<()> {
        self.must_acknowledge()?;
        let assumed = self.link.gave_up(now);
        self.link.acknowledge(acknowledged, now)?;
        if self.link.hear() && assumed {
            // What was taken for known may be not: all is told anew.
            self.tell_anew();
        }
        if self.is_coupled {
            self.land_in_order(acknowledged);
            return Ok(());
        }
        for slot in 0..self.pairs.len() {
            if self.pairs[slot].flights > 0 {
                self.land(slot, |flight| flight.packet.is_some_and(|packet| acknowledged.has(packet)));
            }
        }
        Ok(())
    }

    /// Everything counts as unknown to the receiver: it has lost what it knew.
    pub(super) fn tell_anew(&mut self) {
        self.pairs.iter_mut().filter(|pair| pair.presence == Presence::In).for_each(Pair::enter);
    }

    /// The receiver has one update. `false`: it is not under way, for example because it was acknowledged before.
    pub(super) fn acknowledge_update(&mut self, slot: usize, sequence: Sequence, now: Nanos) -> Result<bool> {
        self.must_acknowledge()?;
        let Some(flight) = self.flights(slot).iter().find(|f| f.sent.update.sequence == sequence) else {
            return Ok(false);
        };
        let (at, assumed) = (flight.at, self.link.gave_up(now));
        self.link.measure(now.saturating_sub(at));
        if self.link.hear() && assumed {
            self.tell_anew();
            return Ok(true);
        }
        self.land(slot, |flight| flight.sent.update.sequence == sequence);
        Ok(true)
    }
}

fn observe(shadows: &mut Predictor, shadow: &mut Shadow, update: &Update) {
    let Shadow { id, playback } = shadow;
    let taken = playback.apply(shadows, *id, update, ObserveContext::default());
    taken.expect("what a codec can tell, a predictor can take");
}
