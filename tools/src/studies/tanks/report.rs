//! The paper's table and classes, with intervals over matches.
use super::arena::Arena;
use super::game;
use super::score::{Errors, LATENCIES, Method, Settings, score};
use super::{MATCH_TICKS, sum_up};
use antreckon::base::random::Random;
use antreckon_cli::eval::parallel;
use std::fmt::Write as _;
use std::ops::Range;

/// Resamples of a bootstrap interval.
const RESAMPLES: usize = 2000;
/// Seed of the intervals.
const RESAMPLING_SEED: u64 = 7;
/// What the paper publishes: hybrid, interest, dead reckoning.
const PUBLISHED: [[&str; 3]; 3] = [["16.47", "23.25", "-"], ["31.23", "-", "53.81"], ["-", "-", "-"]];
/// Columns of a row: hybrid and interest with the paper's constants, both tuned, dead reckoning, best simple, hybrid misled.
const COLUMNS: usize = 7;
pub(super) const HYBRID: usize = 0;
pub(super) const INTEREST: usize = 1;
pub(super) const DEAD_RECKONING: usize = 4;
pub(super) const BEST_SIMPLE: usize = 5;

/// All matches of one arena.
pub(super) struct Campaign {
    /// Per match `[latency][column]`.
    matches: Vec<Vec<Vec<Errors>>>,
    simple: Vec<Method>,
    /// E observed with the paper's constants and the driver's habit, of every tank.
    habits: Vec<(f64, f64)>,
}

impl Campaign {
    /// Plays and scores the matches of these seeds; `simple` is the best simple predictor per latency.
    pub(super) fn of(with_blocks: bool, seeds: Range<u64>, simple: &[Method]) -> Self {
        let seeds: Vec<u64> = seeds.collect();
        let mut others = vec![Method::Hybrid, Method::Interest, Method::Dr1];
        others.extend_from_slice(simple);
        let played = parallel::map(&seeds, |&seed| {
            let record = game::play(&mut Arena::new(with_blocks), seed, MATCH_TICKS);
            let paper = score(&record.frames, &Settings::paper(), &others);
            let tuned = score(&record.frames, &Settings::tuned(), &[Method::Hybrid, Method::Interest]);
            let misled = score(&record.frames, &Settings::misled(), &[Method::Hybrid]);
            let rows = (0..LATENCIES.len()).map(|latency| {
                let [paper, tuned, misled] = [&paper, &tuned, &misled].map(|score| &score.errors[latency]);
                vec![paper[0], paper[1], tuned[0], tuned[1], paper[2], paper[3 + latency], misled[0]]
            });
            let habits: Vec<_> = paper.preferences.iter().copied().zip(record.drives).collect();
            (rows.collect::<Vec<_>>(), habits)
        });
        let (matches, habits): (Vec<_>, Vec<_>) = played.into_iter().unzip();
        Self { matches, simple: simple.to_vec(), habits: habits.into_iter().flatten().collect() }
    }

    /// All matches together: `[latency][column]`.
    pub(super) fn totals(&self) -> Vec<Vec<Errors>> {
        sum_up(&self.matches)
    }

    /// Drivers by the E observed of them, in tens of its size: those who kill, those who pick (figure 2).
    pub(super) fn habits(&self) -> [[usize; 10]; 2] {
        let mut counts = [[0; 10]; 2];
        for (e, _) in &self.habits {
            counts[usize::from(*e < 0.0)][((e.abs() / 10.0).ceil() as usize).clamp(1, 10) - 1] += 1;
        }
        counts
    }

    /// How well the E observed shows the driver's habit.
    pub(super) fn habit_correlation(&self) -> f64 {
        correlation(&self.habits)
    }

