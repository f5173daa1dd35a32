//! Receivers: what arrives from one remote machine, made into what a predictor knows.

use super::arg::{export, plain, unknown_value};
use super::batch;
use super::error::Outcome;
use super::frame::vector_from;
use super::guard::guard;
use super::handle::{self, Kind, resolve};
use super::log;
use super::net_codec::AntUpdate;
use super::object::Object;
use super::observe::Observer;
use super::predictor::{AntEntity, AntPredictor, PredictorObject, alive};
use super::status::*;
use super::stream::{ANT_U32, AntStream, FLAGS, STATUSES, check_overlap};
use super::structs::{Desc, sized};
use crate::net::receiver::{BufferParams, Curve};
use crate::net::{ClockParams, Receiver, ReceiverParams, RoundTrip, Update, Verdict};
use core::sync::atomic::{AtomicBool, Ordering};
use std::sync::Arc;

/// What became of an update.
pub type AntVerdict = u32;
/// The newest of its entity; taken in.
pub const ANT_VERDICT_APPLIED: AntVerdict = 0;
/// Late; put into its place, the later ones observed again.
pub const ANT_VERDICT_INSERTED: AntVerdict = 1;
/// Late, and the past cannot be replayed (too many have come since, or the entity shares what it learns): kept for interpolation only.
pub const ANT_VERDICT_KEPT: AntVerdict = 2;
/// Had come before; nothing was done.
pub const ANT_VERDICT_DUPLICATE: AntVerdict = 3;
/// So late that nothing was done.
pub const ANT_VERDICT_TOO_OLD: AntVerdict = 4;
/// Late, and its entity has left since; it changes nothing that is shown.
pub const ANT_VERDICT_STALE: AntVerdict = 5;
/// Its number is newer than the last, its time is not; passed over.
pub const ANT_VERDICT_BACKWARDS: AntVerdict = 6;
/// From the future; held until its time.
pub const ANT_VERDICT_EARLY: AntVerdict = 7;
/// From too far in the future, or no room to hold it; nothing was done.
pub const ANT_VERDICT_REFUSED: AntVerdict = 8;
/// The receiver does not know its entity: ant_receiver_add it and hand the update in again.
pub const ANT_VERDICT_UNKNOWN: AntVerdict = 9;

// The header generator needs literals above.
const _: () = {
    assert!(ANT_VERDICT_APPLIED == Verdict::Applied as u32 && ANT_VERDICT_INSERTED == Verdict::Inserted as u32);
    assert!(ANT_VERDICT_KEPT == Verdict::Kept as u32 && ANT_VERDICT_DUPLICATE == Verdict::Duplicate as u32);
    assert!(ANT_VERDICT_TOO_OLD == Verdict::TooOld as u32 && ANT_VERDICT_STALE == Verdict::Stale as u32);
    assert!(ANT_VERDICT_BACKWARDS == Verdict::Backwards as u32 && ANT_VERDICT_EARLY == Verdict::Early as u32);
    assert!(ANT_VERDICT_REFUSED == Verdict::Refused as u32 && ANT_VERDICT_UNKNOWN == Verdict::Unknown as u32);
};

/// How the past is interpolated.
pub type AntCurve = u32;
/// Cubic Hermite through both positions and velocities.
pub const ANT_CURVE_HERMITE: AntCurve = 0;
/// A straight line at constant speed.
pub const ANT_CURVE_LINEAR: AntCurve = 1;

/// The receiving end of one link, that is of one remote clock. Zero is null.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AntReceiver {
    /// Opaque.
    pub id: u64,
}
plain!(AntReceiver);

