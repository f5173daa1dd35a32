//! Tables in the shape of the paper's, what it says in the last column.
use super::choice::Way;
use super::paper;
use super::sender::{Counts, DeadReckoning, total};
use antreckon::predict::neuro::SentSpeed;
use antreckon_cli::eval::THRESHOLDS;

/// One row of a table.
pub(super) fn row(cells: impl IntoIterator<Item = String>) -> String {
    let cells: Vec<String> = cells.into_iter().collect();
    format!("| {} |\n", cells.join(" | "))
}

/// Head of a table; the first column is of words, the others of numbers.
pub(super) fn head(cells: &[String]) -> String {
    let rule: Vec<&str> = cells.iter().enumerate().map(|(i, _)| if i == 0 { "---" } else { "---:" }).collect();
    format!("{}|{}|\n", row(cells.iter().cloned()), rule.join("|"))
}

/// Signed, with a true minus sign: negative = fewer updates.
pub(super) fn percent(value: f64) -> String {
    format!("{value:+.1}").replace('-', "\u{2212}")
}

/// How much less than `reference`, in percent; nothing where the reference is nothing.
pub(super) fn reduction(updates: usize, reference: usize) -> String {
    if reference == 0 { String::new() } else { percent(100.0 * (updates as f64 / reference as f64 - 1.0)) }
}

/// `−5.6 to −14.1`.
pub(super) fn span([weakest, strongest]: [f64; 2]) -> String {
    format!("{} to {}", percent(weakest), percent(strongest))
}

/// One r² table: per horizon both components of every column, and what the paper has.
pub(super) fn r2_table(title: &str, columns: &[String], values: &[Vec<[f64; 2]>], paper: &[[f64; 2]; 10]) -> String {
    let mut cells = vec!["horizon".to_owned()];
    cells.extend(columns.iter().flat_map(|column| [format!("{column}: Δv_x"), "Δv_y".to_owned()]));
    cells.push("paper".to_owned());
    let mut text = format!("**{title}**\n\n{}", head(&cells));
    for (i, [least, most]) in paper.iter().enumerate() {
        let numbers = values.iter().flat_map(|bank| bank[i].map(|r2| format!("{r2:.2}")));
        let first = std::iter::once((i + 1).to_string());
        text += &row(first.chain(numbers).chain([format!("{least:.2} to {most:.2}")]));
    }
    text + "\n"
}

/// Updates of one player, threshold by threshold and in all: first order, second order of ours and by eq. 3, neuro-reckoning,
/// reduction against the best of the first three.
fn player_cells(dr: &DeadReckoning, nr: &Counts, player: usize) -> Vec<[String; 5]> {
    let line = |[first, second, eq_3, sent]: [usize; 4]| {
        let better = first.min(second).min(eq_3);
        [first.to_string(), second.to_string(), eq_3.to_string(), sent.to_string(), reduction(sent, better)]
    };
    let mut sums = [0; 4];
    let mut lines: Vec<[String; 5]> = (0..THRESHOLDS.len())
        .map(|slot| {
            let numbers =
                [dr.first[player][slot], dr.second[player][slot], dr.published[player][slot], nr[player][slot]];
            sums = std::array::from_fn(|i| sums[i] + numbers[i]);
            line(numbers)
        })
        .collect();
    // The paper compares totals with the better total.
    lines.push(line(sums));
    lines
}

/// Names of the rows of packet tables: thresholds, total.
fn row_names() -> impl Iterator<Item = String> {
    THRESHOLDS.iter().map(f64::to_string).chain(["total".to_owned()])
}

/// What the paper has in these rows by banks of other users.
fn paper_others() -> impl Iterator<Item = String> {
    paper::OTHERS.into_iter().chain([paper::OTHERS_TOTAL]).map(span)
}

/// Tables VII to X: updates per player and threshold, two players side by side.
pub(super) fn player_tables(ids: &[u32], dr: &DeadReckoning, nr: &Counts) -> String {
    let players: Vec<usize> = (0..ids.len()).collect();
    let mut text = String::new();
    for pair in players.chunks(2) {
        let mut cells = vec!["body widths".to_owned()];
        for &player in pair {
            cells.push(format!("player {}: DR 1st", ids[player]));
            cells.extend(["DR 2nd", "eq. 3", "NR", "% red"].map(str::to_owned));
        }
        cells.push("paper".to_owned());
        text += &head(&cells);
        let columns: Vec<Vec<[String; 5]>> = pair.iter().map(|&player| player_cells(dr, nr, player)).collect();
        for ((i, name), paper) in row_names().enumerate().zip(paper_others()) {
            let numbers = columns.iter().flat_map(|column| column[i].clone());
            text += &row(std::iter::once(name).chain(numbers).chain([paper]));
        }
        text += "\n";
    }
    text
}

