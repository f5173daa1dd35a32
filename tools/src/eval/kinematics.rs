//! Velocity and acceleration estimates of every player, frame by frame, as the scoring rules define them.
use crate::trace::Trace;

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
        let players = trace.players.len();
        let mut rows: Vec<Option<Estimate>> = Vec::with_capacity(trace.frames * players);
        for k in 0..trace.frames {
            for player in 0..players {
                let estimate = trace.states(k)[player].map(|sample| {
                    let before = k.checked_sub(1).and_then(|k| trace.states(k)[player].zip(rows[k * players + player]));
                    match before {
                        Some((last, estimate)) if !trace.jumped(k)[player] => {
                            let difference =
                                [0, 1].map(|i| (sample.position[i] - last.position[i]) * trace.meta.tick_hz);
                            let mean_velocity =
                                [0, 1].map(|i| ALPHA * difference[i] + (1.0 - ALPHA) * estimate.mean_velocity[i]);
                            let mean_acceleration = [0, 1].map(|i| {
                                ALPHA * (mean_velocity[i] - estimate.mean_velocity[i]) * trace.meta.tick_hz
                                    + (1.0 - ALPHA) * estimate.mean_acceleration[i]
                            });
                            let velocity = sample.velocity.unwrap_or(difference);
                            Estimate { run: estimate.run + 1, velocity, mean_velocity, mean_acceleration }
                        }
                        _ => Estimate { velocity: sample.velocity.unwrap_or_default(), ..Estimate::default() },
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
