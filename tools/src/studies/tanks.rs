//! Interest scheme and hybrid method in a tank arena.
mod arena;
mod game;
mod mind;
mod paper;
mod picture;
mod readings;
mod report;
mod score;
mod traces;
mod tune;

pub(crate) use paper::paper;

use super::document::put_into;
use antreckon_cli::eval::parallel;
use arena::Arena;
use clap::Args;
use report::Campaign;
use score::{Errors, Method, Settings, score};
use std::fmt::Write as _;
use std::path::PathBuf;

/// Length of a match: four minutes, of which the first is not scored.
const MATCH_TICKS: usize = 4800;

/// Interest scheme and hybrid method in a tank arena.
#[derive(Debug, Args)]
pub(crate) struct TanksArgs {
    /// First seed of the reported matches
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Matches per arena
    #[arg(long, default_value_t = 40, value_parser = clap::value_parser!(u64).range(1..=4000))]
    trials: u64,
    /// Also score the two models on these recorded matches
    #[arg(long, value_name = "DIR", num_args = 1..)]
    traces: Vec<PathBuf>,
    /// Put the tables into this document, between its marks
    #[arg(long, value_name = "FILE")]
    write: Option<PathBuf>,
    /// Draw a moment of a match
    #[arg(long, value_name = "FILE")]
    picture: Option<PathBuf>,
    /// Choose constants on other matches and print every step, instead of reporting
    #[arg(long)]
    tune: bool,
}

pub(crate) fn run(args: &TanksArgs) -> Result<(), String> {
    if args.tune {
        tune::run();
        return Ok(());
    }
    let seeds = reported(args.seed, args.trials)?;
    let mut text = String::new();
    for (title, with_blocks) in [("Open arena", false), ("Arena with eight blocks", true)] {
        let simple = best_simple(with_blocks, usize::MAX);
        let campaign = Campaign::of(with_blocks, seeds.clone(), &simple);
        let _ = write!(text, "### {title}\n\n{}", campaign.tables());
    }
    if !args.traces.is_empty() {
        text += &traces::table(&args.traces)?;
    }
    print!("{text}");
    if let Some(path) = &args.picture {
        picture::draw(args.seed, path)?;
    }
    args.write.as_deref().map_or(Ok(()), |path| put_into(path, "tanks", &text))
}

/// Seeds of matches that may be reported.
fn reported(first: u64, matches: u64) -> Result<std::ops::Range<u64>, String> {
    let seeds = first..first.saturating_add(matches);
    if seeds.end > tune::SEEDS.start && seeds.start < tune::SEEDS.end {
        return Err(format!("seeds {seeds:?} overlap {:?}, on which constants were chosen", tune::SEEDS));
    }
    Ok(seeds)
}

/// The simple predictor with the lowest mean error per latency, chosen where constants are chosen, on so many matches at most.
fn best_simple(with_blocks: bool, most: usize) -> Vec<Method> {
    let methods = Method::simple();
    let seeds: Vec<u64> = tune::SEEDS.take(most).collect();
    let errors = parallel::map(&seeds, |&seed| {
        let record = game::play(&mut Arena::new(with_blocks), seed, MATCH_TICKS);
        score(&record.frames, &Settings::paper(), &methods).errors
    });
    let lowest = |row: &Vec<Errors>| {
        let best = (1..row.len()).fold(0, |best, i| if row[i].mean() < row[best].mean() { i } else { best });
        methods[best]
    };
    sum_up(&errors).iter().map(lowest).collect()
}

/// Sums of the errors of many matches.
fn sum_up(matches: &[Vec<Vec<Errors>>]) -> Vec<Vec<Errors>> {
    let mut total = matches[0].clone();
    for errors in &matches[1..] {
        for (total, errors) in total.iter_mut().flatten().zip(errors.iter().flatten()) {
            total.merge(errors);
        }
    }
    total
}
