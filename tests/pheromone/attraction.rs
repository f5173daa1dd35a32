//! Eq. 7: the force, its region, and the other ways to read a field.

use crate::level::*;
use crate::reference;
use antreckon::base::math::{DVec2, DVec3};
use antreckon::pheromone::{ForceLaw, MapParams, PheromoneMap, Reader, Region, RegionShape, Source};
use antreckon::world::{CellMode, GridInput, MeshInput, World, WorldParams};
use proptest::prelude::*;
use std::f64::consts::{FRAC_PI_4, PI};

const NOSE: Reader<'static> = Reader { weights: &[1.0], avatar: None };

fn square(diameter: f64) -> Region {
    Region { shape: RegionShape::Square, diameter, margin: 0.0, walls_hide: false, vertical_reach: 2.0 }
}

fn law(k: u32) -> ForceLaw {
    ForceLaw { k, unit: 1.0, softening: 0.0, vertical: false }
}

fn pull(map: &PheromoneMap, world: &World, position: DVec3, region: &Region, law: &ForceLaw) -> DVec2 {
    antreckon::base::math::ground(map.force(world, &NOSE, position, DVec2::X, region, law).total)
}

#[test]
fn a_single_cell_pulls_with_the_size_and_direction_of_eq_7() {
    let world = open(40, 40);
    let mut map = map(&world, exact(0.5, 0.5));
    // Three squares east and four south of the reader: five metres away.
    map.deposit(&world, 0, at(23, 16), 50.0).unwrap();
    for (k, size) in [(0, 50.0), (1, 10.0), (2, 2.0), (3, 0.4), (4, 0.08)] {
        let force = pull(&map, &world, at(20, 20), &square(20.0), &law(k));
        assert_close(force.x, size * 0.6, 1e-6 * size, format_args!("x for k = {k}"));
        assert_close(force.y, size * -0.8, 1e-6 * size, format_args!("z for k = {k}"));
    }
    // In units of half a metre the same place is ten units away.
    let halves = ForceLaw { unit: 0.5, ..law(2) };
    assert_close(pull(&map, &world, at(20, 20), &square(20.0), &halves).length(), 0.5, 1e-6, "k = 2 in half metres");
    let soft = ForceLaw { softening: 5.0, ..law(2) };
    assert_close(pull(&map, &world, at(20, 20), &square(20.0), &soft).length(), 1.0, 1e-6, "softened");
}

#[test]
fn negative_pheromone_repels_and_a_cell_underfoot_pulls_nowhere() {
    let world = open(40, 40);
    let mut map = map(&world, exact(0.5, 0.5));
    map.deposit(&world, 0, at(22, 20), -8.0).unwrap();
    assert_eq!(pull(&map, &world, at(20, 20), &square(20.0), &law(2)), DVec2::new(-2.0, 0.0));
    assert_eq!(pull(&map, &world, at(22, 20), &square(20.0), &law(2)), DVec2::ZERO);
}

#[test]
fn square_disc_and_margin_reach_as_far_as_they_say() {
    let world = open(60, 60);
    let feels = |x: i32, z: i32, region: &Region| {
        let mut map = map(&world, exact(0.5, 0.5));
        map.deposit(&world, 0, at(30 + x, 30 + z), 8.0).unwrap();
        pull(&map, &world, at(30, 30), region, &law(1)) != DVec2::ZERO
    };
    let disc = Region { shape: RegionShape::Disc, ..square(20.0) };
    let wide = Region { margin: 2.0, ..disc };
    for (x, z, in_square, in_disc, in_wide) in [
        (10, 0, true, true, true),
        (10, 10, true, false, false),
        (11, 0, false, false, true),
        (-7, 7, true, true, true),
        (8, -8, true, false, true),
        (0, -13, false, false, false),
    ] {
        assert_eq!(feels(x, z, &square(20.0)), in_square, "square, {x}, {z}");
        assert_eq!(feels(x, z, &disc), in_disc, "disc, {x}, {z}");
        assert_eq!(feels(x, z, &wide), in_wide, "disc with margin, {x}, {z}");
    }
}

