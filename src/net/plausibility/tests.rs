use super::*;
use crate::base::random::Random;
use crate::base::time::SECOND;
use crate::net::commitment::update_digest;
use crate::net::update::Flags;
use crate::world::{GridInput, LinkInput, LinkKind, WorldParams};
use proptest::prelude::*;

const MS: Nanos = 1_000_000;

fn limits() -> Limits {
    Limits { v_max: 10.0, knock_back: 0.0, sustained: 10.0, vertical: 20.0, acceleration: 50.0 }
}

fn params() -> PlausibilityParams {
    PlausibilityParams { tolerance: 1.0, slack: 0.5, ..PlausibilityParams::default() }
}

fn judge_with(params: PlausibilityParams) -> Plausibility {
    Plausibility::new(&params, &limits()).unwrap()
}

fn judge() -> Plausibility {
    judge_with(params())
}

/// Update `n`, one every 100 ms, somewhere.
fn at(n: u16, x: f64, z: f64) -> Update {
    Update { sequence: Sequence(n), ..Update::at(1, Nanos::from(n) * 100 * MS, DVec3::new(x, 0.5, z)) }
}

fn rules(judge: &mut Plausibility, update: &Update, world: Option<&World>) -> u32 {
    let context = JudgeContext { world, expected: None };
    judge.judge(update, update.time + 30 * MS, context).unwrap().rules
}

/// Rules broken at any of a series of updates, and how often.
fn series(judge: &mut Plausibility, updates: impl IntoIterator<Item = Update>) -> (u32, usize) {
    let mut sum = (0, 0);
    for update in updates {
        let broken = rules(judge, &update, None);
        sum = (sum.0 | broken, sum.1 + usize::from(broken != 0));
    }
    sum
}

/// A hall cut by a wall with a gap far away:
/// 20 × 12 m, wall at x = 10 … 11 from z = 0 to z = 11.
fn hall() -> World {
    cut_hall(11)
}

/// The same with a wall as long as this; 12 = no gap.
fn cut_hall(wall: usize) -> World {
    let mut blocked = [0u8; 20 * 12];
    (0..wall).for_each(|z| blocked[z * 20 + 10] = 1);
    let grid = GridInput {
        width: 20,
        depth: 12,
        floors: 1,
        corner: DVec3::ZERO,
        floor_height: 4.0,
        blocked: &blocked,
        heights: &[],
        areas: &[],
    };
    World::from_grid(&WorldParams::default(), &grid).unwrap()
}

#[test]
fn who_keeps_the_limits_is_not_accused() {
    let walk = (0..600u16).map(|n| {
        let t = f64::from(n) * 0.1;
        let mut update = at(n, 9.0 * libm::sin(t), 9.0 * libm::cos(t));
        update.velocity = DVec3::new(9.0 * libm::cos(t), 0.0, -9.0 * libm::sin(t));
        update
    });
    let mut judge = judge();
    assert_eq!(series(&mut judge, walk), (0, 0));
    assert_eq!((judge.pull(), judge.standing(1, 0).unwrap().score), (None, 0.0));
    assert_eq!(judge.standing(1, 0).unwrap().judged, 600);
}

#[test]
fn a_little_too_fast_for_long_is_noticed_like_a_leap() {
    // 5 % too fast: 5 cm owed per update, half a metre after ten.
    let mut judge = judge();
    let (broken, times) = series(&mut judge, (0..100).map(|n| at(n, 1.05 * f64::from(n), 0.0)));
    assert_eq!((broken, times), (Rule::Speed.bit(), 9));
    let evidence = judge.pull().unwrap();
    assert!((evidence.value - 10.5).abs() < 1e-9 && evidence.limit == 10.0 && evidence.rule == Rule::Speed);
    assert!((evidence.points - 1.05).abs() < 1e-9);
    // A leap of 5 m, then rest: one piece of evidence.
    let mut judge = self::judge();
    let leap = (0..20).map(|n| at(n, if n < 10 { 0.0 } else { 5.0 }, 0.0));
    assert_eq!(series(&mut judge, leap), (Rule::Speed.bit(), 1));
    assert_eq!(judge.pull().unwrap().points, 4.0, "five times too fast gives four times the points");
    // A late tick: 1.4 m at once, nothing before: within the slack.
    let late = (0..20).map(|n| at(n, if n < 10 { 0.0 } else { 1.4 }, 0.0));
    assert_eq!(series(&mut self::judge(), late), (0, 0));
}

