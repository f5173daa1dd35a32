//! What cargo checks by itself.

use super::Context;
use crate::report::{self, Tally};
use crate::shell::Log;

pub(super) fn rustfmt(context: &Context<'_>, log: &mut Log) -> Tally {
    Tally::one(log.run(context.workspace.cargo().args(["fmt", "--all", "--check"])).success)
}

pub(super) fn clippy(context: &Context<'_>, log: &mut Log) -> Tally {
    let sets: [&[&str]; 2] = [
        &["--workspace", "--all-targets"],
        &["--package", "antreckon", "--all-targets", "--features", "testing,plugin"],
    ];
    let mut tally = Tally::default();
    for set in sets {
        let mut command = context.workspace.cargo();
        tally += Tally::one(log.run(command.arg("clippy").args(set).args(["--", "-D", "warnings"])).success);
    }
    tally
}

pub(super) fn rustdoc(context: &Context<'_>, log: &mut Log) -> Tally {
    let mut command = context.workspace.cargo();
    command.args(["doc", "--workspace", "--no-deps", "--document-private-items"]).env("RUSTDOCFLAGS", "-D warnings");
    Tally::one(log.run(&mut command).success)
}

/// The folders below `ffi` use only `core` and `alloc`, so that a console port is possible.
pub(super) fn no_std(context: &Context<'_>, log: &mut Log) -> Tally {
    let mut command = context.workspace.cargo();
    command.args(["rustc", "--package", "antreckon", "--lib", "--no-default-features", "--crate-type", "rlib"]);
    Tally::one(log.run(&mut command).success)
}

pub(super) fn tests(context: &Context<'_>, log: &mut Log) -> Tally {
    let mut command = context.workspace.cargo();
    let run = log.run(command.args(["test", "--workspace", "--no-fail-fast", "--", "--show-output"]));
    report::from_libtest(&run.stdout, run.success)
}

/// Golden hashes must hold in optimised code too. Link-time optimisation is off here: it would cost minutes per test
/// program and does not change what a floating-point operation gives.
pub(super) fn release_tests(context: &Context<'_>, log: &mut Log) -> Tally {
    let mut command = context.workspace.cargo();
    command
        .args(["test", "--release", "--package", "antreckon", "--no-fail-fast", "--test", "determinism"])
        .arg("--target-dir")
        .arg(context.workspace.scratch().join("release-tests"))
        .args(["--", "--show-output"])
        .env("CARGO_PROFILE_RELEASE_LTO", "off")
        .env("CARGO_PROFILE_RELEASE_CODEGEN_UNITS", "16");
    let run = log.run(&mut command);
    report::from_libtest(&run.stdout, run.success)
}
