//! The paper's mean export errors and classes beside ours.
use super::report::{BEST_SIMPLE, Campaign, DEAD_RECKONING, HYBRID, INTEREST};
use super::score::{Errors, LATENCIES};
use super::{best_simple, readings, reported, traces};
use crate::papers::{Figure, Options, Paper, Row, Section};

/// Matches played, and matches on which the best simple predictor is chosen: quick and full.
const MATCHES: [u64; 2] = [4, 40];
const CHOOSING: [usize; 2] = [2, 16];
const NAMES: [(&str, usize); 3] = [("hybrid", HYBRID), ("interest", INTEREST), ("dead reckoning", DEAD_RECKONING)];
/// Mean export errors at 1, 2, 3 s: hybrid, interest, dead reckoning.
const PUBLISHED: [[Option<f64>; 3]; 3] =
    [[Some(16.47), Some(23.25), None], [Some(31.23), None, Some(53.81)], [None, None, None]];
const CONTRADICTS: &str = "quoted: the text gives 77.86 % to both methods in one paragraph";
const UNCLEAR: &str = "quoted: \"HM has 80 EEs, a small percentage\"; which class is meant is not said";

pub(crate) fn paper(options: &Options) -> Result<Paper, String> {
    let full = usize::from(options.full);
    let seeds = reported(options.seed, MATCHES[full])?;
    let mut sections = Vec::new();
    let arenas = [("open arena", false), ("arena with eight blocks, which the paper does not have", true)];
    for (name, with_blocks) in arenas.into_iter().take(1 + full) {
        let simple = best_simple(with_blocks, CHOOSING[full]);
        let campaign = Campaign::of(with_blocks, seeds.clone(), &simple);
        let total = campaign.totals();
        sections.push(means(name, &total));
        if !with_blocks {
            sections.extend([cases(&total), habits(&campaign), classes(&total), figure_4(&total)]);
        }
    }
    sections.push(open_questions(seeds.clone()));
    let mut source = format!("seeded tank matches, seeds {} to {}", seeds.start, seeds.end - 1);
    if !options.traces.is_empty() {
        sections.push(traces::section(&options.traces)?);
        source += &format!("; {} recorded matches", options.traces.len());
    }
    let title = "Interest scheme and hybrid method (2008): export errors";
    Ok(Paper { name: "interest", title, source, sections })
}

fn means(arena: &str, total: &[Vec<Errors>]) -> Section {
    let mut rows = Vec::new();
    for (i, row) in total.iter().enumerate() {
        for ((name, column), published) in NAMES.into_iter().zip(PUBLISHED[i]) {
            let published = published.map_or(Figure::None, |mean| Figure::one(mean, 2));
            let remark = if published == Figure::None { "only drawn in figure 3" } else { "" };
            let against = Figure::one(row[column].mean() / row[BEST_SIMPLE].mean(), 3);
            let what = format!("{} s, {name}", LATENCIES[i]);
            rows.push(Row::new(what, published, Figure::one(row[column].mean(), 2)).and(against).with(remark));
        }
    }
    let at_two = &total[1];
    let ratio = at_two[HYBRID].mean() / at_two[DEAD_RECKONING].mean();
    rows.push(Row::new("2 s, hybrid ÷ dead reckoning", Figure::one(31.23 / 53.81, 3), Figure::one(ratio, 3)));
    Section { title: format!("Mean export error (figure 3 and text), {arena}"), also: "÷ best simple", rows }
}

/// Table I(b): how many predictions were compared.
fn cases(total: &[Vec<Errors>]) -> Section {
    let row = |(i, published): (usize, usize)| {
        let what = format!("network delay {} s", LATENCIES[i]);
        Row::new(what, Figure::counts([published]), Figure::counts([total[i][HYBRID].count]))
            .with("theirs: 37 people, 20 to 120 minutes each; ours: every 50 ms of every driver")
    };
    let rows = [13_913, 13_299, 12_642].into_iter().enumerate().map(row).collect();
    Section { title: "Table I: times of prediction".to_owned(), also: "", rows }
}

