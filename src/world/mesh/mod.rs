//! The walkable surface as convex polygons: storage, and who touches whom.
//!
//! All coordinates in here are relative to the level's origin, so an origin shift touches nothing.

pub(crate) mod adjacency;
pub(crate) mod buckets;
pub(crate) mod clean;
pub(crate) mod funnel;
pub(crate) mod geometry;
pub(crate) mod locate;
pub(crate) mod path;
pub(crate) mod raster;
pub(crate) mod walk;
mod weld;

use crate::base::arena::ArenaId;
use crate::base::hash::StableHasher;
use crate::base::math::{DVec2, DVec3};
use crate::world::input::{TileKey, WorldParams};
use adjacency::{Inlet, Span};
use alloc::boxed::Box;
use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use buckets::Buckets;
use clean::CleanPolygon;
pub use clean::MeshStats;
use geometry::{Plane, edges, fan_height, flat, signed_area};

/// A polygon counts as flat when no corner is further from its plane, metres.
const FLAT_TOLERANCE: f64 = 1e-3;

/// Heights that differ from a limit by less than this count as equal to it, metres: stairs whose steps are exactly the
/// step height must work although heights are rounded.
const HEIGHT_TOLERANCE: f64 = 1e-3;

/// Edges closer than this touch even when the host wants no welding, metres: rounding must not tear a level apart, nor
/// make a passage where two polygons share a corner only.
const LEAST_WELD: f64 = 1e-6;

/// A polygon's id for hosts; it is refused once the polygon's tile was baked anew.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PolygonRef(pub u64);

impl PolygonRef {
    pub(crate) fn new(index: u32, generation: u32) -> Self {
        Self((generation as u64) << 32 | index as u64)
    }

    pub(crate) fn index(self) -> u32 {
        self.0 as u32
    }
}

/// A link as seen from the polygon it leaves.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Departure {
    pub(crate) link: ArenaId,
    /// From its `from` to its `to`; false = the way back.
    pub(crate) forward: bool,
}

/// One convex piece of surface.
#[derive(Clone, Debug)]
pub(crate) struct Polygon {
    /// Counter-clockwise seen from above.
    pub(crate) corners: Box<[DVec3]>,
    /// Open and drop parts of the edges, in order of (edge, t0); what is left is wall.
    pub(crate) spans: Vec<Span>,
    /// Edges of other polygons that cross this one.
    pub(crate) inlets: Vec<Inlet>,
    /// Links that leave from here.
    pub(crate) departures: Vec<Departure>,
    pub(crate) min: DVec3,
    pub(crate) max: DVec3,
    plane: Option<Plane>,
    pub(crate) centroid: DVec3,
    pub(crate) ground_area: f64,
    pub(crate) area: u8,
    /// Number of the polygon in the mesh handed in.
    pub(crate) source: u32,
    /// Closed doors that name this polygon.
    pub(crate) closed: u16,
    /// Closed door boxes that may touch this polygon.
    pub(crate) boxed: u16,
}

impl Polygon {
    fn new(clean: CleanPolygon) -> Self {
        let corners = clean.corners.into_boxed_slice();
        let (min, max) = corners.iter().fold((corners[0], corners[0]), |(min, max), c| (min.min(*c), max.max(*c)));
        let plane = Plane::through(&corners, FLAT_TOLERANCE);
        let ground_area = signed_area(&corners);
        let mut polygon = Self {
            spans: Vec::new(),
            inlets: Vec::new(),
            departures: Vec::new(),
            min,
            max,
            plane,
            centroid: DVec3::ZERO,
            ground_area,
            area: clean.area,
            source: clean.source,
            closed: 0,
            boxed: 0,
            corners,
        };
        let center = polygon.ground_centroid();
        polygon.centroid = DVec3::new(center.x, polygon.height(center), center.y);
        polygon
    }

