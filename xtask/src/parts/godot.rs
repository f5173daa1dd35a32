//! The Godot addon, in the real engine.

use super::Context;
use super::c_tests;
use super::godot_match;
use super::godot_project::Project;
use super::godot_walk;
use crate::build;
use crate::engine::Engine;
use crate::report::{self, Skip, Tally};
use crate::shell::Log;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Wheel of PyPI with the linter and formatter of scripts.
const GDTOOLKIT: &str = "gdtoolkit==4.5.0";

/// Test scripts of tests/suites.
const SUITES: &[&str] =
    &["plain", "ghosts", "motion", "network", "more_plain", "errors", "levels_3d", "players_3d", "nodes_2d"];
/// Trained files that the suites load, from `weights/`.
const FILES: &[&str] = &["fold0.weights", "fold0.policy"];
/// Simulated ticks need not take as long as real ones.
const FAST: &[&str] = &["--fixed-fps", "60"];
/// Classes of the addon.
const CLASSES: usize = 34;
/// Frames of a measurement.
const FRAMES: &str = "200";
/// How often a frame is measured before it counts as too slow: other programs may run at the same time.
const TRIALS: usize = 5;
/// Most that a frame of 1,000 ghosts may cost in the engine, nanoseconds …
const SLOWEST: f64 = 1e6;
/// … and as a multiple of what it costs through the C ABI.
const OVERHEAD: f64 = 1.2;

pub(super) fn run(context: &Context<'_>, log: &mut Log) -> Tally {
    let mut tally = scripts(context, log);
    tally += version(context, log);
    let engine = match Engine::find(context.workspace, &context.toolchain, log) {
        Ok(engine) => engine,
        Err(reason) => {
            tally.skipped.push(Skip { reason, avoidable: true });
            return tally;
        }
    };
    let Some(library) = library(context, log) else {
        tally += Tally::one(false);
        return tally;
    };
    let make = |log: &mut Log, name: &str, sources: &str| {
        Project::make(context, log, &engine, name, sources, &library).map_err(|error| log.note(error)).ok()
    };
    let Some(tests) = make(log, "tests", "godot/tests") else {
        tally += Tally::one(false);
        return tally;
    };
    for file in FILES {
        let (from, to) = (context.workspace.path("weights").join(file), tests.folder.join("files").join(file));
        if let Err(error) = build::put(&from, &to) {
            log.note(error);
            tally += Tally::one(false);
        }
    }
    tally += tests.counted(log, "res://runner.gd", FAST, SUITES);
    for alone in ["threads", "reload"] {
        tally += tests.counted(log, "res://runner.gd", FAST, &[alone]);
    }
    tally += two_processes(&tests, log, "res://enet.gd", &[]);
    tally += two_processes(&tests, log, "res://enet.gd", &["simulated"]);
    tally += two_processes(&tests, log, "res://enet.gd", &["synchronizer"]);
    tally += registered(&engine, &tests, log);
    tally += match make(log, "editor", "godot/tests/editor") {
        Some(editor) => editor.counted(log, "", &["--editor"], &["check"]),
        None => Tally::one(false),
    };
    tally += against_c(context, &tests, log);
    // Nothing but the addon and an empty project.
    tally += match make(log, "empty", "godot/tests/empty") {
        Some(empty) => empty.counted(log, "res://hello.gd", &[], &[]),
        None => Tally::one(false),
    };
    tally += godot_walk::run(context, log, &engine, &library);
    tally += match make(log, "demo", "godot/demo") {
        Some(demo) => {
            let mut tally = two_processes(&demo, log, "", &["check"]);
            tally += pictures(&demo, log);
            tally
        }
        None => Tally::one(false),
    };
    tally
}

/// A match of several processes, drawn in all ways.
pub(super) fn matches(context: &Context<'_>, log: &mut Log) -> Tally {
    let engine = match Engine::find(context.workspace, &context.toolchain, log) {
        Ok(engine) => engine,
        Err(reason) => return Tally { skipped: vec![Skip { reason, avoidable: true }], ..Tally::default() },
    };
    let Some(library) = library(context, log) else { return Tally::one(false) };
    match Project::make(context, log, &engine, "match", "godot/tests", &library) {
        Ok(project) => godot_match::run(&project, log),
        Err(error) => {
            log.note(error);
            Tally::one(false)
        }
    }
}

fn pictures(demo: &Project<'_>, log: &mut Log) -> Tally {
    if crate::toolchain::is_root() {
        return demo.pictured(log, "-- screenshot");
    }
    let reason = "pictures need root, for a display of their own".to_owned();
    Tally { skipped: vec![Skip { reason, avoidable: true }], ..Tally::default() }
}

/// The addon says the version it is of.
fn version(context: &Context<'_>, log: &mut Log) -> Tally {
    let path = context.workspace.path("godot/addons/antreckon/plugin.cfg");
    let said = std::fs::read_to_string(&path).unwrap_or_default();
    let wanted = format!("version=\"{}\"", env!("CARGO_PKG_VERSION"));
    let good = said.lines().any(|line| line == wanted);
    if !good {
        log.note(format!("{} does not say {wanted}", path.display()));
    }
    Tally::one(good)
}

/// The addon's library, optimised. Link-time optimisation costs minutes and changes no result.
fn library(context: &Context<'_>, log: &mut Log) -> Option<PathBuf> {
    let folder = context.workspace.scratch().join("godot-library");
    let mut command = context.workspace.cargo();
    command.args(["build", "--release", "--package", "antreckon-godot", "--target-dir"]).arg(&folder);
    command.env("CARGO_PROFILE_RELEASE_LTO", "off").env("CARGO_PROFILE_RELEASE_CODEGEN_UNITS", "16");
    log.run(&mut command).success.then(|| folder.join("release/libantreckon_godot.so"))
}

