//! What has arrived, and what has not.

use super::Verdict;
use crate::base::Result;
use crate::base::serial::{Reader, Writer};
use crate::base::time::Nanos;
use alloc::format;
use alloc::string::String;

/// Weight of a new gap in the mean: about the last sixteen count.
const GAP_WEIGHT: f64 = 1.0 / 16.0;

/// Updates by what became of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// All that arrived, with duplicates.
    pub received: u64,
    /// Taken in in order.
    pub applied: u64,
    /// Late, taken in at their place.
    pub inserted: u64,
    /// Late, kept for interpolation only.
    pub kept: u64,
    /// Doubled.
    pub duplicates: u64,
    /// Too late for anything.
    pub too_old: u64,
    /// Late and of a life that had ended.
    pub stale: u64,
    /// With a newer number but not a newer time.
    pub backwards: u64,
    /// From the future, held until their time; they are counted again when it has come.
    pub held: u64,
    /// From too far in the future, or no room to hold them.
    pub refused: u64,
    /// Of entities the receiver does not know.
    pub unknown: u64,
    /// On a base that this machine does not know.
    pub no_base: u64,
}

/// Updates before it is asked whether most of them were refused.
const ENOUGH: u64 = 64;

impl Counts {
    /// What is wrong when more than nine of ten updates were refused: a sentence that says what was probably meant.
    pub fn complaint(&self) -> Option<String> {
        let used = self.applied + self.inserted + self.kept;
        if self.received < ENOUGH || used * 10 >= self.received {
            return None;
        }
        let reasons = [
            (
                self.duplicates,
                "doubled",
                "every update needs a sequence number of its own, and states need times that differ",
            ),
            (self.backwards, "with a time that does not rise", "times must be nanoseconds of one clock that goes on"),
            (self.refused, "from the future", "times must be nanoseconds of one clock, and of the peer's clock only"),
            (self.too_old + self.stale, "too old", "do numbers begin anew without ENTER, or are times of two clocks?"),
            (self.unknown, "of entities that were not added", "add each number before its updates"),
            (self.no_base, "on bases that are not known", "tell of the base with set_base first"),
        ];
        let (count, what, meant) = reasons.into_iter().max_by_key(|(count, ..)| *count)?;
        (count > 0)
            .then(|| format!("of {} updates only {used} could be used, {count} were {what}: {meant}", self.received))
    }

    pub(super) fn count(&mut self, verdict: Verdict) {
        let counter = match verdict {
            Verdict::Applied => &mut self.applied,
            Verdict::Inserted => &mut self.inserted,
            Verdict::Kept => &mut self.kept,
            Verdict::Duplicate => &mut self.duplicates,
            Verdict::TooOld => &mut self.too_old,
            Verdict::Stale => &mut self.stale,
            Verdict::Backwards => &mut self.backwards,
            Verdict::Early => &mut self.held,
            Verdict::Refused => &mut self.refused,
            Verdict::Unknown => &mut self.unknown,
            Verdict::NoBase => &mut self.no_base,
        };
        *counter = counter.saturating_add(1);
    }

    fn all(&mut self) -> [&mut u64; 12] {
        [
            &mut self.received,
            &mut self.applied,
            &mut self.inserted,
            &mut self.kept,
            &mut self.duplicates,
            &mut self.too_old,
            &mut self.stale,
            &mut self.backwards,
            &mut self.held,
            &mut self.refused,
            &mut self.unknown,
            &mut self.no_base,
        ]
    }

    pub(super) fn write(mut self, w: &mut Writer) {
        for count in self.all() {
            w.u64(*count);
        }
    }

    pub(super) fn read(r: &mut Reader<'_>) -> Result<Self> {
        let mut counts = Self::default();
        for count in counts.all() {
            *count = r.u64()?;
        }
        Ok(counts)
    }
}

/// A running mean of times between updates.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct MeanGap(pub(super) Option<f64>);

impl MeanGap {
    pub(super) fn add(&mut self, gap: Nanos) {
        let gap = gap as f64;
        self.0 = Some(self.0.map_or(gap, |mean| mean + GAP_WEIGHT * (gap - mean)));
    }

    pub(super) fn nanos(self) -> Nanos {
        self.0.unwrap_or(0.0) as Nanos
    }

    pub(super) fn write(self, w: &mut Writer) {
        w.u8(self.0.is_some().into()).f64(self.0.unwrap_or(0.0));
    }

    pub(super) fn read(r: &mut Reader<'_>) -> Result<Self> {
        let (known, mean) = (r.bool()?, r.f64()?);
        if !(0.0..1e19).contains(&mean) {
            return Err(crate::base::Error::corrupt("a receiver has a mean gap that cannot be"));
        }
        Ok(Self(known.then_some(mean)))
    }
}

/// What is known of the updates of one entity.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EntityStats {
    /// By what became of them.
    pub counts: Counts,
    /// Updates that were numbered and have not come (yet).
    pub lost: u64,
    /// Share of the last up to 64 that has not come.
    pub recent_loss: f64,
    /// Running mean of the time between updates, on the sender's clock; 0 when unknown.
    pub mean_gap: Nanos,
    /// When the last one arrived, own clock; `None` before the first.
    pub last_arrival: Option<Nanos>,
}

/// What is known of a link.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LinkStats {
    /// By what became of them, all entities together.
    pub counts: Counts,
    /// Updates that were numbered and have not come (yet).
    pub lost: u64,
    /// Share of all numbered updates that has not come.
    pub loss: f64,
    /// Interarrival jitter (RFC 3550).
    pub jitter: Nanos,
    /// Lateness that 95 of 100 recent updates did not exceed.
    pub lateness: Nanos,
    /// Running mean of the time between updates of one entity; long gaps count as
    /// [`longest_gap`](super::BufferParams::longest_gap).
    pub mean_gap: Nanos,
    /// How far behind the newest possible update the interpolated past is shown at present.
    pub delay: Nanos,
    /// How far it should be.
    pub wanted_delay: Nanos,
    /// Times the estimate of the remote clock was given up because everything came from its future.
    pub resynchronised: u32,
    /// Times the shown time jumped after a long pause.
    pub jumps: u32,
}