#[test]
fn a_vision_cone_of_45_degrees_hides_what_is_beside_and_behind() {
    let world = open(60, 60);
    let cone = Region { shape: RegionShape::Cone(FRAC_PI_4), ..square(40.0) };
    let feels = |x: i32, z: i32, view: DVec2, region: &Region| {
        let mut map = map(&world, exact(0.5, 0.5));
        map.deposit(&world, 0, at(30 + x, 30 + z), 8.0).unwrap();
        map.force(&world, &NOSE, at(30, 30), view, region, &law(1)).total != DVec3::ZERO
    };
    for (x, z, seen) in [(10, 0, true), (10, 9, true), (10, -9, true), (9, 10, false), (0, 5, false), (-5, 0, false)] {
        assert_eq!(feels(x, z, DVec2::X, &cone), seen, "looking east, {x}, {z}");
        assert_eq!(feels(-x, z, DVec2::NEG_X * 7.0, &cone), seen, "looking west, {x}, {z}");
        assert_eq!(feels(z, x, DVec2::Y, &cone), seen, "looking north, {x}, {z}");
    }
    let with_margin = Region { margin: 1.5, ..cone };
    assert!(feels(9, 10, DVec2::X, &with_margin), "0.7 m beyond the side");
    assert!(feels(-1, 0, DVec2::X, &with_margin), "right behind the apex");
    assert!(!feels(7, 10, DVec2::X, &with_margin), "2.1 m beyond the side");
    assert!(feels(-5, 0, DVec2::ZERO, &cone), "without a view direction a cone is a disc");
}

#[test]
fn walls_hide_what_is_behind_them() {
    let rows = [
        "....................",
        "....................",
        "..........#.........",
        "..........#.........",
        "..........#.........",
        "....................",
        "..........#.........",
        "..........#.........",
        "....................",
    ];
    let world = grid(&rows);
    let hiding = Region { walls_hide: true, ..square(30.0) };
    let feels = |x: i32, z: i32, from: (i32, i32), region: &Region| {
        let mut map = map(&world, exact(0.5, 0.5));
        map.deposit(&world, 0, at(x, z), 8.0).unwrap();
        pull(&map, &world, at(from.0, from.1), region, &law(1)) != DVec2::ZERO
    };
    for (x, z, seen) in
        [(15, 3, false), (12, 3, false), (9, 3, true), (3, 0, true), (18, 0, false), (12, 5, false), (10, 0, true)]
    {
        assert_eq!(feels(x, z, (6, 3), &hiding), seen, "from 6, 3 to {x}, {z}");
        assert!(feels(x, z, (6, 3), &square(30.0)), "nothing is hidden without walls, {x}, {z}");
    }
    for (x, z, seen) in [(15, 5, true), (11, 5, true), (15, 2, false), (15, 7, false)] {
        assert_eq!(feels(x, z, (6, 5), &hiding), seen, "through the gap from 6, 5 to {x}, {z}");
    }
    assert!(feels(15, 3, (60, 60), &Region { diameter: 200.0, ..hiding }), "off the level nothing is hidden");
}

/// Whether 8 units in a square are felt from another one where walls hide.
fn is_seen(world: &World, from: DVec3, to: DVec3) -> bool {
    let mut map = map(world, exact(0.5, 0.5));
    map.deposit(world, 0, to, 8.0).unwrap();
    let hiding = Region { walls_hide: true, vertical_reach: 9.0, ..square(40.0) };
    pull(&map, world, from, &hiding, &law(1)) != DVec2::ZERO
}

#[test]
fn an_item_across_a_pit_is_seen_when_the_pit_is_named() {
    let mut world = grid(&["....####....", "....####....", "....####...."]);
    assert!(!is_seen(&world, at(1, 1), at(10, 1)), "what the level does not know might be a wall");
    let pit = world.add_window(DVec3::new(4.0, -5.0, 0.0), DVec3::new(8.0, 0.5, 3.0)).unwrap();
    assert!(is_seen(&world, at(1, 1), at(10, 1)) && is_seen(&world, at(10, 2), at(0, 0)));
    world.remove_window(pit).unwrap();
    assert!(!is_seen(&world, at(1, 1), at(10, 1)));
    assert!(world.remove_window(pit).is_err());
}

