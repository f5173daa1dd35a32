//! Nothing is drawn through a wall: grids and meshes with random walls, and levels by hand.

use crate::course::{Frame, ID, Update, frames, nanos, play};
use antreckon::base::math::DVec3;
use antreckon::base::random::Random;
use antreckon::pheromone::{LayerParams, MapParams, PheromoneMap, Reader, Source};
use antreckon::predict::Prediction;
use antreckon::smooth::{Correction, Course, DrawContext, Drawn, Method, SmoothParams, Smoother, drawn};
use antreckon::world::{AreaFilter, GridInput, MeshInput, World, WorldParams};

const SIDE: u32 = 16;

fn grid(blocked: &[u8]) -> World {
    let grid = GridInput {
        width: SIDE,
        depth: SIDE,
        floors: 1,
        corner: DVec3::ZERO,
        floor_height: 3.0,
        blocked,
        heights: &[],
        areas: &[],
    };
    World::from_grid(&WorldParams::default(), &grid).unwrap()
}

pub fn random_grid(seed: u64, density: f64) -> World {
    let mut random = Random(seed);
    let blocked: Vec<u8> = (0..SIDE * SIDE).map(|_| (random.unit() < density) as u8).collect();
    grid(&blocked)
}

/// The open squares of a random grid as a mesh: walls are gaps between polygons.
fn random_mesh(seed: u64, density: f64) -> World {
    let mut random = Random(seed);
    let side = SIDE as usize;
    let mut vertices = Vec::new();
    for z in 0..=side {
        for x in 0..=side {
            vertices.push(DVec3::new(x as f64, 0.0, z as f64));
        }
    }
    let (mut indices, mut counts) = (Vec::new(), Vec::new());
    for z in 0..side {
        for x in 0..side {
            if random.unit() < density {
                continue;
            }
            let corner = (z * (side + 1) + x) as u32;
            let row = side as u32 + 1;
            indices.extend([corner, corner + row, corner + row + 1, corner + 1]);
            counts.push(4);
        }
    }
    mesh(&vertices, &indices, &counts)
}

fn mesh(vertices: &[DVec3], indices: &[u32], counts: &[u32]) -> World {
    let input = MeshInput { vertices, indices, polygon_sizes: counts, areas: &[], links: &[] };
    World::from_mesh(&WorldParams::default(), &input).unwrap()
}

/// True states of somebody who walks about and never through a wall, 60 a second.
pub fn random_walk(world: &World, seed: u64, steps: usize) -> Vec<Update> {
    let mut random = Random(seed ^ 0xabcd);
    let mut place = loop {
        let p = DVec3::new(random.unit() * f64::from(SIDE), 0.0, random.unit() * f64::from(SIDE));
        if let Some(place) = world.locate(p) {
            break place;
        }
    };
    let mut velocity = DVec3::ZERO;
    (0..steps)
        .map(|step| {
            if step % 20 == 0 {
                let angle = random.unit() * core::f64::consts::TAU;
                velocity = DVec3::new(angle.cos(), 0.0, angle.sin()) * (6.0 * random.unit());
            }
            let hit = world.line_of_walk(&place, place.point + velocity / 60.0, &AreaFilter::default(), false);
            if hit.stopped_by.is_some() {
                velocity = DVec3::ZERO;
            }
            place = hit.end.expect("walkers stay on the surface");
            Update { time: step as f64 / 60.0, position: place.point, velocity }
        })
        .collect()
}

/// Whether somebody could have walked from one drawn place to the next.
fn is_walkable(world: &World, from: DVec3, to: DVec3) -> bool {
    let Some(start) = world.locate(from).or_else(|| world.nearest(from, 1e-4)) else { return false };
    let hit = world.line_of_walk(&start, to, &AreaFilter::default(), true);
    (hit.point - DVec3::new(to.x, hit.point.y, to.z)).length() < 1e-4
}

#[derive(Default)]
struct Tally {
    frames: usize,
    jumps: usize,
    paths: usize,
    crossings: usize,
}

