//! What shadows need beside the updates: what the models of all ends rest on, and what the host tells of single entities.

use super::{Sender, unknown_entity};
use crate::base::{Error, Result};
use crate::predict::interest::InterestObject;
use crate::predict::{EntityProfile, Model, Predictor};
use alloc::format;

impl Sender {
    /// Changes what the shadows of all connections, present and to come, share with the receivers: constants, objects, banks,
    /// routes, weights. `change` is run once, on a predictor without entities; on error nothing changes. Receivers need the same.
    pub fn share(&mut self, change: impl FnOnce(&mut Predictor) -> Result<()>) -> Result<()> {
        let mut shared = self.shared.clone();
        change(&mut shared)?;
        for (_, connection) in self.connections.iter_mut() {
            connection.predictors_mut().try_for_each(|shadows| shadows.take_shared(&shared))?;
        }
        self.shared = shared;
        Ok(())
    }

    /// What the shadows share with the receivers.
    pub fn shared(&self) -> &Predictor {
        &self.shared
    }

    /// Adds an object of the interest scheme, or changes it; `None` forgets it. As [`Sender::share`], but quick.
    pub fn set_object(&mut self, id: u64, object: Option<&InterestObject>) -> Result<()> {
        let change = |predictor: &mut Predictor| match object {
            Some(object) => predictor.set_object(id, object),
            None => predictor.remove_object(id),
        };
        change(&mut self.shared)?;
        self.connections.iter_mut().flat_map(|(_, connection)| connection.predictors_mut()).try_for_each(change)
    }

    /// Tells the state S of an entity (interest scheme); `None` = out of the game.
    pub fn set_life(&mut self, number: u32, life: Option<f64>) -> Result<()> {
        let id = self.entity(number)?;
        crate::predict::interest::check_life(life)?;
        self.entities.get_mut(id).ok_or_else(|| unknown_entity(number))?.life = Some(life);
        let slot = id.index as usize;
        self.connections.iter_mut().try_for_each(|(_, connection)| connection.set_life(slot, life))
    }

    /// Fails, with the reason, on a model whose shadow could not show what receivers show; `None` = the line of the update.
    pub(super) fn check_model(&self, profile: Option<&EntityProfile>) -> Result<()> {
        let feels = profile.is_some_and(|profile| profile.model.feels_others());
        let others = |kind: bool| self.entities.iter().any(|(_, owned)| owned.feels_others() == kind);
        let reason = match profile.map(|profile| (profile.model, profile.shared_only)) {
            Some((Model::Custom, _)) => "rests on the expert of the receiving host, which nobody else can ask",
            Some((Model::Trail | Model::Kinematic | Model::Auto, false)) => {
                "rests on what receivers learn by themselves: say in the profile that it uses only what is shared"
            }
            _ if feels && others(false) => {
                "rests on where all players of this sender are, and some are told of in another way: let all have this model"
            }
            _ if !feels && others(true) => {
                "cannot be beside the one that other players have, which rests on where all players are"
            }
            _ => return Ok(()),
        };
        let model = profile.map_or(Model::Dr1, |profile| profile.model);
        Err(Error::state(format!("receivers would be farther off than the thresholds: the model {model:?} {reason}")))
    }
}
