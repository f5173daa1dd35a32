//! The calls on a predictor that are about interest.

use super::{InterestObject, InterestParams};
use crate::base::{Error, Result};
use crate::predict::kinematics::SEEN;
use crate::predict::{EntityId, Predictor};
use alloc::format;

impl Predictor {
    /// Changes the constants of the interest scheme for all entities. Fails on one out of range, and when there are more
    /// objects than `max_objects` already.
    pub fn set_interest_params(&mut self, params: &InterestParams) -> Result<()> {
        self.crowd.interest.set_params(params)
    }

    /// The constants of the interest scheme.
    pub fn interest_params(&self) -> &InterestParams {
        &self.crowd.interest.params
    }

    /// Adds an object that interests players, or changes it: moved, of another value, taken, back again. `id` is the host's
    /// own number of it.
    pub fn set_object(&mut self, id: u64, object: &InterestObject) -> Result<()> {
        self.crowd.interest.set_object(id, object)
    }

    /// Forgets an object.
    pub fn remove_object(&mut self, id: u64) -> Result<()> {
        self.crowd.interest.remove_object(id)
    }

    /// An object, if there is one of this number.
    pub fn object(&self, id: u64) -> Option<&InterestObject> {
        self.crowd.interest.objects.get(&id).map(|lying| &lying.object)
    }

    /// How many objects there are, taken ones included.
    pub fn object_count(&self) -> usize {
        self.crowd.interest.objects.len()
    }

    /// Tells the state S of a player (0 to 1e9; above `full_life` counts as full), who is felt by the others from now on,
    /// whatever model predicts it. `None` = out of the game (dead): nobody feels it until a life is told again. Until a
    /// life is told, a player that the scheme predicts counts as full and others take no part.
    pub fn set_life(&mut self, id: EntityId, life: Option<f64>) -> Result<()> {
        let kinematics = self.kinematics.get_mut(id).ok_or_else(|| unknown(id))?;
        let mut stake = kinematics.stake;
        let seen = Some(&*kinematics).filter(|kinematics| kinematics.has(SEEN));
        self.crowd.interest.set_life(id, life, seen, &mut stake)?;
        kinematics.stake = stake;
        Ok(())
    }

    /// Players of a company feel each other and nobody else; `None` is a company, too, which everybody is in at first. Objects
    /// are felt by all.
    pub fn set_company(&mut self, id: EntityId, company: Option<u64>) -> Result<()> {
        let kinematics = self.kinematics.get_mut(id).ok_or_else(|| unknown(id))?;
        let mut stake = kinematics.stake;
        let seen = Some(&*kinematics).filter(|kinematics| kinematics.has(SEEN));
        self.crowd.interest.set_company(id, company, seen, &mut stake);
        kinematics.stake = stake;
        Ok(())
    }

    /// An entity has left the game: the others do not feel it until it is observed again.
    pub fn leave(&mut self, id: EntityId) -> Result<()> {
        let stake = self.kinematics.get(id).ok_or_else(|| unknown(id))?.stake;
        self.crowd.interest.left(stake);
        Ok(())
    }

    /// E of a player, -100 (always objects) to 100 (always players): as its profile says, else as observed; 0 while
    /// nothing was observed. Behaviour is observed while the interest scheme or the hybrid method predicts the entity.
    pub fn preference(&self, id: EntityId) -> Result<f64> {
        let stake = self.kinematics.get(id).ok_or_else(|| unknown(id))?.stake;
        let details = &self.details[id.index as usize];
        let observed = || self.crowd.interest.seat(stake).map_or(0.0, |seat| seat.habit.preference());
        Ok(details.profile.preference.map_or_else(observed, f64::from))
    }
}

#[cold]
fn unknown(id: EntityId) -> Error {
    Error::not_found(format!("entity {} of generation {} does not exist", id.index, id.generation))
}
