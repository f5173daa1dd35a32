//! One recorded match, through every language and system that can run here: the same state, to the bit.

use super::Context;
use super::c_tests::run_program;
use super::csharp;
use super::godot_project::Project;
use super::package::Unpacked;
use super::package_customers::{Foreign, layer, make_folder, project};
use crate::report::Tally;
use crate::shell::Log;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The programs.
const SOURCES: &str = "tests/package/match";
/// A line of theirs.
const MARK: &str = " packets: world ";

/// One language on one system: its name, and the line it printed or why there is none.
type Answer = (&'static str, Result<String, Tally>);

/// Prints what each of the six says and fails when one differs.
pub(super) fn run(context: &Context<'_>, log: &mut Log, unpacked: &Unpacked) -> Tally {
    let work = unpacked.work("match");
    let Some(told) = tell(context, log, unpacked, &work) else { return Tally::one(false) };
    let answers: [Answer; 6] = [
        ("C", native(context, log, unpacked, &work, &told, "gcc", "replay.c", "-std=c99")),
        ("C++", native(context, log, unpacked, &work, &told, "g++", "replay.cpp", "-std=c++17")),
        ("C# on Mono", mono(context, log, unpacked, &work, &told)),
        ("Godot", godot(context, log, unpacked, &told)),
        (
            "Windows under Wine",
            Foreign::windows(context, log, unpacked).and_then(|it| foreign(context, log, unpacked, &it, &told)),
        ),
        (
            "ARM64 under qemu",
            Foreign::arm(context, log, unpacked).and_then(|it| foreign(context, log, unpacked, &it, &told)),
        ),
    ];
    let mut tally = Tally::default();
    let mut lines: Vec<String> = Vec::new();
    for (name, answer) in answers {
        let said = answer.as_deref().unwrap_or("nothing");
        let line = format!("{name:<20}{said}");
        println!("    {line}");
        log.note(line);
        match answer {
            Ok(line) => lines.push(line),
            Err(why) => tally += why,
        }
    }
    let equal = lines.len() > 1 && lines.windows(2).all(|pair| pair[0] == pair[1]);
    if !equal {
        log.note("not true: all of them end in the same state");
    }
    tally += Tally::one(equal);
    tally
}

/// What all of them are told.
fn tell(context: &Context<'_>, log: &mut Log, unpacked: &Unpacked, work: &Path) -> Option<PathBuf> {
    let (program, recording, told) = (work.join("told"), work.join("match.bin"), work.join("told.bin"));
    let unpacked_match =
        Command::new("gzip").arg("-dc").arg(context.workspace.path("tools/data/match.bin.gz")).output();
    if !make_folder(work) || !unpacked_match.is_ok_and(|output| std::fs::write(&recording, output.stdout).is_ok()) {
        log.note("the recorded match cannot be unpacked");
        return None;
    }
    let mut compile = context.workspace.command("gcc");
    compile
        .args(["-std=c99", "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-O1", "-I"])
        .arg(unpacked.c().join("include"));
    compile.arg(context.workspace.path(SOURCES).join("told.c")).arg("-o").arg(&program).arg("-lm");
    let made = log.run(&mut compile).success && log.run(Command::new(&program).arg(&recording).arg(&told)).success;
    made.then_some(told)
}

#[expect(clippy::too_many_arguments, reason = "two calls, a line each")]
fn native(
    context: &Context<'_>,
    log: &mut Log,
    unpacked: &Unpacked,
    work: &Path,
    told: &Path,
    compiler: &str,
    source: &str,
    standard: &str,
) -> Result<String, Tally> {
    if !context.toolchain.has(log, compiler, compiler) {
        return Err(Tally::missing(compiler));
    }
    let (lib, program) = (unpacked.lib("linux-x64"), work.join(compiler));
    let mut compile = context.workspace.command(compiler);
    compile
        .args([standard, "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-O1", "-I"])
        .arg(unpacked.c().join("include"));
    compile.arg(context.workspace.path(SOURCES).join(source)).arg("-o").arg(&program).arg("-L").arg(&lib);
    compile.args(["-lantreckon", "-lm"]).arg(format!("-Wl,-rpath,{}", lib.display()));
    if !log.run(&mut compile).success {
        return Err(Tally::one(false));
    }
    answer(log, Command::new(program).arg(told))
}

fn mono(context: &Context<'_>, log: &mut Log, unpacked: &Unpacked, work: &Path, told: &Path) -> Result<String, Tally> {
    if let Some(missing) = csharp::missing(context, log) {
        return Err(Tally::missing(missing));
    }
    let folder = work.join("mono");
    let library = unpacked.unity().join("Runtime/Plugins/linux-x64/libantreckon.so");
    let program = folder.join("Replay.exe");
    let mut sources = layer(unpacked);
    sources.push(context.workspace.path(SOURCES).join("Replay.cs"));
    let made = make_folder(&folder)
        && std::fs::copy(library, folder.join("libantreckon.so")).is_ok()
        && log.run(&mut csharp::mcs(context, &sources, &program, &[])).success;
    if !made {
        return Err(Tally::one(false));
    }
    answer(log, Command::new("mono").arg(program).arg(told))
}

fn godot(context: &Context<'_>, log: &mut Log, unpacked: &Unpacked, told: &Path) -> Result<String, Tally> {
    let (engine, folder) = project(context, log, unpacked, "godot-match", &format!("{SOURCES}/godot"))?;
    let project = Project::open(log, &engine, folder).map_err(|error| {
        log.note(error);
        Tally::one(false)
    })?;
    let run = project.run(log, "res://replay.gd", &[], &[&told.to_string_lossy()]);
    line(&run.stdout).filter(|_| run.success).ok_or_else(|| Tally::one(false))
}

fn foreign(
    context: &Context<'_>,
    log: &mut Log,
    unpacked: &Unpacked,
    system: &Foreign,
    told: &Path,
) -> Result<String, Tally> {
    let source = context.workspace.path(SOURCES).join("replay.c");
    let program = system.compile(context.workspace, log, &unpacked.c().join("include"), &source);
    let program = program.ok_or_else(|| Tally::one(false))?;
    answer(log, system.command(&program).arg(told))
}

fn answer(log: &mut Log, command: &mut Command) -> Result<String, Tally> {
    let run = run_program(log, command);
    line(&run.stdout).filter(|_| run.success).ok_or_else(|| Tally::one(false))
}

/// The line with the hashes.
fn line(output: &str) -> Option<String> {
    output.lines().find(|line| line.contains(MARK)).map(|line| line.trim().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_is_found_among_what_an_engine_says() {
        let output = "Godot Engine\r\n3 frames, 2 packets: world 1 map 2 ghosts 3 outbox 4 drawn 5\r\n";
        assert_eq!(line(output).as_deref(), Some("3 frames, 2 packets: world 1 map 2 ghosts 3 outbox 4 drawn 5"));
        assert_eq!(line("3 frames"), None);
    }
}
