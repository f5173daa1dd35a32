//! Which horizon and speed an owner sends with at each threshold, and who chooses.
use super::fold::Fold;
use super::material::{Match, Policy};
use super::sender::{Counts, neuro, total};
use antreckon::predict::neuro::{Bank, SendRule, SentSpeed};
use antreckon_cli::eval::{THRESHOLDS, parallel};

/// One way to send: q networks, this speed.
#[derive(Clone, Copy, PartialEq)]
pub(super) struct Way {
    pub(super) networks: usize,
    pub(super) speed: SentSpeed,
}

/// The paper's way to send.
pub(super) const PAPER_WAY: Way = Way { networks: 10, speed: SentSpeed::Kept };

impl Way {
    /// A bank that sends in this way: its first networks alone.
    pub(super) fn of(self, bank: &Bank) -> Result<Bank, String> {
        let rule = SendRule { threshold: 1.0, networks: self.networks, speed: self.speed };
        let short = bank.shortened(self.networks).and_then(|bank| bank.sending(&[rule]));
        short.map_err(|error| error.to_string())
    }

    /// What an owner sends in this way.
    pub(super) fn policy(self, one: &Match, bank: &Bank) -> Result<Policy, String> {
        Ok(one.plugin(&self.of(bank)?, &[1.0], true)?.remove(0))
    }
}

/// One way per threshold.
pub(super) type Ways = [Way; THRESHOLDS.len()];

/// Updates of one fold by every way to send.
pub(super) struct Grid {
    pub(super) ways: Vec<(Way, Counts)>,
    /// Share of the moments in which the whole bank was believed.
    pub(super) believed: f64,
}

impl Grid {
    pub(super) fn of(fold: &Fold, bank: &Bank) -> Result<Self, String> {
        let all = bank.shape().networks;
        let ways: Vec<Way> = [SentSpeed::Kept, SentSpeed::Mean]
            .into_iter()
            .flat_map(|speed| (1..=all).map(move |networks| Way { networks, speed }))
            .collect();
        let counted = parallel::map(&ways, |way| {
            let policies = fold.matches.iter().map(|one| way.policy(one, bank)).collect::<Result<Vec<Policy>, _>>()?;
            let sum = |part: fn(&Policy) -> usize| policies.iter().map(part).sum::<usize>() as f64;
            let believed = sum(|policy| policy.believed) / sum(|policy| policy.asked).max(1.0);
            Ok::<_, String>((neuro(&fold.matches, &policies), believed))
        });
        let counted = counted.into_iter().collect::<Result<Vec<_>, _>>()?;
        let believed = counted[all - 1].1;
        Ok(Self { ways: ways.into_iter().zip(counted.into_iter().map(|(counts, _)| counts)).collect(), believed })
    }

    /// Updates per player by this way.
    pub(super) fn counts(&self, way: Way) -> &Counts {
        &self.ways[self.ways.iter().position(|(other, _)| *other == way).unwrap_or(0)].1
    }

    /// Updates per player when each threshold has its own way.
    pub(super) fn mixed(&self, ways: &Ways) -> Counts {
        let players = self.ways[0].1.len();
        (0..players).map(|player| std::array::from_fn(|slot| self.counts(ways[slot])[player][slot])).collect()
    }
}

/// Per threshold the way with the fewest updates, as a mean of the ratios to dead reckoning over these folds. Only the speeds
/// given are tried. The first of equals, which has the shorter horizon.
pub(super) fn fewest(folds: &[(&Grid, &Fold)], speeds: &[SentSpeed]) -> Ways {
    std::array::from_fn(|slot| {
        let ratio = |way: Way| -> f64 {
            let ratios =
                folds.iter().map(|(grid, fold)| total(grid.counts(way))[slot] as f64 / fold.dr.better()[slot] as f64);
            ratios.sum()
        };
        let ways = folds[0].0.ways.iter().map(|(way, _)| *way).filter(|way| speeds.contains(&way.speed));
        let rated: Vec<(Way, f64)> = ways.map(|way| (way, ratio(way))).collect();
        let best = (1..rated.len()).fold(0, |best, i| if rated[i].1 < rated[best].1 { i } else { best });
        rated[best].0
    })
}

/// Ways to send that were best on other maps than those of this fold; the paper's where there are none.
pub(super) fn elsewhere(folds: &[Fold], grids: &[Grid], fold: usize, speeds: &[SentSpeed]) -> Ways {
    let others: Vec<(&Grid, &Fold)> = grids.iter().zip(folds).filter(|(_, other)| !other.meets(&folds[fold])).collect();
    if others.is_empty() { [PAPER_WAY; THRESHOLDS.len()] } else { fewest(&others, speeds) }
}

#[cfg(test)]
mod tests {
    use super::super::sender::DeadReckoning;
    use super::*;

    const FAST: Way = Way { networks: 1, speed: SentSpeed::Kept };
    const FAR: Way = Way { networks: 2, speed: SentSpeed::Kept };
    const MEAN: Way = Way { networks: 2, speed: SentSpeed::Mean };

    /// Two players; dead reckoning sends 100 at every threshold.
    fn fold() -> Fold {
        let (first, second) = (vec![[60; 5], [40; 5]], vec![[90; 5], [40; 5]]);
        let dr = DeadReckoning { first, published: second.clone(), second, errors: [[1.0; 5]; 2], best: [100; 5] };
        Fold { name: String::new(), matches: Vec::new(), dr }
    }

    fn grid(fast: [usize; 5], far: [usize; 5], mean: [usize; 5]) -> Grid {
        let ways = [(FAST, fast), (FAR, far), (MEAN, mean)];
        Grid { ways: ways.map(|(way, counts)| (way, vec![counts, [1; 5]])).to_vec(), believed: 1.0 }
    }

    #[test]
    fn each_threshold_takes_the_way_with_the_fewest_updates_over_all_folds() {
        let one = grid([10, 10, 10, 10, 10], [5, 20, 10, 9, 10], [4, 30, 30, 1, 10]);
        let other = grid([10, 10, 10, 10, 10], [30, 5, 10, 10, 10], [1, 1, 1, 30, 10]);
        let (a, b) = (fold(), fold());
        let both = [(&one, &a), (&other, &b)];
        assert!(fewest(&both, &[SentSpeed::Kept]) == [FAST, FAST, FAST, FAR, FAST]);
        assert!(fewest(&both, &[SentSpeed::Kept, SentSpeed::Mean]) == [MEAN, FAST, FAST, FAR, FAST]);
        assert_eq!(one.mixed(&[MEAN, FAST, FAST, FAR, FAST]), [[4, 10, 10, 9, 10], [1; 5]]);
    }

    #[test]
    fn without_other_maps_the_papers_way_is_taken() {
        assert!(elsewhere(&[], &[], 0, &[SentSpeed::Kept]) == [PAPER_WAY; 5]);
    }
}
