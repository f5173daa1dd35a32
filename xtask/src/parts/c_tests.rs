//! C and C++ programs against the built library.

use super::Context;
use super::bad_input;
use crate::build;
use crate::parallel;
use crate::report::{self, Tally};
use crate::shell::{Finished, Log, Workspace};
use std::path::{Path, PathBuf};
use std::process::Command;

pub(super) const STRICT: &[&str] = &["-Wall", "-Wextra", "-Wpedantic", "-Werror", "-g", "-O1", "-pthread"];

/// How a source file becomes a program.
pub(super) struct Variant {
    /// Name of the folder of its programs.
    name: &'static str,
    compiler: &'static str,
    /// Debian package of the compiler.
    package: &'static str,
    flags: &'static [&'static str],
    linkage: Linkage,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Linkage {
    Shared,
    Static,
    /// The shared library as an optimised build.
    Optimised,
}

pub(super) const GCC_C99: Variant =
    Variant { name: "gcc-c99", compiler: "gcc", package: "gcc", flags: &["-std=c99"], linkage: Linkage::Shared };

const FURTHER: [Variant; 4] = [
    Variant { name: "clang-c99", compiler: "clang", package: "clang", flags: &["-std=c99"], linkage: Linkage::Shared },
    Variant {
        name: "g++-c++17",
        compiler: "g++",
        package: "g++",
        flags: &["-x", "c++", "-std=c++17"],
        linkage: Linkage::Shared,
    },
    Variant {
        name: "clang++-c++17",
        compiler: "clang++",
        package: "clang",
        flags: &["-x", "c++", "-std=c++17"],
        linkage: Linkage::Shared,
    },
    Variant { name: "gcc-c99-static", compiler: "gcc", package: "gcc", flags: &["-std=c99"], linkage: Linkage::Static },
];

pub(super) const CPP: [Variant; 2] = [
    Variant { name: "g++", compiler: "g++", package: "g++", flags: &["-std=c++17"], linkage: Linkage::Shared },
    Variant {
        name: "clang++",
        compiler: "clang++",
        package: "clang",
        flags: &["-std=c++17"],
        linkage: Linkage::Shared,
    },
];

const OPTIMISED: Variant = Variant {
    name: "gcc-optimised",
    compiler: "gcc",
    package: "gcc",
    flags: &["-std=c99"],
    linkage: Linkage::Optimised,
};

const SANITIZED: Variant = Variant {
    name: "gcc-sanitized",
    compiler: "gcc",
    package: "gcc",
    flags: &["-std=c99", "-fsanitize=address,undefined", "-fno-sanitize-recover=all", "-fno-omit-frame-pointer"],
    linkage: Linkage::Shared,
};

pub(super) fn plain(context: &Context<'_>, log: &mut Log) -> Tally {
    let mut tally = bad_input::every_function_is_tried(context.workspace, log);
    tally += compile_and_run(context, log, &GCC_C99, &c_tests(context), &run_directly);
    tally
}

pub(super) fn variants(context: &Context<'_>, log: &mut Log) -> Tally {
    let mut tally = Tally::default();
    for variant in &FURTHER {
        tally += compile_and_run(context, log, variant, &c_tests(context), &run_directly);
    }
    tally
}

/// Golden hashes and everything else must hold in optimised code too.
pub(super) fn optimised(context: &Context<'_>, log: &mut Log) -> Tally {
    compile_and_run(context, log, &OPTIMISED, &c_tests(context), &run_directly)
}

pub(super) fn cpp(context: &Context<'_>, log: &mut Log) -> Tally {
    let mut tally = Tally::default();
    for variant in &CPP {
        tally += compile_and_run(
            context,
            log,
            variant,
            &context.workspace.files("tests/cpp", "test_", ".cpp"),
            &run_directly,
        );
    }
    tally
}

/// The library's memory comes from the C allocator, so leaks and overruns on its side are seen as well.
pub(super) fn sanitizers(context: &Context<'_>, log: &mut Log) -> Tally {
    compile_and_run(context, log, &SANITIZED, &c_tests(context), &|log, program| {
        let mut command = Command::new(program);
        command.env("ASAN_OPTIONS", "detect_leaks=1:abort_on_error=0").env("UBSAN_OPTIONS", "print_stacktrace=1");
        run_counted(log, &mut command)
    })
}

