//! `cargo xtask package`: libraries for all platforms that this machine can build for, checked, in zips that are ready to be copied
//! into a game.

mod apple;
pub(crate) mod checks;
pub(crate) mod cross;
pub(crate) mod layouts;
mod libraries;
pub(crate) mod platforms;
mod sources;
pub(crate) mod zips;

use crate::report::Tally;
use crate::shell::{Log, Workspace};
use crate::toolchain::Toolchain;
use cross::Cross;
use std::path::PathBuf;

/// What was made.
pub(crate) struct Made {
    /// Where the zips are.
    pub(crate) folder: PathBuf,
    /// A platform or a package counts as one.
    pub(crate) tally: Tally,
    /// What is wrong, in words.
    pub(crate) complaints: Vec<String>,
}

/// Where the zips go.
pub(crate) fn folder(workspace: &Workspace) -> PathBuf {
    workspace.target().join("package")
}

/// The task: everything is made, and said.
pub(crate) fn run(workspace: &Workspace) -> Result<(), String> {
    let mut log = Log::default();
    let toolchain = Toolchain::eager(workspace);
    let made = Cross::find(workspace, &toolchain, &mut log).and_then(|cross| make(workspace, &cross, &mut log));
    let file = workspace.scratch().join("logs/package-build.log");
    let kept =
        std::fs::create_dir_all(workspace.scratch().join("logs")).and_then(|()| std::fs::write(&file, log.text()));
    if let Err(error) = kept {
        eprintln!("{}: {error}", file.display());
    }
    let made = made.map_err(|error| format!("{error}\nall of it: {}", file.display()))?;
    println!("{}", made.folder.display());
    match made.complaints.is_empty() {
        true => Ok(()),
        false => Err(format!("{}\nall of it: {}", made.complaints.join("\n"), file.display())),
    }
}

/// Builds, checks and packs. What fails does not keep the rest from being made.
pub(crate) fn make(workspace: &Workspace, cross: &Cross, log: &mut Log) -> Result<Made, String> {
    let folder = folder(workspace);
    let libraries = folder.join("lib");
    let _ = std::fs::remove_dir_all(&libraries);
    let mut made = Made { folder, tally: Tally::default(), complaints: Vec::new() };
    for outcome in libraries::build_all(workspace, cross, log, &libraries)? {
        made.tally += Tally::one(outcome.complaints.is_empty());
        log.note(format!("{}: {:.0} s", outcome.name, outcome.time));
        println!("    {:<18} {:>4.0} s  {}", outcome.name, outcome.time, sizes(&libraries.join(outcome.name)));
        made.complaints.extend(outcome.complaints.iter().map(|complaint| format!("{}: {complaint}", outcome.name)));
    }
    for layout in &layouts::ALL {
        let staging = made.folder.join("staging").join(layout.name);
        let zip = made.folder.join(layout.zip());
        let _ = std::fs::remove_file(&zip);
        let packed = layout
            .lay_out(workspace, &libraries, &staging)
            .and_then(|()| zips::pack(workspace, log, &staging, layout.folder, &zip));
        made.tally += Tally::one(packed.is_ok());
        if let Err(error) = packed {
            made.complaints.push(format!("{}: {error}", layout.name));
        }
    }
    made.complaints.iter().for_each(|complaint| log.note(format!("not true: {complaint}")));
    Ok(made)
}

/// Names and sizes of a platform's libraries.
fn sizes(folder: &std::path::Path) -> String {
    let Ok(entries) = std::fs::read_dir(folder) else { return String::new() };
    let mut sizes: Vec<String> = entries
        .filter_map(|entry| {
            let path = entry.ok()?.path();
            let length = path.metadata().ok().filter(|about| about.is_file())?.len();
            Some(format!("{} {:.2} MB", path.file_name()?.to_string_lossy(), length as f64 / f64::from(1 << 20)))
        })
        .collect();
    sizes.sort();
    sizes.join(", ")
}
