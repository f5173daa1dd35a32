//! The banks of a predictor by number, and the calls on them.

use super::bank::{BUILT_IN, Bank, DEFAULT};
use crate::base::math::DVec3;
use crate::base::serial::{Reader, Writer};
use crate::base::{Error, Result};
use crate::predict::predictor::Predictor;
use crate::predict::{EntityId, Model};
use alloc::boxed::Box;
use alloc::format;
use alloc::vec::Vec;

/// Most banks of a predictor.
pub const MAX_BANKS: usize = 256;

/// The banks that entities can use, ordered by their numbers.
#[derive(Clone, Debug, Default)]
pub(in crate::predict) struct Banks {
    banks: Vec<(u32, Bank)>,
    /// Read when an entity needs it for the first time.
    built_in: Option<Box<Bank>>,
}

impl Banks {
    /// The bank of a file, else the built-in one where that has this number and somebody needed it.
    pub(super) fn get(&self, number: u32) -> Option<&Bank> {
        self.loaded(number).or_else(|| self.built_in.as_deref().filter(|_| number == BUILT_IN))
    }

    /// An entity is about to use the banks from `first` on.
    pub(in crate::predict) fn need(&mut self, first: u32) {
        if first == BUILT_IN && self.built_in.is_none() && self.place(BUILT_IN).is_err() {
            self.built_in = Some(Box::new(Bank::built_in()));
        }
    }

    fn loaded(&self, number: u32) -> Option<&Bank> {
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

    /// The files of another predictor in place of the own ones; the built-in bank stays read.
    pub(in crate::predict) fn take_shared(&mut self, other: &Self) {
        self.banks.clone_from(&other.banks);
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
        let built_in = self.built_in.as_ref().map_or(0, |bank| size_of::<Bank>() + bank.bytes());
        own + built_in + self.banks.iter().map(|(_, bank)| bank.bytes()).sum::<usize>()
    }
}

impl Predictor {
    /// Takes in the file of a bank ([`Bank::to_bytes`]) under a number; a bank of the same number is replaced. Entities
    /// whose profile has this number use it from their next observation on. Fails on a bad file and on more than
    /// [`MAX_BANKS`] banks; then nothing changes.
    pub fn load_bank(&mut self, number: u32, bytes: &[u8]) -> Result<()> {
        self.crowd.banks.insert(number, Bank::from_bytes(bytes)?)
    }

    /// Forgets a bank. Entities that use it fall back to dead reckoning from their next observation on, those of bank
    /// [`BUILT_IN`] to the built-in one.
    pub fn remove_bank(&mut self, number: u32) -> Result<()> {
        self.crowd.banks.remove(number)
    }

    /// Files of the banks that a profile names, by number: those loaded, and the built-in one. What both ends must have alike.
    pub fn bank_files(&self, first: u32, count: u32) -> impl Iterator<Item = (u32, Vec<u8>)> + '_ {
        let numbers = (0..count).filter_map(move |place| first.checked_add(place));
        numbers.filter_map(|number| {
            let built_in = (number == BUILT_IN).then(|| DEFAULT.to_vec());
            Some((number, self.bank(number).map(Bank::to_bytes).or(built_in)?))
        })
    }

    /// The bank that was loaded under this number.
    pub fn bank(&self, number: u32) -> Option<&Bank> {
        self.crowd.banks.loaded(number)
    }

    /// Numbers of the banks that were loaded, ascending.
    pub fn banks(&self) -> impl Iterator<Item = u32> + '_ {
        self.crowd.banks.banks.iter().map(|(number, _)| *number)
    }

    /// The velocity that the owner of an entity sends in place of its own (eq. 8), so that receivers which go straight on
    /// with it stay near for long; second, how sure that is, 0 to 1. `threshold` is the most that receivers may be off,
    /// metres: by it the bank says how far to look ahead and how fast the velocity is ([`super::SendRule`]).
    ///
    /// It is the entity's own velocity, and 0, where its bank has nothing to say: no such bank, too short a history, inputs
    /// outside of what was trained, worse than dead reckoning of late, another model than `neuro`. Without
    /// [`bank_fallback`](crate::predict::EntityProfile::bank_fallback) the bank is heard even where it is not believed;
    /// then the confidence may be 0 beside a velocity of the bank.
    pub fn predictive_velocity(&self, id: EntityId, threshold: f64) -> Result<(DVec3, f64)> {
        let (kinematics, details) = self.known(id)?;
        let (window, v_max) = (details.extras.window.as_deref(), details.profile.v_max);
        Ok(super::predictive_velocity(window, &self.crowd.banks, kinematics, v_max, threshold))
    }

    /// The number of the bank that predicts an entity at present: of several, the one that erred least of late. `None` where
    /// there is none, or plain dead reckoning has taken over.
    pub fn bank_in_use(&self, id: EntityId) -> Result<Option<u32>> {
        let (kinematics, details) = self.known(id)?;
        let window = details.extras.window.as_deref().filter(|_| kinematics.model == Model::Neuro);
        Ok(window.filter(|window| window.trusted(kinematics).is_some()).map(|window| window.bank()))
    }
}
