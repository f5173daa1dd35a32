//! Headers and libraries of this machine in a folder of the user's choice, found by pkg-config and CMake.

use crate::build::{put, release};
use crate::package::layouts::{include, template, write};
use crate::shell::Workspace;
use std::path::Path;

/// Builds the libraries and puts everything below `prefix`.
pub(crate) fn run(workspace: &Workspace, arguments: &[String]) -> Result<(), String> {
    let [flag, prefix] = arguments else { return Err("usage: cargo xtask install --prefix DIR".to_owned()) };
    if flag != "--prefix" {
        return Err(format!("`cargo xtask install` does not know `{flag}`"));
    }
    let prefix = std::path::absolute(prefix).map_err(|error| format!("{prefix}: {error}"))?;
    let libraries = release(workspace)?;
    lay_out(workspace, &libraries, &prefix)?;
    println!("PKG_CONFIG_PATH={} pkg-config --cflags --libs antreckon", prefix.join("lib/pkgconfig").display());
    Ok(())
}

fn lay_out(workspace: &Workspace, libraries: &[std::path::PathBuf], prefix: &Path) -> Result<(), String> {
    let platform = platform();
    include(workspace, &prefix.join("include"))?;
    for library in libraries {
        put(library, &prefix.join("lib").join(&platform).join(library.file_name().unwrap_or_default()))?;
    }
    write(&prefix.join("lib/pkgconfig/antreckon.pc"), &pkg_config(&platform))?;
    let cmake = prefix.join("lib/cmake/antreckon");
    put(&workspace.path("bindings/cmake/antreckon-config.cmake"), &cmake.join("antreckon-config.cmake"))?;
    let version = template(workspace, "bindings/cmake/antreckon-config-version.cmake.in")?;
    write(&cmake.join("antreckon-config-version.cmake"), &version)
}

/// The folder of this machine's libraries, as in the packages.
fn platform() -> String {
    let architecture = if cfg!(target_arch = "aarch64") { "arm64" } else { "x64" };
    format!("{}-{architecture}", std::env::consts::OS)
}

/// With the place of the library in the program, so that it starts without further ado.
fn pkg_config(platform: &str) -> String {
    let rpath = if cfg!(windows) { "" } else { " -Wl,-rpath,${libdir}" };
    format!(
        "prefix=${{pcfiledir}}/../..\nincludedir=${{prefix}}/include\nlibdir=${{prefix}}/lib/{platform}\n\n\
         Name: antreckon\nDescription: Movement prediction for networked games\nVersion: {}\n\
         Cflags: -I${{includedir}}\nLibs: -L${{libdir}}{rpath} -lantreckon\nLibs.private: -lpthread -ldl -lm\n",
        crate::package::layouts::VERSION
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_installed_is_found_from_its_own_folder() {
        let workspace = Workspace::locate();
        let prefix = workspace.scratch().join("install");
        let library = prefix.join("libantreckon.so");
        std::fs::create_dir_all(&prefix).and_then(|()| std::fs::write(&library, "")).expect("a scratch folder");
        lay_out(&workspace, &[library], &prefix).expect("it is laid out");
        let text = std::fs::read_to_string(prefix.join("lib/pkgconfig/antreckon.pc")).expect("it was written");
        assert!(text.contains(&format!("libdir=${{prefix}}/lib/{}", platform())) && !text.contains('@'), "{text}");
        for file in ["include/antreckon.h", "include/antreckon/ghosts.h", "lib/cmake/antreckon/antreckon-config.cmake"]
        {
            assert!(prefix.join(file).exists(), "{file}");
        }
        assert!(prefix.join("lib").join(platform()).join("libantreckon.so").exists());
    }
}
