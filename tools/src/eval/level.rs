//! The level of a match with what players want in it: items that come and go, and the players themselves.
use super::floor::roads_of;
use super::forecaster::Frame;
use super::units::Units;
use crate::trace::{Event, Party, Trace};
use antreckon::base::math::DVec2;
use antreckon::pheromone::{LayerParams, MapParams, PheromoneMap, Reader, Source};
use antreckon::predict::model::force_acceleration;
use antreckon::predict::{EntityProfile, LevelContext};
use antreckon::world::World;

/// λρ of the paper: 0.9 × 40.
const EMISSION: f32 = 36.0;
/// How far from its recorded place an item may stand on the level, body widths.
const ITEM_REACH: f64 = 4.0;

/// Layers of the map, in the order of [`Wishes`].
const LAYERS: usize = 4;

/// How much a player wants each layer: health, armour, weapons, the rest.
pub type Wishes = [f32; LAYERS];

fn layer_of(name: &str) -> usize {
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
    /// Per place of the trace: is it an item of the map?
    on_map: Vec<bool>,
    present: Vec<bool>,
    wishes: Vec<Wishes>,
}

impl Level {
    /// The level of a trace with all its items there; `None` without a recorded walkable area.
    pub fn of(trace: &Trace) -> Option<Self> {
        Self::with(trace, &LayerParams::default(), MapParams::default().avatar_weight)
    }

    /// The same with other fields: all layers alike, and players that are felt with `avatar_weight`.
    pub fn with(trace: &Trace, layer: &LayerParams, avatar_weight: f32) -> Option<Self> {
        let units = Units::of(&trace.meta);
        let world = roads_of(trace)?;
        let max_avatars = trace.players.len() as u32;
        let params = MapParams {
            layers: vec![*layer; LAYERS],
            avatar_layer: *layer,
            avatar_weight,
            max_avatars,
            ..MapParams::default()
        };
        let mut map = PheromoneMap::new(&world, &params).ok()?;
        let reach = ITEM_REACH * trace.meta.body_width * units.metres;
        let mut on_map = vec![false; trace.places.len()];
        for (id, place) in trace.places.iter().enumerate().filter(|(_, place)| place.kind == "item") {
            let Some(position) = place.position.map(|position| units.to_metres(position)) else { continue };
            let Some(there) = world.locate(position).or_else(|| world.nearest(position, reach)) else { continue };
            let source =
                Source { layer: layer_of(&place.name), position: there.point, emission: EMISSION, fixed: true };
            on_map[id] = map.add_source(&world, id as u64, &source).is_ok();
        }
        let players = trace.players.len();
        Some(Self { world, map, units, on_map, present: vec![false; players], wishes: vec![[0.0; LAYERS]; players] })
    }

    /// Takes in a frame: items taken and put back, players where they are now, the field at the frame's time.
    pub fn observe(&mut self, frame: &Frame<'_>) -> antreckon::base::Result<()> {
        for event in frame.events {
            if let Some((item, there)) = switched(event).filter(|&(item, _)| self.on_map[item]) {
                self.map.set_source_active(&self.world, item as u64, there)?;
            }
        }
        for (player, state) in frame.states.iter().enumerate() {
            let id = player as u64;
            match state {
                Some(sample) => {
                    self.map.add_avatar(&self.world, id, EMISSION)?;
                    self.map.move_avatar(&self.world, id, self.units.to_metres(sample.position))?;
                    // Who is hurt wants health; unknown health wants a little of it.
                    let hurt = sample.health.map_or(0.5, |health| (1.0 - health / 100.0).clamp(0.0, 1.0));
                    self.wishes[player] = [hurt, 1.0, 1.0, 1.0];
                }
                // Its scent fades.
                None if self.present[player] => {
                    self.map.add_avatar(&self.world, id, 0.0)?;
                }
                None => {}
            }
            self.present[player] = state.is_some();
        }
        self.map.step_to(&self.world, self.units.time(frame.k)).map(|_| ())
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
        force.total * force_acceleration(profile)
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
