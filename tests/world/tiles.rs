//! Tiles that come, go and are baked anew.

use super::*;

fn picture() -> Picture {
    Picture::new(&[
        "..........", //
        ".####.###.", //
        ".#......#.", //
        ".#.####.#.", //
        ".#....#.#.", //
        ".####.#.#.", //
        "......#...", //
    ])
}

/// The columns x0..x1 of the picture as a tile.
fn part(x0: usize, x1: usize, cut: Cut) -> Mesh {
    let mut whole = picture();
    for z in 0..whole.depth {
        for x in (0..whole.width).filter(|x| !(x0..x1).contains(x)) {
            whole.squares[z * whole.width + x] = None;
        }
    }
    whole.mesh(1.0, cut)
}

fn key(x: i32) -> TileKey {
    TileKey { x, ..TileKey::default() }
}

fn indices(world: &World) -> Vec<(crate::level::Place, CellIndex)> {
    let mut all: Vec<_> = world.cells().cells().map(|c| (place(world, c), c)).collect();
    all.sort_unstable();
    all
}

#[test]
fn tiles_in_any_order_make_the_level_of_one_piece() {
    let whole = connections(&picture().mesh(1.0, Cut::Quads).world(&params()));
    for order in [[0, 1, 2], [2, 0, 1], [1, 2, 0]] {
        let mut world = World::empty(&params()).unwrap();
        for tile in order {
            let cuts = [Cut::Triangles, Cut::Runs, Cut::Fans];
            let mesh = part([0, 3, 8][tile], [3, 8, 10][tile], cuts[tile]);
            world.set_tile(key(tile as i32), &mesh.input()).unwrap();
        }
        assert_eq!(connections(&world), whole, "{order:?}");
    }
}

#[test]
fn a_re_bake_keeps_every_cell_that_stays_and_drops_the_rest() {
    let mut world = World::empty(&params()).unwrap();
    world.set_tile(key(0), &part(0, 5, Cut::Quads).input()).unwrap();
    world.set_tile(key(1), &part(5, 10, Cut::Quads).input()).unwrap();
    let before = indices(&world);
    let old_polygon = world.locate(at(7.5, 0.0, 0.5)).unwrap().polygon.unwrap();
    let old_ref = world.polygon_ref(old_polygon).unwrap();
    world.set_tile(key(1), &part(5, 10, Cut::Triangles).input()).unwrap();
    assert_eq!(indices(&world), before);
    assert_eq!(world.resolve_polygon(old_ref), None);
    world.set_tile(key(1), &part(6, 10, Cut::Runs).input()).unwrap();
    let kept: Vec<_> = before.iter().copied().filter(|(p, _)| p.0 != 5).collect();
    assert_eq!(indices(&world), kept);
    world.remove_tile(key(1)).unwrap();
    let kept: Vec<_> = before.iter().copied().filter(|(p, _)| p.0 < 5).collect();
    assert_eq!(indices(&world), kept);
    assert_eq!(connections(&world), connections(&part(0, 5, Cut::Quads).world(&params())));
    assert_eq!(world.remove_tile(key(1)).unwrap_err().kind, ErrorKind::NotFound);
    assert_eq!(world.tiles().collect::<Vec<_>>(), [key(0)]);
}

#[test]
fn walks_and_paths_cross_tile_borders() {
    let mut world = World::empty(&params()).unwrap();
    world.set_tile(key(0), &part(0, 5, Cut::Triangles).input()).unwrap();
    assert_eq!(walk(&world, at(0.5, 0.0, 0.5), at(9.5, 0.0, 0.4)).stopped_by, Some(EdgeKind::Wall));
    world.set_tile(key(1), &part(5, 10, Cut::Runs).input()).unwrap();
    assert_eq!(walk(&world, at(0.5, 0.0, 0.5), at(9.5, 0.0, 0.4)).stopped_by, None);
    assert_eq!(path(&world, at(2.5, 0.0, 4.5), at(7.5, 0.0, 6.5)).0, PathStatus::Complete);
}

#[test]
fn links_come_and_go_with_their_tile_and_wait_for_their_other_end() {
    let links = [LinkInput {
        from: at(0.5, 0.0, 0.5),
        to: at(9.5, 0.0, 6.5),
        kind: LinkKind::Teleport,
        two_way: false,
        travel_time: 0.1,
        area: 0,
    }];
    let first = part(0, 5, Cut::Quads);
    let mut world = World::empty(&params()).unwrap();
    world.set_tile(key(0), &MeshInput { links: &links, ..first.input() }).unwrap();
    let id = world.links().next().unwrap();
    assert!(!world.link(id).unwrap().attached);
    world.set_tile(key(1), &part(5, 10, Cut::Quads).input()).unwrap();
    assert!(world.link(id).unwrap().attached);
    let (_, way) = path(&world, at(0.5, 0.0, 0.5), at(9.5, 0.0, 6.5));
    assert_eq!(way.points[0].link, Some(id));
    world.remove_tile(key(1)).unwrap();
    assert!(!world.link(id).unwrap().attached);
    world.set_tile(key(1), &part(5, 10, Cut::Triangles).input()).unwrap();
    assert_eq!(path(&world, at(0.5, 0.0, 0.5), at(9.5, 0.0, 6.5)).1.points[0].link, Some(id));
    world.remove_tile(key(0)).unwrap();
    assert!(world.link(id).is_none());
}

#[test]
fn budgets_are_kept_and_a_refused_tile_changes_nothing() {
    let p = WorldParams { max_cells: 30, ..params() };
    let mut world = World::empty(&p).unwrap();
    world.set_tile(key(0), &part(0, 5, Cut::Quads).input()).unwrap();
    let polygon = world.polygon_ref(0).unwrap();
    let before = (world.state_hash(), world.revision(), connections(&world));
    let error = world.set_tile(key(0), &part(0, 10, Cut::Quads).input()).unwrap_err();
    assert_eq!(error.kind, ErrorKind::Budget);
    assert_eq!((world.state_hash(), world.revision(), connections(&world)), before);
    assert_eq!(world.resolve_polygon(polygon), Some(0));
    assert_eq!(walk(&world, at(0.5, 0.0, 0.5), at(4.5, 0.0, 0.5)).stopped_by, None);
    let p = WorldParams { max_polygons: 10, ..params() };
    let error = World::from_mesh(&p, &part(0, 10, Cut::Quads).input()).err().unwrap();
    assert_eq!(error.kind, ErrorKind::Budget);
    // Much more ground than could ever be cells is refused before it is looked at.
    let mut huge = Mesh::default();
    huge.rectangle(0.0, 0.0, 1e6, 1e6, 0.0);
    assert_eq!(World::from_mesh(&params(), &huge.input()).err().unwrap().kind, ErrorKind::Budget);
}

#[test]
fn grids_have_no_tiles() {
    let mut world = picture().grid(&params());
    assert_eq!(world.set_tile(key(0), &part(0, 5, Cut::Quads).input()).unwrap_err().kind, ErrorKind::State);
    assert_eq!((world.tiles().count(), world.polygon_count()), (0, 0));
}
