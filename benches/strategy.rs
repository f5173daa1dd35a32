//! Cost of following strategies: ns per prediction and per update with 100 strategies, beside dead reckoning in the same run.

mod common;

use antreckon::base::math::DVec3;
use antreckon::predict::strategy::{Mode, StrategyParams};
use antreckon::predict::{
    EntityId, EntityProfile, LevelContext, Model, Observation, Obstacle, PredictScratch, Predictor,
};
use common::{Dice, heading, time};
use std::hint::black_box;

const SIDE: f64 = 400.0;
const ROUTES: usize = 100;
const POINTS: usize = 20;
const TICK: i64 = 50_000_000;

/// A hundred winding routes of 20 points across a level of 400 m.
fn routes() -> Vec<Vec<DVec3>> {
    let mut dice = Dice(11);
    (0..ROUTES)
        .map(|_| {
            let mut at = DVec3::new(dice.unit() * SIDE, 0.0, dice.unit() * SIDE);
            let mut angle = dice.unit() * core::f64::consts::TAU;
            (0..POINTS)
                .map(|_| {
                    angle += (dice.unit() - 0.5) * 2.0;
                    at += DVec3::new(angle.cos(), 0.0, angle.sin()) * (6.0 + 10.0 * dice.unit());
                    at
                })
                .collect()
        })
        .collect()
}

/// Entities that walk along routes, a little beside them.
struct Game {
    predictor: Predictor,
    ids: Vec<EntityId>,
    /// Route, metres along it, offset.
    walkers: Vec<(usize, f64, DVec3)>,
    now: i64,
}

impl Game {
    fn new(count: usize, model: Model) -> Self {
        let mut predictor = Predictor::new(count as u32);
        let params = StrategyParams { mode: Mode::Progress, parallels: 1, threshold: 2.0, ..StrategyParams::default() };
        predictor.set_strategies(&params).expect("parameters are valid");
        for route in routes() {
            predictor.add_route(&route, 1).expect("there is room");
        }
        let mut profile = EntityProfile { model, ..EntityProfile::default() };
        profile.post.limit_speed = false;
        profile.post.obstacle = Obstacle::Ignore;
        let mut dice = Dice(5);
        let ids = (0..count).map(|_| predictor.add_entity(&profile).expect("within budget")).collect();
        let walkers = (0..count)
            .map(|_| {
                let beside = DVec3::new(dice.unit() - 0.5, 0.0, dice.unit() - 0.5);
                (dice.below(ROUTES), dice.unit() * 100.0, beside)
            })
            .collect();
        let mut game = Self { predictor, ids, walkers, now: 0 };
        game.update();
        game.update();
        game
    }

    /// One update of everybody, 0.4 m farther along.
    fn update(&mut self) {
        self.now += TICK;
        for (id, (route, along, beside)) in self.ids.iter().zip(&mut self.walkers) {
            *along = (*along + 0.4) % 120.0;
            let place = self.predictor.routes().nth(*route).expect("the route exists").0.at(*along) + *beside;
            self.predictor.observe(*id, &Observation::at(self.now, place)).expect("the observation is valid");
        }
    }

    fn following(&self) -> usize {
        let follows = |id: &&EntityId| self.predictor.strategy_info(**id).expect("it exists").following.is_some();
        self.ids.iter().filter(follows).count()
    }
}

fn main() {
    heading("Strategies: 100 routes of 20 points, ns per entity");
    println!(
        "{:<10} {:>10} {:>14} {:>14} {:>14} {:>14} {:>14}",
        "entities", "following", "predict 0.5 s", "predict 4 s", "dr1 0.5 s", "update", "update dr1"
    );
    for count in [1, 100, 10_000] {
        let mut cells = Vec::new();
        let mut following = 0;
        for model in [Model::Strategy, Model::Dr1] {
            let mut game = Game::new(count, model);
            let (scene, mut scratch) = (LevelContext::default(), PredictScratch::default());
            let first = game.predictor.predict(scene, game.ids[0], game.now).expect("it was observed");
            let mut out = vec![first; count];
            for ahead in [10, 80] {
                let cost = time(count, || {
                    let when = black_box(game.now + ahead * TICK);
                    game.predictor
                        .predict_batch(scene, &game.ids, when, &mut scratch, &mut out, |_, error| panic!("{error}"))
                        .expect("lengths are equal");
                    black_box(&mut out);
                });
                cells.push(cost.min);
            }
            if model == Model::Strategy {
                following = game.following();
            }
            cells.push(time(count, || game.update()).min);
        }
        println!(
            "{count:<10} {following:>10} {:>14.1} {:>14.1} {:>14.1} {:>14.1} {:>14.1}",
            cells[0], cells[1], cells[3], cells[2], cells[5]
        );
    }
    println!("An update of either includes the walk along the route that makes the observation.");
}
