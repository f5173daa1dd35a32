//! Which segments of which strategies lie near a place, without looking at all of them: a sparse grid in the ground plane.

use super::lane::Lane;
use crate::base::math::{DVec2, DVec3, floor_to_i32, ground};
use alloc::vec::Vec;

/// A segment of a strategy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Entry {
    /// Row and column of the cell.
    cell: (i32, i32),
    pub(super) lane: u32,
    pub(super) segment: u32,
}

/// Segments by cell. Only what is looked at depends on it, never what is found.
#[derive(Clone, Debug, Default)]
pub(super) struct Index {
    origin: DVec3,
    cell: f64,
    /// Sorted by cell, strategy, segment.
    entries: Vec<Entry>,
}

impl Index {
    /// An index in which every place finds all segments within `reach` metres.
    pub(super) fn new(lanes: &[Lane], reach: f64) -> Self {
        let Some(first) = lanes.first() else { return Self::default() };
        let origin = first.route.origin();
        let segments: usize = lanes.iter().map(|lane| lane.route.segments()).sum();
        let length: f64 = lanes.iter().map(|lane| lane.route.length()).sum();
        // At least a part of the average segment, so that entries are bounded by the number of segments, however long they are.
        let (wide, part) = (2.0 * reach, length / (16.0 * segments as f64));
        let mut index = Self { origin, cell: if wide > part { wide } else { part }, entries: Vec::new() };
        for (lane, strategy) in lanes.iter().enumerate() {
            let offset = strategy.route.origin() - origin;
            for (segment, pair) in strategy.route.local().windows(2).enumerate() {
                let ends = [ground(pair[0] + offset), ground(pair[1] + offset)];
                index.add(lane as u32, segment as u32, ends, reach);
            }
        }
        index.entries.sort_unstable();
        index
    }

    /// Enters a segment row by row of cells, in each only the columns within `reach` of it.
    fn add(&mut self, lane: u32, segment: u32, [a, b]: [DVec2; 2], reach: f64) {
        // Rounding of the origins must not lose a cell.
        let reach = reach * 1.000_1 + 1e-6 * self.cell;
        let (low, high) = if a.y <= b.y { (a, b) } else { (b, a) };
        for row in self.number(low.y - reach)..=self.number(high.y + reach) {
            let x_at = |z: f64| low.x + (high.x - low.x) * ((z.clamp(low.y, high.y) - low.y) / (high.y - low.y));
            let (from, to) = (row as f64 * self.cell - reach, (row as f64 + 1.0) * self.cell + reach);
            // The outermost rows hold all that numbers cannot tell apart any more.
            let whole = high.y <= low.y || row == i32::MIN || row == i32::MAX;
            let (p, q) = if whole { (low.x, high.x) } else { (x_at(from), x_at(to)) };
            let (left, right) = if p <= q { (p, q) } else { (q, p) };
            for column in self.number(left - reach)..=self.number(right + reach) {
                self.entries.push(Entry { cell: (row, column), lane, segment });
            }
        }
    }

    fn number(&self, metres: f64) -> i32 {
        floor_to_i32(metres / self.cell)
    }

    /// The segments near a place, sorted by strategy and segment.
    pub(super) fn near(&self, position: DVec3) -> &[Entry] {
        if self.entries.is_empty() {
            return &[];
        }
        let at = ground(position - self.origin);
        let cell = (self.number(at.y), self.number(at.x));
        let begin = self.entries.partition_point(|entry| entry.cell < cell);
        let count = self.entries[begin..].partition_point(|entry| entry.cell == cell);
        &self.entries[begin..begin + count]
    }

    pub(super) fn rebase(&mut self, shift: DVec3) {
        self.origin -= shift;
    }

    pub(super) fn bytes(&self) -> usize {
        self.entries.capacity() * size_of::<Entry>()
    }
}

#[cfg(test)]
mod tests {
    use super::super::params::StrategyParams;
    use super::super::route::Route;
    use super::super::simplify::foot;
    use super::*;
    use crate::base::hash::hash_bytes;

    /// Uniform in -1 to 1 by number.
    fn dice(seed: u64) -> f64 {
        (hash_bytes(&seed.to_le_bytes()) >> 11) as f64 / (1u64 << 52) as f64 - 1.0
    }

    fn lanes(count: u64, size: f64) -> Vec<Lane> {
        let params = StrategyParams { parallels: 1, threshold: 2.0, ..StrategyParams::default() };
        (0..count)
            .map(|n| {
                let at = |i: u64, axis: u64| size * dice(n * 1000 + i * 2 + axis);
                let points: Vec<DVec3> = (0..6).map(|i| DVec3::new(at(i, 0), 0.0, at(i, 1))).collect();
                Lane::new(&Route::new(&points).unwrap(), n as u32, 0.0, &params).unwrap()
            })
            .collect()
    }

    #[test]
    fn every_segment_within_reach_is_found_from_everywhere() {
        for size in [3.0, 40.0, 1e5] {
            let lanes = lanes(12, size);
            let (reach, index) = (4.0, Index::new(&lanes, 4.0));
            for i in 0..2000 {
                // Half of the places on a segment or near it, half anywhere.
                let lane = &lanes[i as usize % 12];
                let on = lane.route.at(lane.route.length() * (dice(i) + 1.0) / 2.0);
                let beside = DVec3::new(5.0 * dice(i + 7777), 0.0, 5.0 * dice(i + 9999));
                let place = if i % 2 == 0 { on + beside } else { size * 1.2 * beside / 5.0 };
                let found = index.near(place);
                for (lane, strategy) in lanes.iter().enumerate() {
                    for segment in 0..strategy.route.segments() {
                        let [a, b] = [0, 1].map(|k| ground(strategy.route.points().nth(segment + k).unwrap()));
                        if foot(ground(place), a, b).1.length() <= reach {
                            let listed = |e: &Entry| (e.lane, e.segment) == (lane as u32, segment as u32);
                            assert!(found.iter().any(listed), "{size}: {place} misses {lane}/{segment}");
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn little_is_looked_at_and_long_segments_do_not_fill_memory() {
        let lanes = lanes(100, 500.0);
        let index = Index::new(&lanes, 4.0);
        let looked: usize =
            (0..1000).map(|i| index.near(DVec3::new(500.0 * dice(i), 0.0, 500.0 * dice(i + 5555))).len()).sum();
        assert!(looked / 1000 < 60, "{} of 500 segments", looked / 1000);
        let far = self::lanes(3, 4e8);
        assert!(Index::new(&far, 4.0).entries.len() < 1500);
        assert!(Index::default().near(DVec3::ZERO).is_empty());
    }

    #[test]
    fn places_beyond_all_numbers_are_answered() {
        let index = Index::new(&lanes(3, 40.0), 4.0);
        assert!(index.near(DVec3::splat(1e12)).is_empty());
        assert!(index.near(DVec3::splat(-1e12)).is_empty());
    }
}
