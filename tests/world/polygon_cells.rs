//! One cell per polygon.

use super::*;

#[test]
fn every_polygon_is_a_cell_and_borders_weigh_by_their_length() {
    let mut mesh = Mesh::default();
    mesh.rectangle(0.0, 0.0, 4.0, 4.0, 0.0).rectangle(4.0, 0.0, 6.0, 1.0, 0.0).rectangle(4.0, 1.0, 6.0, 4.0, 0.0);
    let world = mesh.world(&WorldParams { cell_mode: CellMode::Polygon, ..params() });
    assert_eq!(world.cells().cell_count(), 3);
    let cell = |x: f64, z: f64| world.cell_at(at(x, 0.0, z)).unwrap();
    assert_eq!(world.cell_center(cell(1.0, 1.0)), at(2.0, 0.0, 2.0));
    assert_eq!(world.cell_area(cell(5.0, 0.5)), 2.0);
    let mut shares = Vec::new();
    world.cells().receivers(cell(1.0, 1.0), |c, share| shares.push((c, share)));
    assert_eq!(shares, [(cell(5.0, 0.5), 0.25), (cell(5.0, 2.0), 0.75)]);
}

#[test]
fn tiles_come_and_go() {
    let p = WorldParams { cell_mode: CellMode::Polygon, ..params() };
    let mut world = World::empty(&p).unwrap();
    let key = |x| TileKey { x, ..TileKey::default() };
    let part = |x: f64| {
        let mut mesh = Mesh::default();
        mesh.rectangle(x, 0.0, x + 2.0, 2.0, 0.0).rectangle(x, 2.0, x + 2.0, 4.0, 0.0);
        mesh
    };
    world.set_tile(key(0), &part(0.0).input()).unwrap();
    world.set_tile(key(1), &part(2.0).input()).unwrap();
    let (from, to) = (at(1.0, 0.0, 1.0), at(3.0, 0.0, 3.0));
    let ladder = LinkInput { from, to, kind: LinkKind::Ladder, two_way: false, travel_time: 1.0, area: 0 };
    world.add_link(&ladder).unwrap();
    let kept = world.cell_at(at(1.0, 0.0, 1.0)).unwrap();
    let degree = |world: &World, cell| {
        let mut n = 0;
        world.cells().for_each_step(cell, |_| n += 1);
        n
    };
    assert_eq!((world.cells().cell_count(), degree(&world, kept)), (4, 3));
    world.set_tile(key(1), &part(2.0).input()).unwrap();
    assert_eq!((world.cells().cell_count(), degree(&world, kept)), (4, 3));
    world.remove_tile(key(1)).unwrap();
    assert_eq!((world.cells().cell_count(), degree(&world, kept)), (2, 1));
    assert_eq!(world.cell_at(at(1.0, 0.0, 1.0)), Some(kept));
}
