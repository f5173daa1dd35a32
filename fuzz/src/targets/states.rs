//! Snapshots of every object: restored, used, and taken again. What was taken must be restorable.

use super::Target;
use crate::reseal::reseal;
use antreckon::base::Result;
use antreckon::base::math::{DQuat, DVec3};
use antreckon::ghosts::{Ghosts, GhostsParams, Outbox, OutboxParams, PlayerState};
use antreckon::net::plausibility::{JudgeContext, Limits};
use antreckon::net::sender::ConnectionParams;
use antreckon::net::{
    ClockEstimator, ClockParams, Ledger, Plausibility, PlausibilityParams, Receiver, ReceiverParams, RoundTrip, Sender,
    SenderCapacity, SenderParams, Update,
};
use antreckon::pheromone::attract::{InteractionKind, InteractionRules, Interactions, TasteParams, Tastes};
use antreckon::pheromone::trail::TrailParams;
use antreckon::pheromone::{ForceLaw, MapParams, PheromoneMap, Region, RegionShape, Source};
use antreckon::predict::{EntityProfile, LevelContext, Model, Observation, Predictor};
use antreckon::smooth::{SmoothParams, Smoother};
use antreckon::timewarp::{Event, EventId, Host, HostFailure, Outcome, Timewarp, TimewarpParams};
use antreckon::world::{DoorInput, GridInput, World, WorldParams};

const SECOND: i64 = 1_000_000_000;
const MIB: usize = 1 << 20;

pub(super) fn targets() -> Vec<Target> {
    let target = |name, seeds, run, mib| Target { name, seeds, run, most_memory: mib * MIB };
    vec![
        target(
            "world",
            || vec![world().snapshot()],
            |bytes| check(bytes, world, |w, b| w.restore(b), World::snapshot, |_| ()),
            8,
        ),
        target("map", map_seeds, run_map, 64),
        target("predictor", predictor_seeds, run_predictor, 64),
        target("smoother", smoother_seeds, run_smoother, 16),
        target("receiver", receiver_seeds, run_receiver, 64),
        target("sender", sender_seeds, run_sender, 64),
        target("ghosts", ghosts_seeds, run_ghosts, 128),
        target("outbox", outbox_seeds, run_outbox, 128),
        target("plausibility", judge_seeds, run_judge, 16),
        target(
            "ledger",
            || vec![ledger().snapshot()],
            |bytes| check(bytes, ledger, |l, b| l.restore(b), Ledger::snapshot, |_| ()),
            8,
        ),
        target("clock", clock_seeds, run_clock, 1),
        target("timewarp", timewarp_seeds, run_timewarp, 16),
        target("tastes", tastes_seeds, run_tastes, 16),
        target("interactions", interactions_seeds, run_interactions, 16),
    ]
}

/// Restores into what `make` makes, uses it, and takes and restores its snapshot once more.
fn check<T>(
    bytes: &[u8],
    make: impl Fn() -> T,
    restore: impl Fn(&mut T, &[u8]) -> Result<()>,
    snapshot: impl Fn(&T) -> Vec<u8>,
    exercise: impl Fn(&mut T),
) {
    let mut bytes = bytes.to_vec();
    reseal(&mut bytes);
    let mut object = make();
    if restore(&mut object, &bytes).is_err() {
        return;
    }
    let again = snapshot(&object);
    restore(&mut make(), &again).expect("what it wrote right after it was restored is accepted");
    exercise(&mut object);
    let again = snapshot(&object);
    restore(&mut make(), &again).expect("what it wrote after it was used is accepted");
}

/// 24 × 16 squares with a wall and a door.
fn world() -> World {
    let mut blocked = [0u8; 24 * 16];
    (0..14).for_each(|z| blocked[z * 24 + 12] = 1);
    let grid = GridInput {
        width: 24,
        depth: 16,
        floors: 1,
        corner: DVec3::ZERO,
        floor_height: 3.0,
        blocked: &blocked,
        heights: &[],
        areas: &[],
    };
    let mut world = World::from_grid(&WorldParams::default(), &grid).expect("it is sound");
    let bounds = Some((DVec3::new(12.0, -1.0, 14.0), DVec3::new(13.0, 1.0, 16.0)));
    world.add_door(&DoorInput { bounds, polygons: &[], links: &[], open: true }).expect("it is sound");
    world
}

