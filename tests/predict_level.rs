//! Predictions in a level: obstacles, floors, and the pull of the field.

use antreckon::base::math::{DQuat, DVec2, DVec3};
use antreckon::base::time::{Nanos, SECOND};
use antreckon::pheromone::{LayerParams, MapParams, PheromoneMap, Reader, Source};
use antreckon::predict::correction::{FALLBACK, OBSTACLE, SPEED, STANDING};
use antreckon::predict::{
    BaseMotion, EntityId, EntityProfile, Explanation, LevelContext, Model, Observation, Obstacle, PostProcessing,
    Prediction, Predictor,
};
use antreckon::world::{GridInput, MeshInput, World, WorldParams};
use proptest::prelude::*;

/// A level drawn with '#' for blocked squares of 1 m; rows go along +z, columns along +x.
fn level(rows: &[&str]) -> World {
    level_with_heights(rows, &[])
}

fn level_with_heights(rows: &[&str], heights: &[f32]) -> World {
    let blocked: Vec<u8> = rows.iter().flat_map(|row| row.bytes().map(|b| (b == b'#') as u8)).collect();
    let grid = GridInput {
        width: rows[0].len() as u32,
        depth: rows.len() as u32,
        floors: 1,
        corner: DVec3::ZERO,
        floor_height: 4.0,
        blocked: &blocked,
        heights,
        areas: &[],
    };
    World::from_grid(&WorldParams::default(), &grid).unwrap()
}

fn profile(model: Model, obstacle: Obstacle) -> EntityProfile {
    EntityProfile { model, post: PostProcessing { obstacle, ..Default::default() }, ..Default::default() }
}

/// Somebody seen once at `position` with `velocity`.
fn seen(profile: &EntityProfile, position: DVec3, velocity: DVec3) -> (Predictor, EntityId) {
    observed(profile, Observation { velocity: Some(velocity), ..Observation::at(0, position) })
}

fn observed(profile: &EntityProfile, observation: Observation) -> (Predictor, EntityId) {
    let mut predictor = Predictor::new(1);
    let id = predictor.add_entity(profile).unwrap();
    predictor.observe(id, &observation).unwrap();
    (predictor, id)
}

fn predict(world: &World, (predictor, id): &(Predictor, EntityId), time: Nanos) -> Prediction {
    predictor.predict(LevelContext { world: Some(world), map: None }, *id, time).unwrap()
}

#[test]
fn a_wall_stops_who_runs_straight_into_it_and_height_over_the_floor_is_kept() {
    let world = level(&["......", "...#..", "......"]);
    let runner = seen(&profile(Model::Dr1, Obstacle::Slide), DVec3::new(0.5, 0.9, 1.5), DVec3::new(5.0, 0.3, 0.0));
    let got = predict(&world, &runner, SECOND);
    assert!((got.position - DVec3::new(3.0, 0.9, 1.5)).length() < 1e-3, "{got:?}");
    assert_eq!((got.velocity, got.corrections), (DVec3::ZERO, OBSTACLE));
    let before = predict(&world, &runner, SECOND / 4);
    assert!((before.position - DVec3::new(1.75, 0.9, 1.5)).length() < 1e-9, "{before:?}");
    assert_eq!(before.corrections, 0);
    let ignored = seen(&profile(Model::Dr1, Obstacle::Ignore), DVec3::new(0.5, 0.9, 1.5), DVec3::X * 5.0);
    assert_eq!(predict(&world, &ignored, SECOND).position, DVec3::new(5.5, 0.9, 1.5));
}

