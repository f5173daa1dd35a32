//! Cost of neuro-reckoning per entity: an update (window, networks, path), a prediction, the velocity that is sent.

mod common;

use antreckon::base::math::DVec3;
use antreckon::predict::neuro::{Axes, Bank, BankParts, SendRule, Shape};
use antreckon::predict::{
    EntityId, EntityProfile, LevelContext, Model, Observation, Obstacle, PredictScratch, Prediction, Predictor,
};
use common::{Dice, heading, time};
use std::hint::black_box;

const TICK: i64 = 50_000_000;

/// A bank with numbers of the usual size; what they are does not matter for speed.
fn bank(shape: Shape) -> Bank {
    let mut dice = Dice(1);
    let outputs = shape.networks * shape.dimensions;
    Bank::new(&BankParts {
        shape,
        axes: Axes::World,
        sends: vec![SendRule::paper(shape.networks)],
        run_speed: 0.0,
        origin: String::new(),
        step: TICK,
        input_ranges: vec![[-15.0, 15.0]; shape.inputs()],
        output_ranges: vec![[-15.0, 15.0]; outputs],
        r2: vec![0.5; outputs],
        errors: vec![20.0; shape.networks],
        weights: (0..shape.networks * shape.parameters()).map(|_| dice.unit() as f32 - 0.5).collect(),
    })
    .expect("the bank is well formed")
}

struct Crowd {
    predictor: Predictor,
    ids: Vec<EntityId>,
    tick: i64,
}

impl Crowd {
    fn new(model: Model, shape: Shape, count: usize) -> Self {
        let mut predictor = Predictor::new(count as u32);
        predictor.load_bank(0, &bank(shape).to_bytes()).expect("the file is good");
        let mut profile = EntityProfile { model, leaves_trail: false, ..EntityProfile::default() };
        profile.post.limit_speed = false;
        profile.post.obstacle = Obstacle::Ignore;
        let ids = (0..count).map(|_| predictor.add_entity(&profile).expect("there is room")).collect();
        let mut crowd = Self { predictor, ids, tick: 0 };
        for _ in 0..10 {
            crowd.observe();
        }
        crowd
    }

    fn observe(&mut self) {
        self.tick += 1;
        let now = self.tick;
        for (i, id) in self.ids.iter().enumerate() {
            let phase = ((now + i as i64) % 40) as f64 * 0.1;
            let velocity = DVec3::new(phase, 0.0, 4.0 - phase);
            let observation = Observation { velocity: Some(velocity), ..Observation::at(now * TICK, velocity) };
            self.predictor.observe(*id, &observation).expect("the entity exists");
        }
    }
}

fn main() {
    let shapes = [
        ("16-8-2 x 10", Shape::PAPER),
        ("32-16-2 x 10", Shape { delays: 7, hidden: 16, ..Shape::PAPER }),
        ("24-8-3 x 20", Shape { dimensions: 3, networks: 20, ..Shape::PAPER }),
    ];
    heading("observe with its roll-out, ns per entity (smallest / median)");
    println!("{:<14} {:>18} {:>18} {:>18}", "bank", "1", "100", "10,000");
    let row = |name: &str, model: Model, shape: Shape| {
        let cells = [1, 100, 10_000].map(|count| {
            let mut crowd = Crowd::new(model, shape, count);
            let timing = time(count, || crowd.observe());
            format!("{:.0} / {:.0}", timing.min, timing.median)
        });
        println!("{name:<14} {:>18} {:>18} {:>18}", cells[0], cells[1], cells[2]);
    };
    row("dr1", Model::Dr1, Shape::PAPER);
    for (name, shape) in shapes {
        row(name, Model::Neuro, shape);
    }

    heading("16-8-2 x 10, ns per entity (smallest)");
    println!("{:<22} {:>10} {:>10} {:>10}", "", "1", "100", "10,000");
    for (name, model) in [("predict, dr1", Model::Dr1), ("predict, neuro", Model::Neuro)] {
        let cells = [1, 100, 10_000].map(|count| {
            let crowd = Crowd::new(model, Shape::PAPER, count);
            let (mut scratch, mut out) = (PredictScratch::default(), vec![Prediction::NOWHERE; count]);
            let later = crowd.tick * TICK + 7 * TICK + 1_000_000;
            let predict = || {
                let (predictor, scene) = (&crowd.predictor, LevelContext::default());
                let _ = predictor.predict_batch(scene, &crowd.ids, later, &mut scratch, &mut out, |_, _| ());
                black_box(&out);
            };
            time(count, predict).min
        });
        println!("{name:<22} {:>10.1} {:>10.1} {:>10.1}", cells[0], cells[1], cells[2]);
    }
    let cells = [1, 100, 10_000].map(|count| {
        let crowd = Crowd::new(Model::Neuro, Shape::PAPER, count);
        let ask = || {
            for id in &crowd.ids {
                let _ = black_box(crowd.predictor.predictive_velocity(*id, 0.5));
            }
        };
        time(count, ask).min
    });
    println!("{:<22} {:>10.1} {:>10.1} {:>10.1}", "predictive velocity", cells[0], cells[1], cells[2]);
}
