//! Every function of the front door is called with bad input by the C tests: none is forgotten when one is added.

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
    missing.iter().for_each(|complaint| log.note(format!("not true: {complaint}")));
    Tally::one(missing.is_empty())
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
