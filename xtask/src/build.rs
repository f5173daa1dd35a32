//! Building what is shipped, and running the demo on it.

use crate::shell::Workspace;
use std::path::PathBuf;
use std::process::Command;

/// File name of the shared library on this system.
pub(crate) fn shared_library() -> String {
    format!("{}antreckon{}", std::env::consts::DLL_PREFIX, std::env::consts::DLL_SUFFIX)
}

/// File name of the static library on this system.
pub(crate) fn static_library() -> &'static str {
    if cfg!(windows) { "antreckon.lib" } else { "libantreckon.a" }
}

/// Builds the libraries as they are shipped.
pub(crate) fn release(workspace: &Workspace) -> Result<[PathBuf; 2], String> {
    finish(workspace.cargo().args(["build", "--release", "--package", "antreckon", "--lib", "--features", "plugin"]))?;
    let folder = workspace.target().join("release");
    Ok([folder.join(shared_library()), folder.join(static_library())])
}

/// Builds the release library and replays the recorded match through it.
pub(crate) fn demo(workspace: &Workspace, arguments: &[String]) -> Result<(), String> {
    // The library last: the program links the Rust crate without the plugin's features, and cargo puts that build's
    // shared library in the same place.
    finish(workspace.cargo().args(["build", "--release", "--package", "antreckon-cli"]))?;
    let [library, _] = release(workspace)?;
    let program = workspace.target().join("release").join(format!("antreckon{}", std::env::consts::EXE_SUFFIX));
    finish(workspace.command(program).arg("demo").arg("--library").arg(library).args(arguments))
}

/// Regenerates the committed C header.
pub(crate) fn header(workspace: &Workspace) -> Result<(), String> {
    let mut test = workspace.cargo();
    finish(test.args(["test", "--package", "antreckon", "--test", "header"]).env("ANTRECKON_BLESS", "1"))
}

fn finish(command: &mut Command) -> Result<(), String> {
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("{} ended with {status}", command.get_program().to_string_lossy())),
        Err(error) => Err(format!("{} cannot be started: {error}", command.get_program().to_string_lossy())),
    }
}
