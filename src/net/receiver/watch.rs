//! Whether recent arrivals say that a clock has lost time or runs at another rate.
//!
//! One late update is a slow one. A network delays by amounts that scatter, and a queue that fills or drains does so slowly or in one
//! go; updates that are all late by nearly the same large amount, or later and later along a steep straight line, tell of a clock.

use super::pace::{FASTEST, Pace};
use crate::base::serial::{Reader, Writer};
use crate::base::time::{Nanos, SECOND, seconds_between};
use crate::base::{Error, Result};

/// Of arrivals so close together only the least late one counts.
const SLOT: Nanos = SECOND / 22;
/// Arrivals that are looked at: more than a second of them.
const SAMPLES: usize = 26;
/// Older ones say nothing about now.
const LONGEST: Nanos = SECOND * 6 / 5;
/// Everything that comes later than this is late because of a clock; bursts and full queues rarely take that long …
const SLIP: f64 = 0.5;
/// … if three do for so long, or two for longer …
const SLIP_SPANS: [(usize, f64); 2] = [(3, 0.25), (2, 0.4)];
/// … or two by more than this.
const VERY_LATE: f64 = 1.0;
/// Late by less, yet all of so many over so long: a longer way or a clock, which is the same where nobody answers.
const SLOWER: f64 = 0.1;
const SLOWER_SPAN: (usize, f64) = (5, 1.0);
/// A clock that gains or loses less than this a second may be a queue that fills or drains.
const STEEP: f64 = 0.42;
/// Queues drain faster than they fill, and what was sent within a second arrives within less.
const STEEP_EARLY: f64 = 0.8;
/// One that runs at another rate anyhow, by less.
const STEEP_AWAY: f64 = 0.25;
/// It is followed after so many arrivals and seconds …
const PACE_SPAN: (usize, f64) = (4, 0.28);
/// … by which it has gained or lost this and what updates scatter by.
const PACE_CHANGE: f64 = 0.15;
/// … along a line which it keeps to within the gain divided by this: a jump does not.
const STRAIGHT: f64 = 6.0;
/// … with no gap longer than this share of all: what happens in a gap is not seen.
const WIDEST_GAP: f64 = 0.45;
/// Clocks that run fast make updates earlier than this, seconds.
const EARLY: f64 = 0.03;
/// Rates so near to 1 and to 0 are that.
const NEARLY_STEADY: f64 = 0.15;
const NEARLY_STANDING: f64 = 0.1;
/// So many arrivals with one stamp over so long, and it stands.
const STANDING: (usize, Nanos) = (3, SECOND / 5);
/// A rate is measured again once so many arrivals and seconds tell of it.
const AGAIN_SPAN: (usize, f64) = (4, 0.28);

/// An arrival: when on the own clock, with which stamp, and the least difference of own and steady remote time before it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Sample {
    pub(super) own: Nanos,
    pub(super) sent: Nanos,
    pub(super) level: Nanos,
}

/// What recent arrivals say.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Finding {
    /// The remote clock has lost so much since.
    Slipped(Nanos),
    /// Everything comes so much later.
    Slower(Nanos),
    /// It runs so.
    Runs(Pace),
    /// It runs nearly as it was known to, and more exactly so.
    RunsStill(Pace),
}

/// Recent arrivals, oldest first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Watch {
    samples: [Sample; SAMPLES],
    count: usize,
    /// When the slot of the last one began.
    slot: Nanos,
}

/// Sums of a straight line through points, seconds.
#[derive(Clone, Copy, Default)]
struct Line {
    n: f64,
    x: f64,
    y: f64,
    xx: f64,
    xy: f64,
}

impl Line {
    fn add(&mut self, x: f64, y: f64) {
        (self.n, self.x, self.y) = (self.n + 1.0, self.x + x, self.y + y);
        (self.xx, self.xy) = (self.xx + x * x, self.xy + x * y);
    }

    fn slope(&self) -> f64 {
        let width = self.n * self.xx - self.x * self.x;
        if width > 0.0 { (self.n * self.xy - self.x * self.y) / width } else { 0.0 }
    }
}

impl Watch {
    pub(super) fn clear(&mut self) {
        self.count = 0;
    }

    /// Forgets all but those that have the stamp of the newest.
    pub(super) fn keep_standing(&mut self) {
        let Some(last) = self.samples().last().copied() else { return };
        let kept = self.samples().iter().rev().take_while(|sample| sample.sent == last.sent).count();
        self.samples.copy_within(self.count - kept..self.count, 0);
        self.count = kept;
    }

    fn samples(&self) -> &[Sample] {
        &self.samples[..self.count]
    }

    /// When the first of them came.
    pub(super) fn first(&self) -> Option<Nanos> {
        self.samples().first().map(|sample| sample.own)
    }

