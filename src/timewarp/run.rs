//! Driving a host by its three functions.

use super::event::{Event, Outcome};
use super::log::Timewarp;
use super::plan::Plan;
use super::report::{RunReport, Stop, StopKind};
use crate::base::Result;
use crate::base::time::Nanos;

/// A function of the host failed; the number is its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HostFailure(pub i32);

/// A game state that can be saved, loaded and changed by events. All three must depend on state and event alone, so that
/// executing again gives the same.
///
/// A state that moves by itself between events is brought to the time of an event when that is executed.
pub trait Host {
    /// Writes the state into `buffer` (of `max_state` bytes) and returns its length. A host that keeps states itself, one per
    /// `slot` (below `max_snapshots`), returns 0.
    fn save(&mut self, slot: u32, buffer: &mut [u8]) -> core::result::Result<usize, HostFailure>;

    /// Makes a saved state the present one.
    fn load(&mut self, slot: u32, state: &[u8]) -> core::result::Result<(), HostFailure>;

    /// Executes an event. `replay`: again, or late. Without it the outcome is news and may be shown at once; with it, wait for
    /// [`Timewarp::changes`], which has what is different in the end.
    fn execute(&mut self, event: &Event<'_>, replay: bool) -> core::result::Result<Outcome, HostFailure>;
}

impl Timewarp {
    /// Does all that is to be done at a time: rolls back, executes, saves. At most `max_replay` events are executed again; what
    /// is left then is in [`RunReport::owed`], and the next call goes on with it.
    ///
    /// When a function of the host fails the run ends, with the reason in the report, and the log stays consistent: a state that
    /// was not saved is due again; after a failed load or execution the next run restores a snapshot before it goes on, so that
    /// nothing is built on a half-changed state. An event that always fails can be cancelled.
    ///
    /// Error: a plan is open.
    pub fn run(&mut self, now: Nanos, host: &mut dyn Host) -> Result<RunReport> {
        self.need_no_plan("run")?;
        self.advance(now);
        let (before, changes) = (self.counters, self.changes.len());
        let mut replays = self.params.max_replay as usize;
        let mut stopped = None;
        while let Some(plan) = self.open_plan(replays) {
            replays -= plan.replays;
            stopped = self.follow(&plan, host).err();
            if stopped.is_some() {
                break;
            }
        }
        let counted = |now: u64, before: u64| (now - before).try_into().unwrap_or(u32::MAX);
        Ok(RunReport {
            executed: counted(self.counters.executed, before.executed),
            replayed: counted(self.counters.replayed, before.replayed),
            restored: counted(self.counters.restored, before.restored),
            saved: counted(self.counters.saved, before.saved),
            owed: self.owed() as u32,
            waiting: (self.order.len() - self.frontier) as u32,
            changes: (self.changes.len() - changes) as u32,
            diverged: counted(self.counters.diverged, before.diverged),
            stopped,
        })
    }

    fn follow(&mut self, plan: &Plan, host: &mut dyn Host) -> core::result::Result<(), Stop> {
        if let Some(slot) = plan.restore {
            let state = self.snapshots.state(slot).expect("a plan restores what there is");
            if let Err(HostFailure(code)) = host.load(slot, state) {
                self.give_up(*plan, 0, true);
                return Err(Stop { kind: StopKind::Load, code: code.into(), event: None });
            }
        }
        for i in 0..plan.count {
            let slot = self.order[plan.first + i];
            let event = self.store.event(slot);
            match host.execute(&event, plan.first + i < self.frontier) {
                Ok(outcome) => self.store.get_mut(slot).current = outcome,
                Err(HostFailure(code)) => {
                    let event = Some(event.id);
                    self.give_up(*plan, i, true);
                    return Err(Stop { kind: StopKind::Execute, code: code.into(), event });
                }
            }
        }
        let mut len = 0;
        if let Some(slot) = plan.save {
            let buffer = self.snapshots.buffer(slot);
            let most = buffer.len();
            let failed = match host.save(slot, buffer) {
                Ok(saved) if saved <= most => {
                    len = saved;
                    None
                }
                Ok(saved) => Some((StopKind::StateTooLong, saved as i64)),
                Err(HostFailure(code)) => Some((StopKind::Save, code.into())),
            };
            if let Some((kind, code)) = failed {
                self.give_up(*plan, plan.count, false);
                return Err(Stop { kind, code, event: None });
            }
        }
        self.finish(*plan, len);
        Ok(())
    }
}
