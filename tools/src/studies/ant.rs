//! AntReckoning with and without forces, and what item pheromones are worth at a cold start.
mod ants;
mod bandwidth;
mod board;
mod cold;
mod figures;
mod fit;
mod forces;
mod forms;
mod ground;
mod joint;
mod matches;
mod mix;
mod paper;
mod rig;
mod rows;
mod spaced;

pub(crate) use paper::paper;

use super::document::put_into;
use antreckon_cli::eval::Weights;
use antreckon_cli::eval::parallel;
use clap::Args;
use matches::Match;
use std::fs;
use std::path::{Path, PathBuf};

/// AntReckoning with and without forces, and what item pheromones are worth at a cold start.
#[derive(Debug, Args)]
pub(crate) struct AntArgs {
    /// Trace folders
    #[arg(value_name = "TRACE", required = true)]
    traces: Vec<PathBuf>,
    /// Folder with more matches, for fitting what the cold-start forms weigh; they are not scored
    #[arg(long, value_name = "DIR")]
    training: Option<PathBuf>,
    /// Folder with weights trained without the scored maps: measures `auto` with the ways of the level as an expert, too
    #[arg(long, value_name = "DIR")]
    folds: Option<PathBuf>,
    /// Leave out the forces: only the cold start
    #[arg(long)]
    cold: bool,
    /// Leave out the cold start: only the forces
    #[arg(long, conflicts_with = "cold")]
    forces: bool,
    /// Evaluations of each search of the joint tuning
    #[arg(long, default_value_t = 120)]
    budget: usize,
    /// Put the tables into this document, between its marks
    #[arg(long, value_name = "FILE")]
    write: Option<PathBuf>,
    /// Seed of the bootstrap intervals
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

pub(crate) fn run(args: &AntArgs) -> Result<(), String> {
    let matches = load(&args.traces)?;
    let training = args.training.as_deref().map(folders).transpose()?.unwrap_or_default();
    let training = load(&training)?;
    let weights = args.folds.as_deref().map(Weights::folds).transpose()?;
    let mut text = String::new();
    if !args.cold {
        let forces = parallel::map(&matches, forces::measure);
        text += &forces::report(&matches, &forces, args.seed);
        text += &joint::report(&matches, &forces::families(&matches), args.budget, args.seed);
        text += &figures::report(&matches);
    }
    if !args.forces {
        text += &cold::study(&matches, &training, weights.as_ref(), args.seed)?;
    }
    print!("{text}");
    args.write.as_deref().map_or(Ok(()), |path| put_into(path, "ant", &text))
}

fn load(paths: &[PathBuf]) -> Result<Vec<Match>, String> {
    let loaded = parallel::map(paths, |path| Match::load(path));
    loaded.into_iter().collect::<Result<_, _>>().map_err(|error| error.to_string())
}

/// Folders in a folder, by name.
fn folders(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let fault = |error: std::io::Error| format!("{}: {error}", folder.display());
    let entries = fs::read_dir(folder).map_err(fault)?.collect::<Result<Vec<_>, _>>().map_err(fault)?;
    let mut paths: Vec<PathBuf> = entries.into_iter().map(|entry| entry.path()).filter(|path| path.is_dir()).collect();
    paths.sort();
    Ok(paths)
}
