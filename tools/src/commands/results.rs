//! `antreckon results`: the measured part of the document with the results.
use super::eval::scored;
use crate::studies::document;
use antreckon_cli::eval::{self, HORIZONS, Networks, Request, THRESHOLDS, Weights};
use antreckon_cli::output;
use clap::Args;
use std::fs;
use std::num::NonZero;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{SystemTime, UNIX_EPOCH};

/// Scores all models on recorded matches and writes the results with date, version and machine.
#[derive(Debug, Args)]
pub(crate) struct ResultsArgs {
    /// Trace folders (meta.json, entities.csv, samples.csv.gz, ...)
    #[arg(value_name = "TRACE", required = true)]
    traces: Vec<PathBuf>,
    /// Folder with weights (`*.weights`, each with its `*.layouts`): every trace is scored with the first that was trained without its layout
    #[arg(long, value_name = "DIR")]
    folds: PathBuf,
    /// Put the results into this document, between the lines `<!-- study results: begin -->` and `<!-- study results: end -->`
    #[arg(long, value_name = "FILE")]
    write: Option<PathBuf>,
    /// Seed of the bootstrap intervals
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// Runs the command; 0 = done, 2 = a trace or file is at fault.
pub(crate) fn run(args: &ResultsArgs) -> ExitCode {
    match measure(args) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("error: {message}");
            ExitCode::from(2)
        }
    }
}

fn measure(args: &ResultsArgs) -> Result<(), String> {
    if let Some(path) = &args.write {
        // Before hours of work.
        document::has_place(path, "results")?;
    }
    let (models, weights) = (eval::model_names(), Weights::folds(&args.folds)?);
    let scores = scored(&Request {
        traces: &args.traces,
        models: &models,
        horizons: &HORIZONS,
        thresholds: &THRESHOLDS,
        updates_per_second: None,
        weights: &weights,
        walls: None,
        params: &[],
        networks: &Networks::default(),
        dump: None,
        seed: args.seed,
    })?;
    let seen: Vec<&str> = scores
        .traces
        .iter()
        .filter(|trace| trace.weights_saw_layout != Some(false))
        .map(|trace| trace.name.as_str())
        .collect();
    if !seen.is_empty() {
        return Err(format!("the weights may have seen the levels of {}: no results", seen.join(", ")));
    }
    let text = eval::results(&scores, &models, &HORIZONS, &THRESHOLDS, &origin(args));
    match &args.write {
        Some(path) => document::put_into(path, "results", &text),
        None => output::print(&text),
    }
}

/// When, with what, where and how it was measured.
fn origin(args: &ResultsArgs) -> String {
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    let [year, month, day] = civil((seconds / 86_400) as i64);
    let cores = std::thread::available_parallelism().map_or(1, NonZero::get);
    format!(
        "Measured on {year}-{month:02}-{day:02} with version {} on {} ({cores} cores, {} {}) by\n\n```\nantreckon results --folds weights --write docs/results.md <{} traces>\n```",
        env!("CARGO_PKG_VERSION"),
        processor(),
        std::env::consts::OS,
        std::env::consts::ARCH,
        args.traces.len(),
    )
}

/// Its name where the system tells it.
fn processor() -> String {
    let known = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let name = known.lines().find_map(|line| line.strip_prefix("model name")?.split_once(": "));
    name.map_or_else(|| "an unnamed processor".to_owned(), |(_, name)| name.trim().to_owned())
}

/// Year, month and day of a day counted from 1970-01-01.
fn civil(day: i64) -> [i64; 3] {
    // Years that begin in March end with the leap day; 400 of them have 146097 days.
    let day = day + 719_468;
    let (era, of_era) = (day.div_euclid(146_097), day.rem_euclid(146_097));
    let year = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let month = (5 * of_year + 2) / 153;
    let of_month = of_year - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    [year + 400 * era + i64::from(month <= 2), month, of_month]
}

#[cfg(test)]
mod tests {
    use super::civil;

    #[test]
    fn days_have_dates() {
        for (day, date) in [
            (0, [1970, 1, 1]),
            (11_016, [2000, 2, 29]),
            (11_017, [2000, 3, 1]),
            (20_453, [2025, 12, 31]),
            (-1, [1969, 12, 31]),
        ] {
            assert_eq!(civil(day), date, "{day}");
        }
    }
}