#[test]
fn nobody_keeps_up_what_tricks_allow_for_a_moment() {
    // 15 m/s are possible, 10 m/s can be kept up: 5 m/s are owed, 50 m after ten seconds.
    let limits = Limits { knock_back: 10.0, ..limits() };
    let run = |seconds: u16| (0..=10 * seconds).map(|n| at(n, 1.5 * f64::from(n), 0.0));
    let mut judge = judge();
    judge.set_limits(1, &limits).unwrap();
    assert_eq!(series(&mut judge, run(9)), (0, 0));
    let mut judge = self::judge();
    judge.set_limits(1, &limits).unwrap();
    assert_eq!(series(&mut judge, run(11)), (Rule::Speed.bit(), 1));
    let evidence = judge.pull().unwrap();
    assert!((evidence.value - 15.0).abs() < 1e-9 && evidence.limit == 10.0);
    // Who rests in between is not accused.
    let mut judge = self::judge();
    judge.set_limits(1, &limits).unwrap();
    let dashes = (0..600u16).scan(0.0, |x, n| {
        *x += if n % 100 < 50 { 1.5 } else { 0.4 };
        Some(at(n, *x, 0.0))
    });
    assert_eq!(series(&mut judge, dashes), (0, 0));
}

#[test]
fn what_the_host_allows_is_legal() {
    let fast = || (0..20).map(|n| at(n, 2.0 * f64::from(n), 0.0));
    let mut judge = judge();
    judge.allow_speed(1, 10.0, 10 * SECOND).unwrap();
    assert_eq!(series(&mut judge, fast()), (0, 0));
    let mut judge = self::judge();
    judge.set_limits(1, &Limits { knock_back: 10.0, ..limits() }).unwrap();
    assert_eq!(series(&mut judge, fast()), (0, 0));
    let leap = |n: u16, x: f64| [at(n, 0.0, 0.0), Update { flags: Flags::TELEPORT, ..at(n + 1, x, 0.0) }];
    let mut judge = self::judge();
    judge.allow_teleport(1, 10 * SECOND).unwrap();
    assert_eq!(series(&mut judge, leap(0, 50.0)), (0, 0));
    assert_eq!(series(&mut judge, leap(2, 50.0)).1, 2, "only once: back, and there again");
    let mut judge = judge_with(PlausibilityParams { trust_teleports: true, ..params() });
    assert_eq!(series(&mut judge, leap(0, 50.0)), (0, 0));
    let mut judge = self::judge();
    let passage = Passage { from: None, to: DVec3::new(50.0, 0.0, 0.0), radius: 1.0, seconds: 0.0 };
    judge.add_passage(&passage).unwrap();
    assert_eq!(series(&mut judge, leap(0, 50.0)), (0, 0), "a spawn point");
    assert_eq!(series(&mut judge, leap(2, 60.0)).1, 2);
    judge.clear_passages();
    let far = Passage { from: Some(DVec3::new(9.0, 0.0, 0.0)), ..passage };
    judge.add_passage(&far).unwrap();
    assert_ne!(series(&mut judge, leap(4, 50.0)).1, 0, "it did not begin there");
}

#[test]
fn velocities_that_are_told_have_limits_too() {
    let told = |n: u16, v: f64| Update { velocity: DVec3::X * v, ..at(n, 0.0, 0.0) };
    let mut judge = judge();
    assert_eq!(series(&mut judge, [told(0, 0.0), told(1, 5.0)]), (0, 0), "50 m/s²");
    assert_eq!(series(&mut judge, [told(2, -1.0)]), (Rule::Acceleration.bit(), 1));
    let evidence = judge.pull().unwrap();
    assert!((evidence.value - 60.0).abs() < 1e-9 && (evidence.limit - 50.0).abs() < 1e-9);
    assert_eq!(series(&mut judge, [told(3, 4.0), told(4, 9.0), told(5, 12.0)]).0, Rule::ToldSpeed.bit());
    let vector = Update { flags: Flags::PREDICTION_VECTOR, ..told(6, 90.0) };
    assert_eq!(series(&mut judge, [vector, told(7, 0.0)]), (0, 0), "a prediction vector is no velocity");
    let mut fall = at(8, 0.0, 0.0);
    fall.position.y = 4.0;
    assert_eq!(series(&mut judge, [fall]), (Rule::Vertical.bit(), 1));
}

