//! Which strategy an entity follows and how far along it is.
//!
//! **Switching rule.** Only when an update comes: whoever is still inside its strategy stays on it, else the library is asked, and outside of
//! all strategies dead reckoning takes over.
//!
//! **Whether it pays off.** In progress mode each update tells both ends what the strategy and what dead reckoning would have been worth since the
//! one before. While dead reckoning was the better one more often lately, a strategy is watched but not followed.

use super::lane::Place;
use super::library::Library;
use super::params::Mode;
use super::recorder::Recorder;
use crate::base::math::{DVec3, ground};
use crate::base::serial::{Reader, Writer};
use crate::base::time::{Nanos, seconds_between};
use crate::base::{Error, Result};
use crate::predict::kinematics::{Kinematics, RIDING};
use crate::predict::model::{Motion, Terms};
use crate::predict::state::{finite, read_bool};

/// Number of no strategy.
const NONE: u32 = u32::MAX;
/// How often in a row a strategy may be worse than dead reckoning and back.
const MAX_CREDIT: i8 = 3;
/// Errors below this share of the threshold say nothing about who is better.
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
    lane: u32,
    place: Place,
    /// Only what the sender says counts.
    told: bool,
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
            told: false,
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
        if let Some(lane) = current {
            self.judge(library, lane, kinematics);
        }
        (self.stamp, self.time) = (library.stamp, kinematics.time);
        (self.position, self.velocity) = (kinematics.position, kinematics.velocity);
        let mover = library.mover(self.position, self.velocity);
        let stay = current.and_then(|lane| Some((lane, library.place_on(lane, &mover)?)));
        let chosen = if self.told { stay } else { stay.or_else(|| library.choose(&mover)) };
        self.set(chosen);
    }

    fn set(&mut self, chosen: Option<(u32, Place)>) {
        match chosen {
            Some((lane, place)) => (self.lane, self.place) = (lane, place),
            None => self.lane = NONE,
        }
    }

    /// Compares what the strategy and dead reckoning said since the last update with what is true now.
    fn judge(&mut self, library: &Library, lane: u32, now: &Kinematics) {
        let Some(strategy) = library.lanes.get(lane as usize).filter(|lane| lane.has(&self.place)) else { return };
        if library.params.mode == Mode::Containment {
            return;
        }
        let seconds = seconds_between(self.time, now.time);
        let way = strategy.advance(&self.place, ground(self.velocity).length() * seconds);
        let error = |said: DVec3| ground(now.position - self.position - said).length();
        let (route, line) = (error(way.displacement), error(self.velocity * seconds));
        let worse = if route > line { route } else { line };
        if worse < TELLING * library.params.threshold {
            return;
        }
        if route < line && self.credit < MAX_CREDIT {
            self.credit += 1;
        } else if route > line && self.credit > -MAX_CREDIT {
            self.credit -= 1;
        }
    }

    /// Takes over what the sender says about the newest update.
    pub(super) fn follow(&mut self, library: &Library, kinematics: &Kinematics, follow: Follow) {
        let mover = library.mover(kinematics.position, kinematics.velocity);
        let chosen = match follow {
            Follow::Nothing => None,
            Follow::Automatic => library.choose(&mover),
            Follow::Strategy(lane) => library.place_on(lane, &mover).map(|place| (lane, place)),
        };
        self.told = follow != Follow::Automatic;
        (self.stamp, self.time) = (library.stamp, kinematics.time);
        (self.position, self.velocity) = (kinematics.position, kinematics.velocity);
        self.set(if kinematics.has(RIDING) { None } else { chosen });
    }

    /// The strategy followed since the observation that `kinematics` holds, and where on it that was.
    pub(super) fn following(&self, library: &Library, kinematics: &Kinematics) -> Option<(u32, Place)> {
        let strategy = library.lanes.get(self.lane as usize)?;
        let current = self.stamp == library.stamp && self.time == kinematics.time && strategy.has(&self.place);
        (current && (self.told || self.credit >= 0)).then_some((self.lane, self.place))
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
        w.u8(self.told as u8).u8(self.credit as u8).u8(self.recorder.is_some() as u8);
        if let Some(recorder) = &self.recorder {
            recorder.write(w);
        }
    }

    pub(in crate::predict) fn read(r: &mut Reader<'_>) -> Result<Self> {
        let (stamp, time) = (r.u64()?, r.i64()?);
        let (position, velocity) = (finite(r.dvec3()?)?, finite(r.dvec3()?)?);
        let (lane, segment, share, lateral) = (r.u32()?, r.u32()?, r.f64()?, r.f64()?);
        let place = Place { segment, share, lateral, forward: read_bool(r)? };
        if !(0.0..=1.0).contains(&place.share) || !place.lateral.is_finite() {
            return Err(Error::corrupt("snapshot has a place on a route that cannot be"));
        }
        let (told, credit) = (read_bool(r)?, r.u8()? as i8);
        if !(-MAX_CREDIT..=MAX_CREDIT).contains(&credit) {
            return Err(Error::corrupt(alloc::format!("snapshot has credit {credit}, at most ±{MAX_CREDIT} can be")));
        }
        let recorder = if read_bool(r)? { Some(Recorder::read(r)?) } else { None };
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
