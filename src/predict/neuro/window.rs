//! One entity's window: what it did lately, the path its bank made of it, and how the bank has fared.
//!
//! Several banks may compete (the context switching that the paper leaves to future work): all guess where the entity will
//! be when their paths end, each is judged by the fading sum of its errors against those of straight lines, and the best
//! one is heard. Those unheard are run once per guess, not at every observation.

use super::banks::Banks;
use super::features::Features;
use super::history::{History, Sample, unit};
use super::path::Path;
use super::trust::{LEAST, Record, inside};
use super::{Bank, MAX_NETWORKS};
use crate::base::math::{DVec3, Vec3};
use crate::base::serial::{LARGEST_F32, Reader, Writer};
use crate::base::time::{Nanos, SECOND, seconds_between};
use crate::base::{Error, Result};
use crate::predict::kinematics::{Kinematics, ORIENTED, RIDING};
use crate::predict::profile::EntityProfile;
use alloc::vec::Vec;

/// Steps between two observations after which the earlier ones say nothing any more.
const LONGEST_GAP: Nanos = 20;
/// h while there is no bank: that of the paper.
const PAPER_STEP: Nanos = SECOND / 20;

/// Most banks that compete for one entity.
pub const MAX_RIVALS: usize = 8;
/// A bank takes over when it errs less than this share of what the one in use does: two equals do not take turns.
const BETTER: f32 = 0.95;

/// Recent velocities and orientations of an entity, and what its bank made of them at the last observation. Of a size that the profile$
/// below [`BYTES_PER_WINDOW`] bytes; made when the model of the entity is `neuro`.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::predict) struct Window {
    history: History,
    /// Number of the first bank that competes.
    first: u32,
    /// How many there are.
    count: u8,
    /// The one in use, counted from the first.
    chosen: u8,
    /// Plain dead reckoning takes over where the bank is not believed.
    fallback: bool,
    /// Of the last observation.
    time: Nanos,
    position: DVec3,
    path: Path,
    /// Inside × agreement.
    trust: f32,
    /// Per network.
    quality: [f32; MAX_NETWORKS],
    /// How the first bank fares …
    only: Rival,
    /// … and those that compete with it.
    others: Vec<Rival>,
}

/// How a bank fares with the entity.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Rival {
    trial: Option<Trial>,
    record: Option<Record>,
}

/// Two guesses that wait for their judgement.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Trial {
    due: Nanos,
    bank: DVec3,
    line: DVec3,
}

/// Memory per entity whose model is `neuro`, beside that of any entity.
pub const BYTES_PER_WINDOW: usize = size_of::<Window>();

impl Window {
    /// Nothing known yet.
    pub(in crate::predict) fn new() -> Self {
        Self {
            history: History::default(),
            first: 0,
            count: 1,
            chosen: 0,
            fallback: true,
            time: 0,
            position: DVec3::ZERO,
            path: Path::NONE,
            trust: 0.0,
            quality: [0.0; MAX_NETWORKS],
            only: Rival::default(),
            others: Vec::new(),
        }
    }

    /// Bytes of memory held.
    pub(in crate::predict) fn bytes(&self) -> usize {
        size_of::<Self>() + self.others.capacity() * size_of::<Rival>()
    }

    fn rivals(&self) -> impl Iterator<Item = &Rival> {
        core::iter::once(&self.only).chain(&self.others)
    }

    fn rivals_mut(&mut self) -> impl Iterator<Item = &mut Rival> {
        core::iter::once(&mut self.only).chain(&mut self.others)
    }

    fn fares(&self, place: usize) -> &Rival {
        place.checked_sub(1).map_or(&self.only, |place| &self.others[place])
    }

    /// Number of the bank in use.
    pub(super) fn bank(&self) -> u32 {
        self.first.wrapping_add(self.chosen.into())
    }

