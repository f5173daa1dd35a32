//! The C# layer on Mono, against the real library.

use super::Context;
use super::c_tests::{Linkage, library_for_tests, run_program};
use crate::build;
use crate::csharp;
use crate::report::{self, Tally};
use crate::shell::{Log, Workspace};
use crate::toolchain::Toolchain;
use std::path::{Path, PathBuf};
use std::process::Command;

/// What is written for every compilation with Mono's compiler: no warnings.
const MCS: &[&str] = &["-langversion:latest", "-unsafe", "-warnaserror", "-warn:4", "-debug:portable"];

pub(super) fn run(context: &Context<'_>, log: &mut Log) -> Tally {
    if let Some(missing) = missing(context, log) {
        return Tally::missing(missing);
    }
    let Some(library) = library_for_tests(context, log, Linkage::Optimised) else { return Tally::one(false) };
    let folder = context.workspace.scratch().join("csharp");
    match prepare(context, log, &library, &folder, &bindings(context)) {
        Ok(()) => {
            let mut tally = layout(context, log, &folder);
            tally += tests(context, log, &library, &folder, &context.workspace.files("tests/csharp", "", ".cs"));
            tally
        }
        Err(message) => {
            log.note(message);
            Tally::one(false)
        }
    }
}

/// What of Mono and NUnit is not there.
pub(super) fn missing(context: &Context<'_>, log: &mut Log) -> Option<&'static str> {
    let programs = [("mono", "mono-runtime"), ("mcs", "mono-mcs"), ("nunit-console", "nunit-console")];
    let absent = programs.into_iter().find(|(program, package)| !context.toolchain.has(log, program, package));
    let tests = "libnunit-cil-dev";
    let has_tests = context.toolchain.has_file(log, "/usr/lib/pkgconfig/nunit.pc", tests);
    absent.map(|(program, _)| program).or((!has_tests).then_some(tests))
}

/// The native library and its C# layer in one folder, as a program would have them.
pub(super) fn prepare(
    context: &Context<'_>,
    log: &mut Log,
    library: &Path,
    folder: &Path,
    layer: &[PathBuf],
) -> Result<(), String> {
    std::fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let name = build::shared_library();
    std::fs::copy(library.join(&name), folder.join(&name)).map_err(|error| format!("{name}: {error}"))?;
    let mut command = mcs(context, layer, &folder.join("Antreckon.dll"), &["-t:library"]);
    // Parameters that speak for themselves have no comment.
    command.arg("-nowarn:1573").arg(format!("-doc:{}", folder.join("Antreckon.xml").display()));
    log.run(&mut command).success.then_some(()).ok_or_else(|| "the C# layer does not compile".to_owned())
}

/// Files of the engine-free layer.
fn bindings(context: &Context<'_>) -> Vec<PathBuf> {
    let mut files = context.workspace.files("bindings/csharp", "", ".cs");
    files.extend(context.workspace.files("bindings/csharp/Generated", "", ".cs"));
    files
}

/// A compilation with Mono's compiler.
pub(super) fn mcs(context: &Context<'_>, sources: &[PathBuf], output: &Path, more: &[&str]) -> Command {
    let mut command = context.workspace.command("mcs");
    command.args(MCS).args(more).arg(format!("-out:{}", output.display())).args(sources);
    command
}

/// Every signature, struct size, field and constant is what the C compiler says.
fn layout(context: &Context<'_>, log: &mut Log, folder: &Path) -> Tally {
    if !context.toolchain.has(log, "g++", "g++") {
        return Tally::missing("g++");
    }
    let program = folder.join("Layout.exe");
    let reference = format!("-r:{}", folder.join("Antreckon.dll").display());
    let source = context.workspace.path("tests/csharp/layout/Layout.cs");
    if !log.run(&mut mcs(context, &[source], &program, &[&reference])).success {
        return Tally::one(false);
    }
    let printed = log.run(context.workspace.command("mono").arg(&program));
    let checks = folder.join("layout.cpp");
    let written = csharp::layout_checks(context.workspace, &printed.stdout)
        .and_then(|text| std::fs::write(&checks, text).map_err(|error| error.to_string()));
    if let Err(message) = written {
        log.note(message);
        return Tally::one(false);
    }
    let mut command = context.workspace.command("g++");
    command.args(["-std=c++17", "-Wall", "-Wextra", "-Werror", "-fsyntax-only", "-I"]);
    command.arg(context.workspace.path("include")).arg("-I").arg(context.workspace.path("tests/csharp/layout"));
    Tally::one(log.run(command.arg(&checks)).success)
}

/// NUnit tests of these sources.
pub(super) fn tests(context: &Context<'_>, log: &mut Log, library: &Path, folder: &Path, sources: &[PathBuf]) -> Tally {
    let Some(expected) = recorded_match(context, log, library, folder) else { return Tally::one(false) };
    let assembly = folder.join("Antreckon.Tests.dll");
    let reference = format!("-r:{}", folder.join("Antreckon.dll").display());
    let flags = ["-t:library", "-pkg:nunit", &reference];
    if !log.run(&mut mcs(context, sources, &assembly, &flags)).success {
        return Tally::one(false);
    }
    let mut command = context.workspace.command("nunit-console");
    command
        .args(["-nologo", "-nodots", "-noshadow", "-domain=None", "-process=Single", "-labels"])
        .arg(format!("-xml={}", folder.join("results.xml").display()))
        .arg(&assembly)
        .env("ANTRECKON_MATCH", context.workspace.path("tools/data/match.bin.gz"))
        .env("ANTRECKON_MATCH_EXPECTED", expected);
    let run = run_program(log, &mut command);
    report::from_nunit(&run.stdout, run.success)
}

/// Measures calls from C# beside the same calls from C, and prints the ratios.
pub(crate) fn bench(workspace: &Workspace) -> Result<(), String> {
    let context = Context { workspace, toolchain: Toolchain::new(workspace) };
    let mut log = Log::default();
    let [library, _] = build::release(workspace)?;
    let (source, folder) = (library.parent().unwrap_or(&library), workspace.scratch().join("csharp-bench"));
    prepare(&context, &mut log, source, &folder, &bindings(&context))?;
    let mut compile = workspace.command("gcc");
    compile.args(["-std=c99", "-O2", "-Wall", "-Werror", "-shared", "-fPIC", "-I"]).arg(workspace.path("include"));
    compile.arg(workspace.path("tests/csharp/bench/from_c.c")).arg("-o").arg(folder.join("libfrom_c.so"));
    compile.arg("-L").arg(&folder).args(["-lantreckon", "-Wl,-rpath,$ORIGIN"]);
    let program = folder.join("Bench.exe");
    let reference = format!("-r:{}", folder.join("Antreckon.dll").display());
    let bench = workspace.path("tests/csharp/bench/Bench.cs");
    let flags = ["-optimize+", reference.as_str()];
    if !log.run(&mut compile).success || !log.run(&mut mcs(&context, &[bench], &program, &flags)).success {
        return Err(log.text().to_owned());
    }
    let run = run_program(&mut log, workspace.command("mono").arg("-O=all").arg(program));
    print!("{}", run.stdout);
    run.success.then_some(()).ok_or_else(|| log.text().to_owned())
}

/// What the C program makes of the recorded match, in a file.
fn recorded_match(context: &Context<'_>, log: &mut Log, library: &Path, folder: &Path) -> Option<PathBuf> {
    let (program, recording) = (folder.join("match"), folder.join("match.bin"));
    let mut compile = context.workspace.command("gcc");
    compile.args(["-std=c99", "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-O1", "-I"]);
    compile.arg(context.workspace.path("include")).arg(context.workspace.path("tests/csharp/match/match.c"));
    compile.arg("-o").arg(&program).arg("-L").arg(library).arg("-lantreckon");
    compile.arg(format!("-Wl,-rpath,{}", library.display()));
    let unpacked = Command::new("gzip").arg("-dc").arg(context.workspace.path("tools/data/match.bin.gz")).output();
    let written = unpacked.and_then(|output| std::fs::write(&recording, output.stdout));
    if let Err(error) = written {
        log.note(format!("match.bin: {error}"));
        return None;
    }
    if !log.run(&mut compile).success {
        return None;
    }
    let printed = run_program(log, Command::new(program).arg(recording));
    let expected = folder.join("match.txt");
    let written = std::fs::write(&expected, &printed.stdout);
    (printed.success && written.is_ok()).then_some(expected)
}
