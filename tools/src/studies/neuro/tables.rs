//! Tables in the shape of the paper's.
use super::choice::Way;
use super::sender::{Counts, DeadReckoning, total};
use super::training::Trained;
use antreckon::predict::neuro::SentSpeed;
use antreckon_cli::eval::THRESHOLDS;
use std::fmt::Write as _;

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

/// How much less than `reference`, in percent, as the paper writes it: negative = fewer updates.
pub(super) fn reduction(updates: usize, reference: usize) -> String {
    format!("{:+.1}", 100.0 * (updates as f64 / reference as f64 - 1.0)).replace('-', "\u{2212}")
}

/// Tables III to V: r² per horizon and component; one table per part, one pair of columns per bank.
pub(super) fn r2_tables(names: &[String], trained: &[&Trained], unseen: &[Vec<[f64; 2]>]) -> String {
    let mut text = String::new();
    let parts = ["Table III: training part", "Table IV: validation part", "Table V: test part"];
    for (part, title) in parts.into_iter().enumerate() {
        let columns: Vec<String> = names
            .iter()
            .zip(trained)
            .map(|(name, bank)| format!("without {name} ({}): Δv_x", bank.networks[0].rows[part]))
            .collect();
        let value = |bank: usize, i: usize, c: usize| trained[bank].networks[i].r2[part][c];
        text += &r2_table(title, &columns, trained[0].networks.len(), value);
    }
    let columns: Vec<String> = names.iter().map(|name| format!("{name}, by the bank without it: Δv_x")).collect();
    text + &r2_table("The map that training never saw, scored part", &columns, unseen[0].len(), |m, i, c| {
        unseen[m][i][c]
    })
}

fn r2_table(title: &str, columns: &[String], rows: usize, value: impl Fn(usize, usize, usize) -> f64) -> String {
    let mut cells = vec!["horizon".to_owned()];
    cells.extend(columns.iter().flat_map(|column| [column.clone(), "Δv_y".to_owned()]));
    let mut text = format!("**{title}**\n\n{}", head(&cells));
    for i in 0..rows {
        let numbers = (0..columns.len()).flat_map(|bank| [0, 1].map(|c| format!("{:.2}", value(bank, i, c))));
        text += &row(std::iter::once((i + 1).to_string()).chain(numbers));
    }
    text + "\n"
}

/// Tables VII to X: updates of every player per threshold by first and second order and by neuro-reckoning.
pub(super) fn player_table(ids: &[u32], dr: &DeadReckoning, nr: &Counts) -> String {
    let mut cells = vec!["player".to_owned(), "body widths".to_owned()];
    cells.extend(["DR 1st", "DR 2nd", "NR", "% red"].map(str::to_owned));
    let mut text = head(&cells);
    for (player, id) in ids.iter().enumerate() {
        let mut sums = [0; 4];
        for (slot, threshold) in THRESHOLDS.iter().enumerate() {
            let (first, second) = (dr.first[player][slot], dr.second[player][slot]);
            let numbers = [first, second, nr[player][slot], first.min(second)];
            sums = std::array::from_fn(|i| sums[i] + numbers[i]);
            text += &counts_row(id.to_string(), threshold.to_string(), numbers);
        }
        // The paper compares totals with the better total.
        sums[3] = sums[0].min(sums[1]);
        text += &counts_row(id.to_string(), "total".to_owned(), sums);
    }
    text + "\n"
}

fn counts_row(first: String, second: String, [dr1, dr2, nr, better]: [usize; 4]) -> String {
    let percent = if better == 0 { String::new() } else { reduction(nr, better) };
    row([first, second, dr1.to_string(), dr2.to_string(), nr.to_string(), percent])
}

/// Tables XI and XII: updates of all players of a match, with the stronger opponent beside the paper's.
pub(super) fn total_table(dr: &DeadReckoning, nr: &Counts) -> String {
    let cells = ["body widths", "DR 1st", "DR 2nd", "best dr", "NR", "% red", "% against best dr"].map(str::to_owned);
    let mut text = head(&cells);
    let (first, second, nr) = (total(&dr.first), total(&dr.second), total(nr));
    let mut line = |name: String, [first, second, best, nr]: [usize; 4]| {
        let percent = [reduction(nr, first.min(second)), reduction(nr, best)];
        text += &row([name, first.to_string(), second.to_string(), best.to_string(), nr.to_string()]
            .into_iter()
            .chain(percent));
    };
    for (slot, threshold) in THRESHOLDS.iter().enumerate() {
        line(threshold.to_string(), [first[slot], second[slot], dr.best[slot], nr[slot]]);
    }
    line("total".to_owned(), [first, second, dr.best, nr].map(|counts| counts.iter().sum()));
    text + "\n"
}

/// Total reduction against the better of first and second order (threshold by threshold), percent.
pub(super) fn total_reduction(dr: &DeadReckoning, nr: &Counts) -> String {
    reduction(total(nr).iter().sum(), dr.better().iter().sum())
}

/// Mean over the thresholds of updates ÷ best dead reckoning: the figure of the scoring rules.
pub(super) fn mean_ratio(dr: &DeadReckoning, nr: &Counts) -> f64 {
    let ratios = total(nr).into_iter().zip(dr.best).map(|(sent, best)| sent as f64 / best as f64);
    ratios.sum::<f64>() / THRESHOLDS.len() as f64
}

/// `6` or `6 mean`: horizon and speed of a way to send.
pub(super) fn way_name(way: Way) -> String {
    let mut name = way.networks.to_string();
    if way.speed == SentSpeed::Mean {
        let _ = write!(name, " mean");
    }
    name
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reductions_are_signed_percent() {
        assert_eq!(reduction(93, 100), "\u{2212}7.0");
        assert_eq!(reduction(105, 100), "+5.0");
    }

    #[test]
    fn a_players_total_is_compared_with_the_better_total() {
        // Second order wins one threshold, first order the sum: 15 against 17, not against 5 + 7.
        let dr = DeadReckoning { first: vec![[10, 5, 0, 0, 0]], second: vec![[7, 10, 0, 0, 0]], best: [7, 5, 0, 0, 0] };
        let text = player_table(&[4], &dr, &vec![[6, 6, 0, 0, 0]]);
        assert!(text.contains("| 4 | 0.25 | 10 | 7 | 6 | \u{2212}14.3 |"), "{text}");
        assert!(text.contains("| 4 | total | 15 | 17 | 12 | \u{2212}20.0 |"), "{text}");
        assert_eq!(dr.better(), [7, 5, 0, 0, 0]);
    }
}
