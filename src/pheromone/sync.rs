//! Following the level: tiles that come and go, doors, a moved origin.
//!
//! A map looks at the level's revision before every change and every step. Amounts of untouched places stay as they are,
//! to the bit; cells that vanished lose theirs; tiles whose topology changed take part in the next step even if they
//! slept, and the field flows on by eq. 6. Patterns of fixed sources notice a change by themselves when they are next
//! needed ([`super::statics`]).

use super::PheromoneMap;
use super::field::{FieldStore, Outgoing, fingerprint, key_of};
use super::source::cell_near;
use super::statics::{MAX_RESTORED_WORK, MAX_WORK};
use crate::base::math::DVec3;
use crate::world::World;
use crate::world::cells::CellSpace;

/// What of the level was last seen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Seen {
    /// `None` = nothing yet.
    pub(super) revision: Option<u64>,
    /// Where positions are relative to.
    pub(super) origin: DVec3,
}

impl FieldStore {
    /// Brings the fields in line with the level's cells.
    pub(super) fn follow(&mut self, cells: &CellSpace) {
        self.outgoing.clear();
        for (number, tile) in cells.tiles() {
            self.outgoing.extend(tile.incoming.iter().map(|e| Outgoing { from: e.from, to_tile: number }));
        }
        self.outgoing.sort_unstable();
        self.outgoing.dedup();
        for layer in 0..self.layers.len() {
            self.release(layer, |t| cells.tile(t.tile).is_none_or(|content| key_of(content) != t.key));
            for at in 0..self.layers[layer].tiles.len() {
                let number = self.layers[layer].tiles[at].tile;
                let span = self.outgoing_of(number);
                let tile = &mut self.layers[layer].tiles[at];
                tile.outgoing = span;
                let content = cells.tile(number).expect("tiles that vanished were released");
                (tile.neighbours, tile.uniform) = (content.neighbours, content.uniform);
                let print = fingerprint(content);
                if print == tile.fingerprint {
                    continue;
                }
                tile.fingerprint = print;
                (tile.dirty, tile.may_grow) = (true, true);
                for (slot, amount) in tile.now.iter_mut().enumerate() {
                    if !content.is_present(slot) {
                        *amount = 0.0;
                    }
                }
                self.layers[layer].asleep = false;
            }
            // Sources may stand in tiles that were released.
            self.layers[layer].emissions_changed = true;
        }
    }
}

impl PheromoneMap {
    /// Looks at the level again if it changed.
    pub(super) fn sync(&mut self, world: &World) {
        self.sync_within(world, MAX_WORK);
    }

    /// As [`Self::sync`], just restored from bytes: hostile ones may name any number of sources that want a pattern.
    pub(super) fn follow_restored(&mut self, world: &World) {
        self.sync_within(world, MAX_RESTORED_WORK);
    }

    fn sync_within(&mut self, world: &World, work: u64) {
        let seen = Seen { revision: Some(world.revision()), origin: world.origin() };
        let before = core::mem::replace(&mut self.seen, seen);
        self.follow_origin(before.origin, seen.origin);
        if before.revision != seen.revision {
            self.store.follow(world.cells());
            self.nearby.rebuild(world);
            self.relocate(world);
            self.update_all(world, work);
        }
    }

    /// The level's coordinates may have moved; everything stays where it is in the level.
    pub(super) fn follow_origin(&mut self, before: DVec3, now: DVec3) {
        let shift = now - before;
        if shift == DVec3::ZERO {
            return;
        }
        for stored in self.sources.values_mut() {
            stored.source.position += shift;
        }
        for position in self.avatars.iter_mut().flatten().filter_map(|a| a.position.as_mut()) {
            *position += shift;
        }
        if let Some(area) = &mut self.area {
            area.center += shift;
        }
        if let Some(trails) = &mut self.trails {
            trails.rebase(-shift);
        }
    }

    fn relocate(&mut self, world: &World) {
        let reach = self.params.source_reach;
        for stored in self.sources.values_mut() {
            let cell = cell_near(world, stored.source.position, reach);
            if cell != stored.cell {
                stored.leave_cell(&mut self.store, cell);
            }
        }
        for avatar in self.avatars.iter_mut().flatten() {
            avatar.cell = avatar.position.and_then(|p| world.cell_at(p));
        }
    }

    /// Lets every source and avatar start or stop emitting according to where it is. So much work goes into fixed patterns.
    pub(super) fn update_all(&mut self, world: &World, mut work: u64) {
        for stored in self.sources.values_mut() {
            if stored.update(&mut self.store, world.cells(), self.area.as_ref(), self.steps, &mut work).is_err() {
                // Without room or time for its pattern it starts like a source that is not fixed.
                stored.resume(&mut self.store);
                self.budget_reached = true;
            }
        }
        for place in 0..self.avatars.len() {
            self.feed_avatar(place);
        }
    }
}
