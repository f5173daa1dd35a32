//! When: the remote clock, whether an update is from its future, and the times at which entities are shown.

use super::params::ReceiverParams;
use super::playout::Playout;
use super::stats::{Counts, LinkStats, MeanGap};
use crate::base::time::{Nanos, SECOND};
use crate::base::{Error, Result};
use crate::net::clock::{ClockEstimator, RoundTrip};
use alloc::format;

/// So many updates in a row from its future, and the estimate of the remote clock is what is wrong.
const PATIENCE: u32 = 2;
/// Updates that come so much later than the fastest ones may mean that the remote clock has lost time …
const LATE: Nanos = SECOND / 4;
/// … if so many in a row do, over so long …
const LATE_ARRIVALS: u32 = 6;
const LATE_FOR: Nanos = SECOND / 2;
/// … or if two do by more than this, which no network delays everything by.
const VERY_LATE: Nanos = SECOND;
/// An update by which a clock that is known by arrivals alone is so far behind: no path gets that much shorter. Nearer ones are
/// caught up with.
const OVERTAKEN: Nanos = SECOND / 2;
/// So many updates fill a buffer.
const FILLING: u64 = 8;
/// Most that the shown present runs faster or slower than the clock.
const PRESENT_SLEW: f64 = 0.2;
/// Times beyond this (73 years) are refused, so that differences never overflow.
const MAX_TIME: Nanos = 1 << 61;

/// Whether the time of an update has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum When {
    Due,
    /// Worth waiting for.
    Soon,
    Never,
}

#[derive(Clone, Debug)]
pub(super) struct Timing {
    pub(super) clock: ClockEstimator,
    /// Own time of the last advance.
    pub(super) now: Option<Nanos>,
    /// Remote time now.
    pub(super) prediction: Playout,
    /// Remote time of the interpolated past.
    pub(super) interpolation: Playout,
    /// Between updates of one entity.
    pub(super) gap: MeanGap,
    pub(super) wanted_delay: Nanos,
    /// How far the remote clock is ahead of the own one, where the host says so.
    pub(super) told: Option<Nanos>,
    /// Updates from the future in a row.
    pub(super) futures: u32,
    pub(super) late: LateRun,
    pub(super) resynchronised: u32,
}

/// Updates in a row that all came late.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct LateRun {
    /// Times at which some arrived.
    pub(super) arrivals: u32,
    pub(super) first: Nanos,
    pub(super) last: Nanos,
    /// By how much the least late one was.
    pub(super) least: Nanos,
}

impl LateRun {
    /// Takes in how late an update came; whether the remote clock must have slipped.
    fn slipped(&mut self, late: Nanos, arrival: Nanos) -> bool {
        if late <= LATE {
            *self = Self::default();
            return false;
        }
        if self.arrivals == 0 {
            *self = Self { arrivals: 1, first: arrival, last: arrival, least: late };
        } else if arrival != self.last {
            (self.arrivals, self.last) = (self.arrivals + 1, arrival);
        }
        self.least = self.least.min(late);
        (self.arrivals >= 2 && self.least > VERY_LATE)
            || (self.arrivals >= LATE_ARRIVALS && arrival.saturating_sub(self.first) >= LATE_FOR)
    }
}

impl Timing {
    pub(super) fn new(params: &ReceiverParams) -> Result<Self> {
        Ok(Self {
            clock: ClockEstimator::new(&params.clock)?,
            now: None,
            prediction: Playout::default(),
            interpolation: Playout::default(),
            gap: MeanGap::default(),
            wanted_delay: params.buffer.least,
            told: params.synchronised.then_some(0),
            futures: 0,
            late: LateRun::default(),
            resynchronised: 0,
        })
    }

    pub(super) fn forget(&mut self) {
        self.clock.reset();
        (self.prediction, self.interpolation) = (Playout::default(), Playout::default());
        (self.now, self.futures, self.late) = (None, 0, LateRun::default());
    }

    /// The remote clock is ahead by so much.
    pub(super) fn tell(&mut self, ahead: Nanos) -> Result<()> {
        self.check(ahead, 0)?;
        self.told = Some(ahead);
        Ok(())
    }

    /// What the remote clock shows at own time `now`.
    fn remote_time(&self, now: Nanos) -> Option<Nanos> {
        self.told.map(|ahead| now.saturating_add(ahead)).or_else(|| self.clock.remote_time(now))
    }

    /// Fails when times are beyond what clocks show.
    pub(super) fn check(&self, sent: Nanos, arrival: Nanos) -> Result<()> {
        for (name, time) in [("time", sent), ("arrival", arrival)] {
            if !(-MAX_TIME..=MAX_TIME).contains(&time) {
                return Err(Error::invalid(format!("{name} is {time} ns, must be within ±2^61")));
            }
        }
        Ok(())
    }

