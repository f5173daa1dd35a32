//! The front of convergence: how near to the prediction and how calm what is drawn can be at once.
mod picture;
mod settings;

use super::document;
use super::network::usual_networks;
use antreckon_cli::drawn::{Cast, Cell, Match, Outcome, Peer, Setting};
use antreckon_cli::eval::{Weights, parallel};
use antreckon_cli::output;
use antreckon_cli::trace::Trace;
use clap::Args;
use settings::FAMILIES;
use std::fmt::Write as _;
use std::path::PathBuf;

/// Seconds of every match that are scored, where nothing else is asked for.
const SECONDS: f64 = 60.0;

/// Error against calmness of what is drawn, by setting of convergence
#[derive(Debug, Args)]
pub(crate) struct ConvergenceArgs {
    /// Trace folders
    #[arg(value_name = "TRACE", required = true)]
    traces: Vec<PathBuf>,
    /// Folder with weights: every trace is played with the first that were trained without its layout [default: those embedded]
    #[arg(long, value_name = "DIR")]
    folds: Option<PathBuf>,
    /// A network like updates=20,latency=60ms,jitter=20ms,loss=2%; once for each [default: the five of the network study]
    #[arg(long = "net", value_name = "NETWORK")]
    networks: Vec<Cell>,
    /// Seconds of every match that are scored
    #[arg(long, default_value_t = SECONDS)]
    seconds: f64,
    /// Write a picture of the front (PNG)
    #[arg(long, value_name = "FILE")]
    picture: Option<PathBuf>,
    /// Replace the measured part `convergence` of this document
    #[arg(long, value_name = "FILE")]
    write: Option<PathBuf>,
}

impl ConvergenceArgs {
    /// Everything, into a document and a picture. The weights of the library have seen these matches; the same predictions are drawn by all.
    pub(super) fn renewing(traces: Vec<PathBuf>, picture: PathBuf, document: PathBuf) -> Self {
        let (picture, write) = (Some(picture), Some(document));
        Self { traces, folds: None, networks: Vec::new(), seconds: SECONDS, picture, write }
    }
}

/// One setting: means over matches and networks.
#[derive(Clone, Debug, Default, PartialEq)]
struct Row {
    name: String,
    /// Which family, and the value of its number.
    family: Option<(usize, f64)>,
    /// Error ÷ that of the predictions, by quantile.
    p50: f64,
    p95: f64,
    p99: f64,
    /// Per minute.
    jumps: f64,
    reversals: f64,
    /// m/s².
    twitch: f64,
}

impl Row {
    /// Better or as good in everything that is seen, and not the same.
    fn beats(&self, other: &Self) -> bool {
        let seen = |row: &Self| [row.p50, row.p95, row.jumps + row.reversals, row.twitch];
        let (ours, theirs) = (seen(self), seen(other));
        ours != theirs && ours.iter().zip(theirs).all(|(ours, theirs)| *ours <= theirs)
    }
}

const BY_DEFAULT: &str = "default";
const SNAPPED: &str = "snapped";

pub(crate) fn run(args: &ConvergenceArgs) -> Result<(), String> {
    args.write.as_ref().map_or(Ok(()), |path| document::has_place(path, "convergence"))?;
    let weights = args.folds.as_deref().map_or(Ok(Weights::Embedded), Weights::folds)?;
    let traces = args.traces.iter().map(|path| Trace::load(path).map_err(|error| error.to_string()));
    let traces = traces.collect::<Result<Vec<_>, _>>()?;
    let games = traces.iter().map(|trace| {
        Ok(Match::new(trace, weights.choose(&trace.meta.layout)?.bytes, args.seconds, Default::default()))
    });
    let games = games.collect::<Result<Vec<_>, String>>()?;
    let networks = if args.networks.is_empty() { usual_networks() } else { args.networks.clone() };
    let rows = play(&games, &networks)?;
    if let Some(path) = &args.picture {
        let of = format!("mean over {} matches and {} networks", games.len(), networks.len());
        picture::draw(&rows, &of, path)?;
    }
    let text = table(&rows);
    args.write.as_ref().map_or(Ok(()), |path| document::put_into(path, "convergence", &text))?;
    output::print(&text)
}

