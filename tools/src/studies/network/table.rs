//! The tables.
use super::MODELS;
use antreckon::smooth::{Method, SmoothParams};
use antreckon_cli::drawn::{Grid, METHODS, Outcome, Peer};
use std::fmt::Write as _;

/// Place of a model and method among the ways of drawing.
fn way(model: usize, method: usize) -> usize {
    model * METHODS.len() + method
}

/// Place of a peer.
fn peer(peer: Peer) -> usize {
    MODELS.len() * METHODS.len() + peer as usize
}

/// `auto` with the default convergence.
fn ours() -> usize {
    let default = SmoothParams::default().method;
    way(MODELS.len() - 1, Method::ALL.iter().position(|&method| method == default).unwrap_or(0))
}

fn name(index: usize) -> String {
    match Peer::ALL.iter().find(|&&other| peer(other) == index) {
        Some(peer) => peer.name().to_owned(),
        None => format!("{}, {}", MODELS[index / METHODS.len()], METHODS[index % METHODS.len()]),
    }
}

/// Whether `auto` with the default convergence has the smaller p95 than both peers, and no more jumps and no more reversals than the peer
/// that has fewer of them.
fn verdict(grid: &Grid, peers: [Peer; 2]) -> [bool; 3] {
    let ours = &grid.outcomes[ours()];
    let least = |f: fn(&Outcome) -> f64| peers.map(|p| f(&grid.outcomes[peer(p)])).into_iter().fold(f64::MAX, f64::min);
    [ours.p95 < least(|o| o.p95), ours.jumps <= least(|o| o.jumps), ours.reversals <= least(|o| o.reversals)]
}

fn yes_no(verdict: [bool; 3]) -> String {
    let lost: Vec<&str> =
        verdict.iter().zip(["p95", "jumps", "reversals"]).filter(|(won, _)| !**won).map(|(_, name)| name).collect();
    if lost.is_empty() { "yes".to_owned() } else { format!("no: {}", lost.join(", ")) }
}

/// `auto` with the default convergence against the peers, network by network.
pub(super) fn contest(grids: &[Grid], body: f64) -> String {
    let mut text = String::from(
        "| latency, loss ± jitter | p50 | p95 | p99 | p95, widths | p95: extrapolation, interpolation, playout | jumps: auto, ext, int, play | reversals: auto, ext, int, play | off floor: auto, true | better than both | also than playout |\n|---|---|---|---|---|---|---|---|---|---|---|\n",
    );
    for grid in grids {
        let o = &grid.outcomes[ours()];
        let peers = Peer::ALL.map(|p| &grid.outcomes[peer(p)]);
        let _ = writeln!(
            text,
            "| {} ± {} ms | {:.2} | {:.2} | {:.2} | {:.2} | {} | {:.1}, {} | {:.1}, {} | {:.1} %, {:.1} % | {} | {} |",
            grid.cell,
            grid.cell.jitter_ms,
            o.p50,
            o.p95,
            o.p99,
            o.p95 / body,
            peers.map(|p| format!("{:.2}", p.p95)).join(", "),
            o.jumps,
            peers.map(|p| format!("{:.1}", p.jumps)).join(", "),
            o.reversals,
            peers.map(|p| format!("{:.1}", p.reversals)).join(", "),
            100.0 * o.off_floor,
            100.0 * grid.true_off,
            yes_no(verdict(grid, [Peer::Extrapolation, Peer::Interpolation])),
            yes_no(verdict(grid, [Peer::Extrapolation, Peer::Playout])),
        );
    }
    text
}

/// One measure of every way of drawing on every network.
pub(super) fn everybody(grids: &[Grid], show: impl Fn(&Outcome) -> String) -> String {
    let heads: Vec<String> = grids.iter().map(|grid| grid.cell.to_string()).collect();
    let mut text = format!("| model, convergence | {} |\n|---|{}\n", heads.join(" | "), "---|".repeat(grids.len()));
    for way in 0..MODELS.len() * METHODS.len() + Peer::ALL.len() {
        let cells: Vec<String> = grids.iter().map(|grid| show(&grid.outcomes[way])).collect();
        let _ = writeln!(text, "| {} | {} |", name(way), cells.join(" | "));
    }
    text
}
