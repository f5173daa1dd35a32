//! The committed headers are what the source says, and say something about everything.
//!
//! `cargo xtask header` (`ANTRECKON_BLESS=1 cargo test --test header`) writes them anew.

mod layers;

use layers::{headers, items, root};

/// All headers one after the other.
fn generate() -> String {
    headers().into_iter().map(|(_, text)| text).collect()
}

#[test]
fn the_committed_headers_are_fresh() {
    let bless = std::env::var_os("ANTRECKON_BLESS").is_some();
    let folder = root().join("include/antreckon");
    if bless {
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).unwrap();
    }
    let mut fresh = Vec::new();
    for (path, text) in headers() {
        if bless {
            std::fs::write(&path, &text).unwrap();
        }
        let committed = std::fs::read_to_string(&path).unwrap_or_default();
        assert!(committed == text, "{} is stale: cargo xtask header", path.display());
        fresh.push(path);
    }
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        assert!(fresh.contains(&path), "{} is made from nothing", path.display());
    }
}

#[test]
fn every_export_is_in_the_headers() {
    let headers = generate();
    for item in items().iter().filter(|item| item.name.starts_with("ant_")) {
        let name = &item.name;
        assert!(headers.contains(&format!(" {name}(")) || headers.contains(&format!("*{name}(")), "{name}");
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
        // The second line of a macro.
        if line.starts_with("ant_init(ANT_STRUCT_") {
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
        ["#ifndef", "#if ", "#ifdef", "#endif", "#else", "#include", "#define ANTRECKON_", "#define ANT_API"];
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
    for item in items().into_iter().filter(|item| item.name.starts_with("ANT_")) {
        let before = seen.insert(item.name.clone(), item.file.clone());
        assert_eq!(before, None, "{} is defined in {}, too", item.name, item.file);
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