/// Tables XI and XII: updates of all players, with the stronger opponent beside the paper's.
pub(super) fn total_table(dr: &DeadReckoning, nr: &Counts, chosen: &Counts) -> String {
    let names = [
        "DR 1st",
        "DR 2nd",
        "eq. 3",
        "best dr",
        "NR, q 10",
        "% red",
        "NR, chosen",
        "% red",
        "% against best dr",
        "paper",
    ];
    let cells: Vec<String> = std::iter::once("body widths").chain(names).map(str::to_owned).collect();
    let mut text = head(&cells);
    let mut columns = [total(&dr.first), total(&dr.second), total(&dr.published), dr.best, total(nr), total(chosen)]
        .map(|column| column.to_vec());
    for column in &mut columns {
        column.push(column.iter().sum());
    }
    for ((i, name), paper) in row_names().enumerate().zip(paper_others()) {
        let [first, second, eq_3, best, nr, chosen] = [0, 1, 2, 3, 4, 5].map(|column| columns[column][i]);
        let better = first.min(second).min(eq_3);
        let counts = [first, second, eq_3, best, nr].map(|count| count.to_string());
        let rest =
            [reduction(nr, better), chosen.to_string(), reduction(chosen, better), reduction(chosen, best), paper];
        text += &row(std::iter::once(name).chain(counts).chain(rest));
    }
    text + "\n"
}

/// Total reduction against the better total of first and second order, percent.
pub(super) fn total_reduction(dr: &DeadReckoning, nr: &Counts) -> String {
    let sent = total(nr).iter().sum::<usize>();
    reduction(sent, dr.better_of(0..nr.len()))
}

/// Figure 7 and the claim of the abstract: mean squared error of receivers, square body widths.
pub(super) fn error_table(names: &[String], rows: &[[[f64; THRESHOLDS.len()]; 4]]) -> String {
    let mut cells = vec!["body widths".to_owned()];
    for name in names {
        cells.push(format!("{name}: DR 1st"));
        cells.extend(["eq. 3", "NR, q 10", "NR, chosen"].map(str::to_owned));
    }
    let mut text = head(&cells);
    for (slot, threshold) in THRESHOLDS.iter().enumerate() {
        let numbers = rows.iter().flatten().map(|errors| format!("{:.3}", errors[slot]));
        text += &row(std::iter::once(threshold.to_string()).chain(numbers));
    }
    text + "\n"
}

/// Mean over the thresholds of updates ÷ best dead reckoning: the figure of the scoring rules.
pub(super) fn mean_ratio(dr: &DeadReckoning, nr: &Counts) -> f64 {
    let ratios = total(nr).into_iter().zip(dr.best).map(|(sent, best)| sent as f64 / best as f64);
    ratios.sum::<f64>() / THRESHOLDS.len() as f64
}

/// `6` or `6 mean`: horizon and speed of a way to send.
pub(super) fn way_name(way: Way) -> String {
    let speed = if way.speed == SentSpeed::Mean { " mean" } else { "" };
    format!("{}{speed}", way.networks)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn dr() -> DeadReckoning {
        let published = vec![[9, 11, 0, 0, 0]];
        let (first, second) = (vec![[10, 5, 0, 0, 0]], vec![[7, 10, 0, 0, 0]]);
        DeadReckoning { first, second, published, errors: [[1.0; 5]; 2], best: [7, 4, 1, 1, 1] }
    }

    #[test]
    fn reductions_are_signed_percent() {
        assert_eq!(reduction(93, 100), "\u{2212}7.0");
        assert_eq!(reduction(105, 100), "+5.0");
        assert_eq!(reduction(5, 0), "");
        assert_eq!(span([-5.6, -14.1]), "\u{2212}5.6 to \u{2212}14.1");
    }

    #[test]
    fn a_players_total_is_compared_with_the_better_total() {
        // Second order wins one threshold, first order the sum: 15 against 17, not against 7 + 5.
        let nr = vec![[6, 6, 0, 0, 0]];
        let text = player_tables(&[4], &dr(), &nr);
        assert!(text.contains("| 0.25 | 10 | 7 | 9 | 6 | \u{2212}14.3 |"), "{text}");
        assert!(text.contains("| total | 15 | 17 | 20 | 12 | \u{2212}20.0 |"), "{text}");
        assert_eq!(total_reduction(&dr(), &nr), "\u{2212}20.0");
        assert_eq!(dr().better(), [7, 5, 0, 0, 0]);
    }

    #[test]
    fn totals_stand_beside_the_best_dead_reckoning() {
        let text = total_table(&dr(), &vec![[6, 6, 0, 0, 0]], &vec![[7, 3, 0, 0, 0]]);
        assert!(text.contains("| 0.5 | 5 | 10 | 11 | 4 | 6 | +20.0 | 3 | \u{2212}40.0 | \u{2212}25.0 |"), "{text}");
        assert!(
            text.contains("| total | 15 | 17 | 20 | 14 | 12 | \u{2212}20.0 | 10 | \u{2212}33.3 | \u{2212}28.6 |"),
            "{text}"
        );
    }

    #[test]
    fn the_figure_of_the_scoring_rules_is_a_mean_of_ratios() {
        let ratio = mean_ratio(&dr(), &vec![[14, 2, 1, 1, 1]]);
        assert!((ratio - (2.0 + 0.5 + 3.0) / 5.0).abs() < 1e-12, "{ratio}");
    }
}
