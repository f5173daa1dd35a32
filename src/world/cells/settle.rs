//! Bringing what is derived from cells and connections up to date, for the tiles that were touched.

use super::tile::border_slots;
use super::{CellIndex, CellSpace, EAST, ExtraEdge, NO_TILE, NORTH, TILE_CELLS, opposite, slot_beside};
use alloc::collections::BTreeSet;
use alloc::vec::Vec;

/// The border between a tile column and the one east or north of it.
type Seam = (i32, i32, usize);

impl CellSpace {
    /// Recomputes neighbours, open bits, degrees, extras, generations and flags of every tile touched since the last call,
    /// and gives up tiles without cells. Costs in proportion to the tiles touched.
    pub(crate) fn finish_edit(&mut self) {
        if self.touched.is_empty() {
            return;
        }
        self.choose_neighbours();
        self.touched.sort_unstable();
        let touched: Vec<u32> =
            core::mem::take(&mut self.touched).into_iter().filter(|&tile| self.keep(tile)).collect();
        for &tile in &touched {
            self.derive_degrees(tile);
        }
        // The share along an edge depends on the sender's degree, so receivers outside are affected too.
        let mut receiving: BTreeSet<u32> = touched.iter().copied().collect();
        for &number in &touched {
            let tile = self.tile(number).expect("kept tiles exist");
            receiving.extend(tile.arrivals.0.iter().map(|edge| edge.other.tile()));
        }
        for tile in receiving {
            self.derive_incoming(tile);
        }
        let generation = self.next_generation;
        for &number in &touched {
            let tile = self.tiles[number as usize].as_deref_mut().expect("kept tiles exist");
            tile.touched = false;
            if core::mem::take(&mut tile.cells_changed) {
                tile.generation = generation;
                let heights = tile.slots().map(|slot| tile.height[slot]);
                tile.height_range = heights.fold((f32::INFINITY, f32::NEG_INFINITY), |(low, high), height| {
                    (if height < low { height } else { low }, if height > high { height } else { high })
                });
            }
        }
        // Skips 0, which forged ids are likely to hold.
        self.next_generation = generation.checked_add(1).unwrap_or(1);
        self.directory.settle();
        self.touched = touched;
        self.touched.clear();
    }

    /// Gives up a tile without cells; returns whether it stays.
    fn keep(&mut self, number: u32) -> bool {
        let tile = self.tile(number).expect("touched tiles exist");
        if !tile.is_empty() {
            return true;
        }
        let (tx, tz) = (tile.tx, tile.tz);
        self.directory.remove(tx, tz, number);
        self.tiles[number as usize] = None;
        self.free.push(number);
        false
    }

    /// Turns pairs of extra edges into regular connections wherever they can be, and chooses the neighbour tiles so that
    /// as many as possible can.
    fn choose_neighbours(&mut self) {
        let mut seams = Vec::new();
        for at in 0..self.touched.len() {
            let number = self.touched[at];
            self.promote_within(number);
            let tile = self.tile(number).expect("touched tiles exist");
            let (tx, tz) = (tile.tx, tile.tz);
            seams.extend([(tx, tz, EAST), (tx, tz, NORTH), (tx - 1, tz, EAST), (tx, tz - 1, NORTH)]);
        }
        seams.sort_unstable();
        seams.dedup();
        for seam in seams {
            self.match_seam(seam);
        }
    }

    /// Pairs up the tiles on both sides of a seam: most two-way connections first, ties to the lowest tile numbers.
    fn match_seam(&mut self, (tx, tz, direction): Seam) {
        let near: Vec<u32> = self.tiles_at(tx, tz).to_vec();
        let mut votes: Vec<(usize, u32, u32)> = Vec::new();
        for &a in &near {
            let tile = self.tile(a).expect("listed tiles exist");
            let regular = border_slots(direction).filter(|&slot| tile.base_open[slot] >> direction & 1 != 0).count();
            let mut candidates: Vec<u32> = core::iter::repeat_n(tile.neighbours[direction], regular).collect();
            candidates.extend(self.promotable(a).filter(|&(.., d)| d == direction).map(|(_, to, _)| to.tile()));
            candidates.sort_unstable();
            for same in candidates.chunk_by(|x, y| x == y) {
                votes.push((same.len(), a, same[0]));
            }
        }
        votes.sort_unstable_by_key(|&(count, a, b)| (usize::MAX - count, a, b));
        let mut chosen: Vec<(u32, u32)> = Vec::new();
        for (_, a, b) in votes {
            if chosen.iter().all(|&(x, y)| x != a && y != b) {
                chosen.push((a, b));
            }
        }
        for &a in &near {
            let old = self.tile(a).expect("listed tiles exist").neighbours[direction];
            if old != NO_TILE && !chosen.contains(&(a, old)) {
                self.part(a, old, direction);
            }
        }
        for (a, b) in chosen {
            self.set_neighbour(a, direction, b);
            self.set_neighbour(b, opposite(direction), a);
            let pairs: Vec<_> = self.promotable(a).filter(|&(_, to, d)| d == direction && to.tile() == b).collect();
            self.promote(&pairs);
        }
    }

