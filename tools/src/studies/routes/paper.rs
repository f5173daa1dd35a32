//! Tables 1 and 2 of the paper beside ours.
use super::replay::Rule;
use super::users::{MODELS, TABLE_1 as SIZES, TEXT, Way, learned_table_2, table_1, table_2};
use crate::papers::{Figure, Options, Paper, Row, Section};
use antreckon::predict::strategy::Mode;

/// Table 1: dead reckoning, then 1, 3 and 5 models; user 1 and user 2; trials 1 to 5.
const TABLE_1: [[[usize; 5]; 2]; 4] = [
    [[20, 17, 12, 12, 12], [30, 30, 19, 11, 12]],
    [[16, 11, 9, 6, 5], [28, 28, 17, 8, 1]],
    [[16, 12, 5, 5, 5], [29, 29, 16, 9, 1]],
    [[16, 12, 5, 5, 5], [31, 31, 15, 10, 1]],
];
/// Table 2: 1, 3 and 5 models; dead reckoning and hybrid; trials 1 to 5.
const TABLE_2: [[[usize; 5]; 2]; 3] = [
    [[10, 8, 5, 5, 4], [6, 8, 1, 1, 1]],
    [[20, 16, 11, 8, 6], [10, 14, 5, 3, 1]],
    [[24, 18, 15, 11, 9], [16, 18, 7, 5, 1]],
];
/// Seeds of the mean.
const SEEDS: [u64; 2] = [10, 100];

pub(crate) fn paper(options: &Options) -> Result<Paper, String> {
    let published = Way { mode: Mode::Containment, rule: Rule::Plain, record: 1.0, causal: false };
    let books = Way { rule: Rule::Bounded, record: 0.25, ..published };
    let causal = Way { causal: true, mode: Mode::Progress, ..books };
    let seeds = SEEDS[usize::from(options.full)];
    let mut sections = Vec::new();
    for (title, way) in [
        ("Table 1: updates in trials 1 to 5, threshold 6, width 9, containment, route from the last trial", published),
        ("Table 1 as a product would do it: progress with books, routes from earlier trials only", causal),
    ] {
        let one = table_1(options.seed, way, SIZES)?;
        let means = means(options.seed, seeds, way, SIZES)?;
        let mut rows = Vec::new();
        for (column, users) in TABLE_1.iter().enumerate() {
            let name = if column == 0 { "dead reckoning".to_owned() } else { models(column - 1) };
            for (user, counts) in users.iter().enumerate() {
                let ours = Figure::counts((0..5).map(|trial| one[user][trial][column]));
                let mean = Figure::Numbers((0..5).map(|trial| means[user][trial][column]).collect(), 1);
                let what = format!("{name}, user {}", user + 1);
                rows.push(Row::new(what, Figure::counts(*counts), ours).and(mean));
            }
        }
        sections.push(Section { title: title.to_owned(), also: "mean of more seeds", rows });
    }
    sections.push(transient(options.seed, seeds, published)?);
    sections.push(text(options.seed, seeds, published)?);
    let fine = Way { record: 0.25, ..published };
    let cells = table_2(options.seed, [published, fine, books, Way { mode: Mode::Progress, ..books }])?;
    let mut rows = Vec::new();
    for (i, orders) in TABLE_2.iter().enumerate() {
        for (j, counts) in orders.iter().enumerate() {
            let ours = Figure::counts((0..5).map(|trial| cells[trial][i][j]));
            let progress = Figure::counts((0..5).map(|trial| cells[trial][i][if j == 0 { 0 } else { 4 }]));
            let what = format!("{}, {}", models(i), ["dead reckoning", "hybrid"][j]);
            rows.push(Row::new(what, Figure::counts(*counts), ours).and(progress));
        }
    }
    let title = "Table 2: variable threshold (36 / 14.4 / 9 here), routes recorded at it and not simplified, one user, trials 1 to 5";
    sections.push(Section { title: title.to_owned(), also: "recorded finer, progress with books", rows });
    sections.push(learned(options.seed)?);
    let mut source = format!("re-created users, seed {}; means over {seeds} further seeds", options.seed);
    if !options.traces.is_empty() {
        sections.push(super::matches::summary(&options.traces)?);
        source += &format!("; runs in {} recorded matches", options.traces.len());
    }
    Ok(Paper { name: "strategy", title: "Strategy models (2004): updates per trial", source, sections })
}

