//! Timewarp: what became different, how the log stands.

use super::arg::export;
use super::error::fail;
use super::guard::guard;
use super::handle::{Kind, resolve};
use super::status::*;
use super::structs::sized;
use super::timewarp::{AntTimewarp, TimewarpObject};
use super::timewarp_run::AntOutcome;
use crate::timewarp::ChangeKind;

/// How an outcome changed.
pub type AntChange = u32;
/// Change: another outcome than before.
pub const ANT_CHANGE_CHANGED: AntChange = 0;
/// Change: an outcome where there was none: of a late event, or of one that had failed before.
pub const ANT_CHANGE_APPEARED: AntChange = 1;
/// Change: none any more: the kill that was undone. Also that of an event which was cancelled.
pub const ANT_CHANGE_DISAPPEARED: AntChange = 2;

// The header generator needs literals above.
const _: () = {
    assert!(ANT_CHANGE_CHANGED == ChangeKind::Changed as u32 && ANT_CHANGE_APPEARED == ChangeKind::Appeared as u32);
    assert!(ANT_CHANGE_DISAPPEARED == ChangeKind::Disappeared as u32);
};

/// An event whose outcome is no longer what the host knew.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AntTimewarpChange {
    /// Set by ant_timewarp_change_init.
    pub struct_size: u32,
    /// ANT_CHANGE_CHANGED, ANT_CHANGE_APPEARED or ANT_CHANGE_DISAPPEARED.
    pub kind: AntChange,
    /// 1 when the event was cancelled.
    pub cancelled: u32,
    /// 0.
    pub reserved: u32,
    /// When the event happened.
    pub time: i64,
    /// Who made it.
    pub source: u64,
    /// The source's own count.
    pub sequence: u64,
    /// Hash of its payload.
    pub content: u64,
    /// The outcome that the host knew.
    pub old_outcome: AntOutcome,
    /// The outcome now.
    pub new_outcome: AntOutcome,
}
sized!(AntTimewarpChange, 120, "call ant_timewarp_change_init", {
    struct_size, kind, cancelled, reserved, time, source, sequence, content, old_outcome, new_outcome
});

/// How a log stands, and counts since it was made.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AntTimewarpStats {
    /// Set by ant_timewarp_stats_init.
    pub struct_size: u32,
    /// Events kept, without the cancelled ones.
    pub events: u32,
    /// Cancellations kept.
    pub cancellations: u32,
    /// Of the events, those that the host's state has behind it (after what the next plan restores).
    pub executed: u32,
    /// Events to be executed again, or late.
    pub owed: u32,
    /// 1 when the host's state is what all events so far make of it.
    pub settled: u32,
    /// Snapshots kept.
    pub snapshots: u32,
    /// Changes that ant_timewarp_change tells.
    pub changes: u32,
    /// The latest time told.
    pub now: i64,
    /// Earlier events are refused.
    pub floor: i64,
    /// Events and cancellations handed in, by verdict.
    pub verdicts: [u64; 8],
    /// Events that share time, source and sequence with one of other content; all are kept. An honest source makes none.
    pub conflicts: u64,
    /// Events executed for the first time, in order.
    pub total_executed: u64,
    /// Events executed again, or late.
    pub total_replayed: u64,
    /// States loaded.
    pub total_restored: u64,
    /// States saved.
    pub total_saved: u64,
    /// Events executed again from an equal past with another outcome.
    pub total_diverged: u64,
    /// Changes that found the list (of max_events) full because the host did not clear it.
    pub changes_lost: u64,
}
sized!(AntTimewarpStats, 168, "call ant_timewarp_stats_init", {
    struct_size, events, cancellations, executed, owed, settled, snapshots, changes, now, floor, verdicts, conflicts, total_executed,
    total_replayed, total_restored, total_saved, total_diverged, changes_lost
});

/// One of the changes since ant_timewarp_clear_changes: in the order in which they were noticed and, within one re-execution, of the events
/// (cancelled ones last). Complete whenever nothing is owed. Const.
/// index: [Limit: < changes of ant_timewarp_stats] ANT_ERROR_NOT_FOUND beyond
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ant_timewarp_change(
    timewarp: AntTimewarp,
    index: u32,
    out_change: *mut AntTimewarpChange,
) -> AntStatus {
    export!("ant_timewarp_change", |c| {
        let out = c.out_struct(out_change, "out_change")?;
        let object = resolve::<TimewarpObject>(timewarp.id)?;
        let log = object.read()?;
        let change = log.changes().get(index as usize).ok_or_else(|| {
            fail!(ANT_ERROR_NOT_FOUND, "`index` is {index}, there are {} changes", log.changes().len())
        })?;
        out.write(AntTimewarpChange {
            struct_size: 0,
            kind: change.kind() as u32,
            cancelled: change.cancelled.into(),
            reserved: 0,
            time: change.id.time,
            source: change.id.source,
            sequence: change.id.sequence,
            content: change.content,
            old_outcome: change.old.into(),
            new_outcome: change.new.into(),
        });
        Ok(ANT_OK)
    })
}

/// Forgets the changes, once the host has dealt with them. Mutating.
#[unsafe(no_mangle)]
pub extern "C" fn ant_timewarp_clear_changes(timewarp: AntTimewarp) -> AntStatus {
    guard("ant_timewarp_clear_changes", move || {
        resolve::<TimewarpObject>(timewarp.id)?.write()?.clear_changes();
        Ok(ANT_OK)
    })
}

/// How a log stands, and counts since it was made. Const.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ant_timewarp_stats(timewarp: AntTimewarp, out_stats: *mut AntTimewarpStats) -> AntStatus {
    export!("ant_timewarp_stats", |c| {
        let out = c.out_struct(out_stats, "out_stats")?;
        let object = resolve::<TimewarpObject>(timewarp.id)?;
        let log = object.read()?;
        let counters = log.counters();
        out.write(AntTimewarpStats {
            struct_size: 0,
            events: log.len() as u32,
            cancellations: log.cancellations() as u32,
            executed: log.executed() as u32,
            owed: log.owed() as u32,
            settled: log.is_settled().into(),
            snapshots: log.snapshot_count() as u32,
            changes: log.changes().len() as u32,
            now: log.now(),
            floor: log.floor(),
            verdicts: counters.verdicts,
            conflicts: counters.conflicts,
            total_executed: counters.executed,
            total_replayed: counters.replayed,
            total_restored: counters.restored,
            total_saved: counters.saved,
            total_diverged: counters.diverged,
            changes_lost: counters.changes_lost,
        });
        Ok(ANT_OK)
    })
}

/// Hash of the events from one time up to but without another, names and contents: equal on two peers that know the same ones, however
/// they arrived. Ask for times that are inside the window of both. Const.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ant_timewarp_events_hash(
    timewarp: AntTimewarp,
    from: i64,
    to: i64,
    out_hash: *mut u64,
) -> AntStatus {
    export!("ant_timewarp_events_hash", |c| {
        let out = c.out(out_hash, "out_hash")?;
        out.write(resolve::<TimewarpObject>(timewarp.id)?.read()?.hash_between(from, to));
        Ok(ANT_OK)
    })
}
