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
