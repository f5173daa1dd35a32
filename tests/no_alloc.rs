//! Steady-state stepping, observing, predicting and querying allocate nothing.
#![allow(missing_docs)]
// The plugin brings an allocator of its own; tests/c/test_memory.c counts there.
#![cfg(not(feature = "plugin"))]

use antreckon::base::math::DVec3;
use antreckon::net::plausibility::{JudgeContext, Limits};
use antreckon::net::{
    ByteSimulator, ClockEstimator, ClockParams, Codec, CodecParams, NetworkParams, PacketEntry, PacketWriter,
    Plausibility, PlausibilityParams, Receiver, ReceiverParams, Sequence, Simulator, Update, Verdict,
};
use antreckon::pheromone::trail::{HORIZONS, Passage, Pose, TrailParams, Trails};
use antreckon::pheromone::{HotSpotKind, LayerParams, MapParams, PheromoneMap, Reader, Source};
use antreckon::predict::interest::InterestObject;
use antreckon::predict::learned::ObserveContext;
use antreckon::predict::{EntityProfile, LevelContext, Model, Observation, Obstacle, PredictScratch, Predictor};
use antreckon::smooth::{Correction, DrawContext, Drawn, Method, SmoothParams, Smoother};
use antreckon::world::{AreaFilter, GridInput, Path, PathScratch, World, WorldParams};
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

struct Counting;

thread_local! {
    static CALLS: Cell<usize> = const { Cell::new(0) };
}

fn count() {
    // The thread's own counter may be gone while the thread ends.
    let _ = CALLS.try_with(|calls| calls.set(calls.get() + 1));
}

// SAFETY: every call goes on to the system's allocator unchanged.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count();
        // SAFETY: the caller's promise is passed on.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        count();
        // SAFETY: the caller's promise is passed on.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

const FRAME: i64 = 50_000_000;

struct Game {
    world: World,
    map: PheromoneMap,
    predictor: Predictor,
    entities: Vec<antreckon::predict::EntityId>,
    scratch: PredictScratch,
    paths: PathScratch,
    path: Path,
}

impl Game {
    fn new() -> Self {
        let side = 64;
        // A wall with a gap, so that clipping and path following have something to do.
        let blocked: Vec<u8> = (0..side * side).map(|i| (i % side == 32 && i / side != 40) as u8).collect();
        let grid = GridInput {
            width: side,
            depth: side,
            floors: 1,
            corner: DVec3::ZERO,
            floor_height: 3.0,
            blocked: &blocked,
            heights: &[],
            areas: &[],
        };
        let world = World::from_grid(&WorldParams::default(), &grid).unwrap();
        let params =
            MapParams { layers: vec![LayerParams::default(); 3], presence_layer: Some(2), ..MapParams::default() };
        let mut map = PheromoneMap::new(&world, &params).unwrap();
        for id in 0..10 {
            let position = DVec3::new(3.5 + 5.0 * id as f64, 0.0, 20.5);
            map.add_source(
                &world,
                id,
                &Source { layer: (id % 2) as usize, position, emission: 40.0, fixed: id % 3 == 0 },
            )
            .unwrap();
        }
        let mut predictor = Predictor::new(64);
        let mut entities = Vec::new();
        for (id, model) in
            [Model::Still, Model::Dr1, Model::Dr2, Model::Damped, Model::Ant, Model::Ant].into_iter().enumerate()
        {
            map.add_avatar(&world, id as u64, 10.0).unwrap();
            let mut profile = EntityProfile {
                model,
                layer_weights: vec![1.0, 0.5, 0.2],
                avatar: Some(id as u64),
                ..EntityProfile::default()
            };
            profile.post.obstacle = if id % 2 == 0 { Obstacle::Clip } else { Obstacle::FollowPath };
            entities.push(predictor.add_entity(&profile).unwrap());
        }
        Self {
            world,
            map,
            predictor,
            entities,
            scratch: PredictScratch::default(),
            paths: PathScratch::default(),
            path: Path::default(),
        }
    }

