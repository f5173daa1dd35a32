//! Running other programs and keeping what they said.

use crate::toolchain::is_ci;
use std::ffi::OsStr;
use std::fmt::Write as _;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The checked-out repository.
pub(crate) struct Workspace {
    root: PathBuf,
}

impl Workspace {
    /// The repository this program was built from.
    pub(crate) fn locate() -> Self {
        let manifest = Path::new(env!("CARGO_MANIFEST_DIR"));
        Self { root: manifest.parent().expect("xtask lies inside the workspace").to_owned() }
    }

    /// A path inside the repository.
    pub(crate) fn path(&self, relative: impl AsRef<Path>) -> PathBuf {
        self.root.join(relative)
    }

    /// Where cargo puts what it builds.
    pub(crate) fn target(&self) -> PathBuf {
        std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| self.path("target"), PathBuf::from)
    }

    /// Where the test suite keeps its logs and its own builds.
    pub(crate) fn scratch(&self) -> PathBuf {
        self.target().join("xtask")
    }

    /// A command that runs in the repository.
    pub(crate) fn command(&self, program: impl AsRef<OsStr>) -> Command {
        let mut command = Command::new(program);
        command.current_dir(&self.root);
        command
    }

    /// `cargo`, the one that runs this program.
    pub(crate) fn cargo(&self) -> Command {
        let mut command = self.command(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
        if is_ci() {
            // Everything is built once there, and nobody debugs it.
            command.env("CARGO_INCREMENTAL", "0").env("CARGO_PROFILE_DEV_DEBUG", "line-tables-only");
        }
        command
    }

    /// The files of `folder` whose name starts and ends so, in order of name.
    pub(crate) fn files(&self, folder: &str, prefix: &str, suffix: &str) -> Vec<PathBuf> {
        let Ok(entries) = std::fs::read_dir(self.path(folder)) else { return Vec::new() };
        let mut files: Vec<PathBuf> = entries
            .filter_map(|entry| Some(entry.ok()?.path()))
            .filter(|path| {
                let name = path.file_name().unwrap_or_default().to_string_lossy();
                name.starts_with(prefix) && name.ends_with(suffix)
            })
            .collect();
        files.sort();
        files
    }
}

/// What a program said and how it ended.
pub(crate) struct Finished {
    pub(crate) success: bool,
    pub(crate) stdout: String,
}

/// Everything the commands of one part of the suite said.
#[derive(Default)]
pub(crate) struct Log {
    text: String,
    /// Where the output of commands that failed lies in the text.
    failures: Vec<Range<usize>>,
}

impl Log {
    /// Runs a command to its end. A program that cannot be started counts as failed.
    pub(crate) fn run(&mut self, command: &mut Command) -> Finished {
        let begin = self.text.len();
        let _ = writeln!(self.text, "$ {}", describe(command));
        let finished = match command.output() {
            Ok(output) => {
                let stdout = String::from_utf8_lossy(&output.stdout).into_owned();
                self.text.push_str(&stdout);
                self.text.push_str(&String::from_utf8_lossy(&output.stderr));
                if !output.status.success() {
                    let _ = writeln!(self.text, "-> {}", output.status);
                }
                Finished { success: output.status.success(), stdout }
            }
            Err(error) => {
                let _ = writeln!(self.text, "-> cannot be started: {error}");
                Finished { success: false, stdout: String::new() }
            }
        };
        if !finished.success {
            self.failures.push(begin..self.text.len());
        }
        finished
    }

    /// The commands that failed, each with what it said.
    pub(crate) fn failures(&self) -> impl Iterator<Item = &str> {
        self.failures.iter().map(|range| &self.text[range.clone()])
    }

    /// Adds a line of the suite's own.
    pub(crate) fn note(&mut self, line: impl AsRef<str>) {
        self.text.push_str(line.as_ref());
        self.text.push('\n');
    }

    /// Adds what another log holds.
    pub(crate) fn append(&mut self, other: &Self) {
        let offset = self.text.len();
        self.text.push_str(&other.text);
        self.failures.extend(other.failures.iter().map(|range| range.start + offset..range.end + offset));
    }

    /// All of it.
    pub(crate) fn text(&self) -> &str {
        &self.text
    }
}

fn describe(command: &Command) -> String {
    let mut line = command.get_program().to_string_lossy().into_owned();
    for argument in command.get_args() {
        line.push(' ');
        line.push_str(&argument.to_string_lossy());
    }
    line
}
