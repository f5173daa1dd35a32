//! How fast players of this game run, learned from those that are seen.

use crate::base::Result;
use crate::base::math::{DVec3, ground};
use crate::base::serial::{Reader, Writer};
use crate::predict::profile::DEFAULT_RUN_SPEED;

/// Slower than this nobody runs, m/s. A power of two: the classes of speeds begin there.
const LEAST: f64 = 0.25;
/// Faster than this nobody is counted, m/s.
const MOST: f64 = 1e6;
/// Classes per doubling of the speed: 4 to 6 % wide.
const CLASSES_PER_OCTAVE: usize = 16;
/// From [`LEAST`] to 2048 m/s.
const CLASSES: usize = 13 * CLASSES_PER_OCTAVE;
/// Share of speeds over the ground that lie below the run speed while too few are known to see which is the most common.
const SHARE: f64 = 0.4;
/// Never is more than this share of them below it: in a few seconds of a match some speed of those who jump may be the most common.
const MOST_SHARE: f64 = 0.6;
/// Speeds before the first guess; then again when there are twice as many, and at last every so many.
const FIRST: u32 = 8;
const LATER: u32 = 64;
/// With so many counted, old ones count half.
const FORGET: u32 = 4096;
/// Convergence bounds what is drawn by the run speed, and a few per cent of it are seen: it follows every guess.
const NEAR: f64 = 1.03;
/// Models measure what they have learned by the run speed and begin anew when it changes: it must not waver.
const FAR: f64 = 1.2;

/// What a speed has changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Learned {
    /// Nothing.
    Nothing,
    /// [`RunSpeed::drawn`].
    Drawn,
    /// [`RunSpeed::model`] as well.
    Model,
}

/// Learns a run speed; the same speeds in the same order give the same bits.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct RunSpeed {
    /// Given by the host.
    given: Option<f64>,
    /// In use where things are predicted, m/s.
    pub(super) model: f64,
    /// In use where things are drawn, m/s.
    pub(super) drawn: f64,
    /// Speeds by class, and the mean of each class.
    counts: [u16; CLASSES],
    means: [f32; CLASSES],
    seen: u32,
}

impl RunSpeed {
    /// `given` 0 = learn it.
    pub(super) fn new(given: f64) -> Self {
        let given = (given > 0.0).then_some(given);
        let value = given.unwrap_or(DEFAULT_RUN_SPEED);
        Self { given, model: value, drawn: value, counts: [0; CLASSES], means: [0.0; CLASSES], seen: 0 }
    }

    /// Takes in a velocity, m/s, of which only what is over the ground counts: nobody falls at its own pace.
    pub(super) fn saw(&mut self, velocity: DVec3) -> Learned {
        let speed = ground(velocity).length();
        if self.given.is_some() || !(LEAST..=MOST).contains(&speed) {
            return Learned::Nothing;
        }
        // Rounded first, so that the mean of a class lies in it.
        let speed = speed as f32;
        let class = class(speed.into());
        self.counts[class] = self.counts[class].saturating_add(1);
        let weight = 1.0 / f32::from(self.counts[class].min(16));
        self.means[class] += (speed - self.means[class]) * weight;
        self.seen = self.seen.saturating_add(1);
        let is_time = if self.seen < LATER {
            self.seen >= FIRST && self.seen.is_power_of_two()
        } else {
            self.seen.is_multiple_of(LATER)
        };
        if !is_time {
            return Learned::Nothing;
        }
        if self.seen >= FORGET {
            self.counts.iter_mut().for_each(|count| *count /= 2);
            self.seen = self.total() / LATER * LATER;
        }
        let guess = if self.seen < LATER { self.quantile(SHARE) } else { self.most_common() };
        let off = |known: f64| if known > guess { known / guess } else { guess / known };
        if off(self.model) > FAR {
            (self.model, self.drawn) = (guess, guess);
            return Learned::Model;
        }
        if off(self.drawn) > NEAR {
            self.drawn = guess;
            return Learned::Drawn;
        }
        Learned::Nothing
    }

    fn total(&self) -> u32 {
        self.counts.iter().map(|count| u32::from(*count)).sum()
    }

    /// Games limit how fast one runs, so that speed is the most common one, however many walk, wait in corners or have learned to
    /// jump and are faster. On eight matches of Quake III and Quake Live it is within 10 % of the nominal speed, where a quantile
    /// is off by up to 47 %.
    fn most_common(&self) -> f64 {
        let count = |class: usize| f64::from(self.counts[class]);
        let (mut best, mut densest) = (None, 0.0);
        for class in (0..CLASSES).filter(|class| self.counts[*class] > 0) {
            let before = if class > 0 { count(class - 1) } else { 0.0 };
            let after = if class + 1 < CLASSES { count(class + 1) } else { 0.0 };
            // Classes are evenly wide within a doubling, so those at its end are narrower for their speed.
            let width = 1.0 / (CLASSES_PER_OCTAVE + class % CLASSES_PER_OCTAVE) as f64;
            let density = (before + 2.0 * count(class) + after) / width;
            if density > densest {
                (best, densest) = (Some(class), density);
            }
        }
        let best = best.map_or(self.drawn, |class| f64::from(self.means[class]));
        let most = self.quantile(MOST_SHARE);
        if best < most { best } else { most }
    }

    fn quantile(&self, share: f64) -> f64 {
        let wanted = (f64::from(self.total()) * share) as u32;
        let mut below = 0;
        let found = self.counts.iter().position(|count| {
            below += u32::from(*count);
            below > wanted
        });
        found.map_or(self.drawn, |class| f64::from(self.means[class]))
    }

