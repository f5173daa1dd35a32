//! Interest scheme and hybrid method in a tank arena.
mod arena;
mod game;
mod mind;
mod score;

use arena::Arena;
use clap::Args;
use score::{LATENCIES, Method, Settings, score};

/// Interest scheme and hybrid method in a tank arena.
#[derive(Debug, Args)]
pub(crate) struct TanksArgs {
    /// First seed of the reported matches
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Matches per arena
    #[arg(long, default_value_t = 40)]
    trials: u64,
}

pub(crate) fn run(args: &TanksArgs) -> Result<(), String> {
    for with_blocks in [false, true] {
        let mut arena = Arena::new(with_blocks);
        let mut methods = vec![Method::Hybrid, Method::Interest];
        methods.extend(Method::simple());
        let mut total = vec![vec![score::Errors::default(); methods.len()]; 3];
        for seed in args.seed..args.seed + args.trials {
            let record = game::play(&mut arena, seed, 4800);
            let errors = score(&record, &Settings::paper(), &methods);
            for (total, errors) in total.iter_mut().flatten().zip(errors.iter().flatten()) {
                total.merge(errors);
            }
        }
        for (latency, row) in LATENCIES.iter().zip(&total) {
            println!("latency {latency}");
            for (m, e) in methods.iter().zip(row) {
                println!("  {:20} {:8.2} {:?}", m.name(), e.mean(), e.classes.map(|c| 100 * c / e.count));
            }
        }
    }
    Ok(())
}
