//! A receiver as bytes.

use super::order::Order;
use super::pace::Pace;
use super::past::Past;
use super::playout::Playout;
use super::stats::{Counts, MeanGap};
use super::watch::Watch;
use super::{Known, Timing};
use super::{Receiver, ReceiverParams};
use crate::base::hash::hash_bytes;
use crate::base::serial::{Reader, Writer};
use crate::base::time::SECOND;
use crate::base::{Error, Result};
use crate::net::clock::ClockEstimator;
use crate::net::update_bytes::{UPDATE_BYTES, read_update, write_update};
use crate::predict::EntityId;
use alloc::format;
use alloc::vec::Vec;

const MAGIC: [u8; 4] = *b"ANRC";
const VERSION: u32 = 1;
/// Fewest bytes of an entity.
const ENTITY_BYTES: usize = 4 + 8 + 88 + 9 + 9 + 1 + 35 + 8 + 10 + 1;

impl Receiver {
    /// The whole state but the parameters, framed with magic, version, length and checksum.
    pub fn snapshot(&self) -> Vec<u8> {
        let mut w = Writer::new();
        self.write(&mut w);
        w.seal(MAGIC, VERSION)
    }

    /// Replaces the state by a snapshot's; parameters stay. On error nothing changes.
    ///
    /// Entities have the ids of the predictor the snapshot was taken beside: restore that one as well, or go through
    /// [`crate::net::join`]. On another machine than the one it was taken on call [`Receiver::forget_clock`] afterwards.
    pub fn restore(&mut self, bytes: &[u8]) -> Result<()> {
        let mut r = Reader::open(bytes, MAGIC, VERSION)?;
        let restored = Self::read(&mut r, &self.params)?;
        r.finish()?;
        *self = restored;
        Ok(())
    }

    /// Equal on two machines exactly when their receivers are in the same state.
    pub fn state_hash(&self) -> u64 {
        hash_bytes(&self.snapshot())
    }

    fn write(&self, w: &mut Writer) {
        w.u32(self.params.depth);
        let t = &self.timing;
        t.clock.write(w);
        w.u8(t.now.is_some().into()).i64(t.now.unwrap_or(0));
        t.prediction.write(w);
        t.interpolation.write(w);
        t.gap.write(w);
        w.i64(t.wanted_delay).i64(t.heard_until).u32(t.futures).u32(t.resynchronised);
        w.u8(t.told.is_some().into()).i64(t.told.unwrap_or(0));
        t.pace.write(w);
        t.watch.write(w);
        let (heard, late) = t.heard.unwrap_or_default();
        w.u8(t.heard.is_some().into()).i64(heard).i64(late);
        w.u8(t.jumped.is_some().into()).i64(t.jumped.unwrap_or(0)).i64(t.slower);
        let (above, until) = t.stragglers.unwrap_or_default();
        w.u8(t.stragglers.is_some().into()).i64(above).i64(until);
        self.counts.write(w);
        w.u64(self.removed_expected).u64(self.removed_distinct);
        w.u64(self.index.len() as u64);
        for (number, slot) in &self.index {
            let known = &self.slots[*slot as usize];
            w.u32(*number).u32(known.id.index).u32(known.id.generation);
            known.counts.write(w);
            known.gap.write(w);
            w.u8(known.last_arrival.is_some().into()).i64(known.last_arrival.unwrap_or(0));
            w.u8(known.set_back.into());
            known.order.write(w);
            known.past.write(w);
        }
        w.u64(self.held.len() as u64);
        self.held.iter().for_each(|update| write_update(w, update));
    }

    fn read(r: &mut Reader<'_>, params: &ReceiverParams) -> Result<Self> {
        let depth = r.u32()?;
        if depth != params.depth {
            return Err(Error::corrupt(format!("snapshot has depth {depth}, the receiver {}", params.depth)));
        }
        let mut new = Self::new(params)?;
        new.timing = Timing {
            clock: ClockEstimator::read(r)?,
            now: {
                let (known, now) = (r.bool()?, r.i64()?);
                known.then_some(now)
            },
            prediction: Playout::read(r)?,
            interpolation: Playout::read(r)?,
            gap: MeanGap::read(r)?,
            wanted_delay: r.i64()?,
            heard_until: r.i64()?,
            futures: r.u32()?,
            resynchronised: r.u32()?,
            told: {
                let (told, ahead) = (r.bool()?, r.i64()?);
                told.then_some(ahead)
            },
            pace: Pace::read(r)?,
            watch: Watch::read(r)?,
            heard: {
                let (known, heard) = (r.bool()?, (r.i64()?, r.i64()?));
                known.then_some(heard)
            },
            jumped: {
                let (known, jumped) = (r.bool()?, r.i64()?);
                known.then_some(jumped)
            },
            slower: r.i64()?.clamp(0, SECOND),
            stragglers: {
                let (known, stragglers) = (r.bool()?, (r.i64()?, r.i64()?));
                known.then_some(stragglers)
            },
        };
        new.counts = Counts::read(r)?;
        (new.removed_expected, new.removed_distinct) = (r.u64()?, r.u64()?);
        if new.removed_distinct > new.removed_expected {
            return Err(Error::corrupt("a receiver has counted more updates than were sent"));
        }
        let count = r.count(ENTITY_BYTES)?;
        if count > params.max_entities as usize {
            let most = params.max_entities;
            return Err(Error::budget(format!("snapshot has {count} entities, max_entities is {most}")));
        }
        for slot in 0..count {
            let number = r.u32()?;
            if new.index.last().is_some_and(|(last, _)| *last >= number) {
                return Err(Error::corrupt("the entities of a receiver are out of order"));
            }
            new.index.push((number, slot as u32));
            let id = EntityId { index: r.u32()?, generation: r.u32()? };
            let mut known = Known::new(id, depth);
            known.counts = Counts::read(r)?;
            known.gap = MeanGap::read(r)?;
            let (arrived, arrival) = (r.bool()?, r.i64()?);
            known.last_arrival = arrived.then_some(arrival);
            known.set_back = r.bool()?;
            known.order = Order::read(r)?;
            known.past = Past::read(r, depth, number)?;
            new.slots.push(known);
        }
        let held = r.count(UPDATE_BYTES)?;
        if held > params.max_early as usize {
            return Err(Error::budget(format!("snapshot holds {held} updates, max_early is {}", params.max_early)));
        }
        for _ in 0..held {
            let update = read_update(r)?;
            if new.held.last().is_some_and(|last| last.time > update.time) {
                return Err(Error::corrupt("the updates a receiver holds are out of order"));
            }
            new.held.push(update);
        }
        Ok(new)
    }
}
