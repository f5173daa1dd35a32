//! Zips that are the same bytes whenever they are made of the same files.

use crate::shell::{Log, Workspace};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::Stdio;

/// The time of every file in a zip: what the format's clock begins with.
const TIME: &str = "1980-01-01 00:00:00 UTC";

/// Packs the folder `name` of `parent` into `zip`.
pub(crate) fn pack(workspace: &Workspace, log: &mut Log, parent: &Path, name: &str, zip: &Path) -> Result<(), String> {
    let _ = std::fs::remove_file(zip);
    let mut files = Vec::new();
    list(&parent.join(name), &mut files)?;
    let mut names: Vec<String> =
        files.iter().filter_map(|file| Some(file.strip_prefix(parent).ok()?.to_string_lossy().into_owned())).collect();
    names.sort();
    let mut touch = workspace.command("touch");
    if !log.run(touch.arg("--no-dereference").arg("--date").arg(TIME).args(&files)).success {
        return Err("touch failed".to_owned());
    }
    // Rights and times of whoever packs are left out; names come in our order.
    let mut command = workspace.command("zip");
    command
        .current_dir(parent)
        .args(["-X", "-D", "-9", "-q"])
        .arg(zip)
        .arg("-@")
        .env("TZ", "UTC")
        .stdin(Stdio::piped());
    let packed = command.spawn().and_then(|mut running| {
        if let Some(mut input) = running.stdin.take() {
            input.write_all((names.join("\n") + "\n").as_bytes())?;
        }
        running.wait()
    });
    match packed {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("zip ended with {status}")),
        Err(error) => Err(format!("zip: {error}")),
    }
}

/// All files below a folder, with rights that do not depend on whose they are.
fn list(folder: &Path, files: &mut Vec<PathBuf>) -> Result<(), String> {
    let said = |error: std::io::Error| format!("{}: {error}", folder.display());
    for entry in std::fs::read_dir(folder).map_err(said)? {
        let path = entry.map_err(said)?.path();
        if path.is_dir() {
            list(&path, files)?;
            continue;
        }
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt as _;
            std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o644)).map_err(said)?;
        }
        files.push(path);
    }
    Ok(())
}
