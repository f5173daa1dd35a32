//! Predictions that are not yet judged.
//!
//! A moment at which a prediction was made waits for all horizons; the numbers about one horizon are kept in a ring just
//! long enough for it.

use super::adapt::NONE;
use super::history::Micros;
use super::mix::{ExpertAnswers, expert};
use super::{HORIZON_COUNT, HORIZONS};
use crate::base::serial::{Reader, Writer};
use crate::base::{Error, Result};
use crate::pheromone::trail::Ticket;

/// Least time between two judged moments, microseconds.
pub(super) const SPACING: Micros = 95_000;
/// Moments that wait.
const WAITING: usize = 44;
/// Places of the rings of horizons: one moment every [`SPACING`] and two to spare.
const RINGS: [usize; HORIZON_COUNT] = [2, 3, 3, 4, 7, 12, 23, 44];
const STARTS: [usize; HORIZON_COUNT + 1] = [0, 2, 5, 8, 12, 19, 31, 54, 98];

/// Who made a prediction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Auto,
    Kinematic,
    Trail,
    Custom,
    /// Nobody: only trails are left.
    None,
}

const KINDS: [Kind; 5] = [Kind::Auto, Kind::Kinematic, Kind::Trail, Kind::Custom, Kind::None];

/// What all horizons of a moment share. Units of v_max, world axes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Waiting {
    pub(super) time: Micros,
    pub(super) place: [f32; 2],
    pub(super) velocity: [f32; 2],
    pub(super) average: [f32; 2],
    /// The own frame.
    pub(super) frame: [f32; 2],
    pub(super) ticket: Option<Ticket>,
    /// Row for adaptation, or [`NONE`].
    pub(super) row: u32,
    pub(super) kind: Kind,
    /// The host's expert spoke.
    pub(super) host: bool,
}

/// What was said about one horizon.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Expected {
    pub(super) reach: f32,
    pub(super) radius: f32,
    /// The network (or the plan of a model that does not mix), three trails, recall, the host: displacements.
    pub(super) said: [[f32; 2]; 6],
}

const NOTHING: Waiting = Waiting {
    time: 0,
    place: [0.0; 2],
    velocity: [0.0; 2],
    average: [0.0; 2],
    frame: [1.0, 0.0],
    ticket: None,
    row: NONE,
    kind: Kind::None,
    host: false,
};

#[derive(Clone, Debug)]
pub(super) struct Pending {
    waiting: [Waiting; WAITING],
    expected: [Expected; STARTS[HORIZON_COUNT]],
    pushed: u32,
    /// Number of the next moment that each horizon waits for.
    next: [u32; HORIZON_COUNT],
}

impl Expected {
    /// What every expert of `auto` said.
    #[inline]
    pub(super) fn experts(&self, at: &Waiting, h: usize) -> ExpertAnswers {
        let seconds = HORIZONS[h] as f32;
        let mut said = ExpertAnswers::default();
        said.set(expert::NET, self.said[0]);
        said.set(expert::DAMPED, at.velocity.map(|v| v * self.reach));
        said.set(expert::STRAIGHT, at.velocity.map(|v| v * seconds));
        said.set(expert::AVERAGE, at.average.map(|v| v * seconds));
        said.set(expert::STILL, [0.0; 2]);
        for (i, v) in self.said[1..].iter().enumerate() {
            said.set(expert::TRAILS + i, *v);
        }
        said
    }
}

impl Pending {
    pub(super) fn new() -> Self {
        Self {
            waiting: [NOTHING; WAITING],
            expected: [Expected::default(); STARTS[HORIZON_COUNT]],
            pushed: 0,
            next: [0; HORIZON_COUNT],
        }
    }

    pub(super) fn clear(&mut self) {
        self.next = [self.pushed; HORIZON_COUNT];
    }

