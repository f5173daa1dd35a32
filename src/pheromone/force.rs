//! The pull of the field (eq. 7).

use super::PheromoneMap;
use super::field::Buffer;
use super::read::{Nose, density_factor};
use super::region::{Region, RegionShape};
use super::sight::{Visible, visible_cells};
use super::simd::{self, BLENDED, CONE, DISC, LANES, PullLaw, PullSums, SQUARE};
use crate::base::math::{DVec2, DVec3, floor_to_i32, ground, lift, sqrt};
use crate::base::{Error, Result, Short};
use crate::world::cells::{CellSpace, CellTile, TILE_CELLS, TILE_SIDE};
use crate::world::{CellIndex, CellMode, Visibility, World};
use alloc::format;
use alloc::vec::Vec;

/// Whose nose: weights over the map's layers, and who is smelling.
#[derive(Clone, Copy, Debug)]
pub struct Reader<'a> {
    /// Weight per layer of the map's parameters; missing ones count 0.
    pub weights: &'a [f32],
    /// The reader's own avatar, whose layer counts 0; `None` = feels no avatars. An id that is not an avatar of the map
    /// feels them all with `MapParams::avatar_weight`.
    pub avatar: Option<u64>,
}

/// How a cell pulls.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ForceLaw {
    /// Exponent of the distance, 0 to 4.
    pub k: u32,
    /// Length that counts as 1 in `dist^k`, metres (0.0254 for Quake units).
    pub unit: f64,
    /// Softening: distances count as √(d² + softening²), metres.
    pub softening: f64,
    /// The pull acts in three dimensions: distances are those in space, and what lies higher pulls up. Else (as in the
    /// paper, whose maps are flat) it acts in the ground plane. In space every cell is asked by itself, which takes about
    /// ten times as long.
    pub vertical: bool,
}

impl ForceLaw {
    /// Refuses values outside their ranges.
    pub fn check(&self) -> Result<()> {
        if self.k > 4 {
            return Err(Error::invalid(format!("k is {}, allowed is 0 to 4", self.k)));
        }
        if !(self.unit > 0.0 && self.unit.is_finite()) {
            return Err(Error::invalid(format!("unit is {}, it must be finite and above 0", Short(self.unit))));
        }
        if !(self.softening >= 0.0 && self.softening.is_finite()) {
            return Err(Error::invalid(format!(
                "softening is {}, it must be finite and not negative",
                Short(self.softening)
            )));
        }
        Ok(())
    }

    /// Force of one cell per unit of sample, for its offset: `1 / (dist / unit)^k` towards it, in the ground plane or in
    /// space.
    pub fn pull(&self, offset: DVec3) -> DVec3 {
        let offset = if self.vertical { offset } else { lift(ground(offset), 0.0) };
        let squared = offset.length_squared();
        if squared <= f64::from(simd::COINCIDENT) {
            return DVec3::ZERO;
        }
        let softened = sqrt(squared + self.softening * self.softening) / self.unit;
        offset / (sqrt(squared) * power(softened, self.k))
    }
}

fn power(base: f64, exponent: u32) -> f64 {
    (0..exponent).fold(1.0, |product, _| product * base)
}

/// A force and where it comes from. In `unit`s per frame² for mass 1.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct Force {
    /// Sum over all cells of the region; without height unless the law is vertical.
    pub total: DVec3,
    /// Cells of the region that were read: those in tiles that hold pheromone the reader feels.
    pub cells: u32,
}

impl PheromoneMap {
    /// The force of eq. 7 on somebody at `position` who looks along `view` (needed for cones only): every cell of the
    /// region pulls along the line to its centre (in the ground plane or in space) with `sample / (dist / unit)^k`. A cell whose centre is
    /// exactly at `position` pulls nowhere. Arguments outside the ranges of [`Region::check`] and [`ForceLaw::check`] give
    /// no sensible force, but nothing worse.
    pub fn force(
        &self,
        world: &World,
        reader: &Reader<'_>,
        position: DVec3,
        view: DVec2,
        region: &Region,
        law: &ForceLaw,
    ) -> Force {
        let nose = self.nose(reader);
        if law.vertical || world.params().cell_mode == CellMode::Polygon {
            return self.force_plain(world, &nose, position, view, region, law);
        }
        let mut query = TileQuery::new(self, world, &nose, position, view, region, law);
        query.run(world, position);
        let (x, z, cells) = query.sums.reduce();
        let scale = power(law.unit, law.k);
        Force { total: DVec3::new(f64::from(x) * scale, 0.0, f64::from(z) * scale), cells }
    }

