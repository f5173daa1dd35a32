//! Shortest ways over polygons, drops and links, pulled straight.

use super::adjacency::Inlet;
use super::funnel::{Portal, pull_string};
use super::geometry::{distance, flat};
use super::walk::{Walker, segment_enters_box};
use super::{MeshSurface, Polygon, SurfacePoint};
use crate::base::arena::{Arena, ArenaId};
use crate::base::math::{DVec2, DVec3};
use crate::world::links::Link;
use crate::world::query::{
    AreaFilter, Budget, EdgeKind, Metric, Path, PathLimit, PathPoint, PathStatus, Search, ridden,
};
use alloc::collections::BinaryHeap;
use alloc::vec::Vec;
use core::cmp::Ordering;

const NO_NODE: u32 = u32::MAX;
/// A polygon with more ways out than this counts as more than one place.
const EDGES_PER_NODE: usize = 16;
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
    /// What a metre costs.
    pub(in crate::world) metric: Metric,
}

/// How the search came to a polygon.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Via {
    Start,
    /// Through this span of the parent's polygon.
    Walk(u16),
    /// Through this inlet of the parent's polygon.
    Enter(u16),
    /// Over the edge at this place.
    Fall(DVec3),
    /// Through a link, entered at this place.
    Link(ArenaId, DVec3),
}

/// A polygon as reached on foot, or the far end of a link: arriving by link is another place on the polygon.
#[derive(Clone, Copy, Debug)]
struct Node {
    stamp: u32,
    polygon: u32,
    parent: u32,
    via: Via,
    cost: f64,
    /// Where the polygon was entered.
    entry: DVec3,
}

const UNSEEN: Node = Node { stamp: 0, polygon: 0, parent: NO_NODE, via: Via::Start, cost: 0.0, entry: DVec3::ZERO };

/// An entry of the open list; the greatest is expanded first: least total, then least rest, then lowest number.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Candidate {
    total: f64,
    cost: f64,
    node: u32,
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
        order.then(other.node.cmp(&self.node))
    }
}

/// Working memory of searches over polygons. A node counts only when its stamp is the present one, so that starting anew
/// clears nothing.
#[derive(Clone, Debug, Default)]
pub(crate) struct MeshScratch {
    /// By polygon number; behind them two per link, one for each direction.
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

    fn start(&mut self) {
        self.open.clear();
        self.stamp = self.stamp.wrapping_add(1);
        if self.stamp == 0 {
            self.nodes.fill(UNSEEN);
            self.stamp = 1;
        }
    }

    fn node(&self, number: u32) -> Option<&Node> {
        self.nodes.get(number as usize).filter(|n| n.stamp == self.stamp)
    }

    /// Notes a way to a node if it is the cheapest so far. `rest` bounds the cost from there to the goal from below.
    fn reach(&mut self, number: u32, node: Node, rest: f64) {
        if self.node(number).is_some_and(|known| node.cost >= known.cost) {
            return;
        }
        if self.nodes.len() <= number as usize {
            self.nodes.resize(number as usize + 1, UNSEEN);
        }
        self.nodes[number as usize] = Node { stamp: self.stamp, ..node };
        self.open.push(Candidate { total: node.cost + rest, cost: node.cost, node: number });
    }
}

/// Where the search wants to go.
#[derive(Clone, Copy)]
pub(crate) struct Goal {
    pub(crate) point: DVec3,
    /// The polygon it lies on; `None` = off the surface, the way ends at the nearest reachable place.
    pub(crate) polygon: Option<u32>,
}

/// A node that is being expanded.
struct Expansion<'a> {
    number: u32,
    node: Node,
    polygon: &'a Polygon,
    /// Price of a metre in this polygon.
    own_price: f64,
    goal: DVec3,
    /// Least price of a metre anywhere.
    price: f64,
    walker: &'a Walker,
}

impl Expansion<'_> {
    /// Notes a way from here to another node.
    fn reach(&self, number: u32, polygon: u32, via: Via, cost: f64, entry: DVec3, scratch: &mut MeshScratch) {
        let node = Node { stamp: 0, polygon, parent: self.number, via, cost, entry };
        scratch.reach(number, node, distance(entry, self.goal) * self.price);
    }
}