#[test]
fn on_a_moving_base_the_level_is_no_obstacle() {
    let world = level(&["......", "...#..", "......"]);
    let base = BaseMotion {
        id: 1,
        position: DVec3::ZERO,
        orientation: DQuat::IDENTITY,
        velocity: DVec3::ZERO,
        angular_velocity: DVec3::ZERO,
    };
    let rider = Observation {
        base: Some(base),
        velocity: Some(DVec3::X * 5.0),
        ..Observation::at(0, DVec3::new(0.5, 0.0, 1.5))
    };
    let got = predict(&world, &observed(&profile(Model::Dr1, Obstacle::Slide), rider), SECOND);
    assert_eq!((got.position, got.corrections), (DVec3::new(5.5, 0.0, 1.5), FALLBACK));
}

#[test]
fn drops_stop_nobody() {
    let heights: Vec<f32> = (0..3).flat_map(|_| [3.0, 3.0, 3.0, 0.0, 0.0, 0.0]).collect();
    let world = level_with_heights(&["......", "......", "......"], &heights);
    let walker = profile(Model::Dr1, Obstacle::Slide);
    let mut observation =
        Observation { velocity: Some(DVec3::X * 4.0), ..Observation::at(0, DVec3::new(0.5, 3.0, 1.5)) };
    // How fast it falls nobody knows: the height of departure stays until the next update.
    let got = predict(&world, &observed(&walker, observation), SECOND);
    assert!((got.position - DVec3::new(4.5, 3.0, 1.5)).length() < 1e-9, "{got:?}");
    assert_eq!(got.corrections, 0);

    observation.airborne = true;
    for height in [3.0, 4.0, 9.0] {
        observation.position.y = height;
        let got = predict(&world, &observed(&walker, observation), SECOND);
        assert!((got.position - DVec3::new(4.5, height, 1.5)).length() < 1e-9, "from {height}: {got:?}");
        assert_eq!(got.corrections, 0);
    }
    // Falling, it ends on the floor below, not under it. So fast nobody walks: it need not be told.
    observation.position.y = 4.0;
    observation.velocity = Some(DVec3::new(4.0, -5.0, 0.0));
    for airborne in [true, false] {
        observation.airborne = airborne;
        let got = predict(&world, &observed(&walker, observation), SECOND);
        assert!((got.position - DVec3::new(4.5, 0.0, 1.5)).length() < 1e-6, "{got:?}");
    }
}

#[test]
fn a_ledge_stops_who_comes_from_below_but_not_who_is_above_it() {
    let heights: Vec<f32> = (0..3).flat_map(|_| [0.0, 0.0, 0.0, 1.0, 1.0, 1.0]).collect();
    let world = level_with_heights(&["......", "......", "......"], &heights);
    let walker = profile(Model::Dr1, Obstacle::Slide);
    for (height, airborne, end) in [(0.0, false, 3.0), (0.3, true, 3.0), (0.7, true, 4.5), (1.3, false, 4.5)] {
        let from = DVec3::new(0.5, height, 1.5);
        let observation = Observation { airborne, velocity: Some(DVec3::X * 4.0), ..Observation::at(0, from) };
        let got = predict(&world, &observed(&walker, observation), SECOND);
        assert!((got.position.x - end).abs() < 1e-3, "from {height}: {got:?}");
    }
}

#[test]
fn walls_stop_the_airborne_too() {
    let world = level(&["......", "...#..", "......"]);
    for height in [0.0, 1.0, 5.0] {
        let observation = Observation {
            airborne: true,
            velocity: Some(DVec3::new(5.0, 1.0, 0.0)),
            ..Observation::at(0, DVec3::new(0.5, height, 1.5))
        };
        let got = predict(&world, &observed(&profile(Model::Dr1, Obstacle::Slide), observation), SECOND);
        assert!((got.position - DVec3::new(3.0, height + 1.0, 1.5)).length() < 1e-3, "{got:?}");
        assert_eq!((got.velocity, got.corrections), (DVec3::Y, OBSTACLE));
    }
}

