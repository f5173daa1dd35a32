//! The log: taking events and cancellations in.

use super::event::{Event, EventId, Outcome, Verdict};
use super::params::{OverCost, TimewarpParams, WhenFull};
use super::plan::Plan;
use super::report::{Change, Counters};
use super::snapshots::Snapshots;
use super::store::{Candidate, Entry, Store};
use crate::base::hash::StableHasher;
use crate::base::time::Nanos;
use crate::base::{Error, Result};
use alloc::format;
use alloc::vec::Vec;

/// A bounded log of events in the order in which they happened, and of how far a host's state has executed them.
///
/// Nothing is allocated after it was made. Nothing is dropped silently: whoever hands an event in gets a [`Verdict`].
///
/// Indices are those of the order now: they shift when events are inserted or forgotten, so use them within one plan.
#[derive(Clone, Debug)]
pub struct Timewarp {
    pub(super) params: TimewarpParams,
    pub(super) store: Store,
    /// Places of the events in order; cancelled ones are not among them.
    pub(super) order: Vec<u32>,
    /// Places of the cancellations, by name.
    pub(super) tombstones: Vec<u32>,
    pub(super) snapshots: Snapshots,
    pub(super) now: Nanos,
    /// Earlier events are refused.
    pub(super) floor: Nanos,
    /// The host's state has `order[..executed]` behind it; when `stale`, it will after the newest snapshot was restored.
    pub(super) executed: usize,
    /// Events before this one had been executed, or are late: what the host knows of.
    pub(super) frontier: usize,
    pub(super) stale: bool,
    /// Events from here on may have another outcome than the host knows; `usize::MAX` when all is settled.
    pub(super) touched: usize,
    /// Events from here on have another past than when they were executed last; as above.
    pub(super) dirty: usize,
    /// The plan that the host is working on.
    pub(super) open: Option<Plan>,
    pub(super) changes: Vec<Change>,
    pub(super) counters: Counters,
}

/// An event as the log knows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LoggedEvent<'a> {
    /// Name and payload.
    pub event: Event<'a>,
    /// Whether the host is to execute it again, or late: then its outcome is news only if it shows up in [`Timewarp::changes`].
    pub replay: bool,
    /// Outcome of its last execution.
    pub outcome: Outcome,
}

impl Timewarp {
    /// An empty log; takes all the memory it will ever have.
    pub fn new(params: &TimewarpParams) -> Result<Self> {
        params.check()?;
        let places = params.max_events as usize;
        Ok(Self {
            params: *params,
            store: Store::new(params.max_events, params.max_payload),
            order: Vec::with_capacity(places),
            tombstones: Vec::with_capacity(places),
            snapshots: Snapshots::new(params.max_snapshots, params.max_state),
            now: params.start,
            floor: params.start,
            executed: 0,
            frontier: 0,
            stale: false,
            touched: usize::MAX,
            dirty: usize::MAX,
            open: None,
            changes: Vec::with_capacity(places),
            counters: Counters::default(),
        })
    }

    /// Its bounds.
    pub fn params(&self) -> &TimewarpParams {
        &self.params
    }

    /// Bytes of memory held.
    pub fn bytes(&self) -> usize {
        size_of::<Self>()
            + self.store.bytes()
            + self.snapshots.bytes()
            + (self.order.capacity() + self.tombstones.capacity()) * 4
            + self.changes.capacity() * size_of::<Change>()
    }

    /// Events kept, without the cancelled ones.
    pub fn len(&self) -> usize {
        self.order.len()
    }

    /// Whether no event is kept.
    pub fn is_empty(&self) -> bool {
        self.order.is_empty()
    }

    /// Cancellations kept.
    pub fn cancellations(&self) -> usize {
        self.tombstones.len()
    }

    /// Events, from the first one kept, that the host's state has behind it (after the next plan's restoration, if it has one).
    pub fn executed(&self) -> usize {
        self.executed
    }

    /// Events to be executed again, or late.
    pub fn owed(&self) -> usize {
        self.frontier - self.executed
    }

    /// Whether the host's state is what all events so far make of it: nothing to restore, nothing to execute again.
    pub fn is_settled(&self) -> bool {
        !self.stale && self.executed == self.frontier && self.open.is_none()
    }

    /// The latest time told.
    pub fn now(&self) -> Nanos {
        self.now
    }

    /// Earlier events are refused.
    pub fn floor(&self) -> Nanos {
        self.floor
    }

