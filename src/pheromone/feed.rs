//! The calls that change what is in a map: sources, deposits, hot spots, area of interest, layer parameters.

use super::layer::check_amount;
use super::source::{StoredSource, cell_near, check_position, off_the_level};
use super::statics::MAX_WORK;
use super::{AreaOfInterest, HotSpotKind, LayerParams, PheromoneMap, Source, SourceId};
use crate::base::math::DVec3;
use crate::base::{Error, Result};
use crate::world::World;
use alloc::format;

impl PheromoneMap {
    /// Changes a shared layer's parameters; its field flows on with them. Refused when a fixed source feeds the layer and
    /// would lose its fixed pattern (evaporation 1).
    pub fn set_layer(&mut self, layer: usize, params: &LayerParams) -> Result<()> {
        self.jobs.check_closed()?;
        self.check_layer(layer)?;
        params.check(&format!("layer {layer}"))?;
        if params.evaporation >= 1.0 {
            let fixed = self.sources.iter().find(|(_, s)| s.source.layer == layer && s.source.fixed);
            if let Some((id, _)) = fixed {
                return Err(no_pattern(*id, layer, params.evaporation));
            }
        }
        self.params.layers[layer] = *params;
        self.store.layers[layer].params = *params;
        self.store.layers[layer].disturb_all();
        Ok(())
    }

    /// Adds a source. A fixed one is there at once with its whole pattern. Fails when it would emit nothing because it is
    /// farther than `MapParams::source_reach` off a level that does not grow.
    pub fn add_source(&mut self, world: &World, id: SourceId, source: &Source) -> Result<()> {
        self.jobs.check_closed()?;
        self.check_layer(source.layer)?;
        check_amount("emission", source.emission)?;
        check_position("position", source.position)?;
        if self.sources.contains_key(&id) {
            return Err(Error::invalid(format!("source {id} exists already")));
        }
        if self.sources.len() >= self.params.max_sources as usize {
            return Err(Error::budget(format!(
                "source {id} would be one more than max_sources {}",
                self.sources.len()
            )));
        }
        let evaporation = self.params.layers[source.layer].evaporation;
        if source.fixed && evaporation >= 1.0 {
            return Err(no_pattern(id, source.layer, evaporation));
        }
        self.sync(world);
        let reach = self.params.source_reach;
        let cell = cell_near(world, source.position, reach);
        if cell.is_none() && !world.may_grow() {
            return Err(off_the_level(world, id, source.position, reach));
        }
        let mut stored = StoredSource::new(*source, cell);
        let mut work = MAX_WORK;
        stored.update(&mut self.store, world.cells(), self.area.as_ref(), self.steps, &mut work)?;
        self.sources.insert(id, stored);
        Ok(())
    }

    /// Moves a source. What it left behind fades; a fixed source brings its pattern along. Farther than
    /// `MapParams::source_reach` off the level it emits nothing until it comes back: things fly.
    pub fn move_source(&mut self, world: &World, id: SourceId, position: DVec3) -> Result<()> {
        self.jobs.check_closed()?;
        check_position("position", position)?;
        self.sync(world);
        let cell = cell_near(world, position, self.params.source_reach);
        self.change_source(world, id, |stored, store| {
            stored.source.position = position;
            if stored.cell != cell {
                stored.leave_cell(store, cell);
            }
        })
    }

    /// Changes what a source emits per step; the field follows by eq. 6.
    pub fn set_emission(&mut self, world: &World, id: SourceId, per_step: f32) -> Result<()> {
        self.jobs.check_closed()?;
        check_amount("per_step", per_step)?;
        self.sync(world);
        self.change_source(world, id, |stored, store| {
            stored.source.emission = per_step;
            let layer = &mut store.layers[stored.source.layer];
            let listed = stored.cell.filter(|_| stored.feeding);
            if !listed.is_some_and(|cell| layer.change_emission(cell, id, per_step)) {
                stored.touch(store);
            }
        })
    }

    /// Taken or away (false): stops emitting and fades. Back (true): static sources return with their solved pattern.
    pub fn set_source_active(&mut self, world: &World, id: SourceId, active: bool) -> Result<()> {
        self.jobs.check_closed()?;
        self.sync(world);
        self.change_source(world, id, |stored, _| stored.active = active)
    }

