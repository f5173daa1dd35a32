//! `antreckon demo`

use crate::demo;
use clap::Args;
use std::path::PathBuf;
use std::process::ExitCode;

/// Replays a recorded match through the C ABI of a built library, compares the models and draws a moment.
#[derive(Debug, Args)]
pub(crate) struct DemoArgs {
    /// The shared library (libantreckon.so, antreckon.dll, libantreckon.dylib).
    #[arg(long, value_name = "FILE", required_unless_present = "trace")]
    library: Option<PathBuf>,
    /// Write the recorded match as a trace folder, for `antreckon eval`, in place of the replay.
    #[arg(long, value_name = "DIR", conflicts_with = "library")]
    trace: Option<PathBuf>,
    /// Where the picture goes.
    #[arg(long, value_name = "DIR", default_value = "target/demo")]
    out: PathBuf,
}

/// Runs it.
pub(crate) fn run(args: &DemoArgs) -> ExitCode {
    let outcome = match (&args.trace, &args.library) {
        (Some(folder), _) => demo::export(folder),
        (None, Some(library)) => demo::run(library, &args.out),
        (None, None) => Err("--library is missing".to_owned()),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("antreckon demo: {message}");
            ExitCode::FAILURE
        }
    }
}
