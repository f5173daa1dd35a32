//! Trial sets of recorded matches: updates of dead reckoning against those of strategies learned from earlier runs.
use super::replay::{Rule, Sent, dead_reckoning, follower, strategies};
use super::runs::{Run, runs};
use super::table::{ratio, table};
use super::users::positions;
use crate::papers::{Figure, Row, Section};
use antreckon::predict::Predictor;
use antreckon::predict::strategy::{Mode, SPARE_UPDATES, StrategyParams, Trial};
use antreckon_cli::trace::Trace;
use std::fmt::Write as _;
use std::path::PathBuf;

/// Body widths.
const THRESHOLDS: [f64; 3] = [1.0, 2.0, 4.0];
/// Fewest earlier runs of a trial set.
const EARLIER: usize = 2;
/// Most earlier runs that are learned from: the newest.
const NEWEST: usize = 32;
/// Dying velocities the simple receivers are tried with, seconds.
const TAUS: [f64; 4] = [0.25, 0.5, 1.0, 2.0];

/// Whose earlier runs between the same two places are learned from.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Whose {
    Own,
    Everybody,
}

/// Sums over the runs of a trace.
#[derive(Clone, Default)]
struct Sums {
    runs: usize,
    ticks: usize,
    dead_reckoning: Sent,
    simple: [usize; TAUS.len()],
    /// Containment and progress with books, containment and progress by the switching rule alone.
    sent: [Sent; 4],
    /// How many runs needed so many updates more than dead reckoning, with books, from -8 (or less) to 2.
    differences: [[usize; 11]; 2],
    worst: [i64; 4],
}

const WAYS: [(Mode, Rule); 4] = [
    (Mode::Containment, Rule::Bounded),
    (Mode::Progress, Rule::Bounded),
    (Mode::Containment, Rule::Plain),
    (Mode::Progress, Rule::Plain),
];

/// Part 2 as text.
pub(super) fn report(paths: &[PathBuf]) -> Result<String, String> {
    let mut text = String::new();
    let mut all = vec![Sums::default(); THRESHOLDS.len()];
    for whose in [Whose::Own, Whose::Everybody] {
        let title = match whose {
            Whose::Own => "A player's own earlier runs between the same two places",
            Whose::Everybody => "All players' earlier runs between the same two places",
        };
        let mut rows = Vec::new();
        for path in paths {
            let trace = Trace::load(path).map_err(|error| error.to_string())?;
            let runs = runs(&trace);
            for (slot, widths) in THRESHOLDS.into_iter().enumerate() {
                let sums = score(&trace, &runs, widths, whose)?;
                if sums.runs > 0 {
                    rows.push(row(&trace, widths, &sums));
                    all[slot].add(&sums);
                }
            }
        }
        let _ = writeln!(text, "#### {title}\n");
        text.push_str(&table(
            &[
                "trace",
                "T",
                "runs",
                "DR",
                "best simple ÷ DR",
                "containment ÷ DR",
                "progress ÷ DR",
                "by rule alone: containment",
                "progress",
                "worst of a run",
                "mean error DR",
                "containment",
                "progress",
            ],
            &rows,
        ));
        text.push('\n');
    }
    text.push_str("#### Updates above dead reckoning in every run, with books\n\n");
    text.push_str(&histogram(&all));
    Ok(text)
}

/// Updates ÷ dead reckoning of all runs together, for the table beside the paper's; the paper has no such matches.
pub(super) fn summary(paths: &[PathBuf]) -> Result<Section, String> {
    let mut totals = [[0usize; 3]; THRESHOLDS.len()];
    for path in paths {
        let trace = Trace::load(path).map_err(|error| error.to_string())?;
        let runs = runs(&trace);
        for (total, widths) in totals.iter_mut().zip(THRESHOLDS) {
            let sums = score(&trace, &runs, widths, Whose::Everybody)?;
            let sent = [sums.dead_reckoning.updates, sums.sent[0].updates, sums.sent[1].updates];
            total.iter_mut().zip(sent).for_each(|(total, sent)| *total += sent);
        }
    }
    let row = |([plain, contained, progress], widths): ([usize; 3], f64)| {
        let share = |sent: usize| Figure::Words(ratio(sent as f64, plain as f64));
        Row::new(format!("{widths} body widths"), Figure::None, share(contained)).and(share(progress))
    };
    Ok(Section {
        title: "Runs between places in recorded matches: containment with books ÷ dead reckoning (not in the paper)"
            .to_owned(),
        also: "progress with books",
        rows: totals.into_iter().zip(THRESHOLDS).map(row).collect(),
    })
}

