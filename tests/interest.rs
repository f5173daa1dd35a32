//! Interest scheme and hybrid method through the predictor: who takes part, preference from behaviour, state.
#![allow(missing_docs)]

use antreckon::base::ErrorKind;
use antreckon::base::math::{DQuat, DVec3};
use antreckon::base::time::{Nanos, SECOND};
use antreckon::predict::interest::{InterestObject, InterestParams};
use antreckon::predict::{
    BaseMotion, EntityId, EntityProfile, Explanation, LevelContext, Model, Observation, Obstacle, Predictor,
};
use proptest::prelude::*;

const NOWHERE: LevelContext<'_> = LevelContext { world: None, map: None };

/// The paper's map: metres are its units, 40 per second is full speed.
fn arena() -> Predictor {
    let mut predictor = Predictor::new(64);
    predictor.set_interest_params(&InterestParams { unit: 1.0, radius: 600.0, ..Default::default() }).unwrap();
    predictor
}

fn tank(model: Model) -> EntityProfile {
    let mut profile = EntityProfile { model, v_max: 40.0, speed_cap: 100.0, ..Default::default() };
    profile.post.obstacle = Obstacle::Ignore;
    profile
}

fn add(predictor: &mut Predictor, model: Model) -> EntityId {
    predictor.add_entity(&tank(model)).unwrap()
}

fn see(predictor: &mut Predictor, id: EntityId, time: Nanos, position: DVec3, velocity: DVec3) {
    let observation = Observation { velocity: Some(velocity), ..Observation::at(time, position) };
    predictor.observe(id, &observation).unwrap();
}

fn object(x: f64, z: f64, value: f64) -> InterestObject {
    InterestObject { position: DVec3::new(x, 0.0, z), value, present: true }
}

fn after(predictor: &Predictor, id: EntityId, seconds: f64) -> DVec3 {
    let now = predictor.kinematics(id).unwrap().time;
    predictor.predict(NOWHERE, id, now + (seconds * SECOND as f64) as Nanos).unwrap().position
}

/// Whether the prediction is that of dead reckoning, to the bit.
fn is_straight(predictor: &Predictor, id: EntityId) -> bool {
    let mut straight = predictor.clone();
    straight.set_model(id, Model::Dr1).unwrap();
    [0.3, 1.0, 2.7].iter().all(|t| after(predictor, id, *t) == after(&straight, id, *t))
}

#[test]
fn a_needy_player_turns_to_an_object_and_back_when_it_is_taken() {
    let mut predictor = arena();
    let id = add(&mut predictor, Model::Interest);
    predictor.set_object(5, &object(40.0, 60.0, 50.0)).unwrap();
    see(&mut predictor, id, 0, DVec3::ZERO, DVec3::X * 40.0);
    assert!(is_straight(&predictor, id), "a life that was not told is full");
    predictor.set_life(id, Some(30.0)).unwrap();
    let end = after(&predictor, id, 2.0);
    assert!(end.z > 20.0, "{end}");
    predictor.set_object(5, &InterestObject { present: false, ..object(40.0, 60.0, 50.0) }).unwrap();
    assert!(is_straight(&predictor, id), "taken");
    predictor.set_object(5, &object(40.0, 60.0, 50.0)).unwrap();
    assert_eq!(after(&predictor, id, 2.0), end, "back again");
    predictor.remove_object(5).unwrap();
    assert!(is_straight(&predictor, id), "gone");
    assert!(predictor.remove_object(5).is_err());
}

#[test]
fn inertia_is_fixed_at_the_update() {
    let mut predictor = arena();
    let id = add(&mut predictor, Model::Interest);
    predictor.set_life(id, Some(0.0)).unwrap();
    predictor.set_object(1, &object(0.0, 90.0, 100.0)).unwrap();
    see(&mut predictor, id, 0, DVec3::ZERO, DVec3::X * 40.0);
    let slow_turn = after(&predictor, id, 1.0);
    // Something without any value comes near: it would end inertia sooner, but only the next update notices.
    predictor.set_object(2, &object(-15.0, 0.0, 0.0)).unwrap();
    assert_eq!(after(&predictor, id, 1.0), slow_turn);
    see(&mut predictor, id, 1, DVec3::ZERO, DVec3::X * 40.0);
    assert!(after(&predictor, id, 1.0).z > 1.5 * slow_turn.z, "{} {slow_turn}", after(&predictor, id, 1.0));
}

