//! `AntCommitments`.

use super::number;
use super::update::{AntUpdate, given};
use crate::convert::told;
use antreckon::base::{Error, Result};
use antreckon::net::commitment::{Digest, Reveal, commit};
use antreckon::net::plausibility::WitnessReport;
use antreckon::net::{Ledger, Sequence};
use godot::prelude::*;

/// Keeps peers honest: everybody commits to its update before it sees those of the others, and peers compare what they were told.
#[derive(GodotClass)]
#[class(no_init, base=RefCounted)]
struct AntCommitments {
    ledger: Ledger,
    base: Base<RefCounted>,
}

#[godot_api]
impl AntCommitments {
    /// The reveal is what was committed to.
    #[constant]
    const HONEST: i64 = Reveal::Honest as i64;
    /// The reveal is something else.
    #[constant]
    const DIFFERENT: i64 = Reveal::Different as i64;
    /// Nothing had been committed to.
    #[constant]
    const UNCOMMITTED: i64 = Reveal::Uncommitted as i64;

    /// Room for [param capacity] open commitments and as many updates whose digests are remembered, 1 to 65536.
    #[func]
    fn create(capacity: i64) -> Option<Gd<Self>> {
        let made = Ledger::new(usize::try_from(capacity).unwrap_or(0));
        told("AntCommitments.create", made).map(|ledger| Gd::from_init_fn(|base| Self { ledger, base }))
    }

    /// The 32 bytes to send at once in place of the update: a hash of it and of [param nonce], 32 fresh random bytes
    /// ([method Crypto.generate_random_bytes]) that stay secret until the update is sent with them.
    #[func]
    fn make(nonce: PackedByteArray, update: Option<Gd<AntUpdate>>) -> PackedByteArray {
        let made = digest("nonce", &nonce).and_then(|nonce| Ok(commit(&nonce, &given(update)?)));
        told("AntCommitments.make", made).map_or_else(PackedByteArray::new, |digest| digest.as_slice().into())
    }

    /// Notes the commitment of another player, which came at [param arrival] (nanoseconds).
    #[func]
    fn commit(&mut self, network_id: i64, sequence: i64, commitment: PackedByteArray, arrival: i64) -> bool {
        let done = number(network_id).and_then(|number| {
            let digest = digest("commitment", &commitment)?;
            self.ledger.book.commit(number, Sequence(sequence as u16), digest, arrival)
        });
        told("AntCommitments.commit", done).is_some()
    }

    /// Compares a revealed update with its commitment: [constant HONEST], [constant DIFFERENT] or [constant UNCOMMITTED]; -1 on error.
    #[func]
    fn reveal(&mut self, nonce: PackedByteArray, update: Option<Gd<AntUpdate>>) -> i64 {
        let done = digest("nonce", &nonce).and_then(|nonce| Ok(self.ledger.book.reveal(&nonce, &given(update)?)));
        told("AntCommitments.reveal", done).map_or(-1, |reveal| reveal as i64)
    }

    /// Takes out the commitments that came by [param deadline] and were not revealed: dictionaries with [code]network_id[/code],
    /// [code]sequence[/code], [code]arrival[/code].
    #[func]
    fn take_overdue(&mut self, deadline: i64) -> Array<VarDictionary> {
        let overdue = std::iter::from_fn(|| self.ledger.book.overdue(deadline));
        let said = overdue.map(|open| {
            vdict! {
                "network_id" => i64::from(open.entity),
                "sequence" => i64::from(open.sequence.0),
                "arrival" => open.arrival,
            }
        });
        said.collect()
    }

    /// This machine got an update with this [method AntUpdate.digest]. Returns [code]agree[/code] and [code]differ[/code]: how many peers
    /// got the same and something else, and [code]known[/code].
    #[func]
    fn saw(&mut self, network_id: i64, sequence: i64, seen: PackedByteArray) -> VarDictionary {
        let done = number(network_id).and_then(|number| {
            Ok(self.ledger.witness.saw(number, Sequence(sequence as u16), digest("digest", &seen)?))
        });
        told("AntCommitments.saw", done).map_or_else(VarDictionary::new, said)
    }

    /// A peer says what it got; returns as [method saw].
    #[func]
    fn told(&mut self, peer: i64, network_id: i64, sequence: i64, seen: PackedByteArray) -> VarDictionary {
        let done = number(network_id).and_then(|entity| {
            let seen = digest("digest", &seen)?;
            Ok(self.ledger.witness.told(number(peer)?, entity, Sequence(sequence as u16), seen))
        });
        told("AntCommitments.told", done).map_or_else(VarDictionary::new, said)
    }

    /// The whole state.
    #[func]
    fn snapshot(&self) -> PackedByteArray {
        self.ledger.snapshot().as_slice().into()
    }

    /// Takes over a [method snapshot].
    #[func]
    fn restore(&mut self, snapshot: PackedByteArray) -> bool {
        told("AntCommitments.restore", self.ledger.restore(snapshot.as_slice())).is_some()
    }

    /// Equal on machines that know the same.
    #[func]
    fn state_hash(&self) -> i64 {
        self.ledger.state_hash() as i64
    }
}

fn digest(name: &str, bytes: &PackedByteArray) -> Result<Digest> {
    let length = bytes.len();
    bytes.as_slice().try_into().map_err(|_| Error::invalid(format!("{name} has {length} bytes, must be 32")))
}

fn said(report: WitnessReport) -> VarDictionary {
    vdict! {
        "agree" => i64::from(report.agree),
        "differ" => i64::from(report.differ),
        "known" => report.known,
    }
}
