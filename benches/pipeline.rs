//! Outbox, network and ghosts of a crowd at 60 Hz: what a frame costs, what a ghost weighs.

mod common;
#[path = "../tests/pipeline/crowd.rs"]
#[allow(dead_code, unreachable_pub, missing_docs, reason = "shared with a test")]
mod crowd;

use antreckon::base::math::DVec3;
use antreckon::base::time::SECOND;
use antreckon::ghosts::{Ghosts, GhostsParams, PlayerState};
use antreckon::net::NetworkParams;
use antreckon::predict::{EntityProfile, Model};
use common::{heading, time};
use crowd::Pipeline;

fn main() {
    heading("1,000 players at 60 Hz, 80 ms ± 20 ms, 5 % loss: ms per frame, both ends");
    println!("{:<12} {:>8} {:>8} {:>16} {:>12}", "followed by", "least", "median", "updates/s each", "error, m");
    for model in [None, Some(Model::Dr1), Some(Model::Damped), Some(Model::Auto)] {
        let network = NetworkParams { latency: 80_000_000, jitter: 20_000_000, loss: 0.05, ..NetworkParams::default() };
        let mut pipeline = Pipeline::new(1000, 60, model, &network);
        (0..240).for_each(|_| pipeline.frame());
        let mut frames = 240.0;
        let cost = time(1, || {
            pipeline.frame();
            frames += 1.0;
        });
        let rate = pipeline.updates as f64 / 1000.0 / (frames / 60.0);
        let error = pipeline.error.0 / pipeline.error.1 as f64;
        println!(
            "{:<12} {:>8.2} {:>8.2} {rate:>16.2} {error:>12.3}",
            model.map_or("lines".to_owned(), |model| format!("{model:?}")),
            cost.min * 1e-6,
            cost.median * 1e-6
        );
    }
    heading("one client frame of Ghosts at 60 Hz, 10 states a second of each: µs, and bytes per ghost");
    println!("{:<8} {:>8} {:>10} {:>10} {:>12}", "model", "ghosts", "least", "median", "bytes/ghost");
    for model in [Model::Dr1, Model::Auto] {
        for count in [64, 1000, 10_000] {
            client_frame(model, count);
        }
    }
}

/// Draws `count` ghosts of whom a sixth is told of in each frame.
fn client_frame(model: Model, count: u32) {
    let profile = EntityProfile { model, ..EntityProfile::default() };
    let params =
        GhostsParams { max_players: count, run_speed: 8.0, inbox_bytes: 1 << 24, profile, ..GhostsParams::default() };
    let mut ghosts = Ghosts::new(&params).expect("valid");
    let empty = ghosts.bytes();
    let mut k = 0;
    let mut frame = || {
        let now = k * SECOND / 60;
        for player in (0..count).filter(|player| i64::from(*player % 6) == k % 6) {
            let t = now as f64 * 1e-9 + f64::from(player);
            let position = DVec3::new(
                t.sin() * 5.0 + f64::from(player % 100) * 8.0,
                0.0,
                t.cos() * 5.0 + f64::from(player / 100) * 8.0,
            );
            let velocity = DVec3::new(t.cos() * 5.0, 0.0, -t.sin() * 5.0);
            let state = PlayerState { time: Some(now), ..PlayerState::at(position, velocity) };
            ghosts.observe(1, player, &state, now).expect("room in the inbox");
        }
        ghosts.draw(now, None, None).expect("everything is finite");
        k += 1;
    };
    (0..120).for_each(|_| frame());
    let cost = time(1, &mut frame);
    let bytes = (ghosts.bytes() - empty) / count as usize;
    println!(
        "{:<8} {count:>8} {:>10.1} {:>10.1} {bytes:>12}",
        format!("{model:?}"),
        cost.min * 1e-3,
        cost.median * 1e-3
    );
}
