//! The predictor as its users see it: updates in, predictions out.

use antreckon::base::ErrorKind;
use antreckon::base::math::{DQuat, DVec3};
use antreckon::base::time::{Nanos, SECOND};
use antreckon::predict::correction::{FALLBACK, PAST, SPEED, STANDING, VECTOR};
use antreckon::predict::{
    BYTES_PER_ENTITY, BaseMotion, EntityId, EntityProfile, Explanation, LevelContext, Model, Observation,
    ObserveReport, Obstacle, PostProcessing, PredictScratch, Prediction, Predictor, VelocitySource,
};
use proptest::prelude::*;

const FRAME: Nanos = 50_000_000;
const NOWHERE: LevelContext<'static> = LevelContext { world: None, map: None };
const MODELS: [Model; 5] = [Model::Still, Model::Dr1, Model::Dr2, Model::Damped, Model::Ant];

/// No corrections, so that only the model is seen.
fn bare(model: Model) -> EntityProfile {
    let post = PostProcessing { limit_speed: false, obstacle: Obstacle::Ignore, ..Default::default() };
    EntityProfile { model, post, ..Default::default() }
}

fn with(profile: &EntityProfile) -> (Predictor, EntityId) {
    let mut predictor = Predictor::new(8);
    let id = predictor.add_entity(profile).unwrap();
    (predictor, id)
}

/// Somebody who was seen for `seconds` on a curve, 20 times a second.
fn runner(profile: &EntityProfile, frames: Nanos) -> (Predictor, EntityId) {
    let (mut predictor, id) = with(profile);
    for i in 0..=frames {
        predictor.observe(id, &Observation::at(i * FRAME, curve(i))).unwrap();
    }
    (predictor, id)
}

fn curve(frame: Nanos) -> DVec3 {
    let t = frame as f64 * 0.05;
    DVec3::new(3.0 * t, 0.1 * t, 4.0 - t * t)
}

#[test]
fn entities_live_and_die_within_the_budget() {
    let mut predictor = Predictor::new(2);
    let a = predictor.add_entity(&bare(Model::Dr1)).unwrap();
    let b = predictor.add_entity(&bare(Model::Dr2)).unwrap();
    assert_eq!(predictor.add_entity(&bare(Model::Dr1)).unwrap_err().kind, ErrorKind::Budget);
    predictor.remove_entity(a).unwrap();
    assert_eq!(predictor.remove_entity(a).unwrap_err().kind, ErrorKind::NotFound);
    let c = predictor.add_entity(&bare(Model::Ant)).unwrap();
    assert_eq!(predictor.entities().collect::<Vec<_>>(), [c, b]);
    assert_eq!((predictor.entity_count(), c.index), (2, a.index));
    assert!(predictor.profile(a).is_none());
    for error in [
        predictor.observe(a, &Observation::at(0, DVec3::ZERO)).unwrap_err(),
        predictor.predict(NOWHERE, a, 0).unwrap_err(),
        predictor.set_model(a, Model::Dr1).unwrap_err(),
        predictor.set_profile(a, &bare(Model::Dr1)).unwrap_err(),
        predictor.explain(NOWHERE, a, 0, &mut Explanation::default()).unwrap_err(),
    ] {
        assert_eq!(error.kind, ErrorKind::NotFound);
    }
    assert_eq!(predictor.predict(NOWHERE, c, 0).unwrap_err().kind, ErrorKind::State, "never observed");
    let bad = EntityProfile { mass: 0.0, ..bare(Model::Ant) };
    assert_eq!(predictor.set_profile(c, &bad).unwrap_err().kind, ErrorKind::InvalidArgument);
    assert_eq!(predictor.profile(c), Some(&bare(Model::Ant)), "a bad profile changes nothing");
}

