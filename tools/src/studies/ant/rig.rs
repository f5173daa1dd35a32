//! The library's `ant` in several configurations side by side, driven as a server would.
use super::matches::{Match, SLOTS};
use antreckon::base::math::{DVec2, DVec3, ground};
use antreckon::base::time::SECOND;
use antreckon::pheromone::LayerParams;
use antreckon::pheromone::attract::{Sighting, TasteParams, Tastes};
use antreckon::predict::model::force_acceleration;
use antreckon::predict::{EntityId, EntityProfile, LevelContext, Model, Observation, Obstacle, Predictor};
use antreckon_cli::eval::forecaster::Frame;
use antreckon_cli::eval::level::{BALL, DEATHS, KILLS, LAYERS, Level, LevelParams, MARKED, PRESENCE};
use antreckon_cli::eval::lore::ITEM_LAYERS;
use antreckon_cli::eval::plugin::{Setup, observation};
use antreckon_cli::eval::units::orientation;

/// A field, the weight with which players are felt, and where its emissions come from.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Field {
    pub(super) evaporation: f32,
    pub(super) diffusion: f32,
    pub(super) players: f32,
    /// As evaluated: needs, interactions and hot spots learned from the events.
    pub(super) learned: bool,
    /// Edge of a cell, in the paper's.
    pub(super) cell: f64,
    /// Frame of the field, nanoseconds.
    pub(super) step: i64,
}

/// ε .5, γ .7, players emit -ρ, C 50.
pub(super) const PAPER: Field =
    Field { evaporation: 0.5, diffusion: 0.7, players: -1.0, learned: false, cell: 1.0, step: 50_000_000 };
/// The same with what the paper learns from play.
pub(super) const EVALUATED: Field = Field { learned: true, ..PAPER };

/// What is wanted how much.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Taste {
    /// Items by need: health as much as it is hurt, or by the learned probability of a pickup.
    Need,
    /// All items alike.
    Alike,
    /// Nothing but the players.
    Nothing,
    /// By need, and hot spots: where it is busy and where is killed attracts, where is died repels.
    Spots,
    /// Nothing but the ball and the goals.
    Ball,
    /// By what was learned online from where all went.
    LearnedOfAll,
    /// By what was learned online from where each player went itself.
    LearnedOfEach,
}

/// How velocity and acceleration are estimated.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Reading {
    /// Eq. 3 and 4 over frames.
    Frames,
    /// Eq. 3 and 4 with the δt of eq. 5: over updates one prediction length apart.
    Spaced,
}

/// How long an occasion of the learned tastes lasts, seconds.
const TASTE_HORIZON: i64 = SECOND;
/// Occasions that the taste of all counts for that of each.
const TASTE_SHRINK: f64 = 30.0;

/// One configuration of `ant`.
#[derive(Debug, Clone)]
pub(super) struct Contender {
    pub(super) field: Field,
    pub(super) taste: Taste,
    /// Are other players felt?
    pub(super) feels_players: bool,
    pub(super) reading: Reading,
    pub(super) profile: EntityProfile,
}

impl Contender {
    /// The paper's `ant` with its post-processing, in the units of a match.
    pub(super) fn paper(played: &Match) -> Self {
        let setup = Setup { force_scale: 1.0, obstacle: Obstacle::Slide, ..Setup::plain(Model::Ant) };
        let profile = setup.profile(&played.trace);
        Self { field: PAPER, taste: Taste::Need, feels_players: true, reading: Reading::Frames, profile }
    }

    /// The same without forces.
    pub(super) fn without_forces(played: &Match) -> Self {
        let mut contender = Self::paper(played);
        contender.profile.force_scale = 0.0;
        contender
    }

    /// The same without speed limit, walls and the rule for those who stand.
    pub(super) fn unprocessed(mut self) -> Self {
        let post = &mut self.profile.post;
        (post.limit_speed, post.obstacle, post.still_force) = (false, Obstacle::Ignore, 1.0);
        self
    }

    /// The same with estimates over updates δt apart.
    pub(super) fn spaced(mut self) -> Self {
        self.reading = Reading::Spaced;
        self
    }

    /// The same by another model.
    pub(super) fn by(mut self, model: Model) -> Self {
        self.profile.model = model;
        self
    }

    /// With a change.
    pub(super) fn with(mut self, change: impl FnOnce(&mut Self)) -> Self {
        change(&mut self);
        self
    }

    /// The profile of a slot: eq. 3 and 4 over δt where that is the reading. Forces stay per frame of 50 ms.
    fn profile_of(&self, played: &Match, slot: usize) -> EntityProfile {
        let mut profile = self.profile.clone();
        if self.reading == Reading::Spaced {
            let delta = played.ahead[slot] as f64 * played.trace.tick();
            let frames = delta / profile.frame;
            profile.force_scale *= frames * frames;
            profile.frame = delta;
        }
        profile
    }
}