    /// Ends the neighbourhood of two tiles; their regular connections become extra edges.
    fn part(&mut self, a: u32, b: u32, direction: usize) {
        for slot in border_slots(direction) {
            let cell = CellIndex::new(a, slot);
            if let Some(neighbour) = self.base_neighbour(cell, direction) {
                self.demote(cell, neighbour, direction);
            }
        }
        self.set_neighbour(a, direction, NO_TILE);
        self.set_neighbour(b, opposite(direction), NO_TILE);
    }

    fn set_neighbour(&mut self, tile: u32, direction: usize, neighbour: u32) {
        let entry = self.tiles[tile as usize].as_deref_mut().expect("listed tiles exist");
        if entry.neighbours[direction] != neighbour {
            entry.neighbours[direction] = neighbour;
            self.touch(tile);
        }
    }

    fn promote_within(&mut self, number: u32) {
        let pairs: Vec<_> = self.promotable(number).filter(|(_, to, _)| to.tile() == number).collect();
        self.promote(&pairs);
    }

    fn promote(&mut self, pairs: &[(CellIndex, CellIndex, usize)]) {
        for &(a, b, direction) in pairs {
            self.erase_extra(a, b, false);
            self.erase_extra(b, a, false);
            self.set_regular(a, b, direction, true);
        }
    }

    /// Pairs of extra edges that lead there and back with length 1 between touching lattice columns of the same tile or
    /// of different tile columns, with the direction of the way there.
    fn promotable(&self, number: u32) -> impl Iterator<Item = (CellIndex, CellIndex, usize)> {
        let tile = self.tile(number).expect("listed tiles exist");
        tile.departures.0.iter().filter_map(move |edge| {
            let slot = edge.slot as usize;
            let from = CellIndex::new(number, slot);
            let direction = self.direction_between(from, edge.other)?;
            let (_, crosses) = slot_beside(slot, direction);
            let back = tile.arrivals.get(slot, edge.other, false)?;
            let fits = !edge.link && edge.length == 1.0 && back.length == 1.0;
            (fits && (crosses || edge.other.tile() == number)).then_some((from, edge.other, direction))
        })
    }

    /// Open bits and degrees.
    fn derive_degrees(&mut self, number: u32) {
        let tile = self.tile(number).expect("kept tiles exist");
        let mut open = [0u8; TILE_CELLS];
        let mut inverse_degree = [0f32; TILE_CELLS];
        for slot in tile.slots().filter(|&slot| !tile.is_blocked(slot)) {
            let cell = CellIndex::new(number, slot);
            let mut length = 0.0f64;
            for direction in 0..4 {
                if self.base_neighbour(cell, direction).is_some_and(|neighbour| !self.is_blocked(neighbour)) {
                    open[slot] |= 1 << direction;
                    length += 1.0;
                }
            }
            self.usable_extras(cell, &tile.arrivals, |_, extra, _| length += f64::from(extra));
            if length > 0.0 {
                inverse_degree[slot] = (1.0 / length) as f32;
            }
        }
        let tile = self.tiles[number as usize].as_deref_mut().expect("kept tiles exist");
        tile.open = open;
        tile.inverse_degree = inverse_degree;
    }

    /// Extra edges with their shares, and whether the fast kernel applies. Needs the degrees of all senders.
    fn derive_incoming(&mut self, number: u32) {
        let tile = self.tiles[number as usize].as_deref_mut().expect("receiving tiles exist");
        let mut incoming = core::mem::take(&mut tile.incoming);
        incoming.clear();
        let tile = self.tile(number).expect("receiving tiles exist");
        let mut slots: Vec<u8> = tile.departures.0.iter().map(|edge| edge.slot).collect();
        slots.dedup();
        for to in slots {
            self.usable_extras(CellIndex::new(number, to.into()), &tile.departures, |from, length, _| {
                let share = self.existing_tile(from).inverse_degree[from.slot()];
                incoming.push(ExtraEdge { to, from, weight: length * share });
            });
        }
        let tile = self.tiles[number as usize].as_deref_mut().expect("receiving tiles exist");
        tile.uniform = incoming.is_empty()
            && tile.present == [u64::MAX; 4]
            && tile.open.iter().all(|&bits| bits == 0b1111)
            && tile.inverse_degree.iter().all(|&share| share == 0.25);
        tile.incoming = incoming;
    }
}
