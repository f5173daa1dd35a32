//! Location, line of walk and paths of a level, in the host's coordinates.

use super::cells::CellIndex;
use super::grid::GridRoads;
use super::mesh::clean::AREA_KINDS;
use super::mesh::geometry::{contains, flat};
use super::mesh::path::{Goal, MeshRoads};
use super::mesh::walk::Walker;
use super::mesh::{MeshSurface, SurfacePoint};
use super::query::{
    AreaFilter, Budget, Foothold, Location, Metric, Path, PathLimit, PathScratch, PathStatus, Search, WalkHit,
};
use super::{Surface, World};
use crate::base::math::DVec3;
use crate::base::{Error, Result, Short};
use alloc::format;

impl World {
    /// The floor nearest in height to `p`: at most the floor reach below it or the step height above it.
    pub fn locate(&self, p: DVec3) -> Option<Location> {
        match &self.surface {
            Surface::Grid(grid) => grid.locate(&self.cells, p),
            Surface::Mesh(mesh) => mesh.locate(p - self.origin).map(|place| self.location(mesh, place)),
        }
    }

    /// The surface point nearest to `p`, at most `max_distance` metres away.
    pub fn nearest(&self, p: DVec3, max_distance: f64) -> Option<Location> {
        self.nearest_so_far(p, max_distance).0
    }

    /// [`World::nearest`], and whether it is the nearest for certain: a search that has looked at
    /// [`max_nodes`](super::WorldParams::max_nodes) places ends with the best of them.
    pub fn nearest_so_far(&self, p: DVec3, max_distance: f64) -> (Option<Location>, bool) {
        let mut budget = Budget::new(self.params.max_nodes);
        let found = match &self.surface {
            Surface::Grid(grid) => grid.nearest(&self.cells, p, max_distance, &mut budget),
            Surface::Mesh(mesh) => {
                let place = mesh.nearest(p - self.origin, max_distance, &mut budget);
                place.map(|place| self.location(mesh, place))
            }
        };
        (found, !budget.is_used_up())
    }

    /// The field cell at `p`, on the floor that [`World::locate`] finds.
    pub fn cell_at(&self, p: DVec3) -> Option<CellIndex> {
        self.locate(p)?.cell
    }

    /// Walks straight in the ground plane from `from` towards `to` until a wall (or, on the ground, a drop) stops it.
    /// An airborne walker is not stopped at drops. Closed doors stop both; who stands in one may leave it.
    pub fn line_of_walk(&self, from: &Location, to: DVec3, filter: &AreaFilter, airborne: bool) -> WalkHit {
        self.walk(&Foothold::on(*from), to, filter, airborne)
    }

    /// [`World::line_of_walk`] by somebody who may be in the air already.
    pub(super) fn walk(&self, from: &Foothold, to: DVec3, filter: &AreaFilter, airborne: bool) -> WalkHit {
        let mesh = match &self.surface {
            Surface::Grid(grid) => return grid.line_of_walk(&self.cells, from, to, filter, airborne),
            Surface::Mesh(mesh) => mesh,
        };
        let start = match (from.flight, from.place.polygon) {
            (Some(_), Some(polygon)) if mesh.get(polygon).is_some() => {
                Some(SurfacePoint { point: from.place.point - self.origin, polygon })
            }
            _ => self.resume(mesh, &from.place),
        };
        let Some(start) = start else { return WalkHit::nowhere(from.place.point) };
        let walker = Walker { filter: *filter, airborne, ignore_doors: false };
        let flight = from.flight.map(|height| height - self.origin.y);
        let walk = mesh.walk_from(start, flight, to - self.origin, &walker);
        let mut point = walk.point + self.origin;
        if walk.stopped_by.is_none() {
            // Exactly where the walker wanted to go, whatever the origin.
            (point.x, point.z) = (to.x, to.z);
        }
        let end = walk.end.map(|place| self.location(mesh, place));
        WalkHit { point, fraction: walk.fraction, stopped_by: walk.stopped_by, end, edge: walk.edge }
    }

