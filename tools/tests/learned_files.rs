//! `antreckon learn`, `merge` and `inspect` on the built program and the embedded match.
#[path = "support/command.rs"]
mod command;
mod support;

use antreckon_cli::learn::{Kind, headstart, learn_trails, merge};
use antreckon_cli::trace::Trace;
use command::antreckon;
use std::fs;
use support::{Folder, trace_folder};

fn example(folder: &Folder) -> Trace {
    let ran = antreckon(&folder.0, &["import", "--example", "example"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(ran.out.contains("8 players, 3600 ticks"), "{}", ran.out);
    Trace::load(&folder.0.join("example")).unwrap()
}

#[test]
fn trails_of_the_first_half_help_at_the_beginning_of_the_second() {
    let folder = Folder::new("learn_half");
    let rows = headstart(&example(&folder), &[0.5, 1.0, 2.0], 45.0).unwrap();
    assert_eq!(rows.len(), 3);
    for row in &rows {
        assert!(row.n > 500, "{row:?}");
        assert!(row.learned < row.cold, "{row:?}");
    }
    let mean = rows.iter().map(|row| row.learned / row.cold).sum::<f64>() / 3.0;
    assert!(mean < 0.97, "{rows:?}");
}

#[test]
fn the_same_holds_on_the_recorded_matches() {
    let traces = trace_folder();
    let path = traces.join("quakeworld_duel_aerowalk");
    if !path.is_dir() {
        eprintln!("skipped: {} is not there", path.display());
        return;
    }
    let rows = headstart(&Trace::load(&path).unwrap(), &[0.5, 1.0], 60.0).unwrap();
    assert!(rows.iter().all(|row| row.learned < row.cold), "{rows:?}");
}

#[test]
fn learned_files_are_written_inspected_and_merged() {
    let folder = Folder::new("learn_files");
    example(&folder);
    let learned = antreckon(&folder.0, &["learn", "example", "--trails", "a.trails", "--strategies", "a.routes"]);
    assert_eq!(learned.code, 0, "{}", learned.err);
    assert!(learned.out.contains("a.trails") && learned.out.contains("level \"oa_rpg3dm2\""), "{}", learned.out);
    assert_eq!(fs::read_to_string(folder.0.join("a.layouts")).unwrap(), "oa_rpg3dm2\n");

    let seen = antreckon(&folder.0, &["inspect", "--json", "a.trails", "a.routes", "example"]);
    assert_eq!(seen.code, 0, "{}", seen.out);
    let seen: serde_json::Value = serde_json::from_str(&seen.out).unwrap();
    let kinds: Vec<_> = seen.as_array().unwrap().iter().map(|found| found["kind"].as_str().unwrap()).collect();
    assert_eq!(kinds, ["trails", "strategies", "trace folder"]);
    assert!(seen[0]["facts"]["cells"].as_u64().unwrap() > 500, "{seen}");
    assert!(seen[1]["facts"]["routes"].as_u64().unwrap() > 3, "{seen}");
    assert_eq!((&seen[2]["facts"]["players"], &seen[2]["facts"]["ticks"]), (&8.into(), &3600.into()));

    let merged = antreckon(&folder.0, &["merge", "a.trails", "a.trails", "--out", "twice.trails"]);
    assert_eq!(merged.code, 0, "{}", merged.err);
    assert_eq!(fs::read_to_string(folder.0.join("twice.layouts")).unwrap(), "oa_rpg3dm2\n");
    let kinds = antreckon(&folder.0, &["merge", "a.trails", "a.routes", "--out", "x"]);
    assert!(kinds.code == 2 && kinds.err.contains("holds trails") && kinds.err.contains("one kind"), "{}", kinds.err);
    fs::copy(folder.0.join("a.trails"), folder.0.join("b.trails")).unwrap();
    fs::write(folder.0.join("b.layouts"), "elsewhere\n").unwrap();
    let levels = antreckon(&folder.0, &["merge", "a.trails", "b.trails", "--out", "x"]);
    assert!(levels.code == 2 && levels.err.contains("elsewhere") && levels.err.contains("one level"), "{}", levels.err);
    fs::write(folder.0.join("c.trails"), "no trails").unwrap();
    let other = antreckon(&folder.0, &["merge", "a.trails", "c.trails", "--out", "x"]);
    assert!(other.code == 2 && other.err.contains("c.trails: is neither trails nor strategies"), "{}", other.err);
    assert!(!folder.0.join("x").exists());
}

#[test]
fn merging_does_not_depend_on_order_and_hardly_on_grouping() {
    let folder = Folder::new("learn_merge");
    let trace = example(&folder);
    // Three matches on one level: the same one, learned with parts of its frames left out.
    let part = |name: &str, keep: fn(usize) -> bool| {
        let text = fs::read_to_string(folder.0.join("example/jumps.csv")).unwrap();
        let samples = antreckon_cli::trace::read_text(&folder.0.join("example/samples.csv.gz")).unwrap();
        let to = folder.0.join(name);
        fs::create_dir_all(&to).unwrap();
        for file in ["meta.json", "entities.csv"] {
            fs::copy(folder.0.join("example").join(file), to.join(file)).unwrap();
        }
        let kept =
            samples.lines().enumerate().filter(|(i, _)| *i < 9 || keep(*i / 8)).map(|(_, line)| format!("{line}\n"));
        fs::write(to.join("samples.csv"), kept.collect::<String>()).unwrap();
        fs::write(to.join("jumps.csv"), text).unwrap();
        learn_trails(&[Trace::load(&to).unwrap()], f64::INFINITY).unwrap().save()
    };
    assert_eq!(trace.frames, 3600);
    let [a, b, c] = [part("a", |k| k < 1200), part("b", |k| (1200..2400).contains(&k)), part("c", |k| k >= 2400)];
    let join = |files: &[&Vec<u8>]| {
        merge(Kind::Trails, &files.iter().map(|file| (*file).clone()).collect::<Vec<_>>()).unwrap()
    };
    let all = join(&[&a, &b, &c]);
    assert_eq!(all, join(&[&c, &a, &b]));
    // Means are rounded to single precision after each merge: the same cells and passages, but not the same bits.
    let grouped = join(&[&join(&[&a, &b]), &c]);
    let count = |bytes: &[u8]| {
        let trails = antreckon::pheromone::trail::Trails::load(bytes).unwrap();
        (trails.cell_count(), trails.passage_count())
    };
    assert_eq!(count(&all).0, count(&grouped).0);
    assert!(count(&all).0 > count(&a).0);
}

#[test]
fn inspect_tells_damage_from_strangers() {
    let folder = Folder::new("inspect_damage");
    example(&folder);
    assert_eq!(antreckon(&folder.0, &["learn", "example", "--trails", "a.trails"]).code, 0);
    let whole = fs::read(folder.0.join("a.trails")).unwrap();
    let mut flipped = whole.clone();
    flipped[whole.len() / 2] ^= 1;
    fs::write(folder.0.join("flipped.trails"), flipped).unwrap();
    fs::write(folder.0.join("cut.trails"), &whole[..whole.len() - 5]).unwrap();
    fs::write(folder.0.join("stranger.bin"), "hello there, this is no file of ours").unwrap();
    fs::write(folder.0.join("example/meta.json"), "{").unwrap();
    fs::create_dir_all(folder.0.join("nothing")).unwrap();
    fs::copy(concat!(env!("CARGO_MANIFEST_DIR"), "/../src/predict/learned/default.weights"), folder.0.join("w"))
        .unwrap();
    fs::copy(concat!(env!("CARGO_MANIFEST_DIR"), "/../src/net/policy/default.policy"), folder.0.join("p")).unwrap();
    for (file, code, said) in [
        ("a.trails", 0, "trails, intact"),
        ("w", 0, "learned weights, intact"),
        ("p", 0, "sending policy, intact"),
        ("flipped.trails", 1, "checksum"),
        ("cut.trails", 1, "cut off"),
        ("example", 1, "meta.json"),
        ("stranger.bin", 2, "like no file of ours"),
        ("nothing", 2, "no trace"),
        ("missing", 2, "cannot be read"),
    ] {
        let ran = antreckon(&folder.0, &["inspect", file]);
        assert_eq!(ran.code, code, "{file}: {}", ran.out);
        assert!(ran.out.contains(said), "{file}: {}", ran.out);
    }
    // What people can read.
    fs::write(folder.0.join("t.json"), r#"{"version":1,"model":"damped","parameters":{"tau":{"value":0.5}}}"#).unwrap();
    fs::write(folder.0.join("t2.json"), r#"{"version":1,"model":"damped","parameters":{"tau":{"value":-5}}}"#).unwrap();
    fs::write(folder.0.join("r.json"), r#"{"version":1,"traces":[{"trace":"a","accuracy":[]}]}"#).unwrap();
    fs::write(folder.0.join("j.json"), "{\n\"version\": }").unwrap();
    for (file, code, said) in [
        ("t.json", 0, "tau 0.5"),
        ("t2.json", 1, "must be from"),
        ("r.json", 1, "`traces[0].updates` is missing"),
        ("j.json", 2, "line 2"),
        ("a.layouts", 0, "oa_rpg3dm2"),
    ] {
        let ran = antreckon(&folder.0, &["inspect", file]);
        assert!(ran.code == code && ran.out.contains(said), "{file}: {} {}", ran.code, ran.out);
    }
    let all = antreckon(&folder.0, &["inspect", "a.trails", "cut.trails"]);
    assert_eq!(all.code, 1, "the worst counts");
}

#[test]
fn snapshots_are_told_by_name() {
    let folder = Folder::new("inspect_snapshots");
    let predictor = antreckon::predict::Predictor::new(4);
    fs::write(folder.0.join("p"), predictor.snapshot()).unwrap();
    let world = antreckon::world::World::empty(&antreckon::world::WorldParams::default()).unwrap();
    fs::write(folder.0.join("w"), world.snapshot()).unwrap();
    let ran = antreckon(&folder.0, &["inspect", "p", "w"]);
    assert_eq!(ran.code, 0, "{}", ran.out);
    assert!(ran.out.contains("snapshot of a predictor") && ran.out.contains("snapshot of a world"), "{}", ran.out);
}
