//! Folders of `src` depend on each other in one direction only, and only `src/ffi` leaves safe, deterministic, portable Rust.

use std::path::{Path, PathBuf};

/// Which folders a folder may use, as DESIGN.md has it; every folder of `src` is listed.
const ALLOWED: &[(&str, &[&str])] = &[
    ("base", &[]),
    ("world", &["base"]),
    ("pheromone", &["base", "world"]),
    ("predict", &["base", "world", "pheromone"]),
    ("smooth", &["base", "world", "pheromone", "predict"]),
    ("net", &["base", "world", "pheromone", "predict", "smooth"]),
    ("ghosts", &["base", "world", "pheromone", "predict", "smooth", "net"]),
    ("timewarp", &["base"]),
    ("record", &["base", "world"]),
    ("learn", &["base", "world", "pheromone", "predict", "net"]),
    ("ffi", &["base", "world", "pheromone", "predict", "smooth", "net", "ghosts", "timewarp", "record"]),
];

/// Files that may contain `unsafe` outside of `src/ffi`.
const SIMD: &[&str] = &["base/simd.rs", "pheromone/simd.rs"];

struct Source {
    /// Path below `src`.
    name: String,
    /// Text without comments, strings and test modules; line by line as in the file.
    code: Vec<String>,
}

impl Source {
    fn folder(&self) -> &str {
        self.name.split('/').next().unwrap()
    }

    fn lines(&self) -> impl Iterator<Item = (usize, &str)> {
        self.code.iter().enumerate().map(|(i, line)| (i + 1, line.as_str()))
    }
}

fn sources() -> Vec<Source> {
    fn collect(folder: &Path, found: &mut Vec<PathBuf>) {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                collect(&path, found);
            } else if path.extension().is_some_and(|e| e == "rs") {
                found.push(path);
            }
        }
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut paths = Vec::new();
    collect(&root, &mut paths);
    paths.sort();
    let read = |path: PathBuf| {
        let name = path.strip_prefix(&root).unwrap().to_string_lossy().replace('\\', "/");
        Source { code: code_of(&std::fs::read_to_string(&path).unwrap()), name }
    };
    paths.into_iter().map(read).collect()
}

/// The code of a file without comments, strings and what stands in `#[cfg(test)]` items.
fn code_of(text: &str) -> Vec<String> {
    let mut lines = Vec::new();
    // Depth of braces at which the test item began; it ends when that depth is reached again.
    let (mut depth, mut test_item, mut test_next) = (0i32, None, false);
    for line in text.lines() {
        let line = without_strings(line);
        if line.trim_start().starts_with("#[cfg(test)]") {
            test_next = true;
        }
        let before = depth;
        depth += line.matches('{').count() as i32 - line.matches('}').count() as i32;
        if test_next && test_item.is_none() && !line.trim_start().starts_with("#[") {
            if depth > before {
                (test_item, test_next) = (Some(before), false);
            } else if line.contains(';') {
                test_next = false;
                lines.push(String::new());
                continue;
            }
        }
        let in_test = test_item.is_some() || test_next;
        lines.push(if in_test { String::new() } else { line });
        if test_item.is_some_and(|began| depth <= began) {
            test_item = None;
        }
    }
    lines
}

/// A line without its comment, and with the contents of strings and characters blanked.
fn without_strings(line: &str) -> String {
    let mut code = String::new();
    let mut chars = line.chars().peekable();
    let mut in_string = false;
    while let Some(c) = chars.next() {
        match c {
            '\\' if in_string => {
                chars.next();
            }
            '"' => in_string = !in_string,
            _ if in_string => {}
            '/' if chars.peek() == Some(&'/') => break,
            '\'' => {
                // A character literal closes after one (escaped) character; a lifetime does not.
                let mut ahead = chars.clone();
                let first = ahead.next();
                if first == Some('\\') {
                    ahead.next();
                }
                if ahead.next() == Some('\'') {
                    chars = ahead;
                } else {
                    code.push(c);
                }
            }
            _ => code.push(c),
        }
    }
    code
}

/// Names that follow `prefix` in a line of code.
fn names_after<'a>(line: &'a str, prefix: &'a str) -> impl Iterator<Item = &'a str> {
    line.match_indices(prefix)
        .filter(|(at, _)| !line[..*at].ends_with(|c: char| c.is_alphanumeric() || c == '_' || c == ':'))
        .map(|(at, _)| {
            let rest = &line[at + prefix.len()..];
            &rest[..rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len())]
        })
}

