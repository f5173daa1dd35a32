//! What a run did, what became different by it, and what was counted.

use super::event::{EventId, Outcome, Verdict};

/// How an outcome became different.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum ChangeKind {
    /// Another outcome than before.
    Changed = 0,
    /// An outcome where there was none: of a late event, or of one that had failed before.
    Appeared = 1,
    /// None any more: the kill that was undone. Also that of an event which was cancelled.
    Disappeared = 2,
}

/// An event whose outcome is no longer what the host knew.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Change {
    /// Which event.
    pub id: EventId,
    /// Hash of its payload ([`crate::base::hash::hash_bytes`]): tells apart events that share a name.
    pub content: u64,
    /// Whether the event was cancelled.
    pub cancelled: bool,
    /// The outcome that the host knew.
    pub old: Outcome,
    /// The outcome now.
    pub new: Outcome,
}

impl Change {
    /// How it became different.
    pub fn kind(&self) -> ChangeKind {
        match (self.old.is_none(), self.new.is_none()) {
            (true, _) => ChangeKind::Appeared,
            (false, true) => ChangeKind::Disappeared,
            (false, false) => ChangeKind::Changed,
        }
    }
}

/// Which function of the host ended a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum StopKind {
    /// The state could not be saved.
    Save = 1,
    /// The state could not be loaded.
    Load = 2,
    /// An event could not be executed.
    Execute = 3,
    /// The state saved is longer than `max_state`.
    StateTooLong = 4,
}

/// Why a run ended early.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stop {
    /// Which function failed.
    pub kind: StopKind,
    /// The host's own number for the failure; the length for [`StopKind::StateTooLong`].
    pub code: i64,
    /// The event, when it was one.
    pub event: Option<EventId>,
}

/// What [`super::Timewarp::run`] did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RunReport {
    /// Events executed for the first time, in order.
    pub executed: u32,
    /// Events executed again, or late.
    pub replayed: u32,
    /// States loaded.
    pub restored: u32,
    /// States saved.
    pub saved: u32,
    /// Events still to be executed again or late: the state is in the past until a later call has done them.
    pub owed: u32,
    /// Events whose time has not come.
    pub waiting: u32,
    /// Changes added to [`super::Timewarp::changes`].
    pub changes: u32,
    /// Events executed again from an equal past with another outcome: the host is not deterministic.
    pub diverged: u32,
    /// Why it ended early, if it did.
    pub stopped: Option<Stop>,
}

/// Counts since the log was made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counters {
    /// Events and cancellations handed in, by [`Verdict`].
    pub verdicts: [u64; Verdict::COUNT],
    /// Events that share time, source and sequence with one of other content; all are kept. An honest source makes none.
    pub conflicts: u64,
    /// Events executed for the first time, in order.
    pub executed: u64,
    /// Events executed again, or late.
    pub replayed: u64,
    /// States loaded.
    pub restored: u64,
    /// States saved.
    pub saved: u64,
    /// See [`RunReport::diverged`].
    pub diverged: u64,
    /// Changes that found the list full because the host did not clear it.
    pub changes_lost: u64,
}
