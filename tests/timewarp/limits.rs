//! Window, cost and memory are what was asked for.

use crate::hosts::*;
use antreckon::base::ErrorKind;
use antreckon::timewarp::{EventId, OverCost, Timewarp, TimewarpParams, Verdict, WhenFull};

fn filled(params: &TimewarpParams, count: i64) -> (Timewarp, Mixer, Vec<Owned>) {
    let (mut log, mut host) = (Timewarp::new(params).unwrap(), Mixer::default());
    let events: Vec<Owned> = (0..count).map(|i| event(10 * i, 1, i as u64, &[i as u8])).collect();
    for event in &events {
        assert_eq!(insert(&mut log, event), Verdict::InOrder);
        run(&mut log, &mut host, event.id.time);
    }
    (log, host, events)
}

#[test]
fn events_and_cancellations_before_the_window_are_refused_with_a_reason() {
    let params = TimewarpParams { window: 100, ..small() };
    let (mut log, mut host, events) = filled(&params, 50);
    assert_eq!((log.now(), log.floor()), (490, 390));
    let state = host.state;
    assert_eq!(insert(&mut log, &event(389, 2, 1, b"old")), Verdict::TooOld);
    assert_eq!(log.cancel(events[3].id).unwrap(), Verdict::TooOld);
    assert!(log.plan(490).unwrap().is_none());
    assert_eq!(host.state, state);
    assert_eq!(insert(&mut log, &event(390, 2, 1, b"just")), Verdict::Late);
    run(&mut log, &mut host, 490);
    let all: Vec<Owned> = events.into_iter().chain([event(390, 2, 1, b"just")]).collect();
    assert_eq!(host.state, reference(&all, &[]).state);
}

#[test]
fn events_before_the_start_are_refused() {
    let mut log = Timewarp::new(&TimewarpParams { start: 1000, ..small() }).unwrap();
    assert_eq!(insert(&mut log, &event(999, 1, 1, b"")), Verdict::TooOld);
    assert_eq!(insert(&mut log, &event(1000, 1, 2, b"")), Verdict::InOrder);
}

#[test]
fn events_too_far_in_the_future_are_refused() {
    let mut log = Timewarp::new(&TimewarpParams { max_ahead: 50, ..small() }).unwrap();
    log.plan(100).unwrap();
    log.complete(Some(&[0; 8])).unwrap();
    assert_eq!(insert(&mut log, &event(151, 1, 1, b"")), Verdict::TooFarAhead);
    assert_eq!(log.cancel(EventId { time: i64::MAX, source: 1, sequence: 2 }).unwrap(), Verdict::TooFarAhead);
    assert_eq!(insert(&mut log, &event(150, 1, 1, b"")), Verdict::InOrder);
}

#[test]
fn times_at_the_ends_of_the_clock_do_no_harm() {
    let wide = TimewarpParams { start: i64::MIN, window: i64::MAX, max_ahead: i64::MAX, ..small() };
    let (mut log, mut host) = (Timewarp::new(&wide).unwrap(), Mixer::default());
    assert_eq!(insert(&mut log, &event(i64::MIN, 1, 1, b"")), Verdict::InOrder);
    run(&mut log, &mut host, 0);
    assert_eq!(insert(&mut log, &event(i64::MAX, u64::MAX, u64::MAX, b"")), Verdict::InOrder);
    run(&mut log, &mut host, i64::MAX);
    assert_eq!(host.executions, 2);
    let narrow = TimewarpParams { window: 0, max_ahead: 0, ..small() };
    let mut log = Timewarp::new(&narrow).unwrap();
    run(&mut log, &mut host, i64::MAX);
    assert_eq!(insert(&mut log, &event(i64::MAX - 1, 1, 1, b"")), Verdict::TooOld);
    assert_eq!(insert(&mut log, &event(i64::MAX, 1, 1, b"")), Verdict::InOrder);
    run(&mut log, &mut host, i64::MAX);
    run(&mut log, &mut host, i64::MIN);
    assert_eq!(log.now(), i64::MAX, "time does not go back");
}

#[test]
fn what_one_call_may_not_do_the_next_one_goes_on_with() {
    let params = TimewarpParams { max_replay: 7, snapshot_events: 1000, ..small() };
    let (mut log, mut host, mut events) = filled(&params, 100);
    events.push(event(5, 2, 1, b"late"));
    assert_eq!(insert(&mut log, &events[100]), Verdict::Late);
    let mut owed = 101;
    while owed > 0 {
        let report = log.run(990, &mut host).unwrap();
        assert_eq!(report.replayed, owed.min(7));
        owed -= report.replayed;
        assert_eq!(report.owed, owed);
        assert_eq!(log.is_settled(), owed == 0);
        assert!(owed == 0 || report.changes == 0, "nothing is reported before all is done");
    }
    assert_eq!(host.state, reference(&events, &[]).state);
    assert_eq!(host.loads, 1);
    assert!(!log.changes().is_empty());
}

#[test]
fn an_event_that_costs_too_much_is_refused_and_leaves_no_trace() {
    let params = TimewarpParams { max_replay: 20, over_cost: OverCost::Refuse, ..small() };
    let (mut log, host, _) = filled(&params, 100);
    let before = (log.len(), log.executed(), log.snapshot_count(), log.hash_between(0, 1000));
    assert_eq!(insert(&mut log, &event(505, 2, 1, b"late")), Verdict::TooCostly);
    assert_eq!(log.cancel(EventId { time: 500, source: 1, sequence: 50 }).unwrap(), Verdict::TooCostly);
    assert_eq!(before, (log.len(), log.executed(), log.snapshot_count(), log.hash_between(0, 1000)));
    assert!(log.is_settled() && log.plan(990).unwrap().is_none());
    assert_eq!(insert(&mut log, &event(965, 2, 1, b"late")), Verdict::Late);
    assert!(log.owed() <= 20);
    assert_eq!(host.executions, 100);
}