#[test]
fn walls_cost_time() {
    let world = hall();
    let there = |seconds: u16| [at(0, 8.0, 2.0), at(10 * seconds, 13.0, 2.0)];
    // The way through the gap at z = 11 … 12 is about 20 m: two seconds.
    for (seconds, broken) in [(1, Rule::Unreachable.bit()), (3, 0)] {
        let mut judge = judge();
        let [from, to] = there(seconds);
        assert_eq!(rules(&mut judge, &from, Some(&world)), 0);
        assert_eq!(rules(&mut judge, &to, Some(&world)), broken, "{seconds} s");
    }
    let mut judge = judge();
    let [from, to] = there(1);
    rules(&mut judge, &from, Some(&world));
    let mut over = to;
    over.flags = Flags::AIRBORNE;
    assert_eq!(rules(&mut judge, &over, Some(&world)), 0, "who flies may cross");
    let mut nowhere = at(12, 13.0, 2.0);
    nowhere.position.y = 50.0;
    assert_ne!(rules(&mut judge, &nowhere, Some(&world)) & Rule::OffLevel.bit(), 0);
}

/// Levels miss ways that games have: nobody is a suspect for using one, whoever does it again and again is.
#[test]
fn a_way_that_the_level_does_not_know_is_weak_evidence() {
    let world = cut_hall(12);
    let mut judge = judge();
    rules(&mut judge, &at(0, 8.0, 2.0), Some(&world));
    let mut scores = Vec::new();
    for n in 1..10 {
        let to = at(10 * n, if n % 2 == 1 { 13.0 } else { 8.0 }, 2.0);
        assert_eq!(rules(&mut judge, &to, Some(&world)), Rule::Unreachable.bit());
        scores.push(judge.standing(to.entity, to.time).unwrap().score);
    }
    assert!(scores[3] < ALARM && scores[8] > ALARM, "{scores:?}");
}

#[test]
fn teleporters_of_the_level_are_ways() {
    let mut world = hall();
    let link = LinkInput {
        from: DVec3::new(1.5, 0.0, 1.5),
        to: DVec3::new(18.5, 0.0, 1.5),
        kind: LinkKind::Teleport,
        two_way: false,
        travel_time: 0.05,
        area: 0,
    };
    world.add_link(&link).unwrap();
    let (here, there) = (at(0, 1.6, 1.5), at(2, 18.4, 1.5));
    for flags in [Flags::NONE, Flags::TELEPORT] {
        let mut judge = judge();
        rules(&mut judge, &here, Some(&world));
        assert_eq!(rules(&mut judge, &Update { flags, ..there }, Some(&world)), 0);
        assert_ne!(rules(&mut judge, &Update { flags, ..at(4, 1.6, 1.5) }, Some(&world)), 0, "it leads one way");
    }
}

#[test]
fn time_stamps_that_lie_are_told() {
    let mut judge = judge();
    series(&mut judge, [at(0, 0.0, 0.0), at(5, 0.0, 0.0)]);
    let back = Update { sequence: Sequence(6), ..at(3, 0.0, 0.0) };
    assert_eq!(series(&mut judge, [back]), (Rule::Backwards.bit(), 1));
    assert_eq!(judge.pull().unwrap().value, 0.2);
    assert_eq!(series(&mut judge, [at(4, 99.0, 0.0)]), (0, 0), "a late one is not judged by the newer");

    // A clock that runs 10 % fast gains 250 ms in 2.5 s.
    let mut judge = self::judge();
    let mut random = Random(1);
    let mut found = 0;
    for n in 0..200u16 {
        let arrival = (f64::from(n) * 1e8 / 1.1) as Nanos + random.below(20_000_000) as Nanos;
        found += usize::from(judge.judge(&at(n, 0.0, 0.0), arrival, JudgeContext::default()).unwrap().rules != 0);
    }
    assert!((5..=8).contains(&found), "{found} times in 18 s");
    assert_eq!(judge.pull().unwrap().rule, Rule::FastClock);
    // Jitter and an honest drift are not held against it.
    let mut judge = self::judge();
    for n in 0..2000u16 {
        let arrival = (f64::from(n) * 1e8 * 0.9997) as Nanos + random.below(150_000_000) as Nanos;
        assert_eq!(judge.judge(&at(n, 0.0, 0.0), arrival, JudgeContext::default()).unwrap().rules, 0, "{n}");
    }
}

