//! Both models on recorded matches, by the scoring rules: items come and go with the events, health is the state S.
use crate::papers::{Figure, Row, Section};
use antreckon_cli::eval::Scores;
use antreckon_cli::eval::{self, Accuracy, HORIZONS, Networks, Request, Weights};
use std::fmt::Write as _;
use std::path::PathBuf;

const MODELS: [&str; 3] = ["interest", "hybrid", "dr1"];

/// The hybrid method ÷ dead reckoning in each match at all horizons; the paper has no such matches.
pub(super) fn section(traces: &[PathBuf]) -> Result<Section, String> {
    let scores = scores(traces)?;
    let row = |trace: &antreckon_cli::eval::TraceScore| {
        let means = |model: &str| -> Vec<f64> {
            trace.accuracy.iter().filter(|row| row.model == model).map(|row| row.summary.mean).collect()
        };
        let ratios = means("hybrid").iter().zip(means("dr1")).map(|(hybrid, plain)| hybrid / plain).collect();
        let best = trace.accuracy.iter().filter(|row| row.model == "hybrid").map(|row| row.ratio).collect();
        Row::new(trace.name.clone(), Figure::None, Figure::Numbers(ratios, 2)).and(Figure::Numbers(best, 2))
    };
    Ok(Section {
        title: "Recorded matches: hybrid ÷ dead reckoning at 0.25, 0.5, 1, 2, 4 s (not in the paper)".to_owned(),
        also: "÷ best simple",
        rows: scores.traces.iter().map(row).collect(),
    })
}

fn scores(traces: &[PathBuf]) -> Result<Scores, String> {
    let models = MODELS.map(str::to_owned);
    let request = Request {
        traces,
        models: &models,
        horizons: &HORIZONS,
        thresholds: &[],
        updates_per_second: None,
        weights: &Weights::Embedded,
        walls: None,
        networks: &Networks::default(),
        params: &[],
        dump: None,
        seed: 1,
    };
    eval::evaluate(&request, &|_, _| {}).map_err(|error| error.to_string())
}

/// Mean error ÷ best simple, per trace, model and horizon, in Markdown.
pub(super) fn table(traces: &[PathBuf]) -> Result<String, String> {
    let scores = scores(traces)?;
    let mut text = String::from("### Recorded matches: mean error ÷ best simple\n\n| trace, model |");
    HORIZONS.iter().for_each(|horizon| text += &format!(" {horizon} s |"));
    text += &format!("\n|---|{}\n", "---|".repeat(HORIZONS.len()));
    for trace in scores.traces.iter().filter(|trace| !trace.short) {
        for model in MODELS {
            let cell = |horizon: &f64| {
                let fits = |row: &&Accuracy| row.model == model && row.horizon == *horizon;
                trace.accuracy.iter().find(fits).map_or_else(|| "-".to_owned(), |row| figure(row.ratio, row.interval))
            };
            let cells: Vec<String> = HORIZONS.iter().map(cell).collect();
            let _ = writeln!(text, "| {}, {model} | {} |", trace.name, cells.join(" | "));
        }
    }
    for model in MODELS {
        let cell = |horizon: &f64| {
            let row = scores.pooled.iter().find(|row| row.model == model && row.horizon == *horizon);
            row.map_or_else(|| "-".to_owned(), |row| figure(row.ratio, row.interval))
        };
        let cells: Vec<String> = HORIZONS.iter().map(cell).collect();
        if cells.iter().any(|cell| cell != "-") {
            let _ = writeln!(text, "| short traces pooled, {model} | {} |", cells.join(" | "));
        }
    }
    Ok(text + "\n")
}

fn figure(ratio: f64, interval: Option<[f64; 2]>) -> String {
    match interval {
        Some([low, high]) => format!("{ratio:.2} ({low:.2} to {high:.2})"),
        None => format!("{ratio:.2}"),
    }
}
