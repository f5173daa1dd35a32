//! Shortest ways over cells and links, pulled straight.

use super::GridSurface;
use super::search::{GridScratch, NO_NODE};
use super::walk::{Footing, Gait};
use crate::base::math::DVec3;
use crate::base::{Error, Result};
use crate::world::LinkId;
use crate::world::cells::{CellIndex, CellSpace, EAST, NORTH, SOUTH, WEST};
use crate::world::query::{
    AreaFilter, Budget, Location, Metric, Path, PathLimit, PathPoint, PathStatus, Search, ridden,
};
use alloc::format;

/// Price per metre of each area kind.
pub type AreaCosts = [f32; 64];

/// One direction of a usable link between cells.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GridLink {
    /// Cell it leaves from.
    pub from: CellIndex,
    /// Cell it arrives at.
    pub to: CellIndex,
    /// Where it is entered, on the floor of `from`.
    pub entry: DVec3,
    /// Where it is left, on the floor of `to`.
    pub exit: DVec3,
    /// Price of the whole link, in metres of ordinary floor.
    pub cost: f64,
    /// Seconds it takes at most, whatever one's speed.
    pub seconds: f64,
    /// Area kind for the filter.
    pub area: u8,
    /// The level's id of the link.
    pub id: LinkId,
}

/// The level as a search sees it.
#[derive(Clone, Copy)]
pub struct GridRoads<'a> {
    /// The cells.
    pub cells: &'a CellSpace,
    /// Usable links ordered by `from`; those closed by a door are left out.
    pub links: &'a [GridLink],
    /// Price per metre of each area kind, not below 0.
    pub costs: &'a AreaCosts,
    /// Which areas and whether links may be used.
    pub filter: &'a AreaFilter,
    /// What a metre costs.
    pub(in crate::world) metric: Metric,
}

impl GridRoads<'_> {
    /// What a link costs.
    fn ride(&self, link: &GridLink) -> f64 {
        match self.metric {
            Metric::Price => link.cost,
            Metric::Time { speed, .. } => ridden(link.seconds, (link.exit - link.entry).length(), speed),
        }
    }
}

/// A point of the unpulled way.
#[derive(Clone, Copy, Debug)]
pub(super) struct Waypoint {
    pub(super) position: DVec3,
    pub(super) cell: CellIndex,
    /// The way from here to the next goes through this link (number in the list), or `u32::MAX`.
    pub(super) link: u32,
    /// Cost from the start.
    pub(super) cost: f64,
}

const NO_LINK: u32 = u32::MAX;

/// Ways whose costs differ by less than this share of a cell size count as equally good.
const SEARCH_QUANTUM: f64 = 1e-6;

impl GridSurface {
    /// Cheapest way from `from` to `to` over cell centres (straight and diagonal steps) and links, then pulled straight
    /// where that costs no more. A point off the surface counts as the nearest place within two cells and the floor reach;
    /// a start beyond that is an error. A goal that cannot be reached gives the way to the reachable place nearest to it.
    pub fn path(
        &self,
        roads: &GridRoads<'_>,
        (from, to): (DVec3, DVec3),
        limit: PathLimit,
        scratch: &mut GridScratch,
        out: &mut Path,
    ) -> Result<Search> {
        let cells = roads.cells;
        let snap = 2.0 * self.cell_size + self.floor_reach;
        let settle = |p: DVec3| {
            let found = self.locate(cells, p).filter(|found| found.cell.is_some_and(|cell| !cells.is_blocked(cell)));
            found.or_else(|| self.nearest(cells, p, snap, &mut Budget::new(limit.nodes)))
        };
        let place = |found: Location| Some((found.point, found.cell?));
        let Some((start, start_cell)) = settle(from).and_then(place) else {
            return Err(Error::not_found(format!(
                "from is ({}, {}, {}), more than {snap} m from any floor that is open",
                from.x, from.y, from.z
            )));
        };
        let goal = settle(to).and_then(place);
        let aim = (goal.map_or(to, |(p, _)| p), goal.map(|(_, c)| c));
        let (end, cut) = self.search(roads, (start, start_cell), aim, limit, scratch);
        let complete = cut.is_none() && goal.is_some_and(|(_, cell)| scratch.nodes[end as usize].cell == cell);
        let found = match cut {
            Some(least) => Search { status: PathStatus::Cut, least },
            None if complete => Search { status: PathStatus::Complete, least: scratch.nodes[end as usize].cost },
            None => Search { status: PathStatus::Partial, least: f64::INFINITY },
        };
        self.trace(roads, start, goal.filter(|_| complete).map(|(p, _)| p), to, end, scratch);
        self.pull(roads, scratch, out);
        Ok(found)
    }

