//! The report: one self-contained HTML page about an evaluation, with a replay.
//!
//! `page/` holds what the browser runs; everything here gathers its data. Places are whole numbers of 1/32 body width, stored as
//! differences in base64 (`pack`), so that minutes of a match with several ghosts stay below the size limit.
mod details;
mod drawn;
mod ghosts;
mod map;
mod network;
mod pack;
mod page;
mod pheromone;
mod trails;
mod window;

pub use network::usual_network;

use crate::drawn::Cell;
use crate::eval::kinematics::Estimates;
use crate::eval::{self, EvalError, Request, Scores, TraceScore};
use crate::trace::{Event, Trace};
use serde_json::{Value, json};
use std::path::Path;
use window::{MOST_FIELDS, Window};

/// Size of a page, bytes; the replays share what the rest leaves.
const ROOM: usize = 4_700_000;

/// The page about an evaluation. Models of the replay run again, over `network`. `progress(done, total)` counts matches.
pub fn html(
    request: &Request<'_>,
    scores: &Scores,
    network: &Cell,
    progress: &dyn Fn(usize, usize),
) -> Result<String, EvalError> {
    // Matches are read twice: what their tables take says how long replays may be, and all at once may not fit into memory.
    let load = |path: &Path| Trace::load(path).map_err(EvalError::Trace);
    let streams = 1 + 2 * ghosts::models(request.models).len();
    let (mut descriptions, mut needs) = (Vec::new(), Vec::new());
    for (path, score) in request.traces.iter().zip(&scores.traces) {
        let trace = load(path)?;
        descriptions.push(describe(request, &trace, score));
        needs.push(Window::longest(&trace).bytes(&trace, streams));
    }
    let head = json!({
        "program": env!("CARGO_PKG_VERSION"),
        "models": request.models,
        "simple": eval::simple_names(),
        "learned": request.models.iter().filter(|name| eval::uses_weights(name)).collect::<Vec<_>>(),
        "horizons": request.horizons,
        "thresholds": request.thresholds,
        "seed": request.seed,
        "scores": eval::json(scores, request.models),
    });
    let fixed: usize = head.to_string().len() + descriptions.iter().map(|text| text.to_string().len()).sum::<usize>();
    let fields = MOST_FIELDS.min(ROOM / 4 / descriptions.len().max(1));
    let shares = window::share(&needs, ROOM.saturating_sub(fixed + fields * descriptions.len()));
    for (done, (path, description)) in request.traces.iter().zip(&mut descriptions).enumerate() {
        progress(done, request.traces.len());
        let trace = load(path)?;
        let estimates = Estimates::of(&trace);
        let window = Window::longest(&trace).cut(&trace, streams, shares[done], fields);
        let (replay, strokes) = ghosts::of(request, &trace, &estimates, network, &window)?;
        description["pheromone"] = pheromone::of(&trace, &estimates, &window).unwrap_or(Value::Null);
        description["trails"] = strokes.unwrap_or(Value::Null);
        description["replay"] = replay;
    }
    let mut data = head;
    data["traces"] = Value::Array(descriptions);
    Ok(page::page(&data.to_string()))
}

fn describe(request: &Request<'_>, trace: &Trace, score: &TraceScore) -> Value {
    let meta = &trace.meta;
    let players: Vec<Value> =
        trace.players.iter().map(|player| json!({"id": player.id, "team": player.team})).collect();
    json!({
        "name": meta.name, "game": meta.game, "layout": meta.layout, "tick_hz": meta.tick_hz,
        "seconds": trace.frames as f64 / meta.tick_hz, "metres_per_unit": meta.metres_per_unit,
        "body_width": meta.body_width, "players": players,
        "details": details::of(score, request.models, request.seed),
        "map": map::of(trace, Window::step(trace)),
    })
}

/// Every frame with the events since the frame before.
fn frames(trace: &Trace) -> impl Iterator<Item = (usize, &[Event])> {
    let mut next = 0;
    (0..trace.frames).map(move |k| {
        let time = k as f64 * trace.tick();
        let from = next;
        next += trace.events[from..].iter().take_while(|event| event.time <= time + 1e-9).count();
        (k, &trace.events[from..next])
    })
}
