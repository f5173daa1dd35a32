//! Published vectors: Towers & Hines, open-dis-java, airbus/sen, and what is known of the other conventions.

use super::TOWERS_HINES;
use antreckon::base::math::DVec3;
use antreckon::predict::dis::{
    Algorithm, BodyAcceleration, EulerAngles, State, extrapolate, rotation_angle, seconds_between_timestamps,
};
use std::f64::consts::{FRAC_PI_2, PI};

fn degrees(x: f64, y: f64, z: f64) -> DVec3 {
    DVec3::new(x.to_radians(), y.to_radians(), z.to_radians())
}

/// The input of Towers & Hines, as in `DeadReckonerTest` of open-dis-java: case W for algorithms 1 to 5, B for 6 to 9.
pub(super) fn towers_hines(algorithm: Algorithm) -> (State, f64) {
    let sign = if algorithm.in_body_axes() { 1.0 } else { -1.0 };
    let stamps = if algorithm.in_body_axes() { (0x1274_0D76, 0x127D_27A0) } else { (0x1150_C836, 0x1159_E260) };
    let state = State {
        position: sign * DVec3::new(6_378_137.0, 5.0, 10.0),
        velocity: DVec3::new(30.0, 35.0, 40.0),
        acceleration: DVec3::new(-80.0, -85.0, -90.0),
        orientation: EulerAngles::from_degrees(15.0, 20.0, 25.0).to_quaternion(),
        angular_velocity: -sign * degrees(60.0, 65.0, 70.0),
    };
    (state, seconds_between_timestamps(stamps.0, stamps.1))
}

/// Their answers: position, ψ θ φ in degrees, velocity.
fn answer(algorithm: Algorithm) -> ([f64; 3], [f64; 3], [f64; 3]) {
    let (still, fast, slow) = ([15.0, 20.0, 25.0], [30.0, 35.0, 40.0], [-10.0, -7.5, -5.0]);
    let (turned_w, turned_b) = ([64.32, 14.84, 72.50], [-23.07, -8.68, -10.86]);
    match algorithm {
        Algorithm::Static => ([-6_378_137.0, -5.0, -10.0], still, fast),
        Algorithm::Fpw => ([-6_378_122.0, 12.5, 10.0], still, fast),
        Algorithm::Rpw => ([-6_378_122.0, 12.5, 10.0], turned_w, fast),
        Algorithm::Rvw => ([-6_378_132.0, 1.88, -1.25], turned_w, slow),
        Algorithm::Fvw => ([-6_378_132.0, 1.88, -1.25], still, slow),
        Algorithm::Fpb => ([6_378_157.13, 18.06, 28.85], still, fast),
        Algorithm::Rpb => ([6_378_156.77, 18.75, 28.73], turned_b, fast),
        Algorithm::Rvb => ([6_378_144.03, 10.46, 18.32], turned_b, slow),
        Algorithm::Fvb => ([6_378_144.46, 9.62, 18.47], still, slow),
    }
}

fn assert_answers(algorithm: Algorithm, end: &State) {
    let (position, angles, velocity) = answer(algorithm);
    let got = EulerAngles::from_quaternion(end.orientation).to_degrees();
    let near = |a: [f64; 3], b: [f64; 3]| a.iter().zip(b).all(|(a, b)| (a - b).abs() <= 0.01);
    assert!(near(end.position.to_array(), position), "{algorithm:?}: {end:?}");
    assert!(near(got, angles), "{algorithm:?}: {got:?}");
    assert!(near(end.velocity.to_array(), velocity), "{algorithm:?}: {end:?}");
}

/// Sets what the algorithm must not use.
fn with_unused(algorithm: Algorithm, mut state: State, value: DVec3) -> State {
    if !algorithm.rotates() {
        state.angular_velocity = value;
    }
    if !algorithm.accelerates() {
        state.acceleration = value;
    }
    state
}

#[test]
fn the_vectors_of_towers_and_hines_hold_with_all_fields_set() {
    for algorithm in Algorithm::ALL {
        let (state, seconds) = towers_hines(algorithm);
        assert_answers(algorithm, &extrapolate(algorithm, TOWERS_HINES, &state, seconds));
    }
    // DR7 and DR8 to three decimals by quadrature.
    for (algorithm, x, y, z) in
        [(Algorithm::Rpb, 6_378_156.774, 18.748, 28.736), (Algorithm::Rvb, 6_378_144.033, 10.460, 18.323)]
    {
        let end = extrapolate(algorithm, TOWERS_HINES, &towers_hines(algorithm).0, 0.5).position;
        let off = (end - DVec3::new(x, y, z)).abs().max_element();
        assert!(off < 0.000_51, "{algorithm:?}: {end}");
    }
}