    /// The level before what came with or just before an arrival.
    pub(super) fn level_before(&self, own: Nanos) -> Option<Nanos> {
        self.samples().last().filter(|_| own.saturating_sub(self.slot) < SLOT).map(|sample| sample.level)
    }

    /// Takes in an arrival; whether it is time to judge.
    pub(super) fn note(&mut self, new: Sample) -> bool {
        if let Some(last) = self.samples[..self.count].last_mut()
            && new.own.saturating_sub(self.slot) < SLOT
        {
            if new.own.saturating_sub(new.sent) < last.own.saturating_sub(last.sent) && new.own >= last.own {
                (last.own, last.sent) = (new.own, new.sent);
            }
            return false;
        }
        if self.count == SAMPLES {
            self.samples.copy_within(1.., 0);
            self.count -= 1;
        }
        self.samples[self.count] = new;
        self.count += 1;
        self.slot = new.own;
        true
    }

    /// What they say of a clock that was known to run at `pace`, over a network on which updates are late by up to `noise` as a rule
    /// and whose way has become longer by `slower`, which may end.
    pub(super) fn judge(&self, pace: &Pace, noise: Nanos, slower: Nanos) -> Option<Finding> {
        let samples = self.samples();
        let last = samples.last()?;
        if let Some(found) = self.stands(pace) {
            return found;
        }
        let noise = noise as f64 * 1e-9;
        let mut line = Line::default();
        let (mut lowest, mut again) = (f64::INFINITY, None);
        let (mut after, mut widest) = (last.own, 0.0_f64);
        for (start, first) in samples.iter().enumerate().rev() {
            let span = seconds_between(first.own, last.own);
            if span > seconds_between(0, LONGEST) {
                break;
            }
            widest = widest.max(seconds_between(first.own, after));
            after = first.own;
            // Levels follow early arrivals at once; that of the first does not know of them.
            let level = seconds_between(last.level, first.level);
            let raw = self.late(start, pace, last.level);
            line.add(-span, raw);
            lowest = lowest.min(raw);
            let least = lowest - level;
            let n = samples.len() - start;
            let slope = line.slope();
            let steep = slope.abs()
                >= match pace.is_steady() {
                    false => STEEP_AWAY,
                    true if slope < 0.0 => STEEP_EARLY,
                    true => STEEP,
                };
            let enough = |(count, seconds): (usize, f64)| n >= count && span >= seconds;
            if n >= 2 && least > VERY_LATE && !(steep && n > 3) {
                return Some(Finding::Slipped((least * 1e9) as Nanos));
            }
            if least > SLIP && !steep && SLIP_SPANS.iter().any(|needed| enough(*needed)) {
                return Some(Finding::Slipped((least * 1e9) as Nanos));
            }
            if least > SLOWER && !steep && enough(SLOWER_SPAN) {
                return Some(Finding::Slower((least * 1e9) as Nanos));
            }
            if enough(PACE_SPAN) && steep && widest <= WIDEST_GAP * span && slope.abs() * span >= PACE_CHANGE + noise {
                let newest = self.late(samples.len() - 1, pace, first.level);
                // Clocks that run fast make updates early; a queue that drains makes them less late.
                let abnormal = if slope > 0.0 { newest > noise } else { newest < -EARLY - seconds_between(0, slower) };
                if abnormal && STRAIGHT * self.scatter(start, pace, &line, slope) <= slope.abs() * span {
                    return Some(Finding::Runs(self.fitted(start, pace, slope)));
                }
            }
            if !pace.is_steady() && enough(AGAIN_SPAN) && !steep && again.is_none() {
                again = Some((start, slope));
            }
        }
        again.map(|(start, slope)| Finding::RunsStill(self.fitted(start, pace, slope)))
    }

    /// Whether the clock has begun to stand, or to run again; `Some(None)` = it stands on.
    fn stands(&self, pace: &Pace) -> Option<Option<Finding>> {
        let samples = self.samples();
        let last = samples.last()?;
        let same = samples.iter().rev().take_while(|sample| sample.sent == last.sent);
        let first = same.clone().last()?;
        let at = |rate: f64| {
            let lead = last.sent.saturating_sub(last.own).saturating_add(first.level);
            Some(Finding::Runs(Pace { since: last.own, lead, rate }))
        };
        if pace.rate == 0.0 {
            // As it was known to stand; late ones are from before.
            let standing = last.own.saturating_sub(first.level).saturating_add(pace.lead_at(last.own));
            return Some(if last.sent > standing { at(1.0) } else { None });
        }
        let stands = same.count() >= STANDING.0 && last.own.saturating_sub(first.own) >= STANDING.1;
        stands.then(|| at(0.0))
    }

    fn late(&self, at: usize, pace: &Pace, level: Nanos) -> f64 {
        let sample = &self.samples[at];
        let steady = sample.sent.saturating_sub(pace.lead_at(sample.own));
        sample.own.saturating_sub(steady).saturating_sub(level) as f64 * 1e-9
    }