/// How a receiver works. Times are nanoseconds. Fill it with ant_receiver_desc_init.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AntReceiverDesc {
    /// Set by ant_receiver_desc_init.
    pub struct_size: u32,
    /// Most entities; memory is taken as they are added. Default 1024. [Limit: 1 to 1048576]
    pub max_entities: u32,
    /// The predictor it feeds; must be set. Several receivers may feed one.
    pub predictor: AntPredictor,
    /// By how many updates of its entity an update may be late and still get its place. Default 8. [Limit: 1 to 64]
    pub depth: u32,
    /// 1 = both ends stamp by one clock that the host keeps in step, 0 = the remote clock is estimated. Default 0.
    pub synchronised: u32,
    /// Most updates held because they are from the future. Default 64. [Limit: 0 to 65536]
    pub max_early: u32,
    /// ANT_CURVE_HERMITE or ANT_CURVE_LINEAR between two updates of the interpolated past. Default Hermite.
    pub curve: AntCurve,
    /// How long samples of the remote clock count. Default 3e10. [Limit: 1e9 to 3.6e12]
    pub clock_window: i64,
    /// Most that the clocks drift apart, seconds per second. Default 5e-4. [Limit: 0 to 0.01]
    pub clock_max_drift: f64,
    /// An update may lie this much beyond the estimate of the remote clock. Default 2.5e8. [Limit: 0 to 3.6e12]
    pub tolerance: i64,
    /// An update beyond that is held until its time has come, if that is at most this long; else refused. Default 1e9. [Limit: 0 to 3.6e12]
    pub longest_wait: i64,
    /// How long after its last update an entity is predicted; choose more than the sender's heartbeat. Default 6e9. [Limit: 1 to 3.6e12]
    pub horizon: i64,
    /// Beyond the horizon its motion fades to rest over this time; 0 = it stops at once. Default 5e8. [Limit: 0 to 3.6e12]
    pub fade: i64,
    /// The interpolated past stays so many mean gaps between updates behind. Default 1.5. [Limit: 0 to 16]
    pub buffer_gaps: f64,
    /// … and so late that this share of updates is in time. Default 0.95. [Limit: 0 to 1]
    pub buffer_quantile: f64,
    /// Most that shown time runs faster or slower than the clock. Default 0.05. [Limit: 0.001 to 0.5]
    pub buffer_slew: f64,
    /// Shortest delay of the interpolated past. Default 0. [Limit: 0 to 3.6e12]
    pub buffer_least: i64,
    /// Longest delay of the interpolated past. Default 5e8. [Limit: buffer_least to 3.6e12]
    pub buffer_most: i64,
    /// A longer gap counts as this in the mean. Default 2.5e8. [Limit: 1e6 to 3.6e12]
    pub buffer_longest_gap: i64,
}
sized!(AntReceiverDesc, 128, "call ant_receiver_desc_init", {
    struct_size, max_entities, predictor, depth, synchronised, max_early, curve, clock_window, clock_max_drift, tolerance,
    longest_wait, horizon, fade, buffer_gaps, buffer_quantile, buffer_slew, buffer_least, buffer_most, buffer_longest_gap
});

impl Desc for AntReceiverDesc {
    fn defaults() -> Self {
        let p = ReceiverParams::default();
        Self {
            struct_size: size_of::<Self>() as u32,
            max_entities: p.max_entities,
            predictor: AntPredictor { id: 0 },
            depth: p.depth,
            synchronised: p.synchronised.into(),
            max_early: p.max_early,
            curve: p.buffer.curve as u32,
            clock_window: p.clock.window,
            clock_max_drift: p.clock.max_drift,
            tolerance: p.tolerance,
            longest_wait: p.longest_wait,
            horizon: p.horizon,
            fade: p.fade,
            buffer_gaps: p.buffer.gaps,
            buffer_quantile: p.buffer.quantile,
            buffer_slew: p.buffer.slew,
            buffer_least: p.buffer.least,
            buffer_most: p.buffer.most,
            buffer_longest_gap: p.buffer.longest_gap,
        }
    }
}

impl AntReceiverDesc {
    fn params(&self) -> Outcome<ReceiverParams> {
        if self.synchronised > 1 {
            return Err(unknown_value(self.synchronised, "desc.synchronised", "0, 1"));
        }
        let curve = Curve::ALL.get(self.curve as usize).copied();
        let curve =
            curve.ok_or_else(|| unknown_value(self.curve, "desc.curve", "ANT_CURVE_HERMITE, ANT_CURVE_LINEAR"))?;
        Ok(ReceiverParams {
            max_entities: self.max_entities,
            depth: self.depth,
            synchronised: self.synchronised == 1,
            clock: ClockParams { window: self.clock_window, max_drift: self.clock_max_drift },
            tolerance: self.tolerance,
            longest_wait: self.longest_wait,
            max_early: self.max_early,
            horizon: self.horizon,
            fade: self.fade,
            buffer: BufferParams {
                gaps: self.buffer_gaps,
                quantile: self.buffer_quantile,
                least: self.buffer_least,
                most: self.buffer_most,
                slew: self.buffer_slew,
                longest_gap: self.buffer_longest_gap,
                curve,
            },
        })
    }
}

/// Formats of network numbers.
pub(super) const NUMBERS: &[u32] = &[ANT_U32];

/// A receiver behind its handle.
pub(super) struct ReceiverObject {
    object: Object<Receiver>,
    pub(super) predictor: Arc<PredictorObject>,
    /// It was said that most updates are refused.
    complained: AtomicBool,
}

