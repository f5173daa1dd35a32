//! A network in a box: latency, jitter, loss, bursts, duplication, reordering and a narrow link, all from one seed.
//!
//! The same calls with the same seed give the same deliveries on every machine. Every packet draws the same number of
//! random numbers whatever becomes of it, so that changing one parameter leaves the fate of packets alone in all else.

mod bytes;
mod params;

#[cfg(test)]
mod tests;

pub use bytes::ByteSimulator;
pub use params::{Burst, NetworkParams, Scatter};

use crate::base::math::sqrt;
use crate::base::random::Random;
use crate::base::time::{Nanos, SECOND};
use crate::base::{Error, Result};
use alloc::collections::BinaryHeap;
use alloc::format;
use core::cmp::Ordering;

/// Most packets that can be under way.
const MAX_CAPACITY: usize = 1 << 20;
/// Packets of the scattering of one copy beyond this many deviations are brought back to it.
const CUT: f64 = 3.0;

/// A packet that has arrived.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Delivery<P> {
    /// What was sent.
    pub payload: P,
    /// When.
    pub sent: Nanos,
    /// When it arrived; at or before the time asked for.
    pub arrived: Nanos,
}

/// What became of packets so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct NetworkStats {
    /// Packets handed in.
    pub sent: u64,
    /// Copies handed out.
    pub delivered: u64,
    /// Packets lost at random or in a burst.
    pub lost: u64,
    /// Packets dropped because the queue before the narrow link was too long.
    pub queue_dropped: u64,
    /// Packets (or their second copies) dropped because as many as the capacity were under way.
    pub overflowed: u64,
    /// Packets that were sent on their way twice.
    pub duplicated: u64,
}

#[derive(Clone, Debug)]
struct Flight<P> {
    arrives: Nanos,
    /// Breaks ties: copies count up in the order in which they were sent.
    serial: u64,
    sent: Nanos,
    payload: P,
}

impl<P> PartialEq for Flight<P> {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl<P> Eq for Flight<P> {}

impl<P> PartialOrd for Flight<P> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<P> Ord for Flight<P> {
    /// The heap hands out the greatest: that is the one which arrives first.
    fn cmp(&self, other: &Self) -> Ordering {
        (other.arrives, other.serial).cmp(&(self.arrives, self.serial))
    }
}

/// One direction of a network for payloads of any kind. Bounded: it allocates when made and not afterwards.
#[derive(Clone, Debug)]
pub struct Simulator<P> {
    params: NetworkParams,
    capacity: usize,
    random: Random,
    in_burst: bool,
    /// When the narrow link is free again.
    link_free: Nanos,
    /// Latest arrival of a packet that keeps its place.
    last_arrival: Nanos,
    serial: u64,
    flights: BinaryHeap<Flight<P>>,
    stats: NetworkStats,
}

/// Random numbers of one packet.
struct Draws {
    change: f64,
    lost: f64,
    duplicate: f64,
    reorder: f64,
    scatter: [[f64; 2]; 2],
}

impl<P: Clone> Simulator<P> {
    /// A network on which at most `capacity` packets (1 to 2²⁰) are under way at once.
    pub fn new(params: &NetworkParams, seed: u64, capacity: usize) -> Result<Self> {
        params.check()?;
        if !(1..=MAX_CAPACITY).contains(&capacity) {
            return Err(Error::invalid(format!("capacity is {capacity}, must be 1 to {MAX_CAPACITY}")));
        }
        Ok(Self {
            params: *params,
            capacity,
            random: Random(seed),
            in_burst: false,
            link_free: Nanos::MIN,
            last_arrival: Nanos::MIN,
            serial: 0,
            flights: BinaryHeap::with_capacity(capacity),
            stats: NetworkStats::default(),
        })
    }

    /// What the network is like.
    pub fn params(&self) -> &NetworkParams {
        &self.params
    }

    /// Changes what it is like from the next packet on; those under way arrive as they would have.
    pub fn set_params(&mut self, params: &NetworkParams) -> Result<()> {
        params.check()?;
        self.params = *params;
        Ok(())
    }

