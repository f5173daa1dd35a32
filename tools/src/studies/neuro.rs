//! Neuro-reckoning: r² and packet tables (III-XII, XVII).
use clap::Args;

/// Neuro-reckoning: r² and packet tables (III-XII, XVII).
#[derive(Debug, Args)]
pub(crate) struct NeuroArgs {}

pub(crate) fn run(_args: &NeuroArgs) -> Result<(), String> {
    todo!()
}
