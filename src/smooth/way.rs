//! Convergence along a walkable path: around the wall that a straight correction would go through.

use super::DrawContext;
use super::curve::Motion;
use super::guide::GuideScratch;
use super::params::{Method, SmoothParams};
use super::walls::surface;
use crate::base::math::{DVec3, sqrt};
use crate::base::time::{Nanos, seconds_between};
use crate::world::{LinkKind, Location, Path, PathLimit, PathScratch, PathStatus, World};
use alloc::vec::Vec;

/// Corners of a way at most. A way with more is so winding that nobody would follow it with the eye.
pub(super) const MAX_CORNERS: usize = 10;

/// Places of the level looked at before the search for a way is given up.
const MAX_PLACES: u32 = 4096;

/// Working memory of paths, reused so that steady use does not allocate.
#[derive(Clone, Debug, Default)]
pub(super) struct WayScratch {
    search: PathScratch,
    path: Path,
    guide: GuideScratch,
    route: Vec<DVec3>,
}

impl WayScratch {
    pub(super) fn bytes(&self) -> usize {
        self.search.bytes()
            + self.path.points.capacity() * size_of::<crate::world::PathPoint>()
            + self.guide.bytes()
            + self.route.capacity() * size_of::<DVec3>()
    }
}

/// A polyline from the shown place to the one predicted for the end of the convergence, walked by a schedule that begins
/// with the shown speed and ends with the predicted one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Way {
    /// Corners in order; those behind `count` are zero.
    pub(super) corners: [DVec3; MAX_CORNERS],
    /// Number of corners, at least 2 on a way that is walked.
    pub(super) count: u32,
    /// The drawn place is on the leg after this corner.
    pub(super) passed: u32,
    /// When it began.
    pub(super) start: Nanos,
    /// Seconds it takes.
    pub(super) span: f64,
    /// Length in metres.
    pub(super) length: f64,
    /// Metres per span at begin and end.
    pub(super) slopes: [f64; 2],
    /// Predicted velocity when it was laid.
    pub(super) velocity: DVec3,
}

/// What came of looking for a way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Found {
    /// It is laid.
    Laid,
    /// The two places are connected by a link one is seen to use (jump, ladder, lift …): walls beside it do not count.
    Link,
    /// None that could be shown.
    Nothing,
}

/// Where a way begins.
#[derive(Clone, Copy)]
pub(super) struct Begin {
    pub(super) time: Nanos,
    pub(super) shown: Motion,
    /// Surface under it.
    pub(super) place: Location,
    /// Seconds it should take.
    pub(super) span: f64,
}

impl Way {
    pub(super) const NONE: Self = Self {
        corners: [DVec3::ZERO; MAX_CORNERS],
        count: 0,
        passed: 0,
        start: 0,
        span: 1.0,
        length: 0.0,
        slopes: [0.0; 2],
        velocity: DVec3::ZERO,
    };

    /// Lays a way to where `target` will be when it ends; the former way stays when there is none.
    pub(super) fn lay(
        &mut self,
        world: &World,
        level: &DrawContext<'_>,
        params: &SmoothParams,
        begin: &Begin,
        target: Motion,
        scratch: &mut WayScratch,
    ) -> Found {
        let Some(goal) = surface(world, target.position, params.surface_margin) else { return Found::Nothing };
        let speed = sqrt(target.velocity.length_squared());
        let mut pace = world.params().walk_speed;
        for own in [speed, sqrt(begin.shown.velocity.length_squared())] {
            pace = if own > pace { own } else { pace };
        }
        let mut span = begin.span;
        let mut length = 0.0;
        // A way that is too long for its time gets more, and then leads farther ahead: once, which is near enough.
        for round in 0..2 {
            let ahead = world.line_of_walk(&goal, goal.point + target.velocity * span, &level.filter, false);
            match route(world, level, params, begin.place.point, ahead.point, scratch) {
                Found::Laid => {}
                other => return other,
            }
            length = polyline_length(&scratch.route);
            if length > params.snap_distance + speed * span {
                return Found::Nothing;
            }
            if round == 1 || length <= params.catch_up * pace * span {
                break;
            }
            span = length / (params.catch_up * pace);
        }
        let route = &mut scratch.route;
        let heights = [begin.shown.position.y - begin.place.point.y, target.position.y - goal.point.y];
        lift_route(route, heights, length);
        route[0] = begin.shown.position;
        let length = polyline_length(route);
        if length <= 0.0 {
            return Found::Nothing;
        }
        let mut corners = [DVec3::ZERO; MAX_CORNERS];
        corners[..route.len()].copy_from_slice(route);
        // Beyond three times the mean slope a cubic would run backwards.
        let slope = |velocity: DVec3, leg: DVec3| {
            let along = velocity.dot(leg) / sqrt(leg.length_squared()).max(1e-12) * span;
            along.clamp(0.0, 3.0 * length)
        };
        let last = route.len() - 1;
        *self = Self {
            corners,
            count: route.len() as u32,
            passed: 0,
            start: begin.time,
            span,
            length,
            slopes: [
                slope(begin.shown.velocity, route[1] - route[0]),
                slope(target.velocity, route[last] - route[last - 1]),
            ],
            velocity: target.velocity,
        };
        Found::Laid
    }