#[test]
fn stairs_are_walked_on_their_surface_within_the_limit_in_space() {
    let heights: Vec<f32> = (0..3).flat_map(|_| (0..12).map(|x| x as f32 * 0.4)).collect();
    let world = level_with_heights(&["............"; 3], &heights);
    let runner = EntityProfile { v_max: 5.0, speed_factor: 1.0, ..profile(Model::Dr1, Obstacle::Slide) };
    let from = DVec3::new(0.5, 1.0, 1.5);
    for speed in [2.0, 5.0, 20.0] {
        let got = predict(&world, &seen(&runner, from, DVec3::X * speed), SECOND);
        let limit = if speed > 5.0 { speed } else { 5.0 };
        let moved = (got.position - from).length();
        assert!(moved <= limit + 1e-9, "{speed}: {got:?}");
        if speed == 2.0 {
            assert!((got.position - DVec3::new(2.5, 1.8, 1.5)).length() < 1e-5, "{got:?}");
        }
        if speed == 5.0 {
            // Its ground speed is told and right on stairs, too: what the limit leaves nothing for is the rise.
            assert_ne!(got.corrections & SPEED, 0, "{got:?}");
            assert!((got.position.x - 5.5).abs() < 1e-5, "{got:?}");
        }
    }
}

#[test]
fn beside_the_level_one_walks_along_it_and_far_from_it_anywhere() {
    let world = level(&["......", "......"]);
    let clip = profile(Model::Dr1, Obstacle::Slide);
    let beside = DVec3::new(0.5, 0.0, -0.4);
    let got = predict(&world, &seen(&clip, beside, DVec3::X * 3.0), SECOND);
    assert!((got.position - DVec3::new(3.5, 0.0, -0.4)).length() < 1e-6, "{got:?}");
    assert_eq!(got.corrections, 0);
    let now = predict(&world, &seen(&clip, beside, DVec3::X * 3.0), 1);
    assert!((now.position - beside).length() < 1e-8, "no leap onto the surface: {now:?}");
    let far = predict(&world, &seen(&clip, DVec3::new(0.5, 0.0, -30.0), DVec3::X * 3.0), SECOND);
    assert_eq!((far.position, far.corrections), (DVec3::new(3.5, 0.0, -30.0), FALLBACK));
}

// --- the field ---

/// A level of 21 × 21 squares, a source at the centre of square (14, 10) in layer 0 and one at (10, 6) in layer 1.
fn field() -> (World, PheromoneMap) {
    let world = level(&["....................."; 21]);
    let layers = vec![LayerParams::default(), LayerParams::default()];
    let mut map = PheromoneMap::new(&world, &MapParams { layers, ..Default::default() }).unwrap();
    for (id, layer, x, z) in [(1, 0, 14.5, 10.5), (2, 1, 10.5, 6.5)] {
        let position = DVec3::new(x, 0.0, z);
        map.add_source(&world, id, &Source { layer, position, emission: 40.0, fixed: false }).unwrap();
    }
    map.step_to(&world, SECOND).unwrap();
    (world, map)
}

fn ant() -> EntityProfile {
    let post =
        PostProcessing { limit_speed: false, obstacle: Obstacle::Ignore, still_force: 1.0, ..Default::default() };
    EntityProfile {
        model: Model::Ant,
        layer_weights: vec![1.0, 0.5],
        mass: 2.0,
        alpha: 0.3,
        force_scale: 1.5,
        post,
        ..Default::default()
    }
}

const MIDDLE: DVec3 = DVec3::new(10.5, 0.0, 10.5);

