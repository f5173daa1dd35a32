//! What a remote clock shows, how late updates come, and how much that varies.
//!
//! Of every update the receiver knows when it was true on the sender's clock and when it arrived on its own. The difference is
//! the offset of the clocks plus the time under way. The least of recent differences belongs to the least delayed update;
//! it is followed by the straight line that lies under all recent minima and closest to them, because two clocks drift
//! apart by up to some milliseconds a minute (Moon, Skelly and Towsley 1999 fit such a line to one-way delays). Where the
//! host also has requests and answers, the four time stamps of NTP split the difference into offset and delay.
//!
//! Nothing here reads a clock; the same samples give the same bits everywhere.

mod envelope;
mod snapshot;

#[cfg(test)]
mod tests;

use crate::base::time::{Nanos, SECOND};
use crate::base::{Error, Result, Short};
use alloc::format;
use envelope::Envelope;

/// Recent updates whose lateness is kept for quantiles.
const RECENT: usize = 128;
/// Lateness that so many keep is usual.
const USUAL: f64 = 0.75;
/// Times beyond this (146 years) are refused, so that differences never overflow.
const MAX_TIME: Nanos = 1 << 62;

/// How an estimate is made.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ClockParams {
    /// How long samples count, 1 s to 1 h. Shorter follows a changed route sooner, longer knows the drift better.
    pub window: Nanos,
    /// Most that two clocks drift apart, seconds per second, 0 to 0.01. Cheap oscillators stay below 1e-4.
    pub max_drift: f64,
}

impl Default for ClockParams {
    /// 30 s, and 5e-4.
    fn default() -> Self {
        Self { window: 30 * SECOND, max_drift: 5e-4 }
    }
}

impl ClockParams {
    /// Fails when a number is outside its range.
    pub fn check(&self) -> Result<()> {
        if !(SECOND..=3600 * SECOND).contains(&self.window) {
            return Err(Error::invalid(format!("window is {} ns, must be 1e9 to 3.6e12", self.window)));
        }
        if !(0.0..=0.01).contains(&self.max_drift) {
            return Err(Error::invalid(format!("max_drift is {}, must be 0 to 0.01", Short(self.max_drift))));
        }
        Ok(())
    }
}

/// A request and its answer, each as its sender and its receiver saw it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RoundTrip {
    /// When the request left, own clock.
    pub request_sent: Nanos,
    /// When it arrived, remote clock.
    pub request_received: Nanos,
    /// When the answer left, remote clock.
    pub answer_sent: Nanos,
    /// When it arrived, own clock.
    pub answer_received: Nanos,
}

impl RoundTrip {
    /// Time under way, both ways together.
    pub fn delay(&self) -> Nanos {
        (self.answer_received - self.request_sent) - (self.answer_sent - self.request_received)
    }

    /// How much the remote clock is ahead, if both ways take equally long; off by at most half the delay if not.
    pub fn ahead(&self) -> Nanos {
        // Halves of differences, so that nothing overflows; a nanosecond does not matter.
        (self.request_received - self.request_sent) / 2 + (self.answer_sent - self.answer_received) / 2
    }

    fn check(&self) -> Result<()> {
        check_time("request_sent", self.request_sent)?;
        check_time("request_received", self.request_received)?;
        check_time("answer_sent", self.answer_sent)?;
        check_time("answer_received", self.answer_received)?;
        if self.answer_received < self.request_sent || self.answer_sent < self.request_received || self.delay() < 0 {
            return Err(Error::invalid(format!(
                "the round trip {} → {} → {} → {} ends before it began",
                self.request_sent, self.request_received, self.answer_sent, self.answer_received
            )));
        }
        Ok(())
    }
}

/// The round trip that says most.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Answer {
    /// Own clock.
    time: Nanos,
    ahead: Nanos,
    delay: Nanos,
}

impl Answer {
    fn to(trip: &RoundTrip) -> Self {
        Self { time: trip.answer_received, ahead: trip.ahead(), delay: trip.delay() }
    }
}

