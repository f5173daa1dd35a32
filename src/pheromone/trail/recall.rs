//! What similar passages led to.
//!
//! Of all passages in the buckets around, the nearest [`NEAREST`] are taken and weighed by e^(-d/2) with their squared
//! distance d in widths; one step of reweighting by the inverse distance leads from their mean towards the geometric
//! median.

use super::cells::Now;
use super::geometry::{fade, is_near};
use super::lanes::Lanes;
use super::passages::{CHUNK, CHUNKS, Kept, Marks, Passages, STEP, STEPS, VELOCITY, marks};
use super::{HORIZONS, Passage, Reach, Recall};

/// Passages at this squared distance or beyond count for nothing.
const FARTHEST: i32 = (10.0 * STEPS * STEPS) as i32;
/// Most passages that are weighed; more only blur.
pub(super) const NEAREST: usize = 32;
/// To find the nearest, squared distances are sorted into ranges of half a unit.
const RANGE_BITS: u32 = 13;
const RANGES: usize = 32;
const _: () = assert!(((FARTHEST >> RANGE_BITS) as usize) < RANGES);
/// Recalled residuals shrink as if passages of this weight had gone as damped dead reckoning says.
const SHRINK: f32 = 0.4;
/// A tenth of the typical residual per horizon (0.1, 0.25, 0.5, 0.9, 1.3) softens the median; squared, in steps.
const SOFT: [f32; HORIZONS] = {
    const SQUARE: f32 = 0.01 / (STEP * STEP);
    [0.01 * SQUARE, 0.0625 * SQUARE, 0.25 * SQUARE, 0.81 * SQUARE, 1.69 * SQUARE]
};

/// Most passages around a place: eight buckets.
const MOST: usize = 8 * CHUNKS * CHUNK;
/// A candidate is its squared distance and, in the lowest bits, its number among those looked at.
const NUMBER_BITS: u32 = MOST.ilog2();
const _: () = assert!(MOST.is_power_of_two() && FARTHEST < 1 << (32 - NUMBER_BITS));

/// Whether one of the first four horizons is known when so many are.
const KNOWN: [[f32; 4]; 8] = [
    [0.0; 4],
    [1.0, 0.0, 0.0, 0.0],
    [1.0, 1.0, 0.0, 0.0],
    [1.0, 1.0, 1.0, 0.0],
    [1.0; 4],
    [1.0; 4],
    [0.0; 4],
    [0.0; 4],
];

/// Squared distance of two passages in steps; of two in neighbouring buckets it does not leave 31 bits.
#[inline]
pub(super) fn distance(a: &Marks, b: &Marks) -> i32 {
    let mut sum = 0;
    for (a, b) in a.iter().zip(b) {
        let away = a.wrapping_sub(*b) as i32;
        sum = i32::wrapping_add(sum, away * away);
    }
    sum
}

/// Picks the nearest [`NEAREST`] candidates, in the order they have; returns how many.
fn pick_nearest(all: &[u32], picked: &mut [u32; 2 * NEAREST]) -> usize {
    if all.len() <= NEAREST {
        picked[..all.len()].copy_from_slice(all);
        return all.len();
    }
    const SHIFT: u32 = RANGE_BITS + NUMBER_BITS;
    let mut counts = [0i32; RANGES];
    for candidate in all {
        counts[(candidate >> SHIFT) as usize % RANGES] += 1;
    }
    // All of the ranges before the one in which the last is found, and the first ones of that range.
    let (mut last, mut left) = (0, NEAREST as i32);
    while left >= counts[last as usize % RANGES] {
        left -= counts[last as usize % RANGES];
        last += 1;
    }
    let mut len = 0;
    for candidate in all {
        let range = candidate >> SHIFT;
        let first = ((range == last) & (left > 0)) as i32;
        left -= first;
        // A place is overwritten by the next one unless it counts.
        picked[len % (2 * NEAREST)] = *candidate;
        len += (range < last) as usize + first as usize;
    }
    len
}

/// The nearest passages' residuals and weights: the first four horizons side by side, the last one of four passages.
struct Near {
    len: usize,
    x: [[f32; 4]; NEAREST],
    z: [[f32; 4]; NEAREST],
    weight: [[f32; 4]; NEAREST],
    far_x: [f32; NEAREST],
    far_z: [f32; NEAREST],
    far_weight: [f32; NEAREST],
}

impl Near {
    const NOBODY: Self = Self {
        len: 0,
        x: [[0.0; 4]; NEAREST],
        z: [[0.0; 4]; NEAREST],
        weight: [[0.0; 4]; NEAREST],
        far_x: [0.0; NEAREST],
        far_z: [0.0; NEAREST],
        far_weight: [0.0; NEAREST],
    };

    /// `reach` is how many steps of displacement a step of velocity is worth.
    #[inline(always)]
    fn push(&mut self, kept: &Kept, weight: f32, reach: &Reach) {
        let i = self.len % NEAREST;
        let v = kept.velocity().map(f32::from);
        let [x0, x1, x2, x3, z0, z1, z2, z3] = kept.near;
        let near = Lanes([reach[0], reach[1], reach[2], reach[3]]);
        self.x[i] = (Lanes::of([x0, x1, x2, x3]) - Lanes::all(v[0]) * near).0;
        self.z[i] = (Lanes::of([z0, z1, z2, z3]) - Lanes::all(v[1]) * near).0;
        self.weight[i] = (Lanes::all(weight) * Lanes(KNOWN[kept.known as usize % KNOWN.len()])).0;
        self.far_x[i] = f32::from(kept.far[0]) - v[0] * reach[4];
        self.far_z[i] = f32::from(kept.far[1]) - v[1] * reach[4];
        self.far_weight[i] = if kept.known as usize == HORIZONS { weight } else { 0.0 };
        self.len += 1;
    }
}

