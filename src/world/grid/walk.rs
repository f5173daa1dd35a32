//! Walking straight ahead from square to square.

use super::{GridSurface, HEIGHT_TOLERANCE};
use crate::base::math::{DVec2, DVec3};
use crate::world::cells::{CellIndex, CellSpace, EAST, NORTH, SOUTH, WEST, direction_step};
use crate::world::query::{AreaFilter, EdgeKind, Foothold, Location, WalkHit};

/// Two borders crossed within this distance, in cell sizes, count as crossed at their common corner. Rounding then never
/// decides on which side a diagonal walk passes a corner.
const CORNER_TOLERANCE: f64 = 1e-9;

/// Where a walker is in the course of a straight walk.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Footing {
    /// On the floor of this cell.
    Floor(CellIndex),
    /// In the air at this height above the origin, over this cell.
    Air(f64, CellIndex),
}

impl Footing {
    pub(super) fn cell(self) -> CellIndex {
        match self {
            Self::Floor(cell) | Self::Air(_, cell) => cell,
        }
    }
}

/// How a straight walk ended.
#[derive(Clone, Copy, Debug)]
pub(super) struct WalkEnd {
    pub(super) footing: Footing,
    /// Share of the way.
    pub(super) fraction: f64,
    pub(super) stopped_by: Option<EdgeKind>,
    /// Direction of the border that stopped it, length 1; zero when none did, or a corner.
    pub(super) edge: DVec2,
}

/// What a walker may do.
#[derive(Clone, Copy, Debug)]
pub(super) struct Gait<'a> {
    pub(super) filter: &'a AreaFilter,
    /// Goes on in the air where the floor drops.
    pub(super) airborne: bool,
}

impl GridSurface {
    /// Walks straight in the ground plane from `from` towards `to` until a wall (or, on the ground, a drop) stops it.
    /// Closed doors and areas the filter forbids are walls.
    ///
    /// A walk through a corner point where four squares meet goes on if at least one of the two squares beside the diagonal
    /// lets it pass: a walker has no width, so it may touch the corner of a wall, but not slip between two walls that touch
    /// at the corner only.
    ///
    /// An airborne walker leaves a drop at the height it has there, flies over lower floors within the drop height below,
    /// and lands where a floor comes within a step of its height. A column without such a floor is a wall to it. The point
    /// of the answer then is at the height of flight and the end is the place below.
    pub fn line_of_walk(
        &self,
        cells: &CellSpace,
        from: &Foothold,
        to: DVec3,
        filter: &AreaFilter,
        airborne: bool,
    ) -> WalkHit {
        let Foothold { place, flight } = from;
        let start = place.cell.filter(|&cell| cells.exists(cell));
        let Some(start) = start.or_else(|| self.locate(cells, place.point)?.cell) else {
            return WalkHit::nowhere(place.point);
        };
        let begin = self.clamp_to_cell(cells, start, self.lattice_position(place.point));
        let target = self.lattice_position(to);
        let footing = match flight {
            Some(height) => Footing::Air(height - self.lattice_origin().y, start),
            None => Footing::Floor(start),
        };
        let walk = self.walk(cells, footing, begin, target, Gait { filter, airborne }, |_, _, _| ());
        let last = walk.footing.cell();
        let end = match walk.stopped_by {
            // Exactly where the walker wanted to go, without a detour through lattice units.
            None => {
                let floor = self.lattice_origin().y + f64::from(cells.height(last));
                Location { point: DVec3::new(to.x, floor, to.z), polygon: None, cell: Some(last) }
            }
            Some(_) => self.location(cells, last, begin + (target - begin) * walk.fraction),
        };
        let mut point = end.point;
        if let Footing::Air(height, _) = walk.footing {
            point.y = self.lattice_origin().y + height;
        }
        WalkHit { point, fraction: walk.fraction, stopped_by: walk.stopped_by, end: Some(end), edge: walk.edge }
    }

    /// What lies beyond a side of a cell, for a walker that may enter every area.
    pub fn edge_kind(&self, cells: &CellSpace, c: CellIndex, direction: usize) -> EdgeKind {
        match self.sides(cells, c, direction) {
            (Some(_), _) => EdgeKind::Open,
            (None, true) => EdgeKind::Drop,
            (None, false) => EdgeKind::Wall,
        }
    }

    /// The cell one steps to from `c` in a direction, nearest in height if there are several; and otherwise whether one
    /// can drop there.
    fn sides(&self, cells: &CellSpace, c: CellIndex, direction: usize) -> (Option<CellIndex>, bool) {
        if let Some(neighbour) = cells.regular_neighbour(c, direction) {
            return (Some(neighbour), false);
        }
        let (ix, iz) = cells.lattice(c);
        let (dx, dz) = direction_step(direction);
        let mut step: Option<(f64, CellIndex)> = None;
        let mut drops = false;
        cells.for_each_surface_step(c, |to| {
            if cells.lattice(to) == (ix + dx, iz + dz) {
                let rise = f64::from(cells.height(to)) - f64::from(cells.height(c));
                if rise.abs() > self.step_height + HEIGHT_TOLERANCE {
                    drops = true;
                } else if step.is_none_or(|(other, _)| rise.abs() < other) {
                    step = Some((rise.abs(), to));
                }
            }
        });
        (step.map(|(_, to)| to), drops)
    }

    /// The cell one walks to from `c` in a direction, if there is one and the filter lets one in.
    pub(super) fn step(&self, cells: &CellSpace, c: CellIndex, direction: usize, f: &AreaFilter) -> Option<CellIndex> {
        self.sides(cells, c, direction).0.filter(|&to| self.allows(f, to))
    }

