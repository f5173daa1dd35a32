//! Commitments (hash now, reveal later) and digests that peers compare.

use super::arg::{Caller, check_vector, export, in_range, plain};
use super::error::Outcome;
use super::frame::Frame;
use super::handle::{self, Kind, resolve};
use super::net_codec::AntUpdate;
use super::object::Object;
use super::plausibility_rules::AntDigestReport;
use super::status::*;
use crate::base::math::DVec3;
use crate::net::commitment::{Reveal, commit, update_digest};
use crate::net::plausibility::{Statement, find_outliers};
use crate::net::{Ledger, Sequence, Update};

/// What a revealed update is worth.
pub type AntReveal = u32;
/// What was committed to.
pub const ANT_REVEAL_HONEST: AntReveal = 0;
/// Something else than was committed to.
pub const ANT_REVEAL_DIFFERENT: AntReveal = 1;
/// Nothing had been committed to.
pub const ANT_REVEAL_UNCOMMITTED: AntReveal = 2;

// The header generator needs literals above.
const _: () = {
    assert!(ANT_REVEAL_HONEST == Reveal::Honest as u32 && ANT_REVEAL_DIFFERENT == Reveal::Different as u32);
    assert!(ANT_REVEAL_UNCOMMITTED == Reveal::Uncommitted as u32);
};

/// Commitments of others that wait for their reveal, and digests of what peers were told. Zero is null.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AntCommitments {
    /// Opaque.
    pub id: u64,
}
plain!(AntCommitments);

pub(super) struct CommitmentsObject(Object<Ledger>);

impl Kind for CommitmentsObject {
    const KIND: u8 = 15;
    const NAME: &'static str = "book of commitments";
    type State = Ledger;
    fn object(&self) -> &Object<Ledger> {
        &self.0
    }
    fn bytes(&self) -> Outcome<u64> {
        Ok(self.read()?.bytes() as u64)
    }
    fn state_hash(&self) -> Outcome<u64> {
        Ok(self.read()?.state_hash())
    }
    fn snapshot(&self) -> Outcome<Vec<u8>> {
        Ok(self.read()?.snapshot())
    }
    fn restore(&self, bytes: &[u8]) -> Outcome<()> {
        Ok(self.write()?.restore(bytes)?)
    }
}

/// An update bit by bit as the host has it: digests are of the numbers in its frame.
fn update(c: Caller<'_>, pointer: *const AntUpdate) -> Outcome<Update> {
    c.desc(pointer, "update")?.checked(&Frame::new(&super::frame::AntFrame::CANONICAL)?, "update")
}

fn sequence(sequence: u32) -> Outcome<Sequence> {
    in_range(sequence.into(), 0.0, 65_535.0, "sequence")?;
    Ok(Sequence(sequence as u16))
}

/// Commits to an update: SHA-256 over a nonce and the update. Send it now, the update and the nonce later. Any thread.
/// nonce: [32 bytes] fresh random bytes from the operating system; secret until the reveal
/// update: quantised, as receivers will see it; any frame, as long as all use the same
/// out_digest: [32 bytes]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ant_commitment_make(
    nonce: *const u8,
    update: *const AntUpdate,
    out_digest: *mut u8,
) -> AntStatus {
    export!("ant_commitment_make", |c| {
        let out = c.out(out_digest.cast::<[u8; 32]>(), "out_digest")?;
        let nonce = c.read(nonce.cast::<[u8; 32]>(), "nonce")?;
        out.write(commit(&nonce, &self::update(c, update)?));
        Ok(ANT_OK)
    })
}

/// The digest of an update, which peers compare. Any thread.
/// update: quantised; any frame, as long as all use the same
/// out_digest: [32 bytes]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ant_update_digest(update: *const AntUpdate, out_digest: *mut u8) -> AntStatus {
    export!("ant_update_digest", |c| {
        let out = c.out(out_digest.cast::<[u8; 32]>(), "out_digest")?;
        out.write(update_digest(&self::update(c, update)?));
        Ok(ANT_OK)
    })
}

/// Finds the peers to whom an entity was shown elsewhere than to most. Peers say where they have it at a time they agreed on; two honest statements are at most the
/// sum of their allowances apart, and whoever contradicts more than half of the others is told. Any thread.
/// count: statements. [Limit: 0 to 32]
/// positions: [(x, y, z) * count] any frame and unit, as long as all use the same
/// allowances: [count] how wrong each may honestly be, in the unit of the positions: the threshold its updates are sent by. [Limit: finite, not negative]
/// out_odd: receives one bit per statement, 1 = it contradicts most
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ant_find_outliers(
    count: u32,
    positions: *const f64,
    allowances: *const f64,
    out_odd: *mut u32,
) -> AntStatus {
    export!("ant_find_outliers", |c| {
        let out = c.out(out_odd, "out_odd")?;
        in_range(count.into(), 0.0, 32.0, "count")?;
        let positions = c.slice(positions.cast::<[f64; 3]>(), count.into(), "positions")?;
        let allowances = c.slice(allowances, count.into(), "allowances")?;
        let mut statements = [Statement { peer: 0, position: DVec3::ZERO, allowance: 0.0 }; 32];
        for (place, statement) in statements.iter_mut().take(count as usize).enumerate() {
            let position = check_vector(DVec3::from_array(positions[place]), "positions")?;
            let allowance = in_range(allowances[place], 0.0, f64::MAX, "allowances")?;
            *statement = Statement { peer: place as u32, position, allowance };
        }
        out.write(find_outliers(&statements[..count as usize])?);
        Ok(ANT_OK)
    })
}

