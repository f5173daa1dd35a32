//! What the host is to do next, and what it reports back.

use super::event::Outcome;
use super::log::Timewarp;
use super::report::Change;
use super::snapshots::Snapshot;
use super::store::Entry;
use crate::base::time::Nanos;
use crate::base::{Error, Result};
use alloc::format;

/// Work for the host, in this order: restore, execute, save.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan {
    /// First make the state in this slot ([`Timewarp::state`]) the present one.
    pub restore: Option<u32>,
    /// Then execute the events from this index on …
    pub first: usize,
    /// … so many of them, one after the other.
    pub count: usize,
    /// Then save the state; this slot will have it.
    pub save: Option<u32>,
    /// Events of `count` that are executed again, or late.
    pub replays: usize,
    /// Events that will still have to be executed again, or late, afterwards.
    pub owed: usize,
}

impl Timewarp {
    /// What to do next, with the time now; `None` when nothing is left. Call it, do what it says, [`Timewarp::complete`] it, until
    /// then. A plan ends where a snapshot is due, and executes at most `max_replay` events again. Events whose time has not come
    /// are not part of it. A time before the latest one told counts as that.
    ///
    /// Error: the plan before is not completed.
    pub fn plan(&mut self, now: Nanos) -> Result<Option<Plan>> {
        self.need_no_plan("plan")?;
        self.advance(now);
        Ok(self.open_plan(self.params.max_replay as usize))
    }

    /// The plan that the host is working on.
    pub fn current_plan(&self) -> Option<&Plan> {
        self.open.as_ref()
    }

    /// Moves the window.
    pub(super) fn advance(&mut self, now: Nanos) {
        self.now = self.now.max(now);
        self.floor = self.floor.max(self.now.saturating_sub(self.params.window));
        self.forget_what_is_settled();
    }

    /// The next plan with at most `replays` events executed again; no plan when that is all used up.
    pub(super) fn open_plan(&mut self, replays: usize) -> Option<Plan> {
        let first = self.executed;
        let mut plan =
            Plan { restore: None, first, count: 0, save: None, replays: 0, owed: self.frontier - self.executed };
        if self.stale {
            plan.restore = Some(self.snapshots.last().expect("stale only with a snapshot").slot);
        }
        if replays == 0 && (self.stale || plan.owed > 0) {
            return None;
        }
        let save = loop {
            let next = first + plan.count;
            if self.save_is_due(next) {
                break true;
            }
            let due = self.order.get(next).is_some_and(|slot| self.store.get(*slot).id.time <= self.now);
            if !due || next < self.frontier && plan.replays == replays {
                break false;
            }
            plan.replays += usize::from(next < self.frontier);
            plan.count += 1;
        };
        plan.owed -= plan.replays;
        if save {
            plan.save = Some(self.snapshots.make_room(first + plan.count, plan.restore));
        }
        if plan.restore.is_none() && plan.count == 0 && plan.save.is_none() {
            return None;
        }
        for index in first..first + plan.count {
            self.store.get_mut(self.order[index]).current = Outcome::NONE;
        }
        self.open = Some(plan);
        Some(plan)
    }

    fn save_is_due(&self, executed: usize) -> bool {
        let Some(last) = self.snapshots.last() else { return true };
        executed > last.after
            && (executed - last.after >= self.params.snapshot_events as usize
                || self.time_of(executed).saturating_sub(last.time) >= self.params.snapshot_time)
    }

    /// Time of the state with so many events behind it: that of the last one.
    fn time_of(&self, executed: usize) -> Nanos {
        executed.checked_sub(1).map_or(self.floor, |last| self.store.get(self.order[last]).id.time)
    }

    /// The state in a slot of a snapshot.
    pub fn state(&self, slot: u32) -> Result<&[u8]> {
        self.snapshots.state(slot).ok_or_else(|| Error::not_found(format!("`slot` is {slot}, which has no snapshot")))
    }

    /// Notes what executing event `index` of the open plan brought about; the last word before the plan is completed counts, and
    /// none means nothing worth telling.
    pub fn set_outcome(&mut self, index: usize, outcome: Outcome) -> Result<()> {
        let plan = self.open_one("an outcome")?;
        if index < plan.first || index >= plan.first + plan.count {
            return Err(Error::invalid(format!(
                "`index` is {index}, the plan has {} events from {}",
                plan.count, plan.first
            )));
        }
        self.store.get_mut(self.order[index]).current = outcome;
        Ok(())
    }

