//! Receivers as a whole: who joins late, an hour of play over a bad network, and memory.
#![allow(missing_docs)]

use antreckon::base::math::DVec3;
use antreckon::net::join;
use antreckon::net::{NetworkParams, Receiver, ReceiverParams, Sequence, Simulator, Update, Verdict};
use antreckon::pheromone::trail::TrailParams;
use antreckon::pheromone::{MapParams, PheromoneMap, Source};
use antreckon::predict::learned::ObserveContext;
use antreckon::predict::{EntityProfile, LevelContext, Model, Prediction, Predictor};
use antreckon::world::{GridInput, World, WorldParams};

const MS: i64 = 1_000_000;
const TICK: i64 = 50 * MS;

fn hall() -> World {
    let grid = GridInput {
        width: 40,
        depth: 40,
        floors: 1,
        corner: DVec3::new(-20.0, 0.0, -20.0),
        floor_height: 4.0,
        blocked: &[],
        heights: &[],
        areas: &[],
    };
    World::from_grid(&WorldParams::default(), &grid).unwrap()
}

/// Somebody who runs rounds in the hall, each at its own pace.
fn run(entity: u32, tick: i64) -> Update {
    let t = tick as f64 * 0.05 * (0.3 + 0.05 * f64::from(entity)) + f64::from(entity);
    let radius = 6.0 + f64::from(entity);
    let (x, z) = (radius * t.cos(), radius * (2.0 * t).sin() / 2.0);
    let pace = 0.3 + 0.05 * f64::from(entity);
    Update {
        sequence: Sequence(tick as u16),
        velocity: DVec3::new(-radius * t.sin() * pace, 0.0, radius * (2.0 * t).cos() * pace),
        ..Update::at(entity, tick * TICK, DVec3::new(x, 0.0, z))
    }
}

struct Machine {
    world: World,
    map: PheromoneMap,
    predictor: Predictor,
    receiver: Receiver,
}

impl Machine {
    fn new() -> Self {
        let world = hall();
        let mut map = PheromoneMap::new(&world, &MapParams::default()).unwrap();
        map.enable_trails(&TrailParams::default(), world.origin()).unwrap();
        Self { map, predictor: Predictor::new(16), receiver: Receiver::new(&ReceiverParams::default()).unwrap(), world }
    }

    fn add(&mut self, number: u32) {
        let profile = EntityProfile { model: Model::Auto, ..EntityProfile::default() };
        let id = self.predictor.add_entity(&profile).unwrap();
        self.receiver.add(number, id).unwrap();
    }

    fn receive(&mut self, update: &Update, arrival: i64) -> Verdict {
        let around = ObserveContext { trails: self.map.trails_mut(&self.world), ..ObserveContext::default() };
        self.receiver.receive(&mut self.predictor, update, arrival, around).unwrap()
    }

    fn hashes(&self) -> [u64; 2] {
        [self.predictor.state_hash(), self.map.state_hash()]
    }

    fn predict(&self, number: u32, time: i64) -> Prediction {
        let scene = LevelContext { world: Some(&self.world), map: Some(&self.map) };
        self.receiver.predict_at(&self.predictor, scene, number, time, None).unwrap().prediction
    }
}

#[test]
fn who_joins_late_is_bit_equal_with_map_trails_and_mixing_weights() {
    let mut veteran = Machine::new();
    (0..4).for_each(|number| veteran.add(number));
    let source = Source { layer: 0, position: DVec3::new(5.0, 0.0, 5.0), emission: 40.0, fixed: false };
    veteran.map.add_source(&veteran.world, 0, &source).unwrap();
    for tick in 0..400 {
        (0..4).for_each(|e| assert_eq!(veteran.receive(&run(e, tick), tick * TICK + 40 * MS), Verdict::Applied));
        veteran.map.step_to(&veteran.world, tick * TICK).unwrap();
    }
    let bytes = join::pack(&veteran.predictor, Some((&veteran.world, &veteran.map)), &veteran.receiver);
    let mut joiner = Machine::new();
    for cut in [0, 10, bytes.len() / 2, bytes.len() - 1] {
        let before = joiner.hashes();
        let Machine { world, map, predictor, receiver } = &mut joiner;
        assert!(join::unpack(&bytes[..cut], predictor, Some((world, map)), receiver).is_err());
        assert!(join::unpack(&bytes, predictor, None, receiver).is_err(), "a map where there is none");
        assert_eq!(joiner.hashes(), before);
    }
    let Machine { world, map, predictor, receiver } = &mut joiner;
    join::unpack(&bytes, predictor, Some((world, map)), receiver).unwrap();
    assert_eq!(joiner.hashes(), veteran.hashes());
    // Its clock is 3 s ahead and its network another one; what it knows is the same.
    for tick in 400..800 {
        for e in 0..4 {
            let update = run(e, tick);
            let verdict = veteran.receive(&update, tick * TICK + 40 * MS);
            assert_eq!(joiner.receive(&update, tick * TICK + 3_000 * MS), verdict);
        }
        veteran.map.step_to(&veteran.world, tick * TICK).unwrap();
        joiner.map.step_to(&joiner.world, tick * TICK).unwrap();
        if tick % 50 == 0 {
            assert_eq!(joiner.hashes(), veteran.hashes(), "{tick}");
            (0..4).for_each(|e| {
                let time = tick * TICK + 700 * MS;
                assert_eq!(joiner.predict(e, time), veteran.predict(e, time));
            });
        }
    }
}

#[test]
fn an_hour_over_a_bad_network_ends_as_in_order_delivery_of_what_came() {
    // An hour of updates every quarter of a second, shared information only.
    let network = NetworkParams {
        latency: 120 * MS,
        jitter: 90 * MS,
        loss: 0.1,
        duplicate: 0.05,
        reorder: 0.05,
        reorder_delay: 600 * MS,
        ..NetworkParams::default()
    };
    let mut network = Simulator::new(&network, 9, 4096).unwrap();
    let machine = |model: Model| {
        let mut machine = Machine::new();
        machine.map.take_trails();
        for number in 0..3 {
            let profile = EntityProfile { model, shared_only: true, leaves_trail: false, ..EntityProfile::default() };
            let id = machine.predictor.add_entity(&profile).unwrap();
            machine.receiver.add(number, id).unwrap();
        }
        machine
    };
    for model in [Model::Damped, Model::Auto] {
        let (mut far, mut kept) = (machine(model), Vec::new());
        for tick in 0..14_400 {
            let now = tick * 5 * TICK;
            for e in 0..3 {
                let update = Update { time: now, ..run(e, tick) };
                network.send(now, 40, update);
            }
            while let Some(delivery) = network.receive(now) {
                match far.receive(&delivery.payload, delivery.arrived) {
                    Verdict::Applied | Verdict::Inserted => kept.push(delivery.payload),
                    verdict => assert_eq!(verdict, Verdict::Duplicate),
                }
            }
        }
        kept.sort_by_key(|update| (update.time, update.entity));
        let mut near = machine(model);
        kept.iter().for_each(|update| assert_eq!(near.receive(update, update.time), Verdict::Applied));
        assert_eq!(far.predictor.state_hash(), near.predictor.state_hash(), "{model:?}");
        let stats = far.receiver.link_stats();
        assert!(stats.counts.inserted > 500 && stats.counts.duplicates > 500 && stats.lost > 3000, "{stats:?}");
        assert!((0.08..0.12).contains(&stats.loss));
        while network.receive(i64::MAX).is_some() {}
    }
}
