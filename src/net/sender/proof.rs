//! Whether lines along a predicted path pay: they do only while they cost fewer updates than lines along the velocity.
//!
//! A predicted path may be wrong, and then a line laid along it breaks its threshold sooner than the plain one. So three
//! receivers are played here by the entity's own thresholds: one told plain lines, one told the suggested ones, and one told
//! what the real ones are told, which is what the one has that did better. Who changes over takes its line as it runs, not a
//! fresh one, so that from then on it needs the same updates; a change therefore costs no more than the update that makes it.
//!
//! Suggestions begin unheard, unless their maker has proved itself elsewhere, and are heard once they have saved some updates.
//! When all that they have saved since is lost again, they are unheard. As long as they have cost more than they saved in
//! all, each failure doubles what they must save before they are heard again, and what they have won in all they do not
//! risk. A failure costs one update, so what suggestions cost beyond plain lines grows with the logarithm of the updates: one
//! to three in minutes, whatever the path.

use super::connection::tick_before;
use super::params::{Finest, SenderParams};
use super::trigger::{Draft, Reason, Sent, Thresholds};
use super::truth::Truth;
use crate::base::math::DVec3;
use crate::base::time::{Nanos, seconds_between};
use crate::net::Codec;
use crate::net::line::Line;

/// Updates that suggestions must save before they are heard for the first time …
const FIRST_NEED: i32 = 5;
/// … and at most, however often they have failed: more than an entity is ever sent.
const MOST_NEED: i32 = 1 << 20;
/// What counts of the losses while unheard at most: who turns good is heard soon.
const MOST_BEHIND: i32 = 2;
/// What counts of the savings at most: who turns bad is unheard soon.
const MOST_SAVED: i32 = 12;
/// What the suggestions of a bank may cost at first: it was found to pay on matches that it did not know.
const TRUSTED: i32 = 3;

/// Whose suggestions they are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Maker {
    /// Any model's path: must save updates first.
    Path,
    /// A bank of networks, which is heard at once.
    Bank,
}

/// A receiver that is played.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Played {
    pub(super) sent: Sent,
    /// When it was told.
    pub(super) at: Nanos,
    /// Error summed up since, m·s.
    pub(super) area: f64,
}

/// What truths are measured by.
#[derive(Clone, Copy)]
pub(super) struct Measure<'a> {
    pub(super) codec: &'a Codec,
    pub(super) finest: Finest,
    pub(super) params: &'a SenderParams,
    pub(super) number: u32,
}

/// See the head of this file.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Proof {
    pub(super) plain: Played,
    pub(super) led: Played,
    /// What real ones are told.
    pub(super) real: Played,
    /// The suggestion for the newest truth.
    pub(super) line: Option<Line>,
    /// Time of the newest truth.
    pub(super) time: Nanos,
    /// The one that is led needs a line.
    pub(super) due: bool,
    /// What real ones have needs a line.
    pub(super) real_due: bool,
    /// Suggestions are heard.
    pub(super) heard: bool,
    /// While unheard: updates that they would have saved of late.
    pub(super) lead: i32,
    /// What `lead` must reach.
    pub(super) need: i32,
    /// While heard: updates that they have saved.
    pub(super) saved: i32,
    /// Updates that they have saved in all while heard; below 0 they cost more.
    pub(super) credit: i32,
    /// While heard: they have won in all, and stop before it is lost again.
    pub(super) won: bool,
    /// They are heard because of their maker, not of what they saved.
    pub(super) trusted: bool,
}

/// Updates saved or lost in all are not counted beyond this.
pub(super) const MOST_CREDIT: i32 = 1 << 20;

impl Measure<'_> {
    fn told(&self, truth: &Truth, line: Line) -> Option<Sent> {
        let time = tick_before(self.codec, truth.time).ok()?;
        Draft::new(self.codec, self.finest, self.params, self.number, truth, time).told(line)
    }
}

impl Played {
    /// Whether it must be told anew.
    fn breaks(&mut self, m: &Measure<'_>, truth: &Truth, before: Nanos) -> bool {
        let thresholds = Thresholds::new(m.params, 1.0, m.finest);
        let shown = self.sent.line(truth.time);
        let seconds = seconds_between(before, truth.time);
        let waited = truth.time.saturating_sub(self.at);
        match thresholds.broken(truth, &self.sent, shown, seconds, &mut self.area) {
            Some(due) => due.reason.is_urgent() || waited >= m.params.min_gap,
            None => thresholds.heartbeat().is_some_and(|heartbeat| waited >= heartbeat),
        }
    }

    fn tell(&mut self, sent: Sent, at: Nanos) {
        *self = Self { sent, at, area: 0.0 };
    }
}

