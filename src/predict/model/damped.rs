//! First order with a velocity that dies away, `x + v τ (1 - e^(-δ/τ))`: people do not keep running straight on.

use super::{Kinematics, Motion, Terms};
use crate::predict::EntityProfile;

#[inline(always)]
pub(super) fn motion(kinematics: &Kinematics, profile: &EntityProfile, delta: f64) -> Motion {
    let velocity = kinematics.velocity;
    // 1 - e^(-δ/τ) without cancellation for short horizons.
    let gone = -libm::expm1(-delta / profile.tau);
    Motion {
        terms: Terms { velocity: velocity * (profile.tau * gone), ..Terms::default() },
        initial_velocity: velocity,
        velocity: velocity * (1.0 - gone),
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::somebody;
    use super::*;
    use crate::predict::Model;

    #[test]
    fn moves_at_most_tau_seconds_of_its_velocity() {
        let (k, profile) = (somebody(Model::Damped), EntityProfile { tau: 0.5, ..Default::default() });
        let after = |delta| motion(&k, &profile, delta).terms.sum();
        // τ (1 - 1/e) at δ = τ.
        assert!((after(0.5) - k.velocity * 0.316_060_279_414_278_8).length() < 1e-15);
        assert_eq!(after(1e9), k.velocity * 0.5);
        let short = after(1e-9) / 1e-9;
        assert!((short - k.velocity).length() < 1e-8, "{short}");
    }
}
