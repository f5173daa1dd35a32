//! A made-up match on disk, and what an evaluation of it dumps.
#![allow(dead_code)] // Every test file uses its own part.

use antreckon_cli::eval::{self, HORIZONS, Networks, Request, Scores, THRESHOLDS, Weights};
use flate2::read::GzDecoder;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Frames per second of the made-up match.
pub const HZ: usize = 20;
/// Its length.
pub const FRAMES: usize = 60 * HZ;

/// A folder of its own; removed when dropped.
pub struct Folder(pub PathBuf);

impl Folder {
    /// An empty folder for a test.
    pub fn new(test: &str) -> Self {
        let path = std::env::temp_dir().join(format!("antreckon_{test}_{}", std::process::id()));
        fs::create_dir_all(&path).expect("a temporary folder");
        Self(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// The built program.
pub fn antreckon() -> Command {
    Command::new(env!("CARGO_BIN_EXE_antreckon"))
}

/// What is below a folder: paths from there, and what is in the files.
pub fn contents(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut found = BTreeMap::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(&next).expect("a folder") {
            let path = entry.expect("an entry").path();
            let name = path.strip_prefix(folder).expect("below it").to_owned();
            if path.is_dir() {
                found.insert(name, b"folder".to_vec());
                folders.push(path);
            } else {
                found.insert(name, fs::read(&path).expect("a file"));
            }
        }
    }
    found
}

/// A number in 0..1 that looks random.
pub fn noise(seed: usize) -> f64 {
    let mut z = (seed as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(0x1234_5678);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    ((z ^ (z >> 31)) >> 11) as f64 / (1_u64 << 53) as f64
}

/// Writes a match of four players who run loops of different shape on a square with six items. From frame `until` on,
/// everything (positions, velocities, views, deaths, jumps, events, the ball) is replaced by noise.
pub fn write_match(folder: &Path, until: usize) {
    let time = |k: usize| k as f64 / HZ as f64;
    fs::write(
        folder.join("meta.json"),
        r#"{"name":"loops","tick_hz":20,"v_max":320,"body_width":30,"map":"square","units":"Quake units"}"#,
    )
    .expect("meta.json");
    let mut entities = String::from("id,kind,name,team,x,y,z\n");
    for player in 0..4 {
        let _ = writeln!(entities, "{player},player,p{player},,,,");
    }
    for item in 0..6 {
        let (x, y) = (-500.0 + 200.0 * item as f64, 300.0 * noise(item) - 150.0);
        let name = ["item_health", "item_armor", "weapon_shotgun"][item % 3];
        let _ = writeln!(entities, "{},item,{name},,{x},{y},0", 10 + item);
    }
    entities.push_str("20,hotspot,ball,,,,\n");
    let mut samples = String::from("t,id,x,y,z,vx,vy,vz,yaw,pitch,health,armor,alive\n");
    let (mut jumps, mut events) = (String::from("t,id\n"), String::from("t,kind,actor,target,value\n"));
    for k in 0..FRAMES {
        let t = time(k);
        for player in 0..4 {
            let known = k < until;
            let rate = 0.5 + 0.2 * player as f64;
            let dead = if known { (k + 250 * player) % 500 < 10 } else { noise(k * 7 + player) < 0.01 };
            let fresh = if known { (k + 250 * player) % 500 == 10 } else { noise(k * 11 + player) < 0.01 };
            let radius = 150.0 + 60.0 * player as f64;
            let (angle, wobble) = (rate * t, 0.3 * (2.0 * t).sin());
            let (mut x, mut y) = (radius * angle.cos(), radius * (angle + wobble).sin());
            let (mut vx, mut vy) =
                (-radius * rate * angle.sin(), radius * (rate + 0.6 * (2.0 * t).cos()) * (angle + wobble).cos());
            if !known {
                [x, y, vx, vy] = [0, 1, 2, 3].map(|i| 1000.0 * noise(k * 97 + player * 13 + i) - 500.0);
            }
            let (yaw, z) = (vy.atan2(vx).to_degrees(), 24.0 + 20.0 * noise(k / 20 + player));
            let health = 100.0 * noise(k / 50 + player * 3);
            let _ = writeln!(
                samples,
                "{t},{player},{x:.3},{y:.3},{z:.3},{vx:.3},{vy:.3},0,{yaw:.3},5,{health:.0},0,{}",
                u8::from(!dead)
            );
            if fresh {
                let _ = writeln!(jumps, "{t},{player}");
            }
        }
        let far = if k < until { 1.0 } else { noise(k) };
        let _ = writeln!(samples, "{t},20,{:.3},{:.3},0,0,0,0,,,,,1", far * (300.0 * t.sin()), 200.0 * t.cos());
        let seed = if k < until { k } else { k + 7_777 };
        if noise(seed * 3) < 0.05 {
            let kind = if noise(seed * 5) < 0.5 { "item_down" } else { "item_up" };
            let _ = writeln!(events, "{t},{kind},{},,", 10 + (noise(seed * 17) * 6.0) as usize);
        }
    }
    let rows = vec!["1".repeat(24); 24];
    let nav = format!(
        r#"{{"type":"grid","origin":[-600,-600],"cell":50,"width":24,"height":24,"rows":["{}"]}}"#,
        rows.join("\",\"")
    );
    for (name, text) in [
        ("entities.csv", &entities),
        ("samples.csv", &samples),
        ("jumps.csv", &jumps),
        ("events.csv", &events),
        ("nav.json", &nav),
    ] {
        fs::write(folder.join(name), text).expect(name);
    }
}

/// Scores models on one trace, with a dump where one is wanted.
pub fn score(trace: &Path, models: &[String], weights: &Weights, dump: Option<&Path>) -> Scores {
    let request = Request {
        traces: &[trace.to_owned()],
        models,
        horizons: &HORIZONS,
        thresholds: &THRESHOLDS,
        updates_per_second: None,
        weights,
        walls: None,
        networks: &Networks::default(),
        params: &[],
        dump,
        seed: 1,
    };
    eval::evaluate(&request, &|_, _| ()).expect("a sound trace")
}

/// The predictions of a dump as written: by frame, player and frames ahead.
pub fn predictions(dump: &Path, model: &str) -> BTreeMap<(usize, u32, usize), String> {
    let file = dump.join("loops").join(format!("{model}.predictions.csv.gz"));
    let mut text = String::new();
    let packed = fs::File::open(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    GzDecoder::new(packed).read_to_string(&mut text).expect("text");
    let rows = text.lines().skip(1).map(|line| {
        let fields: Vec<&str> = line.splitn(4, ',').collect();
        let [k, id, n, place] = fields[..] else { panic!("bad row {line}") };
        ((k.parse().expect("k"), id.parse().expect("id"), n.parse().expect("n")), place.to_owned())
    });
    rows.collect()
}

/// Folder with recorded matches and `reference.jsonl`; `ANTRECKON_TRACES` names another one.
pub fn trace_folder() -> PathBuf {
    let default = || PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../shared/traces"));
    let folder = std::env::var_os("ANTRECKON_TRACES").map_or_else(default, PathBuf::from);
    folder.canonicalize().unwrap_or(folder)
}
