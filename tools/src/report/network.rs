//! The network of the replay.
use super::window::Window;
use crate::drawn::{Arrival, Cell, Truth, arrivals};
use crate::eval::units::Units;
use crate::trace::Trace;
use antreckon::base::Result;
use serde_json::{Value, json};

/// Seed of delays and losses.
const SEED: u64 = 1;

/// An ordinary line: 100 ± 20 ms, one update in twenty lost, ten a second.
pub fn usual_network() -> Cell {
    Cell { latency_ms: 100.0, jitter_ms: 20.0, loss: 0.05, ..Cell::default() }
}

/// Everything that arrives before the end of the window, in order.
pub(super) fn arrivals_of(trace: &Trace, cell: &Cell, window: &Window) -> Result<Vec<Arrival>> {
    Ok(arrivals(&Truth::of(trace), cell, SEED, window.end())?.all)
}

/// A network and what it came to, for the page.
pub(super) fn describe(cell: &Cell, arrivals: &[Arrival], trace: &Trace, window: &Window) -> Value {
    let units = Units::of(&trace.meta);
    let shown = units.time(window.start)..units.time(window.end());
    let arrived = arrivals.iter().filter(|arrival| shown.contains(&arrival.sent)).count();
    let present: usize = (window.start..window.end()).map(|k| trace.states(k).iter().flatten().count()).sum();
    let rate = arrived as f64 * trace.meta.tick_hz / present.max(1) as f64;
    json!({
        "latency_ms": cell.latency_ms, "jitter_ms": cell.jitter_ms, "loss": cell.loss,
        "updates_per_s": cell.updates_per_second, "arrived_per_s": (rate * 100.0).round() / 100.0, "seed": SEED,
    })
}
