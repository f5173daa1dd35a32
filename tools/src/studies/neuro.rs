//! Neuro-reckoning: r² and packet tables (III-XVII), errors of receivers (figure 7).
pub(crate) mod banks;
mod choice;
mod fold;
mod library;
mod material;
mod output;
mod paper;
mod published;
mod rules;
mod sections;
mod sender;
mod tables;
mod training;
mod users;

pub(crate) use published::paper as paper_of;

use super::document;
use antreckon::learn::neuro::Exemplars;
use choice::{Grid, Ways, elsewhere};
use clap::Args;
use fold::{Fold, folds, load};
use material::Match;
use std::path::{Path, PathBuf};
use training::{TRIES, Targets, Trained, Variant, train_all};

/// Neuro-reckoning: r² and packet tables (III-XVII), errors of receivers (figure 7).
#[derive(Debug, Args)]
pub(crate) struct NeuroArgs {
    /// Matches to score; each one by banks that never saw its map
    #[arg(value_name = "TRACE", required = true)]
    traces: Vec<PathBuf>,
    /// Further matches to learn from; what is no folder is left out
    #[arg(long, value_name = "DIR", num_args = 1..)]
    material: Vec<PathBuf>,
    /// Write bank files and every update below this folder
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Put the tables into this document, between its marks
    #[arg(long, value_name = "FILE")]
    write: Option<PathBuf>,
    /// Most exemplars per bank
    #[arg(long, default_value_t = 8000, value_parser = clap::value_parser!(u64).range(100..=1_000_000))]
    rows: u64,
    /// Seed of draws and first weights
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

pub(crate) fn run(args: &NeuroArgs) -> Result<(), String> {
    let folds = folds(&args.traces)?;
    let banks = fold_banks(&TRIES, &args.material, args.rows as usize, args.seed, &folds)?;
    let grids: Vec<Vec<Grid>> = banks
        .iter()
        .zip(TRIES)
        .filter(|(_, variant)| variant.targets != Targets::LifeOfALine)
        .map(|(banks, _)| folds.iter().zip(banks).map(|(fold, trained)| Grid::of(fold, &trained.bank)).collect())
        .collect::<Result<_, _>>()?;
    let paper = &grids[0];
    let chosen: Vec<Ways> = (0..folds.len()).map(|fold| elsewhere(&folds, paper, fold, sections::EITHER)).collect();

    let users = users::users(&folds, args.seed)?;
    let matrix = users::Matrix::of(&folds, &users)?;

    let mut text = sections::r2(&folds, &banks[0]);
    text += &sections::packets(&folds, paper, &chosen);
    text += &sections::errors(&folds, &banks[0], &chosen)?;
    text += &sections::horizons(&folds, paper);
    text += &sections::own(&folds, &users, &chosen)?;
    text += &users::matrix(&folds, &users, &matrix);
    text += &users::contest(&folds, &users, &matrix)?;
    text += &sections::shipped(&folds)?;
    text += &library::sent(&folds)?;
    text += &sections::tries(&folds, &banks, &grids);
    print!("{text}");
    if let Some(folder) = &args.out {
        for ((fold, trained), ways) in folds.iter().zip(&banks[0]).zip(&chosen) {
            for one in &fold.matches {
                output::write(folder, one, &trained.bank, ways)?;
            }
        }
    }
    args.write.as_deref().map_or(Ok(()), |path| document::put_into(path, "neuro", &text))
}

/// Per variant and fold a bank that never saw the maps of that fold.
fn fold_banks(
    variants: &[Variant],
    material: &[PathBuf],
    rows: usize,
    seed: u64,
    folds: &[Fold],
) -> Result<Vec<Vec<Trained>>, String> {
    let folders: Vec<PathBuf> = material.iter().filter(|path| Path::is_dir(path)).cloned().collect();
    let scored: Vec<&Match> = folds.iter().flat_map(|fold| &fold.matches).collect();
    // Every match gives equally many rows, twice what is needed as folds leave some out and short matches have fewer.
    let share = 2 * rows / (folders.len() + scored.len()) + 1;
    let extract = |one: &Match| -> (String, Vec<Exemplars>) {
        (one.trace.meta.layout.clone(), variants.iter().map(|variant| variant.exemplars(one, share, seed)).collect())
    };
    let mut pool = load(&folders, |one| extract(&one))?;
    pool.extend(scored.into_iter().map(extract));
    let mut sets = Vec::new();
    for variant in 0..variants.len() {
        for fold in folds {
            let mut others = pool.iter().filter(|(layout, _)| !fold.has(layout));
            let (_, first) = others.next().ok_or("every match is on the same map, none is left to learn from")?;
            let mut set = first[variant].clone();
            others.for_each(|(_, exemplars)| set.extend(&exemplars[variant]));
            sets.push(set.thinned(rows, seed));
        }
    }
    let mut trained = train_all(&sets, seed)?.into_iter();
    Ok(variants.iter().map(|_| trained.by_ref().take(folds.len()).collect()).collect())
}
