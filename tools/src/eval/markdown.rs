//! Scores as tables of a document.
use super::{Accuracy, Scores, TraceScore};
use std::fmt::Write;

/// One section per question, one row per trace and model.
pub fn markdown(scores: &Scores, models: &[String], horizons: &[f64]) -> String {
    let mut paper = Paper { out: String::new(), level: "###", scores, models, horizons };
    paper.accuracy();
    paper.cold_start();
    paper.radius();
    paper.space();
    paper.floors();
    paper.networks();
    paper.out
}

/// A document in the making.
pub(super) struct Paper<'a> {
    pub(super) out: String,
    /// Marks of its headings.
    pub(super) level: &'static str,
    pub(super) scores: &'a Scores,
    pub(super) models: &'a [String],
    pub(super) horizons: &'a [f64],
}

impl Paper<'_> {
    fn head(&mut self, title: &str, text: &str, first: &str) {
        let _ = write!(self.out, "\n{} {title}\n{text}\n\n| {first} | model |", self.level);
        for horizon in self.horizons {
            let _ = write!(self.out, " {horizon} s |");
        }
        let _ = write!(self.out, "\n|---|---|{}\n", "---|".repeat(self.horizons.len()));
    }

    /// Nothing when no cell has anything to say.
    fn row(&mut self, name: &str, model: &str, cells: Vec<Option<String>>) {
        if cells.iter().any(Option::is_some) {
            let _ = write!(self.out, "| {name} | {model} |");
            for cell in cells {
                let _ = write!(self.out, " {} |", cell.unwrap_or_default());
            }
            self.out.push('\n');
        }
    }

    fn section(
        &mut self,
        title: &str,
        text: &str,
        part: &dyn Fn(&TraceScore) -> &[Accuracy],
        cell: &dyn Fn(&Accuracy) -> Option<String>,
    ) {
        self.head(title, text, "trace");
        for trace in &self.scores.traces {
            for model in self.models {
                let cells = self.horizons.iter().map(|&h| find(part(trace), model, h).and_then(cell)).collect();
                self.row(&trace.name, model, cells);
            }
        }
    }

    pub(super) fn cold_start(&mut self) {
        let text = "Mean error ÷ best simple, predictions that come true within 120 s of the start, when nothing is known of the level yet.";
        self.section("First two minutes", text, &|trace| &trace.cold_start, &|row| Some(ratio(row)));
    }

    pub(super) fn radius(&mut self) {
        let text = "Share of cases in which the truth was within the radius that the model said.";
        let share = |row: &Accuracy| row.inside_radius.map(|share| format!("{share:.3}"));
        self.section("Inside the 90 % radius", text, &|trace| &trace.accuracy, &share);
    }

    pub(super) fn space(&mut self) {
        let text =
            "Mean error with height ÷ the lowest such mean of the simple predictors, where heights are recorded.";
        let ratio = |row: &Accuracy| row.space.map(|(_, ratio)| format!("{ratio:.3}"));
        self.section("With height", text, &|trace| &trace.accuracy, &ratio);
    }

    pub(super) fn accuracy(&mut self) {
        let text = "Mean error ÷ best simple, with the 95 % interval of a bootstrap over players and blocks of 10 s.";
        self.section("Accuracy", text, &|trace| &trace.accuracy, &|row| Some(ratio(row)));
        for model in self.models {
            let cell = |&h: &f64| {
                let row = self.scores.pooled.iter().find(|row| row.model == *model && row.horizon == h)?;
                Some(with_interval(row.ratio, row.interval))
            };
            let cells = self.horizons.iter().map(cell).collect();
            self.row("*short ones pooled*", model, cells);
        }
        let mut games: Vec<&str> = self.scores.traces.iter().map(|trace| trace.game.as_str()).collect();
        games.sort_unstable();
        games.dedup();
        for game in games {
            let of_game: Vec<&TraceScore> =
                self.scores.traces.iter().filter(|trace| trace.game == game && !trace.short).collect();
            for model in self.models.iter().filter(|_| of_game.len() > 1) {
                let cell = |&h: &f64| {
                    let rows = of_game.iter().map(|trace| find(&trace.accuracy, model, h));
                    let ratios = rows.map(|row| row.map(|row| row.ratio)).collect::<Option<Vec<f64>>>()?;
                    Some(format!("{:.3}", ratios.iter().sum::<f64>() / ratios.len() as f64))
                };
                let cells = self.horizons.iter().map(cell).collect();
                self.row(&format!("*mean of {} traces of {game}*", of_game.len()), model, cells);
            }
        }
    }

    /// What is drawn over each network.
    fn networks(&mut self) {
        if self.scores.traces.iter().all(|trace| trace.network.is_empty()) {
            return;
        }
        let columns = [
            "trace",
            "network",
            "model",
            "convergence",
            "p50",
            "p95",
            "p99",
            "jumps / min",
            "reversals / min",
            "in walls",
            "updates / s",
        ];
        let _ = write!(
            self.out,
            "\n{} Over networks\nError of what is drawn at 60 Hz, trace units; jumps and reversals per minute of one drawn player.\n\n| {} |\n|{}\n",
            self.level,
            columns.join(" | "),
            "---|".repeat(columns.len())
        );
        for trace in &self.scores.traces {
            for row in &trace.network {
                let (cell, o) = (&row.cell, &row.outcome);
                let walls = row.inside_walls.map_or_else(String::new, |share| format!("{share:.3}"));
                let _ = writeln!(
                    self.out,
                    "| {} | {cell} ± {} ms | {} | {} | {:.2} | {:.2} | {:.2} | {:.1} | {:.1} | {walls} | {:.1} |",
                    trace.name,
                    cell.jitter_ms,
                    row.model,
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

    /// Who predicts places where nobody can be.
    pub(super) fn floors(&mut self) {
        let text = "Share of predictions over no floor, where the walkable area is recorded; `truth` is how often players themselves are (jumps over gaps).";
        self.section("Off the walkable area", text, &|trace| &trace.accuracy, &|row| {
            row.off_walkable.map(|share| format!("{share:.3}"))
        });
        for trace in &self.scores.traces {
            let share = |&h: &f64| {
                let found = trace.truth_off_walkable.iter().find(|(horizon, _)| *horizon == h);
                found.map(|(_, share)| format!("{share:.3}"))
            };
            let cells = self.horizons.iter().map(share).collect();
            self.row(&trace.name, "truth", cells);
        }
    }
}

pub(super) fn find<'a>(rows: &'a [Accuracy], model: &str, horizon: f64) -> Option<&'a Accuracy> {
    rows.iter().find(|row| row.model == model && row.horizon == horizon)
}

fn ratio(row: &Accuracy) -> String {
    with_interval(row.ratio, row.interval)
}

fn with_interval(ratio: f64, interval: Option<[f64; 2]>) -> String {
    interval.map_or_else(|| format!("{ratio:.3}"), |[low, high]| format!("{ratio:.3} [{low:.2}, {high:.2}]"))
}