fn score(trace: &Trace, runs: &[Run], widths: f64, whose: Whose) -> Result<Sums, String> {
    let threshold = widths * trace.meta.body_width;
    let mut sums = Sums { worst: [i64::MIN; 4], ..Sums::default() };
    for (i, run) in runs.iter().enumerate().filter(|(_, run)| run.scored) {
        let begin = run.end + 1 - run.states.len();
        let known = |other: &&Run| {
            other.end < begin
                && other.between == run.between
                && (whose == Whose::Everybody || other.player == run.player)
        };
        let newest = runs[..i].iter().rev().filter(known).take(NEWEST);
        let mut earlier: Vec<Trial> = newest.map(|other| positions(&other.states)).collect();
        earlier.reverse();
        if earlier.len() < EARLIER {
            continue;
        }
        let plain = dead_reckoning(&run.states, threshold, None);
        for (simple, tau) in sums.simple.iter_mut().zip(TAUS) {
            *simple += dead_reckoning(&run.states, threshold, Some(tau)).updates;
        }
        let mut predictor = learned(&earlier, threshold, trace.meta.body_width)?;
        for (k, (mode, rule)) in WAYS.into_iter().enumerate() {
            let params = StrategyParams { mode, ..*predictor.strategy_params() };
            predictor.set_strategies(&params).map_err(|error| error.to_string())?;
            let sent = strategies(&run.states, &predictor, rule)?;
            let above = sent.updates as i64 - plain.updates as i64;
            sums.worst[k] = sums.worst[k].max(above);
            if rule == Rule::Bounded {
                if above > i64::from(SPARE_UPDATES) {
                    return Err(format!("{}: a run needs {above} updates more than dead reckoning", trace.meta.name));
                }
                sums.differences[k][(above + 8).clamp(0, 10) as usize] += 1;
            }
            sums.sent[k].add(&sent);
        }
        sums.runs += 1;
        sums.ticks += run.states.len();
        sums.dead_reckoning.add(&plain);
    }
    Ok(sums)
}

/// Parameters chosen on seven of the training recordings, none of which is scored here.
fn learned(earlier: &[Trial], threshold: f64, body: f64) -> Result<Predictor, String> {
    let params = StrategyParams {
        mode: Mode::Progress,
        threshold,
        parallels: 1,
        width: 1.5 * threshold,
        record: threshold / 4.0,
        simplify: threshold / 8.0,
        learn_threshold: false,
        cluster_distance: 2.0 * threshold,
        min_trials: 1,
        floor_reach: 1.75 * body,
        rise: f64::INFINITY,
    };
    let (mut predictor, _) = follower();
    predictor
        .set_strategies(&params)
        .and_then(|()| predictor.learn_routes(earlier))
        .map_err(|error| error.to_string())?;
    Ok(predictor)
}

fn row(trace: &Trace, widths: f64, sums: &Sums) -> Vec<String> {
    let plain = sums.dead_reckoning.updates;
    let best = sums.simple.iter().copied().min().unwrap_or(plain).min(plain);
    let share = |updates: usize| ratio(updates as f64, plain as f64);
    let error = |sent: &Sent| ratio(sent.error / trace.meta.body_width, sums.ticks as f64);
    vec![
        trace.meta.name.clone(),
        format!("{widths}"),
        sums.runs.to_string(),
        plain.to_string(),
        share(best),
        share(sums.sent[0].updates),
        share(sums.sent[1].updates),
        share(sums.sent[2].updates),
        share(sums.sent[3].updates),
        sums.worst.map(|worst| format!("{worst:+}")).join(" "),
        error(&sums.dead_reckoning),
        error(&sums.sent[0]),
        error(&sums.sent[1]),
    ]
}

fn histogram(all: &[Sums]) -> String {
    let mut headings = vec!["mode, T".to_owned(), "≤ -8".to_owned()];
    headings.extend((-7..=2).map(|above| format!("{above:+}")));
    let headings: Vec<&str> = headings.iter().map(String::as_str).collect();
    let mut rows = Vec::new();
    for (k, mode) in ["containment", "progress"].into_iter().enumerate() {
        for (sums, widths) in all.iter().zip(THRESHOLDS) {
            let counts = sums.differences[k].iter().map(|count| count.to_string());
            rows.push(std::iter::once(format!("{mode}, {widths}")).chain(counts).collect());
        }
    }
    table(&headings, &rows)
}

impl Sums {
    fn add(&mut self, other: &Self) {
        for (own, other) in self.differences.iter_mut().flatten().zip(other.differences.iter().flatten()) {
            *own += other;
        }
    }
}
