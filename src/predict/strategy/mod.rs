//! Strategy models (S5): long-term routes learned from earlier trials.

use super::kinematics::Kinematics;
use super::model::Motion;
use crate::base::Result;
use crate::base::math::DVec3;
use crate::base::serial::{Reader, Writer};

/// The strategies that entities can follow.
#[derive(Clone, Debug, Default)]
pub(super) struct Library {}

/// Which strategy an entity follows and how far along it is.
#[derive(Clone, Debug, Default)]
pub(super) struct Progress {}

impl Library {
    pub(super) fn is_empty(&self) -> bool {
        true
    }
    pub(super) fn rebase(&mut self, _shift: DVec3) {}
    pub(super) fn write(&self, _w: &mut Writer) {}
    pub(super) fn read(_r: &mut Reader<'_>) -> Result<Self> {
        Ok(Self::default())
    }
    pub(super) fn bytes(&self) -> usize {
        0
    }
}

impl Progress {
    /// An update arrived, so the current strategy was off: stay, switch or give up.
    pub(super) fn observed(&mut self, _library: &Library, _kinematics: &Kinematics, _fresh: bool) {
        todo!()
    }
    pub(super) fn rebase(&mut self, _shift: DVec3) {}
    pub(super) fn write(&self, _w: &mut Writer) {}
    pub(super) fn read(_r: &mut Reader<'_>) -> Result<Self> {
        Ok(Self::default())
    }
}

/// Along the route; plain dead reckoning outside all of them.
pub(super) fn motion(
    _library: &Library,
    _progress: Option<&Progress>,
    _kinematics: &Kinematics,
    _delta: f64,
) -> Motion {
    todo!()
}
