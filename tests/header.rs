//! The committed header is what the source says, and says something about everything.
//!
//! `ANTRECKON_BLESS=1 cargo test --test header` writes it anew.

use std::path::{Path, PathBuf};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Files with exports, in the order of the header; a file of `src/ffi` that is in neither list fails the test.
const EXPORTS: &[&str] = &[
    "version",
    "status",
    "error",
    "log",
    "alloc",
    "time",
    "frame",
    "stream",
    "world",
    "level_input",
    "world_edit",
    "world_query",
    "world_cells",
    "map",
    "map_source",
    "map_avatar",
    "map_step",
    "map_query",
    "map_trail",
    "need",
    "interactions",
    "profile",
    "predictor",
    "observe",
    "predict",
    "learned",
    "dis",
    "interest",
    "neuro",
    "strategy",
    "net_codec",
    "net_packet",
    "net_simulator",
    "net_clock",
    "timewarp",
    "timewarp_run",
    "timewarp_plan",
    "timewarp_report",
    "sender",
    "sender_tell",
    "sender_connection",
    "sender_collect",
    "sender_hooks",
    "sender_owner",
    "receiver",
    "receiver_show",
    "receiver_state",
    "plausibility_rules",
    "plausibility",
    "commitment",
    "smooth",
    "smooth_correct",
    "smooth_draw",
    "recorder",
    "recorder_write",
];
/// Files without exports, and the tests' own.
const INTERNAL: &[&str] = &["arg", "batch", "guard", "handle", "mod", "object", "structs", "testing", "tests"];

fn source(name: &str) -> PathBuf {
    root().join("src/ffi").join(name).with_extension("rs")
}

fn generate() -> String {
    let config = cbindgen::Config::from_file(root().join("cbindgen.toml")).expect("cbindgen.toml is valid");
    let mut builder = cbindgen::Builder::new().with_config(config);
    for name in EXPORTS {
        builder = builder.with_src(source(name));
    }
    let mut bytes = Vec::new();
    builder.generate().expect("the header can be generated").write(&mut bytes);
    String::from_utf8(bytes).expect("the header is UTF-8")
}

#[test]
fn the_committed_header_is_fresh() {
    let path = root().join("include/antreckon.h");
    let fresh = generate();
    if std::env::var_os("ANTRECKON_BLESS").is_some() {
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, &fresh).unwrap();
    }
    let committed = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(committed == fresh, "include/antreckon.h is stale: ANTRECKON_BLESS=1 cargo test --test header");
}

#[test]
fn every_file_of_the_boundary_is_accounted_for() {
    let mut names: Vec<String> = std::fs::read_dir(root().join("src/ffi"))
        .unwrap()
        .map(|entry| entry.unwrap().path().file_stem().unwrap().to_string_lossy().into_owned())
        .collect();
    names.sort();
    let mut listed: Vec<String> = EXPORTS.iter().chain(INTERNAL).map(|name| name.to_string()).collect();
    listed.sort();
    assert_eq!(names, listed);
}

#[test]
fn every_export_is_in_the_header() {
    let header = generate();
    for name in EXPORTS {
        for line in std::fs::read_to_string(source(name)).unwrap().lines() {
            if let Some(rest) =
                line.strip_prefix("pub unsafe extern \"C\" fn ").or(line.strip_prefix("pub extern \"C\" fn "))
            {
                let function = rest.split('(').next().unwrap();
                assert!(
                    header.contains(&format!(" {function}(")) || header.contains(&format!("*{function}(")),
                    "{function}"
                );
            }
        }
    }
}

/// Lines of the header that declare something, each with whether a comment ends on the line before it.
fn declarations(header: &str) -> Vec<(String, bool)> {
    let mut found = Vec::new();
    let mut documented = false;
    let mut in_comment = false;
    let mut in_parameters = false;
    for line in header.lines().map(str::trim) {
        if in_comment || line.starts_with("/*") {
            in_comment = !line.ends_with("*/");
            continue;
        }
        // The export macro may stand on its own line between the comment and the function.
        if line.starts_with("///") || line == "ANT_API" {
            documented |= line.starts_with("///");
            continue;
        }
        if !in_parameters && !line.is_empty() && !line.starts_with('}') && line != "extern \"C\" {" {
            found.push((line.to_owned(), documented));
        }
        in_parameters = if in_parameters {
            !line.ends_with(';')
        } else {
            line.contains('(') && !line.starts_with('#') && !line.ends_with(';')
        };
        documented = false;
    }
    found
}

#[test]
fn every_function_struct_field_and_constant_is_documented() {
    let header = generate();
    let plumbing =
        ["#ifndef", "#if ", "#ifdef", "#endif", "#else", "#include", "#define ANTRECKON_H", "#define ANT_API"];
    let mut checked = 0;
    for (line, documented) in declarations(&header) {
        if plumbing.iter().any(|start| line.starts_with(start)) {
            continue;
        }
        assert!(documented, "without a comment: {line}");
        checked += 1;
    }
    assert!(checked > 300, "only {checked} declarations were seen");
}

/// The generator merges constants of one name silently, whatever their values are.
#[test]
fn no_constant_is_defined_twice() {
    let mut seen = std::collections::BTreeMap::new();
    for name in EXPORTS {
        let text = std::fs::read_to_string(source(name)).expect("a source of the boundary");
        for line in text.lines().filter_map(|line| line.strip_prefix("pub const ")) {
            let constant = line.split(':').next().expect("a name").to_owned();
            let before = seen.insert(constant.clone(), *name);
            assert_eq!(before, None, "{constant} is defined in {name}, too");
        }
    }
    assert!(seen.len() > 100, "{}", seen.len());
}

#[test]
fn the_version_of_the_header_is_the_version_of_the_package() {
    let header = generate();
    let number = |name: &str| -> u32 {
        let line = header.lines().find(|line| line.starts_with(&format!("#define {name} "))).expect(name);
        line.rsplit(' ').next().unwrap().parse().expect(line)
    };
    let parts = ["ANT_VERSION_MAJOR", "ANT_VERSION_MINOR", "ANT_VERSION_PATCH"].map(number);
    assert_eq!(parts.map(|n| n.to_string()).join("."), env!("CARGO_PKG_VERSION"));
}
