//! Timewarp: events in the order in which they happened; taking them in, what became different, the log as a whole.

use super::arg::{export, in_range, plain, unknown_value};
use super::batch;
use super::error::{Outcome, fail};
use super::guard::guard;
use super::handle::{self, Kind, resolve};
use super::object::Object;
use super::status::*;
use super::stream::{AntStream, COUNTS, FLAGS, IDS, STATUSES, TIMES, check_overlap};
use super::structs::{Desc, sized};
use crate::timewarp::{Event, EventId, OverCost, Timewarp, TimewarpParams, Verdict, WhenFull};
use core::ffi::c_void;

/// A bounded log of events, snapshots of the host's state, and how far that has executed the events. Zero is null.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AntTimewarp {
    /// Opaque.
    pub id: u64,
}
plain!(AntTimewarp);

/// What becomes of an event whose re-execution costs too much.
pub type AntOverCost = u32;
/// over_cost: an expensive late event is taken; what one call may not do the next one goes on with.
pub const ANT_OVER_COST_CONTINUE: AntOverCost = 0;
/// over_cost: it is refused with ANT_ARRIVAL_TOO_COSTLY.
pub const ANT_OVER_COST_REFUSE: AntOverCost = 1;

/// What becomes of an event for which there is no room.
pub type AntWhenFull = u32;
/// when_full: new events are refused with ANT_ARRIVAL_FULL until the window has moved on.
pub const ANT_WHEN_FULL_REFUSE: AntWhenFull = 0;
/// when_full: the oldest executed events are forgotten, up to the next snapshot; the window becomes as much shorter.
pub const ANT_WHEN_FULL_FORGET: AntWhenFull = 1;

/// What became of an event.
pub type AntArrival = u32;
/// Verdict: kept; no later event was executed yet. Of a cancellation: nothing had to be undone.
pub const ANT_ARRIVAL_IN_ORDER: AntArrival = 0;
/// Verdict: kept; events were executed too early (or wrongly) and will be executed again.
pub const ANT_ARRIVAL_LATE: AntArrival = 1;
/// Verdict: known already, ignored.
pub const ANT_ARRIVAL_DUPLICATE: AntArrival = 2;
/// Verdict: its cancellation arrived before it; ignored.
pub const ANT_ARRIVAL_CANCELLED: AntArrival = 3;
/// Verdict: refused; it happened before the window.
pub const ANT_ARRIVAL_TOO_OLD: AntArrival = 4;
/// Verdict: refused; it claims a time later than now + max_ahead.
pub const ANT_ARRIVAL_TOO_FAR_AHEAD: AntArrival = 5;
/// Verdict: refused; more than max_replay events would have to be executed again (ANT_OVER_COST_REFUSE).
pub const ANT_ARRIVAL_TOO_COSTLY: AntArrival = 6;
/// Verdict: refused; the log is full.
pub const ANT_ARRIVAL_FULL: AntArrival = 7;

// The header generator needs literals above.
const _: () = {
    assert!(ANT_OVER_COST_CONTINUE == OverCost::Continue as u32 && ANT_OVER_COST_REFUSE == OverCost::Refuse as u32);
    assert!(ANT_WHEN_FULL_REFUSE == WhenFull::Refuse as u32 && ANT_WHEN_FULL_FORGET == WhenFull::Forget as u32);
    assert!(ANT_ARRIVAL_IN_ORDER == Verdict::InOrder as u32 && ANT_ARRIVAL_LATE == Verdict::Late as u32);
    assert!(ANT_ARRIVAL_DUPLICATE == Verdict::Duplicate as u32 && ANT_ARRIVAL_CANCELLED == Verdict::Cancelled as u32);
    assert!(ANT_ARRIVAL_TOO_OLD == Verdict::TooOld as u32);
    assert!(ANT_ARRIVAL_TOO_FAR_AHEAD == Verdict::TooFarAhead as u32);
    assert!(ANT_ARRIVAL_TOO_COSTLY == Verdict::TooCostly as u32 && ANT_ARRIVAL_FULL == Verdict::Full as u32);
};

