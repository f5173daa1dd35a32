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

    /// Time of a frame on the clock of all machines.
    pub(crate) fn time(&self, k: usize) -> Nanos {
        (k as f64 / self.tick_hz * 1e9).round() as Nanos
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
