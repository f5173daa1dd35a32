//! `AntReceiver`.

use super::number;
use super::options::{self, Slot};
use super::predictor::AntPredictor;
use super::unpack;
use super::update::{AntUpdate, given};
use crate::convert::{rotation_out, told, vector, vector_out};
use crate::level::observe_in;
use antreckon::base::{Error, Result};
use antreckon::net::receiver::Shown;
use antreckon::net::{Receiver, ReceiverParams, RoundTrip, Verdict};
use antreckon::predict::LevelContext;
use godot::prelude::*;

/// What arrives from one machine, made into what is known: order, time, loss. It feeds an [AntPredictor].
///
/// One part of what [AntGhosts] is made of; use it alone where you do not draw, on a server, say.
#[derive(GodotClass)]
#[class(no_init, base=RefCounted)]
struct AntReceiver {
    receiver: Receiver,
    predictor: Gd<AntPredictor>,
    base: Base<RefCounted>,
}

fn params(given: &VarDictionary) -> Result<ReceiverParams> {
    let mut params = ReceiverParams::default();
    let slots = &mut [
        ("max_entities", Slot::Whole(&mut params.max_entities)),
        ("depth", Slot::Whole(&mut params.depth)),
        ("synchronised", Slot::Flag(&mut params.synchronised)),
        ("tolerance", Slot::Seconds(&mut params.tolerance)),
        ("longest_wait", Slot::Seconds(&mut params.longest_wait)),
        ("max_early", Slot::Whole(&mut params.max_early)),
        ("horizon", Slot::Seconds(&mut params.horizon)),
        ("fade", Slot::Seconds(&mut params.fade)),
        ("buffer_gaps", Slot::Number(&mut params.buffer.gaps)),
        ("buffer_share", Slot::Number(&mut params.buffer.quantile)),
        ("shortest_delay", Slot::Seconds(&mut params.buffer.least)),
        ("longest_delay", Slot::Seconds(&mut params.buffer.most)),
    ];
    options::read(given, slots)?;
    params.check()?;
    Ok(params)
}

#[godot_api]
impl AntReceiver {
    /// The newest of its entity; taken in.
    #[constant]
    const APPLIED: i64 = Verdict::Applied as i64;
    /// Late; put into its place.
    #[constant]
    const INSERTED: i64 = Verdict::Inserted as i64;
    /// Late; kept for interpolation only.
    #[constant]
    const KEPT: i64 = Verdict::Kept as i64;
    /// Had come before.
    #[constant]
    const DUPLICATE: i64 = Verdict::Duplicate as i64;
    /// So late that nothing was done.
    #[constant]
    const TOO_OLD: i64 = Verdict::TooOld as i64;
    /// Late, and its entity has left since.
    #[constant]
    const STALE: i64 = Verdict::Stale as i64;
    /// Its number is newer than the last, its time is not.
    #[constant]
    const BACKWARDS: i64 = Verdict::Backwards as i64;
    /// From the future; held until its time.
    #[constant]
    const EARLY: i64 = Verdict::Early as i64;
    /// From too far in the future.
    #[constant]
    const REFUSED: i64 = Verdict::Refused as i64;
    /// Of an entity that was not added.
    #[constant]
    const UNKNOWN: i64 = Verdict::Unknown as i64;

    /// A receiver for one remote machine, with what [param parameters] say: [code]max_entities[/code] (1024), [code]depth[/code] (8
    /// updates late), [code]synchronised[/code] (false: the remote clock is estimated), and in seconds [code]tolerance[/code] (0.25),
    /// [code]longest_wait[/code] (1), [code]horizon[/code] (6), [code]fade[/code] (0.5), [code]shortest_delay[/code] (0) and
    /// [code]longest_delay[/code] (0.5) of interpolation; [code]buffer_gaps[/code] (1.5), [code]buffer_share[/code] (0.95),
    /// [code]max_early[/code] (64).
    #[func]
    fn create(predictor: Option<Gd<AntPredictor>>, parameters: VarDictionary) -> Option<Gd<Self>> {
        let made = predictor.ok_or_else(|| Error::invalid("predictor is null")).and_then(|predictor| {
            let receiver = Receiver::new(&params(&parameters)?)?;
            Ok(Gd::from_init_fn(|base| Self { receiver, predictor, base }))
        });
        told("AntReceiver.create", made)
    }

    /// Says which entity of the predictor has this number on the network.
    #[func]
    fn add(&mut self, network_id: i64, entity: i64) -> bool {
        let added = number(network_id).and_then(|number| self.receiver.add(number, unpack(entity)));
        told("AntReceiver.add", added).is_some()
    }

    /// Forgets an entity; in the predictor it stays.
    #[func]
    fn remove(&mut self, network_id: i64) -> bool {
        let removed = number(network_id).and_then(|number| self.receiver.remove(number));
        told("AntReceiver.remove", removed).is_some()
    }

    /// Takes in an update that arrived at [param arrival] (nanoseconds, own clock). Returns what became of it, one of the constants; -1
    /// on error.
    #[func]
    fn receive(&mut self, update: Option<Gd<AntUpdate>>, arrival: i64) -> i64 {
        let mut predictor = self.predictor.clone();
        let mut predictor = predictor.bind_mut();
        let AntPredictor { level, predictor, .. } = &mut *predictor;
        let received = given(update).and_then(|update| {
            observe_in(level.as_ref(), |around| self.receiver.receive(predictor, &update, arrival, around))
        });
        told("AntReceiver.receive", received).map_or(-1, |verdict| verdict as i64)
    }

