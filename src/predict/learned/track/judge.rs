//! What became of earlier predictions.

use super::super::adapt::{Tuning, wanted};
use super::super::history::{Micros, Moment, seconds};
use super::super::inputs::{length, to_own};
use super::super::mix::Mixture;
use super::super::pending::Kind;
use super::super::trail_units::Bridge;
use super::super::{HORIZONS, SHORT};
use super::Track;
use crate::base::math::DVec3;

/// Over a longer gap than this, seconds, velocities at its ends say little about what lies between.
const LONGEST_CURVE: f32 = 1.0;

/// The way between two observations: a cubic by places and velocities, so that horizons shorter than the interval of
/// sparse updates are not judged by a chord.
struct Between {
    from: [f32; 2],
    to: [f32; 2],
    /// Velocities at both ends; none over a long gap.
    velocities: Option<[[f32; 2]; 2]>,
    began: Micros,
    lasted: f32,
}

impl Between {
    /// The way from a place to where it was at `time`.
    fn way(&self, from: [f32; 2], time: Micros) -> [f32; 2] {
        let f = (seconds(time.wrapping_sub(self.began)) / self.lasted).clamp(0.0, 1.0);
        let Some([leaves, arrives]) = self.velocities.filter(|_| f < 1.0) else {
            return [0, 1].map(|i| self.from[i] + f * (self.to[i] - self.from[i]) - from[i]);
        };
        let (rest, t) = (1.0 - f, self.lasted);
        let share = f * f * (3.0 - 2.0 * f);
        [0, 1].map(|i| {
            let bend = f * rest * (rest * leaves[i] - f * arrives[i]) * t;
            self.from[i] + share * (self.to[i] - self.from[i]) + bend - from[i]
        })
    }
}

impl Track {
    /// Everything whose time came between the last observation and `now`.
    pub(super) fn judge(
        &mut self,
        now: &Moment,
        mixture: &mut Mixture,
        mut trails: Option<&mut Bridge<'_>>,
        mut tuning: Option<&mut Tuning>,
    ) {
        if self.history.len() == 0 {
            return;
        }
        let before = self.history.newest();
        let lasted = seconds(now.time.wrapping_sub(before.time).max(1));
        let between = Between {
            from: before.ground(),
            to: now.ground(),
            velocities: (lasted <= LONGEST_CURVE).then(|| [before.velocity(), now.velocity()]),
            began: before.time,
            lasted,
        };
        for (h, horizon) in HORIZONS.into_iter().enumerate() {
            let horizon = (horizon * 1e6) as Micros;
            while let Some(trail) = h.checked_sub(SHORT)
                && self.deposited[trail] != self.history.pushed()
            {
                let moment = self.history.number(self.deposited[trail]);
                if now.time.wrapping_sub(moment.time) < horizon {
                    break;
                }
                self.deposited[trail] = self.deposited[trail].wrapping_add(1);
                if let Some(trails) = &mut trails {
                    let [x, z] = moment.ground();
                    let place = DVec3::new(x as f64, moment.height() as f64, z as f64);
                    let pose = trails.pose(self.origin + place * self.unit, moment.velocity());
                    trails.deposit(&pose, trail, between.way(moment.ground(), moment.time.wrapping_add(horizon)));
                }
            }
            while let Some((waiting, expected)) = self.pending.due(h, now.time) {
                let truth = between.way(waiting.place, waiting.time.wrapping_add(horizon));
                if let Some((trails, ticket)) = trails.as_mut().zip(waiting.ticket)
                    && let Some(trail) = h.checked_sub(SHORT)
                {
                    trails.complete(ticket, trail, truth);
                }
                if waiting.kind == Kind::None {
                    continue;
                }
                mixture.judge_damping(h, waiting.velocity, truth);
                let error = if waiting.kind == Kind::Auto {
                    mixture.judge(h, &expected.experts(&waiting, h), waiting.host, truth)
                } else {
                    length([expected.said[0][0] - truth[0], expected.said[0][1] - truth[1]])
                };
                mixture.judge_radius(waiting.kind as usize, h, error, expected.radius);
                if let Some(tuning) = &mut tuning {
                    // The network corrects the middle trail.
                    let base = to_own(waiting.frame, expected.said[2]);
                    tuning.complete(waiting.row, h, wanted(h, base, to_own(waiting.frame, truth)));
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn between_sparse_updates_the_way_follows_the_velocities_at_both_ends() {
        // x = t³, z = t over one second; its cubic is exact.
        let mut between = Between {
            from: [0.0, 0.0],
            to: [1.0, 1.0],
            velocities: Some([[0.0, 1.0], [3.0, 1.0]]),
            began: 0,
            lasted: 1.0,
        };
        for (time, f) in [(0, 0.0_f32), (250_000, 0.25), (500_000, 0.5), (900_000, 0.9), (1_000_000, 1.0)] {
            let [x, z] = between.way([0.5, 0.25], time);
            assert!((x - (f * f * f - 0.5)).abs() < 1e-6 && (z - (f - 0.25)).abs() < 1e-6, "{f}: {x} {z}");
        }
        between.velocities = None;
        assert_eq!(between.way([0.0, 0.0], 250_000), [0.25, 0.25]);
    }
}
