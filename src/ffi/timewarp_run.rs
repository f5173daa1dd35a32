//! Timewarp: executing events by callbacks.

use super::arg::{export, null, plain};
use super::error::{Outcome, fail};
use super::handle::{Kind, resolve};
use super::status::*;
use super::structs::sized;
use super::timewarp::{AntTimewarp, TimewarpObject};
use crate::base::hash::hash_bytes;
use crate::timewarp::{self, Event, Host, HostFailure, MAX_OUTCOME, StopKind};
use core::ffi::c_void;

/// Most bytes of an outcome.
pub const ANT_OUTCOME_MAX: u32 = 32;

/// What stopped a run.
pub type AntStoppedBy = u32;
/// The run was not stopped.
pub const ANT_STOPPED_BY_NOTHING: AntStoppedBy = 0;
/// The run was stopped: the save callback failed.
pub const ANT_STOPPED_BY_SAVE: AntStoppedBy = 1;
/// The run was stopped: the load callback failed.
pub const ANT_STOPPED_BY_LOAD: AntStoppedBy = 2;
/// The run was stopped: the execute callback failed.
pub const ANT_STOPPED_BY_EXECUTE: AntStoppedBy = 3;
/// The run was stopped: the save callback told a length above max_state.
pub const ANT_STOPPED_BY_STATE_SIZE: AntStoppedBy = 4;

// The header generator needs literals above.
const _: () = {
    assert!(ANT_OUTCOME_MAX as usize == MAX_OUTCOME);
    assert!(ANT_STOPPED_BY_SAVE == StopKind::Save as u32 && ANT_STOPPED_BY_LOAD == StopKind::Load as u32);
    assert!(ANT_STOPPED_BY_EXECUTE == StopKind::Execute as u32);
    assert!(ANT_STOPPED_BY_STATE_SIZE == StopKind::StateTooLong as u32);
};

/// What executing an event brought about, in the host's own words: who was hit, say, or a hash of something longer.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AntOutcome {
    /// Bytes used; 0 = nothing worth telling. [Limit: <= ANT_OUTCOME_MAX]
    pub len: u32,
    /// The first `len` of them count.
    pub bytes: [u8; 32],
}
plain!(AntOutcome);

impl AntOutcome {
    const NONE: Self = Self { len: 0, bytes: [0; 32] };
}

impl From<timewarp::Outcome> for AntOutcome {
    fn from(outcome: timewarp::Outcome) -> Self {
        let mut out = Self { len: outcome.as_bytes().len() as u32, ..Self::NONE };
        out.bytes[..outcome.as_bytes().len()].copy_from_slice(outcome.as_bytes());
        out
    }
}

/// An event as the log knows it. Set struct_size before a call that fills it.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AntTimewarpEvent {
    /// sizeof(AntTimewarpEvent), set by the host; in a callback by the library.
    pub struct_size: u32,
    /// 1 when it is executed again, or late: then its outcome is news only if ant_timewarp_change tells it. 0: news, to be shown at once.
    pub replay: u32,
    /// When it happened.
    pub time: i64,
    /// Who made it.
    pub source: u64,
    /// The source's own count.
    pub sequence: u64,
    /// Hash of its payload: tells apart events that share a name.
    pub content: u64,
    /// Bytes of its payload.
    pub payload_len: u32,
    /// Outcome of its last execution; empty in a callback.
    pub outcome: AntOutcome,
}
sized!(AntTimewarpEvent, 80, "call ant_timewarp_event_init", {
    struct_size, replay, time, source, sequence, content, payload_len, outcome
});

impl AntTimewarpEvent {
    pub(super) fn new(event: &Event<'_>, replay: bool, outcome: AntOutcome) -> Self {
        Self {
            struct_size: size_of::<Self>() as u32,
            replay: replay.into(),
            time: event.id.time,
            source: event.id.source,
            sequence: event.id.sequence,
            content: hash_bytes(event.payload),
            payload_len: event.payload.len() as u32,
            outcome,
        }
    }
}

