//! Eq. 6: how pheromone spreads.

use crate::level::*;
use crate::reference::DenseField;
use antreckon::base::math::DVec3;
use antreckon::pheromone::PheromoneMap;
use antreckon::world::{DoorInput, LinkInput, LinkKind};
use proptest::prelude::*;

#[test]
fn the_worked_example_of_figure_6_gives_exactly_24() {
    let world = open(7, 7);
    let mut map = map(&world, exact(0.5, 0.5));
    for (x, z, amount) in [(3, 3, 32.0), (4, 3, 16.0), (2, 3, 64.0), (3, 4, 32.0), (3, 2, 64.0)] {
        map.deposit(&world, 0, at(x, z), amount).unwrap();
    }
    map.add_source(&world, 1, &source(at(3, 3), 5.0)).unwrap();
    steps(&mut map, &world, 1);
    assert_eq!(value(&map, &world, 3, 3), 24.0);
}

#[test]
fn a_cell_without_neighbours_keeps_what_it_would_give_away() {
    let world = grid(&["#####", "##.##", "#####"]);
    let mut map = map(&world, exact(0.5, 0.7));
    map.deposit(&world, 0, at(2, 1), 8.0).unwrap();
    steps(&mut map, &world, 2);
    assert_eq!(value(&map, &world, 2, 1), 2.0);
}

#[test]
fn the_total_of_a_closed_area_obeys_the_mass_balance() {
    let world = grid(&[
        "..........#.............................",
        "..........#.............................",
        "..................#.....................",
        "......#####.......#.....................",
        "..................#.....................",
    ]);
    let (evaporation, emissions) = (0.9f32, [3.0f32, -1.25, 7.5]);
    let mut map = map(&world, exact(evaporation, 0.8));
    for (i, emission) in emissions.iter().enumerate() {
        map.add_source(&world, i as u64, &source(at(3 + 7 * i as i32, 2), *emission)).unwrap();
    }
    for step in 0..200 {
        let before = map.total(0);
        steps(&mut map, &world, 1);
        let want = f64::from(evaporation) * before + emissions.iter().map(|e| f64::from(*e)).sum::<f64>();
        assert_close(map.total(0), want, 1e-5 * want.abs(), format_args!("step {step}"));
    }
}

#[test]
fn fields_of_two_sources_add_up() {
    let world = open(40, 24);
    let build = |emissions: &[(i32, i32, f32)]| {
        let mut map = map(&world, exact(0.8, 0.6));
        for (i, (x, z, emission)) in emissions.iter().enumerate() {
            map.add_source(&world, i as u64, &source(at(*x, *z), *emission)).unwrap();
        }
        steps(&mut map, &world, 60);
        map
    };
    let (a, b) = ((5, 5, 40.0), (30, 17, -25.0));
    let (left, right, both) = (build(&[a]), build(&[b]), build(&[a, b]));
    for c in world.cells().cells() {
        let sum = f64::from(left.value(&world, 0, c)) + f64::from(right.value(&world, 0, c));
        assert_close(both.value(&world, 0, c).into(), sum, 1e-5, format_args!("{c:?}"));
    }
}

#[test]
fn nothing_leaks_through_walls() {
    let world = grid(&[
        "........#...........",
        "........#...........",
        "........#...........",
        "........############",
        "........#...........",
    ]);
    let mut map = map(&world, exact(0.95, 0.9));
    map.add_source(&world, 1, &source(at(4, 2), 50.0)).unwrap();
    steps(&mut map, &world, 500);
    for c in world.cells().cells() {
        let (x, _) = world.cells().lattice(c);
        assert_eq!(map.value(&world, 0, c) != 0.0, x < 8, "{:?}", world.cells().lattice(c));
    }
}

#[test]
fn opening_a_door_lets_pheromone_flow_and_closing_it_stops_the_flow() {
    let mut world = grid(&["......#......", ".............", "......#......"]);
    let bounds = Some((DVec3::new(6.0, -1.0, 1.0), DVec3::new(7.0, 1.0, 2.0)));
    let door = world.add_door(&DoorInput { bounds, polygons: &[], links: &[], open: false }).unwrap();
    let mut map = map(&world, exact(0.9, 0.8));
    map.add_source(&world, 1, &source(at(1, 1), 10.0)).unwrap();
    steps(&mut map, &world, 100);
    assert_eq!(value(&map, &world, 8, 1), 0.0);
    world.set_door_open(door, true).unwrap();
    steps(&mut map, &world, 100);
    let open_value = value(&map, &world, 8, 1);
    assert!(open_value > 0.01, "{open_value}");
    world.set_door_open(door, false).unwrap();
    steps(&mut map, &world, 300);
    assert!(value(&map, &world, 8, 1) < 1e-9, "what is behind the closed door fades");
    assert!(value(&map, &world, 1, 1) > 10.0);
}