#[test]
fn the_field_pulls_as_eq_5_says_in_the_papers_units() {
    let (world, map) = field();
    let scene = LevelContext { world: Some(&world), map: Some(&map) };
    let profile = ant();
    let (predictor, id) = observed(&profile, Observation::at(SECOND, MIDDLE));
    let reader = Reader { weights: &profile.layer_weights, avatar: None };
    let force = map.force(&world, &reader, MIDDLE, DVec2::ZERO, &profile.region, &profile.law).total * 1.5;
    assert!(force.x > 0.0 && force.z < 0.0, "towards both sources: {force}");
    for frames in [1i64, 20, 80] {
        let got = predictor.predict(scene, id, SECOND + frames * 50_000_000).unwrap();
        let n = frames as f64;
        // Units and frames, as in the paper: ½ α F/m δ².
        let units = 0.5 * 0.3 * force / 2.0 * n * n;
        let expected = MIDDLE + units * profile.law.unit;
        assert!((got.position - expected).length() < 1e-9 * expected.length(), "{frames}: {got:?} {expected}");
        assert_eq!(got.corrections, 0);
    }
    let mut still = profile.clone();
    still.post.still_force = 0.25;
    let (predictor, id) = observed(&still, Observation::at(SECOND, MIDDLE));
    let quarter = predictor.predict(scene, id, 5 * SECOND).unwrap();
    assert_eq!(quarter.corrections, STANDING);
    let units = 0.25 * 0.5 * 0.3 * force / 2.0 * 6400.0 * profile.law.unit;
    assert!((quarter.position - MIDDLE - units).length() < 1e-9);
}

#[test]
fn other_forces_act_in_three_dimensions_and_without_a_map() {
    let gravity = DVec3::new(1.0, -9.81 * 2.0, 0.0);
    let (mut predictor, id) = observed(&ant(), Observation::at(0, MIDDLE));
    predictor.set_other_force(id, gravity).unwrap();
    let got = predictor.predict(LevelContext::default(), id, 2 * SECOND).unwrap();
    // ½ α F/m δ² with α 0.3 and mass 2.
    let expected = MIDDLE + 0.5 * 0.3 * gravity / 2.0 * 4.0;
    assert!((got.position - expected).length() < 1e-12, "{} {expected}", got.position);
    let bytes = predictor.snapshot();
    let mut copy = Predictor::new(1);
    copy.restore(&bytes).unwrap();
    assert_eq!(copy.predict(LevelContext::default(), id, 2 * SECOND).unwrap(), got);
    assert!(predictor.set_other_force(id, DVec3::splat(f64::NAN)).is_err());
    assert!(predictor.set_other_force(id, DVec3::X * 2e9).is_err());
}

#[test]
fn without_weight_on_forces_the_field_changes_no_bit() {
    let (world, map) = field();
    let scene = LevelContext { world: Some(&world), map: Some(&map) };
    let (mut predictor, id) = observed(&EntityProfile { alpha: 0.0, ..ant() }, Observation::at(0, MIDDLE));
    predictor.observe(id, &Observation::at(SECOND, MIDDLE + DVec3::X)).unwrap();
    let by_ant = predictor.predict(scene, id, 2 * SECOND).unwrap();
    predictor.set_model(id, Model::Dr2).unwrap();
    let by_dr2 = predictor.predict(scene, id, 2 * SECOND).unwrap();
    assert_eq!(by_ant, by_dr2);
    assert_eq!(by_ant.position.to_array().map(f64::to_bits), by_dr2.position.to_array().map(f64::to_bits));
}

#[test]
fn an_explanation_shares_the_force_among_the_layers() {
    let (world, map) = field();
    let scene = LevelContext { world: Some(&world), map: Some(&map) };
    let (predictor, id) = seen(&ant(), MIDDLE, DVec3::X);
    let mut why = Explanation::default();
    predictor.explain(scene, id, SECOND, &mut why).unwrap();
    assert_eq!(why.force_per_layer.len(), 2);
    let sum: DVec3 = why.force_per_layer.iter().sum();
    assert!((sum - why.force_term).length() < 1e-6 * why.force_term.length(), "{why:?}");
    let [east, north] = why.force_per_layer[..] else { unreachable!() };
    assert!(east.x > 0.0 && east.x > 100.0 * east.z.abs(), "{why:?}");
    assert!(north.z < 0.0 && north.z < -100.0 * north.x.abs(), "{why:?}");
    let terms = why.velocity_term + why.acceleration_term + why.force_term;
    assert!((terms - (why.raw - why.from)).length() < 1e-12);

    predictor.explain(LevelContext { world: Some(&world), map: None }, id, SECOND, &mut why).unwrap();
    assert_eq!((why.force_per_layer.len(), why.force_term, why.corrections), (0, DVec3::ZERO, FALLBACK));
}

