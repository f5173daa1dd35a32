//! The pages that show what is drawn, with their pictures: everything is measured again and written by one command.
mod picture;
mod scene;

use super::convergence::{self, ConvergenceArgs};
use super::document;
use super::network::{self, NetworkArgs};
use super::pairs::{self, PairsArgs};
use antreckon_cli::eval::Weights;
use antreckon_cli::output;
use antreckon_cli::trace::Trace;
use clap::Args;
use scene::Scene;
use std::fs;
use std::path::{Path, PathBuf};

/// The match of the pictures.
const SHOWN: &str = "quakeworld_duel_aerowalk";
/// Matches that are scored: names that begin like these.
const SCORED: [&str; 2] = ["quakeworld_", "bots_"];
/// Matches that settings are compared on; none of them is scored.
const CHOSEN_ON: [&str; 8] = [
    "q3_hub3aeroq3_01",
    "q3_pro_q3tourney4_01",
    "ql_sinister_01",
    "q3_cpm4_01",
    "q3_cpm24_01",
    "ql_bloodrun_01",
    "ql_almostlost_01",
    "q3_ospdm5_01",
];

/// Measures what is drawn and renews docs/drawn.md, docs/studies/network.md, docs/sender.md and their pictures
#[derive(Debug, Args)]
pub(crate) struct DrawnArgs {
    /// Folder of the scored matches
    #[arg(long, value_name = "DIR")]
    traces: PathBuf,
    /// Folder of the matches that settings are compared on
    #[arg(long, value_name = "DIR")]
    training: PathBuf,
    /// Folder with weights: every scored match is played with the first that were trained without its layout
    #[arg(long, value_name = "DIR")]
    folds: PathBuf,
    /// Folder of the documents
    #[arg(long, value_name = "DIR", default_value = "docs")]
    docs: PathBuf,
    /// Only the ten seconds and their pictures
    #[arg(long)]
    scene: bool,
}

pub(crate) fn run(args: &DrawnArgs) -> Result<(), String> {
    let page = args.docs.join("drawn.md");
    let image = |name: &str| args.docs.join("images").join(name);
    document::has_place(&page, "drawn")?;
    let weights = Weights::folds(&args.folds)?;
    let trace = Trace::load(&args.traces.join(SHOWN)).map_err(|error| error.to_string())?;
    let scene = Scene::of(&trace, weights.choose(&trace.meta.layout)?.bytes)?;
    picture::paths(&scene, &image("drawn_paths.png"))?;
    picture::errors(&scene, &image("drawn_error.png"))?;
    let text = scene.table();
    document::put_into(&page, "drawn", &text)?;
    output::print(&text)?;
    if args.scene {
        return Ok(());
    }
    let scored = scored(&args.traces)?;
    let training: Vec<PathBuf> = CHOSEN_ON.iter().map(|name| args.training.join(name)).collect();
    network::run(&NetworkArgs::renewing(scored.clone(), &args.folds, args.docs.join("studies/network.md")))?;
    convergence::run(&ConvergenceArgs::renewing(training.clone(), image("drawn_front.png"), page))?;
    let sender = args.docs.join("sender.md");
    pairs::run(&PairsArgs::choosing(training, sender.clone()))?;
    pairs::run(&PairsArgs::showing(scored, &args.folds, image("pairs.png"), sender))
}

/// Folders of the scored matches, by name.
fn scored(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let fault = |error: std::io::Error| format!("{}: {error}", folder.display());
    let entries = fs::read_dir(folder).map_err(fault)?.collect::<Result<Vec<_>, _>>().map_err(fault)?;
    let mut paths: Vec<PathBuf> = entries
        .into_iter()
        .filter(|entry| SCORED.iter().any(|head| entry.file_name().to_string_lossy().starts_with(head)))
        .map(|entry| entry.path())
        .collect();
    paths.sort();
    Ok(paths)
}
