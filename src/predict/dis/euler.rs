//! The Euler angles of DIS.

use crate::base::math::{DQuat, sqrt};
use core::f64::consts::{FRAC_PI_2, PI};

/// An orientation by three successive turns, radians: ψ about z, θ about the new y, φ about the newest x, so that body
/// axes go to world axes by `Rz(ψ) Ry(θ) Rx(φ)`. In a north-east-down frame they are heading, pitch and roll.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct EulerAngles {
    /// ψ, about z.
    pub psi: f64,
    /// θ, about y.
    pub theta: f64,
    /// φ, about x.
    pub phi: f64,
}

impl EulerAngles {
    /// Three angles in radians.
    pub fn new(psi: f64, theta: f64, phi: f64) -> Self {
        Self { psi, theta, phi }
    }

    /// Three angles in degrees.
    pub fn from_degrees(psi: f64, theta: f64, phi: f64) -> Self {
        Self::new(psi.to_radians(), theta.to_radians(), phi.to_radians())
    }

    /// ψ, θ, φ in degrees.
    pub fn to_degrees(self) -> [f64; 3] {
        [self.psi.to_degrees(), self.theta.to_degrees(), self.phi.to_degrees()]
    }

    /// The rotation from body axes to world axes.
    pub fn to_quaternion(self) -> DQuat {
        let (s_psi, c_psi) = libm::sincos(0.5 * self.psi);
        let (s_theta, c_theta) = libm::sincos(0.5 * self.theta);
        let (s_phi, c_phi) = libm::sincos(0.5 * self.phi);
        DQuat::from_xyzw(
            c_psi * c_theta * s_phi - s_psi * s_theta * c_phi,
            c_psi * s_theta * c_phi + s_psi * c_theta * s_phi,
            s_psi * c_theta * c_phi - c_psi * s_theta * s_phi,
            c_psi * c_theta * c_phi + s_psi * s_theta * s_phi,
        )
    }

    /// The angles of a rotation: ψ and φ in (-π, π], θ in [-π/2, π/2]. Where the body points straight up or down only
    /// ψ ∓ φ is determined; then φ is 0.
    ///
    /// With half angles, `w - y` and `x + z` of the product above are `√2 cos(θ/2 + π/4)` times the cosine and sine of
    /// `(ψ + φ)/2`, and `w + y` and `z - x` are `√2 sin(θ/2 + π/4)` times those of `(ψ - φ)/2`. So no digits are lost near
    /// the poles, where an arc sine would lose half of them.
    pub fn from_quaternion(q: DQuat) -> Self {
        /// Below this the body points straight up or down; what is neglected turns it by no more.
        const POLE: f64 = 1e-12;
        let (a, b) = (q.w - q.y, q.x + q.z);
        let (c, d) = (q.w + q.y, q.z - q.x);
        let (up, down) = (sqrt(c * c + d * d), sqrt(a * a + b * b));
        let mut half_sum = libm::atan2(b, a);
        let mut half_difference = libm::atan2(d, c);
        if down < POLE {
            half_sum = half_difference;
        } else if up < POLE {
            half_difference = half_sum;
        }
        Self {
            psi: wrapped(half_sum + half_difference),
            theta: 2.0 * libm::atan2(up, down) - FRAC_PI_2,
            phi: wrapped(half_sum - half_difference),
        }
    }
}

/// An angle within ±2π brought to (-π, π].
fn wrapped(angle: f64) -> f64 {
    if angle > PI {
        angle - 2.0 * PI
    } else if angle <= -PI {
        angle + 2.0 * PI
    } else {
        angle
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::math::{DMat3, DVec3};
    use proptest::prelude::*;

    fn near(q: DQuat, v: DVec3, expected: DVec3) -> bool {
        (q * v - expected).length() < 1e-15
    }

    #[test]
    fn each_angle_turns_as_the_standard_says() {
        let quarter = FRAC_PI_2;
        // Heading to the right, nose up (z is down), right wing down.
        assert!(near(EulerAngles::new(quarter, 0.0, 0.0).to_quaternion(), DVec3::X, DVec3::Y));
        assert!(near(EulerAngles::new(0.0, quarter, 0.0).to_quaternion(), DVec3::X, DVec3::NEG_Z));
        assert!(near(EulerAngles::new(0.0, 0.0, quarter).to_quaternion(), DVec3::Y, DVec3::Z));
    }

    /// The matrix of the standard, written out entry by entry: world to body.
    fn world_to_body(e: EulerAngles) -> DMat3 {
        let ((s_psi, c_psi), (s_the, c_the), (s_phi, c_phi)) = (e.psi.sin_cos(), e.theta.sin_cos(), e.phi.sin_cos());
        DMat3::from_cols(
            DVec3::new(c_the * c_psi, s_phi * s_the * c_psi - c_phi * s_psi, c_phi * s_the * c_psi + s_phi * s_psi),
            DVec3::new(c_the * s_psi, s_phi * s_the * s_psi + c_phi * c_psi, c_phi * s_the * s_psi - s_phi * c_psi),
            DVec3::new(-s_the, s_phi * c_the, c_phi * c_the),
        )
    }

    #[test]
    fn straight_up_and_down_have_no_roll() {
        for (theta, sign) in [(FRAC_PI_2, -1.0), (-FRAC_PI_2, 1.0)] {
            let q = EulerAngles::new(0.7, theta, 0.2).to_quaternion();
            let back = EulerAngles::from_quaternion(q);
            assert!((back.theta - theta).abs() < 1e-15 && back.phi == 0.0, "{back:?}");
            assert!((back.psi - (0.7 + sign * 0.2)).abs() < 1e-12, "{back:?}");
            assert!(back.to_quaternion().dot(q).abs() > 1.0 - 1e-15);
        }
    }

    #[test]
    fn half_turns_keep_to_the_upper_end() {
        let back = EulerAngles::from_quaternion(DQuat::from_xyzw(0.0, 0.0, 1.0, 0.0));
        assert_eq!(back, EulerAngles::new(PI, 0.0, 0.0));
        assert_eq!(EulerAngles::from_quaternion(DQuat::from_xyzw(0.0, 0.0, -1.0, 0.0)).psi, PI);
    }

    proptest! {
        #[test]
        fn angles_are_those_of_the_matrix_of_the_standard_and_come_back(
            psi in -3.1f64..3.1, theta in -1.56f64..1.56, phi in -3.1f64..3.1
        ) {
            let angles = EulerAngles::new(psi, theta, phi);
            let q = angles.to_quaternion();
            let matrix = DMat3::from_quat(q).transpose();
            prop_assert!((matrix - world_to_body(angles)).to_cols_array().iter().all(|x| x.abs() < 1e-14));
            for q in [q, -q] {
                let back = EulerAngles::from_quaternion(q);
                let apart = [back.psi - psi, back.theta - theta, back.phi - phi];
                // Near the poles ψ and φ are ill determined, by 1/cos θ.
                let least = 1e-14 / theta.cos();
                prop_assert!(apart.iter().all(|x| x.abs() < least) && apart[1].abs() < 1e-14, "{back:?}");
            }
        }

        #[test]
        fn every_rotation_has_angles_that_give_it_back(
            x in -1.0f64..1.0, y in -1.0f64..1.0, z in -1.0f64..1.0, w in -1.0f64..1.0
        ) {
            prop_assume!(x * x + y * y + z * z + w * w > 1e-3);
            let q = DQuat::from_xyzw(x, y, z, w).normalize();
            let again = EulerAngles::from_quaternion(q).to_quaternion();
            prop_assert!((again - q).length().min((again + q).length()) < 1e-14);
        }
    }
}
