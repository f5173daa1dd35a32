//! Scores as text.

use super::models::{CONTESTANTS, simple_ones};
use super::score::Scores;
use std::fmt::Write as _;

/// A table with mean, 95th percentile and ratio to the best simple model for every model and column.
pub(crate) fn render(title: &str, headings: &[String], scores: &Scores) -> String {
    let mut text = String::new();
    let simple = simple_ones();
    let _ = writeln!(text, "{title}");
    let _ = write!(text, "{:<15}", "");
    for heading in headings {
        let _ = write!(text, " | {heading:^19}");
    }
    let _ = write!(text, "\n{:<15}", "model");
    for _ in headings {
        let _ = write!(text, " | {:>6} {:>6} {:>5}", "mean", "p95", "ratio");
    }
    let _ = writeln!(text, "\n{}", "-".repeat(15 + headings.len() * 22));
    for (model, contestant) in CONTESTANTS.iter().enumerate() {
        let _ = write!(text, "{:<15}", contestant.name);
        for column in 0..headings.len() {
            let errors = scores.of(model, column);
            let ratio = errors.mean() / scores.best(&simple, column);
            let _ = write!(text, " | {:>6.1} {:>6.0} {ratio:>5.2}", errors.mean(), errors.p95());
        }
        let _ = writeln!(text);
    }
    let _ = write!(text, "{:<15}", "cases");
    for column in 0..headings.len() {
        let _ = write!(text, " | {:>19}", scores.of(0, column).count());
    }
    let _ = writeln!(text);
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_simple_model_has_ratio_one() {
        let mut scores = Scores::new(CONTESTANTS.len(), 1);
        for model in 0..CONTESTANTS.len() {
            scores.at(model, 0).push(10.0 * (model + 1) as f64);
        }
        let text = render("title", &["1 s".to_owned()], &scores);
        let still = text.lines().find(|line| line.starts_with("still")).unwrap();
        assert!(still.ends_with("10.0     10  1.00"), "{still}");
        let widths: Vec<usize> = text.lines().skip(1).map(str::len).collect();
        assert!(widths.iter().all(|&width| width == widths[0]), "{text}");
    }
}
