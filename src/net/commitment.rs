//! Hash now, reveal later: an answer to who waits for the others' moves before making its own.
//!
//! The owner sends `SHA-256(nonce ‖ update)` at once and the update with its nonce when everybody's commitments are in. It cannot change
//! its mind in between, because it would have to find a second update with the same digest; others learn nothing
//! before, because they would have to guess the nonce: 32 fresh random bytes each time, from the host's operating system.

use super::sha256::Sha256;
use super::update::{Sequence, Update};
use crate::base::serial::{Reader, Writer};
use crate::base::time::Nanos;
use crate::base::{Error, Result};
use alloc::format;
use alloc::vec::Vec;

/// A SHA-256 digest.
pub type Digest = [u8; 32];
/// Secret until the reveal.
pub type Nonce = [u8; 32];

/// Sets the digests of commitments apart from any others.
const COMMITMENT: &[u8] = b"antreckon commitment 1";
const UPDATE: &[u8] = b"antreckon update 1";
/// Of an open commitment in a snapshot.
const OPEN_BYTES: usize = 4 + 2 + 8 + 32;

/// Commits to any bytes.
pub fn commit_bytes(nonce: &Nonce, bytes: &[u8]) -> Digest {
    let mut hash = Sha256::default();
    hash.update(COMMITMENT);
    hash.update(nonce);
    hash.update(bytes);
    hash.finish()
}

/// Commits to an update.
pub fn commit(nonce: &Nonce, update: &Update) -> Digest {
    commit_bytes(nonce, &update_digest(update))
}

/// The digest of an update, as peers compare it: every field bit by bit. Take it of the quantised update, which all have in common.
pub fn update_digest(update: &Update) -> Digest {
    let mut hash = Sha256::default();
    hash.update(UPDATE);
    hash.update(&update.entity.to_le_bytes());
    hash.update(&update.sequence.0.to_le_bytes());
    hash.update(&update.time.to_le_bytes());
    hash.update(&[update.flags.bits()]);
    let mut part = |present: bool, numbers: &[f64]| {
        hash.update(&[present.into()]);
        // Both zeros are one value.
        numbers.iter().filter(|_| present).for_each(|x| hash.update(&(x + 0.0).to_le_bytes()));
    };
    part(true, &update.position.to_array());
    part(true, &update.velocity.to_array());
    part(update.acceleration.is_some(), &update.acceleration.unwrap_or_default().to_array());
    part(update.orientation.is_some(), &update.orientation.unwrap_or_default().to_array());
    part(update.angular_velocity.is_some(), &update.angular_velocity.unwrap_or_default().to_array());
    hash.finish()
}

/// What a reveal shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reveal {
    /// What was committed to.
    Honest,
    /// Something else.
    Different,
    /// Nothing had been committed to.
    Uncommitted,
}

impl Reveal {
    /// All, by number.
    pub const ALL: [Self; 3] = [Self::Honest, Self::Different, Self::Uncommitted];
}

/// A commitment that was not revealed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Open {
    /// Network number of the entity.
    pub entity: u32,
    /// The update it is about.
    pub sequence: Sequence,
    /// When it came, own clock.
    pub arrival: Nanos,
    digest: Digest,
}

/// Commitments of others that wait for their reveal. Bounded.
#[derive(Clone, Debug)]
pub struct Book {
    /// In the order in which they came.
    open: Vec<Open>,
    capacity: usize,
}

impl Book {
    /// For up to `capacity` open commitments, 1 to 65,536.
    pub fn new(capacity: usize) -> Result<Self> {
        if !(1..=1 << 16).contains(&capacity) {
            return Err(Error::invalid(format!("capacity is {capacity}, must be 1 to 65536")));
        }
        Ok(Self { open: Vec::with_capacity(capacity), capacity })
    }

    /// Notes a commitment. Fails when one for this update is open already, or when there is no room.
    pub fn commit(&mut self, entity: u32, sequence: Sequence, digest: Digest, arrival: Nanos) -> Result<()> {
        if self.find(entity, sequence).is_some() {
            let n = sequence.0;
            return Err(Error::state(format!("update {n} of entity {entity} was committed to already")));
        }
        if self.open.len() == self.capacity {
            return Err(Error::budget(format!("{} commitments are open, no more are possible", self.capacity)));
        }
        self.open.push(Open { entity, sequence, arrival, digest });
        Ok(())
    }

    /// Compares a reveal with its commitment, which is closed.
    pub fn reveal(&mut self, nonce: &Nonce, update: &Update) -> Reveal {
        let Some(place) = self.find(update.entity, update.sequence) else { return Reveal::Uncommitted };
        let open = self.open.remove(place);
        if open.digest == commit(nonce, update) { Reveal::Honest } else { Reveal::Different }
    }

