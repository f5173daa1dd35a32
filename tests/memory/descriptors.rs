//! Descriptors and levels.

use crate::{MIB, peak};
use antreckon::base::ErrorKind;
use antreckon::base::math::DVec3;
use antreckon::timewarp::{Timewarp, TimewarpParams};
use antreckon::world::{MeshInput, World, WorldParams};

fn triangles(corners: impl Iterator<Item = [DVec3; 3]>) -> (Vec<DVec3>, Vec<u32>) {
    let vertices: Vec<DVec3> = corners.flatten().collect();
    let indices = (0..vertices.len() as u32).collect();
    (vertices, indices)
}

fn triangle(x: f64, z: f64, size: f64) -> [DVec3; 3] {
    [DVec3::new(x, 0.0, z), DVec3::new(x, 0.0, z + size), DVec3::new(x + size, 0.0, z)]
}

fn level(params: &WorldParams, apart: f64, size: f64) -> (antreckon::base::Result<World>, usize) {
    let place = |i: i32| (f64::from(i % 10) * apart, f64::from(i / 10) * apart);
    let (vertices, indices) = triangles((0..50).map(|i| triangle(place(i).0, place(i).1, size)));
    let mesh = MeshInput { vertices: &vertices, indices: &indices, ..MeshInput::default() };
    peak(|| World::from_mesh(params, &mesh))
}

#[test]
fn triangles_far_apart_take_no_more_than_triangles_side_by_side() {
    let params = WorldParams::default();
    let (_, near) = level(&params, 4.0, 3.0);
    for apart in [100.0, 1e4, 1e6] {
        let (world, bytes) = level(&params, apart, 3.0);
        assert!(world.is_ok() && bytes < 2 * near + MIB / 4, "{apart} m apart: {bytes} bytes, side by side {near}");
    }
}

#[test]
fn a_level_beyond_its_budget_is_refused_before_it_is_laid_out() {
    // 50 triangles of 20,000 squares each, and room for 10,000.
    let params = WorldParams { max_cells: 10_000, ..WorldParams::default() };
    for apart in [0.0, 300.0, 1e6] {
        let (world, bytes) = level(&params, apart, 200.0);
        let error = world.err().expect("a million squares do not fit");
        assert!(error.kind == ErrorKind::Budget && error.message.contains("max_cells"), "{error}");
        assert!(bytes < 8 * MIB, "{apart} m apart: {bytes} bytes");
    }
    // One that is so large that its squares alone would not fit into memory.
    let (world, bytes) = level(&WorldParams::default(), 1e6, 9e5);
    assert_eq!(world.err().map(|error| error.kind), Some(ErrorKind::Budget));
    assert!(bytes < MIB, "{bytes} bytes");
}

#[test]
fn a_level_takes_what_its_cells_take() {
    let params = WorldParams { max_cells: 30_000, ..WorldParams::default() };
    let (vertices, indices) = triangles([triangle(0.0, 0.0, 200.0)].into_iter());
    let mesh = MeshInput { vertices: &vertices, indices: &indices, ..MeshInput::default() };
    let (world, bytes) = peak(|| World::from_mesh(&params, &mesh).unwrap());
    let cells = world.cells().cell_count();
    assert!(cells > 19_000 && bytes < 400 * cells, "{bytes} bytes for {cells} cells");
}

#[test]
fn products_of_legal_bounds_of_a_timewarp_are_bounded_too() {
    for (events, payload, snapshots, state) in
        [(1 << 20, 1 << 16, 16, 0), (1 << 20, 1 << 11, 16, 0), (2, 0, 1024, 1 << 30), (2, 0, 1024, 1 << 23)]
    {
        let params = TimewarpParams {
            max_events: events,
            max_payload: payload,
            max_snapshots: snapshots,
            max_state: state,
            ..TimewarpParams::default()
        };
        let (log, bytes) = peak(|| Timewarp::new(&params).map(|_| ()));
        let error = log.unwrap_err();
        assert!(error.kind == ErrorKind::InvalidArgument && error.message.contains("times"), "{error}");
        assert!(bytes < 4096, "{bytes} bytes");
    }
    let (log, bytes) = peak(|| Timewarp::new(&TimewarpParams::default()).unwrap());
    let params = log.params();
    let stated = params.max_events as usize * (params.max_payload as usize + 240)
        + params.max_snapshots as usize * params.max_state as usize;
    assert!(bytes <= stated + MIB / 8, "{bytes} bytes, stated are {stated}");
}