    /// [`Self::force`] cell by cell in double precision.
    pub(super) fn force_plain(
        &self,
        world: &World,
        nose: &Nose<'_>,
        position: DVec3,
        view: DVec2,
        region: &Region,
        law: &ForceLaw,
    ) -> Force {
        let mut force = Force::default();
        self.for_each_cell(world, position, view, region, |cell, offset| {
            let mut read = false;
            self.felt_parts(nose, cell, |layer, _| read |= self.store.layers[layer].place(cell.tile()).is_some());
            force.cells += u32::from(read);
            let sample = nose.bounded(self.raw_sample(world, nose, cell));
            force.total += law.pull(offset) * f64::from(sample);
        });
        force
    }

    /// What each layer contributes to [`Self::force`]: a cell's pull is shared out in proportion to weight times amount,
    /// also where the cap cut it. `out` gets one force per layer of the map; they sum to the total that is returned.
    #[allow(clippy::too_many_arguments)] // The arguments of `force`, and where the parts go.
    pub fn force_per_layer(
        &self,
        world: &World,
        reader: &Reader<'_>,
        position: DVec3,
        view: DVec2,
        region: &Region,
        law: &ForceLaw,
        out: &mut Vec<DVec3>,
    ) -> Force {
        let nose = self.nose(reader);
        out.clear();
        out.resize(self.layer_count(), DVec3::ZERO);
        self.for_each_cell(world, position, view, region, |cell, offset| {
            let raw = self.raw_sample(world, &nose, cell);
            let sample = nose.bounded(raw);
            if sample == 0.0 {
                return;
            }
            let density = f64::from(density_factor(world, cell));
            let per_raw = law.pull(offset) * (f64::from(sample) / f64::from(raw) * density);
            self.felt_parts(&nose, cell, |layer, part| out[layer] += per_raw * f64::from(part));
        });
        let total = out.iter().fold(DVec3::ZERO, |sum, part| sum + *part);
        Force { total, cells: self.force_plain(world, &nose, position, view, region, law).cells }
    }

    /// Every cell of a region with its offset from `position`.
    fn for_each_cell(
        &self,
        world: &World,
        position: DVec3,
        view: DVec2,
        region: &Region,
        mut f: impl FnMut(CellIndex, DVec3),
    ) {
        let cells = world.cells();
        let mut consider = |cell: CellIndex| {
            let offset = world.cell_center(cell) - position;
            if offset.y.abs() <= region.vertical_reach && region.contains(ground(offset), view) {
                f(cell, offset);
            }
        };
        if world.params().cell_mode == CellMode::Polygon {
            let start = if region.walls_hide { world.locate(position) } else { None };
            let cluster = start.as_ref().and_then(|start| world.cluster_of(start.cell?));
            self.nearby.for_each(ground(position - world.origin()), region.reach(), |cell| {
                let seen = |cell| match (&start, cluster) {
                    (None, _) => true,
                    (_, Some(cluster)) => is_in_sight(world, cluster, cell),
                    (Some(start), None) => world.line_of_sight(start, world.cell_center(cell)),
                };
                if cells.exists(cell) && seen(cell) {
                    consider(cell);
                }
            });
            return;
        }
        for_each_tile(world, position, region, |number, tile, bits| {
            for slot in 0..TILE_CELLS {
                if bits[slot / 64] >> (slot % 64) & 1 != 0 && tile.is_present(slot) {
                    consider(CellIndex::new(number, slot));
                }
            }
        });
    }
}

/// Calls `f` for every tile that the region may touch, with the cells that exist and, where walls hide, are visible.
fn for_each_tile(world: &World, position: DVec3, region: &Region, mut f: impl FnMut(u32, &CellTile, &[u64; 4])) {
    let cells = world.cells();
    let reach = region.reach();
    let center = ground(position - world.lattice_origin());
    let columns = TileColumns::around(cells, center, reach);
    let viewer = || world.cell_at(position);
    let known = world.visibility().filter(|_| region.walls_hide);
    if let Some((visibility, cluster)) = known.and_then(|known| Some((known, world.cluster_of(viewer()?)?))) {
        each_of_columns(cells, &columns, |number, tile| {
            f(number, tile, &cells_in_sight(world, visibility, cluster, number, tile));
        });
        return;
    }
    if let Some(start) = (region.walls_hide && !columns.are_open(cells)).then(viewer).flatten() {
        let in_cells = floor_to_i32(reach / cells.cell_size()).saturating_add(1);
        let visible: Visible = visible_cells(world, start, in_cells);
        for (number, bits) in visible.iter() {
            cells.tile(number).into_iter().for_each(|tile| f(number, tile, bits));
        }
        return;
    }
    each_of_columns(cells, &columns, |number, tile| f(number, tile, &tile.present));
}

