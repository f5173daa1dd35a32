//! `antreckon study`: re-creations of the published experiments, with tables in the papers' shape.
pub(crate) mod ant;
mod convergence;
pub(crate) mod document;
mod drawn;
mod network;
pub(crate) mod neuro;
mod pairs;
mod plausibility;
pub(crate) mod routes;
pub(crate) mod tanks;

use clap::{Args, Subcommand};
use std::process::ExitCode;

/// Re-creates a published experiment and prints its tables.
#[derive(Debug, Args)]
pub(crate) struct StudyArgs {
    #[command(subcommand)]
    study: Study,
}

#[derive(Debug, Subcommand)]
enum Study {
    Ant(ant::AntArgs),
    Convergence(convergence::ConvergenceArgs),
    Drawn(drawn::DrawnArgs),
    Network(network::NetworkArgs),
    Neuro(neuro::NeuroArgs),
    Pairs(pairs::PairsArgs),
    Plausibility(plausibility::PlausibilityArgs),
    Routes(routes::RoutesArgs),
    Tanks(tanks::TanksArgs),
}

pub(crate) fn run(args: &StudyArgs) -> ExitCode {
    let result = match &args.study {
        Study::Ant(args) => ant::run(args),
        Study::Convergence(args) => convergence::run(args),
        Study::Drawn(args) => drawn::run(args),
        Study::Network(args) => network::run(args),
        Study::Neuro(args) => neuro::run(args),
        Study::Pairs(args) => pairs::run(args),
        Study::Plausibility(args) => plausibility::run(args),
        Study::Routes(args) => routes::run(args),
        Study::Tanks(args) => tanks::run(args),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("error: {message}");
            ExitCode::from(2)
        }
    }
}