    /// Goes on to a time of the own clock, nanoseconds; once per frame, before anybody is shown.
    #[func]
    fn advance(&mut self, now: i64) -> bool {
        let mut predictor = self.predictor.clone();
        let mut predictor = predictor.bind_mut();
        let AntPredictor { level, predictor, .. } = &mut *predictor;
        let done = observe_in(level.as_ref(), |around| self.receiver.advance(predictor, now, around));
        told("AntReceiver.advance", done).is_some()
    }

    /// Where an entity is now: [code]position[/code], [code]velocity[/code], [code]rotation[/code], [code]radius[/code],
    /// [code]confidence[/code], [code]age[/code] of the last update in seconds, [code]time[/code] on the sender's clock,
    /// [code]source[/code] (0 predicted, 1 fading, 2 silent, 3 stopped, 4 frozen, 5 interpolated, 6 oldest). Empty on error.
    #[func]
    fn predict(&self, network_id: i64) -> VarDictionary {
        told("AntReceiver.predict", self.shown(network_id, false)).map_or_else(VarDictionary::new, |shown| said(&shown))
    }

    /// As [method predict], a little in the past, between two updates.
    #[func]
    fn interpolate(&self, network_id: i64) -> VarDictionary {
        let shown = told("AntReceiver.interpolate", self.shown(network_id, true));
        shown.map_or_else(VarDictionary::new, |shown| said(&shown))
    }

    /// Where many entities are now, in their order. One that cannot be shown gets [constant Vector3.INF].
    #[func]
    fn positions(&self, network_ids: PackedInt64Array) -> PackedVector3Array {
        let place =
            |id: &i64| self.shown(*id, false).map_or(Vector3::INF, |shown| vector_out(shown.prediction.position));
        network_ids.as_slice().iter().map(place).collect()
    }

    /// Helps the estimate of the remote clock with a request and its answer: when the request left (own clock), when it arrived and
    /// when the answer left (remote clock), when that arrived (own clock).
    #[func]
    fn answer_arrived(&mut self, sent: i64, arrived: i64, answered: i64, received: i64) -> bool {
        let trip = RoundTrip {
            request_sent: sent,
            request_received: arrived,
            answer_sent: answered,
            answer_received: received,
        };
        told("AntReceiver.answer_arrived", self.receiver.answer_arrived(&trip)).is_some()
    }

    /// Time of the remote clock that is predicted for, nanoseconds; -1 before anything arrived.
    #[func]
    fn remote_time(&self) -> i64 {
        self.receiver.prediction_time().unwrap_or(-1)
    }

    /// What came of the updates so far: [code]received[/code], [code]applied[/code], [code]late[/code], [code]duplicates[/code],
    /// [code]too_old[/code], [code]held[/code], [code]refused[/code], [code]unknown[/code].
    #[func]
    fn stats(&self) -> VarDictionary {
        let counts = self.receiver.link_stats().counts;
        vdict! {
            "received" => counts.received as i64,
            "applied" => counts.applied as i64,
            "late" => (counts.inserted + counts.kept) as i64,
            "duplicates" => counts.duplicates as i64,
            "too_old" => (counts.too_old + counts.stale) as i64,
            "held" => counts.held as i64,
            "refused" => (counts.refused + counts.backwards) as i64,
            "unknown" => counts.unknown as i64,
        }
    }

    /// Moves the origin of coordinates; the predictor's is moved by its own [method AntPredictor.rebase].
    #[func]
    fn rebase(&mut self, shift: Vector3) -> bool {
        told("AntReceiver.rebase", self.receiver.rebase(vector(shift))).is_some()
    }

    /// The whole state but the predictor's.
    #[func]
    fn snapshot(&self) -> PackedByteArray {
        self.receiver.snapshot().as_slice().into()
    }

    /// Takes over a [method snapshot].
    #[func]
    fn restore(&mut self, snapshot: PackedByteArray) -> bool {
        told("AntReceiver.restore", self.receiver.restore(snapshot.as_slice())).is_some()
    }

    /// Equal on machines whose receivers are equal.
    #[func]
    fn state_hash(&self) -> i64 {
        self.receiver.state_hash() as i64
    }
}

impl AntReceiver {
    fn shown(&self, network_id: i64, interpolated: bool) -> Result<Shown> {
        let number = number(network_id)?;
        let predictor = self.predictor.bind();
        let seen = predictor.level.as_ref().map(|level| level.see());
        let scene = seen.as_ref().map_or(LevelContext::default(), |seen| seen.scene());
        let show = if interpolated { Receiver::interpolate } else { Receiver::predict };
        show(&self.receiver, &predictor.predictor, scene, number, None)
    }
}

fn said(shown: &Shown) -> VarDictionary {
    vdict! {
        "position" => vector_out(shown.prediction.position),
        "velocity" => vector_out(shown.prediction.velocity),
        "rotation" => rotation_out(shown.prediction.orientation),
        "radius" => shown.prediction.radius,
        "confidence" => shown.prediction.confidence,
        "age" => shown.age,
        "time" => shown.time,
        "source" => shown.source as i64,
    }
}
