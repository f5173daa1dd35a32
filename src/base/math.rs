//! Deterministic maths: the same bits on every platform.
//!
//! Basic operations and square roots are exact by IEEE 754; everything transcendental comes from `libm`, never from the
//! platform. Nothing here or above fuses a multiply with an add.

pub use glam::{DMat3, DQuat, DVec2, DVec3, Vec2, Vec3};

/// Square root; correctly rounded on every platform, so hardware and `libm` agree to the bit.
#[inline]
pub fn sqrt(x: f64) -> f64 {
    #[cfg(feature = "std")]
    {
        x.sqrt()
    }
    #[cfg(not(feature = "std"))]
    {
        libm::sqrt(x)
    }
}

/// Single-precision square root; see [`sqrt`].
#[inline]
pub fn sqrt32(x: f32) -> f32 {
    #[cfg(feature = "std")]
    {
        x.sqrt()
    }
    #[cfg(not(feature = "std"))]
    {
        libm::sqrtf(x)
    }
}

/// `e^x` from `libm`.
#[inline]
pub fn exp(x: f64) -> f64 {
    libm::exp(x)
}

/// Floor as an integer, saturating.
#[inline]
pub fn floor_to_i32(x: f64) -> i32 {
    let truncated = x as i32;
    if (truncated as f64) > x { truncated.saturating_sub(1) } else { truncated }
}

/// The ground-plane part (x, z) of a position or vector.
#[inline]
pub fn ground(v: DVec3) -> DVec2 {
    DVec2::new(v.x, v.z)
}

/// A ground-plane vector (x, z) put at height `y`.
#[inline]
pub fn lift(v: DVec2, y: f64) -> DVec3 {
    DVec3::new(v.x, y, v.y)
}

/// The vector shortened to length `limit` if it is longer; direction kept.
pub fn clamp_length(v: DVec3, limit: f64) -> DVec3 {
    let squared = v.length_squared();
    if squared <= limit * limit { v } else { v * (limit / sqrt(squared)) }
}

/// Adds positive zero so that -0.0 and 0.0 have the same bits.
#[inline]
pub fn canonical_zero(x: f64) -> f64 {
    x + 0.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn floor_rounds_down_on_both_sides_of_zero() {
        for (x, want) in [(1.5, 1), (-1.5, -2), (-2.0, -2), (0.0, 0), (-0.25, -1), (1e300, i32::MAX)] {
            assert_eq!(floor_to_i32(x), want, "{x}");
        }
    }

    #[test]
    fn clamped_vectors_keep_their_direction() {
        assert_eq!(clamp_length(DVec3::new(3.0, 0.0, 4.0), 2.5), DVec3::new(1.5, 0.0, 2.0));
        assert_eq!(clamp_length(DVec3::new(3.0, 0.0, 4.0), 5.0), DVec3::new(3.0, 0.0, 4.0));
    }
}
