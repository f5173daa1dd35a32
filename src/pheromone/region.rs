//! The attraction region R of eq. 7: which cells count, and which of them walls hide.

use crate::base::math::DVec2;
use crate::base::{Error, Result, Short};
use crate::world::cells::{CellIndex, CellSpace, EAST, NORTH, SOUTH, WEST, direction_step};
use alloc::format;
use core::cmp::Ordering;

/// Shape of the attraction region R.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum RegionShape {
    /// Axis-aligned square of side |R|.
    Square,
    /// Disc of diameter |R|.
    Disc,
    /// Cone of this half angle (radians) around the view direction, radius |R| / 2. Without a view direction: a disc.
    Cone(f64),
}

/// The attraction region of a player. Lengths in metres. A cell counts when its centre lies inside.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Region {
    /// Shape.
    pub shape: RegionShape,
    /// |R|.
    pub diameter: f64,
    /// How far beyond the shape's border cells still count.
    pub margin: f64,
    /// Walls hide the cells behind them: a cell counts only if the straight line to it stays on the connected surface.
    /// Cells more than [`MAX_VIEW_CELLS`] away along an axis then count as hidden. Off the level nothing is hidden.
    pub walls_hide: bool,
    /// Cells further above or below do not count.
    pub vertical_reach: f64,
}

/// How far walls are looked for, in cells along an axis.
pub const MAX_VIEW_CELLS: i32 = 127;

impl Region {
    /// Refuses lengths and angles outside their ranges.
    pub fn check(&self) -> Result<()> {
        let lengths = [("diameter", self.diameter), ("margin", self.margin), ("vertical_reach", self.vertical_reach)];
        for (name, value) in lengths {
            if value.is_nan() || value < 0.0 || (value.is_infinite() && name != "vertical_reach") {
                return Err(Error::invalid(format!("{name} is {}, it must be finite and not negative", Short(value))));
            }
        }
        match self.shape {
            RegionShape::Cone(angle) if !(0.0..=core::f64::consts::PI).contains(&angle) => {
                Err(Error::invalid(format!("half angle of the cone is {}, allowed is 0 to pi", Short(angle))))
            }
            _ => Ok(()),
        }
    }

    /// Half side or radius with the margin, metres.
    pub(super) fn reach(&self) -> f64 {
        0.5 * self.diameter + self.margin
    }

    /// Cosine and sine of the cone's half angle and the unit view direction; `None` for shapes without a direction.
    pub(super) fn cone(&self, view: DVec2) -> Option<(DVec2, DVec2)> {
        let RegionShape::Cone(half_angle) = self.shape else { return None };
        let length = crate::base::math::sqrt(view.length_squared());
        let usable = length > 0.0 && length.is_finite();
        usable.then(|| (DVec2::new(libm::cos(half_angle), libm::sin(half_angle)), view / length))
    }

    /// Whether an offset in the ground plane lies inside: the plain double-precision form of the test.
    pub fn contains(&self, offset: DVec2, view: DVec2) -> bool {
        let (reach, squared) = (self.reach(), offset.length_squared());
        if self.shape == RegionShape::Square {
            return offset.x.abs() <= reach && offset.y.abs() <= reach;
        }
        if squared > reach * reach {
            return false;
        }
        let Some((cone, view)) = self.cone(view) else { return true };
        let along = offset.dot(view);
        let across = offset.perp_dot(view).abs();
        let beyond = across * cone.x - along * cone.y;
        let foot = along * cone.x + across * cone.y;
        beyond <= 0.0 || (beyond <= self.margin && (foot >= 0.0 || squared <= self.margin * self.margin))
    }
}

/// Most tiles a view can touch: 17 × 17 columns, and some on other sheets.
const MAX_VIEW_TILES: usize = 320;

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

/// A cell of the row being swept.
#[derive(Clone, Copy, Default)]
struct Seen {
    /// The cell, if the sweep came to one.
    cell: Option<CellIndex>,
    /// Share of the line of sight that is free, 0 to 1.
    free: f32,
    /// It connects to its neighbour on the side towards the viewer, along x and along z.
    joined_x: bool,
    joined_z: bool,
}

