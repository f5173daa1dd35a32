//! A match in the real engine: what players of a server look like on clients behind a bad network, drawn by the addon and in the
//! other ways in which people draw them.

use super::godot_project::Project;
use super::godot_proxy::{Network, Proxy};
use super::godot_table::{Drawn, Score, Truth, Walls, score};
use crate::report::{self, Tally};
use crate::shell::Log;
use std::path::{Path, PathBuf};

/// The ways in which match.gd draws bots, in its order.
const WAYS: [&str; 9] = [
    "README, defaults",
    "README, at their rate",
    "observe()",
    "observe(), freshness 0",
    "observe() with age",
    "plain synchronizer",
    "interpolation by hand, 100 ms",
    "twenty lines by hand",
    "twenty lines, at our rate",
];
/// Places of those that are compared in [`WAYS`].
const DEFAULTS: usize = 0;
const OFTEN: usize = 1;
const OURS: std::ops::Range<usize> = 0..5;
const PLAIN: usize = 5;
const LINES: usize = 7;
const SLOW_LINES: usize = 8;
/// Most of the twenty lines' mean error that the addon's may be, by defaults and at the rate of a synchronizer. Where updates are that
/// frequent, what is left are turns that nobody foresees.
const SHARE: f64 = 0.8;
const OFTEN_SHARE: f64 = 1.0;
const SECONDS: u32 = 60;
const CLIENTS: usize = 2;
const SCENE: &[&str] = &["res://match/match.tscn"];
const NETWORK: Network = Network { delay: 0.08, jitter: 0.03, loss: 0.05 };

/// Plays the match and prints the table.
pub(super) fn run(project: &Project<'_>, log: &mut Log) -> Tally {
    let mut tally = Tally::one(true);
    let folder = project.folder.join("match-files");
    if std::fs::create_dir_all(&folder).is_err() {
        return Tally::one(false);
    }
    let port = 20_000 + (std::process::id() % 20_000) as u16 * 2;
    let proxy = match Proxy::start(port + 1, port, NETWORK) {
        Ok(proxy) => proxy,
        Err(error) => {
            log.note(format!("the network: {error}"));
            return Tally::one(false);
        }
    };
    let play = |side: &str, port: u16, file: &Path| {
        let mut log = Log::default();
        let (port, seconds, file) = (port.to_string(), SECONDS.to_string(), file.to_string_lossy().into_owned());
        let run = project.run(&mut log, "", SCENE, &[side, &port, &file, &seconds]);
        (run, log)
    };
    let told = folder.join("server");
    let seen: Vec<PathBuf> = (0..CLIENTS).map(|client| folder.join(format!("client-{client}"))).collect();
    let played: Vec<_> = std::thread::scope(|scope| {
        let server = scope.spawn(|| play("server", port, &told));
        let clients: Vec<_> = seen.iter().map(|file| scope.spawn(|| play("client", port + 1, file))).collect();
        std::iter::once(server).chain(clients).filter_map(|side| side.join().ok()).collect()
    });
    drop(proxy);
    let mut updates = Vec::new();
    for (run, said) in &played {
        log.note(said.text());
        tally += report::from_c(&run.stdout, run.success && !complains(&run.stdout));
        updates.extend(run.stdout.lines().find_map(|line| line.strip_prefix("updates ")).map(numbers));
    }
    tally += match judge(&told, &seen) {
        Ok(scores) => show(log, &scores, &updates),
        Err(error) => {
            log.note(error);
            Tally::one(false)
        }
    };
    tally
}

/// What nobody wants to read in a game's log.
fn complains(output: &str) -> bool {
    ["ERROR:", "Node not found"].iter().any(|word| output.contains(word))
}

fn numbers(line: &str) -> Vec<f64> {
    line.split_whitespace().filter_map(|word| word.parse().ok()).collect()
}

fn judge(told: &Path, seen: &[PathBuf]) -> Result<Vec<Score>, String> {
    let read = |path: &Path| std::fs::read(path).map_err(|error| format!("{}: {error}", path.display()));
    let truth = Truth::read(&read(told)?);
    let walls = Walls::read(&String::from_utf8_lossy(&read(&told.with_extension("walls"))?));
    let mut clients = Vec::new();
    for file in seen {
        clients.push(Drawn::read(&read(file)?, WAYS.len(), truth.bots));
    }
    Ok((0..WAYS.len()).map(|way| score(&truth, &walls, &clients, way)).collect())
}

fn show(log: &mut Log, scores: &[Score], updates: &[Vec<f64>]) -> Tally {
    let rate = |way: usize| {
        let known: Vec<f64> = updates.iter().filter_map(|client| client.get(way).copied()).collect();
        known.iter().sum::<f64>() / known.len().max(1) as f64
    };
    let mut text = format!(
        "{:<32}{:>10}{:>8}{:>8}{:>8}{:>8}{:>11}{:>9}{:>8}",
        "drawn by", "updates/s", "mean m", "p95 m", "lag ms", "jumps", "reversals", "in walls", "frames"
    );
    for (way, (name, score)) in WAYS.iter().zip(scores).enumerate() {
        let rate = if OURS.contains(&way) { format!("{:.1}", rate(way)) } else { String::new() };
        text += &format!(
            "\n    {name:<32}{rate:>10}{:>8.3}{:>8.2}{:>8.0}{:>8.1}{:>11.1}{:>9}{:>8}",
            score.mean, score.p95, score.lag, score.jumps, score.reversals, score.in_walls, score.frames
        );
    }
    println!("\n    {text}");
    log.note(&text);
    let mut tally = Tally::default();
    let mut check = |good: bool, what: String| {
        if !good {
            log.note(format!("not true: {what}"));
        }
        tally += Tally::one(good);
    };
    for (ours, theirs, share) in [(DEFAULTS, SLOW_LINES, SHARE), (OFTEN, LINES, OFTEN_SHARE)] {
        let (mean, other) = (scores[ours].mean, scores[theirs].mean);
        let what = format!("{}: {mean:.3} m, {}: {other:.3} m", WAYS[ours], WAYS[theirs]);

        check(mean <= share * other, format!("{what}, at most {share} of it"));
    }
    for way in OURS {
        check(scores[way].in_walls == 0, format!("{}: {} frames in walls", WAYS[way], scores[way].in_walls));
        check(scores[way].frames > 10_000, format!("{}: {} frames", WAYS[way], scores[way].frames));
    }
    for (ours, theirs) in [(DEFAULTS, PLAIN), (DEFAULTS, LINES), (DEFAULTS, SLOW_LINES), (OFTEN, LINES)] {
        let (jumps, others) = (scores[ours].jumps, scores[theirs].jumps);
        check(jumps < others, format!("{}: {jumps:.1} jumps a minute, {}: {others:.1}", WAYS[ours], WAYS[theirs]));
    }
    for way in [PLAIN, SLOW_LINES] {
        let unrest = |score: &Score| score.jumps + score.reversals;
        let (ours, theirs) = (unrest(&scores[DEFAULTS]), unrest(&scores[way]));
        check(ours < theirs, format!("{}: {theirs:.1} jumps and reversals a minute, ours {ours:.1}", WAYS[way]));
    }
    tally
}
