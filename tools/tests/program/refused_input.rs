//! The program refuses damaged input: the file and line in the message, exit code 2, and everything else as it was.

use crate::support::{FRAMES, Folder, antreckon, contents, write_match};
use flate2::{Compression, write::GzEncoder};
use std::fs;
use std::io::Write;
use std::path::Path;

/// A document that studies write into.
fn document() -> String {
    let marks = ["ant", "network", "neuro", "routes", "tanks"];
    marks.map(|study| format!("<!-- study {study}: begin -->\nold\n<!-- study {study}: end -->\n")).concat()
}

/// Every command that reads traces, with all it can write.
const COMMANDS: [&[&str]; 9] = [
    &[
        "eval",
        "SOUND",
        "TRACE",
        "--models",
        "dr1",
        "--json",
        "OUT/a.json",
        "--markdown",
        "OUT/a.md",
        "--dump",
        "OUT/dump",
    ],
    &["eval", "TRACE", "--models", "dr1", "--net", "latency=50ms", "--json", "OUT/new.json", "--dump", "OUT/new"],
    &["train", "TRACE", "--out", "OUT/a.weights"],
    &["train", "TRACE", "--folds", "2", "--policy", "--out", "OUT/folds"],
    &["train", "SOUND", "TRACE", "--leave-one-map-out", "--out", "OUT/folds"],
    &["train", "SOUND", "TRACE", "--neuro", "--out", "OUT/a.bank"],
    &["study", "network", "TRACE", "--write", "OUT/study.md"],
    &["study", "ant", "TRACE", "--cold", "--write", "OUT/study.md"],
    &["study", "neuro", "TRACE", "--out", "OUT/banks", "--write", "OUT/study.md"],
];

/// Runs every command on a spoiled trace, `SOUND` = beside a sound one.
fn is_refused(case: &str, expected: &str, spoil: impl Fn(&Path)) {
    let folder = Folder::new(&format!("refused_{case}"));
    let (trace, sound, out) = (folder.0.join("spoiled"), folder.0.join("sound"), folder.0.join("out"));
    for made in [&trace, &sound, &out] {
        fs::create_dir_all(made).expect("a folder");
    }
    write_match(&trace, FRAMES);
    write_match(&sound, FRAMES);
    spoil(&trace);
    fs::create_dir_all(out.join("dump/loops")).expect("a folder");
    for name in ["a.json", "a.md", "a.weights", "a.layouts", "dump/loops/dr1.updates.csv.gz"] {
        fs::write(out.join(name), "old").expect("a file");
    }
    fs::write(out.join("study.md"), document()).expect("a file");
    let before = contents(&out);
    for arguments in COMMANDS {
        let mut command = antreckon();
        for argument in arguments {
            match *argument {
                "SOUND" => command.arg(&sound),
                "TRACE" => command.arg(&trace),
                other => command.arg(other.replace("OUT", out.to_str().expect("a plain path"))),
            };
        }
        let run = command.output().expect("the program runs");
        let said = String::from_utf8_lossy(&run.stderr);
        assert_eq!(run.status.code(), Some(2), "{case}: {arguments:?}: {said}");
        assert!(said.contains(expected), "{case}: {arguments:?}: {said}");
        assert!(run.stdout.is_empty(), "{case}: {arguments:?} printed something");
        assert!(contents(&out) == before, "{case}: {arguments:?} changed {:?}", contents(&out).keys());
    }
}

/// Replaces a part of one line of a file, counted from 1.
fn change(path: &Path, line: usize, to: impl Fn(&str) -> String) {
    let text = fs::read_to_string(path).expect("a file");
    let lines: Vec<String> =
        text.lines().enumerate().map(|(i, old)| if i + 1 == line { to(old) } else { old.to_owned() }).collect();
    fs::write(path, lines.join("\n") + "\n").expect("a file");
}

#[test]
fn a_missing_file_is_named() {
    is_refused("missing", "samples.csv: is missing", |trace| {
        fs::remove_file(trace.join("samples.csv")).expect("it was there");
    });
}

#[test]
fn a_missing_folder_is_named() {
    is_refused("folder", "spoiled: is not a folder", |trace| fs::remove_dir_all(trace).expect("it was there"));
}

#[test]
fn a_wrong_column_is_named() {
    is_refused("column", "samples.csv:1: column `alive` is missing", |trace| {
        change(&trace.join("samples.csv"), 1, |head| head.replace("alive", "dead"));
    });
}

#[test]
fn a_number_that_is_none_is_named_with_its_line() {
    is_refused("nan", "samples.csv:77: `x` is NaN", |trace| {
        change(&trace.join("samples.csv"), 77, |row| {
            let fields: Vec<&str> = row.split(',').collect();
            format!("{},{},NaN,{}", fields[0], fields[1], fields[3..].join(","))
        });
    });
}

#[test]
fn time_that_goes_back_is_named_with_its_line() {
    is_refused("unsorted", "samples.csv:90: time goes back", |trace| {
        change(&trace.join("samples.csv"), 90, |row| format!("0,{}", row.split_once(',').expect("fields").1));
    });
}

#[test]
fn an_id_that_does_not_exist_is_named_with_its_line() {
    is_refused("id", "samples.csv:42: `id` is \"99\"", |trace| {
        change(&trace.join("samples.csv"), 42, |row| {
            let fields: Vec<&str> = row.split(',').collect();
            format!("{},99,{}", fields[0], fields[2..].join(","))
        });
    });
}

#[test]
fn a_cut_off_gzip_file_is_named_with_the_line_it_ends_in() {
    is_refused("gzip", "gzip data is damaged or cut off", |trace| {
        let plain = trace.join("samples.csv");
        let mut packer = GzEncoder::new(Vec::new(), Compression::default());
        packer.write_all(&fs::read(&plain).expect("samples")).expect("memory");
        let packed = packer.finish().expect("memory");
        fs::write(trace.join("samples.csv.gz"), &packed[..packed.len() / 2]).expect("a file");
        fs::remove_file(plain).expect("it was there");
    });
}

#[test]
fn a_place_that_cannot_be_written_is_found_before_the_work() {
    let folder = Folder::new("refused_place");
    write_match(&folder.0, FRAMES);
    let target = folder.0.join("nowhere/a.json");
    let run = antreckon().arg("eval").arg(&folder.0).arg("--json").arg(&target).output().expect("the program runs");
    let said = String::from_utf8_lossy(&run.stderr);
    assert_eq!(run.status.code(), Some(2), "{said}");
    assert!(said.contains("nowhere/a.json: cannot be written"), "{said}");
}

#[test]
fn a_network_that_makes_no_sense_is_refused() {
    for (network, expected) in
        [("lag=3ms", "there is no `lag`"), ("latency=100", "must be a time"), ("loss=7", "`loss`")]
    {
        let run = antreckon().args(["eval", "somewhere", "--net", network]).output().expect("the program runs");
        let said = String::from_utf8_lossy(&run.stderr);
        assert!(run.status.code() == Some(2) && said.contains(expected), "{network}: {said}");
    }
}
