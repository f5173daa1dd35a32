//! Eq. 6: one step of every layer, cut into tasks that depend on nothing but the field before the step.
//!
//! `ph'(c) = ε ph(c) (1 - γ [c has receivers]) + εγ ((E + W) + (N + S)) + εγ Σ extras + Σ emissions`, each cell summed in
//! exactly this order (extras by sender, emissions by source id), so the result depends neither on the cut nor on the
//! instruction set.
//!
//! **Sleep.** Every [`INSPECT_EVERY`]th step a tile is compared with itself before the step. If no amount changed by more
//! than [`STILL_TOLERANCE`] (relative to the larger of the amount and the prune level) the tile is *still*; a still tile
//! whose senders are still too is left out until something near it changes. What is left out per step is below the
//! tolerance, so a sleeping field is off its fixed point by at most `STILL_TOLERANCE / (1 - ε)` of it. With ε = 1 there is
//! no such bound and only a tile that changes by not a single bit sleeps.

use super::field::{ActiveTile, Buffer, FieldStore, Layer, Outgoing, Stored, beside, border};
use super::layer::LayerParams;
use super::simd::{self, Inspection, Part, Rates, Shares, Simd};
use super::{PheromoneMap, StepReport};
use crate::base::time::{Nanos, to_seconds};
use crate::base::{Error, Result};
use crate::world::World;
use crate::world::cells::{CellSpace, CellTile, NO_TILE};
use alloc::boxed::Box;
use alloc::vec::Vec;

/// Relative change per step below which a tile counts as still: two units in the last place, which rounding alone causes.
pub const STILL_TOLERANCE: f32 = 1.0 / (1 << 22) as f32;

/// Stillness and faintness are looked at every so many steps.
pub const INSPECT_EVERY: u64 = 8;

/// Tiles of one task; a matter of the data only.
const TILES_PER_TASK: usize = 64;

/// One step cut into independent tasks. The cut depends on the field only, never on the number of threads.
pub struct StepJob {
    /// The tasks. Each must be run once, on any thread, in any order, before `end_step`.
    pub tasks: Vec<StepTask>,
    ticket: u64,
}

/// A part of a step; owns the buffers it writes.
pub struct StepTask {
    tiles: Vec<TaskTile>,
    finished: bool,
}

struct TaskTile {
    layer: u32,
    place: u32,
    out: Box<Stored>,
    outcome: Outcome,
}

/// What a tile's step says to the end of the step.
#[derive(Clone, Copy, Default)]
struct Outcome {
    still: bool,
    faint: bool,
    /// Sides (bits 0 to 3) and extra edges (bit 4) over which something worthwhile wants to leave into inactive tiles.
    grow: u8,
}

const GROW_EXTRA: u8 = 1 << 4;

/// Tasks kept for the next step, and the step under way.
#[derive(Default)]
pub(super) struct Jobs {
    tasks: Vec<StepTask>,
    spare_tiles: Vec<Vec<TaskTile>>,
    tickets: u64,
    pub(super) open: Option<u64>,
    /// (layer, tile) to activate and to give up after the step.
    grown: Vec<(u32, u32)>,
    faint: Vec<(u32, u32)>,
    list: Vec<u32>,
}

impl Jobs {
    pub(super) fn bytes(&self) -> usize {
        self.tasks.capacity() * size_of::<StepTask>()
            + self.spare_tiles.iter().map(|t| t.capacity() * size_of::<TaskTile>()).sum::<usize>()
            + self.spare_tiles.capacity() * size_of::<Vec<TaskTile>>()
            + (self.grown.capacity() + self.faint.capacity()) * 8
            + self.list.capacity() * 4
    }

    /// Refuses changes while a step is under way.
    pub(super) fn check_closed(&self) -> Result<()> {
        match self.open {
            None => Ok(()),
            Some(_) => Err(Error::state("a step of this map is under way; end it first")),
        }
    }
}

impl StepTask {
    /// Computes this part. Running it twice gives the same result.
    pub fn run(&mut self, map: &PheromoneMap, world: &World) {
        self.run_on(&map.store, map.simd, map.next_is_inspection(), world.cells());
    }

