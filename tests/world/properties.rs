//! Random levels against slow, independent references.

use super::*;
use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use std::collections::BTreeMap;

/// A random picture of about 60 % open squares, with heights up to `tallest`.
fn pictures(tallest: u8) -> impl Strategy<Value = Picture> {
    (2usize..9, 2usize..9).prop_flat_map(move |(width, depth)| {
        let square = prop_oneof![2 => Just(None), 3 => (0..=tallest).prop_map(|h| Some(f64::from(h)))];
        prop::collection::vec(square, width * depth).prop_map(move |squares| Picture { width, depth, squares })
    })
}

fn cuts() -> impl Strategy<Value = Cut> {
    prop_oneof![Just(Cut::Quads), Just(Cut::Triangles), Just(Cut::Fans), Just(Cut::Runs)]
}

/// The part of p → q inside an axis-aligned square of side 1, as shares; `None` when it only touches it.
fn inside_square(p: DVec3, q: DVec3, x: f64, z: f64) -> Option<(f64, f64)> {
    let (mut enter, mut leave) = (0.0f64, 1.0f64);
    for (from, way, low) in [(p.x, q.x - p.x, x), (p.z, q.z - p.z, z)] {
        if way == 0.0 {
            if from <= low || from >= low + 1.0 {
                return None;
            }
        } else {
            let (a, b) = ((low - from) / way, (low + 1.0 - from) / way);
            enter = enter.max(a.min(b));
            leave = leave.min(a.max(b));
        }
    }
    (leave - enter > 1e-9).then_some((enter, leave))
}

/// Share of the way at which a straight walk over a flat picture enters a blocked square: looks at every square there is.
fn reference_walk(picture: &Picture, p: DVec3, q: DVec3) -> f64 {
    let mut first = 1.0f64;
    for z in -2..picture.depth as i64 + 2 {
        for x in -2..picture.width as i64 + 2 {
            if picture.at(x, z).is_none()
                && let Some((enter, _)) = inside_square(p, q, x as f64, z as f64)
            {
                first = first.min(enter);
            }
        }
    }
    first
}

/// Lengths of the shortest ways over square centres, straight and diagonal (no corners cut), by plain relaxation.
fn reference_distances(picture: &Picture, from: (i64, i64)) -> BTreeMap<(i64, i64), f64> {
    let open = |x, z| picture.at(x, z).is_some();
    let mut best = BTreeMap::from([(from, 0.0f64)]);
    loop {
        let mut changed = false;
        for ((x, z), length) in best.clone() {
            for (dx, dz) in (-1..=1).flat_map(|dx| (-1..=1).map(move |dz| (dx, dz))) {
                let to = (x + dx, z + dz);
                if open(to.0, to.1) && open(x + dx, z) && open(x, z + dz) {
                    let length = length + ((dx * dx + dz * dz) as f64).sqrt();
                    if best.get(&to).is_none_or(|known| length < known - 1e-9) {
                        best.insert(to, length);
                        changed = true;
                    }
                }
            }
        }
        if !changed {
            return best;
        }
    }
}

fn open_square(picture: &Picture, pick: usize) -> Option<(i64, i64)> {
    let open: Vec<usize> = (0..picture.squares.len()).filter(|&i| picture.squares[i].is_some()).collect();
    let at = *open.get(pick % open.len().max(1))?;
    Some(((at % picture.width) as i64, (at / picture.width) as i64))
}

fn point_in((x, z): (i64, i64), u: f64, v: f64) -> DVec3 {
    at(x as f64 + u, 0.0, z as f64 + v)
}

