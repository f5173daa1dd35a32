//! Which polygons lie near a ground position: lists per square bucket behind an open-addressing table.
//!
//! The table is only ever asked, never walked through, so its order shows nowhere.

use crate::base::math::{DVec2, floor_to_i32};
use alloc::vec::Vec;

/// A polygon that covers more buckets than this is kept in one list that every search reads.
const MAX_BUCKETS_PER_POLYGON: i64 = 1024;
const VACANT: u32 = u32::MAX;

/// Ground rectangle of buckets, ends included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct BucketRange {
    pub(crate) x0: i32,
    pub(crate) z0: i32,
    pub(crate) x1: i32,
    pub(crate) z1: i32,
}

impl BucketRange {
    /// About how many places of the rectangle a search looks at in the square ring around `center`: at least one per row.
    pub(crate) fn columns_of_ring(&self, (cx, cz): (i64, i64), ring: i64) -> u64 {
        let span = |low: i32, high: i32, c: i64| ((c + ring).min(high.into()) - (c - ring).max(low.into()) + 1).max(0);
        (2 * span(self.x0, self.x1, cx) + 2 * span(self.z0, self.z1, cz)) as u64
    }

    /// The part that both have, and how many buckets that is.
    fn shared(&self, other: &Self) -> (Self, u64) {
        let (x0, x1) = (self.x0.max(other.x0), self.x1.min(other.x1));
        let (z0, z1) = (self.z0.max(other.z0), self.z1.min(other.z1));
        let side = |low: i32, high: i32| (i64::from(high) - i64::from(low) + 1).max(0) as u64;
        (Self { x0, z0, x1, z1 }, side(x0, x1).saturating_mul(side(z0, z1)))
    }
}

/// A polygon with its ground rectangle, rounded outward: most candidates are dismissed without touching the polygon, which
/// would be a cache miss each.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Entry {
    pub(crate) polygon: u32,
    min: [f32; 2],
    max: [f32; 2],
}

impl Entry {
    fn new(polygon: u32, min: DVec2, max: DVec2) -> Self {
        let down = |v: f64| if f64::from(v as f32) > v { (v as f32).next_down() } else { v as f32 };
        let up = |v: f64| if f64::from(v as f32) < v { (v as f32).next_up() } else { v as f32 };
        Self { polygon, min: [down(min.x), down(min.y)], max: [up(max.x), up(max.y)] }
    }

    /// Whether the rectangle misses the ground position by more than `margin`.
    #[inline]
    pub(crate) fn misses(&self, p: DVec2, margin: f64) -> bool {
        p.x < f64::from(self.min[0]) - margin
            || p.x > f64::from(self.max[0]) + margin
            || p.y < f64::from(self.min[1]) - margin
            || p.y > f64::from(self.max[1]) + margin
    }
}

#[derive(Clone, Copy, Debug)]
struct Slot {
    x: i32,
    z: i32,
    list: u32,
}

/// Polygons by place.
#[derive(Clone, Debug)]
pub(crate) struct Buckets {
    side: f64,
    slots: Vec<Slot>,
    lists: Vec<Vec<Entry>>,
    oversized: Vec<Entry>,
    /// Everything ever stored lies within.
    bounds: Option<BucketRange>,
}

fn hash(x: i32, z: i32) -> usize {
    let key = (x as u32 as u64) << 32 | z as u32 as u64;
    const MULTIPLIER: u64 = 0x9e37_79b9_7f4a_7c15;
    // The first round alone would leave the low half of the product without any of x.
    let mixed = key.wrapping_mul(MULTIPLIER);
    ((mixed ^ (mixed >> 32)).wrapping_mul(MULTIPLIER) >> 32) as usize
}

impl Buckets {
    /// Empty, with buckets of `side` metres.
    pub(crate) fn new(side: f64) -> Self {
        Self { side, slots: Vec::new(), lists: Vec::new(), oversized: Vec::new(), bounds: None }
    }

    pub(crate) fn side(&self) -> f64 {
        self.side
    }

    /// What is stored in buckets lies within; oversized polygons may reach further.
    pub(crate) fn bounds(&self) -> Option<BucketRange> {
        self.bounds
    }

    pub(crate) fn bytes(&self) -> usize {
        let lists: usize = self.lists.iter().map(|l| l.capacity() * size_of::<Entry>()).sum();
        self.slots.capacity() * size_of::<Slot>()
            + self.lists.capacity() * size_of::<Vec<Entry>>()
            + self.oversized.capacity() * size_of::<Entry>()
            + lists
    }

    /// The buckets a ground rectangle touches.
    pub(crate) fn range(&self, min: DVec2, max: DVec2) -> BucketRange {
        let at = |v: f64| floor_to_i32(v / self.side);
        BucketRange { x0: at(min.x), z0: at(min.y), x1: at(max.x), z1: at(max.y) }
    }

    fn find(&self, x: i32, z: i32) -> Option<usize> {
        if self.slots.is_empty() {
            return None;
        }
        let mask = self.slots.len() - 1;
        let mut at = hash(x, z) & mask;
        while self.slots[at].list != VACANT {
            if self.slots[at].x == x && self.slots[at].z == z {
                return Some(at);
            }
            at = (at + 1) & mask;
        }
        None
    }

    /// The polygons of one bucket, ascending; oversized ones are not among them.
    #[inline]
    pub(crate) fn bucket(&self, x: i32, z: i32) -> &[Entry] {
        self.find(x, z).map_or(&[], |at| &self.lists[self.slots[at].list as usize])
    }

    /// How many buckets there are.
    pub(crate) fn count(&self) -> u64 {
        self.lists.len() as u64
    }

