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
    /// What a programmer writes in an hour: on along the told velocity for half a second, with an error that decays.
    ByHand,
}

impl Peer {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Extrapolation, Self::Interpolation, Self::Playout, Self::ByHand];

    /// Name in tables.
    pub fn name(self) -> &'static str {
        match self {
            Self::Extrapolation => "extrapolation",
            Self::Interpolation => "interpolation",
            Self::Playout => "playout",
            Self::ByHand => "by hand",
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
            // It draws from told velocities, and remembers what it drew.
            Peer::ByHand => None,
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

/// [`Peer::ByHand`] of one player.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct ByHand {
    life: u32,
    /// Time, position and velocity.
    newest: Option<(Nanos, DVec3, DVec3)>,
    shown: Option<DVec3>,
}

impl ByHand {
    /// How long a velocity is believed, seconds.
    const LONGEST: f64 = 0.5;
    /// Time constant of the error, seconds.
    const TAU: f64 = 0.06;
    /// Larger errors are not drawn away, metres.
    const SNAP: f64 = 2.5;

    /// Keeps the newest update by time.
    pub(super) fn take(&mut self, life: u32, time: Nanos, position: DVec3, velocity: DVec3) {
        if life > self.life {
            *self = Self { life, ..Self::default() };
        }
        if life == self.life && self.newest.is_none_or(|(newest, ..)| time > newest) {
            self.newest = Some((time, position, velocity));
        }
    }

    /// Where it draws the player at `now`, `dt` seconds after the frame before.
    pub(super) fn draw(&mut self, now: Nanos, dt: f64) -> Option<DVec3> {
        let (time, position, velocity) = self.newest?;
        let age = ((now - time) as f64 * 1e-9).min(Self::LONGEST);
        let want = position + velocity * age;
        let carried = self.shown.map(|shown| shown + velocity * dt);
        let near = carried.filter(|carried| (want - *carried).length() <= Self::SNAP);
        self.shown = Some(near.map_or(want, |carried| carried + (want - carried) * (1.0 - (-dt / Self::TAU).exp())));
        self.shown
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
        let peers = [Peer::Extrapolation, Peer::Interpolation, Peer::Playout];
        assert_eq!(peers.map(|peer| x(&snapshots, peer, 300)), [50.0; 3]);
        assert_eq!(Snapshots::default().draw(Peer::Playout, 0, 0), None);
    }

    #[test]
    fn by_hand_an_error_decays_and_a_large_one_is_not_drawn_away() {
        let mut hand = ByHand::default();
        let draw = |hand: &mut ByHand, ms: Nanos| hand.draw(ms * MS, 0.06).unwrap().x;
        hand.take(1, 0, DVec3::ZERO, DVec3::X);
        assert_eq!(draw(&mut hand, 0), 0.0);
        assert!((draw(&mut hand, 60) - 0.06).abs() < 1e-12, "along the told velocity");
        hand.take(1, 60 * MS, DVec3::X * 1.06, DVec3::X);
        let gap = 1.12 - draw(&mut hand, 120);
        assert!((gap - (-1.0_f64).exp()).abs() < 1e-9, "one time constant: {gap}");
        hand.take(1, 180 * MS, DVec3::X * 9.0, DVec3::X);
        assert_eq!(draw(&mut hand, 180), 9.0);
        hand.take(1, 100 * MS, DVec3::ZERO, DVec3::ZERO);
        assert!(
            (draw(&mut hand, 1180) - 9.5).abs() < 0.4,
            "an older one changes nothing, and it stops after half a second"
        );
        assert!((draw(&mut hand, 2180) - 9.5).abs() < 0.4);
    }
}