#[test]
fn a_one_way_link_carries_scent_against_the_direction_of_travel() {
    let mut world = grid(&["...###...", "...###...", "...###..."]);
    let link =
        LinkInput { from: at(1, 1), to: at(7, 1), kind: LinkKind::JumpPad, two_way: false, travel_time: 1.0, area: 0 };
    world.add_link(&link).unwrap();
    let mut map = map(&world, exact(0.9, 0.8));
    map.deposit(&world, 0, at(7, 1), 100.0).unwrap();
    steps(&mut map, &world, 1);
    // The cell at the end has four neighbours and the link's start to give to.
    assert_close(value(&map, &world, 1, 1).into(), 100.0 * 0.9 * 0.8 / 5.0, 1e-4, "at the link's start");
    let mut back = PheromoneMap::new(&world, &params(&[exact(0.9, 0.8)])).unwrap();
    back.deposit(&world, 0, at(1, 1), 100.0).unwrap();
    steps(&mut back, &world, 50);
    assert_eq!(value(&back, &world, 7, 1), 0.0);
}

#[test]
fn a_field_around_one_source_is_symmetric_to_the_bit() {
    let world = open(65, 65);
    let mut map = map(&world, exact(0.95, 0.9));
    map.add_source(&world, 1, &source(at(32, 32), 40.0)).unwrap();
    steps(&mut map, &world, 150);
    for z in 0..=32 {
        for x in 0..=32 {
            let v = |dx: i32, dz: i32| value(&map, &world, 32 + dx, 32 + dz).to_bits();
            let turned = [v(-x, z), v(x, -z), v(-x, -z), v(z, x), v(-z, x), v(z, -x), v(-z, -x)];
            assert_eq!(turned, [v(x, z); 7], "offset {x}, {z}");
        }
    }
    let drift = |axis: fn(i32, i32) -> i32| -> f64 {
        (0..65)
            .flat_map(|z| (0..65).map(move |x| (x, z)))
            .map(|(x, z)| f64::from(axis(x, z) - 32) * f64::from(value(&map, &world, x, z)))
            .sum()
    };
    assert!(drift(|x, _| x).abs() < 1e-9 && drift(|_, z| z).abs() < 1e-9);
}

#[test]
fn the_order_in_which_sources_are_added_does_not_matter() {
    let world = open(40, 40);
    let places = [(3, 3, 40.0), (20, 31, -13.7), (3, 3, 0.3), (15, 16, 9.1), (16, 15, 33.3)];
    let build = |order: [usize; 5]| {
        let mut map = map(&world, exact(0.7, 0.6));
        for i in order {
            let (x, z, emission) = places[i];
            map.add_source(&world, i as u64, &source(at(x, z), emission)).unwrap();
        }
        steps(&mut map, &world, 50);
        map.state_hash()
    };
    assert_eq!(build([0, 1, 2, 3, 4]), build([4, 2, 0, 3, 1]));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    #[test]
    fn random_levels_agree_with_a_dense_double_precision_field(
        seed in 1u64..u64::MAX,
        width in 3u32..50,
        depth in 3u32..40,
        evaporation in 0.0f32..=1.0,
        diffusion in 0.0f32..=1.0,
        walls in 0.0f64..0.5,
        two_way in any::<bool>(),
    ) {
        let mut dice = Dice(seed);
        let mut blocked: Vec<u8> = (0..width * depth).map(|_| (dice.unit() < walls) as u8).collect();
        blocked[0] = 0;
        let mut world = blocked_grid(width, depth, &blocked);
        let floor: Vec<_> = world.cells().cells().collect();
        for _ in 0..3 {
            let (a, b) = (floor[dice.below(floor.len())], floor[dice.below(floor.len())]);
            let (from, to) = (world.cell_center(a), world.cell_center(b));
            let link = LinkInput { from, to, kind: LinkKind::Teleport, two_way, travel_time: 0.0, area: 0 };
            if a != b {
                world.add_link(&link).unwrap();
            }
        }
        let mut map = map(&world, exact(evaporation, diffusion));
        let mut dense = DenseField::new(&world, evaporation, diffusion);
        let mut emissions = Vec::new();
        for id in 0..4 {
            let cell = floor[dice.below(floor.len())];
            let emission = (dice.unit() * 80.0 - 20.0) as f32;
            map.add_source(&world, id, &source(world.cell_center(cell), emission)).unwrap();
            emissions.push((cell, f64::from(emission)));
        }
        for _ in 0..40 {
            steps(&mut map, &world, 1);
            dense.step(&world, &emissions);
        }
        prop_assert!(dense.difference(&world, &map, 0) <= 1e-5 * dense.peak());
    }
}
