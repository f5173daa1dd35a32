//! Trails of several matches as one.

use super::contents::{CellRecord, Contents};
use super::entry::{Entry, Visits};
use super::{HORIZONS, TrailParams, Trails};
use crate::base::math::{canonical_zero, sqrt};
use crate::base::{Error, Result};
use alloc::format;

/// Origins that differ by less than this, in trail units, are the same place.
const SAME_PLACE: f64 = 1e-3;

impl Trails {
    /// Trails of several matches as one, weighted by evidence; the order given does not matter, to the bit. They must have
    /// the same v_max and the same origin; the largest of each budget, the longest half-life and the most diffusion stay.
    pub fn merged(all: &[&Self]) -> Result<Self> {
        let Some(first) = all.first() else { return Err(Error::invalid("there are no trails to merge")) };
        let params = all.iter().try_fold(first.params, |params, trails| params.joined(&trails.params))?;
        Self::merged_with(all, &params)
    }

    /// As [`Self::merged`], with budgets no larger than those of `most`.
    pub fn merged_within(all: &[&Self], most: &TrailParams) -> Result<Self> {
        let Some(first) = all.first() else { return Err(Error::invalid("there are no trails to merge")) };
        let mut params = all.iter().try_fold(first.params, |params, trails| params.joined(&trails.params))?;
        params.max_cells = params.max_cells.min(most.max_cells);
        params.max_passages = params.max_passages.min(most.max_passages);
        Self::merged_with(all, &params)
    }

    /// As [`Self::merged`], with these parameters.
    pub fn merged_with(all: &[&Self], params: &TrailParams) -> Result<Self> {
        let Some(first) = all.first() else { return Err(Error::invalid("there are no trails to merge")) };
        let least = all.iter().fold(first.origin, |origin, trails| origin.min(trails.origin));
        let most = all.iter().fold(first.origin, |origin, trails| origin.max(trails.origin));
        if (most - least).max_element() > SAME_PLACE * params.v_max {
            return Err(Error::invalid(format!("trails with origins from {least} to {most} cannot be merged")));
        }
        let mut contents = Contents::default();
        for trails in all {
            params.joined(&trails.params)?;
            let more = Contents::of(trails);
            for (cells, more) in contents.cells.iter_mut().zip(more.cells) {
                cells.extend(more);
            }
            contents.passages.extend(more.passages);
        }
        contents.sort();
        for cells in &mut contents.cells {
            let joined = cells.chunk_by(|a, b| (a.key, a.heading) == (b.key, b.heading)).map(joined_entry);
            *cells = joined.collect();
        }
        let mut merged = contents.into_trails(params, least.map(canonical_zero))?;
        all.iter().for_each(|trails| merged.outdate_tickets_of(trails));
        Ok(merged)
    }

    /// Makes sure that no ticket of `others` will ever name a passage of these.
    pub(in crate::pheromone) fn outdate_tickets_of(&mut self, others: &Self) {
        self.passages.stamp = self.passages.stamp.max(others.passages.stamp);
    }
}

impl TrailParams {
    fn joined(&self, other: &Self) -> Result<Self> {
        if self.v_max != other.v_max {
            let (a, b) = (self.v_max.min(other.v_max), self.v_max.max(other.v_max));
            return Err(Error::invalid(format!("trails with v_max {a} and v_max {b} cannot be merged")));
        }
        Ok(Self {
            v_max: self.v_max,
            half_life: self.half_life.max(other.half_life),
            diffusion: self.diffusion.max(other.diffusion),
            max_cells: self.max_cells.max(other.max_cells),
            max_passages: self.max_passages.max(other.max_passages),
        })
    }
}

/// Entries of one cell and heading, in their order, as one.
fn joined_entry(records: &[CellRecord]) -> CellRecord {
    let [alone] = records else {
        let mut entry = Entry::EMPTY;
        for h in 0..HORIZONS {
            entry.set(h, &joined_visits(records, h));
        }
        let all: f64 = records.iter().map(|r| f64::from(r.entry.evidence())).sum();
        for axis in 0..2 {
            let part = |r: &CellRecord| f64::from(r.entry.evidence()) * f64::from(r.entry.velocity[axis]);
            entry.velocity[axis] = (records.iter().map(part).sum::<f64>() / all.max(f64::MIN_POSITIVE)) as f32;
        }
        return CellRecord { entry, ..records[0] };
    };
    *alone
}

/// The mean of the means by visits. The spread adds how far each mean lies from it.
fn joined_visits(records: &[CellRecord], h: usize) -> Visits {
    let visits = || records.iter().map(|r| r.entry.visits(h)).map(|v| (f64::from(v.count), v));
    let count: f64 = visits().map(|(n, _)| n).sum();
    if count <= 0.0 {
        return Visits::default();
    }
    let mean = [0, 1].map(|axis| visits().map(|(n, v)| n * f64::from(v.mean[axis])).sum::<f64>() / count);
    let spread = |v: &Visits| {
        let [dx, dz] = [0, 1].map(|axis| f64::from(v.mean[axis]) - mean[axis]);
        sqrt(f64::from(v.spread) * f64::from(v.spread) + dx * dx + dz * dz)
    };
    let spread = visits().map(|(n, v)| n * spread(&v)).sum::<f64>() / count;
    Visits { mean: mean.map(|m| m as f32), spread: spread as f32, count: count as f32 }
}
