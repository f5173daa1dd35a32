//! Time is a count of nanoseconds on the host's game clock. The core never reads a clock.

/// Nanoseconds on the host's game clock; may be negative.
pub type Nanos = i64;

/// Nanoseconds in a second.
pub const SECOND: Nanos = 1_000_000_000;

/// Seconds on either side of zero that a clock can show (291 years).
pub const MAX_SECONDS: f64 = 9.2e9;

/// Seconds as nanoseconds, rounded to nearest; `None` when not finite or beyond ±[`MAX_SECONDS`].
pub fn from_seconds(seconds: f64) -> Option<Nanos> {
    (seconds.abs() < MAX_SECONDS).then(|| libm::round(seconds * 1e9) as Nanos)
}

/// Nanoseconds as seconds. Exact to a nanosecond below 104 days, because differences are what is passed here.
pub fn to_seconds(nanos: Nanos) -> f64 {
    nanos as f64 * 1e-9
}

/// Seconds from `earlier` to `later` without overflow.
pub fn seconds_between(earlier: Nanos, later: Nanos) -> f64 {
    to_seconds(later.saturating_sub(earlier))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seconds_round_trip() {
        assert_eq!(from_seconds(1.5), Some(1_500_000_000));
        assert_eq!(from_seconds(-0.05), Some(-50_000_000));
        assert_eq!(to_seconds(250_000_000), 0.25);
    }

    #[test]
    fn unrepresentable_seconds_are_refused() {
        for bad in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 9.2e9, -9.21e9, 1e10, -1e300] {
            assert_eq!(from_seconds(bad), None, "{bad}");
        }
    }

    #[test]
    fn differences_saturate() {
        assert!(seconds_between(i64::MIN, i64::MAX) > 9.2e9);
    }
}