/// The default, everything that is tried, the predictions themselves, then what games do.
fn play(games: &[Match<'_>], networks: &[Cell]) -> Result<Vec<Row>, String> {
    let mut settings = vec![Setting::default()];
    let mut rows = vec![Row { name: BY_DEFAULT.to_owned(), ..Row::default() }];
    for (place, family) in FAMILIES.iter().enumerate() {
        for &value in family.values {
            settings.push(Setting { smooth: (family.of)(value), level: false });
            let name = format!("{}, {} {value}", family.name, family.knob);
            rows.push(Row { name, family: Some((place, value)), ..Row::default() });
        }
    }
    let snapped = rows.len();
    let others = [SNAPPED].into_iter().chain(Peer::ALL.iter().map(|peer| peer.name()));
    rows.extend(others.map(|name| Row { name: name.to_owned(), ..Row::default() }));
    let jobs: Vec<_> = games.iter().flat_map(|game| networks.iter().map(move |cell| (game, cell))).collect();
    let cast = Cast { models: &[], methods: &[], settings: &settings, snapped: true, peers: &Peer::ALL };
    let grids = parallel::map(&jobs, |(game, cell)| {
        game.play(cell, &cast).map_err(|error| format!("{}: {error}", game.trace.meta.name))
    });
    let mut grids = grids.into_iter().collect::<Result<Vec<_>, _>>()?;
    grids.retain(|grid| grid.frames > 0);
    let share = 1.0 / grids.len().max(1) as f64;
    for grid in &grids {
        for (row, outcome) in rows.iter_mut().zip(&grid.outcomes) {
            add(row, outcome, &grid.outcomes[snapped], share);
        }
    }
    Ok(rows)
}

fn add(row: &mut Row, drawn: &Outcome, predicted: &Outcome, share: f64) {
    row.p50 += share * drawn.p50 / predicted.p50;
    row.p95 += share * drawn.p95 / predicted.p95;
    row.p99 += share * drawn.p99 / predicted.p99;
    row.jumps += share * drawn.jumps;
    row.reversals += share * drawn.reversals;
    row.twitch += share * drawn.twitch;
}

fn table(rows: &[Row]) -> String {
    let mut text = String::from(
        "| setting | p50, p95, p99 ÷ snapped | jumps, reversals/min | twitch, m/s² |\n|---|---|---|---|\n",
    );
    for row in rows {
        let Row { name, p50, p95, p99, jumps, reversals, twitch, .. } = row;
        let name = if rows.iter().any(|other| other.beats(row)) { name.clone() } else { format!("**{name}**") };
        let _ = writeln!(text, "| {name} | {p50:.2}, {p95:.2}, {p99:.2} | {jumps:.1}, {reversals:.1} | {twitch:.0} |");
    }
    text + "\nBold: nothing else in the table is as near and as calm in all of p50, p95, jumps + reversals, and twitch.\n\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(p95: f64, reversals: f64, twitch: f64) -> Row {
        Row { name: format!("{p95}"), p50: p95, p95, reversals, twitch, ..Row::default() }
    }

    #[test]
    fn only_what_nothing_beats_is_bold() {
        let text = table(&[row(1.0, 90.0, 300.0), row(1.2, 40.0, 100.0), row(1.3, 40.0, 110.0)]);
        let bold: Vec<bool> = text.lines().skip(2).take(3).map(|line| line.starts_with("| **")).collect();
        assert_eq!(bold, [true, true, false], "{text}");
    }

    #[test]
    fn ratios_are_means_over_matches() {
        let outcome = |p: f64| Outcome { p50: p, p95: p, p99: p, jumps: 2.0, ..Outcome::default() };
        let mut row = Row::default();
        add(&mut row, &outcome(2.0), &outcome(1.0), 0.5);
        add(&mut row, &outcome(1.0), &outcome(1.0), 0.5);
        assert_eq!((row.p50, row.p95, row.p99, row.jumps), (1.5, 1.5, 1.5, 2.0));
    }

    #[test]
    fn every_setting_that_is_tried_is_valid() {
        for family in &FAMILIES {
            assert!(family.values.iter().all(|&value| (family.of)(value).validate().is_ok()), "{}", family.name);
        }
    }
}
