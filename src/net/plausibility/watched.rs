//! What is remembered of an entity, and its next update held against it.

use super::motion::{Debts, JudgeScratch, Step};
use super::params::{Limits, Passage, PlausibilityParams, Rule};
use super::silence::Silence;
use crate::base::time::{Nanos, seconds_between, to_seconds};
use crate::net::update::{Flags, Update};
use crate::predict::Prediction;
use crate::world::World;

/// The rules an update broke, each at most once, with value and limit.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Broken {
    found: [Option<(f64, f64)>; Rule::ALL.len()],
    /// Whether it can have got there would have taken a longer search than the parameters allow.
    pub(super) undecided: bool,
}

impl Broken {
    pub(super) fn add(&mut self, rule: Rule, value: f64, limit: f64) {
        self.found[rule as usize] = Some((value, limit));
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = (Rule, f64, f64)> + '_ {
        let broken = Rule::ALL.iter().zip(&self.found);
        broken.filter_map(|(rule, found)| found.map(|(value, limit)| (*rule, value, limit)))
    }
}

/// An update to judge.
pub(super) struct Case<'a> {
    pub(super) params: &'a PlausibilityParams,
    pub(super) passages: &'a [Passage],
    pub(super) update: &'a Update,
    pub(super) arrival: Nanos,
    pub(super) world: Option<&'a World>,
    pub(super) expected: Option<&'a Prediction>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Watched {
    pub(super) limits: Limits,
    pub(super) last: Option<Update>,
    /// Its arrival, own clock.
    pub(super) last_arrival: Nanos,
    pub(super) debts: Debts,
    /// Sender's and own time at which its clock had gained nothing.
    pub(super) base: Option<(Nanos, Nanos)>,
    pub(super) silence: Silence,
    /// Speed allowed on top, m/s, until a time of the sender's clock.
    pub(super) extra: f64,
    pub(super) extra_until: Nanos,
    /// Until when it may turn up anywhere.
    pub(super) free_until: Option<Nanos>,
    pub(super) score: f64,
    /// When the score was that, sender's clock.
    pub(super) scored: Nanos,
    pub(super) judged: u64,
    pub(super) suspicious: u64,
}

impl Watched {
    pub(super) fn new(limits: &Limits) -> Self {
        Self {
            limits: *limits,
            last: None,
            last_arrival: 0,
            debts: Debts::default(),
            base: None,
            silence: Silence::default(),
            extra: 0.0,
            extra_until: 0,
            free_until: None,
            score: 0.0,
            scored: Nanos::MIN,
            judged: 0,
            suspicious: 0,
        }
    }

    /// Points at a time; those of the future are not foretold.
    pub(super) fn score_at(&self, now: Nanos, half_life: Nanos) -> f64 {
        if self.score == 0.0 || now <= self.scored {
            return self.score;
        }
        self.score * libm::exp2(-seconds_between(self.scored, now) / to_seconds(half_life))
    }

    /// Lets the score decay until `now`.
    pub(super) fn settle(&mut self, now: Nanos, half_life: Nanos) {
        self.score = self.score_at(now, half_life);
        self.scored = self.scored.max(now);
    }

    /// Holds an update against what is remembered, and remembers it. A late or doubled one says nothing new.
    pub(super) fn judge(&mut self, case: &Case<'_>, scratch: &mut JudgeScratch) -> Broken {
        let mut broken = Broken::default();
        let Some(last) = self.last else {
            self.remember(case);
            return broken;
        };
        if !case.update.sequence.newer_than(last.sequence) {
            return broken;
        }
        let seconds = seconds_between(last.time, case.update.time);
        if seconds <= 0.0 {
            // It is not remembered: the next one is held against the newest time that was told.
            broken.add(Rule::Backwards, -seconds, 0.0);
            return broken;
        }
        self.clock(case, &mut broken);
        let begins = case.update.flags.contains(Flags::ENTER) || last.flags.contains(Flags::LEAVE);
        if begins {
            // Somebody that was out of sight may be anywhere, and was silent for a reason.
            self.debts = Debts::default();
        } else {
            self.promises(case, &last, seconds, &mut broken);
            self.motion(case, &last, seconds, scratch, &mut broken);
        }
        self.remember(case);
        broken
    }

