//! Others come to the same numbers: a script that knows only the rules, and the reference scorer from what was dumped.

use crate::support::{FRAMES, Folder, antreckon, trace_folder, write_match};
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

fn json_of(mut command: Command) -> Value {
    let run = command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    assert!(run.status.success(), "{command:?}: {}", String::from_utf8_lossy(&run.stderr));
    serde_json::from_slice(&run.stdout).unwrap_or_else(|error| panic!("{command:?}: {error}"))
}

fn has_python() -> bool {
    let there = Command::new("python3").arg("--version").output().is_ok_and(|run| run.status.success());
    if !there {
        println!("skipped: no python3");
    }
    there
}

/// Recorded matches at hand, the smallest first.
fn recorded() -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(trace_folder()) else {
        println!("skipped: no recorded matches in {}", trace_folder().display());
        return Vec::new();
    };
    let mut traces: Vec<(u64, PathBuf)> = entries
        .filter_map(|entry| {
            let path = entry.expect("an entry").path();
            Some((fs::metadata(path.join("samples.csv.gz")).ok()?.len(), path))
        })
        .collect();
    traces.sort();
    traces.into_iter().map(|(_, path)| path).collect()
}

/// Compares the means of a trace with those of the script.
fn agrees(trace: &Path) {
    let mut script = Command::new("python3");
    script.arg(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/recount.py")).arg(trace);
    let expected = json_of(script);
    let mut program = antreckon();
    program.arg("eval").arg(trace).args(["--models", "still,dr1,dr2", "--json", "-"]);
    let found = json_of(program);
    let rows = found["traces"][0]["accuracy"].as_array().expect("rows");
    assert!(!rows.is_empty());
    for row in rows {
        let (model, horizon) = (row["model"].as_str().expect("a name"), row["horizon"].as_f64().expect("seconds"));
        let of_horizon = &expected[format!("{horizon:?}")];
        assert_eq!(row["n"], of_horizon["n"], "{}: {horizon} s", trace.display());
        let [found, expected] = [&row["mean"], &of_horizon[model]].map(|mean| mean.as_f64().expect("a mean"));
        let apart = (found - expected).abs() / expected;
        assert!(apart < 1e-3, "{}: {model} at {horizon} s: {found} and {expected}", trace.display());
    }
}

#[test]
fn a_script_comes_to_the_same_means() {
    if !has_python() {
        return;
    }
    let folder = Folder::new("recounted");
    write_match(&folder.0, FRAMES);
    agrees(&folder.0);
    recorded().iter().for_each(|trace| agrees(trace));
}

#[test]
fn the_reference_scorer_recounts_a_dump_to_the_same_figures() {
    let reference = trace_folder().join("reference.py");
    // Two short matches: the scorer is slow.
    let traces: Vec<PathBuf> = recorded().into_iter().take(2).collect();
    if traces.is_empty() || !has_python() {
        return;
    }
    let folder = Folder::new("recounted_dump");
    let dump = folder.0.join("dump");
    let mut program = antreckon();
    program.arg("eval").args(&traces).args(["--models", "dr2,trail,auto", "--json", "-", "--dump"]).arg(&dump);
    let found = json_of(program);
    for (trace, found) in traces.iter().zip(found["traces"].as_array().expect("traces")) {
        let mut script = Command::new("python3");
        script.arg(&reference).arg("--check").arg(&dump).arg(trace);
        let recounted = json_of(script);
        assert_eq!(recounted["broken"].as_array().map(Vec::len), Some(0), "{recounted}");
        for row in found["accuracy"].as_array().expect("rows") {
            let horizon = format!("{:?}", row["horizon"].as_f64().expect("seconds"));
            let expected = &recounted["accuracy"][row["model"].as_str().expect("a name")][horizon];
            for key in ["mean", "p50", "p95", "p99", "ratio_to_best_simple"] {
                let [found, expected] = [&row[key], &expected[key]].map(|value| value.as_f64().expect("a number"));
                assert!((found - expected).abs() < 2.1e-4, "{}: {row}: {key} must be {expected}", trace.display());
            }
        }
        let updates = found["updates"].as_array().expect("rows").iter().filter(|row| row["model"] == "auto");
        let ratios: Vec<f64> = updates.map(|row| row["ratio_to_best_dr"].as_f64().expect("a ratio")).collect();
        let mean = ratios.iter().sum::<f64>() / ratios.len() as f64;
        let expected = recounted["updates"]["auto"]["ratio_to_best_dr"].as_f64().expect("a ratio");
        assert!(ratios.len() == 5 && (mean - expected).abs() < 2e-4, "{mean} and {expected}");
    }
}