/// Follows one remote clock. Fixed size, no allocation.
#[derive(Clone, Debug, PartialEq)]
pub struct ClockEstimator {
    params: ClockParams,
    envelope: Envelope,
    answer: Option<Answer>,
    /// Own minus remote time of the last update.
    last: Option<Nanos>,
    /// Interarrival jitter of RFC 3550 in sixteenths of a nanosecond.
    jitter16: i64,
    /// Ring of lateness.
    recent: [Nanos; RECENT],
    /// Samples ever taken into it.
    samples: u64,
}

impl ClockEstimator {
    /// Knows nothing yet.
    pub fn new(params: &ClockParams) -> Result<Self> {
        params.check()?;
        Ok(Self {
            params: *params,
            envelope: Envelope::default(),
            answer: None,
            last: None,
            jitter16: 0,
            recent: [0; RECENT],
            samples: 0,
        })
    }

    /// How it estimates.
    pub fn params(&self) -> &ClockParams {
        &self.params
    }

    /// Forgets everything: after a reconnection, or when a host has set its clock.
    pub fn reset(&mut self) {
        *self = Self { params: self.params, ..Self::new(&self.params).expect("the parameters were checked") };
    }

    /// Takes in an update: `sent` on the remote clock, `received` on the own one. Leave duplicates out. Returns how late
    /// it came compared to the least delayed ones, 0 or more.
    pub fn update_arrived(&mut self, sent: Nanos, received: Nanos) -> Result<Nanos> {
        check_time("sent", sent)?;
        check_time("received", received)?;
        let difference = received - sent;
        if let Some(last) = self.last {
            // RFC 3550, A.8: J += (|D| - J) / 16, in integers.
            let change = difference.saturating_sub(last).saturating_abs();
            // Hostile stamps bring it to the largest number there is, and no further.
            self.jitter16 = (self.jitter16 - (self.jitter16.saturating_add(8) >> 4)).saturating_add(change);
        }
        self.last = Some(difference);
        self.envelope.add(&self.params, received, difference);
        let late = difference.saturating_sub(self.envelope.at(received)).max(0);
        self.recent[(self.samples % RECENT as u64) as usize] = late;
        self.samples = self.samples.saturating_add(1);
        Ok(late)
    }

    /// Takes in a request and its answer.
    pub fn answer_arrived(&mut self, trip: &RoundTrip) -> Result<()> {
        trip.check()?;
        let new = Answer::to(trip);
        if self.contradiction(trip).is_some() {
            self.reset();
        }
        if self.answer.is_none_or(|old| self.doubt(&new, new.time) <= self.doubt(&old, new.time)) {
            self.answer = Some(new);
        }
        Ok(())
    }

    /// How much farther ahead the remote clock is by this answer than by the one known, where they cannot both be right: one of the
    /// clocks was set, and only the newer one knows.
    pub fn contradiction(&self, trip: &RoundTrip) -> Option<Nanos> {
        trip.check().ok()?;
        let (old, new) = (self.answer.as_ref()?, Answer::to(trip));
        let doubt = self.doubt(&new, new.time).saturating_add(self.doubt(old, new.time));
        let farther = new.ahead.saturating_sub(old.ahead);
        (farther.saturating_abs() > doubt).then_some(farther)
    }

    /// The clocks may have moved against each other by so much since the answer that is known.
    pub fn doubt_more(&mut self, by: Nanos) {
        if let Some(answer) = &mut self.answer {
            answer.delay = answer.delay.saturating_add(by.clamp(0, MAX_TIME / 4).saturating_mul(2)).min(MAX_TIME);
        }
    }

    /// Updates that arrived at `time` and later were late or early because of a clock: they tell nothing of the network.
    pub fn forget_since(&mut self, time: Nanos) {
        self.envelope.forget_since(&self.params, time);
        // Those are few among the recent ones, and the latest of them.
        if let Some(usual) = self.lateness(USUAL) {
            let known = self.samples.min(RECENT as u64) as usize;
            self.recent[..known].iter_mut().for_each(|late| *late = (*late).min(usual));
        }
    }

    /// Only this update tells of the way from now on; answers and what is known of the drift's bounds stay.
    pub fn begin_anew(&mut self, sent: Nanos, received: Nanos) {
        if self.samples > 0 {
            self.envelope = Envelope::default();
            self.envelope.add(&self.params, received, received.saturating_sub(sent));
        }
    }

