//! Layers with weights and avatars' pairwise layers, against one map per player.

use crate::level::*;
use crate::reference::DenseField;
use antreckon::base::ErrorKind;
use antreckon::pheromone::attract::{InteractionKind, InteractionRules, Interactions};
use antreckon::pheromone::{AreaOfInterest, MapParams, PheromoneMap, Reader, Source};

#[test]
fn layers_with_weights_equal_one_map_per_player() {
    let world = grid(&[
        "....................#...................",
        "....................#...................",
        "............###.........................",
        "..............#.....#...................",
        "..............#.....#...................",
    ]);
    let layer = exact(0.8, 0.6);
    let map_params = MapParams { layers: vec![layer; 2], avatar_layer: layer, ..params(&[]) };
    let mut shared = PheromoneMap::new(&world, &map_params).unwrap();
    let items = [(0, 4, 1, 36.0f32), (0, 30, 3, 20.0), (1, 18, 2, -12.0)];
    for (id, (layer, x, z, emission)) in items.iter().enumerate() {
        let source = Source { layer: *layer, position: at(*x, *z), emission: *emission, fixed: false };
        shared.add_source(&world, id as u64, &source).unwrap();
    }
    let players = [11u64, 22, 33];
    for (i, id) in players.iter().enumerate() {
        assert_eq!(shared.add_avatar(&world, *id, 40.0).unwrap(), 2 + i);
    }
    let layer_weights = [[1.0f32, 0.5], [0.25, 2.0], [-1.0, 0.0]];
    let pair = |reader: usize, emitter: usize| {
        if reader == emitter { 0.0 } else { [-1.0, 0.5, 0.9][emitter] * (1.0 + reader as f32) }
    };
    for reader in 0..3 {
        for emitter in (0..3).filter(|e| *e != reader) {
            shared.set_pair_weight(players[reader], players[emitter], pair(reader, emitter)).unwrap();
        }
    }
    // The plain way: every player has a map of its own into which everything emits what it is worth to that player.
    let mut own: Vec<DenseField> = (0..3).map(|_| DenseField::new(&world, 0.8, 0.6)).collect();
    let walk = |player: usize, step: i32| (5 + 10 * player as i32 + step % 9, 1 + step / 9 % 4);
    for step in 0..40 {
        for (i, id) in players.iter().enumerate() {
            let (x, z) = walk(i, step);
            if world.cell_at(at(x, z)).is_some() {
                shared.move_avatar(&world, *id, at(x, z)).unwrap();
            }
        }
        for (reader, field) in own.iter_mut().enumerate() {
            let mut emissions: Vec<_> = items
                .iter()
                .map(|(l, x, z, e)| (cell(&world, *x, *z), f64::from(*e) * f64::from(layer_weights[reader][*l])))
                .collect();
            for emitter in 0..3 {
                let at_step = (0..=step).rev().map(|s| walk(emitter, s)).find_map(|(x, z)| world.cell_at(at(x, z)));
                emissions.push((at_step.unwrap(), 40.0 * f64::from(pair(reader, emitter))));
            }
            field.step(&world, &emissions);
        }
        steps(&mut shared, &world, 1);
    }
    for (reader, field) in own.iter().enumerate() {
        let nose = Reader { weights: &layer_weights[reader], avatar: Some(players[reader]) };
        for (c, raw) in &field.amounts {
            let want = if raw.abs() < 1e-3 { 0.0 } else { raw.clamp(-100.0, 100.0) };
            let got = f64::from(shared.sample(&world, &nose, *c));
            let at_the_floor = (raw.abs() - 1e-3).abs() < 1e-5;
            assert!(at_the_floor || (got - want).abs() < 1e-4, "player {reader}, {c:?}: got {got}, want {want}");
        }
    }
}

#[test]
fn nobody_smells_itself_and_only_readers_with_an_avatar_smell_others() {
    let world = open(20, 20);
    let mut map = PheromoneMap::new(&world, &MapParams { avatar_weight: -2.0, ..params(&[exact(0.5, 0.5)]) }).unwrap();
    for id in [1, 2] {
        map.add_avatar(&world, id, 8.0).unwrap();
    }
    map.move_avatar(&world, 1, at(10, 10)).unwrap();
    steps(&mut map, &world, 1);
    let here = cell(&world, 10, 10);
    let smell = |avatar| map.sample(&world, &Reader { weights: &[1.0], avatar }, here);
    assert_eq!(smell(Some(1)), 0.0);
    assert_eq!(smell(Some(2)), -16.0);
    assert_eq!(smell(Some(77)), -16.0, "somebody who is no avatar of the map feels all as usual");
    assert_eq!(smell(None), 0.0);
    assert!(map.set_pair_weight(1, 1, 3.0).is_err());
    assert_eq!(map.pair_weight(1, 1).unwrap(), 0.0);
    assert_eq!(map.pair_weight(1, 9).unwrap_err().kind, ErrorKind::NotFound);
}

#[test]
fn cap_and_floor_apply_to_the_weighted_sum_in_both_directions() {
    let world = open(20, 4);
    let mut map = map(&world, exact(0.5, 0.5));
    for (x, amount) in [(1, 90.0), (3, -90.0), (5, 6e-4), (7, -6e-4), (9, 3.0)] {
        map.deposit(&world, 0, at(x, 1), amount).unwrap();
    }
    let smell = |x, weight| map.sample(&world, &Reader { weights: &[weight], avatar: None }, cell(&world, x, 1));
    assert_eq!((smell(1, 1.0), smell(3, 1.0)), (90.0, -90.0));
    assert_eq!((smell(1, 2.0), smell(3, 2.0)), (100.0, -100.0));
    assert_eq!((smell(5, 1.0), smell(7, 1.0)), (0.0, 0.0));
    assert_eq!((smell(5, 2.0), smell(7, 2.0)), (1.2e-3, -1.2e-3));
    assert_eq!(smell(9, -2.0), -6.0);
}

