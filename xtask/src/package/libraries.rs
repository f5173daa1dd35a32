//! Builds the libraries of all platforms and checks each of them.

use super::checks::{self, Kind};
use super::cross::{BUILD, Cross};
use super::layouts::copy_folder;
use super::platforms::{self, Format, Platform};

use crate::build::{PROFILE, put};
use crate::parts::functions_of_the_header;
use crate::shell::{Log, Workspace};
use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;
use std::sync::Mutex;
use std::time::Instant;

/// Platforms that are built at the same time: link-time optimisation keeps one core busy.
const AT_ONCE: usize = 2;

/// Variable that names a folder of libraries that were built before or elsewhere, laid out as in `target/package/lib`: they are
/// checked and packed instead of new ones.
const GIVEN: &str = "ANTRECKON_LIBRARIES";

/// What became of a platform.
pub(crate) struct Outcome {
    pub(crate) name: &'static str,
    /// What is wrong; nothing if all is well.
    pub(crate) complaints: Vec<String>,
    /// Seconds.
    pub(crate) time: f64,
}

/// Builds everything into `out/<platform>/` and, for the Godot addon, `out/<platform>/godot/`.
pub(crate) fn build_all(
    workspace: &Workspace,
    cross: &Cross,
    log: &mut Log,
    out: &Path,
) -> Result<Vec<Outcome>, String> {
    let functions = functions_of_the_header(workspace)?;
    // The last one is taken first.
    let mut jobs: Vec<Job> = match std::env::var_os(GIVEN) {
        Some(_) => Vec::new(),
        None => platforms::CHECKED.into_iter().map(|(name, target)| Job::Check(name, target)).collect(),
    };
    jobs.extend(platforms::ALL.iter().rev().map(Job::Build));
    let jobs = Mutex::new(jobs);
    let done = Mutex::new((Vec::new(), Vec::new()));
    std::thread::scope(|scope| {
        for _ in 0..AT_ONCE {
            scope.spawn(|| {
                loop {
                    let job = jobs.lock().ok().and_then(|mut jobs| jobs.pop());
                    let Some(job) = job else { break };
                    let (begin, mut said) = (Instant::now(), Log::default());
                    let complaints = job.run(workspace, cross, &mut said, out, &functions);
                    let time = begin.elapsed().as_secs_f64();
                    if let Ok(mut done) = done.lock() {
                        done.0.push(Outcome { name: job.name(), complaints, time });
                        done.1.push(said);
                    }
                }
            });
        }
    });
    let (mut outcomes, logs) = done.into_inner().map_err(|_| "a build panicked")?;
    logs.iter().for_each(|said| log.append(said));
    outcomes.sort_by_key(|outcome| outcome.name);
    Ok(outcomes)
}

#[derive(Clone, Copy)]
enum Job {
    Build(&'static Platform),
    Check(&'static str, &'static str),
}

impl Job {
    fn name(self) -> &'static str {
        match self {
            Self::Build(platform) => platform.name,
            Self::Check(name, _) => name,
        }
    }

    fn run(
        self,
        workspace: &Workspace,
        cross: &Cross,
        log: &mut Log,
        out: &Path,
        functions: &BTreeSet<String>,
    ) -> Vec<String> {
        let lock = cross.lock(self.name());
        let done = lock.and_then(|_lock| match self {
            Self::Build(platform) => build(workspace, cross, log, platform, &out.join(platform.name), functions),
            Self::Check(name, target) => {
                cross.claim(workspace, name, target)?;
                let out = out.with_file_name("checked").join(name);
                std::fs::create_dir_all(&out).map_err(|error| format!("{}: {error}", out.display()))?;
                let checked = once(workspace, cross, log, name, &out, |log| {
                    let mut command = cross.check(workspace, name, target);
                    command.args(["--package", "antreckon", "--features", "plugin"]).args(BUILD);
                    must(log, &mut command)
                });
                checked.map(|()| Vec::new())
            }
        });
        done.unwrap_or_else(|error| vec![error])
    }
}

/// One platform: built, or taken from where it was built, and checked.
fn build(
    workspace: &Workspace,
    cross: &Cross,
    log: &mut Log,
    platform: &Platform,
    out: &Path,
    functions: &BTreeSet<String>,
) -> Result<Vec<String>, String> {
    match std::env::var_os(GIVEN) {
        Some(given) => copy_folder(&Path::new(&given).join(platform.name), out)?,
        None => once(workspace, cross, log, platform.name, out, |log| {
            produce(workspace, cross, log, platform, out, functions)
        })?,
    }
    Ok(examine(workspace, log, platform, out, functions))
}

/// Makes what goes into `out`, or takes it from where it was kept when the same sources were built before.
fn once(
    workspace: &Workspace,
    cross: &Cross,
    log: &mut Log,
    name: &str,
    out: &Path,
    make: impl FnOnce(&mut Log) -> Result<(), String>,
) -> Result<(), String> {
    let kept = cross.made(workspace, name)?;
    if kept.exists() {
        log.note(format!("{name}: kept from an earlier build of the same sources, {}", kept.display()));
        return copy_folder(&kept, out);
    }
    make(log)?;
    let all = kept.parent().unwrap_or(&kept);
    let (part, said) = (all.with_extension("part"), |error: std::io::Error| format!("{}: {error}", kept.display()));
    // Only the newest is kept.
    for old in [all, &part] {
        if old.exists() {
            std::fs::remove_dir_all(old).map_err(said)?;
        }
    }
    std::fs::create_dir_all(&part).and_then(|()| std::fs::create_dir_all(all)).map_err(said)?;
    copy_folder(out, &part)?;
    std::fs::rename(&part, &kept).map_err(said)
}

