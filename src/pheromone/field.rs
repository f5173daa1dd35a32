//! Where the amounts are kept: active tiles of every layer, each with two buffers of 256 values.

use super::layer::LayerParams;
use crate::base::hash::StableHasher;
use crate::base::{Error, Result};
use crate::world::cells::{CellIndex, CellSpace, CellTile, NO_TILE, TILE_CELLS, TILE_SIDE};
use alloc::boxed::Box;
use alloc::format;
use alloc::vec::Vec;

/// Amounts of one tile, slot by slot.
pub(super) type Buffer = [f32; TILE_CELLS];

/// Amounts of a tile as they are stored: each row of sixteen is one cache line, so that no load or store of the step is split.
#[repr(align(64))]
pub(super) struct Stored(Buffer);

impl Stored {
    pub(super) fn zeroed() -> Box<Self> {
        Box::new(Self([0.0; TILE_CELLS]))
    }
}

impl core::ops::Deref for Stored {
    type Target = Buffer;

    fn deref(&self) -> &Buffer {
        &self.0
    }
}

impl core::ops::DerefMut for Stored {
    fn deref_mut(&mut self) -> &mut Buffer {
        &mut self.0
    }
}

/// Bytes of the two buffers of an active tile.
pub(super) const TILE_BYTES: usize = 2 * size_of::<Buffer>();

const NONE: u32 = u32::MAX;
const PAGE: usize = 64;

/// Place of each tile in a layer's list, in pages that exist only where the layer has tiles.
#[derive(Default)]
struct Directory {
    pages: Vec<u32>,
    entries: Vec<[u32; PAGE]>,
}

impl Directory {
    #[inline]
    fn get(&self, tile: u32) -> Option<usize> {
        let page = *self.pages.get(tile as usize / PAGE)?;
        let place = self.entries.get(page as usize)?[tile as usize % PAGE];
        (place != NONE).then_some(place as usize)
    }

    fn set(&mut self, tile: u32, place: u32) {
        let at = tile as usize / PAGE;
        if at >= self.pages.len() {
            self.pages.resize(at + 1, NONE);
        }
        if self.pages[at] == NONE {
            self.pages[at] = self.entries.len() as u32;
            self.entries.push([NONE; PAGE]);
        }
        self.entries[self.pages[at] as usize][tile as usize % PAGE] = place;
    }

    fn bytes(&self) -> usize {
        self.pages.capacity() * 4 + self.entries.capacity() * size_of::<[u32; PAGE]>()
    }
}

/// Part of a list that belongs to one tile.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub(super) struct Span {
    pub(super) first: u32,
    pub(super) len: u32,
}

impl Span {
    pub(super) fn of<T>(self, list: &[T]) -> &[T] {
        &list[self.first as usize..(self.first + self.len) as usize]
    }
}

/// Where a tile number stands in the level, to notice when the number is used for another place.
pub(super) type FieldTileKey = (i32, i32, u16);

pub(super) fn key_of(tile: &CellTile) -> FieldTileKey {
    (tile.tx, tile.tz, tile.sheet)
}

/// One active tile of a layer.
pub(super) struct ActiveTile {
    pub(super) tile: u32,
    pub(super) key: FieldTileKey,
    /// The tile's topology when it was last looked at; see [`fingerprint`].
    pub(super) fingerprint: u64,
    /// The tiles beside, and whether the fast kernel applies: copies of the level's, so that a step touches no more of it
    /// than it must.
    pub(super) neighbours: [u32; 4],
    pub(super) uniform: bool,
    pub(super) now: Box<Stored>,
    /// Where the next step is written; away while a task owns it.
    pub(super) next: Option<Box<Stored>>,
    /// The last step changed nothing worth mentioning.
    pub(super) still: bool,
    /// Something besides the field itself changed: emission, deposit, topology, parameters.
    pub(super) dirty: bool,
    /// The amounts or their way out changed between steps, so the field may have to grow before the next one.
    pub(super) may_grow: bool,
    /// Takes part in the step under way.
    pub(super) stepping: bool,
    /// This tile's part of the layer's emissions.
    pub(super) emissions: Span,
    /// This tile's part of [`FieldStore::outgoing`].
    pub(super) outgoing: Span,
}

