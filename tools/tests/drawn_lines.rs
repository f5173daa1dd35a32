//! `antreckon study network --lines`: what other programs read.
#![allow(missing_docs)]

mod support;

use std::process::Output;
use support::{FRAMES, Folder, antreckon, write_match};

const NET: &str = "updates=30,latency=30ms,jitter=10ms,loss=1%";

fn lines(folder: &Folder) -> Output {
    let mut command = antreckon();
    command.args(["study", "network", "--lines", "--seconds", "10", "--net", NET, "--net", "updates=5"]);
    command.arg(&folder.0).output().expect("the program runs")
}

#[test]
fn one_line_for_every_network_and_way_of_drawing_and_the_same_every_time() {
    let folder = Folder::new("drawn_lines");
    write_match(&folder.0, FRAMES);
    let [first, again] = [lines(&folder), lines(&folder)];
    assert!(first.status.success(), "{}", String::from_utf8_lossy(&first.stderr));
    assert_eq!(first.stdout, again.stdout);
    let text = String::from_utf8(first.stdout).expect("UTF-8");
    let mut lines = text.lines().map(|line| line.split('\t').collect::<Vec<_>>());
    let head = lines.next().expect("a head");
    let place = |name: &str| head.iter().position(|column| *column == name).expect("a column of that name");
    let (way, p95) = (place("way"), place("p95"));
    let rows: Vec<_> = lines.collect();
    assert_eq!(rows.len(), 2 * 8, "two networks, seven ways and the truth: {text}");
    for row in rows {
        assert_eq!(row.len(), head.len(), "{row:?}");
        let error: f64 = row[p95].parse().expect("a number");
        assert_eq!(error == 0.0, row[way] == "truth", "only the truth has no error: {row:?}");
    }
}

#[test]
fn without_anything_to_play_it_says_so() {
    let output = antreckon().args(["study", "network"]).output().expect("the program runs");
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("--walkers"));
}
