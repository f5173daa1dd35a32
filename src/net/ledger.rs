//! What owners have committed to and what peers were told, kept together and saved together.

use super::commitment::Book;
use super::plausibility::Witness;
use crate::base::Result;
use crate::base::hash::hash_bytes;
use crate::base::serial::{Reader, Writer};
use alloc::vec::Vec;

const MAGIC: [u8; 4] = *b"ANTB";
const VERSION: u32 = 1;

/// Open commitments, and digests of recent updates.
#[derive(Clone, Debug)]
pub struct Ledger {
    /// Commitments that wait for their reveal.
    pub book: Book,
    /// Digests of what this machine and its peers got.
    pub witness: Witness,
    capacity: usize,
}

impl Ledger {
    /// For up to `capacity` open commitments and as many updates whose digests are remembered, 1 to 65,536.
    pub fn new(capacity: usize) -> Result<Self> {
        Ok(Self { book: Book::new(capacity)?, witness: Witness::new(capacity)?, capacity })
    }

    /// The whole state but the capacity, framed with magic, version, length and checksum.
    pub fn snapshot(&self) -> Vec<u8> {
        let mut w = Writer::new();
        self.book.write(&mut w);
        self.witness.write(&mut w);
        w.seal(MAGIC, VERSION)
    }

    /// Replaces the state by a snapshot's; the capacity stays. On error nothing changes.
    pub fn restore(&mut self, bytes: &[u8]) -> Result<()> {
        let mut r = Reader::open(bytes, MAGIC, VERSION)?;
        let book = Book::read(&mut r, self.capacity)?;
        let witness = Witness::read(&mut r, self.capacity)?;
        r.finish()?;
        (self.book, self.witness) = (book, witness);
        Ok(())
    }

    /// Equal on two machines exactly when their ledgers are in the same state.
    pub fn state_hash(&self) -> u64 {
        hash_bytes(&self.snapshot())
    }

    /// Bytes of memory it uses.
    pub fn bytes(&self) -> usize {
        self.book.bytes() + self.witness.bytes()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::ErrorKind;
    use crate::base::random::Random;
    use crate::net::commitment::{Digest, Reveal, commit};
    use crate::net::update::{Sequence, Update};
    use proptest::prelude::*;

    fn digest(random: &mut Random) -> Digest {
        core::array::from_fn(|_| random.below(3) as u8)
    }

    /// Something happens to a ledger; what it says about that.
    fn act(ledger: &mut Ledger, random: &mut Random) -> [u32; 4] {
        let (entity, sequence) = (random.below(3) as u32, Sequence(random.below(6) as u16));
        let update = Update { sequence, ..Update::at(entity, 0, Default::default()) };
        let nonce = [random.below(2) as u8; 32];
        let report = match random.below(5) {
            0 => {
                let noted = ledger.book.commit(entity, sequence, commit(&nonce, &update), random.below(50) as i64);
                return [0, noted.is_ok().into(), 0, 0];
            }
            1 => return [1, ledger.book.reveal(&nonce, &update) as u32, 0, 0],
            2 => {
                let open = ledger.book.overdue(random.below(50) as i64);
                return open.map_or([2; 4], |open| [3, open.entity, open.sequence.0.into(), open.arrival as u32]);
            }
            3 => ledger.witness.saw(entity, sequence, digest(random)),
            _ => ledger.witness.told(random.below(12) as u32, entity, sequence, digest(random)),
        };
        [4 + u32::from(report.known), report.agree, report.differ, 0]
    }

    proptest! {
        #[test]
        fn a_restored_ledger_goes_on_as_the_one_that_was_saved(seed: u64, before in 0..60, after in 1..60) {
            let (mut random, mut ledger) = (Random(seed), Ledger::new(8).unwrap());
            (0..before).for_each(|_| { act(&mut ledger, &mut random); });
            let mut copy = Ledger::new(8).unwrap();
            copy.restore(&ledger.snapshot()).unwrap();
            prop_assert_eq!(copy.snapshot(), ledger.snapshot());
            let mut again = random;
            for _ in 0..after {
                prop_assert_eq!(act(&mut copy, &mut again), act(&mut ledger, &mut random));
            }
            prop_assert_eq!(copy.state_hash(), ledger.state_hash());
        }
    }

    #[test]
    fn damaged_snapshots_change_nothing() {
        let (mut random, mut ledger) = (Random(3), Ledger::new(4).unwrap());
        for _ in 0..200 {
            act(&mut ledger, &mut random);
        }
        let bytes = ledger.snapshot();
        let mut victim = Ledger::new(4).unwrap();
        victim.book.commit(9, Sequence(9), [9; 32], 9).unwrap();
        let (hash, mut damaged) = (victim.state_hash(), bytes.clone());
        for length in 0..bytes.len() {
            assert!(victim.restore(&bytes[..length]).is_err(), "{length}");
        }
        for bit in 0..8 * bytes.len() {
            damaged[bit / 8] ^= 1 << (bit % 8);
            assert!(victim.restore(&damaged).is_err(), "{bit}");
            damaged[bit / 8] ^= 1 << (bit % 8);
        }
        assert_eq!(victim.state_hash(), hash);
        assert_eq!(Ledger::new(1).unwrap().restore(&bytes).unwrap_err().kind, ErrorKind::Budget);
        victim.restore(&bytes).unwrap();
        assert_eq!(victim.state_hash(), ledger.state_hash());
    }

    /// Frames `content` with a checksum that is right, as somebody who means harm would.
    fn forged(content: impl Fn(&mut Writer)) -> Vec<u8> {
        let mut w = Writer::new();
        content(&mut w);
        w.seal(MAGIC, VERSION)
    }

    #[test]
    fn snapshots_that_no_ledger_wrote_are_refused() {
        let mut ledger = Ledger::new(4).unwrap();
        let commitment = |w: &mut Writer| {
            w.u32(1).u16(2).i64(3);
            for _ in 0..32 {
                w.u8(0);
            }
        };
        let twice = forged(|w| {
            w.u64(2);
            commitment(w);
            commitment(w);
            w.u64(0).u64(0);
        });
        let beyond = forged(|w| {
            w.u64(0).u64(0).u64(1);
        });
        let flag = forged(|w| {
            w.u64(0).u64(1).u32(1).u16(1).u8(7);
        });
        for bytes in [twice, beyond, flag] {
            assert_eq!(ledger.restore(&bytes).unwrap_err().kind, ErrorKind::Corrupt);
        }
        let good = forged(|w| {
            w.u64(1);
            commitment(w);
            w.u64(0).u64(0);
        });
        ledger.restore(&good).unwrap();
        assert_eq!(
            ledger.book.reveal(&[0; 32], &Update { sequence: Sequence(2), ..Update::at(1, 0, Default::default()) }),
            Reveal::Different
        );
    }
}
