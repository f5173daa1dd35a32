//! Cost of what arrives: in order, late and replayed, shown by prediction and by interpolation, and judged.

mod common;

use antreckon::base::math::DVec3;
use antreckon::net::plausibility::{JudgeContext, Limits};
use antreckon::net::{Plausibility, PlausibilityParams, Receiver, ReceiverParams, Sequence, Update};
use antreckon::predict::learned::ObserveContext;
use antreckon::predict::{EntityProfile, LevelContext, Model, Predictor};
use antreckon::world::{GridInput, World, WorldParams};
use common::{heading, time};
use std::hint::black_box;

const COUNT: u32 = 1000;
const TICK: i64 = 50_000_000;

fn update(entity: u32, tick: i64) -> Update {
    let t = tick as f64 * 0.05 + f64::from(entity);
    Update {
        sequence: Sequence(tick as u16),
        velocity: DVec3::new(4.0 * t.cos(), 0.0, -4.0 * t.sin()),
        ..Update::at(entity, tick * TICK, DVec3::new(50.0 + 4.0 * t.sin(), 0.0, 50.0 + 4.0 * t.cos()))
    }
}

fn crowd(model: Model) -> (Predictor, Receiver) {
    let mut predictor = Predictor::new(COUNT);
    let mut receiver = Receiver::new(&ReceiverParams { synchronised: true, ..ReceiverParams::default() }).unwrap();
    for number in 0..COUNT {
        let profile = EntityProfile { model, shared_only: true, leaves_trail: false, ..EntityProfile::default() };
        receiver.add(number, predictor.add_entity(&profile).unwrap()).unwrap();
    }
    (predictor, receiver)
}

fn receiving() {
    heading("one update, ns");
    println!(
        "{:<12}{:>12}{:>12}{:>14}{:>12}{:>14}",
        "model", "observed", "received", "late by one", "predicted", "interpolated"
    );
    for model in [Model::Dr1, Model::Damped, Model::Auto] {
        let (mut bare, ids) = {
            let (predictor, receiver) = crowd(model);
            let ids: Vec<_> = (0..COUNT).map(|n| receiver.entity(n).unwrap()).collect();
            (predictor, ids)
        };
        let mut tick = 0;
        let observed = time(COUNT as usize, || {
            tick += 1;
            for entity in 0..COUNT {
                bare.observe(ids[entity as usize], &update(entity, tick).observation()).unwrap();
            }
        });
        let (mut predictor, mut receiver) = crowd(model);
        let mut tick = 0;
        let take = |predictor: &mut Predictor, receiver: &mut Receiver, entity: u32, tick: i64| {
            receiver.receive(predictor, &update(entity, tick), tick * TICK, ObserveContext::default()).unwrap();
        };
        let received = time(COUNT as usize, || {
            tick += 1;
            (0..COUNT).for_each(|entity| take(&mut predictor, &mut receiver, entity, tick));
        });
        // Every second update comes after the one that follows it.
        let late = time(2 * COUNT as usize, || {
            tick += 2;
            for entity in 0..COUNT {
                take(&mut predictor, &mut receiver, entity, tick);
                take(&mut predictor, &mut receiver, entity, tick - 1);
            }
        });
        receiver.advance(&mut predictor, tick * TICK + TICK / 2, ObserveContext::default()).unwrap();
        let scene = LevelContext::default();
        let predicted = time(COUNT as usize, || {
            for n in 0..COUNT {
                let _ = black_box(receiver.predict(&predictor, scene, n, None));
            }
        });
        let then = tick * TICK - TICK - TICK / 2;
        let interpolated = time(COUNT as usize, || {
            for n in 0..COUNT {
                let _ = black_box(receiver.interpolate_at(&predictor, scene, n, then, None));
            }
        });
        let [a, b, c, d, e] = [observed, received, late, predicted, interpolated].map(|timing| timing.min);
        println!("{:<12}{a:>12.0}{b:>12.0}{c:>14.0}{d:>12.0}{e:>14.0}", format!("{model:?}").to_lowercase());
    }
    let (predictor, receiver) = crowd(Model::Damped);
    println!(
        "memory per entity: {} bytes, beside {} of the predictor",
        receiver.bytes() / 1000,
        predictor.bytes() / 1000
    );
}

fn judging() {
    heading("judging one update, ns");
    let grid = GridInput {
        width: 100,
        depth: 100,
        floors: 1,
        corner: DVec3::ZERO,
        floor_height: 4.0,
        blocked: &[],
        heights: &[],
        areas: &[],
    };
    let world = World::from_grid(&WorldParams::default(), &grid).unwrap();
    for (name, world) in [("without a level", None), ("in a level", Some(&world))] {
        let mut judge = Plausibility::new(&PlausibilityParams::default(), &Limits::default()).unwrap();
        let mut tick = 0;
        let judged = time(COUNT as usize, || {
            tick += 1;
            for entity in 0..COUNT {
                let setting = JudgeContext { world, expected: None };
                black_box(judge.judge(&update(entity, tick), tick * TICK, setting).unwrap());
            }
        });
        println!("{name:<28}{:>10.0}", judged.min);
    }
}

fn main() {
    receiving();
    judging();
}