/// Bounds of a timewarp. Fill it with ant_timewarp_desc_init. All memory is taken when it is made: about max_events * (max_payload + 240) +
/// max_snapshots * max_state bytes. Nothing is allocated afterwards. The log reaches back at most two windows, so max_events should be twice
/// the events of a window and those between two snapshots.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AntTimewarpDesc {
    /// Set by ant_timewarp_desc_init.
    pub struct_size: u32,
    /// Most events at once, waiting ones and cancellations included. Default 4096. [Limit: 2 to 1048576]
    pub max_events: u32,
    /// Most bytes of an event's payload. Default 64. [Limit: <= 65536]
    pub max_payload: u32,
    /// Most snapshots at once; they are thinned so that their distances grow with their age. Default 16. [Limit: 3 to 1024]
    pub max_snapshots: u32,
    /// Most bytes of one snapshot; 0 when the host keeps states itself, by slot. Default 16384. [Limit: <= 2^30, and 2^32 for all snapshots]
    pub max_state: u32,
    /// A snapshot is due after so many executed events. Default 16. [Limit: >= 1]
    pub snapshot_events: u32,
    /// Most events that one call (or plan) executes again, late ones included. Default 4096. [Limit: >= 1]
    pub max_replay: u32,
    /// ANT_OVER_COST_CONTINUE (default) or ANT_OVER_COST_REFUSE.
    pub over_cost: AntOverCost,
    /// ANT_WHEN_FULL_REFUSE (default) or ANT_WHEN_FULL_FORGET.
    pub when_full: AntWhenFull,
    /// Must be 0.
    pub reserved: u32,
    /// A snapshot is also due when so many nanoseconds lie between the last one and an executed event. Default 100 ms. [Limit: >= 1]
    pub snapshot_time: i64,
    /// Time of the host's state before any event; earlier events are refused. Default 0.
    pub start: i64,
    /// How late an event may be, nanoseconds. Default 1 s. [Limit: >= 0]
    pub window: i64,
    /// How far in the future an event may claim to be, nanoseconds. Default 1 s. [Limit: >= 0]
    pub max_ahead: i64,
}
sized!(AntTimewarpDesc, 72, "call ant_timewarp_desc_init", {
    struct_size, max_events, max_payload, max_snapshots, max_state, snapshot_events, max_replay, over_cost, when_full, reserved,
    snapshot_time, start, window, max_ahead
});

impl Desc for AntTimewarpDesc {
    fn defaults() -> Self {
        let p = TimewarpParams::default();
        Self {
            struct_size: size_of::<Self>() as u32,
            max_events: p.max_events,
            max_payload: p.max_payload,
            max_snapshots: p.max_snapshots,
            max_state: p.max_state,
            snapshot_events: p.snapshot_events,
            max_replay: p.max_replay,
            over_cost: p.over_cost as u32,
            when_full: p.when_full as u32,
            reserved: 0,
            snapshot_time: p.snapshot_time,
            start: p.start,
            window: p.window,
            max_ahead: p.max_ahead,
        }
    }
}

fn at_least(value: i64, least: i64, name: &str) -> Outcome<i64> {
    if value >= least {
        return Ok(value);
    }
    Err(fail!(ANT_ERROR_OUT_OF_RANGE, "`{name}` is {value}, must be at least {least}"))
}

impl AntTimewarpDesc {
    fn checked(&self) -> Outcome<TimewarpParams> {
        if self.reserved != 0 {
            return Err(fail!(ANT_ERROR_INVALID_ARGUMENT, "`desc.reserved` is {}, must be 0", self.reserved));
        }
        in_range(self.max_events.into(), 2.0, 1_048_576.0, "desc.max_events")?;
        in_range(self.max_payload.into(), 0.0, 65_536.0, "desc.max_payload")?;
        in_range(self.max_snapshots.into(), 3.0, 1024.0, "desc.max_snapshots")?;
        in_range(self.max_state.into(), 0.0, 1_073_741_824.0, "desc.max_state")?;
        at_least(self.snapshot_events.into(), 1, "desc.snapshot_events")?;
        at_least(self.max_replay.into(), 1, "desc.max_replay")?;
        let over_cost = match self.over_cost {
            ANT_OVER_COST_CONTINUE => OverCost::Continue,
            ANT_OVER_COST_REFUSE => OverCost::Refuse,
            other => {
                return Err(unknown_value(other, "desc.over_cost", "ANT_OVER_COST_CONTINUE, ANT_OVER_COST_REFUSE"));
            }
        };
        let when_full = match self.when_full {
            ANT_WHEN_FULL_REFUSE => WhenFull::Refuse,
            ANT_WHEN_FULL_FORGET => WhenFull::Forget,
            other => return Err(unknown_value(other, "desc.when_full", "ANT_WHEN_FULL_REFUSE, ANT_WHEN_FULL_FORGET")),
        };
        Ok(TimewarpParams {
            max_events: self.max_events,
            max_payload: self.max_payload,
            max_snapshots: self.max_snapshots,
            max_state: self.max_state,
            snapshot_events: self.snapshot_events,
            snapshot_time: at_least(self.snapshot_time, 1, "desc.snapshot_time")?,
            start: self.start,
            window: at_least(self.window, 0, "desc.window")?,
            max_ahead: at_least(self.max_ahead, 0, "desc.max_ahead")?,
            max_replay: self.max_replay,
            over_cost,
            when_full,
        })
    }
}

