//! The fair baseline: eq. 3 and 4 with the δt of eq. 5, that is estimates over updates one prediction length apart.
use super::board::{Board, Table, ratio};
use super::figures::LAYER_NAMES;
use super::forces::{each, plain};
use super::matches::{Match, SLOTS};
use super::rig::{Contender, EVALUATED, Taste};
use antreckon::predict::Model;
use antreckon_cli::eval::level::LAYERS;

/// Contenders in the order of their boards.
pub(super) const DR2: usize = 0;
pub(super) const STILL: usize = 1;
/// `ant` without forces: the acceleration is halved by α.
pub(super) const HALVED: usize = 2;
/// The same post-processed.
pub(super) const POST: usize = 3;
/// Forces by factor on the force, without post-processing.
pub(super) const FIRST_SCALE: usize = 4;
/// What the paper leaves open is a factor on the force: with the distance in game units and the force per frame² it is 1,
/// with the distance in cells 2500, with the force per second² 1/400.
pub(super) const SCALES: [(f64, &str); 6] = [
    (1.0 / 400.0, "game units, per s²"),
    (1.0, "game units, per frame²"),
    (10.0, "× 10"),
    (100.0, "× 100"),
    (1000.0, "× 1000"),
    (2500.0, "cells, per frame²"),
];
/// The best of them post-processed, hot spots added, and the ball.
pub(super) const FORCES_POST: usize = FIRST_SCALE + SCALES.len();
const SPOTS: usize = FORCES_POST + 1;
const BALL: usize = FORCES_POST + 2;
/// Weights learned online, of all and of each player.
pub(super) const LEARNED: [usize; 2] = [FORCES_POST + 3, FORCES_POST + 4];

pub(super) fn contenders(played: &Match) -> Vec<Contender> {
    let off = || Contender::without_forces(played).spaced();
    let forces = |scale: f64| {
        let bare = Contender::paper(played).unprocessed().spaced();
        bare.with(|c| (c.field, c.profile.force_scale) = (EVALUATED, scale))
    };
    let mut all =
        vec![off().unprocessed().by(Model::Dr2), off().unprocessed().by(Model::Still), off().unprocessed(), off()];
    all.extend(SCALES.iter().map(|(scale, _)| forces(*scale)));
    all.push(Contender::paper(played).spaced().with(|c| c.field = EVALUATED));
    all.push(forces(1.0).with(|c| c.taste = Taste::Spots));
    all.push(forces(100.0).with(|c| (c.taste, c.feels_players) = (Taste::Ball, false)));
    for taste in [Taste::LearnedOfAll, Taste::LearnedOfEach] {
        all.push(forces(1.0).with(|c| (c.taste, c.feels_players) = (taste, false)));
    }
    all
}

/// A table of what was learned of the layers from all, per match.
pub(super) fn learned(matches: &[Match], weights: &[Option<[f32; LAYERS]>]) -> String {
    let mut out = String::from("\n**Weights of the layers learned online of all, at the end**\n\n| match |");
    LAYER_NAMES.iter().for_each(|name| out += &format!(" {name} |"));
    out += &format!("\n|---|{}\n", "---|".repeat(LAYERS));
    for (played, weights) in matches.iter().zip(weights) {
        let Some(weights) = weights else { continue };
        out += &format!("| {} |", played.trace.meta.name);
        weights.iter().for_each(|weight| out += &format!(" {weight:.1} |"));
        out.push('\n');
    }
    out
}

pub(super) fn report(matches: &[Match], boards: &[&Board], seed: u64) -> String {
    let mut out = String::new();
    let mut table = |title: &str, over: usize, under: usize, paper: &str| {
        let mut table = Table::with_paper(title, "match", "paper");
        each(matches, |name, members| {
            let some: Vec<&Board> = members.iter().map(|&i| boards[i]).collect();
            let cells = (0..SLOTS).map(|slot| ratio(&some, over, under, slot, seed).map(plain));
            table.row(name, cells.chain([Some(paper.to_owned())]));
        });
        out += &table.text();
    };
    table("δt apart: error of `dr2` ÷ distance covered", DR2, STILL, "0.46-1.10");
    table("δt apart: acceleration halved, no forces, no post-processing ÷ `dr2`", HALVED, DR2, "-");
    table("δt apart: the same post-processed ÷ `dr2`", POST, DR2, "-");
    for (i, (_, name)) in SCALES.iter().enumerate() {
        let title = format!("δt apart: forces as evaluated ({name}) ÷ `dr2`, no post-processing");
        table(&title, FIRST_SCALE + i, DR2, "0.56 (4 s)");
    }
    for (title, over, under) in [
        ("δt apart: forces as evaluated (game units, per frame²) ÷ halved", FIRST_SCALE + 1, HALVED),
        ("δt apart: the same, both post-processed", FORCES_POST, POST),
        ("δt apart: hot spots of presence, kills and deaths added ÷ without", SPOTS, FIRST_SCALE + 1),
        ("δt apart: ball and goals alone (× 100) ÷ halved", BALL, HALVED),
        ("δt apart: layers weighed as learned online of all ÷ halved", LEARNED[0], HALVED),
        ("δt apart: layers weighed as learned online of each player ÷ halved", LEARNED[1], HALVED),
    ] {
        table(title, over, under, "-");
    }
    out
}
