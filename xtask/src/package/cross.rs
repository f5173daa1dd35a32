//! What builds for other systems need: a copy of the toolchain with the source of its standard library, zig as a linker, and the
//! folders of what is built. It lies where all clones find it, and nothing of it comes from anywhere but package registries.

use super::apple;
use super::platforms::{Linker, Platform};
use super::sources;
use crate::build::PROFILE;
use crate::engine;
use crate::shell::{Log, Workspace};
use crate::toolchain::Toolchain;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Programs and their Debian packages. LLVM's read the formats of all systems.
const PROGRAMS: &[(&str, &str)] = &[
    ("x86_64-w64-mingw32-gcc", "gcc-mingw-w64-x86-64"),
    ("aarch64-linux-gnu-gcc", "gcc-aarch64-linux-gnu"),
    ("ld", "binutils"),
    ("llvm-readobj", "llvm"),
    ("llvm-nm", "llvm"),
    ("llvm-objdump", "llvm"),
    ("llvm-ar", "llvm"),
    ("llvm-dlltool", "llvm"),
    ("pip", "python3-pip"),
    ("unzip", "unzip"),
    ("zip", "zip"),
];
/// Wheel of PyPI with the zig compiler.
const ZIG: &str = "ziglang==0.17.0";
/// Version of the crate that makes zig cargo's linker.
const ZIGBUILD: &str = "0.24.0";
/// Debian release whose packages have the source of the standard library of recent toolchains.
const SUITE: &str = "trixie-backports";
/// Written into a folder when all of it is there.
const COMPLETE: &str = "antreckon-complete";

/// Everything that is needed, installed.
pub(crate) struct Cross {
    folder: PathBuf,
}

impl Cross {
    /// Finds it, or sets it up: 700 MB and some minutes, once for each version of the compiler. The error says what is missing.
    pub(crate) fn find(workspace: &Workspace, toolchain: &Toolchain<'_>, log: &mut Log) -> Result<Self, String> {
        for (program, package) in PROGRAMS {
            // Wrong arguments are as good a sign of life as a version.
            if !toolchain.has(log, program, package)
                && !toolchain.has_file(log, &format!("/usr/bin/{program}"), package)
            {
                return Err(format!("{program} ({package}) is not installed"));
            }
        }
        if !toolchain.has_file(log, "/usr/aarch64-linux-gnu/include/stdio.h", "libc6-dev-arm64-cross") {
            return Err("libc6-dev-arm64-cross is not installed".to_owned());
        }
        let cross = Self::with_standard_library(workspace, log)?;
        let _lock = cross.lock("set-up")?;
        cross.once(log, "zig", |log, part| fetch_zig(workspace, log, part))?;
        cross.once(log, "apple", |_, part| apple::make_kit(&cross.folder.join("zig/ziglang"), part))?;
        if !cross.folder.join("bin/cargo-zigbuild").exists() {
            let mut install = workspace.cargo();
            install.args(["install", "cargo-zigbuild", "--version", ZIGBUILD, "--locked", "--root"]).arg(&cross.folder);
            must(log, &mut install)?;
        }
        Ok(cross)
    }

    /// Only what builds for this machine need that build the standard library too: the copy of the toolchain with its source.
    pub(crate) fn with_standard_library(workspace: &Workspace, log: &mut Log) -> Result<Self, String> {
        let about = log.run(Command::new("rustc").arg("-vV")).stdout;
        let field = |name: &str| about.lines().find_map(|line| line.strip_prefix(name)).unwrap_or_default().trim();
        let (release, commit) = (field("release:"), field("commit-hash:"));
        let folder = engine::cache()?.join(format!("cross-{release}-{}", commit.get(..9).unwrap_or("unknown")));
        let cross = Self { folder };
        let _lock = cross.lock("set-up")?;
        cross.once(log, "toolchain", |log, part| copy_toolchain(workspace, log, part, release))?;
        Ok(cross)
    }

