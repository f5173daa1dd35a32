//! The algorithms as models of a predictor's entities: canonical axes, Y up, -Z forward.

use antreckon::base::math::{DQuat, DVec3};
use antreckon::base::time::{Nanos, SECOND};
use antreckon::predict::correction::{OBSTACLE, SPEED};
use antreckon::predict::dis::{BodyAcceleration, rotation_angle};
use antreckon::predict::{
    BaseMotion, EntityId, EntityProfile, Explanation, LevelContext, Model, Observation, Obstacle, PostProcessing,
    Prediction, Predictor,
};
use antreckon::world::{GridInput, World, WorldParams};
use std::f64::consts::FRAC_PI_2;

fn bare(model: Model) -> EntityProfile {
    let post = PostProcessing { limit_speed: false, obstacle: Obstacle::Ignore, ..Default::default() };
    EntityProfile { model, post, ..Default::default() }
}

fn observed(profile: &EntityProfile, observation: &Observation) -> (Predictor, EntityId) {
    let mut predictor = Predictor::new(1);
    let id = predictor.add_entity(profile).unwrap();
    predictor.observe(id, observation).unwrap();
    (predictor, id)
}

fn predicted(entity: &(Predictor, EntityId), world: Option<&World>, time: Nanos) -> Prediction {
    entity.0.predict(LevelContext { world, map: None }, entity.1, time).unwrap()
}

/// Runs forward (-Z) at 4 m/s and turns left by `rate` radians per second.
fn turning(position: DVec3, rate: f64) -> Observation {
    Observation {
        velocity: Some(DVec3::NEG_Z * 4.0),
        acceleration: Some(DVec3::ZERO),
        orientation: Some(DQuat::IDENTITY),
        angular_velocity: Some(DVec3::Y * rate),
        ..Observation::at(0, position)
    }
}

#[test]
fn an_entity_that_turns_left_runs_in_a_circle_and_faces_along_it() {
    let runner = observed(&bare(Model::DisRpb), &turning(DVec3::new(5.0, 1.0, 7.0), FRAC_PI_2));
    // Radius v/ω; after a second it has gone a quarter and heads for -x.
    let radius = 4.0 / FRAC_PI_2;
    let end = predicted(&runner, None, SECOND);
    assert!((end.position - DVec3::new(5.0 - radius, 1.0, 7.0 - radius)).length() < 1e-12, "{end:?}");
    assert!((end.velocity - DVec3::NEG_X * 4.0).length() < 1e-12, "{end:?}");
    assert!((end.orientation * DVec3::NEG_Z - DVec3::NEG_X).length() < 1e-12, "{end:?}");
    // In world axes it turns, too, but goes straight on.
    let straight = predicted(&observed(&bare(Model::DisRpw), &turning(DVec3::ZERO, FRAC_PI_2)), None, SECOND);
    assert_eq!(straight.position, DVec3::NEG_Z * 4.0);
    assert!((straight.orientation * DVec3::NEG_Z - DVec3::NEG_X).length() < 1e-12, "{straight:?}");
    // Before the observation there is only the observation.
    assert_eq!(predicted(&runner, None, -SECOND).orientation, DQuat::IDENTITY);
}

#[test]
fn what_is_not_told_is_not_guessed() {
    let mut observation = turning(DVec3::ZERO, 1.0);
    observation.angular_velocity = None;
    observation.orientation = None;
    let end = predicted(&observed(&bare(Model::DisRpb), &observation), None, SECOND);
    assert_eq!((end.position, end.orientation), (DVec3::NEG_Z * 4.0, DQuat::IDENTITY));
    // An update that tells no angular velocity ends an earlier one.
    let mut runner = observed(&bare(Model::DisRpb), &turning(DVec3::ZERO, 1.0));
    observation.time = SECOND;
    runner.0.observe(runner.1, &observation).unwrap();
    assert_eq!(predicted(&runner, None, 2 * SECOND).velocity, DVec3::NEG_Z * 4.0);
}

#[test]
fn the_profile_decides_what_the_acceleration_means() {
    let mut observation = turning(DVec3::ZERO, FRAC_PI_2);
    // What an observer in the level measures on the circle: ω × v.
    observation.acceleration = Some((DVec3::Y * FRAC_PI_2).cross(DVec3::NEG_Z * 4.0));
    let end = |body_acceleration| {
        let profile = EntityProfile { body_acceleration, ..bare(Model::DisRvb) };
        predicted(&observed(&profile, &observation), None, SECOND).position
    };
    let circle = predicted(&observed(&bare(Model::DisRpb), &observation), None, SECOND).position;
    assert!((end(BodyAcceleration::MinusRotation) - circle).length() < 1e-12);
    assert!((end(BodyAcceleration::Derivative) - circle).length() > 1.0);
    assert!((end(BodyAcceleration::PlusRotation) - circle).length() > 2.0);
}