    /// Sends a packet of `bytes` bytes and returns on how many ways it set out: 0 when it is lost, 1, or 2 when it is doubled.
    pub fn send(&mut self, now: Nanos, bytes: usize, payload: P) -> usize {
        let draws = self.draw();
        self.stats.sent = self.stats.sent.saturating_add(1);
        if let Some(burst) = self.params.burst {
            self.in_burst = if self.in_burst { draws.change >= burst.end } else { draws.change < burst.begin };
        } else {
            self.in_burst = false;
        }
        let Some(departs) = self.pass_link(now, bytes) else {
            self.stats.queue_dropped = self.stats.queue_dropped.saturating_add(1);
            return 0;
        };
        let loss = match self.params.burst {
            Some(burst) if self.in_burst => burst.loss,
            _ => self.params.loss,
        };
        if draws.lost < loss {
            self.stats.lost = self.stats.lost.saturating_add(1);
            return 0;
        }
        let held_up = draws.reorder < self.params.reorder;
        let doubled = draws.duplicate < self.params.duplicate;
        let copies = if doubled { 2 } else { 1 };
        let mut under_way = 0;
        for scatter in &draws.scatter[..copies] {
            if self.flights.len() == self.capacity {
                self.stats.overflowed = self.stats.overflowed.saturating_add(1);
                continue;
            }
            let arrives = self.arrival(departs, *scatter, held_up);
            self.flights.push(Flight { arrives, serial: self.serial, sent: now, payload: payload.clone() });
            self.serial = self.serial.saturating_add(1);
            under_way += 1;
        }
        self.stats.duplicated += u64::from(under_way == 2);
        under_way
    }

    /// When the packet has passed the narrow link; `None` when it would wait too long.
    fn pass_link(&mut self, now: Nanos, bytes: usize) -> Option<Nanos> {
        if self.params.bandwidth == 0 {
            return Some(now);
        }
        let begins = now.max(self.link_free);
        if begins.saturating_sub(now) > self.params.queue {
            return None;
        }
        let takes = (bytes as u128 * SECOND as u128).div_ceil(u128::from(self.params.bandwidth));
        self.link_free = begins.saturating_add(takes.min(Nanos::MAX as u128) as Nanos);
        Some(self.link_free)
    }

    fn arrival(&mut self, departs: Nanos, scatter: [f64; 2], held_up: bool) -> Nanos {
        let p = &self.params;
        let way = match p.scatter {
            Scatter::Uniform => 2.0 * scatter[0] - 1.0,
            Scatter::Normal => normal(scatter).clamp(-CUT, CUT),
        };
        let jitter = libm::round(way * p.jitter as f64) as Nanos;
        let mut arrives = departs.saturating_add((p.latency + jitter).max(0));
        if held_up {
            return arrives.saturating_add(p.reorder_delay);
        }
        if p.keep_order {
            arrives = arrives.max(self.last_arrival);
        }
        self.last_arrival = self.last_arrival.max(arrives);
        arrives
    }

    fn draw(&mut self) -> Draws {
        let random = &mut self.random;
        let mut unit = || random.unit();
        Draws {
            change: unit(),
            lost: unit(),
            duplicate: unit(),
            reorder: unit(),
            scatter: [[unit(), unit()], [unit(), unit()]],
        }
    }

    /// The packet that has arrived first, at or before `now`; of those that arrived together the one sent first.
    pub fn receive(&mut self, now: Nanos) -> Option<Delivery<P>> {
        if self.next_arrival()? > now {
            return None;
        }
        let flight = self.flights.pop()?;
        self.stats.delivered = self.stats.delivered.saturating_add(1);
        Some(Delivery { payload: flight.payload, sent: flight.sent, arrived: flight.arrives })
    }
}

impl<P> Simulator<P> {
    /// When the next packet arrives, if any is under way.
    pub fn next_arrival(&self) -> Option<Nanos> {
        self.flights.peek().map(|flight| flight.arrives)
    }

    /// Copies under way.
    pub fn under_way(&self) -> usize {
        self.flights.len()
    }

    /// What became of packets so far.
    pub fn stats(&self) -> &NetworkStats {
        &self.stats
    }

    /// Bytes of memory it uses, without what payloads own.
    pub fn bytes(&self) -> usize {
        size_of::<Self>() + self.flights.capacity() * size_of::<Flight<P>>()
    }

    fn first(&self) -> Option<&Flight<P>> {
        self.flights.peek()
    }
}

/// Box and Muller.
fn normal([a, b]: [f64; 2]) -> f64 {
    sqrt(-2.0 * libm::log(1.0 - a)) * libm::cos(core::f64::consts::TAU * b)
}
