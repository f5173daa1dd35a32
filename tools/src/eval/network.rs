//! The models as other players see them: drawn over networks by the convergences of the library.
use super::weights::Weights;
use super::{EvalError, parallel, setup_of};
use crate::drawn::{Cast, Cell, METHODS, Match, Outcome, Peer};
use crate::trace::Trace;
use antreckon::predict::Obstacle;
use antreckon::smooth::{Method, SmoothParams};

/// What to draw over which networks.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Networks {
    /// One replay of every model for each.
    pub cells: Vec<Cell>,
    /// Convergences of every model.
    pub methods: Vec<Method>,
}

/// What a model looks like over a network.
#[derive(Debug, Clone, PartialEq)]
pub struct Drawn {
    /// Name of the model, or of what draws without one: `extrapolation`, `interpolation`, `playout`, `by hand`.
    pub model: String,
    /// Name of the convergence; `none` for what needs none.
    pub convergence: &'static str,
    /// The network.
    pub cell: Cell,
    /// Error in trace units, jumps and reversals per minute.
    pub outcome: Outcome,
    /// Share of the drawn places over no floor; `None` without a recorded walkable area.
    pub inside_walls: Option<f64>,
    /// Updates sent per second and player.
    pub updates_per_s: f64,
}

/// The convergences that are compared unless others are asked for: the library's own and none.
pub fn usual_methods() -> Vec<Method> {
    let mut methods = vec![SmoothParams::default().method, Method::Snap];
    methods.dedup();
    methods
}

/// The convergence of this name.
pub fn method_named(name: &str) -> Result<Method, String> {
    let place = METHODS.iter().position(|known| *known == name);
    place.map(|place| Method::ALL[place]).ok_or_else(|| format!("must be one of {}", METHODS.join(", ")))
}

fn name_of(method: Method) -> &'static str {
    Method::ALL.iter().zip(METHODS).find(|(known, _)| **known == method).map_or("", |(_, name)| name)
}

/// One replay: a network with a model, or with the peers.
type Job<'a> = (&'a Cell, Option<&'a String>);

/// Replays of a trace that [`drawn`] does; models that have no receiver in the library (`dr1_ema`) have none.
pub(super) fn jobs<'a>(networks: &'a Networks, models: &'a [String]) -> Vec<Job<'a>> {
    let who = || models.iter().filter(|name| setup_of(name).is_some()).map(Some).chain([None]);
    networks.cells.iter().flat_map(|cell| who().map(move |model| (cell, model))).collect()
}

/// Draws a trace in all ways; `tick` is called after every replay.
pub(super) fn drawn(
    trace: &Trace,
    networks: &Networks,
    models: &[String],
    weights: &Weights,
    walls: Option<Obstacle>,
    tick: &(dyn Fn() + Sync),
) -> Result<Vec<Drawn>, EvalError> {
    let jobs = jobs(networks, models);
    if jobs.is_empty() {
        return Ok(Vec::new());
    }
    let weights = weights.choose(&trace.meta.layout).map_err(EvalError::Weights)?;
    let game = Match::new(trace, weights.bytes, f64::INFINITY, SmoothParams::default()).with_bank(weights.bank);
    let rows = parallel::map(&jobs, |&(cell, model)| {
        let setup = model.and_then(|name| setup_of(name));
        let setups: Vec<_> =
            setup.map(|s| super::plugin::Setup { obstacle: walls.unwrap_or(s.obstacle), ..s }).into_iter().collect();
        let peers: &[Peer] = if model.is_some() { &[] } else { &Peer::ALL };
        let cast = Cast { models: &setups, methods: &networks.methods, settings: &[], snapped: false, peers };
        let grid = game.play(cell, &cast).map_err(|error| {
            EvalError::Network(format!("{}: {}: {error}", trace.meta.name, model.map_or("snapshots", String::as_str)))
        })?;
        tick();
        let names: Vec<(&str, &'static str)> = match model {
            Some(name) => networks.methods.iter().map(|&method| (name.as_str(), name_of(method))).collect(),
            None => Peer::ALL.iter().map(|peer| (peer.name(), "none")).collect(),
        };
        let rows = names.into_iter().zip(grid.outcomes).map(|((model, convergence), metres)| Drawn {
            model: model.to_owned(),
            convergence,
            cell: *cell,
            inside_walls: game.has_floor().then_some(metres.off_floor),
            outcome: in_units(metres, trace),
            updates_per_s: grid.updates_per_second,
        });
        // Nobody was ever drawn: there is nothing to say.
        Ok(if grid.frames > 0 { rows.collect() } else { Vec::new() })
    });
    Ok(rows.into_iter().collect::<Result<Vec<Vec<Drawn>>, EvalError>>()?.concat())
}

fn in_units(metres: Outcome, trace: &Trace) -> Outcome {
    let units = |error: f64| error / trace.meta.metres_per_unit;
    Outcome {
        mean: units(metres.mean),
        p50: units(metres.p50),
        p95: units(metres.p95),
        p99: units(metres.p99),
        ..metres
    }
}
