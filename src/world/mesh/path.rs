//! Shortest ways over polygons, drops and links, pulled straight.

use super::funnel::{Portal, pull_string};
use super::geometry::{distance, flat};
use super::walk::{Walker, segment_enters_box};
use super::{MeshSurface, Polygon, SurfacePoint};
use crate::base::arena::{Arena, ArenaId};
use crate::base::math::{DVec2, DVec3};
use crate::world::links::Link;
use crate::world::query::{AreaFilter, EdgeKind, Path, PathPoint, PathStatus};
use alloc::collections::BinaryHeap;
use alloc::vec::Vec;
use core::cmp::Ordering;

const NO_POLYGON: u32 = u32::MAX;
/// Stands for the goal itself in the open list.
const GOAL: u32 = u32::MAX;

/// The level as a search sees it.
#[derive(Clone, Copy)]
pub(crate) struct MeshRoads<'a> {
    pub(crate) links: &'a Arena<Link>,
    /// Price per metre of each area kind.
    pub(crate) costs: &'a [f32; 64],
    pub(crate) filter: &'a AreaFilter,
    /// Metres per second at which the travel time of links counts.
    pub(crate) walk_speed: f64,
    /// No link is cheaper than this share of its straight length, before the area's price.
    pub(crate) link_pace: f64,
}

/// How the search came to a polygon.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Via {
    Start,
    /// Through this span of the parent.
    Walk(u16),
    /// Over the edge at this place.
    Fall(DVec3),
    /// Through a link, entered at this place.
    Link(ArenaId, DVec3),
}

#[derive(Clone, Copy, Debug)]
struct Node {
    stamp: u32,
    parent: u32,
    via: Via,
    cost: f64,
    /// Where the polygon was entered.
    entry: DVec3,
}

const UNSEEN: Node = Node { stamp: 0, parent: NO_POLYGON, via: Via::Start, cost: 0.0, entry: DVec3::ZERO };

/// An entry of the open list; the greatest is expanded first: least total, then least rest, then lowest number.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Candidate {
    total: f64,
    cost: f64,
    polygon: u32,
}

impl Eq for Candidate {}

impl PartialOrd for Candidate {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Candidate {
    fn cmp(&self, other: &Self) -> Ordering {
        let order = other.total.total_cmp(&self.total).then(self.cost.total_cmp(&other.cost));
        order.then(other.polygon.cmp(&self.polygon))
    }
}

/// Working memory of searches over polygons. A node counts only when its stamp is the present one, so that starting anew
/// clears nothing.
#[derive(Clone, Debug, Default)]
pub(crate) struct MeshScratch {
    nodes: Vec<Node>,
    stamp: u32,
    open: BinaryHeap<Candidate>,
    corridor: Vec<u32>,
    portals: Vec<Portal>,
    corners: Vec<DVec3>,
}

impl MeshScratch {
    pub(crate) fn bytes(&self) -> usize {
        self.nodes.capacity() * size_of::<Node>()
            + self.open.capacity() * size_of::<Candidate>()
            + self.corridor.capacity() * 4
            + self.portals.capacity() * size_of::<Portal>()
            + self.corners.capacity() * size_of::<DVec3>()
    }

    fn start(&mut self, polygons: usize) {
        self.open.clear();
        if self.nodes.len() < polygons {
            self.nodes.resize(polygons, UNSEEN);
        }
        self.stamp = self.stamp.wrapping_add(1);
        if self.stamp == 0 {
            self.nodes.fill(UNSEEN);
            self.stamp = 1;
        }
    }

    fn node(&self, polygon: u32) -> Option<&Node> {
        Some(&self.nodes[polygon as usize]).filter(|n| n.stamp == self.stamp)
    }

