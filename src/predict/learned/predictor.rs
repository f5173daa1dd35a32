//! What a predictor offers about learning.

use super::super::predictor::Predictor;
use super::super::{EntityId, predictor::unknown};
use super::shared::WeightsInfo;
use super::track::Track;
use crate::base::math::DVec3;
use crate::base::{Error, Result, Short};
use crate::pheromone::trail::Trails;
use alloc::boxed::Box;

impl Predictor {
    /// Replaces the weights of the learned kinematic model by a file's, or by the built-in ones (`None`). What adaptation
    /// had learned is forgotten. On error nothing changes.
    pub fn load_weights(&mut self, file: Option<&[u8]>) -> Result<()> {
        self.crowd.learning.load_weights(file)
    }

    /// What is to know about the weights in use.
    pub fn weights_info(&self) -> WeightsInfo {
        self.crowd.learning.weights_info()
    }

    /// Lets the network learn from what was observed, at most `samples` gradients (about 5 µs each); returns how many
    /// were done, 0 when there is nothing to do. The weights change after every 128 of them.
    ///
    /// Adaptation is off until this is called for the first time: then memory for past rows is taken (2.7 MB) and rows
    /// are collected. Call it once per tick with what the tick can afford. Four gradients per row are worth doing, a row
    /// being a tenth of a second of one entity (of a crowd, 200 rows per second are taken).
    pub fn adapt(&mut self, samples: u32) -> u32 {
        self.crowd.learning.adapt(samples)
    }

    /// Declares an entity a landmark, or not: a moving place such as a ball, which the learned models look at apart from
    /// the other entities.
    pub fn set_landmark(&mut self, id: EntityId, landmark: bool) -> Result<()> {
        self.kinematics.get(id).ok_or_else(|| unknown(id))?;
        self.crowd.learning.set_landmark(id, landmark);
        Ok(())
    }

    /// What the host thinks about an entity that is about to be observed: displacements in metres after
    /// [`super::EXPERT_HORIZONS`]. Used once, as the expert of the next observation, unless that has an expert with something to
    /// say.
    pub fn suggest(&mut self, id: EntityId, displacements: &[DVec3; 5]) -> Result<()> {
        self.kinematics.get(id).ok_or_else(|| unknown(id))?;
        // Ten times what the fastest entity covers in the last horizon.
        const MOST: f64 = 4e10;
        if let Some(bad) = displacements.iter().find(|d| !d.to_array().iter().all(|x| x.abs() <= MOST)) {
            return Err(Error::invalid(alloc::format!(
                "displacements hold {}, every component must be within ±{MOST:e}",
                Short(*bad)
            )));
        }
        let track = self.details[id.index as usize].extras.track.get_or_insert_with(|| Box::new(Track::new()));
        track.suggest(displacements);
        Ok(())
    }

    /// The trails that the predictor keeps where no map brings any, once there are some.
    pub fn trails(&self) -> Option<&Trails> {
        self.crowd.learning.trails.as_deref()
    }
}