/// Plays a walk with an update in every `gap`-th step and counts what happens in its frames.
fn count_walk(world: &World, seed: u64, params: &SmoothParams, gap: usize, tally: &mut Tally) {
    let walk = random_walk(world, seed, 240);
    let terrain = DrawContext { world: Some(world), ..DrawContext::default() };
    let mut smoother = Smoother::new(1, params).unwrap();
    let mut known = walk[0];
    let mut last: Option<Drawn> = None;
    for (step, state) in walk.iter().enumerate() {
        // As the predictor does: dead reckoning that stops at walls.
        let predict = |known: &Update| {
            let raw = known.at(state.time);
            let start = world.locate(known.position).unwrap();
            let hit = world.line_of_walk(&start, raw.position, &AreaFilter::default(), false);
            Prediction { position: hit.point, ..raw }
        };
        let time = nanos(state.time);
        if step % gap == 0 {
            let before = predict(&known);
            known = *state;
            let after = predict(&known);
            let correction = Correction { before: Some(&before), ..Correction::new(time, &after) };
            smoother.correct(ID, &correction, &terrain).unwrap();
        }
        let drawn = smoother.draw(ID, time, &predict(&known), &terrain).unwrap();
        assert!(!params.walls || drawn.flags & drawn::OFF_LEVEL == 0, "seed {seed}, step {step}");
        if let Some(last) = last {
            let jumped = drawn.flags & drawn::SNAPPED != 0;
            tally.frames += 1;
            tally.jumps += jumped as usize;
            tally.paths += (drawn.flags & drawn::PATH != 0) as usize;
            tally.crossings += (!jumped && !is_walkable(world, last.position, drawn.position)) as usize;
        }
        last = Some(drawn);
    }
}

fn count_worlds(level: &impl Fn(u64) -> World, params: &SmoothParams) -> Tally {
    let mut tally = Tally::default();
    for seed in 0..24 {
        let world = level(seed);
        for gap in [6, 15, 30] {
            count_walk(&world, seed, params, gap, &mut tally);
        }
    }
    tally
}

fn check_worlds(level: impl Fn(u64) -> World) {
    for method in Method::ALL.into_iter().filter(|&method| method != Method::Snap) {
        let params = SmoothParams { method, ..SmoothParams::default() };
        let Tally { frames, jumps, paths, crossings } = count_worlds(&level, &params);
        println!("{method:?}: {frames} frames, {jumps} jumps, {paths} on paths");
        assert_eq!(crossings, 0, "{method:?}");
        assert!(paths > 20 && jumps * 200 < frames, "{method:?}: {jumps} jumps, {paths} paths of {frames}");
    }
    let blind = SmoothParams { walls: false, ..SmoothParams::default() };
    assert!(count_worlds(&level, &blind).crossings > 100, "there are walls to be crossed");
}

#[test]
fn nothing_is_drawn_through_the_walls_of_random_grids() {
    check_worlds(|seed| random_grid(seed, 0.25));
}

#[test]
fn nothing_is_drawn_through_the_walls_of_random_meshes() {
    check_worlds(|seed| random_mesh(seed, 0.25));
}

/// A wall across the level at z = 8 with a gap at x from 8 to 10.
fn hall() -> World {
    let blocked: Vec<u8> = (0..SIDE * SIDE).map(|i| (i / SIDE == 8 && !(8..10).contains(&(i % SIDE))) as u8).collect();
    grid(&blocked)
}

fn around_the_wall() -> (World, [Update; 2]) {
    let run = Update { time: 0.0, position: DVec3::new(7.5, 1.0, 7.5), velocity: DVec3::X * 2.0 };
    let update = Update { time: 0.1, position: DVec3::new(7.5, 1.0, 9.5), velocity: DVec3::X * -2.0 };
    (hall(), [run, update])
}

