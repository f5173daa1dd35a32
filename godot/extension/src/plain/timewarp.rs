//! `AntTimewarp`.

use super::options::{self, Slot};
use crate::convert::told;
use antreckon::base::{Error, Result};
use antreckon::timewarp::{
    Change, Event, EventId, Host, HostFailure, Outcome, OverCost, RunReport, StopKind, Timewarp, TimewarpParams,
    Verdict, WhenFull,
};
use godot::prelude::*;

/// Events in the order in which they happened, whatever the order in which they arrived.
///
/// Hand in what everybody did with the time at which it was done; [method run] executes it in order, and when something arrives late
/// goes back to a saved state and executes again from there. The state is yours: three callables save, load and change it.
#[derive(GodotClass)]
#[class(no_init, base=RefCounted)]
struct AntTimewarp {
    /// Gone while it runs: its callables may call anything but this.
    log: Option<Timewarp>,
    base: Base<RefCounted>,
}

fn params(given: &VarDictionary) -> Result<TimewarpParams> {
    let mut params = TimewarpParams::default();
    let (mut refuse_costly, mut forget_oldest) = (false, false);
    let slots = &mut [
        ("max_events", Slot::Whole(&mut params.max_events)),
        ("max_payload", Slot::Whole(&mut params.max_payload)),
        ("max_snapshots", Slot::Whole(&mut params.max_snapshots)),
        ("max_state", Slot::Whole(&mut params.max_state)),
        ("snapshot_events", Slot::Whole(&mut params.snapshot_events)),
        ("snapshot_time", Slot::Seconds(&mut params.snapshot_time)),
        ("start", Slot::Time(&mut params.start)),
        ("window", Slot::Seconds(&mut params.window)),
        ("max_ahead", Slot::Seconds(&mut params.max_ahead)),
        ("max_replay", Slot::Whole(&mut params.max_replay)),
        ("refuse_costly", Slot::Flag(&mut refuse_costly)),
        ("forget_oldest", Slot::Flag(&mut forget_oldest)),
    ];
    options::read(given, slots)?;
    params.over_cost = if refuse_costly { OverCost::Refuse } else { OverCost::Continue };
    params.when_full = if forget_oldest { WhenFull::Forget } else { WhenFull::Refuse };
    Ok(params)
}

#[godot_api]
impl AntTimewarp {
    /// Kept; nothing after it was executed yet.
    #[constant]
    const IN_ORDER: i64 = Verdict::InOrder as i64;
    /// Kept; later events will be executed again.
    #[constant]
    const LATE: i64 = Verdict::Late as i64;
    /// Known already.
    #[constant]
    const DUPLICATE: i64 = Verdict::Duplicate as i64;
    /// Cancelled before it arrived.
    #[constant]
    const CANCELLED: i64 = Verdict::Cancelled as i64;
    /// Refused: it happened before the window.
    #[constant]
    const TOO_OLD: i64 = Verdict::TooOld as i64;
    /// Refused: too far in the future.
    #[constant]
    const TOO_FAR_AHEAD: i64 = Verdict::TooFarAhead as i64;
    /// Refused: too much would have to be executed again.
    #[constant]
    const TOO_COSTLY: i64 = Verdict::TooCostly as i64;
    /// Refused: the log is full.
    #[constant]
    const FULL: i64 = Verdict::Full as i64;

    /// A log with what [param parameters] say: [code]max_events[/code] (4096), [code]max_payload[/code] (64 bytes),
    /// [code]max_snapshots[/code] (16), [code]max_state[/code] (16384 bytes), [code]snapshot_events[/code] (16),
    /// [code]max_replay[/code] (4096 events per call), [code]start[/code] (0 ns), and in seconds [code]snapshot_time[/code] (0.1),
    /// [code]window[/code] (1), [code]max_ahead[/code] (1); [code]refuse_costly[/code], [code]forget_oldest[/code] (false).
    #[func]
    fn create(parameters: VarDictionary) -> Option<Gd<Self>> {
        let made = params(&parameters).and_then(|params| Timewarp::new(&params));
        let log = Some(told("AntTimewarp.create", made)?);
        Some(Gd::from_init_fn(|base| Self { log, base }))
    }

