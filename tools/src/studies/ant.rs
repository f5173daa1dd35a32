//! AntReckoning with and without forces, and what item pheromones are worth at a cold start.
use clap::Args;

/// AntReckoning with and without forces, and what item pheromones are worth at a cold start.
#[derive(Debug, Args)]
pub(crate) struct AntArgs {}

pub(crate) fn run(_args: &AntArgs) -> Result<(), String> {
    todo!()
}
