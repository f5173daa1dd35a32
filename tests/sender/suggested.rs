//! Lines along a predicted path (`suggest_along`) against plain lines: whatever the path and the model, they send no more.

use crate::cast::{Wanderer, profile};
use crate::{MS, Nanos, SECOND};
use antreckon::base::math::DVec3;
use antreckon::base::random::Random;
use antreckon::net::sender::{ConnectionParams, Delivery, SendContext, SenderKind};
use antreckon::net::{CodecParams, Sender, SenderCapacity, SenderParams, Truth};
use antreckon::predict::{EntityProfile, LevelContext, Model, Predictor};
use proptest::prelude::*;

const TICK: Nanos = 50 * MS;
/// What it takes to find out that a model misleads, see `src/net/sender/proof.rs`: an update or two each time that it is heard
/// and fails, which happens the more seldom the more often it did.
fn most(plain: usize) -> usize {
    plain + 4 + plain / 100
}

/// How somebody moves; every one of these misleads some model.
#[derive(Clone, Copy, Debug)]
enum Path {
    /// Anything, see [`Wanderer`].
    Wander,
    /// Turns by a right angle every 0.4 to 1.2 s, as soon as a model that follows curves believes in the last one.
    Corners,
    /// Accelerates and brakes in turns: averages are always late.
    Surges,
    /// A circle, to the other side now and then.
    Circle,
}

const PATHS: [Path; 4] = [Path::Wander, Path::Corners, Path::Surges, Path::Circle];

struct Runner {
    path: Path,
    random: Random,
    wanderer: Wanderer,
    truth: Truth,
    until: Nanos,
    heading: f64,
    turn: f64,
    speed: f64,
    push: f64,
}

impl Runner {
    fn new(path: Path, seed: u64) -> Self {
        Self {
            path,
            random: Random(seed),
            wanderer: Wanderer::calm(seed),
            truth: Truth::at(0, DVec3::ZERO, DVec3::ZERO),
            until: 0,
            heading: 0.0,
            turn: 0.0,
            speed: 5.0,
            push: 0.0,
        }
    }

    fn step(&mut self) -> Truth {
        if matches!(self.path, Path::Wander) {
            return self.wanderer.step(TICK);
        }
        let seconds = TICK as f64 * 1e-9;
        self.truth.time += TICK;
        if self.truth.time >= self.until {
            let side = if self.random.unit() < 0.5 { 1.0 } else { -1.0 };
            self.until = self.truth.time + ((0.4 + 0.8 * self.random.unit()) * SECOND as f64) as Nanos;
            match self.path {
                Path::Corners => self.heading += side * core::f64::consts::FRAC_PI_2,
                Path::Surges => self.push = side * 8.0,
                _ => self.turn = side * (1.0 + 2.0 * self.random.unit()),
            }
        }
        self.heading += self.turn * seconds;
        self.speed = (self.speed + self.push * seconds).clamp(1.0, 9.0);
        self.truth.velocity = DVec3::new(self.heading.cos(), 0.0, self.heading.sin()) * self.speed;
        self.truth.position += self.truth.velocity * seconds;
        self.truth
    }
}

/// Updates for one observer; with a model, lines along its path are suggested for every truth.
fn updates(path: Path, seed: u64, threshold: f64, model: Option<Model>, ticks: usize) -> usize {
    let capacity = SenderCapacity { entities: 1, connections: 1, in_flight: 16 };
    let mut sender = Sender::new(&CodecParams::default(), &capacity).unwrap();
    let params = SenderParams {
        kind: SenderKind::OwnerLine,
        position: threshold,
        orientation: f64::INFINITY,
        ..SenderParams::default()
    };
    sender.add_entity(5, &params, None).unwrap();
    let link = ConnectionParams { delivery: Delivery::Reliable, ..ConnectionParams::default() };
    let id = sender.connect(&link).unwrap();
    let mut owner = Predictor::new(1);
    let entity = owner.add_entity(&model.map_or_else(EntityProfile::default, profile)).unwrap();
    let (mut runner, mut out, mut sent) = (Runner::new(path, seed), [0; 300], 0);
    for _ in 0..ticks {
        let truth = runner.step();
        sender.submit(5, &truth).unwrap();
        if model.is_some() {
            owner.observe(entity, &truth.observation()).unwrap();
            sender.suggest_along(5, &owner, entity, LevelContext::default()).unwrap();
        }
        sent += sender.collect(id, truth.time, &mut SendContext::default(), &mut out).unwrap().updates;
    }
    sent
}

const MODELS: [Model; 7] =
    [Model::Dr1, Model::Dr2, Model::Damped, Model::DisRvw, Model::Neuro, Model::Kinematic, Model::Auto];

#[test]
fn suggested_lines_never_send_more_than_plain_ones() {
    let (mut failed, mut saved) = (Vec::new(), 0);
    for path in PATHS {
        for threshold in [0.1, 0.5] {
            let plain = updates(path, 1, threshold, None, 2400);
            for model in MODELS {
                let along = updates(path, 1, threshold, Some(model), 2400);
                println!("{path:?} at {threshold} m, {model:?}: {along} against {plain}");
                saved += plain.saturating_sub(along);
                if along > most(plain) {
                    failed.push(format!("{path:?} at {threshold} m, {model:?}: {along} against {plain}"));
                }
            }
        }
    }
    assert!(failed.is_empty(), "{failed:#?}");
    // Who follows circles does save: the comparison is not won by never listening.
    assert!(saved > 300, "{saved} updates saved in all");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn nor_do_they_on_any_other_path(
        seed: u64,
        path in prop::sample::select(PATHS.to_vec()),
        model in prop::sample::select(vec![Model::Dr2, Model::Damped, Model::DisRvw, Model::Neuro]),
        threshold in 0.05f64..2.0,
        ticks in 50usize..1200,
    ) {
        let plain = updates(path, seed, threshold, None, ticks);
        let along = updates(path, seed, threshold, Some(model), ticks);
        prop_assert!(along <= most(plain), "{} against {}", along, plain);
    }
}