    /// Centre of gravity in the ground plane: mean of the fan's triangle centres, weighted by area.
    fn ground_centroid(&self) -> DVec2 {
        let o = flat(self.corners[0]);
        let sum = edges(&self.corners).fold(DVec2::ZERO, |sum, (a, b)| {
            let (a, b) = (flat(a) - o, flat(b) - o);
            sum + (a + b) * (a.y * b.x - a.x * b.y)
        });
        o + sum / (6.0 * self.ground_area)
    }

    /// Height of the surface at a ground position inside (or just outside) of the polygon.
    #[inline]
    pub(crate) fn height(&self, p: DVec2) -> f64 {
        match &self.plane {
            Some(plane) => plane.height(p),
            None => fan_height(&self.corners, p),
        }
    }

    /// The surface point at a ground position.
    #[inline]
    pub(crate) fn on(&self, p: DVec2) -> DVec3 {
        DVec3::new(p.x, self.height(p), p.y)
    }

    /// Steepest rise, metres per metre.
    pub(crate) fn steepness(&self) -> f64 {
        match &self.plane {
            Some(plane) => plane.slope().length(),
            None => {
                let run = (self.max - self.min).max_element().max(f64::MIN_POSITIVE);
                (self.max.y - self.min.y) / run * 2.0
            }
        }
    }

    fn hash_into(&self, h: &mut StableHasher) {
        h.u32(self.corners.len() as u32).u32(self.area as u32);
        for c in &self.corners {
            h.f64(c.x).f64(c.y).f64(c.z);
        }
    }
}

/// A place on the surface, relative to the origin.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct SurfacePoint {
    pub(crate) point: DVec3,
    pub(crate) polygon: u32,
}

/// A box closed by a door, relative to the origin.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct ClosedBox {
    pub(crate) min: DVec3,
    pub(crate) max: DVec3,
}

/// A tile as it was handed in, cleaned.
#[derive(Clone, Debug, Default)]
pub(crate) struct MeshTile {
    /// Its polygons, ascending by source.
    pub(crate) polygons: Vec<u32>,
    /// Hash of its content.
    pub(crate) hash: u64,
    /// What cleaning did.
    pub(crate) stats: MeshStats,
}

/// Lengths that steer adjacency and location, from [`WorldParams`]; heights include the tolerance.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Tolerances {
    pub(crate) step: f64,
    pub(crate) drop: f64,
    pub(crate) drop_reach: f64,
    pub(crate) floor_reach: f64,
    pub(crate) weld: f64,
}

impl From<&WorldParams> for Tolerances {
    fn from(p: &WorldParams) -> Self {
        Self {
            step: p.step_height + HEIGHT_TOLERANCE,
            drop: p.drop_height + HEIGHT_TOLERANCE,
            drop_reach: p.drop_reach,
            floor_reach: p.floor_reach + HEIGHT_TOLERANCE,
            weld: p.weld_distance.max(LEAST_WELD),
        }
    }
}

/// Polygons taken out of the surface that can still be put back.
pub(crate) struct RetiredTile {
    tile: MeshTile,
    polygons: Vec<Polygon>,
}

impl RetiredTile {
    /// What the tile was.
    pub(crate) fn tile(&self) -> &MeshTile {
        &self.tile
    }

    /// The polygons taken out.
    pub(crate) fn polygons(&self) -> &[Polygon] {
        &self.polygons
    }
}

/// All polygons of a level.
pub(crate) struct MeshSurface {
    pub(crate) tolerances: Tolerances,
    polygons: Vec<Option<Polygon>>,
    generations: Vec<u32>,
    free: Vec<u32>,
    buckets: Buckets,
    pub(crate) tiles: BTreeMap<TileKey, MeshTile>,
    pub(crate) closed_boxes: Vec<ClosedBox>,
    count: usize,
}

impl MeshSurface {
    pub(crate) fn new(params: &WorldParams) -> Self {
        Self {
            tolerances: Tolerances::from(params),
            polygons: Vec::new(),
            generations: Vec::new(),
            free: Vec::new(),
            buckets: Buckets::new(0.0),
            tiles: BTreeMap::new(),
            closed_boxes: Vec::new(),
            count: 0,
        }
    }

