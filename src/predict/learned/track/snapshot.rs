//! Snapshots of a track.

use super::super::EXPERT_HORIZONS;
use super::super::history::History;
use super::super::mix::Mixture;
use super::super::pending::Pending;
use super::super::plan::Plan;
use super::Track;
use crate::base::serial::{LARGEST, Reader, Writer};
use crate::base::{Error, Result};
use crate::predict::fall::Fall;
use alloc::boxed::Box;

impl Track {
    pub(in crate::predict) fn write(&self, w: &mut Writer) {
        self.fall.write(w);
        self.history.write(w);
        for number in self.deposited {
            w.u32(number);
        }
        self.pending.write(w);
        w.u8(self.plan.is_some() as u8);
        if let Some(plan) = &self.plan {
            plan.write(w);
        }
        w.dvec3(self.origin).f64(self.unit).i64(self.last).u8(self.own.is_some() as u8);
        if let Some(own) = &self.own {
            own.write(w);
        }
        w.u8(self.suggestion.is_some() as u8);
        w.f32_slice(self.suggestion.unwrap_or_default().as_flattened());
    }

    pub(in crate::predict) fn read(r: &mut Reader<'_>) -> Result<Self> {
        let mut new = Self { fall: Fall::read(r)?, history: History::read(r)?, ..Self::new() };
        for number in &mut new.deposited {
            *number = r.u32()?;
            if new.history.pushed().wrapping_sub(*number) as usize > new.history.len() {
                return Err(Error::corrupt("snapshot has a trail to be left from a moment that is not there"));
            }
        }
        new.pending = Pending::read(r)?;
        if r.bool()? {
            new.plan = Some(Plan::read(r)?);
        }
        (new.origin, new.unit, new.last) = (r.finite_dvec3()?, r.f64()?, r.i64()?);
        if !(0.0..=LARGEST).contains(&new.unit) {
            return Err(Error::corrupt("snapshot has an entity of no speed"));
        }
        if r.bool()? {
            new.own = Some(Box::new(Mixture::read(r)?));
        }
        let suggested = r.bool()?;
        let mut suggestion = [[0.0; 2]; EXPERT_HORIZONS.len()];
        r.finite_f32_slice(suggestion.as_flattened_mut())?;
        new.suggestion = Some(suggestion).filter(|_| suggested);
        Ok(new)
    }
}
