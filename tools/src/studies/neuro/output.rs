//! Files of the study: banks, every update for the reference scorer, tables in a document.
use super::choice::Ways;
use super::material::{Match, Policy};
use super::sender::updates;
use antreckon::predict::neuro::Bank;
use antreckon_cli::eval::THRESHOLDS;
use antreckon_cli::eval::forecaster::{Rule, Update};
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

/// What stands between these lines of a document is written by the study.
const MARKS: [&str; 2] = ["<!-- study neuro: begin -->\n", "<!-- study neuro: end -->\n"];

/// Every update that an owner with this policy sends for a player.
pub(super) fn sent(one: &Match, policy: &Policy, player: usize, threshold: f64) -> Vec<(usize, Update)> {
    updates(one, player, threshold, |k, _| (policy.at(player, k), Rule::Line))
}

/// Writes `DIR/<trace>.bank` and `DIR/<trace>/neuro.updates.csv` in the form that `reference.py --check DIR` recounts.
pub(super) fn write(folder: &Path, one: &Match, bank: &Bank, ways: &Ways) -> Result<(), String> {
    let fault = |error: std::io::Error| format!("{}: {error}", folder.display());
    let name = &one.trace.meta.name;
    fs::create_dir_all(folder.join(name)).map_err(fault)?;
    fs::write(folder.join(format!("{name}.bank")), bank.to_bytes()).map_err(fault)?;
    let mut text = "threshold,k,id,x,y,vx,vy,kind,p1,p2\n".to_owned();
    for (threshold, way) in THRESHOLDS.iter().zip(ways) {
        let bank = bank.shortened(way.networks).map_err(|error| error.message)?.sending(way.speed);
        let policy = one.plugin(&bank)?;
        for (player, who) in one.trace.players.iter().enumerate() {
            for (k, Update { position: [x, y], velocity: [vx, vy], .. }) in sent(one, &policy, player, *threshold) {
                let _ = writeln!(text, "{threshold},{k},{},{x},{y},{vx},{vy},line,,", who.id);
            }
        }
    }
    fs::write(folder.join(name).join("neuro.updates.csv"), text).map_err(fault)
}

/// Replaces what stands between the marks of a document.
pub(super) fn put_into(path: &Path, text: &str) -> Result<(), String> {
    let fault = |what: &dyn std::fmt::Display| format!("{}: {what}", path.display());
    let document = fs::read_to_string(path).map_err(|error| fault(&error))?;
    let [begin, end] = MARKS;
    let (before, rest) = document.split_once(begin).ok_or_else(|| fault(&"has no begin mark"))?;
    let (_, after) = rest.split_once(end).ok_or_else(|| fault(&"has no end mark"))?;
    fs::write(path, format!("{before}{begin}\n{text}{end}{after}")).map_err(|error| fault(&error))
}
