//! Velocity and acceleration estimates of every player, frame by frame, as the scoring rules define them.
use crate::trace::{Sample, Trace};

/// Weight of the newest value in both moving averages.
const ALPHA: f64 = 0.8;

/// What the simple predictors know about a player in one frame; ground plane, units and seconds.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Estimate {
    /// Frames since the last new life, jump or gap; 0 in the first frame after it.
    pub run: u32,
    /// Recorded velocity, else the last difference.
    pub velocity: [f64; 2],
    /// Moving average of the differences.
    pub mean_velocity: [f64; 2],
    /// Moving average of the change of `mean_velocity`.
    pub mean_acceleration: [f64; 2],
    /// The same three for the height, which the ground-plane error does not look at.
    pub vertical: Vertical,
}

/// How a player climbs or falls, units and seconds.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Vertical {
    /// Recorded velocity, else the last difference.
    pub velocity: f64,
    /// Moving average of the differences.
    pub mean_velocity: f64,
    /// Moving average of the change of `mean_velocity`.
    pub mean_acceleration: f64,
}

impl Estimate {
    /// The estimate `frames` later, when `last` has become `now`; `hz` is how often that happens.
    fn next(&self, last: &Sample, now: &Sample, frames: u32, hz: f64) -> Self {
        let difference = [0, 1, 2].map(|i| (now.position[i] - last.position[i]) * hz);
        let average = |new: f64, old: f64| ALPHA * new + (1.0 - ALPHA) * old;
        let mean_velocity = [0, 1].map(|i| average(difference[i], self.mean_velocity[i]));
        let mean_climb = average(difference[2], self.vertical.mean_velocity);
        Self {
            run: self.run + frames,
            velocity: now.velocity.unwrap_or([difference[0], difference[1]]),
            mean_velocity,
            mean_acceleration: [0, 1]
                .map(|i| average((mean_velocity[i] - self.mean_velocity[i]) * hz, self.mean_acceleration[i])),
            vertical: Vertical {
                velocity: now.climb.unwrap_or(difference[2]),
                mean_velocity: mean_climb,
                mean_acceleration: average(
                    (mean_climb - self.vertical.mean_velocity) * hz,
                    self.vertical.mean_acceleration,
                ),
            },
        }
    }
}

/// Estimates of all players in all frames. Each one uses only frames up to its own.
#[derive(Debug, Clone)]
pub struct Estimates {
    players: usize,
    rows: Vec<Option<Estimate>>,
}

impl Estimates {
    /// Runs over a whole trace once.
    pub fn of(trace: &Trace) -> Self {
        Self::every(trace, 1)
    }

    /// The same where one of every `told` frames is known. In the frames between, estimates stay and only the run goes on.
    pub fn every(trace: &Trace, told: usize) -> Self {
        let players = trace.players.len();
        let mut rows: Vec<Option<Estimate>> = Vec::with_capacity(trace.frames * players);
        for k in 0..trace.frames {
            for player in 0..players {
                let estimate = trace.states(k)[player].map(|sample| {
                    let back = |by: usize| k.checked_sub(by).and_then(|k| rows[k * players + player]);
                    let last = k.checked_sub(told).and_then(|k| trace.states(k)[player]);
                    match (back(1).filter(|_| !trace.jumped(k)[player]), last) {
                        (Some(estimate), _) if !k.is_multiple_of(told) => {
                            Estimate { run: estimate.run + 1, ..estimate }
                        }
                        // Whole since the last frame that was told: what was estimated then is what stayed until now.
                        (Some(estimate), Some(last)) if estimate.run as usize + 1 >= told => {
                            let then = Estimate { run: estimate.run + 1 - told as u32, ..estimate };
                            then.next(&last, &sample, told as u32, trace.meta.tick_hz / told as f64)
                        }
                        (broken, _) => Estimate {
                            velocity: sample.velocity.unwrap_or_default(),
                            vertical: Vertical { velocity: sample.climb.unwrap_or_default(), ..Vertical::default() },
                            run: broken.map_or(0, |estimate| estimate.run + 1),
                            ..Estimate::default()
                        },
                    }
                });
                rows.push(estimate);
            }
        }
        Self { players, rows }
    }

    /// Estimates of all players in frame `k`; `None` where a player is dead or absent.
    pub fn frame(&self, k: usize) -> &[Option<Estimate>] {
        &self.rows[k * self.players..][..self.players]
    }

    /// Is the player in one unbroken run from frame `k` to `k + n`?
    pub fn unbroken(&self, player: usize, k: usize, n: usize) -> bool {
        match (self.frame(k)[player], self.frame(k + n)[player]) {
            (Some(now), Some(then)) => then.run as usize == now.run as usize + n,
            _ => false,
        }
    }
}