#[test]
fn one_is_pulled_by_what_one_looks_at() {
    use antreckon::pheromone::RegionShape::Cone;
    let (world, map) = field();
    let scene = LevelContext { world: Some(&world), map: Some(&map) };
    let mut narrow = ant();
    narrow.region.shape = Cone(0.5);
    let pulled = |orientation: Option<DQuat>, velocity: DVec3| {
        let observation = Observation { orientation, velocity: Some(velocity), ..Observation::at(0, MIDDLE) };
        let mut predictor = Predictor::new(1);
        let id = predictor.add_entity(&narrow).unwrap();
        let before = Observation::at(-SECOND, MIDDLE - velocity);
        predictor.observe(id, &before).unwrap();
        predictor.observe(id, &observation).unwrap();
        let mut why = Explanation::default();
        predictor.explain(scene, id, SECOND, &mut why).unwrap();
        why.force_term
    };
    // Forward is -Z; a quarter turn to the right around +Y is negative.
    let east = Some(DQuat::from_rotation_y(-core::f64::consts::FRAC_PI_2));
    let (to_north, to_east) = (pulled(Some(DQuat::IDENTITY), DVec3::X), pulled(east, DVec3::Z));
    assert!(to_north.z < 0.0 && to_north.z < -10.0 * to_north.x.abs(), "{to_north}");
    assert!(to_east.x > 0.0 && to_east.x > 10.0 * to_east.z.abs(), "{to_east}");
    let by_motion = pulled(None, DVec3::X);
    assert!((by_motion - to_east).length() < 1e-9 * to_east.length(), "{by_motion} {to_east}");
    let looks_up = Some(DQuat::from_rotation_x(core::f64::consts::FRAC_PI_2));
    assert_eq!(pulled(looks_up, DVec3::X), by_motion);
}

// --- never through a wall, never too far ---

#[derive(Clone, Debug)]
struct Maze {
    width: usize,
    depth: usize,
    blocked: Vec<u8>,
}

impl Maze {
    fn free(&self, x: i64, z: i64) -> bool {
        let inside = (0..self.width as i64).contains(&x) && (0..self.depth as i64).contains(&z);
        inside && self.blocked[z as usize * self.width + x as usize] == 0
    }

    /// Squares that the point touches: one, or more on a border.
    fn squares(p: DVec3) -> Vec<(i64, i64)> {
        const BORDER: f64 = 1e-4;
        let mut squares = Vec::new();
        for x in [p.x - BORDER, p.x + BORDER] {
            for z in [p.z - BORDER, p.z + BORDER] {
                squares.push((x.floor() as i64, z.floor() as i64));
            }
        }
        squares
    }

    fn touches_free(&self, p: DVec3) -> bool {
        Self::squares(p).iter().any(|(x, z)| self.free(*x, *z))
    }

    /// Squares one can walk to, by flooding.
    fn reachable(&self, from: DVec3) -> Vec<(i64, i64)> {
        let mut found = vec![(from.x.floor() as i64, from.z.floor() as i64)];
        let mut at = 0;
        while let Some(&(x, z)) = found.get(at) {
            for next in [(x + 1, z), (x - 1, z), (x, z + 1), (x, z - 1)] {
                if self.free(next.0, next.1) && !found.contains(&next) {
                    found.push(next);
                }
            }
            at += 1;
        }
        found
    }

