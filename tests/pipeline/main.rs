//! Outbox, network and ghosts together.
#![allow(missing_docs)]
// The plugin brings its own global allocator.
#![cfg(not(feature = "plugin"))]

mod crowd;

use antreckon::ghosts::OutboxParams;
use antreckon::net::NetworkParams;
use antreckon::predict::{LevelContext, Model};
use crowd::Pipeline;
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

thread_local! {
    static CALLS: Cell<u64> = const { Cell::new(0) };
}

/// Counts the allocations of each thread.
struct Counting;

// SAFETY: forwards to the system allocator; the counter is thread-local and does not allocate.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let _ = CALLS.try_with(|calls| calls.set(calls.get() + 1));
        // SAFETY: the caller's promise.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, ptr: *mut u8, layout: Layout) {
        // SAFETY: the caller's promise.
        unsafe { System.dealloc(ptr, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

fn rough() -> NetworkParams {
    NetworkParams { latency: 80_000_000, jitter: 20_000_000, loss: 0.05, duplicate: 0.02, ..NetworkParams::default() }
}

#[test]
fn a_thousand_players_cross_a_bad_network_without_allocating() {
    for model in [None, Some(Model::Auto)] {
        let mut pipeline = Pipeline::new(1000, 60, model, &rough());
        // Histories are full after a while.
        (0..600).for_each(|_| pipeline.frame());
        let before = CALLS.with(Cell::get);
        (0..60).for_each(|_| pipeline.frame());
        assert_eq!(CALLS.with(Cell::get) - before, 0, "{model:?}: allocator calls in 60 frames");
        let mean = pipeline.error.0 / pipeline.error.1 as f64;
        assert!(mean < 1.0 && pipeline.updates > 1000, "{model:?}: {mean} m, {} updates", pipeline.updates);
    }
}

/// An hour in which receivers run a model: what the sender believes that they show is what they show, to the last bit.
#[test]
fn both_ends_stay_equal_to_the_bit_for_an_hour() {
    for model in [Model::Damped, Model::Dr2, Model::Auto] {
        let mut pipeline = Pipeline::new(4, 20, Some(model), &NetworkParams::default());
        let mut threshold_kept = true;
        for k in 0..3600 * 20_i64 {
            pipeline.frame();
            let now = (k + 1) * 50_000_000;
            let ids = [0, 1, 2, 3].map(|player| pipeline.ghosts.entity(player).unwrap());
            let sender = pipeline.outbox.sender_mut();
            let link = sender.connections().next().unwrap();
            let shadows = sender.shadows(link).unwrap();
            let believed: Vec<_> = shadows.entities().collect();
            assert_eq!(believed.len(), 4);
            let level = LevelContext::default();
            for (id, shadow) in ids.iter().zip(&believed) {
                let here = pipeline.ghosts.predictor().predict(level, *id, now + 300_000_000).unwrap();
                let there = shadows.predict(level, *shadow, now + 300_000_000).unwrap();
                assert_eq!(
                    here.position.to_array().map(f64::to_bits),
                    there.position.to_array().map(f64::to_bits),
                    "tick {k}"
                );
            }
            for player in 0..4 {
                let here = pipeline.ghosts.view(player).unwrap().predicted.position;
                threshold_kept &=
                    (here - pipeline.truth(player as usize).0).length() <= OutboxParams::default().rules.position;
            }
        }
        assert!(threshold_kept, "{model:?}");
        assert!(pipeline.updates < 4 * 3600 * 10, "{model:?}: {}", pipeline.updates);
    }
}
