//! `antreckon import` and recordings in `antreckon eval`, on the built program.
#[path = "support/command.rs"]
mod command;
mod support;

use antreckon::base::math::DVec3;
use antreckon::record::{Entity, EntityKind, Recorder, RecorderParams, Sample};
use antreckon::world::{GridInput, World, WorldParams};
use antreckon_cli::trace::Trace;
use command::antreckon;
use std::fmt::Write as _;
use std::fs;
use support::Folder;

/// Half a minute of two players who run in rounds, with a level.
fn recording() -> Vec<u8> {
    let mut recorder = Recorder::new(&RecorderParams { name: "rounds".into(), ..RecorderParams::default() }).unwrap();
    let grid = GridInput {
        width: 30,
        depth: 30,
        floors: 1,
        corner: DVec3::new(-15.0, 0.0, -15.0),
        floor_height: 0.0,
        blocked: &[],
        heights: &[],
        areas: &[],
    };
    assert!(recorder.level(&World::from_grid(&WorldParams::default(), &grid).unwrap()).unwrap());
    for id in 0..2 {
        let player = Entity { id, kind: EntityKind::Player, team: 0, name: String::new(), position: None };
        recorder.add_entity(&player).unwrap();
    }
    for k in 0..600i64 {
        for id in 0..2 {
            let radius = 5.0 + 4.0 * f64::from(id);
            let angle = 0.05 * 6.0 / radius * k as f64;
            let at = DVec3::new(radius * angle.cos(), 0.0, radius * angle.sin());
            let velocity = DVec3::new(-6.0 * angle.sin(), 0.0, 6.0 * angle.cos());
            let sample = Sample { velocity: Some(velocity), jumped: k == 0, ..Sample::at(at) };
            recorder.sample(k * 50_000_000, id, &sample).unwrap();
        }
    }
    recorder.finish().unwrap();
    recorder.waiting().to_vec()
}

#[test]
fn a_recording_is_scored_like_the_folder_it_becomes() {
    let folder = Folder::new("import_recording");
    fs::write(folder.0.join("a.anttrace"), recording()).unwrap();
    let imported = antreckon(&folder.0, &["import", "a.anttrace", "a"]);
    assert_eq!(imported.code, 0, "{}", imported.err);
    assert!(imported.out.contains("2 players, 600 ticks") && imported.out.contains("a level"), "{}", imported.out);
    let mut scores = ["a.anttrace", "a"].map(|trace| {
        let ran = antreckon(
            &folder.0,
            &["eval", trace, "--models", "still,dr1,damped", "--horizons", "0.5,1", "--json", "-"],
        );
        assert_eq!(ran.code, 0, "{}", ran.err);
        ran.out
    });
    let [of_file, of_folder] = &mut scores;
    assert!(of_file.contains("\"rounds\"") && of_file.contains("0.5"));
    assert_eq!(of_file, of_folder);
}

