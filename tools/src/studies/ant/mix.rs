//! `auto` in the first two minutes, with and without the ways of the level as one more expert.
use super::fit::sum;
use super::forms::{Factors, Form, led_terms};
use super::ground::{Goals, Ground};
use super::matches::{Match, Part, SLOTS};
use antreckon::base::math::{DVec2, ground, lift};
use antreckon::pheromone::trail::Trails;
use antreckon::predict::learned::ObserveContext;
use antreckon::predict::{EntityId, EntityProfile, LevelContext, Model, Predictor};
use antreckon_cli::eval::plugin::{Setup, observation};
use antreckon_cli::eval::ways::Lead;

/// Gradients of adaptation per second, the library's advice.
const GRADIENTS_PER_SECOND: f64 = 800.0;

/// Help for `auto`.
pub(super) struct Help<'a> {
    /// Trails to begin with.
    pub(super) trails: Trails,
    /// The ways to goals of this level as an expert, weighed by these factors.
    pub(super) led: Option<(&'a Ground, Goals, &'a Factors)>,
}

/// What `auto` says in the first two minutes: displacements in units of v_max · 1 s for every case, by frame and player.
pub(super) fn said(played: &Match, weights: Option<&[u8]>, help: Help<'_>) -> Result<Vec<[DVec2; SLOTS]>, String> {
    let Help { mut trails, led } = help;
    let mut predictor = Predictor::new(played.trace.players.len() as u32);
    predictor.load_weights(weights).map_err(|error| error.to_string())?;
    let profile: EntityProfile = Setup::plain(Model::Auto).profile(&played.trace);
    let mut entities: Vec<Option<EntityId>> = vec![None; played.trace.players.len()];
    let mut all = Vec::new();
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
            if let Some((level, goals, factors)) = led
                && let Some(estimate) = frame.estimates[player]
                && let Some(lead) = level.lead(goals, seen.position, played.span(estimate.velocity))
            {
                let said = suggestion(factors, goals, played.span(estimate.velocity), &lead);
                let metres = said.map(|said| lift(said * played.v_max, 0.0));
                predictor.suggest(entity, &metres).expect("finite displacements");
            }
            let around = ObserveContext { trails: Some(&mut trails), ..ObserveContext::default() };
            predictor.observe_in(entity, &seen, around).expect("finite samples of a living entity");
        }
        predictor.adapt(gradients);
        for (player, entity) in entities.iter().enumerate() {
            let Some((entity, case)) = entity.zip(played.case(Part::Cold, player, frame.k)) else { continue };
            all.push(played.ahead.map(|n| {
                let time = played.units.time(frame.k + n);
                let there = predictor.predict(LevelContext::default(), entity, time).expect("it was observed").position;
                ground(there - case.place) / played.v_max
            }));
        }
    });
    Ok(all)
}

/// What damped dead reckoning and the ways say together, in units of v_max · 1 s.
fn suggestion(factors: &Factors, goals: Goals, velocity: DVec2, lead: &Lead) -> [DVec2; SLOTS] {
    std::array::from_fn(|slot| sum(&led_terms(velocity, lead[slot]), factors.of(Form::Led(goals), slot)))
}
