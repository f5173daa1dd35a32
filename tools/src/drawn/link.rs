//! From the owners over the network: updates at a fixed rate, quantised, delayed and lost.
use super::truth::Truth;
use antreckon::base::Result;
use antreckon::base::time::{Nanos, SECOND};
use antreckon::net::{Codec, CodecParams, Flags, NetworkParams, Sequence, Simulator, Update};
use std::fmt;

/// Updates per second and player, where nothing else is asked for.
pub const UPDATES_PER_SECOND: f64 = 10.0;
/// How often the first update of a life is sent at most: a network that loses everything must not hold the replay up.
const ATTEMPTS: usize = 1000;
/// IPv4 and UDP around every update, bytes.
const HEADER_BYTES: usize = 28;

/// What the network is like.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cell {
    /// Mean time under way, milliseconds.
    pub latency_ms: f64,
    /// Share of packets lost, at random or in bursts.
    pub loss: f64,
    /// How far delays scatter, ± milliseconds.
    pub jitter_ms: f64,
    /// Updates per second and player.
    pub updates_per_second: f64,
    /// What else happens; its latency, jitter and loss do not count, and bursts are made for the loss above.
    pub other: NetworkParams,
}

impl Cell {
    /// The grid of the study.
    pub fn all() -> Vec<Self> {
        let mut cells = Vec::new();
        for jitter_ms in [0.0, 30.0] {
            for latency_ms in [0.0, 100.0, 200.0] {
                cells.extend([0.0, 0.05, 0.2].map(|loss| Self { latency_ms, loss, jitter_ms, ..Self::default() }));
            }
        }
        cells
    }

    pub(super) fn latency(&self) -> Nanos {
        nanos(self.latency_ms)
    }

    /// The same as the library's simulator takes it.
    pub fn params(&self) -> NetworkParams {
        // Bursts have all the losses.
        let loss = if self.other.burst.is_some() { 0.0 } else { self.loss };
        NetworkParams { latency: self.latency(), jitter: nanos(self.jitter_ms), loss, ..self.other }
    }
}

impl Default for Cell {
    /// A perfect network.
    fn default() -> Self {
        let other = NetworkParams::default();
        Self { latency_ms: 0.0, loss: 0.0, jitter_ms: 0.0, updates_per_second: UPDATES_PER_SECOND, other }
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ms, {} %", self.latency_ms, self.loss * 100.0)
    }
}

fn nanos(milliseconds: f64) -> Nanos {
    (milliseconds * (SECOND / 1000) as f64).round() as Nanos
}

/// An update that came through.
#[derive(Clone, Copy, Debug)]
pub(super) struct Arrival {
    pub(super) time: Nanos,
    pub(super) player: usize,
    pub(super) life: u32,
    pub(super) update: Update,
}

/// What came of the sending.
pub(super) struct Traffic {
    /// All that arrives, in order.
    pub(super) all: Vec<Arrival>,
    /// Updates sent per second and player who is there.
    pub(super) sent_per_second: f64,
}

/// All that arrives, in order. Every player sends every `every` frames, each in another one, and at once when a life begins;
/// that first update of a life is sent until it comes through. Network numbers are the players'.
pub(super) fn arrivals(truth: &Truth, cell: &Cell, seed: u64) -> Result<Traffic> {
    let every = (truth.tick_hz / cell.updates_per_second).round().max(1.0) as usize;
    let params = cell.params();
    let codec = Codec::new(&CodecParams::default())?;
    let mut network = Simulator::new(&params, seed, 4096)?;
    let mut packet = vec![0; codec.max_bytes()];
    let mut sequences = vec![Sequence(0); truth.players];
    let mut lives = vec![0; truth.players];
    let (mut sent, mut present) = (0_u32, 0_u32);
    let mut all = Vec::new();
    let mut collect = |network: &mut Simulator<(usize, u32, Update)>, until: Nanos| {
        while let Some(delivery) = network.receive(until) {
            let (player, life, update) = delivery.payload;
            all.push(Arrival { time: delivery.arrived, player, life, update });
        }
    };
    for k in 0..truth.frames {
        let time = (k as f64 / truth.tick_hz * 1e9).round() as Nanos;
        for player in 0..truth.players {
            let Some(fix) = truth.fix(k, player) else { continue };
            present += 1;
            let begins = std::mem::replace(&mut lives[player], fix.life) != fix.life;
            if !begins && (k + player) % every != 0 {
                continue;
            }
            let airborne = if fix.airborne { Flags::AIRBORNE } else { Flags::NONE };
            let update = codec.quantise(&Update {
                sequence: sequences[player],
                velocity: fix.velocity,
                orientation: fix.orientation,
                flags: if begins { airborne | Flags::TELEPORT } else { airborne },
                ..Update::at(player as u32, time, fix.position)
            })?;
            sequences[player] = sequences[player].next();
            let bytes = HEADER_BYTES + codec.encode(&update, None, &mut packet)?;
            let attempts = if begins { ATTEMPTS } else { 1 };
            let _ = (0..attempts).any(|_| network.send(time, bytes, (player, fix.life, update)) > 0);
            sent += 1;
        }
        collect(&mut network, time);
    }
    collect(&mut network, Nanos::MAX);
    Ok(Traffic { all, sent_per_second: f64::from(sent) * truth.tick_hz / f64::from(present.max(1)) })
}
