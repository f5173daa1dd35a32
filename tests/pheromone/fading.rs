//! What costs nothing: pruned tiles, sleeping tiles, what lies outside the area of interest.

use crate::level::*;
use crate::reference::DenseField;
use antreckon::base::ErrorKind;
use antreckon::pheromone::{AreaOfInterest, HotSpotKind, LayerParams, MapParams, PheromoneMap};

#[test]
fn only_tiles_with_pheromone_cost_memory_and_it_is_eight_bytes_per_cell() {
    let world = open(1024, 1024);
    let layers = [LayerParams::default(); 2];
    let mut map = PheromoneMap::new(&world, &params(&layers)).unwrap();
    assert_eq!((map.active_cells(0), map.field_bytes()), (0, 0));
    map.add_source(&world, 1, &source(at(520, 520), 40.0)).unwrap();
    steps(&mut map, &world, 100);
    assert_eq!(map.active_cells(0) % 256, 0);
    assert!(map.active_cells(0) <= 9 * 256, "{}", map.active_cells(0));
    assert_eq!(map.active_cells(1), 0);
    assert_eq!(map.field_bytes(), 8 * map.active_cells(0));
}

#[test]
fn a_faded_field_gives_its_tiles_back() {
    let world = open(64, 64);
    let mut map = map(&world, LayerParams::default());
    map.deposit(&world, 0, at(31, 31), 100.0).unwrap();
    steps(&mut map, &world, 1);
    assert_eq!(map.active_cells(0), 4 * 256, "it spreads over the corner of four tiles");
    steps(&mut map, &world, 50);
    assert_eq!((map.active_cells(0), map.total(0)), (0, 0.0));
}

#[test]
fn pruning_errs_by_no_more_than_its_bound() {
    let world = open(160, 160);
    let prune = 1e-3;
    for (evaporation, diffusion) in [(0.5, 0.7), (0.9, 0.9), (0.97, 0.8)] {
        let mut map = map(&world, LayerParams { prune, ..exact(evaporation, diffusion) });
        let mut dense = DenseField::new(&world, evaporation, diffusion);
        map.add_source(&world, 1, &source(at(79, 80), 5.0)).unwrap();
        for step in 0..200 {
            // Taken after a while, so that growing and shrinking are both covered.
            let emissions = if step < 120 { vec![(cell(&world, 79, 80), 5.0)] } else { Vec::new() };
            map.set_source_active(&world, 1, step < 120).unwrap();
            steps(&mut map, &world, 1);
            dense.step(&world, &emissions);
            let bound = f64::from(prune) / (1.0 - f64::from(evaporation));
            let difference = dense.difference(&world, &map, 0);
            assert!(difference <= bound + 1e-5, "ε {evaporation}, step {step}: {difference} > {bound}");
        }
    }
}

#[test]
fn a_sleeping_field_equals_one_that_never_sleeps_within_its_bound() {
    let world = grid(&[
        "........................................",
        "......####..............................",
        "..........#.............................",
        "..........#.........######..............",
        "........................................",
    ]);
    for evaporation in [0.5f32, 0.9, 0.99] {
        let mut map = map(&world, exact(evaporation, 0.8));
        let mut dense = DenseField::new(&world, evaporation, 0.8);
        map.add_source(&world, 1, &source(at(5, 2), 40.0)).unwrap();
        let emissions = [(cell(&world, 5, 2), 40.0)];
        for _ in 0..2000 {
            dense.step(&world, &emissions);
        }
        steps(&mut map, &world, 4000);
        let bound =
            dense.peak() * f64::from(antreckon::pheromone::step::STILL_TOLERANCE) / (1.0 - f64::from(evaporation));
        let difference = dense.difference(&world, &map, 0);
        assert!(difference <= bound, "ε {evaporation}: {difference} > {bound}");
        let due = map.time() + map.params().step;
        let job = map.begin_step(&world, due).unwrap().unwrap();
        assert!(job.tasks.is_empty(), "ε {evaporation}: the field still costs time");
        map.end_step(&world, job).unwrap();
    }
}

#[test]
fn a_sleeping_field_wakes_when_something_changes() {
    let world = open(80, 80);
    let mut map = map(&world, LayerParams::default());
    map.add_source(&world, 1, &source(at(40, 40), 40.0)).unwrap();
    steps(&mut map, &world, 400);
    let asleep = value(&map, &world, 42, 40);
    map.set_emission(&world, 1, 80.0).unwrap();
    steps(&mut map, &world, 400);
    assert_close(value(&map, &world, 42, 40).into(), 2.0 * f64::from(asleep), 2e-3, "twice the emission");
    map.deposit(&world, 0, at(47, 47), 10.0).unwrap();
    steps(&mut map, &world, 1);
    assert!(value(&map, &world, 48, 47) > 0.8, "a deposit at a tile's border flows on at once");
    map.remove_source(1).unwrap();
    steps(&mut map, &world, 100);
    assert_eq!(map.active_cells(0), 0);
}