#[test]
fn broken_promises_are_told_unless_an_update_was_lost() {
    let params = PlausibilityParams { heartbeat: SECOND, threshold: 0.5, promise: 2.0, ..params() };
    let late = |n: u16, sequence: u16| Update { sequence: Sequence(sequence), ..at(n, 0.0, 0.0) };
    let mut judge = judge_with(params);
    assert_eq!(series(&mut judge, [late(0, 0), late(20, 1), late(41, 2)]), (Rule::MissedHeartbeat.bit(), 1));
    assert_eq!(series(&mut judge, [late(70, 4)]), (0, 0), "number 3 was lost");
    // A lag switch: silence, then somewhere the prediction did not have it.
    let expected = Prediction { position: DVec3::new(5.0, 0.5, 0.0), ..Prediction::NOWHERE };
    let mut ask = |n: u16, sequence: u16| {
        let update = late(n, sequence);
        let context = JudgeContext { world: None, expected: Some(&expected) };
        judge.judge(&update, update.time, context).unwrap().rules
    };
    assert_eq!(ask(75, 5), Rule::Suppressed.bit());
    assert_eq!(ask(80, 7), 0, "number 6 may have said so");
    let evidence = core::iter::from_fn(|| judge.pull()).last().unwrap();
    assert_eq!((evidence.rule, evidence.value, evidence.limit), (Rule::Suppressed, 5.0, 1.5));
}

#[test]
fn silence_under_aim_is_told_apart_from_a_bad_network() {
    // Aimed at during every second second. A cheat drops updates only then; a bad network drops as many at any time.
    for (cheats, expected) in [(true, true), (false, false)] {
        let mut judge = judge();
        let (mut random, mut found, mut n) = (Random(5), 0, 0u16);
        while n < 3000 {
            let now = at(n, 0.0, 0.0).time;
            let aimed = now / SECOND % 2 == 1;
            if aimed && now % SECOND == 0 {
                judge.aimed_at(1, now, now + SECOND).unwrap();
            }
            found += rules(&mut judge, &at(n, 0.0, 0.0), None) & Rule::QuietWhenAimedAt.bit();
            let quiet = if cheats { aimed && random.unit() < 0.2 } else { random.unit() < 0.1 };
            n += if quiet { 6 } else { 1 };
        }
        assert_eq!(found != 0, expected, "{found}");
    }
}

#[test]
fn a_confident_prediction_counts_and_a_vague_one_does_not() {
    for (radius, broken) in [(0.5, Rule::Deviation.bit()), (0.0, 0), (1.5, 0)] {
        let mut judge = judge();
        let expected = Prediction { position: DVec3::new(4.0, 0.5, 0.0), radius, ..Prediction::NOWHERE };
        rules(&mut judge, &at(0, 0.0, 0.0), None);
        let context = JudgeContext { world: None, expected: Some(&expected) };
        assert_eq!(judge.judge(&at(1, 0.0, 0.0), 0, context).unwrap().rules, broken, "{radius}");
    }
}

#[test]
fn scores_decay_and_evidence_is_bounded() {
    let mut judge = judge_with(PlausibilityParams { max_evidence: 3, half_life: 10 * SECOND, ..params() });
    (0..10).for_each(|n| assert_eq!(rules(&mut judge, &at(2 * n, f64::from(n % 2) * 9.0, 0.0), None) != 0, n > 0));
    let last = at(18, 0.0, 0.0).time;
    let score = judge.standing(1, last).unwrap().score;
    assert!(score > 20.0 && judge.standing(1, 0).unwrap().suspicious == 9);
    assert!((judge.standing(1, last + 10 * SECOND).unwrap().score / score - 0.5).abs() < 1e-12);
    assert_eq!((core::iter::from_fn(|| judge.pull()).count(), judge.lost_evidence()), (3, 6));
    judge.remove(1).unwrap();
    assert!(judge.standing(1, 0).is_err() && judge.remove(1).is_err());
    let off = PlausibilityParams { points: [0.0; 13], ..params() };
    assert_eq!(series(&mut judge_with(off), [at(0, 0.0, 0.0), at(1, 90.0, 0.0)]), (0, 0));
}

