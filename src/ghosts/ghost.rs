//! One player that is simulated elsewhere.

use super::stats::PlayerStats;
use crate::base::math::DVec3;
use crate::base::time::Nanos;
use crate::net::playback::Source;
use crate::net::receiver::EntityStats;
use crate::predict::{EntityId, Prediction};
use crate::smooth::Drawn;

/// Weight of a new error in the mean.
const ERROR_WEIGHT: f64 = 1.0 / 16.0;

/// When somebody left who had left before a snapshot was taken.
pub(super) const BEFORE_RESTORE: Nanos = Nanos::MIN + 1;

/// What a frame shows of a player.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GhostView {
    /// Its number.
    pub player: u32,
    /// What to draw.
    pub drawn: Drawn,
    /// What is expected, before convergence.
    pub predicted: Prediction,
    /// Where that comes from.
    pub source: Source,
    /// Seconds since the newest update was true; negative in the interpolated past.
    pub age: f64,
}

/// By what a player is told of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Feed {
    /// Packets, which bring their own numbers.
    Packets,
    /// States of the host's netcode, numbered here by their times.
    States,
}

/// Updates have changed what is expected of a player since the last frame.
#[derive(Clone, Copy, Debug)]
pub(super) struct Change {
    /// One of them was used.
    pub(super) used: bool,
    /// What was expected for now without them; `None` = nothing was drawn yet.
    pub(super) before: Option<Prediction>,
    /// They moved it on purpose.
    pub(super) teleported: bool,
    /// Where the newest says that it was, in the level.
    pub(super) known: Option<DVec3>,
    /// When that one came, own clock.
    pub(super) came: Nanos,
}

/// One player that is simulated elsewhere.
#[derive(Clone, Debug)]
pub(super) struct Ghost {
    pub(super) player: u32,
    /// Place of its peer.
    pub(super) peer: usize,
    /// Of the predictor; its index is the ghost's own.
    pub(super) id: EntityId,
    pub(super) feed: Feed,
    /// The host gave it a profile of its own.
    pub(super) own_profile: bool,
    pub(super) freshness: f64,
    /// Freshness that is on its way there.
    pub(super) eased: f64,
    /// How far behind the present it is shown.
    pub(super) lag: Nanos,
    /// It is here; else it has left, or nothing of it was used yet.
    pub(super) present: bool,
    /// When it left, own clock.
    pub(super) left: Nanos,
    pub(super) change: Option<Change>,
    /// What the last frame showed, if it showed anything.
    pub(super) view: Option<GhostView>,
    /// Place in the inbox of its newest state without a date: of several that arrive together only that one counts.
    pub(super) newest_undated: Option<u32>,
    mean_error: f64,
    largest_error: f64,
}

impl Ghost {
    pub(super) fn new(player: u32, peer: usize, id: EntityId, feed: Feed, freshness: f64) -> Self {
        Self {
            player,
            peer,
            id,
            feed,
            own_profile: false,
            freshness,
            eased: freshness,
            lag: 0,
            present: false,
            left: Nanos::MIN,
            change: None,
            view: None,
            newest_undated: None,
            mean_error: 0.0,
            largest_error: 0.0,
        }
    }

    /// Updates moved what is expected by so many metres.
    pub(super) fn note_error(&mut self, error: f64) {
        self.mean_error += ERROR_WEIGHT * (error - self.mean_error);
        self.largest_error = if error > self.largest_error { error } else { self.largest_error };
    }

    pub(super) fn stats(&self, peer: u64, updates: EntityStats) -> PlayerStats {
        PlayerStats { peer, updates, mean_error: self.mean_error, largest_error: self.largest_error }
    }
}
