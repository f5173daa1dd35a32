//! Trails as bytes, and several as one.

use super::entry::Entry;
use super::passages::Exemplar;
use super::{HORIZONS, Passage, Pose, TrailParams, Trails};
use crate::base::serial::{Reader, Writer};
use crate::base::{Error, Result};
use alloc::format;
use alloc::vec::Vec;

const MAGIC: [u8; 4] = *b"ANTR";
const VERSION: u32 = 1;

impl Trails {
    /// Trails of several matches as one, weighted by evidence; the order given does not matter.
    pub fn merged(all: &[&Self]) -> Result<Self> {
        let Some(first) = all.first() else { return Err(Error::invalid("there are no trails to merge")) };
        if let Some(other) = all.iter().find(|t| t.params.v_max != first.params.v_max) {
            let (a, b) = (first.params.v_max, other.params.v_max);
            return Err(Error::invalid(format!("trails with v_max {a} and {b} cannot be merged")));
        }
        let mut merged = (*first).clone();
        for other in &all[1..] {
            for (mine, theirs) in merged.cells.iter_mut().zip(&other.cells) {
                for (key, entry) in theirs {
                    mine.entry(*key).or_default().merge(entry);
                }
            }
            for e in other.passages.buckets.iter().flatten() {
                let ticket = merged.remember(&e.at);
                for h in 0..e.known as usize {
                    merged.complete(ticket, h, e.displacement[h]);
                }
            }
        }
        Ok(merged)
    }

    /// Saved form, to be shipped with a level.
    pub fn save(&self) -> Vec<u8> {
        let mut w = Writer::new();
        self.write(&mut w);
        w.seal(MAGIC, VERSION)
    }

    /// Reads a saved form.
    pub fn load(bytes: &[u8]) -> Result<Self> {
        let mut r = Reader::open(bytes, MAGIC, VERSION)?;
        let trails = Self::read_from(&mut r)?;
        r.finish()?;
        Ok(trails)
    }

    /// Appends the state to a snapshot of somebody who owns trails.
    pub fn write(&self, w: &mut Writer) {
        let p = &self.params;
        w.f64(p.v_max).f64(p.half_life).f32(p.diffusion).u32(p.max_cells).u32(p.max_passages).dvec3(self.origin);
        for cells in &self.cells {
            w.u64(cells.len() as u64);
            for (key, entry) in cells {
                w.u64(*key).f32_slice(&entry.velocity);
                for v in &entry.visits {
                    w.f32_slice(&v.mean).f32(v.spread).f32(v.count);
                }
            }
        }
        w.u32(self.passages.stamp).u64(self.passages.buckets.len() as u64);
        for (key, bucket) in &self.passages.index {
            w.u64(*key).u32(*bucket);
        }
        for bucket in &self.passages.buckets {
            w.u64(bucket.len() as u64);
            for e in bucket {
                w.f32_slice(&e.at.pose.place).f32_slice(&e.at.pose.velocity).f32_slice(&e.at.path[0]);
                w.f32_slice(&e.at.path[1]).f32_slice(&e.at.view).u8(e.known).u32(e.stamp);
                e.displacement.iter().for_each(|d| _ = w.f32_slice(d));
            }
        }
    }

    /// Reads what [`Self::write`] wrote.
    pub fn read_from(r: &mut Reader<'_>) -> Result<Self> {
        let (v_max, half_life, diffusion) = (r.f64()?, r.f64()?, r.f32()?);
        let params = TrailParams { v_max, half_life, diffusion, max_cells: r.u32()?, max_passages: r.u32()? };
        let mut trails = Self::new(&params, r.dvec3()?).map_err(|e| Error::corrupt(e.message))?;
        for cells in &mut trails.cells {
            for _ in 0..r.count(96)? {
                let key = r.u64()?;
                let mut entry = Entry::default();
                r.f32_slice(&mut entry.velocity)?;
                for v in &mut entry.visits {
                    r.f32_slice(&mut v.mean)?;
                    (v.spread, v.count) = (r.f32()?, r.f32()?);
                }
                cells.insert(key, entry);
            }
        }
        trails.passages.stamp = r.u32()?;
        let buckets = r.count(20)?;
        for _ in 0..buckets {
            let (key, bucket) = (r.u64()?, r.u32()?);
            if bucket as usize >= buckets {
                return Err(Error::corrupt("a bucket of the trails does not exist"));
            }
            trails.passages.index.insert(key, bucket);
        }
        for _ in 0..buckets {
            let list = (0..r.count(89)?).map(|_| read_exemplar(r)).collect::<Result<Vec<_>>>()?;
            trails.passages.buckets.push(list);
        }
        Ok(trails)
    }
}

fn read_exemplar(r: &mut Reader<'_>) -> Result<Exemplar> {
    let (mut pose, mut path, mut view) = (Pose::default(), [[0.0; 2]; 2], [0.0; 2]);
    r.f32_slice(&mut pose.place)?;
    r.f32_slice(&mut pose.velocity)?;
    r.f32_slice(&mut path[0])?;
    r.f32_slice(&mut path[1])?;
    r.f32_slice(&mut view)?;
    let (known, stamp) = (r.u8()?, r.u32()?);
    let mut displacement = [[0.0; 2]; HORIZONS];
    for d in &mut displacement {
        r.f32_slice(d)?;
    }
    Ok(Exemplar { at: Passage { pose, path, view }, displacement, known, stamp })
}
