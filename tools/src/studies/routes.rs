//! Strategy models: updates per trial (tables 1 and 2), on re-created users and on trial sets of recorded matches.
mod course;
mod matches;
mod picture;
mod replay;
mod runs;
mod table;
mod users;

use clap::Args;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Between these lines of the report the program writes, all else is left alone.
const BEGIN: &str = "<!-- measured: begin -->";
const END: &str = "<!-- measured: end -->";

/// Strategy models: updates per trial (tables 1 and 2).
#[derive(Debug, Args)]
pub(crate) struct RoutesArgs {
    /// Seed of the re-created users
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Trace folders with runs between places [default: none]
    #[arg(long, value_name = "TRACE", num_args = 1..)]
    traces: Vec<PathBuf>,
    /// Replace the measured part of this report
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,
    /// Draw a route, its strategies and a trial
    #[arg(long, value_name = "FILE")]
    picture: Option<PathBuf>,
}

pub(crate) fn run(args: &RoutesArgs) -> Result<(), String> {
    let mut text = format!("### Re-created users\n\n{}", users::report(args.seed)?);
    if !args.traces.is_empty() {
        text.push_str("\n### Runs in recorded matches\n\n");
        text.push_str(&matches::report(&args.traces)?);
    }
    match io::stdout().write_all(text.as_bytes()) {
        // A reader that has seen enough (`| head`) is no fault.
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => return Err(format!("standard output: {error}")),
        _ => {}
    }
    if let Some(path) = &args.report {
        replace_measured(path, &text)?;
    }
    if let Some(path) = &args.picture {
        picture::draw(args.seed, path)?;
    }
    Ok(())
}

fn replace_measured(path: &Path, text: &str) -> Result<(), String> {
    let fault = |error: std::io::Error| format!("{}: {error}", path.display());
    let before = fs::read_to_string(path).map_err(fault)?;
    let (Some(begin), Some(end)) = (before.find(BEGIN), before.find(END)) else {
        return Err(format!("{}: has no lines {BEGIN} and {END}", path.display()));
    };
    let after = format!("{}{BEGIN}\n{text}\n{}", &before[..begin], &before[end..]);
    fs::write(path, after).map_err(fault)
}