fn is_word(line: &str, word: &str) -> bool {
    line.match_indices(word).any(|(at, _)| {
        let edge = |c: Option<char>| !c.is_some_and(|c| c.is_alphanumeric() || c == '_');
        edge(line[..at].chars().next_back()) && edge(line[at + word.len()..].chars().next())
    })
}

#[test]
fn folders_use_only_what_lies_below_them() {
    let mut faults = Vec::new();
    for source in sources().iter().filter(|s| s.name.contains('/')) {
        let folder = source.folder();
        let Some((_, allowed)) = ALLOWED.iter().find(|(name, _)| *name == folder) else {
            panic!("src/{folder} is not in the table of this test; add it there and in DESIGN.md");
        };
        for (number, line) in source.lines() {
            for used in names_after(line, "crate::") {
                let fits = used == folder || allowed.contains(&used);
                // `use crate::{a, b}` has no name after the prefix; it is not used, so that this test can see everything.
                if !fits {
                    faults.push(format!("src/{}:{number} uses crate::{used}", source.name));
                }
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn unsafe_code_is_in_the_boundary_and_the_simd_files_only() {
    let mut faults = Vec::new();
    for source in sources().iter().filter(|s| s.folder() != "ffi" && !SIMD.contains(&s.name.as_str())) {
        for (number, line) in source.lines() {
            // The attribute that forbids it names it too.
            if is_word(line, "unsafe") {
                faults.push(format!("src/{}:{number}", source.name));
            }
        }
    }
    assert!(faults.is_empty(), "unsafe in\n{}", faults.join("\n"));
}

#[test]
fn nothing_below_the_boundary_needs_the_standard_library() {
    let mut faults = Vec::new();
    for source in sources().iter().filter(|s| s.folder() != "ffi") {
        for (number, line) in source.lines() {
            if names_after(line, "std::").next().is_some() {
                faults.push(format!("src/{}:{number}: {}", source.name, line.trim()));
            }
        }
    }
    assert!(faults.is_empty(), "std in\n{}", faults.join("\n"));
}

#[test]
fn nothing_below_the_boundary_computes_what_differs_between_machines() {
    const METHODS: &[&str] = &[
        "mul_add", "sin", "cos", "tan", "asin", "acos", "atan", "atan2", "sin_cos", "sinh", "cosh", "tanh", "exp",
        "exp2", "exp_m1", "ln", "ln_1p", "log", "log2", "log10", "powf", "cbrt", "hypot",
    ];
    const TYPES: &[&str] = &["HashMap", "HashSet", "Instant", "SystemTime"];
    let mut faults = Vec::new();
    for source in sources().iter().filter(|s| s.folder() != "ffi") {
        for (number, line) in source.lines() {
            for method in METHODS {
                if line.contains(&format!(".{method}(")) || line.contains(&format!("f64::{method}")) {
                    faults.push(format!("src/{}:{number}: {method}", source.name));
                }
            }
            for name in TYPES.iter().filter(|name| is_word(line, name)) {
                faults.push(format!("src/{}:{number}: {name}", source.name));
            }
        }
    }
    assert!(faults.is_empty(), "not deterministic:\n{}", faults.join("\n"));
}

#[test]
fn this_test_sees_what_it_looks_for() {
    let code = code_of(
        "use crate::world::World; // crate::ffi\nlet s = \"crate::ffi {\"; let c = '\"'; unsafe {}\n\
         #[cfg(test)]\nmod tests {\n    use crate::ffi::x;\n}\nx.sin();",
    );
    assert_eq!(names_after(&code[0], "crate::").collect::<Vec<_>>(), ["world"]);
    assert!(!code[1].contains("crate") && is_word(&code[1], "unsafe"));
    assert!(code[4].is_empty());
    assert!(code[6].contains(".sin("));
    assert!(!is_word("unsafe_code", "unsafe"));
}

/// Whoever meets a file must be able to say what it is by its first four bytes.
#[test]
fn no_two_kinds_of_state_begin_with_the_same_bytes() {
    let mut seen = std::collections::BTreeMap::new();
    for source in sources() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("src").join(&source.name);
        for line in std::fs::read_to_string(path).unwrap().lines().filter(|line| line.contains("const MAGIC: [u8; 4]"))
        {
            let magic = line.split('"').nth(1).expect(line).to_owned();
            let before = seen.insert(magic.clone(), source.name.clone());
            assert_eq!(before, None, "{magic} is the magic of src/{}, too", source.name);
        }
    }
    assert!(seen.len() > 15, "{seen:?}");
}
