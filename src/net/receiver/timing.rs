//! When: the remote clock, whether an update is from its future, and the times at which entities are shown.

use super::pace::Pace;
use super::params::ReceiverParams;
use super::playout::Playout;
use super::stats::{Counts, LinkStats, MeanGap};
use super::watch::{Finding, Sample, Watch};
use crate::base::time::{Nanos, SECOND};
use crate::base::{Error, Result};
use crate::net::clock::{ClockEstimator, RoundTrip};
use alloc::format;

/// So many updates in a row from its future, and the estimate of the remote clock is what is wrong.
const PATIENCE: u32 = 2;
/// An answer that moves the clock by more than this tells of a jump; nearer ones are caught up with.
const FAR: Nanos = SECOND / 4;
/// An update by which a clock that is known by arrivals alone is so far behind: no path gets that much shorter. Nearer ones are
/// caught up with.
const OVERTAKEN: Nanos = SECOND / 2;
/// Updates later than what is usual by this make one ask what the clock shows …
const SUSPECT: Nanos = SECOND / 10;
/// … and so does silence of three gaps, or of this …
const SILENT: Nanos = SECOND / 4;
/// … unless it has lasted so long that nobody seems to be there.
const FORSAKEN: Nanos = 3 * SECOND;
/// Updates from before a clock was set back come for so long.
const STRAGGLE: Nanos = SECOND / 4;
/// Clocks that were found again by arrivals may be this much off.
const FOUND_WITHIN: Nanos = SECOND / 10;
/// So many updates fill a buffer.
const FILLING: u64 = 8;
/// Most that the shown present runs faster or slower than the clock.
const PRESENT_SLEW: f64 = 0.2;
/// Share of the updates that come as late as is usual, at most.
const USUAL: f64 = 0.5;
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
    /// What was sent until this remote time is here, by what is usual; the smallest value before anything arrived.
    pub(super) heard_until: Nanos,
    /// How far the remote clock is ahead of the own one, where the host says so.
    pub(super) told: Option<Nanos>,
    /// Updates from the future in a row.
    pub(super) futures: u32,
    /// How the remote clock stands to one that keeps time, which is what `clock` estimates.
    pub(super) pace: Pace,
    pub(super) watch: Watch,
    /// When something came last, and how late.
    pub(super) heard: Option<(Nanos, Nanos)>,
    /// When something came by which a clock had jumped.
    pub(super) jumped: Option<Nanos>,
    /// By so much the way has become longer, or a clock has lost it: nobody knows.
    pub(super) slower: Nanos,
    /// What is stamped later and comes before then is from before the clock was set back.
    pub(super) stragglers: Option<(Nanos, Nanos)>,
    pub(super) resynchronised: u32,
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
            heard_until: Nanos::MIN,
            told: params.synchronised.then_some(0),
            futures: 0,
            pace: Pace::default(),
            watch: Watch::default(),
            heard: None,
            jumped: None,
            slower: 0,
            stragglers: None,
            resynchronised: 0,
        })
    }

    pub(super) fn forget(&mut self) {
        self.clock.reset();
        (self.prediction, self.interpolation) = (Playout::default(), Playout::default());
        (self.now, self.futures, self.heard, self.jumped) = (None, 0, None, None);
        self.heard_until = Nanos::MIN;
        (self.pace, self.watch) = (Pace::default(), Watch::default());
        (self.slower, self.stragglers) = (0, None);
    }

    /// The remote clock is ahead by so much now. Who tells often tells its rate as well. The time that it shows when it was set back.
    pub(super) fn tell(&mut self, ahead: Nanos) -> Result<Option<Nanos>> {
        self.check(ahead, 0)?;
        let before = self.now.filter(|_| self.told.is_some()).and_then(|now| self.remote_time(now));
        if self.told.is_none() {
            self.watch.clear();
        }
        self.told = Some(ahead);
        let now = self.now.unwrap_or(0);
        self.watch.note(Sample { own: now, sent: now.saturating_add(ahead), level: 0 });
        self.pace = Pace { since: now, lead: 0, rate: self.watch.exact_rate().unwrap_or(1.0) };
        let told = now.saturating_add(ahead);
        let farther = before.map_or(0, |before| told.saturating_sub(before));
        if farther.saturating_abs() > OVERTAKEN {
            self.show_anew();
        }
        Ok((farther < -OVERTAKEN).then_some(told))
    }

    /// What the remote clock shows at own time `now`.
    fn remote_time(&self, now: Nanos) -> Option<Nanos> {
        let steady = match self.told {
            Some(ahead) => now.saturating_add(ahead),
            None => self.clock.remote_time(now)?,
        };
        Some(steady.saturating_add(self.pace.lead_at(now)).saturating_sub(self.not_run_under_way(now)))
    }

    /// The pace is found by arrivals: by it what arrives was sent as if the clock had run evenly while it was under way.
    fn not_run_under_way(&self, now: Nanos) -> Nanos {
        if self.pace.is_steady() || self.told.is_some() {
            return 0;
        }
        let way = self.clock.least_delay(now).unwrap_or(0);
        (way as f64 * (1.0 - self.pace.rate)) as Nanos
    }

    /// The stamp of an update that arrives at `now` by the shortest way.
    fn newest_possible(&self, now: Nanos) -> Option<Nanos> {
        let steady = now.saturating_sub(self.clock.least_difference(now)?);
        Some(steady.saturating_add(self.pace.lead_at(now)))
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

    /// Looks at a stamp that arrived, before anything is done with it: does it fit the clock? True when that was found to be set back.
    pub(super) fn noticed(&mut self, sent: Nanos, arrival: Nanos) -> bool {
        if self.told.is_some() {
            return false;
        }
        let Some(level) = self.clock.least_difference(arrival) else { return false };
        // What waited and comes at once is earlier and earlier; none of it must be taken for a level.
        let level = self.watch.level_before(arrival).unwrap_or(level);
        let late = arrival.saturating_sub(self.steady(sent, arrival)).saturating_sub(level);
        self.heard = Some((arrival, late));
        let overtaken = late < -OVERTAKEN && self.clock.doubt_at(arrival).is_none();
        // What waited and came with the one that told of the jump is earlier still.
        if overtaken || (late < 0 && self.jumped == Some(arrival)) {
            self.shift(arrival, late);
            return false;
        }
        if !self.watch.note(Sample { own: arrival, sent, level }) {
            return false;
        }
        // Not a high quantile: what is judged is among the recent ones.
        let noise = self.clock.lateness(0.5).unwrap_or(0).saturating_mul(2);
        match self.watch.judge(&self.pace, noise, self.slower) {
            Some(Finding::Slipped(late)) => {
                self.shift(arrival, late);
                self.stragglers = Some((sent.saturating_add(late / 2), arrival.saturating_add(STRAGGLE)));
                return true;
            }
            // Where answers tell the clock, that is the network's.
            Some(Finding::Slower(late)) if self.clock.doubt_at(arrival).is_none() => {
                self.pace = self.pace.shifted(arrival, -late);
                self.slower = self.slower.saturating_add(late).min(OVERTAKEN);
                self.watch.clear();
            }
            Some(Finding::RunsStill(pace)) if !pace.is_steady() => self.pace = pace,
            Some(Finding::Runs(pace) | Finding::RunsStill(pace)) => {
                self.clock.forget_since(self.watch.first().unwrap_or(arrival));
                self.pace = pace;
                self.watch.clear();
                self.show_anew();
            }
            _ => {}
        }
        false
    }

    /// Whether an update is from before the clock was set back, and came after one from behind that.
    pub(super) fn is_straggler(&self, sent: Nanos, arrival: Nanos) -> bool {
        self.stragglers.is_some_and(|(above, until)| sent > above && arrival < until)
    }

    /// A stamp as a clock would have made it that keeps time.
    fn steady(&self, sent: Nanos, arrival: Nanos) -> Nanos {
        sent.saturating_sub(self.pace.lead_at(arrival))
    }

    /// What arrives now is late by so much (negative: early) because a clock has jumped.
    fn shift(&mut self, arrival: Nanos, late: Nanos) {
        let again = self.jumped.replace(arrival) == Some(arrival);
        self.clock.forget_since(self.watch.first().unwrap_or(arrival));
        self.pace = self.pace.shifted(arrival, late.saturating_neg());
        self.watch.clear();
        let events = self.resynchronised;
        self.show_anew();
        if again {
            self.resynchronised = events;
        }
    }

    /// Notes an update from the future that has just arrived; true when the estimate was given up.
    pub(super) fn came_early(&mut self, arrival: Nanos) -> bool {
        self.futures = self.futures.saturating_add(1);
        if self.futures < PATIENCE || self.told.is_some() {
            return false;
        }
        match self.heard.filter(|(heard, _)| *heard == arrival) {
            Some((_, late)) => self.shift(arrival, late),
            None => {
                self.clock.reset();
                self.show_anew();
            }
        }
        true
    }

    /// Takes in an update whose time has come.
    pub(super) fn arrived(&mut self, sent: Nanos, arrival: Nanos) -> Result<()> {
        // One that is too early to be true by the answers says nothing; two say that the clock has jumped.
        let answered = self.told.is_none() && self.clock.doubt_at(arrival).is_some();
        if answered && self.heard.is_some_and(|(heard, late)| heard == arrival && late < -FAR) {
            if !self.came_early(arrival) {
                return Ok(());
            }
        } else {
            self.futures = 0;
        }
        // Arrivals tell the pace then, and nothing else.
        if self.pace.is_steady() || self.told.is_some() {
            self.clock.update_arrived(self.steady(sent, arrival), arrival)?;
        }
        Ok(())
    }

    /// Takes in a request and its answer. One that contradicts what was known by far means that a clock has jumped. With the first one
    /// it is known how long updates are under way, and nobody waits for seconds until the present is shown. True when the clock was
    /// found to be set back.
    pub(super) fn answered(&mut self, trip: &RoundTrip) -> Result<bool> {
        let (now, stamp) = (trip.answer_received, trip.answer_sent);
        self.check(stamp, now)?;
        let is_first = self.clock.doubt_at(now).is_none();
        // Silence is that of updates.
        let heard = self.heard;
        let mut set_back = self.noticed(stamp, now);
        let late = core::mem::replace(&mut self.heard, heard).map_or(0, |(_, late)| late);
        // Whose request left under another pace says nothing of this one.
        let is_known = self.clock.samples() > 0;
        if is_known && (!self.pace.is_steady() || trip.request_sent < self.pace.since) {
            return Ok(set_back);
        }
        let steady = |timing: &Self| {
            let lead = timing.pace.lead_at(now);
            let request_received = trip.request_received.saturating_sub(lead);
            RoundTrip { request_received, answer_sent: stamp.saturating_sub(lead), ..*trip }
        };
        if let Some(farther) = self.clock.contradiction(&steady(self)).filter(|_| self.told.is_none() && is_known) {
            // Its arrival tells the same, more exactly where the answer was long under way or the clock stands.
            let fits = late.saturating_add(farther).saturating_abs() <= (trip.delay() / 2).saturating_add(FAR);
            let by = if fits { late.saturating_neg() } else { farther };
            if by.saturating_abs() > FAR {
                let stood = self.watch;
                self.shift(now, by.saturating_neg());
                self.watch = stood;
                self.watch.keep_standing();
                set_back |= by < 0;
            } else {
                self.pace = self.pace.shifted(now, by);
                self.watch.clear();
            }
            self.clock.doubt_more(by.saturating_abs());
            if fits {
                return Ok(set_back);
            }
            // What arrivals said does not fit; this one does.
            self.clock.begin_anew(steady(self).answer_sent, now);
        }
        self.clock.answer_arrived(&steady(self))?;
        if is_first
            && self.told.is_none()
            && let Some(remote) = self.remote_time(now)
        {
            self.prediction.catch_up(remote.saturating_sub(now));
        }
        Ok(set_back)
    }

    /// Whether an answer is wanted at once: what comes does not fit the clock, or does not come.
    pub(super) fn is_in_doubt(&self, now: Nanos) -> bool {
        let Some((heard, late)) = self.heard.filter(|_| self.told.is_none()) else { return false };
        let silence = now.saturating_sub(heard);
        let usual = self.clock.lateness(0.95).unwrap_or(0);
        let silent = silence > SILENT.max(3 * self.gap.nanos());
        (late > SUSPECT.saturating_add(usual) || silent) && silence < FORSAKEN
    }

    /// Time is shown anew from where it is now.
    fn show_anew(&mut self) {
        self.prediction.restart();
        self.interpolation.restart();
        self.clock.doubt_more(FOUND_WITHIN);
        (self.futures, self.slower) = (0, 0);
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
        let rate = self.pace.rate;
        if let Some(remote) = self.remote_time(now) {
            self.prediction.advance(now, remote, rate, PRESENT_SLEW);
        }
        if let Some(newest) = self.newest_possible(now) {
            self.heard_until = newest.saturating_sub(self.clock.lateness(USUAL).unwrap_or(0));
            let target = newest.saturating_sub(self.wanted_delay);
            // A buffer that is still being filled may make time stand.
            match self.is_filling() {
                true => self.interpolation.fill(now, target, rate),
                false => self.interpolation.advance(now, target, rate, buffer.slew),
            }
        }
    }

    pub(super) fn stats(&self, counts: Counts, lost: u64, expected: u64) -> LinkStats {
        let newest = self.now.and_then(|now| self.newest_possible(now));
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
