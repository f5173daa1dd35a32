//! One strategy: a centre line with its polygon, whether somebody is inside, and the way ahead along it.
//!
//! **Containment.** A polygon that does not cross itself is asked by the paper's even-odd test. Any other is replaced by the corridors of its
//! segments: inside is who is within the threshold of some segment (round at the corners). Either way both ends are open: flat, the threshold
//! beyond the end of the route, so that who starts or stops a little beside the place where others did is inside; and the height must be that of a near segment within the reach of a floor, so that a bridge is not the road below it.

use super::offset::{MITRE_LIMIT, Turn, directions, left, parallel};
use super::params::StrategyParams;
use super::polygon::Polygon;
use super::route::Route;
use super::simplify::{foot, merge_short};
use crate::base::math::{DVec2, DVec3, ground, lift};
use alloc::vec::Vec;

/// Cosine of the largest angle between heading and route at which somebody follows it (60°).
const HEADING_COSINE: f64 = 0.5;

/// One strategy.
#[derive(Clone, Debug)]
pub(super) struct Lane {
    /// The centre line.
    pub(super) route: Route,
    /// Number of the route it is a parallel of.
    pub(super) source: u32,
    /// Direction of each segment.
    directions: Vec<DVec2>,
    /// For each point, from it to the parallel 1 m to the left.
    mitres: Vec<DVec2>,
    pub(super) polygon: Polygon,
    threshold: f64,
    floor_reach: f64,
}

/// Somebody who may follow a strategy.
#[derive(Clone, Copy)]
pub(super) struct Mover {
    pub(super) position: DVec3,
    /// Unit heading in the ground plane; `None` for somebody who stands.
    pub(super) heading: Option<DVec2>,
    /// Whether the heading must fit the route.
    pub(super) strict: bool,
}

/// Where on a strategy somebody is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Place {
    pub(super) segment: u32,
    /// Between the ends of the segment's parallel through that place: 0 to 1, or beyond at the ends of the route.
    pub(super) share: f64,
    /// Metres to the left of the centre line, at most the threshold.
    pub(super) lateral: f64,
    /// Heading along the route or against it.
    pub(super) forward: bool,
}

/// The way from a place along its strategy.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Advance {
    pub(super) displacement: DVec3,
    /// Direction at its end; length 1 in the ground plane.
    pub(super) direction: DVec3,
}

impl Lane {
    /// The strategy `offset` metres to the left of a route; `None` when nothing is left of so narrow a bend.
    pub(super) fn new(route: &Route, source: u32, offset: f64, params: &StrategyParams) -> Option<Self> {
        let centre = if offset == 0.0 { route.clone() } else { beside(route, offset)? };
        let directions = directions(centre.local());
        let mut mitres = Vec::with_capacity(directions.len() + 1);
        mitres.push(left(directions[0]));
        mitres.extend(directions.windows(2).map(|pair| Turn::new(pair[0], pair[1]).mitre()));
        mitres.push(left(directions[directions.len() - 1]));
        Some(Self {
            polygon: Polygon::around(centre.local(), params.threshold),
            route: centre,
            source,
            directions,
            mitres,
            threshold: params.threshold,
            floor_reach: params.floor_reach,
        })
    }

    /// How far from the centre line a place inside can lie.
    pub(super) fn reach(threshold: f64) -> f64 {
        // A little more than the longest mitre, for rounding.
        threshold * MITRE_LIMIT * 1.000_001
    }

    /// Where `mover` is on this strategy, if it is inside and heads along it. `segments` names, in order, at least all segments within
    /// [`Lane::reach`] of it.
    pub(super) fn find(&self, mover: &Mover, segments: impl Iterator<Item = u32>) -> Option<Place> {
        let local = mover.position - self.route.origin();
        let point = ground(local);
        let corridor = self.threshold + self.polygon.tolerance;
        let last = self.route.segments() - 1;
        let (mut inside, mut nearest) = (false, None);
        let reach = Self::reach(self.threshold);
        let mut least = reach * reach;
        for segment in segments {
            let i = segment as usize;
            let (a, b) = (self.route.local()[i], self.route.local()[i + 1]);
            let (t, beside) = foot(point, ground(a), ground(b));
            if (local.y - (a.y + (b.y - a.y) * t)).abs() > self.floor_reach {
                continue;
            }
            let squared = beside.length_squared();
            inside |= squared <= corridor * corridor
                || (i == 0 && self.is_before(point, -self.directions[0], 0))
                || (i == last && self.is_before(point, self.directions[last], last + 1));
            let along = mover.heading.map_or(1.0, |heading| heading.dot(self.directions[i]));
            let fits = !mover.strict || along.abs() >= HEADING_COSINE;
            if fits && squared < least {
                (least, nearest) = (squared, Some((i, along >= 0.0)));
            }
        }
        if self.polygon.is_simple() {
            inside = self.polygon.contains(point);
        }
        let (segment, forward) = nearest.filter(|_| inside)?;
        Some(self.place(segment, point, forward))
    }

