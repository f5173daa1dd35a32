//! What several predictors must have in common so that they predict alike: constants, objects, banks, routes, weights. What
//! is known of single entities is not part of it.

use super::predictor::Predictor;
use super::profile::{EntityProfile, Model};
use crate::base::Result;
use crate::base::hash::StableHasher;
use crate::base::serial::Writer;

impl Predictor {
    /// Takes over all that the entities of another predictor share: constants and objects of the interest scheme, banks,
    /// parameters and routes of strategies, loaded weights. What was observed and what is being recorded stays.
    pub fn take_shared(&mut self, other: &Self) -> Result<()> {
        self.crowd.interest.take_shared(&other.crowd.interest)?;
        self.crowd.banks.take_shared(&other.crowd.banks);
        self.crowd.strategies.take_shared(&other.crowd.strategies);
        self.crowd.learning.take_shared(&other.crowd.learning)
    }

    /// Equal where two predictors share what the model of a profile rests on. Objects come and go and are not part of it.
    pub fn shared_digest(&self, profile: &EntityProfile) -> u64 {
        let crowd = &self.crowd;
        let mut hasher = StableHasher::new();
        let hasher = hasher.u64(profile.model as u64);
        match profile.model {
            Model::Strategy => hasher.u64(crowd.strategies.digest()),
            Model::Interest | Model::Hybrid => {
                let mut w = Writer::new();
                crowd.interest.write_params(&mut w);
                hasher.bytes(&w.seal(*b"ANIP", 1))
            }
            Model::Neuro => self
                .bank_files(profile.bank, profile.bank_count)
                .fold(hasher, |hasher, (number, file)| hasher.u64(number.into()).bytes(&file)),
            Model::Auto | Model::Kinematic => hasher.u64(crowd.learning.loaded_digest()),
            _ => hasher,
        }
        .finish()
    }
}
