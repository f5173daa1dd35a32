//! Remote players as they are shown: updates in, one drawn state each per frame out. Everything here is in the library's frame.

use crate::level::{Level, observe_in};
use crate::workers;
use antreckon::base::time::Nanos;
use antreckon::base::{Error, Result};
use antreckon::net::plausibility::{Evidence, JudgeContext, Limits};
use antreckon::net::receiver::{Shown, Source};
use antreckon::net::{Codec, CodecParams, Flags, PacketEntry, Plausibility, PlausibilityParams};
use antreckon::net::{Receiver, ReceiverParams, RoundTrip, Update, Verdict};
use antreckon::predict::{EntityId, EntityProfile, LevelContext, PredictScratch, Prediction, Predictor};
use antreckon::smooth::{Correction, DrawContext, Drawn, Part, SmoothParams, Smoother};
use std::sync::{Arc, Mutex};

/// Most entities of a crowd.
pub(crate) const CAPACITY: u32 = 1 << 16;
/// Fewer entities than this per thread are not worth a thread.
const PER_THREAD: usize = 128;

/// The remote machines whose clock stamps updates, each with the receiver of what it says.
struct Link {
    key: i64,
    receiver: Receiver,
    plausibility: Plausibility,
}

/// A shown entity.
#[derive(Clone, Copy)]
pub(crate) struct Member {
    pub(crate) id: EntityId,
    link: usize,
    number: u32,
    /// Shown a little in the past, between two updates.
    pub(crate) interpolated: bool,
    /// What the last frame showed, if there was anything to show.
    pub(crate) seen: Option<Sight>,
}

/// What a frame showed of an entity.
#[derive(Clone, Copy)]
pub(crate) struct Sight {
    pub(crate) drawn: Drawn,
    pub(crate) predicted: Prediction,
    pub(crate) source: Source,
    pub(crate) age: f64,
}

/// What became of an update.
pub(crate) struct Reception {
    pub(crate) number: u32,
    pub(crate) flags: Flags,
    /// Bits of the broken rules.
    pub(crate) rules: u32,
    pub(crate) score: f64,
}

/// Entities that converge in the same way, drawn in one batch.
pub(crate) struct Crowd {
    pub(crate) level: Option<Arc<Level>>,
    pub(crate) predictor: Predictor,
    smoother: Smoother,
    codec: Codec,
    links: Vec<Link>,
    /// By index of the entity.
    members: Vec<Option<Member>>,
    entries: Vec<PacketEntry>,
    scratch: PredictScratch,
    /// Time of the last frame.
    now: Option<Nanos>,
    /// Use the WorkerThreadPool.
    pub(crate) threads: usize,
}

impl Crowd {
    pub(crate) fn new(level: Option<Arc<Level>>, params: &SmoothParams) -> Result<Self> {
        let mut predictor = Predictor::new(CAPACITY);
        if let Some(level) = &level {
            level.files().load_into(&mut predictor)?;
        }
        Ok(Self {
            level,
            predictor,
            smoother: Smoother::new(CAPACITY, params)?,
            codec: Codec::new(&CodecParams::default())?,
            links: Vec::new(),
            members: Vec::new(),
            entries: Vec::new(),
            scratch: PredictScratch::default(),
            now: None,
            threads: 1,
        })
    }

    pub(crate) fn smooth_params(&self) -> &SmoothParams {
        self.smoother.params()
    }

    pub(crate) fn set_smooth_params(&mut self, params: &SmoothParams) -> Result<()> {
        self.smoother.set_params(params)
    }

    /// Place of the link to a machine, made when it is new.
    fn link(&mut self, key: i64) -> Result<usize> {
        if let Some(place) = self.links.iter().position(|link| link.key == key) {
            return Ok(place);
        }
        let params = ReceiverParams { max_entities: CAPACITY, ..ReceiverParams::default() };
        let judge = PlausibilityParams { max_entities: CAPACITY, max_evidence: 64, ..PlausibilityParams::default() };
        let receiver = Receiver::new(&params)?;
        let plausibility = Plausibility::new(&judge, &Limits::default())?;
        self.links.push(Link { key, receiver, plausibility });
        Ok(self.links.len() - 1)
    }

