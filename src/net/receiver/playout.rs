//! A time that follows another one smoothly.

use crate::base::Result;
use crate::base::serial::{Reader, Writer};
use crate::base::time::{Nanos, SECOND};

/// Farther behind or ahead than this nothing is gained by catching up slowly: a clock was set, or the host was suspended.
const JUMP: Nanos = SECOND / 2;
/// Time always may run so much faster or slower: nobody sees it …
const UNSEEN: f64 = 0.003;
/// … and more with the square of what it is off by more than this: all of the clock's speed …
const NEAR: Nanos = SECOND / 66;
/// … for so much.
const WIDE: f64 = 0.16e9;

/// Remote time at which entities are shown: it runs like the clock at the other end, a little faster or slower while it is off its target, and
/// never backwards.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Playout {
    /// Own and remote time of the last step.
    at: Option<(Nanos, Nanos)>,
    pub(super) jumps: u32,
}

impl Playout {
    pub(super) fn time(&self) -> Option<Nanos> {
        self.at.map(|(_, remote)| remote)
    }

    /// Forgets where it was: the next step begins at its target.
    pub(super) fn restart(&mut self) {
        if self.at.take().is_some() {
            self.jumps = self.jumps.saturating_add(1);
        }
    }

    /// Leaps to where the remote clock is, ahead of the own one by so much, unless that is in what was shown already.
    pub(super) fn catch_up(&mut self, ahead: Nanos) {
        if let Some((own, remote)) = &mut self.at {
            *remote = own.saturating_add(ahead).max(*remote);
        }
    }

    /// Goes on to own time `now`, and to `target` by standing still or by running at twice the clock's speed.
    pub(super) fn fill(&mut self, now: Nanos, target: Nanos, pace: f64) {
        self.step(now, target, pace, |_| 1.0);
    }

    /// Goes on to own time `now`, towards `target`, at most by `slew` faster or slower than the clock at the other end, which runs at
    /// `pace`.
    pub(super) fn advance(&mut self, now: Nanos, target: Nanos, pace: f64, slew: f64) {
        self.step(now, target, pace, |off| {
            let share = (off - NEAR).max(0) as f64 / WIDE;
            let rate = UNSEEN + share * share;
            if rate < slew { rate } else { slew }
        });
    }

    fn step(&mut self, now: Nanos, target: Nanos, pace: f64, rate: impl Fn(Nanos) -> f64) {
        let Some((own, remote)) = self.at else {
            self.at = Some((now, target));
            return;
        };
        let elapsed = now.saturating_sub(own).max(0);
        let straight = remote.saturating_add(if pace == 1.0 { elapsed } else { (elapsed as f64 * pace) as Nanos });
        let off = target.saturating_sub(straight);
        let next = if off.saturating_abs() > JUMP {
            self.jumps = self.jumps.saturating_add(1);
            target
        } else {
            let most = (elapsed as f64 * rate(off.saturating_abs())) as Nanos;
            straight.saturating_add(off.clamp(-most, most)).max(remote)
        };
        self.at = Some((now.max(own), next));
    }

    pub(super) fn write(&self, w: &mut Writer) {
        let (own, remote) = self.at.unwrap_or_default();
        w.u8(self.at.is_some().into()).i64(own).i64(remote).u32(self.jumps);
    }

    pub(super) fn read(r: &mut Reader<'_>) -> Result<Self> {
        let (known, at) = (r.bool()?, (r.i64()?, r.i64()?));
        Ok(Self { at: known.then_some(at), jumps: r.u32()? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: Nanos = 1_000_000;

    #[test]
    fn it_leaps_forward_and_never_back() {
        let mut shown = Playout::default();
        shown.catch_up(50 * MS);
        assert_eq!(shown.time(), None, "nothing has been shown");
        shown.advance(1000 * MS, 900 * MS, 1.0, 0.1);
        shown.catch_up(-50 * MS);
        assert_eq!(shown.time(), Some(950 * MS));
        shown.catch_up(-80 * MS);
        assert_eq!((shown.time(), shown.jumps), (Some(950 * MS), 0));
    }

    #[test]
    fn it_catches_up_at_the_slew_and_never_goes_back() {
        for hertz in [30, 60, 144] {
            let mut playout = Playout::default();
            playout.advance(0, 0, 1.0, 0.05);
            let mut last = 0;
            // The target lies 100 ms back from now on. At 5 % half of that takes a second; then ever more slowly, at 0.3 % in the end.
            // The reference goes in steps of 10 µs.
            let (mut off, mut at) = (0.1, 0);
            for frame in 1..=20 * hertz {
                let now = frame * SECOND / hertz;
                playout.advance(now, now - 100 * MS, 1.0, 0.05);
                let time = playout.time().unwrap();
                assert!(time > last, "{hertz} Hz");
                while at + 10_000 <= now {
                    let beyond: f64 = ((off - 1.0 / 66.0) / 0.16_f64).max(0.0);
                    off = (off - 1e-5 * (0.003 + beyond * beyond).min(0.05)).max(0.0);
                    at += 10_000;
                }
                let is_off = (time - (now - 100 * MS)) as f64 * 1e-9;
                assert!((is_off - off).abs() < 1e-3, "{hertz} Hz at {now}: {is_off} {off}");
                if now == SECOND {
                    assert!((is_off - 0.05).abs() < 1e-3, "{hertz} Hz: {is_off}");
                }
                last = time;
            }
            assert_eq!(last, 19_900 * MS);
        }
    }

    #[test]
    fn a_buffer_fills_while_time_stands() {
        let mut playout = Playout::default();
        playout.fill(0, 0, 1.0);
        for frame in 1..=20 {
            let now = frame * 10 * MS;
            playout.fill(now, now - 100 * MS, 1.0);
            assert_eq!(playout.time(), Some((now - 100 * MS).max(0)));
        }
        playout.fill(210 * MS, 200 * MS, 1.0);
        assert_eq!(playout.time(), Some(120 * MS), "at most twice as fast");
    }

    #[test]
    fn after_a_long_pause_it_jumps_and_says_so() {
        let mut playout = Playout::default();
        playout.advance(0, 1000, 1.0, 0.05);
        playout.advance(SECOND, 10 * SECOND, 1.0, 0.05);
        assert_eq!((playout.time(), playout.jumps), (Some(10 * SECOND), 1));
        playout.advance(0, 10 * SECOND, 1.0, 0.05);
        assert_eq!(playout.time(), Some(10 * SECOND), "an own clock that goes back stands still");
        playout.advance(i64::MAX, i64::MIN, 1.0, 0.05);
    }
}
