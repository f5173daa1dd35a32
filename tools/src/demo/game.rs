//! The recorded match in the library's terms: level, fields and entities.

use super::models::CONTESTANTS;
use super::plugin::{Plugin, stream};
use super::recording::{ItemKind, Recording, Sample};
use super::replay::Oracle;
use antreckon::ffi::frame::ANT_FRAME_Z_UP;
use antreckon::ffi::map::AntPheromoneMap;
use antreckon::ffi::map_query::ANT_READER_HAS_AVATAR;
use antreckon::ffi::map_source::ANT_SOURCE_FIXED;
use antreckon::ffi::observe::*;
use antreckon::ffi::predictor::{AntEntity, AntPredictor};
use antreckon::ffi::profile::*;
use antreckon::ffi::stream::{ANT_F64, ANT_U8};
use antreckon::ffi::world::AntWorld;

/// A game unit is about an inch.
const METRES_PER_UNIT: f64 = 0.0254;
/// The recorded position is this far above the feet, units.
const EYE: f64 = 24.0;
/// Climb between neighbouring squares, units: a step of 18 on a slope of one in two.
const STEP_HEIGHT: f64 = 34.0;
/// An item that is over no floor belongs to the nearest one within this distance, units: four body widths.
const ITEM_REACH: f64 = 120.0;
/// λρ of the paper: 0.9 × 40.
const EMISSION: f32 = 36.0;
/// ph_max of the paper.
const CAP: f32 = 100.0;
/// Health, armour, weapons, ammunition and power-ups.
const LAYERS: usize = 4;
/// Weights of the learned kinematic model that were trained without this level. The library's own have seen it.
const WEIGHTS: &[u8] = include_bytes!("../../../weights/fold3.weights");
/// What a tick grants the learned model for learning from this match.
const SAMPLES_PER_TICK: u32 = 32;

/// The match inside the library.
pub(crate) struct Game<'a> {
    plugin: &'a Plugin,
    recording: &'a Recording,
    world: AntWorld,
    map: AntPheromoneMap,
    /// One per model, because entities of one predictor are each other's company and learn together.
    predictors: Vec<AntPredictor>,
    /// For each player one per model.
    entities: Vec<AntEntity>,
    profiles: Vec<AntProfile>,
    /// For each player how much it wants each layer.
    weights: Vec<[f32; LAYERS]>,
    asked: Vec<AntEntity>,
    answers: Vec<[f64; 3]>,
}

impl<'a> Game<'a> {
    /// Builds level, map and entities.
    pub(crate) fn new(plugin: &'a Plugin, recording: &'a Recording) -> Result<Self, String> {
        let world = create_world(plugin, recording)?;
        let map = create_map(plugin, recording, world)?;
        let mut desc = plugin.predictor_desc()?;
        (desc.world, desc.map) = (world, map);
        let mut predictors = Vec::new();
        for contestant in &CONTESTANTS {
            let predictor = plugin.create_predictor(&desc)?;
            if contestant.model == ANT_MODEL_AUTO {
                plugin.load_weights(predictor, WEIGHTS)?;
                plugin.adapt(predictor, 0)?;
            }
            predictors.push(predictor);
        }
        let mut game = Self {
            plugin,
            recording,
            world,
            map,
            predictors,
            entities: Vec::new(),
            profiles: Vec::new(),
            weights: vec![[0.0, 1.0, 1.0, 1.0]; recording.tracks.len()],
            asked: Vec::new(),
            answers: Vec::new(),
        };
        for player in 0..recording.tracks.len() {
            for (model, contestant) in CONTESTANTS.iter().enumerate() {
                let mut profile = plugin.profile()?;
                profile.model = contestant.model;
                profile.tau = contestant.tau;
                profile.force_scale = contestant.force_scale;
                profile.avatar = player as u64;
                profile.flags = ANT_PROFILE_HAS_AVATAR;
                if contestant.simple {
                    // As games have them: no level, no limits.
                    profile.flags |= ANT_PROFILE_NO_SPEED_LIMIT;
                }
                if contestant.model == ANT_MODEL_ANT {
                    profile.obstacle = ANT_OBSTACLE_SLIDE;
                }
                profile.layer_weights = game.weights[player].as_ptr();
                profile.layer_weight_count = LAYERS as u32;
                game.entities.push(plugin.add_entity(game.predictors[model], &profile)?);
                game.profiles.push(profile);
            }
        }
        Ok(game)
    }

