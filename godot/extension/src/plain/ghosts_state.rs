//! `AntGhosts`: statistics, and what it loads and saves.

use super::ghosts::AntGhosts;
use super::predictor_files::file;
use super::{number, player_number};
use crate::convert::{told, vector};
use antreckon::ghosts::{PeerStats, PlayerStats};
use antreckon::net::receiver::Counts;
use godot::prelude::*;

/// Updates by what became of them.
fn counts_out(counts: &Counts) -> VarDictionary {
    let of = |count: u64| count as i64;
    vdict! {
        "received" => of(counts.received),
        "applied" => of(counts.applied),
        "inserted" => of(counts.inserted),
        "kept" => of(counts.kept),
        "duplicates" => of(counts.duplicates),
        "too_old" => of(counts.too_old),
        "stale" => of(counts.stale),
        "backwards" => of(counts.backwards),
        "held" => of(counts.held),
        "refused" => of(counts.refused),
        "no_base" => of(counts.no_base),
    }
}

pub(crate) fn peer_stats_out(stats: &PeerStats) -> VarDictionary {
    vdict! {
        "players" => i64::from(stats.players),
        "packets" => stats.packets as i64,
        "bytes" => stats.bytes as i64,
        "bad_packets" => stats.bad_packets as i64,
        "missing_baselines" => stats.missing_baselines as i64,
        "updates" => &counts_out(&stats.link.counts),
        "lost" => stats.link.lost as i64,
        "loss" => stats.link.loss,
        "jitter" => stats.link.jitter,
        "mean_gap" => stats.link.mean_gap,
        "delay" => stats.link.delay,
        "round_trip" => stats.round_trip.unwrap_or(-1),
        "clock_jumps" => i64::from(stats.link.resynchronised),
    }
}

pub(crate) fn player_stats_out(stats: &PlayerStats) -> VarDictionary {
    vdict! {
        "peer" => stats.peer as i64,
        "updates" => &counts_out(&stats.updates.counts),
        "lost" => stats.updates.lost as i64,
        "recent_loss" => stats.updates.recent_loss,
        "mean_gap" => stats.updates.mean_gap,
        "mean_error" => stats.mean_error,
        "largest_error" => stats.largest_error,
    }
}

#[godot_api(secondary)]
impl AntGhosts {
    /// What is known of the way to a peer: [code]players[/code] of it, [code]packets[/code] and [code]bytes[/code] that came,
    /// [code]bad_packets[/code] that were refused, [code]missing_baselines[/code] (updates relative to ones that are not here; they are
    /// asked for again), [code]updates[/code] by what became of them, [code]lost[/code] ones and their share [code]loss[/code]; in
    /// nanoseconds [code]jitter[/code], [code]mean_gap[/code] between updates of a player, [code]delay[/code] of the interpolated past,
    /// [code]round_trip[/code] (-1 before one was measured); [code]clock_jumps[/code] that were mended. Empty on error.
    #[func]
    fn peer_stats(&self, peer: i64) -> VarDictionary {
        let stats = told("AntGhosts.peer_stats", self.inner.ghosts.peer_stats(peer as u64));
        stats.map_or_else(VarDictionary::new, |stats| peer_stats_out(&stats))
    }

    /// What is known of a player's updates: the [code]peer[/code] that tells of it, [code]updates[/code] by what became of them,
    /// [code]lost[/code] ones, share [code]recent_loss[/code] of the last 64, [code]mean_gap[/code] in nanoseconds, and how far updates
    /// moved what was expected: [code]mean_error[/code] and [code]largest_error[/code] in metres. Empty on error.
    #[func]
    fn player_stats(&self, player: i64) -> VarDictionary {
        let stats = player_number(player).and_then(|player| self.inner.ghosts.player_stats(player));
        let stats = told("AntGhosts.player_stats", stats);
        stats.map_or_else(VarDictionary::new, |stats| player_stats_out(&stats))
    }

    /// Speed at which players of this game run, metres per second: given, or learned.
    #[func]
    fn run_speed(&self) -> f64 {
        self.inner.ghosts.run_speed()
    }

    /// What did not fit into the inbox so far.
    #[func]
    fn overflowed(&self) -> i64 {
        self.inner.ghosts.overflowed() as i64
    }

    /// Replaces the weights of the learned models by those of a file; empty = the built-in ones.
    #[func]
    fn load_weights(&mut self, bytes: PackedByteArray) -> bool {
        told("AntGhosts.load_weights", self.inner.ghosts.load_weights(file(&bytes))).is_some()
    }

    /// Takes in a bank of networks for the model NEURO under a number, or forgets it when empty; see [member AntProfile.bank].
    #[func]
    fn load_bank(&mut self, bank: i64, bytes: PackedByteArray) -> bool {
        let loaded = number(bank).and_then(|bank| self.inner.ghosts.load_bank(bank, file(&bytes)));
        told("AntGhosts.load_bank", loaded).is_some()
    }

    /// Replaces the routes of the model STRATEGY by those of a file.
    #[func]
    fn load_strategies(&mut self, bytes: PackedByteArray) -> bool {
        let loaded = self.inner.ghosts.share(|predictor| predictor.load_strategies(bytes.as_slice()));
        told("AntGhosts.load_strategies", loaded).is_some()
    }

    /// What somebody who joins late needs to go on exactly like those who were there; without levels and maps, which everybody has.
    #[func]
    fn snapshot(&self) -> PackedByteArray {
        told("AntGhosts.snapshot", self.inner.ghosts.snapshot()).unwrap_or_default().as_slice().into()
    }

    /// Takes over a [method snapshot] of another machine. Players appear anew with the next frame.
    #[func]
    fn restore(&mut self, snapshot: PackedByteArray) -> bool {
        told("AntGhosts.restore", self.inner.ghosts.restore(snapshot.as_slice())).is_some()
    }

    /// Equal on machines that know the same of everybody.
    #[func]
    fn state_hash(&self) -> i64 {
        told("AntGhosts.state_hash", self.inner.ghosts.state_hash()).unwrap_or(0) as i64
    }

    /// Moves the origin of coordinates: the place that was at [param shift] is at zero from now on. No other machine needs to know.
    #[func]
    fn rebase(&mut self, shift: Vector3) -> bool {
        told("AntGhosts.rebase", self.inner.ghosts.rebase(vector(shift))).is_some()
    }

    /// Bytes of memory held.
    #[func]
    fn bytes(&self) -> i64 {
        self.inner.ghosts.bytes() as i64
    }
}
