//! From a trial to the points of a route: where plain dead reckoning breaks its threshold.

use crate::base::math::{DVec3, ground};
use crate::base::serial::{Reader, Writer};
use crate::base::time::{Nanos, seconds_between};
use crate::base::{Error, Result};
use alloc::vec::Vec;

/// Most points a trial keeps while it is recorded; then every second one is dropped, so that recording never allocates.
pub(super) const MAX_RECORDED: usize = 1024;

/// First-order dead reckoning of one trial; its violations are the points of the trial.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Recorder {
    threshold: f64,
    /// Last state that dead reckoning was told.
    time: Nanos,
    position: DVec3,
    velocity: DVec3,
    /// Newest position.
    last: DVec3,
    points: Vec<DVec3>,
}

impl Recorder {
    /// Reserves all the memory it will ever need.
    pub(super) fn new(threshold: f64) -> Self {
        Self {
            threshold,
            time: 0,
            position: DVec3::ZERO,
            velocity: DVec3::ZERO,
            last: DVec3::ZERO,
            points: Vec::with_capacity(MAX_RECORDED),
        }
    }

    /// The points of a whole trial at once. The velocity is the last difference of positions, at the start the first one.
    pub(super) fn points_of(threshold: f64, trial: &[(Nanos, DVec3)]) -> Vec<DVec3> {
        let mut recorder = Self::new(threshold);
        for (i, (time, position)) in trial.iter().enumerate() {
            let pair = if i == 0 { trial.get(..2) } else { trial.get(i - 1..=i) };
            let velocity = pair.map_or(DVec3::ZERO, |pair| {
                let seconds = seconds_between(pair[0].0, pair[1].0);
                if seconds > 0.0 { (pair[1].1 - pair[0].1) / seconds } else { DVec3::ZERO }
            });
            recorder.take(*time, *position, velocity);
        }
        recorder.finish()
    }

    /// Takes in the next state. Where the error is measured in the ground plane, so it is here.
    pub(super) fn take(&mut self, time: Nanos, position: DVec3, velocity: DVec3) {
        self.last = position;
        if !self.points.is_empty() {
            let reckoned = self.position + self.velocity * seconds_between(self.time, time);
            if ground(position - reckoned).length_squared() <= self.threshold * self.threshold {
                return;
            }
        }
        if self.points.len() == MAX_RECORDED {
            let mut place = 0;
            self.points.retain(|_| {
                place += 1;
                place % 2 == 1
            });
        }
        self.points.push(position);
        (self.time, self.position, self.velocity) = (time, position, velocity);
    }

    /// The points, ending where the trial ended.
    pub(super) fn finish(mut self) -> Vec<DVec3> {
        if self.points.last().is_some_and(|point| *point != self.last) {
            self.points.push(self.last);
        }
        self.points
    }

    pub(super) fn rebase(&mut self, shift: DVec3) {
        self.position -= shift;
        self.last -= shift;
        self.points.iter_mut().for_each(|point| *point -= shift);
    }

    pub(super) fn bytes(&self) -> usize {
        self.points.capacity() * size_of::<DVec3>()
    }

    pub(super) fn write(&self, w: &mut Writer) {
        w.f64(self.threshold).i64(self.time).dvec3(self.position).dvec3(self.velocity).dvec3(self.last);
        write_points(w, &self.points);
    }

    pub(super) fn read(r: &mut Reader<'_>) -> Result<Self> {
        let mut recorder = Self::new(r.f64()?);
        if !(recorder.threshold > 0.0 && recorder.threshold.is_finite()) {
            return Err(Error::corrupt("a recorded trial has a threshold that is not above 0"));
        }
        recorder.time = r.i64()?;
        for vector in [&mut recorder.position, &mut recorder.velocity, &mut recorder.last] {
            *vector = r.finite_dvec3()?;
        }
        let points = read_points(r)?;
        if points.len() > MAX_RECORDED {
            return Err(Error::corrupt("a recorded trial has too many points"));
        }
        recorder.points.extend_from_slice(&points);
        Ok(recorder)
    }
}

pub(super) fn write_points(w: &mut Writer, points: &[DVec3]) {
    w.u64(points.len() as u64);
    for point in points {
        w.dvec3(*point);
    }
}

pub(super) fn read_points(r: &mut Reader<'_>) -> Result<Vec<DVec3>> {
    let count = r.count(24)?;
    let mut points = Vec::with_capacity(count);
    for _ in 0..count {
        points.push(r.finite_dvec3()?);
    }
    Ok(points)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::time::SECOND;

    fn walk(step: impl Fn(i64) -> DVec3, n: i64) -> Vec<(Nanos, DVec3)> {
        (0..=n).map(|i| (i * SECOND / 10, step(i))).collect()
    }

    #[test]
    fn a_straight_walk_gives_its_two_ends() {
        let trial = walk(|i| DVec3::new(0.5 * i as f64, 0.0, 0.0), 100);
        assert_eq!(Recorder::points_of(1.0, &trial), [DVec3::ZERO, DVec3::new(50.0, 0.0, 0.0)]);
    }

    #[test]
    fn a_corner_gives_the_first_point_off_by_more_than_the_threshold() {
        // East at 5 m/s for 4 s, then north (-z). Dead reckoning goes on east; after n steps of 0.5 m the error is
        // 0.5 n √2, above 2 first for n = 3: (20, 0, -1.5). From there the velocity is north and holds to the end.
        let corner = |i: i64| DVec3::new(0.5 * i.min(40) as f64, 0.0, -0.5 * (i - 40).max(0) as f64);
        let points = Recorder::points_of(2.0, &walk(corner, 80));
        assert_eq!(points, [DVec3::ZERO, DVec3::new(20.0, 0.0, -1.5), DVec3::new(20.0, 0.0, -20.0)]);
    }

    #[test]
    fn a_long_trial_keeps_every_second_point_and_allocates_nothing() {
        let mut recorder = Recorder::new(0.5);
        let room = recorder.points.capacity();
        for i in 0..5000 {
            recorder.take(i, DVec3::new(i as f64, 0.0, 0.0), DVec3::ZERO);
        }
        assert_eq!(recorder.points.capacity(), room);
        let points = recorder.finish();
        assert!(points.len() <= MAX_RECORDED + 1);
        assert_eq!((points[0].x, points.last().unwrap().x), (0.0, 4999.0));
        assert!(points.windows(2).all(|pair| pair[0].x < pair[1].x));
    }

    #[test]
    fn an_empty_trial_has_no_points() {
        assert!(Recorder::new(1.0).finish().is_empty());
    }
}
