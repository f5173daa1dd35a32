//! `antreckon demo`

use crate::demo;
use clap::Args;
use std::path::PathBuf;
use std::process::ExitCode;

/// Replays a recorded match through the C ABI of a built library, compares the models and draws a moment.
#[derive(Debug, Args)]
pub(crate) struct DemoArgs {
    /// The shared library (libantreckon.so, antreckon.dll, libantreckon.dylib).
    #[arg(long, value_name = "FILE")]
    library: PathBuf,
    /// Where the picture goes.
    #[arg(long, value_name = "DIR", default_value = "target/demo")]
    out: PathBuf,
}

/// Runs it.
pub(crate) fn run(args: &DemoArgs) -> ExitCode {
    match demo::run(&args.library, &args.out) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("antreckon demo: {message}");
            ExitCode::FAILURE
        }
    }
}