#[test]
fn models_move_by_what_they_are_named_after() {
    let (mut predictor, id) = runner(&bare(Model::Still), 40);
    let known = *predictor.kinematics(id).unwrap();
    let (x, v, e, a) = (known.position, known.velocity, known.average_velocity, known.acceleration);
    let d = 0.5;
    let damping = 0.7 * (1.0 - (-d / 0.7f64).exp());
    let expected = [
        (Model::Still, x),
        (Model::Dr1, x + v * d),
        (Model::Dr2, x + e * d + 0.5 * a * d * d),
        (Model::Damped, x + v * damping),
        (Model::Ant, x + e * d + 0.5 * (0.5 * a) * d * d),
    ];
    for (model, position) in expected {
        predictor.set_model(id, model).unwrap();
        let got = predictor.predict(NOWHERE, id, 40 * FRAME + SECOND / 2).unwrap();
        assert!((got.position - position).length() < 1e-12, "{model:?}: {} {position}", got.position);
        assert_eq!(got.corrections, if model == Model::Ant { FALLBACK } else { 0 });
    }
}

#[test]
fn ant_without_weight_on_forces_is_dr2_to_the_bit() {
    for post in [bare(Model::Ant).post, PostProcessing::default()] {
        let ant = EntityProfile { alpha: 0.0, post, ..bare(Model::Ant) };
        let (mut predictor, id) = runner(&ant, 33);
        for ahead in [0, 1, FRAME, 123_456_789, 4 * SECOND] {
            predictor.set_model(id, Model::Ant).unwrap();
            let by_ant = predictor.predict(NOWHERE, id, 33 * FRAME + ahead).unwrap();
            predictor.set_model(id, Model::Dr2).unwrap();
            let by_dr2 = predictor.predict(NOWHERE, id, 33 * FRAME + ahead).unwrap();
            assert_eq!(bits(&by_ant), bits(&by_dr2), "{ahead}");
        }
    }
}

fn bits(p: &Prediction) -> ([u64; 3], [u64; 3], [u64; 4], u32) {
    let of = |v: DVec3| v.to_array().map(f64::to_bits);
    (of(p.position), of(p.velocity), p.orientation.to_array().map(f64::to_bits), p.corrections)
}

#[test]
fn late_and_bad_observations_change_nothing() {
    let (mut predictor, id) = runner(&bare(Model::Dr2), 20);
    let before = predictor.state_hash();
    for time in [20 * FRAME, 19 * FRAME, Nanos::MIN] {
        let late = Observation { teleported: true, ..Observation::at(time, DVec3::ONE) };
        assert_eq!(predictor.observe(id, &late), Ok(ObserveReport::Late));
    }
    let bad = Observation::at(21 * FRAME, DVec3::new(0.0, f64::NAN, 0.0));
    assert_eq!(predictor.observe(id, &bad).unwrap_err().kind, ErrorKind::InvalidArgument);
    assert_eq!(predictor.state_hash(), before);
    assert_eq!(predictor.observe(id, &Observation::at(21 * FRAME, DVec3::ONE)), Ok(ObserveReport::Used));
    assert_ne!(predictor.state_hash(), before);
}

#[test]
fn the_past_is_answered_with_the_last_observation() {
    for model in MODELS {
        let (predictor, id) = runner(&EntityProfile { model, ..Default::default() }, 20);
        let past = predictor.predict(NOWHERE, id, 20 * FRAME - 1).unwrap();
        assert_eq!((past.position, past.corrections), (curve(20), PAST), "{model:?}");
        assert_eq!(past.velocity, predictor.kinematics(id).unwrap().velocity);
        let now = predictor.predict(NOWHERE, id, 20 * FRAME).unwrap();
        assert_eq!((now.position, now.corrections), (curve(20), 0), "{model:?}");
    }
}

