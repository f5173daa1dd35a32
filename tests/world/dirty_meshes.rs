//! Meshes from the wild.

use super::*;

#[test]
fn polygons_that_share_no_vertex_touch_where_their_edges_lie_on_each_other() {
    // One long edge against three short ones that leave a doorway of one metre closed.
    let mut mesh = Mesh::default();
    mesh.rectangle(0.0, 0.0, 4.0, 10.0, 0.0)
        .rectangle(4.0, 0.0, 6.0, 3.0, 0.0)
        .rectangle(4.0, 3.0, 6.0, 7.0, 0.0)
        .rectangle(4.0, 8.0, 6.0, 10.0, 0.0);
    let world = mesh.world(&params());
    assert_eq!(neighbours(&world, 0), [1, 2, 3]);
    assert_eq!(walk(&world, at(1.0, 0.0, 5.0), at(5.0, 0.0, 4.0)).stopped_by, None);
    let hit = walk(&world, at(1.0, 0.0, 7.5), at(5.0, 0.0, 7.5));
    assert_eq!(hit.stopped_by, Some(EdgeKind::Wall));
    assert!(close(hit.point, at(4.0, 0.0, 7.5)));
    let mut parts = Vec::new();
    world.polygon_edge_parts(0, 2, &mut parts).unwrap();
    let kinds: Vec<_> = parts.iter().map(|p| (p.kind, p.to)).collect();
    let open = |to| (EdgeKind::Open, Some(to));
    assert_eq!(kinds, [open(3), (EdgeKind::Wall, None), open(2), open(1)]);
}

#[test]
fn a_gap_below_the_weld_distance_is_bridged_and_a_wider_one_is_not() {
    for (gap, connected) in [(0.0, true), (0.015, true), (-0.015, true), (0.03, false)] {
        let mut mesh = Mesh::default();
        mesh.rectangle(0.0, 0.0, 5.0, 5.0, 0.0).rectangle(5.0 + gap, 0.0, 10.0, 5.0, 0.0);
        let world = mesh.world(&params());
        assert_eq!(neighbours(&world, 0).len() == 1, connected, "{gap}");
        let arrived = walk(&world, at(1.0, 0.0, 2.0), at(9.0, 0.0, 3.0)).stopped_by.is_none();
        assert_eq!(arrived, connected, "{gap}");
    }
}

#[test]
fn a_dropped_sliver_leaves_its_neighbours_connected() {
    let mut mesh = Mesh::default();
    mesh.rectangle(0.0, 0.0, 5.0, 5.0, 0.0).rectangle(5.0, 0.0, 5.008, 5.0, 0.0).rectangle(5.008, 0.0, 9.0, 5.0, 0.0);
    let world = mesh.world(&params());
    assert_eq!((world.polygon_count(), world.mesh_stats().dropped_slivers), (2, 1));
    assert_eq!(walk(&world, at(1.0, 0.0, 2.0), at(8.0, 0.0, 3.0)).stopped_by, None);
}

#[test]
fn winding_does_not_matter() {
    let mut mesh = Mesh::default();
    mesh.polygon(&[(0.0, 0.0, 0.0), (0.0, 0.0, 2.0), (2.0, 0.0, 2.0), (2.0, 0.0, 0.0)]);
    mesh.polygon(&[(2.0, 0.0, 0.0), (4.0, 0.0, 0.0), (4.0, 0.0, 2.0), (2.0, 0.0, 2.0)]);
    let world = mesh.world(&params());
    assert_eq!(world.mesh_stats().turned, 1);
    let mut vertices = Vec::new();
    for polygon in 0..2 {
        world.polygon_vertices(polygon, &mut vertices).unwrap();
        assert!((vertices[1] - vertices[0]).cross(vertices[2] - vertices[0]).y > 0.0);
    }
    assert_eq!(walk(&world, at(0.5, 0.0, 1.0), at(3.5, 0.0, 1.0)).stopped_by, None);
}

#[test]
fn overlapping_polygons_connect_where_they_overlap() {
    let mut mesh = Mesh::default();
    mesh.rectangle(0.0, 0.0, 6.0, 4.0, 0.0).rectangle(5.0, 1.0, 10.0, 3.0, 0.1).rectangle(2.0, 1.0, 3.0, 2.0, 0.0);
    let world = mesh.world(&params());
    assert_eq!(walk(&world, at(1.0, 0.0, 2.0), at(9.0, 0.0, 2.5)).stopped_by, None);
    assert_eq!(walk(&world, at(9.0, 0.1, 2.5), at(1.0, 0.0, 2.0)).stopped_by, None);
    let hit = walk(&world, at(4.0, 0.0, 3.5), at(8.0, 0.0, 3.5));
    assert!(hit.stopped_by == Some(EdgeKind::Wall) && close(hit.point, at(6.0, 0.0, 3.5)));
    assert_eq!(path(&world, at(2.5, 0.0, 1.5), at(9.5, 0.1, 1.2)).0, PathStatus::Complete);
    // Places that two polygons cover have one cell.
    assert_eq!(world.cells().cell_count(), 6 * 4 + 4 * 2);
}

