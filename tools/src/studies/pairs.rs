//! Which sender with which receiver at equal cost: bytes per second against the error of what is drawn.
mod front;
mod picture;

use super::document;
use antreckon::ghosts::OutboxParams;
use antreckon::net::sender::SenderKind;
use antreckon_cli::drawn::{Cell, PairOutcome, Shown, Stage, Told};
use antreckon_cli::eval::parallel;
use antreckon_cli::eval::weights::Weights;
use antreckon_cli::output;
use antreckon_cli::trace::Trace;
use clap::Args;
use front::{Curve, Point};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// Seconds of every match that are scored, where nothing else is asked for.
const SECONDS: f64 = 60.0;

/// Updates per second of those who send at a fixed rate.
const RATES: [f64; 4] = [5.0, 10.0, 20.0, 30.0];
/// Metres that receivers may be off.
const THRESHOLDS: [f64; 7] = [0.02, 0.05, 0.1, 0.15, 0.2, 0.3, 0.5];

/// Bytes per second against drawn error of pairs of sender and receiver
#[derive(Debug, Args)]
pub(crate) struct PairsArgs {
    /// Trace folders
    #[arg(value_name = "TRACE", required = true)]
    traces: Vec<PathBuf>,
    /// Folder with weights: every trace is played with the first that were trained without its layout [default: those embedded]
    #[arg(long, value_name = "DIR")]
    folds: Option<PathBuf>,
    /// Seconds of every match that are scored
    #[arg(long, default_value_t = SECONDS)]
    seconds: f64,
    /// Write every point to this file, one tab-separated line each
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Write a picture (PNG)
    #[arg(long, value_name = "FILE")]
    picture: Option<PathBuf>,
    /// Replace the measured part `pairs` of this document
    #[arg(long, value_name = "FILE")]
    write: Option<PathBuf>,
    /// Replace the part `choice` instead, and say only which combination is the best
    #[arg(long)]
    choice: bool,
}

impl PairsArgs {
    /// Says which combination is the best, in a document; by the weights of the library, which have seen these matches.
    pub(super) fn choosing(traces: Vec<PathBuf>, document: PathBuf) -> Self {
        let write = Some(document);
        Self { traces, folds: None, seconds: SECONDS, out: None, picture: None, write, choice: true }
    }

    /// Everything, into a document and a picture.
    pub(super) fn showing(traces: Vec<PathBuf>, folds: &Path, picture: PathBuf, document: PathBuf) -> Self {
        let (folds, picture, write) = (Some(folds.to_owned()), Some(picture), Some(document));
        Self { traces, folds, seconds: SECONDS, out: None, picture, write, choice: false }
    }
}

/// Latencies that only delay, and a bad network.
fn networks() -> [Cell; 5] {
    let late = |latency_ms| Cell { latency_ms, ..Cell::default() };
    [late(0.0), late(50.0), late(100.0), late(200.0), Cell { jitter_ms: 30.0, loss: 0.05, ..late(100.0) }]
}

fn network(cell: &Cell) -> String {
    if cell.loss > 0.0 {
        format!("{} ± {} ms, {} % lost", cell.latency_ms, cell.jitter_ms, 100.0 * cell.loss)
    } else {
        format!("{} ms", cell.latency_ms)
    }
}

/// Sender and receiver, with everything that is tried of it.
struct Combination {
    name: &'static str,
    told: fn(f64) -> Told,
    shown: Shown,
    steps: &'static [f64],
}

const COMBINATIONS: [Combination; 7] = [
    Combination { name: "fixed rate, by hand", told: Told::Rate, shown: Shown::ByHand, steps: &RATES },
    Combination { name: "fixed rate, line", told: Told::Rate, shown: Shown::Line, steps: &RATES },
    Combination { name: "fixed rate, auto", told: Told::Rate, shown: Shown::Auto, steps: &RATES },
    Combination { name: "owner's line, followed", told: Told::Line, shown: Shown::Line, steps: &THRESHOLDS },
    Combination { name: "owner's line, auto", told: Told::Line, shown: Shown::Auto, steps: &THRESHOLDS },
    Combination { name: "shared line", told: Told::Shared, shown: Shown::Line, steps: &THRESHOLDS },
    Combination { name: "shared auto", told: Told::Shared, shown: Shown::Auto, steps: &THRESHOLDS },
];
/// What Outbox and Ghosts do with nothing set, in [`COMBINATIONS`].
fn default_place() -> usize {
    match OutboxParams::default().rules.kind {
        SenderKind::OwnerLine => 3,
        SenderKind::SharedModel => 6,
    }
}

