//! Second-order dead reckoning: `x + v δ + ½ a δ²` (eq. 5 with α = 0) with what is told, else the moving averages of eq. 3 and
//! 4.

use super::{Kinematics, Motion, Terms};

#[inline(always)]
pub(super) fn motion(kinematics: &Kinematics, delta: f64) -> Motion {
    let (velocity, acceleration) = (kinematics.steady_velocity(), kinematics.acceleration);
    Motion {
        terms: Terms {
            velocity: velocity * delta,
            acceleration: acceleration * (0.5 * delta * delta),
            ..Terms::default()
        },
        initial_velocity: velocity,
        velocity: velocity + acceleration * delta,
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::somebody;
    use super::*;
    use crate::base::math::DVec3;
    use crate::predict::Model;

    #[test]
    fn moves_by_average_velocity_and_acceleration() {
        // 2 v + ½ a 2² by hand.
        assert_eq!(motion(&somebody(Model::Dr2), 2.0).terms.sum(), DVec3::new(5.0, 0.75, -1.0));
    }
}