/// Writes the host's state. Called within ant_timewarp_run, on its thread, as all three; calls into the same timewarp give ANT_ERROR_BUSY.
/// It must not unwind.
/// slot: number of the snapshot below max_snapshots, for hosts that keep states themselves
/// buffer: [capacity bytes] where to write
/// capacity: max_state
/// out_len: receives the bytes written; 0 before the call
/// user: the pointer given with the callback
/// Returns 0, or a number of the host when it failed.
pub type AntSaveFn = Option<
    unsafe extern "C" fn(slot: u32, buffer: *mut c_void, capacity: u64, out_len: *mut u64, user: *mut c_void) -> i32,
>;

/// Makes a saved state the present one. See AntSaveFn.
/// bytes: [byte_len bytes] what was saved
/// Returns 0, or a number of the host when it failed.
pub type AntLoadFn =
    Option<unsafe extern "C" fn(slot: u32, bytes: *const c_void, byte_len: u64, user: *mut c_void) -> i32>;

/// Executes an event. It must depend on the state and the event alone, so that executing again gives the same. A state that moves by itself is
/// brought to the event's time first. See AntSaveFn.
/// event: valid during the callback
/// payload: [event->payload_len bytes] valid during the callback
/// out_outcome: what came of it; empty before the call. A length above ANT_OUTCOME_MAX counts as failure ANT_ERROR_OUT_OF_RANGE.
/// Returns 0, or a number of the host when it failed; then its state is taken to be half changed and restored before the log goes on.
pub type AntExecuteFn = Option<
    unsafe extern "C" fn(
        event: *const AntTimewarpEvent,
        payload: *const c_void,
        out_outcome: *mut AntOutcome,
        user: *mut c_void,
    ) -> i32,
>;

/// What a run did.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AntTimewarpReport {
    /// Set by ant_timewarp_report_init.
    pub struct_size: u32,
    /// Events executed for the first time, in order.
    pub executed: u32,
    /// Events executed again, or late.
    pub replayed: u32,
    /// States loaded.
    pub restored: u32,
    /// States saved.
    pub saved: u32,
    /// Events still to be executed again or late: the host's state is in the past until a later call has done them.
    pub owed: u32,
    /// Events whose time has not come.
    pub waiting: u32,
    /// Changes added to what ant_timewarp_change tells.
    pub changes: u32,
    /// Events executed again from an equal past with another outcome: the host is not deterministic.
    pub diverged: u32,
    /// ANT_STOPPED_BY_NOTHING … ANT_STOPPED_BY_STATE_SIZE.
    pub stopped_by: AntStoppedBy,
    /// What the callback returned, or the length it told.
    pub stop_code: i64,
    /// Of the event that could not be executed, else 0.
    pub stop_time: i64,
    /// Of the event that could not be executed, else 0.
    pub stop_source: u64,
    /// Of the event that could not be executed, else 0.
    pub stop_sequence: u64,
}
sized!(AntTimewarpReport, 72, "call ant_timewarp_report_init", {
    struct_size, executed, replayed, restored, saved, owed, waiting, changes, diverged, stopped_by, stop_code, stop_time, stop_source,
    stop_sequence
});

/// The host's three functions.
struct Callbacks {
    save: unsafe extern "C" fn(u32, *mut c_void, u64, *mut u64, *mut c_void) -> i32,
    load: unsafe extern "C" fn(u32, *const c_void, u64, *mut c_void) -> i32,
    execute: unsafe extern "C" fn(*const AntTimewarpEvent, *const c_void, *mut AntOutcome, *mut c_void) -> i32,
    user: *mut c_void,
}

fn succeeded(code: i32) -> Result<(), HostFailure> {
    if code == 0 { Ok(()) } else { Err(HostFailure(code)) }
}

