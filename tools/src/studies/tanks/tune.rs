//! The scheme's constants, chosen one after the other on matches that are not reported.
use super::arena::Arena;
use super::game;
use super::score::{Errors, Method, Settings, score};
use super::{MATCH_TICKS, sum_up};
use antreckon_cli::eval::parallel;

/// Matches by whose mean error constants are chosen: far from every seed that is reported.
pub(super) const SEEDS: std::ops::Range<u64> = 9000..9016;

type Set = fn(&mut Settings, f64);

/// What may be changed, to what. A preference of 1 = observed, 0 = none.
const KNOBS: [(&str, Set, &[f64]); 7] = [
    ("strength", |s, x| s.params.strength = x, &[0.0, 250.0, 1000.0, 4165.0, 16_000.0, 64_000.0, 256_000.0]),
    ("fading", |s, x| s.params.fading = x, &[0.0, 0.025, 0.05, 0.1, 0.2, 0.4]),
    ("longest_fading", |s, x| s.params.longest_fading = x as u32, &[2.0, 4.0, 6.0, 10.0, 16.0, 24.0]),
    ("lead", |s, x| s.params.lead = x, &[0.0, 0.178, 0.356, 0.7]),
    ("threshold", |s, x| s.params.threshold = x, &[0.0, 0.25, 0.5, 0.75, 1.0, 1.5, 2.0]),
    ("radius", |s, x| s.params.radius = x, &[50.0, 100.0, 200.0, 600.0]),
    ("preference", |s, x| s.preference = (x == 0.0).then_some(0.0), &[0.0, 1.0]),
];

/// Rounds over all constants.
const ROUNDS: usize = 2;

/// Prints every step of a coordinate descent on the mean error of the hybrid method over both arenas and all latencies.
pub(super) fn run() {
    let arenas = [false, true];
    let jobs: Vec<(bool, u64)> = arenas.into_iter().flat_map(|blocks| SEEDS.map(move |seed| (blocks, seed))).collect();
    let records = parallel::map(&jobs, |&(blocks, seed)| game::play(&mut Arena::new(blocks), seed, MATCH_TICKS));
    let mean = |settings: &Settings| {
        let errors = parallel::map(&records, |record| score(&record.frames, settings, &[Method::Hybrid]).errors);
        let total = sum_up(&errors);
        total.iter().flatten().map(Errors::mean).sum::<f64>() / total.len() as f64
    };
    let mut settings = Settings::paper();
    let mut best = mean(&settings);
    println!("paper: {best:.3}");
    for round in 1..=ROUNDS {
        for (name, set, values) in KNOBS {
            for value in values {
                let mut tried = settings;
                set(&mut tried, *value);
                let error = mean(&tried);
                println!("round {round}, {name} {value}: {error:.3}");
                if error < best - 1e-9 {
                    (settings, best) = (tried, error);
                }
            }
        }
    }
    println!("best {best:.3}: {settings:?}");
}
