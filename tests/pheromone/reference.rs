//! Plain double-precision implementations: one dense field (eq. 6), one map per player, one force over all cells (eq. 7).

use antreckon::base::math::{DVec2, DVec3};
use antreckon::pheromone::{ForceLaw, PheromoneMap, Reader, Region, RegionShape};
use antreckon::world::{CellIndex, World};
use std::collections::BTreeMap;

/// A field that computes every cell of the level in every step and forgets nothing.
pub(crate) struct DenseField {
    pub(crate) evaporation: f64,
    pub(crate) diffusion: f64,
    pub(crate) amounts: BTreeMap<CellIndex, f64>,
}

impl DenseField {
    pub(crate) fn new(world: &World, evaporation: f32, diffusion: f32) -> Self {
        let amounts = world.cells().cells().map(|c| (c, 0.0)).collect();
        Self { evaporation: evaporation.into(), diffusion: diffusion.into(), amounts }
    }

    /// One step as the paper writes it: each cell keeps, gives and receives.
    pub(crate) fn step(&mut self, world: &World, emissions: &[(CellIndex, f64)]) {
        let mut next: BTreeMap<CellIndex, f64> = self.amounts.keys().map(|c| (*c, 0.0)).collect();
        for (&cell, &amount) in &self.amounts {
            let survives = self.evaporation * amount;
            let mut given = 0.0;
            world.cells().receivers(cell, |to, share| {
                let part = survives * self.diffusion * f64::from(share);
                *next.get_mut(&to).unwrap() += part;
                given = survives * self.diffusion;
            });
            *next.get_mut(&cell).unwrap() += survives - given;
        }
        for (cell, amount) in emissions {
            *next.get_mut(cell).unwrap() += amount;
        }
        self.amounts = next;
    }

    /// Largest difference to a layer of a map.
    pub(crate) fn difference(&self, world: &World, map: &PheromoneMap, layer: usize) -> f64 {
        self.amounts
            .iter()
            .fold(0.0, |worst: f64, (cell, want)| worst.max((f64::from(map.value(world, layer, *cell)) - want).abs()))
    }

    pub(crate) fn peak(&self) -> f64 {
        self.amounts.values().fold(0.0, |peak: f64, v| peak.max(v.abs()))
    }
}

/// Eq. 7 over every cell of the level, with the shape tests written out with angles.
pub(crate) fn force(
    map: &PheromoneMap,
    world: &World,
    reader: &Reader<'_>,
    position: DVec3,
    view: DVec2,
    region: &Region,
    law: &ForceLaw,
) -> DVec3 {
    let mut total = DVec3::ZERO;
    for cell in world.cells().cells() {
        let offset = world.cell_center(cell) - position;
        let flat = DVec2::new(offset.x, offset.z);
        if offset.y.abs() > region.vertical_reach || !inside(region, flat, view) {
            continue;
        }
        let along = if law.vertical { offset } else { DVec3::new(offset.x, 0.0, offset.z) };
        let distance = along.length();
        if distance < 1e-6 {
            continue;
        }
        let softened = (distance * distance + law.softening * law.softening).sqrt() / law.unit;
        total += along / distance * (f64::from(map.sample(world, reader, cell)) / softened.powi(law.k as i32));
    }
    total
}

fn inside(region: &Region, offset: DVec2, view: DVec2) -> bool {
    let reach = region.diameter / 2.0 + region.margin;
    match region.shape {
        RegionShape::Square => offset.x.abs() <= reach && offset.y.abs() <= reach,
        RegionShape::Disc => offset.length() <= reach,
        RegionShape::Cone(half) => {
            let angle = offset.angle_to(view).abs();
            let off_side = angle - half;
            let distance = match off_side {
                a if a <= 0.0 => 0.0,
                a if a < std::f64::consts::FRAC_PI_2 => offset.length() * a.sin(),
                _ => offset.length(),
            };
            offset.length() <= reach && distance <= region.margin
        }
    }
}

/// How near any cell is to the border of the region, where single and double precision may decide differently.
pub(crate) fn border_gap(world: &World, position: DVec3, view: DVec2, region: &Region) -> f64 {
    let mut gap = f64::INFINITY;
    for cell in world.cells().cells() {
        let offset = world.cell_center(cell) - position;
        let flat = DVec2::new(offset.x, offset.z);
        for scale in [1.0 - 1e-5, 1.0 + 1e-5] {
            for turn in [-1e-5, 1e-5] {
                let nudged = DVec2::from_angle(turn).rotate(flat * scale);
                if inside(region, nudged, view) != inside(region, flat, view) {
                    gap = gap.min(1e-5);
                }
            }
        }
    }
    gap
}
