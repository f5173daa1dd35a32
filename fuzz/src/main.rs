//! Coverage-guided fuzzing of every decoder: `cargo xtask fuzz --minutes N`.
//!
//! The engine is its own, some hundred lines, so that it runs wherever the library builds: counters come from the compiler
//! (`-C passes=sancov-module`), and where it gives none, inputs are still mutated, only blindly.

mod coverage;
mod engine;
mod memory;
mod reseal;
mod targets;

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};

const USAGE: &str = "\
usage: antreckon-fuzz [--target NAME]... [--seconds N | --runs N] [--seed N] [--failures DIR] [--replay FILE]

  --target    only these (default: all); a wrong name lists them
  --seconds   so long per target
  --runs      so many executions per target (default 20000); with --seed the same ones each time
  --failures  where an input that fails is kept (default target/fuzz/failures)
  --replay    only this input, for the one target named
  --list names  what there is, and nothing else
";

/// What the command line asks for.
struct Wish {
    targets: Vec<String>,
    seconds: Option<u64>,
    runs: u64,
    seed: u64,
    failures: PathBuf,
    replay: Option<PathBuf>,
    list: bool,
}

fn wish() -> Result<Wish, String> {
    let mut wish = Wish {
        targets: Vec::new(),
        seconds: None,
        runs: 20_000,
        seed: 1,
        failures: PathBuf::from("target/fuzz/failures"),
        replay: None,
        list: false,
    };
    let mut arguments = std::env::args().skip(1);
    while let Some(name) = arguments.next() {
        let value = arguments.next().ok_or_else(|| format!("{name} needs a value\n\n{USAGE}"))?;
        let number = || value.parse::<u64>().map_err(|_| format!("{name} {value}: not a number\n\n{USAGE}"));
        match name.as_str() {
            "--target" => wish.targets.push(value),
            "--seconds" => wish.seconds = Some(number()?),
            "--runs" => wish.runs = number()?,
            "--seed" => wish.seed = number()?,
            "--failures" => wish.failures = value.into(),
            "--replay" => wish.replay = Some(value.into()),
            "--list" => wish.list = true,
            _ => return Err(format!("unknown argument {name}\n\n{USAGE}")),
        }
    }
    Ok(wish)
}

fn run(wish: &Wish) -> Result<(), String> {
    let all = targets::all();
    if wish.list {
        all.iter().for_each(|target| println!("{}", target.name));
        return Ok(());
    }
    if let Some(unknown) = wish.targets.iter().find(|name| !all.iter().any(|target| target.name == name.as_str())) {
        let names: Vec<&str> = all.iter().map(|target| target.name).collect();
        return Err(format!("there is no target {unknown}; there are {}", names.join(", ")));
    }
    let chosen = all.iter().filter(|t| wish.targets.is_empty() || wish.targets.iter().any(|name| name == t.name));
    let mut total = 0;
    for target in chosen {
        if let Some(file) = &wish.replay {
            let bytes = std::fs::read(file).map_err(|error| format!("{}: {error}", file.display()))?;
            (target.run)(&bytes);
            println!("{}: {} bytes, nothing to report", target.name, bytes.len());
            continue;
        }
        let until = match wish.seconds {
            Some(seconds) => engine::Until::Time(Instant::now() + Duration::from_secs(seconds)),
            None => engine::Until::Runs(wish.runs),
        };
        let report = engine::fuzz(target, until, wish.seed, &wish.failures)?;
        println!("{report}");
        total += report.runs;
    }
    println!("{total} executions, {} counters", coverage::count());
    Ok(())
}

fn main() -> ExitCode {
    match wish().and_then(|wish| run(&wish)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}
