//! What emits: items, hot spots, moving things.

use super::field::{Emission, FieldStore};
use super::statics::Pattern;
use crate::base::math::DVec3;
use crate::base::{Error, Result, Short};
use crate::world::World;
use crate::world::cells::{CellIndex, CellSpace};
use alloc::collections::BTreeMap;
use alloc::format;

/// The host's own number of a source.
pub type SourceId = u64;

/// Something that emits pheromone every step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Source {
    /// Layer it feeds; not one of the avatars'.
    pub layer: usize,
    /// Where it is, at most `MapParams::source_reach` off the level, where it counts as at the nearest place of it.
    /// Farther off it cannot be added to a whole level; it can be moved there, or added to a level whose tiles come and
    /// go, and emits nothing until there is a cell.
    pub position: DVec3,
    /// Amount per step (attract: λρ·f of the paper); negative repels.
    pub emission: f32,
    /// It does not move: its fixed pattern is solved once and present at once, and fades when it is taken.
    /// Needs a layer with evaporation below 1.
    pub fixed: bool,
}

/// The distance of a source that is too far off is told up to here, metres.
const TOLD_DISTANCE: f64 = 1000.0;

/// The cell that something at a place feeds: the one there, else the nearest within `reach`.
pub(super) fn cell_near(world: &World, position: DVec3, reach: f64) -> Option<CellIndex> {
    world.cell_at(position).or_else(|| world.nearest(position, reach)?.cell)
}

/// Says how far off the level a source is.
pub(super) fn off_the_level(world: &World, id: SourceId, position: DVec3, reach: f64) -> Error {
    let place = Short(position);
    let far = world.nearest(position, TOLD_DISTANCE).map(|near| (near.point - position).length());
    let distance = far.map_or_else(|| format!("more than {TOLD_DISTANCE}"), |far| format!("{far:.1}"));
    Error::invalid(format!(
        "source {id} at {place} is {distance} m off the level, at most source_reach {} m is allowed: it would emit nothing",
        Short(reach)
    ))
}

/// Only what is inside feeds the map; what leaves fades away.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AreaOfInterest {
    /// Centre.
    pub center: DVec3,
    /// Radius in the ground plane, metres.
    pub radius: f64,
}

impl AreaOfInterest {
    /// Whether a place is inside, whatever its height.
    pub fn contains(&self, p: DVec3) -> bool {
        let (dx, dz) = (p.x - self.center.x, p.z - self.center.z);
        dx * dx + dz * dz <= self.radius * self.radius
    }

    pub(super) fn check(&self) -> Result<()> {
        check_position("center", self.center)?;
        if self.radius.is_finite() && self.radius >= 0.0 {
            return Ok(());
        }
        Err(Error::invalid(format!("radius is {}, it must be finite and not negative", Short(self.radius))))
    }
}

/// What a learned hot spot counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HotSpotKind {
    /// Somebody was here.
    Presence,
    /// Somebody made a kill here.
    Kill,
    /// Somebody died here.
    Death,
}

/// Refuses positions that are not finite.
pub(super) fn check_position(name: &str, p: DVec3) -> Result<()> {
    if p.is_finite() { Ok(()) } else { Err(Error::invalid(format!("{name} is {}, it must be finite", Short(p)))) }
}

/// A source and its present state.
pub(super) struct StoredSource {
    pub(super) source: Source,
    pub(super) cell: Option<CellIndex>,
    /// Not taken.
    pub(super) active: bool,
    /// Emits: active, on the level and inside the area of interest.
    pub(super) feeding: bool,
    /// Emission whose pattern was in the field when it last stopped feeding, and the step at which that was. What is left
    /// of it is not added again when the source comes back.
    pub(super) left_behind: f32,
    pub(super) left_at: u64,
    pub(super) pattern: Option<Pattern>,
}

impl StoredSource {
    pub(super) fn new(source: Source, cell: Option<CellIndex>) -> Self {
        Self { source, cell, active: true, feeding: false, left_behind: 0.0, left_at: 0, pattern: None }
    }