fn with_world<T>(work: impl FnOnce(&World) -> T) -> T {
    thread_local! {
        static WORLD: World = world();
    }
    WORLD.with(work)
}

fn map_params() -> MapParams {
    MapParams { max_active_tiles: 64, max_sources: 32, max_avatars: 8, max_catch_up: 4, ..MapParams::default() }
}

fn empty_map(world: &World) -> PheromoneMap {
    PheromoneMap::new(world, &map_params()).expect("sound")
}

fn map_seeds() -> Vec<Vec<u8>> {
    with_world(|world| {
        let mut map = empty_map(world);
        for id in 0..4 {
            let position = DVec3::new(3.5 + 2.0 * id as f64, 0.0, 5.5);
            let source = Source { layer: 0, position, emission: 10.0, fixed: id % 2 == 0 };
            map.add_source(world, id, &source).expect("sound");
            map.add_avatar(world, id, 5.0).expect("sound");
            map.move_avatar(world, id, position).expect("sound");
        }
        let bare = map.snapshot(world);
        map.enable_trails(&TrailParams::default(), DVec3::ZERO).expect("sound");
        map.step_to(world, SECOND / 5).expect("sound");
        vec![bare, map.snapshot(world)]
    })
}

fn run_map(bytes: &[u8]) {
    with_world(|world| {
        check(
            bytes,
            || empty_map(world),
            |map, bytes| map.restore(world, bytes),
            |map| map.snapshot(world),
            |map| {
                let time = map.time().saturating_add(3 * map.params().step);
                let report = map.step_to(world, time).expect("a closed map steps");
                assert!(report.steps <= 4);
                for id in 0..4 {
                    let _ = map.set_source_active(world, id, false);
                    let _ = map.move_avatar(world, id, DVec3::new(1.5, 0.0, 1.5));
                }
                let _ = map.deposit(world, 0, DVec3::new(1.5, 0.0, 1.5), 1.0);
                for cell in world.cells().cells().take(32) {
                    assert!(map.value(world, 0, cell).is_finite());
                }
            },
        );
    });
}

fn observation(tick: i64, x: f64) -> Observation {
    let t = tick as f64 * 0.1;
    let mut observation = Observation::at(tick * SECOND / 10, DVec3::new(x + 4.0 * t, 0.0, 3.0));
    observation.velocity = Some(DVec3::new(4.0, 0.0, 0.5));
    observation.orientation = Some(DQuat::from_rotation_y(0.3));
    observation
}

fn predictor() -> Predictor {
    Predictor::new(4)
}

fn predictor_seeds() -> Vec<Vec<u8>> {
    let one = |model: &Model| {
        let mut predictor = predictor();
        let profile = EntityProfile { model: *model, ..EntityProfile::default() };
        for x in [0.0, 2.0] {
            let id = predictor.add_entity(&profile).expect("there is room");
            for tick in 0..12 {
                predictor.observe(id, &observation(tick, x)).expect("sound");
            }
        }
        predictor.snapshot()
    };
    let mut seeds: Vec<Vec<u8>> = Model::ALL.iter().map(one).collect();
    // The largest ones are mutated too rarely in the same place to be of use.
    seeds.retain(|seed| seed.len() < 1 << 16);
    seeds
}

fn run_predictor(bytes: &[u8]) {
    check(
        bytes,
        predictor,
        |p, b| p.restore(b),
        Predictor::snapshot,
        |predictor| {
            let ids: Vec<_> = predictor.entities().collect();
            for id in ids {
                let seen = predictor.kinematics(id).map_or(0, |kinematics| kinematics.time);
                for ahead in [0, SECOND / 5, 100 * SECOND] {
                    if let Ok(said) = predictor.predict(LevelContext::default(), id, seen.saturating_add(ahead)) {
                        let numbers = [said.position, said.velocity];
                        assert!(numbers.iter().all(|v| v.is_finite()), "{said:?}");
                    }
                }
                let mut next = observation(1, 0.0);
                next.time = seen.saturating_add(SECOND / 10);
                let _ = predictor.observe(id, &next);
            }
        },
    );
}

