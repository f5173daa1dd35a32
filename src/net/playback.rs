//! What the updates so far make of an entity: a fold over them in the order of their numbers.

use crate::base::Result;
use crate::base::math::DVec3;
use crate::base::serial::{Reader, Writer};
use crate::base::time::Nanos;
use crate::net::update::{Flags, Update};
use crate::predict::learned::ObserveContext;
use crate::predict::{EntityId, Observation, ObserveReport, Predictor};

/// Whether an entity is here.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Presence {
    /// No update has come.
    #[default]
    Unknown,
    /// It is relevant.
    Present,
    /// Its last update said that it leaves.
    Gone,
}

/// Whether an entity is predicted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Rest {
    /// It is.
    #[default]
    Moving,
    /// It has come to rest.
    Stopped,
    /// Its owner does not simulate it.
    Frozen,
}

/// What the updates so far make of an entity, beside what its predictor knows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Playback {
    /// Whether it is here.
    pub presence: Presence,
    /// Whether it is predicted.
    pub rest: Rest,
    /// Time of the last update taken in; 0 while unknown.
    pub time: Nanos,
}

impl Playback {
    /// What a predictor is told about `update` after the updates that made this playback: the first of a life begins anew. `None`
    /// when its time is not after theirs.
    pub fn observation(&self, update: &Update) -> Option<Observation> {
        if self.presence != Presence::Unknown && update.time <= self.time {
            return None;
        }
        let mut observation = update.observation();
        observation.teleported |= self.presence != Presence::Present;
        Some(observation)
    }

    /// The playback after `update`.
    pub fn after(&self, update: &Update) -> Self {
        let has = |flag| update.flags.contains(flag);
        Self {
            presence: if has(Flags::LEAVE) { Presence::Gone } else { Presence::Present },
            rest: match (has(Flags::FROZEN), has(Flags::STOP)) {
                (true, _) => Rest::Frozen,
                (_, true) => Rest::Stopped,
                _ => Rest::Moving,
            },
            time: update.time,
        }
    }

    /// Takes an update in; false when its time is not after that of the one before, and nothing changed. Sender and receiver call this
    /// on the same updates, so that they agree.
    pub fn apply(
        &mut self,
        predictor: &mut Predictor,
        id: EntityId,
        update: &Update,
        around: ObserveContext<'_>,
    ) -> Result<bool> {
        let Some(observation) = self.observation(update) else { return Ok(false) };
        if predictor.observe_in(id, &observation, around)? == ObserveReport::Late {
            return Ok(false);
        }
        *self = self.after(update);
        Ok(true)
    }

    /// Velocity of who is held, and of who is not.
    pub(crate) fn shown_velocity(&self, velocity: DVec3) -> DVec3 {
        if self.rest == Rest::Moving { velocity } else { DVec3::ZERO }
    }

    pub(crate) fn write(&self, w: &mut Writer) {
        w.u8(self.presence as u8).u8(self.rest as u8).i64(self.time);
    }

    pub(crate) fn read(r: &mut Reader<'_>) -> Result<Self> {
        Ok(Self {
            presence: r.one_of(&[Presence::Unknown, Presence::Present, Presence::Gone])?,
            rest: r.one_of(&[Rest::Moving, Rest::Stopped, Rest::Frozen])?,
            time: r.i64()?,
        })
    }
}
