//! What a simulated network does to packets.

use crate::base::serial::{Reader, Writer};
use crate::base::time::{Nanos, SECOND};
use crate::base::{Error, Result, Short};
use alloc::format;

/// Longest latency, jitter, extra delay or queue.
const MAX_DELAY: Nanos = 60 * SECOND;
/// Fastest link, bytes per second.
const MAX_BANDWIDTH: u64 = 1 << 40;

/// How delays scatter about the latency.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Scatter {
    /// Evenly within ± jitter.
    #[default]
    Uniform,
    /// Normally with deviation jitter, cut at three of them.
    Normal,
}

impl Scatter {
    /// All, by number.
    pub const ALL: [Self; 2] = [Self::Uniform, Self::Normal];
}

/// Losses that come in bursts: the two-state chain of Gilbert and Elliott. In the good state packets are lost with
/// [`NetworkParams::loss`], in the bad one with `loss`; before each packet the state may change.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Burst {
    /// Probability per packet that a burst begins, 0 to 1.
    pub begin: f64,
    /// Probability per packet that it ends, above 0, to 1: its mean length is 1 / `end` packets.
    pub end: f64,
    /// Probability that a packet of a burst is lost, 0 to 1.
    pub loss: f64,
}

impl Burst {
    /// Bursts that lose everything, have `length` ≥ 1 packets on average and lose the share `loss` < 1 of all packets.
    pub fn of(loss: f64, length: f64) -> Self {
        let end = 1.0 / length;
        Self { begin: (loss * end / (1.0 - loss)).min(1.0), end, loss: 1.0 }
    }
}

/// What the network is like, in one direction.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NetworkParams {
    /// Mean time under way, 0 to 60 s.
    pub latency: Nanos,
    /// How far delays scatter, 0 to 60 s; no packet arrives before it was sent.
    pub jitter: Nanos,
    /// How they scatter.
    pub scatter: Scatter,
    /// Whether a packet waits for the one sent before it, so that jitter reorders nothing.
    pub keep_order: bool,
    /// Probability that a packet is lost (outside of bursts), 0 to 1.
    pub loss: f64,
    /// Losses in bursts.
    pub burst: Option<Burst>,
    /// Probability that a packet arrives twice, each copy with its own delay, 0 to 1.
    pub duplicate: f64,
    /// Probability that a packet is held up by `reorder_delay`, whatever `keep_order` says, 0 to 1.
    pub reorder: f64,
    /// How long, 0 to 60 s.
    pub reorder_delay: Nanos,
    /// Bytes per second of the narrowest link, 0 = no limit, at most 2⁴⁰.
    pub bandwidth: u64,
    /// Longest wait before that link; packets that would wait longer are dropped, 0 to 60 s.
    pub queue: Nanos,
}

impl Default for NetworkParams {
    /// A perfect network.
    fn default() -> Self {
        Self {
            latency: 0,
            jitter: 0,
            scatter: Scatter::Uniform,
            keep_order: false,
            loss: 0.0,
            burst: None,
            duplicate: 0.0,
            reorder: 0.0,
            reorder_delay: 0,
            bandwidth: 0,
            queue: SECOND,
        }
    }
}

impl NetworkParams {
    /// Share of packets lost in the long run, without those dropped by a full queue.
    pub fn mean_loss(&self) -> f64 {
        match self.burst {
            Some(b) => (b.begin * b.loss + b.end * self.loss) / (b.begin + b.end),
            None => self.loss,
        }
    }

    /// Fails when a number is outside its range.
    pub fn check(&self) -> Result<()> {
        let delays = [
            ("latency", self.latency),
            ("jitter", self.jitter),
            ("reorder_delay", self.reorder_delay),
            ("queue", self.queue),
        ];
        for (name, delay) in delays {
            if !(0..=MAX_DELAY).contains(&delay) {
                return Err(Error::invalid(format!("{name} is {delay} ns, must be 0 to {MAX_DELAY}")));
            }
        }
        probability("loss", self.loss)?;
        probability("duplicate", self.duplicate)?;
        probability("reorder", self.reorder)?;
        if let Some(burst) = &self.burst {
            probability("burst.begin", burst.begin)?;
            probability("burst.loss", burst.loss)?;
            if !(burst.end > 0.0 && burst.end <= 1.0) {
                return Err(Error::invalid(format!("burst.end is {}, must be above 0, to 1", Short(burst.end))));
            }
        }
        if self.bandwidth > MAX_BANDWIDTH {
            return Err(Error::invalid(format!("bandwidth is {}, must be 0 to {MAX_BANDWIDTH}", self.bandwidth)));
        }
        Ok(())
    }

    pub(super) fn write(&self, w: &mut Writer) {
        let burst = self.burst.unwrap_or(Burst { begin: 0.0, end: 0.0, loss: 0.0 });
        w.i64(self.latency).i64(self.jitter).u8(self.scatter as u8).u8(self.keep_order.into()).f64(self.loss);
        w.u8(self.burst.is_some().into()).f64(burst.begin).f64(burst.end).f64(burst.loss);
        w.f64(self.duplicate).f64(self.reorder).i64(self.reorder_delay).u64(self.bandwidth).i64(self.queue);
    }

    pub(super) fn read(r: &mut Reader<'_>) -> Result<Self> {
        let (latency, jitter) = (r.i64()?, r.i64()?);
        let scatter = Scatter::ALL.get(usize::from(r.u8()?)).copied();
        let scatter = scatter.ok_or_else(|| Error::corrupt("a network scatters in an unknown way"))?;
        let (keep_order, loss, bursts) = (r.u8()? != 0, r.f64()?, r.u8()? != 0);
        let burst = Burst { begin: r.f64()?, end: r.f64()?, loss: r.f64()? };
        let params = Self {
            latency,
            jitter,
            scatter,
            keep_order,
            loss,
            burst: bursts.then_some(burst),
            duplicate: r.f64()?,
            reorder: r.f64()?,
            reorder_delay: r.i64()?,
            bandwidth: r.u64()?,
            queue: r.i64()?,
        };
        params.check().map_err(Error::into_corrupt)?;
        Ok(params)
    }
}

fn probability(name: &str, value: f64) -> Result<()> {
    if (0.0..=1.0).contains(&value) {
        return Ok(());
    }
    Err(Error::invalid(format!("{name} is {}, must be 0 to 1", Short(value))))
}
