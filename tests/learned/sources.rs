//! Experts, suggestions, neighbours, adaptation and weights.
use super::support::*;
use antreckon::base::math::DVec3;
use antreckon::pheromone::trail::{TrailParams, Trails};
use antreckon::predict::learned::{EXPERT_HORIZONS, Expert, HORIZONS, ObserveContext};
use antreckon::predict::{EntityProfile, Kinematics, Model, Predictor};

struct Oracle<'a> {
    way: &'a [(DVec3, DVec3)],
    asked: usize,
}

impl Expert for Oracle<'_> {
    fn forecast(&mut self, kinematics: &Kinematics, out: &mut [DVec3; 5]) -> bool {
        self.asked += 1;
        let k = (kinematics.time / TICK) as usize;
        for (out, ahead) in out.iter_mut().zip(EXPERT_HORIZONS) {
            let then = (k + (ahead * 20.0) as usize).min(self.way.len() - 1);
            *out = self.way[then].0 - self.way[k].0;
        }
        !k.is_multiple_of(50)
    }
}

#[test]
fn an_expert_of_the_host_that_is_right_is_believed() {
    let way = walk(Gait::RandomTurns, 200, 6);
    for model in [Model::Custom, Model::Auto] {
        let (mut predictor, id) = one(model);
        let mut oracle = Oracle { way: &way, asked: 0 };
        let mut off = 0.0;
        for (k, state) in way[..3900].iter().enumerate() {
            let around = ObserveContext { expert: Some(&mut oracle), ..ObserveContext::default() };
            predictor.observe_in(id, &observation(k, *state), around).unwrap();
            if k > 3000 && k % 50 != 0 {
                off += (predict(&predictor, id, k, 1.0).position - way[k + 20].0).length() / 900.0;
            }
        }
        assert_eq!(oracle.asked, 3900);
        let limit = if model == Model::Custom { 1e-4 } else { 0.15 };
        assert!(off < limit, "{model:?} {off}");
    }
}

#[test]
fn a_suggestion_is_used_once_and_nonsense_is_refused() {
    let (mut predictor, id) = one(Model::Custom);
    let way = walk(Gait::Straight, 5, 2);
    predictor.observe(id, &observation(0, way[0])).unwrap();
    predictor.suggest(id, &[DVec3::new(0.5, 0.0, 0.25); 5]).unwrap();
    predictor.observe(id, &observation(1, way[1])).unwrap();
    let said = predict(&predictor, id, 1, 1.0).position - way[1].0;
    assert!((said.x - 0.5).abs() < 1e-6 && (said.z - 0.25).abs() < 1e-6, "{said}");
    predictor.observe(id, &observation(2, way[2])).unwrap();
    let damped = predict(&predictor, id, 2, 1.0).position - way[2].0;
    assert!((damped - way[2].1 * 0.43).length() < 0.1, "{damped}");
    for bad in [f64::NAN, f64::INFINITY, 1e11] {
        assert!(predictor.suggest(id, &[DVec3::new(0.0, bad, 0.0); 5]).is_err());
    }
    predictor.remove_entity(id).unwrap();
    assert!(predictor.suggest(id, &[DVec3::ZERO; 5]).is_err() && predictor.set_landmark(id, true).is_err());
}

#[test]
fn an_entity_with_shared_information_only_depends_on_nothing_else() {
    let way = walk(Gait::RandomTurns, 40, 9);
    let other = walk(Gait::Rounds, 40, 10);
    let shared = EntityProfile { shared_only: true, ..profile(Model::Auto) };
    let mut quiet = Predictor::new(4);
    let a = quiet.add_entity(&shared).unwrap();
    let mut busy = Predictor::new(4);
    let (b, neighbour) = (busy.add_entity(&shared).unwrap(), busy.add_entity(&profile(Model::Auto)).unwrap());
    busy.adapt(0);
    let mut trails = Trails::new(&TrailParams { v_max: 3.0, ..TrailParams::default() }, DVec3::X).unwrap();
    for k in 0..way.len() {
        quiet.observe(a, &observation(k, way[k])).unwrap();
        busy.observe(neighbour, &observation(k, other[k])).unwrap();
        busy.adapt(100);
        let around =
            ObserveContext { trails: Some(&mut trails), pull: Some(DVec3::X * 50.0), ..ObserveContext::default() };
        busy.observe_in(b, &observation(k, way[k]), around).unwrap();
        for h in HORIZONS {
            assert_eq!(predict(&quiet, a, k, h), predict(&busy, b, k, h), "tick {k}");
        }
    }
    assert!(trails.cell_count() > 0, "it still leaves a trail for others");
}

