//! The cells of a level as a net of roads: shortest ways to a goal, and how far along them one gets.
use antreckon::base::math::{DVec2, ground};
use antreckon::world::{CellIndex, World};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};

/// Horizons of a walk, seconds: those of the scoring rules.
pub const HORIZONS: [f64; 5] = crate::eval::HORIZONS;

/// Displacement after each of [`HORIZONS`], in units of v_max · 1 s.
pub type Lead = [DVec2; HORIZONS.len()];

/// There is no way to the goal.
const NO_WAY: u32 = u32::MAX;

/// Per cell the next one on the way to a goal.
pub struct Hops(Vec<u32>);

impl Hops {
    /// The next cell on the way; the cell itself at the goal, `None` without a way.
    pub fn next(&self, cell: usize) -> Option<usize> {
        let next = self.0[cell];
        (next != NO_WAY).then_some(next as usize)
    }
}

#[derive(Clone, Copy)]
struct Step {
    to: u32,
    /// Metres in the ground plane.
    length: f32,
}

/// A level's cells and the steps between them, numbered from 0 in the order of their indices.
pub struct Roads {
    cells: Vec<CellIndex>,
    centres: Vec<DVec2>,
    heights: Vec<f64>,
    steps: Vec<Vec<Step>>,
    /// Against the direction of travel.
    back: Vec<Vec<Step>>,
}

impl Roads {
    /// Steps go to the neighbours that the level knows and, diagonally, to cells that can be reached by two of them.
    pub fn of(world: &World) -> Self {
        let cells: Vec<CellIndex> = world.cells().cells().collect();
        let number = |cell: CellIndex| cells.binary_search(&cell).expect("a step leads to a cell") as u32;
        let centres: Vec<DVec2> = cells.iter().map(|&cell| ground(world.cell_center(cell))).collect();
        let heights = cells.iter().map(|&cell| world.cell_center(cell).y).collect();
        let size = world.cells().cell_size();
        let direct: Vec<Vec<u32>> = cells
            .iter()
            .map(|&cell| {
                let mut steps = Vec::new();
                world.cells().for_each_step(cell, |to| steps.push(number(to)));
                steps
            })
            .collect();
        let steps: Vec<Vec<Step>> = (0..cells.len())
            .map(|from| {
                let mut lengths = BTreeMap::new();
                for to in diagonals(from, &direct, &centres, size) {
                    lengths.insert(to, core::f64::consts::SQRT_2 * size);
                }
                for &to in &direct[from] {
                    // Where floors lie over each other a step covers no ground, but it is not free.
                    lengths.insert(to, (centres[to as usize] - centres[from]).length().max(0.5 * size));
                }
                lengths.into_iter().map(|(to, length)| Step { to, length: length as f32 }).collect()
            })
            .collect();
        let mut back = vec![Vec::new(); cells.len()];
        for (from, steps) in steps.iter().enumerate() {
            for step in steps {
                back[step.to as usize].push(Step { to: from as u32, length: step.length });
            }
        }
        Self { cells, centres, heights, steps, back }
    }

    /// The cells by their numbers.
    pub fn cells(&self) -> &[CellIndex] {
        &self.cells
    }

    /// How many cells there are.
    pub fn len(&self) -> usize {
        self.cells.len()
    }

    /// A level without a floor.
    pub fn is_empty(&self) -> bool {
        self.cells.is_empty()
    }

    /// Number of a cell.
    pub fn number(&self, cell: CellIndex) -> Option<usize> {
        self.cells.binary_search(&cell).ok()
    }

    /// Middle of a cell in the ground plane.
    pub fn centre(&self, number: usize) -> DVec2 {
        self.centres[number]
    }

    /// The shortest ways to a cell, from everywhere.
    pub fn towards(&self, goal: usize) -> Hops {
        let far = self.lengths(goal);
        self.uphill(|cell| -far[cell])
    }