/// A timewarp behind its handle.
pub(super) struct TimewarpObject(Object<Timewarp>);

impl Kind for TimewarpObject {
    const KIND: u8 = 6;
    const NAME: &'static str = "timewarp";
    type State = Timewarp;
    fn object(&self) -> &Object<Timewarp> {
        &self.0
    }
    fn bytes(&self) -> Outcome<u64> {
        Ok(self.read()?.bytes() as u64)
    }
    fn state_hash(&self) -> Outcome<u64> {
        Ok(self.read()?.state_hash()?)
    }
    fn snapshot(&self) -> Outcome<Vec<u8>> {
        Ok(self.read()?.snapshot()?)
    }
    fn restore(&self, bytes: &[u8]) -> Outcome<()> {
        Ok(self.write()?.restore(bytes)?)
    }
}

/// Makes an empty log. Any thread.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ant_timewarp_create(
    desc: *const AntTimewarpDesc,
    out_timewarp: *mut AntTimewarp,
) -> AntStatus {
    export!("ant_timewarp_create", |c| {
        let out = c.out(out_timewarp, "out_timewarp")?;
        let params = c.desc(desc, "desc")?.checked()?;
        let object = TimewarpObject(Object::new(Timewarp::new(&params)?));
        out.write(AntTimewarp { id: handle::insert(object)? });
        Ok(ANT_OK)
    })
}

fn remark(verdict: Verdict) -> AntStatus {
    if verdict.is_refusal() { ANT_REFUSED } else { ANT_OK }
}

/// Takes an event in. Nothing is executed before the next run or plan. The order of execution is that of time, then source, then sequence,
/// then the hash of the payload, so that all peers agree. ANT_REFUSED when it was not taken: the verdict says why. ANT_ERROR_STATE while a
/// plan is open. Mutating.
/// time: when it happened, on the clock that all peers share
/// source: who made it, the host's own number
/// sequence: the source's own count of its events
/// payload: [opt] [payload_len bytes] what the host needs to execute it; copied. [Limit: max_payload bytes]
/// out_verdict: receives ANT_ARRIVAL_IN_ORDER … ANT_ARRIVAL_FULL
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ant_timewarp_insert(
    timewarp: AntTimewarp,
    time: i64,
    source: u64,
    sequence: u64,
    payload: *const c_void,
    payload_len: u64,
    out_verdict: *mut AntArrival,
) -> AntStatus {
    export!("ant_timewarp_insert", |c| {
        let out = c.out(out_verdict, "out_verdict")?;
        let payload = c.bytes(payload, payload_len, "payload")?;
        let event = Event { id: EventId { time, source, sequence }, payload };
        let verdict = resolve::<TimewarpObject>(timewarp.id)?.write()?.insert(&event)?;
        out.write(verdict as u32);
        Ok(remark(verdict))
    })
}

