//! Which lattice squares the surface covers, floor by floor, and between which of them one can walk.
//!
//! Everything is asked of the surface by position (floors at fixed sample points, straight walks between them), so two
//! triangulations of one level give the same cells and the same connections.

use super::geometry::{edges, flat};
use super::walk::Walker;
use super::{MeshSurface, Polygon, SurfacePoint};
use crate::base::math::{DVec2, DVec3, floor_to_i32};
use crate::world::query::AreaFilter;
use alloc::vec::Vec;

/// Where a square is probed, in thirds of its side from the centre: the centre first, then the middles of the sides, then
/// the corners.
const SAMPLES: [(f64, f64); 9] =
    [(0.0, 0.0), (1.0, 0.0), (-1.0, 0.0), (0.0, 1.0), (0.0, -1.0), (1.0, 1.0), (-1.0, 1.0), (1.0, -1.0), (-1.0, -1.0)];
/// No polygon at a sample.
const NOTHING: u32 = u32::MAX;
/// Steeper ways than this (metres per metre) between neighbouring squares are not looked for.
const STEEPEST: f64 = 4.0;

/// Lattice column (z first, so that sorting goes row by row).
pub(crate) type Column = (i32, i32);

/// One floor of one lattice column: what becomes a cell.
#[derive(Clone, Debug)]
pub(crate) struct Floor {
    pub(crate) column: Column,
    /// The first sample that hit this floor.
    pub(crate) place: SurfacePoint,
    samples: [u32; 9],
}

impl Floor {
    /// Whether one of its samples lies on the polygon.
    pub(crate) fn touches(&self, polygon: u32) -> bool {
        self.samples.contains(&polygon)
    }
}

/// How one gets from one floor to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Passage {
    /// There and back.
    Walk,
    /// Down only.
    Fall,
}

/// A stand-in for a person on foot whom no door stops.
const ON_FOOT: Walker =
    Walker { filter: AreaFilter { allowed: u64::MAX, use_links: false }, airborne: false, ignore_doors: true };
const IN_THE_AIR: Walker = Walker { airborne: true, ..ON_FOOT };

/// Adds the columns that a polygon may cover, widened by `margin` metres.
pub(crate) fn covered_columns(polygon: &Polygon, cell_size: f64, margin: f64, out: &mut Vec<Column>) {
    let first = floor_to_i32((polygon.min.z - margin) / cell_size);
    let last = floor_to_i32((polygon.max.z + margin) / cell_size);
    for iz in first..=last {
        let (low, high) = (f64::from(iz) * cell_size - margin, (f64::from(iz) + 1.0) * cell_size + margin);
        let (mut from, mut to) = (f64::INFINITY, f64::NEG_INFINITY);
        for (a, b) in edges(&polygon.corners) {
            if a.z.max(b.z) < low || a.z.min(b.z) > high {
                continue;
            }
            for z in [a.z.clamp(low, high), b.z.clamp(low, high)] {
                let x = if a.z == b.z { a.x } else { a.x + (b.x - a.x) * ((z - a.z) / (b.z - a.z)) };
                from = from.min(x);
                to = to.max(x);
                if a.z == b.z {
                    from = from.min(b.x);
                    to = to.max(b.x);
                }
            }
        }
        if from <= to {
            let (ix0, ix1) = (floor_to_i32((from - margin) / cell_size), floor_to_i32((to + margin) / cell_size));
            out.extend((ix0..=ix1).map(|ix| (iz, ix)));
        }
    }
}

impl MeshSurface {
    fn sample_at(column: Column, cell_size: f64, sample: usize) -> DVec2 {
        let (dx, dz) = SAMPLES[sample];
        let at = |i: i32, d: f64| (f64::from(i) + 0.5 + d / 3.0) * cell_size;
        DVec2::new(at(column.1, dx), at(column.0, dz))
    }

