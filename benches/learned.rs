//! Cost of the learned models: per update, per frame, and their parts, after a warm-up that fills the trails.

mod common;

use antreckon::base::math::{DQuat, DVec3};
use antreckon::pheromone::trail::{Passage, Pose, TrailParams, Trails};
use antreckon::predict::learned::{INPUTS, ObserveContext, Recorder, Row, Weights};
use antreckon::predict::{
    EntityId, EntityProfile, LevelContext, Model, Observation, Obstacle, PredictScratch, Predictor,
};
use common::{Dice, heading, time};
use std::hint::black_box;
use std::time::Instant;

const TICK: i64 = 50_000_000;
/// Ticks of which the cost is taken.
const TIMED: usize = 60;
const V_MAX: f64 = 8.0;

/// Somebody who runs from one of 24 places to the next, round corners and with a view that leads.
struct Walker {
    at: DVec3,
    heading: f64,
    goal: usize,
}

struct Level {
    places: Vec<DVec3>,
    walkers: Vec<Walker>,
    dice: Dice,
    tick: i64,
}

impl Level {
    fn new(count: usize) -> Self {
        let mut dice = Dice(11);
        // As dense as eight players on a map of 60 m.
        let side = 60.0 * (count as f64 / 8.0).sqrt().max(1.0);
        let mut place = || DVec3::new(dice.unit() * side, 0.0, dice.unit() * side);
        let places: Vec<DVec3> = (0..24.max(count / 2)).map(|_| place()).collect();
        let walkers = (0..count).map(|i| Walker { at: place(), heading: i as f64, goal: i % places.len() }).collect();
        Self { places, walkers, dice, tick: 0 }
    }

    fn step(&mut self, out: &mut Vec<Observation>) {
        self.tick += 1;
        out.clear();
        for walker in &mut self.walkers {
            let way = self.places[walker.goal] - walker.at;
            if way.length() < 2.0 {
                walker.goal = self.dice.below(self.places.len());
            }
            let wanted = way.z.atan2(way.x);
            let turn = (wanted - walker.heading + std::f64::consts::PI).rem_euclid(std::f64::consts::TAU)
                - std::f64::consts::PI;
            walker.heading += turn.clamp(-0.25, 0.25) + (self.dice.unit() - 0.5) * 0.1;
            let velocity = DVec3::new(walker.heading.cos(), 0.0, walker.heading.sin()) * V_MAX;
            walker.at += velocity * 0.05;
            out.push(Observation {
                velocity: Some(velocity),
                orientation: Some(DQuat::from_rotation_y(-wanted - std::f64::consts::FRAC_PI_2)),
                ..Observation::at(self.tick * TICK, walker.at)
            });
        }
    }
}

fn profile(model: Model) -> EntityProfile {
    let mut profile = EntityProfile { model, v_max: V_MAX, ..EntityProfile::default() };
    profile.post.limit_speed = false;
    profile.post.obstacle = Obstacle::Ignore;
    profile
}

struct Run {
    predictor: Predictor,
    ids: Vec<EntityId>,
    level: Level,
    /// Smallest and middle cost of an update, ns.
    update: [f64; 2],
}

fn run(model: Model, count: usize, warm_up: usize) -> Run {
    let mut predictor = Predictor::new(count as u32);
    let ids: Vec<_> = (0..count).map(|_| predictor.add_entity(&profile(model)).expect("within budget")).collect();
    let mut level = Level::new(count);
    let mut seen = Vec::new();
    let mut samples = Vec::new();
    for tick in 0..warm_up + TIMED * (100 / count).max(1) {
        level.step(&mut seen);
        let begin = Instant::now();
        for (id, observation) in ids.iter().zip(&seen) {
            predictor.observe(*id, observation).expect("observation is valid");
        }
        if tick >= warm_up {
            samples.push(begin.elapsed().as_nanos() as f64 / count as f64);
        }
    }
    samples.sort_by(f64::total_cmp);
    Run { predictor, ids, level, update: [samples[samples.len() / 10], samples[samples.len() / 2]] }
}

fn frame(run: &Run) -> f64 {
    let mut out = vec![antreckon::predict::Prediction::NOWHERE; run.ids.len()];
    let mut scratch = PredictScratch::default();
    let when = run.level.tick * TICK + 330_000_000;
    time(run.ids.len(), || {
        run.predictor
            .predict_batch(LevelContext::default(), &run.ids, black_box(when), &mut scratch, &mut out, |_, e| {
                panic!("{e}")
            })
            .expect("lengths are equal");
        black_box(&mut out);
    })
    .min
}

