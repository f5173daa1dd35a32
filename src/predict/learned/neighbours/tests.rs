//! Finding against looking at all.

use super::*;
use crate::predict::profile::EntityProfile;

fn kinematics(x: f64, z: f64, time: Nanos) -> Kinematics {
    let mut k = Kinematics::new(&EntityProfile::default());
    (k.position, k.velocity, k.time) = (DVec3::new(x, 0.0, z), DVec3::new(1.0, 0.0, -2.0), time);
    k
}

fn id(index: u32) -> EntityId {
    EntityId { index, generation: 1 }
}

/// `n` entities strewn over `side` metres; returns their places.
fn strewn(n: u32, side: f64, seed: u64) -> (Neighbours, Vec<Kinematics>) {
    let mut state = seed;
    let mut unit = || {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (state >> 11) as f64 / (1u64 << 53) as f64
    };
    let mut neighbours = Neighbours::default();
    neighbours.begin(8.0);
    let mut all = Vec::new();
    for round in 0..3 {
        all.clear();
        for index in 0..n {
            let k = kinematics((unit() - 0.5) * side, (unit() - 0.5) * side, round);
            neighbours.seen(id(index), &k);
            all.push(k);
        }
    }
    (neighbours, all)
}

fn nearest_of_all(all: &[Kinematics], of: usize, reach: f64) -> Option<DVec3> {
    let apart = |k: &Kinematics| k.position - all[of].position;
    let others = all.iter().enumerate().filter(|(i, _)| *i != of).map(|(_, k)| apart(k));
    others.min_by(|a, b| a.length_squared().total_cmp(&b.length_squared())).filter(|d| d.length() < reach)
}

fn check(neighbours: &Neighbours, all: &[Kinematics]) {
    for (i, k) in all.iter().enumerate().step_by(7) {
        let found = neighbours.near(id(i as u32), k, 8.0)[0];
        let want = nearest_of_all(all, i, 16.0);
        assert_eq!(found.is_some(), want.is_some(), "{i}");
        if let (Some(found), Some(want)) = (found, want) {
            let off = (found.place[0] as f64 * 8.0 - want.x).abs() + (found.place[1] as f64 * 8.0 - want.z).abs();
            assert!(off < 1e-4, "{i}: {found:?} {want}");
            assert_eq!(found.velocity, [0.0, 0.0]);
        }
    }
}

#[test]
fn few_and_many_find_their_nearest() {
    // Also farther apart than the grid is wide before it repeats.
    for (n, side) in [(20, 60.0), (64, 100.0), (500, 300.0), (2000, 900.0), (300, 3000.0)] {
        let (neighbours, all) = strewn(n, side, n as u64);
        assert_eq!(neighbours.heads.is_empty(), n as usize <= FEW);
        check(&neighbours, &all);
    }
}

#[test]
fn who_leaves_is_not_found_and_who_moves_is_found_elsewhere() {
    let (mut neighbours, mut all) = strewn(300, 200.0, 5);
    for index in (0..300).step_by(2) {
        neighbours.removed(id(index));
    }
    for (i, k) in all.iter_mut().enumerate().filter(|(i, _)| i % 2 == 1) {
        *k = kinematics(k.position.x + 50.0, k.position.z - (i % 9) as f64, 10);
        neighbours.seen(id(i as u32), k);
    }
    let left: Vec<Kinematics> = all.iter().skip(1).step_by(2).copied().collect();
    for (i, k) in left.iter().enumerate() {
        let found = neighbours.near(id(2 * i as u32 + 1), k, 8.0)[0].map(|near| near.place[0] as f64 * 8.0);
        let want = nearest_of_all(&left, i, 16.0).map(|d| d.x);
        assert!(found.zip(want).is_none_or(|(a, b)| (a - b).abs() < 1e-4) && found.is_some() == want.is_some());
    }
}

#[test]
fn landmarks_are_apart_from_the_others_and_have_no_reach() {
    let mut neighbours = Neighbours::default();
    neighbours.begin(8.0);
    neighbours.set_landmark(id(2), true);
    let places = [(0.0, 0.0), (8.0, 0.0), (4.0, 0.0), (80.0, 0.0)];
    for (i, (x, z)) in places.into_iter().enumerate() {
        neighbours.seen(id(i as u32), &kinematics(x, z, 0));
    }
    let near = |n: &Neighbours| n.near(id(0), &kinematics(0.0, 0.0, 0), 8.0).map(|n| n.map(|n| n.place[0]));
    assert_eq!(near(&neighbours), [Some(1.0), Some(0.5)]);
    neighbours.set_landmark(id(3), true);
    neighbours.seen(id(3), &kinematics(80.0, 0.0, 0));
    neighbours.set_landmark(id(2), false);
    neighbours.seen(id(2), &kinematics(4.0, 0.0, 0));
    assert_eq!(near(&neighbours), [Some(0.5), Some(10.0)]);
    neighbours.removed(id(3));
    assert_eq!(near(&neighbours), [Some(0.5), None]);
}

#[test]
fn whoever_falls_silent_is_carried_on_and_then_forgotten() {
    const TICK: Nanos = 50_000_000;
    let mut neighbours = Neighbours::default();
    neighbours.begin(8.0);
    for tick in 0..3 {
        neighbours.seen(id(1), &kinematics(4.0, 0.0, tick * TICK));
    }
    let near = |tick: Nanos| neighbours.near(id(0), &kinematics(0.0, 0.0, tick * TICK), 8.0)[0];
    assert_eq!(near(2).unwrap().place, [0.5, 0.0]);
    let later = near(4).unwrap().place;
    // 0.1 s on at (1, -2) m/s, in units of 8 m.
    assert!((later[0] - 4.1 / 8.0).abs() < 1e-6 && (later[1] + 0.2 / 8.0).abs() < 1e-6);
    assert_eq!(near(7), None);
}

#[test]
fn a_restored_and_a_rebased_grid_find_the_same() {
    let (neighbours, all) = strewn(400, 150.0, 9);
    let mut w = Writer::new();
    neighbours.write(&mut w);
    let bytes = w.seal(*b"TEST", 1);
    let mut r = Reader::open(&bytes, *b"TEST", 1).unwrap();
    let mut restored = Neighbours::read(&mut r, 1 << 16).unwrap();
    r.finish().unwrap();
    for (i, k) in all.iter().enumerate() {
        assert_eq!(restored.near(id(i as u32), k, 8.0), neighbours.near(id(i as u32), k, 8.0));
    }
    let shift = DVec3::new(1024.0, 0.0, -512.0);
    restored.rebase(shift);
    let moved: Vec<Kinematics> =
        all.iter().map(|k| kinematics(k.position.x - shift.x, k.position.z - shift.z, k.time)).collect();
    check(&restored, &moved);
}
