//! Which horizon and speed an owner sends with at each threshold, and who chooses.
use super::material::Match;
use super::sender::{Counts, DeadReckoning, neuro, total};
use antreckon::predict::neuro::{Bank, SentSpeed};
use antreckon_cli::eval::{THRESHOLDS, parallel};

/// One way to send: q networks, this speed.
#[derive(Clone, Copy, PartialEq)]
pub(super) struct Way {
    pub(super) networks: usize,
    pub(super) speed: SentSpeed,
}

/// Updates of one match by every way to send.
pub(super) struct Grid {
    pub(super) ways: Vec<(Way, Counts)>,
    /// Share of the moments in which the whole bank was believed.
    pub(super) believed: f64,
}

impl Grid {
    pub(super) fn of(one: &Match, bank: &Bank) -> Result<Self, String> {
        let all = bank.shape().networks;
        let ways: Vec<Way> = [SentSpeed::Kept, SentSpeed::Mean]
            .into_iter()
            .flat_map(|speed| (1..=all).map(move |networks| Way { networks, speed }))
            .collect();
        let counted = parallel::map(&ways, |way| {
            let bank = bank.shortened(way.networks).map_err(|error| error.message)?.sending(way.speed);
            let policy = one.plugin(&bank)?;
            Ok::<_, String>((neuro(one, &policy), policy.believed))
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
    pub(super) fn mixed(&self, ways: &[Way; THRESHOLDS.len()]) -> Counts {
        let players = self.ways[0].1.len();
        (0..players).map(|player| std::array::from_fn(|slot| self.counts(ways[slot])[player][slot])).collect()
    }
}

/// Per threshold the way with the fewest updates, as a mean of the ratios to dead reckoning over these matches. Only the
/// speeds given are tried. The first of equals, which has the shorter horizon.
pub(super) fn fewest(matches: &[(&Grid, &DeadReckoning)], speeds: &[SentSpeed]) -> [Way; THRESHOLDS.len()] {
    std::array::from_fn(|slot| {
        let ratio = |way: Way| -> f64 {
            let ratios =
                matches.iter().map(|(grid, dr)| total(grid.counts(way))[slot] as f64 / dr.better()[slot] as f64);
            ratios.sum()
        };
        let ways = matches[0].0.ways.iter().map(|(way, _)| *way).filter(|way| speeds.contains(&way.speed));
        let rated: Vec<(Way, f64)> = ways.map(|way| (way, ratio(way))).collect();
        let best = (1..rated.len()).fold(0, |best, i| if rated[i].1 < rated[best].1 { i } else { best });
        rated[best].0
    })
}