struct Kept(Vec<[f32; INPUTS]>);

impl Recorder for Kept {
    fn row(&mut self, row: &Row<'_>) {
        self.0.push(row.inputs.try_into().expect("all inputs"));
    }
}

/// Reading, recalling and the network by themselves, in an order that is not the one of the places.
fn parts() {
    let mut trails = Trails::new(&TrailParams { v_max: V_MAX, ..TrailParams::default() }, DVec3::ZERO).expect("sound");
    let mut predictor = Predictor::new(16);
    let ids: Vec<_> = (0..16).map(|_| predictor.add_entity(&profile(Model::Auto)).expect("within budget")).collect();
    let (mut level, mut seen, mut kept) = (Level::new(16), Vec::new(), Kept(Vec::new()));
    let mut passages = Vec::new();
    for tick in 0..4000 {
        level.step(&mut seen);
        for (id, observation) in ids.iter().zip(&seen) {
            let recorder: Option<&mut dyn Recorder> = if tick >= 3900 { Some(&mut kept) } else { None };
            let around = ObserveContext { trails: Some(&mut trails), recorder, ..ObserveContext::default() };
            predictor.observe_in(*id, observation, around).expect("observation is valid");
            if tick >= 3900 {
                let velocity = observation.velocity.expect("given") / V_MAX;
                let velocity = [velocity.x as f32, velocity.z as f32];
                let pose = Pose { place: trails.place(observation.position), velocity };
                let path = [velocity, velocity.map(|v| 2.0 * v)];
                passages.push(Passage { pose, path, view: velocity });
            }
        }
    }
    let reach = [0.23, 0.36, 0.43, 0.3, 0.3];
    let mut x = [0.0; INPUTS];
    let weights = Weights::load(antreckon::predict::learned::DEFAULT).expect("built in");
    let mut order = Dice(3);
    let mut next = || order.below(passages.len());
    let mut row = |name: &str, work: &mut dyn FnMut(usize)| {
        let each: Vec<usize> = (0..256).map(|_| next()).collect();
        let cost = time(each.len(), || each.iter().for_each(|i| work(*i)));
        println!("{name:<34} {:>8.0} {:>8.0}", cost.min, cost.median);
    };
    println!("{:<34} {:>8} {:>8}", "part", "min", "median");
    row("trail alone, five horizons", &mut |i| {
        black_box(trails.read_alone(&passages[i].pose, &reach));
    });
    row("three trails", &mut |i| {
        black_box(trails.read(&passages[i].pose, &reach));
    });
    row("recall", &mut |i| {
        black_box(trails.recall(&passages[i], &reach));
    });
    row("network", &mut |i| {
        weights.standardise(&kept.0[i], &mut x);
        black_box(weights.output(&x));
    });
    println!("What an update of auto costs beyond these is history, judging, inputs and mixing.");
    let mut samples = Vec::new();
    predictor.adapt(0);
    for _ in 0..600 {
        level.step(&mut seen);
        for (id, observation) in ids.iter().zip(&seen) {
            predictor.observe(*id, observation).expect("observation is valid");
        }
        let begin = Instant::now();
        let done = predictor.adapt(128);
        if done == 128 {
            samples.push(begin.elapsed().as_nanos() as f64 / 128.0);
        }
    }
    samples.sort_by(f64::total_cmp);
    println!("{:<34} {:>8.0} {:>8.0}", "adaptation, one gradient", samples[0], samples[samples.len() / 2]);
}

fn main() {
    heading("Parts of an update, ns");
    parts();
    heading("Updates at 20 Hz and frames, ns per entity (least disturbed tenth / median of updates, least of frames)");
    println!("{:<12} {:>8} {:>18} {:>10}", "model", "entities", "update", "frame");
    for (name, model) in [("trail", Model::Trail), ("kinematic", Model::Kinematic), ("auto", Model::Auto)] {
        for (count, warm_up) in [(1, 4000), (100, 600), (10_000, 130)] {
            let run = run(model, count, warm_up);
            let [least, median] = run.update;
            println!("{name:<12} {count:>8} {:>18} {:>10.0}", format!("{least:.0} / {median:.0}"), frame(&run));
        }
    }
}
