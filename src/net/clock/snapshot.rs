//! An estimator as bytes.

use super::envelope::{Envelope, Minimum, SPANS};
use super::{Answer, ClockEstimator, ClockParams, MAX_TIME, RECENT};
use crate::base::hash::StableHasher;
use crate::base::serial::{Reader, Writer};
use crate::base::{Error, Result};
use alloc::vec::Vec;

const MAGIC: [u8; 4] = *b"ANCK";
const VERSION: u32 = 1;
/// Updates that can have come: more than in a century at one per nanosecond.
const MOST_SAMPLES: u64 = 1 << 62;

impl ClockEstimator {
    /// Writes everything into a frame of the caller.
    pub fn write(&self, w: &mut Writer) {
        w.i64(self.params.window).f64(self.params.max_drift);
        w.u64(self.envelope.minima().len() as u64);
        for m in self.envelope.minima() {
            w.i64(m.span).i64(m.time).i64(m.difference);
        }
        let answer = self.answer.unwrap_or(Answer { time: 0, ahead: 0, delay: 0 });
        w.u8(self.answer.is_some().into()).i64(answer.time).i64(answer.ahead).i64(answer.delay);
        w.u8(self.last.is_some().into()).i64(self.last.unwrap_or(0)).i64(self.jitter16).u64(self.samples);
        for late in self.recent {
            w.i64(late);
        }
    }

    /// Reads what [`ClockEstimator::write`] wrote.
    pub fn read(r: &mut Reader<'_>) -> Result<Self> {
        let params = ClockParams { window: r.i64()?, max_drift: r.f64()? };
        let mut made = Self::new(&params).map_err(Error::into_corrupt)?;
        let count = r.count(24)?;
        if count > SPANS {
            return Err(Error::corrupt("a clock has more spans than there are"));
        }
        let mut minima = [Minimum::default(); SPANS];
        for m in &mut minima[..count] {
            *m = Minimum { span: r.i64()?, time: r.i64()?, difference: r.i64()? };
        }
        let minima = &minima[..count];
        let sane = |time: i64| time.unsigned_abs() <= MAX_TIME as u64;
        let rising = minima.windows(2).all(|pair| pair[0].span < pair[1].span && pair[0].time < pair[1].time);
        if !rising || !minima.iter().all(|m| sane(m.time) && sane(m.difference)) {
            return Err(Error::corrupt("the spans of a clock are not in order"));
        }
        made.envelope = Envelope::from_minima(&params, minima);
        let (answered, answer) = (r.u8()? != 0, Answer { time: r.i64()?, ahead: r.i64()?, delay: r.i64()? });
        if !sane(answer.time) || !sane(answer.ahead) || !(0..=MAX_TIME).contains(&answer.delay) {
            return Err(Error::corrupt("the round trip of a clock is out of range"));
        }
        made.answer = answered.then_some(answer);
        let (seen, last) = (r.u8()? != 0, r.i64()?);
        made.last = seen.then_some(last);
        (made.jitter16, made.samples) = (r.i64()?, r.u64()?);
        for late in &mut made.recent {
            *late = r.i64()?;
        }
        let known = made.samples.min(RECENT as u64) as usize;
        if made.samples > MOST_SAMPLES {
            return Err(Error::corrupt("a clock has counted more updates than there can be"));
        }
        if !sane(last) || made.jitter16 < 0 || made.recent[..known].iter().any(|late| *late < 0) {
            return Err(Error::corrupt("the jitter of a clock is out of range"));
        }
        if (made.samples == 0) != minima.is_empty() || (made.samples == 0) == seen {
            return Err(Error::corrupt("a clock has counted other updates than it has seen"));
        }
        Ok(made)
    }

    /// The whole state, framed.
    pub fn snapshot(&self) -> Vec<u8> {
        let mut w = Writer::new();
        self.write(&mut w);
        w.seal(MAGIC, VERSION)
    }

    /// The estimator that a snapshot was taken of.
    pub fn from_snapshot(bytes: &[u8]) -> Result<Self> {
        let mut r = Reader::open(bytes, MAGIC, VERSION)?;
        let made = Self::read(&mut r)?;
        r.finish()?;
        Ok(made)
    }

    /// Hash of the whole state.
    pub fn state_hash(&self) -> u64 {
        StableHasher::new().bytes(&self.snapshot()).finish()
    }
}
