//! `antreckon inspect`: what a file is, what is in it, is it intact.
use antreckon_cli::inspect::{self, Finding, Grade};
use antreckon_cli::output;
use clap::Args;
use std::path::PathBuf;
use std::process::ExitCode;

/// Says what files are, what is in them and whether they are intact: traces, recordings, weights, policies, trails, strategies, snapshots.
#[derive(Debug, Args)]
pub(crate) struct InspectArgs {
    /// Files and trace folders
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// Print a list of JSON objects
    #[arg(long)]
    json: bool,
}

/// Runs the command; 0 = all intact, 1 = something is damaged, 2 = something is unknown or cannot be read.
pub(crate) fn run(args: &InspectArgs) -> ExitCode {
    let findings: Vec<Finding> = args.files.iter().map(|path| inspect::inspect(path)).collect();
    let text = if args.json {
        format!("{:#}\n", serde_json::Value::from(findings.iter().map(Finding::json).collect::<Vec<_>>()))
    } else {
        findings.iter().map(Finding::text).collect()
    };
    if let Err(message) = output::print(&text) {
        eprintln!("error: {message}");
        return ExitCode::from(2);
    }
    match findings.iter().map(Finding::grade).max() {
        Some(Grade::Damaged) => ExitCode::from(1),
        Some(Grade::Unknown) => ExitCode::from(2),
        _ => ExitCode::SUCCESS,
    }
}