    /// Whether `point` is in the square before an end of the route.
    fn is_before(&self, point: DVec2, outwards: DVec2, end: usize) -> bool {
        let from = point - ground(self.route.local()[end]);
        let corridor = self.threshold + self.polygon.tolerance;
        (0.0..=corridor).contains(&from.dot(outwards)) && from.dot(left(outwards)).abs() <= corridor
    }

    fn place(&self, segment: usize, point: DVec2, forward: bool) -> Place {
        let along = self.directions[segment];
        let from = point - ground(self.route.local()[segment]);
        let lateral = from.dot(left(along)).clamp(-self.threshold, self.threshold);
        // The parallel through the place runs from corner to corner; where along it is the place?
        let start = self.mitres[segment].dot(along) * lateral;
        let end = self.route.segment_length(segment) + self.mitres[segment + 1].dot(along) * lateral;
        let share = if end > start { (from.dot(along) - start) / (end - start) } else { 0.5 };
        let low = if segment == 0 { f64::NEG_INFINITY } else { 0.0 };
        let high = if segment + 1 == self.route.segments() { f64::INFINITY } else { 1.0 };
        let share = share.clamp(low, high);
        Place { segment: segment as u32, share, lateral, forward }
    }

    /// Whether a place read from bytes can be one of this strategy.
    pub(super) fn has(&self, place: &Place) -> bool {
        (place.segment as usize) < self.route.segments()
    }

    /// Metres from the start of the centre line.
    pub(super) fn along(&self, place: &Place) -> f64 {
        let segment = place.segment as usize;
        self.route.length_before(segment) + place.share * self.route.segment_length(segment)
    }

    /// The way `distance` metres (not negative) along the parallel through `place`. Behind the end of the route it goes on straight and level.
    pub(super) fn advance(&self, place: &Place, distance: f64) -> Advance {
        let points = self.route.local();
        let corner = |j: usize| (ground(points[j]) + self.mitres[j] * place.lateral, points[j].y);
        let mut segment = place.segment as usize;
        let ((a, low), (b, high)) = (corner(segment), corner(segment + 1));
        let start = (a + (b - a) * place.share, low + (high - low) * place.share);
        let (mut at, mut height) = start;
        let mut rest = distance;
        let end = if place.forward { self.route.segments() - 1 } else { 0 };
        let direction = if place.forward { self.directions[end] } else { -self.directions[end] };
        loop {
            let (target, target_height) = corner(if place.forward { segment + 1 } else { segment });
            let behind = segment == end && direction.dot(target - at) <= 0.0;
            if behind {
                let displacement = lift(at + direction * rest - start.0, height - start.1);
                return Advance { displacement, direction: lift(direction, 0.0) };
            }
            let way = target - at;
            let length = way.length();
            if rest <= length && length > 0.0 {
                let part = rest / length;
                let slope = (target_height - height) / length;
                return Advance {
                    displacement: lift(at + way * part - start.0, height + (target_height - height) * part - start.1),
                    direction: lift(way / length, slope),
                };
            }
            rest -= length;
            (at, height) = (target, target_height);
            if segment != end {
                segment = if place.forward { segment + 1 } else { segment - 1 };
            }
        }
    }

    pub(super) fn bytes(&self) -> usize {
        let vectors = self.directions.capacity() + self.mitres.capacity();
        self.route.bytes() + self.polygon.bytes() + vectors * size_of::<DVec2>()
    }
}

