//! The committed weights: sound, small, symmetric, and honest about what they have seen.
mod support;

use antreckon::net::policy::Policy;
use antreckon::predict::learned::{DEFAULT, EVEN, INPUTS, Weights as Network};
use antreckon::predict::neuro::{Bank, Shape};
use antreckon_cli::eval::Weights;
use antreckon_cli::eval::weights::WeightsFile;
use std::path::{Path, PathBuf};
use support::{noise, trace_folder};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../weights")
}

fn files() -> Vec<WeightsFile> {
    match Weights::folds(&folder()).expect("the folder of folds") {
        Weights::Folds(files) => files,
        other => panic!("{other:?}"),
    }
}

#[test]
fn folds_are_small_and_load() {
    let files = files();
    assert_eq!(files.len(), 4);
    for file in &files {
        assert!(file.bytes.len() < 50_000, "{} has {} bytes", file.name, file.bytes.len());
        Network::load(&file.bytes).unwrap_or_else(|error| panic!("{}: {error}", file.name));
        // Without its own, the policy and the bank of the program would stand in, which have seen every level.
        let [policy, bank] = [&file.policy, &file.bank].map(|beside| beside.as_deref().expect("a file beside it"));
        Policy::load(policy).unwrap_or_else(|error| panic!("policy of {}: {error}", file.name));
        let bank = Bank::from_bytes(bank).unwrap_or_else(|error| panic!("bank of {}: {error}", file.name));
        assert_eq!(bank.shape(), Shape::PAPER);
    }
    assert!(DEFAULT.len() < 200_000, "the built-in weights have {} bytes", DEFAULT.len());
}

#[test]
fn a_mirrored_world_gives_the_mirrored_answer_exactly() {
    let files = files();
    for bytes in files.iter().map(|file| file.bytes.as_slice()).chain([DEFAULT]) {
        let network = Network::load(bytes).expect("sound weights");
        for case in 0..50 {
            let raw: [f32; INPUTS] = std::array::from_fn(|i| (4.0 * noise(case * 1000 + i) - 2.0) as f32);
            let mirrored = std::array::from_fn(|i| if i < EVEN { raw[i] } else { -raw[i] });
            let [there, mirrored] = [raw, mirrored].map(|raw| {
                let mut x = [0.0; INPUTS];
                network.standardise(&raw, &mut x);
                network.output(&x)
            });
            for (a, b) in there.iter().zip(mirrored) {
                assert_eq!((a[0].to_bits(), a[1].to_bits()), (b[0].to_bits(), (-b[1]).to_bits()));
            }
        }
    }
}

#[test]
fn every_fold_was_trained_without_something_that_another_one_knows() {
    let files = files();
    let lists: Vec<&Vec<String>> = files.iter().map(|file| file.layouts.as_ref().expect("a list")).collect();
    let mut all: Vec<&String> = lists.iter().copied().flatten().collect();
    all.sort();
    all.dedup();
    for (file, list) in files.iter().zip(&lists) {
        let held_out = all.iter().filter(|layout| !list.contains(layout)).count();
        assert!(held_out >= 3, "{} was trained on all but {held_out}", file.name);
    }
    let held_out = |layout: &String| lists.iter().filter(|list| !list.contains(layout)).count();
    assert!(all.iter().all(|layout| held_out(layout) <= 1), "a layout is held out twice");
}

#[test]
fn every_recorded_match_has_a_fold_that_never_saw_its_level() {
    let folder = trace_folder();
    let Ok(entries) = std::fs::read_dir(&folder) else {
        println!("skipped: no recorded matches in {}", folder.display());
        return;
    };
    let files = files();
    for entry in entries {
        let path = entry.expect("an entry").path().join("meta.json");
        let Ok(meta) = std::fs::read_to_string(&path) else { continue };
        let meta: serde_json::Value = serde_json::from_str(&meta).expect("JSON");
        let layout = meta.get("layout").or_else(|| meta.get("map")).and_then(|name| name.as_str()).expect("a map");
        let unseen = |file: &&WeightsFile| !file.layouts.as_ref().expect("a list").iter().any(|known| known == layout);
        assert!(files.iter().any(|file| unseen(&file)), "{layout}");
    }
}