#[test]
fn a_correction_through_a_wall_goes_around_it() {
    for method in Method::ALL.into_iter().filter(|&method| method != Method::Snap) {
        let (world, updates) = around_the_wall();
        let terrain = DrawContext { world: Some(&world), ..DrawContext::default() };
        let params = SmoothParams { method, snap_distance: 6.0, ..SmoothParams::default() };
        let run: Vec<Frame> = play(&params, &terrain, &updates, &frames(60, 1.0));
        let farthest = run.iter().map(|frame| frame.drawn.position.x).fold(0.0, f64::max);
        assert!((8.0..8.7).contains(&farthest), "{method:?}: by the gap, {farthest}");
        assert!(run.iter().all(|frame| frame.drawn.flags & drawn::SNAPPED == 0 || frame.time == 0.0), "{method:?}");
        assert!(run.iter().any(|frame| frame.drawn.flags & drawn::PATH != 0), "{method:?}");
        assert_eq!(run.last().unwrap().drawn.distance, 0.0, "{method:?}");
        let heights = run.iter().all(|frame| (frame.drawn.position.y - 1.0).abs() < 1e-9);
        assert!(heights, "{method:?}: as high above the floor as shown and predicted");
        for pair in run.windows(2) {
            assert!(is_walkable(&world, pair[0].drawn.position, pair[1].drawn.position), "{method:?} {}", pair[1].time);
        }
    }
}

#[test]
fn ways_are_the_same_at_every_frame_rate_but_for_corners() {
    let (world, updates) = around_the_wall();
    let terrain = DrawContext { world: Some(&world), ..DrawContext::default() };
    let run = |rate| play(&SmoothParams::default(), &terrain, &updates, &frames(rate, 0.9));
    let fine = run(1440);
    let step = |pair: &[Frame]| (pair[1].drawn.position - pair[0].drawn.position).length();
    let fastest = 1440.0 * fine.windows(2).map(step).fold(0.0, f64::max);
    for rate in [30, 60, 144] {
        for (i, frame) in run(rate).iter().enumerate() {
            let off = (frame.drawn.position - fine[i * (1440 / rate)].drawn.position).length();
            // A frame ends at each of the two corners.
            assert!(off < 2.0 * fastest / rate as f64, "{rate} Hz at {}: {off} m, at {fastest} m/s", frame.time);
        }
    }
}

#[test]
fn what_cannot_be_reached_is_jumped_to() {
    let blocked: Vec<u8> = (0..SIDE * SIDE).map(|i| (i / SIDE == 8) as u8).collect();
    let world = grid(&blocked);
    let terrain = DrawContext { world: Some(&world), ..DrawContext::default() };
    let mut smoother = Smoother::new(1, &SmoothParams::default()).unwrap();
    let at = |z: f64| Prediction { position: DVec3::new(7.5, 0.0, z), ..Prediction::NOWHERE };
    smoother.correct(ID, &Correction::new(0, &at(7.5)), &terrain).unwrap();
    let course = smoother.correct(ID, &Correction::new(nanos(0.1), &at(9.5)), &terrain).unwrap();
    assert_eq!(course, Course::Jumps);
    let drawn = smoother.draw(ID, nanos(0.1), &at(9.5), &terrain).unwrap();
    assert_eq!((drawn.position, drawn.flags & drawn::SNAPPED), (at(9.5).position, drawn::SNAPPED));
}

/// Predictions that ignore obstacles run through walls; whose newest update was before one is drawn before it, without a jump there
/// and back.
#[test]
fn a_prediction_through_a_wall_is_waited_for_on_this_side() {
    let blocked: Vec<u8> = (0..SIDE * SIDE).map(|i| (i / SIDE == 8) as u8).collect();
    let world = grid(&blocked);
    let terrain = DrawContext { world: Some(&world), ..DrawContext::default() };
    for method in Method::ALL {
        let mut smoother = Smoother::new(1, &SmoothParams { method, ..SmoothParams::default() }).unwrap();
        let tell = |smoother: &mut Smoother, update: &Update| {
            let prediction = update.at(update.time);
            let correction =
                Correction { known: Some(update.position), ..Correction::new(nanos(update.time), &prediction) };
            smoother.correct(ID, &correction, &terrain).unwrap();
        };
        let run = Update { time: 0.0, position: DVec3::new(7.5, 0.0, 6.0), velocity: DVec3::Z * 8.0 };
        tell(&mut smoother, &run);
        smoother.draw(ID, 0, &run.at(0.0), &terrain).unwrap();
        tell(&mut smoother, &Update { time: 0.1, position: run.at(0.1).position, ..run });
        for frame in 7..48 {
            let time = frame as f64 / 60.0;
            let drawn = smoother.draw(ID, nanos(time), &run.at(time), &terrain).unwrap();
            assert!(drawn.position.z < 8.0 + 1e-6, "{method:?}: {} at {time}", drawn.position);
            // The update itself is snapped to in the first frame after it by who always does.
            assert!(drawn.flags & drawn::SNAPPED == 0 || frame == 7 && method == Method::Snap, "{method:?} at {time}");
        }
        // It was on the other side after all, by a way that the level does not know.
        let there = Update { time: 0.8, position: DVec3::new(7.5, 0.0, 10.0), velocity: DVec3::ZERO };
        tell(&mut smoother, &there);
        let drawn = smoother.draw(ID, nanos(0.9), &there.at(0.9), &terrain).unwrap();
        assert!((drawn.position - there.position).length() < 0.1, "{method:?}: {}", drawn.position);
    }
}