    /// A* over polygons (cells on grids), drops and links, then string pulling. A point off the surface counts as the
    /// nearest place within two cells and the floor reach; a start beyond that is an error. Allocates only when `out` or
    /// `scratch` must grow.
    pub fn path(
        &self,
        from: DVec3,
        to: DVec3,
        filter: &AreaFilter,
        scratch: &mut PathScratch,
        out: &mut Path,
    ) -> Result<PathStatus> {
        let limit = PathLimit { nodes: self.params.max_nodes, cost: f64::INFINITY };
        Ok(self.path_within(from, to, filter, limit, scratch, out)?.status)
    }

    /// [`World::path`] that looks no further than `limit`.
    pub fn path_within(
        &self,
        from: DVec3,
        to: DVec3,
        filter: &AreaFilter,
        limit: PathLimit,
        scratch: &mut PathScratch,
        out: &mut Path,
    ) -> Result<Search> {
        self.search(from, to, filter, (Metric::Price, &self.area_costs), limit, scratch, out)
    }

    /// The fastest way at `speed` m/s: floors count their length whatever their area, links their own time where that is shorter. Costs
    /// are seconds times `speed`.
    pub fn fastest_path(
        &self,
        from: DVec3,
        to: DVec3,
        speed: f64,
        limit: PathLimit,
        scratch: &mut PathScratch,
        out: &mut Path,
    ) -> Result<Search> {
        const EVEN: [f32; AREA_KINDS as usize] = [1.0; AREA_KINDS as usize];
        let metric = Metric::Time { speed, fastest_link: self.fastest_link };
        self.search(from, to, &AreaFilter::default(), (metric, &EVEN), limit, scratch, out)
    }

    #[allow(clippy::too_many_arguments, reason = "a question with its whole context")]
    fn search(
        &self,
        from: DVec3,
        to: DVec3,
        filter: &AreaFilter,
        (metric, costs): (Metric, &[f32; AREA_KINDS as usize]),
        limit: PathLimit,
        scratch: &mut PathScratch,
        out: &mut Path,
    ) -> Result<Search> {
        let mesh = match &self.surface {
            Surface::Grid(grid) => {
                let roads = GridRoads { cells: &self.cells, links: &self.grid_links, costs, filter, metric };
                return grid.path(&roads, (from, to), limit, &mut scratch.grid, out);
            }
            Surface::Mesh(mesh) => mesh,
        };
        let snap = 2.0 * self.params.cell_size + self.params.floor_reach;
        let nearest = |p: DVec3| mesh.nearest(p, snap, &mut Budget::new(limit.nodes));
        let settle = |p: DVec3| mesh.locate(p - self.origin).or_else(|| nearest(p - self.origin));
        let Some(start) = settle(from) else {
            return Err(Error::not_found(format!("from is {}, more than {snap} m from any floor", Short(from))));
        };
        let goal = settle(to).map_or(Goal { point: to - self.origin, polygon: None }, |place| Goal {
            point: place.point,
            polygon: Some(place.polygon),
        });
        let roads = MeshRoads {
            links: &self.links,
            costs,
            filter,
            walk_speed: self.params.walk_speed,
            link_pace: self.link_pace,
            metric,
        };
        let found = mesh.path(&roads, start, goal, limit, &mut scratch.mesh, out);
        out.points.iter_mut().for_each(|p| p.position += self.origin);
        Ok(found)
    }

    /// A place on the mesh in the host's coordinates, with its cell.
    fn location(&self, mesh: &MeshSurface, place: SurfacePoint) -> Location {
        let cell = self.cell_of_place(mesh, place);
        Location { point: place.point + self.origin, polygon: Some(place.polygon), cell }
    }

    /// Where a location is now: on its polygon if it still lies there, else wherever its point is found.
    fn resume(&self, mesh: &MeshSurface, from: &Location) -> Option<SurfacePoint> {
        let point = from.point - self.origin;
        let ground = flat(point);
        let kept = from.polygon.filter(|&number| {
            mesh.get(number).is_some_and(|polygon| {
                contains(&polygon.corners, ground, mesh.tolerances.weld)
                    && (polygon.height(ground) - point.y).abs() <= mesh.tolerances.step
            })
        });
        match kept {
            Some(polygon) => Some(SurfacePoint { point: mesh.polygon(polygon).on(ground), polygon }),
            None => mesh.locate(point),
        }
    }
}
