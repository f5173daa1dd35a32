//! The fixed pattern of a source that does not move.
//!
//! With ε < 1 the recursion of eq. 6 with one emitting cell converges to the solution x of `x = A x + b` with unit emission
//! b. It is solved once in double precision by successive over-relaxation on residuals: whatever a cell still owes is
//! added to it and handed on to its receivers, outwards from the source, until no cell owes more than [`RESIDUAL`]. Only
//! cells that are reached are ever looked at.
//!
//! A pattern is a pure function of the source's cell, ε, γ and the topology of the tiles that were looked at, so that it
//! may be forgotten and solved again at any time with the same bits; snapshots leave it out.

use super::field::{FieldStore, fingerprint};
use super::layer::LayerParams;
use crate::base::math::sqrt;
use crate::base::{Error, Result};
use crate::world::cells::{CellIndex, CellSpace, TILE_CELLS};
use alloc::boxed::Box;
use alloc::collections::{BTreeMap, VecDeque};
use alloc::format;
use alloc::vec::Vec;

/// What a cell may still owe at the end, relative to (1 - ε); the amounts are then right to about ten times this.
const RESIDUAL: f64 = 1e-11;

/// Amounts below this share of the source cell's are not kept.
const KEPT_SHARE: f64 = 1e-9;

/// Sweeps after which over-relaxation is given up. It converges in far fewer on a surface; one-way links can spoil it,
/// and without it convergence is certain because every hand-over loses 1 - ε.
const RELAXED_SWEEPS: u32 = 2000;

/// Exchanges between cells that one call may make for fixed patterns: some seconds' work, and many times what any level needs at an
/// evaporation of 0.999.
pub(super) const MAX_WORK: u64 = 1 << 28;
/// The same for a snapshot, whose sources hardly ever need new patterns.
pub(super) const MAX_RESTORED_WORK: u64 = 1 << 22;

/// Amounts per unit of emission.
#[derive(Clone, Debug)]
pub(super) struct Pattern {
    cell: CellIndex,
    evaporation: f32,
    diffusion: f32,
    /// Tiles whose topology the pattern depends on, with their fingerprints.
    support: Vec<(u32, u64)>,
    /// In index order.
    amounts: Vec<(CellIndex, f32)>,
}

impl Pattern {
    /// Solves the pattern of an emitting cell. `params.evaporation` must be below 1. Every exchange between two cells is taken out of
    /// `work`; an error when it does not suffice.
    pub(super) fn solve(cells: &CellSpace, cell: CellIndex, params: &LayerParams, work: &mut u64) -> Result<Self> {
        let mut solver = Solver::new(cells, cell, params, *work);
        let solved = solver.run();
        *work = solver.work;
        if !solved {
            return Err(Error::budget(format!(
                "the fixed pattern of a source takes too long at evaporation {} and diffusion {}: use an evaporation farther from 1, \
                 or a source that is not fixed",
                params.evaporation, params.diffusion
            )));
        }
        let least = KEPT_SHARE * solver.nodes[0].amount;
        let kept = solver.nodes.iter().filter(|n| n.amount > least);
        let mut amounts: Vec<_> = kept.map(|n| (n.cell, n.amount as f32)).collect();
        amounts.sort_unstable_by_key(|a| a.0);
        let support = solver.numbers.keys().map(|&tile| (tile, fingerprint_of(cells, tile))).collect();
        Ok(Self { cell, evaporation: params.evaporation, diffusion: params.diffusion, support, amounts })
    }

    /// Whether solving again would give the same.
    pub(super) fn fits(&self, cells: &CellSpace, cell: CellIndex, params: &LayerParams) -> bool {
        self.cell == cell
            && (self.evaporation, self.diffusion) == (params.evaporation, params.diffusion)
            && self.support.iter().all(|&(tile, print)| fingerprint_of(cells, tile) == print)
    }

    /// The pattern times `scale`, tile by tile as far as a tile holds anything at or above the prune level.
    fn worthwhile(&self, params: LayerParams, scale: f32) -> impl Iterator<Item = &[(CellIndex, f32)]> {
        self.amounts
            .chunk_by(|a, b| a.0.tile() == b.0.tile())
            .filter(move |part| part.iter().any(|a| params.is_worth(a.1 * scale)))
    }

    /// How many tiles must become active for the pattern.
    pub(super) fn missing_tiles(&self, store: &FieldStore, layer: usize, scale: f32) -> usize {
        let layer = &store.layers[layer];
        self.worthwhile(layer.params, scale).filter(|part| layer.place(part[0].0.tile()).is_none()).count()
    }

    /// Adds the pattern times `scale` to a layer.
    pub(super) fn add_to(&self, store: &mut FieldStore, cells: &CellSpace, layer: usize, scale: f32) {
        let params = store.layers[layer].params;
        for part in self.worthwhile(params, scale) {
            store.activate_one(cells, layer, part[0].0.tile());
        }
        for &(cell, amount) in self.worthwhile(params, scale).flatten() {
            store.add(layer, cell, amount * scale);
        }
    }

    pub(super) fn bytes(&self) -> usize {
        self.support.capacity() * size_of::<(u32, u64)>() + self.amounts.capacity() * size_of::<(CellIndex, f32)>()
    }
}