/// The entities of a player: per contender, per slot, per phase (one where estimates are over frames).
type Entities = Vec<Vec<Vec<EntityId>>>;

/// All contenders on one match.
pub(super) struct Rig<'a> {
    played: &'a Match,
    predictor: Predictor,
    contenders: &'a [Contender],
    /// By contender and slot.
    profiles: Vec<Vec<EntityProfile>>,
    /// Levels by field; `None` without a recorded area.
    levels: Vec<(Field, Option<Level>)>,
    /// By contender, where weights are learned online.
    tastes: Vec<Option<Tastes>>,
    /// Per player.
    entities: Vec<Option<Entities>>,
    /// Per player: the frame in which its last life began or it was put somewhere.
    broken: Vec<usize>,
    frame: usize,
}

impl<'a> Rig<'a> {
    /// Nothing observed yet.
    pub(super) fn new(played: &'a Match, contenders: &'a [Contender]) -> Self {
        let mut levels: Vec<(Field, Option<Level>)> = Vec::new();
        for contender in contenders {
            let field = contender.field;
            let needed = contender.profile.force_scale != 0.0 || contender.profile.post.obstacle != Obstacle::Ignore;
            if needed && levels.iter().all(|(known, _)| *known != field) {
                let layer = LayerParams {
                    evaporation: field.evaporation,
                    diffusion: field.diffusion,
                    // The paper's cap, in proportion to what a source amounts to.
                    cap: 50.0 / (1.0 - field.evaporation),
                    ..LayerParams::default()
                };
                let Field { players: avatar_weight, learned, cell, step, .. } = field;
                let level = LevelParams { layer, avatar_weight, learned, cell, step };
                levels.push((field, Level::with(&played.trace, &level)));
            }
        }
        let players = played.trace.players.len();
        let each: usize = contenders.iter().map(|contender| phases(played, contender).iter().sum::<usize>()).sum();
        Self {
            played,
            predictor: Predictor::new((players * each) as u32),
            contenders,
            profiles: contenders
                .iter()
                .map(|contender| (0..SLOTS).map(|slot| contender.profile_of(played, slot)).collect())
                .collect(),
            levels,
            tastes: contenders.iter().map(learned_taste).collect(),
            entities: vec![None; players],
            broken: vec![0; players],
            frame: 0,
        }
    }

    /// Takes in a frame.
    pub(super) fn observe(&mut self, frame: &Frame<'_>) {
        let k = frame.k;
        self.frame = k;
        for level in self.levels.iter_mut().filter_map(|(_, level)| level.as_mut()) {
            level.observe(frame).expect("a level takes every finite frame");
        }
        let (units, v_max) = (&self.played.units, self.played.v_max);
        for (player, state) in frame.states.iter().enumerate() {
            let Some(sample) = state else {
                for entity in self.entities[player].take().into_iter().flatten().flatten().flatten() {
                    self.predictor.remove_entity(entity).expect("it was there");
                }
                continue;
            };
            if self.entities[player].is_none() || frame.jumped[player] {
                self.broken[player] = k;
            }
            let (predictor, profiles, played) = (&mut self.predictor, &self.profiles, self.played);
            let contenders = self.contenders;
            let entities = self.entities[player].get_or_insert_with(|| {
                let add = |c: usize| {
                    let of_slot = |(slot, n): (usize, &usize)| {
                        let add = |_| predictor.add_entity(&profiles[c][slot]).expect("there is room");
                        (0..*n).map(add).collect::<Vec<_>>()
                    };
                    phases(played, &contenders[c]).iter().enumerate().map(of_slot).collect::<Vec<_>>()
                };
                (0..contenders.len()).map(add).collect()
            });
            let mut seen = observation(units, sample, units.time(k), v_max);
            let broken = self.broken[player];
            for of_contender in entities.iter() {
                for of_slot in of_contender.iter().filter(|of_slot| !of_slot.is_empty()) {
                    let n = of_slot.len();
                    seen.teleported = k < broken + n;
                    self.predictor.observe(of_slot[k % n], &seen).expect("finite samples of a living entity");
                }
            }
            self.taste(player, &seen, sample.yaw);
        }
    }

