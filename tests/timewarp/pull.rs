//! The log says what to do, the host does it: the same as with functions.

use crate::hosts::*;
use antreckon::base::{Error, ErrorKind};
use antreckon::timewarp::{Host, Outcome, Plan, Timewarp, TimewarpParams, Verdict};

/// Does what plans say; gives up in the middle of every `gives_up`-th one.
fn follow(log: &mut Timewarp, host: &mut Mixer, now: i64, plans: &mut u32, gives_up: u32) {
    while let Some(plan) = log.plan(now).unwrap() {
        *plans += 1;
        if let Some(slot) = plan.restore {
            host.load(slot, log.state(slot).unwrap()).unwrap();
        }
        let stop_at = if plans.is_multiple_of(gives_up) { plan.count / 2 } else { usize::MAX };
        let mut failed = false;
        for i in 0..plan.count {
            if i == stop_at {
                host.state = 1;
                failed = true;
                log.abort(i).unwrap();
                break;
            }
            let logged = log.event(plan.first + i).unwrap();
            let outcome = host.execute(&logged.event, logged.replay).unwrap();
            log.set_outcome(plan.first + i, outcome).unwrap();
        }
        if failed {
            continue;
        }
        let state = host.state.to_le_bytes();
        log.complete(plan.save.is_some().then_some(&state[..])).unwrap();
    }
    host.correct(log.changes());
    log.clear_changes();
}

#[test]
fn pulling_gives_the_same_log_as_running() {
    for max_replay in [3, 1000] {
        let params = TimewarpParams { max_replay, ..small() };
        let (mut run_log, mut run_host) = (Timewarp::new(&params).unwrap(), Mixer::default());
        let mut pulled = run_log.clone();
        let mut host = Mixer::default();
        for i in 0..200i64 {
            let event = event(10 * i - 37 * (i % 3), 1, i as u64, &[i as u8]);
            insert(&mut run_log, &event);
            insert(&mut pulled, &event);
            run(&mut run_log, &mut run_host, 10 * i);
            follow(&mut pulled, &mut host, 10 * i, &mut 0, u32::MAX);
            assert_eq!(run_log.state_hash().unwrap(), pulled.state_hash().unwrap(), "event {i}");
            assert_eq!((host.state, &host.shown), (run_host.state, &run_host.shown));
        }
    }
}

#[test]
fn a_plan_that_was_given_up_is_made_again_from_a_snapshot() {
    let (mut log, mut host) = (Timewarp::new(&small()).unwrap(), Mixer::default());
    let mut events = Vec::new();
    let mut plans = 0;
    for i in 0..100i64 {
        events.push(event(10 * i - 37 * (i % 3), 1, i as u64, &[i as u8]));
        insert(&mut log, events.last().unwrap());
        follow(&mut log, &mut host, 10 * i, &mut plans, 4);
    }
    // Three at negative times were refused.
    assert_eq!(log.counters().verdicts[Verdict::TooOld as usize], 3);
    let kept: Vec<Owned> = events.into_iter().filter(|e| e.id.time >= 0).collect();
    assert_eq!(kept.len(), 97);
    assert_eq!(host.state, reference(&kept, &[]).state);
    assert!(plans > 100 && log.counters().diverged == 0);
}

#[test]
fn the_first_plan_saves_the_state_before_all_events() {
    let mut log = Timewarp::new(&small()).unwrap();
    let plan = log.plan(0).unwrap().unwrap();
    assert_eq!(plan, Plan { restore: None, first: 0, count: 0, save: Some(0), replays: 0, owed: 0 });
    log.complete(Some(b"state")).unwrap();
    assert_eq!(log.state(0).unwrap(), b"state");
    assert_eq!(log.plan(0).unwrap(), None);
}

#[test]
fn calls_that_do_not_fit_an_open_plan_are_refused_and_change_nothing() {
    let kind = |result: Result<(), Error>| result.unwrap_err().kind;
    let mut log = Timewarp::new(&small()).unwrap();
    for result in [log.complete(None), log.abort(0), log.set_outcome(0, Outcome::NONE)] {
        assert_eq!(kind(result), ErrorKind::State, "no plan is open");
    }
    insert(&mut log, &event(1, 1, 1, b""));
    log.plan(0).unwrap().unwrap();
    assert_eq!(kind(log.complete(None)), ErrorKind::InvalidArgument, "the state is missing");
    assert_eq!(kind(log.complete(Some(&[0; 9]))), ErrorKind::InvalidArgument, "too long");
    assert_eq!(kind(log.abort(1)), ErrorKind::InvalidArgument);
    log.complete(Some(&[])).unwrap();
    let plan = log.plan(5).unwrap().unwrap();
    assert_eq!((plan.first, plan.count, plan.save), (0, 1, None));
    let before = format!("{log:?}");
    let state = [
        log.insert(&event(2, 1, 2, b"").lend()).map(|_| ()),
        log.cancel(event(1, 1, 1, b"").id).map(|_| ()),
        log.plan(6).map(|_| ()),
        log.run(6, &mut Mixer::default()).map(|_| ()),
        log.resync(),
        log.snapshot().map(|_| ()),
        log.state_hash().map(|_| ()),
        log.restore(&[]),
    ];
    for result in state {
        assert_eq!(kind(result), ErrorKind::State);
    }
    assert_eq!(kind(log.set_outcome(1, Outcome::NONE)), ErrorKind::InvalidArgument);
    assert_eq!(kind(log.complete(Some(&[]))), ErrorKind::InvalidArgument, "nothing is to be saved");
    assert_eq!(kind(log.abort(2)), ErrorKind::InvalidArgument);
    assert_eq!(format!("{log:?}"), before);
    log.complete(None).unwrap();
    assert_eq!(log.state(3).unwrap_err().kind, ErrorKind::NotFound);
}

#[test]
fn a_host_that_keeps_states_by_slot_needs_no_bytes() {
    let params = TimewarpParams { max_state: 0, max_snapshots: 5, ..small() };
    let (mut log, mut host) = (Timewarp::new(&params).unwrap(), Mixer::default());
    let (mut slots, mut events) = ([0u64; 5], Vec::new());
    for i in 0..300i64 {
        events.push(event(10 * i + 100 - 29 * (i % 4), 1, i as u64, &[i as u8]));
        insert(&mut log, &events[i as usize]);
        while let Some(plan) = log.plan(10 * i + 100).unwrap() {
            if let Some(slot) = plan.restore {
                host.state = slots[slot as usize];
            }
            for index in plan.first..plan.first + plan.count {
                host.execute(&log.event(index).unwrap().event, false).unwrap();
            }
            if let Some(slot) = plan.save {
                slots[slot as usize] = host.state;
            }
            log.complete(plan.save.map(|_| &[][..])).unwrap();
        }
    }
    assert_eq!(host.state, reference(&events, &[]).state);
}