#[test]
fn islands_stay_apart() {
    let mut mesh = Mesh::default();
    (0..300).for_each(|i| {
        let (x, z) = (f64::from(i % 20) * 3.0, f64::from(i / 20) * 3.0);
        mesh.rectangle(x, z, x + 2.0, z + 2.0, 0.0);
    });
    let world = mesh.world(&params());
    assert!((0..300).all(|i| neighbours(&world, i).is_empty()));
    let (status, way) = path(&world, at(1.0, 0.0, 1.0), at(10.0, 0.0, 1.0));
    assert_eq!(status, PathStatus::Partial);
    assert!(close(corners(&way)[1], at(2.0, 0.0, 1.0)), "{way:?}");
}

#[test]
fn a_dented_polygon_is_walked_around_its_dent() {
    let mut mesh = Mesh::default();
    mesh.polygon(&[(0.0, 0.0, 0.0), (10.0, 0.0, 0.0), (10.0, 0.0, 10.0), (5.0, 0.0, 2.0), (0.0, 0.0, 10.0)]);
    let world = mesh.world(&params());
    let mut pieces = Vec::new();
    world.polygons_of_input(TileKey::default(), 0, &mut pieces).unwrap();
    assert_eq!(pieces, [0, 1, 2]);
    assert_eq!(walk(&world, at(1.0, 0.0, 7.0), at(9.0, 0.0, 7.0)).stopped_by, Some(EdgeKind::Wall));
    let (status, way) = path(&world, at(1.0, 0.0, 7.0), at(9.0, 0.0, 7.0));
    assert_eq!(status, PathStatus::Complete);
    assert_eq!(corners(&way), [at(1.0, 0.0, 7.0), at(5.0, 0.0, 2.0), at(9.0, 0.0, 7.0)]);
}

#[test]
fn what_cannot_be_used_is_refused_by_number_and_changes_nothing() {
    let mut world = two_rooms().world(&params());
    let before = (world.state_hash(), world.revision(), connections(&world));
    let mut bad = Mesh::default();
    bad.rectangle(20.0, 0.0, 22.0, 2.0, 0.0).polygon(&[
        (0.0, 0.0, 0.0),
        (4.0, 0.0, 4.0),
        (4.0, 0.0, 0.0),
        (0.0, 0.0, 5.0),
    ]);
    let error = world.set_tile(TileKey { x: 1, ..TileKey::default() }, &bad.input()).unwrap_err();
    assert_eq!((error.kind, error.message.as_str()), (ErrorKind::BadMesh, "polygon 1: its outline crosses itself"));
    assert_eq!((world.state_hash(), world.revision(), connections(&world)), before);
}

#[test]
fn a_level_of_which_nothing_can_be_walked_on_says_what_was_meant() {
    let said =
        |mesh: &Mesh| World::from_mesh(&params(), &mesh.input()).err().map(|error| (error.kind, error.message.clone()));
    // Two rooms of 30 m by 20 m whose heights are in z, read as if y were up.
    let mut upright = Mesh::default();
    upright.polygon(&[(0.0, 0.0, 0.0), (30.0, 0.0, 0.0), (30.0, 20.0, 0.0), (0.0, 20.0, 0.0)]);
    upright.polygon(&[(30.0, 0.0, 0.0), (60.0, 0.0, 0.0), (60.0, 20.0, 0.0), (30.0, 20.0, 0.0)]);
    let (kind, message) = said(&upright).unwrap();
    assert_eq!(kind, ErrorKind::InvalidArgument);
    assert!(message.contains("2 polygons stand upright: is another axis up"), "{message}");
    // 30 m by 20 m, taken for centimetres.
    let mut tiny = Mesh::default();
    tiny.rectangle(0.0, 0.0, 0.3, 0.2, 0.0);
    let (kind, message) = said(&tiny).unwrap();
    assert_eq!(kind, ErrorKind::InvalidArgument);
    assert!(message.contains("0.3 m by 0.2 m, a cell is") && message.contains("another unit"), "{message}");
    // Nothing was given, or tiles are to come: nothing was lost.
    assert_eq!(said(&Mesh::default()), None);
    let mut streamed = World::empty(&params()).unwrap();
    streamed.set_tile(TileKey::default(), &upright.input()).unwrap();
    assert_eq!(streamed.cells().cell_count(), 0);
    // Every square of a grid may be blocked.
    let input = GridInput {
        width: 2,
        depth: 1,
        floors: 1,
        corner: DVec3::ZERO,
        floor_height: 3.0,
        blocked: &[1, 1],
        heights: &[],
        areas: &[],
    };
    assert!(World::from_grid(&params(), &input).is_ok());
}
