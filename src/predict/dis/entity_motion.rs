//! The DIS models as models of a predictor's entities.
//!
//! Observations are in the axes of the level (or of the moving base), so body-axis models take their velocity and
//! acceleration from there: `v = R₀⁻¹ V`, `A = R₀⁻¹ a`. As `R₀ e^W R₀⁻¹ u` is a rotation about `R₀ φ`, the whole step is
//! computed in level axes, and only the spin, which is about the entity's own axes, is turned.
//!
//! An orientation that was never told is the identity, an angular velocity that the last update did not tell is zero:
//! nothing is estimated from orientations. An acceleration that was not told is estimated from positions, as for the
//! other models; it is a change of the level velocity, so [`BodyAcceleration::MinusRotation`]
//! is its convention.

use super::{Algorithm, BodyAcceleration, Course, unit};
use crate::base::math::{DQuat, DVec3};
use crate::predict::kinematics::Kinematics;
use crate::predict::model::{Motion, Terms};
use crate::predict::profile::Model;
use crate::predict::reckoning::Details;

/// The motion and the orientation at the end of it, in the frame of the kinematics.
#[inline]
pub(in crate::predict) fn motion(kinematics: &Kinematics, details: &Details, delta: f64) -> (Motion, DQuat) {
    reckon(kinematics, details.profile.body_acceleration, details.extras.spin, delta)
}

#[inline]
fn reckon(kinematics: &Kinematics, convention: BodyAcceleration, spin: DVec3, delta: f64) -> (Motion, DQuat) {
    specialised!(
        algorithm(kinematics.model),
        Algorithm::Static => (Motion::default(), kinematics.orientation),
        known => step(known, kinematics, convention, spin, delta)
    )
}

#[inline(always)]
fn step(
    algorithm: Algorithm,
    kinematics: &Kinematics,
    convention: BodyAcceleration,
    spin: DVec3,
    delta: f64,
) -> (Motion, DQuat) {
    let Kinematics { velocity, acceleration, orientation, .. } = *kinematics;
    let spin = if algorithm.rotates() { orientation * spin } else { DVec3::ZERO };
    let course = Course::new(algorithm, convention, velocity, acceleration, spin, delta);
    let mut motion = Motion {
        terms: Terms { velocity: course.by_velocity, acceleration: course.by_acceleration, ..Terms::default() },
        initial_velocity: velocity,
        velocity: velocity + course.gain,
    };
    let Some(turn) = &course.turn else {
        return (motion, orientation);
    };
    if algorithm.in_body_axes() {
        motion.velocity = turn.quaternion * motion.velocity;
    }
    (motion, unit(turn.quaternion * orientation))
}

/// The algorithm of a DIS model; `reckoning` asks here for no other.
fn algorithm(model: Model) -> Algorithm {
    let number = (model as u32).wrapping_sub(Model::DisStatic as u32).wrapping_add(1);
    Algorithm::from_number(number).unwrap_or(Algorithm::Static)
}

#[cfg(test)]
mod tests {
    use super::super::{State, extrapolate};
    use super::*;
    use crate::predict::model::tests::somebody;

    const MODELS: [Model; 9] = [
        Model::DisStatic,
        Model::DisFpw,
        Model::DisRpw,
        Model::DisRvw,
        Model::DisFvw,
        Model::DisFpb,
        Model::DisRpb,
        Model::DisRvb,
        Model::DisFvb,
    ];
    const SPIN: DVec3 = DVec3::new(0.7, -1.1, 2.3);

    fn turned(model: Model) -> Kinematics {
        let mut k = somebody(model);
        k.orientation = DQuat::from_xyzw(0.1, 0.5, -0.3, 0.8).normalize();
        k
    }

    #[test]
    fn every_model_is_its_algorithm() {
        for (model, expected) in MODELS.into_iter().zip(Algorithm::ALL) {
            assert_eq!(algorithm(model), expected);
        }
        for k in MODELS.map(turned) {
            let algorithm = algorithm(k.model);
            let own = if algorithm.in_body_axes() { k.orientation.conjugate() } else { DQuat::IDENTITY };
            let state = State {
                position: k.position,
                velocity: own * k.velocity,
                acceleration: own * k.acceleration,
                orientation: k.orientation,
                angular_velocity: SPIN,
            };
            for convention in BodyAcceleration::ALL {
                let (motion, orientation) = reckon(&k, convention, SPIN, 0.8);
                let expected = extrapolate(algorithm, convention, &state, 0.8);
                assert!((k.position + motion.terms.sum() - expected.position).length() < 1e-13, "{algorithm:?}");
                assert!((orientation - expected.orientation).length() < 1e-15, "{algorithm:?}");
                let own = if algorithm.in_body_axes() { expected.orientation } else { DQuat::IDENTITY };
                if algorithm != Algorithm::Static {
                    assert!((motion.velocity - own * expected.velocity).length() < 1e-14, "{algorithm:?}");
                }
            }
        }
    }

    #[test]
    fn the_end_velocity_is_the_derivative_of_the_displacement() {
        let dt = 1e-6;
        for k in MODELS.map(turned) {
            for convention in BodyAcceleration::ALL {
                let at = |t| reckon(&k, convention, SPIN, t).0;
                let numeric = (at(0.8 + dt).terms.sum() - at(0.8 - dt).terms.sum()) / (2.0 * dt);
                assert!((numeric - at(0.8).velocity).length() < 1e-8, "{:?}", k.model);
                assert_eq!(at(0.0).terms.sum(), DVec3::ZERO, "{:?}", k.model);
                assert!((at(0.0).velocity - at(0.0).initial_velocity).length() < 1e-15, "{:?}", k.model);
            }
        }
    }

    #[test]
    fn a_measured_acceleration_is_found_again_by_the_minus_convention() {
        // On a circle, ω × v is the whole change of the level velocity: the body velocity stays.
        let mut k = turned(Model::DisRvb);
        k.acceleration = (k.orientation * SPIN).cross(k.velocity);
        let (rvb, _) = reckon(&k, BodyAcceleration::MinusRotation, SPIN, 0.8);
        k.model = Model::DisRpb;
        let (rpb, _) = reckon(&k, BodyAcceleration::MinusRotation, SPIN, 0.8);
        assert!((rvb.terms.sum() - rpb.terms.sum()).length() < 1e-14);
    }
}