    pub(super) fn write(&self, w: &mut Writer) {
        w.f64(self.model).f64(self.drawn).u32(self.seen);
        for (count, mean) in self.counts.iter().zip(&self.means).filter(|(count, _)| **count > 0) {
            w.u16(*count).f32(*mean);
        }
        w.u16(0);
    }

    /// Restores what was learned; what the host gave stays.
    pub(super) fn read(&self, r: &mut Reader<'_>) -> Result<Self> {
        let bad = || crate::base::Error::corrupt("snapshot has a run speed that cannot be");
        let mut new = Self { model: r.f64()?, drawn: r.f64()?, seen: r.u32()?, ..Self::new(0.0) };
        let mut after = 0;
        loop {
            let count = r.u16()?;
            if count == 0 {
                break;
            }
            let mean = r.f32()?;
            let class = (LEAST..=MOST).contains(&f64::from(mean)).then(|| class(mean.into())).ok_or_else(bad)?;
            if class < after {
                return Err(bad());
            }
            (new.counts[class], new.means[class], after) = (count, mean, class + 1);
        }
        let known = |speed: f64| (LEAST..=MOST).contains(&speed);
        if !(known(new.model) && known(new.drawn) && new.seen < FORGET) {
            return Err(bad());
        }
        if let Some(given) = self.given {
            (new.given, new.model, new.drawn) = (Some(given), given, given);
        }
        Ok(new)
    }
}

/// The class of a speed from [`LEAST`] on: its exponent and the first four bits of its fraction, so that no logarithm is needed.
fn class(speed: f64) -> usize {
    let bits = |speed: f64| (speed.to_bits() >> 48) as usize;
    (bits(speed) - bits(LEAST)).min(CLASSES - 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Runs, walks, stands, now and then a jump.
    fn play(run: f64, count: usize) -> RunSpeed {
        let mut speed = RunSpeed::new(0.0);
        for i in 0..count {
            let share = [1.0, 1.0, 0.98, 1.0, 0.5, 0.0, 1.02, 1.0, 1.6, 1.0][i % 10];
            speed.saw(DVec3::new(0.6 * run * share, 3.0, 0.8 * run * share));
        }
        speed
    }

    #[test]
    fn it_is_what_most_of_those_who_move_run_at() {
        for run in [0.4, 1.4, 5.0, 8.0, 30.0, 1500.0] {
            for count in [12, 40, 400, 20_000] {
                let speed = play(run, count);
                assert!((0.95..1.07).contains(&(speed.drawn / run)), "{run}, {count}: {}", speed.drawn);
                assert!((0.8..1.25).contains(&(speed.model / run)), "{run}, {count}: {}", speed.model);
            }
        }
    }

    #[test]
    fn who_waits_in_corners_or_jumps_is_not_mistaken_for_a_runner() {
        let mut random = crate::base::random::Random(7);
        let mut speed = RunSpeed::new(0.0);
        for i in 0..8000 {
            // Half creep about at any speed, a quarter runs, a quarter jumps on, faster and faster.
            let told = match i % 4 {
                0 | 1 => 0.3 + 7.0 * random.unit(),
                2 => 8.0 + 0.2 * random.unit(),
                _ => 8.0 + 6.0 * random.unit(),
            };
            speed.saw(DVec3::X * told);
        }
        assert!((speed.drawn / 8.1 - 1.0).abs() < 0.03 && (speed.model / 8.1 - 1.0).abs() < 0.2, "{}", speed.drawn);
    }

    #[test]
    fn classes_are_a_few_per_cent_wide() {
        assert_eq!((class(LEAST), class(2.0 * LEAST), class(MOST)), (0, CLASSES_PER_OCTAVE, CLASSES - 1));
        for speed in [0.3, 1.0, 5.5, 77.0] {
            assert!(class(speed * 1.07) > class(speed) && class(speed * 1.01) <= class(speed) + 1);
        }
    }

    #[test]
    fn what_the_host_gave_stays() {
        let mut speed = RunSpeed::new(6.0);
        assert!((0..200).all(|_| speed.saw(DVec3::X * 20.0) == Learned::Nothing));
        assert_eq!((speed.model, speed.drawn), (6.0, 6.0));
    }

    #[test]
    fn models_are_not_disturbed_by_small_changes() {
        let mut speed = RunSpeed::new(0.0);
        let changes =
            (0..20_000).filter(|i| speed.saw(DVec3::X * (5.0 + (i % 7) as f64 * 0.3)) == Learned::Model).count();
        assert!(changes <= 1, "{changes}");
    }

    #[test]
    fn a_game_that_becomes_faster_is_followed() {
        let mut speed = play(5.0, 3000);
        (0..12_000).for_each(|_| {
            speed.saw(DVec3::Z * 9.0);
        });
        assert!((speed.drawn / 9.0 - 1.0).abs() < 0.05 && (speed.model / 9.0 - 1.0).abs() < 0.2);
    }

    #[test]
    fn what_was_learned_is_found_again() {
        let known = play(7.0, 1234);
        let mut w = Writer::new();
        known.write(&mut w);
        let bytes = w.seal(*b"TEST", 1);
        let read = |own: RunSpeed| own.read(&mut Reader::open(&bytes, *b"TEST", 1).unwrap()).unwrap();
        assert_eq!(read(RunSpeed::new(0.0)), known);
        assert_eq!(read(RunSpeed::new(3.0)).drawn, 3.0);
    }
}