/// The library of the addon and those of the C ABI.
fn produce(
    workspace: &Workspace,
    cross: &Cross,
    log: &mut Log,
    platform: &Platform,
    out: &Path,
    functions: &BTreeSet<String>,
) -> Result<(), String> {
    let built = |name: &str, file: &str| cross.target(name).join(platform.target).join(PROFILE).join(file);
    // The addon is made of the same library with other features, which cargo keeps in the same place: in one folder each would be
    // built anew after the other.
    if let Some((_, file)) = platform.godot {
        let folder = format!("{}-godot", platform.name);
        cross.claim(workspace, &folder, platform.target)?;
        let mut command = cross.build(workspace, platform, &folder, "cdylib");
        command.args(["--package", "antreckon-godot"]).args(BUILD).arg("--").args(platform.linker_options(file));
        must(log, &mut command)?;
        put(&built(&folder, file), &out.join("godot").join(file))?;
    }
    cross.claim(workspace, platform.name, platform.target)?;
    let mut command = cross.build(workspace, platform, platform.name, platform.crate_types());
    command.args(["--package", "antreckon", "--features", "plugin"]).args(BUILD).arg("--");
    must(log, command.args(platform.linker_options(platform.libraries[0])))?;
    for file in platform.libraries {
        put(&built(platform.name, file), &out.join(file))?;
        if file.ends_with(".a") && platform.format == Format::Elf {
            condense(workspace, cross, log, platform, &out.join(file), functions)?;
        }
    }
    match platform.format {
        Format::Pe => msvc_import_library(workspace, log, out, functions),
        Format::Elf | Format::MachO | Format::Wasm => Ok(()),
    }
}

/// Everything that is wrong with a platform's libraries.
fn examine(
    workspace: &Workspace,
    log: &mut Log,
    platform: &Platform,
    out: &Path,
    functions: &BTreeSet<String>,
) -> Vec<String> {
    let mut complaints = Vec::new();
    let addon = platform.godot.map(|(_, file)| (Kind::Godot, file, out.join("godot").join(file)));
    let libraries = platform.libraries.iter().map(|file| (Kind::C, *file, out.join(file)));
    for (kind, file, place) in addon.into_iter().chain(libraries) {
        let found = match () {
            () if file.ends_with(".dll.a") => Vec::new(),
            () if file.ends_with(".a") => checks::archive(log, platform, &place, functions),
            () => checks::shared(workspace, log, platform, kind, &place, functions),
        };
        complaints.extend(found.into_iter().map(|complaint| format!("{file} {complaint}")));
    }
    complaints
}

/// The static library as one object with what the header's functions need, and no other name that a program sees: two libraries
/// written in Rust can then be linked into one program. The linker of WebAssembly cannot do this.
fn condense(
    workspace: &Workspace,
    cross: &Cross,
    log: &mut Log,
    platform: &Platform,
    library: &Path,
    functions: &BTreeSet<String>,
) -> Result<(), String> {
    let folder = library.parent().unwrap_or(library);
    let (names, object) = (folder.join("names.txt"), folder.join("antreckon.o"));
    let list = functions.iter().map(|name| format!("{name}\n")).collect::<String>();
    let said = |error: std::io::Error| format!("{}: {error}", names.display());
    std::fs::write(&names, list).map_err(said)?;
    let linker = if platform.target.starts_with("aarch64") { "aarch64-linux-gnu-ld" } else { "ld" };
    let mut link = workspace.command(linker);
    link.arg("--gc-sections");
    link.arg("-r").args(functions.iter().flat_map(|name| ["-u", name])).arg(library).arg("-o").arg(&object);
    must(log, &mut link)?;
    let mut objcopy = cross.llvm("rust-objcopy");
    objcopy.args(["--remove-section=.llvmbc", "--remove-section=.llvmcmd", "--strip-unneeded"]);
    objcopy.arg(format!("--keep-global-symbols={}", names.display())).arg(&object);
    must(log, &mut objcopy)?;
    std::fs::remove_file(library).map_err(said)?;
    must(log, Command::new("llvm-ar").arg("rcsD").arg(library).arg(&object))?;
    std::fs::remove_file(&object).and_then(|()| std::fs::remove_file(&names)).map_err(said)
}

/// `antreckon.lib`, by which Microsoft's linker finds the functions of the DLL.
fn msvc_import_library(
    workspace: &Workspace,
    log: &mut Log,
    out: &Path,
    functions: &BTreeSet<String>,
) -> Result<(), String> {
    let definition = out.join("antreckon.def");
    let names = functions.iter().map(|name| format!("    {name}\n")).collect::<String>();
    let said = |error: std::io::Error| format!("{}: {error}", definition.display());
    std::fs::write(&definition, format!("LIBRARY antreckon.dll\nEXPORTS\n{names}")).map_err(said)?;
    let mut tool = workspace.command("llvm-dlltool");
    tool.args(["-m", "i386:x86-64", "-d"]).arg(&definition).arg("-l").arg(out.join("antreckon.lib"));
    must(log, &mut tool)?;
    std::fs::remove_file(&definition).map_err(said)
}

fn must(log: &mut Log, command: &mut Command) -> Result<(), String> {
    let program = command.get_program().to_string_lossy().into_owned();
    log.run(command).success.then_some(()).ok_or_else(|| format!("{program} failed"))
}
