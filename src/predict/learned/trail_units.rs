//! From an entity's units to those of the trails and back.

use super::super::kinematics::Kinematics;
use super::inputs::{Lately, PATH};
use crate::base::math::DVec3;
use crate::pheromone::trail::{Passage, Pose, RESOLUTIONS, Reach, Reading, Recall, Trails};

/// Heights are raised by this on their way into the trails, v_max · 1 s. Floors lie at round heights above the origin,
/// just where the trails divide storeys; rounding must not decide on which side.
const RAISED: f32 = 1.0 / 512.0;

/// Trails as one entity sees them.
pub(super) struct Bridge<'a> {
    trails: &'a mut Trails,
    /// Trail units per unit of the entity.
    there: f32,
    back: f32,
}

#[inline(always)]
pub(super) fn scaled(v: [f32; 2], by: f32) -> [f32; 2] {
    [v[0] * by, v[1] * by]
}

impl<'a> Bridge<'a> {
    /// For an entity whose unit is `v_max` · 1 s.
    pub(super) fn new(trails: &'a mut Trails, v_max: f64) -> Self {
        let ratio = v_max / trails.params().v_max;
        Self { trails, there: ratio as f32, back: (1.0 / ratio) as f32 }
    }

    pub(super) fn pose(&self, position: DVec3, velocity: [f32; 2]) -> Pose {
        let mut place = self.trails.place(position);
        place[2] += RAISED;
        Pose { place, velocity: scaled(velocity, self.there) }
    }

    pub(super) fn passage(&self, kinematics: &Kinematics, past: &Lately) -> Passage {
        let now = &past[0].moment;
        let here = now.ground();
        let path = PATH.map(|lag| {
            let then = past[lag].moment.ground();
            scaled([here[0] - then[0], here[1] - then[1]], self.there)
        });
        Passage { pose: self.pose(kinematics.position, now.velocity()), path, view: now.view() }
    }

    pub(super) fn deposit(&mut self, at: &Pose, h: usize, displacement: [f32; 2]) {
        self.trails.deposit(at, h, scaled(displacement, self.there));
    }

    pub(super) fn remember(&mut self, passage: &Passage) -> crate::pheromone::trail::Ticket {
        self.trails.remember(passage)
    }

    pub(super) fn complete(&mut self, ticket: crate::pheromone::trail::Ticket, h: usize, displacement: [f32; 2]) {
        self.trails.complete(ticket, h, scaled(displacement, self.there));
    }

    pub(super) fn read_alone(&self, at: &Pose, reach: &Reach) -> [Reading; 5] {
        self.trails.read_alone(at, reach).map(|reading| self.reading(reading))
    }

    pub(super) fn read(&self, at: &Pose, reach: &Reach) -> [[Reading; 5]; RESOLUTIONS] {
        self.trails.read(at, reach).map(|trail| trail.map(|reading| self.reading(reading)))
    }

    pub(super) fn recall(&self, passage: &Passage, reach: &Reach) -> Recall {
        let mut recall = self.trails.recall(passage, reach);
        recall.centre = recall.centre.map(|c| scaled(c, self.back));
        recall.spread = recall.spread.map(|s| s * self.back);
        recall
    }

    #[inline(always)]
    fn reading(&self, reading: Reading) -> Reading {
        Reading { mean: scaled(reading.mean, self.back), spread: reading.spread * self.back, ..reading }
    }
}