#[test]
fn unused_fields_have_no_influence_whatever_they_are() {
    for algorithm in Algorithm::ALL {
        let (state, seconds) = towers_hines(algorithm);
        for convention in BodyAcceleration::ALL {
            let plain = extrapolate(algorithm, convention, &state, seconds);
            for unused in [DVec3::ZERO, DVec3::new(1e9, -3.0, 2.0), DVec3::NAN] {
                let end = extrapolate(algorithm, convention, &with_unused(algorithm, state, unused), seconds);
                assert_eq!((end.position, end.velocity), (plain.position, plain.velocity), "{algorithm:?} {unused}");
                assert_eq!(end.orientation, plain.orientation, "{algorithm:?} {unused}");
            }
        }
        let zeroed = with_unused(algorithm, state, DVec3::ZERO);
        assert_answers(algorithm, &extrapolate(algorithm, TOWERS_HINES, &zeroed, seconds));
    }
}

#[test]
fn two_half_steps_answer_as_one() {
    for algorithm in Algorithm::ALL {
        let (state, seconds) = towers_hines(algorithm);
        let half = extrapolate(algorithm, TOWERS_HINES, &state, seconds / 2.0);
        assert_answers(algorithm, &extrapolate(algorithm, TOWERS_HINES, &half, seconds / 2.0));
    }
}

#[test]
fn without_rotation_the_rotating_models_are_the_fixed_ones() {
    use Algorithm::*;
    for (rotating, fixed) in [(Rpw, Fpw), (Rvw, Fvw), (Rpb, Fpb), (Rvb, Fvb)] {
        let (mut state, seconds) = towers_hines(rotating);
        state.angular_velocity = DVec3::ZERO;
        for convention in BodyAcceleration::ALL {
            let (a, b) =
                (extrapolate(rotating, convention, &state, seconds), extrapolate(fixed, convention, &state, seconds));
            assert_eq!((a.position, a.velocity), (b.position, b.velocity), "{rotating:?}");
            assert!((a.orientation - b.orientation).length() < 1e-15, "{rotating:?}");
        }
    }
}

#[test]
fn tiny_rotations_are_smooth_down_to_nothing() {
    for algorithm in [Algorithm::Rpb, Algorithm::Rvb] {
        let (mut state, seconds) = towers_hines(algorithm);
        state.position = DVec3::ZERO;
        let spin = state.angular_velocity;
        state.angular_velocity = DVec3::ZERO;
        let straight = extrapolate(algorithm, TOWERS_HINES, &state, seconds).position;
        // To first order ω × (½ v t² + ⅓ a t³) is added.
        let a = if algorithm == Algorithm::Rvb { state.acceleration } else { DVec3::ZERO };
        let lever = 0.5 * state.velocity * seconds * seconds + a * seconds.powi(3) / 3.0;
        for scale in [1e-3, 1e-4, 1e-5, 1e-7, 1e-9, 1e-12, 1e-100, 1e-200, 1e-308] {
            state.angular_velocity = spin * scale;
            let end = extrapolate(algorithm, TOWERS_HINES, &state, seconds).position;
            let first_order = state.orientation * state.angular_velocity.cross(lever);
            // What is left is of second order in θ, about a radian here, and rounding.
            assert!((end - straight - first_order).length() < 20.0 * scale * scale + 2e-14, "{scale}");
        }
    }
}

#[test]
fn accelerations_by_other_conventions_are_as_their_users_compute_them() {
    let (state, _) = towers_hines(Algorithm::Rvb);
    // AF-GRILL takes A - ω × v; by quadrature of its formula, as PEERS has it.
    let minus = extrapolate(Algorithm::Rvb, BodyAcceleration::MinusRotation, &state, 0.5);
    assert!((minus.position - DVec3::new(6_378_144.224, 9.771, 18.638)).abs().max_element() < 0.000_51, "{minus:?}");
    // KDIS takes A + ω × v and ends 0.78 m from Towers & Hines; so does the other one.
    let plus = extrapolate(Algorithm::Rvb, BodyAcceleration::PlusRotation, &state, 0.5);
    let middle = extrapolate(Algorithm::Rvb, TOWERS_HINES, &state, 0.5);
    for other in [minus, plus] {
        assert!(((other.position - middle.position).length() - 0.78).abs() < 0.005, "{other:?}");
    }
}

