//! The banks of a predictor by number, and the calls on them.

use super::bank::Bank;
use crate::base::math::DVec3;
use crate::base::serial::{Reader, Writer};
use crate::base::{Error, Result};
use crate::predict::EntityId;
use crate::predict::predictor::Predictor;
use alloc::format;
use alloc::vec::Vec;

/// Most banks of a predictor.
pub const MAX_BANKS: usize = 256;

/// The banks that entities can use, ordered by their numbers.
#[derive(Clone, Debug, Default)]
pub(in crate::predict) struct Banks {
    banks: Vec<(u32, Bank)>,
}

impl Banks {
    pub(super) fn get(&self, number: u32) -> Option<&Bank> {
        self.place(number).ok().map(|at| &self.banks[at].1)
    }

    fn place(&self, number: u32) -> core::result::Result<usize, usize> {
        self.banks.binary_search_by_key(&number, |(number, _)| *number)
    }

    fn insert(&mut self, number: u32, bank: Bank) -> Result<()> {
        match self.place(number) {
            Ok(at) => self.banks[at].1 = bank,
            Err(_) if self.banks.len() == MAX_BANKS => {
                return Err(Error::budget(format!("there are {MAX_BANKS} banks already")));
            }
            Err(at) => self.banks.insert(at, (number, bank)),
        }
        Ok(())
    }

    fn remove(&mut self, number: u32) -> Result<()> {
        match self.place(number) {
            Ok(at) => drop(self.banks.remove(at)),
            Err(_) => return Err(Error::not_found(format!("there is no bank {number}"))),
        }
        Ok(())
    }

    pub(in crate::predict) fn write(&self, w: &mut Writer) {
        w.u64(self.banks.len() as u64);
        for (number, bank) in &self.banks {
            w.u32(*number).blob(&bank.to_bytes());
        }
    }

    pub(in crate::predict) fn read(r: &mut Reader<'_>) -> Result<Self> {
        // A number and the length of a file each, at least.
        let count = r.count(4 + 8)?;
        let mut banks = Self::default();
        for _ in 0..count {
            let number = r.u32()?;
            if banks.banks.len() == MAX_BANKS || banks.banks.last().is_some_and(|(last, _)| *last >= number) {
                return Err(Error::corrupt(format!("snapshot has bank {number} out of order or too many of them")));
            }
            banks.banks.push((number, Bank::from_bytes(r.blob()?)?));
        }
        Ok(banks)
    }

    pub(in crate::predict) fn bytes(&self) -> usize {
        let own = self.banks.capacity() * size_of::<(u32, Bank)>();
        own + self.banks.iter().map(|(_, bank)| bank.bytes()).sum::<usize>()
    }
}

impl Predictor {
    /// Takes in the file of a bank ([`Bank::to_bytes`]) under a number; a bank of the same number is replaced. Entities
    /// whose profile has this number use it from their next observation on. Fails on a bad file and on more than
    /// [`MAX_BANKS`] banks; then nothing changes.
    pub fn load_bank(&mut self, number: u32, bytes: &[u8]) -> Result<()> {
        self.crowd.banks.insert(number, Bank::from_bytes(bytes)?)
    }

    /// Forgets a bank. Entities that use it fall back to dead reckoning from their next observation on.
    pub fn remove_bank(&mut self, number: u32) -> Result<()> {
        self.crowd.banks.remove(number)
    }

    /// The bank of this number.
    pub fn bank(&self, number: u32) -> Option<&Bank> {
        self.crowd.banks.get(number)
    }

    /// The velocity that the owner of an entity sends in place of its own (eq. 8), so that receivers which go straight on
    /// with it stay near for long; second, how sure that is, 0 to 1. The entity's own velocity and 0 where its bank has
    /// nothing to say: no such bank, too short a history, inputs outside of what was trained, worse than dead reckoning of
    /// late, another model than `neuro`.
    pub fn predictive_velocity(&self, id: EntityId) -> Result<(DVec3, f64)> {
        let (kinematics, details) = self.known(id)?;
        Ok(super::predictive_velocity(details.extras.window.as_deref(), kinematics))
    }
}
