//! An entity's unbroken past at irregular times.
//!
//! Lengths are in units of the entity's `v_max · 1 s`, relative to where the past began. Updates that come faster than
//! every [`SPACING`] are thinned: the newest is always there, but it takes the place of the one before unless that one
//! was far enough from its own predecessor. So four seconds fit at any rate, and a fast host leaves the same trail as
//! one at 20 Hz.

use crate::base::Result;
use crate::base::serial::{Reader, Writer};

/// Microseconds on the game clock, modulo 2³²; differences are taken modulo 2³² too.
pub(super) type Micros = u32;

/// Least time between two kept moments, microseconds.
pub(super) const SPACING: Micros = 45_000;
/// Moments kept: four seconds of them, and the newest.
pub(super) const MOMENTS: usize = 92;
/// A lag is met by a moment this much younger, microseconds: clocks of hosts jitter.
const TOLERANCE: Micros = 100;

/// What was seen at one moment.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub(super) struct Moment {
    pub(super) time: Micros,
    /// Ground plane first, height last.
    pub(super) place: [f32; 3],
    /// Velocity in the ground plane, in units of v_max.
    pub(super) velocity: [f32; 2],
    /// Vertical velocity in units of v_max.
    pub(super) climb: f32,
    /// Unit vector of the view in the ground plane; zero when unknown.
    pub(super) view: [f32; 2],
    /// View below the horizon, quarter turns.
    pub(super) pitch: f32,
}

/// The state some time ago.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub(super) struct Past {
    /// How long ago, seconds; less than asked for where the past is shorter.
    pub(super) age: f32,
    pub(super) moment: Moment,
}

/// The ring of moments.
#[derive(Clone, Debug)]
pub(super) struct History {
    ring: [Moment; MOMENTS],
    /// Moments kept so far, the newest included; place of the newest in the ring is `pushed - 1` modulo the size.
    pushed: u32,
    /// Number of the oldest one that belongs to this life.
    first: u32,
    /// When this life began.
    began: Micros,
}

impl Moment {
    pub(super) fn has_view(&self) -> bool {
        self.view != [0.0; 2]
    }

    /// A share `f` of the way to a later moment.
    fn towards(&self, later: &Self, f: f32) -> Self {
        let mix = |a: f32, b: f32| a + f * (b - a);
        let view = if self.has_view() && later.has_view() {
            [mix(self.view[0], later.view[0]), mix(self.view[1], later.view[1])]
        } else {
            [0.0; 2]
        };
        Self {
            time: later.time,
            place: [0, 1, 2].map(|i| mix(self.place[i], later.place[i])),
            velocity: [0, 1].map(|i| mix(self.velocity[i], later.velocity[i])),
            climb: mix(self.climb, later.climb),
            view,
            pitch: mix(self.pitch, later.pitch),
        }
    }
}

/// Microseconds as seconds.
pub(super) fn seconds(micros: Micros) -> f32 {
    micros as f32 * 1e-6
}

impl History {
    pub(super) fn new() -> Self {
        Self { ring: [Moment::default(); MOMENTS], pushed: 0, first: 0, began: 0 }
    }

    pub(super) fn clear(&mut self) {
        self.first = self.pushed;
    }

    pub(super) fn len(&self) -> usize {
        (self.pushed.wrapping_sub(self.first) as usize).min(MOMENTS)
    }

    /// How many moments were ever kept; the number of the next one.
    pub(super) fn pushed(&self) -> u32 {
        self.pushed
    }

    /// The kept moment of that number, which must be one of the last [`MOMENTS`].
    pub(super) fn number(&self, number: u32) -> &Moment {
        &self.ring[number as usize % MOMENTS]
    }

    fn back(&self, i: usize) -> &Moment {
        self.number(self.pushed.wrapping_sub(1 + i as u32))
    }

    /// The newest one; there must be one.
    pub(super) fn newest(&self) -> &Moment {
        self.back(0)
    }

    /// Seconds since this life began.
    pub(super) fn age(&self) -> f32 {
        seconds(self.newest().time.wrapping_sub(self.began))
    }

    /// Appends a moment, or puts it in the place of the last one if that one was too close to its predecessor.
    pub(super) fn push(&mut self, moment: Moment) {
        let n = self.len();
        if n == 0 {
            self.began = moment.time;
        }
        let provisional = n >= 2 && self.back(0).time.wrapping_sub(self.back(1).time) < SPACING;
        if !provisional {
            self.pushed = self.pushed.wrapping_add(1);
        }
        self.ring[self.pushed.wrapping_sub(1) as usize % MOMENTS] = moment;
    }

    /// The states `lags` ago (seconds, ascending), on straight lines between moments; the oldest where the past is
    /// shorter.
    pub(super) fn before<const N: usize>(&self, lags: &[f32; N]) -> [Past; N] {
        let (n, now) = (self.len(), self.newest().time);
        let age = |i: usize| now.wrapping_sub(self.back(i).time);
        let mut i = 1;
        lags.map(|lag| {
            let wanted = (lag * 1e6) as Micros;
            while i < n && age(i) + TOLERANCE < wanted {
                i += 1;
            }
            if lag == 0.0 || n == 1 {
                return Past { age: 0.0, moment: *self.newest() };
            }
            if i == n {
                return Past { age: seconds(age(n - 1)), moment: *self.back(n - 1) };
            }
            let (old, young) = (age(i), age(i - 1));
            let f = ((old as f32 - wanted as f32) / (old - young).max(1) as f32).clamp(0.0, 1.0);
            let age = old as f32 - f * (old - young) as f32;
            Past { age: age * 1e-6, moment: self.back(i).towards(self.back(i - 1), f) }
        })
    }

    /// Moves the point all places are relative to.
    pub(super) fn shift(&mut self, by: [f32; 3]) {
        for moment in &mut self.ring {
            for (x, by) in moment.place.iter_mut().zip(by) {
                *x -= by;
            }
        }
    }

    pub(super) fn write(&self, w: &mut Writer) {
        w.u32(self.pushed).u32(self.first).u32(self.began);
        for m in &self.ring {
            w.u32(m.time).f32_slice(&m.place).f32_slice(&m.velocity).f32(m.climb).f32_slice(&m.view).f32(m.pitch);
        }
    }

    pub(super) fn read(r: &mut Reader<'_>) -> Result<Self> {
        let mut new = Self { pushed: r.u32()?, first: r.u32()?, began: r.u32()?, ..Self::new() };
        for m in &mut new.ring {
            m.time = r.u32()?;
            r.f32_slice(&mut m.place)?;
            r.f32_slice(&mut m.velocity)?;
            m.climb = r.f32()?;
            r.f32_slice(&mut m.view)?;
            m.pitch = r.f32()?;
        }
        Ok(new)
    }
}
