//! What must be true of a library before it is shipped.

use super::platforms::{Format, GLIBC, Platform};
use crate::shell::{Log, Workspace};
use std::collections::BTreeSet;
use std::path::Path;

/// What a shared library must be below, bytes.
const LARGEST: u64 = 4 << 20;
/// The same for the library of the Godot addon, which holds godot-rust as well.
const LARGEST_GODOT: u64 = 6 << 20;
/// Smallest alignment of what the loader maps, bytes: the largest page of a kernel that is served.
const PAGE: u64 = 16 << 10;

/// What a library is of, which decides what it may export and how large it may be.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// The C ABI.
    C,
    /// The Godot addon.
    Godot,
}

/// Complaints about a shared library; none is good. `functions` are those of the header.
pub(crate) fn shared(
    workspace: &Workspace,
    log: &mut Log,
    platform: &Platform,
    kind: Kind,
    library: &Path,
    functions: &BTreeSet<String>,
) -> Vec<String> {
    let mut complaints = Vec::new();
    let bytes = std::fs::read(library).unwrap_or_default();
    let largest = if kind == Kind::C { LARGEST } else { LARGEST_GODOT };
    if bytes.is_empty() || bytes.len() as u64 >= largest {
        complaints.push(format!("{} bytes, must be below {largest}", bytes.len()));
    }
    let exported = exports(log, platform.format, library);
    match kind {
        Kind::C => complaints.extend(differences(&exported, functions)),
        Kind::Godot if !exported.contains("gdext_rust_init") => {
            complaints.push("does not export gdext_rust_init".to_owned());
        }
        Kind::Godot => {}
    }
    // A library of macOS names itself in the same list.
    let own = format!("@rpath/{}", library.file_name().unwrap_or_default().to_string_lossy());
    for needed in needed(log, library).into_iter().filter(|needed| *needed != own) {
        if !platform.needs.iter().any(|allowed| allowed.eq_ignore_ascii_case(&needed)) {
            complaints.push(format!("needs {needed}"));
        }
    }
    match platform.format {
        Format::Elf => complaints.extend(elf(log, library)),
        Format::MachO => complaints.extend(name_of_dylib(log, library)),
        Format::Pe | Format::Wasm => {}
    }
    let home = std::env::var("HOME").unwrap_or_default();
    for place in [workspace.path("").display().to_string(), home] {
        // A short one is in every program by chance.
        if place.len() > 4 && contains(&bytes, place.trim_end_matches('/').as_bytes()) {
            complaints.push(format!("names a folder of this machine: {place}"));
        }
    }
    complaints
}

/// Complaints about a static library: it defines what the header declares, and nothing else that a program sees.
pub(crate) fn archive(log: &mut Log, platform: &Platform, library: &Path, functions: &BTreeSet<String>) -> Vec<String> {
    let defined = defined(log, &["--extern-only"], library);
    if platform.format == Format::Wasm {
        // The objects of all crates as they are, whose names are mangled.
        return functions.difference(&defined).map(|name| format!("lacks {name}")).collect();
    }
    differences(&defined, functions).collect()
}

fn differences(exported: &BTreeSet<String>, functions: &BTreeSet<String>) -> impl Iterator<Item = String> {
    let more = exported.difference(functions).map(|name| format!("exports {name}, which the header does not have"));
    let less = functions.difference(exported).map(|name| format!("does not export {name}"));
    more.chain(less).collect::<Vec<_>>().into_iter()
}

fn exports(log: &mut Log, format: Format, library: &Path) -> BTreeSet<String> {
    match format {
        Format::Elf => defined(log, &["--dynamic"], library),
        // What the loader finds; the table of symbols has names of the linker besides.
        Format::MachO => {
            let mut objdump = std::process::Command::new("llvm-objdump");
            exports_trie(&log.run(objdump.args(["--macho", "--exports-trie"]).arg(library)).stdout)
        }
        Format::Wasm => defined(log, &["--extern-only"], library),
        Format::Pe => {
            let listing = log.run(std::process::Command::new("llvm-readobj").arg("--coff-exports").arg(library)).stdout;
            listing.lines().filter_map(|line| line.trim().strip_prefix("Name: ")).map(str::to_owned).collect()
        }
    }
}

fn defined(log: &mut Log, options: &[&str], library: &Path) -> BTreeSet<String> {
    let mut nm = std::process::Command::new("llvm-nm");
    let listing = log.run(nm.args(options).args(["--defined-only", "--no-weak"]).arg(library)).stdout;
    symbols(&listing)
}

/// Names in a listing of lines `address kind name`.
fn symbols(listing: &str) -> BTreeSet<String> {
    let names = listing.lines().filter_map(|line| {
        let mut words = line.split_whitespace().rev();
        let (name, kind) = (words.next()?, words.next()?);
        (kind.len() == 1).then(|| name.to_owned())
    });
    names.collect()
}

/// Names in a listing of lines `0xADDRESS  _name`: those of C begin with an underscore there.
fn exports_trie(listing: &str) -> BTreeSet<String> {
    let lines = listing.lines().filter_map(|line| line.trim().strip_prefix("0x")?.split_whitespace().nth(1));
    lines.map(|name| name.strip_prefix('_').unwrap_or(name).to_owned()).collect()
}

