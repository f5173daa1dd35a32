//! Only `src/ghosts` puts receiver, predictor and smoother together; everybody else goes through `Ghosts`, in every language.
#![allow(missing_docs)]

use std::path::{Path, PathBuf};

const FOLDERS: &[&str] =
    &["src", "tools", "godot", "bindings", "unity", "unreal", "tests", "benches", "examples", "xtask", "lab", "web"];
const LANGUAGES: &[&str] = &["rs", "c", "h", "cpp", "hpp", "cs", "gd", "py", "js", "ts"];
/// In these a comment begins with `#`.
const HASH_LANGUAGES: &[&str] = &["gd", "py"];

/// What names both objects and composes nothing, each with its reason.
const ALLOWED: &[(&str, &str)] = &[
    ("src/ffi/init.rs", "the table of all structs that ant_init fills"),
    ("bindings/csharp/Generated/", "declarations of every function, struct and handle"),
    ("tests/c/test_init.c", "every struct that ant_init fills"),
    ("tests/c/test_life.c", "the life-cycle calls on a handle of every kind"),
    ("tests/csharp/ErrorTests.cs", "a null handle of every kind is refused"),
];

/// A part, by the names it has in the languages.
struct Part {
    object: &'static str,
    prefixes: [&'static str; 2],
}

const RECEIVER: Part = Part { object: "Receiver", prefixes: ["AntReceiver", "ant_receiver_"] };
const SMOOTHER: Part = Part { object: "Smoother", prefixes: ["AntSmoother", "ant_smoother_"] };

impl Part {
    fn is_named_in(&self, code: &str) -> bool {
        let mut names = code.split(|c: char| !c.is_alphanumeric() && c != '_');
        names.any(|name| name == self.object || self.prefixes.iter().any(|prefix| name.starts_with(prefix)))
    }
}

fn composes(code: &str) -> bool {
    RECEIVER.is_named_in(code) && SMOOTHER.is_named_in(code)
}

/// A source without comments and strings.
fn code_of(text: &str, language: &str) -> String {
    let hash = HASH_LANGUAGES.contains(&language);
    let mut code = String::new();
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let skipped = if hash && c == '#' || !hash && rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if !hash && rest.starts_with("/*") {
            rest.find("*/").map_or(rest.len(), |end| end + 2)
        } else if c == '"' || c == '\'' && hash {
            // C#'s @"…" and Rust's r"…" have no escapes.
            string_length(rest, c, !code.ends_with(['@', 'r', '#']))
        } else if c == '\'' {
            character_length(rest)
        } else {
            0
        };
        if skipped == 0 {
            code.push(c);
            rest = &rest[c.len_utf8()..];
        } else {
            code.push(' ');
            rest = &rest[skipped..];
        }
    }
    code
}

/// Length of the string that `text` begins with, its quotes included.
fn string_length(text: &str, quote: char, has_escapes: bool) -> usize {
    let mut escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        if escaped {
            escaped = false;
        } else if c == '\\' && has_escapes {
            escaped = true;
        } else if c == quote {
            return at + 1;
        }
    }
    text.len()
}

/// Length of the character literal that `text` begins with; 0 when it is a Rust lifetime.
fn character_length(text: &str) -> usize {
    let mut chars = text.char_indices().skip(1);
    match chars.next() {
        Some((_, '\\')) => string_length(text, '\'', true),
        Some(_) => chars.next().filter(|(_, c)| *c == '\'').map_or(0, |(at, _)| at + 1),
        None => 0,
    }
}

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if path.is_dir() && name != "target" && !name.starts_with('.') {
            sources(&path, found);
        } else if path.extension().is_some_and(|e| LANGUAGES.iter().any(|language| e == *language)) {
            found.push(path);
        }
    }
}

#[test]
fn nobody_composes_the_parts_outside_the_front_door() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut paths = Vec::new();
    FOLDERS.iter().for_each(|folder| sources(&root.join(folder), &mut paths));
    paths.retain(|path| !path.starts_with(root.join("src/ghosts")));
    assert!(paths.len() > 500, "only {} sources found", paths.len());
    let mut composing = Vec::new();
    for path in paths {
        let language = path.extension().unwrap_or_default().to_string_lossy();
        let code = code_of(&String::from_utf8_lossy(&std::fs::read(&path).unwrap()), &language);
        if composes(&code) {
            composing.push(path.strip_prefix(root).unwrap().to_string_lossy().replace('\\', "/"));
        }
    }
    let unknown: Vec<_> =
        composing.iter().filter(|name| !ALLOWED.iter().any(|(allowed, _)| name.starts_with(allowed))).collect();
    assert!(
        unknown.is_empty(),
        "go through Ghosts (docs/integration.md) instead of receiver and smoother: {unknown:#?}"
    );
    for (allowed, reason) in ALLOWED {
        assert!(composing.iter().any(|name| name.starts_with(allowed)), "{allowed} is allowed for nothing ({reason})");
    }
}

#[test]
fn a_composition_is_found_in_every_language() {
    let planted = [
        ("rs", "use antreckon::net::{Codec, Receiver};\nuse antreckon::smooth::Smoother;"),
        ("c", "AntReceiver in; AntSmootherDesc out;"),
        ("c", "ant_receiver_receive(in, &update, now, NULL); ant_smoother_draw_batch(out, &batch);"),
        ("hpp", "char quote = '\"'; antreckon::Receiver in; antreckon::Smoother out;"),
        ("cs", "string path = @\"C:\\\"; Receiver receiver = Receiver.Create(desc); Smoother.Create(other);"),
        ("gd", "var receiver: AntReceiver\nvar smoother := AntSmoother.new()"),
        ("rs", "fn f<'a>(x: &'a Receiver) { Smoother::new('\\'', r\"\\\") }"),
    ];
    for (language, text) in planted {
        assert!(composes(&code_of(text, language)), "{language}: {text}");
    }
}

#[test]
fn comments_strings_and_other_names_are_no_composition() {
    let innocent = [
        ("rs", "//! Not [`Receiver`] and Smoother.\nlet s = \"Receiver \\\" Smoother\"; /* Receiver\nSmoother */"),
        ("c", "/* AntReceiver */ ant_smoother_draw(out);"),
        ("cs", "// Receiver\nstring s = @\"Smoother\\\"; Smoother s;"),
        ("gd", "# AntReceiver\nvar text: String = 'AntReceiver' + \"AntReceiver\"\nvar smoother: AntSmoother"),
        ("rs", "let receiver = ReceiverParams::default(); Smoother::new();"),
    ];
    for (language, text) in innocent {
        assert!(!composes(&code_of(text, language)), "{language}: {text}");
    }
}
