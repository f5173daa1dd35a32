//! What is told, and what happens when the host fails.

use crate::hosts::*;
use antreckon::timewarp::{
    ChangeKind, Event, EventId, Host, HostFailure, Outcome, StopKind, Timewarp, TimewarpParams, Verdict,
};

#[test]
fn changes_that_cancel_each_other_out_are_not_reported() {
    let (mut log, mut host) = (Timewarp::new(&small()).unwrap(), Mixer::default());
    for i in 0..10i64 {
        insert(&mut log, &event(10 * i, 1, i as u64, b"x"));
    }
    run(&mut log, &mut host, 100);
    let late = event(35, 2, 1, b"late");
    assert_eq!(insert(&mut log, &late), Verdict::Late);
    assert_eq!(log.cancel(late.id).unwrap(), Verdict::Late);
    log.run(100, &mut host).unwrap();
    assert_eq!(log.changes(), []);
    // Told, and then taken back: all of it shows.
    let later = event(36, 2, 2, b"later");
    insert(&mut log, &later);
    log.run(100, &mut host).unwrap();
    let there = log.changes().to_vec();
    assert!(!there.is_empty());
    log.clear_changes();
    log.cancel(later.id).unwrap();
    log.run(100, &mut host).unwrap();
    let back: Vec<_> = log.changes().iter().map(|c| (c.id, c.new, c.old)).collect();
    let mut mirrored: Vec<_> = there.iter().map(|c| (c.id, c.old, c.new)).collect();
    // What was cancelled is told last.
    mirrored.sort_by_key(|(id, ..)| *id == later.id);
    assert_eq!(back, mirrored);
    assert!(log.changes().iter().all(|c| c.cancelled == (c.id == later.id)));
}

#[test]
fn kinds_of_changes() {
    // An outcome is what was before it: nothing for the first event.
    struct Before(u8);
    impl Host for Before {
        fn save(&mut self, _: u32, buffer: &mut [u8]) -> Result<usize, HostFailure> {
            buffer[0] = self.0;
            Ok(1)
        }
        fn load(&mut self, _: u32, state: &[u8]) -> Result<(), HostFailure> {
            self.0 = state[0];
            Ok(())
        }
        fn execute(&mut self, event: &Event<'_>, _: bool) -> Result<Outcome, HostFailure> {
            let before = std::mem::replace(&mut self.0, event.payload[0]);
            Ok(if before == 0 { Outcome::NONE } else { Outcome::new(&[before]).unwrap() })
        }
    }
    let (mut log, mut host) = (Timewarp::new(&small()).unwrap(), Before(0));
    for (time, payload) in [(10, 1), (20, 2), (30, 3)] {
        insert(&mut log, &event(time, 1, time as u64, &[payload]));
    }
    log.run(100, &mut host).unwrap();
    assert_eq!(log.changes(), [], "nobody knew otherwise");
    insert(&mut log, &event(5, 1, 5, &[9]));
    insert(&mut log, &event(25, 1, 25, &[0]));
    log.run(100, &mut host).unwrap();
    let told: Vec<_> =
        log.changes().iter().map(|c| (c.id.time, c.kind(), c.old.as_bytes(), c.new.as_bytes())).collect();
    assert_eq!(
        told,
        [
            (10, ChangeKind::Appeared, &[][..], &[9][..]),
            (25, ChangeKind::Appeared, &[], &[2]),
            (30, ChangeKind::Disappeared, &[2], &[]),
        ]
    );
    log.clear_changes();
    insert(&mut log, &event(7, 1, 7, &[4]));
    log.run(100, &mut host).unwrap();
    let [new, changed] = log.changes() else { panic!("{:?}", log.changes()) };
    assert_eq!((new.id.time, new.kind()), (7, ChangeKind::Appeared));
    assert_eq!(
        (changed.kind(), changed.old.as_bytes(), changed.new.as_bytes()),
        (ChangeKind::Changed, &[9][..], &[4][..])
    );
}