impl Kind for ReceiverObject {
    const KIND: u8 = 13;
    const NAME: &'static str = "receiver";
    type State = Receiver;
    fn object(&self) -> &Object<Receiver> {
        &self.object
    }
    fn bytes(&self) -> Outcome<u64> {
        Ok(self.read()?.bytes() as u64)
    }
    fn state_hash(&self) -> Outcome<u64> {
        Ok(self.read()?.state_hash())
    }
    fn snapshot(&self) -> Outcome<Vec<u8>> {
        Ok(self.read()?.snapshot())
    }
    fn restore(&self, bytes: &[u8]) -> Outcome<()> {
        Ok(self.write()?.restore(bytes)?)
    }
    fn rebase(&self, shift: [f64; 3]) -> Outcome<()> {
        let shift = vector_from(&self.predictor.frame, shift, "shift")?;
        Ok(self.write()?.rebase(shift)?)
    }
}

/// Makes a receiver that knows no entity. It keeps its predictor alive. Any thread.
/// desc: copied
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ant_receiver_create(
    desc: *const AntReceiverDesc,
    out_receiver: *mut AntReceiver,
) -> AntStatus {
    export!("ant_receiver_create", |c| {
        let (out, desc) = (c.out(out_receiver, "out_receiver")?, c.desc(desc, "desc")?);
        let receiver = Receiver::new(&desc.params()?)?;
        let predictor = resolve::<PredictorObject>(desc.predictor.id)?.keep();
        let object = ReceiverObject { object: Object::new(receiver), predictor, complained: AtomicBool::new(false) };
        out.write(AntReceiver { id: handle::insert(object)? });
        Ok(ANT_OK)
    })
}

/// From now on updates of the network number `number` are about `entity`. Only the receiver may observe it then. Mutating.
/// entity: of the receiver's predictor
#[unsafe(no_mangle)]
pub extern "C" fn ant_receiver_add(receiver: AntReceiver, number: u32, entity: AntEntity) -> AntStatus {
    guard("ant_receiver_add", move || {
        let object = resolve::<ReceiverObject>(receiver.id)?;
        let mut receiver = object.write()?;
        let id = alive(&*object.predictor.read_from_other()?, object.predictor.entity(entity.id)?)?;
        receiver.add(number, id)?;
        Ok(ANT_OK)
    })
}

/// Forgets a network number; the entity stays in the predictor. Mutating.
#[unsafe(no_mangle)]
pub extern "C" fn ant_receiver_remove(receiver: AntReceiver, number: u32) -> AntStatus {
    guard("ant_receiver_remove", move || {
        resolve::<ReceiverObject>(receiver.id)?.write()?.remove(number)?;
        Ok(ANT_OK)
    })
}

/// Lists the network numbers, ascending. ANT_TRUNCATED when more follow. Const.
/// first: number of entities to skip
/// out_numbers: [opt] [capacity] ANT_U32
/// out_count: receives the number of entities
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ant_receiver_entities(
    receiver: AntReceiver,
    first: u32,
    capacity: u32,
    out_numbers: *const AntStream,
    out_count: *mut u32,
) -> AntStatus {
    export!("ant_receiver_entities", |c| {
        let numbers = c.output_opt(&c.stream(out_numbers), capacity, NUMBERS, "out_numbers")?;
        let out = c.out(out_count, "out_count")?;
        let object = resolve::<ReceiverObject>(receiver.id)?;
        let receiver = object.read()?;
        let total = receiver.entities().len();
        let (written, status) = batch::page(total, first, capacity);
        if let Some(numbers) = numbers {
            for (i, number) in receiver.entities().skip(first as usize).take(written).enumerate() {
                numbers.number(i, number);
            }
        }
        out.write(total as u32);
        Ok(status)
    })
}

fn take(
    object: &ReceiverObject,
    receiver: &mut Receiver,
    observer: &mut Observer<'_>,
    update: &Update,
    arrival: i64,
) -> Outcome<Verdict> {
    let entity = receiver.entity(update.entity).map(|id| object.predictor.id_of(id));
    let verdict = observer.run(entity, |predictor, around| receiver.receive(predictor, update, arrival, around))?;
    let used = matches!(verdict, Verdict::Applied | Verdict::Inserted | Verdict::Kept);
    if !used
        && !object.complained.load(Ordering::Relaxed)
        && let Some(complaint) = receiver.counts().complaint()
    {
        object.complained.store(true, Ordering::Relaxed);
        log::write(log::ANT_LOG_WARNING, format_args!("receiver: {complaint}"));
    }
    Ok(verdict)
}