#[test]
fn players_beside_the_surface_are_left_there() {
    // A mesh keeps its distance from walls; a player half a metre beside it is drawn where it is.
    let vertices = [DVec3::ZERO, DVec3::Z * 10.0, DVec3::new(10.0, 0.0, 10.0), DVec3::X * 10.0];
    let world = mesh(&vertices, &[0, 1, 2, 3], &[4]);
    let terrain = DrawContext { world: Some(&world), ..DrawContext::default() };
    let run = Update { time: 0.0, position: DVec3::new(1.0, 0.0, 9.0), velocity: DVec3::new(2.0, 0.0, 2.0) };
    let beside = Update { time: 0.5, position: DVec3::new(2.2, 0.0, 10.4), velocity: DVec3::X * 4.0 };
    let back = Update { time: 1.2, position: DVec3::new(5.0, 0.0, 9.9), velocity: DVec3::new(4.0, 0.0, -1.0) };
    let run = play(&SmoothParams::default(), &terrain, &[run, beside, back], &frames(60, 2.2));
    for pair in run.windows(2) {
        let step = (pair[1].drawn.position - pair[0].drawn.position).length();
        assert!(step < 0.25, "{step} at {}", pair[1].time);
    }
    let at = |time: f64| run[(time * 60.0) as usize];
    assert!(at(1.1).drawn.distance < 1e-6 && at(2.1).drawn.distance < 1e-6);
    assert!(at(1.1).drawn.position.z > 10.3);
}

#[test]
fn the_field_leads_a_correction_along_what_smells() {
    let world = grid(&[]);
    let layers = vec![LayerParams { evaporation: 0.9, ..LayerParams::default() }];
    let mut map = PheromoneMap::new(&world, &MapParams { layers, ..MapParams::default() }).unwrap();
    for (id, x) in [5.5, 6.5, 7.5, 8.5].into_iter().enumerate() {
        let position = DVec3::new(x, 0.0, 8.5);
        map.add_source(&world, id as u64, &Source { layer: 0, position, emission: 60.0, fixed: true }).unwrap();
    }
    map.step_to(&world, nanos(3.0)).unwrap();
    let weights = [1.0];
    let reader = Reader { weights: &weights, avatar: None };
    let led = DrawContext { world: Some(&world), field: Some((&map, reader)), ..DrawContext::default() };
    let plain = DrawContext { field: None, ..led };
    let run = Update { time: 0.0, position: DVec3::new(4.5, 0.0, 6.5), velocity: DVec3::X };
    let update = Update { time: 0.1, position: DVec3::new(8.5, 0.0, 6.5), velocity: DVec3::X };
    let params = SmoothParams { method: Method::Path, field_gain: 40.0, snap_distance: 6.0, ..SmoothParams::default() };
    let widest = |terrain: &DrawContext<'_>| {
        let run = play(&params, terrain, &[run, update], &frames(60, 1.5));
        assert_eq!(run.last().unwrap().drawn.distance, 0.0);
        run.iter().map(|frame| frame.drawn.position.z).fold(0.0, f64::max)
    };
    assert!(widest(&plain) < 6.5 + 1e-9, "straight");
    assert!(widest(&led) > 7.0, "beside the scented row, where entering a cell costs a thirtieth");
}
