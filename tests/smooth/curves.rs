//! Properties of single corrections in the open.

use crate::course::{Frame, ID, Update, at_rest, frames, nanos, play, yaw};
use antreckon::base::math::DVec3;
use antreckon::predict::Prediction;
use antreckon::smooth::{Correction, Course, DrawContext, Method, Pace, SmoothParams, Smoother, TurnMethod, drawn};
use proptest::prelude::*;

const SPAN: f64 = 0.2;
/// The correction comes here.
const WHEN: f64 = 0.1;

fn params(method: Method) -> SmoothParams {
    let fixed = Pace::fixed(SPAN);
    SmoothParams { method, position: fixed, turn: fixed, snap_distance: 6.0, ..SmoothParams::default() }
}

fn vector(size: f64) -> impl Strategy<Value = DVec3> {
    let part = move || -size..size;
    (part(), part(), part()).prop_map(|(x, y, z)| DVec3::new(x, y, z))
}

/// A straight run that an update at [`WHEN`] moves by `offset` and gives another velocity.
fn corrected(velocity: DVec3, offset: DVec3, new_velocity: DVec3) -> [Update; 2] {
    [
        Update { time: 0.0, position: DVec3::ZERO, velocity },
        Update { time: WHEN, position: velocity * WHEN - offset, velocity: new_velocity },
    ]
}