    /// Applies a change and lets the source start or stop emitting. A source that cannot start for want of tiles is as
    /// before.
    fn change_source(
        &mut self,
        world: &World,
        id: SourceId,
        change: impl FnOnce(&mut StoredSource, &mut super::field::FieldStore),
    ) -> Result<()> {
        let Some(stored) = self.sources.get_mut(&id) else { return Err(no_source(id)) };
        let before = (stored.source, stored.cell, stored.active, stored.feeding, stored.left_behind);
        change(stored, &mut self.store);
        let mut work = MAX_WORK;
        let result = stored.update(&mut self.store, world.cells(), self.area.as_ref(), self.steps, &mut work);
        if result.is_err() {
            (stored.source, stored.cell, stored.active, stored.feeding, stored.left_behind) = before;
        }
        result
    }

    /// Forgets a source; its pheromone fades by eq. 6.
    pub fn remove_source(&mut self, id: SourceId) -> Result<()> {
        self.jobs.check_closed()?;
        let mut stored = self.sources.remove(&id).ok_or_else(|| no_source(id))?;
        if stored.feeding {
            stored.stop(&mut self.store, self.steps);
        }
        Ok(())
    }

    /// A source as it was given, with its present position and emission.
    pub fn source(&self, id: SourceId) -> Option<&Source> {
        self.sources.get(&id).map(|s| &s.source)
    }

    /// Whether a source is not taken.
    pub fn source_is_active(&self, id: SourceId) -> Option<bool> {
        self.sources.get(&id).map(|s| s.active)
    }

    /// All sources in order of their ids.
    pub fn sources(&self) -> impl Iterator<Item = (SourceId, &Source)> {
        self.sources.iter().map(|(id, s)| (*id, &s.source))
    }

    /// A one-off amount (negative repels) into the cell at `position`, felt at once. Outside the area of interest nothing
    /// happens; off the level it is an error.
    pub fn deposit(&mut self, world: &World, layer: usize, position: DVec3, amount: f32) -> Result<()> {
        self.jobs.check_closed()?;
        if layer >= self.store.layers.len() {
            return Err(Error::invalid(format!(
                "layer is {layer}, the map has layers 0 to {}",
                self.store.layers.len() as i64 - 1
            )));
        }
        check_amount("amount", amount)?;
        check_position("position", position)?;
        self.sync(world);
        let cell = world.cell_at(position);
        let cell = cell.ok_or_else(|| Error::not_found(format!("there is no cell of the level at {position}")))?;
        if self.area.is_some_and(|a| !a.contains(position)) || amount == 0.0 {
            return Ok(());
        }
        if !self.store.activate_one(world.cells(), layer, cell.tile()) {
            return self.store.check_room(1);
        }
        self.store.add(layer, cell, amount);
        Ok(())
    }

    /// Notes presence, a kill or a death for the hot spots of the last minutes: a deposit of 1 into the layer kept for it.
    /// A kind that is not kept is ignored, and so is a place off the level.
    pub fn note(&mut self, world: &World, kind: HotSpotKind, position: DVec3) -> Result<()> {
        self.jobs.check_closed()?;
        check_position("position", position)?;
        let layer = match kind {
            HotSpotKind::Presence => self.params.presence_layer,
            HotSpotKind::Kill => self.params.kill_layer,
            HotSpotKind::Death => self.params.death_layer,
        };
        match layer {
            Some(layer) if world.cell_at(position).is_some() => self.deposit(world, layer, position, 1.0),
            _ => Ok(()),
        }
    }

    /// Lets only what is inside feed the map, or everything (`None`). What is outside stops emitting and fades.
    pub fn set_area_of_interest(&mut self, world: &World, area: Option<AreaOfInterest>) -> Result<()> {
        self.jobs.check_closed()?;
        if let Some(area) = &area {
            area.check()?;
        }
        self.sync(world);
        self.area = area;
        self.update_all(world, MAX_WORK);
        Ok(())
    }

    /// The area of interest.
    pub fn area_of_interest(&self) -> Option<AreaOfInterest> {
        self.area
    }

    fn check_layer(&self, layer: usize) -> Result<()> {
        if layer < self.store.shared {
            return Ok(());
        }
        Err(Error::invalid(format!("layer is {layer}, the shared layers are 0 to {}", self.store.shared as i64 - 1)))
    }
}

fn no_source(id: SourceId) -> Error {
    Error::not_found(format!("there is no source {id}"))
}

fn no_pattern(id: SourceId, layer: usize, evaporation: f32) -> Error {
    Error::invalid(format!(
        "source {id} is fixed, but layer {layer} has evaporation {evaporation}: a fixed pattern needs less than 1"
    ))
}
