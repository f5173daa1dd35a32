//! Strategy models: updates per trial (tables 1 and 2).
use clap::Args;

/// Strategy models: updates per trial (tables 1 and 2).
#[derive(Debug, Args)]
pub(crate) struct RoutesArgs {}

pub(crate) fn run(_args: &RoutesArgs) -> Result<(), String> {
    todo!()
}
