//! Predictions along walls: known cases that one ray from the last update got wrong.

use antreckon::base::math::{DVec2, DVec3};
use antreckon::base::time::{Nanos, SECOND};
use antreckon::predict::correction::OBSTACLE;
use antreckon::predict::{
    EntityId, EntityProfile, LevelContext, Model, Observation, Obstacle, PostProcessing, Prediction, Predictor,
};
use antreckon::world::{MeshInput, World, WorldParams};

const FRAME: Nanos = SECOND / 60;

/// A level of rectangles on the ground: corners (x, z) to (x, z).
fn level(rectangles: &[[f64; 4]]) -> World {
    let corners = |[x0, z0, x1, z1]: [f64; 4]| [(x0, z0), (x0, z1), (x1, z1), (x1, z0)];
    let vertices: Vec<DVec3> =
        rectangles.iter().flat_map(|r| corners(*r).map(|(x, z)| DVec3::new(x, 0.0, z))).collect();
    let indices: Vec<u32> = (0..vertices.len() as u32).collect();
    let sizes = vec![4; rectangles.len()];
    let mesh = MeshInput { vertices: &vertices, indices: &indices, polygon_sizes: &sizes, areas: &[], links: &[] };
    World::from_mesh(&WorldParams::default(), &mesh).unwrap()
}

/// Two rooms of 4 × 10 m beside each other, a wall of 20 cm between them with an opening at z 5.5 to 10.
fn rooms() -> World {
    level(&[[0.0, 0.0, 4.0, 10.0], [4.0, 5.5, 4.2, 10.0], [4.2, 0.0, 8.2, 10.0]])
}

struct Runner {
    predictor: Predictor,
    walled: EntityId,
    free: EntityId,
}

impl Runner {
    fn new(model: Model, from: DVec3, velocity: DVec3, acceleration: DVec3) -> Self {
        let mut predictor = Predictor::new(2);
        let [walled, free] = [Obstacle::Slide, Obstacle::Ignore].map(|obstacle| {
            let post = PostProcessing { obstacle, ..Default::default() };
            let id = predictor.add_entity(&EntityProfile { model, post, ..Default::default() }).unwrap();
            let (velocity, acceleration) = (Some(velocity), Some(acceleration));
            predictor.observe(id, &Observation { velocity, acceleration, ..Observation::at(0, from) }).unwrap();
            id
        });
        Self { predictor, walled, free }
    }

    fn at(&self, world: &World, time: Nanos) -> Prediction {
        self.predictor.predict(LevelContext { world: Some(world), map: None }, self.walled, time).unwrap()
    }

    fn ignoring(&self, time: Nanos) -> DVec3 {
        self.predictor.predict(LevelContext::default(), self.free, time).unwrap().position
    }
}

fn level_distance(a: DVec3, b: DVec3) -> f64 {
    DVec2::new(a.x - b.x, a.z - b.z).length()
}

#[test]
fn a_curve_through_an_opening_is_neither_thrown_back_nor_flipped() {
    let world = rooms();
    let runner =
        Runner::new(Model::Dr2, DVec3::new(3.9, 0.0, 4.4), DVec3::new(0.0, 0.0, 5.0), DVec3::new(1.95, 0.0, 0.0));
    let mut before = runner.at(&world, 0).position;
    for n in 1..=60 {
        let now = runner.at(&world, n * FRAME);
        // 5 m/s, and 2 m/s across at the end: 9 cm per frame, where it was 1.16 m back and 1.21 m to the side.
        assert!(level_distance(now.position, before) < 0.1, "frame {n}: {before} to {now:?}");
        assert!(level_distance(now.position, runner.ignoring(n * FRAME)) < 1e-9, "it meets nothing: {now:?}");
        before = now.position;
    }
    assert!(before.x > 4.2);
}

#[test]
fn a_slanting_run_slides_along_the_wall_and_on_through_the_opening() {
    let world = rooms();
    let runner = Runner::new(Model::Dr1, DVec3::new(3.0, 0.0, 2.0), DVec3::new(4.0, 0.0, 4.0), DVec3::ZERO);
    let held = runner.at(&world, SECOND / 2);
    assert!(level_distance(held.position, DVec3::new(4.0, 0.0, 4.0)) < 1e-4, "{held:?}");
    assert_eq!(held.corrections, OBSTACLE);
    assert!((held.velocity - DVec3::new(0.0, 0.0, 4.0)).length() < 1e-9, "along the wall: {held:?}");
    let through = runner.at(&world, SECOND * 5 / 4);
    assert!(through.position.x > 4.5 && (through.position.z - 7.0).abs() < 1e-4, "{through:?}");
    assert!((through.velocity - DVec3::new(4.0, 0.0, 4.0)).length() < 1e-9, "off the wall: {through:?}");
}

