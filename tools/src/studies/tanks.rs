//! Interest scheme and hybrid method in a tank arena.
use clap::Args;

/// Interest scheme and hybrid method in a tank arena.
#[derive(Debug, Args)]
pub(crate) struct TanksArgs {}

pub(crate) fn run(_args: &TanksArgs) -> Result<(), String> {
    todo!()
}
