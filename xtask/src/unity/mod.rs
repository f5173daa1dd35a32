//! The Unity package: what Unity wants beside the files themselves, and the whole of it in one folder.

mod meta;

use crate::shell::Workspace;
use std::path::{Path, PathBuf};

/// The package as it is committed: scripts, but neither the engine-free layer nor libraries.
pub(crate) const SOURCE: &str = "unity/com.antreckon.core";
/// Where the engine-free layer goes.
const INTEROP: &str = "Runtime/Interop";
/// Where libraries go.
const PLUGINS: &str = "Runtime/Plugins";

/// Native libraries by platform: the folder's name is that of the platform in `lib/<os>-<arch>/`.
pub(crate) const LIBRARIES: [(&str, &str); 7] = [
    ("windows-x64", "antreckon.dll"),
    ("linux-x64", "libantreckon.so"),
    (UNIVERSAL, "libantreckon.dylib"),
    ("macos-arm64", "libantreckon.dylib"),
    ("android-arm64", "libantreckon.so"),
    ("ios-arm64", "libantreckon.a"),
    ("webgl", "libantreckon.a"),
];

/// The library for both processors of a Mac; where it is, that for one of them is left out: a build must find one only.
const UNIVERSAL: &str = "macos-universal";

/// Writes the `.meta` file of everything in the committed package.
pub(crate) fn write_metas(workspace: &Workspace) -> Result<(), String> {
    complete(&workspace.path(SOURCE))
}

/// Makes the whole package in a folder: scripts, engine-free layer, licences, and those libraries that `libraries` has as
/// `<platform>/<file>` ([`LIBRARIES`]). Returns the platforms.
pub(crate) fn package(workspace: &Workspace, libraries: &Path, out: &Path) -> Result<Vec<&'static str>, String> {
    let _ = std::fs::remove_dir_all(out);
    copy_folder(&workspace.path(SOURCE), out)?;
    copy_sources(&workspace.path("bindings/csharp"), &out.join(INTEROP))?;
    copy_sources(&workspace.path("bindings/csharp/Generated"), &out.join(INTEROP).join("Generated"))?;
    for licence in ["LICENSE-MIT", "LICENSE-APACHE"] {
        copy(&workspace.path(licence), &out.join(licence))?;
    }
    let mut found = Vec::new();
    for (platform, file) in LIBRARIES {
        let library = libraries.join(platform).join(file);
        let is_served = platform == "macos-arm64" && found.contains(&UNIVERSAL);
        if library.exists() && !is_served {
            copy(&library, &out.join(PLUGINS).join(platform).join(file))?;
            found.push(platform);
        }
    }
    if found.is_empty() {
        return Err(format!("no library for any platform in {}", libraries.display()));
    }
    complete(out)?;
    Ok(found)
}

/// As a folder, or as a tarball where the name ends with `.tgz`.
pub(crate) fn package_or_tarball(
    workspace: &Workspace,
    libraries: &Path,
    out: &Path,
) -> Result<Vec<&'static str>, String> {
    if out.extension().is_none_or(|extension| extension != "tgz") {
        return package(workspace, libraries, out);
    }
    let folder = out.with_extension("");
    let platforms = package(workspace, libraries, &folder)?;
    tarball(workspace, &folder, out)?;
    std::fs::remove_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    Ok(platforms)
}

/// The package as *Add package from tarball…* and package servers want it: everything below `package/`. The same files make the
/// same bytes.
pub(crate) fn tarball(workspace: &Workspace, package: &Path, out: &Path) -> Result<(), String> {
    let parent = package.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let name = package.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let mut command = workspace.command("tar");
    command.env("GZIP", "-n").args(["--sort=name", "--owner=0", "--group=0", "--numeric-owner", "--mtime=@0"]);
    command
        .arg(format!("--transform=s,^{name},package,"))
        .arg("-czf")
        .arg(std::path::absolute(out).unwrap_or_default());
    command.arg("-C").arg(std::path::absolute(parent).unwrap_or_default()).arg(&name);
    let status = command.status().map_err(|error| format!("tar: {error}"))?;
    status.success().then_some(()).ok_or_else(|| format!("tar failed for {}", out.display()))
}

/// Every file and folder that Unity sees gets its `.meta`.
fn complete(package: &Path) -> Result<(), String> {
    for path in assets(package)? {
        let relative = relative(package, &path);
        let file = meta::path_of(&path);
        std::fs::write(&file, meta::text(&relative, path.is_dir()))
            .map_err(|error| format!("{}: {error}", file.display()))?;
    }
    Ok(())
}