impl MeshSurface {
    /// A* over polygons, entered at the point of each portal that lies best for the goal; then string pulling between
    /// links and falls. Points are relative to the origin.
    pub(crate) fn path(
        &self,
        roads: &MeshRoads<'_>,
        start: SurfacePoint,
        goal: Goal,
        limit: PathLimit,
        scratch: &mut MeshScratch,
        out: &mut Path,
    ) -> Search {
        let walker = Walker { filter: *roads.filter, airborne: false, ignore_doors: false };
        let price = self.least_price(roads);
        scratch.start();
        let first = Node { polygon: start.polygon, entry: start.point, ..UNSEEN };
        scratch.reach(start.polygon, first, distance(start.point, goal.point) * price);
        // (distance from the goal, cost, node) of the best place for a partial way.
        let mut nearest = (f64::INFINITY, f64::INFINITY, start.polygon);
        // Cost of the goal and the node before it.
        let mut last = (f64::INFINITY, NO_NODE);
        let (mut reached, mut cut) = (false, None);
        let mut budget = Budget::new(limit.nodes);
        while let Some(candidate) = scratch.open.pop() {
            if candidate.node == GOAL {
                reached = true;
                break;
            }
            let node = *scratch.node(candidate.node).expect("only reached nodes are opened");
            // Entries that were overtaken by a cheaper way stay in the heap until they come up.
            if candidate.cost != node.cost {
                continue;
            }
            let number = candidate.node;
            let polygon = self.polygon(node.polygon);
            // The first place is always looked at: a path begins somewhere.
            let work = 1 + (polygon.spans.len() + polygon.inlets.len() + polygon.departures.len()) / EDGES_PER_NODE;
            if (candidate.total > limit.cost || !budget.take(work)) && nearest.0 < f64::INFINITY {
                cut = Some(candidate.total);
                break;
            }
            let own_price = f64::from(roads.costs[polygon.area as usize]);
            if goal.polygon == Some(node.polygon) && !self.leg_is_blocked(polygon, node.entry, goal.point) {
                let cost = node.cost + distance(node.entry, goal.point) * own_price;
                if cost < last.0 {
                    last = (cost, number);
                    scratch.open.push(Candidate { total: cost, cost, node: GOAL });
                }
            }
            let key = (distance(self.nearest_to(polygon, goal.point), goal.point), node.cost, number);
            if key < nearest {
                nearest = key;
            }
            let from = Expansion { number, node, polygon, own_price, goal: goal.point, price, walker: &walker };
            self.expand_edges(roads, &from, scratch);
            self.expand_links(roads, &from, scratch);
        }
        let (cost, last) = if reached { last } else { (f64::INFINITY, nearest.2) };
        let end = if reached { goal.point } else { self.approach(last, goal.point, &walker, scratch) };
        self.trace(start, last, end, scratch, out);
        match cut {
            Some(least) => Search { status: PathStatus::Cut, least },
            None if reached => Search { status: PathStatus::Complete, least: cost },
            None => Search { status: PathStatus::Partial, least: f64::INFINITY },
        }
    }

    fn nearest_to(&self, polygon: &Polygon, p: DVec3) -> DVec3 {
        polygon.on(polygon.nearest_ground(flat(p)))
    }