fn models(index: usize) -> String {
    let n = MODELS[index];
    if n == 1 { "1 model".to_owned() } else { format!("{n} models") }
}

/// "With the transient trajectories, as the number of models increases, the number of strategy packets also increases."
fn transient(seed: u64, seeds: u64, way: Way) -> Result<Section, String> {
    let (one, means) = (table_1(seed, way, SIZES)?, means(seed, seeds, way, SIZES)?);
    let mut rows = Vec::new();
    for user in 0..2 {
        for trial in 0..2 {
            let more = |least: f64, most: f64| most - least;
            let published = more(TABLE_1[1][user][trial] as f64, TABLE_1[3][user][trial] as f64);
            let ours = more(one[user][trial][1] as f64, one[user][trial][3] as f64);
            let mean = more(means[user][trial][1], means[user][trial][3]);
            let found = match mean {
                mean if mean <= 0.0 => "not found here: more models save from the first trial on",
                _ => "found here, too",
            };
            let what = format!("user {}, trial {}", user + 1, trial + 1);
            rows.push(
                Row::new(what, Figure::one(published, 0), Figure::one(ours, 0)).and(Figure::one(mean, 1)).with(found),
            );
        }
    }
    let title = "Text: transient trajectories, updates with 5 models above those with 1 model".to_owned();
    Ok(Section { title, also: "mean of more seeds", rows })
}

/// "A series of experiments … featuring an error threshold of 9 game units, and a distance of 12. Results similar to that of table 1 were noted."
fn text(seed: u64, seeds: u64, way: Way) -> Result<Section, String> {
    let (one, means) = (table_1(seed, way, TEXT)?, means(seed, seeds, way, TEXT)?);
    let mut rows = Vec::new();
    for column in 0..4 {
        let name = if column == 0 { "dead reckoning".to_owned() } else { models(column - 1) };
        for user in 0..2 {
            let ours = Figure::counts((0..5).map(|trial| one[user][trial][column]));
            let mean = Figure::Numbers((0..5).map(|trial| means[user][trial][column]).collect(), 1);
            let what = format!("threshold 9, width 12, {name}, user {}", user + 1);
            let similar = Figure::Words("\"similar\" to table 1".to_owned());
            rows.push(Row::new(what, similar, ours).and(mean).with("the paper prints no numbers"));
        }
    }
    let title = "Text: threshold 9, width 12, as table 1 otherwise, trials 1 to 5".to_owned();
    Ok(Section { title, also: "mean of more seeds", rows })
}

/// Table 2 with the area learned from the trials instead of given.
fn learned(seed: u64) -> Result<Section, String> {
    let mut rows = Vec::new();
    for (i, (threshold, orders)) in learned_table_2(seed)?.into_iter().enumerate() {
        for (j, counts) in orders.into_iter().enumerate() {
            let what = format!("{}, {}", models(i), ["dead reckoning", "hybrid"][j]);
            let row = Row::new(what, Figure::counts(TABLE_2[i][j]), Figure::counts(counts));
            rows.push(row.and(Figure::one(threshold, 1)).with("the area is as wide as all five trials need"));
        }
    }
    let title = "Table 2 with the threshold learned, trials 1 to 5".to_owned();
    Ok(Section { title, also: "threshold learned", rows })
}

/// Means of each user and trial over seeds after the one that is shown.
fn means(seed: u64, seeds: u64, way: Way, sizes: [f64; 2]) -> Result<[[[f64; 4]; 5]; 2], String> {
    let mut means = [[[0.0; 4]; 5]; 2];
    for seed in seed + 1..=seed + seeds {
        let counts = table_1(seed, way, sizes)?;
        for (mean, count) in means.iter_mut().flatten().flatten().zip(counts.iter().flatten().flatten()) {
            *mean += *count as f64 / seeds as f64;
        }
    }
    Ok(means)
}
