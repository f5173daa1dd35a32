//! A frame of 1,000 players at 60 Hz through sender, network simulator, receiver and convergence, ms.

mod common;
#[path = "../tests/pipeline/crowd.rs"]
#[allow(dead_code, unreachable_pub, missing_docs, reason = "shared with a test")]
mod crowd;

use antreckon::net::NetworkParams;
use antreckon::predict::Model;
use common::{heading, time};
use crowd::Pipeline;

fn main() {
    heading("1,000 players at 60 Hz, 80 ms ± 20 ms, 5 % loss: ms per frame, all of it");
    println!("{:<10} {:>8} {:>8} {:>16} {:>12}", "model", "least", "median", "updates/s each", "error, m");
    for model in [Model::Dr1, Model::Damped, Model::Auto] {
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
            "{:<10} {:>8.2} {:>8.2} {rate:>16.2} {error:>12.3}",
            format!("{model:?}"),
            cost.min * 1e-6,
            cost.median * 1e-6
        );
    }
}
