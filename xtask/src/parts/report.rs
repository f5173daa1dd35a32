//! The HTML report, made from the recorded match in the repository and used in a headless browser.

use super::Context;
use crate::report::{self, Tally};
use crate::shell::Log;

/// Models of the report: quick ones, one that a receiver cannot draw, and those that learn.
const MODELS: &str = "dr1,dr2,damped,ant,trail,auto";

pub(super) fn run(context: &Context<'_>, log: &mut Log) -> Tally {
    for (program, package) in [("chromium", "chromium"), ("python3", "python3")] {
        if !context.toolchain.has(log, program, package) {
            return Tally::missing(program);
        }
    }
    let folder = context.workspace.scratch().join("report");
    let (trace, page, scores) = (folder.join("demo"), folder.join("page"), folder.join("scores.json"));
    let antreckon = |log: &mut Log, arguments: &[&std::ffi::OsStr]| {
        let mut command = context.workspace.cargo();
        log.run(command.args(["run", "--quiet", "--package", "antreckon-cli", "--"]).args(arguments)).success
    };
    // Importing leaves alone what is there; a folder that is not is no fault.
    let _ = std::fs::remove_dir_all(&trace);
    if !antreckon(log, &["import".as_ref(), "--example".as_ref(), trace.as_ref()]) {
        return Tally::one(false);
    }
    // The match twice, so that there is something to choose from.
    let arguments = [
        "eval".as_ref(),
        trace.as_ref(),
        trace.as_ref(),
        "--models".as_ref(),
        MODELS.as_ref(),
        "--report".as_ref(),
        page.as_ref(),
        "--json".as_ref(),
        scores.as_ref(),
    ];
    if !antreckon(log, &arguments) {
        return Tally::one(false);
    }
    let mut check = context.workspace.command("python3");
    check.arg("tools/tests/report/check.py").arg("chromium").arg(page.join("index.html"));
    let run = log.run(check.arg(scores).arg(folder.join("pictures")));
    report::from_c(&run.stdout, run.success)
}