    /// How many polygons there are.
    pub(crate) fn count(&self) -> usize {
        self.count
    }

    /// Bound of polygon numbers; some may be vacant.
    pub(crate) fn capacity(&self) -> usize {
        self.polygons.len()
    }

    /// The polygon, if there is one of this number.
    #[inline]
    pub(crate) fn get(&self, polygon: u32) -> Option<&Polygon> {
        self.polygons.get(polygon as usize)?.as_ref()
    }

    /// The polygon of a number that is known to be taken.
    #[inline]
    pub(crate) fn polygon(&self, polygon: u32) -> &Polygon {
        self.polygons[polygon as usize].as_ref().expect("polygon numbers inside the surface are alive")
    }

    #[inline]
    pub(crate) fn polygon_mut(&mut self, polygon: u32) -> &mut Polygon {
        self.polygons[polygon as usize].as_mut().expect("polygon numbers inside the surface are alive")
    }

    /// All polygons in order of their numbers.
    pub(crate) fn polygons(&self) -> impl Iterator<Item = (u32, &Polygon)> {
        self.polygons.iter().enumerate().filter_map(|(i, p)| p.as_ref().map(|p| (i as u32, p)))
    }

    /// The id of a polygon for hosts.
    pub(crate) fn to_ref(&self, polygon: u32) -> Option<PolygonRef> {
        self.get(polygon).map(|_| PolygonRef::new(polygon, self.generations[polygon as usize]))
    }

    /// The polygon of a host's id, unless it is stale.
    pub(crate) fn resolve(&self, r: PolygonRef) -> Option<u32> {
        self.to_ref(r.index()).filter(|live| *live == r).map(|_| r.index())
    }

    pub(crate) fn buckets(&self) -> &Buckets {
        &self.buckets
    }

    pub(crate) fn bytes(&self) -> usize {
        let heap: usize = self
            .polygons()
            .map(|(_, p)| {
                p.corners.len() * size_of::<DVec3>()
                    + p.spans.capacity() * size_of::<Span>()
                    + p.inlets.capacity() * size_of::<Inlet>()
                    + p.departures.capacity() * size_of::<Departure>()
            })
            .sum();
        let tiles: usize =
            self.tiles.values().map(|t| t.polygons.capacity() * 4 + size_of::<(TileKey, MeshTile)>()).sum();
        heap + self.polygons.capacity() * size_of::<Option<Polygon>>()
            + (self.generations.capacity() + self.free.capacity()) * 4
            + self.buckets.bytes()
            + tiles
    }

    /// Takes a tile's polygons out; their numbers stay reserved until [`MeshSurface::commit`] or
    /// [`MeshSurface::put_back`]. Edges of their neighbours are out of date until [`MeshSurface::rebuild_edges`].
    pub(crate) fn retire_tile(&mut self, key: TileKey) -> Option<RetiredTile> {
        let tile = self.tiles.remove(&key)?;
        let mut polygons = Vec::with_capacity(tile.polygons.len());
        for &number in &tile.polygons {
            let polygon = self.polygons[number as usize].take().expect("a tile's polygons are alive");
            let (min, max) = self.filed_under(&polygon);
            self.buckets.remove(number, min, max);
            polygons.push(polygon);
        }
        self.count -= polygons.len();
        Some(RetiredTile { tile, polygons })
    }

    /// The rectangle a polygon is filed under: wider than it by what still counts as touching it.
    fn filed_under(&self, polygon: &Polygon) -> (DVec2, DVec2) {
        let margin = DVec2::splat(self.tolerances.weld.max(2.0 * locate::ON_EDGE));
        (flat(polygon.min) - margin, flat(polygon.max) + margin)
    }

    /// Frees the numbers of a retired tile for good.
    pub(crate) fn commit(&mut self, retired: RetiredTile) {
        // The free list is last in, first out: the lowest number is used again first.
        for &number in retired.tile.polygons.iter().rev() {
            let generation = &mut self.generations[number as usize];
            if *generation < u32::MAX {
                *generation += 1;
                self.free.push(number);
            }
        }
    }

