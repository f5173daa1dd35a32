//! `antreckon paper`: the published tables and figures beside ours.
use crate::papers::{Options, Paper};
use crate::studies;
use antreckon_cli::output;
use clap::{Args, ValueEnum};
use std::path::PathBuf;
use std::process::ExitCode;

/// Prints a paper's tables and figures beside ours, measured on recorded matches or on seeded re-creations.
#[derive(Debug, Args)]
pub(crate) struct PaperArgs {
    /// The paper
    #[arg(value_enum)]
    paper: Which,
    /// Trace folders [default: the recorded match that is part of this program, or a seeded re-creation]
    #[arg(value_name = "TRACE")]
    traces: Vec<PathBuf>,
    /// Measure everything instead of as much as a minute allows
    #[arg(long)]
    full: bool,
    /// Seed of re-creations, draws and intervals
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Write the tables as a Markdown document to this file
    #[arg(long, value_name = "FILE")]
    markdown: Option<PathBuf>,
    /// Write the tables as JSON to this file
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Which {
    /// Interest modelling in games: the case of dead reckoning (2013).
    Antreckoning,
    /// Neuro-reckoning (2007).
    Neuro,
    /// Interest scheme and hybrid method (2008).
    Interest,
    /// Strategy models (2004).
    Strategy,
}

/// Runs the command; 0 = done, 2 = a trace or file is at fault.
pub(crate) fn run(args: &PaperArgs) -> ExitCode {
    match compare(args) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("error: {message}");
            ExitCode::from(2)
        }
    }
}

fn compare(args: &PaperArgs) -> Result<(), String> {
    let options = Options { traces: args.traces.clone(), full: args.full, seed: args.seed };
    let paper: Paper = match args.paper {
        Which::Antreckoning => studies::ant::paper(&options)?,
        Which::Neuro => studies::neuro::paper_of(&options)?,
        Which::Interest => studies::tanks::paper(&options)?,
        Which::Strategy => studies::routes::paper(&options)?,
    };
    let files = [(&args.markdown, paper.markdown()), (&args.json, format!("{:#}\n", paper.json()))];
    for (path, text) in files {
        if let Some(path) = path {
            output::replace(path, text.as_bytes())?;
        }
    }
    output::print(&paper.text())
}