#[test]
fn changes_that_nobody_clears_are_counted_when_there_is_no_room() {
    let params = TimewarpParams { max_events: 16, ..small() };
    let (mut log, mut host) = (Timewarp::new(&params).unwrap(), Mixer::default());
    for i in 0..8 {
        insert(&mut log, &event(100, 5, i, b""));
    }
    log.run(100, &mut host).unwrap();
    for i in 0..8 {
        insert(&mut log, &event(50, 1, 7 - i, b""));
        log.run(100, &mut host).unwrap();
    }
    assert_eq!(log.changes().len(), 16);
    assert!(log.counters().changes_lost > 8, "{}", log.counters().changes_lost);
}

/// Fails when its turn comes.
struct Moody {
    inner: Mixer,
    /// Calls until the next failure, of each kind.
    until: [u32; 3],
    /// How a failed execution leaves the state.
    spoils: bool,
}

impl Moody {
    fn fails(&mut self, kind: usize) -> Result<(), HostFailure> {
        self.until[kind] = self.until[kind].wrapping_sub(1);
        if self.until[kind] == 0 { Err(HostFailure(-7 - kind as i32)) } else { Ok(()) }
    }
}

impl Host for Moody {
    fn save(&mut self, slot: u32, buffer: &mut [u8]) -> Result<usize, HostFailure> {
        buffer.fill(0xee);
        self.fails(0)?;
        self.inner.save(slot, buffer)
    }

    fn load(&mut self, slot: u32, state: &[u8]) -> Result<(), HostFailure> {
        if let Err(failure) = self.fails(1) {
            self.inner.state = 0xdead;
            return Err(failure);
        }
        self.inner.load(slot, state)
    }

    fn execute(&mut self, event: &Event<'_>, replay: bool) -> Result<Outcome, HostFailure> {
        if let Err(failure) = self.fails(2) {
            if self.spoils {
                self.inner.state ^= 0xbeef;
            }
            return Err(failure);
        }
        self.inner.execute(event, replay)
    }
}

#[test]
fn a_failing_host_leaves_the_log_consistent_and_the_next_run_repairs() {
    let kinds = [StopKind::Save, StopKind::Load, StopKind::Execute];
    for (kind, expected) in kinds.into_iter().enumerate() {
        for turn in 1..40 {
            let mut until = [0; 3];
            until[kind] = turn;
            let (mut log, mut host) =
                (Timewarp::new(&small()).unwrap(), Moody { inner: Mixer::default(), until, spoils: true });
            let mut events = Vec::new();
            let mut stops = 0;
            for i in 0..30i64 {
                for new in [event(10 * i, 1, i as u64, b"a"), event((10 * i - 45).max(0), 2, i as u64, b"b")] {
                    assert!(!insert(&mut log, &new).is_refusal());
                    events.push(new);
                }
                let report = log.run(10 * i, &mut host).unwrap();
                if let Some(stop) = report.stopped {
                    assert_eq!((stop.kind, stop.code), (expected, -7 - kind as i64));
                    assert_eq!(stop.event.is_some(), expected == StopKind::Execute);
                    stops += 1;
                }
                assert_eq!(report.diverged, 0);
                host.inner.correct(log.changes());
                log.clear_changes();
            }
            let report = log.run(1000, &mut host).unwrap();
            assert_eq!((report.stopped, report.owed), (None, 0));
            host.inner.correct(log.changes());
            let expected = reference(&events, &[]);
            assert_eq!(host.inner.state, expected.state, "{kinds:?} {turn}");
            for (name, outcome) in &expected.outcomes {
                assert_eq!(host.inner.shown.get(name).unwrap_or(&Outcome::NONE), outcome);
            }
            // 30 runs of about 8 events, about 60 saves and 29 loads.
            assert_eq!(stops, u32::from(kind != 1 || turn < 29), "{kind} {turn}");
        }
    }
}

