//! The pull of the field on an entity at its last known position.

use super::LevelContext;
use super::model::force_acceleration;
use super::profile::EntityProfile;
use crate::base::math::{DQuat, DVec2, DVec3, ground, sqrt};
use crate::pheromone::Reader;
use alloc::vec::Vec;

/// Where and how an entity stands in the level; what the field needs to know of it.
#[derive(Clone, Copy)]
pub(super) struct Stance {
    /// Last known position.
    pub(super) position: DVec3,
    /// Facing, if it was ever told.
    pub(super) orientation: Option<DQuat>,
    /// Average velocity, m/s.
    pub(super) velocity: DVec3,
}

impl Stance {
    /// Ground-plane direction of view: forward is -Z turned by the orientation. Somebody who looks straight up or down,
    /// or whose facing is unknown, looks where it goes; zero when it does not go anywhere either.
    fn view(&self) -> DVec2 {
        let facing = self.orientation.map_or(DVec2::ZERO, |orientation| ground(orientation * DVec3::NEG_Z));
        let facing = unit(facing);
        if facing == DVec2::ZERO { unit(ground(self.velocity)) } else { facing }
    }
}

/// The vector with length 1, or zero when it is too short to have a direction.
fn unit(v: DVec2) -> DVec2 {
    let squared = v.length_squared();
    if squared < 1e-12 { DVec2::ZERO } else { v / sqrt(squared) }
}

/// Acceleration by the forces of eq. 7 in m/s², F/m with frames turned into seconds. `None` = there is no level or map, or
/// the entity is off it.
pub(super) fn pull(level: LevelContext<'_>, profile: &EntityProfile, stance: &Stance) -> Option<DVec3> {
    let (world, map) = (level.world?, level.map?);
    let Stance { position, .. } = *stance;
    let force = map.force(world, &reader(profile), position, stance.view(), &profile.region, &profile.law);
    if force.cells == 0 && world.cell_at(position).is_none() {
        return None;
    }
    Some(in_seconds(profile, force.total))
}

fn in_seconds(profile: &EntityProfile, force: DVec3) -> DVec3 {
    force * force_acceleration(profile)
}

fn reader(profile: &EntityProfile) -> Reader<'_> {
    Reader { weights: &profile.layer_weights, avatar: profile.avatar }
}

/// The same per layer of the map, appended to `out`; nothing without a level and a map.
pub(super) fn pull_per_layer(level: LevelContext<'_>, profile: &EntityProfile, stance: &Stance, out: &mut Vec<DVec3>) {
    let (Some(world), Some(map)) = (level.world, level.map) else { return };
    let mut forces = Vec::new();
    let Stance { position, .. } = *stance;
    map.force_per_layer(world, &reader(profile), position, stance.view(), &profile.region, &profile.law, &mut forces);
    out.extend(forces.into_iter().map(|force| in_seconds(profile, force)));
}
