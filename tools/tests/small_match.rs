//! A made-up match is scored as one can work out by hand.
mod support;

use antreckon::predict::learned::Weights as Network;
use antreckon_cli::eval::weights::WeightsFile;
use antreckon_cli::eval::{self, Scores, Weights};
use antreckon_cli::trace::Trace;
use support::{FRAMES, Folder, HZ, score, write_match};

fn names(models: &[&str]) -> Vec<String> {
    models.iter().map(|name| (*name).to_owned()).collect()
}

fn mean(scores: &Scores, model: &str, horizon: f64) -> f64 {
    let row = scores.traces[0].accuracy.iter().find(|row| row.model == model && row.horizon == horizon);
    row.unwrap_or_else(|| panic!("{model} at {horizon} s")).summary.mean
}

/// One player who runs along x at 100 units/s and turns round every 6 s; heights rise with 10 units/s.
fn shuttle(folder: &Folder) {
    let mut samples = String::from("t,id,x,y,z,vx,vy,vz,yaw,pitch,health,armor,alive\n");
    for k in 0..FRAMES {
        let (lap, t) = (k / (6 * HZ), (k % (6 * HZ)) as f64 / HZ as f64);
        let (x, v) = if lap.is_multiple_of(2) { (100.0 * t, 100.0) } else { (600.0 - 100.0 * t, -100.0) };
        let z = 10.0 * k as f64 / HZ as f64;
        samples += &format!("{},1,{x},0,{z},{v},0,10,,,,,1\n", k as f64 / HZ as f64);
    }
    std::fs::write(folder.0.join("samples.csv"), samples).expect("samples");
    std::fs::write(folder.0.join("entities.csv"), "id,kind,name,team,x,y,z\n1,player,a,,,,\n").expect("entities");
    let meta = r#"{"name":"shuttle","tick_hz":20,"v_max":100,"body_width":10,"map":"line"}"#;
    std::fs::write(folder.0.join("meta.json"), meta).expect("meta");
}

#[test]
fn dead_reckoning_errs_only_where_somebody_turns_round() {
    let folder = Folder::new("shuttle");
    shuttle(&folder);
    let scores = score(&folder.0, &names(&["still", "dr1"]), &Weights::Embedded, None);
    // Frames 480 … 1198 in steps of 2, of which those whose horizon crosses a turn err by twice the way since it.
    for (horizon, n) in [(0.5, 10), (2.0, 40)] {
        let (mut sum, mut still, mut space, mut count) = (0.0, 0.0, 0.0_f64, 0.0);
        for k in (480..FRAMES - n).step_by(2) {
            let since_turn = (k + n) % 120;
            let crossed = k / 120 != (k + n) / 120;
            let error = if crossed { 10.0 * since_turn as f64 } else { 0.0 };
            sum += error;
            let moved = if crossed { (5.0 * n as f64 - 10.0 * since_turn as f64).abs() } else { 5.0 * n as f64 };
            still += moved;
            space += moved.hypot(10.0 * horizon);
            count += 1.0;
        }
        assert!((mean(&scores, "dr1", horizon) - sum / count).abs() < 1e-9, "{horizon}");
        assert!((mean(&scores, "still", horizon) - still / count).abs() < 1e-9, "{horizon}");
        let rows = &scores.traces[0].accuracy;
        let row = rows.iter().find(|row| row.model == "still" && row.horizon == horizon).expect("a row");
        assert!((row.space.expect("heights are known").0.mean - space / count).abs() < 1e-9, "{horizon}");
    }
    let updates: Vec<usize> =
        scores.traces[0].updates.iter().filter(|row| row.model == "dr1").map(|row| row.updates).collect();
    // Six turns in the scored part are noticed one tick late, and a heartbeat comes 5 s after every update.
    assert!(updates.iter().all(|&sent| (11..=13).contains(&sent)), "{updates:?}");
}

#[test]
fn the_librarys_dead_reckoning_equals_the_yardsticks() {
    use antreckon::predict::Model;
    use antreckon_cli::eval::plugin::{PluginForecaster, Setup};
    let folder = Folder::new("equal");
    write_match(&folder.0, FRAMES);
    let simple = score(&folder.0, &names(&["still", "dr1", "dr2"]), &Weights::Embedded, None);
    let trace = Trace::load(&folder.0).expect("a sound trace");
    for (name, model) in [("still", Model::Still), ("dr1", Model::Dr1), ("dr2", Model::Dr2)] {
        let setup = Setup { limit_speed: false, ..Setup::plain(model) };
        let mut plugin = PluginForecaster::new(&trace, setup);
        let means = eval::mean_errors(&trace, &mut plugin, &eval::HORIZONS);
        for (horizon, found) in eval::HORIZONS.into_iter().zip(means) {
            let (found, expected) = (found.expect("cases"), mean(&simple, name, horizon));
            assert!((found - expected).abs() < 1e-6 * expected.max(1.0), "{name} {horizon}: {found} {expected}");
        }
    }
}

#[test]
fn a_network_of_zeros_leaves_trails_and_the_result_is_always_the_same() {
    let folder = Folder::new("zeros");
    write_match(&folder.0, FRAMES);
    let bytes = Network::zero(16, 16).to_bytes();
    let weights =
        Weights::File(WeightsFile { name: "zeros".to_owned(), bytes, policy: None, bank: None, layouts: None });
    let models = names(&["damped", "trail", "kinematic", "auto"]);
    let [one, two] = [0, 1].map(|_| score(&folder.0, &models, &weights, None));
    for model in &models {
        for horizon in eval::HORIZONS {
            let found = [&one, &two].map(|scores| mean(scores, model, horizon));
            assert_eq!(found[0].to_bits(), found[1].to_bits(), "{model} {horizon}");
        }
    }
    // Loops that repeat are what trails are for.
    for horizon in [1.0, 2.0, 4.0] {
        assert!(mean(&one, "trail", horizon) < 0.6 * mean(&one, "damped", horizon), "{horizon}");
        assert!(mean(&one, "auto", horizon) < 0.6 * mean(&one, "damped", horizon), "{horizon}");
    }
}
