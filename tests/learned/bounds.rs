//! Size, causality, snapshots and extreme input.
use super::support::*;
use antreckon::base::math::{DQuat, DVec3};
use antreckon::predict::learned::HORIZONS;
use antreckon::predict::{EntityProfile, Model, Observation, Predictor};

#[test]
fn nothing_after_a_tick_changes_a_prediction_made_at_it() {
    let mut dice = Dice(77);
    for model in [Model::Trail, Model::Kinematic, Model::Auto] {
        let way = walk(Gait::RandomTurns, 30, 5);
        for cut in [1, 7, 140, 333, 590] {
            let mut scrambled = way.clone();
            for (p, v) in &mut scrambled[cut + 1..] {
                *p += DVec3::new(dice.unit() - 0.5, 0.0, dice.unit()) * 3.0;
                *v = DVec3::new(dice.unit(), 0.0, -dice.unit()) * 9.0;
            }
            let run = |way: &[(DVec3, DVec3)]| {
                let (mut predictor, id) = one(model);
                predictor.adapt(0);
                let mut made = Vec::new();
                for (k, state) in way.iter().enumerate() {
                    predictor.observe(id, &observation(k, *state)).unwrap();
                    predictor.adapt(40);
                    made.push(HORIZONS.map(|h| predict(&predictor, id, k, h)));
                }
                made
            };
            assert_eq!(run(&way)[..=cut], run(&scrambled)[..=cut], "{model:?} {cut}");
        }
    }
}

#[test]
fn a_snapshot_in_the_middle_of_everything_goes_on_with_the_same_bits() {
    let ways: Vec<_> = GAITS.iter().enumerate().map(|(i, gait)| walk(*gait, 40, i as u64)).collect();
    let mut predictor = Predictor::new(16);
    predictor.adapt(0);
    let ids: Vec<_> = [Model::Auto, Model::Kinematic, Model::Trail, Model::Custom, Model::Auto]
        .iter()
        .enumerate()
        .map(|(i, model)| {
            let profile = EntityProfile { shared_only: i == 4, v_max: V_MAX + i as f64, ..profile(*model) };
            predictor.add_entity(&profile).unwrap()
        })
        .collect();
    predictor.set_landmark(ids[3], true).unwrap();
    let tick = |predictor: &mut Predictor, k: usize| {
        for (i, (id, way)) in ids.iter().zip(&ways).enumerate() {
            // Each at a rate of its own.
            if k.is_multiple_of(i + 1) {
                predictor.suggest(*id, &[DVec3::new(0.1, 0.0, k as f64 * 0.01); 5]).unwrap();
                predictor.observe(*id, &observation(k, way[k])).unwrap();
            }
        }
        predictor.adapt(50);
    };
    for k in 0..401 {
        tick(&mut predictor, k);
    }
    // One with a suggestion that is still unused, too.
    predictor.suggest(ids[0], &[DVec3::X; 5]).unwrap();
    let bytes = predictor.snapshot();
    let mut restored = Predictor::new(16);
    restored.restore(&bytes).unwrap();
    assert_eq!(restored.snapshot(), bytes);
    for k in 401..800 {
        tick(&mut predictor, k);
        tick(&mut restored, k);
        for id in &ids {
            for h in HORIZONS {
                assert_eq!(predict(&predictor, *id, k, h), predict(&restored, *id, k, h), "tick {k}");
            }
        }
    }
    assert_eq!(predictor.state_hash(), restored.state_hash());
}

#[test]
fn riders_are_predicted_plainly_and_come_back_without_a_past() {
    use antreckon::predict::BaseMotion;
    let (mut predictor, id) = one(Model::Auto);
    let way = walk(Gait::Straight, 20, 2);
    let base = BaseMotion {
        id: 1,
        position: DVec3::ZERO,
        orientation: DQuat::IDENTITY,
        velocity: DVec3::ZERO,
        angular_velocity: DVec3::ZERO,
    };
    for (k, state) in way.iter().enumerate() {
        let riding = (100..200).contains(&k);
        let observation = Observation { base: riding.then_some(base), ..observation(k, *state) };
        predictor.observe(id, &observation).unwrap();
        let said = predict(&predictor, id, k, 0.25);
        assert!((said.position - state.0).length() < 0.5 * V_MAX);
        assert_eq!(said.radius == 0.0, riding, "tick {k}");
    }
}

#[test]
fn extreme_numbers_stay_numbers() {
    let mut dice = Dice(4);
    for v_max in [1e-6, 1.0, 1e6] {
        let mut predictor = Predictor::new(4);
        let ids = [Model::Trail, Model::Kinematic, Model::Auto, Model::Custom]
            .map(|model| predictor.add_entity(&EntityProfile { v_max, ..profile(model) }).unwrap());
        for k in 0..400 {
            for id in ids {
                let size = [1.0, 1e3, 1e9, 1e12][(dice.unit() * 4.0) as usize];
                let position = DVec3::new(dice.unit() - 0.5, dice.unit(), dice.unit()) * size;
                let velocity = DVec3::new(dice.unit(), -dice.unit(), 0.5) * (size * 1e-3);
                predictor.observe(id, &observation(k, (position, velocity))).unwrap();
                for ahead in [0.0, 0.1, 3.0, 1e4] {
                    let said = predict(&predictor, id, k, ahead);
                    assert!(said.position.is_finite() && said.velocity.is_finite(), "{v_max} {k} {said:?}");
                    assert!(said.radius >= 0.0 && (0.0..=1.0).contains(&said.confidence), "{said:?}");
                }
            }
        }
    }
}