    /// Gives everything back.
    pub(crate) fn end(self) -> Result<(), String> {
        self.plugin.destroy(self.world, self.map, &self.predictors)
    }

    fn time_of(&self, tick: usize) -> i64 {
        tick as i64 * 1_000_000_000 / i64::from(self.recording.tick_hz)
    }
}

impl Oracle for Game<'_> {
    fn set_item(&mut self, item: usize, present: bool) -> Result<(), String> {
        self.plugin.set_source_active(self.map, item as u64, present)
    }

    fn update(&mut self, player: usize, tick: usize, sample: &Sample, moved: bool) -> Result<(), String> {
        let mut seen = self.plugin.observation()?;
        seen.time = self.time_of(tick);
        seen.position = feet(sample.position);
        seen.velocity = sample.velocity;
        seen.orientation = orientation(sample);
        seen.flags = ANT_OBSERVE_HAS_VELOCITY | ANT_OBSERVE_HAS_ORIENTATION;
        if moved {
            seen.flags |= ANT_OBSERVE_TELEPORTED;
        }
        if !sample.grounded {
            seen.flags |= ANT_OBSERVE_AIRBORNE;
        }
        // Who is hurt wants health.
        self.weights[player][0] = (1.0 - sample.health / 100.0).clamp(0.0, 1.0) as f32;
        for (model, predictor) in self.predictors.iter().enumerate() {
            let entity = player * CONTESTANTS.len() + model;
            let profile = &mut self.profiles[entity];
            profile.layer_weights = self.weights[player].as_ptr();
            self.plugin.set_profile(*predictor, self.entities[entity], profile)?;
            self.plugin.observe(*predictor, self.entities[entity], &seen)?;
        }
        self.plugin.add_avatar(self.map, player as u64, EMISSION)?;
        self.plugin.move_avatar(self.map, player as u64, &seen.position)
    }

    fn leave(&mut self, player: usize) -> Result<(), String> {
        // Its scent fades.
        self.plugin.add_avatar(self.map, player as u64, 0.0)
    }

    fn advance(&mut self, tick: usize) -> Result<(), String> {
        for (contestant, predictor) in CONTESTANTS.iter().zip(&self.predictors) {
            if contestant.model == ANT_MODEL_AUTO {
                self.plugin.adapt(*predictor, SAMPLES_PER_TICK)?;
            }
        }
        self.plugin.step_to(self.map, self.time_of(tick))
    }

    fn predict(&mut self, players: &[usize], tick: usize, out: &mut Vec<[f64; 3]>) -> Result<(), String> {
        let models = CONTESTANTS.len();
        out.clear();
        out.resize(players.len() * models, [0.0; 3]);
        self.answers.resize(players.len(), [0.0; 3]);
        for model in 0..models {
            self.asked.clear();
            self.asked.extend(players.iter().map(|player| self.entities[player * models + model]));
            self.plugin.predict(self.predictors[model], self.time_of(tick), &mut self.asked, &mut self.answers)?;
            for (place, [x, y, z]) in self.answers.iter().enumerate() {
                out[place * models + model] = [*x, *y, z + EYE];
            }
        }
        Ok(())
    }

    fn sample(&mut self, player: usize) -> Result<Vec<f32>, String> {
        let mut reader = self.plugin.reader()?;
        reader.weights = self.weights[player].as_ptr();
        reader.weight_count = LAYERS as u32;
        reader.avatar = player as u64;
        reader.flags = ANT_READER_HAS_AVATAR;
        let grid = &self.recording.grid;
        let mut places: Vec<[f64; 3]> = (0..grid.heights.len()).map(|square| grid.centre(square)).collect();
        let smells = self.plugin.sample_at(self.map, &reader, &mut places)?;
        Ok(smells.into_iter().map(|smell| smell / CAP).collect())
    }
}