    /// Whether the time of an update that is here at own time `now` has come. Where the remote clock is known by arrivals alone
    /// it always has: one that seems early only says that the ones before it were slow.
    pub(super) fn when(&self, sent: Nanos, now: Nanos, params: &ReceiverParams) -> When {
        let doubt = match self.told {
            Some(_) => 0,
            None => match self.clock.doubt_at(now) {
                Some(doubt) => doubt,
                None => return When::Due,
            },
        };
        let Some(remote) = self.remote_time(now) else { return When::Due };
        let ahead = sent.saturating_sub(remote).saturating_sub(doubt).saturating_sub(params.tolerance);
        if ahead <= 0 {
            When::Due
        } else if ahead <= params.longest_wait {
            When::Soon
        } else {
            When::Never
        }
    }

    /// Notes an update from the future that has just arrived; true when the estimate was given up.
    pub(super) fn came_early(&mut self) -> bool {
        self.futures += 1;
        if self.futures < PATIENCE || self.told.is_some() {
            return false;
        }
        self.resynchronise();
        true
    }

    /// Notes an update whose time has come.
    pub(super) fn arrived(&mut self, sent: Nanos, arrival: Nanos) -> Result<()> {
        let expected = self.clock.least_difference(arrival).filter(|_| self.clock.doubt_at(arrival).is_none());
        let overtaken = expected.is_some_and(|least| least - (arrival - sent) > OVERTAKEN);
        if overtaken && self.told.is_none() {
            self.resynchronise();
        }
        let late = self.clock.update_arrived(sent, arrival)?;
        self.futures = 0;
        if self.told.is_none() && self.late.slipped(late, arrival) {
            self.resynchronise();
            self.clock.update_arrived(sent, arrival)?;
        }
        Ok(())
    }

    /// Takes in a request and its answer. One that contradicts what was known by far means that a clock has jumped. With the first one
    /// it is known how long updates are under way, and nobody waits for seconds until the present is shown.
    pub(super) fn answered(&mut self, trip: &RoundTrip) -> Result<()> {
        let is_first = self.clock.doubt_at(trip.answer_received).is_none();
        let (known, before) = (self.clock.samples(), self.clock.remote_time(trip.answer_received));
        self.clock.answer_arrived(trip)?;
        let began_anew = known > 0 && self.clock.samples() == 0;
        let after = self.clock.remote_time(trip.answer_received);
        let far = before.zip(after).is_some_and(|(before, after)| after.saturating_sub(before).saturating_abs() > LATE);
        if began_anew && far && self.told.is_none() {
            self.show_anew();
        } else if let Some(after) = after.filter(|_| is_first && self.told.is_none()) {
            self.prediction.catch_up(after.saturating_sub(trip.answer_received));
        }
        Ok(())
    }

    /// One of the two clocks has jumped: what was known of them is void.
    fn resynchronise(&mut self) {
        self.clock.reset();
        self.show_anew();
    }

    /// Time is shown anew from where it is now.
    fn show_anew(&mut self) {
        self.prediction.restart();
        self.interpolation.restart();
        (self.futures, self.late) = (0, LateRun::default());
        self.resynchronised = self.resynchronised.saturating_add(1);
    }

    pub(super) fn is_filling(&self) -> bool {
        self.clock.samples() < FILLING
    }

    pub(super) fn advance(&mut self, now: Nanos, params: &ReceiverParams) {
        let now = now.clamp(-MAX_TIME, MAX_TIME);
        self.now = Some(self.now.map_or(now, |before| before.max(now)));
        let buffer = &params.buffer;
        let late = self.clock.lateness(buffer.quantile).unwrap_or(0);
        let wanted = (self.gap.0.unwrap_or(0.0) * buffer.gaps) as Nanos;
        self.wanted_delay = wanted.saturating_add(late).clamp(buffer.least, buffer.most);
        if let Some(remote) = self.remote_time(now) {
            self.prediction.advance(now, remote, PRESENT_SLEW);
        }
        if let Some(difference) = self.clock.least_difference(now) {
            let target = now.saturating_sub(difference).saturating_sub(self.wanted_delay);
            // A buffer that is still being filled may make time stand.
            match self.is_filling() {
                true => self.interpolation.fill(now, target),
                false => self.interpolation.advance(now, target, buffer.slew),
            }
        }
    }

    pub(super) fn stats(&self, counts: Counts, lost: u64, expected: u64) -> LinkStats {
        let newest = self.now.and_then(|now| Some(now.saturating_sub(self.clock.least_difference(now)?)));
        let delay = newest.zip(self.interpolation.time()).map_or(0, |(newest, shown)| newest.saturating_sub(shown));
        LinkStats {
            counts,
            lost,
            loss: if expected == 0 { 0.0 } else { lost as f64 / expected as f64 },
            jitter: self.clock.jitter(),
            lateness: self.clock.lateness(0.95).unwrap_or(0),
            mean_gap: self.gap.nanos(),
            delay,
            wanted_delay: self.wanted_delay,
            resynchronised: self.resynchronised,
            jumps: self.prediction.jumps.saturating_add(self.interpolation.jumps),
        }
    }
}
