//! Papers as text, Markdown and JSON.
use super::{Figure, Paper, Row, Section};
use serde_json::{Value, json};
use std::fmt::{self, Write as _};

/// Version of the JSON.
const VERSION: u32 = 1;

impl fmt::Display for Figure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::None => f.pad("-"),
            Self::Numbers(values, decimals) => {
                let texts: Vec<String> = values.iter().map(|value| fixed(*value, *decimals)).collect();
                f.pad(&texts.join(" "))
            }
            Self::Range([low, high], decimals) => f.pad(&format!("{low:.decimals$} to {high:.decimals$}")),
            Self::Words(text) => f.pad(text),
        }
    }
}

/// With so many decimals; what rounds to nothing has no sign.
fn fixed(value: f64, decimals: usize) -> String {
    let text = format!("{value:.decimals$}");
    if text.chars().all(|c| matches!(c, '-' | '0' | '.')) { text.replace('-', "") } else { text }
}

impl Figure {
    /// A number, a list of numbers, words, or null.
    fn json(&self) -> Value {
        match self {
            Self::None => Value::Null,
            Self::Numbers(values, _) if values.len() == 1 => json!(values[0]),
            Self::Numbers(values, _) => json!(values),
            Self::Range([low, high], _) => json!({"from": low, "to": high}),
            Self::Words(text) => json!(text),
        }
    }
}

impl Paper {
    /// Tables for a terminal.
    pub(crate) fn text(&self) -> String {
        let mut out = format!("{}\nours: {}\n", self.title, self.source);
        for section in &self.sections {
            let rows = section.cells();
            let widths: Vec<usize> = (0..rows[0].len())
                .map(|column| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0))
                .collect();
            let _ = writeln!(out, "\n{}", section.title);
            for row in rows {
                let cells: Vec<String> =
                    row.iter().zip(&widths).map(|(cell, &width)| format!("{cell:<width$}")).collect();
                let _ = writeln!(out, "  {}", cells.join("  ").trim_end());
            }
        }
        out
    }

    /// Tables of a document.
    pub(crate) fn markdown(&self) -> String {
        let mut out = format!("## {}\n\nOurs: {}.\n", self.title, self.source);
        for section in &self.sections {
            let rows = section.cells();
            let _ = writeln!(out, "\n**{}**\n", section.title);
            for (i, row) in rows.iter().enumerate() {
                let _ = writeln!(out, "| {} |", row.join(" | "));
                if i == 0 {
                    let _ = writeln!(out, "|{}", "---|".repeat(row.len()));
                }
            }
        }
        out
    }

    /// Everything for programs.
    pub(crate) fn json(&self) -> Value {
        let row = |row: &Row| {
            json!({
                "what": row.what,
                "published": row.published.json(),
                "ours": row.ours.json(),
                "also": row.also.json(),
                "remark": row.remark,
            })
        };
        let section = |section: &Section| {
            json!({
                "title": section.title,
                "also": section.also,
                "rows": section.rows.iter().map(row).collect::<Vec<_>>(),
            })
        };
        json!({
            "version": VERSION,
            "paper": self.name,
            "title": self.title,
            "source": self.source,
            "sections": self.sections.iter().map(section).collect::<Vec<_>>(),
        })
    }
}

impl Section {
    /// Heading and rows; columns that are empty everywhere are left out.
    fn cells(&self) -> Vec<Vec<String>> {
        let (has_also, has_remarks) = (!self.also.is_empty(), self.rows.iter().any(|row| !row.remark.is_empty()));
        let mut all = vec![vec!["", "published", "ours"].into_iter().map(str::to_owned).collect::<Vec<_>>()];
        all.extend(self.rows.iter().map(|row| vec![row.what.clone(), row.published.to_string(), row.ours.to_string()]));
        for (i, cells) in all.iter_mut().enumerate() {
            let row = i.checked_sub(1).map(|i| &self.rows[i]);
            if has_also {
                cells.push(row.map_or_else(|| self.also.to_owned(), |row| row.also.to_string()));
            }
            if has_remarks {
                cells.push(row.map_or_else(|| "remark".to_owned(), |row| row.remark.to_owned()));
            }
        }
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn paper() -> Paper {
        let rows = vec![
            Row::new("mean", Figure::one(16.47, 2), Figure::one(24.2, 2)).and(Figure::counts([1, 2])),
            Row::missing("share", Figure::Range([0.2, 0.45], 2), "no data"),
        ];
        let sections = vec![Section { title: "Table 1".to_owned(), also: "100 seeds", rows }];
        Paper { name: "x", title: "X", source: "seed 1".to_owned(), sections }
    }

    #[test]
    fn published_values_stand_beside_ours() {
        let text = paper().markdown();
        assert!(text.contains("|  | published | ours | 100 seeds | remark |\n|---|---|---|---|---|\n"), "{text}");
        assert!(text.contains("| mean | 16.47 | 24.20 | 1 2 |  |"), "{text}");
        assert!(text.contains("| share | 0.20 to 0.45 | - | - | no data |"), "{text}");
        assert!(paper().text().contains("mean   16.47         24.20"), "{}", paper().text());
    }

    #[test]
    fn what_rounds_to_nothing_has_no_sign() {
        assert_eq!(Figure::Numbers(vec![-0.04, -0.06, 0.0], 1).to_string(), "0.0 -0.1 0.0");
    }

    #[test]
    fn json_has_numbers_and_nulls() {
        let json = paper().json();
        let rows = &json["sections"][0]["rows"];
        assert_eq!((&rows[0]["published"], &rows[0]["also"]), (&json!(16.47), &json!([1.0, 2.0])));
        assert_eq!((&rows[1]["published"]["to"], &rows[1]["ours"]), (&json!(0.45), &Value::Null));
    }
}
