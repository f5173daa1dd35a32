//! The nine dead-reckoning models of DIS (IEEE 1278.1), with full orientation.
//!
//! The world axes are right-handed, any such axes (DIS: Earth-centred, Earth-fixed). Body axes are x forward, y right,
//! z down; the angular velocity ω is about them and constant, so that the body's rotation after t is `R(t) = R₀ e^(Ωt)`
//! with `Ω u = ω × u`. A velocity `v + A t` in body axes therefore moves the entity by
//!
//! `R₀ (∫₀ᵗ e^(Ωτ) dτ v + ∫₀ᵗ τ e^(Ωτ) dτ A) = R₀ (R₁ v + R₂ A)`,
//!
//! which are the matrices of Towers & Hines ("Equations of motion of the DIS 2.0.3 dead reckoning algorithms", 1994,
//! taken over by the standard's annex on dead reckoning). How R₁ and R₂ are evaluated is told in `rotation.rs`.
//!
//! [`extrapolate`] is the pure function; entities of a [`super::Predictor`] use the same equations by their
//! [`Model`](super::Model).

/// Evaluates an expression for the algorithm, which is a constant in each of its copies: so nothing is computed or moved
/// that the algorithm does not use, which halves the time of the plain ones.
macro_rules! specialised {
    ($algorithm:expr, Algorithm::Static => $still:expr, $known:ident => $expression:expr) => {
        specialised!(@ $algorithm, $still, $known, $expression, Fpw Rpw Rvw Fvw Fpb Rpb Rvb Fvb)
    };
    (@ $algorithm:expr, $still:expr, $known:ident, $expression:expr, $($name:ident)*) => {
        match $algorithm {
            $crate::predict::dis::Algorithm::Static => $still,
            $($crate::predict::dis::Algorithm::$name => {
                let $known = $crate::predict::dis::Algorithm::$name;
                $expression
            })*
        }
    };
}

mod entity_motion;
mod euler;
mod rotation;
mod threshold;
mod timestamp;

pub(super) use entity_motion::motion;
pub use euler::EulerAngles;
pub use threshold::{matrix_differs, quaternion_differs, rotation_angle, rotation_differs};
pub use timestamp::{advanced_timestamp, seconds_between_timestamps};

use crate::base::math::{DQuat, DVec3};
use rotation::Turn;

/// A dead-reckoning algorithm by its DIS number: fixed or rotating (F, R), constant velocity or acceleration (P, V), and
/// the axes of velocity and acceleration, world or body (W, B).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Algorithm {
    /// Does not move.
    Static = 1,
    /// Fixed orientation, constant velocity, world axes.
    Fpw = 2,
    /// Rotating, constant velocity, world axes.
    Rpw = 3,
    /// Rotating, constant acceleration, world axes.
    Rvw = 4,
    /// Fixed orientation, constant acceleration, world axes.
    Fvw = 5,
    /// Fixed orientation, constant velocity, body axes.
    Fpb = 6,
    /// Rotating, constant velocity, body axes.
    Rpb = 7,
    /// Rotating, constant acceleration, body axes.
    Rvb = 8,
    /// Fixed orientation, constant acceleration, body axes.
    Fvb = 9,
}

impl Algorithm {
    /// All of them; the algorithm of number n is at n - 1.
    pub const ALL: [Self; 9] =
        [Self::Static, Self::Fpw, Self::Rpw, Self::Rvw, Self::Fvw, Self::Fpb, Self::Rpb, Self::Rvb, Self::Fvb];

    /// The algorithm of a DIS number, 1 to 9.
    pub fn from_number(number: u32) -> Option<Self> {
        Self::ALL.get((number as usize).checked_sub(1)?).copied()
    }

    /// Whether the angular velocity is used.
    pub fn rotates(self) -> bool {
        matches!(self, Self::Rpw | Self::Rvw | Self::Rpb | Self::Rvb)
    }

