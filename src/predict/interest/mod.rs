//! Interest scheme and hybrid method (S3): forces between players and objects.

use super::EntityId;
use super::kinematics::Kinematics;
use super::model::Motion;
use super::reckoning::Details;
use crate::base::Result;
use crate::base::math::DVec3;
use crate::base::serial::{Reader, Writer};

/// Everybody and everything that interests, and where it is.
#[derive(Clone, Debug, Default)]
pub(super) struct InterestField {}

/// What one entity has at stake: its state S and what is known of its preference.
#[derive(Clone, Debug, Default)]
pub(super) struct Stake {}

impl InterestField {
    /// Called after every observation of every entity; must cost next to nothing for entities that take no part.
    #[inline]
    pub(super) fn observed(&mut self, _id: EntityId, _kinematics: &Kinematics, _stake: &mut Stake) {}
    pub(super) fn removed(&mut self, _id: EntityId) {}
    pub(super) fn rebase(&mut self, _shift: DVec3) {}
    pub(super) fn write(&self, _w: &mut Writer) {}
    pub(super) fn read(_r: &mut Reader<'_>) -> Result<Self> {
        Ok(Self::default())
    }
    pub(super) fn bytes(&self) -> usize {
        0
    }
}

impl Stake {
    pub(super) fn write(&self, _w: &mut Writer) {}
    pub(super) fn read(_r: &mut Reader<'_>) -> Result<Self> {
        Ok(Self::default())
    }
}

/// Interest scheme or hybrid method, as the entity's model says.
pub(super) fn motion(_field: &InterestField, _kinematics: &Kinematics, _details: &Details, _delta: f64) -> Motion {
    todo!()
}
