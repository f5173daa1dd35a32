//! Inputs that did something new are kept and changed further.

use crate::coverage::Seen;
use crate::memory;
use crate::targets::Target;
use antreckon::base::random::Random;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::time::{Duration, Instant};

/// Longest that one input may take. The machine may be busy, so it is far above what any input needs.
const MOST_TIME: Duration = Duration::from_secs(5);
/// Most inputs kept.
const MOST_KEPT: usize = 4096;
/// Longest input.
const MOST_BYTES: usize = 1 << 16;

/// When a target has run enough.
pub(crate) enum Until {
    Time(Instant),
    Runs(u64),
}

impl Until {
    fn is_reached(&self, runs: u64) -> bool {
        match self {
            // A look at the clock costs as much as a short input.
            Self::Time(time) => runs.is_multiple_of(64) && Instant::now() >= *time,
            Self::Runs(most) => runs >= *most,
        }
    }
}

/// What came of a target.
pub(crate) struct Report {
    name: &'static str,
    pub(crate) runs: u64,
    kept: usize,
    edges: usize,
    slowest: Duration,
    largest: usize,
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { name, runs, kept, edges, slowest, largest } = self;
        let (slowest, largest) = (slowest.as_secs_f64() * 1e3, *largest as f64 / f64::from(1 << 20));
        write!(
            f,
            "{name:14} {runs:>10} runs, {kept:>5} inputs, {edges:>6} edges, at most {slowest:.1} ms and {largest:.1} MiB"
        )
    }
}

/// Runs a target; an error when an input panics, takes too long or too much memory. The input is then in `failures`.
pub(crate) fn fuzz(target: &Target, until: Until, seed: u64, failures: &Path) -> Result<Report, String> {
    let mut random = Random(seed);
    let mut kept: Vec<Vec<u8>> = (target.seeds)();
    let mut seen = Seen::default();
    let mut report = Report { name: target.name, runs: 0, kept: 0, edges: 0, slowest: Duration::ZERO, largest: 0 };
    for seed in &kept.clone() {
        execute(target, seed, &mut report, failures)?;
        seen.learn();
    }
    while !until.is_reached(report.runs) {
        let mut input = kept[random.below(kept.len())].clone();
        mutate(&mut input, &kept, &mut random);
        execute(target, &input, &mut report, failures)?;
        if seen.learn() {
            if kept.len() < MOST_KEPT {
                kept.push(input);
            } else {
                let place = random.below(kept.len());
                kept[place] = input;
            }
        }
    }
    (report.kept, report.edges) = (kept.len(), seen.edges());
    Ok(report)
}

fn execute(target: &Target, input: &[u8], report: &mut Report, failures: &Path) -> Result<(), String> {
    Seen::reset();
    let (mark, begin) = (memory::mark(), Instant::now());
    let result = catch_unwind(AssertUnwindSafe(|| (target.run)(input)));
    let (took, held) = (begin.elapsed(), memory::peak_since(mark));
    report.runs += 1;
    report.slowest = report.slowest.max(took);
    report.largest = report.largest.max(held);
    let fault = match result {
        Err(_) => "panicked".to_owned(),
        Ok(()) if took > MOST_TIME => format!("took {} ms", took.as_millis()),
        Ok(()) if held > target.most_memory => format!("took {held} bytes, {} are allowed", target.most_memory),
        Ok(()) => return Ok(()),
    };
    let file = failures.join(format!("{}-{}", target.name, report.runs));
    let kept = std::fs::create_dir_all(failures).and_then(|()| std::fs::write(&file, input));
    let place = kept.map_or_else(|error| format!("could not be kept: {error}"), |()| format!("is {}", file.display()));
    Err(format!("{}: an input of {} bytes {fault}; it {place}", target.name, input.len()))
}

/// Changes an input in one to eight places.
fn mutate(input: &mut Vec<u8>, others: &[Vec<u8>], random: &mut Random) {
    for _ in 0..1 << random.below(4) {
        let length = input.len();
        if length == 0 {
            input.push(random.below(256) as u8);
            continue;
        }
        let at = random.below(length);
        let chunk = 1 + random.below((length - at).min(64));
        match random.below(10) {
            0 => input[at] ^= 1 << random.below(8),
            1 => input[at] = random.below(256) as u8,
            2 => input[at] = input[at].wrapping_add(random.below(33) as u8).wrapping_sub(16),
            3 | 4 => overwrite(input, at, interesting(random)),
            5 => _ = input.drain(at..at + chunk),
            6 if length + chunk <= MOST_BYTES => {
                let copy = input[at..at + chunk].to_vec();
                let to = random.below(length + 1);
                input.splice(to..to, copy);
            }
            7 => {
                let (from, to) = (at, random.below(length - chunk + 1));
                input.copy_within(from..from + chunk, to);
            }
            8 => {
                let other = &others[random.below(others.len())];
                if !other.is_empty() {
                    let from = random.below(other.len());
                    let part = &other[from..(from + chunk).min(other.len())];
                    overwrite(input, at, part);
                }
            }
            _ => input.truncate(at + 1),
        }
    }
}

fn overwrite(input: &mut [u8], at: usize, with: impl AsRef<[u8]>) {
    let room = &mut input[at..];
    let length = room.len().min(with.as_ref().len());
    room[..length].copy_from_slice(&with.as_ref()[..length]);
}

/// Numbers at which programs go wrong, as bytes.
fn interesting(random: &mut Random) -> Vec<u8> {
    const WHOLE: [i64; 12] = [0, 1, -1, 2, 64, 1 << 16, 1 << 31, 1 << 32, 1 << 61, i64::MAX, i64::MIN, 1 << 20];
    const REAL: [f64; 10] = [0.0, -0.0, 1.0, 1e-300, 1e12, 1e40, 1.7e308, f64::INFINITY, f64::NAN, -1e9];
    let (whole, real) = (WHOLE[random.below(WHOLE.len())], REAL[random.below(REAL.len())]);
    match random.below(5) {
        0 => (whole as u16).to_le_bytes().to_vec(),
        1 => (whole as u32).to_le_bytes().to_vec(),
        2 => whole.to_le_bytes().to_vec(),
        3 => (real as f32).to_le_bytes().to_vec(),
        _ => real.to_le_bytes().to_vec(),
    }
}
