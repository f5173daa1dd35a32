//! Doors of boxes, polygons and links.

use super::*;

fn box_door(min: DVec3, max: DVec3) -> DoorInput<'static> {
    DoorInput { bounds: Some((min, max)), polygons: &[], links: &[], open: true }
}

#[test]
fn a_closed_box_stops_walkers_cells_and_paths_until_it_opens() {
    let mut world = two_rooms().world(&params());
    let open = connections(&world);
    let door = world.add_door(&box_door(at(5.4, 0.0, 8.0), at(5.6, 2.0, 10.0))).unwrap();
    let (a, b) = (at(4.0, 0.0, 9.0), at(7.0, 0.0, 9.0));
    assert_eq!(walk(&world, a, b).stopped_by, None);
    let revision = world.revision();
    world.set_door_open(door, false).unwrap();
    assert!(world.revision() > revision && !world.door_is_open(door).unwrap());
    for airborne in [false, true] {
        let hit = walk_as(&world, a, b, airborne);
        assert!(hit.stopped_by == Some(EdgeKind::Wall) && close(hit.point, at(5.4, 0.0, 9.0)), "{hit:?}");
        assert!(hit.point.x < 5.4);
    }
    assert_eq!(path(&world, a, b).0, PathStatus::Partial);
    let blocked = world.cell_at(at(5.5, 0.0, 8.5)).unwrap();
    assert!(world.cells().is_blocked(blocked));
    let mut reached = std::collections::BTreeSet::new();
    let mut queue = vec![world.cell_at(a).unwrap()];
    while let Some(cell) = queue.pop() {
        if reached.insert(cell) {
            world.cells().for_each_step(cell, |c| queue.push(c));
        }
    }
    assert!(!reached.contains(&world.cell_at(b).unwrap()));
    world.set_door_open(door, true).unwrap();
    assert_eq!(connections(&world), open);
    assert_eq!(path(&world, a, b).0, PathStatus::Complete);
}

#[test]
fn who_stands_in_a_closed_door_may_leave_it() {
    let mut world = two_rooms().world(&params());
    world.add_door(&DoorInput { open: false, ..box_door(at(5.0, 0.0, 8.0), at(6.0, 2.0, 10.0)) }).unwrap();
    assert_eq!(walk(&world, at(5.5, 0.0, 9.0), at(8.0, 0.0, 9.0)).stopped_by, None);
}

#[test]
fn a_door_on_another_floor_is_nobody_elses_business() {
    let mut world = two_rooms().world(&params());
    world.add_door(&DoorInput { open: false, ..box_door(at(5.0, 3.0, 8.0), at(6.0, 5.0, 10.0)) }).unwrap();
    assert_eq!(walk(&world, at(4.0, 0.0, 9.0), at(8.0, 0.0, 9.0)).stopped_by, None);
}

#[test]
fn a_door_of_polygons_closes_them() {
    let mut world = two_rooms().world(&params());
    let door = world.add_door(&DoorInput { bounds: None, polygons: &[1], links: &[], open: false }).unwrap();
    let hit = walk(&world, at(4.0, 0.0, 9.0), at(8.0, 0.0, 9.0));
    assert!(hit.stopped_by == Some(EdgeKind::Wall) && close(hit.point, at(5.0, 0.0, 9.0)));
    assert_eq!(path(&world, at(4.0, 0.0, 9.0), at(8.0, 0.0, 9.0)).0, PathStatus::Partial);
    let blocked = world.cells().cells().filter(|&c| world.cells().is_blocked(c));
    assert_eq!(blocked.map(|c| place(&world, c)).collect::<Vec<_>>(), [(5, 8, 0), (5, 9, 0)]);
    world.remove_door(door).unwrap();
    assert_eq!(walk(&world, at(4.0, 0.0, 9.0), at(8.0, 0.0, 9.0)).stopped_by, None);
    assert!(world.remove_door(door).is_err() && world.set_door_open(door, true).is_err());
}

#[test]
fn a_cell_in_two_doors_opens_with_the_second() {
    let mut world = two_rooms().world(&params());
    let bounds = (at(5.0, 0.0, 8.0), at(6.0, 2.0, 10.0));
    let doors = [0, 1].map(|_| world.add_door(&DoorInput { open: false, ..box_door(bounds.0, bounds.1) }).unwrap());
    let cell = world.cell_at(at(5.5, 0.0, 8.5)).unwrap();
    world.set_door_open(doors[0], true).unwrap();
    assert!(world.cells().is_blocked(cell));
    assert!(walk(&world, at(4.0, 0.0, 9.0), at(8.0, 0.0, 9.0)).stopped_by.is_some());
    world.set_door_open(doors[1], true).unwrap();
    assert!(!world.cells().is_blocked(cell));
    assert!(walk(&world, at(4.0, 0.0, 9.0), at(8.0, 0.0, 9.0)).stopped_by.is_none());
}

#[test]
fn a_closed_door_survives_a_re_bake() {
    let mut world = two_rooms().world(&params());
    let door = world.add_door(&DoorInput { open: false, ..box_door(at(5.0, 0.0, 8.0), at(6.0, 2.0, 10.0)) }).unwrap();
    world.set_tile(TileKey::default(), &two_rooms().input()).unwrap();
    assert!(walk(&world, at(4.0, 0.0, 9.0), at(8.0, 0.0, 9.0)).stopped_by.is_some());
    assert_eq!(world.cells().cells().filter(|&c| world.cells().is_blocked(c)).count(), 2);
    world.set_door_open(door, true).unwrap();
    assert_eq!(connections(&world), connections(&two_rooms().world(&params())));
}

#[test]
fn bad_doors_are_refused() {
    let mut world = two_rooms().world(&params());
    assert!(world.add_door(&box_door(at(1.0, 0.0, 0.0), at(0.0, 1.0, 1.0))).is_err());
    assert!(world.add_door(&box_door(at(f64::NAN, 0.0, 0.0), at(0.0, 1.0, 1.0))).is_err());
    let unknown = DoorInput { bounds: None, polygons: &[3], links: &[], open: true };
    assert_eq!(world.add_door(&unknown).unwrap_err().kind, ErrorKind::NotFound);
    let tight = WorldParams { max_links: 0, ..params() };
    let error = two_rooms().world(&tight).add_door(&box_door(at(0.0, 0.0, 0.0), at(1.0, 1.0, 1.0))).unwrap_err();
    assert_eq!(error.kind, ErrorKind::Budget);
}
