//! Two machines whose clocks do what one wants, over a simulated network.

use crate::game::{MS, OBSERVER, PEER, TICK, circle};
use antreckon::base::time::{Nanos, SECOND};
use antreckon::ghosts::{EVERYONE, EventKind, Ghosts, GhostsParams, Outbox, OutboxParams, PlayerState};
use antreckon::net::sender::SenderParams;
use antreckon::net::simulator::{NetworkParams, Simulator};
use antreckon::predict::LevelContext;

const PLAYER: u32 = 3;

/// A clock: from each real time on it shows a value and runs at a rate.
#[derive(Clone, Debug)]
pub struct Clock(Vec<(Nanos, Nanos, f64)>);

impl Clock {
    /// Runs evenly and is ahead of real time.
    pub fn ahead(ahead: Nanos) -> Self {
        Self(vec![(Nanos::MIN / 4, Nanos::MIN / 4 + ahead, 1.0)])
    }

    pub fn at(&self, real: Nanos) -> Nanos {
        let (from, value, rate) = self.0.iter().rev().find(|(from, ..)| *from <= real).unwrap();
        value + ((real - from) as f64 * rate).round() as Nanos
    }

    /// From `real` on it shows so much more.
    pub fn jump(mut self, real: Nanos, by: Nanos) -> Self {
        let rate = self.0.last().unwrap().2;
        self.0.push((real, self.at(real) + by, rate));
        self
    }

    /// From `real` on it runs at `rate`.
    pub fn run(mut self, real: Nanos, rate: f64) -> Self {
        self.0.push((real, self.at(real), rate));
        self
    }

    fn stands(&self, real: Nanos) -> bool {
        self.at(real - TICK) == self.at(real)
    }
}

/// How states get to the other machine.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Way {
    /// Packets for one observer, with replies.
    Packets,
    /// Packets for everyone, nothing comes back.
    Broadcast,
    /// States of the host's netcode with their time.
    Dated,
    /// States of the host's netcode without.
    Undated,
    /// As `Dated`, and the host says ten times a second what the owner's clock shows.
    Told,
}

/// What happens to the clocks.
#[derive(Clone, Debug)]
pub struct Hitch {
    pub name: String,
    /// What the owner stamps with.
    pub stamps: Clock,
    /// The time its players live by.
    pub lives: Clock,
    /// The clock of who draws.
    pub own: Clock,
    /// The owner does nothing from … to.
    pub asleep: (Nanos, Nanos),
    /// The other machine draws nothing; what comes waits for it.
    pub blind: (Nanos, Nanos),
    /// Real times from which on all is as it should be a second later, until the next of them.
    pub changes: Vec<Nanos>,
    /// So long an outbox refuses what is submitted, because its time was before.
    pub refused: Nanos,
}

#[derive(Clone, Debug)]
pub struct Link {
    pub way: Way,
    /// Updates per second.
    pub rate: i64,
    pub network: NetworkParams,
    pub seed: u64,
    /// More delay on the way from the owner, by real time.
    pub extra: fn(Nanos) -> Nanos,
}

/// What was seen.
#[derive(Clone, Debug)]
pub struct Seen {
    /// Most that was drawn wrongly before anything happened, metres.
    pub before: f64,
    /// After each change: how long errors stayed larger than before.
    pub healed: Vec<Nanos>,
    pub jumps: usize,
}

/// Errors this much larger than before count as not healed, metres.
pub const MARGIN: f64 = 0.35;

