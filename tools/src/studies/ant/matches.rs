//! Recorded matches as cases: what is known of a player in a frame, and where it went. Lengths are in units of v_max · 1 s.
use antreckon::base::math::{DVec2, DVec3, ground};
use antreckon_cli::eval::HORIZONS;
use antreckon_cli::eval::forecaster::{Frame, damped_reach};
use antreckon_cli::eval::kinematics::{Estimate, Estimates};
use antreckon_cli::eval::score::{COLD_SECONDS, counts, frames_ahead, scored_from};
use antreckon_cli::eval::simple::learned_tau;
use antreckon_cli::eval::units::Units;
use antreckon_cli::trace::{Trace, TraceError};
use std::path::Path;

/// Number of horizons.
pub(super) const SLOTS: usize = HORIZONS.len();

/// A loaded match.
pub(super) struct Match {
    pub(super) trace: Trace,
    pub(super) estimates: Estimates,
    pub(super) units: Units,
    /// Ground run speed, m/s.
    pub(super) v_max: f64,
    /// Horizons in frames.
    pub(super) ahead: [usize; SLOTS],
}

/// Which part of a match is scored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Part {
    /// The first two minutes, when no trail is there yet.
    Cold,
    /// What the scoring rules score: all but the first 40 %.
    Whole,
}

/// A player in a frame.
pub(super) struct Case {
    pub(super) player: usize,
    pub(super) k: usize,
    /// Where, metres.
    pub(super) place: DVec3,
    /// Recorded velocity, in units of v_max.
    pub(super) velocity: DVec2,
    pub(super) estimate: Estimate,
    /// Displacement after each horizon, where that prediction counts.
    pub(super) truth: [Option<DVec2>; SLOTS],
}

impl Match {
    /// Reads a match.
    pub(super) fn load(path: &Path) -> Result<Self, TraceError> {
        Trace::load(path).map(Self::of)
    }

    /// A match that is read already.
    pub(super) fn of(trace: Trace) -> Self {
        let estimates = Estimates::of(&trace);
        let units = Units::of(&trace.meta);
        let v_max = trace.meta.v_max * units.metres;
        let ahead = HORIZONS.map(|horizon| frames_ahead(&trace, horizon));
        Self { trace, estimates, units, v_max, ahead }
    }

    /// The game without its mode: matches of one family are scored together.
    pub(super) fn family(&self) -> &str {
        self.trace.meta.game.split('(').next().unwrap_or("").trim()
    }

    /// A displacement of the trace in the ground plane of the library, in units of v_max · 1 s.
    pub(super) fn span(&self, [x, y]: [f64; 2]) -> DVec2 {
        ground(self.units.to_metres([x, y, 0.0])) / self.v_max
    }

    /// Where a player is, metres.
    pub(super) fn place(&self, player: usize, k: usize) -> Option<DVec3> {
        self.trace.states(k)[player].map(|sample| self.units.to_metres(sample.position))
    }

    /// Frames of a part: where they begin and end.
    pub(super) fn frames(&self, part: Part) -> (usize, usize) {
        match part {
            Part::Cold => (0, self.trace.frames.min((COLD_SECONDS * self.trace.meta.tick_hz) as usize)),
            Part::Whole => (scored_from(&self.trace), self.trace.frames),
        }
    }

    /// Does a prediction from frame `k` count in this part?
    pub(super) fn counts(&self, part: Part, player: usize, k: usize, slot: usize) -> bool {
        let (begin, end) = self.frames(part);
        let n = self.ahead[slot];
        k >= begin && k + n < end && counts(&self.trace, &self.estimates, player, k, n)
    }

    /// The case of a player in a frame; `None` when no prediction from there counts.
    pub(super) fn case(&self, part: Part, player: usize, k: usize) -> Option<Case> {
        let truth: [Option<DVec2>; SLOTS] = std::array::from_fn(|slot| {
            let then = self.counts(part, player, k, slot).then(|| self.place(player, k + self.ahead[slot]))??;
            Some(ground(then - self.place(player, k)?) / self.v_max)
        });
        truth.iter().any(Option::is_some).then_some(())?;
        let estimate = self.estimates.frame(k)[player]?;
        let velocity = self.span(estimate.velocity);
        Some(Case { player, k, place: self.place(player, k)?, velocity, estimate, truth })
    }

    /// What the five simple predictors of the scoring rules say, per horizon.
    pub(super) fn simple(&self, case: &Case, taus: &[f64; SLOTS]) -> [[DVec2; 5]; SLOTS] {
        let (mean, acceleration) = (self.span(case.estimate.mean_velocity), self.span(case.estimate.mean_acceleration));
        std::array::from_fn(|slot| {
            let seconds = self.ahead[slot] as f64 * self.trace.tick();
            [
                DVec2::ZERO,
                case.velocity * seconds,
                mean * seconds,
                mean * seconds + acceleration * (0.5 * seconds * seconds),
                case.velocity * damped_reach(taus[slot], seconds),
            ]
        })
    }

    /// Time constants of `damped` as the scoring rules choose them.
    pub(super) fn taus(&self) -> [f64; SLOTS] {
        self.ahead.map(|n| learned_tau(&self.trace, &self.estimates, 1, n))
    }

    /// Shows all frames up to `end` in order, each with the events since the one before.
    pub(super) fn play(&self, end: usize, mut show: impl FnMut(&Frame<'_>)) {
        let mut next = 0;
        for k in 0..end {
            let time = k as f64 * self.trace.tick();
            let fresh = self.trace.events[next..].iter().take_while(|event| event.time <= time + 1e-9).count();
            let events = &self.trace.events[next..next + fresh];
            next += fresh;
            show(&Frame::new(&self.trace, self.estimates.frame(k), events, k));
        }
    }
}
