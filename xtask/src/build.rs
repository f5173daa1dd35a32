//! Building what is shipped, and running the demo on it.

use crate::shell::Workspace;
use std::path::{Path, PathBuf};
use std::process::Command;

/// File name of the shared library on this system.
pub(crate) fn shared_library() -> String {
    format!("{}antreckon{}", std::env::consts::DLL_PREFIX, std::env::consts::DLL_SUFFIX)
}

/// File name of the static library on this system.
pub(crate) fn static_library() -> &'static str {
    if cfg!(windows) { "antreckon.lib" } else { "libantreckon.a" }
}

/// Cargo's profile of what is shipped, and so the folder of what was built.
pub(crate) const PROFILE: &str = "shipped";

/// Builds the libraries for this machine. Named types of libraries, because cargo optimises all crates as one only where none of them
/// is for Rust programs.
pub(crate) fn release(workspace: &Workspace) -> Result<[PathBuf; 2], String> {
    let mut command = workspace.cargo();
    command.args(["rustc", "--profile", PROFILE, "--package", "antreckon", "--lib", "--features", "plugin"]);
    finish(command.args(["--crate-type", "cdylib,staticlib"]))?;
    let folder = workspace.target().join(PROFILE);
    Ok([folder.join(shared_library()), folder.join(static_library())])
}

/// Builds the release library and replays the recorded match through it.
pub(crate) fn demo(workspace: &Workspace, arguments: &[String]) -> Result<(), String> {
    finish(workspace.cargo().args(["build", "--release", "--package", "antreckon-cli"]))?;
    let [library, _] = release(workspace)?;
    let program = workspace.target().join("release").join(format!("antreckon{}", std::env::consts::EXE_SUFFIX));
    finish(workspace.command(program).arg("demo").arg("--library").arg(library).args(arguments))
}

/// Where the addon looks for the library of this system, below its own folder.
pub(crate) fn addon_library() -> PathBuf {
    let system = match std::env::consts::OS {
        "macos" => "macos".to_owned(),
        system => format!("{system}.{}", if cfg!(target_arch = "aarch64") { "arm64" } else { "x86_64" }),
    };
    let name = format!("{}antreckon_godot{}", std::env::consts::DLL_PREFIX, std::env::consts::DLL_SUFFIX);
    PathBuf::from("bin").join(system).join(name)
}

/// Builds the library of the Godot addon and puts it where the addon looks for it; the demo gets a copy of the addon.
pub(crate) fn godot(workspace: &Workspace) -> Result<(), String> {
    finish(workspace.cargo().args(["build", "--release", "--package", "antreckon-godot"]))?;
    let place = workspace.path("godot/addons/antreckon").join(addon_library());
    let built = workspace.target().join("release").join(place.file_name().unwrap_or_default());
    put(&built, &place)?;
    println!("{}", place.display());
    let demo = workspace.path("godot/demo/addons");
    finish(workspace.command("rm").arg("-rf").arg(&demo))?;
    finish(workspace.command("cp").arg("-r").arg(workspace.path("godot/addons")).arg(&demo))?;
    // An engine that does not know the extension cannot run scripts that use it; only the editor looks for extensions.
    let known = workspace.path("godot/demo/.godot/extension_list.cfg");
    crate::package::layouts::write(&known, "res://addons/antreckon/antreckon.gdextension\n")
}

/// Copies a file, with the folders above it.
pub(crate) fn put(from: &Path, to: &Path) -> Result<(), String> {
    let folder = to.parent().ok_or("a file has a folder")?;
    std::fs::create_dir_all(folder)
        .and_then(|()| std::fs::copy(from, to).map(|_| ()))
        .map_err(|error| format!("{} to {}: {error}", from.display(), to.display()))
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
