//! Counting: what the suite's parts found.

use std::ops::AddAssign;

/// Results of a number of tests.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Tally {
    pub(crate) passed: u32,
    pub(crate) failed: u32,
    /// Why each of them was skipped.
    pub(crate) skipped: Vec<Skip>,
}

/// A test that did not run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Skip {
    pub(crate) reason: String,
    /// Installing something would have let it run; an error on the build server.
    pub(crate) avoidable: bool,
}

impl Tally {
    /// One test.
    pub(crate) fn one(success: bool) -> Self {
        Self { passed: success.into(), failed: (!success).into(), skipped: Vec::new() }
    }

    /// One test that cannot run because something is not installed.
    pub(crate) fn missing(what: &str) -> Self {
        Self { skipped: vec![Skip { reason: format!("{what} is not installed"), avoidable: true }], ..Self::default() }
    }
}

impl AddAssign for Tally {
    fn add_assign(&mut self, other: Self) {
        self.passed += other.passed;
        self.failed += other.failed;
        self.skipped.extend(other.skipped);
    }
}

/// Line with which a Rust test says on standard output that it could not do its work.
const SKIP_MARK: &str = "skipped:";

/// Reads what `cargo test -- --show-output` printed: the sum of all `test result:` lines. A test that printed
/// [`SKIP_MARK`] returned early; libtest calls it passed, the tally calls it skipped.
pub(crate) fn from_libtest(output: &str, success: bool) -> Tally {
    let mut tally = Tally::default();
    let mut not_really_passed = 0;
    for line in output.lines() {
        if let Some(reason) = line.strip_prefix(SKIP_MARK) {
            not_really_passed += 1;
            tally.skipped.push(Skip { reason: reason.trim().to_owned(), avoidable: false });
        } else if let Some(counts) = line.strip_prefix("test result: ") {
            tally.passed += number_before(counts, " passed");
            tally.failed += number_before(counts, " failed");
            for _ in 0..number_before(counts, " ignored") {
                tally.skipped.push(Skip { reason: "a test marked #[ignore]".to_owned(), avoidable: false });
            }
        }
    }
    tally.passed = tally.passed.saturating_sub(not_really_passed);
    fail_unless(tally, success)
}

/// Reads what a C or C++ test program printed: its last line is `N passed, M failed`.
pub(crate) fn from_c(output: &str, success: bool) -> Tally {
    let last = output.lines().rev().find(|line| line.contains(" passed, ")).unwrap_or_default();
    let tally =
        Tally { passed: number_before(last, " passed"), failed: number_before(last, " failed"), ..Tally::default() };
    // A program that counted nothing died before its end.
    let counted = tally.passed + tally.failed > 0;
    fail_unless(tally, success && counted)
}

/// Reads what `nunit-console` (NUnit 2) printed: `Tests run: 9, Errors: 0, Failures: 1, Inconclusive: 0, …` and the line after it,
/// `Not run: 0, …`. A test that did not run or did not decide counts as failed: none has a reason to.
pub(crate) fn from_nunit(output: &str, success: bool) -> Tally {
    let line = output.lines().find(|line| line.starts_with("Tests run: ")).unwrap_or_default();
    let rest = output.lines().find(|line| line.trim_start().starts_with("Not run: ")).unwrap_or_default();
    let run = number_after(line, "Tests run: ");
    let failed = ["Errors: ", "Failures: ", "Inconclusive: "].iter().map(|word| number_after(line, word)).sum::<u32>();
    let tally =
        Tally { passed: run - failed.min(run), failed: failed + number_after(rest, "Not run: "), ..Tally::default() };
    fail_unless(tally, success && run > 0)
}

/// A run that ended badly is a failure even when no failed test was counted (it did not compile, or crashed).
fn fail_unless(mut tally: Tally, success: bool) -> Tally {
    if !success && tally.failed == 0 {
        tally.failed = 1;
    }
    tally
}

fn number_before(text: &str, word: &str) -> u32 {
    let Some(end) = text.find(word) else { return 0 };
    let digits = text[..end].rsplit(|c: char| !c.is_ascii_digit()).next().unwrap_or_default();
    digits.parse().unwrap_or(0)
}

fn number_after(text: &str, word: &str) -> u32 {
    let Some(start) = text.find(word) else { return 0 };
    let digits: String = text[start + word.len()..].chars().take_while(char::is_ascii_digit).collect();
    digits.parse().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn libtest_lines_are_summed_and_skips_are_not_passes() {
        let output = "\
---- first stdout ----
skipped: no traces here
test a ... ok
test result: ok. 3 passed; 0 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.01s
test result: FAILED. 12 passed; 2 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.01s
";
        let tally = from_libtest(output, false);
        assert_eq!((tally.passed, tally.failed, tally.skipped.len()), (14, 2, 2));
        assert!(tally.skipped.iter().any(|skip| skip.reason == "no traces here"));
    }

    #[test]
    fn nunit_counts_what_did_not_pass() {
        let output = "\
Tests run: 9, Errors: 1, Failures: 2, Inconclusive: 0, Time: 0.1 seconds
  Not run: 1, Invalid: 0, Ignored: 1, Skipped: 0
";
        assert_eq!(from_nunit(output, false), Tally { passed: 6, failed: 4, skipped: Vec::new() });
        assert_eq!(from_nunit("", true), Tally::one(false));
        assert_eq!(from_nunit("Tests run: 0, Errors: 0, Failures: 0", true), Tally::one(false));
    }

    #[test]
    fn a_build_that_fails_is_a_failure() {
        assert_eq!(from_libtest("error: could not compile", false), Tally::one(false));
    }

    #[test]
    fn a_c_program_that_crashes_is_a_failure() {
        assert_eq!(from_c("", false), Tally::one(false));
        assert_eq!(from_c("", true), Tally::one(false));
        assert_eq!(from_c("7 passed, 0 failed\n", false), Tally { passed: 7, failed: 1, skipped: Vec::new() });
    }

    #[test]
    fn the_last_line_of_a_c_program_counts() {
        assert_eq!(from_c("ok\n41 passed, 2 failed\n", false), Tally { passed: 41, failed: 2, skipped: Vec::new() });
    }
}
