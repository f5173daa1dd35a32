//! Changing cells and their connections. Nothing derived is right again before [`CellSpace::finish_edit`].

use super::tile::{assign_bit, step_direction};
use super::{CellIndex, CellSpace, CellTile, MAX_TILES, NO_TILE, TILE_SHIFT, opposite, slot_beside, slot_of};
use crate::base::math::canonical_zero;
use alloc::boxed::Box;
use alloc::vec::Vec;

impl CellSpace {
    /// Makes sure a cell exists at this lattice column and height, keeping one that is within `merge_height` (nothing is
    /// kept when that is negative). `beside` is a cell it connects to, whose sheet is preferred.
    pub(crate) fn place(
        &mut self,
        ix: i32,
        iz: i32,
        height: f32,
        merge_height: f32,
        beside: Option<CellIndex>,
    ) -> CellIndex {
        let distance = |c: CellIndex| (self.height(c) - height).abs();
        let nearest = self.column(ix, iz).filter(|&c| distance(c) <= merge_height);
        let nearest = nearest.min_by(|&a, &b| distance(a).total_cmp(&distance(b)));
        let cell = nearest.unwrap_or_else(|| {
            let tile = self.tile_for(ix, iz, height, merge_height, beside);
            CellIndex::new(tile, slot_of(ix, iz))
        });
        self.set_height(cell, height);
        cell
    }

    /// Makes sure a cell exists on a certain sheet of its column, at this height.
    pub(crate) fn place_on_sheet(&mut self, ix: i32, iz: i32, sheet: u16, height: f32) -> CellIndex {
        let (tx, tz) = (ix >> TILE_SHIFT, iz >> TILE_SHIFT);
        let existing = self.tiles_at(tx, tz).iter().copied().find(|&t| self.sheet_of(t) == sheet);
        let tile = existing.unwrap_or_else(|| self.add_tile(tx, tz, sheet));
        let cell = CellIndex::new(tile, slot_of(ix, iz));
        self.set_height(cell, height);
        cell
    }

    /// Takes a cell away, with its connections.
    pub(crate) fn remove(&mut self, c: CellIndex) {
        if !self.exists(c) {
            return;
        }
        self.disconnect(c);
        self.touch(c.tile());
        let tile = self.tile_mut(c);
        assign_bit(&mut tile.present, c.slot(), false);
        assign_bit(&mut tile.blocked, c.slot(), false);
        tile.height[c.slot()] = 0.0;
        tile.cells_changed = true;
        self.cell_count -= 1;
    }

    /// Drops every connection of `c` (regular, extra and links, both directions).
    pub(crate) fn disconnect(&mut self, c: CellIndex) {
        for direction in 0..4 {
            if let Some(neighbour) = self.base_neighbour(c, direction) {
                self.set_regular(c, neighbour, direction, false);
            }
        }
        let departures: Vec<_> = self.existing_tile(c).departures.of_slot(c.slot()).to_vec();
        for edge in departures {
            self.erase_extra(c, edge.other, edge.link);
        }
        let arrivals: Vec<_> = self.existing_tile(c).arrivals.of_slot(c.slot()).to_vec();
        for edge in arrivals {
            self.erase_extra(edge.other, c, edge.link);
        }
    }

    /// One can go from `a` to `b` (and back when `two_way`). `length` weights the edge (polygon cells: metres of shared
    /// edge; 1 otherwise); anything not above zero connects nothing. A second call sets the length anew.
    pub(crate) fn connect(&mut self, a: CellIndex, b: CellIndex, two_way: bool, length: f32) {
        let usable = length > 0.0 && length.is_finite() && a != b && self.exists(a) && self.exists(b);
        if !usable {
            return;
        }
        let direction = self.direction_between(a, b);
        if let Some(direction) = direction {
            if self.base_neighbour(a, direction) == Some(b) {
                if length == 1.0 {
                    return;
                }
                self.demote(a, b, direction);
            } else if two_way && length == 1.0 && self.can_be_regular(a, b, direction) {
                self.erase_extra(a, b, false);
                self.erase_extra(b, a, false);
                self.set_regular(a, b, direction, true);
                return;
            }
        }
        self.add_extra(a, b, false, length);
        if two_way {
            self.add_extra(b, a, false, length);
        }
    }

