//! Who takes part: somebody who wanders, a receiver that watches, an aim that does its worst.

use crate::{Nanos, SECOND};
use antreckon::base::math::{DQuat, DVec3};
use antreckon::base::random::Random;
use antreckon::net::sender::{Aim, Line};
use antreckon::net::{Codec, CodecParams, Flags, PacketEntry, Sequence, Truth, Update};
use antreckon::predict::{EntityId, EntityProfile, LevelContext, Model, Obstacle, Predictor};

/// A receiver of one entity: reads packets, keeps the last updates as baselines, runs its model.
pub(crate) struct Receiver {
    codec: Codec,
    predictor: Predictor,
    id: EntityId,
    pub(crate) received: Vec<Update>,
    entries: Vec<PacketEntry>,
}

impl Receiver {
    pub(crate) fn new(codec: &CodecParams, model: Model) -> Self {
        let mut predictor = Predictor::new(1);
        let id = predictor.add_entity(&profile(model)).unwrap();
        let codec = Codec::new(codec).unwrap();
        Self { codec, predictor, id, received: Vec::new(), entries: Vec::new() }
    }

    pub(crate) fn take(&mut self, bytes: &[u8]) {
        let received = &self.received;
        let known =
            |_: u32, sequence: Sequence| received.iter().rev().take(20).find(|u| u.sequence == sequence).copied();
        self.codec.decode_packet(bytes, known, &mut self.entries).unwrap();
        for entry in &self.entries {
            let PacketEntry::Update(update) = entry else { panic!("{entry:?}: its baseline was acknowledged") };
            let newer = self.received.last().is_none_or(|last| update.sequence.newer_than(last.sequence));
            if newer {
                self.predictor.observe(self.id, &update.observation()).unwrap();
                self.received.push(*update);
            }
        }
    }

    pub(crate) fn shown(&self, time: Nanos) -> DVec3 {
        let last = self.received.last().unwrap();
        if last.flags.contains(Flags::STOP) || last.flags.contains(Flags::FROZEN) {
            return last.position;
        }
        self.predictor.predict(LevelContext::default(), self.id, time).unwrap().position
    }
}

pub(crate) fn profile(model: Model) -> EntityProfile {
    let mut profile = EntityProfile { model, ..EntityProfile::default() };
    profile.post.obstacle = Obstacle::Ignore;
    profile.post.limit_speed = false;
    profile
}

/// Somebody who runs, turns, stops, jumps and is moved, at random.
pub(crate) struct Wanderer {
    random: Random,
    pub(crate) truth: Truth,
    until: Nanos,
    push: DVec3,
    /// Longest time between two changes of mind, seconds.
    calm: f64,
}

impl Wanderer {
    pub(crate) fn new(seed: u64) -> Self {
        let truth = Truth::at(0, DVec3::new(1.0, 2.0, 3.0), DVec3::ZERO);
        Self { random: Random(seed), truth, until: 0, push: DVec3::ZERO, calm: 0.8 }
    }

    /// Somebody who keeps going for up to three seconds.
    pub(crate) fn calm(seed: u64) -> Self {
        Self { calm: 3.0, ..Self::new(seed) }
    }

    pub(crate) fn step(&mut self, passed: Nanos) -> Truth {
        let random = &mut self.random;
        let t = &mut self.truth;
        let seconds = passed as f64 * 1e-9;
        t.time += passed;
        t.teleported = false;
        if t.time >= self.until {
            self.until = t.time + (random.unit() * self.calm * SECOND as f64) as Nanos;
            let mut any = |size: f64| (random.unit() - 0.5) * size;
            let (ground, up) = (DVec3::new(any(60.0), 0.0, any(60.0)), any(30.0));
            match random.below(8) {
                0 => (self.push, t.velocity) = (DVec3::ZERO, DVec3::ZERO),
                1 => self.push = DVec3::ZERO,
                2 => (t.position, t.teleported) = (t.position + ground, true),
                3 => self.push = ground + DVec3::new(0.0, up, 0.0),
                4 => t.velocity = ground * 0.3,
                _ => self.push = ground * 0.5,
            }
            t.frozen = random.below(12) == 0;
        }
        t.acceleration = Some(self.push);
        t.orientation = Some(DQuat::from_rotation_y(t.time as f64 * 1e-9));
        if !t.frozen {
            t.velocity += self.push * seconds;
            t.velocity = t.velocity.clamp_length_max(12.0);
            t.position += t.velocity * seconds;
        }
        *t
    }
}

/// An aim that does its worst: wild lines, some of which begin farther off than allowed.
pub(crate) struct Wild(pub(crate) Random);

impl Aim for Wild {
    fn aim(&mut self, _: u32, truth: &Truth, threshold: f64, _: Nanos) -> Line {
        let mut any = |size: f64| (self.0.unit() - 0.5) * size;
        let offset = DVec3::new(any(3.0), any(3.0), any(3.0)) * threshold;
        Line { offset, velocity: truth.velocity + DVec3::new(any(4.0), any(4.0), any(4.0)) }
    }
}
