//! What one connection knows of one entity.

use super::trigger::Sent;
use crate::base::math::DVec3;
use crate::base::time::Nanos;
use crate::net::playback::Playback;
use crate::net::update::{Sequence, Update};
use crate::predict::EntityId;
use crate::predict::strategy::{Ledger, Watched};

/// Whether an entity exists for a connection.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Presence {
    /// It was never told, or its leaving was.
    #[default]
    Out,
    /// It is told about, or should be.
    In,
    /// It should be gone, but the receiver may not know yet.
    Leaving,
}

/// A teleport the receiver may not know of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Teleport {
    /// None.
    #[default]
    Known,
    /// To be told.
    Due,
    /// Told in this update for the first time and in all since.
    Told(Sequence),
}

/// What a host has set for a pair.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Relevance {
    /// The connection's area of interest decides.
    #[default]
    ByArea,
    /// Always relevant.
    Always,
    /// Never.
    Never,
}

impl Relevance {
    /// All, by number.
    pub const ALL: [Self; 3] = [Self::ByArea, Self::Always, Self::Never];
}

/// Shadows that run a model: entities of the connection's predictors.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Models {
    /// Has observed what the receiver surely has.
    pub(super) sure: Shadow,
    /// Has observed all that was sent; only with connections that acknowledge.
    pub(super) hoped: Option<Shadow>,
    /// Something that it has observed was lost.
    pub(super) tainted: bool,
    /// Books about strategies, where receivers follow those …
    pub(super) books: Ledger,
    /// … and what they say of the newest truth.
    pub(super) watched: Option<Watched>,
}

impl Models {
    /// Nothing the receiver had counts.
    fn begin(&mut self) {
        (self.tainted, self.books, self.watched) = (false, Ledger::new(), None);
    }
}

/// What a receiver shows, played here.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Shadow {
    /// Of one of the connection's predictors.
    pub(super) id: EntityId,
    pub(super) playback: Playback,
}

impl Shadow {
    pub(super) fn new(id: EntityId) -> Self {
        Self { id, playback: Playback::default() }
    }
}

/// An update under way.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Flight {
    pub(super) sent: Sent,
    /// When it was sent.
    pub(super) at: Nanos,
    /// Number of its packet; `None`: a packet of the host's.
    pub(super) packet: Option<u32>,
    /// Which update of the connection it is, all entities counted.
    pub(super) order: u64,
}

impl Flight {
    /// What stands in places that are not in use.
    pub(super) fn empty() -> Self {
        let update = Update::at(0, 0, DVec3::ZERO);
        Self { sent: Sent { update, velocity: DVec3::ZERO, acceleration: None }, at: 0, packet: None, order: 0 }
    }
}

/// What one connection knows of one entity.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Pair {
    pub(super) presence: Presence,
    /// Newest update that the receiver surely has (since the entity entered).
    pub(super) sure: Option<Sent>,
    /// Updates under way, oldest first, in the connection's memory.
    pub(super) flights: usize,
    /// Number of the next update.
    pub(super) sequence: Sequence,
    /// Time stamp of the newest update and when it was sent; `None` before the first one.
    pub(super) last: Option<(Nanos, Nanos)>,
    /// Error summed up since the newest update, m·s, until …
    pub(super) area: f64,
    /// … this time.
    pub(super) compared: Nanos,
    /// Thresholds broken, summed up over the time that its update waits.
    pub(super) priority: f64,
    pub(super) teleport: Teleport,
    pub(super) relevance: Relevance,
    pub(super) factor: Option<f64>,
    pub(super) models: Option<Models>,
}

impl Pair {
    /// The entity becomes relevant: nothing the receiver had of it counts.
    pub(super) fn enter(&mut self) {
        self.presence = Presence::In;
        self.sure = None;
        self.flights = 0;
        self.teleport = Teleport::Known;
        self.area = 0.0;
        self.priority = 0.0;
        self.models.iter_mut().for_each(Models::begin);
    }

    /// It stops being relevant. Somebody who was never told of it need not be told it is gone.
    pub(super) fn leave(&mut self) {
        let never_told = self.sure.is_none() && self.flights == 0;
        self.presence = if never_told { Presence::Out } else { Presence::Leaving };
        self.flights = 0;
        self.priority = 0.0;
    }
}
