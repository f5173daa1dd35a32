//! The test suite: a list of named parts, one line for each, one sum at the end.

use crate::parts::{self, Context};
use crate::report::Tally;
use crate::shell::{Log, Workspace};
use crate::toolchain::{self, Toolchain};
use std::io::Write as _;
use std::process::ExitCode;
use std::time::Instant;

/// Lines of a failed part's output that are shown.
const SHOWN_LINES: usize = 60;

struct Options {
    quick: bool,
    only: Vec<String>,
}

/// Runs the suite. The last line is `N passed, M failed, K skipped`.
pub(crate) fn run(workspace: &Workspace, arguments: &[String]) -> ExitCode {
    let options = match parse(arguments) {
        Ok(options) => options,
        Err(message) => {
            eprintln!("{message}");
            return ExitCode::FAILURE;
        }
    };
    let logs = workspace.scratch().join("logs");
    if let Err(error) = std::fs::create_dir_all(&logs) {
        eprintln!("{}: {error}", logs.display());
        return ExitCode::FAILURE;
    }

    let context = Context { workspace, toolchain: Toolchain::new(workspace) };
    let mut total = Tally::default();
    for part in parts::ALL {
        let wanted = match options.only.is_empty() {
            true => part.quick || !options.quick,
            false => options.only.iter().any(|name| name == part.name),
        };
        if !wanted {
            continue;
        }
        if options.only.is_empty() && parts::ON_REQUEST.contains(&part.name) {
            println!("{:<18}left out: takes long, and only a release needs it; --only {0}   {}", part.name, part.title);
            continue;
        }
        print!("{:<18}", part.name);
        let _ = std::io::stdout().flush();
        let begin = Instant::now();
        let mut log = Log::default();
        let mut tally = (part.run)(&context, &mut log);
        if toolchain::is_ci() {
            forbid_avoidable_skips(&mut tally, &mut log);
        }
        println!(
            "{:>5} passed {:>3} failed {:>3} skipped {:>7.1} s   {}",
            tally.passed,
            tally.failed,
            tally.skipped.len(),
            begin.elapsed().as_secs_f64(),
            part.title
        );
        let file = logs.join(format!("{}.log", part.name));
        if let Err(error) = std::fs::write(&file, log.text()) {
            eprintln!("{}: {error}", file.display());
        }
        if tally.failed > 0 {
            show_failures(&log, &file);
        }
        total += tally;
    }
    summary(&total)
}

fn parse(arguments: &[String]) -> Result<Options, String> {
    let mut options = Options { quick: false, only: Vec::new() };
    let mut rest = arguments.iter();
    while let Some(argument) = rest.next() {
        match argument.as_str() {
            "--quick" => options.quick = true,
            "--only" => {
                let name = rest.next().ok_or("--only needs the name of a part")?;
                if !parts::ALL.iter().any(|part| part.name == name) {
                    let names: Vec<_> = parts::ALL.iter().map(|part| part.name).collect();
                    return Err(format!("no part `{name}`; there are: {}", names.join(", ")));
                }
                options.only.push(name.clone());
            }
            other => return Err(format!("`cargo xtask test` does not know `{other}`")),
        }
    }
    Ok(options)
}

fn forbid_avoidable_skips(tally: &mut Tally, log: &mut Log) {
    tally.skipped.retain(|skip| {
        if skip.avoidable {
            log.note(format!("a build server must not skip: {}", skip.reason));
            tally.failed += 1;
        }
        !skip.avoidable
    });
}

/// What tells of a failure in the output of compilers and tests.
const TELLING: [&str; 5] = ["not true:", "FAILED", "error", "panicked at", "in the header"];

/// The commands that failed and the lines that tell why; the end of the output where no line does.
fn show_failures(log: &Log, file: &std::path::Path) {
    let mut room = SHOWN_LINES;
    for failure in log.failures() {
        let mut lines = failure.lines();
        println!("    {}", lines.next().unwrap_or_default());
        let lines: Vec<&str> = lines.collect();
        let telling: Vec<&str> =
            lines.iter().copied().filter(|line| TELLING.iter().any(|word| line.contains(word))).collect();
        let shown = if telling.is_empty() { &lines[lines.len().saturating_sub(20)..] } else { &telling[..] };
        for line in shown.iter().take(room) {
            println!("      {line}");
        }
        room = room.saturating_sub(shown.len());
    }
    if log.failures().next().is_none() {
        // The part itself found something, and noted it last.
        let lines: Vec<&str> = log.text().lines().collect();
        lines[lines.len().saturating_sub(20)..].iter().for_each(|line| println!("      {line}"));
    }
    println!("    all of it: {}", file.display());
}

fn summary(total: &Tally) -> ExitCode {
    let mut reasons: Vec<(&str, usize)> = Vec::new();
    for skip in &total.skipped {
        match reasons.iter_mut().find(|(reason, _)| *reason == skip.reason) {
            Some((_, count)) => *count += 1,
            None => reasons.push((&skip.reason, 1)),
        }
    }
    for (reason, count) in reasons {
        println!("skipped {count} x: {reason}");
    }
    println!("{} passed, {} failed, {} skipped", total.passed, total.failed, total.skipped.len());
    if total.failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