impl Host for Callbacks {
    fn save(&mut self, slot: u32, buffer: &mut [u8]) -> Result<usize, HostFailure> {
        let mut len = 0u64;
        // SAFETY: the host gave the function for the time of this call; buffer and length are as the header states.
        let code =
            unsafe { (self.save)(slot, buffer.as_mut_ptr().cast(), buffer.len() as u64, &raw mut len, self.user) };
        succeeded(code)?;
        Ok(usize::try_from(len).unwrap_or(usize::MAX))
    }

    fn load(&mut self, slot: u32, state: &[u8]) -> Result<(), HostFailure> {
        // SAFETY: as in `save`.
        succeeded(unsafe { (self.load)(slot, state.as_ptr().cast(), state.len() as u64, self.user) })
    }

    fn execute(&mut self, event: &Event<'_>, replay: bool) -> Result<timewarp::Outcome, HostFailure> {
        let told = AntTimewarpEvent::new(event, replay, AntOutcome::NONE);
        let mut outcome = AntOutcome::NONE;
        // SAFETY: as in `save`; event, payload and outcome live until the function returns.
        succeeded(unsafe {
            (self.execute)(&raw const told, event.payload.as_ptr().cast(), &raw mut outcome, self.user)
        })?;
        outcome_of(&outcome).map_err(|failed| HostFailure(failed.status))
    }
}

pub(super) fn outcome_of(outcome: &AntOutcome) -> Outcome<timewarp::Outcome> {
    let Some(bytes) = outcome.bytes.get(..outcome.len as usize) else {
        return Err(fail!(
            ANT_ERROR_OUT_OF_RANGE,
            "`outcome.len` is {}, must be at most {ANT_OUTCOME_MAX}",
            outcome.len
        ));
    };
    Ok(timewarp::Outcome::new(bytes)?)
}

/// Does all that is to be done at a time: rolls back, executes what is due, saves. The first call saves the state before any event. When a
/// callback fails: ANT_STOPPED, what was done before stays done, the report says why, and the next call repairs (it restores a snapshot after a
/// failed load or execution). ANT_STEPS_OWED when max_replay ended it. ANT_IN_THE_PAST when the time lies before the latest one told, which
/// counts then. ANT_ERROR_STATE while a plan is open. ant_timewarp_plan does the same without callbacks. Mutating.
/// now: the time on the clock that all peers share
/// user: [opt] handed to the callbacks
/// out_report: [opt]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ant_timewarp_run(
    timewarp: AntTimewarp,
    now: i64,
    save: AntSaveFn,
    load: AntLoadFn,
    execute: AntExecuteFn,
    user: *mut c_void,
    out_report: *mut AntTimewarpReport,
) -> AntStatus {
    export!("ant_timewarp_run", |c| {
        let out = c.out_struct_opt(out_report, "out_report")?;
        let mut host = Callbacks {
            save: save.ok_or_else(|| null("save"))?,
            load: load.ok_or_else(|| null("load"))?,
            execute: execute.ok_or_else(|| null("execute"))?,
            user,
        };
        let object = resolve::<TimewarpObject>(timewarp.id)?;
        let mut log = object.write()?;
        let before = log.now();
        let report = log.run(now, &mut host)?;
        let event = report.stopped.and_then(|stop| stop.event).unwrap_or_default();
        if let Some(out) = out {
            out.write(AntTimewarpReport {
                struct_size: 0,
                executed: report.executed,
                replayed: report.replayed,
                restored: report.restored,
                saved: report.saved,
                owed: report.owed,
                waiting: report.waiting,
                changes: report.changes,
                diverged: report.diverged,
                stopped_by: report.stopped.map_or(ANT_STOPPED_BY_NOTHING, |stop| stop.kind as u32),
                stop_code: report.stopped.map_or(0, |stop| stop.code),
                stop_time: event.time,
                stop_source: event.source,
                stop_sequence: event.sequence,
            });
        }
        Ok(match report.stopped {
            Some(_) => ANT_STOPPED,
            None if report.owed > 0 => ANT_STEPS_OWED,
            None if now < before => ANT_IN_THE_PAST,
            None => ANT_OK,
        })
    })
}