    fn as_grid(&self) -> World {
        let grid = GridInput {
            width: self.width as u32,
            depth: self.depth as u32,
            floors: 1,
            corner: DVec3::ZERO,
            floor_height: 4.0,
            blocked: &self.blocked,
            heights: &[],
            areas: &[],
        };
        World::from_grid(&WorldParams::default(), &grid).unwrap()
    }

    /// The same level as a navmesh of one square polygon per free square.
    fn as_mesh(&self) -> World {
        let side = self.width + 1;
        let corner = |i: usize| DVec3::new((i % side) as f64, 0.0, (i / side) as f64);
        let vertices: Vec<DVec3> = (0..side * (self.depth + 1)).map(corner).collect();
        let mut indices = Vec::new();
        for z in 0..self.depth {
            for x in (0..self.width).filter(|x| self.free(*x as i64, z as i64)) {
                let first = z * side + x;
                indices.extend([first, first + 1, first + side + 1, first + side].map(|i| i as u32));
            }
        }
        let polygon_sizes = vec![4; indices.len() / 4];
        let mesh =
            MeshInput { vertices: &vertices, indices: &indices, polygon_sizes: &polygon_sizes, ..Default::default() };
        World::from_mesh(&WorldParams::default(), &mesh).unwrap()
    }
}

fn maze() -> impl Strategy<Value = Maze> {
    (4usize..14, 4usize..14).prop_flat_map(|(width, depth)| {
        let squares = prop::collection::vec((0u8..100).prop_map(|n| (n < 28) as u8), width * depth);
        squares.prop_map(move |mut blocked| {
            blocked[0] = 0;
            Maze { width, depth, blocked }
        })
    })
}

fn vector(limit: f64) -> impl Strategy<Value = DVec3> {
    (-limit..limit, -limit / 10.0..limit / 10.0, -limit..limit).prop_map(|(x, y, z)| DVec3::new(x, y, z))
}

fn any_model() -> impl Strategy<Value = Model> {
    prop_oneof![Just(Model::Dr1), Just(Model::Dr2), Just(Model::Damped), Just(Model::Ant)]
}