    /// Hands in an event: what [param source] did at [param time] (nanoseconds on the clock all share), the [param sequence]th of its
    /// events. Returns what became of it, one of the constants; -1 on error.
    #[func]
    fn insert(&mut self, time: i64, source: i64, sequence: i64, payload: PackedByteArray) -> i64 {
        let event = Event { id: id(time, source, sequence), payload: payload.as_slice() };
        let taken = self.log().and_then(|log| log.insert(&event));
        told("AntTimewarp.insert", taken).map_or(-1, |verdict| verdict as i64)
    }

    /// Takes an event back, also one that has not come yet.
    #[func]
    fn cancel(&mut self, time: i64, source: i64, sequence: i64) -> i64 {
        let taken = self.log().and_then(|log| log.cancel(id(time, source, sequence)));
        told("AntTimewarp.cancel", taken).map_or(-1, |verdict| verdict as i64)
    }

    /// Does all that is to be done by [param now]. [param save] returns the state as a [PackedByteArray]; [param load] takes one;
    /// [param execute] takes [code](time, source, sequence, payload, replay)[/code] and returns what came of it (a [PackedByteArray] of at
    /// most 32 bytes, or null). Returns [code]executed[/code], [code]replayed[/code], [code]restored[/code], [code]saved[/code],
    /// [code]owed[/code], [code]waiting[/code], [code]changes[/code], [code]diverged[/code] and [code]stopped[/code] (why it ended
    /// early, else empty).
    #[func(gd_self)]
    fn run(mut this: Gd<Self>, now: i64, save: Callable, load: Callable, execute: Callable) -> VarDictionary {
        // Nothing of this object is borrowed while the callables run.
        let taken = this.bind_mut().log.take().ok_or_else(busy);
        let Some(mut log) = told("AntTimewarp.run", taken) else { return VarDictionary::new() };
        let report = log.run(now, &mut Callables { save, load, execute });
        this.bind_mut().log = Some(log);
        told("AntTimewarp.run", report).map_or_else(VarDictionary::new, |report| said(&report))
    }

    /// What became different because something was late: [code]time[/code], [code]source[/code], [code]sequence[/code] of an event,
    /// [code]kind[/code] (0 another outcome, 1 a new one, 2 none any more), outcome [code]before[/code] and [code]after[/code]. The list is emptied.
    #[func]
    fn take_changes(&mut self) -> Array<VarDictionary> {
        let Some(log) = told("AntTimewarp.take_changes", self.log()) else { return Array::new() };
        let changes = log.changes().iter().map(changed).collect();
        log.clear_changes();
        changes
    }

    /// Forgets all snapshots: the present state of the game was replaced, say by that of the server.
    #[func]
    fn resync(&mut self) -> bool {
        told("AntTimewarp.resync", self.log().and_then(|log| log.resync())).is_some()
    }

    /// Number of events kept.
    #[func]
    fn event_count(&self) -> i64 {
        self.log.as_ref().map_or(0, |log| log.len() as i64)
    }

    /// Equal on machines that have the same events between two times.
    #[func]
    fn events_hash(&self, from: i64, to: i64) -> i64 {
        self.log.as_ref().map_or(0, |log| log.hash_between(from, to) as i64)
    }

    /// The whole log with its snapshots, for late joiners.
    #[func]
    fn snapshot(&mut self) -> PackedByteArray {
        let bytes = self.log().and_then(|log| log.snapshot());
        told("AntTimewarp.snapshot", bytes).map_or_else(PackedByteArray::new, |bytes| bytes.as_slice().into())
    }

