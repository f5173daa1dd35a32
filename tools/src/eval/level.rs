//! The level of a match with what players want in it: items that come and go, and the players themselves.
use super::floor::roads_with;
use super::forecaster::Frame;
use super::lore::{ITEM_LAYERS, Lore};
use super::units::Units;
use crate::trace::{Event, Party, Trace};
use antreckon::base::math::{DVec2, ground};
use antreckon::base::time::Nanos;
use antreckon::pheromone::attract::need;
use antreckon::pheromone::{LayerParams, MapParams, PheromoneMap, Reader, Source};
use antreckon::predict::model::force_acceleration;
use antreckon::predict::{EntityProfile, LevelContext};
use antreckon::world::World;

/// λρ of the paper: 0.9 × 40.
const EMISSION: f32 = 36.0;
/// How far from its recorded place an item may stand on the level, body widths.
const ITEM_REACH: f64 = 4.0;

/// Layers of the map: the kinds of items, then where it is busy, where is killed and died, then what moves (a ball) and
/// what the level marks (goals, jump pads).
pub const LAYERS: usize = ITEM_LAYERS + 5;
/// Where players were.
pub const PRESENCE: usize = ITEM_LAYERS;
/// Where they killed.
pub const KILLS: usize = ITEM_LAYERS + 1;
/// Where they died.
pub const DEATHS: usize = ITEM_LAYERS + 2;
/// What moves and is no player.
pub const BALL: usize = ITEM_LAYERS + 3;
/// Marked places.
pub const MARKED: usize = ITEM_LAYERS + 4;
/// Hot spots count those of the last minutes: half after two of them.
const HOT_SPOT_HALF_LIFE: f64 = 120.0;

/// How much a player wants each layer.
pub type Wishes = [f32; LAYERS];

/// What a level is like.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LevelParams {
    /// Layers of items, players and balls.
    pub layer: LayerParams,
    /// Weight with which players are felt; with `learned` that of somebody who has just shot at the reader.
    pub avatar_weight: f32,
    /// As evaluated in the paper: what items are worth is the learned probability of a pickup, players are felt by who
    /// shot at whom how long ago, hot spots are kept. Else items are worth what health is missing, and players are felt
    /// alike.
    pub learned: bool,
    /// Edge of a cell, in the paper's cells of 50 units for bodies of 30.
    pub cell: f64,
    /// Frame of the field.
    pub step: Nanos,
}

impl Default for LevelParams {
    fn default() -> Self {
        Self {
            layer: LayerParams::default(),
            avatar_weight: MapParams::default().avatar_weight,
            learned: true,
            cell: 1.0,
            step: MapParams::default().step,
        }
    }
}

/// Kind of an item.
pub(super) fn layer_of(name: &str) -> usize {
    if name.contains("health") {
        0
    } else if name.contains("armor") || name.contains("armour") {
        1
    } else if name.contains("weapon") {
        2
    } else {
        3
    }
}

/// A level and its pheromones, fed by the events and positions of a match.
pub struct Level {
    world: World,
    map: PheromoneMap,
    units: Units,
    /// Per place of the trace: is it a source of the map?
    on_map: Vec<bool>,
    /// Per place of the trace: its name, and where it stands if it is an item of the map.
    names: Vec<String>,
    items: Vec<Option<antreckon::base::math::DVec3>>,
    present: Vec<bool>,
    wishes: Vec<Wishes>,
    lore: Option<Lore>,
    /// Something moves that is no player: places that the level marks are goals.
    has_ball: bool,
}

impl Level {
    /// The level of a trace with all its items there, as evaluated in the paper; `None` without a recorded walkable area.
    pub fn of(trace: &Trace) -> Option<Self> {
        Self::with(trace, &LevelParams::default())
    }

