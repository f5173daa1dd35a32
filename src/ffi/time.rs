//! Helpers for hosts that count seconds or ticks.

use super::arg::export;
use super::error::fail;
use super::status::*;
use crate::base::time::{SECOND, from_seconds};

/// Seconds on the game clock as nanoseconds, rounded to nearest.
/// seconds: [Limit: finite, |seconds| < 9.2e9]
/// Any thread.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ant_time_from_seconds(seconds: f64, out_time: *mut i64) -> AntStatus {
    export!("ant_time_from_seconds", |c| {
        let out = c.out(out_time, "out_time")?;
        let time = from_seconds(seconds).ok_or_else(|| {
            let status = if seconds.is_finite() { ANT_ERROR_OUT_OF_RANGE } else { ANT_ERROR_NOT_FINITE };
            fail!(status, "`seconds` is {seconds}, must be finite and between -9.2e9 and 9.2e9")
        })?;
        out.write(time);
        Ok(ANT_OK)
    })
}

/// Time of a tick of a host that runs at a fixed rate, rounded down to a nanosecond; exact for any tick, so that peers agree.
/// tick: the tick's number, may be negative
/// ticks_per_second: [Limit: 1 to 1000000]
/// Any thread.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ant_time_from_ticks(tick: i64, ticks_per_second: u32, out_time: *mut i64) -> AntStatus {
    export!("ant_time_from_ticks", |c| {
        let out = c.out(out_time, "out_time")?;
        if !(1..=1_000_000).contains(&ticks_per_second) {
            return Err(fail!(
                ANT_ERROR_OUT_OF_RANGE,
                "`ticks_per_second` is {ticks_per_second}, must be 1 to 1000000"
            ));
        }
        let nanos = (tick as i128 * SECOND as i128).div_euclid(ticks_per_second as i128);
        let time = i64::try_from(nanos).map_err(|_| {
            fail!(ANT_ERROR_OUT_OF_RANGE, "`tick` is {tick}: beyond 292 years at {ticks_per_second} per second")
        })?;
        out.write(time);
        Ok(ANT_OK)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ticks(tick: i64, rate: u32) -> Result<i64, AntStatus> {
        let mut time = 0;
        // SAFETY: the pointer is to a local.
        let status = unsafe { ant_time_from_ticks(tick, rate, &mut time) };
        if status == ANT_OK { Ok(time) } else { Err(status) }
    }

    #[test]
    fn ticks_do_not_drift() {
        assert_eq!(ticks(60, 60), Ok(SECOND));
        assert_eq!(ticks(1, 60), Ok(16_666_666));
        assert_eq!(ticks(-1, 60), Ok(-16_666_667));
        assert_eq!(ticks(144 * 86_400 * 365, 144), Ok(86_400 * 365 * SECOND));
        assert_eq!(ticks(i64::MAX, 1), Err(ANT_ERROR_OUT_OF_RANGE));
        assert_eq!(ticks(1, 0), Err(ANT_ERROR_OUT_OF_RANGE));
    }

    #[test]
    fn seconds_that_do_not_fit_leave_the_output_alone() {
        let mut time = 5;
        // SAFETY: the pointer is to a local.
        unsafe {
            assert_eq!(ant_time_from_seconds(f64::NAN, &mut time), ANT_ERROR_NOT_FINITE);
            assert_eq!(ant_time_from_seconds(1e11, &mut time), ANT_ERROR_OUT_OF_RANGE);
            assert_eq!(time, 5);
            assert_eq!(ant_time_from_seconds(0.25, &mut time), ANT_OK);
            assert_eq!(ant_time_from_seconds(0.25, core::ptr::null_mut()), ANT_ERROR_NULL_POINTER);
        }
        assert_eq!(time, 250_000_000);
    }
}
