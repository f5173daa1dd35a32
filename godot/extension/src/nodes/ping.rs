//! What the clocks of the other machines show, by requests and answers of the link.
//!
//! Ways differ by tens of milliseconds from one datagram to the next, and half the difference of both ways is what an answer is off
//! by. The quickest of many answers is nearly right; so the link asks often, which costs a dozen bytes each time.

use antreckon::base::time::{Nanos, SECOND};

/// Pause between two requests, at first and later.
const FIRST_GAP: Nanos = SECOND / 20;
const LATER_GAP: Nanos = SECOND / 4;
/// So many come quickly.
const FIRST: u32 = 20;
/// The quickest answers of so many spans of time are kept, ...
const SPANS: usize = 8;
/// ... each so long: clocks drift apart by less than a millisecond in all of them together.
const SPAN: Nanos = 4 * SECOND;
/// Two answers that differ by more than both can be off contradict each other: a clock was set.
const SLACK: Nanos = SECOND / 100;

/// Time by which the other clock is ahead, by one answer.
#[derive(Clone, Copy)]
struct Answer {
    span: i64,
    trip: Nanos,
    ahead: Nanos,
}

/// The clock of one peer.
#[derive(Clone, Default)]
pub(super) struct Ping {
    asked: u32,
    next: Nanos,
    quickest: Vec<Answer>,
}

impl Ping {
    /// Whether a request is due.
    pub(super) fn asks(&mut self, now: Nanos) -> bool {
        if now < self.next && self.next - now <= LATER_GAP {
            return false;
        }
        self.next = now + if self.asked < FIRST { FIRST_GAP } else { LATER_GAP };
        self.asked = self.asked.saturating_add(1);
        true
    }

    /// An answer came: what was asked at `sent` found the other clock at `theirs`. Returns by how much that clock is ahead.
    pub(super) fn answered(&mut self, sent: Nanos, theirs: Nanos, now: Nanos) -> Option<Nanos> {
        let trip = now.checked_sub(sent).filter(|trip| (0..=10 * SECOND).contains(trip))?;
        let new = Answer { span: now / SPAN, trip, ahead: theirs.checked_sub(sent + trip / 2)? };
        let contradicts =
            |old: &Answer| new.ahead.saturating_sub(old.ahead).saturating_abs() > (new.trip + old.trip) / 2 + SLACK;
        if self.quickest.iter().any(contradicts) {
            self.quickest.clear();
        }
        match self.quickest.iter_mut().find(|old| old.span == new.span) {
            Some(old) if old.trip <= new.trip => {}
            Some(old) => *old = new,
            None => self.quickest.push(new),
        }
        self.quickest.retain(|old| new.span - old.span < SPANS as i64);
        self.quickest.iter().min_by_key(|answer| answer.trip).map(|answer| answer.ahead)
    }

    /// The quickest way there and back that is known, nanoseconds.
    pub(super) fn round_trip(&self) -> Option<Nanos> {
        self.quickest.iter().map(|answer| answer.trip).min()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: Nanos = SECOND / 1000;

    /// How far off the clock is after a minute of a way of 50 to 110 ms each way, by the other clock's lead.
    fn off(ahead: Nanos, ping: &mut Ping, begin: Nanos) -> Nanos {
        let mut seed = 7_u64;
        let mut way = || {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (50 + (seed >> 33) as Nanos % 61) * MS
        };
        let mut found = None;
        for tick in 0..3600 {
            let now = begin + tick * SECOND / 60;
            if ping.asks(now) {
                let there = way();
                found = ping.answered(now, now + there + ahead, now + there + way());
            }
        }
        found.map_or(Nanos::MAX, |found| (found - ahead).abs())
    }

    #[test]
    fn the_quickest_answer_is_nearly_right() {
        assert!(off(500 * SECOND, &mut Ping::default(), SECOND) < 6 * MS);
    }

    #[test]
    fn a_clock_that_is_set_is_found_again() {
        let mut ping = Ping::default();
        off(3 * SECOND, &mut ping, SECOND);
        assert!(off(-40 * SECOND, &mut ping, 62 * SECOND) < 6 * MS);
    }

    #[test]
    fn nonsense_is_not_believed() {
        let mut ping = Ping::default();
        assert_eq!(ping.answered(5, 0, 3), None);
        assert_eq!(ping.answered(Nanos::MIN, 0, Nanos::MAX), None);
        assert_eq!(ping.answered(0, Nanos::MIN, SECOND), None);
    }
}