#[test]
fn huge_horizons_and_extreme_updates_stay_finite() {
    for model in MODELS {
        for post in [bare(model).post, PostProcessing { vector_factor: 3.0, ..Default::default() }] {
            let (mut predictor, id) = with(&EntityProfile { model, post, ..Default::default() });
            for (time, x) in [(Nanos::MIN, 1e12), (Nanos::MIN + 1, -1e12), (Nanos::MIN + 2, 1e12)] {
                let base = BaseMotion {
                    id: 0,
                    position: DVec3::splat(x),
                    orientation: DQuat::IDENTITY,
                    velocity: DVec3::splat(1e9),
                    angular_velocity: DVec3::splat(1e6),
                };
                let observation =
                    Observation { base: (x < 0.0).then_some(base), ..Observation::at(time, DVec3::splat(x)) };
                predictor.observe(id, &observation).unwrap();
                let far = predictor.predict(NOWHERE, id, Nanos::MAX).unwrap();
                assert!(far.position.is_finite() && far.velocity.is_finite(), "{model:?} {far:?}");
            }
        }
    }
}

#[test]
fn later_observations_do_not_change_earlier_predictions() {
    let ask = |later: &[DVec3]| {
        let (mut predictor, id) = with(&bare(Model::Ant));
        let mut answers = Vec::new();
        for i in 0..30 {
            let position = if i < 15 { curve(i) } else { later[(i - 15) as usize] };
            predictor.observe(id, &Observation::at(i * FRAME, position)).unwrap();
            answers.push(bits(&predictor.predict(NOWHERE, id, i * FRAME + SECOND).unwrap()));
        }
        answers
    };
    let (true_course, scrambled): (Vec<_>, Vec<_>) = (15..30).map(|i| (curve(i), -curve(44 - i))).unzip();
    let (a, b) = (ask(&true_course), ask(&scrambled));
    assert_eq!(a[..15], b[..15]);
    assert_ne!(a[15..], b[15..]);
}

#[test]
fn the_speed_limit_shortens_and_keeps_the_direction() {
    let limited = PostProcessing { limit_speed: true, ..bare(Model::Dr1).post };
    let profile = EntityProfile { v_max: 5.0, speed_factor: 0.5, post: limited, ..bare(Model::Dr1) };
    let (mut predictor, id) = with(&profile);
    let fast = Observation { velocity: Some(DVec3::new(6.0, 0.0, 8.0)), ..Observation::at(0, DVec3::ONE) };
    predictor.observe(id, &fast).unwrap();
    let got = predictor.predict(NOWHERE, id, 2 * SECOND).unwrap();
    assert!((got.position - DVec3::new(7.0, 1.0, 9.0)).length() < 1e-12, "{got:?}");
    assert!((got.velocity - DVec3::new(3.0, 0.0, 4.0)).length() < 1e-12);
    assert_eq!(got.corrections, SPEED);
    predictor.set_profile(id, &EntityProfile { speed_factor: 1.1, ..profile }).unwrap();
    let got = predictor.predict(NOWHERE, id, 2 * SECOND).unwrap();
    assert_eq!((got.position, got.corrections), (DVec3::new(13.0, 1.0, 17.0), 0), "what was seen is believed");
}

#[test]
fn the_final_vector_is_at_most_a_factor_of_the_velocity() {
    let post = PostProcessing { vector_factor: 1.5, ..bare(Model::Dr2).post };
    let (mut predictor, id) = runner(&EntityProfile { post, ..bare(Model::Dr2) }, 40);
    let known = *predictor.kinematics(id).unwrap();
    let got = predictor.predict(NOWHERE, id, 40 * FRAME + 20 * SECOND).unwrap();
    let moved = (got.position - known.position).length();
    assert!((moved - 1.5 * known.average_velocity.length() * 20.0).abs() < 1e-9, "{moved}");
    assert_eq!(got.corrections, VECTOR);
    predictor.set_profile(id, &bare(Model::Dr2)).unwrap();
    let free = predictor.predict(NOWHERE, id, 40 * FRAME + 20 * SECOND).unwrap();
    let (a, b) = (free.position - known.position, got.position - known.position);
    assert!(a.length() > moved && a.normalize().dot(b.normalize()) > 1.0 - 1e-12, "direction kept");
}

