//! Where entities are shown: predicted for now, or interpolated a little in the past.

use super::params::Curve;
use super::{Known, Receiver};
use crate::base::math::{DQuat, DVec3};
use crate::base::time::{Nanos, seconds_between};
use crate::base::{Error, Result};
use crate::net::interpolate::{Between, between, turn};
use crate::net::playback::{Presence, Shown, Silence, Source};
use crate::net::update::{Flags, Update};
use crate::predict::{LevelContext, PredictScratch, Prediction, Predictor};
use alloc::format;

impl Receiver {
    /// Remote time that is shown by [`Receiver::predict`] after the last [`Receiver::advance`]; `None` before anything arrived.
    pub fn prediction_time(&self) -> Option<Nanos> {
        self.timing.prediction.time()
    }

    /// How fast the remote clock runs, seen by the own one: 1 but in slow motion, pauses and the like.
    pub fn pace(&self) -> f64 {
        self.timing.pace.rate
    }

    /// Remote time that is shown by [`Receiver::interpolate`].
    pub fn interpolation_time(&self) -> Option<Nanos> {
        self.timing.interpolation.time()
    }

    /// Whether too little has come to know how far in the past the interpolated past must be.
    pub fn is_filling(&self) -> bool {
        self.timing.is_filling()
    }

    /// Where an entity is now, as far as its updates and its model tell. Fails when it is not known, no update has come, or it has left.
    pub fn predict(
        &self,
        predictor: &Predictor,
        level: LevelContext<'_>,
        number: u32,
        scratch: Option<&mut PredictScratch>,
    ) -> Result<Shown> {
        let time = self.prediction_time().ok_or_else(nothing_yet)?;
        self.predict_at(predictor, level, number, time, scratch)
    }

    /// As [`Receiver::predict`] for a time of the sender's clock.
    pub fn predict_at(
        &self,
        predictor: &Predictor,
        level: LevelContext<'_>,
        number: u32,
        time: Nanos,
        scratch: Option<&mut PredictScratch>,
    ) -> Result<Shown> {
        let known = self.present(number)?;
        self.reckon(known, predictor, level, time, scratch)
    }

    /// Where an entity was, a little in the past ([`Receiver::interpolation_time`]): between two updates, or predicted when the next one
    /// has not come. Fails as [`Receiver::predict`] does.
    pub fn interpolate(
        &self,
        predictor: &Predictor,
        level: LevelContext<'_>,
        number: u32,
        scratch: Option<&mut PredictScratch>,
    ) -> Result<Shown> {
        let time = self.interpolation_time().ok_or_else(nothing_yet)?;
        self.interpolate_at(predictor, level, number, time, scratch)
    }

    /// As [`Receiver::interpolate`] for a time of the sender's clock.
    pub fn interpolate_at(
        &self,
        predictor: &Predictor,
        level: LevelContext<'_>,
        number: u32,
        time: Nanos,
        scratch: Option<&mut PredictScratch>,
    ) -> Result<Shown> {
        let known = self.present(number)?;
        let updates = known.past.updates();
        let bracket = if known.past.is_before(time) { None } else { around(updates, time) };
        let Some((earlier, later)) = bracket else {
            return self.reckon(known, predictor, level, time, scratch);
        };
        // What it rode on, where both updates speak of it; in between two bases it stays where it was.
        let base = predictor.base(known.id).filter(|base| updates[later].base.map(u64::from) == Some(base.id));
        let base = base.map(|base| base.carried(seconds_signed(known.past.playback.time, time)));
        let age = seconds_between(known.past.playback.time, time);
        let told = predictor.kinematics(known.id).map_or(DQuat::IDENTITY, |kinematics| kinematics.orientation);
        let show = |position: DVec3, velocity: DVec3, orientation: DQuat, source: Source| {
            let mut prediction = Prediction { position, velocity, orientation, ..Prediction::NOWHERE };
            if let Some(base) = &base {
                prediction.velocity = base.velocity_to_level(position, velocity);
                prediction.position = base.point_to_level(position);
                prediction.orientation = base.orientation * orientation;
            }
            Shown { prediction, time, age, source, on_line: false }
        };
        let Some(earlier) = earlier else {
            let oldest = &updates[later];
            let facing = oldest.orientation.unwrap_or(told);
            return Ok(show(oldest.position, DVec3::ZERO, facing, Source::Oldest));
        };
        let (before, after) = (&updates[earlier], &updates[later]);
        let smooth = self.params.buffer.curve == Curve::Hermite;
        let start = known.gap.nanos().min(self.params.buffer.longest_gap);
        let met = if before.base == after.base {
            between(before, after, time, smooth, start)
        } else {
            Between { position: after.position, velocity: DVec3::ZERO }
        };
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

    /// What silence means: that of the whole path for who is predicted, that of the owner until what it sent is here.
    fn silence(&self) -> Silence {
        Silence { horizon: self.params.horizon, fade: self.params.fade, heard_until: self.timing.heard_until }
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
        level: LevelContext<'_>,
        time: Nanos,
        scratch: Option<&mut PredictScratch>,
    ) -> Result<Shown> {
        known.past.playback.shown(predictor, level, known.id, time, &self.silence(), scratch)
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

/// Seconds from one time to another, negative when that is the earlier.
fn seconds_signed(from: Nanos, to: Nanos) -> f64 {
    if to >= from { seconds_between(from, to) } else { -seconds_between(to, from) }
}

#[cold]
fn nothing_yet() -> Error {
    Error::state("nothing has arrived yet")
}
