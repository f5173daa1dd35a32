//! `cargo xtask fuzz`: the decoders under inputs that look for new ways through them.

use crate::shell::{Log, Workspace};
use std::path::PathBuf;
use std::process::Command;

/// Edge counters by the compiler itself; overflows and broken assumptions are errors, as in a debug build.
const FLAGS: &str = "-C passes=sancov-module -C llvm-args=-sanitizer-coverage-level=3 \
    -C llvm-args=-sanitizer-coverage-inline-8bit-counters -C opt-level=2 -C overflow-checks -C debug-assertions";
/// Executions of each target in the test suite.
const SHORT: &str = "5000";

/// Builds the fuzzer; its own folder, because its flags are its own.
fn build(workspace: &Workspace, log: &mut Log) -> Result<PathBuf, String> {
    let host = host(workspace, log)?;
    let folder = workspace.scratch().join("fuzz");
    let mut command = workspace.cargo();
    // With a target named, programs that only build others are not counted.
    command.args(["build", "--package", "antreckon-fuzz", "--target", &host, "--target-dir"]).arg(&folder);
    command.env("RUSTFLAGS", FLAGS).env("CARGO_PROFILE_DEV_DEBUG", "line-tables-only");
    if !log.run(&mut command).success {
        return Err(log.text().to_owned());
    }
    Ok(folder.join(host).join("debug").join(format!("antreckon-fuzz{}", std::env::consts::EXE_SUFFIX)))
}

fn host(workspace: &Workspace, log: &mut Log) -> Result<String, String> {
    let compiler = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let said = log.run(workspace.command(compiler).arg("-vV"));
    let host = said.stdout.lines().find_map(|line| line.strip_prefix("host: ").map(str::to_owned));
    host.ok_or_else(|| "rustc -vV names no host".to_owned())
}

fn program(workspace: &Workspace, log: &mut Log) -> Result<Command, String> {
    let mut command = workspace.command(build(workspace, log)?);
    command.arg("--failures").arg(workspace.scratch().join("fuzz-failures"));
    Ok(command)
}

/// The fixed short run of the test suite: the same inputs each time.
pub(crate) fn short(workspace: &Workspace, log: &mut Log) -> bool {
    match program(workspace, log) {
        Ok(mut command) => log.run(command.args(["--runs", SHORT, "--seed", "1"])).success,
        Err(error) => {
            log.note(error);
            false
        }
    }
}

/// `--minutes N` over all targets together, or those named by `--target`; `--seed N` for other inputs.
pub(crate) fn run(workspace: &Workspace, arguments: &[String]) -> Result<(), String> {
    let mut minutes = 10.0_f64;
    let mut rest = Vec::new();
    let mut targets = 0;
    let mut arguments = arguments.iter();
    while let Some(name) = arguments.next() {
        let value = arguments.next().ok_or_else(|| format!("{name} needs a value"))?;
        match name.as_str() {
            "--minutes" => minutes = value.parse().map_err(|_| format!("--minutes {value}: not a number"))?,
            "--target" | "--seed" | "--replay" => rest.extend([name, value]),
            _ => {
                return Err(format!(
                    "unknown argument {name}: fuzz [--minutes N] [--target NAME]... [--seed N] [--replay FILE]"
                ));
            }
        }
        targets += usize::from(name == "--target");
    }
    let mut log = Log::default();
    let mut command = program(workspace, &mut log)?;
    let all = log.run(workspace.command(command.get_program()).arg("--list").arg("names"));
    let targets = if targets > 0 { targets } else { all.stdout.lines().count().max(1) };
    let seconds = (minutes * 60.0 / targets as f64).max(1.0);
    command.args(rest).args(["--seconds", &format!("{seconds:.0}")]);
    let status = command.status().map_err(|error| error.to_string())?;
    if status.success() { Ok(()) } else { Err("an input failed: see above".to_owned()) }
}
