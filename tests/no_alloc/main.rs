//! Steady-state stepping, observing, predicting, drawing and querying allocate nothing.
#![allow(missing_docs)]
// The plugin brings an allocator of its own; tests/c/test_memory.c counts there.
#![cfg(not(feature = "plugin"))]

mod convergence;
mod game;
mod ghosts;
mod models;
mod network;
mod recording;

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

const FRAME: i64 = 50_000_000;

/// Calls of the allocator on this thread while `work` runs.
fn calls_in(work: impl FnOnce()) -> usize {
    let before = CALLS.with(Cell::get);
    work();
    CALLS.with(Cell::get) - before
}
