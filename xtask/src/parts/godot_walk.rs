//! The README's five minutes, walked as they are written: its scenes and scripts in an empty project, three processes.

use super::Context;
use super::godot_project::Project;
use crate::engine::Engine;
use crate::report::{self, Tally};
use crate::shell::Log;
use std::path::Path;
use std::time::Duration;

const README: &str = "godot/README.md";
/// Files that the README shows.
const FILES: [&str; 4] = ["player.tscn", "player.gd", "main.tscn", "main.gd"];
const MAIN: &[&str] = &["res://main.tscn"];
/// The second client joins so much later than the first, and the first than the server.
const LATER: Duration = Duration::from_secs(2);
/// What nobody wants to read in a game's log.
const COMPLAINTS: [&str; 3] = ["ERROR:", "Node not found", "WARNING: antreckon"];

/// Walks.
pub(super) fn run(context: &Context<'_>, log: &mut Log, engine: &Engine, library: &Path) -> Tally {
    let project = Project::make(context, log, engine, "walk", "godot/tests/walk", library)
        .and_then(|project| take_files(context, &project.folder).map(|()| project));
    let project = match project {
        Ok(project) => project,
        Err(error) => {
            log.note(error);
            return Tally::one(false);
        }
    };
    let play = |wait: u32, arguments: &[&str]| {
        std::thread::sleep(LATER * wait);
        let mut log = Log::default();
        let run = project.run(&mut log, "", MAIN, arguments);
        (run, log)
    };
    let sides: [(u32, &[&str]); 3] = [(0, &["server"]), (1, &[]), (2, &[])];
    let runs: Vec<_> = std::thread::scope(|scope| {
        let play = &play;
        let started: Vec<_> =
            sides.iter().map(|(wait, arguments)| scope.spawn(move || play(*wait, arguments))).collect();
        started.into_iter().filter_map(|side| side.join().ok()).collect()
    });
    let mut tally = Tally::one(runs.len() == sides.len());
    for (run, said) in runs {
        log.note(said.text());
        let quiet = !COMPLAINTS.iter().any(|word| run.stdout.contains(word));
        tally += report::from_c(&run.stdout, run.success && quiet);
    }
    tally
}

/// Puts the files of the README into a project.
fn take_files(context: &Context<'_>, folder: &Path) -> Result<(), String> {
    let page = context.workspace.path(README);
    let text = std::fs::read_to_string(&page).map_err(|error| format!("{}: {error}", page.display()))?;
    for file in FILES {
        let content = block(&text, file).ok_or_else(|| format!("{README} shows no {file}"))?;
        std::fs::write(folder.join(file), content).map_err(|error| format!("{file}: {error}"))?;
    }
    Ok(())
}

/// The code block whose first line is a comment with the name of a file.
fn block(text: &str, file: &str) -> Option<String> {
    let names = [format!("# {file}"), format!("; {file}")];
    let mut lines = text.lines();
    let indent = lines.by_ref().find_map(|line| {
        let bare = line.trim_start();
        names.iter().any(|name| name == bare).then(|| line.len() - bare.len())
    })?;
    let inside = lines.map(|line| line.get(indent..).unwrap_or_default()).take_while(|line| !line.starts_with("```"));
    Some(inside.map(|line| format!("{line}\n")).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_are_found_by_the_name_of_their_file() {
        let page = "1. So:\n   ```gdscript\n   # a.gd\n   extends Node\n\n   \tpass\n   ```\n\n; b.tscn\n[x]\n```\n";
        assert_eq!(block(page, "a.gd").as_deref(), Some("extends Node\n\n\tpass\n"));
        assert_eq!(block(page, "b.tscn").as_deref(), Some("[x]\n"));
        assert_eq!(block(page, "c.gd"), None);
    }
}