    /// Metres from every cell to this one; infinite without a way.
    pub fn lengths(&self, goal: usize) -> Vec<f32> {
        let mut far = vec![f32::INFINITY; self.len()];
        let mut next = BinaryHeap::new();
        far[goal] = 0.0;
        // Lengths are not negative, so their bits sort as they do.
        next.push((Reverse(0_u32), Reverse(goal as u32)));
        while let Some((Reverse(length), Reverse(cell))) = next.pop() {
            let length = f32::from_bits(length);
            if length > far[cell as usize] {
                continue;
            }
            for step in &self.back[cell as usize] {
                let longer = length + step.length;
                if longer < far[step.to as usize] {
                    far[step.to as usize] = longer;
                    next.push((Reverse(longer.to_bits()), Reverse(step.to)));
                }
            }
        }
        far
    }

    /// The ways along a scent: always to the neighbour that smells strongest. Cells that smell of nothing (negative
    /// infinity) have no way.
    pub fn uphill(&self, scent: impl Fn(usize) -> f32) -> Hops {
        let hop = |cell: usize| {
            if scent(cell) == f32::NEG_INFINITY {
                return NO_WAY;
            }
            let mut best = (scent(cell), cell as u32);
            for step in &self.steps[cell] {
                let there = scent(step.to as usize);
                if there > best.0 {
                    best = (there, step.to);
                }
            }
            best.1
        };
        Hops((0..self.len()).map(hop).collect())
    }

    /// How far somebody with `v_max` m/s gets who goes from the middle of a cell to the goal and stays there; `None` without a way.
    pub fn walk(&self, hops: &Hops, from: usize, v_max: f64) -> Option<Lead> {
        hops.next(from)?;
        let start = self.centres[from];
        let mut lead = [DVec2::ZERO; HORIZONS.len()];
        let (mut at, mut cell, mut gone, mut slot) = (start, from, 0.0, 0);
        while slot < HORIZONS.len() {
            let next = hops.0[cell] as usize;
            let leg = self.centres[next] - at;
            let length = leg.length();
            // A hop that covers no ground ends the walk as well: a goal, or a shaft whose end is not known here.
            if next == cell || length == 0.0 {
                lead[slot..].fill((at - start) / v_max);
                break;
            }
            while slot < HORIZONS.len() && gone + length >= HORIZONS[slot] * v_max {
                let share = (HORIZONS[slot] * v_max - gone) / length;
                lead[slot] = (at + leg * share - start) / v_max;
                slot += 1;
            }
            gone += length;
            (at, cell) = (self.centres[next], next);
        }
        Some(lead)
    }

    /// Up to `count` cells spread over the level: each one as far as possible from those before, a storey counting double.
    pub fn spread(&self, count: usize) -> Vec<usize> {
        let mut nearest = vec![f64::INFINITY; self.len()];
        let mut chosen = Vec::new();
        let mut next = 0;
        while chosen.len() < count.min(self.len()) {
            chosen.push(next);
            for (cell, nearest) in nearest.iter_mut().enumerate() {
                let climb = 2.0 * (self.heights[cell] - self.heights[next]);
                *nearest = nearest.min((self.centres[cell] - self.centres[next]).length_squared() + climb * climb);
            }
            next = (1..self.len()).fold(0, |best, cell| if nearest[cell] > nearest[best] { cell } else { best });
        }
        chosen
    }
}

/// Cells one lattice step away along both axes that two of the direct neighbours lead to.
fn diagonals(from: usize, direct: &[Vec<u32>], centres: &[DVec2], size: f64) -> Vec<u32> {
    let mut ways: BTreeMap<u32, u32> = BTreeMap::new();
    for to in direct[from].iter().flat_map(|&beside| &direct[beside as usize]) {
        let offset = (centres[*to as usize] - centres[from]).abs();
        if (offset - DVec2::splat(size)).abs().max_element() < 0.1 * size {
            *ways.entry(*to).or_default() += 1;
        }
    }
    ways.into_iter().filter(|&(_, ways)| ways > 1).map(|(to, _)| to).collect()
}