    /// Whether the acceleration is used.
    pub fn accelerates(self) -> bool {
        matches!(self, Self::Rvw | Self::Fvw | Self::Rvb | Self::Fvb)
    }

    /// Whether velocity and acceleration are in body axes.
    pub fn in_body_axes(self) -> bool {
        matches!(self, Self::Fpb | Self::Rpb | Self::Rvb | Self::Fvb)
    }
}

/// What the acceleration A of [`Algorithm::Rvb`] means; three conventions are in use. In each of them the body-axis
/// velocity changes at a constant rate `dv/dt` over the whole step. They agree where nothing turns, so also in
/// [`Algorithm::Fvb`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum BodyAcceleration {
    /// `dv/dt = A` (Towers & Hines).
    #[default]
    Derivative,
    /// `dv/dt = A - ω × v` with v of the state: A is what an accelerometer without gravity shows, the change of the
    /// world velocity seen in body axes.
    MinusRotation,
    /// `dv/dt = A + ω × v` with v of the state.
    PlusRotation,
}

impl BodyAcceleration {
    /// All of them by their number.
    pub const ALL: [Self; 3] = [Self::Derivative, Self::MinusRotation, Self::PlusRotation];

    /// The constant rate at which the body-axis velocity changes.
    fn rate(self, velocity: DVec3, acceleration: DVec3, spin: DVec3) -> DVec3 {
        match self {
            Self::Derivative => acceleration,
            Self::MinusRotation => acceleration - spin.cross(velocity),
            Self::PlusRotation => acceleration + spin.cross(velocity),
        }
    }

    /// The acceleration whose [`BodyAcceleration::rate`] is `rate`.
    fn acceleration(self, velocity: DVec3, rate: DVec3, spin: DVec3) -> DVec3 {
        match self {
            Self::Derivative => rate,
            Self::MinusRotation => rate + spin.cross(velocity),
            Self::PlusRotation => rate - spin.cross(velocity),
        }
    }
}

/// What an entity-state record tells; finite numbers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct State {
    /// World axes, metres.
    pub position: DVec3,
    /// World axes for algorithms 2 to 5, body axes for 6 to 9, m/s.
    pub velocity: DVec3,
    /// In the axes of the velocity, m/s².
    pub acceleration: DVec3,
    /// Body axes to world axes, of length 1.
    pub orientation: DQuat,
    /// About the body axes, rad/s, in every algorithm.
    pub angular_velocity: DVec3,
}

impl Default for State {
    fn default() -> Self {
        Self {
            position: DVec3::ZERO,
            velocity: DVec3::ZERO,
            acceleration: DVec3::ZERO,
            orientation: DQuat::IDENTITY,
            angular_velocity: DVec3::ZERO,
        }
    }
}

/// The state `seconds` later (or earlier, if negative). What the algorithm does not use has no influence and comes back
/// as it was.
///
/// The displacement is computed apart from the position and added once, so positions of Earth size keep their precision
/// (1 nm in f64). From what comes out one can go on: two half steps are one whole step. To that end the acceleration of
/// [`Algorithm::Rvb`] follows its convention; with [`BodyAcceleration::Derivative`] it stays.
pub fn extrapolate(algorithm: Algorithm, convention: BodyAcceleration, state: &State, seconds: f64) -> State {
    specialised!(algorithm, Algorithm::Static => *state, known => step(known, convention, state, seconds))
}

#[inline(always)]
fn step(algorithm: Algorithm, convention: BodyAcceleration, state: &State, seconds: f64) -> State {
    let State { velocity, acceleration, orientation, angular_velocity, .. } = *state;
    let course = Course::new(algorithm, convention, velocity, acceleration, angular_velocity, seconds);
    let displacement = course.by_velocity + course.by_acceleration;
    let end_velocity = velocity + course.gain;
    let mut end = State { velocity: end_velocity, ..*state };
    end.position += if algorithm.in_body_axes() { orientation * displacement } else { displacement };
    if let Some(turn) = &course.turn {
        end.orientation = unit(orientation * turn.quaternion);
        if algorithm == Algorithm::Rvb {
            end.acceleration = convention.acceleration(end_velocity, course.rate, angular_velocity);
        }
    }
    end
}