    pub(super) fn run_on(&mut self, store: &FieldStore, simd: Simd, inspection: bool, cells: &CellSpace) {
        let mut shares = Shares::new();
        let step = Step { store, simd, inspection, cells };
        let run_tile = |tile: &mut TaskTile| {
            let layer = store.layers.get(tile.layer as usize)?;
            let active = layer.tiles.get(tile.place as usize)?;
            tile.outcome = step.tile(layer, active, &mut shares, &mut tile.out)?;
            Some(())
        };
        self.finished = self.tiles.iter_mut().map(run_tile).fold(true, |all, done| all & done.is_some());
    }
}

/// What all tiles of a step have in common.
struct Step<'a> {
    store: &'a FieldStore,
    simd: Simd,
    inspection: bool,
    cells: &'a CellSpace,
}

impl<'a> Step<'a> {
    /// A tile of the field with what the kernel needs of the level; `None` when the level has no such tile.
    fn part(&self, active: &'a ActiveTile) -> Option<(Part<'a>, Option<&'a CellTile>)> {
        let tile = if active.uniform { None } else { Some(self.cells.tile(active.tile)?) };
        Some((Part { amounts: &active.now, degrees: tile.map(|t| &t.inverse_degree) }, tile))
    }

    fn tile(&self, layer: &'a Layer, active: &'a ActiveTile, shares: &mut Shares, out: &mut Buffer) -> Option<Outcome> {
        let (eps, gamma) = (layer.params.evaporation, layer.params.diffusion);
        let rates = Rates { keep: eps * (1.0 - gamma), keep_alone: eps, spread: eps * gamma };
        let around: [Option<Part<'_>>; 4] = core::array::from_fn(|direction| {
            let place = layer.place(active.neighbours[direction])?;
            Some(self.part(&layer.tiles[place])?.0)
        });
        let (own, tile) = self.part(active)?;
        simd::step_tile(self.simd, own, tile.map(|t| &t.open), &around, rates, shares, out);
        for edge in tile.iter().flat_map(|t| &t.incoming) {
            out[edge.to as usize] += rates.spread * (edge.weight * layer.amount(edge.from));
        }
        for emission in active.emissions.of(&layer.emissions) {
            out[emission.cell.slot()] += emission.amount;
        }
        let Inspection { still, faint } = if self.inspection {
            let tolerance = if eps < 1.0 { STILL_TOLERANCE } else { 0.0 };
            simd::inspect(self.simd, &active.now, out, tolerance, layer.params.prune)
        } else {
            Inspection { still: false, faint: false }
        };
        let inactive = |direction: usize| around[direction].is_none();
        let grow = growth(&self.store.outgoing, layer, active, tile, out, inactive);
        Some(Outcome { still, faint, grow })
    }
}

/// Sides (bits 0 to 3) and extra edges ([`GROW_EXTRA`]) over which something worthwhile wants to leave into inactive tiles.
fn growth(
    outgoing: &[Outgoing],
    layer: &Layer,
    active: &ActiveTile,
    tile: Option<&CellTile>,
    amounts: &Buffer,
    inactive: impl Fn(usize) -> bool,
) -> u8 {
    let into_nothing = |&d: &usize| inactive(d) && active.neighbours[d] != NO_TILE;
    let sides = (0..4).filter(into_nothing).filter(|&d| wants_over(&layer.params, tile, amounts, d));
    let bits = sides.fold(0, |bits, d| bits | 1 << d);
    let leaves =
        |edge: &Outgoing| layer.params.is_worth(amounts[edge.from.slot()]) && layer.place(edge.to_tile).is_none();
    let extra = active.outgoing.of(outgoing).iter().any(leaves);
    bits | if extra { GROW_EXTRA } else { 0 }
}