    /// Undoes [`MeshSurface::retire_tile`].
    pub(crate) fn put_back(&mut self, key: TileKey, retired: RetiredTile) {
        for (&number, polygon) in retired.tile.polygons.iter().zip(retired.polygons) {
            let (min, max) = self.filed_under(&polygon);
            self.buckets.insert(number, min, max);
            self.polygons[number as usize] = Some(polygon);
            self.count += 1;
        }
        self.tiles.insert(key, retired.tile);
    }

    /// Adds a tile's polygons. Edges around are out of date until [`MeshSurface::rebuild_edges`].
    pub(crate) fn insert_tile(&mut self, key: TileKey, clean: Vec<CleanPolygon>, stats: MeshStats) {
        if self.buckets.side() <= 0.0 {
            self.buckets = Buckets::new(bucket_side(&clean));
        }
        let mut hasher = StableHasher::new();
        let mut tile = MeshTile { polygons: Vec::with_capacity(clean.len()), hash: 0, stats };
        for clean in clean {
            let mut polygon = Polygon::new(clean);
            polygon.hash_into(&mut hasher);
            polygon.boxed = self.closed_boxes.iter().filter(|b| self.box_touches(b, &polygon)).count() as u16;
            let number = self.free.pop().unwrap_or_else(|| {
                self.polygons.push(None);
                self.generations.push(1);
                self.polygons.len() as u32 - 1
            });
            let (min, max) = self.filed_under(&polygon);
            self.buckets.insert(number, min, max);
            self.polygons[number as usize] = Some(polygon);
            tile.polygons.push(number);
            self.count += 1;
        }
        tile.hash = hasher.finish();
        self.tiles.insert(key, tile);
    }

    /// Whether a closed box may stand in the way on a polygon. Boxes reach down by the step height: they may hover a
    /// little above the floor.
    pub(crate) fn box_touches(&self, b: &ClosedBox, polygon: &Polygon) -> bool {
        b.min.x <= polygon.max.x
            && b.max.x >= polygon.min.x
            && b.min.z <= polygon.max.z
            && b.max.z >= polygon.min.z
            && b.min.y - self.tolerances.step <= polygon.max.y
            && b.max.y >= polygon.min.y
    }

    /// Whether a place on the surface lies in a closed box.
    pub(crate) fn is_in_box(&self, b: &ClosedBox, p: DVec3) -> bool {
        (b.min - DVec3::Y * self.tolerances.step).cmple(p).all() && p.cmple(b.max).all()
    }

    /// Closes (or opens again) a box for walkers.
    pub(crate) fn set_box_closed(&mut self, b: ClosedBox, closed: bool) {
        let mut touched = Vec::new();
        self.buckets.within(flat(b.min), flat(b.max), &mut touched);
        for number in touched {
            if self.box_touches(&b, self.polygon(number)) {
                let boxed = &mut self.polygon_mut(number).boxed;
                *boxed = if closed { boxed.saturating_add(1) } else { boxed.saturating_sub(1) };
            }
        }
        if closed {
            self.closed_boxes.push(b);
        } else if let Some(at) = self.closed_boxes.iter().position(|c| *c == b) {
            self.closed_boxes.remove(at);
        }
    }
}

/// Buckets about as large as the polygons: few per polygon, few polygons per bucket.
fn bucket_side(polygons: &[CleanPolygon]) -> f64 {
    let extents = polygons.iter().map(|p| {
        let (min, max) = p.corners.iter().fold((p.corners[0], p.corners[0]), |(a, b), c| (a.min(*c), b.max(*c)));
        (max.x - min.x).max(max.z - min.z)
    });
    let sum = extents.fold(0.0, |sum, e| sum + e);
    if polygons.is_empty() { 0.0 } else { (1.5 * sum / polygons.len() as f64).clamp(0.25, 256.0) }
}
