//! The simple predictors every model is measured against: `still`, `dr1`, `dr1_ema`, `dr2`, `damped`.
use super::forecaster::{Forecast, Forecaster, Frame, Rule, Update, damped_reach};
use super::kinematics::{Estimate, Estimates, Vertical};
use super::score::Cases;
use crate::trace::Trace;

/// Time constants from which `damped` chooses per horizon, seconds.
const TAUS: [f64; 11] = [0.1, 0.2, 0.3, 0.5, 0.7, 1.0, 1.5, 2.0, 3.0, 5.0, 10.0];

/// Damped receivers that compete for the fewest updates, seconds.
pub(super) const SEND_TAUS: [f64; 4] = [0.5, 1.0, 2.0, 5.0];

/// The five predictors whose lowest mean is "best simple".
pub(super) const SIMPLE: [Simple; 5] = [Simple::Still, Simple::Dr1, Simple::Dr1Ema, Simple::Dr2, Simple::Damped];

/// A predictor without memory beyond its moving averages.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Simple {
    /// Stays where it is.
    Still,
    /// Recorded velocity.
    Dr1,
    /// Averaged velocity.
    Dr1Ema,
    /// Averaged velocity and acceleration.
    Dr2,
    /// Recorded velocity that fades; time constant per horizon from the learning part.
    Damped,
}

impl Simple {
    /// Name in tables and on the command line.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Still => "still",
            Self::Dr1 => "dr1",
            Self::Dr1Ema => "dr1_ema",
            Self::Dr2 => "dr2",
            Self::Damped => "damped",
        }
    }

    /// The predictor of this name.
    pub(super) fn named(name: &str) -> Option<Self> {
        SIMPLE.into_iter().find(|simple| simple.name() == name)
    }

    fn shift(self, motion: &Motion, seconds: f64, tau: f64) -> f64 {
        match self {
            Self::Still => 0.0,
            Self::Dr1 => motion.velocity * seconds,
            Self::Dr1Ema => motion.mean_velocity * seconds,
            Self::Dr2 => motion.mean_velocity * seconds + motion.mean_acceleration * seconds * seconds / 2.0,
            Self::Damped => motion.velocity * damped_reach(tau, seconds),
        }
    }
}

/// A step of one coordinate over the horizon.
struct Motion {
    velocity: f64,
    mean_velocity: f64,
    mean_acceleration: f64,
}

/// The time constant with the lowest mean error on the learning part of a trace, for a horizon of `n` frames, where one of every
/// `told_every` frames is told; 1 s when nothing counts there.
pub fn learned_tau(trace: &Trace, estimates: &Estimates, told_every: usize, n: usize) -> f64 {
    let cases = Cases { trace, estimates, told_every, has_height: false, floor: None };
    let seconds = n as f64 / trace.meta.tick_hz;
    let reach = TAUS.map(|tau| damped_reach(tau, seconds));
    let mut sums = [0.0; TAUS.len()];
    let mut count = 0_usize;
    for (player, k) in cases.learning(n) {
        let (Some(now), Some(then), Some(estimate)) =
            (trace.states(k)[player], trace.states(k + n)[player], estimates.frame(k)[player])
        else {
            continue;
        };
        for (sum, reach) in sums.iter_mut().zip(reach) {
            let error = [0, 1].map(|i| now.position[i] + estimate.velocity[i] * reach - then.position[i]);
            *sum += error[0].hypot(error[1]);
        }
        count += 1;
    }
    if count == 0 {
        return 1.0;
    }
    // The first of equals, as the shorter time constant is the more cautious one.
    let best = (1..TAUS.len()).fold(0, |best, i| if sums[i] < sums[best] { i } else { best });
    TAUS[best]
}

/// A simple predictor in the form in which models are scored.
pub(super) struct SimpleForecaster {
    kind: Simple,
    tick: f64,
    /// (frames ahead, time constant) of `damped`.
    taus: Vec<(usize, f64)>,
    now: Vec<Option<([f64; 3], Estimate)>>,
}

impl SimpleForecaster {
    /// `taus` are the time constants per horizon in frames; other predictors than `damped` ignore them.
    pub(super) fn new(kind: Simple, trace: &Trace, taus: &[(usize, f64)]) -> Self {
        Self { kind, tick: trace.tick(), taus: taus.to_vec(), now: Vec::new() }
    }
}

impl Forecaster for SimpleForecaster {
    fn observe(&mut self, frame: &Frame<'_>) {
        self.now.clear();
        let states = frame.states.iter().zip(frame.estimates);
        self.now.extend(states.map(|(state, estimate)| state.map(|s| s.position).zip(*estimate)));
    }

    fn predict(&mut self, player: usize, ahead: usize) -> [f64; 2] {
        self.forecast(player, ahead).place
    }

    fn forecast(&mut self, player: usize, ahead: usize) -> Forecast {
        let (position, estimate) = self.now[player].unwrap_or_default();
        let tau = self.taus.iter().find(|(frames, _)| *frames == ahead).map_or(1.0, |(_, tau)| *tau);
        let seconds = ahead as f64 * self.tick;
        let ground = |i: usize| Motion {
            velocity: estimate.velocity[i],
            mean_velocity: estimate.mean_velocity[i],
            mean_acceleration: estimate.mean_acceleration[i],
        };
        let Vertical { velocity, mean_velocity, mean_acceleration } = estimate.vertical;
        let vertical = Motion { velocity, mean_velocity, mean_acceleration };
        Forecast {
            place: [0, 1].map(|i| position[i] + self.kind.shift(&ground(i), seconds, tau)),
            height: Some(position[2] + self.kind.shift(&vertical, seconds, tau)),
            radius: None,
        }
    }

    fn update(&mut self, player: usize, _threshold: f64) -> Option<Update> {
        let ([x, y, _], estimate) = self.now[player]?;
        let position = [x, y];
        match self.kind {
            Simple::Dr1 => Some(Update { position, velocity: estimate.velocity, rule: Rule::Line }),
            Simple::Dr1Ema => Some(Update { position, velocity: estimate.mean_velocity, rule: Rule::Line }),
            Simple::Dr2 => Some(Update {
                position,
                velocity: estimate.mean_velocity,
                rule: Rule::Quad(estimate.mean_acceleration),
            }),
            // `still` would be sent as a line of no velocity, and `damped` competes as four receivers of fixed time constants.
            Simple::Still | Simple::Damped => None,
        }
    }
}

/// A damped receiver with a fixed time constant; it only takes part in the updates table.
pub(super) struct DampedSender {
    inner: SimpleForecaster,
    tau: f64,
}

impl DampedSender {
    /// A receiver whose movement fades with `tau` seconds.
    pub(super) fn new(trace: &Trace, tau: f64) -> Self {
        Self { inner: SimpleForecaster::new(Simple::Dr1, trace, &[]), tau }
    }

    /// Name in tables: `damped_0.5`.
    pub(super) fn name(tau: f64) -> String {
        format!("damped_{tau}")
    }
}

impl Forecaster for DampedSender {
    fn observe(&mut self, frame: &Frame<'_>) {
        self.inner.observe(frame);
    }

    fn predict(&mut self, player: usize, ahead: usize) -> [f64; 2] {
        let (position, estimate) = self.inner.now[player].unwrap_or_default();
        let reach = damped_reach(self.tau, ahead as f64 * self.inner.tick);
        [0, 1].map(|i| position[i] + estimate.velocity[i] * reach)
    }

    fn update(&mut self, player: usize, threshold: f64) -> Option<Update> {
        self.inner.update(player, threshold).map(|update| Update { rule: Rule::Damped(self.tau), ..update })
    }
}
