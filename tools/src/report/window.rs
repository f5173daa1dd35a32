//! Which part of a match the replay shows, and how its places are rounded.
use crate::eval::score::scored_from;
use crate::trace::Trace;

/// Longest replay, seconds.
const LONGEST: f64 = 180.0;
/// Stored frames per second, at most.
const RATE: f64 = 20.0;
/// Places are rounded to this share of a body width.
const STEP: f64 = 1.0 / 32.0;
/// Bytes of base64 that ten places take: a little more than on average over the recorded matches.
const BYTES_PER_TEN: usize = 32;

/// Bytes for what lies over a level, at most.
pub(super) const MOST_FIELDS: usize = 120_000;

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
    /// Bytes of the page for what lies over the level: two thirds for smell, one for trails.
    pub(super) fields: usize,
}

impl Window {
    /// From the start of the scored part on, as long as replays get.
    pub(super) fn longest(trace: &Trace) -> Self {
        let start = scored_from(trace).min(trace.frames - 1);
        let stride = (trace.meta.tick_hz / RATE).round().max(1.0) as usize;
        let count = (trace.frames - start).div_ceil(stride).min((LONGEST * trace.meta.tick_hz) as usize / stride);
        Self { start, stride, count: count.max(1), step: Self::step(trace), fields: MOST_FIELDS }
    }

    /// Bytes that it takes when every place is stored `streams` times, about.
    pub(super) fn bytes(&self, trace: &Trace, streams: usize) -> usize {
        let places: usize = (0..self.count).map(|stored| self.places(trace, stored)).sum();
        (places * streams * BYTES_PER_TEN).div_ceil(10)
    }

    /// Its beginning, as much as `room` bytes hold, and `fields` bytes for what lies over the level.
    pub(super) fn cut(self, trace: &Trace, streams: usize, room: usize, fields: usize) -> Self {
        let room = room * 10 / (streams * BYTES_PER_TEN);
        let mut taken = 0;
        let fits = |&stored: &usize| {
            taken += self.places(trace, stored);
            taken <= room
        };
        Self { count: (0..self.count).take_while(fits).count().max(1), fields, ..self }
    }

    /// Players who are there in a stored frame.
    fn places(&self, trace: &Trace, stored: usize) -> usize {
        trace.states(self.frame(stored)).iter().flatten().count()
    }

    /// Length that a place is rounded to, trace units.
    pub(super) fn step(trace: &Trace) -> f64 {
        trace.meta.body_width * STEP
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

/// Shares `room` out: who needs less than an equal part leaves the rest to the others.
pub(super) fn share(needs: &[usize], mut room: usize) -> Vec<usize> {
    let mut order: Vec<usize> = (0..needs.len()).collect();
    order.sort_by_key(|&index| needs[index]);
    let mut shares = vec![0; needs.len()];
    for (done, index) in order.into_iter().enumerate() {
        shares[index] = needs[index].min(room / (needs.len() - done));
        room -= shares[index];
    }
    shares
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_are_found_where_they_were_stored() {
        let window = Window { start: 100, stride: 3, count: 5, step: 1.0, fields: 0 };
        let found: Vec<Option<usize>> = [99, 100, 101, 103, 112, 115].map(|k| window.stored(k)).to_vec();
        assert_eq!(found, [None, Some(0), None, Some(1), Some(4), None]);
        assert!((0..5).all(|stored| window.stored(window.frame(stored)) == Some(stored)));
        assert_eq!(window.end(), 113);
    }

    #[test]
    fn room_that_one_does_not_need_goes_to_the_others() {
        assert_eq!(share(&[10, 500, 100], 300), [10, 190, 100]);
        assert_eq!(share(&[100, 100], 50), [25, 25]);
        assert_eq!(share(&[1, 2], 50), [1, 2]);
        assert!(share(&[], 50).is_empty());
    }

    #[test]
    fn places_are_rounded_to_the_nearest_step() {
        let window = Window { start: 0, stride: 1, count: 1, step: 0.5, fields: 0 };
        assert_eq!(window.round([1.26, -1.24]), [3, -2]);
    }
}
