//! An update as whole numbers of steps: what is written, and all that both ends agree on.

use super::turn::Turn;
use super::wire::MAX_STRATEGY;
use super::{Codec, CodecParams};
use crate::base::math::{DQuat, DVec3};
use crate::base::rotation::checked_rotation;
use crate::base::time::{MAX_SECONDS, Nanos, SECOND};
use crate::base::{Error, Result};
use crate::net::update::{Flags, Sequence, Update};
use crate::predict::strategy::Follow;
use alloc::format;

/// An update in steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Grid {
    pub(super) entity: u32,
    pub(super) sequence: Sequence,
    pub(super) ticks: i64,
    /// From the origin of the parameters.
    pub(super) position: [i64; 3],
    pub(super) velocity: [i64; 3],
    pub(super) acceleration: Option<[i64; 3]>,
    pub(super) orientation: Option<Turn>,
    pub(super) angular_velocity: Option<[i64; 3]>,
    pub(super) flags: Flags,
    pub(super) base: Option<u32>,
    pub(super) follow: Follow,
}

/// Nearest whole number, halves to even, of a number below 2⁵¹. The sum has no bits left for a fraction; the same on
/// every machine and without a call.
#[inline]
pub(super) fn round_to_i64(x: f64) -> i64 {
    const SHIFT: f64 = (3u64 << 51) as f64;
    ((x + SHIFT) - SHIFT) as i64
}

/// Tick nearest to a time.
pub(super) fn ticks_of(time: Nanos, rate: u32) -> i64 {
    let rate = i64::from(rate);
    let (seconds, rest) = (time.div_euclid(SECOND), time.rem_euclid(SECOND));
    // Below 1e9 · 1e6: fits.
    seconds * rate + (rest * rate + SECOND / 2) / SECOND
}

/// Time of a tick, rounded down to a nanosecond.
pub(super) fn time_of(ticks: i64, rate: u32) -> Nanos {
    let rate = i64::from(rate);
    let (seconds, rest) = (ticks.div_euclid(rate), ticks.rem_euclid(rate));
    seconds * SECOND + rest * SECOND / rate
}

/// Ticks on either side of zero that a time can have.
pub(super) fn max_ticks(rate: u32) -> i64 {
    MAX_SECONDS as i64 * i64::from(rate)
}

fn in_steps(name: &str, value: DVec3, step: f64, most: i64) -> Result<[i64; 3]> {
    // Beyond these, or NaN, rounding is not defined.
    let range = (most + 1) as f64;
    let steps = (value / step).to_array();
    if steps.iter().all(|s| s.abs() <= range) {
        let whole = steps.map(round_to_i64);
        if whole.iter().all(|s| s.abs() <= most) {
            return Ok(whole);
        }
    }
    let DVec3 { x, y, z } = value;
    Err(Error::invalid(format!("{name} is ({x}, {y}, {z}), every component must be within ±{}", most as f64 * step)))
}

fn in_metres(steps: [i64; 3], step: f64) -> DVec3 {
    DVec3::from_array(steps.map(|s| s as f64 * step))
}

/// Who rides follows no strategy, and there are not more strategies than can be.
fn check_follow(update: &Update) -> Result<()> {
    let fits = match update.follow {
        Follow::Automatic => true,
        Follow::Nothing => update.base.is_none(),
        Follow::Strategy(strategy) => update.base.is_none() && strategy <= MAX_STRATEGY.into(),
    };
    if fits {
        return Ok(());
    }
    let (follow, base) = (update.follow, update.base);
    Err(Error::invalid(format!(
        "an update names {follow:?} on base {base:?}: strategies are 0 to {MAX_STRATEGY}, off bases"
    )))
}

fn turn(params: &CodecParams, orientation: DQuat) -> Result<Turn> {
    // As it came: what a packet said is found again only by its own bits.
    checked_rotation("orientation", orientation).map(|_| Turn::of(params, orientation))
}