/// By which name programs that are linked with a library of macOS look for it: beside them, wherever it was built.
fn name_of_dylib(log: &mut Log, library: &Path) -> Option<String> {
    let mut objdump = std::process::Command::new("llvm-objdump");
    let said = log.run(objdump.args(["--macho", "--dylib-id"]).arg(library)).stdout.trim().to_owned();
    let file = library.file_name().unwrap_or_default().to_string_lossy();
    (!said.ends_with(&format!("@rpath/{file}")))
        .then(|| format!("is named {:?}", said.lines().last().unwrap_or_default()))
}

/// The libraries that the system's loader looks for.
fn needed(log: &mut Log, library: &Path) -> Vec<String> {
    let listing = log.run(std::process::Command::new("llvm-readobj").arg("--needed-libs").arg(library)).stdout;
    needed_in(&listing)
}

fn needed_in(listing: &str) -> Vec<String> {
    let inside = listing.split_once("NeededLibraries [").map_or("", |(_, rest)| rest);
    inside
        .lines()
        .map(str::trim)
        .take_while(|line| *line != "]")
        .filter(|line| !line.is_empty())
        .map(str::to_owned)
        .collect()
}

/// Own name, pages, age of the C library, and that nothing for debuggers is left.
fn elf(log: &mut Log, library: &Path) -> Vec<String> {
    let mut complaints = Vec::new();
    let mut readelf = std::process::Command::new("llvm-readelf");
    readelf.args(["--wide", "--dynamic-table", "--program-headers", "--sections", "--version-info"]).arg(library);
    let listing = log.run(&mut readelf).stdout;
    let name = library.file_name().unwrap_or_default().to_string_lossy();
    if !listing.contains(&format!("Library soname: [{name}]")) {
        complaints.push(format!("is not named {name}"));
    }
    let segments = alignments(&listing);
    if segments.is_empty() || segments.iter().any(|alignment| *alignment < PAGE) {
        complaints.push(format!("segments are aligned to {segments:x?}, must be to {PAGE:x} or more"));
    }
    if let Some(version) = newest_glibc(&listing).filter(|version| *version > parse_version(GLIBC)) {
        complaints.push(format!("needs glibc {}.{}, must run with {GLIBC}", version.0, version.1));
    }
    for section in [" .symtab ", " .debug_"] {
        if listing.contains(section) {
            complaints.push(format!("is not stripped: there is{section}"));
        }
    }
    complaints
}

/// Alignment of each segment that is loaded.
fn alignments(listing: &str) -> Vec<u64> {
    let segments = listing.lines().filter(|line| line.trim_start().starts_with("LOAD"));
    segments
        .map(|line| {
            let last = line.split_whitespace().last().unwrap_or_default();
            u64::from_str_radix(last.trim_start_matches("0x"), 16).unwrap_or(0)
        })
        .collect()
}

fn newest_glibc(listing: &str) -> Option<(u32, u32)> {
    listing.split("GLIBC_").skip(1).map(parse_version).max()
}

fn parse_version(text: &str) -> (u32, u32) {
    let end = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    let mut numbers = text[..end].split('.').map(|number| number.parse().unwrap_or(0));
    (numbers.next().unwrap_or(0), numbers.next().unwrap_or(0))
}

fn contains(bytes: &[u8], text: &[u8]) -> bool {
    bytes.windows(text.len()).any(|window| window == text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn listings_are_read() {
        let listing = "0000 T ant_version\n                 U memcpy\n0010 t hidden\n\nfile.o:\n";
        let names = symbols(listing);
        assert!(names.contains("ant_version") && names.contains("hidden") && names.len() == 3, "{names:?}");
        assert_eq!(
            needed_in("File: x\nNeededLibraries [\n  libc.so.6\n  libdl.so.2\n]\n"),
            ["libc.so.6", "libdl.so.2"]
        );
        assert!(needed_in("").is_empty());
        let trie = "libantreckon.dylib:\nExports trie:\n0x1234      _ant_version\n0x20  _ant_need [per-symbol flag]\n";
        assert_eq!(exports_trie(trie), ["ant_need", "ant_version"].map(str::to_owned).into());
    }

    #[test]
    fn a_young_c_library_and_small_pages_are_found() {
        let listing = "  LOAD 0x000000 0x0 0x0 0x084e24 0x084e24 R   0x4000\n  LOAD 0x1 0x0 0x0 0x1 0x1 R E 0x1000\n\
                       0x0010:   Name: GLIBC_2.17  Flags: none\n0x0020: Name: GLIBC_2.4  Flags: none\n";
        assert_eq!(alignments(listing), [0x4000, 0x1000]);
        assert_eq!(newest_glibc(listing), Some((2, 17)));
        assert!(parse_version("2.28") > parse_version("2.17") && parse_version("2.4") < parse_version("2.17"));
    }

    #[test]
    fn every_difference_is_named() {
        let set = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<BTreeSet<_>>();
        let said: Vec<String> = differences(&set(&["a", "b"]), &set(&["b", "c"])).collect();
        assert_eq!(said, ["exports a, which the header does not have", "does not export c"]);
    }
}