#[test]
fn only_somebody_who_stands_is_marked_as_standing() {
    // Without a level, obstacles are not looked for.
    let ant = bare(Model::Ant);
    let (mut predictor, id) = with(&ant);
    let seen = |v: f64| Observation { velocity: Some(DVec3::X * v), ..Observation::at(0, DVec3::ZERO) };
    predictor.observe(id, &seen(0.05)).unwrap();
    assert_eq!(predictor.predict(NOWHERE, id, SECOND).unwrap().corrections, STANDING);
    let id = predictor.add_entity(&ant).unwrap();
    predictor.observe(id, &seen(0.15)).unwrap();
    assert_eq!(predictor.predict(NOWHERE, id, SECOND).unwrap().corrections, FALLBACK);
}

#[test]
fn one_update_that_tells_a_velocity_is_enough_to_move() {
    let told = Observation { velocity: Some(DVec3::X * 5.0), ..Observation::at(0, DVec3::ZERO) };
    for model in Model::ALL {
        let (mut predictor, id) = with(&bare(model));
        predictor.observe(id, &told).unwrap();
        let x = predictor.predict(NOWHERE, id, SECOND / 5).unwrap().position.x;
        match model {
            Model::Still | Model::DisStatic => assert_eq!(x, 0.0),
            // What dies away, and what was learned from people who do not run straight on.
            Model::Damped | Model::Trail | Model::Kinematic | Model::Auto | Model::Custom => {
                assert!((0.8..1.05).contains(&x), "{model:?}: {x}");
            }
            _ => assert!((x - 1.0).abs() < 1e-12, "{model:?}: {x}"),
        }
    }
    let published = EntityProfile { velocity: VelocitySource::Averaged, ..bare(Model::Dr2) };
    let (mut predictor, id) = with(&published);
    predictor.observe(id, &told).unwrap();
    assert_eq!(predictor.predict(NOWHERE, id, SECOND).unwrap().position, DVec3::ZERO, "eq. 3 begins at zero");
}

#[test]
fn told_to_stand_holds_at_once_in_every_model() {
    for model in Model::ALL {
        for (speed, ahead) in [(0.0, 150), (0.009, 150), (0.0, 20), (0.0, 1000), (0.0, 8000)] {
            let (mut predictor, id) = with(&bare(model));
            // Round and round, then it stands.
            let mut place = DVec3::ZERO;
            for i in 0..60 {
                let angle = i as f64 * 0.07;
                let velocity = DVec3::new(angle.cos(), 0.0, angle.sin()) * 6.0;
                let orientation = Some(DQuat::from_rotation_y(-angle));
                let spin = Some(DVec3::Y);
                let seen = Observation { orientation, angular_velocity: spin, ..Observation::at(i * FRAME, place) };
                predictor.observe(id, &Observation { velocity: Some(velocity), ..seen }).unwrap();
                place += velocity * 0.05;
            }
            let stop = Observation { velocity: Some(DVec3::X * speed), ..Observation::at(60 * FRAME, place) };
            predictor.observe(id, &stop).unwrap();
            let got = predictor.predict(NOWHERE, id, 60 * FRAME + ahead * 1_000_000).unwrap();
            assert_eq!((got.position, got.velocity), (place, DVec3::ZERO), "{model:?} {ahead} ms");
            assert_eq!(got.corrections, STANDING);
            // Until the next update tells a velocity.
            predictor.observe(id, &Observation { time: 61 * FRAME, velocity: Some(DVec3::X * 4.0), ..stop }).unwrap();
            let got = predictor.predict(NOWHERE, id, 61 * FRAME + 100_000_000).unwrap();
            let moves = !matches!(model, Model::Still | Model::DisStatic);
            assert_eq!((got.position - place).length() > 0.1, moves, "{model:?}: {}", got.position - place);
        }
    }
}

fn lift(id: u64, time: f64) -> BaseMotion {
    BaseMotion {
        id,
        position: DVec3::new(5.0, 0.0, 5.0),
        orientation: DQuat::from_rotation_y(0.4),
        velocity: DVec3::new(0.5, 2.0, -1.0),
        angular_velocity: DVec3::new(0.1, 1.2, 0.0),
    }
    .carried(time)
}

