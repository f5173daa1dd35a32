//! What lies beyond each part of a polygon's edges.
//!
//! A part of an edge is *open* where another polygon goes on within the step height: along an edge of its own that runs
//! the other way within `weld_distance` (shared edges, T-junctions, tile borders), or because the edge runs across its
//! inside (overlapping polygons). It is a *drop* where, within `drop_reach` outside, a floor lies deeper than a step but
//! no deeper than `drop_height`. Everything else is wall.

use super::geometry::{between, clip_linear, clip_segment, edge, edges, flat, flat_distance, side};
use super::{MeshSurface, Polygon};
use crate::base::math::{DVec2, DVec3};
use crate::world::query::EdgeKind;
use alloc::vec::Vec;

/// A part of an edge that is not wall.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Span {
    /// Edge from this corner to the next.
    pub(crate) edge: u8,
    /// Open or a drop.
    pub(crate) kind: EdgeKind,
    /// Begin and end as shares of the edge.
    pub(crate) t0: f64,
    pub(crate) t1: f64,
    /// Polygon beyond (or below).
    pub(crate) to: u32,
}

/// Part of another polygon's edge that runs across the inside of this one within the step height: one gets onto the
/// other polygon there, the foot of a ramp on a floor that goes on below it for example.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Inlet {
    pub(crate) to: u32,
    /// Ends on the other polygon's edge, left and right in the (x, z) plane for somebody who enters it.
    pub(crate) left: DVec3,
    pub(crate) right: DVec3,
}

impl Polygon {
    /// Spans of one edge, in order of their begin.
    pub(crate) fn spans_of(&self, edge: usize) -> &[Span] {
        let from = self.spans.partition_point(|s| (s.edge as usize) < edge);
        let count = self.spans[from..].partition_point(|s| s.edge as usize == edge);
        &self.spans[from..from + count]
    }

    /// Begin and end of a span on the ground: seen by somebody who leaves the polygon, left and right in the (x, z) plane.
    pub(crate) fn portal(&self, span: &Span) -> (DVec3, DVec3) {
        let (a, b) = edge(&self.corners, span.edge as usize);
        (between(a, b, span.t0), between(a, b, span.t1))
    }
}

impl MeshSurface {
    /// Computes the spans anew of every polygon that may touch one of the ground rectangles; returns these polygons,
    /// ascending.
    pub(crate) fn rebuild_edges(&mut self, changed: &[(DVec2, DVec2)]) -> Vec<u32> {
        let margin = DVec2::splat(self.tolerances.weld.max(self.tolerances.drop_reach));
        let (mut dirty, mut near) = (Vec::new(), Vec::new());
        for (min, max) in changed {
            self.buckets().within(*min - margin, *max + margin, &mut near);
            dirty.extend_from_slice(&near);
        }
        dirty.sort_unstable();
        dirty.dedup();
        for &number in &dirty {
            let polygon = self.polygon(number);
            self.buckets().within(flat(polygon.min) - margin, flat(polygon.max) + margin, &mut near);
            near.retain(|&other| other != number && self.may_touch(polygon, self.polygon(other), margin.x));
            let spans = self.spans_for(polygon, &near);
            let inlets = self.inlets_for(polygon, &near);
            let polygon = self.polygon_mut(number);
            (polygon.spans, polygon.inlets) = (spans, inlets);
        }
        dirty
    }

    fn may_touch(&self, p: &Polygon, q: &Polygon, margin: f64) -> bool {
        let t = &self.tolerances;
        q.min.x <= p.max.x + margin
            && q.max.x >= p.min.x - margin
            && q.min.z <= p.max.z + margin
            && q.max.z >= p.min.z - margin
            && q.min.y <= p.max.y + t.step
            && q.max.y >= p.min.y - t.step.max(t.drop)
    }

    fn spans_for(&self, polygon: &Polygon, near: &[u32]) -> Vec<Span> {
        let mut spans = Vec::new();
        for (number, (a, b)) in edges(&polygon.corners).enumerate() {
            let length = flat_distance(a, b);
            if length == 0.0 {
                continue;
            }
            let first = spans.len();
            for &other in near {
                self.open_parts(a, b, length, self.polygon(other), |t0, t1| {
                    spans.push(Span { edge: number as u8, kind: EdgeKind::Open, t0, t1, to: other });
                });
            }
            close_slits(&mut spans[first..], self.tolerances.weld / length);
            let open = spans.len();
            for &other in near {
                self.drop_parts(a, b, length, self.polygon(other), |t0, t1| {
                    spans.push(Span { edge: number as u8, kind: EdgeKind::Drop, t0, t1, to: other });
                });
            }
            let (open, drops) = spans[first..].split_at(open - first);
            let drops = without(drops, open, self.tolerances.weld / length);
            spans.truncate(first + open.len());
            spans.extend(drops);
            spans[first..].sort_by(|x, y| x.t0.total_cmp(&y.t0).then(x.to.cmp(&y.to)).then(x.t1.total_cmp(&y.t1)));
        }
        spans
    }

