//! What is fuzzed, and from which inputs it begins.

mod files;
mod packets;
mod states;

/// One way in.
pub(crate) struct Target {
    pub(crate) name: &'static str,
    /// Inputs to begin with, made by the library itself, so that they are of its present formats.
    pub(crate) seeds: fn() -> Vec<Vec<u8>>,
    /// Panics when something is wrong.
    pub(crate) run: fn(&[u8]),
    /// Bytes that one input may make it hold.
    pub(crate) most_memory: usize,
}

/// All of them.
pub(crate) fn all() -> Vec<Target> {
    let mut all = states::targets();
    all.extend(files::targets());
    all.extend(packets::targets());
    all
}

#[cfg(test)]
mod tests {
    use crate::engine::{Until, fuzz};

    /// Without counters nothing guides it; that every target runs, and that its seeds are sound, shows all the same.
    #[test]
    fn every_target_runs() {
        let failures = std::env::temp_dir().join("antreckon-fuzz-failures");
        for target in super::all() {
            let report = fuzz(&target, Until::Runs(300), 7, &failures).unwrap_or_else(|error| panic!("{error}"));
            assert!(report.runs >= 300, "{report}");
        }
    }
}