/// Largest difference of the drawn velocity between neighbouring frames, by positions.
fn largest_velocity_step(run: &[Frame]) -> f64 {
    let velocity = |pair: &[Frame]| (pair[1].drawn.position - pair[0].drawn.position) / (pair[1].time - pair[0].time);
    let velocities: Vec<DVec3> = run.windows(2).map(velocity).collect();
    velocities.windows(2).map(|pair| (pair[1] - pair[0]).length()).fold(0.0, f64::max)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    #[test]
    fn what_is_drawn_never_jumps(velocity in vector(8.0), offset in vector(1.5), new_velocity in vector(8.0)) {
        for method in Method::ALL.into_iter().filter(|&method| method != Method::Snap) {
            let run = play(&params(method), &DrawContext::default(), &corrected(velocity, offset, new_velocity), &frames(2000, 1.5));
            // No part of any curve is faster than the velocities and 3 e / T (the damped spring: 0.37 · 6.64 e / T).
            let fastest = velocity.length() + 2.0 * new_velocity.length() + 3.0 * offset.length() / SPAN;
            for pair in run.windows(2) {
                let step = (pair[1].drawn.position - pair[0].drawn.position).length();
                prop_assert!(step <= fastest / 2000.0 + 1.1e-4, "{method:?} at {}: {step}", pair[1].time);
            }
        }
    }

    #[test]
    fn the_velocity_has_no_corner_where_the_method_promises_that(
        velocity in vector(8.0), offset in vector(1.5), new_velocity in vector(8.0), guarded in any::<bool>()
    ) {
        for method in [Method::Bezier, Method::Hermite, Method::Damped] {
            let params = SmoothParams { never_backwards: guarded, ..params(method) };
            let rate = 8000;
            let run = play(&params, &DrawContext::default(), &corrected(velocity, offset, new_velocity), &frames(rate, 0.8));
            // Largest acceleration of the curves: 6 e / T² + 4 w / T for cubics, ω² e + 2 ω w for the spring.
            let (e, w) = (offset.length(), (velocity - new_velocity).length());
            let omega = 6.64 / SPAN;
            let mut sharpest = (6.0 * e / SPAN / SPAN + 4.0 * w / SPAN).max(omega * omega * e + 2.0 * omega * w);
            if guarded {
                // Giving the lead back ends exponentially, with a quarter of T as its time.
                sharpest += 4.0 * new_velocity.length() / SPAN;
            }
            // Dropping the last tenth of a millimetre of a lead is allowed for.
            let allowed = sharpest / rate as f64 * 1.5 + if guarded { 1.1e-4 * rate as f64 } else { 1e-6 };
            let step = largest_velocity_step(&run);
            prop_assert!(step <= allowed, "{method:?}: {step} > {allowed}");
        }
    }

    #[test]
    fn blended_velocities_jump_by_what_is_published(velocity in vector(8.0), offset in vector(1.5), new_velocity in vector(8.0)) {
        let params = SmoothParams { never_backwards: false, ..params(Method::ProjectiveVelocity) };
        let run = play(&params, &DrawContext::default(), &corrected(velocity, offset, new_velocity), &frames(8000, 0.5));
        let jump = offset.length() / SPAN;
        let step = largest_velocity_step(&run);
        let smooth_part = (2.0 * offset.length() / SPAN + 8.0 * (velocity - new_velocity).length()) / SPAN / 8000.0;
        prop_assert!(step <= jump + smooth_part * 1.5 + 1e-6 && step >= 0.5 * jump - smooth_part, "{step}, {jump}");
    }

    #[test]
    fn every_method_ends_exactly_on_the_prediction(
        velocity in vector(8.0), offset in vector(1.5), new_velocity in vector(8.0), turn in -3.0..3.0f64
    ) {
        for method in Method::ALL {
            let mut smoother = Smoother::new(1, &params(method)).unwrap();
            let updates = corrected(velocity, offset, new_velocity);
            let terrain = DrawContext::default();
            smoother.correct(ID, &Correction::new(0, &updates[0].at(0.0)), &terrain).unwrap();
            let facing = |time: f64| Prediction { orientation: yaw(turn), ..updates[1].at(time) };
            smoother.correct(ID, &Correction::new(nanos(WHEN), &facing(WHEN)), &terrain).unwrap();
            let mut last = None;
            for frame in 1..600 {
                let time = WHEN + f64::from(frame) / 60.0;
                last = Some((smoother.draw(ID, nanos(time), &facing(time), &terrain).unwrap(), facing(time)));
            }
            let (drawn, predicted) = last.unwrap();
            prop_assert_eq!(drawn.position, predicted.position);
            prop_assert_eq!(drawn.velocity, predicted.velocity);
            prop_assert_eq!(drawn.orientation, predicted.orientation);
            prop_assert_eq!((drawn.distance, drawn.flags & drawn::CONVERGING), (0.0, 0));
        }
    }

    /// The avoidable cases: it was not itself moving against the new direction, and the lead can be absorbed in patience.
    #[test]
    fn what_lies_behind_is_waited_for(
        velocity in vector(8.0), offset in vector(1.5), change in vector(4.0), rate in prop::sample::select(vec![30, 60, 144])
    ) {
        let new_velocity = velocity + change;
        let speed = new_velocity.length();
        prop_assume!(speed > 0.3 && velocity.dot(new_velocity) > 0.0);
        let direction = new_velocity / speed;
        for method in Method::ALL.into_iter().filter(|&method| method != Method::Snap) {
            let params = params(method);
            prop_assume!(offset.dot(direction) <= params.patience * speed);
            let run = play(&params, &DrawContext::default(), &corrected(velocity, offset, new_velocity), &frames(rate, 2.0));
            for pair in run.windows(2).filter(|pair| pair[0].time >= WHEN) {
                let step = (pair[1].drawn.position - pair[0].drawn.position).dot(direction);
                // Dropping the last of a lead takes at most a tenth of a millimetre back.
                prop_assert!(step >= -1e-4, "{method:?} at {}: {step}", pair[1].time);
            }
        }
    }

    #[test]
    fn orientations_keep_their_length_and_never_take_the_longer_way(
        turns in prop::collection::vec((-3.1..3.1f64, -1.5..1.5f64), 2..12)
    ) {
        for turn_method in TurnMethod::ALL {
            let params = SmoothParams { turn_method, ..params(Method::Hermite) };
            let mut smoother = Smoother::new(1, &params).unwrap();
            let terrain = DrawContext::default();
            for (i, (about_y, about_x)) in turns.iter().enumerate() {
                let pitch = antreckon::base::math::DQuat::from_xyzw((about_x / 2.0).sin(), 0.0, 0.0, (about_x / 2.0).cos());
                let seen = Prediction { orientation: yaw(*about_y) * pitch, ..at_rest(DVec3::ZERO) };
                let time = nanos(0.15 * i as f64);
                smoother.correct(ID, &Correction::new(time, &seen), &terrain).unwrap();
                let angle = |q: antreckon::base::math::DQuat| 2.0 * q.dot(seen.orientation).abs().min(1.0).acos();
                let mut before = f64::INFINITY;
                for frame in 0..9 {
                    let drawn = smoother.draw(ID, time + frame * 16_000_000, &seen, &terrain).unwrap();
                    prop_assert!((drawn.orientation.length() - 1.0).abs() < 1e-12);
                    if turn_method == TurnMethod::Slerp {
                        prop_assert!(angle(drawn.orientation) <= before + 1e-6);
                        before = angle(drawn.orientation);
                    }
                }
            }
        }
    }
}

