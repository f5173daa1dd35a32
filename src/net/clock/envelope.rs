//! The line under recent differences of two clocks.

use super::ClockParams;
use crate::base::time::{Nanos, SECOND};

/// The window is cut into so many spans, of each of which the least difference is kept.
pub(super) const SPANS: usize = 16;
/// So many spans must be known before a slope is believed.
const SPANS_FOR_DRIFT: usize = SPANS / 4;

/// Least difference within a span.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Minimum {
    /// Number of the span.
    pub(super) span: i64,
    /// When it was seen, own clock.
    pub(super) time: Nanos,
    /// Own minus remote time.
    pub(super) difference: Nanos,
}

/// Minima of recent spans, oldest first, and the line under them.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Envelope {
    minima: [Minimum; SPANS],
    count: usize,
    /// Own time at which the line has `level`.
    pub(super) anchor: Nanos,
    pub(super) level: Nanos,
    /// Nanoseconds per nanosecond.
    pub(super) slope: f64,
}

impl Envelope {
    pub(super) fn minima(&self) -> &[Minimum] {
        &self.minima[..self.count]
    }

    /// From what was saved; the line follows from the minima.
    pub(super) fn from_minima(params: &ClockParams, minima: &[Minimum]) -> Self {
        let mut made = Self { count: minima.len(), ..Self::default() };
        made.minima[..minima.len()].copy_from_slice(minima);
        made.fit(params);
        made
    }

    pub(super) fn drift(&self) -> f64 {
        self.slope
    }

    pub(super) fn newest_difference(&self) -> Option<Nanos> {
        self.minima().last().map(|m| m.difference)
    }

    /// Height of the line at a time.
    pub(super) fn at(&self, time: Nanos) -> Nanos {
        self.level.saturating_add((time.saturating_sub(self.anchor) as f64 * self.slope) as Nanos)
    }

    /// Takes in a difference seen at `time`.
    pub(super) fn add(&mut self, params: &ClockParams, time: Nanos, difference: Nanos) {
        let span = time.div_euclid((params.window / SPANS as Nanos).max(1));
        let new = Minimum { span, time, difference };
        match self.minima().iter().position(|m| m.span >= span) {
            Some(at) if self.minima[at].span == span => {
                if difference >= self.minima[at].difference {
                    return;
                }
                self.minima[at] = new;
            }
            // The own clock does not go back; a sample out of order that opens a span of its own is let go.
            Some(_) => return,
            None => {
                let kept = self.minima().iter().position(|m| m.span > span - SPANS as i64).unwrap_or(self.count);
                self.minima.copy_within(kept..self.count, 0);
                self.count -= kept;
                self.minima[self.count] = new;
                self.count += 1;
            }
        }
        self.fit(params);
    }

    /// Forgets what was seen at `time` and later; the line stays, and of a young one the height at that time.
    pub(super) fn forget_since(&mut self, params: &ClockParams, time: Nanos) {
        let kept = self.minima().iter().position(|m| m.time >= time).unwrap_or(self.count);
        if kept == 0 && self.count > 0 {
            let span = time.div_euclid((params.window / SPANS as Nanos).max(1));
            self.minima[0] = Minimum { span, time, difference: self.at(time) };
        }
        self.count = kept.max(self.count.min(1));
        self.fit(params);
    }

    /// Lays the line: of all that have no minimum below them, the one with the least sum of distances to them. That is the
    /// edge of their lower convex hull at their mean time; without enough spans, or beyond the largest drift, the
    /// highest line of the slope allowed.
    fn fit(&mut self, params: &ClockParams) {
        let minima = &self.minima[..self.count];
        let Some(newest) = minima.last() else { return };
        // Seconds and nanoseconds relative to the newest: small numbers, exact in doubles.
        let mut points = [(0.0, 0.0); SPANS];
        for (point, m) in points.iter_mut().zip(minima) {
            *point = (
                m.time.saturating_sub(newest.time) as f64 / SECOND as f64,
                m.difference.saturating_sub(newest.difference) as f64,
            );
        }
        let points = &points[..self.count];
        let slope = if self.count < SPANS_FOR_DRIFT { 0.0 } else { hull_slope(points) / SECOND as f64 };
        self.slope = slope.clamp(-params.max_drift, params.max_drift);
        let level = points.iter().map(|(x, y)| y - x * (self.slope * SECOND as f64)).fold(f64::INFINITY, f64::min);
        self.anchor = newest.time;
        self.level = newest.difference.saturating_add(level as Nanos);
    }
}

/// Slope of the lower convex hull of points with rising x at their mean x.
fn hull_slope(points: &[(f64, f64)]) -> f64 {
    let mut hull = [(0.0, 0.0); SPANS];
    let mut size = 0;
    for &point in points {
        while size >= 2 && turns_right_or_straight(hull[size - 2], hull[size - 1], point) {
            size -= 1;
        }
        hull[size] = point;
        size += 1;
    }
    let mean = points.iter().map(|p| p.0).sum::<f64>() / points.len() as f64;
    let edge = hull[..size].windows(2).find(|edge| edge[1].0 >= mean);
    edge.map_or(0.0, |edge| (edge[1].1 - edge[0].1) / (edge[1].0 - edge[0].0))
}

fn turns_right_or_straight(a: (f64, f64), b: (f64, f64), c: (f64, f64)) -> bool {
    (b.0 - a.0) * (c.1 - a.1) - (b.1 - a.1) * (c.0 - a.0) <= 0.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// All pairs: the line through two points that has none below it and the least sum of distances.
    fn best_by_all_pairs(points: &[(f64, f64)]) -> (f64, f64) {
        let mut best = (f64::INFINITY, 0.0);
        for (i, a) in points.iter().enumerate() {
            for b in &points[i + 1..] {
                let slope = (b.1 - a.1) / (b.0 - a.0);
                let distances = points.iter().map(|p| p.1 - (a.1 + slope * (p.0 - a.0)));
                if distances.clone().all(|d| d >= -1e-6) {
                    let sum: f64 = distances.sum();
                    if sum < best.0 {
                        best = (sum, slope);
                    }
                }
            }
        }
        best
    }

    proptest! {
        #[test]
        fn the_hull_edge_is_the_best_line_of_all_pairs(
            steps in prop::collection::vec((0.5f64..3.0, -100.0f64..100.0), 2..SPANS),
        ) {
            let mut x = 0.0;
            let points: Vec<(f64, f64)> = steps.iter().map(|(step, y)| { x += step; (x, *y) }).collect();
            let (sum, _) = best_by_all_pairs(&points);
            let slope = hull_slope(&points);
            let level = points.iter().map(|p| p.1 - slope * p.0).fold(f64::INFINITY, f64::min);
            let own: f64 = points.iter().map(|p| p.1 - slope * p.0 - level).sum();
            prop_assert!((own - sum).abs() < 1e-6 * (1.0 + sum), "{} {}", own, sum);
        }
    }
}
