//! A damaged trace is refused with the file and the line of the fault.
use antreckon_cli::trace::Trace;
use std::fs;
use std::path::PathBuf;

const META: &str = r#"{"name":"small","tick_hz":20,"v_max":320,"body_width":30,"map":"box"}"#;
const ENTITIES: &str = "id,kind,name,team,x,y,z\n1,player,a,,,,\n2,item,b,,1,2,3\n";
const HEADER: &str = "t,id,x,y,z,vx,vy,vz,yaw,pitch,health,armor,alive\n";

/// A small trace folder with one file replaced; removed when dropped.
struct Folder(PathBuf);

impl Folder {
    fn with(case: &str, name: &str, content: &str) -> Self {
        let path = std::env::temp_dir().join(format!("antreckon_trace_{}_{case}", std::process::id()));
        fs::create_dir_all(&path).expect("a temporary folder");
        let samples = format!("{HEADER}0,1,0,0,0,1,0,0,,,,,1\n0.05,1,1,0,0,1,0,0,,,,,1\n0.1,1,2,0,0,1,0,0,,,,,0\n");
        for (file, text) in [
            ("meta.json", META),
            ("entities.csv", ENTITIES),
            ("samples.csv", &samples),
            ("jumps.csv", "t,id\n0.05,1\n"),
        ] {
            fs::write(path.join(file), text).expect("a file");
        }
        fs::write(path.join(name), content).expect("a file");
        Self(path)
    }

    fn fault(&self) -> String {
        Trace::load(&self.0).expect_err("must be refused").to_string()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[test]
fn a_sound_trace_is_laid_out_by_frames() {
    let folder = Folder::with("sound", "notes.txt", "");
    let trace = Trace::load(&folder.0).expect("a sound trace");
    assert_eq!((trace.frames, trace.players.len(), trace.places.len()), (3, 1, 1));
    assert_eq!(trace.states(1)[0].map(|sample| sample.position), Some([1.0, 0.0, 0.0]));
    assert_eq!(trace.states(2)[0], None, "dead players have no state");
    assert_eq!([trace.jumped(0)[0], trace.jumped(1)[0]], [false, true]);
}

#[test]
fn faults_of_samples_name_the_line() {
    let cases = [
        (
            "column",
            format!("{}0,1,0,0,0,1,0,0,,,,\n", HEADER.replace(",alive", "")),
            "samples.csv:1: column `alive` is missing",
        ),
        ("nan", format!("{HEADER}0,1,nan,0,0,1,0,0,,,,,1\n"), "samples.csv:2: `x` is NaN"),
        (
            "unsorted",
            format!("{HEADER}1,1,0,0,0,1,0,0,,,,,1\n0.5,1,0,0,0,1,0,0,,,,,1\n"),
            "samples.csv:3: time goes back",
        ),
        ("unknown", format!("{HEADER}0,9,0,0,0,1,0,0,,,,,1\n"), "samples.csv:2: `id` is \"9\""),
        (
            "twice",
            format!("{HEADER}0,1,0,0,0,1,0,0,,,,,1\n0,1,0,0,0,1,0,0,,,,,1\n"),
            "samples.csv:3: second row of player 1",
        ),
        ("empty", HEADER.to_owned(), "samples.csv: has no row of a player"),
        ("endless", format!("{HEADER}0,1,0,0,0,1,0,0,,,,,1\n1e12,1,0,0,0,1,0,0,,,,,1\n"), "samples.csv: spans"),
    ];
    for (case, samples, expected) in cases {
        let fault = Folder::with(case, "samples.csv", &samples).fault();
        assert!(fault.contains(expected), "{case}: {fault}");
    }
}

#[test]
fn faults_of_the_other_files_name_file_and_line() {
    let cases = [
        ("meta", "meta.json", "{\"name\":\"a\",\n\"tick_hz\":}", "meta.json:2: is not valid JSON"),
        ("rate", "meta.json", r#"{"name":"a","tick_hz":0,"v_max":1,"body_width":1}"#, "meta.json: `tick_hz` is 0"),
        ("name", "meta.json", r#"{"name":"../a","tick_hz":1,"v_max":1,"body_width":1}"#, "usable as a folder name"),
        (
            "double",
            "entities.csv",
            "id,kind,name,team,x,y,z\n1,player,a,,,,\n1,item,b,,,,\n",
            "entities.csv:3: id 1 is there twice",
        ),
        ("jumps", "jumps.csv", "t,id\n0,1\n0,7\n", "jumps.csv:3: `id` is \"7\""),
        ("events", "events.csv", "t,kind,actor,target,value\n0,hit,1,8,5\n", "events.csv:2: `target` is \"8\""),
        ("nav", "nav.json", "{\"type\":\"cube\"}", "nav.json: `type` is"),
    ];
    for (case, file, content, expected) in cases {
        let fault = Folder::with(case, file, content).fault();
        assert!(fault.contains(expected), "{case}: {fault}");
    }
}

#[test]
fn a_missing_folder_or_file_is_named() {
    assert!(
        Trace::load("/no/such/trace".as_ref())
            .expect_err("must fail")
            .to_string()
            .contains("/no/such/trace: is not a folder")
    );
    let folder = Folder::with("missing", "notes.txt", "");
    fs::remove_file(folder.0.join("entities.csv")).expect("it was there");
    assert!(folder.fault().contains("entities.csv: is missing"));
}