    /// Takes out the oldest commitment that came at or before `deadline` and was not revealed.
    pub fn overdue(&mut self, deadline: Nanos) -> Option<Open> {
        let place = self.open.iter().position(|open| open.arrival <= deadline)?;
        Some(self.open.remove(place))
    }

    /// Commitments that wait.
    pub fn open(&self) -> usize {
        self.open.len()
    }

    pub(super) fn write(&self, w: &mut Writer) {
        w.u64(self.open.len() as u64);
        for open in &self.open {
            w.u32(open.entity).u16(open.sequence.0).i64(open.arrival);
            write_digest(w, &open.digest);
        }
    }

    pub(super) fn read(r: &mut Reader<'_>, capacity: usize) -> Result<Self> {
        let mut book = Self::new(capacity)?;
        for _ in 0..r.count(OPEN_BYTES)? {
            let (entity, sequence, arrival) = (r.u32()?, Sequence(r.u16()?), r.i64()?);
            if book.find(entity, sequence).is_some() {
                return Err(Error::corrupt(format!("update {} of entity {entity} is committed to twice", sequence.0)));
            }
            book.commit(entity, sequence, read_digest(r)?, arrival)?;
        }
        Ok(book)
    }

    fn find(&self, entity: u32, sequence: Sequence) -> Option<usize> {
        self.open.iter().position(|open| open.entity == entity && open.sequence == sequence)
    }

    /// Bytes of memory it uses.
    pub fn bytes(&self) -> usize {
        size_of::<Self>() + self.open.capacity() * size_of::<Open>()
    }
}

pub(super) fn write_digest(w: &mut Writer, digest: &Digest) {
    for byte in digest {
        w.u8(*byte);
    }
}

pub(super) fn read_digest(r: &mut Reader<'_>) -> Result<Digest> {
    let mut digest = [0; 32];
    for byte in &mut digest {
        *byte = r.u8()?;
    }
    Ok(digest)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::math::{DQuat, DVec3};
    use crate::net::update::Flags;

    fn update() -> Update {
        Update {
            velocity: DVec3::X,
            acceleration: Some(DVec3::Y),
            orientation: Some(DQuat::IDENTITY),
            angular_velocity: Some(DVec3::Z),
            ..Update::at(4, 50, DVec3::ONE)
        }
    }

    #[test]
    fn every_field_is_committed_to() {
        type Change = fn(&mut Update);
        let changes: [Change; 12] = [
            |u| u.entity = 5,
            |u| u.sequence = Sequence(1),
            |u| u.time = 51,
            |u| u.position.y = 1.5,
            |u| u.velocity.z = 1e-9,
            |u| u.acceleration = None,
            |u| u.acceleration = Some(DVec3::ZERO),
            |u| u.orientation = None,
            |u| u.orientation = Some(DQuat::from_rotation_y(0.1)),
            |u| u.angular_velocity = None,
            |u| u.angular_velocity = Some(DVec3::ZERO),
            |u| u.flags = Flags::STOP,
        ];
        let honest = update_digest(&update());
        for (i, change) in changes.into_iter().enumerate() {
            let mut changed = update();
            change(&mut changed);
            assert_ne!(update_digest(&changed), honest, "{i}");
        }
        let mut same = update();
        same.velocity.y = -0.0;
        assert_eq!(update_digest(&same), honest);
        assert_ne!(commit(&[0; 32], &update()), commit(&[1; 32], &update()));
    }

    #[test]
    fn a_book_tells_who_kept_its_word() {
        let (nonce, mut book) = ([7; 32], Book::new(2).unwrap());
        book.commit(4, Sequence(0), commit(&nonce, &update()), 10).unwrap();
        assert!(book.commit(4, Sequence(0), [0; 32], 11).is_err());
        book.commit(4, Sequence(1), [0; 32], 12).unwrap();
        assert!(book.commit(4, Sequence(2), [0; 32], 13).is_err(), "no room");
        assert_eq!(book.reveal(&nonce, &update()), Reveal::Honest);
        assert_eq!(book.reveal(&nonce, &update()), Reveal::Uncommitted);
        book.commit(4, Sequence(0), commit(&nonce, &update()), 14).unwrap();
        assert_eq!(book.reveal(&[8; 32], &update()), Reveal::Different);
        assert_eq!(book.overdue(11), None);
        assert_eq!(book.overdue(12).map(|open| open.sequence), Some(Sequence(1)));
        assert_eq!(book.open(), 0);
        assert!(Book::new(0).is_err() && Book::new(1 << 17).is_err());
    }
}
