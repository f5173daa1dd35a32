//! Made-up walks and ways to replay them.
use antreckon::base::math::DVec3;
use antreckon::predict::learned::{HORIZON_COUNT, HORIZONS};
use antreckon::predict::{EntityId, EntityProfile, LevelContext, Model, Observation, Obstacle, Prediction, Predictor};

pub const TICK: i64 = 50_000_000;
pub const V_MAX: f64 = 8.0;

pub struct Dice(pub u64);

impl Dice {
    pub fn unit(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 11) as f64 / (1u64 << 53) as f64
    }
}

/// Ways to move, each a different task for a predictor.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Gait {
    Straight,
    Circles,
    StopAndGo,
    RandomTurns,
    /// Between the corners of a square room, over and over.
    Rounds,
}

pub const GAITS: [Gait; 5] = [Gait::Straight, Gait::Circles, Gait::StopAndGo, Gait::RandomTurns, Gait::Rounds];

/// Positions and velocities at 20 Hz.
pub fn walk(gait: Gait, seconds: usize, seed: u64) -> Vec<(DVec3, DVec3)> {
    let mut dice = Dice(seed);
    let (mut at, mut heading) = (DVec3::new(3.0, 0.0, -2.0), dice.unit() * core::f64::consts::TAU);
    let mut corner = 0;
    (0..seconds * 20)
        .map(|k| {
            let mut speed = V_MAX;
            match gait {
                Gait::Straight => {}
                Gait::Circles => heading += 0.08,
                Gait::StopAndGo => speed = if (k / 25) % 2 == 0 { V_MAX } else { 0.0 },
                Gait::RandomTurns => {
                    if dice.unit() < 0.05 {
                        heading += (dice.unit() - 0.5) * 4.0;
                    }
                }
                Gait::Rounds => {
                    let goals = [(0.0, 0.0), (20.0, 0.0), (20.0, 20.0), (0.0, 20.0)];
                    let (x, z) = goals[corner % 4];
                    if (at.x - x).hypot(at.z - z) < 0.5 {
                        corner += 1;
                    }
                    let (x, z) = goals[corner % 4];
                    heading = (z - at.z).atan2(x - at.x);
                }
            }
            let velocity = DVec3::new(heading.cos(), 0.0, heading.sin()) * speed;
            at += velocity * 0.05;
            (at, velocity)
        })
        .collect()
}

pub fn profile(model: Model) -> EntityProfile {
    let mut profile = EntityProfile { model, v_max: V_MAX, speed_cap: 1e5, ..EntityProfile::default() };
    profile.post.limit_speed = false;
    profile.post.obstacle = Obstacle::Ignore;
    profile
}

pub fn observation(k: usize, (position, velocity): (DVec3, DVec3)) -> Observation {
    Observation { velocity: Some(velocity), ..Observation::at(k as i64 * TICK, position) }
}

pub fn predict(predictor: &Predictor, id: EntityId, k: usize, ahead: f64) -> Prediction {
    predictor.predict(LevelContext::default(), id, k as i64 * TICK + (ahead * 1e9) as i64).unwrap()
}

/// All predictions over a walk, made at every tick.
pub fn replay(predictor: &mut Predictor, id: EntityId, walk: &[(DVec3, DVec3)]) -> Vec<[Prediction; HORIZON_COUNT]> {
    let each = |(k, state): (usize, &(DVec3, DVec3))| {
        predictor.observe(id, &observation(k, *state)).unwrap();
        HORIZONS.map(|h| predict(predictor, id, k, h))
    };
    walk.iter().enumerate().map(each).collect()
}

pub fn one(model: Model) -> (Predictor, EntityId) {
    let mut predictor = Predictor::new(64);
    let id = predictor.add_entity(&profile(model)).unwrap();
    (predictor, id)
}
