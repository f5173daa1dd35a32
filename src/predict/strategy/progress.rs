//! Which strategy an entity follows and how far along it is.
//!
//! **Switching rule.** Only when an update comes: whoever is still inside its strategy stays on it, else the library is asked, and outside of
//! all strategies dead reckoning takes over.
//!
//! **Whether it pays off.** In progress mode each update tells both ends what the strategy and what dead reckoning would have been worth since the
//! one before. While dead reckoning was the better one more often lately, a strategy is watched but not followed. The sender of an entity may
//! decide otherwise ([`Follow`]).

use super::lane::Place;
use super::ledger::Truth;
use super::library::Library;
use super::params::Mode;
use super::recorder::Recorder;
use crate::base::math::{DVec3, ground};
use crate::base::serial::{Reader, Writer};
use crate::base::time::{Nanos, seconds_between};
use crate::base::{Error, Result};
use crate::predict::kinematics::{Kinematics, RIDING};
use crate::predict::model::{Motion, Terms};

/// Number of no strategy.
const NONE: u32 = u32::MAX;
/// How often in a row a strategy may be worse than dead reckoning and back.
const MAX_CREDIT: i8 = 3;
/// Errors that differ by less than this share of the threshold say nothing about who is better.
const TELLING: f64 = 0.25;

/// What an entity is told to follow.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Follow {
    /// The strategy it is inside of, by the switching rule; both ends find the same one from the same updates.
    #[default]
    Automatic,
    /// None: dead reckoning.
    Nothing,
    /// The strategy of this number, as long as it is inside.
    Strategy(u32),
}

/// What an entity follows, and what an open trial of it has recorded.
#[derive(Clone, Debug)]
pub(in crate::predict) struct Progress {
    /// The strategies it speaks of.
    stamp: u64,
    /// The observation it speaks of.
    time: Nanos,
    position: DVec3,
    velocity: DVec3,
    /// The strategy it follows or only watches.
    lane: u32,
    place: Place,
    /// Whether the sender said to follow it; `None` = the credit decides.
    told: Option<bool>,
    /// How often the strategy was better lately; below 0 it is watched, not followed.
    credit: i8,
    pub(super) recorder: Option<Recorder>,
}

impl Default for Progress {
    fn default() -> Self {
        Self {
            stamp: 0,
            time: 0,
            position: DVec3::ZERO,
            velocity: DVec3::ZERO,
            lane: NONE,
            place: Place { segment: 0, share: 0.0, lateral: 0.0, forward: true },
            told: None,
            credit: 0,
            recorder: None,
        }
    }
}

impl Progress {
    /// An update arrived, so the current strategy was off: stay, switch or give up.
    pub(in crate::predict) fn observed(&mut self, library: &Library, kinematics: &Kinematics, fresh: bool) {
        if kinematics.has(RIDING) {
            // Positions are those on a moving base: no route of the level is there.
            (self.lane, self.time) = (NONE, kinematics.time);
            return;
        }
        if let Some(recorder) = &mut self.recorder {
            recorder.take(kinematics.time, kinematics.position, kinematics.velocity);
        }
        let current = Some(self.lane).filter(|lane| *lane != NONE && self.stamp == library.stamp && !fresh);
        let now = Truth { time: kinematics.time, position: kinematics.position, velocity: kinematics.velocity };
        if current.is_some() {
            self.credit = self.judged(library, &now);
        }
        let mover = library.mover(now.position, now.velocity);
        let stay = current.and_then(|lane| Some((lane, library.place_on(lane, &mover)?)));
        if stay.is_none() && self.told.is_some() {
            // Whoever left what it was told to follow follows nothing else by itself.
            self.told = Some(false);
        }
        self.set(library, &now, stay.or_else(|| library.choose(&mover)));
    }

    /// Whether a trial is being recorded.
    pub(in crate::predict) fn records(&self) -> bool {
        self.recorder.is_some()
    }

    fn set(&mut self, library: &Library, now: &Truth, chosen: Option<(u32, Place)>) {
        self.stamp = library.stamp;
        (self.time, self.position, self.velocity) = (now.time, now.position, now.velocity);
        match chosen {
            Some((lane, place)) => (self.lane, self.place) = (lane, place),
            None => self.lane = NONE,
        }
    }