#[test]
fn an_explanation_adds_up_to_the_prediction() {
    for model in [Model::DisStatic, Model::DisFvw, Model::DisRvw, Model::DisRpb, Model::DisRvb, Model::DisFvb] {
        let mut observation = turning(DVec3::new(5.0, 1.0, 7.0), 1.3);
        observation.acceleration = Some(DVec3::new(0.5, 0.25, -1.0));
        let (predictor, id) = observed(&bare(model), &observation);
        let mut why = Explanation::default();
        predictor.explain(LevelContext::default(), id, SECOND, &mut why).unwrap();
        assert_eq!(why.raw, why.from + (why.velocity_term + why.acceleration_term), "{model:?}");
        assert_eq!(why.result, predicted(&(predictor, id), None, SECOND).position, "{model:?}");
        let accelerates = matches!(model, Model::DisFvw | Model::DisRvw | Model::DisRvb | Model::DisFvb);
        assert_eq!(why.acceleration_term != DVec3::ZERO, accelerates, "{model:?}");
    }
}

#[test]
fn a_rider_turns_in_the_frame_of_its_base() {
    let base = BaseMotion {
        id: 3,
        position: DVec3::new(10.0, 2.0, -4.0),
        orientation: DQuat::from_xyzw(0.0, 0.6, 0.0, 0.8),
        velocity: DVec3::new(1.0, 0.5, 0.0),
        angular_velocity: DVec3::new(0.0, -0.4, 0.0),
    };
    let local = predicted(&observed(&bare(Model::DisRpb), &turning(DVec3::X, FRAC_PI_2)), None, SECOND);
    let rider = Observation { base: Some(base), ..turning(DVec3::X, FRAC_PI_2) };
    let end = predicted(&observed(&bare(Model::DisRpb), &rider), None, SECOND);
    let carried = base.carried(1.0);
    assert!((end.position - carried.point_to_level(local.position)).length() < 1e-12, "{end:?}");
    assert!((end.velocity - carried.velocity_to_level(local.position, local.velocity)).length() < 1e-12, "{end:?}");
    assert!(rotation_angle(end.orientation, carried.orientation * local.orientation) < 1e-12, "{end:?}");
}

#[test]
fn walls_stop_it_and_the_speed_limit_holds_it_back() {
    // Three rows of squares along x with a wall from x = 3 to 4.
    let grid = GridInput {
        width: 6,
        depth: 3,
        floors: 1,
        corner: DVec3::ZERO,
        floor_height: 4.0,
        blocked: &[0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0],
        heights: &[],
        areas: &[],
    };
    let world = World::from_grid(&WorldParams::default(), &grid).unwrap();
    let runner = Observation {
        velocity: Some(DVec3::X * 5.0),
        acceleration: Some(DVec3::X * 2.0),
        ..Observation::at(0, DVec3::new(0.5, 0.0, 1.5))
    };
    for model in [Model::DisFpw, Model::DisRvw, Model::DisFvb, Model::DisRvb] {
        let post = PostProcessing { obstacle: Obstacle::Slide, ..Default::default() };
        let clipped = EntityProfile { model, post, ..Default::default() };
        let end = predicted(&observed(&clipped, &runner), Some(&world), SECOND);
        assert!((end.position - DVec3::new(3.0, 0.0, 1.5)).length() < 1e-3, "{model:?}: {end:?}");
        assert_eq!((end.velocity, end.corrections & OBSTACLE), (DVec3::ZERO, OBSTACLE), "{model:?}");

        let mut slow = EntityProfile { v_max: 5.0, speed_factor: 1.0, ..bare(model) };
        slow.post.limit_speed = true;
        let end = predicted(&observed(&slow, &runner), None, 2 * SECOND);
        let limited = model != Model::DisFpw;
        assert!((end.position.x - 10.5).abs() < 1e-9 && (end.velocity.x - 5.0).abs() < 1e-9, "{model:?}: {end:?}");
        assert_eq!(end.corrections & SPEED != 0, limited, "{model:?}");
    }
}

#[test]
fn a_restored_predictor_goes_on_turning() {
    let (predictor, id) = observed(&bare(Model::DisRvb), &turning(DVec3::ZERO, 1.0));
    let mut other = Predictor::new(1);
    other.restore(&predictor.snapshot()).unwrap();
    assert_eq!(predicted(&(other, id), None, SECOND), predicted(&(predictor, id), None, SECOND));
}
