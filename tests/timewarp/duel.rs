//! "A dead man that shoots" (survey, section 3): A's shot at B is delayed; B's later shot at C arrives first.

use antreckon::timewarp::{ChangeKind, Event, EventId, Host, HostFailure, Outcome, Timewarp, TimewarpParams, Verdict};

const A: u64 = 0;
const B: u64 = 1;
const C: u64 = 2;
const MS: i64 = 1_000_000;

/// Who is alive. A shot's payload is its victim; the dead neither shoot nor die again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Arena {
    alive: [u8; 3],
}

impl Host for Arena {
    fn save(&mut self, _slot: u32, buffer: &mut [u8]) -> Result<usize, HostFailure> {
        buffer.copy_from_slice(&self.alive);
        Ok(3)
    }

    fn load(&mut self, _slot: u32, state: &[u8]) -> Result<(), HostFailure> {
        self.alive.copy_from_slice(state);
        Ok(())
    }

    fn execute(&mut self, event: &Event<'_>, _replay: bool) -> Result<Outcome, HostFailure> {
        let (shooter, victim) = (event.id.source as usize, event.payload[0] as usize);
        if self.alive[shooter] == 0 || self.alive[victim] == 0 {
            return Ok(Outcome::NONE);
        }
        self.alive[victim] = 0;
        Ok(Outcome::new(&[victim as u8]).expect("one byte"))
    }
}

fn shot(shooter: u64, victim: u64, time: i64) -> (EventId, [u8; 1]) {
    (EventId { time, source: shooter, sequence: 1 }, [victim as u8])
}

fn log() -> Timewarp {
    Timewarp::new(&TimewarpParams { max_state: 3, max_payload: 1, ..TimewarpParams::default() }).unwrap()
}

fn shoot(log: &mut Timewarp, (id, payload): &(EventId, [u8; 1])) -> Verdict {
    log.insert(&Event { id: *id, payload }).unwrap()
}

#[test]
fn a_dead_man_does_not_shoot() {
    let (mut log, mut arena) = (log(), Arena { alive: [1; 3] });
    let (by_a, by_b) = (shot(A, B, 100 * MS), shot(B, C, 150 * MS));

    assert_eq!(shoot(&mut log, &by_b), Verdict::InOrder);
    log.run(200 * MS, &mut arena).unwrap();
    assert_eq!(arena.alive, [1, 1, 0], "C is dead: A's shot is still under way");
    assert!(log.changes().is_empty());

    assert_eq!(shoot(&mut log, &by_a), Verdict::Late);
    let report = log.run(350 * MS, &mut arena).unwrap();
    assert_eq!((report.restored, report.replayed, report.changes), (1, 2, 2));
    assert_eq!(arena.alive, [1, 0, 1], "B died first, so C lives");

    let [kill, undone] = log.changes() else { panic!("{:?}", log.changes()) };
    assert_eq!((kill.id, kill.kind(), kill.new.as_bytes()), (by_a.0, ChangeKind::Appeared, &[B as u8][..]));
    assert_eq!((undone.id, undone.kind(), undone.old.as_bytes()), (by_b.0, ChangeKind::Disappeared, &[C as u8][..]));
    assert!(undone.new.is_none() && !undone.cancelled);
}

#[test]
fn all_three_players_agree_whatever_reached_them_first() {
    let shots = [shot(A, B, 100 * MS), shot(B, C, 150 * MS)];
    for order in [[0, 1], [1, 0]] {
        let (mut log, mut arena) = (log(), Arena { alive: [1; 3] });
        for i in order {
            shoot(&mut log, &shots[i]);
            log.run(300 * MS, &mut arena).unwrap();
        }
        assert_eq!(arena.alive, [1, 0, 1], "{order:?}");
    }
}

#[test]
fn shots_at_the_same_instant_go_by_source_for_everybody() {
    // B and C shoot each other at once: the lower number wins, wherever which shot arrived first.
    let shots = [shot(B, C, 100 * MS), shot(C, B, 100 * MS)];
    for order in [[0, 1], [1, 0]] {
        let (mut log, mut arena) = (log(), Arena { alive: [1; 3] });
        for i in order {
            shoot(&mut log, &shots[i]);
            log.run(300 * MS, &mut arena).unwrap();
        }
        assert_eq!(arena.alive, [1, 1, 0], "{order:?}");
    }
}

#[test]
fn a_shot_that_arrives_after_the_window_is_refused_and_the_kill_stands() {
    let (mut log, mut arena) = (log(), Arena { alive: [1; 3] });
    shoot(&mut log, &shot(B, C, 150 * MS));
    log.run(1200 * MS, &mut arena).unwrap();
    assert_eq!(shoot(&mut log, &shot(A, B, 100 * MS)), Verdict::TooOld);
    log.run(1300 * MS, &mut arena).unwrap();
    assert_eq!(arena.alive, [1, 1, 0]);
    assert_eq!(log.counters().verdicts[Verdict::TooOld as usize], 1);
}
