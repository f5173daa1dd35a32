//! The yardstick agrees with the reference scorer's published results on every recorded match at hand.
mod support;

use antreckon_cli::eval::{self, HORIZONS, Networks, Request, THRESHOLDS, Weights};
use serde_json::Value;
use std::path::PathBuf;
use support::trace_folder;

#[test]
fn simple_predictors_score_exactly_as_the_reference_says() {
    let folder = trace_folder();
    let Ok(reference) = std::fs::read_to_string(folder.join("reference.jsonl")) else {
        println!("skipped: no recorded matches in {}", folder.display());
        return;
    };
    let reference: Vec<Value> =
        reference.lines().map(|line| serde_json::from_str(line).expect("a JSON object per line")).collect();
    let traces: Vec<PathBuf> =
        reference.iter().map(|row| folder.join(row["trace"].as_str().expect("a name"))).collect();
    let models = ["still", "dr1", "dr1_ema", "dr2", "damped"].map(str::to_owned);
    let request = Request {
        traces: &traces,
        models: &models,
        horizons: &HORIZONS,
        thresholds: &THRESHOLDS,
        updates_per_second: None,
        weights: &Weights::Embedded,
        walls: None,
        networks: &Networks::default(),
        params: &[],
        dump: None,
        seed: 1,
    };
    let scores = eval::evaluate(&request, &|_, _| ()).expect("all traces are sound");
    let mut compared = 0;
    for (expected, found) in reference.iter().zip(&scores.traces) {
        assert_eq!(expected["trace"], found.name.as_str());
        for row in &found.accuracy {
            let place = format!("{} {} {} s", found.name, row.model, row.horizon);
            let expected = &expected["accuracy"][key(row.horizon)];
            let Some(of_model) = expected.get(&row.model) else { continue };
            assert_eq!(expected["n"].as_u64(), Some(row.summary.n as u64), "{place}");
            let found = [
                ("mean", row.summary.mean),
                ("p50", row.summary.p50),
                ("p95", row.summary.p95),
                ("p99", row.summary.p99),
            ];
            for (name, value) in found {
                let expected = of_model[name].as_f64().expect("a number");
                assert!((value - expected).abs() < 1.01e-4, "{place}: {name} is {value}, must be {expected}");
                compared += 1;
            }
        }
        for row in &found.updates {
            let expected = expected["updates"][key(row.threshold)][&row.model].as_u64();
            assert_eq!(expected, Some(row.updates as u64), "{} {} {}", found.name, row.model, row.threshold);
            compared += 1;
        }
    }
    assert!(compared > 100 * scores.traces.len(), "only {compared} numbers compared");
}

/// Horizons and thresholds as Python prints them: `1.0`, `0.25`.
fn key(value: f64) -> String {
    format!("{value:?}")
}
