//! A timewarp allocates when it is made and never again.
#![allow(missing_docs)]
// The plugin brings an allocator of its own; tests/c/test_timewarp.c looks at its bytes.
#![cfg(not(feature = "plugin"))]

use antreckon::timewarp::{Event, EventId, Host, HostFailure, Outcome, Timewarp, TimewarpParams, WhenFull};
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

struct Counting;

thread_local! {
    static CALLS: Cell<usize> = const { Cell::new(0) };
}

fn count() {
    // The thread's own counter may be gone while the thread ends.
    let _ = CALLS.try_with(|calls| calls.set(calls.get() + 1));
}

// SAFETY: every call goes on to the system's allocator unchanged.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count();
        // SAFETY: the caller's promise is passed on.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        count();
        // SAFETY: the caller's promise is passed on.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

struct Sum(u64);

impl Host for Sum {
    fn save(&mut self, _: u32, buffer: &mut [u8]) -> Result<usize, HostFailure> {
        buffer.copy_from_slice(&self.0.to_le_bytes());
        Ok(8)
    }

    fn load(&mut self, _: u32, state: &[u8]) -> Result<(), HostFailure> {
        self.0 = u64::from_le_bytes(state.try_into().map_err(|_| HostFailure(1))?);
        Ok(())
    }

    fn execute(&mut self, event: &Event<'_>, _: bool) -> Result<Outcome, HostFailure> {
        self.0 = self.0.rotate_left(5) ^ event.id.sequence;
        Ok(Outcome::new(&self.0.to_le_bytes()).expect("eight bytes"))
    }
}

/// Late, doubled, cancelled, too many, too old: from the very first event on.
#[test]
fn not_even_the_first_events_allocate() {
    for when_full in [WhenFull::Refuse, WhenFull::Forget] {
        let params = TimewarpParams {
            max_events: 128,
            max_payload: 8,
            max_snapshots: 6,
            max_state: 8,
            window: 500,
            snapshot_time: 100,
            when_full,
            ..TimewarpParams::default()
        };
        let (mut log, mut host) = (Timewarp::new(&params).expect("good bounds"), Sum(0));
        let before = CALLS.with(Cell::get);
        for i in 0..5000i64 {
            let name = |time: i64| EventId { time, source: (i % 3) as u64, sequence: i as u64 };
            // Four events per 10 ns for a while, so that the log becomes full, then one.
            let time = if i < 2000 { i * 10 / 4 } else { 5000 + (i - 2000) * 10 };
            let late = name(time - (i * 37) % 600);
            let event = Event { id: late, payload: &[i as u8; 8] };
            log.insert(&event).expect("small payload");
            log.insert(&event).expect("small payload");
            if i % 5 == 0 {
                log.cancel(name(time - (i * 11) % 300)).expect("no plan is open");
                log.cancel(late).expect("no plan is open");
            }
            log.run(time, &mut host).expect("no plan is open");
            log.clear_changes();
        }
        assert_eq!(CALLS.with(Cell::get) - before, 0, "allocator calls");
        let counters = log.counters();
        assert!(counters.replayed > 1000 && counters.saved > 100, "{counters:?}");
        assert!(counters.verdicts.iter().filter(|n| **n > 0).count() >= 5, "{counters:?}");
    }
}
