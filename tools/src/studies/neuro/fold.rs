//! Matches that are scored together, by banks that saw none of their maps.
use super::material::{Match, STEP};
use super::sender::DeadReckoning;
use antreckon::predict::neuro::Bank;
use antreckon_cli::eval::{SHORT_SECONDS, parallel};
use std::path::PathBuf;

/// One long match, or all short ones.
pub(super) struct Fold {
    pub(super) name: String,
    pub(super) matches: Vec<Match>,
    pub(super) dr: DeadReckoning,
}

impl Fold {
    pub(super) fn new(name: String, matches: Vec<Match>) -> Self {
        Self { name, dr: DeadReckoning::of(&matches), matches }
    }

    /// Is one of its matches played on this map?
    pub(super) fn has(&self, layout: &str) -> bool {
        self.matches.iter().any(|one| one.trace.meta.layout == layout)
    }

    /// Have they a map in common?
    pub(super) fn meets(&self, other: &Self) -> bool {
        self.matches.iter().any(|one| other.has(&one.trace.meta.layout))
    }

    /// The match, if it is only one.
    pub(super) fn alone(&self) -> Option<&Match> {
        if let [one] = self.matches.as_slice() { Some(one) } else { None }
    }

    /// r² (eq. 16) per network and component of a bank in the scored parts.
    pub(super) fn r2_of(&self, bank: &Bank) -> Vec<[f64; 2]> {
        let mut fits = Vec::new();
        self.matches.iter().for_each(|one| one.fit(bank, &mut fits));
        fits.iter().map(|fits| [fits[0].r2(), fits[1].r2()]).collect()
    }
}

/// Each long match is a fold; those too short to stand alone are one together, the last.
pub(super) fn folds(paths: &[PathBuf]) -> Result<Vec<Fold>, String> {
    let (short, long): (Vec<Match>, Vec<Match>) = load(paths, |one| one)?
        .into_iter()
        .partition(|one| (one.trace.covered_frames() as f64) < SHORT_SECONDS * one.trace.meta.tick_hz);
    let mut folds: Vec<Fold> = long.into_iter().map(|one| Fold::new(one.trace.meta.name.clone(), vec![one])).collect();
    if !short.is_empty() {
        folds.push(Fold::new("short ones pooled".to_owned(), short));
    }
    Ok(folds)
}

/// Loads matches on all cores; all must have the tick that the networks step by.
pub(super) fn load<T: Send>(paths: &[PathBuf], make: impl Fn(Match) -> T + Sync) -> Result<Vec<T>, String> {
    let loaded = parallel::map(paths, |path| {
        let one = Match::load(path).map_err(|error| error.to_string())?;
        if (one.trace.tick() * 1e9 - STEP as f64).abs() > 1.0 {
            return Err(format!("{}: has {} frames per second, must have 20", path.display(), one.trace.meta.tick_hz));
        }
        Ok(make(one))
    });
    loaded.into_iter().collect()
}
