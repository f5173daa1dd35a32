//! Levels that were probably meant otherwise: in another unit, or with another axis up.

use super::{CellMode, MeshInput, TileKey, World};
use crate::base::math::DVec3;
use crate::base::{Error, Result, Short};
use alloc::format;
use alloc::string::String;

/// In less room than this, metres both ways, nobody plays.
const NARROWEST: f64 = 2.0;
/// Levels that are smaller than this, metres both ways, may be in another unit …
const SMALL: f64 = 10.0;
/// … when their polygons are on average smaller than a foot, m².
const FOOT: f64 = 0.01;

impl World {
    /// A whole level of which nothing can be walked on was meant otherwise: says how.
    pub(super) fn check_not_lost(&self, mesh: &MeshInput<'_>) -> Result<()> {
        let tile = self.mesh()?.tiles.get(&TileKey::default());
        let Some(stats) = tile.map(|tile| tile.stats).filter(|_| !mesh.indices.is_empty()) else { return Ok(()) };
        let size = self.params.cell_size;
        let (min, max) = mesh
            .vertices
            .iter()
            .fold((DVec3::INFINITY, DVec3::NEG_INFINITY), |(min, max), v| (min.min(*v), max.max(*v)));
        let wide = max - min;
        let within = |most: f64| wide.x < most && wide.z < most;
        let one_cell_holds_it = self.params.cell_mode == CellMode::Surface && within(size);
        let no_room = one_cell_holds_it && within(NARROWEST);
        let upright = stats.dropped_upright > 0 && wide.y > NARROWEST;
        let cells = self.cells.cell_count();
        // Whoever wants cells that are larger than the level gets one, or none, and walls all the same.
        if cells > 1 || !no_room && (cells == 1 || one_cell_holds_it && !upright) {
            return Ok(());
        }
        let why = if upright {
            format!("{} {STAND_UPRIGHT}", stats.dropped_upright)
        } else if no_room {
            let [x, z] = [wide.x, wide.z].map(Short);
            format!("it is {x} m by {z} m, a cell is {size} m: are its coordinates of another unit than the frame's?")
        } else {
            let n = stats.dropped_slivers;
            format!("{n} polygons are slivers, the rest lies between the middles of cells of {size} m")
        };
        Err(Error::invalid(format!("the mesh has nothing to walk on; {why}")))
    }

    /// What is odd about a level that was made of a mesh, if anything: a sentence that says what was probably meant.
    pub fn likely_mistake(&self) -> Option<String> {
        let mesh = self.mesh().ok()?;
        let count = self.polygon_count();
        let upright: u64 = mesh.tiles.values().map(|tile| u64::from(tile.stats.dropped_upright)).sum();
        if upright > 9 * count as u64 {
            return Some(format!("{upright} {STAND_UPRIGHT}"));
        }
        if count == 0 {
            return None;
        }
        if self.cells.cell_count() == 0 {
            let size = Short(self.params.cell_size);
            return Some(format!(
                "the level has no cells, because a cell of {size} m is larger than it: maps over it are empty"
            ));
        }
        let (mut area, mut min, mut max) = (0.0, DVec3::INFINITY, DVec3::NEG_INFINITY);
        for (_, polygon) in mesh.polygons() {
            area += polygon.ground_area;
            (min, max) = (min.min(polygon.centroid), max.max(polygon.centroid));
        }
        let wide = max - min;
        let mean = area / count as f64;
        (wide.x < SMALL && wide.z < SMALL && mean < FOOT).then(|| {
            let [x, z] = [wide.x, wide.z].map(|width| Short((width * 100.0) as i64 as f64 / 100.0));
            format!(
                "the level is {x} m by {z} m and its polygons are smaller than a foot: are its coordinates of another unit than \
                 the frame's?"
            )
        })
    }
}

const STAND_UPRIGHT: &str = "polygons stand upright: is another axis up in this mesh than in the frame?";
