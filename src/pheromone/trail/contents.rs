//! What trails hold, apart from how they hold it: in an order that does not depend on their past.
//!
//! Saved forms and merged trails are made of this. Evidence is as faded as it is now, tickets are forgotten, and passages
//! out of which nothing is known yet are left out.

use super::cells::{Cells, Now};
use super::entry::Entry;
use super::passages::{CHUNK, CHUNKS, Kept, Passages};
use super::{RESOLUTIONS, TrailParams, Trails};
use crate::base::Result;
use crate::base::hash::StableHasher;
use crate::base::math::DVec3;
use alloc::vec::Vec;
use core::cmp::Ordering;

/// What one cell and heading remember.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct CellRecord {
    pub(super) key: u64,
    pub(super) heading: u8,
    pub(super) entry: Entry,
}

/// A passage and its bucket; its tick is its age.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PassageRecord {
    pub(super) key: u64,
    pub(super) kept: Kept,
}

impl CellRecord {
    fn place(&self) -> (u64, u8) {
        (self.key, self.heading)
    }

    fn bits(&self) -> [u32; 22] {
        self.entry.numbers().map(f32::to_bits)
    }
}

impl PassageRecord {
    fn order(&self, other: &Self) -> Ordering {
        let content = |k: &Kept| (k.marks, k.near, k.far, k.known, k.tick);
        self.key.cmp(&other.key).then_with(|| content(&self.kept).cmp(&content(&other.kept)))
    }

    /// A number by which some of too many are chosen: any of them are as good as others.
    fn lot(&self) -> u64 {
        let mut hasher = StableHasher::new();
        let k = &self.kept;
        for value in k.marks.iter().chain(&k.near).chain(&k.far) {
            hasher.i64(i64::from(*value));
        }
        hasher.u64(self.key).finish()
    }
}

#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Contents {
    pub(super) cells: [Vec<CellRecord>; RESOLUTIONS],
    pub(super) passages: Vec<PassageRecord>,
}

impl Contents {
    pub(super) fn of(trails: &Trails) -> Self {
        let now = trails.now;
        let mut contents = Self {
            cells: [trails.fine.records(now), trails.middle.records(now), trails.coarse.records(now)],
            passages: trails.passages.records(now),
        };
        contents.sort();
        contents
    }

    /// Brings everything into its order.
    pub(super) fn sort(&mut self) {
        for cells in &mut self.cells {
            cells.sort_unstable_by(|a, b| a.place().cmp(&b.place()).then_with(|| a.bits().cmp(&b.bits())));
        }
        self.passages.sort_unstable_by(PassageRecord::order);
    }

    /// Whether everything is in its order, and no cell and heading is there twice.
    pub(super) fn is_sorted(&self) -> bool {
        self.cells.iter().all(|cells| cells.is_sorted_by(|a, b| a.place() < b.place()))
            && self.passages.is_sorted_by(|a, b| a.order(b).is_le())
    }

    /// Trails that hold this, as far as their budgets allow: cells with the most evidence and buckets with the most
    /// passages stay.
    pub(super) fn into_trails(self, params: &TrailParams, origin: DVec3) -> Result<Trails> {
        let mut trails = Trails::new(params, origin)?;
        let oldest = self.passages.iter().map(|p| p.kept.tick).max().unwrap_or(0);
        trails.start_at(oldest);
        let now = trails.now;
        let [fine, middle, coarse] = self.cells;
        trails.fine.fill(fine, now);
        trails.middle.fill(middle, now);
        trails.coarse.fill(coarse, now);
        trails.passages.fill(self.passages, now);
        Ok(trails)
    }
}

impl<const N: usize> Cells<N> {
    fn records(&self, now: Now) -> Vec<CellRecord> {
        let mut records = Vec::new();
        for (_, cell) in self.table.iter() {
            let keep = now.keep(cell.faded);
            for (heading, number) in cell.entries.iter().enumerate().filter(|(_, n)| **n != 0) {
                let mut entry = self.pool.entries[*number as usize];
                entry.fade(keep);
                records.push(CellRecord { key: cell.key, heading: heading as u8, entry });
            }
        }
        records
    }

    /// Takes in records that are in their order.
    fn fill(&mut self, records: Vec<CellRecord>, now: Now) {
        let evidence = |cell: &[CellRecord]| cell.iter().fold(0.0, |sum, r| sum + r.entry.evidence());
        let mut cells: Vec<&[CellRecord]> = records.chunk_by(|a, b| a.key == b.key).collect();
        if cells.len() > self.table.limit() {
            cells.sort_by(|a, b| evidence(b).total_cmp(&evidence(a)).then(a[0].key.cmp(&b[0].key)));
            cells.truncate(self.table.limit());
            cells.sort_unstable_by_key(|cell| cell[0].key);
        }
        for record in cells.into_iter().flatten() {
            if let Some(entry) = self.entry_of(record.key, record.heading as usize, now) {
                *entry = record.entry;
            }
        }
    }
}

impl Passages {
    fn records(&self, now: Now) -> Vec<PassageRecord> {
        let mut records = Vec::new();
        for (_, bucket) in self.table.iter() {
            for kept in self.passages_of(bucket).filter(|kept| kept.known > 0) {
                let tick = now.tick.saturating_sub(kept.tick);
                records.push(PassageRecord { key: bucket.key, kept: Kept { stamp: 0, tick, ..*kept } });
            }
        }
        records
    }

    /// Takes in records that are in their order.
    fn fill(&mut self, records: Vec<PassageRecord>, now: Now) {
        let mut buckets: Vec<&[PassageRecord]> = records.chunk_by(|a, b| a.key == b.key).collect();
        let mut most = CHUNKS;
        let chunks = |bucket: &[PassageRecord], most: usize| bucket.len().div_ceil(CHUNK).min(most);
        while most > 1 && buckets.iter().map(|b| chunks(b, most)).sum::<usize>() > self.pool.limit {
            most -= 1;
        }
        if buckets.len() > self.pool.limit {
            buckets.sort_by(|a, b| b.len().cmp(&a.len()).then(a[0].key.cmp(&b[0].key)));
            buckets.truncate(self.pool.limit);
            buckets.sort_unstable_by_key(|bucket| bucket[0].key);
        }
        for bucket in buckets {
            let mut chosen: Vec<&PassageRecord> = bucket.iter().collect();
            if bucket.len() > most * CHUNK {
                chosen.sort_by_cached_key(|record| record.lot());
                chosen.truncate(most * CHUNK);
            }
            for record in chosen {
                if let Some((chunk, lane)) = self.place_for(record.key) {
                    let tick = now.tick.saturating_sub(record.kept.tick);
                    self.pool.chunks[chunk as usize][lane] = Kept { tick, ..record.kept };
                }
            }
        }
    }
}