    /// Notes a way to a polygon if it is the cheapest so far. `rest` bounds the cost from there to the goal from below.
    fn reach(&mut self, polygon: u32, parent: u32, via: Via, cost: f64, entry: DVec3, rest: f64) {
        if self.node(polygon).is_none_or(|known| cost < known.cost) {
            self.nodes[polygon as usize] = Node { stamp: self.stamp, parent, via, cost, entry };
            self.open.push(Candidate { total: cost + rest, cost, polygon });
        }
    }
}

/// Where the search wants to go.
#[derive(Clone, Copy)]
pub(crate) struct Goal {
    pub(crate) point: DVec3,
    /// The polygon it lies on; `None` = off the surface, the way ends at the nearest reachable place.
    pub(crate) polygon: Option<u32>,
}

impl MeshSurface {
    /// A* over polygons, entered at the point of each portal that lies best for the goal; then string pulling between
    /// links and falls. Points are relative to the origin.
    pub(crate) fn path(
        &self,
        roads: &MeshRoads<'_>,
        start: SurfacePoint,
        goal: Goal,
        scratch: &mut MeshScratch,
        out: &mut Path,
    ) -> PathStatus {
        let walker = Walker { filter: *roads.filter, airborne: false, ignore_doors: false };
        let price = self.least_price(roads);
        scratch.start(self.capacity());
        scratch.reach(
            start.polygon,
            NO_POLYGON,
            Via::Start,
            0.0,
            start.point,
            distance(start.point, goal.point) * price,
        );
        // (distance from the goal, cost, polygon) of the best place for a partial way.
        let mut nearest = (f64::INFINITY, f64::INFINITY, start.polygon);
        let mut best_goal = f64::INFINITY;
        let mut reached = false;
        while let Some(candidate) = scratch.open.pop() {
            if candidate.polygon == GOAL {
                reached = true;
                break;
            }
            let node = *scratch.node(candidate.polygon).expect("only reached polygons are opened");
            // Entries that were overtaken by a cheaper way stay in the heap until they come up.
            if candidate.cost != node.cost {
                continue;
            }
            let number = candidate.polygon;
            let polygon = self.polygon(number);
            let own_price = f64::from(roads.costs[polygon.area as usize]);
            if goal.polygon == Some(number) && !self.leg_is_blocked(polygon, node.entry, goal.point) {
                let cost = node.cost + distance(node.entry, goal.point) * own_price;
                if cost < best_goal {
                    best_goal = cost;
                    scratch.open.push(Candidate { total: cost, cost, polygon: GOAL });
                }
            }
            let key = (distance(self.nearest_to(polygon, goal.point), goal.point), node.cost, number);
            if key < nearest {
                nearest = key;
            }
            self.expand_spans(roads, number, &node, own_price, goal.point, price, &walker, scratch);
            self.expand_links(roads, number, &node, own_price, goal.point, price, &walker, scratch);
        }
        let last = if reached { goal.polygon.unwrap_or(nearest.2) } else { nearest.2 };
        let end = if reached { goal.point } else { self.approach(last, goal.point, &walker, scratch) };
        self.trace(roads, start, last, end, scratch, out);
        if reached { PathStatus::Complete } else { PathStatus::Partial }
    }

    fn nearest_to(&self, polygon: &Polygon, p: DVec3) -> DVec3 {
        polygon.on(polygon.nearest_ground(flat(p)))
    }

    /// The place of a reached polygon nearest to `p` that no closed box hides from its entry.
    fn approach(&self, polygon: u32, p: DVec3, walker: &Walker, scratch: &MeshScratch) -> DVec3 {
        let entry = scratch.node(polygon).expect("the nearest polygon was reached").entry;
        let wish = self.nearest_to(self.polygon(polygon), p);
        if self.leg_is_blocked(self.polygon(polygon), entry, wish) {
            self.walk(SurfacePoint { point: entry, polygon }, wish, walker).point
        } else {
            wish
        }
    }

