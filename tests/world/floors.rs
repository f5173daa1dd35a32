//! Floors over each other, ramps, the nearest place.

use super::*;

/// A hall with a gallery three metres above a part of it, and a ramp that leads up.
fn gallery() -> Mesh {
    let mut mesh = Mesh::default();
    mesh.rectangle(0.0, 0.0, 12.0, 6.0, 0.0).rectangle(0.0, 0.0, 4.0, 4.0, 3.0);
    mesh.polygon(&[(4.0, 3.0, 0.0), (4.0, 3.0, 2.0), (8.0, 0.0, 2.0), (8.0, 0.0, 0.0)]);
    mesh
}

#[test]
fn the_floor_nearest_in_height_is_found() {
    let world = gallery().world(&params());
    let floor = |y: f64| world.locate(at(1.0, y, 1.0)).map(|l| (l.point.y, l.polygon));
    assert_eq!(floor(0.0), Some((0.0, Some(0))));
    assert_eq!(floor(1.9), Some((0.0, Some(0))));
    assert_eq!(floor(2.6), Some((3.0, Some(1))));
    assert_eq!(floor(4.9), Some((3.0, Some(1))));
    assert_eq!(floor(5.2), None);
    assert_eq!(floor(-0.6), None);
    assert_eq!(world.locate(at(-0.5, 0.0, 1.0)), None);
}

#[test]
fn cells_lie_on_both_floors_and_meet_only_over_the_ramp() {
    let world = gallery().world(&params());
    let low = world.cell_at(at(1.5, 0.0, 1.5)).unwrap();
    let high = world.cell_at(at(1.5, 3.0, 1.5)).unwrap();
    assert_eq!((place(&world, low), place(&world, high)), ((1, 1, 0), (1, 1, 3000)));
    let steps = |cell: CellIndex| {
        let mut to = Vec::new();
        world.cells().for_each_step(cell, |c| to.push(place(&world, c)));
        to.sort_unstable();
        to
    };
    assert_eq!(steps(low), [(0, 1, 0), (1, 0, 0), (1, 2, 0), (2, 1, 0)]);
    assert_eq!(steps(high), [(0, 1, 3000), (1, 0, 3000), (1, 2, 3000), (2, 1, 3000)]);
    let ramp = world.cell_at(at(4.5, 2.6, 0.5)).unwrap();
    assert_eq!(place(&world, ramp), (4, 0, 2625));
    assert!(steps(ramp).contains(&(3, 0, 3000)) && steps(ramp).contains(&(5, 0, 1875)));
}

#[test]
fn a_way_up_goes_over_the_ramp() {
    let world = gallery().world(&params());
    let (status, way) = path(&world, at(1.0, 0.0, 3.0), at(1.0, 3.0, 3.0));
    assert_eq!(status, PathStatus::Complete);
    assert!(way.length > 13.5 && way.points.iter().any(|p| p.position.x > 7.3), "{way:?}");
    let top = walk(&world, at(10.0, 0.0, 1.0), at(1.0, 0.0, 1.0)).end.unwrap().point;
    assert!(top.y == 0.0 || top.y == 3.0);
}

#[test]
fn the_nearest_place_is_exact() {
    let world = gallery().world(&params());
    let near = |p: DVec3, reach: f64| world.nearest(p, reach).map(|l| l.point);
    assert_eq!(near(at(-3.0, 0.0, 1.0), 3.5), Some(at(0.0, 0.0, 1.0)));
    assert_eq!(near(at(-3.0, 0.0, 1.0), 2.5), None);
    assert_eq!(near(at(-3.0, 2.5, 1.0), 4.0), Some(at(0.0, 3.0, 1.0)));
    assert_eq!(near(at(15.0, 0.0, 10.0), 5.0), Some(at(12.0, 0.0, 6.0)));
    assert_eq!(near(at(500.0, 0.0, 3.0), 1e3), Some(at(12.0, 0.0, 3.0)));
}

#[test]
fn one_cell_on_a_slope_steeper_than_a_step_per_square_is_one_cell() {
    let mut mesh = Mesh::default();
    mesh.polygon(&[(0.0, 0.0, 0.0), (0.0, 0.0, 4.0), (8.0, 8.0, 4.0), (8.0, 8.0, 0.0)]);
    let p = WorldParams { cell_size: 2.0, ..params() };
    let world = mesh.world(&p);
    assert_eq!(world.cells().cell_count(), 8);
    let all = connections(&world);
    assert_eq!(all.iter().map(|(_, to)| to.len()).sum::<usize>(), 20);
}
