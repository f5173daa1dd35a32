//! Ledges: one way down, and no obstacle in the air.

use super::*;

/// A ledge three metres above the ground, whose far side ends in a void.
fn ledge() -> Mesh {
    let mut mesh = Mesh::default();
    mesh.rectangle(0.0, 0.0, 4.0, 4.0, 3.0).rectangle(4.0, 0.0, 10.0, 4.0, 0.0);
    mesh
}

#[test]
fn edges_are_known_as_walls_and_drops() {
    let world = ledge().world(&params());
    let kinds = |polygon| [0, 1, 2, 3].map(|edge| world.polygon_edge_kind(polygon, edge).unwrap());
    use EdgeKind::{Drop, Wall};
    assert_eq!(kinds(0), [Wall, Wall, Drop, Wall]);
    assert_eq!(kinds(1), [Wall, Wall, Wall, Wall]);
    let shallow = WorldParams { drop_height: 2.0, ..params() };
    assert_eq!(ledge().world(&shallow).polygon_edge_kind(0, 2).unwrap(), Wall);
    assert!(world.polygon_edge_kind(0, 4).is_err() && world.polygon_edge_kind(9, 0).is_err());
}

#[test]
fn a_walker_stops_at_a_drop_and_a_jumper_does_not() {
    let world = ledge().world(&params());
    let hit = walk(&world, at(1.0, 3.0, 2.0), at(9.0, 0.0, 2.0));
    assert!(hit.stopped_by == Some(EdgeKind::Drop) && close(hit.point, at(4.0, 3.0, 2.0)), "{hit:?}");
    let hit = walk_as(&world, at(1.0, 3.0, 2.0), at(9.0, 0.0, 2.0), true);
    assert_eq!((hit.stopped_by, hit.point), (None, at(9.0, 3.0, 2.0)));
    assert_eq!(hit.end.unwrap().point, at(9.0, 0.0, 2.0));
    let hit = walk_as(&world, at(1.0, 3.0, 2.0), at(12.0, 0.0, 2.0), true);
    assert!(hit.stopped_by == Some(EdgeKind::Wall) && close(hit.point, at(10.0, 3.0, 2.0)), "{hit:?}");
    // Up again nobody walks, and the outer border stops everybody.
    assert_eq!(walk_as(&world, at(9.0, 0.0, 2.0), at(1.0, 0.0, 2.0), true).stopped_by, Some(EdgeKind::Wall));
    assert_eq!(walk_as(&world, at(1.0, 3.0, 2.0), at(-1.0, 3.0, 2.0), true).stopped_by, Some(EdgeKind::Wall));
}

#[test]
fn a_jumper_lands_on_the_other_side_of_a_pit() {
    let mut mesh = ledge();
    mesh.rectangle(10.0, 0.0, 14.0, 4.0, 3.2);
    let world = mesh.world(&params());
    let hit = walk_as(&world, at(1.0, 3.0, 2.0), at(13.0, 0.0, 2.0), true);
    assert_eq!((hit.stopped_by, hit.point), (None, at(13.0, 3.2, 2.0)));
}

#[test]
fn cells_lead_down_a_drop_and_not_up() {
    let world = ledge().world(&params());
    let all = connections(&world);
    let of = |place| &all.iter().find(|(p, _)| *p == place).unwrap().1;
    assert!(of((3, 1, 3000)).contains(&(4, 1, 0)));
    assert!(!of((4, 1, 0)).contains(&(3, 1, 3000)));
}

#[test]
fn a_path_goes_down_a_drop_and_not_up() {
    let world = ledge().world(&params());
    let (status, way) = path(&world, at(1.0, 3.0, 2.0), at(9.0, 0.0, 2.0));
    assert_eq!(status, PathStatus::Complete);
    assert_eq!(corners(&way), [at(1.0, 3.0, 2.0), at(4.0, 3.0, 2.0), at(4.0, 0.0, 2.0), at(9.0, 0.0, 2.0)]);
    assert_eq!(path(&world, at(9.0, 0.0, 2.0), at(1.0, 3.0, 2.0)).0, PathStatus::Partial);
}

#[test]
fn a_ledge_inside_one_square_leads_down_within_the_column() {
    let mut mesh = Mesh::default();
    mesh.rectangle(0.0, 0.0, 1.6, 1.0, 3.0).rectangle(1.6, 0.0, 3.0, 1.0, 0.0);
    let world = mesh.world(&params());
    let all = connections(&world);
    let of = |place| &all.iter().find(|(p, _)| *p == place).unwrap().1;
    assert!(of((1, 0, 3000)).contains(&(1, 0, 0)) && !of((1, 0, 0)).contains(&(1, 0, 3000)), "{all:?}");
}
