//! What the plugin's folders and files must be like.

use super::json::{self, Json};
use super::{MODULE, PLUGIN, files};
use crate::report::Tally;
use crate::shell::{Log, Workspace};
use std::path::Path;

/// Where libraries lie in the packaged plugin: folder, and what is in it.
const LIBRARIES: [(&str, &[&str]); 4] = [
    ("lib/windows-x64", &["antreckon.dll", "antreckon.lib"]),
    ("lib/linux-x64", &["libantreckon.so"]),
    ("lib/linux-arm64", &["libantreckon.so"]),
    ("lib/macos-arm64", &["libantreckon.dylib"]),
];
/// The module of the native library.
const LIBRARY: &str = "unreal/Antreckon/Source/ThirdParty/AntreckonLibrary";
/// The one header that may ask which engine this is.
const VERSIONS: &str = "AntEngineVersions.h";

/// Counts what holds, and notes what does not.
struct Checks<'a> {
    log: &'a mut Log,
    tally: Tally,
}

impl Checks<'_> {
    fn that(&mut self, holds: bool, what: String) {
        if !holds {
            self.log.note(format!("not true: {what}"));
        }
        self.tally += Tally::one(holds);
    }
}

pub(super) fn check(workspace: &Workspace, log: &mut Log) -> Tally {
    let mut checks = Checks { log, tally: Tally::default() };
    descriptor(workspace, &mut checks);
    libraries(workspace, &mut checks);
    for header in files(&workspace.path(MODULE), "h") {
        self_description(&header, &mut checks);
    }
    for file in files(&workspace.path(PLUGIN), "cpp").iter().chain(&files(&workspace.path(PLUGIN), "h")) {
        let asks = ["ENGINE_MAJOR_VERSION", "ENGINE_MINOR_VERSION", "UE_VERSION_"]
            .iter()
            .any(|word| read(file).contains(word));
        let may = file.file_name().is_some_and(|name| name == VERSIONS);
        checks.that(!asks || may, format!("{} does not ask for the engine's version", file.display()));
    }
    sources(workspace, &mut checks);
    inert(workspace, &mut checks);
    for file in ["README.md", "Antreckon/Config/FilterPlugin.ini", "Antreckon/Resources/Icon128.png"] {
        checks.that(workspace.path("unreal").join(file).exists(), format!("unreal/{file} is there"));
    }
    checks.tally
}

/// Who owns each file, and a word about each setting: the editor shows it.
fn sources(workspace: &Workspace, checks: &mut Checks<'_>) {
    for extension in ["cpp", "h", "cs"] {
        for file in files(&workspace.path(PLUGIN).join("Source"), extension) {
            let first = read(&file).lines().next().unwrap_or_default().to_owned();
            checks.that(first.starts_with("// Copyright "), format!("{} says whose it is", file.display()));
        }
    }
    for file in files(&workspace.path(MODULE), "h") {
        let text = read(&file);
        let lines: Vec<&str> = text.lines().map(str::trim).collect();
        for (index, line) in lines.iter().enumerate().filter(|(_, line)| line.contains("EditAnywhere")) {
            let described = index > 0 && lines[index - 1].ends_with("*/");
            checks.that(
                described || line.contains("DisplayName"),
                format!("{}:{}: has a tooltip", file.display(), index + 1),
            );
        }
    }
}

/// Whatever generated code calls is there where there is no library too.
fn inert(workspace: &Workspace, checks: &mut Checks<'_>) {
    let module = workspace.path(MODULE);
    let defined = read(&module.join("Private/AntInert.cpp")) + &read(&module.join("Private/AntPacket.cpp"));
    let mut asked = 0;
    for header in files(&module.join("Public"), "h") {
        let text = read(&header);
        let lines: Vec<&str> = text.lines().map(str::trim).collect();
        for (index, line) in lines.iter().enumerate() {
            let called = line.ends_with(" override;") || index > 0 && lines[index - 1].starts_with("UFUNCTION(");
            let name = line.split('(').next().and_then(|head| head.split_whitespace().last()).unwrap_or_default();
            if called && line.ends_with(';') && !line.contains('{') {
                asked += 1;
                let module_itself = header.ends_with("AntreckonRuntime.h");
                let there = module_itself || defined.contains(&format!("::{name}("));
                checks.that(there, format!("{name} of {} is defined without a library", header.display()));
            }
        }
    }
    checks.that(asked > 40, format!("{asked} functions are asked for"));
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_default()
}

