//! Correction (b): predictions do not pass through walls. They slide along them.
//!
//! The model's curve since the last update is walked over the level in pieces that end at fixed times. A piece is straight,
//! and where a wall stops it its rest slides along the wall. So the walk until some time is the beginning of the walk until
//! any later time: a prediction never jumps while no update comes, at any frame rate.
//!
//! Who walks keeps its height above the floor: the answer lies as far above the surface as the last known position did.
//! Who is airborne keeps the model's height, but not below a floor it passes over. Who was beside the surface may stay as
//! far beside it.

use super::profile::EntityProfile;
use crate::base::math::{DVec2, DVec3, clamp_length, ground, lift, sqrt};
use crate::world::{Foothold, Location, World};

/// How far off the walkable surface a last known position may lie and still count as on it, metres. Navmeshes keep an
/// agent's radius from walls, players do not.
const SURFACE_REACH: f64 = 1.0;

/// Distances below this are rounding, metres.
const TOUCH: f64 = 1e-6;

/// Shortest piece, seconds: a runner's 40 cm.
const SHORTEST_PIECE: f64 = 0.05;
/// Later pieces are as long as this share of the time since the update, so that even an hour takes only some dozens.
const PIECE_SHARE: f64 = 0.25;

/// Vertical speeds above this share of the run speed are no stairs: who moves so flies, whether told or not.
const FLYING: f64 = 0.25;

/// Highest that the position of somebody who stands may lie above the floor, metres: the middle of a body, not its eyes.
const TALLEST: f64 = 1.2;

/// Looks at most for the floor below somebody in the air, from one reach of the floors down to the next.
const MOST_LOOKS_DOWN: f64 = 256.0;

/// Halvings by which the end of the room beside a wall is found.
const HALVINGS: u32 = 12;

/// Where a move ended.
pub(super) struct End {
    pub(super) position: DVec3,
    /// A wall was met on the way.
    pub(super) obstructed: bool,
    /// Direction along the wall that holds it at the end, zero in a corner; `None` = nothing holds it.
    pub(super) along: Option<DVec2>,
    /// The ground rises more than the speed limit allows.
    pub(super) shortened: bool,
}

/// A move through the level.
pub(super) struct Course<'a, C> {
    pub(super) world: &'a World,
    pub(super) profile: &'a EntityProfile,
    pub(super) airborne: bool,
    /// Last known position.
    pub(super) from: DVec3,
    /// Farthest the speed limit allows, metres; infinite when the limit is off.
    pub(super) reach: f64,
    /// The curve is a straight line, whatever the pace.
    pub(super) straight: bool,
    /// Displacement since the last update, by seconds.
    pub(super) curve: C,
}

/// Whether somebody with this vertical velocity is in the air for certain.
pub(super) fn flies(profile: &EntityProfile, climb: f64) -> bool {
    climb.abs() > FLYING * profile.v_max
}

/// Somebody on the way.
#[derive(Clone, Copy)]
struct Walker {
    foot: Foothold,
    /// The entity itself beside its foothold.
    beside: DVec2,
    /// A wall was met.
    obstructed: bool,
    /// As in [`End`].
    along: Option<DVec2>,
}