#[test]
fn a_corner_holds() {
    let world = level(&[[0.0, 0.0, 4.0, 4.0]]);
    let runner = Runner::new(Model::Dr1, DVec3::new(3.0, 0.0, 2.0), DVec3::new(4.0, 0.0, 5.0), DVec3::ZERO);
    let got = runner.at(&world, SECOND);
    assert!(level_distance(got.position, DVec3::new(4.0, 0.0, 4.0)) < 1e-4, "{got:?}");
    assert_eq!((got.velocity, got.corrections), (DVec3::ZERO, OBSTACLE));
}

#[test]
fn beside_the_surface_a_run_goes_on_beside_it() {
    let world = rooms();
    // 2.5 m in half a second, 3 to 60 cm outside of the edge; beside the wall of 20 cm the other room begins after that.
    for outside in [0.02, 0.03, 0.1, 0.6] {
        let from = DVec3::new(-outside, 0.0, 1.0);
        for across in [-0.0, 0.5, 2.0] {
            let runner = Runner::new(Model::Dr1, from, DVec3::new(across, 0.0, 5.0), DVec3::ZERO);
            for n in 0..=30 {
                let got = runner.at(&world, n * FRAME);
                assert!(level_distance(got.position, runner.ignoring(n * FRAME)) < 1e-5, "{outside} {across}: {got:?}");
                assert_eq!(got.corrections, 0);
            }
        }
        // No deeper into the wall than it was, and on along it.
        let runner = Runner::new(Model::Damped, from, DVec3::new(-2.0, 0.0, 5.0), DVec3::ZERO);
        for n in 0..=30 {
            let (got, free) = (runner.at(&world, n * FRAME), runner.ignoring(n * FRAME));
            assert!((got.position.x + outside).abs() < 1e-5 && (got.position.z - free.z).abs() < 1e-5, "{got:?}");
        }
    }
}

#[test]
fn beside_a_thin_wall_nobody_gets_to_the_other_side() {
    let world = rooms();
    // 12 cm inside a wall of 20 cm.
    for x in [4.05, 4.08, 4.12, 4.15] {
        for velocity in [DVec3::new(3.0, 0.0, 5.0), DVec3::new(-3.0, 0.0, 5.0), DVec3::new(0.0, 0.0, 5.0)] {
            let runner = Runner::new(Model::Dr1, DVec3::new(x, 0.0, 1.0), velocity, DVec3::ZERO);
            let mut before = runner.at(&world, 0).position;
            for n in 1..=30 {
                let got = runner.at(&world, n * FRAME).position;
                assert!(level_distance(got, before) < 0.2, "{x} {velocity} frame {n}: {before} {got}");
                before = got;
            }
            // Along it until the opening at z 5.5.
            assert!((before.z - 3.5).abs() < 1e-4, "{x} {velocity}: {before}");
            assert!(if x < 4.1 { before.x < 4.2 } else { before.x > 4.0 }, "{x} {velocity}: {before}");
        }
    }
}

#[test]
fn a_round_wall_is_followed() {
    // A ring of 24 quadrangles, 3 to 5 m from the middle.
    let at = |radius: f64, i: u32| {
        let (sin, cos) = (f64::from(i) * std::f64::consts::TAU / 24.0).sin_cos();
        DVec3::new(radius * cos, 0.0, radius * sin)
    };
    let vertices: Vec<DVec3> = (0..24).flat_map(|i| [at(3.0, i), at(3.0, i + 1), at(5.0, i + 1), at(5.0, i)]).collect();
    let indices: Vec<u32> = (0..vertices.len() as u32).collect();
    let mesh = MeshInput { vertices: &vertices, indices: &indices, polygon_sizes: &[4; 24], areas: &[], links: &[] };
    let world = World::from_mesh(&WorldParams::default(), &mesh).unwrap();
    let runner = Runner::new(Model::Dr1, DVec3::new(4.5, 0.0, 0.0), DVec3::new(2.0, 0.0, 6.0), DVec3::ZERO);
    let mut before = runner.at(&world, 0).position;
    for n in 1..=60 {
        let got = runner.at(&world, n * FRAME).position;
        assert!(level_distance(got, before) < 6.4 / 60.0, "frame {n}: {before} {got}");
        let radius = level_distance(got, DVec3::ZERO);
        assert!((2.97..=5.01).contains(&radius), "frame {n}: {got}");
        before = got;
    }
    // 6.3 m/s towards 72° from 11° on: 1.26 rad/s × the sine of what is left.
    assert!((before.z.atan2(before.x).to_degrees() - 49.0).abs() < 2.0, "{before}");
}