#[test]
fn a_window_is_seen_through_at_its_height_only() {
    let mut world = grid(&["....#....", "....#....", "....#...."]);
    let sill = |low: f64, high: f64| (DVec3::new(4.3, low, 1.2), DVec3::new(4.6, high, 1.8));
    let (min, max) = sill(2.5, 4.0);
    let high_up = world.add_window(min, max).unwrap();
    assert!(!is_seen(&world, at(1, 1), at(7, 1)), "a body of two metres does not reach it");
    world.remove_window(high_up).unwrap();
    let (min, max) = sill(1.0, 2.0);
    world.add_window(min, max).unwrap();
    assert!(is_seen(&world, at(1, 1), at(7, 1)));
    assert!(!is_seen(&world, at(1, 0), at(7, 0)), "the wall beside it hides");
}

#[test]
fn drops_hide_nothing() {
    let heights: Vec<f32> = (0..36).map(|i| if (4..8).contains(&(i % 12)) { -2.0 } else { 0.0 }).collect();
    let input = GridInput {
        width: 12,
        depth: 3,
        floors: 1,
        corner: DVec3::ZERO,
        floor_height: 3.0,
        blocked: &[],
        heights: &heights,
        areas: &[],
    };
    let over = |drop_height: f64| {
        let world = World::from_grid(&WorldParams { drop_height, ..WorldParams::default() }, &input).unwrap();
        is_seen(&world, at(1, 1), at(10, 1))
    };
    assert!(over(3.0) && !over(1.0), "a floor too deep to drop to might be behind a wall");
}

#[test]
fn what_the_host_tells_of_clusters_decides() {
    let mut world = grid(&["....#....", ".........", "....#...."]);
    let cluster = |world: &World, c| u16::from(world.cells().lattice(c).0 > 4);
    let cells: Vec<_> = world.cells().cells().map(|c| (c, cluster(&world, c))).collect();
    assert!(is_seen(&world, at(1, 1), at(7, 1)) && !is_seen(&world, at(1, 0), at(7, 0)));
    // Two clusters that do not see each other, then two of which the first sees the second.
    world.set_visibility(2, &[0b01, 0b10], &cells).unwrap();
    assert!(!is_seen(&world, at(1, 1), at(7, 1)) && is_seen(&world, at(1, 1), at(3, 2)));
    world.set_visibility(2, &[0b11, 0b10], &cells).unwrap();
    assert!(is_seen(&world, at(1, 0), at(7, 0)) && !is_seen(&world, at(7, 0), at(1, 0)));
    world.clear_visibility();
    assert!(!is_seen(&world, at(1, 0), at(7, 0)));
    assert!(world.set_visibility(2, &[1], &cells).is_err(), "too few bytes");
    assert!(world.set_visibility(1, &[1], &cells).is_err(), "a cluster that does not exist");
    assert!(world.set_visibility(0, &[], &[]).is_err());
}

#[test]
fn windows_in_polygon_cells_are_seen_through() {
    let v = |x: f64, z: f64| DVec3::new(x, 0.0, z);
    let vertices = [v(0., 0.), v(4., 0.), v(4., 4.), v(0., 4.), v(6., 0.), v(10., 0.), v(10., 4.), v(6., 4.)];
    let mesh = MeshInput {
        vertices: &vertices,
        indices: &[0, 1, 2, 3, 4, 5, 6, 7],
        polygon_sizes: &[4, 4],
        ..MeshInput::default()
    };
    let params = WorldParams { cell_mode: CellMode::Polygon, ..WorldParams::default() };
    let mut world = World::from_mesh(&params, &mesh).unwrap();
    assert!(!is_seen(&world, v(1., 2.), v(8., 2.)));
    world.add_window(v(4.0, 1.8), DVec3::new(6.0, 2.0, 2.2)).unwrap();
    assert!(is_seen(&world, v(1., 2.), v(8., 2.)));
    assert!(!is_seen(&world, v(1., 0.2), v(8., 2.)), "beside it is a wall");
}

#[test]
fn other_floors_count_only_within_the_vertical_reach() {
    let input = GridInput {
        width: 20,
        depth: 20,
        floors: 2,
        corner: DVec3::ZERO,
        floor_height: 3.0,
        blocked: &[],
        heights: &[],
        areas: &[],
    };
    let world = World::from_grid(&WorldParams::default(), &input).unwrap();
    let mut map = map(&world, exact(0.5, 0.5));
    let above = at(14, 10) + DVec3::new(0.0, 3.0, 0.0);
    map.deposit(&world, 0, above, 8.0).unwrap();
    assert_eq!(pull(&map, &world, at(10, 10), &square(20.0), &law(0)), DVec2::ZERO);
    let tall = Region { vertical_reach: 3.5, ..square(20.0) };
    assert_eq!(pull(&map, &world, at(10, 10), &tall, &law(0)), DVec2::new(8.0, 0.0));
}

