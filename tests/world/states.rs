//! Origin shift, hashes, snapshots, parameters.

use super::*;

fn with_door() -> (World, DoorId) {
    let mut world = two_rooms().world(&params());
    let bounds = Some((at(5.0, 0.0, 8.0), at(6.0, 2.0, 10.0)));
    let door = world.add_door(&DoorInput { bounds, polygons: &[], links: &[], open: true }).unwrap();
    (world, door)
}

#[test]
fn an_origin_shift_moves_what_hosts_see_and_nothing_else() {
    let (mut world, _) = with_door();
    let content = world.content_hash();
    let local: Vec<_> = world.cells().cells().map(|c| world.cells().center_local(c)).collect();
    let shift = at(1000.0, -3.0, 0.25);
    world.rebase(shift).unwrap();
    assert_eq!(world.content_hash(), content);
    assert!(world.cells().cells().map(|c| world.cells().center_local(c)).eq(local));
    let found = world.locate(at(1.0, 0.0, 1.0) - shift).unwrap();
    assert!(close(found.point, at(1.0, 0.0, 1.0) - shift));
    let hit = walk(&world, at(1.0, 0.0, 1.0) - shift, at(9.0, 0.0, 1.0) - shift);
    assert!(close(hit.point, at(5.0, 0.0, 1.0) - shift));
    assert_eq!(path(&world, at(1.0, 0.0, 1.0) - shift, at(9.0, 0.0, 1.0) - shift).0, PathStatus::Complete);
    assert!(world.rebase(at(f64::INFINITY, 0.0, 0.0)).is_err());
}

#[test]
fn a_restored_level_is_in_the_same_state() {
    let (mut world, door) = with_door();
    world.set_door_open(door, false).unwrap();
    world.rebase(at(0.1, 1e-9, -12345.678)).unwrap();
    world.rebase(at(1.0 / 3.0, 0.0, 0.7)).unwrap();
    world.set_area_cost(3, 2.5).unwrap();
    let bytes = world.snapshot();
    let (mut other, other_door) = with_door();
    assert_ne!(other.state_hash(), world.state_hash());
    other.restore(&bytes).unwrap();
    assert_eq!(other.state_hash(), world.state_hash());
    assert_eq!((other.origin(), other.area_cost(3)), (world.origin(), Some(2.5)));
    assert!(!other.door_is_open(other_door).unwrap());
    assert!(other.cells().is_blocked(other.cell_at(at(5.5, 0.0, 8.5) + other.origin()).unwrap()));
}

#[test]
fn a_grid_is_restored_too() {
    let make = || Picture::new(&["...", ".#."]).grid(&params());
    let mut world = make();
    world.rebase(at(0.1, 0.2, 1e7)).unwrap();
    let mut other = make();
    other.restore(&world.snapshot()).unwrap();
    assert_eq!(other.state_hash(), world.state_hash());
    let p = world.cell_center(world.cells().cells().next().unwrap());
    assert_eq!(other.locate(p), world.locate(p));
}

#[test]
fn snapshots_of_other_levels_and_damaged_ones_are_refused() {
    let (mut world, _) = with_door();
    let state = world.state_hash();
    let foreign = two_rooms().world(&params()).snapshot();
    assert_eq!(world.restore(&foreign).unwrap_err().kind, ErrorKind::Corrupt);
    let bytes = world.snapshot();
    for n in 0..bytes.len() {
        assert!(world.restore(&bytes[..n]).is_err());
    }
    assert_eq!(world.state_hash(), state);
}

#[test]
fn hashes_tell_levels_apart() {
    let hash = |mesh: &Mesh, p: &WorldParams| mesh.world(p).content_hash();
    let mut moved = two_rooms();
    moved.vertices[0].y += 0.125;
    let base = hash(&two_rooms(), &params());
    assert_eq!(hash(&two_rooms(), &params()), base);
    assert_ne!(hash(&moved, &params()), base);
    assert_ne!(hash(&two_rooms(), &WorldParams { cell_mode: CellMode::Polygon, ..params() }), base);
    assert_ne!(hash(&two_rooms(), &WorldParams { step_height: 0.25, ..params() }), base);
}

#[test]
fn parameters_out_of_range_are_refused_by_name() {
    let cases = [
        (WorldParams { cell_size: 0.0, ..params() }, "cell_size is 0, allowed is 0.01 to 10000"),
        (WorldParams { step_height: f64::NAN, ..params() }, "step_height is NaN, allowed is 0 to 10000"),
        (
            WorldParams { weld_distance: 0.6, ..params() },
            "weld_distance is 0.6, allowed is at most half of cell_size (1)",
        ),
    ];
    for (bad, message) in cases {
        assert_eq!(World::empty(&bad).err().unwrap().message, message);
    }
    let mut world = World::empty(&params()).unwrap();
    assert!(world.set_area_cost(64, 1.0).is_err() && world.set_area_cost(0, 0.0).is_err());
}
