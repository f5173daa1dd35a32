//! The tables.
use antreckon::smooth::{Method, SmoothParams};
use antreckon_cli::drawn::{Grid, METHODS, Outcome, Peer};
use std::fmt::Write as _;

/// The ways of drawing: every model with every convergence, then the peers.
pub(super) struct Ways<'a> {
    /// The one that must win last.
    pub(super) models: &'a [&'a str],
}

impl Ways<'_> {
    /// Place of a peer.
    fn peer(&self, peer: Peer) -> usize {
        self.models.len() * METHODS.len() + peer as usize
    }

    /// The last model with the default convergence.
    fn ours(&self) -> usize {
        let default = SmoothParams::default().method;
        let method = Method::ALL.iter().position(|&method| method == default).unwrap_or(0);
        self.models.len().saturating_sub(1) * METHODS.len() + method
    }

    fn name(&self, index: usize) -> String {
        match Peer::ALL.iter().find(|&&other| self.peer(other) == index) {
            Some(peer) => peer.name().to_owned(),
            None => format!("{}, {}", self.models[index / METHODS.len()], METHODS[index % METHODS.len()]),
        }
    }

    /// Whether ours has the smaller p95 than both peers, and no more jumps and no more reversals than the peer that has fewer of
    /// them.
    fn verdict(&self, grid: &Grid, peers: [Peer; 2]) -> [bool; 3] {
        let ours = &grid.outcomes[self.ours()];
        let least = |f: fn(&Outcome) -> f64| {
            peers.map(|p| f(&grid.outcomes[self.peer(p)])).into_iter().fold(f64::MAX, f64::min)
        };
        [ours.p95 < least(|o| o.p95), ours.jumps <= least(|o| o.jumps), ours.reversals <= least(|o| o.reversals)]
    }

    /// `auto` with the default convergence against the peers, network by network.
    pub(super) fn contest(&self, grids: &[Grid], body: f64) -> String {
        let mut text = String::from(
            "| latency, loss ± jitter | p50 | p95 | p99 | p95, widths | p95: extrapolation, interpolation, playout, by hand | jumps: auto, ext, int, play, hand | reversals: auto, ext, int, play, hand | off floor: auto, true | through walls: auto, true | better than both | also than playout |\n|---|---|---|---|---|---|---|---|---|---|---|---|\n",
        );
        for grid in grids {
            let o = &grid.outcomes[self.ours()];
            let peers = Peer::ALL.map(|p| &grid.outcomes[self.peer(p)]);
            let _ = writeln!(
                text,
                "| {} ± {} ms | {:.2} | {:.2} | {:.2} | {:.2} | {} | {:.1}, {} | {:.1}, {} | {:.2} %, {:.2} % | {:.2} %, {:.2} % | {} | {} |",
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
                100.0 * grid.truth.off_floor,
                100.0 * o.through_walls,
                100.0 * grid.truth.through_walls,
                yes_no(self.verdict(grid, [Peer::Extrapolation, Peer::Interpolation])),
                yes_no(self.verdict(grid, [Peer::Extrapolation, Peer::Playout])),
            );
        }
        text
    }

    /// One measure of every way of drawing on every network.
    pub(super) fn everybody(&self, grids: &[Grid], show: impl Fn(&Outcome) -> String) -> String {
        let heads: Vec<String> = grids.iter().map(|grid| grid.cell.to_string()).collect();
        let mut text = format!("| model, convergence | {} |\n|---|{}\n", heads.join(" | "), "---|".repeat(grids.len()));
        for way in 0..self.models.len() * METHODS.len() + Peer::ALL.len() {
            let cells: Vec<String> = grids.iter().map(|grid| show(&grid.outcomes[way])).collect();
            let _ = writeln!(text, "| {} | {} |", self.name(way), cells.join(" | "));
        }
        text
    }
}

fn yes_no(verdict: [bool; 3]) -> String {
    let lost: Vec<&str> =
        verdict.iter().zip(["p95", "jumps", "reversals"]).filter(|(won, _)| !**won).map(|(_, name)| name).collect();
    if lost.is_empty() { "yes".to_owned() } else { format!("no: {}", lost.join(", ")) }
}
