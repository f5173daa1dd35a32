//! `antreckon tune`: parameters of a model for a game, from recorded matches.
use crate::tune::{Request, tune};
use antreckon_cli::eval::params::{knobs_of, models_with_knobs};
use antreckon_cli::eval::{HORIZONS, THRESHOLDS};
use antreckon_cli::output;
use clap::{Args, ValueEnum};
use indicatif::{ProgressBar, ProgressStyle};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

/// Tunes the parameters of a model for a game and says what that gains on matches the search did not see.
#[derive(Debug, Args)]
pub(crate) struct TuneArgs {
    /// Model to tune
    model: String,
    /// Trace folders of one game
    #[arg(value_name = "TRACE", required = true)]
    traces: Vec<PathBuf>,
    /// Parameters to tune, separated by commas [default: all of the model; for `ant` those of its profile, as a field of its own per candidate takes long]
    #[arg(long, value_delimiter = ',')]
    knobs: Vec<String>,
    /// What is made small
    #[arg(long, value_enum, default_value_t = Goal::Accuracy)]
    objective: Goal,
    /// Horizons of accuracy in seconds
    #[arg(long, value_delimiter = ',', value_parser = super::eval::positive, default_values_t = HORIZONS)]
    horizons: Vec<f64>,
    /// Thresholds of updates in body widths
    #[arg(long, value_delimiter = ',', value_parser = super::eval::positive, default_values_t = THRESHOLDS)]
    thresholds: Vec<f64>,
    /// Evaluations of each search; there is one per fold and one on everything
    #[arg(long, default_value_t = 200, value_parser = clap::value_parser!(u64).range(4..=1_000_000))]
    budget: u64,
    /// Time for all searches together, such as 60s or 5m; with it the result depends on the machine [default: no limit]
    #[arg(long, value_parser = duration)]
    time: Option<Duration>,
    /// Most folds; with as many or fewer levels every match is held out alone
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u64).range(2..=1000))]
    folds: u64,
    /// Moments (player and frame) per match that are looked at
    #[arg(long, default_value_t = 400, value_parser = clap::value_parser!(u64).range(20..=1_000_000))]
    moments: u64,
    /// Seed of the moments, the search and the interval
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Parameter file to write [default: MODEL.params.json]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Write the tuned parameters even when no gain can be claimed; else the defaults are written then
    #[arg(long)]
    anyway: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Goal {
    /// Mean error ÷ best simple predictor.
    Accuracy,
    /// Updates ÷ best dead reckoning.
    Updates,
}

/// `60`, `60s`, `5m`.
fn duration(text: &str) -> Result<Duration, String> {
    let (number, factor) = match text.strip_suffix('m') {
        Some(minutes) => (minutes, 60.0),
        None => (text.strip_suffix('s').unwrap_or(text), 1.0),
    };
    match number.parse::<f64>() {
        Ok(value) if value > 0.0 && value * factor < 1e7 => Ok(Duration::from_secs_f64(value * factor)),
        _ => Err("must be a time such as 60s or 5m".to_owned()),
    }
}

/// Runs the command; 0 = done, also when nothing was gained, 2 = a trace, model or file is at fault.
pub(crate) fn run(args: &TuneArgs) -> ExitCode {
    match search(args) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("error: {message}");
            ExitCode::from(2)
        }
    }
}

fn search(args: &TuneArgs) -> Result<(), String> {
    let known = knobs_of(&args.model);
    if known.is_empty() {
        return Err(format!(
            "there is no model \"{}\" with parameters (known: {})",
            args.model,
            models_with_knobs().join(", ")
        ));
    }
    if let Some(unknown) = args.knobs.iter().find(|name| !known.iter().any(|knob| knob.name == *name)) {
        let names: Vec<&str> = known.iter().map(|knob| knob.name).collect();
        return Err(format!("\"{}\" has no parameter \"{unknown}\" (known: {})", args.model, names.join(", ")));
    }
    let profile_only = args.model == "ant";
    let knobs = known
        .into_iter()
        .filter(|knob| match &args.knobs[..] {
            [] => !profile_only || knob.is_of_profile(),
            names => names.iter().any(|name| name == knob.name),
        })
        .collect();
    let request = Request {
        traces: args.traces.clone(),
        model: args.model.clone(),
        knobs,
        slots: if args.objective == Goal::Accuracy { Ok(args.horizons.clone()) } else { Err(args.thresholds.clone()) },
        budget: args.budget as usize,
        time: args.time,
        folds: args.folds as usize,
        moments: args.moments as usize,
        seed: args.seed,
    };
    let bar = ProgressBar::new_spinner();
    if let Ok(style) = ProgressStyle::with_template("{spinner} {msg}, {elapsed}") {
        bar.set_style(style);
    }
    bar.enable_steady_tick(Duration::from_millis(200));
    let tuned = tune(&request, &|what| bar.set_message(what.to_owned()));
    bar.finish_and_clear();
    let tuned = tuned?;
    let params = tuned.safe(args.anyway);
    let path = args.out.clone().unwrap_or_else(|| PathBuf::from(format!("{}.params.json", args.model)));
    output::replace(&path, format!("{:#}\n", tuned.file(&request, &params)).as_bytes())?;
    let text = format!("{}\nparameter file: {}\n", tuned.text(&request, &params), path.display());
    output::print(&text)
}

#[cfg(test)]
mod tests {
    use super::duration;
    use std::time::Duration;

    #[test]
    fn times_are_seconds_or_minutes() {
        assert_eq!(duration("60s"), Ok(Duration::from_secs(60)));
        assert_eq!(duration("1.5m"), Ok(Duration::from_secs(90)));
        assert_eq!(duration("7"), Ok(Duration::from_secs(7)));
        for bad in ["", "s", "-1s", "0", "NaN", "1h", "1e9m"] {
            assert!(duration(bad).is_err(), "{bad}");
        }
    }
}
