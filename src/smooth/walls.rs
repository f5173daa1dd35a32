//! Never through walls: the way of every frame is walked on the level's surface.
//!
//! Under each drawn entity there is an *anchor*, a place on the walkable surface that only ever moves by walking. A frame
//! whose straight way the walk cannot follow is led along a path, stopped, or becomes a jump. Drops do not stop anybody.

use super::chase::fastest;
use super::curve::Motion;
use super::drawn::{CLIPPED, CONVERGING, OFF_LEVEL, PATH, SNAPPED};
use super::params::{Method, SmoothParams};
use super::track::{Phase, Track};
use super::way::{Begin, Found, Way, WayScratch};
use super::{DrawContext, Drawn};
use crate::base::math::{DVec3, ground, sqrt};
use crate::base::time::Nanos;
use crate::world::{Location, WalkHit, World};

/// Distances below this are rounding, metres.
const TOUCH: f64 = 1e-6;

/// A jump over less than this is none, metres.
const HERE: f64 = 1e-3;

/// The surface at a place, or beside it within a margin.
pub(super) fn surface(world: &World, place: DVec3, margin: f64) -> Option<Location> {
    world.locate(place).or_else(|| if margin > 0.0 { world.nearest(place, margin) } else { None })
}

/// One frame to be walked.
pub(super) struct Walk<'a> {
    pub(super) world: &'a World,
    pub(super) level: &'a DrawContext<'a>,
    pub(super) params: &'a SmoothParams,
    pub(super) now: Nanos,
    /// Seconds since the last frame.
    pub(super) dt: f64,
    /// What is predicted for now.
    pub(super) live: Motion,
    /// How sure the prediction is, [`radius`](crate::predict::Prediction::radius).
    pub(super) radius: f64,
}

