//! What the page shows beyond the JSON of an evaluation: intervals of means and error distributions.
use crate::eval::TraceScore;
use serde_json::{Value, json};

/// One row per model and horizon of the scored part.
pub(super) fn of(score: &TraceScore, models: &[String], seed: u64) -> Vec<Value> {
    let rows = score.accuracy.iter().filter(|row| models.contains(&row.model));
    rows.map(|row| {
        let short = |value: f64| format!("{value:.3}").parse::<f64>().unwrap_or(value);
        let quantiles: Vec<f64> = row.summary.quantiles.iter().map(|&error| short(f64::from(error))).collect();
        json!({
            "model": row.model, "horizon": row.horizon, "quantiles": quantiles,
            "mean_interval": row.mean_interval(seed).map(|bounds| bounds.map(short)),
        })
    })
    .collect()
}
