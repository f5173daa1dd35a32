//! Where entities are shown: predicted for now, or interpolated a little in the past.

use super::params::Curve;
use super::{Known, Receiver};
use crate::base::math::{DQuat, DVec3};
use crate::base::time::{Nanos, seconds_between};
use crate::base::{Error, Result};
use crate::net::interpolate::{between, turn};
use crate::net::playback::{Presence, Rest};
use crate::net::update::{Flags, Update};
use crate::predict::{LevelContext, PredictScratch, Prediction, Predictor};
use alloc::format;

/// Where a shown state comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// The model, for the time asked for.
    Predicted,
    /// The model, slowing down beyond the horizon.
    Fading,
    /// The model's end: nothing was heard for so long that the entity is held.
    Silent,
    /// It has stopped.
    Stopped,
    /// It is frozen.
    Frozen,
    /// Between two updates.
    Interpolated,
    /// The oldest update that is kept, which is after the time asked for.
    Oldest,
}

impl Source {
    /// All, by number.
    pub const ALL: [Self; 7] =
        [Self::Predicted, Self::Fading, Self::Silent, Self::Stopped, Self::Frozen, Self::Interpolated, Self::Oldest];
}

/// A state to show.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shown {
    /// Where, how fast, how sure.
    pub prediction: Prediction,
    /// The time it is for, sender's clock.
    pub time: Nanos,
    /// Seconds since the last update that was taken in, on the sender's clock; negative in the interpolated past.
    pub age: f64,
    /// Where it comes from.
    pub source: Source,
}

impl Receiver {
    /// Remote time that is shown by [`Receiver::predict`] after the last [`Receiver::advance`]; `None` before anything arrived.
    pub fn prediction_time(&self) -> Option<Nanos> {
        if self.params.synchronised { self.timing.now } else { self.timing.prediction.time() }
    }

    /// Remote time that is shown by [`Receiver::interpolate`].
    pub fn interpolation_time(&self) -> Option<Nanos> {
        self.timing.interpolation.time()
    }

    /// Where an entity is now, as far as its updates and its model tell. Fails when it is not known, no update has come, or it has left.
    pub fn predict(
        &self,
        predictor: &Predictor,
        scene: LevelContext<'_>,
        number: u32,
        scratch: Option<&mut PredictScratch>,
    ) -> Result<Shown> {
        let time = self.prediction_time().ok_or_else(nothing_yet)?;
        self.predict_at(predictor, scene, number, time, scratch)
    }

    /// As [`Receiver::predict`] for a time of the sender's clock.
    pub fn predict_at(
        &self,
        predictor: &Predictor,
        scene: LevelContext<'_>,
        number: u32,
        time: Nanos,
        scratch: Option<&mut PredictScratch>,
    ) -> Result<Shown> {
        let known = self.present(number)?;
        self.reckon(known, predictor, scene, time, scratch)
    }

    /// Where an entity was, a little in the past ([`Receiver::interpolation_time`]): between two updates, or predicted when the next one
    /// has not come. Fails as [`Receiver::predict`] does.
    pub fn interpolate(
        &self,
        predictor: &Predictor,
        scene: LevelContext<'_>,
        number: u32,
        scratch: Option<&mut PredictScratch>,
    ) -> Result<Shown> {
        let time = self.interpolation_time().ok_or_else(nothing_yet)?;
        self.interpolate_at(predictor, scene, number, time, scratch)
    }

    /// As [`Receiver::interpolate`] for a time of the sender's clock.
    pub fn interpolate_at(
        &self,
        predictor: &Predictor,
        scene: LevelContext<'_>,
        number: u32,
        time: Nanos,
        scratch: Option<&mut PredictScratch>,
    ) -> Result<Shown> {
        let known = self.present(number)?;
        let updates = known.past.updates();
        let Some((earlier, later)) = around(updates, time) else {
            return self.reckon(known, predictor, scene, time, scratch);
        };
        let age = seconds_between(known.past.playback.time, time);
        let told = predictor.kinematics(known.id).map_or(DQuat::IDENTITY, |kinematics| kinematics.orientation);
        let show = |position: DVec3, velocity: DVec3, orientation: DQuat, source: Source| Shown {
            prediction: Prediction { position, velocity, orientation, ..Prediction::NOWHERE },
            time,
            age,
            source,
        };
        let Some(earlier) = earlier else {
            let oldest = &updates[later];
            let facing = oldest.orientation.unwrap_or(told);
            return Ok(show(oldest.position, DVec3::ZERO, facing, Source::Oldest));
        };
        let (before, after) = (&updates[earlier], &updates[later]);
        let smooth = self.params.buffer.curve == Curve::Hermite;
        let start = known.gap.nanos().min(self.params.buffer.longest_gap);
        let met = between(before, after, time, smooth, start);
        let facing = updates[..=earlier].iter().rev().find_map(|update| update.orientation);
        let cut = after.flags.contains(Flags::TELEPORT) || after.flags.contains(Flags::ENTER);
        let orientation = match (facing, after.orientation) {
            (Some(a), Some(b)) if !cut => {
                turn(a, b, seconds_between(before.time, time) / seconds_between(before.time, after.time))
            }
            (a, b) => a.or(b).unwrap_or(told),
        };
        Ok(show(met.position, met.velocity, orientation, Source::Interpolated))
    }

