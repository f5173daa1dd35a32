//! A rotation at constant angular velocity, and what it does to a motion on the way.
//!
//! Let φ = ω t be the rotation vector, θ = |φ| and `W u = φ × u`, so `W³ = -θ² W`. Summing the exponential series gives
//!
//! `e^W = 1 + (sin θ)/θ W + c₁ W²`,
//! `R₁ = ∫₀ᵗ e^(Ωτ) dτ = t (1 + c₁ W + c₂ W²)`,
//! `R₂ = ∫₀ᵗ τ e^(Ωτ) dτ = t² (½ + (c₁ - c₂) W + (c₂ - c₃) W²)`, with
//!
//! `c₁ = (1 - cos θ)/θ²`, `c₂ = (θ - sin θ)/θ³`, `c₃ = (½θ² - 1 + cos θ)/θ⁴`,
//!
//! equal to the matrices of Towers & Hines, whose `ωωᵀ` is `Ω² + |ω|²`. Below half a radian the numerators cancel, so
//! there the coefficients come from their series `Σ (-θ²)ᵏ/(2k+n)!`, n = 2, 3, 4, which need neither a root nor a sine.

use crate::base::math::{DQuat, DVec3, sqrt};

/// θ² below which the series are used; so many terms as below are then exact to the last bit.
const SERIES_BELOW: f64 = 0.25;

/// A rotation by a rotation vector, travelled at constant speed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Turn {
    phi: DVec3,
    c1: f64,
    c2: f64,
    c3: f64,
    /// The whole rotation.
    pub(super) quaternion: DQuat,
}

impl Turn {
    /// A rotation by |`phi`| radians about `phi`.
    #[inline]
    pub(super) fn by(phi: DVec3) -> Self {
        let squared = phi.length_squared();
        if squared < SERIES_BELOW { Self::small(phi, squared) } else { Self::large(phi, squared) }
    }

    #[inline]
    fn small(phi: DVec3, squared: f64) -> Self {
        let c2 = alternating(squared, 3);
        let c3 = alternating(squared, 4);
        let quarter = 0.25 * squared;
        let axis = phi * (0.5 * alternating(quarter, 1));
        let cos = 1.0 - quarter * alternating(quarter, 2);
        Self { phi, c1: 0.5 - squared * c3, c2, c3, quaternion: DQuat::from_xyzw(axis.x, axis.y, axis.z, cos) }
    }

    #[inline(never)]
    fn large(phi: DVec3, squared: f64) -> Self {
        let angle = sqrt(squared);
        let (sin, cos) = libm::sincos(0.5 * angle);
        // 1 - cos θ = 2 sin²(θ/2) and sin θ = 2 sin(θ/2) cos(θ/2).
        let c1 = 2.0 * sin * sin / squared;
        let c2 = (1.0 - 2.0 * sin * cos / angle) / squared;
        let c3 = (0.5 - c1) / squared;
        let axis = phi * (sin / angle);
        Self { phi, c1, c2, c3, quaternion: DQuat::from_xyzw(axis.x, axis.y, axis.z, cos) }
    }

    /// `R₁ u / t`: a displacement that is `u` in axes that turn along, in the axes of the start.
    #[inline]
    pub(super) fn mean(&self, u: DVec3) -> DVec3 {
        u + self.phi.cross(self.c1 * u + self.phi.cross(self.c2 * u))
    }

    /// `R₂ u / t²`: as [`Turn::mean`], where the velocity grows from zero and `u` is its rate times t².
    #[inline]
    pub(super) fn moment(&self, u: DVec3) -> DVec3 {
        let (first, second) = (self.c1 - self.c2, self.c2 - self.c3);
        0.5 * u + self.phi.cross(first * u + self.phi.cross(second * u))
    }
}

