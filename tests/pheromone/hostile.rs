//! Snapshots that were forged and sealed again, and parameters at the ends of their ranges.

use crate::level::*;
use antreckon::base::ErrorKind;
use antreckon::base::serial::{HEADER_LEN, seal};
use antreckon::pheromone::trail::TrailParams;
use antreckon::pheromone::{LayerParams, MapParams, PheromoneMap};
use antreckon::world::World;

/// Where the length of a step stands, behind the level's hash.
const STEP: usize = HEADER_LEN + 8;
/// Where the only layer's numbers stand.
const LAYER: usize = STEP + 8 + 8 + 8;
/// Where the budgets stand: behind two layers, the avatars' weight, no special layers and the reach of sources.
const CATCH_UP: usize = LAYER + 20 + 20 + 4 + 3 + 8;

fn forged(bytes: &[u8], at: usize, value: &[u8]) -> Vec<u8> {
    let mut forged = bytes.to_vec();
    forged[at..at + value.len()].copy_from_slice(value);
    seal(&mut forged, *b"ANPM", 3);
    forged
}

fn lively(world: &World) -> PheromoneMap {
    let mut map = PheromoneMap::new(world, &MapParams::default()).unwrap();
    for id in 0..8 {
        map.add_source(world, id, &source(at(3 + 2 * id as i32, 5), 10.0)).unwrap();
        map.add_avatar(world, id, 10.0).unwrap();
        map.move_avatar(world, id, at(2 * id as i32, 8)).unwrap();
    }
    map.enable_trails(&TrailParams::default(), world.origin()).unwrap();
    steps(&mut map, world, 3);
    map
}

fn refused(world: &World, params: MapParams, bytes: &[u8]) -> (ErrorKind, String) {
    let mut map = PheromoneMap::new(world, &params).unwrap();
    let hash = map.state_hash();
    let error = map.restore(world, bytes).unwrap_err();
    assert_eq!(map.state_hash(), hash);
    (error.kind, error.message.clone())
}

#[test]
fn a_snapshot_brings_neither_a_rate_nor_budgets() {
    let world = open(24, 16);
    let bytes = lively(&world).snapshot(&world);
    let (kind, message) = refused(&world, MapParams::default(), &forged(&bytes, STEP, &1i64.to_le_bytes()));
    assert_eq!(kind, ErrorKind::Mismatch, "{message}");
    assert!(message.contains("1 ns") && message.contains("50000000 ns"), "{message}");
    let mut budgets = Vec::new();
    for budget in [u32::MAX; 4] {
        budgets.extend(u64::from(budget).to_le_bytes());
    }
    let mut map = PheromoneMap::new(&world, &MapParams { max_catch_up: 20, ..MapParams::default() }).unwrap();
    map.restore(&world, &forged(&bytes, CATCH_UP, &budgets)).unwrap();
    let own = MapParams { max_catch_up: 20, ..MapParams::default() };
    assert_eq!(map.params(), &own);
    let report = map.step_to(&world, i64::MAX / 2).unwrap();
    assert_eq!(report.steps, 20);
    assert!(report.owed > 1 << 30);
}

#[test]
fn a_snapshot_that_needs_more_than_the_budgets_is_refused_by_name() {
    let world = open(24, 16);
    let bytes = lively(&world).snapshot(&world);
    let good = MapParams::default();
    for (name, params) in [
        ("max_sources is 7", MapParams { max_sources: 7, ..good.clone() }),
        ("max_avatars is 7", MapParams { max_avatars: 7, ..good.clone() }),
        ("max_active_tiles", MapParams { max_active_tiles: 1, ..good.clone() }),
    ] {
        let (kind, message) = refused(&world, params, &bytes);
        assert_eq!(kind, ErrorKind::Budget, "{message}");
        assert!(message.contains(name), "{message}");
    }
    let mut map = PheromoneMap::new(&world, &good).unwrap();
    map.enable_trails(&TrailParams { max_cells: 64, ..TrailParams::default() }, world.origin()).unwrap();
    let error = map.restore(&world, &bytes).unwrap_err();
    assert_eq!((error.kind, error.message.contains("max_cells")), (ErrorKind::Budget, true));
}

#[test]
fn amounts_of_a_snapshot_obey_the_limits_of_fresh_ones() {
    let world = open(24, 16);
    let bytes = lively(&world).snapshot(&world);
    let places: Vec<usize> =
        (HEADER_LEN..bytes.len() - 4).filter(|at| bytes[*at..*at + 4] == 10f32.to_le_bytes()).collect();
    assert!(places.len() >= 16, "8 sources and 8 avatars emit 10");
    for at in places {
        let forged = forged(&bytes, at, &3e38f32.to_le_bytes());
        let (kind, message) = refused(&world, MapParams::default(), &forged);
        assert_eq!(kind, ErrorKind::Corrupt, "{at}: {message}");
    }
}

#[test]
fn a_fixed_pattern_that_would_take_for_ever_is_refused() {
    let world = open(24, 24);
    for (evaporation, is_solved) in [(0.99, true), (0.999, true), (0.999_99, false), (0.999_999_9, false)] {
        let mut map = map(&world, exact(evaporation, 0.7));
        let before = map.state_hash();
        let result = map.add_source(&world, 1, &fixed(at(9, 3), 36.0));
        assert_eq!(result.is_ok(), is_solved, "{evaporation}: {result:?}");
        if let Err(error) = result {
            assert_eq!((error.kind, map.state_hash()), (ErrorKind::Budget, before));
            assert!(error.message.contains("evaporation") && error.message.contains("not fixed"), "{error}");
        }
        // One that is not fixed may have any.
        map.add_source(&world, 2, &source(at(9, 3), 36.0)).unwrap();
    }
}

#[test]
fn sources_that_a_forged_snapshot_wants_solved_share_one_small_budget() {
    // Large enough that a few patterns use up what a restore may do.
    let world = open(128, 128);
    let layer = LayerParams { evaporation: 0.999, ..LayerParams::default() };
    let params = params(&[layer]);
    let mut original = PheromoneMap::new(&world, &params).unwrap();
    let area = Some(antreckon::pheromone::AreaOfInterest { center: at(-1000, 0), radius: 1.0 });
    original.set_area_of_interest(&world, area).unwrap();
    for id in 0..200 {
        original.add_source(&world, id, &fixed(at((id % 100) as i32, (id / 100) as i32), 36.0)).unwrap();
    }
    let bytes = original.snapshot(&world);
    // The area's radius stands behind its centre, the map's time, its steps and the origin.
    let radius = CATCH_UP + 32 + 8 + 8 + 24 + 1 + 24;
    let mut copy = PheromoneMap::new(&world, &params).unwrap();
    copy.restore(&world, &forged(&bytes, radius, &1e6f64.to_le_bytes())).unwrap();
    // All emit, and as there was no time for their patterns, like sources that are not fixed.
    let first = cell(&world, 0, 0);
    assert_eq!(copy.value(&world, 0, first), 0.0);
    steps(&mut copy, &world, 1);
    assert_eq!(copy.value(&world, 0, first), 36.0);
    let mut solved = PheromoneMap::new(&world, &params).unwrap();
    solved.add_source(&world, 0, &fixed(at(0, 0), 36.0)).unwrap();
    assert!(solved.value(&world, 0, first) > 36.0);
}
