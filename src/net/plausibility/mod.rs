//! Whether what an update says can be true (S1 section 7).
//!
//! A [`Plausibility`] watches entities and judges every update: speed, acceleration, reachability along the walkable graph in
//! the time that passed, sanity of time stamps, updates missing when they should have come, and distance from a confident
//! prediction. Broken rules give points, which decay; each comes with its evidence. It is advice: nothing is dropped here, and a
//! single piece of evidence proves nothing.

mod motion;
mod params;
mod silence;
mod snapshot;
mod watched;
mod witness;

#[cfg(test)]
mod tests;

pub use motion::{JudgeScratch, NEVER};
pub use params::{Limits, MAX_ENTITIES, MAX_EVIDENCE, MAX_NODES, MAX_PASSAGES, Passage, PlausibilityParams, Rule};
pub use witness::{MAX_REPORTS, Statement, Witness, WitnessReport, find_outliers};

use super::update::{Sequence, Update};
use crate::base::math::DVec3;
use crate::base::time::Nanos;
use crate::base::{Error, Result, Short};
use crate::predict::Prediction;
use crate::world::World;
use alloc::collections::VecDeque;
use alloc::format;
use alloc::vec::Vec;
use watched::{Broken, Case, Watched};

/// A rule broken by more gives at most so many times its points.
const WORST: f64 = 4.0;
/// Score above which an entity is a suspect: none of the honest players of the study reached it (docs/studies/plausibility.md).
pub const ALARM: f64 = 6.0;
/// Times beyond this (73 years) are refused, so that differences never overflow.
const MAX_TIME: Nanos = 1 << 61;

/// One broken rule.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Evidence {
    /// Network number of the entity.
    pub entity: u32,
    /// The update that broke it.
    pub sequence: Sequence,
    /// Which.
    pub rule: Rule,
    /// What was measured, in the rule's unit …
    pub value: f64,
    /// … and what would have been plausible.
    pub limit: f64,
    /// Time of the update, sender's clock.
    pub time: Nanos,
    /// When it arrived, own clock.
    pub arrival: Nanos,
    /// Points it gave.
    pub points: f64,
}

/// What is thought of an update.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Judgement {
    /// Bits of the rules it broke ([`Rule::bit`]); 0 = plausible.
    pub rules: u32,
    /// Points of its entity after it.
    pub score: f64,
    /// Whether it can have got there stayed open: the search for a way took [`PlausibilityParams::max_nodes`].
    pub undecided: bool,
}

/// What surrounds an update that is judged.
#[derive(Clone, Copy, Default)]
pub struct JudgeContext<'a> {
    /// The level.
    pub world: Option<&'a World>,
    /// Where the entity was predicted to be at the time of the update, *before* it was taken in.
    pub expected: Option<&'a Prediction>,
}

/// What is known of how plausible an entity is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Standing {
    /// Points at the time asked for.
    pub score: f64,
    /// Updates judged.
    pub judged: u64,
    /// Updates that broke a rule.
    pub suspicious: u64,
}

/// Judges updates. Allocates when an entity is first seen and when the search for a path outgrows its memory, not otherwise.
#[derive(Clone, Debug)]
pub struct Plausibility {
    params: PlausibilityParams,
    limits: Limits,
    passages: Vec<Passage>,
    /// By network number.
    watched: Vec<(u32, Watched)>,
    evidence: VecDeque<Evidence>,
    lost_evidence: u64,
    scratch: JudgeScratch,
}

impl Plausibility {
    /// `limits` hold for entities that get none of their own.
    pub fn new(params: &PlausibilityParams, limits: &Limits) -> Result<Self> {
        params.check()?;
        limits.check()?;
        Ok(Self {
            params: *params,
            limits: *limits,
            passages: Vec::new(),
            watched: Vec::new(),
            evidence: VecDeque::with_capacity(params.max_evidence as usize),
            lost_evidence: 0,
            scratch: JudgeScratch::default(),
        })
    }

    /// How it judges.
    pub fn params(&self) -> &PlausibilityParams {
        &self.params
    }

    /// Declares a way that the level does not know.
    pub fn add_passage(&mut self, passage: &Passage) -> Result<()> {
        passage.check()?;
        if self.passages.len() == MAX_PASSAGES {
            return Err(Error::budget(format!("there are {MAX_PASSAGES} passages, no more are possible")));
        }
        self.passages.push(*passage);
        Ok(())
    }

    /// Forgets all passages.
    pub fn clear_passages(&mut self) {
        self.passages.clear();
    }

    /// Gives an entity limits of its own.
    pub fn set_limits(&mut self, number: u32, limits: &Limits) -> Result<()> {
        limits.check()?;
        let place = self.watch(number)?;
        self.watched[place].1.limits = *limits;
        Ok(())
    }

    /// Until `until` (sender's clock) an entity may be faster by `speed` m/s: it was hit, it took a jump pad.
    pub fn allow_speed(&mut self, number: u32, speed: f64, until: Nanos) -> Result<()> {
        params::number("speed", speed, 0.0, 1e9)?;
        let place = self.watch(number)?;
        let watched = &mut self.watched[place].1;
        (watched.extra, watched.extra_until) = (speed, until);
        Ok(())
    }

    /// Until `until` (sender's clock) an entity may turn up anywhere, once: it respawns, a script moves it.
    pub fn allow_teleport(&mut self, number: u32, until: Nanos) -> Result<()> {
        let place = self.watch(number)?;
        self.watched[place].1.free_until = Some(until);
        Ok(())
    }

