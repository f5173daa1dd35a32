//! Which part of a match the replay shows, and how its places are rounded.
use crate::eval::score::scored_from;
use crate::trace::Trace;

/// Longest replay, seconds.
const LONGEST: f64 = 180.0;
/// Stored frames per second, at most.
const RATE: f64 = 20.0;
/// Places are rounded to this share of a body width.
const STEP: f64 = 1.0 / 32.0;
/// Bytes of base64 that one place takes, on average over the recorded matches.
const BYTES_PER_PLACE: f64 = 3.3;

/// Frames of a match that are shown.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Window {
    /// First frame of the match.
    pub(super) start: usize,
    /// Frames of the match between two stored ones.
    pub(super) stride: usize,
    /// Stored frames.
    pub(super) count: usize,
    /// Length that a place is rounded to, trace units.
    pub(super) step: f64,
}

impl Window {
    /// From the start of the scored part on, as much as `budget` bytes hold when every place is stored `streams` times.
    pub(super) fn of(trace: &Trace, streams: usize, budget: usize) -> Self {
        let start = scored_from(trace).min(trace.frames - 1);
        let stride = (trace.meta.tick_hz / RATE).round().max(1.0) as usize;
        let longest = (LONGEST * trace.meta.tick_hz) as usize / stride;
        let mut room = budget as f64 / (BYTES_PER_PLACE * streams as f64);
        let mut count = 0;
        for k in (start..trace.frames).step_by(stride).take(longest) {
            room -= trace.states(k).iter().flatten().count() as f64;
            if room < 0.0 {
                break;
            }
            count += 1;
        }
        Self { start, stride, count: count.max(1), step: trace.meta.body_width * STEP }
    }

    /// The frame of the match that a stored one is.
    pub(super) fn frame(&self, stored: usize) -> usize {
        self.start + stored * self.stride
    }

    /// The stored frame that a frame of the match is.
    pub(super) fn stored(&self, k: usize) -> Option<usize> {
        let after = k.checked_sub(self.start)?;
        (after.is_multiple_of(self.stride) && after / self.stride < self.count).then(|| after / self.stride)
    }

    /// Frames of the match up to the last one that is shown.
    pub(super) fn end(&self) -> usize {
        self.frame(self.count - 1) + 1
    }

    /// A place of the ground plane in steps.
    pub(super) fn round(&self, [x, y]: [f64; 2]) -> [i64; 2] {
        [x, y].map(|value| (value / self.step).round() as i64)
    }
}
