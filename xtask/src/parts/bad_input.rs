//! Every function of the front door is called with bad input and with bad handles by the C tests, and every other one in at least one
//! assertion that it refuses something: none is forgotten when one is added.

use super::symbols;
use crate::report::Tally;
use crate::shell::{Log, Workspace};
use std::collections::BTreeSet;

const HEADER: &str = "include/antreckon/ghosts.h";
const TESTS: [&str; 2] = ["tests/c/test_ghosts_bad.c", "tests/c/test_outbox_bad.c"];

pub(super) fn every_function_is_tried(workspace: &Workspace, log: &mut Log) -> Tally {
    let read = |file: &str| std::fs::read_to_string(workspace.path(file)).map_err(|error| format!("{file}: {error}"));
    let texts =
        read(HEADER).and_then(|header| Ok((header, TESTS.map(read).into_iter().collect::<Result<String, _>>()?)));
    let missing = match texts {
        Ok((header, tests)) => untried(&symbols::functions(&header), &tests),
        Err(error) => vec![error],
    };
    let mut missing = missing;
    match symbols::functions_of_the_header(workspace) {
        Ok(all) => missing.extend(never_refused(&all, &all_tests(workspace))),
        Err(error) => missing.push(error),
    }
    missing.iter().for_each(|complaint| log.note(format!("not true: {complaint}")));
    Tally::one(missing.is_empty())
}

/// What tells an assertion that something is refused from others.
const REFUSALS: [&str; 9] =
    ["REFUSED", "DEAD(", "FAILS(", "BAD", "ANT_ERROR", "CHECK_ANSWER", "REFUSES", "NO_PREDICTOR", " < 0"];
/// Functions that take anything.
const TAKE_ANYTHING: [&str; 4] = ["ant_abi_version", "ant_dis_seconds_between", "ant_set_log_callback", "ant_version"];

fn all_tests(workspace: &Workspace) -> String {
    let folders = [("tests/c", ".c"), ("tests/c/support", ".h"), ("tests/c/support_map", ".h")];
    let files = folders.iter().flat_map(|(folder, suffix)| workspace.files(folder, "", suffix));
    files.filter_map(|file| std::fs::read_to_string(file).ok()).collect()
}

/// Functions that occur in no assertion of a refusal.
fn never_refused(functions: &BTreeSet<String>, tests: &str) -> Vec<String> {
    let refusals: Vec<&str> =
        tests.split(';').filter(|statement| REFUSALS.iter().any(|mark| statement.contains(mark))).collect();
    let word = |text: &str, at: usize, length: usize| {
        let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
        !text[..at].ends_with(is_part) && !text[at + length..].starts_with(is_part)
    };
    let occurs =
        |name: &str| refusals.iter().any(|text| text.match_indices(name).any(|(at, _)| word(text, at, name.len())));
    let untried = functions.iter().filter(|name| !TAKE_ANYTHING.contains(&name.as_str()) && !occurs(name));
    untried.map(|name| format!("{name} is refused somewhere")).collect()
}

/// Functions that get no bad handle, or no bad argument, in the text of the tests. `REFUSED(status, text, function, (arguments))` and
/// `DEAD(function, (arguments))` are how they say it.
fn untried(functions: &BTreeSet<String>, tests: &str) -> Vec<String> {
    let lines: Vec<&str> = tests.lines().collect();
    let tries = |call: &str, what: &str| lines.iter().any(|line| line.contains(call) && line.contains(what));
    let mut missing = Vec::new();
    for name in functions {
        if !tries("REFUSED(", &format!(", {name}, (")) {
            missing.push(format!("{name} is tried with bad arguments"));
        }
        if !name.ends_with("_create") && !tries("DEAD(", &format!("DEAD({name}, (")) {
            missing.push(format!("{name} is tried with bad handles"));
        }
    }
    if functions.is_empty() {
        missing.push(format!("{HEADER} has functions"));
    }
    missing
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_never_refused_is_named() {
        let functions = ["ant_a", "ant_a_long", "ant_b", "ant_version"].map(str::to_owned).into();
        let tests = "REFUSED(NOT_FOUND, \"x\", ant_a_long, (1)); ant_a(1); ENSURE(ant_b(2) == ANT_ERROR_STATE);";
        assert_eq!(never_refused(&functions, tests), ["ant_a is refused somewhere"]);
    }

    #[test]
    fn what_is_not_tried_is_named() {
        let functions = ["ant_a_create", "ant_a_get", "ant_a_set"].map(str::to_owned).into();
        let tests = "\
    REFUSED(NULL_POINTER, \"desc\", ant_a_create, (NULL));
    REFUSED(NOT_FOUND, \"player\", ant_a_get, (a, 7));
    DEAD(ant_a_set, (a));
    ant_a_get(a, 1);
";
        assert_eq!(
            untried(&functions, tests),
            ["ant_a_get is tried with bad handles", "ant_a_set is tried with bad arguments"]
        );
        assert_eq!(untried(&BTreeSet::new(), tests).len(), 1);
    }
}
