//! Which frames of a match a model is told of: all of them, or as many as a server sends in a second.
use super::forecaster::Frame;
use super::kinematics::Estimate;
use crate::trace::{Event, Trace};

/// Of every so many frames one is told, at most so many per second; 1 = all.
pub fn told_every(trace: &Trace, per_second: Option<f64>) -> usize {
    per_second.map_or(1, |rate| ((trace.meta.tick_hz / rate).round() as usize).max(1))
}

/// Goes through a match and says which frames are told, and what has happened since the one before.
pub(super) struct Told {
    every: usize,
    /// Players that began a new life or were teleported since the last frame that was told.
    jumped: Vec<bool>,
}

impl Told {
    /// Of every `every` frames one.
    pub(super) fn new(trace: &Trace, every: usize) -> Self {
        Self { every, jumped: vec![false; trace.players.len()] }
    }

    /// Is frame `k` told? Asked once for every frame, in order.
    pub(super) fn is_told(&mut self, trace: &Trace, k: usize) -> bool {
        if k % self.every == 1 || self.every == 1 {
            self.jumped.fill(false);
        }
        for (all, jumped) in self.jumped.iter_mut().zip(trace.jumped(k)) {
            *all |= jumped;
        }
        k.is_multiple_of(self.every)
    }

    /// The view of frame `k`, which is told.
    pub(super) fn frame<'a>(
        &'a self,
        trace: &'a Trace,
        estimates: &'a [Option<Estimate>],
        events: &'a [Event],
        k: usize,
    ) -> Frame<'a> {
        let mut frame = Frame::new(trace, estimates, events, k);
        frame.jumped = &self.jumped;
        frame
    }
}
