//! Godot projects in which the addon is tested.

use super::Context;
use crate::build;
use crate::engine::Engine;
use crate::report::{self, Tally};
use crate::shell::{Finished, Log};
use std::path::{Path, PathBuf};

/// A project with the addon and its library.
pub(super) struct Project<'a> {
    engine: &'a Engine,
    pub(super) folder: PathBuf,
}

impl<'a> Project<'a> {
    /// Makes a project anew: the files of `sources`, the addon, the library. Imported, so that scripts know the classes.
    pub(super) fn make(
        context: &Context<'_>,
        log: &mut Log,
        engine: &'a Engine,
        name: &str,
        sources: &str,
        library: &Path,
    ) -> Result<Self, String> {
        let folder = context.workspace.scratch().join("godot").join(name);
        let addon = folder.join("addons/antreckon");
        let copied = log.run(context.workspace.command("rm").arg("-rf").arg(&folder)).success
            && std::fs::create_dir_all(folder.join(".godot")).is_ok()
            && log.run(context.workspace.command("cp").arg("-r").arg(format!("{sources}/.")).arg(&folder)).success
            && log.run(context.workspace.command("rm").arg("-rf").arg(folder.join("addons"))).success
            && log.run(context.workspace.command("cp").args(["-r", "godot/addons"]).arg(&folder)).success;
        if !copied {
            return Err(format!("{} cannot be made", folder.display()));
        }
        build::put(library, &addon.join(build::addon_library()))?;
        Self::open(log, engine, folder)
    }

    /// A project that lies there with the addon in it.
    pub(super) fn open(log: &mut Log, engine: &'a Engine, folder: PathBuf) -> Result<Self, String> {
        // The first start of an engine that does not know the extension yet crashes.
        std::fs::create_dir_all(folder.join(".godot"))
            .and_then(|()| {
                std::fs::write(
                    folder.join(".godot/extension_list.cfg"),
                    "res://addons/antreckon/antreckon.gdextension\n",
                )
            })
            .map_err(|error| error.to_string())?;
        let project = Self { engine, folder };
        match log.run(project.engine.headless(&project.folder).arg("--import")).success {
            true => Ok(project),
            false => Err("the project cannot be imported".to_owned()),
        }
    }

    /// Runs a script, or the project's main scene when it is empty, without a display. A script error is a failure, though the
    /// engine goes on.
    pub(super) fn run(&self, log: &mut Log, script: &str, options: &[&str], arguments: &[&str]) -> Finished {
        let mut command = self.engine.headless(&self.folder);
        if !script.is_empty() {
            command.args(["--script", script]);
        }
        command.args(options).arg("--").args(arguments);
        let mut run = log.run(&mut command);
        run.success &= !run.stdout.contains("SCRIPT ERROR");
        run
    }

    /// As [`Project::run`], for scripts that count.
    pub(super) fn counted(&self, log: &mut Log, script: &str, options: &[&str], arguments: &[&str]) -> Tally {
        let run = self.run(log, script, options, arguments);
        report::from_c(&run.stdout, run.success)
    }

    /// Runs a script that counts, with a display.
    pub(super) fn pictured(&self, log: &mut Log, arguments: &str) -> Tally {
        let run = log.run(&mut self.engine.with_display(&self.folder, arguments));
        report::from_c(&run.stdout, run.success && !run.stdout.contains("SCRIPT ERROR"))
    }
}
