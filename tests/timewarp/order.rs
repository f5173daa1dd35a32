//! The result does not depend on arrival.

use crate::hosts::*;
use antreckon::timewarp::{EventId, OverCost, Timewarp, TimewarpParams, Verdict};
use proptest::prelude::*;

fn permutations(n: usize) -> Vec<Vec<usize>> {
    if n == 0 {
        return vec![vec![]];
    }
    let insert_everywhere = |shorter: Vec<usize>| {
        (0..n).map(move |at| {
            let mut longer = shorter.clone();
            longer.insert(at, n - 1);
            longer
        })
    };
    permutations(n - 1).into_iter().flat_map(insert_everywhere).collect()
}

/// Six events with every kind of tie: of time, of source, of sequence, and one source that says two things at once.
fn six() -> Vec<Owned> {
    vec![
        event(10, 2, 1, b"a"),
        event(10, 1, 9, b"b"),
        event(10, 1, 9, b"another"),
        event(10, 1, 8, b"c"),
        event(30, 1, 10, b"d"),
        event(20, 7, 0, b""),
    ]
}

#[test]
fn all_permutations_of_six_events_end_in_the_same_state() {
    let events = six();
    let expected = reference(&events, &[]);
    let permutations = permutations(6);
    assert_eq!(permutations.len(), 720);
    for snapshot_events in [1, 2, 100] {
        for order in &permutations {
            let params = TimewarpParams { snapshot_events, ..small() };
            let (mut log, mut host) = (Timewarp::new(&params).unwrap(), Mixer::default());
            for i in order {
                assert!(!insert(&mut log, &events[*i]).is_refusal());
                run(&mut log, &mut host, 100);
            }
            assert_eq!(host.state, expected.state, "{order:?}");
            assert_eq!(log.len(), 6);
            for i in 0..6 {
                let logged = log.event(i).unwrap();
                assert_eq!(logged.outcome, expected.outcomes[&name(&logged.event)], "{order:?}");
            }
            assert_eq!(log.counters().conflicts, 1);
        }
    }
}

#[test]
fn all_orders_of_events_and_their_cancellations_end_in_the_same_state() {
    let events = [event(10, 1, 1, b"x"), event(20, 2, 1, b"y"), event(30, 1, 2, b"z")];
    let expected = reference(&events, &[events[0].id, events[2].id]);
    for order in permutations(5) {
        let (mut log, mut host) = (Timewarp::new(&small()).unwrap(), Mixer::default());
        for i in &order {
            match i {
                3 => log.cancel(events[0].id).unwrap(),
                4 => log.cancel(events[2].id).unwrap(),
                i => insert(&mut log, &events[*i]),
            };
            run(&mut log, &mut host, 100);
        }
        assert_eq!(host.state, expected.state, "{order:?}");
        host.shown.retain(|_, outcome| !outcome.is_none());
        let told: Vec<_> = expected.outcomes.iter().filter(|(_, o)| !o.is_none()).collect();
        assert!(host.shown.iter().eq(told), "{order:?}");
    }
}

/// How events reach a peer.
#[derive(Clone, Debug)]
struct Delivery {
    event: Owned,
    /// After so much time.
    delay: i64,
    /// A second time after so much more.
    again: Option<i64>,
    /// An anti-message after so much time.
    cancelled: Option<i64>,
}

const LATEST: i64 = 400;

fn delivery(i: usize) -> impl Strategy<Value = Delivery> {
    let shape = (0..5i64, 0..4u64, prop::collection::vec(any::<u8>(), 0..8), 0..LATEST);
    let extras = (prop::option::weighted(0.2, 0..LATEST), prop::option::weighted(0.1, 0..LATEST));
    (shape, extras).prop_map(move |((jump, source, payload, delay), (again, cancelled))| Delivery {
        event: event(10 * i as i64 + 7 * jump, source, i as u64, &payload),
        delay,
        again: again.filter(|more| delay + more < LATEST),
        cancelled,
    })
}

