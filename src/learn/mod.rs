//! Offline training and tuning (feature `learn`; never in the plugin). Deterministic like everything below `ffi`.

pub mod descent;
pub mod kinematic;
pub mod levenberg;
pub mod neuro;
pub mod search;
pub mod survival;
