//! Which sender goes with which receiver: the library's default pair beside others, at the same number of updates.
use super::document;
use antreckon::ghosts::OutboxParams;
use antreckon::net::SenderParams;
use antreckon::predict::Model;
use antreckon_cli::drawn::{Cell, Pair, PairOutcome, Peer, UPDATES_PER_SECOND, pair};
use antreckon_cli::eval::parallel;
use antreckon_cli::eval::weights::{Choice, Weights};
use antreckon_cli::output;
use antreckon_cli::trace::Trace;
use clap::Args;
use std::fmt::Write as _;
use std::path::PathBuf;

const PAIRS: [(&str, Pair); 6] = [
    ("owner's line, followed (default)", Pair::LineFollowed),
    ("owner's line, predicted by `auto`", Pair::LinePredicted),
    ("shared `dr1`", Pair::Shared(Model::Dr1)),
    ("shared `auto`", Pair::Shared(Model::Auto)),
    (STATES, Pair::States),
    (BY_HAND, BY_HAND_PAIR),
];
const STATES: &str = "states at a fixed rate, `auto`";
const BY_HAND: &str = "states at a fixed rate, by hand";
const BY_HAND_PAIR: Pair = Pair::Peer(Peer::ByHand);
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
    /// Thresholds of the default pair, metres, beside states ten times per second; in place of all pairs
    #[arg(long, value_name = "METRES", value_delimiter = ',')]
    thresholds: Vec<f64>,
    /// Replace the measured part `pairs` of this document, or `thresholds`
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

/// A match, and how it is played.
struct Play<'a> {
    trace: &'a Trace,
    weights: Choice<'a>,
    seconds: f64,
}

impl Play<'_> {
    fn play(&self, cell: &Cell, way: Pair, threshold: f64, rate: f64) -> Result<PairOutcome, String> {
        let rules = SenderParams { position: threshold, ..OutboxParams::default().rules };
        pair(self.trace, &self.weights, cell, way, &rules, rate, self.seconds).map_err(|error| error.to_string())
    }

    /// Over both networks: with this threshold, or states at this rate.
    fn row(&self, name: &'static str, way: Pair, threshold: Option<f64>, rate: f64) -> Result<Row, String> {
        let [clean, bad] = networks().map(|cell| self.play(&cell, way, threshold.unwrap_or(1.0), rate));
        Ok(Row { name, threshold, outcomes: [clean?, bad?] })
    }

    /// All pairs: with the default threshold, then with the one that sends as often as the default pair does.
    fn pairs(&self) -> Result<Vec<Row>, String> {
        let usual = OutboxParams::default().rules.position;
        let wanted = self.play(&networks()[0], Pair::LineFollowed, usual, 1.0)?.updates_per_second;
        let rows = parallel::map(&PAIRS, |&(name, way)| -> Result<Vec<Row>, String> {
            if matches!(way, Pair::States | Pair::Peer(_)) {
                return Ok(vec![self.row(name, way, None, wanted)?]);
            }
            let mut rows = vec![self.row(name, way, Some(usual), wanted)?];
            if matches!(way, Pair::Shared(_)) {
                let (mut low, mut high) = (0.02, 3.0);
                for _ in 0..HALVINGS {
                    let middle = f64::sqrt(low * high);
                    let more = self.play(&networks()[0], way, middle, 1.0)?.updates_per_second > wanted;
                    (low, high) = if more { (middle, high) } else { (low, middle) };
                }
                rows.push(self.row(name, way, Some(f64::sqrt(low * high)), wanted)?);
            }
            Ok(rows)
        });
        Ok(rows.into_iter().collect::<Result<Vec<_>, _>>()?.into_iter().flatten().collect())
    }

    /// The default pair with these thresholds, beside states ten times per second.
    fn thresholds(&self, metres: &[f64]) -> Result<Vec<Row>, String> {
        let lines = metres.iter().map(|&metres| (PAIRS[0].0, Pair::LineFollowed, Some(metres)));
        let states = [(STATES, Pair::States, None), (BY_HAND, BY_HAND_PAIR, None)];
        let jobs: Vec<_> = lines.chain(states).collect();
        let row = |&(name, way, threshold): &_| self.row(name, way, threshold, UPDATES_PER_SECOND);
        parallel::map(&jobs, row).into_iter().collect()
    }
}

pub(crate) fn run(args: &PairsArgs) -> Result<(), String> {
    let part = if args.thresholds.is_empty() { "pairs" } else { "thresholds" };
    args.write.as_ref().map_or(Ok(()), |path| document::has_place(path, part))?;
    let weights = args.folds.as_deref().map_or(Ok(Weights::Embedded), Weights::folds)?;
    let traces = args.traces.iter().map(|path| Trace::load(path).map_err(|error| error.to_string()));
    let traces = traces.collect::<Result<Vec<_>, _>>()?;
    let mut text = String::new();
    for trace in &traces {
        let play = Play { trace, weights: weights.choose(&trace.meta.layout)?, seconds: args.seconds };
        let rows = if args.thresholds.is_empty() { play.pairs()? } else { play.thresholds(&args.thresholds)? };
        text += &table(&trace.meta.name, &rows);
    }
    output::print(&text)?;
    args.write.as_ref().map_or(Ok(()), |path| document::put_into(path, part, &text))
}

fn table(name: &str, rows: &[Row]) -> String {
    let mut text = format!("### {name}\n\n");
    text += "| pair | threshold, m | updates/s | bytes/s | clean: mean, p95, m | bad: mean, p95, m | bad: jumps, reversals/min |\n";
    text += "|---|---|---|---|---|---|---|\n";
    for Row { name, threshold, outcomes: [clean, bad] } in rows {
        let threshold = threshold.map_or(String::new(), |metres| format!("{metres:.2}"));
        let _ = writeln!(
            text,
            "| {name} | {threshold} | {:.1} | {:.0} | {:.2}, {:.2} | {:.2}, {:.2} | {:.1}, {:.1} |",
            clean.updates_per_second,
            clean.bytes_per_second,
            clean.drawn.mean,
            clean.drawn.p95,
            bad.drawn.mean,
            bad.drawn.p95,
            bad.drawn.jumps,
            bad.drawn.reversals
        );
    }
    text.push('\n');
    text
}
