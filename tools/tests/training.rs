//! `antreckon train`, and that `inspect` and `eval` know what comes of it.
#[path = "support/command.rs"]
mod command;
mod support;

use antreckon::predict::neuro::Bank;
use command::{Ran, antreckon};
use serde_json::Value;
use std::fs;
use std::path::Path;
use support::{FRAMES, Folder, contents, write_match};

/// Seconds of the matches: enough for a bank, and quick.
const SECONDS: f64 = 40.0;

/// Writes a match on a map.
fn play(folder: &Folder, map: &str) {
    let path = folder.0.join(map);
    fs::create_dir_all(&path).expect("a folder");
    write_match(&path, FRAMES);
    let meta = fs::read_to_string(path.join("meta.json")).expect("meta.json");
    fs::write(path.join("meta.json"), meta.replace("square", map).replace("loops", map)).expect("meta.json");
    for name in ["samples.csv", "events.csv", "jumps.csv"] {
        let text = list(&path.join(name));
        let is_early = |line: &&str| {
            let (time, _) = line.split_once(',').expect("fields");
            time.parse::<f64>().is_ok_and(|time| time < SECONDS)
        };
        let rows = text.lines().take(1).chain(text.lines().skip(1).filter(is_early));
        let kept: String = rows.map(|line| format!("{line}\n")).collect();
        fs::write(path.join(name), kept).expect(name);
    }
}

/// Runs the program with words and `more`.
fn run(folder: &Folder, words: &str, more: &[&str]) -> Ran {
    let arguments: Vec<&str> = words.split(' ').chain(more.iter().copied()).collect();
    antreckon(&folder.0, &arguments)
}

fn done(ran: Ran) -> String {
    assert_eq!(ran.code, 0, "{}", ran.err);
    ran.out
}

fn refused(folder: &Folder, words: &str, expected: &str) {
    let before = contents(&folder.0);
    let ran = run(folder, words, &[]);
    assert!(ran.code == 2 && ran.err.contains(expected), "{words}: {} {}", ran.code, ran.err);
    assert!(contents(&folder.0) == before, "{words} changed something");
}

/// As quick as training can be.
const QUICK: [&str; 4] = ["--batches", "20", "--hidden", "16,16"];
const FEW: [&str; 2] = ["--rows", "1000"];