    /// The floors of a column, from low to high.
    pub(crate) fn floors_of(&self, column: Column, cell_size: f64, out: &mut Vec<Floor>) {
        let begin = out.len();
        let mut hits: Vec<(f64, u32)> = Vec::new();
        for sample in 0..SAMPLES.len() {
            let ground = Self::sample_at(column, cell_size, sample);
            hits.clear();
            self.floors_at(ground, |polygon, height| hits.push((height, polygon)));
            hits.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
            for &(height, polygon) in &hits {
                let place = SurfacePoint { point: DVec3::new(ground.x, height, ground.y), polygon };
                match out[begin..].iter_mut().find(|f| self.is_same_floor(f, place)) {
                    Some(floor) if floor.samples[sample] == NOTHING => floor.samples[sample] = polygon,
                    Some(_) => {}
                    None => {
                        let mut samples = [NOTHING; 9];
                        samples[sample] = polygon;
                        out.push(Floor { column, place, samples });
                    }
                }
            }
        }
        out[begin..].sort_by(|a, b| a.place.point.y.total_cmp(&b.place.point.y));
    }

    fn is_same_floor(&self, floor: &Floor, place: SurfacePoint) -> bool {
        (floor.place.point.y - place.point.y).abs() <= self.tolerances.step
            || self.arrives(place, floor.place, &ON_FOOT)
    }

    /// Whether a straight walk ends at the other place and not on another floor there.
    fn arrives(&self, from: SurfacePoint, to: SurfacePoint, walker: &Walker) -> bool {
        let walk = self.walk(from, to.point, walker);
        walk.stopped_by.is_none()
            && walk.end.is_some_and(|end| (end.point.y - to.point.y).abs() <= self.tolerances.step)
    }

    fn sample(&self, floor: &Floor, sample: usize, cell_size: f64) -> Option<SurfacePoint> {
        let polygon = floor.samples[sample];
        (polygon != NOTHING).then(|| {
            let ground = Self::sample_at(floor.column, cell_size, sample);
            SurfacePoint { point: self.polygon(polygon).on(ground), polygon }
        })
    }

    /// The floor's own place, then its samples on the side towards (dx, dz).
    fn stepping_stones(&self, floor: &Floor, (dx, dz): (i32, i32), cell_size: f64) -> [Option<SurfacePoint>; 4] {
        let mut stones = [Some(floor.place), None, None, None];
        let mut n = 1;
        for (i, (sx, sz)) in SAMPLES.iter().enumerate() {
            if sx * f64::from(dx) + sz * f64::from(dz) > 0.5 && n < stones.len() {
                stones[n] = self.sample(floor, i, cell_size).filter(|s| flat(s.point) != flat(floor.place.point));
                n += 1;
            }
        }
        stones
    }

    /// The way from `a` to `b`, floors of one column or of two that share a side, inside their squares: straight between
    /// their places, or over samples beside the common border.
    pub(crate) fn passage(&self, a: &Floor, b: &Floor, cell_size: f64) -> Option<Passage> {
        let fall = a.place.point.y - b.place.point.y;
        let beside = (b.column.1 - a.column.1, b.column.0 - a.column.0);
        let stones_a = self.stepping_stones(a, beside, cell_size);
        let stones_b = self.stepping_stones(b, (-beside.0, -beside.1), cell_size);
        let by = |walker: &Walker| {
            stones_a.iter().flatten().any(|&p| {
                let reaches_p = p == a.place || self.arrives(a.place, p, &ON_FOOT);
                reaches_p
                    && stones_b
                        .iter()
                        .flatten()
                        .any(|&q| self.arrives(p, q, walker) && (q == b.place || self.arrives(q, b.place, &ON_FOOT)))
            })
        };
        let step = self.tolerances.step;
        if beside != (0, 0) && fall.abs() <= step + STEEPEST * cell_size && by(&ON_FOOT) {
            Some(Passage::Walk)
        } else if fall > step && fall <= self.tolerances.drop + STEEPEST * cell_size && by(&IN_THE_AIR) {
            Some(Passage::Fall)
        } else {
            None
        }
    }
}
