//! What really happened: every player's place at any time, between the recorded frames by a straight line.
use crate::eval::kinematics::Estimates;
use crate::eval::plugin::observation;
use crate::eval::units::Units;
use crate::trace::Trace;
use antreckon::base::math::{DQuat, DVec3};
use antreckon::base::time::Nanos;
use antreckon::ghosts::PlayerState;

/// A player in a recorded frame, as its owner knows it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Fix {
    pub(crate) position: DVec3,
    pub(crate) velocity: DVec3,
    pub(crate) orientation: Option<DQuat>,
    pub(crate) airborne: bool,
    /// Counts the player's unbroken runs: a new one begins with a new life and after a teleport.
    pub(crate) life: u32,
}

impl Fix {
    /// The same as its owner says it.
    pub(crate) fn state(&self, time: Nanos) -> PlayerState {
        PlayerState {
            time: Some(time),
            orientation: self.orientation,
            airborne: self.airborne,
            ..PlayerState::at(self.position, self.velocity)
        }
    }
}

/// A player at any time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Place {
    pub(crate) position: DVec3,
    /// From the frame before to the frame after, m/s.
    pub(crate) velocity: DVec3,
    /// The directions of the frames before and after are within 90° of this one.
    pub(crate) steady: bool,
    pub(crate) life: u32,
}

/// All players of a match, metres and seconds.
pub(crate) struct Truth {
    pub(crate) tick_hz: f64,
    pub(crate) players: usize,
    pub(crate) frames: usize,
    fixes: Vec<Option<Fix>>,
}

impl Truth {
    pub(crate) fn of(trace: &Trace) -> Self {
        let (units, estimates) = (Units::of(&trace.meta), Estimates::of(trace));
        let v_max = trace.meta.v_max * units.metres;
        let players = trace.players.len();
        let mut lives = vec![0; players];
        let mut fixes = Vec::with_capacity(players * trace.frames);
        for k in 0..trace.frames {
            let seen = trace.states(k).iter().zip(estimates.frame(k)).enumerate();
            fixes.extend(seen.map(|(player, (sample, estimate))| {
                let (sample, estimate) = (*sample).zip(*estimate)?;
                lives[player] += u32::from(estimate.run == 0);
                let known = observation(&units, &sample, units.time(k), v_max);
                let [vx, vy] = estimate.velocity;
                Some(Fix {
                    position: known.position,
                    velocity: units.to_metres([vx, vy, estimate.vertical.velocity]),
                    orientation: known.orientation,
                    airborne: known.airborne,
                    life: lives[player],
                })
            }));
        }
        Self { tick_hz: trace.meta.tick_hz, players, frames: trace.frames, fixes }
    }

    /// The same in frames that are `times` as many, between the recorded ones by straight lines: for owners who send more often than was
    /// recorded.
    pub(crate) fn finer(&self, times: usize) -> Self {
        let frames = self.frames * times;
        let fixes = (0..frames).flat_map(|fine| {
            let (k, share) = (fine / times, (fine % times) as f64 / times as f64);
            (0..self.players).map(move |player| self.between(k, share, player))
        });
        let fixes = fixes.collect();
        Self { tick_hz: self.tick_hz * times as f64, players: self.players, frames, fixes }
    }

    /// A player a share of the way from frame `k` to the next; `None` also where that way leads to another life.
    fn between(&self, k: usize, share: f64, player: usize) -> Option<Fix> {
        let from = *self.fix(k, player)?;
        if share == 0.0 {
            return Some(from);
        }
        let to = self.fix(k + 1, player).filter(|to| to.life == from.life)?;
        Some(Fix {
            position: from.position.lerp(to.position, share),
            velocity: from.velocity.lerp(to.velocity, share),
            orientation: from.orientation.zip(to.orientation).map(|(from, to)| from.slerp(to, share)),
            ..from
        })
    }

    /// Time of a frame on the clock of all machines.
    pub(crate) fn time(&self, k: usize) -> Nanos {
        (k as f64 / self.tick_hz * 1e9).round() as Nanos
    }

