//! The C ABI: every `extern "C"` function and all `unsafe`.
//!
//! An export has no algorithm: guard → resolve the handle → check the arguments → call the core → write the outputs. What
//! the rustdoc of an exported item says is what `include/antreckon.h` says (`tests/header.rs`).
//!
//! # Safety of all exports
//! A host that calls an export vouches for one thing only: a pointer that is not null points to memory of the size the
//! header states (for a stream: `byte_len` bytes from `data`), which nobody else writes during the call. Everything else
//! (null, alignment, counts, ranges, handles) is checked.
#![allow(clippy::missing_safety_doc, reason = "the contract above holds for all exports and stands in the header once")]
#![allow(rustdoc::broken_intra_doc_links, reason = "[opt], [count] and [Limit: …] are the header's grammar, not links")]

mod arg;
mod batch;
mod guard;
mod handle;
mod object;
mod structs;

pub mod alloc;
pub mod commitment;
pub mod dis;
pub mod error;
pub mod frame;
pub mod ghosts;
pub mod ghosts_frame;
pub mod ghosts_players;
mod ghosts_share;
pub mod init;
pub mod interactions;
pub mod interest;
pub mod learned;
pub mod level_input;
pub mod life;
pub mod log;
pub mod map;
pub mod map_avatar;
pub mod map_query;
pub mod map_source;
pub mod map_step;
pub mod map_trail;
pub mod need;
pub mod net_clock;
pub mod net_codec;
pub mod net_packet;
pub mod net_simulator;
pub mod neuro;
pub mod observe;
pub mod outbox;
pub mod plausibility;
pub mod plausibility_rules;
pub mod predict;
pub mod predictor;
pub mod profile;
pub mod receiver;
pub mod receiver_show;
pub mod receiver_state;
pub mod recorder;
pub mod recorder_write;
pub mod sender;
pub mod sender_collect;
pub mod sender_connection;
pub mod sender_owner;
pub mod sender_submit;
pub mod smooth;
pub mod smooth_correct;
pub mod smooth_draw;
pub mod status;
pub mod strategy;
pub mod stream;
pub mod tastes;
#[cfg(feature = "testing")]
pub mod testing;
pub mod time;
pub mod timewarp;
pub mod timewarp_plan;
pub mod timewarp_report;
pub mod timewarp_run;
pub mod version;
pub mod world;
pub mod world_cells;
pub mod world_edit;
pub mod world_query;
pub mod world_sight;

#[cfg(test)]
mod tests;
