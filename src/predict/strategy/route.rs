//! A piecewise-linear route: points with heights, lengths in the ground plane.

use super::recorder::{read_points, write_points};
use crate::base::math::{DVec3, ground};
use crate::base::serial::{Reader, Writer};
use crate::base::{Error, Result};
use alloc::format;
use alloc::vec::Vec;

/// Most points of a route.
pub const MAX_POINTS: usize = 1024;
/// Farthest a point may lie from the first one, metres, and largest coordinate of the first.
const MAX_EXTENT: f64 = 1e9;

/// A route. Its points are relative to an origin of its own, so that moving the origin of coordinates changes nothing but that.
#[derive(Clone, Debug, PartialEq)]
pub struct Route {
    /// The first point in the level; of a parallel, that of its route.
    origin: DVec3,
    /// Relative to `origin`. No two neighbours have the same place in the ground plane.
    points: Vec<DVec3>,
    /// Length in the ground plane from the start to each point, metres.
    lengths: Vec<f64>,
}

impl Route {
    /// A route through `points`; neighbours at the same place in the ground plane are merged. Fails when fewer than two or more than
    /// [`MAX_POINTS`] are left, or when one is not finite or absurdly far away.
    pub fn new(points: &[DVec3]) -> Result<Self> {
        let origin = points.first().copied().unwrap_or(DVec3::ZERO);
        let local: Vec<DVec3> = points.iter().map(|point| *point - origin).collect();
        Self::from_local(origin, local)
    }

    pub(super) fn from_local(origin: DVec3, mut points: Vec<DVec3>) -> Result<Self> {
        let fits = |v: DVec3| v.to_array().iter().all(|c| c.abs() <= MAX_EXTENT);
        if let Some(i) = points.iter().position(|point| !fits(*point) || !fits(origin)) {
            return Err(Error::invalid(format!(
                "points[{i}] of a route is ({}), every component must be within ±{MAX_EXTENT:e}",
                origin + points[i]
            )));
        }
        points.dedup_by(|later, earlier| ground(*later) == ground(*earlier));
        if !(2..=MAX_POINTS).contains(&points.len()) {
            return Err(Error::invalid(format!(
                "a route has {} different points, must have 2 to {MAX_POINTS}",
                points.len()
            )));
        }
        let mut lengths = Vec::with_capacity(points.len());
        let mut length = 0.0;
        lengths.push(length);
        for pair in points.windows(2) {
            length += ground(pair[1] - pair[0]).length();
            lengths.push(length);
        }
        Ok(Self { origin, points, lengths })
    }

    /// What its points are relative to.
    pub(super) fn origin(&self) -> DVec3 {
        self.origin
    }

    /// Its points in the level.
    pub fn points(&self) -> impl ExactSizeIterator<Item = DVec3> {
        self.points.iter().map(|point| self.origin + *point)
    }

    /// Points relative to the origin.
    pub(super) fn local(&self) -> &[DVec3] {
        &self.points
    }

    /// Length in the ground plane, metres.
    pub fn length(&self) -> f64 {
        self.lengths[self.lengths.len() - 1]
    }

    /// Number of segments, at least 1.
    pub fn segments(&self) -> usize {
        self.points.len() - 1
    }

    /// Length before the start of a segment, metres.
    pub(super) fn length_before(&self, segment: usize) -> f64 {
        self.lengths[segment]
    }

    /// Length of a segment in the ground plane, metres.
    pub(super) fn segment_length(&self, segment: usize) -> f64 {
        self.lengths[segment + 1] - self.lengths[segment]
    }

    /// The place `along` metres from the start (clamped to the route), in the level.
    pub fn at(&self, along: f64) -> DVec3 {
        let last = self.segments() - 1;
        // Lengths never decrease, so that this is the segment that holds the place.
        let segment = self.lengths.partition_point(|length| *length <= along).saturating_sub(1).min(last);
        let share = (along - self.lengths[segment]) / self.segment_length(segment);
        let (a, b) = (self.points[segment], self.points[segment + 1]);
        self.origin + a + (b - a) * share.clamp(0.0, 1.0)
    }

    pub(super) fn rebase(&mut self, shift: DVec3) {
        self.origin -= shift;
    }

    pub(super) fn bytes(&self) -> usize {
        self.points.capacity() * size_of::<DVec3>() + self.lengths.capacity() * 8
    }

    pub(super) fn write(&self, w: &mut Writer) {
        w.dvec3(self.origin);
        write_points(w, &self.points);
    }

    pub(super) fn read(r: &mut Reader<'_>) -> Result<Self> {
        let origin = r.finite_dvec3()?;
        let points = read_points(r)?;
        let count = points.len();
        let route = Self::from_local(origin, points).map_err(Error::into_corrupt)?;
        if route.points.len() != count || route.points[0] != DVec3::ZERO || !route.length().is_finite() {
            return Err(Error::corrupt("a route is not as it was written"));
        }
        Ok(route)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bend() -> Route {
        Route::new(&[DVec3::new(10.0, 1.0, 0.0), DVec3::new(13.0, 2.0, 4.0), DVec3::new(13.0, 2.0, 10.0)]).unwrap()
    }

    #[test]
    fn lengths_are_those_of_the_ground_plan_and_heights_are_interpolated() {
        let route = bend();
        assert_eq!((route.length(), route.segments(), route.segment_length(1)), (11.0, 2, 6.0));
        assert_eq!(route.at(2.5), DVec3::new(11.5, 1.5, 2.0));
        assert_eq!(route.at(5.0), DVec3::new(13.0, 2.0, 4.0));
        assert_eq!(route.at(8.0), DVec3::new(13.0, 2.0, 7.0));
        assert_eq!((route.at(-3.0), route.at(99.0)), (DVec3::new(10.0, 1.0, 0.0), DVec3::new(13.0, 2.0, 10.0)));
    }

    #[test]
    fn doubled_points_are_merged_and_too_few_refused() {
        let route = Route::new(&[DVec3::ZERO, DVec3::ZERO, DVec3::Y, DVec3::X, DVec3::X]).unwrap();
        assert_eq!(route.points().collect::<Vec<_>>(), [DVec3::ZERO, DVec3::X]);
        for bad in [&[][..], &[DVec3::X], &[DVec3::X, DVec3::X], &[DVec3::X, DVec3::X + DVec3::Y]] {
            assert!(Route::new(bad).unwrap_err().message.contains("must have 2 to 1024"), "{bad:?}");
        }
        for bad in [f64::NAN, f64::INFINITY, 1e10] {
            assert!(Route::new(&[DVec3::ZERO, DVec3::X * bad]).unwrap_err().message.starts_with("points[1]"));
            assert!(Route::new(&[DVec3::X * bad, DVec3::X]).is_err());
        }
    }

    #[test]
    fn a_moved_origin_moves_the_route_as_a_whole() {
        let mut route = bend();
        route.rebase(DVec3::new(1e6, 0.0, -3.0));
        assert_eq!(route.local(), bend().local());
        assert_eq!(route.at(2.5), DVec3::new(11.5 - 1e6, 1.5, 5.0));
    }
}