impl Proof {
    /// Both are told the plain line of this truth. `None` when it cannot be told.
    pub(super) fn new(m: &Measure<'_>, truth: &Truth, maker: Maker) -> Option<Self> {
        let sent = m.told(truth, Line { offset: DVec3::ZERO, velocity: truth.velocity })?;
        let played = Played { sent, at: truth.time, area: 0.0 };
        let heard = maker == Maker::Bank;
        Some(Self {
            plain: played,
            led: played,
            real: played,
            line: None,
            time: truth.time,
            due: heard,
            real_due: heard,
            heard,
            lead: 0,
            need: FIRST_NEED,
            saved: if heard { TRUSTED } else { 0 },
            credit: 0,
            won: false,
            trusted: heard,
        })
    }

    /// Takes in the next truth.
    pub(super) fn observe(&mut self, m: &Measure<'_>, truth: &Truth) {
        let Some(plain) = m.told(truth, Line { offset: DVec3::ZERO, velocity: truth.velocity }) else { return };
        if self.due {
            // Nobody suggested anything for the truth before.
            self.led.tell(plain, truth.time);
            self.count_led();
        }
        if self.real_due {
            self.real.tell(plain, truth.time);
            self.count_real();
        }
        let before = core::mem::replace(&mut self.time, truth.time);
        if truth.teleported || self.plain.breaks(m, truth, before) {
            self.plain.tell(plain, truth.time);
            self.count(1);
        }
        self.due = truth.teleported || self.led.breaks(m, truth, before);
        self.real_due = truth.teleported || self.real.breaks(m, truth, before);
        self.line = None;
    }

    /// The suggestion for the truth that was observed last.
    pub(super) fn suggest(&mut self, m: &Measure<'_>, truth: &Truth, line: Line) {
        self.line = Some(line);
        if self.due
            && let Some(sent) = m.told(truth, line)
        {
            self.due = false;
            self.led.tell(sent, truth.time);
            self.count_led();
        }
        if self.real_due {
            self.count_real();
        }
        self.decide();
        if self.real_due
            && let Some(sent) = m.told(truth, self.as_it_runs(truth))
        {
            self.real_due = false;
            self.real.tell(sent, truth.time);
        }
    }

    /// Suggested lines need an update: of interest while they are unheard.
    fn count_led(&mut self) {
        if !self.heard {
            self.count(-1);
        }
    }

    /// What is really told needs an update: of interest while suggestions are heard.
    fn count_real(&mut self) {
        if self.heard {
            self.count(-1);
        }
    }

    /// Updates that plain lines need more.
    fn count(&mut self, more: i32) {
        if !self.heard {
            self.lead = (self.lead + more).max(-MOST_BEHIND);
        } else {
            self.saved = (self.saved + more).min(MOST_SAVED);
            self.credit = (self.credit + more).clamp(-MOST_CREDIT, MOST_CREDIT);
            self.won |= self.credit > 1 && !self.trusted;
        }
    }

    fn decide(&mut self) {
        if self.heard && (self.saved < 0 || self.won && self.credit < 1) {
            (self.heard, self.won, self.trusted, self.lead) = (false, false, false, 0);
            self.need = if self.credit < 0 { (2 * self.need).min(MOST_NEED) } else { FIRST_NEED };
        } else if !self.heard && self.lead >= self.need {
            // What it took to be heard was saved in play only.
            (self.heard, self.saved) = (true, 0);
        }
    }

    /// The line to tell somebody for whom an update is due at the entity's own threshold (`own`) or another one. `None`:
    /// nobody has suggested anything for this truth.
    pub(super) fn line(&self, truth: &Truth, reason: Reason, own: bool) -> Option<Line> {
        let suggested = self.line?;
        // Somebody to whom it is new gets the true place.
        if own && !reason.is_urgent() && reason != Reason::Lost {
            return Some(self.as_it_runs(truth));
        }
        Some(if self.heard { suggested } else { Line { offset: DVec3::ZERO, velocity: truth.velocity } })
    }

    /// The line of the one who does better, from where it is now.
    fn as_it_runs(&self, truth: &Truth) -> Line {
        let follows = if self.heard { &self.led } else { &self.plain };
        let offset = follows.sent.line(truth.time).position - truth.position;
        Line { offset, velocity: follows.sent.update.velocity }
    }

    /// Goes with the origin of coordinates to `shift`; `codec` has gone there.
    pub(super) fn rebase(&mut self, shift: DVec3, codec: &Codec) {
        for played in [&mut self.plain, &mut self.led, &mut self.real] {
            let update = &mut played.sent.update;
            update.rebase(shift);
            *update = codec.quantise(update).unwrap_or(*update);
        }
    }
}
