//! Snapshots, hashes and levels that change.

use crate::level::*;
use antreckon::base::ErrorKind;
use antreckon::base::math::DVec3;
use antreckon::pheromone::{AreaOfInterest, LayerParams, MapParams, PheromoneMap, Source};
use antreckon::world::{DoorInput, MeshInput, TileKey, World, WorldParams};

fn eventful(world: &World) -> PheromoneMap {
    let map_params = MapParams {
        layers: vec![LayerParams::default(), exact(0.9, 0.8)],
        presence_layer: Some(1),
        max_catch_up: 1000,
        ..MapParams::default()
    };
    let mut map = PheromoneMap::new(world, &map_params).unwrap();
    for (id, x, fixed) in [(1, 4, true), (2, 20, false), (3, 30, true), (4, 36, false)] {
        let source = Source { layer: (id % 2) as usize, position: at(x, 7), emission: 30.0, fixed };
        map.add_source(world, id, &source).unwrap();
    }
    for id in [70, 80, 90] {
        map.add_avatar(world, id, 40.0).unwrap();
        map.move_avatar(world, id, at(id as i32 / 3, 3)).unwrap();
    }
    map.remove_avatar(80).unwrap();
    map.set_pair_weight(70, 90, 0.25).unwrap();
    steps(&mut map, world, 37);
    map.set_source_active(world, 3, false).unwrap();
    map.set_area_of_interest(world, Some(AreaOfInterest { center: at(10, 7), radius: 25.0 })).unwrap();
    steps(&mut map, world, 5);
    map
}

/// What happens after the snapshot: takes, returns, moves and a new avatar.
fn go_on(map: &mut PheromoneMap, world: &World) -> Vec<u64> {
    let mut hashes = vec![map.state_hash()];
    for round in 0..6 {
        map.set_source_active(world, 3, round % 2 == 0).unwrap();
        map.set_area_of_interest(world, None).unwrap();
        map.move_avatar(world, 90, at(5 + round, 9)).unwrap();
        map.deposit(world, 1, at(8 + round, 2), 5.0).unwrap();
        steps(map, world, 7);
        hashes.push(map.state_hash());
    }
    map.add_avatar(world, 5, 10.0).unwrap();
    steps(map, world, 200);
    hashes.push(map.state_hash());
    hashes
}

#[test]
fn a_restored_map_goes_on_bit_equal() {
    let world = open(40, 16);
    let mut original = eventful(&world);
    let bytes = original.snapshot(&world);
    let mut copy = PheromoneMap::new(&world, original.params()).unwrap();
    copy.restore(&world, &bytes).unwrap();
    assert_eq!(copy.snapshot(&world), bytes);
    assert_eq!(go_on(&mut copy, &world), go_on(&mut original, &world));
    assert_eq!(copy.snapshot(&world), original.snapshot(&world));
}

#[test]
fn a_restored_sleeping_map_stays_asleep() {
    let world = open(64, 64);
    let mut map = map(&world, LayerParams::default());
    map.add_source(&world, 1, &source(at(33, 31), 40.0)).unwrap();
    map.add_avatar(&world, 1, 40.0).unwrap();
    map.move_avatar(&world, 1, at(10, 10)).unwrap();
    steps(&mut map, &world, 400);
    let mut copy = PheromoneMap::new(&world, &MapParams::default()).unwrap();
    copy.restore(&world, &map.snapshot(&world)).unwrap();
    let due = copy.time() + copy.params().step;
    assert!(copy.begin_step(&world, due).unwrap().unwrap().tasks.is_empty());
}

#[test]
fn the_hash_does_not_depend_on_how_a_state_came_about() {
    let world = open(64, 64);
    let build = |detour: bool| {
        let mut map = map(&world, LayerParams::default());
        if detour {
            // Fills and empties tiles, so that buffers are used again in another order.
            map.deposit(&world, 0, at(60, 60), 5.0).unwrap();
            map.deposit(&world, 0, at(2, 60), 5.0).unwrap();
        }
        steps(&mut map, &world, 80);
        map.deposit(&world, 0, at(33, 31), 9.0).unwrap();
        map.deposit(&world, 0, at(3, 31), 9.0).unwrap();
        steps(&mut map, &world, 3);
        map.state_hash()
    };
    assert_eq!(build(false), build(true));
}

#[test]
fn every_truncation_and_every_flipped_byte_is_refused_and_changes_nothing() {
    let world = open(20, 12);
    let mut map = map(&world, LayerParams::default());
    map.add_source(&world, 1, &source(at(3, 3), 40.0)).unwrap();
    steps(&mut map, &world, 3);
    let mut bytes = map.snapshot(&world);
    let hash = map.state_hash();
    for n in 0..bytes.len() {
        assert_eq!(map.restore(&world, &bytes[..n]).unwrap_err().kind, ErrorKind::Corrupt, "{n} bytes");
    }
    for i in 0..bytes.len() {
        bytes[i] ^= 1 << (i % 8);
        assert!(map.restore(&world, &bytes).is_err(), "byte {i}");
        bytes[i] ^= 1 << (i % 8);
    }
    assert_eq!(map.state_hash(), hash);
    map.restore(&world, &bytes).unwrap();
    let other = open(20, 13);
    assert_eq!(map.restore(&other, &bytes).unwrap_err().kind, ErrorKind::Corrupt);
}

