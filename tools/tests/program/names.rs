//! Nothing about a trace's name, map or folder changes how it is scored.

use crate::support::{FRAMES, Folder, antreckon, write_match};
use serde_json::Value;
use std::fs;
use std::path::Path;

fn scored(trace: &Path) -> Value {
    let options = ["--models", "dr1,ant,interest,strategy,auto", "--net", "latency=100ms,loss=5%", "--json", "-"];
    let run = antreckon().arg("eval").arg(trace).args(options).output().expect("the program runs");
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    serde_json::from_slice(&run.stdout).expect("JSON")
}

#[test]
fn a_renamed_trace_gets_the_same_scores() {
    let folder = Folder::new("names");
    let [plain, renamed] = ["loops", "bots_quakeworld_short_1"].map(|name| folder.0.join(name));
    for trace in [&plain, &renamed] {
        fs::create_dir_all(trace).expect("a folder");
        write_match(trace, FRAMES);
    }
    let meta = fs::read_to_string(plain.join("meta.json")).expect("meta.json");
    let other = meta.replace("loops", "rocketleague_online").replace("square", "dm2");
    assert_ne!(meta, other);
    fs::write(renamed.join("meta.json"), other).expect("meta.json");
    let [mut plain, mut renamed] = [scored(&plain), scored(&renamed)];
    assert_eq!(renamed["traces"][0]["trace"].take(), "rocketleague_online");
    assert_eq!(plain["traces"][0]["trace"].take(), "loops");
    // The weights in the library have seen a map of the new name: that is said, and changes nothing.
    assert_eq!(renamed["traces"][0]["weights_saw_layout"].take(), true);
    assert_eq!(plain["traces"][0]["weights_saw_layout"].take(), false);
    assert!(plain["traces"][0]["network"].as_array().is_some_and(|rows| rows.len() == 5 * 2 + 4));
    assert_eq!(plain, renamed);
}
