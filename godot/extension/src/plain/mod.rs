//! The library's objects as plain classes, for programmers who want them without nodes.

mod codec;
mod commitments;
mod ghosts;
mod ghosts_players;
mod ghosts_state;
mod interactions;
mod map;
mod map_trails;
mod network;
mod options;
mod outbox;
mod outbox_observers;
mod plausibility;
mod player_state;
mod predictor;
mod predictor_files;
mod receiver;
mod recorder;
mod remote_clock;
mod smoother;
mod timewarp;
mod update;
mod world;
mod world_state;

pub(crate) use ghosts_state::{peer_stats_out, player_stats_out};
pub(crate) use map::{AntPheromoneMap, map_params, step_in_threads};
pub(crate) use network::simulator;
pub(crate) use outbox_observers::stats_out;
pub(crate) use world::{AntWorld, Polygons};

use antreckon::base::arena::ArenaId;
use antreckon::base::{Error, Result};

/// Ids travel as one whole number, never 0.
fn pack(id: ArenaId) -> i64 {
    (i64::from(id.generation) << 32) | i64::from(id.index)
}

fn unpack(id: i64) -> ArenaId {
    ArenaId { index: id as u32, generation: (id >> 32) as u32 }
}

/// A number on the network.
fn number(network_id: i64) -> Result<u32> {
    whole("network_id", network_id)
}

/// A player's number; 4294967295 stands for everybody.
fn player_number(player: i64) -> Result<u32> {
    whole("player", player)
}

fn whole(name: &str, value: i64) -> Result<u32> {
    u32::try_from(value).map_err(|_| Error::invalid(format!("{name} is {value}, must be 0 to {}", u32::MAX)))
}
