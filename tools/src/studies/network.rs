//! What is drawn over bad networks: every model with every convergence against snapshots alone.
mod table;

use super::document;
use antreckon::smooth::{Method, SmoothParams};
use antreckon_cli::drawn::{Cast, Cell, Grid, Match, Outcome, Peer};
use antreckon_cli::eval::{self, Weights, parallel};
use antreckon_cli::output;
use antreckon_cli::trace::Trace;
use clap::Args;
use std::fmt::Write as _;
use std::path::PathBuf;
use table::Ways;

/// Models that are compared, the one that must win last.
const MODELS: [&str; 3] = ["dr1", "damped", "auto"];
/// All that place players differently from updates alone: of the eight of DIS, three move like `dr1` and two like `dis_rvw`.
const EVERY_MODEL: [&str; 13] = [
    "dr1",
    "dr2",
    "damped",
    "dis_rvw",
    "dis_rpb",
    "dis_rvb",
    "ant",
    "interest",
    "hybrid",
    "strategy",
    "trail",
    "kinematic",
    "auto",
];

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
    /// Draw by every model, not only by the three that are told of at length
    #[arg(long)]
    every_model: bool,
    /// Replace the measured part of this document
    #[arg(long, value_name = "FILE")]
    write: Option<PathBuf>,
    /// Which part of the document that is
    #[arg(long, value_name = "NAME", default_value = "network")]
    part: String,
}

pub(crate) fn run(args: &NetworkArgs) -> Result<(), String> {
    let names = if args.every_model { &EVERY_MODEL[..] } else { &MODELS[..] };
    let models: Vec<_> = names.iter().filter_map(|name| eval::setup_of(name)).collect();
    let ways = Ways { models: names };
    let cast = Cast { models: &models, methods: &Method::ALL, peers: &Peer::ALL };
    let weights = args.folds.as_deref().map_or(Ok(Weights::Embedded), Weights::folds)?;
    let mut text = String::new();
    // All first: a damaged one is told of before the work.
    let traces = args.traces.iter().map(|path| Trace::load(path).map_err(|error| error.to_string()));
    for trace in &traces.collect::<Result<Vec<_>, _>>()? {
        let chosen = weights.choose(&trace.meta.layout)?;
        let game = Match::new(trace, chosen.bytes, args.seconds, SmoothParams::default());
        let grids = parallel::map(&Cell::all(), |cell| game.play(cell, &cast))
            .into_iter()
            .collect::<antreckon::base::Result<Vec<_>>>()
            .map_err(|error| format!("{}: {error}", trace.meta.name))?;
        text.push_str(&section(&game, &ways, &grids));
    }
    output::print(&text)?;
    args.write.as_ref().map_or(Ok(()), |path| document::put_into(path, &args.part, &text))
}

fn section(game: &Match<'_>, ways: &Ways<'_>, grids: &[Grid]) -> String {
    let meta = &game.trace.meta;
    let [begin, end] = game.scored;
    let frames = grids.iter().map(|grid| grid.frames).max().unwrap_or(0);
    let mut text = format!("### {}\n\n", meta.name);
    let _ = writeln!(
        text,
        "{} players, seconds {begin:.0} to {end:.0}, {frames} drawn places per network and way of drawing.\n",
        game.trace.players.len()
    );
    text.push_str(&ways.contest(grids, meta.body_width * meta.metres_per_unit));
    for part in grids.chunk_by(|a, b| a.cell.jitter_ms == b.cell.jitter_ms) {
        let jitter = part[0].cell.jitter_ms;
        let _ = writeln!(text, "\nError p50 / p95 / p99, metres, jitter ± {jitter} ms:\n");
        text.push_str(&ways.everybody(part, |o| format!("{:.2} / {:.2} / {:.2}", o.p50, o.p95, o.p99)));
        let _ = writeln!(
            text,
            "\nJumps and reversals per minute, % of frames off the floor and through walls, jitter ± {jitter} ms:\n"
        );
        let events = |o: &Outcome| {
            let [off_floor, through_walls] = [o.off_floor, o.through_walls].map(|share| 100.0 * share);
            format!("{:.1}, {:.1}, {off_floor:.2}, {through_walls:.2}", o.jumps, o.reversals)
        };
        text.push_str(&ways.everybody(part, events));
    }
    text.push('\n');
    text
}