#[test]
fn only_those_take_part_who_are_predicted_by_it_or_have_a_life() {
    let mut predictor = arena();
    let (hunter, other) = (add(&mut predictor, Model::Interest), add(&mut predictor, Model::Dr1));
    see(&mut predictor, other, 0, DVec3::new(40.0, 0.0, 50.0), DVec3::ZERO);
    see(&mut predictor, hunter, 0, DVec3::ZERO, DVec3::X * 40.0);
    assert!(is_straight(&predictor, hunter), "nobody else takes part");
    predictor.set_life(other, Some(10.0)).unwrap();
    let chase = after(&predictor, hunter, 2.0);
    assert!(chase.z > 20.0, "felt at once: {chase}");
    predictor.set_life(other, None).unwrap();
    assert!(is_straight(&predictor, hunter), "dead");
    see(&mut predictor, other, 1, DVec3::new(40.0, 0.0, 50.0), DVec3::ZERO);
    assert!(is_straight(&predictor, hunter), "an update does not bring the dead back");
    predictor.set_life(other, Some(10.0)).unwrap();
    assert_eq!(after(&predictor, hunter, 2.0), chase);
    predictor.remove_entity(other).unwrap();
    assert!(is_straight(&predictor, hunter), "removed");

    // A place that is used again starts without a life.
    let reborn = add(&mut predictor, Model::Dr1);
    assert_eq!(reborn.index, other.index);
    see(&mut predictor, reborn, 0, DVec3::new(40.0, 0.0, 50.0), DVec3::ZERO);
    assert!(is_straight(&predictor, hunter));
}

#[test]
fn a_model_chosen_between_updates_works_at_once() {
    let mut predictor = arena();
    let (late, early) = (add(&mut predictor, Model::Dr1), add(&mut predictor, Model::Interest));
    predictor.set_object(1, &object(40.0, 60.0, 100.0)).unwrap();
    for id in [late, early] {
        predictor.set_life(id, Some(50.0)).unwrap();
        see(&mut predictor, id, 0, DVec3::ZERO, DVec3::X * 40.0);
    }
    predictor.set_life(early, None).unwrap();
    predictor.set_model(late, Model::Interest).unwrap();
    let alone = after(&predictor, late, 2.0);
    see(&mut predictor, late, 1, DVec3::ZERO, DVec3::X * 40.0);
    assert_eq!(after(&predictor, late, 2.0), alone);
}

#[test]
fn hybrid_is_dead_reckoning_to_the_bit_until_the_threshold_since_it_was_sent() {
    let mut predictor = arena();
    let (hybrid, interest) = (add(&mut predictor, Model::Hybrid), add(&mut predictor, Model::Interest));
    predictor.set_object(1, &object(40.0, 60.0, 100.0)).unwrap();
    for id in [hybrid, interest] {
        predictor.set_life(id, Some(20.0)).unwrap();
        see(&mut predictor, id, 7 * SECOND, DVec3::ZERO, DVec3::new(40.0, 1.0, 0.0));
    }
    for t in [0.0, 0.2, 0.5] {
        assert_eq!(after(&predictor, hybrid, t), DVec3::new(40.0, 1.0, 0.0) * t);
    }
    assert!(after(&predictor, interest, 0.5).z > 0.0);
    let (before, beyond) = (after(&predictor, hybrid, 0.5), after(&predictor, hybrid, 0.500001));
    assert!((beyond - before).length() < 1e-4, "no jump");
    assert!(after(&predictor, hybrid, 1.5).z > 1.0);
}

#[test]
fn terms_add_up_and_the_speed_stays() {
    let mut predictor = arena();
    let id = add(&mut predictor, Model::Interest);
    predictor.set_life(id, Some(10.0)).unwrap();
    predictor.set_object(1, &object(-20.0, 50.0, 100.0)).unwrap();
    let velocity = DVec3::new(24.0, 3.0, -32.0);
    see(&mut predictor, id, 0, DVec3::new(5.0, 1.0, 2.0), velocity);
    let mut why = Explanation::default();
    for time in [1, SECOND / 3, SECOND, 3 * SECOND] {
        predictor.explain(NOWHERE, id, time, &mut why).unwrap();
        assert_eq!(why.velocity_term, velocity * (time as f64 * 1e-9));
        assert_eq!((why.acceleration_term, why.force_term), (DVec3::ZERO, DVec3::ZERO));
        assert_eq!(why.from + (why.velocity_term + why.learned_term), why.raw);
        assert_eq!(why.learned_term.y, 0.0, "heights follow dead reckoning");
        let then = predictor.predict(NOWHERE, id, time).unwrap().velocity;
        assert!((then.length() - velocity.length()).abs() < 1e-12 && then.y == 3.0, "{then}");
    }
    assert!(why.learned_term.length() > 50.0, "it has turned round: {why:?}");
}

