//! The whole log as bytes, for late joiners and saved games.

use super::event::{Event, EventId, Outcome};
use super::log::Timewarp;
use super::params::TimewarpParams;
use super::report::{Change, Counters};
use super::snapshots::Snapshot;
use super::store::Candidate;
use crate::base::hash::hash_bytes;
use crate::base::serial::{HEADER_LEN, Reader, Writer};
use crate::base::{Error, Result};
use alloc::format;
use alloc::vec::Vec;
use core::cmp::Ordering;

const MAGIC: [u8; 4] = *b"ANTT";
const VERSION: u32 = 1;

impl Timewarp {
    /// Writes the whole log, the saved states included. Error: a plan is open.
    ///
    /// A host that restores it elsewhere either brings its own state along, or calls [`Timewarp::resync`], which rebuilds that
    /// from the newest snapshot.
    pub fn snapshot(&self) -> Result<Vec<u8>> {
        self.need_no_plan("snapshot")?;
        let mut w = Writer::new();
        write_params(&mut w, &self.params);
        w.i64(self.now).i64(self.floor).u64(self.executed as u64).u64(self.frontier as u64).u8(self.stale.into());
        w.u64(none_is_max(self.touched)).u64(none_is_max(self.dirty));
        for list in [&self.order, &self.tombstones] {
            w.u64(list.len() as u64);
            for slot in list {
                let entry = self.store.get(*slot);
                write_id(&mut w, entry.id);
                w.blob(self.store.event(*slot).payload);
                w.blob(entry.told.as_bytes()).blob(entry.current.as_bytes());
            }
        }
        w.u64(self.snapshots.list().len() as u64);
        for s in self.snapshots.list() {
            w.u64(s.after as u64).i64(s.time).u32(s.slot).blob(self.state(s.slot)?);
        }
        w.u64(self.changes.len() as u64);
        for change in &self.changes {
            write_id(&mut w, change.id);
            w.u64(change.content).u8(change.cancelled.into()).blob(change.old.as_bytes()).blob(change.new.as_bytes());
        }
        write_numbers(&mut w, &self.counters);
        Ok(w.seal(MAGIC, VERSION))
    }

    /// Takes over what [`Timewarp::snapshot`] wrote; the bounds must be the same. On an error nothing changed.
    pub fn restore(&mut self, bytes: &[u8]) -> Result<()> {
        self.need_no_plan("restore")?;
        *self = self.read(bytes)?;
        Ok(())
    }

    /// Hash of the whole log. Error: a plan is open.
    pub fn state_hash(&self) -> Result<u64> {
        Ok(hash_bytes(&self.snapshot()?))
    }

    fn read(&self, bytes: &[u8]) -> Result<Self> {
        let mut r = Reader::open(bytes, MAGIC, VERSION)?;
        let mut own = Writer::new();
        write_params(&mut own, &self.params);
        for byte in &own.seal(MAGIC, VERSION)[HEADER_LEN..] {
            if r.u8()? != *byte {
                return Err(Error::corrupt("snapshot is of a timewarp with other bounds"));
            }
        }
        let mut log = Self::new(&self.params)?;
        log.now = r.i64()?;
        log.floor = r.i64()?;
        (log.executed, log.frontier) = (index(&mut r)?, index(&mut r)?);
        log.stale = r.bool()?;
        (log.touched, log.dirty) = (index(&mut r)?, index(&mut r)?);
        log.read_events(&mut r)?;
        log.read_tombstones(&mut r)?;
        log.read_snapshots(&mut r)?;
        for _ in 0..log.count(&mut r)? {
            let (id, content, cancelled) = (read_id(&mut r)?, r.u64()?, r.bool()?);
            let change = Change { id, content, cancelled, old: outcome(&mut r)?, new: outcome(&mut r)? };
            log.changes.push(change);
        }
        log.counters = read_numbers(&mut r)?;
        r.finish()?;
        Ok(log)
    }

    /// A number of events.
    fn count(&self, r: &mut Reader<'_>) -> Result<usize> {
        let count = r.count(1)?;
        if count > self.params.max_events as usize {
            return Err(Error::corrupt("snapshot has more events than `max_events`"));
        }
        Ok(count)
    }

    fn read_entry(&mut self, r: &mut Reader<'_>, after: Option<u32>) -> Result<(u32, Option<Ordering>)> {
        let (id, payload) = (read_id(r)?, r.blob()?);
        if self.store.is_full() || payload.len() > self.params.max_payload as usize {
            return Err(Error::corrupt("snapshot does not keep the bounds of its log"));
        }
        let event = Event { id, payload };
        let order = after.map(|slot| self.store.compare(slot, Candidate::new(&event)));
        let slot = self.store.add(Candidate::new(&event));
        let entry = self.store.get_mut(slot);
        entry.told = outcome(r)?;
        entry.current = outcome(r)?;
        Ok((slot, order))
    }

