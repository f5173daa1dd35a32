//! Working memory of searches over cells: nodes, a table from cell to node, and the open list.

use crate::world::cells::CellIndex;
use alloc::collections::BinaryHeap;
use alloc::vec::Vec;
use core::cmp::Ordering;

/// No node.
pub(super) const NO_NODE: u32 = u32::MAX;

/// Working memory of path queries over cells; it keeps what it has grown to.
#[derive(Clone, Debug, Default)]
pub struct GridScratch {
    pub(super) nodes: Vec<Node>,
    /// Open addressing; an entry counts only when its stamp is the present one, so starting anew clears nothing.
    table: Vec<Entry>,
    stamp: u32,
    open: BinaryHeap<Candidate>,
    quantum: f64,
    /// The way found, from start to end.
    pub(super) way: Vec<super::path::Waypoint>,
}

/// A cell the search has seen.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub(super) cell: CellIndex,
    /// Node from which it is reached, or [`NO_NODE`] for the start.
    pub(super) parent: u32,
    /// Number of the link by which it is reached, or `u32::MAX`.
    pub(super) link: u32,
    /// Cost from the start.
    pub(super) cost: f64,
    /// Lower bound of the cost to the goal.
    pub(super) rest: f64,
    pub(super) closed: bool,
}

#[derive(Clone, Copy, Debug, Default)]
struct Entry {
    stamp: u32,
    node: u32,
}

/// An entry of the open list. The greatest is the one to expand: least total, then nearest to the goal, then lowest cell.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Candidate {
    /// Cost so far plus lower bound of the rest, in whole quanta.
    total: f64,
    rest: f64,
    /// Cost from the start when this was noted.
    cost: f64,
    cell: CellIndex,
    node: u32,
}

impl Eq for Candidate {}

impl PartialOrd for Candidate {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Candidate {
    fn cmp(&self, other: &Self) -> Ordering {
        let order = other.total.total_cmp(&self.total).then_with(|| other.rest.total_cmp(&self.rest));
        order.then_with(|| other.cell.cmp(&self.cell))
    }
}

impl GridScratch {
    /// Begins a search. Totals that differ by less than `quantum` count as equal: in the open nearly all ways around tie,
    /// and rounding would otherwise spread the search over all of them. What is found costs at most `quantum` more than the
    /// cheapest way.
    pub(super) fn start(&mut self, quantum: f64) {
        self.quantum = quantum;
        self.nodes.clear();
        self.open.clear();
        self.way.clear();
        self.stamp = self.stamp.wrapping_add(1);
        if self.stamp == 0 {
            self.table.fill(Entry::default());
            self.stamp = 1;
        }
    }

    /// Place of a cell in the table: where it is, or the free place it would get.
    fn place(&self, cell: CellIndex) -> usize {
        let mask = self.table.len() - 1;
        let mut at = spread(cell) & mask;
        while self.table[at].stamp == self.stamp && self.nodes[self.table[at].node as usize].cell != cell {
            at = (at + 1) & mask;
        }
        at
    }

    /// Notes that `cell` can be reached at a cost from node `parent`, and opens it if that is cheaper than before.
    /// `rest` is only asked for cells not seen before.
    pub(super) fn reach(
        &mut self,
        cell: CellIndex,
        parent: u32,
        link: u32,
        cost: f64,
        rest: impl FnOnce(CellIndex) -> f64,
    ) {
        self.grow();
        let at = self.place(cell);
        let number = if self.table[at].stamp == self.stamp {
            let number = self.table[at].node;
            let node = &mut self.nodes[number as usize];
            if cost >= node.cost {
                return;
            }
            (node.parent, node.link, node.cost, node.closed) = (parent, link, cost, false);
            number
        } else {
            let number = self.nodes.len() as u32;
            self.nodes.push(Node { cell, parent, link, cost, rest: rest(cell), closed: false });
            self.table[at] = Entry { stamp: self.stamp, node: number };
            number
        };
        let rest = self.nodes[number as usize].rest;
        // Rounded to nearest, so that whole numbers of steps are not at the limit between two quanta.
        let total = libm::floor((cost + rest) / self.quantum + 0.5);
        self.open.push(Candidate { total, rest, cost, cell, node: number });
    }

    /// Closes and returns the most promising open node.
    pub(super) fn next(&mut self) -> Option<u32> {
        loop {
            let candidate = self.open.pop()?;
            let node = &mut self.nodes[candidate.node as usize];
            // Entries that were overtaken by a cheaper way stay in the heap until they come up.
            if !node.closed && candidate.cost == node.cost {
                node.closed = true;
                return Some(candidate.node);
            }
        }
    }

    /// Cells that the last search has looked at.
    #[cfg(test)]
    pub(super) fn closed(&self) -> usize {
        self.nodes.iter().filter(|node| node.closed).count()
    }

    /// Keeps the table at most half full, with room for as many nodes; each is open about twice at most. All of it grows at once,
    /// so that only a search over more cells than any before allocates.
    fn grow(&mut self) {
        if (self.nodes.len() + 1) * 2 <= self.table.len() {
            return;
        }
        let size = (self.table.len() * 2).max(256);
        self.table.clear();
        self.table.resize(size, Entry::default());
        self.nodes.reserve(size / 2 - self.nodes.len());
        self.open.reserve(size - self.open.len().min(size));
        for number in 0..self.nodes.len() {
            let mask = size - 1;
            let mut at = spread(self.nodes[number].cell) & mask;
            while self.table[at].stamp == self.stamp {
                at = (at + 1) & mask;
            }
            self.table[at] = Entry { stamp: self.stamp, node: number as u32 };
        }
    }

    /// Bytes of heap memory held.
    pub fn bytes(&self) -> usize {
        self.nodes.capacity() * size_of::<Node>()
            + self.table.capacity() * size_of::<Entry>()
            + self.open.capacity() * size_of::<Candidate>()
            + self.way.capacity() * size_of::<super::path::Waypoint>()
    }
}

/// Fibonacci hashing: neighbouring cell numbers come far apart.
fn spread(cell: CellIndex) -> usize {
    (u64::from(cell.0).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32) as usize
}
