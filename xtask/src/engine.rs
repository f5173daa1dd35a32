//! Godot itself: from Debian's packages, in a folder of its own that all clones share.

use crate::shell::{Log, Workspace};
use crate::toolchain::Toolchain;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The Debian release that has Godot 4.
const SUITE: &str = "forky";
/// Written when everything is installed.
const COMPLETE: &str = "antreckon-complete";
/// The engine, and what pictures need: a display without a screen and a renderer without a graphics card.
const PACKAGES: &[&str] = &[
    "godot",
    "xvfb",
    "xauth",
    "libgl1-mesa-dri",
    "libgl1",
    "libglx-mesa0",
    "libegl1",
    "libxcursor1",
    "libxinerama1",
    "libxrandr2",
    "libxi6",
    "libxkbcommon0",
    "libxext6",
    "libxrender1",
];

/// An installed engine.
pub(crate) struct Engine {
    root: PathBuf,
}

impl Engine {
    /// Finds the engine, or installs it (1.2 GB, a minute). The error says why there is none.
    pub(crate) fn find(workspace: &Workspace, toolchain: &Toolchain<'_>, log: &mut Log) -> Result<Self, String> {
        let root = cache()?.join("godot-4");
        if root.join(COMPLETE).exists() {
            return Ok(Self { root });
        }
        if !crate::toolchain::is_root() {
            return Err("Godot is not installed, and only root can install it".to_owned());
        }
        if !toolchain.has(log, "debootstrap", "debootstrap") {
            return Err("Godot is not installed, and debootstrap to install it is missing".to_owned());
        }
        let mirror = mirror().ok_or("Godot is not installed, and no Debian mirror is configured")?;
        install(workspace, log, &root, &mirror)
            .map_err(|step| format!("Godot could not be installed: {step} failed"))?;
        Ok(Self { root })
    }

    /// The engine without a display, run by the loader of its own folder.
    pub(crate) fn headless(&self, project: &Path) -> Command {
        let libraries = self.root.join("usr/lib/x86_64-linux-gnu");
        let mut command = Command::new("timeout");
        command.arg("300").arg(self.root.join("lib64/ld-linux-x86-64.so.2")).arg("--library-path");
        command.arg(format!("{}:{}", libraries.display(), libraries.join("pulseaudio").display()));
        command.arg(self.root.join("usr/bin/godot")).args(["--headless", "--path"]).arg(project);
        command
    }

    /// The engine with a display in memory. The project lies at /mnt, seen by this process only.
    pub(crate) fn with_display(&self, project: &Path, arguments: &str) -> Command {
        let script = format!(
            "mount --bind '{project}' '{root}/mnt' && mount -t proc proc '{root}/proc' && mount -t tmpfs tmpfs '{root}/tmp' && \
             chroot '{root}' timeout 300 xvfb-run -a -s '-screen 0 1280x720x24' \
             godot --path /mnt --rendering-driver opengl3 --audio-driver Dummy {arguments}",
            project = project.display(),
            root = self.root.display(),
        );
        let mut command = Command::new("unshare");
        command.args(["-m", "sh", "-c", &script]);
        command
    }
}

fn install(workspace: &Workspace, log: &mut Log, root: &Path, mirror: &str) -> Result<(), &'static str> {
    let part = root.with_extension("part");
    let mut done = |command: &mut Command, step| log.run(command).success.then_some(()).ok_or(step);
    if part.exists() {
        done(workspace.command("rm").arg("-rf").arg(&part), "removing what was begun")?;
    }
    let script = "/usr/share/debootstrap/scripts/sid";
    let mut bootstrap = workspace.command("debootstrap");
    bootstrap.args(["--variant=minbase", "--include=ca-certificates", SUITE]).arg(&part).args([mirror, script]);
    done(&mut bootstrap, "debootstrap")?;
    let chroot = |arguments: &[&str]| {
        let mut command = workspace.command("chroot");
        command.arg(&part).args(arguments).env("DEBIAN_FRONTEND", "noninteractive");
        command
    };
    // Snapshots of a mirror may be older than their lists are valid.
    done(&mut chroot(&["apt-get", "-o", "Acquire::Check-Valid-Until=false", "update"]), "apt-get update")?;
    let mut packages = chroot(&["apt-get", "install", "-y", "--no-install-recommends"]);
    done(packages.args(PACKAGES), "apt-get install")?;
    // debootstrap may leave its own mounts.
    for folder in ["proc", "sys"] {
        log.run(workspace.command("umount").arg("--quiet").arg(part.join(folder)));
    }
    std::fs::write(part.join(COMPLETE), "")
        .and_then(|()| std::fs::rename(&part, root))
        .map_err(|_| "putting it into its place")
}

/// Folder that outlives clones.
pub(crate) fn cache() -> Result<PathBuf, String> {
    let folder = std::env::var_os("XDG_CACHE_HOME").map(PathBuf::from);
    let folder = folder.or_else(|| std::env::var_os("HOME").map(|home| PathBuf::from(home).join(".cache")));
    let folder = folder.ok_or("neither XDG_CACHE_HOME nor HOME is set")?.join("antreckon");
    std::fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    Ok(folder)
}

/// The first Debian mirror of this machine's own configuration.
pub(crate) fn mirror() -> Option<String> {
    let mut files: Vec<PathBuf> = std::fs::read_dir("/etc/apt/sources.list.d")
        .map(|entries| entries.filter_map(|entry| Some(entry.ok()?.path())).collect())
        .unwrap_or_default();
    files.sort();
    files.push("/etc/apt/sources.list".into());
    files.iter().filter_map(|file| std::fs::read_to_string(file).ok()).find_map(|text| mirror_in(&text))
}

fn mirror_in(sources: &str) -> Option<String> {
    sources.lines().find_map(|line| {
        let rest = line.strip_prefix("URIs:").or_else(|| line.strip_prefix("deb "))?;
        let address = rest.split_whitespace().find(|word| word.starts_with("http"))?;
        address.trim_end_matches('/').ends_with("/debian").then(|| address.to_owned())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mirrors_are_found_in_both_kinds_of_files() {
        let modern = "Types: deb\n# comment\nURIs: http://mirror.example/debian\nSuites: bookworm\n";
        let old = "deb [signed-by=/x.gpg] https://mirror.example/debian/ bookworm main\n";
        assert_eq!(mirror_in(modern).as_deref(), Some("http://mirror.example/debian"));
        assert_eq!(mirror_in(old).as_deref(), Some("https://mirror.example/debian/"));
        assert_eq!(mirror_in("deb https://packages.example/apt tool main\n"), None);
    }
}
