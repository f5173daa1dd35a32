//! Strategy models from trials to updates, against hand-computed numbers and independent slow references.
#![allow(missing_docs)]

use antreckon::base::math::DVec3;
use antreckon::predict::strategy::{Mode, StrategyParams, Trial};
use antreckon::predict::{EntityId, EntityProfile, LevelContext, Model, Observation, Obstacle, Predictor};

mod containment;
mod files;
mod following;
mod learning;
mod sender;

const SECOND: i64 = 1_000_000_000;
const TICK: i64 = SECOND / 20;

/// Uniform in 0 .. 1, splitmix.
struct Dice(u64);

impl Dice {
    fn unit(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) >> 11) as f64 / (1u64 << 53) as f64
    }

    fn centred(&mut self) -> f64 {
        2.0 * self.unit() - 1.0
    }
}

fn profile() -> EntityProfile {
    let mut profile = EntityProfile { model: Model::Strategy, ..EntityProfile::default() };
    profile.post.limit_speed = false;
    profile.post.obstacle = Obstacle::Ignore;
    profile
}

fn params(mode: Mode, threshold: f64) -> StrategyParams {
    StrategyParams {
        mode,
        threshold,
        parallels: 1,
        record: threshold / 4.0,
        simplify: threshold / 8.0,
        cluster_distance: 2.0 * threshold,
        ..StrategyParams::default()
    }
}

fn predictor(params: &StrategyParams) -> (Predictor, EntityId) {
    let mut predictor = Predictor::new(8);
    predictor.set_strategies(params).unwrap();
    let id = predictor.add_entity(&profile()).unwrap();
    (predictor, id)
}

fn at(x: f64, z: f64) -> DVec3 {
    DVec3::new(x, 0.0, z)
}

fn seen(time: i64, position: DVec3, velocity: DVec3) -> Observation {
    Observation { velocity: Some(velocity), ..Observation::at(time, position) }
}

fn shown(predictor: &Predictor, id: EntityId, time: i64) -> DVec3 {
    predictor.predict(LevelContext::default(), id, time).unwrap().position
}

fn close(a: DVec3, b: DVec3) -> bool {
    (a - b).length() < 1e-9
}

/// East 40 m, then south 40 m.
const CORNER: [[f64; 2]; 3] = [[0.0, 0.0], [40.0, 0.0], [40.0, 40.0]];

fn points(line: &[[f64; 2]]) -> Vec<DVec3> {
    line.iter().map(|p| at(p[0], p[1])).collect()
}

/// Walks along a line at a constant speed, with an error added to every position.
fn walk(line: &[[f64; 2]], speed: f64, mut noise: impl FnMut() -> DVec3) -> Trial {
    let line = points(line);
    let mut trial = Vec::new();
    let mut time = 0;
    for pair in line.windows(2) {
        let steps = ((pair[1] - pair[0]).length() / (speed * 0.05)).round() as usize;
        for i in 0..steps {
            trial.push((time, pair[0] + (pair[1] - pair[0]) * (i as f64 / steps as f64) + noise()));
            time += TICK;
        }
    }
    trial.push((time, line[line.len() - 1] + noise()));
    trial
}
