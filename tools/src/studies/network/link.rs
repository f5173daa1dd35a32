//! From the owners over the network: updates at a fixed rate, quantised, delayed and lost.
use super::truth::Truth;
use antreckon::base::Result;
use antreckon::base::time::{Nanos, SECOND};
use antreckon::net::{Codec, CodecParams, Flags, NetworkParams, Sequence, Simulator, Update};
use std::fmt;

/// What the network is like.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Cell {
    pub(super) latency_ms: i64,
    pub(super) loss: f64,
    pub(super) jitter_ms: i64,
}

impl Cell {
    /// The grid of the study.
    pub(super) fn all() -> Vec<Self> {
        let mut cells = Vec::new();
        for jitter_ms in [0, 30] {
            for latency_ms in [0, 100, 200] {
                cells.extend([0.0, 0.05, 0.2].map(|loss| Self { latency_ms, loss, jitter_ms }));
            }
        }
        cells
    }

    pub(super) fn latency(&self) -> Nanos {
        self.latency_ms * (SECOND / 1000)
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ms, {} %", self.latency_ms, self.loss * 100.0)
    }
}

/// An update that came through.
#[derive(Clone, Copy, Debug)]
pub(super) struct Arrival {
    pub(super) time: Nanos,
    pub(super) player: usize,
    pub(super) life: u32,
    pub(super) update: Update,
}

/// All that arrives, in order. Every player sends every `every` frames, each in another one, and at once when a life begins;
/// that first update of a life is sent until it comes through. Network numbers are the players'.
pub(super) fn arrivals(truth: &Truth, cell: &Cell, every: usize, seed: u64) -> Result<Vec<Arrival>> {
    let params = NetworkParams {
        latency: cell.latency(),
        jitter: cell.jitter_ms * (SECOND / 1000),
        loss: cell.loss,
        ..NetworkParams::default()
    };
    let codec = Codec::new(&CodecParams::default())?;
    let mut network = Simulator::new(&params, seed, 4096)?;
    let mut sequences = vec![Sequence(0); truth.players];
    let mut lives = vec![0; truth.players];
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
            while network.send(time, 0, (player, fix.life, update)) == 0 && begins {}
        }
        collect(&mut network, time);
    }
    collect(&mut network, Nanos::MAX);
    Ok(all)
}