    /// Whether it has ended.
    pub(super) fn is_over(&self, now: Nanos) -> bool {
        seconds_between(self.start, now) >= self.span
    }

    /// Where it leads at a time before its end, and the leg. How far the prediction has left the line it was on when the way
    /// was laid comes in along the last leg, by `3x² - 2x³` of its length, so that the way ends on the prediction and
    /// does not leave its corners before.
    pub(super) fn at(&self, now: Nanos, live: Motion) -> (Motion, u32) {
        let tau = seconds_between(self.start, now);
        let s = tau / self.span;
        let rest = 1.0 - s;
        let distance =
            self.length * (s * s * (3.0 - 2.0 * s)) + self.slopes[0] * s * rest * rest - self.slopes[1] * s * s * rest;
        let pace = (self.length * 6.0 * s * rest + self.slopes[0] * rest * (1.0 - 3.0 * s)
            - self.slopes[1] * s * (2.0 - 3.0 * s))
            / self.span;
        let last = self.count as usize - 2;
        let (mut leg, mut walked) = (0, 0.0);
        let mut length = self.leg_length(0);
        while leg < last && distance - walked >= length {
            walked += length;
            leg += 1;
            length = self.leg_length(leg);
        }
        let share = if length > 0.0 { ((distance - walked) / length).clamp(0.0, 1.0) } else { 1.0 };
        let way = self.corners[leg + 1] - self.corners[leg];
        let mut motion = Motion { position: self.corners[leg] + way * share, velocity: DVec3::ZERO };
        if length > 0.0 {
            motion.velocity = way * (pace / length);
        }
        if leg == last {
            let aim = self.corners[last + 1] - self.velocity * (self.span - tau);
            let strayed = live.position - aim;
            let weight = share * share * (3.0 - 2.0 * share);
            let growth = if length > 0.0 { 6.0 * share * (1.0 - share) * pace / length } else { 0.0 };
            motion.position += strayed * weight;
            motion.velocity += strayed * growth + (live.velocity - self.velocity) * weight;
        }
        (motion, leg as u32)
    }

    /// On from `shown` towards the next corner by at most `farthest` in `dt` seconds, and the leg.
    pub(super) fn towards_corner(&self, shown: DVec3, farthest: f64, dt: f64) -> (Motion, u32) {
        let left = self.next_corner() - shown;
        let distance = sqrt(left.length_squared());
        let (step, leg) = match distance <= farthest {
            true => (left, self.passed + 1),
            false => (left * (farthest / distance), self.passed),
        };
        (Motion { position: shown + step, velocity: if dt > 0.0 { step / dt } else { DVec3::ZERO } }, leg)
    }

    fn leg_length(&self, leg: usize) -> f64 {
        sqrt((self.corners[leg + 1] - self.corners[leg]).length_squared())
    }

    /// Whether the drawn place has not come to the last leg yet.
    pub(super) fn has_corners_left(&self) -> bool {
        self.passed + 2 < self.count
    }

    /// The corner at the end of the leg the drawn place is on.
    pub(super) fn next_corner(&self) -> DVec3 {
        self.corners[(self.passed + 1).min(self.count - 1) as usize]
    }
}