    /// What a metre of straight distance costs at least, so that the estimate never exceeds the truth, even where a
    /// teleporter makes far places near.
    fn least_price(&self, roads: &MeshRoads<'_>) -> f64 {
        let allowed = (0..64).filter(|area| roads.filter.allowed >> area & 1 != 0);
        let least = allowed.map(|area| f64::from(roads.costs[area])).fold(f64::INFINITY, f64::min);
        let pace = if roads.filter.use_links { roads.link_pace.min(1.0) } else { 1.0 };
        if least.is_finite() { least * pace * (1.0 - 1e-9) } else { 0.0 }
    }

    /// Whether a closed box stands between two places of a polygon.
    fn leg_is_blocked(&self, polygon: &Polygon, from: DVec3, to: DVec3) -> bool {
        polygon.boxed > 0 && self.segment_is_blocked(from, to)
    }

    fn segment_is_blocked(&self, from: DVec3, to: DVec3) -> bool {
        self.closed_boxes.iter().any(|b| segment_enters_box(b, self.tolerances.step, from, to).is_some())
    }

    #[allow(clippy::too_many_arguments)]
    fn expand_spans(
        &self,
        roads: &MeshRoads<'_>,
        number: u32,
        node: &Node,
        own_price: f64,
        goal: DVec3,
        price: f64,
        walker: &Walker,
        scratch: &mut MeshScratch,
    ) {
        let polygon = self.polygon(number);
        for (at, span) in polygon.spans.iter().enumerate() {
            let other = self.polygon(span.to);
            if !self.passable(other, walker) {
                continue;
            }
            let (left, right) = polygon.portal(span);
            let Some(gate) = self.gate(polygon, node.entry, left, right, goal) else { continue };
            let cost = node.cost + distance(node.entry, gate) * own_price;
            if span.kind == EdgeKind::Open {
                scratch.reach(span.to, number, Via::Walk(at as u16), cost, gate, distance(gate, goal) * price);
            } else {
                let landing = self.nearest_to(other, gate);
                let cost = cost + distance(gate, landing) * f64::from(roads.costs[other.area as usize]);
                if !self.is_closed(landing) {
                    scratch.reach(span.to, number, Via::Fall(gate), cost, landing, distance(landing, goal) * price);
                }
            }
        }
    }

    /// Where one goes through a portal: as near as it allows to the straight line to the goal; elsewhere on it when a
    /// closed box stands in the way.
    fn gate(&self, polygon: &Polygon, from: DVec3, left: DVec3, right: DVec3, goal: DVec3) -> Option<DVec3> {
        let best = left + (right - left) * crossing(flat(from), flat(goal), flat(left), flat(right));
        if !self.leg_is_blocked(polygon, from, best) {
            return Some(best);
        }
        [0.5, 0.0, 1.0, 0.25, 0.75]
            .into_iter()
            .map(|t| left + (right - left) * t)
            .find(|p| !self.leg_is_blocked(polygon, from, *p))
    }

    #[allow(clippy::too_many_arguments)]
    fn expand_links(
        &self,
        roads: &MeshRoads<'_>,
        number: u32,
        node: &Node,
        own_price: f64,
        goal: DVec3,
        price: f64,
        walker: &Walker,
        scratch: &mut MeshScratch,
    ) {
        if !roads.filter.use_links {
            return;
        }
        let polygon = self.polygon(number);
        for departure in &polygon.departures {
            let Some(link) = roads.links.get(departure.link) else { continue };
            let Some(ends) = &link.ends else { continue };
            let (enter, exit) = if departure.forward { (ends.from, ends.to) } else { (ends.to, ends.from) };
            let Some(to) = exit.polygon else { continue };
            let allowed = link.closed == 0 && roads.filter.allowed >> link.area & 1 != 0;
            if !allowed || !self.passable(self.polygon(to), walker) || self.is_closed(exit.point) {
                continue;
            }
            if self.leg_is_blocked(polygon, node.entry, enter.point) {
                continue;
            }
            let ride = link.length(ends, roads.walk_speed) * f64::from(roads.costs[link.area as usize]);
            let cost = node.cost + distance(node.entry, enter.point) * own_price + ride;
            let via = Via::Link(departure.link, enter.point);
            scratch.reach(to, number, via, cost, exit.point, distance(exit.point, goal) * price);
        }
    }

