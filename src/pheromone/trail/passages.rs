//! Remembered passages: where somebody was, how it came there, and what followed.

use super::{HORIZONS, Passage, Reach, Recall, Ticket, floor, heading, is_near};
use crate::base::math::sqrt32;
use alloc::collections::BTreeMap;
use alloc::vec::Vec;

/// Side of a bucket, headings told apart (one more for the slow), most passages in it.
const CELL: f32 = 0.25;
const SECTORS: u32 = 8;
const SLOTS: usize = 32;
/// Squared kernel distance beyond which a passage does not count.
const REACH: f32 = 7.0;
/// At most so many similar passages are looked at.
const FOUND: usize = 64;
/// Recalled residuals shrink as if passages of this weight had gone as damped dead reckoning says.
const SHRINK: f32 = 0.4;
/// Inverse squared widths.
const PLACE: f32 = 1.0 / (0.12 * 0.12);
const HEIGHT: f32 = 1.0 / (0.15 * 0.15);
const VELOCITY: f32 = 1.0 / (0.33 * 0.33);
const PATH: [f32; 2] = [1.0 / (0.8 * 0.8), 1.0 / (1.6 * 1.6)];
const VIEW: f32 = 1.0 / (1.2 * 1.2);
/// Typical residuals per horizon; a tenth of them softens the geometric median.
const TYPICAL: [f32; HORIZONS] = [0.1, 0.25, 0.5, 0.9, 1.3];

#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Exemplar {
    pub(super) at: Passage,
    pub(super) displacement: [[f32; 2]; HORIZONS],
    pub(super) known: u8,
    pub(super) stamp: u32,
}

#[derive(Clone, Debug, Default)]
pub(super) struct Passages {
    pub(super) index: BTreeMap<u64, u32>,
    pub(super) buckets: Vec<Vec<Exemplar>>,
    pub(super) stamp: u32,
}

fn key(x: i32, z: i32, sector: u32) -> u64 {
    (x as u32 as u64 & 0xff_ffff) | (z as u32 as u64 & 0xff_ffff) << 24 | (sector as u64) << 48
}

fn squared(a: [f32; 2], b: [f32; 2]) -> f32 {
    let (x, y) = (a[0] - b[0], a[1] - b[1]);
    x * x + y * y
}

fn distance(a: &Passage, b: &Passage) -> f32 {
    let (p, q) = (&a.pose, &b.pose);
    let dz = p.place[2] - q.place[2];
    PLACE * squared([p.place[0], p.place[1]], [q.place[0], q.place[1]])
        + HEIGHT * dz * dz
        + VELOCITY * squared(p.velocity, q.velocity)
        + PATH[0] * squared(a.path[0], b.path[0])
        + PATH[1] * squared(a.path[1], b.path[1])
        + VIEW * squared(a.view, b.view)
}

impl Passages {
    pub(super) fn remember(&mut self, passage: &Passage) -> Ticket {
        let pose = &passage.pose;
        if !is_near(&pose.place) {
            return Ticket { bucket: u32::MAX, slot: 0, stamp: 0 };
        }
        let sector = heading(pose.velocity).map_or(SECTORS, |t| floor(t * SECTORS as f32) as u32 % SECTORS);
        let key = key(floor(pose.place[0] / CELL), floor(pose.place[1] / CELL), sector);
        let fresh = self.buckets.len() as u32;
        let bucket = *self.index.entry(key).or_insert(fresh);
        if bucket == fresh {
            self.buckets.push(Vec::new());
        }
        self.stamp = self.stamp.wrapping_add(1);
        let exemplar = Exemplar { at: *passage, stamp: self.stamp, ..Default::default() };
        let list = &mut self.buckets[bucket as usize];
        let slot = if list.len() < SLOTS {
            list.push(exemplar);
            list.len() - 1
        } else {
            // Any one of them: old passages are worth as much as new ones.
            let any = (self.stamp.wrapping_mul(2_654_435_761) >> 16) as usize % SLOTS;
            list[any] = exemplar;
            any
        };
        Ticket { bucket, slot: slot as u32, stamp: self.stamp }
    }