/// The cells within `reach` cells of `from` that no wall hides: those to whose centre a straight line from the viewer's
/// cell can be walked square by square. A line exactly through a corner is free when either way round it is.
///
/// Each quadrant is swept row by row outwards. The line from a cell (i, j) to the viewer, i ≥ j, passes between its
/// neighbours (i-1, j) and (i-1, j-1); where both are wholly free and connected, so is the line, which settles most cells
/// with a few look-ups however long their lines are. Only the others' lines are walked.
pub(super) fn visible_cells(cells: &CellSpace, from: CellIndex, reach: i32) -> Visible {
    let reach = reach.clamp(0, MAX_VIEW_CELLS) as usize;
    let mut visible = Visible { tiles: [0; MAX_VIEW_TILES], bits: [[0; 4]; MAX_VIEW_TILES], len: 0, last: 0 };
    let mut rows = [[Seen::default(); MAX_VIEW_CELLS as usize + 1]; 2];
    let [before, row] = &mut rows;
    let (mut before, mut row) = (before, row);
    for directions in [(EAST, NORTH), (WEST, NORTH), (EAST, SOUTH), (WEST, SOUTH)] {
        before[..=reach].fill(Seen::default());
        for j in 0..=reach {
            for i in 0..=reach {
                row[i] = if (i, j) == (0, 0) {
                    Seen { cell: Some(from), free: 1.0, ..Seen::default() }
                } else {
                    let beside = if i > 0 { row[i - 1] } else { Seen::default() };
                    let diagonal = if i > 0 { before[i - 1] } else { Seen::default() };
                    look(cells, (i, j), directions, beside, before[i], diagonal)
                };
                let settled = row[i].cell.filter(|_| row[i].free == 1.0);
                if let Some(cell) = settled.or_else(|| end_of_line(cells, from, (i, j), directions)) {
                    visible.insert(cell);
                }
            }
            core::mem::swap(&mut before, &mut row);
        }
    }
    visible
}

/// The cell at offset (i, j) along two directions, if the straight line to it is free.
fn end_of_line(
    cells: &CellSpace,
    from: CellIndex,
    (i, j): (usize, usize),
    (x_direction, z_direction): (usize, usize),
) -> Option<CellIndex> {
    let (mut at, mut x, mut z) = (from, 0, 0);
    while (x, z) != (i, j) {
        // Which side of the square the line leaves through: the crossing times (x + ½) / i and (z + ½) / j, without dividing.
        let (next_x, next_z) = ((2 * x + 1) * j, (2 * z + 1) * i);
        let along_x = |at| walk(cells, at, x_direction);
        let along_z = |at| walk(cells, at, z_direction);
        at = match next_x.cmp(&next_z) {
            Ordering::Equal => {
                (x, z) = (x + 1, z + 1);
                along_x(at).and_then(along_z).or_else(|| along_z(at).and_then(along_x))?
            }
            Ordering::Less => {
                x += 1;
                along_x(at)?
            }
            Ordering::Greater => {
                z += 1;
                along_z(at)?
            }
        };
    }
    Some(at)
}

/// One cell of the sweep from its three neighbours towards the viewer: along x, along z, and across the corner.
fn look(
    cells: &CellSpace,
    (i, j): (usize, usize),
    (x_direction, z_direction): (usize, usize),
    beside_x: Seen,
    beside_z: Seen,
    corner: Seen,
) -> Seen {
    let step =
        |from: Seen, direction: usize| from.cell.filter(|_| from.free > 0.0).and_then(|c| walk(cells, c, direction));
    let by_x = step(beside_x, x_direction);
    let by_z = step(beside_z, z_direction);
    // Seldom do the two ways lead to different floors; the way along the longer side counts then.
    let cell = if i >= j { by_x.or(by_z) } else { by_z.or(by_x) };
    let joined_x = by_x.is_some() && by_x == cell;
    let joined_z = by_z.is_some() && by_z == cell;
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
    Seen { cell, free, joined_x, joined_z }
}

/// The cell beside in a direction, on the same sheet or, where sheets meet, on another.
fn walk(cells: &CellSpace, cell: CellIndex, direction: usize) -> Option<CellIndex> {
    let regular = cells.regular_neighbour(cell, direction);
    if regular.is_some() || cells.tile(cell.tile()).is_none_or(|t| t.incoming.is_empty()) {
        return regular;
    }
    let (dx, dz) = direction_step(direction);
    let (ix, iz) = cells.lattice(cell);
    let mut found = None;
    cells.for_each_surface_step(cell, |to| {
        if found.is_none() && cells.lattice(to) == (ix + dx, iz + dz) {
            found = Some(to);
        }
    });
    found
}
