//! Strategy models: updates per trial (tables 1 and 2), on re-created users and on trial sets of recorded matches.
mod course;
mod matches;
mod paper;
mod picture;
mod replay;
mod runs;
mod table;
mod users;

pub(crate) use paper::paper;

use super::document;
use antreckon_cli::output;
use clap::Args;
use std::path::PathBuf;

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
    output::print(&text)?;
    if let Some(path) = &args.report {
        document::put_into(path, "routes", &text)?;
    }
    if let Some(path) = &args.picture {
        picture::draw(args.seed, path)?;
    }
    Ok(())
}