/// Names the tiles that a tile wants to grow into.
fn name_growth(
    outgoing: &[Outgoing],
    params: &LayerParams,
    active: &ActiveTile,
    tile: &CellTile,
    grow: u8,
    mut name: impl FnMut(u32),
) {
    for direction in (0..4).filter(|d| grow >> d & 1 != 0) {
        beside(tile, direction).into_iter().for_each(&mut name);
    }
    if grow & GROW_EXTRA != 0 {
        let leaving = active.outgoing.of(outgoing).iter().filter(|e| params.is_worth(active.now[e.from.slot()]));
        leaving.for_each(|edge| name(edge.to_tile));
    }
}

/// Whether something worthwhile stands at an open border of a tile (`None` = one whose borders are all open).
fn wants_over(params: &LayerParams, tile: Option<&CellTile>, amounts: &Buffer, direction: usize) -> bool {
    let open = |slot: usize| tile.is_none_or(|t| t.open[slot] >> direction & 1 != 0);
    border(direction).any(|slot| params.is_worth(amounts[slot]) && open(slot))
}

/// Whether something worthwhile flows into a tile from its neighbours or along extra edges.
fn is_fed(layer: &Layer, cells: &CellSpace, tile: &CellTile) -> bool {
    let from_side = |direction: usize| {
        let number = beside(tile, direction)?;
        let facing = crate::world::cells::opposite(direction);
        Some(wants_over(&layer.params, Some(cells.tile(number)?), layer.amounts(number)?, facing))
    };
    (0..4).any(|d| from_side(d) == Some(true))
        || tile.incoming.iter().any(|e| layer.params.is_worth(layer.amount(e.from)))
}

/// Marks the tiles that take part in the next step.
fn mark(store: &mut FieldStore, layer: usize, cells: &CellSpace) {
    let FieldStore { layers, outgoing, .. } = store;
    let layer = &mut layers[layer];
    if layer.asleep {
        return;
    }
    let restless = layer.tiles.iter().filter(|t| t.restless()).count();
    let all = restless == layer.tiles.len();
    for at in 0..layer.tiles.len() {
        let tile = &layer.tiles[at];
        if !tile.restless() {
            continue;
        }
        let (number, span) = (tile.tile, tile.outgoing);
        layer.tiles[at].stepping = true;
        if all {
            continue;
        }
        let Some(content) = cells.tile(number) else { continue };
        let besides = (0..4).filter_map(|d| beside(content, d));
        for receiver in besides.chain(span.of(outgoing).iter().map(|edge| edge.to_tile)) {
            if let Some(place) = layer.place(receiver) {
                layer.tiles[place].stepping = true;
            }
        }
    }
    layer.asleep = restless == 0;
}

impl PheromoneMap {
    /// Whether the next step compares tiles with themselves.
    pub(super) fn next_is_inspection(&self) -> bool {
        (self.steps + 1).is_multiple_of(INSPECT_EVERY)
    }

    /// Advances to `time` in whole steps of the map's own rate, at most `MapParams::max_catch_up`; a time before the
    /// map's own changes nothing.
    pub fn step_to(&mut self, world: &World, time: Nanos) -> Result<StepReport> {
        self.jobs.check_closed()?;
        self.sync(world);
        let mut report = StepReport { in_the_past: time < self.time, ..StepReport::default() };
        while report.steps < self.params.max_catch_up && self.is_due(time) {
            let mut job = self.cut(world.cells());
            for task in &mut job.tasks {
                task.run(self, world);
            }
            report.budget_reached |= self.finish(world.cells(), job)?;
            report.steps += 1;
        }
        report.owed = self.owed(time);
        Ok(report)
    }

    fn is_due(&self, time: Nanos) -> bool {
        self.owed(time) > 0 && self.time.checked_add(self.params.step).is_some()
    }

    fn owed(&self, time: Nanos) -> u64 {
        if time < self.time { 0 } else { time.abs_diff(self.time) / self.params.step as u64 }
    }

    /// Starts one step in phases for a host's job system: the job's tasks own the buffers they write, so they may run on
    /// any threads in any order while the map is only read. `None` = nothing due at `time`. Until [`Self::end_step`] or
    /// [`Self::abort_step`] the map refuses changes.
    pub fn begin_step(&mut self, world: &World, time: Nanos) -> Result<Option<StepJob>> {
        self.jobs.check_closed()?;
        self.sync(world);
        Ok(self.is_due(time).then(|| self.cut(world.cells())))
    }

