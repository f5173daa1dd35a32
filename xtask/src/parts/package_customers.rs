//! Customers of the packages: each does with the unpacked folder what its README says.

use super::Context;
use super::c_tests::run_program;
use super::csharp;
use super::godot_project::Project;
use super::package::{Unpacked, with_shared_library};
use crate::engine::Engine;
use crate::package::layouts;
use crate::report::{self, Skip, Tally};
use crate::shell::{Log, Workspace};
use crate::unity;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Wine 8 lacks a DLL of Windows 10 that every Rust program wants for its hash maps; this one has the one function of it.
const RANDOM: &str = "\
#include <windows.h>
#include <ntsecapi.h>
__declspec(dllexport) int __stdcall ProcessPrng(unsigned char *data, size_t length) {
    return RtlGenRandom(data, (ULONG)length);
}
";

const STRICT: &[&str] = &["-Wall", "-Wextra", "-Wpedantic", "-Werror", "-O1"];

/// A C program that finds the library by pkg-config, with the shared and with the static library.
pub(super) fn pkg_config(context: &Context<'_>, log: &mut Log, unpacked: &Unpacked) -> Tally {
    if !context.toolchain.has(log, "pkg-config", "pkg-config") {
        return Tally::missing("pkg-config");
    }
    let (lib, work) = (unpacked.lib("linux-x64"), unpacked.work("pkg-config"));
    let mut ask = context.workspace.command("pkg-config");
    ask.args(["--cflags", "--libs", "antreckon"]).env("PKG_CONFIG_PATH", lib.join("pkgconfig"));
    let flags = log.run(&mut ask);
    let source = unpacked.c().join("examples/hello.c");
    let mut tally = Tally::one(flags.success && make_folder(&work));
    let mut shared = context.workspace.command("gcc");
    shared.args(["-std=c99"]).args(STRICT).arg(&source).args(flags.stdout.split_whitespace());
    shared.arg(format!("-Wl,-rpath,{}", lib.display())).args(["-lm", "-o"]).arg(work.join("shared"));
    tally += compiled_and_run(log, &mut shared, &work.join("shared"));
    let mut fixed = context.workspace.command("gcc");
    fixed.args(["-std=c99"]).args(STRICT).arg("-I").arg(unpacked.c().join("include")).arg(&source);
    fixed.arg(lib.join("libantreckon.a")).args(["-lpthread", "-ldl", "-lm", "-o"]).arg(work.join("static"));
    tally += compiled_and_run(log, &mut fixed, &work.join("static"));
    tally
}

/// A CMake project that finds the library, and one that asks for a version that is not there.
pub(super) fn cmake(context: &Context<'_>, log: &mut Log, unpacked: &Unpacked) -> Tally {
    if !context.toolchain.has(log, "cmake", "cmake") {
        return Tally::missing("cmake");
    }
    let configure = |log: &mut Log, name: &str, version: &str| {
        let mut command = context.workspace.command("cmake");
        command.arg("-S").arg(context.workspace.path("tests/package/cmake")).arg("-B").arg(unpacked.work(name));
        command.arg(format!("-DCMAKE_PREFIX_PATH={}", unpacked.c().display()));
        command.arg(format!("-DEXAMPLES={}", unpacked.c().join("examples").display()));
        log.run(command.arg(format!("-DWANTED={version}"))).success
    };
    let build = unpacked.work("cmake");
    let built = configure(log, "cmake", layouts::VERSION)
        && log.run(context.workspace.command("cmake").arg("--build").arg(&build)).success;
    let mut tally = Tally::one(built);
    for program in ["hello_shared", "hello_static", "layer"] {
        tally += Tally::one(run_program(log, &mut Command::new(build.join(program))).success);
    }
    // Failing is what is wanted here; it must not be shown as a failure of the suite.
    let mut unwanted = Log::default();
    let refused = !configure(&mut unwanted, "cmake-too-new", "99.0");
    log.note(unwanted.text());
    tally += Tally::one(refused);
    tally
}

/// Layout of the Unity package, and the NUnit tests on Mono with its scripts and its library.
pub(super) fn unity(context: &Context<'_>, log: &mut Log, unpacked: &Unpacked) -> Tally {
    let package = unpacked.unity();
    let mut tally = Tally::default();
    for (platform, file) in
        unity::LIBRARIES.iter().filter(|(platform, _)| ["windows-x64", "linux-x64"].contains(platform))
    {
        let library = package.join("Runtime/Plugins").join(platform).join(file);
        let described = std::fs::read_to_string(format!("{}.meta", library.display())).unwrap_or_default();
        let holds = library.exists() && described.contains("PluginImporter");
        if !holds {
            log.note(format!("not true: {} is there, with its .meta", library.display()));
        }
        tally += Tally::one(holds);
    }
    if let Some(missing) = csharp::missing(context, log) {
        tally += Tally::missing(missing);
        return tally;
    }
    let (work, library) = (unpacked.work("unity"), package.join("Runtime/Plugins/linux-x64"));
    // One file tests what only builds for tests export.
    let tests = context.workspace.files("tests/csharp", "", ".cs");
    let tests: Vec<PathBuf> = tests.into_iter().filter(|path| !path.ends_with("LibraryTests.cs")).collect();
    match csharp::prepare(context, log, &library, &work, &layer(unpacked)) {
        Ok(()) => tally += csharp::tests(context, log, &library, &work, &tests),
        Err(error) => {
            log.note(error);
            tally += Tally::one(false);
        }
    }
    tally
}

