//! What every other folder stands on: deterministic maths, time, stable hashing, the serialisation frame, arenas, errors.

pub mod arena;
pub mod error;
pub mod hash;
pub mod math;
pub mod random;
pub mod rotation;
pub mod serial;
pub mod simd;
pub mod time;

pub use error::{Error, ErrorKind, Report, Result, Short};

/// A number that a host may set: its name, its value, and the least and the greatest value allowed.
pub type Limited = (&'static str, f64, f64, f64);

/// Speed at which entities run where nobody says another: 320 units per second of Quake III, 1 unit = 2.54 cm; m/s.
pub const DEFAULT_RUN_SPEED: f64 = 8.128;
