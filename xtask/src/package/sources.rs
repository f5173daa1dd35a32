//! What the libraries are made of, in one number: the same sources need not be built again.

use crate::shell::Workspace;
use std::hash::{DefaultHasher, Hasher as _};
use std::path::{Path, PathBuf};

/// Everything that a library depends on but the compiler, which has a folder of its own: code, versions, and how it is built.
const SOURCES: [&str; 5] = ["Cargo.toml", "Cargo.lock", "src", "godot/extension", "xtask/src/package"];

/// Differs whenever a file has another name or content.
pub(super) fn fingerprint(workspace: &Workspace) -> Result<String, String> {
    let mut files = Vec::new();
    SOURCES.iter().try_for_each(|source| list(&workspace.path(source), &mut files))?;
    files.sort();
    let root = workspace.path("");
    let mut hasher = DefaultHasher::new();
    for file in files {
        let bytes = std::fs::read(&file).map_err(|error| format!("{}: {error}", file.display()))?;
        let name = file.strip_prefix(&root).unwrap_or(&file).to_string_lossy().into_owned();
        for part in [name.as_bytes(), &bytes] {
            hasher.write_usize(part.len());
            hasher.write(part);
        }
    }
    Ok(format!("{:016x}", hasher.finish()))
}

/// All files of a file or folder.
fn list(place: &Path, files: &mut Vec<PathBuf>) -> Result<(), String> {
    if !place.is_dir() {
        files.push(place.to_owned());
        return Ok(());
    }
    let said = |error: std::io::Error| format!("{}: {error}", place.display());
    for entry in std::fs::read_dir(place).map_err(said)? {
        list(&entry.map_err(said)?.path(), files)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_sources_have_the_same_number() {
        let workspace = Workspace::locate();
        let number = fingerprint(&workspace).unwrap();
        assert_eq!((fingerprint(&workspace).unwrap(), number.len()), (number, 16));
    }

    #[test]
    fn every_file_counts() {
        let (workspace, mut files) = (Workspace::locate(), Vec::new());
        list(&workspace.path("src"), &mut files).unwrap();
        assert!(files.contains(&workspace.path("src/ffi/guard.rs")), "files of folders in folders");
        assert!(fingerprint(&workspace).is_ok(), "all sources are there");
    }
}