/// `DeadReckonerTest` of open-dis-java: a banked circle, clockwise seen from above (z is down) for `turns` = 1.
fn circle(speed: f64, turns: f64) {
    let radius = 5000.0;
    let quarter = FRAC_PI_2 * radius / speed;
    let roll = turns * (speed * speed / radius / 10.0).atan();
    let orientation = EulerAngles::new(0.0, 0.0, roll).to_quaternion();
    let yaw_rate = turns * speed / radius;
    let mut state = State {
        position: DVec3::Y * (-turns * radius),
        velocity: DVec3::X * speed,
        orientation,
        angular_velocity: orientation.conjugate() * (DVec3::Z * yaw_rate),
        ..State::default()
    };
    let whole = extrapolate(Algorithm::Rpb, TOWERS_HINES, &state, 4.0 * quarter);
    assert!((whole.position - state.position).length() < 1e-8, "{whole:?}");
    for n in 1..=8 {
        state = extrapolate(Algorithm::Rpb, TOWERS_HINES, &state, quarter);
        let yaw = turns * f64::from(n) * FRAC_PI_2;
        let place = DVec3::new(yaw.sin(), -yaw.cos(), 0.0) * (turns * radius);
        assert!((state.position - place).length() < 2e-3, "{n}: {state:?}");
        assert!((state.position - place).length() < 1e-8, "in double precision: {n}: {state:?}");
        let expected = EulerAngles::new(yaw, 0.0, roll).to_quaternion();
        assert!(rotation_angle(state.orientation, expected) < 1e-12, "{n}: {state:?}");
        assert_eq!(state.velocity, DVec3::X * speed);
    }
}

#[test]
fn banked_circles_meet_the_axes_after_each_quarter() {
    circle(100.0, 1.0);
    circle(200.0, -1.0);
}

/// The tests of airbus/sen: two seconds from the origin.
#[test]
fn the_cases_of_sen_hold() {
    let case = |algorithm, angles: [f64; 3], velocity: [f64; 3], spin: [f64; 3], acceleration: [f64; 3]| {
        let state = State {
            position: DVec3::ZERO,
            velocity: velocity.into(),
            acceleration: acceleration.into(),
            orientation: EulerAngles::from_degrees(angles[0], angles[1], angles[2]).to_quaternion(),
            angular_velocity: degrees(spin[0], spin[1], spin[2]),
        };
        extrapolate(algorithm, TOWERS_HINES, &state, 2.0)
    };
    let check = |end: State, position: [f64; 3], angles: [f64; 3]| {
        assert!((end.position - DVec3::from(position)).length() < 1e-12, "{end:?}");
        let expected = EulerAngles::from_degrees(angles[0], angles[1], angles[2]).to_quaternion();
        assert!(rotation_angle(end.orientation, expected) < 1e-14, "{end:?}");
    };
    let (zero, slow, yaw) = ([0.0; 3], [-10.0, 10.0, 30.0], [45.0, 0.0, 0.0]);
    check(case(Algorithm::Fpw, zero, [10.0, -20.0, 35.0], zero, zero), [20.0, -40.0, 70.0], zero);
    let spin = [0.0, 0.0, -20.0];
    check(case(Algorithm::Rpw, yaw, slow, spin, zero), [-20.0, 20.0, 60.0], [5.0, 0.0, 0.0]);
    check(case(Algorithm::Rvw, yaw, slow, spin, [2.0; 3]), [-16.0, 24.0, 64.0], [5.0, 0.0, 0.0]);
    check(case(Algorithm::Fvw, yaw, slow, zero, [-2.0, 2.0, 2.0]), [-24.0, 24.0, 64.0], yaw);
    check(case(Algorithm::Fpb, [90.0, 0.0, 0.0], slow, zero, zero), [-20.0, -20.0, 60.0], [90.0, 0.0, 0.0]);
    check(case(Algorithm::Fvb, [0.0, 0.0, 90.0], slow, zero, [2.0; 3]), [-16.0, -64.0, 24.0], [0.0, 0.0, 90.0]);
    let rpb = case(Algorithm::Rpb, zero, [10.0, 0.0, 0.0], [0.0, 90.0, 0.0], zero);
    check(rpb, [0.0, 0.0, -40.0 / PI], [180.0, 0.0, 180.0]);
    let rvb = case(Algorithm::Rvb, zero, [8.0, 0.0, 0.0], [0.0, 0.0, 45.0], [2.0, 0.0, 0.0]);
    let (x, y) = (48.0 / PI - 32.0 / (PI * PI), 32.0 / PI + 32.0 / (PI * PI));
    check(rvb, [x, y, 0.0], [90.0, 0.0, 0.0]);
}