    /// The part of the match from when a share of it has passed, for so many seconds, in seconds; time in which nobody is there does not
    /// count.
    pub(crate) fn part(&self, share: f64, seconds: f64) -> [f64; 2] {
        let there: Vec<usize> =
            (0..self.frames).filter(|&k| (0..self.players).any(|player| self.fix(k, player).is_some())).collect();
        let end = there.last().map_or(0.0, |last| (last + 1) as f64 / self.tick_hz);
        let time = |passed: f64| {
            let k = there.get(passed as usize);
            k.map_or(end, |&k| (k as f64 + passed.fract()) / self.tick_hz)
        };
        let begin = share * there.len() as f64;
        [time(begin), time(begin + seconds * self.tick_hz)]
    }

    pub(crate) fn fix(&self, k: usize, player: usize) -> Option<&Fix> {
        if k < self.frames { self.fixes[k * self.players + player].as_ref() } else { None }
    }

    /// Movement from frame `k` to the next one of the same life.
    fn leg(&self, k: usize, player: usize) -> Option<(&Fix, DVec3)> {
        let (from, to) = (self.fix(k, player)?, self.fix(k + 1, player)?);
        (from.life == to.life).then(|| (from, (to.position - from.position) * self.tick_hz))
    }

    /// Where a player is `seconds` after the first frame; `None` when dead, absent or between two lives.
    pub(crate) fn at(&self, player: usize, seconds: f64) -> Option<Place> {
        let frame = seconds * self.tick_hz;
        // A time on a frame belongs to the leg that begins there, whatever the rounding.
        let k = (frame + 1e-9).floor();
        let (from, velocity) = self.leg(k as usize, player)?;
        let same_way = |k: usize| self.leg(k, player).is_none_or(|(_, other)| other.dot(velocity) > 0.0);
        Some(Place {
            position: from.position + velocity * ((frame - k) / self.tick_hz),
            velocity,
            steady: (k as usize).checked_sub(1).is_none_or(same_way) && same_way(k as usize + 1),
            life: from.life,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// One player at x = time, who is there in these frames of 10 Hz.
    fn truth(there: &[std::ops::Range<usize>], frames: usize) -> Truth {
        let fix = |k: usize| {
            let life = there.iter().position(|part| part.contains(&k))? as u32 + 1;
            let position = DVec3::X * (k as f64 / 10.0);
            Some(Fix { position, velocity: DVec3::X * k as f64, orientation: None, airborne: false, life })
        };
        Truth { tick_hz: 10.0, players: 1, frames, fixes: (0..frames).map(fix).collect() }
    }

    #[test]
    fn time_without_players_does_not_count_for_the_part_that_is_scored() {
        let near =
            |[a, b]: [f64; 2], [c, d]: [f64; 2]| assert!((a - c).abs() < 1e-9 && (b - d).abs() < 1e-9, "{a} {b}");
        let always = truth(&[0..50, 50..100], 100);
        near(always.part(0.4, 3.0), [4.0, 7.0]);
        near(always.part(0.4, 30.0), [4.0, 10.0]);
        let windows = truth(&[0..50, 500..550], 1000);
        near(windows.part(0.4, 3.0), [4.0, 52.0]);
        near(windows.part(0.4, 30.0), [4.0, 55.0]);
        near(truth(&[], 10).part(0.4, 3.0), [0.0, 0.0]);
    }

    #[test]
    fn a_finer_truth_is_the_same_at_the_recorded_frames_and_straight_between_them() {
        let (coarse, fine) = (truth(&[0..3, 5..8], 10), truth(&[0..3, 5..8], 10).finer(3));
        assert_eq!((fine.frames, fine.tick_hz), (30, 30.0));
        for k in 0..10 {
            assert_eq!(fine.fix(3 * k, 0).map(|fix| fix.position), coarse.fix(k, 0).map(|fix| fix.position));
        }
        let fix = fine.fix(4, 0).unwrap();
        assert!((fix.position.x - 0.4 / 3.0).abs() < 1e-9 && (fix.velocity.x - 4.0 / 3.0).abs() < 1e-9);
        assert!(fine.fix(7, 0).is_none() && fine.fix(14, 0).is_none(), "nobody knows where a life ends between frames");
    }
}
