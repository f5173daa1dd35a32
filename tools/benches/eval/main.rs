//! What an evaluation costs: `cargo bench -p antreckon-cli --bench eval`.
//!
//! All models and horizons on a made-up match of twelve players that lasts 2.5, 5 and 10 minutes, run as users run it. Prints the time on the
//! clock, the processor time (which other work on the machine changes less), the ratio to the match of half the length (2 = linear) and
//! the most memory that was held. The aim: 10 minutes in less than 60 s on two cores, with less than 500 MB.
mod made_up;

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// Lengths of the match, each twice the one before.
const MINUTES: [f64; 3] = [2.5, 5.0, 10.0];
/// Ticks per second of the processor time in /proc: a constant of the Linux interface.
const CLOCK_HZ: f64 = 100.0;

/// What a run took.
#[derive(Clone, Copy, Default)]
struct Cost {
    clock: f64,
    /// Seconds of all cores; `None` where the system does not tell.
    processor: Option<f64>,
    megabytes: Option<f64>,
}

fn main() {
    // `cargo test --benches` only wants to know that it builds and starts.
    let minutes: &[f64] = if std::env::args().any(|argument| argument == "--bench") { &MINUTES } else { &[0.1] };
    let folder = std::env::temp_dir().join(format!("antreckon_bench_{}", std::process::id()));
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    println!("all models, 5 horizons, 5 thresholds, {} players, {cores} cores", made_up::PLAYERS);
    println!("{:>8}{:>10}{:>14}{:>10}{:>10}", "minutes", "clock s", "processor s", "ratio", "MB");
    let mut before: Option<Cost> = None;
    for &length in minutes {
        let trace = folder.join(format!("{length}"));
        made_up::write(&trace, length);
        let cost = run(&trace);
        let known =
            |value: Option<f64>, digits: usize| value.map_or("-".to_owned(), |value| format!("{value:.digits$}"));
        // The processor's time where it is known: the clock also counts what others do.
        let spent = |cost: Cost| cost.processor.unwrap_or(cost.clock);
        let ratio = before.map(|before| spent(cost) / spent(before));
        println!(
            "{length:>8}{:>10.1}{:>14}{:>10}{:>10}",
            cost.clock,
            known(cost.processor, 1),
            known(ratio, 2),
            known(cost.megabytes, 0)
        );
        before = Some(cost);
    }
    let _ = fs::remove_dir_all(&folder);
}

fn run(trace: &Path) -> Cost {
    let begin = Instant::now();
    let mut command = Command::new(env!("CARGO_BIN_EXE_antreckon"));
    let mut child =
        command.arg("eval").arg(trace).stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("it runs");
    let mut cost = Cost::default();
    let status = loop {
        // Both only grow, so what was read last before the end is the whole but for some milliseconds.
        cost.processor = processor_time(child.id()).or(cost.processor);
        cost.megabytes = peak_memory(child.id()).or(cost.megabytes);
        match child.try_wait().expect("a status") {
            Some(status) => break status,
            None => std::thread::sleep(Duration::from_millis(5)),
        }
    };
    assert!(status.success(), "{}: {status}", trace.display());
    cost.clock = begin.elapsed().as_secs_f64();
    cost
}

/// Seconds in user code and in the kernel: fields 14 and 15 of /proc/PID/stat.
fn processor_time(process: u32) -> Option<f64> {
    let text = fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    // The second field is a name in parentheses that may hold anything.
    let (_, rest) = text.rsplit_once(')')?;
    let ticks: Vec<f64> = rest.split_whitespace().skip(11).take(2).filter_map(|field| field.parse().ok()).collect();
    (ticks.len() == 2).then(|| ticks.iter().sum::<f64>() / CLOCK_HZ)
}

fn peak_memory(process: u32) -> Option<f64> {
    let text = fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.split_whitespace().next()?.parse::<f64>().ok().map(|kilobytes| kilobytes / 1024.0)
}