/// `Σ (-x)ᵏ/(2k+n)!` for `x` below a quarter.
#[inline(always)]
fn alternating(x: f64, n: usize) -> f64 {
    const TERMS: usize = 7;
    let mut sum = 0.0;
    let mut k = TERMS;
    while k > 0 {
        k -= 1;
        sum = INVERSE_FACTORIAL[2 * k + n] - x * sum;
    }
    sum
}

/// 1/k!
const INVERSE_FACTORIAL: [f64; 17] = {
    let mut inverse = [1.0; 17];
    // Exact in f64 up to 18!.
    let mut factorial = 1u64;
    let mut k = 1;
    while k < inverse.len() {
        factorial *= k as u64;
        inverse[k] = 1.0 / factorial as f64;
        k += 1;
    }
    inverse
};

#[cfg(test)]
mod tests {
    use super::*;
    use core::f64::consts::{FRAC_PI_2, PI};

    fn close(a: DVec3, b: DVec3) -> bool {
        (a - b).length() < 1e-15 * (1.0 + b.length())
    }

    #[test]
    fn a_quarter_turn_by_hand() {
        // About z: R₁ x / t = ∫₀¹ (cos(πs/2), sin(πs/2), 0) ds = (2/π, 2/π, 0), and with s in front of it
        // ∫ s cos(πs/2) = 2/π - 4/π², ∫ s sin(πs/2) = 4/π².
        let turn = Turn::by(DVec3::Z * FRAC_PI_2);
        assert!(close(turn.mean(DVec3::X), DVec3::new(2.0 / PI, 2.0 / PI, 0.0)));
        let (x, y) = (2.0 / PI - 4.0 / (PI * PI), 4.0 / (PI * PI));
        assert!(close(turn.moment(DVec3::X), DVec3::new(x, y, 0.0)));
        assert!(close(turn.quaternion * DVec3::X, DVec3::Y));
        // What lies along the axis does not notice.
        assert!(close(turn.mean(DVec3::Z), DVec3::Z) && close(turn.moment(DVec3::Z), DVec3::Z * 0.5));
    }

    #[test]
    fn a_whole_turn_comes_back() {
        let turn = Turn::by(DVec3::Y * (2.0 * PI));
        assert!(turn.mean(DVec3::X).length() < 1e-15);
        assert!(close(turn.quaternion * DVec3::X, DVec3::X));
    }

    #[test]
    fn both_ways_of_computing_agree_where_they_meet() {
        for length in [0.3, 0.4, 0.499] {
            let phi = DVec3::new(2.0, -3.0, 6.0) / 7.0 * length;
            let (small, large) = (Turn::small(phi, phi.length_squared()), Turn::large(phi, phi.length_squared()));
            for (a, b) in [(small.c1, large.c1), (small.c2, large.c2), (small.c3, large.c3)] {
                assert!((a / b - 1.0).abs() < 1e-13, "{length}: {a} {b}");
            }
            assert!((small.quaternion - large.quaternion).length() < 2e-16, "{length}");
        }
    }

    #[test]
    fn tiny_and_zero_rotations_keep_every_digit() {
        for length in [0.0, 1e-300, 1e-160, 1e-20, 1e-9] {
            let turn = Turn::by(DVec3::Z * length);
            let (mean, moment) = (turn.mean(DVec3::X), turn.moment(DVec3::X));
            assert_eq!((mean.x, moment.x), (1.0, 0.5), "{length}");
            // θ/2 and θ/3 to first order.
            assert!((mean.y - length / 2.0).abs() <= 1e-16 * length, "{length}");
            assert!((moment.y - length / 3.0).abs() <= 2e-16 * length, "{length}");
            assert!((turn.quaternion.z - length / 2.0).abs() <= 1e-16 * length, "{length}");
        }
    }

    #[test]
    fn absurd_rotations_stay_finite() {
        let turn = Turn::by(DVec3::new(1e15, -1e15, 1e15));
        assert!((turn.quaternion.length_squared() - 1.0).abs() < 1e-12);
        assert!(turn.mean(DVec3::X).length() < 1.0 && turn.moment(DVec3::X).length() < 1.0);
    }
}
