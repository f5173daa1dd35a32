//! What one can see through though one cannot walk there, and what a host knows of sight by itself.
//!
//! A level knows where one can walk, and a wall is where one cannot. Drops it knows too: one sees over them. What it
//! cannot know is which gap in the floor is a pit or a window. The host names those as boxes ([`World::add_window`]), or
//! hands in the visibility that its own level format has computed, cluster by cluster ([`World::set_visibility`]).

use super::cells::CellIndex;
use super::mesh::ClosedBox;
use super::{AreaFilter, CellMode, Location, World};
use crate::base::arena::ArenaId;
use crate::base::hash::StableHasher;
use crate::base::math::{DVec3, ground};
use crate::base::{Error, Result};
use alloc::boxed::Box;
use alloc::collections::BTreeMap;
use alloc::format;
use alloc::vec::Vec;

/// Id of a window of a [`World`].
pub type WindowId = ArenaId;

/// Most windows of a level.
pub const MAX_WINDOWS: usize = 4096;
/// Most clusters of a level.
pub const MAX_CLUSTERS: usize = 1 << 14;
/// How far above a floor somebody looks, metres: a window counts for floors from so far below its bottom up to its top.
pub const BODY_HEIGHT: f64 = 2.0;
/// Most windows that one line of sight passes in polygon cells.
const MAX_PASSED: usize = 8;

/// A box that is seen through, relative to the lattice's origin.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Window {
    /// Lowest corner.
    pub min: DVec3,
    /// Highest corner.
    pub max: DVec3,
}

impl Window {
    /// Whether somebody on a floor of this height can look through.
    pub fn is_before(&self, height: f64) -> bool {
        (self.min.y - BODY_HEIGHT..=self.max.y).contains(&height)
    }

    /// Whether it lies over a part of the square of a lattice column.
    pub fn touches(&self, (ix, iz): (i32, i32), cell_size: f64) -> bool {
        let overlaps = |i: i32, low: f64, high: f64| {
            let shared = high.min(f64::from(i + 1) * cell_size) - low.max(f64::from(i) * cell_size);
            // A pane without thickness may lie on the border of squares.
            shared > 0.0 || (shared == 0.0 && low == high)
        };
        overlaps(ix, self.min.x, self.max.x) && overlaps(iz, self.min.z, self.max.z)
    }

    /// Whether it and another one share heights.
    pub fn is_level_with(&self, other: &Self) -> bool {
        self.min.y <= other.max.y && other.min.y <= self.max.y
    }
}

/// Cells of one tile with their clusters, valid for one content of the tile.
#[derive(Clone, Debug)]
struct Numbered {
    generation: u32,
    clusters: Box<[u16; super::cells::TILE_CELLS]>,
}

/// Which part of a level sees which.
#[derive(Clone, Debug)]
pub struct Visibility {
    count: usize,
    row: usize,
    bits: Vec<u8>,
    tiles: BTreeMap<u32, Numbered>,
    hash: u64,
}

/// A cell without a cluster.
const NONE: u16 = u16::MAX;

impl Visibility {
    /// Whether what is in cluster `to` can be seen from cluster `from`.
    pub fn sees(&self, from: u16, to: u16) -> bool {
        let (from, to) = (usize::from(from), usize::from(to));
        from < self.count && to < self.count && self.bits[from * self.row + to / 8] >> (to % 8) & 1 != 0
    }

    fn bytes(&self) -> usize {
        self.bits.capacity() + self.tiles.len() * (size_of::<Numbered>() + super::cells::TILE_CELLS * 2)
    }
}

impl World {
    /// Names a box through which one can see though there is no floor, or a wall: a window, a pit, a railing. It reaches
    /// from the floor on one side to that on the other (up to half a cell may be missing); floors beside it see each other
    /// when they lie between [`BODY_HEIGHT`] below its bottom and its top.
    pub fn add_window(&mut self, min: DVec3, max: DVec3) -> Result<WindowId> {
        if !(min.is_finite() && max.is_finite() && min.cmple(max).all()) {
            return Err(Error::invalid(format!("bounds are {min} to {max}, must be finite and in order")));
        }
        if self.windows.len() >= MAX_WINDOWS {
            return Err(Error::budget(format!("the level has {MAX_WINDOWS} windows, which is the most")));
        }
        Ok(self.windows.insert(ClosedBox { min: min - self.origin, max: max - self.origin }))
    }

    /// Takes a window away: what is there hides again.
    pub fn remove_window(&mut self, id: WindowId) -> Result<()> {
        match self.windows.remove(id) {
            Some(_) => Ok(()),
            None => Err(Error::not_found(format!("there is no window {} of generation {}", id.index, id.generation))),
        }
    }