impl Codec {
    /// Tick of a time; fails beyond 291 years.
    pub(super) fn ticks(&self, time: Nanos) -> Result<i64> {
        let (rate, most) = (self.params.ticks_per_second, max_ticks(self.params.ticks_per_second));
        let ticks = ticks_of(time, rate);
        if ticks.abs() <= most {
            return Ok(ticks);
        }
        Err(Error::invalid(format!("time is {time} ns, must be within ±{MAX_SECONDS:e} s")))
    }

    /// The update in steps; fails when a number is beyond the limits.
    pub(super) fn grid_of(&self, update: &Update) -> Result<Grid> {
        let p = &self.params;
        check_follow(update)?;
        let vector = |name, value: Option<DVec3>, step, most| value.map(|v| in_steps(name, v, step, most)).transpose();
        Ok(Grid {
            entity: update.entity,
            sequence: update.sequence,
            ticks: self.ticks(update.time)?,
            position: in_steps(
                "position",
                update.position - self.origin(update.base),
                p.position_step,
                self.most.position,
            )?,
            velocity: in_steps("velocity", update.velocity, p.velocity_step, self.most.velocity)?,
            acceleration: vector("acceleration", update.acceleration, p.acceleration_step, self.most.acceleration)?,
            orientation: update.orientation.map(|q| turn(p, q)).transpose()?,
            angular_velocity: vector(
                "angular_velocity",
                update.angular_velocity,
                p.angular_velocity_step,
                self.most.angular_velocity,
            )?,
            flags: update.flags,
            base: update.base,
            follow: update.follow,
        })
    }

    /// The update that stands on the grid; `None` for an orientation that is none.
    pub(super) fn update_of(&self, grid: &Grid) -> Option<Update> {
        let p = &self.params;
        let orientation = match grid.orientation {
            Some(turn) => Some(turn.quaternion(p)?),
            None => None,
        };
        Some(Update {
            entity: grid.entity,
            sequence: grid.sequence,
            time: time_of(grid.ticks, p.ticks_per_second),
            position: self.origin(grid.base) + in_metres(grid.position, p.position_step),
            velocity: in_metres(grid.velocity, p.velocity_step),
            acceleration: grid.acceleration.map(|a| in_metres(a, p.acceleration_step)),
            orientation,
            angular_velocity: grid.angular_velocity.map(|a| in_metres(a, p.angular_velocity_step)),
            flags: grid.flags,
            base: grid.base,
            follow: grid.follow,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn halves_go_to_the_even_neighbour() {
        for (x, want) in
            [(0.5, 0), (1.5, 2), (-0.5, 0), (-1.5, -2), (2.49, 2), (-2.51, -3), (281474976710655.4, 281474976710655)]
        {
            assert_eq!(round_to_i64(x), want, "{x}");
        }
    }

    #[test]
    fn ticks_are_those_of_a_fixed_rate() {
        assert_eq!((time_of(1, 60), time_of(60, 60), time_of(-1, 60)), (16_666_666, SECOND, -16_666_667));
        assert_eq!((ticks_of(16_666_666, 60), ticks_of(-16_666_667, 60), ticks_of(SECOND - 1, 60)), (1, -1, 60));
        assert_eq!((ticks_of(1_499_999, 1000), ticks_of(1_500_000, 1000)), (1, 2));
    }

    proptest! {
        #[test]
        fn a_tick_is_found_again_by_its_time(ticks in -9_200_000_000_000_000i64..=9_200_000_000_000_000, rate in 1u32..=1_000_000) {
            let ticks = ticks % (max_ticks(rate) + 1);
            prop_assert_eq!(ticks_of(time_of(ticks, rate), rate), ticks);
        }

        #[test]
        fn times_are_within_half_a_tick(time in -9_000_000_000_000_000_000i64..=9_000_000_000_000_000_000, rate in 1u32..=1_000_000) {
            let params = CodecParams { ticks_per_second: rate, ..CodecParams::default() };
            let off = (time_of(ticks_of(time, rate), rate) - time).abs();
            prop_assert!(off <= params.time_error(), "{} > {}", off, params.time_error());
        }
    }
}
