//! The level as a whole, through its public interface.

mod level;

use antreckon::base::math::DVec3;
use antreckon::world::*;
use level::{Cut, Mesh, Picture, connections};
use proptest::prelude::*;

fn params() -> WorldParams {
    WorldParams::default()
}

fn at(x: f64, y: f64, z: f64) -> DVec3 {
    DVec3::new(x, y, z)
}

fn walk(world: &World, from: DVec3, to: DVec3) -> WalkHit {
    world.line_of_walk(&world.locate(from).unwrap(), to, &AreaFilter::default(), false)
}

fn fly(world: &World, from: DVec3, to: DVec3) -> WalkHit {
    world.line_of_walk(&world.locate(from).unwrap(), to, &AreaFilter::default(), true)
}

fn path(world: &World, from: DVec3, to: DVec3) -> (PathStatus, Path) {
    let (mut scratch, mut out) = (PathScratch::default(), Path::default());
    let status = world.path(from, to, &AreaFilter::default(), &mut scratch, &mut out).unwrap();
    (status, out)
}

fn close(a: DVec3, b: DVec3) -> bool {
    (a - b).length() < 1e-5
}

#[test]
fn grid_quads_and_triangulations_give_the_same_cells_and_connections() {
    let picture = Picture::new(&["....#.....", ".##.#.###.", ".#..0.#3#.", ".#.##.#3#4", "....1.2345", "#.#.#....#"]);
    let p = WorldParams { step_height: 1.0, ..params() };
    let expected = connections(&picture.grid(&p));
    for cut in [Cut::Quads, Cut::Triangles, Cut::Fans, Cut::Runs] {
        assert_eq!(connections(&picture.mesh(1.0, cut).world(&p)), expected, "{cut:?}");
    }
}

#[test]
fn debug_minimal() {
    let w = Picture::new(&["...", ".#.", "..."]).mesh(1.0, Cut::Triangles).world(&params());
    assert_eq!(w.cells().cell_count(), 8);
    let hit = walk(&w, at(0.5, 0.0, 1.5), at(2.5, 0.0, 1.5));
    assert_eq!(hit.stopped_by, Some(EdgeKind::Wall));
    assert!(close(hit.point, at(1.0, 0.0, 1.5)), "{hit:?}");
    let hit = walk(&w, at(0.5, 0.0, 0.5), at(2.5, 0.0, 0.5));
    assert_eq!(hit.stopped_by, None);
    let (s, p) = path(&w, at(0.5, 0.0, 1.5), at(2.5, 0.0, 1.5));
    println!("{s:?} {p:?}");
    assert_eq!(s, PathStatus::Complete);
    let _ = (fly(&w, at(0.5, 0.0, 0.5), at(0.6, 0.0, 0.5)), Mesh::default());
}
