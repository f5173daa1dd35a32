//! Trails and the interest scheme.

use super::{FRAME, calls_in};
use antreckon::base::math::DVec3;
use antreckon::pheromone::trail::{HORIZONS, Passage, Pose, TrailParams, Trails};
use antreckon::predict::interest::InterestObject;
use antreckon::predict::{EntityProfile, LevelContext, Model, Observation, Predictor};

/// Walks of the same players over the same places again and again.
fn walk(trails: &mut Trails, k: u32) {
    let phase = (k % 64) as f32 / 64.0;
    let pose = Pose { place: [phase, 0.3, 0.1], velocity: [1.0 - phase, 0.3] };
    let passage = Passage { pose, path: [[0.5, phase]; 2], view: [1.0, 0.0] };
    let ticket = trails.remember(&passage);
    for h in 0..HORIZONS {
        trails.deposit(&pose, h, [0.2, phase]);
        trails.complete(ticket, h, [0.2, phase]);
    }
    std::hint::black_box((trails.read(&pose, &[0.3; HORIZONS]), trails.read_alone(&pose, &[0.3; HORIZONS])));
    std::hint::black_box(trails.recall(&passage, &[0.3; HORIZONS]));
    trails.evaporate(0.05);
}

#[test]
fn trails_allocate_only_when_new_places_are_visited() {
    let params = TrailParams { half_life: 60.0, diffusion: 0.1, ..TrailParams::default() };
    let mut trails = Trails::new(&params, DVec3::ZERO).unwrap();
    // A bucket takes 32 passages before it replaces some.
    (0..64 * 40).for_each(|k| walk(&mut trails, k));
    let calls = calls_in(|| (0..2000).for_each(|k| walk(&mut trails, k)));
    assert_eq!(calls, 0, "allocator calls of 2,000 walks");
}

#[test]
fn the_interest_scheme_allocates_nothing_once_warm() {
    let mut predictor = Predictor::new(64);
    let models = [Model::Interest, Model::Hybrid];
    let entities: Vec<_> = (0..32)
        .map(|i| predictor.add_entity(&EntityProfile { model: models[i % 2], ..Default::default() }).unwrap())
        .collect();
    let mut frame = |k: i64| {
        let wave = |i: usize, period: i64| ((k + 7 * i as i64).rem_euclid(period) as f64) * 0.5;
        for (i, id) in entities.iter().enumerate() {
            let life = ((k + i as i64) % 9 != 0).then_some(wave(i, 90));
            predictor.set_life(*id, life).unwrap();
            let position = DVec3::new(wave(i, 128), 0.0, wave(i, 77));
            let velocity = Some(DVec3::new(4.0, 0.0, wave(i, 8)));
            predictor.observe(*id, &Observation { velocity, ..Observation::at(k * FRAME, position) }).unwrap();
        }
        for id in 0..20usize {
            let position = DVec3::new(wave(id, 99), 0.0, wave(id, 61));
            let present = (k + id as i64) % 7 != 0;
            predictor.set_object(id as u64, &InterestObject { position, value: 40.0, present }).unwrap();
        }
        for id in &entities {
            predictor.predict(LevelContext::default(), *id, (k + 40) * FRAME).unwrap();
        }
    };
    (1..=400).for_each(&mut frame);
    let calls = calls_in(|| (401..=800).for_each(&mut frame));
    assert_eq!(calls, 0, "allocator calls in 400 frames");
}
