//! The trails of a map: shared by all predictors of a level, stepped, moved and saved with the map.
//!
//! Trails lie by position, in trail units relative to the level's origin: a re-baked tile or another cell size leaves them
//! as they are, and floors are told apart by height alone.

use super::PheromoneMap;
use super::trail::{HORIZONS, Pose, Reach, Reading, TrailParams, Trails};
use crate::base::math::{DVec3, ground};
use crate::base::{Error, Result};
use crate::world::World;
use alloc::vec::Vec;

impl PheromoneMap {
    /// Begins empty trails, also in place of those there are. `origin` is where they are relative to, in the level's
    /// present coordinates; trails that are to be merged one day need the same, so it is best the level's own.
    pub fn enable_trails(&mut self, params: &TrailParams, origin: DVec3) -> Result<()> {
        self.set_trails(Trails::new(params, origin)?);
        Ok(())
    }

    /// The trails, if they are enabled.
    pub fn trails(&self) -> Option<&Trails> {
        self.trails.as_ref()
    }

    /// The trails, to read and write at positions in the level's present coordinates.
    pub fn trails_mut(&mut self, world: &World) -> Option<&mut Trails> {
        self.see_origin(world);
        self.trails.as_mut()
    }

    /// Ends the trails.
    pub fn take_trails(&mut self) -> Option<Trails> {
        self.trails.take()
    }

    /// Replaces the trails. Passages that were under way in the former ones do not get into these.
    pub fn set_trails(&mut self, mut trails: Trails) {
        if let Some(before) = &self.trails {
            trails.outdate_tickets_of(before);
        }
        self.trails = Some(trails);
    }

    /// Saved form of the trails with an origin relative to the level's, so that it fits the level wherever its coordinates
    /// are moved to. An error if there are none.
    pub fn save_trails(&self) -> Result<Vec<u8>> {
        let trails = self.enabled()?;
        Ok(trails.save_at(trails.origin() - self.seen.origin))
    }

    /// Takes over what [`Self::save_trails`] made, in place of the trails there are. Their budgets, or the default ones where there are
    /// none, stay: what has no room in them is refused. On error nothing changed.
    pub fn load_trails(&mut self, world: &World, bytes: &[u8]) -> Result<()> {
        self.see_origin(world);
        let trails = self.placed(bytes, Some(&self.trail_budgets()))?;
        self.set_trails(trails);
        Ok(())
    }

    /// Merges saved forms into the trails there are, all weighted by their evidence, in any order. The parameters of the
    /// present trails stay, if there are any; what they have no room for gives way by its evidence. On error nothing changed.
    pub fn merge_trails(&mut self, world: &World, saved: &[&[u8]]) -> Result<()> {
        self.see_origin(world);
        let others = saved.iter().map(|bytes| self.placed(bytes, None)).collect::<Result<Vec<_>>>()?;
        let all: Vec<&Trails> = self.trails.iter().chain(&others).collect();
        let merged = match &self.trails {
            Some(mine) => Trails::merged_with(&all, mine.params())?,
            None => Trails::merged_within(&all, &self.trail_budgets())?,
        };
        self.set_trails(merged);
        Ok(())
    }

    /// What the trails remember at a position for somebody with this velocity (m/s): the middle resolution, residuals
    /// against `velocity · reach` in trail units. An error if there are no trails.
    pub fn read_trails(
        &self,
        world: &World,
        position: DVec3,
        velocity: DVec3,
        reach: &Reach,
    ) -> Result<[Reading; HORIZONS]> {
        let trails = self.enabled()?;
        // The level may have been moved since the trails were last followed up.
        let place = trails.place(position - (world.origin() - self.seen.origin));
        let velocity = (ground(velocity) / trails.params().v_max).as_vec2();
        Ok(trails.read_alone(&Pose { place, velocity: velocity.to_array() }, reach))
    }

    fn enabled(&self) -> Result<&Trails> {
        self.trails.as_ref().ok_or_else(|| Error::state("the map has no trails; enable them first"))
    }

    fn see_origin(&mut self, world: &World) {
        let before = core::mem::replace(&mut self.seen.origin, world.origin());
        self.follow_origin(before, world.origin());
    }

    /// The most that trails from bytes may take: what the host gave the present ones, else the defaults.
    pub(super) fn trail_budgets(&self) -> TrailParams {
        self.trails.as_ref().map_or_else(TrailParams::default, |trails| *trails.params())
    }

    /// Saved trails at their place in the level.
    fn placed(&self, bytes: &[u8], most: Option<&TrailParams>) -> Result<Trails> {
        let mut trails = Trails::load_within(bytes, most)?;
        trails.set_origin(trails.origin() + self.seen.origin)?;
        Ok(trails)
    }
}
