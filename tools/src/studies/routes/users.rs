//! Tables 1 and 2 on the re-created users.
use super::course::{USERS, trial};
use super::replay::{Rule, dead_reckoning, follower, strategies};
use super::table::table;
use antreckon::base::random::Random;
use antreckon::predict::Predictor;
use antreckon::predict::strategy::{Mode, StrategyParams, Trial, Truth};
use std::fmt::Write as _;

/// The paper's threshold and distance between strategies, table 1 …
pub(super) const TABLE_1: [f64; 2] = [6.0, 9.0];
/// … and those of the experiments that its text names.
pub(super) const TEXT: [f64; 2] = [9.0, 12.0];
/// The paper's numbers of parallel strategies.
pub(super) const MODELS: [u32; 3] = [1, 3, 5];
/// Half the width of the area that table 2 covers with more and more strategies.
const AREA: f64 = 36.0;
/// Seeds of the averages, after the one that is shown.
const AVERAGED: u64 = 100;

/// How the strategies of a trial come about and are followed.
#[derive(Clone, Copy)]
pub(super) struct Way {
    pub(super) mode: Mode,
    pub(super) rule: Rule,
    /// Threshold of recording as a share of the threshold; 1 = the paper's.
    pub(super) record: f64,
    /// Only earlier trials are learned from; else the last one, as published.
    pub(super) causal: bool,
}

/// All trials of one user.
pub(super) fn trials(seed: u64, user: usize) -> Vec<Vec<Truth>> {
    // Users of one seed and of neighbouring ones have nothing in common.
    let mut random = Random(seed.wrapping_mul(1_000_003).wrapping_add(user as u64));
    USERS[user].unfamiliar.iter().map(|unfamiliar| trial(&mut random, *unfamiliar)).collect()
}

pub(super) fn positions(run: &[Truth]) -> Trial {
    run.iter().map(|truth| (truth.time, truth.position)).collect()
}

/// A predictor that has learned what it may know before trial `i`.
pub(super) fn learned(trials: &[Vec<Truth>], i: usize, way: Way, params: &StrategyParams) -> Result<Predictor, String> {
    let (mut predictor, _) = follower();
    let known = if way.causal { &trials[..i] } else { &trials[trials.len() - 1..] };
    let known: Vec<Trial> = known.iter().map(|run| positions(run)).collect();
    predictor
        .set_strategies(params)
        .and_then(|()| predictor.learn_routes(&known))
        .map_err(|error| error.to_string())?;
    Ok(predictor)
}

pub(super) fn params(way: Way, threshold: f64, width: f64, models: u32) -> StrategyParams {
    StrategyParams {
        mode: way.mode,
        threshold,
        parallels: models,
        width,
        record: threshold * way.record,
        // As published every recorded point stays.
        simplify: if way.record < 1.0 { threshold * way.record / 2.0 } else { 0.0 },
        cluster_distance: 2.0 * threshold,
        rise: f64::INFINITY,
        ..StrategyParams::default()
    }
}

/// Updates of each user and trial: dead reckoning, then each number of strategies.
pub(super) fn table_1(seed: u64, way: Way, [threshold, width]: [f64; 2]) -> Result<[[[usize; 4]; 5]; 2], String> {
    let mut cells = [[[0; 4]; 5]; 2];
    for (user, cells) in cells.iter_mut().enumerate() {
        let trials = trials(seed, user);
        for (i, run) in trials.iter().enumerate() {
            cells[i][0] = dead_reckoning(run, threshold, None).updates;
            for (k, models) in MODELS.into_iter().enumerate() {
                let predictor = learned(&trials, i, way, &params(way, threshold, width, models))?;
                cells[i][k + 1] = strategies(run, &predictor, way.rule)?.updates;
            }
        }
    }
    Ok(cells)
}

/// The whole of part 1 as text.
pub(super) fn report(seed: u64) -> Result<String, String> {
    let published = Way { mode: Mode::Containment, rule: Rule::Plain, record: 1.0, causal: false };
    let fine = Way { record: 0.25, ..published };
    let books = Way { rule: Rule::Bounded, ..fine };
    let progress = Way { mode: Mode::Progress, ..books };
    let mut text = String::new();
    for (title, way) in [
        ("Table 1 as published: containment, the route is the user's last trial recorded at the threshold", published),
        ("The same, recorded four times finer", fine),
        ("The same with books (never more than dead reckoning + 2)", books),
        ("Progress with books, route from the last trial", progress),
        ("Causal: containment with books, routes from earlier trials only", Way { causal: true, ..books }),
        ("Causal: progress with books, routes from earlier trials only", Way { causal: true, ..progress }),
    ] {
        let _ = writeln!(text, "#### {title}\n\nSeed {seed}:\n");
        text.push_str(&as_table(&table_1(seed, way, TABLE_1)?));
        let _ = writeln!(text, "\n{}\n", averages(seed, way, TABLE_1)?);
    }
    let _ = writeln!(text, "#### Threshold 9, width 12, as published otherwise\n\nSeed {seed}:\n");
    text.push_str(&as_table(&table_1(seed, published, TEXT)?));
    let _ = writeln!(text, "\n{}\n", averages(seed, published, TEXT)?);
    let _ = writeln!(text, "#### Table 2: variable threshold, user 1, seed {seed}, route from the last trial\n");
    text.push_str(&as_table_2(&table_2(seed, [published, fine, books, progress])?));
    Ok(text)
}