#[test]
fn a_grid_whose_corner_is_elsewhere_pulls_from_where_its_squares_are() {
    let corner = DVec3::new(13.7, 2.0, -104.3);
    let blocked: Vec<u8> = (0..40 * 40).map(|i| (i == 7 * 40 + 7) as u8).collect();
    let input = GridInput {
        width: 40,
        depth: 40,
        floors: 1,
        corner,
        floor_height: 3.0,
        blocked: &blocked,
        heights: &[],
        areas: &[],
    };
    let world = World::from_grid(&WorldParams::default(), &input).unwrap();
    let mut map = map(&world, exact(0.5, 0.5));
    map.deposit(&world, 0, corner + at(23, 16), 50.0).unwrap();
    for walls_hide in [false, true] {
        let region = Region { walls_hide, ..square(20.0) };
        let force = pull(&map, &world, corner + at(20, 20), &region, &law(2));
        assert_close(force.x, 1.2, 1e-5, format_args!("x, walls hide: {walls_hide}"));
        assert_close(force.y, -1.6, 1e-5, format_args!("z, walls hide: {walls_hide}"));
    }
}

fn random_map(dice: &mut Dice, world: &World) -> PheromoneMap {
    let floor: Vec<_> = world.cells().cells().collect();
    let map_params = MapParams { avatar_weight: -0.7, ..params(&[exact(0.9, 0.8), exact(0.7, 0.6)]) };
    let mut map = PheromoneMap::new(world, &map_params).unwrap();
    for id in 0..6 {
        let position = world.cell_center(floor[dice.below(floor.len())]);
        let emission = (dice.unit() * 60.0 - 20.0) as f32;
        map.add_source(world, id, &Source { layer: id as usize % 2, position, emission, fixed: false }).unwrap();
    }
    for id in 0..3 {
        map.add_avatar(world, id, 40.0).unwrap();
        map.move_avatar(world, id, world.cell_center(floor[dice.below(floor.len())])).unwrap();
    }
    steps(&mut map, world, 30);
    map
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    #[test]
    fn the_fast_force_equals_the_plain_one_over_all_cells(
        seed in 1u64..u64::MAX,
        k in 0u32..=4,
        shape in 0usize..3,
        diameter in 0.0f64..60.0,
        margin in 0.0f64..4.0,
        softening in 0.3f64..3.0,
        turn in -PI..PI,
        half_angle in 0.05f64..3.0,
        vertical: bool,
    ) {
        let mut dice = Dice(seed);
        let blocked: Vec<u8> = (0..45 * 38).map(|_| (dice.unit() < 0.15) as u8).collect();
        let world = blocked_grid(45, 38, &blocked);
        let map = random_map(&mut dice, &world);
        let position = DVec3::new(dice.unit() * 45.0, dice.unit() * 1.5, dice.unit() * 38.0);
        let view = DVec2::from_angle(turn);
        let shape = [RegionShape::Square, RegionShape::Disc, RegionShape::Cone(half_angle)][shape];
        let region = Region { shape, diameter, margin, walls_hide: false, vertical_reach: 2.0 };
        prop_assume!(reference::border_gap(&world, position, view, &region) > 1e-5);
        let law = ForceLaw { k, unit: 0.8, softening, vertical };
        let reader = Reader { weights: &[1.0, 0.6], avatar: Some(1) };
        let fast = map.force(&world, &reader, position, view, &region, &law);
        let plain = reference::force(&map, &world, &reader, position, view, &region, &law);
        let scale = 200.0 * (law.unit / softening).powi(k as i32).max(1.0);
        prop_assert!((fast.total - plain).length() <= 1e-5 * scale, "{:?} and {plain}", fast.total);
        let mut parts = Vec::new();
        let whole = map.force_per_layer(&world, &reader, position, view, &region, &law, &mut parts);
        prop_assert_eq!(parts.len(), map.layer_count());
        prop_assert!((whole.total - plain).length() <= 1e-5 * scale);
        prop_assert_eq!(whole.cells, fast.cells);
        prop_assert_eq!(parts[map.avatar_layer(1).unwrap()], DVec3::ZERO);
    }
}