    fn read_events(&mut self, r: &mut Reader<'_>) -> Result<()> {
        for _ in 0..self.count(r)? {
            let (slot, order) = self.read_entry(r, self.order.last().copied())?;
            if order.is_some_and(Ordering::is_ge) {
                return Err(Error::corrupt("snapshot has events out of order"));
            }
            self.order.push(slot);
        }
        if self.executed > self.frontier || self.frontier > self.order.len() {
            return Err(Error::corrupt("snapshot has executed more events than it has"));
        }
        Ok(())
    }

    fn read_tombstones(&mut self, r: &mut Reader<'_>) -> Result<()> {
        for _ in 0..self.count(r)? {
            let (slot, _) = self.read_entry(r, None)?;
            let id = self.store.get(slot).id;
            if self.tombstones.last().is_some_and(|last| self.store.get(*last).id > id) {
                return Err(Error::corrupt("snapshot has cancellations out of order"));
            }
            self.tombstones.push(slot);
        }
        Ok(())
    }

    fn read_snapshots(&mut self, r: &mut Reader<'_>) -> Result<()> {
        let count = r.count(1)?;
        if count > self.params.max_snapshots as usize {
            return Err(Error::corrupt("snapshot has more states than `max_snapshots`"));
        }
        for i in 0..count {
            let (after, time, slot, state) = (index(r)?, r.i64()?, r.u32()?, r.blob()?);
            let follows = self.snapshots.last().map_or(after == 0, |last| last.after < after);
            let free = slot < self.params.max_snapshots && self.state(slot).is_err();
            if !follows || !free || after > self.executed || state.len() > self.params.max_state as usize {
                return Err(Error::corrupt(format!("state {i} of the snapshot does not fit the log")));
            }
            self.snapshots.buffer(slot)[..state.len()].copy_from_slice(state);
            self.snapshots.push(Snapshot { after, time, slot, len: state.len() as u32 });
        }
        let back = self.snapshots.last().map(|last| last.after);
        if back.is_none() && (self.executed > 0 || self.stale) || self.stale && back != Some(self.executed) {
            return Err(Error::corrupt("snapshot has no state to go back to"));
        }
        Ok(())
    }
}

fn write_params(w: &mut Writer, p: &TimewarpParams) {
    w.u32(p.max_events).u32(p.max_payload).u32(p.max_snapshots).u32(p.max_state).u32(p.snapshot_events);
    w.i64(p.snapshot_time).i64(p.start).i64(p.window).i64(p.max_ahead);
    w.u32(p.max_replay).u32(p.over_cost as u32).u32(p.when_full as u32);
}

fn write_id(w: &mut Writer, id: EventId) {
    w.i64(id.time).u64(id.source).u64(id.sequence);
}

fn read_id(r: &mut Reader<'_>) -> Result<EventId> {
    Ok(EventId { time: r.i64()?, source: r.u64()?, sequence: r.u64()? })
}

/// As [`index`] reads it.
fn none_is_max(index: usize) -> u64 {
    if index == usize::MAX { u64::MAX } else { index as u64 }
}

/// `u64::MAX` stands for "none" on machines of any width.
fn index(r: &mut Reader<'_>) -> Result<usize> {
    Ok(usize::try_from(r.u64()?).unwrap_or(usize::MAX))
}

fn outcome(r: &mut Reader<'_>) -> Result<Outcome> {
    Outcome::new(r.blob()?).map_err(Error::into_corrupt)
}

fn write_numbers(w: &mut Writer, c: &Counters) {
    let rest = [c.conflicts, c.executed, c.replayed, c.restored, c.saved, c.diverged, c.changes_lost];
    for count in c.verdicts.into_iter().chain(rest) {
        w.u64(count);
    }
}

fn read_numbers(r: &mut Reader<'_>) -> Result<Counters> {
    // Honest counts never come near; others would overflow one day.
    let mut count = || r.u64().and_then(|n| if n >> 62 == 0 { Ok(n) } else { Err(Error::corrupt("absurd count")) });
    let mut counters = Counters::default();
    for verdict in &mut counters.verdicts {
        *verdict = count()?;
    }
    for rest in [
        &mut counters.conflicts,
        &mut counters.executed,
        &mut counters.replayed,
        &mut counters.restored,
        &mut counters.saved,
        &mut counters.diverged,
        &mut counters.changes_lost,
    ] {
        *rest = count()?;
    }
    Ok(counters)
}
