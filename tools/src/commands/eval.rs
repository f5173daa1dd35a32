//! `antreckon eval`: score prediction models on recorded matches.
use antreckon::predict::Obstacle;
use antreckon_cli::eval::weights::{Weights, WeightsFile};
use antreckon_cli::eval::{self, HORIZONS, Request, Scores, THRESHOLDS};
use antreckon_cli::report::{self, Network};
use clap::{Args, ValueEnum};
use indicatif::{ProgressBar, ProgressStyle};
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Scores prediction models on recorded matches: accuracy against the best simple predictor, updates against the best dead reckoning.
#[derive(Debug, Args)]
pub(crate) struct EvalArgs {
    /// Trace folders (meta.json, entities.csv, samples.csv.gz, ...)
    #[arg(value_name = "TRACE", required = true)]
    traces: Vec<PathBuf>,
    /// Models to score, separated by commas [default: all]
    #[arg(long, value_delimiter = ',')]
    models: Vec<String>,
    /// Prediction horizons in seconds
    #[arg(long, value_delimiter = ',', value_parser = positive, default_values_t = HORIZONS)]
    horizons: Vec<f64>,
    /// Update thresholds in body widths
    #[arg(long, value_delimiter = ',', value_parser = positive, default_values_t = THRESHOLDS)]
    thresholds: Vec<f64>,
    /// Weights of the learned models in place of those embedded in the library
    #[arg(long, value_name = "FILE", conflicts_with = "folds")]
    weights: Option<PathBuf>,
    /// Folder with weights (`*.weights`, each with its `*.layouts`): every trace is scored with the first that was trained without its layout
    #[arg(long, value_name = "DIR")]
    folds: Option<PathBuf>,
    /// What all models of the library do at walls [default: `ant` stops there, the others have learned them]
    #[arg(long)]
    walls: Option<Walls>,
    /// Write the results as JSON to this file, or alone to standard output with `-`
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Write the results as tables of a Markdown document to this file
    #[arg(long, value_name = "FILE")]
    markdown: Option<PathBuf>,
    /// Write a page with tables, figures and a replay to index.html in this folder
    #[arg(long, value_name = "DIR")]
    report: Option<PathBuf>,
    /// Write every scored prediction and every update below this folder
    #[arg(long, value_name = "DIR")]
    dump: Option<PathBuf>,
    /// Seed of the bootstrap intervals
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// What happens to a prediction that runs through a wall.
#[derive(Debug, Clone, Copy, ValueEnum)]
enum Walls {
    /// Nothing.
    Ignore,
    /// It stops there.
    Clip,
    /// It goes around.
    Path,
}

impl Walls {
    fn obstacle(self) -> Obstacle {
        match self {
            Self::Ignore => Obstacle::Ignore,
            Self::Clip => Obstacle::Clip,
            Self::Path => Obstacle::FollowPath,
        }
    }
}

fn positive(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(value) if value > 0.0 && value.is_finite() => Ok(value),
        _ => Err("must be a number above 0".to_owned()),
    }
}

/// Runs the command; 0 = done, 2 = a trace, model or file is at fault.
pub(crate) fn run(args: &EvalArgs) -> ExitCode {
    match score(args) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("error: {message}");
            ExitCode::from(2)
        }
    }
}

fn score(args: &EvalArgs) -> Result<(), String> {
    let models = if args.models.is_empty() { eval::model_names() } else { args.models.clone() };
    let weights = match (&args.weights, &args.folds) {
        (Some(file), _) => Weights::File(WeightsFile::read(file)?),
        (None, Some(folder)) => Weights::folds(folder)?,
        (None, None) => Weights::Embedded,
    };
    let request = Request {
        traces: &args.traces,
        models: &models,
        horizons: &args.horizons,
        thresholds: &args.thresholds,
        weights: &weights,
        walls: args.walls.map(Walls::obstacle),
        dump: args.dump.as_deref(),
        seed: args.seed,
    };
    let bar = ProgressBar::new(args.traces.len() as u64);
    if let Ok(style) = ProgressStyle::with_template("{bar:30} {pos}/{len} replays, {elapsed} ({eta} left)") {
        bar.set_style(style);
    }
    let scores = eval::evaluate(&request, &|done, total| {
        bar.set_length(total as u64);
        bar.set_position(done as u64);
    });
    bar.finish_and_clear();
    let scores = scores.map_err(|error| error.to_string())?;
    let text = || format!("{:#}\n", eval::json(&scores, &models));
    let write = |path: &Path, text: &str| {
        replace_file(path, text).map_err(|error| format!("{}: cannot be written: {error}", path.display()))
    };
    if let Some(path) = &args.markdown {
        write(path, &eval::markdown(&scores, &models, &args.horizons))?;
    }
    if let Some(folder) = &args.report {
        fs::create_dir_all(folder).map_err(|error| format!("{}: cannot be made: {error}", folder.display()))?;
        write(&folder.join("index.html"), &page(&request, &scores)?)?;
    }
    let output = match args.json.as_deref() {
        Some(path) if path == Path::new("-") => text(),
        path => {
            if let Some(path) = path {
                write(path, &text())?;
            }
            eval::table(&scores, &models, &args.horizons, &args.thresholds)
        }
    };
    match io::stdout().write_all(output.as_bytes()) {
        // A reader that has seen enough (`| head`) is no fault.
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(format!("standard output: {error}")),
        _ => Ok(()),
    }
}

/// The page of `--report`.
fn page(request: &Request<'_>, scores: &Scores) -> Result<String, String> {
    let bar = ProgressBar::new(request.traces.len() as u64);
    if let Ok(style) = ProgressStyle::with_template("{bar:30} {pos}/{len} matches for the report, {elapsed}") {
        bar.set_style(style);
    }
    let page = report::html(request, scores, &Network::default(), &|done, _| bar.set_position(done as u64));
    bar.finish_and_clear();
    page.map_err(|error| error.to_string())
}

/// Writes beside the target and renames, so that an interrupted run leaves the old file or none.
fn replace_file(path: &Path, text: &str) -> io::Result<()> {
    let mut unfinished = path.as_os_str().to_owned();
    unfinished.push(".unfinished");
    fs::write(&unfinished, text)?;
    fs::rename(&unfinished, path)
}