/// Path within the package, with slashes on every system.
fn relative(package: &Path, path: &Path) -> String {
    let inside = path.strip_prefix(package).unwrap_or(path);
    inside.components().map(|part| part.as_os_str().to_string_lossy()).collect::<Vec<_>>().join("/")
}

/// Everything that needs a `.meta`: not the folders whose name ends with `~`, but what is inside of them, since a sample is
/// copied into a project with its `.meta`.
pub(crate) fn assets(package: &Path) -> Result<Vec<PathBuf>, String> {
    let mut found = Vec::new();
    let mut folders = vec![package.to_owned()];
    while let Some(folder) = folders.pop() {
        let entries = std::fs::read_dir(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        for path in entries.filter_map(|entry| Some(entry.ok()?.path())) {
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            if path.is_dir() {
                folders.push(path.clone());
            }
            let documentation = relative(package, &path).starts_with("Documentation~");
            if !name.ends_with(".meta") && !name.ends_with('~') && !documentation {
                found.push(path);
            }
        }
    }
    found.sort();
    Ok(found)
}

fn copy_folder(from: &Path, to: &Path) -> Result<(), String> {
    let entries = std::fs::read_dir(from).map_err(|error| format!("{}: {error}", from.display()))?;
    for path in entries.filter_map(|entry| Some(entry.ok()?.path())) {
        let target = to.join(path.file_name().unwrap_or_default());
        if path.is_dir() { copy_folder(&path, &target)? } else { copy(&path, &target)? }
    }
    Ok(())
}

/// The C# files of one folder.
fn copy_sources(from: &Path, to: &Path) -> Result<(), String> {
    let entries = std::fs::read_dir(from).map_err(|error| format!("{}: {error}", from.display()))?;
    for path in entries.filter_map(|entry| Some(entry.ok()?.path())) {
        if path.extension().is_some_and(|extension| extension == "cs") {
            copy(&path, &to.join(path.file_name().unwrap_or_default()))?;
        }
    }
    Ok(())
}

fn copy(from: &Path, to: &Path) -> Result<(), String> {
    let folder = to.parent().unwrap_or(to);
    std::fs::create_dir_all(folder)
        .and_then(|()| std::fs::copy(from, to))
        .map(|_| ())
        .map_err(|error| format!("{} → {}: {error}", from.display(), to.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_committed_asset_has_its_meta_and_no_meta_is_left_over() {
        let package = Workspace::locate().path(SOURCE);
        let assets = assets(&package).expect("the package is there");
        assert!(assets.len() > 30, "{}", assets.len());
        for path in &assets {
            let committed = std::fs::read_to_string(meta::path_of(path)).unwrap_or_default();
            let fresh = meta::text(&relative(&package, path), path.is_dir());
            assert!(committed == fresh, "{}: run `cargo xtask unity-metas`", path.display());
        }
        let mut folders = vec![package];
        while let Some(folder) = folders.pop() {
            for path in std::fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path()) {
                if path.extension().is_some_and(|extension| extension == "meta") {
                    assert!(path.with_extension("").exists(), "{} belongs to nothing", path.display());
                }
                if path.is_dir() {
                    folders.push(path);
                }
            }
        }
    }

    #[test]
    fn versions_are_equal_everywhere() {
        let read = |path: &str| std::fs::read_to_string(Workspace::locate().path(path)).expect(path);
        let library = read("Cargo.toml");
        let version =
            library.lines().find_map(|line| line.strip_prefix("version = ")).expect("Cargo.toml has a version");
        let version = version.trim_matches('"');
        assert!(
            read("unity/com.antreckon.core/package.json").contains(&format!("\"version\": \"{version}\"")),
            "{version}"
        );
        assert!(read("unity/com.antreckon.core/CHANGELOG.md").contains(&format!("\n## [{version}] - 20")), "{version}");
        let parts = ["MAJOR", "MINOR", "PATCH"].map(|part| {
            let name = format!("#define ANT_VERSION_{part} ");
            read("include/antreckon/base.h")
                .lines()
                .find_map(|line| line.strip_prefix(&name).map(str::to_owned))
                .expect(part)
        });
        assert_eq!(parts.join("."), version);
    }
}
