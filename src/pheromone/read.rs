//! Reading a map: amounts, what a reader smells, gradient.

use super::PheromoneMap;
use super::force::Reader;
use super::simd::bounded;
use crate::base::math::DVec2;
use crate::world::cells::{EAST, NORTH, SOUTH, WEST};
use crate::world::{CellIndex, CellMode, World};

/// A reader's weights, resolved for one query.
///
/// Cap and floor belong to what is smelled in the end, not to single layers: they are the largest cap and the smallest
/// floor of the layers that the reader weighs with anything but 0.
#[derive(Clone, Copy)]
pub(super) struct Nose<'a> {
    shared: &'a [f32],
    avatars: Avatars<'a>,
    pub(super) cap: f32,
    pub(super) floor: f32,
}

#[derive(Clone, Copy)]
enum Avatars<'a> {
    Ignored,
    /// A reader that is not itself an avatar of the map feels all with the usual weight.
    Usual(f32),
    Weighed(&'a [f32]),
}

impl Nose<'_> {
    /// Weights other than 0 of the shared layers, in layer order.
    pub(super) fn shared(&self) -> impl Iterator<Item = (usize, f32)> {
        self.shared.iter().copied().enumerate().filter(|w| w.1 != 0.0)
    }

    /// Weight of the avatar at a place of the map's list.
    pub(super) fn avatar(&self, place: usize) -> f32 {
        match self.avatars {
            Avatars::Ignored => 0.0,
            Avatars::Usual(weight) => weight,
            Avatars::Weighed(weights) => weights.get(place).copied().unwrap_or(0.0),
        }
    }

    pub(super) fn feels_avatars(&self) -> bool {
        !matches!(self.avatars, Avatars::Ignored)
    }

    pub(super) fn bounded(&self, raw: f32) -> f32 {
        bounded(raw, self.cap, self.floor)
    }
}

impl PheromoneMap {
    pub(super) fn nose<'a>(&'a self, reader: &Reader<'a>) -> Nose<'a> {
        let shared = &reader.weights[..reader.weights.len().min(self.store.shared)];
        let avatars = match reader.avatar {
            None => Avatars::Ignored,
            Some(id) => match self.pair_weights(id) {
                Some(weights) => Avatars::Weighed(weights),
                None if self.params.avatar_weight == 0.0 => Avatars::Ignored,
                None => Avatars::Usual(self.params.avatar_weight),
            },
        };
        let mut nose = Nose { shared, avatars, cap: 0.0, floor: f32::INFINITY };
        let felt =
            self.params.layers.iter().zip(shared).filter(|(_, weight)| **weight != 0.0).map(|(params, _)| params);
        let avatar_layer = nose.feels_avatars().then_some(&self.params.avatar_layer);
        for params in felt.chain(avatar_layer) {
            nose.cap = if params.cap > nose.cap { params.cap } else { nose.cap };
            nose.floor = if params.floor < nose.floor { params.floor } else { nose.floor };
        }
        nose
    }

