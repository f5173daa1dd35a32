//! What somebody gets who sets nothing: both ways into the library beside what games do by hand.
use super::table::{head, network};
use antreckon::ghosts::OutboxParams;
use antreckon_cli::drawn::{Cell, Outcome, Pair, PairOutcome, Peer, pair};
use antreckon_cli::eval::parallel;
use antreckon_cli::eval::weights::Choice;
use antreckon_cli::trace::Trace;
use std::fmt::Write as _;

/// What is told of, and how it is drawn; the first two are the library's.
const WAYS: [(&str, Pair); 6] = [
    ("Outbox, Ghosts", Pair::LineFollowed),
    ("states, Ghosts", Pair::States),
    ("states, by hand", Pair::Peer(Peer::ByHand)),
    ("states, extrapolation", Pair::Peer(Peer::Extrapolation)),
    ("states, interpolation", Pair::Peer(Peer::Interpolation)),
    ("states, playout", Pair::Peer(Peer::Playout)),
];
const OURS: usize = 2;
/// By hand with no more updates than the outbox sends.
const AS_FEW: &str = "as few states, by hand";

/// Name, decimals, and where it stands.
type Measure = (&'static str, usize, fn(&Outcome) -> f64);
const MEASURES: [Measure; 4] =
    [("mean", 2, |o| o.mean), ("p95", 2, |o| o.p95), ("jumps", 0, |o| o.jumps), ("reversals", 0, |o| o.reversals)];

/// A match and the weights that it is played with.
pub(super) struct Game<'a> {
    pub(super) trace: &'a Trace,
    pub(super) weights: Choice<'a>,
    pub(super) seconds: f64,
}

impl Game<'_> {
    fn play(&self, cell: &Cell, way: Pair, rate: f64) -> Result<PairOutcome, String> {
        let rules = OutboxParams::default().rules;
        let outcome = pair(self.trace, &self.weights, cell, way, &rules, rate, self.seconds);
        outcome.map_err(|error| format!("{}: {error}", self.trace.meta.name))
    }

    /// By way, then the one that sends as few states as the outbox does updates.
    fn column(&self, cell: &Cell) -> Result<Vec<PairOutcome>, String> {
        let mut column = Vec::new();
        for (_, way) in WAYS {
            column.push(self.play(cell, way, cell.updates_per_second)?);
        }
        column.push(self.play(cell, Pair::Peer(Peer::ByHand), column[0].updates_per_second)?);
        Ok(column)
    }
}

/// A table per network, and where the library is not the best.
pub(super) fn table(games: &[Game<'_>], networks: &[Cell]) -> Result<String, String> {
    let names: Vec<String> = games.iter().map(|game| game.trace.meta.name.clone()).collect();
    let mut text = "Updates/s; mean / p95 error, metres; jumps, reversals per minute.\n\n".to_owned();
    let mut worse = String::new();
    for cell in networks {
        let columns = parallel::map(games, |game| game.column(cell)).into_iter().collect::<Result<Vec<_>, _>>()?;
        let _ = writeln!(text, "**{}**\n", network(cell));
        text += &head("told, drawn", &names);
        for (place, name) in WAYS.iter().map(|(name, _)| *name).chain([AS_FEW]).enumerate() {
            let cells = columns.iter().map(|column| {
                let PairOutcome { drawn, updates_per_second, .. } = &column[place];
                let Outcome { mean, p95, jumps, reversals, .. } = drawn;
                format!("{updates_per_second:.1}; {mean:.2} / {p95:.2}; {jumps:.0}, {reversals:.0}")
            });
            let _ = writeln!(text, "| {name} | {} |", cells.collect::<Vec<_>>().join(" | "));
        }
        text.push('\n');
        for (game, column) in names.iter().zip(&columns) {
            worse += &losses(game, cell, column);
        }
    }
    let lost = if worse.is_empty() { "Nowhere.\n" } else { &worse };
    Ok(format!("{text}Where another way has fewer of something:\n\n{lost}\n"))
}

/// What others do better than each of the library's ways, as far as the table shows it.
fn losses(game: &str, cell: &Cell, column: &[PairOutcome]) -> String {
    let mut text = String::new();
    for (ours, (name, _)) in column.iter().zip(WAYS).take(OURS) {
        let mut better = Vec::new();
        for (what, digits, of) in MEASURES {
            let shown = |outcome: &PairOutcome| format!("{:.digits$}", of(&outcome.drawn));
            let theirs = WAYS.iter().zip(column).skip(OURS);
            let theirs = theirs.filter(|(_, o)| of(&o.drawn) < of(&ours.drawn) && shown(o) != shown(ours));
            let theirs: Vec<String> = theirs
                .map(|((way, _), theirs)| format!("{} of {}", shown(theirs), way.trim_start_matches("states, ")))
                .collect();
            if !theirs.is_empty() {
                better.push(format!("{what} {} against {}", shown(ours), theirs.join(" and ")));
            }
        }
        if !better.is_empty() {
            let _ = writeln!(text, "- {game}, {} updates/s, {name}: {}", cell.updates_per_second, better.join("; "));
        }
    }
    text
}
