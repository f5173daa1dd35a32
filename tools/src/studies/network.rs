//! What is drawn over networks: the library with nothing set beside what games do by hand, and every model and convergence.
mod newcomer;
mod table;

use super::document;
use antreckon::smooth::{Method, SmoothParams};
use antreckon_cli::drawn::{Cast, Cell, Match, Peer};
use antreckon_cli::eval::plugin::Setup;
use antreckon_cli::eval::{self, Weights, parallel};
use antreckon_cli::output;
use antreckon_cli::trace::Trace;
use clap::Args;
use newcomer::Game;
use std::path::PathBuf;
use table::Played;

/// Models that are drawn by every convergence.
const AT_LENGTH: [&str; 2] = ["dr1", "auto"];
/// All others that place players differently from updates alone, drawn by the default one: of the eight of DIS, three move like `dr1`
/// and two like `dis_rvw`.
const OTHERS: [&str; 11] =
    ["dr2", "damped", "dis_rvw", "dis_rpb", "dis_rvb", "ant", "interest", "hybrid", "strategy", "trail", "kinematic"];

/// Error, jumps and reversals of what is drawn under latency, loss and jitter.
#[derive(Debug, Args)]
pub(crate) struct NetworkArgs {
    /// Trace folders
    #[arg(value_name = "TRACE", required = true)]
    traces: Vec<PathBuf>,
    /// Folder with weights: every trace is played with the first that were trained without its layout [default: those embedded]
    #[arg(long, value_name = "DIR")]
    folds: Option<PathBuf>,
    /// Seconds of every match that are scored
    #[arg(long, default_value_t = 180.0)]
    seconds: f64,
    /// Play every model with every convergence too, and write those tables to this file
    #[arg(long, value_name = "FILE")]
    grid: Option<PathBuf>,
    /// Replace the measured part `network` of this document
    #[arg(long, value_name = "FILE")]
    write: Option<PathBuf>,
}

/// The networks that everything is played over: an ordinary one, a bad one, and one that only delays.
fn networks() -> [Cell; 3] {
    let usual = Cell::default();
    [
        Cell { updates_per_second: 20.0, latency_ms: 60.0, jitter_ms: 20.0, loss: 0.02, ..usual },
        Cell { latency_ms: 100.0, jitter_ms: 30.0, loss: 0.05, ..usual },
        Cell { latency_ms: 80.0, ..usual },
    ]
}

pub(crate) fn run(args: &NetworkArgs) -> Result<(), String> {
    args.write.as_ref().map_or(Ok(()), |path| document::has_place(path, "network"))?;
    let weights = args.folds.as_deref().map_or(Ok(Weights::Embedded), Weights::folds)?;
    // All first: a damaged one is told of before the work.
    let traces = args.traces.iter().map(|path| Trace::load(path).map_err(|error| error.to_string()));
    let traces = traces.collect::<Result<Vec<_>, _>>()?;
    let seconds = args.seconds;
    let games = traces.iter().map(|trace| Ok(Game { trace, weights: weights.choose(&trace.meta.layout)?, seconds }));
    let games = games.collect::<Result<Vec<_>, String>>()?;
    let matches: Vec<Match<'_>> = games
        .iter()
        .map(|game| Match::new(game.trace, game.weights.bytes, args.seconds, SmoothParams::default()))
        .collect();
    let [usual, bad, _] = networks();
    let newcomer = newcomer::table(&games, &[usual, bad])?;
    let text =
        format!("## What a newcomer gets\n\n{newcomer}## With the level, and without\n\n{}", defaults(&matches)?);
    output::print(&text)?;
    args.write.as_ref().map_or(Ok(()), |path| document::put_into(path, "network", &text))?;
    args.grid.as_ref().map_or(Ok(()), |path| output::replace(path, grid(&matches)?.as_bytes()))
}

fn defaults(games: &[Match<'_>]) -> Result<String, String> {
    let cast = Cast { models: &[], methods: &[], defaults: true, peers: &Peer::ALL };
    Ok(table::defaults(&play(games, &[cast])?))
}

fn grid(games: &[Match<'_>]) -> Result<String, String> {
    let setups = |names: &[&str]| -> Vec<Setup> { names.iter().filter_map(|name| eval::setup_of(name)).collect() };
    let (at_length, others) = (setups(&AT_LENGTH), setups(&OTHERS));
    let default = [SmoothParams::default().method];
    let casts = [
        Cast { models: &at_length, methods: &Method::ALL, defaults: false, peers: &[] },
        Cast { models: &others, methods: &default, defaults: true, peers: &Peer::ALL },
    ];
    Ok(play(games, &casts)?.iter().map(|played| table::everybody(played, &AT_LENGTH, &OTHERS)).collect())
}

/// Plays every match over every network with every cast.
fn play<'a>(games: &'a [Match<'a>], casts: &[Cast<'_>]) -> Result<Vec<Played<'a>>, String> {
    let networks = networks();
    let jobs: Vec<_> = games
        .iter()
        .flat_map(|game| networks.iter().map(move |cell| (game, cell)))
        .flat_map(|(game, cell)| casts.iter().map(move |cast| (game, cell, cast)))
        .collect();
    let grids = parallel::map(&jobs, |(game, cell, cast)| {
        game.play(cell, cast).map_err(|error| format!("{}: {error}", game.trace.meta.name))
    });
    let mut grids = grids.into_iter().collect::<Result<Vec<_>, _>>()?.into_iter();
    let mut over_network = || {
        let first = grids.next()?;
        // What the casts drew of one network belongs together.
        let outcomes = grids.by_ref().take(casts.len() - 1).flat_map(|grid| grid.outcomes);
        Some(antreckon_cli::drawn::Grid { outcomes: first.outcomes.iter().copied().chain(outcomes).collect(), ..first })
    };
    let of = |game| Played { game, grids: networks.iter().filter_map(|_| over_network()).collect() };
    Ok(games.iter().map(of).collect())
}
