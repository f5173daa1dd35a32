//! How far a bank is to be believed, and when plain dead reckoning takes over.
//!
//! The confidence of a prediction is a product of three numbers from 0 to 1:
//! * *inside*: 1 while all inputs lie within what was trained, 0 when one lies a quarter of half the range outside;
//! * *agreement*: 1 while the bank's paths of the last seconds came out no worse than straight lines from the same
//!   observations, 0 when they were wrong by one and a half times as much;
//! * *quality*: r² of the networks at that horizon on data they did not know, from the bank's file; beyond the last horizon
//!   it fades as horizon ÷ time.
//!
//! Where inside × agreement is below a half, the path is not used: the prediction is plain dead reckoning and its confidence
//! is 0. The bank goes on guessing unheard, so that it is heard again as soon as it does better. A profile can switch this
//! off (as published: the path is always used); confidences are the same then.

/// How far outside the trained range (in half ranges) a bank still says something.
const MARGIN: f32 = 0.25;
/// Errors of this many times those of straight lines make a bank worthless.
const WORTHLESS: f32 = 1.5;
/// Below this, inside × agreement, the path is not used.
pub(super) const LEAST: f32 = 0.5;
/// What of the errors before a judgement still counts after it: about ten judgements, 5 s for the paper's horizon.
const MEMORY: f32 = 0.9;

/// Recent errors of a bank for one entity, and of straight lines over the same time; metres, fading sums.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub(super) struct Record {
    pub(super) bank: f32,
    pub(super) line: f32,
}

impl Record {
    /// Both start with the same error, so that one mishap is no verdict.
    pub(super) fn starting_with(error: f32) -> Self {
        Self { bank: error, line: error }
    }

    /// Takes in one more pair of errors.
    pub(super) fn add(&mut self, bank: f32, line: f32) {
        self.bank = MEMORY * self.bank + bank;
        self.line = MEMORY * self.line + line;
    }

    /// How many times the error of straight lines it made; 1 where neither erred. Banks compete by it.
    pub(super) fn ratio(&self) -> f32 {
        if self.line > 0.0 {
            self.bank / self.line
        } else if self.bank > 0.0 {
            f32::MAX
        } else {
            1.0
        }
    }

    /// See the head of this file.
    pub(super) fn agreement(&self) -> f32 {
        if self.bank <= self.line {
            return 1.0;
        }
        share((WORTHLESS * self.line - self.bank) / ((WORTHLESS - 1.0) * self.line))
    }
}

/// See the head of this file; `outside` is in half ranges.
pub(super) fn inside(outside: f32) -> f32 {
    share(1.0 - outside / MARGIN)
}

/// Cut to 0 … 1. What is not a number (nothing ÷ nothing) is nothing.
fn share(x: f32) -> f32 {
    if x > 1.0 {
        1.0
    } else if x > 0.0 {
        x
    } else {
        0.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inputs_outside_of_the_trained_range_lose_trust_linearly() {
        for (outside, want) in [(0.0, 1.0), (0.0625, 0.75), (0.125, 0.5), (0.25, 0.0), (9.0, 0.0)] {
            assert_eq!(inside(outside), want, "{outside}");
        }
    }

    #[test]
    fn a_bank_that_errs_more_than_lines_loses_trust_and_wins_it_back() {
        let mut record = Record::starting_with(1.0);
        assert_eq!(record.agreement(), 1.0);
        // 0.9 + 1.8 = 2.7 against 0.9 + 1 = 1.9: (1.5 · 1.9 - 2.7) / (0.5 · 1.9).
        record.add(1.8, 1.0);
        assert!((record.agreement() - 0.15 / 0.95).abs() < 1e-5, "{record:?}");
        for _ in 0..30 {
            record.add(3.0, 1.0);
        }
        assert_eq!(record.agreement(), 0.0);
        for _ in 0..30 {
            record.add(0.5, 1.0);
        }
        assert_eq!(record.agreement(), 1.0);
    }

    #[test]
    fn perfect_lines_beside_a_worse_bank_and_nothing_at_all_are_defined() {
        assert_eq!(Record { bank: 1.0, line: 0.0 }.agreement(), 0.0);
        assert_eq!(Record { bank: 0.0, line: 0.0 }.agreement(), 1.0);
    }
}