/// Turns the ground plane and moves it far away, so that no coordinate is a round number.
fn carry(p: DVec3) -> DVec3 {
    let (sin, cos) = (0.6f64 + 1e-3).sin_cos();
    at(p.x * cos - p.z * sin + 4321.1, p.y, p.x * sin + p.z * cos - 1234.7)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, rng_seed: RngSeed::Fixed(2), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_cut_of_a_picture_has_the_cells_of_its_grid(picture in pictures(2), step in 0usize..3, drop in 0usize..2) {
        let p = WorldParams { step_height: [0.5, 1.0, 2.0][step], drop_height: [0.0, 20.0][drop], ..params() };
        let expected = connections(&picture.grid(&p));
        for cut in [Cut::Quads, Cut::Triangles, Cut::Fans, Cut::Runs] {
            prop_assert_eq!(&connections(&picture.mesh(1.0, cut).world(&p)), &expected, "{:?}", cut);
        }
    }

    #[test]
    fn a_walk_ends_where_the_first_blocked_square_begins(
        picture in pictures(0), cut in cuts(), pick in 0usize..64,
        (u, v) in (0.01f64..0.99, 0.01f64..0.99), (tx, tz) in (-2.0f64..10.0, -2.0f64..10.0),
    ) {
        let Some(square) = open_square(&picture, pick) else { return Ok(()) };
        let world = picture.mesh(1.0, cut).world(&params());
        let (from, to) = (point_in(square, u, v), at(tx, 0.0, tz));
        let hit = walk(&world, from, to);
        let expected = reference_walk(&picture, from, to);
        prop_assert!((hit.fraction - expected).abs() * (to - from).length() < 2e-6, "{hit:?} {expected}");
        prop_assert_eq!(hit.stopped_by.is_none(), expected == 1.0);
        // Never beyond, and still on the surface.
        prop_assert!(hit.fraction <= expected);
        prop_assert!(world.locate(hit.point).is_some());
    }

    #[test]
    fn walks_and_paths_do_not_care_where_north_is(
        picture in pictures(0), cut in cuts(), (a, b) in (0usize..64, 0usize..64),
        (u, v) in (0.01f64..0.99, 0.01f64..0.99), (tx, tz) in (-2.0f64..10.0, -2.0f64..10.0),
    ) {
        let (Some(a), Some(b)) = (open_square(&picture, a), open_square(&picture, b)) else { return Ok(()) };
        let mut mesh = picture.mesh(1.0, cut);
        mesh.vertices.iter_mut().for_each(|v| *v = carry(*v));
        let world = mesh.world(&params());
        let (from, to) = (point_in(a, u, v), at(tx, 0.0, tz));
        let hit = walk(&world, carry(from), carry(to));
        let expected = reference_walk(&picture, from, to);
        prop_assert!((hit.fraction - expected).abs() * (to - from).length() < 2e-6, "{hit:?} {expected}");
        prop_assert!(hit.fraction <= expected && world.locate(hit.point).is_some());
        let (status, way) = path(&world, carry(from), carry(point_in(b, 0.5, 0.5)));
        prop_assert_eq!(status == PathStatus::Complete, reference_distances(&picture, a).contains_key(&b));
        prop_assert!(way.length >= (corners(&way).last().copied().unwrap() - carry(from)).length() - 1e-6);
    }

    #[test]
    fn walks_along_lattice_lines_and_through_corners_agree_with_the_grid(
        picture in pictures(0), cut in cuts(), pick in 0usize..64,
        (u, v) in (0u8..=2, 0u8..=2), (tx, tz) in (-4i32..=24, -4i32..=24),
    ) {
        let Some(square) = open_square(&picture, pick) else { return Ok(()) };
        let (from, to) = (point_in(square, f64::from(u) * 0.5, f64::from(v) * 0.5), at(f64::from(tx) * 0.5, 0.0, f64::from(tz) * 0.5));
        let world = picture.mesh(1.0, cut).world(&params());
        let hit = walk(&world, from, to);
        // What is certain: it does not enter a blocked square, it ends on the surface, and a strictly inner start in the
        // middle of a square behaves as on the grid.
        prop_assert!(hit.fraction <= reference_walk(&picture, from, to) + 1e-9, "{hit:?}");
        prop_assert!(world.locate(hit.point).is_some());
        if (u, v) == (1, 1) {
            let grid = picture.grid(&params());
            let other = walk(&grid, from, to);
            prop_assert!((hit.point - other.point).length() < 1e-5, "{hit:?} {other:?}");
        }
    }

    #[test]
    fn paths_are_found_when_there_are_any_and_are_short_and_walkable(
        picture in pictures(0), cut in cuts(), a in 0usize..64, b in 0usize..64,
    ) {
        let (Some(a), Some(b)) = (open_square(&picture, a), open_square(&picture, b)) else { return Ok(()) };
        let world = picture.mesh(1.0, cut).world(&params());
        let (from, to) = (point_in(a, 0.5, 0.5), point_in(b, 0.5, 0.5));
        let (status, way) = path(&world, from, to);
        let reference = reference_distances(&picture, a);
        prop_assert_eq!(status == PathStatus::Complete, reference.contains_key(&b));
        let way = corners(&way);
        for leg in way.windows(2) {
            prop_assert!(reference_walk(&picture, leg[0], leg[1]) > 1.0 - 1e-9, "{leg:?}");
        }
        if let Some(&length) = reference.get(&b) {
            let found: f64 = way.windows(2).map(|w| (w[1] - w[0]).length()).sum();
            prop_assert!(found >= (to - from).length() - 1e-9);
            prop_assert!(found <= length * 1.1 + 1e-9, "{found} against {length}");
        } else {
            // Nearest reachable place: no reachable square has a nearer point.
            let gap = |(x, z): (i64, i64)| {
                let clamp = |v: f64, low: i64| v.clamp(low as f64, low as f64 + 1.0);
                (at(clamp(to.x, x), 0.0, clamp(to.z, z)) - to).length()
            };
            let nearest = reference.keys().map(|&s| gap(s)).fold(f64::INFINITY, f64::min);
            prop_assert!(((*way.last().unwrap() - to).length() - nearest).abs() < 1e-6);
        }
    }

    #[test]
    fn the_nearest_place_is_the_nearest_of_all_squares(picture in pictures(0), cut in cuts(), x in -5.0f64..14.0, z in -5.0f64..14.0) {
        let world = picture.mesh(1.0, cut).world(&params());
        let p = at(x, 0.0, z);
        let squares = (0..picture.squares.len()).filter(|&i| picture.squares[i].is_some());
        let gaps = squares.map(|i| {
            let (sx, sz) = ((i % picture.width) as f64, (i / picture.width) as f64);
            (at(x.clamp(sx, sx + 1.0), 0.0, z.clamp(sz, sz + 1.0)) - p).length()
        });
        let expected = gaps.fold(f64::INFINITY, f64::min);
        match world.nearest(p, 1e3) {
            Some(found) => prop_assert!(((found.point - p).length() - expected).abs() < 1e-9),
            None => prop_assert!(expected.is_infinite()),
        }
    }

    #[test]
    fn re_baking_random_tiles_equals_building_anew(
        picture in pictures(1), cut in cuts(), border in 1usize..6, other in cuts(),
    ) {
        let part = |low: usize, high: usize, cut: Cut| {
            let mut part = picture.clone();
            for i in (0..part.squares.len()).filter(|i| !(low..high).contains(&(i % part.width))) {
                part.squares[i] = None;
            }
            part.mesh(1.0, cut)
        };
        let key = |x| TileKey { x, ..TileKey::default() };
        let mut world = World::empty(&params()).unwrap();
        world.set_tile(key(0), &part(0, picture.width, cut).input()).unwrap();
        world.set_tile(key(1), &part(border, picture.width, other).input()).unwrap();
        world.set_tile(key(0), &part(0, border, other).input()).unwrap();
        prop_assert_eq!(connections(&world), connections(&picture.mesh(1.0, cut).world(&params())));
        world.remove_tile(key(1)).unwrap();
        prop_assert_eq!(connections(&world), connections(&part(0, border, other).world(&params())));
        world.remove_tile(key(0)).unwrap();
        prop_assert_eq!((world.cells().cell_count(), world.polygon_count()), (0, 0));
    }
}
