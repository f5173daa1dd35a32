//! Which tiles lie in a tile column.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;

/// No column.
const NONE: u32 = u32::MAX;
/// The dense table may have so many places per column, plus [`DENSE_FREE`], before it counts as too empty.
const DENSE_SLACK: u64 = 16;
const DENSE_FREE: u64 = 1024;

/// The tiles of one column in sheet order. Nearly every column has exactly one, which needs no heap.
#[derive(Clone, Debug)]
enum Column {
    One(u32),
    Several(Vec<u32>),
}

impl Column {
    fn tiles(&self) -> &[u32] {
        match self {
            Self::One(tile) => core::slice::from_ref(tile),
            Self::Several(tiles) => tiles,
        }
    }
}

/// A table over a rectangle of tile coordinates.
#[derive(Clone, Debug, Default)]
struct DenseTable {
    tx: i32,
    tz: i32,
    width: u32,
    columns: Vec<u32>,
}

impl DenseTable {
    #[inline]
    fn place(&self, tx: i32, tz: i32) -> Option<usize> {
        let x = tx.wrapping_sub(self.tx) as u32;
        let z = tz.wrapping_sub(self.tz) as u32;
        let at = z as usize * self.width as usize + x as usize;
        (x < self.width && at < self.columns.len()).then_some(at)
    }
}

/// Tile columns by coordinates: a dense table where that is well filled, an ordered map for what lies outside.
#[derive(Clone, Debug, Default)]
pub(super) struct Directory {
    columns: Vec<Column>,
    free: Vec<u32>,
    by_place: BTreeMap<(i32, i32), u32>,
    dense: DenseTable,
    /// A column was added outside of the dense table.
    outgrown: bool,
    /// Number of columns when the dense table was last laid out.
    columns_when_spanned: usize,
}

impl Directory {
    /// Tiles of a column in sheet order.
    #[inline]
    pub(super) fn tiles_at(&self, tx: i32, tz: i32) -> &[u32] {
        match self.column_number(tx, tz) {
            NONE => &[],
            column => self.columns[column as usize].tiles(),
        }
    }

    #[inline]
    fn column_number(&self, tx: i32, tz: i32) -> u32 {
        match self.dense.place(tx, tz) {
            Some(at) => self.dense.columns[at],
            None => self.by_place.get(&(tx, tz)).copied().unwrap_or(NONE),
        }
    }

    /// Adds `tile` at position `at` of its column's order.
    pub(super) fn insert(&mut self, tx: i32, tz: i32, at: usize, tile: u32) {
        match self.column_number(tx, tz) {
            NONE => {
                let number = match self.free.pop() {
                    Some(number) => {
                        self.columns[number as usize] = Column::One(tile);
                        number
                    }
                    None => {
                        self.columns.push(Column::One(tile));
                        self.columns.len() as u32 - 1
                    }
                };
                self.by_place.insert((tx, tz), number);
                match self.dense.place(tx, tz) {
                    Some(place) => self.dense.columns[place] = number,
                    None => self.outgrown = true,
                }
                // While a level is built, the table follows at each doubling, which keeps the cost per column constant.
                if self.by_place.len() > 2 * self.columns_when_spanned + 16 {
                    self.settle();
                }
            }
            number => {
                let column = &mut self.columns[number as usize];
                match column {
                    Column::One(first) => {
                        let first = *first;
                        *column = Column::Several(if at == 0 { [tile, first].into() } else { [first, tile].into() });
                    }
                    Column::Several(tiles) => tiles.insert(at, tile),
                }
            }
        }
    }

    pub(super) fn remove(&mut self, tx: i32, tz: i32, tile: u32) {
        let number = self.column_number(tx, tz);
        let rest: Vec<u32> = self.tiles_at(tx, tz).iter().copied().filter(|&t| t != tile).collect();
        match *rest.as_slice() {
            [] => {
                self.by_place.remove(&(tx, tz));
                self.free.push(number);
                if let Some(place) = self.dense.place(tx, tz) {
                    self.dense.columns[place] = NONE;
                }
            }
            [only] => self.columns[number as usize] = Column::One(only),
            _ => self.columns[number as usize] = Column::Several(rest),
        }
    }

    /// Makes the dense table span everything again, if it is outgrown and would be well filled.
    pub(super) fn settle(&mut self) {
        if core::mem::take(&mut self.outgrown) {
            let mut corners = (i32::MAX, i32::MAX, i32::MIN, i32::MIN);
            for &(tx, tz) in self.by_place.keys() {
                corners = (corners.0.min(tx), corners.1.min(tz), corners.2.max(tx), corners.3.max(tz));
            }
            self.span(corners);
        }
    }

    /// Gives the rectangle from (tx0, tz0) to (tx1, tz1), both included, a dense table unless that would be too empty.
    /// What lies outside goes through the map.
    fn span(&mut self, (tx0, tz0, tx1, tz1): (i32, i32, i32, i32)) {
        self.columns_when_spanned = self.by_place.len();
        let width = (i64::from(tx1) - i64::from(tx0) + 1) as u64;
        let depth = (i64::from(tz1) - i64::from(tz0) + 1) as u64;
        let allowed = self.by_place.len() as u64 * DENSE_SLACK + DENSE_FREE;
        if width.checked_mul(depth).is_none_or(|area| area > allowed) {
            self.dense = DenseTable::default();
            return;
        }
        let mut dense =
            DenseTable { tx: tx0, tz: tz0, width: width as u32, columns: alloc::vec![NONE; (width * depth) as usize] };
        for (&(tx, tz), &number) in &self.by_place {
            if let Some(place) = dense.place(tx, tz) {
                dense.columns[place] = number;
            }
        }
        self.dense = dense;
    }

    pub(super) fn bytes(&self) -> usize {
        let lists: usize =
            self.columns.iter().map(|c| if let Column::Several(v) = c { v.capacity() * 4 } else { 0 }).sum();
        // An ordered map of 12-byte entries: about 1.5 times that with its nodes two thirds full.
        lists
            + self.columns.capacity() * size_of::<Column>()
            + (self.free.capacity() + self.dense.columns.capacity()) * 4
            + self.by_place.len() * 18
    }
}
