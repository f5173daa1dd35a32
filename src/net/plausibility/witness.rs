//! Whether an owner told everybody the same.
//!
//! Peers tell each other the digests of the updates they got ([`update_digest`](crate::net::commitment::update_digest), much shorter
//! than the updates). Where an owner numbers one stream of updates for all, two digests of one number that differ expose it. Where
//! updates differ by connection (thresholds by distance), peers compare predicted positions for one time instead ([`find_outliers`]).
//!
//! A peer may lie about what it got. Without signatures it is word against word; the more peers differ from one owner's
//! story, the less that is a defence.

use crate::base::math::DVec3;
use crate::base::serial::{Reader, Writer};
use crate::base::{Error, Result};
use crate::net::commitment::{Digest, read_digest, write_digest};
use crate::net::update::Sequence;
use alloc::format;
use alloc::vec::Vec;

/// Peers whose reports on one update are kept.
pub const MAX_REPORTS: usize = 8;

/// Least bytes of an entry in a snapshot.
const ENTRY_BYTES: usize = 4 + 2 + 1 + MAX_REPORTS;

/// What is known of one update.
#[derive(Clone, Copy, Debug)]
struct Entry {
    entity: u32,
    sequence: Sequence,
    own: Option<Digest>,
    reports: [Option<(u32, Digest)>; MAX_REPORTS],
}

/// What came of a digest.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WitnessReport {
    /// Peers that got the same as this machine.
    pub agree: u32,
    /// Peers that got something else.
    pub differ: u32,
    /// This machine has the update; else the reports wait for it.
    pub known: bool,
}

/// Digests of recent updates, own and reported. Bounded; the oldest make room.
#[derive(Clone, Debug)]
pub struct Witness {
    entries: Vec<Entry>,
    capacity: usize,
    /// Where the next entry goes when it is full.
    next: usize,
}

impl Witness {
    /// Remembers up to `capacity` updates, 1 to 65,536.
    pub fn new(capacity: usize) -> Result<Self> {
        if !(1..=1 << 16).contains(&capacity) {
            return Err(Error::invalid(format!("capacity is {capacity}, must be 1 to 65536")));
        }
        Ok(Self { entries: Vec::with_capacity(capacity), capacity, next: 0 })
    }

    /// This machine got an update. A second, different digest for one number differs from this machine itself and counts as a peer.
    pub fn saw(&mut self, entity: u32, sequence: Sequence, digest: Digest) -> WitnessReport {
        let entry = self.entry(entity, sequence);
        match entry.own {
            Some(own) if own != digest => entry.report(u32::MAX, digest),
            _ => entry.own = Some(digest),
        }
        entry.summary()
    }

    /// A peer says what it got. The last word of a peer counts; more than [`MAX_REPORTS`] peers are not kept.
    pub fn told(&mut self, peer: u32, entity: u32, sequence: Sequence, digest: Digest) -> WitnessReport {
        let entry = self.entry(entity, sequence);
        entry.report(peer, digest);
        entry.summary()
    }

    fn entry(&mut self, entity: u32, sequence: Sequence) -> &mut Entry {
        let known = self.entries.iter().position(|e| e.entity == entity && e.sequence == sequence);
        let place = known.unwrap_or_else(|| {
            let new = Entry { entity, sequence, own: None, reports: [None; MAX_REPORTS] };
            if self.entries.len() < self.capacity {
                self.entries.push(new);
                return self.entries.len() - 1;
            }
            let place = self.next;
            self.entries[place] = new;
            self.next = (place + 1) % self.capacity;
            place
        });
        &mut self.entries[place]
    }

    pub(in crate::net) fn write(&self, w: &mut Writer) {
        w.u64(self.entries.len() as u64);
        for entry in &self.entries {
            w.u32(entry.entity).u16(entry.sequence.0).u8(entry.own.is_some().into());
            entry.own.iter().for_each(|digest| write_digest(w, digest));
            for report in &entry.reports {
                w.u8(report.is_some().into());
                if let Some((peer, digest)) = report {
                    w.u32(*peer);
                    write_digest(w, digest);
                }
            }
        }
        w.u64(self.next as u64);
    }

    pub(in crate::net) fn read(r: &mut Reader<'_>, capacity: usize) -> Result<Self> {
        let mut new = Self::new(capacity)?;
        let count = r.count(ENTRY_BYTES)?;
        if count > capacity {
            return Err(Error::budget(format!("snapshot has digests of {count} updates, capacity is {capacity}")));
        }
        for _ in 0..count {
            let mut entry = Entry {
                entity: r.u32()?,
                sequence: Sequence(r.u16()?),
                own: if r.bool()? { Some(read_digest(r)?) } else { None },
                reports: [None; MAX_REPORTS],
            };
            for report in &mut entry.reports {
                *report = if r.bool()? { Some((r.u32()?, read_digest(r)?)) } else { None };
            }
            new.entries.push(entry);
        }
        let next = r.u64()?;
        new.next = usize::try_from(next).unwrap_or(usize::MAX);
        if new.next != 0 && new.next >= count {
            return Err(Error::corrupt(format!("the oldest of {count} updates has number {next}")));
        }
        Ok(new)
    }

    /// Bytes of memory it uses.
    pub fn bytes(&self) -> usize {
        size_of::<Self>() + self.entries.capacity() * size_of::<Entry>()
    }
}

impl Entry {
    fn report(&mut self, peer: u32, digest: Digest) {
        let same = self.reports.iter().position(|r| r.is_some_and(|(other, _)| other == peer));
        let free = || self.reports.iter().position(Option::is_none);
        if let Some(place) = same.or_else(free) {
            self.reports[place] = Some((peer, digest));
        }
    }

    fn summary(&self) -> WitnessReport {
        let Some(own) = self.own else { return WitnessReport::default() };
        let mut report = WitnessReport { known: true, ..WitnessReport::default() };
        for (_, digest) in self.reports.iter().flatten() {
            *(if *digest == own { &mut report.agree } else { &mut report.differ }) += 1;
        }
        report
    }
}

/// Where a peer has an entity at a time all agreed on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Statement {
    /// Who says so.
    pub peer: u32,
    /// Where, metres.
    pub position: DVec3,
    /// How wrong it may honestly be: the threshold its updates are sent by, metres.
    pub allowance: f64,
}

/// The peers to whom an entity was shown elsewhere than to most: two honest statements about one truth are at most the sum of
/// their allowances apart, so whoever contradicts more than half of the others is told. Bit i = statement i; at most 32 statements.
pub fn find_outliers(statements: &[Statement]) -> Result<u32> {
    if statements.len() > 32 {
        return Err(Error::invalid(format!("there are {} statements, at most 32 are compared", statements.len())));
    }
    let good = |s: &Statement| s.position.is_finite() && (0.0..f64::INFINITY).contains(&s.allowance);
    if let Some(bad) = statements.iter().position(|s| !good(s)) {
        return Err(Error::invalid(format!("statement {bad} has a number that is not finite or negative")));
    }
    let apart = |a: &Statement, b: &Statement| (a.position - b.position).length() > a.allowance + b.allowance;
    let mut odd = 0;
    for (i, a) in statements.iter().enumerate() {
        let contradicted = statements.iter().enumerate().filter(|(j, b)| *j != i && apart(a, b)).count();
        if 2 * contradicted > statements.len() - 1 {
            odd |= 1 << i;
        }
    }
    Ok(odd)
}
