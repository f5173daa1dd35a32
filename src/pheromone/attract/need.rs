//! How likely a player takes an item, by how much it needs it.

use crate::base::hash::StableHasher;
use crate::base::serial::{Reader, Writer};
use crate::base::{Error, Result};
use alloc::format;
use alloc::vec::Vec;

const MAGIC: [u8; 4] = *b"ANNM";
const VERSION: u32 = 1;
const MAX_BUCKETS: usize = 256;

/// Need of a player with `health` of at most `max`: 0 = full, 1 = nothing left. Works for ammunition and armour too;
/// without a sensible maximum there is no need.
pub fn need(health: f32, max: f32) -> f32 {
    if max > 0.0 && health.is_finite() && max.is_finite() { (1.0 - health / max).clamp(0.0, 1.0) } else { 0.0 }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Bucket {
    seen: u32,
    taken: u32,
}

/// P(pickup | need, item in sight), learned by counting occasions per bucket of need.
///
/// An occasion is a stretch of the prediction length with the item in sight, after which it was taken by that player or
/// not. The estimate is `(taken + 1) / (seen + 2)` (Laplace): one half before anything is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NeedModel {
    buckets: Vec<Bucket>,
}

impl NeedModel {
    /// A model that tells `buckets` degrees of need apart, 1 to 256.
    pub fn new(buckets: usize) -> Result<Self> {
        if !(1..=MAX_BUCKETS).contains(&buckets) {
            return Err(Error::invalid(format!("buckets is {buckets}, allowed is 1 to {MAX_BUCKETS}")));
        }
        Ok(Self { buckets: alloc::vec![Bucket::default(); buckets] })
    }

    fn bucket(&self, need: f32) -> usize {
        let n = self.buckets.len();
        // NaN counts as no need.
        ((need.clamp(0.0, 1.0) * n as f32) as usize).min(n - 1)
    }

    /// Counts one occasion.
    pub fn observe(&mut self, need: f32, taken: bool) {
        let at = self.bucket(need);
        let bucket = &mut self.buckets[at];
        if bucket.seen == u32::MAX {
            // Halving keeps the ratio and lets learning go on.
            *bucket = Bucket { seen: bucket.seen / 2, taken: bucket.taken / 2 };
        }
        bucket.seen += 1;
        bucket.taken += u32::from(taken);
    }

    /// Probability that a player with this need takes an item in sight, between 0 and 1, both excluded.
    pub fn probability(&self, need: f32) -> f32 {
        let bucket = self.buckets[self.bucket(need)];
        ((f64::from(bucket.taken) + 1.0) / (f64::from(bucket.seen) + 2.0)) as f32
    }

    /// Occasions counted for this need.
    pub fn occasions(&self, need: f32) -> u32 {
        self.buckets[self.bucket(need)].seen
    }

    /// Hash of all counts.
    pub fn state_hash(&self) -> u64 {
        let mut h = StableHasher::new();
        for bucket in &self.buckets {
            h.u64(u64::from(bucket.seen) << 32 | u64::from(bucket.taken));
        }
        h.finish()
    }

    /// All counts, framed.
    pub fn snapshot(&self) -> Vec<u8> {
        let mut w = Writer::new();
        w.u64(self.buckets.len() as u64);
        for bucket in &self.buckets {
            w.u32(bucket.seen).u32(bucket.taken);
        }
        w.seal(MAGIC, VERSION)
    }

    /// The model that a snapshot was taken of.
    pub fn from_snapshot(bytes: &[u8]) -> Result<Self> {
        let mut r = Reader::open(bytes, MAGIC, VERSION)?;
        let n = r.count(8)?;
        let mut model = Self::new(n).map_err(Error::into_corrupt)?;
        for bucket in &mut model.buckets {
            *bucket = Bucket { seen: r.u32()?, taken: r.u32()? };
            if bucket.taken > bucket.seen {
                return Err(Error::corrupt("a need model took more items than it saw"));
            }
        }
        r.finish()?;
        Ok(model)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn need_grows_as_health_falls_and_stays_between_zero_and_one() {
        assert_eq!(need(100.0, 100.0), 0.0);
        assert_eq!(need(25.0, 100.0), 0.75);
        assert_eq!(need(-10.0, 100.0), 1.0);
        assert_eq!(need(150.0, 100.0), 0.0);
        assert_eq!(need(50.0, 0.0), 0.0);
        assert_eq!(need(f32::NAN, 100.0), 0.0);
    }

    #[test]
    fn probabilities_follow_the_counts_with_laplace_smoothing() {
        let mut model = NeedModel::new(4).unwrap();
        assert_eq!(model.probability(0.9), 0.5);
        for i in 0..8 {
            model.observe(0.9, i < 6);
            model.observe(0.1, false);
        }
        assert_eq!(model.probability(0.99), 7.0 / 10.0);
        assert_eq!(model.probability(0.0), 1.0 / 10.0);
        assert_eq!(model.probability(0.5), 0.5, "other needs have learned nothing");
        assert_eq!(model.occasions(1.0), 8);
    }

    #[test]
    fn every_need_falls_into_a_bucket() {
        let mut model = NeedModel::new(1).unwrap();
        for need in [-1.0, 0.0, 0.5, 1.0, 7.0, f32::NAN, f32::INFINITY] {
            model.observe(need, true);
        }
        assert_eq!(model.occasions(0.3), 7);
        assert!(NeedModel::new(0).is_err());
        assert!(NeedModel::new(257).is_err());
    }

    #[test]
    fn a_restored_model_is_equal_and_every_truncation_is_refused() {
        let mut model = NeedModel::new(3).unwrap();
        model.observe(0.2, true);
        model.observe(0.8, false);
        let bytes = model.snapshot();
        let copy = NeedModel::from_snapshot(&bytes).unwrap();
        assert_eq!((copy.state_hash(), &copy), (model.state_hash(), &model));
        for n in 0..bytes.len() {
            assert!(NeedModel::from_snapshot(&bytes[..n]).is_err(), "{n} bytes");
        }
    }
}
