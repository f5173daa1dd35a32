//! Outbox, network and ghosts of a crowd at 60 Hz: what a frame costs, what a ghost weighs.

#[path = "common/by_hand.rs"]
mod by_hand;
mod common;
#[path = "../tests/pipeline/crowd.rs"]
#[allow(dead_code, unreachable_pub, missing_docs, reason = "shared with a test")]
mod crowd;

use antreckon::base::math::DVec3;
use antreckon::base::time::{Nanos, SECOND};
use antreckon::ghosts::{Ghosts, GhostsParams, PlayerState};
use antreckon::net::NetworkParams;
use antreckon::predict::{EntityProfile, Model};
use by_hand::ByHand;
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
    heading(
        "one client frame at 60 Hz, 10 states a second of each: µs with Ghosts and with the parts by hand, bytes per ghost",
    );
    println!(
        "{:<8} {:>8} {:>10} {:>10} {:>10} {:>8} {:>12}",
        "model", "ghosts", "least", "median", "by hand", "ratio", "bytes/ghost"
    );
    for model in [Model::Dr1, Model::Auto] {
        for count in [64, 1000, 10_000] {
            client_frame(model, count);
        }
    }
}

/// A sixth of the crowd, in frame `k`, with positions and velocities.
fn told(count: u32, k: i64, mut tell: impl FnMut(u32, Nanos, DVec3, DVec3)) -> Nanos {
    let now = k * SECOND / 60;
    for player in (0..count).filter(|player| i64::from(*player % 6) == k % 6) {
        let t = now as f64 * 1e-9 + f64::from(player);
        let home = DVec3::new(f64::from(player % 100) * 8.0, 0.0, f64::from(player / 100) * 8.0);
        let position = home + DVec3::new(t.sin() * 5.0, 0.0, t.cos() * 5.0);
        tell(player, now, position, DVec3::new(t.cos() * 5.0, 0.0, -t.sin() * 5.0));
    }
    now
}

/// Draws `count` ghosts of whom a sixth is told of in each frame.
fn client_frame(model: Model, count: u32) {
    let profile = EntityProfile { model, v_max: 8.0, ..EntityProfile::default() };
    let params = GhostsParams {
        max_players: count,
        run_speed: 8.0,
        inbox_bytes: 1 << 24,
        profile: profile.clone(),
        ..GhostsParams::default()
    };
    let mut ghosts = Ghosts::new(&params).expect("valid");
    let empty = ghosts.bytes();
    let mut k = 0;
    let mut frame = || {
        let now = told(count, k, |player, now, position, velocity| {
            let state = PlayerState { time: Some(now), ..PlayerState::at(position, velocity) };
            ghosts.observe(1, player, &state, now).expect("room in the inbox");
        });
        ghosts.draw(now, None, None).expect("everything is finite");
        k += 1;
    };
    (0..120).for_each(|_| frame());
    let cost = time(1, &mut frame);
    let bytes = (ghosts.bytes() - empty) / count as usize;
    let mut parts = ByHand::new(count, &profile);
    let mut k = 0;
    let mut frame = || {
        let now = told(count, k, |player, now, position, velocity| {
            parts.observe(player, (k / 6) as u16, now, position, velocity);
        });
        parts.draw(now);
        k += 1;
    };
    (0..120).for_each(|_| frame());
    let by_hand = time(1, &mut frame);
    println!(
        "{:<8} {count:>8} {:>10.1} {:>10.1} {:>10.1} {:>8.2} {bytes:>12}",
        format!("{model:?}"),
        cost.min * 1e-3,
        cost.median * 1e-3,
        by_hand.min * 1e-3,
        cost.min / by_hand.min
    );
}
