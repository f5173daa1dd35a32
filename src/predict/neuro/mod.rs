//! Neuro-reckoning (S2): predictive velocity and path from a bank of small networks.

use super::kinematics::Kinematics;
use super::model::Motion;
use super::profile::EntityProfile;
use crate::base::Result;
use crate::base::serial::{Reader, Writer};

/// The banks that entities can use, by number.
#[derive(Clone, Debug, Default)]
pub(super) struct Banks {}

/// Recent velocities and orientations of an entity, and what its bank made of them at the last observation.
#[derive(Clone, Debug)]
pub(super) struct Window {}

impl Banks {
    pub(super) fn write(&self, _w: &mut Writer) {}
    pub(super) fn read(_r: &mut Reader<'_>) -> Result<Self> {
        Ok(Self::default())
    }
    pub(super) fn bytes(&self) -> usize {
        0
    }
}

impl Window {
    /// Nothing known yet.
    pub(super) fn new() -> Self {
        todo!()
    }
    /// Takes in what was just observed (`fresh` = first of a life or after a teleport) and rolls out the path.
    pub(super) fn observed(
        &mut self,
        _banks: &Banks,
        _kinematics: &Kinematics,
        _profile: &EntityProfile,
        _fresh: bool,
    ) {
        todo!()
    }
    pub(super) fn write(&self, _w: &mut Writer) {}
    pub(super) fn read(_r: &mut Reader<'_>) -> Result<Self> {
        todo!()
    }
}

/// Along the predicted path; plain dead reckoning where there is none. Second: confidence, 0 to 1.
pub(super) fn motion(_window: Option<&Window>, _kinematics: &Kinematics, _delta: f64) -> (Motion, f64) {
    todo!()
}