pub(super) fn valgrind(context: &Context<'_>, log: &mut Log) -> Tally {
    if !context.toolchain.has(log, "valgrind", "valgrind") {
        return Tally::missing("valgrind");
    }
    compile_and_run(context, log, &GCC_C99, &c_tests(context), &|log, program| {
        let mut command = Command::new("valgrind");
        command.args([
            "--quiet",
            // Threads take turns, so that none starves behind another that spins.
            "--fair-sched=yes",
            "--leak-check=full",
            "--errors-for-leak-kinds=definite,indirect",
            "--error-exitcode=9",
        ]);
        // Programs may do fewer rounds here: everything is 20 to 50 times slower.
        run_counted(log, command.arg(program).env("ANTRECKON_TEST_QUICK", "1"))
    })
}

/// A C program against the optimised library, for other parts.
pub(super) fn optimised_program(context: &Context<'_>, log: &mut Log, source: &Path) -> Option<PathBuf> {
    program(context, log, &OPTIMISED, source)
}

/// A program of one source file, for other parts.
pub(super) fn program(context: &Context<'_>, log: &mut Log, variant: &Variant, source: &Path) -> Option<PathBuf> {
    if !context.toolchain.has(log, variant.compiler, variant.package) {
        return None;
    }
    let library = library_for_tests(context, log, variant.linkage)?;
    let program = context.workspace.scratch().join(source.file_stem().unwrap_or_default());
    log.run(&mut compilation(context.workspace, variant, source, &library, &program)).success.then_some(program)
}

fn c_tests(context: &Context<'_>) -> Vec<PathBuf> {
    context.workspace.files("tests/c", "test_", ".c")
}

fn run_directly(log: &mut Log, program: &Path) -> Tally {
    run_counted(log, &mut Command::new(program))
}

/// Cargo lets its own library folders win over the one the program was linked with, and they hold a library with other
/// features.
pub(super) fn run_program(log: &mut Log, command: &mut Command) -> Finished {
    log.run(command.env_remove("LD_LIBRARY_PATH").env_remove("DYLD_LIBRARY_PATH"))
}

fn run_counted(log: &mut Log, command: &mut Command) -> Tally {
    let run = run_program(log, command);
    report::from_c(&run.stdout, run.success)
}

pub(super) fn compile_and_run(
    context: &Context<'_>,
    log: &mut Log,
    variant: &Variant,
    sources: &[PathBuf],
    run: &(dyn Fn(&mut Log, &Path) -> Tally + Sync),
) -> Tally {
    if !context.toolchain.has(log, variant.compiler, variant.package) {
        return Tally::missing(variant.compiler);
    }
    let Some(library) = library_for_tests(context, log, variant.linkage) else { return Tally::one(false) };
    let workspace = context.workspace;
    let folder = workspace.scratch().join("c").join(variant.name);
    if let Err(error) = std::fs::create_dir_all(&folder) {
        log.note(format!("{}: {error}", folder.display()));
        return Tally::one(false);
    }
    parallel::each(log, sources, &|log, source| {
        let program = folder.join(source.file_stem().unwrap_or_default());
        match log.run(&mut compilation(workspace, variant, source, &library, &program)).success {
            true => run(log, &program),
            false => Tally::one(false),
        }
    })
}

/// The library with the exports that only tests have (panic injection). Its own target folder, so that builds with other
/// features do not replace it.
pub(super) fn library_for_tests(context: &Context<'_>, log: &mut Log, linkage: Linkage) -> Option<PathBuf> {
    let folder = context.workspace.scratch().join("c-library");
    let mut command = context.workspace.cargo();
    command.args(["build", "--package", "antreckon", "--lib", "--features", "plugin,testing"]);
    let profile = if linkage == Linkage::Optimised {
        // Link-time optimisation costs minutes and does not change what a floating-point operation gives.
        command
            .arg("--release")
            .env("CARGO_PROFILE_RELEASE_LTO", "off")
            .env("CARGO_PROFILE_RELEASE_CODEGEN_UNITS", "16");
        "release"
    } else {
        "debug"
    };
    log.run(command.arg("--target-dir").arg(&folder)).success.then(|| folder.join(profile))
}

fn compilation(workspace: &Workspace, variant: &Variant, source: &Path, library: &Path, program: &Path) -> Command {
    let mut command = workspace.command(variant.compiler);
    command.args(STRICT).args(variant.flags);
    for folder in ["include", "bindings/cpp", "tests/c"] {
        command.arg("-I").arg(workspace.path(folder));
    }
    command.arg(source).arg("-o").arg(program);
    if variant.flags.contains(&"-x") {
        // What follows is a library and not C++ source.
        command.args(["-x", "none"]);
    }
    match variant.linkage {
        Linkage::Shared | Linkage::Optimised => {
            command.arg("-L").arg(library).arg("-lantreckon").arg(format!("-Wl,-rpath,{}", library.display()));
        }
        Linkage::Static => {
            command.arg(library.join(build::static_library())).args(["-ldl"]);
        }
    }
    command.arg("-lm");
    command
}