impl ActiveTile {
    pub(super) fn restless(&self) -> bool {
        self.dirty || !self.still
    }
}

/// An amount per step into a cell.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Emission {
    pub(super) cell: CellIndex,
    pub(super) id: u64,
    pub(super) amount: f32,
}

/// One layer: parameters, active tiles in order of their number, and what is emitted.
pub(super) struct Layer {
    pub(super) params: LayerParams,
    pub(super) tiles: Vec<ActiveTile>,
    directory: Directory,
    /// In order of (tile, id).
    pub(super) emissions: Vec<Emission>,
    /// The emitting sources changed since the list was made.
    pub(super) emissions_stale: bool,
    /// The list changed since it was spread over the tiles.
    pub(super) emissions_changed: bool,
    /// No tile needs a step until something changes.
    pub(super) asleep: bool,
}

impl Layer {
    pub(super) fn new(params: LayerParams) -> Self {
        Self {
            params,
            tiles: Vec::new(),
            directory: Directory::default(),
            emissions: Vec::new(),
            emissions_stale: false,
            emissions_changed: false,
            asleep: true,
        }
    }

    /// Place of a tile in [`Layer::tiles`].
    #[inline]
    pub(super) fn place(&self, tile: u32) -> Option<usize> {
        self.directory.get(tile)
    }

    #[inline]
    pub(super) fn amounts(&self, tile: u32) -> Option<&Buffer> {
        self.place(tile).map(|at| &**self.tiles[at].now)
    }

    #[inline]
    pub(super) fn amount(&self, cell: CellIndex) -> f32 {
        self.amounts(cell.tile()).map_or(0.0, |amounts| amounts[cell.slot()])
    }

    /// Changes what a source emits without making the lists anew; `false` when it is not in the list.
    pub(super) fn change_emission(&mut self, cell: CellIndex, id: u64, amount: f32) -> bool {
        if self.emissions_stale {
            return false;
        }
        let found = self.emissions.binary_search_by_key(&(cell.tile(), id), |e| (e.cell.tile(), e.id));
        if let Ok(at) = found {
            self.emissions[at].amount = amount;
            self.disturb(cell.tile());
        }
        found.is_ok()
    }

    /// Makes the next step look at a tile again, if it is active.
    pub(super) fn disturb(&mut self, tile: u32) {
        if let Some(at) = self.place(tile) {
            self.tiles[at].dirty = true;
            self.asleep = false;
        }
    }

    pub(super) fn disturb_all(&mut self) {
        for tile in &mut self.tiles {
            (tile.dirty, tile.may_grow) = (true, true);
        }
        self.asleep = false;
    }

    fn renumber_from(&mut self, first: usize) {
        for (at, tile) in self.tiles.iter().enumerate().skip(first) {
            self.directory.set(tile.tile, at as u32);
        }
    }

    /// Spreads the emissions over the active tiles; returns whether each found its tile.
    pub(super) fn spread_emissions(&mut self) -> bool {
        for tile in &mut self.tiles {
            tile.emissions = Span::default();
        }
        let mut all = true;
        let mut first = 0;
        for group in self.emissions.chunk_by(|a, b| a.cell.tile() == b.cell.tile()) {
            match self.directory.get(group[0].cell.tile()) {
                Some(at) => self.tiles[at].emissions = Span { first, len: group.len() as u32 },
                None => all = false,
            }
            first += group.len() as u32;
        }
        all
    }

    pub(super) fn total(&self) -> f64 {
        self.tiles.iter().map(|tile| tile.now.iter().map(|v| f64::from(*v)).sum::<f64>()).sum()
    }

    fn bytes(&self) -> usize {
        self.tiles.capacity() * size_of::<ActiveTile>()
            + self.tiles.iter().map(|t| (1 + usize::from(t.next.is_some())) * size_of::<Buffer>()).sum::<usize>()
            + self.directory.bytes()
            + self.emissions.capacity() * size_of::<Emission>()
    }
}

