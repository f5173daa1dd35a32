//! Bounds of a log: memory, time and cost.

use crate::base::time::{Nanos, SECOND};
use crate::base::{Error, Result};
use alloc::format;

/// What happens when a late event would have more events executed again than one call may.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum OverCost {
    /// It is taken; what one call cannot do the next one goes on with.
    Continue = 0,
    /// It is refused ([`super::Verdict::TooCostly`]).
    Refuse = 1,
}

/// What happens when the log is full.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum WhenFull {
    /// New events are refused ([`super::Verdict::Full`]) until the window has moved on.
    Refuse = 0,
    /// The oldest executed events are forgotten, up to the next snapshot; the window becomes as much shorter.
    Forget = 1,
}

/// Bounds of a [`super::Timewarp`]. All its memory is taken when it is made:
/// about `max_events` × (`max_payload` + 240) + `max_snapshots` × `max_state` bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimewarpParams {
    /// Most events at once, those waiting for their time and cancellations included. 2 to 1,048,576.
    pub max_events: u32,
    /// Most bytes of an event's payload. At most 65,536.
    pub max_payload: u32,
    /// Most snapshots at once, 3 to 1,024. They are thinned so that their distances grow with their age.
    pub max_snapshots: u32,
    /// Most bytes of one snapshot, at most 2³⁰; 0 when the host keeps states itself, by slot.
    pub max_state: u32,
    /// A snapshot is due after so many executed events; at least 1.
    pub snapshot_events: u32,
    /// … or when so much time lies between an executed event and the last snapshot; at least 1 ns.
    pub snapshot_time: Nanos,
    /// Time of the host's state before any event; events before it are refused.
    pub start: Nanos,
    /// How late an event may be: older than now minus this is refused. At least 0.
    pub window: Nanos,
    /// How far in the future an event may claim to be. At least 0.
    pub max_ahead: Nanos,
    /// Most events that one call (or plan) executes again, late ones included; at least 1.
    pub max_replay: u32,
    /// What happens to an event that needs more.
    pub over_cost: OverCost,
    /// What happens when the log is full.
    pub when_full: WhenFull,
}

impl Default for TimewarpParams {
    fn default() -> Self {
        Self {
            max_events: 4096,
            max_payload: 64,
            max_snapshots: 16,
            max_state: 16_384,
            snapshot_events: 16,
            snapshot_time: SECOND / 10,
            start: 0,
            window: SECOND,
            max_ahead: SECOND,
            max_replay: 4096,
            over_cost: OverCost::Continue,
            when_full: WhenFull::Refuse,
        }
    }
}

impl TimewarpParams {
    /// Most memory that snapshots may take, so that a slip of the pen does not take all there is.
    pub const MOST_STATE_BYTES: u64 = 1 << 32;
    /// Most memory that payloads may take.
    pub const MOST_PAYLOAD_BYTES: u64 = 1 << 30;

    pub(super) fn check(&self) -> Result<()> {
        let numbers = [
            ("max_events", self.max_events.into(), 2, 1 << 20),
            ("max_payload", self.max_payload.into(), 0, 1 << 16),
            ("max_snapshots", self.max_snapshots.into(), 3, 1024),
            ("max_state", self.max_state.into(), 0, 1 << 30),
            ("snapshot_events", self.snapshot_events.into(), 1, u32::MAX.into()),
            ("snapshot_time", self.snapshot_time, 1, i64::MAX),
            ("window", self.window, 0, i64::MAX),
            ("max_ahead", self.max_ahead, 0, i64::MAX),
            ("max_replay", self.max_replay.into(), 1, u32::MAX.into()),
        ];
        for (name, value, least, most) in numbers {
            if value < least || value > most {
                return Err(Error::invalid(format!("`{name}` is {value}, must be {least} to {most}")));
            }
        }
        let payloads = u64::from(self.max_events) * u64::from(self.max_payload);
        if payloads > Self::MOST_PAYLOAD_BYTES {
            return Err(Error::invalid(format!(
                "`max_events` times `max_payload` is {payloads} bytes, must be at most {}",
                Self::MOST_PAYLOAD_BYTES
            )));
        }
        let states = u64::from(self.max_snapshots) * u64::from(self.max_state);
        if states > Self::MOST_STATE_BYTES {
            return Err(Error::invalid(format!(
                "`max_snapshots` times `max_state` is {states} bytes, must be at most {}",
                Self::MOST_STATE_BYTES
            )));
        }
        Ok(())
    }
}
