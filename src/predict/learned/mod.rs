//! What is learned from movement: trails, the learned kinematic model, and the automatic mix of all models.
//!
//! All the work is done once per observation (`Track::observed`) and ends in a plan; a prediction only reads it.

mod adapt;
mod fast;
mod forecast;
mod history;
mod inputs;
mod mix;
mod neighbours;
mod net;
mod pending;
mod plan;
mod predictor;
mod shared;
mod track;
mod trail_units;
mod weights;

use super::kinematics::Kinematics;
use super::profile::EntityProfile;
use super::riding::BaseContext;
use crate::base::math::DVec3;
use crate::pheromone::trail::Trails;

pub use adapt::loss;
pub use inputs::{EVEN, INPUTS, ODD, SCALE};
pub use net::{Adam, BLOCK, CLIP, MAX_FIRST, MAX_SECOND, Net, Output, Passes, Weights};
pub(super) use shared::SharedLearning;
pub use shared::WeightsInfo;
pub use track::BYTES_PER_TRACK;
pub(super) use track::{Track, motion};
pub use weights::DEFAULT;

/// Horizons of everything learned, seconds.
pub const HORIZONS: [f64; 5] = [0.25, 0.5, 1.0, 2.0, 4.0];

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
pub struct ObserveContext<'a> {
    /// Trails of the map that all predictors of a level share; without them the predictor keeps its own.
    pub trails: Option<&'a mut Trails>,
    /// The host's own expert.
    pub expert: Option<&'a mut dyn Expert>,
    /// Who collects training data.
    pub recorder: Option<&'a mut dyn Recorder>,
    /// Pull of the pheromone field on the entity, metres/s² in the ground plane, where there is a field. For weights that
    /// were trained with it; the built-in ones do not look at it.
    pub pull: Option<DVec3>,
    /// Where riders find the base that their update names.
    pub bases: BaseContext<'a>,
}

/// Which models need a track.
pub(super) fn needs_track(profile: &EntityProfile) -> bool {
    use super::profile::Model;
    matches!(profile.model, Model::Trail | Model::Kinematic | Model::Auto | Model::Custom)
}