/// Fills `scratch.route` with 2 to [`MAX_CORNERS`] corners on the surface.
fn route(
    world: &World,
    level: &DrawContext<'_>,
    params: &SmoothParams,
    from: DVec3,
    to: DVec3,
    scratch: &mut WayScratch,
) -> Found {
    let WayScratch { search, path, guide, route } = scratch;
    if params.method == Method::Path
        && let Some((map, reader)) = &level.field
        && guide.find(world, map, reader, (from, to), params.field_gain, &level.filter, route)
    {
        return Found::Laid;
    }
    // A longer way would not be shown: corrections are short.
    let limit = PathLimit { nodes: MAX_PLACES, cost: f64::INFINITY };
    let found = world.path_within(from, to, &level.filter, limit, search, path);
    if !found.is_ok_and(|found| found.status == PathStatus::Complete) {
        return Found::Nothing;
    }
    let mut links = path.points.iter().filter_map(|point| world.link(point.link?));
    if links.any(|link| link.kind == LinkKind::Teleport) {
        return Found::Nothing;
    }
    if path.points.iter().any(|point| point.link.is_some()) {
        // Far around the wall is not over it.
        let straight = sqrt((to - from).length_squared());
        let is_near = path.length <= straight + 2.0 * params.surface_margin;
        return if is_near { Found::Link } else { Found::Nothing };
    }
    if path.points.len() > MAX_CORNERS {
        return Found::Nothing;
    }
    route.clear();
    route.extend(path.points.iter().map(|point| point.position));
    if route.len() == 1 {
        route.push(to);
    }
    if route.is_empty() { Found::Nothing } else { Found::Laid }
}

/// Lifts a route off the floor: by `heights[0]` at its begin, `heights[1]` at its end, in proportion in between.
fn lift_route(route: &mut [DVec3], heights: [f64; 2], length: f64) {
    let mut walked = 0.0;
    let mut before = route[0];
    for corner in route.iter_mut() {
        walked += sqrt((*corner - before).length_squared());
        before = *corner;
        let share = if length > 0.0 { walked / length } else { 1.0 };
        corner.y += heights[0] + (heights[1] - heights[0]) * share;
    }
}

pub(super) fn polyline_length(corners: &[DVec3]) -> f64 {
    corners.windows(2).map(|leg| sqrt((leg[1] - leg[0]).length_squared())).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn way(corners: &[DVec3], span: f64, slopes: [f64; 2], velocity: DVec3) -> Way {
        let mut way = Way { count: corners.len() as u32, span, slopes, velocity, ..Way::NONE };
        way.corners[..corners.len()].copy_from_slice(corners);
        way.length = polyline_length(corners);
        way
    }

    #[test]
    fn a_way_turns_its_corners_and_ends_on_the_prediction() {
        let corners = [DVec3::ZERO, DVec3::X * 3.0, DVec3::new(3.0, 0.0, 1.0)];
        let way = way(&corners, 1.0, [4.0, 4.0], DVec3::Z * 4.0);
        let line =
            |tau: f64| Motion { position: DVec3::new(3.0, 0.0, 1.0 + 4.0 * (tau - 1.0)), velocity: DVec3::Z * 4.0 };
        let at = |tau: f64| way.at((tau * 1e9) as Nanos, line(tau));
        // Both slopes equal the length: constant speed.
        for (tau, want, leg) in [(0.0, DVec3::ZERO, 0), (0.5, DVec3::X * 2.0, 0), (0.875, DVec3::new(3.0, 0.0, 0.5), 1)]
        {
            let (motion, on) = at(tau);
            assert!((motion.position - want).length() < 1e-9 && on == leg, "{tau}: {motion:?}");
            assert!((motion.velocity.length() - 4.0).abs() < 1e-9);
        }
        assert!((at(0.999_999_999).0.position - line(1.0).position).length() < 1e-6);
        // A prediction that went elsewhere is still where it ends.
        let elsewhere = Motion { position: DVec3::new(5.0, 0.0, 1.0), velocity: DVec3::X };
        assert!((way.at(999_999_999, elsewhere).0.position - elsewhere.position).length() < 1e-6);
    }

    #[test]
    fn heights_go_from_the_shown_to_the_predicted_one() {
        let mut route = [DVec3::ZERO, DVec3::X * 1.0, DVec3::new(4.0, 2.0, 0.0)];
        let length = polyline_length(&route);
        lift_route(&mut route, [1.0, 2.0], length);
        assert_eq!((route[0].y, route[2].y), (1.0, 4.0));
        assert!((route[1].y - (1.0 + 1.0 / length)).abs() < 1e-12);
    }
}