#[test]
fn riders_take_no_part() {
    let mut predictor = arena();
    let (hunter, prey) = (add(&mut predictor, Model::Interest), add(&mut predictor, Model::Interest));
    predictor.set_life(prey, Some(10.0)).unwrap();
    let lift = BaseMotion {
        id: 1,
        position: DVec3::ZERO,
        orientation: DQuat::IDENTITY,
        velocity: DVec3::ZERO,
        angular_velocity: DVec3::ZERO,
    };
    let place = Observation::at(0, DVec3::new(40.0, 0.0, 50.0));
    predictor.observe(prey, &Observation { base: Some(lift), ..place }).unwrap();
    see(&mut predictor, hunter, 0, DVec3::ZERO, DVec3::X * 40.0);
    assert!(is_straight(&predictor, hunter));
    predictor.observe(prey, &Observation { time: 1, ..place }).unwrap();
    assert!(!is_straight(&predictor, hunter), "it got off");
    predictor.set_life(hunter, Some(5.0)).unwrap();
    let aboard = Observation { velocity: Some(DVec3::X * 40.0), base: Some(lift), ..Observation::at(2, DVec3::ZERO) };
    predictor.observe(hunter, &aboard).unwrap();
    assert!(is_straight(&predictor, hunter), "a rider is dead reckoned");
}

/// splitmix64, for seeded tests.
struct Dice(u64);

impl Dice {
    fn unit(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) >> 11) as f64 / (1u64 << 53) as f64
    }

    fn place(&mut self) -> DVec3 {
        DVec3::new(self.unit() - 0.5, 0.0, self.unit() - 0.5) * 300.0
    }
}

/// E of somebody who, every half second for two minutes, goes where `choose` says, and misses the direction by up to 35°.
fn habit(seed: u64, choose: impl Fn(&mut Dice, DVec3, DVec3) -> DVec3) -> f64 {
    let (mut dice, mut predictor) = (Dice(seed), arena());
    let (id, enemy) = (add(&mut predictor, Model::Hybrid), add(&mut predictor, Model::Still));
    predictor.set_life(id, Some(60.0)).unwrap();
    predictor.set_life(enemy, Some(30.0)).unwrap();
    let (mut at, mut velocity) = (DVec3::ZERO, DVec3::ZERO);
    assert_eq!(predictor.preference(id), Ok(0.0));
    for k in 0..240 {
        let (enemy_at, item_at) = (at + dice.place(), at + dice.place());
        predictor.set_object(1, &object(item_at.x, item_at.z, 40.0)).unwrap();
        see(&mut predictor, enemy, k * SECOND / 2, enemy_at, DVec3::ZERO);
        see(&mut predictor, id, k * SECOND / 2, at, velocity);
        let to = choose(&mut dice, item_at - at, enemy_at - at).normalize();
        let (sin, cos) = ((dice.unit() - 0.5) * 70.0).to_radians().sin_cos();
        velocity = DVec3::new(to.x * cos - to.z * sin, 0.0, to.x * sin + to.z * cos) * 40.0;
        at += velocity * 0.5;
    }
    predictor.preference(id).unwrap()
}

#[test]
fn preference_is_observed_from_behaviour() {
    for seed in 1..=5 {
        let collector = habit(seed, |_, item, _| item);
        assert!(collector < -50.0, "seed {seed}: {collector}");
        let killer = habit(seed, |_, _, enemy| enemy);
        assert!(killer > 50.0, "seed {seed}: {killer}");
        let undecided = habit(seed, |dice, item, enemy| if dice.unit() < 0.5 { item } else { enemy });
        assert!(undecided.abs() < 30.0, "seed {seed}: {undecided}");
        let wanderer = habit(seed, |dice, _, _| dice.place());
        assert!(wanderer.abs() < 30.0, "seed {seed}: {wanderer}");
    }
}

