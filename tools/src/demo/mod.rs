//! The demo: a recorded match, predicted through the C ABI of the built library.

pub(crate) mod example;
mod game;
mod models;
mod picture;
mod plugin;
mod recording;
mod replay;
mod score;
mod table;

use antreckon_cli::trace::Trace;
use game::Game;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use plugin::Plugin;
use recording::Recording;
use std::path::Path;
use std::time::{Duration, Instant};

/// The recorded match that is part of this program.
pub(crate) fn recorded() -> Result<Trace, String> {
    Trace::of_texts(Path::new("embedded match"), example::texts()?).map_err(|error| error.to_string())
}

/// Replays, prints and draws.
pub(crate) fn run(library: &Path, out: &Path) -> Result<(), String> {
    let plugin = Plugin::load(library)?;
    let recording = Recording::embedded()?;
    println!("antreckon {} from {}", plugin.version(), library.display());
    println!(
        "{} players for {:.0} s on {} walkable squares with {} items; news of each player twice a second\n",
        recording.tracks.len(),
        recording.ticks as f64 * recording.tick_seconds(),
        recording.grid.walkable(),
        recording.items.len(),
    );

    let begin = Instant::now();
    let bar = progress_bar(recording.ticks);
    let show = |ticks: usize| {
        // Only work that takes longer than a second has a bar.
        if bar.is_hidden() && begin.elapsed() > Duration::from_secs(1) {
            bar.set_draw_target(ProgressDrawTarget::stderr());
        }
        bar.set_position(ticks as u64);
    };
    let mut game = Game::new(&plugin, &recording)?;
    let outcome = replay::run(&recording, &mut game, &show)?;
    game.end()?;
    bar.finish_and_clear();
    let seconds = begin.elapsed().as_secs_f64();

    let ages: Vec<String> = replay::AGES.iter().map(|age| format!("up to {age} s")).collect();
    let horizons: Vec<String> = replay::HORIZONS.iter().map(|horizon| format!("{horizon} s")).collect();
    let title = "Error of what is drawn every tick, by age of the last update (game units, 1 unit = 2.54 cm)";
    println!("{}", table::render(title, &ages, &outcome.drawn));
    let title = "Error at a fixed time after every update (game units)";
    println!("{}", table::render(title, &horizons, &outcome.ahead));
    println!("ratio: mean error / mean error of the best of still, dr1, dr2 and damped at that age or time");
    println!(
        "ant: eq. 5 with the paper's parameters, speed limit, sliding along walls; `no forces`: the same without pheromone"
    );
    println!(
        "trail, auto: learn this level while the match runs, from these updates alone; auto's network never saw the level"
    );
    println!("{} predictions and {} field steps in {seconds:.2} s", outcome.predictions, recording.ticks);

    std::fs::create_dir_all(out).map_err(|error| format!("{}: {error}", out.display()))?;
    let path = out.join("demo.png");
    picture::draw(&recording, &outcome.moment, &path)?;
    println!("picture: {}", path.display());
    Ok(())
}

fn progress_bar(ticks: usize) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(Some(ticks as u64), ProgressDrawTarget::hidden());
    let style = ProgressStyle::with_template("replaying {bar:40} {percent:>3} %  {eta} left");
    bar.with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}
