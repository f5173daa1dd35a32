//! What ghosts are made of.

use crate::base::time::{Nanos, SECOND};
use crate::base::{Error, Result, Short};
use crate::net::{CodecParams, ReceiverParams};
use crate::predict::EntityProfile;
use crate::smooth::SmoothParams;
use alloc::format;

/// Most players.
pub(super) const MAX_PLAYERS: u32 = 1 << 20;
/// Most peers.
pub(super) const MAX_PEERS: u32 = 1 << 12;

/// What ghosts are made of. The defaults suit a game with players who run; only the codec must be the sender's.
#[derive(Clone, Debug, PartialEq)]
pub struct GhostsParams {
    /// Most players at once, those that have just left included, 1 to 2²⁰.
    pub max_players: u32,
    /// Most remote machines, 1 to 4096.
    pub max_peers: u32,
    /// Most bytes that wait for the next frame, 4096 to 2³⁰.
    pub inbox_bytes: u32,
    /// Speed at which players run, m/s; 0 = learned from those that are seen. It counts for prediction and convergence alike.
    pub run_speed: f64,
    /// From 1 (the predicted present) to 0 (the interpolated past); of ghosts that appear from now on.
    pub freshness: f64,
    /// How packets are written; the same as in the outbox.
    pub codec: CodecParams,
    /// How players are predicted where their owner does not choose a line.
    pub profile: EntityProfile,
    /// How updates are received: order, clocks, silence, the interpolated past.
    pub receiver: ReceiverParams,
    /// How what is drawn converges.
    pub smooth: SmoothParams,
    /// Gradients by which learned models adapt to this game, per frame, 0 to 1000 (about 5 µs each).
    pub adapt_per_frame: u32,
    /// A player that has left is remembered for so long, so that a late packet does not bring it back, 0 to 1 h.
    pub linger: Nanos,
}

impl Default for GhostsParams {
    fn default() -> Self {
        Self {
            max_players: 1024,
            max_peers: 64,
            inbox_bytes: 1 << 20,
            run_speed: 0.0,
            freshness: 1.0,
            codec: CodecParams::default(),
            profile: EntityProfile { model: crate::predict::Model::Auto, ..EntityProfile::default() },
            receiver: ReceiverParams::default(),
            smooth: SmoothParams::default(),
            adapt_per_frame: 8,
            linger: 10 * SECOND,
        }
    }
}

impl GhostsParams {
    /// Fails when a number is outside its range.
    pub fn check(&self) -> Result<()> {
        whole("max_players", self.max_players, 1, MAX_PLAYERS)?;
        whole("max_peers", self.max_peers, 1, MAX_PEERS)?;
        whole("inbox_bytes", self.inbox_bytes, 4096, 1 << 30)?;
        whole("adapt_per_frame", self.adapt_per_frame, 0, 1000)?;
        check_freshness(self.freshness)?;
        check_run_speed(self.run_speed)?;
        if !(0..=3600 * SECOND).contains(&self.linger) {
            return Err(Error::invalid(format!("linger is {} ns, must be 0 to 3.6e12", self.linger)));
        }
        self.receiver.check()?;
        self.smooth.validate()
    }
}

/// Fails when a run speed is neither one nor 0, which means that it is learned.
pub(super) fn check_run_speed(speed: f64) -> Result<()> {
    if speed == 0.0 || (1e-3..=1e6).contains(&speed) {
        return Ok(());
    }
    Err(Error::invalid(format!("run_speed is {}, must be 0.001 to 1e6 m/s, or 0 to learn it", Short(speed))))
}

pub(super) fn check_freshness(freshness: f64) -> Result<()> {
    if (0.0..=1.0).contains(&freshness) {
        return Ok(());
    }
    Err(Error::invalid(format!(
        "freshness is {}, must be 0 (interpolated past) to 1 (predicted present)",
        Short(freshness)
    )))
}

fn whole(name: &str, value: u32, least: u32, most: u32) -> Result<()> {
    if (least..=most).contains(&value) {
        return Ok(());
    }
    Err(Error::invalid(format!("{name} is {value}, must be {least} to {most}")))
}