#[test]
fn an_event_that_always_fails_can_be_cancelled() {
    struct Allergic(Mixer);
    impl Host for Allergic {
        fn save(&mut self, slot: u32, buffer: &mut [u8]) -> Result<usize, HostFailure> {
            self.0.save(slot, buffer)
        }
        fn load(&mut self, slot: u32, state: &[u8]) -> Result<(), HostFailure> {
            self.0.load(slot, state)
        }
        fn execute(&mut self, event: &Event<'_>, replay: bool) -> Result<Outcome, HostFailure> {
            if event.payload == b"bad" { Err(HostFailure(3)) } else { self.0.execute(event, replay) }
        }
    }
    let (mut log, mut host) = (Timewarp::new(&small()).unwrap(), Allergic(Mixer::default()));
    let events = [event(10, 1, 1, b"good"), event(20, 1, 2, b"bad"), event(30, 1, 3, b"fine")];
    events.iter().for_each(|e| assert_eq!(insert(&mut log, e), Verdict::InOrder));
    for _ in 0..3 {
        let stop = log.run(100, &mut host).unwrap().stopped.unwrap();
        assert_eq!((stop.kind, stop.code, stop.event), (StopKind::Execute, 3, Some(events[1].id)));
    }
    assert_eq!(log.cancel(events[1].id).unwrap(), Verdict::InOrder, "it never happened");
    assert_eq!(log.run(100, &mut host).unwrap().stopped, None);
    assert_eq!(host.0.state, reference(&events, &[events[1].id]).state);
}

#[test]
fn a_state_that_is_too_long_stops_the_run() {
    struct Large;
    impl Host for Large {
        fn save(&mut self, _: u32, buffer: &mut [u8]) -> Result<usize, HostFailure> {
            Ok(buffer.len() + 1)
        }
        fn load(&mut self, _: u32, _: &[u8]) -> Result<(), HostFailure> {
            Ok(())
        }
        fn execute(&mut self, _: &Event<'_>, _: bool) -> Result<Outcome, HostFailure> {
            Ok(Outcome::NONE)
        }
    }
    let mut log = Timewarp::new(&small()).unwrap();
    let stop = log.run(0, &mut Large).unwrap().stopped.unwrap();
    assert_eq!((stop.kind, stop.code), (StopKind::StateTooLong, 9));
    assert_eq!(log.snapshot_count(), 0);
}

#[test]
fn a_host_that_is_not_deterministic_is_noticed() {
    struct Random(u8);
    impl Host for Random {
        fn save(&mut self, _: u32, _: &mut [u8]) -> Result<usize, HostFailure> {
            Ok(0)
        }
        fn load(&mut self, _: u32, _: &[u8]) -> Result<(), HostFailure> {
            Ok(())
        }
        fn execute(&mut self, _: &Event<'_>, _: bool) -> Result<Outcome, HostFailure> {
            self.0 += 1;
            Ok(Outcome::new(&[self.0]).unwrap())
        }
    }
    let params = TimewarpParams { snapshot_events: 100, ..small() };
    let (mut log, mut host) = (Timewarp::new(&params).unwrap(), Random(0));
    for i in 0..5 {
        insert(&mut log, &event(10 * i, 1, i as u64, b""));
    }
    assert_eq!(log.run(100, &mut host).unwrap().diverged, 0);
    insert(&mut log, &event(25, 2, 1, b""));
    // The three events before the late one had no reason to become different.
    assert_eq!(log.run(100, &mut host).unwrap().diverged, 3);
    assert_eq!(log.counters().diverged, 3);
}

#[test]
fn a_cancellation_says_whether_something_had_to_be_undone() {
    let (mut log, mut host) = (Timewarp::new(&small()).unwrap(), Mixer::default());
    let id = |sequence| EventId { time: 10, source: 1, sequence };
    assert_eq!(log.cancel(id(1)).unwrap(), Verdict::InOrder);
    assert_eq!(log.cancel(id(1)).unwrap(), Verdict::Duplicate);
    assert_eq!(insert(&mut log, &event(10, 1, 1, b"never")), Verdict::Cancelled);
    insert(&mut log, &event(10, 1, 2, b"waiting"));
    assert_eq!(log.cancel(id(2)).unwrap(), Verdict::InOrder);
    insert(&mut log, &event(10, 1, 3, b"executed"));
    run(&mut log, &mut host, 20);
    assert_eq!(log.cancel(id(3)).unwrap(), Verdict::Late);
    run(&mut log, &mut host, 20);
    assert_eq!((host.state, log.len(), log.cancellations()), (0, 0, 3));
}
