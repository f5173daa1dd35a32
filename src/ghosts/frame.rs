//! Frames: everything that arrived is taken in, then everybody is drawn, at once or in tasks.

use super::chunk::{Chunk, FrameTask};
use super::front::Ghosts;
use super::inbox::check_time;
use super::intake::{Ground, MapAccess};
use crate::base::time::Nanos;
use crate::base::{Error, Result};
use crate::pheromone::PheromoneMap;
use crate::predict::LevelContext;
use crate::world::World;
use alloc::vec::Vec;

/// A frame that is being drawn: its chunks, in any order and on any threads ([`Chunk::draw`]), then [`Ghosts::end_frame`].
#[derive(Debug)]
pub struct FrameJob {
    /// What is to be drawn.
    pub chunks: Vec<Chunk>,
    /// Time of the frame.
    pub now: Nanos,
}

impl Ghosts {
    /// A whole frame at `now` on the own clock; [`Ghosts::views`] is what to draw. Allocates nothing once everybody was seen.
    ///
    /// `world` is the level; `map` its fields, which learn from what is seen where they have trails.
    pub fn draw(&mut self, now: Nanos, world: Option<&World>, mut map: Option<&mut PheromoneMap>) -> Result<()> {
        let access = map.as_deref_mut().map_or(MapAccess::None, MapAccess::Learn);
        let mut job = self.begin_frame(now, world, access)?;
        let level = LevelContext { world, map: map.as_deref() };
        let task = FrameTask { ghosts: self, level, now: job.now };
        job.chunks.iter_mut().for_each(|chunk| chunk.draw(&task));
        self.end_frame(job)
    }

    /// Takes in what arrived and hands out the chunks of a frame, to be drawn as tasks. Until [`Ghosts::end_frame`] nothing else can
    /// be done but to fill an inbox.
    pub fn begin_frame(&mut self, now: Nanos, world: Option<&World>, map: MapAccess<'_>) -> Result<FrameJob> {
        self.not_drawing()?;
        check_time("now", now)?;
        let now = now.max(self.last_frame);
        self.haste.note(now, "frames", &mut self.news);
        self.take_in(now, &mut Ground { world, map })?;
        self.drawing = true;
        Ok(FrameJob { chunks: core::mem::take(&mut self.chunks), now })
    }

    /// Ends a frame whose chunks were drawn.
    pub fn end_frame(&mut self, job: FrameJob) -> Result<()> {
        if !self.drawing {
            return Err(Error::state("no frame has begun"));
        }
        (self.chunks, self.drawing, self.last_frame) = (job.chunks, false, job.now);
        self.look_for_twins();
        let failed = self.chunks.iter_mut().find_map(|chunk| chunk.failed.take());
        failed.map_or(Ok(()), Err)
    }
}
