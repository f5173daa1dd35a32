//! Cost of the interest scheme: ns per prediction two seconds ahead and per observation, by number of players, among 1,000
//! objects.

mod common;

use antreckon::base::math::DVec3;
use antreckon::predict::interest::InterestObject;
use antreckon::predict::{
    EntityId, EntityProfile, LevelContext, Model, Observation, Obstacle, PredictScratch, Prediction, Predictor,
};
use common::{Dice, heading, time};
use std::hint::black_box;
use std::ops::Range;

const OBJECTS: u64 = 1000;
const SECOND: i64 = 1_000_000_000;

/// Players and objects in a square level of this side, metres.
struct Crowd {
    predictor: Predictor,
    ids: Vec<EntityId>,
    places: Vec<(DVec3, DVec3)>,
}

impl Crowd {
    fn new(model: Model, players: usize, side: f64) -> Self {
        let mut predictor = Predictor::new(players as u32);
        let mut dice = Dice(11);
        let mut place = || DVec3::new(dice.unit() * side, 0.0, dice.unit() * side);
        for id in 0..OBJECTS {
            let object = InterestObject { position: place(), value: 25.0, present: true };
            predictor.set_object(id, &object).expect("object is valid");
        }
        let mut profile = EntityProfile { model, ..EntityProfile::default() };
        profile.post.obstacle = Obstacle::Ignore;
        let places: Vec<_> = (0..players).map(|_| (place(), (place() / side - 0.5) * 8.0)).collect();
        let ids: Vec<_> = (0..players).map(|_| predictor.add_entity(&profile).expect("within budget")).collect();
        let mut crowd = Self { predictor, ids, places };
        for (i, id) in crowd.ids.iter().enumerate() {
            crowd.predictor.set_life(*id, Some((i % 100) as f64)).expect("life is valid");
        }
        crowd.observe(0..players, 1);
        crowd
    }

    /// These players a step of 50 ms on.
    fn observe(&mut self, players: Range<usize>, frame: i64) {
        for i in players {
            let (place, velocity) = self.places[i];
            let observation = Observation {
                velocity: Some(DVec3::new(velocity.x, 0.0, velocity.z)),
                ..Observation::at(frame * SECOND / 20, place + velocity * ((frame % 20) as f64 * 0.05))
            };
            self.predictor.observe(self.ids[i], &observation).expect("observation is valid");
        }
    }

    /// Players in turns of at most 100, so that a sample is short enough to slip between disturbances.
    fn turns(&self) -> impl FnMut() -> (i64, Range<usize>) + use<> {
        let (count, mut turn) = (self.ids.len(), 0);
        let size = count.min(100);
        move || {
            let first = turn * size % count;
            turn += 1;
            ((turn * size / count) as i64, first..first + size)
        }
    }

    fn ns_per_prediction(&self) -> f64 {
        let (mut scratch, mut out, mut turns) = (PredictScratch::default(), Vec::new(), self.turns());
        out.resize(self.ids.len().min(100), Prediction::NOWHERE);
        let when = SECOND / 20 + 2 * SECOND;
        time(out.len(), || {
            let (scene, ids) = (LevelContext::default(), &self.ids[turns().1]);
            self.predictor
                .predict_batch(scene, ids, black_box(when), &mut scratch, &mut out, |_, error| panic!("{error}"))
                .expect("lengths are equal");
            black_box(&mut out);
        })
        .min
    }

    fn ns_per_observation(&mut self) -> f64 {
        let mut turns = self.turns();
        time(self.ids.len().min(100), || {
            let (round, players) = turns();
            self.observe(players, round + 2);
        })
        .min
    }
}

fn main() {
    heading("Interest scheme, 1,000 objects: ns per prediction 2 s ahead / per observation");
    println!("{:<34} {:>18} {:>18} {:>18}", "level, model", "1 player", "100", "10,000");
    // 40.64 m is the default radius: of 1,000 objects in 100 m x 100 m about 500 are felt, in 1 km x 1 km about 5.
    for side in [100.0, 300.0, 1000.0] {
        for model in [Model::Dr1, Model::Interest, Model::Hybrid] {
            let mut cells = Vec::new();
            for players in [1, 100, 10_000] {
                // As many players per area as 10,000 in the largest level; the crowd in one hall is not a game.
                if players == 10_000 && side < 1000.0 {
                    cells.push("-".to_owned());
                    continue;
                }
                let mut crowd = Crowd::new(model, players, side);
                cells.push(format!("{:.0} / {:.0}", crowd.ns_per_prediction(), crowd.ns_per_observation()));
            }
            let name = format!("{side:.0} m x {side:.0} m, {model:?}");
            println!("{name:<34} {:>18} {:>18} {:>18}", cells[0], cells[1], cells[2]);
        }
    }
}
