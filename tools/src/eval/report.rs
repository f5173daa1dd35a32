//! Scores as JSON and as text tables.
use super::{Accuracy, Scores};
use serde_json::{Value, json};
use std::fmt::Write;

/// Version of the JSON layout.
const JSON_VERSION: u32 = 1;

/// The documented JSON: horizons in seconds, thresholds in body widths, errors in trace units.
pub fn json(scores: &Scores, models: &[String]) -> Value {
    let wanted = |name: &str| models.iter().any(|model| model == name);
    let accuracy = |rows: &[Accuracy]| -> Vec<Value> {
        let rows = rows.iter().filter(|row| wanted(&row.model));
        rows.map(|row| {
            let s = &row.summary;
            json!({
                "model": row.model, "horizon": row.horizon, "mean": round(s.mean), "p50": round(s.p50), "p95": round(s.p95), "p99": round(s.p99),
                "n": s.n, "ratio_to_best_simple": round(row.ratio), "ratio_interval": interval(row.interval),
                "mean_3d": row.space.map(|(space, _)| round(space.mean)), "ratio_3d_to_best_simple": row.space.map(|(_, ratio)| round(ratio)),
                "inside_90_radius": row.inside_radius.map(round),
            })
        })
        .collect()
    };
    let traces: Vec<Value> = scores
        .traces
        .iter()
        .map(|trace| {
            let updates = trace.updates.iter().map(|row| {
                json!({"model": row.model, "threshold": row.threshold, "updates": row.updates, "ratio_to_best_dr": round(row.ratio)})
            });
            let off = trace.accuracy.iter().filter(|row| wanted(&row.model)).filter_map(|row| {
                let share = round(row.off_walkable?);
                Some(json!({"model": row.model, "horizon": row.horizon, "share": share}))
            });
            let truth = trace.truth_off_walkable.iter();
            let truth = truth.map(|(horizon, share)| json!({"model": "truth", "horizon": horizon, "share": round(*share)}));
            json!({
                "trace": trace.name, "short": trace.short, "weights": trace.weights, "weights_saw_layout": trace.weights_saw_layout,
                "off_walkable": off.chain(truth).collect::<Vec<_>>(), "accuracy": accuracy(&trace.accuracy),
                "cold_start": accuracy(&trace.cold_start), "updates": updates.collect::<Vec<_>>(),
            })
        })
        .collect();
    let pooled = scores.pooled.iter().filter(|row| wanted(&row.model)).map(|row| {
        json!({
            "model": row.model, "horizon": row.horizon, "mean_seconds_at_v_max": round(row.mean), "n": row.n,
            "ratio_to_best_simple": round(row.ratio), "ratio_interval": interval(row.interval),
        })
    });
    json!({"version": JSON_VERSION, "traces": traces, "pooled_short": pooled.collect::<Vec<_>>()})
}

/// Tables for a terminal: mean error ÷ best simple per horizon, the same for the first two minutes, updates ÷ best dead reckoning.
pub fn table(scores: &Scores, models: &[String], horizons: &[f64], thresholds: &[f64]) -> String {
    let mut out = String::new();
    let width = scores.traces.iter().map(|trace| trace.name.len()).max().unwrap_or(0).max(22);
    let head = |out: &mut String, title: &str, columns: &[f64], unit: &str| {
        let _ = write!(out, "\n{title:width$}  {:12}", "model");
        for column in columns {
            let _ = write!(out, "{:>9}", format!("{column}{unit}"));
        }
        out.push('\n');
    };
    let line = |out: &mut String, trace: &str, model: &str, cells: Vec<Option<f64>>| {
        if cells.iter().any(Option::is_some) {
            let _ = write!(out, "{trace:width$}  {model:12}");
            for cell in cells {
                let _ = write!(out, "{:>9}", cell.map_or_else(|| "-".to_owned(), |value| format!("{value:.3}")));
            }
            out.push('\n');
        }
    };
    let ratio = |rows: &[Accuracy], model: &str, horizon: f64| {
        rows.iter().find(|row| row.model == model && row.horizon == horizon).map(|row| row.ratio)
    };
    head(&mut out, "error ÷ best simple", horizons, " s");
    for trace in &scores.traces {
        for model in models {
            line(&mut out, &trace.name, model, horizons.iter().map(|&h| ratio(&trace.accuracy, model, h)).collect());
        }
    }
    for model in models {
        let cell =
            |h: f64| scores.pooled.iter().find(|row| row.model == *model && row.horizon == h).map(|row| row.ratio);
        line(&mut out, "(short ones pooled)", model, horizons.iter().map(|&h| cell(h)).collect());
    }
    head(&mut out, "first two minutes", horizons, " s");
    for trace in &scores.traces {
        for model in models {
            line(&mut out, &trace.name, model, horizons.iter().map(|&h| ratio(&trace.cold_start, model, h)).collect());
        }
    }
    head(&mut out, "updates ÷ best dr", thresholds, " w");
    for trace in &scores.traces {
        let mut senders: Vec<&str> = trace.updates.iter().map(|row| row.model.as_str()).collect();
        senders.dedup();
        for sender in senders {
            let cell = |t: f64| {
                trace.updates.iter().find(|row| row.model == sender && row.threshold == t).map(|row| row.ratio)
            };
            line(&mut out, &trace.name, sender, thresholds.iter().map(|&t| cell(t)).collect());
        }
    }
    out
}

fn interval(bounds: Option<[f64; 2]>) -> Value {
    bounds.map_or(Value::Null, |[low, high]| json!([round(low), round(high)]))
}

/// Four decimals, as the reference scorer prints.
fn round(value: f64) -> f64 {
    (value * 1e4).round() / 1e4
}