#[test]
fn slowing_down_by_hand() {
    // 10 m/s, 1 m too far ahead: at a quarter of the speed it falls back 7.5 m/s at most.
    let updates = corrected(DVec3::X * 10.0, DVec3::X, DVec3::X * 10.0);
    let linear = SmoothParams { patience: 0.5, ..params(Method::Linear) };
    let run = play(&linear, &DrawContext::default(), &updates, &frames(1000, 1.0));
    for pair in run.windows(2).filter(|pair| pair[0].time > WHEN) {
        let speed = (pair[1].drawn.position.x - pair[0].drawn.position.x) / (pair[1].time - pair[0].time);
        assert!((2.4..=10.2).contains(&speed), "{speed} at {}", pair[1].time);
    }
    // Linear wants 5 m/s back over 0.2 s, less than 7.5: no lead at all.
    assert!(run.iter().all(|frame| frame.drawn.flags & drawn::SLOWED == 0));
    let updates = corrected(DVec3::X * 10.0, DVec3::X * 3.0, DVec3::X * 10.0);
    let run = play(&linear, &DrawContext::default(), &updates, &frames(1000, 1.0));
    let at = |time: f64| run[(time * 1000.0) as usize].drawn;
    // 15 m/s back are wanted; 7.5 are given: after 0.1 s 2.25 of the 3 m are left, after 0.3 s 0.75.
    assert!((at(0.2).position.x - (2.0 - 3.0 + 2.25)).abs() < 0.02, "{}", at(0.2).position.x);
    assert!((at(0.4).position.x - (4.0 - 3.0 + 0.75)).abs() < 0.02, "{}", at(0.4).position.x);
    assert_ne!(at(0.2).flags & drawn::SLOWED, 0);
}

#[test]
fn standing_entities_do_move_back() {
    let updates = corrected(DVec3::X * 5.0, DVec3::X * 0.5, DVec3::ZERO);
    for method in [Method::Linear, Method::Hermite, Method::Damped] {
        let run = play(&params(method), &DrawContext::default(), &updates, &frames(60, 1.0));
        assert_eq!(run.last().unwrap().drawn.position, DVec3::ZERO, "{method:?}");
    }
}

#[test]
fn teleports_and_far_corrections_jump_with_everything() {
    let terrain = DrawContext::default();
    for (teleported, far) in [(true, 1.0), (false, 100.0)] {
        let mut smoother = Smoother::new(1, &params(Method::Hermite)).unwrap();
        smoother.correct(ID, &Correction::new(0, &at_rest(DVec3::ZERO)), &terrain).unwrap();
        smoother.draw(ID, 0, &at_rest(DVec3::ZERO), &terrain).unwrap();
        let there = Prediction { orientation: yaw(2.0), ..at_rest(DVec3::X * far) };
        let correction = Correction { teleported, ..Correction::new(nanos(0.1), &there) };
        assert_eq!(smoother.correct(ID, &correction, &terrain).unwrap(), Course::Jumps);
        let drawn = smoother.draw(ID, nanos(0.1), &there, &terrain).unwrap();
        assert_eq!((drawn.position, drawn.orientation), (there.position, there.orientation));
        assert_ne!(drawn.flags & drawn::SNAPPED, 0);
        let next = smoother.draw(ID, nanos(0.12), &there, &terrain).unwrap();
        assert_eq!(next.flags & drawn::SNAPPED, 0, "told once");
    }
}

#[test]
fn times_adapt_to_the_gaps_between_updates() {
    let adaptive = SmoothParams {
        position: Pace { share: 1.0, least: 0.05, most: 0.4 },
        gap_weight: 0.5,
        first_gap: 0.1,
        ..SmoothParams::default()
    };
    let mut smoother = Smoother::new(1, &adaptive).unwrap();
    let terrain = DrawContext::default();
    let here = at_rest(DVec3::ZERO);
    let mut told = |time: f64, gap: Option<f64>| {
        smoother.correct(ID, &Correction { gap, ..Correction::new(nanos(time), &here) }, &terrain).unwrap();
        (smoother.mean_gap(ID).unwrap(), smoother.time(ID).unwrap())
    };
    assert_eq!(told(0.0, None), (0.1, 0.1));
    let near = |(gap, time): (f64, f64), want: (f64, f64)| (gap - want.0).abs() < 1e-9 && (time - want.1).abs() < 1e-9;
    assert!(near(told(0.3, None), (0.2, 0.2)), "measured: half of 0.1 and half of 0.3");
    assert!(near(told(0.35, Some(0.1)), (0.15, 0.15)), "told");
    assert!(near(told(60.0, None), (0.275, 0.275)), "a pause counts as 0.4");
    assert!(near(told(60.0, None), (0.275, 0.275)), "no time, no gap");
    for i in 0..9 {
        told(61.0 + 0.001 * f64::from(i), Some(0.001));
    }
    assert!(smoother.time(ID).unwrap() == 0.05, "never shorter");
}

#[test]
fn the_past_is_answered_by_the_last_frame() {
    let mut smoother = Smoother::new(1, &params(Method::Hermite)).unwrap();
    let terrain = DrawContext::default();
    let run = Update { time: 0.0, position: DVec3::ZERO, velocity: DVec3::X };
    let now = smoother.draw(ID, nanos(1.0), &run.at(1.0), &terrain).unwrap();
    let past = smoother.draw(ID, nanos(0.5), &run.at(0.5), &terrain).unwrap();
    assert_eq!((past.position, past.flags), (now.position, now.flags | drawn::PAST));
}
