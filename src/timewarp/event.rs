//! Events, their names, what becomes of them.

use crate::base::time::Nanos;
use crate::base::{Error, Result};
use alloc::format;
use core::fmt;

/// Names an event. Events are executed in the order of these (field by field), then of their content.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct EventId {
    /// When it happened, on the clock that all peers share.
    pub time: Nanos,
    /// Who made it: the host's own number of a peer or entity.
    pub source: u64,
    /// The source's own count of its events.
    pub sequence: u64,
}

/// Something that happened: to be executed at its place in the order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Event<'a> {
    /// Its name.
    pub id: EventId,
    /// What the host needs in order to execute it.
    pub payload: &'a [u8],
}

/// Most bytes of an [`Outcome`].
pub const MAX_OUTCOME: usize = 32;

/// What executing an event brought about, in the host's own words: who was hit, say, or a hash of something longer. Empty:
/// nothing worth telling.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Outcome {
    len: u8,
    /// Zero from `len` on, so that equality of the whole is equality of the outcomes.
    bytes: [u8; MAX_OUTCOME],
}

impl Outcome {
    /// Nothing worth telling.
    pub const NONE: Self = Self { len: 0, bytes: [0; MAX_OUTCOME] };

    /// Fails beyond [`MAX_OUTCOME`] bytes.
    pub fn new(bytes: &[u8]) -> Result<Self> {
        if bytes.len() > MAX_OUTCOME {
            return Err(Error::invalid(format!("`outcome` has {} bytes, must be at most {MAX_OUTCOME}", bytes.len())));
        }
        let mut outcome = Self { len: bytes.len() as u8, ..Self::NONE };
        outcome.bytes[..bytes.len()].copy_from_slice(bytes);
        Ok(outcome)
    }

    /// The bytes given.
    pub fn as_bytes(&self) -> &[u8] {
        &self.bytes[..self.len as usize]
    }

    /// Whether there is nothing to tell.
    pub fn is_none(&self) -> bool {
        self.len == 0
    }
}

impl Default for Outcome {
    fn default() -> Self {
        Self::NONE
    }
}

impl fmt::Debug for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Outcome({:?})", self.as_bytes())
    }
}

/// What became of an event or of a cancellation that was handed in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum Verdict {
    /// Kept; nothing after it was executed yet.
    InOrder = 0,
    /// Kept; later events were executed already and will be again.
    Late = 1,
    /// Known already; ignored.
    Duplicate = 2,
    /// It was cancelled before it arrived; ignored.
    Cancelled = 3,
    /// Refused: it happened before the window.
    TooOld = 4,
    /// Refused: it claims a time further in the future than allowed.
    TooFarAhead = 5,
    /// Refused: more events than allowed would have to be executed again ([`super::OverCost::Refuse`]).
    TooCostly = 6,
    /// Refused: the log is full.
    Full = 7,
}

impl Verdict {
    /// How many verdicts there are.
    pub const COUNT: usize = 8;

    /// Whether the log did not take it although it did not know it.
    pub fn is_refusal(self) -> bool {
        self as u32 >= Self::TooOld as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_order_by_time_then_source_then_sequence() {
        let id = |time, source, sequence| EventId { time, source, sequence };
        let sorted = [id(-5, 9, 9), id(1, 0, 7), id(1, 2, 0), id(1, 2, 1), id(2, 0, 0)];
        assert!(sorted.is_sorted());
    }

    #[test]
    fn outcomes_are_at_most_32_bytes_and_differ_by_length() {
        assert_eq!(Outcome::new(&[7; 32]).unwrap().as_bytes(), &[7; 32]);
        assert!(Outcome::new(&[7; 33]).unwrap_err().message.contains("33 bytes"));
        assert_ne!(Outcome::new(&[0]).unwrap(), Outcome::NONE);
        assert!(Outcome::new(&[]).unwrap().is_none());
    }
}
