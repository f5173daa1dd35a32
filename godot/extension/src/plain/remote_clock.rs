//! `AntRemoteClock`.

use super::options::{self, Slot};
use crate::convert::told;
use antreckon::base::Result;
use antreckon::net::{ClockEstimator, ClockParams, RoundTrip};
use godot::prelude::*;

/// Follows the clock of another machine from when updates were made and when they came. [AntReceiver] and [AntGhosts] have one inside.
#[derive(GodotClass)]
#[class(no_init, base=RefCounted)]
struct AntRemoteClock {
    clock: ClockEstimator,
    base: Base<RefCounted>,
}

fn params(given: &VarDictionary) -> Result<ClockParams> {
    let mut params = ClockParams::default();
    let slots =
        &mut [("window", Slot::Seconds(&mut params.window)), ("max_drift", Slot::Number(&mut params.max_drift))];
    options::read(given, slots)?;
    Ok(params)
}

#[godot_api]
impl AntRemoteClock {
    /// Knows nothing yet. [param parameters] may have [code]window[/code] (30 s for which samples count) and [code]max_drift[/code]
    /// (0.0005 seconds per second).
    #[func]
    fn create(parameters: VarDictionary) -> Option<Gd<Self>> {
        let made = params(&parameters).and_then(|params| ClockEstimator::new(&params));
        told("AntRemoteClock.create", made).map(|clock| Gd::from_init_fn(|base| Self { clock, base }))
    }

    /// Something stamped [param sent] (remote clock) came at [param received] (own clock), nanoseconds. Returns how much later than the
    /// fastest; -1 on error.
    #[func]
    fn update_arrived(&mut self, sent: i64, received: i64) -> i64 {
        told("AntRemoteClock.update_arrived", self.clock.update_arrived(sent, received)).unwrap_or(-1)
    }

    /// A request and its answer: when the request left (own clock), when it arrived and when the answer left (remote clock), when that
    /// arrived (own clock). Tells offset and delay apart.
    #[func]
    fn answer_arrived(&mut self, sent: i64, arrived: i64, answered: i64, received: i64) -> bool {
        let trip = RoundTrip {
            request_sent: sent,
            request_received: arrived,
            answer_sent: answered,
            answer_received: received,
        };
        told("AntRemoteClock.answer_arrived", self.clock.answer_arrived(&trip)).is_some()
    }

    /// What the remote clock shows at a time of the own one; -1 before anything came.
    #[func]
    fn remote_time(&self, now: i64) -> i64 {
        self.clock.remote_time(now).unwrap_or(-1)
    }

    /// When something that is sent at a remote time will be here; -1 before anything came.
    #[func]
    fn expected_arrival(&self, remote: i64) -> i64 {
        self.clock.expected_arrival(remote).unwrap_or(-1)
    }

    /// Nanoseconds of lateness that this share (0 to 1) of recent updates stayed below; -1 before anything came.
    #[func]
    fn lateness(&self, share: f64) -> i64 {
        self.clock.lateness(share).unwrap_or(-1)
    }

    /// Mean variation of the delay, nanoseconds.
    #[func]
    fn jitter(&self) -> i64 {
        self.clock.jitter()
    }

    /// Seconds per second by which the remote clock is faster.
    #[func]
    fn drift(&self) -> f64 {
        self.clock.drift()
    }

    /// Forgets everything.
    #[func]
    fn reset(&mut self) {
        self.clock.reset();
    }

    /// The whole state.
    #[func]
    fn snapshot(&self) -> PackedByteArray {
        self.clock.snapshot().as_slice().into()
    }

    /// Takes over a [method snapshot].
    #[func]
    fn restore(&mut self, snapshot: PackedByteArray) -> bool {
        let read = told("AntRemoteClock.restore", ClockEstimator::from_snapshot(snapshot.as_slice()));
        read.map(|read| self.clock = read).is_some()
    }

    /// Equal where estimates are equal.
    #[func]
    fn state_hash(&self) -> i64 {
        self.clock.state_hash() as i64
    }
}
