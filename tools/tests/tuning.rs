//! `antreckon tune` and `antreckon eval --params`, the built program.
mod support;

use serde_json::Value;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use support::{FRAMES, Folder, HZ, noise, write_match};

fn antreckon(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_antreckon")).args(arguments).output().expect("the program runs")
}

fn text(output: &Output) -> String {
    let all = [&output.stdout[..], &output.stderr[..]].concat();
    String::from_utf8(all).expect("UTF-8")
}

/// A match of three players who run, stop after a second or two and run elsewhere: velocities die away.
fn stop_and_go(folder: &Path, seed: usize) {
    fs::create_dir_all(folder).expect("a folder");
    let meta = format!(
        r#"{{"name":"stops_{seed}","tick_hz":20,"v_max":320,"body_width":30,"map":"m{seed}","units":"Quake units"}}"#
    );
    fs::write(folder.join("meta.json"), meta).expect("meta");
    fs::write(folder.join("entities.csv"), "id,kind,name,team,x,y,z\n0,player,a,,,,\n1,player,b,,,,\n2,player,c,,,,\n")
        .expect("entities");
    let mut samples = String::from("t,id,x,y,z,vx,vy,vz,yaw,pitch,health,armor,alive\n");
    let mut places = [[0.0_f64; 2]; 3];
    for k in 0..4 * FRAMES {
        for (player, place) in places.iter_mut().enumerate() {
            let (leg, since) = (k / 40, (k % 40) as f64 / HZ as f64);
            let angle = 6.3 * noise(seed * 1000 + leg * 3 + player);
            let speed = 300.0 * (-since / 0.4).exp();
            let [vx, vy] = [speed * angle.cos(), speed * angle.sin()];
            *place = [place[0] + vx / HZ as f64, place[1] + vy / HZ as f64];
            let _ = writeln!(
                samples,
                "{},{player},{:.3},{:.3},0,{vx:.3},{vy:.3},0,,,,,1",
                k as f64 / HZ as f64,
                place[0],
                place[1]
            );
        }
    }
    fs::write(folder.join("samples.csv"), samples).expect("samples");
}

fn matches(folder: &Folder, count: usize) -> Vec<String> {
    let paths: Vec<PathBuf> = (0..count).map(|i| folder.0.join(format!("match_{i}"))).collect();
    paths.iter().enumerate().for_each(|(i, path)| stop_and_go(path, i + 1));
    paths.iter().map(|path| path.to_string_lossy().into_owned()).collect()
}

fn tune(model: &str, traces: &[String], out: &Path, more: &[&str]) -> Output {
    let usual = if more.contains(&"--budget") { &[][..] } else { &["--budget", "40"] };
    let out = out.to_string_lossy();
    let mut arguments = vec!["tune", model];
    arguments.extend(traces.iter().map(String::as_str));
    arguments.extend(["--out", &out, "--moments", "120"]);
    arguments.extend(usual);
    arguments.extend(more);
    antreckon(&arguments)
}

fn json(path: &Path) -> Value {
    serde_json::from_str(&fs::read_to_string(path).expect("a written file")).expect("JSON")
}

#[test]
fn the_damping_of_a_game_is_found_and_holds_up_where_it_was_not_looked_for() {
    let folder = Folder::new("tune_damped");
    let (traces, out) = (matches(&folder, 3), folder.0.join("damped.json"));
    let output = tune("damped", &traces, &out, &[]);
    assert!(output.status.success(), "{}", text(&output));
    let printed = text(&output);
    assert!(printed.contains("gain on what was held out: +") && printed.contains("profile.tau = "), "{printed}");
    let file = json(&out);
    let tau = file["parameters"]["tau"]["value"].as_f64().expect("a number");
    // Those who run slow down with a time constant of 0.4 s until they turn.
    assert!((0.25..0.6).contains(&tau), "{file}");
    assert_eq!(file["parameters"]["tau"]["default"], 0.7);
    assert_eq!(file["tuned"]["held_out"]["verdict"], "gain");
    assert!(file["tuned"]["held_out"]["interval"][0].as_f64().expect("a number") > 0.0);

    let again = folder.0.join("again.json");
    tune("damped", &traces, &again, &[]);
    assert_eq!(file, json(&again), "the same seed gives the same parameters");

    // The file can be scored, beside what simple predictors do.
    let scored = folder.0.join("scores.json");
    let [params, scores] = [&out, &scored].map(|path| path.to_string_lossy());
    let output = antreckon(&["eval", &traces[0], "--params", &params, "--json", &scores, "--horizons", "1"]);
    assert!(output.status.success() && text(&output).contains("damped_tuned"), "{}", text(&output));
    let rows = json(&scored)["traces"][0]["accuracy"].clone();
    let rows = rows.as_array().expect("rows");
    assert!(rows.iter().any(|row| row["model"] == "damped_tuned"), "{rows:?}");
}

