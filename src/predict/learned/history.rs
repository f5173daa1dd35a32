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

/// What was seen at one moment, as numbers that are mixed alike between two moments.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub(super) struct Moment {
    pub(super) time: Micros,
    state: [f32; 9],
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

/// What a [`Moment`] is made of. Units of v_max.
pub(super) struct Seen {
    pub(super) time: Micros,
    /// Ground plane first, height last.
    pub(super) place: [f32; 3],
    pub(super) velocity: [f32; 2],
    /// Vertical velocity.
    pub(super) climb: f32,
    /// Unit vector of the view in the ground plane; zero when unknown.
    pub(super) view: [f32; 2],
    /// View below the horizon, quarter turns.
    pub(super) pitch: f32,
}

impl Moment {
    pub(super) fn new(seen: &Seen) -> Self {
        let ([x, z, y], [vx, vz], [lx, lz]) = (seen.place, seen.velocity, seen.view);
        Self { time: seen.time, state: [x, z, vx, vz, lx, lz, y, seen.climb, seen.pitch] }
    }

    #[inline(always)]
    pub(super) fn ground(&self) -> [f32; 2] {
        [self.state[0], self.state[1]]
    }

    #[inline(always)]
    pub(super) fn velocity(&self) -> [f32; 2] {
        [self.state[2], self.state[3]]
    }

    /// Between a known and an unknown view it is shorter than 1.
    #[inline(always)]
    pub(super) fn view(&self) -> [f32; 2] {
        [self.state[4], self.state[5]]
    }

    #[inline(always)]
    pub(super) fn height(&self) -> f32 {
        self.state[6]
    }

    #[inline(always)]
    pub(super) fn climb(&self) -> f32 {
        self.state[7]
    }

    #[inline(always)]
    pub(super) fn pitch(&self) -> f32 {
        self.state[8]
    }

    #[inline(always)]
    pub(super) fn has_view(&self) -> bool {
        self.view() != [0.0; 2]
    }

    /// A share `f` of the way to a later moment.
    #[inline(always)]
    fn towards(&self, later: &Self, f: f32) -> Self {
        let mut state = self.state;
        for (x, to) in state.iter_mut().zip(&later.state) {
            *x += f * (to - *x);
        }
        Self { time: later.time, state }
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

    /// The states `lags` ago (microseconds, ascending), on straight lines between moments; the oldest where the past is
    /// shorter.
    #[inline]
    pub(super) fn before<const N: usize>(&self, lags: &[Micros; N]) -> [Past; N] {
        let now = self.newest().time;
        let (mut left, mut at) = (self.len() - 1, self.pushed.wrapping_sub(1) as usize % MOMENTS);
        // The pair of moments around a lag, younger first.
        let mut young = &self.ring[at];
        let (mut old, mut young_age, mut old_age) = (young, 0, 0);
        let mut out = [Past::default(); N];
        for (out, lag) in out.iter_mut().zip(lags) {
            while old_age + TOLERANCE < *lag && left > 0 {
                at = if at == 0 { MOMENTS - 1 } else { at - 1 };
                left -= 1;
                (young, young_age) = (old, old_age);
                old = &self.ring[at];
                old_age = now.wrapping_sub(old.time);
            }
            let span = old_age - young_age;
            let f = if old_age > *lag && span > 0 { (old_age - lag) as f32 / span as f32 } else { 0.0 };
            *out = Past { age: seconds(old_age.min(*lag)), moment: old.towards(young, f) };
        }
        out
    }

    /// Moves the point all places are relative to.
    pub(super) fn shift(&mut self, by: [f32; 3]) {
        for Moment { state: [x, z, .., y, _, _], .. } in &mut self.ring {
            *x -= by[0];
            *z -= by[1];
            *y -= by[2];
        }
    }

    pub(super) fn write(&self, w: &mut Writer) {
        w.u32(self.pushed).u32(self.first).u32(self.began);
        for m in &self.ring {
            w.u32(m.time).f32_slice(&m.state);
        }
    }

    pub(super) fn read(r: &mut Reader<'_>) -> Result<Self> {
        let mut new = Self { pushed: r.u32()?, first: r.u32()?, began: r.u32()?, ..Self::new() };
        for m in &mut new.ring {
            m.time = r.u32()?;
            r.finite_f32_slice(&mut m.state)?;
        }
        Ok(new)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(time: Micros, x: f32) -> Moment {
        Moment::new(&Seen {
            time,
            place: [x, -2.0 * x, 3.0 * x],
            velocity: [x, 0.0],
            climb: 0.0,
            view: [1.0, 0.0],
            pitch: 0.0,
        })
    }

    fn walked(times: impl IntoIterator<Item = Micros>) -> History {
        let mut history = History::new();
        // One unit per second, and a clock that passes its end on the way.
        const START: Micros = u32::MAX - 1_000_000;
        for time in times {
            history.push(at(START.wrapping_add(time), seconds(time)));
        }
        history
    }

    #[test]
    fn the_past_lies_on_straight_lines_between_moments() {
        // Irregular updates, none of them at a lag that is asked for.
        let history = walked([0, 70_000, 190_000, 333_000, 480_000, 900_000, 1_003_000, 2_500_000]);
        for (past, lag) in
            history.before(&[0, 50_000, 400_000, 1_600_000, 2_000_000]).iter().zip([0.0, 0.05, 0.4, 1.6, 2.0])
        {
            assert!((past.age - lag).abs() < 1e-6);
            let want = 2.5 - lag;
            let ([x, z], y) = (past.moment.ground(), past.moment.height());
            assert!((x - want).abs() < 1e-6 && (z + 2.0 * want).abs() < 1e-6 && (y - 3.0 * want).abs() < 2e-6, "{lag}");
        }
        assert_eq!(history.age(), 2.5);
    }

    #[test]
    fn a_short_past_ends_at_its_oldest_moment() {
        let history = walked([0, 100_000]);
        let [near, far] = history.before(&[50_000, 1_000_000]);
        assert!((near.moment.ground()[0] - 0.05).abs() < 1e-6);
        assert!((far.age - 0.1).abs() < 1e-6);
        assert_eq!(far.moment.ground()[0], 0.0);
        let alone = walked([0]);
        assert_eq!(alone.before(&[0, 2_000_000])[1].age, 0.0);
    }

    #[test]
    fn fast_updates_are_thinned_but_the_newest_is_there() {
        for (hz, kept) in [(20, 0.05), (30, 1.0 / 15.0), (60, 0.05), (144, 7.0 / 144.0), (1000, 0.045)] {
            let history = walked((0..6 * hz).map(|k| (k as f64 * 1e6 / hz as f64) as Micros));
            assert!((history.age() - (6.0 - 1.0 / hz as f32)).abs() < 1e-5, "{hz}");
            let [now, old] = history.before(&[0, 4_000_000]);
            assert!((now.moment.ground()[0] - history.age()).abs() < 1e-5, "{hz}");
            assert!((old.age - 4.0).abs() < 1e-5, "four seconds fit at {hz} Hz");
            let (a, b) = (history.back(10), history.back(11));
            assert!((seconds(a.time.wrapping_sub(b.time)) - kept).abs() < 1e-4, "{hz}");
        }
    }

    #[test]
    fn a_clock_that_jitters_does_not_shift_the_past() {
        let exact = walked((0..60).map(|k| k * 50_000));
        let jittered = walked((0..60).map(|k| k * 50_000 + (k % 3) * 30));
        let (a, b) = (exact.before(&[200_000])[0], jittered.before(&[200_000])[0]);
        assert!((a.moment.ground()[0] - b.moment.ground()[0]).abs() < 2e-4);
    }
}