fn list(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

#[test]
fn every_map_is_held_out_in_turn_and_scored_with_what_never_saw_it() {
    let folder = Folder::new("train_folds");
    play(&folder, "alpha");
    play(&folder, "beta");
    for (words, more, ending) in [
        ("train beta alpha --leave-one-map-out --out folds", &QUICK[..], "weights"),
        ("train beta alpha --leave-one-map-out --out folds --policy", &QUICK[..], "policy"),
        ("train beta alpha --leave-one-map-out --out folds --neuro", &FEW[..], "bank"),
    ] {
        let said = done(run(&folder, words, more));
        // Numbered by the names of maps, whatever is trained.
        for (fold, held) in [("fold0", "alpha"), ("fold1", "beta")] {
            let (_, of_fold) = said.split_once(fold).unwrap_or_else(|| panic!("{words}: {said}"));
            let of_fold = of_fold.lines().skip(1).take_while(|line| line.starts_with(' ')).collect::<String>();
            assert!(of_fold.contains(&format!("held out {held}")), "{ending} of {fold}: {said}");
            assert!(folder.0.join(format!("folds/{fold}.{ending}")).is_file());
        }
        assert!(said.contains("r²") || ending == "policy", "{said}");
    }
    let folds = folder.0.join("folds");
    assert_eq!(list(&folds.join("fold0.layouts")), "beta\n");
    assert_eq!(list(&folds.join("fold1.layouts")), "alpha\n");

    let seen = done(run(&folder, "inspect --json folds/fold0.weights folds/fold0.policy folds/fold0.bank", &[]));
    let seen: Value = serde_json::from_str(&seen).expect("JSON");
    let kinds: Vec<&str> = seen.as_array().expect("a list").iter().filter_map(|one| one["kind"].as_str()).collect();
    assert_eq!(kinds, ["learned weights", "sending policy", "neuro bank"]);
    assert_eq!((&seen[2]["facts"]["networks"], &seen[2]["facts"]["neurons"]), (&10.into(), &"16-8-2".into()));

    let scored = done(run(&folder, "eval alpha beta --folds folds --models dr1,neuro,kinematic,auto --json -", &[]));
    let scored: Value = serde_json::from_str(&scored).expect("JSON");
    for (trace, fold) in scored["traces"].as_array().expect("traces").iter().zip(["fold0", "fold1"]) {
        assert_eq!(trace["weights"], format!("{fold}.weights"));
        assert_eq!(trace["weights_saw_layout"], false);
    }
    // The bank beside the weights is used: without it, that of the program gives other predictions.
    let neuro = |scored: &Value| -> Vec<Value> {
        let rows = scored["traces"][0]["accuracy"].as_array().expect("rows");
        rows.iter().filter(|row| row["model"] == "neuro").map(|row| row["mean"].clone()).collect()
    };
    fs::remove_file(folds.join("fold0.bank")).expect("it was there");
    let other = done(run(&folder, "eval alpha --folds folds --models neuro --json -", &[]));
    let other: Value = serde_json::from_str(&other).expect("JSON");
    assert!(neuro(&other).len() == 5 && neuro(&other) != neuro(&scored), "{:?}", neuro(&other));

    fs::write(folds.join("fold0.bank"), "no bank").expect("a file");
    refused(&folder, "eval alpha --folds folds --models neuro --json out.json", "fold0.bank");
}

#[test]
fn a_list_of_layouts_never_forgets_what_other_files_of_its_name_have_seen() {
    let folder = Folder::new("train_lists");
    play(&folder, "alpha");
    play(&folder, "beta");
    done(run(&folder, "train alpha --out one.weights", &QUICK));
    assert_eq!(list(&folder.0.join("one.layouts")), "alpha\n");
    let said = done(run(&folder, "train beta --neuro --out one.bank", &FEW));
    assert!(said.contains("one.layouts names more, of files beside it: alpha"), "{said}");
    assert_eq!(list(&folder.0.join("one.layouts")), "alpha\nbeta\n");
    // Alone it is only its own.
    done(run(&folder, "train beta --neuro --out two.bank", &FEW));
    assert_eq!(list(&folder.0.join("two.layouts")), "beta\n");
    assert_eq!(fs::read(folder.0.join("one.bank")).unwrap(), fs::read(folder.0.join("two.bank")).unwrap());
}

#[test]
fn banks_are_in_metres_whatever_the_units_of_the_match() {
    let folder = Folder::new("train_units");
    play(&folder, "inches");
    play(&folder, "metres");
    let meta = folder.0.join("metres/meta.json");
    fs::write(&meta, list(&meta).replace("Quake units", "metres")).expect("meta.json");
    let range = |map: &str| {
        done(run(&folder, &format!("train {map} --neuro --out {map}.bank"), &FEW));
        let bank = Bank::from_bytes(&fs::read(folder.0.join(format!("{map}.bank"))).unwrap()).unwrap();
        let [least, most] = bank.input_ranges()[0];
        most - least
    };
    let (inches, metres) = (range("inches"), range("metres"));
    assert!((metres / inches * 0.0254 - 1.0).abs() < 1e-3, "{inches} {metres}");
}

#[test]
fn what_cannot_be_trained_is_refused_before_anything_is_written() {
    let folder = Folder::new("train_refused");
    play(&folder, "alpha");
    for what in ["", " --policy", " --neuro"] {
        let nothing_left = "no trace is left to train on when alpha is held out";
        refused(&folder, &format!("train alpha --leave-one-map-out --out folds{what}"), nothing_left);
        refused(
            &folder,
            &format!("train alpha --hold-out gamma --out folds{what}"),
            "no trace has the layout \"gamma\"",
        );
    }
    refused(&folder, "train nowhere --neuro --out a.bank", "nowhere: is not a folder");
    let samples = folder.0.join("alpha/samples.csv");
    let few: String = list(&samples).lines().take(1 + 5 * 200).map(|line| format!("{line}\n")).collect();
    fs::write(&samples, few).expect("samples");
    refused(&folder, "train alpha --neuro --out a.bank", "too few");
}
