//! What tuning gained on matches it did not see, and whether that is more than chance.
use super::material::{Match, Table};
use antreckon::base::random::Random;

/// Resamples of the bootstrap interval.
const RESAMPLES: usize = 2000;

/// May a gain be claimed?
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Verdict {
    /// The interval lies above zero.
    Gain,
    /// It includes zero.
    Noise,
    /// It lies below zero.
    Loss,
}

impl Verdict {
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Gain => "gain",
            Self::Noise => "within noise",
            Self::Loss => "loss",
        }
    }
}

/// Ratios to the reference on what was held out.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct HeldOut {
    /// Mean over matches and slots with default parameters.
    pub(super) default: f64,
    /// The same with parameters that were tuned without them.
    pub(super) tuned: f64,
    /// 95 % interval of default - tuned.
    pub(super) interval: [f64; 2],
    /// Per match: name, default, tuned.
    pub(super) matches: Vec<(String, f64, f64)>,
    /// Per slot: default, tuned.
    pub(super) slots: Vec<[f64; 2]>,
}

impl HeldOut {
    /// default - tuned.
    pub(super) fn gain(&self) -> f64 {
        self.default - self.tuned
    }

    pub(super) fn verdict(&self) -> Verdict {
        match self.interval {
            [low, _] if low > 0.0 => Verdict::Gain,
            [_, high] if high < 0.0 => Verdict::Loss,
            _ => Verdict::Noise,
        }
    }

    /// Compares tables of whole matches, `tuned` being put together from what was held out.
    pub(super) fn of(matches: &[Match], default: &[Table], tuned: &[Table], seed: u64) -> Self {
        let trios: Vec<Trio> = matches.iter().zip(default).zip(tuned).map(|((m, d), t)| Trio::of(m, d, t)).collect();
        let all: Vec<(usize, Vec<usize>)> =
            trios.iter().enumerate().map(|(i, trio)| (i, (0..trio.blocks.len()).collect())).collect();
        let [default, tuned] = mean(&trios, &all);
        let slots = matches.first().map_or(0, Match::slots);
        Self {
            default,
            tuned,
            interval: interval(&trios, seed),
            matches: matches
                .iter()
                .zip(&trios)
                .filter_map(|(played, trio)| {
                    let [default, tuned] = trio.ratios(&(0..trio.blocks.len()).collect::<Vec<_>>())?;
                    Some((played.trace.meta.name.clone(), default, tuned))
                })
                .collect(),
            slots: (0..slots)
                .map(|slot| {
                    let of: Vec<[f64; 2]> = trios.iter().filter_map(|trio| trio.slot(slot)).collect();
                    [0, 1].map(|i| of.iter().map(|pair| pair[i]).sum::<f64>() / of.len().max(1) as f64)
                })
                .collect(),
        }
    }
}

/// Sums of default, tuned and reference in one match: per block that has any, per slot.
struct Trio {
    blocks: Vec<Vec<[f64; 3]>>,
}

impl Trio {
    fn of(played: &Match, default: &Table, tuned: &Table) -> Self {
        let count = default.first().map_or(0, Vec::len);
        let blocks = (0..count)
            .filter(|&block| (0..default.len()).any(|slot| default[slot][block].count > 0))
            .map(|block| {
                let sums = |slot: usize| [default, tuned, &played.reference].map(|table| table[slot][block].sum);
                (0..default.len()).map(sums).collect()
            })
            .collect();
        Self { blocks }
    }

    /// Mean over slots of default ÷ reference and tuned ÷ reference; `None` without anything to compare.
    fn ratios(&self, chosen: &[usize]) -> Option<[f64; 2]> {
        let slots = self.blocks.first()?.len();
        let (mut sums, mut counted) = ([0.0; 2], 0.0);
        for slot in 0..slots {
            let mut total = [0.0; 3];
            for &block in chosen {
                let sums = &self.blocks[block][slot];
                total.iter_mut().zip(sums).for_each(|(total, sum)| *total += sum);
            }
            if total[2] > 0.0 {
                sums[0] += total[0] / total[2];
                sums[1] += total[1] / total[2];
                counted += 1.0;
            }
        }
        (counted > 0.0).then(|| sums.map(|sum| sum / counted))
    }

    fn slot(&self, slot: usize) -> Option<[f64; 2]> {
        let total = [0, 1, 2].map(|i| self.blocks.iter().map(|block| block[slot][i]).sum::<f64>());
        (total[2] > 0.0).then(|| [total[0] / total[2], total[1] / total[2]])
    }
}

fn mean(trios: &[Trio], chosen: &[(usize, Vec<usize>)]) -> [f64; 2] {
    let of: Vec<[f64; 2]> = chosen.iter().filter_map(|(i, blocks)| trios[*i].ratios(blocks)).collect();
    [0, 1].map(|i| of.iter().map(|pair| pair[i]).sum::<f64>() / of.len().max(1) as f64)
}

/// 95 % interval of the gain when matches, and blocks of player × window within each, are drawn with replacement.
fn interval(trios: &[Trio], seed: u64) -> [f64; 2] {
    let mut random = Random(seed);
    let mut gains: Vec<f64> = (0..RESAMPLES)
        .map(|_| {
            let drawn: Vec<(usize, Vec<usize>)> = (0..trios.len())
                .map(|_| {
                    let i = random.below(trios.len());
                    let n = trios[i].blocks.len();
                    (i, (0..n).map(|_| random.below(n)).collect())
                })
                .collect();
            let [default, tuned] = mean(trios, &drawn);
            default - tuned
        })
        .collect();
    gains.sort_by(f64::total_cmp);
    [gains[RESAMPLES * 25 / 1000], gains[RESAMPLES * 975 / 1000]]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn trios(gain: impl Fn(usize) -> f64) -> Vec<Trio> {
        let block = |i: usize| vec![[10.0 + gain(i), 10.0, 10.0]; 2];
        (0..4).map(|m| Trio { blocks: (0..12).map(|b| block(12 * m + b)).collect() }).collect()
    }

    #[test]
    fn what_is_better_everywhere_is_a_gain_and_what_comes_and_goes_is_noise() {
        let [low, high] = interval(&trios(|_| 1.0), 1);
        assert!((low - 0.1).abs() < 1e-12 && (high - 0.1).abs() < 1e-12, "{low} {high}");
        let [low, high] = interval(&trios(|i| if i % 2 == 0 { 1.0 } else { -1.0 }), 1);
        assert!(low < 0.0 && 0.0 < high, "{low} {high}");
        let held_out = |interval| HeldOut { default: 1.0, tuned: 1.0, interval, matches: vec![], slots: vec![] };
        assert_eq!(held_out([0.01, 0.2]).verdict(), Verdict::Gain);
        assert_eq!(held_out([-0.01, 0.2]).verdict(), Verdict::Noise);
        assert_eq!(held_out([-0.2, -0.01]).verdict(), Verdict::Loss);
    }
}