pub(crate) fn run(args: &PairsArgs) -> Result<(), String> {
    let part = if args.choice { "choice" } else { "pairs" };
    args.write.as_ref().map_or(Ok(()), |path| document::has_place(path, part))?;
    let weights = args.folds.as_deref().map_or(Ok(Weights::Embedded), Weights::folds)?;
    let traces = args.traces.iter().map(|path| Trace::load(path).map_err(|error| error.to_string()));
    let traces = traces.collect::<Result<Vec<_>, _>>()?;
    let stages = traces.iter().map(|trace| Ok(Stage::new(trace, weights.choose(&trace.meta.layout)?, args.seconds)));
    let stages = stages.collect::<Result<Vec<_>, String>>()?;
    let fronts = play(&stages)?;
    if let Some(path) = &args.out {
        output::replace(path, lines(&fronts).as_bytes())?;
    }
    if let Some(path) = &args.picture {
        picture::draw(&fronts, traces.len(), path)?;
    }
    let mut text = String::new();
    for (cell, curves) in &fronts {
        let verdict = front::verdict(curves, usual(curves).map(|point| (default_place(), point)));
        let table = if args.choice { String::new() } else { front::table(curves) };
        let gap = if args.choice { "" } else { "\n" };
        let item = if args.choice { "- " } else { "" };
        let _ = write!(text, "{item}**{}**: {verdict}\n{gap}{table}{gap}", network(cell));
    }
    if args.choice {
        text.push('\n');
    }
    output::print(&text)?;
    args.write.as_ref().map_or(Ok(()), |path| document::put_into(path, part, &text))
}

/// What came of the default combination with the default threshold.
fn usual(curves: &[Curve]) -> Option<&Point> {
    let threshold = OutboxParams::default().rules.position;
    curves[default_place()].points.iter().find(|point| point.step == threshold)
}

/// By network the curves of all combinations, each the mean over the matches.
fn play(stages: &[Stage<'_>]) -> Result<Vec<(Cell, Vec<Curve>)>, String> {
    let networks = networks();
    let steps = COMBINATIONS.iter().flat_map(|way| way.steps.iter().map(move |&step| (way, step)));
    let jobs: Vec<_> = steps.flat_map(|job| stages.iter().map(move |stage| (job, stage))).collect();
    let outcomes = parallel::map(&jobs, |((way, step), stage)| stage.play((way.told)(*step), way.shown, &networks));
    let outcomes = outcomes.into_iter().collect::<Result<Vec<_>, _>>().map_err(|error| error.to_string())?;
    let curves = |place: usize| {
        let mut points = outcomes.chunks(stages.len()).zip(jobs.iter().step_by(stages.len()));
        let of = |way: &Combination| Curve {
            name: way.name,
            points: points
                .by_ref()
                .take(way.steps.len())
                .map(|(matches, ((_, step), _))| mean(*step, matches.iter().map(|networks| &networks[place])))
                .collect(),
        };
        COMBINATIONS.iter().map(of).collect()
    };
    Ok(networks.iter().enumerate().map(|(place, cell)| (*cell, curves(place))).collect())
}

fn mean<'a>(step: f64, outcomes: impl ExactSizeIterator<Item = &'a PairOutcome>) -> Point {
    let share = 1.0 / outcomes.len() as f64;
    outcomes.fold(
        Point { step, ..Point::default() },
        |sum, PairOutcome { drawn, updates_per_second, bytes_per_second }| Point {
            step,
            updates: sum.updates + share * updates_per_second,
            bytes: sum.bytes + share * bytes_per_second,
            mean: sum.mean + share * drawn.mean,
            p95: sum.p95 + share * drawn.p95,
            jumps: sum.jumps + share * drawn.jumps,
            reversals: sum.reversals + share * drawn.reversals,
        },
    )
}

fn lines(fronts: &[(Cell, Vec<Curve>)]) -> String {
    let mut text = String::from("network\tcombination\tstep\tupdates/s\tbytes/s\tmean\tp95\tjumps\treversals\n");
    for (cell, curves) in fronts {
        for Curve { name, points } in curves {
            for Point { step, updates, bytes, mean, p95, jumps, reversals } in points {
                let cell = network(cell);
                let _ = writeln!(
                    text,
                    "{cell}\t{name}\t{step}\t{updates:.2}\t{bytes:.1}\t{mean:.4}\t{p95:.4}\t{jumps:.1}\t{reversals:.1}"
                );
            }
        }
    }
    text
}
