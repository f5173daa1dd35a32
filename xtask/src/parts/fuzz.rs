//! A short run of the fuzzer, the same inputs each time.

use super::Context;
use crate::fuzz;
use crate::report::Tally;
use crate::shell::Log;

pub(super) fn run(context: &Context<'_>, log: &mut Log) -> Tally {
    Tally::one(fuzz::short(context.workspace, log))
}
