//! `auto` in the first two minutes, with and without the ways of the level as one more expert.
use super::forms::{Factors, Form};
use super::ground::{Goals, Ground};
use super::matches::{Match, Part, SLOTS};
use antreckon::base::math::{DVec2, DVec3, ground, lift};
use antreckon::predict::{EntityId, EntityProfile, Model, Predictor, Scene};
use antreckon_cli::eval::plugin::{Setup, observation};

/// Gradients of adaptation per second, the library's advice.
const GRADIENTS_PER_SECOND: f64 = 800.0;

/// An error: player, frame, horizon, and how far off in units of v_max · 1 s.
pub(super) type Miss = ((usize, usize), usize, f64);

/// Errors of `auto` in the first two minutes; `led` = with this level as an expert, weighed by these factors.
pub(super) fn misses(played: &Match, weights: Option<&[u8]>, led: Option<(&Ground, &Factors)>) -> Result<Vec<Miss>, String> {
    let mut predictor = Predictor::new(played.trace.players.len() as u32);
    predictor.load_weights(weights).map_err(|error| error.to_string())?;
    let profile: EntityProfile = Setup::plain(Model::Auto).profile(&played.trace);
    let mut entities: Vec<Option<EntityId>> = vec![None; played.trace.players.len()];
    let mut misses = Vec::new();
    let gradients = (GRADIENTS_PER_SECOND * played.trace.tick()).ceil() as u32;
    let (_, end) = played.frames(Part::Cold);
    played.play(end, |frame| {
        for (player, state) in frame.states.iter().enumerate() {
            let Some(sample) = state else {
                if let Some(entity) = entities[player].take() {
                    predictor.remove_entity(entity).expect("it was there");
                }
                continue;
            };
            let entity =
                *entities[player].get_or_insert_with(|| predictor.add_entity(&profile).expect("room for everybody"));
            let mut seen = observation(&played.units, sample, played.units.time(frame.k), played.v_max);
            seen.teleported = frame.jumped[player];
            if let Some(said) = led.and_then(|(ground, factors)| suggestion(played, ground, factors, player, frame.k)) {
                predictor.suggest(entity, &said).expect("finite displacements");
            }
            predictor.observe(entity, &seen).expect("finite samples of a living entity");
        }
        predictor.adapt(gradients);
        for player in 0..played.trace.players.len() {
            let (Some(case), Some(entity)) = (played.case(Part::Cold, player, frame.k), entities[player]) else { continue };
            for (slot, truth) in case.truth.iter().enumerate() {
                let Some(truth) = truth else { continue };
                let time = played.units.time(frame.k + played.ahead[slot]);
                let there = predictor.predict(Scene::default(), entity, time).expect("it was observed").position;
                let said = ground(there - case.place) / played.v_max;
                misses.push(((player, frame.k), slot, truth.distance(said)));
            }
        }
    });
    Ok(misses)
}

/// Displacements by damped dead reckoning and the ways, metres; `None` off the level.
fn suggestion(played: &Match, level: &Ground, factors: &Factors, player: usize, k: usize) -> Option<[DVec3; SLOTS]> {
    let velocity = played.span(played.estimates.frame(k)[player]?.velocity);
    let (world, ways) = level.both();
    let lead = ways.lead(world, played.place(player, k)?, velocity * played.v_max)?;
    let brisk = velocity.length().min(1.0);
    Some(std::array::from_fn(|slot| {
        let [straight, led, briskly_led] = *factors.of(Form::Led(Goals::Both), slot) else {
            unreachable!("three terms")
        };
        let displacement: DVec2 = velocity * played.v_max * straight + lead[slot] * (led + briskly_led * brisk);
        lift(displacement, 0.0)
    }))
}
