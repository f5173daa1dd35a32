//! What a linker for macOS must know of the system: the names in its one library. zig has a list of them.

use std::path::Path;

/// Folder of the kit, named as Apple's are.
pub(super) const SDK: &str = "MacOSX.sdk";

/// Names by which the standard library asks for parts of the system's library.
const NAMES: [&str; 4] = ["System", "c", "m", "iconv"];

/// Writes the kit into a folder, from zig's.
pub(super) fn make_kit(zig: &Path, folder: &Path) -> Result<(), String> {
    let list = zig.join("lib/libc/darwin/libSystem.tbd");
    let text = std::fs::read_to_string(&list).map_err(|error| format!("{}: {error}", list.display()))?;
    let libraries = folder.join(SDK).join("usr/lib");
    let text = for_arm64(&text);
    std::fs::create_dir_all(&libraries)
        .and_then(|()| {
            NAMES.iter().try_for_each(|name| std::fs::write(libraries.join(format!("lib{name}.tbd")), &text))
        })
        .map_err(|error| format!("{}: {error}", libraries.display()))
}

/// The list is of a system that is newer than the linker: processors unknown to it are left out, and what the system's own programs
/// have (arm64e) is there for all (arm64).
fn for_arm64(list: &str) -> String {
    let mut text = String::with_capacity(list.len());
    for word in list.split(',') {
        if !word.trim_start().starts_with("arm64e.x1-") {
            text.push_str(if text.is_empty() { "" } else { "," });
            text.push_str(word);
        } else if let Some((_, rest)) = word.split_once(']') {
            // The last of its list.
            text.push(']');
            text.push_str(rest);
        }
    }
    text.replace("arm64e-", "arm64-")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn processors_are_renamed_or_left_out() {
        let list = "targets: [ x86_64-macos, arm64e-macos, \n   arm64e.x1-macos, arm64e.x1-maccatalyst ]\nsymbols: [ _a, _b ]\n";
        assert_eq!(for_arm64(list), "targets: [ x86_64-macos, arm64-macos]\nsymbols: [ _a, _b ]\n");
    }
}
