//! A judge as bytes.

use super::motion::{Debt, Debts};
use super::params::{MAX_PASSAGES, Rule};
use super::silence::Silence;
use super::watched::Watched;
use super::{Evidence, Limits, Passage, Plausibility};
use crate::base::hash::hash_bytes;
use crate::base::serial::{Reader, Writer};
use crate::base::{Error, Result};
use crate::net::update::Sequence;
use crate::net::update_bytes::{read_update, write_update};
use alloc::format;
use alloc::vec::Vec;

const MAGIC: [u8; 4] = *b"ANTL";
const VERSION: u32 = 2;
const WATCHED_BYTES: usize = 4 + 40 + 1 + 8 + 48 + 17 + 41 + 16 + 9 + 16 + 16;
const EVIDENCE_BYTES: usize = 4 + 2 + 1 + 5 * 8;
const PASSAGE_BYTES: usize = 1 + 24 + 24 + 16;

impl Plausibility {
    /// The whole state but the parameters, framed with magic, version, length and checksum.
    pub fn snapshot(&self) -> Vec<u8> {
        let mut w = Writer::new();
        w.u64(self.passages.len() as u64);
        for passage in &self.passages {
            w.u8(passage.from.is_some().into()).dvec3(passage.from.unwrap_or_default()).dvec3(passage.to);
            w.f64(passage.radius).f64(passage.seconds);
        }
        w.u64(self.watched.len() as u64);
        for (number, watched) in &self.watched {
            w.u32(*number);
            write_watched(&mut w, watched);
        }
        w.u64(self.evidence.len() as u64);
        for e in &self.evidence {
            w.u32(e.entity).u16(e.sequence.0).u8(e.rule as u8).f64(e.value).f64(e.limit);
            w.i64(e.time).i64(e.arrival).f64(e.points);
        }
        w.u64(self.lost_evidence);
        w.seal(MAGIC, VERSION)
    }

    /// Replaces the state by a snapshot's; parameters stay. On error nothing changes.
    pub fn restore(&mut self, bytes: &[u8]) -> Result<()> {
        let mut r = Reader::open(bytes, MAGIC, VERSION)?;
        let mut new = Self::new(&self.params, &self.limits)?;
        let passages = r.count(PASSAGE_BYTES)?;
        if passages > MAX_PASSAGES {
            return Err(Error::corrupt(format!("snapshot has {passages} passages, at most {MAX_PASSAGES} can be")));
        }
        for _ in 0..passages {
            let (begins, from) = (r.bool()?, r.dvec3()?);
            let from = begins.then_some(from);
            let passage = Passage { from, to: r.dvec3()?, radius: r.f64()?, seconds: r.f64()? };
            passage.check().map_err(Error::into_corrupt)?;
            new.passages.push(passage);
        }
        let watched = r.count(WATCHED_BYTES)?;
        if watched > self.params.max_entities as usize {
            let most = self.params.max_entities;
            return Err(Error::budget(format!("snapshot has {watched} entities, max_entities is {most}")));
        }
        for _ in 0..watched {
            let number = r.u32()?;
            if new.watched.last().is_some_and(|(last, _)| *last >= number) {
                return Err(Error::corrupt("the entities of a judge are out of order"));
            }
            new.watched.push((number, read_watched(&mut r)?));
        }
        let evidence = r.count(EVIDENCE_BYTES)?;
        if evidence > self.params.max_evidence as usize {
            let most = self.params.max_evidence;
            return Err(Error::budget(format!("snapshot has {evidence} pieces of evidence, max_evidence is {most}")));
        }
        for _ in 0..evidence {
            let (entity, sequence) = (r.u32()?, Sequence(r.u16()?));
            let rule = r.one_of(&Rule::ALL)?;
            let (value, limit) = (number(&mut r)?, number(&mut r)?);
            let (time, arrival, points) = (r.i64()?, r.i64()?, number(&mut r)?);
            new.evidence.push_back(Evidence { entity, sequence, rule, value, limit, time, arrival, points });
        }
        new.lost_evidence = r.u64()?;
        r.finish()?;
        *self = new;
        Ok(())
    }

    /// Equal on two machines exactly when their judges are in the same state.
    pub fn state_hash(&self) -> u64 {
        hash_bytes(&self.snapshot())
    }
}

fn write_watched(w: &mut Writer, watched: &Watched) {
    let Limits { v_max, knock_back, sustained, vertical, acceleration } = watched.limits;
    w.f64(v_max).f64(knock_back).f64(sustained).f64(vertical).f64(acceleration);
    w.u8(watched.last.is_some().into());
    if let Some(last) = &watched.last {
        write_update(w, last);
    }
    w.i64(watched.last_arrival);
    for debt in [&watched.debts.short, &watched.debts.long] {
        w.f64(debt.owed).f64(debt.way).f64(debt.seconds);
    }
    let (sent, arrived) = watched.base.unwrap_or_default();
    w.u8(watched.base.is_some().into()).i64(sent).i64(arrived);
    watched.silence.write(w);
    w.f64(watched.extra).i64(watched.extra_until);
    w.u8(watched.free_until.is_some().into()).i64(watched.free_until.unwrap_or(0));
    w.f64(watched.score).i64(watched.scored).u64(watched.judged).u64(watched.suspicious);
}

fn read_watched(r: &mut Reader<'_>) -> Result<Watched> {
    let (v_max, knock_back, sustained) = (r.f64()?, r.f64()?, r.f64()?);
    let limits = Limits { v_max, knock_back, sustained, vertical: r.f64()?, acceleration: r.f64()? };
    limits.check().map_err(Error::into_corrupt)?;
    let mut watched = Watched::new(&limits);
    if r.bool()? {
        watched.last = Some(read_update(r)?);
    }
    watched.last_arrival = r.i64()?;
    let mut debt = || Ok(Debt { owed: number(r)?, way: number(r)?, seconds: number(r)? });
    watched.debts = Debts { short: debt()?, long: debt()? };
    let (based, base) = (r.bool()?, (r.i64()?, r.i64()?));
    watched.base = based.then_some(base);
    watched.silence = Silence::read(r)?;
    (watched.extra, watched.extra_until) = (number(r)?, r.i64()?);
    let (free, until) = (r.bool()?, r.i64()?);
    watched.free_until = free.then_some(until);
    (watched.score, watched.scored) = (number(r)?, r.i64()?);
    (watched.judged, watched.suspicious) = (r.u64()?, r.u64()?);
    Ok(watched)
}

/// Reads a number that is finite and not negative.
fn number(r: &mut Reader<'_>) -> Result<f64> {
    let number = r.f64()?;
    if (0.0..f64::INFINITY).contains(&number) {
        return Ok(number);
    }
    Err(Error::corrupt(format!("a judge has a number {number}, none may be negative or infinite")))
}