/// The engine-free scripts of the Unity package.
pub(super) fn layer(unpacked: &Unpacked) -> Vec<PathBuf> {
    let interop = unpacked.unity().join("Runtime/Interop");
    [interop.clone(), interop.join("Generated")].iter().flat_map(|folder| files(folder, "cs")).collect()
}

/// Everything that the plugin's build rules look for lies where they look.
pub(super) fn unreal(log: &mut Log, unpacked: &Unpacked) -> Tally {
    let mut tally = Tally::default();
    for engine in ["5.3", "5.4", "5.5", "5.6"] {
        let plugin = unpacked.unreal(engine);
        let library = plugin.join("Source/ThirdParty/AntreckonLibrary");
        let mut wanted =
            ["Antreckon.uplugin", "README.md", "Resources/Icon128.png"].map(|name| plugin.join(name)).to_vec();
        wanted.extend(
            ["antreckon.h", "antreckon/base.h", "antreckon.hpp"].map(|name| library.join("include").join(name)),
        );
        wanted.extend(with_shared_library().map(|(platform, file)| library.join("lib").join(platform).join(file)));
        wanted.push(library.join("lib/windows-x64/antreckon.lib"));
        for path in wanted {
            if !path.exists() {
                log.note(format!("not true: {} is there", path.display()));
            }
            tally += Tally::one(path.exists());
        }
        let descriptor = std::fs::read_to_string(plugin.join("Antreckon.uplugin")).unwrap_or_default();
        let says = descriptor.contains(&format!("\"EngineVersion\": \"{engine}.0\""));
        if !says {
            log.note(format!("not true: the descriptor of the package for {engine} says so"));
        }
        tally += Tally::one(says);
    }
    tally
}

/// The addon in a project with nothing else.
pub(super) fn godot(context: &Context<'_>, log: &mut Log, unpacked: &Unpacked) -> Tally {
    match project(context, log, unpacked, "godot-empty", "godot/tests/empty") {
        Err(tally) => tally,
        Ok((engine, folder)) => match Project::open(log, &engine, folder) {
            Ok(project) => project.counted(log, "res://hello.gd", &[], &[]),
            Err(error) => {
                log.note(error);
                Tally::one(false)
            }
        },
    }
}

/// A Godot project of these files and the unpacked addon, not yet opened; and the engine.
pub(super) fn project(
    context: &Context<'_>,
    log: &mut Log,
    unpacked: &Unpacked,
    name: &str,
    sources: &str,
) -> Result<(Engine, PathBuf), Tally> {
    let engine = Engine::find(context.workspace, &context.toolchain, log)
        .map_err(|reason| Tally { skipped: vec![Skip { reason, avoidable: true }], ..Tally::default() })?;
    let folder = unpacked.work(name);
    let mut copy = |from: PathBuf| log.run(context.workspace.command("cp").arg("-r").arg(from).arg(&folder)).success;
    let made = make_folder(&folder) && copy(context.workspace.path(sources).join(".")) && copy(unpacked.godot());
    made.then_some((engine, folder)).ok_or_else(|| Tally::one(false))
}

/// A system that this machine only imitates.
pub(super) struct Foreign {
    pub(super) name: &'static str,
    compiler: &'static str,
    pub(super) libraries: PathBuf,
    folder: PathBuf,
    prefix: PathBuf,
}

impl Foreign {
    /// Windows by Wine, its DLLs beside where programs will be; or what is missing.
    pub(super) fn windows(context: &Context<'_>, log: &mut Log, unpacked: &Unpacked) -> Result<Self, Tally> {
        let has = context.toolchain.has(log, "wine", "wine")
            && context.toolchain.has_file(log, "/usr/lib/wine/wine64", "wine64");
        if !has {
            return Err(Tally::missing("wine"));
        }
        let (folder, libraries) = (unpacked.work("windows"), unpacked.lib("windows-x64"));
        let random = folder.join("random.c");
        let made = make_folder(&folder)
            && std::fs::copy(libraries.join("antreckon.dll"), folder.join("antreckon.dll")).is_ok()
            && std::fs::write(&random, RANDOM).is_ok();
        let mut stub = Command::new("x86_64-w64-mingw32-gcc");
        stub.arg("-shared").arg("-o").arg(folder.join("bcryptprimitives.dll")).arg(&random).arg("-ladvapi32");
        if !made || !log.run(&mut stub).success {
            return Err(Tally::one(false));
        }
        let prefix = context.workspace.scratch().join("wine");
        Ok(Self { name: "Windows under Wine", compiler: "x86_64-w64-mingw32-gcc", libraries, folder, prefix })
    }