    /// Fails when [`Receiver::predict`] would.
    pub fn can_show(&self, predictor: &Predictor, number: u32) -> Result<()> {
        self.prediction_time().ok_or_else(nothing_yet)?;
        let known = self.present(number)?;
        match predictor.kinematics(known.id) {
            Some(_) => Ok(()),
            None => Err(Error::not_found(format!("entity {number} was removed from the predictor"))),
        }
    }

    fn present(&self, number: u32) -> Result<&Known> {
        let known = self.known(number)?;
        match known.past.playback.presence {
            Presence::Present => Ok(known),
            Presence::Unknown => Err(Error::state(format!("no update of the network entity {number} has come"))),
            Presence::Gone => Err(Error::state(format!("the network entity {number} has left"))),
        }
    }

    fn reckon(
        &self,
        known: &Known,
        predictor: &Predictor,
        scene: LevelContext<'_>,
        time: Nanos,
        scratch: Option<&mut PredictScratch>,
    ) -> Result<Shown> {
        let playback = &known.past.playback;
        let age = time.saturating_sub(playback.time);
        let (moved, pace, source) = match playback.rest {
            Rest::Moving => self.paced(age),
            Rest::Stopped => (0, 0.0, Source::Stopped),
            Rest::Frozen => (0, 0.0, Source::Frozen),
        };
        let mut prediction = Prediction::NOWHERE;
        // A time before the last update asks for that update.
        let asked = playback.time.saturating_add(moved);
        predictor.predict_into(scene, known.id, asked, scratch, &mut prediction)?;
        prediction.velocity = playback.shown_velocity(prediction.velocity * pace);
        Ok(Shown { prediction, time, age: seconds_between(playback.time, time), source })
    }

    /// How much of its model's time an entity has lived through at an age, and at what pace it goes on.
    ///
    /// Beyond the horizon that time runs slower and slower: the entity goes on along the path of its model, around
    /// corners and not through walls, until it rests. The pace falls evenly from 1 to 0, so half of `fade` is walked.
    fn paced(&self, age: Nanos) -> (Nanos, f64, Source) {
        let (horizon, fade) = (self.params.horizon, self.params.fade);
        let beyond = age - horizon.min(age);
        if beyond == 0 {
            return (age, 1.0, Source::Predicted);
        }
        if beyond >= fade {
            return (horizon + fade / 2, 0.0, Source::Silent);
        }
        let share = beyond as f64 / fade as f64;
        let walked = fade as f64 * (share - share * share / 2.0);
        (horizon + walked as Nanos, 1.0 - share, Source::Fading)
    }
}

/// The updates before and after `time`: the earlier one absent when `time` is before all that is kept, nothing at all when the
/// newest is not after `time`. Updates whose time does not fit their number are passed over.
fn around(updates: &[Update], time: Nanos) -> Option<(Option<usize>, usize)> {
    let mut later = updates.len().checked_sub(1)?;
    // The newest by time; numbers and times agree but for the updates of a liar.
    for (i, update) in updates.iter().enumerate().rev() {
        if update.time > updates[later].time {
            later = i;
        }
    }
    if updates[later].time <= time {
        return None;
    }
    for (i, update) in updates[..later].iter().enumerate().rev() {
        if update.time >= updates[later].time {
            continue;
        }
        if update.time <= time {
            return Some((Some(i), later));
        }
        later = i;
    }
    Some((None, later))
}

#[cold]
fn nothing_yet() -> Error {
    Error::state("nothing has arrived yet")
}