    /// Like [`CellSpace::connect`] in one direction, for a link of the level: links are counted, can be taken away one by
    /// one by [`CellSpace::disconnect_link`], and add nothing where the surface connects the two cells anyway.
    pub(crate) fn connect_link(&mut self, a: CellIndex, b: CellIndex, length: f32) {
        let usable = length > 0.0 && length.is_finite() && a != b && self.exists(a) && self.exists(b);
        if usable {
            self.add_extra(a, b, true, length);
        }
    }

    /// Takes one link from `a` to `b` away.
    pub(crate) fn disconnect_link(&mut self, a: CellIndex, b: CellIndex) {
        if self.exists(a) && self.exists(b) && self.tile_mut(a).departures.subtract(a.slot(), b, true) {
            self.tile_mut(b).arrivals.subtract(b.slot(), a, true);
            self.touch(a.tile());
            self.touch(b.tile());
        }
    }

    /// A blocked cell (closed door) has no open connection until it is unblocked; its connections are remembered.
    pub(crate) fn set_blocked(&mut self, c: CellIndex, blocked: bool) {
        if !self.exists(c) || self.is_blocked(c) == blocked {
            return;
        }
        assign_bit(&mut self.tile_mut(c).blocked, c.slot(), blocked);
        self.touch(c.tile());
        for direction in 0..4 {
            if let Some(neighbour) = self.base_neighbour(c, direction) {
                self.touch(neighbour.tile());
            }
        }
        let tile = self.existing_tile(c);
        let ends = tile.departures.of_slot(c.slot()).iter().chain(tile.arrivals.of_slot(c.slot()));
        let ends: Vec<u32> = ends.map(|edge| edge.other.tile()).collect();
        for tile in ends {
            self.touch(tile);
        }
    }

    /// The regular neighbour as if nothing were blocked.
    pub(super) fn base_neighbour(&self, c: CellIndex, direction: usize) -> Option<CellIndex> {
        let tile = self.tile(c.tile())?;
        (tile.base_open[c.slot()] >> direction & 1 != 0).then(|| super::beside(tile, c, direction))
    }

    /// The direction from `a` to `b` when their lattice columns touch.
    pub(super) fn direction_between(&self, a: CellIndex, b: CellIndex) -> Option<usize> {
        let ((ax, az), (bx, bz)) = (self.lattice(a), self.lattice(b));
        step_direction(bx.wrapping_sub(ax), bz.wrapping_sub(az))
    }

    /// Sets or clears the direction bits of two touching cells, both ways.
    pub(super) fn set_regular(&mut self, a: CellIndex, b: CellIndex, direction: usize, open: bool) {
        for (cell, bit) in [(a, direction), (b, opposite(direction))] {
            self.touch(cell.tile());
            let bits = &mut self.tile_mut(cell).base_open[cell.slot()];
            *bits = if open { *bits | 1 << bit } else { *bits & !(1 << bit) };
        }
    }

    /// Turns a regular connection into two extra edges of length 1.
    pub(super) fn demote(&mut self, a: CellIndex, b: CellIndex, direction: usize) {
        self.set_regular(a, b, direction, false);
        self.add_extra(a, b, false, 1.0);
        self.add_extra(b, a, false, 1.0);
    }

    pub(super) fn erase_extra(&mut self, from: CellIndex, to: CellIndex, link: bool) {
        self.tile_mut(from).departures.erase(from.slot(), to, link);
        self.tile_mut(to).arrivals.erase(to.slot(), from, link);
        self.touch(from.tile());
        self.touch(to.tile());
    }

    fn add_extra(&mut self, from: CellIndex, to: CellIndex, link: bool, length: f32) {
        self.tile_mut(from).departures.add(from.slot(), to, link, length);
        self.tile_mut(to).arrivals.add(to.slot(), from, link, length);
        self.touch(from.tile());
        self.touch(to.tile());
    }

    /// Whether two touching cells share a tile or lie in regular neighbour tiles. Tiles that have no neighbour yet on the
    /// sides concerned become neighbours for now; settling decides anew by number of connections.
    fn can_be_regular(&mut self, a: CellIndex, b: CellIndex, direction: usize) -> bool {
        let (_, crosses) = slot_beside(a.slot(), direction);
        if !crosses {
            return a.tile() == b.tile();
        }
        let there = self.existing_tile(a).neighbours[direction];
        let back = self.existing_tile(b).neighbours[opposite(direction)];
        if there == NO_TILE && back == NO_TILE {
            self.tile_mut(a).neighbours[direction] = b.tile();
            self.tile_mut(b).neighbours[opposite(direction)] = a.tile();
            return true;
        }
        there == b.tile()
    }

