//! What lies where in each package.

use super::platforms::{self, Format, Platform};
use crate::build::put;
use crate::shell::Workspace;
use crate::unity;
use std::path::{Path, PathBuf};

/// Version of everything.
pub(crate) const VERSION: &str = env!("CARGO_PKG_VERSION");

/// A package: a zip with one folder.
pub(crate) struct Layout {
    /// The zip's name without version.
    pub(crate) name: &'static str,
    /// The folder in it.
    pub(crate) folder: &'static str,
    /// Fills the folder.
    fill: fn(&Workspace, &Path, &Path) -> Result<(), String>,
}

/// All packages.
pub(crate) const ALL: [Layout; 7] = [
    Layout { name: "antreckon-c", folder: "antreckon", fill: c },
    Layout { name: "antreckon-unity", folder: "com.antreckon.core", fill: unity_package },
    Layout { name: "antreckon-unreal-5.3", folder: "Antreckon", fill: unreal_for::<3> },
    Layout { name: "antreckon-unreal-5.4", folder: "Antreckon", fill: unreal_for::<4> },
    Layout { name: "antreckon-unreal-5.5", folder: "Antreckon", fill: unreal_for::<5> },
    Layout { name: "antreckon-unreal-5.6", folder: "Antreckon", fill: unreal_for::<6> },
    Layout { name: "antreckon-godot", folder: "addons", fill: godot },
];

/// The Unreal plugin as it is committed.
const UNREAL: &str = "unreal/Antreckon";

impl Layout {
    pub(crate) fn zip(&self) -> String {
        format!("{}-{VERSION}.zip", self.name)
    }

    /// Lays the package out in `staging`, anew.
    pub(crate) fn lay_out(&self, workspace: &Workspace, libraries: &Path, staging: &Path) -> Result<(), String> {
        let _ = std::fs::remove_dir_all(staging);
        (self.fill)(workspace, libraries, &staging.join(self.folder))
    }
}

fn c(workspace: &Workspace, libraries: &Path, out: &Path) -> Result<(), String> {
    include(workspace, &out.join("include"))?;
    for platform in &platforms::ALL {
        let lib = out.join("lib").join(platform.name);
        for file in shipped(platform) {
            put(&libraries.join(platform.name).join(file), &lib.join(file))?;
        }
        let private = match platform.format {
            Format::Elf => "-lpthread -ldl -lgcc_s -lm",
            Format::Pe | Format::MachO | Format::Wasm => "",
        };
        let text = template(workspace, "bindings/pkgconfig/antreckon.pc.in")?.replace("@PRIVATE@", private);
        write(&lib.join("pkgconfig/antreckon.pc"), &text)?;
    }
    let cmake = out.join("lib/cmake/antreckon");
    put(&workspace.path("bindings/cmake/antreckon-config.cmake"), &cmake.join("antreckon-config.cmake"))?;
    let version = template(workspace, "bindings/cmake/antreckon-config-version.cmake.in")?;
    write(&cmake.join("antreckon-config-version.cmake"), &version)?;
    for example in workspace.files("examples", "", "").iter().filter(|path| path.is_file()) {
        put(example, &out.join("examples").join(example.file_name().unwrap_or_default()))?;
    }
    write(&out.join("README.md"), &template(workspace, "bindings/c/README.md")?)?;
    put(&workspace.path("CHANGELOG.md"), &out.join("CHANGELOG.md"))?;
    papers(workspace, out)
}

fn unity_package(workspace: &Workspace, libraries: &Path, out: &Path) -> Result<(), String> {
    unity::package(workspace, libraries, out)?;
    // Every file that Unity sees has its .meta; the version is in package.json.
    Ok(())
}

/// For Unreal Engine 5.`MINOR`: an engine of another version says so before it compiles anything.
fn unreal_for<const MINOR: u32>(workspace: &Workspace, libraries: &Path, out: &Path) -> Result<(), String> {
    let source = workspace.path(UNREAL);
    let descriptor = std::fs::read_to_string(source.join("Antreckon.uplugin")).map_err(|_| {
        format!("{UNREAL}/Antreckon.uplugin is not there: without the plugin there is no package of it")
    })?;
    copy_folder(&source, out)?;
    write(&out.join("Antreckon.uplugin"), &with_engine(&descriptor, MINOR)?)?;
    write(&out.join("README.md"), &template(workspace, "unreal/README.md")?)?;
    let library = out.join("Source/ThirdParty/AntreckonLibrary");
    include(workspace, &library.join("include"))?;
    for platform in platforms::ALL.iter().filter(|platform| platform.shared().is_some()) {
        for file in shipped(platform).filter(|file| !file.ends_with(".a")) {
            put(&libraries.join(platform.name).join(file), &library.join("lib").join(platform.name).join(file))?;
        }
    }
    papers(workspace, out)
}

/// The descriptor of a plugin, for one engine.
fn with_engine(descriptor: &str, minor: u32) -> Result<String, String> {
    let any = "\"EngineVersion\": \"\"";
    if !descriptor.contains(any) {
        return Err(format!("{UNREAL}/Antreckon.uplugin has no {any}"));
    }
    Ok(descriptor.replace(any, &format!("\"EngineVersion\": \"5.{minor}.0\"")))
}