    /// Lets the contenders learn whose weights are learned.
    fn taste(&mut self, player: usize, seen: &Observation, yaw: Option<f32>) {
        let velocity = seen.velocity.unwrap_or_default();
        let view = yaw.map_or(ground(velocity), |yaw| ground(orientation(yaw, 0.0) * DVec3::NEG_Z));
        let sighting = Sighting {
            time: seen.time,
            position: seen.position,
            velocity,
            view: view.normalize_or_zero(),
            teleported: self.broken[player] == self.frame,
        };
        for (contender, tastes) in self.contenders.iter().zip(&mut self.tastes) {
            let level = self.levels.iter().find(|(known, _)| *known == contender.field);
            let scene = level.and_then(|(_, level)| level.as_ref()).map(Level::scene);
            if let Some((tastes, scene)) = tastes.as_mut().zip(scene)
                && let Some((world, map)) = scene.world.zip(scene.map)
            {
                tastes.observe(world, map, player as u64, &sighting).expect("a finite sighting");
            }
        }
    }

    /// Whether estimates δt apart are there: one such interval without a break lies behind.
    pub(super) fn is_settled(&self, player: usize, slot: usize) -> bool {
        self.frame >= self.broken[player] + self.played.ahead[slot]
    }

    /// What a contender says about a player after each horizon, in units of v_max · 1 s from where it is; `None` when the player is not there.
    pub(super) fn predict(&mut self, contender: usize, player: usize) -> Option<[DVec2; SLOTS]> {
        let here = self.played.place(player, self.frame)?;
        let Contender { field, taste, feels_players, ref profile, .. } = self.contenders[contender];
        let level = self.levels.iter().find(|(known, _)| *known == field).and_then(|(_, level)| level.as_ref());
        let weights = level.filter(|_| profile.force_scale != 0.0).map(|level| {
            let mut weights = *level.wishes(player);
            let learned = |of: Option<u64>, out: &mut [f32; LAYERS]| {
                if let Some(tastes) = &self.tastes[contender] {
                    tastes.weights(of, out);
                }
            };
            match taste {
                Taste::Need => {}
                Taste::Alike => weights[..ITEM_LAYERS].fill(1.0),
                Taste::Nothing => weights.fill(0.0),
                Taste::Spots => [weights[PRESENCE], weights[KILLS], weights[DEATHS]] = [0.1, 1.0, -1.0],
                Taste::Ball => (0..LAYERS).filter(|l| ![BALL, MARKED].contains(l)).for_each(|l| weights[l] = 0.0),
                Taste::LearnedOfAll => learned(None, &mut weights),
                Taste::LearnedOfEach => learned(Some(player as u64), &mut weights),
            }
            weights
        });
        let scene = level.map_or_else(LevelContext::default, Level::scene);
        let entities = &self.entities[player].as_ref()?[contender];
        Some(std::array::from_fn(|slot| {
            // Without phases of its own a slot is asked of the entity that was told every frame.
            let of_slot = if entities[slot].is_empty() { &entities[0] } else { &entities[slot] };
            let entity = of_slot[self.frame % of_slot.len()];
            if let Some(weights) = weights {
                let avatar = feels_players.then_some(player as u64);
                let profile = &self.profiles[contender][slot];
                let profile = EntityProfile { layer_weights: weights.to_vec(), avatar, ..profile.clone() };
                self.predictor.set_profile(entity, &profile).expect("a valid profile");
            }
            let time = self.played.units.time(self.frame + self.played.ahead[slot]);
            let there = self.predictor.predict(scene, entity, time).expect("it was observed").position;
            ground(there - here) / self.played.v_max
        }))
    }

    /// The level of a field.
    pub(super) fn level(&self, field: Field) -> Option<&Level> {
        self.levels.iter().find(|(known, _)| *known == field).and_then(|(_, level)| level.as_ref())
    }

    /// What a contender has learned of the layers from all.
    pub(super) fn learned(&self, contender: usize) -> Option<[f32; LAYERS]> {
        let mut weights = [0.0; LAYERS];
        self.tastes[contender].as_ref()?.weights(None, &mut weights);
        Some(weights)
    }
}

/// Entities per slot: one for all where estimates are over frames, else one per frame of δt.
fn phases(played: &Match, contender: &Contender) -> [usize; SLOTS] {
    match contender.reading {
        Reading::Frames => std::array::from_fn(|slot| usize::from(slot == 0)),
        Reading::Spaced => played.ahead,
    }
}

fn learned_taste(contender: &Contender) -> Option<Tastes> {
    if !matches!(contender.taste, Taste::LearnedOfAll | Taste::LearnedOfEach) {
        return None;
    }
    let profile = &contender.profile;
    let seconds = TASTE_HORIZON as f64 / SECOND as f64;
    let params = TasteParams {
        layers: LAYERS as u32,
        horizon: TASTE_HORIZON,
        half_life: 0.0,
        shrink: TASTE_SHRINK,
        max_players: 1024,
        region: profile.region,
        law: profile.law,
        gain: 0.5 * seconds * seconds * profile.alpha * force_acceleration(profile),
    };
    Some(Tastes::new(&params).expect("parameters in range"))
}