    /// Whether it is time for the next moment.
    pub(super) fn is_time(&self, now: Micros) -> bool {
        let last = self.pushed.wrapping_sub(1) as usize % WAITING;
        // Nobody waits for the last horizon: none since the last break.
        self.next[HORIZON_COUNT - 1] == self.pushed || now.wrapping_sub(self.waiting[last].time) >= SPACING
    }

    pub(super) fn push(&mut self, waiting: Waiting, expected: &[Expected; HORIZON_COUNT]) {
        self.waiting[self.pushed as usize % WAITING] = waiting;
        for (h, expected) in expected.iter().enumerate() {
            self.expected[STARTS[h] + self.pushed as usize % RINGS[h]] = *expected;
        }
        self.pushed = self.pushed.wrapping_add(1);
    }

    /// The next moment whose horizon `h` ends at `now` or before, in order of time.
    pub(super) fn due(&mut self, h: usize, now: Micros) -> Option<(Waiting, Expected)> {
        let number = self.next[h];
        if number == self.pushed {
            return None;
        }
        let waiting = self.waiting[number as usize % WAITING];
        if now.wrapping_sub(waiting.time) < (HORIZONS[h] * 1e6) as Micros {
            return None;
        }
        self.next[h] = number.wrapping_add(1);
        Some((waiting, self.expected[STARTS[h] + number as usize % RINGS[h]]))
    }

    /// Moves the point all places are relative to.
    pub(super) fn shift(&mut self, by: [f32; 2]) {
        for waiting in &mut self.waiting {
            waiting.place = [waiting.place[0] - by[0], waiting.place[1] - by[1]];
        }
    }

    pub(super) fn write(&self, w: &mut Writer) {
        w.u32(self.pushed);
        for next in self.next {
            w.u32(next);
        }
        for a in &self.waiting {
            w.u32(a.time);
            for v in [a.place, a.velocity, a.average, a.frame] {
                w.f32_slice(&v);
            }
            let ticket = a.ticket.unwrap_or(Ticket { bucket: 0, slot: 0, stamp: 0 });
            w.u8(a.ticket.is_some() as u8).u32(ticket.bucket).u32(ticket.slot).u32(ticket.stamp);
            w.u32(a.row).u8(a.kind as u8).u8(a.host as u8);
        }
        for e in &self.expected {
            w.f32(e.reach).f32(e.radius).f32_slice(e.said.as_flattened());
        }
    }

    pub(super) fn read(r: &mut Reader<'_>) -> Result<Self> {
        let mut new = Self { pushed: r.u32()?, ..Self::new() };
        for next in &mut new.next {
            *next = r.u32()?;
            if new.pushed.wrapping_sub(*next) as usize > WAITING {
                return Err(Error::corrupt("snapshot has more predictions waiting than there is room for"));
            }
        }
        for a in &mut new.waiting {
            a.time = r.u32()?;
            for v in [&mut a.place, &mut a.velocity, &mut a.average, &mut a.frame] {
                r.finite_f32_slice(v)?;
            }
            let remembered = r.bool()?;
            let ticket = Ticket { bucket: r.u32()?, slot: r.u32()?, stamp: r.u32()? };
            a.ticket = Some(ticket).filter(|_| remembered);
            a.row = r.u32()?;
            let kind = r.u8()?;
            a.kind =
                *KINDS.get(kind as usize).ok_or_else(|| Error::corrupt("snapshot has a prediction of no model"))?;
            a.host = r.bool()?;
        }
        for e in &mut new.expected {
            (e.reach, e.radius) = (r.f32()?, r.f32()?);
            r.finite_f32_slice(e.said.as_flattened_mut())?;
        }
        Ok(new)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rings_hold_all_that_can_wait() {
        for (h, seconds) in HORIZONS.iter().enumerate() {
            let most = (seconds * 1e6 / SPACING as f64) as usize + 2;
            assert_eq!(RINGS[h], most);
            assert_eq!(STARTS[h + 1] - STARTS[h], RINGS[h]);
        }
        assert_eq!(WAITING, RINGS[HORIZON_COUNT - 1]);
    }
}