/// How a step goes, in the axes in which velocity, acceleration and spin were given, as they were at its start.
struct Course {
    /// Displacement by the velocity, metres.
    by_velocity: DVec3,
    /// Displacement by the change of the velocity, metres.
    by_acceleration: DVec3,
    /// What the velocity gains, in axes that turn along with the body if the algorithm is one of body axes, m/s.
    gain: DVec3,
    /// At which rate it gains that, m/s².
    rate: DVec3,
    /// How the body turns; `None` = not at all.
    turn: Option<Turn>,
}

impl Course {
    #[inline(always)]
    fn new(
        algorithm: Algorithm,
        convention: BodyAcceleration,
        velocity: DVec3,
        acceleration: DVec3,
        spin: DVec3,
        seconds: f64,
    ) -> Self {
        let turn = algorithm.rotates().then(|| Turn::by(spin * seconds));
        let rate = match algorithm {
            Algorithm::Rvb => convention.rate(velocity, acceleration, spin),
            _ if algorithm.accelerates() => acceleration,
            _ => DVec3::ZERO,
        };
        let (whole, grown) = (velocity * seconds, rate * (seconds * seconds));
        let (by_velocity, by_acceleration) = match &turn {
            Some(turn) if algorithm == Algorithm::Rpb => (turn.mean(whole), DVec3::ZERO),
            Some(turn) if algorithm == Algorithm::Rvb => (turn.mean(whole), turn.moment(grown)),
            _ => (whole, 0.5 * grown),
        };
        Self { by_velocity, by_acceleration, gain: rate * seconds, rate, turn }
    }
}

/// A product of unit quaternions with its rounding taken back: one step of Newton's method for the inverse of its length.
fn unit(q: DQuat) -> DQuat {
    q * (1.5 - 0.5 * q.length_squared())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn algorithms_are_found_by_their_number() {
        for (i, algorithm) in Algorithm::ALL.into_iter().enumerate() {
            assert_eq!(algorithm as usize, i + 1);
            assert_eq!(Algorithm::from_number(i as u32 + 1), Some(algorithm));
        }
        assert_eq!([0, 10, u32::MAX].map(Algorithm::from_number), [None; 3]);
    }

    #[test]
    fn names_say_what_is_used() {
        for algorithm in &Algorithm::ALL[1..] {
            let name: Vec<char> = std::format!("{algorithm:?}").chars().collect();
            assert_eq!(algorithm.rotates(), name[0] == 'R');
            assert_eq!(algorithm.accelerates(), name[1] == 'v');
            assert_eq!(algorithm.in_body_axes(), name[2] == 'b');
        }
    }

    #[test]
    fn conventions_by_hand() {
        let (v, a, w) = (DVec3::X * 3.0, DVec3::new(1.0, 1.0, 1.0), DVec3::Z * 2.0);
        // ω × v = 2 · 3 along y.
        let rates = BodyAcceleration::ALL.map(|convention| convention.rate(v, a, w));
        assert_eq!(rates, [a, DVec3::new(1.0, -5.0, 1.0), DVec3::new(1.0, 7.0, 1.0)]);
        for (convention, rate) in BodyAcceleration::ALL.into_iter().zip(rates) {
            assert_eq!(convention.acceleration(v, rate, w), a);
        }
    }

    #[test]
    fn newton_takes_rounding_back() {
        let off = DQuat::from_xyzw(0.5, -0.5, 0.5, 0.5) * (1.0 + 1e-9);
        assert!((unit(off).length_squared() - 1.0).abs() < 1e-15);
    }
}