    /// The polygons of all buckets, in the order in which the buckets were made.
    pub(crate) fn lists(&self) -> impl Iterator<Item = &Vec<Entry>> {
        self.lists.iter()
    }

    /// Polygons too large for buckets, ascending.
    pub(crate) fn oversized(&self) -> &[Entry] {
        &self.oversized
    }

    /// Every polygon whose rectangle holds the ground position.
    #[inline]
    pub(crate) fn at(&self, p: DVec2) -> impl Iterator<Item = u32> + '_ {
        let bucket = self.bucket(floor_to_i32(p.x / self.side), floor_to_i32(p.y / self.side));
        bucket.iter().chain(&self.oversized).filter(move |e| !e.misses(p, 0.0)).map(|e| e.polygon)
    }

    /// Every polygon that may touch the ground rectangle, ascending and each once, into `out`.
    pub(crate) fn within(&self, min: DVec2, max: DVec2, out: &mut Vec<u32>) {
        out.clear();
        out.extend(self.oversized.iter().map(|e| e.polygon));
        if let Some(b) = self.bounds {
            let (r, buckets) = self.range(min, max).shared(&b);
            if buckets > self.count() {
                // Most of the rectangle is empty.
                let inside =
                    |s: &&Slot| s.list != VACANT && (r.x0..=r.x1).contains(&s.x) && (r.z0..=r.z1).contains(&s.z);
                let lists = self.slots.iter().filter(inside).map(|s| &self.lists[s.list as usize]);
                out.extend(lists.flatten().map(|e| e.polygon));
            } else {
                for z in r.z0..=r.z1 {
                    for x in r.x0..=r.x1 {
                        out.extend(self.bucket(x, z).iter().map(|e| e.polygon));
                    }
                }
            }
        }
        out.sort_unstable();
        out.dedup();
    }

    fn is_oversized(range: BucketRange) -> bool {
        (range.x1 as i64 - range.x0 as i64 + 1) * (range.z1 as i64 - range.z0 as i64 + 1) > MAX_BUCKETS_PER_POLYGON
    }

    fn list_mut(&mut self, x: i32, z: i32) -> &mut Vec<Entry> {
        if let Some(at) = self.find(x, z) {
            return &mut self.lists[self.slots[at].list as usize];
        }
        // Half full at most: probes stay short.
        if (self.lists.len() + 1) * 2 > self.slots.len() {
            self.grow();
        }
        self.lists.push(Vec::new());
        let list = self.lists.len() as u32 - 1;
        self.enter(Slot { x, z, list });
        &mut self.lists[list as usize]
    }

    fn enter(&mut self, slot: Slot) {
        let mask = self.slots.len() - 1;
        let mut at = hash(slot.x, slot.z) & mask;
        while self.slots[at].list != VACANT {
            at = (at + 1) & mask;
        }
        self.slots[at] = slot;
    }

    fn grow(&mut self) {
        let size = (self.slots.len() * 2).max(64);
        let old = core::mem::replace(&mut self.slots, alloc::vec![Slot { x: 0, z: 0, list: VACANT }; size]);
        old.into_iter().filter(|s| s.list != VACANT).for_each(|s| self.enter(s));
    }

    /// Files a polygon under every bucket its ground rectangle touches.
    pub(crate) fn insert(&mut self, polygon: u32, min: DVec2, max: DVec2) {
        let entry = Entry::new(polygon, min, max);
        self.each_list(min, max, |list| {
            if let Err(at) = list.binary_search_by_key(&polygon, |e| e.polygon) {
                list.insert(at, entry);
            }
        });
    }

    /// Takes a polygon out again; the rectangle must be the one it was filed under.
    pub(crate) fn remove(&mut self, polygon: u32, min: DVec2, max: DVec2) {
        self.each_list(min, max, |list| {
            if let Ok(at) = list.binary_search_by_key(&polygon, |e| e.polygon) {
                list.remove(at);
            }
        });
    }

    fn each_list(&mut self, min: DVec2, max: DVec2, mut edit: impl FnMut(&mut Vec<Entry>)) {
        let r = self.range(min, max);
        if Self::is_oversized(r) {
            return edit(&mut self.oversized);
        }
        self.bounds = Some(self.bounds.map_or(r, |b| BucketRange {
            x0: b.x0.min(r.x0),
            z0: b.z0.min(r.z0),
            x1: b.x1.max(r.x1),
            z1: b.z1.max(r.z1),
        }));
        for z in r.z0..=r.z1 {
            for x in r.x0..=r.x1 {
                edit(self.list_mut(x, z));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_polygon_is_found_in_every_bucket_it_touches_until_it_is_removed() {
        let mut b = Buckets::new(2.0);
        let boxes: Vec<(DVec2, DVec2)> = (0..200)
            .map(|i| (DVec2::new(i as f64 * 0.7 - 50.0, -1.0), DVec2::new(i as f64 * 0.7 - 47.0, 3.5)))
            .collect();
        for (i, (min, max)) in boxes.iter().enumerate() {
            b.insert(i as u32, *min, *max);
        }
        b.insert(200, DVec2::splat(-1e6), DVec2::splat(1e6));
        let mut out = Vec::new();
        b.within(DVec2::new(0.0, 0.0), DVec2::new(0.1, 0.1), &mut out);
        assert!(out.contains(&200) && out.is_sorted());
        for (i, (min, max)) in boxes.iter().enumerate() {
            assert_eq!(out.contains(&(i as u32)), min.x < 2.0 && max.x >= 0.0, "{i}");
        }
        for (i, (min, max)) in boxes.iter().enumerate() {
            b.remove(i as u32, *min, *max);
        }
        assert_eq!(b.at(DVec2::ZERO).collect::<Vec<_>>(), [200]);
    }
}
