//! Trails as a level's designer and a predictor use them: numbers worked out by hand, budgets, saved forms, merging, and
//! trails owned by a map.

mod maps;
mod merging;
mod numbers;
mod states;

use antreckon::base::math::DVec3;
use antreckon::base::serial::{Reader, Writer};
use antreckon::pheromone::trail::{HORIZONS, Passage, Pose, Reach, TrailParams, Trails};

const STILL: Reach = [0.0; HORIZONS];

fn trails() -> Trails {
    Trails::new(&TrailParams { v_max: 8.0, ..TrailParams::default() }, DVec3::ZERO).unwrap()
}

/// Somebody on the ground in trail units.
fn pose(x: f32, z: f32, vx: f32, vz: f32) -> Pose {
    Pose { place: [x, z, 0.1], velocity: [vx, vz] }
}

/// Deterministic numbers from 0 to 1.
struct Dice(u64);

impl Dice {
    fn unit(&mut self) -> f32 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 40) as f32 / (1u64 << 24) as f32
    }

    fn between(&mut self, least: f32, most: f32) -> f32 {
        least + (most - least) * self.unit()
    }

    fn pose(&mut self, side: f32) -> Pose {
        let place = [self.between(-side, side), self.between(-side, side), self.between(0.0, 1.0)];
        Pose { place, velocity: [self.between(-1.5, 1.5), self.between(-1.5, 1.5)] }
    }

    fn passage(&mut self, side: f32) -> Passage {
        let pose = self.pose(side);
        let mut pair = || [self.between(-1.0, 1.0), self.between(-1.0, 1.0)];
        Passage { pose, path: [pair(), pair()], view: pair() }
    }
}

/// A match of so many moments within `side` trail units.
fn learn(trails: &mut Trails, seed: u64, moments: usize, side: f32) {
    let mut dice = Dice(seed);
    for _ in 0..moments {
        let passage = dice.passage(side);
        let ticket = trails.remember(&passage);
        for h in 0..HORIZONS {
            let y = [dice.between(-1.0, 1.0), dice.between(-1.0, 1.0)];
            trails.deposit(&passage.pose, h, y);
            trails.complete(ticket, h, y);
        }
    }
}

fn written(trails: &Trails) -> Vec<u8> {
    let mut w = Writer::new();
    trails.write(&mut w);
    w.seal(*b"TEST", 1)
}

fn read(bytes: &[u8]) -> antreckon::base::Result<Trails> {
    let mut r = Reader::open(bytes, *b"TEST", 1)?;
    let trails = Trails::read_from(
        &mut r,
        &TrailParams { max_cells: 1 << 24, max_passages: 1 << 24, ..TrailParams::default() },
    )?;
    r.finish()?;
    Ok(trails)
}