#[test]
fn peers_expose_who_told_them_different_things() {
    let (said, else_said) = (at(3, 1.0, 1.0), at(3, 2.0, 1.0));
    let mut witness = Witness::new(2).unwrap();
    let (digest, other) = (update_digest(&said), update_digest(&else_said));
    assert!(!witness.told(8, 1, said.sequence, other).known, "it waits for the own copy");
    let report = witness.saw(1, said.sequence, digest);
    assert_eq!(report, WitnessReport { agree: 0, differ: 1, known: true });
    assert_eq!(witness.told(9, 1, said.sequence, digest), WitnessReport { agree: 1, differ: 1, known: true });
    assert_eq!(witness.told(8, 1, said.sequence, digest).differ, 0, "the last word of a peer counts");
    assert_eq!(witness.saw(1, said.sequence, other).differ, 1, "two stories for one number");
    (0..100).for_each(|peer| assert!(!witness.told(peer, 2, Sequence(1), digest).known));
    let report = judge().inconsistent(&said, 0, 2).unwrap();
    assert_eq!((report.rules, report.score), (Rule::Inconsistent.bit(), 4.0));
    assert!(Witness::new(0).is_err());

    let statement = |peer, x| Statement { peer, position: DVec3::X * x, allowance: 0.5 };
    let told = [statement(1, 0.0), statement(2, 0.9), statement(3, 5.0), statement(4, 0.4)];
    assert_eq!(find_outliers(&told).unwrap(), 0b100);
    assert_eq!(find_outliers(&told[..1]).unwrap(), 0);
    assert!(find_outliers(&[statement(1, f64::NAN)]).is_err() && find_outliers(&[statement(0, 0.0); 33]).is_err());
}

#[test]
fn bad_parameters_are_refused_by_name() {
    type Spoil = fn(&mut PlausibilityParams);
    let spoilers: [(&str, Spoil); 10] = [
        ("max_entities", |p| p.max_entities = 0),
        ("max_evidence", |p| p.max_evidence = 0),
        ("tolerance", |p| p.tolerance = 0.5),
        ("slack", |p| p.slack = f64::NAN),
        ("floor_reach", |p| p.floor_reach = f64::NAN),
        ("clock_gain", |p| p.clock_gain = 0),
        ("threshold", |p| p.threshold = -1.0),
        ("half_life", |p| p.half_life = 0),
        ("points", |p| p.points[12] = -1.0),
        ("deviation", |p| p.deviation = 0.0),
    ];
    for (name, spoil) in spoilers {
        let mut params = params();
        spoil(&mut params);
        let error = Plausibility::new(&params, &limits()).unwrap_err();
        assert!(error.message.starts_with(name), "{name}: {error}");
    }
    assert!(Plausibility::new(&params(), &Limits { v_max: 0.0, ..limits() }).is_err());
    let mut judge = judge_with(PlausibilityParams { max_entities: 1, ..params() });
    judge.set_limits(1, &limits()).unwrap();
    assert!(judge.set_limits(2, &limits()).is_err() && judge.allow_speed(1, -1.0, 0).is_err());
    assert!(judge.aimed_at(1, 5, 4).is_err() && judge.rebase(DVec3::NAN).is_err());
    let passage = Passage { from: None, to: DVec3::ZERO, radius: 0.0, seconds: 0.0 };
    assert!(judge.add_passage(&passage).is_err());
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

    #[test]
    fn any_updates_are_judged_and_a_restored_judge_goes_on_bit_by_bit(seed: u64, cut in 0u16..40) {
        let mut random = Random(seed);
        let updates: Vec<Update> = (0..40u16).map(|n| {
            let mut far = || (random.unit() - 0.5) * [1.0, 30.0, 1e12][random.below(3)];
            let mut update = at(n, far(), far());
            update.velocity = DVec3::new(far(), far(), far()) * 1e-6;
            update.flags = Flags::from_bits(random.bits() as u8);
            update.sequence = Sequence(n.wrapping_add(random.below(2) as u16));
            update.time += random.below(3_000_000_000) as Nanos - SECOND;
            update
        }).collect();
        let world = hall();
        let play = |judge: &mut Plausibility, part: &[Update]| -> Vec<Judgement> {
            let context = JudgeContext { world: Some(&world), expected: None };
            part.iter().map(|update| judge.judge(update, update.time, context).unwrap()).collect()
        };
        let mut judge = judge();
        play(&mut judge, &updates[..usize::from(cut)]);
        let bytes = judge.snapshot();
        let mut copy = self::judge();
        copy.restore(&bytes).unwrap();
        let rest = &updates[usize::from(cut)..];
        prop_assert_eq!(play(&mut copy, rest), play(&mut judge, rest));
        prop_assert_eq!(copy.state_hash(), judge.state_hash());
        prop_assert!(copy.restore(&bytes[..random.below(bytes.len())]).is_err());
        prop_assert!(judge.standing(1, 0).unwrap().score.is_finite());
    }
}

