//! The measured part of the document with the results.
use super::markdown::{Paper, find};
use super::{Scores, TraceScore, Updates};
use std::fmt::Write;

/// Models whose accuracy is shown match by match.
const SHOWN: [&str; 3] = ["trail", "kinematic", "auto"];
/// The one of which everything is told.
const CHOSEN: &str = "auto";

/// All sections; `origin` says when, with what and on which machine they were measured, `models` are those that were scored.
pub fn results(scores: &Scores, models: &[String], horizons: &[f64], thresholds: &[f64], origin: &str) -> String {
    let (shown, chosen) = (SHOWN.map(str::to_owned), [CHOSEN.to_owned()]);
    let mut paper = Paper { out: format!("{origin}\n"), level: "##", scores, models: &shown, horizons };
    paper.accuracy();
    all_models(&mut paper.out, scores, models, horizons);
    updates(&mut paper.out, scores, thresholds);
    paper.models = &chosen;
    paper.cold_start();
    paper.radius();
    paper.space();
    paper.floors();
    paper.out
}

/// First word of the name of the game: modes of one game belong together.
fn family(trace: &TraceScore) -> &str {
    trace.game.split_whitespace().next().unwrap_or("other")
}

fn all_models(out: &mut String, scores: &Scores, models: &[String], horizons: &[f64]) {
    let long: Vec<&TraceScore> = scores.traces.iter().filter(|trace| !trace.short).collect();
    let mut families: Vec<&str> = long.iter().map(|trace| family(trace)).collect();
    families.sort_unstable();
    families.dedup();
    let groups: Vec<(&str, Vec<&TraceScore>)> = families
        .into_iter()
        .map(|name| (name, long.iter().copied().filter(|trace| family(trace) == name).collect()))
        .collect();
    if groups.is_empty() {
        return;
    }
    out.push_str(
        "\n## All models\nMeans of the ratios over the matches of a game, without the short ones.\n\n| model |",
    );
    for (name, of_game) in &groups {
        for (column, horizon) in horizons.iter().enumerate() {
            let head = if column == 0 { format!("{name} ({}) ", of_game.len()) } else { String::new() };
            let _ = write!(out, " {head}{horizon} s |");
        }
    }
    let _ = write!(out, "\n|---|{}\n", "---|".repeat(groups.len() * horizons.len()));
    for model in models {
        let _ = write!(out, "| {model} |");
        for (_, of_game) in &groups {
            for &horizon in horizons {
                let ratios = of_game.iter().filter_map(|trace| find(&trace.accuracy, model, horizon));
                let mean = mean(ratios.map(|row| row.ratio));
                let _ = write!(out, " {} |", mean.map_or_else(String::new, |mean| format!("{mean:.2}")));
            }
        }
        out.push('\n');
    }
}

fn updates(out: &mut String, scores: &Scores, thresholds: &[f64]) {
    out.push_str(
        "\n## Updates sent\nUpdates of a type 2 sender with the learned policy (`auto`) ÷ *best dr*, the fewest of seven kinds of dead reckoning, at thresholds in body\n\
         widths; the receivers stay within the threshold at the end of every tick, and the packet is that of first-order dead reckoning, so\n\
         bytes are in the same proportion. The last column is the mean error of the receivers ÷ that with best dr.\n\n| trace |",
    );
    for threshold in thresholds {
        let _ = write!(out, " {threshold} |");
    }
    let _ = write!(out, " mean | error |\n|---|{}---|---|\n", "---|".repeat(thresholds.len()));
    for trace in &scores.traces {
        let rows: Vec<&Updates> = trace.updates.iter().filter(|row| row.model == CHOSEN).collect();
        let all = |value: fn(&Updates) -> f64| mean(rows.iter().map(|row| value(row)));
        let (Some(ratio), Some(error)) = (all(|row| row.ratio), all(|row| row.error_ratio)) else { continue };
        let _ = write!(out, "| {} |", trace.name);
        for &threshold in thresholds {
            let row = rows.iter().find(|row| row.threshold == threshold);
            let _ = write!(out, " {} |", row.map_or_else(String::new, |row| format!("{:.3}", row.ratio)));
        }
        let _ = writeln!(out, " **{ratio:.3}** | {error:.2} |");
    }
}

/// `None` of nothing.
fn mean(values: impl Iterator<Item = f64>) -> Option<f64> {
    let (sum, count) = values.fold((0.0, 0), |(sum, count), value| (sum + value, count + 1));
    (count > 0).then(|| sum / f64::from(count))
}