    fn frame(&mut self, k: i64) {
        let now = k * FRAME;
        for (i, id) in self.entities.iter().enumerate() {
            // Back and forth through the gap's neighbourhood, with period 128 frames.
            let phase = (k + 13 * i as i64).rem_euclid(128);
            let x = 8.0 + 0.4 * (if phase < 64 { phase } else { 128 - phase }) as f64;
            let position = DVec3::new(x, 0.0, 38.5 + 0.5 * i as f64);
            self.predictor.observe(*id, &Observation::at(now, position)).unwrap();
            self.map.move_avatar(&self.world, i as u64, position).unwrap();
            self.map.note(&self.world, HotSpotKind::Presence, position).unwrap();
        }
        self.map.set_source_active(&self.world, 0, k % 40 < 20).unwrap();
        self.map.step_to(&self.world, now).unwrap();
        let scene = LevelContext { world: Some(&self.world), map: Some(&self.map) };
        for id in &self.entities {
            self.predictor.predict_with(scene, *id, now + 10 * FRAME, &mut self.scratch).unwrap();
        }
        let (from, to) = (DVec3::new(4.5, 0.0, 4.5), DVec3::new(60.5, 0.0, 4.5 + (k % 50) as f64));
        self.world.path(from, to, &AreaFilter::default(), &mut self.paths, &mut self.path).unwrap();
        let start = self.world.locate(from).unwrap();
        self.world.line_of_walk(&start, to, &AreaFilter::default(), false);
        self.world.nearest(DVec3::new(32.5, 0.0, 10.5), 3.0).unwrap();
    }
}

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
    let before = CALLS.with(Cell::get);
    (0..2000).for_each(|k| walk(&mut trails, k));
    assert_eq!(CALLS.with(Cell::get) - before, 0, "allocator calls of 2,000 walks");
}

#[test]
fn the_steady_state_allocates_nothing() {
    let mut game = Game::new();
    for k in 1..=600 {
        game.frame(k);
    }
    let before = CALLS.with(Cell::get);
    for k in 601..=1600 {
        game.frame(k);
    }
    assert_eq!(CALLS.with(Cell::get) - before, 0, "allocator calls in 1,000 frames");
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
    let before = CALLS.with(Cell::get);
    (401..=800).for_each(&mut frame);
    assert_eq!(CALLS.with(Cell::get) - before, 0, "allocator calls in 400 frames");
}

/// Corrections across the wall and back, by every method, led by the field or not.
#[test]
fn convergence_allocates_nothing_once_warm() {
    let mut game = Game::new();
    (1..=40).for_each(|k| game.frame(k));
    let Game { world, map, predictor, entities, scratch, .. } = &mut game;
    let weights = [1.0, 0.5, 0.2];
    let field = Some((&*map, Reader { weights: &weights, avatar: None }));
    let terrain = DrawContext { world: Some(&*world), field, ..DrawContext::default() };
    for method in Method::ALL {
        let mut smoother = Smoother::new(64, &SmoothParams { method, ..SmoothParams::default() }).unwrap();
        let mut drawn = Drawn::NOWHERE;
        let mut frame = |k: i64| {
            for (i, id) in entities.iter().enumerate() {
                let now = (40 + k) * FRAME;
                if (k + i as i64) % 4 == 0 {
                    // On one side of the wall and on the other, near its gap.
                    let x = if (k + i as i64) % 8 == 0 { 31.2 } else { 33.8 };
                    let position = DVec3::new(x, 0.0, 38.5 + 0.5 * i as f64);
                    predictor.observe(*id, &Observation::at(now, position)).unwrap();
                    let scene = LevelContext { world: Some(&*world), map: None };
                    let prediction = predictor.predict_with(scene, *id, now, scratch).unwrap();
                    smoother.correct(*id, &Correction::new(now, &prediction), &terrain).unwrap();
                }
                let scene = LevelContext { world: Some(&*world), map: None };
                let prediction = predictor.predict_with(scene, *id, now, scratch).unwrap();
                drawn = smoother.draw(*id, now, &prediction, &terrain).unwrap();
            }
        };
        (1..=200).for_each(&mut frame);
        let before = CALLS.with(Cell::get);
        (201..=600).for_each(&mut frame);
        assert_eq!(CALLS.with(Cell::get) - before, 0, "allocator calls of {method:?} in 400 frames");
        std::hint::black_box(drawn);
    }
}

#[test]
fn updates_over_a_network_allocate_nothing_once_warm() {
    let codec = Codec::new(&CodecParams::default()).unwrap();
    let rough = NetworkParams { latency: 2 * FRAME, jitter: FRAME, loss: 0.1, duplicate: 0.1, ..Default::default() };
    let mut network = ByteSimulator::new(&rough, 1, 64, 1200).unwrap();
    let mut clock = ClockEstimator::new(&ClockParams::default()).unwrap();
    let update = |entity: u32, k: i64| Update {
        sequence: Sequence(k as u16),
        velocity: DVec3::new(4.0, 0.0, (k % 9) as f64),
        ..Update::at(entity, k * FRAME, DVec3::new((k % 500) as f64 * 0.2, 0.0, entity as f64))
    };
    let mut entries = Vec::new();
    let mut bytes = [0; 1200];
    let mut frame = |k: i64| {
        let mut packet = PacketWriter::new(&codec, k * FRAME, &mut bytes).unwrap();
        for entity in 0..40 {
            assert!(packet.push(&update(entity, k), Some(&update(entity, k - 1))).unwrap());
        }
        let length = packet.finish();
        network.send(k * FRAME, &bytes[..length]).unwrap();
        while let Some(delivery) = network.receive(k * FRAME) {
            let known =
                |entity, sequence: Sequence| Some(Update { sequence, ..update(entity, delivery.sent / FRAME - 1) });
            codec.decode_packet(delivery.payload, known, &mut entries).unwrap();
            assert!(entries.len() == 40 && !entries.iter().any(|e| matches!(e, PacketEntry::Missing { .. })));
            clock.update_arrived(delivery.sent, delivery.arrived).unwrap();
        }
    };
    (1..=100).for_each(&mut frame);
    let before = CALLS.with(Cell::get);
    (101..=600).for_each(&mut frame);
    assert_eq!(CALLS.with(Cell::get) - before, 0, "allocator calls in 500 frames");
}

