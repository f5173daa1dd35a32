//! One frame of 1,000 ghosts in a level with fields and trails, told of by packets and by states.

use super::game::Game;
use super::{FRAME, calls_in};
use antreckon::base::math::DVec3;
use antreckon::ghosts::{FrameTask, Ghosts, GhostsParams, MapAccess, Outbox, OutboxParams, PlayerState};
use antreckon::net::SenderCapacity;
use antreckon::pheromone::trail::TrailParams;
use antreckon::predict::{EntityProfile, LevelContext, Model};

/// Half of them come in packets, half as states of the host's netcode.
const PLAYERS: u32 = 1000;
const OWNER: u64 = 1;
const HOST: u64 = 2;
const CLIENT: u64 = 7;
/// Frames until everybody is where it was; the paths go round in it.
const ROUND: i64 = 32;

/// Round in circles: on either side of the wall, and through it beside its gap.
fn state(player: u32, now: i64) -> PlayerState {
    let turn = core::f64::consts::TAU * ((now / FRAME) as f64 / ROUND as f64 + f64::from(player) / 97.0);
    let (x, z) = (f64::from(player % 16), f64::from(player % 48));
    let centre = match player % 3 {
        0 => DVec3::new(8.0 + x, 0.0, 8.0 + z),
        1 => DVec3::new(40.0 + x, 0.0, 8.0 + z),
        _ => DVec3::new(31.0 + x / 8.0, 0.0, 39.0 + z / 16.0),
    };
    let pace = 2.5 * core::f64::consts::TAU / (ROUND as f64 * FRAME as f64 * 1e-9);
    PlayerState::at(
        centre + DVec3::new(turn.cos(), 0.0, turn.sin()) * 2.5,
        DVec3::new(-turn.sin(), 0.0, turn.cos()) * pace,
    )
}

struct Crowd {
    level: Game,
    outbox: Outbox,
    ghosts: Ghosts,
    packets: usize,
    /// Calls of the allocator by the ghosts.
    calls: usize,
}

impl Crowd {
    fn new() -> Self {
        let mut level = Game::new();
        level.map.enable_trails(&TrailParams::default(), DVec3::ZERO).unwrap();
        let capacity = SenderCapacity { entities: PLAYERS, ..OutboxParams::default().capacity };
        let outbox = Outbox::new(&OutboxParams { capacity, ..OutboxParams::default() }).unwrap();
        let mut ghosts = Ghosts::new(&GhostsParams::default()).unwrap();
        for player in PLAYERS / 2..PLAYERS {
            let model = [Model::Auto, Model::Ant, Model::Damped, Model::Dr1][player as usize % 4];
            ghosts.set_profile(player, &EntityProfile { model, ..EntityProfile::default() }).unwrap();
        }
        Self { level, outbox, ghosts, packets: 0, calls: 0 }
    }

    /// A frame, with everything that comes before it.
    fn frame(&mut self, k: i64, draw: fn(&mut Self, i64)) {
        let now = k * FRAME;
        let mut bytes = [0; 1200];
        let level = LevelContext { world: Some(&self.level.world), map: None };
        for player in 0..PLAYERS / 2 {
            self.outbox.submit(player, &state(player, now), now, level.world, None).unwrap();
        }
        loop {
            let packet = self.outbox.packet(CLIENT, now, level, &mut bytes).unwrap();
            if packet.bytes == 0 {
                break;
            }
            self.packets += 1;
            self.calls += calls_in(|| self.ghosts.receive(OWNER, &bytes[..packet.bytes], now).unwrap());
        }
        // Each at every eighth frame.
        for player in (PLAYERS / 2..PLAYERS).filter(|player| (k + i64::from(*player)) % 8 == 0) {
            let state = PlayerState { time: Some(now), ..state(player, now) };
            self.calls += calls_in(|| self.ghosts.observe(HOST, player, &state, now).unwrap());
        }
        self.level.map.step_to(&self.level.world, now).unwrap();
        self.calls += calls_in(|| draw(self, now));
        let mut length = 0;
        self.calls += calls_in(|| length = self.ghosts.reply(OWNER, now, &mut bytes).unwrap());
        if length > 0 {
            self.outbox.receive(CLIENT, &bytes[..length], now).unwrap();
        }
    }

    fn draw(&mut self, now: i64) {
        self.ghosts.draw(now, Some(&self.level.world), Some(&mut self.level.map)).unwrap();
    }

    fn draw_in_tasks(&mut self, now: i64) {
        let Game { world, map, .. } = &mut self.level;
        let mut job = self.ghosts.begin_frame(now, Some(world), MapAccess::Learn(map)).unwrap();
        let level = LevelContext { world: Some(world), map: Some(map) };
        let task = FrameTask { ghosts: &self.ghosts, level, now: job.now };
        job.chunks.iter_mut().rev().for_each(|chunk| chunk.draw(&task));
        self.ghosts.end_frame(job).unwrap();
    }
}

fn check(draw: fn(&mut Crowd, i64)) {
    let mut crowd = Crowd::new();
    (1..=2 * ROUND).for_each(|k| crowd.frame(k, draw));
    assert_eq!(crowd.ghosts.views().count(), PLAYERS as usize);
    (crowd.packets, crowd.calls) = (0, 0);
    (2 * ROUND + 1..=4 * ROUND).for_each(|k| crowd.frame(k, draw));
    assert_eq!(crowd.calls, 0, "allocator calls in two rounds of {PLAYERS} ghosts");
    assert!(crowd.packets > ROUND as usize, "{} packets", crowd.packets);
}

#[test]
fn a_frame_of_a_thousand_ghosts_allocates_nothing() {
    check(Crowd::draw);
}

#[test]
fn a_frame_of_a_thousand_ghosts_in_tasks_allocates_nothing() {
    check(Crowd::draw_in_tasks);
}