fn godot(workspace: &Workspace, libraries: &Path, out: &Path) -> Result<(), String> {
    let addon = out.join("antreckon");
    copy_folder(&workspace.path("godot/addons/antreckon"), &addon)?;
    // A developer's own build may lie there.
    let _ = std::fs::remove_dir_all(addon.join("bin"));
    for platform in &platforms::ALL {
        if let Some((folder, file)) = platform.godot {
            put(&libraries.join(platform.name).join("godot").join(file), &addon.join("bin").join(folder).join(file))?;
        }
    }
    papers(workspace, &addon)
}

/// The files of a platform that users link with or ship.
fn shipped(platform: &Platform) -> impl Iterator<Item = &'static str> {
    let microsoft = (platform.format == Format::Pe).then_some("antreckon.lib");
    platform.libraries.iter().copied().chain(microsoft)
}

/// The C headers and the C++ layer.
pub(crate) fn include(workspace: &Workspace, out: &Path) -> Result<(), String> {
    put(&workspace.path("include/antreckon.h"), &out.join("antreckon.h"))?;
    copy_folder(&workspace.path("include/antreckon"), &out.join("antreckon"))?;
    put(&workspace.path("bindings/cpp/antreckon.hpp"), &out.join("antreckon.hpp"))?;
    copy_folder(&workspace.path("bindings/cpp/antreckon"), &out.join("antreckon"))
}

/// Licences and version.
fn papers(workspace: &Workspace, out: &Path) -> Result<(), String> {
    for licence in ["LICENSE-MIT", "LICENSE-APACHE"] {
        put(&workspace.path(licence), &out.join(licence))?;
    }
    write(&out.join("VERSION"), &format!("{VERSION}\n"))
}

pub(crate) fn template(workspace: &Workspace, path: &str) -> Result<String, String> {
    let text = std::fs::read_to_string(workspace.path(path)).map_err(|error| format!("{path}: {error}"))?;
    Ok(text.replace("@VERSION@", VERSION))
}

pub(crate) fn write(path: &Path, text: &str) -> Result<(), String> {
    let folder = path.parent().unwrap_or(path);
    std::fs::create_dir_all(folder)
        .and_then(|()| std::fs::write(path, text))
        .map_err(|error| format!("{}: {error}", path.display()))
}

/// Copies everything in a folder.
pub(super) fn copy_folder(from: &Path, to: &Path) -> Result<(), String> {
    let entries = std::fs::read_dir(from).map_err(|error| format!("{}: {error}", from.display()))?;
    let mut paths: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    paths.sort();
    for path in paths {
        let target = to.join(path.file_name().unwrap_or_default());
        if path.is_dir() { copy_folder(&path, &target)? } else { put(&path, &target)? }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{ALL, with_engine};
    use crate::package::platforms;
    use crate::shell::Workspace;

    #[test]
    fn a_package_is_for_one_engine() {
        let made = with_engine("{\n\t\"EngineVersion\": \"\",\n\t\"Installed\": false\n}", 4).expect("a descriptor");
        assert_eq!(made, "{\n\t\"EngineVersion\": \"5.4.0\",\n\t\"Installed\": false\n}");
        assert!(with_engine("{}", 4).is_err());
    }
    #[test]
    fn the_unreal_packages_have_what_a_user_needs() {
        let workspace = Workspace::locate();
        let folder = workspace.scratch().join("layouts-test");
        let _ = std::fs::remove_dir_all(&folder);
        let libraries = folder.join("lib");
        for platform in &platforms::ALL {
            for file in super::shipped(platform) {
                super::write(&libraries.join(platform.name).join(file), "a library").expect("a file");
            }
        }
        for minor in 3..7 {
            let name = format!("antreckon-unreal-5.{minor}");
            let layout = ALL.iter().find(|layout| layout.name == name).expect("a package for each engine");
            let staging = folder.join(&name);
            layout.lay_out(&workspace, &libraries, &staging).expect("a package");
            let plugin = staging.join("Antreckon");
            let read = |path: &str| {
                std::fs::read_to_string(plugin.join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
            };
            assert!(read("Antreckon.uplugin").contains(&format!("\"EngineVersion\": \"5.{minor}.0\"")));
            assert!(!read("README.md").contains("](../"), "links that lead nowhere");
            let library = "Source/ThirdParty/AntreckonLibrary";
            for file in ["include/antreckon.hpp", "include/antreckon/server_link.hpp", "lib/windows-x64/antreckon.lib"]
            {
                assert!(!read(&format!("{library}/{file}")).is_empty());
            }
            for file in
                ["Resources/Icon128.png", "LICENSE-MIT", "VERSION", "Source/AntreckonEditor/AntreckonEditor.Build.cs"]
            {
                assert!(plugin.join(file).exists(), "{file}");
            }
        }
        let _ = std::fs::remove_dir_all(&folder);
    }
}