    /// Adds an entity that is told of by the machine `key` under `number`; returns its index.
    pub(crate) fn add(&mut self, key: i64, number: u32, profile: &EntityProfile, limits: &Limits) -> Result<usize> {
        limits.check()?;
        let link = self.link(key)?;
        let id = self.predictor.add_entity(profile)?;
        let known = &mut self.links[link];
        let added = known.receiver.add(number, id).and_then(|()| known.plausibility.set_limits(number, limits));
        if let Err(error) = added {
            self.predictor.remove_entity(id)?;
            return Err(error);
        }
        let index = id.index as usize;
        if self.members.len() <= index {
            self.members.resize(index + 1, None);
        }
        self.members[index] = Some(Member { id, link, number, interpolated: false, seen: None });
        Ok(index)
    }

    pub(crate) fn remove(&mut self, index: usize) -> Result<()> {
        let member = self.member(index)?;
        self.members[index] = None;
        let link = &mut self.links[member.link];
        link.receiver.remove(member.number)?;
        link.plausibility.remove(member.number)?;
        self.smoother.forget(member.id);
        self.predictor.remove_entity(member.id)
    }

    pub(crate) fn member(&self, index: usize) -> Result<Member> {
        let found = self.members.get(index).copied().flatten();
        found.ok_or_else(|| Error::not_found(format!("there is no entity {index}")))
    }

    pub(crate) fn set_interpolated(&mut self, index: usize, interpolated: bool) -> Result<()> {
        self.member(index)?;
        self.members[index].as_mut().expect("looked up above").interpolated = interpolated;
        Ok(())
    }

    pub(crate) fn set_profile(&mut self, index: usize, profile: &EntityProfile) -> Result<()> {
        let id = self.member(index)?.id;
        self.predictor.set_profile(id, profile)
    }

    /// By index; `None` where there is none.
    pub(crate) fn members(&self) -> &[Option<Member>] {
        &self.members
    }

    /// Takes in the updates of a packet that came from the machine `key`; `each` is told what became of them. A packet that
    /// cannot be read changes nothing.
    pub(crate) fn receive_packet(
        &mut self,
        key: i64,
        bytes: &[u8],
        arrival: Nanos,
        mut each: impl FnMut(Reception),
    ) -> Result<()> {
        let mut entries = std::mem::take(&mut self.entries);
        let read = self.codec.decode_packet(bytes, |_, _| None, &mut entries);
        let done = read.and_then(|()| {
            for entry in &entries {
                let PacketEntry::Update(update) = entry else {
                    return Err(Error::invalid("the packet is coded against updates that are not kept here"));
                };
                each(self.receive(key, update, arrival)?);
            }
            Ok(())
        });
        self.entries = entries;
        done
    }

    /// Takes in one update that arrived at `arrival` on the own clock.
    pub(crate) fn receive(&mut self, key: i64, update: &Update, arrival: Nanos) -> Result<Reception> {
        let place = self.link(key)?;
        let level = self.level.clone();
        let Link { receiver, plausibility, .. } = &mut self.links[place];
        let number = update.entity;
        let Some(id) = receiver.entity(number) else {
            return Ok(Reception { number, flags: update.flags, rules: 0, score: 0.0 });
        };
        let (predictor, scratch) = (&mut self.predictor, &mut self.scratch);
        let (before, judgement) = {
            let seen = level.as_ref().map(|level| level.see());
            let scene = seen.as_ref().map_or(LevelContext::default(), |seen| seen.scene());
            let before = receiver.predict(predictor, scene, number, Some(scratch)).ok();
            let expected = receiver.predict_at(predictor, scene, number, update.time, Some(scratch)).ok();
            let setting =
                JudgeContext { world: scene.world, expected: expected.as_ref().map(|shown| &shown.prediction) };
            (before, plausibility.judge(update, arrival, setting)?)
        };
        let verdict = observe_in(level.as_ref(), |around| receiver.receive(predictor, update, arrival, around))?;
        if matches!(verdict, Verdict::Applied | Verdict::Inserted)
            && let Some(now) = self.now
        {
            let seen = level.as_ref().map(|level| level.see());
            let scene = seen.as_ref().map_or(LevelContext::default(), |seen| seen.scene());
            if let Ok(after) = receiver.predict(predictor, scene, number, Some(scratch)) {
                let correction = Correction {
                    before: before.as_ref().map(|shown| &shown.prediction),
                    teleported: update.flags.contains(Flags::TELEPORT) || update.flags.contains(Flags::ENTER),
                    ..Correction::new(now, &after.prediction)
                };
                self.smoother.correct(id, &correction, &DrawContext::from(scene))?;
            }
        }
        let (rules, score) = (judgement.rules, judgement.score);
        Ok(Reception { number, flags: update.flags, rules, score })
    }

