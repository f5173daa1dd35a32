//! Trails owned by a map: floors, bridges, tiles, stepping, moved levels.

use super::*;
use antreckon::base::ErrorKind;
use antreckon::pheromone::{MapParams, PheromoneMap};
use antreckon::world::{GridInput, MeshInput, TileKey, World, WorldParams};

fn grid(floors: u32) -> World {
    let input = GridInput {
        width: 16,
        depth: 16,
        floors,
        corner: DVec3::ZERO,
        floor_height: 3.0,
        blocked: &[],
        heights: &[],
        areas: &[],
    };
    World::from_grid(&WorldParams::default(), &input).unwrap()
}

fn map(world: &World, params: &TrailParams) -> PheromoneMap {
    let mut map = PheromoneMap::new(world, &MapParams::default()).unwrap();
    map.enable_trails(params, world.origin()).unwrap();
    map
}

/// Everybody who passes `position` along +x goes `y` metres within a second.
fn pass(map: &mut PheromoneMap, world: &World, position: DVec3, y: [f64; 2]) {
    let trails = map.trails_mut(world).unwrap();
    let v_max = trails.params().v_max;
    let at = Pose { place: trails.place(position), velocity: [1.0, 0.0] };
    (0..200).for_each(|_| trails.deposit(&at, 2, y.map(|y| (y / v_max) as f32)));
}

/// Where those at `position` went within a second, metres.
fn went(map: &PheromoneMap, world: &World, position: DVec3) -> [f64; 2] {
    let v_max = map.trails().unwrap().params().v_max;
    let reading = map.read_trails(world, position, DVec3::X * v_max, &STILL).unwrap()[2];
    reading.mean.map(|m| f64::from(m) * v_max)
}

fn near(a: [f64; 2], b: [f64; 2]) -> bool {
    (a[0] - b[0]).abs() < 0.7 && (a[1] - b[1]).abs() < 0.7
}

#[test]
fn floors_of_a_grid_have_trails_of_their_own() {
    let world = grid(2);
    let mut map = map(&world, &TrailParams::default());
    let (low, high) = (DVec3::new(8.5, 0.0, 8.5), DVec3::new(8.5, 3.0, 8.5));
    assert_ne!(world.cell_at(low), world.cell_at(high));
    pass(&mut map, &world, low, [6.0, 0.0]);
    pass(&mut map, &world, high, [0.0, -6.0]);
    assert!(near(went(&map, &world, low), [6.0, 0.0]), "{:?}", went(&map, &world, low));
    assert!(near(went(&map, &world, high), [0.0, -6.0]), "{:?}", went(&map, &world, high));
}

fn mesh_world(rectangles: &[[f64; 5]]) -> World {
    let mut world = World::empty(&WorldParams::default()).unwrap();
    for (i, rectangle) in rectangles.iter().enumerate() {
        set(&mut world, i as i32, *rectangle);
    }
    world
}

/// One tile: x0, z0, x1, z1 and height.
fn set(world: &mut World, tile: i32, [x0, z0, x1, z1, y]: [f64; 5]) {
    let vertices = [(x0, z0), (x0, z1), (x1, z1), (x1, z0)].map(|(x, z)| DVec3::new(x, y, z));
    let input = MeshInput { vertices: &vertices, indices: &[0, 1, 2, 3], polygon_sizes: &[4], ..MeshInput::default() };
    world.set_tile(TileKey { x: tile, ..TileKey::default() }, &input).unwrap();
}

#[test]
fn a_bridge_and_the_way_below_it_have_trails_of_their_own() {
    let world = mesh_world(&[[0.0, 0.0, 20.0, 20.0, 0.0], [0.0, 8.0, 20.0, 12.0, 4.0]]);
    let mut map = map(&world, &TrailParams::default());
    let (below, bridge) = (DVec3::new(10.0, 0.1, 10.0), DVec3::new(10.0, 4.1, 10.0));
    assert_ne!(world.cell_at(below), world.cell_at(bridge));
    pass(&mut map, &world, below, [2.0, 5.0]);
    pass(&mut map, &world, bridge, [7.0, 0.0]);
    assert!(near(went(&map, &world, below), [2.0, 5.0]), "{:?}", went(&map, &world, below));
    assert!(near(went(&map, &world, bridge), [7.0, 0.0]), "{:?}", went(&map, &world, bridge));
}