    pub(super) fn clamp_to_cell(&self, cells: &CellSpace, c: CellIndex, at: DVec2) -> DVec2 {
        let (ix, iz) = cells.lattice(c);
        let corner = DVec2::new(f64::from(ix), f64::from(iz));
        DVec2::new(at.x.clamp(corner.x, corner.x + 1.0), at.y.clamp(corner.y, corner.y + 1.0))
    }

    /// Walks from lattice position `begin` in the cell of `footing` to `target`; `visit` gets each cell with the shares of the way
    /// at which the walker enters and leaves it.
    pub(super) fn walk(
        &self,
        cells: &CellSpace,
        mut footing: Footing,
        begin: DVec2,
        target: DVec2,
        gait: Gait<'_>,
        mut visit: impl FnMut(CellIndex, f64, f64),
    ) -> WalkEnd {
        let way = target - begin;
        let reach = way.x.abs().max(way.y.abs());
        let (mut ix, mut iz) = cells.lattice(footing.cell());
        let mut entered = 0.0;
        loop {
            let along_x = crossing(begin.x, way.x, ix);
            let along_z = crossing(begin.y, way.y, iz);
            let next = along_x.min(along_z);
            if next >= 1.0 {
                visit(footing.cell(), entered, 1.0);
                return WalkEnd { footing, fraction: 1.0, stopped_by: None, edge: DVec2::ZERO };
            }
            let next = next.max(entered);
            visit(footing.cell(), entered, next);
            let direction_x = if way.x > 0.0 { EAST } else { WEST };
            let direction_z = if way.y > 0.0 { NORTH } else { SOUTH };
            let corner = (along_x - along_z).abs() * reach <= CORNER_TOLERANCE;
            let result = if corner {
                self.pass_corner(cells, footing, direction_x, direction_z, gait)
            } else if along_x < along_z {
                self.advance(cells, footing, direction_x, gait)
            } else {
                self.advance(cells, footing, direction_z, gait)
            };
            match result {
                Ok(there) => footing = there,
                Err(kind) => {
                    let passes = |direction| self.advance(cells, footing, direction, gait).is_ok();
                    let edge = match corner {
                        false if along_x < along_z => DVec2::Y,
                        false => DVec2::X,
                        // Between two walls that touch at the corner, past the one that leaves a way.
                        true if passes(direction_x) => DVec2::X,
                        true if passes(direction_z) => DVec2::Y,
                        true => DVec2::ZERO,
                    };
                    return WalkEnd { footing, fraction: next, stopped_by: Some(kind), edge };
                }
            }
            if corner || along_x < along_z {
                ix += direction_step(direction_x).0;
            }
            if corner || along_x >= along_z {
                iz += direction_step(direction_z).1;
            }
            entered = next;
        }
    }

    fn pass_corner(
        &self,
        cells: &CellSpace,
        footing: Footing,
        direction_x: usize,
        direction_z: usize,
        gait: Gait<'_>,
    ) -> Result<Footing, EdgeKind> {
        let through = |first, second| {
            let beside = self.advance(cells, footing, first, gait)?;
            self.advance(cells, beside, second, gait)
        };
        through(direction_x, direction_z).or_else(|kind| {
            // A drop on either side is the milder answer.
            through(direction_z, direction_x).map_err(|other| if kind == EdgeKind::Drop { kind } else { other })
        })
    }

    fn advance(
        &self,
        cells: &CellSpace,
        footing: Footing,
        direction: usize,
        gait: Gait<'_>,
    ) -> Result<Footing, EdgeKind> {
        match footing {
            Footing::Floor(cell) => match self.sides(cells, cell, direction) {
                (Some(to), _) if self.allows(gait.filter, to) => Ok(Footing::Floor(to)),
                (None, true) if gait.airborne => {
                    self.fly(cells, cell, direction, f64::from(cells.height(cell)), gait.filter)
                }
                (None, true) => Err(EdgeKind::Drop),
                _ => Err(EdgeKind::Wall),
            },
            Footing::Air(height, cell) => self.fly(cells, cell, direction, height, gait.filter),
        }
    }

    /// Flies at a height from over `c` to the column beside it, and lands if a floor is there.
    fn fly(
        &self,
        cells: &CellSpace,
        c: CellIndex,
        direction: usize,
        height: f64,
        filter: &AreaFilter,
    ) -> Result<Footing, EdgeKind> {
        let (ix, iz) = cells.lattice(c);
        let (dx, dz) = direction_step(direction);
        let mut floor: Option<(f64, CellIndex)> = None;
        for cell in cells.column(ix + dx, iz + dz) {
            let other = f64::from(cells.height(cell));
            let reachable = other - height <= self.step_height + HEIGHT_TOLERANCE
                && height - other <= self.drop_height + HEIGHT_TOLERANCE;
            if reachable && floor.is_none_or(|(highest, _)| other > highest) {
                floor = Some((other, cell));
            }
        }
        match floor {
            Some((_, cell)) if cells.is_blocked(cell) => Err(EdgeKind::Wall),
            Some((other, cell)) if height - other > self.step_height + HEIGHT_TOLERANCE => {
                Ok(Footing::Air(height, cell))
            }
            Some((_, cell)) if self.allows(filter, cell) => Ok(Footing::Floor(cell)),
            _ => Err(EdgeKind::Wall),
        }
    }
}

/// Share of the way at which a walker leaves lattice column `i` along one axis.
fn crossing(begin: f64, way: f64, i: i32) -> f64 {
    if way > 0.0 {
        (f64::from(i) + 1.0 - begin) / way
    } else if way < 0.0 {
        (f64::from(i) - begin) / way
    } else {
        f64::INFINITY
    }
}
