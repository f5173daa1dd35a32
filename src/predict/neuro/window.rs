//! One entity's window: what it did lately, the path its bank made of it, and how the bank has fared.

use super::banks::Banks;
use super::features::Features;
use super::history::{History, Sample, unit};
use super::path::Path;
use super::trust::{LEAST, Record, inside};
use super::{Bank, MAX_NETWORKS, SentSpeed};
use crate::base::math::{DVec3, Vec3};
use crate::base::serial::{Reader, Writer};
use crate::base::time::{Nanos, SECOND, seconds_between};
use crate::base::{Error, Result};
use crate::predict::kinematics::{Kinematics, ORIENTED, RIDING};
use crate::predict::profile::EntityProfile;
use alloc::vec::Vec;

/// Steps between two observations after which the earlier ones say nothing any more.
const LONGEST_GAP: Nanos = 20;
/// h while there is no bank: that of the paper.
const PAPER_STEP: Nanos = SECOND / 20;

/// Recent velocities and orientations of an entity, and what its bank made of them at the last observation. Of fixed size,
/// below [`BYTES_PER_WINDOW`] bytes; made when the model of the entity is `neuro`.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::predict) struct Window {
    history: History,
    /// Number of the bank that `record` is about.
    bank: u32,
    /// Of the last observation.
    time: Nanos,
    position: DVec3,
    path: Path,
    /// Inside × agreement.
    trust: f32,
    /// Per network.
    quality: [f32; MAX_NETWORKS],
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
            bank: 0,
            time: 0,
            position: DVec3::ZERO,
            path: Path::NONE,
            trust: 0.0,
            quality: [0.0; MAX_NETWORKS],
            trial: None,
            record: None,
        }
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
        let bank = banks.get(profile.bank);
        let step = bank.map_or(PAPER_STEP, Bank::step);
        if self.bank != profile.bank {
            self.bank = profile.bank;
            (self.trial, self.record) = (None, None);
        }
        let riding = kinematics.has(RIDING);
        if fresh || riding || kinematics.time.saturating_sub(self.time) > LONGEST_GAP * step {
            self.history.clear();
            self.trial = None;
        }
        if !riding {
            self.judge(kinematics);
            self.remember(kinematics, step);
        }
        self.time = kinematics.time;
        self.position = kinematics.position;
        self.path = Path::NONE;
        self.trust = 0.0;
        if let Some(bank) = bank.filter(|_| !riding) {
            self.roll_out(bank, kinematics);
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
        let Some(trial) = self.trial.filter(|trial| trial.due <= kinematics.time) else { return };
        let share = seconds_between(self.time, trial.due) / seconds_between(self.time, kinematics.time);
        let truth = self.position + (kinematics.position - self.position) * share;
        if let Some(record) = &mut self.record {
            record.add((trial.bank - truth).length() as f32, (trial.line - truth).length() as f32);
        }
        self.trial = None;
    }

    fn roll_out(&mut self, bank: &Bank, kinematics: &Kinematics) {
        let Some(features) = Features::of(&self.history, bank.shape(), bank.axes(), bank.step()) else { return };
        let (inputs, outside) = features.scaled(bank);
        self.path = Path::roll_out(bank, &bank.changes(&inputs), features.heading);
        self.quality[..self.path.steps].copy_from_slice(&bank.quality);
        let seconds = self.path.seconds();
        let usual = f64::from(bank.error(self.path.steps - 1)) * seconds;
        let record = self.record.get_or_insert(Record::starting_with(usual as f32));
        self.trust = inside(outside) * record.agreement();
        if self.trial.is_none() {
            let line = kinematics.position + kinematics.velocity * seconds;
            let due = kinematics.time.saturating_add(bank.step() * (self.path.steps as Nanos + 1));
            self.trial = Some(Trial { due, bank: line + self.path.bend(seconds).0, line });
        }
    }

    /// The path if it is one of the observation that `kinematics` holds and is to be believed.
    pub(super) fn trusted(&self, kinematics: &Kinematics) -> Option<&Path> {
        let current = self.time == kinematics.time && !kinematics.has(RIDING);
        (current && self.path.steps > 0 && self.trust >= LEAST).then_some(&self.path)
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
        if let Some(trial) = &mut self.trial {
            trial.bank -= shift;
            trial.line -= shift;
        }
    }

    pub(in crate::predict) fn write(&self, w: &mut Writer) {
        w.u8(self.history.samples().len() as u8);
        for Sample { time, velocity, facing } in self.history.samples() {
            w.i64(*time).f32_slice(&velocity.to_array()).f32_slice(&facing.to_array());
        }
        w.u32(self.bank).i64(self.time).dvec3(self.position);
        let Path { step, steps, flat, sent_speed, bends } = &self.path;
        w.f64(*step).u8(*steps as u8).u8(*flat as u8).u8(*sent_speed as u8);
        for bend in &bends[..*steps] {
            w.f32_slice(&bend.to_array());
        }
        w.f32(self.trust).f32_slice(&self.quality[..*steps]);
        w.u8(self.trial.is_some() as u8);
        if let Some(Trial { due, bank, line }) = self.trial {
            w.i64(due).dvec3(bank).dvec3(line);
        }
        w.u8(self.record.is_some() as u8);
        if let Some(Record { bank, line }) = self.record {
            w.f32(bank).f32(line);
        }
    }

    pub(in crate::predict) fn read(r: &mut Reader<'_>) -> Result<Self> {
        let mut window = Self::new();
        let count = r.u8()?;
        let samples = (0..count).map(|_| Ok(Sample { time: r.i64()?, velocity: vec3(r)?, facing: vec3(r)? }));
        let samples: Vec<Sample> = samples.collect::<Result<_>>()?;
        window.history = History::restored(&samples).ok_or_else(|| broken("a history of a network window"))?;
        window.bank = r.u32()?;
        window.time = r.i64()?;
        window.position = r.finite_dvec3()?;
        let (step, steps) = (r.f64()?, usize::from(r.u8()?));
        let flat = r.bool()?;
        let sent_speed = if r.bool()? { SentSpeed::Mean } else { SentSpeed::Kept };
        window.path = Path { step, steps, flat, sent_speed, ..Path::NONE };
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
        if r.bool()? {
            window.trial = Some(Trial { due: r.i64()?, bank: r.finite_dvec3()?, line: r.finite_dvec3()? });
        }
        if r.bool()? {
            window.record = Some(Record { bank: amount(r, f32::MAX)?, line: amount(r, f32::MAX)? });
        }
        Ok(window)
    }
}

fn broken(what: &str) -> Error {
    Error::corrupt(alloc::format!("snapshot has {what} that cannot be"))
}

fn vec3(r: &mut Reader<'_>) -> Result<Vec3> {
    let v = Vec3::new(r.f32()?, r.f32()?, r.f32()?);
    if v.is_finite() { Ok(v) } else { Err(broken("a vector of a network window")) }
}

fn amount(r: &mut Reader<'_>, most: f32) -> Result<f32> {
    let x = r.f32()?;
    if (0.0..=most).contains(&x) { Ok(x) } else { Err(broken("a number of a network window")) }
}
