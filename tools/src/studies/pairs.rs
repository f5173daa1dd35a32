//! Which sender goes with which receiver: the library's default pair beside others, at the same number of updates.
use super::document;
use antreckon::ghosts::OutboxParams;
use antreckon::net::SenderParams;
use antreckon::predict::Model;
use antreckon_cli::drawn::{Cell, Pair, PairOutcome, pair};
use antreckon_cli::eval::{Weights, parallel};
use antreckon_cli::output;
use antreckon_cli::trace::Trace;
use clap::Args;
use std::fmt::Write as _;
use std::path::PathBuf;

const PAIRS: [(&str, Pair); 5] = [
    ("owner's line, followed (default)", Pair::LineFollowed),
    ("owner's line, predicted by `auto`", Pair::LinePredicted),
    ("shared `dr1`", Pair::Shared(Model::Dr1)),
    ("shared `auto`", Pair::Shared(Model::Auto)),
    ("states at a fixed rate, `auto`", Pair::States),
];
/// Halvings of the interval in which a threshold is looked for.
const HALVINGS: usize = 7;

/// Error and updates of pairs of sender and receiver.
#[derive(Debug, Args)]
pub(crate) struct PairsArgs {
    /// Trace folders
    #[arg(value_name = "TRACE", required = true)]
    traces: Vec<PathBuf>,
    /// Folder with weights: every trace is played with the first that were trained without its layout [default: those embedded]
    #[arg(long, value_name = "DIR")]
    folds: Option<PathBuf>,
    /// Seconds of every match that are scored
    #[arg(long, default_value_t = 120.0)]
    seconds: f64,
    /// Replace the measured part `pairs` of this document
    #[arg(long, value_name = "FILE")]
    write: Option<PathBuf>,
}

/// One that only delays, and a bad one.
fn networks() -> [Cell; 2] {
    let clean = Cell { latency_ms: 80.0, ..Cell::default() };
    [clean, Cell { latency_ms: 100.0, jitter_ms: 30.0, loss: 0.05, ..clean }]
}

/// A pair with its threshold, and what came of it over each network.
struct Row {
    name: &'static str,
    threshold: Option<f64>,
    outcomes: [PairOutcome; 2],
}

pub(crate) fn run(args: &PairsArgs) -> Result<(), String> {
    let weights = args.folds.as_deref().map_or(Ok(Weights::Embedded), Weights::folds)?;
    let traces = args.traces.iter().map(|path| Trace::load(path).map_err(|error| error.to_string()));
    let traces = traces.collect::<Result<Vec<_>, _>>()?;
    let mut text = String::new();
    for trace in &traces {
        let chosen = weights.choose(&trace.meta.layout)?;
        let play = |cell: &Cell, way: Pair, threshold: f64, rate: f64| {
            let rules = SenderParams { position: threshold, ..OutboxParams::default().rules };
            pair(trace, &chosen, cell, way, &rules, rate, args.seconds).map_err(|error| error.to_string())
        };
        let usual = OutboxParams::default().rules.position;
        let wanted = play(&networks()[0], Pair::LineFollowed, usual, 1.0)?.updates_per_second;
        let rows = parallel::map(&PAIRS, |&(name, way)| -> Result<Vec<Row>, String> {
            let row = |threshold: Option<f64>| -> Result<Row, String> {
                let [clean, bad] = networks().map(|cell| play(&cell, way, threshold.unwrap_or(usual), wanted));
                Ok(Row { name, threshold, outcomes: [clean?, bad?] })
            };
            if way == Pair::States {
                return Ok(vec![row(None)?]);
            }
            let mut rows = vec![row(Some(usual))?];
            if matches!(way, Pair::Shared(_)) {
                let (mut low, mut high) = (0.02, 3.0);
                for _ in 0..HALVINGS {
                    let middle = f64::sqrt(low * high);
                    let more = play(&networks()[0], way, middle, 1.0)?.updates_per_second > wanted;
                    (low, high) = if more { (middle, high) } else { (low, middle) };
                }
                rows.push(row(Some(f64::sqrt(low * high)))?);
            }
            Ok(rows)
        });
        let _ = writeln!(text, "### {}\n", trace.meta.name);
        text += "| pair | threshold, m | updates/s | bytes/s | clean: mean, p95, m | bad: mean, p95, m |\n|---|---|---|---|---|---|\n";
        for Row { name, threshold, outcomes: [clean, bad] } in
            rows.into_iter().collect::<Result<Vec<_>, _>>()?.into_iter().flatten()
        {
            let threshold = threshold.map_or("".to_owned(), |metres| format!("{metres:.2}"));
            let bytes =
                if clean.bytes_per_second > 0.0 { format!("{:.0}", clean.bytes_per_second) } else { String::new() };
            let _ = writeln!(
                text,
                "| {name} | {threshold} | {:.1} | {bytes} | {:.2}, {:.2} | {:.2}, {:.2} |",
                clean.updates_per_second, clean.mean, clean.p95, bad.mean, bad.p95
            );
        }
        text.push('\n');
    }
    output::print(&text)?;
    args.write.as_ref().map_or(Ok(()), |path| document::put_into(path, "pairs", &text))
}