    /// Makes a folder of the cache unless it is complete.
    fn once(
        &self,
        log: &mut Log,
        name: &str,
        make: impl FnOnce(&mut Log, &Path) -> Result<(), String>,
    ) -> Result<(), String> {
        let (place, part) = (self.folder.join(name), self.folder.join(format!("{name}.part")));
        if place.join(COMPLETE).exists() {
            return Ok(());
        }
        let said = |error: std::io::Error| format!("{}: {error}", place.display());
        for folder in [&place, &part] {
            if folder.exists() {
                std::fs::remove_dir_all(folder).map_err(said)?;
            }
        }
        std::fs::create_dir_all(&part).map_err(said)?;
        make(log, &part).map_err(|step| format!("{name} for other systems could not be set up: {step}"))?;
        std::fs::write(part.join(COMPLETE), "").and_then(|()| std::fs::rename(&part, &place)).map_err(said)
    }

    /// Keeps other clones of the repository from the same folder until the file is dropped.
    pub(crate) fn lock(&self, name: &str) -> Result<File, String> {
        let path = self.folder.join(format!("{name}.lock"));
        std::fs::create_dir_all(&self.folder)
            .and_then(|()| File::create(&path))
            .and_then(|file| file.lock().map(|()| file))
            .map_err(|error| format!("{}: {error}", path.display()))
    }

    /// Where cargo builds for a platform. Not in the repository: a fresh clone need not build the standard library again.
    pub(crate) fn target(&self, name: &str) -> PathBuf {
        self.folder.join("target").join(name)
    }

    /// Where the finished libraries of a platform are kept for whoever builds the same sources again, in whichever clone.
    pub(super) fn made(&self, workspace: &Workspace, name: &str) -> Result<PathBuf, String> {
        Ok(self.folder.join("made").join(name).join(sources::fingerprint(workspace)?))
    }

    /// Makes sure that what lies in a folder of builds is of this clone: cargo tells clones apart by nothing but the times of their
    /// files, and would take the library of another one for new. The standard library stays.
    pub(crate) fn claim(&self, workspace: &Workspace, name: &str, target: &str) -> Result<(), String> {
        let (folder, clone) = (self.target(name), workspace.path("").display().to_string());
        let owner = folder.join("clone.txt");
        if std::fs::read_to_string(&owner).is_ok_and(|path| path == clone) {
            return Ok(());
        }
        let profiles = entries(&folder.join(target));
        for mark in profiles.iter().flat_map(|profile| entries(&profile.join(".fingerprint"))) {
            if mark.file_name().is_some_and(|name| name.to_string_lossy().starts_with("antreckon")) {
                std::fs::remove_dir_all(&mark).map_err(|error| format!("{}: {error}", mark.display()))?;
            }
        }
        std::fs::create_dir_all(&folder)
            .and_then(|()| std::fs::write(&owner, clone))
            .map_err(|error| format!("{}: {error}", owner.display()))
    }

    /// `cargo rustc` for a platform into the folder `name`, without saying what. Only of a library that is nothing but `crate_types`
    /// can all crates be optimised as one.
    pub(crate) fn build(&self, workspace: &Workspace, platform: &Platform, name: &str, crate_types: &str) -> Command {
        let (mut command, target) = match platform.linker {
            Linker::Zig(libc) => {
                let zigbuild = self.tool(workspace, self.folder.join("bin/cargo-zigbuild"));
                (zigbuild, format!("{}.{libc}", platform.target))
            }
            Linker::Mingw | Linker::Lld | Linker::None => (self.cargo(workspace), platform.target.to_owned()),
        };
        command.args(["rustc", "--crate-type", crate_types, "--target", &target]);
        command.arg("--target-dir").arg(self.target(name));
        command
    }

    /// `cargo check` for a target.
    pub(crate) fn check(&self, workspace: &Workspace, name: &str, target: &str) -> Command {
        let mut command = self.cargo(workspace);
        command.args(["check", "--target", target, "--target-dir"]).arg(self.target(name));
        command
    }

