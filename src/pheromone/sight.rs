//! Which cells of a region no wall hides, by one sweep outwards over the lattice.
//!
//! Sight passes where the surface goes on, over drops in both directions, and through the windows that the host has named
//! (pits and the like among them). Every other border is a wall.

use super::region::MAX_VIEW_CELLS;
use crate::base::math::DVec3;
use crate::world::cells::{CellIndex, CellSpace, EAST, NORTH, SOUTH, WEST, direction_step};
use crate::world::{Window, World};
use core::cmp::Ordering;

/// Most tiles a view can touch: 17 × 17 columns, and some on other sheets.
const MAX_VIEW_TILES: usize = 320;
/// Most windows that count in one view; of more those with the lowest ids.
pub const MAX_VIEW_WINDOWS: usize = 64;

/// Cells that can be seen, as bits per tile, in order of discovery.
pub(super) struct Visible {
    tiles: [u32; MAX_VIEW_TILES],
    bits: [[u64; 4]; MAX_VIEW_TILES],
    len: usize,
    last: usize,
}

impl Visible {
    pub(super) fn iter(&self) -> impl Iterator<Item = (u32, &[u64; 4])> {
        self.tiles[..self.len].iter().copied().zip(&self.bits)
    }

    fn insert(&mut self, cell: CellIndex) {
        let tile = cell.tile();
        if self.len == 0 || self.tiles[self.last] != tile {
            match self.tiles[..self.len].iter().position(|&t| t == tile) {
                Some(at) => self.last = at,
                None if self.len < MAX_VIEW_TILES => {
                    (self.tiles[self.len], self.bits[self.len]) = (tile, [0; 4]);
                    self.last = self.len;
                    self.len += 1;
                }
                None => return,
            }
        }
        self.bits[self.last][cell.slot() / 64] |= 1 << (cell.slot() % 64);
    }
}

/// What a line of sight is over: a cell, or nothing but a window of the view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Spot {
    Cell(CellIndex),
    Window(u8),
}

/// What somebody looks at.
pub(super) struct View<'a> {
    cells: &'a CellSpace,
    /// Lattice column of the viewer.
    start: (i32, i32),
    windows: [Window; MAX_VIEW_WINDOWS],
    window_count: usize,
}

impl<'a> View<'a> {
    /// From a cell, so many cells far.
    pub(super) fn new(world: &'a World, from: CellIndex, reach: i32) -> Self {
        let cells = world.cells();
        let start = cells.lattice(from);
        let nowhere = Window { min: DVec3::ZERO, max: DVec3::ZERO };
        let mut view = Self { cells, start, windows: [nowhere; MAX_VIEW_WINDOWS], window_count: 0 };
        let size = cells.cell_size();
        let near =
            |low: f64, high: f64, i: i32| low <= f64::from(i + reach + 1) * size && high >= f64::from(i - reach) * size;
        let in_reach = |w: &Window| near(w.min.x, w.max.x, start.0) && near(w.min.z, w.max.z, start.1);
        for (place, window) in view.windows.iter_mut().zip(world.windows().filter(in_reach)) {
            *place = window;
            view.window_count += 1;
        }
        view
    }

    fn windows(&self) -> &[Window] {
        &self.windows[..self.window_count]
    }

    /// What a line of sight is over when it goes on in a direction from what is at a column.
    pub(super) fn pass(&self, from: Spot, at: (i32, i32), direction: usize) -> Option<Spot> {
        if let Spot::Cell(cell) = from
            && let Some(neighbour) = self.cells.regular_neighbour(cell, direction)
        {
            return Some(Spot::Cell(neighbour));
        }
        self.pass_border(from, at, direction)
    }

    /// The same where the surface does not simply go on.
    fn pass_border(&self, from: Spot, at: (i32, i32), direction: usize) -> Option<Spot> {
        let (dx, dz) = direction_step(direction);
        let next = (at.0 + dx, at.1 + dz);
        let size = self.cells.cell_size();
        match from {
            Spot::Cell(cell) => {
                let mut beside = None;
                self.cells.for_each_surface_touch(cell, |other| {
                    if beside.is_none() && self.cells.lattice(other) == next {
                        beside = Some(Spot::Cell(other));
                    }
                });
                let height = f64::from(self.cells.height(cell));
                let through = || {
                    let mut open = self.windows().iter().enumerate().filter(|(_, w)| w.is_before(height));
                    open.find_map(|(i, w)| {
                        let (here, there) = (w.touches(at, size), w.touches(next, size));
                        let on = || there.then_some(Spot::Window(i as u8));
                        (here || there).then(|| self.floor_behind(w, next).or_else(on))?
                    })
                };
                beside.or_else(through)
            }
            Spot::Window(number) => {
                let window = &self.windows[usize::from(number)];
                let mut open = self.windows().iter().enumerate();
                self.floor_behind(window, next).or_else(|| {
                    if window.touches(next, size) {
                        return Some(from);
                    }
                    let goes_on = |w: &Window| w.touches(next, size) && w.is_level_with(window);
                    open.find(|(_, w)| goes_on(w)).map(|(i, _)| Spot::Window(i as u8))
                })
            }
        }
    }

    /// The highest floor of a column that lies before a window.
    fn floor_behind(&self, window: &Window, (ix, iz): (i32, i32)) -> Option<Spot> {
        let floors = self.cells.column(ix, iz).filter(|c| window.is_before(self.cells.height(*c).into()));
        floors.max_by(|a, b| self.cells.height(*a).total_cmp(&self.cells.height(*b))).map(Spot::Cell)
    }

