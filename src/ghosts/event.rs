//! What happened that a host may want to know.

use crate::base::time::Nanos;
use alloc::collections::VecDeque;
use alloc::string::String;
use alloc::vec::Vec;

/// Events that wait at most; the oldest gives way.
const WAITING: usize = 1024;

/// What happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EventKind {
    /// A player was told of for the first time, or again after it had left: make its ghost.
    Appeared,
    /// It has left: end its ghost.
    Left,
    /// It was moved on purpose.
    Teleported,
    /// The clock of a peer, or the own one, has jumped and was found again. The player is 0.
    ClockJumped,
    /// There is no room for another player or peer; what it told was refused.
    NoRoom,
}

impl EventKind {
    /// All, by number.
    pub const ALL: [Self; 5] = [Self::Appeared, Self::Left, Self::Teleported, Self::ClockJumped, Self::NoRoom];
}

/// Something that happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Event {
    /// What.
    pub kind: EventKind,
    /// Through whom.
    pub peer: u64,
    /// To whom.
    pub player: u32,
    /// When, on the own clock.
    pub time: Nanos,
}

/// A likely mistake, in a sentence that says what was probably meant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Warning {
    /// The sentence.
    pub text: String,
}

/// Which likely mistake; each is told of once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mistake {
    OffLevel = 1,
    Milliseconds = 2,
    MostRefused = 4,
    NoBase = 8,
    TwoTimeBases = 16,
    TwoPeers = 32,
    Full = 64,
    Degrees = 128,
    TwoClocks = 256,
    Twins = 512,
}

/// Events and warnings that wait to be taken.
#[derive(Clone, Debug, Default)]
pub(super) struct News {
    events: VecDeque<Event>,
    warnings: Vec<Warning>,
    warned: u32,
}

impl News {
    pub(super) fn note(&mut self, kind: EventKind, peer: u64, player: u32, time: Nanos) {
        if self.events.len() == WAITING {
            self.events.pop_front();
        }
        self.events.push_back(Event { kind, peer, player, time });
    }

    pub(super) fn next(&mut self) -> Option<Event> {
        self.events.pop_front()
    }

    /// Whether a likely mistake was told of.
    pub(super) fn has_told(&self, mistake: Mistake) -> bool {
        self.warned & mistake as u32 != 0
    }

    /// Tells of a likely mistake, once.
    pub(super) fn warn(&mut self, mistake: Mistake, text: impl FnOnce() -> String) {
        if !self.has_told(mistake) {
            self.warned |= mistake as u32;
            self.warnings.push(Warning { text: text() });
        }
    }

    pub(super) fn take_warnings(&mut self) -> Vec<Warning> {
        core::mem::take(&mut self.warnings)
    }

    pub(super) fn has_warnings(&self) -> bool {
        !self.warnings.is_empty()
    }

    pub(super) fn bytes(&self) -> usize {
        self.events.capacity() * size_of::<Event>()
    }
}