    /// Snapshots kept.
    pub fn snapshot_count(&self) -> usize {
        self.snapshots.list().len()
    }

    /// Counts since it was made.
    pub fn counters(&self) -> &Counters {
        &self.counters
    }

    /// Event `index` in the order.
    pub fn event(&self, index: usize) -> Result<LoggedEvent<'_>> {
        let slot = *self.order.get(index).ok_or_else(|| {
            Error::not_found(format!("`index` is {index}, there are {} events in the log", self.order.len()))
        })?;
        let entry = self.store.get(slot);
        Ok(LoggedEvent { event: self.store.event(slot), replay: index < self.frontier, outcome: entry.current })
    }

    /// What became different since [`Timewarp::clear_changes`], in the order in which it was noticed and, within one re-execution,
    /// of the events (cancelled ones last). Complete as of the last time that nothing was owed.
    pub fn changes(&self) -> &[Change] {
        &self.changes
    }

    /// Forgets the changes, once the host has dealt with them.
    pub fn clear_changes(&mut self) {
        self.changes.clear();
    }

    /// Hash of the events from `from` up to but without `to`, names and contents: equal on two peers that know the same ones,
    /// however they arrived. Meaningful for times that are inside the window of both.
    pub fn hash_between(&self, from: Nanos, to: Nanos) -> u64 {
        let mut hasher = StableHasher::new();
        let first = self.order.partition_point(|slot| self.store.get(*slot).id.time < from);
        for slot in &self.order[first..] {
            let Entry { id, hash, .. } = *self.store.get(*slot);
            if id.time >= to {
                break;
            }
            hasher.i64(id.time).u64(id.source).u64(id.sequence).u64(hash);
        }
        hasher.finish()
    }

    /// Takes an event in. Errors: a payload beyond `max_payload`, a plan that is not completed.
    pub fn insert(&mut self, event: &Event<'_>) -> Result<Verdict> {
        self.need_no_plan("insert")?;
        if event.payload.len() > self.params.max_payload as usize {
            return Err(Error::invalid(format!(
                "`payload` has {} bytes, must be at most {} (`max_payload`)",
                event.payload.len(),
                self.params.max_payload
            )));
        }
        let verdict = self.take(event);
        self.counters.verdicts[verdict as usize] += 1;
        Ok(verdict)
    }

    fn take(&mut self, event: &Event<'_>) -> Verdict {
        let new = Candidate::new(event);
        if let Some(refusal) = self.outside_the_window(event.id.time) {
            return refusal;
        }
        if self.find_tombstone(event.id).is_ok() {
            return Verdict::Cancelled;
        }
        let Err(mut index) = self.order.binary_search_by(|slot| self.store.compare(*slot, new)) else {
            return Verdict::Duplicate;
        };
        if self.is_too_costly(index, 1) {
            return Verdict::TooCostly;
        }
        match self.make_place(event.id.time) {
            Ok(forgotten) => index -= forgotten,
            Err(refusal) => return refusal,
        }
        let named_so = |slot: &u32| self.store.get(*slot).id == event.id;
        if self.order.get(index).is_some_and(named_so) || index > 0 && named_so(&self.order[index - 1]) {
            self.counters.conflicts = self.counters.conflicts.saturating_add(1);
        }
        let slot = self.store.add(new);
        self.order.insert(index, slot);
        if index >= self.frontier {
            return Verdict::InOrder;
        }
        self.frontier += 1;
        self.past_changed_at(index);
        Verdict::Late
    }

    /// Takes a cancellation (anti-message) in: all events of this name, whether they are here or still to come, are not executed,
    /// or undone. [`Verdict::Late`] when something has to be undone.
    pub fn cancel(&mut self, id: EventId) -> Result<Verdict> {
        self.need_no_plan("cancel")?;
        let verdict = self.take_cancellation(id);
        self.counters.verdicts[verdict as usize] += 1;
        Ok(verdict)
    }

    fn take_cancellation(&mut self, id: EventId) -> Verdict {
        if let Some(refusal) = self.outside_the_window(id.time) {
            return refusal;
        }
        let Err(mut at) = self.find_tombstone(id) else { return Verdict::Duplicate };
        let first = self.order.partition_point(|slot| self.store.get(*slot).id < id);
        let named = self.order[first..].partition_point(|slot| self.store.get(*slot).id == id);
        if named == 0 {
            if let Err(refusal) = self.make_place(id.time) {
                return refusal;
            }
            // Forgetting may have taken older cancellations along.
            at = self.find_tombstone(id).unwrap_or_else(|at| at);
            let slot = self.store.add(Candidate::new(&Event { id, payload: &[] }));
            self.tombstones.insert(at, slot);
            return Verdict::InOrder;
        }
        if self.is_too_costly(first, 0) {
            return Verdict::TooCostly;
        }
        let was_executed = first < self.frontier;
        self.frontier -= named.min(self.frontier.saturating_sub(first));
        for i in 0..named {
            let slot = self.order[first + i];
            self.store.get_mut(slot).current = Outcome::NONE;
            self.tombstones.insert(at + i, slot);
        }
        self.order.drain(first..first + named);
        if !was_executed {
            return Verdict::InOrder;
        }
        self.past_changed_at(first);
        Verdict::Late
    }

    /// The host's state is not what the log thinks (it was replaced, or the log was restored from a snapshot on another machine):
    /// the next plan restores the newest snapshot and goes on from there. Error: a plan that is not completed.
    pub fn resync(&mut self) -> Result<()> {
        self.need_no_plan("resync")?;
        self.go_back();
        Ok(())
    }

    pub(super) fn need_no_plan(&self, call: &str) -> Result<()> {
        match self.open {
            None => Ok(()),
            Some(_) => Err(Error::state(format!("{call} while a plan is open: complete or abort it first"))),
        }
    }

    fn outside_the_window(&self, time: Nanos) -> Option<Verdict> {
        if time < self.floor {
            Some(Verdict::TooOld)
        } else if time > self.now.saturating_add(self.params.max_ahead) {
            Some(Verdict::TooFarAhead)
        } else {
            None
        }
    }

    fn find_tombstone(&self, id: EventId) -> core::result::Result<usize, usize> {
        let at = self.tombstones.partition_point(|slot| self.store.get(*slot).id < id);
        let found = self.tombstones.get(at).is_some_and(|slot| self.store.get(*slot).id == id);
        if found { Ok(at) } else { Err(at) }
    }

    /// Whether a change at `index` would have more executed again than allowed; `added` events come on top.
    fn is_too_costly(&self, index: usize, added: usize) -> bool {
        if self.params.over_cost == OverCost::Continue || index >= self.frontier {
            return false;
        }
        let from = if index < self.executed { self.snapshots.start_for(index) } else { self.executed };
        self.frontier - from + added > self.params.max_replay as usize
    }

    /// Makes sure that there is a place for something at `time`. Returns how many events were forgotten for it.
    fn make_place(&mut self, time: Nanos) -> core::result::Result<usize, Verdict> {
        if !self.store.is_full() {
            return Ok(0);
        }
        if self.params.when_full == WhenFull::Refuse || !self.is_settled() {
            return Err(Verdict::Full);
        }
        // The floor moves with what is forgotten; nothing is forgotten for a newcomer that would be too old then.
        let leaves = self.snapshots.list().get(1).map_or(0, |s| s.after);
        if leaves > 0 && self.store.get(self.order[leaves - 1]).id.time >= time {
            return Err(Verdict::Full);
        }
        let behind = self.snapshots.forget_base();
        self.leave_behind(behind);
        if self.store.is_full() { Err(Verdict::Full) } else { Ok(behind) }
    }

    /// Forgets the first `count` events, which the base has behind it now, and all cancellations of that time.
    pub(super) fn leave_behind(&mut self, count: usize) {
        if let Some(last) = count.checked_sub(1) {
            self.floor = self.floor.max(self.store.get(self.order[last]).id.time.saturating_add(1));
        }
        for slot in self.order.drain(..count) {
            self.store.remove(slot);
        }
        self.executed -= count;
        self.frontier -= count;
        let old = self.tombstones.partition_point(|slot| self.store.get(*slot).id.time < self.floor);
        for slot in self.tombstones.drain(..old) {
            self.store.remove(slot);
        }
    }

    /// The events at and after `index` have another past from now on.
    fn past_changed_at(&mut self, index: usize) {
        self.dirty = self.dirty.min(index);
        if index < self.executed {
            self.snapshots.invalidate(index);
            self.go_back();
        }
        self.touched = self.touched.min(self.executed);
    }

    /// To the newest snapshot.
    pub(super) fn go_back(&mut self) {
        // Without a snapshot nothing was executed yet, and there is nothing to restore.
        if let Some(snapshot) = self.snapshots.last() {
            self.executed = snapshot.after;
            self.stale = true;
            self.touched = self.touched.min(self.executed);
        }
    }
}
