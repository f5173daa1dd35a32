//! What a model sees of a match and what it answers. Every predictor that is scored implements [`Forecaster`].
use super::kinematics::Estimate;
use crate::trace::{Event, Sample, Trace};
use antreckon::pheromone::trail::Trails;

/// Everything that is known when frame `k` is over, and nothing later.
pub struct Frame<'a> {
    /// Number of the frame.
    pub k: usize,
    /// Seconds since frame 0.
    pub time: f64,
    /// Samples of all players; `None` where dead or absent.
    pub states: &'a [Option<Sample>],
    /// Does a new life or a teleport begin in this frame?
    pub jumped: &'a [bool],
    /// Velocity and acceleration estimates of all players.
    pub estimates: &'a [Option<Estimate>],
    /// Events since the frame before.
    pub events: &'a [Event],
    trace: &'a Trace,
}

impl<'a> Frame<'a> {
    /// The view of frame `k`; `events` are those of the time after the frame before.
    pub fn new(trace: &'a Trace, estimates: &'a [Option<Estimate>], events: &'a [Event], k: usize) -> Self {
        Self {
            k,
            time: k as f64 * trace.tick(),
            states: trace.states(k),
            jumped: trace.jumped(k),
            estimates,
            events,
            trace,
        }
    }

    /// Moving places (a ball): index into the places of the trace, and sample.
    pub fn movers(&self) -> impl Iterator<Item = (usize, Sample)> + '_ {
        self.trace.movers(self.k)
    }
}

/// A causal predictor: it is told one frame after the other and asked about the newest.
pub trait Forecaster {
    /// Takes in one frame of all players. Frames come in order, none is left out.
    fn observe(&mut self, frame: &Frame<'_>);

    /// Ground position of a player `ahead` frames after the newest frame. Asked only for players present in it.
    fn predict(&mut self, player: usize, ahead: usize) -> [f64; 2];

    /// The same with all that the model says about it; asked once per scored case.
    fn forecast(&mut self, player: usize, ahead: usize) -> Forecast {
        Forecast { place: self.predict(player, ahead), height: None, radius: None }
    }

    /// What the owner of this player would send now so that receivers stay within `threshold` units for long.
    /// `None` = the model takes no part in the updates table.
    fn update(&mut self, _player: usize, _threshold: f64) -> Option<Update> {
        None
    }

    /// The trails that the model has learned, where it keeps any.
    fn trails(&self) -> Option<&Trails> {
        None
    }
}

/// A prediction, trace units.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Forecast {
    /// In the ground plane.
    pub place: [f64; 2],
    /// Height, where the model predicts one.
    pub height: Option<f64>,
    /// Radius that is meant to hold the true place nine times out of ten, where the model says one.
    pub radius: Option<f64>,
}

/// A sent update: state and the rule by which receivers go on from it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Update {
    /// Sent position.
    pub position: [f64; 2],
    /// Sent velocity, units per second.
    pub velocity: [f64; 2],
    /// How a receiver extrapolates.
    pub rule: Rule,
}

/// Extrapolation rules of the dump format.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Rule {
    /// Straight on.
    Line,
    /// Straight on, slowing down with this time constant in seconds.
    Damped(f64),
    /// Constant acceleration, units/s².
    Quad([f64; 2]),
    /// Constant turn rate, rad/s.
    Turn(f64),
}

impl Update {
    /// Where receivers draw the player `seconds` after the update.
    pub fn at(&self, seconds: f64) -> [f64; 2] {
        let [vx, vy] = self.velocity;
        let shift = match self.rule {
            Rule::Line => [vx * seconds, vy * seconds],
            Rule::Damped(tau) => {
                let reach = damped_reach(tau, seconds);
                [vx * reach, vy * reach]
            }
            Rule::Quad([ax, ay]) => {
                [vx * seconds + ax * seconds * seconds / 2.0, vy * seconds + ay * seconds * seconds / 2.0]
            }
            Rule::Turn(rate) if rate.abs() > 1e-9 => {
                let (s, c) = ((rate * seconds).sin() / rate, (1.0 - (rate * seconds).cos()) / rate);
                [vx * s - vy * c, vx * c + vy * s]
            }
            Rule::Turn(_) => [vx * seconds, vy * seconds],
        };
        [self.position[0] + shift[0], self.position[1] + shift[1]]
    }
}

/// Seconds of full speed that a movement fading with time constant `tau` still covers: τ (1 - e^(-δ/τ)).
pub fn damped_reach(tau: f64, seconds: f64) -> f64 {
    tau * (1.0 - (-seconds / tau).exp())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_rule_starts_at_the_sent_state() {
        let rules = [Rule::Line, Rule::Damped(0.5), Rule::Quad([10.0, -4.0]), Rule::Turn(1.5), Rule::Turn(0.0)];
        for rule in rules {
            let update = Update { position: [3.0, -2.0], velocity: [8.0, 6.0], rule };
            assert_eq!(update.at(0.0), [3.0, -2.0]);
            let soon = update.at(1e-6);
            assert!((soon[0] - 3.0 - 8e-6).abs() < 1e-10 && (soon[1] + 2.0 - 6e-6).abs() < 1e-10, "{rule:?}: {soon:?}");
        }
    }

    #[test]
    fn a_full_turn_comes_back_to_its_start() {
        let update = Update { position: [1.0, 1.0], velocity: [5.0, 0.0], rule: Rule::Turn(2.0) };
        let there = update.at(std::f64::consts::PI);
        assert!((there[0] - 1.0).abs() < 1e-12 && (there[1] - 1.0).abs() < 1e-12, "{there:?}");
    }
}