    /// A*: returns the node of the goal, or of the reached cell nearest to it; and what the way to the goal costs at least when the
    /// search was cut.
    pub(super) fn search(
        &self,
        roads: &GridRoads<'_>,
        (start, start_cell): (DVec3, CellIndex),
        (goal, goal_cell): (DVec3, Option<CellIndex>),
        limit: PathLimit,
        scratch: &mut GridScratch,
    ) -> (u32, Option<f64>) {
        let cells = roads.cells;
        let price = self.least_price(roads);
        let goal_center = goal_cell.map_or(goal, |cell| self.cell_center(cells, cell));
        let rest = |cell: CellIndex| least_length(self.cell_center(cells, cell), goal_center) * price;
        scratch.start(self.cell_size * SEARCH_QUANTUM);
        let first = (self.cell_center(cells, start_cell) - start).length() * self.price(roads, start_cell);
        scratch.reach(start_cell, NO_NODE, NO_LINK, first, rest);
        let mut nearest = (f64::INFINITY, f64::INFINITY, 0);
        let mut budget = Budget::new(limit.nodes);
        while let Some(number) = scratch.next() {
            let node = scratch.nodes[number as usize];
            if goal_cell == Some(node.cell) {
                return (number, None);
            }
            let total = node.cost + node.rest;
            // The first place is always looked at: a path begins somewhere.
            if (total > limit.cost || !budget.take(1)) && nearest.0 < f64::INFINITY {
                return (nearest.2, Some(total));
            }
            let key = (self.distance_to_cell(cells, node.cell, goal), node.cost, number);
            if key < nearest {
                nearest = key;
            }
            self.for_each_move(roads, node.cell, |to, link, cost| {
                scratch.reach(to, number, link, node.cost + cost, rest);
            });
        }
        (nearest.2, None)
    }

    /// Every cell one gets to from `c` in one move, with the number of the link used (or `u32::MAX`) and the cost.
    pub(super) fn for_each_move(&self, roads: &GridRoads<'_>, c: CellIndex, mut f: impl FnMut(CellIndex, u32, f64)) {
        let (cells, filter) = (roads.cells, roads.filter);
        let center = self.cell_center(cells, c);
        let own = self.price(roads, c);
        let walk =
            |to: CellIndex| (self.cell_center(cells, to) - center).length() * 0.5 * (own + self.price(roads, to));
        let (ix, iz) = cells.lattice(c);
        cells.for_each_surface_step(c, |to| {
            let (x, z) = cells.lattice(to);
            if (x - ix).abs() + (z - iz).abs() == 1 && self.allows(filter, to) {
                f(to, NO_LINK, walk(to));
            }
        });
        for (x, z) in [(EAST, NORTH), (WEST, NORTH), (EAST, SOUTH), (WEST, SOUTH)] {
            let through = |first, second| {
                let beside = self.step(cells, c, first, filter)?;
                self.step(cells, beside, second, filter)
            };
            let one = through(x, z);
            let other = through(z, x).filter(|&to| one != Some(to));
            for to in one.into_iter().chain(other) {
                f(to, NO_LINK, walk(to));
            }
        }
        if filter.use_links {
            let first = roads.links.partition_point(|link| link.from < c);
            for (number, link) in roads.links.iter().enumerate().skip(first).take_while(|(_, link)| link.from == c) {
                if self.may_use(roads, link) {
                    f(link.to, number as u32, roads.ride(link));
                }
            }
        }
    }

    fn may_use(&self, roads: &GridRoads<'_>, link: &GridLink) -> bool {
        let cells = roads.cells;
        let open = |c: CellIndex| cells.exists(c) && !cells.is_blocked(c);
        let allowed = roads.filter.allowed >> link.area & 1 != 0 && self.allows(roads.filter, link.to);
        roads.filter.use_links && allowed && open(link.from) && open(link.to)
    }

    pub(super) fn price(&self, roads: &GridRoads<'_>, c: CellIndex) -> f64 {
        f64::from(roads.costs[self.area(c) as usize])
    }

    /// What a metre of [`least_length`] costs at least, by any floor or link. With it the estimate never exceeds the truth,
    /// even where a teleporter makes far places near.
    fn least_price(&self, roads: &GridRoads<'_>) -> f64 {
        let mut least = f64::INFINITY;
        for area in (0..64).filter(|area| self.areas_used >> area & 1 != 0) {
            least = least.min(f64::from(roads.costs[area]));
        }
        for link in roads.links.iter().filter(|link| self.may_use(roads, link)) {
            let span = least_length(self.cell_center(roads.cells, link.from), self.cell_center(roads.cells, link.to));
            let cost = roads.ride(link);
            if span * least > cost {
                least = cost / span;
            }
        }
        if least.is_finite() { least } else { 0.0 }
    }

