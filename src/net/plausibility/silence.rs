//! Whether somebody falls silent when it suits.

use crate::base::math::sqrt;
use crate::base::serial::{Reader, Writer};
use crate::base::time::Nanos;
use crate::base::{Error, Result};

/// Gaps of each kind before anything is concluded: below, the normal approximation of a binomial share is not one.
const ENOUGH: u32 = 20;
/// Weight of a new gap in the mean.
const WEIGHT: f64 = 1.0 / 16.0;
/// Counts of so many gaps are halved.
const HALVED_AT: u32 = 4096;

/// Gaps between updates as they arrived, with and without somebody aiming at the entity.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Silence {
    /// Until when it is aimed at, own clock.
    pub(super) aimed_until: Option<Nanos>,
    /// Since when.
    pub(super) aimed_since: Nanos,
    /// Mean gap, nanoseconds; 0 = unknown.
    mean: f64,
    /// Gaps and long gaps: free, aimed at.
    gaps: [u32; 2],
    long: [u32; 2],
}

impl Silence {
    /// It is aimed at from `since` to `until`.
    pub(super) fn aim(&mut self, since: Nanos, until: Nanos) {
        match self.aimed_until {
            Some(end) if since <= end => self.aimed_until = Some(end.max(until)),
            _ => (self.aimed_since, self.aimed_until) = (since, Some(until)),
        }
    }

    /// Takes in the gap between two arrivals; how many standard deviations silence under aim is above chance, once that is known.
    pub(super) fn add(&mut self, from: Nanos, to: Nanos, factor: f64) -> Option<f64> {
        let gap = to.saturating_sub(from).max(0) as f64;
        let aimed = self.aimed_until.is_some_and(|until| from < until && to > self.aimed_since);
        let is_long = self.mean > 0.0 && gap > factor * self.mean;
        let kind = usize::from(aimed);
        self.gaps[kind] += 1;
        self.long[kind] += u32::from(is_long);
        if !is_long {
            self.mean = if self.mean > 0.0 { self.mean + WEIGHT * (gap - self.mean) } else { gap };
        }
        let deviations = self.deviations().filter(|_| is_long && aimed);
        if self.gaps.iter().any(|n| *n >= HALVED_AT) {
            // Old habits count less and less, and nothing overflows.
            self.gaps.iter_mut().chain(&mut self.long).for_each(|n| *n /= 2);
        }
        deviations
    }

    /// The two-proportion z-score of long gaps, aimed at against free.
    fn deviations(&self) -> Option<f64> {
        let [free, aimed] = self.gaps.map(f64::from);
        if self.gaps.iter().any(|n| *n < ENOUGH) {
            return None;
        }
        let share = (f64::from(self.long[0]) + f64::from(self.long[1])) / (free + aimed);
        let spread = sqrt(share * (1.0 - share) * (1.0 / free + 1.0 / aimed));
        (spread > 0.0).then(|| (f64::from(self.long[1]) / aimed - f64::from(self.long[0]) / free) / spread)
    }

    pub(super) fn write(&self, w: &mut Writer) {
        w.u8(self.aimed_until.is_some().into()).i64(self.aimed_until.unwrap_or(0)).i64(self.aimed_since).f64(self.mean);
        for count in self.gaps.iter().chain(&self.long) {
            w.u32(*count);
        }
    }

    pub(super) fn read(r: &mut Reader<'_>) -> Result<Self> {
        let (aimed, until) = (r.u8()? != 0, r.i64()?);
        let mut new = Self { aimed_until: aimed.then_some(until), aimed_since: r.i64()?, ..Self::default() };
        new.mean = r.f64()?;
        for count in new.gaps.iter_mut().chain(&mut new.long) {
            *count = r.u32()?;
        }
        let counted = (0..2).all(|kind| new.long[kind] <= new.gaps[kind] && new.gaps[kind] < HALVED_AT);
        if !(0.0..1e19).contains(&new.mean) || !counted {
            return Err(Error::corrupt("a judge has counted silences that cannot be"));
        }
        Ok(new)
    }
}