    /// A file that the copied toolchain brings along for programs of this machine.
    pub(crate) fn host_file(&self, target: &str, name: &str) -> PathBuf {
        self.folder.join("toolchain/lib/rustlib").join(target).join("lib").join(name)
    }

    /// The copied cargo with what all of its commands need.
    pub(crate) fn cargo(&self, workspace: &Workspace) -> Command {
        self.tool(workspace, self.folder.join("toolchain/bin/cargo"))
    }

    /// A program that runs the copied toolchain.
    fn tool(&self, workspace: &Workspace, program: PathBuf) -> Command {
        let bin = self.folder.join("toolchain/bin");
        let path = std::env::var_os("PATH").unwrap_or_default();
        let path = [bin.clone(), self.folder.join("bin")].into_iter().chain(std::env::split_paths(&path));
        let mut command = workspace.command(program);
        command.env("PATH", std::env::join_paths(path).unwrap_or_default());
        for variable in ["RUSTFLAGS", "CARGO_ENCODED_RUSTFLAGS", "RUSTUP_TOOLCHAIN", "RUSTC_WRAPPER"] {
            command.env_remove(variable);
        }
        command.env("CARGO", bin.join("cargo")).env("RUSTC", bin.join("rustc"));
        // The compiler's own program that strips looks for its libraries nowhere else.
        command.env("LD_LIBRARY_PATH", self.folder.join("toolchain/lib"));
        // The standard library is built from source, which a stable compiler calls unstable.
        command.env("RUSTC_BOOTSTRAP", "1");
        command.env("CARGO_ZIGBUILD_ZIG_PATH", self.folder.join("zig/ziglang/zig"));
        command.env("CARGO_ZIGBUILD_CACHE_DIR", self.folder.join("zigbuild"));
        command.env("CARGO_TARGET_X86_64_PC_WINDOWS_GNU_LINKER", "x86_64-w64-mingw32-gcc");
        command.env("CARGO_TARGET_AARCH64_APPLE_DARWIN_LINKER", self.llvm_program("rust-lld"));
        command.env("SDKROOT", self.folder.join("apple").join(apple::SDK));
        for platform in &super::platforms::ALL {
            let name = platform.target.to_uppercase().replace('-', "_");
            command.env(format!("CARGO_TARGET_{name}_RUSTFLAGS"), format!("{SMALL} {}", platform.flags));
        }
        command
    }

    /// A program of LLVM in the version of the compiler.
    pub(crate) fn llvm(&self, program: &str) -> Command {
        let mut command = Command::new(self.llvm_program(program));
        command.env("LD_LIBRARY_PATH", self.folder.join("toolchain/lib"));
        command
    }

    fn llvm_program(&self, program: &str) -> PathBuf {
        let host = format!("toolchain/lib/rustlib/{}-unknown-linux-gnu/bin", std::env::consts::ARCH);
        self.folder.join(host).join(program)
    }
}

/// Flags of the compiler that make a library a sixth smaller (docs/packaging.md says what they cost): functions are inlined where the
/// source asks for it and they are not large, and elsewhere only where that saves code; loops of unknown length are not unrolled.
const SMALL: &str =
    "-Cllvm-args=-inline-threshold=10 -Cllvm-args=-inlinehint-threshold=150 -Cllvm-args=-unroll-runtime=false";

/// Arguments of every build: the profile, no paths of this machine, the standard library from source: small, and without the code
/// that prints backtraces, because a panic ends as a text with its place at the C boundary.
pub(crate) const BUILD: &[&str] = &[
    "--profile",
    PROFILE,
    "--lib",
    "-Ztrim-paths",
    "--config",
    "profile.shipped.trim-paths=\"all\"",
    "-Zbuild-std=std,panic_unwind",
    "-Zbuild-std-features=panic-unwind,optimize_for_size",
];