#[test]
fn removed_avatars_free_their_layer_and_leaving_ones_fade() {
    let world = open(60, 20);
    let mut map = PheromoneMap::new(&world, &MapParams { max_avatars: 2, ..MapParams::default() }).unwrap();
    assert_eq!(map.add_avatar(&world, 5, 40.0).unwrap(), 1);
    assert_eq!(map.add_avatar(&world, 6, 40.0).unwrap(), 2);
    assert_eq!(map.add_avatar(&world, 7, 40.0).unwrap_err().kind, ErrorKind::Budget);
    map.move_avatar(&world, 5, at(10, 10)).unwrap();
    map.move_avatar(&world, 6, at(50, 10)).unwrap();
    steps(&mut map, &world, 20);
    map.set_area_of_interest(&world, Some(AreaOfInterest { center: at(10, 10), radius: 9.0 })).unwrap();
    steps(&mut map, &world, 1);
    assert!(map.value(&world, 2, cell(&world, 50, 10)) > 0.0);
    steps(&mut map, &world, 60);
    assert_eq!(map.active_cells(2), 0);
    assert!(map.active_cells(1) > 0);
    map.remove_avatar(5).unwrap();
    assert_eq!((map.active_cells(1), map.avatar_layer(5)), (0, None));
    assert_eq!(map.add_avatar(&world, 7, 40.0).unwrap(), 1);
    assert_eq!(map.pair_weight(6, 7).unwrap(), -1.0);
    assert_eq!(map.layer_count(), 3);
}

#[test]
fn interactions_become_pair_weights() {
    let world = open(8, 8);
    let mut map = PheromoneMap::new(&world, &MapParams::default()).unwrap();
    for id in [1, 2, 3] {
        map.add_avatar(&world, id, 40.0).unwrap();
    }
    let rules = InteractionRules { base: 0.0, by_kind: [2.0, -3.0, 0.0, 0.0, 0.0, 0.0], ..InteractionRules::default() };
    let mut table = Interactions::new(&rules).unwrap();
    table.note(1, 2, InteractionKind::ShotAt, 0);
    table.apply(&mut map, rules.window / 2).unwrap();
    assert_eq!((map.pair_weight(1, 2).unwrap(), map.pair_weight(2, 1).unwrap()), (1.0, -1.5));
    assert_eq!(map.pair_weight(3, 1).unwrap(), 0.0);
}

#[test]
fn all_weights_at_once_are_those_asked_for_one_by_one() {
    let world = open(8, 8);
    let mut dice = Dice(77);
    let mut map = PheromoneMap::new(&world, &MapParams::default()).unwrap();
    let mut table = Interactions::new(&InteractionRules { max_pairs: 60, ..InteractionRules::default() }).unwrap();
    // Ids in no order, with a gap among the places.
    let ids: Vec<u64> = (0..24).map(|i: u64| i * 7919 % 101).collect();
    for id in &ids {
        map.add_avatar(&world, *id, 40.0).unwrap();
    }
    map.remove_avatar(ids[5]).unwrap();
    for id in ids.iter().filter(|_| dice.unit() < 0.6) {
        table.set_team(*id, Some(*id as u32 % 3));
        table.set_carrier(*id, *id % 4 == 0);
    }
    for time in 0..200 {
        let (actor, other) = (ids[dice.below(24)], ids[dice.below(24)]);
        match dice.below(3) {
            0 => table.note_kill(actor, other, time),
            1 => table.note(actor, other, InteractionKind::ShotAt, time),
            _ => table.note(actor, other, InteractionKind::Helped, time),
        }
    }
    let now = table.rules().window / 3;
    table.apply(&mut map, now).unwrap();
    for reader in ids.iter().filter(|id| **id != ids[5]) {
        for emitter in ids.iter().filter(|id| **id != ids[5]) {
            assert_eq!(map.pair_weight(*reader, *emitter).unwrap(), table.weight(*reader, *emitter, now));
        }
    }
}

/// Shortest of a few runs, so that a busy machine does not decide.
fn shortest(runs: u32, mut run: impl FnMut()) -> f64 {
    let time = |_| {
        let begun = std::time::Instant::now();
        run();
        begun.elapsed().as_secs_f64()
    };
    (0..runs).map(time).fold(f64::INFINITY, f64::min)
}

#[test]
fn weights_take_as_long_as_there_are_pairs() {
    let world = open(4, 4);
    let table = Interactions::new(&InteractionRules::default()).unwrap();
    let time = |avatars: u64| {
        let mut map = PheromoneMap::new(&world, &MapParams::default()).unwrap();
        (0..avatars).for_each(|id| _ = map.add_avatar(&world, id, 1.0).unwrap());
        shortest(20, || table.apply(&mut map, 0).unwrap())
    };
    let ratio = time(256) / time(32);
    assert!(ratio < 200.0, "64 times the pairs took {ratio:.0} times as long; one look-up per pair more makes it 512");
}

#[test]
fn forgetting_a_pair_takes_no_longer_in_a_large_table() {
    let time = |max_pairs: u32| {
        let mut table = Interactions::new(&InteractionRules { max_pairs, ..InteractionRules::default() }).unwrap();
        let mut next = 0;
        let mut note = |n: u64| {
            for _ in 0..n {
                table.note(next, next + 1, InteractionKind::ShotAt, next as i64);
                next += 2;
            }
        };
        note(u64::from(max_pairs));
        shortest(10, || note(200))
    };
    let ratio = time(1 << 15) / time(1 << 8);
    assert!(ratio < 32.0, "128 times the pairs made it {ratio:.0} times slower");
}
