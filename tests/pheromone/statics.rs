//! Fixed sources: solved once, present at once, fading when taken.

use crate::level::*;
use crate::reference::DenseField;
use antreckon::base::ErrorKind;
use antreckon::base::math::DVec3;
use antreckon::pheromone::{LayerParams, PheromoneMap};
use antreckon::world::{DoorInput, World};

fn rooms() -> World {
    grid(&[
        "....................##........",
        "....................##........",
        ".....####.....................",
        "........#...........##........",
        "........#...........##........",
        "........#...........##........",
    ])
}

#[test]
fn a_fixed_pattern_equals_ten_thousand_plain_steps() {
    let world = rooms();
    for (evaporation, diffusion) in [(0.5, 0.7), (0.8, 0.1), (0.95, 0.9)] {
        let mut solved = map(&world, exact(evaporation, diffusion));
        solved.add_source(&world, 1, &fixed(at(9, 3), 36.0)).unwrap();
        let mut dense = DenseField::new(&world, evaporation, diffusion);
        let mut plain = map(&world, exact(evaporation, diffusion));
        plain.add_source(&world, 1, &source(at(9, 3), 36.0)).unwrap();
        steps(&mut plain, &world, 10_000);
        for _ in 0..1500 {
            dense.step(&world, &[(cell(&world, 9, 3), 36.0)]);
        }
        let peak = dense.peak();
        for c in world.cells().cells() {
            let want = dense.amounts[&c];
            let got = f64::from(solved.value(&world, 0, c));
            // Relative to the cell's own amount wherever it is worth mentioning.
            let tolerance = 1e-5 * want + 1e-9 * peak;
            assert_close(got, want, tolerance, format_args!("ε {evaporation}, double precision, {c:?}"));
            let stepped = f64::from(plain.value(&world, 0, c));
            assert_close(got, stepped, tolerance, format_args!("ε {evaporation}, 10,000 steps, {c:?}"));
        }
    }
}

#[test]
fn a_fixed_pattern_holds_by_itself_and_soon_costs_nothing() {
    let world = open(96, 96);
    let mut map = map(&world, LayerParams::default());
    map.add_source(&world, 1, &fixed(at(40, 50), 36.0)).unwrap();
    let before = value(&map, &world, 40, 50);
    steps(&mut map, &world, 64);
    assert_close(value(&map, &world, 40, 50).into(), before.into(), 1e-5 * f64::from(before), "after 64 steps");
    let next = map.time() + map.params().step;
    let job = map.begin_step(&world, next).unwrap().expect("a step is due");
    assert!(job.tasks.is_empty(), "{} tasks are left", job.tasks.len());
    map.end_step(&world, job).unwrap();
}

#[test]
fn a_taken_item_fades_by_eq_6_and_comes_back_whole() {
    let world = rooms();
    let mut map = map(&world, exact(0.8, 0.6));
    map.add_source(&world, 7, &fixed(at(9, 3), 36.0)).unwrap();
    let mut dense = DenseField::new(&world, 0.8, 0.6);
    for (cell, amount) in &mut dense.amounts {
        *amount = map.value(&world, 0, *cell).into();
    }
    let (whole, peak) = (map.total(0), dense.peak());
    map.set_source_active(&world, 7, false).unwrap();
    for step in 1..=30 {
        steps(&mut map, &world, 1);
        dense.step(&world, &[]);
        assert!(dense.difference(&world, &map, 0) < 1e-5 * peak, "step {step}");
    }
    assert_close(map.total(0), whole * 0.8f64.powi(30), 1e-4 * whole, "total while away");
    map.set_source_active(&world, 7, true).unwrap();
    assert_close(map.total(0), whole, 1e-5 * whole, "total when back");
    steps(&mut map, &world, 60);
    assert_close(map.total(0), whole, 1e-5 * whole, "total later");
}