/// The line parallel to a route as a route of its own, without the loops that narrow bends leave.
fn beside(route: &Route, offset: f64) -> Option<Route> {
    let points = route.local();
    let directions = directions(points);
    let made = parallel(points, &directions, offset);
    let mut line: Vec<DVec3> = Vec::with_capacity(made.points.len());
    let mut sources: Vec<usize> = Vec::with_capacity(made.points.len());
    for (point, i) in made.points {
        // An edge that runs against its segment shrinks to its middle, with what came before it.
        let mut point = lift(point, points[i].y);
        while let (Some(before), Some(j)) = (line.last(), sources.last())
            && *j != i
            && ground(point - *before).dot(directions[*j]) < 0.0
        {
            point = (point + *before) * 0.5;
            line.pop();
            sources.pop();
        }
        line.push(point);
        sources.push(i);
    }
    // The same origin as the route's, so that both move alike.
    Route::from_local(route.origin(), merge_short(&line, 0.0)).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn params(threshold: f64) -> StrategyParams {
        StrategyParams { threshold, parallels: 1, floor_reach: 1.5, ..StrategyParams::default() }
    }

    fn lane(line: &[[f64; 3]], threshold: f64) -> Lane {
        let points: Vec<DVec3> = line.iter().map(|p| DVec3::from_array(*p)).collect();
        Lane::new(&Route::new(&points).unwrap(), 0, 0.0, &params(threshold)).unwrap()
    }

    fn find(lane: &Lane, position: [f64; 3], heading: Option<(f64, f64)>, strict: bool) -> Option<Place> {
        let heading = heading.map(|(x, z)| DVec2::new(x, z).normalize());
        let mover = Mover { position: DVec3::from_array(position), heading, strict };
        lane.find(&mover, 0..lane.route.segments() as u32)
    }

    const CORNER: [[f64; 3]; 3] = [[100.0, 0.0, 0.0], [110.0, 0.0, 0.0], [110.0, 0.0, 10.0]];

    #[test]
    fn a_place_has_a_share_of_its_segment_a_side_and_a_direction() {
        let lane = lane(&CORNER, 2.0);
        // 1 m left (north) of the first segment, whose parallel runs from x = 100 to 111.
        let place = find(&lane, [105.5, 0.0, -1.0], Some((1.0, 0.0)), true).unwrap();
        assert_eq!(place, Place { segment: 0, share: 0.5, lateral: 1.0, forward: true });
        let place = find(&lane, [105.5, 0.0, -1.0], Some((-1.0, 0.1)), true).unwrap();
        assert!(!place.forward);
        assert_eq!(find(&lane, [105.5, 0.0, -1.0], Some((0.1, 1.0)), true), None, "heads across");
        assert!(find(&lane, [105.5, 0.0, -1.0], Some((0.1, 1.0)), false).is_some());
        assert!(find(&lane, [105.5, 0.0, -1.0], None, true).unwrap().forward, "stands");
        assert_eq!(find(&lane, [105.5, 0.0, 2.1], None, false), None, "outside");
    }

    #[test]
    fn the_way_ahead_turns_the_corner_beside_the_route() {
        let lane = lane(&CORNER, 2.0);
        let place = find(&lane, [105.5, 0.0, -1.0], Some((1.0, 0.0)), true).unwrap();
        // 5.5 m to the corner of the parallel at (111, -1), then south.
        assert_eq!(lane.advance(&place, 3.0).displacement, DVec3::new(3.0, 0.0, 0.0));
        let far = lane.advance(&place, 9.5);
        assert_eq!((far.displacement, far.direction), (DVec3::new(5.5, 0.0, 4.0), DVec3::Z));
        // The parallel ends at (111, 10); 10 m beyond it goes on straight.
        let beyond = lane.advance(&place, 5.5 + 11.0 + 10.0);
        assert_eq!((beyond.displacement, beyond.direction), (DVec3::new(5.5, 0.0, 21.0), DVec3::Z));
        let back = lane.advance(&Place { forward: false, ..place }, 7.5);
        assert_eq!((back.displacement, back.direction), (DVec3::new(-7.5, 0.0, 0.0), -DVec3::X));
        assert_eq!(lane.advance(&place, 0.0).displacement, DVec3::ZERO);
        assert_eq!(lane.along(&place), 5.0);
    }

    #[test]
    fn the_ends_are_open_by_the_threshold_and_the_way_begins_there() {
        let lane = lane(&CORNER, 2.0);
        let before = find(&lane, [98.5, 0.0, 0.0], Some((1.0, 0.0)), true).unwrap();
        assert_eq!((before.share, lane.along(&before)), (-0.15, -1.5));
        assert_eq!(lane.advance(&before, 11.5 + 4.0).displacement, DVec3::new(11.5, 0.0, 4.0));
        assert_eq!(lane.advance(&Place { forward: false, ..before }, 3.0).displacement, DVec3::new(-3.0, 0.0, 0.0));
        let behind = find(&lane, [109.0, 0.0, 11.5], Some((0.0, 1.0)), true).unwrap();
        assert_eq!(lane.advance(&behind, 3.0).displacement, DVec3::new(0.0, 0.0, 3.0));
        assert_eq!(lane.advance(&Place { forward: false, ..behind }, 3.0).displacement, DVec3::new(0.0, 0.0, -3.0));
        assert!(find(&lane, [97.9, 0.0, 0.0], None, false).is_none());
        assert!(find(&lane, [110.0, 0.0, 12.1], None, false).is_none());
    }

    #[test]
    fn heights_follow_the_route_and_end_level() {
        let lane = lane(&[[0.0, 0.0, 0.0], [10.0, 5.0, 0.0]], 2.0);
        let place = find(&lane, [4.0, 2.5, 1.0], Some((1.0, 0.0)), true).unwrap();
        let way = lane.advance(&place, 4.0);
        assert_eq!((way.displacement, way.direction), (DVec3::new(4.0, 2.0, 0.0), DVec3::new(1.0, 0.5, 0.0)));
        assert_eq!(lane.advance(&place, 8.0).displacement, DVec3::new(8.0, 3.0, 0.0));
    }

    #[test]
    fn another_floor_is_outside() {
        let lane = lane(&CORNER, 2.0);
        assert!(find(&lane, [105.0, 1.5, 0.0], None, false).is_some());
        assert!(find(&lane, [105.0, 1.6, 0.0], None, false).is_none());
        assert!(find(&lane, [105.0, -4.0, 0.0], None, false).is_none());
    }

    #[test]
    fn a_loop_and_a_bridge_are_handled_by_corridors() {
        // A loop that comes back over its beginning, on a bridge 4 m above it.
        let lane =
            lane(&[[0.0, 0.0, 0.0], [30.0, 0.0, 0.0], [30.0, 2.0, 20.0], [10.0, 4.0, 20.0], [10.0, 4.0, -20.0]], 2.0);
        assert!(!lane.polygon.is_simple());
        let below = find(&lane, [10.0, 0.0, 0.5], Some((1.0, 0.0)), true).unwrap();
        let above = find(&lane, [10.0, 4.0, 0.5], Some((0.0, -1.0)), true).unwrap();
        assert_eq!((below.segment, above.segment), (0, 3));
        assert!(find(&lane, [10.0, 4.0, 0.5], Some((1.0, 0.0)), true).is_none(), "no route that way up there");
        assert!(find(&lane, [20.0, 1.0, 10.0], None, false).is_none(), "inside the loop is not on it");
        // Square ends, round corners.
        assert!(find(&lane, [-2.0, 0.0, -2.0], None, false).is_some());
        assert!(find(&lane, [-2.1, 0.0, 0.0], None, false).is_none());
        assert!(find(&lane, [31.4, 0.0, -1.4], None, false).is_some());
        assert!(find(&lane, [31.5, 0.0, -1.5], None, false).is_none());
    }

    #[test]
    fn a_parallel_of_a_narrow_bend_loses_its_loop() {
        let points: Vec<DVec3> =
            [[0.0, 0.0], [20.0, 0.0], [20.0, 4.0], [0.0, 4.0]].iter().map(|p| DVec3::new(p[0], 0.0, p[1])).collect();
        let route = Route::new(&points).unwrap();
        let wide = Lane::new(&route, 0, 3.0, &params(2.0)).unwrap();
        let want = [[0.0, -3.0], [23.0, -3.0], [23.0, 7.0], [0.0, 7.0]];
        assert!(wide.route.points().zip(want).all(|(p, w)| p == DVec3::new(w[0], 0.0, w[1])));
        // 3 m inside a bend of 4 m there is no parallel middle piece left.
        let narrow = Lane::new(&route, 0, -3.0, &params(2.0)).unwrap();
        assert_eq!(narrow.route.segments(), 2);
        let tip: Vec<DVec3> = narrow.route.points().collect();
        assert_eq!(tip[1], DVec3::new(17.0, 0.0, 2.0));
    }
}