/// A field of side² metres with a room of 10 × 10 m in its middle that has no door; or one, at the far end of a corridor.
fn fortress(side: usize, door: bool) -> World {
    let mut blocked = alloc::vec![0u8; side * side];
    let low = side / 2 - 6;
    for i in low..low + 12 {
        for at in [low * side + i, (low + 11) * side + i, i * side + low, i * side + low + 11] {
            blocked[at] = 1;
        }
    }
    if door {
        blocked[(low + 5) * side + low + 11] = 0;
    }
    let (width, depth) = (side as u32, side as u32);
    let corner = DVec3::ZERO;
    let grid =
        GridInput { width, depth, floors: 1, corner, floor_height: 0.0, blocked: &blocked, heights: &[], areas: &[] };
    World::from_grid(&WorldParams::default(), &grid).unwrap()
}

/// Somebody who goes in and out of the room through the wall, 3 m every 300 ms.
fn ghost(n: u16, side: f64) -> Update {
    let there = at(n, side / 2.0 - 7.0 + f64::from(n % 2) * 3.0, side / 2.0);
    Update { time: 3 * there.time, ..there }
}

#[test]
fn a_ghost_that_walks_through_the_walls_of_a_sealed_room_costs_the_same_in_any_level() {
    let mut bytes = Vec::new();
    for side in [64, 256, 1024] {
        let (mut judge, world) = (judge(), fortress(side, false));
        for n in 0..6 {
            let update = ghost(n, side as f64);
            let broken = rules(&mut judge, &update, Some(&world));
            assert_eq!(broken, if n == 0 { 0 } else { Rule::Unreachable.bit() }, "{n} of {side}");
        }
        // The search's memory grows with the places it has looked at.
        bytes.push(judge.scratch.bytes());
        // Into the room: how long a way would be stays open; that it takes four times as long as there was does not. Out of it: the room has no door.
        let (into, out) = (judge.pull().unwrap(), judge.pull().unwrap());
        assert!(into.value >= 4.0 * into.limit && into.value < 10.0 * into.limit, "{into:?}");
        assert_eq!(out.value, NEVER);
    }
    assert_eq!((bytes[0], bytes[1]), (bytes[2], bytes[2]));
    assert!(bytes[0] < 200_000, "{bytes:?}");
}

#[test]
fn what_would_take_too_long_to_find_out_is_not_held_against_anybody() {
    // Ten seconds between two updates: 100 m could have been walked.
    let late = |n: u16| Update { time: Nanos::from(n) * 10_000 * MS, ..ghost(n, 400.0) };
    let world = fortress(400, false);
    let context = JudgeContext { world: Some(&world), expected: None };
    let judged = |max_nodes: u32| {
        let mut judge = judge_with(PlausibilityParams { max_nodes, ..params() });
        let mut decided = Vec::new();
        for n in 0..4 {
            let update = late(n);
            let judgement = judge.judge(&update, update.time + 30 * MS, context).unwrap();
            decided.push((judgement.rules, judgement.undecided));
        }
        (decided, judge.scratch.bytes())
    };
    let (few, small) = judged(256);
    // Out of the room is soon decided: it has 100 squares and no door.
    assert_eq!(few[1..], [(0, true), (Rule::Unreachable.bit(), false), (0, true)]);
    let (many, large) = judged(MAX_NODES);
    assert_eq!(many[1..], [(Rule::Unreachable.bit(), false); 3]);
    assert!(small * 20 < large, "{small} and {large} bytes");
}

#[test]
fn a_way_around_is_found_within_the_time_there_was() {
    let world = fortress(256, true);
    // From the wall's outside to the inside leads about 40 m around: 4 s at 10 m/s.
    let round = |seconds: i64| {
        let mut judge = judge();
        let (from, to) = (ghost(0, 256.0), ghost(1, 256.0));
        rules(&mut judge, &from, Some(&world));
        rules(&mut judge, &Update { time: seconds * SECOND, ..to }, Some(&world))
    };
    assert_eq!((round(1), round(2), round(5)), (Rule::Unreachable.bit(), Rule::Unreachable.bit(), 0));
}