/// An edge that leaves a tile and is not regular, reduced to what growth needs.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Outgoing {
    pub(super) from: CellIndex,
    pub(super) to_tile: u32,
}

/// All layers, the buffers not in use, and what was derived from the level for them.
pub(super) struct FieldStore {
    /// Shared layers, then one per avatar.
    pub(super) layers: Vec<Layer>,
    pub(super) shared: usize,
    /// Boxed, because they go into tiles and tasks without being copied.
    #[allow(clippy::vec_box)]
    spare: Vec<Box<Stored>>,
    pub(super) active: u32,
    pub(super) max_active: u32,
    /// Edges of the level that are not regular, by sender.
    pub(super) outgoing: Vec<Outgoing>,
    /// (tile, layer) of every active tile of the avatars' layers, so that a reader finds the few that reach a place.
    pub(super) avatar_tiles: Vec<(u32, u32)>,
    grown: Vec<u32>,
}

impl FieldStore {
    pub(super) fn new(layers: &[LayerParams], max_active: u32) -> Self {
        Self {
            layers: layers.iter().map(|p| Layer::new(*p)).collect(),
            shared: layers.len(),
            spare: Vec::new(),
            active: 0,
            max_active,
            outgoing: Vec::new(),
            avatar_tiles: Vec::new(),
            grown: Vec::new(),
        }
    }

    fn zeroed(&mut self) -> Box<Stored> {
        match self.spare.pop() {
            Some(mut buffer) => {
                buffer.fill(0.0);
                buffer
            }
            None => Stored::zeroed(),
        }
    }

    pub(super) fn outgoing_of(&self, tile: u32) -> Span {
        let first = self.outgoing.partition_point(|edge| edge.from.tile() < tile);
        let end = self.outgoing.partition_point(|edge| edge.from.tile() <= tile);
        Span { first: first as u32, len: (end - first) as u32 }
    }

    /// Tiles that can still become active.
    pub(super) fn room(&self) -> u32 {
        self.max_active.saturating_sub(self.active)
    }

    /// The error for a call that needs `more` tiles than there is room for.
    pub(super) fn check_room(&self, more: usize) -> Result<()> {
        if more as u64 <= u64::from(self.room()) {
            return Ok(());
        }
        Err(Error::budget(format!(
            "{more} more active tiles are needed, {} of max_active_tiles {} are in use",
            self.active, self.max_active
        )))
    }

    fn new_tile(&mut self, tile: u32, content: &CellTile) -> ActiveTile {
        ActiveTile {
            tile,
            key: key_of(content),
            fingerprint: fingerprint(content),
            neighbours: content.neighbours,
            uniform: content.uniform,
            now: self.zeroed(),
            next: Some(self.zeroed()),
            still: false,
            dirty: true,
            may_grow: false,
            stepping: false,
            emissions: Span::default(),
            outgoing: self.outgoing_of(tile),
        }
    }

    /// Makes tiles active that are not yet, in ascending order as far as there is room; returns whether all are.
    pub(super) fn activate(&mut self, cells: &CellSpace, layer: usize, tiles: &mut Vec<u32>) -> bool {
        tiles.sort_unstable();
        tiles.dedup();
        let old = self.layers[layer].tiles.len();
        let mut complete = true;
        for &tile in tiles.iter() {
            let Some(content) = cells.tile(tile) else { continue };
            if self.layers[layer].place(tile).is_some() {
                continue;
            }
            if self.room() == 0 {
                complete = false;
                continue;
            }
            let active = self.new_tile(tile, content);
            self.layers[layer].tiles.push(active);
            self.active += 1;
            if layer >= self.shared {
                let entry = (tile, layer as u32);
                let at = self.avatar_tiles.partition_point(|e| *e < entry);
                self.avatar_tiles.insert(at, entry);
            }
        }
        let layer = &mut self.layers[layer];
        let Some(lowest) = layer.tiles[old..].first().map(|t| t.tile) else { return complete };
        let first = layer.tiles[..old].partition_point(|t| t.tile < lowest);
        if first < old {
            layer.tiles[first..].sort_unstable_by_key(|t| t.tile);
        }
        layer.renumber_from(first);
        layer.asleep = false;
        complete
    }