/// Plays until `end` and looks at the errors.
pub fn play(hitch: &Hitch, link: &Link, end: Nanos) -> Seen {
    let mut ghosts = Ghosts::new(&GhostsParams { run_speed: 5.0, ..GhostsParams::default() }).unwrap();
    let rules = SenderParams { min_gap: 0, heartbeat: SECOND / link.rate, ..OutboxParams::default().rules };
    let mut outbox = Outbox::new(&OutboxParams { rules, ..OutboxParams::default() }).unwrap();
    let observer = if link.way == Way::Packets { OBSERVER } else { EVERYONE };
    let mut down: Simulator<(Vec<u8>, Option<PlayerState>)> = Simulator::new(&link.network, link.seed, 4096).unwrap();
    let mut up: Simulator<Vec<u8>> = Simulator::new(&link.network, link.seed ^ 77, 4096).unwrap();
    let behind = match link.way {
        Way::Packets | Way::Told => 0,
        _ => link.network.latency - link.network.jitter,
    };
    let within = |(from, to): (Nanos, Nanos), at: Nanos| (from..to).contains(&at);
    let refused = if matches!(link.way, Way::Packets | Way::Broadcast) { hitch.refused } else { 0 };
    let changes: Vec<Nanos> = hitch.changes.iter().map(|change| change + refused).collect();
    let first = changes[0];
    let mut late: Vec<(Nanos, Vec<u8>, Option<PlayerState>)> = Vec::new();
    let mut seen = Seen { before: 0.0, healed: vec![0; hitch.changes.len()], jumps: 0 };
    let mut errors = Vec::new();
    let (mut next_state, mut next_told, mut buffer) = (0, 0, [0; 1200]);
    // The owner's tick lies a third of a frame before the frame.
    let mut frame = 2 * TICK;
    while frame < end {
        let tick = frame - TICK / 3;
        if !within(hitch.asleep, tick) {
            let stamp = hitch.stamps.at(tick);
            let state = circle(hitch.lives.at(tick) as f64 * 1e-9);
            while let Some(delivery) = up.receive(tick) {
                let _ = outbox.receive(observer, &delivery.payload, stamp);
            }
            match link.way {
                Way::Packets | Way::Broadcast => {
                    outbox.submit(PLAYER, &state, stamp, None, None).unwrap();
                    let packet = outbox.packet(observer, stamp, LevelContext::default(), &mut buffer).unwrap();
                    if packet.bytes > 0 {
                        down.send(tick, packet.bytes, (buffer[..packet.bytes].to_vec(), None));
                    }
                }
                _ if tick >= next_state => {
                    next_state = next_state.max(tick - SECOND / link.rate) + SECOND / link.rate;
                    let time = (link.way != Way::Undated).then_some(stamp);
                    down.send(tick, 60, (Vec::new(), Some(PlayerState { time, ..state })));
                }
                _ => {}
            }
        }
        while let Some(delivery) = down.receive(frame) {
            let (bytes, state) = delivery.payload;
            late.push((delivery.arrived + (link.extra)(delivery.sent), bytes, state));
        }
        if !within(hitch.blind, frame) {
            let own = hitch.own.at(frame);
            late.sort_by_key(|(at, ..)| *at);
            let here = late.partition_point(|(at, ..)| *at <= frame);
            for (_, bytes, state) in late.drain(..here) {
                match state {
                    Some(state) => ghosts.observe(PEER, PLAYER, &state, own).unwrap(),
                    None => ghosts.receive(PEER, &bytes, own).unwrap(),
                }
            }
            if link.way == Way::Told && frame >= next_told && !within(hitch.asleep, frame) {
                next_told = frame + 100 * MS;
                ghosts.set_clock(PEER, own, hitch.stamps.at(frame)).unwrap();
            }
            ghosts.draw(own, None, None).unwrap();
            let length = ghosts.reply(PEER, own, &mut buffer).unwrap();
            if length > 0 && link.way == Way::Packets {
                up.send(frame, length, buffer[..length].to_vec());
            }
            while let Some(event) = ghosts.next_event() {
                seen.jumps += usize::from(event.kind == EventKind::ClockJumped && frame > 5 * SECOND);
            }
            if let Ok(view) = ghosts.view(PLAYER) {
                let truth = circle(hitch.lives.at(frame - behind) as f64 * 1e-9).position;
                // Nobody expects anything of who has no time.
                if !hitch.own.stands(frame) {
                    errors.push((frame, (view.drawn.position - truth).length()));
                }
            }
        }
        frame += TICK;
    }
    for (at, error) in &errors {
        if (8 * SECOND..20 * SECOND).contains(at) {
            seen.before = seen.before.max(*error);
        }
    }
    for (at, error) in errors.iter().filter(|(at, _)| *at >= first) {
        if *error > 1.3 * seen.before + MARGIN {
            let which = changes.iter().rposition(|change| change <= at).unwrap();
            seen.healed[which] = at - changes[which] + TICK;
        }
    }
    seen
}