/// Takes in an update. Allocates nothing once the entity has been heard of. Needs the predictor alone, and its map as ant_predictor_observe does. Mutating.
/// update: in the predictor's frame
/// arrival: when it arrived, nanoseconds on the own clock. [Limit: -2^61 to 2^61]
/// out_verdict: [opt] receives ANT_VERDICT_…
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ant_receiver_receive(
    receiver: AntReceiver,
    update: *const AntUpdate,
    arrival: i64,
    out_verdict: *mut AntVerdict,
) -> AntStatus {
    export!("ant_receiver_receive", |c| {
        let (update, out) = (c.desc(update, "update")?, c.out_opt(out_verdict));
        let object = resolve::<ReceiverObject>(receiver.id)?;
        let update = update.checked(&object.predictor.frame, "update")?;
        let mut receiver = object.write()?;
        let verdict = take(&object, &mut receiver, &mut Observer::new(&object.predictor)?, &update, arrival)?;
        if let Some(out) = out {
            out.write(verdict as u32);
        }
        Ok(ANT_OK)
    })
}

/// Takes in the updates of a packet, in order. ANT_PARTIAL when some are bad and there is a status stream; without it one that is malformed fails the call
/// before anything changed. Mutating.
/// updates: [count] in the predictor's frame; all have the struct_size of the first
/// arrival: when they arrived, nanoseconds on the own clock
/// out_verdicts: [opt] [count] ANT_U8 or ANT_U32: ANT_VERDICT_…
/// out_status: [opt] [count] ANT_U8, ANT_I8 or ANT_I32
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ant_receiver_receive_batch(
    receiver: AntReceiver,
    count: u32,
    updates: *const AntUpdate,
    arrival: i64,
    out_verdicts: *const AntStream,
    out_status: *const AntStream,
) -> AntStatus {
    export!("ant_receiver_receive_batch", |c| {
        let verdicts = c.output_opt(&c.stream(out_verdicts), count, FLAGS, "out_verdicts")?;
        let statuses = c.output_opt(&c.stream(out_status), count, STATUSES, "out_status")?;
        check_overlap(&[], &[verdicts, statuses])?;
        let object = resolve::<ReceiverObject>(receiver.id)?;
        let mut receiver = object.write()?;
        let mut observer = Observer::new(&object.predictor)?;
        batch::run_on(
            count,
            statuses,
            &mut (&mut *receiver, &mut observer),
            |_, i| c.desc_at(updates, i as u32, "updates")?.checked(&object.predictor.frame, "updates"),
            |(receiver, observer), i, update| {
                let verdict = take(&object, receiver, observer, &update, arrival)?;
                if let Some(verdicts) = verdicts {
                    verdicts.number(i, verdict as u32);
                }
                Ok(ANT_OK)
            },
        )
    })
}

/// Goes on to `now` on the own clock: moves the shown times and takes in updates that were held until now. Once per frame. Mutating.
/// now: nanoseconds on the own clock
#[unsafe(no_mangle)]
pub extern "C" fn ant_receiver_advance(receiver: AntReceiver, now: i64) -> AntStatus {
    guard("ant_receiver_advance", move || {
        let object = resolve::<ReceiverObject>(receiver.id)?;
        let mut receiver = object.write()?;
        let mut observer = Observer::new(&object.predictor)?;
        observer.run(None, |predictor, around| receiver.advance(predictor, now, around))?;
        Ok(ANT_OK)
    })
}

/// Takes in a request and its answer, which split the offset of the clocks from the time under way. Without any, the remote clock is known only up to the
/// shortest time under way, and entities are shown that much in the past. Mutating.
/// request_sent: own clock, nanoseconds
/// request_received: remote clock
/// answer_sent: remote clock
/// answer_received: own clock
#[unsafe(no_mangle)]
pub extern "C" fn ant_receiver_answer_arrived(
    receiver: AntReceiver,
    request_sent: i64,
    request_received: i64,
    answer_sent: i64,
    answer_received: i64,
) -> AntStatus {
    guard("ant_receiver_answer_arrived", move || {
        let trip = RoundTrip { request_sent, request_received, answer_sent, answer_received };
        resolve::<ReceiverObject>(receiver.id)?.write()?.answer_arrived(&trip)?;
        Ok(ANT_OK)
    })
}

/// Forgets what is known of the remote clock and of delays: after a reconnection, or with the snapshot of another machine. Mutating.
#[unsafe(no_mangle)]
pub extern "C" fn ant_receiver_forget_clock(receiver: AntReceiver) -> AntStatus {
    guard("ant_receiver_forget_clock", move || {
        resolve::<ReceiverObject>(receiver.id)?.write()?.forget_clock();
        Ok(ANT_OK)
    })
}