/// Calls `f` for every tile of some columns.
fn each_of_columns(cells: &CellSpace, columns: &TileColumns, mut f: impl FnMut(u32, &CellTile)) {
    if columns.count() > cells.tile_capacity() as u64 {
        let inside = cells.tiles().filter(|(_, tile)| columns.contains(tile));
        inside.for_each(|(number, tile)| f(number, tile));
        return;
    }
    for tz in columns.z.0..=columns.z.1 {
        for tx in columns.x.0..=columns.x.1 {
            for &number in cells.tiles_at(tx, tz) {
                cells.tile(number).into_iter().for_each(|tile| f(number, tile));
            }
        }
    }
}

/// The cells of a tile that the host's clusters do not hide from a cluster.
fn cells_in_sight(world: &World, visibility: &Visibility, from: u16, number: u32, tile: &CellTile) -> [u64; 4] {
    let mut bits = tile.present;
    // Cells side by side mostly lie in one cluster.
    let mut last = None;
    for slot in tile.slots() {
        let Some(cluster) = world.cluster_of(CellIndex::new(number, slot)) else { continue };
        let seen = match last {
            Some((known, seen)) if known == cluster => seen,
            _ => visibility.sees(from, cluster),
        };
        last = Some((cluster, seen));
        if !seen {
            bits[slot / 64] &= !(1 << (slot % 64));
        }
    }
    bits
}

/// The same for one cell.
fn is_in_sight(world: &World, from: u16, cell: CellIndex) -> bool {
    let to = world.cluster_of(cell);
    to.is_none_or(|to| world.visibility().is_none_or(|known| known.sees(from, to)))
}

/// Tile columns that a region touches, both ends included.
struct TileColumns {
    x: (i32, i32),
    z: (i32, i32),
}

impl TileColumns {
    fn around(cells: &CellSpace, center: DVec2, reach: f64) -> Self {
        let edge = TILE_SIDE as f64 * cells.cell_size();
        let span = |c: f64| (floor_to_i32((c - reach) / edge), floor_to_i32((c + reach) / edge));
        Self { x: span(center.x), z: span(center.y) }
    }

    fn count(&self) -> u64 {
        let side = |(first, last): (i32, i32)| (i64::from(last) - i64::from(first) + 1).max(0) as u64;
        side(self.x).saturating_mul(side(self.z))
    }

    /// Whether the region lies on one floor without any wall, so that nothing can be hidden. Only asked of small regions:
    /// for others it takes as long as looking.
    fn are_open(&self, cells: &CellSpace) -> bool {
        let open = |tx: i32, tz: i32| match cells.tiles_at(tx, tz) {
            [only] => cells.tile(*only).is_some_and(|tile| tile.uniform),
            _ => false,
        };
        self.count() <= 16 && (self.z.0..=self.z.1).all(|tz| (self.x.0..=self.x.1).all(|tx| open(tx, tz)))
    }

    fn contains(&self, tile: &CellTile) -> bool {
        (self.x.0..=self.x.1).contains(&tile.tx) && (self.z.0..=self.z.1).contains(&tile.tz)
    }
}

/// A force query over surface cells, tile by tile in single precision relative to the reader.
struct TileQuery<'a> {
    map: &'a PheromoneMap,
    nose: &'a Nose<'a>,
    region: &'a Region,
    k: u32,
    shape: u8,
    law: PullLaw,
    /// Relative to the lattice's origin.
    local: DVec3,
    cell_size: f64,
    sums: PullSums,
    /// What is smelled in the tile at hand; only the rows and half rows in question are written.
    sample: Buffer,
}

impl<'a> TileQuery<'a> {
    fn new(
        map: &'a PheromoneMap,
        world: &World,
        nose: &'a Nose<'a>,
        position: DVec3,
        view: DVec2,
        region: &'a Region,
        law: &ForceLaw,
    ) -> Self {
        let cell_size = world.cells().cell_size();
        let cone = region.cone(view);
        let shape = match (region.shape, cone) {
            (RegionShape::Square, _) => SQUARE,
            (RegionShape::Cone(_), Some(_)) => CONE,
            _ => DISC,
        };
        let (angle, view) = cone.unwrap_or_default();
        let law_single = PullLaw {
            cell_size: cell_size as f32,
            softening_squared: (law.softening * law.softening) as f32,
            cap: nose.cap,
            floor: nose.floor,
            reach: region.reach() as f32,
            margin: region.margin as f32,
            view: (view.x as f32, view.y as f32),
            cone: (angle.x as f32, angle.y as f32),
        };
        let local = position - world.lattice_origin();
        Self {
            map,
            nose,
            region,
            k: law.k,
            shape,
            law: law_single,
            local,
            cell_size,
            sums: PullSums::default(),
            sample: [0.0; TILE_CELLS],
        }
    }