#[test]
fn a_vertical_law_pulls_up_and_down() {
    let input = GridInput {
        width: 20,
        depth: 20,
        floors: 2,
        corner: DVec3::ZERO,
        floor_height: 3.0,
        blocked: &[],
        heights: &[],
        areas: &[],
    };
    let world = World::from_grid(&WorldParams::default(), &input).unwrap();
    let mut map = map(&world, exact(0.5, 0.5));
    map.deposit(&world, 0, at(14, 10) + DVec3::Y * 3.0, 50.0).unwrap();
    let (region, law) = (Region { vertical_reach: 4.0, ..square(20.0) }, ForceLaw { vertical: true, ..law(2) });
    let force = |y: f64| map.force(&world, &NOSE, at(10, 10) + DVec3::Y * y, DVec2::X, &region, &law).total;
    // Four metres east and three up: five metres away, 50 / 5².
    let (east, up) = (2.0 * 0.8, 2.0 * 0.6);
    assert!((force(0.0) - DVec3::new(east, up, 0.0)).length() < 1e-6, "{}", force(0.0));
    assert!((force(6.0) - DVec3::new(east, -up, 0.0)).length() < 1e-6, "from above: {}", force(6.0));
}

#[test]
fn the_parts_of_a_force_belong_to_the_layers_that_cause_them() {
    let world = open(40, 10);
    let mut map = PheromoneMap::new(&world, &params(&[exact(0.5, 0.5); 2])).unwrap();
    map.deposit(&world, 0, at(23, 5), 60.0).unwrap();
    map.deposit(&world, 1, at(23, 5), 120.0).unwrap();
    map.deposit(&world, 1, at(18, 5), 8.0).unwrap();
    let reader = Reader { weights: &[1.0, 1.0], avatar: None };
    let mut parts = Vec::new();
    let force = map.force_per_layer(&world, &reader, at(20, 5), DVec2::X, &square(20.0), &law(0), &mut parts);
    // The cell three east is capped at 100 of 180; the layers share that 1 : 2.
    assert_close(parts[0].x, 100.0 / 3.0, 1e-4, "layer 0");
    assert_close(parts[1].x, 200.0 / 3.0 - 8.0, 1e-4, "layer 1");
    assert_close(force.total.x, 92.0, 1e-4, "together");
}

#[test]
fn the_gradient_points_uphill_and_stops_at_walls() {
    let world = grid(&["..........", ".........#", ".........."]);
    let mut map = map(&world, exact(0.5, 0.5));
    for (x, amount) in [(2, 2.0), (3, 4.0), (4, 8.0), (8, 5.0)] {
        map.deposit(&world, 0, at(x, 1), amount).unwrap();
    }
    let gradient = |x| map.gradient(&world, &NOSE, cell(&world, x, 1));
    assert_eq!(gradient(3), DVec2::new(3.0, 0.0));
    assert_eq!(gradient(8), DVec2::new(5.0, 0.0), "east of it is a wall: only the slope from the west");
    assert_eq!(map.gradient(&world, &NOSE, cell(&world, 3, 0)), DVec2::new(0.0, 4.0));
}

#[test]
fn good_smell_shortens_a_way_and_bad_smell_lengthens_it() {
    let world = grid(&["...........", ".#########.", "...........", ".#########.", "..........."]);
    let mut map = map(&world, exact(0.5, 0.0));
    let mut way = Vec::new();
    let plain = map.path(&world, &NOSE, at(0, 2), at(10, 2), 3.0, &mut way).unwrap();
    assert_eq!((plain, way.len()), (10.0, 11));
    assert_eq!((way[0], way[10]), (at(0, 2), at(10, 2)));
    for x in 1..10 {
        map.deposit(&world, 0, at(x, 0), 100.0).unwrap();
        map.deposit(&world, 0, at(x, 2), -100.0).unwrap();
    }
    let cost = map.path(&world, &NOSE, at(0, 2), at(10, 2), 3.0, &mut way).unwrap();
    assert_close(cost, 5.0 + 9.0 / 4.0, 1e-9, "round the top, nine squares at a quarter");
    assert!(way.iter().any(|p| p.z == 0.5));
    assert_close(map.path(&world, &NOSE, at(0, 2), at(10, 2), 0.0, &mut way).unwrap(), 10.0, 1e-9, "without gain");
    assert!(map.path(&world, &NOSE, at(0, 2), at(3, 1), 0.0, &mut way).is_err(), "into a wall");
    let apart = grid(&["..#.."]);
    let map = PheromoneMap::new(&apart, &MapParams::default()).unwrap();
    assert!(map.path(&apart, &NOSE, at(0, 0), at(4, 0), 0.0, &mut way).is_err(), "no way");
}

