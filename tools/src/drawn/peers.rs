//! What games do without a library: lines through the snapshots that came.
use antreckon::base::math::DVec3;
use antreckon::base::time::{Nanos, SECOND};
use std::collections::VecDeque;

/// Snapshots kept: more than a second of them.
const KEPT: usize = 16;
/// How far behind the past is shown.
pub(super) const DELAY: Nanos = SECOND / 10;
/// How long a dry buffer is carried on.
const LONGEST: Nanos = SECOND / 4;

/// The ways to draw from snapshots alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Peer {
    /// On along the line through the newest two, at once.
    Extrapolation,
    /// Between two, 100 ms ago; on along the line when there is no later one.
    Interpolation,
    /// Between two, 100 ms and the latency ago: the buffer hardly ever runs dry.
    Playout,
}

impl Peer {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Extrapolation, Self::Interpolation, Self::Playout];

    /// Name in tables.
    pub fn name(self) -> &'static str {
        match self {
            Self::Extrapolation => "extrapolation",
            Self::Interpolation => "interpolation",
            Self::Playout => "playout",
        }
    }
}

/// Snapshots of one life of one player, by time.
#[derive(Clone, Debug, Default)]
pub(super) struct Snapshots {
    life: u32,
    kept: VecDeque<(Nanos, DVec3)>,
}

impl Snapshots {
    /// Takes in a snapshot, in whatever order they come.
    pub(super) fn take(&mut self, life: u32, time: Nanos, position: DVec3) {
        if life < self.life {
            return;
        }
        if life > self.life {
            self.kept.clear();
            self.life = life;
        }
        let place = self.kept.partition_point(|(other, _)| *other < time);
        // The second copy of a doubled update says nothing new.
        if self.kept.get(place).is_some_and(|(other, _)| *other == time) {
            return;
        }
        self.kept.insert(place, (time, position));
        if self.kept.len() > KEPT {
            self.kept.pop_front();
        }
    }

    /// Where a peer draws the player at `now` when updates are `latency` under way.
    pub(super) fn draw(&self, peer: Peer, now: Nanos, latency: Nanos) -> Option<DVec3> {
        match peer {
            Peer::Extrapolation => self.beyond(now, Nanos::MAX),
            Peer::Interpolation => self.at(now - DELAY),
            Peer::Playout => self.at(now - latency - DELAY),
        }
    }

    fn at(&self, time: Nanos) -> Option<DVec3> {
        let later = self.kept.partition_point(|(other, _)| *other <= time);
        let Some(&(t1, p1)) = self.kept.get(later) else { return self.beyond(time, LONGEST) };
        let Some(&(t0, p0)) = later.checked_sub(1).and_then(|earlier| self.kept.get(earlier)) else { return Some(p1) };
        Some(p0 + (p1 - p0) * ((time - t0) as f64 / (t1 - t0) as f64))
    }

    /// Along the line through the newest two, at most `longest` after the newest.
    fn beyond(&self, time: Nanos, longest: Nanos) -> Option<DVec3> {
        let &(t1, p1) = self.kept.back()?;
        let Some(&(t0, p0)) = self.kept.len().checked_sub(2).and_then(|i| self.kept.get(i)) else { return Some(p1) };
        Some(p1 + (p1 - p0) * ((time - t1).min(longest) as f64 / (t1 - t0) as f64))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: Nanos = 1_000_000;

    fn snapshots(fixes: &[(Nanos, f64)]) -> Snapshots {
        let mut snapshots = Snapshots::default();
        fixes.iter().for_each(|&(ms, x)| snapshots.take(1, ms * MS, DVec3::X * x));
        snapshots
    }

    fn x(snapshots: &Snapshots, peer: Peer, ms: Nanos) -> f64 {
        snapshots.draw(peer, ms * MS, 200 * MS).unwrap().x
    }

    #[test]
    fn extrapolation_goes_on_along_the_newest_two_in_whatever_order_they_came() {
        let snapshots = snapshots(&[(0, 5.0), (200, 2.0), (100, 1.0)]);
        assert!((x(&snapshots, Peer::Extrapolation, 350) - 3.5).abs() < 1e-12);
        assert!((x(&snapshots, Peer::Extrapolation, 1200) - 12.0).abs() < 1e-12, "without end");
    }

    #[test]
    fn interpolation_is_between_two_snapshots_and_carries_on_for_a_quarter_of_a_second() {
        let snapshots = snapshots(&[(0, 0.0), (100, 1.0), (200, 3.0)]);
        for (ms, want) in [(50, 0.0), (150, 0.5), (250, 2.0), (350, 4.0), (550, 8.0), (900, 8.0)] {
            assert!((x(&snapshots, Peer::Interpolation, ms) - want).abs() < 1e-12, "{ms}");
            assert!((x(&snapshots, Peer::Playout, ms + 200) - want).abs() < 1e-12, "{ms}, behind the latency");
        }
    }

    #[test]
    fn a_new_life_knows_nothing_of_the_one_before() {
        let mut snapshots = snapshots(&[(0, 0.0), (100, 1.0)]);
        snapshots.take(2, 200 * MS, DVec3::X * 50.0);
        snapshots.take(1, 150 * MS, DVec3::X * 1.5);
        assert_eq!(Peer::ALL.map(|peer| x(&snapshots, peer, 300)), [50.0; 3]);
        assert_eq!(Snapshots::default().draw(Peer::Playout, 0, 0), None);
    }
}