    fn inlets_for(&self, polygon: &Polygon, near: &[u32]) -> Vec<Inlet> {
        let mut inlets = Vec::new();
        for &to in near {
            for (a, b) in edges(&self.polygon(to).corners) {
                if let Some((t0, t1)) = self.part_across(a, b, flat_distance(a, b), polygon) {
                    inlets.push(Inlet { to, left: between(a, b, t1), right: between(a, b, t0) });
                }
            }
        }
        inlets
    }

    /// Parts of the edge a → b where one walks on onto `other`.
    fn open_parts(&self, a: DVec3, b: DVec3, length: f64, other: &Polygon, mut found: impl FnMut(f64, f64)) {
        let t = &self.tolerances;
        // Narrower than this nobody passes; rounding at shared corners must not make a passage.
        let least = 0.5 * t.weld / length;
        let direction = flat(b) - flat(a);
        let share = |p: DVec3| (flat(p) - flat(a)).dot(direction) / (length * length);
        let mut any = false;
        for (c, d) in edges(&other.corners) {
            let (at_c, at_d) = (share(c), share(d));
            let (low, high) = (at_d.max(0.0), at_c.min(1.0));
            // Outlines of one winding run along a common border in opposite directions.
            if at_d >= at_c || high - low < least {
                continue;
            }
            let on_other = |t: f64| between(c, d, ((at_c - t) / (at_c - at_d)).clamp(0.0, 1.0));
            let (p, q) = (on_other(low), on_other(high));
            if side(a, b, flat(p)).abs() > t.weld * length || side(a, b, flat(q)).abs() > t.weld * length {
                continue;
            }
            let rise = |t: f64, p: DVec3| p.y - between(a, b, t).y;
            if let Some((t0, t1)) = clip_linear(low, high, rise(low, p), rise(high, q), -t.step, t.step)
                && t1 - t0 >= least
            {
                any = true;
                found(t0, t1);
            }
        }
        if !any && let Some((t0, t1)) = self.part_across(a, b, length, other) {
            found(t0, t1);
        }
    }

    /// The part of the edge a → b that runs across the inside of `other`, deeper than the weld distance and within the
    /// step height.
    fn part_across(&self, a: DVec3, b: DVec3, length: f64, other: &Polygon) -> Option<(f64, f64)> {
        let t = &self.tolerances;
        let least = 0.5 * t.weld / length;
        let (low, high) = clip_segment(&other.corners, flat(a), flat(b))?;
        let middle = flat(between(a, b, 0.5 * (low + high)));
        let depth =
            edges(&other.corners).map(|(c, d)| side(c, d, middle) / flat_distance(c, d)).fold(f64::MAX, f64::min);
        if high - low < least || depth <= t.weld {
            return None;
        }
        let rise = |t: f64| {
            let p = between(a, b, t);
            other.height(flat(p)) - p.y
        };
        clip_linear(low, high, rise(low), rise(high), -t.step, t.step).filter(|(t0, t1)| t1 - t0 >= least)
    }

    /// Parts of the edge a → b outside of which `other` lies below.
    fn drop_parts(&self, a: DVec3, b: DVec3, length: f64, other: &Polygon, mut found: impl FnMut(f64, f64)) {
        let t = &self.tolerances;
        if t.drop <= t.step {
            return;
        }
        let outward = DVec2::new(-(b.z - a.z), b.x - a.x) / length;
        // Right outside, and as far out as a floor may begin behind an eroded border.
        for offset in [(2.0 * t.weld).min(t.drop_reach), t.drop_reach] {
            let (p, q) = (flat(a) + outward * offset, flat(b) + outward * offset);
            let Some((low, high)) = clip_segment(&other.corners, p, q) else { continue };
            let fall = |t: f64| between(a, b, t).y - other.height(p + (q - p) * t);
            if let Some((t0, t1)) = clip_linear(low, high, fall(low), fall(high), t.step, t.drop) {
                found(t0, t1);
            }
        }
    }
}

/// Joins open parts that leave a slit narrower than `slit` between each other or to the edge's ends.
fn close_slits(spans: &mut [Span], slit: f64) {
    spans.sort_by(|x, y| x.t0.total_cmp(&y.t0).then(x.to.cmp(&y.to)));
    let mut covered = 0.0f64;
    for span in spans.iter_mut() {
        if span.t0 > covered && span.t0 - covered < slit {
            span.t0 = covered;
        }
        covered = covered.max(span.t1);
    }
    if covered < 1.0 && 1.0 - covered < slit {
        spans.iter_mut().filter(|s| s.t1 == covered).for_each(|s| s.t1 = 1.0);
    }
}

/// The parts of `drops` that no open part covers, if they are at least `least` long.
fn without(drops: &[Span], open: &[Span], least: f64) -> Vec<Span> {
    let mut rest = Vec::new();
    for drop in drops {
        let mut from = drop.t0;
        for o in open.iter().filter(|o| o.t1 > drop.t0 && o.t0 < drop.t1) {
            if o.t0 - from >= least {
                rest.push(Span { t0: from, t1: o.t0, ..*drop });
            }
            from = from.max(o.t1);
        }
        if drop.t1 - from >= least {
            rest.push(Span { t0: from, ..*drop });
        }
    }
    rest
}