/// A strip of squares of growing size as a mesh: three polygons side by side.
fn strip(mode: CellMode) -> World {
    let v = |x: f64, z: f64| DVec3::new(x, 0.0, z);
    let vertices = [v(0., 0.), v(2., 0.), v(6., 0.), v(14., 0.), v(0., 2.), v(2., 2.), v(6., 2.), v(14., 2.)];
    let indices = [0, 1, 5, 4, 1, 2, 6, 5, 2, 3, 7, 6];
    let mesh = MeshInput { vertices: &vertices, indices: &indices, polygon_sizes: &[4, 4, 4], ..MeshInput::default() };
    World::from_mesh(&WorldParams { cell_mode: mode, ..WorldParams::default() }, &mesh).unwrap()
}

#[test]
fn polygon_cells_are_smelled_by_density() {
    let world = strip(CellMode::Polygon);
    let mut map = map(&world, exact(1.0, 0.5));
    let middles = [DVec3::new(1.0, 0.0, 1.0), DVec3::new(4.0, 0.0, 1.0), DVec3::new(10.0, 0.0, 1.0)];
    let cells: Vec<_> = middles.iter().map(|p| world.cell_at(*p).unwrap()).collect();
    assert_eq!(world.cells().cell_count(), 3);
    for (position, amount) in middles.iter().zip([4.0, 8.0, 16.0]) {
        map.deposit(&world, 0, *position, amount).unwrap();
    }
    for c in &cells {
        assert_eq!(map.density(&world, 0, *c), 1.0);
        assert_eq!(map.sample(&world, &NOSE, *c), 1.0);
    }
    let force = pull(&map, &world, middles[1], &square(30.0), &law(1));
    assert_close(force.x, 1.0 / 6.0 - 1.0 / 3.0, 1e-6, "one metre cell's worth at 6 and at -3 metres");
    let near = map.force(&world, &NOSE, middles[1], DVec2::X, &square(7.0), &law(1));
    assert_close(near.total.x, -1.0 / 3.0, 1e-6, "only what is within 3.5 metres");
    assert_eq!(near.cells, 2);
    let before = map.total(0);
    steps(&mut map, &world, 20);
    assert_close(map.total(0), before, 1e-4, "nothing is lost between polygons");
    assert_eq!(map.gradient(&world, &NOSE, cells[0]).y, 0.0);
}

#[test]
fn walls_hide_polygon_cells_too() {
    let v = |x: f64, z: f64| DVec3::new(x, 0.0, z);
    // A bent corridor: east, then north.
    let vertices = [v(0., 0.), v(8., 0.), v(10., 0.), v(0., 2.), v(8., 2.), v(10., 2.), v(8., 10.), v(10., 10.)];
    let indices = [0, 1, 4, 3, 1, 2, 5, 4, 4, 5, 7, 6];
    let mesh = MeshInput { vertices: &vertices, indices: &indices, polygon_sizes: &[4, 4, 4], ..MeshInput::default() };
    let world =
        World::from_mesh(&WorldParams { cell_mode: CellMode::Polygon, ..WorldParams::default() }, &mesh).unwrap();
    let mut map = map(&world, exact(0.5, 0.5));
    map.deposit(&world, 0, DVec3::new(9.0, 0.0, 6.0), 80.0).unwrap();
    let reader = DVec3::new(1.0, 0.0, 1.0);
    let hiding = Region { walls_hide: true, ..square(40.0) };
    assert_ne!(pull(&map, &world, reader, &square(40.0), &law(0)), DVec2::ZERO);
    assert_eq!(pull(&map, &world, reader, &hiding, &law(0)), DVec2::ZERO);
}