    /// Takes over a [method snapshot].
    #[func]
    fn restore(&mut self, snapshot: PackedByteArray) -> bool {
        told("AntTimewarp.restore", self.log().and_then(|log| log.restore(snapshot.as_slice()))).is_some()
    }

    /// Equal on machines whose logs are equal.
    #[func]
    fn state_hash(&mut self) -> i64 {
        told("AntTimewarp.state_hash", self.log().and_then(|log| log.state_hash())).map_or(0, |hash| hash as i64)
    }
}

impl AntTimewarp {
    fn log(&mut self) -> Result<&mut Timewarp> {
        self.log.as_mut().ok_or_else(busy)
    }
}

fn busy() -> Error {
    Error::state("the log is running: its callables must not call it")
}

fn id(time: i64, source: i64, sequence: i64) -> EventId {
    EventId { time, source: source as u64, sequence: sequence as u64 }
}

/// The three functions of a script.
struct Callables {
    save: Callable,
    load: Callable,
    execute: Callable,
}

/// A callable that gives something else than it should.
const WRONG_KIND: HostFailure = HostFailure(-1);

/// Exactly bytes: texts would become empty ones.
fn bytes(given: &Variant) -> std::result::Result<PackedByteArray, HostFailure> {
    if given.get_type() != VariantType::PACKED_BYTE_ARRAY {
        return Err(WRONG_KIND);
    }
    given.try_to().map_err(|_| WRONG_KIND)
}

impl Host for Callables {
    fn save(&mut self, _slot: u32, buffer: &mut [u8]) -> std::result::Result<usize, HostFailure> {
        let state = bytes(&self.save.call(&[]))?;
        // A longer one is reported with its length by the log.
        let copied = state.len().min(buffer.len());
        buffer[..copied].copy_from_slice(&state.as_slice()[..copied]);
        Ok(state.len())
    }

    fn load(&mut self, _slot: u32, state: &[u8]) -> std::result::Result<(), HostFailure> {
        self.load.call(&[PackedByteArray::from(state).to_variant()]);
        Ok(())
    }

    fn execute(&mut self, event: &Event<'_>, replay: bool) -> std::result::Result<Outcome, HostFailure> {
        let EventId { time, source, sequence } = event.id;
        let outcome = self.execute.call(&[
            time.to_variant(),
            (source as i64).to_variant(),
            (sequence as i64).to_variant(),
            PackedByteArray::from(event.payload).to_variant(),
            replay.to_variant(),
        ]);
        if outcome.is_nil() {
            return Ok(Outcome::NONE);
        }
        Outcome::new(bytes(&outcome)?.as_slice()).map_err(|_| WRONG_KIND)
    }
}

fn said(report: &RunReport) -> VarDictionary {
    let stopped = report.stopped.map_or("", |stop| match stop.kind {
        StopKind::Save => "save did not return a PackedByteArray",
        StopKind::StateTooLong => "the state is longer than max_state",
        StopKind::Load => "load failed",
        StopKind::Execute => "execute returned neither null nor a PackedByteArray of at most 32 bytes",
    });
    vdict! {
        "executed" => i64::from(report.executed),
        "replayed" => i64::from(report.replayed),
        "restored" => i64::from(report.restored),
        "saved" => i64::from(report.saved),
        "owed" => i64::from(report.owed),
        "waiting" => i64::from(report.waiting),
        "changes" => i64::from(report.changes),
        "diverged" => i64::from(report.diverged),
        "stopped" => stopped,
    }
}

fn changed(change: &Change) -> VarDictionary {
    vdict! {
        "time" => change.id.time,
        "source" => change.id.source as i64,
        "sequence" => change.id.sequence as i64,
        "kind" => change.kind() as i64,
        "before" => &PackedByteArray::from(change.old.as_bytes()),
        "after" => &PackedByteArray::from(change.new.as_bytes()),
    }
}
