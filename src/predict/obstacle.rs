//! Correction (b): predictions do not pass through walls. They stop at them, or go around them.
//!
//! Who walks keeps its height above the floor: the answer lies as far above the surface as the last known position did.
//! Who is airborne keeps the model's height, but not below a floor it passes over.

use super::profile::{EntityProfile, Obstacle};
use crate::base::math::{DVec3, clamp_length, ground, sqrt};
use crate::world::{Location, Path, PathScratch, World};

/// How far off the walkable surface a last known position may lie and still count as on it, metres. Navmeshes keep an
/// agent's radius from walls, players do not.
const SURFACE_REACH: f64 = 1.0;
/// How far from a goal inside a wall the nearest walkable point is looked for at most, metres.
const GOAL_REACH: f64 = 8.0;

/// Distances below this are rounding, metres.
const TOUCH: f64 = 1e-6;

/// Working memory of predictions that follow paths, reused so that steady use does not allocate.
#[derive(Clone, Debug, Default)]
pub struct PredictScratch {
    search: PathScratch,
    path: Path,
}

/// How a move ended.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Way {
    /// Nothing was in the way.
    Free,
    /// An obstacle stopped it.
    Clipped,
    /// It was led around an obstacle, at last in this direction (zero when there was no way to go).
    Around(DVec3),
}

/// Where a move ended.
pub(super) struct End {
    pub(super) position: DVec3,
    pub(super) way: Way,
    /// Rising ground took so much of the distance that the speed limit ended the move earlier.
    pub(super) shortened: bool,
}

/// A move through the level.
pub(super) struct Walk<'a> {
    pub(super) world: &'a World,
    pub(super) profile: &'a EntityProfile,
    pub(super) airborne: bool,
    /// Last known position.
    pub(super) from: DVec3,
    /// Farthest the speed limit allows, metres; infinite when the limit is off.
    pub(super) reach: f64,
    /// Farthest along a path around an obstacle, metres.
    pub(super) path_reach: f64,
}

impl Walk<'_> {
    /// Where a move by `displacement` ends. `None` = the entity is off the level.
    pub(super) fn end(&self, displacement: DVec3, scratch: &mut PredictScratch) -> Option<End> {
        let start = self.start()?;
        let (mut position, mut way) = self.straight(&start, displacement);
        if way == Way::Clipped
            && self.profile.post.obstacle == Obstacle::FollowPath
            && !self.airborne
            && let Some((around, heading)) = self.around(&start, displacement, position, scratch)
        {
            (position, way) = (around, Way::Around(heading));
        }
        let moved = position - self.from;
        let distance = moved.length();
        // Only uneven ground makes a move longer than the model's own. At constant slope this share of it is right.
        let shortened = distance > self.reach + TOUCH;
        if shortened && !matches!(way, Way::Around(_)) {
            let share = self.reach / distance;
            let shorter = DVec3::new(moved.x * share, displacement.y, moved.z * share);
            (position, way) = self.straight(&start, shorter);
        }
        Some(End { position: self.within_reach(position), way, shortened })
    }

    /// The place on the surface from which the move starts. Who is in the air belongs to the floor below.
    fn start(&self) -> Option<Location> {
        let params = self.world.params();
        let mut found = self.world.locate(self.from);
        if self.airborne && params.floor_reach > 0.0 {
            let mut depth = params.floor_reach;
            while found.is_none() && depth <= params.drop_height {
                found = self.world.locate(self.from - DVec3::Y * depth);
                depth += params.floor_reach;
            }
        }
        found.or_else(|| self.world.nearest(self.from, SURFACE_REACH))
    }

    /// Straight on in the ground plane, as far as it goes.
    fn straight(&self, start: &Location, displacement: DVec3) -> (DVec3, Way) {
        let goal = start.point + displacement;
        let hit = self.world.line_of_walk(start, goal, &self.profile.filter, self.airborne);
        let way = if hit.stopped_by.is_none() { Way::Free } else { Way::Clipped };
        let floor = hit.end.map(|end| end.point.y);
        (self.beside(start, hit.point, floor, displacement), way)
    }

    /// Turns a point on the surface into one as far from it as the last known position is.
    fn beside(&self, start: &Location, point: DVec3, floor: Option<f64>, displacement: DVec3) -> DVec3 {
        let offset = self.from - start.point;
        let mut end = DVec3::new(point.x + offset.x, point.y + offset.y, point.z + offset.z);
        if self.airborne {
            end.y = self.from.y + displacement.y;
            if let Some(floor) = floor.filter(|floor| *floor > end.y) {
                end.y = floor;
            }
        }
        if ground(offset).length_squared() > TOUCH * TOUCH && !self.stays_beside(point, end) {
            // The offset would lead through a wall here: onto the surface, if that is not too far.
            let onto = DVec3::new(point.x, end.y, point.z);
            return if (onto - self.from).length() <= self.reach { onto } else { self.from };
        }
        end
    }

    /// Whether one may stand at `end`, beside `point` on the surface: off the surface like the start was, or on it
    /// without a wall in between.
    fn stays_beside(&self, point: DVec3, end: DVec3) -> bool {
        let at = DVec3::new(end.x, point.y, end.z);
        if self.world.locate(at).is_none() {
            return true;
        }
        let Some(place) = self.world.locate(point) else { return false };
        self.world.line_of_walk(&place, at, &self.profile.filter, self.airborne).stopped_by.is_none()
    }

    /// Along the shortest path to where the straight move led, or to the nearest place one can stand. `clip` is where the
    /// obstacle stopped it.
    fn around(
        &self,
        start: &Location,
        displacement: DVec3,
        clip: DVec3,
        scratch: &mut PredictScratch,
    ) -> Option<(DVec3, DVec3)> {
        let raw_goal = start.point + displacement;
        let beyond = (raw_goal - clip).length();
        let goal_reach = if beyond < GOAL_REACH { beyond } else { GOAL_REACH };
        let goal = self.world.locate(raw_goal).or_else(|| self.world.nearest(raw_goal, goal_reach))?;
        let PredictScratch { search, path } = scratch;
        self.world.path(start.point, goal.point, &self.profile.filter, search, path).ok()?;
        let (point, heading) = self.along(path)?;
        Some((self.beside(start, point, None, displacement), heading))
    }

    /// The point `path_reach` along the path, and the direction of travel there. A link is used whole or not at all:
    /// nobody is seen halfway through a teleporter.
    fn along(&self, path: &Path) -> Option<(DVec3, DVec3)> {
        let mut rest = self.path_reach;
        let mut heading = DVec3::ZERO;
        let mut here = path.points.first()?;
        for next in &path.points[1..] {
            let step = next.position - here.position;
            let length = step.length();
            if length > rest {
                if here.link.is_some() {
                    break;
                }
                heading = step / length;
                let point = here.position + heading * rest;
                // Between two corners the floor may bend.
                return Some((self.world.locate(point).map_or(point, |place| place.point), heading));
            }
            if length > 0.0 {
                heading = step / length;
            }
            rest -= length;
            here = next;
        }
        Some((here.position, heading))
    }

    /// The last word on the limit: height gives way first, because the ground plane is where walls are.
    fn within_reach(&self, end: DVec3) -> DVec3 {
        let moved = end - self.from;
        if moved.length() <= self.reach {
            return end;
        }
        let level = clamp_length(DVec3::new(moved.x, 0.0, moved.z), self.reach);
        let left = self.reach * self.reach - level.length_squared();
        let rise = if left > 0.0 { sqrt(left) } else { 0.0 };
        self.from + level + DVec3::Y * if moved.y < 0.0 { -rise } else { rise }
    }
}
