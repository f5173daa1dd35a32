//! How a remote clock that loses time, jumps or runs at another rate stands to one that keeps time.

use crate::base::serial::{Reader, Writer};
use crate::base::time::Nanos;
use crate::base::{Error, Result};

/// Fastest rate that is followed.
pub(super) const FASTEST: f64 = 16.0;
/// Leads beyond this (146 years) are no times.
const MAX_LEAD: Nanos = 1 << 62;

/// The remote clock shows what a steady clock shows and `lead` more, at own time `since`; from then on it runs at `rate`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Pace {
    pub(super) since: Nanos,
    pub(super) lead: Nanos,
    pub(super) rate: f64,
}

impl Default for Pace {
    fn default() -> Self {
        Self { since: 0, lead: 0, rate: 1.0 }
    }
}

impl Pace {
    /// How far it is ahead of the steady clock at own time `own`.
    pub(super) fn lead_at(&self, own: Nanos) -> Nanos {
        let since = own.saturating_sub(self.since);
        self.lead.saturating_add((since as f64 * (self.rate - 1.0)) as Nanos).clamp(-MAX_LEAD, MAX_LEAD)
    }

    /// The same, and from `own` on it is ahead by so much more.
    pub(super) fn shifted(&self, own: Nanos, by: Nanos) -> Self {
        let lead = self.lead_at(own).saturating_add(by).clamp(-MAX_LEAD, MAX_LEAD);
        Self { since: own, lead, rate: self.rate }
    }

    pub(super) fn is_steady(&self) -> bool {
        self.rate == 1.0
    }

    pub(super) fn write(&self, w: &mut Writer) {
        w.i64(self.since).i64(self.lead).f64(self.rate);
    }

    pub(super) fn read(r: &mut Reader<'_>) -> Result<Self> {
        let pace = Self { since: r.i64()?, lead: r.i64()?, rate: r.f64()? };
        if !(0.0..=FASTEST).contains(&pace.rate) || !(-MAX_LEAD..=MAX_LEAD).contains(&pace.lead) {
            return Err(Error::corrupt("a receiver has a clock whose rate or lead cannot be"));
        }
        Ok(pace)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::time::SECOND;

    #[test]
    fn it_leads_by_what_it_ran_faster() {
        let pace = Pace { since: 10 * SECOND, lead: 3 * SECOND, rate: 0.25 };
        assert_eq!((pace.lead_at(10 * SECOND), pace.lead_at(14 * SECOND)), (3 * SECOND, 0));
        let shifted = pace.shifted(12 * SECOND, SECOND);
        assert_eq!(
            (shifted.lead_at(12 * SECOND), shifted.lead_at(16 * SECOND)),
            (2 * SECOND + SECOND / 2, -SECOND / 2)
        );
        assert!(Pace::default().is_steady() && !pace.is_steady());
        for time in [Nanos::MIN, Nanos::MAX] {
            let _ = (pace.lead_at(time), pace.shifted(time, time));
        }
    }
}