#[test]
fn trails_stay_by_position_when_tiles_are_baked_anew_or_go() {
    let mut world = mesh_world(&[[0.0, 0.0, 10.0, 10.0, 0.0], [10.0, 0.0, 20.0, 10.0, 0.0]]);
    let mut map = map(&world, &TrailParams::default());
    let places = [DVec3::new(4.0, 0.0, 5.0), DVec3::new(14.0, 0.0, 5.0)];
    places.iter().for_each(|place| pass(&mut map, &world, *place, [6.0, 1.0]));
    let before = map.trails().unwrap().save();
    set(&mut world, 1, [10.0, 0.0, 18.0, 10.0, 0.0]);
    map.step_to(&world, 200_000_000).unwrap();
    world.remove_tile(TileKey::default()).unwrap();
    map.step_to(&world, 400_000_000).unwrap();
    assert_eq!(map.trails().unwrap().save(), before);
    assert!(places.iter().all(|place| near(went(&map, &world, *place), [6.0, 1.0])));
}

#[test]
fn stepping_lets_trails_fade_at_any_rate_of_the_host() {
    let world = grid(1);
    let run = |frame: i64| {
        let mut map = map(&world, &TrailParams { half_life: 2.0, ..TrailParams::default() });
        pass(&mut map, &world, DVec3::new(8.5, 0.0, 8.5), [6.0, 0.0]);
        let mut time = 0;
        while time < 8_000_000_000 {
            time += frame;
            map.step_to(&world, time.min(8_000_000_000)).unwrap();
        }
        let velocity = DVec3::X * 8.128;
        let reading = map.read_trails(&world, DVec3::new(8.5, 0.0, 8.5), velocity, &STILL).unwrap();
        (map.state_hash(), reading[2].evidence)
    };
    let (hash, evidence) = run(33_333_333);
    let mut fresh = map(&world, &TrailParams::default());
    pass(&mut fresh, &world, DVec3::new(8.5, 0.0, 8.5), [6.0, 0.0]);
    let visits = fresh.read_trails(&world, DVec3::new(8.5, 0.0, 8.5), DVec3::X * 8.128, &STILL).unwrap()[2].evidence;
    // 200 visits, of which 50 count in a reading, are 12.5 after four half-lives.
    assert!((evidence - visits / 4.0).abs() < 1e-4, "{evidence} of {visits}");
    assert_eq!(run(6_944_444), (hash, evidence));
    assert_eq!(run(2_000_000_000), (hash, evidence));
}

#[test]
fn a_moved_level_takes_its_trails_along() {
    let mut world = grid(1);
    let mut map = map(&world, &TrailParams::default());
    let place = DVec3::new(8.5, 0.0, 8.5);
    pass(&mut map, &world, place, [6.0, 0.0]);
    let want = went(&map, &world, place);
    let saved = map.save_trails().unwrap();
    let shift = DVec3::new(1024.0, -64.0, 4096.0);
    world.rebase(shift).unwrap();
    assert_eq!(went(&map, &world, place - shift), want, "before the map was touched");
    pass(&mut map, &world, DVec3::new(2.5, 0.0, 2.5) - shift, [1.0, 0.0]);
    assert_eq!(went(&map, &world, place - shift), want);
    let moved = map.save_trails().unwrap();
    map.load_trails(&world, &saved).unwrap();
    assert_eq!(went(&map, &world, place - shift), want);
    assert_eq!(map.save_trails().unwrap(), saved);
    world.rebase(-shift).unwrap();
    map.load_trails(&world, &moved).unwrap();
    assert_eq!(went(&map, &world, place), want);
}

