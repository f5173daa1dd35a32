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
use crate::pheromone::trail::{SECONDS, Trails};

pub use adapt::loss;
pub use inputs::{EVEN, INPUTS, ODD, SCALE};
pub use net::{Adam, BLOCK, CLIP, MAX_FIRST, MAX_SECOND, Net, Output, Passes, Weights};
pub(super) use shared::SharedLearning;
pub use shared::WeightsInfo;
pub use track::BYTES_PER_TRACK;
pub(super) use track::{Track, motion};
pub use weights::DEFAULT;

/// How many horizons there are.
pub const HORIZON_COUNT: usize = SHORT + EXPERT_HORIZONS.len();
/// How many of them are shorter than the first one of trails and of a host's expert. Most frames are drawn within these.
pub const SHORT: usize = 3;
/// Horizons of a host's expert, which are those of the trails, seconds.
pub const EXPERT_HORIZONS: [f64; 5] = SECONDS;
/// Horizons of the network, of the mix and of a plan, seconds.
pub const HORIZONS: [f64; HORIZON_COUNT] = [0.05, 0.1, 0.15, 0.25, 0.5, 1.0, 2.0, 4.0];
const _: () = assert!(HORIZONS[SHORT] == EXPERT_HORIZONS[0] && HORIZONS[HORIZON_COUNT - 1] == EXPERT_HORIZONS[4]);

/// A host's own predictor, one more expert of `auto`.
pub trait Expert {
    /// Displacements in metres after [`EXPERT_HORIZONS`] of an entity just observed; false = nothing to say.
    fn forecast(&mut self, kinematics: &Kinematics, out: &mut [DVec3; 5]) -> bool;
}

/// One row of training data: what the network saw when a plan was made.
pub struct Row<'a> {
    /// Inputs of the network before standardising.
    pub inputs: &'a [f32],
    /// What the network's output is added to, per horizon, in the entity's own frame and units of v_max · 1 s.
    pub base: &'a [[f32; 2]; HORIZON_COUNT],
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
