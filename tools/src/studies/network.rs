//! What is drawn over networks: the library with nothing set beside its own predictions and what games do by hand.
mod bars;
mod cells;
mod tables;

use super::document;
use antreckon_cli::drawn::{Cell, Match, walkers};
use antreckon_cli::eval::{Weights, parallel};
use antreckon_cli::output;
use antreckon_cli::trace::Trace;
use cells::{Played, cast_of};
use clap::Args;
use std::path::{Path, PathBuf};

/// Seconds of every match that are scored, where nothing else is asked for.
const SECONDS: f64 = 120.0;

/// Error, jumps, reversals and twitching of what is drawn under latency, loss and jitter, and how that stands to the bars
#[derive(Debug, Args)]
pub(crate) struct NetworkArgs {
    /// Trace folders
    #[arg(value_name = "TRACE")]
    traces: Vec<PathBuf>,
    /// Play the made-up walkers and strafers too
    #[arg(long)]
    walkers: bool,
    /// Folder with weights: every trace is played with the first that were trained without its layout [default: those embedded]
    #[arg(long, value_name = "DIR")]
    folds: Option<PathBuf>,
    /// A network like updates=20,latency=60ms,jitter=20ms,loss=2%; once for each [default: the five of the study]
    #[arg(long = "net", value_name = "NETWORK")]
    networks: Vec<Cell>,
    /// Seconds of every match that are scored
    #[arg(long, default_value_t = SECONDS)]
    seconds: f64,
    /// Print one tab-separated line per match, network and way of drawing in place of the summary
    #[arg(long)]
    lines: bool,
    /// Write the full tables to this file
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Replace the measured part `network` of this document
    #[arg(long, value_name = "FILE")]
    write: Option<PathBuf>,
}

impl NetworkArgs {
    /// Everything, into a document.
    pub(super) fn renewing(traces: Vec<PathBuf>, folds: &Path, document: PathBuf) -> Self {
        Self {
            traces,
            walkers: true,
            folds: Some(folds.to_owned()),
            networks: Vec::new(),
            seconds: SECONDS,
            lines: false,
            out: None,
            write: Some(document),
        }
    }
}

/// From an ordinary network to bad ones.
pub(super) fn usual_networks() -> Vec<Cell> {
    let cell = |updates_per_second, latency_ms, jitter_ms, loss| Cell {
        updates_per_second,
        latency_ms,
        jitter_ms,
        loss,
        ..Cell::default()
    };
    vec![
        cell(20.0, 60.0, 20.0, 0.02),
        cell(10.0, 100.0, 30.0, 0.05),
        cell(10.0, 200.0, 30.0, 0.05),
        cell(30.0, 30.0, 10.0, 0.01),
        cell(5.0, 100.0, 50.0, 0.1),
    ]
}

pub(crate) fn run(args: &NetworkArgs) -> Result<(), String> {
    args.write.as_ref().map_or(Ok(()), |path| document::has_place(path, "network"))?;
    let weights = args.folds.as_deref().map_or(Ok(Weights::Embedded), Weights::folds)?;
    // All first: a damaged one is told of before the work.
    let traces = args.traces.iter().map(|path| Trace::load(path).map_err(|error| error.to_string()));
    let mut traces = traces.collect::<Result<Vec<_>, _>>()?;
    if args.walkers {
        traces.extend(walkers());
    }
    if traces.is_empty() {
        return Err("there is nothing to play: name trace folders, or say --walkers".to_owned());
    }
    let networks = if args.networks.is_empty() { usual_networks() } else { args.networks.clone() };
    let games = traces.iter().map(|trace| {
        Ok(Match::new(trace, weights.choose(&trace.meta.layout)?.bytes, args.seconds, Default::default()))
    });
    let games = games.collect::<Result<Vec<_>, String>>()?;
    let played = play(&games, &networks)?;
    if let Some(path) = &args.out {
        output::replace(path, tables::full(&played, &networks).as_bytes())?;
    }
    let text = bars::summary(&played, &networks);
    args.write.as_ref().map_or(Ok(()), |path| document::put_into(path, "network", &text))?;
    output::print(&if args.lines { tables::lines(&played) } else { text })
}

/// Plays every match over every network.
fn play(games: &[Match<'_>], networks: &[Cell]) -> Result<Vec<Played>, String> {
    let jobs: Vec<_> = games.iter().flat_map(|game| networks.iter().map(move |cell| (game, cell))).collect();
    let settings = cells::settings();
    let played = parallel::map(&jobs, |(game, cell)| {
        let grid = game.play(cell, &cast_of(&settings));
        let grid = grid.map_err(|error| format!("{}: {error}", game.trace.meta.name))?;
        Ok((grid.frames > 0).then(|| Played::new(game, grid)))
    });
    Ok(played.into_iter().collect::<Result<Vec<_>, String>>()?.into_iter().flatten().collect())
}