#[test]
fn a_teleport_shows_no_preference() {
    let mut predictor = arena();
    let (id, enemy) = (add(&mut predictor, Model::Interest), add(&mut predictor, Model::Still));
    predictor.set_life(id, Some(60.0)).unwrap();
    predictor.set_life(enemy, Some(30.0)).unwrap();
    predictor.set_object(1, &object(-100.0, 0.0, 40.0)).unwrap();
    see(&mut predictor, enemy, 0, DVec3::X * 200.0, DVec3::ZERO);
    see(&mut predictor, id, 0, DVec3::ZERO, DVec3::X * 40.0);
    let there = Observation { teleported: true, ..Observation::at(SECOND / 2, DVec3::X * 150.0) };
    predictor.observe(id, &there).unwrap();
    assert_eq!(predictor.preference(id), Ok(0.0));
    see(&mut predictor, id, SECOND, DVec3::X * 170.0, DVec3::X * 40.0);
    assert!(predictor.preference(id).unwrap() > 10.0);
}

#[test]
fn bad_numbers_and_full_budgets_are_refused_and_change_nothing() {
    let mut predictor = arena();
    let id = add(&mut predictor, Model::Interest);
    predictor.set_object(1, &object(1.0, 2.0, 3.0)).unwrap();
    let hash = predictor.state_hash();
    assert!(predictor.set_interest_params(&InterestParams { slice: 0.0, ..Default::default() }).is_err());
    assert!(predictor.set_interest_params(&InterestParams { max_objects: 0, ..Default::default() }).is_err());
    assert!(predictor.set_object(2, &object(f64::NAN, 0.0, 1.0)).is_err());
    assert!(predictor.set_object(1, &object(0.0, 0.0, f64::INFINITY)).is_err());
    assert!(predictor.set_life(id, Some(-1.0)).is_err() && predictor.set_life(id, Some(f64::NAN)).is_err());
    assert!(predictor.preference(EntityId { index: 7, generation: 1 }).is_err());
    assert_eq!(predictor.state_hash(), hash);
    predictor.set_interest_params(&InterestParams { max_objects: 1, ..Default::default() }).unwrap();
    let error = predictor.set_object(2, &object(0.0, 0.0, 1.0)).unwrap_err();
    assert_eq!(error.message, "max_objects is 1, so many objects exist already");
    predictor.set_object(1, &object(9.0, 9.0, 9.0)).unwrap();
    assert_eq!((predictor.object_count(), predictor.object(1)), (1, Some(&object(9.0, 9.0, 9.0))));
}

/// Everybody is somewhere else in every frame, lives change, objects come and go.
fn game(seed: u64, frames: std::ops::Range<i64>, predictor: &mut Predictor, ids: &[EntityId]) {
    for k in frames {
        let mut dice = Dice(seed ^ (k as u64) << 20);
        for (i, id) in ids.iter().enumerate() {
            let (at, velocity) = (dice.place(), dice.place() / 8.0);
            if i as i64 % 5 == k % 5 {
                predictor.set_life(*id, (dice.unit() < 0.8).then(|| dice.unit() * 120.0)).unwrap();
            }
            see(predictor, *id, k * SECOND / 4 + i as i64, at, velocity);
        }
        let which = k as u64 % 30;
        let DVec3 { x, z, .. } = dice.place();
        let present = dice.unit() < 0.7;
        predictor.set_object(which, &InterestObject { present, ..object(x, z, 50.0) }).unwrap();
    }
}

fn players(predictor: &mut Predictor) -> Vec<EntityId> {
    let models = [Model::Interest, Model::Hybrid, Model::Dr1];
    (0..20).map(|i| add(predictor, models[i % 3])).collect()
}

fn bits(predictor: &Predictor, ids: &[EntityId]) -> Vec<[u64; 6]> {
    let times = [SECOND / 3, SECOND, 3 * SECOND];
    let now = predictor.kinematics(ids[0]).unwrap().time;
    let predict = |(id, t): (&EntityId, &Nanos)| {
        let prediction = predictor.predict(NOWHERE, *id, now + t).unwrap();
        let (p, v) = (prediction.position, prediction.velocity);
        [p.x, p.y, p.z, v.x, v.y, v.z].map(f64::to_bits)
    };
    ids.iter().flat_map(|id| times.iter().map(move |t| (id, t))).map(predict).collect()
}

