//! Routes from traces: ways between pickups, deaths and jumps.
use crate::eval::units::Units;
use crate::trace::{Party, Trace};
use antreckon::predict::Predictor;
use antreckon::predict::strategy::{MAX_TRIALS, StrategyParams, Trial};

/// What is learned from a way.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RouteParams {
    /// Half the width of a strategy, body widths.
    pub threshold: f64,
    /// Trials that must have taken a route.
    pub min_trials: u32,
}

/// Shorter and longer ways are no routes, seconds.
const SECONDS: [f64; 2] = [2.0, 20.0];

/// The routes of all traces of a level as a file, and how many trials they were found in.
pub fn learn_routes(traces: &[Trace], params: &RouteParams) -> Result<(Vec<u8>, usize), String> {
    let first = traces.first().ok_or("there are no traces")?;
    let told = |error: antreckon::base::Error| error.to_string();
    let threshold = params.threshold * first.meta.body_width * first.meta.metres_per_unit;
    let strategies = StrategyParams {
        threshold,
        width: 1.5 * threshold,
        record: 0.25 * threshold,
        simplify: 0.125 * threshold,
        cluster_distance: 2.0 * threshold,
        ..StrategyParams::default()
    };
    let mut trials: Vec<Trial> = Vec::new();
    for trace in traces {
        for player in 0..trace.players.len() {
            trials.extend(ways(trace, player));
        }
    }
    // A predictor keeps so many trials; what the earlier ones taught goes on as routes.
    let mut predictor = Predictor::new(1);
    predictor.set_strategies(&strategies).map_err(told)?;
    for batch in trials.chunks(MAX_TRIALS) {
        predictor.learn_routes(batch).map_err(told)?;
        let saved = predictor.save_strategies();
        predictor.load_strategies(&saved).map_err(told)?;
    }
    let mut kept = Predictor::new(1);
    kept.set_strategies(&StrategyParams { min_trials: params.min_trials, ..strategies }).map_err(told)?;
    for (route, evidence) in predictor.routes().filter(|(_, evidence)| *evidence >= params.min_trials) {
        kept.add_route(&route.points().collect::<Vec<_>>(), evidence).map_err(told)?;
    }
    Ok((kept.save_strategies(), trials.len()))
}

/// The ways of a player: from one pickup, respawn or teleport to the next.
fn ways(trace: &Trace, player: usize) -> Vec<Trial> {
    let units = Units::of(&trace.meta);
    let cut = |k: usize| trace.jumped(k)[player] || trace.states(k)[player].is_none();
    let mut pickups = vec![false; trace.frames];
    for event in trace.events.iter().filter(|e| e.kind == "pickup" && e.actor == Some(Party::Player(player))) {
        let frame = (event.time * trace.meta.tick_hz).round_ties_even();
        if frame >= 0.0 && (frame as usize) < trace.frames {
            pickups[frame as usize] = true;
        }
    }
    let mut ways = Vec::new();
    let mut open = Trial::new();
    let mut close = |open: &mut Trial| {
        let seconds = open.len() as f64 * trace.tick();
        if (SECONDS[0]..=SECONDS[1]).contains(&seconds) {
            ways.push(std::mem::take(open));
        }
        open.clear();
    };
    for (k, pickup) in pickups.iter().enumerate() {
        if cut(k) {
            close(&mut open);
        }
        let Some(sample) = trace.states(k)[player] else { continue };
        open.push((units.time(k), units.to_metres(sample.position)));
        if *pickup {
            close(&mut open);
        }
    }
    close(&mut open);
    ways
}