/// The linter and formatter of scripts, in a folder of their own that all clones share.
fn gdtoolkit(context: &Context<'_>, log: &mut Log) -> Option<PathBuf> {
    let folder = crate::engine::cache().ok()?.join(GDTOOLKIT.replace("==", "-"));
    if !folder.exists() {
        let part = folder.with_extension("part");
        let _ = std::fs::remove_dir_all(&part);
        context.toolchain.has(log, "pip", "python3-pip");
        let mut pip = context.workspace.command("pip");
        pip.args(["install", "--quiet", "--target"]).arg(&part).arg(GDTOOLKIT);
        if !log.run(&mut pip).success {
            return None;
        }
        std::fs::rename(part, &folder).ok()?;
    }
    Some(folder)
}

/// All scripts are formatted and free of what the linter knows.
fn scripts(context: &Context<'_>, log: &mut Log) -> Tally {
    let Some(library) = gdtoolkit(context, log) else { return Tally::missing("gdtoolkit (from PyPI)") };
    let folders = ["godot/addons", "godot/demo", "godot/tests"];
    let mut check = |module: &str, arguments: &[&str]| {
        let mut command = context.workspace.command("python3");
        command.env("PYTHONPATH", &library).args(["-m", module]).args(arguments).args(folders);
        Tally::one(log.run(&mut command).success)
    };
    let mut tally = check("gdtoolkit.formatter", &["--check"]);
    tally += check("gdtoolkit.linter", &[]);
    tally
}

/// Two processes play with each other over the loopback.
fn two_processes(project: &Project<'_>, log: &mut Log, script: &str, arguments: &[&str]) -> Tally {
    // Other runs of the suite may be under way on this machine.
    let port = (20_000 + std::process::id() % 20_000).to_string();
    let of = |side: &'static str| [&[side, &port], arguments].concat();
    std::thread::scope(|scope| {
        let server = scope.spawn(|| {
            let mut log = Log::default();
            let tally = project.counted(&mut log, script, &[], &of("server"));
            (tally, log)
        });
        let mut tally = project.counted(log, script, &[], &of("client"));
        match server.join() {
            Ok((other, said)) => {
                log.note(said.text());
                tally += other;
            }
            Err(_) => tally += Tally::one(false),
        }
        tally
    })
}

/// All classes are registered. (What the help says of them is looked at in the editor.)
fn registered(engine: &Engine, project: &Project<'_>, log: &mut Log) -> Tally {
    let folder = project.folder.join("documentation");
    let made = std::fs::create_dir_all(&folder).is_ok()
        && log.run(engine.headless(&project.folder).arg("--doctool").arg(&folder).arg("--gdextension-docs")).success;
    let classes = std::fs::read_dir(folder.join("doc_classes")).map_or(0, |entries| entries.count());
    log.note(format!("{classes} classes are registered"));
    Tally::one(made && classes == CLASSES)
}

/// The recorded match through the addon and through the C ABI: the same bits. And what a frame costs in both.
fn against_c(context: &Context<'_>, project: &Project<'_>, log: &mut Log) -> Tally {
    let Some(program) = c_tests::optimised_program(context, log, Path::new("godot/tests/c/ghosts.c")) else {
        return Tally::one(false);
    };
    let (input, output) = (project.folder.join("input.bin"), project.folder.join("output.bin"));
    let [recording, told, shown] = [&context.workspace.path("tools/data/match.bin.gz"), &input, &output]
        .map(|path| path.to_string_lossy().into_owned());
    let replayed = project.run(log, "res://replay.gd", FAST, &[&recording, &told, &shown]).success;
    let mut compare = Command::new(&program);
    let compared = log.run(compare.arg("replay").arg(&input).arg(&output).env_remove("LD_LIBRARY_PATH"));
    let mut tally = report::from_c(&compared.stdout, compared.success && replayed);
    tally += costs(&program, project, log);
    tally
}

/// What a frame of 1,000 ghosts costs in the engine and through the C ABI, in one run.
fn costs(program: &Path, project: &Project<'_>, log: &mut Log) -> Tally {
    let mut measured = None;
    for _ in 0..TRIALS {
        let plain = log.run(Command::new(program).args(["bench", FRAMES]).env_remove("LD_LIBRARY_PATH"));
        let engine = project.run(log, "res://bench.gd", &[], &[FRAMES]);
        let plain: Option<f64> = plain.stdout.trim().parse().ok();
        let spent = |name: &str| -> Option<f64> {
            engine.stdout.lines().find_map(|line| line.strip_prefix(name)?.trim().parse().ok())
        };
        let (Some(plain), Some(batch), Some(threads), Some(nodes)) =
            (plain, spent("batch"), spent("threads"), spent("nodes"))
        else {
            return Tally::one(false);
        };
        let line = format!(
            "1,000 ghosts, microseconds per frame: C ABI {:.0}, Godot batch {:.0} (ratio {:.2}), in threads {:.0}, nodes {:.0}",
            plain / 1e3,
            batch / 1e3,
            batch / plain,
            threads / 1e3,
            nodes / 1e3
        );
        log.note(&line);
        let good = batch < SLOWEST && batch / plain < OVERHEAD;
        measured = Some((line, good));
        if good {
            break;
        }
    }
    let Some((line, good)) = measured else { return Tally::one(false) };
    println!("\n    {line}");
    Tally::one(good)
}