    /// [`FieldStore::activate`] for one tile, without allocation in steady state.
    pub(super) fn activate_one(&mut self, cells: &CellSpace, layer: usize, tile: u32) -> bool {
        if self.layers[layer].place(tile).is_some() {
            return true;
        }
        let mut list = core::mem::take(&mut self.grown);
        list.clear();
        list.push(tile);
        let done = self.activate(cells, layer, &mut list);
        self.grown = list;
        done
    }

    /// Gives up the tiles of a layer that `drop_it` names.
    pub(super) fn release(&mut self, layer: usize, mut drop_it: impl FnMut(&ActiveTile) -> bool) {
        let content = &mut self.layers[layer];
        let before = content.tiles.len();
        for tile in content.tiles.extract_if(.., |tile| drop_it(tile)) {
            content.directory.set(tile.tile, NONE);
            self.spare.push(tile.now);
            self.spare.extend(tile.next);
            if let Ok(at) = self.avatar_tiles.binary_search(&(tile.tile, layer as u32)) {
                self.avatar_tiles.remove(at);
            }
        }
        let dropped = before - content.tiles.len();
        if dropped > 0 {
            content.renumber_from(0);
            self.active -= dropped as u32;
        }
    }

    /// Empties a layer.
    pub(super) fn clear_layer(&mut self, layer: usize) {
        self.release(layer, |_| true);
        let layer = &mut self.layers[layer];
        layer.emissions.clear();
        layer.emissions_stale = false;
        layer.emissions_changed = false;
        layer.asleep = true;
    }

    /// Adds an amount to a cell of an active tile.
    pub(super) fn add(&mut self, layer: usize, cell: CellIndex, amount: f32) {
        let layer = &mut self.layers[layer];
        if let Some(at) = layer.place(cell.tile()) {
            let tile = &mut layer.tiles[at];
            tile.now[cell.slot()] += amount;
            (tile.dirty, tile.may_grow) = (true, true);
            layer.asleep = false;
        }
    }

    pub(super) fn field_bytes(&self) -> usize {
        self.active as usize * TILE_BYTES
    }

    pub(super) fn bytes(&self) -> usize {
        self.layers.iter().map(Layer::bytes).sum::<usize>()
            + self.layers.capacity() * size_of::<Layer>()
            + self.spare.capacity() * size_of::<Box<Stored>>()
            + self.spare.len() * size_of::<Buffer>()
            + self.outgoing.capacity() * size_of::<Outgoing>()
            + self.avatar_tiles.capacity() * 8
            + self.grown.capacity() * 4
    }
}

/// Hash of everything in a tile that eq. 6 depends on. A pattern or a sleeping tile is still right while it is the same.
pub(super) fn fingerprint(tile: &CellTile) -> u64 {
    let mut h = StableHasher::new();
    for word in tile.present {
        h.u64(word);
    }
    h.bytes(&tile.open);
    if !tile.uniform {
        for pair in tile.inverse_degree.chunks_exact(2) {
            h.u64(u64::from(pair[0].to_bits()) << 32 | u64::from(pair[1].to_bits()));
        }
    }
    for neighbour in tile.neighbours {
        h.u32(neighbour);
    }
    for edge in &tile.incoming {
        h.u64(u64::from(edge.to) << 32 | u64::from(edge.from.0)).f32(edge.weight);
    }
    h.finish()
}

/// Slots along the side of a tile that faces `direction`.
pub(super) fn border(direction: usize) -> impl Iterator<Item = usize> {
    use crate::world::cells::{EAST, NORTH, WEST};
    const LAST: usize = TILE_SIDE - 1;
    let (first, stride) = match direction {
        EAST => (LAST, TILE_SIDE),
        WEST => (0, TILE_SIDE),
        NORTH => (LAST * TILE_SIDE, 1),
        _ => (0, 1),
    };
    (0..TILE_SIDE).map(move |i| first + i * stride)
}

/// The tile beside `tile` in a direction.
pub(super) fn beside(tile: &CellTile, direction: usize) -> Option<u32> {
    let number = tile.neighbours[direction];
    (number != NO_TILE).then_some(number)
}
