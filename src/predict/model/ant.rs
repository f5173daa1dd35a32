//! AntReckoning (eq. 5): `x + v δ + ½ (α F/m + (1-α) a) δ²`.
//!
//! Without a field F is zero, and what is left is second-order dead reckoning with a part (1-α) of the acceleration.

use super::{Kinematics, Motion, Terms, dr2};
use crate::base::math::DVec3;
use crate::predict::EntityProfile;

/// `pull` is F/m in m/s². With α = 0 it is `dr2`, to the bit.
#[inline(always)]
pub(super) fn motion(kinematics: &Kinematics, profile: &EntityProfile, delta: f64, pull: DVec3) -> Motion {
    let (velocity, acceleration) = (kinematics.steady_velocity(), kinematics.acceleration);
    // Adding a force of zero would turn a negative zero into a positive one.
    if profile.alpha == 0.0 {
        return dr2::motion(kinematics, delta);
    }
    let own = acceleration * (1.0 - profile.alpha);
    let pulled = pull * profile.alpha;
    let half_square = 0.5 * delta * delta;
    Motion {
        terms: Terms {
            velocity: velocity * delta,
            acceleration: own * half_square,
            force: pulled * half_square,
            learned: DVec3::ZERO,
        },
        initial_velocity: velocity,
        velocity: velocity + own * delta + pulled * delta,
    }
}

#[cfg(test)]
mod tests {
    use super::super::force_acceleration;
    use super::super::tests::somebody;
    use super::*;
    use crate::predict::Model;

    #[test]
    fn without_weight_on_forces_it_is_dr2_to_the_bit() {
        let k = somebody(Model::Ant);
        // A weight too small to count takes the other branch, which must round like dr2 as well.
        for alpha in [0.0, 1e-300] {
            let profile = EntityProfile { alpha, ..Default::default() };
            for delta in [1e-9, 0.05, 0.3, 1.7, 4.0, 1e6] {
                let (ant, dr2) = (motion(&k, &profile, delta, DVec3::new(-7.0, 0.0, 3.0)), dr2::motion(&k, delta));
                let bits = |v: DVec3| v.to_array().map(f64::to_bits);
                assert_eq!(bits(ant.terms.sum()), bits(dr2.terms.sum()));
                assert_eq!(bits(ant.velocity), bits(dr2.velocity));
            }
        }
    }

    #[test]
    fn eq_5_in_frames_and_in_seconds_agree() {
        let profile = EntityProfile { alpha: 0.3, mass: 2.5, frame: 0.05, ..Default::default() };
        let k = somebody(Model::Ant);
        let force = DVec3::new(1.5, 0.0, -0.5); // units per frame²
        let frames = 80.0;
        // The paper's own units: lengths in game units, time in frames.
        let (unit, h) = (profile.law.unit, profile.frame);
        let (v, a) = (k.average_velocity / unit * h, k.acceleration / unit * (h * h));
        let in_frames = v * frames + 0.5 * (0.3 * force / 2.5 + 0.7 * a) * (frames * frames);

        let pull = force * force_acceleration(&profile);
        let in_seconds = motion(&k, &profile, frames * h, pull).terms.sum();
        assert!((in_frames * unit - in_seconds).length() < 1e-9, "{} {in_seconds}", in_frames * unit);
    }
}
