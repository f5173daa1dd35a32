//! Trails of one resolution: cells with the headings seen in them.

use super::entry::Entry;
use super::geometry::{NOWHERE, beside, floor, key};
use super::table::{Keeper, Slot, Table};
use super::{HORIZONS, Pose, Reading};
use alloc::vec::Vec;

/// Height of a floor in trail units.
const FLOOR: f32 = 0.25;

/// Visits of an entry count at most this much in a reading.
const MOST: f32 = 50.0;

/// A cell; `N` headings, the last one for the slow. 0 = nobody came by with this heading.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub(super) struct Cell<const N: usize> {
    pub(super) key: u64,
    /// Up to when its evidence has faded.
    pub(super) faded: u32,
    pub(super) entries: [u32; N],
}

impl<const N: usize> Slot for Cell<N> {
    const VACANT: Self = Self { key: NOWHERE, faded: 0, entries: [0; N] };
    #[inline]
    fn key(&self) -> u64 {
        self.key
    }
}

/// Entries of all cells of a resolution. The first is empty and stands for whatever is not there.
#[derive(Clone, Debug)]
pub(super) struct Pool {
    pub(super) entries: Vec<Entry>,
    free: Vec<u32>,
}

impl Pool {
    fn new() -> Self {
        Self { entries: alloc::vec![Entry::EMPTY], free: Vec::new() }
    }

    pub(super) fn add(&mut self, entry: Entry) -> u32 {
        match self.free.pop() {
            Some(number) => {
                self.entries[number as usize] = entry;
                number
            }
            None => {
                self.entries.push(entry);
                self.entries.len() as u32 - 1
            }
        }
    }
}

/// The pool at a time, to judge cells by.
struct Judge<'a> {
    pool: &'a mut Pool,
    now: Now,
}

impl<const N: usize> Keeper<Cell<N>> for Judge<'_> {
    fn worth(&self, cell: &Cell<N>) -> f32 {
        let evidence = |number: &u32| self.pool.entries[*number as usize].evidence();
        self.now.keep(cell.faded) * cell.entries.iter().map(evidence).fold(0.0, |a, b| a + b)
    }

    fn dismiss(&mut self, cell: &Cell<N>) {
        for number in cell.entries.iter().filter(|n| **n != 0) {
            self.pool.free.push(*number);
        }
    }
}

/// Time in ticks of fading, and whether anything fades.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Now {
    pub(super) tick: u32,
    pub(super) fades: bool,
}

/// Ticks of fading in a half-life.
pub(super) const TICKS: u32 = 256;

impl Now {
    /// What is left of evidence that was last touched at `tick`.
    #[inline]
    pub(super) fn keep(self, tick: u32) -> f32 {
        if self.fades { super::geometry::fade(self.tick.saturating_sub(tick) as f32 / TICKS as f32) } else { 1.0 }
    }
}

/// One resolution with `N - 1` headings and one for the slow.
#[derive(Clone, Debug)]
pub(super) struct Cells<const N: usize> {
    per_unit: f32,
    kappa: f32,
    pub(super) table: Table<Cell<N>>,
    pub(super) pool: Pool,
}

impl<const N: usize> Cells<N> {
    const SLOW: usize = N - 1;

    /// Cells of a side of `1 / per_unit` trail units, at most `limit` of them; `kappa` visits pull to zero.
    pub(super) fn new(per_unit: f32, kappa: f32, limit: usize) -> Self {
        Self { per_unit, kappa, table: Table::new(limit), pool: Pool::new() }
    }

    pub(super) fn len(&self) -> usize {
        self.table.len()
    }

    pub(super) fn bytes(&self) -> usize {
        self.table.bytes() + self.pool.entries.capacity() * size_of::<Entry>() + self.pool.free.capacity() * 4
    }

    pub(super) fn clear(&mut self) {
        self.table = Table::new(self.table.limit());
        self.pool = Pool::new();
    }

