//! The Unreal plugin without Unreal: its layout, the rules of its modules, its sources against a stub of the engine for both kinds of
//! compiler, with and without a library, and what it reads of navmeshes against the real Detour.

mod header_tool;
mod json;
mod layout;
mod rules;

use super::Context;
use super::c_tests;
use crate::report::{self, Tally};
use crate::shell::Log;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The plugin as it is committed: without `include/` and `lib/` of the library.
pub(super) const PLUGIN: &str = "unreal/Antreckon";
/// The module with code.
pub(super) const MODULE: &str = "unreal/Antreckon/Source/AntreckonRuntime";
/// The module of the editor.
const EDITOR: &str = "unreal/Antreckon/Source/AntreckonEditor";
/// Declarations of the engine's API, by hand.
const STUB: &str = "tests/unreal/stub";
/// Minor versions of Unreal Engine 5 that are supported.
const ENGINES: [u32; 4] = [3, 4, 5, 6];

/// Unreal takes names that hide others for errors.
const STRICT: &[&str] = &["-fsyntax-only", "-std=c++20", "-Wall", "-Wextra", "-Wshadow", "-Werror"];

/// Where the C and C++ headers of mingw-w64 lie.
const MINGW: &str = "/usr/x86_64-w64-mingw32/include";
const MINGW_CPP: &str = "/usr/lib/gcc/x86_64-w64-mingw32";
/// Comes with the C++ headers; the folder above is there with the C compiler alone too.
const MINGW_COMPILER: &str = "x86_64-w64-mingw32-g++-posix";

/// One kind of compiler that Unreal uses.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Target {
    Linux,
    Windows,
}

/// Whether a platform has a native library.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Library {
    There,
    None,
}

pub(super) fn run(context: &Context<'_>, log: &mut Log) -> Tally {
    let mut tally = layout::check(context.workspace, log);
    let generated = context.workspace.scratch().join("unreal/generated");
    let of_both = |extension| {
        let mut found = files(&context.workspace.path(MODULE), extension);
        found.extend(files(&context.workspace.path(EDITOR), extension));
        found
    };
    let (sources, headers) = (of_both("cpp"), of_both("h"));
    if let Err(message) = header_tool::write_all(&headers, &generated) {
        log.note(message);
        return Tally::one(false);
    }
    if !context.toolchain.has(log, "clang++", "clang") {
        return Tally::missing("clang++");
    }
    let unity = match unity_file(&generated, &sources) {
        Ok(unity) => unity,
        Err(message) => {
            log.note(message);
            return Tally::one(false);
        }
    };
    for target in [Target::Linux, Target::Windows] {
        let Some(arguments) = arguments(context, log, target) else {
            tally += Tally::missing("headers of mingw-w64 (for the MSVC target)");
            continue;
        };
        let newest = ENGINES[ENGINES.len() - 1];
        let compile = |log: &mut Log, source: &Path, engine: u32, library: Library| {
            let mut command = context.workspace.command("clang++");
            command.args(STRICT).args(&arguments).arg(format!("-DSTUB_UE_MINOR={engine}"));
            for folder in [&context.workspace.path(STUB), &generated] {
                command.arg("-I").arg(folder);
            }
            for folder in ["Public", "Private"] {
                command.arg("-I").arg(context.workspace.path(MODULE).join(folder));
            }
            command.arg("-I").arg(context.workspace.path(EDITOR).join("Private"));
            if library == Library::There {
                for folder in ["include", "bindings/cpp"] {
                    command.arg("-isystem").arg(context.workspace.path(folder));
                }
            } else {
                command.arg("-DWITH_ANTRECKON=0");
            }
            Tally::one(log.run(command.args(["-x", "c++"]).arg(source)).success)
        };
        for source in &sources {
            tally += compile(log, source, newest, Library::There);
            // Its headers cannot be found either: nothing may ask for them.
            tally += compile(log, source, newest, Library::None);
        }
        // As Unreal compiles by default: all files in one, which names of two files must not clash in.
        for engine in ENGINES {
            tally += compile(log, &unity, engine, Library::There);
            tally += compile(log, &unity, engine, Library::None);
        }
        if target == Target::Linux {
            for header in &headers {
                // Alone, and so with everything it needs.
                tally += match includer(&generated, header) {
                    Ok(file) => compile(log, &file, newest, Library::There),
                    Err(message) => {
                        log.note(message);
                        Tally::one(false)
                    }
                };
            }
        }
    }
    tally += rules::run(context, log);
    tally += real_detour(context, log);
    tally
}

