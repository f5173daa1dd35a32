//! Means, quantiles and block-bootstrap intervals of prediction errors.
use crate::trace::Trace;

/// Length of a bootstrap block, seconds: overlapping cases within it count as one draw.
const BLOCK_SECONDS: f64 = 10.0;
/// Points of a stored error distribution: 0, 1/40, ... 1.
pub const QUANTILES: usize = 41;
/// Resamples of a bootstrap interval.
const RESAMPLES: usize = 1000;

/// Errors of one model at one horizon, with their sums per player and 10 s block.
#[derive(Debug, Clone)]
pub struct Tally {
    errors: Vec<f64>,
    blocks: Vec<Block>,
    blocks_per_player: usize,
    frames_per_block: f64,
}

/// Sum and number of the errors in one block.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Block {
    /// Sum of errors.
    pub sum: f64,
    /// Number of errors.
    pub count: usize,
}

/// Mean and quantiles of an error distribution.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Summary {
    /// Arithmetic mean.
    pub mean: f64,
    /// Median.
    pub p50: f64,
    /// 95 % quantile.
    pub p95: f64,
    /// 99 % quantile.
    pub p99: f64,
    /// Number of cases.
    pub n: usize,
    /// Error that i/40 of the cases do not exceed.
    pub quantiles: [f32; QUANTILES],
}

impl Tally {
    /// An empty tally for a trace.
    pub fn new(trace: &Trace) -> Self {
        let frames_per_block = BLOCK_SECONDS * trace.meta.tick_hz;
        let blocks_per_player = (trace.frames as f64 / frames_per_block) as usize + 1;
        Self {
            errors: Vec::new(),
            blocks: vec![Block::default(); blocks_per_player * trace.players.len()],
            blocks_per_player,
            frames_per_block,
        }
    }

    /// Adds the error of a prediction made in frame `k`.
    pub fn add(&mut self, player: usize, k: usize, error: f64) {
        self.errors.push(error);
        let block = &mut self.blocks[player * self.blocks_per_player + (k as f64 / self.frames_per_block) as usize];
        block.sum += error;
        block.count += 1;
    }

    /// Mean and quantiles and the block sums; `None` without cases. Frees the single errors.
    pub fn finish(mut self) -> Option<(Summary, Vec<Block>)> {
        if self.errors.is_empty() {
            return None;
        }
        let n = self.errors.len();
        self.errors.sort_by(f64::total_cmp);
        let quantile = |q: f64| self.errors[((q * n as f64) as usize).min(n - 1)];
        let quantiles = std::array::from_fn(|i| quantile(i as f64 / (QUANTILES - 1) as f64) as f32);
        let mean = self.errors.iter().sum::<f64>() / n as f64;
        let [p50, p95, p99] = [0.5, 0.95, 0.99].map(quantile);
        Some((Summary { mean, p50, p95, p99, n, quantiles }, self.blocks))
    }
}

/// 95 % interval of Σ `model` ÷ Σ `reference` when whole blocks (player × 10 s) are drawn with replacement.
///
/// Both hold the same cases in the same blocks, so the ratio of sums is the ratio of means.
pub fn ratio_interval(model: &[Block], reference: &[Block], seed: u64) -> Option<[f64; 2]> {
    let pairs: Vec<(f64, f64)> =
        model.iter().zip(reference).filter(|(block, _)| block.count > 0).map(|(m, r)| (m.sum, r.sum)).collect();
    if pairs.len() < 2 {
        return None;
    }
    let mut random = SplitMix(seed);
    let mut ratios: Vec<f64> = (0..RESAMPLES)
        .map(|_| {
            let (mut over, mut under) = (0.0, 0.0);
            for _ in 0..pairs.len() {
                let (m, r) = pairs[random.below(pairs.len())];
                over += m;
                under += r;
            }
            over / under
        })
        .collect();
    ratios.sort_by(f64::total_cmp);
    Some([ratios[RESAMPLES * 25 / 1000], ratios[RESAMPLES * 975 / 1000]])
}

/// SplitMix64: small, seedable, the same everywhere.
struct SplitMix(u64);

impl SplitMix {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `n`; the bias of the multiplication is below n / 2^64.
    fn below(&mut self, n: usize) -> usize {
        ((u128::from(self.next()) * n as u128) >> 64) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn blocks(sums: impl IntoIterator<Item = f64>) -> Vec<Block> {
        sums.into_iter().map(|sum| Block { sum, count: 1 }).collect()
    }

    #[test]
    fn the_interval_of_a_constant_ratio_is_that_ratio() {
        let reference = blocks((1..60).map(f64::from));
        let model = blocks((1..60).map(|i| 0.75 * f64::from(i)));
        let [low, high] = ratio_interval(&model, &reference, 7).unwrap();
        assert!((low - 0.75).abs() < 1e-12 && (high - 0.75).abs() < 1e-12);
    }

    #[test]
    fn the_interval_covers_the_ratio_and_shrinks_with_more_blocks() {
        let wide = |n: u32| {
            let reference = blocks((0..n).map(|i| 1.0 + f64::from(i * 7 % 5)));
            let model = blocks((0..n).map(|i| 1.0 + f64::from(i * 11 % 5)));
            let [low, high] = ratio_interval(&model, &reference, 1).unwrap();
            assert!(low < 1.0 && 1.0 < high, "{low} {high}");
            high - low
        };
        assert!(wide(1000) < 0.5 * wide(50));
    }

    #[test]
    fn the_same_seed_gives_the_same_interval() {
        let reference = blocks((0..40).map(|i| f64::from(i % 7 + 1)));
        let model = blocks((0..40).map(|i| f64::from(i % 5 + 1)));
        assert_eq!(ratio_interval(&model, &reference, 3), ratio_interval(&model, &reference, 3));
        assert_ne!(ratio_interval(&model, &reference, 3), ratio_interval(&model, &reference, 4));
    }
}
