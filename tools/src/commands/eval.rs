//! `antreckon eval`: score prediction models on recorded matches.
use antreckon::predict::Obstacle;
use antreckon::smooth::Method;
use antreckon_cli::drawn::Cell;
use antreckon_cli::eval::network::{Networks, method_named, usual_methods};
use antreckon_cli::eval::weights::{Weights, WeightsFile};
use antreckon_cli::eval::{self, HORIZONS, Params, Request, Scores, THRESHOLDS};
use antreckon_cli::output::{self, FileDraft};
use antreckon_cli::report;
use clap::{Args, ValueEnum};
use indicatif::{ProgressBar, ProgressStyle};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Scores prediction models on recorded matches: accuracy against the best simple predictor, updates against the best dead reckoning.
#[derive(Debug, Args)]
pub(crate) struct EvalArgs {
    /// Trace folders (meta.json, entities.csv, samples.csv.gz, ...) and recordings of the library (.anttrace)
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
    /// Tell the models of so many frames per second only, as updates over a network do, and predict from those; without updates tables
    #[arg(long, value_name = "N", value_parser = positive, conflicts_with = "thresholds")]
    updates_per_second: Option<f64>,
    /// Weights of the learned models in place of those embedded in the library
    #[arg(long, value_name = "FILE", conflicts_with = "folds")]
    weights: Option<PathBuf>,
    /// Folder with weights (`*.weights`, each with its `*.layouts`): every trace is scored with the first that was trained without its layout
    #[arg(long, value_name = "DIR")]
    folds: Option<PathBuf>,
    /// Parameter file of `antreckon tune`: scores its model as `<model>_tuned`, beside the one with default parameters
    #[arg(long, value_name = "FILE")]
    params: Vec<PathBuf>,
    /// What all models of the library do at walls [default: `ant` stops there, the others have learned them]
    #[arg(long)]
    walls: Option<Walls>,
    /// Draw the models over a network too; one replay for every time it is given. KEY=VALUE with commas: latency=100ms, jitter=20ms,
    /// loss=5%, burst=4 (mean losses in a row), duplicate=1%, reorder=2%, reorder_delay=50ms, rate=64kbit, updates=10 (per second)
    #[arg(long, value_name = "NETWORK")]
    net: Vec<Cell>,
    /// Convergences of what is drawn over networks: snap, linear, bezier, hermite, projective, damped, path, chase [default: the library's, and
    /// snap]
    #[arg(long, value_delimiter = ',', value_parser = method_named, requires = "net")]
    convergence: Vec<Method>,
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
    /// It slides along them.
    Slide,
}

impl Walls {
    fn obstacle(self) -> Obstacle {
        match self {
            Self::Ignore => Obstacle::Ignore,
            Self::Slide => Obstacle::Slide,
        }
    }
}

pub(super) fn positive(text: &str) -> Result<f64, String> {
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
    let params = args.params.iter().map(|path| Params::read(path)).collect::<Result<Vec<_>, _>>()?;
    let mut models = match (&args.models[..], &params[..]) {
        ([], []) => eval::model_names(),
        ([], params) => params.iter().map(|params| params.model.clone()).collect(),
        (models, _) => models.to_vec(),
    };
    for params in &params {
        if models.contains(&params.label()) {
            return Err(format!("there are two parameter files for \"{}\"", params.model));
        }
        models.push(params.label());
    }
    let weights = match (&args.weights, &args.folds) {
        (Some(file), _) => Weights::File(WeightsFile::read(file)?),
        (None, Some(folder)) => Weights::folds(folder)?,
        (None, None) => Weights::Embedded,
    };
    let to_stdout = args.json.as_deref() == Some(Path::new("-"));
    let begin = |path: &Option<PathBuf>| path.as_deref().map(FileDraft::create).transpose();
    let json_file = if to_stdout { None } else { begin(&args.json)? };
    let markdown_file = begin(&args.markdown)?;
    let report_file = args.report.as_deref().map(begin_report).transpose()?;
    // Owners know every frame, so what they send does not belong to models that are told less.
    let thresholds: &[f64] = if args.updates_per_second.is_some() { &[] } else { &args.thresholds };
    let request = Request {
        traces: &args.traces,
        models: &models,
        horizons: &args.horizons,
        thresholds,
        updates_per_second: args.updates_per_second,
        weights: &weights,
        walls: args.walls.map(Walls::obstacle),
        networks: &Networks {
            cells: args.net.clone(),
            methods: if args.convergence.is_empty() { usual_methods() } else { args.convergence.clone() },
        },
        params: &params,
        dump: args.dump.as_deref(),
        seed: args.seed,
    };
    let scores = scored(&request)?;
    if let Some(file) = markdown_file {
        file.finish_with(eval::markdown(&scores, &models, &args.horizons).as_bytes())?;
    }
    if let Some(file) = report_file {
        file.finish_with(page(&request, &scores)?.as_bytes())?;
    }
    let json = || format!("{:#}\n", eval::json(&scores, &models));
    if let Some(file) = json_file {
        file.finish_with(json().as_bytes())?;
    }
    let tables = || eval::table(&scores, &models, &args.horizons, thresholds);
    output::print(&if to_stdout { json() } else { tables() })
}

/// Evaluates with a progress bar.
pub(super) fn scored(request: &Request<'_>) -> Result<Scores, String> {
    let bar = ProgressBar::new(request.traces.len() as u64);
    if let Ok(style) = ProgressStyle::with_template("{bar:30} {pos}/{len} replays, {elapsed} ({eta} left)") {
        bar.set_style(style);
    }
    let scores = eval::evaluate(request, &|done, total| {
        bar.set_length(total as u64);
        bar.set_position(done as u64);
    });
    bar.finish_and_clear();
    scores.map_err(|error| error.to_string())
}

fn begin_report(folder: &Path) -> Result<FileDraft, String> {
    fs::create_dir_all(folder).map_err(|error| output::cannot_write(folder, &error))?;
    FileDraft::create(&folder.join("index.html"))
}

/// The page of `--report`.
fn page(request: &Request<'_>, scores: &Scores) -> Result<String, String> {
    let bar = ProgressBar::new(request.traces.len() as u64);
    if let Ok(style) = ProgressStyle::with_template("{bar:30} {pos}/{len} matches for the report, {elapsed}") {
        bar.set_style(style);
    }
    // The first network asked for is the one of the replay.
    let network = request.networks.cells.first().copied().unwrap_or_else(report::usual_network);
    let page = report::html(request, scores, &network, &|done, _| bar.set_position(done as u64));
    bar.finish_and_clear();
    page.map_err(|error| error.to_string())
}