#[test]
fn neighbours_and_landmarks_reach_the_network_and_built_in_weights_ignore_the_pull() {
    let way = walk(Gait::RandomTurns, 10, 9);
    let run = |near: bool, ball: bool, pull: Option<DVec3>| {
        let (mut predictor, id) = one(Model::Kinematic);
        let dumb = EntityProfile { leaves_trail: false, ..profile(Model::Dr1) };
        let (other, mark) = (predictor.add_entity(&dumb).unwrap(), predictor.add_entity(&dumb).unwrap());
        predictor.set_landmark(mark, true).unwrap();
        for (k, state) in way.iter().enumerate() {
            let around = ObserveContext { pull, ..ObserveContext::default() };
            predictor.observe_in(id, &observation(k, *state), around).unwrap();
            for (id, is_there) in [(other, near), (mark, ball)] {
                if is_there {
                    predictor.observe(id, &observation(k, (state.0 + DVec3::Z * 2.0, state.1))).unwrap();
                }
            }
        }
        predict(&predictor, id, way.len() - 1, 1.0).position
    };
    let alone = run(false, false, None);
    assert_eq!(alone, run(false, false, None));
    assert_ne!(alone, run(true, false, None), "a neighbour matters");
    assert_ne!(alone, run(false, true, None), "a landmark matters");
    assert_eq!(alone, run(false, false, Some(DVec3::X * 9.0)), "no training data had a pull");
}

#[test]
fn adaptation_learns_what_the_built_in_weights_do_not_know() {
    // Everybody turns on the spot by a right angle every second, which no recorded player does.
    let way: Vec<_> = (0..4000)
        .scan(DVec3::ZERO, |at, k: usize| {
            let corner = (k / 20) % 4;
            let velocity = [DVec3::X, DVec3::Z, DVec3::NEG_X, DVec3::NEG_Z][corner] * V_MAX;
            // Every round begins somewhere else, so that trails do not help.
            *at += velocity * 0.05 + if k.is_multiple_of(80) { DVec3::new(3.7, 0.0, 2.9) } else { DVec3::ZERO };
            Some((*at, velocity))
        })
        .collect();
    let run = |samples: u32| {
        let (mut predictor, id) = one(Model::Kinematic);
        let mut off = 0.0;
        for (k, state) in way.iter().enumerate() {
            predictor.observe(id, &observation(k, *state)).unwrap();
            if samples > 0 {
                predictor.adapt(samples);
            }
            if k > 3000 && k + 20 < way.len() && k % 80 < 55 {
                off += (predict(&predictor, id, k, 1.0).position - way[k + 20].0).length();
            }
        }
        (off, predictor)
    };
    let (plain, _) = run(0);
    let (adapted, predictor) = run(100);
    assert!(adapted < 0.9 * plain, "{plain} {adapted}");
    assert!(predictor.weights_info().adapting && predictor.bytes() > 2_000_000);
}

#[test]
fn weights_can_be_replaced_and_bad_files_change_nothing() {
    use antreckon::predict::learned::{DEFAULT, Weights};
    let way = walk(Gait::RandomTurns, 10, 9);
    let (mut predictor, id) = one(Model::Kinematic);
    let built_in = predictor.weights_info();
    assert!(!built_in.custom && !built_in.adapting);
    let silent = Weights::zero(16, 16).to_bytes();
    predictor.load_weights(Some(&silent)).unwrap();
    assert_eq!((predictor.weights_info().first, predictor.weights_info().custom), (16, true));
    let before = predictor.snapshot();
    assert!(predictor.load_weights(Some(&silent[..silent.len() - 1])).is_err());
    assert!(predictor.load_weights(Some(&[])).is_err());
    assert_eq!(predictor.snapshot(), before);
    // A network that says nothing leaves damped dead reckoning, where no trail is known yet.
    predictor.observe(id, &observation(0, way[0])).unwrap();
    let damped = predict(&predictor, id, 0, 0.5).position - way[0].0;
    assert!((damped - way[0].1 * 0.357_320_85).length() < 1e-5, "{damped}");
    let mut restored = Predictor::new(1);
    restored.restore(&predictor.snapshot()).unwrap();
    assert_eq!(restored.weights_info(), predictor.weights_info());
    predictor.load_weights(None).unwrap();
    assert_eq!(predictor.weights_info(), built_in);
    predictor.load_weights(Some(DEFAULT)).unwrap();
    assert_eq!(predictor.weights_info().checksum, built_in.checksum);
}