/// Makes a book of commitments. Any thread.
/// capacity: most commitments that are open, and most updates whose digests are remembered. [Limit: 1 to 65536]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ant_commitments_create(capacity: u32, out_commitments: *mut AntCommitments) -> AntStatus {
    export!("ant_commitments_create", |c| {
        let out = c.out(out_commitments, "out_commitments")?;
        let ledger = Ledger::new(capacity as usize)?;
        out.write(AntCommitments { id: handle::insert(CommitmentsObject(Object::new(ledger)))? });
        Ok(ANT_OK)
    })
}

/// Notes a commitment that arrived. ANT_ERROR_STATE when one for this update is open already, ANT_ERROR_BUDGET when there is no room. Mutating.
/// entity: its network number
/// sequence: the update it is about. [Limit: 0 to 65535]
/// digest: [32 bytes]
/// arrival: nanoseconds on the own clock
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ant_commitments_commit(
    commitments: AntCommitments,
    entity: u32,
    sequence: u32,
    digest: *const u8,
    arrival: i64,
) -> AntStatus {
    export!("ant_commitments_commit", |c| {
        let (digest, sequence) = (c.read(digest.cast::<[u8; 32]>(), "digest")?, self::sequence(sequence)?);
        let object = resolve::<CommitmentsObject>(commitments.id)?;
        object.write()?.book.commit(entity, sequence, digest, arrival)?;
        Ok(ANT_OK)
    })
}

/// Compares a reveal with its commitment, which is closed. Mutating.
/// nonce: [32 bytes]
/// out_reveal: receives ANT_REVEAL_…
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ant_commitments_reveal(
    commitments: AntCommitments,
    nonce: *const u8,
    update: *const AntUpdate,
    out_reveal: *mut AntReveal,
) -> AntStatus {
    export!("ant_commitments_reveal", |c| {
        let out = c.out(out_reveal, "out_reveal")?;
        let nonce = c.read(nonce.cast::<[u8; 32]>(), "nonce")?;
        let update = self::update(c, update)?;
        let object = resolve::<CommitmentsObject>(commitments.id)?;
        out.write(object.write()?.book.reveal(&nonce, &update) as u32);
        Ok(ANT_OK)
    })
}

/// Takes out the oldest commitment that came at or before a time and was not revealed. ANT_EMPTY, and nothing written, when there is none. Mutating.
/// deadline: nanoseconds on the own clock
/// out_entity: network number of its entity
/// out_sequence: the update it was about
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ant_commitments_overdue(
    commitments: AntCommitments,
    deadline: i64,
    out_entity: *mut u32,
    out_sequence: *mut u32,
) -> AntStatus {
    export!("ant_commitments_overdue", |c| {
        let (entity, sequence) = (c.out(out_entity, "out_entity")?, c.out(out_sequence, "out_sequence")?);
        let object = resolve::<CommitmentsObject>(commitments.id)?;
        let Some(open) = object.write()?.book.overdue(deadline) else { return Ok(ANT_EMPTY) };
        entity.write(open.entity);
        sequence.write(open.sequence.0.into());
        Ok(ANT_OK)
    })
}

/// Notes the digest of an update that this machine got. Mutating.
/// digest: [32 bytes] of ant_update_digest
/// out_report: [opt] what peers said of it so far
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ant_commitments_saw(
    commitments: AntCommitments,
    entity: u32,
    sequence: u32,
    digest: *const u8,
    out_report: *mut AntDigestReport,
) -> AntStatus {
    export!("ant_commitments_saw", |c| {
        let out = c.out_struct_opt(out_report, "out_report")?;
        let (digest, sequence) = (c.read(digest.cast::<[u8; 32]>(), "digest")?, self::sequence(sequence)?);
        let object = resolve::<CommitmentsObject>(commitments.id)?;
        let report = object.write()?.witness.saw(entity, sequence, digest);
        if let Some(out) = out {
            out.write(AntDigestReport::of(&report));
        }
        Ok(ANT_OK)
    })
}

/// Notes the digest of an update that a peer says it got. Mutating.
/// peer: the host's own number of the peer. [Limit: below 2^32 - 1]
/// digest: [32 bytes] of ant_update_digest
/// out_report: [opt] what peers said of it so far
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ant_commitments_told(
    commitments: AntCommitments,
    peer: u32,
    entity: u32,
    sequence: u32,
    digest: *const u8,
    out_report: *mut AntDigestReport,
) -> AntStatus {
    export!("ant_commitments_told", |c| {
        let out = c.out_struct_opt(out_report, "out_report")?;
        in_range(peer.into(), 0.0, f64::from(u32::MAX - 1), "peer")?;
        let (digest, sequence) = (c.read(digest.cast::<[u8; 32]>(), "digest")?, self::sequence(sequence)?);
        let object = resolve::<CommitmentsObject>(commitments.id)?;
        let report = object.write()?.witness.told(peer, entity, sequence, digest);
        if let Some(out) = out {
            out.write(AntDigestReport::of(&report));
        }
        Ok(ANT_OK)
    })
}