#[test]
fn a_snapshot_of_a_map_holds_its_trails() {
    let world = grid(2);
    let mut map = map(&world, &TrailParams { half_life: 30.0, ..TrailParams::default() });
    let bare = PheromoneMap::new(&world, &MapParams::default()).unwrap();
    assert_ne!(map.state_hash(), bare.state_hash());
    let empty = (map.state_hash(), map.bytes());
    learn(map.trails_mut(&world).unwrap(), 1, 300, 2.0);
    assert!(map.state_hash() != empty.0 && map.bytes() > empty.1 + 100_000);
    map.step_to(&world, 1_000_000_000).unwrap();
    let snapshot = map.snapshot(&world);
    let mut other = PheromoneMap::new(&world, &MapParams::default()).unwrap();
    other.restore(&world, &snapshot).unwrap();
    for both in [&mut map, &mut other] {
        learn(both.trails_mut(&world).unwrap(), 2, 300, 2.0);
        both.step_to(&world, 9_000_000_000).unwrap();
    }
    assert_eq!((other.state_hash(), other.snapshot(&world)), (map.state_hash(), map.snapshot(&world)));
    for n in (0..snapshot.len()).step_by(1009) {
        assert!(other.restore(&world, &snapshot[..n]).is_err());
    }
    other.restore(&world, &bare.snapshot(&world)).unwrap();
    assert!(other.trails().is_none());
}

#[test]
fn saved_trails_of_other_matches_are_merged_in_any_order() {
    let world = grid(1);
    let saved: Vec<Vec<u8>> = (0..3)
        .map(|seed| {
            let mut map = map(&world, &TrailParams::default());
            learn(map.trails_mut(&world).unwrap(), seed, 300, 1.5);
            map.save_trails().unwrap()
        })
        .collect();
    let merged = |order: [usize; 3]| {
        let mut map = PheromoneMap::new(&world, &MapParams::default()).unwrap();
        map.load_trails(&world, &saved[order[0]]).unwrap();
        map.merge_trails(&world, &[&saved[order[1]], &saved[order[2]]]).unwrap();
        map.save_trails().unwrap()
    };
    assert_eq!(merged([0, 1, 2]), merged([2, 0, 1]));
    assert_eq!(merged([0, 1, 2]), merged([1, 0, 2]));
    let mut map = map(&world, &TrailParams { v_max: 9.0, ..TrailParams::default() });
    let before = map.state_hash();
    assert!(map.merge_trails(&world, &[&saved[0]]).is_err());
    assert!(map.merge_trails(&world, &[&saved[0][..100]]).is_err());
    assert!(map.load_trails(&world, &saved[0][..100]).is_err());
    assert_eq!(map.state_hash(), before);
}

#[test]
fn tickets_of_replaced_trails_do_nothing() {
    let world = grid(1);
    let mut map = map(&world, &TrailParams::default());
    let at = Passage { pose: pose(0.1, 0.1, 1.0, 0.0), ..Passage::default() };
    let stale = map.trails_mut(&world).unwrap().remember(&at);
    let saved = map.save_trails().unwrap();
    map.load_trails(&world, &saved).unwrap();
    let trails = map.trails_mut(&world).unwrap();
    let fresh = trails.remember(&at);
    assert_eq!((fresh.bucket, fresh.slot), (stale.bucket, stale.slot));
    trails.complete(stale, 0, [1.0, 0.0]);
    assert_eq!(trails.recall(&at, &STILL).weight[0], 0.0);
    trails.complete(fresh, 0, [1.0, 0.0]);
    assert_eq!(trails.recall(&at, &STILL).weight[0], 1.0);
}

#[test]
fn a_map_without_trails_says_so() {
    let world = grid(1);
    let mut map = PheromoneMap::new(&world, &MapParams::default()).unwrap();
    assert!(map.trails().is_none() && map.trails_mut(&world).is_none() && map.take_trails().is_none());
    assert_eq!(map.save_trails().unwrap_err().kind, ErrorKind::State);
    let reading = map.read_trails(&world, DVec3::ZERO, DVec3::ZERO, &STILL);
    assert_eq!(reading.unwrap_err().kind, ErrorKind::State);
    map.enable_trails(&TrailParams::default(), world.origin()).unwrap();
    assert!(map.take_trails().is_some() && map.trails().is_none());
}
