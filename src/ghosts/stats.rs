//! What is known of the way to a peer and of a player's updates.

use crate::base::time::Nanos;
use crate::net::receiver::{Counts, EntityStats, LinkStats};

/// What is known of a peer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PeerStats {
    /// Updates by what became of them, loss, jitter, lateness, delay of the interpolated past.
    pub link: LinkStats,
    /// Packets that came.
    pub packets: u64,
    /// Their bytes.
    pub bytes: u64,
    /// Packets that were damaged, of another codec or model.
    pub bad_packets: u64,
    /// Updates that were relative to ones which are not here.
    pub missing_baselines: u64,
    /// Round trip by clock requests, nanoseconds; `None` before one was answered.
    pub round_trip: Option<Nanos>,
    /// Players of this peer.
    pub players: u32,
}

/// What is known of a player.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlayerStats {
    /// Who tells of it.
    pub peer: u64,
    /// Its updates.
    pub updates: EntityStats,
    /// Mean of how far updates moved the prediction, metres: what was wrong when they came.
    pub mean_error: f64,
    /// The largest such distance.
    pub largest_error: f64,
}

impl PeerStats {
    /// Updates by what became of them.
    pub fn counts(&self) -> &Counts {
        &self.link.counts
    }
}