    /// Most an answer can be wrong some time after it came: half its delay, and the drift since.
    fn doubt(&self, answer: &Answer, now: Nanos) -> Nanos {
        let age = now.saturating_sub(answer.time).max(0);
        (answer.delay / 2).saturating_add((age as f64 * self.params.max_drift) as Nanos)
    }

    /// Own minus remote time of an update that comes the shortest way and arrives at `received`: the offset of the clocks
    /// and the least time under way. `None` before the first update.
    pub fn least_difference(&self, received: Nanos) -> Option<Nanos> {
        (self.samples > 0).then(|| self.envelope.at(received))
    }

    /// How fast the own clock gains on the remote one, seconds per second; 0 until a quarter of the window is known.
    pub fn drift(&self) -> f64 {
        self.envelope.drift()
    }

    /// What the remote clock shows when the own one shows `now`.
    ///
    /// After a round trip it is that clock, within [`ClockEstimator::doubt_at`]. With updates alone it is the time stamp of an update
    /// that would arrive now by the shortest way: behind that clock by the least time under way. `None` when nothing is known.
    pub fn remote_time(&self, now: Nanos) -> Option<Nanos> {
        match &self.answer {
            Some(answer) => {
                let drifted = ((now.saturating_sub(answer.time)) as f64 * self.drift()) as Nanos;
                Some(now.saturating_add(answer.ahead).saturating_sub(drifted))
            }
            None => Some(now.saturating_sub(self.least_difference(now)?)),
        }
    }

    /// Most that [`ClockEstimator::remote_time`] can be wrong, if the drift keeps its limit; `None` before the first round trip.
    pub fn doubt_at(&self, now: Nanos) -> Option<Nanos> {
        self.answer.as_ref().map(|answer| self.doubt(answer, now.clamp(-MAX_TIME, MAX_TIME)))
    }

    /// Least time an update is under way, by the clocks' offset from round trips; `None` before both are known.
    pub fn least_delay(&self, now: Nanos) -> Option<Nanos> {
        self.answer?;
        Some(self.remote_time(now)?.saturating_sub(now).saturating_add(self.least_difference(now)?).max(0))
    }

    /// When an update that was true at `remote` should have arrived by the shortest way, on the own clock.
    pub fn expected_arrival(&self, remote: Nanos) -> Option<Nanos> {
        // The line changes by less than a hundredth of the way it is moved along, so one correction is enough.
        let first = remote.saturating_add(self.envelope.newest_difference()?);
        Some(remote.saturating_add(self.least_difference(first)?))
    }

    /// Interarrival jitter as RFC 3550 defines it: a running mean of how much the time under way changes between updates.
    pub fn jitter(&self) -> Nanos {
        self.jitter16 >> 4
    }

    /// Lateness that the share `q` (0 to 1) of the last 128 updates did not exceed; `None` before the first.
    ///
    /// The lateness of an update is how much longer it was under way than the least delayed ones, so a buffer of
    /// `lateness(0.99)` beyond the shortest way has 99 of 100 updates in time.
    pub fn lateness(&self, q: f64) -> Option<Nanos> {
        let count = self.samples.min(RECENT as u64) as usize;
        let mut sorted = self.recent;
        let sorted = sorted.get_mut(..count).filter(|s| !s.is_empty())?;
        sorted.sort_unstable();
        // Nearest rank: the smallest one that at least q · n do not exceed. NaN counts as 0.
        let rank = libm::ceil(q.clamp(0.0, 1.0) * count as f64) as usize;
        Some(sorted[rank.clamp(1, count) - 1])
    }

    /// Updates taken in.
    pub fn samples(&self) -> u64 {
        self.samples
    }

    /// Bytes of memory it uses.
    pub fn bytes(&self) -> usize {
        size_of::<Self>()
    }
}

fn check_time(name: &str, time: Nanos) -> Result<()> {
    if (-MAX_TIME / 2..=MAX_TIME / 2).contains(&time) {
        return Ok(());
    }
    Err(Error::invalid(format!("{name} is {time} ns, must be within ±2^61")))
}
