//! `.meta` files: Unity knows an asset by the id in it, so ids follow from the path and never change.

use std::path::{Path, PathBuf};

/// Name of the package, which makes its ids differ from those of others.
const PACKAGE: &str = "com.antreckon.core";

/// The `.meta` file of an asset.
pub(super) fn path_of(asset: &Path) -> PathBuf {
    let mut name = asset.as_os_str().to_owned();
    name.push(".meta");
    PathBuf::from(name)
}

/// What stands in it. `path` is relative to the package, with slashes.
pub(super) fn text(path: &str, is_folder: bool) -> String {
    let importer = match path.rsplit('.').next() {
        _ if is_folder => return format!("{}folderAsset: yes\n{}", head(path), plain("DefaultImporter")),
        _ if path == "package.json" => plain("PackageManifestImporter"),
        Some("cs") => script(),
        Some("asmdef") => plain("AssemblyDefinitionImporter"),
        Some("md" | "json") => plain("TextScriptImporter"),
        Some("dll" | "so" | "dylib" | "a") => plugin(path),
        _ => plain("DefaultImporter"),
    };
    head(path) + &importer
}

fn head(path: &str) -> String {
    format!("fileFormatVersion: 2\nguid: {}\n", guid(path))
}

/// 128 bits: FNV-1a twice, from different beginnings.
fn guid(path: &str) -> String {
    let hash = |begin: u64| {
        let bytes = PACKAGE.bytes().chain([b'/']).chain(path.bytes());
        bytes.fold(begin, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
    };
    format!("{:016x}{:016x}", hash(0xcbf2_9ce4_8422_2325), hash(0x6c62_272e_07bb_0142))
}

const TAIL: &str = "  userData: \n  assetBundleName: \n  assetBundleVariant: \n";

fn plain(importer: &str) -> String {
    format!("{importer}:\n  externalObjects: {{}}\n{TAIL}")
}

fn script() -> String {
    format!(
        "MonoImporter:\n  externalObjects: {{}}\n  serializedVersion: 2\n  defaultReferences: []\n  executionOrder: 0\n  \
         icon: {{instanceID: 0}}\n{TAIL}"
    )
}

/// A native library is for one platform only: two libraries of one name are an error in a build.
fn plugin(path: &str) -> String {
    let platform = path.rsplit('/').nth(1).unwrap_or_default();
    let mut text = String::from(
        "PluginImporter:\n  externalObjects: {}\n  serializedVersion: 2\n  iconMap: {}\n  executionOrder: {}\n  \
         defineConstraints: []\n  isPreloaded: 0\n  isOverridable: 0\n  isExplicitlyReferenced: 0\n  validateReferences: 1\n  \
         platformData:\n  - first:\n      Any: \n    second:\n      enabled: 0\n      settings: {}\n",
    );
    // Without an entry of its own the editor would load it, too.
    if matches!(platform, "android-arm64" | "ios-arm64" | "webgl") {
        text += "  - first:\n      Editor: Editor\n    second:\n      enabled: 0\n      settings:\n        DefaultValueInitialized: true\n";
    }
    let mut add = |first: &str, settings: &[(&str, &str)]| {
        text += &format!("  - first:\n      {first}\n    second:\n      enabled: 1\n      settings:");
        text += if settings.is_empty() { " {}\n" } else { "\n" };
        for (name, value) in settings {
            text += &format!("        {name}: {value}\n");
        }
    };
    let mut desktop = |standalone: &str, processor: &str, system: &str| {
        add("Editor: Editor", &[("CPU", processor), ("DefaultValueInitialized", "true"), ("OS", system)]);
        add(&format!("Standalone: {standalone}"), &[("CPU", processor)]);
    };
    match platform {
        "windows-x64" => desktop("Win64", "x86_64", "Windows"),
        "linux-x64" => desktop("Linux64", "x86_64", "Linux"),
        "macos-universal" => desktop("OSXUniversal", "AnyCPU", "OSX"),
        "macos-arm64" => desktop("OSXUniversal", "ARM64", "OSX"),
        "android-arm64" => add("Android: Android", &[("CPU", "ARM64")]),
        "ios-arm64" => add("iPhone: iOS", &[("AddToEmbeddedBinaries", "false")]),
        "webgl" => add("WebGL: WebGL", &[]),
        _ => {}
    }
    text + TAIL
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_stable_and_different() {
        // Fixed for ever: scenes of users refer to it.
        assert_eq!(guid("Runtime/AntGhost.cs").len(), 32);
        assert_eq!(guid("Runtime/AntGhost.cs"), "952a8dec642894849d559bd0336c4967");
        assert_ne!(guid("a"), guid("b"));
    }

    #[test]
    fn each_platform_is_enabled_alone() {
        for (platform, file) in super::super::LIBRARIES {
            let text = text(&format!("Runtime/Plugins/{platform}/{file}"), false);
            let enabled = text.matches("enabled: 1").count();
            assert_eq!(enabled, if text.contains("Standalone") { 2 } else { 1 }, "{platform}");
            assert!(text.contains("Any: \n    second:\n      enabled: 0"), "{platform}");
            assert_eq!(text.matches("Editor: Editor").count(), 1, "{platform} says whether the editor loads it");
        }
    }
}
