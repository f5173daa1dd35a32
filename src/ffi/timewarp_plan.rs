//! Timewarp: executing events by plans, without callbacks.

use super::arg::export;
use super::guard::guard;
use super::handle::{Kind, resolve};
use super::status::*;
use super::structs::sized;
use super::timewarp::{AntTimewarp, TimewarpObject};
use super::timewarp_run::{AntOutcome, AntTimewarpEvent, outcome_of};
use crate::timewarp::LoggedEvent;
use core::ffi::c_void;

/// Flags of AntTimewarpPlan.
pub type AntPlanFlags = u32;
/// Plan: first restore the state in restore_slot.
pub const ANT_PLAN_RESTORE: AntPlanFlags = 1;
/// Plan: in the end save the state, for save_slot.
pub const ANT_PLAN_SAVE: AntPlanFlags = 2;

/// Work for the host: restore, then execute, then save.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AntTimewarpPlan {
    /// Set by ant_timewarp_plan_init.
    pub struct_size: u32,
    /// ANT_PLAN_RESTORE, ANT_PLAN_SAVE.
    pub flags: AntPlanFlags,
    /// First make this state (ant_timewarp_state) the present one; 0 without ANT_PLAN_RESTORE.
    pub restore_slot: u32,
    /// Then execute the events from this index on (ant_timewarp_event) …
    pub first: u32,
    /// … so many of them, one after the other.
    pub count: u32,
    /// Then save the state for this slot; 0 without ANT_PLAN_SAVE.
    pub save_slot: u32,
    /// Events of `count` that are executed again, or late.
    pub replays: u32,
    /// Events that will still have to be executed again, or late, afterwards.
    pub owed: u32,
}
sized!(AntTimewarpPlan, 32, "call ant_timewarp_plan_init", {
    struct_size, flags, restore_slot, first, count, save_slot, replays, owed
});

/// What to do next. Do it, tell the outcomes (ant_timewarp_set_outcome), report back (ant_timewarp_complete or ant_timewarp_abort), and ask again
/// until ANT_EMPTY: then nothing is left to do and nothing was written. A plan ends where a snapshot is due, and executes at most max_replay
/// events again. While it is open the log takes no events (ANT_ERROR_STATE). Mutating.
/// now: the time on the clock that all peers share; one before the latest told counts as that
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ant_timewarp_plan(
    timewarp: AntTimewarp,
    now: i64,
    out_plan: *mut AntTimewarpPlan,
) -> AntStatus {
    export!("ant_timewarp_plan", |c| {
        let out = c.out_struct(out_plan, "out_plan")?;
        let Some(plan) = resolve::<TimewarpObject>(timewarp.id)?.write()?.plan(now)? else { return Ok(ANT_EMPTY) };
        let flag = |slot: Option<u32>, flag: u32| slot.map_or(0, |_| flag);
        out.write(AntTimewarpPlan {
            struct_size: 0,
            flags: flag(plan.restore, ANT_PLAN_RESTORE) | flag(plan.save, ANT_PLAN_SAVE),
            restore_slot: plan.restore.unwrap_or(0),
            first: plan.first as u32,
            count: plan.count as u32,
            save_slot: plan.save.unwrap_or(0),
            replays: plan.replays as u32,
            owed: plan.owed as u32,
        });
        Ok(ANT_OK)
    })
}

/// An event of the log. Indices are those of the order now: they hold while a plan is open, else until the next change. Const.
/// index: [Limit: < events of ant_timewarp_stats] ANT_ERROR_NOT_FOUND beyond
/// out_event: [opt]
/// buf: [opt] [capacity bytes] receives the payload; too short: ANT_ERROR_BUFFER_TOO_SMALL
/// needed: [opt] receives the payload's size in bytes
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ant_timewarp_event(
    timewarp: AntTimewarp,
    index: u32,
    out_event: *mut AntTimewarpEvent,
    buf: *mut c_void,
    capacity: u64,
    needed: *mut u64,
) -> AntStatus {
    export!("ant_timewarp_event", |c| {
        let out = c.out_struct_opt(out_event, "out_event")?;
        let object = resolve::<TimewarpObject>(timewarp.id)?;
        let log = object.read()?;
        let LoggedEvent { event, replay, outcome } = log.event(index as usize)?;
        let status = c.copy_bytes(event.payload, buf, capacity, c.out_opt(needed))?;
        if let Some(out) = out {
            out.write(AntTimewarpEvent::new(&event, replay, outcome.into()));
        }
        Ok(status)
    })
}

/// The state of a snapshot, for a plan that restores it. ANT_ERROR_NOT_FOUND when the slot has none. Const.
/// buf: [opt] [capacity bytes] too short: ANT_ERROR_BUFFER_TOO_SMALL
/// needed: [opt] receives the size in bytes
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ant_timewarp_state(
    timewarp: AntTimewarp,
    slot: u32,
    buf: *mut c_void,
    capacity: u64,
    needed: *mut u64,
) -> AntStatus {
    export!("ant_timewarp_state", |c| {
        let object = resolve::<TimewarpObject>(timewarp.id)?;
        let log = object.read()?;
        c.copy_bytes(log.state(slot)?, buf, capacity, c.out_opt(needed))
    })
}

/// Tells what executing an event of the open plan brought about; not telling means nothing worth it. ANT_ERROR_STATE without an open plan.
/// Mutating.
/// index: [Limit: plan.first to plan.first + plan.count - 1]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ant_timewarp_set_outcome(
    timewarp: AntTimewarp,
    index: u32,
    outcome: *const AntOutcome,
) -> AntStatus {
    export!("ant_timewarp_set_outcome", |c| {
        let outcome = outcome_of(&c.read(outcome, "outcome")?)?;
        resolve::<TimewarpObject>(timewarp.id)?.write()?.set_outcome(index as usize, outcome)?;
        Ok(ANT_OK)
    })
}

/// Reports that the whole open plan is done. ANT_ERROR_STATE without an open plan. Mutating.
/// state: [opt] [state_len bytes] what was saved, for a plan with ANT_PLAN_SAVE; copied. Null with 0 for a host that keeps states itself.
/// state_len: [Limit: max_state; 0 without ANT_PLAN_SAVE]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ant_timewarp_complete(
    timewarp: AntTimewarp,
    state: *const c_void,
    state_len: u64,
) -> AntStatus {
    export!("ant_timewarp_complete", |c| {
        let state = c.bytes(state, state_len, "state")?;
        let object = resolve::<TimewarpObject>(timewarp.id)?;
        let mut log = object.write()?;
        let saves = log.current_plan().is_some_and(|plan| plan.save.is_some());
        log.complete((saves || !state.is_empty()).then_some(state))?;
        Ok(ANT_OK)
    })
}

/// Reports that the open plan failed. Unless only the saving is missing, the host's state is taken to be half changed: the next plan restores a
/// snapshot first. ANT_ERROR_STATE without an open plan. Mutating.
/// executed: events of the plan that are done; 0 as well when the restoration failed. [Limit: <= plan.count]
#[unsafe(no_mangle)]
pub extern "C" fn ant_timewarp_abort(timewarp: AntTimewarp, executed: u32) -> AntStatus {
    guard("ant_timewarp_abort", move || {
        resolve::<TimewarpObject>(timewarp.id)?.write()?.abort(executed as usize)?;
        Ok(ANT_OK)
    })
}
