//! Cost of a prediction per entity, by model, number of entities and size of the attraction region; cost of one C call.

mod common;

use antreckon::base::math::DVec3;
use antreckon::pheromone::{LayerParams, MapParams, PheromoneMap, Region, RegionShape, Source};
use antreckon::predict::{
    EntityId, EntityProfile, LevelContext, Model, Observation, Obstacle, PredictScratch, Predictor,
};
use antreckon::world::{GridInput, World, WorldParams};
use common::{Dice, heading, time};
use std::hint::black_box;

const SIDE: u32 = 256;
const NOW: i64 = 1_000_000_000;

fn world() -> World {
    let input = GridInput {
        width: SIDE,
        depth: SIDE,
        floors: 1,
        corner: DVec3::ZERO,
        floor_height: 3.0,
        blocked: &[],
        heights: &[],
        areas: &[],
    };
    World::from_grid(&WorldParams::default(), &input).expect("the grid is well formed")
}

fn map(world: &World) -> PheromoneMap {
    let params = MapParams {
        layers: vec![LayerParams { evaporation: 0.95, ..LayerParams::default() }; 4],
        ..MapParams::default()
    };
    let mut map = PheromoneMap::new(world, &params).expect("parameters are valid");
    let mut dice = Dice(3);
    for id in 0..400u64 {
        let position = DVec3::new(dice.unit() * SIDE as f64, 0.0, dice.unit() * SIDE as f64);
        let source = Source { layer: (id % 4) as usize, position, emission: 40.0, fixed: true };
        map.add_source(world, id, &source).expect("place is on the level");
    }
    map.step_to(world, NOW).expect("time goes forward");
    map
}

fn entities(count: usize, profile: &EntityProfile) -> (Predictor, Vec<EntityId>) {
    let mut predictor = Predictor::new(count as u32);
    let mut dice = Dice(5);
    let ids = (0..count)
        .map(|_| {
            let id = predictor.add_entity(profile).expect("within budget");
            let mut position = DVec3::new(dice.unit() * SIDE as f64, 0.0, dice.unit() * SIDE as f64);
            let velocity = DVec3::new(dice.unit() - 0.5, 0.0, dice.unit() - 0.5) * 8.0;
            for k in 0..8 {
                position += velocity * 0.05;
                let time = NOW - (8 - k) * 50_000_000;
                let observation = Observation { velocity: Some(velocity), ..Observation::at(time, position) };
                predictor.observe(id, &observation).expect("observation is valid");
            }
            id
        })
        .collect();
    (predictor, ids)
}

fn batch(scene: LevelContext<'_>, profile: &EntityProfile, count: usize) -> f64 {
    let (predictor, ids) = entities(count, profile);
    let mut scratch = PredictScratch::default();
    let mut out = vec![predictor.predict(scene, ids[0], NOW).expect("entity was observed"); count];
    time(count, || {
        let when = black_box(NOW + 250_000_000);
        predictor
            .predict_batch(scene, &ids, when, &mut scratch, &mut out, |_, error| panic!("{error}"))
            .expect("lengths are equal");
        black_box(&mut out);
    })
    .min
}

fn bare(model: Model) -> EntityProfile {
    let mut profile = EntityProfile { model, layer_weights: vec![1.0; 4], ..EntityProfile::default() };
    profile.post.limit_speed = false;
    profile.post.obstacle = Obstacle::Ignore;
    profile.post.vector_factor = f64::INFINITY;
    profile
}

fn main() {
    let world = world();
    let map = map(&world);
    let scene = LevelContext { world: Some(&world), map: Some(&map) };

    heading("Prediction, ns per entity (post-processing off / speed limit and clipping on)");
    println!("{:<22} {:>16} {:>16} {:>16}", "model", "1 entity", "100", "10,000");
    let region =
        Region { shape: RegionShape::Square, diameter: 20.0, margin: 0.0, walls_hide: false, vertical_reach: 3.0 };
    for (name, model) in [
        ("still", Model::Still),
        ("dr1", Model::Dr1),
        ("dr2", Model::Dr2),
        ("damped", Model::Damped),
        ("ant 20 x 20", Model::Ant),
    ] {
        let mut cells = Vec::new();
        for count in [1, 100, 10_000] {
            let mut plain = bare(model);
            plain.region = region;
            let mut corrected = plain.clone();
            corrected.post.limit_speed = true;
            corrected.post.obstacle = Obstacle::Slide;
            cells.push(format!("{:.1} / {:.1}", batch(scene, &plain, count), batch(scene, &corrected, count)));
        }
        println!("{name:<22} {:>16} {:>16} {:>16}", cells[0], cells[1], cells[2]);
    }

    heading("ant by region, 100 entities, 4 layers, ns per entity");
    println!("{:<12} {:>10} {:>10} {:>10} {:>14}", "diameter", "square", "disc", "cone 45", "walls hide");
    for diameter in [8.0, 12.0, 20.0, 40.0] {
        let run = |shape, walls_hide| {
            let mut profile = bare(Model::Ant);
            profile.region = Region { shape, diameter, walls_hide, ..region };
            batch(scene, &profile, 100)
        };
        println!(
            "{diameter:<12} {:>10.0} {:>10.0} {:>10.0} {:>14.0}",
            run(RegionShape::Square, false),
            run(RegionShape::Disc, false),
            run(RegionShape::Cone(core::f64::consts::FRAC_PI_4), false),
            run(RegionShape::Disc, true)
        );
    }
}