enum Arrival<'a> {
    Event(&'a Owned),
    Cancellation(EventId),
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, rng_seed: prop::test_runner::RngSeed::Fixed(4), ..ProptestConfig::default() })]

    /// The window moves on meanwhile: most events are forgotten before the last ones arrive.
    #[test]
    fn random_interleavings_with_duplicates_and_cancellations_equal_the_slow_reference(
        deliveries in (0..200usize).map(delivery).collect::<Vec<_>>(),
        snapshot_events in 1..20u32,
        snapshot_time in prop_oneof![Just(i64::MAX), 1..200i64],
        max_snapshots in 3..12u32,
        max_replay in prop_oneof![Just(4096u32), 1..10u32],
        frame in 1..60i64,
    ) {
        let params = TimewarpParams {
            max_snapshots, snapshot_events, snapshot_time, max_replay,
            window: LATEST + frame, max_ahead: 100, ..small()
        };
        let mut arrivals = Vec::new();
        for (i, d) in deliveries.iter().enumerate() {
            arrivals.push((d.event.id.time + d.delay, i, Arrival::Event(&d.event)));
            if let Some(more) = d.again {
                arrivals.push((d.event.id.time + d.delay + more, i, Arrival::Event(&d.event)));
            }
            if let Some(delay) = d.cancelled {
                arrivals.push((d.event.id.time + delay, i, Arrival::Cancellation(d.event.id)));
            }
        }
        arrivals.sort_by_key(|(time, i, _)| (*time, *i));
        let (mut log, mut host) = (Timewarp::new(&params).unwrap(), Mixer::default());
        let mut now = 0;
        for (time, _, arrival) in &arrivals {
            while now + frame <= *time {
                now += frame;
                // One call per frame: with a small `max_replay` the next frame goes on.
                let report = log.run(now, &mut host).unwrap();
                prop_assert!(report.replayed <= max_replay && report.stopped.is_none() && report.diverged == 0);
                host.correct(log.changes());
                log.clear_changes();
            }
            let verdict = match arrival {
                Arrival::Event(event) => insert(&mut log, event),
                Arrival::Cancellation(id) => log.cancel(*id).unwrap(),
            };
            prop_assert!(!verdict.is_refusal(), "{verdict:?} at {now}");
        }
        // Everything has arrived; one more frame than the last event's time, so that none waits.
        run(&mut log, &mut host, now.max(3000));
        prop_assert!(log.is_settled() && log.len() < 150, "{} events are still there", log.len());
        let events: Vec<Owned> = deliveries.iter().map(|d| d.event.clone()).collect();
        let cancelled: Vec<EventId> =
            deliveries.iter().filter(|d| d.cancelled.is_some()).map(|d| d.event.id).collect();
        let expected = reference(&events, &cancelled);
        prop_assert_eq!(host.state, expected.state);
        for (id, outcome) in &host.shown {
            let now = expected.outcomes.get(id).copied().unwrap_or_default();
            prop_assert_eq!(*outcome, now, "{:?}", id);
        }
        for (id, outcome) in &expected.outcomes {
            prop_assert!(outcome.is_none() || host.shown.contains_key(id), "{:?} was never told", id);
        }
    }
}

#[test]
fn duplicates_are_recognised_and_change_nothing() {
    let (mut log, mut host) = (Timewarp::new(&small()).unwrap(), Mixer::default());
    let events = six();
    for event in &events {
        insert(&mut log, event);
    }
    run(&mut log, &mut host, 100);
    let (state, executions) = (host.state, host.executions);
    for event in &events {
        assert_eq!(insert(&mut log, event), Verdict::Duplicate);
    }
    assert!(log.plan(100).unwrap().is_none());
    assert_eq!((host.state, host.executions, log.len()), (state, executions, 6));
    assert_eq!(log.counters().verdicts[Verdict::Duplicate as usize], 6);
}

#[test]
fn events_wait_for_their_time() {
    let (mut log, mut host) = (Timewarp::new(&small()).unwrap(), Mixer::default());
    insert(&mut log, &event(50, 1, 1, b"later"));
    let report = log.run(49, &mut host).unwrap();
    assert_eq!((report.executed, report.waiting), (0, 1));
    // Earlier than one that waits is not late: nothing was executed yet.
    assert_eq!(insert(&mut log, &event(20, 2, 1, b"sooner")), Verdict::InOrder);
    let report = log.run(50, &mut host).unwrap();
    assert_eq!((report.executed, report.replayed, report.waiting), (2, 0, 0));
    assert_eq!(host.loads, 0);
}

#[test]
fn peers_that_know_the_same_events_have_the_same_hash_of_them() {
    let events = six();
    let mut logs = [Timewarp::new(&small()).unwrap(), Timewarp::new(&small()).unwrap()];
    let mut host = Mixer::default();
    for (i, event) in events.iter().enumerate() {
        insert(&mut logs[0], event);
        insert(&mut logs[1], &events[(i * 5 + 2) % 6]);
        run(&mut logs[1], &mut host, 5 * i as i64);
    }
    let hash = |log: &Timewarp| log.hash_between(0, 31);
    assert_eq!(hash(&logs[0]), hash(&logs[1]));
    assert_ne!(logs[0].hash_between(0, 30), hash(&logs[0]), "the one at 30 counts");
    logs[1].cancel(events[4].id).unwrap();
    assert_ne!(hash(&logs[0]), hash(&logs[1]));
}

#[test]
fn a_refusing_log_never_owes_more_than_one_call_can_do() {
    let params = TimewarpParams { max_replay: 12, over_cost: OverCost::Refuse, ..small() };
    let (mut log, mut host) = (Timewarp::new(&params).unwrap(), Mixer::default());
    let mut kept = Vec::new();
    // Odd times late, by a distance that grows.
    for i in 0..200i64 {
        let in_order = event(20 * i, 1, i as u64, b"");
        let late = event(20 * i - (i % 40) * 20 + 3, 2, i as u64, b"late");
        for event in [in_order, late] {
            let verdict = insert(&mut log, &event);
            assert!(!verdict.is_refusal() || verdict == Verdict::TooCostly, "{verdict:?}");
            if verdict != Verdict::TooCostly {
                kept.push(event);
            }
        }
        let report = log.run(20 * i, &mut host).unwrap();
        assert!(report.replayed <= 12 && report.owed == 0, "{report:?}");
    }
    let refused = log.counters().verdicts[Verdict::TooCostly as usize];
    assert!(refused > 50 && kept.len() > 220, "{refused} {}", kept.len());
    run(&mut log, &mut host, 10_000);
    assert_eq!(host.state, reference(&kept, &[]).state);
}