/// Figure 2: drivers by the size of E.
fn habits(campaign: &Campaign) -> Section {
    let [kill, pick] = campaign.habits();
    let row = |i: usize| {
        let what = format!("|E| {} to {}", 10 * i, 10 * (i + 1));
        Row::new(what, Figure::None, Figure::counts([kill[i]]))
            .and(Figure::counts([pick[i]]))
            .with("only drawn in figure 2")
    };
    let mut rows: Vec<Row> = (0..10).map(row).collect();
    let r = Figure::one(campaign.habit_correlation(), 2);
    rows.push(
        Row::new("correlation of E with the driver's habit", Figure::None, r).with("the paper has no such control"),
    );
    let title = "Figure 2: habitual behaviour, number of players; ours: positive (killing)".to_owned();
    Section { title, also: "negative (picking)", rows }
}

/// Figure 4: all classes of all methods.
fn figure_4(total: &[Vec<Errors>]) -> Section {
    let mut rows = Vec::new();
    for (latency, errors) in LATENCIES.iter().zip(total) {
        for (name, column) in NAMES {
            let share = |hits: usize| 100.0 * hits as f64 / errors[column].count as f64;
            let ours = Figure::Numbers(errors[column].classes.map(share).to_vec(), 1);
            rows.push(Row::new(format!("{latency} s, {name}"), Figure::None, ours).with("only drawn in figure 4"));
        }
    }
    Section { title: "Figure 4: errors of 0 to 10, 10 to 30, 30 to 50, above 50, %".to_owned(), also: "", rows }
}

/// Where the paper can be read in two ways: which one fits its numbers better.
fn open_questions(seeds: std::ops::Range<u64>) -> Section {
    let all = readings::all();
    let errors = readings::errors(seeds, &all);
    let means = |reading: usize, method: usize| {
        Figure::Numbers((0..LATENCIES.len()).map(|latency| errors[reading][latency][method].mean()).collect(), 2)
    };
    let mut rows: Vec<Row> = (0..all.len())
        .map(|i| Row::new(all[i].name, Figure::Words("16.47 31.23 -".to_owned()), means(i, 0)).and(means(i, 1)))
        .collect();
    rows[0].remark = "our defaults";
    let title = "Readings of the paper: mean export error of the hybrid method at 1, 2, 3 s, open arena".to_owned();
    Section { title, also: "interest scheme", rows }
}

/// Shares of the classes in percent: best is up to 10, acceptable up to 30, unacceptable above 50.
fn classes(total: &[Vec<Errors>]) -> Section {
    let share = |latency: usize, column: usize, classes: std::ops::Range<usize>| {
        let errors = &total[latency][column];
        let hits: usize = errors.classes[classes].iter().sum();
        Figure::one(100.0 * hits as f64 / errors.count as f64, 2)
    };
    let said = |value: f64| Figure::one(value, 2);
    Section {
        title: "Classes of export errors, % (figure 4 and text)".to_owned(),
        also: "",
        rows: vec![
            Row::new("1 s, hybrid acceptable", said(77.86), share(0, HYBRID, 0..2)).with(CONTRADICTS),
            Row::new("1 s, interest acceptable", Figure::Words("65.21 or 77.86".to_owned()), share(0, INTEREST, 0..2))
                .with(CONTRADICTS),
            Row::new("1 s, dead reckoning acceptable", said(62.45), share(0, DEAD_RECKONING, 0..2)),
            Row::new("1 s, hybrid unacceptable", Figure::Words("< 1".to_owned()), share(0, HYBRID, 3..4)),
            Row::new("2 s, hybrid best", said(5.31), share(1, HYBRID, 0..1)).with(UNCLEAR),
            Row::new("2 s, interest acceptable", said(46.58), share(1, INTEREST, 0..2)),
            Row::new("3 s, dead reckoning unacceptable", Figure::None, share(2, DEAD_RECKONING, 3..4))
                .with("only drawn in figure 4"),
        ],
    }
}
