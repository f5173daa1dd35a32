//! Directed trails: what a place and heading remember about where players went from there.
//!
//! Lengths in here are in units of `v_max · 1 s`, so one set of constants fits every game.

use crate::base::Result;
use crate::base::math::DVec3;
use crate::base::serial::{Reader, Writer};

/// Number of horizons (0.25, 0.5, 1, 2, 4 s).
pub const HORIZONS: usize = 5;

/// g_h of damped dead reckoning per horizon, seconds of the current velocity: what a residual is taken against.
pub type Reach = [f32; HORIZONS];
/// Number of cell resolutions, fine to coarse.
pub const RESOLUTIONS: usize = 3;

/// Where somebody is and where it is heading, in trail units relative to the trails' origin: x, z, and height last.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct Pose {
    /// Ground plane first, height last.
    pub place: [f32; 3],
    /// Velocity in the ground plane, in units of v_max.
    pub velocity: [f32; 2],
}

/// What a place remembers about one horizon.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct Reading {
    /// Shrunken mean of the residuals against damped dead reckoning.
    pub mean: [f32; 2],
    /// Mean absolute deviation.
    pub spread: f32,
    /// Evidence: weighted number of visits.
    pub evidence: f32,
}

/// A moment of somebody's way, as it is compared with others.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct Passage {
    /// Where and how fast.
    pub pose: Pose,
    /// Displacement over the last 1 and 2 s.
    pub path: [[f32; 2]; 2],
    /// Unit vector of the view in the ground plane; zero when unknown.
    pub view: [f32; 2],
}

/// What similar passages led to, per horizon.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct Recall {
    /// Robust, shrunken centre of their residuals.
    pub centre: [[f32; 2]; HORIZONS],
    /// Mean distance from it.
    pub spread: [f32; HORIZONS],
    /// Sum of the weights.
    pub weight: [f32; HORIZONS],
}

/// Names a remembered passage until its last horizon is known. Stale tickets do nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ticket {
    /// Bucket.
    pub bucket: u32,
    /// Place in it.
    pub slot: u32,
    /// Which passage.
    pub stamp: u32,
}

/// Parameters of trails.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TrailParams {
    /// Length unit: nominal top speed, m/s.
    pub v_max: f64,
    /// Evidence halves in this time, seconds; infinite = it stays.
    pub half_life: f64,
    /// Share of every deposit that goes to the four neighbouring cells, 0 to 0.5.
    pub diffusion: f32,
    /// Most cells (of all resolutions, with all their headings); the least visited give way.
    pub max_cells: u32,
    /// Most remembered passages.
    pub max_passages: u32,
}

/// Trails of one level.
#[derive(Clone, Debug)]
pub struct Trails {}

impl Trails {
    /// Empty trails; positions are taken relative to `origin`.
    pub fn new(_params: &TrailParams, _origin: DVec3) -> Result<Self> {
        todo!()
    }
    /// The parameters.
    pub fn params(&self) -> &TrailParams {
        todo!()
    }
    /// A position of the level in trail units.
    pub fn place(&self, _position: DVec3) -> [f32; 3] {
        todo!()
    }
    /// Writes what followed: the displacement over horizon `h` of somebody who was at `at`.
    pub fn deposit(&mut self, _at: &Pose, _h: usize, _displacement: [f32; 2]) {
        todo!()
    }
    /// All resolutions and horizons at a pose; residuals against `velocity · reach`.
    pub fn read(&self, _at: &Pose, _reach: &Reach) -> [[Reading; HORIZONS]; RESOLUTIONS] {
        todo!()
    }
    /// The middle resolution alone, shrunken for use as a model of its own (more visits are needed at long horizons).
    pub fn read_alone(&self, _at: &Pose, _reach: &Reach) -> [Reading; HORIZONS] {
        todo!()
    }
    /// Remembers a passage whose outcome is not known yet.
    pub fn remember(&mut self, _passage: &Passage) -> Ticket {
        todo!()
    }
    /// Tells the outcome of a remembered passage; horizons in ascending order.
    pub fn complete(&mut self, _ticket: Ticket, _h: usize, _displacement: [f32; 2]) {
        todo!()
    }
    /// What similar passages led to; residuals against `velocity · reach`.
    pub fn recall(&self, _passage: &Passage, _reach: &Reach) -> Recall {
        todo!()
    }
    /// Lets evidence fade for `seconds`.
    pub fn evaporate(&mut self, _seconds: f64) {
        todo!()
    }
    /// Moves the origin together with the level's: the place that was at `shift` is at zero from now on.
    pub fn rebase(&mut self, _shift: DVec3) {
        todo!()
    }
    /// Trails of several matches as one, weighted by evidence; the order given does not matter.
    pub fn merged(_all: &[&Self]) -> Result<Self> {
        todo!()
    }
    /// Saved form, to be shipped with a level.
    pub fn save(&self) -> alloc::vec::Vec<u8> {
        todo!()
    }
    /// Reads a saved form.
    pub fn load(_bytes: &[u8]) -> Result<Self> {
        todo!()
    }
    /// Appends the state to a snapshot of somebody who owns trails.
    pub fn write(&self, _w: &mut Writer) {
        todo!()
    }
    /// Reads what [`Self::write`] wrote.
    pub fn read_from(_r: &mut Reader<'_>) -> Result<Self> {
        todo!()
    }
    /// Bytes of memory held.
    pub fn bytes(&self) -> usize {
        todo!()
    }
    /// Forgets everything.
    pub fn clear(&mut self) {
        todo!()
    }
}
