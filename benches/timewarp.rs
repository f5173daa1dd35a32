//! Cost of timewarp's own work, with a game whose state is eight bytes: ns per event that arrives in order, and per event that arrives late by
//! so many events, with all that is executed again for it.

mod common;

use antreckon::timewarp::{Event, EventId, Host, HostFailure, Outcome, Timewarp, TimewarpParams, Verdict};
use common::{heading, time};
use std::hint::black_box;

struct Game(u64);

impl Host for Game {
    fn save(&mut self, _: u32, buffer: &mut [u8]) -> Result<usize, HostFailure> {
        buffer[..8].copy_from_slice(&self.0.to_le_bytes());
        Ok(8)
    }

    fn load(&mut self, _: u32, state: &[u8]) -> Result<(), HostFailure> {
        self.0 = u64::from_le_bytes(state.try_into().map_err(|_| HostFailure(1))?);
        Ok(())
    }

    fn execute(&mut self, event: &Event<'_>, _: bool) -> Result<Outcome, HostFailure> {
        self.0 = (self.0 ^ event.id.sequence).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(7);
        Ok(Outcome::new(&self.0.to_le_bytes()[..4]).expect("four bytes"))
    }
}

const STEP: i64 = 1_000_000;
const PAYLOAD: [u8; 32] = [7; 32];

/// A log with a window of 1000 events, full of them.
struct Match {
    log: Timewarp,
    game: Game,
    next: i64,
}

impl Match {
    fn new(snapshot_events: u32) -> Self {
        let params = TimewarpParams {
            max_events: 4096,
            window: 1000 * STEP,
            snapshot_events,
            snapshot_time: i64::MAX,
            ..TimewarpParams::default()
        };
        let log = Timewarp::new(&params).expect("good bounds");
        let mut new = Self { log, game: Game(1), next: 0 };
        (0..5000).for_each(|_| new.in_order());
        new
    }

    fn insert(&mut self, time: i64) -> Verdict {
        let id = EventId { time, source: 1, sequence: self.next as u64 };
        self.log.insert(&Event { id, payload: &PAYLOAD }).expect("small payload")
    }

    fn in_order(&mut self) {
        self.next += 1;
        assert_eq!(self.insert(self.next * STEP), Verdict::InOrder);
        black_box(self.log.run(self.next * STEP, &mut self.game).expect("no plan is open"));
        self.log.clear_changes();
    }

    /// One event in order, one that is late by so many; returns how many were executed again.
    fn late(&mut self, by: i64) -> u32 {
        self.in_order();
        assert_eq!(self.insert((self.next - by) * STEP + 1), Verdict::Late);
        let report = self.log.run(self.next * STEP, &mut self.game).expect("no plan is open");
        self.log.clear_changes();
        report.replayed
    }
}

fn main() {
    heading("Timewarp, 1,000 events in the window, 32-byte payloads: ns");
    println!(
        "{:<26} {:>12} {:>22} {:>22} {:>22}",
        "snapshot every", "in order", "late by 1", "late by 10", "late by 100"
    );
    for snapshot_events in [1, 4, 16, 64] {
        let mut cells = vec![format!("{:.0}", {
            let mut game = Match::new(snapshot_events);
            time(1, || game.in_order()).min
        })];
        for by in [1, 10, 100] {
            let mut game = Match::new(snapshot_events);
            let (mut again, mut events) = (0, 0);
            let timing = time(1, || {
                again += u64::from(game.late(by));
                events += 1;
            });
            cells.push(format!("{:.0} ({:.0} again)", timing.min, again as f64 / events as f64));
        }
        let name = format!("{snapshot_events} events");
        println!("{name:<26} {:>12} {:>22} {:>22} {:>22}", cells[0], cells[1], cells[2], cells[3]);
    }
    println!(
        "Late: with one event in order before it, which is included in the time. In brackets: events executed again for it."
    );
}