/// Sums over passages.
struct Sums {
    weight: Lanes,
    x: Lanes,
    z: Lanes,
    distance: Lanes,
}

/// Weighted sums.
#[inline(never)]
fn plain(x: &[[f32; 4]], z: &[[f32; 4]], weight: &[[f32; 4]]) -> Sums {
    let (mut sw, mut sx, mut sz) = (Lanes::default(), Lanes::default(), Lanes::default());
    for ((x, z), w) in x.iter().zip(z).zip(weight) {
        let (x, z, w) = (Lanes(*x), Lanes(*z), Lanes(*w));
        sw += w;
        sx += w * x;
        sz += w * z;
    }
    Sums { weight: sw, x: sx, z: sz, distance: Lanes::default() }
}

/// Sums weighted by the inverse distance from the mean as well, and of the distances.
#[inline(never)]
fn robust(x: &[[f32; 4]], z: &[[f32; 4]], weight: &[[f32; 4]], mean: &[Lanes; 2], soft: Lanes) -> Sums {
    let (mut su, mut sx, mut sz, mut sd) = (Lanes::default(), Lanes::default(), Lanes::default(), Lanes::default());
    for ((x, z), w) in x.iter().zip(z).zip(weight) {
        let (x, z, w) = (Lanes(*x), Lanes(*z), Lanes(*w));
        let (dx, dz) = (x - mean[0], z - mean[1]);
        let distance = (dx * dx + dz * dz + soft).sqrt();
        let u = w / distance;
        su += u;
        sx += u * x;
        sz += u * z;
        sd += w * distance;
    }
    Sums { weight: su, x: sx, z: sz, distance: sd }
}

impl Passages {
    pub(super) fn recall(&self, at: &Passage, reach: &Reach, now: Now) -> Recall {
        if !is_near(&at.pose.place) {
            return Recall::default();
        }
        let to = marks(at);
        let mut chunks = [0u32; MOST / CHUNK];
        let mut number = 0;
        // A place is overwritten by the next one unless it is within reach.
        let mut all = [0u32; MOST];
        let mut n = 0;
        for bucket in self.buckets_near(at).into_iter().flatten() {
            let mut left = bucket.len as usize;
            for chunk in bucket.chunks() {
                chunks[number / CHUNK % chunks.len()] = *chunk;
                let kept = &self.pool.chunks[*chunk as usize];
                for (lane, kept) in kept[..left.min(CHUNK)].iter().enumerate() {
                    let distance = distance(&kept.marks, &to);
                    all[n % MOST] = (distance as u32) << NUMBER_BITS | (number + lane) as u32;
                    n += ((distance as u32) < FARTHEST as u32) as usize;
                }
                left = left.saturating_sub(CHUNK);
                number += CHUNK;
            }
        }
        let mut picked = [0u32; 2 * NEAREST];
        let len = pick_nearest(&all[..n], &mut picked);
        let mut weights = [0.0f32; NEAREST];
        for (weight, candidate) in weights.iter_mut().zip(&picked) {
            let distance = (candidate >> NUMBER_BITS) as i32;
            *weight = fade(distance as f32 * (0.5 * core::f32::consts::LOG2_E / (STEPS * STEPS)));
        }
        let reach = reach.map(|g| g * (VELOCITY / STEPS / STEP));
        let mut near = Near::NOBODY;
        for (candidate, weight) in picked[..len].iter().zip(weights) {
            let number = *candidate as usize % MOST;
            let kept = &self.pool.chunks[chunks[number / CHUNK] as usize][number % CHUNK];
            near.push(kept, weight * now.keep(kept.tick), &reach);
        }
        near.centre()
    }
}

impl Near {
    /// The shrunken centre of all horizons.
    fn centre(&self) -> Recall {
        let mut out = Recall::default();
        let (x, z, weight) = (&self.x[..self.len], &self.z[..self.len], &self.weight[..self.len]);
        let sums = plain(x, z, weight);
        let inverse = Lanes::all(1.0) / sums.weight.at_least(f32::MIN_POSITIVE);
        let soft = Lanes([SOFT[0], SOFT[1], SOFT[2], SOFT[3]]);
        let better = robust(x, z, weight, &[sums.x * inverse, sums.z * inverse], soft);
        for h in 0..4 {
            out.set(h, sums.weight.0[h], better.weight.0[h], [better.x.0[h], better.z.0[h]], better.distance.0[h]);
        }
        let groups = self.len.div_ceil(4);
        let [x, z, weight] = [&self.far_x, &self.far_z, &self.far_weight].map(|far| &far.as_chunks::<4>().0[..groups]);
        let sums = plain(x, z, weight);
        let inverse = 1.0 / sums.weight.total().max(f32::MIN_POSITIVE);
        let mean = [Lanes::all(sums.x.total() * inverse), Lanes::all(sums.z.total() * inverse)];
        let better = robust(x, z, weight, &mean, Lanes::all(SOFT[4]));
        let centre = [better.x.total(), better.z.total()];
        out.set(4, sums.weight.total(), better.weight.total(), centre, better.distance.total());
        out
    }
}

impl Recall {
    fn set(&mut self, h: usize, weight: f32, inverse_distances: f32, sum: [f32; 2], distances: f32) {
        if weight > 0.0 {
            let shrunken = STEP * weight / ((weight + SHRINK) * inverse_distances);
            self.centre[h] = sum.map(|s| s * shrunken);
            self.spread[h] = STEP * distances / weight;
            self.weight[h] = weight;
        }
    }
}
