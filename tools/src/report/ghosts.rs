//! Where models said players would be: a fixed time before, or drawn at the far end of a network.
use super::drawn;
use super::network::{arrivals_of, describe};
use super::pack::Pack;
use super::trails;
use super::window::Window;
use crate::drawn::Cell;
use crate::eval::forecaster::Frame;
use crate::eval::kinematics::Estimates;
use crate::eval::score::frames_ahead;
use crate::eval::{self, EvalError, Request, parallel};
use crate::trace::Trace;
use serde_json::{Value, json};

/// Models of a replay, at most.
pub(super) const MOST: usize = 6;
/// Which of the scored models come first.
const PREFERRED: [&str; 10] =
    ["auto", "damped", "trail", "dr1", "kinematic", "ant", "dr2", "strategy", "hybrid", "interest"];

/// Places of one model: by player, then stored frame, in steps.
pub(super) type Places = Vec<Vec<Option<[i64; 2]>>>;

/// The models that a replay shows, the most telling first.
pub(super) fn models(scored: &[String]) -> Vec<String> {
    let rank = |name: &String| PREFERRED.iter().position(|known| known == name).unwrap_or(PREFERRED.len());
    let mut models = scored.to_vec();
    models.sort_by_key(rank);
    models.truncate(MOST);
    models
}

/// The horizon of the view that looks ahead: the one next to a second.
pub(super) fn horizon(horizons: &[f64]) -> f64 {
    let off = |horizon: &f64| (horizon.ln()).abs();
    horizons.iter().copied().min_by(|a, b| off(a).total_cmp(&off(b))).unwrap_or(1.0)
}

/// Truth and ghosts of one match, and the strokes of the trails.
pub(super) fn of(
    request: &Request<'_>,
    trace: &Trace,
    estimates: &Estimates,
    network: &Cell,
    window: &Window,
) -> Result<(Value, Option<Value>), EvalError> {
    let names = models(request.models);
    let horizon = horizon(request.horizons);
    let arrivals = arrivals_of(trace, network, window).map_err(fault)?;
    let runs = parallel::map(&names, |name| {
        let ahead = look_ahead(request, trace, estimates, name, horizon, window)?;
        let drawn = drawn::of(request, trace, estimates, name, &arrivals, window).map_err(fault)?;
        Ok::<_, EvalError>((ahead, drawn))
    });
    let (mut ghosts, mut learned) = (Vec::new(), None);
    let packed = |places: &Places| packed(places, estimates, window);
    for (name, run) in names.iter().zip(runs) {
        let ((ahead, strokes), drawn) = run?;
        learned = learned.or(strokes);
        let drawn = drawn.map(|places| packed(&places));
        ghosts.push(json!({"model": name, "drawn": drawn, "ahead": packed(&ahead)}));
    }
    if learned.is_none() {
        learned = look_ahead(request, trace, estimates, "trail", horizon, window)?.1;
    }
    let replay = json!({
        "from": window.start as f64 / trace.meta.tick_hz,
        "hz": trace.meta.tick_hz / window.stride as f64,
        "frames": window.count,
        "step": window.step,
        "horizon": horizon,
        "network": describe(network, &arrivals, trace, window),
        "truth": packed(&truth(trace, window)),
        "ghosts": ghosts,
    });
    Ok((replay, learned))
}

fn fault(error: antreckon::base::Error) -> EvalError {
    EvalError::Weights(error.to_string())
}

fn truth(trace: &Trace, window: &Window) -> Places {
    let place = |player: usize, stored: usize| {
        let [x, y, _] = trace.states(window.frame(stored))[player]?.position;
        Some(window.round([x, y]))
    };
    (0..trace.players.len()).map(|player| (0..window.count).map(|stored| place(player, stored)).collect()).collect()
}

/// Every place as it was predicted `horizon` before, where the player lived through that time; and what the model's trails had
/// learned by the end.
fn look_ahead(
    request: &Request<'_>,
    trace: &Trace,
    estimates: &Estimates,
    name: &str,
    horizon: f64,
    window: &Window,
) -> Result<(Places, Option<Value>), EvalError> {
    let mut model = eval::forecaster(request, trace, estimates, name)?;
    let n = frames_ahead(trace, horizon);
    let mut places = vec![vec![None; window.count]; trace.players.len()];
    for (k, events) in super::frames(trace).take(window.end()) {
        model.observe(&Frame::new(trace, estimates.frame(k), events, k));
        let Some(stored) = window.stored(k + n) else { continue };
        for (player, state) in trace.states(k).iter().enumerate() {
            if state.is_some() && estimates.unbroken(player, k, n) {
                places[player][stored] = Some(window.round(model.predict(player, n)));
            }
        }
    }
    let strokes = model.trails().and_then(|learned| trails::of(trace, learned, window));
    Ok((places, strokes))
}

/// A line is not drawn from one life to the next.
fn packed(places: &Places, estimates: &Estimates, window: &Window) -> String {
    let mut pack = Pack::default();
    for (player, track) in places.iter().enumerate() {
        pack.track(track, |stored| !estimates.unbroken(player, window.frame(stored - 1), window.stride));
    }
    pack.text()
}