    pub(super) fn complete(&mut self, ticket: Ticket, h: usize, displacement: [f32; 2]) {
        let place = self.buckets.get_mut(ticket.bucket as usize).and_then(|b| b.get_mut(ticket.slot as usize));
        if let Some(e) = place.filter(|e| e.stamp == ticket.stamp && e.known as usize == h && h < HORIZONS) {
            e.displacement[h] = displacement;
            e.known += 1;
        }
    }

    pub(super) fn recall(&self, at: &Passage, reach: &Reach) -> Recall {
        let mut out = Recall::default();
        let pose = &at.pose;
        if !is_near(&pose.place) {
            return out;
        }
        let (x, z) = (floor(pose.place[0] / CELL - 0.5), floor(pose.place[1] / CELL - 0.5));
        let (near, other) = match heading(pose.velocity) {
            None => (SECTORS, SECTORS),
            Some(t) => {
                let t = t * SECTORS as f32;
                let i = floor(t);
                let side = if t - i as f32 > 0.5 { 1 } else { SECTORS - 1 };
                (i as u32 % SECTORS, (i as u32 + side) % SECTORS)
            }
        };
        let nobody = Exemplar::default();
        let mut found = [(0.0, 0, &nobody); FOUND];
        let mut n = 0;
        'scan: for i in 0..if near == other { 4 } else { 8 } {
            let key = key(x + (i & 1), z + (i >> 1 & 1), if i < 4 { near } else { other });
            let Some(bucket) = self.index.get(&key) else { continue };
            for e in &self.buckets[*bucket as usize] {
                let d = distance(at, &e.at);
                if d >= REACH || e.known == 0 {
                    continue;
                }
                found[n] = (libm::expf(-0.5 * d), e.known as usize, e);
                n += 1;
                if n == FOUND {
                    break 'scan;
                }
            }
        }
        for h in 0..HORIZONS {
            let known = || found[..n].iter().filter(|f| f.1 > h);
            let residual = |e: &Exemplar| -> [f32; 2] {
                core::array::from_fn(|i| e.displacement[h][i] - e.at.pose.velocity[i] * reach[h])
            };
            let mut weight = 0.0;
            let mut sum = [0.0; 2];
            for (w, _, e) in known() {
                let r = residual(e);
                weight += w;
                (sum[0], sum[1]) = (sum[0] + w * r[0], sum[1] + w * r[1]);
            }
            if weight <= 0.0 {
                continue;
            }
            let soft = 0.01 * TYPICAL[h] * TYPICAL[h];
            let mean = [sum[0] / weight, sum[1] / weight];
            let (mut all, mut sum) = (0.0, [0.0; 2]);
            for (w, _, e) in known() {
                let r = residual(e);
                let u = w / sqrt32(squared(r, mean) + soft);
                all += u;
                (sum[0], sum[1]) = (sum[0] + u * r[0], sum[1] + u * r[1]);
            }
            let centre = [sum[0] / all, sum[1] / all];
            let far: f32 = known().map(|(w, _, e)| w * sqrt32(squared(residual(e), centre) + soft)).sum();
            let shrink = weight / (weight + SHRINK);
            out.centre[h] = centre.map(|c| c * shrink);
            out.spread[h] = far / weight;
            out.weight[h] = weight;
        }
        out
    }

    pub(super) fn bytes(&self) -> usize {
        self.index.len() * 24
            + self.buckets.capacity() * size_of::<Vec<Exemplar>>()
            + self.buckets.iter().map(|b| b.capacity() * size_of::<Exemplar>()).sum::<usize>()
    }

    pub(super) fn clear(&mut self) {
        self.index.clear();
        self.buckets.clear();
    }
}
