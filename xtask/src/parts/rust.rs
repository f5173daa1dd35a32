//! What cargo checks by itself.

use super::Context;
use crate::report::{self, Tally};
use crate::shell::Log;

pub(super) fn rustfmt(context: &Context<'_>, log: &mut Log) -> Tally {
    Tally::one(log.run(context.workspace.cargo().args(["fmt", "--all", "--check"])).success)
}

pub(super) fn clippy(context: &Context<'_>, log: &mut Log) -> Tally {
    // The plugin's allocator hook and the counting allocator of a test exclude each other: with it, the library alone.
    let sets: [&[&str]; 3] = [
        &["--workspace", "--all-targets"],
        &["--package", "antreckon", "--all-targets", "--features", "testing"],
        &["--package", "antreckon", "--lib", "--features", "testing,plugin"],
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

/// Hostile bytes by the million, which only optimised code gets through in time.
pub(super) fn hostile(context: &Context<'_>, log: &mut Log) -> Tally {
    let mut command = context.workspace.cargo();
    command.args(["test", "--release", "--package", "antreckon", "--test", "codec_hostile", "--", "--show-output"]);
    command.env("CARGO_PROFILE_RELEASE_LTO", "off").env("CARGO_PROFILE_RELEASE_CODEGEN_UNITS", "16");
    let run = log.run(&mut command);
    report::from_libtest(&run.stdout, run.success)
}

pub(super) fn tests(context: &Context<'_>, log: &mut Log) -> Tally {
    // The unit tests of the boundary once more, with the features that only shipped and tested libraries have.
    let sets: [&[&str]; 2] =
        [&["--workspace"], &["--package", "antreckon", "--lib", "--features", "testing,plugin", "ffi::"]];
    let mut tally = Tally::default();
    for set in sets {
        let mut command = context.workspace.cargo();
        let run = log.run(command.args(["test", "--no-fail-fast"]).args(set).args(["--", "--show-output"]));
        tally += report::from_libtest(&run.stdout, run.success);
    }
    tally
}
