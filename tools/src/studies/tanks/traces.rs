//! Both models on recorded matches, by the scoring rules: items come and go with the events, health is the state S.
use antreckon_cli::eval::{self, Accuracy, HORIZONS, Networks, Request, Weights};
use std::fmt::Write as _;
use std::path::PathBuf;

const MODELS: [&str; 3] = ["interest", "hybrid", "dr1"];

/// Mean error ÷ best simple, per trace, model and horizon, in Markdown.
pub(super) fn table(traces: &[PathBuf]) -> Result<String, String> {
    let models = MODELS.map(str::to_owned);
    let request = Request {
        traces,
        models: &models,
        horizons: &HORIZONS,
        thresholds: &[],
        weights: &Weights::Embedded,
        walls: None,
        networks: &Networks::default(),
        dump: None,
        seed: 1,
    };
    let scores = eval::evaluate(&request, &|_, _| {}).map_err(|error| error.to_string())?;
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