    /// Most by which samples from `start` on lie off their line, seconds.
    fn scatter(&self, start: usize, pace: &Pace, line: &Line, slope: f64) -> f64 {
        let newest = &self.samples[self.count - 1];
        let offset = (line.y - slope * line.x) / line.n;
        let off = |at: usize| {
            let x = -seconds_between(self.samples[at].own, newest.own);
            (self.late(at, pace, newest.level) - offset - slope * x).abs()
        };
        (start..self.count).map(off).fold(0.0, f64::max)
    }

    /// The pace at which samples from `start` on are late by a constant, the least late one by nothing.
    fn fitted(&self, start: usize, pace: &Pace, slope: f64) -> Pace {
        let rate = pace.rate - slope;
        let rate = match rate {
            ..NEARLY_STANDING => 0.0,
            _ if (rate - 1.0).abs() < NEARLY_STEADY => 1.0,
            _ => rate.min(FASTEST),
        };
        let (samples, level) = (self.samples(), self.samples[start].level);
        let newest = samples[self.count - 1].own;
        let fitted = Pace { since: newest, lead: 0, rate };
        let leads = samples[start..].iter().map(|sample| {
            let without = sample.sent.saturating_sub(sample.own).saturating_add(level);
            without.saturating_sub(fitted.lead_at(sample.own))
        });
        Pace { lead: leads.max().unwrap_or(0), ..fitted }
    }

    /// Rate of a clock of which these are exact readings; `None` when they lie on no line.
    pub(super) fn exact_rate(&self) -> Option<f64> {
        let samples = self.samples();
        let last = samples.last()?;
        let recent = samples.iter().rev().take(4).take_while(|sample| last.own - sample.own < LONGEST);
        let mut line = Line::default();
        let point = |sample: &Sample| {
            (-seconds_between(sample.own, last.own), sample.sent.saturating_sub(last.sent) as f64 * 1e-9)
        };
        recent.clone().map(point).for_each(|(x, y)| line.add(x, y));
        let slope = line.slope();
        let offset = (line.y - slope * line.x) / line.n;
        let on_line = |(x, y): (f64, f64)| (y - offset - slope * x).abs() < 0.02;
        if line.n < 3.0 || !recent.map(point).all(on_line) {
            return None;
        }
        Some(if (slope - 1.0).abs() < NEARLY_STEADY { 1.0 } else { slope.clamp(0.0, FASTEST) })
    }

    pub(super) fn write(&self, w: &mut Writer) {
        w.u64(self.count as u64).i64(self.slot);
        for sample in self.samples() {
            w.i64(sample.own).i64(sample.sent).i64(sample.level);
        }
    }

    pub(super) fn read(r: &mut Reader<'_>) -> Result<Self> {
        let (count, slot) = (r.u64()?, r.i64()?);
        if count > SAMPLES as u64 {
            return Err(Error::corrupt("a receiver watches more arrivals than it keeps"));
        }
        let mut watch = Self { count: count as usize, slot, ..Self::default() };
        for sample in &mut watch.samples[..count as usize] {
            *sample = Sample { own: r.i64()?, sent: r.i64()?, level: r.i64()? };
        }
        if !watch.samples().is_sorted_by_key(|sample| sample.own) {
            return Err(Error::corrupt("the arrivals that a receiver watches are out of order"));
        }
        Ok(watch)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: Nanos = SECOND / 1000;

    /// What is found first of arrivals every 50 ms that are late by so many milliseconds, and when.
    fn found(late: impl Fn(i64) -> i64) -> Option<(i64, Finding)> {
        let mut watch = Watch::default();
        for i in 0..60 {
            let own = i * 50 * MS;
            watch.note(Sample { own, sent: own - late(i) * MS, level: 0 });
            if let Some(finding) = watch.judge(&Pace::default(), 20 * MS, 0) {
                return Some((i * 50, finding));
            }
        }
        None
    }

    #[test]
    fn steps_and_ramps_are_found_within_half_a_second() {
        let (at, finding) = found(|i| if i < 20 { 0 } else { 600 }).unwrap();
        assert_eq!((at, finding), (1250, Finding::Slipped(600 * MS)));
        let (at, finding) = found(|i| (i - 20).max(0) * 50 / 2).unwrap();
        let Finding::Runs(Pace { rate, .. }) = finding else { panic!("{finding:?}") };
        assert!(at <= 1500 && (rate - 0.5).abs() < 0.1, "{at} {rate}");
        let (at, finding) = found(|i| (i - 20).max(0) * 50).unwrap();
        assert!(at <= 1250 && matches!(finding, Finding::Runs(Pace { rate: 0.0, .. })), "{at} {finding:?}");
    }

    #[test]
    fn scatter_stalls_and_queues_are_not() {
        assert_eq!(found(|i| i * 37 % 80), None);
        assert_eq!(found(|i| if i % 20 < 6 { 400 } else { 0 }), None, "spikes");
    }
}
