//! Convergence of what is drawn, by itself.

use super::game::Game;
use super::{FRAME, calls_in};
use antreckon::base::math::DVec3;
use antreckon::pheromone::Reader;
use antreckon::predict::{LevelContext, Observation};
use antreckon::smooth::{Correction, DrawContext, Drawn, Method, SmoothParams, Smoother};

/// Corrections across the wall and back, by every method, led by the field or not.
#[test]
fn convergence_allocates_nothing_once_warm() {
    let mut game = Game::new();
    (1..=40).for_each(|k| game.frame(k));
    let Game { world, map, predictor, entities, scratch, .. } = &mut game;
    let weights = [1.0, 0.5, 0.2];
    let field = Some((&*map, Reader { weights: &weights, avatar: None }));
    let terrain = DrawContext { world: Some(&*world), field, ..DrawContext::default() };
    for method in Method::ALL {
        let mut smoother = Smoother::new(64, &SmoothParams { method, ..SmoothParams::default() }).unwrap();
        let mut drawn = Drawn::NOWHERE;
        let mut frame = |k: i64| {
            for (i, id) in entities.iter().enumerate() {
                let now = (40 + k) * FRAME;
                if (k + i as i64) % 4 == 0 {
                    // On one side of the wall and on the other, near its gap.
                    let x = if (k + i as i64) % 8 == 0 { 31.2 } else { 33.8 };
                    let position = DVec3::new(x, 0.0, 38.5 + 0.5 * i as f64);
                    predictor.observe(*id, &Observation::at(now, position)).unwrap();
                    let scene = LevelContext { world: Some(&*world), map: None };
                    let prediction = predictor.predict_with(scene, *id, now, scratch).unwrap();
                    smoother.correct(*id, &Correction::new(now, &prediction), &terrain).unwrap();
                }
                let scene = LevelContext { world: Some(&*world), map: None };
                let prediction = predictor.predict_with(scene, *id, now, scratch).unwrap();
                drawn = smoother.draw(*id, now, &prediction, &terrain).unwrap();
            }
        };
        (1..=200).for_each(&mut frame);
        let calls = calls_in(|| (201..=600).for_each(&mut frame));
        assert_eq!(calls, 0, "allocator calls of {method:?} in 400 frames");
        std::hint::black_box(drawn);
    }
}
