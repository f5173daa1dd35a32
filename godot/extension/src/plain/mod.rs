//! The library's objects as plain classes, for programmers who want them without nodes.

mod codec;
mod commitments;
mod crowd;
mod interactions;
mod map;
mod map_trails;
mod network;
mod options;
mod plausibility;
mod predictor;
mod predictor_files;
mod receiver;
mod recorder;
mod remote_clock;
mod sender;
mod sender_observers;
mod smoother;
mod timewarp;
mod update;
mod world;
mod world_state;

pub(crate) use map::{AntPheromoneMap, map_params, step_in_threads};
pub(crate) use world::{AntWorld, Polygons};

use antreckon::base::arena::ArenaId;

/// Ids travel as one whole number, never 0.
fn pack(id: ArenaId) -> i64 {
    (i64::from(id.generation) << 32) | i64::from(id.index)
}

fn unpack(id: i64) -> ArenaId {
    ArenaId { index: id as u32, generation: (id >> 32) as u32 }
}
