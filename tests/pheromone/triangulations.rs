//! The field depends on the level, not on how somebody cut it into polygons.

use crate::level::{at, exact, fixed, grid, map, source, steps, value};
use antreckon::base::math::DVec3;
use antreckon::world::{MeshInput, World, WorldParams};

const ROWS: [&str; 18] = [
    "....................",
    "....................",
    "..######....####....",
    "..#....#....#..#....",
    "..#....#....#..#....",
    "..#.........#..#....",
    "..#....#....####....",
    "..######............",
    "....................",
    "#######.############",
    "....................",
    "....................",
    "....#####...........",
    "....#####....##.....",
    ".............##.....",
    "....................",
    "..#.#.#.#.#.........",
    "....................",
];

fn is_floor(x: usize, z: usize) -> bool {
    ROWS[z].as_bytes()[x] == b'.'
}

fn mesh(polygons: &[Vec<(usize, usize)>]) -> World {
    let corner = |&(x, z): &(usize, usize)| DVec3::new(x as f64, 0.0, z as f64);
    let vertices: Vec<DVec3> = polygons.iter().flatten().map(corner).collect();
    let indices: Vec<u32> = (0..vertices.len() as u32).collect();
    let sizes: Vec<u32> = polygons.iter().map(|p| p.len() as u32).collect();
    let input = MeshInput { vertices: &vertices, indices: &indices, polygon_sizes: &sizes, ..MeshInput::default() };
    World::from_mesh(&WorldParams::default(), &input).unwrap()
}

fn squares() -> impl Iterator<Item = (usize, usize)> {
    (0..ROWS.len()).flat_map(|z| (0..ROWS[z].len()).map(move |x| (x, z))).filter(|&(x, z)| is_floor(x, z))
}

/// One quadrangle per square, shared corners.
fn quads() -> World {
    mesh(&squares().map(|(x, z)| vec![(x, z), (x + 1, z), (x + 1, z + 1), (x, z + 1)]).collect::<Vec<_>>())
}

/// Two triangles per square, cut along diagonals that turn from square to square.
fn triangles() -> World {
    let cut = |(x, z): (usize, usize)| {
        let (a, b, c, d) = ((x, z), (x + 1, z), (x + 1, z + 1), (x, z + 1));
        if (x + z) % 2 == 0 { [vec![a, b, c], vec![a, c, d]] } else { [vec![a, b, d], vec![b, c, d]] }
    };
    mesh(&squares().flat_map(cut).collect::<Vec<_>>())
}

/// Each run of a row as two long thin triangles: corners of one lie in the middle of another's edges.
fn slivers() -> World {
    let mut polygons = Vec::new();
    for (z, row) in ROWS.iter().enumerate() {
        let mut x = 0;
        while x < row.len() {
            let begin = x;
            while x < row.len() && is_floor(x, z) {
                x += 1;
            }
            if x > begin {
                polygons.push(vec![(begin, z), (x, z), (x, z + 1)]);
                polygons.push(vec![(begin, z), (x, z + 1), (begin, z + 1)]);
            }
            x = x.max(begin + 1);
        }
    }
    mesh(&polygons)
}

#[test]
fn a_grid_its_quads_and_two_triangulations_have_the_same_field() {
    let levels = [("grid", grid(&ROWS)), ("quads", quads()), ("triangles", triangles()), ("slivers", slivers())];
    let fields = levels.each_ref().map(|(_, world)| {
        let mut map = map(world, exact(0.95, 0.8));
        map.add_source(world, 1, &fixed(at(4, 4), 40.0)).unwrap();
        map.add_source(world, 2, &source(at(10, 11), -15.0)).unwrap();
        map.add_source(world, 3, &source(at(18, 1), 25.0)).unwrap();
        steps(&mut map, world, 120);
        squares().map(|(x, z)| value(&map, world, x as i32, z as i32)).collect::<Vec<_>>()
    });
    for ((name, _), field) in levels.iter().zip(&fields).skip(1) {
        for (((x, z), want), got) in squares().zip(&fields[0]).zip(field) {
            assert!(
                (got - want).abs() <= 1e-4 * want.abs().max(1e-3),
                "{name} at ({x}, {z}): {got}, the grid has {want}"
            );
        }
    }
    // Both signs are there to compare.
    assert!(fields[0].iter().any(|v| *v > 1.0) && fields[0].iter().any(|v| *v < -1.0));
}
