//! Files that ship with a game or come from a tool: trails, routes, banks, weights, policies, recordings.

use super::Target;
use crate::reseal::{reseal, reseal_series};
use antreckon::base::math::DVec3;
use antreckon::net::policy::Policy;
use antreckon::pheromone::trail::{HORIZONS, Passage, Pose, TrailParams, Trails};
use antreckon::predict::Predictor;
use antreckon::record::{self, Entity, EntityKind, Recorder, RecorderParams, Sample};

const MIB: usize = 1 << 20;

pub(super) fn targets() -> Vec<Target> {
    let target = |name, seeds, run, mib| Target { name, seeds, run, most_memory: mib * MIB };
    vec![
        target(
            "trails",
            trail_seeds,
            |b| sealed(b, |b| drop(Trails::load_within(b, Some(&TrailParams::default())))),
            32,
        ),
        target("routes", route_seeds, run_routes, 64),
        target("bank", || vec![include_bytes!("../../../src/predict/neuro/default.bank").to_vec()], run_bank, 32),
        target(
            "weights",
            || vec![include_bytes!("../../../src/predict/learned/default.weights").to_vec()],
            run_weights,
            32,
        ),
        target("policy", || vec![include_bytes!("../../../src/net/policy/default.policy").to_vec()], run_policy, 32),
        target("recording", recording_seeds, run_recording, 64),
    ]
}

fn sealed(bytes: &[u8], run: impl FnOnce(&[u8])) {
    let mut bytes = bytes.to_vec();
    reseal(&mut bytes);
    run(&bytes);
}

fn trail_seeds() -> Vec<Vec<u8>> {
    let trails = Trails::new(&TrailParams::default(), DVec3::ZERO).expect("sound");
    let mut learned = trails.clone();
    for step in 0..200 {
        let along = step as f32 * 0.1;
        let pose = Pose { place: [along % 7.0, (along * 0.3) % 5.0, 0.0], velocity: [0.6, 0.1] };
        let passage = Passage { pose, path: [[-0.6, -0.1], [-1.2, -0.2]], view: [1.0, 0.0] };
        let ticket = learned.remember(&passage);
        for horizon in 0..HORIZONS {
            learned.deposit(&pose, horizon, [0.1, 0.05]);
            learned.complete(ticket, horizon, [0.1, 0.05]);
        }
    }
    vec![trails.save(), learned.save()]
}

fn route_seeds() -> Vec<Vec<u8>> {
    let mut predictor = Predictor::new(1);
    for z in 0..3 {
        let at = |x: f64| DVec3::new(x, 0.0, f64::from(z) * 30.0);
        predictor.add_route(&[at(0.0), at(20.0), at(50.0)], 2).expect("sound");
    }
    vec![predictor.save_strategies()]
}

fn run_routes(bytes: &[u8]) {
    sealed(bytes, |bytes| {
        let mut predictor = Predictor::new(1);
        if predictor.load_strategies(bytes).is_ok() {
            let saved = predictor.save_strategies();
            predictor.load_strategies(&saved).expect("what it saved is accepted");
            let _ = predictor.merge_strategies(&[bytes]);
        }
    });
}

fn run_bank(bytes: &[u8]) {
    sealed(bytes, |bytes| drop(Predictor::new(1).load_bank(1, bytes)));
}

fn run_weights(bytes: &[u8]) {
    sealed(bytes, |bytes| drop(Predictor::new(1).load_weights(Some(bytes))));
}

fn run_policy(bytes: &[u8]) {
    sealed(bytes, |bytes| drop(Policy::load(bytes)));
}

fn recording_seeds() -> Vec<Vec<u8>> {
    let params = RecorderParams { block_bytes: 1024, max_entities: 8, ..RecorderParams::default() };
    let mut recorder = Recorder::new(&params).expect("sound");
    for id in 0..2 {
        let name = format!("p{id}");
        let entity = Entity { id, kind: EntityKind::Player, team: 0, name, position: None };
        recorder.add_entity(&entity).expect("there is room");
    }
    for tick in 0..200 {
        for id in 0..2 {
            let sample = Sample::at(DVec3::new(f64::from(tick) * 0.1, 0.0, f64::from(id)));
            recorder.sample(i64::from(tick) * 50_000_000, id, &sample).expect("sound");
        }
    }
    recorder.flush();
    let open = recorder.waiting().to_vec();
    recorder.finish().expect("sound");
    vec![open, recorder.waiting().to_vec()]
}

fn run_recording(bytes: &[u8]) {
    let mut bytes = bytes.to_vec();
    reseal_series(&mut bytes);
    drop(record::read(&bytes));
}
