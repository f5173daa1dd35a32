//! The level of a recording: polygons and links of a mesh, squares of a grid.

use super::pack::{MAX_PACKED, put_steps, put_unsigned, steps};
use super::recorder::Recorder;
use super::{TAG_CELL, TAG_LATTICE, TAG_LINK, TAG_POLYGON};
use crate::base::math::DVec3;
use crate::base::{Error, Result};
use crate::world::{LinkView, World};
use alloc::vec::Vec;

/// How far a level has been recorded.
#[derive(Debug, Default)]
pub(super) struct LevelCursor {
    /// Content and revision of the level that is being recorded.
    level: Option<(u64, u64)>,
    /// Polygons or cells, and links done.
    surface: usize,
    links: usize,
    done: bool,
    corners: Vec<DVec3>,
}

impl LevelCursor {
    pub(super) fn bytes(&self) -> usize {
        self.corners.capacity() * size_of::<DVec3>()
    }
}

impl Recorder {
    /// Records the level as it is now. `false`: the memory is full; pull, then call again with the same level.
    pub fn level(&mut self, world: &World) -> Result<bool> {
        self.check_open()?;
        let now = (world.content_hash(), world.revision());
        match self.level.level {
            _ if self.level.done => return Err(Error::state("the level is recorded already")),
            Some(begun) if begun != now => {
                return Err(Error::state("another level was begun, or it has changed since"));
            }
            _ => self.level.level = Some(now),
        }
        let whole =
            if world.polygon_count() > 0 { self.polygons(world)? && self.links(world)? } else { self.cells(world)? };
        if whole {
            self.level.done = true;
        } else {
            self.flush();
        }
        Ok(whole)
    }

    /// Whether a part fits. What does not even fit when everything is pulled never will.
    fn fits(&mut self, bytes: usize) -> Result<bool> {
        match self.make_room(bytes) {
            Ok(()) => Ok(true),
            Err(error) if bytes > self.params.capacity as usize / 2 => Err(error),
            Err(_) => Ok(false),
        }
    }

    fn polygons(&mut self, world: &World) -> Result<bool> {
        let resolution = self.params.resolution;
        for polygon in world.polygons().skip(self.level.surface) {
            let mut corners = core::mem::take(&mut self.level.corners);
            let read = world.polygon_vertices(polygon, &mut corners);
            let fits = read.and_then(|()| self.fits(2 + (2 + 3 * corners.len()) * MAX_PACKED));
            if let Ok(true) = fits {
                self.open(TAG_POLYGON);
                put_unsigned(&mut self.bytes, polygon.into());
                put_unsigned(&mut self.bytes, corners.len() as u64);
                let mut last = [0; 3];
                for corner in &corners {
                    let corner = steps(*corner, resolution);
                    put_steps(&mut self.bytes, corner, last);
                    last = corner;
                }
                self.level.surface += 1;
                self.close_if_long();
            }
            self.level.corners = corners;
            if !fits? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn links(&mut self, world: &World) -> Result<bool> {
        for id in world.links().skip(self.level.links) {
            if !self.fits(4 + 3 * MAX_PACKED)? {
                return Ok(false);
            }
            self.level.links += 1;
            let Some(link) = world.link(id).filter(|link| link.attached && link.open) else { continue };
            let ends = [link.from, link.to].map(|p| world.locate(p).and_then(|there| there.polygon));
            let [Some(from), Some(to)] = ends else { continue };
            self.open(TAG_LINK);
            put_unsigned(&mut self.bytes, from.into());
            put_unsigned(&mut self.bytes, to.into());
            self.bytes.push(link.kind as u8);
            self.bytes.push(link.two_way.into());
            put_unsigned(&mut self.bytes, hundredths(world, &link));
            self.close_if_long();
        }
        Ok(true)
    }

    fn cells(&mut self, world: &World) -> Result<bool> {
        let resolution = self.params.resolution;
        if self.level.surface == 0 && world.cells().cell_count() > 0 {
            if !self.fits(2 + 8 + 3 * MAX_PACKED)? {
                return Ok(false);
            }
            self.open(TAG_LATTICE);
            self.bytes.extend_from_slice(&world.params().cell_size.to_le_bytes());
            put_steps(&mut self.bytes, steps(world.lattice_origin(), resolution), [0; 3]);
        }
        for cell in world.cells().cells().skip(self.level.surface) {
            if !self.fits(2 + 3 * MAX_PACKED)? {
                return Ok(false);
            }
            let (column, row) = world.cells().lattice(cell);
            let height = steps(world.cell_center(cell), resolution)[1];
            self.open(TAG_CELL);
            put_steps(&mut self.bytes, [column.into(), height, row.into()], [0; 3]);
            self.level.surface += 1;
            self.close_if_long();
        }
        Ok(true)
    }
}

/// Time along a link, hundredths of a second.
fn hundredths(world: &World, link: &LinkView) -> u64 {
    let walked = (link.to - link.from).length() / world.params().walk_speed;
    let seconds = if link.travel_time > 0.0 { link.travel_time } else { walked };
    libm::round(seconds * 100.0) as u64
}
