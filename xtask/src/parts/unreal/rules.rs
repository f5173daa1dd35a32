//! The rules of the plugin's modules (`*.Build.cs`), compiled and run for every kind of target against a stub of Unreal's build tool.

use super::{PLUGIN, files};
use crate::parts::{Context, c_tests};
use crate::report::{self, Tally};
use crate::shell::Log;
use std::process::Command;

/// The stub and the test.
const RULES: &str = "tests/unreal/rules";

pub(super) fn run(context: &Context<'_>, log: &mut Log) -> Tally {
    if !context.toolchain.has(log, "mcs", "mono-mcs") || !context.toolchain.has(log, "mono", "mono-runtime") {
        return Tally::missing("mono-mcs (the rules of the modules)");
    }
    let folder = context.workspace.scratch().join("unreal/rules");
    let _ = std::fs::remove_dir_all(&folder);
    if let Err(error) = std::fs::create_dir_all(&folder) {
        log.note(format!("{}: {error}", folder.display()));
        return Tally::one(false);
    }
    let program = folder.join("rules.exe");
    let mut compile = context.workspace.command("mcs");
    compile.arg("-warnaserror").arg(format!("-out:{}", program.display()));
    compile.args(files(&context.workspace.path(RULES), "cs"));
    compile.args(files(&context.workspace.path(PLUGIN).join("Source"), "cs"));
    if !log.run(&mut compile).success {
        return Tally::one(false);
    }
    let run = c_tests::run_program(log, Command::new("mono").arg(&program).arg(&folder));
    report::from_c(&run.stdout, run.success)
}
