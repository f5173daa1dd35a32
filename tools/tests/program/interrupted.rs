//! Ctrl-C leaves what was there before, and nothing unfinished.

use crate::support::{FRAMES, Folder, antreckon, contents, write_match};
use std::fs;
use std::path::Path;
use std::process::{Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

/// Waits for something that comes soon.
fn wait_for<T>(what: &str, mut come: impl FnMut() -> Option<T>) -> T {
    let begin = Instant::now();
    loop {
        if let Some(value) = come() {
            return value;
        }
        assert!(begin.elapsed() < Duration::from_secs(120), "{what} never came");
        std::thread::sleep(Duration::from_millis(2));
    }
}

/// Starts an evaluation with all outputs and interrupts it when a file of the dump is there.
fn interrupted(trace: &Path, out: &Path) -> ExitStatus {
    let mut command = antreckon();
    command.arg("eval").arg(trace).args(["--net", "latency=100ms"]);
    for (option, name) in [("--json", "a.json"), ("--markdown", "a.md"), ("--dump", "dump")] {
        command.arg(option).arg(out.join(name));
    }
    let mut run = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("the program runs");
    let first = out.join("dump.unfinished/loops");
    wait_for("the first file of the dump", || {
        assert!(run.try_wait().expect("a status").is_none(), "it was done before it could be interrupted");
        fs::read_dir(&first).ok()?.next()?.ok()
    });
    let kill = Command::new("kill").args(["-INT", &run.id().to_string()]).status().expect("kill");
    assert!(kill.success());
    wait_for("its end", || run.try_wait().expect("a status"))
}

#[test]
fn an_interrupted_evaluation_leaves_what_was_there() {
    let folder = Folder::new("interrupted");
    let (trace, out) = (folder.0.join("trace"), folder.0.join("out"));
    fs::create_dir_all(&trace).expect("a folder");
    fs::create_dir_all(out.join("dump/loops")).expect("a folder");
    write_match(&trace, FRAMES);
    for name in ["a.json", "a.md", "dump/loops/auto.updates.csv.gz"] {
        fs::write(out.join(name), "old").expect("a file");
    }
    let before = contents(&out);
    assert_eq!(interrupted(&trace, &out).code(), Some(130));
    assert!(contents(&out) == before, "{:?}", contents(&out).keys());
}

#[test]
fn an_interrupted_evaluation_leaves_nothing_new() {
    let folder = Folder::new("interrupted_new");
    let (trace, out) = (folder.0.join("trace"), folder.0.join("out"));
    for made in [&trace, &out] {
        fs::create_dir_all(made).expect("a folder");
    }
    write_match(&trace, FRAMES);
    assert_eq!(interrupted(&trace, &out).code(), Some(130));
    assert_eq!(contents(&out).keys().count(), 0, "{:?}", contents(&out).keys());
}
