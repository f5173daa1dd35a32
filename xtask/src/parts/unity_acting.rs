//! The Unity package run without Unity: its assemblies, compiled against the stub, with the real library on Mono. The stub acts as
//! Unity's player loop; what that shows and what not is said in `tests/unity/README.md`.

use super::Context;
use super::c_tests::{Linkage, library_for_tests, run_program};
use super::csharp;
use crate::build;
use crate::report::{self, Tally};
use crate::shell::Log;
use std::path::{Path, PathBuf};

/// Runs the tests of `tests/unity/acting` and those that the package brings along for Unity's own test runner. `assemblies` has
/// everything compiled with all optional packages, `layer` is the engine-free assembly.
pub(super) fn run(context: &Context<'_>, log: &mut Log, assemblies: &Path, layer: &Path, symbols: &[String]) -> Tally {
    for (program, package) in [("mono", "mono-runtime"), ("nunit-console", "nunit-console")] {
        if !context.toolchain.has(log, program, package) {
            return Tally::missing(program);
        }
    }
    let mut tally = missing_library(context, log, assemblies, layer);
    let Some(library) = library_for_tests(context, log, Linkage::Optimised) else { return Tally::one(false) };
    let name = build::shared_library();
    for (from, to) in
        [(library.join(&name), assemblies.join(&name)), (layer.to_owned(), assemblies.join("Antreckon.dll"))]
    {
        if let Err(error) = std::fs::copy(&from, to) {
            log.note(format!("{}: {error}", from.display()));
            return Tally::one(false);
        }
    }
    let tests = assemblies.join("Acting.Tests.dll");
    if !compile(context, log, assemblies, symbols, &tests) {
        return Tally::one(false);
    }
    for assembly in [assemblies.join("Antreckon.Tests.dll"), tests] {
        let mut command = context.workspace.command("nunit-console");
        command
            .args(["-nologo", "-nodots", "-noshadow", "-domain=None", "-process=Single", "-labels"])
            .arg(format!("-xml={}", assembly.with_extension("xml").display()))
            .arg(&assembly);
        let run = run_program(log, &mut command);
        tally += report::from_nunit(&run.stdout, run.success);
    }
    tally
}

/// A scene whose native library is not there.
fn missing_library(context: &Context<'_>, log: &mut Log, assemblies: &Path, layer: &Path) -> Tally {
    let program = assemblies.join("missing").join("MissingLibrary.exe");
    let folder = program.parent().unwrap_or(assemblies);
    let components = assemblies.join("Antreckon.Components.dll");
    let stub = assemblies.join("Stub.dll");
    let mut references = Vec::new();
    for assembly in [layer, &components, &stub] {
        let copy = folder.join(assembly.file_name().unwrap_or_default());
        let copied = std::fs::create_dir_all(folder).and_then(|()| std::fs::copy(assembly, &copy));
        if let Err(error) = copied {
            log.note(format!("{}: {error}", assembly.display()));
            return Tally::one(false);
        }
        references.push(format!("-r:{}", copy.display()));
    }
    let source = context.workspace.path("tests/unity/missing/MissingLibrary.cs");
    if !log.run(csharp::mcs(context, &[source], &program, &[]).args(references)).success {
        return Tally::one(false);
    }
    Tally::one(run_program(log, context.workspace.command("mono").arg(&program)).success)
}

fn compile(context: &Context<'_>, log: &mut Log, assemblies: &Path, symbols: &[String], output: &Path) -> bool {
    let sources = context.workspace.files("tests/unity/acting", "", ".cs");
    let mut command = csharp::mcs(context, &sources, output, &["-t:library", "-pkg:nunit"]);
    command.args(symbols);
    let mut references: Vec<PathBuf> = std::fs::read_dir(assemblies)
        .into_iter()
        .flatten()
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|extension| extension == "dll") && path != output)
        .collect();
    references.sort();
    command.args(references.iter().map(|path| format!("-r:{}", path.display())));
    log.run(&mut command).success
}