#[test]
fn a_snapshot_taken_before_a_door_moved_goes_on_like_the_original() {
    let mut world = open(40, 16);
    let bounds = Some((DVec3::new(12.0, -1.0, 0.0), DVec3::new(13.0, 1.0, 16.0)));
    let door = world.add_door(&DoorInput { bounds, polygons: &[], links: &[], open: true }).unwrap();
    let mut original = eventful(&world);
    world.set_door_open(door, false).unwrap();
    let bytes = original.snapshot(&world);
    let mut copy = PheromoneMap::new(&world, original.params()).unwrap();
    copy.restore(&world, &bytes).unwrap();
    steps(&mut original, &world, 1);
    steps(&mut copy, &world, 1);
    assert_eq!(go_on(&mut copy, &world), go_on(&mut original, &world));
}

#[test]
fn moving_the_origin_moves_nothing_in_the_level() {
    let mut world = open(40, 16);
    let mut map = eventful(&world);
    let mut twin = eventful(&world);
    steps(&mut twin, &world, 20);
    let total = twin.total(0);
    world.rebase(DVec3::new(5.0, 0.0, 3.0)).unwrap();
    steps(&mut map, &world, 20);
    assert_eq!(map.total(0), total);
    assert_eq!(map.source(1).unwrap().position, at(4 - 5, 7 - 3));
    assert!(map.value(&world, 1, world.cell_at(at(-1, 4)).unwrap()) > 1.0);
    assert_eq!(map.area_of_interest().unwrap().center, at(5, 4));
}

/// A square tile of 20 × 20 metres of a mesh, `x` tiles to the east.
fn put_tile(world: &mut World, x: i32) {
    let (low, high) = (20.0 * f64::from(x), 20.0 * f64::from(x + 1));
    let corner = |x: f64, z: f64| DVec3::new(x, 0.0, z);
    let vertices = [corner(low, 0.0), corner(high, 0.0), corner(high, 20.0), corner(low, 20.0)];
    let mesh = MeshInput { vertices: &vertices, indices: &[0, 1, 2, 3], polygon_sizes: &[4], ..MeshInput::default() };
    world.set_tile(TileKey { x, z: 0, layer: 0 }, &mesh).unwrap();
}

#[test]
fn tiles_that_come_and_go_keep_the_field_of_all_other_places() {
    let mut world = World::empty(&WorldParams::default()).unwrap();
    put_tile(&mut world, 0);
    put_tile(&mut world, 1);
    let mut map = map(&world, LayerParams::default());
    map.add_source(&world, 1, &fixed(at(8, 9), 30.0)).unwrap();
    map.add_source(&world, 2, &fixed(at(32, 9), 30.0)).unwrap();
    map.add_source(&world, 3, &fixed(at(55, 9), 30.0)).unwrap();
    steps(&mut map, &world, 64);
    let read = |map: &PheromoneMap, world: &World, x: i32| value(map, world, x, 9);
    let (west, east) = (read(&map, &world, 8), read(&map, &world, 32));
    assert!(west > 30.0 && east > 30.0);

    put_tile(&mut world, 2);
    steps(&mut map, &world, 1);
    assert_eq!(read(&map, &world, 8).to_bits(), west.to_bits(), "an untouched place keeps its bits");
    assert!(read(&map, &world, 55) > 30.0, "a source whose tile arrives is there at once");

    world.remove_tile(TileKey { x: 1, z: 0, layer: 0 }).unwrap();
    steps(&mut map, &world, 16);
    assert_eq!(read(&map, &world, 8).to_bits(), west.to_bits());
    assert!(read(&map, &world, 55) > 30.0);
    let elsewhere: f64 = world
        .cells()
        .cells()
        .filter(|c| world.cells().lattice(*c).0 < 40)
        .map(|c| f64::from(map.value(&world, 0, c)))
        .sum();
    let far: f64 = world
        .cells()
        .cells()
        .filter(|c| world.cells().lattice(*c).0 >= 40)
        .map(|c| f64::from(map.value(&world, 0, c)))
        .sum();
    assert_close(map.total(0), elsewhere + far, 1e-6, "nothing is kept for cells that are gone");

    put_tile(&mut world, 1);
    steps(&mut map, &world, 1);
    assert_close(read(&map, &world, 32).into(), east.into(), 1e-3, "its source is back with its pattern");
}