#[test]
fn standing_on_a_lift_predicts_exactly_the_motion_of_the_lift() {
    let place = DVec3::new(1.5, 0.2, -0.5);
    let facing = DQuat::from_rotation_y(1.0);
    for model in MODELS {
        let (mut predictor, id) = with(&EntityProfile { post: bare(model).post, model, ..Default::default() });
        for i in 0..10 {
            let base = Some(lift(3, i as f64 * 0.05));
            let seen = Observation { base, orientation: Some(facing), ..Observation::at(i * FRAME, place) };
            predictor.observe(id, &seen).unwrap();
        }
        for ahead in [0, FRAME, SECOND, 7 * SECOND] {
            let then = lift(3, 0.45).carried(ahead as f64 * 1e-9);
            let got = predictor.predict(NOWHERE, id, 9 * FRAME + ahead).unwrap();
            assert!((got.position - then.point_to_level(place)).length() < 1e-12, "{model:?} {ahead}: {got:?}");
            assert!((got.velocity - then.velocity_to_level(place, DVec3::ZERO)).length() < 1e-12);
            assert!(got.orientation.dot(then.orientation * facing).abs() > 1.0 - 1e-12);
        }
    }
}

#[test]
fn a_lift_that_starts_to_move_is_not_taken_for_a_walk_on_it() {
    let (mut predictor, id) = with(&bare(Model::Dr2));
    for i in 0..10 {
        let base = BaseMotion { velocity: DVec3::Y * i as f64, ..lift(3, 0.0) };
        predictor.observe(id, &Observation { base: Some(base), ..Observation::at(i * FRAME, DVec3::X) }).unwrap();
    }
    assert_eq!(predictor.kinematics(id).unwrap().average_velocity, DVec3::ZERO);
}

/// Somebody runs straight through the level and is observed in one frame, then in another. The course must look the same
/// as to somebody who always observed in the level's.
#[test]
fn changing_the_base_keeps_the_motion_in_the_level() {
    let drift = |id, time: f64| BaseMotion { angular_velocity: DVec3::ZERO, ..lift(id, time) };
    let course = |t: f64| DVec3::new(2.0 + 3.0 * t, 0.0, -1.0 + 0.5 * t);
    let plain = {
        let (mut predictor, id) = with(&bare(Model::Dr2));
        for i in 0..12 {
            predictor.observe(id, &Observation::at(i * FRAME, course(i as f64 * 0.05))).unwrap();
        }
        predictor.predict(NOWHERE, id, 11 * FRAME + SECOND).unwrap()
    };
    for bases in [[None, Some(1)], [Some(1), None], [Some(1), Some(2)]] {
        let (mut predictor, id) = with(&bare(Model::Dr2));
        for i in 0..12 {
            let t = i as f64 * 0.05;
            let base = bases[(i >= 6) as usize].map(|n: u64| {
                let start = BaseMotion { position: DVec3::X * n as f64, ..drift(n, 0.0) };
                BaseMotion { orientation: DQuat::from_rotation_y(n as f64), ..start }.carried(t)
            });
            let position = match &base {
                Some(b) => b.orientation.conjugate() * (course(t) - b.position),
                None => course(t),
            };
            predictor.observe(id, &Observation { base, ..Observation::at(i * FRAME, position) }).unwrap();
        }
        let got = predictor.predict(NOWHERE, id, 11 * FRAME + SECOND).unwrap();
        // The averages began at zero in different frames; by the end they have forgotten all but 0.2^11 of it.
        assert!((got.position - plain.position).length() < 1e-4, "{bases:?}: {got:?} {plain:?}");
        assert!((got.velocity - plain.velocity).length() < 1e-4, "{bases:?}");
    }
}

