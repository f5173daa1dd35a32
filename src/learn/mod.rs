//! Offline training and tuning (feature `learn`; never in the plugin). Deterministic like everything below `ffi`.

pub mod kinematic;
pub mod levenberg;
pub mod neuro;

pub use crate::base::random;