/// Folders of a toolchain may be links, and its owner does not want it changed: a copy, and the source of its library.
fn copy_toolchain(workspace: &Workspace, log: &mut Log, part: &Path, release: &str) -> Result<(), String> {
    let sysroot = log.run(Command::new("rustc").args(["--print", "sysroot"])).stdout;
    for folder in ["bin", "lib"] {
        must(log, workspace.command("cp").arg("-a").arg(Path::new(sysroot.trim()).join(folder)).arg(part))?;
    }
    let place = part.join("lib/rustlib/src/rust");
    if place.join("library/Cargo.lock").exists() {
        // Its owner has the source already.
        return Ok(());
    }
    let fetched = part.join("rust-src");
    for place in ["lists/partial", "cache/archives/partial"] {
        std::fs::create_dir_all(fetched.join(place)).map_err(|error| error.to_string())?;
    }
    let mirror = engine::mirror().ok_or("the machine's apt names no Debian mirror")?;
    let list = fetched.join("sources.list");
    let source = format!("deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] {mirror} {SUITE} main\n");
    std::fs::write(&list, source).map_err(|error| error.to_string())?;
    let apt = |action: &[&str]| {
        let mut command = workspace.command("apt-get");
        command.current_dir(&fetched);
        for (option, value) in [
            ("Dir::Etc::SourceList", list.display().to_string()),
            ("Dir::Etc::SourceParts", "/dev/null".to_owned()),
            ("Dir::State::Lists", fetched.join("lists").display().to_string()),
            ("Dir::Cache", fetched.join("cache").display().to_string()),
            // Snapshots of a mirror may be older than their lists are valid.
            ("Acquire::Check-Valid-Until", "false".to_owned()),
            ("APT::Sandbox::User", "root".to_owned()),
        ] {
            command.arg("-o").arg(format!("{option}={value}"));
        }
        command.args(action);
        command
    };
    must(log, &mut apt(&["update"]))?;
    must(log, &mut apt(&["download", &format!("rust-src={release}*")]))
        .map_err(|_| format!("Debian's {SUITE} has no source of rustc {release}"))?;
    let package = entries(&fetched)
        .into_iter()
        .find(|path| path.extension().is_some_and(|extension| extension == "deb"))
        .ok_or("rust-src was not downloaded")?;
    must(log, workspace.command("dpkg-deb").arg("-x").arg(package).arg(fetched.join("unpacked")))?;
    let library = fetched.join(format!("unpacked/usr/src/rustc-{release}/library"));
    std::fs::create_dir_all(&place).map_err(|error| error.to_string())?;
    must(log, workspace.command("cp").arg("-a").arg(library).arg(place))?;
    std::fs::remove_dir_all(&fetched).map_err(|error| error.to_string())
}

/// The wheel, unpacked; nothing of it is installed.
fn fetch_zig(workspace: &Workspace, log: &mut Log, part: &Path) -> Result<(), String> {
    let mut download = workspace.command("pip");
    must(log, download.current_dir(part).args(["download", "--no-deps", "--quiet", "--dest", ".", ZIG]))?;
    let wheel = entries(part)
        .into_iter()
        .find(|path| path.extension().is_some_and(|extension| extension == "whl"))
        .ok_or("the wheel of zig was not downloaded")?;
    must(log, workspace.command("unzip").arg("-q").arg(&wheel).arg("-d").arg(part))?;
    std::fs::remove_file(&wheel).map_err(|error| error.to_string())?;
    must(log, workspace.command("chmod").arg("+x").arg(part.join("ziglang/zig")))
}

/// What a folder holds; nothing when there is none.
fn entries(folder: &Path) -> Vec<PathBuf> {
    std::fs::read_dir(folder).into_iter().flatten().filter_map(|entry| Some(entry.ok()?.path())).collect()
}

fn must(log: &mut Log, command: &mut Command) -> Result<(), String> {
    let program = command.get_program().to_string_lossy().into_owned();
    log.run(command).success.then_some(()).ok_or_else(|| format!("{program} failed"))
}
