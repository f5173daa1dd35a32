//! The tables.
use antreckon_cli::drawn::{Cell, Grid, METHODS, Match, Outcome, Peer};
use std::fmt::Write as _;

/// Names of what the library draws with nothing set.
const DEFAULTS: [&str; 2] = ["defaults", "with level"];

/// A match and what was drawn of it, by network.
pub(super) struct Played<'a> {
    pub(super) game: &'a Match<'a>,
    pub(super) grids: Vec<Grid>,
}

pub(super) fn head(first: &str, columns: &[String]) -> String {
    format!("| {first} | {} |\n|---|{}\n", columns.join(" | "), "---|".repeat(columns.len()))
}

pub(super) fn network(cell: &Cell) -> String {
    let Cell { updates_per_second, latency_ms, jitter_ms, loss, .. } = cell;
    format!("{updates_per_second} updates/s, {latency_ms} ± {jitter_ms} ms, {} % lost", 100.0 * loss)
}

/// The library with nothing set beside what games do by hand: by network, then match.
pub(super) fn defaults(all: &[Played<'_>]) -> String {
    let ways: Vec<String> =
        DEFAULTS.into_iter().chain(Peer::ALL.iter().map(|peer| peer.name())).map(str::to_owned).collect();
    let Some(first) = all.first() else { return String::new() };
    let mut text = String::new();
    for (place, grid) in first.grids.iter().enumerate() {
        let _ = writeln!(text, "### {}\n\nError p50 / p95 / p99, metres:\n", network(&grid.cell));
        text += &rows(all, place, &ways, |o, _| format!("{:.2} / {:.2} / {:.2}", o.p50, o.p95, o.p99));
        text +=
            "\nJumps and reversals per minute; % of frames off the floor and through walls, where those are known:\n\n";
        text += &rows(all, place, &ways, |o, floor| {
            let walls = format!("; {:.2}, {:.2}", 100.0 * o.off_floor, 100.0 * o.through_walls);
            format!("{:.1}, {:.1}{}", o.jumps, o.reversals, if floor { &walls } else { "" })
        });
        text.push('\n');
    }
    text + &losses(all)
}

fn rows(all: &[Played<'_>], place: usize, ways: &[String], show: impl Fn(&Outcome, bool) -> String) -> String {
    let mut text = head("match", ways);
    for played in all {
        let cells = played.grids[place].outcomes.iter().map(|outcome| show(outcome, played.game.has_floor()));
        let _ = writeln!(text, "| {} | {} |", played.game.trace.meta.name, cells.collect::<Vec<_>>().join(" | "));
    }
    text
}

/// Where the defaults draw with a larger p95 error or more jumps than somebody does by hand.
fn losses(all: &[Played<'_>]) -> String {
    let mut text = String::from("### States into Ghosts, worse than by hand\n\n");
    let before = text.len();
    for Played { game, grids } in all {
        for grid in grids {
            let hand = grid.outcomes[DEFAULTS.len() + Peer::ByHand as usize];
            for (name, ours) in DEFAULTS.iter().zip(&grid.outcomes) {
                let measures = [("p95", ours.p95, hand.p95), ("jumps", ours.jumps, hand.jumps)];
                for (what, ours, hand) in measures.into_iter().filter(|(_, ours, hand)| ours > hand) {
                    let (game, cell) = (&game.trace.meta.name, network(&grid.cell));
                    let _ = writeln!(text, "- {game}, {cell}, {name}: {what} {ours:.3} against {hand:.3}");
                }
            }
        }
    }
    if text.len() == before {
        text += "Nowhere, neither by p95 error nor by jumps.\n";
    }
    text
}

/// One match, every model and convergence.
pub(super) fn everybody(played: &Played<'_>, at_length: &[&str], others: &[&str]) -> String {
    let [begin, end] = played.game.scored;
    let mut text = format!(
        "### {}\n\n{} players, seconds {begin:.0} to {end:.0}. Error p50 / p95 / p99, metres; jumps, reversals per minute:\n\n",
        played.game.trace.meta.name,
        played.game.trace.players.len()
    );
    let by_methods = at_length.iter().flat_map(|model| METHODS.iter().map(move |method| format!("{model}, {method}")));
    let rest = others.iter().copied().chain(DEFAULTS).chain(Peer::ALL.iter().map(|peer| peer.name()));
    text += &head("model, convergence", &played.grids.iter().map(|grid| network(&grid.cell)).collect::<Vec<_>>());
    for (place, name) in by_methods.chain(rest.map(str::to_owned)).enumerate() {
        let cells = played.grids.iter().map(|grid| {
            let o = &grid.outcomes[place];
            format!("{:.2} / {:.2} / {:.2}; {:.1}, {:.1}", o.p50, o.p95, o.p99, o.jumps, o.reversals)
        });
        let _ = writeln!(text, "| {name} | {} |", cells.collect::<Vec<_>>().join(" | "));
    }
    text.push('\n');
    text
}
