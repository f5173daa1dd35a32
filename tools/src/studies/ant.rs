//! AntReckoning with and without forces, and what item pheromones are worth at a cold start.
mod board;
mod cold;
mod fit;
mod forces;
mod forms;
mod ground;
mod matches;
mod mix;
mod rig;
mod rows;

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
    /// Also put the tables between the two marks of this Markdown file
    #[arg(long, value_name = "FILE")]
    write: Option<PathBuf>,
    /// Seed of the bootstrap intervals
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// Marks between which tables are written.
const MARKS: [&str; 2] = ["<!-- tables -->\n", "<!-- end of tables -->"];

pub(crate) fn run(args: &AntArgs) -> Result<(), String> {
    let matches = load(&args.traces)?;
    let training = args.training.as_deref().map(folders).transpose()?.unwrap_or_default();
    let training = load(&training)?;
    let weights = args.folds.as_deref().map(Weights::folds).transpose()?;
    let mut text = String::new();
    if !args.cold {
        let forces = parallel::map(&matches, forces::measure);
        text += &forces::report(&matches, &forces, args.seed);
    }
    text += &cold::study(&matches, &training, weights.as_ref(), args.seed)?;
    if let Some(path) = &args.write {
        replace(path, &text)?;
    }
    print!("{text}");
    Ok(())
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

fn replace(path: &Path, tables: &str) -> Result<(), String> {
    let fault = |error: std::io::Error| format!("{}: {error}", path.display());
    let old = fs::read_to_string(path).map_err(fault)?;
    let begin = old.find(MARKS[0]).map(|at| at + MARKS[0].len());
    let (Some(begin), Some(end)) = (begin, old.find(MARKS[1])) else {
        return Err(format!("{}: has no lines {} and {}", path.display(), MARKS[0].trim(), MARKS[1]));
    };
    fs::write(path, format!("{}{}\n{}", &old[..begin], tables, &old[end..])).map_err(fault)
}