fn fingerprint_of(cells: &CellSpace, tile: u32) -> u64 {
    cells.tile(tile).map_or(0, fingerprint)
}

struct Node {
    cell: CellIndex,
    amount: f64,
    owed: f64,
    /// Receivers in [`Solver::edges`]; `None` until the node first hands on.
    edges: Option<(u32, u32)>,
    queued: bool,
}

struct Solver<'a> {
    cells: &'a CellSpace,
    evaporation: f64,
    diffusion: f64,
    limit: f64,
    nodes: Vec<Node>,
    edges: Vec<(u32, f64)>,
    numbers: BTreeMap<u32, Box<[u32; TILE_CELLS]>>,
    queue: VecDeque<u32>,
    /// Exchanges between cells that may still be made.
    work: u64,
}

impl<'a> Solver<'a> {
    fn new(cells: &'a CellSpace, cell: CellIndex, params: &LayerParams, work: u64) -> Self {
        let (evaporation, diffusion) = (f64::from(params.evaporation), f64::from(params.diffusion));
        let mut solver = Self {
            cells,
            evaporation,
            diffusion,
            limit: RESIDUAL * (1.0 - evaporation),
            nodes: Vec::new(),
            edges: Vec::new(),
            numbers: BTreeMap::new(),
            queue: VecDeque::new(),
            work,
        };
        let source = solver.number_of(cell);
        solver.owe(source, 1.0);
        solver
    }

    fn number_of(&mut self, cell: CellIndex) -> u32 {
        let page = self.numbers.entry(cell.tile()).or_insert_with(|| Box::new([u32::MAX; TILE_CELLS]));
        let number = &mut page[cell.slot()];
        if *number == u32::MAX {
            *number = self.nodes.len() as u32;
            self.nodes.push(Node { cell, amount: 0.0, owed: 0.0, edges: None, queued: false });
        }
        *number
    }

    fn owe(&mut self, number: u32, amount: f64) {
        let node = &mut self.nodes[number as usize];
        node.owed += amount;
        if node.owed.abs() > self.limit && !node.queued {
            node.queued = true;
            self.queue.push_back(number);
        }
    }

    fn edges_of(&mut self, number: u32) -> (u32, u32) {
        if let Some(span) = self.nodes[number as usize].edges {
            return span;
        }
        let first = self.edges.len() as u32;
        let mut receivers: Vec<(CellIndex, f32)> = Vec::with_capacity(4);
        self.cells.receivers(self.nodes[number as usize].cell, |to, share| receivers.push((to, share)));
        for (to, share) in receivers {
            let to = self.number_of(to);
            self.edges.push((to, f64::from(share)));
        }
        let span = (first, self.edges.len() as u32);
        self.nodes[number as usize].edges = Some(span);
        span
    }

    /// Whether the pattern was found within the work.
    fn run(&mut self) -> bool {
        let spread = self.evaporation * self.diffusion;
        // Optimal factor for a surface, where neighbours take turns like the fields of a chessboard.
        let jacobi = spread / (1.0 - self.evaporation * (1.0 - self.diffusion));
        let relaxed = 2.0 / (1.0 + sqrt(1.0 - jacobi * jacobi));
        if !self.sweep(relaxed, RELAXED_SWEEPS) {
            // Unrelaxed, a sweep leaves at best this share of what is owed. So many sweeps are not even begun where they cannot end.
            let sweeps = libm::log(self.limit) / libm::log(jacobi);
            if self.work == 0 || jacobi >= 1.0 || sweeps * self.nodes.len() as f64 > self.work as f64 {
                return false;
            }
            for node in &mut self.nodes {
                (node.amount, node.owed, node.queued) = (0.0, 0.0, false);
            }
            self.queue.clear();
            self.owe(0, 1.0);
            return self.sweep(1.0, u32::MAX);
        }
        true
    }

    /// Hands on what is owed until nobody owes anything worth it; `false` when that does not come to an end.
    fn sweep(&mut self, factor: f64, most: u32) -> bool {
        let spread = self.evaporation * self.diffusion;
        // No cell of the true pattern holds more than all that is ever emitted and still there.
        let absurd = 4.0 / (1.0 - self.evaporation);
        let mut sweeps = 0;
        let mut left_in_sweep = self.queue.len();
        while let Some(number) = self.queue.pop_front() {
            if left_in_sweep == 0 {
                sweeps += 1;
                left_in_sweep = self.queue.len() + 1;
            }
            left_in_sweep -= 1;
            let (first, end) = self.edges_of(number);
            let stays = if first == end { self.evaporation } else { self.evaporation * (1.0 - self.diffusion) };
            let node = &mut self.nodes[number as usize];
            node.queued = false;
            let change = factor * node.owed / (1.0 - stays);
            node.amount += change;
            let exchanges = u64::from(end - first) + 1;
            if node.amount.abs() > absurd || sweeps > most || exchanges > self.work {
                self.work = self.work.saturating_sub(exchanges);
                return false;
            }
            self.work -= exchanges;
            // What the factor overshot is owed back.
            let rest = node.owed - change * (1.0 - stays);
            node.owed = 0.0;
            self.owe(number, rest);
            for edge in first..end {
                let (to, share) = self.edges[edge as usize];
                self.owe(to, spread * share * change);
            }
        }
        true
    }
}
