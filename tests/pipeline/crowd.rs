//! Players who run about, their owner's outbox, a bad network, and the ghosts of an observer.

use antreckon::base::math::DVec3;
use antreckon::ghosts::{EVERYONE, Ghosts, GhostsParams, Outbox, OutboxParams, PlayerState};
use antreckon::net::sender::SenderKind;
use antreckon::net::{ByteSimulator, NetworkParams, SenderCapacity, SenderParams};
use antreckon::predict::{EntityProfile, LevelContext, Model, Obstacle};

/// Longest packet, bytes.
const PACKET: usize = 1200;
/// The machine that all packets come from.
const PEER: u64 = 1;

/// One way through the network for everybody.
pub struct Pipeline {
    pub outbox: Outbox,
    pub ghosts: Ghosts,
    pub network: ByteSimulator,
    pub count: usize,
    buffer: Vec<u8>,
    tick: i64,
    k: i64,
    /// Sum of distances between drawn and true places, and how many.
    pub error: (f64, u64),
    /// Updates that were sent.
    pub updates: u64,
}

/// How everybody is predicted on both sides.
pub fn profile(model: Model) -> EntityProfile {
    let mut profile = EntityProfile { model, leaves_trail: false, ..EntityProfile::default() };
    profile.post.obstacle = Obstacle::Ignore;
    profile
}

impl Pipeline {
    /// `count` players at `rate` ticks per second, whose receivers run `model`; `None` = they follow their owner's lines.
    pub fn new(count: u32, rate: i64, model: Option<Model>, network: &NetworkParams) -> Self {
        let profile = profile(model.unwrap_or(Model::Auto));
        let kind = if model.is_some() { SenderKind::SharedModel } else { SenderKind::OwnerLine };
        let rules = SenderParams { kind, orientation: f64::INFINITY, ..OutboxParams::default().rules };
        let outbox = OutboxParams {
            capacity: SenderCapacity { entities: count, connections: 1, in_flight: 8 },
            rules,
            run_speed: 8.0,
            profile: profile.clone(),
            ..OutboxParams::default()
        };
        let ghosts =
            GhostsParams { max_players: count, run_speed: 8.0, profile, adapt_per_frame: 0, ..GhostsParams::default() };
        Self {
            outbox: Outbox::new(&outbox).expect("valid"),
            ghosts: Ghosts::new(&ghosts).expect("valid"),
            network: ByteSimulator::new(network, 7, 4096, PACKET).expect("valid"),
            count: count as usize,
            buffer: vec![0; PACKET],
            tick: 1_000_000_000 / rate,
            k: 0,
            error: (0.0, 0),
            updates: 0,
        }
    }

    /// Where a player is and how fast: on a curve of its own that bends this way and that.
    pub fn truth(&self, number: usize) -> (DVec3, DVec3) {
        let (time, i) = (self.k * self.tick, number as f64);
        let t = time as f64 * 1e-9 + 13.7 * i;
        let (a, b) = (0.6 + 0.01 * (number % 17) as f64, 0.23 + 0.01 * (number % 5) as f64);
        let place =
            DVec3::new(6.0 * (a * t).sin() + 4.0 * (b * t).cos(), 0.0, 5.0 * (a * t).cos() + 4.0 * (b * t).sin());
        let velocity = DVec3::new(
            6.0 * a * (a * t).cos() - 4.0 * b * (b * t).sin(),
            0.0,
            -5.0 * a * (a * t).sin() + 4.0 * b * (b * t).cos(),
        );
        (place + DVec3::new((number % 40) as f64 * 20.0, 0.0, (number / 40) as f64 * 20.0), velocity)
    }

    /// One tick and one frame: submits, sends, receives, draws.
    pub fn frame(&mut self) {
        self.k += 1;
        let now = self.k * self.tick;
        for number in 0..self.count {
            let (position, velocity) = self.truth(number);
            let state = PlayerState::at(position, velocity);
            self.outbox.submit(number as u32, &state, now, None, None).expect("within the codec's limits");
        }
        loop {
            let level = LevelContext::default();
            let packet = self.outbox.packet(EVERYONE, now, level, &mut self.buffer).expect("room for one observer");
            if packet.bytes == 0 {
                break;
            }
            self.updates += packet.updates as u64;
            self.network.send(now, &self.buffer[..packet.bytes]).expect("fits");
        }
        self.ghosts.set_clock(PEER, now, now).expect("one peer");
        while let Some(delivery) = self.network.receive(now) {
            self.ghosts.receive(PEER, delivery.payload, now).expect("made by the outbox");
        }
        self.ghosts.draw(now, None, None).expect("everything is finite");
        let mut error = (0.0, 0);
        for view in self.ghosts.views() {
            error.0 += (view.drawn.position - self.truth(view.player as usize).0).length();
            error.1 += 1;
        }
        self.error = (self.error.0 + error.0, self.error.1 + error.1);
    }
}
