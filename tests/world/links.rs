//! Connections that are not shared edges.

use super::*;

fn rooms() -> Mesh {
    let mut mesh = Mesh::default();
    mesh.rectangle(0.0, 0.0, 4.0, 4.0, 0.0).rectangle(100.0, 0.0, 104.0, 4.0, 0.0);
    mesh
}

fn teleporter(two_way: bool) -> LinkInput {
    LinkInput {
        from: at(2.0, 0.1, 2.0),
        to: at(102.0, 0.0, 2.0),
        kind: LinkKind::Teleport,
        two_way,
        travel_time: 0.5,
        area: 7,
    }
}

#[test]
fn a_path_takes_a_link_in_its_direction_only() {
    let mut world = rooms().world(&params());
    let link = world.add_link(&teleporter(false)).unwrap();
    let (status, way) = path(&world, at(1.0, 0.0, 1.0), at(103.0, 0.0, 3.0));
    assert_eq!(status, PathStatus::Complete);
    let expected = [at(1.0, 0.0, 1.0), at(2.0, 0.0, 2.0), at(102.0, 0.0, 2.0), at(103.0, 0.0, 3.0)];
    assert_eq!(corners(&way), expected);
    assert_eq!(way.points.iter().map(|p| p.link).collect::<Vec<_>>(), [None, Some(link), None, None]);
    assert!((way.length - (100.0 + 2.0 * 2.0f64.sqrt())).abs() < 1e-9);
    assert_eq!(path(&world, at(103.0, 0.0, 3.0), at(1.0, 0.0, 1.0)).0, PathStatus::Partial);
    world.remove_link(link).unwrap();
    assert_eq!(path(&world, at(1.0, 0.0, 1.0), at(103.0, 0.0, 3.0)).0, PathStatus::Partial);
    assert!(world.remove_link(link).is_err());
}

#[test]
fn a_filter_keeps_off_links_and_areas() {
    let mut world = rooms().world(&params());
    world.add_link(&teleporter(true)).unwrap();
    let (a, b) = (at(1.0, 0.0, 1.0), at(103.0, 0.0, 3.0));
    assert_eq!(path(&world, b, a).0, PathStatus::Complete);
    let no_links = AreaFilter { use_links: false, ..AreaFilter::default() };
    assert_eq!(path_with(&world, a, b, no_links).0, PathStatus::Partial);
    let not_seven = AreaFilter { allowed: !(1 << 7), ..AreaFilter::default() };
    assert_eq!(path_with(&world, a, b, not_seven).0, PathStatus::Partial);
}

#[test]
fn cells_are_connected_along_a_link() {
    let mut world = rooms().world(&params());
    let all = connections(&world);
    let link = world.add_link(&teleporter(false)).unwrap();
    let cell = world.cell_at(at(2.0, 0.0, 2.0)).unwrap();
    let mut to = Vec::new();
    world.cells().for_each_step(cell, |c| to.push(place(&world, c)));
    assert!(to.contains(&(102, 2, 0)));
    world.remove_link(link).unwrap();
    assert_eq!(connections(&world), all);
}

#[test]
fn a_long_ride_is_avoided_when_walking_is_quicker() {
    let mut mesh = Mesh::default();
    mesh.rectangle(0.0, 0.0, 20.0, 4.0, 0.0);
    let mut world = mesh.world(&params());
    let ride = LinkInput { from: at(1.0, 0.0, 2.0), to: at(19.0, 0.0, 2.0), travel_time: 1.0, ..teleporter(false) };
    world.add_link(&ride).unwrap();
    assert_eq!(path(&world, at(1.0, 0.0, 1.0), at(19.0, 0.0, 1.0)).1.points.len(), 4);
    world.set_area_cost(7, 10.0).unwrap();
    assert_eq!(path(&world, at(1.0, 0.0, 1.0), at(19.0, 0.0, 1.0)).1.points.len(), 2);
}

#[test]
fn an_edge_beside_which_a_link_leaves_is_a_link() {
    let mut world = rooms().world(&params());
    world.add_link(&LinkInput { from: at(3.9, 0.0, 2.0), ..teleporter(false) }).unwrap();
    assert_eq!(world.polygon_edge_kind(0, 2).unwrap(), EdgeKind::Link);
    assert_eq!(world.polygon_edge_kind(0, 0).unwrap(), EdgeKind::Wall);
}

#[test]
fn bad_links_are_refused() {
    let mut world = rooms().world(&params());
    let bad = [
        LinkInput { from: at(50.0, 0.0, 2.0), ..teleporter(false) },
        LinkInput { to: at(f64::NAN, 0.0, 2.0), ..teleporter(false) },
        LinkInput { travel_time: -1.0, ..teleporter(false) },
        LinkInput { area: 64, ..teleporter(false) },
    ];
    for link in bad {
        assert!(world.add_link(&link).is_err(), "{link:?}");
    }
    assert_eq!((world.links().count(), world.revision()), (0, 2));
}

#[test]
fn links_work_on_grids_too() {
    let mut world = Picture::new(&["..#.."]).grid(&params());
    let jump = LinkInput { from: at(1.5, 0.0, 0.5), to: at(3.5, 0.0, 0.5), kind: LinkKind::Jump, ..teleporter(false) };
    let link = world.add_link(&jump).unwrap();
    let (status, way) = path(&world, at(0.5, 0.0, 0.5), at(4.5, 0.0, 0.5));
    assert_eq!(status, PathStatus::Complete);
    assert!(way.points.iter().any(|p| p.link == Some(link)));
    let door = DoorInput { bounds: None, polygons: &[], links: &[link], open: false };
    let door = world.add_door(&door).unwrap();
    assert_eq!(path(&world, at(0.5, 0.0, 0.5), at(4.5, 0.0, 0.5)).0, PathStatus::Partial);
    world.set_door_open(door, true).unwrap();
    world.rebase(at(1.0, 0.0, 0.0)).unwrap();
    assert_eq!(path(&world, at(-0.5, 0.0, 0.5), at(3.5, 0.0, 0.5)).0, PathStatus::Complete);
}