proptest! {
    #[test]
    fn predictions_cross_no_wall_and_keep_the_speed_limit(
        maze in maze(),
        place in 0usize..1000,
        (dx, dz, height) in (0.01f64..0.99, 0.01f64..0.99, 0.0f64..1.2),
        (velocity, acceleration) in (vector(15.0), prop::option::of(vector(20.0))),
        model in any_model(),
        airborne: bool,
        (v_max, speed_cap, vector_factor) in (0.5f64..10.0, 5.0f64..40.0, 0.5f64..5.0),
        horizon in 1i64..4_000_000_000,
    ) {
        let free: Vec<usize> = (0..maze.blocked.len()).filter(|i| maze.blocked[*i] == 0).collect();
        let square = free[place % free.len()];
        let (x, z) = ((square % maze.width) as f64, (square / maze.width) as f64);
        let from = DVec3::new(x + dx, height, z + dz);
        // Who rises or falls fast flies, told or not.
        let velocity = if airborne { velocity } else { DVec3::new(velocity.x, 0.0, velocity.z) };
        let post = PostProcessing { vector_factor, ..Default::default() };
        let profile = EntityProfile { model, v_max, speed_cap, post, ..Default::default() };
        let mut predictor = Predictor::new(1);
        let id = predictor.add_entity(&profile).unwrap();
        predictor.observe(id, &Observation::at(-50_000_000, from - velocity * 0.05)).unwrap();
        let now = Observation { airborne, acceleration, velocity: Some(velocity), ..Observation::at(0, from) };
        predictor.observe(id, &now).unwrap();
        let limit = predictor.kinematics(id).unwrap().speed_limit;
        let reachable = maze.reachable(from);

        for world in [maze.as_grid(), maze.as_mesh()] {
            // A strong smell at the first free square drags `ant` against whatever stands in between.
            let mut map = PheromoneMap::new(&world, &MapParams { start: -SECOND, ..Default::default() }).unwrap();
            map.deposit(&world, 0, DVec3::new(0.5, 0.0, 0.5), 1e5).unwrap();
            map.step_to(&world, 0).unwrap();
            let scene = LevelContext { world: Some(&world), map: Some(&map) };
            let got = predictor.predict(scene, id, horizon).unwrap();
            let moved = got.position - from;
            prop_assert!(moved.length() <= limit * (horizon as f64 * 1e-9) + 1e-9, "too far: {got:?}");
            prop_assert!(got.velocity.length() <= limit * (1.0 + 1e-12), "too fast: {got:?}");
            let end = Maze::squares(got.position);
            prop_assert!(end.iter().any(|square| reachable.contains(square)), "out of reach: {got:?} from {from}");
            for i in 0..=200 {
                let p = predictor.predict(scene, id, horizon * i / 200).unwrap().position;
                prop_assert!(maze.touches_free(p), "in a wall at {p}: {got:?} from {from}");
            }
            if !airborne {
                prop_assert!((got.position.y - height).abs() < 1e-6, "off the floor: {got:?}");
            }
        }
    }

    /// Between two frames a prediction moves as far as its speed allows, whatever it meets, at every frame rate.
    #[test]
    fn predictions_never_jump_between_two_frames(
        maze in maze(),
        place in 0usize..1000,
        (dx, dz) in (0.01f64..0.99, 0.01f64..0.99),
        (velocity, acceleration) in (vector(12.0), prop::option::of(vector(20.0))),
        model in any_model(),
        airborne: bool,
        frame in prop::sample::select(vec![SECOND / 30, SECOND / 60, SECOND / 144, SECOND / 1440]),
    ) {
        let free: Vec<usize> = (0..maze.blocked.len()).filter(|i| maze.blocked[*i] == 0).collect();
        let square = free[place % free.len()];
        let from = DVec3::new((square % maze.width) as f64 + dx, 0.0, (square / maze.width) as f64 + dz);
        let mut predictor = Predictor::new(2);
        let [walled, free] = [Obstacle::Slide, Obstacle::Ignore].map(|obstacle| {
            let id = predictor.add_entity(&profile(model, obstacle)).unwrap();
            predictor.observe(id, &Observation::at(-50_000_000, from - velocity * 0.05)).unwrap();
            let now = Observation { airborne, acceleration, velocity: Some(velocity), ..Observation::at(0, from) };
            predictor.observe(id, &now).unwrap();
            id
        });
        for world in [maze.as_grid(), maze.as_mesh()] {
            let scene = LevelContext { world: Some(&world), map: None };
            let at = |id, time| predictor.predict(scene, id, time).unwrap().position;
            let level = |a: DVec3, b: DVec3| DVec2::new(a.x - b.x, a.z - b.z).length();
            let reachable = maze.reachable(from);
            // Fastest within the piece that a frame belongs to: its chord stands for the curve.
            let speed = |time: i64| {
                let piece = (time / 3).max(SECOND / 15);
                (0..=20).map(|i| {
                    let t = (time - piece).max(0) + 2 * piece * i / 20;
                    level(at(free, t + SECOND / 1000), at(free, t)) * 1e3
                }).fold(0.0, f64::max)
            };
            let mut before = at(walled, 0);
            for n in 1..=(SECOND / frame).min(120) {
                let now = at(walled, n * frame);
                let bound = BOUND * speed(n * frame) * (frame as f64 * 1e-9) + 1e-4;
                prop_assert!(level(now, before) <= bound, "{} > {bound} at {n} × {frame}: {before} {now}", level(now, before));
                prop_assert!(Maze::squares(now).iter().any(|square| reachable.contains(square)), "{now} from {from}");
                before = now;
            }
        }
    }
}

/// A slide is no faster than the curve; what is walked from its chord to the curve may add as much again.
const BOUND: f64 = 2.0;