    /// The bank with this place among the rivals.
    fn competitor<'b>(&self, banks: &'b Banks, place: usize) -> Option<&'b Bank> {
        banks.get(self.first.checked_add(place as u32)?)
    }

    /// Takes in what was just observed (`fresh` = first of a life or after a teleport) and rolls out the path.
    ///
    /// Nothing is predicted on a moving base, where the axes of the level mean nothing.
    pub(in crate::predict) fn observed(
        &mut self,
        banks: &Banks,
        kinematics: &Kinematics,
        profile: &EntityProfile,
        fresh: bool,
    ) {
        self.fallback = profile.bank_fallback;
        if (self.first, u32::from(self.count)) != (profile.bank, profile.bank_count) {
            (self.first, self.count, self.chosen) = (profile.bank, profile.bank_count as u8, 0);
            self.only = Rival::default();
            self.others.clear();
            self.others.resize(profile.bank_count as usize - 1, Rival::default());
        }
        let places = 0..usize::from(self.count);
        // The shortest, so that the history is fine enough for all.
        let steps = places.clone().filter_map(|place| self.competitor(banks, place).map(Bank::step));
        let step = steps.min().unwrap_or(PAPER_STEP);
        let riding = kinematics.has(RIDING);
        if fresh || riding || kinematics.time.saturating_sub(self.time) > LONGEST_GAP * step {
            self.history.clear();
            self.rivals_mut().for_each(|rival| rival.trial = None);
        }
        if !riding {
            self.judge(kinematics);
            self.remember(kinematics, step);
        }
        self.time = kinematics.time;
        self.position = kinematics.position;
        self.path = Path::NONE;
        self.trust = 0.0;
        if riding {
            return;
        }
        self.choose(banks);
        for place in places {
            let chosen = place == usize::from(self.chosen);
            // Those not in use are asked only when their guess is judged next.
            if (chosen || self.fares(place).trial.is_none())
                && let Some(bank) = self.competitor(banks, place)
            {
                self.roll_out(bank, place, kinematics, profile.v_max);
            }
        }
    }

    fn remember(&mut self, kinematics: &Kinematics, step: Nanos) {
        let velocity = kinematics.velocity.as_vec3();
        let last = self.history.samples().last();
        if last.is_none() && velocity == Vec3::ZERO {
            // Standing, or nobody told the velocity of the first observation: a window can wait.
            return;
        }
        let told = kinematics.has(ORIENTED).then(|| (kinematics.orientation * DVec3::NEG_Z).as_vec3());
        let facing = told.or_else(|| unit(velocity)).or(last.map(|last| last.facing)).unwrap_or(Vec3::ZERO);
        self.history.push(Sample { time: kinematics.time, velocity, facing }, step);
    }

    /// Compares the guesses that are due with where the entity was, by interpolation between two observations.
    fn judge(&mut self, kinematics: &Kinematics) {
        let (time, position) = (self.time, self.position);
        for rival in self.rivals_mut() {
            let Some(trial) = rival.trial.filter(|trial| trial.due <= kinematics.time) else { continue };
            let share = seconds_between(time, trial.due) / seconds_between(time, kinematics.time);
            let truth = position + (kinematics.position - position) * share;
            if let Some(record) = &mut rival.record {
                record.add((trial.bank - truth).length() as f32, (trial.line - truth).length() as f32);
            }
            rival.trial = None;
        }
    }

    /// Takes the bank that erred least of late, relative to straight lines over the same time.
    fn choose(&mut self, banks: &Banks) {
        let rating = |place: usize| {
            let record = self.fares(place).record;
            self.competitor(banks, place).map(|_| record.map_or(1.0, |record| record.ratio()))
        };
        let mut best = rating(self.chosen.into()).map(|ratio| (usize::from(self.chosen), ratio * BETTER));
        for place in 0..usize::from(self.count) {
            if let Some(ratio) = rating(place)
                && best.is_none_or(|(_, least)| ratio < least)
            {
                best = Some((place, ratio));
            }
        }
        self.chosen = best.map_or(0, |(place, _)| place as u8);
    }

    /// Asks the bank with this place: for the path, if it is the one in use, and for its next guess.
    fn roll_out(&mut self, bank: &Bank, place: usize, kinematics: &Kinematics, v_max: f64) {
        let features = Features::of(&self.history, bank.shape(), bank.axes(), bank.step());
        let scale = bank.scale(v_max);
        let Some(features) = features.map(|features| features.relative(bank.shape(), scale)) else { return };
        let (inputs, outside) = features.scaled(bank);
        let path = Path::roll_out(bank, &bank.changes(&inputs), features.heading, scale);
        let (steps, seconds) = (path.steps, path.seconds());
        let usual = f64::from(bank.error(steps - 1)) * seconds * f64::from(scale);
        let Rival { trial, record } = if place == 0 { &mut self.only } else { &mut self.others[place - 1] };
        let record = record.get_or_insert(Record::starting_with(usual as f32));
        if trial.is_none() {
            let line = kinematics.position + kinematics.velocity * seconds;
            let due = kinematics.time.saturating_add(bank.step() * (steps as Nanos + 1));
            *trial = Some(Trial { due, bank: line + path.bend(seconds).0, line });
        }
        if place == usize::from(self.chosen) {
            self.trust = inside(outside) * record.agreement();
            self.quality[..steps].copy_from_slice(&bank.quality);
            self.path = path;
        }
    }

    /// The path if it is one of the observation that `kinematics` holds and is to be believed.
    pub(super) fn trusted(&self, kinematics: &Kinematics) -> Option<&Path> {
        let current = self.time == kinematics.time && !kinematics.has(RIDING);
        (current && self.path.steps > 0 && (self.trust >= LEAST || !self.fallback)).then_some(&self.path)
    }

    /// Confidence of a trusted path `delta` seconds ahead.
    pub(super) fn confidence(&self, delta: f64) -> f64 {
        let Path { step, steps, .. } = self.path;
        let end = self.path.seconds();
        // The network that speaks last before `delta`; before 2h it is the first one.
        let i = if delta < end { (delta / step) as usize } else { steps };
        let quality = f64::from(self.quality[i.clamp(1, steps) - 1]) * f64::from(self.trust);
        if delta > end { quality * (end / delta) } else { quality }
    }

    /// Moves all places by -`shift`.
    pub(in crate::predict) fn rebase(&mut self, shift: DVec3) {
        self.position -= shift;
        for trial in self.rivals_mut().filter_map(|rival| rival.trial.as_mut()) {
            trial.bank -= shift;
            trial.line -= shift;
        }
    }

    pub(in crate::predict) fn write(&self, w: &mut Writer) {
        w.u8(self.history.samples().len() as u8);
        for Sample { time, velocity, facing } in self.history.samples() {
            w.i64(*time).f32_slice(&velocity.to_array()).f32_slice(&facing.to_array());
        }
        w.u32(self.first).u8(self.count).u8(self.chosen).u8(self.fallback.into()).i64(self.time).dvec3(self.position);
        let Path { step, steps, flat, bends } = &self.path;
        w.f64(*step).u8(*steps as u8).u8(*flat as u8);
        for bend in &bends[..*steps] {
            w.f32_slice(&bend.to_array());
        }
        w.f32(self.trust).f32_slice(&self.quality[..*steps]);
        for Rival { trial, record } in self.rivals() {
            w.u8(trial.is_some() as u8);
            if let Some(Trial { due, bank, line }) = trial {
                w.i64(*due).dvec3(*bank).dvec3(*line);
            }
            w.u8(record.is_some() as u8);
            if let Some(Record { bank, line }) = record {
                w.f32(*bank).f32(*line);
            }
        }
    }

    pub(in crate::predict) fn read(r: &mut Reader<'_>) -> Result<Self> {
        let mut window = Self::new();
        let count = r.u8()?;
        let samples = (0..count).map(|_| Ok(Sample { time: r.i64()?, velocity: vec3(r)?, facing: vec3(r)? }));
        let samples: Vec<Sample> = samples.collect::<Result<_>>()?;
        window.history = History::restored(&samples).ok_or_else(|| broken("a history of a network window"))?;
        (window.first, window.count, window.chosen, window.fallback) = (r.u32()?, r.u8()?, r.u8()?, r.bool()?);
        if !(1..=MAX_RIVALS).contains(&window.count.into()) || window.chosen >= window.count {
            return Err(broken("a choice of banks"));
        }
        window.time = r.i64()?;
        window.position = r.finite_dvec3()?;
        let (step, steps) = (r.f64()?, usize::from(r.u8()?));
        window.path = Path { step, steps, flat: r.bool()?, ..Path::NONE };
        if steps > MAX_NETWORKS || !(0.0..=1.0).contains(&step) || (steps > 0 && step == 0.0) {
            return Err(broken("a path of networks"));
        }
        for bend in &mut window.path.bends[..steps] {
            *bend = vec3(r)?;
        }
        window.trust = amount(r, 1.0)?;
        for quality in &mut window.quality[..steps] {
            *quality = amount(r, 1.0)?;
        }
        window.others.resize(usize::from(window.count) - 1, Rival::default());
        for rival in window.rivals_mut() {
            if r.bool()? {
                rival.trial = Some(Trial { due: r.i64()?, bank: r.finite_dvec3()?, line: r.finite_dvec3()? });
            }
            if r.bool()? {
                rival.record = Some(Record { bank: amount(r, f32::MAX)?, line: amount(r, f32::MAX)? });
            }
        }
        Ok(window)
    }
}

fn broken(what: &str) -> Error {
    Error::corrupt(alloc::format!("snapshot has {what} that cannot be"))
}

fn vec3(r: &mut Reader<'_>) -> Result<Vec3> {
    let v = Vec3::new(r.f32()?, r.f32()?, r.f32()?);
    if v.to_array().iter().all(|x| x.abs() <= LARGEST_F32) {
        Ok(v)
    } else {
        Err(broken("a vector of a network window"))
    }
}

fn amount(r: &mut Reader<'_>, most: f32) -> Result<f32> {
    let x = r.f32()?;
    if (0.0..=most).contains(&x) { Ok(x) } else { Err(broken("a number of a network window")) }
}
