//! Data races: the C tests that have several threads, with ThreadSanitizer in the tests, the library and the standard library.
//!
//! The standard library is built again with it (`-Zbuild-std`): locks and channels of one that is not watched look like races. The
//! program gets the runtime of the Rust compiler, because those of gcc 12 and Debian's clang lack functions that the library calls;
//! the calls that gcc puts into the test are the same.

use super::Context;
use super::c_tests;
use crate::build;
use crate::package::cross::Cross;
use crate::report::{self, Skip, Tally};
use crate::shell::Log;
use std::path::{Path, PathBuf};

/// Folder of the builds in the cache.
const NAME: &str = "threads";
/// A test that reads what the library writes for it, without a lock.
const PLANTED: &str = "tests/c/planted_race.c";
/// What ThreadSanitizer says of a race.
const FOUND: &str = "WARNING: ThreadSanitizer: data race";

/// What programs are linked with.
struct Watched {
    library: PathBuf,
    runtime: PathBuf,
}

pub(super) fn run(context: &Context<'_>, log: &mut Log) -> Tally {
    if !cfg!(all(target_os = "linux", target_env = "gnu")) {
        let reason = "ThreadSanitizer is set up for Linux alone".to_owned();
        return Tally { skipped: vec![Skip { reason, avoidable: false }], ..Tally::default() };
    }
    if !context.toolchain.has(log, "gcc", "gcc") {
        return Tally::missing("gcc");
    }
    let cross = match Cross::with_standard_library(context.workspace, log) {
        Ok(cross) => cross,
        Err(reason) => {
            let skip = Skip { reason: format!("no standard library with ThreadSanitizer: {reason}"), avoidable: true };
            return Tally { skipped: vec![skip], ..Tally::default() };
        }
    };
    let watched = match build_library(context, log, &cross) {
        Ok(watched) => watched,
        Err(error) => {
            log.note(format!("error: {error}"));
            return Tally::one(false);
        }
    };
    let mut tally = Tally::default();
    for source in context.workspace.files("tests/c", "test_", "threads.c") {
        tally += match compile(context, log, &watched, &source) {
            Some(program) => run_watched(context, log, &program),
            None => Tally::one(false),
        };
    }
    tally += Tally::one(finds_a_planted_race(context, log, &watched));
    tally
}

/// The library with its own copy of the standard library, both watched, in the folder of this clone.
fn build_library(context: &Context<'_>, log: &mut Log, cross: &Cross) -> Result<Watched, String> {
    let target = format!("{}-unknown-linux-gnu", std::env::consts::ARCH);
    let _lock = cross.lock(NAME)?;
    cross.claim(context.workspace, NAME, &target)?;
    let mut command = cross.cargo(context.workspace);
    command.args([
        "rustc",
        "--package",
        "antreckon",
        "--lib",
        "--features",
        "plugin,testing",
        "--crate-type",
        "cdylib",
    ]);
    // Optimised: watched code is ten times slower. Not as one, which would take minutes.
    command.args(["--release", "-Zbuild-std=std,panic_unwind", "--target", &target]).arg("--target-dir");
    command
        .arg(cross.target(NAME))
        .env("RUSTFLAGS", "-Zsanitizer=thread")
        .env("CARGO_PROFILE_RELEASE_LTO", "off")
        .env("CARGO_PROFILE_RELEASE_CODEGEN_UNITS", "16");
    if !log.run(&mut command).success {
        return Err("the library could not be built with ThreadSanitizer".to_owned());
    }
    let library = context.workspace.scratch().join("threads-library");
    let built = cross.target(NAME).join(&target).join("release").join(build::shared_library());
    build::put(&built, &library.join(build::shared_library()))?;
    let runtime = ["librustc-stable_rt.tsan.a", "librustc-nightly_rt.tsan.a"]
        .iter()
        .map(|name| cross.host_file(&target, name))
        .find(|file| file.exists())
        .ok_or("the compiler brings no runtime of ThreadSanitizer along")?;
    Ok(Watched { library, runtime })
}

/// Compiled by gcc with ThreadSanitizer, linked with the runtime of the Rust compiler.
fn compile(context: &Context<'_>, log: &mut Log, watched: &Watched, source: &Path) -> Option<PathBuf> {
    let workspace = context.workspace;
    let program = watched.library.join(source.file_stem()?);
    let object = program.with_extension("o");
    let mut command = workspace.command("gcc");
    command.args(c_tests::STRICT).args(["-std=c99", "-fsanitize=thread", "-c"]);
    for folder in ["include", "tests/c"] {
        command.arg("-I").arg(workspace.path(folder));
    }
    if !log.run(command.arg(source).arg("-o").arg(&object)).success {
        return None;
    }
    let mut link = workspace.command("gcc");
    link.args(["-pthread", "-o"]).arg(&program).arg(&object);
    // All of it, and visible: the library calls what the test does not.
    link.arg("-Wl,--whole-archive").arg(&watched.runtime).args(["-Wl,--no-whole-archive", "-Wl,--export-dynamic"]);
    link.arg("-L").arg(&watched.library).arg(format!("-Wl,-rpath,{}", watched.library.display()));
    link.args(["-lantreckon", "-lm", "-ldl", "-lrt"]);
    log.run(&mut link).success.then_some(program)
}

fn run_watched(context: &Context<'_>, log: &mut Log, program: &Path) -> Tally {
    let mut command = context.workspace.command(program);
    // The first race ends the program, with all that is known of both sides.
    let run = c_tests::run_program(log, command.env("TSAN_OPTIONS", "halt_on_error=1:second_deadlock_stack=1"));
    report::from_c(&run.stdout, run.success)
}

/// A check that cannot fail shows nothing: a race between the library and a test must be found.
fn finds_a_planted_race(context: &Context<'_>, log: &mut Log, watched: &Watched) -> bool {
    let Some(program) = compile(context, log, watched, &context.workspace.path(PLANTED)) else { return false };
    let mut command = context.workspace.command(program);
    let run = c_tests::run_program(log, command.env("TSAN_OPTIONS", "exitcode=0:log_path=stdout"));
    let found = run.stdout.contains(FOUND);
    if !found {
        log.note("error: ThreadSanitizer did not find the race that was planted");
    }
    found
}
