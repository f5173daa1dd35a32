//! The programs that the C tests need, and getting them on a build server.

use crate::shell::{Log, Workspace};
use std::cell::Cell;
use std::process::{Command, Stdio};

/// Whether this is a build server, where a skipped check is an error.
pub(crate) fn is_ci() -> bool {
    std::env::var("CI").is_ok_and(|value| value == "true" || value == "1")
}

/// Whether this process may do everything.
pub(crate) fn is_root() -> bool {
    Command::new("id").arg("-u").output().is_ok_and(|output| output.stdout.trim_ascii() == b"0")
}

/// Looks for programs; on a build server it installs those that are missing.
pub(crate) struct Toolchain<'a> {
    workspace: &'a Workspace,
    package_lists_are_fresh: Cell<bool>,
    /// Installs on any machine.
    eager: bool,
}

impl<'a> Toolchain<'a> {
    pub(crate) fn new(workspace: &'a Workspace) -> Self {
        Self { workspace, package_lists_are_fresh: Cell::new(false), eager: false }
    }

    /// For a task that was asked for by name: as root it installs what it needs.
    pub(crate) fn eager(workspace: &'a Workspace) -> Self {
        Self { eager: true, ..Self::new(workspace) }
    }

    /// Whether `program` can be run, after trying to install the Debian package that has it.
    pub(crate) fn has(&self, log: &mut Log, program: &str, package: &str) -> bool {
        starts(program) || (self.may_install() && self.install(log, package) && starts(program))
    }

    /// Whether a file is there, after trying to install the Debian package that has it.
    pub(crate) fn has_file(&self, log: &mut Log, file: &str, package: &str) -> bool {
        let is_there = || std::path::Path::new(file).exists();
        is_there() || (self.may_install() && self.install(log, package) && is_there())
    }

    /// Only as root, only with apt, and only on a build server: nobody wants a test to change their own machine.
    fn may_install(&self) -> bool {
        (self.eager || is_ci()) && is_root() && starts("apt-get")
    }

    fn install(&self, log: &mut Log, package: &str) -> bool {
        let mut apt = |arguments: &[&str]| {
            let mut command = self.workspace.command("apt-get");
            log.run(command.env("DEBIAN_FRONTEND", "noninteractive").args(arguments)).success
        };
        let install = ["install", "-y", "--no-install-recommends", package];
        if apt(&install) {
            return true;
        }
        // A fresh container has no package lists.
        !self.package_lists_are_fresh.replace(true) && apt(&["update"]) && apt(&install)
    }
}

fn starts(program: &str) -> bool {
    Command::new(program)
        .arg("--version")
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .is_ok_and(|status| status.success())
}