    /// Ends the step. Fails, and takes the buffers back without the step, when a task was not run. `owed` of the report
    /// is 0: the job does not know the time that was asked for.
    pub fn end_step(&mut self, world: &World, job: StepJob) -> Result<StepReport> {
        if self.jobs.open != Some(job.ticket) {
            return Err(Error::state("this step was not begun by this map, or has ended"));
        }
        let budget_reached = self.finish(world.cells(), job)?;
        Ok(StepReport { steps: 1, budget_reached, ..StepReport::default() })
    }

    /// Gives up a step whose job is lost; the field stays as it was before it.
    pub fn abort_step(&mut self) {
        self.close();
    }

    /// Prepares a step: emissions reach their tiles, tiles that sleep are left out, the others are cut into tasks.
    pub(super) fn cut(&mut self, cells: &CellSpace) -> StepJob {
        self.budget_reached = false;
        super::source::refresh_emissions(&mut self.store, &self.sources);
        for layer in 0..self.store.layers.len() {
            self.place_emissions(cells, layer);
            self.grow_disturbed(cells, layer);
            mark(&mut self.store, layer, cells);
        }
        let jobs = &mut self.jobs;
        let mut tasks = core::mem::take(&mut jobs.tasks);
        for (number, layer) in self.store.layers.iter_mut().enumerate() {
            if layer.asleep {
                continue;
            }
            for (place, tile) in layer.tiles.iter_mut().enumerate().filter(|(_, t)| t.stepping) {
                let out = tile.next.take().unwrap_or_else(Stored::zeroed);
                if tasks.last().is_none_or(|t: &StepTask| t.tiles.len() >= TILES_PER_TASK) {
                    let tiles = jobs.spare_tiles.pop().unwrap_or_else(|| Vec::with_capacity(TILES_PER_TASK));
                    tasks.push(StepTask { tiles, finished: false });
                }
                let tiles = &mut tasks.last_mut().expect("a task was made").tiles;
                let outcome = Outcome::default();
                tiles.push(TaskTile { layer: number as u32, place: place as u32, out, outcome });
            }
        }
        jobs.tickets += 1;
        jobs.open = Some(jobs.tickets);
        StepJob { tasks, ticket: jobs.tickets }
    }

    /// Activates the tiles that are emitted into.
    fn place_emissions(&mut self, cells: &CellSpace, layer: usize) {
        if !self.store.layers[layer].emissions_changed {
            return;
        }
        let list = &mut self.jobs.list;
        list.clear();
        let emitting = &self.store.layers[layer];
        let tiles = emitting.emissions.iter().map(|e| e.cell.tile());
        list.extend(tiles.filter(|tile| emitting.place(*tile).is_none()));
        self.budget_reached |= !self.store.activate(cells, layer, list);
        let complete = self.store.layers[layer].spread_emissions();
        // An emission without a tile is tried again, because there may be room later.
        self.store.layers[layer].emissions_changed = !complete;
    }

    /// Activates the neighbours of tiles into which something was put since the last step, so that none of it is lost.
    fn grow_disturbed(&mut self, cells: &CellSpace, layer: usize) {
        let Self { store, jobs, .. } = self;
        let content = &store.layers[layer];
        if content.asleep {
            return;
        }
        jobs.list.clear();
        for active in content.tiles.iter().filter(|t| t.may_grow) {
            let Some(tile) = cells.tile(active.tile) else { continue };
            let inactive = |direction| beside(tile, direction).is_some_and(|n| content.place(n).is_none());
            let grow = growth(&store.outgoing, content, active, Some(tile), &active.now, inactive);
            name_growth(&store.outgoing, &content.params, active, tile, grow, |target| jobs.list.push(target));
        }
        if !jobs.list.is_empty() {
            self.budget_reached |= !store.activate(cells, layer, &mut jobs.list);
        }
        for tile in &mut store.layers[layer].tiles {
            tile.may_grow = false;
        }
    }