impl<C: Fn(f64) -> DVec3> Course<'_, C> {
    /// Where the move ends after `delta` seconds. `None` = the entity is off the level.
    pub(super) fn end(&self, delta: f64) -> Option<End> {
        let place = self.start()?;
        let beside = ground(self.from) - ground(place.point);
        let start = Walker { foot: self.stand(place), beside, obstructed: false, along: None };
        let margin = sqrt(beside.length_squared());
        let end = self.walk(&start, margin, delta);
        let position = self.position(&start, &end, delta);
        // Only rising ground makes a move longer than the model's own.
        let limited = self.within_reach(position);
        Some(End {
            position: limited,
            obstructed: end.obstructed,
            along: end.along,
            shortened: (limited - position).length_squared() > TOUCH * TOUCH,
        })
    }

    /// The place on the surface from which the move starts. Who is in the air belongs to the floor below.
    fn start(&self) -> Option<Location> {
        let params = self.world.params();
        let mut found = self.world.locate(self.from);
        if self.airborne && params.floor_reach > 0.0 {
            // However short the reach beside the height is, so many looks must do.
            let step = params.floor_reach.max(params.drop_height / MOST_LOOKS_DOWN);
            let mut depth = step;
            while found.is_none() && depth <= params.drop_height {
                found = self.world.locate(self.from - DVec3::Y * depth);
                depth += step;
            }
        }
        found.or_else(|| self.world.nearest(self.from, SURFACE_REACH))
    }

    /// Who is in the air, or on something that the level does not know, passes over what is lower.
    fn stand(&self, place: Location) -> Foothold {
        let tallest = if self.airborne { self.world.params().step_height } else { TALLEST };
        let flies = self.from.y - place.point.y > tallest;
        Foothold { place, flight: flies.then_some(self.from.y) }
    }

    /// The walk until `delta`.
    fn walk(&self, start: &Walker, margin: f64, delta: f64) -> Walker {
        let goal = ground((self.curve)(delta));
        // In pieces it would be the same, but for who brings its foothold along.
        if self.straight && margin <= TOUCH {
            let whole = self.advance(start, margin, goal);
            if !whole.obstructed {
                return whole;
            }
        }
        let (mut walker, mut time, mut reached) = (*start, 0.0, DVec2::ZERO);
        loop {
            let next = time + (time * PIECE_SHARE).max(SHORTEST_PIECE);
            if next >= delta {
                break self.last_piece(&walker, margin, (reached, goal), next);
            }
            let to = ground((self.curve)(next));
            walker = self.advance(&walker, margin, to - reached);
            self.step_towards_entity(&mut walker);
            (time, reached) = (next, to);
        }
    }

    /// A part of a piece: along the chord of the whole piece, then from the chord to the curve.
    fn last_piece(&self, walker: &Walker, margin: f64, (from, to): (DVec2, DVec2), next: f64) -> Walker {
        if self.straight {
            return self.advance(walker, margin, to - from);
        }
        let chord = ground((self.curve)(next)) - from;
        let squared = chord.length_squared();
        let share = if squared > 0.0 { ((to - from).dot(chord) / squared).clamp(0.0, 1.0) } else { 0.0 };
        let on_chord = chord * share;
        let along = self.advance(walker, margin, on_chord);
        let mut end = self.advance(&along, margin, to - from - on_chord);
        end.along = end.along.or(along.along);
        end
    }

    /// Moves the foothold by `by` and the entity with it, which stays within the margin of it.
    fn advance(&self, walker: &Walker, margin: f64, by: DVec2) -> Walker {
        let slide = self.world.slide(&walker.foot, by, &self.profile.filter, true);
        let mut moved = Walker { foot: slide.end, along: None, ..*walker };
        if slide.along.is_some() {
            let entity = ground(walker.foot.place.point) + walker.beside + by;
            let beside = entity - ground(slide.end.place.point);
            let distance = sqrt(beside.length_squared());
            moved.beside = beside;
            if distance > margin + TOUCH {
                moved.beside = beside * (margin / distance);
                (moved.along, moved.obstructed) = (slide.along, true);
            }
        }
        moved
    }

    /// Brings the foothold of somebody beside it as near as one can walk.
    fn step_towards_entity(&self, walker: &mut Walker) {
        if walker.beside.length_squared() > TOUCH * TOUCH {
            let entity = ground(walker.foot.place.point) + walker.beside;
            walker.foot = self.world.slide(&walker.foot, walker.beside, &self.profile.filter, true).end;
            walker.beside = entity - ground(walker.foot.place.point);
        }
    }

    /// Where the entity is.
    fn position(&self, start: &Walker, end: &Walker, delta: f64) -> DVec3 {
        let moved = (self.curve)(delta);
        let Foothold { place, flight } = end.foot;
        let mut entity = ground(self.from) + ground(moved);
        if end.obstructed {
            entity = ground(place.point) + end.beside * self.room_beside(end);
        }
        let height = if self.airborne || start.foot.flight.is_some() {
            let height = self.from.y + moved.y;
            if place.point.y > height { place.point.y } else { height }
        } else {
            flight.unwrap_or(place.point.y) + (self.from.y - start.foot.place.point.y)
        };
        lift(entity, height)
    }

    /// The share of the way to beside its foothold that is not beyond a wall: off the surface like the start was, or on it
    /// without a wall in between.
    fn room_beside(&self, walker: &Walker) -> f64 {
        if walker.beside.length_squared() <= TOUCH * TOUCH {
            return 1.0;
        }
        let place = walker.foot.place;
        let is_free = |share: f64| {
            let Some(there) = self.world.locate(place.point + lift(walker.beside * share, 0.0)) else { return true };
            let hit = self.world.line_of_walk(&place, there.point, &self.profile.filter, true);
            // Places on the edge itself are reached but for the walk's own distance from it.
            (ground(hit.point) - ground(there.point)).length_squared() < 100.0 * TOUCH * TOUCH
        };
        if is_free(1.0) {
            return 1.0;
        }
        let (mut free, mut blocked) = (0.0, 1.0);
        for _ in 0..HALVINGS {
            let middle = 0.5 * (free + blocked);
            *if is_free(middle) { &mut free } else { &mut blocked } = middle;
        }
        free
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
