//! Errors of several contenders on a match, and their ratios over several matches.
use super::matches::{Match, SLOTS};
use antreckon_cli::eval::stats::{Block, Tally, ratio_interval};
use std::fmt;

/// Errors while they are collected, per contender and horizon.
pub(super) struct Tallies(Vec<[Tally; SLOTS]>);

/// Sums of errors per contender and horizon; `None` without cases.
pub(super) struct Board(Vec<[Option<Vec<Block>>; SLOTS]>);

impl Tallies {
    /// Room for `contenders`.
    pub(super) fn new(played: &Match, contenders: usize) -> Self {
        Self((0..contenders).map(|_| std::array::from_fn(|_| Tally::new(&played.trace))).collect())
    }

    /// Adds an error in units of v_max · 1 s.
    pub(super) fn add(&mut self, contender: usize, slot: usize, (player, k): (usize, usize), error: f64) {
        self.0[contender][slot].add(player, k, error);
    }

    /// Closes the lists.
    pub(super) fn finish(self) -> Board {
        let close = |tally: Tally| tally.finish().map(|(_, blocks)| blocks);
        Board(self.0.into_iter().map(|slots| slots.map(close)).collect())
    }
}

impl Board {
    /// Mean error of a contender; NaN without cases.
    pub(super) fn mean(&self, contender: usize, slot: usize) -> f64 {
        let blocks = self.blocks(contender, slot);
        blocks.iter().map(|block| block.sum).sum::<f64>() / blocks.iter().map(|block| block.count as f64).sum::<f64>()
    }

    fn blocks(&self, contender: usize, slot: usize) -> &[Block] {
        self.0[contender][slot].as_deref().unwrap_or(&[])
    }
}

/// A ratio of mean errors with its 95 % interval.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Ratio {
    pub(super) value: f64,
    pub(super) interval: Option<[f64; 2]>,
}

/// Mean error of one contender ÷ that of another over all boards together, blocks of players and 10 s drawn anew.
pub(super) fn ratio(boards: &[&Board], over: usize, under: usize, slot: usize, seed: u64) -> Option<Ratio> {
    let gather = |contender: usize| -> Vec<Block> {
        boards.iter().flat_map(|board| board.blocks(contender, slot).iter().copied()).collect()
    };
    let (over, under) = (gather(over), gather(under));
    let sum = |blocks: &[Block]| blocks.iter().map(|block| block.sum).sum::<f64>();
    let value = sum(&over) / sum(&under);
    value.is_finite().then(|| Ratio { value, interval: ratio_interval(&over, &under, seed) })
}

/// The contender among `some` with the least error over all boards.
pub(super) fn best(boards: &[&Board], some: std::ops::Range<usize>, slot: usize) -> usize {
    let total = |contender: usize| -> f64 {
        boards.iter().flat_map(|board| board.blocks(contender, slot)).map(|block| block.sum).sum()
    };
    let first = some.start;
    some.fold(first, |best, contender| if total(contender) < total(best) { contender } else { best })
}

impl fmt::Display for Ratio {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:.3}", self.value)?;
        match self.interval {
            Some([low, high]) => write!(f, " ({low:.3}-{high:.3})"),
            None => Ok(()),
        }
    }
}

/// A table in Markdown.
pub(super) struct Table(String);

impl Table {
    /// A table whose first column is `first` and whose others are the horizons.
    pub(super) fn by_horizon(title: &str, first: &str) -> Self {
        let mut head = format!("\n**{title}**\n\n| {first} |");
        for horizon in antreckon_cli::eval::HORIZONS {
            head += &format!(" {horizon} s |");
        }
        Self(head + "\n|---|" + &"---|".repeat(SLOTS) + "\n")
    }

    /// The same with a last column for published values.
    pub(super) fn with_paper(title: &str, first: &str, paper: &str) -> Self {
        let Self(text) = Self::by_horizon(title, first);
        Self(text.replace("s |\n", &format!("s | {paper} |\n")).replace("---|\n", "---|---|\n"))
    }

    /// Adds a row; cells without a value are empty.
    pub(super) fn row<T: fmt::Display>(&mut self, name: &str, cells: impl IntoIterator<Item = Option<T>>) {
        self.0 += &format!("| {name} |");
        for cell in cells {
            self.0 += &cell.map_or_else(|| " |".to_owned(), |cell| format!(" {cell} |"));
        }
        self.0.push('\n');
    }

    /// The finished text.
    pub(super) fn text(self) -> String {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A board whose contenders have these errors at every horizon, one block each.
    fn board(contenders: &[&[f64]]) -> Board {
        let blocks = |errors: &[f64]| errors.iter().map(|&sum| Block { sum, count: 1 }).collect::<Vec<_>>();
        Board(contenders.iter().map(|errors| std::array::from_fn(|_| Some(blocks(errors)))).collect())
    }

    #[test]
    fn ratios_are_of_sums_over_all_boards() {
        let (a, b) = (board(&[&[1.0, 2.0], &[2.0, 2.0]]), board(&[&[3.0], &[6.0]]));
        let both = ratio(&[&a, &b], 0, 1, 0, 1).unwrap();
        assert_eq!(both.value, 6.0 / 10.0);
        let [low, high] = both.interval.unwrap();
        assert!((0.5..=0.6).contains(&low) && (0.6..=1.0).contains(&high), "{both}");
        assert_eq!(ratio(&[&b], 0, 1, 0, 1).unwrap().to_string(), "0.500", "one block has no interval");
        assert_eq!(ratio(&[], 0, 1, 0, 1), None);
    }

    #[test]
    fn the_best_has_the_least_error_over_all_boards() {
        let (a, b) = (board(&[&[0.0], &[4.0], &[1.0], &[2.0]]), board(&[&[0.0], &[1.0], &[5.0], &[2.0]]));
        assert_eq!(best(&[&a, &b], 1..4, 0), 3, "4 against 5 and 6");
        assert_eq!(best(&[&a], 1..4, 0), 2);
    }

    #[test]
    fn published_values_have_a_column_of_their_own() {
        let mut table = Table::with_paper("title", "match", "paper");
        table.row("a", [Some("1"), None, Some("2"), Some("3"), Some("4"), Some("0.56")]);
        let expected = "\n**title**\n\n| match | 0.25 s | 0.5 s | 1 s | 2 s | 4 s | paper |\n|---|---|---|---|---|---|---|\n\
                        | a | 1 | | 2 | 3 | 4 | 0.56 |\n";
        assert_eq!(table.text(), expected);
    }
}
