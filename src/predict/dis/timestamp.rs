//! DIS time stamps: the time past the hour in 2³¹ parts of it, shifted left by one; the lowest bit says whether the
//! clock is absolute and is no part of the time.

/// Seconds of one part: 3600/2³¹, about 1.7 µs.
const PART: f64 = 3600.0 / 2_147_483_648.0;

/// Seconds from one time stamp to a later one, 0 to below 3600: across a full hour too, but no longer than an hour.
pub fn seconds_between_timestamps(earlier: u32, later: u32) -> f64 {
    // Both without their flag, so that the difference wraps at the hour.
    let parts = (later & !1).wrapping_sub(earlier & !1) >> 1;
    f64::from(parts) * PART
}

/// The time stamp `seconds` later, to the nearest part, with the flag of the first. Wraps at the hour.
/// `seconds` is finite.
pub fn advanced_timestamp(timestamp: u32, seconds: f64) -> u32 {
    let hours = seconds / 3600.0;
    let fraction = hours - libm::floor(hours);
    let parts = libm::floor(fraction * 2_147_483_648.0 + 0.5) as u64 as u32;
    timestamp.wrapping_add(parts << 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_stamps_of_the_test_vectors_are_half_a_second_apart() {
        for (earlier, later) in [(0x1150_C836, 0x1159_E260), (0x1274_0D76, 0x127D_27A0)] {
            assert!((seconds_between_timestamps(earlier, later) - 0.5).abs() < PART);
            assert!(advanced_timestamp(earlier, 0.5).abs_diff(later) <= 2);
            let twice = advanced_timestamp(advanced_timestamp(earlier, 0.25), 0.25);
            assert!(twice.abs_diff(later) <= 2);
        }
    }

    #[test]
    fn time_goes_on_across_the_hour_and_the_flag_stays() {
        let last = u32::MAX - 1;
        assert_eq!(seconds_between_timestamps(last, 2), 2.0 * PART);
        assert_eq!(seconds_between_timestamps(last, 3), 2.0 * PART, "the flag is no time");
        assert_eq!(seconds_between_timestamps(3, 2), 0.0);
        assert_eq!(advanced_timestamp(last, 2.0 * PART), 2);
        assert_eq!(advanced_timestamp(last + 1, 2.0 * PART), 3);
        assert_eq!(advanced_timestamp(5, 7200.0), 5);
        assert_eq!(advanced_timestamp(9, -2.0 * PART), 5);
        assert_eq!(seconds_between_timestamps(0, 1 << 31), 1800.0);
    }
}
