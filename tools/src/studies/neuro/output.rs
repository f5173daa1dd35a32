//! Files of the study: banks, and every update for the reference scorer.
use super::choice::Ways;
use super::material::{Match, Policy};
use super::sender::updates;
use antreckon::predict::neuro::Bank;
use antreckon_cli::eval::THRESHOLDS;
use antreckon_cli::eval::forecaster::{Rule, Update};
use antreckon_cli::output::replace;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

/// Every update that an owner with this policy sends for a player.
pub(super) fn sent(one: &Match, policy: &Policy, player: usize, threshold: f64) -> Vec<(usize, Update)> {
    updates(one, player, threshold, |k, _| (policy.at(player, k), Rule::Line))
}

/// Writes `DIR/<trace>.bank` and `DIR/<trace>/neuro.updates.csv` in the form that `reference.py --check DIR` recounts.
pub(super) fn write(folder: &Path, one: &Match, bank: &Bank, ways: &Ways) -> Result<(), String> {
    let fault = |error: std::io::Error| format!("{}: {error}", folder.display());
    let name = &one.trace.meta.name;
    fs::create_dir_all(folder.join(name)).map_err(fault)?;
    replace(&folder.join(format!("{name}.bank")), &bank.to_bytes())?;
    let mut text = "threshold,k,id,x,y,vx,vy,kind,p1,p2\n".to_owned();
    for (threshold, way) in THRESHOLDS.iter().zip(ways) {
        let policy = way.policy(one, bank)?;
        for (player, who) in one.trace.players.iter().enumerate() {
            for (k, Update { position: [x, y], velocity: [vx, vy], .. }) in sent(one, &policy, player, *threshold) {
                let _ = writeln!(text, "{threshold},{k},{},{x},{y},{vx},{vy},line,,", who.id);
            }
        }
    }
    replace(&folder.join(name).join("neuro.updates.csv"), text.as_bytes())
}
