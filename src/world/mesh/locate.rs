//! Which floor a point belongs to, and the surface point nearest to it.

use super::buckets::Entry;
use super::geometry::{between, contains, distance, edges, flat, nearest_on_segment};
use super::{MeshSurface, Polygon, SurfacePoint};
use crate::base::math::{DVec2, DVec3};
use crate::world::query::Budget;

/// A point so close outside of an edge is inside for every purpose: far above rounding, far below anything visible, metres.
pub(crate) const ON_EDGE: f64 = 1e-7;

impl Polygon {
    /// The ground position of the polygon nearest to `p`.
    pub(crate) fn nearest_ground(&self, p: DVec2) -> DVec2 {
        if contains(&self.corners, p, 0.0) {
            return p;
        }
        let mut best = (f64::MAX, p);
        for (a, b) in edges(&self.corners) {
            let q = flat(between(a, b, nearest_on_segment(a, b, p)));
            let d = (q - p).length_squared();
            if d < best.0 {
                best = (d, q);
            }
        }
        best.1
    }
}

impl MeshSurface {
    /// The floor nearest in height to `p`, from the step height above it down to the floor reach below. A point up to
    /// the weld distance off the surface is taken to be on it when nothing lies right under it.
    pub(crate) fn locate(&self, p: DVec3) -> Option<SurfacePoint> {
        let ground = flat(p);
        let weld = self.tolerances.weld;
        // (is off the surface, distance in height, number): smallest wins.
        let mut best: Option<(bool, f64, u32)> = None;
        for number in self.buckets().at(ground) {
            let polygon = self.polygon(number);
            if !contains(&polygon.corners, ground, weld) {
                continue;
            }
            let off = !contains(&polygon.corners, ground, ON_EDGE);
            let above = p.y - polygon.height(ground);
            if above < -self.tolerances.step || above > self.tolerances.floor_reach {
                continue;
            }
            let gap = above.abs();
            if best.is_none_or(|(o, g, n)| (off, gap) < (o, g) || ((off, gap) == (o, g) && number < n)) {
                best = Some((off, gap, number));
            }
        }
        best.map(|(off, _, number)| {
            let polygon = self.polygon(number);
            let at = if off { polygon.nearest_ground(ground) } else { ground };
            SurfacePoint { point: polygon.on(at), polygon: number }
        })
    }

    /// Calls `hit` for every polygon that covers the ground position, with the surface height there.
    pub(crate) fn floors_at(&self, ground: DVec2, mut hit: impl FnMut(u32, f64)) {
        for number in self.buckets().at(ground) {
            let polygon = self.polygon(number);
            if contains(&polygon.corners, ground, ON_EDGE) {
                hit(number, polygon.height(ground));
            }
        }
    }

    /// The highest floor at a ground position between two heights.
    pub(crate) fn highest_floor(&self, ground: DVec2, low: f64, high: f64) -> Option<(u32, f64)> {
        let mut best: Option<(u32, f64)> = None;
        self.floors_at(ground, |number, height| {
            if (low..=high).contains(&height) && best.is_none_or(|(n, h)| height > h || (height == h && number < n)) {
                best = Some((number, height));
            }
        });
        best
    }

    /// The nearest surface point within `reach`: on each polygon the point nearest in the ground plane counts, by its
    /// distance in space. Searches outward ring by ring; where there are more empty buckets than polygons, bucket by bucket. Every
    /// bucket and polygon looked at counts against the budget.
    pub(in crate::world) fn nearest(&self, p: DVec3, reach: f64, budget: &mut Budget) -> Option<SurfacePoint> {
        let mut best: Option<(f64, u32, DVec3)> = None;
        let ground = flat(p);
        let mut consider = |entry: &Entry, limit: f64| -> f64 {
            if entry.misses(ground, limit) {
                return limit;
            }
            let number = entry.polygon;
            let polygon = self.polygon(number);
            let at = polygon.on(polygon.nearest_ground(ground));
            let d = distance(at, p);
            if d <= limit && best.is_none_or(|(b, n, _)| d < b || (d == b && number < n)) {
                best = Some((d, number, at));
                return d;
            }
            limit
        };
        let mut limit = reach;
        for entry in self.buckets().oversized() {
            if !budget.take(1) {
                break;
            }
            limit = consider(entry, limit);
        }
        if let Some(bounds) = self.buckets().bounds() {
            let side = self.buckets().side();
            let center = self.buckets().range(ground, ground);
            let (cx, cz) = (center.x0 as i64, center.z0 as i64);
            let outside = |low: i32, high: i32, c: i64| (low as i64 - c).max(c - high as i64).max(0);
            let first = outside(bounds.x0, bounds.x1, cx).max(outside(bounds.z0, bounds.z1, cz));
            let far = |low: i32, high: i32, c: i64| (c - low as i64).abs().max((high as i64 - c).abs());
            let last = far(bounds.x0, bounds.x1, cx).max(far(bounds.z0, bounds.z1, cz));
            let mut ring = first;
            let mut buckets = 0;
            // Everything in ring r lies at least r - 1 buckets away.
            'rings: while ring <= last && (ring - 1).max(0) as f64 * side <= limit {
                buckets += bounds.columns_of_ring((cx, cz), ring);
                if buckets > self.buckets().count() {
                    // Each bucket once costs less than the empty places between them.
                    for entry in self.buckets().lists().flatten() {
                        if !budget.take(1) {
                            break 'rings;
                        }
                        limit = consider(entry, limit);
                    }
                    break;
                }
                for z in (cz - ring).max(bounds.z0 as i64)..=(cz + ring).min(bounds.z1 as i64) {
                    let full_row = z == cz - ring || z == cz + ring;
                    let mut x = (cx - ring).max(bounds.x0 as i64);
                    while x <= (cx + ring).min(bounds.x1 as i64) {
                        if !full_row && x > cx - ring && x < cx + ring {
                            x = cx + ring;
                            continue;
                        }
                        let bucket = self.buckets().bucket(x as i32, z as i32);
                        if !budget.take(1 + bucket.len()) {
                            break 'rings;
                        }
                        for entry in bucket {
                            limit = consider(entry, limit);
                        }
                        x += 1;
                    }
                }
                ring += 1;
            }
        }
        best.map(|(_, polygon, point)| SurfacePoint { point, polygon })
    }
}
