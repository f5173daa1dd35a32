//! The document with the results is written by one command.
use crate::support::{FRAMES, Folder, antreckon, write_match};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const BEGIN: &str = "<!-- study results: begin -->\n";
const END: &str = "<!-- study results: end -->\n";

fn results(traces: &[PathBuf], document: &Path) -> Output {
    let mut command: Command = antreckon();
    command.args(["results", "--folds", concat!(env!("CARGO_MANIFEST_DIR"), "/../weights"), "--write"]);
    command.arg(document).args(traces).output().expect("the program runs")
}

#[test]
fn the_measured_part_is_replaced_and_the_rest_stays() {
    let folder = Folder::new("results");
    let traces = ["one", "two"].map(|name| folder.0.join(name));
    for (trace, name) in traces.iter().zip(["first", "second"]) {
        fs::create_dir_all(trace).expect("a folder");
        write_match(trace, FRAMES);
        let meta = fs::read_to_string(trace.join("meta.json")).expect("meta.json");
        fs::write(trace.join("meta.json"), meta.replace("loops", name)).expect("meta.json");
    }
    let document = folder.0.join("results.md");
    fs::write(&document, format!("# Head\n{BEGIN}as it was before\n{END}tail\n")).expect("a document");
    let run = results(&traces, &document);
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    let text = fs::read_to_string(&document).expect("the document");
    let measured = text.strip_prefix(&format!("# Head\n{BEGIN}")).expect("the head as it was");
    let measured = measured.strip_suffix(&format!("{END}tail\n")).expect("the tail as it was");
    let version = format!("with version {} on ", env!("CARGO_PKG_VERSION"));
    for expected in [
        "Measured on 20",
        version.as_str(),
        " cores, ",
        "\n## Accuracy\n",
        "\n| first | auto | ",
        "\n| second | kinematic | ",
        "\n## All models\n",
        "\n| dis_fpw | ",
        "\n## Updates sent\n",
        "\n## First two minutes\n",
        "\n## Inside the 90 % radius\n",
        "\n## With height\n",
        "\n## Off the walkable area\n",
    ] {
        assert!(measured.contains(expected), "{expected:?} is missing in {measured}");
    }
    let sent = measured.split("\n## ").find(|section| section.starts_with("Updates sent")).expect("the section");
    let rows = sent.lines().filter(|line| line.starts_with("| first |") || line.starts_with("| second |"));
    assert_eq!(rows.map(|row| row.matches('|').count()).collect::<Vec<_>>(), [9, 9], "{sent}");
    assert!(!measured.contains("NaN") && !measured.contains("as it was before"));
}

#[test]
fn a_document_without_the_marks_is_refused_at_once() {
    let folder = Folder::new("results_marks");
    let document = folder.0.join("results.md");
    fs::write(&document, BEGIN).expect("a document");
    let run = results(&[folder.0.join("no_such_trace")], &document);
    let said = String::from_utf8_lossy(&run.stderr);
    assert!(
        run.status.code() == Some(2) && said.contains("results.md: has no line <!-- study results: end -->"),
        "{said}"
    );
    assert_eq!(fs::read_to_string(&document).expect("the document"), BEGIN);
}

#[test]
fn the_committed_document_has_the_marks() {
    let committed = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/results.md");
    let committed = fs::read_to_string(committed).expect("docs/results.md");
    assert!(committed.contains(BEGIN) && committed.contains(END));
}
