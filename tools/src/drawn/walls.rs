//! Whether a drawn movement leads through a wall.
use antreckon::base::math::DVec3;
use antreckon::world::{AreaFilter, Location, World};

/// Nearer to its end a walk has arrived, metres: what rounding leaves of a way along a wall.
const ARRIVED: f64 = 0.01;

/// Whether the step of a frame lies across a wall edge of the level: neither can it be walked or fallen, nor the way back (who jumps
/// onto a ledge comes from where one would fall). Places over no floor cannot be judged; they are counted by themselves.
pub(super) fn are_between(world: &World, from: DVec3, to: DVec3) -> bool {
    let (Some(start), Some(end)) = (world.locate(from), world.locate(to)) else { return false };
    !reaches(world, &start, to) && !reaches(world, &end, from)
}

fn reaches(world: &World, start: &Location, goal: DVec3) -> bool {
    let hit = world.line_of_walk(start, goal, &AreaFilter::default(), true);
    let missing = DVec3::new(hit.point.x - goal.x, 0.0, hit.point.z - goal.z);
    hit.stopped_by.is_none() || missing.length() < ARRIVED
}
