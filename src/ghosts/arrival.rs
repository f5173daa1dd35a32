//! Dating of states that come without a time stamp.
//!
//! Hosts hand them in once per frame, so that a steady sender's states seem to come now early, now late by up to a frame:
//! somebody who runs evenly would be drawn with a pulsing speed. States of a sender that keeps a rhythm are dated by that rhythm,
//! as early as it allows; without one they are dated when they arrive. A date is never after the arrival.

use crate::base::time::{Nanos, SECOND};

/// Longer gaps are pauses and no part of a rhythm.
const LONGEST: Nanos = SECOND;
/// A gap that misses the rhythm by more than this share of it breaks it.
const LOOSE: f64 = 0.8;
/// More missing beats than this in a row are no losses.
const MOST_MISSING: f64 = 4.0;
/// What comes earlier than its beat by this share of a gap still belongs to it.
const EARLY: f64 = 0.15;
/// Arrivals whose mean gap is the rhythm, and how many of them are needed.
const WINDOW: usize = 32;
const ENOUGH: usize = 7;
/// How quickly dates follow later arrivals. Earlier ones are followed at once: nothing arrives before it was sent.
const DRIFT: f64 = 1.0 / 20.0;

/// When states of one peer were sent, on the own clock.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct ArrivalDating {
    /// Recent arrivals and the beats until then, oldest first.
    arrivals: [(Nanos, u32); WINDOW],
    count: usize,
    /// Date of the last arrival.
    dated: Nanos,
}

impl Default for ArrivalDating {
    fn default() -> Self {
        Self { arrivals: [(0, 0); WINDOW], count: 0, dated: 0 }
    }
}

impl ArrivalDating {
    /// The date of states that arrive now. All of one arrival get the same.
    pub(super) fn date(&mut self, arrival: Nanos) -> Nanos {
        let Some((last, beats)) = self.arrivals[..self.count].last().copied() else {
            self.restart(arrival);
            return arrival;
        };
        if arrival <= last {
            return self.dated;
        }
        let since = arrival - last;
        let gap = self.gap().unwrap_or(since as f64);
        // Frames make gaps of twice the rhythm and of none; only a mean over some of them tells which are losses.
        let learning = self.count <= ENOUGH;
        let beats_since = libm::floor((arrival - self.dated) as f64 / gap + EARLY).clamp(1.0, 1e6);
        let whole = if learning { 1.0 } else { beats_since };
        let off = (since as f64 - whole * gap).abs();
        if since > LONGEST || whole > MOST_MISSING || off > if learning { 2.0 * gap } else { LOOSE * gap } {
            self.restart(arrival);
            return arrival;
        }
        if self.count == WINDOW {
            self.arrivals.copy_within(1.., 0);
            self.count -= 1;
        }
        self.arrivals[self.count] = (arrival, beats.wrapping_add(whole as u32));
        self.count += 1;
        let date = match self.gap().filter(|_| self.count > ENOUGH) {
            None => arrival,
            Some(gap) => {
                let even = self.dated as f64 + whole * gap;
                let late = arrival as f64 - even;
                // At least a nanosecond apart, so that the order of arrivals is that of dates.
                let ahead = whole * gap + if late > 0.0 { late * DRIFT } else { 0.0 };
                self.dated.saturating_add((ahead as Nanos).max(1)).min(arrival)
            }
        };
        self.dated = date;
        date
    }

    fn restart(&mut self, arrival: Nanos) {
        (self.arrivals[0], self.count, self.dated) = ((arrival, 0), 1, arrival);
    }

    /// Mean gap over the window, nanoseconds.
    fn gap(&self) -> Option<f64> {
        let known = &self.arrivals[..self.count];
        let ((first, from), (last, to)) = (known.first()?, known.last()?);
        let beats = to.wrapping_sub(*from);
        (beats > 0).then(|| (last - first) as f64 / f64::from(beats))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: Nanos = SECOND / 1000;

    /// Largest deviation from an even rhythm of the dates of states sent `rate` times a second and handed in at frames.
    fn unevenness(rate: i64, frames: i64) -> f64 {
        let mut dating = ArrivalDating::default();
        let mut dates = alloc::vec::Vec::new();
        for i in 0..20 * rate {
            let sent = i * SECOND / rate + 7 * MS;
            let frame = (sent * frames + SECOND - 1) / SECOND;
            let arrival = frame * SECOND / frames;
            let date = dating.date(arrival);
            assert!(date <= arrival);
            dates.push(date - sent);
        }
        let settled = &dates[dates.len() / 2..];
        let (least, most) = (settled.iter().min().unwrap(), settled.iter().max().unwrap());
        (most - least) as f64 / MS as f64
    }

    #[test]
    fn states_of_a_steady_sender_are_dated_evenly_whatever_the_frames() {
        for rate in [5, 10, 20, 23, 30] {
            for frames in [30, 60, 144] {
                let off = unevenness(rate, frames);
                assert!(off < 10.0, "{rate} Hz at {frames} frames: {off} ms");
            }
        }
    }

    #[test]
    fn without_a_rhythm_the_arrival_is_the_date() {
        let mut dating = ArrivalDating::default();
        let mut now = 0;
        for gap in [130, 470, 90, 800, 40, 610, 2000, 333] {
            now += gap * MS;
            let date = dating.date(now);
            assert!(date <= now && now - date <= 60 * MS, "{gap}: {}", (now - date) / MS);
        }
    }

    #[test]
    fn states_of_one_arrival_have_one_date_and_a_clock_that_goes_back_gives_the_last() {
        let mut dating = ArrivalDating::default();
        let dates = [100, 100, 150, 150, 120].map(|ms| dating.date(ms * MS));
        assert_eq!((dates[0], dates[2], dates[4]), (dates[1], dates[3], dates[3]));
    }
}