#[test]
fn a_full_log_refuses_until_the_window_has_moved_on() {
    let params = TimewarpParams { max_events: 32, window: 10_000, ..small() };
    let (mut log, mut host, _) = filled(&params, 32);
    assert_eq!(insert(&mut log, &event(400, 1, 40, b"")), Verdict::Full);
    assert_eq!(log.cancel(EventId { time: 400, source: 1, sequence: 40 }).unwrap(), Verdict::Full);
    assert_eq!(insert(&mut log, &event(310, 1, 31, &[31])), Verdict::Duplicate);
    run(&mut log, &mut host, 10_200);
    assert_eq!(insert(&mut log, &event(400, 1, 40, b"")), Verdict::InOrder);
    assert!(log.len() < 20, "{}", log.len());
}

#[test]
fn a_full_log_may_forget_its_oldest_events() {
    let params = TimewarpParams { max_events: 32, window: 10_000, when_full: WhenFull::Forget, ..small() };
    let (mut log, mut host, events) = filled(&params, 200);
    assert_eq!(host.state, reference(&events, &[]).state);
    assert!(log.len() <= 32);
    // What was forgotten cannot be joined by late events any more; what is there still can.
    let floor = log.floor();
    assert!(floor > 1000, "{floor}");
    assert_eq!(insert(&mut log, &event(floor - 1, 2, 1, b"")), Verdict::TooOld);
    let late = event(floor, 2, 1, b"");
    let verdict = insert(&mut log, &late);
    assert!(matches!(verdict, Verdict::Late | Verdict::Full), "{verdict:?}");
    run(&mut log, &mut host, 1990);
    let kept: Vec<Owned> = events.into_iter().chain((verdict == Verdict::Late).then_some(late)).collect();
    assert_eq!(host.state, reference(&kept, &[]).state);
}

#[test]
fn few_snapshots_are_enough_for_the_window_to_move() {
    // 40 events are inside the window; the log needs room for twice as many and what comes between two snapshots.
    let params = TimewarpParams { max_events: 90, max_snapshots: 3, window: 400, ..small() };
    let (mut log, mut host) = (Timewarp::new(&params).unwrap(), Mixer::default());
    let mut most = 0;
    for i in 0..20_000i64 {
        assert_eq!(insert(&mut log, &event(10 * i, 1, i as u64, b"")), Verdict::InOrder, "event {i}");
        run(&mut log, &mut host, 10 * i);
        assert!(log.snapshot_count() <= 3);
        most = most.max(log.len());
    }
    assert!(most > 40, "{most}");
}

#[test]
fn a_short_way_back_is_short_also_in_a_long_history() {
    let params = TimewarpParams { max_snapshots: 12, ..small() };
    let (log, host, _) = filled(&params, 500);
    for late in [1i64, 5, 20, 100, 400] {
        let (mut log, mut host) = (log.clone(), host.clone());
        insert(&mut log, &event(4990 - 10 * late + 5, 2, 1, b""));
        let report = log.run(4990, &mut host).unwrap();
        // The late one itself, those after it, and those between snapshot and it: snapshots are every 4 events, then rarer.
        let most = 2 * late as u32 + 8;
        assert!((late as u32 + 1..=most).contains(&report.replayed), "late by {late}: {}", report.replayed);
    }
}

#[test]
fn memory_is_what_the_bounds_say_and_never_more() {
    let params = TimewarpParams { max_events: 1000, max_payload: 100, max_snapshots: 10, max_state: 5000, ..small() };
    let (mut log, mut host) = (Timewarp::new(&params).unwrap(), Mixer::default());
    let bytes = log.bytes();
    assert!((1000 * 100 + 10 * 5000..1000 * (100 + 240) + 10 * 5000 + 2000).contains(&bytes), "{bytes}");
    for i in 0..3000i64 {
        insert(&mut log, &event(10 * i - 7 * (i % 5), 1, i as u64, &[0; 100]));
        let _ = log.cancel(EventId { time: 10 * i, source: 1, sequence: i as u64 + 3 });
        run(&mut log, &mut host, 10 * i);
    }
    assert_eq!(log.bytes(), bytes);
}

#[test]
fn bad_bounds_and_payloads_are_errors_that_name_them() {
    let good = small();
    let bad = [
        ("max_events", TimewarpParams { max_events: 1, ..good }),
        ("max_payload", TimewarpParams { max_payload: 65_537, ..good }),
        ("max_snapshots", TimewarpParams { max_snapshots: 2, ..good }),
        ("max_state", TimewarpParams { max_state: u32::MAX, ..good }),
        ("max_state", TimewarpParams { max_state: 1 << 30, max_snapshots: 5, ..good }),
        ("snapshot_events", TimewarpParams { snapshot_events: 0, ..good }),
        ("snapshot_time", TimewarpParams { snapshot_time: 0, ..good }),
        ("window", TimewarpParams { window: -1, ..good }),
        ("max_ahead", TimewarpParams { max_ahead: -1, ..good }),
        ("max_replay", TimewarpParams { max_replay: 0, ..good }),
    ];
    for (name, params) in bad {
        let error = Timewarp::new(&params).unwrap_err();
        assert!(error.kind == ErrorKind::InvalidArgument && error.message.contains(name), "{error}");
    }
    let mut log = Timewarp::new(&good).unwrap();
    let error = log.insert(&event(1, 1, 1, &[0; 9]).lend()).unwrap_err();
    assert!(error.message.contains("9 bytes") && error.message.contains("max_payload"), "{error}");
    assert_eq!(log.event(0).unwrap_err().kind, ErrorKind::NotFound);
}