    fn run(&mut self, world: &World, position: DVec3) {
        for_each_tile(world, position, self.region, |number, tile, bits| self.add_tile(number, tile, bits));
    }

    fn add_tile(&mut self, number: u32, tile: &CellTile, bits: &[u64; 4]) {
        let first = |tile: i32| (f64::from(tile) * TILE_SIDE as f64 + 0.5) * self.cell_size;
        let corner = (first(tile.tx) - self.local.x, first(tile.tz) - self.local.z);
        let (rows, columns) = (self.span(corner.1), self.span(corner.0));
        if rows.0 >= rows.1 || columns.0 >= columns.1 {
            return;
        }
        let halves = (columns.0 / LANES, columns.1.div_ceil(LANES));
        let layers = &self.map.store.layers;
        let felt = self.nose.shared().chain(self.map.avatars_in(self.nose, number));
        let mut present = felt.filter_map(|(layer, weight)| Some((layers[layer].amounts(number)?, weight)));
        let mut fresh = true;
        while let Some(first) = present.next() {
            let mut parts = [first; BLENDED];
            let more = parts[1..].iter_mut().zip(&mut present).fold(1, |n, (place, part)| {
                *place = part;
                n + 1
            });
            simd::blend(self.map.simd, &parts[..more], rows, halves, fresh, &mut self.sample);
            fresh = false;
        }
        if fresh {
            return;
        }
        let in_columns = (0xffff_u32 >> (TILE_SIDE - columns.1)) as u16 & (0xffff_u16 << columns.0);
        let mut mask: [u16; TILE_SIDE] =
            core::array::from_fn(|z| (bits[z / 4] >> (z % 4 * TILE_SIDE)) as u16 & in_columns);
        self.hide_other_floors(tile, &mut mask);
        let corner = (corner.0 as f32, corner.1 as f32);
        self.pull(corner, rows, &mask);
    }

    /// Rows or columns of a tile that can lie inside, given the centre of the first: first and past the last.
    fn span(&self, corner: f64) -> (usize, usize) {
        let reach = self.region.reach();
        let clamp = |v: i32| v.clamp(0, TILE_SIDE as i32) as usize;
        let first = floor_to_i32((-reach - corner) / self.cell_size);
        let last = floor_to_i32((reach - corner) / self.cell_size);
        // One to spare on each side against rounding; the exact test follows cell by cell.
        (clamp(first), clamp(last.saturating_add(2)))
    }

    fn hide_other_floors(&self, tile: &CellTile, mask: &mut [u16; TILE_SIDE]) {
        let (low, high) = (self.local.y - self.region.vertical_reach, self.local.y + self.region.vertical_reach);
        let within = |height: f32| (low..=high).contains(&f64::from(height));
        if within(tile.height_range.0) && within(tile.height_range.1) {
            return;
        }
        for (z, row) in mask.iter_mut().enumerate() {
            for x in 0..TILE_SIDE {
                if !within(tile.height[z * TILE_SIDE + x]) {
                    *row &= !(1 << x);
                }
            }
        }
    }

    fn pull(&mut self, corner: (f32, f32), rows: (usize, usize), mask: &[u16; TILE_SIDE]) {
        let sample = &self.sample[rows.0 * TILE_SIDE..rows.1 * TILE_SIDE];
        let mask = &mask[rows.0..rows.1];
        macro_rules! call {
            ($k:literal, $shape:ident) => {
                simd::pull::<$k, $shape>(self.map.simd, &self.law, corner, rows.0, sample, mask, &mut self.sums)
            };
        }
        macro_rules! by_power {
            ($shape:ident) => {
                match self.k {
                    0 => call!(0, $shape),
                    1 => call!(1, $shape),
                    2 => call!(2, $shape),
                    3 => call!(3, $shape),
                    _ => call!(4, $shape),
                }
            };
        }
        match self.shape {
            SQUARE => by_power!(SQUARE),
            DISC => by_power!(DISC),
            _ => by_power!(CONE),
        }
    }
}
