//! Closed forms against integration of the definition, and what follows from the definition.

use super::TOWERS_HINES;
use super::vectors::towers_hines;
use antreckon::base::math::{DQuat, DVec3};
use antreckon::predict::dis::{Algorithm, BodyAcceleration, EulerAngles, State, extrapolate, rotation_angle};
use proptest::prelude::*;
use std::f64::consts::{FRAC_PI_2, PI};

#[test]
fn positions_of_earth_size_keep_far_less_than_millimetres() {
    for algorithm in Algorithm::ALL {
        let (far, seconds) = towers_hines(algorithm);
        let near = State { position: DVec3::ZERO, ..far };
        for convention in BodyAcceleration::ALL {
            let displacement = extrapolate(algorithm, convention, &near, seconds).position;
            let end = extrapolate(algorithm, convention, &far, seconds).position;
            assert!((end - far.position - displacement).abs().max_element() < 1e-9, "{algorithm:?}");
        }
    }
}

#[test]
fn a_step_back_undoes_a_step() {
    for algorithm in Algorithm::ALL {
        let (mut state, _) = towers_hines(algorithm);
        state.position = DVec3::ZERO;
        for convention in BodyAcceleration::ALL {
            let there = extrapolate(algorithm, convention, &state, 3.0);
            let back = extrapolate(algorithm, convention, &there, -3.0);
            assert!((back.position - state.position).length() < 1e-10, "{algorithm:?}: {back:?}");
            assert!((back.velocity - state.velocity).length() < 1e-11, "{algorithm:?}: {back:?}");
        }
    }
}

/// Integrates the definition with Runge-Kutta steps of fourth order: knows no closed form, uses no rotation formula but
/// `dq/dt = ½ q ω`.
fn integrated(algorithm: Algorithm, convention: BodyAcceleration, start: &State, seconds: f64, steps: u32) -> State {
    if algorithm == Algorithm::Static {
        return *start;
    }
    let spin = if algorithm.rotates() { start.angular_velocity } else { DVec3::ZERO };
    let felt = spin.cross(start.velocity);
    let rate = match (algorithm.accelerates(), algorithm.in_body_axes(), convention) {
        (false, ..) => DVec3::ZERO,
        (true, true, BodyAcceleration::MinusRotation) => start.acceleration - felt,
        (true, true, BodyAcceleration::PlusRotation) => start.acceleration + felt,
        _ => start.acceleration,
    };
    type Y = (DVec3, DVec3, DQuat);
    let slope = |(_, v, q): Y| -> Y {
        let moved = if algorithm.in_body_axes() { rotated(q, v) } else { v };
        (moved, rate, q * DQuat::from_xyzw(spin.x, spin.y, spin.z, 0.0) * 0.5)
    };
    let add = |(x, v, q): Y, (dx, dv, dq): Y, h: f64| -> Y { (x + dx * h, v + dv * h, q + dq * h) };
    let h = seconds / f64::from(steps);
    let mut y: Y = (DVec3::ZERO, start.velocity, start.orientation);
    for _ in 0..steps {
        let k1 = slope(y);
        let k2 = slope(add(y, k1, h / 2.0));
        let k3 = slope(add(y, k2, h / 2.0));
        let k4 = slope(add(y, k3, h));
        y = add(add(add(add(y, k1, h / 6.0), k2, h / 3.0), k3, h / 3.0), k4, h / 6.0);
    }
    State { position: start.position + y.0, velocity: y.1, orientation: y.2, ..*start }
}

/// `q v q̄` by the product of quaternions.
fn rotated(q: DQuat, v: DVec3) -> DVec3 {
    (q * DQuat::from_xyzw(v.x, v.y, v.z, 0.0) * q.conjugate()).xyz()
}

fn any_vector(size: f64) -> impl Strategy<Value = DVec3> {
    [-size..size, -size..size, -size..size].prop_map(DVec3::from_array)
}

/// Spins from none over tiny ones to a turn and a half a second.
fn any_spin() -> impl Strategy<Value = DVec3> {
    prop_oneof![4 => any_vector(10.0), 2 => any_vector(0.3), 1 => any_vector(1e-6), 1 => Just(DVec3::ZERO)]
}

fn any_state() -> impl Strategy<Value = State> {
    let angles = (-PI..PI, -FRAC_PI_2..FRAC_PI_2, -PI..PI);
    (any_vector(1000.0), any_vector(100.0), any_vector(50.0), angles, any_spin()).prop_map(
        |(position, velocity, acceleration, (psi, theta, phi), angular_velocity)| State {
            position,
            velocity,
            acceleration,
            orientation: EulerAngles::new(psi, theta, phi).to_quaternion(),
            angular_velocity,
        },
    )
}

fn any_algorithm() -> impl Strategy<Value = Algorithm> {
    prop::sample::select(Algorithm::ALL.to_vec())
}

fn any_convention() -> impl Strategy<Value = BodyAcceleration> {
    prop::sample::select(BodyAcceleration::ALL.to_vec())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn closed_forms_are_what_integration_gives(
        algorithm in any_algorithm(), convention in any_convention(), state in any_state(), seconds in -2.0f64..2.0
    ) {
        let state = State { position: DVec3::ZERO, ..state };
        let fast = extrapolate(algorithm, convention, &state, seconds);
        let slow = integrated(algorithm, convention, &state, seconds, 8000);
        prop_assert!((fast.position - slow.position).length() < 1e-9, "{fast:?} {slow:?}");
        prop_assert!((fast.velocity - slow.velocity).length() < 1e-9, "{fast:?} {slow:?}");
        prop_assert!((fast.orientation - slow.orientation).length() < 1e-9, "{fast:?} {slow:?}");
    }

    #[test]
    fn steps_compose(
        algorithm in any_algorithm(), convention in any_convention(), state in any_state(),
        first in -2.0f64..2.0, second in -2.0f64..2.0
    ) {
        let whole = extrapolate(algorithm, convention, &state, first + second);
        let halfway = extrapolate(algorithm, convention, &state, first);
        let parts = extrapolate(algorithm, convention, &halfway, second);
        prop_assert!((whole.position - parts.position).length() < 1e-10, "{whole:?} {parts:?}");
        prop_assert!((whole.velocity - parts.velocity).length() < 1e-10, "{whole:?} {parts:?}");
        prop_assert!((whole.acceleration - parts.acceleration).length() < 1e-10, "{whole:?} {parts:?}");
        prop_assert!(rotation_angle(whole.orientation, parts.orientation) < 1e-13, "{whole:?} {parts:?}");
        prop_assert!((parts.orientation.length() - 1.0).abs() < 1e-15);
    }
}

#[test]
fn orientations_stay_unit_over_a_million_steps() {
    let (mut state, _) = towers_hines(Algorithm::Rpw);
    for _ in 0..1_000_000 {
        state = extrapolate(Algorithm::Rpw, TOWERS_HINES, &state, 0.001);
    }
    assert!((state.orientation.length() - 1.0).abs() < 1e-15);
    let (start, _) = towers_hines(Algorithm::Rpw);
    let whole = extrapolate(Algorithm::Rpw, TOWERS_HINES, &start, 1000.0);
    assert!(rotation_angle(state.orientation, whole.orientation) < 1e-9);
}