#[test]
fn terms_of_an_explanation_add_up_to_the_raw_prediction() {
    for model in MODELS {
        for base in [None, Some(lift(1, 0.0))] {
            let profile = EntityProfile { model, ..Default::default() };
            let (mut predictor, id) = with(&profile);
            for i in 0..20 {
                predictor.observe(id, &Observation { base, ..Observation::at(i * FRAME, curve(i)) }).unwrap();
            }
            let mut why = Explanation::default();
            let time = 19 * FRAME + SECOND;
            predictor.explain(NOWHERE, id, time, &mut why).unwrap();
            let sum = why.velocity_term + why.acceleration_term + why.force_term;
            assert!((sum - (why.raw - why.from)).length() < 1e-12, "{why:?}");
            let answer = predictor.predict(NOWHERE, id, time).unwrap();
            assert_eq!((why.result, why.corrections), (answer.position, answer.corrections));
            assert_eq!(why.horizon, 1.0);
            assert_eq!(why.speed_limit, predictor.kinematics(id).unwrap().speed_limit);
        }
    }
}

#[test]
fn a_batch_gives_what_single_calls_give_and_reports_the_bad_ones() {
    let mut predictor = Predictor::new(8);
    let mut ids: Vec<_> = MODELS.iter().map(|m| predictor.add_entity(&bare(*m)).unwrap()).collect();
    for id in &ids[..4] {
        predictor.observe(*id, &Observation::at(0, DVec3::ZERO)).unwrap();
        predictor.observe(*id, &Observation::at(FRAME, DVec3::ONE)).unwrap();
    }
    ids.swap(0, 4);
    let untouched = Prediction { position: DVec3::NEG_ONE, corrections: u32::MAX, ..Prediction::NOWHERE };
    let mut out = vec![untouched; ids.len()];
    let mut failed = Vec::new();
    let mut scratch = PredictScratch::default();
    predictor.predict_batch(NOWHERE, &ids, SECOND, &mut scratch, &mut out, |i, e| failed.push((i, e.kind))).unwrap();
    assert_eq!(failed, [(0, ErrorKind::State)]);
    assert_eq!(out[0], untouched);
    for (id, got) in ids.iter().zip(&out).skip(1) {
        assert_eq!(*got, predictor.predict(NOWHERE, *id, SECOND).unwrap());
    }
    assert!(predictor.predict_batch(NOWHERE, &ids, 0, &mut scratch, &mut out[1..], |_, _| {}).is_err());
}

#[test]
fn a_rebase_moves_every_answer_by_the_shift() {
    let shift = DVec3::new(1000.0, -20.0, 4096.0);
    for base in [None, Some(lift(1, 0.0))] {
        let (mut predictor, id) = with(&bare(Model::Dr2));
        for i in 0..5 {
            predictor.observe(id, &Observation { base, ..Observation::at(i * FRAME, curve(i)) }).unwrap();
        }
        let before = predictor.predict(NOWHERE, id, SECOND).unwrap();
        predictor.rebase(shift).unwrap();
        let after = predictor.predict(NOWHERE, id, SECOND).unwrap();
        assert!((after.position + shift - before.position).length() < 1e-9);
        assert!((after.velocity - before.velocity).length() < 1e-9);
    }
    assert!(Predictor::new(1).rebase(DVec3::new(f64::NAN, 0.0, 0.0)).is_err());
}

#[test]
fn an_entity_costs_what_is_stated() {
    // 160 bytes for dead reckoning, the rest for the profile and the estimates.
    assert_eq!(BYTES_PER_ENTITY, 676);
    let mut predictor = Predictor::new(64);
    assert_eq!(predictor.bytes(), 0);
    for _ in 0..64 {
        predictor.add_entity(&EntityProfile { layer_weights: vec![1.0; 4], ..Default::default() }).unwrap();
    }
    // 64 is a power of two, so that growth by doubling leaves nothing over.
    assert_eq!(predictor.bytes(), 64 * (BYTES_PER_ENTITY + 4 * 4));
}

