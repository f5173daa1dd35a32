//! From the owners over the network: states at a fixed rate, as a host's own netcode brings them, delayed and lost.
use super::truth::Truth;
use antreckon::base::Result;
use antreckon::base::time::{Nanos, SECOND};
use antreckon::ghosts::PlayerState;
use antreckon::net::{NetworkParams, Simulator};
use std::fmt;

/// Updates per second and player, where nothing else is asked for.
pub const UPDATES_PER_SECOND: f64 = 10.0;
/// How often the first update of a life is sent at most: a network that loses everything must not hold the replay up.
pub(super) const ATTEMPTS: usize = 1000;
/// A state on the wire with IPv4 and UDP around it, bytes: what a narrow link (`rate`) is filled by.
const STATE_BYTES: usize = 60;

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
    pub(crate) fn latency(&self) -> Nanos {
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

/// A state that came through.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Arrival {
    pub(crate) time: Nanos,
    pub(crate) player: usize,
    pub(crate) life: u32,
    /// When it was true.
    pub(crate) sent: Nanos,
    pub(crate) state: PlayerState,
}

/// What came of the sending.
pub(crate) struct Traffic {
    /// All that arrives, in order.
    pub(crate) all: Vec<Arrival>,
    /// Updates sent per second and player who is there.
    pub(crate) sent_per_second: f64,
}

/// How much finer than recorded the truth must be for owners who send so often. Rates that do not fit within this are rounded.
const FINEST: usize = 6;

/// All that arrives of the first `end` frames, in order. Every player sends every few frames, each in another one, and at once when a
/// life begins; that first update of a life is sent until it comes through.
pub(crate) fn arrivals(truth: &Truth, cell: &Cell, seed: u64, end: usize) -> Result<Traffic> {
    let per_frame = cell.updates_per_second / truth.tick_hz;
    let whole = |times: &usize| {
        let every = *times as f64 / per_frame;
        every > 0.5 && (every - every.round()).abs() < 1e-6
    };
    // Owners who send at most once in a recorded frame do so in one of those.
    let times = if per_frame > 1.0 { (1..=FINEST).find(whole).unwrap_or(FINEST) } else { 1 };
    let finer = (times > 1).then(|| truth.finer(times));
    let (truth, end) = (finer.as_ref().unwrap_or(truth), end.saturating_mul(times));
    let every = (truth.tick_hz / cell.updates_per_second).round().max(1.0) as usize;
    let mut network = Simulator::new(&cell.params(), seed, 4096.max(8 * truth.players))?;
    let mut lives = vec![0; truth.players];
    let (mut sent, mut present) = (0_u32, 0_u32);
    let mut all = Vec::new();
    let mut collect = |network: &mut Simulator<(usize, u32, Nanos, PlayerState)>, until: Nanos| {
        while let Some(delivery) = network.receive(until) {
            let (player, life, sent, state) = delivery.payload;
            all.push(Arrival { time: delivery.arrived, player, life, sent, state });
        }
    };
    for k in 0..truth.frames.min(end) {
        let time = truth.time(k);
        for (player, life) in lives.iter_mut().enumerate() {
            let Some(fix) = truth.fix(k, player) else { continue };
            present += 1;
            let begins = std::mem::replace(life, fix.life) != fix.life;
            if !begins && (k + player) % every != 0 {
                continue;
            }
            let state = PlayerState { teleported: begins, ..fix.state(time) };
            let attempts = if begins { ATTEMPTS } else { 1 };
            let _ = (0..attempts).any(|_| network.send(time, STATE_BYTES, (player, fix.life, time, state)) > 0);
            sent += 1;
        }
        collect(&mut network, time);
    }
    collect(&mut network, Nanos::MAX);
    Ok(Traffic { all, sent_per_second: f64::from(sent) * truth.tick_hz / f64::from(present.max(1)) })
}
