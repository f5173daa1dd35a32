//! The library's objects as plain classes, for programmers who want them without nodes.

mod crowd;
mod map;
mod network;
mod predictor;
mod sender;
mod world;

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