#[test]
fn what_leaves_the_area_of_interest_fades_and_what_enters_emits() {
    let world = open(80, 20);
    let mut map = map(&world, LayerParams::default());
    map.add_source(&world, 1, &source(at(5, 10), 40.0)).unwrap();
    map.add_source(&world, 2, &fixed(at(70, 10), 40.0)).unwrap();
    steps(&mut map, &world, 50);
    let area = |x: i32| Some(AreaOfInterest { center: at(x, 10), radius: 20.0 });
    map.set_area_of_interest(&world, area(70)).unwrap();
    let before = value(&map, &world, 5, 10);
    steps(&mut map, &world, 1);
    let left = value(&map, &world, 5, 10);
    assert!(left > 0.0 && left < before, "it fades, it does not vanish");
    steps(&mut map, &world, 60);
    assert_eq!(value(&map, &world, 5, 10), 0.0);
    let seen = value(&map, &world, 70, 10);
    map.deposit(&world, 0, at(5, 10), 9.0).unwrap();
    assert_eq!(value(&map, &world, 5, 10), 0.0, "deposits outside do not feed the map");
    map.set_area_of_interest(&world, area(5)).unwrap();
    steps(&mut map, &world, 60);
    assert!(value(&map, &world, 5, 10) > 40.0);
    assert_eq!(value(&map, &world, 70, 10), 0.0);
    map.set_area_of_interest(&world, None).unwrap();
    assert_close(value(&map, &world, 70, 10).into(), seen.into(), 1e-4, "a fixed source is back at once");
}

#[test]
fn hot_spots_are_deposits_into_their_layers() {
    let world = open(8, 8);
    let layers = vec![exact(0.5, 0.0); 4];
    let hot = MapParams {
        layers,
        presence_layer: Some(1),
        kill_layer: Some(2),
        death_layer: Some(3),
        ..MapParams::default()
    };
    let mut map = PheromoneMap::new(&world, &hot).unwrap();
    map.note(&world, HotSpotKind::Presence, at(1, 1)).unwrap();
    map.note(&world, HotSpotKind::Presence, at(1, 1)).unwrap();
    map.note(&world, HotSpotKind::Kill, at(2, 1)).unwrap();
    map.note(&world, HotSpotKind::Death, at(3, 1)).unwrap();
    let values: Vec<f32> = [(0, 1), (1, 1), (2, 2), (3, 3)]
        .iter()
        .map(|&(layer, x)| map.value(&world, layer, cell(&world, x, 1)))
        .collect();
    assert_eq!(values, [0.0, 2.0, 1.0, 1.0]);
    let mut without = PheromoneMap::new(&world, &MapParams::default()).unwrap();
    without.note(&world, HotSpotKind::Kill, at(2, 1)).unwrap();
    assert_eq!(without.field_bytes(), 0);
}

#[test]
fn a_used_up_budget_of_tiles_is_an_error_for_calls_and_a_report_for_growth() {
    let world = open(200, 200);
    let budget = MapParams { max_active_tiles: 2, ..params(&[LayerParams::default()]) };
    let mut map = PheromoneMap::new(&world, &budget).unwrap();
    map.add_source(&world, 1, &source(at(15, 104), 40.0)).unwrap();
    let report = map.step_to(&world, map.params().step * 40).unwrap();
    assert!(!report.budget_reached && map.active_cells(0) == 2 * 256, "{} cells", map.active_cells(0));
    let error = map.deposit(&world, 0, at(199, 199), 1.0).unwrap_err();
    assert_eq!(error.kind, ErrorKind::Budget);
    let hash = map.state_hash();
    assert_eq!(map.add_source(&world, 2, &fixed(at(150, 150), 40.0)).unwrap_err().kind, ErrorKind::Budget);
    assert_eq!(map.state_hash(), hash, "a refused call changes nothing");
    map.move_source(&world, 1, at(15, 97)).unwrap();
    let report = map.step_to(&world, map.params().step * 80).unwrap();
    assert!(report.budget_reached);
    assert_eq!(map.field_bytes(), 2 * 2048);
    let few = MapParams { max_sources: 1, ..params(&[LayerParams::default()]) };
    let mut map = PheromoneMap::new(&world, &few).unwrap();
    map.add_source(&world, 1, &source(at(1, 1), 1.0)).unwrap();
    assert_eq!(map.add_source(&world, 2, &source(at(1, 1), 1.0)).unwrap_err().kind, ErrorKind::Budget);
}