    /// Makes a source emit or stop, according to its state. What a fixed pattern costs is taken out of `work`. On error nothing changed.
    pub(super) fn update(
        &mut self,
        store: &mut FieldStore,
        cells: &CellSpace,
        area: Option<&AreaOfInterest>,
        step: u64,
        work: &mut u64,
    ) -> Result<()> {
        let inside = area.is_none_or(|a| a.contains(self.source.position));
        match self.cell.filter(|_| self.active && inside) {
            Some(cell) if !self.feeding => self.start(store, cells, cell, step, work)?,
            None if self.feeding => self.stop(store, step),
            _ => {}
        }
        Ok(())
    }

    fn start(
        &mut self,
        store: &mut FieldStore,
        cells: &CellSpace,
        cell: CellIndex,
        step: u64,
        work: &mut u64,
    ) -> Result<()> {
        let layer = self.source.layer;
        if self.source.fixed {
            let params = store.layers[layer].params;
            if !self.pattern.as_ref().is_some_and(|p| p.fits(cells, cell, &params)) {
                self.pattern = Some(Pattern::solve(cells, cell, &params, work)?);
            }
            let pattern = self.pattern.as_ref().expect("solved above");
            // What it left behind has faded by ε per step and widened, but is there: only the rest is added.
            let faded = libm::pow(f64::from(params.evaporation), step.saturating_sub(self.left_at) as f64);
            let scale = (f64::from(self.source.emission) - f64::from(self.left_behind) * faded) as f32;
            store.check_room(pattern.missing_tiles(store, layer, scale))?;
            pattern.add_to(store, cells, layer, scale);
        } else {
            store.check_room(usize::from(store.layers[layer].place(cell.tile()).is_none()))?;
        }
        // Should a faint pattern leave out the source's own tile and the budget be used up, the next step tries again.
        store.activate_one(cells, layer, cell.tile());
        self.resume(store);
        Ok(())
    }

    /// Emits from now on, without the fixed pattern.
    pub(super) fn resume(&mut self, store: &mut FieldStore) {
        self.feeding = true;
        self.touch(store);
    }

    pub(super) fn stop(&mut self, store: &mut FieldStore, step: u64) {
        self.feeding = false;
        self.left_behind = self.source.emission;
        self.left_at = step;
        self.touch(store);
    }

    /// Moves to another cell; what it left behind stays at the old one.
    pub(super) fn leave_cell(&mut self, store: &mut FieldStore, cell: Option<CellIndex>) {
        self.touch(store);
        self.feeding = false;
        self.left_behind = 0.0;
        self.cell = cell;
    }

    /// Bytes held, with its place in the list.
    pub(super) fn bytes(&self) -> usize {
        size_of::<Self>() + size_of::<SourceId>() + self.pattern.as_ref().map_or(0, Pattern::bytes)
    }

    /// Tells the layer that what this source emits has changed.
    pub(super) fn touch(&self, store: &mut FieldStore) {
        let layer = &mut store.layers[self.source.layer];
        layer.emissions_stale = true;
        layer.asleep = false;
        if let Some(cell) = self.cell {
            layer.disturb(cell.tile());
        }
    }
}

/// Makes the lists of emissions anew where sources changed.
pub(super) fn refresh_emissions(store: &mut FieldStore, sources: &BTreeMap<SourceId, StoredSource>) {
    let shared = store.shared;
    let layers = &mut store.layers[..shared];
    if layers.iter().all(|l| !l.emissions_stale) {
        return;
    }
    for layer in layers.iter_mut().filter(|l| l.emissions_stale) {
        layer.emissions.clear();
    }
    for (&id, stored) in sources.iter().filter(|s| s.1.feeding) {
        let layer = &mut layers[stored.source.layer];
        if let Some(cell) = stored.cell.filter(|_| layer.emissions_stale) {
            layer.emissions.push(Emission { cell, id, amount: stored.source.emission });
        }
    }
    for layer in layers.iter_mut().filter(|l| l.emissions_stale) {
        layer.emissions.sort_unstable_by_key(|e| (e.cell.tile(), e.id));
        layer.emissions_stale = false;
        layer.emissions_changed = true;
    }
}
