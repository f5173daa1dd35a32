//! How a receiver works.

use crate::base::time::{Nanos, SECOND};
use crate::base::{Error, Result, Short};
use crate::net::clock::ClockParams;
use alloc::format;

/// Most entities of one receiver.
pub const MAX_ENTITIES: u32 = 1 << 20;
/// Largest [`ReceiverParams::depth`].
pub const MAX_DEPTH: u32 = 64;
/// Most updates that can be held.
pub const MAX_EARLY: u32 = 1 << 16;
/// Longest of all times here.
const MAX_TIME: Nanos = 3600 * SECOND;

/// The curve between two updates of the interpolated past.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Curve {
    /// Cubic Hermite through both positions and velocities; straight where a velocity is a prediction vector.
    #[default]
    Hermite,
    /// A straight line at constant speed.
    Linear,
}

impl Curve {
    /// All, by number.
    pub const ALL: [Self; 2] = [Self::Hermite, Self::Linear];
}

/// How far behind the newest updates the interpolated past is shown.
///
/// The delay wanted is `gaps × mean gap between updates + lateness that the share quantile of updates keeps`, kept within
/// `least` and `most`. The delay in use approaches it by running time faster or slower by at most `slew`, never in a jump.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BufferParams {
    /// Mean gaps to stay behind, 0 to 16. Below 1 the end of the buffer is reached even without jitter.
    pub gaps: f64,
    /// Share of updates that shall be in time, 0 to 1.
    pub quantile: f64,
    /// Shortest delay, 0 to 1 h.
    pub least: Nanos,
    /// Longest delay, `least` to 1 h.
    pub most: Nanos,
    /// Most that time runs faster or slower, 0.001 to 0.5.
    pub slew: f64,
    /// A longer gap counts as this in the mean, 1 ms to 1 h: silence of who stands must not delay who runs.
    pub longest_gap: Nanos,
    /// Curve between two updates.
    pub curve: Curve,
}

impl Default for BufferParams {
    /// 1.5 gaps, 95 %, up to 500 ms, ± 5 %, gaps up to 250 ms, Hermite.
    fn default() -> Self {
        Self {
            gaps: 1.5,
            quantile: 0.95,
            least: 0,
            most: SECOND / 2,
            slew: 0.05,
            longest_gap: SECOND / 4,
            curve: Curve::Hermite,
        }
    }
}

/// How a receiver works.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ReceiverParams {
    /// Most entities, 1 to 2²⁰; memory is taken as they are added.
    pub max_entities: u32,
    /// By how many updates of its entity an update may be late and still get its place (the past is replayed with it),
    /// 1 to 64. Three times as many are kept for interpolation.
    pub depth: u32,
    /// Both ends stamp by one clock that the host keeps in step; else the remote clock is estimated.
    pub synchronised: bool,
    /// How the remote clock is estimated.
    pub clock: ClockParams,
    /// An update may lie this much beyond the remote clock's estimate, 0 to 1 h. It covers the jitter, since the first updates may
    /// have been slow ones.
    pub tolerance: Nanos,
    /// An update beyond that is held until its time has come, if that is at most this long, 0 to 1 h; else it is refused.
    pub longest_wait: Nanos,
    /// Most updates held, 0 to 65,536.
    pub max_early: u32,
    /// How long after its last update an entity is predicted, above 0, to 1 h. Choose more than the sender's heartbeat: until then
    /// silence says that the prediction holds.
    pub horizon: Nanos,
    /// Beyond the horizon its motion fades to rest over this time, 0 (it stops at once) to 1 h.
    pub fade: Nanos,
    /// The interpolated past.
    pub buffer: BufferParams,
}

impl Default for ReceiverParams {
    /// 1024 entities, depth 8, estimated clock, 250 ms tolerance, 64 updates held up to 1 s, horizon 6 s (a heartbeat of 5 s and
    /// some latency), half a second of fading.
    fn default() -> Self {
        Self {
            max_entities: 1024,
            depth: 8,
            synchronised: false,
            clock: ClockParams::default(),
            tolerance: SECOND / 4,
            longest_wait: SECOND,
            max_early: 64,
            horizon: 6 * SECOND,
            fade: SECOND / 2,
            buffer: BufferParams::default(),
        }
    }
}

impl ReceiverParams {
    /// Fails when a number is outside its range.
    pub fn check(&self) -> Result<()> {
        whole("max_entities", self.max_entities, 1, MAX_ENTITIES)?;
        whole("depth", self.depth, 1, MAX_DEPTH)?;
        whole("max_early", self.max_early, 0, MAX_EARLY)?;
        self.clock.check()?;
        time("tolerance", self.tolerance, 0)?;
        time("longest_wait", self.longest_wait, 0)?;
        time("horizon", self.horizon, 1)?;
        time("fade", self.fade, 0)?;
        let b = &self.buffer;
        number("buffer.gaps", b.gaps, 0.0, 16.0)?;
        number("buffer.quantile", b.quantile, 0.0, 1.0)?;
        number("buffer.slew", b.slew, 0.001, 0.5)?;
        time("buffer.least", b.least, 0)?;
        time("buffer.most", b.most, b.least)?;
        time("buffer.longest_gap", b.longest_gap, 1_000_000)
    }
}

fn whole(name: &str, value: u32, least: u32, most: u32) -> Result<()> {
    if (least..=most).contains(&value) {
        return Ok(());
    }
    Err(Error::invalid(format!("{name} is {value}, must be {least} to {most}")))
}

fn time(name: &str, value: Nanos, least: Nanos) -> Result<()> {
    if (least..=MAX_TIME).contains(&value) {
        return Ok(());
    }
    Err(Error::invalid(format!("{name} is {value} ns, must be {least} to {MAX_TIME}")))
}

fn number(name: &str, value: f64, least: f64, most: f64) -> Result<()> {
    if (least..=most).contains(&value) {
        return Ok(());
    }
    Err(Error::invalid(format!("{name} is {}, must be {least} to {most}", Short(value))))
}