    /// A request and its answer: from now on the delay of what the machine `key` says is known, and made up for.
    pub(crate) fn answer_arrived(&mut self, key: i64, trip: &RoundTrip) -> Result<()> {
        let place = self.link(key)?;
        self.links[place].receiver.answer_arrived(trip)
    }

    /// The next piece of evidence against an entity of the machine `key`.
    pub(crate) fn evidence(&mut self, key: i64) -> Option<Evidence> {
        self.links.iter_mut().find(|link| link.key == key)?.plausibility.pull()
    }

    /// Tells that the host is about to move an entity, so that its next jump is plausible.
    pub(crate) fn allow_teleport(&mut self, index: usize, until: Nanos) -> Result<()> {
        let member = self.member(index)?;
        self.links[member.link].plausibility.allow_teleport(member.number, until)
    }

    /// Shows everybody for `now` on the own clock.
    pub(crate) fn frame(&mut self, now: Nanos) -> Result<()> {
        self.now = Some(now);
        let level = self.level.clone();
        for link in &mut self.links {
            observe_in(level.as_ref(), |around| link.receiver.advance(&mut self.predictor, now, around))?;
        }
        let seen = level.as_ref().map(|level| level.see());
        let scene = seen.as_ref().map_or(LevelContext::default(), |seen| seen.scene());
        let threads = self.threads.min(self.members.len() / PER_THREAD).max(1);
        let parts = self.smoother.parts(self.members.len() as u32, threads)?;
        let show = Show { links: &self.links, predictor: &self.predictor, scene, now };
        if threads == 1 {
            parts.into_iter().for_each(|part| show.draw(part, &mut self.members, &mut self.scratch));
            return Ok(());
        }
        let mut rest = &mut self.members[..];
        let mut tasks = Vec::with_capacity(threads);
        for part in parts {
            let (mine, others) = std::mem::take(&mut rest).split_at_mut(part.indices().len());
            rest = others;
            tasks.push(Mutex::new(Some((part, mine))));
        }
        workers::run(threads, &|task| {
            let taken = tasks[task].lock().unwrap_or_else(|poisoned| poisoned.into_inner()).take();
            if let Some((part, members)) = taken {
                show.draw(part, members, &mut PredictScratch::default());
            }
        });
        Ok(())
    }

    /// Hash of everything that later frames depend on.
    pub(crate) fn state_hash(&self) -> u64 {
        self.predictor.state_hash() ^ self.smoother.state_hash().rotate_left(1)
    }

    /// Bytes of memory held.
    pub(crate) fn bytes(&self) -> usize {
        let links = self.links.iter().map(|link| link.receiver.bytes() + link.plausibility.bytes());
        self.predictor.bytes() + self.smoother.bytes() + links.sum::<usize>()
    }
}

/// What a frame shows everybody by.
struct Show<'a> {
    links: &'a [Link],
    predictor: &'a Predictor,
    scene: LevelContext<'a>,
    now: Nanos,
}

impl Show<'_> {
    fn draw(&self, mut part: Part<'_>, members: &mut [Option<Member>], scratch: &mut PredictScratch) {
        let terrain = DrawContext::from(self.scene);
        for member in members.iter_mut().flatten() {
            member.seen = self.shown(member, scratch).and_then(|Shown { prediction, source, age, .. }| {
                let drawn = part.draw(member.id, self.now, &prediction, &terrain).ok()?;
                Some(Sight { drawn, predicted: prediction, source, age })
            });
        }
    }

    fn shown(&self, member: &Member, scratch: &mut PredictScratch) -> Option<Shown> {
        let receiver = &self.links[member.link].receiver;
        let show = if member.interpolated { Receiver::interpolate } else { Receiver::predict };
        show(receiver, self.predictor, self.scene, member.number, Some(scratch)).ok()
    }
}
