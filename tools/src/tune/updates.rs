//! Updates of senders whose receivers run the same model on nothing but what was sent (type 1).
use super::material::{Match, Table, Window, least};
use antreckon::predict::{EntityId, EntityProfile, LevelContext, Obstacle, Predictor};
use antreckon_cli::eval::forecaster::{Rule, Update};
use antreckon_cli::eval::kinematics::Estimate;
use antreckon_cli::eval::plugin::observation;

/// An update is sent at the latest after this many seconds.
const HEARTBEAT: f64 = 5.0;
/// Damped receivers that compete for the best dead reckoning, seconds.
const DAMPED: [f64; 4] = [0.5, 1.0, 2.0, 5.0];

/// Follows every player through the wanted windows. `shown(player, k)` is where the receivers see somebody, `send` tells
/// them. Everybody sends at the beginning of a window, which is not counted.
fn follow(
    played: &Match,
    threshold: f64,
    wanted: &dyn Fn(&Window) -> bool,
    shown: &mut dyn FnMut(usize, usize) -> [f64; 2],
    send: &mut dyn FnMut(&Sent),
) -> Vec<antreckon_cli::eval::stats::Block> {
    let mut blocks = vec![Default::default(); played.trace.players.len() * played.windows.len()];
    for (w, window) in played.windows.iter().enumerate().filter(|(_, window)| wanted(window)) {
        for player in 0..played.trace.players.len() {
            let block: &mut antreckon_cli::eval::stats::Block = &mut blocks[played.block(player, w)];
            let mut last: Option<usize> = None;
            for k in window.begin..window.end.min(played.trace.frames) {
                let Some(sample) = played.trace.states(k)[player] else {
                    if last.take().is_some() {
                        send(&Sent { player, k, gone: true, fresh: false });
                    }
                    continue;
                };
                block.count += 1;
                let holds = last.is_some_and(|then| {
                    let [x, y] = shown(player, k);
                    let error = (x - sample.position[0]).hypot(y - sample.position[1]);
                    let age = (k - then) as f64 * played.trace.tick();
                    error <= threshold && age < HEARTBEAT && !played.trace.jumped(k)[player]
                });
                if !holds {
                    send(&Sent { player, k, gone: false, fresh: last.is_none() });
                    block.sum += f64::from(u8::from(k > window.begin));
                    last = Some(k);
                }
            }
            if last.is_some() {
                send(&Sent { player, k: window.end, gone: true, fresh: false });
            }
        }
    }
    blocks
}

/// An update of a player, or that it is no longer followed.
struct Sent {
    player: usize,
    k: usize,
    gone: bool,
    /// Nothing was known before.
    fresh: bool,
}

/// Updates of a candidate. Neither field nor walls: receivers have only what was sent.
pub(super) fn of_profile(played: &Match, profile: &EntityProfile, wanted: &dyn Fn(&Window) -> bool) -> Table {
    let mut profile = EntityProfile { force_scale: 0.0, ..profile.clone() };
    profile.post.obstacle = Obstacle::Ignore;
    let units = &played.units;
    let of_threshold = |&threshold: &f64| {
        let state = std::cell::RefCell::new((Predictor::new(1), None::<EntityId>));
        let mut shown = |_: usize, k: usize| {
            let (predictor, entity) = &*state.borrow();
            let entity = entity.expect("somebody has sent");
            let there =
                predictor.predict(LevelContext::default(), entity, units.time(k)).expect("it was observed").position;
            let [x, y, _] = units.from_metres(there);
            [x, y]
        };
        let mut send = |sent: &Sent| {
            let (predictor, entity) = &mut *state.borrow_mut();
            if let Some(entity) = entity.take_if(|_| sent.gone || sent.fresh) {
                predictor.remove_entity(entity).expect("it was there");
            }
            if sent.gone {
                return;
            }
            let id = *entity.get_or_insert_with(|| predictor.add_entity(&profile).expect("there is room for one"));
            let sample = played.trace.states(sent.k)[sent.player].expect("who sends is there");
            let mut seen = observation(units, &sample, units.time(sent.k), profile.v_max);
            seen.teleported = played.trace.jumped(sent.k)[sent.player];
            predictor.observe(id, &seen).expect("finite samples");
        };
        follow(played, threshold, wanted, &mut shown, &mut send)
    };
    played.thresholds.iter().map(of_threshold).collect()
}

/// What dead reckoning sends: a velocity and how receivers go on from it.
type Content = dyn Fn(&Estimate) -> ([f64; 2], Rule);

/// Per threshold the fewest updates of first order, smoothed first order, second order and damped receivers.
pub(super) fn best_dr(played: &Match) -> Table {
    let mut contents: Vec<Box<Content>> = vec![
        Box::new(|e| (e.velocity, Rule::Line)),
        Box::new(|e| (e.mean_velocity, Rule::Line)),
        Box::new(|e| (e.mean_velocity, Rule::Quad(e.mean_acceleration))),
    ];
    for tau in DAMPED {
        contents.push(Box::new(move |e| (e.velocity, Rule::Damped(tau))));
    }
    let table = |content: &Content| -> Table {
        let of_threshold = |&threshold: &f64| {
            let last = std::cell::Cell::new(None::<(usize, Update)>);
            let mut shown = |_: usize, k: usize| {
                let (then, update) = last.get().expect("somebody has sent");
                update.at((k - then) as f64 * played.trace.tick())
            };
            let mut send = |sent: &Sent| {
                if sent.gone {
                    return;
                }
                let sample = played.trace.states(sent.k)[sent.player].expect("who sends is there");
                let estimate = played.estimates.frame(sent.k)[sent.player].unwrap_or_default();
                let (velocity, rule) = content(&estimate);
                let position = [sample.position[0], sample.position[1]];
                last.set(Some((sent.k, Update { position, velocity, rule })));
            };
            follow(played, threshold, &|_| true, &mut shown, &mut send)
        };
        played.thresholds.iter().map(of_threshold).collect()
    };
    least(contents.iter().map(|content| table(content.as_ref())).collect())
}