    /// All windows in index order, relative to the lattice's origin.
    pub fn windows(&self) -> impl Iterator<Item = Window> + '_ {
        let shift = self.origin - self.lattice_origin();
        self.windows.iter().map(move |(_, bounds)| Window { min: bounds.min + shift, max: bounds.max + shift })
    }

    /// Hands in what the host's level format knows of sight: `cells` with the cluster each lies in, and a row of
    /// `(clusters + 7) / 8` bytes per cluster, bit `c` of a row set where cluster `c` can be seen from it. From a cell
    /// with a cluster this decides; cells without one hide nothing and are not hidden. A tile that is baked anew loses
    /// its clusters.
    pub fn set_visibility(&mut self, clusters: usize, rows: &[u8], cells: &[(CellIndex, u16)]) -> Result<()> {
        if clusters == 0 || clusters > MAX_CLUSTERS {
            return Err(Error::invalid(format!("{clusters} clusters, allowed are 1 to {MAX_CLUSTERS}")));
        }
        let row = clusters.div_ceil(8);
        if rows.len() != clusters * row {
            let bytes = rows.len();
            return Err(Error::invalid(format!("{bytes} bytes of rows, {clusters} clusters need {}", clusters * row)));
        }
        let mut tiles: BTreeMap<u32, Numbered> = BTreeMap::new();
        for &(cell, cluster) in cells {
            let Some(tile) = self.cells.tile(cell.tile()).filter(|tile| tile.is_present(cell.slot())) else {
                return Err(Error::not_found(format!("there is no cell {}", cell.0)));
            };
            if usize::from(cluster) >= clusters {
                return Err(Error::invalid(format!("cluster {cluster} of a cell, there are {clusters}")));
            }
            let numbered = tiles.entry(cell.tile()).or_insert_with(|| Numbered {
                generation: tile.generation,
                clusters: Box::new([NONE; super::cells::TILE_CELLS]),
            });
            numbered.clusters[cell.slot()] = cluster;
        }
        let mut h = StableHasher::new();
        h.u64(clusters as u64).bytes(rows);
        for (number, tile) in &tiles {
            h.u32(*number);
            tile.clusters.iter().for_each(|cluster| {
                h.u32((*cluster).into());
            });
        }
        self.visibility = Some(Visibility { count: clusters, row, bits: rows.into(), tiles, hash: h.finish() });
        Ok(())
    }

    /// Forgets what [`World::set_visibility`] told.
    pub fn clear_visibility(&mut self) {
        self.visibility = None;
    }

    /// What the host knows of sight.
    pub fn visibility(&self) -> Option<&Visibility> {
        self.visibility.as_ref()
    }

    /// The cluster a cell lies in.
    pub fn cluster_of(&self, cell: CellIndex) -> Option<u16> {
        let numbered = self.visibility.as_ref()?.tiles.get(&cell.tile())?;
        let tile = self.cells.tile(cell.tile())?;
        let cluster = numbered.clusters[cell.slot()];
        (numbered.generation == tile.generation && cluster != NONE).then_some(cluster)
    }

    /// Whether the straight line between two places of a polygon-cell level is free of walls. Drops and windows do not
    /// stop it.
    pub fn line_of_sight(&self, from: &Location, to: DVec3) -> bool {
        let everywhere = AreaFilter::default();
        let mut at = *from;
        for _ in 0..=MAX_PASSED {
            let hit = self.line_of_walk(&at, to, &everywhere, true);
            if hit.stopped_by.is_none() {
                return true;
            }
            let Some(beyond) = self.through_window(hit.point, to) else { return false };
            let Some(next) = beyond else { return true };
            at = next;
        }
        false
    }

    /// Where a line that was stopped at `point` goes on beyond a window there; `Some(None)` when it ends in the window.
    fn through_window(&self, point: DVec3, to: DVec3) -> Option<Option<Location>> {
        let way = ground(to - point);
        let margin = 0.5 * self.params.cell_size;
        let local = point - self.lattice_origin();
        let holds = |window: &Window| {
            let (x, z) = (local.x, local.z);
            window.is_before(local.y)
                && (window.min.x - margin..=window.max.x + margin).contains(&x)
                && (window.min.z - margin..=window.max.z + margin).contains(&z)
        };
        let window = self.windows().find(holds)?;
        // Shares of the way at which the line leaves the window, wider by the margin.
        let leaves = |begin: f64, way: f64, low: f64, high: f64| match way {
            w if w > 0.0 => (high + margin - begin) / w,
            w if w < 0.0 => (low - margin - begin) / w,
            _ => f64::INFINITY,
        };
        let share =
            leaves(local.x, way.x, window.min.x, window.max.x).min(leaves(local.z, way.y, window.min.z, window.max.z));
        if share >= 1.0 {
            return Some(None);
        }
        let beyond = DVec3::new(point.x + way.x * share, point.y, point.z + way.y * share);
        self.nearest(beyond, margin + BODY_HEIGHT).map(Some)
    }

    /// Mixes in what decides about sight.
    pub(super) fn hash_sight(&self, h: &mut StableHasher) {
        h.u64(self.windows.len() as u64);
        for (id, bounds) in self.windows.iter() {
            h.u32(id.index).u32(id.generation);
            for v in [bounds.min, bounds.max] {
                h.f64(v.x).f64(v.y).f64(v.z);
            }
        }
        h.u64(self.visibility.as_ref().map_or(0, |known| known.hash));
    }

    /// Bytes of heap memory held for sight.
    pub(super) fn sight_bytes(&self) -> usize {
        self.windows.bytes() + self.visibility.as_ref().map_or(0, Visibility::bytes)
    }

    /// Whether cells lie on a lattice, so that sight can go square by square.
    pub fn has_lattice(&self) -> bool {
        self.params.cell_mode != CellMode::Polygon
    }
}
