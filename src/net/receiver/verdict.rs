//! What became of an update.

/// What became of an update.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The newest of its entity; taken in.
    Applied,
    /// Late; put into its place, the later ones observed again.
    Inserted,
    /// Late, and the past cannot be replayed (too many have come since, or the entity shares what it learns): kept for interpolation only.
    Kept,
    /// Had come before; nothing was done.
    Duplicate,
    /// So late that nothing was done.
    TooOld,
    /// Late, and its entity has left since; it changes nothing that is shown.
    Stale,
    /// Its number is newer than the last, its time is not; passed over.
    Backwards,
    /// From the future; held until its time.
    Early,
    /// From too far in the future, or no room to hold it; nothing was done.
    Refused,
    /// The receiver does not know its entity: [`Receiver::add`](super::Receiver::add) it and hand the update in again.
    Unknown,
    /// It rides on a base that this machine does not know; nothing was done.
    NoBase,
}

impl Verdict {
    /// All, by number.
    pub const ALL: [Self; 11] = [
        Self::Applied,
        Self::Inserted,
        Self::Kept,
        Self::Duplicate,
        Self::TooOld,
        Self::Stale,
        Self::Backwards,
        Self::Early,
        Self::Refused,
        Self::Unknown,
        Self::NoBase,
    ];
}
