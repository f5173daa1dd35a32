//! The library's `ant` in several configurations side by side, driven as a server would.
use super::matches::{Match, SLOTS};
use antreckon::base::math::{DVec2, ground};
use antreckon::pheromone::LayerParams;
use antreckon::predict::{EntityId, EntityProfile, LevelContext, Model, Obstacle, Predictor};
use antreckon_cli::eval::forecaster::Frame;
use antreckon_cli::eval::level::Level;
use antreckon_cli::eval::plugin::{Setup, observation};

/// A field: evaporation, diffusion, and the weight with which players are felt.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Field {
    pub(super) evaporation: f32,
    pub(super) diffusion: f32,
    pub(super) players: f32,
}

/// ε .5, γ .7, players emit -ρ.
pub(super) const PAPER: Field = Field { evaporation: 0.5, diffusion: 0.7, players: -1.0 };

/// How much a player wants health, armour, weapons and the rest.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Taste {
    /// Health as much as it is hurt, the others fully.
    Need,
    /// All alike.
    Alike,
    /// By what they are worth in a fight, health by need.
    Value,
    /// Nothing but the players.
    Nothing,
}

/// One configuration of `ant`.
#[derive(Debug, Clone)]
pub(super) struct Contender {
    pub(super) name: &'static str,
    pub(super) field: Field,
    pub(super) taste: Taste,
    /// Are other players felt?
    pub(super) feels_players: bool,
    pub(super) profile: EntityProfile,
}

impl Contender {
    /// The paper's `ant` with its post-processing, in the units of a match.
    pub(super) fn paper(played: &Match, name: &'static str) -> Self {
        let setup = Setup { force_scale: 1.0, obstacle: Obstacle::Slide, ..Setup::plain(Model::Ant) };
        Self { name, field: PAPER, taste: Taste::Need, feels_players: true, profile: setup.profile(&played.trace) }
    }

    /// The same without forces.
    pub(super) fn without_forces(played: &Match, name: &'static str) -> Self {
        let mut contender = Self::paper(played, name);
        contender.profile.force_scale = 0.0;
        contender
    }

    /// The same without speed limit, walls and the rule for those who stand.
    pub(super) fn unprocessed(mut self) -> Self {
        let post = &mut self.profile.post;
        (post.limit_speed, post.obstacle, post.still_force) = (false, Obstacle::Ignore, 1.0);
        self
    }
}

/// All contenders on one match.
pub(super) struct Rig<'a> {
    played: &'a Match,
    predictor: Predictor,
    contenders: &'a [Contender],
    /// Levels by field; `None` without a recorded area.
    levels: Vec<(Field, Option<Level>)>,
    /// Per player, then per contender.
    entities: Vec<Option<Vec<EntityId>>>,
    frame: usize,
}

impl<'a> Rig<'a> {
    /// Nothing observed yet.
    pub(super) fn new(played: &'a Match, contenders: &'a [Contender]) -> Self {
        let mut levels: Vec<(Field, Option<Level>)> = Vec::new();
        for contender in contenders {
            let field = contender.field;
            if levels.iter().all(|(known, _)| *known != field) {
                let layer = LayerParams {
                    evaporation: field.evaporation,
                    diffusion: field.diffusion,
                    // The paper's cap, in proportion to what a source amounts to.
                    cap: 50.0 / (1.0 - field.evaporation),
                    ..LayerParams::default()
                };
                levels.push((field, Level::with(&played.trace, &layer, field.players)));
            }
        }
        let players = played.trace.players.len();
        Self {
            played,
            predictor: Predictor::new((players * contenders.len()) as u32),
            contenders,
            levels,
            entities: vec![None; players],
            frame: 0,
        }
    }

    /// Takes in a frame.
    pub(super) fn observe(&mut self, frame: &Frame<'_>) {
        self.frame = frame.k;
        for level in self.levels.iter_mut().filter_map(|(_, level)| level.as_mut()) {
            level.observe(frame).expect("a level takes every finite frame");
        }
        let (units, v_max) = (&self.played.units, self.played.v_max);
        for (player, state) in frame.states.iter().enumerate() {
            let Some(sample) = state else {
                for entity in self.entities[player].take().into_iter().flatten() {
                    self.predictor.remove_entity(entity).expect("it was there");
                }
                continue;
            };
            let (predictor, contenders) = (&mut self.predictor, self.contenders);
            let entities = self.entities[player].get_or_insert_with(|| {
                let add = |contender: &Contender| predictor.add_entity(&contender.profile).expect("there is room");
                contenders.iter().map(add).collect()
            });
            let mut seen = observation(units, sample, units.time(frame.k), v_max);
            seen.teleported = frame.jumped[player];
            for &entity in entities.iter() {
                self.predictor.observe(entity, &seen).expect("finite samples of a living entity");
            }
        }
    }

    /// What a contender says about a player after each horizon, in units of v_max · 1 s from where it is; `None` when the player is not there.
    pub(super) fn predict(&mut self, contender: usize, player: usize) -> Option<[DVec2; SLOTS]> {
        let entity = self.entities[player].as_ref()?[contender];
        let here = self.played.place(player, self.frame)?;
        let Contender { field, taste, feels_players, ref profile, .. } = self.contenders[contender];
        let level = self.levels.iter().find(|(known, _)| *known == field).and_then(|(_, level)| level.as_ref());
        if let Some(level) = level.filter(|_| profile.force_scale != 0.0) {
            let [need, armour, weapons, rest] = *level.wishes(player);
            let layer_weights = match taste {
                Taste::Need => vec![need, armour, weapons, rest],
                Taste::Alike => vec![1.0; 4],
                Taste::Value => vec![need, 2.0, 2.0, 0.5],
                Taste::Nothing => vec![0.0; 4],
            };
            let avatar = feels_players.then_some(player as u64);
            let profile = EntityProfile { layer_weights, avatar, ..profile.clone() };
            self.predictor.set_profile(entity, &profile).expect("a valid profile");
        }
        let scene = level.map_or_else(LevelContext::default, Level::scene);
        Some(self.played.ahead.map(|n| {
            let time = self.played.units.time(self.frame + n);
            let there = self.predictor.predict(scene, entity, time).expect("it was observed").position;
            ground(there - here) / self.played.v_max
        }))
    }
}