/// What makes clang the compiler of a platform. For Windows: language, layout of classes and predefined macros of MSVC; standard
/// headers of mingw-w64, because Microsoft's cannot be had here, which need GNU's macros.
fn arguments(context: &Context<'_>, log: &mut Log, target: Target) -> Option<Vec<String>> {
    if target == Target::Linux {
        return Some(Vec::new());
    }
    let there = context.toolchain.has_file(log, &format!("{MINGW}/stdlib.h"), "mingw-w64-x86-64-dev")
        && context.toolchain.has(log, MINGW_COMPILER, "g++-mingw-w64-x86-64-posix");
    let mut versions: Vec<PathBuf> = std::fs::read_dir(MINGW_CPP)
        .ok()?
        .filter_map(|entry| Some(entry.ok()?.path().join("include/c++")))
        .filter(|folder| folder.is_dir())
        .collect();
    versions.sort();
    let cpp = versions.into_iter().next().filter(|_| there)?;
    let mut all: Vec<String> = [
        "--target=x86_64-pc-windows-msvc",
        "-fms-extensions",
        "-fms-compatibility",
        "-fgnuc-version=10",
        "-std=gnu++20",
        "-nostdinc++",
    ]
    .map(str::to_owned)
    .to_vec();
    for folder in [cpp.clone(), cpp.join("x86_64-w64-mingw32"), PathBuf::from(MINGW)] {
        all.extend(["-isystem".to_owned(), folder.display().to_string()]);
    }
    Some(all)
}

/// All files below a folder with this extension, in order.
pub(super) fn files(folder: &Path, extension: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for path in std::fs::read_dir(&folder).into_iter().flatten().filter_map(|entry| Some(entry.ok()?.path())) {
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|own| own == extension) {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

fn unity_file(folder: &Path, sources: &[PathBuf]) -> Result<PathBuf, String> {
    let lines: Vec<String> = sources.iter().map(|source| format!("#include \"{}\"\n", source.display())).collect();
    write(&folder.join("Module.unity.cpp"), &lines.concat())
}

fn includer(folder: &Path, header: &Path) -> Result<PathBuf, String> {
    let name = header.file_stem().unwrap_or_default().to_string_lossy();
    write(&folder.join(format!("{name}.alone.cpp")), &format!("#include \"{}\"\n", header.display()))
}

fn write(path: &Path, text: &str) -> Result<PathBuf, String> {
    std::fs::write(path, text).map_err(|error| format!("{}: {error}", path.display()))?;
    Ok(path.to_owned())
}

/// The C++ layer reads tiles that the real Recast and Detour have baked.
fn real_detour(context: &Context<'_>, log: &mut Log) -> Tally {
    let header = "/usr/include/recastnavigation/DetourNavMesh.h";
    if !context.toolchain.has(log, "g++", "g++") || !context.toolchain.has_file(log, header, "librecast-dev") {
        return Tally::missing("librecast-dev (the real Detour)");
    }
    let Some(library) = c_tests::library_for_tests(context, log, c_tests::Linkage::Shared) else {
        return Tally::one(false);
    };
    let program = context.workspace.scratch().join("unreal/real_detour");
    let mut command = context.workspace.command("g++");
    command.args(["-std=c++17", "-Wall", "-Wextra", "-Werror", "-g", "-O1"]);
    command.args(["-isystem", "/usr/include/recastnavigation"]);
    for folder in ["include", "bindings/cpp", "tests/c"] {
        command.arg("-I").arg(context.workspace.path(folder));
    }
    command.arg(context.workspace.path("tests/unreal/real_detour.cpp")).arg("-o").arg(&program);
    command.arg("-L").arg(&library).arg("-lantreckon").arg(format!("-Wl,-rpath,{}", library.display()));
    if !log.run(command.args(["-lRecast", "-lDetour"])).success {
        return Tally::one(false);
    }
    let run = c_tests::run_program(log, &mut Command::new(&program));
    report::from_c(&run.stdout, run.success)
}
