//! The JSON is what docs/lab.md says: every key is documented with its type, and every documented key is there.

use crate::support::{FRAMES, Folder, antreckon, write_match};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;

/// Types of every key, by the path that the document uses.
type Keys = BTreeMap<String, BTreeSet<String>>;

fn documented() -> Keys {
    let document = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/lab.md");
    let document = fs::read_to_string(document).expect("docs/lab.md");
    let (_, list) = document.split_once("<!-- keys: begin -->\n").expect("the list of keys");
    let (list, _) = list.split_once("<!-- keys: end -->").expect("its end");
    let mut keys = Keys::new();
    for row in list.lines().skip(2) {
        let cells: Vec<&str> = row.split('|').map(str::trim).collect();
        let (key, types) = (cells[1].trim_matches('`'), cells[2]);
        let types = types.split(" or ").map(str::to_owned).collect();
        assert!(keys.insert(key.to_owned(), types).is_none(), "{key} is documented twice");
    }
    keys
}

fn collect(value: &Value, path: &str, found: &mut Keys) {
    let name = match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::String(_) => "string",
        Value::Number(number) if number.is_u64() => "integer",
        Value::Number(_) => "number",
        Value::Array(_) => "list",
        Value::Object(_) => "object",
    };
    if !path.is_empty() && name != "object" {
        found.entry(path.to_owned()).or_default().insert(name.to_owned());
    }
    match value {
        Value::Array(items) => items.iter().for_each(|item| collect(item, &format!("{path}[]"), found)),
        Value::Object(fields) => {
            for (key, field) in fields {
                let path = if path.is_empty() { key.clone() } else { format!("{path}.{key}") };
                collect(field, &path, found);
            }
        }
        _ => {}
    }
}

/// The first two minutes have the keys of the whole.
fn as_documented(path: &str) -> String {
    path.replace("cold_start[]", "accuracy[]")
}

/// A long and a short match over a network, as printed.
fn printed(networks: &[&str]) -> Vec<u8> {
    let folder = Folder::new(&format!("json_{}", networks.len()));
    let [long, short] = ["long", "short"].map(|name| folder.0.join(name));
    for trace in [&long, &short] {
        fs::create_dir_all(trace).expect("a folder");
        write_match(trace, FRAMES);
    }
    // Half of it and without a walkable area.
    let samples = fs::read_to_string(short.join("samples.csv")).expect("samples");
    let half: String = samples.lines().take(FRAMES / 2 * 5).map(|line| format!("{line}\n")).collect();
    fs::write(short.join("samples.csv"), half).expect("samples");
    for name in ["events.csv", "jumps.csv", "nav.json"] {
        fs::remove_file(short.join(name)).expect("it was there");
    }
    let mut command = antreckon();
    command.arg("eval").args([&long, &short]).args(["--models", "dr1,trail,auto", "--json", "-"]);
    let run = command.args(networks).output().expect("the program runs");
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    run.stdout
}

#[test]
fn every_key_is_documented_with_its_type_and_every_documented_key_is_there() {
    let networks = ["--net", "latency=100ms,jitter=20ms,loss=5%", "--net", "loss=20%,burst=3,duplicate=5%,reorder=5%"];
    // Alone on standard output: nothing before it, nothing after it.
    let document: Value = serde_json::from_slice(&printed(&networks)).expect("JSON and nothing else");
    assert_eq!(document["version"], 1);
    let (documented, mut found) = (documented(), Keys::new());
    collect(&document, "", &mut found);
    for (path, types) in &found {
        let path = as_documented(path);
        let allowed = documented.get(&path).unwrap_or_else(|| panic!("`{path}` is not documented"));
        for name in types {
            let fits = allowed.contains(name) || (name == "integer" && allowed.contains("number"));
            assert!(fits, "`{path}` is {name}, documented as {allowed:?}");
        }
    }
    let emitted: BTreeSet<String> = found.keys().map(|path| as_documented(path)).collect();
    for path in documented.keys() {
        assert!(emitted.contains(path), "`{path}` is documented but never there");
    }
    let rows = document["traces"][0]["network"].as_array().expect("rows");
    assert_eq!(rows.len(), 2 * (3 * 2 + 4), "models by convergences and peers, for each network");
    let first = &rows[0];
    assert_eq!(
        (&first["latency_ms"], &first["jitter_ms"], &first["loss"]),
        (&100.0.into(), &20.0.into(), &0.05.into())
    );
    assert!(first["inside_walls"].is_number() && document["traces"][1]["network"][0]["inside_walls"].is_null());
    assert!((9.0..=12.0).contains(&first["updates_per_s"].as_f64().expect("a rate")), "{first}");
}

#[test]
fn without_a_network_its_section_is_empty() {
    let document: Value = serde_json::from_slice(&printed(&[])).expect("JSON and nothing else");
    for trace in document["traces"].as_array().expect("traces") {
        assert_eq!(trace["network"], Value::Array(Vec::new()));
    }
}