    /// Reports that the whole open plan is done. `state` is what was saved, given when and only when the plan says `save`.
    pub fn complete(&mut self, state: Option<&[u8]>) -> Result<()> {
        let plan = self.open_one("completing")?;
        match (plan.save, state) {
            (Some(_), None) => return Err(Error::invalid("`state` is missing: the plan says to save it")),
            (None, Some(_)) => return Err(Error::invalid("`state` is given, but the plan does not say to save it")),
            (Some(slot), Some(state)) => {
                if state.len() > self.params.max_state as usize {
                    return Err(Error::invalid(format!(
                        "`state` has {} bytes, must be at most {} (`max_state`)",
                        state.len(),
                        self.params.max_state
                    )));
                }
                self.snapshots.buffer(slot)[..state.len()].copy_from_slice(state);
                self.finish(plan, state.len());
            }
            (None, None) => self.finish(plan, 0),
        }
        Ok(())
    }

    /// Reports that the open plan failed after `executed` of its events (0 as well when the restoration failed). Unless only the
    /// saving is missing, the host's state is taken to be half changed: the next plan restores a snapshot first.
    pub fn abort(&mut self, executed: usize) -> Result<()> {
        let plan = self.open_one("aborting")?;
        if executed > plan.count {
            return Err(Error::invalid(format!("`executed` is {executed}, the plan has {} events", plan.count)));
        }
        self.give_up(plan, executed, executed < plan.count || plan.count == 0 && plan.restore.is_some());
        Ok(())
    }

    fn open_one(&self, what: &str) -> Result<Plan> {
        self.open.ok_or_else(|| Error::state(format!("{what} needs an open plan")))
    }

    pub(super) fn finish(&mut self, plan: Plan, state_len: usize) {
        self.executed_so_far(plan, plan.count, true);
        if let Some(slot) = plan.save {
            let (after, len) = (self.executed, state_len as u32);
            self.snapshots.push(Snapshot { after, time: self.time_of(after), slot, len });
            self.counters.saved = self.counters.saved.saturating_add(1);
        }
        self.settle();
        self.forget_what_is_settled();
    }

    /// Ends a plan of which `executed` events are done; `damaged` when the state is not to be trusted.
    pub(super) fn give_up(&mut self, plan: Plan, executed: usize, damaged: bool) {
        self.executed_so_far(plan, executed, executed > 0);
        if damaged {
            self.go_back();
        }
        self.settle();
    }

    fn executed_so_far(&mut self, plan: Plan, count: usize, restored: bool) {
        self.open = None;
        self.stale = false;
        self.counters.restored += u64::from(restored && plan.restore.is_some());
        for index in plan.first..plan.first + count {
            let entry = self.store.get_mut(self.order[index]);
            if index == self.frontier {
                entry.told = entry.current;
                self.frontier += 1;
                self.counters.executed = self.counters.executed.saturating_add(1);
            } else {
                self.counters.replayed = self.counters.replayed.saturating_add(1);
                self.counters.diverged += u64::from(index < self.dirty && entry.told != entry.current);
            }
        }
        self.executed = plan.first + count;
    }

    /// Once nothing is owed, what the host knows and what is are compared: changes that cancelled each other out do not show.
    fn settle(&mut self) {
        if !self.is_settled() || self.touched == usize::MAX {
            return;
        }
        let changed = self.order[self.touched.min(self.frontier)..self.frontier].iter().map(|slot| (slot, false));
        for (slot, cancelled) in changed.chain(self.tombstones.iter().map(|slot| (slot, true))) {
            let entry = self.store.get_mut(*slot);
            if entry.told == entry.current {
                continue;
            }
            let Entry { id, hash: content, told: old, current: new, .. } = *entry;
            let change = Change { id, content, cancelled, old, new };
            entry.told = entry.current;
            if self.changes.len() < self.params.max_events as usize {
                self.changes.push(change);
            } else {
                self.counters.changes_lost = self.counters.changes_lost.saturating_add(1);
            }
        }
        self.touched = usize::MAX;
        self.dirty = usize::MAX;
    }

    /// Lets the base follow the window: events before it that no late one can come before are not needed any more.
    fn forget_what_is_settled(&mut self) {
        if !self.is_settled() {
            return;
        }
        let outside = self.order.partition_point(|slot| self.store.get(*slot).id.time < self.floor);
        let behind = self.snapshots.rebase(outside);
        self.leave_behind(behind);
    }
}
