//! Two machines, tick by tick, with clocks that can be meddled with.

use antreckon::base::math::DVec3;
use antreckon::base::time::{Nanos, SECOND};
use antreckon::ghosts::{EVERYONE, Event, EventKind, Ghosts, GhostsParams, Outbox, OutboxParams, PlayerState};
use antreckon::predict::LevelContext;

pub const MS: Nanos = SECOND / 1000;
/// A tick of the owner and a frame of the other machine.
pub const TICK: Nanos = SECOND / 60;
pub const PEER: u64 = 1;
pub const OBSERVER: u64 = 5;

/// One machine that owns players and one that draws them.
pub struct Game {
    pub outbox: Outbox,
    pub ghosts: Ghosts,
    /// Real time.
    pub now: Nanos,
    pub latency: Nanos,
    /// The clocks of the machines are ahead of real time by so much.
    pub owner_ahead: Nanos,
    pub own_ahead: Nanos,
    /// Nothing comes back, everything is told to everyone.
    pub broadcast: bool,
    /// Packets arrive at the next multiple of this only.
    pub grid: Nanos,
    pub events: Vec<Event>,
    /// Bytes that went out so far.
    pub sent: usize,
    /// Under way, by time of arrival.
    pub down: Vec<(Nanos, Vec<u8>)>,
    pub up: Vec<(Nanos, Vec<u8>)>,
}

impl Game {
    pub fn new(ghosts: &GhostsParams, outbox: &OutboxParams) -> Self {
        Self {
            outbox: Outbox::new(outbox).unwrap(),
            ghosts: Ghosts::new(ghosts).unwrap(),
            now: 0,
            latency: 50 * MS,
            owner_ahead: 100 * SECOND,
            own_ahead: 0,
            broadcast: false,
            grid: 0,
            events: Vec::new(),
            sent: 0,
            down: Vec::new(),
            up: Vec::new(),
        }
    }

    pub fn observer(&self) -> u64 {
        if self.broadcast { EVERYONE } else { OBSERVER }
    }

    /// Time on the clock of who draws.
    pub fn own(&self) -> Nanos {
        self.now + self.own_ahead
    }

    /// Seconds since the start.
    pub fn seconds(&self) -> f64 {
        self.now as f64 * 1e-9
    }

    /// The owner's part of a tick: these are its players.
    pub fn tick(&mut self, players: &[(u32, PlayerState)]) {
        let (now, observer, remote) = (self.now, self.observer(), self.now + self.owner_ahead);
        let outbox = &mut self.outbox;
        self.up.retain(|(at, bytes)| {
            if *at <= now {
                outbox.receive(observer, bytes, remote).unwrap();
            }
            *at > now
        });
        for (player, state) in players {
            outbox.submit(*player, state, remote, None, None).unwrap();
        }
        let mut buffer = [0; 1200];
        let packet = outbox.packet(observer, remote, LevelContext::default(), &mut buffer).unwrap();
        if packet.bytes > 0 {
            self.sent += packet.bytes;
            let arrival = now + self.latency;
            let wait = if self.grid > 0 { (self.grid - arrival % self.grid) % self.grid } else { 0 };
            self.down.push((arrival + wait, buffer[..packet.bytes].to_vec()));
        }
    }

    /// The other machine's frame.
    pub fn frame(&mut self) {
        let (now, own) = (self.now, self.own());
        let ghosts = &mut self.ghosts;
        self.down.retain(|(at, bytes)| {
            if *at <= now {
                ghosts.receive(PEER, bytes, own).unwrap();
            }
            *at > now
        });
        ghosts.draw(own, None, None).unwrap();
        let mut reply = [0; 8];
        let length = ghosts.reply(PEER, own, &mut reply).unwrap();
        if length > 0 && !self.broadcast {
            self.up.push((now + self.latency, reply[..length].to_vec()));
        }
        while let Some(event) = ghosts.next_event() {
            self.events.push(event);
        }
        self.now += TICK;
    }

    pub fn step(&mut self, players: &[(u32, PlayerState)]) {
        self.tick(players);
        self.frame();
    }

    /// What is under way is lost.
    pub fn lose(&mut self) {
        self.down.clear();
        self.up.clear();
    }

    pub fn drawn(&self, player: u32) -> DVec3 {
        self.ghosts.view(player).unwrap().drawn.position
    }

    pub fn count(&self, kind: EventKind) -> usize {
        self.events.iter().filter(|event| event.kind == kind).count()
    }
}

/// Somebody who runs to and fro at 5 m/s along a circle of 20 m.
pub fn circle(t: f64) -> PlayerState {
    let (sin, cos) = (t * 0.25).sin_cos();
    PlayerState::at(DVec3::new(20.0 * cos, 0.0, 20.0 * sin), DVec3::new(-5.0 * sin, 0.0, 5.0 * cos))
}

/// Somebody who runs straight on at 5 m/s.
pub fn straight(t: f64) -> PlayerState {
    let velocity = DVec3::new(4.0, 0.0, 3.0);
    PlayerState::at(velocity * t, velocity)
}
