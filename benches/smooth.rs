//! Cost of convergence: one frame of 1,000 drawn entities, by method, in the open and in a level with walls; and of a
//! correction. Predictions are straight lines that cost nothing, so that only the smoother is timed.

mod common;

use antreckon::base::arena::ArenaId;
use antreckon::base::math::{DQuat, DVec3};
use antreckon::predict::{EntityId, Prediction};
use antreckon::smooth::{Correction, DrawContext, Drawn, Method, SmoothParams, Smoother};
use antreckon::world::{GridInput, World, WorldParams};
use common::{Dice, heading, time};
use std::hint::black_box;

const ENTITIES: usize = 1000;
const SIDE: u32 = 200;
/// Frames of 60 Hz between two corrections of an entity.
const GAP: i64 = 6;
const FRAME: i64 = 16_666_667;

/// Every eighth square is a pillar.
fn level() -> World {
    let blocked: Vec<u8> = (0..SIDE * SIDE).map(|i| (i % SIDE % 4 == 3 && i / SIDE % 2 == 1) as u8).collect();
    let grid = GridInput {
        width: SIDE,
        depth: SIDE,
        floors: 1,
        corner: DVec3::ZERO,
        floor_height: 3.0,
        blocked: &blocked,
        heights: &[],
        areas: &[],
    };
    World::from_grid(&WorldParams::default(), &grid).expect("grid is valid")
}

struct Crowd {
    smoother: Smoother,
    ids: Vec<EntityId>,
    runs: Vec<(DVec3, DVec3, f64)>,
    predictions: Vec<Prediction>,
    drawn: Vec<Drawn>,
    frame: i64,
}

impl Crowd {
    fn new(method: Method) -> Self {
        let mut dice = Dice(5);
        let side = f64::from(SIDE);
        // Lanes without pillars, so that predictions are good ones; drawn entities are beside them for a while.
        let runs = (0..ENTITIES)
            .map(|_| {
                let lane = 2.0 * dice.below(SIDE as usize / 2 - 2) as f64 + 2.5;
                (DVec3::new(0.1 * side + 0.8 * side * dice.unit(), 0.0, lane), DVec3::X * 4.0, dice.unit())
            })
            .collect();
        Self {
            smoother: Smoother::new(ENTITIES as u32, &SmoothParams { method, ..SmoothParams::default() })
                .expect("parameters are valid"),
            ids: (0..ENTITIES as u32).map(|index| ArenaId { index, generation: 1 }).collect(),
            runs,
            predictions: vec![Prediction::NOWHERE; ENTITIES],
            drawn: vec![Drawn::NOWHERE; ENTITIES],
            frame: 0,
        }
    }

    /// Straight lines that jump by less than half a metre and turn at every correction, there and back again.
    fn predict(&mut self) {
        let frame = self.frame;
        for (i, (place, velocity, phase)) in self.runs.iter().enumerate() {
            let since = (frame + i as i64) % GAP;
            let odd = (frame + i as i64) / GAP % 2 == 0;
            let sign = if odd { 1.0 } else { -1.0 };
            let turn = 0.3 * sign * phase;
            self.predictions[i] = Prediction {
                position: *place + *velocity * (sign * since as f64 / 60.0) + DVec3::Z * (0.4 * sign * phase),
                velocity: *velocity * sign,
                orientation: DQuat::from_xyzw(0.0, turn, 0.0, (1.0 - turn * turn).sqrt()),
                ..Prediction::NOWHERE
            };
        }
    }

    fn correct(&mut self, terrain: &DrawContext<'_>) -> usize {
        let due = (0..ENTITIES).filter(|i| (self.frame + *i as i64) % GAP == 0);
        let mut count = 0;
        for i in due {
            let correction = Correction::new(self.frame * FRAME, &self.predictions[i]);
            self.smoother.correct(self.ids[i], &correction, terrain).expect("correction is valid");
            count += 1;
        }
        count
    }

    fn draw(&mut self, terrain: &DrawContext<'_>) {
        let now = self.frame * FRAME;
        self.smoother
            .draw_batch(&self.ids, now, &self.predictions, terrain, &mut self.drawn, |_, error| panic!("{error}"))
            .expect("lengths are equal");
    }

    /// Microseconds of one frame: drawing alone, and with a sixth of the entities corrected.
    fn frames(&mut self, terrain: &DrawContext<'_>) -> [f64; 2] {
        let mut play = |with_corrections: bool| {
            time(1, || {
                self.frame += 1;
                self.predict();
                if with_corrections {
                    self.correct(terrain);
                }
                self.draw(terrain);
                black_box(&mut self.drawn);
            })
            .min / 1000.0
        };
        let both = play(true);
        [play(false), both]
    }
}

fn main() {
    let world = level();
    let walls = DrawContext { world: Some(&world), ..DrawContext::default() };
    let mut empty = Crowd::new(Method::Snap);
    let predicting = time(1, || {
        empty.frame += 1;
        empty.predict();
        black_box(&mut empty.predictions);
    })
    .min / 1000.0;
    heading("Convergence: microseconds per frame of 1,000 entities (smallest sample)");
    println!("making up the predictions takes {predicting:.0} of each");
    println!("{:<20} {:>12} {:>18} {:>12} {:>18}", "method", "open", "+ corrections", "walls", "+ corrections");
    for method in Method::ALL {
        let open = Crowd::new(method).frames(&DrawContext::default());
        let level = Crowd::new(method).frames(&walls);
        let name = format!("{method:?}");
        println!("{name:<20} {:>12.0} {:>18.0} {:>12.0} {:>18.0}", open[0], open[1], level[0], level[1]);
    }
}