    fn set_height(&mut self, c: CellIndex, height: f32) {
        let height = canonical_zero(height.into()) as f32;
        let tile = self.tile_mut(c);
        let appeared = !tile.is_present(c.slot());
        if appeared || tile.height[c.slot()] != height {
            assign_bit(&mut tile.present, c.slot(), true);
            tile.height[c.slot()] = height;
            tile.cells_changed = true;
            self.cell_count += usize::from(appeared);
            self.touch(c.tile());
        }
    }

    /// The tile that takes a new cell.
    fn tile_for(&mut self, ix: i32, iz: i32, height: f32, merge_height: f32, beside: Option<CellIndex>) -> u32 {
        let (tx, tz) = (ix >> TILE_SHIFT, iz >> TILE_SHIFT);
        let slot = slot_of(ix, iz);
        if let Some(tile) = beside.filter(|&c| self.exists(c)).and_then(|c| self.tile_beside(tx, tz, slot, c)) {
            return tile;
        }
        // A sheet whose cells beside the slot lie on another floor is kept for that floor.
        let tolerance = merge_height.max(self.cell_size as f32);
        let fits = |tile: &CellTile| {
            !tile.is_present(slot)
                && (0..4).all(|direction| match slot_beside(slot, direction) {
                    (beside, false) if tile.is_present(beside) => (tile.height[beside] - height).abs() <= tolerance,
                    _ => true,
                })
        };
        let tiles = self.tiles_at(tx, tz);
        if let Some(&fitting) = tiles.iter().find(|&&number| self.tile(number).is_some_and(fits)) {
            return fitting;
        }
        let unused = tiles.iter().enumerate().position(|(at, &number)| at != self.sheet_of(number) as usize);
        let sheet = u16::try_from(unused.unwrap_or(tiles.len())).expect("fewer than 65536 floors over one place");
        self.add_tile(tx, tz, sheet)
    }

    /// The tile of column (tx, tz) that continues the sheet of `cell` and has `slot` free.
    fn tile_beside(&self, tx: i32, tz: i32, slot: usize, cell: CellIndex) -> Option<u32> {
        let tile = self.existing_tile(cell);
        let free = |number: u32| self.tile(number).is_some_and(|tile| !tile.is_present(slot));
        if (tile.tx, tile.tz) == (tx, tz) {
            return Some(cell.tile()).filter(|&number| free(number));
        }
        let direction = step_direction(tx.wrapping_sub(tile.tx), tz.wrapping_sub(tile.tz))?;
        match tile.neighbours[direction] {
            NO_TILE => {
                let unclaimed =
                    |number: u32| self.tile(number).is_some_and(|t| t.neighbours[opposite(direction)] == NO_TILE);
                let same_sheet = |number: &u32| self.sheet_of(*number) == tile.sheet;
                let mut open = self.tiles_at(tx, tz).iter().copied().filter(|&n| free(n) && unclaimed(n));
                open.clone().find(same_sheet).or_else(|| open.next())
            }
            neighbour => Some(neighbour).filter(|&number| free(number)),
        }
    }

    fn add_tile(&mut self, tx: i32, tz: i32, sheet: u16) -> u32 {
        let number = self.free.pop().unwrap_or(self.tiles.len() as u32);
        assert!(number < MAX_TILES, "tile numbers fit 24 bits");
        let tile = Box::new(CellTile::new(tx, tz, sheet));
        match self.tiles.get_mut(number as usize) {
            Some(vacancy) => *vacancy = Some(tile),
            None => self.tiles.push(Some(tile)),
        }
        let at = self.tiles_at(tx, tz).iter().filter(|&&other| self.sheet_of(other) < sheet).count();
        self.directory.insert(tx, tz, at, number);
        number
    }

    fn sheet_of(&self, tile: u32) -> u16 {
        self.tile(tile).expect("listed tiles exist").sheet
    }

    pub(super) fn touch(&mut self, tile: u32) {
        let entry = self.tiles[tile as usize].as_deref_mut().expect("touched tiles exist");
        if !entry.touched {
            entry.touched = true;
            self.touched.push(tile);
        }
    }

    pub(super) fn tile_mut(&mut self, c: CellIndex) -> &mut CellTile {
        self.tiles[c.tile() as usize].as_deref_mut().expect("the cell's tile exists")
    }
}
