//! The clock of the game.

use antreckon::base::time::Nanos;
use godot::classes::Time;
use godot::prelude::*;
use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};

static IS_MANUAL: AtomicBool = AtomicBool::new(false);
static MANUAL: AtomicI64 = AtomicI64::new(0);

/// Present time of the nodes, nanoseconds.
pub(crate) fn now() -> Nanos {
    match IS_MANUAL.load(Ordering::Relaxed) {
        true => MANUAL.load(Ordering::Relaxed),
        false => Time::singleton().get_ticks_usec() as Nanos * 1000,
    }
}

/// The clock by which all nodes of antreckon live.
///
/// Times are whole nanoseconds. By default it is the engine's own (`Time.get_ticks_usec`), and ghosts estimate the clocks of the
/// other machines from what arrives. Set the time yourself when all machines share a clock, or to replay and test.
#[derive(GodotClass)]
#[class(no_init, base=Object)]
struct AntClock {}

#[godot_api]
impl AntClock {
    /// Present time, nanoseconds.
    #[func]
    fn now() -> i64 {
        now()
    }

    /// From now on the time is this, until it is set again.
    #[func]
    fn set_time(nanoseconds: i64) {
        MANUAL.store(nanoseconds, Ordering::Relaxed);
        IS_MANUAL.store(true, Ordering::Relaxed);
    }

    /// From now on the time is the engine's own.
    #[func]
    fn use_engine_time() {
        IS_MANUAL.store(false, Ordering::Relaxed);
    }
}

/// A clock of physics ticks: as even as their steps, and never far from the game's clock. Several ticks of one frame happen at
/// almost the same time of day, but not in the game.
#[derive(Default)]
pub(crate) struct TickClock {
    last: Option<Nanos>,
}

impl TickClock {
    /// Farther off, the clock jumps.
    const FARTHEST: Nanos = 100_000_000;
    /// Share of what it is off by that is mended per tick.
    const STEERING: Nanos = 64;

    /// Time of the next tick, `delta` seconds after the last one; always later than that.
    pub(crate) fn tick(&mut self, delta: f64) -> Nanos {
        let now = now();
        let Some(last) = self.last else {
            self.last = Some(now);
            return now;
        };
        let expected = last + crate::convert::nanos(delta);
        let off = now - expected;
        let next = if off.abs() > Self::FARTHEST { now } else { expected + off / Self::STEERING };
        let next = next.max(last + 1);
        self.last = Some(next);
        next
    }
}
