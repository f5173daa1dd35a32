//! First-order dead reckoning: `x + v δ` with the last velocity, told or differenced.

use super::{Kinematics, Motion, Terms};

#[inline(always)]
pub(super) fn motion(kinematics: &Kinematics, delta: f64) -> Motion {
    let velocity = kinematics.velocity;
    Motion { terms: Terms { velocity: velocity * delta, ..Terms::default() }, initial_velocity: velocity, velocity }
}

#[cfg(test)]
mod tests {
    use super::super::tests::somebody;
    use super::*;
    use crate::base::math::DVec3;
    use crate::predict::Model;

    #[test]
    fn moves_by_the_last_velocity() {
        assert_eq!(motion(&somebody(Model::Dr1), 0.5).terms.sum(), DVec3::new(2.0, 0.25, -1.5));
    }
}