#[test]
fn receiving_late_updates_and_judging_them_allocates_nothing_once_warm() {
    let rough = NetworkParams { latency: 2 * FRAME, jitter: FRAME, loss: 0.1, duplicate: 0.1, ..Default::default() };
    let mut network = Simulator::new(&rough, 1, 4096).unwrap();
    let mut predictor = Predictor::new(64);
    let mut receiver = Receiver::new(&ReceiverParams::default()).unwrap();
    let mut judge = Plausibility::new(&PlausibilityParams::default(), &Limits::default()).unwrap();
    for number in 0..40 {
        let model = [Model::Damped, Model::Auto, Model::Ant, Model::Neuro][number as usize % 4];
        let profile = EntityProfile { model, shared_only: true, leaves_trail: false, ..EntityProfile::default() };
        receiver.add(number, predictor.add_entity(&profile).unwrap()).unwrap();
    }
    let mut late = 0;
    let mut frame = |k: i64| {
        for entity in 0..40 {
            let t = k as f64 * 0.05;
            let update = Update {
                sequence: Sequence(k as u16),
                velocity: DVec3::new(4.0, 0.0, 2.0 * t.cos()),
                ..Update::at(entity, k * FRAME, DVec3::new(4.0 * t, 0.0, 2.0 * t.sin()))
            };
            network.send(k * FRAME, 40, update);
        }
        while let Some(delivery) = network.receive(k * FRAME) {
            judge.judge(&delivery.payload, delivery.arrived, JudgeContext::default()).unwrap();
            let (update, arrived) = (&delivery.payload, delivery.arrived);
            let verdict = receiver.receive(&mut predictor, update, arrived, ObserveContext::default()).unwrap();
            late += usize::from(verdict == Verdict::Inserted);
        }
        receiver.advance(&mut predictor, k * FRAME, ObserveContext::default()).unwrap();
        for entity in 0..40 {
            // Nothing of an entity may have come in the first frames.
            let _ = receiver.predict(&predictor, LevelContext::default(), entity, None);
            let _ = receiver.interpolate(&predictor, LevelContext::default(), entity, None);
        }
        late
    };
    let warm = (1..=100).map(&mut frame).last();
    assert!(warm > Some(0));
    let before = CALLS.with(Cell::get);
    let late = (101..=400).map(&mut frame).last().unwrap();
    assert_eq!(CALLS.with(Cell::get) - before, 0, "allocator calls in 300 frames");
    assert!(late > 1000, "{late} late updates");
}

#[test]
fn recording_a_match_allocates_nothing() {
    use antreckon::record::{Entity, EntityKind, Event, EventKind, Recorder, RecorderParams, Sample};
    let mut recorder = Recorder::new(&RecorderParams::default()).unwrap();
    for id in 0..40 {
        let player = Entity { id, kind: EntityKind::Player, team: 0, name: String::new(), position: None };
        recorder.add_entity(&player).unwrap();
    }
    let mut file = Vec::with_capacity(1 << 20);
    let before = CALLS.with(Cell::get);
    for k in 0..400i64 {
        for id in 0..40 {
            let t = k as f64 * 0.05 + f64::from(id);
            let place = DVec3::new(9.0 * t.cos(), 0.0, 9.0 * t.sin());
            recorder.sample(k * FRAME, id, &Sample { velocity: Some(place), ..Sample::at(place) }).unwrap();
        }
        let shot = Event { kind: EventKind::Shot, actor: Some(3), target: None, value: None };
        recorder.event(k * FRAME, &shot).unwrap();
        file.extend_from_slice(recorder.waiting());
        recorder.pulled(usize::MAX);
    }
    assert_eq!(CALLS.with(Cell::get) - before, 0, "allocator calls in 400 ticks");
    assert!(file.len() > 100_000, "{}", file.len());
}
