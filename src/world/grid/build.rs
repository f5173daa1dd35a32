//! Checking a grid and turning it into cells.

use super::{GridSurface, HEIGHT_TOLERANCE};
use crate::base::math::DVec3;
use crate::base::{Error, Result, Short};
use crate::world::cells::{CellIndex, CellSpace};
use crate::world::{GridInput, WorldParams};
use alloc::format;
use alloc::vec::Vec;

/// Most squares along one side and most floors: lattice coordinates and sheet numbers must hold them.
const MAX_SIDE: u32 = 1 << 24;
const MAX_FLOORS: u32 = 1 << 12;
/// Heights are kept in single precision, which at this distance from the origin still tells centimetres apart.
const MAX_HEIGHT: f64 = 100_000.0;

impl GridSurface {
    /// Fills the empty `cells` from a grid. On error nothing changed. `params` must be valid by themselves.
    pub fn build(params: &WorldParams, grid: &GridInput<'_>, cells: &mut CellSpace) -> Result<Self> {
        let squares = check(params, grid)?;
        let base = grid.corner - params.origin;
        let mut surface = Self {
            cell_size: params.cell_size,
            step_height: params.step_height,
            drop_height: params.drop_height,
            floor_reach: params.floor_reach,
            origin: params.origin,
            offset: DVec3::new(base.x, 0.0, base.z),
            width: grid.width as i32,
            depth: grid.depth as i32,
            areas: Vec::new(),
            areas_used: 0,
        };
        let mut back = Row::default();
        let mut row = Row::default();
        for z in 0..surface.depth {
            row.clear();
            for x in 0..surface.width {
                for floor in 0..grid.floors {
                    let square = (floor as usize * squares.depth + z as usize) * squares.width + x as usize;
                    if grid.blocked.get(square).is_some_and(|&blocked| blocked != 0) {
                        continue;
                    }
                    let height = base.y + height_above_corner(grid, square, floor);
                    let cell = cells.place_on_sheet(x, z, floor as u16, height as f32);
                    row.cells.push((cells.height(cell), cell));
                    surface.set_area(cell, grid.areas.get(square).copied().unwrap_or(0));
                }
                row.end_column();
                if x > 0 {
                    surface.connect_columns(cells, row.column(x as usize - 1), row.column(x as usize));
                }
                if z > 0 {
                    surface.connect_columns(cells, back.column(x as usize), row.column(x as usize));
                }
            }
            core::mem::swap(&mut back, &mut row);
        }
        surface.areas.shrink_to_fit();
        cells.finish_edit();
        Ok(surface)
    }

    fn set_area(&mut self, c: CellIndex, area: u8) {
        self.areas_used |= 1 << area;
        let at = c.0 as usize;
        if area != 0 {
            if self.areas.len() <= at {
                self.areas.resize(at + 1, 0);
            }
            self.areas[at] = area;
        }
    }

    /// Connects the floors of two lattice columns side by side, both ordered by height.
    fn connect_columns(&self, cells: &mut CellSpace, a: &[(f32, CellIndex)], b: &[(f32, CellIndex)]) {
        for &(height, from) in a {
            match self.within_step(height, b) {
                [] => self.connect_drop(cells, height, from, b),
                level => level.iter().for_each(|&(_, to)| cells.connect(from, to, true, 1.0)),
            }
        }
        for &(height, from) in b {
            if self.within_step(height, a).is_empty() {
                self.connect_drop(cells, height, from, a);
            }
        }
    }

    /// The floors one can step to from a height, up or down.
    fn within_step<'a>(&self, height: f32, column: &'a [(f32, CellIndex)]) -> &'a [(f32, CellIndex)] {
        let reach = self.step_height + HEIGHT_TOLERANCE;
        let rise = |other: f32| f64::from(other) - f64::from(height);
        let from = column.partition_point(|&(other, _)| rise(other) < -reach);
        let count = column[from..].partition_point(|&(other, _)| rise(other) <= reach);
        &column[from..from + count]
    }

    fn connect_drop(&self, cells: &mut CellSpace, height: f32, from: CellIndex, column: &[(f32, CellIndex)]) {
        let below = column.partition_point(|&(other, _)| other < height);
        if let Some(&(other, to)) = column[..below].last()
            && f64::from(height) - f64::from(other) <= self.drop_height + HEIGHT_TOLERANCE
        {
            cells.connect(from, to, false, 1.0);
        }
    }
}