/// A predictor with every kind of state: vacant places, riders, all models, told and estimated values.
fn rich() -> (Predictor, Vec<EntityId>) {
    let mut predictor = Predictor::new(16);
    let mut ids: Vec<_> = (0..10)
        .map(|i| {
            let post = PostProcessing { vector_factor: 2.0 + i as f64, ..bare(Model::Dr1).post };
            let avatar = (i % 3 == 0).then_some(i as u64);
            let layer_weights = vec![0.5; i];
            predictor
                .add_entity(&EntityProfile { model: MODELS[i % 5], post, avatar, layer_weights, ..Default::default() })
                .unwrap()
        })
        .collect();
    for i in 0..20 {
        for (n, id) in ids.iter().enumerate().skip(1) {
            let base = (n % 4 == 1).then(|| lift(n as u64 % 8, i as f64 * 0.05));
            let velocity = (n % 3 == 0).then_some(DVec3::X * n as f64);
            let orientation = (n % 2 == 0).then(|| DQuat::from_rotation_y(n as f64));
            let position = curve(i) * n as f64;
            let observation =
                Observation { base, velocity, orientation, airborne: n == 2, ..Observation::at(i * FRAME, position) };
            predictor.observe(*id, &observation).unwrap();
        }
    }
    predictor.remove_entity(ids.remove(9)).unwrap();
    predictor.remove_entity(ids.remove(3)).unwrap();
    (predictor, ids)
}

#[test]
fn a_restored_predictor_goes_on_bit_equal() {
    let (mut original, mut ids) = rich();
    let bytes = original.snapshot();
    let mut copy = Predictor::new(16);
    copy.restore(&bytes).unwrap();
    assert_eq!((copy.state_hash(), copy.snapshot()), (original.state_hash(), bytes));
    for _ in 0..3 {
        let new = original.add_entity(&EntityProfile::default()).unwrap();
        assert_eq!(copy.add_entity(&EntityProfile::default()).unwrap(), new);
        ids.push(new);
    }
    for i in 20..30 {
        for (n, id) in ids.iter().enumerate() {
            let observation = Observation::at(i * FRAME, curve(i) * (n as f64 - 3.0));
            assert_eq!(original.observe(*id, &observation), copy.observe(*id, &observation));
            let time = i * FRAME + 777_777_777;
            let (a, b) = (original.predict(NOWHERE, *id, time).unwrap(), copy.predict(NOWHERE, *id, time).unwrap());
            assert_eq!(bits(&a), bits(&b));
        }
    }
    assert_eq!(original.state_hash(), copy.state_hash());
}

#[test]
fn damaged_snapshots_are_refused_and_change_nothing() {
    let (predictor, _) = rich();
    let bytes = predictor.snapshot();
    let (mut target, _) = runner(&bare(Model::Dr1), 3);
    let before = target.state_hash();
    for n in 0..bytes.len() {
        assert_eq!(target.restore(&bytes[..n]).unwrap_err().kind, ErrorKind::Corrupt, "{n} bytes");
    }
    let mut damaged = bytes.clone();
    for at in 0..bytes.len() {
        damaged[at] ^= 1 << (at % 8);
        assert!(target.restore(&damaged).is_err(), "byte {at}");
        damaged[at] = bytes[at];
    }
    assert_eq!(Predictor::new(4).restore(&bytes).unwrap_err().kind, ErrorKind::Budget);
    assert_eq!(target.state_hash(), before);
}

proptest! {
    /// Payloads with a right checksum and wrong content give an error or a predictor that works.
    #[test]
    fn forged_snapshots_never_panic(at in 0usize..6000, value: u8, ahead in 0i64..10_000_000_000) {
        use antreckon::base::hash::hash_bytes;
        let (predictor, _) = rich();
        let mut bytes = predictor.snapshot();
        let header = 24;
        let at = header + at % (bytes.len() - header);
        bytes[at] = value;
        let checksum = hash_bytes(&bytes[header..]);
        bytes[16..24].copy_from_slice(&checksum.to_le_bytes());
        let mut target = Predictor::new(16);
        if target.restore(&bytes).is_ok() {
            for id in target.entities().collect::<Vec<_>>() {
                let _ = target.predict(NOWHERE, id, 20 * FRAME + ahead);
                let _ = target.observe(id, &Observation::at(90 * SECOND, DVec3::ONE));
            }
        }
    }
}