impl Walk<'_> {
    /// Draws `target`, or what the level makes of it. `leg` is the leg of the way it is on.
    pub(super) fn draw(
        &self,
        track: &mut Track,
        way: &mut Way,
        scratch: &mut WayScratch,
        mut target: Motion,
        leg: u32,
        flags: &mut u32,
    ) -> Motion {
        let Some(anchor) = track.anchor else {
            track.anchor = surface(self.world, target.position, self.params.surface_margin);
            *flags |= if track.anchor.is_none() { OFF_LEVEL } else { 0 };
            return target;
        };
        let hit = self.walk(&anchor, target.position);
        if self.accepts(track, &anchor, &hit, &mut target, flags) {
            way.passed = leg;
            return target;
        }
        if track.phase == Phase::Way {
            return self.turn_corner(track, way, &anchor, (target, hit), leg, flags);
        }
        let begin = Begin {
            time: track.time,
            shown: Motion { position: track.drawn.position, velocity: track.drawn.velocity },
            place: anchor,
            span: track.launch.span,
        };
        self.lead_around(track, way, scratch, &begin, target, flags)
    }

    /// Lays a way to the prediction and begins it; jumps when there is none.
    pub(super) fn lead_around(
        &self,
        track: &mut Track,
        way: &mut Way,
        scratch: &mut WayScratch,
        begin: &Begin,
        target: Motion,
        flags: &mut u32,
    ) -> Motion {
        let margin = self.params.surface_margin;
        match way.lay(self.world, self.level, self.params, begin, self.live, scratch) {
            Found::Laid => {
                track.phase = Phase::Way;
                track.guard.drop_lead();
                *flags |= PATH | CONVERGING;
                let (target, leg) = match self.params.method {
                    Method::Chase => {
                        let farthest = fastest(self.params, self.live.velocity, self.radius) * self.dt;
                        way.towards_corner(begin.shown.position, farthest, self.dt)
                    }
                    _ => way.at(self.now, self.live),
                };
                let hit = self.walk(&begin.place, target.position);
                let mut accepted = target;
                if self.accepts(track, &begin.place, &hit, &mut accepted, flags) {
                    way.passed = leg;
                    return accepted;
                }
                self.turn_corner(track, way, &begin.place, (target, hit), leg, flags)
            }
            Found::Link => {
                track.anchor =
                    surface(self.world, target.position, margin).or(surface(self.world, self.live.position, margin));
                target
            }
            Found::Nothing if self.is_astray(track) => {
                let mut held = target;
                let hit = self.walk(&begin.place, target.position);
                self.hold(track, &begin.place, &hit, track.beside.unwrap_or(0.0), &mut held);
                *flags |= CLIPPED;
                held
            }
            Found::Nothing => {
                let distance = (begin.shown.position - self.live.position).length_squared();
                let far = distance > HERE * HERE;
                if self.params.method == Method::Chase && far && distance < margin * margin {
                    return self.hop(track, &begin.place, target, flags);
                }
                track.jump(self.live);
                track.anchor = surface(self.world, self.live.position, margin);
                *flags |= if far { SNAPPED } else { 0 };
                self.live
            }
        }
    }

    /// Whether the prediction has gone through a wall since the newest update: the entity itself will not, so it is waited for
    /// on this side.
    fn is_astray(&self, track: &Track) -> bool {
        let known = track.known.and_then(|known| surface(self.world, known, self.params.surface_margin));
        known.is_some_and(|known| {
            self.walk(&known, self.live.position).stopped_by.is_some()
                && self.world.locate(self.live.position).is_some()
        })
    }

    fn walk(&self, from: &Location, to: DVec3) -> WalkHit {
        self.world.line_of_walk(from, to, &self.level.filter, true)
    }

    /// Whether the target may be drawn; then the anchor has moved there.
    fn accepts(
        &self,
        track: &mut Track,
        anchor: &Location,
        hit: &WalkHit,
        target: &mut Motion,
        flags: &mut u32,
    ) -> bool {
        if hit.stopped_by.is_none() {
            if let Some(end) = hit.end {
                track.anchor = Some(end);
                // A straight line between two floors may dip below what lies between them.
                let floor = end.point.y;
                if target.position.y < floor && self.live.position.y >= floor {
                    target.position.y = self.lifted(track.drawn.position, target.position, floor);
                }
            }
            return true;
        }
        let mut margin = level_distance(track.drawn.position, anchor.point);
        if self.world.locate(self.live.position).is_none() {
            let predicted = surface(self.world, self.live.position, self.params.surface_margin);
            let reach = predicted.map(|place| level_distance(place.point, self.live.position));
            if let Some(beside) = track.beside.or(reach.filter(|_| self.params.method == Method::Chase)) {
                self.hold(track, anchor, hit, beside, target);
                *flags |= CLIPPED;
                return true;
            }
            if reach.is_none() {
                track.anchor = None;
                *flags |= OFF_LEVEL;
                return true;
            }
            margin = if self.params.surface_margin > margin { self.params.surface_margin } else { margin };
        }
        let beside = DVec3::new(target.position.x, hit.point.y, target.position.z);
        if self.world.locate(beside).is_some() {
            return false;
        }
        // Along the wall, on this side of it.
        let Some(nearest) = self.world.nearest(beside, margin + TOUCH) else { return false };
        let slid = self.walk(anchor, nearest.point);
        let arrived = level_distance(slid.point, nearest.point) <= TOUCH * 10.0;
        if arrived {
            track.anchor = slid.end.or(track.anchor);
        }
        arrived
    }

    /// The prediction is nearer than what the level may be wrong by, and the level knows no way: there is one that it does not
    /// know. What is drawn keeps to the surface on it.
    fn hop(&self, track: &mut Track, anchor: &Location, mut target: Motion, flags: &mut u32) -> Motion {
        match self.world.locate(target.position) {
            Some(place) => track.anchor = Some(place),
            None => {
                let hit = self.walk(anchor, target.position);
                self.hold(track, anchor, &hit, 0.0, &mut target);
                *flags |= CLIPPED;
            }
        }
        target
    }

    /// The prediction leaves the surface, but the entity is known to have been no farther than `beside` off it: what is
    /// drawn goes along the edge.
    fn hold(&self, track: &mut Track, anchor: &Location, hit: &WalkHit, beside: f64, target: &mut Motion) {
        let goal = DVec3::new(target.position.x, hit.point.y, target.position.z);
        let reach = level_distance(goal, hit.point) + TOUCH;
        let slid = match self.world.nearest(goal, reach) {
            Some(nearest) => self.walk(anchor, nearest.point),
            None => *hit,
        };
        track.anchor = slid.end.or(track.anchor);
        let over = DVec3::new(goal.x - slid.point.x, 0.0, goal.z - slid.point.z);
        let distance = sqrt(over.length_squared());
        let kept = if distance > beside { over * (beside / distance) } else { over };
        let place = DVec3::new(slid.point.x + kept.x, target.position.y, slid.point.z + kept.z);
        *target = self.arrived(track, place);
    }

    /// Height of a target that lies below the floor: on it, but in a chase no higher than its bound allows in this frame, so
    /// that a stair is climbed and not jumped.
    fn lifted(&self, drawn: DVec3, target: DVec3, floor: f64) -> f64 {
        if self.params.method != Method::Chase {
            return floor;
        }
        let longest = fastest(self.params, self.live.velocity, self.radius) * self.dt;
        let level = (ground(target) - ground(drawn)).length_squared();
        let room = longest * longest - level;
        let highest = drawn.y + if room > 0.0 { sqrt(room) } else { 0.0 };
        if highest > floor {
            floor
        } else if highest > target.y {
            highest
        } else {
            target.y
        }
    }

    /// On a way: a frame that would cut a corner ends at the corner, one that leaves the way ends at the wall.
    fn turn_corner(
        &self,
        track: &mut Track,
        way: &mut Way,
        anchor: &Location,
        (target, hit): (Motion, WalkHit),
        leg: u32,
        flags: &mut u32,
    ) -> Motion {
        let mut end = (target.position, hit);
        if leg > way.passed {
            let corner = way.next_corner();
            let to_corner = self.walk(anchor, corner);
            if to_corner.stopped_by.is_none() {
                way.passed += 1;
                track.anchor = to_corner.end.or(track.anchor);
                return self.arrived(track, corner);
            }
            end = (corner, to_corner);
        }
        // As far beside the surface as it was, not farther.
        let (goal, hit) = end;
        let beyond = DVec3::new(goal.x - hit.point.x, 0.0, goal.z - hit.point.z);
        let distance = sqrt(beyond.length_squared());
        let kept = level_distance(track.drawn.position, anchor.point);
        let share = if distance > kept && distance > 0.0 { kept / distance } else { 1.0 };
        let mut place = DVec3::new(hit.point.x, goal.y, hit.point.z) + beyond * share;
        if self.world.locate(DVec3::new(place.x, hit.point.y, place.z)).is_some() {
            place = DVec3::new(hit.point.x, goal.y, hit.point.z);
        }
        track.anchor = hit.end.or(track.anchor);
        *flags |= CLIPPED;
        if way.is_over(self.now) {
            // Not to be had by this way: another one is looked for in the next frame.
            way.passed = way.count;
        }
        self.arrived(track, place)
    }

    /// A place with the velocity that led there in this frame.
    fn arrived(&self, track: &Track, place: DVec3) -> Motion {
        let Drawn { position, velocity, .. } = track.drawn;
        Motion { position: place, velocity: if self.dt > 0.0 { (place - position) / self.dt } else { velocity } }
    }
}

pub(super) fn level_distance(a: DVec3, b: DVec3) -> f64 {
    sqrt((ground(a) - ground(b)).length_squared())
}
