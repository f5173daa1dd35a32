//! Trails of one resolution: cells with the headings seen in them.

use super::entry::Entry;
use super::geometry::{NOWHERE, beside, floor, key};
use super::lanes::Lanes;
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
        let around = [own, beside(own, 1, 0), beside(own, 0, 1), beside(own, 1, 1)];
        let found = around.map(|key| self.table.get(key));
        let weights = [(1.0 - wx) * (1.0 - wz), wx * (1.0 - wz), (1.0 - wx) * wz, wx * wz];
        self.sums(found, weights, headings, shares, now, beyond).readings(self.kappa, factors)
    }

    /// Weighted sums over the entries found. Not part of its caller, because there the compiler would pair the axes as the
    /// reading has them and lose the four horizons side by side.
    #[inline(never)]
    fn sums(
        &self,
        found: [Option<&Cell<N>>; 4],
        weights: [f32; 4],
        headings: [usize; 2],
        shares: [f32; 2],
        now: Now,
        beyond: &[f32; HORIZONS],
    ) -> Sums {
        let near = Lanes([beyond[0], beyond[1], beyond[2], beyond[3]]);
        let mut sums = Sums::default();
        for (cell, weight) in found.into_iter().zip(weights) {
            let Some(cell) = cell else { continue };
            let keep = now.keep(cell.faded);
            for (heading, share) in headings.into_iter().zip(shares) {
                let number = cell.entries[heading] as usize;
                if number != 0 {
                    sums.add(&self.pool.entries[number], weight * share, keep, near, beyond[4]);
                }
            }
        }
        sums
    }
}

/// Sums over entries of a reading: the first four horizons side by side, the last one apart.
#[derive(Default)]
struct Sums {
    x: Lanes,
    z: Lanes,
    spread: Lanes,
    evidence: Lanes,
    /// Both axes, the spread, and something that is not used.
    far: Lanes,
    far_evidence: f32,
}

impl Sums {
    #[inline(always)]
    fn add(&mut self, entry: &Entry, weight: f32, keep: f32, near: Lanes, far: f32) {
        let [vx, vz] = entry.velocity;
        let count = (Lanes(entry.count) * Lanes::all(keep)).at_most(MOST);
        let w = Lanes::all(weight) * count;
        self.x += w * (Lanes(entry.x) + Lanes::all(vx) * near);
        self.z += w * (Lanes(entry.z) + Lanes::all(vz) * near);
        self.spread += w * Lanes(entry.spread);
        self.evidence += w;
        let count = entry.far[3] * keep;
        let w = weight * if count < MOST { count } else { MOST };
        self.far += Lanes::all(w) * (Lanes(entry.far) + Lanes([vx, vz, 0.0, 0.0]) * Lanes::all(far));
        self.far_evidence += w;
    }

    fn readings(&self, kappa: f32, factors: &[f32; HORIZONS]) -> [Reading; HORIZONS] {
        let near = Lanes([factors[0], factors[1], factors[2], factors[3]]);
        let inverse = Lanes::all(1.0) / (self.evidence + Lanes::all(kappa) * near);
        let (x, z) = (self.x * inverse, self.z * inverse);
        let spread = self.spread / self.evidence.at_least(f32::MIN_POSITIVE);
        let inverse = 1.0 / (self.far_evidence + kappa * factors[4]);
        let far_spread = self.far.0[2] / self.far_evidence.max(f32::MIN_POSITIVE);
        core::array::from_fn(|h| match h {
            4 => Reading {
                mean: [self.far.0[0] * inverse, self.far.0[1] * inverse],
                spread: far_spread,
                evidence: self.far_evidence,
            },
            _ => Reading { mean: [x.0[h], z.0[h]], spread: spread.0[h], evidence: self.evidence.0[h] },
        })
    }
}
