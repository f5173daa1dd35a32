//! `cargo xtask package-bench`: what it costs that packaged libraries are small.

use crate::build::{put, shared_library};
use crate::shell::{Log, Workspace};
use std::path::{Path, PathBuf};
use std::process::Command;

/// Runs of each library, in turns: a machine that is slow for a while is slow for both. The least of each cost counts.
const ROUNDS: usize = 7;

/// Numbers of models in the C header, with their names.
const MODELS: [(&str, &str); 4] = [("1", "dr1"), ("3", "damped"), ("4", "ant"), ("20", "auto")];

/// Columns of the table.
const COSTS: [&str; 2] = ["states", "frame"];

/// What one run of the program says.
struct Run {
    /// Microseconds per frame.
    costs: [f64; 2],
    /// Of everything that was drawn.
    sum: String,
}

/// Measures the packaged library beside one that cargo makes without being told to save code.
pub(crate) fn run(workspace: &Workspace) -> Result<(), String> {
    let packaged = workspace.target().join("package/lib/linux-x64").join(shared_library());
    if !packaged.exists() {
        return Err(format!("{} is not there: run `cargo xtask package` first", packaged.display()));
    }
    let mut log = Log::default();
    let mut build = workspace.cargo();
    build.args(["build", "--release", "--package", "antreckon", "--lib", "--features", "plugin"]);
    let folder = workspace.scratch().join("package-bench");
    let plain = workspace.target().join("release").join(shared_library());
    if !log.run(&mut build).success {
        return Err(log.text().to_owned());
    }
    let places = [("plain", &plain), ("packaged", &packaged)].map(|(name, library)| {
        let place = folder.join(name);
        put(library, &place.join(shared_library())).map(|()| place)
    });
    let [plain, packaged] = places;
    let (plain, packaged) = (plain?, packaged?);
    let program = compile(workspace, &mut log, &folder, &plain)?;
    println!("1,000 players, µs per frame: packaged / plain = ratio");
    print!("{:<8}", "model");
    COSTS.iter().for_each(|cost| print!(" {cost:>30}"));
    println!();
    for (number, name) in MODELS {
        let mut least = [[f64::INFINITY; 2]; 2];
        for _ in 0..ROUNDS {
            let runs = [&plain, &packaged].map(|place| measure(&program, place, number));
            let [plain, packaged] = runs;
            let (plain, packaged) = (plain?, packaged?);
            if plain.sum != packaged.sum {
                return Err(format!("{name}: the libraries draw different things: {}, {}", plain.sum, packaged.sum));
            }
            for (least, run) in least.iter_mut().zip([plain, packaged]) {
                least.iter_mut().zip(run.costs).for_each(|(least, cost)| *least = least.min(cost));
            }
        }
        print!("{name:<8}");
        for (plain, packaged) in least[0].iter().zip(least[1]) {
            print!(" {:>30}", format!("{packaged:.0} / {plain:.0} = {:.2}", packaged / plain));
        }
        println!();
    }
    Ok(())
}

fn compile(workspace: &Workspace, log: &mut Log, folder: &Path, library: &Path) -> Result<PathBuf, String> {
    let program = folder.join("crowd");
    let mut compile = workspace.command("gcc");
    compile.args(["-std=c11", "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-O1", "-I"]).arg(workspace.path("include"));
    compile.arg(workspace.path("tests/package/bench/crowd.c")).arg("-o").arg(&program);
    compile.arg("-L").arg(library).args(["-lantreckon", "-lm"]);
    log.run(&mut compile).success.then_some(program).ok_or_else(|| log.text().to_owned())
}

fn measure(program: &Path, library: &Path, model: &str) -> Result<Run, String> {
    let output = Command::new(program).arg(model).env("LD_LIBRARY_PATH", library).output();
    let output = output.map_err(|error| format!("{}: {error}", program.display()))?;
    parse(&String::from_utf8_lossy(&output.stdout)).ok_or_else(|| String::from_utf8_lossy(&output.stderr).into_owned())
}

fn parse(line: &str) -> Option<Run> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let [states, frame, sum] = words[..] else { return None };
    Some(Run { costs: [states.parse().ok()?, frame.parse().ok()?], sum: sum.to_owned() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn costs_and_sum_are_read() {
        let run = parse("1.50 2 77.125\n").unwrap();
        assert_eq!((run.costs, run.sum.as_str()), ([1.5, 2.0], "77.125"));
        assert!(parse("1 2").is_none() && parse("a b c").is_none());
    }
}