#[test]
fn taking_and_giving_back_at_once_changes_nothing() {
    let world = rooms();
    let mut map = map(&world, exact(0.8, 0.6));
    map.add_source(&world, 7, &fixed(at(9, 3), 36.0)).unwrap();
    let before = map.total(0);
    map.set_source_active(&world, 7, false).unwrap();
    map.set_source_active(&world, 7, true).unwrap();
    assert_eq!(map.total(0), before);
}

#[test]
fn a_fixed_source_needs_evaporation() {
    let world = open(8, 8);
    let mut map = map(&world, exact(1.0, 0.5));
    let error = map.add_source(&world, 1, &fixed(at(1, 1), 1.0)).unwrap_err();
    assert_eq!(error.kind, ErrorKind::InvalidArgument);
    assert!(error.message.contains("evaporation 1"), "{error}");
    map.set_layer(0, &exact(0.5, 0.5)).unwrap();
    map.add_source(&world, 1, &fixed(at(1, 1), 1.0)).unwrap();
    assert!(map.set_layer(0, &exact(1.0, 0.5)).is_err());
}

#[test]
fn a_door_that_changed_makes_the_pattern_be_solved_anew() {
    let mut world = grid(&["......#......", ".............", "......#......"]);
    let bounds = Some((DVec3::new(6.0, -1.0, 1.0), DVec3::new(7.0, 1.0, 2.0)));
    let door = world.add_door(&DoorInput { bounds, polygons: &[], links: &[], open: false }).unwrap();
    let mut map = map(&world, exact(0.9, 0.8));
    map.add_source(&world, 1, &fixed(at(2, 1), 10.0)).unwrap();
    assert_eq!(value(&map, &world, 9, 1), 0.0);
    map.set_source_active(&world, 1, false).unwrap();
    steps(&mut map, &world, 600);
    world.set_door_open(door, true).unwrap();
    map.set_source_active(&world, 1, true).unwrap();
    let mut fresh = PheromoneMap::new(&world, &params(&[exact(0.9, 0.8)])).unwrap();
    fresh.add_source(&world, 1, &fixed(at(2, 1), 10.0)).unwrap();
    assert!(value(&fresh, &world, 9, 1) > 0.01);
    for c in world.cells().cells() {
        let (got, want) = (map.value(&world, 0, c), fresh.value(&world, 0, c));
        assert_close(got.into(), want.into(), 1e-6, format_args!("{c:?}"));
    }
}

#[test]
fn a_door_far_away_leaves_the_field_as_it_is_to_the_bit() {
    let mut world = open(400, 8);
    let bounds = Some((DVec3::new(390.0, -1.0, 0.0), DVec3::new(391.0, 1.0, 8.0)));
    let door = world.add_door(&DoorInput { bounds, polygons: &[], links: &[], open: true }).unwrap();
    let mut map = map(&world, LayerParams::default());
    map.add_source(&world, 1, &fixed(at(10, 3), 36.0)).unwrap();
    steps(&mut map, &world, 64);
    let before: Vec<u32> = world.cells().cells().map(|c| map.value(&world, 0, c).to_bits()).collect();
    world.set_door_open(door, false).unwrap();
    steps(&mut map, &world, 8);
    let after: Vec<u32> = world.cells().cells().map(|c| map.value(&world, 0, c).to_bits()).collect();
    assert_eq!(before, after);
}

#[test]
fn patterns_of_one_way_levels_are_solved_too() {
    use antreckon::world::{LinkInput, LinkKind};
    let mut world = open(20, 6);
    for i in 0..12 {
        let link = LinkInput {
            from: at(1 + i, i % 6),
            to: at(18 - i, (i * 5) % 6),
            kind: LinkKind::Drop,
            two_way: false,
            travel_time: 0.0,
            area: 0,
        };
        world.add_link(&link).unwrap();
    }
    let mut map = map(&world, exact(0.97, 0.9));
    map.add_source(&world, 1, &fixed(at(10, 3), 5.0)).unwrap();
    let mut dense = DenseField::new(&world, 0.97, 0.9);
    for _ in 0..1500 {
        dense.step(&world, &[(cell(&world, 10, 3), 5.0)]);
    }
    assert!(dense.difference(&world, &map, 0) < 1e-6 * dense.peak());
}
