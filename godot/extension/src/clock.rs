//! The clock of the game.

use antreckon::base::time::{Nanos, SECOND};
use godot::classes::{Engine, Time};
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

/// A clock of physics ticks: as even as their steps, and near the game's clock. Several ticks of one frame happen at almost the
/// same time of day, but not in the game. It never goes back, and no tick is much shorter than its step.
#[derive(Default)]
pub(crate) struct TickClock {
    last: Option<Nanos>,
    /// How far the game's clock was set back so far.
    ahead: Nanos,
}

impl TickClock {
    /// Time that passed without ticks (a hitch, a pause) beyond this is made up for at once.
    const LEFT_OUT: Nanos = 100_000_000;
    /// Farther behind, the game's clock was set back. After a hitch the ticks of one frame run ahead of it by less.
    const SET_BACK: Nanos = 1_000_000_000;
    /// Share of what it is off by that is mended per tick …
    const STEERING: Nanos = 64;
    /// … but at most this share of the step, because it shows in speeds that are found by differences.
    const UNEVEN: Nanos = 32;

    /// Time of the next tick, a physics step after the last one.
    pub(crate) fn tick(&mut self) -> Nanos {
        // Not what ticks are told: slow motion makes them shorter in the game, not in the time of networks.
        let rate = Engine::singleton().get_physics_ticks_per_second().max(1);
        self.step(now(), SECOND / Nanos::from(rate))
    }

    fn step(&mut self, now: Nanos, step: Nanos) -> Nanos {
        let present = now + self.ahead;
        let next = match self.last {
            None => present,
            Some(last) => {
                let expected = last + step;
                let off = present - expected;
                if off < -Self::SET_BACK {
                    self.ahead -= off;
                    expected
                } else if off > Self::LEFT_OUT {
                    present
                } else {
                    let most = step / Self::UNEVEN;
                    expected + (off / Self::STEERING).clamp(-most, most)
                }
            }
        };
        self.last = Some(next);
        next
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const STEP: Nanos = SECOND / 60;

    /// Shortest and longest step of ticks at these times, the first left out.
    fn steps(clock: &mut TickClock, times: impl Iterator<Item = Nanos>) -> (Nanos, Nanos) {
        let ticks: Vec<Nanos> = times.map(|now| clock.step(now, STEP)).collect();
        let steps = ticks.windows(2).map(|pair| pair[1] - pair[0]);
        steps.fold((Nanos::MAX, 0), |(least, most), step| (least.min(step), most.max(step)))
    }

    fn is_even((least, most): (Nanos, Nanos)) -> bool {
        least >= STEP - STEP / 32 && most <= STEP + STEP / 32
    }

    #[test]
    fn ticks_that_share_a_frame_are_a_step_apart() {
        // Two ticks in every frame of 30 Hz.
        assert!(is_even(steps(&mut TickClock::default(), (0..600).map(|tick| tick / 2 * 2 * STEP))));
    }

    #[test]
    fn a_hitch_is_made_up_for_and_the_ticks_after_it_are_even() {
        let mut clock = TickClock::default();
        steps(&mut clock, (0..60).map(|tick| tick * STEP));
        // Two seconds stand still; then eight ticks come in one frame, as many as the engine allows.
        let back = 60 * STEP + 2 * SECOND;
        assert_eq!(clock.step(back, STEP), back);
        assert!(is_even(steps(&mut clock, (0..7).map(|_| back))));
        assert!(is_even(steps(&mut clock, (1..600).map(|tick| back + tick * STEP))));
        let late = clock.step(back + 600 * STEP, STEP) - (back + 600 * STEP);
        assert!(late.abs() < SECOND / 50, "{late}");
    }

    #[test]
    fn a_clock_that_is_set_back_or_outrun_changes_no_step() {
        let mut clock = TickClock::default();
        steps(&mut clock, (0..60).map(|tick| 100 * SECOND + tick * STEP));
        assert!(is_even(steps(&mut clock, (0..600).map(|tick| tick * STEP))));
        // Ticks as fast as the machine can, for films and tests.
        assert!(is_even(steps(&mut clock, (0..6000).map(|tick| 10 * SECOND + tick * STEP / 50))));
    }
}