    /// Everything in Markdown.
    pub(super) fn tables(&self) -> String {
        let total = self.totals();
        let mut text = String::from(
            "| latency | n | hybrid | interest | hybrid, tuned | interest, tuned | dead reckoning | best simple | paper: hybrid, interest, dr |\n\
             |---|---|---|---|---|---|---|---|---|\n",
        );
        for (i, row) in total.iter().enumerate() {
            let mean = |column: usize| format!("{:.2}", row[column].mean());
            let (published, simple) = (PUBLISHED[i].join(", "), self.simple[i].name());
            let means: Vec<String> = (0..5).map(mean).collect();
            let (latency, n) = (LATENCIES[i], row[0].count);
            let _ =
                writeln!(text, "| {latency} s | {n} | {} | {} ({simple}) | {published} |", means.join(" | "), mean(5));
        }
        text += "\n| ratio of means, 95 % interval over matches | 1 s | 2 s | 3 s |\n|---|---|---|---|\n";
        for (name, over, under) in [
            ("hybrid ÷ dead reckoning", 0, 4),
            ("interest ÷ dead reckoning", 1, 4),
            ("hybrid, tuned ÷ dead reckoning", 2, 4),
            ("best simple ÷ dead reckoning", 5, 4),
            ("control: hybrid with wrong interests ÷ dead reckoning", 6, 4),
            ("hybrid ÷ the control", 0, 6),
            ("hybrid ÷ best simple", 0, 5),
            ("interest ÷ best simple", 1, 5),
            ("hybrid, tuned ÷ best simple", 2, 5),
        ] {
            let cells: Vec<String> = (0..LATENCIES.len())
                .map(|latency| {
                    let ratio = total[latency][over].sum / total[latency][under].sum;
                    let [low, high] = self.interval(latency, over, under);
                    format!("{ratio:.3} ({low:.3} to {high:.3})")
                })
                .collect();
            let _ = writeln!(text, "| {name} | {} |", cells.join(" | "));
        }
        text += "\n| % of cases with an error of | 0 to 10 | 10 to 30 | 30 to 50 | > 50 |\n|---|---|---|---|---|\n";
        for (latency, row) in LATENCIES.iter().zip(&total) {
            for (name, column) in [("hybrid", 0), ("interest", 1), ("dead reckoning", 4), ("best simple", 5)] {
                let share = |count: usize| format!("{:.1}", 100.0 * count as f64 / row[column].count as f64);
                let _ = writeln!(text, "| {latency} s, {name} | {} |", row[column].classes.map(share).join(" | "));
            }
        }
        text += "\n| drivers by |E| (figure 2) | 0 to 10 | to 20 | to 30 | to 40 | to 50 | to 60 | to 70 | to 80 | to 90 | to 100 |\n|---|---|---|---|---|---|---|---|---|---|---|\n";
        for (name, counts) in ["positive (killing)", "negative (picking)"].into_iter().zip(self.habits()) {
            let _ = writeln!(text, "| {name} | {} |", counts.map(|count| count.to_string()).join(" | "));
        }
        let r = self.habit_correlation();
        let _ = writeln!(
            text,
            "\nCorrelation of the E observed in a match with the driver's habit: {r:.2} ({} drivers).\n",
            self.habits.len()
        );
        text
    }

    /// 95 % interval of a ratio of means when whole matches are drawn with replacement.
    fn interval(&self, latency: usize, over: usize, under: usize) -> [f64; 2] {
        debug_assert!(over < COLUMNS && under < COLUMNS);
        let mut random = Random(RESAMPLING_SEED);
        let mut ratios: Vec<f64> = (0..RESAMPLES)
            .map(|_| {
                let (mut a, mut b) = (0.0, 0.0);
                for _ in 0..self.matches.len() {
                    let row = &self.matches[random.below(self.matches.len())][latency];
                    a += row[over].sum;
                    b += row[under].sum;
                }
                a / b
            })
            .collect();
        ratios.sort_by(f64::total_cmp);
        [ratios[RESAMPLES * 25 / 1000], ratios[RESAMPLES * 975 / 1000]]
    }
}

/// Pearson's r.
fn correlation(pairs: &[(f64, f64)]) -> f64 {
    let n = pairs.len() as f64;
    let mean = |of: fn(&(f64, f64)) -> f64| pairs.iter().map(of).sum::<f64>() / n;
    let (a, b) = (mean(|p| p.0), mean(|p| p.1));
    let sum = |of: &dyn Fn(&(f64, f64)) -> f64| pairs.iter().map(of).sum::<f64>();
    let both = sum(&|p| (p.0 - a) * (p.1 - b));
    both / (sum(&|p| (p.0 - a).powi(2)) * sum(&|p| (p.1 - b).powi(2))).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn correlation_is_one_on_a_line_and_less_beside_it() {
        let line = [(1.0, 3.0), (2.0, 5.0), (4.0, 9.0)];
        assert!((correlation(&line) - 1.0).abs() < 1e-12);
        // By hand: deviations (-1, 0, 1) and (-1, 2, -1) / 3 … r = 0.
        assert!(correlation(&[(1.0, 0.0), (2.0, 1.0), (3.0, 0.0)]).abs() < 1e-12);
    }

    #[test]
    fn the_interval_of_a_constant_ratio_is_that_ratio() {
        let row = |sum: f64| {
            let of = |factor: f64| Errors { sum: factor * sum, count: 1, classes: [1, 0, 0, 0] };
            vec![vec![of(0.5), of(1.0), of(1.0), of(1.0), of(1.0), of(1.0), of(1.0)]; 3]
        };
        let campaign =
            Campaign { matches: (1..9).map(|i| row(f64::from(i))).collect(), simple: Vec::new(), habits: Vec::new() };
        let [low, high] = campaign.interval(1, 0, 4);
        assert!((low - 0.5).abs() < 1e-12 && (high - 0.5).abs() < 1e-12);
    }
}
