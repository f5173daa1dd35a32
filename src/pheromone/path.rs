//! Ways along the field, for artificial players and tools.

use super::force::Reader;
use super::source::check_position;
use super::{MAX_AMOUNT, PheromoneMap};
use crate::base::math::DVec3;
use crate::base::{Error, Result, Short};
use crate::world::{CellIndex, World};
use alloc::collections::{BTreeMap, BinaryHeap};
use alloc::format;
use alloc::vec::Vec;
use core::cmp::Ordering;

/// A cell that can be reached at a cost; the cheapest, then the lowest number, comes first out of a heap.
#[derive(PartialEq)]
struct Reached {
    cost: f64,
    cell: CellIndex,
}

impl Eq for Reached {}

impl Ord for Reached {
    fn cmp(&self, other: &Self) -> Ordering {
        other.cost.total_cmp(&self.cost).then(other.cell.cmp(&self.cell))
    }
}

impl PartialOrd for Reached {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PheromoneMap {
    /// Cheapest way over cells where good sample shortens the way: cost of entering a cell = length / (1 + gain ·
    /// max(sample, 0)/cap) · (1 + gain · max(-sample, 0)/cap), length in metres between cell centres. Fills `out` with
    /// `from`, the cell centres between, and `to`; returns the cost in sample-weighted metres. A way whose search would look at more than
    /// the level's [`max_nodes`](crate::world::WorldParams::max_nodes) cells is refused.
    pub fn path(
        &self,
        world: &World,
        reader: &Reader<'_>,
        from: DVec3,
        to: DVec3,
        gain: f32,
        out: &mut Vec<DVec3>,
    ) -> Result<f64> {
        check_position("from", from)?;
        check_position("to", to)?;
        if !(0.0..=MAX_AMOUNT).contains(&gain) {
            return Err(Error::invalid(format!("gain is {}, allowed is 0 to {MAX_AMOUNT}", Short(gain))));
        }
        let cell_at = |name: &str, p: DVec3| {
            world.cell_at(p).ok_or_else(|| Error::not_found(format!("{name} {p} is not on a cell of the level")))
        };
        let (start, goal) = (cell_at("from", from)?, cell_at("to", to)?);
        let nose = self.nose(reader);
        let cap = if nose.cap > 0.0 { f64::from(nose.cap) } else { 1.0 };
        let mut best: BTreeMap<CellIndex, (f64, CellIndex)> = BTreeMap::new();
        let mut heap = BinaryHeap::new();
        let mut looked_at = 0;
        best.insert(start, (0.0, start));
        heap.push(Reached { cost: 0.0, cell: start });
        while let Some(Reached { cost, cell }) = heap.pop() {
            if cell == goal {
                trace(world, &best, (start, goal), (from, to), out);
                return Ok(cost);
            }
            if cost > best[&cell].0 {
                continue;
            }
            if looked_at == world.params().max_nodes {
                return Err(Error::budget(format!(
                    "the search from {from} to {to} took max_nodes = {looked_at} cells"
                )));
            }
            looked_at += 1;
            let center = world.cell_center(cell);
            world.cells().for_each_step(cell, |next| {
                let sample = f64::from(nose.bounded(self.raw_sample(world, &nose, next))) / cap * f64::from(gain);
                let length = (world.cell_center(next) - center).length();
                let toll = if sample >= 0.0 { length / (1.0 + sample) } else { length * (1.0 - sample) };
                let reached = cost + toll;
                if best.get(&next).is_none_or(|known| reached < known.0) {
                    best.insert(next, (reached, cell));
                    heap.push(Reached { cost: reached, cell: next });
                }
            });
        }
        Err(Error::not_found(format!("there is no way from {from} to {to}")))
    }
}

fn trace(
    world: &World,
    best: &BTreeMap<CellIndex, (f64, CellIndex)>,
    (start, goal): (CellIndex, CellIndex),
    (from, to): (DVec3, DVec3),
    out: &mut Vec<DVec3>,
) {
    out.clear();
    out.push(to);
    let mut cell = goal;
    while cell != start {
        cell = best[&cell].1;
        if cell != start {
            out.push(world.cell_center(cell));
        }
    }
    out.push(from);
    out.reverse();
}
