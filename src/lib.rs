//! Movement prediction for networked games.
//!
//! Between two network updates a game must guess where every other player is. antreckon guesses from three things a
//! straight line does not know: the level ([`world`]), what players want ([`pheromone`]) and how each of them moves
//! ([`predict`]). The crate is a pleasant Rust library by itself and a native plugin behind the C header
//! `include/antreckon.h` (feature `ffi`).
//!
//! Canonical frame everywhere below `ffi`: right-handed, **Y up**, metres; the ground plane is x-z. Entity kinematics
//! are `f64`, fields are `f32` relative to the world's origin. Time is [`base::time::Nanos`] on the host's game clock.
//!
//! Folders depend on each other in one direction only: `base` ← `world` ← `pheromone` ← `predict` ← `smooth` ← `net` ← `ghosts` ←
//! `ffi`
//! (`tests/layering.rs` keeps it so); [`timewarp`] and [`record`] stand beside them.
#![cfg_attr(not(feature = "std"), no_std)]
#![cfg_attr(not(feature = "ffi"), deny(unsafe_code))]

extern crate alloc;

pub mod base;
#[cfg(feature = "ffi")]
pub mod ffi;
pub mod ghosts;
#[cfg(feature = "learn")]
pub mod learn;
pub mod net;
pub mod pheromone;
pub mod predict;
pub mod record;
pub mod smooth;
pub mod timewarp;
pub mod world;
