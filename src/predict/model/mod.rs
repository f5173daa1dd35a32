//! One file per model, one interface: from what is known of an entity to the terms of its displacement.
//!
//! To add a model, write its file with a `motion` function and name it in [`motion`] and in
//! [`Model`].

mod ant;
mod damped;
mod dr1;
mod dr2;
mod still;

use super::kinematics::Kinematics;
use super::profile::{EntityProfile, Model};
use crate::base::math::DVec3;

/// What a displacement over the horizon is made of, metres.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct Terms {
    /// By the velocity.
    pub velocity: DVec3,
    /// By the acceleration.
    pub acceleration: DVec3,
    /// By the forces of the field.
    pub force: DVec3,
    /// By what was learned (trails, networks, routes) or felt (interest).
    pub learned: DVec3,
}

impl Terms {
    /// The whole displacement, added in one fixed order.
    #[inline(always)]
    pub fn sum(&self) -> DVec3 {
        self.velocity + self.acceleration + self.force + self.learned
    }
}

/// What a model says about the horizon.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct Motion {
    /// Displacement since the last observation.
    pub terms: Terms,
    /// The velocity the model starts with, m/s.
    pub initial_velocity: DVec3,
    /// The velocity at the end of the horizon, m/s.
    pub velocity: DVec3,
}

/// What one of the simple models of this folder says `delta` seconds ahead; models with a folder of their own are asked
/// there. `pull` is the acceleration by forces, F/m in m/s² (see
/// [`force_acceleration`]).
#[inline(always)]
pub fn motion(kinematics: &Kinematics, profile: &EntityProfile, delta: f64, pull: DVec3) -> Motion {
    match kinematics.model {
        Model::Still => still::motion(),
        Model::Dr1 => dr1::motion(kinematics, delta),
        Model::Dr2 => dr2::motion(kinematics, delta),
        Model::Damped => damped::motion(kinematics, profile, delta),
        Model::Ant => ant::motion(kinematics, profile, delta, pull),
        // Whoever has more to say is asked by `reckoning`.
        _ => dr1::motion(kinematics, delta),
    }
}

/// Metres per second² that one `law.unit` per frame² means for this entity: `scale · unit / (m h²)`. The paper counts δ in
/// frames, so F/m is a displacement per frame².
pub fn force_acceleration(profile: &EntityProfile) -> f64 {
    profile.force_scale * profile.law.unit / (profile.mass * (profile.frame * profile.frame))
}

#[cfg(test)]
pub(crate) mod tests {
    use super::super::kinematics::Kinematics;
    use super::*;

    /// Somebody with all quantities different from each other and from zero.
    pub(crate) fn somebody(model: Model) -> Kinematics {
        let mut k = Kinematics::new(&EntityProfile { model, ..Default::default() });
        k.position = DVec3::new(100.0, 2.0, -30.0);
        k.velocity = DVec3::new(4.0, 0.5, -3.0);
        k.average_velocity = DVec3::new(3.5, 0.25, -2.5);
        k.acceleration = DVec3::new(-1.0, 0.125, 2.0);
        k
    }

    #[test]
    fn the_end_velocity_is_the_derivative_of_the_displacement() {
        let profile = EntityProfile::default();
        let (delta, dt, pull) = (0.8, 1e-6, DVec3::new(3.0, 0.0, 1.0));
        for model in [Model::Still, Model::Dr1, Model::Dr2, Model::Damped, Model::Ant] {
            let k = somebody(model);
            let at = |t| motion(&k, &profile, t, pull);
            let numeric = (at(delta + dt).terms.sum() - at(delta - dt).terms.sum()) / (2.0 * dt);
            assert!((numeric - at(delta).velocity).length() < 1e-8, "{model:?}");
            assert_eq!(at(0.0).terms.sum(), DVec3::ZERO, "{model:?}");
            assert_eq!(at(0.0).velocity, at(0.0).initial_velocity, "{model:?}");
        }
    }
}
