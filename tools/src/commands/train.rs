//! `antreckon train`: learn the weights of the kinematic model from recorded matches.
use clap::Args;
use std::process::ExitCode;

/// Learns the weights of the kinematic model from recorded matches.
#[derive(Debug, Args)]
pub(crate) struct TrainArgs {}

pub(crate) fn run(_args: &TrainArgs) -> ExitCode {
    todo!()
}
