//! The whole state of trails, to the bit: they go on as the original would, tickets included.

use super::cells::{Cell, Cells};
use super::entry::Entry;
use super::geometry::is_key;
use super::passages::{Bucket, CHUNK, CHUNKS, Kept, NO_PASSAGES, Passages, Pool};
use super::table::{Slot, Table};
use super::{HORIZONS, TrailParams, Trails};
use crate::base::serial::{Reader, Writer};
use crate::base::{Error, Result};
use crate::pheromone::snapshot::Sink;
use alloc::vec::Vec;

impl Trails {
    /// Appends the state to a snapshot of somebody who owns trails.
    pub fn write(&self, w: &mut Writer) {
        self.put(w);
    }

    /// Takes the state into a snapshot or a hash.
    pub(in crate::pheromone) fn put(&self, sink: &mut impl Sink) {
        let p = &self.params;
        sink.f64(p.v_max);
        sink.f64(p.half_life);
        sink.f32(p.diffusion);
        sink.u64(u64::from(p.max_cells) << 32 | u64::from(p.max_passages));
        sink.position(self.origin);
        sink.u64(self.clock);
        self.fine.put(sink);
        self.middle.put(sink);
        self.coarse.put(sink);
        self.passages.put(sink);
    }

    /// Reads what [`Self::write`] wrote. Budgets beyond those of `most` are refused.
    pub fn read_from(r: &mut Reader<'_>, most: &TrailParams) -> Result<Self> {
        let (v_max, half_life, diffusion, budgets) = (r.f64()?, r.f64()?, r.f32()?, r.u64()?);
        let params = TrailParams {
            v_max,
            half_life,
            diffusion,
            max_cells: (budgets >> 32) as u32,
            max_passages: budgets as u32,
        };
        params.check_budgets(most)?;
        let mut trails = Self::new(&params, r.dvec3()?).map_err(Error::into_corrupt)?;
        trails.set_clock(r.u64()?);
        let tick = trails.now.tick;
        trails.fine.take(r, tick)?;
        trails.middle.take(r, tick)?;
        trails.coarse.take(r, tick)?;
        trails.passages.take(r, tick)?;
        Ok(trails)
    }
}

/// A table as large as the original's.
fn read_table<S: Slot>(r: &mut Reader<'_>, limit: usize, len: usize) -> Result<Table<S>> {
    let capacity = r.u64()?;
    // Tables double when they are half full and never lose more than a few.
    let most = (len * 8).max(64) as u64;
    let table = if capacity <= most { Table::with_capacity(limit, capacity as usize) } else { None };
    table.ok_or_else(|| Error::corrupt("a table of the trails has an impossible size"))
}

impl<const N: usize> Cells<N> {
    fn put(&self, sink: &mut impl Sink) {
        sink.u64(self.table.len() as u64);
        sink.u64(self.table.capacity() as u64);
        for (at, cell) in self.table.iter() {
            let mask = cell.entries.iter().enumerate().fold(0, |mask, (i, n)| mask | u64::from(*n != 0) << i);
            sink.u64(mask << 32 | at as u64);
            sink.u64(cell.key);
            sink.u64(cell.faded.into());
            for number in cell.entries.iter().filter(|n| **n != 0) {
                self.pool.entries[*number as usize].numbers().into_iter().for_each(|x| sink.f32(x));
            }
        }
    }

    fn take(&mut self, r: &mut Reader<'_>, now: u32) -> Result<()> {
        let corrupt = || Error::corrupt("a cell of the trails does not fit its table");
        let len = r.count(24)?;
        self.table = read_table(r, self.table.limit(), len)?;
        for _ in 0..len {
            let (place, key, faded) = (r.u64()?, r.u64()?, r.u64()?);
            let (at, mask) = (place as u32 as usize, place >> 32);
            if mask >> N != 0 || faded > now.into() || !is_key(key) {
                return Err(corrupt());
            }
            let mut cell = Cell { key, faded: faded as u32, entries: [0; N] };
            for (_, number) in cell.entries.iter_mut().enumerate().filter(|(i, _)| mask >> i & 1 == 1) {
                let entry = Entry::read(r)?;
                *number = self.pool.add(entry);
            }
            if !self.table.restore(at, cell) {
                return Err(corrupt());
            }
        }
        if self.table.is_sound() { Ok(()) } else { Err(corrupt()) }
    }
}

impl Passages {
    fn put(&self, sink: &mut impl Sink) {
        sink.u64(self.stamp.into());
        sink.u64(self.table.len() as u64);
        sink.u64(self.table.capacity() as u64);
        for (at, bucket) in self.table.iter() {
            sink.u64(u64::from(bucket.len) << 32 | at as u64);
            sink.u64(bucket.key);
            bucket.chunks().iter().for_each(|chunk| sink.u64((*chunk).into()));
            for kept in self.passages_of(bucket) {
                kept.words().into_iter().for_each(|word| sink.u64(word));
            }
        }
        sink.u64(self.pool.free.len() as u64);
        self.pool.free.iter().for_each(|chunk| sink.u64((*chunk).into()));
    }

    fn take(&mut self, r: &mut Reader<'_>, now: u32) -> Result<()> {
        let corrupt = || Error::corrupt("the passages of the trails do not fit together");
        self.stamp = u32::try_from(r.u64()?).map_err(|_| corrupt())?;
        let len = r.count(24)?;
        self.table = read_table(r, self.table.limit(), len)?;
        let mut filled: Vec<(u32, [Kept; CHUNK])> = Vec::new();
        for _ in 0..len {
            let (place, key) = (r.u64()?, r.u64()?);
            let (at, mut bucket) = (place as u32 as usize, Bucket { key, len: (place >> 32) as u32, ..Bucket::VACANT });
            if bucket.len as usize > CHUNK * CHUNKS || bucket.len == 0 || !is_key(key) {
                return Err(corrupt());
            }
            for i in 0..bucket.chunks().len() {
                bucket.chunks[i] = u32::try_from(r.u64()?).map_err(|_| corrupt())?;
                filled.push((bucket.chunks[i], NO_PASSAGES));
            }
            let first = filled.len() - bucket.chunks().len();
            for i in 0..bucket.len as usize {
                let kept = Kept::from_words([r.u64()?, r.u64()?, r.u64()?, r.u64()?, r.u64()?, r.u64()?, r.u64()?])?;
                if kept.known as usize > HORIZONS || kept.tick > now {
                    return Err(corrupt());
                }
                filled[first + i / CHUNK].1[i % CHUNK] = kept;
            }
            if !self.table.restore(at, bucket) {
                return Err(corrupt());
            }
        }
        let free = (0..r.count(8)?).map(|_| r.u64()).collect::<Result<Vec<_>>>()?;
        self.pool = Pool::restored(self.pool.limit, filled, free).ok_or_else(corrupt)?;
        if self.table.is_sound() { Ok(()) } else { Err(corrupt()) }
    }
}