    /// Adds a visit to the nearest cell and heading; `diffusion` of it goes to the four cells around.
    pub(super) fn deposit(
        &mut self,
        at: &Pose,
        turns: Option<f32>,
        now: Now,
        diffusion: f32,
        add: impl Fn(&mut Entry, f32),
    ) {
        let heading = match turns {
            None => Self::SLOW,
            Some(turns) => floor(turns * Self::SLOW as f32 + 0.5) as usize % Self::SLOW,
        };
        let [x, z, y] = at.place;
        let own = key(floor(x * self.per_unit), floor(z * self.per_unit), floor(y * (1.0 / FLOOR)));
        if let Some(entry) = self.entry_of(own, heading, now) {
            add(entry, 1.0 - diffusion);
        }
        if diffusion > 0.0 {
            for (dx, dz) in [(-1, 0), (1, 0), (0, -1), (0, 1)] {
                if let Some(entry) = self.entry_of(beside(own, dx, dz), heading, now) {
                    add(entry, 0.25 * diffusion);
                }
            }
        }
    }

    /// The entry of a cell and heading, made if it is not there, faded up to now. `None` if there is no room for it.
    pub(super) fn entry_of(&mut self, key: u64, heading: usize, now: Now) -> Option<&mut Entry> {
        let at = match self.table.find(key) {
            Some(at) => at,
            None => {
                let cell = Cell { key, faded: now.tick, ..Cell::VACANT };
                self.table.insert(cell, false, &mut Judge { pool: &mut self.pool, now })?
            }
        };
        let cell = self.table.slot_mut(at);
        if cell.faded != now.tick {
            let keep = now.keep(cell.faded);
            cell.faded = now.tick;
            for number in cell.entries.iter().filter(|n| **n != 0) {
                self.pool.entries[*number as usize].fade(keep);
            }
        }
        let number = &mut cell.entries[heading];
        if *number == 0 {
            *number = self.pool.add(Entry::EMPTY);
        }
        Some(&mut self.pool.entries[*number as usize])
    }

    /// What the four nearest cells and two nearest headings remember, shrunken by `kappa` times `factors`. `beyond` is what
    /// the residuals' reach has more than the one asked for.
    #[inline]
    pub(super) fn read(
        &self,
        at: &Pose,
        turns: Option<f32>,
        now: Now,
        beyond: &[f32; HORIZONS],
        factors: &[f32; HORIZONS],
    ) -> [Reading; HORIZONS] {
        let (fx, fz) = (at.place[0] * self.per_unit - 0.5, at.place[1] * self.per_unit - 0.5);
        let (x, z) = (floor(fx), floor(fz));
        let (wx, wz) = (fx - x as f32, fz - z as f32);
        let own = key(x, z, floor(at.place[2] * (1.0 / FLOOR)));
        let (headings, shares) = match turns {
            None => ([Self::SLOW, Self::SLOW], [1.0, 0.0]),
            Some(turns) => {
                let turns = turns * Self::SLOW as f32;
                let first = floor(turns) as usize;
                let share = turns - first as f32;
                ([first % Self::SLOW, (first + 1) % Self::SLOW], [1.0 - share, share])
            }
        };
        let around = [
            (own, (1.0 - wx) * (1.0 - wz)),
            (beside(own, 1, 0), wx * (1.0 - wz)),
            (beside(own, 0, 1), (1.0 - wx) * wz),
            (beside(own, 1, 1), wx * wz),
        ];
        let found = around.map(|(key, _)| self.table.find(key));
        let mut sums = [[0.0f32; 4]; HORIZONS];
        for (found, (_, weight)) in found.into_iter().zip(around) {
            let Some(cell) = found else { continue };
            let cell = self.table.slot(cell);
            let keep = now.keep(cell.faded);
            for (heading, share) in headings.into_iter().zip(shares) {
                let number = cell.entries[heading] as usize;
                if number == 0 {
                    continue;
                }
                let entry = &self.pool.entries[number];
                let weight = weight * share;
                for h in 0..HORIZONS {
                    let v = &entry.visits[h];
                    let w = weight * (v.count * keep).min(MOST);
                    let values = [
                        v.mean[0] + entry.velocity[0] * beyond[h],
                        v.mean[1] + entry.velocity[1] * beyond[h],
                        v.spread,
                        1.0,
                    ];
                    for i in 0..4 {
                        sums[h][i] += w * values[i];
                    }
                }
            }
        }
        core::array::from_fn(|h| {
            let [x, z, spread, evidence] = sums[h];
            let inverse = 1.0 / (evidence + self.kappa * factors[h]);
            let spread = if evidence > 0.0 { spread / evidence } else { 0.0 };
            Reading { mean: [x * inverse, z * inverse], spread, evidence }
        })
    }
}