/// One row of lattice columns with the floors of each, lowest first.
#[derive(Default)]
struct Row {
    cells: Vec<(f32, CellIndex)>,
    ends: Vec<usize>,
}

impl Row {
    fn clear(&mut self) {
        self.cells.clear();
        self.ends.clear();
    }

    fn start(&self, column: usize) -> usize {
        if column == 0 { 0 } else { self.ends[column - 1] }
    }

    fn end_column(&mut self) {
        let start = self.start(self.ends.len());
        self.cells[start..].sort_unstable_by(|x, y| x.0.total_cmp(&y.0).then(x.1.cmp(&y.1)));
        self.ends.push(self.cells.len());
    }

    fn column(&self, column: usize) -> &[(f32, CellIndex)] {
        &self.cells[self.start(column)..self.ends[column]]
    }
}

struct Squares {
    width: usize,
    depth: usize,
}

fn height_above_corner(grid: &GridInput<'_>, square: usize, floor: u32) -> f64 {
    match grid.heights.get(square) {
        Some(&height) => height.into(),
        None => f64::from(floor) * grid.floor_height,
    }
}

fn check(params: &WorldParams, grid: &GridInput<'_>) -> Result<Squares> {
    for (name, value, most) in
        [("width", grid.width, MAX_SIDE), ("depth", grid.depth, MAX_SIDE), ("floors", grid.floors, MAX_FLOORS)]
    {
        if !(1..=most).contains(&value) {
            return Err(Error::invalid(format!("grid.{name} is {value}, allowed 1 to {most}")));
        }
    }
    let total = u64::from(grid.width) * u64::from(grid.depth) * u64::from(grid.floors);
    let lists = [("blocked", grid.blocked.len()), ("heights", grid.heights.len()), ("areas", grid.areas.len())];
    for (name, length) in lists {
        if length != 0 && length as u64 != total {
            return Err(Error::invalid(format!(
                "grid.{name} has {length} elements, allowed 0 or width * depth * floors = {total}"
            )));
        }
    }
    let closed = grid.blocked.iter().filter(|&&blocked| blocked != 0).count() as u64;
    if total - closed > u64::from(params.max_cells) {
        return Err(Error::budget(format!(
            "grid has {} open squares, budget max_cells is {}",
            total - closed,
            params.max_cells
        )));
    }
    for (axis, value) in [("x", grid.corner.x), ("y", grid.corner.y), ("z", grid.corner.z)] {
        if !value.is_finite() {
            return Err(Error::invalid(format!("grid.corner.{axis} is {}, must be finite", Short(value))));
        }
    }
    let base = grid.corner.y - params.origin.y;
    let above = base;
    let base = Short(above);
    let in_range = |height: f64| (above + height).abs() <= MAX_HEIGHT;
    if grid.heights.is_empty() {
        // One floor has no use for a distance between floors.
        let top = f64::from(grid.floors - 1) * if grid.floors > 1 { grid.floor_height } else { 0.0 };
        if !in_range(top) || !in_range(0.0) {
            return Err(Error::invalid(format!(
                "grid.floor_height is {} with corner {base} above the origin: floors must lie within ±{MAX_HEIGHT} of it",
                Short(grid.floor_height)
            )));
        }
    }
    for (square, &height) in grid.heights.iter().enumerate() {
        if !in_range(height.into()) {
            return Err(Error::invalid(format!(
                "grid.heights[{square}] is {} with corner {base} above the origin: the sum must lie within ±{MAX_HEIGHT}",
                Short(height)
            )));
        }
    }
    if let Some(square) = grid.areas.iter().position(|&area| area > 63) {
        return Err(Error::invalid(format!("grid.areas[{square}] is {}, allowed 0 to 63", grid.areas[square])));
    }
    Ok(Squares { width: grid.width as usize, depth: grid.depth as usize })
}