fn smoother() -> Smoother {
    Smoother::new(8, &SmoothParams::default()).expect("sound")
}

fn smoother_seeds() -> Vec<Vec<u8>> {
    // Of ghosts that are drawn, there is one inside of them.
    vec![smoother().snapshot()]
}

fn run_smoother(bytes: &[u8]) {
    check(bytes, smoother, |s, b| s.restore(b), Smoother::snapshot, |_| ());
}

fn receiver() -> Receiver {
    Receiver::new(&ReceiverParams { max_entities: 8, ..ReceiverParams::default() }).expect("sound")
}

fn update(n: u16) -> Update {
    let mut update = Update::at(1, i64::from(n) * SECOND / 10, DVec3::new(f64::from(n), 0.0, 1.0));
    update.sequence = antreckon::net::Sequence(n);
    update
}

fn listening() -> (Receiver, Predictor) {
    let (mut receiver, mut predictor) = (receiver(), predictor());
    let id = predictor.add_entity(&EntityProfile::default()).expect("there is room");
    receiver.add(1, id).expect("there is room");
    (receiver, predictor)
}

fn receiver_seeds() -> Vec<Vec<u8>> {
    let (mut receiver, mut predictor) = listening();
    for n in 0..20 {
        let late = if n % 5 == 0 { 30_000_000 } else { 0 };
        let _ = receiver.receive(&mut predictor, &update(n), i64::from(n) * SECOND / 10 + late, Default::default());
    }
    vec![receiver.snapshot(), listening().0.snapshot()]
}

fn run_receiver(bytes: &[u8]) {
    check(
        bytes,
        receiver,
        |r, b| r.restore(b),
        Receiver::snapshot,
        |receiver| {
            let (_, mut predictor) = listening();
            for (n, arrival) in [(21, 3 * SECOND), (30, i64::MAX / 4), (31, -SECOND)] {
                let _ = receiver.receive(&mut predictor, &update(n), arrival, Default::default());
            }
        },
    );
}

fn sender() -> Sender {
    let capacity = SenderCapacity { entities: 4, connections: 3, in_flight: 4 };
    Sender::new(&Default::default(), &capacity).expect("sound")
}

fn sender_seeds() -> Vec<Vec<u8>> {
    let mut sender = sender();
    let model = EntityProfile { model: Model::Damped, ..EntityProfile::default() };
    sender.add_entity(1, &SenderParams::default(), None).expect("there is room");
    sender.add_entity(2, &SenderParams::default(), Some(&model)).expect("there is room");
    sender.connect(&ConnectionParams::default()).expect("there is room");
    vec![sender.snapshot(), self::sender().snapshot()]
}

fn run_sender(bytes: &[u8]) {
    check(
        bytes,
        sender,
        |s, b| s.restore(b),
        Sender::snapshot,
        |sender| {
            let _ = sender.connect(&ConnectionParams::default());
            let _ = sender.add_entity(3, &SenderParams::default(), None);
            let _ = sender.rebase(DVec3::X);
        },
    );
}

fn ghosts() -> Ghosts {
    let receiver = ReceiverParams { max_entities: 8, ..ReceiverParams::default() };
    Ghosts::new(&GhostsParams { max_players: 8, max_peers: 4, receiver, ..GhostsParams::default() }).expect("sound")
}

fn ghosts_seeds() -> Vec<Vec<u8>> {
    let mut ghosts = ghosts();
    for n in 0..8 {
        let now = n * SECOND / 20;
        for player in 0..2u32 {
            let place = DVec3::new(n as f64 * 0.2, 0.0, f64::from(player));
            let _ = ghosts.observe(7, player, &PlayerState::at(place, DVec3::X * 4.0), now);
        }
        let _ = ghosts.draw(now, None, None);
    }
    vec![ghosts.snapshot().expect("nothing is drawn"), self::ghosts().snapshot().expect("nothing is drawn")]
}