    /// The place of a reached node's polygon nearest to `p` that no closed box hides from its entry.
    fn approach(&self, number: u32, p: DVec3, walker: &Walker, scratch: &MeshScratch) -> DVec3 {
        let Node { entry, polygon, .. } = *scratch.node(number).expect("the nearest node was reached");
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
        if let Metric::Time { speed, fastest_link } = roads.metric {
            return if roads.filter.use_links && fastest_link > speed {
                speed / fastest_link * (1.0 - 1e-9)
            } else {
                1.0
            };
        }
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

    fn expand_edges(&self, roads: &MeshRoads<'_>, from: &Expansion<'_>, scratch: &mut MeshScratch) {
        for (at, span) in from.polygon.spans.iter().enumerate() {
            let (left, right) = from.polygon.portal(span);
            let Some((gate, cost)) = self.cost_to_gate(from, span.to, left, right) else { continue };
            if span.kind == EdgeKind::Open {
                from.reach(span.to, span.to, Via::Walk(at as u16), cost, gate, scratch);
                continue;
            }
            let below = self.polygon(span.to);
            let landing = self.nearest_to(below, gate);
            let cost = cost + distance(gate, landing) * f64::from(roads.costs[below.area as usize]);
            if !self.is_closed(landing) {
                from.reach(span.to, span.to, Via::Fall(gate), cost, landing, scratch);
            }
        }
        for (at, inlet) in from.polygon.inlets.iter().enumerate() {
            if let Some((gate, cost)) = self.cost_to_gate(from, inlet.to, inlet.left, inlet.right) {
                from.reach(inlet.to, inlet.to, Via::Enter(at as u16), cost, gate, scratch);
            }
        }
    }

    /// Where one goes through a portal to polygon `to`, and what it costs to get there; `None` when one may not.
    fn cost_to_gate(&self, from: &Expansion<'_>, to: u32, left: DVec3, right: DVec3) -> Option<(DVec3, f64)> {
        if !self.passable(self.polygon(to), from.walker) {
            return None;
        }
        let gate = self.gate(from.polygon, from.node.entry, left, right, from.goal)?;
        Some((gate, from.node.cost + distance(from.node.entry, gate) * from.own_price))
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

    fn expand_links(&self, roads: &MeshRoads<'_>, from: &Expansion<'_>, scratch: &mut MeshScratch) {
        if !roads.filter.use_links {
            return;
        }
        for departure in &from.polygon.departures {
            let Some(link) = roads.links.get(departure.link) else { continue };
            let Some(ends) = &link.ends else { continue };
            let (enter, exit) = if departure.forward { (ends.from, ends.to) } else { (ends.to, ends.from) };
            let Some(to) = exit.polygon else { continue };
            let allowed = link.closed == 0 && roads.filter.allowed >> link.area & 1 != 0;
            if !allowed || !self.passable(self.polygon(to), from.walker) || self.is_closed(exit.point) {
                continue;
            }
            if self.leg_is_blocked(from.polygon, from.node.entry, enter.point) {
                continue;
            }
            let ride = match roads.metric {
                Metric::Price => link.length(ends, roads.walk_speed) * f64::from(roads.costs[link.area as usize]),
                Metric::Time { speed, .. } => ridden(link.seconds(), distance(enter.point, exit.point), speed),
            };
            let cost = from.node.cost + distance(from.node.entry, enter.point) * from.own_price + ride;
            let number = self.capacity() as u32 + 2 * departure.link.index + u32::from(departure.forward);
            from.reach(number, to, Via::Link(departure.link, enter.point), cost, exit.point, scratch);
        }
    }

    fn is_closed(&self, p: DVec3) -> bool {
        self.closed_boxes.iter().any(|b| self.is_in_box(b, p))
    }

    /// Writes the way to `end` on the polygon of node `last`.
    fn trace(&self, start: SurfacePoint, last: u32, end: DVec3, scratch: &mut MeshScratch, out: &mut Path) {
        scratch.corridor.clear();
        let mut at = last;
        while at != NO_NODE {
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
            let parent = scratch.node(node.parent).expect("the corridor was reached").polygon;
            match node.via {
                Via::Enter(inlet) => {
                    let Inlet { left, right, .. } = self.polygon(parent).inlets[inlet as usize];
                    scratch.portals.push(Portal { left, right, entry: node.entry });
                }
                Via::Walk(span) => {
                    let parent = self.polygon(parent);
                    let (left, right) = parent.portal(&parent.spans[span as usize]);
                    scratch.portals.push(Portal { left, right, entry: node.entry });
                }
                Via::Fall(edge) => {
                    self.pull(begin, edge, scratch, out);
                    push(out, node.entry);
                    begin = node.entry;
                }
                Via::Link(link, enter) => {
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