#[test]
fn updates_can_be_tuned_and_one_match_is_split_by_time() {
    let folder = Folder::new("tune_updates");
    let (traces, out) = (matches(&folder, 1), folder.0.join("damped.json"));
    let output = tune("damped", &traces, &out, &["--objective", "updates", "--thresholds", "1,2", "--folds", "2"]);
    assert!(output.status.success(), "{}", text(&output));
    assert!(text(&output).contains("held out are 2 blocks of its time"), "{}", text(&output));
    let file = json(&out);
    assert_eq!(
        (&file["tuned"]["objective"], &file["tuned"]["folds"]),
        (&"updates".into(), &"time blocks of one match".into())
    );
    let output = tune("interest", &traces, &out, &["--objective", "updates"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output).contains("--objective updates is for"), "{}", text(&output));
}

#[test]
fn what_is_within_noise_is_not_claimed_and_the_defaults_are_written() {
    let folder = Folder::new("tune_noise");
    let (traces, out) = (matches(&folder, 2), folder.0.join("dr1.json"));
    // Nobody is ever faster than the nominal speed, so that the factor above it changes nothing.
    let output = tune("dr1", &traces, &out, &[]);
    assert!(output.status.success(), "{}", text(&output));
    assert!(text(&output).contains("no gain is claimed") && text(&output).contains("the defaults are kept"));
    let file = json(&out);
    assert_eq!(file["tuned"]["held_out"]["verdict"], "within noise");
    assert_eq!(file["parameters"]["speed_factor"]["value"], file["parameters"]["speed_factor"]["default"]);
}

#[test]
fn models_with_a_memory_and_a_level_can_be_tuned() {
    let folder = Folder::new("tune_models");
    let trace = folder.0.join("loops");
    fs::create_dir_all(&trace).expect("a folder");
    write_match(&trace, FRAMES);
    let trace = [trace.to_string_lossy().into_owned()];
    for model in ["ant", "dr2", "trail", "hybrid", "strategy", "dis_rvw", "auto"] {
        let out = folder.0.join(format!("{model}.json"));
        let output = tune(model, &trace, &out, &["--budget", "8", "--folds", "2", "--horizons", "0.5,1"]);
        assert!(output.status.success(), "{model}: {}", text(&output));
        let [params, scores] = [&out, &folder.0.join("scores.json")].map(|path| path.to_string_lossy().into_owned());
        let output = antreckon(&["eval", &trace[0], "--params", &params, "--json", &scores, "--horizons", "1"]);
        assert!(text(&output).contains(&format!("{model}_tuned")), "{model}: {}", text(&output));
    }
}

#[test]
fn faults_are_named_and_nothing_is_written() {
    let folder = Folder::new("tune_faults");
    let (traces, out) = (matches(&folder, 1), folder.0.join("out.json"));
    for (model, more, message) in [
        ("still", &[][..], "no model \"still\" with parameters"),
        ("damped", &["--knobs", "alpha"], "no parameter \"alpha\" (known: tau"),
        ("damped", &["--time", "soon"], "must be a time"),
    ] {
        let output = tune(model, &traces, &out, more);
        assert_eq!(output.status.code(), Some(2), "{model} {more:?}");
        assert!(text(&output).contains(message), "{}", text(&output));
    }
    let output = tune("damped", &[folder.0.join("nowhere").to_string_lossy().into_owned()], &out, &[]);
    assert!(output.status.code() == Some(2) && text(&output).contains("nowhere"), "{}", text(&output));
    assert!(!out.exists());

    fs::write(&out, "{\"version\": 1,\n\"model\": }").expect("a file");
    let output = antreckon(&["eval", &traces[0], "--params", &out.to_string_lossy()]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output).contains("out.json: line 2: is not valid JSON"), "{}", text(&output));
}