fn run_ghosts(bytes: &[u8]) {
    check(
        bytes,
        ghosts,
        |g, b| g.restore(b),
        |g| g.snapshot().expect("nothing is drawn"),
        |ghosts| {
            let _ = ghosts.observe(7, 1, &PlayerState::resting(DVec3::ONE), 9 * SECOND);
            for now in [9 * SECOND, 9 * SECOND + SECOND / 60] {
                let _ = ghosts.draw(now, None, None);
            }
        },
    );
}

fn outbox() -> Outbox {
    let capacity = SenderCapacity { entities: 4, connections: 3, in_flight: 4 };
    Outbox::new(&OutboxParams { capacity, ..OutboxParams::default() }).expect("sound")
}

fn outbox_seeds() -> Vec<Vec<u8>> {
    let mut outbox = outbox();
    let mut packet = vec![0; outbox.least_buffer().max(1200)];
    let _ = outbox.set_observer(5, &ConnectionParams::default(), None);
    for n in 0..6 {
        let now = n * SECOND / 20;
        let place = DVec3::new(n as f64 * 0.2, 0.0, 1.0);
        let _ = outbox.submit(1, &PlayerState::at(place, DVec3::X * 4.0), now, None, None);
        let _ = outbox.packet(5, now, LevelContext::default(), &mut packet);
    }
    vec![outbox.snapshot(), self::outbox().snapshot()]
}

fn run_outbox(bytes: &[u8]) {
    check(
        bytes,
        outbox,
        |o, b| o.restore(b),
        Outbox::snapshot,
        |outbox| {
            let mut packet = vec![0; outbox.least_buffer().max(1200)];
            let _ = outbox.submit(1, &PlayerState::resting(DVec3::ONE), 9 * SECOND, None, None);
            let _ = outbox.packet(5, 9 * SECOND, LevelContext::default(), &mut packet);
        },
    );
}

fn judge() -> Plausibility {
    let params = PlausibilityParams { max_entities: 8, max_evidence: 8, ..PlausibilityParams::default() };
    Plausibility::new(&params, &Limits::default()).expect("sound")
}

fn judge_seeds() -> Vec<Vec<u8>> {
    let mut judge = judge();
    for n in 0..6 {
        let mut update = update(n);
        update.position.x *= 10.0;
        let _ = judge.judge(&update, update.time, JudgeContext::default());
    }
    vec![judge.snapshot()]
}

fn run_judge(bytes: &[u8]) {
    check(
        bytes,
        judge,
        |j, b| j.restore(b),
        Plausibility::snapshot,
        |judge| {
            with_world(|world| {
                for n in [7, 8, 9] {
                    let update = update(n);
                    let context = JudgeContext { world: Some(world), expected: None };
                    let _ = judge.judge(&update, update.time, context);
                }
            });
            while judge.pull().is_some() {}
        },
    );
}

fn ledger() -> Ledger {
    Ledger::new(8).expect("sound")
}

fn clock_seeds() -> Vec<Vec<u8>> {
    let mut clock = ClockEstimator::new(&ClockParams::default()).expect("sound");
    let fresh = clock.snapshot();
    for n in 0..40 {
        let _ = clock.update_arrived(n * SECOND / 20, n * SECOND / 20 + 1000 * (n * 7 % 13));
    }
    let trip = RoundTrip { request_sent: 0, request_received: 50, answer_sent: 60, answer_received: 100 };
    let _ = clock.answer_arrived(&trip);
    vec![fresh, clock.snapshot()]
}

fn run_clock(bytes: &[u8]) {
    let restore = |clock: &mut ClockEstimator, bytes: &[u8]| {
        *clock = ClockEstimator::from_snapshot(bytes)?;
        Ok(())
    };
    let fresh = || ClockEstimator::new(&ClockParams::default()).expect("sound");
    check(bytes, fresh, restore, ClockEstimator::snapshot, |clock| {
        for (sent, received) in [(0, 0), (i64::MAX / 4, -i64::MAX / 4), (-i64::MAX / 4, i64::MAX / 4), (5, SECOND)] {
            let _ = clock.update_arrived(sent, received);
            let _ = (clock.remote_time(received), clock.least_delay(received), clock.expected_arrival(sent));
            assert!(clock.jitter() >= 0 && clock.lateness(0.95) >= Some(0));
        }
        let trip = RoundTrip { request_sent: 0, request_received: 50, answer_sent: 60, answer_received: 100 };
        let _ = clock.answer_arrived(&trip);
    });
}

