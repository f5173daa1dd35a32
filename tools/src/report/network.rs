//! The network of the replay: owners send at a fixed rate, updates are quantised, delayed and lost.
use super::window::Window;
use crate::eval::kinematics::Estimates;
use crate::eval::plugin::observation;
use crate::eval::units::Units;
use crate::trace::Trace;
use antreckon::base::Result;
use antreckon::base::time::{Nanos, SECOND};
use antreckon::net::{Codec, CodecParams, Flags, NetworkParams, Sequence, Simulator, Update};
use serde_json::{Value, json};

/// How often the first update of a life is sent at most: a network that loses everything must not hold the replay up.
const ATTEMPTS: usize = 1000;

/// What the network is like.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Network {
    /// One way, milliseconds.
    pub latency_ms: f64,
    /// Up to this much more, milliseconds.
    pub jitter_ms: f64,
    /// Share of updates that are lost.
    pub loss: f64,
    /// Updates per second and player.
    pub rate: f64,
    /// Seed of delays and losses.
    pub seed: u64,
}

impl Default for Network {
    /// An ordinary line: 100 ± 20 ms, one update in twenty lost, ten a second.
    fn default() -> Self {
        Self { latency_ms: 100.0, jitter_ms: 20.0, loss: 0.05, rate: 10.0, seed: 1 }
    }
}

/// An update that came through.
#[derive(Debug, Clone, Copy)]
pub(super) struct Arrival {
    pub(super) time: Nanos,
    pub(super) player: usize,
    pub(super) update: Update,
}

impl Network {
    /// Everything that arrives of the first `end` frames, in order. Every player sends in another frame, and at once when a life
    /// begins; that first update is sent until it comes through.
    pub(super) fn arrivals(&self, trace: &Trace, estimates: &Estimates, end: usize) -> Result<Vec<Arrival>> {
        let nanos = |ms: f64| (ms * 1e-3 * SECOND as f64) as Nanos;
        let params = NetworkParams {
            latency: nanos(self.latency_ms),
            jitter: nanos(self.jitter_ms),
            loss: self.loss,
            ..NetworkParams::default()
        };
        let (units, codec) = (Units::of(&trace.meta), Codec::new(&CodecParams::default())?);
        let every = (trace.meta.tick_hz / self.rate).round().max(1.0) as usize;
        let mut line = Simulator::new(&params, self.seed, 4096.max(8 * trace.players.len()))?;
        let mut sequences = vec![Sequence(0); trace.players.len()];
        let mut all = Vec::new();
        for k in 0..end {
            let time = units.time(k);
            for (player, (sample, estimate)) in trace.states(k).iter().zip(estimates.frame(k)).enumerate() {
                let Some((sample, estimate)) = sample.zip(*estimate) else { continue };
                let begins = estimate.run == 0;
                if !begins && !(k + player).is_multiple_of(every) {
                    continue;
                }
                let known = observation(&units, &sample, time, trace.meta.v_max * units.metres);
                let [vx, vy] = estimate.velocity;
                let airborne = if known.airborne { Flags::AIRBORNE } else { Flags::NONE };
                let update = codec.quantise(&Update {
                    sequence: sequences[player],
                    velocity: units.to_metres([vx, vy, estimate.vertical.velocity]),
                    orientation: known.orientation,
                    flags: if begins { airborne | Flags::TELEPORT } else { airborne },
                    ..Update::at(player as u32, time, known.position)
                })?;
                sequences[player] = sequences[player].next();
                let attempts = if begins { ATTEMPTS } else { 1 };
                let _ = (0..attempts).any(|_| line.send(time, 0, (player, update)) > 0);
            }
            while let Some(delivery) = line.receive(time) {
                let (player, update) = delivery.payload;
                all.push(Arrival { time: delivery.arrived, player, update });
            }
        }
        Ok(all)
    }

    /// Its settings and what they came to, for the page.
    pub(super) fn describe(&self, arrivals: &[Arrival], trace: &Trace, window: &Window) -> Value {
        let units = Units::of(&trace.meta);
        let shown = units.time(window.start)..units.time(window.end());
        let arrived = arrivals.iter().filter(|arrival| shown.contains(&arrival.update.time)).count();
        let present: usize = (window.start..window.end()).map(|k| trace.states(k).iter().flatten().count()).sum();
        let rate = arrived as f64 * trace.meta.tick_hz / present.max(1) as f64;
        json!({
            "latency_ms": self.latency_ms, "jitter_ms": self.jitter_ms, "loss": self.loss, "updates_per_s": self.rate,
            "arrived_per_s": (rate * 100.0).round() / 100.0, "seed": self.seed,
        })
    }
}
