//! Whether a drawn movement leads through a wall.
use antreckon::base::math::DVec3;
use antreckon::world::{AreaFilter, Location, Path, PathScratch, PathStatus, World};

/// As far as this the edges of a level are not known, metres: who slides along a wall is beside it by rounding, and floors that
/// lie over each other are told apart by nothing but their edges.
const TOLERANCE: f64 = 0.05;
/// A way through a link that is longer than the straight one by more is another way, metres.
const DETOUR: f64 = 2.0;

/// Whether the step of a frame lies across a wall edge of the level: neither can it be walked or fallen, nor the way back (who jumps
/// onto a ledge comes from where one would fall), nor does a link lead over the edge. Places over no floor cannot be judged; they
/// are counted by themselves.
pub(super) fn are_between(world: &World, from: DVec3, to: DVec3) -> bool {
    let (Some(start), Some(end)) = (world.locate(from), world.locate(to)) else { return false };
    if reaches(world, &start, to) || reaches(world, &end, from) {
        return false;
    }
    let near = |place: DVec3| {
        let sides = [DVec3::X, DVec3::NEG_X, DVec3::Z, DVec3::NEG_Z];
        sides.into_iter().filter_map(move |side| world.locate(place + side * TOLERANCE))
    };
    !near(from).any(|start| reaches(world, &start, to))
        && !near(to).any(|end| reaches(world, &end, from))
        && !is_linked(world, start.point, end.point)
        && !is_linked(world, end.point, start.point)
}

fn reaches(world: &World, start: &Location, goal: DVec3) -> bool {
    let hit = world.line_of_walk(start, goal, &AreaFilter::default(), true);
    let missing = DVec3::new(hit.point.x - goal.x, 0.0, hit.point.z - goal.z);
    hit.stopped_by.is_none() || missing.length() < TOLERANCE
}

fn is_linked(world: &World, from: DVec3, to: DVec3) -> bool {
    let (mut search, mut path) = (PathScratch::default(), Path::default());
    let found = world.path(from, to, &AreaFilter::default(), &mut search, &mut path);
    found == Ok(PathStatus::Complete)
        && path.points.iter().any(|point| point.link.is_some())
        && path.length < (to - from).length() + DETOUR
}