    /// The credit after comparing what the strategy and dead reckoning said since the last update with what is true now.
    pub(super) fn judged(&self, library: &Library, now: &Truth) -> i8 {
        let strategy = library.lanes.get(self.lane as usize).filter(|lane| lane.has(&self.place));
        let Some(strategy) = strategy.filter(|_| self.stamp == library.stamp) else { return self.credit };
        if library.params.mode == Mode::Containment {
            return self.credit;
        }
        let seconds = seconds_between(self.time, now.time);
        let way = strategy.advance(&self.place, ground(self.velocity).length() * seconds);
        let error = |said: DVec3| ground(now.position - self.position - said).length();
        let (route, line) = (error(way.displacement), error(self.velocity * seconds));
        if (route - line).abs() < TELLING * library.params.threshold {
            return self.credit;
        }
        let better = route < line;
        (self.credit + if better { 1 } else { -1 }).clamp(-MAX_CREDIT, MAX_CREDIT)
    }

    /// Takes over what the sender says about the newest update.
    pub(super) fn follow(&mut self, library: &Library, kinematics: &Kinematics, follow: Follow) {
        let mover = library.mover(kinematics.position, kinematics.velocity);
        let chosen = match follow {
            Follow::Strategy(lane) => library.place_on(lane, &mover).map(|place| (lane, place)),
            Follow::Nothing | Follow::Automatic => library.choose(&mover),
        };
        self.told = match follow {
            Follow::Automatic => None,
            Follow::Nothing => Some(false),
            Follow::Strategy(_) => Some(true),
        };
        let now = Truth { time: kinematics.time, position: kinematics.position, velocity: kinematics.velocity };
        self.set(library, &now, chosen.filter(|_| !kinematics.has(RIDING)));
    }

    /// The strategy followed since the observation that `kinematics` holds, and where on it that was.
    pub(super) fn following(&self, library: &Library, kinematics: &Kinematics) -> Option<(u32, Place)> {
        let strategy = library.lanes.get(self.lane as usize)?;
        let current = self.stamp == library.stamp && self.time == kinematics.time && strategy.has(&self.place);
        (current && self.told.unwrap_or(self.credit >= 0)).then_some((self.lane, self.place))
    }

    pub(in crate::predict) fn rebase(&mut self, shift: DVec3) {
        self.position -= shift;
        if let Some(recorder) = &mut self.recorder {
            recorder.rebase(shift);
        }
    }

    /// Bytes of heap memory beside its own.
    pub(in crate::predict) fn bytes(&self) -> usize {
        self.recorder.as_ref().map_or(0, Recorder::bytes)
    }

    pub(in crate::predict) fn write(&self, w: &mut Writer) {
        let Place { segment, share, lateral, forward } = self.place;
        w.u64(self.stamp).i64(self.time).dvec3(self.position).dvec3(self.velocity);
        w.u32(self.lane).u32(segment).f64(share).f64(lateral).u8(forward as u8);
        w.u8(self.told.map_or(2, u8::from)).u8(self.credit as u8).u8(self.recorder.is_some() as u8);
        if let Some(recorder) = &self.recorder {
            recorder.write(w);
        }
    }

    pub(in crate::predict) fn read(r: &mut Reader<'_>) -> Result<Self> {
        let (stamp, time) = (r.u64()?, r.i64()?);
        let (position, velocity) = (r.finite_dvec3()?, r.finite_dvec3()?);
        let (lane, segment, share, lateral) = (r.u32()?, r.u32()?, r.finite_f64()?, r.finite_f64()?);
        let place = Place { segment, share, lateral, forward: r.bool()? };
        let told = match r.u8()? {
            2 => None,
            told @ (0 | 1) => Some(told == 1),
            other => return Err(Error::corrupt(alloc::format!("snapshot has choice {other} of only 3"))),
        };
        let credit = r.u8()? as i8;
        if !(-MAX_CREDIT..=MAX_CREDIT).contains(&credit) {
            return Err(Error::corrupt(alloc::format!("snapshot has credit {credit}, at most ±{MAX_CREDIT} can be")));
        }
        let recorder = if r.bool()? { Some(Recorder::read(r)?) } else { None };
        Ok(Self { stamp, time, position, velocity, lane, place, told, credit, recorder })
    }
}

/// Along the route at the speed last told, keeping the distance from its centre line and going on straight behind its end; plain dead
/// reckoning for who follows none.
pub(in crate::predict) fn motion(
    library: &Library,
    progress: Option<&Progress>,
    kinematics: &Kinematics,
    delta: f64,
) -> Motion {
    let velocity = kinematics.velocity;
    let straight = velocity * delta;
    let following = progress.and_then(|progress| progress.following(library, kinematics));
    let Some((lane, place)) = following else {
        let terms = Terms { velocity: straight, ..Terms::default() };
        return Motion { terms, initial_velocity: velocity, velocity };
    };
    let speed = ground(velocity).length();
    let way = library.lanes[lane as usize].advance(&place, speed * delta);
    Motion {
        terms: Terms { velocity: straight, learned: way.displacement - straight, ..Terms::default() },
        initial_velocity: velocity,
        velocity: way.direction * speed,
    }
}