#[test]
fn a_recording_that_was_cut_off_is_used_as_far_as_it_goes() {
    let folder = Folder::new("import_cut");
    let whole = recording();
    fs::write(folder.0.join("cut.anttrace"), &whole[..whole.len() * 2 / 3]).unwrap();
    let ran = antreckon(&folder.0, &["import", "cut.anttrace", "cut"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(ran.out.contains("cut off"), "{}", ran.out);
    let frames = Trace::load(&folder.0.join("cut")).unwrap().frames;
    assert!((300..600).contains(&frames), "{frames}");
    let mut flipped = whole.clone();
    flipped[whole.len() / 2] ^= 4;
    fs::write(folder.0.join("flipped.anttrace"), flipped).unwrap();
    let ran = antreckon(&folder.0, &["import", "flipped.anttrace", "flipped"]);
    assert_eq!(ran.code, 2);
    assert!(ran.err.contains("flipped.anttrace") && ran.err.contains("at byte"), "{}", ran.err);
    assert!(!folder.0.join("flipped").exists());
}

/// Rows of a made-up game with y up, centimetres and milliseconds.
fn rows() -> String {
    let mut text = String::from("ms,player,px,py,pz,heading,hp\n");
    for k in 0..200 {
        for (player, speed) in [("anna", 3.0), ("ben", 5.0)] {
            let _ = writeln!(text, "{},{player},{},{},{},90,100", 50 * k, speed * 5.0 * f64::from(k), 10, -200);
        }
    }
    text
}

const MAPPING: [&str; 12] = [
    "--columns",
    "time=ms,id=player,x=px,y=py,z=pz,yaw=heading,health=hp",
    "--time-unit",
    "ms",
    "--units",
    "cm",
    "--up",
    "y",
    "--run-speed",
    "500",
    "--body-width",
    "60",
];

#[test]
fn a_table_with_a_mapping_becomes_a_trace() {
    let folder = Folder::new("import_table");
    fs::write(folder.0.join("game.csv"), rows()).unwrap();
    fs::write(
        folder.0.join("floor.obj"),
        "v -1000 0 -1000\nv 6000 0 -1000\nv 6000 0 1000\nv -1000 0 1000\nf 1 2 3 4\n",
    )
    .unwrap();
    let mut arguments =
        vec!["import", "game.csv", "game", "--nav", "floor.obj", "--left-handed", "--yaw-zero", "other"];
    arguments.extend(MAPPING);
    let ran = antreckon(&folder.0, &arguments);
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(ran.out.contains("2 players, 200 ticks") && ran.out.contains("20 ticks per second"), "{}", ran.out);
    let trace = Trace::load(&folder.0.join("game")).unwrap();
    assert_eq!((trace.meta.tick_hz, trace.meta.v_max, trace.meta.body_width), (20.0, 5.0, 0.6));
    let sample = trace.states(100)[0].unwrap();
    // Left-handed with y up: z is ahead, which is y of the trace.
    assert_eq!(sample.position, [15.0, -2.0, 0.1]);
    assert_eq!((sample.yaw, sample.health), (Some(0.0), Some(100.0)));
    assert!(trace.nav.is_some());
    let names = fs::read_to_string(folder.0.join("game/entities.csv")).unwrap();
    assert!(!names.contains("anna") && !names.contains("ben"), "{names}");
    let again = antreckon(&folder.0, &arguments);
    assert!(again.code == 2 && again.err.contains("game: is there already"), "{}", again.err);
}

#[test]
fn uneven_rows_are_refused_or_resampled() {
    let folder = Folder::new("import_uneven");
    let mut text = String::from("time,id,x,y\n");
    let mut time = 0.0;
    for k in 0..400 {
        time += if k % 3 == 0 { 0.004 } else { 0.02 };
        let _ = writeln!(text, "{time},7,{},0", 5.0 * time);
    }
    fs::write(folder.0.join("uneven.csv"), text).unwrap();
    let ran = antreckon(&folder.0, &["import", "uneven.csv", "uneven"]);
    assert_eq!(ran.code, 2);
    assert!(ran.err.contains("uneven.csv:") && ran.err.contains("--resample"), "{}", ran.err);
    assert!(!folder.0.join("uneven").exists());
    let ran = antreckon(&folder.0, &["import", "uneven.csv", "uneven", "--resample", "--hz", "20"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    let trace = Trace::load(&folder.0.join("uneven")).unwrap();
    for k in 1..trace.frames {
        let step = trace.states(k)[0].unwrap().position[0] - trace.states(k - 1)[0].unwrap().position[0];
        assert!((step - 0.25).abs() < 1e-3, "{k}: {step}");
    }
}

#[test]
fn faults_name_file_and_line_and_nothing_is_written() {
    let folder = Folder::new("import_faults");
    fs::write(folder.0.join("bad.csv"), rows().replace("\n500,anna,", "\n500,anna,what")).unwrap();
    fs::write(folder.0.join("good.csv"), rows()).unwrap();
    fs::write(folder.0.join("bad.obj"), "v 0 0 0\nf 1 2 9\n").unwrap();
    fs::write(folder.0.join("match.dm_68"), "demo").unwrap();
    let run = |arguments: &[&str]| {
        let arguments: Vec<&str> = arguments.iter().copied().chain(MAPPING).collect();
        let ran = antreckon(&folder.0, &arguments);
        assert_eq!(ran.code, 2, "{arguments:?}: {}", ran.out);
        assert!(!folder.0.join("out").exists() && !folder.0.join("out.unfinished").exists());
        ran.err
    };
    assert!(
        run(&["import", "bad.csv", "out"]).contains("bad.csv:22: `px` is \"what150\""),
        "{}",
        run(&["import", "bad.csv", "out"])
    );
    assert!(run(&["import", "good.csv", "out", "--nav", "bad.obj"]).contains("bad.obj:2: `f` names the vertex"));
    assert!(run(&["import", "missing.csv", "out"]).contains("missing.csv: cannot be opened"));
    let demo = run(&["import", "match.dm_68", "out"]);
    assert!(demo.contains("Quake III") && demo.contains(".anttrace") && demo.contains(".csv"), "{demo}");
    let ran = antreckon(&folder.0, &["import", "good.csv", "out", "--columns", "speed=v"]);
    assert!(ran.code == 2 && ran.err.contains("speed"), "{}", ran.err);
    let ran = antreckon(&folder.0, &["import", "good.csv", "out"]);
    assert!(ran.code == 2 && ran.err.contains("good.csv:1: column `time` is missing"), "{}", ran.err);
}
