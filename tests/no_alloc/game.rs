//! A game with a level, fields and players of several models.

use super::{FRAME, calls_in};
use antreckon::base::math::DVec3;
use antreckon::pheromone::{HotSpotKind, LayerParams, MapParams, PheromoneMap, Source};
use antreckon::predict::{EntityProfile, LevelContext, Model, Observation, Obstacle, PredictScratch, Predictor};
use antreckon::world::{AreaFilter, GridInput, Path, PathScratch, World, WorldParams};

pub struct Game {
    pub world: World,
    pub map: PheromoneMap,
    pub predictor: Predictor,
    pub entities: Vec<antreckon::predict::EntityId>,
    pub scratch: PredictScratch,
    paths: PathScratch,
    path: Path,
}

impl Game {
    pub fn new() -> Self {
        let side = 64;
        // A wall with a gap, so that clipping and path following have something to do.
        let blocked: Vec<u8> = (0..side * side).map(|i| (i % side == 32 && i / side != 40) as u8).collect();
        let grid = GridInput {
            width: side,
            depth: side,
            floors: 1,
            corner: DVec3::ZERO,
            floor_height: 3.0,
            blocked: &blocked,
            heights: &[],
            areas: &[],
        };
        let world = World::from_grid(&WorldParams::default(), &grid).unwrap();
        let params =
            MapParams { layers: vec![LayerParams::default(); 3], presence_layer: Some(2), ..MapParams::default() };
        let mut map = PheromoneMap::new(&world, &params).unwrap();
        for id in 0..10 {
            let position = DVec3::new(3.5 + 5.0 * id as f64, 0.0, 20.5);
            map.add_source(
                &world,
                id,
                &Source { layer: (id % 2) as usize, position, emission: 40.0, fixed: id % 3 == 0 },
            )
            .unwrap();
        }
        let mut predictor = Predictor::new(64);
        let mut entities = Vec::new();
        for (id, model) in
            [Model::Still, Model::Dr1, Model::Dr2, Model::Damped, Model::Ant, Model::Ant].into_iter().enumerate()
        {
            map.add_avatar(&world, id as u64, 10.0).unwrap();
            let mut profile = EntityProfile {
                model,
                layer_weights: vec![1.0, 0.5, 0.2],
                avatar: Some(id as u64),
                ..EntityProfile::default()
            };
            profile.post.obstacle = if id % 2 == 0 { Obstacle::Slide } else { Obstacle::Ignore };
            entities.push(predictor.add_entity(&profile).unwrap());
        }
        Self {
            world,
            map,
            predictor,
            entities,
            scratch: PredictScratch::default(),
            paths: PathScratch::default(),
            path: Path::default(),
        }
    }

    pub fn frame(&mut self, k: i64) {
        let now = k * FRAME;
        for (i, id) in self.entities.iter().enumerate() {
            // Back and forth through the gap's neighbourhood, with period 128 frames.
            let phase = (k + 13 * i as i64).rem_euclid(128);
            let x = 8.0 + 0.4 * (if phase < 64 { phase } else { 128 - phase }) as f64;
            let position = DVec3::new(x, 0.0, 38.5 + 0.5 * i as f64);
            self.predictor.observe(*id, &Observation::at(now, position)).unwrap();
            self.map.move_avatar(&self.world, i as u64, position).unwrap();
            self.map.note(&self.world, HotSpotKind::Presence, position).unwrap();
        }
        self.map.set_source_active(&self.world, 0, k % 40 < 20).unwrap();
        self.map.step_to(&self.world, now).unwrap();
        let scene = LevelContext { world: Some(&self.world), map: Some(&self.map) };
        for id in &self.entities {
            self.predictor.predict_with(scene, *id, now + 10 * FRAME, &mut self.scratch).unwrap();
        }
        let (from, to) = (DVec3::new(4.5, 0.0, 4.5), DVec3::new(60.5, 0.0, 4.5 + (k % 50) as f64));
        self.world.path(from, to, &AreaFilter::default(), &mut self.paths, &mut self.path).unwrap();
        let start = self.world.locate(from).unwrap();
        self.world.line_of_walk(&start, to, &AreaFilter::default(), false);
        self.world.nearest(DVec3::new(32.5, 0.0, 10.5), 3.0).unwrap();
    }
}

#[test]
fn the_steady_state_allocates_nothing() {
    let mut game = Game::new();
    (1..=600).for_each(|k| game.frame(k));
    let calls = calls_in(|| (601..=1600).for_each(|k| game.frame(k)));
    assert_eq!(calls, 0, "allocator calls in 1,000 frames");
}