struct Sum(u64);

impl Host for Sum {
    fn save(&mut self, _: u32, buffer: &mut [u8]) -> std::result::Result<usize, HostFailure> {
        buffer[..8].copy_from_slice(&self.0.to_le_bytes());
        Ok(8)
    }
    fn load(&mut self, _: u32, state: &[u8]) -> std::result::Result<(), HostFailure> {
        self.0 = u64::from_le_bytes(state.try_into().map_err(|_| HostFailure(1))?);
        Ok(())
    }
    fn execute(&mut self, event: &Event<'_>, _: bool) -> std::result::Result<Outcome, HostFailure> {
        self.0 = self.0.wrapping_mul(31).wrapping_add(event.id.sequence);
        Outcome::new(&[]).map_err(|_| HostFailure(2))
    }
}

fn timewarp() -> Timewarp {
    let params =
        TimewarpParams { max_events: 16, max_payload: 8, max_snapshots: 4, max_state: 16, ..Default::default() };
    Timewarp::new(&params).expect("sound")
}

fn event(n: u64, time: i64) -> Event<'static> {
    Event { id: EventId { time, source: n % 3, sequence: n }, payload: b"payload" }
}

fn timewarp_seeds() -> Vec<Vec<u8>> {
    let (mut log, mut host) = (timewarp(), Sum(0));
    for n in 0..8 {
        let _ = log.insert(&event(n, n as i64 * SECOND / 20));
        let _ = log.run(n as i64 * SECOND / 20, &mut host);
    }
    let _ = log.cancel(EventId { time: 0, source: 0, sequence: 0 });
    vec![log.snapshot().expect("no plan is open"), timewarp().snapshot().expect("no plan is open")]
}

fn run_timewarp(bytes: &[u8]) {
    check(
        bytes,
        timewarp,
        |t, b| t.restore(b),
        |t| t.snapshot().expect("no plan is open"),
        |log| {
            let mut host = Sum(0);
            let now = log.now();
            let _ = log.resync();
            for n in 20..24 {
                let _ = log.insert(&event(n, now.saturating_add(n as i64 % 3 - 1)));
                let _ = log.run(now.saturating_add(SECOND / 10), &mut host);
            }
            // A run that its host failed leaves a plan open.
            if log.current_plan().is_some() {
                let _ = log.abort(0);
            }
        },
    );
}

fn tastes() -> Tastes {
    let region =
        Region { shape: RegionShape::Square, diameter: 30.0, margin: 0.0, walls_hide: false, vertical_reach: 3.0 };
    let law = ForceLaw { k: 1, unit: 1.0, softening: 0.5, vertical: false };
    let params =
        TasteParams { layers: 2, horizon: SECOND, half_life: 0.0, shrink: 5.0, max_players: 4, region, law, gain: 0.1 };
    Tastes::new(&params).expect("sound")
}

fn tastes_seeds() -> Vec<Vec<u8>> {
    vec![tastes().snapshot()]
}

fn run_tastes(bytes: &[u8]) {
    check(bytes, tastes, |t, b| t.restore(b), Tastes::snapshot, |_| ());
}

fn interactions() -> Interactions {
    Interactions::new(&InteractionRules { max_pairs: 16, ..InteractionRules::default() }).expect("sound")
}

fn interactions_seeds() -> Vec<Vec<u8>> {
    let mut table = interactions();
    for n in 0..6 {
        table.note(n, n + 1, InteractionKind::ShotAt, n as i64 * SECOND);
        table.note_kill(n, 0, n as i64 * SECOND);
    }
    table.set_team(1, Some(2));
    table.set_carrier(1, true);
    vec![table.snapshot()]
}

fn run_interactions(bytes: &[u8]) {
    check(
        bytes,
        interactions,
        |t, b| t.restore(b),
        Interactions::snapshot,
        |table| {
            table.note(1, 2, InteractionKind::Trade, SECOND);
            assert!((0..4).all(|player| table.weight(1, player, 5 * SECOND).is_finite()));
            table.remove(1);
        },
    );
}
