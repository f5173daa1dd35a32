//! `antreckon`: replay and measure movement prediction on recorded matches.
mod commands;
mod demo;
mod draw;
mod papers;
mod studies;
mod tune;

use clap::{Parser, Subcommand};
use std::process::ExitCode;

/// Movement prediction for networked games: replay and measure.
#[derive(Debug, Parser)]
#[command(name = "antreckon", version)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Demo(commands::demo::DemoArgs),
    Eval(commands::eval::EvalArgs),
    Results(commands::results::ResultsArgs),
    Import(commands::import::ImportArgs),
    Inspect(commands::inspect::InspectArgs),
    Learn(commands::learn::LearnArgs),
    Merge(commands::merge::MergeArgs),
    Paper(commands::paper::PaperArgs),
    Study(studies::StudyArgs),
    Train(commands::train::TrainArgs),
    Tune(commands::tune::TuneArgs),
}

fn main() -> ExitCode {
    if let Err(message) = antreckon_cli::output::clean_up_when_interrupted() {
        eprintln!("warning: {message}");
    }
    match Cli::parse().command {
        Command::Demo(args) => commands::demo::run(&args),
        Command::Eval(args) => commands::eval::run(&args),
        Command::Results(args) => commands::results::run(&args),
        Command::Import(args) => commands::import::run(&args),
        Command::Inspect(args) => commands::inspect::run(&args),
        Command::Learn(args) => commands::learn::run(&args),
        Command::Merge(args) => commands::merge::run(&args),
        Command::Paper(args) => commands::paper::run(&args),
        Command::Study(args) => studies::run(&args),
        Command::Train(args) => commands::train::run(&args),
        Command::Tune(args) => commands::tune::run(&args),
    }
}