    /// Avatars' layers with anything in a tile, with the reader's weight, in layer order.
    pub(super) fn avatars_in<'a>(&'a self, nose: &Nose<'a>, tile: u32) -> impl Iterator<Item = (usize, f32)> {
        let first = if nose.feels_avatars() {
            self.store.avatar_tiles.partition_point(|e| e.0 < tile)
        } else {
            self.store.avatar_tiles.len()
        };
        let here = self.store.avatar_tiles[first..].iter().take_while(move |e| e.0 == tile);
        let nose = *nose;
        here.map(move |e| (e.1 as usize, nose.avatar(e.1 as usize - self.store.shared))).filter(|w| w.1 != 0.0)
    }

    /// Every layer the reader feels in a cell, with weight times amount, in layer order.
    pub(super) fn felt_parts(&self, nose: &Nose<'_>, cell: CellIndex, mut f: impl FnMut(usize, f32)) {
        for (layer, weight) in nose.shared() {
            f(layer, weight * self.store.layers[layer].amount(cell));
        }
        for (layer, weight) in self.avatars_in(nose, cell.tile()) {
            f(layer, weight * self.store.layers[layer].amount(cell));
        }
    }

    /// Weighted sum over the layers before cap and floor; polygon cells by density.
    pub(super) fn raw_sample(&self, world: &World, nose: &Nose<'_>, cell: CellIndex) -> f32 {
        let mut sum = 0.0;
        self.felt_parts(nose, cell, |_, part| sum += part);
        sum * density_factor(world, cell)
    }

    /// Raw amount of one layer in one cell (no weight, cap or floor); 0 for what does not exist.
    pub fn value(&self, _world: &World, layer: usize, cell: CellIndex) -> f32 {
        self.store.layers.get(layer).map_or(0.0, |l| l.amount(cell))
    }

    /// Amount of one layer per area of a surface cell: `amount · cell_size² / cell_area`. Polygon cells hold amounts in
    /// proportion to their size, so only densities can be compared; on surface cells it is [`Self::value`].
    pub fn density(&self, world: &World, layer: usize, cell: CellIndex) -> f32 {
        self.value(world, layer, cell) * density_factor(world, cell)
    }

    /// What a reader smells in a cell: weighted sum over layers (densities on polygon cells), floor and cap applied. They
    /// are the largest cap and the smallest floor of the layers the reader feels.
    pub fn sample(&self, world: &World, reader: &Reader<'_>, cell: CellIndex) -> f32 {
        let nose = self.nose(reader);
        nose.bounded(self.raw_sample(world, &nose, cell))
    }

    /// Gradient of the sample in the ground plane, per metre: central differences between regular neighbours, one-sided at
    /// a wall; on polygon cells the least-squares plane through the reachable neighbours.
    pub fn gradient(&self, world: &World, reader: &Reader<'_>, cell: CellIndex) -> DVec2 {
        if !world.cells().exists(cell) {
            return DVec2::ZERO;
        }
        let nose = self.nose(reader);
        let sample = |c: CellIndex| f64::from(nose.bounded(self.raw_sample(world, &nose, c)));
        let here = sample(cell);
        if world.params().cell_mode == CellMode::Polygon {
            return plane_gradient(world, cell, here, sample);
        }
        let along = |ahead: usize, behind: usize| {
            let neighbour = |direction| world.cells().regular_neighbour(cell, direction).map(sample);
            match (neighbour(ahead), neighbour(behind)) {
                (Some(a), Some(b)) => (a - b) / 2.0,
                (Some(a), None) => a - here,
                (None, Some(b)) => here - b,
                (None, None) => 0.0,
            }
        };
        DVec2::new(along(EAST, WEST), along(NORTH, SOUTH)) / world.cells().cell_size()
    }

    /// Sum of all amounts of a layer.
    pub fn total(&self, layer: usize) -> f64 {
        self.store.layers.get(layer).map_or(0.0, |l| l.total())
    }

    /// Cells of the active tiles of a layer, 256 per tile whether the level has them all or not.
    pub fn active_cells(&self, layer: usize) -> usize {
        self.store.layers.get(layer).map_or(0, |l| l.tiles.len() * crate::world::cells::TILE_CELLS)
    }
}

/// What turns an amount into a density; 1 on surface cells.
pub(super) fn density_factor(world: &World, cell: CellIndex) -> f32 {
    if world.params().cell_mode == CellMode::Surface || !world.cells().exists(cell) {
        return 1.0;
    }
    let area = world.cell_area(cell);
    let size = world.params().cell_size;
    if area > 0.0 { (size * size) as f32 / area } else { 0.0 }
}

fn plane_gradient(world: &World, cell: CellIndex, here: f64, sample: impl Fn(CellIndex) -> f64) -> DVec2 {
    let center = world.cell_center(cell);
    let (mut xx, mut xz, mut zz, mut xs, mut zs) = (0.0, 0.0, 0.0, 0.0, 0.0);
    world.cells().for_each_step(cell, |to| {
        let offset = world.cell_center(to) - center;
        let rise = sample(to) - here;
        xx += offset.x * offset.x;
        xz += offset.x * offset.z;
        zz += offset.z * offset.z;
        xs += offset.x * rise;
        zs += offset.z * rise;
    });
    let determinant = xx * zz - xz * xz;
    if determinant > 1e-9 * (xx + zz) * (xx + zz) {
        DVec2::new(xs * zz - zs * xz, zs * xx - xs * xz) / determinant
    } else if xx + zz > 0.0 {
        // All neighbours lie on one line: the slope along it.
        DVec2::new(xs, zs) / (xx + zz)
    } else {
        DVec2::ZERO
    }
}
