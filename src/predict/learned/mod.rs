//! What is learned from movement: trails, the learned kinematic model, and the automatic mix of all models.
//!
//! All the work is done once per observation ([`Track::observed`]) and ends in a [`Plan`]; a prediction only reads it.

use super::kinematics::Kinematics;
use super::model::Motion;
use super::profile::EntityProfile;
use crate::base::Result;
use crate::base::math::DVec3;
use crate::base::serial::{Reader, Writer};
use crate::pheromone::trail::Trails;
use alloc::vec::Vec;

/// Horizons of everything learned, seconds.
pub const HORIZONS: [f64; 5] = [0.25, 0.5, 1.0, 2.0, 4.0];

/// What the entities of a predictor learn together: weights, mixing weights, samples for adaptation, own trails.
#[derive(Clone, Debug, Default)]
pub(super) struct Brain {}

/// One entity's recent past, its predictions that are not yet judged, and its plan.
#[derive(Clone, Debug)]
pub(super) struct Track {}

/// A host's own predictor, one more expert of `auto`.
pub trait Expert {
    /// Displacements in metres after [`HORIZONS`] of an entity just observed; false = nothing to say.
    fn forecast(&mut self, kinematics: &Kinematics, out: &mut [DVec3; 5]) -> bool;
}

/// One row of training data: what the network saw when a plan was made.
pub struct Row<'a> {
    /// Inputs of the network before standardising.
    pub inputs: &'a [f32],
    /// What the network's output is added to, per horizon, in the entity's own frame and units of v_max · 1 s.
    pub base: &'a [[f32; 2]; 5],
    /// Cosine and sine of the own frame in the ground plane (x, z).
    pub frame: [f32; 2],
}

/// Collects rows for offline training.
pub trait Recorder {
    /// Takes one.
    fn row(&mut self, row: &Row<'_>);
}

/// What surrounds an observation.
#[derive(Default)]
pub struct Surroundings<'a> {
    /// Trails of the map that all predictors of a level share; without them the predictor keeps its own.
    pub trails: Option<&'a mut Trails>,
    /// The host's own expert.
    pub expert: Option<&'a mut dyn Expert>,
    /// Who collects training data.
    pub recorder: Option<&'a mut dyn Recorder>,
    /// Pull of the pheromone field on the entity, metres/s² in the ground plane, where there is a field.
    pub pull: Option<DVec3>,
}

impl Brain {
    pub(super) fn rebase(&mut self, _shift: DVec3) {}
    pub(super) fn write(&self, _w: &mut Writer) {}
    pub(super) fn read(_r: &mut Reader<'_>) -> Result<Self> {
        Ok(Self::default())
    }
    pub(super) fn bytes(&self) -> usize {
        0
    }
}

impl Track {
    pub(super) fn new() -> Self {
        todo!()
    }
    /// Judges predictions that came due, writes trails, makes the new plan. `fresh` = first of a life or after a teleport.
    pub(super) fn observed(
        &mut self,
        _brain: &mut Brain,
        _kinematics: &Kinematics,
        _profile: &EntityProfile,
        _around: Surroundings<'_>,
        _fresh: bool,
    ) {
        todo!()
    }
    pub(super) fn rebase(&mut self, _shift: DVec3) {}
    pub(super) fn write(&self, _w: &mut Writer) {}
    pub(super) fn read(_r: &mut Reader<'_>) -> Result<Self> {
        todo!()
    }
}

/// What the plan says about a horizon.
pub(super) struct Planned {
    pub(super) motion: Motion,
    pub(super) radius: f64,
    pub(super) confidence: f64,
}

/// Between the horizons of the plan.
pub(super) fn motion(_track: Option<&Track>, _kinematics: &Kinematics, _delta: f64) -> Planned {
    todo!()
}

/// Which models need a track.
pub(super) fn needs_track(profile: &EntityProfile) -> bool {
    use super::profile::Model;
    matches!(profile.model, Model::Trail | Model::Kinematic | Model::Auto | Model::Custom)
}

#[allow(unused)]
type Unused = Vec<u8>;
