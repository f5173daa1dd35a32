//! When: the remote clock, whether an update is from its future, and the times at which entities are shown.

use super::params::ReceiverParams;
use super::playout::Playout;
use super::stats::{Counts, LinkStats, MeanGap};
use crate::base::time::Nanos;
use crate::base::{Error, Result};
use crate::net::clock::ClockEstimator;
use alloc::format;

/// So many updates in a row from its future, and the estimate of the remote clock is what is wrong.
const PATIENCE: u32 = 8;
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
    /// Updates from the future in a row.
    pub(super) futures: u32,
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
            futures: 0,
            resynchronised: 0,
        })
    }

    pub(super) fn forget(&mut self) {
        self.clock.reset();
        (self.prediction, self.interpolation) = (Playout::default(), Playout::default());
        (self.now, self.futures) = (None, 0);
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

    /// Whether the time of an update that is here at own time `now` has come.
    pub(super) fn when(&self, sent: Nanos, now: Nanos, params: &ReceiverParams) -> When {
        let remote = if params.synchronised { Some(now) } else { self.clock.remote_time(now) };
        let Some(remote) = remote else { return When::Due };
        let doubt = self.clock.doubt_at(now).filter(|_| !params.synchronised).unwrap_or(0);
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
    pub(super) fn came_early(&mut self, params: &ReceiverParams) -> bool {
        self.futures += 1;
        if self.futures < PATIENCE || params.synchronised {
            return false;
        }
        self.clock.reset();
        self.futures = 0;
        self.resynchronised += 1;
        true
    }

    /// Notes an update whose time has come.
    pub(super) fn arrived(&mut self, sent: Nanos, arrival: Nanos) -> Result<()> {
        self.clock.update_arrived(sent, arrival)?;
        self.futures = 0;
        Ok(())
    }

    pub(super) fn advance(&mut self, now: Nanos, params: &ReceiverParams) {
        let now = now.clamp(-MAX_TIME, MAX_TIME);
        self.now = Some(self.now.map_or(now, |before| before.max(now)));
        let buffer = &params.buffer;
        let late = self.clock.lateness(buffer.quantile).unwrap_or(0);
        let wanted = (self.gap.0.unwrap_or(0.0) * buffer.gaps) as Nanos;
        self.wanted_delay = wanted.saturating_add(late).clamp(buffer.least, buffer.most);
        if let Some(remote) = self.clock.remote_time(now) {
            self.prediction.advance(now, remote, buffer.slew);
        }
        if let Some(difference) = self.clock.least_difference(now) {
            let target = now.saturating_sub(difference).saturating_sub(self.wanted_delay);
            self.interpolation.advance(now, target, buffer.slew);
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