fn as_table(cells: &[[[usize; 4]; 5]; 2]) -> String {
    let rows: Vec<Vec<String>> = (0..5)
        .map(|i| {
            let numbers = (0..4).flat_map(|k| [cells[0][i][k], cells[1][i][k]]);
            std::iter::once(i + 1).chain(numbers).map(|number| number.to_string()).collect()
        })
        .collect();
    let headings = ["trial", "DR U1", "U2", "1 model U1", "U2", "3 models U1", "U2", "5 models U1", "U2"];
    table(&headings, &rows)
}

/// Means over many seeds, and the trial that lost most.
fn averages(seed: u64, way: Way, sizes: [f64; 2]) -> Result<String, String> {
    let mut sums = [[0usize; 4]; 5];
    let mut worst = [i64::MIN; 4];
    for seed in seed + 1..=seed + AVERAGED {
        for trials in table_1(seed, way, sizes)? {
            for (sum, counts) in sums.iter_mut().zip(trials) {
                for k in 0..4 {
                    sum[k] += counts[k];
                    worst[k] = worst[k].max(counts[k] as i64 - counts[0] as i64);
                }
            }
        }
    }
    let mean = |k: usize| {
        let means = sums.iter().map(|sum| format!("{:.1}", sum[k] as f64 / (2 * AVERAGED) as f64));
        means.collect::<Vec<_>>().join(" ")
    };
    Ok(format!(
        "Mean of both users over seeds {} to {}, trials 1-5: DR {}; 1 model {}; 3 models {}; 5 models {}. Most updates above DR in any of these {} trials: {}, {}, {}.",
        seed + 1,
        seed + AVERAGED,
        mean(0),
        mean(1),
        mean(2),
        mean(3),
        10 * AVERAGED,
        worst[1],
        worst[2],
        worst[3]
    ))
}

/// One user, thresholds that keep the area covered: (n - 1) / 2 · W + T = 36 with W = 1.5 T, as in table 1. Per trial and
/// number of models: dead reckoning, then each way.
pub(super) fn table_2(seed: u64, ways: [Way; 4]) -> Result<Vec<[[usize; 5]; 3]>, String> {
    let trials = trials(seed, 0);
    let mut rows = vec![[[0; 5]; 3]; trials.len()];
    for (i, run) in trials.iter().enumerate() {
        for (k, models) in MODELS.into_iter().enumerate() {
            let threshold = AREA / (1.0 + 0.75 * f64::from(models - 1));
            rows[i][k][0] = dead_reckoning(run, threshold, None).updates;
            for (j, way) in ways.into_iter().enumerate() {
                let predictor = learned(&trials, i, way, &params(way, threshold, 1.5 * threshold, models))?;
                rows[i][k][j + 1] = strategies(run, &predictor, way.rule)?.updates;
            }
        }
    }
    Ok(rows)
}

/// The threshold learned, then the updates of dead reckoning and hybrid in each trial.
type LearnedColumns = (f64, [[usize; 5]; 2]);

/// Table 2 with the area learned: as wide as all five trials of the user need, as the single model of the paper encompassed all recorded
/// trajectories. Per number of models.
pub(super) fn learned_table_2(seed: u64) -> Result<[LearnedColumns; 3], String> {
    let trials = trials(seed, 0);
    let known: Vec<Trial> = trials.iter().map(|run| positions(run)).collect();
    let mut found = [(0.0, [[0; 5]; 2]); 3];
    for (found, models) in found.iter_mut().zip(MODELS) {
        let [threshold, width] = TABLE_1;
        let (mut predictor, _) = follower();
        let params = StrategyParams {
            mode: Mode::Containment,
            threshold,
            parallels: models,
            width,
            record: threshold,
            simplify: 0.0,
            learn_threshold: true,
            // Whatever somebody tried on the way belongs to the one route.
            cluster_distance: 1e9,
            rise: f64::INFINITY,
            ..StrategyParams::default()
        };
        predictor
            .set_strategies(&params)
            .and_then(|()| predictor.learn_routes(&known))
            .map_err(|error| error.to_string())?;
        found.0 = predictor.strategy_params().threshold;
        for (trial, run) in trials.iter().enumerate() {
            found.1[0][trial] = dead_reckoning(run, found.0, None).updates;
            found.1[1][trial] = strategies(run, &predictor, Rule::Plain)?.updates;
        }
    }
    Ok(found)
}

fn as_table_2(rows: &[[[usize; 5]; 3]]) -> String {
    let rows: Vec<Vec<String>> = rows
        .iter()
        .enumerate()
        .map(|(i, cells)| {
            std::iter::once(i + 1).chain(cells.iter().flatten().copied()).map(|n| n.to_string()).collect()
        })
        .collect();
    let headings = [
        "trial",
        "1 model, T 36: D",
        "H as published",
        "H recorded finer",
        "H books",
        "H progress",
        "3 models, T 14.4: D",
        "H as published",
        "H recorded finer",
        "H books",
        "H progress",
        "5 models, T 9: D",
        "H as published",
        "H recorded finer",
        "H books",
        "H progress",
    ];
    table(&headings, &rows)
}
