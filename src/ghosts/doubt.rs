//! What looks like a mistake of the host's, counted until it is sure enough to be said.

use super::event::{Mistake, News};
use crate::base::Short;
use crate::base::math::DVec3;
use crate::base::time::{Nanos, SECOND};
use crate::world::World;
use alloc::format;

/// Calls in a row that are only nanoseconds apart.
const HASTY: u32 = 8;
/// Ticks and frames are farther apart than this.
const SHORTEST_TICK: Nanos = 10_000;
/// Things that are looked at before something is said about most of them.
const ENOUGH: u32 = 64;
/// Positions that are looked for in the level at most: it costs time, and a wrong frame shows at once.
const LOOKED_FOR: u32 = 256;
/// Players farther off the level than this, metres, are not on it.
const OFF_LEVEL: f64 = 5.0;
/// Faster than this, rad/s, nobody turns for long: four times round in a second.
const FASTEST_TURN: f64 = 8.0 * core::f64::consts::PI;

/// Times of a call that comes once per tick: told in another unit they are nanoseconds apart, again and again.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Haste {
    last: Option<Nanos>,
    row: u32,
}

impl Haste {
    /// Takes in the next time; says so when these can be no nanoseconds. `what` are called.
    pub(super) fn note(&mut self, now: Nanos, what: &str, news: &mut News) {
        let apart = self.last.map_or(0, |last| now.saturating_sub(last));
        self.last = Some(now);
        match apart {
            0 => return,
            1..SHORTEST_TICK => self.row = self.row.saturating_add(1),
            _ => self.row = 0,
        }
        if self.row >= HASTY {
            news.warn(Mistake::Milliseconds, || {
                format!("{what} are {apart} ns apart: times are nanoseconds; these look like milliseconds or seconds")
            });
        }
    }
}

/// How many of the last things were odd.
#[derive(Clone, Copy, Debug, Default)]
struct Share {
    seen: u32,
    odd: u32,
}

impl Share {
    /// Whether of enough things more than `tenths` of ten were odd.
    fn note(&mut self, odd: bool, tenths: u32) -> bool {
        self.seen += 1;
        self.odd += u32::from(odd);
        if self.seen < ENOUGH {
            return false;
        }
        let most = self.odd * 10 > self.seen * tenths;
        *self = Self::default();
        most
    }
}

/// What is odd about the states of players.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct StateDoubts {
    off_level: Share,
    looked_for: u32,
    turns: Share,
}

impl StateDoubts {
    /// Looks at the state of a player who stands on no base.
    pub(super) fn note(&mut self, position: DVec3, spin: Option<DVec3>, world: Option<&World>, news: &mut News) {
        if let Some(world) = world.filter(|_| self.looked_for < LOOKED_FOR) {
            self.looked_for += 1;
            if self.off_level.note(world.nearest(position, OFF_LEVEL).is_none(), 9) {
                let DVec3 { x, y, z } = position;
                news.warn(Mistake::OffLevel, || {
                    format!(
                        "players are not on the level (the last one at {x:.1}, {y:.1}, {z:.1} m in the library's frame): do \
                         frame and metres_per_unit of the world fit the positions?"
                    )
                });
            }
        }
        if let Some(spin) = spin
            && self.turns.note(spin.length() > FASTEST_TURN, 5)
        {
            let turn = Short((spin.length() * 10.0) as i64 as f64 / 10.0);
            news.warn(Mistake::Degrees, || {
                format!("players turn at {turn} radians per second and the like: these look like degrees")
            });
        }
    }
}

/// How fast the times of a peer rise, seen by the own clock.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Pace {
    first: Option<(Nanos, Nanos)>,
    judged: bool,
}

impl Pace {
    /// Takes in what was true at `time` on the peer's clock and came at `arrival` on the own one.
    pub(super) fn note(&mut self, time: Nanos, arrival: Nanos, peer: u64, news: &mut News) {
        if self.judged {
            return;
        }
        let (first_time, first_arrival) = *self.first.get_or_insert((time, arrival));
        let (theirs, own) = (time.saturating_sub(first_time), arrival.saturating_sub(first_arrival));
        if theirs.max(own) < SECOND {
            return;
        }
        self.judged = true;
        let unit = |ratio: Nanos| match ratio {
            ..30_000 => "microseconds",
            30_000..30_000_000 => "milliseconds",
            _ => "seconds",
        };
        let (whose, ratio) = match (theirs, own) {
            (1.., _) if own / theirs >= 100 => ("their", own / theirs),
            (_, 1..) if theirs / own >= 100 => ("the own", theirs / own),
            _ => return,
        };
        news.warn(Mistake::Milliseconds, || {
            let unit = unit(ratio);
            format!(
                "times of peer {peer} rose by {theirs} ns while {own} ns passed here: all times are nanoseconds; {whose} times look \
                 like {unit}"
            )
        });
    }
}

/// Frames in a row in which things came at times that no frame was near.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Arrivals {
    row: u32,
}

impl Arrivals {
    /// Takes in when something of this frame came; `since` is the frame before.
    pub(super) fn note(&mut self, arrival: Nanos, since: Nanos, now: Nanos, news: &mut News) {
        let odd = arrival < since.saturating_sub(SECOND) || arrival > now.saturating_add(SECOND);
        self.row = if odd { self.row.saturating_add(1) } else { 0 };
        if self.row == HASTY {
            let off = Short((arrival.saturating_sub(now) / (SECOND / 1000)) as f64 * 1e-3);
            news.warn(Mistake::TwoClocks, || {
                format!(
                    "what comes is dated {off} s off the frame that takes it in: receive, observe and draw need nanoseconds of \
                     one clock"
                )
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(run: impl FnOnce(&mut News)) -> bool {
        let mut news = News::default();
        run(&mut news);
        news.has_warnings()
    }

    #[test]
    fn only_ticks_that_are_no_nanoseconds_are_hasty() {
        let ticks = |gap: Nanos, count: i64| {
            said(|news| {
                let mut haste = Haste::default();
                (0..count).for_each(|i| haste.note(i * gap, "ticks", news));
            })
        };
        assert!(ticks(16, 20) && ticks(1, 20) && ticks(4166, 20));
        assert!(!ticks(16, 8) && !ticks(0, 100) && !ticks(SECOND / 10_000, 1000));
    }

    #[test]
    fn a_peer_s_pace_tells_its_unit_once() {
        let told = |theirs: f64, own: f64| {
            said(|news| {
                let mut pace = Pace::default();
                for i in 0..200 {
                    let t = f64::from(i) * 0.016;
                    pace.note((t * theirs) as Nanos, (t * own) as Nanos, 1, news);
                }
            })
        };
        let nanos = 1e9;
        for unit in [1e6, 1e3, 1.0] {
            assert!(told(unit, nanos) && told(nanos, unit), "{unit}");
        }
        // Slow motion, a fast replay, a pause.
        assert!(!told(nanos, nanos) && !told(nanos * 0.05, nanos) && !told(nanos * 20.0, nanos) && !told(0.0, nanos));
    }
}
