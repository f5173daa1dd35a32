//! Everything that was measured: tables to read, and lines for other programs.
use super::cells::{Played, WAYS, network};
use antreckon_cli::drawn::{Cell, Outcome};
use std::fmt::Write as _;

/// Name, decimals, and where it stands.
type Measure = (&'static str, usize, fn(&Outcome) -> f64);
const MEASURES: [Measure; 9] = [
    ("p50", 3, |o| o.p50),
    ("p95", 3, |o| o.p95),
    ("p99", 3, |o| o.p99),
    ("mean", 3, |o| o.mean),
    ("jumps", 1, |o| o.jumps),
    ("reversals", 1, |o| o.reversals),
    ("twitch", 1, |o| o.twitch),
    ("off_floor", 5, |o| o.off_floor),
    ("through_walls", 5, |o| o.through_walls),
];

/// A head, then a line per match, network and way of drawing: metres, events per minute, m/s², shares.
pub(super) fn lines(played: &[Played]) -> String {
    let names: Vec<&str> = MEASURES.iter().map(|(name, ..)| *name).collect();
    let mut text = format!("match\tnetwork\tway\tseconds\t{}\n", names.join("\t"));
    for played in played {
        for (way, outcome) in WAYS.iter().zip(&played.outcomes) {
            let values: Vec<String> =
                MEASURES.iter().map(|(_, digits, of)| format!("{:.digits$}", of(outcome))).collect();
            let (game, cell) = (&played.game, network(&played.cell));
            let _ = writeln!(text, "{game}\t{cell}\t{way}\t{:.0}\t{}", played.seconds, values.join("\t"));
        }
    }
    text
}

/// A table per network and measure: matches by ways of drawing.
pub(super) fn full(played: &[Played], networks: &[Cell]) -> String {
    let mut text = String::from(
        "# What is drawn over networks: all that was measured\n\nMetres; events per minute of one drawn player; m/s²; shares of frames.\n\n",
    );
    for cell in networks {
        let _ = writeln!(text, "## {}\n", network(cell));
        for (name, digits, of) in MEASURES {
            let _ =
                writeln!(text, "### {name}\n\n| match | {} |\n|---{}|", WAYS.join(" | "), "|---".repeat(WAYS.len()));
            for played in played.iter().filter(|played| played.cell == *cell) {
                let values: Vec<String> = played.outcomes.iter().map(|o| format!("{:.digits$}", of(o))).collect();
                let _ = writeln!(text, "| {} | {} |", played.game, values.join(" | "));
            }
            text.push('\n');
        }
    }
    text
}