    /// The column at an offset along two directions.
    fn column(&self, (i, j): (usize, usize), (x_direction, z_direction): (usize, usize)) -> (i32, i32) {
        let (dx, dz) = (direction_step(x_direction).0, direction_step(z_direction).1);
        (self.start.0 + dx * i as i32, self.start.1 + dz * j as i32)
    }
}

/// A column of the row being swept.
#[derive(Clone, Copy, Default)]
struct Seen {
    /// What is there, if the sweep came to it.
    spot: Option<Spot>,
    /// Share of the line of sight that is free, 0 to 1.
    free: f32,
    /// It connects to its neighbour on the side towards the viewer, along x and along z.
    joined_x: bool,
    joined_z: bool,
}

/// The cells within `reach` cells of `from` that no wall hides: those to whose centre a straight line from the viewer's
/// cell passes square by square. A line exactly through a corner is free when either way round it is.
///
/// Each quadrant is swept row by row outwards. The line from a cell (i, j) to the viewer, i ≥ j, passes between its
/// neighbours (i-1, j) and (i-1, j-1); where both are wholly free and connected, so is the line, which settles most cells
/// with a few look-ups however long their lines are. Only the others' lines are followed.
pub(super) fn visible_cells(world: &World, from: CellIndex, reach: i32) -> Visible {
    let reach = reach.clamp(0, MAX_VIEW_CELLS);
    let view = View::new(world, from, reach);
    let reach = reach as usize;
    let mut visible = Visible { tiles: [0; MAX_VIEW_TILES], bits: [[0; 4]; MAX_VIEW_TILES], len: 0, last: 0 };
    let mut rows = [[Seen::default(); MAX_VIEW_CELLS as usize + 1]; 2];
    let [before, row] = &mut rows;
    let (mut before, mut row) = (before, row);
    for directions in [(EAST, NORTH), (WEST, NORTH), (EAST, SOUTH), (WEST, SOUTH)] {
        before[..=reach].fill(Seen::default());
        for j in 0..=reach {
            for i in 0..=reach {
                row[i] = if (i, j) == (0, 0) {
                    Seen { spot: Some(Spot::Cell(from)), free: 1.0, ..Seen::default() }
                } else {
                    let beside = if i > 0 { row[i - 1] } else { Seen::default() };
                    let diagonal = if i > 0 { before[i - 1] } else { Seen::default() };
                    look(&view, (i, j), directions, beside, before[i], diagonal)
                };
                let settled = row[i].spot.filter(|_| row[i].free == 1.0);
                let spot = settled.or_else(|| end_of_line(&view, Spot::Cell(from), (i, j), directions));
                if let Some(Spot::Cell(cell)) = spot {
                    visible.insert(cell);
                }
            }
            core::mem::swap(&mut before, &mut row);
        }
    }
    visible
}

/// What is at offset (i, j) along two directions, if the straight line to it is free.
fn end_of_line(
    view: &View<'_>,
    from: Spot,
    (i, j): (usize, usize),
    (x_direction, z_direction): (usize, usize),
) -> Option<Spot> {
    let (mut at, mut x, mut z) = (from, 0, 0);
    while (x, z) != (i, j) {
        // Which side of the square the line leaves through: the crossing times (x + ½) / i and (z + ½) / j, without dividing.
        let (next_x, next_z) = ((2 * x + 1) * j, (2 * z + 1) * i);
        let column = |x: usize, z: usize| view.column((x, z), (x_direction, z_direction));
        let along_x = |at, x, z| view.pass(at, column(x, z), x_direction);
        let along_z = |at, x, z| view.pass(at, column(x, z), z_direction);
        at = match next_x.cmp(&next_z) {
            Ordering::Equal => {
                let x_first = along_x(at, x, z).and_then(|at| along_z(at, x + 1, z));
                let next = x_first.or_else(|| along_z(at, x, z).and_then(|at| along_x(at, x, z + 1)))?;
                (x, z) = (x + 1, z + 1);
                next
            }
            Ordering::Less => {
                let next = along_x(at, x, z)?;
                x += 1;
                next
            }
            Ordering::Greater => {
                let next = along_z(at, x, z)?;
                z += 1;
                next
            }
        };
    }
    Some(at)
}

/// One column of the sweep from its three neighbours towards the viewer: along x, along z, and across the corner.
fn look(
    view: &View<'_>,
    (i, j): (usize, usize),
    directions: (usize, usize),
    beside_x: Seen,
    beside_z: Seen,
    corner: Seen,
) -> Seen {
    let step = |from: Seen, at: Option<(usize, usize)>, direction: usize| {
        let spot = from.spot.filter(|_| from.free > 0.0)?;
        view.pass(spot, view.column(at?, directions), direction)
    };
    let by_x = step(beside_x, i.checked_sub(1).map(|i| (i, j)), directions.0);
    let by_z = step(beside_z, j.checked_sub(1).map(|j| (i, j)), directions.1);
    // Seldom do the two ways lead to different floors; the way along the longer side counts then.
    let spot = if i >= j { by_x.or(by_z) } else { by_z.or(by_x) };
    let joined_x = by_x.is_some() && by_x == spot;
    let joined_z = by_z.is_some() && by_z == spot;
    let round_corner = (joined_x && beside_x.joined_z) || (joined_z && beside_z.joined_x);
    let (longer, shorter) = if i >= j { (i, j) } else { (j, i) };
    let across = shorter as f32 / longer as f32;
    let (straight, straight_joined) = if i >= j { (beside_x, joined_x) } else { (beside_z, joined_z) };
    let mut free = 0.0;
    if straight_joined {
        free += (1.0 - across) * straight.free;
    }
    if round_corner {
        free += across * corner.free;
    }
    Seen { spot, free, joined_x, joined_z }
}
