//! The ghosts of a level: the core's front door, with the level at hand and Godot's threads to draw on.

use crate::level::{Entered, Level};
use crate::workers;
use antreckon::base::Result;
use antreckon::base::time::Nanos;
use antreckon::ghosts::{Chunk, FrameTask, Ghosts, GhostsParams, MapAccess};
use antreckon::predict::Prediction;
use godot::global::godot_warn;
use std::sync::{Arc, Mutex};

/// Ghosts, and the level they are in.
pub(crate) struct LevelGhosts {
    pub(crate) ghosts: Ghosts,
    level: Option<Arc<Level>>,
    /// Threads of the WorkerThreadPool that draw.
    pub(crate) threads: usize,
}

impl LevelGhosts {
    pub(crate) fn new(level: Option<Arc<Level>>, params: &GhostsParams) -> Result<Self> {
        let mut ghosts = Ghosts::new(params)?;
        if let Some(level) = &level {
            ghosts.share(|predictor| level.files().load_into(predictor))?;
        }
        Ok(Self { ghosts, level, threads: workers::threads() })
    }

    /// A frame. The bits do not depend on the number of threads.
    pub(crate) fn draw(&mut self, now: Nanos) -> Result<()> {
        let mut level = Entered::new(self.level.as_ref());
        let (world, map) = level.parts();
        let begun = self.ghosts.begin_frame(now, world, map.map_or(MapAccess::None, MapAccess::Learn));
        for warning in self.ghosts.take_warnings() {
            godot_warn!("antreckon: {}", warning.text);
        }
        let mut job = begun?;
        let task = FrameTask { ghosts: &self.ghosts, level: level.scene(), now: job.now };
        let threads = self.threads.clamp(1, job.chunks.len().max(1));
        let share = job.chunks.len().div_ceil(threads).max(1);
        let parts: Vec<Mutex<&mut [Chunk]>> = job.chunks.chunks_mut(share).map(Mutex::new).collect();
        workers::run(parts.len(), &|part| {
            let mut chunks = parts[part].lock().unwrap_or_else(|poisoned| poisoned.into_inner());
            chunks.iter_mut().for_each(|chunk| chunk.draw(&task));
        });
        drop(parts);
        self.ghosts.end_frame(job)
    }

    pub(crate) fn predict(&self, player: u32, ahead: Nanos) -> Result<Prediction> {
        let level = self.level.as_ref().map(|level| level.see());
        let scene = level.as_ref().map(|level| level.scene()).unwrap_or_default();
        self.ghosts.predict(player, scene, ahead)
    }
}
