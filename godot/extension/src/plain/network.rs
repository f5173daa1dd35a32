//! `AntNetworkSimulator`.

use crate::convert::{nanos, told};
use antreckon::base::Result;
use antreckon::net::simulator::Scatter;
use antreckon::net::{ByteSimulator, NetworkParams};
use godot::prelude::*;

/// Most datagrams under way.
const CAPACITY: usize = 4096;
/// Longest datagram, bytes.
const LONGEST: usize = 1400;

/// A bad network to try things on: datagrams go in, and come out late, out of order, twice or not at all.
#[derive(GodotClass)]
#[class(no_init, base=RefCounted)]
struct AntNetworkSimulator {
    network: ByteSimulator,
    base: Base<RefCounted>,
}

fn params(latency: f64, jitter: f64, loss: f64) -> NetworkParams {
    NetworkParams {
        latency: nanos(latency),
        jitter: nanos(jitter),
        scatter: Scatter::Normal,
        loss,
        ..NetworkParams::default()
    }
}

/// A bad network; `None` for one that does nothing at all.
pub(crate) fn simulator(latency: f64, jitter: f64, loss: f64, seed: i64) -> Result<Option<ByteSimulator>> {
    if latency == 0.0 && jitter == 0.0 && loss == 0.0 {
        return Ok(None);
    }
    ByteSimulator::new(&params(latency, jitter, loss), seed as u64, CAPACITY, LONGEST).map(Some)
}

#[godot_api]
impl AntNetworkSimulator {
    /// A network with this latency and jitter (seconds, one way) and share of lost datagrams. The same seed does the same.
    #[func]
    fn create(latency: f64, jitter: f64, loss: f64, seed: i64) -> Option<Gd<Self>> {
        let made = ByteSimulator::new(&params(latency, jitter, loss), seed as u64, CAPACITY, LONGEST);
        let network = told("AntNetworkSimulator.create", made)?;
        Some(Gd::from_init_fn(|base| Self { network, base }))
    }

    /// Changes what it is like from the next datagram on.
    #[func]
    fn configure(&mut self, latency: f64, jitter: f64, loss: f64) -> bool {
        told("AntNetworkSimulator.configure", self.network.set_params(&params(latency, jitter, loss))).is_some()
    }

    /// Sends a datagram at [param now] (nanoseconds).
    #[func]
    fn send(&mut self, now: i64, bytes: PackedByteArray) -> bool {
        told("AntNetworkSimulator.send", self.network.send(now, bytes.as_slice())).is_some()
    }

    /// The next datagram that has arrived by [param now]; empty when there is none.
    #[func]
    fn receive(&mut self, now: i64) -> PackedByteArray {
        self.network.receive(now).map_or_else(PackedByteArray::new, |delivery| delivery.payload.into())
    }
}
