//! What a player's client sends, honest or not.
use super::course::{Course, Fix};
use super::pads::Launch;
use antreckon::base::math::DVec3;
use antreckon::base::random::Random;
use antreckon::base::time::{Nanos, SECOND};
use antreckon::net::{Codec, CodecParams, Flags, Sequence, Update};
use antreckon::predict::{EntityProfile, LevelContext, Model, Predictor};

/// Updates per second of the sender at a fixed rate.
const RATE: f64 = 10.0;
/// Longest silence of the sender on a threshold.
pub(super) const HEARTBEAT: Nanos = 5 * SECOND;
/// When cheats begin, seconds.
pub(super) const HONEST: f64 = 30.0;

/// When a client sends.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Pace {
    /// Ten times a second.
    Rate,
    /// When the others' line is off by this many metres, and as a heartbeat.
    Threshold(f64),
}

/// What a client does from [`HONEST`] on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Cheat {
    Honest,
    /// Walks so many times as fast as was recorded.
    Speed(f64),
    /// Walks and stamps so many times as fast.
    Clock(f64),
    /// Is 5 m aside for half a second of every ten.
    Blink,
    /// Stamps every twentieth update 0.3 s too early.
    BackDate,
    /// Sends nothing for a second of every five, and goes on counting where it was.
    LagSwitch,
    /// Loses, as if on a bad network, what it would send for 0.6 s: every third second in which somebody aims at it.
    QuietUnderAim,
}

/// An update that was sent.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sent {
    /// When, true time.
    pub(super) now: Nanos,
    /// Seconds in which the player was there between the beginning of cheats and now.
    pub(super) played: f64,
    pub(super) update: Update,
}

/// What was sent.
#[derive(Clone, Debug, Default)]
pub(super) struct Stream {
    pub(super) updates: Vec<Sent>,
    /// When the player was moved or came back, sender's clock.
    pub(super) begins: Vec<Nanos>,
    /// When a jump pad threw it, and how fast, m/s.
    pub(super) launches: Vec<(Nanos, f64)>,
    /// Seconds in which the player was there, since cheats begin.
    pub(super) played: f64,
    /// Frames in which the player was there, true time.
    pub(super) there: Vec<Nanos>,
}

/// Makes the updates of one player.
pub(super) struct Client<'a> {
    pub(super) number: u32,
    pub(super) course: &'a Course,
    /// Frames in which somebody aims at it.
    pub(super) aimed: &'a [usize],
    pub(super) launches: &'a [Launch],
    pub(super) profile: &'a EntityProfile,
    pub(super) pace: Pace,
    pub(super) cheat: Cheat,
}

impl Client<'_> {
    fn pace_of_time(&self) -> f64 {
        match self.cheat {
            Cheat::Speed(factor) | Cheat::Clock(factor) => factor,
            _ => 1.0,
        }
    }

    /// The recorded frame that it is in `seconds` after the start.
    fn frame(&self, seconds: f64) -> f64 {
        (seconds.min(HONEST) + self.pace_of_time() * (seconds - HONEST).max(0.0)) * self.course.hz
    }

    /// Where it says to be then.
    fn place(&self, seconds: f64, aside: DVec3) -> Option<Fix> {
        let late = (seconds - HONEST).max(0.0);
        let mut fix = self.course.at(self.frame(seconds))?;
        if late > 0.0 {
            fix.velocity *= self.pace_of_time();
            if self.cheat == Cheat::Blink && late % 10.0 < 0.5 {
                fix.position += aside;
            }
        }
        Some(fix)
    }

    /// Whether it keeps quiet now.
    fn is_silent(&self, seconds: f64, k: usize) -> bool {
        let late = seconds - HONEST;
        match self.cheat {
            Cheat::LagSwitch => late > 0.0 && late % 5.0 >= 4.0,
            Cheat::QuietUnderAim => {
                let since = (0.6 * self.course.hz) as usize;
                let first = self.aimed.partition_point(|&frame| frame + since <= k);
                late > 0.0
                    && self.aimed.get(first).is_some_and(|&frame| frame <= k)
                    && (seconds as u64).is_multiple_of(3)
            }
            _ => false,
        }
    }

    /// Everything it sends in the match.
    pub(super) fn stream(&self, seed: u64) -> antreckon::base::Result<Stream> {
        let codec = Codec::new(&CodecParams::default())?;
        let mut random = Random(seed);
        let mut shadow = Predictor::new(1);
        let line = shadow.add_entity(&EntityProfile { model: Model::Dr1, ..self.profile.clone() })?;
        let every = (self.course.hz / RATE).round().max(1.0) as usize;
        let mut stream = Stream::default();
        let (mut sequence, mut run, mut there) = (Sequence(0), 0, false);
        let mut aside = DVec3::ZERO;
        let mut launches = self.launches.iter().peekable();
        let mut sent: Option<Nanos> = None;
        for k in 0..self.course.frames() {
            let seconds = k as f64 / self.course.hz;
            let now = (seconds * 1e9).round() as Nanos;
            if (seconds - HONEST) % 10.0 < 1.0 / self.course.hz {
                let angle = random.unit() * core::f64::consts::TAU;
                aside = 5.0 * DVec3::new(angle.cos(), 0.0, angle.sin());
            }
            let Some(fix) = self.place(seconds, aside) else {
                there = false;
                continue;
            };
            stream.there.push(now);
            let late = (seconds - HONEST).max(0.0);
            stream.played += if late > 0.0 { 1.0 / self.course.hz } else { 0.0 };
            let clock = if let Cheat::Clock(factor) = self.cheat { (factor - 1.0) * late } else { 0.0 };
            let time = now + (clock * 1e9) as Nanos;
            let begins = std::mem::replace(&mut run, fix.run) != fix.run;
            if begins {
                stream.begins.push(time);
            }
            while let Some(launch) = launches.next_if(|launch| launch.frame as f64 <= self.frame(seconds) + 1.0) {
                stream.launches.push((time, launch.velocity.length()));
            }
            let due = match self.pace {
                Pace::Rate => (k + self.number as usize).is_multiple_of(every),
                Pace::Threshold(threshold) => {
                    let off = shadow
                        .predict(LevelContext::default(), line, time)
                        .map(|p| (p.position - fix.position).length());
                    off.is_ok_and(|off| off > threshold) || sent.is_none_or(|sent| time - sent >= HEARTBEAT)
                }
            };
            if !begins && (!due || self.is_silent(seconds, k)) {
                if due && self.cheat == Cheat::QuietUnderAim {
                    sequence = sequence.next();
                }
                continue;
            }
            let back = self.cheat == Cheat::BackDate && late > 0.0 && sequence.0.is_multiple_of(20);
            let update = codec.quantise(&Update {
                sequence,
                velocity: fix.velocity,
                orientation: fix.orientation,
                flags: flags(&fix, begins, there),
                ..Update::at(self.number, if back { time - 3 * SECOND / 10 } else { time }, fix.position)
            })?;
            there = true;
            sequence = sequence.next();
            sent = Some(time);
            shadow.observe(line, &update.observation())?;
            stream.updates.push(Sent { now, played: stream.played, update });
        }
        Ok(stream)
    }
}

fn flags(fix: &Fix, begins: bool, there: bool) -> Flags {
    let airborne = if fix.airborne { Flags::AIRBORNE } else { Flags::NONE };
    match (begins, there) {
        (false, _) => airborne,
        (true, true) => airborne | Flags::TELEPORT,
        (true, false) => airborne | Flags::ENTER,
    }
}