fn create_world(plugin: &Plugin, recording: &Recording) -> Result<AntWorld, String> {
    let grid = &recording.grid;
    let mut blocked: Vec<u8> = grid.heights.iter().map(|height| height.is_none().into()).collect();
    let mut heights: Vec<f64> = grid.heights.iter().map(|height| height.unwrap_or(0.0)).collect();
    let mut desc = plugin.world_desc()?;
    desc.frame.kind = ANT_FRAME_Z_UP;
    desc.frame.metres_per_unit = METRES_PER_UNIT;
    desc.cell_size = grid.cell * METRES_PER_UNIT;
    desc.step_height = STEP_HEIGHT * METRES_PER_UNIT;
    let mut shape = plugin.grid_desc()?;
    (shape.width, shape.depth, shape.floors) = (grid.width, grid.depth, grid.floors);
    shape.corner = [grid.corner[0], grid.corner[1], 0.0];
    shape.blocked = stream(&mut blocked, ANT_U8);
    shape.heights = stream(&mut heights, ANT_F64);
    plugin.create_grid_world(&desc, &shape)
}

fn create_map(plugin: &Plugin, recording: &Recording, world: AntWorld) -> Result<AntPheromoneMap, String> {
    let mut layer = plugin.layer_desc()?;
    layer.cap = CAP;
    let layers = [layer; LAYERS];
    let mut desc = plugin.map_desc()?;
    desc.layers = layers.as_ptr();
    desc.layer_count = LAYERS as u32;
    let map = plugin.create_map(world, &desc)?;
    for (id, item) in recording.items.iter().enumerate() {
        let mut source = plugin.source_desc()?;
        source.layer = match item.kind {
            ItemKind::Health => 0,
            ItemKind::Armor => 1,
            ItemKind::Weapon => 2,
            ItemKind::Ammo | ItemKind::Powerup => 3,
        };
        // Items lie on shelves, too, where nobody has been seen to walk.
        let floor = plugin.locate(world, &item.position, 0.0);
        source.position = floor.or_else(|_| plugin.locate(world, &item.position, ITEM_REACH))?;
        source.emission = EMISSION;
        source.flags = ANT_SOURCE_FIXED;
        plugin.add_source(map, id as u64, &source)?;
        plugin.set_source_active(map, id as u64, false)?;
    }
    Ok(map)
}

fn feet([x, y, z]: [f64; 3]) -> [f64; 3] {
    [x, y, z - EYE]
}

/// View direction as a quaternion x, y, z, w: turned by yaw around z, then by pitch (positive = down) around y.
fn orientation(sample: &Sample) -> [f64; 4] {
    let (yaw, pitch) = ((sample.yaw.to_radians() / 2.0).sin_cos(), (sample.pitch.to_radians() / 2.0).sin_cos());
    [-yaw.0 * pitch.0, yaw.1 * pitch.0, yaw.0 * pitch.1, yaw.1 * pitch.1]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orientations_face_where_the_player_looks() {
        let sample = Sample { yaw: 90.0, pitch: 30.0, ..Sample::default() };
        let [x, y, z, w] = orientation(&sample);
        // The first column of the rotation matrix: where x goes.
        let faces = [1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y + w * z), 2.0 * (x * z - w * y)];
        for (got, want) in faces.into_iter().zip([0.0, 0.75f64.sqrt(), -0.5]) {
            assert!((got - want).abs() < 1e-12, "{faces:?}");
        }
    }
}
