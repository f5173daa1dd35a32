//! The demo: a recorded match, predicted through the C ABI of the built library.

mod models;
mod picture;
mod recording;
mod replay;
mod score;
mod table;

use std::path::Path;

/// Replays, prints and draws.
pub(crate) fn run(_library: &Path, _out: &Path) -> Result<(), String> {
    Err("later".into())
}