    /// Writes the way to node `end` into the scratch. The last point is `goal`, or else the place of the last cell nearest
    /// to `wish`.
    fn trace(
        &self,
        roads: &GridRoads<'_>,
        start: DVec3,
        goal: Option<DVec3>,
        wish: DVec3,
        end: u32,
        scratch: &mut GridScratch,
    ) {
        let cells = roads.cells;
        let GridScratch { nodes, way, .. } = scratch;
        let point = |position: DVec3, cell: CellIndex, link: u32| Waypoint { position, cell, link, cost: 0.0 };
        let last = nodes[end as usize].cell;
        let wished = || self.point_inside(cells, last, self.lattice_position(wish));
        way.push(point(goal.unwrap_or_else(wished), last, NO_LINK));
        let mut at = end;
        while at != NO_NODE {
            let node = nodes[at as usize];
            way.push(point(self.cell_center(cells, node.cell), node.cell, NO_LINK));
            if let Some(link) = roads.links.get(node.link as usize) {
                way.extend([point(link.exit, link.to, NO_LINK), point(link.entry, link.from, node.link)]);
            }
            if node.parent == NO_NODE {
                way.push(point(start, node.cell, NO_LINK));
            }
            at = node.parent;
        }
        way.reverse();
        for next in 1..way.len() {
            let (a, b) = (way[next - 1], way[next]);
            let price = 0.5 * (self.price(roads, a.cell) + self.price(roads, b.cell));
            let walked = (b.position - a.position).length() * price;
            way[next].cost = a.cost + roads.links.get(a.link as usize).map_or(walked, |link| roads.ride(link));
        }
    }

    /// Leaves out points of the way that a straight walk can leave out at no greater cost.
    fn pull(&self, roads: &GridRoads<'_>, scratch: &GridScratch, out: &mut Path) {
        out.points.clear();
        out.length = 0.0;
        let way = &scratch.way;
        let mut anchor = 0;
        push(roads, out, &way[0]);
        while anchor + 1 < way.len() {
            let entry = way[anchor..].iter().position(|point| point.link != NO_LINK).map(|offset| anchor + offset);
            anchor = match entry {
                Some(entry) if entry == anchor => anchor + 1,
                _ => self.farthest_straight(roads, way, anchor, entry.unwrap_or(way.len() - 1)),
            };
            push(roads, out, &way[anchor]);
        }
    }

    /// A point of the way, at most `last`, that can be walked to straight from `anchor`: the last one, or else one found by
    /// doubling and halving the distance, which takes few walks instead of one per point.
    fn farthest_straight(&self, roads: &GridRoads<'_>, way: &[Waypoint], anchor: usize, last: usize) -> usize {
        let straight = |to: usize| to <= last && self.straight(roads, &way[anchor], &way[to]);
        if straight(last) {
            return last;
        }
        let mut reached = anchor + 1;
        let mut stride = 1;
        while straight(reached + stride) {
            reached += stride;
            stride *= 2;
        }
        while stride > 0 {
            if straight(reached + stride) {
                reached += stride;
            }
            stride /= 2;
        }
        reached
    }

    /// Whether `place` lies on the open border (or corner) between its own square and `cell`, so that it belongs to both.
    fn shares_border(&self, cells: &CellSpace, cell: CellIndex, place: &Waypoint) -> bool {
        const ON_BORDER: f64 = 1e-9;
        self.distance_to_cell(cells, cell, place.position) <= ON_BORDER
            && (0..4).filter_map(|first| cells.regular_neighbour(cell, first)).any(|beside| {
                beside == place.cell || (0..4).any(|second| cells.regular_neighbour(beside, second) == Some(place.cell))
            })
    }

    /// Whether one can walk straight from `a` to `b` for at most what the way between them costs.
    fn straight(&self, roads: &GridRoads<'_>, a: &Waypoint, b: &Waypoint) -> bool {
        let begin = self.clamp_to_cell(roads.cells, a.cell, self.lattice_position(a.position));
        let target = self.lattice_position(b.position);
        let length = (b.position - a.position).length();
        let mut cost = 0.0;
        let gait = Gait { filter: roads.filter, airborne: false };
        let walk = self.walk(roads.cells, Footing::Floor(a.cell), begin, target, gait, |cell, enter, leave| {
            cost += (leave - enter) * length * self.price(roads, cell);
        });
        let detour = b.cost - a.cost;
        let arrived = walk.footing.cell() == b.cell || self.shares_border(roads.cells, walk.footing.cell(), b);
        walk.stopped_by.is_none() && arrived && cost <= detour + (1.0 + detour) * 1e-9
    }
}

/// Length that straight and diagonal steps between two cell centres have at least, metres.
fn least_length(a: DVec3, b: DVec3) -> f64 {
    let way = b - a;
    let (x, z) = (way.x.abs(), way.z.abs());
    let (long, short) = if x < z { (z, x) } else { (x, z) };
    let ground = long + short * (core::f64::consts::SQRT_2 - 1.0);
    let space = way.length();
    if ground > space { ground } else { space }
}

fn push(roads: &GridRoads<'_>, out: &mut Path, point: &Waypoint) {
    let link = roads.links.get(point.link as usize).map(|link| link.id);
    if let Some(last) = out.points.last_mut() {
        let leg = (point.position - last.position).length();
        // The start may be the middle of its cell, or the entry of a link.
        if leg == 0.0 && last.link.is_none() {
            last.link = link;
            return;
        }
        out.length += leg;
    }
    out.points.push(PathPoint { position: point.position, link });
}