    /// Somebody aims at an entity from `since` to `until` (own clock).
    pub fn aimed_at(&mut self, number: u32, since: Nanos, until: Nanos) -> Result<()> {
        if until < since {
            return Err(Error::invalid(format!("until is {until} ns, must not be before since = {since} ns")));
        }
        let place = self.watch(number)?;
        self.watched[place].1.silence.aim(since, until);
        Ok(())
    }

    /// Forgets an entity; its evidence stays.
    pub fn remove(&mut self, number: u32) -> Result<()> {
        let place = self.find(number).map_err(|_| unknown(number))?;
        self.watched.remove(place);
        Ok(())
    }

    /// What is known of an entity, at a time of the sender's clock.
    pub fn standing(&self, number: u32, now: Nanos) -> Result<Standing> {
        let place = self.find(number).map_err(|_| unknown(number))?;
        let watched = &self.watched[place].1;
        let score = watched.score_at(now, self.params.half_life);
        Ok(Standing { score, judged: watched.judged, suspicious: watched.suspicious })
    }

    /// The oldest piece of evidence that was not pulled yet.
    pub fn pull(&mut self) -> Option<Evidence> {
        self.evidence.pop_front()
    }

    /// Pieces of evidence that made room before they were pulled.
    pub fn lost_evidence(&self) -> u64 {
        self.lost_evidence
    }

    /// Judges an update, best before a receiver takes it in. Fails when a number in it is not finite or out of range, or when as
    /// many entities are watched as can be.
    pub fn judge(&mut self, update: &Update, arrival: Nanos, context: JudgeContext<'_>) -> Result<Judgement> {
        update.observation().checked()?;
        for (name, time) in [("time", update.time), ("arrival", arrival)] {
            if !(-MAX_TIME..=MAX_TIME).contains(&time) {
                return Err(Error::invalid(format!("{name} is {time} ns, must be within ±2^61")));
            }
        }
        let place = self.watch(update.entity)?;
        let case = Case {
            params: &self.params,
            passages: &self.passages,
            update,
            arrival,
            world: context.world,
            expected: context.expected,
        };
        let broken = self.watched[place].1.judge(&case, &mut self.scratch);
        Ok(self.note(place, update, arrival, &broken))
    }

    /// Puts down that an entity told different things to different peers, or broke a commitment: what a [`Witness`] or a
    /// [`Book`](crate::net::commitment::Book) found.
    pub fn inconsistent(&mut self, update: &Update, arrival: Nanos, peers: u32) -> Result<Judgement> {
        let place = self.watch(update.entity)?;
        let mut broken = Broken::default();
        broken.add(Rule::Inconsistent, f64::from(peers), 0.0);
        Ok(self.note(place, update, arrival, &broken))
    }

    /// Turns broken rules into points and evidence.
    fn note(&mut self, place: usize, update: &Update, arrival: Nanos, broken: &Broken) -> Judgement {
        let watched = &mut self.watched[place].1;
        let mut judgement = Judgement { undecided: broken.undecided, ..Judgement::default() };
        watched.settle(update.time, self.params.half_life);
        watched.judged = watched.judged.saturating_add(1);
        for (rule, value, limit) in broken.iter() {
            let weight = self.params.points[rule as usize];
            if weight == 0.0 {
                continue;
            }
            // That the level knows no way at all says less about the entity than about the level.
            let is_measured = limit > 0.0 && value < NEVER;
            let excess = if is_measured { (value / limit).clamp(1.0, WORST) } else { 1.0 };
            let points = weight * excess;
            judgement.rules |= rule.bit();
            watched.score += points;
            if self.evidence.len() == self.params.max_evidence as usize {
                self.evidence.pop_front();
                self.lost_evidence = self.lost_evidence.saturating_add(1);
            }
            let (entity, sequence, time) = (update.entity, update.sequence, update.time);
            self.evidence.push_back(Evidence { entity, sequence, rule, value, limit, time, arrival, points });
        }
        watched.suspicious = watched.suspicious.saturating_add(u64::from(judgement.rules != 0));
        judgement.score = watched.score;
        judgement
    }

    fn find(&self, number: u32) -> core::result::Result<usize, usize> {
        self.watched.binary_search_by_key(&number, |(number, _)| *number)
    }

    /// Place of an entity, which is watched from now on if it was not.
    fn watch(&mut self, number: u32) -> Result<usize> {
        let place = match self.find(number) {
            Ok(place) => return Ok(place),
            Err(place) => place,
        };
        if self.watched.len() >= self.params.max_entities as usize {
            let most = self.params.max_entities;
            return Err(Error::budget(format!("max_entities is {most}, so many entities are watched already")));
        }
        self.watched.insert(place, (number, Watched::new(&self.limits)));
        Ok(place)
    }

    /// Moves all kept positions by -`shift`; goes with [`Predictor::rebase`](crate::predict::Predictor::rebase).
    pub fn rebase(&mut self, shift: DVec3) -> Result<()> {
        if !shift.to_array().iter().all(|x| x.abs() <= 1e12) {
            return Err(Error::invalid(format!("shift is {}, every component must be within ±1e12", Short(shift))));
        }
        self.watched.iter_mut().filter_map(|(_, watched)| watched.last.as_mut()).for_each(|u| u.position -= shift);
        for passage in &mut self.passages {
            passage.to -= shift;
            passage.from = passage.from.map(|from| from - shift);
        }
        Ok(())
    }

    /// Bytes of memory it uses.
    pub fn bytes(&self) -> usize {
        size_of::<Self>()
            + self.passages.capacity() * size_of::<Passage>()
            + self.watched.capacity() * size_of::<(u32, Watched)>()
            + self.evidence.capacity() * size_of::<Evidence>()
            + self.scratch.bytes()
    }
}

#[cold]
fn unknown(number: u32) -> Error {
    Error::not_found(format!("no network entity {number} is watched"))
}