    fn is_closed(&self, p: DVec3) -> bool {
        self.closed_boxes.iter().any(|b| self.is_in_box(b, p))
    }

    /// Writes the way to `end` on polygon `last`.
    fn trace(
        &self,
        roads: &MeshRoads<'_>,
        start: SurfacePoint,
        last: u32,
        end: DVec3,
        scratch: &mut MeshScratch,
        out: &mut Path,
    ) {
        scratch.corridor.clear();
        let mut at = last;
        while at != NO_POLYGON {
            scratch.corridor.push(at);
            at = scratch.node(at).expect("parents were reached").parent;
        }
        scratch.corridor.reverse();
        out.points.clear();
        out.length = 0.0;
        push(out, start.point);
        scratch.portals.clear();
        let mut begin = start.point;
        for i in 1..scratch.corridor.len() {
            let node = *scratch.node(scratch.corridor[i]).expect("the corridor was reached");
            match node.via {
                Via::Walk(span) => {
                    let parent = self.polygon(node.parent);
                    let (left, right) = parent.portal(&parent.spans[span as usize]);
                    scratch.portals.push(Portal { left, right, entry: node.entry });
                }
                Via::Fall(edge) => {
                    self.pull(begin, edge, scratch, out);
                    push(out, node.entry);
                    begin = node.entry;
                }
                Via::Link(link, enter) => {
                    debug_assert!(roads.links.get(link).is_some());
                    self.pull(begin, enter, scratch, out);
                    out.points.last_mut().expect("a path has a start").link = Some(link);
                    out.length += distance(enter, node.entry);
                    out.points.push(PathPoint { position: node.entry, link: None });
                    begin = node.entry;
                }
                Via::Start => {}
            }
        }
        self.pull(begin, end, scratch, out);
    }

    /// Adds the way from `begin` through the portals collected so far to `end`, and forgets the portals.
    fn pull(&self, begin: DVec3, end: DVec3, scratch: &mut MeshScratch, out: &mut Path) {
        let MeshScratch { portals, corners, .. } = scratch;
        corners.clear();
        pull_string(begin, portals, end, corners);
        if !self.closed_boxes.is_empty() {
            let mut from = begin;
            let blocked = corners.iter().any(|&to| self.segment_is_blocked(core::mem::replace(&mut from, to), to));
            if blocked {
                // The search itself kept clear of closed boxes, polygon by polygon.
                corners.clear();
                corners.extend(portals.iter().map(|p| p.entry));
                corners.push(end);
            }
        }
        corners.iter().for_each(|&p| push(out, p));
        portals.clear();
    }
}

/// Adds a corner unless the path is there already.
fn push(out: &mut Path, position: DVec3) {
    if let Some(last) = out.points.last() {
        if last.position == position {
            return;
        }
        out.length += distance(last.position, position);
    }
    out.points.push(PathPoint { position, link: None });
}

/// Where on the segment left → right the line from `from` to `goal` crosses it, as a share clamped to it; where they are
/// parallel the point nearest to `from`.
fn crossing(from: DVec2, goal: DVec2, left: DVec2, right: DVec2) -> f64 {
    let (way, gap) = (goal - from, right - left);
    let across = way.x * gap.y - way.y * gap.x;
    let to_left = left - from;
    let t = if across.abs() > 1e-12 {
        // to_left + t gap is parallel to way.
        let numerator = to_left.x * way.y - to_left.y * way.x;
        let forward = (to_left.x * gap.y - to_left.y * gap.x) / across;
        // A portal behind: nearest to where we are.
        if forward >= 0.0 { numerator / across } else { -to_left.dot(gap) / gap.length_squared() }
    } else {
        -to_left.dot(gap) / gap.length_squared().max(f64::MIN_POSITIVE)
    };
    t.clamp(0.0, 1.0)
}