    /// Puts the buffers back and takes over what was computed; returns whether every tile of the step was.
    fn take_back(&mut self, cells: &CellSpace, mut tasks: Vec<StepTask>) -> bool {
        let Self { store, jobs, .. } = self;
        let stepping: usize = store.layers.iter().map(|l| l.tiles.iter().filter(|t| t.stepping).count()).sum();
        let handed_in: usize = tasks.iter().filter(|t| t.finished).map(|t| t.tiles.len()).sum();
        let complete = stepping == handed_in && tasks.iter().all(|t| t.finished);
        jobs.grown.clear();
        jobs.faint.clear();
        for mut task in tasks.drain(..) {
            for part in task.tiles.drain(..) {
                let Some(layer) = store.layers.get_mut(part.layer as usize) else { continue };
                let params = layer.params;
                let tile = layer.tiles.get_mut(part.place as usize).filter(|t| t.next.is_none());
                let Some(tile) = tile else { continue };
                if !complete {
                    tile.next = Some(part.out);
                    continue;
                }
                tile.next = Some(core::mem::replace(&mut tile.now, part.out));
                (tile.still, tile.dirty) = (part.outcome.still, false);
                if part.outcome.faint {
                    jobs.faint.push((part.layer, tile.tile));
                }
                if let (1.., Some(content)) = (part.outcome.grow, cells.tile(tile.tile)) {
                    name_growth(&store.outgoing, &params, tile, content, part.outcome.grow, |target| {
                        jobs.grown.push((part.layer, target));
                    });
                }
            }
            jobs.spare_tiles.push(task.tiles);
        }
        jobs.tasks = tasks;
        self.close();
        complete
    }

    fn close(&mut self) {
        self.jobs.open = None;
        for layer in self.store.layers.iter_mut().filter(|l| !l.asleep) {
            for tile in &mut layer.tiles {
                tile.stepping = false;
            }
        }
    }

    /// Ends a step; returns whether the budget of tiles stopped the field's growth.
    pub(super) fn finish(&mut self, cells: &CellSpace, job: StepJob) -> Result<bool> {
        if !self.take_back(cells, job.tasks) {
            return Err(Error::state("not every task of the step was run; the step was not made"));
        }
        self.drop_faint(cells);
        let Self { store, jobs, .. } = self;
        jobs.grown.sort_unstable();
        for group in jobs.grown.chunk_by(|a, b| a.0 == b.0) {
            jobs.list.clear();
            jobs.list.extend(group.iter().map(|g| g.1));
            self.budget_reached |= !store.activate(cells, group[0].0 as usize, &mut jobs.list);
        }
        self.time += self.params.step;
        self.steps += 1;
        if let Some(trails) = &mut self.trails {
            trails.evaporate(to_seconds(self.params.step));
        }
        Ok(self.budget_reached)
    }

    /// Gives up tiles below the prune level that nothing feeds.
    fn drop_faint(&mut self, cells: &CellSpace) {
        let Self { store, jobs, .. } = self;
        jobs.faint.sort_unstable();
        jobs.faint.retain(|&(layer, number)| {
            let layer = &store.layers[layer as usize];
            let emits = layer.place(number).is_some_and(|at| layer.tiles[at].emissions.len > 0);
            !emits && cells.tile(number).is_none_or(|tile| !is_fed(layer, cells, tile))
        });
        for group in jobs.faint.chunk_by(|a, b| a.0 == b.0) {
            let layer = group[0].0;
            store.release(layer as usize, |tile| group.binary_search(&(layer, tile.tile)).is_ok());
            for &(_, number) in group {
                let span = store.outgoing_of(number);
                let Some(tile) = cells.tile(number) else { continue };
                let content = &mut store.layers[layer as usize];
                let besides = (0..4).filter_map(|d| beside(tile, d));
                for receiver in besides.chain(span.of(&store.outgoing).iter().map(|edge| edge.to_tile)) {
                    content.disturb(receiver);
                }
            }
        }
    }
}
