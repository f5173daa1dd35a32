//! The page of `eval --report`: what is in it, how large it may be, that it says the same twice.
mod support;

use antreckon_cli::drawn::Cell;
use antreckon_cli::eval::{self, HORIZONS, Networks, Request, THRESHOLDS, Weights};
use antreckon_cli::report::{self, usual_network};
use serde_json::Value;
use std::path::PathBuf;
use support::{FRAMES, Folder, HZ, write_match};

const MODELS: [&str; 3] = ["damped", "dr1_ema", "trail"];
/// No page may be larger, bytes.
const LARGEST: usize = 5_000_000;

/// The page about a number of traces, and the JSON of their scores.
fn page_of(traces: &[PathBuf], network: &Cell) -> (String, Value) {
    let models = MODELS.map(str::to_owned);
    let request = Request {
        traces,
        models: &models,
        horizons: &HORIZONS,
        thresholds: &THRESHOLDS,
        updates_per_second: None,
        weights: &Weights::Embedded,
        walls: None,
        networks: &Networks::default(),
        params: &[],
        dump: None,
        seed: 1,
    };
    let scores = eval::evaluate(&request, &|_, _| ()).expect("a sound trace");
    let page = report::html(&request, &scores, network, &|_, _| ()).expect("a sound trace");
    (page, eval::json(&scores, &models))
}

/// What is embedded in a page.
fn data_of(page: &str) -> Value {
    let (_, rest) = page.split_once(r#"<script type="application/json" id="data">"#).expect("data");
    serde_json::from_str(rest.split_once("</script>").expect("the end of the data").0).expect("JSON")
}

#[test]
fn a_page_holds_the_scores_the_level_and_the_replay_and_is_the_same_twice() {
    let folder = Folder::new("report_page");
    write_match(&folder.0, FRAMES);
    let network = usual_network();
    let (page, scores) = page_of(std::slice::from_ref(&folder.0), &network);
    assert_eq!(page_of(std::slice::from_ref(&folder.0), &network).0, page);

    let data = data_of(&page);
    assert_eq!(data["scores"], scores);
    let trace = &data["traces"][0];
    assert_eq!(trace["map"]["area"]["kind"], "grid");
    assert_eq!(trace["map"]["items"].as_array().map(Vec::len), Some(6));
    assert!(
        trace["pheromone"]["moments"].as_array().is_some_and(|moments| moments.len() == 8),
        "{}",
        trace["pheromone"]["moments"]
    );
    assert!(trace["trails"]["count"].as_u64().is_some_and(|count| count > 10), "{}", trace["trails"]["count"]);
    // From the start of the scored part to the end.
    assert_eq!(trace["replay"]["frames"], FRAMES - 2 * FRAMES / 5);
    assert_eq!(trace["replay"]["hz"], HZ as f64);
    let ghosts = trace["replay"]["ghosts"].as_array().expect("ghosts");
    assert_eq!(ghosts.len(), MODELS.len());
    for ghost in ghosts {
        assert!(ghost["ahead"].is_string(), "{}", ghost["model"]);
        // The library has no model for this one, so no receiver can draw it.
        assert_eq!(ghost["drawn"].is_null(), ghost["model"] == "dr1_ema", "{}", ghost["model"]);
    }
    for row in trace["details"].as_array().expect("details") {
        let quantiles: Vec<f64> =
            row["quantiles"].as_array().expect("a list").iter().filter_map(Value::as_f64).collect();
        assert!(quantiles.len() == 41 && quantiles.is_sorted(), "{row}");
    }
}

#[test]
fn many_matches_share_the_room_of_one_page() {
    let folder = Folder::new("report_room");
    write_match(&folder.0, FRAMES);
    let traces = vec![folder.0.clone(); 12];
    let (page, _) = page_of(&traces, &usual_network());
    assert!(page.len() < LARGEST, "{} bytes", page.len());
    assert_eq!(data_of(&page)["traces"].as_array().map(Vec::len), Some(12));
}

#[test]
fn a_network_that_loses_everything_draws_nobody() {
    let folder = Folder::new("report_lost");
    write_match(&folder.0, FRAMES);
    let network = Cell { loss: 1.0, ..usual_network() };
    let (page, _) = page_of(std::slice::from_ref(&folder.0), &network);
    let replay = &data_of(&page)["traces"][0]["replay"];
    assert_eq!(replay["network"]["arrived_per_s"], 0.0);
    // Four players without a single run: two zeros each.
    assert_eq!(replay["ghosts"][0]["drawn"], "AAAAAAAAAAA=");
}