#[test]
fn who_restores_a_snapshot_goes_on_bit_equal() {
    let mut first = arena();
    let ids = players(&mut first);
    game(3, 0..70, &mut first, &ids);
    first.remove_entity(ids[4]).unwrap();
    // A larger radius is more work: it is the host that allows it, not the bytes.
    let error = Predictor::new(64).restore(&first.snapshot()).unwrap_err();
    assert!(error.kind == ErrorKind::Budget && error.message.contains("radius of 600"), "{error}");
    let mut second = arena();
    second.restore(&first.snapshot()).unwrap();
    let alive: Vec<EntityId> = ids.iter().copied().filter(|id| *id != ids[4]).collect();
    assert_eq!(second.snapshot(), first.snapshot());
    assert_eq!(bits(&second, &alive), bits(&first, &alive));
    assert!(alive.iter().any(|id| first.preference(*id).unwrap() != 0.0));
    for predictor in [&mut first, &mut second] {
        game(3, 70..90, predictor, &alive);
        predictor.rebase(DVec3::new(17.0, -3.0, 1000.0)).unwrap();
        game(3, 90..100, predictor, &alive);
    }
    assert_eq!(second.snapshot(), first.snapshot());
    assert_eq!(bits(&second, &alive), bits(&first, &alive));
}

#[test]
fn the_order_in_which_objects_were_told_does_not_matter() {
    let mut predictors = [arena(), arena()];
    let mut dice = Dice(9);
    let objects: Vec<_> = (0..200).map(|id| (id, dice.place(), dice.unit() * 80.0)).collect();
    let ids = predictors.each_mut().map(players);
    let tell = |predictor: &mut Predictor, (id, at, value): &(u64, DVec3, f64)| {
        predictor.set_object(*id, &object(at.x, at.z, *value)).unwrap();
    };
    objects.iter().for_each(|o| tell(&mut predictors[0], o));
    objects.iter().rev().for_each(|o| tell(&mut predictors[1], o));
    for (predictor, ids) in predictors.iter_mut().zip(&ids) {
        game(5, 0..40, predictor, ids);
    }
    assert_eq!(predictors[0].snapshot(), predictors[1].snapshot());
    assert_eq!(bits(&predictors[0], &ids[0]), bits(&predictors[1], &ids[1]));
}

#[test]
fn moving_the_origin_moves_the_predictions() {
    let mut predictor = arena();
    let ids = players(&mut predictor);
    game(8, 0..40, &mut predictor, &ids);
    let before: Vec<DVec3> = ids.iter().map(|id| after(&predictor, *id, 2.0)).collect();
    let shift = DVec3::new(-350.0, 12.0, 80.0);
    predictor.rebase(shift).unwrap();
    for (id, before) in ids.iter().zip(before) {
        assert!((after(&predictor, *id, 2.0) + shift - before).length() < 1e-6);
    }
    assert_eq!(predictor.object(0).map(|o| o.position.y), Some(-12.0));
}

#[test]
fn memory_depends_on_who_takes_part() {
    let mut predictor = Predictor::new(4096);
    let ids: Vec<EntityId> = (0..4096).map(|_| add(&mut predictor, Model::Dr1)).collect();
    for id in &ids {
        see(&mut predictor, *id, 0, DVec3::ZERO, DVec3::X);
    }
    let without = predictor.bytes();
    for id in &ids {
        predictor.set_life(*id, Some(50.0)).unwrap();
    }
    let per_player = (predictor.bytes() - without) / 4096;
    assert!(per_player > 100 && per_player <= 256, "{per_player} bytes per player");
    let without = predictor.bytes();
    for id in 0..4096 {
        predictor.set_object(id, &object(id as f64, 0.0, 10.0)).unwrap();
    }
    let per_object = (predictor.bytes() - without) / 4096;
    assert!(per_object > 100 && per_object <= 256, "{per_object} bytes per object");
}

proptest! {
    #[test]
    fn every_damage_to_a_snapshot_is_an_error(at in 0.0..1.0f64, flip in 1u8..) {
        let mut predictor = arena();
        let ids = players(&mut predictor);
        game(3, 0..40, &mut predictor, &ids);
        let bytes = predictor.snapshot();
        let at = (at * bytes.len() as f64) as usize;
        prop_assert!(Predictor::new(64).restore(&bytes[..at]).is_err());
        let mut damaged = bytes.clone();
        damaged[at] ^= flip;
        prop_assert!(Predictor::new(64).restore(&damaged).is_err());
    }
}