/// Takes many events in. ANT_REFUSED when the log did not take some of them. Mutating.
/// times: [count] ANT_I64
/// sources: [count] ANT_U64
/// sequences: [count] ANT_U64
/// payload_lens: [opt] [count] ANT_U8 … ANT_I32: bytes of each payload; absent = no payloads
/// payloads: [opt] [payloads_len bytes] one after the other
/// payloads_len: [Limit: the sum of payload_lens]
/// out_verdicts: [opt] [count] ANT_U8 or ANT_U32
/// out_status: [opt] [count] ANT_U8, ANT_I8 or ANT_I32
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ant_timewarp_insert_batch(
    timewarp: AntTimewarp,
    count: u32,
    times: *const AntStream,
    sources: *const AntStream,
    sequences: *const AntStream,
    payload_lens: *const AntStream,
    payloads: *const c_void,
    payloads_len: u64,
    out_verdicts: *const AntStream,
    out_status: *const AntStream,
) -> AntStatus {
    export!("ant_timewarp_insert_batch", |c| {
        let times = c.input(&c.stream(times), count, TIMES, "times")?;
        let sources = c.input(&c.stream(sources), count, IDS, "sources")?;
        let sequences = c.input(&c.stream(sequences), count, IDS, "sequences")?;
        let lens = c.input_opt(&c.stream(payload_lens), count, COUNTS, "payload_lens")?;
        let payloads = c.bytes(payloads, payloads_len, "payloads")?;
        let verdicts = c.output_opt(&c.stream(out_verdicts), count, FLAGS, "out_verdicts")?;
        let statuses = c.output_opt(&c.stream(out_status), count, STATUSES, "out_status")?;
        check_overlap(&[Some(times), Some(sources), Some(sequences), lens], &[verdicts, statuses])?;
        let len = |i: usize| lens.map_or(Ok(0), |lens| lens.count(i)).map(|len| len as usize);
        let mut sum = 0;
        for i in 0..count as usize {
            sum += len(i)?;
        }
        if sum != payloads.len() {
            return Err(fail!(
                ANT_ERROR_INVALID_ARGUMENT,
                "`payloads_len` is {payloads_len}, must be {sum}, the sum of `payload_lens`"
            ));
        }
        let object = resolve::<TimewarpObject>(timewarp.id)?;
        let mut log = object.write()?;
        let most = log.params().max_payload as usize;
        if statuses.is_none() {
            for i in 0..count as usize {
                if len(i)? > most {
                    return Err(fail!(
                        ANT_ERROR_INVALID_ARGUMENT,
                        "`payload_lens[{i}]` is {}, must be at most {most} (`max_payload`)",
                        len(i)?
                    ));
                }
            }
        }
        let mut at = 0;
        batch::run_checked(count, statuses, |i| {
            let payload = &payloads[at..at + len(i)?];
            at += payload.len();
            let id = EventId { time: times.time(i), source: sources.id(i), sequence: sequences.id(i) };
            let verdict = log.insert(&Event { id, payload })?;
            if let Some(verdicts) = verdicts {
                verdicts.number(i, verdict as u32);
            }
            Ok(remark(verdict))
        })
    })
}

/// Takes a cancellation (anti-message) in: all events of this name, here or still to come, are not executed, or undone by the next run.
/// ANT_REFUSED when it was not taken: the verdict says why. ANT_ERROR_STATE while a plan is open. Mutating.
/// out_verdict: receives ANT_ARRIVAL_LATE when something has to be undone, else as in ant_timewarp_insert
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ant_timewarp_cancel(
    timewarp: AntTimewarp,
    time: i64,
    source: u64,
    sequence: u64,
    out_verdict: *mut AntArrival,
) -> AntStatus {
    export!("ant_timewarp_cancel", |c| {
        let out = c.out(out_verdict, "out_verdict")?;
        let id = EventId { time, source, sequence };
        let verdict = resolve::<TimewarpObject>(timewarp.id)?.write()?.cancel(id)?;
        out.write(verdict as u32);
        Ok(remark(verdict))
    })
}

/// Tells the log that the host's state is not what it was (it was replaced, or the log was restored on another machine): the next run or
/// plan restores the newest snapshot and goes on from there. ANT_ERROR_STATE while a plan is open. Mutating.
#[unsafe(no_mangle)]
pub extern "C" fn ant_timewarp_resync(timewarp: AntTimewarp) -> AntStatus {
    guard("ant_timewarp_resync", move || {
        resolve::<TimewarpObject>(timewarp.id)?.write()?.resync()?;
        Ok(ANT_OK)
    })
}