    /// The same with other fields.
    pub fn with(trace: &Trace, level: &LevelParams) -> Option<Self> {
        let units = Units::of(&trace.meta);
        let world = roads_with(trace, level.cell)?;
        let max_avatars = trace.players.len() as u32;
        let steps = HOT_SPOT_HALF_LIFE * 1e9 / level.step as f64;
        let hot_spots = LayerParams { evaporation: 0.5_f64.powf(1.0 / steps) as f32, diffusion: 0.0, ..level.layer };
        let mut layers = vec![level.layer; LAYERS];
        for layer in [PRESENCE, KILLS, DEATHS] {
            layers[layer] = hot_spots;
        }
        let kept = |layer: usize| level.learned.then_some(layer);
        let params = MapParams {
            layers,
            avatar_layer: level.layer,
            avatar_weight: if level.learned { 0.0 } else { level.avatar_weight },
            presence_layer: kept(PRESENCE),
            kill_layer: kept(KILLS),
            death_layer: kept(DEATHS),
            source_reach: ITEM_REACH * trace.meta.body_width * units.metres,
            max_avatars,
            step: level.step,
            ..MapParams::default()
        };
        let mut map = PheromoneMap::new(&world, &params).ok()?;
        let mut on_map = vec![false; trace.places.len()];
        for (id, place) in trace.places.iter().enumerate().filter(|(_, place)| place.kind != "spawn") {
            let Some(position) = place.position.map(|position| units.to_metres(position)) else { continue };
            let layer = if place.kind == "item" { layer_of(&place.name) } else { MARKED };
            let source = Source { layer, position, emission: EMISSION, fixed: true };
            on_map[id] = map.add_source(&world, id as u64, &source).is_ok();
        }
        let items = trace.places.iter().zip(&on_map).map(|(place, there)| {
            let is_item = *there && place.kind == "item";
            place.position.filter(|_| is_item).map(|position| units.to_metres(position))
        });
        let players = trace.players.len();
        let lore = if level.learned {
            Some(Lore::new(trace, -0.5 * level.avatar_weight, level.avatar_weight).ok()?)
        } else {
            None
        };
        Some(Self {
            items: items.collect(),
            names: trace.places.iter().map(|place| place.name.clone()).collect(),
            world,
            map,
            units,
            on_map,
            present: vec![false; players],
            wishes: vec![[0.0; LAYERS]; players],
            lore,
            has_ball: trace.places.iter().any(|place| place.kind == "hotspot" && place.position.is_none()),
        })
    }

    /// Takes in a frame: items taken and put back, players where they are now, the field at the frame's time.
    pub fn observe(&mut self, frame: &Frame<'_>) -> antreckon::base::Result<()> {
        for event in frame.events {
            if let Some((item, there)) = switched(event).filter(|&(item, _)| self.on_map[item]) {
                self.map.set_source_active(&self.world, item as u64, there)?;
            }
        }
        for (place, sample) in frame.movers() {
            let position = self.units.to_metres(sample.position);
            if self.on_map[place] {
                self.map.move_source(&self.world, place as u64, position)?;
            } else {
                let source = Source { layer: BALL, position, emission: EMISSION, fixed: false };
                self.on_map[place] = self.map.add_source(&self.world, place as u64, &source).is_ok();
            }
        }
        for (player, state) in frame.states.iter().enumerate() {
            let id = player as u64;
            match state {
                Some(sample) => {
                    self.map.add_avatar(&self.world, id, EMISSION)?;
                    self.map.move_avatar(&self.world, id, self.units.to_metres(sample.position))?;
                    let items = match &self.lore {
                        Some(lore) => lore.wishes(sample),
                        // Who is hurt wants health; unknown health wants a little of it.
                        None => [sample.health.map_or(0.5, |health| need(health, 100.0)), 1.0, 1.0, 1.0],
                    };
                    self.wishes[player][..ITEM_LAYERS].copy_from_slice(&items);
                    let ball = f32::from(u8::from(self.has_ball));
                    self.wishes[player][BALL..=MARKED].fill(ball);
                }
                // Its scent fades.
                None if self.present[player] => {
                    self.map.add_avatar(&self.world, id, 0.0)?;
                }
                None => {}
            }
            self.present[player] = state.is_some();
        }
        if let Some(lore) = &mut self.lore {
            lore.observe(frame, &self.world, &mut self.map, &self.names, &self.items)?;
        }
        self.map.step_to(&self.world, self.units.time(frame.k)).map(|_| ())
    }

    /// What was learned of items and players; `None` where nothing is.
    pub fn lore(&self) -> Option<&Lore> {
        self.lore.as_ref()
    }

    /// What predictions ask.
    pub fn scene(&self) -> LevelContext<'_> {
        LevelContext { world: Some(&self.world), map: Some(&self.map) }
    }

    /// The level and its field, as ghosts take them.
    pub fn parts(&mut self) -> (&World, &mut PheromoneMap) {
        (&self.world, &mut self.map)
    }

    /// How much a player wants each layer now.
    pub fn wishes(&self, player: usize) -> &Wishes {
        &self.wishes[player]
    }

    /// Acceleration by the field on a player at a place who looks along `view`, m/s² in the ground plane.
    pub fn pull(
        &self,
        player: usize,
        position: antreckon::base::math::DVec3,
        view: DVec2,
        profile: &EntityProfile,
    ) -> DVec2 {
        let reader = Reader { weights: &self.wishes[player], avatar: Some(player as u64) };
        let force = self.map.force(&self.world, &reader, position, view, &profile.region, &profile.law);
        ground(force.total) * force_acceleration(profile)
    }
}

/// Which item an event switches, and whether it is there from now on.
pub fn switched(event: &Event) -> Option<(usize, bool)> {
    match (event.kind.as_str(), event.actor, event.target) {
        ("item_up", Some(Party::Place(item)), _) => Some((item, true)),
        ("item_down", Some(Party::Place(item)), _) | ("pickup", _, Some(Party::Place(item))) => Some((item, false)),
        _ => None,
    }
}
