//! Markdown tables.
use std::fmt::Write as _;

/// A table with a heading row; numbers are set to the right.
pub(super) fn table(headings: &[&str], rows: &[Vec<String>]) -> String {
    let mut text = String::new();
    let _ = writeln!(text, "| {} |", headings.join(" | "));
    let rules: Vec<&str> = (0..headings.len()).map(|i| if i == 0 { "---" } else { "---:" }).collect();
    let _ = writeln!(text, "|{}|", rules.join("|"));
    for row in rows {
        let _ = writeln!(text, "| {} |", row.join(" | "));
    }
    text
}

/// A share with two decimals, or a dash where there is nothing to share.
pub(super) fn ratio(part: f64, whole: f64) -> String {
    if whole > 0.0 { format!("{:.2}", part / whole) } else { "-".to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_have_as_many_cells_as_the_heading() {
        let text = table(&["trial", "DR"], &[vec!["1".into(), "20".into()], vec!["2".into(), "17".into()]]);
        assert_eq!(text, "| trial | DR |\n|---|---:|\n| 1 | 20 |\n| 2 | 17 |\n");
        assert_eq!((ratio(1.0, 3.0), ratio(1.0, 0.0)), ("0.33".to_owned(), "-".to_owned()));
    }
}