fn descriptor(workspace: &Workspace, checks: &mut Checks<'_>) {
    let parsed = json::parse(&read(&workspace.path(PLUGIN).join("Antreckon.uplugin")));
    checks.that(parsed.is_ok(), format!("Antreckon.uplugin is JSON: {parsed:?}"));
    let Ok(plugin) = parsed else { return };
    let version = plugin.field("VersionName").and_then(Json::text);
    checks.that(version == Some(env!("CARGO_PKG_VERSION")), format!("VersionName {version:?} is that of Cargo.toml"));
    let names = ["FileVersion", "FriendlyName", "Description", "Modules"];
    checks.that(names.iter().all(|name| plugin.field(name).is_some()), format!("Antreckon.uplugin has {names:?}"));
    let text = read(&workspace.path(PLUGIN).join("Antreckon.uplugin"));
    checks.that(!text.contains("PlatformAllowList"), "the modules build for every platform".to_owned());
    let modules = plugin.field("Modules").map(Json::items).unwrap_or_default();
    checks.that(!modules.is_empty(), "there are modules".to_owned());
    for module in modules {
        let name = module.field("Name").and_then(Json::text).unwrap_or_default();
        let rules = workspace.path(PLUGIN).join("Source").join(name).join(format!("{name}.Build.cs"));
        checks.that(
            read(&rules).contains(&format!("class {name} : ModuleRules")),
            format!("{} is that of {name}", rules.display()),
        );
        let sources = files(rules.parent().unwrap_or(&rules), "cpp");
        let implemented = sources.iter().any(|file| read(file).contains(&format!(", {name})")));
        checks.that(implemented, format!("{name} is implemented"));
    }
}

fn libraries(workspace: &Workspace, checks: &mut Checks<'_>) {
    let rules = read(&workspace.path(LIBRARY).join("AntreckonLibrary.Build.cs"));
    checks.that(rules.contains("Type = ModuleType.External;"), "AntreckonLibrary is external".to_owned());
    for word in ["PublicDelayLoadDLLs.Add(\"antreckon.dll\")", "RuntimeDependencies.Add(", "\"include\""] {
        checks.that(rules.contains(word), format!("AntreckonLibrary.Build.cs has {word}"));
    }
    for (folder, names) in LIBRARIES {
        checks.that(rules.contains(&format!("\"{folder}\"")), format!("AntreckonLibrary.Build.cs knows {folder}"));
        for name in names {
            checks.that(rules.contains(&format!("\"{name}\"")), format!("AntreckonLibrary.Build.cs knows {name}"));
        }
    }
    // Nothing else is looked for, and the module that loads it looks in the same places.
    let known = rules.matches("\"lib/").count();
    checks.that(known == LIBRARIES.len(), format!("{known} folders in AntreckonLibrary.Build.cs"));
    let loader = read(&workspace.path(MODULE).join("Private/AntreckonRuntime.cpp"));
    for (folder, names) in LIBRARIES {
        let file = format!("{folder}/{}", names[0]);
        checks.that(loader.contains(&file), format!("AntreckonRuntime.cpp loads {file}"));
    }
    let here = ["include", "lib"].iter().any(|folder| workspace.path(LIBRARY).join(folder).exists());
    checks.that(!here, "headers and libraries are copied when packaging, not committed".to_owned());
}

/// Guards, and the generated header as the last one where there is one.
fn self_description(header: &Path, checks: &mut Checks<'_>) {
    let text = read(header);
    let shown = header.display();
    checks.that(text.lines().any(|line| line == "#pragma once"), format!("{shown} is guarded"));
    let is_reflected =
        ["UCLASS(", "USTRUCT(", "UENUM("].iter().any(|word| text.lines().any(|line| line.starts_with(word)));
    let last = text.lines().rfind(|line| line.starts_with("#include")).unwrap_or_default();
    let stem = header.file_stem().unwrap_or_default().to_string_lossy();
    let own = format!("#include \"{stem}.generated.h\"");
    checks.that((last == own) == is_reflected, format!("{shown} includes its generated header last, if it has one"));
}
