//! The level as a whole, through its public interface.

mod dirty_meshes;
mod doors;
mod drops;
mod floors;
mod level;
mod links;
mod polygon_cells;
mod properties;
mod states;
mod tiles;

use antreckon::base::ErrorKind;
use antreckon::base::math::DVec3;
use antreckon::world::*;
use level::{Cut, Mesh, Picture, connections, place};

fn params() -> WorldParams {
    WorldParams::default()
}

fn at(x: f64, y: f64, z: f64) -> DVec3 {
    DVec3::new(x, y, z)
}

fn walk_as(world: &World, from: DVec3, to: DVec3, airborne: bool) -> WalkHit {
    world.line_of_walk(&world.locate(from).unwrap(), to, &AreaFilter::default(), airborne)
}

fn walk(world: &World, from: DVec3, to: DVec3) -> WalkHit {
    walk_as(world, from, to, false)
}

fn path_with(world: &World, from: DVec3, to: DVec3, filter: AreaFilter) -> (PathStatus, Path) {
    let (mut scratch, mut out) = (PathScratch::default(), Path::default());
    let status = world.path(from, to, &filter, &mut scratch, &mut out).unwrap();
    (status, out)
}

fn path(world: &World, from: DVec3, to: DVec3) -> (PathStatus, Path) {
    path_with(world, from, to, AreaFilter::default())
}

fn close(a: DVec3, b: DVec3) -> bool {
    (a - b).length() < 1e-5
}

fn corners(path: &Path) -> Vec<DVec3> {
    path.points.iter().map(|p| p.position).collect()
}

fn neighbours(world: &World, polygon: u32) -> Vec<u32> {
    let mut out = Vec::new();
    world.polygon_neighbours(polygon, &mut out).unwrap();
    out
}

/// A plain from (0, 0) to (10, 10) with a wall across at x = 5, open from z = 8.
fn two_rooms() -> Mesh {
    let mut mesh = Mesh::default();
    mesh.rectangle(0.0, 0.0, 5.0, 10.0, 0.0).rectangle(5.0, 8.0, 6.0, 10.0, 0.0).rectangle(6.0, 0.0, 10.0, 10.0, 0.0);
    mesh
}

#[test]
fn grid_quads_and_triangulations_give_the_same_cells_and_connections() {
    let picture = Picture::new(&[
        "....#.....", //
        ".##.#.###.", //
        ".#..0.#3#.", //
        ".#.##.#3#4", //
        "....1.2345", //
        "#.#.#....#", //
    ]);
    let p = WorldParams { step_height: 1.0, ..params() };
    let expected = connections(&picture.grid(&p));
    for cut in [Cut::Quads, Cut::Triangles, Cut::Fans, Cut::Runs] {
        assert_eq!(connections(&picture.mesh(1.0, cut).world(&p)), expected, "{cut:?}");
    }
}

#[test]
fn areas_cost_and_can_be_forbidden() {
    // Two ways around a wall: the short one is of area 1.
    let mut mesh = Mesh::default();
    mesh.rectangle(0.0, 0.0, 2.0, 10.0, 0.0)
        .rectangle(2.0, 0.0, 8.0, 2.0, 0.0)
        .rectangle(2.0, 8.0, 8.0, 10.0, 0.0)
        .rectangle(8.0, 0.0, 10.0, 10.0, 0.0);
    let input = MeshInput { areas: &[0, 1, 0, 0], ..mesh.input() };
    let mut world = World::from_mesh(&params(), &input).unwrap();
    let (a, b) = (at(1.0, 0.0, 3.0), at(9.0, 0.0, 3.0));
    let middle = |world: &World, filter| corners(&path_with(world, a, b, filter).1)[1].z;
    assert_eq!(middle(&world, AreaFilter::default()), 2.0);
    world.set_area_cost(1, 5.0).unwrap();
    assert_eq!(middle(&world, AreaFilter::default()), 8.0);
    world.set_area_cost(1, 1.0).unwrap();
    let dry = AreaFilter { allowed: !2, ..AreaFilter::default() };
    assert_eq!(middle(&world, dry), 8.0);
    let hit = world.line_of_walk(&world.locate(at(1.0, 0.0, 1.0)).unwrap(), at(9.0, 0.0, 1.0), &dry, false);
    assert!(hit.stopped_by == Some(EdgeKind::Wall) && close(hit.point, at(2.0, 0.0, 1.0)));
}

#[test]
fn a_level_without_welding_works_and_absurd_targets_stop_at_once() {
    let p = WorldParams { weld_distance: 0.0, ..params() };
    let world = Picture::new(&[".#", "#."]).mesh(1.0, Cut::Triangles).world(&p);
    assert_eq!(walk(&world, at(0.5, 0.0, 0.5), at(1.5, 0.0, 1.5)).stopped_by, Some(EdgeKind::Wall));
    let world = Picture::new(&["..", "#."]).mesh(1.0, Cut::Triangles).world(&p);
    assert_eq!(walk(&world, at(0.5, 0.0, 0.5), at(1.5, 0.0, 1.5)).stopped_by, None);
    let hit = walk(&world, at(0.5, 0.0, 0.5), at(1e200, 0.0, 1.5));
    assert_eq!((hit.stopped_by, hit.fraction, hit.point), (Some(EdgeKind::Wall), 0.0, at(0.5, 0.0, 0.5)));
}

#[test]
fn repeated_queries_grow_no_memory() {
    let world = Picture::new(&["..........", ".########.", "...####...", "##......##"])
        .mesh(1.0, Cut::Triangles)
        .world(&params());
    let (mut scratch, mut out) = (PathScratch::default(), Path::default());
    let mut query = |a: DVec3, b: DVec3| world.path(a, b, &AreaFilter::default(), &mut scratch, &mut out).unwrap();
    query(at(0.5, 0.0, 0.5), at(7.5, 0.0, 3.5));
    query(at(9.5, 0.0, 0.5), at(2.5, 0.0, 3.5));
    let held = (scratch.bytes(), out.points.capacity());
    for _ in 0..50 {
        let mut query = |a: DVec3, b: DVec3| world.path(a, b, &AreaFilter::default(), &mut scratch, &mut out).unwrap();
        query(at(0.5, 0.0, 0.5), at(7.5, 0.0, 3.5));
        query(at(9.5, 0.0, 0.5), at(2.5, 0.0, 3.5));
    }
    assert_eq!((scratch.bytes(), out.points.capacity()), held);
}

#[test]
fn a_place_from_before_a_re_bake_is_found_again() {
    let mut world = two_rooms().world(&params());
    let old = world.locate(at(9.0, 0.0, 5.0)).unwrap();
    let mut mesh = Mesh::default();
    mesh.rectangle(0.0, 0.0, 10.0, 10.0, 0.2);
    world.set_tile(TileKey::default(), &mesh.input()).unwrap();
    let hit = world.line_of_walk(&old, at(1.0, 0.0, 5.0), &AreaFilter::default(), false);
    assert_eq!((hit.stopped_by, hit.point), (None, at(1.0, 0.2, 5.0)));
    world.remove_tile(TileKey::default()).unwrap();
    let hit = world.line_of_walk(&old, at(1.0, 0.0, 5.0), &AreaFilter::default(), false);
    assert_eq!((hit.fraction, hit.stopped_by, hit.end), (0.0, Some(EdgeKind::Wall), None));
}