    fn remember(&mut self, case: &Case<'_>) {
        (self.last, self.last_arrival) = (Some(*case.update), case.arrival);
        self.base.get_or_insert((case.update.time, case.arrival));
    }

    /// Time stamps may not run ahead of the wall clock. An update that comes faster than any before only shows that those were slower, so
    /// a gain counts once it exceeds what jitter and drift explain.
    fn clock(&mut self, case: &Case<'_>, broken: &mut Broken) {
        let Some((sent, arrived)) = self.base else { return };
        let (there, here) = (case.update.time.saturating_sub(sent), case.arrival.saturating_sub(arrived));
        let gained = there.saturating_sub(here);
        let drift = (here.max(0) as f64 * case.params.clock_drift) as Nanos;
        let allowed = case.params.clock_gain.saturating_add(drift);
        if gained > allowed {
            broken.add(Rule::FastClock, to_seconds(gained), to_seconds(allowed));
            self.base = Some((case.update.time, case.arrival));
        }
    }

    /// What senders promise: a heartbeat, an update when others are wrong by a threshold. Held against them only where no number
    /// is missing, because a lost update is not the sender's fault.
    fn promises(&mut self, case: &Case<'_>, last: &Update, seconds: f64, broken: &mut Broken) {
        let p = case.params;
        let resting = last.flags.contains(Flags::FROZEN);
        let complete = last.sequence.next() == case.update.sequence;
        let heartbeat = to_seconds(p.heartbeat) * p.promise;
        if complete && !resting && p.heartbeat > 0 && seconds > heartbeat {
            broken.add(Rule::MissedHeartbeat, seconds, heartbeat);
        }
        let moved = case.update.flags.contains(Flags::TELEPORT);
        if let Some(expected) = case.expected.filter(|_| !moved) {
            let off = (case.update.position - expected.position).length();
            let allowed = p.threshold * p.promise;
            if complete && p.threshold > 0.0 && off > allowed + p.slack {
                broken.add(Rule::Suppressed, off, allowed + p.slack);
            }
            let confident = expected.radius > 0.0 && expected.radius <= p.confident_radius;
            if confident && off > p.deviation * expected.radius {
                broken.add(Rule::Deviation, off / expected.radius, p.deviation);
            }
        }
        if resting || last.flags.contains(Flags::STOP) {
            return;
        }
        if let Some(deviations) = self.silence.add(self.last_arrival, case.arrival, p.silence)
            && deviations > p.aim_deviations
        {
            broken.add(Rule::QuietWhenAimedAt, deviations, p.aim_deviations);
        }
    }

    fn motion(
        &mut self,
        case: &Case<'_>,
        last: &Update,
        seconds: f64,
        scratch: &mut JudgeScratch,
        broken: &mut Broken,
    ) {
        if self.free_until.is_some_and(|until| case.update.time <= until) {
            let step = (case.update.position - last.position).length();
            if step > case.params.slack {
                // The one time it was allowed for may have been now.
                self.free_until = Some(self.free_until.unwrap_or(0))
                    .filter(|_| step <= (self.limits.v_max * case.params.tolerance + self.limits.knock_back) * seconds);
            }
            self.debts = Debts::default();
            return;
        }
        let step = Step {
            from: last,
            to: case.update,
            seconds,
            limits: self.limits,
            extra: if last.time <= self.extra_until { self.extra } else { 0.0 },
            params: case.params,
            passages: case.passages,
            world: case.world,
        };
        step.judge(&mut self.debts, scratch, broken);
    }
}
