//! Scores as JSON and as text tables.
use super::models::uses_weights;
use super::{Accuracy, Drawn, Scores, TraceScore, Updates};
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
                json!({"model": row.model, "threshold": row.threshold, "updates": row.updates, "ratio_to_best_dr": round(row.ratio),
                    "error": round(row.error), "error_ratio_to_best_dr": round(row.error_ratio)})
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
                "network": trace.network.iter().map(drawn).collect::<Vec<_>>(),
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

/// Tables for a terminal: mean error ÷ best simple per horizon, the same for the first two minutes and in space, coverage
/// of the 90 % radius, updates ÷ best dead reckoning.
pub fn table(scores: &Scores, models: &[String], horizons: &[f64], thresholds: &[f64]) -> String {
    let width = scores.traces.iter().map(|trace| trace.name.len()).max().unwrap_or(0).max(22);
    let mut sheet = Sheet { out: String::new(), width };
    let rows =
        |sheet: &mut Sheet, part: &dyn Fn(&TraceScore) -> &[Accuracy], value: &dyn Fn(&Accuracy) -> Option<f64>| {
            for trace in &scores.traces {
                for model in models {
                    let cell = |&horizon: &f64| {
                        let row = part(trace).iter().find(|row| row.model == *model && row.horizon == horizon);
                        row.and_then(value)
                    };
                    sheet.line(&trace.name, &marked(trace, model), horizons.iter().map(cell).collect());
                }
            }
        };
    sheet.head("error ÷ best simple", horizons, " s");
    rows(&mut sheet, &|trace| &trace.accuracy, &|row| Some(row.ratio));
    for model in models {
        let cell =
            |h: f64| scores.pooled.iter().find(|row| row.model == *model && row.horizon == h).map(|row| row.ratio);
        sheet.line("(short ones pooled)", model, horizons.iter().map(|&h| cell(h)).collect());
    }
    sheet.head("first two minutes", horizons, " s");
    rows(&mut sheet, &|trace| &trace.cold_start, &|row| Some(row.ratio));
    sheet.head("error in space ÷ best", horizons, " s");
    rows(&mut sheet, &|trace| &trace.accuracy, &|row| row.space.map(|(_, ratio)| ratio));
    sheet.head("inside the 90 % radius", horizons, " s");
    rows(&mut sheet, &|trace| &trace.accuracy, &|row| row.inside_radius);
    let mut senders = |title: &str, value: &dyn Fn(&Updates) -> f64| {
        sheet.head(title, thresholds, " w");
        for trace in &scores.traces {
            let mut senders: Vec<&str> = trace.updates.iter().map(|row| row.model.as_str()).collect();
            senders.dedup();
            for sender in senders {
                let cell =
                    |&t: &f64| trace.updates.iter().find(|row| row.model == sender && row.threshold == t).map(value);
                sheet.line(&trace.name, &marked(trace, sender), thresholds.iter().map(cell).collect());
            }
        }
    };
    senders("updates ÷ best dr", &|row| row.ratio);
    senders("error ÷ that of best dr", &|row| row.error_ratio);
    sheet.networks(scores);
    if sheet.out.contains('*') {
        sheet.out.push_str(
            "\n* with weights that were trained on this level, so no measure of how well they do on others\n",
        );
    }
    sheet.out
}

/// The model's name, with a star where its weights have seen the level.
fn marked(trace: &TraceScore, model: &str) -> String {
    let star = trace.weights_saw_layout == Some(true) && uses_weights(model);
    format!("{model}{}", if star { "*" } else { "" })
}

/// Text in columns.
struct Sheet {
    out: String,
    width: usize,
}

impl Sheet {
    fn head(&mut self, title: &str, columns: &[f64], unit: &str) {
        let width = self.width;
        let _ = write!(self.out, "\n{title:width$}  {:12}", "model");
        for column in columns {
            let _ = write!(self.out, "{:>9}", format!("{column}{unit}"));
        }
        self.out.push('\n');
    }

    /// What is drawn over each network, trace by trace.
    fn networks(&mut self, scores: &Scores) {
        for trace in &scores.traces {
            for rows in trace.network.chunk_by(|a, b| a.cell == b.cell) {
                let _ = writeln!(
                    self.out,
                    "\n{} over {} ± {} ms: error in units, events per minute\n{:14}{:12}{:>9}{:>9}{:>9}{:>9}{:>11}{:>9}{:>11}",
                    trace.name,
                    rows[0].cell,
                    rows[0].cell.jitter_ms,
                    "model",
                    "convergence",
                    "p50",
                    "p95",
                    "p99",
                    "jumps",
                    "reversals",
                    "in walls",
                    "updates/s"
                );
                for row in rows {
                    let o = &row.outcome;
                    let walls = row.inside_walls.map_or_else(|| "-".to_owned(), |share| format!("{share:.3}"));
                    let _ = writeln!(
                        self.out,
                        "{:14}{:12}{:>9.2}{:>9.2}{:>9.2}{:>9.1}{:>11.1}{walls:>9}{:>11.1}",
                        marked(trace, &row.model),
                        row.convergence,
                        o.p50,
                        o.p95,
                        o.p99,
                        o.jumps,
                        o.reversals,
                        row.updates_per_s
                    );
                }
            }
        }
    }

    /// Nothing when there is nothing to say.
    fn line(&mut self, trace: &str, model: &str, cells: Vec<Option<f64>>) {
        let width = self.width;
        if cells.iter().any(Option::is_some) {
            let _ = write!(self.out, "{trace:width$}  {model:12}");
            for cell in cells {
                let _ = write!(self.out, "{:>9}", cell.map_or_else(|| "-".to_owned(), |value| format!("{value:.3}")));
            }
            self.out.push('\n');
        }
    }
}

fn drawn(row: &Drawn) -> Value {
    let Drawn { cell, outcome, .. } = row;
    json!({
        "model": row.model, "convergence": row.convergence,
        "latency_ms": cell.latency_ms, "jitter_ms": cell.jitter_ms, "loss": cell.loss,
        "error_p50": round(outcome.p50), "error_p95": round(outcome.p95), "error_p99": round(outcome.p99),
        "jumps_per_min": round(outcome.jumps), "reversals_per_min": round(outcome.reversals),
        "inside_walls": row.inside_walls.map(round), "updates_per_s": round(row.updates_per_s),
    })
}

fn interval(bounds: Option<[f64; 2]>) -> Value {
    bounds.map_or(Value::Null, |[low, high]| json!([round(low), round(high)]))
}

/// Four decimals, as the reference scorer prints.
fn round(value: f64) -> f64 {
    (value * 1e4).round() / 1e4
}