    /// Linux on ARM64 by qemu, or what is missing.
    pub(super) fn arm(context: &Context<'_>, log: &mut Log, unpacked: &Unpacked) -> Result<Self, Tally> {
        if !context.toolchain.has(log, "qemu-aarch64-static", "qemu-user-static") {
            return Err(Tally::missing("qemu-user-static"));
        }
        let (folder, libraries) = (unpacked.work("arm64"), unpacked.lib("linux-arm64"));
        if !make_folder(&folder) {
            return Err(Tally::one(false));
        }
        let prefix = PathBuf::from("/usr/aarch64-linux-gnu");
        Ok(Self { name: "ARM64 under qemu", compiler: "aarch64-linux-gnu-gcc", libraries, folder, prefix })
    }

    fn is_windows(&self) -> bool {
        self.compiler.contains("mingw")
    }

    /// Compiles a C program against the packaged library.
    pub(super) fn compile(
        &self,
        workspace: &Workspace,
        log: &mut Log,
        include: &Path,
        source: &Path,
    ) -> Option<PathBuf> {
        let suffix = if self.is_windows() { "exe" } else { "elf" };
        let program = self.folder.join(source.file_stem().unwrap_or_default()).with_extension(suffix);
        let mut command = workspace.command(self.compiler);
        command.arg("-std=c99").args(STRICT).arg("-I").arg(include).arg("-I").arg(workspace.path("tests/c"));
        if self.is_windows() {
            // The C library of Windows does not know all of C99's formats, that of MinGW does.
            command.arg("-D__USE_MINGW_ANSI_STDIO=1");
        } else {
            command.arg(format!("-Wl,-rpath,{}", self.libraries.display()));
        }
        command.arg(source).arg("-o").arg(&program).arg("-L").arg(&self.libraries).args(["-lantreckon", "-lm"]);
        // Programs for Windows bring the threads of POSIX along.
        command.args(if self.is_windows() { ["-Wl,-Bstatic", "-lpthread"].as_slice() } else { &["-lpthread"] });
        log.run(&mut command).success.then_some(program)
    }

    /// A command that runs a program of this system.
    pub(super) fn command(&self, program: &Path) -> Command {
        let mut command = Command::new("timeout");
        command.arg("300");
        if self.is_windows() {
            command.arg("wine").arg(program).env("WINEPREFIX", &self.prefix).env("WINEDEBUG", "-all");
        } else {
            command.arg("qemu-aarch64-static").arg("-L").arg(&self.prefix).arg(program);
        }
        // Programs may do fewer rounds where everything is slower.
        command.env("ANTRECKON_TEST_QUICK", "1");
        command
    }
}

/// The C tests on the systems that this machine imitates, both at once.
pub(super) fn windows_and_arm(context: &Context<'_>, log: &mut Log, unpacked: &Unpacked) -> Tally {
    let systems = [Foreign::windows(context, log, unpacked), Foreign::arm(context, log, unpacked)];
    let tests: Vec<PathBuf> = context
        .workspace
        .files("tests/c", "test_", ".c")
        .into_iter()
        // What only builds for tests export is not in a package.
        .filter(|path| !std::fs::read_to_string(path).unwrap_or_default().contains("testing.h"))
        .collect();
    let (workspace, include) = (context.workspace, unpacked.c().join("include"));
    let mut tally = Tally::default();
    let done = std::thread::scope(|scope| {
        let running = systems.map(|system| {
            let (tests, include) = (&tests, &include);
            scope.spawn(move || {
                let mut log = Log::default();
                let tally = match system {
                    Ok(system) => system.test(workspace, &mut log, include, tests),
                    Err(tally) => tally,
                };
                (tally, log)
            })
        });
        running.map(|thread| thread.join())
    });
    for finished in done {
        match finished {
            Ok((counted, said)) => {
                log.append(&said);
                tally += counted;
            }
            Err(_) => tally += Tally::one(false),
        }
    }
    tally
}

impl Foreign {
    fn test(&self, workspace: &Workspace, log: &mut Log, include: &Path, tests: &[PathBuf]) -> Tally {
        let mut tally = Tally::default();
        for source in tests {
            tally += match self.compile(workspace, log, include, source) {
                Some(program) => {
                    let run = run_program(log, &mut self.command(&program));
                    report::from_c(&run.stdout, run.success)
                }
                None => Tally::one(false),
            };
        }
        log.note(format!("{}: {} passed, {} failed", self.name, tally.passed, tally.failed));
        tally
    }
}

fn compiled_and_run(log: &mut Log, compile: &mut Command, program: &Path) -> Tally {
    let holds = log.run(compile).success && run_program(log, &mut Command::new(program)).success;
    Tally::one(holds)
}

pub(super) fn make_folder(folder: &Path) -> bool {
    std::fs::create_dir_all(folder).is_ok()
}

fn files(folder: &Path, extension: &str) -> Vec<PathBuf> {
    let Ok(entries) = std::fs::read_dir(folder) else { return Vec::new() };
    let mut files: Vec<PathBuf> = entries
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|found| found == extension))
        .collect();
    files.sort();
    files
}
